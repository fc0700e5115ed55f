/* SPDX-License-Identifier: MIT */
/*
 * verbs/shapes - what verbs reply with, as `glstep help --json` publishes it in the words of JSON
 * Schema (json-schema.org, draft 2020-12).
 *
 * A verb's row in the table says the members of its result in a short form:
 *   width:integer        a member; its type is integer, number (an integer, a real, or a string
 *                        where JSON has no such number: "nan", "inf", "-inf", 2^63 and more),
 *                        string, boolean, null, any, a shape of the list in shapes.c, [TYPE] or
 *                        {MEMBERS}; several may be joined by |
 *   note?:string         one that is not always there
 *   *:integer            any others
 *   stop                 all members of that shape
 *   A | B                the members A, or the members B
 */
#ifndef GS_VERBS_SHAPES_H
#define GS_VERBS_SHAPES_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/* Add the schema of a result as a value. */
void gs_shapes_write_result(JsonBuilder *json, const char *result);
/* Add the schemas of all shapes as a value: an object, whose members the others name as
 * "#/shapes/NAME". */
void gs_shapes_write(JsonBuilder *json);

/* A member of a result: its name, whether it may lack, its type; "*" stands for any others. */
typedef void gs_shapes_func(
	gpointer data, const char *name, size_t length, bool may_lack, const char *type, size_t n);
/* Call func for each of these, those of shapes that are named in their place. */
void gs_shapes_each(const char *members, size_t length, gs_shapes_func *func, gpointer data);
/* Return the members of a record that an element of the type is: "name:string n:integer" of
 * "[{name:string n:integer}]", of "{*:TYPE}" that TYPE, and of a shape its own. *n: their length;
 * 0 where an element is none. */
const char *gs_shapes_record(const char *type, size_t length, size_t *n);

#endif
