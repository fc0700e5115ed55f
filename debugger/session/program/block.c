/* SPDX-License-Identifier: MIT */
/* Blocks of the programs in use: what their buffers hold, and changing it. */
#include "debugger/session/program/block.h"
#include "debugger/session/request.h"
#include "debugger/session/session.h"
#include "debugger/session/start.h"
#include "debugger/session/program/uniform.h"
#include "wire/inspect.h"

#include <string.h>

static void free_member(gpointer data)
{
	struct gs_block_member *member = data;
	g_free(member->name);
	g_free(member->type);
	g_free(member->scalars);
	g_free(member);
}

static void free_block(gpointer data)
{
	struct gs_block *block = data;
	g_free(block->name);
	g_free(block->note);
	g_ptr_array_unref(block->members);
	g_free(block);
}

/* ---- what the driver says ---- */

/* Members of an array of blocks are listed once for all, as "Lights.place": which is meant, the
 * block's own index says. */
static char *full_name(const struct gs_block *block, const char *name)
{
	const char *bracket = strchr(block->name, '[');
	size_t stem = bracket ? (size_t)(bracket - block->name) : 0;
	if (!bracket || strncmp(name, block->name, stem) || name[stem] != '.')
		return g_strdup(name);
	return g_strconcat(block->name, name + stem, NULL);
}

/* Bytes of a scalar in a buffer. */
static unsigned scalar_size(const struct gs_type *shape)
{
	return shape->base == GS_BASE_DOUBLE || shape->base == GS_BASE_INT64 ||
			       shape->base == GS_BASE_UINT64
		       ? 8
		       : 4;
}

/* Where a component of an element lies, from the member's beginning. */
static uint64_t offset_in_member(
	const struct gs_block_member *m, uint64_t element, unsigned column, unsigned row)
{
	unsigned width = scalar_size(&m->shape);
	uint64_t at = element * m->array_stride;
	if (m->shape.columns == 1)
		return at + (uint64_t)row * width;
	return m->row_major ? at + (uint64_t)row * m->matrix_stride + (uint64_t)column * width
			    : at + (uint64_t)column * m->matrix_stride + (uint64_t)row * width;
}

/* Bytes of one element, up to its last component's end. */
static uint64_t element_size(const struct gs_block_member *m)
{
	return offset_in_member(m, 0, m->shape.columns - 1u, m->shape.rows - 1u) +
	       scalar_size(&m->shape);
}

/* How many of something every stride bytes have room, the first from at on. */
static uint64_t count_room(uint64_t room, uint64_t at, uint64_t size, uint64_t stride)
{
	if (at + size > room)
		return 0;
	return stride ? (room - at - size) / stride + 1 : 1;
}

/* As .length() of a run-time array that begins at an offset. */
static uint64_t count_run_time(const struct gs_block *block, uint64_t offset, uint32_t stride)
{
	return stride && block->length > offset ? (block->length - offset) / stride : 0;
}

static struct gs_block_member *new_member(const struct gs_block *block,
	const struct gs_wire_member *wire, const char *name, uint64_t offset)
{
	struct gs_block_member *m = g_new0(struct gs_block_member, 1);
	struct gs_uniform_info like = {
		.name = (char *)name, .gl_type = wire->type, .array_size = wire->array_size};
	m->shape = gs_uniform_type(&like);
	m->is_array = m->shape.n_dimensions > 0;
	m->shape.n_dimensions = 0;
	m->row_major = wire->row_major;
	m->offset = offset;
	m->array_stride = wire->array_stride;
	m->matrix_stride = wire->matrix_stride;
	m->n = like.array_size ? like.array_size : count_run_time(block, offset, m->array_stride);
	like.array_size = (uint32_t)MIN(m->n, UINT32_MAX);
	m->type = gs_uniform_type_text(&like);
	m->name = full_name(block, name);
	if (g_str_has_suffix(m->name, "[0]"))
		m->name[strlen(m->name) - 3] = '\0';
	return m;
}

/* Of an array of structs GL lists the first element: "lights[0].place" becomes as many as there
 * are. */
