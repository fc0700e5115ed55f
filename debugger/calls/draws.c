/* SPDX-License-Identifier: MIT */
/* What the list says of a draw: its number, its program, and by its arguments how much it draws. */
#include <string.h>
#include "data/data.h"
#include "data/draw.h"
#include "debugger/calls/begin-end.h"
#include "debugger/calls/calls.h"
#include "debugger/calls/info.h"

/* Of GL_POINTS to GL_TRIANGLE_STRIP_ADJACENCY: vertices of one primitive, and those that each next
 * one takes more. */
static const struct mode {
	const char *one, *many;
	uint32_t first, next;
	bool closes; /* one more, from the last vertex to the first */
} modes[] = {
	{"point", "points", 1, 1, false},
	{"line", "lines", 2, 2, false},
	{"line", "lines", 2, 1, true},
	{"line", "lines", 2, 1, false},
	{"triangle", "triangles", 3, 3, false},
	{"triangle", "triangles", 3, 1, false},
	{"triangle", "triangles", 3, 1, false},
	{"quad", "quads", 4, 4, false},
	{"quad", "quads", 4, 2, false},
	{"polygon", "polygons", 3, INT32_MAX, false},
	{"line", "lines", 4, 4, false},
	{"line", "lines", 4, 1, false},
	{"triangle", "triangles", 6, 6, false},
	{"triangle", "triangles", 6, 2, false},
};

enum { POLYGON = 9 }; /* the last one that glBegin knows in all versions */

static bool number_of(const struct gs_call_info *call, uint8_t argument, uint64_t *number)
{
	if (argument >= call->n_arguments)
		return false;
	*number = call->arguments[argument].raw;
	return true;
}

static uint64_t primitives_of(const struct mode *mode, uint64_t vertices)
{
	uint64_t n = vertices < mode->first ? 0 : (vertices - mode->first) / mode->next + 1;
	return n + (mode->closes && vertices >= 2);
}

static char *primitives_text(const struct mode *mode, uint64_t vertices)
{
	uint64_t n = primitives_of(mode, vertices);
	return g_strdup_printf("%" G_GUINT64_FORMAT " %s", n, n == 1 ? mode->one : mode->many);
}

static char *primitives_of_block(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	uint64_t mode, vertices;
	return gs_call_begin_end(store, place, call, &mode, &vertices) && mode <= POLYGON
		       ? primitives_text(&modes[mode], vertices)
		       : NULL;
}

static char *primitives(const struct gs_call_info *call)
{
	const struct gs_draw_rule *rule = gs_data_draw((unsigned)gs_data_find(call->name));
	uint64_t mode, count, times = 1;
	if (!rule || rule->source > GS_DRAW_ELEMENT_ARRAY || gs_draw_has(rule->draws) ||
		!number_of(call, rule->mode, &mode) || !number_of(call, rule->count, &count) ||
		mode >= G_N_ELEMENTS(modes) || count > INT32_MAX)
		return NULL;
	/* strips are often told apart by a restart among the indices */
	if (modes[mode].next != modes[mode].first && rule->source != GS_DRAW_ARRAYS)
		return NULL;
	bool instanced = number_of(call, rule->instances, &times);
	char *text = primitives_text(&modes[mode], count);
	if (!instanced)
		return text;
	char *several = g_strdup_printf("%s, %" G_GUINT64_FORMAT " times", text, times);
	g_free(text);
	return several;
}

/* ---- of the list ---- */

/* One in a glBegin block, or that goes into a display list, is not counted. */
static bool is_counted(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	struct gs_wire_call next;
	int function = gs_data_find(call->name);
	if (function < 0 || !gs_call_is_draw((uint32_t)function))
		return false;
	return !gs_call_store_get(store, (struct gs_call_place){place.n + 1}, &next) ||
	       next.draw != call->draw;
}

/* The entry that the call belongs to; NULL: a pending call begins another one. */
static const struct gs_call_frame *frame_of(const struct gs_call_groups *groups,
	struct gs_call_place place, const struct gs_call_info *call)
{
	const struct gs_call_frame *frame = gs_call_groups_frame_at(groups, place);
	return !frame || frame->frame < call->frame ? NULL : frame;
}

/* Of its frame. */
static uint64_t draws_before(const struct gs_call_frame *frame, const struct gs_call_info *call)
{
	uint64_t before = frame ? frame->draw : call->draw;
	return call->draw - MIN(before, call->draw);
}

/* The drawable whose frame the call ends, if it names one; 0: that of its thread. */
static uint64_t drawable_of(const struct gs_call_info *call)
{
	enum { DRAWABLE = 1 };
	int function = gs_data_find(call->name);
	bool shows = function >= 0 &&
		     gs_data_flags((unsigned)function) & (GS_FUNCTION_SWAPS | GS_FUNCTION_SHOWS);
	return shows && call->n_arguments > DRAWABLE ? call->arguments[DRAWABLE].raw : 0;
}

