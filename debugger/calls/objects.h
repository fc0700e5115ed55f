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

/* "texture", "vertex-array"; NULL: such numbers mean an object only to one program, or none. */
const char *gs_call_object_word(unsigned kind);
/* Of "KIND NUMBER", as in "texture 5". False: it is no such text. */
bool gs_call_object_parse(const char *text, struct gs_call_object *object);
/* Adds the first of them to found, a GArray of struct gs_call_object, which is empty, each once,
 * without those of number 0; at most that many. */
void gs_call_objects(const struct gs_call_info *call, guint most, GArray *found);
bool gs_call_names_object(const struct gs_call_info *call, const struct gs_call_object *object);
/* The bits of the functions that may name an object of that kind. */
void gs_call_object_functions(unsigned kind, uint8_t *functions);

#endif
