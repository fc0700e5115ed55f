/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/captured/multi-site - programs that serve several call paths each: those that the
 * focus element's path reaches next, in every iteration. A step along the path then compiles
 * nothing: it draws with a program that exists.
 */
#ifndef GS_MULTI_SITE_H
#define GS_MULTI_SITE_H

#include <glib.h>
#include "instrument/instrument.h"

struct gs_debug;
struct gs_multi_site_programs;
struct gs_multi_site_program;
struct gs_capture_result;

/* What programs are drawn for. The driver runs a shader up to the furthest place that its program
 * serves, which is nothing for one element and most of a draw of two million: there, images have
 * programs of their own, each for one call path and with nothing but images. */
enum gs_multi_site_use {
	GS_MULTI_SITE_ALL,    /* single elements, and images of all */
	GS_MULTI_SITE_IMAGES, /* images of all elements */
};
struct gs_multi_site_programs *gs_multi_site_programs_new(
	struct gs_debug *debug, enum gs_multi_site_use use);
void gs_multi_site_programs_free(struct gs_multi_site_programs *programs);

/* The program that serves a position; of the present one of the path it is made where there is
 * none, or where a new one is wanted. NULL: there is none, and error is set only where nothing more
 * can be asked of the program. */
struct gs_multi_site_program *gs_multi_site_programs_find(struct gs_multi_site_programs *programs,
	const struct gs_position *position, GError **error);
/* For idle times: has the driver compile a program that the path needs soon, as it will be drawn,
 * if one is missing, and does not wait for that, but for the one before. One compilation at most;
 * *more: there may be another. False: nothing more can be asked of the program. */
bool gs_multi_site_programs_prepare(
	struct gs_multi_site_programs *programs, bool *more, GError **error);
/* That would have something compiled. */
bool gs_multi_site_programs_lack(struct gs_multi_site_programs *programs);
/* What the program that serves a position holds there, of the innermost frame; 0: there is none
 * that is ready. Borrowed until one is made. */
enum { GS_MAX_TEXTS = 128 };
size_t gs_multi_site_programs_texts(const struct gs_multi_site_programs *programs,
	const struct gs_position *position, const char *texts[GS_MAX_TEXTS]);

/* What a program holds of an expression of the innermost frame at a position. */
enum gs_capture_availability {
	GS_CAPTURE_AVAILABLE, /* its values come with the draw */
	GS_CAPTURE_NO_ROOM,   /* it was wanted when the program was made, but had no room at that
				 call path */
	GS_CAPTURE_NOT_REQUESTED, /* it was not */
};
struct gs_capture_location {
	enum gs_capture_availability held;
	/* of AVAILABLE: */
	size_t capture;		/* of the request */
	unsigned n_attachments; /* from the first: so many hold flags and it */
	bool is_image; /* it was asked for as an image when the program was made: few attachments
			  come with it */
};
struct gs_capture_location gs_multi_site_program_holds(const struct gs_multi_site_program *program,
	const struct gs_position *position, const char *text);
/* How many attachments, from the first, hold the flags. */
unsigned gs_multi_site_program_flag_attachments(const struct gs_multi_site_program *program);
/* rect NULL: the bounds of the covered pixels; n_attachments: from the first; 0: all. NULL: the
 * driver refuses the program, which is not used any more; error is set only where nothing more can
 * be asked of the program under debug. */
struct gs_capture_result *gs_multi_site_program_capture(struct gs_multi_site_programs *programs,
	struct gs_multi_site_program *program, const struct gs_position *position,
	const unsigned rect[4], unsigned n_attachments, GError **error);
/* Gives what the program holds of the wanted values (struct gs_captured_value) to them, and takes
 * them out of wanted. *n_needed: so many of wanted, from the first, are needed; counted down. */
void gs_multi_site_program_take(const struct gs_multi_site_program *program,
	const struct gs_position *position, struct gs_capture_result *result, GPtrArray *wanted,
	size_t *n_needed);
/* What it does not capture is asked for: at the next position it gives way to one that does. */
void gs_multi_site_programs_outdate(struct gs_multi_site_programs *programs);

#endif
