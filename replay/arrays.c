/* SPDX-License-Identifier: MIT */
/*
 * Vertices in the program's memory, which GL reads as far as a draw's vertices reach. Before a
 * draw, if arrays may have changed, the driver is asked which ones it would read. Of each, enough
 * memory must be there.
 */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "data/constants.h"
#include "replay/private.h"

/* More vertices than any driver draws in a day. */
#define MOST_VERTICES (INT64_C(1) << 30)

/* Special values of the restart index: the highest of the indices' type; none. */
#define FIXED_RESTART (UINT64_MAX - 1)
#define NO_RESTART UINT64_MAX
#define FAR (UINT64_C(1) << 40)

enum { MOST_ARRAYS = 64, MOST_COMMANDS = 1 << 16 /* commands of one call that are looked at */ };

struct array {
	const uint8_t *pointer;
	uint64_t stride, each; /* bytes */
	uint32_t divisor;
};

struct gs_memory_arrays {
	uint64_t restart; /* the index that restarts primitives, or one of the above */
	unsigned n;
	struct array list[MOST_ARRAYS];
	bool in_empty; /* some arrays are in buffers without data, which may get some */
};

/* ---- which arrays the driver would read ---- */

static void add(struct gs_memory_arrays *arrays, const void *pointer, int components, int type,
	int stride, int divisor)
{
	unsigned each = gs_data_vertex_bytes((uint32_t)type, (uint32_t)components);
	/* Mesa accepts negative strides, too: these leave any array. */
	uint64_t step = stride < 0 ? FAR : stride ? (uint64_t)stride : each;
	if (arrays->n < MOST_ARRAYS)
		arrays->list[arrays->n++] = (struct array){pointer, step, each, (uint32_t)divisor};
}

/* Return whether an enabled array is in memory. NVIDIA's driver may still answer with the buffer of
 * an earlier array (decision 018); but what the player itself has pointed to memory is in no
 * buffer. */
static bool is_in_memory(struct gs_player *player, const void *pointer, int buffer)
{
	return !buffer || (uintptr_t)pointer == GS_REPLAY_NO_MEMORY ||
	       gs_replay_kept_room(player, pointer);
}

static void add_empty(struct gs_memory_arrays *arrays)
{
	arrays->in_empty = true;
	add(arrays, NULL, 1, GL_UNSIGNED_BYTE, 0, 0);
}

