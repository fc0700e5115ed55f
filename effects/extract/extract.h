/* SPDX-License-Identifier: MIT */
/*
 * effects/extract/extract - a small trace that draws the same as a part of a large one.
 */
#ifndef GS_EFFECTS_EXTRACT_H
#define GS_EFFECTS_EXTRACT_H

#include "effects/effects.h"
#include "effects/extract/given.h"

struct gs_extract_wish {
	unsigned trust;	      /* enum gs_effects_trust bits */
	bool is_all;	      /* the whole trace, written anew: nothing else counts */
	bool is_call;	      /* first is a call's number, and last does not count */
	uint64_t first, last; /* frames; a last one past the end is the last there is */
	/* Contents of objects are read back by it, and stand in the trace in place of the calls
	 * that they are from, where that makes a smaller file of no more calls. NULL: calls alone.
	 */
	gs_given_play play;
	void *play_data;
	bool (*stops)(void *data); /* asked while files are read: true ends it. NULL: nobody is */
	void *stops_data;
};

struct gs_extract_figures {
	uint64_t calls; /* of the whole trace */
	uint64_t frames;
	uint64_t kept, asked; /* calls written; those among them that were asked for */
	uint64_t made_up;     /* written without data: those that the recorder has made up */
	uint64_t given;	      /* objects whose contents are data */
	/* Where there are some: bytes written; calls and bytes without that. */
	uint64_t bytes, other_kept, other_bytes;
	bool keeps_swapped; /* what was asked for begins with what a swap may have left, or not */
	char *not_given;    /* why the file with data could not be written, to be freed; or NULL */
};

enum gs_extract_result {
	GS_EXTRACT_DONE,
	GS_EXTRACT_NOTHING_THERE, /* the trace has no such frame or call */
	GS_EXTRACT_NO_TRACE,	  /* `in` cannot be read */
	GS_EXTRACT_NOT_PLAYED,	  /* .play has failed, and has said of what */
	GS_EXTRACT_STOPPED,	  /* by .stops; there is no file `out` */
	GS_EXTRACT_NO_FILE,	  /* `out` cannot be made */
	GS_EXTRACT_NOT_WRITTEN,
};

/* Writes the file `out`, which takes its place when it is whole. Else *why is a sentence about the
 * file that the result speaks of, to be freed with g_free(). `out` may be `in`. *effects, where it
 * is not NULL: what was read of the trace, to be freed; NULL where nothing was. */
enum gs_extract_result gs_extract(const char *in, const char *out,
	const struct gs_extract_wish *wish, struct gs_extract_figures *figures,
	struct gs_effects **effects, char **why);

#endif
