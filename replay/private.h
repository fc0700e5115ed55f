/* SPDX-License-Identifier: MIT */
/* What the files of replay/ share: the player, and the way of one call through it. */
#ifndef GS_REPLAY_PRIVATE_H
#define GS_REPLAY_PRIVATE_H

#include <glib.h>
#include "data/data.h"
#include "data/draw.h"
#include "data/object.h"
#include "data/extent.h"
#include "follow/follow.h"
#include "follow/regions.h"
#include "follow/told-configs.h"
#include "replay/names.h"
#include "replay/replay.h"
#include "replay/window/window.h"
#include "trace/raw.h"
#include "trace/trace.h"
#include "wire/wire.h"

struct gs_player;
struct gs_play;
struct gs_measure;
struct gs_measured_context;
struct gs_snapshot;
struct gs_checkpoint;

/* Does all that a call asks for. */
typedef void (*gs_replay_act)(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* False: the call is not made. `args` are this driver's; they may be changed. */
typedef bool (*gs_replay_prepare)(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args);
/* After it was made. */
typedef void (*gs_replay_learn)(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result);

struct gs_play_parameter {
	uint8_t class, bits;		     /* enum gs_class */
	uint8_t element_class, element_bits; /* of what a pointer points at; VOID: not known */
	bool is_out;
	bool is_kept;			     /* GL reads what it points at after the call, too */
	uint8_t rule;			     /* enum gs_memory_rule_kind, or 0 */
	const struct gs_memory_rule *memory; /* NULL: none */
	uint32_t offset_target;		     /* gs_data_offset_target; 0: there is no rule */
};

/* How the calls of one function of the trace are played. */
struct gs_play {
	const struct gs_trace_function *trace;
	const struct gs_function_info *info; /* NULL: it is none of GL, GLX and EGL */
	unsigned number;
	void *real; /* looked up at its first call; NULL before */
	bool is_missing;
	bool draws_arrays, changes_arrays; /* arrays.c */
	bool is_seen;			   /* what it does to a window is to be seen */
	gs_replay_act act;		   /* instead of a call; NULL: none */
	gs_replay_prepare prepare;
	gs_replay_learn learn;
	uint8_t measured; /* measure.c: what it is to who measures */
	const struct gs_object_rule *rules;
	size_t n_rules;
	struct gs_play_parameter parameters[GS_WIRE_ARGS];
};

/* Contexts that share objects: struct gs_follow_group's data. */
struct gs_replay_group {
	struct gs_name_map *names;
	/* For who measures, by name here; NULL: none so far. */
	GHashTable *measured_programs, *measured_lists;
};

/* struct gs_follow_context's data; there is none where the context cannot be had here. */
struct gs_replay_context {
	void *own;			      /* the window system's */
	const struct gs_follow_context *told; /* as recorded */
	struct gs_replay_group *group;
	struct gs_name_map *names;
	bool is_es, is_double;
	unsigned version; /* 45; 0: not asked so far. is_core then, too */
	bool is_core;
	struct gs_memory_arrays *arrays;      /* arrays.c; NULL: never asked for */
	GHashTable *without_arrays;	      /* vertex array objects that read none */
	bool arrays_known;		      /* they are as the driver has them now */
	GHashTable *kept;		      /* kept.c */
	void *feedback, *selection;	      /* what GL writes into */
	struct gs_measured_context *measured; /* NULL: nothing was measured so far */
	bool is_heard;			      /* measure-messages.c: its debug output is on */
	uint8_t image_functions;	      /* images.c: those of EGLImages that it has */
};

/* An image that an object has taken: images.c. */
struct gs_replay_taken {
	bool is_open; /* what the recorder has made up for that may follow */
	bool is_here; /* it is the very image */
	uint64_t number;
	const struct gs_trace_function *function;
};

/* struct gs_follow_thread's data. */
struct gs_replay_thread {
	bool is_refused; /* its context could not be made current here */
	struct gs_replay_taken taken;
};

#define GS_REPLAY_OFFSET UINT64_MAX		/* of a buffer: no memory */
#define GS_REPLAY_NO_MEMORY (UINT64_C(1) << 62) /* what an array points to that is not there */

struct gs_player {
	const struct gs_replay_options *options;
	struct gs_trace_reader *reader;
	const struct gs_window_system *system;
	GPtrArray *plays;      /* struct gs_play *, by signature; NULL: not met */
	GHashTable *functions; /* this driver's, by the address of their names */
	struct gs_told_configs configs;
	GHashTable *images;		   /* by handle: the window system's own */
	struct gs_follow *follow;	   /* its drawables' data: struct gs_drawable */
	struct gs_follow_thread *thread;   /* whose context is current; NULL: none has called */
	const struct gs_follow_step *step; /* of the call */
	struct gs_regions *regions;
	GHashTable *told;
	char *only; /* by number, see struct gs_replay_options; NULL: all calls are made */
	gsize n_only;
	uint8_t *scratch; /* see values.c */
	size_t scratch_used;
	uint64_t room[GS_WIRE_ARGS]; /* bytes behind each pointer of a call, or GS_REPLAY_OFFSET */
	GPtrArray *large;
	uint64_t calls, frames, differences;
	uint64_t n_up_to_last;	      /* calls that have come, up to the last of options->calls */
	struct gs_measure *measure;   /* NULL: nothing is measured */
	struct gs_snapshot *snapshot; /* NULL: nothing is asked */
	struct gs_checkpoint *checkpoint; /* from which it starts; NULL: it starts from none */
	bool is_shown;			  /* its windows are; else they are pbuffers */
	bool is_over, has_failed;
	bool had_context; /* one was current */
	bool in_block;	  /* the call stands between glBegin and glEnd, or is one of them */
	bool is_hidden;	  /* at the last call: gs_link_is_hidden */
};

/* The current one; or NULL. */
static inline struct gs_replay_context *gs_replay_context(const struct gs_player *player)
{
	const struct gs_follow_thread *thread = player->thread;
	const struct gs_replay_thread *own = thread ? thread->data : NULL;
	return thread && thread->context && !own->is_refused ? thread->context->data : NULL;
}

/* What it draws into, and reads from; NULL: nothing, or no context is current. */
static inline struct gs_drawable *gs_replay_draw(const struct gs_player *player)
{
	return gs_replay_context(player) && player->thread->draw ? player->thread->draw->data
								 : NULL;
}

static inline struct gs_drawable *gs_replay_read(const struct gs_player *player)
{
	return gs_replay_context(player) && player->thread->read ? player->thread->read->data
								 : NULL;
}

/* ---- ask.c ---- */

/* A function of this driver's; NULL: there is none. The name lives as long as the player. */
void *gs_replay_find(struct gs_player *player, const char *name);
/* What glGetIntegerv says of the current context; 0: nothing. */
int gs_replay_get(struct gs_player *player, unsigned name);
/* Clears GL's errors; true: there were some. */
bool gs_replay_errors(struct gs_player *player);
/* Between glBegin and glEnd, where GL answers nothing. */
bool gs_replay_is_in_block(struct gs_player *player);
/* Of the current context: version and is_core. */
void gs_replay_know_context(struct gs_player *player);
/* The current context advertises it ("GL_EXT_..."). */
bool gs_replay_has(struct gs_player *player, const char *extension);
/* The pixel store says how long rows are, and where they begin. */
bool gs_replay_stores_rows(struct gs_player *player, bool pack);

/* ---- call.c ---- */

/* By the driver, with this driver's arguments. False: it was left out. */
bool gs_replay_make_call(
	struct gs_player *player, struct gs_play *play, const struct gs_trace_call *call);

/* ---- play.c ---- */

/* Lives as long as the player. */
struct gs_play *gs_play_of(struct gs_player *player, const struct gs_trace_function *function);

/* ---- values.c ---- */

/* Memory up to the next call; not cleared. NULL: there is not so much. */
void *gs_replay_take(struct gs_player *player, size_t size);
void gs_replay_forget_taken(struct gs_player *player);
/* The value as the program's memory and numbers were. False: it says nothing that could be used. */
bool gs_replay_value(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, unsigned argument, uint64_t *raw);

/* The buffer is bound into which an address of such a parameter is an offset. */
bool gs_replay_is_offset(struct gs_player *player, const struct gs_play_parameter *p);

/* ---- lengths.c ---- */

/* Behind each pointer is as much as the call reads; what it writes gets room. False, and told: not
 * so. Numbers of arguments are this driver's. */
bool gs_replay_lengths_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args);
/* Find where the pixels stand behind argument i, the pixel store being as the call has it. Returns
 * false if there are none, or it is not known. */
