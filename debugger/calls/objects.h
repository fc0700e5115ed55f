/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/objects - the objects that the arguments of a call name: textures, buffers,
 * programs and so on, one by one or in arrays (data/names.in); and the calls that name the same
 * one. Objects are told by kind and number alone: where contexts share nothing, two may have the
 * same.
 */
#ifndef GS_CALL_OBJECTS_H
#define GS_CALL_OBJECTS_H

#include <stdbool.h>
#include <glib.h>
#include "debugger/calls/info.h"

struct gs_call_object {
	unsigned kind; /* enum gs_object_kind; GS_OBJECT_NONE: none */
	uint64_t name;
};

/* Return the word of a kind, static: "texture", "vertex-array". NULL: numbers of that kind mean an
 * object only within one program (locations), or none. */
const char *gs_call_object_word(unsigned kind);
/* Parse "KIND NUMBER", such as "texture 5". Return false if it is no such text. */
bool gs_call_object_parse(const char *text, struct gs_call_object *object);
/* Append the objects that the call names to `found`, an empty GArray of struct gs_call_object: each
 * once, without number 0, the first `most` of them. */
void gs_call_objects(const struct gs_call_info *call, guint most, GArray *found);
/* Return whether an argument of the call, or an element of one, names the object. */
bool gs_call_names_object(const struct gs_call_info *call, const struct gs_call_object *object);
/* Set the bits in functions[GS_WIRE_FUNCTIONS / 8] of the functions that may name an object of that
 * kind. */
void gs_call_object_functions(unsigned kind, uint8_t *functions);

#endif
