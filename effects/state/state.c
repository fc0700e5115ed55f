/* SPDX-License-Identifier: MIT */
/* The values of variables: apply data/state.in's rules call by call. */
#include "effects/state/state.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/state/state-private.h"

enum { MOST_INDICES = 64 };

/* ---- sources ---- */

static bool is_number(const struct gs_trace_value *value)
{
	return value->class != GS_TRACE_NONE && value->class != GS_TRACE_STRING &&
	       value->class != GS_TRACE_BLOB && value->class != GS_TRACE_ARRAY &&
	       value->class != GS_TRACE_STRUCT && value->class != GS_TRACE_WIDE;
}

/* Convert a number to what the variable of that kind holds. Return false if that cannot be told. */
static bool convert(const struct gs_state_variable *v, const char *function,
	const struct gs_trace_value *value, double *to)
{
	double number = gs_effects_real(value), most = gs_data_largest_of(function);
	if (!is_number(value))
		return false;
	switch ((enum gs_state_kind)v->kind) {
	case GS_STATE_BOOLEAN:
	case GS_STATE_CAPABILITY:
		number = number != 0;
		break;
	case GS_STATE_COLOUR:
		if (most < 0) /* two rules: OpenGL 4.6, section 2.3.5.1; drivers differ */
			return false;
		if (most > 0)
			number /= most;
		break;
	case GS_STATE_SHOWN_CLAMPED:
		if (most != 0)
			return false;
		break;
	default:
		break;
	}
	*to = gs_state_is_float(v->kind) && gs_data_is_fixed_point(function) ? number / 65536
									     : number;
	if (v->kind == GS_STATE_UNIT_FLOAT)
		*to = CLAMP(*to, 0.0, 1.0);
	return true;
}

struct target {
	const struct gs_state_rule *rule;
	struct gs_object *owner;
	unsigned variable;
	uint32_t index;
	uint32_t item; /* of arrays: the first item that counts */
};

/* Store the values of the rule's sources, one after the other. Return false if they cannot be
 * told. */
static bool read_sources(
	const struct gs_effects_call *c, const struct target *t, struct gs_state_held *held)
{
	const struct gs_state_variable *v = gs_data_state_variable(t->variable);
	const char *name = c->call->function->name;
	unsigned at = t->rule->first;
	for (unsigned i = 0; i < t->rule->n_sources && at < v->count; i++) {
		uint8_t argument = t->rule->sources[i].argument;
		if (t->rule->sources[i].kind == GS_SOURCE_CONSTANT) {
			held->values[at++] = (double)t->rule->sources[i].constant;
			continue;
		}
		if (t->rule->sources[i].kind == GS_SOURCE_UNKNOWN ||
			argument >= c->call->function->n_args)
			return false;
		const struct gs_trace_value *value = &c->call->args[argument];
		bool is_array = value->class == GS_TRACE_ARRAY;
		const struct gs_trace_value *items = is_array ? value->items : value;
		uint32_t n = is_array ? value->n : 1;
		for (uint32_t k = is_array ? t->item : 0; k < n && at < v->count; k++)
			if (!convert(v, name, &items[k], &held->values[at++]))
				return false;
	}
	return t->rule->index_count == GS_STATE_NO_ARGUMENT ? at > t->rule->first : at == v->count;
}

/* ---- rules ---- */

/* Transform a light's position or direction to eye coordinates, in which GL holds it. */
static void to_eye(
	const struct gs_effects_call *c, const struct target *t, struct gs_state_held *held)
{
	const struct gs_state_variable *v = gs_data_state_variable(t->variable);
	const struct gs_matrix_stack *stack = gs_state_matrix(c->context, GL_MODELVIEW);
	double eye[4], from[4] = {held->values[0], held->values[1], held->values[2],
			       v->value == GL_POSITION ? held->values[3] : 0};
	bool is_of_light = v->scope == GS_SCOPE_LIGHT;
	if (!is_of_light || !stack || (v->value != GL_POSITION && v->value != GL_SPOT_DIRECTION))
		return;
	gs_matrix_apply(gs_matrix_top(stack), from, eye);
	memcpy(held->values, eye, v->count * sizeof *eye);
}

