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
	const char *function; /* owned by the session's shader: valid until leave */
	unsigned line;
};
struct gs_where {
	enum gs_stage stage;
	bool finished, reached;
	unsigned object; /* index of the shader object in the stage's sources */
	unsigned n_objects;
	struct gs_span span;
	char *text; /* marked text */
	enum gs_site_kind kind;
	char *function;
	struct gs_where_frame *frames;			 /* outermost first */
	unsigned n_frames, frame;			 /* frame: the one looked from (up/down) */
	unsigned iterations[GS_MAX_LOOPS], n_iterations; /* of the innermost frame */
	uint64_t active, total;
	bool counted;		   /* active is known */
	unsigned focus_x, focus_y; /* its cell of the grid of elements */
	struct gs_element focus;
	unsigned layers, samples; /* of the target of fragments: the grid has so many pictures, one
				     below the other, those of a layer's samples together; else 1 */
	unsigned fragment;	  /* gs_fragment_operations.fragment */
	unsigned draw, draws; /* the one of those that the pending display list makes; draws 0: it
				 is no list, or all are one */
	unsigned call_draws;  /* how many the pending glMultiDraw* or display list makes; 0: another
				 call */
	bool focus_here;
	bool is_decision, is_loop; /* true or false */
	bool chooses;	/* a switch, or a call of one of several functions: gs_session_cases */
	int breakpoint; /* number of the one that stopped us, -1 */
	/* Its condition holds at another element than the focus, in this cell. */
	bool holds_elsewhere;
	unsigned holds_x, holds_y;
	struct gs_element holds_at;
	char *note; /* binding note, coverage difference, ... "" none */
};
void gs_where_clear(struct gs_where *where);

bool gs_session_shader(
	struct gs_session *session, enum gs_stage stage, struct gs_where *where, GError **error);
/* The same, of the draw of that number (from 0) among those that the pending glCallList,
 * glCallLists or glMultiDraw* makes: what comes before it is executed for good. */
bool gs_session_shader_of_draw(struct gs_session *session, enum gs_stage stage, unsigned draw,
	struct gs_where *where, GError **error);
/* a cell */
bool gs_session_focus(
	struct gs_session *session, unsigned x, unsigned y, struct gs_where *where, GError **error);
/* By what its stage counts; what is left out at the end is 0, and of a fragment the first sample
 * covered. */
bool gs_session_focus_element(struct gs_session *session, const uint32_t *at, unsigned n,
	struct gs_where *where, GError **error);
/* The element at a cell of the grid; false: there is none. */
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
/* argument: UNTIL line, or GS_UNTIL for one in another shader object of the stage; ITERATION
 * number, BRANCH 1/0, TO index of a step of the history, CASE index of what gs_session_cases lists
 */
bool gs_session_move(struct gs_session *session, enum gs_shader_move move, unsigned argument,
	struct gs_where *where, GError **error);
bool gs_session_where(struct gs_session *session, struct gs_where *where, GError **error);
/* For a user interface that shows the focus element's values first: a move in a large target
 * returns before the elements at its position are counted, which takes a draw of all of them.
 * gs_session_where counts them. */
void gs_session_set_counting_later(struct gs_session *session, bool later);
/* While nothing is asked: has the driver compile what the next moves along the path will need,
 * where something is missing; once at most, *more: call again. It does not wait until that is done:
 * functions that need nothing of the program return meanwhile, all others wait for it first. Values
 * that the next moves may ask for meanwhile are fetched before. */
bool gs_session_prepare(struct gs_session *session, bool *more, GError **error);
/* 0: innermost */
bool gs_session_select_frame(
	struct gs_session *session, unsigned frame, struct gs_where *where, GError **error);
bool gs_session_leave(struct gs_session *session, struct gs_stop *stop, GError **error);
bool gs_session_in_shader(struct gs_session *session);
/* Tokens' kinds and spans etc. for the source view; borrowed until leave. */
const struct gs_shader *gs_session_shader_tree(struct gs_session *session);

