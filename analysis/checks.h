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

/* ---- arrays.c: where enabled vertex arrays come from ---- */

enum { GS_ARRAYS = 32 };
struct gs_arrays;

struct gs_arrays *gs_arrays_new(struct gs_effects *effects);
void gs_arrays_free(struct gs_arrays *arrays);
/* Follow a call that is executed. */
void gs_arrays_add(struct gs_arrays *arrays, const struct gs_analysed_call *analysed);
/* Store the buffers of enabled arrays of the bound vertex array object, up to GS_ARRAYS. Return how
 * many. */
unsigned gs_arrays_buffers(struct gs_arrays *arrays, uint32_t *buffers);
/* Return the index of the array that a gl...Pointer call sets; GS_ARRAYS: it is not followed. */
uint32_t gs_array_index(const struct gs_analysed_call *analysed);
/* Return whether the array with that index is enabled, and store its buffer in *buffer; 0: none. */
bool gs_arrays_is_enabled(struct gs_arrays *arrays, unsigned index, uint32_t *buffer);
/* Tell how many bytes of which buffer the array of a generic attribute, below GS_ATTRIBUTES, is
 * read for vertices up to `highest`. Return false if it is not enabled or not known. */
enum { GS_ATTRIBUTES = 16 };
bool gs_arrays_reach(struct gs_arrays *arrays, unsigned index, uint64_t highest, uint32_t *buffer,
	uint64_t *bytes);
/* Say whether the array of a generic attribute gives shaders integers. Return false if it is not
 * enabled or not known. */
bool gs_arrays_gives_integers(struct gs_arrays *arrays, unsigned index, bool *are_integers);
/* Return the generic attributes whose arrays are enabled but have neither a buffer nor memory, one
 * bit each. */
uint32_t gs_arrays_missing(struct gs_arrays *arrays);

/* ---- repeated-vertices.c: how many different vertices draws submit ---- */

struct gs_vertices;

struct gs_vertices *gs_vertices_new(struct gs_effects *effects, struct gs_arrays *arrays);
void gs_vertices_free(struct gs_vertices *vertices);
void gs_vertices_add(struct gs_vertices *vertices, const struct gs_analysed_call *analysed);
/* Return how many of `count` vertices from `first` on are different; 0: not known. */
uint64_t gs_vertices_distinct(struct gs_vertices *vertices, struct gs_known_bytes *contents,
	uint64_t first, uint64_t count);

/* ---- samplers.c: which textures programs look up ---- */

struct gs_samplers;

struct gs_sampler {
	const char *name; /* name in the shader; NULL: fixed function */
	uint32_t unit, target;
	bool is_sure; /* each draw looks it up, and no compiler can remove that */
	bool is_shadow;
};

struct gs_samplers *gs_samplers_new(struct gs_effects *effects);
void gs_samplers_free(struct gs_samplers *samplers);
void gs_samplers_add(struct gs_samplers *samplers, const struct gs_analysed_call *analysed);
/* Return what is known of the samplers of the program in use, or of fixed function; *n elements,
 * valid until the next call. */
const struct gs_sampler *gs_samplers_used(struct gs_samplers *samplers, size_t *n);

/* An attribute of vertices of a shader. */
struct gs_attribute {
	const char *name;
	int32_t location; /* -1: it is not known, or the shader does not read it */
	bool is_integer;
};

/* Describe the i-th attribute of the program in use. Return false past the end. */
bool gs_samplers_attribute(
	struct gs_samplers *samplers, unsigned i, struct gs_attribute *attribute);
/* Return the i-th uniform block of the program in use; NULL: past the end. */
const struct gs_declared_block *gs_samplers_block(struct gs_samplers *samplers, unsigned i);

/* ---- texture-checks.c: what textures get ---- */

struct gs_texture {
	uint32_t object;
	uint64_t name;
	/* Frame of the first pixels; number of frames that had ended then. */
	uint64_t serial, ended;
	/* Calls of the first pixels, and of the first level above 0. */
	/* Calls of the first pixels, and of the first level above 0. */
	uint64_t data_call, levels_call;
	uint64_t bytes, levels_bytes;
	uint32_t format;
	int32_t width, height;
	bool is_older; /* it is older than the extracted part, and may have had other pixels */
	bool has_data, is_changed, has_levels, is_attached, uses_levels, ignores_levels;
	bool is_looked_up; /* a draw surely looks it up, as a 2D or cube texture */
};

