/* SPDX-License-Identifier: MIT */
/*
 * Capture targets of several planes, samples or layers: textures, which give back each plane. A
 * layer is read through a framebuffer of its own. Single samples no glReadPixels gives: a compute
 * shader fetches them into a buffer.
 */
#include "preload/capture/target/target.h"

#include "preload/capture/saved/buffers.h"

#include <stdio.h>
#include <string.h>

/* ---- textures ---- */

GLenum gs_target_texture_target(const struct gs_draw_framebuffer *like)
{
	if (like->layers)
		return like->samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE_ARRAY : GL_TEXTURE_2D_ARRAY;
	return like->samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
}

GLuint gs_target_texture(const struct gs_target *t, GLenum format)
{
	const struct gs_draw_framebuffer *d = &t->like;
	GLenum target = gs_target_texture_target(d);
	struct gs_texture_unit unit;
	GLuint name = 0;
	gs_texture_unit_take(&unit, target);
	GL(glGenTextures)(1, &name);
	GL(glBindTexture)(target, name);
	if (target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		GL(glTexStorage3DMultisample)
	(target, d->samples, format, d->width, d->height, d->layers, GL_TRUE);
	else if (target == GL_TEXTURE_2D_MULTISAMPLE) GL(glTexStorage2DMultisample)(
		target, d->samples, format, d->width, d->height, GL_TRUE);
	else if (target == GL_TEXTURE_2D_ARRAY)
		GL(glTexStorage3D)(target, 1, format, d->width, d->height, d->layers);
	else GL(glTexStorage2D)(target, 1, format, d->width, d->height);
	gs_texture_unit_release(&unit);
	return name;
}

void gs_target_attach_texture(const struct gs_target *t, GLenum point, GLuint texture)
{
	if (t->like.layers)
		GL(glFramebufferTexture)(GL_DRAW_FRAMEBUFFER, point, texture, 0);
	else
		GL(glFramebufferTexture2D)
	(GL_DRAW_FRAMEBUFFER, point, gs_target_texture_target(&t->like), texture, 0);
}

bool gs_target_check_planes(const struct gs_saved *saved, const struct gs_draw_framebuffer *like,
	struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	if (like->samples < 2 && !like->layers)
		return true;
	bool storage = c->api == GS_API_ES || c->version >= 42 ||
		       gs_caps_has(c, "GL_ARB_texture_storage");
	if (like->samples > 1 && !(c->stages_compute && c->storage_blocks && c->integer_samples))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is multisampled (%u samples), and single samples can "
			"be read only in OpenGL 4.3 or OpenGL ES 3.1 or later",
			like->samples);
	if (like->samples > c->integer_samples && like->samples > 1)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer has %u samples, but integers can have %u only "
			"(GL_MAX_INTEGER_SAMPLES)",
			like->samples, c->integer_samples);
	if (like->layers && !storage)
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the draw framebuffer is layered: such draws can be debugged only in "
			"OpenGL "
			"4.2 or OpenGL ES 3.2 or later");
	return true;
}

/* ---- reading a layer ---- */

