/* SPDX-License-Identifier: MIT */
/* The picture of what is being drawn into, and in which formats that is. */
#include "preload/inspect/inspect.h"

#include "preload/capture/requests/inspection.h"
#include "preload/capture/target/target-picture.h"
#include "preload/core/names.h"

#include <string.h>

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static uint32_t format_at(const struct gs_caps *c, GLuint framebuffer, GLenum point)
{
	struct gs_texel_source s;
	return point != GL_NONE && gs_texel_source_attached(c, framebuffer, point, &s)
		       ? gs_texel_source_sized(&s)
		       : 0;
}

/* Of the first draw buffer. */
static GLenum colour_point(const struct gs_caps *c, GLuint framebuffer)
{
	for (unsigned i = 0; c->read_buffer && i < c->n_draw_buffers; i++) {
		GLint buffer = get(GL_DRAW_BUFFER0 + i);
		if (buffer != GL_NONE)
			return gs_drawable_colour_point(c, framebuffer, buffer);
	}
	return GL_NONE;
}

/* Which it is, and in which formats. */
static void describe(const struct gs_inspection *q, struct gs_wire_image *image)
{
	struct gs_saved saved;
	const struct gs_caps *c = &q->caps;
	if (!c->framebuffers)
		return;
	gs_saved_enter_reading(&saved, c, q->redraw.conditional_query, q->redraw.conditional_mode);
	GLuint framebuffer = (GLuint)get(GL_DRAW_FRAMEBUFFER_BINDING);
	image->point = colour_point(c, framebuffer);
	image->colour = format_at(c, framebuffer, image->point);
	if (framebuffer)
		image->depth = format_at(c, framebuffer, GL_DEPTH_ATTACHMENT);
	if (framebuffer && !image->depth)
		image->depth = format_at(c, framebuffer, GL_STENCIL_ATTACHMENT);
	gs_caps_drain();
	image->framebuffer = gs_name_shown(GS_OBJECT_FRAMEBUFFER, framebuffer);
	gs_label_get(c, GL_FRAMEBUFFER, framebuffer, image->label);
	gs_saved_leave(&saved);
}

bool gs_serve_framebuffer(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	if (!gs_picture_get(&q->caps, q->redraw.conditional_query, q->redraw.conditional_mode,
		    s->bulk, s->bulk_size, &s->size, &q->refusal))
		return false;
	describe(q, s->bulk);
	return true;
}
