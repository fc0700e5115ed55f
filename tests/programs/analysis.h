/* SPDX-License-Identifier: MIT */
/* What the files of test-analysis share. */
#ifndef GS_TESTS_ANALYSIS_H
#define GS_TESTS_ANALYSIS_H

#include <stdbool.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

enum { SIZE = 64, FRAMES = 8, BIG = 512 };

struct way {
	const char *name;
	void (*frame)(int frame);
};

/* Each up to one without a name. */
extern const struct way check_ways[], issue_ways[], sampler_ways[], target_ways[];

extern bool asks_driver; /* it says what the driver says; not to be recorded */
extern EGLDisplay display;
extern EGLSurface surface;
extern EGLConfig config;
extern GLbitfield cleared; /* at the beginning of each frame */
extern GLuint program, buffer, elements, texture, queries[2];
extern GLint shift;
extern const GLfloat corners[8];
extern const GLushort order[6];
extern const char fragment_text[];
extern GLubyte pixels[BIG * BIG * 4];

GLuint shader_of(GLenum type, const char *text);
GLuint make_program(const char *fragment);
void fill_texture(GLuint name, int size); /* and bind it */
void bind_other(int size, GLenum filter); /* another texture */
/* A program of this fragment shader, without its head, is used from now on. */
void use_fragment(const char *body);
void draw(void);
void draw_frame(int frame);

#endif
