/* SPDX-License-Identifier: MIT */
/* Calls that data/effects.in leaves to code: objects, programs, current values, matrices,
 * queries. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "effects/private.h"
#include "data/constants.h"
#include "trace/raw.h"

/* ---- objects ---- */

static unsigned kind_of(const struct gs_effects_call *c)
{
	return c->recipe->n_rules ? c->recipe->rules[0].kind : GS_OBJECT_NONE;
}

static void make_object(struct gs_effects *effects, const struct gs_effects_call *c, uint64_t name)
{
	struct gs_object *object;
	if (!name || kind_of(c) == GS_OBJECT_NONE)
		return;
	object = gs_effects_new_object(effects, c->context, kind_of(c), name);
	gs_log_part(effects, GS_ACCESS_SET, object, GS_SLOT_OBJECT);
	gs_effects_log(effects, GS_ACCESS_SET, object->node);
	if (kind_of(c) == GS_OBJECT_TEXTURE && gs_effects_has(c, "target"))
		object->texture.target = gs_effects_named(c, "target");
}

/* Return the array of names, the last argument; NULL: there is none. */
static const struct gs_trace_value *names_of(const struct gs_effects_call *c)
{
	unsigned n = c->call->function->n_args;
	if (!n || c->call->args[n - 1].class != GS_TRACE_ARRAY)
		return NULL;
	return &c->call->args[n - 1];
}

static void act_generate(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *names = names_of(c);
	for (uint32_t i = 0; names && i < names->n; i++)
		make_object(effects, c, gs_effects_number(&names->items[i]));
}

struct unbinding {
	struct gs_object *object;
	GArray *nodes; /* uint32_t: nodes that refer to it */
};

static void find_uses(gpointer node, gpointer to, gpointer data)
{
	struct unbinding *unbinding = data;
	uint32_t number = GPOINTER_TO_UINT(node);
	if (to == unbinding->object)
		g_array_append_val(unbinding->nodes, number);
}

/* Unbind a deleted object from the context, or from an object that is bound there. */
static void unbind_from(
	struct gs_effects *effects, struct gs_object *owner, struct gs_object *object)
{
	struct unbinding unbinding = {object, NULL};
	if (!owner || !owner->references)
		return;
	unbinding.nodes = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_hash_table_foreach(owner->references, find_uses, &unbinding);
	for (guint i = 0; i < unbinding.nodes->len; i++) {
		uint32_t node = g_array_index(unbinding.nodes, uint32_t, i);
		gs_effects_log(effects, GS_ACCESS_READ, node);
		gs_effects_log(effects, GS_ACCESS_SET, node);
		gs_effects_refer(effects, owner, node, NULL);
	}
	g_array_free(unbinding.nodes, TRUE);
	for (unsigned i = 0; owner->kind == GS_OBJECT_FRAMEBUFFER && i < GS_EFFECTS_COLORS + 2; i++)
		if (owner->framebuffer.attachments[i].object == object)
			owner->framebuffer.attachments[i].object = NULL;
}

static void act_delete(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *names = names_of(c);
	for (uint32_t i = 0; names && i < names->n; i++) {
		uint64_t name = gs_effects_number(&names->items[i]);
		struct gs_object *object = name ? gs_effects_object(
							  effects, c->context, kind_of(c), name)
						: NULL;
		if (!object)
			continue;
		gs_read_being(effects, object);
		unbind_from(effects, &c->context->object, object);
		unbind_from(effects, gs_bound_framebuffer(effects, c, true), object);
		unbind_from(effects, gs_bound_framebuffer(effects, c, false), object);
		unbind_from(effects, gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0), object);
		unbind_from(effects, gs_bound(effects, c, GS_OBJECT_FEEDBACK, 0), object);
		make_object(effects, c, name);
	}
}

static void act_label(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *object = gs_effects_object(effects, c->context,
		gs_data_label_kind((uint32_t)gs_effects_argument(c, 0)), gs_effects_argument(c, 1));
	if (!object)
		return;
	gs_read_being(effects, object);
	gs_log_part(effects, GS_ACCESS_SET, object, GS_SLOT_LABEL);
}

/* ---- programs ---- */

