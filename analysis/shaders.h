/* SPDX-License-Identifier: MIT */
/* The samplers and uniform blocks of a program, as its shaders declare and use them. */
#ifndef GS_ANALYSIS_SHADERS_H
#define GS_ANALYSIS_SHADERS_H

#include <glib.h>
#include "glsl/glsl.h"

struct gs_declared_sampler {
	char *name;	  /* "picture", "pictures[2]", "light.map" */
	uint32_t target;  /* 0: of a kind that is always complete, or is not followed */
	int32_t unit;	  /* initial unit; -1: not known */
	int32_t location; /* chosen by the shader; -1: by the driver */
	bool is_shadow;	  /* it compares depths */
	bool is_looked_up;
	bool is_round; /* a lookup may be skipped, or be of another element */
	bool is_drawn; /* a lookup is always executed, and the result of drawing depends on it */
};

/* A uniform block; arrays of blocks are not followed. */
struct gs_declared_block {
	char *name;
	int32_t binding; /* -1: not known */
	bool is_used;	 /* somewhere in the shaders */
	bool is_drawn;	 /* the result of drawing depends on it */
};

/* An attribute of vertices: a number or a vector, not an array or a matrix. */
struct gs_declared_input {
	char *name;
	int32_t location; /* -1: the shader does not say it */
	bool is_integer;  /* else of floats */
	bool is_used;	  /* somewhere in the shader */
};

struct gs_shader_text {
	uint32_t type; /* GL_VERTEX_SHADER, ... */
	const char *text;
};

/* ---- sampler-lookups.c ---- */

struct gs_declared {
	GArray *samplers;	/* struct gs_declared_sampler */
	GArray *blocks;		/* struct gs_declared_block */
	GArray *inputs;		/* struct gs_declared_input */
	bool depends_on_driver; /* conditionals may give the driver another text */
};

/* Parse a program's shaders. Return NULL if they are not understood. */
struct gs_declared *gs_declared_read(const struct gs_shader_text *texts, size_t n, bool is_es);
void gs_declared_free(struct gs_declared *declared); /* NULL is fine */

/* ---- sampler-names.c: which samplers an expression names ---- */

struct gs_sampler_range {
	guint first, n;
	bool is_exact; /* false: any one of them may be meant */
};

struct gs_sampler_names {
	GArray *samplers;  /* struct gs_declared_sampler */
	GArray *blocks;	   /* struct gs_declared_block */
	GHashTable *first; /* name of a uniform -> index of its first sampler, plus 1 */
	GArray *bound;	   /* parameters of functions, and the samplers they stand for */
	int steps;	   /* steps left before giving up: texts may be made to take very long */
};

void gs_sampler_names_init(struct gs_sampler_names *names);
/* Remove all names, without freeing .samplers and .blocks. */
void gs_sampler_names_clear(struct gs_sampler_names *names);
/* Add all uniforms of a unit. */
void gs_sampler_names_add(struct gs_sampler_names *names, const struct gs_unit *unit);
/* Return the samplers that an expression names; n is 0 if it names none that is known. */
struct gs_sampler_range gs_sampler_names_find(
	struct gs_sampler_names *names, const struct gs_node *node);
/* Return the block that the variable is, or is a member of; NULL: none. */
struct gs_declared_block *gs_sampler_names_block(
	struct gs_sampler_names *names, const struct gs_symbol *symbol);
/* Let the parameters of the called function stand for its arguments, until gs_sampler_names_unbind
 * is called with the returned mark. */
guint gs_sampler_names_bind(struct gs_sampler_names *names, const struct gs_node *call);
void gs_sampler_names_unbind(struct gs_sampler_names *names, guint mark);
/* Return whether the call is of a built-in function that looks up the texture in its first
 * argument. */
bool gs_call_looks_up(const struct gs_node *call);
const char *gs_call_name(const struct gs_node *call);

/* ---- sampler-flow.c ---- */

/* Set .is_drawn of samplers and blocks where the shader's text proves it. */
void gs_sampler_flow(struct gs_sampler_names *names, const struct gs_shader *shader);

#endif
