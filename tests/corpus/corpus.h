/* SPDX-License-Identifier: MIT */
/* Programs out of piglit's files. */
#ifndef GS_TESTS_CORPUS_H
#define GS_TESTS_CORPUS_H

#include <glib.h>
#include "tests/instrument/instrument-gl.h"

struct program {
	const char *file;
	enum gs_api api; /* of the context it wants */
	struct gl_pipeline pipeline;
	bool is_filler[GS_N_STAGES]; /* ours, that there be a program */
};

/* A *.shader_test, or a *.vert ... that must compile. False: not one that can be used. */
bool program_read(struct program *p, const char *file);
void program_finish(struct program *p);

/* Those of the macros that the texts test which the driver defines: struct gs_glsl_macro. */
GArray *gl_macros(const struct gs_glsl_input *input);
void gl_delete_program(unsigned program);

#endif