bool gs_replay_find_rows(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args, unsigned i, struct gs_extent_rows *rows);

/* ---- kept.c ---- */

GHashTable *gs_replay_new_kept(void);
/* Memory for an array that GL reads later, until the same array (of that index) of the same vertex
 * array object is set again. */
void *gs_replay_keep(struct gs_player *player, const struct gs_play *play, uint64_t index,
	const void *bytes, size_t size);
/* Likewise what stands in a region, `recorded` and at `memory` here, as long as the region is. */
void gs_replay_keep_region(struct gs_player *player, const struct gs_play *play, uint64_t index,
	uint64_t recorded, void *memory);
/* Bytes that may be read from there on; 0: none. */
uint64_t gs_replay_kept_room(struct gs_player *player, const uint8_t *at);

/* ---- arrays.c: vertices in the program's memory ---- */

void gs_replay_find_arrays(struct gs_play *play);
/* After a call that may do so. */
void gs_replay_arrays_changed(
	struct gs_player *player, const struct gs_play *play, const uint64_t *args);
/* Before a call that draws: false, and told, if it reads where there is nothing. */
bool gs_replay_arrays_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args);

/* ---- empty-draws.c ---- */

/* Without the draws of no vertices, as far as the call has them in memory. False: nothing is left
 * of it. rule: NULL, if it does not draw. */
