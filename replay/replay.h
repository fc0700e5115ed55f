/* SPDX-License-Identifier: MIT */
/*
 * replay/ - plays a trace: makes its calls again, in the order in which they ended, from an
 * ordinary GL program with one thread. Names, locations, addresses, handles and windows that the
 * recorded driver gave out are replaced by those that this driver gives. What differs from the
 * recording is reported on standard error, once for each kind, and playing goes on.
 *
 * Input: a file, which trace/ reads. It is untrusted: a call that would read or write outside of
 * its memory is left out. A call that crashes the driver all the same ends the player, with a
 * sentence that names the call.
 *
 * Output: windows, or, if pictures are asked for, pictures and no windows.
 */
#ifndef GS_REPLAY_H
#define GS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

struct gs_call_set;
struct gs_times;
struct gs_experiments;

enum gs_replay_system { GS_REPLAY_AS_RECORDED, GS_REPLAY_GLX, GS_REPLAY_EGL };

/* Bits: GL_COLOR_ATTACHMENT0, or the window's buffer that is drawn into, and those behind it. */
enum gs_replay_attachment {
	GS_REPLAY_COLOR,
	GS_REPLAY_COLORS = 32, /* how many there can be */
	GS_REPLAY_DEPTH = GS_REPLAY_COLORS,
	GS_REPLAY_STENCIL,
	GS_REPLAY_N_ATTACHMENTS
};

/* All that there are: one that is not there is not reported. */
#define GS_REPLAY_ALL_ATTACHMENTS UINT64_MAX

/* Kinds of differences from the recording, in the order in which --strict sums them up. */
enum { GS_REPLAY_KINDS = 7 };
extern const char *const gs_replay_kind_names[GS_REPLAY_KINDS];

/* Is told of each difference of a kind once, with the index of its kind, or of a note. */
typedef void (*gs_replay_note)(
	void *data, unsigned kind, bool is_note, uint64_t call, const char *name, const char *text);

struct gs_replay_options {
	const char *file;
	const char *edits;  /* file of edits (trace/edits/edits.h); NULL: it is played as it is */
	const char *images; /* folder for pictures, "-": standard output; NULL: none */
	bool md5;	    /* print a line with the MD5 sum of each frame */
	bool bench;	    /* print a line with calls, frames and seconds at the end */
	/* Ask GL for errors and for what compiles, too, and return 1 if anything differs from the
	 * recording. */
	bool strict;
	bool json; /* with .strict: print a line of JSON for each difference, and one at the end */
	gs_replay_note note; /* with .strict; NULL: nobody is told */
	void *note_data;
	const char *measure;  /* file for a table of what draws come to (measure.h); NULL: none */
	const char *contents; /* file that asks for contents (snapshot.h); NULL: none */
	const char *checkpoints; /* likewise, at several calls */
	/* File that names a checkpoint to start from (checkpoint.h); used with .only. */
	const char *given;
	/* File with a byte for each call number, 0 for calls that are left out; read before the
	 * first call. */
	const char *only;
	/* Frames whose pictures are wanted; playing ends with the last. */
	uint64_t first_frame, last_frame;
	const struct gs_call_set *frames; /* of these, the frames that are wanted; NULL: all */
	/* Show what these calls have drawn into, in place of frames, and end with the last of
	 * them; NULL: show frames. */
	const struct gs_call_set *calls;
	/* Write pictures of what is attached behind these calls into the folder .images, in place
	 * of pictures of frames, and end with the last of them; NULL: of frames. */
	const struct gs_call_set *at;
	uint64_t attachments; /* which, with .at: bits of enum gs_replay_attachment */
	/* In place of .images, with .at: what is drawn into as apitrace's players take snapshots,
	 * in files whose names begin so; NULL: not so. */
	const char *snapshot_prefix;
	const char *watch; /* somebody watches, at these points (watch.h); NULL: nobody */
	enum gs_replay_system system;
	struct gs_times *times;		    /* times of one round (measure/times.h); NULL: none */
	struct gs_experiments *experiments; /* measure/experiments.h; NULL: none are made */
};

/* Play a trace. Return the exit status: 0: it was played; 1: the trace is damaged, or a picture or
 * output cannot be written, or with .strict GL answers otherwise than in the recording; 2: it
 * cannot be read at all, none of its contexts was ever current, or there is no window system. The
 * reason is printed on standard error. */
int gs_replay_run(const struct gs_replay_options *options);

#endif
