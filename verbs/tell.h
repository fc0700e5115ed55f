/* SPDX-License-Identifier: MIT */
/*
 * verbs/tell - what a tree says, as lines for people, by a template. What stands in its braces
 * begins with a member's name, "a.b" for a member of a member, "/a" for one of the whole tree, "."
 * for all that the template is about, or "$" for the name or number of what * tells, also in a
 * path: {file}               the member as text; nothing where it is not there {file:10}  {file:-4}
 * padded to that width, at the left or at the right {calls#call|calls}   "1 call", "3 calls"; of a
 * list its length, here and before > {depth^40}           as many times two spaces, of 40 at most
 *   {note?A|B}           A if it is there and not null, false, 0 or empty; else B, which may lack
 *   {level!A|B}          A if it is there
 *   {kind=line?A|B}      A if it is that
 *   {samples>1?A|B}      A if it is more than that number
 *   {list*A|B}           A for each element or member, which that is about; B where there is none
 *   {list+, *A|B}        the same, with ", " between them
 *   {call@line}          a part that several templates have, or a function: tell-parts.c
 * A and B are templates.
 */
#ifndef GS_VERBS_TELL_H
#define GS_VERBS_TELL_H

#include <json-glib/json-glib.h>

/* What a template is about: a node, and its name or number in what it is of. */
struct gs_told {
	JsonNode *node, *root;
	const char *name; /* NULL: it has a number */
	guint number;
};
/* tell-parts.c: append what the template says of it; of a node that is the root. Nodes may be NULL.
 */
void gs_tell_about(const struct gs_told *about, const char *template, GString *text);
void gs_tell(JsonNode *node, const char *template, GString *text);
/* tell.c: return the node that such a path names; NULL: there is none. */
JsonNode *gs_tell_node(const struct gs_told *about, const char *path);

/* Append what the part of that name, of so many characters, says of a node. of: what the template
 * is about, which has the node. */
typedef void gs_tell_parts_func(
	JsonNode *node, JsonNode *of, const char *name, size_t length, GString *text);
/* tell.c: the same, with these parts; NULL: the template names none. */
void gs_tell_with_parts(const struct gs_told *about, const char *template,
	gs_tell_parts_func *parts, GString *text);
void gs_tell_with(JsonNode *node, const char *template, gs_tell_parts_func *parts, GString *text);

/* ---- tell-numbers.c: parts that are about values and numbers ---- */

typedef void gs_tell_func(JsonNode *node, JsonObject *of, GString *text);
/* A value of a shader, of the `type` that is told beside it, with `members` where it is a struct's;
 * "undefined" for the scalars that are `undefined_at`. */
gs_tell_func gs_tell_value;
/* " position = (1, 2, 3), seen = 1" of a vertex, by the outputs. */
gs_tell_func gs_tell_outputs;
/* A number that was fetched; " 1, 2" of several; of how many there are NaNs, where there may be. */
gs_tell_func gs_tell_number, gs_tell_numbers, gs_tell_faults;
/* Nanoseconds, as "4.9 ms". */
gs_tell_func gs_tell_time;
/* The elements of a buffer, the rows of a mesh. */
gs_tell_func gs_tell_elements, gs_tell_rows;

#endif
