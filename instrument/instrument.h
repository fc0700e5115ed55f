/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * instrument/ - from a bound tree to sites, control flow and variants (../DESIGN.md section 5 has
 * the ideas).
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
			   * are  parsed as if they stood before its first token */
	bool is_decision; /* IF TERNARY LOGICAL LOOP_TEST (true/false), SWITCH (case index), CALL of
			   * one of several functions (index in gs_choice.functions) */
	unsigned n_loops; /* enclosing loops within its function, including the loop itself for its
			     test, next and body */
	bool capturable;  /* false: no code can be inserted here; why gives the reason */
	const char *why;
};

/* Whether its decision is one of several cases instead of true or false. */
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

/* NULL: no main, recursion, or an unsupported construct; messages say which. The shader must
 * outlive the plan. */
struct gs_plan *gs_plan_new(const struct gs_shader *shader, struct gs_messages *messages);
void gs_plan_free(struct gs_plan *plan);

enum gs_writes {
	GS_WRITES_ALL,	 /* side effects of the marked text, on any side of its conditions */
	GS_WRITES_SURE,	 /* likewise, without what stands behind the sites of ?: && || in it */
	GS_WRITES_FALSE, /* TERNARY, LOGICAL: what stands behind it where it is false; true */
	GS_WRITES_TRUE,
	GS_N_WRITES,
};
/* Symbols that executing this site (calls in it not counted) writes; borrowed array. */
const struct gs_symbol *const *gs_plan_site_writes(
	const struct gs_plan *plan, unsigned site, enum gs_writes which, size_t *n);

/* Variables that may have been written between the previous position and this site, on any
 * element's path, if they are visible here and have values. It may list too many, never too few;
 * borrowed array. */
const struct gs_symbol *const *gs_plan_reaching_writes(
	const struct gs_plan *plan, unsigned site, size_t *n);

/* SWITCH site: its GS_NODE_CASE nodes in the order that decisions count them (child[0]: the label;
 * none: default); borrowed. */
const struct gs_node *const *gs_plan_switch_cases(
	const struct gs_plan *plan, unsigned site, size_t *n);

/* ---- positions ---- */

struct gs_frame {
	unsigned site; /* the frame's current site: the call, in all but the last */
	unsigned n_iterations;
	unsigned iterations[GS_MAX_LOOPS]; /* outermost loop first; a LOOP_TEST's own: the iteration
					      it decides about */
};

/* As large as it is deep: to be copied with gs_position_copy alone. */
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
/* With iterations 0; g_free. */
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
/* at main's END site, or after a discard: kind END too */
bool gs_walker_finished(const struct gs_walker *walker);
bool gs_walker_discarded(const struct gs_walker *walker);
/* Goes to the next position. decision is used if the site is a decision (1 true, 0 false; index of
 * the case or function). False at the end. */
bool gs_walker_step(struct gs_walker *walker, unsigned decision);
/* The decisions of the last step, in order; borrowed until the next step. */
struct gs_decided {
	unsigned site, decision;
};
const struct gs_decided *gs_walker_decided(const struct gs_walker *walker, size_t *n);
/* The same with decisions recorded by GS_VARIANT_PATH, in order of execution: consumes those it
 * needs from decisions[*used] on and advances *used. False: at the end, or there were too few (then
 * the walker has not moved). */
bool gs_walker_step_recorded(
	struct gs_walker *walker, const uint8_t *decisions, size_t n, size_t *used);

/* A position at a site, with iterations 0 and the necessary conditions (glstep-glsl instrument);
 * g_free. NULL: unreachable from main. */
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
	GS_VARIANT_COUNTS,  /* how many sites each element executed, lookups by sampler: see
			       gs_variant_counts */
	GS_VARIANT_EVENTS,  /* the first position of each element's path at which a NaN or infinity
			       was written: see gs_variant_events */
	GS_VARIANT_CHANGES, /* values written along each element's path: see gs_variant_changes */
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
				  * entry; REACH: site; EVENTS, CHANGES: position */
	bool lookups_alone; /* COUNTS: no sites, and lookups of all samplers together, as "lookups";
			       all that the element executes, or no variant */
	bool adds_up; /* with that, in other stages than the fragment's: the shader does all that it
			 does, and each element adds its counts to sums: see GS_SUM_WORDS. No
			 variant where the shader's version has no unsigned numbers */
	bool tells_samples; /* COVERAGE: also for which samples each run is, where the shader's
			       version has them: see gs_variant_samples */
	bool histogram;	    /* PROFILE: a histogram of iterations (gs_variant_bins) instead of each
			       entry */
	const unsigned *sites; /* EVENTS: one a capture: the event is that one of these conditions
				  holds at its site; NULL: the event is a NaN or an infinity */
	/* what the driver offers, from struct gs_wire_debug */
	enum gs_api api;
	unsigned glsl_version, max_draw_buffers;
	bool need_alpha, uint_renderable;
	bool byte_outputs;    /* GS_ATTACHMENT_BYTES instead of all others */
	unsigned mirrored;    /* rows of a target that is drawn upside down; 0: it is not */
	bool clamp_alpha;     /* need_alpha: attachment 0 gets the colour clamped to 0 .. 1 */
	bool constant_stores; /* a store to an array element needs a constant index: softpipe takes
				 the index of one of four elements for all of them */
	bool no_upgrade; /* the variant with a version upgrade was rejected: keep the shader's own
		    version */
	/* Texts of the program's other stages, NULL-terminated: names in them are not used for our
	 * uniforms. NULL: none. */
	const char *const *others;
	const char *colour; /* need_alpha: name of the output bound to location 0, index 0; NULL: as
			       the text says */
	unsigned max_feedback_words; /* stages that write transform feedback */
	unsigned storage_binding;    /* compute, and adds_up */
	bool in_parts;	     /* a capture too large for one draw may be split: see first_scalar,
				next_scalar */
	size_t first_scalar; /* of capture first_capture; earlier scalars have been captured */
};