static struct gs_object *named_program(
	struct gs_effects *effects, const struct gs_effects_call *c, unsigned argument)
{
	return gs_effects_object(
		effects, c->context, GS_OBJECT_PROGRAM, gs_effects_argument(c, argument));
}

static void look_at_source(struct gs_object *shader, const struct gs_trace_value *text)
{
	static const char *const writers[] = {"image", "buffer", "atomic_uint"};
	const char *at = text->class == GS_TRACE_STRING ? text->text : NULL;
	shader->program.has_source |= at != NULL;
	if (!at)
		return;
	shader->program.samples |= strstr(at, "sampler") || strstr(at, "image");
	for (size_t i = 0; i < G_N_ELEMENTS(writers); i++)
		shader->program.stores |= strstr(at, writers[i]) != NULL;
	while ((at = strstr(at, "binding"))) {
		at += strlen("binding");
		const char *number = at + strspn(at, " \t=");
		if (*number >= '0' && *number <= '9' && g_ascii_strtoull(number, NULL, 0) < 64)
			shader->program.units |= 1ull << g_ascii_strtoull(number, NULL, 0);
		else if (number != at)
			shader->program.units = UINT64_MAX;
	}
}

static void act_source(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool is_created = c->call->result.class != GS_TRACE_NONE;
	const struct gs_trace_value *strings = gs_effects_array(
		c, gs_effects_has(c, "strings") ? "strings" : "string");
	struct gs_object *shader = is_created ? gs_effects_object(effects, c->context,
							GS_OBJECT_PROGRAM,
							gs_effects_number(&c->call->result))
					      : named_program(effects, c, 0);
	if (!shader)
		return;
	shader->program.has_source = shader->program.samples = shader->program.stores = false;
	shader->program.units = 0;
	for (uint32_t i = 0; strings && i < strings->n; i++)
		look_at_source(shader, &strings->items[i]);
}

/* Give shaders a binary in place of a source and of a compilation. */
static void act_shader_binary(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_trace_value *shaders = gs_effects_array(c, "shaders");
	for (uint32_t i = 0; shaders && i < shaders->n; i++) {
		struct gs_object *shader = gs_effects_object(effects, c->context, GS_OBJECT_PROGRAM,
			gs_effects_number(&shaders->items[i]));
		if (!shader)
			continue;
		gs_read_being(effects, shader);
		gs_log_part(effects, GS_ACCESS_SET, shader, GS_SLOT_SOURCE);
		gs_log_part(effects, GS_ACCESS_SET, shader, GS_SLOT_COMPILED);
		shader->program.has_source = false;
	}
}

static void act_create(struct gs_effects *effects, const struct gs_effects_call *c)
{
	make_object(effects, c, gs_effects_number(&c->call->result));
	if (c->call->function->kinds & GS_KIND_SHADER)
		act_source(effects, c);
}

static void link_shader(gpointer node, gpointer object, gpointer data)
{
	struct gs_object *program = ((gpointer *)data)[0], *shader = object;
	struct gs_effects *effects = ((gpointer *)data)[1];
	(void)node;
	gs_effects_log(effects, GS_ACCESS_READ, shader->node);
	program->program.units |= shader->program.has_source ? shader->program.units : UINT64_MAX;
	program->program.samples |= shader->program.samples || !shader->program.has_source;
	program->program.stores |= shader->program.stores || !shader->program.has_source;
	program->program.has_source = true;
}

static void act_link(struct gs_effects *effects, const struct gs_effects_call *c)
{
	static const unsigned read[] = {GS_SLOT_OBJECT, GS_SLOT_ATTACHED, GS_SLOT_ATTRIBUTE_NAME,
		GS_SLOT_OUTPUT_NAME, GS_SLOT_VARYINGS, GS_SLOT_PARAMETER};
	static const unsigned set[] = {
		GS_SLOT_LINKED, GS_SLOT_UNIFORM, GS_SLOT_BLOCK_BINDING, GS_SLOT_STORAGE_BINDING};
	struct gs_object *program = named_program(effects, c, 0);
	gpointer data[] = {program, effects};
	if (!program)
		return;
	program->program.has_source = false;
	program->program.is_unusable = false;
	program->program.linked = c->place + 1;
	for (size_t i = 0; i < G_N_ELEMENTS(read); i++)
		gs_log_part(effects, GS_ACCESS_READ, program, read[i]);
	bool is_binary = gs_effects_has(c, "binary");
	if (program->references && !is_binary)
		g_hash_table_foreach(program->references, link_shader, data);
	if (!program->program.has_source) {
		program->program.units = UINT64_MAX;
		program->program.samples = program->program.stores = true;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(set); i++)
		gs_log_part(effects, GS_ACCESS_SET, program, set[i]);
	effects->generation++;
}

