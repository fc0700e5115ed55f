/* SPDX-License-Identifier: MIT */
/* Between the files of debugger/record. */
#ifndef GS_RECORD_PRIVATE_H
#define GS_RECORD_PRIVATE_H

#include "data/data.h"
#include "data/pointee.h"
#include "debugger/record/recording.h"
#include "trace/times.h"
#include "trace/trace.h"
#include "wire/memory.h"

/* ---- signatures.c: what the trace calls functions and constants ---- */

struct signatures;
struct signatures *gs_recording_signatures_new(void);
void gs_recording_signatures_free(struct signatures *signatures);
const struct gs_trace_function *gs_recording_signature(
	struct signatures *signatures, unsigned function);
/* memcpy(dest, src, n), as apitrace's player knows it. */
const struct gs_trace_function *gs_recording_memcpy_signature(void);
/* Of a value of a group of constants (api: enum gs_function_api bits; NULL: it has no name), and of
 * a group's flags. */
const struct gs_trace_names *gs_recording_constant_signature(
	struct signatures *signatures, const char *group, unsigned api, uint64_t value);
/* NULL: the group has no bits. */
const struct gs_trace_names *gs_recording_flags_signature(
	struct signatures *signatures, const char *group);

/* ---- values.c ---- */

/* Memory that is longer than an event may be. */
struct gs_recording_lengths {
	uint64_t call; /* number in the trace of the one that is being written */
	uint64_t too_long, first_too_long, last_too_long; /* see struct gs_recording_figures */
};

struct values {
	struct gs_trace_writer *writer;
	struct signatures *signatures;
	struct gs_recording_stacks *stacks;
	struct gs_recording_repeats *repeats; /* NULL: arrays are written as often as they come */
	struct gs_recording_lengths *lengths;
	GHashTable *sizes; /* what the trace says of drawables: gs_recording_make_up_size */
	GArray *pointers;  /* of pointers.c */
	void *wire;	   /* the memory that is shared with the program; NULL: there is none */
	GArray *times; /* struct gs_trace_time, of calls written since the last comment on them */
};
/* A value by its type. api: enum gs_function_api bits, for names of constants. */
void gs_recording_put_value(
	const struct values *v, const struct gs_parameter *p, unsigned api, uint64_t raw);
/* What a pointer points at: bytes of the entry. */
void gs_recording_put_memory(const struct values *v, const struct gs_parameter *p, unsigned api,
	uint64_t raw, const struct gs_wire_memory *entry, const uint8_t *bytes);
/* zeros, then the bytes */
void gs_recording_put_padded_blob(
	const struct values *v, uint64_t zeros, const uint8_t *bytes, uint64_t size);

/* The entry of an argument, or returned value; NULL: none. */
const uint8_t *gs_recording_find_memory(
	const struct gs_record *record, uint8_t argument, bool out, struct gs_wire_memory *entry);

/* ---- arrays in the program's memory: which one an entry GS_WIRE_VERTICES is of ---- */

enum {
	MOST_ATTRIBUTES = 1024, /* below: the attribute's number */
};

/* All bytes of such an entry are there, or of GS_WIRE_MAPPED and the like. */
static inline bool gs_recording_is_whole(const struct gs_wire_memory *entry)
{
	return entry->kind == GS_WIRE_ELEMENTS && !(entry->flags & GS_WIRE_MEMORY_CUT);
}

/* ---- fake.c ---- */

/* Begins a made-up call with numbers; more arguments may follow, then its end. */
uint64_t gs_recording_begin_fake(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, unsigned n);
void gs_recording_end_fake(const struct values *v, uint64_t call);
/* A made-up call: of numbers, and of one that ends with an array of class and bits at bytes. */
void gs_recording_make_up(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, unsigned n);
void gs_recording_make_up_array(const struct values *v, uint32_t thread, unsigned function,
	const uint64_t *args, const struct gs_wire_memory *entry, const uint8_t *bytes);
/* memcpy to an address of the program: zeros, then the bytes. */
void gs_recording_make_up_memcpy(const struct values *v, uint32_t thread, uint64_t to,
	uint64_t zeros, const uint8_t *bytes, uint64_t size);
