/* SPDX-License-Identifier: MIT */
/*
 * ui/mesh/scatter-box - a scatter plot of elements, or of the vertices that they emit, with choices
 * for x, y, z, colour and point size. Signal "pick" (uint): the cell of the point that was clicked.
 */
#ifndef GS_UI_SCATTER_BOX_H
#define GS_UI_SCATTER_BOX_H

#include "ui/panel.h"

enum gs_scatter_kind { GS_SCATTER_ELEMENTS, GS_SCATTER_EMITTED, GS_N_SCATTER };

struct gs_points {
	unsigned n, n_columns;
	unsigned n_ids; /* number of first columns, which identify the element */
	char **names;	/* names of the columns */
	guint *cells;	/* cell of each point's element; g_free */
	int focus;	/* index of the focus point; -1: none */
	double (*value)(gpointer data, unsigned column, unsigned point);
	gpointer data;
};

#define GS_TYPE_SCATTER_BOX (gs_scatter_box_get_type())
G_DECLARE_FINAL_TYPE(GsScatterBox, gs_scatter_box, GS, SCATTER_BOX, GtkBox)

/* Set the points of a kind; takes ownership of cells. names and data stay the caller's and must
 * stay valid until the next call. points NULL: there are none of this kind. */
void gs_scatter_box_set(
	GsScatterBox *box, enum gs_scatter_kind kind, const struct gs_points *points);

#endif
