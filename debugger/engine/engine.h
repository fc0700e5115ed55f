/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine - the shader of one draw, element by element: what is captured at its positions,
 * the focus element's path, the identity of elements. It knows neither processes nor ptrace: it
 * asks the program under debug through a struct gs_program_link.
 *
 * A gs_debug belongs to one thread at a time. Functions that ask the program block until it has
 * answered; where they fail they set a GError of domain GS_ERROR, and the gs_debug stays usable
 * unless gs_error_is_fatal.
 */
#ifndef GS_ENGINE_H
#define GS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "debugger/base/error.h"
#include "debugger/engine/element.h"
#include "debugger/engine/show/field.h"
#include "debugger/engine/path/path.h"
#include "debugger/engine/captured/position-cache.h"
#include "debugger/engine/program-info.h"
#include "debugger/engine/undefined/unwritten-inputs.h"
#include "glsl/glsl.h"
#include "instrument/instrument.h"
#include "wire/capture.h"
#include "wire/stream.h"
#include "wire/wire.h"

/* ---- the program under debug (link.c) ---- */

/* The answer to a request. */
struct gs_program_answer {
	uint64_t number[6];    /* zeros if there was no answer */
	struct gs_stream bulk; /* the answer as the request's description defines it; valid until
				  the next request or input */
	uint64_t area; /* readable bytes from bulk.data on, where the images of a capture lie */
};

/* Called when the program has served what was sent. number: of its answer, zeros if there was none;
 * failure: the error as of a request, or NULL. */
typedef void (*gs_program_served_func)(const uint64_t number[6], const GError *failure, void *data);

/*
 * How the engine asks the program for something. Whoever makes a gs_debug fills in all functions;
 * data is given to each. They are called from the gs_debug's thread only.
 */
struct gs_program_link {
	/* Gives a stream for the input of the next request. Returns false if there is no room. */
	bool (*begin_input)(void *data, struct gs_stream *input);
	/* Has the program serve a request of wire/. input: the stream of begin_input, filled in, or
	 * NULL. Sets answer->number even if the program refuses. Returns false if it refuses (its
	 * reason), or no request is possible any more (gs_error_is_fatal). */
	bool (*request)(void *data, enum gs_wire_request_kind kind, const uint64_t number[6],
		const struct gs_stream *input, struct gs_program_answer *answer, GError **error);
	/* Like request, but does not wait: served is called in await or in the next request, unless
	 * the gs_debug has been freed. Nothing else is sent meanwhile. Returns false if it was not
	 * sent. */
	bool (*send)(void *data, enum gs_wire_request_kind kind, const struct gs_stream *input,
		gs_program_served_func served, void *served_data, GError **error);
	/* Waits until what was sent is served; call it before begin_input. Returns false if the
	 * user's time is over, then it can be awaited again, or if no request is possible any more
	 * (gs_error_is_fatal in both cases). */
	bool (*await)(void *data, GError **error);
	/* Called between requests. Returns true, with TIMEOUT, if the user's time is over or the
	 * user has interrupted; the engine then stops at once. */
	bool (*is_expired)(void *data, GError **error);
	/* Reads the program's memory. Returns false if it cannot be read. */
	bool (*read_memory)(void *data, uint64_t address, void *to, size_t size);
	void *data;
};

struct gs_debug;

/* Call the functions of the debug's link; input may be NULL. */
bool gs_debug_begin_input(const struct gs_debug *debug, struct gs_stream *input);
bool gs_debug_request(const struct gs_debug *debug, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_program_answer *answer,
	GError **error);
bool gs_debug_send(const struct gs_debug *debug, enum gs_wire_request_kind kind,
	const struct gs_stream *input, gs_program_served_func served, void *data, GError **error);
bool gs_debug_await(const struct gs_debug *debug, GError **error);
bool gs_debug_is_expired(const struct gs_debug *debug, GError **error);
bool gs_debug_read_memory(const struct gs_debug *debug, uint64_t address, void *to, size_t size);

/* ---- the shader being debugged ---- */

struct gs_recent_expression {
	char *text;
	unsigned move;	/* number of the move at which it was last asked for */
	unsigned image; /* 1 + that at which all elements were asked for; 0: never */
};

