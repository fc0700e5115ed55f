/* SPDX-License-Identifier: MIT */
/* ui/state/block-view - a tree of the contents of a uniform or storage block: members with editable
 * values, types and offsets. */
#ifndef GS_UI_BLOCK_VIEW_H
#define GS_UI_BLOCK_VIEW_H

#include "debugger/session/program/block.h"
#include "ui/panel.h"

/* Columns of the tree. A row is a member; an array's elements are below it. */
enum gs_block_column {
	GS_BLOCK_NAME,
	GS_BLOCK_VALUE,
	GS_BLOCK_TYPE,
	GS_BLOCK_OFFSET,
	GS_BLOCK_STRIDE,
	GS_BLOCK_PATH, /* the name that the action set-uniform gets */
	GS_BLOCK_EDITABLE,
	GS_BLOCK_N_COLUMNS
};
/* Pack a tree with an accessible name into the box, and return it. */
GtkTreeView *gs_block_view_new(GtkBox *box, const char *name);
/* Show a block; NULL: nothing. Rows stay expanded while the block is the same. */
void gs_block_view_set(GtkTreeView *view, const struct gs_block *block);

/* Return the first n scalars as text, such as "1, 2, 3"; g_free. */
char *gs_scalars_text(const struct gs_scalar *scalars, size_t n);
/* Return a member's value as text, of at most GS_BLOCK_MOST_SHOWN scalars; g_free. *editable:
 * whether the text has all of them. */
enum { GS_BLOCK_MOST_SHOWN = 64, GS_BLOCK_MOST_ELEMENTS = 1024 };
char *gs_block_member_text(const struct gs_block_member *member, bool *editable);

#endif
