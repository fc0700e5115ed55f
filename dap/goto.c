/* SPDX-License-Identifier: MIT */
#include "dap/goto.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/sources.h"
#include "dap/tell.h"

enum { MOST_GOALS = 10000 };

struct goal {
	unsigned line, object;
};

/* Return the line of the source that the editor means; 0: it is none of it. */
static unsigned line_of(struct gs_dap_request *request, struct gs_dap_source *source)
{
	struct gs_dap *dap = request->dap;
	JsonObject *named = gs_dap_object(request->arguments, "source");
	gint64 reference = named ? gs_dap_number(named, "sourceReference", 0) : 0;
	gint64 wanted = gs_dap_number(request->arguments, "line", 0) + 1 - dap->first_line;
	unsigned line = (unsigned)CLAMP(wanted, 1, 1 << 24);
	const struct gs_dap_source *shown = gs_dap_source_at(dap, reference);
	if (shown)
		return shown->stage == source->stage && !strcmp(shown->text, source->text) ? line
											   : 0;
	g_autofree char *path = gs_dap_path_of(dap, named);
	return path ? gs_dap_source_line(dap, source, path, &line) : 0;
}

void gs_dap_goto_targets(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	const char *stage = gs_dap_result_text(dap->where, "stage");
	g_autoptr(GPtrArray) sources = stage ? gs_dap_sources_in_use(dap) : g_ptr_array_new();
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "targets");
	for (guint i = 0; i < sources->len && dap->goals->len < MOST_GOALS; i++) {
		struct gs_dap_source *source = g_ptr_array_index(sources, i);
		unsigned line = strcmp(source->stage, gs_dap_result_text(dap->where, "stage")) == 0
					? line_of(request, source)
					: 0;
		if (!line)
			continue;
		struct goal *goal = g_new(struct goal, 1);
		*goal = (struct goal){line, source->object};
		g_ptr_array_add(dap->goals, goal);
		g_autofree char *label = g_strdup_printf(
			"line %u of the %s shader", line, source->stage);
		json_builder_begin_object(body);
		gs_json_integer(body, "id", dap->goals->len);
		gs_json_string(body, "label", label);
		gs_json_integer(
			body, "line", gs_dap_number(request->arguments, "line", dap->first_line));
		json_builder_end_object(body);
	}
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}

/* Return the first position of the path that stands on a line; -1: none does. */
static gint64 position_on(JsonNode *history, const struct goal *goal)
{
	JsonArray *path = gs_dap_result_list(history, "positions");
	for (guint i = 0; path && i < json_array_get_length(path); i++) {
		g_autoptr(JsonObject) position = gs_dap_element(path, i);
		if (gs_dap_number(position, "line", 0) == goal->line &&
			gs_dap_number(position, "object", 0) == goal->object)
			return i;
	}
	return -1;
}

/* Forward along the path, if it comes there; else back to where it has come there first. */
static bool go_to(struct gs_dap *dap, const struct goal *goal, GError **error)
{
	g_autoptr(JsonNode) before = gs_dap_query(dap, error, "history");
	JsonArray *path = gs_dap_result_list(before, "positions");
	guint length = path ? json_array_get_length(path) : 0;
	gint64 earlier = position_on(before, goal);
	if (!before ||
		!gs_dap_do(dap, error, "shader until %u object %u", goal->line, goal->object))
		return false;
	JsonObject *where = gs_dap_result(dap->where);
	if (gs_dap_flag(where, "reached", true))
		return true;
	gs_dap_do(dap, NULL, "shader to %" G_GINT64_FORMAT,
		earlier >= 0 ? earlier : MAX((gint64)length - 1, 0));
	if (earlier < 0)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT,
			"the element in focus does not come to that line: `focus line %u` takes "
			"one that does",
			goal->line);
	return earlier >= 0;
}

void gs_dap_goto(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gint64 id = gs_dap_number(request->arguments, "targetId", 0);
	GError *error = NULL;
	if (id < 1 || id > dap->goals->len || !dap->where) {
		gs_dap_refuse(request, "there is no such place to go to any more");
		return;
	}
	const struct goal goal = *(const struct goal *)g_ptr_array_index(dap->goals, id - 1);
	if (!go_to(dap, &goal, &error)) {
		gs_dap_fail(request, error);
		return;
	}
	gs_dap_answer(request, NULL);
	gs_dap_tell_stopped(dap, "goto", NULL, NULL, 0);
}
