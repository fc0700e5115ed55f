/* SPDX-License-Identifier: MIT */
/*
 * effects/context - what is bound when a call is made, and which calls change nothing, for code
 * that looks at a trace call by call. Each object has a number of its own that never changes; 0
 * means no object.
 */
#ifndef GS_EFFECTS_CONTEXT_H
#define GS_EFFECTS_CONTEXT_H

#include "effects/effects.h"
#include "data/object.h"

/* Called before an executed call takes effect. depth: 0 for a call that the program made; otherwise
 * the call stands in a display list that a call of the program executes, and its pixels and long
 * arrays are not there any more (class NONE). Not called for calls that are only compiled into a
 * list, nor for calls without a context. */
typedef void (*gs_effects_watch)(void *data, const struct gs_trace_call *call, unsigned depth);
/* Set the function that is called for each executed call; NULL: none. */
void gs_effects_set_watch(struct gs_effects *effects, gs_effects_watch watch, void *data);

/* Return the current context of the thread whose call was added last or is being added; 0: none.
 * The functions below are about that context, too, unless they take a thread. */
uint32_t gs_effects_context(const struct gs_effects *effects);
/* Return the window, pixmap or pbuffer that the thread draws into where no framebuffer object is
 * bound, and say in *is_pbuffer whether it is a pbuffer; 0: none. */
uint32_t gs_effects_drawable(const struct gs_effects *effects, bool *is_pbuffer);
/* Return the drawable that the last call showed, so that a frame of it ended; 0: none, or it is not
 * known which. */
uint32_t gs_effects_shown(const struct gs_effects *effects);
/* Return whether the context is one of OpenGL ES. */
bool gs_effects_is_es(const struct gs_effects *effects);
/* Return whether the context is between glBegin and glEnd. */
bool gs_effects_in_block(const struct gs_effects *effects);
/* Return whether the capability is enabled. Followed are GL_DEPTH_TEST, GL_BLEND, GL_SCISSOR_TEST,
 * GL_STENCIL_TEST, GL_LIGHTING and GL_VERTEX_PROGRAM_ARB; false for all others. */
bool gs_effects_is_enabled(const struct gs_effects *effects, uint32_t capability);
/* Return the object of that name, which is added if there is none; 0: no context, or 0 names no
 * object of that kind. */
uint32_t gs_effects_object_named(
	struct gs_effects *effects, enum gs_object_kind kind, uint64_t name);
/* Return the name of an object; that of a target's default texture is 2^32 times the target. */
uint64_t gs_effects_name(const struct gs_effects *effects, uint32_t object);
/* Return the object that is bound: a texture to a target of the active unit, a buffer to a target
 * (the vertex array's element buffer for GL_ELEMENT_ARRAY_BUFFER), a framebuffer to
 * GL_DRAW_FRAMEBUFFER or GL_READ_FRAMEBUFFER, a renderbuffer, a program, a pipeline or a vertex
 * array (target 0). Where no texture, framebuffer or vertex array was bound, that is the default
 * one. 0: none. */
uint32_t gs_effects_bound(struct gs_effects *effects, enum gs_object_kind kind, uint64_t target);
/* Return the texture that is bound to a target of the unit, or the default one; 0: no context. */
uint32_t gs_effects_bound_texture(struct gs_effects *effects, uint32_t unit, uint64_t target);
/* Return the sampler object that is bound to the unit; 0: none. */
uint32_t gs_effects_bound_sampler(struct gs_effects *effects, uint32_t unit);
/* Return the buffer that is bound at `index` of an indexed target, such as GL_UNIFORM_BUFFER; 0:
 * none. */
uint32_t gs_effects_bound_buffer(struct gs_effects *effects, uint32_t target, uint32_t index);
/* Return the bytes that a buffer was given; 0: none, or it is not known. */
uint64_t gs_effects_buffer_size(const struct gs_effects *effects, uint32_t buffer);
/* Return the active texture unit, from 0. */
uint32_t gs_effects_active_unit(const struct gs_effects *effects);
/* Return the name of the bound draw framebuffer; 0: the window's, or no context. */
uint64_t gs_effects_target_name(struct gs_effects *effects);
/* Return the object that is attached to the draw framebuffer at `at` and drawn into, and store its
 * level in *level: colours from 0, then depth at 16 and stencil at 17. 0: nothing is attached or
 * drawn into there, the framebuffer is a window's, or `at` is past the end. */
enum { GS_EFFECTS_DEPTH_AT = 16, GS_EFFECTS_ATTACHMENTS = 18 };
uint32_t gs_effects_attached(struct gs_effects *effects, unsigned at, unsigned *level);
/* Describe the attachment at `at`, whether it is drawn into or not. Return false if there is none,
 * the framebuffer is a window's, or `at` is past the end. */
struct gs_effects_attachment {
	uint32_t object;
	bool is_texture; /* else a renderbuffer */
	uint64_t target; /* of the texture; 0: it is not known */
	unsigned level;
	int32_t layer; /* -1: all layers, or the only one */
};
bool gs_effects_attachment(
	struct gs_effects *effects, unsigned at, struct gs_effects_attachment *attachment);
/* A binding, named as a query of GL names it. */
struct gs_effects_binding {
	/* TEXTURE or BUFFER; FRAMEBUFFER: an attachment of the draw framebuffer */
	enum gs_object_kind kind;
	/* A target; GL_IMAGE_BINDING_NAME; GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING; or
	 * GL_COLOR_ATTACHMENT0, ... */
	uint32_t where;
	uint32_t index; /* texture or image unit, attribute, indexed binding; UINT32_MAX: none */
	uint64_t size;	/* in bytes, of the buffer of an attribute */
};
/* Return the object that is bound there in the context that is current in the thread; 0: none, or
 * it is not known. */
uint32_t gs_effects_bound_at(
	struct gs_effects *effects, uint32_t thread, const struct gs_effects_binding *at);
/* Return the mapped buffer that contains the address, and store the address's byte in the buffer in
 * *offset; 0: none. */
uint32_t gs_effects_mapped(struct gs_effects *effects, uint64_t address, uint64_t *offset);

/* ---- calls that change nothing ---- */

struct gs_repeats;

/* Create the tracker of repeated state. Call before the first call is added to `effects`. */
struct gs_repeats *gs_repeats_new(struct gs_effects *effects);
void gs_repeats_free(struct gs_repeats *repeats);

enum gs_repeat {
	GS_REPEAT_NONE,	   /* sets no state, or does more than set state */
	GS_REPEAT_CHANGES, /* sets state */
	/* Sets state to the value that it has: the same call set it, and neither that state nor
	 * what the call depends on has changed since. */
	GS_REPEAT_IS,
};

/* Say whether the call that was added to `effects` last repeats state; call after each
 * gs_effects_add. Calls that the recorder made up are never repeats and count as changes of all
 * that they set, since they stand for calls that the file does not have. */
enum gs_repeat gs_repeats_add(struct gs_repeats *repeats, const struct gs_trace_call *call);

#endif
