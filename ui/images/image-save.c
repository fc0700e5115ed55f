/* SPDX-License-Identifier: MIT */
#include "ui/images/image-save.h"

#include <string.h>
#include "debugger/base/output-picture.h"
#include "frontend/pictures/picture-jobs.h"
#include "ui/panel.h"

struct saving {
	GtkWidget *panel;
	cairo_surface_t *surface;
	const struct gs_field *field;
	GPtrArray *held;
	char *path;
	char *message; /* why it could not be saved; NULL: it was saved */
};

static void saving_free(struct saving *saving)
{
	cairo_surface_destroy(saving->surface);
	gs_picture_jobs_drop(saving->held);
	g_object_unref(saving->panel);
	g_free(saving->path);
	g_free(saving->message);
	g_free(saving);
}

/* Save the image. Return NULL, or why it cannot be saved; g_free. */
static char *save_as(const struct saving *saving, const char *path)
{
	const char *ending = strrchr(path, '.');
	g_autoptr(GError) error = NULL;
	if (ending && !strcmp(ending, ".png"))
		return gs_output_png(saving->surface, path, NULL, &error)
			       ? NULL
			       : g_strdup(error->message);
	if (!saving->field)
		return g_strdup("This image has no values of its own: save it as .png.");
	if (!ending || (strcmp(ending, ".pfm") && strcmp(ending, ".npy") && strcmp(ending, ".csv")))
		return g_strdup("Unknown file extension: save as .png, .pfm, .npy or .csv.");
	return gs_field_save(saving->field, path, NULL, &error) ? NULL : g_strdup(error->message);
}

static void work(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
	struct saving *saving = data;
	saving->message = save_as(saving, saving->path);
	g_task_return_boolean(task, saving->message == NULL);
}

static void saved(GObject *source, GAsyncResult *result, gpointer data)
{
	struct saving *saving = data;
	if (saving->message)
		gs_panel_activate(saving->panel, "complain", g_variant_new_string(saving->message));
	saving_free(saving);
}

static void answered(GtkNativeDialog *dialog, gint response, struct saving *saving)
{
	saving->path = response == GTK_RESPONSE_ACCEPT
			       ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog))
			       : NULL;
	if (saving->path) {
		GTask *task = g_task_new(NULL, NULL, saved, saving);
		g_task_set_task_data(task, saving, NULL);
		g_task_run_in_thread(task, work);
		g_object_unref(task);
	} else {
		saving_free(saving);
	}
	g_object_unref(dialog);
}

void gs_image_save(
	GtkWidget *panel, cairo_surface_t *surface, const struct gs_field *field, GPtrArray *held)
{
	struct saving *saving = g_new0(struct saving, 1);
	saving->panel = g_object_ref(panel);
	saving->surface = cairo_surface_reference(surface);
	saving->field = field;
	saving->held = held ? g_ptr_array_ref(held) : NULL;
	gs_panel_save_dialog(panel, "Save the image", "image.png", G_CALLBACK(answered), saving);
}
