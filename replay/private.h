/* SPDX-License-Identifier: MIT */
/* What the files of replay/ share: the player, and how one call passes through it. */
#ifndef GS_REPLAY_PRIVATE_H
#define GS_REPLAY_PRIVATE_H

#include <glib.h>
#include "data/answer.h"
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
struct gs_replay_watch;
struct gs_checkpoint;

/* Does all that a call of the trace needs, in place of a driver call. */
typedef void (*gs_replay_act)(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* Called before the driver call, with this driver's arguments, which it may change. Return false if
 * the call is not to be made. */
typedef bool (*gs_replay_prepare)(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args);
/* Called after the driver call, with its arguments and result. */
typedef void (*gs_replay_learn)(struct gs_player *player, const struct gs_trace_call *call,
	const uint64_t *args, uint64_t result);

struct gs_play_parameter {
	uint8_t class, bits; /* enum gs_class */
	/* Class and bits of what a pointer points at; VOID: not known. */
	uint8_t element_class, element_bits;
	bool is_out;
	bool is_kept; /* GL reads the memory it points at after the call, too */
	uint8_t rule; /* enum gs_memory_rule_kind, or 0 */
	const struct gs_memory_rule *memory; /* NULL: none */
	uint32_t offset_target;		     /* gs_data_offset_target; 0: it is never an offset */
};

/* What kinds of differences from the recording there are. */
enum gs_replay_difference_kind {
	GS_DIFFERENCE_COMPILE, /* of a shader */
	GS_DIFFERENCE_LINK,
	GS_DIFFERENCE_ERROR,
	GS_DIFFERENCE_VALUE,
	GS_DIFFERENCE_STATUS,
	GS_DIFFERENCE_FORMAT,
	GS_DIFFERENCE_MISSING, /* a function, a context, an extension: a call cannot be made */
	GS_N_DIFFERENCES
};

/* How calls of one function of the trace are played. */
struct gs_play {
	const struct gs_trace_function *trace;
	const struct gs_function_info *info; /* NULL: not a function of GL, GLX or EGL */
	unsigned number;
	void *real; /* this driver's function, looked up at the first call; NULL before */
	bool is_missing;
	bool draws_arrays, changes_arrays; /* arrays.c */
	bool is_seen;			   /* it draws, so that its window must be shown */
	gs_replay_act act;		   /* in place of a driver call; NULL: none */
	gs_replay_prepare prepare;
	gs_replay_learn learn;
	bool asks;	  /* GS_KIND_ASKS, and what it answers can be compared */
	int8_t question;  /* gs_data_question */
	uint8_t measured; /* measure.c: what measuring does at its calls */
	const struct gs_object_rule *rules;
	size_t n_rules;
	struct gs_play_parameter parameters[GS_WIRE_ARGS];
};

/* Contexts that share objects: struct gs_follow_group's data. */
struct gs_replay_group {
	struct gs_name_map *names;
	GHashTable *verdicts; /* verdicts.c, by recorded name; NULL: none so far */
	unsigned n_bad;	      /* of these that were bad */
	/* measure/: by name here; NULL: none so far */
	GHashTable *measured_programs, *measured_lists;
};

/* struct gs_follow_context's data; NULL where the context could not be made here. */
struct gs_replay_context {
	void *own;			      /* the window system's context */
	const struct gs_follow_context *told; /* what the follower knows of it */
	struct gs_replay_group *group;
	struct gs_name_map *names;
	bool is_es, is_double;
	unsigned version; /* version, such as 45; 0: neither this nor is_core was asked so far */
	bool is_core;
	bool was_core;		/* the recording asks for a core profile */
	GHashTable *extensions; /* ask.c: names; NULL: not read so far */
	GHashTable *momentary;	/* answers.c: recorded names of queries of times and the like */
	/* errors.c: the first error since the program has asked, and all; NULL: none so far. */
	unsigned error;
	GPtrArray *raised;
	bool is_answered;		 /* errors.c: the recorder has answered some questions */
	bool has_no_block;		 /* it lacks glBegin */
	struct gs_memory_arrays *arrays; /* arrays.c; NULL: never asked for */
	GHashTable *without_arrays;	 /* vertex array objects without arrays in memory */
	bool arrays_known;		 /* .arrays is as the driver has them now */
	GHashTable *kept;		 /* kept.c */
	void *feedback, *selection;	 /* memory of glFeedbackBuffer and glSelectBuffer */
	struct gs_measured_context *measured; /* NULL: nothing was measured so far */
	bool is_heard;			      /* measure-messages.c: its debug output is on */
	uint8_t image_functions;	      /* images.c: which functions for EGLImages it has */
	bool in_condition; /* glBeginConditionalRender was called: a query decides what is drawn */
};

/* An EGLImage that a texture or renderbuffer has taken: images.c. */
struct gs_replay_taken {
	bool is_open; /* the recorder's calls that stand for the image may follow */
	bool is_here; /* the image could be taken here */
	uint64_t number;
	const struct gs_trace_function *function;
};

/* struct gs_follow_thread's data. */
struct gs_replay_thread {
	bool is_refused; /* its context could not be made current here */
	struct gs_replay_taken taken;
};

#define GS_REPLAY_OFFSET UINT64_MAX /* in gs_player.room: the pointer is an offset in a buffer */
/* Address of an array that the trace has no memory of. */
#define GS_REPLAY_NO_MEMORY (UINT64_C(1) << 62)

struct gs_player {
	const struct gs_replay_options *options;
	struct gs_trace_reader *reader;
	const struct gs_window_system *system;
	GPtrArray *plays;      /* struct gs_play *, by signature; NULL: not met */
	GHashTable *functions; /* this driver's functions, by the address of their names */
	struct gs_told_configs configs;
	GHashTable *images;	  /* recorded handle -> image of the window system */
	struct gs_follow *follow; /* data of drawables: struct gs_drawable * */
	/* Thread whose context is current; NULL: no call was played. */
	struct gs_follow_thread *thread;
	const struct gs_follow_step *step; /* of the current call */
	struct gs_regions *regions;
	GHashTable *told;
	char *only; /* by call number, see struct gs_replay_options; NULL: all calls are made */
	gsize n_only;
	uint8_t *scratch; /* memory for one call's arguments: values.c */
	size_t scratch_used;
	/* Bytes of memory behind each pointer of the call, or GS_REPLAY_OFFSET. */
	uint64_t room[GS_WIRE_ARGS];
	GPtrArray *large;
	uint64_t calls, frames, differences, notes;
	uint64_t n_of_kind[GS_N_DIFFERENCES];
	uint64_t n_pictures; /* files of gs_replay_write_pictures */
	/* Calls so far with numbers up to the last of options->calls or options->at. */
	uint64_t n_up_to_last;
	struct gs_replay_watch *watch;	  /* NULL: nobody watches */
	struct gs_measure *measure;	  /* NULL: nothing is measured */
	struct gs_snapshot *snapshot;	  /* NULL: no contents are asked for */
	struct gs_checkpoint *checkpoint; /* the checkpoint it starts from; NULL: none */
	bool is_quiet;			  /* differences are not reported */
	bool is_shown;			  /* it shows windows; otherwise they are pbuffers */
	bool is_over, has_failed;
	bool had_context;    /* a context was current once */
	bool in_block;	     /* the call is between glBegin and glEnd, or one of them */
	bool asked_in_block; /* by the player itself, which GL takes for an error of the block */
	bool is_hidden;	     /* gs_link_is_hidden at the last call */
	bool is_giving;	     /* contents of a checkpoint: who gives them looks at GL's errors */
};

/* Return the current context; NULL: none. */
static inline struct gs_replay_context *gs_replay_context(const struct gs_player *player)
{
	const struct gs_follow_thread *thread = player->thread;
	const struct gs_replay_thread *own = thread ? thread->data : NULL;
	return thread && thread->context && !own->is_refused ? thread->context->data : NULL;
}

/* Return what it draws into, or reads from; NULL: nothing, or no context is current. */
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

/* Return a function of this driver; NULL: there is none. The name must live as long as the
 * player. */
void *gs_replay_find(struct gs_player *player, const char *name);
/* Return what glGetIntegerv says in the current context; 0: nothing, or it is between glBegin and
 * glEnd. */
int gs_replay_get(struct gs_player *player, unsigned name);
/* Clear GL's errors. Return the first; 0: there were none. */
unsigned gs_replay_errors(struct gs_player *player);
/* Return whether the context is between glBegin and glEnd, where GL answers no queries. */
bool gs_replay_is_in_block(struct gs_player *player);
/* Return whether a display list is open, into which calls are compiled. */
bool gs_replay_is_compiling(const struct gs_player *player);
/* Find out .version and .is_core of the current context. */
void gs_replay_know_context(struct gs_player *player);
/* Return whether the current context has the extension ("GL_EXT_..."); false within a block, unless
 * it was asked before. */
bool gs_replay_has(struct gs_player *player, const char *extension);
/* Return whether the pixel store of the current context has row lengths and skips. */
bool gs_replay_stores_rows(struct gs_player *player, bool pack);

/* ---- call.c ---- */

/* Make the call by the driver, with this driver's arguments. Return false if it was left out. */
bool gs_replay_make_call(
	struct gs_player *player, struct gs_play *play, const struct gs_trace_call *call);

/* ---- play.c ---- */

/* Return how calls of the function are played; lives as long as the player. */
struct gs_play *gs_play_of(struct gs_player *player, const struct gs_trace_function *function);

/* ---- values.c ---- */

/* Return memory that lives until the next call, not cleared; NULL: there is not as much. */
void *gs_replay_take(struct gs_player *player, size_t size);
/* Free all memory of gs_replay_take. */
void gs_replay_forget_taken(struct gs_player *player);
/* Convert an argument's value to this driver's argument. Return false if the trace says nothing
 * that can be used. */
bool gs_replay_value(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, unsigned argument, uint64_t *raw);

/* Return whether an address for that parameter is an offset, since a buffer is bound to its
 * target. */
bool gs_replay_is_offset(struct gs_player *player, const struct gs_play_parameter *p);

/* ---- lengths.c ---- */

/* Check that there is as much memory behind each pointer as the call reads, and give room to what
 * it writes. Reports and returns false if not. `args` are this driver's. */
bool gs_replay_lengths_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args);
/* Find where the pixels stand behind argument i, the pixel store being as the call has it. Returns
 * false if there are none, or it is not known. */
