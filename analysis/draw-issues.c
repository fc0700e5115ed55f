/* SPDX-License-Identifier: MIT */
/* Finds draws whose result is undefined, or black. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/issues.h"
#include "trace/raw.h"

struct gs_draw_issues {
	struct gs_effects *effects;
	struct gs_issues *issues;
	struct gs_draws *draws;
	struct gs_arrays *arrays;
	struct gs_samplers *samplers;
	struct gs_completeness *images;
	struct gs_framebuffers *framebuffers;
	GHashTable *mapped; /* buffers that are mapped, not persistently */
	GHashTable *masked; /* context -> buffers that are not written: GL_COLOR_BUFFER_BIT, ... */
	bool knows_all, has_barriers;
};

struct gs_draw_issues *gs_draw_issues_new(struct gs_effects *effects, struct gs_issues *issues)
{
	struct gs_draw_issues *s = g_new0(struct gs_draw_issues, 1);
	s->effects = effects;
	s->issues = issues;
	s->draws = gs_draws_new(effects);
	s->arrays = gs_arrays_new(effects);
	s->samplers = gs_samplers_new(effects);
	s->images = gs_completeness_new(effects);
	s->framebuffers = gs_framebuffers_new(effects, s->images);
	s->mapped = g_hash_table_new(NULL, NULL);
	s->masked = g_hash_table_new(NULL, NULL);
	return s;
}

void gs_draw_issues_free(struct gs_draw_issues *s)
{
	gs_draws_free(s->draws);
	gs_arrays_free(s->arrays);
	gs_samplers_free(s->samplers);
	gs_framebuffers_free(s->framebuffers);
	gs_completeness_free(s->images);
	g_hash_table_destroy(s->mapped);
	g_hash_table_destroy(s->masked);
	g_free(s);
}

/* ---- textures ---- */

static const char *target_name(uint32_t target)
{
	const char *name = gs_data_enum_name("TextureTarget", target, GS_FUNCTION_GL);
	return name ? name : "a texture";
}

/* Report an incomplete texture: fixed function draws without it, shaders get black. */
static void look_at_texture(struct gs_draw_issues *s, const struct gs_sampler *sampler,
	uint32_t texture, uint32_t bound_sampler)
{
	const char *fault = gs_completeness_fault(
		s->images, texture, sampler->target, bound_sampler);
	uint64_t name = fault ? gs_effects_name(s->effects, texture) : 0;
	bool is_default = name >> 32; /* the default texture, named 0 */
	if (!fault || (is_default && !sampler->name))
		return;
	if (is_default)
		gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "texture-missing", sampler->is_sure,
			"%s looks up %s at unit %u, where no texture is bound: it gets black",
			sampler->name, target_name(sampler->target), sampler->unit);
	else
		gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "texture-incomplete",
			sampler->is_sure,
			"%s looks up texture %llu at unit %u, which is not complete: %s; it %s",
			sampler->name ? sampler->name : "Fixed function", (unsigned long long)name,
			sampler->unit, fault,
			sampler->name ? "gets black" : "draws without the texture");
}

/* Report a lookup that compares depths where the texture's parameters say that none is. */
static void look_at_comparison(struct gs_draw_issues *s, const struct gs_sampler *sampler,
	uint32_t texture, uint32_t bound_sampler)
{
	if (!sampler->is_shadow || gs_effects_name(s->effects, texture) >> 32 ||
		gs_completeness_compares(s->images, texture, bound_sampler))
		return;
	gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "comparison-without-mode", sampler->is_sure,
		"%s compares with texture %llu at unit %u, whose GL_TEXTURE_COMPARE_MODE is "
		"GL_NONE: the result is undefined",
		sampler->name, (unsigned long long)gs_effects_name(s->effects, texture),
		sampler->unit);
}

static uint32_t not_written(struct gs_draw_issues *s)
{
	uint32_t context = gs_effects_context(s->effects);
	uint32_t masked = GPOINTER_TO_UINT(
		g_hash_table_lookup(s->masked, GUINT_TO_POINTER(context)));
	if (!gs_effects_is_enabled(s->effects, GL_DEPTH_TEST))
		masked |= GL_DEPTH_BUFFER_BIT;
	return masked | GL_STENCIL_BUFFER_BIT;
}