static void set(const struct gs_effects_call *c, const struct target *t)
{
	const struct gs_state_variable *v = gs_data_state_variable(t->variable);
	struct gs_state_held held = {.call = c->call->number};
	const struct gs_state_held *before = gs_state_held_of(t->owner, t->variable, t->index);
	for (unsigned i = 0; i < v->count && i < 4; i++)
		held.values[i] = (double)v->initial[i];
	if ((t->rule->first || v->kind == GS_STATE_ENUM) && before)
		memcpy(held.values, before->values, sizeof held.values);
	/* Components that a colour or coordinate lacks are 0, 0, 1. */
	if (v->count == 4 && (v->groups & 1))
		memcpy(held.values, (const double[]){0, 0, 0, 1}, 4 * sizeof(double));
	held.is_known = read_sources(c, t, &held);
	for (unsigned i = 0; v->kind == GS_STATE_SHOWN_CLAMPED && i < v->count; i++)
		held.is_known &= c->context->apis || (held.values[i] >= 0 && held.values[i] <= 1);
	to_eye(c, t, &held);
	bool is_indexed = strchr(gs_data_state_scope(v->scope)->prefix, '#') != NULL;
	for (uint32_t i = 0; is_indexed && t->index == GS_STATE_EVERY && i < MOST_INDICES; i++)
		gs_state_forget(t->owner, t->variable, i);
	gs_state_hold(t->owner, t->variable, t->index, &held);
}

static uint32_t index_of(const struct gs_effects_call *c, const struct gs_state_rule *rule)
{
	switch (rule->index_how) {
	case GS_STATE_ALL_INDICES:
		return GS_STATE_EVERY;
	case GS_INDEX_UNIT:
		return (uint32_t)c->context->unit;
	case GS_INDEX_CLIENT_UNIT:
		return (uint32_t)c->context->client_unit;
	case GS_INDEX_NUMBER:
		return rule->index_value;
	default:
		return (uint32_t)gs_effects_argument(c, rule->index_value) - rule->index_base;
	}
}

/* Store the names that a name stands for. Return how many they are. */
static unsigned names_of(uint32_t name, uint32_t names[4])
{
	switch (name) {
	case GL_AMBIENT_AND_DIFFUSE:
		names[0] = GL_AMBIENT;
		names[1] = GL_DIFFUSE;
		return 2;
	case GL_TEXTURE_SWIZZLE_RGBA:
		for (unsigned i = 0; i < 4; i++)
			names[i] = GL_TEXTURE_SWIZZLE_R + i;
		return 4;
	default:
		names[0] = name;
		return 1;
	}
}

/* Set the variable of the i-th of several names to the i-th item of the array. */
static void set_swizzle(const struct gs_effects_call *c, struct target *t, unsigned i)
{
	const struct gs_trace_value *array = &c->call->args[t->rule->sources[0].argument];
	struct gs_state_held held = {.call = c->call->number};
	held.is_known = array->class == GS_TRACE_ARRAY && i < array->n;
	if (held.is_known)
		held.values[0] = gs_effects_real(&array->items[i]);
	gs_state_hold(t->owner, t->variable, t->index, &held);
}

static void apply_named(
	struct gs_effects *effects, const struct gs_effects_call *c, struct target *t)
{
	uint32_t names[4];
	unsigned n = names_of((uint32_t)gs_effects_argument(c, t->rule->by), names);
	for (unsigned i = 0; i < n; i++) {
		int variable = gs_state_find(effects, t->rule->scope, names[i]);
		if (variable < 0)
			continue;
		t->variable = (unsigned)variable;
		if (n == 4)
			set_swizzle(c, t, i);
		else
			set(c, t);
	}
}

static void set_indices(const struct gs_effects_call *c, struct target *t)
{
	uint64_t n = gs_effects_argument(c, t->rule->index_count);
	unsigned count = gs_data_state_variable(t->variable)->count;
	for (uint32_t i = 0; i < n && i < MOST_INDICES; i++) {
		set(c, t);
		t->index++;
		t->item += count;
	}
}

static void apply(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_state_rule *rule)
{
	struct target t = {.rule = rule, .index = index_of(c, rule)};
	uint64_t condition = gs_effects_argument(c, rule->condition);
	if (rule->condition != GS_STATE_NO_ARGUMENT && condition != rule->condition_value &&
		condition != GL_FRONT_AND_BACK)
		return;
	t.owner = gs_effect_owner(effects, c, &rule->owner);
	if (!t.owner)
		return;
	if (rule->variable < 0) {
		apply_named(effects, c, &t);
		return;
	}
	t.variable = (unsigned)rule->variable;
	if (rule->index_count == GS_STATE_NO_ARGUMENT)
		set(c, &t);
	else
		set_indices(c, &t);
}

