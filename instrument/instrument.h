/* SPDX-License-Identifier: MIT */
/* clang-format off */
/* instrument/ - from a bound tree to sites, control flow and variants.
 *
 * plan      all sites of a shader, and its control flow as a small program that the walker runs
 * position  site + call path + one iteration number per enclosing loop; the marked text has not
 *           been executed yet
 * walker    goes from position to position; its caller gives each decision (condition)
 * variant   the shader's texts, rewritten to output the requested values at a position, and how
 *           to decode them
 *
 * Links neither GL nor wire/ code (constants of wire/capture.h only). Nothing here prints.
 */
/* clang-format on */
#ifndef GS_INSTRUMENT_H
#define GS_INSTRUMENT_H

#include "glsl/glsl.h"
#include "wire/capture.h"

/* ---- sites ---- */

enum gs_site_kind {
	GS_SITE_EXPRESSION,
	GS_SITE_DECLARATION,
	GS_SITE_IF,
	GS_SITE_TERNARY,
	GS_SITE_LOGICAL,
	GS_SITE_SWITCH,
	GS_SITE_LOOP_INIT,
	GS_SITE_LOOP_TEST,
	GS_SITE_LOOP_NEXT,
	GS_SITE_CALL,
	GS_SITE_RETURN,
	GS_SITE_DISCARD,
	GS_SITE_EMIT,
	GS_SITE_END,
};
const char *gs_site_kind_name(enum gs_site_kind kind); /* as CONSOLE: "loop-test" */

enum { GS_MAX_LOOPS = 16 };

struct gs_site {
	unsigned id; /* index in plan->sites; in order of the source within a function */
	enum gs_site_kind kind;
	const struct gs_function *function;
	const struct gs_unit *unit;
	const struct gs_node *node; /* what the site stands for */
	const struct gs_node
		*marked;  /* what to show as current: the condition of an if, the call, ...; watches
			     are parsed as if they stood before its first token */
	bool is_decision; /* IF TERNARY LOGICAL LOOP_TEST (true/false), SWITCH (case index), CALL of
			   * one of several functions (index in gs_choice.functions) */
	unsigned n_loops; /* enclosing loops within its function, including the loop itself for its
			     test, next and body */
	bool capturable;  /* false: no code can be inserted here; why gives the reason */
	const char *why;
};

/* Whether its decision is one of several cases rather than true or false. */
static inline bool gs_site_chooses(const struct gs_site *site)
{
	return site->is_decision && (site->kind == GS_SITE_SWITCH || site->kind == GS_SITE_CALL);
}

struct gs_plan {
	const struct gs_shader *shader;
	const struct gs_site *sites;
	size_t n_sites;
	struct gs_flow *flow; /* private */
};

/* Makes the plan of a shader, which must outlive it. Returns NULL if there is no main, recursion,
 * or an unsupported construct: messages say which. */
struct gs_plan *gs_plan_new(const struct gs_shader *shader, struct gs_messages *messages);
void gs_plan_free(struct gs_plan *plan);

enum gs_writes {
	GS_WRITES_ALL,	 /* side effects of the marked text, on any side of its conditions */
	GS_WRITES_SURE,	 /* likewise, without the operands that ?: && || may not evaluate */
	GS_WRITES_FALSE, /* TERNARY, LOGICAL: of the operand evaluated if it is false; if true */
	GS_WRITES_TRUE,
	GS_N_WRITES,
};
/* Returns the symbols that this site writes when it is executed, without the calls in it. Borrowed.
 */
const struct gs_symbol *const *gs_plan_site_writes(
	const struct gs_plan *plan, unsigned site, enum gs_writes which, size_t *n);

/* Returns the variables visible here that may have been written between the previous position and
 * this site, on any element's path: possibly too many, never too few. Borrowed. */
const struct gs_symbol *const *gs_plan_reaching_writes(
	const struct gs_plan *plan, unsigned site, size_t *n);

/* Returns the GS_NODE_CASE nodes of a SWITCH site, in the order in which decisions count them
 * (child[0] is the label; a default has none). Borrowed. */
const struct gs_node *const *gs_plan_switch_cases(
	const struct gs_plan *plan, unsigned site, size_t *n);

/* ---- what is counted of a whole draw ---- */

