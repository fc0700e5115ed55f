/* SPDX-License-Identifier: MIT */
/*
 * debugger/record - a recording: logged calls (wire/call-record.h) as they come become a trace
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
#include "wire/call-record.h"

struct gs_recording;

/* Classes of calls (enum gs_wire_trace_class) that are written, and that are not, whatever the
 * program says. */
struct gs_recording_classes {
	uint32_t on, off;
};

#define GS_RECORDING_NO_CALL UINT64_MAX

/* What lived when the recording began, and is not in it. */
struct gs_recording_missing {
	char *kind; /* "texture" */
	uint32_t name;
	char *why; /* a sentence without its point */
};

/* Return a new list of these. */
GPtrArray *gs_recording_missing_new(void);
/* Add what the preload library says is missing: records, each with a struct gs_wire_missing. */
void gs_recording_missing_read(GPtrArray *missing, const uint8_t *bytes, uint64_t size);
/* Add one of these texts. */
void gs_recording_missing_put(
	GPtrArray *missing, const char *kind, size_t kind_length, uint32_t name, const char *why);
/* Add copies of all of `more`. */
void gs_recording_missing_copy(GPtrArray *missing, const GPtrArray *more);

/* Of one that neither is whole nor has a snapshot; in the middle of a sentence. */
#define GS_RECORDING_LACKS                                                                         \
	"objects made before are not in it, so draws with them cannot be played; `trace restart "  \
	"FILE` starts the program anew, and records all calls"

struct gs_recording_figures {
	uint64_t calls, frames; /* of the program; made-up calls do not count */
	/* Made-up calls, which are in the trace, too; 0 where the file could not be written. */
	uint64_t made_up;
	uint64_t first_frame; /* the program's number of the frame that it begins with */
	uint32_t last;	      /* how many of the last frames are kept, or a few more; 0: all */
	uint64_t bytes;	      /* of the file */
	uint64_t waiting;     /* bytes that will be in the file, compressed, and are not yet */
	uint64_t lost;	      /* calls that are not in the file, because it could not be written */
	bool is_whole;	      /* it began with the program's first call */
	bool plays;	      /* so, or with what lived then: all that its calls need is in it */
	size_t missing;	      /* what lived, and is not in it: gs_recording_missing */
	/* Calls that are without what an argument points at, since it is longer than an event of a
	 * trace may be (1 GiB); and the first one's number in the trace, or GS_RECORDING_NO_CALL:
	 * not known. */
	uint64_t too_long, first_too_long;
	/* Calls that never returned, as the program ended in them; the first one's number in the
	 * trace, and its function. */
	uint64_t unfinished, first_unfinished;
	const char *unfinished_function;
};

struct gs_recording_start {
	const char *program; /* argv[0], told in the trace */
	uint64_t leaves;     /* header.leaves (wire/wire.h) now */
	bool is_whole;	     /* no call came before it */
	/* header.recordings of it, whose first calls come with what lives (GS_WIRE_SNAPSHOT); 0:
	 * they do not. */
	uint32_t number;
	void *wire;	   /* then: the memory that is shared with the program */
	bool plain_arrays; /* arrays are written as often as they come */
	uint32_t times; /* enum gs_wire_times: what of its calls is timed, and told in the file */
	bool at_once;	/* what gs_recording_add was given is in the file when it returns */
	/* Not 0: it keeps this many frames, and at most as many again. It is kept in files without
	 * a name, a new one for each so many frames (header.keep_frames), and the file has them
	 * when gs_recording_join_write or gs_recording_end has written it. */
	uint32_t keep_frames;
	/* Of one that keeps the last frames: it has no file. gs_recording_path is what it would be
	 * called, and nothing is written at its end. */
	bool is_held;
	/* Of one with a number: another one has ended that the program may not have noticed, so a
	 * thread's calls are in this one from the first that knows of it. */
	bool takes_over;
};

/*
 * Makes the file; NULL: CANNOT_WRITE says why. path NULL: beside the current directory's other
 * files, PROGRAM.trace, or PROGRAM.1.trace and so on: never one that is there already.
 */
struct gs_recording *gs_recording_new(
	const char *path, const struct gs_recording_start *start, GError **error);
