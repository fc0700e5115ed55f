/* SPDX-License-Identifier: MIT */
/* Reads the trace twice: first to find labels of objects and sizes of windows, then to write. */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "effects/extract/extract.h"
#include "export/private.h"

static void free_variable(gpointer data)
{
	struct variable *v = data;
	g_free(v->name);
	g_free(v->text);
	g_free(v);
}

static void begin(struct exporter *ex)
{
	ex->recipes = g_ptr_array_new_with_free_func(g_free);
	ex->variables = g_ptr_array_new_with_free_func(free_variable);
	ex->lists = g_ptr_array_new_with_free_func(free_variable);
	ex->taken = g_hash_table_new(g_str_hash, g_str_equal);
	ex->follow = export_new_follow();
	gs_told_configs_init(&ex->configs);
	ex->groups = g_ptr_array_new_with_free_func(export_group_free);
	ex->regions = gs_regions_new();
	ex->places = g_ptr_array_new();
	ex->free_places = g_ptr_array_new();
	ex->after = g_string_new(NULL);
	ex->part = 1;
}

static void end(struct exporter *ex)
{
	gs_follow_free(ex->follow);
	gs_told_configs_clear(&ex->configs);
	g_ptr_array_free(ex->groups, TRUE);
	gs_regions_free(ex->regions);
	g_ptr_array_free(ex->places, TRUE);
	g_ptr_array_free(ex->free_places, TRUE);
	g_hash_table_destroy(ex->taken);
	g_ptr_array_free(ex->variables, TRUE);
	g_ptr_array_free(ex->lists, TRUE);
	export_forget_comments(ex);
	g_ptr_array_free(ex->recipes, TRUE);
	g_string_free(ex->after, TRUE);
}

static uint64_t read_all(struct exporter *ex, struct gs_trace_reader *reader)
{
	const struct gs_trace_call *call;
	uint64_t n = 0;
	for (; (call = gs_trace_next_call(reader)); n++) {
		export_assert(ex, call);
		export_call(ex, call);
		if (ex->files && export_files_failed(ex->files))
			break;
	}
	return n;
}

static void survey(struct exporter *ex, struct gs_trace_reader *reader)
{
	ex->is_survey = true;
	begin(ex);
	read_all(ex, reader);
	end(ex);
}

static void write_all(struct exporter *ex, struct gs_trace_reader *reader)
{
	struct gs_export_figures *figures = ex->figures;
	const char *message;
	ex->is_survey = false;
	ex->frame = 0;
	ex->n_contexts = ex->n_windows = 0;
	ex->thread = NULL;
	ex->in_block = false;
	begin(ex);
	export_begin_asserts(ex);
	figures->calls = read_all(ex, reader);
	export_end_asserts(ex);
	figures->frames = ex->frame;
	export_end_function(ex);
	export_write_variables(ex);
	export_files_rest(ex->files, figures->name);
	end(ex);
	figures->sources = export_files_sources(ex->files);
	figures->data_bytes = export_files_data_bytes(ex->files);
	message = gs_trace_reader_message(reader);
	figures->rest = g_strdup(message);
	figures->is_damaged = gs_trace_reader_state(reader) == GS_TRACE_DAMAGED;
}

/* Make the program's name, "glxgears" for "/tmp/glxgears.trace", but none that the folder has
 * already. */
static void name_program(const char *file, char *name, size_t size)
{
	char *base = g_path_get_basename(file);
	GString *word;
	if (g_str_has_suffix(base, ".trace"))
		base[strlen(base) - strlen(".trace")] = 0;
	word = g_string_new(NULL);
	export_add_word(word, base, strlen(base));
	if (!g_ascii_isalpha(*word->str))
		g_string_prepend(word, "trace_");
	if (g_str_equal(word->str, "shaders") || g_str_equal(word->str, "Makefile") ||
		g_str_equal(word->str, "clean"))
		g_string_append(word, "_trace");
	g_strlcpy(name, word->str, size);
	g_string_free(word, TRUE);
	g_free(base);
}