/* Note a failed link; the query that shows it is kept where the link is. */
static void act_link_status(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *program = named_program(effects, c, 0);
	const struct gs_trace_value *answer = gs_effects_array(c, "params");
	if (!program || gs_effects_argument(c, 1) != GL_LINK_STATUS || !answer || !answer->n ||
		!program->program.linked)
		return;
	program->program.is_unusable = !gs_effects_number(&answer->items[0]);
	if (!program->program.is_unusable)
		return;
	struct gs_effects_pair pair = {program->program.linked - 1, c->place};
	g_array_append_val(effects->pairs, pair);
	/* What was linked before stays in use. */
	gs_log_add_instead(effects, program->program.linked - 1);
}

static void act_detach(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *program = named_program(effects, c, 0);
	if (!program)
		return;
	uint32_t node = gs_object_index(
		effects, program, GS_SLOT_ATTACHED, gs_effects_argument(c, 1));
	gs_effects_log(effects, GS_ACCESS_READ, node);
	gs_effects_bind(effects, program, node, NULL);
}

static void act_stages(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *pipeline = gs_effects_object(
		effects, c->context, GS_OBJECT_PIPELINE, gs_effects_argument(c, 0));
	struct gs_object *program = named_program(effects, c, 2);
	uint64_t stages = gs_effects_argument(c, 1);
	if (!pipeline)
		return;
	gs_read_being(effects, pipeline);
	if (program)
		gs_log_part(effects, GS_ACCESS_READ, program, GS_SLOT_LINKED);
	for (unsigned i = 0; i < 6; i++)
		if (stages >> i & 1)
			gs_effects_bind(effects, pipeline,
				gs_object_index(effects, pipeline, GS_SLOT_STAGE, i), program);
}

static void note_units(
	struct gs_effects *effects, struct gs_object *program, const struct gs_trace_value *value)
{
	uint64_t before = program->program.set_to;
	for (uint32_t i = 0; value->class == GS_TRACE_ARRAY && i < value->n; i++)
		if (gs_effects_number(&value->items[i]) < GS_EFFECTS_UNITS)
			program->program.set_to |= 1ull << gs_effects_number(&value->items[i]);
	if (value->class != GS_TRACE_ARRAY && gs_effects_number(value) < GS_EFFECTS_UNITS)
		program->program.set_to |= 1ull << gs_effects_number(value);
	effects->generation += before != program->program.set_to;
}

static void act_uniform(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool is_named = gs_effects_has(c, "program");
	struct gs_object *program = is_named ? named_program(effects, c, 0)
					     : gs_bound(effects, c, GS_OBJECT_PROGRAM, 0);
	int32_t location = (int32_t)gs_effects_named(c, "location");
	uint64_t n = gs_effects_named(c, "count");
	unsigned last = c->call->function->n_args;
	uint32_t uniforms;
	if (!program || location < 0 || !last)
		return;
	if (strstr(c->call->function->name, "1i"))
		note_units(effects, program, &c->call->args[last - 1]);
	uniforms = gs_object_part(effects, program, GS_SLOT_UNIFORM);
	gs_log_part(effects, GS_ACCESS_READ, program, GS_SLOT_LINKED);
	gs_log_part(effects, GS_ACCESS_READ, program, GS_SLOT_LOCATION);
	gs_effects_log(effects, GS_ACCESS_SET,
		gs_nodes_child(effects->nodes, uniforms, (uint32_t)location, false));
	if (n > 1)
		gs_effects_log_range(effects, GS_ACCESS_ADD_INDICES, uniforms,
			(uint64_t)location + 1, MIN(n - 1, UINT16_MAX));
}

