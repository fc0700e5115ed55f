/* SPDX-License-Identifier: MIT */
/* Ways of test-analysis that draw into framebuffers, which are complete or not. */
#include <stdio.h>
#include "tests/programs/analysis.h"

static GLuint target;

static void bind_new(void)
{
	glGenFramebuffers(1, &target);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
}

static GLuint renderbuffer_of(GLenum format, GLsizei samples)
{
	GLuint name;
	glGenRenderbuffers(1, &name);
	glBindRenderbuffer(GL_RENDERBUFFER, name);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, SIZE, SIZE);
	return name;
}

static void attach_renderbuffer(GLenum where, GLenum format, GLsizei samples)
{
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, where, GL_RENDERBUFFER, renderbuffer_of(format, samples));
}

static GLuint texture_of(GLenum kind)
{
	GLuint name;
	glGenTextures(1, &name);
	glBindTexture(kind, name);
	if (kind == GL_TEXTURE_2D_ARRAY)
		glTexStorage3D(kind, 2, GL_RGBA8, SIZE, SIZE, 4);
	else
		glTexStorage2D(kind, 2, GL_RGBA8, SIZE, SIZE);
	glBindTexture(kind, kind == GL_TEXTURE_2D ? texture : 0);
	return name;
}

/* What the driver says of it, where nothing is recorded. */
static void say_status(void)
{
	if (asks_driver && glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		puts("incomplete");
}

static void draw_into(GLuint name)
{
	glBindFramebuffer(GL_FRAMEBUFFER, name);
	say_status();
	draw();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- one fault each: each second draw goes into it ---- */

static void target_empty(int frame)
{
	if (!frame)
		bind_new();
	draw_into(target);
	draw_frame(frame);
}

static void target_cleared(int frame)
{
	if (!frame)
		bind_new();
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	say_status();
	glClear(GL_COLOR_BUFFER_BIT);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	draw_frame(frame);
}

static void target_no_image(int frame)
{
	GLuint name;
	if (!frame) {
		bind_new();
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D, name);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT2, GL_TEXTURE_2D, name, 0);
		glBindTexture(GL_TEXTURE_2D, texture);
	}
	draw_into(target);
	draw_frame(frame);
}

static void target_samples(int frame)
{
	if (!frame) {
		bind_new();
		attach_renderbuffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, 4);
		attach_renderbuffer(GL_COLOR_ATTACHMENT1, GL_RGBA8, 0);
	}
	draw_into(target);
	draw_frame(frame);
}

static void target_format(int frame)
{
	if (!frame) {
		bind_new();
		attach_renderbuffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
		attach_renderbuffer(GL_DEPTH_ATTACHMENT, GL_RGBA8, 0);
	}
	draw_into(target);
	draw_frame(frame);
}

static void target_layers(int frame)
{
	if (!frame) {
		bind_new();
		glFramebufferTexture(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture_of(GL_TEXTURE_CUBE_MAP), 0);
		attach_renderbuffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, 0);
	}
	draw_into(target);
	draw_frame(frame);
}

/* ---- textures that are looked up while they are drawn into, or while another layer is ---- */

static void look_up_cube(void)
{
	use_fragment("uniform samplerCube sky;\n"
		     "void main() { colour = vec4(1.0) + texture(sky, vec3(at, 1.0)); }\n");
}

static void look_up_layers(void)
{
	use_fragment("uniform sampler2DArray layers;\n"
		     "void main() { colour = vec4(1.0) + texture(layers, vec3(at, 1.0)); }\n");
}

static void feedback_cube(int frame)
{
	GLuint name;
	if (!frame) {
		look_up_cube();
		name = texture_of(GL_TEXTURE_CUBE_MAP);
		glBindTexture(GL_TEXTURE_CUBE_MAP, name);
		bind_new();
		glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0);
	}
	draw_into(target);
	draw_frame(frame);
}

static void feedback_layer(int frame)
{
	GLuint name;
	if (!frame) {
		look_up_layers();
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D_ARRAY, name);
		glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, SIZE, SIZE, 1);
		bind_new();
		glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, 0);
	}
	draw_into(target);
	draw_frame(frame);
}

static void clean_layers(int frame)
{
	static GLuint faces, layers;
	GLuint name;
	if (!frame) {
		name = texture_of(GL_TEXTURE_CUBE_MAP);
		glBindTexture(GL_TEXTURE_CUBE_MAP, name);
		bind_new();
		faces = target;
		glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
			GL_TEXTURE_CUBE_MAP_NEGATIVE_X, name, 0);
		name = texture_of(GL_TEXTURE_2D_ARRAY);
		glBindTexture(GL_TEXTURE_2D_ARRAY, name);
		bind_new();
		layers = target;
		glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, 3);
		look_up_cube();
	}
	if (frame == 1)
		look_up_layers();
	draw_into(frame ? layers : faces);
	draw_frame(frame);
}

/* ---- what looks like a fault and is none ---- */

enum { CLEAN = 7 };

static void make_clean(GLuint names[CLEAN])
{
	for (int i = 0; i < CLEAN; i++) {
		bind_new();
		names[i] = target;
		switch (i) {
		case 0: /* nothing, but a size */
			glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, SIZE);
			glFramebufferParameteri(
				GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, SIZE);
			break;
		case 1:
			attach_renderbuffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, 4);
			attach_renderbuffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, 4);
			break;
		case 2: /* depth alone; what is drawn of colours goes nowhere */
			attach_renderbuffer(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, 0);
			break;
		case 3:
			glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, texture_of(GL_TEXTURE_CUBE_MAP), 1);
			attach_renderbuffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 0);
			break;
		case 4:
			glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT3,
				texture_of(GL_TEXTURE_2D_ARRAY), 1, 3);
			break;
		case 5:
			glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				texture_of(GL_TEXTURE_2D_ARRAY), 0);
			glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1,
				texture_of(GL_TEXTURE_2D_ARRAY), 0);
			break;
		default: /* what had no image has one, and what was wrong is gone */
			attach_renderbuffer(GL_COLOR_ATTACHMENT1, GL_DEPTH_COMPONENT24, 0);
			glFramebufferRenderbuffer(
				GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, 0);
			attach_renderbuffer(GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
			break;
		}
	}
}

static void clean_targets(int frame)
{
	static GLuint names[CLEAN];
	if (!frame)
		make_clean(names);
	for (int i = 0; i < CLEAN; i++)
		draw_into(names[i]);
	draw_frame(frame);
}

const struct way target_ways[] = {
	{"target-empty", target_empty},
	{"target-cleared", target_cleared},
	{"target-no-image", target_no_image},
	{"target-samples", target_samples},
	{"target-format", target_format},
	{"target-layers", target_layers},
	{"feedback-cube", feedback_cube},
	{"feedback-layer", feedback_layer},
	{"clean-layers", clean_layers},
	{"clean-targets", clean_targets},
	{NULL, NULL},
};
