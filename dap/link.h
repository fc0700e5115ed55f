/* SPDX-License-Identifier: MIT */
/* dap/link - the session that an adapter speaks with: one of this process, or that of a server. */
#ifndef GS_DAP_LINK_H
#define GS_DAP_LINK_H

#include <json-glib/json-glib.h>
#include <stdbool.h>
#include "debugger/host/host.h"
#include "serve/shared.h"

/* What was asked for has come to an end: result is borrowed; NULL: it failed. Called once, from the
 * main loop. */
typedef void gs_dap_done_func(gpointer data, JsonNode *result, const GError *error);

struct gs_dap_link;
struct gs_dap_link_kind {
	/* Have a line of the console run. One at a time. */
	void (*order)(
		struct gs_dap_link *link, const char *line, gs_dap_done_func *done, gpointer data);
	/* End what was ordered; it fails, unless it is done already. */
	void (*interrupt)(struct gs_dap_link *link);
	/* Interrupt what runs the program, whoever has ordered it, and say where it stands. */
	void (*pause)(struct gs_dap_link *link, gs_dap_done_func *done, gpointer data);
	/* Read a piece of a file that a command has written as "@NAME": {data (Base64), bytes,
	 * size}. */
	void (*read)(struct gs_dap_link *link, const char *name, guint64 offset,
		gs_dap_done_func *done, gpointer data);
	void (*free)(struct gs_dap_link *link);
};

struct gs_dap_link {
	const struct gs_dap_link_kind *kind;
	/* What members of a session are told (serve/shared.h), of others alone; and "gone", with
	 * {"text"}, when there is no server any more. */
	gs_shared_told_func *told;
	gpointer data;
};

/* Return a link to a session of this process without a program. */
struct gs_dap_link *gs_dap_link_new_own(gs_shared_told_func *told, gpointer data);
/* Begin its program, or open its trace. launch: copied but for what it names; output_fd is set. */
void gs_dap_link_launch(struct gs_dap_link *link, const struct gs_launch *launch, bool is_trace,
	int timeout_ms, gs_dap_done_func *done, gpointer data);
/* Return a link to a server; NULL: error. `done`, with data, tells whether it lets us in. */
struct gs_dap_link *gs_dap_link_new_server(const char *address, const char *token,
	gs_shared_told_func *told, gpointer told_data, gs_dap_done_func *done, gpointer data,
	GError **error);

#endif
