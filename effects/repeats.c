/* SPDX-License-Identifier: MIT */
/*
 * Calls that set state to the value that it has. A node's value is a hash of the call that set it
 * and of what that call depends on; each other change makes a value of its own, so that two values
 * are equal only where the same call set them.
 *
 * glPopAttrib restores some nodes and leaves the others: a node that did not change since the
 * glPushAttrib has its value in either case. Which of the changed ones are restored is not
 * followed; each gets a value of its own.
 */
#include <string.h>
#include "effects/context.h"
#include "effects/private.h"

struct value {
	uint64_t value;
	uint64_t stamp;	      /* stamp of the node's last change; 0: never changed */
	uint64_t below_stamp; /* stamp of the last change below it */
};

/* A glPushAttrib without its glPopAttrib so far. */
struct bracket {
	const struct gs_effects_context *context;
	guint first; /* index of its first node in `changed` */
};

/* MOST_CHANGED: nodes remembered. MOST_PUSHED: depth of the attribute stack that each driver has
 * (OpenGL 4.6 compatibility, table 23.75). */
enum { MOST_CHANGED = 1 << 20, MOST_PUSHED = 16 };

struct gs_repeats {
	struct gs_effects *effects;
	GArray *brackets; /* struct bracket: pushes known to be open */
	GArray *changed;  /* uint32_t: nodes changed while a bracket is open */
	GHashTable *lost; /* contexts whose open pushes are not known */
	GArray *values;	  /* struct value, by node */
	GArray *is_state; /* uint8_t by signature: 1 + whether it sets state; 0: not asked */
	uint64_t stamp;
};

struct gs_repeats *gs_repeats_new(struct gs_effects *effects)
{
	struct gs_repeats *repeats = g_new0(struct gs_repeats, 1);
	repeats->effects = effects;
	repeats->values = g_array_new(FALSE, TRUE, sizeof(struct value));
	repeats->is_state = g_array_new(FALSE, TRUE, 1);
	repeats->brackets = g_array_new(FALSE, FALSE, sizeof(struct bracket));
	repeats->changed = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	repeats->lost = g_hash_table_new(NULL, NULL);
	return repeats;
}

void gs_repeats_free(struct gs_repeats *repeats)
{
	g_array_free(repeats->values, TRUE);
	g_array_free(repeats->is_state, TRUE);
	g_array_free(repeats->brackets, TRUE);
	g_array_free(repeats->changed, TRUE);
	g_hash_table_destroy(repeats->lost);
	g_free(repeats);
}

/* ---- which functions set state alone ---- */

static bool act_sets_state(unsigned act)
{
	static const uint8_t acts[] = {GS_ACT_ENABLE, GS_ACT_ENABLE_INDEX, GS_ACT_CLIENT_STATE,
		GS_ACT_BIND_TEXTURE, GS_ACT_BIND_TEXTURE_UNIT, GS_ACT_BIND_BUFFER,
		GS_ACT_BIND_BUFFER_INDEX, GS_ACT_BIND_FRAMEBUFFER, GS_ACT_TEXTURE_PARAMETER,
		GS_ACT_UNIFORM, GS_ACT_ATTRIBUTE_POINTER, GS_ACT_POINTER, GS_ACT_VIEWPORT,
		GS_ACT_DRAW_BUFFERS, GS_ACT_BIND_TEXTURES, GS_ACT_BIND_SAMPLERS, GS_ACT_BIND_IMAGES,
		GS_ACT_BIND_BUFFERS, GS_ACT_BIND_VERTEX_BUFFERS, GS_ACT_RENDER_MODE};
	return memchr(acts, (int)act, sizeof(acts)) != NULL;
}

/* Return whether the slot is state; results of queries, compiled things, counts and contents are
 * not. */
static bool slot_is_state(const struct gs_effect *effect)
{
	static const uint8_t others[] = {GS_SLOT_ALL, GS_SLOT_LOCATION, GS_SLOT_BLOCK_INDEX,
		GS_SLOT_RESOURCE, GS_SLOT_SUBROUTINE, GS_SLOT_COMPILED, GS_SLOT_DATA,
		GS_SLOT_STRING, GS_SLOT_HANDLE, GS_SLOT_CONDITIONAL, GS_SLOT_ATTACHED,
		GS_SLOT_LABEL};
	if (effect->slot == GS_SLOT_ACTIVE && effect->object == GS_OBJECT_FEEDBACK)
		return false;
	return !memchr(others, effect->slot, sizeof(others));
}