/* ---- check-frames.c: which window's frame a call belongs to ---- */

/* The frame that is being drawn of one window. Frames of several windows end independently, when
 * their window is shown. */
struct gs_check_frame {
	uint64_t number; /* number among the window's own frames */
	/* serial: number among all windows' frames, from 1; last: serial of the window's frame
	 * before. */
	uint64_t serial, last;
	bool depth_is_cleared, depth_is_found;
	GHashTable *asked; /* function -> struct asked, for all frames of the window */
	uint64_t pending[GS_N_CHECKS], calls[GS_N_CHECKS][GS_CHECK_CALLS];
};

struct gs_check_frames {
	GHashTable *windows;	      /* drawable -> struct gs_check_frame */
	struct gs_check_frame *now;   /* frame that the call belongs to */
	struct gs_check_frame *ended; /* frame of the window that was shown last; NULL: none was */
	/* Frame of calls without a window, before anything was shown. */
	struct gs_check_frame *nobody;
	uint64_t serials, n_ended; /* frames begun and ended, of all windows */
	uint64_t most;		   /* most frames that one window has ended */
};

void gs_check_frames_init(struct gs_check_frames *frames);
void gs_check_frames_clear(struct gs_check_frames *frames);
/* Find the frame that the call belongs to: that of the window that its thread draws into. */
void gs_check_frames_stand(struct gs_check_frames *frames, const struct gs_effects *effects);
/* Return the frame that the call has ended; gs_check_frames_begin makes it the window's next
 * one. */
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
	struct gs_known_functions known;
	const struct gs_measured *measured; /* NULL: nothing was measured */
	struct gs_check_item items[GS_N_CHECKS];
	const struct gs_trace_call *call; /* the current call */
	struct gs_check_frames frames;
	/* State since the last call. */
	uint64_t finish_call; /* number of the last call if it was glFinish; else UINT64_MAX */
	bool has_client_array;
	const struct gs_known_function *row_function; /* function of draws in a row; NULL: none */
	uint64_t row, row_calls[GS_CHECK_CALLS], row_mode;
	/* State since the beginning. */
	GHashTable *queries;	 /* object -> struct query */
	GHashTable *used;	 /* buffer -> serial of the frame of the last draw from it */
	GHashTable *packed;	 /* buffer -> serial of the frame of the last pixels read into it */
	GHashTable *fences;	 /* sync object -> serial of the frame in which it was made */
	GHashTable *textures;	 /* object -> struct gs_texture */
	GHashTable *configs;	 /* handle -> 1: one sample; 2: several */
	GHashTable *active;	 /* query target -> active query object */
	GHashTable *depth_funcs; /* context -> depth function */
	uint64_t config;	 /* configuration of the last context */
	uint64_t first_draw;	 /* number of the first draw; UINT64_MAX: none */
	bool asks_strings, makes_context, has_samplers, fetches_texels, has_multisample;
	bool is_part; /* the trace is an extracted part, which lacks what it does not need */
};

/* ---- check-items.c ---- */
extern const struct gs_check_item gs_check_items[GS_N_CHECKS];

/* Note a finding at a call of the current frame; it counts if the frame ends. */
void gs_check_found(struct gs_checklist *checklist, enum gs_check_id id, uint64_t call);
/* Note a finding that counts at once. */
void gs_check_found_at_once(
	struct gs_checklist *checklist, enum gs_check_id id, uint64_t call, uint64_t bytes);
/* ---- texture-checks.c ---- */
/* Follow a call about textures, and note findings. */
void gs_check_textures(struct gs_checklist *checklist, const struct gs_analysed_call *analysed);
/* Note which textures a draw looks up. */
void gs_check_textures_drawn(struct gs_checklist *checklist);
/* Note that the extracted part begins here: all textures so far are older. */
void gs_check_textures_begin_part(struct gs_checklist *checklist);
/* Note findings that only the end of the trace shows. */
void gs_check_textures_end(struct gs_checklist *checklist);

#endif
