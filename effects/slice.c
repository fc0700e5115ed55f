/* SPDX-License-Identifier: MIT */
/* The way back: find the calls that others need. */
#include "effects/slice.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdlib.h>
#include <string.h>
#include "effects/private.h"

struct range {
	uint64_t first, end;
};

/* The calls between a pop and its push. What is needed of the node after the pop is needed before
 * the push, and nothing in between matters to it; if a kept call in between changes the node, push
 * and pop are both kept. */
struct bracket {
	uint32_t node, pop;
	bool was_needed, is_changed;
};

struct slice {
	struct gs_effects *effects;
	struct gs_slice_wish wish;
	uint8_t *is_needed; /* by node */
	uint32_t *below;    /* by node: needed nodes of its tree, itself included */
	uint32_t *size;	    /* by node: all nodes of its tree */
	GHashTable *ranges; /* node -> GArray of struct range: needed bytes, disjoint, sorted */
	uint8_t *kept;	    /* by place: result */
	uint8_t *forced;
	GArray *brackets;     /* struct bracket, the innermost last */
	uint64_t *first_pair; /* by place: index of its first element in `pairs`, sorted by .from */
	bool is_changed;
};

/* ---- needed nodes ---- */

static void count(struct slice *slice, uint32_t node, uint32_t by)
{
	for (; node; node = gs_nodes_parent(slice->effects->nodes, node))
		slice->below[node] += by;
}

static GArray *ranges_of(struct slice *slice, uint32_t node)
{
	return g_hash_table_lookup(slice->ranges, GUINT_TO_POINTER(node));
}

static void need(struct slice *slice, uint32_t node)
{
	if (slice->is_needed[node])
		return;
	slice->is_needed[node] = 1;
	count(slice, node, 1);
}

static void unneed(struct slice *slice, uint32_t node)
{
	if (!slice->is_needed[node])
		return;
	slice->is_needed[node] = 0;
	count(slice, node, UINT32_MAX);
	if (gs_nodes_has_ranges(slice->effects->nodes, node))
		g_array_set_size(ranges_of(slice, node), 0);
}

static uint64_t end_of(uint64_t first, uint64_t size)
{
	return first + size < first ? UINT64_MAX : first + size;
}

static void need_range(struct slice *slice, uint32_t node, uint64_t first, uint64_t size)
{
	struct range range = {first, end_of(first, size)};
	GArray *ranges = ranges_of(slice, node);
	guint i = 0;
	if (!size)
		return;
	if (!ranges) {
		ranges = g_array_new(FALSE, FALSE, sizeof(struct range));
		g_hash_table_insert(slice->ranges, GUINT_TO_POINTER(node), ranges);
	}
	while (i < ranges->len && g_array_index(ranges, struct range, i).end < range.first)
		i++;
	while (i < ranges->len && g_array_index(ranges, struct range, i).first <= range.end) {
		range.first = MIN(range.first, g_array_index(ranges, struct range, i).first);
		range.end = MAX(range.end, g_array_index(ranges, struct range, i).end);
		g_array_remove_index(ranges, i);
	}
	g_array_insert_val(ranges, i, range);
	need(slice, node);
}

/* Return the needed ranges of the node; NULL: none. */
static GArray *ranges_needed(struct slice *slice, uint32_t node)
{
	return slice->is_needed[node] ? ranges_of(slice, node) : NULL;
}

static bool touches(struct slice *slice, uint32_t node, uint64_t first, uint64_t size)
{
	GArray *ranges = ranges_needed(slice, node);
	uint64_t end = end_of(first, size);
	for (guint i = 0; ranges && i < ranges->len; i++) {
		const struct range *range = &g_array_index(ranges, struct range, i);
		if (range->first < end && first < range->end)
			return true;
	}
	return false;
}

static void unneed_range(struct slice *slice, uint32_t node, uint64_t first, uint64_t size)
{
	GArray *ranges = ranges_needed(slice, node);
	uint64_t end = end_of(first, size);
	for (guint i = 0; ranges && i < ranges->len;) {
		struct range range = g_array_index(ranges, struct range, i);
		struct range before = {range.first, MIN(range.end, first)};
		struct range after = {MAX(range.first, end), range.end};
		if (range.first >= end || first >= range.end) {
			i++;
			continue;
		}
		g_array_remove_index(ranges, i);
		if (after.first < after.end)
			g_array_insert_val(ranges, i, after);
		if (before.first < before.end) {
			g_array_insert_val(ranges, i, before);
			i++;
		}
	}
	if (ranges && !ranges->len)
		unneed(slice, node);
}

