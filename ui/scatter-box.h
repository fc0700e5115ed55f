/* SPDX-License-Identifier: MIT */
/*
 * ui/scatter-box - a scatter plot of elements, or of what they emit, and what is chosen for it:
 * which values are on x, y, z and colour, how large the points are. Signal "pick" (uint): the cell
 * of the point that was clicked on.
 */
#ifndef GS_UI_SCATTER_BOX_H
#define GS_UI_SCATTER_BOX_H

#include "ui/panel.h"

enum gs_scatter_kind { GS_SCATTER_ELEMENTS, GS_SCATTER_EMITTED, GS_N_SCATTER };

struct gs_points {
	unsigned n, n_columns;
	unsigned n_ids; /* the first columns say who it is */
	char **names;	/* of the columns */
	guint *cells;	/* of the element that each point is of; g_free */
	int focus;	/* of the points; -1: none */
	double (*value)(gpointer data, unsigned column, unsigned point);
	gpointer data;
};

#define GS_TYPE_SCATTER_BOX (gs_scatter_box_get_type())
G_DECLARE_FINAL_TYPE(GsScatterBox, gs_scatter_box, GS, SCATTER_BOX, GtkBox)

/* Takes cells; names and data stay the caller's, and there, until it is called again. points NULL:
 * there are none of this kind. */
void gs_scatter_box_set(
	GsScatterBox *box, enum gs_scatter_kind kind, const struct gs_points *points);

#endif