/* Per-fragment operations of the debug draw: as the program has them, on, or off. Kept for the
 * session, from draw to draw. */
struct gs_fragment_operations {
	/* BLEND and MASK, as clear_alpha, not of captured values, which are never blended nor
	 * masked: of gs_session_drawn */
	enum gs_test test[GS_N_TESTED];
	bool clear_depth, clear_stencil,
		clear_alpha; /* to these values; else the program's buffer is copied */
	double depth, alpha;
	int stencil;
	unsigned fragment; /* of several at a pixel: 0 the one that stays visible; else 1 + the
			    * number (from 0, in the order drawn, discarded ones not counted) of the
			    * one that each pixel shows, whatever the tests say; at most 255 */
};
void gs_session_fragment_operations(
	struct gs_session *session, struct gs_fragment_operations *operations);
/* While a fragment shader is being debugged it is captured anew with them; it stands where it
 * stood, if its element of the focus is still covered and comes there, and where says where that is
 * (else text is NULL). False: they cannot be, or the draw covers nothing with them; then they are
 * what they were. */
bool gs_session_set_fragment_operations(struct gs_session *session,
	const struct gs_fragment_operations *operations, struct gs_where *where, GError **error);

struct gs_variable_info {
	char *name, *type;
	const char *qualifier; /* "in", "uniform", "local", "parameter", ... static */
	bool changed, written, is_builtin;
	bool is_named;		      /* the shader's text has its name */
	const char *never_written_by; /* stage whose output it is and that never writes it, or never
					 all of it, static; NULL */
	char **undefined; /* written: the parts that are not, as expressions; NULL: none */
	bool dropped;	  /* a uniform that the driver's program has not got */
};
void gs_variables_free(struct gs_variable_info *variables, size_t n);
bool gs_session_scope(
	struct gs_session *session, struct gs_variable_info **variables, size_t *n, GError **error);

/* What is said of a value that is .dropped. */
#define GS_DROPPED                                                                                 \
	"the driver's program has not got a uniform that this reads: what the program sets is "    \
	"lost, and this is of its initial value"

/* A value with its shape. */
struct gs_value {
	struct gs_type type; /* structs borrowed from the session's shader */
	struct gs_scalar *scalars;
	size_t n_scalars;
	bool written;	    /* false: it holds what the driver has for what was not written */
	uint8_t *undefined; /* not 0 for each scalar of which that is so; NULL: none */
	const char *never_written_by; /* stage that never writes an input in it, static; NULL */
	bool dropped; /* it reads a uniform that the driver's program has not got: its initial value
		       */
};
void gs_value_clear(struct gs_value *value);
bool gs_session_print(struct gs_session *session, const char *expression, struct gs_value *value,
	char **type_name, GError **error);
/* Several at once, in as few draws as possible: entry i of errors is NULL or why expression i has
 * no value. */
bool gs_session_print_many(struct gs_session *session, const char *const *expressions, size_t n,
	struct gs_value *values, char **type_names, GError **errors, GError **error);

struct gs_field *gs_session_values(
	struct gs_session *session, const char *expression, GError **error);
/* For a glance before them: the first of each step x step elements, in a field that is so much
 * smaller, whose counts, min and max are of these alone. elements is NULL. */
struct gs_field *gs_session_glance(
	struct gs_session *session, const char *expression, unsigned step, GError **error);
/* The same as gs_session_values for a picture in passing: where images are large it does not come
 * along at the next positions. covered: the bounds of what the draw covers in one of the layers and
 * samples of the grid, if these lay on one another. */
struct gs_field *gs_session_picture(struct gs_session *session, const char *expression,
	struct gs_rect *covered, GError **error);
struct gs_mask *gs_session_mask(struct gs_session *session, GError **error);
/* A switch at which the focus stands: where elements go, in the order of the text. Where it has no
 * default, the last entry is for those that no case fits. Or a call through an array of subroutine
 * uniforms whose index is no constant: the functions. */
