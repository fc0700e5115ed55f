/* SPDX-License-Identifier: MIT */
/* The pending draw, done any number of times without the program noticing. */
#include "preload/capture/stage.h"

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

/* What nobody may draw in the middle of, whatever is asked. */
static bool may_draw(const struct gs_caps *c, struct gs_refusal *refusal)
{
	GLint mode = c->api == GS_API_COMPATIBILITY ? get(GL_RENDER_MODE) : GL_RENDER;
	if (mode != GL_RENDER)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the render mode is %s: the draw makes no fragments, and drawing it once "
			"more would "
			"change the results that the program gets from glRenderMode",
			mode == GL_SELECT ? "GL_SELECT" : "GL_FEEDBACK");
	if (c->feedback && !c->feedback_pause && get(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"transform feedback cannot be paused in this context (needs OpenGL 4.0 or "
			"GL_ARB_transform_feedback2)");
	return true;
}

bool gs_redraw_begin(const struct gs_redraw *redraw, const struct gs_caps *c,
	struct gs_saved *saved, struct gs_refusal *refusal)
{
	if (!may_draw(c, refusal))
		return false;
	gs_saved_enter(saved, c, redraw->conditional_query, redraw->conditional_mode);
	saved->written = gs_write_copies_take(redraw, saved, refusal);
	if (saved->written)
		return true;
	gs_saved_leave(saved);
	return false;
}

void gs_redraw_end(struct gs_saved *saved)
{
	gs_write_copies_release(saved->written);
	gs_saved_leave(saved);
}

bool gs_redraw_execute(const struct gs_redraw *redraw, const struct gs_saved *saved, int mode,
	struct gs_refusal *refusal)
{
	const char *why = NULL;
	GLint reading = 0;
	if (!gs_write_copies_fill(saved->written, refusal))
		return false;
	gs_caps_drain();
	if (redraw->copied >= 0) {
		reading = get(GL_READ_FRAMEBUFFER_BINDING);
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, (GLuint)redraw->copied);
	}
	bool done = redraw->draw(redraw->data, mode, &why);
	GLenum error = gs_caps_drain();
	if (redraw->copied >= 0)
		GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, (GLuint)reading);
	if (!done)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED, "%s",
			why ? why : "the draw cannot be executed again");
	if (error != GL_NO_ERROR)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw raises %s and draws nothing", gs_caps_error_name(error));
	return true;
}
