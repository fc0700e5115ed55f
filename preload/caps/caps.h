/* SPDX-License-Identifier: MIT */
/* What the current context is and has: asked anew for each request, for any context may be current.
 */
#ifndef GS_PRELOAD_CAPTURE_CAPS_H
#define GS_PRELOAD_CAPTURE_CAPS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include "preload/core/gl.h"
#include "wire/describe.h"
#include "wire/wire.h"

/* Of enum gs_stage: for glCreateShader and the like, for glUseProgramStages. */
extern const GLenum gs_stage_types[GS_N_STAGES];
extern const GLbitfield gs_stage_bits[GS_N_STAGES];

enum { GS_MAX_DRAW_BUFFERS = 8, GS_MAX_VIEWPORTS = 16 };

struct gs_caps {
	enum gs_api api;
	unsigned version;	 /* 10 * major + minor */
	unsigned glsl;		 /* 100 * major + minor of the highest GLSL */
	unsigned n_draw_buffers; /* at most GS_MAX_DRAW_BUFFERS */
	unsigned n_viewports;
	unsigned integer_samples; /* of a texture; 0: no multisampled textures */
	/* features by what they let us do */
	bool framebuffers; /* framebuffer objects with separate read and draw bindings, blits */
	bool float_targets, uint_targets;
	unsigned byte_buffers; /* OpenGL ES 2.0: RGBA8 buffers that a shader with highp floats can
				  write at once, at most GS_MAX_DRAW_BUFFERS */
	bool clear_buffers;    /* glClearBuffer* */
	bool read_buffer;      /* glReadBuffer, glDrawBuffers */
	bool pack_buffer, pack_skip;
	enum gs_indexed { /* glColorMaski, glEnablei: through which functions */
		GS_INDEXED_NONE,
		GS_INDEXED_CORE,
		GS_INDEXED_OES, /* OES_draw_buffers_indexed, OES_viewport_array */
		GS_INDEXED_EXT, /* EXT_draw_buffers_indexed */
		GS_INDEXED_EXT2 /* EXT_draw_buffers2 */
	} indexed_masks,
		indexed_scissors;
	bool queries, counting_queries; /* counting: GL_SAMPLES_PASSED */
	bool indexed_queries, statistics_queries, overflow_queries, time_queries, query_buffers;
	bool two_sided_stencil; /* EXT_stencil_two_side */
	bool feedback, feedback_pause;
	bool uniform_blocks, storage_blocks, atomic_counters, images, copy_buffers, copy_images;
	bool interfaces; /* glGetProgramInterface & co */
	bool subroutines, doubles, pipelines, integers64;
	bool frag_data, frag_data_index;	 /* glBindFragDataLocation[Indexed] */
	bool dual_source, blend_arb, blend_core; /* GL_SRC1_COLOR; glBlendFuncSeparatei[ARB] */
	bool samplers, vertex_arrays, vertex_binding, instancing;
	bool sample_shading; /* GL_SAMPLE_SHADING */
	bool stages_tess, stages_geometry, stages_compute;
	bool flip_y,
		flip_y_mesa; /* GL_FRAMEBUFFER_FLIP_Y_MESA; through glFramebufferParameteriMESA */
	bool default_size;   /* framebuffers without attachments */
	bool layered;	     /* GL_FRAMEBUFFER_ATTACHMENT_LAYERED can be asked */
	bool level_sizes;    /* glGetTexLevelParameter */
	bool direct;	     /* direct state access, GL 4.5 */
	bool debug, clamp_colours, srgb_switch, logic_op, clip_control, rasterizer_discard;
	bool pack_invert;	    /* MESA_pack_invert */
	bool bindless, bindless_nv; /* ARB_bindless_texture, NV_bindless_texture */
	bool buffer_addresses;	    /* NV_shader_buffer_store */
};

void gs_caps_get(struct gs_caps *caps);
/* Is the extension offered by the current context? */
bool gs_caps_has(const struct gs_caps *caps, const char *extension);

/* The least share of a pixel's samples for which GL_SAMPLE_SHADING runs the shader. */
void gs_caps_min_sample_shading(const struct gs_caps *caps, GLfloat share);

/* glGetError until there is none (bounded: a lost context answers for ever); the first one. */
GLenum gs_caps_drain(void);

/* GL_TEXTUREn, whatever the driver's command thread believes. */
GLint gs_caps_active_texture(void);

/* "GL_INVALID_OPERATION"; static. */
const char *gs_caps_error_name(GLenum error);

/* Why a request cannot be served; the first refusal stays. */
struct gs_refusal {
	enum gs_wire_status status;
	char text[GS_WIRE_ERROR_SIZE];
};

/* Always false, for `return gs_refusal_set(...)`. */
bool gs_refusal_set(struct gs_refusal *refusal, enum gs_wire_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