/* Return whether all layers of the level are attached: it is not known which layer a lookup
 * reads. */
static bool are_all_layers(struct gs_draw_issues *s, const struct gs_effects_attachment *attachment)
{
	struct gs_image image;
	switch (attachment->target) {
	case GL_TEXTURE_CUBE_MAP:
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		return attachment->layer < 0;
	case GL_TEXTURE_3D:
	case GL_TEXTURE_2D_ARRAY:
		return attachment->layer < 0 || (gs_completeness_at(s->images, attachment->object,
							 attachment->level, &image) &&
							image.depth == 1);
	case GL_TEXTURE_1D_ARRAY:
		return attachment->layer < 0 || (gs_completeness_at(s->images, attachment->object,
							 attachment->level, &image) &&
							image.height == 1);
	default:
		return true;
	}
}

static void look_at_feedback(struct gs_draw_issues *s, const struct gs_sampler *sampler,
	uint32_t texture, uint32_t bound_sampler)
{
	unsigned first, last, level;
	struct gs_effects_attachment attachment;
	uint32_t masked = not_written(s);
	gs_completeness_levels(s->images, texture, bound_sampler, &first, &last);
	for (unsigned at = 0; at < GS_EFFECTS_ATTACHMENTS; at++) {
		uint32_t bit = at == GS_EFFECTS_DEPTH_AT  ? GL_DEPTH_BUFFER_BIT
			       : at > GS_EFFECTS_DEPTH_AT ? GL_STENCIL_BUFFER_BIT
							  : GL_COLOR_BUFFER_BIT;
		if (masked & bit || gs_effects_attached(s->effects, at, &level) != texture ||
			level < first || level > last ||
			!gs_effects_attachment(s->effects, at, &attachment) ||
			!are_all_layers(s, &attachment))
			continue;
		gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "feedback-loop", sampler->is_sure,
			"%s looks up texture %llu at unit %u while framebuffer %llu draws into it: "
			"the result is undefined",
			sampler->name ? sampler->name : "Fixed function",
			(unsigned long long)gs_effects_name(s->effects, texture), sampler->unit,
			(unsigned long long)gs_effects_target_name(s->effects));
	}
}

static void look_at_textures(struct gs_draw_issues *s)
{
	size_t n;
	const struct gs_sampler *used = gs_samplers_used(s->samplers, &n);
	for (size_t i = 0; i < n; i++) {
		uint32_t texture = gs_effects_bound_texture(
			s->effects, used[i].unit, used[i].target);
		uint32_t sampler = gs_effects_bound_sampler(s->effects, used[i].unit);
		if (!texture)
			continue;
		look_at_texture(s, &used[i], texture, sampler);
		look_at_comparison(s, &used[i], texture, sampler);
		if (!s->has_barriers)
			look_at_feedback(s, &used[i], texture, sampler);
	}
}

static void look_at_target(struct gs_draw_issues *s)
{
	const char *fault = gs_framebuffers_fault(s->framebuffers);
	if (fault)
		gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "draw-into-incomplete", true,
			"Framebuffer %llu is not complete: %s; GL refuses to draw into it",
			(unsigned long long)gs_effects_target_name(s->effects), fault);
}

/* ---- buffers ---- */

static void look_at_arrays(struct gs_draw_issues *s, bool is_indexed)
{
	uint32_t buffers[GS_ARRAYS + 1], missing = gs_arrays_missing(s->arrays);
	unsigned n = gs_arrays_buffers(s->arrays, buffers);
	if (is_indexed)
		buffers[n++] = gs_effects_bound(
			s->effects, GS_OBJECT_BUFFER, GL_ELEMENT_ARRAY_BUFFER);
	for (unsigned i = 0; i < n; i++)
		if (g_hash_table_contains(s->mapped, GUINT_TO_POINTER(buffers[i])))
			gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "mapped-buffer", true,
				"Buffer %llu is mapped while it is drawn from: GL may end the "
				"program",
				(unsigned long long)gs_effects_name(s->effects, buffers[i]));
	for (unsigned i = 0; missing && s->knows_all && i < 32; i++)
		if (missing >> i & 1)
			gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "attribute-without-array",
				true,
				"The array of attribute %u is enabled and is in no buffer: what is "
				"read is undefined",
				i);
}

