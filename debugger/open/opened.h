/* SPDX-License-Identifier: MIT */
/*
 * debugger/open - a trace as a list of calls: the other direction of debugger/record.
 *
 * In goes a file, which trace/ reads. Out comes, for each of its calls, a record of
 * wire/call-record.h in a list of debugger/calls/, with the trace's number, in the order of these
 * numbers (a call that ends after thousands of later ones have ended stands behind them). Functions
 * are ours by name; others get numbers from GS_N_FUNCTIONS on, and their values are shown as the
 * trace says them. Records hold numbers only. What pointers point at stays in the file and is read
 * from there when it is asked for, so that a list takes no more memory than that of a program that
 * runs.
 *
 * Files are untrusted; what is damaged ends the reading with a sentence.
 */
#ifndef GS_OPENED_H
#define GS_OPENED_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

struct gs_call_store;
struct gs_opened;
struct gs_patience;
struct gs_stack;

/* Return whether the file is taken for a trace: it begins like one, or its name ends in .trace and
 * it cannot be executed (files compressed with brotli cannot be told by their beginning). Opening
 * it says what is wrong. */
bool gs_opened_is_trace(const char *path);

/* Open a trace and read its beginning. Return it, to be freed by gs_opened_free; NULL and error
 * USAGE, with the reason, if it is none. */
struct gs_opened *gs_opened_new(const char *path, GError **error);
/* Give it up. A list that it has filled keeps it, as its calls' memory is read from the file. */
void gs_opened_free(struct gs_opened *opened);

/* Add all calls to an empty list, and become its origin (gs_call_store_set_origin). Call it once.
 * Return false and set error TIMEOUT (patience gave up) or CANNOT_WRITE (the disk is full): the
 * calls so far are in the list then. */
bool gs_opened_fill(struct gs_opened *opened, struct gs_call_store *store,
	const struct gs_patience *patience, GError **error);
/* Empty the list that was filled, and fill it anew with the calls as a file of edits of the trace
 * has them (trace/edits/edits.h); NULL: as the trace itself has them. Those that are left out are
 * marked so. Errors: likewise, and USAGE: the edits cannot be made, and all is as before. */
bool gs_opened_refill(struct gs_opened *opened, struct gs_call_store *store, const char *edits,
	const struct gs_patience *patience, GError **error);
/* Return the name that edits have for the call of that number, and the number of the call of that
 * name; GS_TRACE_NO_CALL: there is none. Both are the same without edits that move calls. */
uint64_t gs_opened_name_of(struct gs_opened *opened, uint64_t number);
uint64_t gs_opened_number_of(struct gs_opened *opened, uint64_t name);
/* Return how much of the file was read, from 0 to 1. Any thread. */
double gs_opened_progress(struct gs_opened *opened);

/* What is known once the list was filled. Texts are borrowed. */
struct gs_opened_figures {
	uint64_t calls, frames, draws, fakes; /* counts */
	/* A sentence: the file is cut or damaged; or where, in an extracted trace, what was asked
	 * for begins; and that the program had made contexts before its recording began. NULL:
	 * nothing of it. */
	const char *message;
	uint64_t beginning; /* the call with which that begins; UINT64_MAX: it is not told */
	/* Frame `frame` of this trace and those behind it were frame first_frame of `origin` and
	 * those behind that. NULL: that is not told; "": of a trace without a name. */
	const char *origin;
	uint64_t frame, first_frame;
};
void gs_opened_figures(const struct gs_opened *opened, struct gs_opened_figures *figures);
/* Get the i-th thing that lived when the recording began and that the recording lacks, once the
 * list was filled. Return false past the last. */
struct gs_trace_missing;
bool gs_opened_missing(
	const struct gs_opened *opened, unsigned i, struct gs_trace_missing *missing);
/* Get the program's call stack that was recorded with the call of that number, without addresses.
 * Return false if none was. */
bool gs_opened_stack(struct gs_opened *opened, uint64_t number, struct gs_stack *stack);
/* Return its absolute path, borrowed. */
const char *gs_opened_path(const struct gs_opened *opened);

#endif
