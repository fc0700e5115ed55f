/* SPDX-License-Identifier: MIT */
#include "dap/sources.h"

#include <string.h>
#include "dap/ask.h"

enum { FURTHER = 20 /* lines that a breakpoint may lie before the next that is any */ };

const char *const gs_dap_stages[GS_DAP_STAGES] = {
	"vertex", "tess-control", "tess-evaluation", "geometry", "fragment", "compute"};
static const char *const endings[GS_DAP_STAGES] = {"vert", "tesc", "tese", "geom", "frag", "comp"};

/* A file in which lines of a source stand. */
struct found {
	const struct gs_dap_file *file;
	struct gs_dap_pairs *pairs;
};

static void found_free(gpointer data)
{
	struct found *found = data;
	gs_dap_pairs_free(found->pairs);
	g_free(found);
}

void gs_dap_source_free(gpointer data)
{
	struct gs_dap_source *source = data;
	gs_dap_lines_free(source->lines);
	g_clear_pointer(&source->found, g_ptr_array_unref);
	g_free(source->name);
	g_free(source->text);
	g_free(source);
}

struct gs_dap_source *gs_dap_source_at(struct gs_dap *dap, gint64 reference)
{
	return reference > 0 && reference <= dap->sources->len
		       ? g_ptr_array_index(dap->sources, reference - 1)
		       : NULL;
}

/* ---- files ---- */

static gint compare_found(gconstpointer a, gconstpointer b)
{
	const struct found *x = *(struct found *const *)a, *y = *(struct found *const *)b;
	return x->pairs->n > y->pairs->n ? -1 : x->pairs->n < y->pairs->n;
}

/* Find the files of a source, again if there are others than then. */
static void find_files(struct gs_dap *dap, struct gs_dap_source *source)
{
	const GPtrArray *all = gs_dap_files_all(dap->files);
	guint64 numbers = 0;
	for (guint i = 0; i < all->len; i++)
		numbers += ((const struct gs_dap_file *)g_ptr_array_index(all, i))->number;
	if (source->found && source->searched == all->len && source->numbers == numbers)
		return;
	g_clear_pointer(&source->found, g_ptr_array_unref);
	source->found = g_ptr_array_new_with_free_func(found_free);
	source->searched = all->len;
	source->numbers = numbers;
	for (guint i = 0; i < all->len; i++) {
		const struct gs_dap_file *file = g_ptr_array_index(all, i);
		struct gs_dap_pairs *pairs = file->lines
						     ? gs_dap_lines_pair(file->lines, source->lines)
						     : NULL;
		if (!pairs)
			continue;
		struct found *found = g_new(struct found, 1);
		*found = (struct found){file, pairs};
		g_ptr_array_add(source->found, found);
	}
	g_ptr_array_sort(source->found, compare_found);
}

/* Return the best file that has a line; NULL: none has. */
static const struct found *best_at(const struct gs_dap_source *source, unsigned line)
{
	for (guint i = 0; i < source->found->len; i++) {
		const struct found *found = g_ptr_array_index(source->found, i);
		if (found->pairs->of_source[line])
			return found;
	}
	return NULL;
}

/* Likewise from a file's line to the source's, unless another file fits better there. */
static unsigned line_in(const struct gs_dap_source *source, const struct found *mine, unsigned line)
{
	unsigned there = line <= gs_dap_lines_count(mine->file->lines) ? mine->pairs->of_file[line]
								       : 0;
	const struct found *best = there ? best_at(source, there) : NULL;
	return best && best->pairs->n <= mine->pairs->n ? there : 0;
}

unsigned gs_dap_source_line(
	struct gs_dap *dap, struct gs_dap_source *source, const char *path, unsigned *line)
{
	const struct gs_dap_file *file = gs_dap_files_get(dap->files, path);
	find_files(dap, source);
	for (guint i = 0; i < source->found->len; i++) {
		const struct found *found = g_ptr_array_index(source->found, i);
		if (found->file != file)
			continue;
		for (unsigned k = 0; k < FURTHER; k++) {
			unsigned there = line_in(source, found, *line + k);
			if (!there)
				continue;
			*line += k;
			return there;
		}
	}
	return 0;
}

/* ---- as the editor has them ---- */

void gs_dap_put_path(struct gs_dap *dap, JsonBuilder *json, const char *key, const char *path)
{
	g_autofree char *uri = dap->has_uris ? g_filename_to_uri(path, NULL, NULL) : NULL;
	g_autofree char *name = g_path_get_basename(path);
	g_autofree char *valid = g_utf8_make_valid(uri ? uri : path, -1);
	g_autofree char *valid_name = g_utf8_make_valid(name, -1);
	if (key)
		json_builder_set_member_name(json, key);
	json_builder_begin_object(json);
	gs_json_string(json, "name", valid_name);
	gs_json_string(json, "path", valid);
	json_builder_end_object(json);
}

