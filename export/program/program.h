/* SPDX-License-Identifier: MIT */
/* What the frames of this program use: main.c, picture.c and a window system's file have it. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "gl.h"

enum attribute {
	RED,
	GREEN,
	BLUE,
	ALPHA,
	DEPTH,
	STENCIL,
	SAMPLES,
	DOUBLE,	      /* 1: two buffers, which are swapped */
	ACCUMULATION, /* bits of red */
	SRGB,	      /* can encode */
	N_ATTRIBUTES
};

/* What a window draws with: what was asked for, and what was had (-1: not known). */
struct config {
	int least[N_ATTRIBUTES], exact[N_ATTRIBUTES];
};

struct context_wish {
	struct config config;
	bool es;
	int major, minor;	 /* 0: any */
	unsigned profile, flags; /* bits as in EGL_KHR_create_context */
	int width, height;	 /* of the window that it is first used with */
	struct context *share;
};

struct context {
	struct context_wish wish;
	bool is_made;
	void *own; /* the window system's */
};

struct window {
	int width, height;
	bool srgb; /* it encodes */
	void *own;
};

void create_context(struct context *context, const struct context_wish *wish);
void destroy_context(struct context *context);
/* NULL: none is current. */
void make_current(struct context *context, struct window *draw, struct window *read);
void resize_window(struct window *window, int width, int height);
/* Ends a frame, too. */
void swap_buffers(struct window *window);
void end_frame(void);

/* From there on in data.bin, which stays in memory. */
const void *data(uint64_t offset);
/* The text of a file, until the next is asked for. */
const char *text_of(const char *file);
/* For what GL answers, which nobody reads; lasting: for what GL goes on to write. */
void *room(size_t size);
void *lasting_room(size_t size);
/* Memory that the program had; NULL becomes none. */
char *new_memory(size_t size);
void copy(char *to, size_t offset, const void *from, size_t size);
/* Where element k of an array of uniforms stands; `recorded`: where it stood, if it is none. */
GLint element_of(GLuint program, const char *array, int k, GLint recorded);
/* Each number at its place; those that have none there stay where they are. */
const GLuint *at_places(int n, const GLint *places, const GLuint *numbers);
/* A float by its bits, where no decimal number is it. */
float float_of_bits(uint32_t bits);
double double_of_bits(uint64_t bits);
#define offset(n) ((void *)(uintptr_t)(n))

/* expect.c: what GL holds is compared with what it was; differences are told. */
enum expected { EXPECT_ENABLED, EXPECT_INTEGERS, EXPECT_FLOATS };
void expect(GLenum name, const char *text, enum expected kind, const double *values, size_t n);
#define EXPECT_NAMED(name, text, kind, ...)                                                        \
	expect(name, text, kind, (const double[]){__VA_ARGS__},                                    \
		sizeof((const double[]){__VA_ARGS__}) / sizeof(double))
#define expect_enabled(name, ...) EXPECT_NAMED(name, #name, EXPECT_ENABLED, __VA_ARGS__)
#define expect_integers(name, ...) EXPECT_NAMED(name, #name, EXPECT_INTEGERS, __VA_ARGS__)
#define expect_floats(name, ...) EXPECT_NAMED(name, #name, EXPECT_FLOATS, __VA_ARGS__)
/* Likewise, what the trace asserts: the call asks into asserted_answer(). */
enum asserted { ASSERTED_INTEGERS, ASSERTED_FLOATS, ASSERTED_DOUBLES, ASSERTED_BOOLEANS };
void *asserted_answer(void);
void asserted(const char *text, enum asserted kind, const double *values, size_t n);
void asserted_enabled(const char *text, GLboolean is, int was);
#define ASSERTED(kind, text, call, ...)                                                            \
	do {                                                                                       \
		call;                                                                              \
		asserted(text, ASSERTED_##kind, (const double[]){__VA_ARGS__},                     \
			sizeof((const double[]){__VA_ARGS__}) / sizeof(double));                   \
	} while (0)
bool all_expected(void);
unsigned long long frame_number(void);

/* frames.c */
void play(void);

#endif
