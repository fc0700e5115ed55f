/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/measure - what the draws of a trace come to in GL: vertices and primitives by what
 * becomes of them, fragments, pixels. Measured while the trace is played, a row of a table for each
 * call that draws.
 *
 * Counters of GL run round the call itself. What they cannot tell is found by executing the call
 * again, right behind it: once into memory, for the positions of its vertices (shapes.h), once or
 * twice into the stencil buffer of a framebuffer of our own, once into sums of floats, by a program
 * whose fragment shader counts its texture lookups, and once by one whose other shaders do, into a
 * buffer. A dispatch is executed once, by such a program in place of its own. Nothing of the
 * program's is drawn into, and GL's state is afterwards as before. A call that has effects beyond
 * what it draws is not executed again. What is not told then is an empty cell, and told of once on
 * standard error; it is never 0.
 */
#ifndef GS_REPLAY_MEASURE_H
#define GS_REPLAY_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

/* The columns; analysis/ has figures of the same names. */
enum gs_measurement {
	GS_MEASURED_VERTICES, /* runs of vertex shaders, as the driver counts */
	GS_MEASURED_DISPATCH, /* runs of compute shaders, as the driver counts */
	/* Texture lookups that all shaders but the fragments' execute, as this driver runs them: it
	 * may run one more than once for a vertex, or once for several. */
	GS_MEASURED_OTHERS,
	/* Points, lines and triangles behind the last stage that works on vertices. The others are
	 * parts of it: see shapes.h. */
	GS_MEASURED_ASSEMBLED,
	GS_MEASURED_DEGENERATE,
	GS_MEASURED_OUTSIDE,
	GS_MEASURED_CULLED,
	GS_MEASURED_CLIPPED,
	GS_MEASURED_RASTERIZED,
	GS_MEASURED_TRIANGLES, /* those of the last that are triangles */
	GS_MEASURED_AREA,      /* ... their area, in pixels of the window, cut by the view volume */
	GS_MEASURED_FRAGMENTS, /* that come to the tests of depth and stencil */
	GS_MEASURED_DISCARDED, /* by the shader or the test of alpha, before these */
	/* Texture lookups that fragment shaders execute for the fragments, those discarded among
	 * them; helper invocations are not. Where there is no shader, one for each texture unit. */
	GS_MEASURED_FETCHES,
	GS_MEASURED_PASSED,  /* samples, all tests */
	GS_MEASURED_UNSEEN,  /* 1: no sample has passed, though there were vertices */
	GS_MEASURED_TOUCHED, /* pixels with a fragment */
	GS_MEASURED_PASS,    /* ... and none before in the pass */
	GS_MEASURED_FRAME,   /* ... and none before in the frame */
	GS_N_MEASURED
};

struct gs_player;
struct gs_play;
struct gs_trace_call;
struct gs_wire_call;
struct gs_measure;

/* NULL: the file of the player's options cannot be written, and the user knows why. */
struct gs_measure *gs_measure_new(struct gs_player *player);
/* False: not all could be written, and the user knows. NULL is fine. */
bool gs_measure_free(struct gs_measure *measure);
/* Round each call of GL that is made; `done` is the call with this driver's arguments. */
void gs_measure_before(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done);
void gs_measure_after(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done);
/* Round the call itself, which may make the driver speak. */
void gs_measure_listen(struct gs_measure *measure, uint64_t call);
void gs_measure_heard(struct gs_measure *measure);
/* Another context, or none, is about to be current. */
void gs_measure_leave(struct gs_measure *measure);
void gs_measure_end_frame(struct gs_measure *measure);

#endif
