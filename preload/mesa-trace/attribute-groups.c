/* SPDX-License-Identifier: MIT */
#include "data/targets.h"
#include "preload/mesa-trace/mesa-trace.h"

#include <string.h>
#include "data/asked.h"
#include "dispatch/dispatch.h"
#include "preload/capture/saved/save.h"
#include "preload/caps/caps.h"

enum { MOST_VALUES = 16, MOST_DRAW_BUFFERS = 16, STIPPLE = 128 };

static const struct {
	uint16_t getter;
	uint8_t class, bits;
} types[] = {
	[GS_ATTRIBUTE_INT] = {GS_FN_glGetIntegerv, GS_CLASS_INT, 32},
	[GS_ATTRIBUTE_UINT] = {GS_FN_glGetIntegerv, GS_CLASS_INT, 32},
	[GS_ATTRIBUTE_FLOAT] = {GS_FN_glGetFloatv, GS_CLASS_FLOAT, 32},
	[GS_ATTRIBUTE_DOUBLE] = {GS_FN_glGetDoublev, GS_CLASS_DOUBLE, 64},
	[GS_ATTRIBUTE_BOOLEAN] = {GS_FN_glGetBooleanv, GS_CLASS_BOOLEAN, 8},
};

/* ---- asking and setting ---- */

struct groups {
	struct gs_made_up *out;
	GLbitfield bits;
	bool asserts;  /* calls that ask, instead of calls that set */
	bool legacy;   /* a compatibility context */
	bool compiles; /* a display list, into which glActiveTexture would go */
	GLenum unit;   /* the active one */
};

union values {
	GLint i[MOST_VALUES];
	GLfloat f[MOST_VALUES];
	GLdouble d[MOST_VALUES];
	GLboolean b[MOST_VALUES];
};

static void set_pointing(struct groups *g, unsigned function, const uint64_t *args, unsigned n,
	const struct gs_made_up_memory *memory)
{
	struct gs_wire_call call = {.function = function, .flags = GS_CALL_EXECUTED, .n_args = n};
	if (g->asserts)
		return;
	memcpy(call.args, args, n * sizeof *args);
	if (memory && memory->count)
		call.args[memory->argument] = (uint64_t)(uintptr_t)memory->data;
	gs_made_up_add(g->out, &call, memory);
}

static void set(struct groups *g, unsigned function, const uint64_t *args, unsigned n)
{
	set_pointing(g, function, args, n, NULL);
}

static void set_one(struct groups *g, unsigned function, uint64_t arg)
{
	set(g, function, &arg, 1);
}

/* Calls the getter, whose last argument points at the values. False: GL does not have them. */
static bool ask(struct groups *g, unsigned getter, const uint64_t *args, unsigned n,
	enum gs_attribute_type type, unsigned count, union values *values)
{
	struct gs_wire_call call = {.function = getter, .flags = GS_CALL_EXECUTED, .n_args = n + 1};
	void *real = gs_real(getter);
	memset(values, 0, sizeof *values);
	memcpy(call.args, args, n * sizeof *args);
	call.args[n] = (uint64_t)(uintptr_t)values;
	if (!real)
		return false;
	gs_dispatch(real, &call);
	if (gs_caps_drain() != GL_NO_ERROR)
		return false;
	const struct gs_made_up_memory memory = {
		values, count, (uint8_t)n, types[type].class, types[type].bits, true};
	if (g->asserts)
		gs_made_up_add(g->out, &call, &memory);
	return true;
}

static bool ask_value(struct groups *g, enum gs_attribute_type type, GLenum name, unsigned count,
	union values *values)
{
	const uint64_t args[1] = {name};
	return ask(g, types[type].getter, args, 1, type, count, values);
}

/* Without a word in the trace. */
static GLint look(struct groups *g, GLenum name)
{
	struct groups silent = *g;
	union values values;
	silent.asserts = false;
	return ask_value(&silent, GS_ATTRIBUTE_INT, name, 1, &values) ? values.i[0] : 0;
}

static void add_capability(struct groups *g, const struct gs_attribute_capability *c)
{
	if (!(g->bits & (c->groups | GL_ENABLE_BIT)))
		return;
	struct gs_wire_call call = {.function = GS_FN_glIsEnabled,
		.flags = GS_CALL_EXECUTED | GS_CALL_RETURNED,
		.n_args = 1,
		.ret = GL(glIsEnabled)(c->name),
		.args = {c->name}};
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	if (g->asserts)
		gs_made_up_add(g->out, &call, NULL);
	else
		set_one(g, call.ret ? GS_FN_glEnable : GS_FN_glDisable, c->name);
}

