/* SPDX-License-Identifier: MIT */
/*
 * The inside of struct gs_session, shared by the files of debugger/session/ and nobody else:
 *
 * wait.c           time, interrupts, what the host reports; request.c: requests; link.c: the
 *                  engine's way to them
 * stop.c           what a stop says; start.c: starting the program; session.c: its life and end
 * breakpoints.c    the list of breakpoints; run.c: running on
 * calls.c          the list of calls; argument.c: changing a pending call's arguments
 * program.c        the program of the pending call, its framebuffer
 * uniform-value.c  types and values of uniforms; uniform.c: changing them; block.c: those in blocks
 * state.c          GL's state, and what has changed in it
 * inspect.c        textures, buffers, attachments; check.c: the draw without us
 * shader.c         beginning and leaving the shader of the pending draw
 * operations.c     per-fragment operations of the debug draw; fragment.c: changing them
 * where.c          where it stands; focus.c: choosing the element in focus; nearest.c: the nearest
 *                  that goes somewhere
 * lines.c          the statements of a line
 * move.c           stepping along its path; break.c: on to a breakpoint; nan.c: on to the first
 *                  NaN; case.c: the sides of a switch
 * changes.c        what each step of the path has written; path-summary.c: the path in small
 * values.c         scope, values of the focus element; fields.c: values of all, masks
 * profile.c        loop profiles, counts
 * emitted.c        vertices that a geometry shader emits; emissions.c: those of all elements
 * mesh.c           a draw's vertices before and after their shader
 *
 * What is captured, and how, is the engine's (debugger/engine/engine.h).
 */
#ifndef GS_SESSION_PRIVATE_H
#define GS_SESSION_PRIVATE_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"
#include "debugger/engine/focus-values.h"
#include "debugger/base/patience.h"

enum gs_life {
	GS_LIFE_NONE,	 /* not started */
	GS_LIFE_STOPPED, /* in the event loop of session->slot */
	GS_LIFE_OUTSIDE, /* paused outside GL */
	GS_LIFE_SIGNAL,	 /* about to die of session->signal */
	GS_LIFE_RUNNING, /* a function gave up waiting */
	GS_LIFE_ENDED,
	GS_LIFE_DETACHED,
};

struct gs_debug;
struct gs_emission;
struct gs_call_store;

/* A look at GL's state: lines, and the call that was pending. */
struct gs_state_look {
	char *text; /* NULL: none */
	uint64_t call, frame;
	uint64_t context; /* whose it is */
};
struct gs_state_looks {
	bool stops, frames;	   /* noted at each stop that is left, at each frame's beginning */
	struct gs_state_look now;  /* at this stop */
	struct gs_state_look stop; /* at the last one, when it was left */
	char *why;		   /* there is none; NULL: it was not to be noted */
};
void gs_state_looks_clear(struct gs_state_looks *looks);
/* The stop is about to be left. False: nothing more can be asked. */
bool gs_session_leave_state(struct gs_session *session, GError **error);

struct gs_session {
	struct gs_launch launch;
	struct gs_host *host;
	struct gs_patience patience;
	int waiting; /* atomic: a run is waited for */
	int crowded; /* atomic: the list of calls has asked for a pause */
	struct gs_call_store *calls;
	enum gs_wire_log log;
	int timeout_ms;
	gint64 deadline; /* of the function now running; monotonic microseconds */
	volatile gint interrupted;
	volatile gint ending;	    /* every function is interrupted: gs_session_kill or
				       gs_session_restart comes */
	volatile gint interrupting; /* how many are in gs_session_interrupt */

	enum gs_life life;
	bool serving; /* RUNNING: with a request of ours that nobody waits for any more */
	unsigned slot;
	uint32_t reason; /* enum gs_wire_reason of the stop */
	int signal, status;
	bool by_signal, called_gl;

	GArray *breakpoints; /* struct gs_breakpoint */
	unsigned next_breakpoint;

