/* SPDX-License-Identifier: MIT */
/* A session of this process. */
#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include "dap/link.h"
#include "serve/references.h"
#include "verbs/verbs.h"

struct own {
	struct gs_dap_link link;
	struct gs_shared *shared;
	struct gs_sharer *member;
	struct gs_references *references;
	struct gs_shared_order *order; /* NULL: none runs */
	gs_dap_done_func *done;
	gpointer done_data;
	int output[2]; /* what the program writes; -1: there is no such pipe */
	guint reading;
};

static void on_told(gpointer data, const char *method, JsonNode *params)
{
	struct own *own = data;
	gint64 client = json_object_get_int_member_with_default(
		json_node_get_object(params), "client", 0);
	if (client != gs_sharer_number(own->member))
		own->link.told(own->link.data, method, params);
}

static void on_done(gpointer data, const struct gs_outcome *outcome)
{
	struct own *own = data;
	g_autoptr(GError) cancelled = g_error_new_literal(
		GS_ERROR, GS_ERROR_TIMEOUT, "the command was interrupted");
	own->order = NULL;
	own->done(own->done_data, outcome->result, outcome->cancelled ? cancelled : outcome->error);
}

static void order(struct gs_dap_link *link, const char *line, gs_dap_done_func *done, gpointer data)
{
	struct own *own = (struct own *)link;
	own->done = done;
	own->done_data = data;
	own->order = gs_sharer_order(own->member, line, on_done, own);
}

static void interrupt(struct gs_dap_link *link)
{
	struct own *own = (struct own *)link;
	if (own->order)
		gs_shared_order_cancel(own->order);
}

static void pause_program(struct gs_dap_link *link, gs_dap_done_func *done, gpointer data)
{
	struct own *own = (struct own *)link;
	gs_shared_pause(own->shared);
	order(link, "pause", done, data);
}

static void read_file(struct gs_dap_link *link, const char *name, guint64 offset,
	gs_dap_done_func *done, gpointer data)
{
	struct own *own = (struct own *)link;
	g_autoptr(GError) error = NULL;
	guint64 whole = 0;
	g_autoptr(GBytes) bytes = gs_references_read(
		own->references, name, offset, GS_REFERENCE_PIECE, &whole, &error);
	if (!bytes) {
		done(data, NULL, error);
		return;
	}
	gsize size;
	const guchar *at = g_bytes_get_data(bytes, &size);
	g_autofree char *text = g_base64_encode(at, size);
	g_autoptr(JsonBuilder) json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "data", text);
	gs_json_integer(json, "bytes", (gint64)size);
	gs_json_integer(json, "size", (gint64)whole);
	json_builder_end_object(json);
	g_autoptr(JsonNode) result = json_builder_get_root(json);
	done(data, result, NULL);
}

static char *file_of(gpointer data, const char *name, GError **error)
{
	struct own *own = data;
	return *name == '@' ? gs_references_path(own->references, name, error) : g_strdup(name);
}

static gboolean on_output(int fd, GIOCondition condition, gpointer data)
{
	struct own *own = data;
	char bytes[1 << 12];
	ssize_t n = read(fd, bytes, sizeof bytes);
	if (n < 0 && errno == EINTR)
		return G_SOURCE_CONTINUE;
	if (n <= 0) {
		own->reading = 0;
		return G_SOURCE_REMOVE;
	}
	g_autofree char *text = g_utf8_make_valid(bytes, n);
	gs_shared_tell_output(own->shared, text);
	return G_SOURCE_CONTINUE;
}

/* A program that lives on may still write: without a reader it would get SIGPIPE. A process of its
 * own reads until nobody writes any more. */
static void drain(int fd)
{
	struct pollfd end = {fd, POLLIN, 0};
	if (poll(&end, 1, 0) >= 0 && end.revents & POLLHUP)
		return;
	if (fork() != 0)
		return;
	char bytes[1 << 12];
	setsid();
	close_range(0, (unsigned)fd - 1, 0);
	close_range((unsigned)fd + 1, ~0U, 0);
	while (read(fd, bytes, sizeof bytes) > 0)
		;
	_exit(0);
}

static void free_own(struct gs_dap_link *link)
{
	struct own *own = (struct own *)link;
	gs_sharer_leave(own->member);
	gs_shared_free(own->shared);
	gs_references_free(own->references);
	if (own->reading)
		g_source_remove(own->reading);
	if (own->output[1] >= 0) {
		close(own->output[1]);
		drain(own->output[0]);
		close(own->output[0]);
	}
	g_free(own);
}

static const struct gs_dap_link_kind kind = {order, interrupt, pause_program, read_file, free_own};

struct gs_dap_link *gs_dap_link_new_own(gs_shared_told_func *told, gpointer data)
{
	struct own *own = g_new0(struct own, 1);
	own->link = (struct gs_dap_link){&kind, told, data};
	own->shared = gs_shared_new(NULL);
	own->member = gs_shared_join(own->shared, "editor", on_told, own);
	own->references = gs_references_new();
	gs_sharer_set_files(own->member, file_of, own);
	if (!g_unix_open_pipe(own->output, FD_CLOEXEC, NULL))
		own->output[0] = own->output[1] = -1;
	else
		own->reading = g_unix_fd_add(own->output[0], G_IO_IN | G_IO_HUP, on_output, own);
	return &own->link;
}

void gs_dap_link_launch(struct gs_dap_link *link, const struct gs_launch *launch, bool is_trace,
	int timeout_ms, gs_dap_done_func *done, gpointer data)
{
	struct own *own = (struct own *)link;
	struct gs_launch mine = *launch;
	mine.output_fd = own->output[1] >= 0 ? own->output[1] : STDERR_FILENO;
	own->done = done;
	own->done_data = data;
	own->order = gs_sharer_launch(own->member, &mine, is_trace, timeout_ms, on_done, own);
}
