/* SPDX-License-Identifier: MIT */
/* What the files of follow/ share: the follower, and a call as all of them read it. */
#ifndef GS_FOLLOW_PRIVATE_H
#define GS_FOLLOW_PRIVATE_H

#include "data/data.h"
#include "follow/follow.h"

enum { GS_FOLLOW_ARGUMENTS = 6 };

struct gs_follow_call {
	unsigned function;
	uint32_t thread;
	unsigned n_args;
	uint64_t args[GS_FOLLOW_ARGUMENTS];
	bool is_fake;
	bool has_result;
	uint64_t result;
	const GArray *numbers; /* uint64_t: what the array of the call holds, if it has one */
};

struct gs_follow {
	struct gs_follow_owner owner;
	GHashTable *contexts, *drawables, *threads; /* by handle or number, as pointers */
	GPtrArray *former;			    /* drawables whose handle is another's now */
	GPtrArray *left; /* destroyed contexts that are current and whose handle is another's */
	struct gs_follow_context *none;
	struct gs_follow_thread *thread; /* of the last call */
	struct gs_follow_step step;
	GArray *numbers; /* room for a call's */
	uint64_t lost;
	uint32_t n_groups;
	bool lists_switch; /* a display list switches programs */
};

/* Return a handle, a name or a number as a key of hash tables. */
static inline gpointer gs_follow_key(uint64_t name)
{
	return (gpointer)(uintptr_t)name;
}

/* ---- add.c ---- */

const struct gs_follow_step *gs_follow_add(
	struct gs_follow *follow, const struct gs_follow_call *call);

/* ---- follow.c ---- */

/* Free what the last call has ended; nothing has been done so far. */
void gs_follow_begin_step(struct gs_follow *follow);
/* Return the thread's context, or the one that stands for none. */
struct gs_follow_context *gs_follow_current(struct gs_follow *follow);
struct gs_follow_context *gs_follow_new_context(
	struct gs_follow *follow, uint64_t handle, struct gs_follow_context *share);
/* End the context if it is destroyed and current nowhere. */
void gs_follow_end(struct gs_follow *follow, struct gs_follow_context *context);
/* Return the drawable with that handle, made if there is none; NULL for handle 0. */
struct gs_follow_drawable *gs_follow_meet(struct gs_follow *follow, uint64_t handle);
struct gs_follow_drawable *gs_follow_new_drawable(struct gs_follow *follow, uint64_t handle);

/* ---- window.c: GLX and EGL ---- */

bool gs_follow_wants_window(unsigned function);
void gs_follow_window(struct gs_follow *follow, const struct gs_follow_call *call);
/* Set what a player needs, within bounds. */
void gs_follow_set_size(struct gs_follow *follow, struct gs_follow_drawable *drawable,
	int64_t width, int64_t height);

/* ---- buffers.c ---- */

bool gs_follow_wants_buffer(unsigned function);
void gs_follow_buffers(struct gs_follow *follow, const struct gs_follow_call *call);
/* Forget what is attached to a vertex array that is deleted. */
void gs_follow_forget_array(struct gs_follow_context *context, uint64_t array);

/* ---- bound.c: GL ---- */

bool gs_follow_wants_bound(unsigned function);
void gs_follow_bound(struct gs_follow *follow, const struct gs_follow_call *call);

#endif