static void find_attributes(struct gs_player *player, struct gs_memory_arrays *arrays)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	bool divisors = context->version >= (context->is_es ? 30u : 33u);
	int n = gs_replay_get(player, GL_MAX_VERTEX_ATTRIBS);
	void (*get)(GLuint, GLenum, GLint *) = gs_replay_find(player, "glGetVertexAttribiv");
	void (*get_pointer)(GLuint, GLenum, void **) = gs_replay_find(
		player, "glGetVertexAttribPointerv");
	for (GLuint i = 0; i < (GLuint)n; i++) {
		int enabled = 0, buffer = 0, size = 0, type = 0, stride = 0, divisor = 0;
		void *pointer = NULL;
		get(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
		if (!enabled)
			continue;
		get(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
		get_pointer(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
		if (gs_replay_is_empty(player, buffer)) {
			if (gs_replay_reads_attribute(player, i))
				add_empty(arrays);
			continue;
		}
		if (!is_in_memory(player, pointer, buffer))
			continue;
		get(i, GL_VERTEX_ATTRIB_ARRAY_SIZE, &size);
		get(i, GL_VERTEX_ATTRIB_ARRAY_TYPE, &type);
		get(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &stride);
		if (divisors)
			get(i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR, &divisor);
		add(arrays, pointer, size, type, stride, divisor);
	}
}

struct named_array {
	GLenum array, buffer, pointer, stride, type, size; /* names of queries; 0: there is none */
	uint8_t components; /* number of components, if GL cannot be asked */
	bool in_es;	    /* ES 1 has it */
};

static const struct named_array named_arrays[] = {
	{GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_POINTER,
		GL_VERTEX_ARRAY_STRIDE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_SIZE, 0, true},
	{GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_BUFFER_BINDING, GL_NORMAL_ARRAY_POINTER,
		GL_NORMAL_ARRAY_STRIDE, GL_NORMAL_ARRAY_TYPE, 0, 3, true},
	{GL_COLOR_ARRAY, GL_COLOR_ARRAY_BUFFER_BINDING, GL_COLOR_ARRAY_POINTER,
		GL_COLOR_ARRAY_STRIDE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_SIZE, 0, true},
	{GL_INDEX_ARRAY, GL_INDEX_ARRAY_BUFFER_BINDING, GL_INDEX_ARRAY_POINTER,
		GL_INDEX_ARRAY_STRIDE, GL_INDEX_ARRAY_TYPE, 0, 1, false},
	{GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING, GL_EDGE_FLAG_ARRAY_POINTER,
		GL_EDGE_FLAG_ARRAY_STRIDE, 0, 0, 1, false},
	{GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING,
		GL_SECONDARY_COLOR_ARRAY_POINTER, GL_SECONDARY_COLOR_ARRAY_STRIDE,
		GL_SECONDARY_COLOR_ARRAY_TYPE, GL_SECONDARY_COLOR_ARRAY_SIZE, 0, false},
	{GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_BUFFER_BINDING, GL_FOG_COORD_ARRAY_POINTER,
		GL_FOG_COORD_ARRAY_STRIDE, GL_FOG_COORD_ARRAY_TYPE, 0, 1, false},
};
/* GL_POINT_SIZE_ARRAY_OES and so on, of headers of OpenGL ES 1 */
static const struct named_array point_sizes = {GL_POINT_SIZE_ARRAY_OES,
	GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES, GL_POINT_SIZE_ARRAY_POINTER_OES,
	GL_POINT_SIZE_ARRAY_STRIDE_OES, GL_POINT_SIZE_ARRAY_TYPE_OES, 0, 1, true};
static const struct named_array coordinates = {GL_TEXTURE_COORD_ARRAY,
	GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, GL_TEXTURE_COORD_ARRAY_POINTER,
	GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_TYPE, GL_TEXTURE_COORD_ARRAY_SIZE, 0,
	true};

static void add_named(struct gs_player *player, struct gs_memory_arrays *arrays,
	const struct named_array *named, const void *pointer)
{
	add(arrays, pointer, named->size ? gs_replay_get(player, named->size) : named->components,
		named->type ? gs_replay_get(player, named->type) : GL_UNSIGNED_BYTE,
		gs_replay_get(player, named->stride), 0);
}

static void find_named(
	struct gs_player *player, struct gs_memory_arrays *arrays, const struct named_array *named)
{
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(player, "glIsEnabled");
	void (*get_pointer)(GLenum, void **) = gs_replay_find(player, "glGetPointerv");
	void *pointer = NULL;
	if (!is_enabled(named->array))
		return;
	get_pointer(named->pointer, &pointer);
	int buffer = gs_replay_get(player, named->buffer);
	if (gs_replay_is_empty(player, buffer))
		add_empty(arrays);
	else if (is_in_memory(player, pointer, buffer))
		add_named(player, arrays, named, pointer);
}

static void find_named_arrays(struct gs_player *player, struct gs_memory_arrays *arrays)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	void (*choose)(GLenum) = gs_replay_find(player, "glClientActiveTexture");
	for (size_t i = 0; i < G_N_ELEMENTS(named_arrays); i++)
		if (!context->is_es || named_arrays[i].in_es)
			find_named(player, arrays, &named_arrays[i]);
	if (context->is_es && context->version < 20 &&
		gs_replay_has(player, "GL_OES_point_size_array"))
		find_named(player, arrays, &point_sizes);
	int active = gs_replay_get(player, GL_CLIENT_ACTIVE_TEXTURE);
	int n = gs_replay_get(
		player, context->is_es ? GL_MAX_TEXTURE_UNITS : GL_MAX_TEXTURE_COORDS);
	for (int i = 0; i < n; i++) {
		choose(GL_TEXTURE0 + (GLenum)i);
		find_named(player, arrays, &coordinates);
	}
	choose((GLenum)active);
}

/* Return this driver's name of the bound vertex array object. */
static gpointer bound(struct gs_player *player)
{
	return GINT_TO_POINTER(gs_replay_get(player, GL_VERTEX_ARRAY_BINDING));
}

static uint64_t restart_index(struct gs_player *player)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	GLboolean (*is_enabled)(GLenum) = gs_replay_find(player, "glIsEnabled");
	if (context->version >= (context->is_es ? 30u : 43u) &&
		is_enabled(GL_PRIMITIVE_RESTART_FIXED_INDEX))
		return FIXED_RESTART;
	bool restarts = !context->is_es &&
			(is_enabled(GL_PRIMITIVE_RESTART_NV) ||
				(context->version >= 31 && is_enabled(GL_PRIMITIVE_RESTART)));
	return restarts ? (uint32_t)gs_replay_get(player, GL_PRIMITIVE_RESTART_INDEX) : NO_RESTART;
}

