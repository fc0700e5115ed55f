/* SPDX-License-Identifier: MIT */
/* What the frames of this program use; in main.c, picture.c, expect.c and a window system's
 * file. */
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
	DOUBLE,	      /* 1: double buffered */
	ACCUMULATION, /* bits of red */
	SRGB,	      /* can encode sRGB */
	N_ATTRIBUTES
};

/* Attributes of a window: at least these were asked for, exactly these were used (-1: not
 * known). */
struct config {
	int least[N_ATTRIBUTES], exact[N_ATTRIBUTES];
};

struct context_wish {
	struct config config;
	bool es;
	int major, minor;	 /* 0: any version */
	unsigned profile, flags; /* bits as in EGL_KHR_create_context */
	int width, height;	 /* size of the window that it is first used with */
	struct context *share;
};

struct context {
	struct context_wish wish;
	bool is_made;
	void *own; /* data of the window system */
};

struct window {
	int width, height;
	bool srgb; /* writes are encoded as sRGB */
	void *own;
};

void create_context(struct context *context, const struct context_wish *wish);
void destroy_context(struct context *context);
/* Make the context current; NULL: none. */
void make_current(struct context *context, struct window *draw, struct window *read);
void resize_window(struct window *window, int width, int height);
/* End a frame, and swap the buffers. */
void swap_buffers(struct window *window);
/* End a frame: print the sum of its picture or its time, if asked for. */
void end_frame(void);

/* Return data.bin from that offset on; it stays in memory. */
const void *data(uint64_t offset);
/* Return the text of a file; lives until the next is asked for. */
const char *text_of(const char *file);
/* Return memory for what GL writes and nobody reads; lasting: for what GL writes after the call,
 * too. */
void *room(size_t size);
void *lasting_room(size_t size);
/* Return memory that the recorded program had, filled with 0. Ends the program if there is none. */
char *new_memory(size_t size);
/* Copy bytes to an offset in memory; nothing if `to` is NULL. */
void copy(char *to, size_t offset, const void *from, size_t size);
/* Return the location of element k of an array of uniforms; `recorded`, its location in the trace,
 * if there is none. */
GLint element_of(GLuint program, const char *array, int k, GLint recorded);
/* Return n numbers, each moved to its place; those without a place stay where they are. */
const GLuint *at_places(int n, const GLint *places, const GLuint *numbers);
/* Return the number with these bits, for numbers that cannot be written in decimal. */
float float_of_bits(uint32_t bits);
double double_of_bits(uint64_t bits);
#define offset(n) ((void *)(uintptr_t)(n))

/* expect.c: compare GL's state with the trace's, and report differences. */
enum expected { EXPECT_ENABLED, EXPECT_INTEGERS, EXPECT_FLOATS };
void expect(GLenum name, const char *text, enum expected kind, const double *values, size_t n);
#define EXPECT_NAMED(name, text, kind, ...)                                                        \
	expect(name, text, kind, (const double[]){__VA_ARGS__},                                    \
		sizeof((const double[]){__VA_ARGS__}) / sizeof(double))
#define expect_enabled(name, ...) EXPECT_NAMED(name, #name, EXPECT_ENABLED, __VA_ARGS__)
#define expect_integers(name, ...) EXPECT_NAMED(name, #name, EXPECT_INTEGERS, __VA_ARGS__)
#define expect_floats(name, ...) EXPECT_NAMED(name, #name, EXPECT_FLOATS, __VA_ARGS__)
/* Likewise for assertions of the trace, and (TOLD) for what the recorded program was told; the call
 * stores its answer in asserted_answer(). */
enum asserted { ASSERTED_INTEGERS, ASSERTED_FLOATS, ASSERTED_DOUBLES, ASSERTED_BOOLEANS };
void *asserted_answer(void);
void asserted(const char *text, enum asserted kind, const double *values, size_t n, const char *by);
void asserted_enabled(const char *text, GLboolean is, int was);
void told_number(const char *text, GLenum is, GLenum was);
void told_error(GLenum was); /* asks for GL's error */
#define COMPARED(kind, text, call, by, ...)                                                        \
	do {                                                                                       \
		call;                                                                              \
		asserted(text, ASSERTED_##kind, (const double[]){__VA_ARGS__},                     \
			sizeof((const double[]){__VA_ARGS__}) / sizeof(double), by);               \
	} while (0)
#define ASSERTED(kind, text, call, ...)                                                            \
	COMPARED(kind, text, call, "as the trace asserts", __VA_ARGS__)
#define TOLD(kind, text, call, ...)                                                                \
	COMPARED(kind, text, call, "as when it was recorded", __VA_ARGS__)
/* Return whether there were no differences. */
bool all_expected(void);
unsigned long long frame_number(void);

/* frames.c */
void play(void);

#endif
