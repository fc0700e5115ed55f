/* SPDX-License-Identifier: MIT */
/* instrument/words/pack - which scalar goes into which word of the output, in GLSL; unpack.c is the
 * way back. */
#ifndef GS_PACK_H
#define GS_PACK_H

#include "instrument/text/rewrite.h"

bool gs_pack_choose(struct gs_rewrite *rw, size_t first_capture);
void gs_pack_choose_shared(struct gs_rewrite *rw); /* for each of several positions what fits */
/* Declares what the captures of these frames need, and appends their code as operands of comma
 * operators: to `before` what is evaluated whether or not the element stands here, to `inside` the
 * rest. */
void gs_pack_capture(struct gs_rewrite *rw, const struct gs_layout_capture *capture,
	struct gs_token_edits *function_edits, unsigned function_token, GString *before,
	GString *inside);
/* that one scalar takes; 0: cannot */
unsigned gs_pack_words(const struct gs_rewrite *rw, enum gs_base base);
/* Statements (operands of commas) that put a scalar into its words, for the unit's text. */
void gs_pack_scalar(struct gs_rewrite *rw, const struct gs_unit *unit, enum gs_base base,
	unsigned word, const char *value, GString *out);
char *gs_word_name(const struct gs_rewrite *rw, unsigned word); /* "gs_v1.z"; g_free */

#endif
