/* SPDX-License-Identifier: MIT */
/* serve/remote - a client of a server, for a thread that waits for each answer: the console's. */
#ifndef GS_SERVE_REMOTE_H
#define GS_SERVE_REMOTE_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

struct gs_remote;
/* Connect to the server at an address (address.h) and say hello. token: NULL: none is said. Return
 * NULL with error CANNOT_START if nobody listens there, or if it is another version of glstep; or
 * USAGE. */
struct gs_remote *gs_remote_new(const char *address, const char *token, GError **error);
void gs_remote_free(struct gs_remote *remote);
/* Have the server run a line of the console. Return its result, to be freed by json_node_unref;
 * NULL with the error that the command has set there, or NO_PROGRAM if the server has gone. */
JsonNode *gs_remote_run(struct gs_remote *remote, const char *line, GError **error);
/* Interrupt what the server runs for us, as Ctrl-C does; for signal handlers. */
void gs_remote_interrupt(struct gs_remote *remote);
/* Return whether nothing more can be asked: the server has gone, or has let us go after `quit`. */
bool gs_remote_is_over(const struct gs_remote *remote);
/* Return what has been told meanwhile of other clients, as lines; g_free. NULL: nothing. */
char *gs_remote_told(struct gs_remote *remote);

#endif