static void add_capabilities(struct groups *g, const struct gs_attribute_capability *list)
{
	for (; list->groups; list++)
		add_capability(g, list);
}

static uint64_t raw_value(const union values *v, enum gs_attribute_type type, unsigned i)
{
	uint64_t raw = 0;
	if (type == GS_ATTRIBUTE_INT)
		return (uint64_t)(int64_t)v->i[i];
	if (type == GS_ATTRIBUTE_UINT)
		return (uint32_t)v->i[i];
	if (type == GS_ATTRIBUTE_BOOLEAN)
		return v->b[i];
	if (type == GS_ATTRIBUTE_FLOAT)
		memcpy(&raw, &v->f[i], sizeof v->f[i]);
	else
		memcpy(&raw, &v->d[i], sizeof v->d[i]);
	return raw;
}

static void add_call(struct groups *g, const struct gs_attribute_call *s)
{
	uint64_t args[GS_WIRE_ARGS];
	union values values, pointed;
	struct gs_made_up_memory memory = {.data = &pointed};
	unsigned n = 0;
	if (!(g->bits & s->groups) || (s->is_legacy && !g->legacy))
		return;
	for (const struct gs_attribute_operand *o = s->operands;
		o < s->operands + GS_ATTRIBUTE_OPERANDS && o->kind != GS_ATTRIBUTE_END; o++) {
		if (o->kind == GS_ATTRIBUTE_CONSTANT || o->kind == GS_ATTRIBUTE_UNIT) {
			args[n++] = o->kind == GS_ATTRIBUTE_UNIT ? g->unit : o->name;
			continue;
		}
		if (!ask_value(g, o->type, o->name, o->first + o->count, &values))
			return;
		if (o->kind == GS_ATTRIBUTE_POINTER) {
			pointed = values;
			memory = (struct gs_made_up_memory){&pointed, o->count, (uint8_t)n,
				types[o->type].class, types[o->type].bits, false};
			args[n++] = 0;
			continue;
		}
		for (unsigned i = 0; i < o->count; i++)
			args[n++] = raw_value(&values, o->type, o->first + i);
	}
	set_pointing(g, s->function, args, n, &memory);
}

static void add_calls(struct groups *g, const struct gs_attribute_call *list)
{
	for (; list->groups; list++)
		add_call(g, list);
}

/* Between the two the modelview matrix is the identity. */
static void eye_begins(struct groups *g)
{
	set_one(g, GS_FN_glMatrixMode, GL_MODELVIEW);
	set(g, GS_FN_glPushMatrix, NULL, 0);
	set(g, GS_FN_glLoadIdentity, NULL, 0);
}

static void eye_ends(struct groups *g)
{
	set(g, GS_FN_glPopMatrix, NULL, 0);
	set_one(g, GS_FN_glMatrixMode, (uint64_t)look(g, GL_MATRIX_MODE));
}

/* target: in place of the object's first; 0: that. */
static void add_object(struct groups *g, const struct gs_attribute_object *o, GLenum target)
{
	if (!(g->bits & o->groups) || (o->is_legacy && !g->legacy))
		return;
	if (o->is_eye)
		eye_begins(g);
	for (unsigned i = 0; i < o->n; i++) {
		const uint64_t args[3] = {(target ? target : o->first) + i, o->parameter, 0};
		unsigned n = o->parameter ? 2 : 1, n_set = o->is_plain ? 1 : n;
		union values values;
		if (!ask(g, o->getter, args, n, o->type, o->count, &values))
			break;
		const struct gs_made_up_memory memory = {&values, o->count, (uint8_t)n_set,
			types[o->type].class, types[o->type].bits, false};
		set_pointing(g, o->setter, args, n_set + 1, &memory);
	}
	if (o->is_eye)
		eye_ends(g);
}

static void add_objects(struct groups *g, const struct gs_attribute_object *list)
{
	for (; list->groups; list++)
		add_object(g, list, 0);
}

/* ---- what is not in a list ---- */

static void add_matrix(struct groups *g, GLenum mode, GLenum name)
{
	const uint64_t args[1] = {0};
	union values values;
	if (!(g->bits & GL_TRANSFORM_BIT) || !g->legacy ||
		!ask_value(g, GS_ATTRIBUTE_FLOAT, name, 16, &values))
		return;
	const struct gs_made_up_memory memory = {&values, 16, 0, GS_CLASS_FLOAT, 32, false};
	set_one(g, GS_FN_glMatrixMode, mode);
	set_pointing(g, GS_FN_glLoadMatrixf, args, 1, &memory);
}