struct gs_case_info {
	char *label; /* as written; "default"; name of the function */
	bool is_default, has_value;
	int64_t value;	   /* of the label */
	uint64_t elements; /* that go there */
};
bool gs_session_cases(
	struct gs_session *session, struct gs_case_info **cases, size_t *n, GError **error);
void gs_cases_free(struct gs_case_info *cases, size_t n);

/* Geometry: the vertices that an element has emitted at the present position, in order. */
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
/* of the focus element */
struct gs_emitted *gs_session_emitted(struct gs_session *session, GError **error);
void gs_emitted_free(struct gs_emitted *emitted);

/* Geometry: what every element emits; of vertices that are not emitted yet at the present position
 * there are no values. */
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
struct gs_emissions *gs_session_emissions(struct gs_session *session, GError **error);
void gs_emissions_free(struct gs_emissions *emissions);
/* As gs_field_scalar. */
struct gs_scalar gs_emissions_scalar(const struct gs_emissions *emissions, size_t vertex, size_t k);
/* Those emitted, a row each: the element, vertex, output primitive, stream, values. .csv */
bool gs_emissions_save(const struct gs_emissions *emissions, const char *path,
	const struct gs_patience *patience, GError **error);

struct gs_profile *gs_session_profile(struct gs_session *session, GError **error);
/* A number for each element, from one draw: sites executed in the whole shader; texture lookups, a
 * scalar a sampler; iterations of the loop as gs_session_profile counts them (NaN: does not come to
 * it). */
enum gs_count { GS_COUNT_SITES, GS_COUNT_LOOKUPS, GS_COUNT_ITERATIONS };
struct gs_field *gs_session_count(struct gs_session *session, enum gs_count what, GError **error);

/* How many elements execute something that begins on a line, each once, of the lines where
 * something does; and the lines that #if and the like skip. In order of object and line; NULL:
 * error. g_free.
 */
struct gs_reach {
	unsigned object, line;
	bool is_skipped;
	uint64_t elements;
};
struct gs_reach *gs_session_reach(struct gs_session *session, size_t *n, GError **error);

struct gs_history_entry {
	unsigned depth; /* functions that have been entered, main included */
	unsigned n_iterations, iterations[GS_MAX_LOOPS]; /* of the innermost one's loops */
	struct gs_span span;
	unsigned object;
};
const struct gs_history_entry *gs_session_history(struct gs_session *session, size_t *n);
/* How many programs the driver has compiled for the debugging of this draw. */
uint64_t gs_session_programs(const struct gs_session *session);

/*
 * What the steps of the path up to the present position have written: those whose marked text is
 * over at a position from first to last (indices in the history), in that order. A variable that is
 * not visible any more when the text is over is left out, as is what has no value that can be read.
 * gs_changes_free. False: error.
 */
struct gs_change {
	size_t step, at; /* index of the step that wrote, of the position at which it is over */
	char *name, *type_name;
	struct gs_value value;
};
bool gs_session_changes(struct gs_session *session, size_t first, size_t last,
	struct gs_change **changes, size_t *n, GError **error);
void gs_changes_free(struct gs_change *changes, size_t n);

/* The same in small, without limit: step i of the focus element's path; the last is the present
 * position. */
struct gs_path_summary_entry {
	unsigned site;
	unsigned line, object; /* of the marked text */
	unsigned depth;	       /* calls on the way to it */
	enum gs_site_kind kind;
	bool is_decision;
	unsigned decision; /* what was decided there (1, 0; switch: case index) */
};
/* False: go no further. */
typedef bool (*gs_path_summary_func)(
	size_t index, const struct gs_path_summary_entry *entry, gpointer data);
bool gs_session_path_summary(
	struct gs_session *session, gs_path_summary_func func, gpointer data, GError **error);

/* Lines and byte columns from 1. */
struct gs_source_location {
	unsigned object, line, column;
};
/* location: of a name in the shader being debugged; becomes that of its declaration. */
bool gs_session_definition(
	struct gs_session *session, struct gs_source_location *location, GError **error);
char *gs_session_site_text(struct gs_session *session, unsigned site); /* its marked text; g_free */

#endif
