/* SPDX-License-Identifier: MIT */
/*
 * frontend/queries/query - a query or action for the session: one function for the session's
 * thread, and one for the main loop that takes the result. Each kind has a static class and a
 * struct that begins with struct gs_query (or struct gs_action); both are in one file with the
 * function of frontend/controller.h that pushes it. So a new kind only touches that file, and
 * controller.h if user interfaces use it.
 *
 * A query owns its parameters and its results, and borrows nothing from the session; `take` moves
 * results into the state.
 *
 * Actions are what the user asked for; they change where the program or the shader stands. All
 * other queries only fetch what is shown, and actions run before them.
 */
#ifndef GS_FRONTEND_QUERY_H
#define GS_FRONTEND_QUERY_H

#include "debugger/session/session.h"
#include "frontend/state.h"
#include "debugger/base/worker.h"

struct gs_controller;
struct gs_query;

/* The message in place of a cancelled result. */
#define GS_CANCELLED                                                                               \
	"Cancelled: values not fetched yet are not shown. The next step fetches what it needs."

enum gs_query_flag {
	GS_QUERY_NEEDS_SHADER = 1 << 0,	    /* its result is stale if no shader is debugged */
	GS_QUERY_FOR_FOCUS_VALUES = 1 << 1, /* other queries of a position wait for it */
	GS_QUERY_MAY_NEED_PROGRAM = 1 << 2, /* it may need a program that is not compiled yet */
};

struct gs_query_class {
	size_t size; /* of the struct that begins with struct gs_query */
	/* text shown while the query takes long, such as "fetching the image"; NULL: it only runs
	 * in the background */
	const char *doing;
	unsigned flags; /* enum gs_query_flag */
	/* Parts of the state that are out of date while the query runs. They are queried again when
	 * wanted if the user cancels it. */
	unsigned parts;
	/* Called in the session's thread. Return false on failure; query->error may be set. */
	bool (*work)(struct gs_query *query);
	/* Called in the main loop unless the result is stale. Return the parts of the state that
	 * changed. */
	unsigned (*take)(struct gs_controller *controller, struct gs_query *query);
	/* Free parameters and results; NULL: there are none. */
	void (*clear)(struct gs_query *query);
};

struct gs_query {
	struct gs_task task;
	const struct gs_query_class *class;
	struct gs_session *session;
	const int *generation; /* the result is stale once *generation differs from .expected */
	int expected;
	const int *cancelled; /* the query does not begin once *cancelled is at least .serial */
	int serial;
	struct gs_piecewise *pieces; /* the piecewise query that this is a piece of
					(frontend/private.h); else NULL */

	bool ok, is_stale;
	GError *error;
};

/* Return a new query: the class's struct, with zeros behind its struct gs_query. */
gpointer gs_query_new(const struct gs_query_class *class, struct gs_session *session);
void gs_query_free(struct gs_query *query);
/* Call in the session's thread between two parts of the work. Return whether the user has cancelled
 * the rest. */
bool gs_query_is_cancelled(const struct gs_query *query);
/* Call there, too. Return whether the user has gone on, so that the result will not be shown. */
bool gs_query_is_outdated(const struct gs_query *query);
/* Call in the main loop. Return whether the query failed because the user cancelled it. */
bool gs_query_was_cancelled(const struct gs_query *query);

/* ---- actions ---- */

struct gs_action;

enum gs_action_flag {
	GS_ACTION_RUNS_PROGRAM = 1 << 0, /* it runs the program, so Pause is possible */
	GS_ACTION_KEEPS_PATH = 1 << 1,	 /* values written by the steps of the path stay valid */
	GS_ACTION_ENDS_PROGRAM = 1 << 2, /* it ends the program, and the source overrides with it */
	GS_ACTION_RUNS_ON = 1 << 3,	 /* it runs to a stop that can be changed meanwhile */
	GS_ACTION_MEANWHILE = 1 << 4,	 /* it is done immediately, even while the program runs */
	GS_ACTION_STEPS = 1 << 5, /* each press of its key is one action, which waits for its turn;
				     Pause drops those that wait */
};

struct gs_action_class {
	size_t size;	   /* of the struct that begins with struct gs_action */
	const char *doing; /* shown while it runs, such as "Stepping" */
	unsigned flags;	   /* enum gs_action_flag */
	bool (*work)(struct gs_action *action); /* as gs_query_class.work */
	/* Called in the main loop before stop and position are taken over; NULL: nothing to do.
	 * Returns the parts of the state that changed. */
	unsigned (*take)(struct gs_controller *controller, struct gs_action *action);
	/* Called after that, before everything visible is queried again; NULL: nothing to do. */
	void (*finish)(struct gs_controller *controller, struct gs_action *action);
	void (*clear)(struct gs_action *action);
};

struct gs_ended_recording {
	char *path; /* of the recording that ended; NULL: none did */
	struct gs_recording_figures figures;
	GError *error; /* why the recording is incomplete; NULL: it is complete */
};
/* Call in the session's thread. Ends the recording, if there is one; `ended` gets its path, figures
 * and error. */
void gs_end_recording(struct gs_session *session, struct gs_ended_recording *ended);
void gs_ended_recording_clear(struct gs_ended_recording *ended);

struct gs_action {
	struct gs_task task;
	const struct gs_action_class *class;
	struct gs_session *session;
	int serial, *dropped; /* a step does not begin if .serial is at most *dropped */

	bool begun, ok;
	GError *error;
	char *note; /* a message about the result for the user; NULL */
	bool has_stop;
	struct gs_stop stop;
	bool has_where;
	struct gs_where where;
	char **call_path;
	/* The session's condition after the action, filled in for each action: */
	bool alive, in_shader;
	struct gs_breakpoint *breaks;
	size_t n_breaks;
	struct gs_fragment_operations operations;
	struct gs_ended_recording recording; /* set if the recording ended with the program */
};

/* Return a new action: the class's struct, with zeros behind its struct gs_action. */
gpointer gs_action_new(const struct gs_action_class *class, struct gs_session *session);
/* Make the action an errand, which runs while another action runs the program and does not move
 * it. */
void gs_action_make_errand(struct gs_action *action);
void gs_action_free(struct gs_action *action);

/* Return the call path as texts such as "main, line 12", outermost first; g_strfreev. */
char **gs_where_path_texts(const struct gs_where *where);

#endif
