/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/names - what the calls say that things are called: programs, framebuffers,
 * textures and so on by their labels, programs also by those of their shaders; uniforms and
 * attributes by the names that the program has asked for or bound, uniforms also by those that the
 * driver tells. What was said holds from its call on, until the object of that number is made anew,
 * and of uniforms until the program is linked again. Not thread-safe.
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

/* An executed call, after which the thread has these bindings. memory: as wire/memory.h says, NULL
 * none. */
void gs_call_names_note(struct gs_call_names *names, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding, const uint8_t *memory,
	size_t memory_size);

/* Calls before that place are dropped, `kept` others are there: what was said before it and does
 * not hold there is forgotten, now and then. */
void gs_call_names_drop(struct gs_call_names *names, struct gs_call_place place, uint64_t kept);

/* The driver says that the program which the thread uses before the call at that place has n
 * uniforms at these locations, since it was linked. What the program has asked for stands. program:
 * its number there, 0 if that is not the list's; where the list has another, bound before calls
 * that it lacks, none is taken. */
void gs_call_names_tell(struct gs_call_names *names, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n);

/* Of the program that the thread uses before the call at that place: "sky", "a.vert + a.frag",
 * "program 5", "pipeline 2"; g_free. NULL: it uses none, or that is not known. */
char *gs_call_names_program(
	const struct gs_call_names *names, uint32_t thread, struct gs_call_place place);
/* The label of a program that the thread names there, or the names of its shaders; g_free. NULL:
 * there are none. */
char *gs_call_names_of_program(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t program);
/* Of a location of that program; program 0: of the one in use there. Borrowed; NULL: not known. */
const char *gs_call_names_uniform(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t program, int32_t location);
/* Likewise of an attribute of the program in use; where that says nothing, or none is in use, the
 * name that all programs give it which say something. */
const char *gs_call_names_attribute(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t index);
/* NULL: it has no label. */
const char *gs_call_names_framebuffer(const struct gs_call_names *names, uint32_t group,
	struct gs_call_place place, uint32_t framebuffer);
/* Of a texture, buffer, renderbuffer or sampler, which kind (data/object.h) tells. Borrowed; NULL:
 * it has none, or is another kind. */
const char *gs_call_names_label(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, unsigned kind, uint32_t name);

#endif
