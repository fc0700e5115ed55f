/* SPDX-License-Identifier: MIT */
/* instrument/text/choice - calls that reach one of several functions, depending on an index. */
#ifndef GS_CHOICE_H
#define GS_CHOICE_H

#include "instrument/text/rewrite.h"

/* Puts text (operands of comma operators) behind the evaluation of the call's arguments and
 * indices, where the variable holds the number of the function, as the walker counts them. */
void gs_choice_wrap(struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_site *site,
	const char *text);
char *gs_choice_variable(const struct gs_rewrite *rw, const struct gs_site *site); /* g_free */
struct gs_choice_copy {
	unsigned which; /* number of the function */
	const char *name;
};
/* Has the call, in that function or a copy of it, call these copies instead of their originals. In
 * a recorded path the global `off` is not 0 while a call with an index out of range runs. */
void gs_choice_call_copies(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *caller, const struct gs_site *site,
	const struct gs_choice_copy *copies, size_t n);

/* Removes the locations of subroutine uniforms: Mesa crashes if one with a location is not called.
 */
void gs_choice_drop_locations(struct gs_token_edits *edits);

#endif