/* Whether a driver needs constant_stores, by a text that contains GL_RENDERER; NULL: not known. */
bool gs_driver_needs_constant_stores(const char *renderer);

enum { GS_MAX_WANTED = 64 };

struct gs_variant_pass {
	unsigned flags; /* enum gs_pass_flag */
	char **texts;	/* one per unit of the shader, same order */
	char *added;	/* tess-control: the evaluation shader that hands the words on; else NULL */
};

/* adds_up: the storage buffer holds so many words of each stage, which are 0 at first: the elements
 * that have run and their lookups, 64 bits each, the lower word first. */
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
	size_t first_capture, n_captures; /* number of captures that fitted completely; request
					     again from the next */
	size_t next_capture,
		next_scalar; /* what to request next; next_scalar is not 0 only with in_parts */
	struct gs_variant_layout *layout; /* private */
	unsigned n_users;		  /* private: beside the first */
};

/* The variant for the captures from first_capture on, as many as fit. NULL: messages say why. */
struct gs_variant *gs_variant_new(const struct gs_plan *plan,
	const struct gs_variant_request *request, size_t first_capture,
	struct gs_messages *messages);
void gs_variant_free(struct gs_variant *variant);
struct gs_variant *gs_variant_ref(struct gs_variant *variant); /* to be freed once more */
/* Whether the position can be one of several. Not in a loop that can be left after its first
 * statement (do, or without a test), nor in a test with side effects: llvmpipe 22.3 goes on
 * computing for elements that have left such a loop, and would capture again. Not in more than six
 * nested loops, where a driver that unrolls them takes minutes for several positions. */
bool gs_variant_may_share(const struct gs_plan *plan, const struct gs_position *position);
/* Of several positions: GS_MAX_WANTED values of the uniform that choose one; position: the position
 * of the request, with the wanted iterations. False: it is not one of them. */
bool gs_variant_want(const struct gs_plan *plan, const struct gs_variant *variant, unsigned which,
	const struct gs_position *position, int32_t *values);
/* Whether a capture of the request fitted completely. */
bool gs_variant_has(const struct gs_variant *variant, size_t capture);
/* How many attachments, from the first, hold flags, decisions and that capture; SIZE_MAX: no
 * capture. */
unsigned gs_variant_attachments(const struct gs_variant *variant, size_t capture);

/* The result: for each attachment, one 4-word pixel after the other. */
struct gs_images {
	unsigned width, height;
	const uint32_t *attachment[16];
	unsigned which; /* of several positions */
};

enum gs_element_flag {
	GS_ELEMENT_COVERED = 1 << 0, /* the stage ran for it (and it passed the tests) */
	GS_ELEMENT_HERE = 1 << 1,    /* it comes to the position */
	GS_ELEMENT_TRUE = 1 << 2,    /* its decision here (loop: stays) */
	GS_ELEMENT_FALSE = 1 << 3,
	GS_ELEMENT_LEFT = 1 << 4, /* loop: entered it, but left before this iteration (test, break,
				     return, discard) */
};
/* COVERAGE: the identity of an element, in words of the stage's own built-ins. Returns how many of
 * id are set, 0 for fragments: vertex           gl_VertexID, gl_InstanceID tess-control
 * gl_PrimitiveID, gl_InvocationID tess-evaluation  gl_PrimitiveID, then gl_TessCoord's three as
 * float bits geometry gl_PrimitiveIDIn, gl_InvocationID compute          gl_GlobalInvocationID's
 * three */
unsigned gs_variant_identity(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint32_t id[4]);
/* COVERAGE with tells_samples, which is drawn as often as the driver finds necessary: the samples
 * of the run, a bit each; 0: not told. */
