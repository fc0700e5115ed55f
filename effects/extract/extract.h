/* SPDX-License-Identifier: MIT */
/*
 * effects/extract/extract - write a small trace that draws the same as a part of a large one.
 */
#ifndef GS_EFFECTS_EXTRACT_H
#define GS_EFFECTS_EXTRACT_H

#include "effects/effects.h"
#include "effects/extract/given.h"

struct gs_extract_wish {
	unsigned trust;	      /* enum gs_effects_trust bits */
	bool is_all;	      /* rewrite the whole trace; the other members have no effect */
	bool is_call;	      /* .first is a call's number; .last has no effect */
	uint64_t first, last; /* frames; a .last past the end means the last one */
	bool with_rest;	      /* of frames: and what comes after the last one's end */
	/* What the written trace says of its origin: the name, NULL: the file's or the program's;
	 * and the number that its first frame has there. */
	const char *origin;
	uint64_t first_frame;
	/* Has the contents of objects read back; the written trace holds them as data in place of
	 * the calls that made them, where that makes a smaller file with no more calls. NULL: write
	 * calls only. */
	gs_given_play play;
	void *play_data;
	bool (*stops)(void *data); /* called while files are read; true stops. NULL: never stop */
	void *stops_data;
};

struct gs_extract_figures {
	uint64_t calls; /* of the whole trace */
	uint64_t frames;
	uint64_t kept, asked; /* calls written; those of them that were asked for */
	uint64_t made_up;     /* calls made up by the recorder in the file without data */
	uint64_t given;	      /* objects whose contents were written as data */
	/* If given > 0: bytes written, and the calls and bytes of the file without data. */
	uint64_t bytes, other_kept, other_bytes;
	bool keeps_swapped; /* the part begins with what a swap may or may not have preserved */
	char *not_given;    /* why the file with data could not be written, free(); or NULL */
};

enum gs_extract_result {
	GS_EXTRACT_DONE,
	GS_EXTRACT_NOTHING_THERE, /* the trace has no such frame or call */
	GS_EXTRACT_NO_TRACE,	  /* `in` cannot be read as a trace */
	GS_EXTRACT_NOT_PLAYED,	  /* .play failed and has reported why */
	GS_EXTRACT_STOPPED,	  /* stopped by .stops; `out` was not written */
	GS_EXTRACT_NO_FILE,	  /* `out` cannot be created */
	GS_EXTRACT_NOT_WRITTEN,
};

/* Write the part that `wish` describes to `out`, which may be `in`; the file is replaced when it is
 * complete. On failure set *why to a sentence about the file that the result is about, to be freed
 * with g_free(). If `effects` is not NULL, set *effects to what was read of the trace, to be freed
 * with gs_effects_free(); NULL if nothing was read. */
enum gs_extract_result gs_extract(const char *in, const char *out,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures,
	struct gs_effects **effects, char **why);

#endif