/* Need all bytes of the nodes with ranges below the node. A node with ranges counts as needed where
 * any range of it is; such nodes are parts of objects. */
static void need_ranges_below(struct slice *slice, uint32_t node)
{
	const struct gs_nodes *nodes = slice->effects->nodes;
	if (gs_nodes_parent(nodes, node))
		return;
	for (uint32_t child = gs_nodes_first(nodes, node); child;
		child = gs_nodes_next(nodes, child))
		if (gs_nodes_has_ranges(nodes, child))
			need_range(slice, child, 0, UINT64_MAX);
}

static void need_tree(struct slice *slice, uint32_t node)
{
	const struct gs_nodes *nodes = slice->effects->nodes;
	bool has_ranges = gs_nodes_has_ranges(nodes, node);
	if (slice->below[node] == slice->size[node] && !has_ranges) {
		need_ranges_below(slice, node);
		return;
	}
	if (has_ranges)
		need_range(slice, node, 0, UINT64_MAX);
	else
		need(slice, node);
	for (uint32_t child = gs_nodes_first(nodes, node); child;
		child = gs_nodes_next(nodes, child))
		need_tree(slice, child);
}

static void unneed_tree(struct slice *slice, uint32_t node)
{
	const struct gs_nodes *nodes = slice->effects->nodes;
	if (!slice->below[node])
		return;
	unneed(slice, node);
	for (uint32_t child = gs_nodes_first(nodes, node); child;
		child = gs_nodes_next(nodes, child))
		unneed_tree(slice, child);
}

/* Need a node, all nodes below it, and those above it, since calls may have set it with these. */
static void need_path(struct slice *slice, uint32_t node)
{
	const struct gs_nodes *nodes = slice->effects->nodes;
	need_tree(slice, node);
	for (node = gs_nodes_parent(nodes, node); node; node = gs_nodes_parent(nodes, node))
		need(slice, node);
}

/* ---- words ---- */

static bool index_is_needed(const struct slice *slice, uint32_t node, uint64_t first, uint64_t n)
{
	for (uint64_t i = 0; slice->below[node] && i < n; i++) {
		uint32_t child = gs_nodes_find(slice->effects->nodes, node, (uint32_t)(first + i));
		if (child && slice->below[child])
			return true;
	}
	return false;
}

/* Return whether something that these words change is needed afterwards. */
static bool words_are_needed(struct slice *slice, const uint32_t *words, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT, node = words[i] & GS_ACCESS_NODE;
		if ((what == GS_ACCESS_SET || what == GS_ACCESS_ADD) && slice->below[node])
			return true;
		if (!gs_log_has_range(what))
			continue;
		uint64_t first = gs_log_number(words + i + 1), size = gs_log_number(words + i + 3);
		if (what == GS_ACCESS_ADD_INDICES
				? index_is_needed(slice, node, first, size)
				: what != GS_ACCESS_READ_RANGE && touches(slice, node, first, size))
			return true;
		i += 4;
	}
	return false;
}

static bool changes_needed(struct slice *slice, uint64_t place)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(slice->effects, place, &n);
	return words_are_needed(slice, words, n);
}

/* ---- brackets ---- */

static void force(struct slice *slice, uint64_t place)
{
	if (slice->forced[place])
		return;
	slice->forced[place] = 1;
	slice->is_changed = true;
}

static void note_change(struct slice *slice, uint32_t node)
{
	for (guint i = slice->brackets->len; i-- > 0;) {
		struct bracket *bracket = &g_array_index(slice->brackets, struct bracket, i);
		bool is_in = false;
		for (uint32_t n = bracket->node; n; n = gs_nodes_parent(slice->effects->nodes, n))
			is_in |= n == node;
		if (!is_in)
			continue;
		bracket->is_changed = true;
		if (bracket->node == node)
			return;
	}
}

static void open_bracket(struct slice *slice, uint32_t node, uint64_t place)
{
	struct bracket bracket = {node, (uint32_t)place, slice->is_needed[node], false};
	unneed(slice, node);
	g_array_append_val(slice->brackets, bracket);
}

/* Close the bracket of the node at a push. Return false if it has none: no pop was met, and the
 * push must stay. */