static void add_members(struct gs_block *block, const struct gs_wire_member *wire, const char *name,
	uint64_t run_time)
{
	const char *index = strstr(name, "[0]");
	uint64_t n = 1;
	if (wire->top_stride && index && (index[3] || wire->top_size != 1))
		n = wire->top_size ? wire->top_size
				   : count_run_time(block, run_time, wire->top_stride);
	for (uint64_t i = 0; i < MIN(n, GS_BLOCK_MOST); i++) {
		char *text = n == 1 && wire->top_size == 1
				     ? g_strdup(name)
				     : g_strdup_printf("%.*s[%" G_GUINT64_FORMAT "]%s",
					       (int)(index - name), name, i, index + 3);
		g_ptr_array_add(block->members,
			new_member(block, wire, text, wire->offset + i * wire->top_stride));
		g_free(text);
	}
}

static int by_offset(gconstpointer a, gconstpointer b)
{
	const struct gs_block_member *x = *(void *const *)a, *y = *(void *const *)b;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void describe(struct gs_block *block, const struct gs_wire_block *wire)
{
	uint64_t rest = wire->buffer_size > wire->offset ? wire->buffer_size - wire->offset : 0;
	block->program = wire->program;
	block->storage = wire->storage;
	block->binding = wire->binding;
	block->size = wire->size;
	block->buffer = wire->buffer;
	block->offset = wire->offset;
	block->length = wire->length && wire->length < rest ? wire->length : rest;
}

/* The end of the last member of which the number of elements is known; 0: none is. */
static uint64_t end_of_members(const struct gs_block *block)
{
	uint64_t end = 0;
	for (guint i = 0; i < block->members->len; i++) {
		const struct gs_block_member *m = g_ptr_array_index(block->members, i);
		uint64_t before = m->n ? (m->n - 1) * m->array_stride : 0;
		end = MAX(end, m->offset + before + element_size(m));
	}
	return end;
}

/* The driver may round the size of a block up: what is known of the members decides. */
static void note_lack(struct gs_block *block)
{
	const char *kind = block->storage ? "storage" : "uniform";
	uint64_t end = end_of_members(block), needed = end ? end : block->size;
	if (!block->buffer)
		block->note = g_strdup_printf("no buffer is bound to %s binding %u: the program "
					      "has to call glBindBufferBase or "
					      "glBindBufferRange first",
			kind, block->binding);
	else if (block->length < needed && end)
		block->note = g_strdup_printf(
			"only %" G_GUINT64_FORMAT
			" bytes of buffer %u are bound, but the block has %" G_GUINT64_FORMAT
			": GL does not define what the shader reads beyond them",
			block->length, block->buffer, needed);
	else if (!end)
		block->note = g_strdup_printf("GL tells no members of this block, as of programs "
					      "from SPIR-V: `buffer %u` "
					      "shows its bytes%s",
			block->buffer,
			block->length < needed ? "; the driver says that it has more of them than "
						 "are bound, but may have rounded their number up"
					       : "");
}

static const char *read_wire_member(struct gs_stream *answer, struct gs_wire_member *member)
{
	gs_stream_get(answer, member, sizeof *member);
	return gs_stream_get_string(answer);
}

static struct gs_block *read_block(struct gs_stream *answer)
{
	struct gs_wire_block wire;
	struct gs_wire_member member;
	struct gs_block *block = g_new0(struct gs_block, 1);
	gs_stream_get(answer, &wire, sizeof wire);
	block->name = g_strdup(gs_stream_get_string(answer));
	block->members = g_ptr_array_new_with_free_func(free_member);
	describe(block, &wire);
	struct gs_stream again = *answer;
	uint64_t run_time = UINT64_MAX; /* where the array begins of which there is as much as there
					   is room for */
	for (uint32_t i = 0; i < wire.n_members && !answer->failed; i++) {
		read_wire_member(answer, &member);
		if (!member.top_size)
			run_time = MIN(run_time, member.offset);
	}
	for (uint32_t i = 0; i < wire.n_members && !answer->failed; i++) {
		const char *name = read_wire_member(&again, &member);
		add_members(block, &member, name, run_time);
	}
	g_ptr_array_sort(block->members, by_offset);
	note_lack(block);
	return block;
}

static GPtrArray *read_blocks(struct gs_session *session, uint32_t *program, GError **error)
{
	struct gs_stream answer;
	if (!gs_session_need_stop(session, error) ||
		!gs_session_request(session, GS_REQUEST_BLOCKS, NULL, NULL, &answer, error))
		return NULL;
	GPtrArray *blocks = g_ptr_array_new_with_free_func(free_block);
	*program = gs_stream_get_u32(&answer);
	uint32_t n = gs_stream_get_u32(&answer);
	for (uint32_t i = 0; i < n && !answer.failed; i++)
		g_ptr_array_add(blocks, read_block(&answer));
	if (!answer.failed)
		return blocks;
	g_ptr_array_unref(blocks);
	g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
		"the program's description of its blocks is malformed");
	return NULL;
}

