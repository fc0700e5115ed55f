/* SPDX-License-Identifier: MIT */
/* What the files of replay/ share: the player, and the way of one call through it. */
#ifndef GS_REPLAY_PRIVATE_H
#define GS_REPLAY_PRIVATE_H

#include <glib.h>
#include "data/data.h"
#include "data/object.h"
#include "data/pointee.h"
#include "replay/names.h"
#include "replay/regions.h"
#include "replay/replay.h"
#include "replay/window.h"
#include "trace/trace.h"
#include "wire/wire.h"

struct gs_player;
struct gs_plan;

/* Does all that a call asks for. */
typedef void (*gs_replay_act)(
	struct gs_player *player, const struct gs_plan *plan, const struct gs_trace_call *call);
/* False: the call is not made. `args` are this driver's; they may be changed. */
typedef bool (*gs_replay_prepare)(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args);
/* After it was made. */
typedef void (*gs_replay_learn)(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result);

struct gs_plan_parameter {
	uint8_t class, bits;		     /* enum gs_class */
	uint8_t element_class, element_bits; /* of what a pointer points at; VOID: not known */
	bool is_out;
	bool is_kept; /* GL reads what it points at after the call, too */
	uint8_t rule; /* enum gs_memory_rule_kind, or 0 */
};

/* A function of the trace, and what is to be done for its calls. */
struct gs_plan {
	const struct gs_trace_function *trace;
	const struct gs_function_info *info; /* NULL: it is none of GL, GLX and EGL */
	unsigned number;
	void *real; /* looked up at its first call; NULL before */
	bool is_missing;
	gs_replay_act act; /* instead of a call; NULL: none */
	gs_replay_prepare prepare;
	gs_replay_learn learn;
	const struct gs_object_rule *rules;
	size_t n_rules;
	struct gs_plan_parameter parameters[GS_WIRE_ARGS];
};

/* Contexts that share objects. */
struct gs_replay_group {
	unsigned references;
	struct gs_names *names;
	GPtrArray *contexts; /* struct gs_replay_context *, not owned */
};

struct gs_replay_context {
	void *own; /* the window system's */
	struct gs_replay_group *group;
	struct gs_names *names;
	bool is_es, is_double;
	/* As recorded. */
	uint64_t program, pipeline, vertex_array, draw_framebuffer, client_texture;
	GHashTable *active_programs; /* pipeline -> program */
	GHashTable *kept;	     /* guint64 * -> memory that GL may read */
};

struct gs_replay_thread {
	struct gs_replay_context *context; /* current */
	struct gs_drawable *draw, *read;
	bool is_gl; /* eglBindAPI */
};

struct gs_player {
	const struct gs_replay_options *options;
	struct gs_trace_reader *reader;
	const struct gs_window_system *system;
	GPtrArray *plans; /* struct gs_plan *, by signature; NULL: not met */
	GHashTable *contexts, *drawables, *configs; /* by handle: uint64_t in a pointer */
	GHashTable *threads;			    /* by number: struct gs_replay_thread * */
	struct gs_replay_thread *thread;	    /* whose context is current */
	uint32_t thread_number;
	struct gs_regions *regions;
	GHashTable *told;
	uint8_t *scratch; /* see values.c */
	size_t scratch_used;
	GPtrArray *large;
	uint64_t calls, frames, differences;
	bool is_over, has_failed;
	bool in_block; /* between glBegin and glEnd */
};

/* The current one; or NULL. */
static inline struct gs_replay_context *gs_replay_context(const struct gs_player *player)
{
	return player->thread ? player->thread->context : NULL;
}

/* A function of this driver's; NULL: there is none. */
static inline void *gs_replay_find(const struct gs_player *player, const char *name)
{
	return player->system->find_function(name);
}

/* ---- plan.c ---- */

/* Lives as long as the player. */
struct gs_plan *gs_replay_plan(struct gs_player *player, const struct gs_trace_function *function);

/* ---- values.c ---- */

/* Memory up to the next call; not cleared. */
void *gs_replay_take(struct gs_player *player, size_t size);
void gs_replay_forget_taken(struct gs_player *player);
/* The value as the program's memory and numbers were. False: it says nothing that could be used. */
bool gs_replay_value(struct gs_player *player, const struct gs_plan *plan,
	const struct gs_trace_call *call, unsigned argument, uint64_t *raw);
/* A number; 0: it is none. */
uint64_t gs_replay_number(const struct gs_trace_call *call, unsigned argument);
uint64_t gs_replay_number_of(const struct gs_trace_value *value);
/* NULL: the argument is no array. */
const struct gs_trace_value *gs_replay_array(const struct gs_trace_call *call, unsigned argument);

/* ---- objects.c ---- */

uint64_t gs_replay_name(struct gs_player *player, enum gs_object_kind kind, uint64_t recorded);
/* Recorded names in args, and in what these point at, become this driver's. */
void gs_replay_map_names(struct gs_player *player, const struct gs_plan *plan,
	const struct gs_trace_call *call, uint64_t *args);
/* What the call gave out, or took back. */
void gs_replay_learn_names(struct gs_player *player, const struct gs_plan *plan,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result);

/* ---- special.c: calls that need more than their table says ---- */

void gs_replay_find_special(struct gs_plan *plan);

/* ---- window-calls.c: calls of GLX and EGL ---- */

/* NULL: nothing is to be done. */
gs_replay_act gs_replay_window_act(unsigned function);
/* Makes what is current in that thread current. */
void gs_replay_enter_thread(struct gs_player *player, uint32_t number);
void gs_replay_set_size(struct gs_player *player, int width, int height);
void gs_replay_free_contexts(struct gs_player *player);

/* ---- frames.c ---- */

/* Before the buffers are swapped. */
void gs_replay_end_frame(struct gs_player *player);

/* ---- differences.c ---- */

/* Tells it once for each `kind`: a text, with the number of the call. */
void gs_replay_tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
