/* SPDX-License-Identifier: MIT */
/*
 * effects/context - what is bound where at a call, and which calls change nothing: for those that
 * look at a trace call by call. Objects are numbers, each object's own for good; 0: there is none.
 */
#ifndef GS_EFFECTS_CONTEXT_H
#define GS_EFFECTS_CONTEXT_H

#include "effects/effects.h"
#include "data/object.h"

/* A call is executed; it has changed nothing yet. Depth 0: the program made it; else it stands in a
 * display list, which the call of the program executes; the pixels and long arrays of such a call
 * are not there any more (class NONE). Not told: what is only compiled into a list, and calls
 * without a context. */
typedef void (*gs_effects_watch)(void *data, const struct gs_trace_call *call, unsigned depth);
void gs_effects_set_watch(struct gs_effects *effects, gs_effects_watch watch, void *data);

/* Of the thread whose call was added last, or is being added. */
uint32_t gs_effects_context(const struct gs_effects *effects);
/* What that thread draws into where no framebuffer is bound, a window, pixmap or pbuffer; 0:
 * nothing. */
uint32_t gs_effects_drawable(const struct gs_effects *effects, bool *is_pbuffer);
/* What that call has shown, so that a frame of it has ended; 0: nothing, or it is not known what.
 */
uint32_t gs_effects_shown(const struct gs_effects *effects);
/* It was made as one of OpenGL ES. */
bool gs_effects_is_es(const struct gs_effects *effects);
/* Between glBegin and glEnd. */
bool gs_effects_in_block(const struct gs_effects *effects);
/* Of GL_DEPTH_TEST, GL_BLEND, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_LIGHTING, GL_VERTEX_PROGRAM_ARB
 * alone. */
bool gs_effects_is_enabled(const struct gs_effects *effects, uint32_t capability);
/* The object of that name. */
uint32_t gs_effects_object_named(
	struct gs_effects *effects, enum gs_object_kind kind, uint64_t name);
/* The name of an object; of textures that are there where none was bound, 2^32 times the target. */
uint64_t gs_effects_name(const struct gs_effects *effects, uint32_t object);
/* What is bound: a texture to a target of the active unit, a buffer to a target (the vertex array's
 * element buffer among them), a framebuffer to GL_DRAW_FRAMEBUFFER or GL_READ_FRAMEBUFFER, a
 * program, a pipeline or a vertex array (target 0). Of textures, framebuffers and vertex arrays
 * also the one that is there where none was bound. */
uint32_t gs_effects_bound(struct gs_effects *effects, enum gs_object_kind kind, uint64_t target);
uint32_t gs_effects_bound_texture(struct gs_effects *effects, uint32_t unit, uint64_t target);
uint32_t gs_effects_bound_sampler(struct gs_effects *effects, uint32_t unit);
/* Of an indexed target, such as GL_UNIFORM_BUFFER. */
uint32_t gs_effects_bound_buffer(struct gs_effects *effects, uint32_t target, uint32_t index);
uint32_t gs_effects_active_unit(const struct gs_effects *effects);
/* The name under which the bound draw framebuffer goes; 0: a window's. */
uint64_t gs_effects_target_name(struct gs_effects *effects);
/* What is attached to the draw framebuffer, and drawn into: colours from 0, then depth at 16 and
 * stencil at 17. 0: nothing, or the framebuffer is a window's, or `at` is past the end. */
enum { GS_EFFECTS_DEPTH_AT = 16, GS_EFFECTS_ATTACHMENTS = 18 };
uint32_t gs_effects_attached(struct gs_effects *effects, unsigned at, unsigned *level);
/* The same, and whether it is drawn into or not. False: nothing, ... */
struct gs_effects_attachment {
	uint32_t object;
	bool is_texture; /* else a renderbuffer */
	uint64_t target; /* of the texture; 0: not known */
	unsigned level;
	int32_t layer; /* -1: the only one, or all that there are */
};
bool gs_effects_attachment(
	struct gs_effects *effects, unsigned at, struct gs_effects_attachment *attachment);
/* A binding as GL is asked for it. */
struct gs_effects_place {
	/* TEXTURE, BUFFER; FRAMEBUFFER: what is attached to the one that is drawn into */
	enum gs_object_kind kind;
	/* A target; GL_IMAGE_BINDING_NAME; GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING; or
	 * GL_COLOR_ATTACHMENT0, ... */
	uint32_t where;
	uint32_t index; /* texture or image unit, attribute, indexed binding; UINT32_MAX: none */
	uint64_t size;	/* of the buffer of an attribute */
};
/* What is bound there, in the context that is current in the thread; 0: nothing, or it is not
 * known. */
uint32_t gs_effects_at_place(
	struct gs_effects *effects, uint32_t thread, const struct gs_effects_place *at);
/* The mapped buffer that holds that address, and the address's byte in it. */
uint32_t gs_effects_mapped(struct gs_effects *effects, uint64_t address, uint64_t *offset);

/* ---- calls that change nothing ---- */

struct gs_repeats;

struct gs_repeats *gs_repeats_new(struct gs_effects *effects); /* before the first call is added */
void gs_repeats_free(struct gs_repeats *repeats);

enum gs_repeat {
	GS_REPEAT_NONE,	   /* sets no state, or more than state */
	GS_REPEAT_CHANGES, /* sets state */
	GS_REPEAT_IS,	   /* sets state to what it is: the same call set it, and nothing has
			      changed it since, nor what the call depends on */
};

/* Right after each call is added. The recorder's own are no repeats, and may change anything that
 * they set: they tell of arrays whose own calls the file has not. */
enum gs_repeat gs_repeats_add(struct gs_repeats *repeats, const struct gs_trace_call *call);

#endif