/* ---- what no rule says ---- */

static void follow_material(struct gs_effects *effects, const struct gs_effects_call *c,
	const struct gs_state_held *colour, unsigned scope, uint64_t face)
{
	uint32_t names[4];
	uint64_t of = c->context->color_face, mode = c->context->color_material;
	unsigned n = names_of(mode ? (uint32_t)mode : GL_AMBIENT_AND_DIFFUSE, names);
	if (of && of != GL_FRONT_AND_BACK && of != face)
		return;
	for (unsigned i = 0; i < n; i++) {
		int variable = gs_state_find(effects, scope, names[i]);
		if (variable >= 0)
			gs_state_hold(
				&c->context->object, (unsigned)variable, GS_STATE_EVERY, colour);
	}
}

/* Let the material follow the current colour; what glMaterial sets meanwhile has no effect (OpenGL
 * 4.6 compatibility, section 12.2.3). */
static void follow_colour(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_state_held colour = {true, c->call->number, {1, 1, 1, 1}};
	const struct gs_state_held *held;
	if (!c->context->colors_material)
		return;
	held = gs_state_held_of(&c->context->object,
		(unsigned)gs_state_find(effects, GS_SCOPE_CONTEXT, GL_CURRENT_COLOR),
		GS_STATE_EVERY);
	if (held)
		memcpy(colour.values, held->values, sizeof colour.values);
	colour.is_known = !held || held->is_known;
	follow_material(effects, c, &colour, GS_SCOPE_MATERIAL_FRONT, GL_FRONT);
	follow_material(effects, c, &colour, GS_SCOPE_MATERIAL_BACK, GL_BACK);
}

/* Take the size of a window from a call that the recorder made up: it is the initial value of
 * viewport and scissor box, not set by a call. */
static void tell_size(struct gs_effects *effects, const struct gs_effects_call *c)
{
	static const uint32_t names[] = {GL_VIEWPORT, GL_SCISSOR_BOX};
	struct gs_state_held held = {true, UINT64_MAX, {0}};
	for (unsigned i = 0; i < 4; i++)
		held.values[i] = (double)(int32_t)gs_effects_argument(c, i);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		int v = gs_state_find(effects, GS_SCOPE_VIEWPORT, names[i]);
		if (v >= 0 && !gs_state_held_of(&c->context->object, (unsigned)v, GS_STATE_EVERY))
			gs_state_hold(&c->context->object, (unsigned)v, GS_STATE_EVERY, &held);
	}
}

uint8_t gs_state_roles(unsigned function)
{
	const uint64_t attribute = GS_KIND_ATTRIBUTE | GS_KIND_ARRAY;
	uint64_t kinds = gs_data_kinds(function);
	switch (function) {
	case GS_FN_glViewport:
	case GS_FN_glScissor:
		return GS_STATE_TELLS_SIZE;
	case GS_FN_glBindImageTextures:
		return GS_STATE_IMAGES;
	case GS_FN_glClientAttribDefaultEXT:
	case GS_FN_glPushClientAttribDefaultEXT:
		return GS_STATE_DEFAULTS;
	case GS_FN_glBindVertexBuffers:
	case GS_FN_glVertexArrayVertexBuffers:
		return GS_STATE_VERTEX_BUFFERS;
	default:
		return (gs_data_matrix(function) ? GS_STATE_MATRIX : 0) |
		       (kinds & GS_KIND_COLOURS ? GS_STATE_COLOURS : 0) |
		       ((kinds & attribute) == attribute ? GS_STATE_ATTRIBUTES : 0);
	}
}

/* Set what glPushClientAttrib would save to its initial values. */
static void set_defaults(struct gs_effects *effects, const struct gs_effects_call *c)
{
	GHashTable *none = g_hash_table_new(g_int64_hash, g_int64_equal);
	struct gs_object *array = gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0);
	uint64_t mask = gs_effects_argument(c, 0);
	gs_state_restore(&c->context->object, none, mask, true);
	if (array)
		gs_state_restore(array, none, mask, true);
	g_hash_table_destroy(none);
}

