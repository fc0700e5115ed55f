/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/shader/debug - the shader of the pending draw: where it stands, stepping it,
 * values of its variables, of one element and of all. As all of a session (session.h).
 */
#ifndef GS_SESSION_DEBUG_H
#define GS_SESSION_DEBUG_H

#include "debugger/session/session.h"

/* ---- the shader of the pending draw ---- */

struct gs_where_frame {
	const char *function; /* borrowed until the shader is left */
	unsigned line;
};
/* Where the shader stands. */
struct gs_where {
	enum gs_stage stage;
	bool finished, reached; /* at the end of main; the last move has come where it was to */
	unsigned object;	/* index of the shader object in the stage's sources */
	unsigned n_objects;
	struct gs_span span; /* of the marked text */
	char *text;	     /* the marked text */
	enum gs_site_kind kind;
	char *function;
	struct gs_where_frame *frames;			 /* outermost first */
	unsigned n_frames, frame;			 /* frame: the one looked from (up/down) */
	unsigned iterations[GS_MAX_LOOPS], n_iterations; /* of the innermost frame */
	uint64_t active, total;	   /* how many elements stand here, and how many there are */
	bool counted;		   /* active is known */
	unsigned focus_x, focus_y; /* cell of the focus element in the grid of elements */
	struct gs_element focus;
	/* Of the target of fragments: the grid has a picture for each, one below the other, those
	 * of a layer's samples together. Other stages: 1. */
	unsigned layers, samples;
	unsigned fragment;    /* gs_fragment_operations.fragment */
	unsigned draw, draws; /* which of how many draws of a pending display list is debugged;
				 draws 0: it is no list, or all of them are debugged as one */
	unsigned call_draws;  /* how many draws the pending glMultiDraw* or display list makes; 0:
				 it is another call */
	bool focus_here;      /* the focus element stands here */
	bool is_decision, is_loop; /* a condition decides here; it is a loop's */
	bool chooses;	/* a switch, or a call of one of several functions: gs_session_cases */
	int breakpoint; /* number of the one that stopped the move; -1: none */
	/* The breakpoint's condition holds at another element than the focus: this one, in this
	 * cell. */
	bool holds_elsewhere;
	unsigned holds_x, holds_y;
	struct gs_element holds_at;
	char *note; /* sentences: what the user should know; "" none */
};
void gs_where_clear(struct gs_where *where);

/* Functions that have a gs_where fill it in if they return true, to be freed by gs_where_clear. */

/* Begin to debug that stage's shader of the pending draw or dispatch. */
bool gs_session_shader(
	struct gs_session *session, enum gs_stage stage, struct gs_where *where, GError **error);
/* Likewise, of one of the draws that the pending glCallList, glCallLists or glMultiDraw* makes, by
 * its number from 0. What comes before that draw is executed for good. */
bool gs_session_shader_of_draw(struct gs_session *session, enum gs_stage stage, unsigned draw,
	struct gs_where *where, GError **error);
/* Move the focus to the element in a cell of the grid. */
bool gs_session_focus(
	struct gs_session *session, unsigned x, unsigned y, struct gs_where *where, GError **error);
/* Move it to the first element, by its cell, that comes to a line of the stage's shader object of
 * that index, condition not NULL: where that expression holds there (if it cannot be evaluated at
 * every statement on the line, to the first that comes there); and stand at the start of its path.
 * Error NO_ELEMENT: there is none. */
bool gs_session_focus_line(struct gs_session *session, unsigned object, unsigned line,
	const char *condition, struct gs_where *where, GError **error);
/* Move the focus to an element, by the n numbers that its stage counts elements by (struct
 * gs_element). Those left out at the end are 0; of a fragment, the sample is the first covered. */
bool gs_session_focus_element(struct gs_session *session, const uint32_t *at, unsigned n,
	struct gs_where *where, GError **error);
/* Get the element in a cell of the grid. Return false if there is none. */
bool gs_session_element(
	struct gs_session *session, unsigned x, unsigned y, struct gs_element *element);