/* ---- materials ---- */

static void in_block(struct gs_effects *effects, const struct gs_effects_call *c)
{
	if (c->context->in_block)
		gs_effects_log(effects, GS_ACCESS_ADD, c->context->block);
}

static void material_part(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t face, uint64_t name)
{
	uint32_t node = gs_object_index(effects, &c->context->object, GS_SLOT_MATERIAL, name);
	if (face != GL_FRONT_AND_BACK)
		node = gs_nodes_child(effects->nodes, node, (uint32_t)face, false);
	gs_effects_log(effects, GS_ACCESS_SET, node);
}

static void set_material(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t face, uint64_t name)
{
	bool is_both = name == GL_AMBIENT_AND_DIFFUSE;
	material_part(effects, c, face, is_both ? GL_AMBIENT : name);
	if (is_both)
		material_part(effects, c, face, GL_DIFFUSE);
}

static void act_material(struct gs_effects *effects, const struct gs_effects_call *c)
{
	in_block(effects, c);
	set_material(effects, c, gs_effects_argument(c, 0), gs_effects_argument(c, 1));
}

/* Set the material that follows the current colour. */
static void color_material(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_effects_context *context = c->context;
	if (!context->colors_material)
		return;
	gs_read_state(effects, c, GS_SLOT_CURRENT_COLOR);
	gs_read_state(effects, c, GS_SLOT_COLOR_MATERIAL);
	gs_effects_log(effects, GS_ACCESS_READ,
		gs_object_index(effects, &context->object, GS_SLOT_ENABLE, GL_COLOR_MATERIAL));
	set_material(effects, c, context->color_face ? context->color_face : GL_FRONT_AND_BACK,
		context->color_material ? context->color_material : GL_AMBIENT_AND_DIFFUSE);
}

static void act_color_material(struct gs_effects *effects, const struct gs_effects_call *c)
{
	c->context->color_face = gs_effects_argument(c, 0);
	c->context->color_material = gs_effects_argument(c, 1);
	color_material(effects, c);
}

static void act_color(struct gs_effects *effects, const struct gs_effects_call *c)
{
	in_block(effects, c);
	if (!c->context->colors_material)
		return;
	color_material(effects, c);
	/* color_material() reads the current color, which this call itself has set. */
	gs_log_part(effects, GS_ACCESS_SET, &c->context->object, GS_SLOT_CURRENT_COLOR);
}

/* ---- enables ---- */

static bool is_of_unit(uint64_t name)
{
	switch (name) {
	case GL_TEXTURE_1D:
	case GL_TEXTURE_2D:
	case GL_TEXTURE_3D:
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_RECTANGLE:
	case GL_TEXTURE_GEN_S:
	case GL_TEXTURE_GEN_T:
	case GL_TEXTURE_GEN_R:
	case GL_TEXTURE_GEN_Q:
	case GL_TEXTURE_GEN_STR_OES:  /* GL_TEXTURE_GEN_STR_OES */
	case GL_TEXTURE_EXTERNAL_OES: /* GL_TEXTURE_EXTERNAL_OES */
		return true;
	default:
		return false;
	}
}

static void follow_enable(
	struct gs_effects *effects, const struct gs_effects_call *c, uint64_t name, bool enables)
{
	uint64_t before = c->context->fixed_units;
	if (name == GL_SCISSOR_TEST)
		c->context->scissors = enables;
	else if (name == GL_BLEND)
		c->context->blends = enables;
	else if (name == GL_DEPTH_TEST)
		c->context->tests_depth = enables;
	else if (name == GL_STENCIL_TEST)
		c->context->tests_stencil = enables;
	else if (name == GL_ALPHA_TEST)
		c->context->tests_alpha = enables;
	else if (name == GL_COLOR_LOGIC_OP)
		c->context->combines = enables;
	else if (name == GL_RASTERIZER_DISCARD)
		c->context->discards = enables;
	else if (name == GL_COLOR_MATERIAL)
		c->context->colors_material = enables;
	else if (name == GL_LIGHTING)
		c->context->lights = enables;
	else if (name == GL_VERTEX_PROGRAM_ARB)
		c->context->runs_vertex_program = enables;
	else if (is_of_unit(name) && enables && c->context->unit < GS_EFFECTS_UNITS)
		c->context->fixed_units |= 1ull << c->context->unit;
	effects->generation += before != c->context->fixed_units;
}