static void find_arrays(struct gs_player *player, struct gs_replay_context *context)
{
	if (!context->arrays)
		context->arrays = g_new0(struct gs_memory_arrays, 1);
	context->arrays->n = 0;
	context->arrays->in_empty = false;
	context->arrays_known = true;
	gs_replay_know_context(player);
	if (context->is_es ? context->version < 20 : !context->is_core)
		find_named_arrays(player, context->arrays);
	if (context->version >= 20)
		find_attributes(player, context->arrays);
	if (!context->arrays->n)
		g_hash_table_add(context->without_arrays, bound(player));
}

void gs_replay_arrays_changed(
	struct gs_player *player, const struct gs_play *play, const uint64_t *args)
{
	struct gs_replay_context *context = gs_replay_context(player);
	if (gs_data_kinds(play->number) & GS_KIND_BUFFER_DATA && args[1])
		return; /* the buffer is not empty */
	if (gs_data_plain(play->number) == GS_FN_glBindVertexArray && context->arrays) {
		context->arrays->n = 0;
		context->arrays_known = g_hash_table_contains(
			context->without_arrays, bound(player));
		return;
	}
	context->arrays_known = false;
	if (g_hash_table_size(context->without_arrays))
		g_hash_table_remove_all(context->without_arrays);
}

/* ---- how far a draw reaches ---- */

struct reach {
	int64_t least, most; /* vertices that are read; none if most < least */
	int64_t instances;   /* instances, including the base instance */
	int64_t n;	     /* vertices drawn, of all instances */
	bool is_unknown;     /* more vertices may be read than is known */
	bool is_untold;	     /* GL does not say what is read */
	bool has_empty;	     /* some command has no vertices */
};

struct drawing {
	struct gs_player *player;
	const char *name;
	const struct gs_draw_rule *rule; /* NULL: glArrayElement */
	const uint64_t *args;
	bool has_arrays;
	uint64_t restart;
	struct reach reach;
};

static void reach(struct drawing *d, int64_t first, int64_t count)
{
	if (count < 1 || first + count < first)
		return;
	d->reach.least = MIN(d->reach.least, first);
	d->reach.most = MAX(d->reach.most, first + count - 1);
}

