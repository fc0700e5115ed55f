/* SPDX-License-Identifier: MIT */
/* serve/listen - sockets for clients, and what they must say first. */
#ifndef GS_SERVE_LISTEN_H
#define GS_SERVE_LISTEN_H

#include "serve/address.h"

/* Return a socket that listens at the address; g_object_unref. A file of nobody who listens any
 * more is replaced; the new one is for the user alone. NULL with error CANNOT_WRITE or USAGE. */
GSocket *gs_listen(const struct gs_address *where, GError **error);
/* Return the address as gs_address_parse takes it, with the port that was chosen in place of 0;
 * g_free. */
char *gs_listen_text(const struct gs_address *where, GSocket *socket);
/* Return a random token; g_free. NULL: none can be had. */
char *gs_listen_token(void);
/* Print {"listening", "token"} as a line of JSON. */
void gs_listen_print(const char *address, const char *token);

#endif
