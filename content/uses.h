/* SPDX-License-Identifier: MIT */
/*
 * content/uses - which calls make, change, use or only name an object: a texture, a buffer, a
 * program, a framebuffer.
 */
#ifndef GS_CONTENT_USES_H
#define GS_CONTENT_USES_H

#include "content/content.h"
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
bool gs_content_uses(struct gs_content *content, uint32_t thread, enum gs_object_kind kind,
	uint64_t name, gs_use_visit visit, void *data);
/* The same for the last object of that name, in whichever context, that was not only made. */
bool gs_content_uses_of_last(struct gs_content *content, enum gs_object_kind kind, uint64_t name,
	gs_use_visit visit, void *data);
/* How many objects there are: asking for one may make it. */
unsigned gs_content_objects(const struct gs_content *content);
/* The object in another content to which the same calls, and more or fewer, were added, and of
 * which nothing was asked that made an object. 0: it is not there. */
uint32_t gs_content_same_object(
	const struct gs_content *of, uint32_t object, const struct gs_content *in);
/* The same for an object of content/context.h. False: nothing was done with it but to make it. */
bool gs_content_uses_of(
	struct gs_content *content, uint32_t object, gs_use_visit visit, void *data);

#endif