static bool recipe_sets_state(const struct gs_effects_recipe *recipe)
{
	bool sets = recipe->n_effects > 0 && !recipe->is_window;
	for (size_t i = 0; i < recipe->n_effects; i++) {
		const struct gs_effect *effect = &recipe->effects[i];
		if (effect->kind == GS_EFFECT_DO)
			sets = sets && act_sets_state(effect->act);
		else if (effect->kind != GS_EFFECT_READ)
			sets = sets && effect->kind != GS_EFFECT_ADD && slot_is_state(effect);
	}
	return sets;
}

static bool sets_state(struct gs_repeats *repeats, const struct gs_trace_function *function)
{
	const struct gs_effects_recipe *recipe = repeats->effects->recipes->pdata[function->id];
	if (function->id >= repeats->is_state->len)
		g_array_set_size(repeats->is_state, function->id + 1);
	uint8_t *known = &g_array_index(repeats->is_state, uint8_t, function->id);
	if (!*known)
		*known = recipe_sets_state(recipe) ? 2 : 1;
	return *known == 2;
}

/* ---- values of nodes ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, size_t n)
{
	for (; n >= 8; n -= 8, bytes += 8) {
		uint64_t word;
		memcpy(&word, bytes, sizeof(word));
		hash = mix(hash, word);
	}
	while (n-- > 0)
		hash = mix(hash, *bytes++);
	return hash;
}

static uint64_t mix_value(uint64_t hash, const struct gs_trace_value *value)
{
	/* of others the reader leaves n as it was */
	bool has_n = value->class == GS_TRACE_STRING || value->class == GS_TRACE_WIDE ||
		     value->class == GS_TRACE_BLOB || value->class == GS_TRACE_ARRAY;
	hash = mix(hash, value->class | (has_n ? (uint64_t)value->n << 8 : 0));
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_STRING:
	case GS_TRACE_BLOB:
		return mix_bytes(hash, value->bytes, value->n);
	case GS_TRACE_ARRAY:
		for (uint32_t i = 0; i < value->n; i++)
			hash = mix_value(hash, &value->items[i]);
		return hash;
	case GS_TRACE_FLOAT:
		return mix_bytes(hash, (const uint8_t *)&value->number, sizeof(value->number));
	case GS_TRACE_SINT:
	case GS_TRACE_UINT:
	case GS_TRACE_DOUBLE:
	case GS_TRACE_ENUM:
	case GS_TRACE_BITMASK:
	case GS_TRACE_POINTER:
		return mix(hash, value->uint);
	default:
		return hash;
	}
}

static struct value *value_at(struct gs_repeats *repeats, uint32_t node)
{
	if (node >= repeats->values->len)
		g_array_set_size(
			repeats->values, MAX(gs_nodes_count(repeats->effects->nodes), node + 1));
	return &g_array_index(repeats->values, struct value, node);
}

static uint64_t value_of(struct gs_repeats *repeats, uint32_t node)
{
	const struct gs_nodes *nodes = repeats->effects->nodes;
	struct value value = *value_at(repeats, node);
	uint64_t last = value.below_stamp;
	for (node = gs_nodes_parent(nodes, node); node; node = gs_nodes_parent(nodes, node))
		last = MAX(last, value_at(repeats, node)->stamp);
	return last > value.stamp ? mix(value.value, last) : value.value;
}

static void set(struct gs_repeats *repeats, uint32_t node, uint64_t value)
{
	const struct gs_nodes *nodes = repeats->effects->nodes;
	struct value *at = value_at(repeats, node);
	at->value = value;
	at->stamp = repeats->stamp;
	for (node = gs_nodes_parent(nodes, node); node; node = gs_nodes_parent(nodes, node))
		value_at(repeats, node)->below_stamp = repeats->stamp;
}

static void forget_brackets(struct gs_repeats *repeats)
{
	g_array_set_size(repeats->brackets, 0);
	g_array_set_size(repeats->changed, 0);
}