static bool was_stopped(const struct gs_trace_reader *reader)
{
	return gs_trace_reader_state(reader) == GS_TRACE_STOPPED;
}

static enum gs_export_result export_opened(struct exporter *ex, struct gs_trace_reader *reader,
	const char *title, const char *folder, char **why)
{
	const char *reason = NULL;
	bool is_good;
	ex->files = export_files_new(folder, title, &reason);
	if (!ex->files) {
		*why = g_strdup(reason);
		return GS_EXPORT_NO_FOLDER;
	}
	survey(ex, reader);
	bool is_stopped = was_stopped(reader);
	if (!is_stopped) {
		gs_trace_seek(reader, 0);
		write_all(ex, reader);
		is_stopped = was_stopped(reader);
	}
	reason = "it was interrupted";
	is_good = !is_stopped && export_files_finish(ex->files, &reason);
	if (!is_good)
		*why = g_strdup(reason);
	export_files_free(ex->files);
	return is_good ? GS_EXPORT_DONE : is_stopped ? GS_EXPORT_STOPPED : GS_EXPORT_NOT_WRITTEN;
}

static enum gs_export_result export_file(const char *file, const char *title, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, char **why)
{
	struct survey survey = {0};
	struct exporter ex = {.wish = wish, .figures = figures, .survey = &survey};
	enum gs_export_result result;
	char *reason = NULL;
	struct gs_trace_reader *reader = gs_trace_open(file, NULL, NULL, &reason);
	if (!reader) {
		*why = g_strdup(reason ? reason : "there is no memory left");
		free(reason);
		return GS_EXPORT_NO_TRACE;
	}
	gs_trace_reader_ask(reader, wish->stops, wish->stops_data);
	survey.labels = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	survey.lists = export_table(g_free);
	survey.sizes = export_table(NULL);
	result = export_opened(&ex, reader, title, folder, why);
	g_hash_table_destroy(survey.labels);
	g_hash_table_destroy(survey.lists);
	g_hash_table_destroy(survey.sizes);
	gs_trace_close(reader);
	return result;
}

/* Export frames by way of a temporary file that they are extracted to. */
static enum gs_export_result export_frames(const char *file, const char *title, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, char **why)
{
	static const enum gs_export_result results[] = {[GS_EXTRACT_DONE] = GS_EXPORT_DONE,
		[GS_EXTRACT_NOTHING_THERE] = GS_EXPORT_NOTHING_THERE,
		[GS_EXTRACT_NO_TRACE] = GS_EXPORT_NO_TRACE,
		[GS_EXTRACT_STOPPED] = GS_EXPORT_STOPPED,
		[GS_EXTRACT_NO_FILE] = GS_EXPORT_NOT_WRITTEN,
		[GS_EXTRACT_NOT_WRITTEN] = GS_EXPORT_NOT_WRITTEN};
	const struct gs_extract_wish part = {.trust = GS_EFFECTS_SWAP_FORGETS,
		.first = wish->first,
		.last = wish->last,
		.stops = wish->stops,
		.stops_data = wish->stops_data};
	struct gs_extract_figures extracted = {0};
	char *path = g_build_filename(g_get_tmp_dir(), "glstep-export.XXXXXX", NULL);
	int fd = g_mkstemp(path);
	enum gs_export_result result;
	if (fd < 0) {
		*why = g_strdup("no temporary file can be made");
		g_free(path);
		return GS_EXPORT_NOT_WRITTEN;
	}
	close(fd);
	result = results[gs_extract(file, path, &part, &extracted, NULL, why)];
	if (result == GS_EXPORT_DONE)
		result = export_file(path, title, folder, wish, figures, why);
	g_unlink(path);
	g_free(path);
	return result;
}

enum gs_export_result gs_export(const char *file, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, char **why)
{
	const char *name = wish->name ? wish->name : file;
	char *title = g_path_get_basename(name);
	enum gs_export_result result;
	memset(figures, 0, sizeof *figures);
	name_program(name, figures->name, sizeof figures->name);
	result = (wish->has_frames ? export_frames : export_file)(
		file, title, folder, wish, figures, why);
	g_free(title);
	return result;
}
