/* SPDX-License-Identifier: MIT */
/* preload/shadow/texture-views - of which texture another one is a view (glTextureView), which GL
 * tells nobody. */
#ifndef GS_PRELOAD_TEXTURE_VIEWS_H
#define GS_PRELOAD_TEXTURE_VIEWS_H

#include "preload/core/preload.h"

struct gs_texture_view {
	struct gs_texture_view *next;
	const struct gs_group *group;
	uint32_t texture, target, origin, internal;
	uint32_t first_level, n_levels, first_layer, n_layers; /* of the origin's */
};

void gs_views_init(void); /* adds hooks */
/* Return the views of the group that have been made, the newest first; what was deleted since is
 * still among them. Valid until the next call of the function that makes one. */
const struct gs_texture_view *gs_views(void);
void gs_views_forget(const struct gs_group *group);

#endif