void gs_state_call(struct gs_effects *effects, const struct gs_effects_call *c)
{
	size_t n;
	const struct gs_state_rule *rules = gs_data_state_rules(c->recipe->number, &n);
	if (c->call->is_fake && c->recipe->state_roles & GS_STATE_TELLS_SIZE) {
		tell_size(effects, c);
		return;
	}
	for (size_t i = 0; i < n; i++)
		apply(effects, c, &rules[i]);
	if (c->recipe->state_roles & GS_STATE_MATRIX)
		gs_state_matrix_call(effects, c);
	if (c->recipe->state_roles & GS_STATE_COLOURS)
		follow_colour(effects, c);
	if (c->recipe->state_roles & GS_STATE_IMAGES)
		gs_state_bind_images(effects, c);
	if (c->recipe->state_roles & GS_STATE_ATTRIBUTES)
		gs_state_point_attribute(effects, c);
	if (c->recipe->state_roles & GS_STATE_VERTEX_BUFFERS)
		gs_state_bind_vertex_buffers(effects, c);
	if (c->recipe->state_roles & GS_STATE_DEFAULTS)
		set_defaults(effects, c);
}

/* ---- attribute stacks ---- */

static uint32_t groups_of(uint64_t mask, bool is_client)
{
	uint32_t groups = (uint32_t)mask & ((1u << GS_STATE_MULTISAMPLE_GROUP) - 1);
	if (!is_client)
		return groups | (mask & GL_MULTISAMPLE_BIT ? 1u << GS_STATE_MULTISAMPLE_GROUP : 0);
	return (mask & GL_CLIENT_PIXEL_STORE_BIT ? 1u << GS_STATE_PIXEL_STORE_GROUP : 0) |
	       (mask & GL_CLIENT_VERTEX_ARRAY_BIT ? 1u << GS_STATE_VERTEX_ARRAY_GROUP : 0);
}

/* Return whether a push of these groups saves the variable; glPushAttrib's enable group has all
 * that glEnable takes. */
static bool is_saved(gint64 key, uint32_t groups)
{
	const struct gs_state_variable *v = gs_data_state_variable((unsigned)(key >> 32));
	return (v->groups & groups) ||
	       (v->kind == GS_STATE_CAPABILITY && (groups & GL_ENABLE_BIT) &&
		       !(v->groups &
			       (1u << GS_STATE_VERTEX_ARRAY_GROUP | 1u << GS_STATE_OTHER_GROUP)));
}

GHashTable *gs_state_save(const struct gs_object *owner)
{
	GHashTable *saved = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	GHashTableIter iter;
	gpointer key, held;
	if (!owner->held)
		return saved;
	g_hash_table_iter_init(&iter, owner->held);
	while (g_hash_table_iter_next(&iter, &key, &held))
		g_hash_table_insert(saved, g_memdup2(key, sizeof(gint64)),
			g_memdup2(held, sizeof(struct gs_state_held)));
	return saved;
}

static gboolean is_removed(gpointer key, gpointer held, gpointer groups)
{
	(void)held;
	return is_saved(*(const gint64 *)key, *(const uint32_t *)groups);
}

void gs_state_restore(struct gs_object *owner, GHashTable *saved, uint64_t mask, bool is_client)
{
	uint32_t groups = groups_of(mask, is_client);
	GHashTableIter iter;
	gpointer key, held;
	if (owner->held)
		g_hash_table_foreach_remove(owner->held, is_removed, &groups);
	g_hash_table_iter_init(&iter, saved);
	while (g_hash_table_iter_next(&iter, &key, &held)) {
		uint64_t number = (uint64_t) * (const gint64 *)key;
		if (is_saved(*(const gint64 *)key, groups))
			gs_state_hold(owner, (unsigned)(number >> 32), (uint32_t)number, held);
	}
}

void gs_state_doubt(struct gs_object *owner, uint64_t call)
{
	GHashTableIter iter;
	gpointer key, held;
	if (!owner->held)
		return;
	g_hash_table_iter_init(&iter, owner->held);
	while (g_hash_table_iter_next(&iter, &key, &held)) {
		struct gs_state_held *of = held;
		const struct gs_state_variable *v = gs_data_state_variable(
			(unsigned)(*(const gint64 *)key >> 32));
		if (v->groups & 1u << GS_STATE_OTHER_GROUP &&
			(owner->kind == GS_OBJECT_TEXTURE || v->kind == GS_STATE_CAPABILITY))
			of->is_known &= of->call <= call;
	}
}

void gs_effects_follow_state(struct gs_effects *effects)
{
	effects->state = g_new0(struct gs_effects_state, 1);
	effects->state->numbers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	effects->state->bound_by = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	effects->state->extents = g_hash_table_new_full(NULL, NULL, NULL, g_free);
}
