/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine - the shader of one draw, looked at element by element: what is captured at its
 * positions, the focus element's path through it, who the elements are. It knows no process and no
 * ptrace: all that it wants of the program under debug goes through a struct gs_program_link.
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
	uint64_t number[6];    /* zeros: it did not answer */
	struct gs_stream bulk; /* what the request's description calls the answer; valid until the
				  next request or input */
	uint64_t area; /* bytes that can be read from bulk.data on: the images of a capture lie
			  there, at offsets from bulk.data */
};

/* The program has served what was sent. number: of its answer, zeros: it did not answer; failure:
 * as of a request, NULL: there is none. */
typedef void (*gs_program_served_func)(const uint64_t number[6], const GError *failure, void *data);

/*
 * How the engine asks the program for something. Whoever makes a gs_debug fills in all functions;
 * data is given to each. They are called from the gs_debug's thread only.
 */
struct gs_program_link {
	/* A stream for what the next request carries. False: there is no room for any. */
	bool (*begin_input)(void *data, struct gs_stream *input);
	/* Has the program serve a request, as wire/ describes its kind. input: what begin_input
	 * gave, filled in; NULL none. answer's numbers are also set where the program refuses.
	 * False: refused (the program's reason), or nothing more can be asked (gs_error_is_fatal).
	 */
	bool (*request)(void *data, enum gs_wire_request_kind kind, const uint64_t number[6],
		const struct gs_stream *input, struct gs_program_answer *answer, GError **error);
	/* As request, without waiting: served is called from within await or the next request, but
	 * not any more once the gs_debug is freed. Until then nothing else is sent. False: it was
	 * not sent. */
	bool (*send)(void *data, enum gs_wire_request_kind kind, const struct gs_stream *input,
		gs_program_served_func served, void *served_data, GError **error);
	/* Until what was sent is served; before begin_input. False: the user's time is over, and it
	 * can be awaited once more; or nothing more can be asked (both gs_error_is_fatal). */
	bool (*await)(void *data, GError **error);
	/* True, with TIMEOUT: the user's time is over, or the user interrupted; the engine stops at
	 * once. Asked between requests. */
	bool (*is_expired)(void *data, GError **error);
	/* Bytes of the program's memory. False: they cannot be read. */
	bool (*read_memory)(void *data, uint64_t address, void *to, size_t size);
	void *data;
};

struct gs_debug;

/* The functions of the debug's link. input NULL: none. */
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
	unsigned move;	/* at which it was last asked for */
	unsigned image; /* at which for all elements, + 1; 0: never */
};

/* Who is to be told when what was sent is served. */
struct gs_debug_sent {
	void (*served)(const GError *failure, void *data);
	void *data;
};

struct gs_emission;
struct gs_focus_values;

struct gs_debug {
	struct gs_program_link link;
	const struct gs_wire_call *call; /* the pending one; borrowed */
	enum gs_stage stage;
	struct gs_program_info info;
	const char **others; /* sources of the other stages, NULL-terminated */
	struct gs_shader *shader;
	struct gs_unwritten_inputs *unwritten_inputs; /* NULL: none is known */
	enum gs_stage stage_before;		      /* which does not write them */
	struct gs_plan *plan;
	struct gs_wire_debug target;
	uint32_t (*commands)[2]; /* of an indirect multi-draw: vertices of an instance, instances;
				    NULL not known */
	size_t n_commands;
	struct gs_wire_draws draws; /* of a display list; draws 0: another call */
	bool no_upgrade;
	bool names_samples; /* see gs_shader_names_samples */
	bool shares_runs;   /* and yet the driver has one run for several samples */
	uint8_t *covered;   /* width * height */
	uint32_t (*who)[3]; /* other stages than fragment: each cell's element, see element.c */
	/* geometry: what each says of itself: gl_PrimitiveIDIn, gl_InvocationID, how often both
	 * came before */
	uint32_t (*said)[3];
	uint32_t *vertex_ids;	      /* vertex: each cell's gl_VertexID; NULL: not known */
	bool thirds;		      /* of some the third number is not 0 */
	struct gs_emission *emission; /* geometry: what all elements emit; NULL until asked for */
	uint64_t n_total;	      /* elements */
	uint64_t n_programs;	      /* that the driver has compiled for us */
	struct gs_debug_sent sent;    /* the last one */
	struct gs_rect bounds;	      /* of the covered cells */
	struct gs_rect plane_bounds;  /* likewise, as if all planes lay on one another */
	unsigned focus_x, focus_y;
	bool focus_here; /* the focus element reaches the present position */
	struct gs_path *path;
	struct gs_path_provider *provider;
	struct gs_position_cache *position_cache;
	struct gs_focus_values *focus_values;
	unsigned moves;
	GArray *asked; /* struct gs_recent_expression, latest first */

