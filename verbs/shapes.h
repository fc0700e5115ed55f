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

/* Add the schema of a result as a value. */
void gs_shapes_write_result(JsonBuilder *json, const char *result);
/* Add the schemas of all shapes as a value: an object, whose members the others name as
 * "#/shapes/NAME". */
void gs_shapes_write(JsonBuilder *json);

#endif
