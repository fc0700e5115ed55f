/* SPDX-License-Identifier: MIT */
#include "debugger/open/uses.h"

#include <glib.h>
#include <stdlib.h>
#include "trace/trace.h"

enum { LOOK_EVERY = 1024 }; /* calls, whether the user has enough of it */
enum { N_KINDS = GS_USE_NAMES + 1 };

struct gs_uses {
	char *path, *message;
	uint64_t call, name;
	struct gs_content_place place;
	gint progress, cancelled; /* atomic; thousandths */
	GArray *calls[N_KINDS];	  /* uint64_t */
};

struct gs_uses *gs_uses_new(const char *path, uint64_t call, const struct gs_content_place *place)
{
	struct gs_uses *uses = g_new0(struct gs_uses, 1);
	uses->path = g_strdup(path);
	uses->call = call;
	uses->place = *place;
	for (unsigned i = 0; i < N_KINDS; i++)
		uses->calls[i] = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	return uses;
}

void gs_uses_free(struct gs_uses *uses)
{
	if (!uses)
		return;
	for (unsigned i = 0; i < N_KINDS; i++)
		g_array_unref(uses->calls[i]);
	g_free(uses->path);
	g_free(uses->message);
	g_free(uses);
}

/* ---- reading ---- */

static void add_use(void *data, uint64_t call, enum gs_use_kind kind)
{
	struct gs_uses *uses = data;
	g_array_append_val(uses->calls[kind], call);
}

static void note_progress(struct gs_uses *uses, const struct gs_trace_reader *reader)
{
	struct gs_trace_figures f;
	gs_trace_reader_figures(reader, &f);
	g_atomic_int_set(&uses->progress,
		f.file_bytes ? (int)((double)f.file_read / (double)f.file_bytes * 1000) : 1000);
}

/* *object: what is bound at the place. False: cancelled. */
static bool read_calls(struct gs_uses *uses, struct gs_trace_reader *reader,
	struct gs_content *content, uint32_t *object)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(reader))) {
		if (call->number == uses->call)
			*object = gs_content_at_place(content, call->thread, &uses->place);
		gs_content_add(content, call);
		if (++n % LOOK_EVERY)
			continue;
		note_progress(uses, reader);
		if (g_atomic_int_get(&uses->cancelled))
			return false;
	}
	return true;
}

bool gs_uses_read(struct gs_uses *uses)
{
	char *why = NULL;
	uint32_t object = 0;
	struct gs_trace_reader *reader = gs_trace_open(uses->path, NULL, NULL, &why);
	if (!reader) {
		uses->message = g_strdup_printf(
			"%s: %s.", uses->path, why ? why : "there is no memory left");
		free(why);
		return false;
	}
	struct gs_content *content = gs_content_new(0);
	if (!read_calls(uses, reader, content, &object))
		uses->message = g_strdup("Cancelled: the file was not read to its end.");
	else if (!object || !gs_content_uses_of(content, object, add_use, uses))
		uses->message = g_strdup(
			"The trace does not tell which object is bound there; a window's own "
			"buffers are none.");
	uses->name = gs_content_name(content, object);
	gs_content_free(content);
	gs_trace_close(reader);
	return !uses->message;
}

void gs_uses_cancel(struct gs_uses *uses)
{
	g_atomic_int_set(&uses->cancelled, 1);
}

double gs_uses_progress(struct gs_uses *uses)
{
	return g_atomic_int_get(&uses->progress) / 1000.0;
}

/* ---- what it tells ---- */

const char *gs_uses_message(const struct gs_uses *uses)
{
	return uses->message;
}

uint64_t gs_uses_name(const struct gs_uses *uses)
{
	return uses->name;
}

uint64_t gs_uses_call(const struct gs_uses *uses)
{
	return uses->call;
}

const uint64_t *gs_uses_calls(const struct gs_uses *uses, enum gs_use_kind kind, size_t *n)
{
	*n = uses->calls[kind]->len;
	return (const uint64_t *)(const void *)uses->calls[kind]->data;
}
