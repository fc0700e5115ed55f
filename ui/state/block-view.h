/* SPDX-License-Identifier: MIT */
/* ui/state/block-view - contents of a uniform or storage block: members with editable values, types
 * and offsets. */
#ifndef GS_UI_BLOCK_VIEW_H
#define GS_UI_BLOCK_VIEW_H

#include "debugger/session/program/block.h"
#include "ui/panel.h"

/* Rows of a tree: a member, of an array its elements below it. */
enum gs_block_column {
	GS_BLOCK_NAME,
	GS_BLOCK_VALUE,
	GS_BLOCK_TYPE,
	GS_BLOCK_OFFSET,
	GS_BLOCK_STRIDE,
	GS_BLOCK_PATH, /* as the action set-uniform takes it */
	GS_BLOCK_EDITABLE,
	GS_BLOCK_N_COLUMNS
};
/* Packs it into the box, with its accessible name. */
GtkTreeView *gs_block_view_new(GtkBox *box, const char *name);
/* NULL: empty. Rows stay expanded while the block is the same. */
void gs_block_view_set(GtkTreeView *view, const struct gs_block *block);

/* "1, 2, 3" of the first n; g_free. */
char *gs_scalars_text(const struct gs_scalar *scalars, size_t n);
/* The text of a value: at most that many scalars are written out. */
enum { GS_BLOCK_MOST_SHOWN = 64, GS_BLOCK_MOST_ELEMENTS = 1024 };
char *gs_block_member_text(const struct gs_block_member *member, bool *editable);

#endif