/* Report what a draw reads behind the end of buffers. */
static void look_at_reach(struct gs_draw_issues *s, const struct gs_submission *submission)
{
	uint64_t size = gs_effects_buffer_size(s->effects, submission->indices), end;
	uint32_t buffer;
	if (size && submission->indices_end > size)
		gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "indices-beyond-buffer", true,
			"Indices are read up to byte %llu of buffer %llu, which has %llu: what is "
			"read behind them is undefined",
			(unsigned long long)submission->indices_end,
			(unsigned long long)gs_effects_name(s->effects, submission->indices),
			(unsigned long long)size);
	for (unsigned i = 0; submission->knows_highest && i < GS_ATTRIBUTES; i++) {
		if (!gs_arrays_reach(s->arrays, i, submission->highest, &buffer, &end))
			continue;
		size = gs_effects_buffer_size(s->effects, buffer);
		if (size && end > size)
			gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "vertices-beyond-buffer",
				false,
				"Attribute %u of vertex %llu is read up to byte %llu of buffer "
				"%llu, which has %llu: what is read behind them is undefined",
				i, (unsigned long long)submission->highest, (unsigned long long)end,
				(unsigned long long)gs_effects_name(s->effects, buffer),
				(unsigned long long)size);
	}
}

/* Report indices at an offset where no buffer has them. */
static void look_at_indices(struct gs_draw_issues *s, const struct gs_analysed_call *analysed)
{
	enum { LOWEST_ADDRESS = 1 << 16 }; /* Linux maps nothing below it */
	const struct gs_trace_value *indices = gs_analysed_value(analysed, "indices");
	if (!indices || indices->class == GS_TRACE_NONE || indices->class == GS_TRACE_BLOB ||
		indices->class == GS_TRACE_ARRAY || gs_trace_number(indices) >= LOWEST_ADDRESS ||
		gs_effects_bound(s->effects, GS_OBJECT_BUFFER, GL_ELEMENT_ARRAY_BUFFER))
		return;
	gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "indices-without-buffer", true,
		"Indices are at offset %llu, and no buffer is bound to GL_ELEMENT_ARRAY_BUFFER: GL "
		"may end the program, or draws nothing",
		(unsigned long long)gs_trace_number(indices));
}

/* Report attributes whose arrays give shaders numbers of another kind. */
static void look_at_attributes(struct gs_draw_issues *s)
{
	struct gs_attribute attribute;
	bool are_integers;
	for (unsigned i = 0; gs_samplers_attribute(s->samplers, i, &attribute); i++)
		if (attribute.location >= 0 && attribute.location < GS_ATTRIBUTES &&
			gs_arrays_gives_integers(
				s->arrays, (unsigned)attribute.location, &are_integers) &&
			are_integers != attribute.is_integer)
			gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "attribute-type", false,
				"Attribute %d, %s, is declared with %s, and its array gives %s: "
				"what is read is undefined (glVertexAttribPointer gives floats, "
				"glVertexAttribIPointer integers)",
				attribute.location, attribute.name,
				attribute.is_integer ? "integers" : "floats",
				are_integers ? "integers" : "floats");
}

static void look_at_blocks(struct gs_draw_issues *s)
{
	const struct gs_declared_block *block;
	for (unsigned i = 0; (block = gs_samplers_block(s->samplers, i)); i++) {
		uint32_t buffer = block->is_used && block->binding >= 0
					  ? gs_effects_bound_buffer(s->effects, GL_UNIFORM_BUFFER,
						    (uint32_t)block->binding)
					  : 0;
		if (block->is_used && block->binding >= 0 && !buffer)
			gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "block-without-buffer",
				block->is_drawn,
				"No buffer is bound at %d of GL_UNIFORM_BUFFER, from which block "
				"%s is read: its values are undefined",
				block->binding, block->name);
		if (buffer && g_hash_table_contains(s->mapped, GUINT_TO_POINTER(buffer)))
			gs_issues_found(s->issues, GS_ISSUE_UNDEFINED, "mapped-buffer",
				block->is_drawn,
				"Buffer %llu is mapped while block %s is read from it: GL may end "
				"the program",
				(unsigned long long)gs_effects_name(s->effects, buffer),
				block->name);
	}
}