/* Whether a recording can keep that many of the last frames. False: USAGE. */
bool gs_recording_check_last(uint64_t frames, GError **error);
/* How long the name is without ".trace". */
size_t gs_recording_stem(const char *path);
/* Return STEM.trace, or STEM.1.trace and so on, which is not there; g_free. */
char *gs_recording_free_name(const char *stem);
/* Return such a name of a frame of the recording, beside it; g_free. */
char *gs_recording_name_of_frame(const char *recording, uint64_t frame);
/* Whether it could be made now; nothing is written, and what is there stays. False: CANNOT_WRITE.
 */
bool gs_recording_is_possible(const char *path, const char *program, GError **error);
/* NAME.trace, or NAME.1.trace and so on, where NAME is what the program calls its trace: in the
 * current directory, whatever is in that name. */
struct gs_recording *gs_recording_new_named(
	const char *name, const struct gs_recording_start *start, GError **error);
/* A stack frame; texts are borrowed, NULL: not known. line 0: not known. */
struct gs_recording_frame {
	const char *module, *function, *file;
	unsigned line;
	uint64_t offset; /* in the module */
};
enum { GS_RECORDING_MOST_FRAMES = 64 };
/* The call stack of a call that is still to come; innermost first. */
void gs_recording_add_stack(struct gs_recording *recording, uint64_t call,
	const struct gs_recording_frame *frames, size_t n);
void gs_recording_set_classes(
	struct gs_recording *recording, const struct gs_recording_classes *classes);
/* After the calls that came so far, of that thread. */
void gs_recording_comment(struct gs_recording *recording, uint32_t tid, const char *text);
/* What a player may compare with what it finds: calls that ask for the state of the groups, as
 * GS_REQUEST_ASSERT_GROUPS answers. Returns how many. */
unsigned gs_recording_assert(struct gs_recording *recording, uint32_t tid, const char *groups,
	const uint8_t *bytes, size_t size);
/* Return what is missing in it so far; it belongs to the recording. */
const GPtrArray *gs_recording_missing(const struct gs_recording *recording);
/* The file's name. */
const char *gs_recording_path(const struct gs_recording *recording);
/* Of a call of glNewTraceMESA or glEndTraceMESA: the context's number; 0: it has done nothing. And
 * what it calls the trace, to be freed; NULL: nothing. */
uint64_t gs_recording_trace_context(const struct gs_record *record);
char *gs_recording_trace_name(const struct gs_record *record);
/* header.leaves then. */
uint64_t gs_recording_trace_leaves(const struct gs_record *record);
/* Calls in the order in which they began; the trace has them in the order in which they ended. A
 * failure to write shows at the end. */
void gs_recording_add(struct gs_recording *recording, const struct gs_record *records, size_t n);
/* What came so far is in the file, which is whole. */
void gs_recording_flush(struct gs_recording *recording);
void gs_recording_figures(
	const struct gs_recording *recording, struct gs_recording_figures *figures);
/* Find the number in the file of the frame that the program's call with that index ends. Returns
 * false if it ends none, or has not come so far. */
bool gs_recording_frame_of(const struct gs_recording *recording, uint64_t index, uint64_t *frame);
/* Write all so far to the files. Of a recording that keeps the last frames: take what its file will
 * have, while the recording goes on. Return NULL if it keeps all, so that its file has them, or if
 * that fails. */
struct gs_recording_join *gs_recording_join_now(struct gs_recording *recording);
/* Write it to the file that gs_recording_path names, and free it; any thread. False: CANNOT_WRITE.
 */
bool gs_recording_join_write(struct gs_recording_join *join, const char *path, GError **error);
/* Likewise to a file that is open. */
bool gs_recording_join_write_fd(struct gs_recording_join *join, int fd, GError **error);
/* Free one that is not written. */
void gs_recording_join_free(struct gs_recording_join *join);
/* Completes the file and frees the recording. False: CANNOT_WRITE; the file holds what came before
 * that, and is whole. figures may be NULL. */
bool gs_recording_end(
	struct gs_recording *recording, struct gs_recording_figures *figures, GError **error);

/* ---- names.c: lists, with commas or spaces; false: USAGE ---- */

/* "operations,pixels": enum gs_wire_trace_class. */
bool gs_recording_parse_classes(const char *text, uint32_t *mask, GError **error);
/* "depth-buffer,fog": bits as glPushAttrib takes them. */
bool gs_recording_parse_groups(const char *text, uint32_t *mask, GError **error);

#endif
