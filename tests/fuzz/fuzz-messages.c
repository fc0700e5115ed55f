/* SPDX-License-Identifier: MIT */
/* Any bytes as what a client of `glstep serve` or `glstep mcp` sends: the first byte chooses. No
 * session is there, so that commands are refused, and the rest is done. */
#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#include "serve/connection.h"

static bool ended;

static void on_ended(gpointer data, struct gs_connection *connection)
{
	gs_connection_free(connection);
	ended = true;
}

static void shut_down(gpointer data)
{
}

/* Read all that has come. */
static void drain(int end)
{
	char bytes[1 << 16];
	while (recv(end, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
		;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct gs_shared *shared;
	static const struct gs_connection_events protocols[] = {
		{GS_FRAMING_HEADERS, true, gs_methods_call, on_ended},
		{GS_FRAMING_LINES, false, gs_mcp_call, on_ended}};
	int ends[2];
	if (!shared) {
		signal(SIGPIPE, SIG_IGN);
		shared = gs_shared_new(NULL);
	}
	if (size == 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return 0;
	const struct gs_offer offer = {
		.shared = shared, .token = data[0] & 2 ? "t" : NULL, .shutdown = shut_down};
	ended = false;
	gs_connection_new(ends[0], ends[0], &offer, &protocols[data[0] & 1], NULL);
	for (size_t at = 1; at < size && !ended;) {
		ssize_t n = send(ends[1], data + at, size - at, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (n < 0 && errno != EAGAIN)
			break;
		at += n > 0 ? (size_t)n : 0;
		g_main_context_iteration(NULL, FALSE);
		drain(ends[1]);
	}
	shutdown(ends[1], SHUT_WR);
	while (!ended) {
		g_main_context_iteration(NULL, TRUE);
		drain(ends[1]);
	}
	close(ends[1]);
	return 0;
}