static void change(struct gs_repeats *repeats, uint32_t node, uint64_t value)
{
	const struct gs_effects_context *context = repeats->effects->thread->context;
	set(repeats, node, value);
	/* The whole context changed: the call may have executed a list that pops attributes. */
	if (context && node == context->object.node)
		forget_brackets(repeats);
	if (!repeats->brackets->len)
		return;
	g_array_append_val(repeats->changed, node);
	if (repeats->changed->len > MOST_CHANGED)
		forget_brackets(repeats);
}

/* ---- brackets ---- */

/* Open a bracket. Where the push may fail, because the stack may be full, the context's brackets
 * are given up: a pop would be matched with the wrong push. */
static void begin_bracket(struct gs_repeats *repeats)
{
	struct bracket bracket = {repeats->effects->thread->context, repeats->changed->len};
	guint n = 0;
	for (guint i = 0; i < repeats->brackets->len; i++)
		n += g_array_index(repeats->brackets, struct bracket, i).context == bracket.context;
	if (n + 1 >= MOST_PUSHED || bracket.context->in_block) {
		g_hash_table_add(repeats->lost, (gpointer)bracket.context);
		forget_brackets(repeats);
	}
	if (!g_hash_table_contains(repeats->lost, bracket.context))
		g_array_append_val(repeats->brackets, bracket);
}

/* Close the context's last bracket. Return false if it is not known which push the pop belongs
 * to. */
static bool end_bracket(struct gs_repeats *repeats)
{
	const struct gs_effects_context *context = repeats->effects->thread->context;
	guint i = repeats->brackets->len;
	while (i > 0 && g_array_index(repeats->brackets, struct bracket, i - 1).context != context)
		i--;
	if (!i || context->in_block)
		return false;
	repeats->stamp++;
	for (guint at = g_array_index(repeats->brackets, struct bracket, i - 1).first;
		at < repeats->changed->len; at++)
		set(repeats, g_array_index(repeats->changed, uint32_t, at), mix(0, repeats->stamp));
	g_array_remove_index(repeats->brackets, i - 1);
	if (!repeats->brackets->len)
		g_array_set_size(repeats->changed, 0);
	return true;
}

/* ---- a call ---- */

static unsigned slot_of(const struct gs_nodes *nodes, uint32_t node)
{
	uint32_t parent = gs_nodes_parent(nodes, node);
	while (parent && gs_nodes_parent(nodes, parent)) {
		node = parent;
		parent = gs_nodes_parent(nodes, node);
	}
	return parent ? gs_nodes_value(nodes, node) : GS_SLOT_ALL;
}

/* Return whether calls read the slot only to find the node they mean. */
static bool is_address(unsigned slot)
{
	static const uint8_t slots[] = {GS_SLOT_ACTIVE_TEXTURE, GS_SLOT_CLIENT_ACTIVE_TEXTURE,
		GS_SLOT_TEXTURE_BINDING, GS_SLOT_MATRIX_MODE, GS_SLOT_PROGRAM_BINDING,
		GS_SLOT_PIPELINE_BINDING, GS_SLOT_FRAMEBUFFER_BINDING,
		GS_SLOT_VERTEX_ARRAY_BINDING};
	return memchr(slots, (int)slot, sizeof(slots)) != NULL;
}

struct words {
	const uint32_t *at;
	uint64_t n;
};

static struct words words_of_last(const struct gs_effects *effects)
{
	struct words words;
	words.at = gs_log_words(effects, gs_effects_calls(effects) - 1, &words.n);
	return words;
}

/* Return a hash of the call and of what it depends on; a program counts as another once it was
 * linked anew. */
static uint64_t value_of_call(
	struct gs_repeats *repeats, const struct gs_trace_call *call, const struct words *words)
{
	const struct gs_nodes *nodes = repeats->effects->nodes;
	uint64_t hash = mix(1, call->function->id);
	for (uint32_t i = 0; i < call->function->n_args; i++)
		hash = mix_value(hash, &call->args[i]);
	for (uint64_t i = 0; i < words->n; i++) {
		uint32_t what = words->at[i] >> GS_ACCESS_SHIFT;
		uint32_t node = words->at[i] & GS_ACCESS_NODE;
		unsigned slot = what == GS_ACCESS_READ ? slot_of(nodes, node) : GS_SLOT_ALL;
		if (gs_log_has_range(what))
			i += 4;
		if (what != GS_ACCESS_READ || is_address(slot))
			continue;
		hash = mix(hash, value_of(repeats, node));
		if (slot != GS_SLOT_OBJECT)
			continue;
		node = gs_nodes_find(nodes, gs_nodes_parent(nodes, node), GS_SLOT_LINKED);
		hash = mix(hash, node ? value_of(repeats, node) : 0);
	}
	return hash ? hash : 1;
}

