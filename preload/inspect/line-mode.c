/* SPDX-License-Identifier: MIT */
#include "preload/inspect/line-mode.h"

#include <string.h>
#include "preload/capture/stage.h"

struct mode {
	GLint polygons[2];
	GLfloat width;
	GLboolean smooth, stipple;
};

/* What a context does not have, stays: core contexts have one mode for both faces. */
static void set_mode(const struct mode *mode)
{
	GL(glPolygonMode)(GL_FRONT_AND_BACK, (GLenum)mode->polygons[0]);
	if (mode->polygons[1] && mode->polygons[1] != mode->polygons[0])
		GL(glPolygonMode)(GL_BACK, (GLenum)mode->polygons[1]);
	GL(glLineWidth)(mode->width);
	(mode->smooth ? GL(glEnable) : GL(glDisable))(GL_LINE_SMOOTH);
	(mode->stipple ? GL(glEnable) : GL(glDisable))(GL_LINE_STIPPLE);
	gs_caps_drain();
}

static void get_mode(struct mode *mode)
{
	memset(mode, 0, sizeof *mode);
	GL(glGetIntegerv)(GL_POLYGON_MODE, mode->polygons);
	GL(glGetFloatv)(GL_LINE_WIDTH, &mode->width);
	mode->smooth = GL(glIsEnabled)(GL_LINE_SMOOTH);
	mode->stipple = GL(glIsEnabled)(GL_LINE_STIPPLE);
	gs_caps_drain();
}

bool gs_line_mode_execute(
	const struct gs_redraw *redraw, struct gs_saved *saved, struct gs_refusal *refusal)
{
	static const struct mode thin = {{GL_LINE, GL_LINE}, 1, GL_FALSE, GL_FALSE};
	struct mode was;
	get_mode(&was);
	set_mode(&thin);
	bool ok = gs_redraw_execute(redraw, saved, -1, refusal);
	set_mode(&was);
	return ok;
}
