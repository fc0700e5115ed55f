/* SPDX-License-Identifier: MIT */
/* GS_REQUEST_STATE: everything that GL can be asked about the current context's state, as lines
 * "NAME = VALUE". */
#ifndef GS_PRELOAD_STATE_H
#define GS_PRELOAD_STATE_H

#include "data/asked.h"
#include "preload/capture/saved/save.h"

/* Growing text; failed: out of memory. */
struct gs_text {
	char *data; /* owned, NUL-terminated once something was added */
	size_t size, room;
	bool failed;
};

void gs_text_add(struct gs_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Appends the dump. Errors that a query raises are drained: take the program's first. contents:
 * also a checksum of what bound buffers hold. */
void gs_state_dump(struct gs_text *text, const struct gs_caps *caps, bool contents);

/* ---- lists of variables (data/asked.h), written by state-text.c ---- */

/* Appends what glGet* and glIsEnabled say; names that the context does not know are left out. */
void gs_state_add_list(struct gs_text *text, const char *prefix, const struct gs_asked *list);

/* integers or floats, by its kind. */
void gs_state_add_value(struct gs_text *text, const char *prefix, const struct gs_asked *asked,
	const GLint *integers, const GLfloat *floats);

/* ---- parts (state-*.c) ---- */

/* A constant with its name. */
#define NAMED(name)                                                                                \
	{                                                                                          \
		name, #name                                                                        \
	}
struct named {
	GLenum name;
	const char *text;
};
#define N_OF(array) (sizeof(array) / sizeof *(array))

void gs_state_add_integers(struct gs_text *text, const char *prefix, const char *name,
	const GLint *values, unsigned n);
void gs_state_add_floats(struct gs_text *text, const char *prefix, const char *name,
	const GLfloat *values, unsigned n);
void gs_state_add_enums(struct gs_text *text, const char *prefix, const char *name,
	const GLint *values, unsigned n);
void gs_state_dump_textures(struct gs_text *text, const struct gs_caps *caps);
void gs_state_dump_arrays(struct gs_text *text, const struct gs_caps *caps);
void gs_state_dump_buffers(struct gs_text *text, const struct gs_caps *caps, bool contents);
void gs_state_dump_framebuffers(struct gs_text *text, const struct gs_caps *caps);
void gs_state_dump_program(struct gs_text *text, const struct gs_caps *caps);
void gs_state_dump_queries(struct gs_text *text, const struct gs_caps *caps);
void gs_state_dump_legacy(struct gs_text *text, const struct gs_caps *caps);

#endif
