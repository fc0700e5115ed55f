/* SPDX-License-Identifier: MIT */
/* instrument/text/choice - calls that go to one of several functions, whichever the index says. */
#ifndef GS_CHOICE_H
#define GS_CHOICE_H

#include "instrument/text/rewrite.h"

/* Text, operands of comma operators, behind the arguments and indices of the call; there the
 * variable says which function it will be, as the walker counts them. */
void gs_choice_wrap(struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_site *site,
	const char *text);
char *gs_choice_variable(const struct gs_rewrite *rw, const struct gs_site *site); /* g_free */
struct gs_choice_copy {
	unsigned which; /* of the functions */
	const char *name;
};
/* Then the call, in that function of the program's or a copy of it, goes to these copies instead of
 * their originals. Of a recorded path: the global `off` is not 0 while a call runs whose index is
 * out of range. */
void gs_choice_call_copies(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *caller, const struct gs_site *site,
	const struct gs_choice_copy *copies, size_t n);

/* Drops the locations that the program gives its subroutine uniforms, as Mesa crashes where one
 * with a location is not called. */
void gs_choice_drop_locations(struct gs_token_edits *edits);

#endif