/* glStringMarkerGREMEDY, which players skip. */
void gs_recording_put_comment(const struct values *v, uint32_t thread, const char *text);

/* ---- times.c ---- */

/* Note how long a call took that was written with that number, if it was timed. */
void gs_recording_note_time(
	const struct values *v, uint64_t number, const struct gs_wire_call *call);
/* Write what was noted, if anything was, as a comment (trace/times.h). */
void gs_recording_put_times(const struct values *v, uint32_t thread);

/* ---- made-up.c ---- */

/* Before the call, and after it: what its memory says beside its arguments. */
void gs_recording_make_up_before(
	const struct values *v, uint32_t thread, const struct gs_record *record);
void gs_recording_make_up_after(
	const struct values *v, uint32_t thread, const struct gs_record *record);
/* The call sets a pointer to memory of the program: the arrays come with the draws. */
bool gs_recording_sets_client_array(const struct gs_record *record);

/* ---- pointers.c: calls that set arrays in the program's memory ---- */

GArray *gs_recording_pointers_new(void);
/* Such a call is not written, but kept, until the array comes with a draw; the comment, which may
 * be NULL, then stands before that. */
void gs_recording_note_pointer(const struct values *v, uint32_t thread,
	const struct gs_record *record, const char *comment);
void gs_recording_put_pointer_comment(
	const struct values *v, uint32_t thread, unsigned function, uint64_t index);
/* A made-up call of that function, for that attribute, has set the array. */
void gs_recording_drop_pointer(
	const struct values *v, uint32_t thread, unsigned function, uint64_t index);
/* Those that are kept are written after all, as the other arrays of draws: this one never returns.
 */
void gs_recording_put_pointers(const struct values *v);

/* ---- window-facts.c ---- */

/* Before the call that makes a context: what its configuration has; of a GS_WIRE_CONFIG. */
void gs_recording_make_up_config(const struct values *v, uint32_t thread,
	const struct gs_record *record, const uint8_t *bytes, uint64_t size);
/* How large a drawable is, unless the trace says so already; of a GS_WIRE_DRAWABLE. */
void gs_recording_make_up_size(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size);
/* The call may have made a drawable, whose handle was another's. */
void gs_recording_forget_size(const struct values *v, const struct gs_record *record);

/* ---- bound-image.c ---- */

/* glTexImage2D, of a struct gs_wire_bound_image and its texels. */
void gs_recording_make_up_image(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size);

/* ---- font.c ---- */

/* What glXUseXFont has compiled; or a comment that it is not known. */
void gs_recording_make_up_font(
	const struct values *v, uint32_t thread, const struct gs_record *record);

/* ---- order.c ---- */

typedef void gs_recording_put(gpointer data, const struct gs_record *record);
struct gs_recording_order;
/* first: the leave number of the first call that will come. */
struct gs_recording_order *gs_recording_order_new(
	uint64_t first, gs_recording_put *put, gpointer data);
/* Puts the calls whose turn it is, and keeps copies of others. */
void gs_recording_order_add(struct gs_recording_order *order, const struct gs_record *record);
/* Puts what it still holds, and frees. */
void gs_recording_order_end(struct gs_recording_order *order);

/* ---- stacks.c ---- */

struct gs_recording_stacks *gs_recording_stacks_new(void);
void gs_recording_stacks_free(struct gs_recording_stacks *stacks);
void gs_recording_stacks_add(struct gs_recording_stacks *stacks, uint64_t call,
	const struct gs_recording_frame *frames, size_t n);
/* Of the call with that index, within its enter event; once. */
void gs_recording_put_stack(const struct values *v, uint64_t call);

/* ---- repeats.c ---- */

struct gs_recording_repeats *gs_recording_repeats_new(void);
void gs_recording_repeats_free(struct gs_recording_repeats *repeats); /* NULL: nothing */
/* Of an array that a call is about to read, between two calls: where a player has these zeros and
 * bytes; 0: nowhere, they are to be written with the call. */