	/* Set and read by whoever moves along the path; the engine only frees them. */
	unsigned frame;	   /* looked from; 0: innermost */
	size_t moved_from; /* path index before the last move */
	char *note;	   /* for the whole draw */
	char *move_note;   /* of the last move, NULL none */
	int breakpoint;	   /* that stopped the last move, -1 none */
	bool reached;	   /* the last move reached its goal */
	/* The condition of that breakpoint holds at this other element than the focus. */
	bool holds_elsewhere;
	unsigned holds_x, holds_y;
};

/* ---- beginning (begin.c, parse.c) ---- */

/*
 * In this order: new; the caller fills in info (the debug's from then on) and draws; parse; target;
 * coverage; path. Free at any time.
 */
struct gs_debug *gs_debug_new(
	const struct gs_program_link *link, const struct gs_wire_call *call, enum gs_stage stage);
void gs_debug_free(struct gs_debug *debug); /* NULL is fine; asks nothing of the program */
/* The stage's sources as shader and plan. NO_SHADER, UNSUPPORTED. */
bool gs_debug_parse(struct gs_debug *debug, GError **error);
/* Has the program begin its part (GS_REQUEST_DEBUG_BEGIN; operations: number[1] and on of it).
 * *begun: it has, and wants GS_REQUEST_DEBUG_END, also where this fails. */
bool gs_debug_begin_target(
	struct gs_debug *debug, const uint64_t operations[6], bool *begun, GError **error);
/* Which elements the draw runs the shader for; the first is the focus. other_operations: the debug
 * draw's per-fragment operations are not the program's. NOT_COVERED: none. */
bool gs_debug_find_coverage(struct gs_debug *debug, bool other_operations, GError **error);
/* The focus element's path, at its first position, arrived. */
bool gs_debug_begin_path(struct gs_debug *debug, GError **error);

/* The driver takes another input for gl_PrimitiveID and that for it, so that no variant may read it
 * (mixed-inputs.c). */
bool gs_debug_mixes_primitive_id(const struct gs_debug *debug);
/* A sentence that says why no variant may read something of an expression, as other values would no
 * longer be the draw's; static. NULL: there is no such thing. */
const char *gs_debug_spoils(const struct gs_debug *debug, const struct gs_node *root);

/* ---- the target (target.c, incomplete-primitives.c) ---- */

bool gs_debug_is_covered(const struct gs_debug *debug, unsigned x, unsigned y);
/* All images of a draw take no more than GS_EAGER_BYTES; and always but in fragment shaders. */
bool gs_debug_is_small(const struct gs_debug *debug);
/* Drawing all elements takes longer than having a program compiled for it. */
bool gs_debug_is_huge(const struct gs_debug *debug);
/* Name of the fragment output bound to location 0, index 0; NULL: none that has a name. */
const char *gs_debug_colour_output(const struct gs_debug *debug);
/* How many vertices at the end of each instance of the draw do not complete a primitive. */
unsigned gs_debug_incomplete_vertices(const struct gs_debug *debug);
/* Vertices: the draw is one, and each of its indices has run the shader: none has restarted a
 * primitive. */
bool gs_debug_is_whole(const struct gs_debug *debug);

/* ---- arriving at positions (arrive.c) ---- */

/* Captures the flags of a position, and in the same draw the expressions asked for lately. */
bool gs_debug_look(struct gs_debug *debug, struct gs_captured_position *captured, GError **error);
/* The same at the path's present position. */
bool gs_debug_arrive(struct gs_debug *debug, GError **error);
/* Makes the element the focus and walks its path up to the position, which it must reach. */
bool gs_debug_refocus(struct gs_debug *debug, unsigned x, unsigned y,
	const struct gs_position *position, GError **error);

/* ---- expressions asked for lately (recent.c) ---- */

/* image: for all elements */
void gs_debug_note_expression(struct gs_debug *debug, const char *expression, bool image);
/* Latest first; returns how many. images: those for all elements. Borrowed until the next note. */
enum { GS_MAX_RECENT_EXPRESSIONS = 32 };
size_t gs_debug_recent_expressions(
	const struct gs_debug *debug, bool images, const char *texts[GS_MAX_RECENT_EXPRESSIONS]);

/* ---- sites and messages (site.c) ---- */

/* Token before which an expression at this site is parsed. */
unsigned gs_site_token(const struct gs_site *site);
/* The variables visible at a site that come along unasked: those that may change from position to
 * position, of at most 16 scalars. Returns how many. */
enum { GS_MAX_UNASKED = 16 };
size_t gs_site_unasked(const struct gs_shader *shader, const struct gs_site *site,
	const struct gs_symbol *symbols[GS_MAX_UNASKED]);
/* At a GS_SITE_EMIT: EmitVertex or EmitStreamVertex, which leave all outputs undefined; not the end
 * of a primitive. */
bool gs_site_emits_vertex(const struct gs_site *site);
/* Whether any site writes it. */
bool gs_plan_writes(const struct gs_plan *plan, const struct gs_symbol *symbol);
/* Makes a GError of the messages of glsl/ or instrument/. */
void gs_error_from_messages(
	GError **error, enum gs_error code, const struct gs_messages *messages, const char *prefix);

#endif