/* A loop that main may come to. */
struct gs_plan_loop {
	const struct gs_node *node;
	const struct gs_function *function;
};
/*
 * Sites that follow each other without a decision, a way in or a discard between them are executed
 * equally often: one counter serves them all. Counters are numbered: two for each loop (how often
 * it is entered, and its iterations begun), then one for each such stretch of sites.
 */
struct gs_plan_counters {
	struct gs_plan_loop *loops;
	size_t n_loops, n_counters;
	unsigned *of_site; /* of each site: its counter; UINT_MAX: main never comes to it */
	/* Of each site: it is a call whose arguments may discard, and its counter counts an element
	 * that they discard, too. */
	bool *counts_more;
};
/* Borrowed. */
const struct gs_plan_counters *gs_plan_counters(const struct gs_plan *plan);

/* Statements of a block before each of which the shader can end: GS_VARIANT_CUT. */
struct gs_cuts {
	const struct gs_node *block;
	const struct gs_node **statements; /* those in which something is executed */
	size_t n_statements;
};
/* Returns those of the block of the first statement that begins on the line; line 0: of main's.
 * Not in a loop or switch, nor in a function that is called from several places or in a condition:
 * NULL, messages say why. */
struct gs_cuts *gs_cuts_new(const struct gs_plan *plan, const struct gs_unit *unit, unsigned line,
	struct gs_messages *messages);
void gs_cuts_free(struct gs_cuts *cuts);

/* ---- positions ---- */

struct gs_frame {
	unsigned site; /* the frame's current site: the call, in all but the last */
	unsigned n_iterations;
	unsigned iterations[GS_MAX_LOOPS]; /* outermost loop first; a LOOP_TEST's own: the iteration
					      it decides about */
};

/* Of variable size: copy it with gs_position_copy only. */
struct gs_position {
	unsigned n_frames;
	struct gs_frame frame[]; /* [0] is main's, [n_frames - 1] the innermost */
};

struct gs_position *gs_position_copy(const struct gs_position *p); /* g_free */
static inline size_t gs_position_size(const struct gs_position *p)
{
	return sizeof(*p) + p->n_frames * sizeof(p->frame[0]);
}
bool gs_position_equal(const struct gs_position *a, const struct gs_position *b);
unsigned gs_position_hash(const struct gs_position *p);
static inline unsigned gs_position_site(const struct gs_position *p)
{
	return p->frame[p->n_frames - 1].site;
}

/* A position without its iterations: the sites of its frames. */
struct gs_call_path {
	unsigned n_frames;
	unsigned site[];
};

struct gs_call_path *gs_call_path_of(const struct gs_position *position); /* g_free */
/* Returns the position with all iterations 0; g_free. */
struct gs_position *gs_call_path_position(
	const struct gs_plan *plan, const struct gs_call_path *path);
bool gs_call_path_equal(const struct gs_call_path *a, const struct gs_call_path *b);
unsigned gs_call_path_hash(const struct gs_call_path *path);

/* ---- walker ---- */

struct gs_walker;
struct gs_walker *gs_walker_new(const struct gs_plan *plan); /* at the first position of main */
struct gs_walker *gs_walker_copy(const struct gs_walker *walker);
void gs_walker_free(struct gs_walker *walker);
const struct gs_position *gs_walker_position(const struct gs_walker *walker);
/* Whether it is at main's END site, or after a discard, which is an END too. */
bool gs_walker_finished(const struct gs_walker *walker);
bool gs_walker_discarded(const struct gs_walker *walker);
/* Goes to the next position. At a decision, `decision` says which way: 1 true, 0 false, or the
 * index of the case or function. Returns false at the end. */
bool gs_walker_step(struct gs_walker *walker, unsigned decision);
/* gs_walker_decided returns the decisions of the last step, in order; borrowed until the next step.
 */
struct gs_decided {
	unsigned site, decision;
};
const struct gs_decided *gs_walker_decided(const struct gs_walker *walker, size_t *n);
/* Steps likewise with decisions that GS_VARIANT_PATH has recorded, in order of execution: takes
 * those it needs from decisions[*used] on and advances *used. Returns false at the end, or if there
 * are too few; the walker has not moved then. */
bool gs_walker_step_recorded(
	struct gs_walker *walker, const uint8_t *decisions, size_t n, size_t *used);