static bool close_bracket(struct slice *slice, uint32_t node, uint64_t place)
{
	for (guint i = slice->brackets->len; i-- > 0;) {
		struct bracket *bracket = &g_array_index(slice->brackets, struct bracket, i);
		if (bracket->node != node)
			continue;
		if (bracket->was_needed)
			need_path(slice, node);
		if (bracket->is_changed) {
			force(slice, bracket->pop);
			force(slice, place);
		}
		g_array_remove_index(slice->brackets, i);
		return true;
	}
	return false;
}

/* ---- a call ---- */

static void read_list(struct slice *slice, uint32_t list)
{
	const uint64_t *starts = (const uint64_t *)(void *)slice->effects->list_starts->data;
	const uint32_t *words = (const uint32_t *)(void *)slice->effects->lists->data;
	for (uint64_t i = starts[list]; i < starts[list + 1]; i++)
		need_path(slice, words[i] & GS_ACCESS_NODE);
}

static void take_range(struct slice *slice, uint32_t what, uint32_t node, const uint32_t *range)
{
	uint64_t first = gs_log_number(range), size = gs_log_number(range + 2);
	uint32_t parent = gs_nodes_parent(slice->effects->nodes, node);
	if (what == GS_ACCESS_SET_RANGE)
		unneed_range(slice, node, first, size);
	if (what != GS_ACCESS_READ_RANGE)
		return;
	need_range(slice, node, first, size);
	if (parent)
		need(slice, parent);
}

/* ---- what decides which state a call changes that is kept for another one's sake ---- */

/* Return the slot that the node is, or is in, and store the first index below it in *index;
 * GS_SLOT_ALL: the node is a whole object. */
static unsigned slot_of(const struct gs_nodes *nodes, uint32_t node, unsigned *index)
{
	uint32_t above = gs_nodes_parent(nodes, node);
	*index = 0;
	for (; above && gs_nodes_parent(nodes, above); above = gs_nodes_parent(nodes, node)) {
		*index = gs_nodes_value(nodes, node);
		node = above;
	}
	return above ? gs_nodes_value(nodes, node) : GS_SLOT_ALL;
}

/* Return whether the node decides which state a call changes, and not how. */
static bool is_aim(const struct slice *slice, uint32_t node)
{
	unsigned index;
	switch (slot_of(slice->effects->nodes, node, &index)) {
	case GS_SLOT_MATRIX_MODE:
	case GS_SLOT_ACTIVE_TEXTURE:
	case GS_SLOT_CLIENT_ACTIVE_TEXTURE:
	case GS_SLOT_TEXTURE_BINDING:
	case GS_SLOT_ASSEMBLY_BINDING:
	case GS_SLOT_ARRAY_BUFFER:
	case GS_SLOT_VERTEX_ARRAY_BINDING:
	case GS_SLOT_COLOR_MATERIAL:
	case GS_SLOT_LIST_BASE:
	case GS_SLOT_LIST:
		return true;
	default:
		return false;
	}
}

/* Likewise for a draw. */
static bool is_aim_of_draws(const struct slice *slice, uint32_t node)
{
	unsigned index;
	switch (slot_of(slice->effects->nodes, node, &index)) {
	case GS_SLOT_FRAMEBUFFER_BINDING:
	case GS_SLOT_ATTACHMENT:
	case GS_SLOT_DRAW_BUFFERS:
	case GS_SLOT_RENDER_MODE:
	case GS_SLOT_DEPTH_MASK:
	case GS_SLOT_PROGRAM_BINDING:
	case GS_SLOT_PIPELINE_BINDING:
	case GS_SLOT_IMAGE_BINDING:
	case GS_SLOT_BUFFER_BINDING:
	case GS_SLOT_FEEDBACK_BINDING:
	case GS_SLOT_ACTIVE:
		return true;
	case GS_SLOT_ENABLE:
		return index == GL_DEPTH_TEST || index == GL_STENCIL_TEST ||
		       index == GL_COLOR_MATERIAL;
	default:
		return false;
	}
}

static void aim(struct slice *slice, uint32_t node)
{
	if (is_aim(slice, node) || is_aim_of_draws(slice, node))
		need_path(slice, node);
}

/* Need what decides what a draw changes; `list` is what it reads: the context and all that is
 * bound. */
