/* SPDX-License-Identifier: MIT */
/* What test-state draws into: framebuffers of every kind, and all that they hold. */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- what else stands between shader and target ---- */

static void set_viewports(void)
{
	glViewportIndexedf(0, 4, 3, 120, 140);
	glViewportIndexedf(1, 60, 20, 130, 100);
	glScissorIndexed(1, 70, 12, 90, 60);
	glDepthRangeIndexed(1, 0.3, 0.8);
}

static void set_clip(void)
{
	glEnable(GL_CLIP_DISTANCE0);
	glEnable(GL_CLIP_DISTANCE1);
}

static void set_logic(void)
{
	glDisablei(GL_BLEND, 1);
	glEnable(GL_COLOR_LOGIC_OP);
	glLogicOp(GL_COPY_INVERTED);
}

static void set_clip_viewports(void)
{
	set_viewports();
	set_clip();
}

static void set_sample_mask(void)
{
	glEnable(GL_SAMPLE_MASK);
	glSampleMaski(0, 0xb);
}

static void set_coverage(void)
{
	glEnable(GL_SAMPLE_COVERAGE);
	glSampleCoverage(0.5f, GL_TRUE);
}

static void set_alpha_to_coverage(void)
{
	glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

static void set_coverages(void)
{
	set_sample_mask();
	set_alpha_to_coverage();
	glEnable(GL_SAMPLE_ALPHA_TO_ONE);
	glEnable(GL_SAMPLE_SHADING);
	glMinSampleShading(1);
}

static void set_discard(void)
{
	glEnable(GL_RASTERIZER_DISCARD);
}

static void set_no_scissor(void)
{
	glDisable(GL_SCISSOR_TEST);
}

#define LAYER "gl_Layer = int(gl_Position.x > 0.0) + int(gl_Position.y > 0.0);"
#define CLIP "gl_ClipDistance[0] = gl_Position.x + 0.3; gl_ClipDistance[1] = 0.5 - gl_Position.y;"
#define VIEWPORT "gl_ViewportIndex = int(gl_Position.x > 0.0);"

static const struct state_target targets[] = {
	{"plain", GL_TEXTURE_2D, GL_RGBA8, 1, 1},
	{"whole", GL_TEXTURE_2D, GL_RGBA8, 1, 1, .set = set_no_scissor},
	{"window", GL_NONE, GL_RGBA8, 1, 1, .is_window = true},
	{"srgb", GL_TEXTURE_2D, GL_SRGB8_ALPHA8, 1, 1},
	{"integer", GL_TEXTURE_2D, GL_RGBA8UI, 1, 1},
	{"signed", GL_TEXTURE_2D, GL_RGBA16I, 1, 1},
	{"float", GL_TEXTURE_2D, GL_RGBA16F, 1, 1},
	{"swapped", GL_TEXTURE_2D, GL_RGBA8, 1, 1, .swapped = true},
	{"multisampled", GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, 4, 1},
	{"multisampled-layers", GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_RGBA8, 4, 3, LAYER},
	{"sample-mask", GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, 4, 1, .set = set_sample_mask},
	{"sample-coverage", GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, 4, 1, .set = set_coverage},
	{"alpha-to-coverage", GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, 4, 1,
		.set = set_alpha_to_coverage},
	{"layered", GL_TEXTURE_2D_ARRAY, GL_RGBA8, 1, 3, LAYER},
	{"solid", GL_TEXTURE_3D, GL_RGBA8, 1, 3, LAYER, .no_depth = true},
	{"cube", GL_TEXTURE_CUBE_MAP, GL_RGBA8, 1, 6, LAYER},
	{"depth-only", GL_NONE, GL_RGBA8, 1, 1},
	{"nothing", GL_NONE, GL_RGBA8, 1, 1, .no_depth = true},
	{"viewports", GL_TEXTURE_2D, GL_RGBA8, 1, 1, VIEWPORT, .set = set_viewports},
	{"clip", GL_TEXTURE_2D, GL_RGBA8, 1, 1, CLIP, .set = set_clip},
	{"logic", GL_TEXTURE_2D, GL_RGBA8, 1, 1, .set = set_logic},
	{"clip-viewports", GL_TEXTURE_2D, GL_RGBA8, 1, 1, CLIP VIEWPORT, .set = set_clip_viewports},
	{"integer-logic", GL_TEXTURE_2D, GL_RGBA8UI, 1, 1, .set = set_logic},
	{"coverages", GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, 4, 1, .set = set_coverages},
	{"discard", GL_TEXTURE_2D, GL_RGBA8, 1, 1, .set = set_discard},
	{NULL},
};

const struct state_target *state_target_find(const char *name)
{
	const struct state_target *target = targets;

	while (target->name && strcmp(target->name, name) != 0)
		target++;
	return target->name ? target : NULL;
}

/* ---- making ---- */

static GLuint fetched; /* see read_sample; made early: what is made behind the draw may have other
			  names under glstep */

static void need_samples(int samples)
{
	char what[80];
	GLint most = 1;

	if (samples == 1)
		return;
	state_need(32, "GL_ARB_texture_multisample");
	glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &most);
	snprintf(what, sizeof(what), "%d samples in textures (GL_MAX_COLOR_TEXTURE_SAMPLES is %d)",
		samples, most);
	if (most < samples)
		state_lack(what);
}

