/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls - every executed call of a run, without limit: compact records in an unlinked
 * temporary file, and in memory 16 bytes for every 64 calls. Thread-safe: one thread may append
 * while others read.
 */
#ifndef GS_CALLS_H
#define GS_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "wire/wire.h"

struct gs_call_store;

/* In the directory for temporary files. NULL: error INTERNAL says why there can be none. */
struct gs_call_store *gs_call_store_new(GError **error);
void gs_call_store_free(struct gs_call_store *store);

/* Copies n records. False: the disk is full or the like; said once by gs_call_store_failure, the
 * rest of the run is not kept. */
bool gs_call_store_append(struct gs_call_store *store, const struct gs_wire_call *calls, size_t n);
uint64_t gs_call_store_count(struct gs_call_store *store);
/* By place in the list, 0 <= place < count. False: there is none. */
bool gs_call_store_get(struct gs_call_store *store, uint64_t place, struct gs_wire_call *call);
/* Place of the call with this gs_wire_call.index, or of the first one after it (count if none): the
 * log may have been off. */
uint64_t gs_call_store_find(struct gs_call_store *store, uint64_t index);
/* Forgets all: the program is started again. */
void gs_call_store_clear(struct gs_call_store *store);
/* NULL, or a sentence: why calls are missing. Borrowed. */
const char *gs_call_store_failure(struct gs_call_store *store);

#endif