/* Returns a position at a site, with iterations 0 and whatever decisions lead there (for
 * glstep-glsl); g_free. NULL if it cannot be reached from main. */
struct gs_position *gs_plan_reach(const struct gs_plan *plan, unsigned site);

/* ---- variants ---- */

struct gs_capture {
	const struct gs_expression *expression; /* no side effects; a type with scalars */
	unsigned frame; /* frame of the position in whose scope it was parsed; for several positions
			   the innermost */
	unsigned position; /* for several positions: the position it belongs to; in ascending order
			    */
};

enum gs_variant_kind {
	GS_VARIANT_COVERAGE, /* the elements that run the shader: flags and identities (see
				gs_variant_identity) */
	GS_VARIANT_POSITION, /* at a position: flags of the elements here, their decisions, captures
			      */
	GS_VARIANT_PATH, /* decisions of every element, a window of them (see gs_variant_decisions)
			  */
	GS_VARIANT_EMITTED, /* geometry: a record for each vertex emitted up to the position: see
			       gs_variant_emit */
	GS_VARIANT_PROFILE, /* at a LOOP_TEST: iterations and way of leaving of every element: see
			       gs_variant_profile */
	GS_VARIANT_REACH, /* which sites each element executes at least once: see gs_variant_reached
			   */
	GS_VARIANT_COUNTS,     /* how many sites each element executed, lookups by sampler: see
				  gs_variant_counts */
	GS_VARIANT_EXECUTIONS, /* how often each element executed what: see gs_variant_executions */
	GS_VARIANT_EVENTS,  /* the first position of each element's path at which a NaN or infinity
			       was written: see gs_variant_events */
	GS_VARIANT_CHANGES, /* values written along each element's path: see gs_variant_changes */
	GS_VARIANT_FAULTS,  /* which faults happen to each element: see instrument/faults.h */
	GS_VARIANT_FAULT_VALUES, /* of one fault: how often, and its operands */
	GS_VARIANT_SIFT, /* whether any fault happens to each element: see instrument/faults.h */
	GS_VARIANT_CUT,	 /* fragment: the shader ends before a statement: see gs_cuts_new */
};

struct gs_variant_request {
	enum gs_variant_kind kind;
	const struct gs_position *position; /* POSITION */
	/* POSITION: several positions, which differ in more than iterations. One program serves all
	 * of them and all of their iterations; gs_variant_want selects one. Captures that do not
	 * fit are left out: see gs_variant_has. Not possible if the driver can only return floats.
	 */
	const struct gs_position *const *positions;
	size_t n_positions;
	const struct gs_capture *captures;
	size_t n_captures;
	uint64_t first_decision; /* PATH: number of the first decision wanted; PROFILE: of the first
				  * entry; REACH: site; EXECUTIONS: counter, an even number; EVENTS,
				  * CHANGES: position; FAULTS, FAULT_VALUES: of gs_plan_faults */
	uint32_t fault_kinds;	 /* SIFT: 1 << enum gs_fault_kind of each that is looked for */
	bool lookups_alone; /* COUNTS: count only lookups, of all samplers together, as "lookups";
			       no variant if not all of them can be counted */
	bool adds_up; /* with that, in stages other than fragment: the shader keeps all its effects,
			 and each element adds its counts to sums (GS_SUM_WORDS). No variant if the
			 shader's version has no unsigned integers */
	bool tells_samples; /* COVERAGE: also which samples each run is for, if the shader's version
			       can tell: see gs_variant_samples */
	const struct gs_cuts *cuts; /* CUT */
	size_t cut; /* CUT: it ends before that statement; n_statements: at the end of the block;
		       more: it does not */
	bool histogram; /* PROFILE: a histogram of iterations (gs_variant_bins) instead of each
			   entry */
	const unsigned *sites; /* EVENTS: the site of each capture, which is a condition: the event
				  is that one holds. NULL: the event is a NaN or an infinity */
	/* what the driver offers, from struct gs_wire_debug */
	enum gs_api api;
	unsigned glsl_version, max_draw_buffers;
	bool need_alpha, uint_renderable;
	bool byte_outputs;    /* use GS_ATTACHMENT_BYTES only */
	unsigned mirrored;    /* rows of a target that is drawn upside down; else 0 */
	bool clamp_alpha;     /* need_alpha: clamp the colour in attachment 0 to 0 .. 1 */
	bool constant_stores; /* a store to an array element needs a constant index: softpipe takes
				 the index of one of four elements for all of them */
	bool no_upgrade; /* keep the shader's version: the driver rejected an upgraded variant */
	/* Texts of the program's other stages, NULL-terminated: their names are avoided for our
	 * uniforms. NULL: none. */
	const char *const *others;
	const char *colour; /* need_alpha: name of the output bound to location 0, index 0; NULL: as
			       the text says */
	unsigned max_feedback_words; /* stages that write transform feedback */
	unsigned storage_binding;    /* compute, and adds_up */
	bool in_parts; /* split a capture that is too large for one draw: first_scalar, next_scalar
			*/
	size_t first_scalar; /* of capture first_capture; earlier scalars have been captured */
};

