/* SPDX-License-Identifier: MIT */
#include "effects/extract/given.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdlib.h>
#include "effects/extract/folder.h"
#include "effects/extract/given-private.h"

enum { MOST_TRIALS = 24 };

struct gs_given *gs_given_new(uint64_t frame)
{
	struct gs_given *given = g_new0(struct gs_given, 1);
	given->frame = frame;
	given->costs = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	given->uploads = g_array_new(FALSE, FALSE, sizeof(uint8_t));
	given->held = g_array_new(FALSE, FALSE, sizeof(struct gs_held));
	given->givables = g_array_new(FALSE, FALSE, sizeof(struct gs_givable));
	given->of_calls = g_array_new(FALSE, TRUE, sizeof(int32_t));
	given->bound = g_string_new(NULL);
	return given;
}

void gs_given_free(struct gs_given *given)
{
	if (!given)
		return;
	g_array_free(given->costs, TRUE);
	g_array_free(given->uploads, TRUE);
	g_array_free(given->held, TRUE);
	g_array_free(given->givables, TRUE);
	g_array_free(given->of_calls, TRUE);
	g_string_free(given->bound, TRUE);
	if (given->reader)
		gs_trace_close(given->reader);
	g_free(given);
}

/* ---- the place ---- */

static unsigned slot_of(const struct gs_object *object)
{
	switch (object->kind) {
	case GS_OBJECT_TEXTURE:
		return object->texture.target ? GS_SLOT_IMAGE : 0;
	case GS_OBJECT_BUFFER:
		return GS_SLOT_DATA;
	case GS_OBJECT_RENDERBUFFER:
		return GS_SLOT_CONTENTS;
	default:
		return 0;
	}
}

/* Return the name as GL has it; the name of a default texture holds its target. */
static uint64_t plain_name(uint64_t name)
{
	return name >> 32 ? 0 : name;
}

static bool has_name(const struct gs_effects_group *group, const struct gs_object *object)
{
	GHashTable *names = group ? group->objects[object->kind] : NULL;
	return names && g_hash_table_lookup(names, (gpointer)(uintptr_t)object->name) == object;
}

static bool is_there(const struct gs_effects *effects, const struct gs_object *object)
{
	for (guint i = 0; i < effects->groups->len; i++)
		if (has_name(effects->groups->pdata[i], object))
			return true;
	return false;
}

/* Add an object that may be given. group: that of the current context; NULL: none. */
static void add_object(struct gs_given *given, struct gs_effects *effects,
	const struct gs_effects_group *group, const struct gs_object *object)
{
	struct gs_held held = {.object = object};
	struct gs_givable givable = {
		.name = plain_name(object->name), .is_foreign = !has_name(group, object)};
	if (slot_of(object) && is_there(effects, object))
		held.node = gs_nodes_find(effects->nodes, object->node, slot_of(object));
	if (!held.node)
		return;
	givable.is_view = object->is_shared;
	if (object->kind == GS_OBJECT_TEXTURE)
		givable.target = object->texture.target;
	g_array_append_val(given->held, held);
	g_array_append_val(given->givables, givable);
}

/* Ask for no objects of a kind of which one is bound that another context has deleted: no call
 * could bind it again. */
static void refuse_kind(struct gs_given *given, enum gs_object_kind kind)
{
	for (guint i = 0; i < given->held->len; i++)
		gs_givable(given, i)->is_foreign |= gs_given_held(given, i)->object->kind == kind;
}

static void add_bound(struct gs_given *given, struct gs_effects *effects, enum gs_object_kind kind,
	uint64_t target)
{
	const struct gs_object *object = gs_effects_object_of(
		effects, gs_effects_bound(effects, kind, target));
	uint64_t name = object ? object->name : 0;
	if (object && !is_there(effects, object))
		refuse_kind(given, kind);
	else if (plain_name(name))
		g_string_append_printf(given->bound,
			"bound %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n", target, name);
}

/* Add the bound framebuffer; a deleted one does not stay bound. */
static void add_bound_framebuffer(
	struct gs_given *given, struct gs_effects *effects, uint64_t target)
{
	uint32_t bound = gs_effects_bound(effects, GS_OBJECT_FRAMEBUFFER, target);
	const struct gs_object *object = gs_effects_object_of(effects, bound);
	if (object && object->name)
		g_string_append_printf(given->bound,
			"bound %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n", target,
			object->name);
}

static void add_all_bound(struct gs_given *given, struct gs_effects *effects)
{
	static const uint64_t targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D,
		GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D_ARRAY,
		GL_TEXTURE_CUBE_MAP_ARRAY};
	for (size_t i = 0; i < G_N_ELEMENTS(targets); i++)
		add_bound(given, effects, GS_OBJECT_TEXTURE, targets[i]);
	add_bound(given, effects, GS_OBJECT_RENDERBUFFER, GL_RENDERBUFFER);
	add_bound(given, effects, GS_OBJECT_BUFFER, GL_ARRAY_BUFFER);
	add_bound(given, effects, GS_OBJECT_BUFFER, GL_PIXEL_UNPACK_BUFFER);
	add_bound_framebuffer(given, effects, GL_DRAW_FRAMEBUFFER);
	add_bound_framebuffer(given, effects, GL_READ_FRAMEBUFFER);
}

