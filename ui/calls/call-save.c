/* SPDX-License-Identifier: MIT */
#include "ui/calls/call-save.h"

#include "ui/panel.h"

struct saving {
	GtkWidget *panel;
	struct gs_call_store *store;
	struct gs_call_filter filter;
	char *path;
	uint64_t n;
};

static void saving_free(gpointer data)
{
	struct saving *saving = data;
	gs_call_store_free(saving->store);
	g_object_unref(saving->panel);
	g_free(saving->path);
	g_free(saving);
}

static void save(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
	struct saving *saving = data;
	GError *error = NULL;
	if (gs_calls_save(saving->store, &saving->filter, saving->path, &saving->n, NULL, &error))
		g_task_return_boolean(task, TRUE);
	else
		g_task_return_error(task, error);
}

static void saved(GObject *source, GAsyncResult *result, gpointer data)
{
	struct saving *saving = data;
	g_autoptr(GError) error = NULL;
	g_autofree char *message = g_task_propagate_boolean(G_TASK(result), &error)
					   ? g_strdup_printf("%" G_GUINT64_FORMAT
							     " calls are in %s.",
						     saving->n, saving->path)
					   : g_strdup(error->message);
	gs_panel_activate(saving->panel, "complain", g_variant_new_string(message));
	saving_free(saving);
}

static void answered(GtkNativeDialog *dialog, gint response, struct saving *saving)
{
	if (response == GTK_RESPONSE_ACCEPT) {
		saving->path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
		GTask *task = g_task_new(NULL, NULL, saved, saving);
		g_task_set_task_data(task, saving, NULL);
		g_task_run_in_thread(task, save);
		g_object_unref(task);
	} else {
		saving_free(saving);
	}
	g_object_unref(dialog);
}

void gs_call_save(
	GtkWidget *panel, struct gs_call_store *store, const struct gs_call_filter *filter)
{
	struct saving *saving = g_new0(struct saving, 1);
	saving->panel = g_object_ref(panel);
	saving->store = store ? gs_call_store_ref(store) : NULL;
	saving->filter = *filter;
	gs_panel_save_dialog(panel, "Save the calls", "calls.csv", G_CALLBACK(answered), saving);
}
