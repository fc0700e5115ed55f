/* SPDX-License-Identifier: MIT */
#include "analysis/measured.h"

#include <glib.h>
#include <string.h>

enum { COLUMNS = 64, NOTHING = -1, IN_PASS = -2, IN_FRAME = -3 };

struct gs_measured {
	GHashTable *rows;     /* call -> struct gs_measured_row */
	GHashTable *said;     /* call -> GPtrArray of struct gs_measured_message */
	int columns[COLUMNS]; /* figure of each column, or one of the above */
	unsigned n_columns;
};

static int column_named(const char *name)
{
	for (unsigned i = GS_FIGURE_MEASURED; i < GS_N_FIGURES; i++)
		if (!strcmp(name, gs_figure_name(i)))
			return (int)i;
	if (!strcmp(name, "touched_first_in_pass"))
		return IN_PASS;
	return strcmp(name, "touched_first_in_frame") ? NOTHING : IN_FRAME;
}

static bool read_header(struct gs_measured *measured, const char *line)
{
	char **names;
	if (!g_str_has_prefix(line, "call,function,"))
		return false;
	names = g_strsplit(line, ",", COLUMNS);
	for (unsigned i = 0; names[i] && i < COLUMNS; i++)
		measured->columns[measured->n_columns++] = column_named(names[i]);
	g_strfreev(names);
	return true;
}

static void read_cell(struct gs_measured_row *row, int column, const char *cell)
{
	uint64_t value = 0;
	if (column == NOTHING ||
		!g_ascii_string_to_unsigned(cell, 10, 0, G_MAXUINT64, &value, NULL))
		return;
	if (column == IN_PASS) {
		row->first_in_pass = value;
	} else if (column == IN_FRAME) {
		row->first_in_frame = value;
	} else {
		row->values[column] = value;
		row->known |= (uint64_t)1 << column;
	}
}

static void read_row(struct gs_measured *measured, const char *line)
{
	char **cells = g_strsplit(line, ",", COLUMNS);
	struct gs_measured_row *row = g_new0(struct gs_measured_row, 1);
	if (g_strv_length(cells) == measured->n_columns &&
		g_ascii_string_to_unsigned(cells[0], 10, 0, G_MAXUINT64, &row->call, NULL)) {
		for (unsigned i = 2; i < measured->n_columns; i++)
			read_cell(row, measured->columns[i], cells[i]);
		g_hash_table_replace(measured->rows, &row->call, row);
	} else {
		g_free(row);
	}
	g_strfreev(cells);
}

static void free_message(gpointer data)
{
	struct gs_measured_message *message = data;
	g_free((char *)message->text);
	g_free(message);
}

/* Read a line "message,CALL,SOURCE,TYPE,SEVERITY,TEXT". Return false if it is none. */
static bool read_message(struct gs_measured *measured, const char *line)
{
	struct gs_measured_message message = {0};
	uint64_t *numbers[] = {&message.call, &message.source, &message.type, &message.severity};
	if (!g_str_has_prefix(line, "message,"))
		return false;
	char **cells = g_strsplit(line, ",", 6);
	bool is_good = g_strv_length(cells) == 6;
	for (unsigned i = 0; is_good && i < G_N_ELEMENTS(numbers); i++)
		is_good = g_ascii_string_to_unsigned(
			cells[i + 1], 10, 0, G_MAXUINT64, numbers[i], NULL);
	if (is_good) {
		struct gs_measured_message *kept = g_memdup2(&message, sizeof message);
		GPtrArray *all = g_hash_table_lookup(measured->said, &message.call);
		kept->text = g_utf8_make_valid(cells[5], -1);
		if (!all) {
			all = g_ptr_array_new_with_free_func(free_message);
			g_hash_table_insert(measured->said, &kept->call, all);
		}
		g_ptr_array_add(all, kept);
	}
	g_strfreev(cells);
	return true;
}

struct gs_measured *gs_measured_parse(char *text, char **why)
{
	struct gs_measured *measured = g_new0(struct gs_measured, 1);
	char *line, *next;
	measured->rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
	measured->said = g_hash_table_new_full(
		g_int64_hash, g_int64_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
	for (line = text; (next = strchr(line, '\n')); line = next + 1) {
		*next = 0;
		if (measured->n_columns && read_message(measured, line))
			continue;
		if (measured->n_columns)
			read_row(measured, line);
		else if (!read_header(measured, line))
			break;
	}
	if (measured->n_columns)
		return measured;
	*why = g_strdup("nothing was measured");
	gs_measured_free(measured);
	return NULL;
}

void gs_measured_free(struct gs_measured *measured)
{
	if (!measured)
		return;
	g_hash_table_destroy(measured->rows);
	g_hash_table_destroy(measured->said);
	g_free(measured);
}

const struct gs_measured_row *gs_measured_find(const struct gs_measured *measured, uint64_t call)
{
	return g_hash_table_lookup(measured->rows, &call);
}

const struct gs_measured_message *gs_measured_said(
	const struct gs_measured *measured, uint64_t call, size_t i)
{
	const GPtrArray *all = g_hash_table_lookup(measured->said, &call);
	return all && i < all->len ? all->pdata[i] : NULL;
}