bool gs_replay_find_rows(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args, unsigned i, struct gs_extent_rows *rows);

/* ---- kept.c ---- */

/* Create the table of a context's kept memory. */
GHashTable *gs_replay_new_kept(void);
/* Copy an array that GL reads later. Return the copy, which lives until the same array (of that
 * index) of the same vertex array object is set again. */
void *gs_replay_keep(struct gs_player *player, const struct gs_play *play, uint64_t index,
	const void *bytes, size_t size);
/* Likewise note that GL reads memory of a region later: its address `recorded` is at `memory` here,
 * as long as the region exists. */
void gs_replay_keep_region(struct gs_player *player, const struct gs_play *play, uint64_t index,
	uint64_t recorded, void *memory);
/* Return the number of bytes that GL may read from that address on; 0: none. */
uint64_t gs_replay_kept_room(struct gs_player *player, const uint8_t *at);

/* ---- arrays.c: vertices in the program's memory ---- */

/* Set what arrays.c needs to know of a function. */
void gs_replay_find_arrays(struct gs_play *play);
/* Note after a call that it may have changed arrays. */
void gs_replay_arrays_changed(
	struct gs_player *player, const struct gs_play *play, const uint64_t *args);
/* Check before a draw that its vertices are in memory that the trace has. Reports and returns false
 * if not; may drop empty draws from args. */
