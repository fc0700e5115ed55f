/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/names - names of objects for the list of calls, collected from the calls of the
 * list. Programs, framebuffers, textures and so on have their labels (glObjectLabel); a GL program
 * without one has those of its shaders. Uniforms and attributes have the names with which the calls
 * ask for locations or bind them; uniforms also those that the driver tells. A name holds from the
 * call that gave it on, until the object of that number is created anew, and that of a uniform
 * until its program is linked again: so all questions say before which call of the list they ask.
 * Not thread-safe. Names that are returned are UTF-8; borrowed ones live until names are changed.
 */
#ifndef GS_CALL_NAMES_H
#define GS_CALL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "debugger/calls/binding.h"
#include "debugger/calls/place.h"

struct gs_call_names;

struct gs_call_uniform {
	int32_t location; /* -1: none */
	const char *name;
};

struct gs_call_names *gs_call_names_new(void);
void gs_call_names_free(struct gs_call_names *names);
void gs_call_names_clear(struct gs_call_names *names);

/* Add what the call at the end of the list, at `place`, says of names. binding: what its thread has
 * behind it. memory: what its pointers point at, as wire/memory.h says; NULL: not known. */
void gs_call_names_note(struct gs_call_names *names, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding, const uint8_t *memory,
	size_t memory_size);

/* Forget names that do not hold any more at `place`, before which calls were dropped. kept: how
 * many calls the list still has; forgetting costs time, and is put off until half as many were
 * dropped. */
void gs_call_names_drop(struct gs_call_names *names, struct gs_call_place place, uint64_t kept);

/* Add the n uniforms that the driver tells of the GL program that the thread uses before the call
 * at `place`. They hold since the program was linked; names that calls have asked for take
 * precedence. program: the driver's number of that program, with which the list's must agree, or
 * nothing is added (the list may lack the call that bound it); 0: do not compare, as numbers of a
 * trace and of the driver differ. */
void gs_call_names_tell(struct gs_call_names *names, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n);

/* Return the name of the GL program that the thread uses before the call at that place: "sky",
 * "a.vert + a.frag", "program 5", "pipeline 2"; g_free. NULL: it uses none, or that is not known.
 */
char *gs_call_names_program(
	const struct gs_call_names *names, uint32_t thread, struct gs_call_place place);
/* Return the label of a program, by its number in the thread's context there, or the labels of its
 * shaders; g_free. NULL: there are none. */
char *gs_call_names_of_program(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t program);
/* Return the name of the uniform at a location of that program, borrowed; program 0: of the one in
 * use there. NULL: it is not known. */
const char *gs_call_names_uniform(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t program, int32_t location);
/* Return the name of the attribute with that index in the program in use, borrowed. If that is not
 * known, or none is in use: the one that all programs with a name for that index agree on. NULL:
 * there is none. */
const char *gs_call_names_attribute(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t index);
/* Return the label of a framebuffer of that share group, borrowed; NULL: it has none. */
const char *gs_call_names_framebuffer(const struct gs_call_names *names, uint32_t group,
	struct gs_call_place place, uint32_t framebuffer);
/* Return the label of a texture, buffer, renderbuffer or sampler, borrowed. kind: enum
 * gs_object_kind. NULL: it has none, or it is an object of another kind. */
const char *gs_call_names_label(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, unsigned kind, uint32_t name);

#endif