enum gs_shader_move {
	GS_MOVE_STEP,
	GS_MOVE_OVER,
	GS_MOVE_OUT,
	GS_MOVE_BACK,
	GS_MOVE_BACK_OVER,
	GS_MOVE_RESET,
	GS_MOVE_CONTINUE,
	GS_MOVE_CONTINUE_NAN,
	GS_MOVE_UNTIL,
	GS_MOVE_ITERATION,
	GS_MOVE_BRANCH,
	GS_MOVE_TO,
	GS_MOVE_CASE,
};
#define GS_UNTIL(object, line) (((unsigned)(object) + 1) << 24 | (unsigned)(line))
/* Move along the focus element's path. argument: of UNTIL, the line, or GS_UNTIL for a line of
 * another shader object of the stage; of ITERATION its number; of BRANCH 1 for true, 0 for false;
 * of TO the index of a step of the history; of CASE the index in what gs_session_cases lists. */
bool gs_session_move(struct gs_session *session, enum gs_shader_move move, unsigned argument,
	struct gs_where *where, GError **error);
/* Get where the shader stands. */
bool gs_session_where(struct gs_session *session, struct gs_where *where, GError **error);
/* Let moves in a large target return before the elements at the new position are counted, which
 * takes a draw of all of them; gs_session_where counts them. For a user interface that shows the
 * focus element's values first. */
void gs_session_set_counting_later(struct gs_session *session, bool later);
/* Have the driver compile a variant that the next moves along the path will need, if one is missing
 * (*more: call again for another), without waiting until that is done. Functions that need nothing
 * of the program can be called meanwhile, all others wait for it first; values that the next moves
 * may ask for are fetched before it begins. Call it while nothing else is to be done. */
bool gs_session_prepare(struct gs_session *session, bool *more, GError **error);
/* Look at variables from another frame of the call stack; 0: the innermost. */
bool gs_session_select_frame(
	struct gs_session *session, unsigned frame, struct gs_where *where, GError **error);
/* End debugging the shader, execute its draw for real, and stop at the next call. */
bool gs_session_leave(struct gs_session *session, struct gs_stop *stop, GError **error);
/* Return whether a shader is being debugged. */
bool gs_session_in_shader(struct gs_session *session);
/* Return the tree of the shader, for the source view; borrowed until the shader is left. */
const struct gs_shader *gs_session_shader_tree(struct gs_session *session);

/* Per-fragment operations of the debug draw: as the program has them, on, or off. Kept for the
 * session, from draw to draw. */
struct gs_fragment_operations {
	/* BLEND and MASK, and clear_alpha, matter only to gs_session_drawn: captured values are
	 * never blended nor masked. */
	enum gs_test test[GS_N_TESTED];
	/* Whether the debug draw's buffers are cleared to these values; else they begin as copies
	 * of the program's. */
	bool clear_depth, clear_stencil, clear_alpha;
	double depth, alpha;
	int stencil;
	/* Which of several fragments at a pixel is debugged: 0: the one that stays visible. Else 1
	 * + its number, from 0, in the order in which they are drawn, without discarded ones; tests
	 * do not matter then; at most 255. */
	unsigned fragment;
};
void gs_session_fragment_operations(
	struct gs_session *session, struct gs_fragment_operations *operations);
/* Set them. A fragment shader that is being debugged is captured anew with them: it stands where it
 * stood, which *where tells, if the focus element is still covered and comes there; if no shader is
 * debugged, where->text is NULL. Return false and set error if that cannot be done, or the draw
 * covers nothing with them; they are as before then. */
bool gs_session_set_fragment_operations(struct gs_session *session,
	const struct gs_fragment_operations *operations, struct gs_where *where, GError **error);

struct gs_variable_info {
	char *name, *type;
	const char *qualifier; /* "in", "uniform", "local", "parameter", ... static */
	bool changed;	       /* by the last move */
	bool written;	       /* so far on the focus element's path */
	bool is_builtin;
	bool is_named; /* the shader's text has its name */
	/* The stage whose output this input is, and which never writes it, or never all of it;
	 * static; NULL: there is none. */
	const char *never_written_by;
	char **undefined; /* of a written one: the parts that are not, as expressions; NULL: none */
	bool dropped;	  /* a uniform that the driver's program has not got */
};
void gs_variables_free(struct gs_variable_info *variables, size_t n);
/* List the variables that are visible where the shader stands; gs_variables_free. */
bool gs_session_scope(
	struct gs_session *session, struct gs_variable_info **variables, size_t *n, GError **error);

/* What is said of a value that is .dropped. */
#define GS_DROPPED                                                                                 \
	"the driver's program has not got a uniform that this reads: what the program sets is "    \
	"lost, and this is of its initial value"