bool gs_replay_arrays_fit(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args);

/* ---- empty-draws.c ---- */

/* Drop draws without vertices from the call's arguments, where the draws are listed in memory.
 * Return false if none is left. rule: NULL if the call does not draw. */
bool gs_replay_drop_empty(
	struct gs_player *player, const struct gs_draw_rule *rule, uint64_t *args);

/* ---- empty-buffers.c ---- */

/* Return whether the buffer has no data, as far as the driver can be asked. */
bool gs_replay_is_empty(struct gs_player *player, int buffer);
/* Return whether the program in use reads the attribute; true if there is none, or a pipeline. */
bool gs_replay_reads_attribute(struct gs_player *player, unsigned attribute);

/* ---- objects.c ---- */

/* Return this driver's name for a recorded one in the current context. */
uint64_t gs_replay_name(struct gs_player *player, enum gs_object_kind kind, uint64_t recorded);
/* Return the trace's name for the object that has that name here. */
uint64_t gs_replay_recorded_name(
	const struct gs_replay_context *context, enum gs_object_kind kind, uint64_t real);
/* Show the drawable's window from now on, as something is drawn into it. NULL is fine. */
void gs_replay_present(struct gs_player *player, struct gs_drawable *drawable);
/* Return this driver's name for a recorded one in that context; 0 for a sync object or handle that
 * is not known. */