unsigned gs_variant_samples(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
unsigned gs_variant_flags(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* Of n pixels from that one on. */
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
/* Site that chooses, element HERE: what gs_walker_step wants (index of the case or function, number
 * of them where none fits); at other decisions 1 or 0. */
unsigned gs_variant_decision(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* False: there is no decision, because a call in the condition discards the element. */
bool gs_variant_decided(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel);
/* Scalar `scalar` (in GLSL's order: columns, then rows; array elements and members in order) of
 * capture `capture` of the request. */
struct gs_scalar gs_variant_value(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t scalar, size_t pixel);
/* The same in two functions, for reading many pixels: find the scalar (false: it was not captured),
 * then read it. */
struct gs_scalar_location {
	enum gs_base base;
	unsigned word;
};
bool gs_variant_find(const struct gs_variant *variant, size_t capture, size_t scalar,
	struct gs_scalar_location *location);
struct gs_scalar gs_variant_at(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_scalar_location *location, size_t pixel);
/* Base FLOAT: of n pixels from that one on; the numbers lie `stride` apart. */
void gs_variant_floats(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_scalar_location *location, size_t pixel, size_t n, double *numbers,
	size_t stride);
/* At the end of main: the element returned where the captured variable does not exist, so there is
 * no value. */
/* false: no capture is, anywhere */
bool gs_variant_may_be_absent(const struct gs_variant *variant, const struct gs_images *images);
bool gs_variant_absent(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t pixel);

/* PATH: decisions first_decision ... of one element; returns how many were decided in the window
 * (fewer than its size: path ends). */
size_t gs_variant_decisions(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint8_t *decisions, size_t size);
size_t gs_variant_window(const struct gs_variant *variant);

/* EMITTED: one record for each vertex that the shader emitted before the element reached the
 * position (or its end, if it never does). Its captures are values at the emission, typically the
 * outputs. */
struct gs_emit {
	uint32_t primitive, invocation; /* identity of the element, as in gs_variant_identity */
	uint32_t vertex;		/* number within the element, from 0 */
	uint32_t strip; /* output primitive: EndPrimitive calls before it, of its stream */
	uint32_t stream;
};
struct gs_emit gs_variant_emit(
	const struct gs_variant *variant, const struct gs_images *images, size_t record);

/* PROFILE of the innermost loop round request->position, which may be any site in it, its test
 * included (the last frame's last iteration number is ignored). */
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
/* Each entry by itself, in order of execution, from number request->first_decision on: at most
 * gs_variant_window of them. */
struct gs_loop_entry {
	uint64_t iterations;
	enum gs_loop_end end;
	bool cut; /* iterations are more than that */
};
size_t gs_variant_entries(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_loop_entry *entries, size_t size);
/* The histogram: bin i counts the entries that had their test false at iteration i (finished), or
 * left in it. False: one had more iterations than there are bins (gs_variant_window), or there were
 * too many entries. */
bool gs_variant_bins(const struct gs_variant *variant, const struct gs_images *images, size_t pixel,
	uint32_t *finished, uint32_t *left);

/* REACH: does the element execute the site? Those from request->first_decision on,
 * gs_variant_window of them. */
bool gs_variant_reached(const struct gs_variant *variant, const struct gs_images *images,
	unsigned site, size_t pixel);

/* COUNTS: sites executed, and texture lookups by sampler: names and number as gs_variant_counters
 * gives them. Samplers of an array count together unless a literal tells them apart ("s[]",
 * "s[2]"); a parameter that not every call gives the same sampler is called "function(parameter)".
 * Counts stop at 2^32 - 1 (2^24 where only floats come back). */
/* [0] is "sites", or "lookups" where the request wants these alone */
size_t gs_variant_counters(const struct gs_variant *variant, const char *const **names);
uint64_t gs_variant_count(const struct gs_variant *variant, const struct gs_images *images,
	size_t counter, size_t pixel);

/* EVENTS: the first position of the element's path, counted from 0, from number
 * request->first_decision on, at which something that gs_plan_reaching_writes names is NaN or
 * infinite, or one of request->sites' conditions holds. mark_at: gs_plan_mark of the path up to
 * there, with or without the position itself. After a discard nothing counts. */
struct gs_events {
	uint32_t n_positions; /* of the whole path; a discarded end is none */
	uint32_t mark;
	uint32_t position, mark_at; /* 0: there is none */
};
void gs_variant_events(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_events *events);

/* CHANGES: values of what gs_plan_reaching_writes names, at position number request->first_decision
 * of the element's path. False: the path does not reach it, or no variable is written there. mark
 * as above. */
bool gs_variant_changed(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint32_t *mark);
/* The values of one symbol at the site of that position; scalars: gs_type_scalars of them. False:
 * they did not fit. */
bool gs_variant_change(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, const struct gs_plan *plan, unsigned site, const struct gs_symbol *symbol,
	struct gs_scalar *scalars);
/* What the return at the site of that position gives, and its type; scalars: room for
 * GS_MAX_RETURNED. NULL: it did not fit, or gs_plan_returns says no. */
enum { GS_MAX_RETURNED = 16 };
const struct gs_type *gs_variant_returned(const struct gs_variant *variant,
	const struct gs_images *images, size_t pixel, const struct gs_plan *plan, unsigned site,
	struct gs_scalar *scalars);
/* The site is a return of a value that changes nothing when it is evaluated, and calls no function
 * of the shader. */
bool gs_plan_returns(const struct gs_plan *plan, unsigned site);
/* A hash of a path's sites: from that of the path without its last site, starting at 0. It
 * distinguishes paths. */
uint32_t gs_plan_mark(const struct gs_plan *plan, uint32_t mark, unsigned site);

#endif
