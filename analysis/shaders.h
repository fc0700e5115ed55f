/* SPDX-License-Identifier: MIT */
/* The samplers of a program, as its shaders declare and look them up. */
#ifndef GS_ANALYSIS_SHADERS_H
#define GS_ANALYSIS_SHADERS_H

#include <glib.h>
#include "glsl/glsl.h"

struct gs_declared_sampler {
	char *name;	  /* "picture", "pictures[2]", "light.map" */
	uint32_t target;  /* 0: a kind that is always complete, or is not followed */
	int32_t unit;	  /* when the program is linked; -1: not known */
	int32_t location; /* that the shader chooses; -1: the driver does */
	bool is_looked_up;
	bool is_round; /* a way leads round a lookup of it, or to another element */
	bool is_drawn; /* a lookup is always executed, and what is drawn depends on its result */
};

/* A block of uniforms; arrays of blocks are not followed. */
struct gs_declared_block {
	char *name;
	int32_t binding; /* -1: not known */
	bool is_used;	 /* somewhere */
	bool is_drawn;	 /* what is drawn depends on it */
};

struct gs_shader_text {
	uint32_t type; /* GL_VERTEX_SHADER, ... */
	const char *text;
};

/* ---- sampler-lookups.c ---- */

struct gs_declared {
	GArray *samplers;	/* struct gs_declared_sampler */
	GArray *blocks;		/* struct gs_declared_block */
	bool depends_on_driver; /* what stands between #if and #endif may be other text for it */
};

/* NULL: the shaders are not understood. */
struct gs_declared *gs_declared_read(const struct gs_shader_text *texts, size_t n, bool is_es);
void gs_declared_free(struct gs_declared *declared); /* NULL is fine */

/* ---- sampler-names.c: which samplers an expression names ---- */

struct gs_sampler_range {
	guint first, n;
	bool is_exact; /* false: any of them may be meant */
};

struct gs_sampler_names {
	GArray *samplers;  /* struct gs_declared_sampler */
	GArray *blocks;	   /* struct gs_declared_block */
	GHashTable *first; /* name of a uniform -> the first of its samplers, plus 1 */
	GArray *bound;	   /* parameters of functions, and what they stand for */
	int steps;	   /* that may still be taken: texts may be as bad as they like */
};

void gs_sampler_names_init(struct gs_sampler_names *names);
void gs_sampler_names_clear(struct gs_sampler_names *names); /* leaves .samplers and .blocks */
/* All uniforms of a unit. */
void gs_sampler_names_add(struct gs_sampler_names *names, const struct gs_unit *unit);
struct gs_sampler_range gs_sampler_names_find(
	struct gs_sampler_names *names, const struct gs_node *node);
/* The block that the variable is, or is a member of; NULL: none. */
struct gs_declared_block *gs_sampler_names_block(
	struct gs_sampler_names *names, const struct gs_symbol *symbol);
/* The parameters of the function that is called stand for its arguments, until they are unbound. */
guint gs_sampler_names_bind(struct gs_sampler_names *names, const struct gs_node *call);
void gs_sampler_names_unbind(struct gs_sampler_names *names, guint mark);
/* A call of a built-in function that looks a texture up, by its first argument. */
bool gs_call_looks_up(const struct gs_node *call);
const char *gs_call_name(const struct gs_node *call);

/* ---- sampler-flow.c ---- */

/* Sets .is_drawn where the shader's text shows it. */
void gs_sampler_flow(struct gs_sampler_names *names, const struct gs_shader *shader);

#endif
