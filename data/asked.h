/* SPDX-License-Identifier: MIT */
/*
 * data/asked - what preload/ asks GL for, in that order: data/asked.in, which says what each word
 * means; what the variables are says data/state.in. Like data.h: static, no state of its own, no
 * GLib.
 */
#ifndef GS_DATA_ASKED_H
#define GS_DATA_ASKED_H

#include <stdbool.h>
#include <stdint.h>
#include "data/state.h"

/* ---- what the debugger's `state` shows ---- */

struct gs_asked {
	uint32_t name; /* GL's number for it */
	uint32_t text; /* an offset, so that the preload library has nothing to relocate */
	uint8_t kind;  /* enum gs_state_kind */
	uint8_t count; /* values; 0 ends a list */
};

/* Returns "GL_BLEND". */
const char *gs_asked_text(const struct gs_asked *asked);

extern const struct gs_asked gs_asked_context[], gs_asked_draw_buffer[], gs_asked_viewport[];
extern const struct gs_asked gs_asked_framebuffer[], gs_asked_buffer[], gs_asked_image[];
extern const struct gs_asked gs_asked_array[], gs_asked_unit[], gs_asked_sampler[];
extern const struct gs_asked gs_asked_texture[], gs_asked_texture_level[];
/* Of compatibility contexts. */
extern const struct gs_asked gs_asked_legacy[], gs_asked_legacy_unit[];
extern const struct gs_asked gs_asked_texture_environment[], gs_asked_generation[];
extern const struct gs_asked gs_asked_light[], gs_asked_material[];

/* ---- the state of attribute groups, as calls ---- */

enum gs_attribute_type {
	GS_ATTRIBUTE_INT,
	GS_ATTRIBUTE_UINT,
	GS_ATTRIBUTE_FLOAT,
	GS_ATTRIBUTE_DOUBLE,
	GS_ATTRIBUTE_BOOLEAN,
};

enum gs_attribute_operand_kind {
	GS_ATTRIBUTE_END,
	GS_ATTRIBUTE_CONSTANT, /* name */
	GS_ATTRIBUTE_UNIT,     /* the active texture unit */
	GS_ATTRIBUTE_VALUE, /* of glGet*(name): `count` values from `first` on, an argument each */
	GS_ATTRIBUTE_POINTER, /* likewise, to which one argument points */
};

enum { GS_ATTRIBUTE_OPERANDS = 6 };

/* groups: bits of glPushAttrib; 0 ends a list. */
struct gs_attribute_capability {
	uint32_t groups, name;
};

struct gs_attribute_call {
	uint32_t groups;
	bool is_legacy; /* not in core contexts, where drivers answer nevertheless */
	uint16_t function;
	struct gs_attribute_operand {
		uint8_t kind, type; /* enum gs_attribute_operand_kind, enum gs_attribute_type */
		uint8_t count, first;
		uint32_t name;
	} operands[GS_ATTRIBUTE_OPERANDS];
};

/* One parameter of n objects. */
struct gs_attribute_object {
	uint32_t groups;
	bool is_legacy; /* not in core contexts */
	bool is_eye;	/* the setter multiplies with the modelview matrix */
	bool is_plain;	/* the setter takes no parameter's name */
	uint8_t type;	/* enum gs_attribute_type */
	uint16_t getter, setter;
	uint32_t first;	    /* the first one's number; the others have those behind it */
	uint32_t parameter; /* 0: nor does the getter */
	uint8_t n, count;   /* objects; values */
};

extern const struct gs_attribute_capability gs_attribute_capabilities[];
extern const struct gs_attribute_call gs_attribute_calls[];
extern const struct gs_attribute_object gs_attribute_objects[];
/* Of a raster position that is valid, before the current values; likewise of each texture unit. */
extern const struct gs_attribute_call gs_attribute_raster_calls[], gs_attribute_raster_unit_calls[];
/* Of each texture unit. */
extern const struct gs_attribute_capability gs_attribute_unit_capabilities[];
extern const struct gs_attribute_call gs_attribute_unit_calls[];
extern const struct gs_attribute_object gs_attribute_unit_objects[];
/* What no group has; in OpenGL ES alone; the pixel store. For recordings that begin in the middle
 * of a run. */
extern const struct gs_attribute_capability gs_attribute_more_capabilities[];
extern const struct gs_attribute_call gs_attribute_more_calls[], gs_attribute_es_calls[];
extern const struct gs_attribute_call gs_attribute_pixel_store_calls[];
/* Of the texture that is bound to each of its targets. */
extern const struct gs_attribute_object gs_attribute_texture_objects[];

#endif
