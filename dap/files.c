/* SPDX-License-Identifier: MIT */
/* Folders are somebody's: how much of them is read has limits. */
#include "dap/files.h"

#include <glib/gstdio.h>
#include <string.h>

enum {
	MOST_FILES = 4000,	/* that are kept */
	MOST_ENTRIES = 100000,	/* that are looked at */
	DEEPEST = 12,		/* folders in each other */
	LARGEST = 1 << 20,	/* bytes of a file */
	LARGEST_ALL = 64 << 20, /* bytes of all */
};

struct gs_dap_files {
	GPtrArray *all;	     /* struct gs_dap_file */
	GHashTable *by_path; /* path -> file */
	GPtrArray *folders;  /* which were not searched yet */
	unsigned n_entries, last_number;
	gsize n_bytes;
};

static const char *const shader_endings[] = {"glsl", "vert", "frag", "geom", "tesc", "tese", "comp",
	"vs", "fs", "gs", "tcs", "tes", "cs", "vsh", "fsh", "gsh", "csh", "vp", "fp", "shader",
	"vertex", "fragment", "vs_glsl", "fs_glsl", "glslv", "glslf", "glslinc", "inc", NULL};
static const char *const host_endings[] = {"c", "h", "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx",
	"inl", "m", "mm", "rs", "py", "js", "mjs", "ts", "java", "kt", "go", "cs", "d", "zig",
	"nim", "lua", "rb", "swift", "hs", "jl", NULL};

static const char *ending_of(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot && !strchr(dot, '/') ? dot + 1 : "";
}

static bool is_shader(const char *path)
{
	return g_strv_contains(shader_endings, ending_of(path));
}

/* Return whether a program's text may have shaders in it. */
static bool has_shader(const char *text)
{
	static const char *const words[] = {
		"gl_Position", "gl_Frag", "void main", "#version", "sampler2D", "uniform ", NULL};
	for (size_t i = 0; words[i]; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

static void file_free(gpointer data)
{
	struct gs_dap_file *file = data;
	gs_dap_lines_free(file->lines);
	g_free(file->path);
	g_free(file);
}

struct gs_dap_files *gs_dap_files_new(void)
{
	struct gs_dap_files *files = g_new0(struct gs_dap_files, 1);
	files->all = g_ptr_array_new_with_free_func(file_free);
	files->by_path = g_hash_table_new(g_str_hash, g_str_equal);
	files->folders = g_ptr_array_new_with_free_func(g_free);
	return files;
}

void gs_dap_files_free(struct gs_dap_files *files)
{
	g_hash_table_unref(files->by_path);
	g_ptr_array_free(files->all, TRUE);
	g_ptr_array_free(files->folders, TRUE);
	g_free(files);
}

void gs_dap_files_add(struct gs_dap_files *files, const char *folder)
{
	g_ptr_array_add(files->folders, g_strdup(folder));
}

/* ---- one file ---- */

/* Return its text; g_free. NULL: it has none, or too much. */
static char *read_text(const char *path, const GStatBuf *status)
{
	char *text = NULL;
	gsize size;
	if (!S_ISREG(status->st_mode) || status->st_size > LARGEST ||
		!g_file_get_contents(path, &text, &size, NULL))
		return NULL;
	if (strlen(text) < size)
		g_clear_pointer(&text, g_free); /* it is no text */
	return text;
}

static void read_file(struct gs_dap_files *files, struct gs_dap_file *file, bool is_named)
{
	GStatBuf status;
	bool is_there = g_stat(file->path, &status) == 0;
	gint64 time = is_there ? (gint64)status.st_mtim.tv_sec * G_USEC_PER_SEC +
					 status.st_mtim.tv_nsec / 1000
			       : 0,
	       size = is_there ? (gint64)status.st_size : -1;
	if (file->number && file->time == time && file->size == size)
		return;
	g_autofree char *text = is_there ? read_text(file->path, &status) : NULL;
	file->time = time;
	file->size = size;
	file->number = ++files->last_number;
	gs_dap_lines_free(file->lines);
	bool is_wanted = text && (is_named || is_shader(file->path) || has_shader(text));
	file->lines = is_wanted ? gs_dap_lines_new(text, !is_shader(file->path)) : NULL;
	files->n_bytes += is_wanted ? (gsize)size : 0;
}

static struct gs_dap_file *add_file(struct gs_dap_files *files, const char *path, bool is_named)
{
	struct gs_dap_file *file = g_hash_table_lookup(files->by_path, path);
	if (file)
		return file;
	file = g_new0(struct gs_dap_file, 1);
	file->path = g_strdup(path);
	read_file(files, file, is_named);
	if (!file->lines && !is_named) {
		file_free(file);
		return NULL;
	}
	g_ptr_array_add(files->all, file);
	g_hash_table_insert(files->by_path, file->path, file);
	return file;
}

struct gs_dap_file *gs_dap_files_get(struct gs_dap_files *files, const char *path)
{
	g_autofree char *canonical = g_canonicalize_filename(path, NULL);
	struct gs_dap_file *file = add_file(files, canonical, true);
	read_file(files, file, true);
	return file;
}

/* ---- folders ---- */

static bool is_full(const struct gs_dap_files *files)
{
	return files->all->len >= MOST_FILES || files->n_entries >= MOST_ENTRIES ||
	       files->n_bytes >= LARGEST_ALL;
}

static bool is_left_out(const char *name)
{
	static const char *const names[] = {"node_modules", "__pycache__", "target", NULL};
	return *name == '.' || g_strv_contains(names, name);
}

static void search(struct gs_dap_files *files, const char *folder, unsigned depth)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	while (dir && !is_full(files) && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);
		GStatBuf status;
		files->n_entries++;
		if (is_left_out(name) || g_lstat(path, &status) != 0)
			continue;
		if (S_ISDIR(status.st_mode) && depth < DEEPEST)
			search(files, path, depth + 1);
		else if (S_ISREG(status.st_mode) &&
			 (is_shader(path) || g_strv_contains(host_endings, ending_of(path))))
			add_file(files, path, false);
	}
	if (dir)
		g_dir_close(dir);
}

const GPtrArray *gs_dap_files_all(struct gs_dap_files *files)
{
	while (files->folders->len) {
		g_autofree char *folder = g_ptr_array_steal_index(files->folders, 0);
		g_autofree char *canonical = g_canonicalize_filename(folder, NULL);
		search(files, canonical, 0);
	}
	return files->all;
}