static void read_layer(struct gs_target *t, const struct gs_caps *c, GLuint texture, unsigned layer,
	bool is_uint, const struct gs_rectangle *pixels, void *out)
{
	if (!t->reader)
		GL(glGenFramebuffers)(1, &t->reader);
	GL(glBindFramebuffer)(GL_READ_FRAMEBUFFER, t->reader);
	gs_target_set_flip(c, &t->like, GL_READ_FRAMEBUFFER);
	GL(glFramebufferTextureLayer)
	(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
	GL(glReadPixels)
	(pixels->x, pixels->y, pixels->width, pixels->height, is_uint ? GL_RGBA_INTEGER : GL_RGBA,
		is_uint ? GL_UNSIGNED_INT : GL_FLOAT, out);
}

/* ---- fetching a sample ---- */

static GLuint fetch_program(const struct gs_target *t, const struct gs_caps *c, bool is_uint)
{
	static const char older[] = "330\n"
				    "#extension GL_ARB_compute_shader : require\n"
				    "#extension GL_ARB_shader_storage_buffer_object : require\n"
				    "#extension GL_ARB_shading_language_420pack : require\n";
	bool es = c->api == GS_API_ES, array = t->like.layers > 0;
	char text[2048];
	const GLchar *texts = text;
	GLint linked = 0;
	snprintf(text, sizeof text,
		"#version %s"
		"layout(local_size_x = 8, local_size_y = 8) in;\n"
		"layout(std430, binding = %u) writeonly buffer gs_words { highp uvec4 word[]; };\n"
		"uniform highp %ssampler2DMS%s image;\n"
		"uniform highp ivec4 area; /* first texel, size */\n"
		"uniform highp ivec3 plane; /* sample, layer, 1 or -1: next row */\n"
		"highp vec4 encoded(highp vec4 v)\n"
		"{\n"
		"	highp vec3 high = 1.055 * pow(v.rgb, vec3(1.0 / 2.4)) - 0.055;\n"
		"	return vec4(mix(12.92 * v.rgb, high, greaterThan(v.rgb, vec3(0.0031308))), "
		"v.a);\n"
		"}\n"
		"void main()\n"
		"{\n"
		"	highp ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
		"	if (at.x >= area.z || at.y >= area.w)\n"
		"		return;\n"
		"	highp ivec2 texel = area.xy + ivec2(at.x, at.y * plane.z);\n"
		"	word[at.y * area.z + at.x] = %s(texelFetch(image, %s, plane.x))%s;\n"
		"}\n",
		!es	? c->glsl >= 430 ? "430\n" : older
		: array ? "320 es\n"
			: "310 es\n",
		t->fetch_point,
		!is_uint	  ? ""
		: t->fetch_signed ? "i"
				  : "u",
		array ? "Array" : "",
		is_uint		? "uvec4"
		: t->fetch_srgb ? "floatBitsToUint(encoded"
				: "floatBitsToUint",
		array ? "ivec3(texel, plane.y)" : "texel", !is_uint && t->fetch_srgb ? ")" : "");
	GLuint shader = GL(glCreateShader)(GL_COMPUTE_SHADER), program = GL(glCreateProgram)();
	GL(glShaderSource)(shader, 1, &texts, NULL);
	GL(glCompileShader)(shader);
	GL(glAttachShader)(program, shader);
	GL(glLinkProgram)(program);
	GL(glDeleteShader)(shader);
	GL(glGetProgramiv)(program, GL_LINK_STATUS, &linked);
	if (linked)
		return program;
	GL(glDeleteProgram)(program);
	return 0;
}

static void make_buffer(struct gs_target *t, GLsizeiptr size)
{
	if (!t->fetched)
		GL(glGenBuffers)(1, &t->fetched);
	GL(glBindBuffer)(GL_SHADER_STORAGE_BUFFER, t->fetched);
	if (t->fetched_size < size)
		GL(glBufferData)(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_STREAM_READ);
	t->fetched_size = t->fetched_size < size ? size : t->fetched_size;
}

static bool copy_out(GLsizeiptr size, void *out)
{
	const void *words = GL(glMapBufferRange)(
		GL_SHADER_STORAGE_BUFFER, 0, size, GL_MAP_READ_BIT);
	if (words)
		memcpy(out, words, size);
	return words && GL(glUnmapBuffer)(GL_SHADER_STORAGE_BUFFER);
}

static bool fetch_sample(struct gs_target *t, GLuint program, unsigned plane,
	const struct gs_rectangle *pixels, void *out)
{
	GLsizeiptr size = (GLsizeiptr)pixels->width * pixels->height * 16;
	GLint first = t->like.flipped ? (GLint)t->like.height - 1 - pixels->y : pixels->y;
	make_buffer(t, size);
	GL(glUniform4i)
	(GL(glGetUniformLocation)(program, "area"), pixels->x, first, pixels->width,
		pixels->height);
	GL(glUniform3i)
	(GL(glGetUniformLocation)(program, "plane"), plane % t->like.samples,
		plane / t->like.samples, t->like.flipped ? -1 : 1);
	GL(glDispatchCompute)((pixels->width + 7) / 8, (pixels->height + 7) / 8, 1);
	GL(glMemoryBarrier)(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
	return copy_out(size, out);
}

/* ---- all of them ---- */

/* The rows of a plane within an area of the grid; false: none. */
static bool rows_of(const struct gs_target *t, unsigned plane, const struct gs_rectangle *area,
	struct gs_rectangle *pixels)
{
	int64_t height = t->like.height, base = plane * height, from = area->y - base,
		to = area->y + area->height - base;
	from = from < 0 ? 0 : from;
	to = to > height ? height : to;
	*pixels = (struct gs_rectangle){area->x, from, area->width, to - from};
	return to > from;
}

static bool read_all(struct gs_target *t, const struct gs_caps *c, GLuint texture, GLuint program,
	bool is_uint, const struct gs_rectangle *area, unsigned char *out)
{
	struct gs_rectangle pixels;
	bool ok = true;
	for (unsigned plane = 0; ok && plane < gs_drawable_planes(&t->like); plane++) {
		if (!rows_of(t, plane, area, &pixels))
			continue;
		if (program)
			ok = fetch_sample(t, program, plane, &pixels, out);
		else
			read_layer(t, c, texture, plane, is_uint, &pixels, out);
		out += (size_t)pixels.width * pixels.height * 16;
	}
	return ok;
}

static bool fetch_all(struct gs_target *t, struct gs_saved *saved, GLuint texture, bool is_uint,
	const struct gs_rectangle *area, void *out, struct gs_refusal *refusal)
{
	const struct gs_caps *c = saved->caps;
	struct gs_texture_unit unit;
	struct gs_storage_binding storage;
	GLuint *program = &t->fetch[is_uint];
	if (!t->fetch_point)
		t->fetch_point = gs_storage_free_point();
	if (!*program && !(*program = fetch_program(t, c, is_uint)))
		return gs_refusal_set(refusal, GS_STATUS_UNSUPPORTED,
			"the driver rejects the compute shader that reads single samples");
	saved->program_changed = true;
	GL(glUseProgram)(*program);
	gs_texture_unit_take(&unit, gs_target_texture_target(&t->like));
	GL(glBindTexture)(unit.target, texture);
	GL(glUniform1i)(GL(glGetUniformLocation)(*program, "image"), unit.unit);
	gs_storage_take(&storage, t->fetch_point);
	make_buffer(t, (GLsizeiptr)area->width * t->like.height * 16);
	GL(glBindBufferBase)(GL_SHADER_STORAGE_BUFFER, storage.point, t->fetched);
	bool ok = read_all(t, c, texture, *program, is_uint, area, out);
	gs_storage_release(&storage);
	gs_texture_unit_release(&unit);
	return ok || gs_refusal_set(refusal, GS_STATUS_INTERNAL,
			     "the samples of the capture target could not be read back");
}

bool gs_target_read_planes(struct gs_target *t, struct gs_saved *saved, unsigned attachment,
	enum gs_attachment type, const struct gs_rectangle *area, void *pixels,
	struct gs_refusal *refusal)
{
	bool is_uint = type == GS_ATTACHMENT_UINT;
	GLuint texture = t->colour[type][attachment];
	if (t->like.samples > 1)
		return fetch_all(t, saved, texture, is_uint, area, pixels, refusal);
	return read_all(t, saved->caps, texture, 0, is_uint, area, pixels);
}
