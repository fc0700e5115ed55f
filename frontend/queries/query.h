/* SPDX-License-Identifier: MIT */
/*
 * frontend/queries/query - a query or action for the session: a function for the session's thread,
 * and one for the main loop that takes the result. There is one static class and one struct, which
 * begins with struct gs_query, for each kind; both are in one file with the function of
 * frontend/controller.h that pushes it. So a new kind touches that file, and controller.h if user
 * interfaces use it.
 *
 * A query owns its parameters and its results, and borrows nothing from the session; `take` moves
 * results into the state.
 *
 * Actions (struct gs_action) are what the user has asked for; they change where the program or the
 * shader stands. All other queries only fetch what is shown, and give way to actions.
 */
#ifndef GS_FRONTEND_QUERY_H
#define GS_FRONTEND_QUERY_H

#include "debugger/session/session.h"
#include "frontend/state.h"
#include "frontend/worker.h"

struct gs_controller;
struct gs_query;

/* The message in place of a cancelled result. */
#define GS_CANCELLED                                                                               \
	"Cancelled: values not fetched yet are not shown. The next step fetches what it needs."

enum gs_query_flag {
	GS_QUERY_NEEDS_SHADER = 1 << 0, /* without a shader that is debugged the result is stale */
	GS_QUERY_FOR_FOCUS_VALUES = 1 << 1, /* all other queries of a position follow it */
	GS_QUERY_MAY_NEED_PROGRAM = 1 << 2, /* it may need a program that is not compiled yet */
};

struct gs_query_class {
	size_t size; /* of the struct that begins with the query */
	/* Shown while it takes long: "fetching the image". NULL: only runs in the background. */
	const char *doing;
	unsigned flags; /* enum gs_query_flag */
	/* Parts of the state: what is shown of them is old until it is done, and if it was
	 * cancelled, they are queried again when they are wanted. */
	unsigned parts;
	/* In the session's thread. False: failed; query->error may be set. */
	bool (*work)(struct gs_query *query);
	/* In the main loop, unless the result is stale: returns the parts of the state that
	 * changed. */
	unsigned (*take)(struct gs_controller *controller, struct gs_query *query);
	void (*clear)(
		struct gs_query *query); /* frees parameters and results; NULL: there are none */
};

struct gs_query {
	struct gs_task task;
	const struct gs_query_class *class;
	struct gs_session *session;
	const int *generation; /* the result is stale once this differs from .expected */
	int expected;
	const int *cancelled; /* not begun once .serial is not greater than this */
	int serial;
	struct gs_piecewise *pieces; /* the piecewise query that it is a piece of
				     (frontend/private.h); else NULL */

	bool ok, is_stale;
	GError *error;
};

/* The struct that the class describes, zeroed behind the query. */
gpointer gs_query_new(const struct gs_query_class *class, struct gs_session *session);
void gs_query_free(struct gs_query *query);
/* Call in the session's thread between two parts of the work: whether the user has cancelled the
 * rest. */
bool gs_query_is_cancelled(const struct gs_query *query);
/* Likewise: whether the user has gone on, so that nobody will look at the result. */
bool gs_query_is_outdated(const struct gs_query *query);
/* Call in the main loop: whether it failed because the user cancelled it. */
bool gs_query_was_cancelled(const struct gs_query *query);

/* ---- actions ---- */

struct gs_action;

enum gs_action_flag {
	GS_ACTION_RUNS_PROGRAM = 1 << 0, /* the program runs, so that Pause is possible */
	GS_ACTION_KEEPS_PATH = 1 << 1, /* the values written by the steps of the path stay valid */
	GS_ACTION_ENDS_PROGRAM = 1 << 2, /* source overrides end with it */
	GS_ACTION_RUNS_ON = 1 << 3,	 /* to a stop that can be chosen anew meanwhile */
	GS_ACTION_MEANWHILE = 1 << 4,	 /* while the program runs it is done at once */
	GS_ACTION_STEPS = 1 << 5,	 /* each press of its key counts, and waits for its turn;
					    Pause drops those that wait */
};

struct gs_action_class {
	size_t size;				/* of the struct that begins with the action */
	const char *doing;			/* "Stepping" */
	unsigned flags;				/* enum gs_action_flag */
	bool (*work)(struct gs_action *action); /* as of a query */
	/* Called in the main loop before stop and position are taken over; NULL: nothing to do.
	 * Returns the parts of the state that changed. */
	unsigned (*take)(struct gs_controller *controller, struct gs_action *action);
	/* Called after that, before everything visible is queried again; NULL: nothing to do. */
	void (*finish)(struct gs_controller *controller, struct gs_action *action);
	void (*clear)(struct gs_action *action);
};

struct gs_ended_recording {
	char *path; /* NULL: none has ended */
	struct gs_recording_figures figures;
	GError *error; /* it is not complete */
};
/* In the session's thread: ends the recording, if there is one. */
void gs_end_recording(struct gs_session *session, struct gs_ended_recording *ended);
void gs_ended_recording_clear(struct gs_ended_recording *ended);

struct gs_action {
	struct gs_task task;
	const struct gs_action_class *class;
	struct gs_session *session;
	int serial, *dropped; /* those up to this one are not begun any more, if they step */

	bool begun, ok;
	GError *error;
	char *note; /* a message about the result for the user; NULL */
	bool has_stop;
	struct gs_stop stop;
	bool has_where;
	struct gs_where where;
	char **call_path;
	/* as they are afterwards, filled in for each action: */
	bool alive, in_shader;
	struct gs_breakpoint *breaks;
	size_t n_breaks;
	struct gs_fragment_operations operations;
	struct gs_ended_recording recording; /* with the program */
};

gpointer gs_action_new(const struct gs_action_class *class, struct gs_session *session);
/* It is done while another one runs the program: it moves nothing. */
void gs_action_make_errand(struct gs_action *action);
void gs_action_free(struct gs_action *action);

/* "main, line 12", outermost first; g_strfreev */
char **gs_where_path_texts(const struct gs_where *where);

#endif
