/* SPDX-License-Identifier: MIT */
/* debugger/session/program/uniform - types and values of uniforms (uniform-value.c), and changing
 * those in blocks (block.c), and which still have the value that linking gave them
 * (linked-values.c). */
#ifndef GS_SESSION_UNIFORM_H
#define GS_SESSION_UNIFORM_H

#include "debugger/session/session.h"

/* Fills in as_linked of the uniforms, where it is known: not for programs made from binaries or
 * SPIR-V, and those that draw with an edited source. */
void gs_session_note_linked(struct gs_session *session, struct gs_program_info *info);
/* The type of the value's bytes, an array where the uniform is one; what is opaque counts as its
 * unit, an int. */
struct gs_type gs_uniform_type(const struct gs_uniform_info *uniform);
/* Scalars of the value, g_free; NULL: not known. */
struct gs_scalar *gs_uniform_scalars(const struct gs_uniform_info *uniform, size_t *n);
bool gs_uniform_is_array(const struct gs_uniform_info *uniform);
char *gs_uniform_type_text(const struct gs_uniform_info *uniform); /* "mat3x2[4]"; g_free */
struct gs_scalar gs_uniform_scalar(enum gs_base base, const uint8_t *bytes);
/* As many scalars as wanted, as raw bits; g_free. */
uint64_t *gs_uniform_read_values(const char *name, const char *type_name, enum gs_base base,
	unsigned wanted, const char *text, GError **error);
bool gs_uniform_read_index(const char *text, uint64_t *index); /* "[12]" and nothing after it */

enum gs_block_set {
	GS_BLOCK_SET_DONE,
	GS_BLOCK_SET_FAILED,
	GS_BLOCK_SET_UNKNOWN /* no block has such a member: no error is set */
};
enum gs_block_set gs_session_set_block_member(struct gs_session *session, const char *name,
	const char *value, char **note, GError **error);

#endif
