/* SPDX-License-Identifier: MIT */
/* dap/breakpoints - what stops, as the editor has it. Of lines of shaders the session knows only
 * while it debugs such a shader (draw.h). */
#ifndef GS_DAP_BREAKPOINTS_H
#define GS_DAP_BREAKPOINTS_H

#include "dap/sources.h"

enum gs_dap_breakpoint_kind {
	GS_DAP_BREAK_LINE,     /* of a file, or of a source that the editor was shown */
	GS_DAP_BREAK_NAME,     /* of a function: GL's or a shader's, which is not known yet */
	GS_DAP_BREAK_CALL,     /* GL's */
	GS_DAP_BREAK_FUNCTION, /* of shaders */
};

struct gs_dap_breakpoint {
	unsigned id; /* for the editor */
	enum gs_dap_breakpoint_kind kind;
	char *path;	  /* LINE; NULL: of a source */
	gint64 reference; /* then */
	unsigned line;	  /* of it; from 1 */
	char *name;	  /* of a function */
	char *condition;  /* NULL: none */
	char *log;	  /* what is told in place of stopping; NULL: it stops */
	char hit;	  /* '>', 'g' (>=), '=', '%', '<', 'l' (<=); 0: every hit counts */
	guint64 hit_count, hits;
	bool is_verified, is_bad; /* bad: it can never be */
	bool is_dead;		  /* the editor has removed it */
	char *message;		  /* why it is not; NULL */
	unsigned number;	  /* in the session; 0: it is not there */
	gint64 reached;		  /* line of the source on which it has stopped last */
};

void gs_dap_breakpoint_free(gpointer data);
/* Replace the breakpoints of a file or a source, or on functions, by what the editor has sent;
 * answer with them. */
void gs_dap_breakpoints_set_lines(struct gs_dap_request *request);
void gs_dap_breakpoints_set_functions(struct gs_dap_request *request);
/* Replace the exceptions that stop: "gl-error", and kinds of faults. */
void gs_dap_breakpoints_set_exceptions(struct gs_dap_request *request);
/* Add the member exceptionBreakpointFilters. */
void gs_dap_put_filters(JsonBuilder *json);

/* Tell the session what changed in breakpoints on calls and errors. */
void gs_dap_breakpoints_send(struct gs_dap *dap);
/* Return whether draws have to be looked at. */
bool gs_dap_breakpoints_want_draws(const struct gs_dap *dap);
/* Return at which line of a source it stops; 0: at none. */
unsigned gs_dap_breakpoint_line(struct gs_dap *dap, const struct gs_dap_breakpoint *breakpoint,
	struct gs_dap_source *source);
/* Verify those that stand in these sources, and tell the editor. */
void gs_dap_breakpoints_verify(struct gs_dap *dap, const GPtrArray *sources);
/* Return the one of that number in the session; NULL: none. */
struct gs_dap_breakpoint *gs_dap_breakpoint_numbered(const struct gs_dap *dap, gint64 number);
/* Return the number of the breakpoint that a reply of `break` has last. */
unsigned gs_dap_newest(JsonNode *reply);
/* Count a hit. Return whether its hit condition holds. */
bool gs_dap_breakpoint_hit(struct gs_dap_breakpoint *breakpoint);

#endif