static void add_matrix_mode(struct groups *g)
{
	union values mode;
	if ((g->bits & GL_TRANSFORM_BIT) && g->legacy &&
		ask_value(g, GS_ATTRIBUTE_INT, GL_MATRIX_MODE, 1, &mode))
		set_one(g, GS_FN_glMatrixMode, (uint64_t)mode.i[0]);
}

static void add_draw_buffers(struct groups *g)
{
	union values value;
	GLint list[MOST_DRAW_BUFFERS] = {0}, n = look(g, GL_MAX_DRAW_BUFFERS), used = 1;
	if (!(g->bits & GL_COLOR_BUFFER_BIT) ||
		!ask_value(g, GS_ATTRIBUTE_INT, GL_DRAW_BUFFER, 1, &value))
		return;
	for (GLint i = 0; i < n && i < MOST_DRAW_BUFFERS; i++) {
		list[i] = look(g, GL_DRAW_BUFFER0 + (GLenum)i);
		used = list[i] ? i + 1 : used;
	}
	const uint64_t args[2] = {(uint64_t)used, 0};
	const struct gs_made_up_memory memory = {list, (size_t)used, 1, GS_CLASS_ENUM, 32, false};
	if (used == 1)
		set_one(g, GS_FN_glDrawBuffer, (uint64_t)value.i[0]);
	else
		set_pointing(g, GS_FN_glDrawBuffers, args, 2, &memory);
}

/* The pattern is read and written as pixels are, by the player as by us. */
static void add_stipple_call(
	struct groups *g, const struct gs_caps *caps, const GLubyte stipple[STIPPLE])
{
	static const GLenum stores[][4] = {{GL_UNPACK_LSB_FIRST, GL_UNPACK_ROW_LENGTH,
						   GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS},
		{GL_PACK_LSB_FIRST, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS}};
	const bool asks = g->asserts;
	const GLenum *store = stores[asks];
	const uint64_t target = asks ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
	const uint64_t none[2] = {target, 0};
	const uint64_t bound[2] = {
		target, caps->pack_buffer ? (uint64_t)look(g, asks ? GL_PIXEL_PACK_BUFFER_BINDING
								   : GL_PIXEL_UNPACK_BUFFER_BINDING)
					  : 0};
	/* players want an array of what is set, and an image of what is asked for */
	const struct gs_made_up_memory memory = {
		stipple, STIPPLE, 0, asks ? GS_CLASS_VOID : GS_CLASS_UINT, 8, asks};
	const uint64_t address = (uint64_t)(uintptr_t)stipple;
	struct groups setting = *g;
	setting.asserts = false;
	if (bound[1])
		set(&setting, GS_FN_glBindBuffer, none, 2);
	set_one(&setting, GS_FN_glPushClientAttrib, GL_CLIENT_PIXEL_STORE_BIT);
	for (size_t i = 0; i < sizeof stores[0] / sizeof *stores[0]; i++) {
		const uint64_t plain[2] = {store[i], 0};
		set(&setting, GS_FN_glPixelStorei, plain, 2);
	}
	set_pointing(&setting, asks ? GS_FN_glGetPolygonStipple : GS_FN_glPolygonStipple, &address,
		1, &memory);
	set(&setting, GS_FN_glPopClientAttrib, NULL, 0);
	if (bound[1])
		set(&setting, GS_FN_glBindBuffer, bound, 2);
}

static void add_stipple(struct groups *g)
{
	GLubyte stipple[STIPPLE] = {0};
	struct gs_caps caps;
	struct gs_saved saved;
	if (!(g->bits & GL_POLYGON_STIPPLE_BIT) || !g->legacy)
		return;
	gs_caps_get(&caps);
	gs_saved_enter_pixels(&saved, &caps);
	GL(glGetPolygonStipple)(stipple);
	gs_saved_leave_pixels(&saved);
	if (gs_caps_drain() == GL_NO_ERROR)
		add_stipple_call(g, &caps, stipple);
}

/* ---- texture units ---- */

static void make_active(struct groups *g, GLenum unit)
{
	const struct gs_wire_call call = {.function = GS_FN_glActiveTexture,
		.flags = GS_CALL_EXECUTED,
		.n_args = 1,
		.args = {unit}};
	g->unit = unit;
	GL(glActiveTexture)(unit);
	gs_made_up_add(g->out, &call, NULL);
}

/* With each of the units active, or only the active one. */
static void each_unit(struct groups *g, GLint n, void (*add)(struct groups *g))
{
	GLenum active = (GLenum)gs_caps_active_texture();
	g->unit = active;
	if (g->compiles || n < 2) {
		add(g);
		return;
	}
	for (GLint i = 0; i < n; i++) {
		make_active(g, GL_TEXTURE0 + (GLenum)i);
		add(g);
	}
	make_active(g, active);
}