static void act_enable(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t name = gs_effects_argument(c, 0);
	uint32_t node = gs_object_index(effects, &c->context->object, GS_SLOT_ENABLE, name);
	if (is_of_unit(name)) {
		gs_read_state(effects, c, GS_SLOT_ACTIVE_TEXTURE);
		node = gs_nodes_child(effects->nodes, node, (uint32_t)c->context->unit, false);
	}
	gs_effects_log(effects, GS_ACCESS_SET, node);
	follow_enable(effects, c, name, c->call->function->kinds & GS_KIND_ENABLES);
	if (name == GL_COLOR_MATERIAL)
		color_material(effects, c);
}

/* Enable a capability at one index. It counts as enabled at all of them. */
static void act_enable_index(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t name = gs_effects_argument(c, 0), unit = c->context->unit;
	if (!(c->call->function->kinds & GS_KIND_ENABLES))
		return;
	/* In EXT_direct_state_access the index is a texture unit then. */
	if (is_of_unit(name))
		c->context->unit = gs_effects_argument(c, 1);
	follow_enable(effects, c, name, true);
	c->context->unit = unit;
}

/* ---- blocks of vertices ---- */

static void act_begin(struct gs_effects *effects, const struct gs_effects_call *c)
{
	gs_effects_log(effects, GS_ACCESS_READ, c->context->object.node);
	gs_effects_log(effects, GS_ACCESS_SET, c->context->block);
	c->context->in_block = true;
}

static void act_end(struct gs_effects *effects, const struct gs_effects_call *c)
{
	gs_effects_log(effects, GS_ACCESS_READ, c->context->block);
	gs_act_draw(effects, c);
	c->context->in_block = false;
}

static void act_vertex(struct gs_effects *effects, const struct gs_effects_call *c)
{
	in_block(effects, c);
	if (c->recipe->number == GS_FN_glArrayElement ||
		c->recipe->number == GS_FN_glArrayElementEXT)
		gs_effects_log(effects, GS_ACCESS_READ,
			gs_bound(effects, c, GS_OBJECT_VERTEX_ARRAY, 0)->node);
}

static void act_raster_position(struct gs_effects *effects, const struct gs_effects_call *c)
{
	gs_effects_log(effects, GS_ACCESS_READ, c->context->object.node);
	gs_effects_log(effects, GS_ACCESS_SET, c->context->raster);
}

/* Draw at the raster position, which glBitmap also moves. Where only the move is needed, what the
 * draw reads is not; so the draw is logged like a call of a display list. */
static void act_raster_draw(struct gs_effects *effects, const struct gs_effects_call *c)
{
	bool is_apart = c->recipe->number == GS_FN_glBitmap && effects->depth < GS_EFFECTS_DEEPEST;
	gs_effects_log(effects, GS_ACCESS_READ, c->context->raster);
	if (c->recipe->number == GS_FN_glBitmap)
		gs_effects_log(effects, GS_ACCESS_ADD, c->context->raster);
	effects->depth += is_apart;
	if (is_apart)
		gs_effects_log_next(effects);
	gs_act_draw(effects, c);
	effects->depth -= is_apart;
}

/* ---- matrices ---- */

static uint32_t current_matrix(struct gs_effects *effects, const struct gs_effects_call *c)
{
	return gs_object_index(
		effects, &c->context->object, GS_SLOT_MATRIX, gs_current_matrix(effects, c));
}

static GArray *open_pushes(struct gs_effects_context *context, uint32_t node)
{
	GArray *open = g_hash_table_lookup(context->matrices, GUINT_TO_POINTER(node));
	if (!open) {
		open = g_array_new(FALSE, FALSE, sizeof(uint32_t));
		g_hash_table_insert(context->matrices, GUINT_TO_POINTER(node), open);
	}
	return open;
}

static void act_push_matrix(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint32_t node = current_matrix(effects, c);
	g_array_append_val(open_pushes(c->context, node), c->place);
	gs_effects_log(effects, GS_ACCESS_PUSH, node);
}