/* Whether a driver needs constant_stores; renderer: a text with its GL_RENDERER, NULL if not known.
 */
bool gs_driver_needs_constant_stores(const char *renderer);

enum { GS_MAX_WANTED = 64 };

struct gs_variant_pass {
	unsigned flags; /* enum gs_pass_flag */
	char **texts;	/* one per unit of the shader, same order */
	char *added;	/* tess-control: the evaluation shader that hands the words on; else NULL */
};

/* adds_up: words of each stage in the storage buffer, initially 0: number of elements run, and of
 * their lookups, 64 bits each, lower word first. */
enum { GS_SUM_WORDS = 4 };

/* The output channel; follows from the stage. */
enum gs_output_channel {
	GS_OUTPUT_CHANNEL_DRAW_BUFFERS, /* fragment */
	GS_OUTPUT_CHANNEL_FEEDBACK,	/* vertex, tessellation, geometry */
	GS_OUTPUT_CHANNEL_STORAGE,	/* compute */
	GS_OUTPUT_CHANNEL_SUMS,		/* of any of these, with adds_up */
};

struct gs_variant {
	unsigned n_passes;
	struct gs_variant_pass pass[2];
	enum gs_output_channel channel;
	unsigned n_attachments;
	enum gs_attachment attachment[16];
	char *uniform; /* name of an array of int to set before the draw; NULL: none */
	unsigned n_uniform;
	int32_t want[GS_MAX_WANTED]; /* its values, but for several positions */
	char *output[16]; /* name to bind to draw buffer i, "" if the text says it; FEEDBACK: name
			     of the varying */
	enum gs_version_upgrade upgrade;
	size_t first_capture, n_captures; /* how many captures fit completely; request the rest
					     again from next_capture on */
	size_t next_capture,
		next_scalar; /* what to request next; next_scalar is not 0 only with in_parts */
	struct gs_variant_layout *layout; /* private */
	unsigned n_users;		  /* private: beside the first */
};

/* Makes the variant for the captures from first_capture on, as many as fit. Returns NULL if it
 * cannot: messages say why. */
struct gs_variant *gs_variant_new(const struct gs_plan *plan,
	const struct gs_variant_request *request, size_t first_capture,
	struct gs_messages *messages);
void gs_variant_free(struct gs_variant *variant);
struct gs_variant *gs_variant_ref(struct gs_variant *variant); /* free it once more */
/* Whether the position can be one of several. Not in a loop that can be left after its first
 * statement (do, or without a test), nor in a test with side effects: llvmpipe 22.3 goes on
 * computing for elements that have left such a loop, and would capture again. Not in more than six
 * nested loops, where a driver that unrolls them takes minutes for several positions. */
bool gs_variant_may_share(const struct gs_plan *plan, const struct gs_position *position);
/* For a variant of several positions: gets the GS_MAX_WANTED values of the uniform that select one.
 * position: the one of the request, with the wanted iterations. Returns false if it is not one of
 * them. */
bool gs_variant_want(const struct gs_plan *plan, const struct gs_variant *variant, unsigned which,
	const struct gs_position *position, int32_t *values);
/* Whether the variant has the whole of a capture of the request. */
bool gs_variant_has(const struct gs_variant *variant, size_t capture);
/* Returns how many attachments, from the first on, are needed for flags, decisions and that
 * capture; SIZE_MAX: no capture. */
unsigned gs_variant_attachments(const struct gs_variant *variant, size_t capture);