static GLuint make_texture(const struct state_target *t, GLenum format, int width, int height)
{
	GLuint texture;

	glGenTextures(1, &texture);
	glBindTexture(t->texture, texture);
	if (t->texture == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		glTexStorage3DMultisample(
			t->texture, t->samples, format, width, height, t->layers, GL_TRUE);
	else if (t->texture == GL_TEXTURE_2D_MULTISAMPLE)
		glTexStorage2DMultisample(t->texture, t->samples, format, width, height, GL_TRUE);
	else if (t->texture == GL_TEXTURE_2D_ARRAY || t->texture == GL_TEXTURE_3D)
		glTexStorage3D(t->texture, 1, format, width, height, t->layers);
	else
		glTexStorage2D(t->texture, 1, format, width, height);
	glBindTexture(t->texture, 0);
	return texture;
}

static void attach_depth(struct state_surface *s)
{
	const struct state_target *t = s->target;

	if (t->layers > 1) {
		s->depth = make_texture(t, GL_DEPTH24_STENCIL8, s->width, s->height);
		glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, s->depth, 0);
		return;
	}
	glGenRenderbuffers(1, &s->depth);
	glBindRenderbuffer(GL_RENDERBUFFER, s->depth);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, t->samples > 1 ? t->samples : 0,
		GL_DEPTH24_STENCIL8, s->width, s->height);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, s->depth);
}

static void clear(const struct state_target *t)
{
	glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
	glClearStencil(3);
	for (int i = 0; i < 2 && t->format == GL_RGBA8UI; i++)
		glClearBufferuiv(GL_COLOR, i, (const GLuint[]){11, 22, 33, 44});
	for (int i = 0; i < 2 && t->format == GL_RGBA16I; i++)
		glClearBufferiv(GL_COLOR, i, (const GLint[]){11, -22, 33, 44});
	glClear((state_is_integer(t->format) ? 0 : GL_COLOR_BUFFER_BIT) | GL_DEPTH_BUFFER_BIT |
		GL_STENCIL_BUFFER_BIT);
}

static void attach_nothing(int width, int height)
{
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, width);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, height);
	glReadBuffer(GL_NONE);
}

struct state_surface state_surface_make(const struct state_target *t, int width, int height)
{
	struct state_surface s = {.target = t, .width = width, .height = height};
	GLenum buffers[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};

