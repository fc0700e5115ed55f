/* SPDX-License-Identifier: MIT */
/*
 * Display lists, between the files that know of them: list-functions.c (what goes into one),
 * list-contents.c (what it does),
 * list-record.c (its calls, kept), list-arrays.c (vertices of arrays, kept as calls),
 * list-run.c (a pending glCallList executed call by call).
 */
#ifndef GS_PRELOAD_LIST_H
#define GS_PRELOAD_LIST_H

#include "preload/memory/call-memory.h"

enum gs_list_kind {
	GS_LIST_IMMEDIATE, /* executed at once */
	GS_LIST_UNKNOWN,
	GS_LIST_MATRIX,	 /* changes matrices */
	GS_LIST_KEPT,	 /* changes what glPushAttrib keeps */
	GS_LIST_COMPILED /* what else goes into a list */
};
/* list-functions.c: what becomes of a call while a list is compiled. */
enum gs_list_kind gs_list_kind(unsigned function);

/* The calls that a list was compiled of, with what they pointed at. Zeroed: none. */
struct gs_list_record {
	uint8_t *data; /* owned */
	size_t size, capacity;
	unsigned draws;	  /* a block counts once */
	unsigned unknown; /* function whose effect could not be kept, plus one: the list can only be
			     executed whole */
};

/* Keeps one more call, which goes into the list; what it points at is read now. scratch: any. */
void gs_list_record_add(struct gs_list_record *record, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *scratch);
bool gs_list_begins_draw(unsigned function);
/* Without pointers behind its arguments, whatever they are. */
void gs_list_record_plain(
	struct gs_list_record *record, unsigned function, const uint64_t *args, unsigned n_args);
/* glBegin of vertices that came from arrays: current colours and the like stay what they are. */
void gs_list_record_begin(struct gs_list_record *record, uint64_t mode);
/* With bytes for one pointer. */
void gs_list_record_bytes(struct gs_list_record *record, unsigned function, const uint64_t *args,
	unsigned n_args, unsigned argument, const void *bytes, size_t size);
void gs_list_record_free(struct gs_list_record *record);

/* Pixels among what a call points at: tightly packed rows. And see gs_list_record_begin. */
struct gs_list_unpack {
	bool pixels, swap, lsb_first, keeps;
};
/* The call at an offset, its pointers into the record; returns the offset of the next. */
size_t gs_list_record_get(const struct gs_list_record *record, size_t at, struct gs_wire_call *call,
	struct gs_list_unpack *unpack);

/* list-arrays.c: a call that draws from vertex arrays, as a glBegin ... glEnd of what the arrays
 * hold now; or glArrayElement. False: it cannot be said so. */
bool gs_list_arrays_take(unsigned function);
bool gs_list_arrays_record(
	struct gs_list_record *record, struct gs_thread *thread, const struct gs_wire_call *call);

/* list-contents.c: the calls of a list of the context's share group, valid while held; NULL: there
 * is none, or it was not seen. */
const struct gs_list_record *gs_list_record_of(struct gs_context *context, uint32_t name);
/* Between the two nothing that gs_list_record_of gave goes away. */
void gs_list_hold(void);
void gs_list_let_go(void);
/* The call of lists can be executed call by call: all is known. False: why says what is not. */
bool gs_list_is_known(struct gs_thread *thread, const struct gs_wire_call *call, unsigned *draws,
	const char **why);

#endif