	struct gs_state_looks looks;
	struct gs_debug *debug; /* NULL: not in a shader */
	struct gs_debug
		*lost_debug; /* its program has ended; functions on the stack may still use it */
	GArray *history;     /* struct gs_history_entry, made when asked for; NULL */
	struct gs_fragment_operations operations;
	bool counts_later; /* see gs_session_set_counting_later */
};

/* ---- the shader of the pending draw ---- */

/* ---- link.c ---- */

struct gs_program_link gs_session_link(struct gs_session *session);
/* Whose shader it is: each gs_debug of ours has the session's link. */
static inline struct gs_session *gs_debug_session(const struct gs_debug *debug)
{
	return debug->link.data;
}

/* ---- wait.c, request.c, start.c, stop.c ---- */

enum { GS_PAUSE_LIMIT_MS = 5000 }; /* how long a program that is to pause may take to stop at all */
bool gs_session_take_event(struct gs_session *session, const struct gs_host_event *event);
/* A function gave up waiting: the stop may have come meanwhile. */
bool gs_session_catch_up(struct gs_session *session, GError **error);
char *gs_session_others_note(struct gs_session *session);
int gs_session_left(struct gs_session *session); /* milliseconds until the deadline, at least 1 */
/* True if the function should give up: sets TIMEOUT, or leaves error alone and returns true when
 * interrupted. */
bool gs_session_expired(struct gs_session *session, GError **error);
/* Starts the program if it was not; false unless it is stopped at a call. */
bool gs_session_need_stop(struct gs_session *session, GError **error);
bool gs_session_need_program(struct gs_session *session, GError **error);
bool gs_session_need_shader(struct gs_session *session, GError **error);
struct gs_wire_slot *gs_session_slot(struct gs_session *session);
/* A request to the stopped thread. input: what gs_session_input began, NULL none. */
bool gs_session_input(struct gs_session *session, struct gs_stream *stream);
bool gs_session_request(struct gs_session *session, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_stream *answer,
	GError **error);
/* Waits for the next event and takes it over. */
bool gs_session_wait(struct gs_session *session, GError **error);
void gs_session_fill_stop(struct gs_session *session, struct gs_stop *stop);
void gs_session_drop_shader(struct gs_session *session);
/* Ends shader debugging, if a shader is being debugged. */
bool gs_session_leave_any_shader(struct gs_session *session, GError **error);
/* The focus element's; all but .written. gs_value_clear. */
void gs_value_read(const struct gs_debug *debug, const struct gs_captured_value *sample,
	struct gs_value *value);

/* ---- calls.c ---- */

/* Of the pending call, of each pointer limit bytes at most; NULL: nothing is known. */
enum { GS_SHOWN_LIMIT = 64 * 1024 };
GBytes *gs_session_pending_memory(struct gs_session *session, uint64_t limit);
/* ---- argument.c ---- */

/* Index of the pending call's argument by name; the raw value that a text means for it. */
bool gs_call_parse_argument(const struct gs_wire_call *wire, const char *name, const char *value,
	unsigned *index, uint64_t *raw, GError **error);

/* ---- inspect.c, buffer-layout.c ---- */

/* As GS_REQUEST_DRAWN; area NULL: all. own: with the program's per-fragment operations, whatever
 * the session's are. */
struct gs_field *gs_inspect_drawn(struct gs_session *session, const struct gs_drawn_location *place,
	const struct gs_rect *area, bool own, uint64_t *by, GError **error);

/* ---- uniform.c ---- */

char *gs_uniform_type_text(const struct gs_uniform_info *uniform); /* "mat3x2[4]"; g_free */
struct gs_scalar gs_uniform_scalar(enum gs_base base, const uint8_t *bytes);
/* As many scalars as wanted, as raw bits; g_free. */
uint64_t *gs_uniform_read_values(const char *name, const char *type_name, enum gs_base base,
	unsigned wanted, const char *text, GError **error);
