/* SPDX-License-Identifier: MIT */
/* What the files of the checklist share. */
#ifndef GS_ANALYSIS_CHECKS_H
#define GS_ANALYSIS_CHECKS_H

#include "analysis/checklist.h"
#include "analysis/private.h"
#include "analysis/shaders.h"

enum gs_check_id {
	GS_CHECK_IMMEDIATE,
	GS_CHECK_CLIENT_ARRAYS,
	GS_CHECK_FINISH,
	GS_CHECK_FENCE_WAIT,
	GS_CHECK_READ_BACK,
	GS_CHECK_QUERY_WAIT,
	GS_CHECK_MAP_WAIT,
	GS_CHECK_DEPTH_CLEAR,
	GS_CHECK_TEXTURE_LOADED,
	GS_CHECK_TEXTURE_CHANGED,
	GS_CHECK_COMPILED,
	GS_CHECK_LIST_COMPILED,
	GS_CHECK_STATE_ASKED,
	GS_CHECK_ERROR_ASKED,
	GS_CHECK_MIPMAPS_MISSING,
	GS_CHECK_MIPMAPS_UNUSED,
	GS_CHECK_UNCOMPRESSED,
	GS_CHECK_STATE_REPEATED,
	GS_CHECK_UNIFORM_UNUSED,
	GS_CHECK_DRAW_EMPTY,
	GS_CHECK_DRAW_UNSEEN,
	GS_CHECK_DRAWS_IN_A_ROW,
	GS_CHECK_INDICES_UNSHARED,
	GS_CHECK_VERTEX_ORDER,
	GS_CHECK_VERTICES_REPEATED,
	GS_CHECK_MULTISAMPLE,
	GS_CHECK_STRINGS,
	GS_N_CHECKS
};

/* ---- arrays.c: where enabled arrays of vertices come from ---- */

enum { GS_ARRAYS = 32 };
struct gs_arrays;

struct gs_arrays *gs_arrays_new(struct gs_effects *effects);
void gs_arrays_free(struct gs_arrays *arrays);
void gs_arrays_add(struct gs_arrays *arrays, const struct gs_analysed_call *analysed);
/* The buffers of enabled arrays, up to GS_ARRAYS of them. */
unsigned gs_arrays_buffers(struct gs_arrays *arrays, uint32_t *buffers);
/* The place of the array that gl...Pointer sets; GS_ARRAYS: it is not followed. */
uint32_t gs_array_place(const struct gs_analysed_call *analysed);
/* buffer 0: it is in none. */
bool gs_arrays_is_enabled(struct gs_arrays *arrays, unsigned place, uint32_t *buffer);
/* Generic attributes that are enabled and come from nowhere, a bit each. */
uint32_t gs_arrays_missing(struct gs_arrays *arrays);

/* ---- repeated-vertices.c ---- */

struct gs_vertices;

struct gs_vertices *gs_vertices_new(struct gs_effects *effects, struct gs_arrays *arrays);
void gs_vertices_free(struct gs_vertices *vertices);
void gs_vertices_add(struct gs_vertices *vertices, const struct gs_analysed_call *analysed);
/* Of `count` vertices from `first` on; 0: not known. */
uint64_t gs_vertices_distinct(struct gs_vertices *vertices, struct gs_known_bytes *contents,
	uint64_t first, uint64_t count);

/* ---- samplers.c: which textures programs look up ---- */

struct gs_samplers;

struct gs_sampler {
	const char *name; /* NULL: fixed function */
	uint32_t unit, target;
	bool is_sure; /* it is looked up at each draw, and no compiler leaves it out */
};

struct gs_samplers *gs_samplers_new(struct gs_effects *effects);
void gs_samplers_free(struct gs_samplers *samplers);
void gs_samplers_add(struct gs_samplers *samplers, const struct gs_analysed_call *analysed);
/* Of the program in use, or of fixed function: what is known of it. *n of them, until the next
 * call. */
const struct gs_sampler *gs_samplers_used(struct gs_samplers *samplers, size_t *n);

/* The i-th block of uniforms of the program in use; NULL: past the end. */
const struct gs_declared_block *gs_samplers_block(struct gs_samplers *samplers, unsigned i);

/* ---- what textures got: texture-checks.c ---- */

