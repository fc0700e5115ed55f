/* SPDX-License-Identifier: MIT */
/* blocks, block: uniform and storage blocks of the program in use, and what their buffers hold. */
#include <string.h>
#include "verbs/verbs.h"
#include "debugger/session/program/block.h"

static void put_head(struct gs_reply *reply, const struct gs_block *block)
{
	gs_json_string(reply->json, "name", block->name);
	gs_json_string(reply->json, "kind", block->storage ? "storage" : "uniform");
	gs_json_integer(reply->json, "program", block->program);
	gs_json_integer(reply->json, "binding", block->binding);
	gs_json_integer(reply->json, "size", (int64_t)block->size);
	gs_json_integer(reply->json, "buffer", block->buffer);
	if (block->buffer) {
		gs_json_integer(reply->json, "offset", (int64_t)block->offset);
		gs_json_integer(reply->json, "length", (int64_t)block->length);
	}
	gs_json_optional(reply->json, "note", block->note);
}

bool gs_verb_blocks(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	GPtrArray *blocks = gs_session_blocks(verbs->session, false, error);
	if (!blocks)
		return false;
	gs_json_begin_list(reply->json, "blocks");
	for (guint i = 0; i < blocks->len; i++) {
		json_builder_begin_object(reply->json);
		put_head(reply, g_ptr_array_index(blocks, i));
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	g_ptr_array_unref(blocks);
	return true;
}

/* ---- one ---- */

static void put_value(struct gs_reply *reply, const struct gs_block_member *m)
{
	struct gs_type type = m->shape;
	size_t each = (size_t)type.columns * type.rows, n = m->n_scalars / each;
	if (m->is_array) {
		type.n_dimensions = 1;
		type.dimensions[0] = (int)n;
	}
	json_builder_set_member_name(reply->json, "value");
	gs_json_value(reply->json, &type, n ? m->scalars : NULL);
	if (m->scalars && n < m->n)
		gs_json_integer(reply->json, "elements", (int64_t)m->n);
}

static void put_member(struct gs_reply *reply, const struct gs_block_member *m)
{
	JsonBuilder *json = reply->json;
	json_builder_begin_object(json);
	gs_json_string(json, "name", m->name);
	gs_json_string(json, "type", m->type);
	gs_json_integer(json, "offset", (int64_t)m->offset);
	if (m->is_array)
		gs_json_integer(json, "array_stride", m->array_stride);
	if (m->shape.columns > 1) {
		gs_json_integer(json, "matrix_stride", m->matrix_stride);
		gs_json_boolean(json, "row_major", m->row_major);
	}
	put_value(reply, m);
	json_builder_end_object(json);
}

/* The member itself, or what lies in it: "lights" and "lights[2]" have "lights[2].place". */
static bool is_in(const char *name, const char *wanted)
{
	size_t length = strlen(wanted);
	return g_str_has_prefix(name, wanted) && strchr(".[", name[length]);
}

static bool put_members(
	struct gs_reply *reply, const struct gs_block *block, const char *wanted, GError **error)
{
	unsigned n = 0;
	gs_json_begin_list(reply->json, "members");
	for (guint i = 0; i < block->members->len; i++) {
		const struct gs_block_member *m = g_ptr_array_index(block->members, i);
		if (wanted && !is_in(m->name, wanted))
			continue;
		put_member(reply, m);
		n++;
	}
	json_builder_end_array(reply->json);
	if (n || !wanted)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
		"block %s has no active member '%s': `block %s` lists them", block->name, wanted,
		block->name);
	return false;
}

bool gs_verb_block(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	GPtrArray *blocks = gs_session_blocks(verbs->session, true, error);
	const struct gs_block *block = blocks ? gs_blocks_find(blocks,
							gs_argument_text(arguments, "NAME"), error)
					      : NULL;
	if (block)
		put_head(reply, block);
	bool good = block &&
		    put_members(reply, block, gs_argument_text(arguments, "MEMBER"), error);
	if (blocks)
		g_ptr_array_unref(blocks);
	return good;
}
