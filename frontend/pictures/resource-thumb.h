/* SPDX-License-Identifier: MIT */
/* frontend/pictures/resource-thumb - thumbnails of textures and attachments, for the rows that list
 * them. */
#ifndef GS_FRONTEND_RESOURCE_THUMB_H
#define GS_FRONTEND_RESOURCE_THUMB_H

#include <cairo.h>
#include "debugger/session/session.h"

#define GS_RESOURCE_THUMBS "resources" /* their list, as gs_controller_thumbnails names it */

/* Once it was fetched, it stays until it is fetched anew at the next stop. */
struct gs_resource_thumb {
	cairo_surface_t *surface; /* NULL: there is none */
	char *note;		  /* what of it is shown and how, or why there is none; "" */
	unsigned stop;		  /* at which it was fetched, counted */
};
void gs_resource_thumb_free(gpointer thumb);

/* What the list names it; g_free. NULL: a buffer, which has none. */
char *gs_resource_thumb_name(const struct gs_wire_resource *resource);

/* In the session's thread: of the first layer, face or slice, and sample. NULL: error is set. */
struct gs_resource_thumb *gs_resource_thumb_get(
	struct gs_session *session, const struct gs_wire_resource *resource, GError **error);

#endif
