/* SPDX-License-Identifier: MIT */
#include "effects/uses.h"

#include "effects/private.h"

struct uses {
	struct gs_effects *effects;
	uint8_t *is_part;    /* by node: it is part of the object */
	uint8_t *list_reads; /* by list: 0 not known, 1 reads no part of the object, 2 reads one */
	uint32_t being;	     /* node that is read where the object's name is used */
};

static void mark(struct uses *uses, uint32_t node)
{
	const struct gs_nodes *nodes = uses->effects->nodes;
	uses->is_part[node] = 1;
	for (uint32_t child = gs_nodes_first(nodes, node); child;
		child = gs_nodes_next(nodes, child))
		mark(uses, child);
}

static bool list_reads(struct uses *uses, uint32_t list)
{
	const uint64_t *starts = (const uint64_t *)(void *)uses->effects->list_starts->data;
	const uint32_t *words = (const uint32_t *)(void *)uses->effects->lists->data;
	if (uses->list_reads[list])
		return uses->list_reads[list] == 2;
	uses->list_reads[list] = 1;
	for (uint64_t i = starts[list]; i < starts[list + 1]; i++)
		if (uses->is_part[words[i] & GS_ACCESS_NODE])
			uses->list_reads[list] = 2;
	return uses->list_reads[list] == 2;
}

/* Return the kind of use, enum gs_use_kind, that a log entry is; -1: not of this object. */
static int kind_of_word(struct uses *uses, uint32_t what, uint32_t node)
{
	if (what == GS_ACCESS_LIST)
		return list_reads(uses, node) ? GS_USE_READS : -1;
	if (!uses->is_part[node] || what == GS_ACCESS_FORGET)
		return -1;
	switch (what) {
	case GS_ACCESS_SET:
		return node == uses->being ? GS_USE_MAKES : GS_USE_CHANGES;
	case GS_ACCESS_READ:
		return node == uses->being ? GS_USE_NAMES : GS_USE_READS;
	case GS_ACCESS_READ_RANGE:
		return GS_USE_READS;
	case GS_ACCESS_ADD: /* the first binding says what the object is */
		return node == uses->being ? GS_USE_NAMES : GS_USE_CHANGES;
	default:
		return GS_USE_CHANGES;
	}
}

static int kind_of_call(struct uses *uses, uint64_t place)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(uses->effects, place, &n);
	int best = -1;
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT;
		int kind = kind_of_word(uses, what, words[i] & GS_ACCESS_NODE);
		if (kind >= 0 && (best < 0 || kind < best))
			best = kind;
		i += gs_log_has_range(what) ? 4 : 0;
	}
	return best;
}

static void tell(struct uses *uses, gs_use_visit visit, void *data)
{
	for (uint64_t place = 0; place < uses->effects->numbers->len; place++) {
		int kind = kind_of_call(uses, place);
		if (kind >= 0)
			visit(data, gs_effects_number_of(uses->effects, place),
				(enum gs_use_kind)kind);
	}
}

/* Visit the object's uses. Return false if nothing was done with it but to make it. */
static bool tell_object(
	struct gs_effects *effects, const struct gs_object *object, gs_use_visit visit, void *data)
{
	struct uses uses = {effects, g_new0(uint8_t, gs_nodes_count(effects->nodes) + 1),
		g_new0(uint8_t, effects->list_starts->len + 1),
		gs_object_part(effects, object, GS_SLOT_OBJECT)};
	bool is_used = false;
	mark(&uses, object->node);
	if (object->alias)
		mark(&uses, object->alias->node);
	for (uint64_t place = 0; place < effects->numbers->len && !is_used; place++)
		is_used = kind_of_call(&uses, place) > GS_USE_MAKES;
	if (is_used)
		tell(&uses, visit, data);
	g_free(uses.is_part);
	g_free(uses.list_reads);
	return is_used;
}

bool gs_effects_uses(struct gs_effects *effects, uint32_t thread, enum gs_object_kind kind,
	uint64_t name, gs_use_visit visit, void *data)
{
	struct gs_effects_context *context = gs_effects_context_of(effects, thread);
	const struct gs_object *object = context ? gs_effects_object(effects, context, kind, name)
						 : NULL;
	return object && tell_object(effects, object, visit, data);
}

bool gs_effects_uses_of_last(struct gs_effects *effects, enum gs_object_kind kind, uint64_t name,
	gs_use_visit visit, void *data)
{
	for (guint i = effects->all_objects->len; i-- > 0;) {
		const struct gs_object *object = effects->all_objects->pdata[i];
		if (object->kind == kind && object->name == name &&
			tell_object(effects, object, visit, data))
			return true;
	}
	return false;
}

unsigned gs_effects_objects(const struct gs_effects *effects)
{
	return effects->all_objects->len;
}

uint32_t gs_effects_same_object(
	const struct gs_effects *of, uint32_t object, const struct gs_effects *in)
{
	const struct gs_object *there, *found = gs_effects_object_of(of, object);
	guint i = 0;
	if (!found || !g_ptr_array_find(of->all_objects, found, &i) || i >= in->all_objects->len)
		return 0;
	there = in->all_objects->pdata[i];
	return there->kind == found->kind && there->name == found->name ? there->node : 0;
}

bool gs_effects_uses_of(struct gs_effects *effects, uint32_t object, gs_use_visit visit, void *data)
{
	const struct gs_object *of = gs_effects_object_of(effects, object);
	return of && tell_object(effects, of, visit, data);
}
