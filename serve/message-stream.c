/* SPDX-License-Identifier: MIT */
#include "serve/message-stream.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "debugger/base/error.h"

enum {
	AT_ONCE = 64 << 10, /* bytes to read */
	/* What a pipe takes at once where poll says that it takes anything (pipe(7)). */
	PIECE = 4096,
	MOST_WAITING = 256 << 20, /* bytes that the other end has not taken */
	LAST_MS = 1000
};

struct gs_message_stream {
	int in, out;
	enum gs_framing framing;
	struct gs_message_stream_events events;
	struct gs_inbox *messages;
	GString *waiting;	/* to be written */
	gsize written;		/* of it */
	guint reading, writing; /* sources; 0: none */
	bool has_ended, is_socket;
	bool is_broken; /* nothing can be written */
	bool *freed;	/* while an event is called: set by gs_message_stream_free */
};

static void end(struct gs_message_stream *stream, const GError *error)
{
	if (stream->has_ended)
		return;
	stream->has_ended = true;
	if (stream->reading)
		g_source_remove(stream->reading);
	stream->reading = 0;
	stream->events.ended(stream->events.data, error);
}

/* ---- writing ---- */

/* Write what can be written now. Return false if the other end is gone. */
static bool write_some(struct gs_message_stream *stream)
{
	GString *waiting = stream->waiting;
	while (stream->written < waiting->len) {
		const char *at = waiting->str + stream->written;
		gsize left = waiting->len - stream->written;
		struct pollfd out = {stream->out, POLLOUT, 0};
		ssize_t n = stream->is_socket
				    ? send(stream->out, at, left, MSG_DONTWAIT | MSG_NOSIGNAL)
			    : poll(&out, 1, 0) > 0 ? write(stream->out, at, MIN(left, PIECE))
						   : (errno = EAGAIN, -1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return true;
		if (n < 0)
			return false;
		stream->written += (gsize)n;
	}
	g_string_truncate(waiting, 0);
	stream->written = 0;
	return true;
}

static void refuse(struct gs_message_stream *stream, const char *why)
{
	g_autoptr(GError) error = g_error_new_literal(GS_ERROR, GS_ERROR_CANNOT_WRITE, why);
	stream->is_broken = true;
	g_string_truncate(stream->waiting, 0);
	stream->written = 0;
	end(stream, error);
}

static gboolean on_writable(int fd, GIOCondition condition, gpointer data)
{
	struct gs_message_stream *stream = data;
	bool good = write_some(stream);
	if (good && stream->waiting->len)
		return G_SOURCE_CONTINUE;
	stream->writing = 0;
	if (!good)
		refuse(stream, "the other end has closed the connection");
	return G_SOURCE_REMOVE;
}

static gboolean on_unwritable(gpointer data)
{
	struct gs_message_stream *stream = data;
	stream->writing = 0;
	refuse(stream, "the other end does not take what it has asked for");
	return G_SOURCE_REMOVE;
}

void gs_message_stream_send(struct gs_message_stream *stream, JsonNode *message)
{
	if (stream->is_broken)
		return;
	gs_message_append(stream->waiting, message, stream->framing);
	if (stream->writing)
		return;
	bool good = write_some(stream);
	if (!good || stream->waiting->len - stream->written > MOST_WAITING)
		stream->writing = g_idle_add(on_unwritable, stream); /* not within the caller */
	else if (stream->waiting->len)
		stream->writing = g_unix_fd_add(stream->out, G_IO_OUT, on_writable, stream);
}

/* ---- reading ---- */

/* Call the event for each whole message. Return false if the stream was freed meanwhile. */
static bool take_messages(struct gs_message_stream *stream)
{
	bool freed = false;
	char *text = NULL;
	gsize length;
	GError *error = NULL;
	stream->freed = &freed;
	while (!freed && !stream->has_ended &&
		gs_inbox_take(stream->messages, &text, &length, &error) && text) {
		g_autoptr(GError) why = NULL;
		JsonNode *message = gs_message_parse(text, length, &why);
		stream->events.received(stream->events.data, message, why);
		if (message)
			json_node_unref(message);
		g_clear_pointer(&text, g_free);
	}
	if (!freed && error)
		end(stream, error);
	g_clear_error(&error);
	if (!freed)
		stream->freed = NULL;
	return !freed;
}

static gboolean on_readable(int fd, GIOCondition condition, gpointer data)
{
	struct gs_message_stream *stream = data;
	char bytes[AT_ONCE];
	ssize_t n = read(fd, bytes, sizeof bytes);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return G_SOURCE_CONTINUE;
	if (n <= 0) {
		stream->reading = 0;
		end(stream, NULL);
		return G_SOURCE_REMOVE;
	}
	gs_inbox_add(stream->messages, bytes, (gsize)n);
	return take_messages(stream) && stream->reading ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* ---- the whole ---- */

struct gs_message_stream *gs_message_stream_new(
	int in, int out, enum gs_framing framing, const struct gs_message_stream_events *events)
{
	struct gs_message_stream *stream = g_new0(struct gs_message_stream, 1);
	int type;
	socklen_t size = sizeof type;
	stream->in = in;
	stream->out = out;
	stream->framing = framing;
	stream->events = *events;
	stream->messages = gs_inbox_new(framing);
	stream->waiting = g_string_new(NULL);
	stream->is_socket = getsockopt(out, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
	stream->reading = g_unix_fd_add(in, G_IO_IN | G_IO_HUP | G_IO_ERR, on_readable, stream);
	return stream;
}

/* Write what waits, for a while. */
static void write_last(struct gs_message_stream *stream)
{
	gint64 until = g_get_monotonic_time() + LAST_MS * G_TIME_SPAN_MILLISECOND;
	while (!stream->is_broken && write_some(stream) && stream->waiting->len &&
		g_get_monotonic_time() < until) {
		struct pollfd out = {stream->out, POLLOUT, 0};
		poll(&out, 1, LAST_MS / 10);
	}
}

void gs_message_stream_free(struct gs_message_stream *stream)
{
	if (!stream)
		return;
	if (stream->freed)
		*stream->freed = true;
	if (stream->reading)
		g_source_remove(stream->reading);
	if (stream->writing)
		g_source_remove(stream->writing);
	write_last(stream);
	if (stream->in > STDERR_FILENO)
		close(stream->in);
	if (stream->out > STDERR_FILENO && stream->out != stream->in)
		close(stream->out);
	gs_inbox_free(stream->messages);
	g_string_free(stream->waiting, TRUE);
	g_free(stream);
}
