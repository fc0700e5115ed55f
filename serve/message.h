/* SPDX-License-Identifier: MIT */
/*
 * serve/message - messages of JSON in a stream of bytes. What comes is not trusted: sizes and
 * depths have limits.
 */
#ifndef GS_SERVE_MESSAGE_H
#define GS_SERVE_MESSAGE_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

enum {
	GS_MESSAGE_LARGEST = 64 << 20, /* bytes */
	GS_MESSAGE_DEEPEST = 64	       /* objects and arrays in each other */
};

enum gs_framing {
	GS_FRAMING_HEADERS, /* "Content-Length: N", an empty line, N bytes */
	GS_FRAMING_LINES    /* a line each */
};

struct gs_inbox;
/* What has come of a stream. Return one of which nothing has. */
struct gs_inbox *gs_inbox_new(enum gs_framing framing);
void gs_inbox_free(struct gs_inbox *messages);
/* Add what has come. */
void gs_inbox_add(struct gs_inbox *messages, const char *bytes, gsize size);
/* Take the next whole message: *text, ended by a NUL, g_free; NULL: it has not come whole. Return
 * false and set error USAGE if the stream is in another framing, or the message too large: nothing
 * more can be taken from it. */
bool gs_inbox_take(struct gs_inbox *messages, char **text, gsize *length, GError **error);

/* Parse a message. Return its tree, to be freed by json_node_unref; NULL with error USAGE. */
JsonNode *gs_message_parse(const char *text, gsize length, GError **error);
/* Append the tree, framed. */
void gs_message_append(GString *to, JsonNode *tree, enum gs_framing framing);

#endif
