/* SPDX-License-Identifier: MIT */
#include "preload/caps/caps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"

const GLenum gs_stage_types[GS_N_STAGES] = {
	GL_VERTEX_SHADER,
	GL_TESS_CONTROL_SHADER,
	GL_TESS_EVALUATION_SHADER,
	GL_GEOMETRY_SHADER,
	GL_FRAGMENT_SHADER,
	GL_COMPUTE_SHADER,
};

const GLbitfield gs_stage_bits[GS_N_STAGES] = {
	GL_VERTEX_SHADER_BIT,
	GL_TESS_CONTROL_SHADER_BIT,
	GL_TESS_EVALUATION_SHADER_BIT,
	GL_GEOMETRY_SHADER_BIT,
	GL_FRAGMENT_SHADER_BIT,
	GL_COMPUTE_SHADER_BIT,
};

GLenum gs_caps_drain(void)
{
	GLenum first = GL(glGetError)(), next = first;
	for (int i = 0; next != GL_NO_ERROR && i < 32; i++)
		next = GL(glGetError)();
	return first;
}

const char *gs_caps_error_name(GLenum error)
{
	const char *name = gs_data_enum_name("ErrorCode", error, GS_FUNCTION_GL);
	return name ? name : "an unknown GL error";
}

bool gs_refusal_set(struct gs_refusal *refusal, enum gs_wire_status status, const char *format, ...)
{
	if (refusal->status != GS_STATUS_OK)
		return false;
	refusal->status = status;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(refusal->text, sizeof refusal->text, format, arguments);
	va_end(arguments);
	return false;
}

static bool listed(const char *list, const char *word)
{
	size_t n = strlen(word);
	for (const char *p = list; p && (p = strstr(p, word)); p += n)
		if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
			return true;
	return false;
}

bool gs_caps_has(const struct gs_caps *caps, const char *extension)
{
	if (caps->version < 30)
		return listed((const char *)GL(glGetString)(GL_EXTENSIONS), extension);
	GLint n = 0;
	GL(glGetIntegerv)(GL_NUM_EXTENSIONS, &n);
	for (GLint i = 0; i < n; i++) {
		const char *name = (const char *)GL(glGetStringi)(GL_EXTENSIONS, i);
		if (name && !strcmp(name, extension))
			return true;
	}
	return false;
}

/* "4.50 NVIDIA", "OpenGL ES GLSL ES 3.20": the first number with a point in it. */
static unsigned version_in(const char *text, unsigned minor_digits)
{
	const char *p = text ? strchr(text, '.') : NULL;
	if (!p || p == text)
		return 0;
	const char *start = p;
	while (start > text && start[-1] >= '0' && start[-1] <= '9')
		start--;
	unsigned minor = 0;
	for (unsigned i = 0; i < minor_digits; i++)
		minor = minor * 10 + (p[1] >= '0' && p[1] <= '9' ? *++p - '0' : 0);
	unsigned scale = minor_digits == 2 ? 100 : 10;
	return (unsigned)atoi(start) * scale + minor;
}

/* What OpenGL 2.0 took up has been there before, by other names: drivers that have it take both. */
static bool has_glsl(const struct gs_caps *c)
{
	return gs_caps_has(c, "GL_ARB_shader_objects") && gs_caps_has(c, "GL_ARB_vertex_shader") &&
	       gs_caps_has(c, "GL_ARB_fragment_shader") && gs_caps_has(c, "GL_ARB_draw_buffers") &&
	       gs_caps_has(c, "GL_ARB_vertex_buffer_object") &&
	       gs_caps_has(c, "GL_ARB_occlusion_query");
}

