/* SPDX-License-Identifier: MIT */
/*
 * data/state - GL's state as the arguments of calls tell it: data/state.in, which says what each
 * word means. Like data.h: static, no state of its own, no GLib.
 */
#ifndef GS_DATA_STATE_H
#define GS_DATA_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "data/effect.h"

enum gs_state_kind {
	GS_STATE_CAPABILITY, /* what glEnable takes */
	GS_STATE_ENUM,
	GS_STATE_INTEGER,
	GS_STATE_BOOLEAN,
	GS_STATE_LONG,		/* an integer of 64 bits */
	GS_STATE_FLOAT,		/* from here on: floats */
	GS_STATE_UNIT_FLOAT,	/* clamped to 0..1 */
	GS_STATE_COLOUR,	/* integers are fractions of the largest one */
	GS_STATE_SHOWN_CLAMPED, /* not clamped; but drivers may say so */
};

static inline bool gs_state_is_float(uint8_t kind)
{
	return kind >= GS_STATE_FLOAT;
}

/* Which contexts have a variable, beside OpenGL's compatibility profiles. */
enum gs_state_api { GS_STATE_IN_CORE = 1, GS_STATE_IN_ES1 = 2, GS_STATE_IN_ES2 = 4 };

enum { GS_STATE_VALUES = 16, GS_STATE_SOURCES = 4 };

struct gs_state_scope {
	const char *name;   /* as in state.in */
	const char *prefix; /* stands before a variable's name; '#' is the index */
	bool is_first;	    /* index 0 is also known by the name alone */
	bool is_owned;	    /* by an object, not by a context */
};

struct gs_state_variable {
	const char *name;    /* "GL_BLEND" */
	uint32_t value;	     /* GL's number for that name */
	uint32_t groups;     /* bit i: gs_data_state_group(i) */
	uint8_t scope, kind; /* enum gs_state_kind */
	uint8_t count;	     /* values */
	uint8_t apis;	     /* enum gs_state_api bits */
	bool has_initial;
	float initial[4];
};

enum gs_state_source_kind {
	GS_SOURCE_ARGUMENT, /* its value; an array: its items */
	GS_SOURCE_CONSTANT,
	GS_SOURCE_UNKNOWN, /* the variable is not known from here on */
};

struct gs_state_rule {
	struct gs_effect owner; /* .owner, .object and .argument count */
	uint8_t scope;
	uint8_t index_how;   /* enum gs_effect_index, or GS_STATE_ALL_INDICES */
	uint8_t index_value; /* an argument, or the number */
	uint32_t index_base; /* is subtracted */
	uint8_t index_count; /* an argument: so many indices, each takes its own part of arrays;
				255: one */
	int16_t variable;    /* -1: the scope's whose number is argument `by` */
	uint8_t by;
	uint8_t first;		  /* of the variable's values */
	uint8_t condition;	  /* an argument; 255: none */
	uint32_t condition_value; /* that or GL_FRONT_AND_BACK */
	uint8_t n_sources;
	struct {
		uint8_t kind; /* enum gs_state_source_kind */
		uint8_t argument;
		float constant;
	} sources[GS_STATE_SOURCES];
};
enum { GS_STATE_ALL_INDICES = 255, GS_STATE_NO_ARGUMENT = 255 };

const struct gs_state_rule *gs_data_state_rules(unsigned function, size_t *n);
const struct gs_state_variable *gs_data_state_variable(unsigned number); /* NULL: past the end */
const struct gs_state_scope *gs_data_state_scope(unsigned number);
/* The variable of the scope with that number of GL's; -1: there is none. */
int gs_data_find_state(unsigned scope, uint32_t value);
/* A group's name, as glPushAttrib's without _BIT: "depth-buffer"; NULL past the end. Up to
 * "scissor" the groups' numbers are the bits of glPushAttrib's mask; then come "multisample", those
 * of glPushClientAttrib, "pixel-store" and "vertex-array", and "other". */
const char *gs_data_state_group(unsigned number);

enum gs_state_group {
	GS_STATE_COLOR_BUFFER_GROUP = 14,
	GS_STATE_SCISSOR_GROUP = 19,
	GS_STATE_MULTISAMPLE_GROUP,
	GS_STATE_PIXEL_STORE_GROUP,
	GS_STATE_VERTEX_ARRAY_GROUP,
	GS_STATE_OTHER_GROUP,
};

#endif