/* ---- values ---- */

static void read_member(struct gs_block_member *m, const uint8_t *bytes, uint64_t size)
{
	unsigned each = m->shape.columns * m->shape.rows;
	uint64_t n = MIN(m->n, (uint64_t)GS_BLOCK_MOST / each);
	uint64_t there = m->offset < size
				 ? count_room(size, m->offset, element_size(m), m->array_stride)
				 : 0;
	if (!m->n || there < n) /* not even a part of it: what is bound ends in it */
		return;
	m->scalars = g_new0(struct gs_scalar, n * each + 1);
	for (uint64_t e = 0; e < n; e++)
		for (unsigned c = 0; c < m->shape.columns; c++)
			for (unsigned r = 0; r < m->shape.rows; r++)
				m->scalars[m->n_scalars++] = gs_uniform_scalar(m->shape.base,
					bytes + m->offset + offset_in_member(m, e, c, r));
}

/* The bytes from the block's beginning to the end of what is shown of it. */
static uint64_t shown_size(const struct gs_block *block)
{
	uint64_t size = 0;
	for (guint i = 0; i < block->members->len; i++) {
		const struct gs_block_member *m = g_ptr_array_index(block->members, i);
		uint64_t n = MIN(m->n, GS_BLOCK_MOST);
		if (n)
			size = MAX(size, m->offset + (n - 1) * m->array_stride + element_size(m));
	}
	return MIN(size, block->length);
}

static bool read_values(struct gs_session *session, struct gs_block *block, GError **error)
{
	struct gs_stream answer;
	GError *why = NULL;
	uint64_t number[6] = {block->buffer, block->offset, shown_size(block)};
	if (!block->buffer || !number[2])
		return true;
	if (gs_session_request(session, GS_REQUEST_BUFFER, number, NULL, &answer, &why)) {
		for (guint i = 0; i < block->members->len; i++)
			read_member(g_ptr_array_index(block->members, i), answer.data, answer.size);
		return true;
	}
	if (gs_error_is_fatal(why)) {
		g_propagate_error(error, why);
		return false;
	}
	g_free(block->note);
	block->note = g_strdup(why->message);
	g_error_free(why);
	return true;
}

GPtrArray *gs_session_blocks(struct gs_session *session, bool values, GError **error)
{
	uint32_t program;
	gs_session_begin(session);
	GPtrArray *blocks = read_blocks(session, &program, error);
	for (guint i = 0; values && blocks && i < blocks->len; i++)
		if (!read_values(session, g_ptr_array_index(blocks, i), error))
			g_clear_pointer(&blocks, g_ptr_array_unref);
	return blocks;
}

const struct gs_block *gs_blocks_find(const GPtrArray *blocks, const char *name, GError **error)
{
	for (guint i = 0; i < blocks->len; i++) {
		const struct gs_block *block = g_ptr_array_index(blocks, i);
		if (!strcmp(block->name, name))
			return block;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
		"the program in use has no active block '%s': `blocks` lists what it has", name);
	return NULL;
}

char *gs_block_title(const struct gs_block *block)
{
	char *buffer = block->buffer ? g_strdup_printf("buffer %u", block->buffer)
				     : g_strdup("no buffer");
	char *text = g_strdup_printf("%s block %s, binding %u, %s",
		block->storage ? "storage" : "uniform", block->name, block->binding, buffer);
	g_free(buffer);
	return text;
}

/* ---- changing it ---- */

struct target {
	const struct gs_block *block;
	const struct gs_block_member *member;
	uint64_t first, n; /* elements */
};

static bool matches(const struct gs_block_member *m, const char *name, struct target *target)
{
	size_t length = strlen(m->name);
	uint64_t index;
	if (strncmp(m->name, name, length))
		return false;
	target->first = 0;
	target->n = m->n;
	if (name[length] == '\0')
		return true;
	if (!m->is_array || !gs_uniform_read_index(name + length, &index))
		return false;
	target->first = index;
	target->n = 1;
	return true;
}

