/* SPDX-License-Identifier: MIT */
#include "ui/widgets/fold.h"

#include <stdbool.h>

struct fold {
	GtkToggleButton *button;
	int room;
	bool fits;
	guint idle;
};

static void fold_free(gpointer data)
{
	struct fold *fold = data;
	g_clear_handle_id(&fold->idle, g_source_remove);
	g_free(fold);
}

static gboolean follow(gpointer data)
{
	struct fold *fold = data;
	fold->idle = 0;
	gtk_toggle_button_set_active(fold->button, fold->fits);
	return G_SOURCE_REMOVE;
}

/* Update later: an allocation is in progress. */
static void allocated(GtkWidget *box, GdkRectangle *at, struct fold *fold)
{
	bool fits = at->width >= fold->room;
	if (fits == fold->fits)
		return;
	fold->fits = fits;
	if (!fold->idle)
		fold->idle = g_idle_add(follow, fold);
}

void gs_fold_setup(GtkWidget *box, GtkWidget *side, GtkToggleButton *button, int room)
{
	struct fold *fold = g_new0(struct fold, 1);
	*fold = (struct fold){.button = button, .room = room, .fits = true};
	gtk_toggle_button_set_active(button, TRUE);
	g_object_set_data_full(G_OBJECT(box), "fold", fold, fold_free);
	g_object_bind_property(button, "active", side, "visible", G_BINDING_SYNC_CREATE);
	g_signal_connect(box, "size-allocate", G_CALLBACK(allocated), fold);
}