char *gs_dap_path_of(struct gs_dap *dap, JsonObject *source)
{
	const char *path = source ? gs_dap_text(source, "path") : NULL;
	bool is_uri = path && g_str_has_prefix(path, "file:");
	return !path ? NULL : is_uri ? g_filename_from_uri(path, NULL, NULL) : g_strdup(path);
}

unsigned gs_dap_put_source(struct gs_dap *dap, JsonBuilder *json, const char *key,
	struct gs_dap_source *source, unsigned line)
{
	find_files(dap, source);
	bool is_line = line && line <= gs_dap_lines_count(source->lines);
	const struct found *found = is_line ? best_at(source, line) : NULL;
	if (found) {
		gs_dap_put_path(dap, json, key, found->file->path);
		return found->pairs->of_source[line];
	}
	if (key)
		json_builder_set_member_name(json, key);
	json_builder_begin_object(json);
	gs_json_string(json, "name", source->name);
	gs_json_integer(json, "sourceReference", source->reference);
	gs_json_string(json, "origin", "as the program has given it to GL");
	json_builder_end_object(json);
	return line;
}

/* ---- the program in use ---- */

static void tell_program(struct gs_dap *dap, gint64 program)
{
	for (guint i = 0; i < dap->modules->len; i++)
		if (g_array_index(dap->modules, gint64, i) == program)
			return;
	g_array_append_val(dap->modules, program);
	g_autofree char *name = g_strdup_printf("program %" G_GINT64_FORMAT, program);
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "reason", "new");
	gs_json_begin_object(body, "module");
	gs_json_integer(body, "id", program);
	gs_json_string(body, "name", name);
	json_builder_end_object(body);
	gs_dap_event(dap, "module", body);
}

static struct gs_dap_source *add_source(struct gs_dap *dap, gint64 program, unsigned stage,
	unsigned object, unsigned n_objects, const char *text)
{
	struct gs_dap_source *source = g_new0(struct gs_dap_source, 1);
	g_autofree char *part = n_objects > 1 ? g_strdup_printf("-%u", object) : g_strdup("");
	source->program = program;
	source->stage = gs_dap_stages[stage];
	source->object = object;
	source->n_objects = n_objects;
	source->text = g_strdup(text);
	source->lines = gs_dap_lines_new(text, false);
	source->name = g_strdup_printf(
		"program-%" G_GINT64_FORMAT "%s.%s", program, part, endings[stage]);
	g_ptr_array_add(dap->sources, source);
	source->reference = dap->sources->len;
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "reason", "new");
	gs_dap_put_source(dap, body, "source", source, 1);
	gs_dap_event(dap, "loadedSource", body);
	return source;
}

static struct gs_dap_source *find_source(struct gs_dap *dap, gint64 program, unsigned stage,
	unsigned object, unsigned n_objects, const char *text)
{
	for (guint i = dap->sources->len; i-- > 0;) {
		struct gs_dap_source *source = g_ptr_array_index(dap->sources, i);
		if (source->program == program && source->stage == gs_dap_stages[stage] &&
			source->object == object && !strcmp(source->text, text))
			return source;
	}
	return add_source(dap, program, stage, object, n_objects, text);
}

static void add_stage(struct gs_dap *dap, gint64 program, unsigned stage, GPtrArray *list)
{
	unsigned n = 1;
	for (unsigned object = 0; object < n; object++) {
		g_autoptr(JsonNode)
			reply = gs_dap_ask(dap, NULL, "source %s %u", gs_dap_stages[stage], object);
		const char *text = gs_dap_result_text(reply, "source");
		gint64 objects = gs_dap_result_number(reply, "objects");
		n = objects > 1 && objects < 256 ? (unsigned)objects : 1;
		if (text)
			g_ptr_array_add(list, find_source(dap, program, stage, object, n, text));
	}
}

static bool has_stage(JsonArray *stages, const char *name)
{
	for (guint i = 0; stages && i < json_array_get_length(stages); i++) {
		g_autoptr(JsonObject) stage = gs_dap_element(stages, i);
		if (!g_strcmp0(gs_dap_text(stage, "stage"), name))
			return true;
	}
	return false;
}

GPtrArray *gs_dap_sources_in_use(struct gs_dap *dap)
{
	GPtrArray *list = g_ptr_array_new();
	g_autoptr(JsonNode) reply = gs_dap_ask(dap, NULL, "program");
	JsonArray *stages = gs_dap_result_list(reply, "stages");
	gint64 program = gs_dap_result_number(reply, "program");
	if (program < 0 || !stages || !json_array_get_length(stages))
		return list;
	tell_program(dap, program);
	for (unsigned i = 0; i < GS_DAP_STAGES; i++)
		if (has_stage(stages, gs_dap_stages[i]))
			add_stage(dap, program, i, list);
	return list;
}