/* That the call shows, or that its thread draws into. */
static uint64_t window_of(const struct gs_call_groups *groups, struct gs_call_place place,
	const struct gs_call_info *call)
{
	uint64_t drawable = drawable_of(call);
	return drawable ? drawable
			: gs_call_drawables_of_thread(
				  gs_call_groups_drawables(groups), (uint32_t)call->thread, place);
}

uint64_t gs_call_drawable_at(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	if (!gs_call_info_follows(store, place, call))
		return 0;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	uint64_t drawable = window_of(groups, place, call);
	gs_call_store_unlock_groups(store);
	return drawable;
}

char *gs_call_window_at(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	if (!store || !gs_call_info_follows(store, place, call))
		return g_strdup("window");
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	char *text = gs_call_window_text(groups, window_of(groups, place, call));
	gs_call_store_unlock_groups(store);
	return text;
}

char *gs_call_whose_text(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call)
{
	if (!store)
		return NULL;
	bool follows = gs_call_info_follows(store, place, call);
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_drawables *drawables = gs_call_groups_drawables(groups);
	uint64_t window = follows && gs_call_drawables_are_several(drawables)
				  ? window_of(groups, place, call)
				  : 0;
	g_autofree char *thread = gs_call_drawables_of_threads(drawables)
					  ? g_strdup_printf("thread %d", call->thread)
					  : NULL;
	g_autofree char *shown = window ? gs_call_window_text(groups, window) : NULL;
	gs_call_store_unlock_groups(store);
	if (thread && shown)
		return g_strdup_printf("%s, %s", thread, shown);
	return thread ? g_steal_pointer(&thread) : g_steal_pointer(&shown);
}

/* Of a call without draws before it in the entry: its window's frame may have begun before. */
static char *text_without_draws(uint64_t drawn)
{
	return drawn ? g_strdup_printf("after %" G_GUINT64_FORMAT " %s", drawn,
			       drawn == 1 ? "draw" : "draws")
		     : g_strdup("before its draws");
}

char *gs_call_draw_text(struct gs_call_store *store, const struct gs_call_info *call)
{
	struct gs_call_place place = {0};
	if (store)
		place = gs_call_store_find(store, call->index);
	if (!store || !gs_call_info_follows(store, place, call))
		return NULL;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_frame *frame = frame_of(groups, place, call);
	uint64_t n = draws_before(frame, call);
	uint64_t drawn = gs_call_groups_drawn(groups, frame, window_of(groups, place, call));
	bool is_needed = frame && frame->is_needed, is_part = frame && frame->is_part;
	gs_call_store_unlock_groups(store);
	int function = gs_data_find(call->name);
	if (is_needed || is_part)
		return is_needed ? g_strdup("before its draws") : NULL;
	if (function >= 0 && gs_call_is_draw((uint32_t)function))
		return g_strdup_printf("draw %" G_GUINT64_FORMAT, n + 1);
	return n ? g_strdup_printf("after draw %" G_GUINT64_FORMAT, n) : text_without_draws(drawn);
}

void gs_call_drawn_at(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, struct gs_call_drawn *drawn)
{
	*drawn = (struct gs_call_drawn){0};
	if (!store || !gs_call_info_follows(store, place, call) || !is_counted(store, place, call))
		return;
	const struct gs_call_groups *groups = gs_call_store_lock_groups(store);
	const struct gs_call_frame *frame = frame_of(groups, place, call);
	drawn->is_draw = true;
	drawn->is_needed = frame && frame->is_needed;
	if (!drawn->is_needed && !(frame && frame->is_part))
		drawn->number = draws_before(frame, call) + 1;
	drawn->program = gs_call_names_program(
		gs_call_groups_names(groups), (uint32_t)call->thread, place);
	gs_call_store_unlock_groups(store);
	drawn->primitives = call->function == GS_FN_glEnd ? primitives_of_block(store, place, call)
							  : primitives(call);
}

char *gs_call_drawn_text(const struct gs_call_drawn *drawn)
{
	if (!drawn->is_draw)
		return NULL;
	g_autofree char *number = drawn->number
					  ? g_strdup_printf(
						    "draw %" G_GUINT64_FORMAT, drawn->number)
					  : g_strdup(drawn->is_needed ? "needed draw" : "draw");
	return g_strdup_printf("%s%s%s%s%s", number, drawn->program ? ", " : "",
		drawn->program ? drawn->program : "", drawn->primitives ? ", " : "",
		drawn->primitives ? drawn->primitives : "");
}

void gs_call_drawn_clear(struct gs_call_drawn *drawn)
{
	g_free(drawn->program);
	g_free(drawn->primitives);
	*drawn = (struct gs_call_drawn){0};
}
