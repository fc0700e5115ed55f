/* SPDX-License-Identifier: MIT */
/* How large the buffers of the window are. What the window system tells is the window's size, but
 * Mesa's buffers get that only when they are next asked for, after a swap. Mesa clips what
 * glReadPixels writes to the buffer's size, so that tells the rest. */
#include "preload/capture/stage.h"

#include "preload/capture/requests/inspection.h"

#include <stdlib.h>
#include <string.h>

/* Pixels of a row or a column: more than any window has. */
enum { MOST = 32768 };

struct probe {
	uint32_t *first, *second; /* MOST pixels each */
};

/* Reads twice, over ones and over twos: what differs was not written. */
static bool read_both(const struct probe *p, GLint x, GLint y, GLsizei width, GLsizei height)
{
	size_t bytes = (size_t)width * height * sizeof(uint32_t);
	memset(p->first, 1, bytes);
	memset(p->second, 2, bytes);
	GL(glReadPixels)(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, p->first);
	GL(glReadPixels)(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, p->second);
	return gs_caps_drain() == GL_NO_ERROR;
}

static bool was_written(const struct probe *p, size_t i)
{
	return p->first[i] == p->second[i];
}

static unsigned n_written(const struct probe *p)
{
	unsigned n = 0;
	while (n < MOST && was_written(p, n))
		n++;
	return n;
}

/* Of the four pixels around the upper right corner only the inner one is there. */
static bool is_corner(const struct probe *p, unsigned width, unsigned height)
{
	return read_both(p, (GLint)width - 1, (GLint)height - 1, 2, 2) && was_written(p, 0) &&
	       !was_written(p, 1) && !was_written(p, 2) && !was_written(p, 3);
}

/* Changes nothing where the buffer does not tell. */
static void ask_buffer(unsigned *width, unsigned *height)
{
	struct probe p = {malloc(MOST * sizeof(uint32_t)), malloc(MOST * sizeof(uint32_t))};
	if (p.first && p.second && !is_corner(&p, *width, *height)) {
		unsigned across = read_both(&p, 0, 0, MOST, 1) ? n_written(&p) : 0;
		unsigned up = read_both(&p, 0, 0, 1, MOST) ? n_written(&p) : 0;
		if (across && up && across < MOST && up < MOST && is_corner(&p, across, up)) {
			*width = across;
			*height = up;
		}
	}
	free(p.first);
	free(p.second);
}

static bool clips_reading(void)
{
	const char *version = (const char *)GL(glGetString)(GL_VERSION);
	return version && strstr(version, "Mesa");
}

bool gs_bound_buffer_size(const struct gs_caps *c, unsigned *width, unsigned *height)
{
	struct gs_saved saved;
	if (!clips_reading())
		return false;
	gs_caps_drain();
	gs_saved_enter_pixels(&saved, c);
	*width = *height = 0;
	ask_buffer(width, height);
	gs_saved_leave_pixels(&saved);
	gs_caps_drain();
	return *width && *height;
}

bool gs_window_buffer_size(const struct gs_caps *c, unsigned *width, unsigned *height)
{
	GLint before = 0;
	struct gs_saved saved;
	if (!gs_drawable_window_size(width, height) || !*width || !*height)
		return false;
	if (!clips_reading())
		return true;
	gs_caps_drain();
	gs_saved_enter_pixels(&saved, c);
	if (c->framebuffers) {
		GL(glGetIntegerv)(GL_READ_FRAMEBUFFER_BINDING, &before);
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, 0);
	}
	ask_buffer(width, height);
	if (c->framebuffers)
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, (GLuint)before);
	gs_saved_leave_pixels(&saved);
	gs_caps_drain();
	return true;
}