static void aim_draw(struct slice *slice, uint32_t list)
{
	const struct gs_nodes *nodes = slice->effects->nodes;
	const uint64_t *starts = (const uint64_t *)(void *)slice->effects->list_starts->data;
	const uint32_t *words = (const uint32_t *)(void *)slice->effects->lists->data;
	for (uint64_t i = starts[list]; i < starts[list + 1]; i++)
		for (uint32_t part = gs_nodes_first(nodes, words[i] & GS_ACCESS_NODE); part;
			part = gs_nodes_next(nodes, part)) {
			bool is_enable = gs_nodes_value(nodes, part) == GS_SLOT_ENABLE;
			uint32_t below = is_enable ? gs_nodes_first(nodes, part) : 0;
			for (; below; below = gs_nodes_next(nodes, below))
				aim(slice, below);
			if (!is_enable && is_aim_of_draws(slice, part))
				need_path(slice, part);
		}
}

/* How a call counts: not executed; executed, so that it must not change anything that it does not
 * change in the whole trace; or needed for what it does. */
enum taken { LEFT_OUT, MADE, NEEDED };

static void take_made(struct slice *slice, uint32_t what, uint32_t node)
{
	if (what == GS_ACCESS_SET || what == GS_ACCESS_ADD)
		note_change(slice, node);
	else if (what == GS_ACCESS_READ)
		aim(slice, node);
	else if (what == GS_ACCESS_LIST)
		aim_draw(slice, node);
}

static void take_word(struct slice *slice, const uint32_t *word, enum taken taken, uint64_t place)
{
	uint32_t what = *word >> GS_ACCESS_SHIFT, node = *word & GS_ACCESS_NODE;
	if (what == GS_ACCESS_FORGET) {
		unneed_tree(slice, node);
	} else if (what == GS_ACCESS_POP) {
		open_bracket(slice, node, place);
	} else if (what == GS_ACCESS_PUSH) {
		if (!close_bracket(slice, node, place))
			force(slice, place);
	} else if (taken == LEFT_OUT || what == GS_ACCESS_NEXT) {
		return;
	} else if (taken == MADE) {
		take_made(slice, what, node);
	} else if (gs_log_has_range(what)) {
		take_range(slice, what, node, word + 1);
	} else if (what == GS_ACCESS_LIST) {
		read_list(slice, node);
	} else if (what == GS_ACCESS_READ) {
		need_path(slice, node);
	} else {
		note_change(slice, node);
		if (what == GS_ACCESS_SET)
			unneed_tree(slice, node);
	}
}

/* Process words from the last to the first. Where each begins is known only from the front. */
static void take_words(
	struct slice *slice, const uint32_t *words, uint64_t n, enum taken taken, uint64_t place)
{
	uint64_t begins[64], *starts = n <= 64 ? begins : g_new(uint64_t, n);
	uint64_t n_starts = 0;
	for (uint64_t i = 0; i < n; i++) {
		starts[n_starts++] = i;
		i += gs_log_has_range(words[i] >> GS_ACCESS_SHIFT) ? 4 : 0;
	}
	while (n_starts-- > 0)
		take_word(slice, words + starts[n_starts], taken, place);
	if (starts != begins)
		g_free(starts);
}

/* Return the indices, uint64_t, at which the calls of display lists begin; the words of the call
 * itself come before the first. NULL: it calls no list. */
static GArray *calls_of_lists(const uint32_t *words, uint64_t n)
{
	GArray *starts = NULL;
	for (uint64_t i = 0; i < n; i++) {
		if (words[i] >> GS_ACCESS_SHIFT == GS_ACCESS_NEXT) {
			if (!starts)
				starts = g_array_new(FALSE, FALSE, sizeof i);
			g_array_append_val(starts, i);
		}
		i += gs_log_has_range(words[i] >> GS_ACCESS_SHIFT) ? 4 : 0;
	}
	return starts;
}

/* Return whether the words push or pop: where one of a pair is executed, the other must be, too. */
static bool is_half(const uint32_t *words, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT;
		if (what == GS_ACCESS_PUSH || what == GS_ACCESS_POP)
			return true;
		i += gs_log_has_range(what) ? 4 : 0;
	}
	return false;
}

/* Process the words of a call. In a call that executes display lists, what a list's call reads is
 * needed only where something that this call does is, or, if it calls another list, something done
 * there. all: what the call does is asked for. */
