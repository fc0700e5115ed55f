/* SPDX-License-Identifier: MIT */
/*
 * A pending glMultiDraw* taken apart, as display lists are (list-run.c): the draws before the one
 * that is to be debugged are executed for good, then that one alone is redrawn, and when the
 * program's call is executed at last, the rest of them are.
 *
 * gl_DrawID must stay. Of indirect draws the others get a count of 0. Of direct ones a part of the
 * arrays is drawn, or, where the shader asks for gl_DrawID, indirect commands that say the same:
 * Mesa's drivers ignore a direct call whose first count is 0.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "dispatch/dispatch.h"
#include "preload/core/core.h"
#include "preload/lists/list.h"
#include "preload/core/gl.h"
#include "preload/memory/call-memory.h"
#include "preload/memory/reader.h"
#include "preload/shadow/shadow.h"

/* Where the draws' counts lie. */
struct multi {
	unsigned argument; /* counts, or indirect commands */
	unsigned draws;
	unsigned most; /* indirect: commands that GL looks for room for; a stored count may be less
			*/
	bool indirect, elements;
	uint64_t at;
	size_t stride, size; /* indirect: of a command */
	GLint buffer;	     /* indirect: the commands are there; 0: in memory */
};

static bool refuse(const char **why, const char *text)
{
	*why = text;
	return false;
}

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

bool gs_multi_is(const struct gs_wire_call *call)
{
	const struct gs_draw_rule *rule = call ? gs_data_draw(call->function) : NULL;
	return gs_draw_is_of_vertices(rule) && gs_draw_has(rule->draws) && !rule->has_modes;
}

/* Return whether the buffer of the commands can be copied: GL draws from no mapped one. */
static bool can_copy(GLint buffer)
{
	GLint mapped = 0, access = 0;
	if (buffer) {
		GL(glGetBufferParameteriv)(GL_DRAW_INDIRECT_BUFFER, GL_BUFFER_MAPPED, &mapped);
		GL(glGetBufferParameteriv)
		(GL_DRAW_INDIRECT_BUFFER, GL_BUFFER_ACCESS_FLAGS, &access);
	}
	return !mapped || (access & GL_MAP_PERSISTENT_BIT);
}

/* Returns false if the commands cannot be known, or GL refuses the call because of them. */
static bool find_indirect(struct gs_thread *thread, const struct gs_wire_call *call,
	const struct gs_draw_rule *rule, struct multi *m)
{
	struct gs_draw_commands all = gs_data_draw_commands(rule, call->args), drawn;
	m->argument = rule->indirect;
	m->buffer = get(GL_DRAW_INDIRECT_BUFFER_BINDING);
	if (rule->is_bindless || all.n < 0 || all.stride < 0 ||
		(!m->buffer && (gs_draw_has(rule->counted) ||
				       !gs_context_current(thread)->compatibility)) ||
		!can_copy(m->buffer) || !gs_multi_commands(call, &drawn))
		return false;
	m->indirect = true;
	m->at = all.at;
	m->size = all.size;
	m->stride = (size_t)all.stride;
	m->most = (unsigned)all.n;
	m->draws = (unsigned)drawn.n;
	return true;
}

static bool find_counts(
	const struct gs_wire_call *call, const struct gs_draw_rule *rule, struct multi *m)
{
	int32_t n = (int32_t)call->args[rule->draws];
	m->argument = rule->count;
	m->at = call->args[m->argument];
	m->draws = n > 0 ? (unsigned)n : 0;
	for (unsigned i = 0; i < m->draws; i++)
		if (!m->at || ((const int32_t *)(uintptr_t)m->at)[i] < 0)
			return false; /* an error: nothing is drawn */
	return true;
}

static bool find(struct gs_thread *thread, const struct gs_wire_call *call, struct multi *m,
	const char **why)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	memset(m, 0, sizeof *m);
	m->elements = rule->source == GS_DRAW_ELEMENTS;
	bool found = gs_draw_has(rule->indirect) ? find_indirect(thread, call, rule, m)
						 : find_counts(call, rule, m);
	if (!found)
		return refuse(why, "the number and kind of the call's draws cannot be read: they "
				   "cannot be debugged one by one");
	return m->draws || refuse(why, "the call makes no draw: `next draw` runs to the next draw");
}

