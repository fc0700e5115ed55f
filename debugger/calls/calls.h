/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls - the executed calls of a run, all of them or, where that is bounded, the latest:
 * records of wire/call-record.h, and what their pointers point at, in unlinked temporary files; in
 * memory two bytes a call, 24 bytes for every 64 calls, and some for each frame, each group of
 * calls and pass, each change of the program in use, each name that is told, and each call that
 * comes after a later one of another thread. What is dropped of the files is dropped of the memory,
 * too; places and numbers count on. Thread-safe: one thread may append while others read.
 */
#ifndef GS_CALLS_H
#define GS_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "debugger/calls/groups.h"
#include "debugger/calls/place.h"
#include "wire/call-record.h"

struct gs_call_store;
struct gs_function_info;

/* Return an empty list, with its files in the directory for temporary files; NULL and error
 * INTERNAL, with the reason, if there can be none. */
struct gs_call_store *gs_call_store_new(GError **error);
/* References are counted: gs_call_store_free gives up one, of new or of ref; NULL is fine. */
struct gs_call_store *gs_call_store_ref(struct gs_call_store *store);
void gs_call_store_free(struct gs_call_store *store);

/* A file that the calls of a list are read from, which says what the list does not hold. All its
 * functions may be called from any thread. */
struct gs_call_origin {
	/* Return what the pointers of the call with this number point at, the caller's to unref. It
	 * has no bytes if that cannot be had (any more, or while the list is filled). */
	GBytes *(*memory)(gpointer data, uint64_t index);
	/* Return a function that data/ does not know, which lives as long as the store; these are
	 * numbered from GS_N_FUNCTIONS on. NULL: there is none of that number. */
	const struct gs_function_info *(*function)(gpointer data, unsigned function);
	void (*free)(gpointer data);
	gpointer data;
};
/* Set the origin, before the first call is added; the store frees it with itself. A record that
 * tells a size of memory, but has no memory, has its memory there. */
void gs_call_store_set_origin(struct gs_call_store *store, const struct gs_call_origin *origin);
/* Return the function with that number, of data/ or of the origin; NULL: it is not known. store may
 * be NULL. */
const struct gs_function_info *gs_call_store_function(
	struct gs_call_store *store, unsigned function);

/* Limits of how many bytes of the disk the list keeps. */
#define GS_CALLS_UNLIMITED UINT64_MAX
#define GS_CALLS_LEAST 65536u
/* Set how many bytes of the disk the list keeps from now on, at least GS_CALLS_LEAST: if there is
 * more, the oldest calls are dropped, in whole frames where these are small. 0: a quarter of what
 * is free on the disk, but no more than 4 GB. A new list is unlimited. */
void gs_call_store_keep(struct gs_call_store *store, uint64_t bytes);
/* Return how many bytes it keeps; GS_CALLS_UNLIMITED: all calls. */
uint64_t gs_call_store_keeps(struct gs_call_store *store);
/* Parse a user's "200M", "4 GB" or "unlimited". Return false and set error USAGE if it is none. */
bool gs_call_size_parse(const char *text, uint64_t *bytes, GError **error);
/* Return "200 MB" or "all calls"; g_free. */
char *gs_call_size_text(uint64_t bytes);

/* Return the place of the first call that was not dropped. */
struct gs_call_place gs_call_store_first(struct gs_call_store *store);
struct gs_call_dropped {
	struct gs_call_place first; /* the first call that was not dropped */
	uint64_t index;		    /* its call number */
	uint64_t frame;		    /* number of the first frame that has all of its calls */
	uint64_t keeps;		    /* as gs_call_store_keeps */
};
/* Return whether calls were dropped; *dropped is filled in in any case. */
bool gs_call_store_dropped(struct gs_call_store *store, struct gs_call_dropped *dropped);
/* Return "calls before 5 were dropped: the list keeps 4 GB (...)"; g_free. */
char *gs_call_dropped_text(const struct gs_call_dropped *dropped);
/* Store in counts[GS_WIRE_FUNCTIONS] how often each function was called by the dropped calls from
 * `from` on. They are counted only if `from` is 0, or the first call of a frame that has some calls
 * left; else counts are 0. Return the place from which on the caller is to count the others. */
struct gs_call_place gs_call_store_count_dropped(
	struct gs_call_store *store, struct gs_call_place from, uint64_t *counts);

/* Where the calls of the list are. */
enum gs_call_room {
	GS_CALLS_KEPT,	  /* in the temporary file, or about to be */
	GS_CALLS_WAITING, /* some in memory, as the file could not be written (the disk is full) */
	GS_CALLS_CROWDED, /* likewise, and so many that no more should come */
};
/* Add copies of n calls and their memory. None of them is lost. */
enum gs_call_room gs_call_store_append(
	struct gs_call_store *store, const struct gs_record *records, size_t n);
/* Likewise, of calls as they are encoded in a log's ring. Only those that must be are decoded,
 * which takes a fraction of the time. */
enum gs_call_room gs_call_store_append_run(
	struct gs_call_store *store, const struct gs_record_run *run);
/* Write what waits in memory into the file. Return false and set error CANNOT_WRITE, with the
 * reason, if that fails again. */
bool gs_call_store_retry(struct gs_call_store *store, GError **error);
/* Return how many calls were added, those that were dropped included: the next one's place. */
uint64_t gs_call_store_count(struct gs_call_store *store);
/* Get the call at a place. Return false if there is none, or it was dropped. */
bool gs_call_store_get(
	struct gs_call_store *store, struct gs_call_place place, struct gs_wire_call *call);
/* Likewise, with what its pointers point at, as wire/memory.h says: *memory is the caller's to
 * unref, or NULL if nothing is known of it. */
bool gs_call_store_get_memory(struct gs_call_store *store, struct gs_call_place place,
	struct gs_wire_call *call, GBytes **memory);
/* Return the place of the call with this call number or, if the list lacks it (the log was off, or
 * it was dropped), of the next one; .n is the count if there is none. */
struct gs_call_place gs_call_store_find(struct gs_call_store *store, uint64_t index);
/* Forget everything but how much is kept, since the program is started again. */
void gs_call_store_clear(struct gs_call_store *store);

/* What is known of a call without reading it: the function (GS_WIRE_FUNCTIONS - 1: unknown), and
 * these. */
enum gs_call_tag {
	GS_CALL_TAG_FUNCTION = 0x0fff,
	GS_CALL_TAG_ERROR = 1 << 12,
	GS_CALL_TAG_SKIPPED = 1 << 13,
	GS_CALL_TAG_MEMORY = 1 << 14,
};
/* Copy the tags of at most n calls from `place` on. Return how many there were, 0 also if the call
 * at `place` was dropped. */
size_t gs_call_store_tags(
	struct gs_call_store *store, struct gs_call_place place, uint16_t *tags, size_t n);

/* Return the frames, groups, passes and names so far, and keep other threads from the list. No
 * other function of the list may be called before gs_call_store_unlock_groups. */
const struct gs_call_groups *gs_call_store_lock_groups(struct gs_call_store *store);
void gs_call_store_unlock_groups(struct gs_call_store *store);
/* Call gs_call_names_tell (debugger/calls/names.h), for the thread of the call at `place`; if there
 * is no call, for `thread`. */
void gs_call_store_tell(struct gs_call_store *store, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n);
/* Return a number that changes when the list is cleared. */
unsigned gs_call_store_generation(struct gs_call_store *store);

#endif
