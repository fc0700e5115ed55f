/* SPDX-License-Identifier: MIT */
/* debugger/host/told - parses what the user says the program should be told of extensions, limits
 * and versions instead of the driver's. */
#ifndef GS_TOLD_H
#define GS_TOLD_H

#include <glib.h>
#include <stdbool.h>
#include "wire/told.h"

/* Masks extensions: a name or a shell pattern. Returns false with USAGE. */
bool gs_told_mask(struct gs_wire_told *told, const char *pattern, GError **error);
/* Adds a setting: "GL_MAX_TEXTURE_SIZE=1024", "GL_VERSION=2.1" or "GL_RENDERER=Acme 3000". Returns
 * false with USAGE. */
bool gs_told_limit(struct gs_wire_told *told, const char *text, GError **error);
bool gs_told_is_empty(const struct gs_wire_told *told);

#endif