uint64_t gs_recording_repeat(const struct values *v, uint32_t thread, uint64_t zeros,
	const uint8_t *bytes, uint64_t size);

/* ---- element.c ---- */

bool gs_recording_is_element(unsigned function); /* it is glArrayElement */
/* A glArrayElement that reads arrays of the program: attributes and a vertex in its place, as a
 * player has no such arrays within a block. Where it reads buffers, too, it stays for these:
 * between the attributes and the vertex. */
enum gs_recording_element {
	GS_NO_ELEMENT,
	GS_ELEMENT_REPLACED,
	GS_ELEMENT_STAYS,
};
enum gs_recording_element gs_recording_element(const struct gs_record *record);
/* Of it, what comes first; then, with `last`, the rest. */
void gs_recording_put_element(
	const struct values *v, uint32_t thread, const struct gs_record *record, bool last);

/* ---- vertex.c ---- */

/* The first vertex of an entry GS_WIRE_VERTICES, whose numbers are integers, half or packed floats.
 * Returns the number of components; 0: they are of no such type. */
unsigned gs_recording_vertex_floats(
	const struct gs_wire_memory *entry, const uint8_t *bytes, bool normalized, float values[4]);

/* ---- parts.c ---- */

/* True: the call's data is too long for an event. *without is the call without it, and
 * gs_recording_put_parts gives a player the data after that call. */
bool gs_recording_split(const struct gs_record *record, struct gs_record *without);
void gs_recording_put_parts(
	const struct values *v, uint32_t thread, const struct gs_record *record);

/* ---- events.c ---- */

/* A call of numbers, and arrays of them: no call is made up for it, and none of GL_MESA_trace's
 * classes leaves it out. Most are, so that all else is asked of the others only. */
bool gs_recording_is_plain(const struct gs_record *record);
void gs_recording_put_plain(
	const struct values *v, uint32_t thread, const struct gs_record *record);
/* The call with the calls that are made up for it, and a comment (NULL: none) right before it, or
 * before what stands in its place. False: it does not belong in a trace itself. */
bool gs_recording_put_call(const struct values *v, uint32_t thread, const struct gs_record *record,
	const char *comment);
/* A call that the program did not make. */
void gs_recording_put_fake(const struct values *v, uint32_t thread, const struct gs_record *record);

/* ---- classes.c ---- */

/* enum gs_wire_trace_class: calls of these are written. in_block: of the thread, between glBegin
 * and glEnd; follows the call. */
bool gs_recording_is_wanted(uint32_t classes, bool *in_block, const struct gs_wire_call *call);
/* True: *less is the call without the data that is not wanted; memory holds what is left. */
bool gs_recording_drop_data(uint32_t classes, const struct gs_record *record,
	struct gs_record *less, GByteArray *memory);
/* Whether calls of it are wanted depends on blocks alone, and they change nothing that others
 * depend on. */
bool gs_recording_has_no_class(unsigned function);

/* ---- annotations.c ---- */

enum gs_annotation_kind {
	GS_ANNOTATES_TEXTURE,
	GS_ANNOTATES_LIST,
	GS_ANNOTATES_POINTER,
	GS_N_ANNOTATION_KINDS
};

GArray *gs_annotations_new(void);
/* From first to last; in place of what was said of just these. comment NULL or "": nothing any
 * more. group: of contexts that share objects. */
void gs_annotations_set(GArray *list, enum gs_annotation_kind kind, uint64_t group, uint64_t first,
	uint64_t last, const char *comment);
/* What is to be said of the call, to be freed; NULL: nothing. */
char *gs_annotations_text(
	GArray *list, uint64_t group, uint32_t list_base, const struct gs_record *record);
/* The call may have deleted what it names. */
void gs_annotations_forget(GArray *list, uint64_t group, const struct gs_record *record);

/* ---- segment.c: one file of a recording, which has several where it keeps the last frames ---- */

/* A call that ends a frame. */
struct gs_recording_end {
	uint64_t index; /* the program's */
	bool is_before; /* of a thread that has not entered the segment */
};