uint64_t gs_replay_name_in(
	const struct gs_replay_context *context, enum gs_object_kind kind, uint64_t recorded);
/* Replace recorded names in args, and in memory that these point at, by this driver's. */
void gs_replay_map_names(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, uint64_t *args);
/* Note the names that the call has given out or deleted. */
void gs_replay_learn_names(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result);

/* Return the recorded name of the program in use, or of the pipeline's active one; 0: none. */
uint64_t gs_replay_program(const struct gs_player *player);
/* Return a number for a subroutine's index, or the location of a subroutine uniform, that is unique
 * in its program: each stage counts its own. */
static inline uint32_t gs_replay_subroutine(uint64_t stage, bool is_location, uint64_t number)
{
	return (uint32_t)((stage & 0xff) << 24 | (uint64_t)is_location << 23 | (uint32_t)number);
}

/* Note the location of a uniform that the call has asked for. program: recorded name. */
void gs_replay_learn_location(struct gs_player *player, const struct gs_trace_call *call,
	uint64_t program, uint32_t real);

/* ---- special.c: calls that need more than their table says ---- */

/* Set the act, prepare and learn functions of a function that needs some. */
void gs_replay_find_special(struct gs_play *play);

/* ---- window-calls.c: calls of GLX and EGL ---- */

/* Return a follower whose data are the player's. */
struct gs_follow *gs_replay_new_follow(void);
/* Return what is done for calls of a GLX or EGL function; NULL: nothing. */
gs_replay_act gs_replay_window_act(unsigned function);
/* Make current here what is current in that thread. */
void gs_replay_enter_thread(struct gs_player *player, uint32_t number);
/* Pass a call to the follower before it is made; its thread must have been entered. Return what it
 * does. */
const struct gs_follow_step *gs_replay_follow(
	struct gs_player *player, const struct gs_trace_call *call);
/* Show the windows that were made while the player was hidden (gs_link_is_hidden). */
void gs_replay_show_windows(struct gs_player *player);
/* Return the trace's handle for the drawable that has this handle here; the handle itself if there
 * is none. */
uint64_t gs_replay_recorded_drawable(const struct gs_player *player, uint64_t handle);

/* ---- images.c: EGLImages ---- */