struct gs_texture {
	uint32_t object;
	uint64_t name;
	uint64_t serial,
		ended; /* of the frame in which its first pixels came; that had ended then */
	uint64_t data_call, levels_call; /* of the first pixels, of levels above 0 */
	uint64_t bytes, levels_bytes;
	uint32_t format; /* internal */
	int32_t width, height;
	bool is_older; /* than what a part was asked for: it may have had other pixels */
	bool has_data, is_changed, has_levels, is_attached, uses_levels, ignores_levels;
	bool is_looked_up; /* as a plain texture or a cube, by a draw */
};

/* ---- check-frames.c: whose frame it is ---- */

/* What is being drawn of one window: frames of several end whenever their windows are shown. */
struct gs_check_frame {
	uint64_t number;       /* among the window's own */
	uint64_t serial, last; /* of all windows' frames, from 1; of the window's frame before */
	bool depth_is_cleared, depth_is_found;
	GHashTable *asked; /* recipe -> struct asked; of all frames of the window */
	uint64_t pending[GS_N_CHECKS], calls[GS_N_CHECKS][GS_CHECK_CALLS];
};

struct gs_check_frames {
	GHashTable *windows;	       /* drawable -> struct gs_check_frame */
	struct gs_check_frame *now;    /* that the call is part of */
	struct gs_check_frame *ended;  /* of the window that was shown last; NULL: none was */
	struct gs_check_frame *nobody; /* before anything was shown, without a window */
	uint64_t serials, n_ended;     /* n_ended: of all windows */
	uint64_t most;		       /* frames that one window has ended */
};

void gs_check_frames_init(struct gs_check_frames *frames);
void gs_check_frames_clear(struct gs_check_frames *frames);
/* The call is of the frame of what its thread draws into. */
void gs_check_frames_stand(struct gs_check_frames *frames, const struct gs_effects *effects);
/* The frame that the call has ended, which is the window's next one after gs_check_frames_begin. */
struct gs_check_frame *gs_check_frames_end(
	struct gs_check_frames *frames, const struct gs_effects *effects);
void gs_check_frames_begin(struct gs_check_frames *frames, struct gs_check_frame *frame);

struct gs_checklist {
	struct gs_effects *effects;
	struct gs_repeats *repeats;
	struct gs_draws *draws;
	struct gs_arrays *arrays;
	struct gs_samplers *samplers;
	struct gs_vertices *vertices;
	struct gs_recipes recipes;
	const struct gs_measured *measured; /* NULL: nothing was measured */
	struct gs_check_item items[GS_N_CHECKS];
	const struct gs_trace_call *call; /* the program's */
	struct gs_check_frames frames;
	/* since the last call */
	uint64_t finish_call; /* UINT64_MAX: it was no glFinish */
	bool has_client_array;
	const struct gs_call_recipe *row_recipe; /* draws with nothing between */
	uint64_t row, row_calls[GS_CHECK_CALLS], row_mode;
	/* since the beginning */
	GHashTable *queries;	 /* object -> struct query */
	GHashTable *used;	 /* buffer -> serial of the frame of the last draw from it */
	GHashTable *packed;	 /* buffer -> serial of the frame of the last pixels read into it */
	GHashTable *fences;	 /* sync object -> serial of the frame in which it was made */
	GHashTable *textures;	 /* object -> struct gs_texture */
	GHashTable *configs;	 /* handle -> samples, plus 1 */
	GHashTable *active;	 /* query's target -> query object */
	GHashTable *depth_funcs; /* context -> function */
	uint64_t config;	 /* of the last context */
	uint64_t first_draw;	 /* UINT64_MAX: none */
	bool asks_strings, makes_context, has_samplers, fetches_texels, has_multisample;
	bool is_part; /* extracted: of what came before only what is needed is there */
};

/* ---- check-items.c ---- */
extern const struct gs_check_item gs_check_items[GS_N_CHECKS];

/* A call of this frame; it counts when the frame ends. */
void gs_check_found(struct gs_checklist *checklist, enum gs_check_id id, uint64_t call);
/* Counts at once. */
void gs_check_found_at_once(
	struct gs_checklist *checklist, enum gs_check_id id, uint64_t call, uint64_t bytes);
/* ---- texture-checks.c ---- */
void gs_check_textures(struct gs_checklist *checklist, const struct gs_analysed_call *analysed);
void gs_check_textures_drawn(struct gs_checklist *checklist);
/* What follows is what a part was asked for. */
void gs_check_textures_begin_part(struct gs_checklist *checklist);
void gs_check_textures_end(struct gs_checklist *checklist);

#endif
