/* SPDX-License-Identifier: MIT */
/* instrument/text/insert - puts text where a site is. */
#ifndef GS_INSERT_H
#define GS_INSERT_H

#include "instrument/text/rewrite.h"

struct gs_insertion {
	struct gs_rewrite *rw;
	const struct gs_site *site;
	struct gs_token_edits *edits;
	const struct gs_node *definition; /* of the function: temporaries are declared before it */
	const char *guard;		  /* condition for "the element stands here"; "" always */
	unsigned number;		  /* no other insertion's */
};
/* text: operands of comma operators */
void gs_insert_at_site(const struct gs_insertion *in, const char *text);
void gs_insert_at_call(const struct gs_insertion *in, const struct gs_node *call, const char *text);
/* what it is put before or round */
const struct gs_node *gs_insertion_node(const struct gs_site *site);

#endif
