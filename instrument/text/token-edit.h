/* SPDX-License-Identifier: MIT */
/*
 * Edits on the preprocessed tokens of a unit, and the text they give.
 *
 * A variant is not printed from the tree: it consists of the program's own tokens with text put
 * before, after or in place of some. Text put before a token goes left of earlier text there, text
 * put after goes right: so edit the inner one of two nodes that begin or end at the same token
 * first.
 */
#ifndef GS_TOKEN_EDIT_H
#define GS_TOKEN_EDIT_H

#include <glib.h>
#include "glsl/glsl.h"

struct gs_token_edits {
	const struct gs_unit *unit;
	unsigned first, last; /* the tokens covered */
	struct gs_token_edit {
		char *outer_before, *outer_after;
		char *before, *after, *replacement; /* NULL none; "" replaces by nothing */
	} * edit;
};

struct gs_token_edits *gs_token_edits_new(
	const struct gs_unit *unit, unsigned first, unsigned last);
void gs_token_edits_free(struct gs_token_edits *edits);

void gs_token_edit_before(struct gs_token_edits *edits, unsigned token, const char *text);
void gs_token_edit_after(struct gs_token_edits *edits, unsigned token, const char *text);
void gs_token_edit_replace(struct gs_token_edits *edits, unsigned token, const char *text);
/* prefix node suffix */
void gs_token_edit_wrap(struct gs_token_edits *edits, const struct gs_node *node,
	const char *prefix, const char *suffix);
/* Puts text around everything that is, or will be, put at the same tokens. */
void gs_token_edit_wrap_outermost(struct gs_token_edits *edits, const struct gs_node *node,
	const char *prefix, const char *suffix);
/* Statements put before a statement; braces where it stands alone under an if, else or loop. */
void gs_token_edit_statement(
	struct gs_token_edits *edits, const struct gs_node *statement, const char *text);

/* Statements put at the beginning of a loop's body; braces where that is no block. */
void gs_token_edit_body(struct gs_token_edits *edits, const struct gs_node *body, const char *text);

/* Returns the text of some of the tokens with their edits, and removes them; g_free. */
char *gs_token_edits_take(struct gs_token_edits *edits, unsigned first, unsigned last);
/* The text of the tokens covered, one line of output per line of the source as far as that goes. */
void gs_token_edits_emit(const struct gs_token_edits *edits, GString *out);
/* Unedited tokens on one line, identifiers mapped (returning NULL keeps). */
void gs_tokens_emit(const struct gs_unit *unit, unsigned first, unsigned last,
	const char *(*map)(const struct gs_unit *unit, unsigned token, const void *data),
	const void *data, GString *out);

#endif
