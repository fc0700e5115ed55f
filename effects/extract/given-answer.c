/* SPDX-License-Identifier: MIT */
/* The question for a replay, and its answer. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdlib.h>
#include <string.h>
#include "effects/extract/given-private.h"
#include "trace/raw.h"

static const char *kind_of(const struct gs_given *given, size_t i)
{
	static const char *const kinds[GS_N_OBJECT_KINDS] = {[GS_OBJECT_BUFFER] = "buffer",
		[GS_OBJECT_TEXTURE] = "texture",
		[GS_OBJECT_RENDERBUFFER] = "renderbuffer"};
	const struct gs_givable *givable = gs_givable(given, i);
	return givable->is_foreign ? "foreign"
	       : givable->is_view  ? "view"
				   : kinds[gs_given_held(given, i)->object->kind];
}

char *gs_given_question(const struct gs_given *given)
{
	GString *text = g_string_new(NULL);
	bool asks = false;
	uint32_t window = 0;
	g_string_append_printf(text, "call %" G_GUINT64_FORMAT "\nthread %u\n%s", given->number,
		given->thread, given->bound->str);
	for (guint i = 0; i < given->held->len; i++) {
		const struct gs_givable *givable = gs_givable(given, i);
		const char *kind = kind_of(given, i);
		if (!givable->is_asked)
			continue;
		asks = true;
		window |= givable->window;
		if (givable->window)
			continue;
		g_string_append_printf(text, "%s %" G_GUINT64_FORMAT, kind, givable->name);
		if (g_str_equal(kind, "texture"))
			g_string_append_printf(text, " %" G_GUINT64_FORMAT, givable->target);
		g_string_append_c(text, '\n');
	}
	if (window)
		g_string_append_printf(text, "window %u\n", window);
	return g_string_free(text, !asks);
}

/* Return the index of the object that was asked for with that name; -1: none. */
static int32_t find(const struct gs_given *given, unsigned kind, uint64_t target, uint64_t name)
{
	for (guint i = 0; i < given->held->len; i++) {
		const struct gs_givable *givable = gs_givable(given, i);
		if (givable->is_asked && !givable->is_foreign && givable->name == name &&
			gs_given_held(given, i)->object->kind == kind &&
			(kind != GS_OBJECT_TEXTURE || givable->target == target))
			return (int32_t)i;
	}
	return -1;
}

/* Return the index of the first part of the window that was asked for; -1: none. */
static int32_t find_window(const struct gs_given *given)
{
	for (guint i = 0; i < given->held->len; i++)
		if (gs_givable(given, i)->is_asked && gs_givable(given, i)->window)
			return (int32_t)i;
	return -1;
}

/* Return the index of the object whose calls a bind call begins; -1: it is no such bind, or ends an
 * object's calls. */
static int32_t begins(const struct gs_given *given, const struct gs_trace_call *call)
{
	uint64_t target = gs_trace_argument(call, 0), name = gs_trace_argument(call, 1);
	switch (call->function->number) {
	case GS_FN_glBindTexture:
		return find(given, GS_OBJECT_TEXTURE, target, name);
	case GS_FN_glBindRenderbuffer:
		return find(given, GS_OBJECT_RENDERBUFFER, target, name);
	case GS_FN_glBindBuffer:
		return target == GL_ARRAY_BUFFER ? find(given, GS_OBJECT_BUFFER, target, name) : -1;
	case GS_FN_glBindFramebuffer:
		return find_window(given);
	default:
		return -1;
	}
}

static bool makes_storage(const struct gs_trace_function *function)
{
	return gs_data_plain(function->number) == GS_FN_glBufferData ||
	       gs_given_makes_level(function);
}

static void add(struct gs_given *given, int32_t of, const struct gs_trace_call *call)
{
	struct gs_givable *givable = of >= 0 ? gs_givable(given, (size_t)of) : NULL;
	uint64_t cost = gs_given_cost(call);
	if (givable) {
		const struct gs_object *object = gs_given_held(given, (size_t)of)->object;
		bool has_own = object->kind == GS_OBJECT_TEXTURE ||
			       object->kind == GS_OBJECT_BUFFER;
		bool makes = has_own && makes_storage(call->function);
		givable->is_answered = true;
		givable->answer_calls++;
		givable->answer_bytes += cost;
		gs_given_held(given, (size_t)of)->makes_storage |= makes;
	} else {
		given->common_calls++;
		given->common_bytes += cost;
	}
	if (call->number >= given->of_calls->len)
		g_array_set_size(given->of_calls, (guint)call->number + 1);
	g_array_index(given->of_calls, int32_t, call->number) = of;
}

/* Count all parts of the window that were asked for as answered, since one call gives them all. */
static void answer_window(struct gs_given *given)
{
	int32_t first = find_window(given);
	for (guint i = 0; first >= 0 && i < given->held->len; i++)
		if (gs_givable(given, i)->is_asked && gs_givable(given, i)->window)
			gs_givable(given, i)->is_answered =
				gs_givable(given, (guint)first)->is_answered;
}

/* Read the answer's calls. All calls between two binds of an object belong to it, also those that
 * bind what they need. */
static void read_calls(struct gs_given *given)
{
	const struct gs_trace_call *call;
	const char *bind = NULL; /* valid as long as the reader */
	uint64_t target = 0;
	int32_t of = -1;
	while ((call = gs_trace_next_call(given->reader))) {
		if (of < 0) {
			of = begins(given, call);
			bind = call->function->name;
			target = gs_trace_argument(call, 0);
			add(given, of, call);
		} else {
			add(given, of, call);
			bool ends = strcmp(call->function->name, bind) == 0 &&
				    gs_trace_argument(call, 0) == target;
			of = ends ? -1 : of;
		}
	}
}

bool gs_given_read(struct gs_given *given, const char *file)
{
	char *why = NULL;
	given->reader = gs_trace_open(file, NULL, NULL, &why);
	free(why);
	if (!given->reader)
		return false;
	read_calls(given);
	answer_window(given);
	bool is_whole = gs_trace_reader_state(given->reader) == GS_TRACE_END;
	gs_trace_seek(given->reader, 0);
	return is_whole;
}
