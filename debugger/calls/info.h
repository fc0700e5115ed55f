/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/info - a call as it is shown: names, values as text, and what its pointers point
 * at. A gs_call_info owns its texts and contents: gs_call_info_clear. From any thread.
 */
#ifndef GS_CALL_INFO_H
#define GS_CALL_INFO_H

#include <stdbool.h>
#include <sys/types.h>
#include <glib.h>
#include "debugger/calls/place.h"
#include "wire/memory.h"
#include "wire/wire.h"

struct gs_call_store;

/* What an argument or a returned pointer points at. */
struct gs_argument_contents {
	enum gs_wire_memory_kind kind;
	bool out;	     /* written by the call */
	bool cut;	     /* bytes holds less than .count */
	bool no_address;     /* its address in the program is not known */
	bool pairs;	     /* elements are a name, its value, the next name, ... */
	uint64_t count;	     /* elements, bytes of text or of pixels, texts */
	uint8_t class, bits; /* of an element: enum gs_class, or GS_CLASS_STRUCT */
	const char *group;   /* of its constants, NULL none */
	unsigned api;	     /* enum gs_function_api bits */
	uint32_t info[6];    /* struct gs_wire_memory */
	uint64_t skip;	     /* likewise */
	GBytes *bytes;
};
/* Return how many elements or texts .bytes holds. */
size_t gs_contents_n(const struct gs_argument_contents *contents);
/* Return element or text i as it is shown; g_free. */
char *gs_contents_text(const struct gs_argument_contents *contents, size_t i);
/* Get element i as a number: in *real if *is_real, else in *integer. Return false if it is none, or
 * there is no element i. */
bool gs_contents_number(const struct gs_argument_contents *contents, size_t i, bool *is_real,
	double *real, int64_t *integer);

struct gs_argument {
	const char *name, *type; /* static */
	uint64_t raw;
	enum {
		GS_VALUE_INTEGER,
		GS_VALUE_NATURAL,
		GS_VALUE_REAL,
		GS_VALUE_BOOLEAN,
		GS_VALUE_POINTER,
		GS_VALUE_ENUM,
		GS_VALUE_BITFIELD
	} kind;
	double real;
	char *text; /* as shown: GL_TRIANGLES, 0x1234, "string", {1, 2}, 1.5 */
	struct gs_argument_contents *contents; /* NULL: not known */
	char *called; /* what the uniform, attribute or program is called; NULL: not known */
};

struct gs_call_info {
	unsigned function; /* enum gs_gl_function; GS_N_FUNCTIONS: the registry lacks it */
	uint64_t index, frame, draw;
	const char *name;
	struct gs_argument *arguments;
	size_t n_arguments;
	pid_t thread;
	bool has_return;
	struct gs_argument returned;
	/* What the call reads although no argument points there, where that was recorded: client
	 * vertex arrays, what was written into a mapped buffer, the lists that a list points at.
	 * Names: "array 0", "GL_NORMAL_ARRAY", "mapped", "indices[1]" */
	struct gs_argument *memory;
	size_t n_memory;
	bool executed, skipped, edited;
	bool fake; /* of an opened trace: the recorder has made it up */
	uint32_t gl_error;
};
void gs_call_info_clear(struct gs_call_info *call);
/* Return the call as "glDrawArrays(mode = GL_TRIANGLES, ...)", with " = RESULT" behind it if it has
 * one; g_free. */
char *gs_call_info_text(const struct gs_call_info *call);
/* Return the name of an error of glGetError, static: "GL_INVALID_ENUM". */
const char *gs_gl_error_name(uint32_t error);
/* Return whether the function draws or dispatches. */
bool gs_call_is_draw(uint32_t function);

/* Fill in *call, without names of objects, from a call as the program publishes it. memory: what
 * its pointers point at, as wire/memory.h says; NULL: not known. */
void gs_call_from_wire(
	const struct gs_wire_call *wire, pid_t thread, GBytes *memory, struct gs_call_info *call);
/* The functions below take the place of a call: its own in the list or, of the pending call, which
 * is not in the list yet, the one behind the last. store NULL: there is no list. */

/* Return whether the call is in the list at that place or comes directly behind the list's last
 * one, so that what the list says of contexts and names holds for it. Return
 * false where calls before it are missing, as the log was off. */
bool gs_call_info_follows(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* Add names of objects to the call's arguments, if gs_call_info_follows. */
void gs_call_info_name(
	struct gs_call_store *store, struct gs_call_place place, struct gs_call_info *call);
/* What the list says of a draw. */
struct gs_call_drawn {
	bool is_draw;	 /* false: the call draws nothing */
	bool is_needed;	 /* in front of what a trace was extracted for: of no frame that it tells */
	uint64_t number; /* which of its frame it is, from 1; 0: that is not known */
	char *program;	 /* "sky", "a.vert + a.frag", "program 5"; NULL: none, or not known */
	/* "12 triangles", "3 lines, 10 times"; NULL: neither the arguments tell, nor the calls of
	 * the glBegin block that ends. Of indices: as if none restarts a primitive. */
	char *primitives;
};
void gs_call_drawn_clear(struct gs_call_drawn *drawn);
/* Return "draw 3, sky, 12 triangles" or "needed draw, sky"; g_free. NULL: it draws nothing. */
char *gs_call_drawn_text(const struct gs_call_drawn *drawn);
/* Fill in *drawn, to be cleared; .is_draw is false also if the list says nothing of the call. */
void gs_call_drawn_at(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, struct gs_call_drawn *drawn);
/* Return where a call stands among the draws of its frame: "draw 3", "after draw 2", "before its
 * draws", or "after 2 draws" if all of these were made before another window's frame ended; g_free.
 * NULL: the calls before it are not all in the list, or it is in a part of a frame. */
char *gs_call_draw_text(struct gs_call_store *store, const struct gs_call_info *call);
/* Return which thread and window the call is of, if there are several: "thread 7, window 0xe00003",
 * or one of these; g_free. NULL: there is one of each so far. */
char *gs_call_whose_text(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* Return the drawable, as calls name it, whose frame the call ends or, of other calls, that its
 * thread draws into; 0: none, or it is not known. */
uint64_t gs_call_drawable_at(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* Return that drawable as gs_call_window_text says it; g_free. */
char *gs_call_window_at(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* Get the call at a place of the list, with names of objects. Return false if there is none. */
bool gs_call_info_at(
	struct gs_call_store *store, struct gs_call_place place, struct gs_call_info *call);

#endif
