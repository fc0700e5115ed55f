/* SPDX-License-Identifier: MIT */
/* Uniform and storage blocks of the programs in use, as the driver has laid them out, and what is
 * bound for them. */
#include "preload/capture/requests/inspection.h"
#include "preload/capture/stage.h"
#include "preload/core/names.h"
#include "preload/inspect/inspect.h"
#include "preload/inspect/program.h"

#include <stdlib.h>
#include <string.h>

struct list {
	struct gs_stream *out;
	const struct gs_caps *caps;
	GLuint program;
	uint32_t n;
};

enum { NAME_ROOM = 1024 };

static void find_buffer(const struct gs_caps *c, struct gs_wire_block *block)
{
	GLint name = 0;
	GLint64 start = 0, length = 0;
	bool storage = block->storage;
	GL(glGetIntegeri_v)
	(storage ? GL_SHADER_STORAGE_BUFFER_BINDING : GL_UNIFORM_BUFFER_BINDING, block->binding,
		&name);
	GL(glGetInteger64i_v)
	(storage ? GL_SHADER_STORAGE_BUFFER_START : GL_UNIFORM_BUFFER_START, block->binding,
		&start);
	GL(glGetInteger64i_v)
	(storage ? GL_SHADER_STORAGE_BUFFER_SIZE : GL_UNIFORM_BUFFER_SIZE, block->binding, &length);
	if (gs_caps_drain() != GL_NO_ERROR)
		return;
	block->buffer = gs_name_shown(GS_OBJECT_BUFFER, (uint32_t)name);
	block->offset = start;
	block->length = length;
	block->buffer_size = gs_buffer_bytes(c, name);
}

static void put_member(struct list *list, const struct gs_wire_member *member, const char *name)
{
	gs_stream_put(list->out, member, sizeof *member);
	gs_stream_put_string(list->out, name);
}

/* ---- uniform blocks ---- */

static GLint of_uniform(GLuint program, GLuint index, GLenum what)
{
	GLint value = 0;
	GL(glGetActiveUniformsiv)(program, 1, &index, what, &value);
	return value > 0 ? value : 0;
}

static void put_uniform(struct list *list, GLuint index)
{
	char name[NAME_ROOM] = "";
	GLint size = 0;
	GLenum type = 0;
	GL(glGetActiveUniform)(list->program, index, sizeof name, NULL, &size, &type, name);
	const struct gs_wire_member member = {
		.type = type,
		.array_size = size,
		.offset = of_uniform(list->program, index, GL_UNIFORM_OFFSET),
		.array_stride = of_uniform(list->program, index, GL_UNIFORM_ARRAY_STRIDE),
		.matrix_stride = of_uniform(list->program, index, GL_UNIFORM_MATRIX_STRIDE),
		.row_major = of_uniform(list->program, index, GL_UNIFORM_IS_ROW_MAJOR),
		.top_size = 1,
	};
	put_member(list, &member, name);
}

static GLint of_uniform_block(GLuint program, GLuint index, GLenum what)
{
	GLint value = 0;
	GL(glGetActiveUniformBlockiv)(program, index, what, &value);
	return value;
}

static void put_uniform_block(struct list *list, GLuint index)
{
	GLuint program = list->program;
	char name[NAME_ROOM] = "";
	GLint n = of_uniform_block(program, index, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS);
	GLint *members = calloc(n > 0 ? n : 1, sizeof *members);
	if (n > 0 && members)
		GL(glGetActiveUniformBlockiv)
	(program, index, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, members);
	GL(glGetActiveUniformBlockName)(program, index, sizeof name, NULL, name);
	struct gs_wire_block block = {
		.program = gs_name_shown(GS_OBJECT_PROGRAM, program),
		.binding = of_uniform_block(program, index, GL_UNIFORM_BLOCK_BINDING),
		.size = of_uniform_block(program, index, GL_UNIFORM_BLOCK_DATA_SIZE),
		.n_members = n > 0 && members ? n : 0,
	};
	find_buffer(list->caps, &block);
	gs_stream_put(list->out, &block, sizeof block);
	gs_stream_put_string(list->out, name);
	for (uint32_t i = 0; i < block.n_members; i++)
		put_uniform(list, members[i]);
	free(members);
	list->n++;
}