static void get_api(struct gs_caps *c)
{
	const char *version = (const char *)GL(glGetString)(GL_VERSION);
	c->version = version_in(version, 1);
	c->glsl = version_in((const char *)GL(glGetString)(GL_SHADING_LANGUAGE_VERSION), 2);
	if (version && !strncmp(version, "OpenGL ES", 9)) {
		c->api = GS_API_ES;
	} else if (c->version >= 32) {
		GLint mask = 0;
		GL(glGetIntegerv)(GL_CONTEXT_PROFILE_MASK, &mask);
		c->api = mask & GL_CONTEXT_CORE_PROFILE_BIT ? GS_API_CORE : GS_API_COMPATIBILITY;
	} else {
		c->api = c->version < 31 || gs_caps_has(c, "GL_ARB_compatibility")
				 ? GS_API_COMPATIBILITY
				 : GS_API_CORE;
	}
	if (c->api == GS_API_COMPATIBILITY && c->version < 20 && has_glsl(c))
		c->version = 20;
}

/* Of a version, or by an extension whose functions and constants have the names they have there. */
static bool since(const struct gs_caps *c, unsigned version, const char *extension)
{
	return c->version >= version || gs_caps_has(c, extension);
}

static enum gs_indexed scissors_of(const struct gs_caps *c)
{
	if (c->api != GS_API_ES)
		return c->version >= 41 || gs_caps_has(c, "GL_ARB_viewport_array")
			       ? GS_INDEXED_CORE
			       : GS_INDEXED_NONE;
	return gs_caps_has(c, "GL_OES_viewport_array") ? GS_INDEXED_OES : GS_INDEXED_NONE;
}

static enum gs_indexed masks_of(const struct gs_caps *c)
{
	if (c->version >= (c->api == GS_API_ES ? 32 : 30))
		return GS_INDEXED_CORE;
	if (c->api != GS_API_ES)
		return c->version >= 20 && gs_caps_has(c, "GL_EXT_draw_buffers2") ? GS_INDEXED_EXT2
										  : GS_INDEXED_NONE;
	if (c->version < 31) /* the masks could not be asked for */
		return GS_INDEXED_NONE;
	return gs_caps_has(c, "GL_OES_draw_buffers_indexed")   ? GS_INDEXED_OES
	       : gs_caps_has(c, "GL_EXT_draw_buffers_indexed") ? GS_INDEXED_EXT
							       : GS_INDEXED_NONE;
}

static void get_counts(struct gs_caps *c)
{
	GLint n = 1;
	if (c->read_buffer)
		GL(glGetIntegerv)(GL_MAX_DRAW_BUFFERS, &n);
	c->n_draw_buffers = n > GS_MAX_DRAW_BUFFERS ? GS_MAX_DRAW_BUFFERS : n < 1 ? 1 : n;
	n = 1;
	c->indexed_scissors = scissors_of(c);
	if (c->indexed_scissors)
		GL(glGetIntegerv)(GL_MAX_VIEWPORTS, &n);
	bool samples = c->api == GS_API_ES ? c->version >= 31
					   : since(c, 32, "GL_ARB_texture_multisample");
	GLint most = 0, colour = 0;
	if (samples) {
		GL(glGetIntegerv)(GL_MAX_INTEGER_SAMPLES, &most);
		GL(glGetIntegerv)(GL_MAX_COLOR_TEXTURE_SAMPLES, &colour);
	}
	c->integer_samples = most < colour ? most : colour;
	c->n_viewports = n > GS_MAX_VIEWPORTS ? GS_MAX_VIEWPORTS : n < 1 ? 1 : n;
}

