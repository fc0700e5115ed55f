/* SPDX-License-Identifier: MIT */
#include "debugger/open/needed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include "effects/extract/checkpoints.h"
#include "effects/effects.h"
#include "debugger/base/debug-log.h"
#include "debugger/base/error.h"
#include "debugger/base/patience.h"

enum {
	ASK_EVERY = 4096, /* calls, whether the user has enough of it */
	MANY = 10000,	  /* calls: it is asked again whether a checkpoint saves some */
	USELESS = 2	  /* so many-th part of the calls before a checkpoint is too much */
};

struct gs_needed {
	struct gs_trace_reader *reader; /* whose words the effects have */
	struct gs_effects *effects;
	uint8_t *bytes; /* what was found last, for the frame that begins at that place; NULL */
	uint64_t n, from, calls; /* calls: of them, before that place */
	struct gs_checkpoints *checkpoints;
	char *answers;	   /* name of the files; NULL: nothing was asked */
	size_t checkpoint; /* of what was found last: 1 + its index; 0: none */
	size_t useless;	   /* likewise: neither that one nor those before it save calls */
	char *given;	   /* its file */
};

static bool read_calls(struct gs_needed *needed, const struct gs_patience *patience, GError **error)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(needed->reader))) {
		if (call->has_left) {
			gs_checkpoints_before(needed->checkpoints, needed->effects, call);
			gs_effects_add(needed->effects, call);
			gs_checkpoints_after(needed->checkpoints, needed->effects, call);
		}
		if (++n % ASK_EVERY == 0 && patience && patience->gives_up(patience->data, error))
			return false;
	}
	return true;
}

struct gs_needed *gs_needed_new(
	const char *path, const struct gs_patience *patience, GError **error)
{
	struct gs_needed *needed = g_new0(struct gs_needed, 1);
	char *why = NULL;
	needed->effects = gs_effects_new(0);
	needed->checkpoints = gs_checkpoints_new();
	gs_effects_keep_bound(needed->effects);
	needed->reader = gs_trace_open(path, NULL, NULL, &why);
	if (!needed->reader)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "%s: %s", path,
			why ? why : "there is no memory left");
	free(why);
	if (needed->reader && read_calls(needed, patience, error))
		return needed;
	gs_needed_free(needed);
	return NULL;
}

void gs_needed_free(struct gs_needed *needed)
{
	if (!needed)
		return;
	gs_checkpoints_free(needed->checkpoints);
	gs_effects_free(needed->effects);
	free(needed->bytes);
	g_free(needed->answers);
	g_free(needed->given);
	if (needed->reader)
		gs_trace_close(needed->reader);
	g_free(needed);
}

static uint64_t frame_start(const struct gs_effects *effects, uint64_t place)
{
	uint64_t frame = gs_effects_frames_before(effects, place), first, last;
	return gs_effects_frame(effects, frame, &first, &last) ? first : place;
}

uint64_t gs_needed_count(const uint8_t *bytes, uint64_t n, uint64_t number)
{
	uint64_t calls = 0;
	for (uint64_t i = 0; bytes && i < n && i < number; i++)
		calls += bytes[i];
	return calls;
}

const uint8_t *gs_needed_known(
	const struct gs_needed *needed, uint64_t number, uint64_t *n, uint64_t *calls)
{
	uint64_t place = gs_effects_place(needed->effects, number);
	bool is_known = needed->bytes && place != UINT64_MAX &&
			needed->from == frame_start(needed->effects, place);
	*n = is_known ? needed->n : 0;
	*calls = is_known ? needed->calls : 0;
	return is_known ? needed->bytes : NULL;
}

/* ---- checkpoints ---- */

char *gs_needed_ask(struct gs_needed *needed, const char *file)
{
	size_t n = gs_checkpoints_count(needed->checkpoints);
	GString *text = g_string_new(NULL);
	for (size_t i = 0; i < n; i++) {
		char *question = gs_checkpoints_question(needed->checkpoints, i);
		g_string_append(text, question ? question : "");
		g_free(question);
	}
	g_free(needed->answers);
	needed->answers = text->len ? g_strdup(file) : NULL;
	return g_string_free(text, !text->len);
}

void gs_needed_use_answers(struct gs_needed *needed, const char *file)
{
	if (!needed->answers)
		needed->answers = g_strdup(file);
}

void gs_needed_forget_answers(struct gs_needed *needed)
{
	g_clear_pointer(&needed->answers, g_free);
	free(needed->bytes);
	needed->bytes = NULL;
	needed->checkpoint = 0;
}

