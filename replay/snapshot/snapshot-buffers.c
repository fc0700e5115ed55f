/* SPDX-License-Identifier: MIT */
/* What a buffer holds. */
#include <string.h>
#include "replay/snapshot/snapshot-private.h"

static GLint parameter(struct gs_player *player, GLenum name)
{
	void (*get)(GLenum, GLenum, GLint *) = gs_replay_find(player, "glGetBufferParameteriv");
	GLint value = 0;
	get(GL_ARRAY_BUFFER, name, &value);
	return value;
}

/* False: it cannot be read. */
static bool read_bytes(struct gs_player *player, GLint size, uint8_t *bytes)
{
	void (*get)(GLenum, GLintptr, GLsizeiptr, void *) = gs_replay_find(
		player, "glGetBufferSubData");
	void *(*map)(GLenum, GLintptr, GLsizeiptr, GLbitfield) = gs_replay_find(
		player, "glMapBufferRange");
	GLboolean (*unmap)(GLenum) = gs_replay_find(player, "glUnmapBuffer");
	const void *mapped;
	if (!gs_replay_context(player)->is_es) {
		get(GL_ARRAY_BUFFER, 0, size, bytes);
		return !gs_replay_errors(player);
	}
	mapped = map ? map(GL_ARRAY_BUFFER, 0, size, GL_MAP_READ_BIT) : NULL;
	if (mapped)
		memcpy(bytes, mapped, (size_t)size);
	return mapped && unmap(GL_ARRAY_BUFFER) && !gs_replay_errors(player);
}

static struct gs_snapshot_upload *new_upload(struct gs_player *player, GLint size)
{
	struct gs_snapshot_upload *upload = g_new0(struct gs_snapshot_upload, 1);
	bool is_fixed = parameter(player, GL_BUFFER_IMMUTABLE_STORAGE);
	uint64_t fill[GS_WIRE_ARGS] = {GL_ARRAY_BUFFER, 0, (uint64_t)size};
	uint64_t make[GS_WIRE_ARGS] = {
		GL_ARRAY_BUFFER, (uint64_t)size, 0, (uint64_t)parameter(player, GL_BUFFER_USAGE)};
	gs_replay_errors(player);
	upload->function = is_fixed ? GS_FN_glBufferSubData : GS_FN_glBufferData;
	memcpy(upload->args, is_fixed ? fill : make, sizeof upload->args);
	upload->pointer = is_fixed ? 3 : 2;
	upload->size = (uint64_t)size;
	upload->bytes = g_malloc((gsize)size);
	return upload;
}

/* NULL, or why not: a fixed buffer that no call may fill stays as it is. */
static const char *come_back(
	struct gs_player *player, const struct gs_snapshot_upload *upload, bool *is_changed)
{
	uint8_t *again = g_malloc(upload->size);
	bool is_same;
	gs_snapshot_make(player, upload);
	bool is_refused = gs_replay_errors(player);
	is_same = !is_refused && read_bytes(player, (GLint)upload->size, again) &&
		  memcmp(again, upload->bytes, upload->size) == 0;
	g_free(again);
	*is_changed = !is_same && !(is_refused && upload->function == GS_FN_glBufferSubData);
	return is_same ? NULL : "no call may fill the buffer";
}

GPtrArray *gs_snapshot_buffer(struct gs_player *player, struct gs_snapshot_refusal *refusal)
{
	struct gs_snapshot_upload *upload;
	GPtrArray *uploads;
	GLint size = parameter(player, GL_BUFFER_SIZE);
	*refusal = (struct gs_snapshot_refusal){NULL, false};
	if (gs_replay_errors(player) || size <= 0 || size > GS_SNAPSHOT_MOST)
		refusal->why = "this driver does not say how large the buffer is, or it is too "
			       "large";
	else if (parameter(player, GL_BUFFER_MAPPED))
		refusal->why = "the buffer is mapped";
	if (refusal->why)
		return NULL;
	uploads = gs_snapshot_new_uploads();
	upload = new_upload(player, size);
	g_ptr_array_add(uploads, upload);
	if (!read_bytes(player, size, upload->bytes))
		refusal->why = "the buffer cannot be read";
	else
		refusal->why = come_back(player, upload, &refusal->is_changed);
	if (refusal->why)
		g_clear_pointer(&uploads, g_ptr_array_unref);
	return uploads;
}
