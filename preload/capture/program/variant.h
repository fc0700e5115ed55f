/* SPDX-License-Identifier: MIT */
/*
 * Variant programs: the program's own shaders with some texts replaced, and everything else as the
 * program has it - uniforms, block, storage and sampler bindings, subroutines, attribute and output
 * locations, feedback varyings.
 */
#ifndef GS_PRELOAD_VARIANT_H
#define GS_PRELOAD_VARIANT_H

#include "preload/capture/saved/save.h"
#include "preload/shadow/shadow.h"
#include "preload/caps/uniform-shape.h"
#include "wire/capture.h"

enum {
	GS_MAX_VARIANT_TEXTS = 64,
	GS_MAX_VARIANTS = 64,
	GS_MAX_ATTACHMENTS = 16,
	GS_MAX_UNIFORM_VALUES = 64
};

/* The program of a draw. */
struct gs_used_program {
	GLuint program;		    /* with the debugged stage; 0: none */
	GLuint pipeline;	    /* 0: through glUseProgram */
	const struct gs_link *link; /* NULL: its link was not recorded */
};

struct gs_variant_text {
	GLuint shader; /* linked shader that it replaces; 0: an additional one of this stage */
	enum gs_stage stage;
	const char *text;
	uint64_t length;
};

struct gs_variant_sources {
	enum gs_stage stage; /* later stages are left out */
	unsigned n_texts;
	struct gs_variant_text texts[GS_MAX_VARIANT_TEXTS];
	unsigned n_outputs;
	const char *outputs[GS_MAX_ATTACHMENTS]; /* fragment: "" where the text says its location;
						  * compute: none; else feedback varyings */
	enum gs_version_upgrade upgrade;
	const char *uniform; /* name of our array of int; "" or NULL: none */
	unsigned n_values;
	int32_t values[GS_MAX_UNIFORM_VALUES];
};

struct gs_program_variant {
	uint64_t hash; /* 0: free */
	uint64_t last_use;
	GLuint program, pipeline;
	bool stale; /* the program's uniforms may have changed since they were copied */
};

struct gs_kept_shader {
	unsigned shader; /* index in the link */
	enum gs_version_upgrade upgrade;
	GLuint name;
};

/* The variants of a program as it was last linked, or of several. Zeroed: empty. */
struct gs_variants {
	struct gs_program_variant variant[GS_MAX_VARIANTS];
	uint64_t clock;
	struct gs_kept_shader kept[GS_MAX_VARIANT_TEXTS]; /* compiled, not replaced */
	unsigned n_kept;
	uint64_t n_built; /* programs, since debugging began */
};

/* Makes the variant current, building it if necessary, and sets saved->program_changed. Returns
 * false if refused, with the driver's log. */
bool gs_variants_use(struct gs_variants *variants, struct gs_saved *saved,
	const struct gs_used_program *used, const struct gs_variant_sources *request,
	struct gs_refusal *refusal);
/* Call when the program's uniforms have changed. */
void gs_variants_stale(struct gs_variants *variants);
void gs_variants_finish(struct gs_variants *variants);
/* Keeps them for another draw, of this program or another one, before which uniforms may change. */
void gs_variants_rest(struct gs_variants *variants);

/* Builds a program of used->link's sources with the interface of used->program. Returns 0 if
 * refused, with the driver's log. */
GLuint gs_variant_build_edited(
	const struct gs_caps *caps, const struct gs_used_program *used, struct gs_refusal *refusal);

/* Returns the text with its #version line upgraded; free it. NULL if out of memory. */
char *gs_variant_upgrade(const char *text, enum gs_version_upgrade upgrade);

/* ---- uniforms (variant-uniforms.c) ---- */

/* Gets a uniform's value; value has room for 16 doubles. */
void gs_uniform_get(GLuint program, GLint location, struct gs_uniform_shape shape, void *value);
/* Sets a uniform of the current program. */
void gs_uniform_set(GLint location, struct gs_uniform_shape shape, const void *value);

/* Gets the name of a subroutine by its index; "" if there is none. */
void gs_subroutine_name(GLuint program, GLenum stage, GLuint index, char name[1024]);
/* Copy what a program has been given since its link: uniforms, and bindings of blocks. `to` must be
 * current (glUseProgram). */
void gs_variant_copy_uniforms(const struct gs_caps *caps, GLuint from, GLuint to);
void gs_variant_copy_blocks(const struct gs_caps *caps, GLuint from, GLuint to);
/* Sets the program's saved subroutine choices for the variant, which is current as program or
 * pipeline. */
void gs_variant_copy_subroutines(
	const struct gs_saved *saved, const struct gs_used_program *used, GLuint to);

#endif