/* A value of one element, with its type. */
struct gs_value {
	struct gs_type type; /* structs are borrowed from the session's shader */
	struct gs_scalar *scalars;
	size_t n_scalars;
	bool written;	    /* false: nothing was; the scalars are whatever the driver has there */
	uint8_t *undefined; /* for each scalar, not 0 if it was not written; NULL: all were */
	/* The stage that never writes an input which the expression reads; static; NULL: none. */
	const char *never_written_by;
	bool dropped; /* it reads a uniform that the driver's program has not got (GS_DROPPED) */
};
void gs_value_clear(struct gs_value *value);
/* Get the value of an expression at the focus element, and the name of its type, g_free. */
bool gs_session_print(struct gs_session *session, const char *expression, struct gs_value *value,
	char **type_name, GError **error);
/* Likewise of n expressions, in as few draws as possible. errors[i] becomes NULL, or why expression
 * i has no value; *error is set only if nothing more can be asked. */
bool gs_session_print_many(struct gs_session *session, const char *const *expressions, size_t n,
	struct gs_value *values, char **type_names, GError **errors, GError **error);

/* Return the values of an expression at all elements; gs_field_free. NULL: error. */
struct gs_field *gs_session_values(
	struct gs_session *session, const char *expression, GError **error);
/* Return, as a glance before all of them, the first of each step x step elements, in a field that
 * is smaller by step in both directions. Its counts, min and max are of these alone; .elements is
 * NULL. */
struct gs_field *gs_session_glance(
	struct gs_session *session, const char *expression, unsigned step, GError **error);
/* Return the same as gs_session_values, for a picture that is only wanted now: if images are large,
 * the values are not captured along with others at the next positions. covered: the bounds of what
 * the draw covers, within one picture of the grid, over all layers and samples. */
struct gs_field *gs_session_picture(struct gs_session *session, const char *expression,
	struct gs_rect *covered, GError **error);
/* Return which elements stand at the position; gs_mask_free. NULL: error. */
struct gs_mask *gs_session_mask(struct gs_session *session, GError **error);
/* Where elements go at a switch, in the order of its text; without a default, the last entry is for
 * those that no case fits. Or which function they call through an array of subroutine uniforms
 * whose index is no constant. */
struct gs_case_info {
	char *label; /* as written; "default"; name of the function */
	bool is_default, has_value;
	int64_t value;	   /* of the label */
	uint64_t elements; /* that go there */
};
/* List the cases where the shader stands; gs_cases_free. */
bool gs_session_cases(
	struct gs_session *session, struct gs_case_info **cases, size_t *n, GError **error);
void gs_cases_free(struct gs_case_info *cases, size_t n);

/* Of geometry shaders: the vertices that an element has emitted at the present position, in order.
 */
struct gs_emitted_vertex {
	uint32_t vertex, strip, stream;
	bool emitted;		 /* false: it will be, but has not been yet here; then no values */
	struct gs_value *values; /* of each output */
};
struct gs_emitted {
	char **names; /* of outputs: gl_Position first */
	size_t n_names;
	struct gs_emitted_vertex *vertices;
	size_t n_vertices;
	char **undefined; /* outputs, or parts of them, that hold nothing at the position: not
			     written since the last emit, or at all */
};
/* Return those of the focus element. NULL: error. */
struct gs_emitted *gs_session_emitted(struct gs_session *session, GError **error);
void gs_emitted_free(struct gs_emitted *emitted);

/* Of geometry shaders: what every element emits. Vertices that are not emitted yet at the present
 * position have no values. */
