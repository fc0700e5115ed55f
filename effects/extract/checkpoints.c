/* SPDX-License-Identifier: MIT */
#include "effects/extract/checkpoints.h"

#include <GL/gl.h>
#include <string.h>
#include "effects/extract/given-private.h"

enum {
	STEP = 16384,	/* fewest calls from one checkpoint to the next */
	MOST = 256,	/* most checkpoints: beyond, every second one goes, and the step doubles */
	MANY = 64,	/* contents from more calls with data are asked for */
	DRAWN = 1 << 31 /* contents come from other calls, too */
};

/* What a function does with a window's buffers. */
enum chooser { NOT_ASKED, CHOOSES, ACCUMULATES, OTHER };

struct gs_checkpoints {
	GPtrArray *all;	 /* struct gs_given * */
	GArray *changes; /* uint32_t by node: number of calls that change the contents; DRAWN */
	uint64_t step, last, frames; /* last: place of the last checkpoint */
	uint32_t thread;
	/* The last checkpoint, while it is undecided which parts of the window are asked for; or
	 * NULL. */
	struct gs_given *open;
	guint first_part;     /* index in its .held of the first part of the window */
	bool has_odd_windows; /* the program uses window buffers that cannot be given */
	GByteArray *choosers; /* by signature of a function: enum chooser */
};

static void free_given(gpointer data)
{
	gs_given_free(data);
}

struct gs_checkpoints *gs_checkpoints_new(void)
{
	struct gs_checkpoints *checkpoints = g_new0(struct gs_checkpoints, 1);
	checkpoints->all = g_ptr_array_new_with_free_func(free_given);
	checkpoints->changes = g_array_new(FALSE, TRUE, sizeof(uint32_t));
	checkpoints->choosers = g_byte_array_new();
	checkpoints->step = STEP;
	return checkpoints;
}

void gs_checkpoints_free(struct gs_checkpoints *checkpoints)
{
	if (!checkpoints)
		return;
	g_ptr_array_free(checkpoints->all, TRUE);
	g_array_free(checkpoints->changes, TRUE);
	g_byte_array_free(checkpoints->choosers, TRUE);
	g_free(checkpoints);
}

static const struct gs_given *given_at(const struct gs_checkpoints *checkpoints, size_t i)
{
	return checkpoints->all->pdata[i];
}

/* ---- which objects ---- */

static bool is_asked(
	const struct gs_checkpoints *checkpoints, const struct gs_given *given, guint i)
{
	uint32_t node = gs_given_held(given, i)->node;
	uint32_t changes = node < checkpoints->changes->len
				   ? g_array_index(checkpoints->changes, uint32_t, node)
				   : 0;
	bool is_there = !gs_givable(given, i)->is_foreign && !gs_givable(given, i)->is_view;
	return is_there && (changes & DRAWN || changes > MANY);
}

/* Keep the objects whose contents are asked for, and forget the others; the window is added
 * later. */
static void choose_objects(const struct gs_checkpoints *checkpoints, struct gs_given *given)
{
	guint n = 0;
	for (guint i = 0; i < given->held->len; i++) {
		if (!is_asked(checkpoints, given, i))
			continue;
		*gs_given_held(given, n) = *gs_given_held(given, i);
		*gs_givable(given, n) = *gs_givable(given, i);
		gs_givable(given, n)->is_asked = true;
		n++;
	}
	g_array_set_size(given->held, n);
	g_array_set_size(given->givables, n);
}

/* ---- the window ---- */

static void add_window(struct gs_given *given, struct gs_effects *effects)
{
	static const struct {
		uint32_t value, bit;
	} parts[] = {{GL_COLOR, GL_COLOR_BUFFER_BIT}, {GL_DEPTH, GL_DEPTH_BUFFER_BIT},
		{GL_STENCIL, GL_STENCIL_BUFFER_BIT}};
	const struct gs_object *window = gs_effects_drawable_of(effects, given->thread);
	uint32_t all = window ? gs_nodes_find(effects->nodes, window->node, GS_SLOT_CONTENTS) : 0;
	for (size_t i = 0; all && i < G_N_ELEMENTS(parts); i++) {
		struct gs_held held = {
			window, .node = gs_nodes_find(effects->nodes, all, parts[i].value)};
		struct gs_givable givable = {.window = parts[i].bit, .is_undecided = true};
		if (!held.node)
			continue;
		g_array_append_val(given->held, held);
		g_array_append_val(given->givables, givable);
	}
}

