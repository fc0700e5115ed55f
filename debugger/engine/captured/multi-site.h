/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/multi-site - programs that serve several call paths each, those that the
 * focus element's path reaches next, in every iteration: a step along the path draws with a program
 * that exists, and compiles nothing.
 */
#ifndef GS_MULTI_SITE_H
#define GS_MULTI_SITE_H

#include <glib.h>
#include "instrument/instrument.h"

struct gs_debug;
struct gs_multi_site_programs;
struct gs_multi_site_program;
struct gs_capture_result;

/* What programs are for. A program runs the shader up to the furthest position that it serves,
 * which costs nothing for one element but much for two million: in large draws, images have
 * programs of their own, each for one call path. */
enum gs_multi_site_use {
	GS_MULTI_SITE_ALL,    /* single elements, and images of all */
	GS_MULTI_SITE_IMAGES, /* images of all elements */
};
struct gs_multi_site_programs *gs_multi_site_programs_new(
	struct gs_debug *debug, enum gs_multi_site_use use);
void gs_multi_site_programs_free(struct gs_multi_site_programs *programs);

/* Returns the program that serves a position; for the path's present position, makes it if there is
 * none or a new one is due. Returns NULL if there is none; sets error only if no request is
 * possible any more. */
struct gs_multi_site_program *gs_multi_site_programs_find(struct gs_multi_site_programs *programs,
	const struct gs_position *position, GError **error);
/* For idle times: if the path will need a program soon that is missing, has the driver compile it,
 * by drawing it; waits only for the previous one. One compilation at most; sets *more if there may
 * be another. Returns false if no request is possible any more. */
bool gs_multi_site_programs_prepare(
	struct gs_multi_site_programs *programs, bool *more, GError **error);
/* Whether gs_multi_site_programs_prepare would have something compiled. */
bool gs_multi_site_programs_lack(struct gs_multi_site_programs *programs);
/* Gets the expressions of the innermost frame that the program serving a position captures there;
 * returns how many, 0 if none is ready. Borrowed until a program is made. */
enum { GS_MAX_TEXTS = 128 };
size_t gs_multi_site_programs_texts(const struct gs_multi_site_programs *programs,
	const struct gs_position *position, const char *texts[GS_MAX_TEXTS]);

/* Whether a program captures an expression of the innermost frame at a position. */
enum gs_capture_availability {
	GS_CAPTURE_AVAILABLE,	  /* a draw gives its values */
	GS_CAPTURE_NO_ROOM,	  /* it was requested, but there was no room at that call path */
	GS_CAPTURE_NOT_REQUESTED, /* it was not requested when the program was made */
};
struct gs_capture_location {
	enum gs_capture_availability held;
	/* of AVAILABLE: */
	size_t capture;		/* of the request */
	unsigned n_attachments; /* how many, from the first on, hold it and the flags */
	bool is_image; /* the program was made for images of it: it needs few attachments */
};
struct gs_capture_location gs_multi_site_program_holds(const struct gs_multi_site_program *program,
	const struct gs_position *position, const char *text);
/* Returns how many attachments, from the first on, hold the flags. */
unsigned gs_multi_site_program_flag_attachments(const struct gs_multi_site_program *program);
/* Draws with a program. rect NULL: the bounds of the covered pixels; n_attachments: how many, from
 * the first on; 0: all. Returns NULL if the driver refuses the program, which is then no longer
 * used; sets error only if no request is possible any more. */
struct gs_capture_result *gs_multi_site_program_capture(struct gs_multi_site_programs *programs,
	struct gs_multi_site_program *program, const struct gs_position *position,
	const unsigned rect[4], unsigned n_attachments, GError **error);
/* Gives the wanted values (struct gs_captured_value) what the program captures of them, and removes
 * those from wanted. *n_needed: how many of wanted, from the first on, are needed; decreased. */
void gs_multi_site_program_take(const struct gs_multi_site_program *program,
	const struct gs_position *position, struct gs_capture_result *result, GPtrArray *wanted,
	size_t *n_needed);
/* Call when something is asked for that the programs lack: at the next position they are replaced.
 */
void gs_multi_site_programs_outdate(struct gs_multi_site_programs *programs);

#endif