static void take_call(struct slice *slice, uint64_t place, bool is_kept, bool all)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(slice->effects, place, &n);
	GArray *starts = is_kept && !all ? calls_of_lists(words, n) : NULL;
	bool calls[GS_EFFECTS_DEEPEST + 1] = {false}; /* by depth: is what the next calls needed? */
	for (guint i = starts ? starts->len : 0; i-- > 0;) {
		uint64_t first = g_array_index(starts, uint64_t, i);
		uint32_t depth = words[first] & GS_ACCESS_NODE;
		bool is_needed = calls[depth] || is_half(words + first, n - first) ||
				 words_are_needed(slice, words + first, n - first);
		take_words(slice, words + first, n - first, is_needed ? NEEDED : MADE, place);
		calls[depth] = false;
		calls[depth - 1] |= is_needed;
		n = first;
	}
	take_words(slice, words, n, is_kept ? NEEDED : LEFT_OUT, place);
	if (starts)
		g_array_free(starts, TRUE);
}

static bool is_kept_always(const struct slice *slice, uint64_t place)
{
	return g_array_index(slice->effects->threads_of, uint32_t, place) & GS_EFFECTS_ALWAYS;
}

static void force_partners(struct slice *slice, uint64_t place)
{
	const struct gs_effects_pair *pairs = (const struct gs_effects_pair *)(void *)
						      slice->effects->pairs->data;
	for (uint64_t i = slice->first_pair[place]; i < slice->first_pair[place + 1]; i++)
		if (pairs[i].to <= slice->wish.last)
			force(slice, pairs[i].to);
}

static void visit(struct slice *slice, uint64_t place)
{
	uint32_t marked = g_array_index(slice->effects->threads_of, uint32_t, place);
	uint32_t thread = marked & ~(uint32_t)(GS_EFFECTS_ALWAYS | GS_EFFECTS_SWITCHES);
	bool all = place >= slice->wish.first || is_kept_always(slice, place);
	bool is_kept = all || slice->forced[place] || changes_needed(slice, place);
	slice->kept[place] = is_kept;
	take_call(slice, place, is_kept, all);
	if (!is_kept)
		return;
	/* A call that makes a context current does not depend on the one that was current before.
	 */
	if (!(marked & GS_EFFECTS_SWITCHES))
		need_path(slice, thread);
	force_partners(slice, place);
}

/* Need the whole state of each context, as the first call that is asked for finds it. */
static void need_contexts(struct slice *slice)
{
	for (guint i = 0; i < slice->effects->all_contexts->len; i++) {
		const struct gs_effects_context *context = slice->effects->all_contexts->pdata[i];
		need_path(slice, context->object.node);
		need_path(slice, context->raster);
	}
}

/* If a frame begins at the first call, need also the parameters of bound objects, though no call
 * reads them: the user may look at them. */
static void need_bound(struct slice *slice)
{
	uint64_t frame = gs_effects_frames_before(slice->effects, slice->wish.first);
	uint64_t first, last;
	if (slice->effects->keeps_bound && frame &&
		gs_effects_frame(slice->effects, frame, &first, &last) &&
		first == slice->wish.first)
		read_list(slice, g_array_index(slice->effects->frame_bound, uint32_t, frame - 1));
}

static void need_objects(struct slice *slice)
{
	for (guint i = 0; i < slice->effects->all_objects->len; i++) {
		const struct gs_object *object = slice->effects->all_objects->pdata[i];
		if (object->kind != GS_OBJECT_NONE) /* NONE: a drawable, memory */
			need_path(slice, object->node);
	}
}

static void need_part(struct slice *slice, const struct gs_object *object, uint32_t slot)
{
	uint32_t part = gs_nodes_find(slice->effects->nodes, object->node, slot);
	if (part)
		need_path(slice, part);
}

/* Stop needing contents that are given. The object is still needed, and so is its storage, where
 * the contents are only filled in. */
static void give(struct slice *slice, const struct gs_held *held)
{
	uint32_t storage = gs_nodes_find(
		slice->effects->nodes, held->object->node, GS_SLOT_STORAGE);
	unneed_tree(slice, held->node);
	if (held->makes_storage && storage)
		unneed_tree(slice, storage);
	else
		need_part(slice, held->object, GS_SLOT_STORAGE);
	need_part(slice, held->object, GS_SLOT_OBJECT);
	need_part(slice, held->object, GS_SLOT_PARAMETER);
	need_part(slice, held->object, GS_SLOT_WINDOW_SIZE);
}

/* Note which of the objects in the wish are needed, and take away the needs of those that are
 * given. */