static bool find_target(const GPtrArray *blocks, const char *name, struct target *target)
{
	for (guint i = 0; i < blocks->len; i++) {
		target->block = g_ptr_array_index(blocks, i);
		for (guint k = 0; k < target->block->members->len; k++) {
			target->member = g_ptr_array_index(target->block->members, k);
			if (matches(target->member, name, target))
				return true;
		}
	}
	return false;
}

static bool check_target(const struct target *t, const char *name, GError **error)
{
	const struct gs_block *block = t->block;
	const struct gs_block_member *m = t->member;
	if (!block->buffer) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED, "%s lies in a block, and %s",
			name, block->note);
		return false;
	}
	if (t->first >= m->n || !t->n) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"%s has %" G_GUINT64_FORMAT " elements", m->name, m->n);
		return false;
	}
	if (t->n > GS_BLOCK_MOST) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"%s has %" G_GUINT64_FORMAT
			" elements, too many to set at once: set one, as in %s[0]",
			m->name, m->n, m->name);
		return false;
	}
	if (m->offset + (t->first + t->n - 1) * m->array_stride + element_size(m) <= block->length)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"%s lies beyond the %" G_GUINT64_FORMAT " bytes of buffer %u that are bound", name,
		block->length, block->buffer);
	return false;
}

static void put_piece(struct gs_stream *input, uint64_t at, const GByteArray *bytes, uint32_t *n)
{
	if (!bytes->len)
		return;
	gs_stream_put_u64(input, at);
	gs_stream_put_bytes(input, (const char *)bytes->data, bytes->len);
	++*n;
}

/* What lies side by side goes together; nothing between is touched. */
static uint32_t put_pieces(struct gs_stream *input, const struct target *t, const uint64_t *bits)
{
	const struct gs_block_member *m = t->member;
	unsigned width = scalar_size(&m->shape);
	GByteArray *bytes = g_byte_array_new();
	uint64_t begun = 0;
	uint32_t n = 0;
	for (uint64_t e = t->first; e < t->first + t->n; e++)
		for (unsigned c = 0; c < m->shape.columns; c++)
			for (unsigned r = 0; r < m->shape.rows; r++, bits++) {
				uint64_t at = t->block->offset + m->offset +
					      offset_in_member(m, e, c, r);
				if (at != begun + bytes->len) {
					put_piece(input, begun, bytes, &n);
					g_byte_array_set_size(bytes, 0);
					begun = at;
				}
				g_byte_array_append(
					bytes, (const uint8_t *)bits, width); /* little-endian */
			}
	put_piece(input, begun, bytes, &n);
	g_byte_array_unref(bytes);
	return n;
}

static bool send(
	struct gs_session *session, const struct target *t, const uint64_t *bits, GError **error)
{
	struct gs_stream input;
	const uint64_t number[6] = {t->block->buffer};
	if (!gs_session_input(session, &input))
		return false;
	uint32_t *count = gs_stream_claim(&input, sizeof *count);
	uint32_t n = put_pieces(&input, t, bits);
	if (input.failed) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"these are too many values to set at once");
		return false;
	}
	memcpy(count, &n, sizeof n);
	return gs_session_request(session, GS_REQUEST_SET_BUFFER, number, &input, NULL, error);
}

enum gs_block_set gs_session_set_block_member(struct gs_session *session, const char *name,
	const char *value, char **note, GError **error)
{
	struct target target;
	uint32_t program;
	GPtrArray *blocks = read_blocks(session, &program, error);
	if (!blocks)
		return GS_BLOCK_SET_FAILED;
	enum gs_block_set result = GS_BLOCK_SET_UNKNOWN;
	if (find_target(blocks, name, &target)) {
		const struct gs_block_member *m = target.member;
		unsigned each = m->shape.columns * m->shape.rows;
		uint64_t *bits = check_target(&target, name, error)
					 ? gs_uniform_read_values(name, m->type, m->shape.base,
						   (unsigned)(each * target.n), value, error)
					 : NULL;
		result = bits && send(session, &target, bits, error) ? GS_BLOCK_SET_DONE
								     : GS_BLOCK_SET_FAILED;
		g_free(bits);
		if (result == GS_BLOCK_SET_DONE)
			*note = g_strdup_printf(
				"%s was changed in buffer %u: everything that reads the buffer "
				"gets the new value, until the program overwrites it",
				name, target.block->buffer);
	}
	g_ptr_array_unref(blocks);
	return result;
}