/* ---- executing some of its draws ---- */

static void execute(struct gs_wire_call *call)
{
	gs_dispatch(gs_real_table[call->function], call);
}

static bool is_out(unsigned i, unsigned from, unsigned to)
{
	return i < from || i >= to;
}

/* Let the arrays, which have an element for each draw, begin at draw `from`. */
static void move_arrays(struct gs_wire_call *call, unsigned from, unsigned to)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	call->args[rule->count] += 4 * (uint64_t)from;
	if (gs_draw_has(rule->first))
		call->args[rule->first] += 4 * (uint64_t)from;
	if (gs_draw_has(rule->indices))
		call->args[rule->indices] += sizeof(void *) * (uint64_t)from;
	if (gs_draw_has(rule->base_vertex) && call->args[rule->base_vertex])
		call->args[rule->base_vertex] += 4 * (uint64_t)from;
	call->args[rule->draws] = to - from;
}

/* Indirect commands for the same; of elements 5 words each, of arrays 4. */
static uint32_t *commands_of(
	const struct gs_wire_call *call, const struct multi *m, unsigned from, unsigned to)
{
	const struct gs_draw_rule *rule = gs_data_draw(call->function);
	uint64_t type = m->elements ? call->args[rule->type] : 0;
	unsigned words = m->elements ? 5 : 4;
	unsigned bytes = type == GL_UNSIGNED_INT ? 4 : type == GL_UNSIGNED_SHORT ? 2 : 1;
	uint32_t *commands = calloc(m->draws, words * sizeof *commands), *c = commands;
	for (unsigned i = 0; commands && i < m->draws; i++, c += words) {
		if (is_out(i, from, to))
			continue;
		struct gs_draw_vertices draw = gs_data_draw_of_several(rule, call->args, i);
		c[0] = (uint32_t)draw.count;
		c[1] = 1;
		c[2] = m->elements ? (uint32_t)(draw.indices / bytes) : (uint32_t)draw.first;
		c[3] = (uint32_t)draw.base_vertex;
	}
	return commands;
}

static bool execute_commands(
	const struct gs_wire_call *direct, const struct multi *m, unsigned from, unsigned to)
{
	struct gs_wire_call call = {.n_args = m->elements ? 5 : 4,
		.function = m->elements ? GS_FN_glMultiDrawElementsIndirect
					: GS_FN_glMultiDrawArraysIndirect};
	unsigned size = m->elements ? 20 : 16;
	uint32_t *commands = commands_of(direct, m, from, to);
	GLint bound = get(GL_DRAW_INDIRECT_BUFFER_BINDING);
	GLuint buffer = 0;
	if (!commands)
		return false;
	GL(glGenBuffers)(1, &buffer);
	GL(glBindBuffer)(GL_DRAW_INDIRECT_BUFFER, buffer);
	GL(glBufferData)
	(GL_DRAW_INDIRECT_BUFFER, (GLsizeiptr)size * m->draws, commands, GL_STREAM_DRAW);
	call.args[0] = direct->args[0];
	call.args[1] = m->elements ? direct->args[2] : 0;
	call.args[m->elements ? 3 : 2] = m->draws;
	call.args[m->elements ? 4 : 3] = size;
	gs_dispatch(gs_real(call.function), &call);
	GL(glBindBuffer)(GL_DRAW_INDIRECT_BUFFER, (GLuint)bound);
	GL(glDeleteBuffers)(1, &buffer);
	free(commands);
	return true;
}

/* Both kinds of commands begin with the numbers of vertices and instances. */
enum { NUMBERS = 8 };

