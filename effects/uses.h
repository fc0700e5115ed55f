/* SPDX-License-Identifier: MIT */
/*
 * effects/uses - which calls make, change, use or only name an object: a texture, a buffer, a
 * program, a framebuffer.
 */
#ifndef GS_EFFECTS_USES_H
#define GS_EFFECTS_USES_H

#include "effects/effects.h"
#include "data/object.h"

/* What a call does with the object: the first kind that fits. Where a rule is not sure, a draw
 * counts as reading or changing the object. */
enum gs_use_kind {
	GS_USE_MAKES,	/* from there on the name stands for this object */
	GS_USE_CHANGES, /* changes its contents or parameters */
	GS_USE_READS,	/* reads them */
	GS_USE_NAMES	/* binds it, or asks whether it exists or what it is */
};

typedef void (*gs_use_visit)(void *data, uint64_t call, enum gs_use_kind kind);
/* Call `visit`, in order, for each added call that does something with the object that now has that
 * name in the context which is current in the thread. Return false if there is no such context, or
 * nothing was done with the object but to make it. */
bool gs_effects_uses(struct gs_effects *effects, uint32_t thread, enum gs_object_kind kind,
	uint64_t name, gs_use_visit visit, void *data);
/* Likewise for the last object of that name in any context with which more was done than to make
 * it. Return false if there is none. */
bool gs_effects_uses_of_last(struct gs_effects *effects, enum gs_object_kind kind, uint64_t name,
	gs_use_visit visit, void *data);
/* Return the number of objects; other functions may add one when they are asked for a name. */
unsigned gs_effects_objects(const struct gs_effects *effects);
/* Return the number that the object has among the effects `in`, to which the same calls of the same
 * trace, and more or fewer, were added, and which were not asked for a name that adds an object; 0:
 * it is not there. */
uint32_t gs_effects_same_object(
	const struct gs_effects *of, uint32_t object, const struct gs_effects *in);
/* Likewise for an object by its number, as in effects/context.h. Return false if nothing was done
 * with it but to make it. */
bool gs_effects_uses_of(
	struct gs_effects *effects, uint32_t object, gs_use_visit visit, void *data);

#endif
