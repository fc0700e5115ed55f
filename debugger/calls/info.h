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

/* What an argument points at, or a returned pointer. */
struct gs_argument_contents {
	enum gs_wire_memory_kind kind;
	bool out;	     /* written by the call */
	bool cut;	     /* bytes holds less than .count */
	bool no_address;     /* where it stood in the program is not known */
	bool pairs;	     /* each second element is a value, those before are names */
	uint64_t count;	     /* elements, bytes of text or of pixels, texts */
	uint8_t class, bits; /* of an element: enum gs_class, or GS_CLASS_STRUCT */
	const char *group;   /* of its constants, NULL none */
	unsigned api;	     /* enum gs_function_api bits */
	uint32_t info[6];    /* struct gs_wire_memory */
	uint64_t skip;
	GBytes *bytes;
};
/* How many elements or texts are there; of one: its text as shown, or its number. */
size_t gs_contents_n(const struct gs_argument_contents *contents);
char *gs_contents_text(const struct gs_argument_contents *contents, size_t i); /* g_free */
/* False: it is no number (text, struct). *is_real: in *real, else in *integer. */
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
/* glDrawArrays(mode = GL_TRIANGLES, ...) [= return]; g_free */
char *gs_call_info_text(const struct gs_call_info *call);
const char *gs_gl_error_name(uint32_t error); /* "GL_INVALID_ENUM" */
bool gs_call_is_draw(uint32_t function);      /* it draws or dispatches */

/* memory: what its pointers point at, as wire/memory.h says; NULL: not known. */
void gs_call_from_wire(
	const struct gs_wire_call *wire, pid_t thread, GBytes *memory, struct gs_call_info *call);
/* The call is at that place of the list, or comes directly after all of it: what the list says
 * there holds for it. */
bool gs_call_info_follows(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* Names the arguments of the call, if it is so. */
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
/* "draw 3, sky, 12 triangles", "needed draw, sky"; g_free. NULL: it draws nothing */
char *gs_call_drawn_text(const struct gs_call_drawn *drawn);
/* Likewise. */
void gs_call_drawn_at(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, struct gs_call_drawn *drawn);
/* Where a call stands among the draws of its frame: "draw 3", "after draw 2", "before its draws",
 * and "after 2 draws" where all were made before another window's frame ended; g_free. NULL: the
 * calls before it are not all in the list, or it is in a part of a frame. */
char *gs_call_draw_text(struct gs_call_store *store, const struct gs_call_info *call);
/* Which of several threads and windows the call at that place is of: "thread 7, window 0xe00003",
 * or one of these; g_free. NULL: there is one of each so far. */
char *gs_call_whose_text(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* Returns the drawable, as calls name it, whose frame the call at that place ends, or that its
 * thread draws into; 0: none, or it is not known. */
uint64_t gs_call_drawable_at(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* What it draws into where no framebuffer is bound, or shows: as gs_call_window_text. */
char *gs_call_window_at(
	struct gs_call_store *store, struct gs_call_place place, const struct gs_call_info *call);
/* The call at a place of the list, with names. False: there is none, or store is NULL. */
bool gs_call_info_at(
	struct gs_call_store *store, struct gs_call_place place, struct gs_call_info *call);

#endif
