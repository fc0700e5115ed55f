/* SPDX-License-Identifier: MIT */
/* A context without window, and programs drawn into images: what instrument-run.c needs of GL. */
#ifndef GS_TESTS_INSTRUMENT_GL_H
#define GS_TESTS_INSTRUMENT_GL_H

#include "instrument/instrument.h"

enum { SIZE = 32 };

struct target {
	unsigned n, n_elements;
	uint32_t *pixels[16]; /* n_elements * 4 words; drawn: SIZE * SIZE of them */
	struct gs_images images;
};

/* false: this machine has no such context; why is printed. */
bool gl_start(enum gs_api api, unsigned version);
void gl_stop(void);
unsigned gl_draw_buffers(void);
unsigned gl_glsl_version(void);
const char *gl_renderer(void);
/* NULL log: it links. g_free the log. */
char *gl_try(const char *vertex, char *const *texts, size_t n, enum gs_version_upgrade lift);
/* The variant's passes, one over the other. False: refused, *log says why. */
bool gl_draw_variant(const char *vertex, const struct gs_variant *variant, size_t n_units,
	struct target *target, char **log);
/* The program itself, into one float image. */
bool gl_draw_original(
	const char *vertex, char *const *texts, size_t n_units, struct target *target, char **log);
/* A program of any stages, and how it is run. */
struct gl_pipeline {
	enum gs_stage stage; /* whose texts a variant replaces */
	char *text[GS_N_STAGES][4];
	unsigned n[GS_N_STAGES];
	bool is_separable;
	unsigned mode; /* GL_TRIANGLES... */
	int count, instances, patch_vertices;
	unsigned groups[3];
};
enum { GL_STORAGE_BINDING = 3 }; /* for struct gs_variant_request */

/* 0: refused, *log says why; g_free it. */
unsigned gl_link_pipeline(const struct gl_pipeline *p, char **log);
/* As preload/ does: earlier stages kept, later ones left out. */
unsigned gl_link_variant(
	const struct gl_pipeline *p, const struct gs_variant *v, unsigned pass, char **log);
bool gl_run_variant(
	const struct gl_pipeline *p, const struct gs_variant *v, struct target *target, char **log);
/* Of the program in use, as v->want has it. */
void gl_set_wanted(unsigned program, const struct gs_variant *v);
/* What the elements of subroutine uniforms of a stage choose, in every program used from now on;
 * borrowed. */
void gl_choose(enum gs_stage stage, const struct gs_subroutine_choice *choices, size_t n);
void gl_set_choices(unsigned program); /* in use */
unsigned gl_compile(unsigned type, const char *text, char **log);
char *gl_lift(const char *text, enum gs_version_upgrade lift);

void target_finish(struct target *target);

#endif
