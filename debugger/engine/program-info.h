/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/program-info - the GL program of the pending call: sources, uniforms, outputs.
 * The info owns its texts and values: gs_program_info_clear.
 */
#ifndef GS_PROGRAM_INFO_H
#define GS_PROGRAM_INFO_H

#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "glsl/glsl.h"
#include "wire/describe.h"

const char *gs_stage_name(enum gs_stage stage); /* "fragment", "tess-control", ... */
/* Return the stage of that name; -1: there is none. */
int gs_stage_find(const char *name);

struct gs_uniform_info {
	char *name, *type;
	uint32_t gl_type, array_size;
	int32_t location;   /* -1: none, as in a block or of a built-in */
	int32_t *locations; /* of an array's elements, -1: none; NULL if there are not several */
	size_t n_locations;
	GBytes *value;
	/* of each element (one, where it is no array): it has the value that linking gave it; NULL:
	 * not known, or not asked for (gs_session_note_linked) */
	uint8_t *as_linked;
};
struct gs_source_info {
	enum gs_stage stage;
	unsigned object;
	char *label, *program_label; /* glObjectLabel's, cut where long; "" or NULL: none */
	char *source;		     /* strings joined */
	uint32_t program; /* that it is linked into: in a pipeline each stage may have another */
	bool edited;	  /* the program draws with the user's source */
};
struct gs_output_info { /* of the fragment stage */
	char *name;
	uint32_t location, index;
};
struct gs_subroutine_info {
	enum gs_stage stage;
	char *uniform;	/* or an element of an array: "kinds[2]" */
	char *function; /* its choice; "": none */
};
struct gs_program_info {
	uint32_t program, gl_version, flags;
	enum gs_api api;
	char *renderer;
	struct gs_source_info *sources;
	size_t n_sources;
	struct gs_uniform_info *uniforms;
	size_t n_uniforms;
	struct gs_uniform_info *attributes; /* value NULL */
	size_t n_attributes;
	struct gs_output_info *outputs;
	size_t n_outputs;
	struct gs_subroutine_info *subroutines;
	size_t n_subroutines;
};
void gs_program_info_clear(struct gs_program_info *info);
void gs_program_info_clear_sources(struct gs_program_info *info); /* these alone */
/* Whether the context has fixed function: not if it is core, or OpenGL ES from 2.0 on. */
bool gs_program_info_has_fixed(const struct gs_program_info *info);

#endif