/* Return whether the node is that part of the window, or all of it. */
static bool is_part_of(const struct gs_effects *effects, uint32_t part, uint32_t node)
{
	return part == node || gs_nodes_parent(effects->nodes, part) == node;
}

/* Decide by the first access to a part of the window whether it is asked for: a part that is
 * cleared first is not needed. */
static void decide(struct gs_checkpoints *checkpoints, const struct gs_effects *effects,
	uint32_t what, uint32_t node)
{
	struct gs_given *given = checkpoints->open;
	unsigned undecided = 0;
	for (guint i = checkpoints->first_part; i < given->held->len; i++) {
		struct gs_givable *givable = gs_givable(given, i);
		if (givable->is_undecided &&
			is_part_of(effects, gs_given_held(given, i)->node, node)) {
			givable->is_undecided = false;
			givable->is_asked = what != GS_ACCESS_SET;
		}
		undecided += givable->is_undecided;
	}
	if (!undecided)
		checkpoints->open = NULL;
}

/* Ask for the parts that are still undecided: they may be needed. */
static void decide_rest(struct gs_checkpoints *checkpoints)
{
	struct gs_given *given = checkpoints->open;
	for (guint i = 0; given && i < given->held->len; i++)
		if (gs_givable(given, i)->is_undecided)
			gs_givable(given, i)->is_asked = true;
	checkpoints->open = NULL;
}

static bool is_other_buffer(const struct gs_trace_value *value)
{
	uint64_t buffer = gs_effects_number(value);
	return buffer >= GL_FRONT_LEFT && buffer <= GL_AUX3 && buffer != GL_BACK &&
	       buffer != GL_BACK_LEFT;
}

static enum chooser chooser_of(
	struct gs_checkpoints *checkpoints, const struct gs_trace_function *function)
{
	GByteArray *all = checkpoints->choosers;
	guint n = all->len;
	if (function->id >= n) {
		g_byte_array_set_size(all, function->id + 1);
		memset(all->data + n, NOT_ASKED, all->len - n);
	}
	if (all->data[function->id] == NOT_ASKED)
		all->data[function->id] = function->number == GS_FN_glAccum	     ? ACCUMULATES
					  : function->kinds & GS_KIND_CHOOSES_BUFFER ? CHOOSES
										     : OTHER;
	return (enum chooser)all->data[function->id];
}

/* Return whether the call makes use of other buffers of a window than the default draw buffer,
 * which alone can be given: chooses one, or accumulates colours. */
static bool uses_other_buffer(struct gs_checkpoints *checkpoints, const struct gs_trace_call *call)
{
	enum chooser chooser = chooser_of(checkpoints, call->function);
	if (chooser != CHOOSES)
		return chooser == ACCUMULATES;
	for (uint32_t i = 0; i < call->function->n_args; i++) {
		const struct gs_trace_value *value = &call->args[i];
		bool has_items = value->class == GS_TRACE_ARRAY;
		for (uint32_t k = 0; has_items && k < value->n; k++)
			if (is_other_buffer(&value->items[k]))
				return true;
		if (is_other_buffer(value))
			return true;
	}
	return false;
}

static void thin_out(struct gs_checkpoints *checkpoints)
{
	checkpoints->open = NULL;
	for (guint i = 0; i < checkpoints->all->len; i++)
		g_ptr_array_remove_index(checkpoints->all, i);
	checkpoints->step *= 2;
}

void gs_checkpoints_before(struct gs_checkpoints *checkpoints, struct gs_effects *effects,
	const struct gs_trace_call *call)
{
	uint64_t frames = gs_effects_frames(effects), place = gs_effects_calls(effects);
	bool is_first = frames != checkpoints->frames;
	checkpoints->frames = frames;
	if (is_first && place - checkpoints->last >= checkpoints->step) {
		struct gs_given *given = gs_given_new(frames);
		given->thread = checkpoints->thread;
		gs_given_note_place(given, effects, call);
		choose_objects(checkpoints, given);
		decide_rest(checkpoints);
		checkpoints->first_part = given->held->len;
		add_window(given, effects);
		if (given->held->len)
			g_ptr_array_add(checkpoints->all, checkpoints->open = given);
		else
			gs_given_free(given);
		checkpoints->last = place;
		if (checkpoints->all->len > MOST)
			thin_out(checkpoints);
	}
	checkpoints->thread = call->thread;
}