/* Called when what was sent is served. */
struct gs_debug_sent {
	void (*served)(const GError *failure, void *data);
	void *data;
};

struct gs_emission;
struct gs_focus_values;

struct gs_debug {
	struct gs_program_link link;
	const struct gs_wire_call *call; /* the pending call; borrowed */
	enum gs_stage stage;
	struct gs_program_info info;
	const char **others; /* sources of the other stages, NULL-terminated */
	struct gs_shader *shader;
	struct gs_unwritten_inputs *unwritten_inputs; /* NULL: none known */
	bool lacks_primitive_id;    /* a geometry shader before it never writes gl_PrimitiveID */
	enum gs_stage stage_before; /* the stage that does not write them */
	struct gs_plan *plan;
	struct gs_wire_debug target;
	uint32_t (*commands)[2]; /* of an indirect multi-draw: vertices per instance, instances;
				    NULL: not known */
	size_t n_commands;
	struct gs_wire_draws draws; /* of a display list; .draws is 0 for other calls */
	bool no_upgrade;
	/* "SPIR-V", "a binary": the shader is in the place of the program's, made from that;
	 * static, NULL: it is the program's own. */
	const char *stands_in_for;
	bool names_samples; /* see gs_shader_names_samples */
	bool shares_runs;   /* the driver nevertheless runs it once for several samples */
	uint8_t *covered;   /* width * height */
	uint32_t (*who)[3]; /* other stages than fragment: each cell's element, see element.c */
	/* geometry: each element's gl_PrimitiveIDIn and gl_InvocationID, and how often both
	 * occurred before */
	uint32_t (*said)[3];
	uint32_t *vertex_ids; /* vertex: each cell's gl_VertexID; NULL: not known */
	bool thirds;	      /* some third number is not 0 */
	struct gs_emission
		*emission;	     /* geometry: what all elements emit; NULL: not asked for yet */
	uint64_t n_total;	     /* elements */
	uint64_t n_programs;	     /* compiled for us by the driver */
	struct gs_debug_sent sent;   /* the last one */
	struct gs_rect bounds;	     /* of the covered cells */
	struct gs_rect plane_bounds; /* likewise, with all planes laid over one another */
	unsigned focus_x, focus_y;
	bool focus_here; /* the focus element reaches the present position */
	struct gs_path *path;
	struct gs_path_provider *provider;
	struct gs_position_cache *position_cache;
	struct gs_focus_values *focus_values;
	unsigned moves;
	GArray *asked; /* struct gs_recent_expression, latest first */

	/* Used by whoever moves along the path; the engine only frees them. */
	unsigned frame;	   /* selected frame; 0: innermost */
	size_t moved_from; /* path index before the last move */
	char *note;	   /* about the whole draw */
	char *move_note;   /* about the last move; NULL: none */
	int breakpoint;	   /* that stopped the last move, -1 none */
	bool reached;	   /* the last move reached its goal */
	/* The breakpoint's condition holds at this element, which is not the focus. */
	bool holds_elsewhere;
	unsigned holds_x, holds_y;
};

/* ---- beginning (begin.c, parse.c) ---- */

/*
 * Call in this order: new; fill in info (then the debug's) and draws; parse; target; coverage;
 * path. Free at any time.
 */
struct gs_debug *gs_debug_new(
	const struct gs_program_link *link, const struct gs_wire_call *call, enum gs_stage stage);
void gs_debug_free(struct gs_debug *debug); /* NULL is fine; asks nothing of the program */
/* Parses the stage's sources into shader and plan. Errors: NO_SHADER, UNSUPPORTED. */
bool gs_debug_parse(struct gs_debug *debug, GError **error);
/* Parses one stage of a program that is not debugged. Returns the shader, to be freed by
 * gs_shader_free; NULL with error NO_SHADER or UNSUPPORTED. */
struct gs_shader *gs_stage_parse(const struct gs_program_link *link,
	const struct gs_program_info *info, enum gs_stage stage, GError **error);
/* Has the program begin (GS_REQUEST_DEBUG_BEGIN, whose number[1] and following are the operations).
 * Sets *begun if GS_REQUEST_DEBUG_END is due, which it may be even on failure. */
