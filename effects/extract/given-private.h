/* SPDX-License-Identifier: MIT */
/* What the files of effects/extract/given share. */
#ifndef GS_EFFECTS_GIVEN_PRIVATE_H
#define GS_EFFECTS_GIVEN_PRIVATE_H

#include <glib.h>
#include "effects/extract/given.h"
#include "effects/private.h"
#include "effects/slice.h"

/* An object whose contents may be given. */
struct gs_givable {
	uint64_t name, target;
	bool is_foreign;	     /* of another context than the current one */
	bool is_view;		     /* it shares its images with another object */
	uint32_t window;	     /* part of the current window: its bit of glClear; 0: none */
	bool is_undecided;	     /* not known yet whether it is asked for */
	uint64_t calls, calls_bytes; /* needed calls that change it, and their bytes */
	bool only_uploads;	     /* all of these calls carry the data that they write */
	bool is_asked, is_answered;
	uint64_t answer_calls, answer_bytes;
};

struct gs_given {
	uint64_t frame;
	bool is_placed;
	uint64_t at, number;  /* place and number of the call before which contents are given */
	uint32_t thread;      /* number of the thread in whose context they are given */
	uint32_t thread_node; /* its node; 0: no context is current there */
	GArray *costs;	      /* uint32_t by place: approximate bytes of the call */
	GArray *uploads;      /* uint8_t by place: gs_given_is_upload */
	/* struct gs_held: the objects, and parts of the window, that may be given. */
	GArray *held;
	GArray *givables;		/* struct gs_givable for each element of .held */
	GString *bound;			/* lines of the question about what is bound */
	struct gs_trace_reader *reader; /* of the answer; NULL: none so far */
	GArray *of_calls; /* int32_t by call of the answer: index in .held; -1: all pixels */
	uint64_t common_calls, common_bytes; /* of the common calls */
};

static inline struct gs_held *gs_given_held(const struct gs_given *given, size_t i)
{
	return &g_array_index(given->held, struct gs_held, i);
}

static inline struct gs_givable *gs_givable(const struct gs_given *given, size_t i)
{
	return &g_array_index(given->givables, struct gs_givable, i);
}

/* ---- given.c ---- */

/* Return whether an object with pixels is given, so that the common calls are needed. */
bool gs_given_gives_pixels(const struct gs_given *given);
/* Note that contents are given before that call, which is the next to be added. given->thread must
 * be the thread of the call before it. */
void gs_given_note_place(
	struct gs_given *given, struct gs_effects *effects, const struct gs_trace_call *call);
/* Return the slice wish for the calls from place `first` to `last`, with the contents of the
 * objects marked as given. It borrows given->held. */
struct gs_slice_wish gs_given_wish(const struct gs_given *given, uint64_t first, uint64_t last);

/* ---- given-calls.c ---- */

/* Return about how many bytes the call takes in a trace. */
uint32_t gs_given_cost(const struct gs_trace_call *call);
/* Return whether calls of the function define a level of a texture, with or without texels. */
bool gs_given_makes_level(const struct gs_trace_function *function);
/* Return whether the call carries the pixels or bytes that it writes to a texture or buffer, or
 * makes storage for them. */
bool gs_given_is_upload(const struct gs_trace_call *call);

/* ---- given-answer.c ---- */

/* Write the question that is asked of the replay. Free with g_free(). NULL: nothing is asked. */
char *gs_given_question(const struct gs_given *given);
/* Read the answer. Return false if it is no complete trace. */
bool gs_given_read(struct gs_given *given, const char *file);

#endif
