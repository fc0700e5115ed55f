/* SPDX-License-Identifier: MIT */
/* A session of this process. */
#include <string.h>
#include <unistd.h>
#include "dap/link.h"
#include "serve/output-pipe.h"
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
	struct gs_output_pipe *output; /* NULL: none could be made */
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

static void free_own(struct gs_dap_link *link)
{
	struct own *own = (struct own *)link;
	gs_sharer_leave(own->member);
	gs_shared_free(own->shared);
	gs_references_free(own->references);
	gs_output_pipe_free(own->output);
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
	own->output = gs_output_pipe_new(false);
	if (own->output)
		gs_output_pipe_tell(own->output, own->shared);
	return &own->link;
}

void gs_dap_link_launch(struct gs_dap_link *link, const struct gs_launch *launch, bool is_trace,
	int timeout_ms, gs_dap_done_func *done, gpointer data)
{
	struct own *own = (struct own *)link;
	struct gs_launch mine = *launch;
	mine.output_fd = own->output ? gs_output_pipe_fd(own->output) : STDERR_FILENO;
	own->done = done;
	own->done_data = data;
	own->order = gs_sharer_launch(own->member, &mine, is_trace, timeout_ms, on_done, own);
}