static void look_at_held(struct slice *slice)
{
	bool gives = false;
	for (size_t i = 0; i < slice->wish.n_held; i++) {
		struct gs_held *held = &slice->wish.held[i];
		held->is_needed = slice->below[held->node] > 0;
		if (held->is_given && held->is_needed)
			give(slice, held);
		gives |= held->is_given;
	}
	if (!gives)
		return;
	need_path(slice, slice->wish.thread);
	/* Calls that set given contents restore the bindings that they find. */
	need_contexts(slice);
}

static void begin_asked(struct slice *slice)
{
	need_contexts(slice);
	need_bound(slice);
	if (slice->wish.whole)
		need_objects(slice);
}

static void go_back(struct slice *slice)
{
	uint32_t n = gs_nodes_count(slice->effects->nodes);
	GHashTableIter iter;
	gpointer ranges;
	memset(slice->is_needed, 0, n);
	memset(slice->below, 0, n * sizeof *slice->below);
	g_hash_table_iter_init(&iter, slice->ranges);
	while (g_hash_table_iter_next(&iter, NULL, &ranges))
		g_array_set_size(ranges, 0);
	g_array_set_size(slice->brackets, 0);
	slice->is_changed = false;
	for (uint64_t place = slice->wish.last + 1; place-- > 0;) {
		if (place + 1 == slice->wish.first)
			begin_asked(slice);
		if (place + 1 == slice->wish.at)
			look_at_held(slice);
		visit(slice, place);
	}
}

/* ---- all ---- */

static int compare_pairs(gconstpointer a, gconstpointer b)
{
	const struct gs_effects_pair *p = a, *q = b;
	return p->from < q->from ? -1 : p->from > q->from;
}

static void index_pairs(struct slice *slice)
{
	GArray *pairs = slice->effects->pairs;
	uint64_t n = slice->effects->numbers->len;
	guint next = 0;
	g_array_sort(pairs, compare_pairs);
	for (uint64_t place = 0; place <= n; place++) {
		while (next < pairs->len &&
			g_array_index(pairs, struct gs_effects_pair, next).from < place)
			next++;
		slice->first_pair[place] = next;
	}
}

static void count_sizes(struct slice *slice)
{
	uint32_t n = gs_nodes_count(slice->effects->nodes);
	for (uint32_t node = 1; node < n; node++)
		for (uint32_t above = node; above;
			above = gs_nodes_parent(slice->effects->nodes, above))
			slice->size[above]++;
}

uint8_t *gs_slice(struct gs_effects *effects, const struct gs_slice_wish *wish)
{
	uint64_t places = effects->numbers->len;
	uint32_t nodes = gs_nodes_count(effects->nodes);
	struct slice slice = {.effects = effects, .wish = *wish};
	slice.is_needed = g_new0(uint8_t, nodes);
	slice.below = g_new0(uint32_t, nodes);
	slice.size = g_new0(uint32_t, nodes);
	slice.ranges = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
	slice.kept = g_new0(uint8_t, places);
	slice.forced = g_new0(uint8_t, places);
	slice.brackets = g_array_new(FALSE, FALSE, sizeof(struct bracket));
	slice.first_pair = g_new0(uint64_t, places + 1);
	index_pairs(&slice);
	count_sizes(&slice);
	do
		go_back(&slice);
	while (slice.is_changed);
	g_free(slice.is_needed);
	g_free(slice.below);
	g_free(slice.size);
	g_hash_table_destroy(slice.ranges);
	g_free(slice.forced);
	g_array_free(slice.brackets, TRUE);
	g_free(slice.first_pair);
	return slice.kept;
}

uint8_t *gs_slice_by_number(
	const struct gs_effects *effects, const uint8_t *kept, uint64_t last, uint64_t *n)
{
	const uint64_t *numbers = (const uint64_t *)(void *)effects->numbers->data;
	uint8_t *result;
	*n = 0;
	for (uint64_t i = 0; i < effects->numbers->len; i++)
		*n = MAX(*n, numbers[i] + 1);
	result = calloc(*n + 1, 1);
	for (uint64_t i = 0; result && i <= last; i++)
		result[numbers[i]] = kept[i];
	return result;
}

uint8_t *gs_effects_needed(
	struct gs_effects *effects, uint64_t first, uint64_t last, bool whole, uint64_t *n)
{
	struct gs_slice_wish wish = {.first = first, .last = last, .whole = whole};
	uint8_t *kept, *result;
	*n = 0;
	if (first > last || last >= effects->numbers->len)
		return NULL;
	kept = gs_slice(effects, &wish);
	result = gs_slice_by_number(effects, kept, last, n);
	g_free(kept);
	return result;
}
