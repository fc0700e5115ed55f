/* SPDX-License-Identifier: MIT */
/*
 * data/effect - what calls read, set and add to, as state paths: data/effects.in, which says what
 * each word means. Like data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_EFFECT_H
#define GS_DATA_EFFECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "data/object.h"
#include "data/slots.h" /* generated: enum gs_slot, GS_SLOT_...; gs_act; gs_scope, of state.in */

enum gs_effect_kind {
	GS_EFFECT_SET,
	GS_EFFECT_ADD,
	GS_EFFECT_READ,
	GS_EFFECT_BIND,
	GS_EFFECT_DO, /* .act alone counts */
};

enum gs_effect_owner {
	GS_OWNER_CONTEXT,
	GS_OWNER_NAMED,	  /* .argument is its name */
	GS_OWNER_TARGET,  /* .argument is the target to which it is bound */
	GS_OWNER_CURRENT, /* the one that is bound */
	GS_OWNER_DRAW,	  /* the framebuffer that is drawn into */
	GS_OWNER_READ,	  /* the framebuffer that is read from */
};

enum gs_effect_index {
	GS_INDEX_VALUE, /* the argument's */
	GS_INDEX_TEXT,	/* the argument's, hashed */
	GS_INDEX_FACE,	/* an argument; both faces: no index */
	GS_INDEX_NUMBER,
	GS_INDEX_UNIT,
	GS_INDEX_CLIENT_UNIT,
	GS_INDEX_MATRIX,
};

enum { GS_EFFECT_INDICES = 3 };

struct gs_effect {
	uint8_t kind;	    /* enum gs_effect_kind */
	uint8_t owner;	    /* enum gs_effect_owner */
	uint8_t object;	    /* the owner's enum gs_object_kind */
	uint8_t argument;   /* see owner */
	uint8_t slot;	    /* enum gs_slot; GS_SLOT_ALL: all of the owner */
	uint8_t act;	    /* enum gs_act */
	uint8_t bound_kind; /* of BIND: what is bound, enum gs_object_kind, and ... */
	uint8_t bound;	    /* ... the argument that names it */
	uint8_t n_indices;
	struct {
		uint8_t how;   /* enum gs_effect_index */
		uint8_t value; /* an argument, or the number */
	} indices[GS_EFFECT_INDICES];
};

/* *n of them, in order; `*is_known` is false where effects.in does not name the function, which is
 * then taken for one that may change anything, or by its name for one that only asks. */
const struct gs_effect *gs_data_effects(unsigned function, size_t *n, bool *is_known);
const char *gs_data_slot_name(unsigned slot); /* as in effects.in; "" for none */

#endif