/* ---- the raster position ---- */

static void add_raster_unit(struct groups *g)
{
	add_calls(g, gs_attribute_raster_unit_calls);
}

/* Where it is, with current values as its own, which are set behind it. That there is none, no call
 * can say. */
static void add_raster_position(struct groups *g)
{
	uint64_t source[2] = {GL_FOG_COORD_SRC, GL_FOG_COORD};
	if (!(g->bits & GL_CURRENT_BIT) || !g->legacy || !look(g, GL_CURRENT_RASTER_POSITION_VALID))
		return;
	each_unit(g, look(g, GL_MAX_TEXTURE_COORDS), add_raster_unit);
	set(g, GS_FN_glFogi, source, 2);
	add_calls(g, gs_attribute_raster_calls);
	source[1] = (uint64_t)look(g, GL_FOG_COORD_SRC);
	set(g, GS_FN_glFogi, source, 2);
}

/* ---- the rest of texture units ---- */

/* A rectangle has one level, for which NVIDIA's driver takes no limits of the level of detail. */
static bool has_object(GLenum target, const struct gs_attribute_object *object)
{
	return target != GL_TEXTURE_RECTANGLE ||
	       (object->parameter != GL_TEXTURE_MIN_LOD && object->parameter != GL_TEXTURE_MAX_LOD);
}

static void add_textures(struct groups *g)
{
	static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D,
		GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE};
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		if (g->unit != GL_TEXTURE0 && !look(g, gs_data_texture_binding(targets[i])))
			continue; /* texture 0 is the same one in all units */
		for (const struct gs_attribute_object *o = gs_attribute_texture_objects; o->groups;
			o++)
			if (has_object(targets[i], o))
				add_object(g, o, targets[i]);
	}
}

/* The active one. */
static void add_unit(struct groups *g)
{
	add_calls(g, gs_attribute_unit_calls);
	add_objects(g, gs_attribute_unit_objects);
	add_textures(g);
	add_capabilities(g, gs_attribute_unit_capabilities);
	add_matrix(g, GL_TEXTURE, GL_TEXTURE_MATRIX);
}

static void add_units(struct groups *g)
{
	const GLbitfield groups = GL_TEXTURE_BIT | GL_ENABLE_BIT | GL_TRANSFORM_BIT |
				  GL_CURRENT_BIT | GL_POINT_BIT;
	GLint n = look(g, GL_MAX_TEXTURE_UNITS), coords = look(g, GL_MAX_TEXTURE_COORDS);
	if (g->bits & groups)
		each_unit(g, coords > n ? coords : n, add_unit);
}

/* Colours that material follows, and what multiplies with a matrix, come before these. */
static void add_all(struct groups *g)
{
	const struct gs_attribute_capability material = {GL_LIGHTING_BIT, GL_COLOR_MATERIAL};
	if ((g->bits & GL_LIGHTING_BIT) && g->legacy)
		set_one(g, GS_FN_glDisable, material.name);
	add_raster_position(g);
	add_calls(g, gs_attribute_calls);
	add_objects(g, gs_attribute_objects);
	add_draw_buffers(g);
	add_stipple(g);
	add_units(g);
	add_matrix(g, GL_MODELVIEW, GL_MODELVIEW_MATRIX);
	add_matrix(g, GL_PROJECTION, GL_PROJECTION_MATRIX);
	add_matrix_mode(g);
	add_capabilities(g, gs_attribute_capabilities);
}

static void add_groups(
	struct gs_made_up *m, const struct gs_context *context, GLbitfield bits, bool asserts)
{
	struct groups g = {.out = m,
		.bits = bits,
		.asserts = asserts,
		.legacy = context->compatibility,
		.compiles = context->list_mode != 0};
	add_all(&g);
}

void gs_groups_set_rest(struct gs_made_up *m, const struct gs_context *context)
{
	struct groups g = {.out = m, .bits = GL_ALL_ATTRIB_BITS, .legacy = context->compatibility};
	add_capabilities(&g, gs_attribute_more_capabilities);
	add_calls(&g, gs_attribute_more_calls);
	if (context->es)
		add_calls(&g, gs_attribute_es_calls);
	add_calls(&g, gs_attribute_pixel_store_calls);
}

void gs_groups_set(struct gs_made_up *m, const struct gs_context *context, GLbitfield groups)
{
	add_groups(m, context, groups, false);
}

void gs_groups_assert(struct gs_made_up *m, const struct gs_context *context, GLbitfield groups)
{
	add_groups(m, context, groups, true);
}