static bool execute_memory(
	struct gs_wire_call *call, const struct multi *m, unsigned from, unsigned to)
{
	size_t size = (m->draws - 1) * m->stride + m->size;
	uint8_t *copy = m->at ? malloc(size) : NULL;
	if (!copy || !gs_call_memory_read(copy, m->at, size)) {
		free(copy);
		return false;
	}
	for (unsigned i = 0; i < m->draws; i++)
		if (is_out(i, from, to))
			memset(copy + i * m->stride, 0, NUMBERS);
	call->args[m->argument] = (uint64_t)(uintptr_t)copy;
	execute(call);
	free(copy);
	return true;
}

/* Return how many bytes of the buffer the call may take commands from. */
static GLsizeiptr room_of(const struct multi *m)
{
	uint64_t wanted = m->most ? (m->most - 1) * (uint64_t)m->stride + m->size : 0;
	GLint64 size = 0;
	GL(glGetBufferParameteri64v)(GL_DRAW_INDIRECT_BUFFER, GL_BUFFER_SIZE, &size);
	uint64_t left = m->at < (uint64_t)size ? (uint64_t)size - m->at : 0;
	return (GLsizeiptr)(wanted < left ? wanted : left);
}

/* The copy has room for as many commands as the program's buffer has: where that is too small for
 * the most that the call names, GL refuses the program's own call, and so this one. */
static bool execute_buffer(
	struct gs_wire_call *call, const struct multi *m, unsigned from, unsigned to)
{
	static const uint8_t zeros[NUMBERS];
	GLsizeiptr size = room_of(m);
	GLint write = get(GL_COPY_WRITE_BUFFER_BINDING);
	GLuint copy = 0;
	GL(glGenBuffers)(1, &copy);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, copy);
	GL(glBufferData)(GL_COPY_WRITE_BUFFER, size, NULL, GL_STREAM_DRAW);
	GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	GL(glCopyBufferSubData)
	(GL_DRAW_INDIRECT_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)m->at, 0, size);
	for (unsigned i = 0; i < m->draws && i * m->stride + NUMBERS <= (size_t)size; i++)
		if (is_out(i, from, to))
			GL(glBufferSubData)
	(GL_COPY_WRITE_BUFFER, (GLintptr)(i * m->stride), NUMBERS, zeros);
	GL(glBindBuffer)(GL_COPY_WRITE_BUFFER, (GLuint)write);
	GL(glBindBuffer)(GL_DRAW_INDIRECT_BUFFER, copy);
	call->args[m->argument] = m->at % 4; /* GL refuses what is not a multiple of it */
	execute(call);
	GL(glBindBuffer)(GL_DRAW_INDIRECT_BUFFER, (GLuint)m->buffer);
	GL(glDeleteBuffers)(1, &copy);
	return copy != 0;
}

/* ids: gl_DrawID is asked for. */
static bool execute_some(
	struct gs_wire_call call, const struct multi *m, bool ids, unsigned from, unsigned to)
{
	int error_number = errno;
	bool ok = true;
	if (m->buffer) {
		ok = execute_buffer(&call, m, from, to);
	} else if (m->indirect) {
		ok = execute_memory(&call, m, from, to);
	} else if (ids) {
		ok = execute_commands(&call, m, from, to);
	} else {
		move_arrays(&call, from, to);
		execute(&call);
	}
	errno = error_number;
	return ok;
}

/* ---- gl_DrawID ---- */

static bool link_has_ids(const struct gs_link *link)
{
	bool has = !link || link->binary; /* not known */
	for (unsigned i = 0; !has && i < link->n_shaders; i++) {
		const struct gs_source *source = link->shaders[i].source;
		if (link->shaders[i].type != GL_VERTEX_SHADER)
			continue;
		has = !source;
		for (unsigned k = 0; !has && k < source->n_strings; k++)
			has = strstr(source->strings[k], "gl_DrawID") != NULL;
	}
	return has;
}

static bool has_ids(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	GLint program = context->version >= 20 ? get(GL_CURRENT_PROGRAM) : 0, pipeline = 0;
	if (!program && !context->es &&
		(context->version >= 41 ||
			gs_context_has(context, "GL_ARB_separate_shader_objects")))
		pipeline = get(GL_PROGRAM_PIPELINE_BINDING);
	if (pipeline)
		GL(glGetProgramPipelineiv)((GLuint)pipeline, GL_VERTEX_SHADER, &program);
	return program && link_has_ids(gs_shadow_link(thread, (uint32_t)program));
}

