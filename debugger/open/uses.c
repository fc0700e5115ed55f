/* SPDX-License-Identifier: MIT */
#include "debugger/open/uses.h"

#include <glib.h>
#include <stdlib.h>
#include "trace/trace.h"

enum { LOOK_EVERY = 1024 }; /* calls, whether the user has enough of it */
enum { N_KINDS = GS_USE_NAMES + 1 };

/* Calls of the trace, up to one of them. */
struct up_to {
	struct gs_trace_reader *reader; /* NULL: nothing was read */
	struct gs_effects *effects;
	const struct gs_trace_call *next; /* read, but not added; NULL: there is none */
};

struct gs_uses_file {
	char *path;
	struct gs_effects *whole; /* with all calls; NULL: not read so far */
	struct up_to place;
};

struct gs_uses {
	char *message;
	uint64_t call, name;
	struct gs_effects_binding binding;
	gint progress, cancelled; /* atomic; thousandths */
	GArray *calls[N_KINDS];	  /* uint64_t */
};

struct gs_uses *gs_uses_new(uint64_t call, const struct gs_effects_binding *binding)
{
	struct gs_uses *uses = g_new0(struct gs_uses, 1);
	uses->call = call;
	uses->binding = *binding;
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

static bool is_cancelled(struct gs_uses *uses)
{
	if (!g_atomic_int_get(&uses->cancelled))
		return false;
	g_free(uses->message);
	uses->message = g_strdup("Cancelled: the file was not read to its end.");
	return true;
}

static struct gs_trace_reader *open_file(struct gs_uses *uses, const char *path)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(path, NULL, NULL, &why);
	if (!reader)
		uses->message = g_strdup_printf(
			"%s: %s.", path, why ? why : "there is no memory left");
	free(why);
	return reader;
}

/* What the binding holds before the call that is added next. *is_pure: no object was made by
 * asking, which other contents of the trace would not have. */
static uint32_t object_at(
	struct gs_uses *uses, struct gs_effects *effects, uint32_t thread, bool *is_pure)
{
	unsigned before = gs_effects_objects(effects);
	uint32_t object = gs_effects_bound_at(effects, thread, &uses->binding);
	*is_pure = gs_effects_objects(effects) == before;
	return object;
}

/* ---- all of the file ---- */

/* False: cancelled. */
static bool read_calls(struct gs_uses *uses, struct gs_trace_reader *reader,
	struct gs_effects *effects, uint32_t *object, bool *is_pure)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(reader))) {
		if (call->number == uses->call)
			*object = object_at(uses, effects, call->thread, is_pure);
		gs_effects_add(effects, call);
		if (++n % LOOK_EVERY)
			continue;
		note_progress(uses, reader);
		if (is_cancelled(uses))
			return false;
	}
	return true;
}

/* ---- up to a call ---- */

static void forget_place(struct gs_uses_file *file)
{
	if (file->place.effects)
		gs_effects_free(file->place.effects);
	if (file->place.reader)
		gs_trace_close(file->place.reader);
	file->place = (struct up_to){0};
}

/* On to the call that is the n-th, or from the beginning where it was passed. False: that was
 * cancelled, or the file cannot be read any more. */
static bool go_to(struct gs_uses *uses, struct gs_uses_file *file, uint64_t n)
{
	struct up_to *at = &file->place;
	if (at->effects && gs_effects_calls(at->effects) > n)
		forget_place(file);
	if (!at->effects) {
		at->reader = open_file(uses, file->path);
		if (!at->reader)
			return false;
		at->effects = gs_effects_new(0);
		gs_effects_keep_last(at->effects);
		at->next = gs_trace_next_call(at->reader);
	}
	while (at->next && gs_effects_calls(at->effects) < n) {
		gs_effects_add(at->effects, at->next);
		at->next = gs_trace_next_call(at->reader);
		if (gs_effects_calls(at->effects) % LOOK_EVERY)
			continue;
		note_progress(uses, at->reader);
		if (is_cancelled(uses))
			return false;
	}
	return at->next;
}

/* False: nothing can be had so. */
static bool read_place(struct gs_uses *uses, struct gs_uses_file *file, uint32_t *object)
{
	uint64_t n = gs_effects_place(file->whole, uses->call);
	bool is_pure = false;
	if (n == UINT64_MAX || !go_to(uses, file, n))
		return false;
	*object = object_at(uses, file->place.effects, file->place.next->thread, &is_pure);
	if (!is_pure) {
		forget_place(file);
		return false;
	}
	*object = gs_effects_same_object(file->place.effects, *object, file->whole);
	return true;
}

/* ---- answers ---- */

static void tell(struct gs_uses *uses, struct gs_effects *effects, uint32_t object)
{
	if (!object || !gs_effects_uses_of(effects, object, add_use, uses))
		uses->message = g_strdup(
			"The trace does not tell which object is bound there; a window's own "
			"buffers are none.");
	uses->name = gs_effects_name(effects, object);
}

/* It is kept if it can serve again. */
static void read_whole(struct gs_uses *uses, struct gs_uses_file *file)
{
	struct gs_trace_reader *reader = open_file(uses, file->path);
	uint32_t object = 0;
	bool is_pure = true;
	if (!reader)
		return;
	struct gs_effects *effects = gs_effects_new(0);
	bool is_whole = read_calls(uses, reader, effects, &object, &is_pure);
	if (is_whole)
		tell(uses, effects, object);
	if (is_whole && is_pure && !file->whole)
		file->whole = effects;
	else
		gs_effects_free(effects);
	gs_trace_close(reader);
}

bool gs_uses_read(struct gs_uses *uses, struct gs_uses_file *file)
{
	uint32_t object = 0;
	if (file->whole && read_place(uses, file, &object))
		tell(uses, file->whole, object);
	else if (!uses->message)
		read_whole(uses, file);
	return !uses->message;
}

struct gs_uses_file *gs_uses_file_new(const char *path)
{
	struct gs_uses_file *file = g_new0(struct gs_uses_file, 1);
	file->path = g_strdup(path);
	return file;
}

void gs_uses_file_free(struct gs_uses_file *file)
{
	if (!file)
		return;
	forget_place(file);
	if (file->whole)
		gs_effects_free(file->whole);
	g_free(file->path);
	g_free(file);
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