bool gs_uniform_read_index(const char *text, uint64_t *index); /* "[12]" and nothing after it */

bool gs_uniform_is_array(const struct gs_uniform_info *uniform);

/* ---- block.c ---- */

enum gs_block_set {
	GS_BLOCK_SET_DONE,
	GS_BLOCK_SET_FAILED,
	GS_BLOCK_SET_UNKNOWN /* no block has such a member: no error is set */
};
enum gs_block_set gs_session_set_block_member(struct gs_session *session, const char *name,
	const char *value, char **note, GError **error);

/* ---- run.c ---- */

void gs_breakpoint_clear(struct gs_breakpoint *b);
bool gs_session_match_functions(const char *text, uint8_t *bits, GError **error);
/* Puts the breakpoints on calls and errors into the wire. */
void gs_session_send_breakpoints(struct gs_session *session);

/* ---- shader.c ---- */

void gs_debug_fill_where(struct gs_debug *debug, struct gs_where *where);
void gs_debug_set_note(struct gs_debug *debug, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* ---- move.c ---- */

/* The focus goes, if it does not do so itself, to the nearest element that has the flag at the
 * position; with choice not -1: that goes to that case of the switch there. what: "goes ..." */
bool gs_debug_focus_nearest(struct gs_debug *debug, const struct gs_position *position,
	unsigned flag, int choice, const char *what, GError **error);

/* ---- break.c ---- */

/* On to the next breakpoint that is hit, or the end; number in debug->breakpoint. */
bool gs_debug_move_to_break(struct gs_debug *debug, GError **error);
/* A statement that begins on the line; where none does, one that lies on it. */
bool gs_debug_on_line(const struct gs_debug *debug, const struct gs_site *site,
	const struct gs_unit *unit, unsigned line);
/* The line itself, or the next one on which something stands; UINT_MAX: there is none. */
unsigned gs_debug_line_with_statement(
	const struct gs_debug *debug, const struct gs_unit *unit, unsigned line);
/* False: no statement stands on the line or after it in the present shader object. */
bool gs_debug_check_line(
	const struct gs_debug *debug, unsigned object, unsigned line, GError **error);
/* The shader object in which the focus stands. */
unsigned gs_debug_object(const struct gs_debug *debug);

/* ---- nan.c ---- */

bool gs_debug_move_to_nan(struct gs_debug *debug, GError **error);

/* ---- case.c ---- */

bool gs_debug_move_case(struct gs_debug *debug, unsigned index, GError **error);

/* ---- fragment.c ---- */

/* number[1] and on of GS_REQUEST_DEBUG_BEGIN */
/* than the program's, for what is captured */
bool gs_session_other_operations(const struct gs_session *session);
/* As GS_REQUEST_DEBUG_BEGIN: number[1] to [4]; [5] the fragment. */
void gs_session_put_operations(const struct gs_session *session, uint64_t number[6]);

/* ---- values.c ---- */

/* at a position where something can be captured */
bool gs_session_need_values(struct gs_session *session, GError **error);

double gs_scalar_number(const struct gs_scalar *scalar);
/* What the scalars of an expression, written so, are called; g_strfreev. */
char **gs_debug_scalar_names(const char *text, const struct gs_expression *expression);
/* A variable's value for the focus element at a position. NULL: there is none, or its name means
 * another one there; error is set only where it is fatal. */
struct gs_captured_value *gs_debug_capture_symbol(struct gs_debug *debug,
	const struct gs_position *position, const struct gs_symbol *symbol, GError **error);

/* Who stands at each cell, for fields; g_free. */
struct gs_element *gs_debug_list_elements(const struct gs_debug *debug);
/* As gs_session_values, at a position, looked from `frame` frames out. */
struct gs_field *gs_debug_values(struct gs_debug *debug, const struct gs_position *position,
	unsigned frame, const char *expression, GError **error);
#endif