static void change_indices(struct gs_repeats *repeats, uint32_t node, const uint32_t *range)
{
	const struct gs_nodes *nodes = repeats->effects->nodes;
	uint32_t n = range[2];
	if (n > 1024 || range[3])
		change(repeats, node, mix(0, repeats->stamp));
	for (uint32_t i = 0; n <= 1024 && i < n; i++) {
		uint32_t child = gs_nodes_find(nodes, node, range[0] + i);
		if (child)
			change(repeats, child, mix(0, repeats->stamp));
	}
}

/* Give all nodes that the call changes that value, or, for 0, a value of its own each. */
static void change_all(struct gs_repeats *repeats, const struct words *words, uint64_t value)
{
	repeats->stamp++;
	for (uint64_t i = 0; i < words->n; i++) {
		uint32_t what = words->at[i] >> GS_ACCESS_SHIFT;
		uint32_t node = words->at[i] & GS_ACCESS_NODE;
		if (what == GS_ACCESS_ADD_INDICES)
			change_indices(repeats, node, words->at + i + 1);
		else if (what == GS_ACCESS_SET && value)
			change(repeats, node, value);
		else if (what == GS_ACCESS_SET || what == GS_ACCESS_ADD ||
			 what == GS_ACCESS_SET_RANGE || what == GS_ACCESS_ADD_RANGE ||
			 what == GS_ACCESS_POP)
			change(repeats, node, mix(0, repeats->stamp));
		if (gs_log_has_range(what))
			i += 4;
	}
}

/* Return whether the call sets nodes and does nothing else than read. */
static bool sets_alone(const struct words *words)
{
	bool sets = false;
	for (uint64_t i = 0; i < words->n; i++) {
		uint32_t what = words->at[i] >> GS_ACCESS_SHIFT;
		if (what != GS_ACCESS_READ && what != GS_ACCESS_SET)
			return false;
		sets |= what == GS_ACCESS_SET;
	}
	return sets;
}

static bool is_there(struct gs_repeats *repeats, const struct words *words, uint64_t value)
{
	for (uint64_t i = 0; i < words->n; i++)
		if (words->at[i] >> GS_ACCESS_SHIFT == GS_ACCESS_SET &&
			value_of(repeats, words->at[i] & GS_ACCESS_NODE) != value)
			return false;
	return true;
}

/* Return whether the context shares objects: then binding an object again makes changes by other
 * contexts visible. */
static bool is_shared(const struct gs_effects *effects)
{
	return effects->thread->context->group->contexts->len > 1;
}

/* Open a bracket at glPushAttrib and close one at glPopAttrib. Return whether it was a pop whose
 * push is known, so that nothing else has changed. */
static bool is_bracket(struct gs_repeats *repeats, const struct gs_trace_call *call)
{
	const struct gs_effects_recipe *recipe =
		repeats->effects->recipes->pdata[call->function->id];
	const struct gs_effects_context *context = repeats->effects->thread->context;
	if (!context || context->list)
		return false;
	if (recipe->number == GS_FN_glPopAttrib)
		return end_bracket(repeats);
	if (recipe->number == GS_FN_glPushAttrib)
		begin_bracket(repeats);
	return false;
}

enum gs_repeat gs_repeats_add(struct gs_repeats *repeats, const struct gs_trace_call *call)
{
	const struct gs_effects *effects = repeats->effects;
	struct words words = words_of_last(effects);
	uint64_t value;
	if (!words.n)
		return GS_REPEAT_NONE;
	if (is_bracket(repeats, call))
		return GS_REPEAT_NONE;
	if (call->is_fake || !effects->thread->context || effects->thread->context->list ||
		!sets_state(repeats, call->function) || !sets_alone(&words)) {
		change_all(repeats, &words, 0);
		return GS_REPEAT_NONE;
	}
	value = value_of_call(repeats, call, &words);
	if (is_there(repeats, &words, value))
		return is_shared(effects) ? GS_REPEAT_CHANGES : GS_REPEAT_IS;
	change_all(repeats, &words, value);
	return GS_REPEAT_CHANGES;
}