static void get_desktop_features(struct gs_caps *c)
{
	unsigned v = c->version;
	c->framebuffers = v >= 30 || gs_caps_has(c, "GL_ARB_framebuffer_object");
	c->float_targets = v >= 30 || (c->framebuffers && gs_caps_has(c, "GL_ARB_texture_float") &&
					      gs_caps_has(c, "GL_ARB_color_buffer_float"));
	c->uint_targets = v >= 30 || (c->framebuffers && gs_caps_has(c, "GL_EXT_texture_integer") &&
					     gs_caps_has(c, "GL_EXT_gpu_shader4"));
	c->frag_data = v >= 30 || gs_caps_has(c, "GL_EXT_gpu_shader4");
	c->clear_buffers = v >= 30;
	c->vertex_arrays = since(c, 30, "GL_ARB_vertex_array_object");
	c->feedback = v >= 30 || (gs_caps_has(c, "GL_EXT_transform_feedback") &&
					 gs_caps_has(c, "GL_ARB_map_buffer_range"));
	c->read_buffer = v >= 20;
	c->pack_skip = c->level_sizes = true;
	c->logic_op = true;
	c->pack_buffer = v >= 21;
	c->queries = c->counting_queries = v >= 15;
	c->time_queries = v >= 33 || gs_caps_has(c, "GL_ARB_timer_query");
	c->query_buffers = v >= 44 || gs_caps_has(c, "GL_ARB_query_buffer_object");
	c->two_sided_stencil = c->api == GS_API_COMPATIBILITY && v >= 20 &&
			       gs_caps_has(c, "GL_EXT_stencil_two_side");
	c->indexed_queries = since(c, 40, "GL_ARB_transform_feedback3");
	c->feedback_pause = since(c, 40, "GL_ARB_transform_feedback2");
	c->subroutines = since(c, 40, "GL_ARB_shader_subroutine");
	c->statistics_queries = v >= 46 || gs_caps_has(c, "GL_ARB_pipeline_statistics_query");
	c->overflow_queries = v >= 46 || gs_caps_has(c, "GL_ARB_transform_feedback_overflow_query");
	c->uniform_blocks = since(c, 31, "GL_ARB_uniform_buffer_object");
	c->copy_buffers = since(c, 31, "GL_ARB_copy_buffer");
	c->copy_images = since(c, 43, "GL_ARB_copy_image");
	c->default_size = since(c, 43, "GL_ARB_framebuffer_no_attachments");
	c->vertex_binding = since(c, 43, "GL_ARB_vertex_attrib_binding");
	/* what a shader may write must be known from older contexts too */
	c->storage_blocks = v >= 43 || gs_caps_has(c, "GL_ARB_shader_storage_buffer_object");
	c->interfaces = v >= 43 || gs_caps_has(c, "GL_ARB_program_interface_query");
	c->atomic_counters = v >= 42 || gs_caps_has(c, "GL_ARB_shader_atomic_counters");
	c->images = v >= 42 || gs_caps_has(c, "GL_ARB_shader_image_load_store");
	c->doubles = since(c, 40, "GL_ARB_gpu_shader_fp64");
	c->pipelines = since(c, 41, "GL_ARB_separate_shader_objects");
	c->integers64 = gs_caps_has(c, "GL_ARB_gpu_shader_int64");
	c->instancing = v >= 33;
	c->frag_data_index = since(c, 33, "GL_ARB_blend_func_extended");
	c->samplers = since(c, 33, "GL_ARB_sampler_objects");
	c->sample_shading = since(c, 40, "GL_ARB_sample_shading");
	c->dual_source = v >= 33 || gs_caps_has(c, "GL_ARB_blend_func_extended");
	c->blend_core = v >= 40;
	c->blend_arb = gs_caps_has(c, "GL_ARB_draw_buffers_blend");
	c->stages_tess = since(c, 40, "GL_ARB_tessellation_shader");
	c->stages_geometry = c->layered = v >= 32;
	c->stages_compute = since(c, 43, "GL_ARB_compute_shader");
	c->direct = v >= 45;
	c->debug = v >= 43 || gs_caps_has(c, "GL_KHR_debug");
	c->clamp_colours = v >= 30 || gs_caps_has(c, "GL_ARB_color_buffer_float");
	c->srgb_switch = v >= 30 || gs_caps_has(c, "GL_EXT_framebuffer_sRGB");
	c->rasterizer_discard = v >= 30 || gs_caps_has(c, "GL_EXT_transform_feedback");
	c->clip_control = v >= 45 || gs_caps_has(c, "GL_ARB_clip_control");
}

/* Its extensions, whose constants, and functions where drivers have those of later versions, have
 * the names they have there. */
