/* SPDX-License-Identifier: MIT */
/* What the files of experiments share. */
#ifndef GS_REPLAY_EXPERIMENTING_H
#define GS_REPLAY_EXPERIMENTING_H

#include "replay/measure/deciding.h"
#include "replay/measure/experiments.h"
#include "replay/measure/measuring.h"

enum { GS_EXPERIMENT_VIEWPORTS = 16, GS_EXPERIMENT_BUFFERS = 32, GS_EXPERIMENT_BINDINGS = 256 };

/* A texture that a tiny one stands in for. */
struct gs_experiment_binding {
	GLenum unit, target;
	GLuint texture;
};

/* What a change of the state has replaced. */
struct gs_experiment_state {
	enum gs_experiment changed; /* AS_IS: nothing */
	unsigned n;		    /* viewports, draw buffers or bindings */
	GLint boxes[GS_EXPERIMENT_VIEWPORTS][4];
	GLfloat views[GS_EXPERIMENT_VIEWPORTS][4];
	bool is_on[GS_EXPERIMENT_BUFFERS]; /* by viewport, draw buffer or test */
	struct gs_experiment_binding bindings[GS_EXPERIMENT_BINDINGS];
	GLuint program;
};

/* ---- experiment-states.c ---- */

/* Change the state for the draw that comes, or its arguments; *why says why that is not possible,
 * or that nothing changes. Return false then. */
bool gs_experiment_change(struct gs_measure *gl, enum gs_experiment experiment,
	const struct gs_play *play, struct gs_wire_call *done, struct gs_experiment_state *state,
	const char **why);
/* Take the change back. */
void gs_experiment_restore(struct gs_measure *gl, const struct gs_experiment_state *state);

/* ---- experiment-objects.c: what the experiments draw with ---- */

/* Return a texture of 2 by 2 texels in place of one that is bound to the target, with its
 * parameters; 0: there can be none. */
GLuint gs_experiment_tiny(struct gs_measure *gl, GLenum target, GLenum image, GLuint texture);
/* Use a program whose fragment shader writes one colour. *why: as above. */
bool gs_experiment_use_trivial(struct gs_measure *gl, GLuint program, const char **why);

#endif
