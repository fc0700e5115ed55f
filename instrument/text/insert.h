/* SPDX-License-Identifier: MIT */
/* instrument/text/insert - inserts code at a site. */
#ifndef GS_INSERT_H
#define GS_INSERT_H

#include "instrument/text/rewrite.h"

struct gs_insertion {
	struct gs_rewrite *rw;
	const struct gs_site *site;
	struct gs_token_edits *edits;
	const struct gs_node *definition; /* the function; temporaries are declared before it */
	const char *guard;		  /* condition for the element to be here; "": always */
	unsigned number;		  /* unique */
};
/* Insert text: operands of comma operators. */
void gs_insert_at_site(const struct gs_insertion *in, const char *text);
void gs_insert_at_call(const struct gs_insertion *in, const struct gs_node *call, const char *text);
/* Returns the node that it is put before or around. */
const struct gs_node *gs_insertion_node(const struct gs_site *site);

#endif
