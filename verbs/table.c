/* SPDX-License-Identifier: MIT */
#include "verbs/table.h"

#include "analysis/timeline.h"

#include <math.h>
#include <string.h>
#include "verbs/shapes.h"

const struct gs_verb *gs_table_verb(size_t i)
{
	const struct gs_verb *verb;
	for (size_t k = 0; (verb = gs_verb_at(k)); k++)
		if (verb->tab && i-- == 0)
			return verb;
	return NULL;
}

/* ---- what the shape of the result says ---- */

struct shaped {
	GPtrArray *rows; /* of which there is at most one */
	GArray *columns;
	GString *summary;
	bool has_calls, has_lists;
};

static bool is_plain(const char *type, size_t n)
{
	static const char *const plain[] = {
		"integer", "number", "string", "boolean", "string|null", "integer|null"};
	for (size_t i = 0; i < G_N_ELEMENTS(plain); i++)
		if (strlen(plain[i]) == n && !strncmp(plain[i], type, n))
			return true;
	return false;
}

/* "first_call" as people write it; g_free. */
static char *title_of(const char *name, size_t length)
{
	char *title = g_strdelimit(g_strndup(name, length), "_", ' ');
	*title = g_ascii_toupper(*title);
	return title;
}

static void add_column(GArray *columns, char *title, char *cell, int width)
{
	const struct gs_tab_column column = {title, cell, width};
	g_array_append_val(columns, column);
}

static bool is_named(const char *const *names, const char *name, size_t length)
{
	for (; *names; names++)
		if (strlen(*names) == length && !strncmp(*names, name, length))
			return true;
	return false;
}

static void take_column(
	gpointer data, const char *name, size_t length, bool may_lack, const char *type, size_t n)
{
	enum { NUMBER_WIDTH = 80, LETTER = 8, ARROW = 30 }; /* pixels */
	static const char *const calls[] = {"call", "first_call", "calls", NULL};
	struct shaped *shaped = data;
	bool is_text = n >= strlen("string") && !strncmp(type, "string", strlen("string"));
	bool is_call = is_named(calls, name, length);
	shaped->has_calls |= is_call;
	shaped->has_lists |= is_call && *type == '[';
	if (is_plain(type, n) && *name != '*')
		add_column(shaped->columns, title_of(name, length),
			g_strdup_printf("{%.*s}", (int)length, name),
			is_text ? 0 : MAX(NUMBER_WIDTH, (int)length * LETTER + ARROW));
}

/* "{frames!frames {frames}}". What every reply about a file has is said elsewhere. */
static void add_summary(GString *summary, const char *name, size_t length)
{
	static const char *const known[] = {"file", "incomplete", NULL};
	g_autofree char *member = g_strndup(name, length);
	g_autofree char *words = g_strdelimit(g_strndup(name, length), "_", ' ');
	if (!is_named(known, name, length))
		g_string_append_printf(
			summary, "{%s!%s%s {%s}}", member, summary->len ? ", " : "", words, member);
}

/* The first member with rows; of a map, names stand first. */
static void take_member(
	gpointer data, const char *name, size_t length, bool may_lack, const char *type, size_t n)
{
	struct shaped *shaped = data;
	size_t record;
	const char *members = gs_shapes_record(type, n, &record);
	bool is_map = *type == '{' && n > 2 && type[1] == '*';
	if (is_plain(type, n) && *name != '*')
		add_summary(shaped->summary, name, length);
	if (shaped->rows->len || (!record && !is_map))
		return;
	g_ptr_array_add(shaped->rows, g_strndup(name, length));
	if (is_map)
		add_column(shaped->columns, g_strdup("Name"), g_strdup("{$}"), 0);
	if (!record)
		add_column(shaped->columns, g_strdup("Value"), g_strdup("{.}"), 0);
	gs_shapes_each(members, record, take_column, shaped);
}

static void clear_column(gpointer data)
{
	struct gs_tab_column *column = data;
	g_free((char *)column->title);
	g_free((char *)column->cell);
}

struct gs_table *gs_table_new(const struct gs_verb *verb)
{
	const struct gs_tab *tab = verb->tab;
	const char *end = strstr(verb->result, " | ");
	struct gs_table *table = g_new0(struct gs_table, 1);
	struct shaped shaped = {.rows = g_ptr_array_new(),
		.columns = g_array_new(FALSE, FALSE, sizeof(struct gs_tab_column)),
		.summary = g_string_new(NULL)};
	g_array_set_clear_func(shaped.columns, clear_column);
	gs_shapes_each(verb->result, end ? (size_t)(end - verb->result) : strlen(verb->result),
		take_member, &shaped);
	g_ptr_array_add(shaped.rows, NULL);
	if (tab->columns)
		g_array_set_size(shaped.columns, 0);
	for (const struct gs_tab_column *c = tab->columns; c && c->title; c++)
		add_column(shaped.columns, g_strdup(c->title), g_strdup(c->cell), c->width);
	table->verb = verb;
	table->columns = shaped.columns;
	table->rows = (char **)g_ptr_array_free(shaped.rows, FALSE);
	if (tab->rows) {
		g_strfreev(table->rows);
		table->rows = g_strsplit(tab->rows, " ", -1);
	}
	table->summary = tab->summary ? g_strdup(tab->summary) : g_strdup(shaped.summary->str);
	table->calls = g_strsplit(
		tab->call ? tab->call : "call call.index first_call calls", " ", -1);
	table->has_calls = tab->call || shaped.has_calls;
	table->has_lists = tab->of || shaped.has_lists;
	g_string_free(shaped.summary, TRUE);
	return table;
}

