/* SPDX-License-Identifier: MIT */
#include "export/files.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "export/text.h"
#include "export/written.h"

enum { MOST_LINES = 4000, MOST_BYTES = 400000, MOST_TEXTS = 4096, ALIGNMENT = 16 };

struct piece {
	char *name;
	uint64_t offset;
	size_t size;
};

struct files {
	char *target, *folder, *title;
	GString *function, *file; /* the function and the file that are being written */
	unsigned lines;		  /* lines of the function */
	unsigned file_lines;
	GPtrArray *names;			      /* names of the file's functions */
	GHashTable *declarations, *file_declarations; /* sets of texts */
	char *first, *last;			      /* first and last function of the file */
	unsigned n_sources;
	FILE *data;
	uint64_t data_bytes;
	GHashTable *pieces;  /* checksum -> struct piece * */
	GHashTable *by_name; /* name -> struct piece * */
	GHashTable *texts;   /* checksum -> name of the file */
	GHashTable *text_names;
	struct written written;
	bool is_finished;
	bool has_failed;
};

static void note_failure(struct files *files)
{
	files->has_failed = true;
}

bool export_files_failed(const struct files *files)
{
	return files->has_failed;
}

static void write_file(struct files *files, const char *name, const char *text, size_t n)
{
	char *path = g_build_filename(files->folder, name, NULL);
	FILE *stream = files->has_failed ? NULL : fopen(path, "wb");
	bool is_good = stream && fwrite(text, 1, n, stream) == n;
	if (stream)
		is_good = fclose(stream) == 0 && is_good;
	if (!is_good)
		note_failure(files);
	g_free(path);
}

/* ---- the folder ---- */

static void free_piece(gpointer data)
{
	struct piece *piece = data;
	g_free(piece->name);
	g_free(piece);
}

static bool is_empty(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	bool empty = dir && !g_dir_read_name(dir);
	if (dir)
		g_dir_close(dir);
	return empty;
}

/* Create a folder beside the target, so that it can be renamed. Return its path; NULL, with errno,
 * if that fails. */
static char *make_folder(const char *target)
{
	char *path = g_strdup(target), *template;
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		path[--n] = 0;
	template = g_strconcat(path, ".XXXXXX", NULL);
	g_free(path);
	if (g_mkdtemp_full(template, 0777))
		return template;
	g_free(template);
	return NULL;
}

static struct files *new_files(const char *target, char *folder, const char *title)
{
	struct files *files = g_new0(struct files, 1);
	char *path = g_build_filename(folder, "data.bin", NULL);
	char *shaders = g_build_filename(folder, "shaders", NULL);
	files->target = g_strdup(target);
	files->folder = folder;
	files->title = g_strdup(title);
	files->function = g_string_new(NULL);
	files->file = g_string_new(NULL);
	files->names = g_ptr_array_new_with_free_func(g_free);
	files->declarations = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	files->file_declarations = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	files->pieces = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_piece);
	files->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	files->texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	files->text_names = g_hash_table_new(g_str_hash, g_str_equal);
	export_written_init(&files->written);
	files->data = fopen(path, "wb");
	if (!files->data || g_mkdir(shaders, 0777))
		note_failure(files);
	g_free(path);
	g_free(shaders);
	return files;
}

struct files *export_files_new(const char *target, const char *title, const char **why)
{
	char *folder;
	if (g_file_test(target, G_FILE_TEST_EXISTS) && !is_empty(target)) {
		*why = "it is there already, and no empty folder";
		return NULL;
	}
	folder = make_folder(target);
	if (!folder) {
		*why = g_strerror(errno);
		return NULL;
	}
	return new_files(target, folder, title);
}

/* Remove a folder, with the files and folders in it, which are all ours. */
static void remove_folder(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		char *path = g_build_filename(folder, name, NULL);
		if (g_unlink(path))
			remove_folder(path);
		g_free(path);
	}
	if (dir)
		g_dir_close(dir);
	g_rmdir(folder);
}

static bool close_data(struct files *files)
{
	bool is_good = files->data && fclose(files->data) == 0;
	files->data = NULL;
	return is_good;
}

bool export_files_finish(struct files *files, const char **why)
{
	if (!close_data(files))
		note_failure(files);
	*why = "the folder cannot be written: is the disk full?";
	if (files->has_failed)
		return false;
	files->is_finished = g_rename(files->folder, files->target) == 0;
	if (!files->is_finished)
		*why = g_strerror(errno);
	return files->is_finished;
}