bool gs_replay_drop_empty(
	struct gs_player *player, const struct gs_draw_rule *rule, uint64_t *args);

/* ---- empty-buffers.c ---- */

/* Has no data, as far as the driver can be asked. */
bool gs_replay_is_empty(struct gs_player *player, int buffer);
/* Whether the program in use reads the attribute; without one, or with a pipeline, it may. */
bool gs_replay_reads_attribute(struct gs_player *player, unsigned attribute);

/* ---- objects.c ---- */

uint64_t gs_replay_name(struct gs_player *player, enum gs_object_kind kind, uint64_t recorded);
/* What the trace calls the object that has that name here. */
uint64_t gs_replay_recorded_name(
	const struct gs_replay_context *context, enum gs_object_kind kind, uint64_t real);
/* From now on there is something to see in it. */
void gs_replay_present(struct gs_player *player, struct gs_drawable *drawable);
/* In that context. */
uint64_t gs_replay_name_in(
	const struct gs_replay_context *context, enum gs_object_kind kind, uint64_t recorded);
/* Recorded names in args, and in what these point at, become this driver's. */
void gs_replay_map_names(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args);
/* What the call gave out, or took back. */
void gs_replay_learn_names(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result);

/* The program in use, or the pipeline's active one; recorded. 0: none. */
uint64_t gs_replay_program(const struct gs_player *player);
/* A subroutine's index, or the location of a variable of them, as a number of a program: each stage
 * counts its own. */
static inline uint32_t gs_replay_subroutine(uint64_t stage, bool is_location, uint64_t number)
{
	return (uint32_t)((stage & 0xff) << 24 | (uint64_t)is_location << 23 | (uint32_t)number);
}

/* The location of a uniform that the call has asked for, of a program by its recorded name. */
void gs_replay_learn_location(struct gs_player *player, const struct gs_trace_call *call,
	uint64_t program, uint32_t real);

/* ---- special.c: calls that need more than their table says ---- */

void gs_replay_find_special(struct gs_play *play);

/* ---- window-calls.c: calls of GLX and EGL ---- */

/* Return a follower whose data are the player's. */
struct gs_follow *gs_replay_new_follow(void);
/* NULL: nothing is to be done. */
gs_replay_act gs_replay_window_act(unsigned function);
/* Makes what is current in that thread current. */
void gs_replay_enter_thread(struct gs_player *player, uint32_t number);
/* Tell the follower of a call. Before it is made; its thread has been entered. */
const struct gs_follow_step *gs_replay_follow(
	struct gs_player *player, const struct gs_trace_call *call);
/* Those that were made while the player was hidden (gs_link_is_hidden). */
void gs_replay_show_windows(struct gs_player *player);
/* What the trace calls the drawable that has this handle here; the handle, if it is none. */
uint64_t gs_replay_recorded_drawable(const struct gs_player *player, uint64_t handle);

/* ---- images.c: EGLImages ---- */

/* A call of EGL's; NULL: it is not about images. */
gs_replay_act gs_replay_image_act(unsigned function);
void gs_replay_act_image_target(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* Before each other call of the thread: tells if what the image holds is lost. */
void gs_replay_end_image_target(struct gs_player *player, const struct gs_trace_call *call);
/* glTexImage2D: false for the recorder's that would take the place of an image that is here. */
bool gs_replay_prepare_image(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args);

/* ---- frames.c ---- */

/* Before the buffers are swapped. */
void gs_replay_end_frame(struct gs_player *player);

/* ---- drawn.c ---- */

/* Behind that call, with a line of standard output for each buffer. */
void gs_replay_show_drawn(struct gs_player *player, uint64_t call);

/* ---- asserted.c ---- */

/* Tells of a call that asserts something of GL's state (assertion.h), and has been made, where it
 * is otherwise. */
void gs_replay_compare_asserted(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result);

/* ---- differences.c ---- */

/* Tells it once for each `kind`: a text, with the number of the call. */
void gs_replay_tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The call is not made: `format` says why, and ": left out" is put behind it. */
void gs_replay_leave_out(struct gs_player *player, const char *kind,
	const struct gs_trace_call *call, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif
