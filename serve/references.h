/* SPDX-License-Identifier: MIT */
/*
 * serve/references - files of a client, by names that begin with "@": where a command takes a FILE,
 * "@a.npy" writes into one or reads it, and the client reads and writes it in pieces. So large
 * values come raw, and no path of the server's machine is needed. They end with the client.
 */
#ifndef GS_SERVE_REFERENCES_H
#define GS_SERVE_REFERENCES_H

#include <glib.h>
#include <stdbool.h>

enum { GS_REFERENCE_PIECE = 8 << 20 }; /* bytes at a time */

struct gs_references;
struct gs_references *gs_references_new(void);
/* Remove the files. */
void gs_references_free(struct gs_references *references);
/* Return the path of a reference, whose file need not be; g_free. NULL with error USAGE for a name
 * that is none: a letter or digit behind the "@", then these, ".", "_" and "-", 64 at most; or
 * CANNOT_WRITE. */
char *gs_references_path(struct gs_references *references, const char *name, GError **error);
/* Read a piece, of `size` bytes or what there is. *whole: how many bytes there are. Return it;
 * NULL with error UNKNOWN_NAME (there is no such) or NOT_READABLE. */
GBytes *gs_references_read(struct gs_references *references, const char *name, guint64 offset,
	gsize size, guint64 *whole, GError **error);
/* Write a piece; from the beginning: in place of what there was. Return false and set error
 * CANNOT_WRITE. */
bool gs_references_write(struct gs_references *references, const char *name, guint64 offset,
	const void *bytes, gsize size, GError **error);
/* Remove the file. Return false with error UNKNOWN_NAME if there is no such. */
bool gs_references_release(struct gs_references *references, const char *name, GError **error);

#endif
