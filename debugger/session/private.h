/* SPDX-License-Identifier: MIT */
/*
 * The inside of struct gs_session, for the files of this folder alone.
 *
 * session.c          life: start, wait, stop, end
 * calls.c    the list of calls; changing arguments
 * text.c        calls to names and text
 * run.c      running on, breakpoints
 * program.c  the program of the pending call, framebuffer, state
 * inspect.c  textures, buffers, attachments; buffer-layout.c: typed views; check.c: the undebugged
 * draw state.c    GL's state, and what changed in it uniform.c  types of uniforms, changing them;
 * block.c: those in blocks shader.c   beginning and leaving the shader of the pending draw where.c
 * where it stands; focus.c: arriving at a position, the element in focus fragment.c per-fragment
 * operations of the debug draw move.c     stepping along the focus element's path break.c    going
 * on to a breakpoint changes.c  what each step of the path has written nan.c      going on to the
 * first NaN case.c     the sides of a switch values.c   scope, values of the focus element fields.c
 * values of all elements as images, masks profile.c  loop profiles, counts; profile-files.c saves
 * and plots them emitted.c  the vertices that a geometry shader emits mesh.c     a draw's vertices
 * before and after their shader element.c          who stands at a cell of the grid
 * position-cache.c            what has been captured at a position; capture-result.c: one draw;
 * captured-value.c: one expression of it multi-site.c            programs that serve several
 * positions; focus-values.c: values of the focus element alone path.c             the focus
 * element's path; path-decide.c, path-record.c tell its decisions
 */
#ifndef GS_SESSION_PRIVATE_H
#define GS_SESSION_PRIVATE_H

#include "debugger/session/session.h"
#include "debugger/engine/element.h"
#include "debugger/engine/focus-values.h"
#include "debugger/base/patience.h"
#include "debugger/engine/path.h"
#include "debugger/engine/position-cache.h"
#include "wire/stream.h"

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
	struct gs_fragment_operations operations;
	bool counts_later; /* see gs_session_set_counting_later */
};

/* ---- the shader of the pending draw ---- */

struct gs_recent_expression {
	char *text;
	unsigned move;	/* at which it was last asked for */
	unsigned image; /* at which for all elements, + 1; 0: never */
};

struct gs_rect {
	unsigned x, y, width, height;
};

struct gs_debug {
	struct gs_session *session;
	enum gs_stage stage;
	struct gs_program_info info;
	const char **others; /* sources of the other stages, NULL-terminated */
	struct gs_shader *shader;
	struct gs_plan *plan;
	struct gs_wire_debug target;
	uint32_t (*commands)[2]; /* of an indirect multi-draw: vertices of an instance, instances;
				    NULL not known */
	size_t n_commands;
	struct gs_wire_draws draws; /* of a display list; draws 0: another call */
	bool no_lift;
	uint8_t *covered;   /* width * height */
	uint32_t (*who)[3]; /* other stages than fragment: each cell's element, see element.c */
	/* geometry: what each says of itself: gl_PrimitiveIDIn, gl_InvocationID, how often both
	 * came before */
	uint32_t (*said)[3];
	bool thirds;		      /* of some the third number is not 0 */
	struct gs_emission *emission; /* geometry: what all elements emit; NULL until asked for */
	uint64_t n_total;
	uint64_t n_programs;   /* that the driver has compiled for us */
	struct gs_rect bounds; /* of the covered pixels */
	unsigned focus_x, focus_y;
	bool focus_here; /* the focus element comes to the present position */
	struct gs_path *path;
	struct gs_path_provider *provider;
	struct gs_position_cache *places;
	struct gs_focus_values *focus_values;
	unsigned frame;	   /* looked from; 0: innermost */
	size_t moved_from; /* path index before the last move */
	unsigned moves;
	GArray *asked;	 /* struct gs_recent_expression, latest first */
	char *note;	 /* for the whole session */
	char *move_note; /* of the last move, NULL none */
	int breakpoint;
	bool reached;
	GArray *history; /* struct gs_history_entry, made when asked for */
};

void gs_debug_free(struct gs_debug *debug);
/* incomplete-primitives.c: how many vertices at the end of each instance of the draw make no whole
 * primitive. */
unsigned gs_debug_left_over(const struct gs_debug *debug);
/* Vertices: the draw is one, and each of its indices has run the shader: none has restarted a
 * primitive. */
bool gs_debug_is_whole(const struct gs_debug *debug);

/* ---- session.c ---- */

/* Every public function begins so: sets the deadline. */
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
/* Puts the breakpoints on calls and errors into the wire. */
void gs_session_send_breakpoints(struct gs_session *session);

/* ---- shader.c ---- */

/* Name of the fragment output bound to location 0, index 0; NULL: none that has a name. */
const char *gs_debug_colour_output(const struct gs_debug *debug);
bool gs_debug_is_covered(const struct gs_debug *debug, unsigned x, unsigned y);
/* Sees to the flags of a place; with them come the expressions asked for lately, in one draw. */
bool gs_debug_look(struct gs_debug *debug, struct gs_captured_position *place, GError **error);
/* Arrives at the path's present position: flags and the expressions asked for lately, in one draw.
 */
bool gs_debug_arrive(struct gs_debug *debug, GError **error);
void gs_debug_fill_where(struct gs_debug *debug, struct gs_where *where);
/* Makes the element the focus and walks its path again up to the position, which it comes to. */
bool gs_debug_refocus(struct gs_debug *debug, unsigned x, unsigned y,
	const struct gs_position *position, GError **error);
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

/* ---- emitted.c ---- */

void gs_emission_free(struct gs_emission *emission); /* NULL is fine */

/* ---- values.c ---- */

/* at a position where something can be captured */
bool gs_session_need_values(struct gs_session *session, GError **error);

/* At a GS_SITE_EMIT: EmitVertex or EmitStreamVertex, which leave all outputs undefined; not the end
 * of a primitive. */
bool gs_site_emits_vertex(const struct gs_site *site);
double gs_scalar_number(const struct gs_scalar *scalar);
/* What the scalars of an expression, written so, are called; g_strfreev. */
char **gs_debug_scalar_names(const char *text, const struct gs_expression *expression);
/* A variable's value for the focus element at a position. NULL: there is none, or its name means
 * another one there; error is set only where it is fatal. */
struct gs_captured_value *gs_debug_capture_symbol(struct gs_debug *debug,
	const struct gs_position *position, const struct gs_symbol *symbol, GError **error);

/* Token before which an expression at this site is parsed. */
unsigned gs_site_token(const struct gs_site *site);
/* Who stands at each cell, for fields; g_free. */
struct gs_element *gs_debug_list_elements(const struct gs_debug *debug);
/* image: for all elements */
void gs_debug_request_expression(struct gs_debug *debug, const char *expression, bool image);
/* As gs_session_values, at a position, looked from `frame` frames out. */
struct gs_field *gs_debug_values(struct gs_debug *debug, const struct gs_position *position,
	unsigned frame, const char *expression, GError **error);
/* Whether any site writes it. */
bool gs_plan_writes(const struct gs_plan *plan, const struct gs_symbol *symbol);
/* The expressions asked for lately, latest first; returns how many. images: those for all elements.
 */
enum { GS_MAX_RECENT_EXPRESSIONS = 32 };
size_t gs_debug_recent_expressions(
	const struct gs_debug *debug, bool images, const char *texts[GS_MAX_RECENT_EXPRESSIONS]);
/* A GError from what glsl/ or instrument/ said. */
void gs_error_from_messages(
	GError **error, enum gs_error code, const struct gs_messages *messages, const char *prefix);

#endif
