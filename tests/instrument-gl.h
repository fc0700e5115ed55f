/* SPDX-License-Identifier: MIT */
/* A context without window, and programs drawn into images: what instrument-run.c needs of GL. */
#ifndef GS_TESTS_INSTRUMENT_GL_H
#define GS_TESTS_INSTRUMENT_GL_H

#include "instrument/instrument.h"

enum { SIZE = 32 };

struct target {
	unsigned n;
	uint32_t *pixels[16]; /* SIZE * SIZE * 4 words */
	struct gs_images images;
};

/* false: this machine has no such context; why is printed. */
bool gl_start(enum gs_api api, unsigned version);
void gl_stop(void);
unsigned gl_draw_buffers(void);
unsigned gl_glsl_version(void);
/* NULL log: it links. g_free the log. */
char *gl_try(const char *vertex, char *const *texts, size_t n, enum gs_lift lift);
/* The variant's passes, one over the other. False: refused, *log says why. */
bool gl_draw_variant(const char *vertex, const struct gs_variant *variant, size_t n_units,
	struct target *target, char **log);
/* The program itself, into one float image. */
bool gl_draw_original(
	const char *vertex, char *const *texts, size_t n_units, struct target *target, char **log);
void target_finish(struct target *target);

#endif