void export_files_free(struct files *files)
{
	if (!files)
		return;
	close_data(files);
	if (!files->is_finished)
		remove_folder(files->folder);
	g_free(files->target);
	g_free(files->folder);
	g_free(files->title);
	g_free(files->first);
	g_free(files->last);
	g_string_free(files->function, TRUE);
	g_string_free(files->file, TRUE);
	g_ptr_array_free(files->names, TRUE);
	g_hash_table_destroy(files->declarations);
	g_hash_table_destroy(files->file_declarations);
	g_hash_table_destroy(files->by_name);
	g_hash_table_destroy(files->pieces);
	g_hash_table_destroy(files->text_names);
	g_hash_table_destroy(files->texts);
	export_written_clear(&files->written);
	g_free(files);
}

/* ---- data ---- */

static void put_data(struct files *files, const void *bytes, size_t n)
{
	if (!files->data || fwrite(bytes, 1, n, files->data) != n)
		note_failure(files);
	files->data_bytes += n;
}

static void declare_piece(struct files *files, const struct piece *piece)
{
	char *line = g_strdup_printf("#define %s %llu /* %zu bytes */", piece->name,
		(unsigned long long)piece->offset, piece->size);
	export_files_declare(files, line);
	g_free(line);
}

static struct piece *add_piece(
	struct files *files, const char *name, const void *bytes, size_t n, bool is_text)
{
	static const char zeros[ALIGNMENT];
	struct piece *piece = g_new0(struct piece, 1);
	GString *unique = g_string_new(name);
	for (unsigned i = g_hash_table_size(files->by_name);
		g_hash_table_contains(files->by_name, unique->str); i++)
		g_string_printf(unique, "%s_%u", name, i);
	piece->name = g_string_free(unique, FALSE);
	piece->offset = files->data_bytes;
	piece->size = n;
	put_data(files, bytes, n);
	put_data(files, zeros, is_text ? 1 : 0);
	put_data(files, zeros, (ALIGNMENT - files->data_bytes % ALIGNMENT) % ALIGNMENT);
	g_hash_table_insert(files->by_name, piece->name, piece);
	return piece;
}

const char *export_files_data(
	struct files *files, const char *name, const void *bytes, size_t n, bool is_text)
{
	char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, n), *key;
	struct piece *piece;
	key = g_strdup_printf("%s %zu %d", sum, n, is_text);
	piece = g_hash_table_lookup(files->pieces, key);
	if (!piece) {
		piece = add_piece(files, name, bytes, n, is_text);
		g_hash_table_insert(files->pieces, g_strdup(key), piece);
	}
	declare_piece(files, piece);
	g_free(key);
	g_free(sum);
	return piece->name;
}

const char *export_files_text(struct files *files, const char *name, const char *text, size_t n)
{
	char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, n), *file;
	const char *dot = strrchr(name, '.');
	size_t stem = dot ? (size_t)(dot - name) : strlen(name);
	GString *path;
	file = g_hash_table_lookup(files->texts, sum);
	if (file || g_hash_table_size(files->texts) >= MOST_TEXTS) {
		g_free(sum);
		return file;
	}
	path = g_string_new(NULL);
	g_string_printf(path, "shaders/%s", name);
	for (unsigned i = 2; g_hash_table_contains(files->text_names, path->str); i++)
		g_string_printf(path, "shaders/%.*s_%u%s", (int)stem, name, i, name + stem);
	write_file(files, path->str, text, n);
	file = g_string_free(path, FALSE);
	g_hash_table_insert(files->texts, sum, file);
	g_hash_table_add(files->text_names, file);
	return file;
}

uint64_t export_files_data_bytes(const struct files *files)
{
	return files->data_bytes;
}

/* ---- functions of the frames ---- */

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_declarations(GString *to, GHashTable *set)
{
	guint n;
	gpointer *lines = g_hash_table_get_keys_as_array(set, &n);
	qsort(lines, n, sizeof *lines, compare_texts);
	for (guint i = 0; i < n; i++)
		g_string_append_printf(to, "%s\n", (const char *)lines[i]);
	if (n)
		g_string_append_c(to, '\n');
	g_free(lines);
}

static void end_file(struct files *files)
{
	char name[32];
	GString *all;
	if (!files->names->len)
		return;
	files->n_sources++;
	all = g_string_new("/* ");
	export_add_comment(all, files->title, strlen(files->title), " * ");
	g_string_append_printf(all, ": %s%s%s */\n#include \"program.h\"\n\n", files->first,
		strcmp(files->first, files->last) ? " to " : "",
		strcmp(files->first, files->last) ? files->last : "");
	add_declarations(all, files->file_declarations);
	g_string_append_printf(all, "void frames_%03u(void);\n\n", files->n_sources);
	g_string_append_len(all, files->file->str, (gssize)files->file->len);
	g_string_append_printf(all, "void frames_%03u(void)\n{\n", files->n_sources);
	for (guint i = 0; i < files->names->len; i++)
		g_string_append_printf(all, "\t%s();\n", (const char *)files->names->pdata[i]);
	g_string_append(all, "}\n");
	g_snprintf(name, sizeof name, "frames-%03u.c", files->n_sources);
	write_file(files, name, all->str, all->len);
	g_string_free(all, TRUE);
	g_string_set_size(files->file, 0);
	g_ptr_array_set_size(files->names, 0);
	g_hash_table_remove_all(files->file_declarations);
	files->file_lines = 0;
}

