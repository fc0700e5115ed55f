/* SPDX-License-Identifier: MIT */
/* Compute shaders: the dispatch once more, its words in a storage buffer of ours at a binding point
 * that the program leaves free. */
#include "preload/capture/stage.h"
#include "preload/core/names.h"

#include <stdlib.h>
#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* ---- the binding point ---- */

static bool is_used(GLuint program, GLint n, GLint point)
{
	static const GLenum property = GL_BUFFER_BINDING;
	for (GLint i = 0; i < n; i++) {
		GLint binding = -1;
		GL(glGetProgramResourceiv)
		(program, GL_SHADER_STORAGE_BLOCK, i, 1, &property, 1, NULL, &binding);
		if (binding == point)
			return true;
	}
	return false;
}

static bool find_binding(struct gs_debugging *d, struct gs_refusal *refusal)
{
	GLint n = 0, points = get(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
	uint32_t shown = gs_name_shown(GS_OBJECT_PROGRAM, d->used.program);
	GLint most = get(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS);
	GLuint program = d->used.program;
	GL(glGetProgramInterfaceiv)(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &n);
	if (n >= most)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"program %u uses all %d storage blocks that a compute shader may have "
			"(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS): its values need one more",
			shown, most);
	for (GLint point = points - 1; point >= 0; point--) {
		if (is_used(program, n, point))
			continue;
		d->info.storage_binding = point;
		return true;
	}
	return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		"program %u uses all %d storage buffer bindings "
		"(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS): its values need one more",
		shown, points);
}

struct bound {
	GLint generic, buffer;
	GLint64 start, size;
};

static void bind_ours(struct gs_debugging *d, struct bound *b)
{
	GLuint point = d->info.storage_binding;
	b->generic = get(GL_SHADER_STORAGE_BUFFER_BINDING);
	GL(glGetIntegeri_v)(GL_SHADER_STORAGE_BUFFER_BINDING, point, &b->buffer);
	GL(glGetInteger64i_v)(GL_SHADER_STORAGE_BUFFER_START, point, &b->start);
	GL(glGetInteger64i_v)(GL_SHADER_STORAGE_BUFFER_SIZE, point, &b->size);
	if (!d->channel.buffer)
		GL(glGenBuffers)(1, &d->channel.buffer);
	GL(glBindBufferBase)(GL_SHADER_STORAGE_BUFFER, point, d->channel.buffer);
	gs_caps_drain();
}

static void bind_theirs(const struct gs_debugging *d, const struct bound *b)
{
	GLuint point = d->info.storage_binding;
	if (b->size)
		GL(glBindBufferRange)
	(GL_SHADER_STORAGE_BUFFER, point, b->buffer, b->start, b->size);
	else GL(glBindBufferBase)(GL_SHADER_STORAGE_BUFFER, point, b->buffer);
	if (get(GL_SHADER_STORAGE_BUFFER_BINDING) != b->generic)
		GL(glBindBuffer)(GL_SHADER_STORAGE_BUFFER, b->generic);
	gs_caps_drain();
}

/* ---- capturing ---- */

/* All zero bits. */
static bool make_buffer(struct gs_debugging *d, uint64_t size, struct gs_refusal *refusal)
{
	void *zeros = calloc(1, size);
	gs_caps_drain();
	if (zeros)
		GL(glBufferData)(GL_SHADER_STORAGE_BUFFER, size, zeros, GL_STREAM_READ);
	free(zeros);
	GLenum error = gs_caps_drain();
	return (zeros && error == GL_NO_ERROR) ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "a buffer of %llu bytes for the captured values could not be created",
		       (unsigned long long)size);
}

static bool read_back(struct gs_debugging *d, unsigned n, uint64_t elements,
	struct gs_stream *answer, struct gs_refusal *refusal)
{
	uint8_t *images[GS_MAX_ATTACHMENTS];
	void *count;
	struct gs_rectangle area = {0, 0, d->info.width, d->info.height};
	if (!gs_answer_begin(answer, n, &area, images, &count, refusal))
		return false;
	memcpy(count, &elements, sizeof elements);
	GL(glMemoryBarrier)(GL_ALL_BARRIER_BITS);
	const uint8_t *data = GL(glMapBufferRange)(
		GL_SHADER_STORAGE_BUFFER, 0, elements * n * 16, GL_MAP_READ_BIT);
	for (unsigned i = 0; data && i < n; i++)
		memcpy(images[i], data + i * elements * 16, elements * 16);
	if (data)
		GL(glUnmapBuffer)(GL_SHADER_STORAGE_BUFFER);
	return (gs_caps_drain() == GL_NO_ERROR && data) ||
	       gs_refusal_set(
		       refusal, GS_STATUS_INTERNAL, "the captured values could not be read back");
}