/* Use the thread of the next call, or, if that has no context, of the call before. */
void gs_given_note_place(
	struct gs_given *given, struct gs_effects *effects, const struct gs_trace_call *call)
{
	struct gs_effects_thread *was = effects->thread;
	const struct gs_effects_context *context;
	given->is_placed = true;
	given->at = effects->numbers->len;
	given->number = call->number;
	if (gs_effects_context_of(effects, call->thread))
		given->thread = call->thread;
	context = gs_effects_context_of(effects, given->thread);
	for (guint i = 0; i < effects->all_objects->len; i++)
		add_object(given, effects, context ? context->group : NULL,
			effects->all_objects->pdata[i]);
	if (!context)
		return;
	gs_effects_enter_thread(effects, given->thread);
	given->thread_node = effects->thread->node;
	add_all_bound(given, effects);
	effects->thread = was;
}

void gs_given_before(
	struct gs_given *given, struct gs_effects *effects, const struct gs_trace_call *call)
{
	uint32_t cost = gs_given_cost(call);
	uint8_t is_upload = gs_given_is_upload(call);
	if (!given->is_placed && gs_effects_frames(effects) == given->frame)
		gs_given_note_place(given, effects, call);
	if (!given->is_placed)
		given->thread = call->thread;
	g_array_append_val(given->costs, cost);
	g_array_append_val(given->uploads, is_upload);
}

/* ---- which objects are asked for ---- */

static gpointer find_held(GHashTable *by_node, const struct gs_nodes *nodes, uint32_t node)
{
	gpointer found = NULL;
	for (; node && !found; node = gs_nodes_parent(nodes, node))
		found = g_hash_table_lookup(by_node, GUINT_TO_POINTER(node));
	return found;
}

static void count_call(
	struct gs_given *given, struct gs_effects *effects, GHashTable *by_node, uint64_t place)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(effects, place, &n);
	gpointer last = NULL;
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT;
		bool changes = what == GS_ACCESS_SET || what == GS_ACCESS_ADD ||
			       what == GS_ACCESS_SET_RANGE || what == GS_ACCESS_ADD_RANGE;
		gpointer found = changes ? find_held(by_node, effects->nodes,
						   words[i] & GS_ACCESS_NODE)
					 : NULL;
		i += gs_log_has_range(what) ? 4 : 0;
		if (!found || found == last)
			continue;
		last = found;
		struct gs_givable *givable = gs_givable(given, GPOINTER_TO_UINT(found) - 1);
		givable->calls++;
		givable->calls_bytes += g_array_index(given->costs, uint32_t, place);
		givable->only_uploads &= g_array_index(given->uploads, uint8_t, place);
	}
}

/* Count for each object the kept calls that its contents come from. */
static void count_calls(struct gs_given *given, struct gs_effects *effects, const uint8_t *kept)
{
	GHashTable *by_node = g_hash_table_new(NULL, NULL);
	for (guint i = 0; i < given->held->len; i++) {
		gs_givable(given, i)->only_uploads = true;
		g_hash_table_insert(by_node, GUINT_TO_POINTER(gs_given_held(given, i)->node),
			GUINT_TO_POINTER(i + 1));
	}
	for (uint64_t place = 0; place < given->at; place++)
		if (kept[place])
			count_call(given, effects, by_node, place);
	g_hash_table_destroy(by_node);
}

/* Choose the objects to ask for; one that a single upload fills would get no smaller. */
static void choose_asked(struct gs_given *given)
{
	for (guint i = 0; i < given->held->len; i++) {
		struct gs_givable *givable = gs_givable(given, i);
		givable->is_asked = gs_given_held(given, i)->is_needed && givable->calls &&
				    (givable->calls > 1 || !givable->only_uploads);
	}
}

/* ---- the question ---- */

static bool ask(struct gs_given *given, const char *question, gs_given_play play, void *data)
{
	char *folder = g_dir_make_tmp("glstep-contents-XXXXXX", NULL);
	char *file = folder ? g_build_filename(folder, "contents", NULL) : NULL;
	bool is_good = file && g_file_set_contents(file, question, -1, NULL) && play(data, file) &&
		       gs_given_read(given, file);
	if (folder)
		gs_folder_remove(folder);
	g_free(file);
	g_free(folder);
	return is_good;
}

/* ---- which are given ---- */

struct total {
	uint64_t bytes, calls;
};