static void reach_indices(
	struct drawing *d, uint32_t type, const uint8_t *indices, int64_t count, int64_t base)
{
	uint8_t class, bits;
	struct gs_index_range range = gs_no_indices;
	if (count < 1 || !gs_data_gl_type(type, &class, &bits) || class != GS_CLASS_UINT)
		return;
	uint64_t restart = d->restart == FIXED_RESTART ? UINT64_MAX >> (64 - bits) : d->restart;
	gs_data_add_indices(&range, indices, bits / 8u, (uint64_t)count, restart);
	if (range.least <= range.most)
		reach(d, base + (int64_t)range.least, (int64_t)(range.most - range.least) + 1);
}

/* Read from the element buffer. Return false if OpenGL ES does not give the bytes out. */
static bool read_elements(struct gs_player *player, uint64_t offset, uint64_t size, void *to)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	bool is_old = context->version < 30;
	if (!context->is_es) {
		void (*read)(GLenum, GLintptr, GLsizeiptr, void *) = gs_replay_find(
			player, "glGetBufferSubData");
		read(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, to);
		return true;
	}
	void *(*map)(GLenum, GLintptr, GLsizeiptr, GLbitfield) = gs_replay_find(
		player, is_old ? "glMapBufferRangeEXT" : "glMapBufferRange");
	GLboolean (*unmap)(GLenum) = gs_replay_find(
		player, is_old ? "glUnmapBufferOES" : "glUnmapBuffer");
	if (!map || !unmap || (is_old && !gs_replay_has(player, "GL_EXT_map_buffer_range")))
		return false;
	const void *from = map(
		GL_ELEMENT_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, GL_MAP_READ_BIT);
	if (!from) {
		gs_replay_errors(player);
		return false;
	}
	memcpy(to, from, size);
	unmap(GL_ELEMENT_ARRAY_BUFFER);
	return true;
}

