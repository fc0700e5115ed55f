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

/* Whether the file begins like a trace. Of the containers only brotli has no beginning of its own;
 * so true also where the name ends in .trace, unless it can be executed: opening it says what is
 * wrong. */
bool gs_opened_is_trace(const char *path);

/* Reads the beginning. NULL: USAGE says in one sentence why it is no trace. */
struct gs_opened *gs_opened_new(const char *path, GError **error);
/* The list keeps a reference of its own, as its calls' memory is read from the file. */
void gs_opened_free(struct gs_opened *opened);

/* Appends all calls to the list, which is empty, and whose origin (gs_call_store_set_origin) it
 * becomes. Once only. False: TIMEOUT, patience gave up, or CANNOT_WRITE, the disk is full: the
 * calls so far are in the list. */
bool gs_opened_fill(struct gs_opened *opened, struct gs_call_store *store,
	const struct gs_patience *patience, GError **error);
/* How much of the file is read, from 0 to 1. From any thread. */
double gs_opened_progress(struct gs_opened *opened);

/* After it was filled. */
struct gs_opened_figures {
	uint64_t calls, frames, draws, fakes;
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
/* The i-th thing that lived when the recording began and is not in it, once the list is filled.
 * Return false past the last. */
struct gs_trace_missing;
bool gs_opened_missing(
	const struct gs_opened *opened, unsigned i, struct gs_trace_missing *missing);
/* The program's call stack that was recorded with the call of that number; without addresses.
 * False: none was. */
bool gs_opened_stack(struct gs_opened *opened, uint64_t number, struct gs_stack *stack);
const char *gs_opened_path(const struct gs_opened *opened); /* absolute */

#endif
