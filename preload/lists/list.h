/* SPDX-License-Identifier: MIT */
/*
 * What is executed later than it is called, between the files of preload/lists: glBegin ... glEnd
 * (immediate.c), multi-draws taken apart (multi-draw.c), and display lists: list-contents.c (what
 * one does), list-record.c (its calls, kept), list-arrays.c (vertices of arrays, kept as calls),
 * list-run.c (a pending glCallList executed call by call).
 */
#ifndef GS_PRELOAD_LIST_H
#define GS_PRELOAD_LIST_H

#include "preload/lists/pending-draw.h"
#include "preload/memory/call-memory.h"

/* Calls with what they pointed at. Zeroed: none. */
struct gs_list_record {
	uint8_t *data; /* owned */
	size_t size, capacity;
	unsigned draws;	  /* a block counts once */
	unsigned unknown; /* function whose effect could not be kept, plus one: the list can only be
			     executed whole */
};

/* Keeps one more call, which goes into the list; what it points at is read now. scratch: any. Not
 * for those that gs_list_arrays_take. */
void gs_list_record_add(struct gs_list_record *record, struct gs_thread *thread,
	const struct gs_wire_call *call, struct gs_call_memory *scratch);
/* The list can only be executed whole, because of that function. */
void gs_list_record_give_up(struct gs_list_record *record, unsigned function);
bool gs_list_begins_draw(unsigned function);
/* Without pointers behind its arguments, whatever they are. */
void gs_list_record_plain(
	struct gs_list_record *record, unsigned function, const uint64_t *args, unsigned n_args);
/* glBegin of vertices that came from arrays, with GS_CALL_KEEPS_CURRENT. */
void gs_list_record_begin(struct gs_list_record *record, uint64_t mode);
/* With bytes for one pointer. */
void gs_list_record_bytes(struct gs_list_record *record, unsigned function, const uint64_t *args,
	unsigned n_args, unsigned argument, const void *bytes, size_t size);
/* Copies all calls of more. False: there is no memory, or more is not known whole. */
bool gs_list_record_append(struct gs_list_record *record, const struct gs_list_record *more);
/* Makes sure that size bytes more fit in. A call takes GS_RECORD_MAX at most, and of what it points
 * at GS_WIRE_MEMORY_HEAD and the bytes. False: there is no memory. */
bool gs_list_record_reserve(struct gs_list_record *record, size_t size);
void gs_list_record_free(struct gs_list_record *record);

/* The call at an offset, its pointers into the record; returns the offset of the next. *unpack:
 * enum gs_wire_memory_flag of the pixels among what it points at. */
size_t gs_list_record_get(const struct gs_list_record *record, size_t at, struct gs_wire_call *call,
	uint32_t *unpack);

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

/* ---- immediate.c: glBegin ... glEnd ---- */

/* The call belongs to a block that is being recorded, and was taken care of. */
bool gs_immediate_take(struct gs_thread *thread, struct gs_wire_call *call);
/* mode: -1 its own */
bool gs_immediate_redraw(struct gs_thread *thread, int mode, const char **why);
uint32_t gs_immediate_mode(struct gs_thread *thread); /* GS_NO_MODE: none is recorded */
void gs_immediate_free(struct gs_context *context);
void gs_immediate_init(void); /* adds hooks */

/* ---- block-memory.c ---- */

/* What a function that is allowed in a block points at: its bytes, -1 unknown. *argument: n_args if
 * it has no pointer. */
int64_t gs_block_memory(const struct gs_wire_call *call, unsigned *argument);

/* ---- attribute-stack.c ---- */

/* One more glPushAttrib can be made. False: why says so. */
bool gs_attribute_stack_has_room(const char **why);

/* ---- draw-mode.c ---- */

enum gs_mode_change {
	GS_MODE_CHANGED, /* the call is to be executed */
	GS_MODE_DRAWN,	 /* done already */
	GS_MODE_REFUSED, /* see why */
};
enum gs_mode_change gs_mode_change(struct gs_wire_call *call, int mode, const char **why);
/* of the primitives that it draws; GS_NO_MODE */
uint32_t gs_mode_of(const struct gs_wire_call *call);

/* ---- list.c: display lists ---- */

/* How many blocks the glCallList(s) opens, less those it closes. */
int gs_list_opens(struct gs_context *context, const struct gs_wire_call *call);

/* list-contents.c: what lists do */
void gs_list_open(struct gs_context *context);
void gs_list_close(struct gs_context *context);
void gs_list_drop_open(struct gs_context *context); /* the context goes */
void gs_list_contents_delete(struct gs_group *group, uint32_t first, uint32_t n);
void gs_list_contents_forget(struct gs_group *group);
bool gs_list_redraw(struct gs_thread *thread, struct gs_wire_call *call, const char **why);
void gs_list_init(void); /* adds hooks */

/* list-run.c: the pending glCallList, executed call by call up to one of its draws
 * (thread->list_run) */
bool gs_list_run_redraw(struct gs_thread *thread, int mode, const char **why);
uint32_t gs_list_run_mode(struct gs_thread *thread); /* of the draw that is pending; GS_NO_MODE */
/* Something of it was executed that must not be executed once more. */
bool gs_list_run_has_begun(const struct gs_thread *thread);
/* The rest of it, for good. */
void gs_list_run_finish(struct gs_thread *thread);
/* The rest is not executed. */
void gs_list_run_drop(struct gs_thread *thread);

/* ---- multi-draw.c: the pending glMultiDraw*, executed up to one of its draws
 * (thread->multi_draws) ---- */

/* call: the pending one, maybe in another mode. */
bool gs_multi_redraw(struct gs_thread *thread, const struct gs_wire_call *call, const char **why);
/* The rest of it, for good; or not at all. */
void gs_multi_finish(struct gs_thread *thread);
void gs_multi_drop(struct gs_thread *thread);

#endif
