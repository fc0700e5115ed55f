/* SPDX-License-Identifier: MIT */
/* frontend/pictures/resource-thumb - thumbnails of textures and attachments for the rows that list
 * them. */
#ifndef GS_FRONTEND_RESOURCE_THUMB_H
#define GS_FRONTEND_RESOURCE_THUMB_H

#include <cairo.h>
#include "debugger/session/session.h"

#define GS_RESOURCE_THUMBS "resources" /* name of their list for gs_controller_thumbnails */

/* A thumbnail, which is kept until it is fetched again at a later stop. */
struct gs_resource_thumb {
	cairo_surface_t *surface; /* NULL: there is no picture */
	char *note;    /* which part is shown and how, or why there is no picture; "" if there is
			  nothing to say */
	unsigned stop; /* number of the stop at which it was fetched */
};
void gs_resource_thumb_free(gpointer thumb);

/* Return the resource's name in the list; g_free. Return NULL for a buffer, which has no
 * thumbnail. */
char *gs_resource_thumb_name(const struct gs_wire_resource *resource);

/* Call in the session's thread. Return a thumbnail of the resource's first layer, face or slice,
 * and first sample; free it with gs_resource_thumb_free. Return NULL with an error if it cannot be
 * read. */
struct gs_resource_thumb *gs_resource_thumb_get(
	struct gs_session *session, const struct gs_wire_resource *resource, GError **error);

#endif
