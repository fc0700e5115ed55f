/* SPDX-License-Identifier: MIT */
/* instrument/words/pack - packs scalars into words of the output, in GLSL; unpack.c reads them
 * back. */
#ifndef GS_PACK_H
#define GS_PACK_H

#include "instrument/text/rewrite.h"

bool gs_pack_choose(struct gs_rewrite *rw, size_t first_capture);
void gs_pack_choose_shared(
	struct gs_rewrite *rw); /* for several positions: as many captures of each as fit */
/* Declares what a capture needs, and appends its code as operands of comma operators: to `before`
 * what is evaluated even if the element is not here, to `inside` the rest. */
void gs_pack_capture(struct gs_rewrite *rw, const struct gs_layout_capture *capture,
	struct gs_token_edits *function_edits, unsigned function_token, GString *before,
	GString *inside);
/* Returns the number of words of a scalar; 0 if it cannot be packed. */ unsigned gs_pack_words(
	const struct gs_rewrite *rw, enum gs_base base);
/* Appends code (operands of comma operators) for the unit's text that puts a scalar into its words.
 */
void gs_pack_scalar(struct gs_rewrite *rw, const struct gs_unit *unit, enum gs_base base,
	unsigned word, const char *value, GString *out);
char *gs_word_name(const struct gs_rewrite *rw, unsigned word); /* returns "gs_v1.z"; g_free */

#endif
