/* SPDX-License-Identifier: MIT */
/* instrument/text/version-upgrade - variants of a higher version than the shader's. */
#ifndef GS_VERSION_UPGRADE_H
#define GS_VERSION_UPGRADE_H

#include "instrument/text/rewrite.h"

enum gs_version_upgrade gs_version_upgrade_choose(
	const struct gs_rewrite *rw, unsigned lowest); /* lowest: version of the units */
/* Sets the version, if it is upgraded. */
void gs_rewrite_set_version(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* Takes structs that are defined in structs, as only GLSL 1.10 allows, out of them; for original
 * tokens and copies. */
void gs_version_upgrade_structs(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* Whether a geometry shader is from before layouts, so that it does not name its primitives. */
bool gs_version_upgrade_lacks_primitives(const struct gs_rewrite *rw);

#endif