bool gs_compute_capture(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, const struct gs_capture_request *r,
	struct gs_stream *answer, struct gs_refusal *refusal)
{
	struct bound bound;
	uint64_t elements = (uint64_t)d->info.width * d->info.height;
	if (4 * r->n_attachments > d->info.max_feedback_words)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the values of %llu invocations do not fit into a storage block "
			"(GL_MAX_SHADER_STORAGE_BLOCK_SIZE): ask for fewer at a time",
			(unsigned long long)elements);
	bind_ours(d, &bound);
	bool ok = gs_variants_use(&d->variants, saved, &d->used, &r->variant[0], refusal) &&
		  make_buffer(d, elements * r->n_attachments * 16, refusal) &&
		  gs_redraw_execute(redraw, saved, -1, refusal) &&
		  read_back(d, r->n_attachments, elements, answer, refusal);
	bind_theirs(d, &bound);
	return ok;
}

/* ---- beginning ---- */

static bool find_grid(
	struct gs_debugging *d, const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	GLint local[3] = {1, 1, 1};
	uint64_t size[3], most = 1u << 31;
	GL(glGetProgramiv)(d->used.program, GL_COMPUTE_WORK_GROUP_SIZE, local);
	if (gs_caps_drain() != GL_NO_ERROR || redraw->extent.local[0])
		for (unsigned i = 0; i < 3; i++)
			local[i] = redraw->extent.local[i] ? redraw->extent.local[i] : 1;
	if (redraw->extent.indirect_unread)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the number of work groups is in a buffer that could not be read");
	for (unsigned i = 0; i < 3; i++) {
		d->info.groups[i] = redraw->extent.groups[i];
		d->info.local[i] = local[i];
		size[i] = (uint64_t)redraw->extent.groups[i] * local[i];
	}
	if (!size[0] || !size[1] || !size[2])
		return gs_refusal_set(refusal, GS_STATUS_NOT_COVERED,
			"this dispatch has no work groups (%u x %u x %u): `next draw` runs to the "
			"next one",
			redraw->extent.groups[0], redraw->extent.groups[1],
			redraw->extent.groups[2]);
	if (size[0] > most || size[1] > most || size[2] > most || size[1] * size[2] > most)
		return gs_refusal_set(
			refusal, GS_STATUS_UNSUPPORTED, "this dispatch has too many invocations");
	d->info.width = size[0];
	d->info.height = size[1] * size[2];
	return true;
}

/* How many words each invocation may have; the buffer is copied into shared memory as a whole. */
static bool find_room(struct gs_debugging *d, struct gs_refusal *refusal)
{
	GLint64 block = 0;
	uint64_t elements = (uint64_t)d->info.width * d->info.height, room = 1u << 29;
	GL(glGetInteger64v)(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
	if (block > 0 && (uint64_t)block < room)
		room = block;
	uint64_t words = elements > room / 16 ? 0 : room / (elements * 16) * 4;
	d->info.max_feedback_words = words > 4 * GS_MAX_ATTACHMENTS ? 4 * GS_MAX_ATTACHMENTS
								    : words;
	return d->info.max_feedback_words ||
	       gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
		       "this dispatch has %llu invocations: the values of at most %llu fit into a "
		       "storage block (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
		       (unsigned long long)elements, (unsigned long long)(room / 16));
}

bool gs_compute_describe(
	struct gs_debugging *d, const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	d->info = (struct gs_wire_debug){
		.glsl_version = d->caps.glsl,
		.max_draw_buffers = d->caps.n_draw_buffers,
		.float_renderable = true,
		.uint_renderable = true,
		.planes = 1,
	};
	if (!d->caps.storage_blocks || !d->caps.interfaces)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"reading a compute shader's values back needs storage buffers (OpenGL 4.3 "
			"or OpenGL ES 3.1), which this context does not have");
	return find_grid(d, redraw, refusal) && find_room(d, refusal) && find_binding(d, refusal);
}

bool gs_compute_begin(struct gs_debugging *d, struct gs_saved *saved,
	const struct gs_redraw *redraw, struct gs_refusal *refusal)
{
	return gs_compute_describe(d, redraw, refusal) &&
	       gs_redraw_execute(redraw, saved, -1, refusal);
}