enum gs_emitter {
	GS_EMITTER_NONE, /* no element stands at the cell */
	GS_EMITTER_HERE,
	GS_EMITTER_ELSEWHERE, /* it does not reach the position */
	GS_EMITTER_UNKNOWN,   /* GL does not tell its vertices from those of another instance */
};
struct gs_emissions_vertex {
	uint32_t cell; /* of the element */
	uint32_t vertex, strip, stream;
	bool emitted;
};
struct gs_emissions {
	unsigned width, height;	     /* the grid of elements, as of fields */
	uint8_t *emitters;	     /* enum gs_emitter of each cell */
	struct gs_element *elements; /* the elements there */
	char **outputs;		     /* names, gl_Position first */
	size_t n_outputs;
	size_t *first_scalar; /* of each output, n_outputs + 1 */
	char **scalar_names;
	enum gs_base *bases; /* of each scalar */
	size_t n_scalars;
	struct gs_emissions_vertex *vertices; /* cell by cell, each in the order of emission; of the
						 elements here only */
	size_t n_vertices;
	double *values; /* [vertex * n_scalars + k]; NaN where not emitted */
	uint64_t *bits; /* the same, exact */
};
/* Return them; NULL: error. */
struct gs_emissions *gs_session_emissions(struct gs_session *session, GError **error);
void gs_emissions_free(struct gs_emissions *emissions);
/* Return scalar k of a vertex, in its own type. */
struct gs_scalar gs_emissions_scalar(const struct gs_emissions *emissions, size_t vertex, size_t k);
/* Write the emitted vertices as CSV to a file whose name ends in .csv: element, vertex, output
 * primitive, stream and values, a row each. */
bool gs_emissions_save(const struct gs_emissions *emissions, const char *path,
	const struct gs_patience *patience, GError **error);

/* Return the profile of the loop that the focus stands in; gs_profile_free. NULL: error. */
struct gs_profile *gs_session_profile(struct gs_session *session, GError **error);
/* What can be counted of each element, from one draw. */
enum gs_count {
	GS_COUNT_SITES,	     /* executed in the whole shader */
	GS_COUNT_LOOKUPS,    /* of textures: a scalar for each sampler */
	GS_COUNT_ITERATIONS, /* of the loop, as gs_session_profile counts; NaN: never in it */
};
/* Return the counts of all elements; gs_field_free. NULL: error. */
struct gs_field *gs_session_count(struct gs_session *session, enum gs_count what, GError **error);

/* A line on which something begins, and how many elements execute some of it; or a line that #if
 * and the like skip. */
struct gs_reach {
	unsigned object, line;
	bool is_skipped;
	uint64_t elements;
};
/* Return the *n lines, in order of object and line; g_free. NULL: error. */
struct gs_reach *gs_session_reach(struct gs_session *session, size_t *n, GError **error);

/* A step of the focus element's path. */
struct gs_history_entry {
	unsigned depth; /* functions that have been entered, main included */
	unsigned n_iterations, iterations[GS_MAX_LOOPS]; /* of the innermost one's loops */
	struct gs_span span;
	unsigned object;
};
/* Return the *n steps up to the present position, borrowed until the next move. */
const struct gs_history_entry *gs_session_history(struct gs_session *session, size_t *n);
/* Return how many programs the driver has compiled to debug this draw. */
uint64_t gs_session_programs(const struct gs_session *session);

/* What a step of the path has written. */
struct gs_change {
	size_t step, at; /* index of the step that wrote, and of the step behind its marked text */
	char *name, *type_name;
	struct gs_value value;
};
/* List what the steps have written whose marked text ends before one of the steps `first` to `last`
 * of the history, in that order; gs_changes_free. Left out are variables that are not visible any
 * more there, and what cannot be read. */
bool gs_session_changes(struct gs_session *session, size_t first, size_t last,
	struct gs_change **changes, size_t *n, GError **error);
void gs_changes_free(struct gs_change *changes, size_t n);

/* A step of the focus element's path in short, for lists of steps without limit. The last step is
 * the present position. */
struct gs_path_summary_entry {
	unsigned site;
	unsigned line, object; /* of the marked text */
	unsigned depth;	       /* calls on the way to it */
	enum gs_site_kind kind;
	bool is_decision;
	unsigned decision; /* what was decided there (1, 0; switch: case index) */
};
/* Called for each step. Returns false to end there. */
typedef bool (*gs_path_summary_func)(
	size_t index, const struct gs_path_summary_entry *entry, gpointer data);
bool gs_session_path_summary(
	struct gs_session *session, gs_path_summary_func func, gpointer data, GError **error);

/* Line and byte column, from 1, in one of the stage's shader objects. */
struct gs_source_location {
	unsigned object, line, column;
};
/* Replace the location of a name by that of the name's declaration. */
bool gs_session_definition(
	struct gs_session *session, struct gs_source_location *location, GError **error);
/* Return the marked text of a site; g_free. */
char *gs_session_site_text(struct gs_session *session, unsigned site);

#endif
