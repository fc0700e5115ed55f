/* SPDX-License-Identifier: MIT */
/*
 * replay/measure/measure - what the draws of a trace amount to in GL: what becomes of vertices and
 * primitives, fragments, pixels. Measured while the trace is played; the table has a row for each
 * call that draws.
 *
 * Counters of GL enclose the call itself. What they do not tell is found by executing the call
 * again, right after it: once with transform feedback, for the positions of its vertices
 * (shapes.h); once or twice into the stencil buffer of a framebuffer of our own; once into sums of
 * floats, by a program whose fragment shader counts its texture lookups; and once by a program
 * whose other shaders count theirs, into a buffer. A dispatch is executed once, by such a program
 * in place of its own. The program's own targets are never drawn into, and GL's state is restored.
 * A call with effects beyond what it draws is not executed again. A number that is not known is an
 * empty cell, never 0, and is reported once on standard error.
 */
#ifndef GS_REPLAY_MEASURE_H
#define GS_REPLAY_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

/* Columns of the table; analysis/ has figures of the same names. */
enum gs_measurement {
	GS_MEASURED_VERTICES, /* invocations of vertex shaders, by the driver's counter */
	GS_MEASURED_DISPATCH, /* invocations of compute shaders, by the driver's counter */
	/* Texture lookups that all shaders but fragment shaders execute on this driver, which may
	 * invoke a shader several times for one vertex, or once for several. */
	GS_MEASURED_OTHERS,
	/* Points, lines and triangles after the last vertex processing stage; the next five are
	 * parts of these: see shapes.h. */
	GS_MEASURED_ASSEMBLED,
	GS_MEASURED_DEGENERATE,
	GS_MEASURED_OUTSIDE,
	GS_MEASURED_CULLED,
	GS_MEASURED_CLIPPED,
	GS_MEASURED_RASTERIZED,
	GS_MEASURED_TRIANGLES, /* rasterized triangles */
	GS_MEASURED_AREA,      /* ... and their area inside of the view volume, in pixels */
	GS_MEASURED_FRAGMENTS, /* fragments that reach the depth and stencil tests */
	GS_MEASURED_DISCARDED, /* fragments discarded earlier, by shader or alpha test */
	/* Texture lookups of fragment shaders, also for discarded fragments, but not of helper
	 * invocations. Without a shader, one for each texture unit that is on. */
	GS_MEASURED_FETCHES,
	GS_MEASURED_PASSED, /* samples that pass all tests */
	/* 1: no sample has passed, though there were primitives, and the call does nothing else;
	 * else 0. */
	GS_MEASURED_UNSEEN,
	GS_MEASURED_TOUCHED, /* pixels with a fragment of the draw */
	GS_MEASURED_PASS,    /* ... that had none before in the pass */
	GS_MEASURED_FRAME,   /* ... that had none before in the frame */
	GS_N_MEASURED
};

struct gs_player;
struct gs_play;
struct gs_trace_call;
struct gs_wire_call;
struct gs_measure;

/* Begin to measure, and open the file that the player's options name. Return NULL if it cannot be
 * written, which has been reported. */
struct gs_measure *gs_measure_new(struct gs_player *player);
/* End measuring, and close the file. Return false if not all could be written, which has been
 * reported. NULL is fine. */
bool gs_measure_free(struct gs_measure *measure);
/* Call before and after each GL call that is made; `done` is the call with this driver's arguments.
 * NULL is fine, here and below. */
void gs_measure_before(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done);
void gs_measure_after(struct gs_measure *measure, struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done);
/* Call directly before and after the driver call: messages of the driver in between are written to
 * the table. */
void gs_measure_listen(struct gs_measure *measure, uint64_t call);
void gs_measure_heard(struct gs_measure *measure);
/* Call before another context, or none, becomes current. */
void gs_measure_leave(struct gs_measure *measure);
void gs_measure_end_frame(struct gs_measure *measure);

#endif