/* Indirect draws take vertices and indices from buffers alone. */
static bool can_be_indirect(struct gs_context *context, const struct multi *m)
{
	bool has = !context->es && (context->version >= 43 ||
					   gs_context_has(context, "GL_ARB_multi_draw_indirect"));
	GLint n = has ? get(GL_MAX_VERTEX_ATTRIBS) : 0;
	for (GLint i = 0; has && i < n; i++) {
		GLint on = 0, buffer = 0;
		GL(glGetVertexAttribiv)((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &on);
		GL(glGetVertexAttribiv)((GLuint)i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
		has = !on || buffer;
	}
	return has && !(m->elements && !get(GL_ELEMENT_ARRAY_BUFFER_BINDING)) &&
	       !(context->compatibility && GL(glIsEnabled)(GL_VERTEX_ARRAY) &&
		       !get(GL_VERTEX_ARRAY_BUFFER_BINDING));
}

/* ---- the pending call ---- */

bool gs_multi_choose(struct gs_thread *thread, unsigned choice, struct gs_list_position *position,
	const char **why)
{
	struct multi m;
	memset(position, 0, sizeof *position);
	if (!thread->before || !gs_pending_is_draw(thread))
		return refuse(why, "the pending call does not draw");
	if (!choice && !thread->multi_draws) {
		position->all = true;
		position->draws = find(thread, thread->call, &m, why) ? m.draws : 0;
		return true;
	}
	if (!find(thread, thread->call, &m, why)) {
		position->nothing = !m.draws;
		return false;
	}
	if (!thread->multi_draws)
		thread->multi_ids = !m.indirect && has_ids(thread);
	if (thread->multi_ids && !can_be_indirect(gs_context_current(thread), &m))
		return refuse(why,
			"the vertex shader may ask for gl_DrawID, which would change if the "
			"draws were executed one by one: preserving it needs indirect draws "
			"(OpenGL 4.3), with vertices and indices in buffers");
	unsigned number = choice ? choice - 1 : thread->multi_draw;
	if (number >= m.draws)
		return refuse(
			why, "the call makes fewer draws than that (they are counted from 0)");
	if (number < thread->multi_draw)
		return refuse(why, "that draw of the call has been executed already, to reach a "
				   "later one; `restart` to debug it");
	bool edited = gs_draw_begins(thread);
	bool ok = number == thread->multi_draw ||
		  execute_some(*thread->call, &m, thread->multi_ids, thread->multi_draw, number);
	if (edited)
		gs_core_handlers.draw_ended(thread);
	if (!ok)
		return refuse(why,
			"the call's commands cannot be copied, so its draws cannot be executed "
			"one by one");
	thread->multi_draws = m.draws;
	thread->multi_draw = number;
	*position = (struct gs_list_position){.draws = m.draws, .draw = number};
	return true;
}

bool gs_multi_redraw(struct gs_thread *thread, const struct gs_wire_call *call, const char **why)
{
	struct multi m;
	if (!find(thread, call, &m, why))
		return false;
	return execute_some(
		       *call, &m, thread->multi_ids, thread->multi_draw, thread->multi_draw + 1) ||
	       refuse(why, "the call's commands cannot be copied, so it cannot be redrawn");
}

void gs_multi_finish(struct gs_thread *thread)
{
	struct multi m;
	const char *why;
	if (!thread->multi_draw) { /* all of it is left: the program's own call */
		int error_number = errno;
		struct gs_wire_call call = *thread->call;
		execute(&call);
		errno = error_number;
	} else if (find(thread, thread->call, &m, &why)) {
		execute_some(*thread->call, &m, thread->multi_ids, thread->multi_draw, m.draws);
	}
	gs_multi_drop(thread);
}

void gs_multi_drop(struct gs_thread *thread)
{
	thread->multi_draw = thread->multi_draws = 0;
}