static void get_es2_features(struct gs_caps *c)
{
	GLint n = 0, range[2] = {0}, precision = 0;
	c->queries = gs_caps_has(c, "GL_EXT_occlusion_query_boolean") && GL_HAS(glBeginQuery) &&
		     GL_HAS(glGetQueryObjectuiv);
	c->pack_skip = gs_caps_has(c, "GL_NV_pack_subimage");
	c->pack_buffer = gs_caps_has(c, "GL_NV_pixel_buffer_object");
	if (!gs_caps_has(c, "GL_EXT_draw_buffers") || !gs_caps_has(c, "GL_OES_rgb8_rgba8"))
		return;
	GL(glGetShaderPrecisionFormat)(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &precision);
	if (precision < 23 || range[0] < 126 || range[1] < 127)
		return;
	GL(glGetIntegerv)(GL_MAX_DRAW_BUFFERS, &n);
	c->byte_buffers = n > GS_MAX_DRAW_BUFFERS ? GS_MAX_DRAW_BUFFERS : n > 0 ? (unsigned)n : 0;
}

static void get_es_features(struct gs_caps *c)
{
	unsigned v = c->version;
	c->framebuffers = c->clear_buffers = c->uint_targets = c->read_buffer = v >= 30;
	c->float_targets = v >= 32 || gs_caps_has(c, "GL_EXT_color_buffer_float");
	c->pack_skip = c->pack_buffer = c->queries = c->feedback = c->feedback_pause = v >= 30;
	c->vertex_arrays = c->uniform_blocks = c->copy_buffers = c->samplers = c->instancing = v >=
											       30;
	c->rasterizer_discard = v >= 30;
	c->layered = c->copy_images = v >= 32;
	c->time_queries = v >= 30 && gs_caps_has(c, "GL_EXT_disjoint_timer_query");
	c->storage_blocks = c->interfaces = c->default_size = c->vertex_binding = v >= 31;
	c->atomic_counters = c->images = c->pipelines = c->level_sizes = c->stages_compute = v >=
											     31;
	c->stages_tess = c->stages_geometry = v >= 32;
	c->sample_shading = since(c, 32, "GL_OES_sample_shading");
	c->dual_source = gs_caps_has(c, "GL_EXT_blend_func_extended");
	c->blend_core = v >= 32;
	c->debug = v >= 32 || gs_caps_has(c, "GL_KHR_debug"); /* the names are the same */
	c->srgb_switch = gs_caps_has(c, "GL_EXT_sRGB_write_control");
	c->clip_control = gs_caps_has(c, "GL_EXT_clip_control");
	if (v >= 20 && v < 30)
		get_es2_features(c);
}

void gs_caps_min_sample_shading(const struct gs_caps *c, GLfloat share)
{
	if (c->version >= (c->api == GS_API_ES ? 32 : 40))
		GL(glMinSampleShading)(share);
	else if (c->api == GS_API_ES)
		GL_LIKE(glMinSampleShading, glMinSampleShadingOES)(share);
	else
		GL(glMinSampleShadingARB)(share);
}

/* Mesa 22.3 answers glGetIntegerv from its command thread (mesa_glthread), which takes a
 * glActiveTexture that is compiled into a display list for one that has happened; the other
 * queries ask the context itself. */
GLint gs_caps_active_texture(void)
{
	GLfloat unit = GL_TEXTURE0;
	GL(glGetFloatv)(GL_ACTIVE_TEXTURE, &unit);
	return (GLint)unit;
}

void gs_caps_get(struct gs_caps *c)
{
	memset(c, 0, sizeof *c);
	get_api(c);
	if (c->api == GS_API_ES)
		get_es_features(c);
	else
		get_desktop_features(c);
	c->indexed_masks = masks_of(c);
	if (gs_caps_has(c, "GL_MESA_framebuffer_flip_y")) {
		c->flip_y = c->framebuffers;
		c->flip_y_mesa = !c->default_size;
	}
	c->pack_invert = gs_caps_has(c, "GL_MESA_pack_invert");
	c->bindless = gs_caps_has(c, "GL_ARB_bindless_texture");
	c->bindless_nv = gs_caps_has(c, "GL_NV_bindless_texture");
	c->buffer_addresses = gs_caps_has(c, "GL_NV_shader_buffer_store");
	get_counts(c);
}
