/* SPDX-License-Identifier: MIT */
/*
 * effects/uses - which calls make, change, use or only name an object: a texture, a buffer, a
 * program, a framebuffer.
 */
#ifndef GS_EFFECTS_USES_H
#define GS_EFFECTS_USES_H

#include "effects/effects.h"
#include "data/object.h"

/* What a call does with the object; the first that fits. A rule that is not sure says that a draw
 * reads or writes it. */
enum gs_use_kind {
	GS_USE_MAKES,	/* from there on the name is this object's */
	GS_USE_CHANGES, /* its contents or parameters */
	GS_USE_READS,	/* them */
	GS_USE_NAMES	/* binds it, or asks for it */
};

typedef void (*gs_use_visit)(void *data, uint64_t call, enum gs_use_kind kind);
/* Each call of those added so far, in order, for the object that has that name now in the context
 * which is current in the thread. False: there is none that anything was done with, or no context.
 */
bool gs_effects_uses(struct gs_effects *effects, uint32_t thread, enum gs_object_kind kind,
	uint64_t name, gs_use_visit visit, void *data);
/* The same for the last object of that name, in whichever context, that was not only made. */
bool gs_effects_uses_of_last(struct gs_effects *effects, enum gs_object_kind kind, uint64_t name,
	gs_use_visit visit, void *data);
/* How many objects there are: asking for one may make it. */
unsigned gs_effects_objects(const struct gs_effects *effects);
/* The object among other effects, of a trace to which the same calls, and more or fewer, were
 * added, and of which nothing was asked that made an object. 0: it is not there. */
uint32_t gs_effects_same_object(
	const struct gs_effects *of, uint32_t object, const struct gs_effects *in);
/* The same for an object of effects/context.h. False: nothing was done with it but to make it. */
bool gs_effects_uses_of(
	struct gs_effects *effects, uint32_t object, gs_use_visit visit, void *data);

#endif