bool gs_needed_given(const struct gs_needed *needed, struct gs_needed_given *given)
{
	size_t i = needed->checkpoint;
	if (!needed->bytes || !i)
		return false;
	*given = (struct gs_needed_given){gs_checkpoints_number(needed->checkpoints, i - 1),
		gs_checkpoints_thread(needed->checkpoints, i - 1), needed->given};
	return true;
}

static char *answer_of(const struct gs_needed *needed, size_t i)
{
	return g_strdup_printf(
		"%s.%" PRIu64, needed->answers, gs_checkpoints_number(needed->checkpoints, i));
}

/* 1 + the index of the last that is answered and not behind that place; 0: there is none. */
static size_t find_checkpoint(const struct gs_needed *needed, uint64_t place)
{
	size_t i = needed->answers ? gs_checkpoints_count(needed->checkpoints) : 0;
	bool is_there = false;
	while (i > needed->useless && !is_there) {
		char *file = answer_of(needed, --i);
		is_there = gs_checkpoints_place(needed->checkpoints, i) <= place &&
			   access(file, R_OK) == 0;
		g_free(file);
	}
	return is_there ? i + 1 : 0;
}

/* ---- what is needed ---- */

static void find_needed(struct gs_needed *needed, uint64_t from, size_t checkpoint)
{
	char *file = checkpoint ? answer_of(needed, checkpoint - 1) : NULL;
	bool gives = file && gs_checkpoints_read(needed->checkpoints, checkpoint - 1, file);
	free(needed->bytes);
	g_free(needed->given);
	needed->given = file;
	needed->checkpoint = gives ? checkpoint : 0;
	/* whole: the user may look at any object */
	needed->bytes = gives ? gs_checkpoints_needed(needed->checkpoints, needed->effects,
					checkpoint - 1, from, &needed->n)
			      : gs_effects_needed(needed->effects, from,
					gs_effects_calls(needed->effects) - 1, true, &needed->n);
	needed->from = from;
	needed->calls = gs_needed_count(
		needed->bytes, needed->n, gs_effects_number_of(needed->effects, from));
}

/* What cannot be given may need nearly all calls before the checkpoint nevertheless. */
static void find_from_checkpoint(struct gs_needed *needed, uint64_t from, size_t checkpoint)
{
	uint64_t number = gs_checkpoints_number(needed->checkpoints, checkpoint - 1);
	find_needed(needed, from, checkpoint);
	uint64_t before = gs_needed_count(needed->bytes, needed->n, number);
	bool is_useless = !needed->checkpoint || before > number / USELESS;
	gs_debug_log(GS_DEBUG_SESSION,
		"from the checkpoint at call %" PRIu64 " it is %" PRIu64
		" calls to the frame, %" PRIu64 " of them before it%s",
		number, needed->calls, before,
		is_useless ? ": it is of no use, since not all can be given there that is needed"
			   : "");
	if (!is_useless)
		return;
	needed->useless = checkpoint;
	find_needed(needed, from, 0);
}

const uint8_t *gs_needed_for(struct gs_needed *needed, uint64_t number, uint64_t *n)
{
	uint64_t place = gs_effects_place(needed->effects, number), calls;
	*n = 0;
	if (place == UINT64_MAX)
		return NULL;
	bool is_known = gs_needed_known(needed, number, n, &calls);
	uint64_t from = frame_start(needed->effects, place);
	size_t checkpoint = is_known && calls < MANY ? 0 : find_checkpoint(needed, from);
	if (checkpoint && (!is_known || checkpoint > needed->checkpoint))
		find_from_checkpoint(needed, from, checkpoint);
	else if (!is_known)
		find_needed(needed, from, 0);
	*n = needed->n;
	return needed->bytes;
}

bool gs_needed_frame(const struct gs_needed *needed, uint64_t number, const uint8_t *bytes,
	uint64_t n, struct gs_needed_frame *frame)
{
	uint64_t place = gs_effects_place(needed->effects, number);
	if (place == UINT64_MAX)
		return false;
	frame->index = gs_effects_frames_before(needed->effects, place);
	place = frame_start(needed->effects, place);
	frame->first = gs_effects_number_of(needed->effects, place);
	frame->before = UINT64_MAX;
	while (frame->before == UINT64_MAX && place-- > 0) {
		uint64_t before = gs_effects_number_of(needed->effects, place);
		if (!bytes || before >= n || bytes[before])
			frame->before = before;
	}
	return true;
}
