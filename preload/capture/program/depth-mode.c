/* SPDX-License-Identifier: MIT */
/*
 * GL_DEPTH_TEXTURE_MODE and the version of a shader: GL_ALPHA gives (0, 0, 0, depth) to lookups of
 * shaders below 1.30, and something else (Mesa: depth in all four) to later ones. A variant of
 * such a shader must not be given a later version then.
 */
#include "preload/capture/stage.h"

static bool is_alpha(GLenum target)
{
	GLint mode = 0;

	GL(glGetTexParameteriv)(target, GL_DEPTH_TEXTURE_MODE, &mode);
	return mode == GL_ALPHA;
}

/* Of all units: no texture has that mode unless the program has asked for it. */
bool gs_depth_alpha_bound(const struct gs_caps *caps)
{
	static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP,
		GL_TEXTURE_RECTANGLE, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D_ARRAY,
		GL_TEXTURE_CUBE_MAP_ARRAY};
	GLint n = 0, active = gs_caps_active_texture();
	bool found = false;

	if (caps->api != GS_API_COMPATIBILITY || caps->version < 20)
		return false;
	GL(glGetIntegerv)(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &n);
	for (GLint unit = 0; unit < n && !found; unit++) {
		GL(glActiveTexture)(GL_TEXTURE0 + (GLenum)unit);
		for (unsigned i = 0; i < sizeof targets / sizeof targets[0] && !found; i++)
			found = is_alpha(targets[i]);
	}
	GL(glActiveTexture)((GLenum)active);
	gs_caps_drain();
	return found;
}