/* Return what is done for calls of an EGL function about images; NULL: it is none. */
gs_replay_act gs_replay_image_act(unsigned function);
/* Give a texture or renderbuffer the image that the call names. */
void gs_replay_act_image_target(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* Call before each other call of the thread. Reports if the contents of a taken image are lost. */
void gs_replay_end_image_target(struct gs_player *player, const struct gs_trace_call *call);
/* Prepare glTexImage2D: return false for one that the recorder made up in place of an image that
 * exists here. */
bool gs_replay_prepare_image(
	struct gs_player *player, const struct gs_trace_call *call, uint64_t *args);

/* ---- frames.c ---- */

/* End a frame: write its picture if it is wanted. Call before buffers are swapped. */
void gs_replay_end_frame(struct gs_player *player);

/* Write bytes, RGBA or RGB, the bottom row first, as a file. Return false if that failed, with
 * errno. */
bool gs_replay_write_png(
	const char *path, const uint8_t *pixels, int width, int height, bool has_alpha);
/* Return whether pictures go to standard output, one behind the other, as PPM with its name as a
 * comment; false: to files. */
bool gs_replay_streams(const struct gs_player *player);
/* Write RGBA pixels, the bottom row first, as the picture of that name, which has no ending: there,
 * or as PNG to the folder. If that fails, the user is told, and playing ends. */
void gs_replay_write_picture(
	struct gs_player *player, const char *name, const uint8_t *pixels, int width, int height);

/* ---- pictures.c ---- */

/* Write pictures of what is attached to the framebuffer that is drawn into, as it is after that
 * call (options->at, options->attachments). */
void gs_replay_write_pictures(struct gs_player *player, uint64_t call);

/* ---- drawn.c ---- */

/* Print a line on standard output for each buffer that was drawn into, as it is after that call. */
void gs_replay_show_drawn(struct gs_player *player, uint64_t call);

/* ---- answers.c ---- */

/* Call before a call is made: make known what it does not write. */
void gs_replay_before_answers(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args);
/* Report where what the call has answered with, as its result or in memory, differs from the
 * recording; also what the trace asserts (assertion.h). Call after it was made. */
void gs_replay_compare_answers(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result);

/* ---- verdicts.c ---- */

/* If the call has compiled or linked something, find out whether that was good. */
void gs_replay_judge(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result);
/* If the call draws, report what it draws with and does not link here, though it was meant to. */
void gs_replay_judge_used(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* Take what the trace's program was told of a shader or program, and what is said here, and report
 * it if that differs. Return false if that was no such question. */
bool gs_replay_take_status(struct gs_player *player, const struct gs_trace_call *call,
	enum gs_answer_class class, bool was_good, bool is_good);

/* ---- lacks.c ---- */

/* Return whether the context does not have the function. Call outside of blocks. */
bool gs_replay_lacks_function(struct gs_player *player, const struct gs_play *play);
/* Return what the call needs and this driver's context does not have, its function or a constant,
 * and sets *kind to FORMAT or MISSING; g_free. NULL: nothing, or what the recording's context
 * lacked as well. */
char *gs_replay_lacks(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, enum gs_replay_difference_kind *kind);

/* ---- errors.c ---- */

/* Call before and after a call is made. */
void gs_replay_before_errors(struct gs_player *player, const struct gs_play *play);
void gs_replay_after_errors(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* If the call asks for errors, report those since the last question that differ. */
void gs_replay_compare_error(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call);
/* Report the errors of which the recording says nothing, as its context ends. Asks nothing. */
void gs_replay_end_errors(struct gs_player *player, struct gs_replay_context *context);

/* ---- differences.c ---- */

struct gs_replay_difference {
	enum gs_replay_difference_kind kind;
	bool is_note;	/* it may be otherwise: it does not count, and is told with .strict alone */
	bool is_linked; /* glstep knows it already */
	uint64_t call;
	const char *name;	     /* of its function */
	const char *once;	     /* what is told once */
	const char *recorded, *here; /* as JSON; NULL: null */
};

/* Count a difference, and report it: the text, a sentence, once for each .once. */
void gs_replay_differ(struct gs_player *player, const struct gs_replay_difference *difference,
	const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Return the text as JSON has it; g_free. */
char *gs_replay_json_text(const char *text);
/* Print how many there were of each kind. */
void gs_replay_sum_differences(struct gs_player *player);

/* Report what could not be done: a text with the number of the call, once for each `kind`. */
void gs_replay_tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Report that the call is left out; `format` says why, and ": left out" is appended. */
void gs_replay_leave_out(struct gs_player *player, const char *kind,
	const struct gs_trace_call *call, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif
