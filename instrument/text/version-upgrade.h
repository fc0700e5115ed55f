/* SPDX-License-Identifier: MIT */
/* instrument/text/version-upgrade - the version of a variant, where it is higher than the shader's
 * own.
 */
#ifndef GS_VERSION_UPGRADE_H
#define GS_VERSION_UPGRADE_H

#include "instrument/text/rewrite.h"

enum gs_version_upgrade gs_version_upgrade_choose(
	const struct gs_rewrite *rw, unsigned lowest); /* lowest: version of the units */
/* where it is upgraded */
void gs_rewrite_set_version(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* Structs defined in structs, which GLSL 1.10 alone has; on any run of tokens, originals and clones
 * alike. */
void gs_version_upgrade_structs(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* A geometry shader from before its layouts were: it says nowhere which primitives go in and out.
 */
bool gs_version_upgrade_lacks_primitives(const struct gs_rewrite *rw);

#endif
