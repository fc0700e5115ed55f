/* SPDX-License-Identifier: MIT */
/* Names and titles of figures. */
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
	[GS_FIGURE_LIT_VERTICES] = {"lit_vertices",
		"vertices that fixed function lights (GL_LIGHTING, no program in use)"},
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
	[GS_FIGURE_VERTEX_RUNS] = {"vertex_invocations",
		"vertices transformed (runs of vertex shaders, as this driver counts)"},
	[GS_FIGURE_COMPUTE_RUNS] = {"compute_invocations",
		"runs of compute shaders, as this driver counts"},
	[GS_FIGURE_ASSEMBLED] = {"assembled_primitives",
		"points, lines and triangles, when all vertex stages are done"},
	[GS_FIGURE_DEGENERATE] = {"degenerate_primitives", "... triangles without area"},
	[GS_FIGURE_OUTSIDE] = {"outside_primitives", "... outside of the view volume"},
	[GS_FIGURE_CULLED] = {"culled_primitives", "... triangles culled by their faces"},
	[GS_FIGURE_RASTERIZED] = {"rasterized_primitives", "... that are rasterized"},
	[GS_FIGURE_CLIPPED] = {"clipped_primitives", "... and of these clipped"},
	[GS_FIGURE_RASTERIZED_TRIANGLES] = {"rasterized_triangles", "triangles rasterized"},
	[GS_FIGURE_TRIANGLE_PIXELS] = {"triangle_pixels", "... their area in pixels"},
	[GS_FIGURE_FRAGMENTS] = {"fragments", "fragments, before tests of depth and stencil"},
	[GS_FIGURE_DISCARDED] = {"discarded_fragments",
		"fragments discarded (discard, alpha test), not among them"},
	[GS_FIGURE_FETCHES] = {"fragment_texture_fetches",
		"texture fetches for fragments and for those discarded"},
	[GS_FIGURE_OTHER_FETCHES] = {"other_texture_fetches",
		"texture fetches of all other shaders, as this driver runs them"},
	[GS_FIGURE_SAMPLES] = {"samples_passed", "samples that passed all tests"},
	[GS_FIGURE_UNSEEN_DRAWS] = {"unseen_draws", "calls that draw, of which no sample passes"},
	[GS_FIGURE_TOUCHED] = {"touched_pixels", "pixels touched in a frame"},
};

static const struct {
	const char *name, *title;
	enum gs_figure above, below;
} ratios[GS_N_RATIOS] = {
	[GS_RATIO_OVERDRAW] = {"overdraw", "overdraw: fragments for each pixel touched",
		GS_FIGURE_FRAGMENTS, GS_FIGURE_TOUCHED},
	[GS_RATIO_TRIANGLE_SIZE] = {"pixels_per_triangle", "pixels of a triangle, on average",
		GS_FIGURE_TRIANGLE_PIXELS, GS_FIGURE_RASTERIZED_TRIANGLES},
};

const char *gs_ratio_name(enum gs_ratio ratio)
{
	return ratios[ratio].name;
}

const char *gs_ratio_title(enum gs_ratio ratio)
{
	return ratios[ratio].title;
}

enum gs_figure gs_ratio_above(enum gs_ratio ratio)
{
	return ratios[ratio].above;
}

enum gs_figure gs_ratio_below(enum gs_ratio ratio)
{
	return ratios[ratio].below;
}

double gs_ratio_by(uint64_t above, uint64_t below, bool is_known)
{
	return is_known && below ? (double)above / (double)below : -1;
}

double gs_ratio_of(const struct gs_counts *counts, enum gs_ratio ratio)
{
	enum gs_figure above = ratios[ratio].above, below = ratios[ratio].below;
	return gs_ratio_by(counts->values[above], counts->values[below],
		!counts->unknown[above] && !counts->unknown[below]);
}

const char *gs_figure_name(enum gs_figure figure)
{
	return figures[figure].name;
}

const char *gs_figure_title(enum gs_figure figure)
{
	return figures[figure].title;
}