/* Extend the reach by indices from the element buffer, as far as the buffer goes. */
static void reach_buffer(
	struct drawing *d, uint32_t type, uint64_t offset, int64_t count, int64_t base)
{
	uint8_t class, bits;
	int size = 0;
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(d->player, "glGetBufferParameteriv");
	if (count < 1 || !gs_data_gl_type(type, &class, &bits) || class != GS_CLASS_UINT)
		return;
	get(GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
	/* Mesa reads indices beyond the buffer's end as 0; NVIDIA's driver reads memory there. */
	if (size < 0 || offset > (uint64_t)size ||
		(uint64_t)size - offset < (uint64_t)count * bits / 8)
		d->reach.is_unknown = true;
	if (size <= 0 || offset >= (uint64_t)size)
		return;
	uint64_t each = bits / 8u, n = MIN((uint64_t)count, ((uint64_t)size - offset) / each);
	uint8_t *memory = n ? gs_replay_take(d->player, n * each) : NULL;
	if (memory && read_elements(d->player, offset, n * each, memory))
		reach_indices(d, type, memory, (int64_t)n, base);
	else
		d->reach.is_unknown |= n > 0;
}

static void reach_elements(
	struct drawing *d, uint32_t type, uint64_t at, int64_t count, int64_t base)
{
	if (!d->has_arrays)
		return;
	if (gs_replay_get(d->player, GL_ELEMENT_ARRAY_BUFFER_BINDING))
		reach_buffer(d, type, at, count, base);
	else
		reach_indices(d, type, (const uint8_t *)(uintptr_t)at, count, base);
}

static void reach_draw(struct drawing *d, const struct gs_draw_vertices *draw)
{
	if (d->rule->source == GS_DRAW_ARRAYS)
		reach(d, draw->first, draw->count);
	else
		reach_elements(d, (uint32_t)d->args[d->rule->type], draw->indices, draw->count,
			draw->base_vertex);
}

/* Extend the reach by each draw of a call with arrays of draws. */
static void reach_multi(struct drawing *d)
{
	int64_t draws = (int32_t)d->args[d->rule->draws];
	for (int64_t i = 0; i < draws; i++) {
		struct gs_draw_vertices draw = gs_data_draw_of_several(
			d->rule, d->args, (uint32_t)i);
		d->reach.n += MAX(draw.count, 0);
		reach_draw(d, &draw);
	}
}

/* Read from the buffer bound to a target. Return NULL if it is too short, or GL does not give the
 * bytes out. */
static void *read_bound(struct drawing *d, GLenum target, uint64_t offset, uint64_t size)
{
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(d->player, "glGetBufferParameteriv");
	void (*read)(GLenum, GLintptr, GLsizeiptr, void *) = gs_replay_find(
		d->player, "glGetBufferSubData");
	int room = 0;
	get(target, GL_BUFFER_SIZE, &room);
	if (room < 0 || offset > (uint64_t)room || size > (uint64_t)room - offset)
		return NULL;
	void *memory = gs_replay_take(d->player, size);
	if (memory)
		read(target, (GLintptr)offset, (GLsizeiptr)size, memory);
	return memory;
}

static void reach_command(struct drawing *d, const uint32_t *words)
{
	const struct gs_draw_rule *rule = d->rule;
	struct gs_draw_vertices draw = gs_data_draw_command(
		rule, words, gs_draw_has(rule->type) ? (uint32_t)d->args[rule->type] : 0);
	d->reach.has_empty |= draw.instances && !draw.count;
	if (!draw.count || !draw.instances)
		return;
	d->reach.n = MIN(d->reach.n + (int64_t)MIN((uint64_t)draw.count * (uint64_t)draw.instances,
					      (uint64_t)MOST_VERTICES + 1),
		MOST_VERTICES + 1);
	d->reach.instances = MAX(d->reach.instances, draw.instances + draw.base_instance);
	/* Without an element array buffer GL refuses indexed draws. */
	if (rule->source == GS_DRAW_ARRAYS ||
		gs_replay_get(d->player, GL_ELEMENT_ARRAY_BUFFER_BINDING))
		reach_draw(d, &draw);
}

/* Extend the reach by indirect commands, in memory or in a buffer. */
static void reach_indirect(struct drawing *d)
{
	const struct gs_draw_rule *rule = d->rule;
	struct gs_draw_commands commands = gs_data_draw_commands(rule, d->args);
	int64_t n = commands.n;
	d->reach.instances = 0;
	d->reach.is_untold = rule->is_bindless || n > MOST_COMMANDS;
	if (d->reach.is_untold || n < 1 || commands.stride < 0 ||
		gs_replay_context(d->player)->is_es)
		return; /* OpenGL ES refuses indirect draws with vertices in memory */
	if (gs_draw_has(rule->counted)) {
		const int32_t *counted = read_bound(
			d, GL_PARAMETER_BUFFER, d->args[rule->counted], sizeof *counted);
		n = counted ? MIN(n, MAX(*counted, 0)) : 0;
	}
	uint64_t size = n ? (uint64_t)((n - 1) * commands.stride) + commands.size : 0;
	uint64_t room = d->player->room[rule->indirect];
	const uint8_t *next = NULL;
	if (gs_replay_get(d->player, GL_DRAW_INDIRECT_BUFFER_BINDING))
		next = read_bound(d, GL_DRAW_INDIRECT_BUFFER, commands.at, size);
	else if (room != GS_REPLAY_OFFSET && size <= room)
		next = (const uint8_t *)(uintptr_t)commands.at;
	for (int64_t i = 0; next && i < n; i++, next += commands.stride) {
		uint32_t words[GS_DRAW_COMMAND_WORDS] = {0};
		memcpy(words, next, commands.size);
		reach_command(d, words);
	}
}

static void reach_one(struct drawing *d)
{
	struct gs_draw_vertices draw = gs_data_draw_direct(d->rule, d->args);
	d->reach.n = draw.count > 0 && draw.instances > 0 ? draw.count * draw.instances : 0;
	d->reach.instances = draw.instances + draw.base_instance;
	reach_draw(d, &draw);
}

static void find_reach(struct drawing *d)
{
	d->reach = (struct reach){.least = INT64_MAX, .most = -1, .instances = 1};
	if (!d->rule) {
		if ((uint32_t)d->args[0] != d->restart)
			reach(d, (int32_t)d->args[0], 1);
	} else if (!gs_draw_is_of_vertices(d->rule)) {
		d->reach.is_untold = true;
	} else if (gs_draw_has(d->rule->indirect)) {
		if (d->has_arrays)
			reach_indirect(d);
	} else if (d->rule->has_arrays) {
		reach_multi(d);
	} else {
		reach_one(d);
	}
}

/* ---- whether all is there ---- */

static bool is_there(struct drawing *d, const struct array *array)
{
	int64_t last = array->divisor ? (d->reach.instances - 1) / array->divisor : d->reach.most;
	uint64_t room = gs_replay_kept_room(d->player, array->pointer), bytes;
	if (d->reach.is_untold)
		return false;
	if (d->reach.instances < 1)
		return true;
	if (d->reach.is_unknown)
		return false;
	if (d->reach.most < d->reach.least)
		return true;
	if (!array->divisor && d->reach.least < 0)
		return false;
	return !__builtin_mul_overflow((uint64_t)last, array->stride, &bytes) &&
	       bytes + array->each <= room;
}

/* Return whether the call has draws without vertices, which draw nothing but may crash
 * (empty-draws.c). */
static bool is_empty(
	struct drawing *d, const struct gs_trace_call *call, const struct gs_memory_arrays *arrays)
{
	if (!d->reach.has_empty || !arrays->n)
		return false;
	if (gs_draw_has(d->rule->draws))
		gs_replay_leave_out(d->player, d->name, call,
			"has commands of no vertices, with vertices in the program's memory");
	return true;
}

static bool is_array_element(unsigned function)
{
	return function == GS_FN_glArrayElement || function == GS_FN_glArrayElementEXT;
}

bool gs_replay_arrays_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args)
{
	struct gs_replay_context *context = gs_replay_context(player);
	struct drawing d = {.player = player,
		.name = play->info->name,
		.rule = gs_data_draw(play->number),
		.args = args};
	bool is_in_block = player->in_block && gs_replay_is_in_block(player);
	if (!is_in_block && (!context->arrays_known || context->arrays->in_empty))
		find_arrays(player, context);
	bool is_element = is_array_element(play->number);
	if (!context->arrays_known)
		return !is_element;
	d.has_arrays = context->arrays->n;
	if (d.has_arrays && !is_in_block)
		context->arrays->restart = restart_index(player);
	d.restart = context->arrays->restart;
	if ((is_in_block && !is_element) || play->number == GS_FN_glBegin)
		return true;
	if (d.has_arrays && !gs_replay_drop_empty(player, d.rule, args))
		return false;
	find_reach(&d);
	if (is_empty(&d, call, context->arrays))
		return false;
	if (d.reach.n > MOST_VERTICES) {
		gs_replay_leave_out(
			player, d.name, call, "draws %lld vertices", (long long)d.reach.n);
		return false;
	}
	for (unsigned i = 0; i < context->arrays->n; i++) {
		if (is_there(&d, &context->arrays->list[i]))
			continue;
		gs_replay_leave_out(player, d.name, call,
			d.reach.is_untold ? "reads vertices from the program's memory, and GL does "
					    "not tell how many"
					  : "reads vertices that the trace does not have");
		return false;
	}
	return true;
}

/* ---- which calls ---- */

void gs_replay_find_arrays(struct gs_play *play)
{
	const struct gs_draw_rule *rule = gs_data_draw(play->number);
	play->draws_arrays = gs_draw_reads_arrays(rule) || is_array_element(play->number) ||
			     play->number == GS_FN_glBegin;
	play->changes_arrays = gs_data_kinds(play->number) & GS_KIND_CHANGES_ARRAYS;
}
