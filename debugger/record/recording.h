/* SPDX-License-Identifier: MIT */
/*
 * debugger/record - a recording: logged calls (wire/record.h) as they come become a trace
 * (trace/trace.h) that apitrace's tools play. recording.c keeps the file, events.c makes a call's
 * events, values.c its values, signatures.c names them, made-up.c the calls that no program makes
 * and a player needs: the contents of client arrays and mapped buffers, sizes of windows, locations
 * that the linker chose.
 *
 * The log level must be GS_LOG_RECORD: then each call comes with all of its memory.
 */
#ifndef GS_RECORDING_H
#define GS_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "wire/record.h"

struct gs_recording;

struct gs_recording_figures {
	uint64_t calls, frames; /* of the program; made-up calls do not count */
	uint64_t bytes;		/* of the file */
	uint64_t lost; /* calls that are not in the file, because it could not be written */
};

/*
 * Makes the file; NULL: CANNOT_WRITE says why. path NULL: beside the current directory's other
 * files, PROGRAM.trace, or PROGRAM.1.trace and so on: never one that is there already. program:
 * argv[0], told in the trace. leaves: header.leaves (wire/wire.h) now.
 */
struct gs_recording *gs_recording_new(
	const char *path, const char *program, uint64_t leaves, GError **error);
/* The file's name. */
const char *gs_recording_path(const struct gs_recording *recording);
/* Calls in the order in which they began; the trace has them in the order in which they ended. A
 * failure to write shows at the end. */
void gs_recording_add(struct gs_recording *recording, const struct gs_record *records, size_t n);
/* What came so far is in the file, which is whole. */
void gs_recording_flush(struct gs_recording *recording);
void gs_recording_figures(
	const struct gs_recording *recording, struct gs_recording_figures *figures);
/* Completes the file and frees the recording. False: CANNOT_WRITE; the file holds what came before
 * that, and is whole. figures may be NULL. */
bool gs_recording_end(
	struct gs_recording *recording, struct gs_recording_figures *figures, GError **error);

#endif
