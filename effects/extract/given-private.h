/* SPDX-License-Identifier: MIT */
/* What effects/given's files share. */
#ifndef GS_EFFECTS_GIVEN_PRIVATE_H
#define GS_EFFECTS_GIVEN_PRIVATE_H

#include <glib.h>
#include "effects/extract/given.h"
#include "effects/private.h"
#include "effects/slice.h"

/* An object that may be given. */
struct gs_givable {
	uint64_t name, target;
	bool is_foreign;	     /* of another context than the one that is current */
	bool is_view;		     /* it has its images together with another */
	uint32_t window;	     /* a part of the current window: its bit of glClear; 0: none */
	bool is_undecided;	     /* whether it is asked for */
	uint64_t calls, calls_bytes; /* kept ones that change it */
	bool only_uploads;	     /* all of these have all that they give with them */
	bool is_asked, is_answered;
	uint64_t answer_calls, answer_bytes;
};

struct gs_given {
	uint64_t frame;
	bool is_placed;
	uint64_t at, number;		/* place and number of the first call behind */
	uint32_t thread;		/* number */
	uint32_t thread_node;		/* 0: no context is current there */
	GArray *costs;			/* uint32_t of each place: about the bytes of the call */
	GArray *uploads;		/* uint8_t of each place: see only_uploads */
	GArray *held;			/* struct gs_held: all objects of the context */
	GArray *givables;		/* struct gs_givable of each */
	GString *bound;			/* lines of the question */
	struct gs_trace_reader *reader; /* of the answer; NULL */
	GArray *of_calls; /* int32_t of each of its calls: which of `held`; -1: of all pixels */
	uint64_t common_calls, common_bytes; /* of these */
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

/* Some object is given whose calls read pixels: the common ones are needed. */
bool gs_given_gives_pixels(const struct gs_given *given);
/* Contents are given before that call, which is the next to be added. `given->thread` is that of
 * the one before. */
void gs_given_note_place(
	struct gs_given *given, struct gs_effects *effects, const struct gs_trace_call *call);
/* What calls of places `first` to `last` need where that is given which is marked so. */
struct gs_slice_wish gs_given_wish(const struct gs_given *given, uint64_t first, uint64_t last);

/* ---- given-calls.c ---- */

/* About the bytes that a call takes in a trace. */
uint32_t gs_given_cost(const struct gs_trace_call *call);
/* It gives pixels or bytes, which stand in it. */
/* It makes a level of a texture, with texels or room for them. */
bool gs_given_makes_level(const struct gs_trace_function *function);
bool gs_given_is_upload(const struct gs_trace_call *call);

/* ---- given-answer.c ---- */

/* What is asked; NULL: nothing. g_free(). */
char *gs_given_question(const struct gs_given *given);
/* False: it is no answer. */
bool gs_given_read(struct gs_given *given, const char *file);

#endif
