/* SPDX-License-Identifier: MIT */
/*
 * replay/ - plays a trace: makes its calls once more, in the order in which they ended, by an
 * ordinary GL program of one thread. What the program's driver gave out (names, locations,
 * addresses, handles, windows) is replaced by what this driver gives. What is otherwise than
 * recorded is told once a kind on standard error, and the playing goes on.
 *
 * In: a file, which trace/ reads. It is untrusted: calls that would read or write where there is
 * nothing are left out. One that kills the driver all the same ends the player, with a sentence
 * that names it.
 * Out: windows, or, if pictures are asked for, pictures and nothing to see.
 */
#ifndef GS_REPLAY_H
#define GS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

struct gs_call_set;
struct gs_times;

enum gs_replay_system { GS_REPLAY_AS_RECORDED, GS_REPLAY_GLX, GS_REPLAY_EGL };

struct gs_replay_options {
	const char *file;
	const char *images;	 /* a folder for pictures; NULL: none */
	bool md5;		 /* a line on standard output for each frame */
	bool bench;		 /* a line with calls, frames and seconds at the end */
	const char *measure;	 /* a file for a table of what draws come to; NULL: none */
	const char *contents;	 /* a file that asks what objects hold, see snapshot.h; NULL:
				    nothing is asked */
	const char *checkpoints; /* likewise, at several calls; see snapshot.h */
	const char *given;	 /* a file that names a checkpoint to start from, see
				    checkpoint.h; read with .only */
	const char *only;	 /* a file with a byte for each call's number, 0 for those
				    that are left out; read when the first call is played */
	uint64_t first_frame, last_frame; /* whose pictures are wanted; nothing is played behind */
	const struct gs_call_set *frames; /* of those; NULL: all are wanted */
	const struct gs_call_set *calls;  /* no frames: what these have drawn into is wanted, and
					     nothing is played behind the last; NULL: frames */
	enum gs_replay_system system;
	struct gs_times *times; /* one round of measure/times.h; NULL: nothing is timed */
};

/* The exit status: 0 played; 1 the trace is damaged, or a picture or output cannot be written; 2
 * it cannot be read at all, no context of it was ever current, or there is no window system. Says
 * on standard error why. */
int gs_replay_run(const struct gs_replay_options *options);

#endif