struct gs_recording_segment {
	int fd;
	uint32_t number; /* header.recordings of what it begins with; 0: with the first call */
	struct values values;
	struct gs_recording_lengths lengths;
	struct mesa_trace *trace;
	uint32_t thread;	/* of the last call */
	uint64_t calls, frames; /* of the program */
	bool leads;		/* it is the first of those that are joined */
	uint64_t left_out;	/* frames that it has ended, and the joined ones have not */
	uint64_t lost, unfinished, first_unfinished;
	const char *unfinished_function;
	GArray *ends;	     /* struct gs_recording_end: of its frames, in its order */
	GPtrArray *missing;  /* struct gs_recording_missing */
	GHashTable *entered; /* numbers of threads whose calls it can play by itself */
	bool is_last;	     /* no other could be begun: contexts that are told anew are left out */
	GHashTable *alone;   /* groups that came with a context which the one before lacks */
};

/* Begin a segment in a file that is open for writing, and belongs to it then. Return it, to be
 * freed with gs_recording_segment_free. */
struct gs_recording_segment *gs_recording_segment_new(
	int fd, uint32_t number, const struct gs_recording_start *start);
/* Write what is left, close the file, and free. Return errno of what failed first; 0: nothing.
 * NULL is fine. */
int gs_recording_segment_free(struct gs_recording_segment *segment);
/* Write all so far to the file. */
void gs_recording_segment_flush(struct gs_recording_segment *segment);
/* Add a call. */
void gs_recording_segment_put(
	struct gs_recording_segment *segment, uint32_t thread, const struct gs_record *record);
/* Make it the first one of those that are joined: frames that end in calls of threads which have
 * not entered it are left out. */
void gs_recording_segment_lead(struct gs_recording_segment *segment);
/* Add what the segment has to the figures. */
void gs_recording_segment_count(
	const struct gs_recording_segment *segment, struct gs_recording_figures *figures);

/* Comments that stand in segments alone: what comes next makes a context anew that lived before, is
 * of a thread that has not entered the segment, and is neither any more. */
#define GS_MARK_CONTEXT "segment: context "
#define GS_MARK_BEFORE "segment: before"
#define GS_MARK_GOES_ON "segment: goes on"

/* ---- join.c: the segments become one trace ---- */

struct gs_recording_join;
/* Open two flushed segments, the older one first, which may be NULL. Return NULL if that fails. */
struct gs_recording_join *gs_recording_join_new(
	const struct gs_recording_segment *older, const struct gs_recording_segment *newer);

/* ---- mesa-trace.c ---- */

struct mesa_trace;
struct mesa_trace *gs_mesa_trace_new(void);
void gs_mesa_trace_free(struct mesa_trace *trace);
void gs_mesa_trace_set_classes(struct mesa_trace *trace, const struct gs_recording_classes *said);
/* As gs_recording_put_call, with comments, and as far as it is wanted. */
bool gs_mesa_trace_put(struct mesa_trace *trace, const struct values *v, uint32_t thread,
	const struct gs_record *record);
/* Read the next of several records, as GS_WIRE_CALLS of wire/memory.h has them; *bytes is behind it
 * then. Return false if there is none that is whole. */
bool gs_recording_next_made_up(const uint8_t **bytes, const uint8_t *end, struct gs_record *record);
/* Find what the call says of the recording that it begins. Return false if it says nothing. */
bool gs_recording_begun(const struct gs_record *record, struct gs_wire_recording *begun);
/* missing.c: add what the call's memory says is missing. It has memory. */
void gs_recording_missing_add(GPtrArray *missing, const struct gs_record *record);
/* Write how the context is made that the call finds or makes current, and what lives in it, where
 * the call says that and no call of the trace has made it. It has memory. */
void gs_mesa_trace_put_contexts(struct mesa_trace *trace, const struct values *v, uint32_t thread,
	const struct gs_record *record);
/* Whether a call of the trace has made that context. */
bool gs_mesa_trace_has_context(const struct mesa_trace *trace, uint64_t handle);
/* Records, as GS_WIRE_CALLS of wire/memory.h has them. Returns how many there were. */
unsigned gs_recording_put_made_up(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size);

#endif
