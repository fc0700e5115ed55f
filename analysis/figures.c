/* SPDX-License-Identifier: MIT */
/* What figures are called. */
#include "analysis/statistics.h"

static const struct {
	const char *name, *title;
} figures[GS_N_FIGURES] = {
	[GS_FIGURE_CALLS] = {"calls", "calls"},
	[GS_FIGURE_FAKE_CALLS] = {"fake_calls", "calls of the recorder"},
	[GS_FIGURE_LISTED_CALLS] = {"listed_calls", "calls executed by display lists"},
	[GS_FIGURE_DRAWS] = {"draws", "draws"},
	[GS_FIGURE_DISPATCHES] = {"dispatches", "compute dispatches"},
	[GS_FIGURE_CLEARS] = {"clears", "clears"},
	[GS_FIGURE_BLOCKS] = {"blocks", "glBegin blocks"},
	[GS_FIGURE_INDEXED_DRAWS] = {"indexed_draws", "draws with indices"},
	[GS_FIGURE_EMPTY_DRAWS] = {"empty_draws", "draws of nothing"},
	[GS_FIGURE_INSTANCES] = {"instances", "instances"},
	[GS_FIGURE_VERTICES] = {"vertices", "vertices submitted"},
	[GS_FIGURE_PRIMITIVES] = {"primitives", "primitives submitted"},
	[GS_FIGURE_TRIANGLES] = {"triangles", "triangles among them"},
	[GS_FIGURE_DISTINCT_VERTICES] = {"distinct_vertices", "distinct vertices of each draw"},
	[GS_FIGURE_SHADED_VERTICES] = {"shaded_vertices_fifo32",
		"vertices shaded with a FIFO cache of 32 (a model)"},
	[GS_FIGURE_ARRAY_BYTES] = {"array_bytes", "bytes of client arrays, as in the file"},
	[GS_FIGURE_BUFFER_BYTES] = {"buffer_bytes", "bytes into buffers"},
	[GS_FIGURE_TEXTURE_BYTES] = {"texture_bytes", "bytes into textures"},
	[GS_FIGURE_PIXEL_BYTES] = {"pixel_bytes", "bytes of pixels drawn"},
	[GS_FIGURE_UNIFORM_BYTES] = {"uniform_bytes", "bytes of uniforms"},
	[GS_FIGURE_SHADER_BYTES] = {"shader_bytes", "bytes of shader sources"},
	[GS_FIGURE_READ_BYTES] = {"read_bytes", "bytes read back"},
	[GS_FIGURE_UPLOADS] = {"uploads", "uploads to buffers and textures"},
	[GS_FIGURE_MATRIX_CALLS] = {"matrix_calls", "matrix operations"},
	[GS_FIGURE_STATE_CALLS] = {"state_calls", "state changes"},
	[GS_FIGURE_REPEATED_STATE] = {"repeated_state_calls", "... to what it was"},
	[GS_FIGURE_PROGRAM_BINDS] = {"program_binds", "programs bound"},
	[GS_FIGURE_TEXTURE_BINDS] = {"texture_binds", "textures bound"},
	[GS_FIGURE_TARGET_BINDS] = {"framebuffer_binds", "draw framebuffers bound"},
	[GS_FIGURE_QUERIES] = {"queries", "calls that ask (glGet..., glIs...)"},
	[GS_FIGURE_WAITS] = {"waits", "calls that wait until GL has drawn"},
};

const char *gs_figure_name(enum gs_figure figure)
{
	return figures[figure].name;
}

const char *gs_figure_title(enum gs_figure figure)
{
	return figures[figure].title;
}
