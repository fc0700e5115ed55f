/* SPDX-License-Identifier: MIT */
#include "ui/actions/settings.h"

#include <string.h>
#include <sys/stat.h>
#include "debugger/base/output-file.h"
#include "debugger/open/opened.h"

enum { MAX_RECENT = 12 };

static GKeyFile *file;

static char *path(void)
{
	return g_build_filename(g_get_user_config_dir(), "glstep", "window.ini", NULL);
}

static void load(GKeyFile *keys)
{
	g_autofree char *name = path();
	g_key_file_load_from_file(keys, name, G_KEY_FILE_NONE, NULL);
}

GKeyFile *gs_settings(void)
{
	if (file)
		return file;
	file = g_key_file_new();
	load(file);
	return file;
}

static char *save(void)
{
	g_autofree char *name = path();
	g_autofree char *directory = g_path_get_dirname(name);
	g_autoptr(GError) error = NULL;
	if (g_mkdir_with_parents(directory, 0700))
		return g_strdup_printf(
			"%s could not be made, so the window's layout is not remembered.",
			directory);
	gsize size;
	g_autofree char *text = g_key_file_to_data(gs_settings(), &size, NULL);
	struct gs_output *output = gs_output_open(name, NULL, &error);
	if (output)
		fwrite(text, 1, size, gs_output_stream(output));
	if (output && gs_output_close(output, &error))
		return NULL;
	return g_strdup_printf("The window's layout could not be saved: %s.", error->message);
}

static void copy_group(GKeyFile *to, GKeyFile *from, const char *group)
{
	g_auto(GStrv) keys = g_key_file_get_keys(from, group, NULL, NULL);
	g_key_file_remove_group(to, group, NULL);
	for (char **key = keys; key && *key; key++) {
		g_autofree char *value = g_key_file_get_value(from, group, *key, NULL);
		g_key_file_set_value(to, group, *key, value);
	}
}

/* Read the recent programs again, as another window may have added some. */
static void read_recents_anew(void)
{
	g_autoptr(GKeyFile) now = g_key_file_new();
	load(now);
	for (int i = 0; i < MAX_RECENT; i++) {
		g_autofree char *group = g_strdup_printf("recent-%d", i);
		copy_group(gs_settings(), now, group);
	}
}

char *gs_settings_save(void)
{
	read_recents_anew();
	return save();
}

int gs_settings_int(const char *group, const char *key, int otherwise)
{
	g_autoptr(GError) error = NULL;
	int value = g_key_file_get_integer(gs_settings(), group, key, &error);
	return error ? otherwise : value;
}

uint32_t gs_settings_keep_last(void)
{
	enum { MOST = 1000000 }; /* as a recording can keep */
	return (uint32_t)CLAMP(gs_settings_int("launch", "keep-last", 0), 0, MOST);
}

void gs_settings_set_keep_last(uint32_t frames)
{
	g_key_file_set_integer(gs_settings(), "launch", "keep-last", (int)frames);
}

/* ---- recent programs ---- */

static void recent_free(gpointer data)
{
	struct gs_recent *recent = data;
	g_strfreev(recent->argv);
	g_strfreev(recent->environment);
	g_free(recent->directory);
	g_free(recent);
}

static struct gs_recent *read_recent(const char *group)
{
	GKeyFile *keys = gs_settings();
	struct gs_recent *recent = g_new0(struct gs_recent, 1);
	recent->argv = g_key_file_get_string_list(keys, group, "program", NULL, NULL);
	recent->directory = g_key_file_get_string(keys, group, "directory", NULL);
	recent->environment = g_key_file_get_string_list(keys, group, "environment", NULL, NULL);
	recent->refuse_binaries = g_key_file_get_boolean(keys, group, "refuse-binaries", NULL);
	recent->freeze_clocks = g_key_file_get_boolean(keys, group, "freeze-clocks", NULL);
	if (!recent->directory)
		recent->directory = g_strdup("");
	if (!recent->environment)
		recent->environment = g_new0(char *, 1);
	if (recent->argv && recent->argv[0])
		return recent;
	recent_free(recent);
	return NULL;
}

GPtrArray *gs_recent_list(void)
{
	GPtrArray *list = g_ptr_array_new_with_free_func(recent_free);
	for (int i = 0; i < MAX_RECENT; i++) {
		g_autofree char *group = g_strdup_printf("recent-%d", i);
		struct gs_recent *recent = read_recent(group);
		if (recent)
			g_ptr_array_add(list, recent);
	}
	return list;
}

/* Return the entry of a launched program or trace. A trace gets an absolute path and no folder; a
 * program keeps the folder that its arguments and files are relative to. */
static struct gs_recent *recent_of(const struct gs_launch *launch)
{
	struct gs_recent *recent = g_new0(struct gs_recent, 1);
	bool is_trace = gs_opened_is_trace(launch->argv[0]);
	recent->argv = g_strdupv(launch->argv);
	recent->environment = launch->environment ? g_strdupv(launch->environment)
						  : g_new0(char *, 1);
	recent->refuse_binaries = launch->refuse_binaries;
	recent->freeze_clocks = launch->freeze_clocks;
	if (is_trace) {
		g_free(recent->argv[0]);
		recent->argv[0] = g_canonicalize_filename(launch->argv[0], NULL);
		recent->directory = g_strdup("");
	} else {
		recent->directory = launch->directory
					    ? g_canonicalize_filename(launch->directory, NULL)
					    : g_get_current_dir();
	}
	return recent;
}

static void write_recent(unsigned n, const struct gs_recent *recent)
{
	g_autofree char *group = g_strdup_printf("recent-%u", n);
	GKeyFile *keys = gs_settings();
	g_key_file_set_string_list(keys, group, "program", (const char *const *)recent->argv,
		g_strv_length(recent->argv));
	g_key_file_set_string(keys, group, "directory", recent->directory);
	g_key_file_set_string_list(keys, group, "environment",
		(const char *const *)recent->environment, g_strv_length(recent->environment));
	g_key_file_set_boolean(keys, group, "refuse-binaries", recent->refuse_binaries);
	g_key_file_set_boolean(keys, group, "freeze-clocks", recent->freeze_clocks);
}

/* Return whether two entries are of the same program. An entry without a folder may be of any. */
static bool is_same(const struct gs_recent *old, const struct gs_recent *new)
{
	return g_strv_equal((const char *const *)old->argv, (const char *const *)new->argv) &&
	       g_strv_equal((const char *const *)old->environment,
		       (const char *const *)new->environment) &&
	       (!old->directory[0] || !strcmp(old->directory, new->directory));
}

static struct gs_recent *launched; /* NULL: none is starting */

void gs_recent_launch(const struct gs_launch *launch)
{
	g_clear_pointer(&launched, recent_free);
	launched = recent_of(launch);
}

const struct gs_recent *gs_recent_launched(void)
{
	return launched;
}

void gs_recent_started(void)
{
	if (!launched)
		return;
	read_recents_anew();
	g_autoptr(GPtrArray) list = gs_recent_list();
	unsigned n = 0;
	write_recent(n++, launched);
	for (guint i = 0; i < list->len && n < MAX_RECENT; i++) {
		struct gs_recent *recent = g_ptr_array_index(list, i);
		if (is_same(recent, launched))
			continue; /* it is the first entry already */
		write_recent(n++, recent);
	}
	for (; n < MAX_RECENT; n++) {
		g_autofree char *group = g_strdup_printf("recent-%u", n);
		g_key_file_remove_group(gs_settings(), group, NULL);
	}
	g_free(save());
	g_clear_pointer(&launched, recent_free);
}
