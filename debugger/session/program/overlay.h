/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/program/overlay - what the pending draw does at each pixel of its framebuffer,
 * besides the colours it leaves: overlay.c. It is found out by redraws onto copies, as
 * gs_session_drawn; what the program has stays as it is.
 */
#ifndef GS_SESSION_OVERLAY_H
#define GS_SESSION_OVERLAY_H

#include "debugger/session/session.h"

enum gs_overlay {
	GS_OVERLAY_WIREFRAME, /* edges of all polygons, also of hidden ones, but not of those that
				 are culled: 1 */
	GS_OVERLAY_OVERDRAW,  /* how many fragments there are that are not discarded, up to 255,
				 whatever depth and stencil tests make of them */
	GS_OVERLAY_DEPTH,     /* enum gs_overlay_test, of those that have come to the depth test */
	GS_OVERLAY_STENCIL,   /* likewise */
	GS_N_OVERLAYS
};
extern const char *const gs_overlay_names[GS_N_OVERLAYS]; /* "wireframe" */

/* Of a test: no fragment of the draw comes to it; all of them fail; one passes, or more. */
enum gs_overlay_test { GS_OVERLAY_NONE = 0, GS_OVERLAY_FAILED = 1, GS_OVERLAY_PASSED = 2 };

struct gs_overlay_figures {
	uint64_t pixels;	  /* that have a number that is not 0 */
	uint64_t fragments, most; /* of OVERDRAW: in all, and at one pixel */
	uint64_t passed, failed;  /* of tests: pixels */
	bool undrawn;		  /* as gs_session_drawn has it */
};

/* Return a number for each pixel of the first draw buffer, of its first sample and layer;
 * gs_field_free. NULL: error. */
struct gs_field *gs_session_overlay(struct gs_session *session, enum gs_overlay overlay,
	struct gs_overlay_figures *figures, GError **error);
/* Return what the figures say, "1 to 7 fragments a pixel"; g_free. */
char *gs_overlay_text(enum gs_overlay overlay, const struct gs_overlay_figures *figures);
/* Paint the numbers over the picture, which becomes grey and darker; it is of the same size. */
void gs_overlay_paint(
	enum gs_overlay overlay, const struct gs_field *field, struct gs_picture *picture);

#endif
