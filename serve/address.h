/* SPDX-License-Identifier: MIT */
/* serve/address - where a server listens, as users write it. */
#ifndef GS_SERVE_ADDRESS_H
#define GS_SERVE_ADDRESS_H

#include <gio/gio.h>
#include <stdbool.h>

struct gs_address {
	char *path; /* of a socket's file; NULL: TCP */
	char *host; /* a numeric address, or "localhost" */
	guint16 port;
};

/* Parse "unix:PATH", "tcp:HOST:PORT", "tcp:PORT", and without what is before the first colon a
 * PATH, which has a "/", HOST:PORT or PORT. HOST may be in brackets; "localhost" where it is not
 * given. Return false and set error USAGE if it is none; else clear it by gs_address_clear. */
bool gs_address_parse(const char *text, struct gs_address *address, GError **error);
void gs_address_clear(struct gs_address *address);
/* Return the path of a socket for this process in a folder of the user's own, which is made with
 * mode 0700; g_free. NULL with error CANNOT_WRITE. */
char *gs_address_own_path(GError **error);
/* Return whether only this machine reaches it. */
bool gs_address_is_local(const struct gs_address *address);
/* Return it for a socket; g_object_unref. NULL with error USAGE if there is no such. */
GSocketAddress *gs_address_of(const struct gs_address *address, GError **error);

#endif