/* ---- storage blocks ---- */

static void put_variable(struct list *list, GLuint index)
{
	static const GLenum what[] = {GL_TYPE, GL_ARRAY_SIZE, GL_OFFSET, GL_ARRAY_STRIDE,
		GL_MATRIX_STRIDE, GL_IS_ROW_MAJOR, GL_TOP_LEVEL_ARRAY_SIZE,
		GL_TOP_LEVEL_ARRAY_STRIDE};
	GLint v[8] = {0};
	char name[NAME_ROOM] = "";
	GL(glGetProgramResourceiv)(list->program, GL_BUFFER_VARIABLE, index, 8, what, 8, NULL, v);
	GL(glGetProgramResourceName)
	(list->program, GL_BUFFER_VARIABLE, index, sizeof name, NULL, name);
	const struct gs_wire_member member = {
		v[0], v[1], v[2], v[3] > 0 ? v[3] : 0, v[4] > 0 ? v[4] : 0, v[5], v[6], v[7]};
	put_member(list, &member, name);
}

static void put_storage_block(struct list *list, GLuint index)
{
	static const GLenum what[] = {
		GL_BUFFER_BINDING, GL_BUFFER_DATA_SIZE, GL_NUM_ACTIVE_VARIABLES};
	static const GLenum variables = GL_ACTIVE_VARIABLES;
	GLint v[3] = {0};
	char name[NAME_ROOM] = "";
	GL(glGetProgramResourceiv)
	(list->program, GL_SHADER_STORAGE_BLOCK, index, 3, what, 3, NULL, v);
	GL(glGetProgramResourceName)
	(list->program, GL_SHADER_STORAGE_BLOCK, index, sizeof name, NULL, name);
	GLint *members = calloc(v[2] > 0 ? v[2] : 1, sizeof *members);
	if (v[2] > 0 && members)
		GL(glGetProgramResourceiv)
	(list->program, GL_SHADER_STORAGE_BLOCK, index, 1, &variables, v[2], NULL, members);
	struct gs_wire_block block = {.program = gs_name_shown(GS_OBJECT_PROGRAM, list->program),
		.storage = 1,
		.binding = v[0],
		.size = v[1],
		.n_members = v[2] > 0 && members ? v[2] : 0};
	find_buffer(list->caps, &block);
	gs_stream_put(list->out, &block, sizeof block);
	gs_stream_put_string(list->out, name);
	for (uint32_t i = 0; i < block.n_members; i++)
		put_variable(list, members[i]);
	free(members);
	list->n++;
}

/* ---- all of them ---- */

static void put_blocks(struct list *list)
{
	GLint n = 0;
	if (list->caps->uniform_blocks)
		GL(glGetProgramiv)(list->program, GL_ACTIVE_UNIFORM_BLOCKS, &n);
	for (GLint i = 0; gs_caps_drain() == GL_NO_ERROR && i < n; i++)
		put_uniform_block(list, i);
	n = 0;
	if (list->caps->storage_blocks && list->caps->interfaces)
		GL(glGetProgramInterfaceiv)
	(list->program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &n);
	for (GLint i = 0; gs_caps_drain() == GL_NO_ERROR && i < n; i++)
		put_storage_block(list, i);
}

static bool list_blocks(
	const struct gs_caps *c, const struct gs_redraw *redraw, struct gs_stream *out)
{
	GLuint programs[GS_N_STAGES];
	struct gs_saved saved;
	struct list list = {.out = out, .caps = c};
	unsigned n_programs = gs_programs_in_use(c, redraw, programs);
	gs_stream_put_u32(out, n_programs ? programs[0] : 0);
	void *count = gs_stream_claim(out, sizeof(uint32_t));
	gs_saved_enter_reading(&saved, c, redraw->conditional_query, redraw->conditional_mode);
	for (unsigned i = 0; i < n_programs; i++) {
		list.program = programs[i];
		put_blocks(&list);
	}
	gs_saved_leave(&saved);
	if (count)
		memcpy(count, &list.n, sizeof list.n);
	return !out->failed;
}

bool gs_serve_blocks(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return list_blocks(&q->caps, &q->redraw, &q->out);
}