static void look_at_map(struct gs_draw_issues *s, const struct gs_analysed_call *analysed)
{
	uint64_t access = gs_analysed_number(analysed, "access");
	uint32_t buffer = gs_analysed_buffer(s->effects, analysed);
	if (!buffer || !gs_trace_number(&analysed->call->result) ||
		(access < GL_READ_ONLY && access & GL_MAP_PERSISTENT_BIT))
		return;
	g_hash_table_add(s->mapped, GUINT_TO_POINTER(buffer));
}

/* ---- calls ---- */

static void set_mask(struct gs_draw_issues *s, uint32_t bit, bool is_written)
{
	gpointer context = GUINT_TO_POINTER(gs_effects_context(s->effects));
	uint32_t masked = GPOINTER_TO_UINT(g_hash_table_lookup(s->masked, context));
	masked = is_written ? masked & ~bit : masked | bit;
	g_hash_table_insert(s->masked, context, GUINT_TO_POINTER(masked));
}

static void follow(struct gs_draw_issues *s, const struct gs_analysed_call *analysed)
{
	unsigned plain = analysed->function->plain;
	if (analysed->function->kinds & GS_KIND_MAPS)
		look_at_map(s, analysed);
	else if (analysed->function->kinds & GS_KIND_BUFFER_DATA || plain == GS_FN_glUnmapBuffer ||
		 plain == GS_FN_glUnmapNamedBuffer)
		g_hash_table_remove(
			s->mapped, GUINT_TO_POINTER(gs_analysed_buffer(s->effects, analysed)));
	else if (plain == GS_FN_glTextureBarrier)
		s->has_barriers = true;
	else if (plain == GS_FN_glDepthMask)
		set_mask(s, GL_DEPTH_BUFFER_BIT, gs_analysed_number(analysed, "flag"));
	else if (plain == GS_FN_glColorMask)
		set_mask(s, GL_COLOR_BUFFER_BIT,
			gs_analysed_number(analysed, "red") ||
				gs_analysed_number(analysed, "green") ||
				gs_analysed_number(analysed, "blue") ||
				gs_analysed_number(analysed, "alpha"));
	else if (analysed->function->kinds & GS_KIND_CREATES_CONTEXT)
		s->knows_all = true;
}

void gs_draw_issues_add(struct gs_draw_issues *s, const struct gs_analysed_call *analysed)
{
	struct gs_submission submission;
	bool draws;
	gs_arrays_add(s->arrays, analysed);
	draws = gs_draws_add(s->draws, analysed, &submission);
	gs_completeness_add(s->images, analysed);
	gs_framebuffers_add(s->framebuffers, analysed);
	if (analysed->call->is_fake)
		return;
	gs_samplers_add(s->samplers, analysed);
	follow(s, analysed);
	if (s->knows_all && (draws || (analysed->function->kinds & GS_KIND_CLEARS &&
					      !gs_analysed_has(analysed, "framebuffer"))))
		look_at_target(s);
	if (!draws || submission.is_pixels || (submission.is_known && !submission.vertices))
		return;
	if (s->knows_all) {
		look_at_textures(s);
		look_at_blocks(s);
	}
	/* Draws in blocks and lists have read their arrays before, when these were made. */
	if (!(analysed->function->kinds & GS_KIND_DRAW))
		return;
	look_at_arrays(s, submission.is_indexed);
	if (!s->knows_all)
		return;
	look_at_reach(s, &submission);
	look_at_attributes(s);
	if (submission.is_indexed)
		look_at_indices(s, analysed);
}
