/* SPDX-License-Identifier: MIT */
/*
 * data/object - which arguments of functions, and elements of what they point at, are names of
 * objects or other numbers that GL gives out: data/names.in, which says what the kinds are. Like
 * data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_OBJECT_H
#define GS_DATA_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gs_object_kind { /* data/objects.py has them in this order */
	GS_OBJECT_NONE,
	/* of a share group */
	GS_OBJECT_TEXTURE,
	GS_OBJECT_BUFFER,
	GS_OBJECT_RENDERBUFFER,
	GS_OBJECT_SAMPLER,
	GS_OBJECT_PROGRAM,
	GS_OBJECT_ASSEMBLY,
	GS_OBJECT_SYNC,
	GS_OBJECT_FENCE,
	GS_OBJECT_ATI_SHADER,
	GS_OBJECT_MEMORY,
	GS_OBJECT_SEMAPHORE,
	GS_OBJECT_HANDLE,
	/* of a context */
	GS_OBJECT_VERTEX_ARRAY,
	GS_OBJECT_FRAMEBUFFER,
	GS_OBJECT_QUERY,
	GS_OBJECT_FEEDBACK,
	GS_OBJECT_PIPELINE,
	/* of a program */
	GS_OBJECT_LOCATION,
	GS_OBJECT_BLOCK,
	GS_OBJECT_STORAGE_BLOCK,
	GS_OBJECT_SUBROUTINE,
	/* any number may be a display list's */
	GS_OBJECT_LIST,
	GS_N_OBJECT_KINDS
};

static inline bool gs_object_is_of_context(unsigned kind)
{
	return kind >= GS_OBJECT_VERTEX_ARRAY && kind <= GS_OBJECT_PIPELINE;
}

enum { GS_OBJECT_RETURNED = 254, GS_OBJECT_NO_PROGRAM = 255 };

struct gs_object_rule {
	uint8_t argument; /* GS_OBJECT_RETURNED: the result */
	uint8_t kind;	  /* enum gs_object_kind */
	uint8_t program;  /* of a program: the argument that names it, or GS_OBJECT_NO_PROGRAM: the
			     one in use */
	bool is_new;	  /* the call makes these names */
	bool is_deleted;
};

/* The kind of object that a function which sets a label calls so: GL_BUFFER, GL_TEXTURE, ..., with
 * the names of EXT_debug_label; NONE: it is none of these. */
enum gs_object_kind gs_data_label_kind(uint32_t identifier);
/* What an EGLImage of that target is of, EGL_GL_TEXTURE_2D, EGL_GL_RENDERBUFFER, ...; NONE: nothing
 * of GL. */
enum gs_object_kind gs_data_image_kind(uint64_t target);
/* *n of them. A number outside has none. */
/* Its first argument is the name of a buffer, not a target to which one is bound. */
bool gs_data_names_buffer(unsigned function);
const struct gs_object_rule *gs_data_object_rules(unsigned function, size_t *n);

#endif
