/* SPDX-License-Identifier: MIT */
/* debugger/host/told - reads what a user writes of extensions, limits and versions that the program
 * is to be told of instead of the driver's. */
#ifndef GS_TOLD_H
#define GS_TOLD_H

#include <glib.h>
#include <stdbool.h>
#include "wire/told.h"

/* Adds a mask: an extension's name, or a shell pattern. False: USAGE. */
bool gs_told_mask(struct gs_wire_told *told, const char *pattern, GError **error);
/* Adds "GL_MAX_TEXTURE_SIZE=1024", "GL_VERSION=2.1" or "GL_RENDERER=Acme 3000". False: USAGE. */
bool gs_told_limit(struct gs_wire_told *told, const char *text, GError **error);
bool gs_told_is_empty(const struct gs_wire_told *told);

#endif