/* Return the part of an object that holds its contents, if the node is in it; 0: it is not. */
static uint32_t contents_of(const struct gs_nodes *nodes, uint32_t node)
{
	uint32_t part = 0, parent;
	for (; (parent = gs_nodes_parent(nodes, node)); node = parent)
		part = node;
	uint32_t slot = part ? gs_nodes_value(nodes, part) : 0;
	return slot == GS_SLOT_IMAGE || slot == GS_SLOT_DATA || slot == GS_SLOT_CONTENTS ? part : 0;
}

/* Return whether the call changes contents by data that it carries, or by what they are. */
static bool brings_along(const struct gs_trace_call *call)
{
	static const char *const others[] = {
		"glGenerate", "glMap", "glUnmap", "glFlushMapped", "glTexParameter", "memcpy"};
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (g_str_has_prefix(call->function->name, others[i]))
			return true;
	return gs_given_is_upload(call);
}

static void count_change(
	struct gs_checkpoints *checkpoints, uint32_t node, const struct gs_trace_call *call)
{
	GArray *changes = checkpoints->changes;
	if (node >= changes->len)
		g_array_set_size(changes, node + 1);
	uint32_t *of = &g_array_index(changes, uint32_t, node);
	if (!(*of & DRAWN) && *of <= MANY)
		*of = (*of + 1) | (brings_along(call) ? 0 : (uint32_t)DRAWN);
	else if (!(*of & DRAWN) && !brings_along(call))
		*of |= (uint32_t)DRAWN;
}

void gs_checkpoints_after(struct gs_checkpoints *checkpoints, const struct gs_effects *effects,
	const struct gs_trace_call *call)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(effects, gs_effects_calls(effects) - 1, &n);
	checkpoints->has_odd_windows = checkpoints->has_odd_windows ||
				       uses_other_buffer(checkpoints, call);
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT;
		bool changes = what == GS_ACCESS_SET || what == GS_ACCESS_ADD ||
			       what == GS_ACCESS_SET_RANGE || what == GS_ACCESS_ADD_RANGE;
		uint32_t node = changes ? contents_of(effects->nodes, words[i] & GS_ACCESS_NODE)
					: 0;
		if (node)
			count_change(checkpoints, node, call);
		if (checkpoints->open && what <= GS_ACCESS_ADD)
			decide(checkpoints, effects, what, words[i] & GS_ACCESS_NODE);
		i += gs_log_has_range(what) ? 4 : 0;
	}
}

/* ---- what was found ---- */

size_t gs_checkpoints_count(const struct gs_checkpoints *checkpoints)
{
	return checkpoints->all->len;
}

uint64_t gs_checkpoints_number(const struct gs_checkpoints *checkpoints, size_t i)
{
	return given_at(checkpoints, i)->number;
}

uint64_t gs_checkpoints_place(const struct gs_checkpoints *checkpoints, size_t i)
{
	return given_at(checkpoints, i)->at;
}

uint32_t gs_checkpoints_thread(const struct gs_checkpoints *checkpoints, size_t i)
{
	return given_at(checkpoints, i)->thread;
}

char *gs_checkpoints_question(const struct gs_checkpoints *checkpoints, size_t i)
{
	const struct gs_given *given = given_at(checkpoints, i);
	for (guint k = 0; checkpoints->has_odd_windows && k < given->held->len; k++)
		if (gs_givable(given, k)->window)
			gs_givable(given, k)->is_asked = false;
	return gs_given_question(given);
}

bool gs_checkpoints_read(struct gs_checkpoints *checkpoints, size_t i, const char *file)
{
	struct gs_given *given = checkpoints->all->pdata[i];
	bool is_good = gs_given_read(given, file);
	g_clear_pointer(&given->reader, gs_trace_close);
	for (guint k = 0; k < given->held->len; k++)
		gs_given_held(given, k)->is_given = is_good && gs_givable(given, k)->is_answered;
	return is_good;
}

uint8_t *gs_checkpoints_needed(struct gs_checkpoints *checkpoints, struct gs_effects *effects,
	size_t i, uint64_t first, uint64_t *n)
{
	uint64_t last = gs_effects_calls(effects) - 1;
	struct gs_slice_wish wish = gs_given_wish(given_at(checkpoints, i), first, last);
	wish.whole = true;
	uint8_t *kept = gs_slice(effects, &wish);
	uint8_t *needed = gs_slice_by_number(effects, kept, last, n);
	g_free(kept);
	return needed;
}
