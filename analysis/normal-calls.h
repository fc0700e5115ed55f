/* SPDX-License-Identifier: MIT */
/*
 * analysis/normal-calls - a trace's calls in a form in which two recordings of the same program
 * are the same: 64-bit hashes of what each call gives to GL and of what GL answers, and the
 * objects that it names.
 *
 * Names of objects (data/names.in), handles of window systems and addresses in mapped buffers
 * become references to objects, locations and indices in programs the names of what is there.
 * Other addresses count only as being one, and what calls answer that depends on time (TIMED of
 * data/flags.in) not at all; a call that asks for that again at once counts as one. Comments with
 * the time when a frame ended are left out.
 */
#ifndef GS_NORMAL_CALLS_H
#define GS_NORMAL_CALLS_H

#include <glib.h>
#include "data/object.h"
#include "trace/trace.h"

#define GS_NORMAL_NEW (1u << 31)

struct gs_normal_call {
	uint64_t number;
	uint64_t key;	 /* function, and what is given to GL; of objects only that they are some */
	uint64_t answer; /* likewise what GL answers */
	uint32_t function;   /* hash of its name */
	uint32_t references; /* the first of its references; they end where the next call's begin */
};

/* The calls of one thread, in their order. */
struct gs_normal_thread {
	uint32_t number;
	GArray *calls; /* struct gs_normal_call, and one more that only ends the references */
	/* uint32_t: objects, each with a number of its own in the trace, from 0; with GS_NORMAL_NEW
	 * where the call makes the object, so that its name says nothing. */
	GArray *references;
	GArray *frames; /* uint32_t: behind the last call of each frame that the thread ends */
};

struct gs_normal_trace {
	GPtrArray *threads; /* struct gs_normal_thread, in the order of their first calls */
	GArray *ends;	    /* uint64_t: numbers of the calls that end frames, of all threads */
	uint64_t calls;
	uint32_t objects;
};

/* Read all calls of the reader. */
struct gs_normal_trace *gs_normal_trace_new(struct gs_trace_reader *reader);
void gs_normal_trace_free(struct gs_normal_trace *trace);

static inline uint32_t gs_normal_length(const struct gs_normal_thread *thread)
{
	return thread->calls->len - 1;
}

static inline const struct gs_normal_call *gs_normal_call(
	const struct gs_normal_thread *thread, uint32_t i)
{
	return &g_array_index(thread->calls, struct gs_normal_call, i);
}

/* Return the call's references, *n of them. */
static inline const uint32_t *gs_normal_references(
	const struct gs_normal_thread *thread, uint32_t i, uint32_t *n)
{
	const struct gs_normal_call *call = gs_normal_call(thread, i);
	*n = call[1].references - call->references;
	return (const uint32_t *)(const void *)thread->references->data + call->references;
}

/* Return the frame, of the whole trace, in which the call is. */
uint64_t gs_normal_frame(const struct gs_normal_trace *trace, uint64_t call);

/* A call, argument by argument; the result comes last. */
struct gs_normal_parts {
	uint32_t n;
	uint64_t *hashes;
	uint32_t *ends; /* of each one's references, behind the last */
	uint32_t *references;
};

/* Read the trace once more, for parts of calls. wanted: call number (guint64 *) -> NULL; its values
 * are set to struct gs_normal_parts, to be freed with gs_normal_parts_free. */
void gs_normal_find_parts(struct gs_trace_reader *reader, GHashTable *wanted);
void gs_normal_parts_free(gpointer parts);

/* Which object a name is at a call. */
struct gs_normal_names;
/* Read the trace once more, up to the call. */
struct gs_normal_names *gs_normal_names_new(struct gs_trace_reader *reader, uint64_t call);
void gs_normal_names_free(struct gs_normal_names *names);
/* Return the object's number, as in references; UINT32_MAX: no call so far has named one. */
uint32_t gs_normal_named(struct gs_normal_names *names, enum gs_object_kind kind, uint64_t name);

/* ---- normal-values.c ---- */

/* Add a number or bytes to a hash. */
static inline uint64_t gs_hash_number(uint64_t hash, uint64_t number)
{
	hash = ((hash << 23 | hash >> 41) ^ number) * UINT64_C(0x9fb21c651e98df25);
	return hash ^ hash >> 28;
}

uint64_t gs_hash_bytes(uint64_t hash, const void *bytes, size_t n);
/* Add a value. pointer: is called for each pointer in it, and returns a number to be added. */
typedef uint64_t (*gs_hash_pointer)(void *data, uint64_t address);
uint64_t gs_hash_value(
	uint64_t hash, const struct gs_trace_value *value, gs_hash_pointer pointer, void *data);

#endif