bool gs_given_gives_pixels(const struct gs_given *given)
{
	for (guint i = 0; i < given->held->len; i++)
		if (gs_given_held(given, i)->is_given &&
			gs_given_held(given, i)->object->kind != GS_OBJECT_BUFFER)
			return true;
	return false;
}

static struct total total_of(const struct gs_given *given, const uint8_t *kept, uint64_t last)
{
	struct total total = {0, 0};
	bool gives_pixels = gs_given_gives_pixels(given);
	for (uint64_t place = 0; place <= last; place++) {
		total.calls += kept[place];
		total.bytes += kept[place] ? g_array_index(given->costs, uint32_t, place) : 0;
	}
	for (guint i = 0; i < given->held->len; i++) {
		const struct gs_held *held = gs_given_held(given, i);
		if (!held->is_given)
			continue;
		total.calls += gs_givable(given, i)->answer_calls;
		total.bytes += gs_givable(given, i)->answer_bytes;
	}
	total.calls += gives_pixels ? given->common_calls : 0;
	total.bytes += gives_pixels ? given->common_bytes : 0;
	return total;
}

struct gs_slice_wish gs_given_wish(const struct gs_given *given, uint64_t first, uint64_t last)
{
	return (struct gs_slice_wish){.first = first,
		.last = last,
		.at = given->at,
		.thread = given->thread_node,
		.held = (struct gs_held *)(void *)given->held->data,
		.n_held = given->held->len};
}

/* Give all contents that were answered, except where the object's own uploads are smaller. Return
 * whether any is given. */
static bool give_answered(struct gs_given *given)
{
	bool gives = false;
	for (guint i = 0; i < given->held->len; i++) {
		const struct gs_givable *givable = gs_givable(given, i);
		bool is_larger = givable->only_uploads &&
				 givable->answer_bytes >= givable->calls_bytes;
		gs_given_held(given, i)->is_given = givable->is_answered && !is_larger;
		gives |= gs_given_held(given, i)->is_given;
	}
	return gives;
}

static gint compare_answers(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct gs_given *given = data;
	uint64_t p = gs_givable(given, *(const guint *)a)->answer_bytes;
	uint64_t q = gs_givable(given, *(const guint *)b)->answer_bytes;
	return p > q ? -1 : p < q;
}

/* Return the objects to try without giving, the largest first: the calls that made their contents
 * may be smaller after all. */
static GArray *trials_of(const struct gs_given *given)
{
	GArray *trials = g_array_new(FALSE, FALSE, sizeof(guint));
	for (guint i = 0; i < given->held->len; i++)
		if (gs_given_held(given, i)->is_given && !gs_givable(given, i)->only_uploads)
			g_array_append_val(trials, i);
	g_array_sort_with_data(trials, compare_answers, (gpointer)(uintptr_t)given);
	g_array_set_size(trials, MIN(trials->len, MOST_TRIALS));
	return trials;
}

static uint8_t *smallest(struct gs_given *given, struct gs_effects *effects, uint64_t first,
	uint64_t last, struct total *total)
{
	struct gs_slice_wish wish = gs_given_wish(given, first, last);
	uint8_t *kept = gs_slice(effects, &wish);
	GArray *trials = trials_of(given);
	*total = total_of(given, kept, last);
	for (guint i = 0; i < trials->len; i++) {
		struct gs_held *held = gs_given_held(given, g_array_index(trials, guint, i));
		held->is_given = false;
		uint8_t *other = gs_slice(effects, &wish);
		struct total of_other = total_of(given, other, last);
		held->is_given = of_other.bytes > total->bytes;
		if (!held->is_given) {
			g_free(kept);
			kept = other;
			*total = of_other;
		} else {
			g_free(other);
		}
	}
	g_array_free(trials, TRUE);
	return kept;
}

enum gs_given_result gs_given_choose(struct gs_given *given, struct gs_effects *effects,
	uint64_t first, uint64_t last, gs_given_play play, void *data, uint8_t **kept)
{
	struct gs_slice_wish wish = gs_given_wish(given, first, last);
	uint8_t *all = gs_slice(effects, &wish);
	struct total without = total_of(given, all, last), with = {0};
	count_calls(given, effects, all);
	g_free(all);
	choose_asked(given);
	char *question = gs_given_question(given);
	bool is_played = !question || ask(given, question, play, data);
	g_free(question);
	if (!is_played)
		return GS_GIVEN_NOT_PLAYED;
	if (!given->reader || !give_answered(given))
		return GS_GIVEN_NOTHING;
	*kept = smallest(given, effects, first, last, &with);
	if (with.bytes < without.bytes && with.calls <= without.calls)
		return GS_GIVEN_SOME;
	g_clear_pointer(kept, g_free);
	return GS_GIVEN_NOTHING;
}

uint64_t gs_given_objects(const struct gs_given *given)
{
	uint64_t n = 0;
	for (guint i = 0; i < given->held->len; i++)
		n += gs_given_held(given, i)->is_given;
	return n;
}
