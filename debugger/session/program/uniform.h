/* SPDX-License-Identifier: MIT */
/* debugger/session/program/uniform - types and values of uniforms (uniform-value.c), changing those
 * in blocks (block.c), and which still have the value that linking gave them (linked-values.c). */
#ifndef GS_SESSION_UNIFORM_H
#define GS_SESSION_UNIFORM_H

#include "debugger/session/session.h"

/* Fill in as_linked of the uniforms where it is known: not for programs made from binaries or
 * SPIR-V, nor for those that draw with an edited source. */
void gs_session_note_linked(struct gs_session *session, struct gs_program_info *info);
/* Return the type of the value's bytes, an array if the uniform is one. Opaque types (samplers,
 * images) are int, the number of their unit. */
struct gs_type gs_uniform_type(const struct gs_uniform_info *uniform);
/* Return the *n scalars of the value; g_free. NULL: it is not known. */
struct gs_scalar *gs_uniform_scalars(const struct gs_uniform_info *uniform, size_t *n);
bool gs_uniform_is_array(const struct gs_uniform_info *uniform);
/* Return the name of its type, such as "mat3x2[4]"; g_free. */
char *gs_uniform_type_text(const struct gs_uniform_info *uniform);
/* Return the scalar of that type in memory as GL has it. */
struct gs_scalar gs_uniform_scalar(enum gs_base base, const uint8_t *bytes);
/* Parse `wanted` scalars from what a user has typed. Return their bits, as GL has them; g_free.
 * NULL and error USAGE if the text is not that; name and type_name are for its message. */
uint64_t *gs_uniform_read_values(const char *name, const char *type_name, enum gs_base base,
	unsigned wanted, const char *text, GError **error);
/* Parse "[12]". Return false if it is not that, or anything follows. */
bool gs_uniform_read_index(const char *text, uint64_t *index);

enum gs_block_set {
	GS_BLOCK_SET_DONE,
	GS_BLOCK_SET_FAILED,
	GS_BLOCK_SET_UNKNOWN /* no block has such a member: no error is set */
};
enum gs_block_set gs_session_set_block_member(struct gs_session *session, const char *name,
	const char *value, char **note, GError **error);

#endif