/* The result of a draw: the pixels of each attachment, 4 words each. */
struct gs_images {
	unsigned width, height;
	const uint32_t *attachment[16];
	unsigned which; /* of several positions */
};

enum gs_element_flag {
	GS_ELEMENT_COVERED = 1 << 0, /* the shader ran for it (and the tests passed) */
	GS_ELEMENT_HERE = 1 << 1,    /* it reaches the position */
	GS_ELEMENT_TRUE = 1 << 2,    /* its decision here (loop: stays) */
	GS_ELEMENT_FALSE = 1 << 3,
	GS_ELEMENT_LEFT = 1 << 4, /* loop: entered it, but left before this iteration (test, break,
				     return, discard) */
};
/* clang-format off */
/*
 * COVERAGE: gets the identity of an element, by built-ins of its stage; returns how many of id are
 * set, 0 for fragments.
 *
 * vertex           gl_VertexID, gl_InstanceID
 * tess-control     gl_PrimitiveID, gl_InvocationID
 * tess-evaluation  gl_PrimitiveID, then the three of gl_TessCoord as float bits
 * geometry         gl_PrimitiveIDIn, gl_InvocationID
 * compute          the three of gl_GlobalInvocationID
 */
/* clang-format on */
unsigned gs_variant_identity(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint32_t id[4]);
/* COVERAGE with tells_samples: returns the samples of the run as bits; 0 if not known. The driver
 * decides how often it runs the shader. */