bool gs_debug_begin_target(
	struct gs_debug *debug, const uint64_t operations[6], bool *begun, GError **error);
/* Finds the elements that the draw runs the shader for, and makes the first the focus.
 * other_operations: the per-fragment operations are not the program's. Error NOT_COVERED: there are
 * none. */
bool gs_debug_find_coverage(struct gs_debug *debug, bool other_operations, GError **error);
/* Begins the focus element's path and arrives at its first position. */
bool gs_debug_begin_path(struct gs_debug *debug, GError **error);

/* Whether the driver confuses gl_PrimitiveID with another input, so that no variant may read it
 * (mixed-inputs.c). */
bool gs_debug_mixes_primitive_id(const struct gs_debug *debug);
/* Returns a sentence that says why no variant may read a part of an expression: reading it would
 * change other values. Static; NULL if there is no such part. */
const char *gs_debug_spoils(const struct gs_debug *debug, const struct gs_node *root);

/* ---- the target (target.c, incomplete-primitives.c) ---- */

bool gs_debug_is_covered(const struct gs_debug *debug, unsigned x, unsigned y);
/* Whether all images of a draw take at most GS_EAGER_BYTES; always true for other than fragment
 * shaders. */
bool gs_debug_is_small(const struct gs_debug *debug);
/* Whether drawing all elements takes longer than compiling a program for it. */
bool gs_debug_is_huge(const struct gs_debug *debug);
/* Returns the name of the fragment output at location 0, index 0; NULL if none has a name. */
const char *gs_debug_colour_output(const struct gs_debug *debug);
/* Returns how many vertices at the end of each instance of the draw do not complete a primitive. */
unsigned gs_debug_incomplete_vertices(const struct gs_debug *debug);
/* Vertex shaders: whether the call is a single draw, each index of which has run the shader: no
 * primitive restart. */
bool gs_debug_is_whole(const struct gs_debug *debug);

/* ---- arriving at positions (arrive.c) ---- */

/* Captures the flags of a position, and in the same draw the recently used expressions. */
bool gs_debug_look(struct gs_debug *debug, struct gs_captured_position *captured, GError **error);
/* Does the same at the path's present position. */
bool gs_debug_arrive(struct gs_debug *debug, GError **error);
/* Makes the element the focus and walks its path to the position, which it must reach. */
bool gs_debug_refocus(struct gs_debug *debug, unsigned x, unsigned y,
	const struct gs_position *position, GError **error);

/* ---- expressions asked for lately (recent.c) ---- */

/* Notes an expression as used; image: for all elements. */
void gs_debug_note_expression(struct gs_debug *debug, const char *expression, bool image);
/* Gets the noted expressions, latest first; returns how many. images: only those for all elements.
 * Borrowed until the next note. */
enum { GS_MAX_RECENT_EXPRESSIONS = 32 };
size_t gs_debug_recent_expressions(
	const struct gs_debug *debug, bool images, const char *texts[GS_MAX_RECENT_EXPRESSIONS]);

/* ---- sites and messages (site.c) ---- */

/* Returns the token before which expressions at this site are parsed. */
unsigned gs_site_token(const struct gs_site *site);
/* Gets the variables to capture at a site without being asked for: visible ones that may change
 * from position to position and have at most 16 scalars. Returns how many. */
enum { GS_MAX_UNASKED = 16 };
size_t gs_site_unasked(const struct gs_shader *shader, const struct gs_site *site,
	const struct gs_symbol *symbols[GS_MAX_UNASKED]);
/* Whether a GS_SITE_EMIT is EmitVertex or EmitStreamVertex, after which all outputs are undefined,
 * rather than the end of a primitive. */
bool gs_site_emits_vertex(const struct gs_site *site);
/* Whether any site writes the symbol. */
bool gs_plan_writes(const struct gs_plan *plan, const struct gs_symbol *symbol);
/* Sets an error from messages of glsl/ or instrument/. */
void gs_error_from_messages(
	GError **error, enum gs_error code, const struct gs_messages *messages, const char *prefix);

#endif