	need_samples(t->samples);
	if (!fetched)
		glGenBuffers(1, &fetched);
	if (t->texture == GL_TEXTURE_CUBE_MAP)
		s.width = s.height = width = height;
	if (t->is_window) {
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		clear(t);
		return s;
	}
	glGenFramebuffers(1, &s.framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, s.framebuffer);
	for (int i = 0; i < 2 && t->texture; i++) {
		s.colors[i] = make_texture(t, t->format, width, height);
		glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, s.colors[i], 0);
	}
	if (!t->texture)
		attach_nothing(width, height);
	if (!t->no_depth)
		attach_depth(&s);
	if (t->swapped) {
		buffers[0] = GL_COLOR_ATTACHMENT1;
		buffers[1] = GL_COLOR_ATTACHMENT0;
	}
	if (t->texture)
		glDrawBuffers(2, buffers);
	clear(t);
	return s;
}

/* ---- reading ---- */

static const char fetch_text[] =
	"layout(local_size_x = 8, local_size_y = 8) in;\n"
	"layout(std430, binding = 7) writeonly buffer results { vec4 result[]; };\n"
	"uniform sampler2DMS image;\n"
	"uniform sampler2DMSArray images;\n"
	"uniform ivec4 wanted; /* width, height, layer, sample */\n"
	"uniform bool layered;\n"
	"void main()\n"
	"{\n"
	"	ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
	"	if (any(greaterThanEqual(at, wanted.xy)))\n"
	"		return;\n"
	"	result[at.x + wanted.x * at.y] = layered ? texelFetch(images, ivec3(at, wanted.z), "
	"wanted.w)\n"
	"						 : texelFetch(image, at, wanted.w);\n"
	"}\n";

/* One sample of each pixel of a layer. */
static void read_sample(
	const struct state_surface *s, GLuint texture, int layer, int sample, float *values)
{
	static GLuint program;
	bool layered = s->target->layers > 1;
	size_t size = (size_t)s->width * s->height * 16;

	if (!program)
		program = state_program(GL_COMPUTE_SHADER, fetch_text, 0);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, fetched);
	glBufferData(GL_SHADER_STORAGE_BUFFER, size, NULL, GL_STREAM_READ);
	glUseProgram(program);
	glUniform1i(glGetUniformLocation(program, layered ? "images" : "image"), 6);
	glUniform1i(glGetUniformLocation(program, layered ? "image" : "images"), 7);
	glUniform4i(glGetUniformLocation(program, "wanted"), s->width, s->height, layer, sample);
	glUniform1i(glGetUniformLocation(program, "layered"), layered);
	glActiveTexture(GL_TEXTURE6);
	glBindTexture(s->target->texture, texture);
	glBindSampler(6, 0);
	glDispatchCompute((s->width + 7) / 8, (s->height + 7) / 8, 1);
	glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
	glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size, values);
}

/* A framebuffer for one layer of an attachment. */
static void bind_layer(const struct state_surface *s, GLenum point, GLuint texture, int layer)
{
	GLuint framebuffer;

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, point, texture, 0, layer);
}

static void read_pixels(const struct state_surface *s, float *values)
{
	size_t n = (size_t)s->width * s->height * 4;
	GLint *integers = (GLint *)values;

	if (!state_is_integer(s->target->format)) {
		glReadPixels(0, 0, s->width, s->height, GL_RGBA, GL_FLOAT, values);
		return;
	}
	glReadPixels(0, 0, s->width, s->height, GL_RGBA_INTEGER, GL_INT, integers);
	for (size_t i = 0; i < n; i++)
		values[i] = integers[i];
}

static void read_plane(
	const struct state_surface *s, int attachment, int layer, int sample, float *values)
{
	const struct state_target *t = s->target;

	if (t->samples > 1) {
		read_sample(s, s->colors[attachment], layer, sample, values);
		return;
	}
	if (t->layers > 1)
		bind_layer(s, GL_COLOR_ATTACHMENT0, s->colors[attachment], layer);
	else
		glBindFramebuffer(GL_READ_FRAMEBUFFER, s->framebuffer);
	glReadBuffer(t->is_window    ? GL_BACK
		     : t->layers > 1 ? GL_COLOR_ATTACHMENT0
				     : GL_COLOR_ATTACHMENT0 + attachment);
	read_pixels(s, values);
}

