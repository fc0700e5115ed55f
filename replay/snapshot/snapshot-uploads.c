/* SPDX-License-Identifier: MIT */
/* Calls that give, one by one. */
#include <stdarg.h>
#include <string.h>
#include "replay/snapshot/snapshot-private.h"

void gs_snapshot_make(struct gs_player *player, const struct gs_snapshot_upload *upload)
{
	struct gs_wire_call call = {.function = upload->function,
		.n_args = gs_data_function(upload->function)->n_parameters};
	void *real = gs_replay_find(player, gs_data_name(upload->function));
	memcpy(call.args, upload->args, sizeof upload->args);
	if (upload->bytes)
		call.args[upload->pointer] = (uint64_t)(uintptr_t)upload->bytes;
	if (real)
		gs_dispatch(real, &call);
}

static void *find(void *player, unsigned function)
{
	return gs_replay_find(player, gs_data_name(function));
}

struct gs_snapshot_gl gs_snapshot_player_gl(struct gs_player *player)
{
	return (struct gs_snapshot_gl){find, player, gs_replay_context(player)->is_es};
}

struct gs_snapshot_upload *gs_snapshot_image_upload(
	const struct gs_snapshot_image *image, bool is_fixed)
{
	struct gs_snapshot_upload *upload = g_new0(struct gs_snapshot_upload, 1);
	const struct gs_snapshot_call call = gs_snapshot_image_call(image, is_fixed);
	upload->function = call.function;
	memcpy(upload->args, call.args, sizeof upload->args);
	upload->pointer = call.pointer;
	upload->size = image->size;
	upload->bytes = g_malloc(image->size);
	return upload;
}

void gs_snapshot_free_upload(gpointer data)
{
	struct gs_snapshot_upload *upload = data;
	g_free(upload->bytes);
	g_free(upload);
}

GPtrArray *gs_snapshot_new_uploads(void)
{
	return g_ptr_array_new_with_free_func(gs_snapshot_free_upload);
}

void gs_snapshot_add(GPtrArray *uploads, unsigned function, unsigned n, ...)
{
	struct gs_snapshot_upload *upload = g_new0(struct gs_snapshot_upload, 1);
	va_list args;
	va_start(args, n);
	upload->function = function;
	for (unsigned i = 0; i < n; i++)
		upload->args[i] = va_arg(args, unsigned);
	va_end(args);
	g_ptr_array_add(uploads, upload);
}

void gs_snapshot_add_name(GPtrArray *uploads, unsigned function, uint32_t name)
{
	struct gs_snapshot_upload *upload = g_new0(struct gs_snapshot_upload, 1);
	upload->function = function;
	upload->args[0] = 1;
	upload->pointer = 1;
	upload->size = sizeof name;
	upload->bytes = g_memdup2(&name, sizeof name);
	g_ptr_array_add(uploads, upload);
}

void gs_snapshot_add_texture(GPtrArray *uploads, uint32_t name,
	const struct gs_snapshot_image *image, const uint8_t *bytes)
{
	struct gs_snapshot_upload *upload = gs_snapshot_image_upload(image, false);
	memcpy(upload->bytes, bytes, upload->size);
	gs_snapshot_add(uploads, GS_FN_glBindTexture, 2, GL_TEXTURE_2D, name);
	gs_snapshot_add(uploads, GS_FN_glTexParameteri, 3, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
		GL_NEAREST);
	gs_snapshot_add(uploads, GS_FN_glTexParameteri, 3, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
		GL_NEAREST);
	g_ptr_array_add(uploads, upload);
}

bool gs_snapshot_store(
	struct gs_player *player, GLuint texture, GLenum internal, GLint width, GLint height)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(player, "glBindTexture");
	void (*set)(GLenum, GLenum, GLint) = gs_replay_find(player, "glTexParameteri");
	void (*store)(GLenum, GLsizei, GLenum, GLsizei, GLsizei) = gs_replay_find(
		player, "glTexStorage2D");
	bind(GL_TEXTURE_2D, texture);
	set(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	set(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	gs_replay_errors(player);
	if (store)
		store(GL_TEXTURE_2D, 1, internal, width, height);
	return store && !gs_replay_errors(player);
}

uint32_t gs_snapshot_free_name(struct gs_player *player, enum gs_object_kind kind, uint32_t above)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	const struct gs_name_map *names = gs_object_is_of_context(kind) ? context->names
									: context->group->names;
	GLboolean (*is_there)(GLuint) = gs_replay_find(
		player, kind == GS_OBJECT_FRAMEBUFFER ? "glIsFramebuffer" : "glIsTexture");
	uint64_t real;
	uint32_t name = above + 1;
	while (gs_name_map_real(names, kind, name, &real) ||
		is_there((GLuint)gs_replay_name(player, kind, name)))
		name++;
	return name;
}
