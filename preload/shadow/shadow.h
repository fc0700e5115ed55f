/* SPDX-License-Identifier: MIT */
/*
 * preload/shadow/shadow - what GL cannot be asked later, recorded as the program says it.
 *
 * Not here because GL can be asked: client array pointers (glGetPointerv,
 * glGetVertexAttribPointerv), subroutine choices (glGetUniformSubroutineuiv), attached shaders,
 * separability.
 */
#ifndef GS_PRELOAD_SHADOW_H
#define GS_PRELOAD_SHADOW_H

#include "preload/core/preload.h"
#include "wire/describe.h"

/* Strings of one glShaderSource; counted references. */
struct gs_source {
	unsigned references;
	unsigned n_strings;
	char **strings;	 /* NUL-terminated copies */
	size_t *lengths; /* without the NUL */
};

/* A shader object as it was at the program's last successful link. */
struct gs_linked_shader {
	uint32_t shader;	  /* GL name; 0: from glCreateShaderProgramv */
	uint32_t type;		  /* GL_FRAGMENT_SHADER, ... */
	struct gs_source *source; /* that was compiled; NULL: binary or SPIR-V */
};

/* glBindAttribLocation, glBindFragDataLocation(Indexed) */
struct gs_shadow_binding {
	char *name;
	uint32_t location, index;
};

struct gs_link {
	struct gs_linked_shader *shaders;
	unsigned n_shaders;
	bool binary;					/* glProgramBinary: no sources */
	struct gs_shadow_binding *attributes, *outputs; /* set by the program before the link */
	unsigned n_attributes, n_outputs;
	char **varyings; /* glTransformFeedbackVaryings */
	unsigned n_varyings;
	uint32_t varyings_mode;	   /* GL_INTERLEAVED_ATTRIBS, GL_SEPARATE_ATTRIBS; 0: never set */
	uint64_t serial;	   /* counts the links seen in this process; 0 none */
	struct gs_link *next_dead; /* of shadow.c alone */
	uint64_t made_at, made_by; /* gs_shadow_clock() and the context's number at glLinkProgram */
};

/* The last successful link of a program - with the sources that an edit
 * (preload/capture/program/source-override.c) has given it - of the current context's share group;
 * NULL: none seen. Borrowed: valid until the thread leaves the event loop, whatever the others do.
 * May call GL. */
const struct gs_link *gs_shadow_link(struct gs_thread *thread, uint32_t program);

/* Around the event loop: what gs_shadow_link gives between them stays. */
void gs_shadow_hold(void);
void gs_shadow_let_go(void);

void gs_shadow_init(void);   /* adds hooks */
void gs_binaries_init(void); /* likewise: program-binaries.c */
/* name: of how many formats of binaries there are. True: the program is told of *n, whatever the
 * driver says. */
bool gs_binaries_told(uint32_t name, int32_t *n);

/* ---- groups of contexts that share objects ---- */

/* Gives context->group: share's, or a new one if that is NULL. False: no memory. */
bool gs_group_join(struct gs_context *context, const struct gs_context *share);
void gs_group_release(struct gs_group *group); /* NULL is fine */

/* ---- for preload/capture/program/source-override.c ---- */

/* The same without the edit. */
const struct gs_link *gs_shadow_original(struct gs_thread *thread, uint32_t program);
/* A copy of a link with another source for one shader: text, or source where that is NULL. NULL:
 * out of memory. */
struct gs_link *gs_shadow_override_copy(
	const struct gs_link *link, unsigned shader, struct gs_source *source, const char *text);
/* Takes the link; NULL: the original again. Returns the GL name of the edited program before, to be
 * deleted; 0 none. */
uint32_t gs_shadow_set_override(
	struct gs_thread *thread, uint32_t program, struct gs_link *link, uint32_t edited);
/* GL name of the edited program; 0: not edited. */
uint32_t gs_shadow_override(struct gs_thread *thread, uint32_t program);

/* ---- for preload/snapshot ---- */

/* Store up to `room` names of the programs, or else shaders, that the current context's share group
 * has, in no order. Return how many there are. */
unsigned gs_shadow_names(
	struct gs_thread *thread, bool are_programs, uint32_t *names, unsigned room);
/* Find the source that a shader was last given, and the one that it was last compiled with; NULL:
 * none. Borrowed, as gs_shadow_link's answer is. */
void gs_shadow_shader(struct gs_thread *thread, uint32_t shader, const struct gs_source **given,
	const struct gs_source **compiled);

/* Counts glLinkProgram and its like, successful or not. */
uint64_t gs_shadow_clock(void);

#endif
