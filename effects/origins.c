/* SPDX-License-Identifier: MIT */
#include "effects/origins.h"

#include <string.h>
#include "effects/private.h"

static bool is_one(const struct gs_object *object, unsigned kind)
{
	/* Shaders have the same kind as programs; only programs were linked. */
	return object && object->kind == kind &&
	       (kind != GS_OBJECT_PROGRAM || object->program.linked);
}

static const struct gs_object *find_in_list(
	const struct gs_effects *effects, uint32_t list, unsigned kind)
{
	const uint64_t *starts = (const uint64_t *)(void *)effects->list_starts->data;
	const uint32_t *words = (const uint32_t *)(void *)effects->lists->data;
	for (uint64_t i = starts[list]; i < starts[list + 1]; i++) {
		const struct gs_object *object = gs_effects_object_of(
			effects, words[i] & GS_ACCESS_NODE);
		if (is_one(object, kind))
			return object;
	}
	return NULL;
}

/* Return the first object of that kind that the call reads as a whole; NULL: none. */
static const struct gs_object *find_read(
	const struct gs_effects *effects, uint64_t place, unsigned kind)
{
	uint64_t n;
	const uint32_t *words = gs_log_words(effects, place, &n);
	for (uint64_t i = 0; i < n; i++) {
		uint32_t what = words[i] >> GS_ACCESS_SHIFT, node = words[i] & GS_ACCESS_NODE;
		const struct gs_object *object = what == GS_ACCESS_READ
							 ? gs_effects_object_of(effects, node)
						 : what == GS_ACCESS_LIST
							 ? find_in_list(effects, node, kind)
							 : NULL;
		if (is_one(object, kind))
			return object;
		i += gs_log_has_range(what) ? 4 : 0;
	}
	return NULL;
}

static unsigned kind_of(const struct gs_trace_function *function)
{
	unsigned plain = gs_data_plain(function->number);
	if (plain == GS_FN_glReadPixels || plain == GS_FN_glReadnPixels)
		return GS_OBJECT_FRAMEBUFFER;
	if (function->kinds & GS_KIND_ASKS_QUERY)
		return GS_OBJECT_QUERY;
	return function->kinds & GS_KIND_READS_PIXELS ? GS_OBJECT_TEXTURE : GS_OBJECT_PROGRAM;
}

struct gs_origin gs_effects_origin(
	const struct gs_effects *effects, uint64_t place, const struct gs_trace_call *call)
{
	struct gs_origin origin = {0};
	const struct gs_object *object = find_read(effects, place, kind_of(call->function));
	if (!object)
		return origin;
	origin.kind = object->kind;
	origin.name = object->name & UINT32_MAX;
	for (unsigned i = 0; i < call->function->n_args; i++)
		if (strcmp(call->function->args[i], "level") == 0)
			origin.level = (uint32_t)gs_effects_number(&call->args[i]);
	return origin;
}
