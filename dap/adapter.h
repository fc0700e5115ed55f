/* SPDX-License-Identifier: MIT */
/* dap/adapter - what there is of one editor. Used in the thread of the default main context. */
#ifndef GS_DAP_ADAPTER_H
#define GS_DAP_ADAPTER_H

#include <json-glib/json-glib.h>
#include <stdbool.h>
#include "serve/message-stream.h"

enum gs_dap_state {
	GS_DAP_NOTHING, /* there is no session yet */
	GS_DAP_STOPPED,
	GS_DAP_RUNNING,
	GS_DAP_ENDED /* the program has */
};

struct gs_dap_link;
struct gs_dap_request;

struct gs_dap {
	struct gs_message_stream *stream;
	const char *token;
	gint64 seq;	/* of the last message that was sent */
	GQueue told;	/* struct gs_dap_told: what others have done, while something was served */
	GQueue waiting; /* struct gs_dap_request, which nobody has begun to serve */
	struct gs_dap_request *serving; /* NULL: none */
	bool is_over;			/* the editor has left, or is to be left */
	/* Serve of the waiting requests what can be served while another one is. */
	void (*serve_meanwhile)(struct gs_dap *dap);

	/* What the editor has said of itself. */
	unsigned first_line, first_column; /* 0 or 1 */
	bool has_uris;

	/* The session. */
	struct gs_dap_link *link; /* NULL: none */
	enum gs_dap_state state;
	bool is_configured, is_begun; /* all breakpoints were said; it has run or stopped */
	bool is_trace, is_attached, stops_on_entry, has_no_debugging;
	bool is_asking, wants_pause, was_ended; /* ended: that was told */
	bool is_ending, is_to_live; /* the program is to end; it lives on when the editor leaves */
	JsonNode *stop, *where;	    /* where it stands, as the console says; NULL: nowhere */
	JsonNode *backtrace;	    /* of the program there; NULL: not asked for yet */
	unsigned frame;		    /* of the shader, which the console has selected */
	GArray *threads;	    /* gint64, as stops name them: thread N + 1 */
	unsigned thread;	    /* that has stopped, as the editor has it */
	char *name;		    /* of what is debugged */
	char *fault_kinds, *fault;  /* of sanitize, that stop; what has stopped it */
	char *fault_kind;
	gint64 fault_call, seen_call; /* whose faults were looked for; whose shaders were */

	struct gs_dap_files *files;
	GPtrArray *sources;	/* struct gs_dap_source */
	GArray *modules;	/* gint64: programs that were told of */
	GPtrArray *breakpoints; /* struct gs_dap_breakpoint */
	GPtrArray *dead;	/* such that were removed: freed when nobody has them any more */
	GArray *obsolete;	/* unsigned: numbers that the session is to delete */
	unsigned last_breakpoint;
	bool stops_at_errors;  /* of GL, by a breakpoint: */
	unsigned error_number; /* 0: there is none yet */
	bool is_changed;       /* breakpoints are to be told to the session */
	GPtrArray *values;     /* struct gs_dap_value, by references from 1 on */
	GPtrArray *goals;      /* of goto */
};

#endif