static void act_pop_matrix(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint32_t node = current_matrix(effects, c);
	GArray *open = open_pushes(c->context, node);
	if (!open->len)
		return;
	uint32_t push = g_array_index(open, uint32_t, open->len - 1);
	struct gs_effects_pair pairs[] = {{c->place, push}, {push, c->place}};
	g_array_set_size(open, open->len - 1);
	g_array_append_vals(effects->pairs, pairs, 2);
	gs_effects_log(effects, GS_ACCESS_POP, node);
}

static void act_viewport(struct gs_effects *effects, const struct gs_effects_call *c)
{
	for (unsigned i = 0; i < 4; i++)
		c->context->viewport[i] = (int32_t)gs_effects_argument(c, i);
	if (c->call->is_fake)
		gs_log_part(effects, GS_ACCESS_SET, &c->context->object, GS_SLOT_WINDOW_SIZE);
}

/* ---- queries ---- */

static uint32_t active_query(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint32_t node = gs_object_index(
		effects, &c->context->object, GS_SLOT_QUERY, gs_effects_named(c, "target"));
	return gs_nodes_child(effects->nodes, node, (uint32_t)gs_effects_named(c, "index"), false);
}

static void act_begin_query(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *query = gs_effects_object(
		effects, c->context, GS_OBJECT_QUERY, gs_effects_named(c, "id"));
	uint32_t node = active_query(effects, c);
	if (!query)
		return;
	gs_read_being(effects, query);
	gs_effects_log(effects, GS_ACCESS_SET, node);
	gs_log_part(effects, GS_ACCESS_SET, query, GS_SLOT_CONTENTS);
	gs_effects_refer(effects, &c->context->object, node, query);
}

static void act_end_query(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint32_t node = active_query(effects, c);
	struct gs_object *query = gs_effects_referred(&c->context->object, node);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	gs_effects_log(effects, GS_ACCESS_SET, node);
	if (query)
		gs_log_part(effects, GS_ACCESS_ADD, query, GS_SLOT_CONTENTS);
	gs_effects_refer(effects, &c->context->object, node, NULL);
}

static void act_begin_feedback(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *feedback = gs_bound(effects, c, GS_OBJECT_FEEDBACK, 0);
	feedback->feedback.begun = c->place + 1;
	feedback->feedback.is_paused = false;
	effects->generation++; /* draws write into its buffers from here on */
}

/* End transform feedback, which is kept where its begin is: otherwise none can begin again. */
static void act_end_feedback(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *feedback = gs_bound(effects, c, GS_OBJECT_FEEDBACK, 0);
	struct gs_effects_pair pair = {feedback->feedback.begun - 1, c->place};
	if (feedback->feedback.begun)
		g_array_append_val(effects->pairs, pair);
	feedback->feedback.begun = 0;
	effects->generation++;
}

static void act_pause_feedback(struct gs_effects *effects, const struct gs_effects_call *c)
{
	gs_bound(effects, c, GS_OBJECT_FEEDBACK, 0)->feedback.is_paused =
		gs_data_plain(c->recipe->number) == GS_FN_glPauseTransformFeedback;
	effects->generation++;
}

/* Change the render mode. The end of selection or feedback is kept where its begin is: otherwise GL
 * draws nothing any more. */
static void act_render_mode(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint64_t mode = gs_effects_argument(c, 0);
	struct gs_effects_pair pair = {c->context->draws_nothing - 1, c->place};
	if (c->context->draws_nothing)
		g_array_append_val(effects->pairs, pair);
	c->context->draws_nothing = mode == GL_RENDER ? 0 : c->place + 1;
	if (mode == GL_SELECT)
		gs_read_state(effects, c, GS_SLOT_SELECT_BUFFER);
	else if (mode == GL_FEEDBACK)
		gs_read_state(effects, c, GS_SLOT_FEEDBACK_BUFFER);
}

/* Keep a comment about the call before it with that call. */
static void act_comment(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_effects_pair pair = {c->place - 1, c->place};
	if (c->place && gs_trace_is_comment(c->call, GS_COMMENT_TOO_LONG))
		g_array_append_val(effects->pairs, pair);
}