unsigned gs_variant_samples(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
unsigned gs_variant_flags(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* Likewise for n pixels from that one on. */
void gs_variant_flags_of(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, size_t n, uint8_t *flags);

struct gs_scalar {
	enum gs_base base;
	union {
		double number;	 /* FLOAT, DOUBLE (FLOAT widened, exact) */
		int64_t integer; /* INT, INT64, BOOL (0/1) */
		uint64_t natural;
	};
	uint64_t bits; /* as captured */
};
/* Returns the decision of an element that is HERE, as gs_walker_step takes it: 1 or 0, or the index
 * of the case or function (how many there are if none fits). */
unsigned gs_variant_decision(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* Whether there is a decision: not if a call in the condition discards the element. */
bool gs_variant_decided(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* Returns a scalar of a capture of the request; scalars count in GLSL's order: columns, then rows;
 * array elements and members in order. */
struct gs_scalar gs_variant_value(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t scalar, size_t pixel);
/* The same in two steps, for many pixels: find the scalar (returns false if it was not captured),
 * then read it. */
struct gs_scalar_location {
	enum gs_base base;
	unsigned word;
};
bool gs_variant_find(const struct gs_variant *variant, size_t capture, size_t scalar,
	struct gs_scalar_location *location);
struct gs_scalar gs_variant_at(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_scalar_location *location, size_t pixel);
/* Reads a scalar of base FLOAT of n pixels from that one on into numbers that are `stride` apart.
 */
void gs_variant_floats(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_scalar_location *location, size_t pixel, size_t n, double *numbers,
	size_t stride);
/* Whether there is no value because, at the end of main, the element has returned where the
 * captured variable does not exist; gs_variant_may_be_absent: whether that is so for any capture of
 * any element. */
bool gs_variant_may_be_absent(const struct gs_variant *variant, const struct gs_images *images);
bool gs_variant_absent(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t pixel);

/* PATH: gets an element's decisions from first_decision on; returns how many the window has, fewer
 * than its size if the path ends. */
size_t gs_variant_decisions(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint8_t *decisions, size_t size);
size_t gs_variant_window(const struct gs_variant *variant);

/* EMITTED: a record for each vertex that an element emits before it reaches the position (or its
 * end, if it never does). Captures are values at the emission, as a rule of outputs. */
struct gs_emit {
	uint32_t primitive, invocation; /* identity of the element, as in gs_variant_identity */
	uint32_t vertex;		/* number within the element, from 0 */
	uint32_t strip; /* output primitive: EndPrimitive calls before it, of its stream */
	uint32_t stream;
};
struct gs_emit gs_variant_emit(
	const struct gs_variant *variant, const struct gs_images *images, size_t record);

/* PROFILE is of the innermost loop around request->position, which may be any site in it, the test
 * included; the last frame's last iteration number is ignored. */
enum gs_loop_end {
	GS_LOOP_NOT_REACHED, /* the element never reaches the loop on this call path with these
				outer iterations */
	GS_LOOP_FINISHED,    /* its test was false */
	GS_LOOP_BREAK,
	GS_LOOP_RETURN,
	GS_LOOP_DISCARD,
};
struct gs_loop_profile {
	uint64_t iterations; /* iterations begun, for the entry of the position */
	enum gs_loop_end end;
	uint64_t all_iterations,
		entries; /* over every entry of this loop, from any call path and outer iteration */
};
struct gs_loop_profile gs_variant_profile(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* gs_variant_entries gets each entry of the loop, in order of execution, from number
 * request->first_decision on: at most gs_variant_window of them. Returns how many. */
struct gs_loop_entry {
	uint64_t iterations;
	enum gs_loop_end end;
	bool cut; /* there are more iterations than that */
};
size_t gs_variant_entries(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_loop_entry *entries, size_t size);
/* Gets the histogram: bin i counts the entries whose test was false at iteration i (finished), or
 * that left in it. Returns false if an entry had more iterations than there are bins
 * (gs_variant_window), or there were too many entries. */
bool gs_variant_bins(const struct gs_variant *variant, const struct gs_images *images, size_t pixel,
	uint32_t *finished, uint32_t *left);

/* REACH: whether the element executes the site, which is one of gs_variant_window sites from
 * request->first_decision on. */
bool gs_variant_reached(const struct gs_variant *variant, const struct gs_images *images,
	unsigned site, size_t pixel);

/* COUNTS: returns the number of counters and their names. The first is "sites" (or "lookups", if
 * the request wants these alone), the others are texture lookups by sampler. Samplers of an array
 * count together unless a literal tells them apart ("s[]", "s[2]"); a parameter that not all calls
 * give the same sampler is called "function(parameter)". */
size_t gs_variant_counters(const struct gs_variant *variant, const char *const **names);
/* Returns a count, which stops at 2^32 - 1 (2^24 if the driver can return only floats). */
uint64_t gs_variant_count(const struct gs_variant *variant, const struct gs_images *images,
	size_t counter, size_t pixel);

/* EXECUTIONS: returns a counter of gs_plan_counters, which is one of gs_variant_window counters
 * from request->first_decision on. It stops at gs_variant_count_limit. */
uint64_t gs_variant_executions(const struct gs_variant *variant, const struct gs_images *images,
	size_t counter, size_t pixel);
uint64_t gs_variant_count_limit(const struct gs_variant *variant);

/* EVENTS: the first position of the element's path, from number request->first_decision on (counted
 * from 0), at which a variable of gs_plan_reaching_writes is NaN or infinite, or one of the
 * conditions holds. mark_at: gs_plan_mark of the path up to there, with or without the position
 * itself. Nothing counts after a discard. */
struct gs_events {
	uint32_t n_positions; /* of the whole path, without the end of a discarded element */
	uint32_t mark;
	uint32_t position, mark_at; /* 0: there is none */
};
void gs_variant_events(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_events *events);

/* CHANGES: whether a variable was written before position number request->first_decision of the
 * element's path; false, too, if the path does not reach it. mark: as above. */
bool gs_variant_changed(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint32_t *mark);
/* Gets the values of a symbol of gs_plan_reaching_writes at that position's site into
 * gs_type_scalars scalars. Returns false if the variant has not got them. */
bool gs_variant_change(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, const struct gs_plan *plan, unsigned site, const struct gs_symbol *symbol,
	struct gs_scalar *scalars);
/* Gets the value of the return at that position's site into up to GS_MAX_RETURNED scalars, and
 * returns its type; NULL if the variant has not got it, or gs_plan_returns is false. */
enum { GS_MAX_RETURNED = 16 };
const struct gs_type *gs_variant_returned(const struct gs_variant *variant,
	const struct gs_images *images, size_t pixel, const struct gs_plan *plan, unsigned site,
	struct gs_scalar *scalars);
/* Whether the site is a return of a value without side effects and without calls of the shader's
 * functions. */
bool gs_plan_returns(const struct gs_plan *plan, unsigned site);
/* Returns the hash of a path's sites: `mark` is the hash without the last site, 0 for no sites. It
 * tells paths apart. */
uint32_t gs_plan_mark(const struct gs_plan *plan, uint32_t mark, unsigned site);

#endif
