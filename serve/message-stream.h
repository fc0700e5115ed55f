/* SPDX-License-Identifier: MIT */
/*
 * serve/message-stream - messages from and to the other end of a socket or of two pipes, in the
 * thread of the default main context. Sending never blocks: what the other end does not take waits,
 * and who takes nothing is let go.
 */
#ifndef GS_SERVE_MESSAGE_STREAM_H
#define GS_SERVE_MESSAGE_STREAM_H

#include "serve/message.h"

struct gs_message_stream;

struct gs_message_stream_events {
	/* A message has come, borrowed; NULL: one that is no JSON, with the reason. */
	void (*received)(gpointer data, JsonNode *message, const GError *error);
	/* No more will come; error: what came was no message, or what was sent was not taken; NULL:
	 * the other end has said all. Called once, and not by gs_message_stream_new. */
	void (*ended)(gpointer data, const GError *error);
	gpointer data;
};

/* Take over the descriptors, which may be the same one; they are not closed where they are standard
 * streams. */
struct gs_message_stream *gs_message_stream_new(
	int in, int out, enum gs_framing framing, const struct gs_message_stream_events *events);
/* Send a message. After the end of the stream this does nothing. */
void gs_message_stream_send(struct gs_message_stream *stream, JsonNode *message);
/* Write for a second at most what still waits, and close. No event is called any more; one may be
 * running. */
void gs_message_stream_free(struct gs_message_stream *stream);

#endif
