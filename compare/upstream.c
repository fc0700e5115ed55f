/* SPDX-License-Identifier: MIT */
/*
 * Where what a draw reads differs, though nothing that the program gave to GL does, GL has written
 * it: a dispatch, a draw that captures or stores. That call is the first that differs. It is found
 * among the calls which change the buffer or texture, by halves: the debuggers stand behind one of
 * them and tell what it holds.
 */
#include <string.h>
#include "compare/private.h"
#include "data/data.h"
#include "effects/uses.h"

enum {
	MOST_LEVELS = 8, /* of calls of which one reads what the other has written */
	MOST_TRIED = 8,	 /* writers behind the first with a difference */
};

static void note_writer(void *data, uint64_t call, enum gs_use_kind kind)
{
	if (kind == GS_USE_CHANGES)
		g_array_append_val((GArray *)data, call);
}

/* Return the calls of A before that one which change the object. */
static GArray *find_writers(const struct gs_why *why, const struct gs_content *content)
{
	GArray *writers = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	struct gs_effects *effects = gs_effects_new(0);
	struct gs_trace_reader *reader = gs_pairs_reader(why->pairs, GS_COMPARE_A);
	uint32_t thread;
	if (gs_trace_seek(reader, 0) &&
		gs_effects_add_before(effects, reader, why->found->calls[GS_COMPARE_A], &thread))
		gs_effects_uses(effects, thread,
			content->is_buffer ? GS_OBJECT_BUFFER : GS_OBJECT_TEXTURE,
			(uint64_t)content->names[GS_COMPARE_A], note_writer, writers);
	gs_effects_free(effects);
	return writers;
}

/* Have both debuggers stand at the call of A, or so many behind it. */
static bool stand_at(struct gs_why *why, uint64_t a, unsigned behind)
{
	uint64_t calls[GS_COMPARE_SIDES] = {a, 0};
	if (!gs_pairs_mate(why->pairs, GS_COMPARE_A, a, &calls[GS_COMPARE_B]))
		return false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		g_autoptr(JsonObject) stop = gs_console_goto(why->consoles[i], calls[i] + behind);
		if (!stop)
			return false;
	}
	return true;
}

static void free_both(char *details[GS_COMPARE_SIDES])
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		g_free(details[i]);
}

/* Return whether what it holds differs behind the call; false also where that cannot be asked. */
static bool differs_behind(struct gs_why *why, const struct gs_content *content, uint64_t a)
{
	char *details[GS_COMPARE_SIDES] = {NULL, NULL};
	size_t first;
	bool differs = stand_at(why, a, 1) && gs_content_differs(why, content, &first, details);
	free_both(details);
	return differs;
}

/* Return whether the call has changed on either side what differs first behind it. */
static bool has_made(struct gs_why *why, const struct gs_content *content, uint64_t a)
{
	char *behind[GS_COMPARE_SIDES] = {NULL, NULL}, *before[GS_COMPARE_SIDES] = {NULL, NULL};
	size_t first;
	bool made = stand_at(why, a, 1) && gs_content_differs(why, content, &first, behind) &&
		    stand_at(why, a, 0) && gs_content_at(why, content, first, before) &&
		    (g_strcmp0(before[0], behind[0]) != 0 || g_strcmp0(before[1], behind[1]) != 0);
	free_both(behind);
	free_both(before);
	return made;
}

/* Return whether GL makes what the call writes, of what it reads. */
static bool is_made_by_gl(const struct gs_why *why, uint64_t a)
{
	const struct gs_trace_call *call = gs_trace_find(
		gs_pairs_reader(why->pairs, GS_COMPARE_A), a);
	return call && call->function->number < GS_N_FUNCTIONS &&
	       gs_data_flags(call->function->number) & GS_FUNCTION_DRAWS;
}

/* Return the first of the writers behind which it differs, if GL has made that; UINT64_MAX: none.
 */
static uint64_t first_writer(
	struct gs_why *why, const struct gs_content *content, const GArray *writers)
{
	guint low = 0, high = writers->len;
	while (low < high) {
		guint half = (low + high) / 2;
		if (differs_behind(why, content, g_array_index(writers, uint64_t, half)))
			high = half;
		else
			low = half + 1;
	}
	/* Memory that nobody has written to differs, too, behind what made it. */
	for (guint i = low; i < writers->len && i < low + MOST_TRIED; i++) {
		uint64_t writer = g_array_index(writers, uint64_t, i);
		if (is_made_by_gl(why, writer) && (i == low || has_made(why, content, writer)))
			return writer;
		if (gs_pairs_is_changed(why->pairs, writer))
			break;
	}
	return UINT64_MAX;
}

/* Make the call the one that differs first. Return false if the debuggers cannot go there. */
static bool move_to(struct gs_why *why, uint64_t a)
{
	struct gs_compared *found = why->found;
	uint64_t calls[GS_COMPARE_SIDES] = {a, 0};
	g_autoptr(JsonObject) stop = NULL;
	if (!gs_pairs_mate(why->pairs, GS_COMPARE_A, a, &calls[GS_COMPARE_B]))
		return false;
	for (int i = GS_COMPARE_B; i >= GS_COMPARE_A; i--) {
		g_clear_pointer(&stop, json_object_unref);
		stop = gs_console_goto(why->consoles[i], calls[i]);
		if (!stop)
			return false;
	}
	found->frame = (uint64_t)json_object_get_int_member_with_default(
		stop, "frame", (gint64)found->frame);
	found->draw = (uint64_t)gs_why_number(stop, "draw");
	memcpy(found->calls, calls, sizeof calls);
	g_clear_pointer(&found->function, g_free);
	g_clear_pointer(&found->attachment, g_free);
	found->has_pixel = false;
	found->pixels = found->n = 0;
	/* What draws has a pixel, too. */
	const struct gs_pass_pair alone = {
		.first = {calls[0], calls[1]}, .last = {calls[0], calls[1]}};
	gs_find_draw(why->wish, why->pairs, &alone, found, NULL);
	return true;
}

bool gs_why_upstream(struct gs_why *why)
{
	const struct gs_content content = why->content;
	if (!content.binding || why->n_upstream++ >= MOST_LEVELS)
		return false;
	GArray *writers = find_writers(why, &content);
	uint64_t writer = writers->len ? first_writer(why, &content, writers) : UINT64_MAX;
	g_array_free(writers, TRUE);
	why->content.binding = NULL;
	why->is_unwritten = writer == UINT64_MAX &&
			    g_str_has_prefix(content.binding, "image unit ");
	bool is_found = writer != UINT64_MAX && move_to(why, writer);
	g_free((char *)content.binding);
	if (!is_found)
		stand_at(why, why->found->calls[GS_COMPARE_A], 0);
	return is_found;
}