void export_files_begin(struct files *files, const char *name, const char *comment)
{
	g_string_printf(files->function, "%s%s%sstatic void %s(void)\n{\n", comment ? "/* " : "",
		comment ? comment : "", comment ? " */\n" : "", name);
	g_free(files->last);
	files->last = g_strdup(name);
	files->lines = 0;
}

unsigned export_files_add(struct files *files, const char *line, unsigned indent)
{
	return files->lines += export_add_wrapped(files->function, line, indent);
}

unsigned export_files_add_comment(struct files *files, const char *text, unsigned indent)
{
	for (unsigned i = 0; i < indent; i++)
		g_string_append_c(files->function, '\t');
	g_string_append_printf(files->function, "%s\n", text);
	for (files->lines++; (text = strchr(text, '\n')); text++)
		files->lines++;
	return files->lines;
}

void export_files_declare(struct files *files, const char *declaration)
{
	if (!g_hash_table_contains(files->declarations, declaration))
		g_hash_table_add(files->declarations, g_strdup(declaration));
}

static bool is_full(const struct files *files)
{
	unsigned lines = files->file_lines + files->lines + g_hash_table_size(files->declarations) +
			 g_hash_table_size(files->file_declarations);
	return lines > MOST_LINES || files->file->len + files->function->len > MOST_BYTES;
}

void export_files_end(struct files *files)
{
	GHashTableIter iter;
	gpointer line;
	char *name = g_strdup(files->last);
	g_string_append(files->function, "}\n\n");
	if (is_full(files)) {
		g_free(files->last);
		files->last = g_strdup(
			files->names->len ? files->names->pdata[files->names->len - 1] : name);
		end_file(files);
	}
	if (!files->names->len) {
		g_free(files->first);
		files->first = g_strdup(name);
	}
	g_free(files->last);
	files->last = name;
	g_string_append_len(files->file, files->function->str, (gssize)files->function->len);
	g_ptr_array_add(files->names, g_strdup(name));
	g_hash_table_iter_init(&iter, files->declarations);
	while (g_hash_table_iter_next(&iter, &line, NULL)) {
		g_hash_table_iter_steal(&iter);
		g_hash_table_add(files->file_declarations, line);
	}
	files->file_lines += files->lines + 4;
	g_string_set_size(files->function, 0);
}

unsigned export_files_sources(const struct files *files)
{
	return files->n_sources;
}

/* ---- what is the same, and lists ---- */

void export_files_function(struct files *files, unsigned function)
{
	files->written.functions[function] = true;
}

void export_files_constant(struct files *files, const char *name, uint64_t value)
{
	export_written_constant(&files->written, name, value);
}

void export_files_list(struct files *files, const char *stem, const char *head, GPtrArray *lines)
{
	for (guint at = 0, n = 1; at < lines->len; at += MOST_LINES, n++) {
		char *name = g_strdup_printf("%s-%03u.c", stem, n);
		GString *text = g_string_new(head);
		for (guint i = at; i < lines->len && i < at + MOST_LINES; i++)
			g_string_append_printf(text, "%s\n", (const char *)lines->pdata[i]);
		write_file(files, name, text->str, text->len);
		g_string_free(text, TRUE);
		g_free(name);
	}
}

/* Write frames.c, which calls the functions of all frames in order. */
static void write_frames(struct files *files)
{
	GString *text = g_string_new("/* ");
	export_add_comment(text, files->title, strlen(files->title), " * ");
	g_string_append(text, ": all of it, in its order */\n#include \"program.h\"\n\n");
	for (unsigned i = 1; i <= files->n_sources; i++)
		g_string_append_printf(text, "void frames_%03u(void);\n", i);
	g_string_append(text, "\nvoid play(void)\n{\n");
	for (unsigned i = 1; i <= files->n_sources; i++)
		g_string_append_printf(text, "\tframes_%03u();\n", i);
	g_string_append(text, "}\n");
	write_file(files, "frames.c", text->str, text->len);
	g_string_free(text, TRUE);
}

static void write_text(struct files *files, const char *name, char *text)
{
	write_file(files, name, text, strlen(text));
	g_free(text);
}

void export_files_rest(struct files *files, const char *program)
{
	static const char zeros[4096];
	const char *name, *text;
	end_file(files);
	put_data(files, zeros, sizeof zeros);
	write_frames(files);
	write_text(files, "gl.h", export_written_header(&files->written));
	write_text(files, "gl.c", export_written_source(&files->written));
	write_text(files, "Makefile", export_written_makefile(program));
	for (unsigned i = 0; (name = export_written_file(i, &text)); i++)
		write_file(files, name, text, strlen(text));
}