void gs_table_free(struct gs_table *table)
{
	if (!table)
		return;
	g_array_unref(table->columns);
	g_strfreev(table->rows);
	g_strfreev(table->calls);
	g_free(table->summary);
	g_free(table);
}

/* ---- what a reply says ---- */

void gs_table_each(const struct gs_table *table, JsonNode *tree, gs_table_func *func, gpointer data)
{
	const struct gs_told whole = {.node = tree, .root = tree};
	for (char **name = table->rows; *name; name++) {
		JsonNode *node = gs_tell_node(&whole, *name);
		JsonObject *map = node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node)
								       : NULL;
		JsonArray *list = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node)
								      : NULL;
		g_autoptr(GList) members = map ? json_object_get_members(map) : NULL;
		for (GList *member = members; member; member = member->next)
			func(data, &(struct gs_told){.root = tree,
					   .node = json_object_get_member(map, member->data),
					   .name = member->data});
		for (guint i = 0; list && i < json_array_get_length(list); i++)
			func(data, &(struct gs_told){.root = tree,
					   .node = json_array_get_element(list, i),
					   .number = i});
	}
}

char *gs_table_text(const struct gs_told *row, const char *template)
{
	GString *text = g_string_new(NULL);
	gs_tell_about(row, template, text);
	return g_string_free(text, FALSE);
}

/* Of a cell that is one member, and no more. */
static JsonNode *member_of(const struct gs_told *row, const char *cell)
{
	size_t length = strlen(cell);
	if (length < 3 || *cell != '{' || strcspn(cell + 1, "{}:#^?!=>*+@$") + 2 != length)
		return NULL;
	g_autofree char *path = g_strndup(cell + 1, length - 2);
	return gs_tell_node(row, path);
}

bool gs_table_number(const struct gs_told *row, const char *cell, double *number)
{
	JsonNode *node = member_of(row, cell);
	GType type = node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node)
							 : G_TYPE_NONE;
	*number = type == G_TYPE_INT64	  ? (double)json_node_get_int(node)
		  : type == G_TYPE_DOUBLE ? json_node_get_double(node)
					  : NAN;
	return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
}

static void add_call(GArray *calls, JsonNode *node)
{
	if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_INT64)
		return;
	uint64_t call = (uint64_t)json_node_get_int(node);
	g_array_append_val(calls, call);
}

GArray *gs_table_calls(
	const struct gs_table *table, const struct gs_told *row, uint64_t *of, bool *is_own)
{
	GArray *calls = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	JsonNode *n = table->verb->tab->of ? gs_tell_node(row, table->verb->tab->of) : NULL;
	*is_own = false;
	for (char **name = table->calls; *name && !calls->len; name++) {
		JsonNode *node = gs_tell_node(row, *name);
		JsonArray *list = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node)
								      : NULL;
		for (guint i = 0; list && i < json_array_get_length(list); i++)
			add_call(calls, json_array_get_element(list, i));
		if (node && !list)
			add_call(calls, node);
		*is_own = calls->len && !list;
	}
	*of = n && !*is_own ? (uint64_t)json_node_get_int(n) : calls->len;
	return calls;
}

/* ---- times ---- */

static const char *text_at(JsonObject *row, const char *name)
{
	JsonNode *node = json_object_get_member(row, name);
	return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_string(node) : NULL;
}

static uint64_t number_at(JsonObject *row, const char *name, bool *is_there)
{
	JsonNode *node = json_object_get_member(row, name);
	*is_there = node && JSON_NODE_HOLDS_VALUE(node);
	return *is_there ? (uint64_t)json_node_get_int(node) : 0;
}

static void add_span(gpointer timeline, const struct gs_told *told)
{
	JsonObject *row = json_node_get_object(told->node);
	const char *name = text_at(row, "function");
	bool is_there, has_gpu;
	const struct gs_timeline_call call = {.call = number_at(row, "call", &is_there),
		.frame = number_at(row, "frame", &is_there),
		.thread = (uint32_t)number_at(row, "thread", &is_there),
		.name = name ? name : "?",
		.program = text_at(row, "program"),
		.target = text_at(row, "target"),
		.began = number_at(row, "began_ns", &is_there),
		.took = number_at(row, "cpu_ns", &is_there),
		.gpu = number_at(row, "gpu_ns", &has_gpu),
		.has_gpu = has_gpu};
	gs_timeline_add(timeline, &call);
}

struct gs_timeline *gs_table_timeline(const struct gs_table *table, JsonNode *tree)
{
	struct gs_timeline *timeline = gs_timeline_new();
	gs_table_each(table, tree, add_span, timeline);
	return timeline;
}
