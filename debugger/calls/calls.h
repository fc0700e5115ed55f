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

/* In the directory for temporary files. NULL: error INTERNAL says why there can be none. */
struct gs_call_store *gs_call_store_new(GError **error);
/* Whoever has a reference, of new or ref, gives it up with free; NULL is fine. */
struct gs_call_store *gs_call_store_ref(struct gs_call_store *store);
void gs_call_store_free(struct gs_call_store *store);

/* A file that the calls of a list are read from, which says what the list does not hold. All its
 * functions may be called from any thread. */
struct gs_call_origin {
	/* What the pointers of the call with this number point at; the caller's to unref. No bytes:
	 * that cannot be had (any more, or while the list is filled). */
	GBytes *(*memory)(gpointer data, uint64_t index);
	/* A function that none of data/ is: they are numbered from GS_N_FUNCTIONS on. NULL: there
	 * is none; it lives as long as the store. */
	const struct gs_function_info *(*function)(gpointer data, unsigned function);
	void (*free)(gpointer data);
	gpointer data;
};
/* In front of the first call; the store frees it with itself. A record with a size of memory, but
 * without memory, has its memory there. */
void gs_call_store_set_origin(struct gs_call_store *store, const struct gs_call_origin *origin);
/* Of data/, or of the origin; NULL: it is not known. store may be NULL. */
const struct gs_function_info *gs_call_store_function(
	struct gs_call_store *store, unsigned function);

/* Of bytes that the list keeps, also in a user's words (gs_call_size_parse). */
#define GS_CALLS_UNLIMITED UINT64_MAX
#define GS_CALLS_LEAST 65536u
/* How many bytes of the disk the list keeps from now on, at least GS_CALLS_LEAST: the oldest calls
 * are dropped then, in whole frames where these are small. 0: a quarter of what is free there, but
 * no more than 4 GB. A new list is unlimited. */
void gs_call_store_keep(struct gs_call_store *store, uint64_t bytes);
uint64_t gs_call_store_keeps(struct gs_call_store *store);
/* Reads "200M", "4 GB", "unlimited". False: USAGE. */
bool gs_call_size_parse(const char *text, uint64_t *bytes, GError **error);
/* "200 MB", "all calls"; g_free. */
char *gs_call_size_text(uint64_t bytes);

/* Place of the first call that was not dropped. */
struct gs_call_place gs_call_store_first(struct gs_call_store *store);
struct gs_call_dropped {
	struct gs_call_place first; /* that was not */
	uint64_t index;		    /* its number */
	uint64_t frame;		    /* the first one that is whole */
	uint64_t keeps;		    /* as gs_call_store_keeps */
};
/* False: no call was dropped. */
bool gs_call_store_dropped(struct gs_call_store *store, struct gs_call_dropped *dropped);
/* "calls before 5 were dropped: the list keeps 4 GB (...)"; g_free. */
char *gs_call_dropped_text(const struct gs_call_dropped *dropped);
/* counts[GS_WIRE_FUNCTIONS]: how often functions were called in what was dropped from that place
 * on, which is 0 or the first of a frame that is not dropped as a whole. Returns the place from
 * which on calls are to be counted. */
struct gs_call_place gs_call_store_count_dropped(
	struct gs_call_store *store, struct gs_call_place from, uint64_t *counts);

/* Where the calls of the list are. */
enum gs_call_room {
	GS_CALLS_KEPT,	  /* in the temporary file, or about to be */
	GS_CALLS_WAITING, /* some in memory, as the file could not be written (the disk is full) */
	GS_CALLS_CROWDED, /* likewise, and so many that no more should come */
};
/* Copies n calls and their memory; none of them is lost. */
enum gs_call_room gs_call_store_append(
	struct gs_call_store *store, const struct gs_record *records, size_t n);
/* The same of calls as they stand in a ring: those alone are decoded that must be, which takes a
 * fraction of the time. */
enum gs_call_room gs_call_store_append_run(
	struct gs_call_store *store, const struct gs_record_run *run);
/* Writes what waits in memory into the file. False: CANNOT_WRITE, with the reason. */
bool gs_call_store_retry(struct gs_call_store *store, GError **error);
uint64_t gs_call_store_count(struct gs_call_store *store);
/* False: there is none, place.n is not below the count, or it was dropped. */
bool gs_call_store_get(
	struct gs_call_store *store, struct gs_call_place place, struct gs_wire_call *call);
/* Likewise, with what its pointers point at, as wire/memory.h says: *memory is NULL (nothing is
 * known, or was dropped) or the caller's to unref. */
bool gs_call_store_get_memory(struct gs_call_store *store, struct gs_call_place place,
	struct gs_wire_call *call, GBytes **memory);
/* Place of the call with this gs_wire_call.index, or of the first one after it (.n is the count if
 * there is none): the log may have been off, or calls were dropped. */
struct gs_call_place gs_call_store_find(struct gs_call_store *store, uint64_t index);
/* Forgets all but how much is kept: the program is started again. */
void gs_call_store_clear(struct gs_call_store *store);

/* What is known of a call without reading it: the function (GS_WIRE_FUNCTIONS - 1: unknown), and
 * these. */
enum gs_call_tag {
	GS_CALL_TAG_FUNCTION = 0x0fff,
	GS_CALL_TAG_ERROR = 1 << 12,
	GS_CALL_TAG_SKIPPED = 1 << 13,
	GS_CALL_TAG_MEMORY = 1 << 14,
};
/* Copies the tags of n calls from place on; returns how many there were, 0 also where the first of
 * them was dropped. */
size_t gs_call_store_tags(
	struct gs_call_store *store, struct gs_call_place place, uint16_t *tags, size_t n);

/* The frames and groups so far, for a moment: no other function of the store may be called until
 * it is given back. */
const struct gs_call_groups *gs_call_store_lock_groups(struct gs_call_store *store);
void gs_call_store_unlock_groups(struct gs_call_store *store);
/* As gs_call_names_tell (debugger/calls/names.h); the thread is that of the call at the place, or,
 * if there is none, this one. */
void gs_call_store_tell(struct gs_call_store *store, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n);
/* Changes when the list is cleared. */
unsigned gs_call_store_generation(struct gs_call_store *store);

#endif