static void act_end_conditional(struct gs_effects *effects, const struct gs_effects_call *c)
{
	uint32_t node = gs_object_part(effects, &c->context->object, GS_SLOT_CONDITIONAL);
	gs_effects_log(effects, GS_ACCESS_READ, node);
	gs_effects_bind(effects, &c->context->object, node, NULL);
}

/* Log that a query's answer is written at the offset in the last argument. With
 * GL_QUERY_RESULT_NO_WAIT the old bytes may stay. */
static void write_answer(
	struct gs_effects *effects, const struct gs_effects_call *c, const struct gs_object *buffer)
{
	unsigned last = c->call->function->n_args - 1;
	uint64_t size = strstr(c->call->function->name, "i64v") ? 8 : 4;
	if (c->call->function->n_args && c->call->args[last].class != GS_TRACE_ARRAY)
		gs_buffer_write(effects, buffer, gs_effects_argument(c, last), size);
	else /* the trace has the answer in place of the offset */
		gs_buffer_write(effects, buffer, 0, UINT64_MAX);
}

static void act_query_result(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = gs_bound(effects, c, GS_OBJECT_BUFFER, GL_QUERY_BUFFER);
	if (buffer)
		write_answer(effects, c, buffer);
}

static void act_query_into_buffer(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *buffer = gs_effects_object(
		effects, c->context, GS_OBJECT_BUFFER, gs_effects_named(c, "buffer"));
	if (buffer)
		write_answer(effects, c, buffer);
}

void gs_add_acts(gs_effects_act *acts)
{
	acts[GS_ACT_CREATE] = act_create;
	acts[GS_ACT_GENERATE] = act_generate;
	acts[GS_ACT_DELETE] = act_delete;
	acts[GS_ACT_LABEL] = act_label;
	acts[GS_ACT_SOURCE] = act_source;
	acts[GS_ACT_SHADER_BINARY] = act_shader_binary;
	acts[GS_ACT_LINK] = act_link;
	acts[GS_ACT_LINK_STATUS] = act_link_status;
	acts[GS_ACT_DETACH] = act_detach;
	acts[GS_ACT_STAGES] = act_stages;
	acts[GS_ACT_UNIFORM] = act_uniform;
	acts[GS_ACT_ENABLE] = act_enable;
	acts[GS_ACT_ENABLE_INDEX] = act_enable_index;
	acts[GS_ACT_BEGIN] = act_begin;
	acts[GS_ACT_END] = act_end;
	acts[GS_ACT_VERTEX] = acts[GS_ACT_EVALUATE] = act_vertex;
	acts[GS_ACT_VERTEX_STATE] = acts[GS_ACT_ATTRIBUTES] = acts[GS_ACT_RESTART] = in_block;
	acts[GS_ACT_ATTRIBUTE] = in_block;
	acts[GS_ACT_MATERIAL] = act_material;
	acts[GS_ACT_COLOR_MATERIAL] = act_color_material;
	acts[GS_ACT_COLOR] = act_color;
	acts[GS_ACT_RASTER_POSITION] = act_raster_position;
	acts[GS_ACT_RASTER_DRAW] = act_raster_draw;
	acts[GS_ACT_PUSH_MATRIX] = act_push_matrix;
	acts[GS_ACT_POP_MATRIX] = act_pop_matrix;
	acts[GS_ACT_VIEWPORT] = act_viewport;
	acts[GS_ACT_BEGIN_QUERY] = act_begin_query;
	acts[GS_ACT_END_QUERY] = act_end_query;
	acts[GS_ACT_BEGIN_FEEDBACK] = act_begin_feedback;
	acts[GS_ACT_END_FEEDBACK] = act_end_feedback;
	acts[GS_ACT_PAUSE_FEEDBACK] = act_pause_feedback;
	acts[GS_ACT_RENDER_MODE] = act_render_mode;
	acts[GS_ACT_COMMENT] = act_comment;
	acts[GS_ACT_END_CONDITIONAL] = act_end_conditional;
	acts[GS_ACT_QUERY_RESULT] = act_query_result;
	acts[GS_ACT_QUERY_INTO_BUFFER] = act_query_into_buffer;
}