static uint64_t sum_of(uint64_t sum, const void *data, size_t size)
{
	const uint32_t *words = data;

	for (size_t i = 0; i < size / 4; i++)
		sum = sum * 31 + words[i];
	return sum;
}

/* Of single samples; of several, which one a blit takes. */
static void print_depth(const struct state_surface *s, void *words, FILE *planes)
{
	const struct state_target *t = s->target, *plain = state_target_find("plain");
	size_t size = (size_t)s->width * s->height * 4;
	uint64_t sum = 0;

	for (int layer = 0; layer < t->layers; layer++) {
		if (t->layers > 1)
			bind_layer(s, GL_DEPTH_STENCIL_ATTACHMENT, s->depth, layer);
		else
			glBindFramebuffer(GL_READ_FRAMEBUFFER, s->framebuffer);
		if (t->samples > 1) {
			GLint from;

			glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &from);
			struct state_surface to = state_surface_make(plain, s->width, s->height);

			glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
			glBlitFramebuffer(0, 0, s->width, s->height, 0, 0, s->width, s->height,
				GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
			glBindFramebuffer(GL_READ_FRAMEBUFFER, to.framebuffer);
		}
		memset(words, 0, size);
		glReadPixels(
			0, 0, s->width, s->height, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words);
		sum = sum_of(sum, words, size);
		if (planes && t->samples == 1)
			fwrite(words, 1, size, planes);
	}
	printf("depth and stencil: %016" PRIx64 "\n", sum);
}

static void plain_transfer(void)
{
	glPixelStorei(GL_PACK_ROW_LENGTH, 0);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
	glPixelStorei(GL_PACK_SKIP_ROWS, 0);
	glPixelStorei(GL_PACK_SWAP_BYTES, GL_FALSE);
	glPixelTransferf(GL_RED_SCALE, 1);
	glPixelTransferf(GL_ALPHA_BIAS, 0);
	glDisable(GL_SCISSOR_TEST);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	glDisable(GL_RASTERIZER_DISCARD);
}

static void print_attachment(
	const struct state_surface *s, int attachment, float *values, FILE *planes)
{
	const struct state_target *t = s->target;
	size_t size = (size_t)s->width * s->height * 16;
	uint64_t sum = 0;

	for (int plane = 0; plane < t->layers * t->samples; plane++) {
		memset(values, 0, size);
		read_plane(s, attachment, plane / t->samples, plane % t->samples, values);
		sum = sum_of(sum, values, size);
		if (planes && attachment == (t->swapped ? 1 : 0))
			fwrite(values, 1, size, planes);
	}
	printf("color %d: %016" PRIx64 "\n", attachment, sum);
}

void state_surface_print(const struct state_surface *s, FILE *planes)
{
	const struct state_target *t = s->target;
	int32_t head[5] = {t->texture || t->is_window ? t->layers * t->samples : 0, s->width,
		s->height, 0, t->no_depth || t->samples > 1 ? 0 : t->layers};
	float *values = malloc((size_t)s->width * s->height * 16);
	GLint reads;

	if (!values)
		abort();
	glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &reads);
	glPushAttrib(GL_ALL_ATTRIB_BITS);
	glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
	plain_transfer();
	if (head[0]) {
		glBindFramebuffer(GL_READ_FRAMEBUFFER, s->framebuffer);
		glGetFramebufferAttachmentParameteriv(GL_READ_FRAMEBUFFER,
			t->is_window ? GL_BACK_LEFT : GL_COLOR_ATTACHMENT0,
			GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &head[3]);
		head[3] = head[3] == GL_SRGB;
	}
	if (planes)
		fwrite(head, sizeof(head), 1, planes);
	for (int i = 0; i < 2 && (t->texture || (t->is_window && i == 0)); i++)
		print_attachment(s, i, values, planes);
	if (!t->no_depth)
		print_depth(s, values, planes);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, reads);
	glPopClientAttrib();
	glPopAttrib();
	free(values);
}
