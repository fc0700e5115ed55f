/* SPDX-License-Identifier: MIT */
#include "analysis/timed.h"

#include <json-glib/json-glib.h>

struct gs_timed {
	GHashTable *rows; /* call -> struct gs_timed_row */
	char *method;
};

struct gs_timed *gs_timed_new(void)
{
	struct gs_timed *timed = g_new0(struct gs_timed, 1);
	timed->rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
	return timed;
}

void gs_timed_free(struct gs_timed *timed)
{
	if (!timed)
		return;
	g_hash_table_destroy(timed->rows);
	g_free(timed->method);
	g_free(timed);
}

void gs_timed_set_method(struct gs_timed *timed, const char *method)
{
	g_free(timed->method);
	timed->method = g_strdup(method);
}

const char *gs_timed_method(const struct gs_timed *timed)
{
	return timed->method ? timed->method : "";
}

void gs_timed_add(struct gs_timed *timed, const struct gs_timed_row *row)
{
	struct gs_timed_row *copy = g_memdup2(row, sizeof(*row));
	copy->why = g_intern_string(row->why); /* there are few texts */
	g_hash_table_replace(timed->rows, &copy->call, copy);
}

size_t gs_timed_count(const struct gs_timed *timed)
{
	return g_hash_table_size(timed->rows);
}

const struct gs_timed_row *gs_timed_find(const struct gs_timed *timed, uint64_t call)
{
	return g_hash_table_lookup(timed->rows, &call);
}

/* ---- what the player prints ---- */

static uint64_t number_at(JsonObject *row, const char *name)
{
	return (uint64_t)json_object_get_int_member_with_default(row, name, 0);
}

static void parse_line(struct gs_timed *timed, const char *line)
{
	g_autoptr(JsonParser) parser = json_parser_new();
	JsonNode *root = json_parser_load_from_data(parser, line, -1, NULL)
				 ? json_parser_get_root(parser)
				 : NULL;
	JsonObject *row = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
	if (row && json_object_has_member(row, "call")) {
		const struct gs_timed_row told = {.call = number_at(row, "call"),
			.cpu = number_at(row, "cpu_ns"),
			.gpu = number_at(row, "gpu_ns"),
			.gpu_spread = number_at(row, "spread_ns"),
			.why = json_object_get_string_member_with_default(row, "why", NULL)};
		gs_timed_add(timed, &told);
	} else if (row && json_object_has_member(row, "method")) {
		gs_timed_set_method(timed, json_object_get_string_member(row, "method"));
	}
}

struct gs_timed *gs_timed_parse(const char *text)
{
	struct gs_timed *timed = gs_timed_new();
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++)
		parse_line(timed, *line);
	if (timed->method)
		return timed;
	gs_timed_free(timed);
	return NULL;
}

void gs_time_sum_add(struct gs_time_sum *sum, const struct gs_time_sum *other)
{
	sum->cpu += other->cpu;
	sum->gpu += other->gpu;
	sum->gpu_spread += other->gpu_spread;
	if (!sum->why_no_cpu)
		sum->why_no_cpu = other->why_no_cpu;
	if (!sum->why_no_gpu)
		sum->why_no_gpu = other->why_no_gpu;
}

void gs_time_sum_forget(struct gs_time_sum *sum, const char *why)
{
	const struct gs_time_sum unknown = {.why_no_cpu = why, .why_no_gpu = why};
	gs_time_sum_add(sum, &unknown);
}
