/* SPDX-License-Identifier: MIT */
/* Queries for values of all elements as a table, and for what a geometry shader emits. */
#include "frontend/private.h"

#include <string.h>

/* ---- the table ---- */

struct table {
	struct gs_query query;
	char **expressions;
	GPtrArray *fields; /* struct gs_field */
};

/* Fetch the expressions at all elements; skip those without a value at each element here. */
static bool get_table(struct gs_query *query)
{
	struct table *table = (struct table *)query;
	for (char **e = table->expressions; *e && !gs_query_is_cancelled(query); e++) {
		struct gs_field *field = gs_session_values(query->session, *e, NULL);
		if (field)
			g_ptr_array_add(table->fields, field);
	}
	return true;
}

static unsigned take_table(struct gs_controller *c, struct gs_query *query)
{
	g_ptr_array_unref(c->state.table);
	c->state.table = g_steal_pointer(&((struct table *)query)->fields);
	return GS_PART_TABLE;
}

static void clear_table(struct gs_query *query)
{
	struct table *table = (struct table *)query;
	g_strfreev(table->expressions);
	g_clear_pointer(&table->fields, g_ptr_array_unref);
}

static const struct gs_query_class table_class = {
	.size = sizeof(struct table),
	.doing = "fetching all elements",
	.flags = GS_QUERY_NEEDS_SHADER,
	.parts = GS_PART_TABLE,
	.work = get_table,
	.take = take_table,
	.clear = clear_table,
};

enum { MAX_TABLE = 8, MAX_SCALARS = 16 };

static bool is_in_or_out(const struct gs_value_node *node)
{
	return strstr(node->qualifier, "in") || strstr(node->qualifier, "out") ||
	       !strcmp(node->qualifier, "attribute") || !strcmp(node->name, "gl_Position");
}

/* Return the expressions of the table: watches, inputs and outputs; g_strfreev. */
static char **table_expressions(const struct gs_ui_state *state)
{
	GPtrArray *wanted = g_ptr_array_new();
	for (guint i = 0; i < state->watches->len; i++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		g_ptr_array_add(wanted, g_strdup(watch->expression));
	}
	for (guint i = 0; i < state->variables->len && wanted->len < MAX_TABLE; i++) {
		const struct gs_value_node *node = g_ptr_array_index(state->variables, i);
		bool known = g_ptr_array_find_with_equal_func(
			wanted, node->name, g_str_equal, NULL);
		if (is_in_or_out(node) && !known && !node->is_opaque && !node->error &&
			(!node->is_builtin || !strcmp(node->name, "gl_Position")) &&
			node->n_scalars <= MAX_SCALARS)
			g_ptr_array_add(wanted, g_strdup(node->name));
	}
	g_ptr_array_add(wanted, NULL);
	return (char **)g_ptr_array_free(wanted, FALSE);
}

void gs_controller_push_table(struct gs_controller *c)
{
	struct table *table = gs_controller_new_query(c, &table_class);
	table->expressions = table_expressions(&c->state);
	table->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	gs_controller_push_query(c, &table->query);
}

/* ---- emitted vertices ---- */

struct emitted {
	struct gs_query query;
	GPtrArray *vertices; /* struct gs_ui_emission */
	char **undefined;
	struct gs_emissions *emissions; /* of all elements; NULL: unknown */
};

static struct gs_ui_emission *new_emission(const struct gs_emitted *emitted, size_t i)
{
	const struct gs_emitted_vertex *from = &emitted->vertices[i];
	struct gs_ui_emission *to = g_new0(struct gs_ui_emission, 1);
	to->vertex = from->vertex;
	to->strip = from->strip;
	to->stream = from->stream;
	to->emitted = from->emitted;
	to->values = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	for (size_t k = 0; from->emitted && k < emitted->n_names; k++)
		g_ptr_array_add(
			to->values, gs_value_node_from(emitted->names[k], &from->values[k], NULL));
	return to;
}

static bool get_emitted(struct gs_query *query)
{
	struct emitted *e = (struct emitted *)query;
	struct gs_emitted *emitted = gs_session_emitted(query->session, &query->error);
	if (!emitted)
		return false;
	for (size_t i = 0; i < emitted->n_vertices; i++)
		g_ptr_array_add(e->vertices, new_emission(emitted, i));
	e->undefined = g_steal_pointer(&emitted->undefined);
	gs_emitted_free(emitted);
	/* May fail: then only the focus element's are shown. */
	e->emissions = gs_session_emissions(query->session, NULL);
	return true;
}

static unsigned take_emitted(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct emitted *e = (struct emitted *)query;
	g_ptr_array_unref(state->emitted.vertices);
	state->emitted.vertices = g_steal_pointer(&e->vertices);
	g_strfreev(state->emitted.undefined);
	state->emitted.undefined = g_steal_pointer(&e->undefined);
	gs_emissions_free(state->emitted.all);
	state->emitted.all = g_steal_pointer(&e->emissions);
	g_free(state->emitted.note);
	state->emitted.note = gs_controller_note(query->error);
	return GS_PART_EMITTED;
}

static void clear_emitted(struct gs_query *query)
{
	struct emitted *e = (struct emitted *)query;
	g_clear_pointer(&e->vertices, g_ptr_array_unref);
	g_strfreev(e->undefined);
	gs_emissions_free(e->emissions);
}

static const struct gs_query_class emitted_class = {
	.size = sizeof(struct emitted),
	.doing = "fetching all elements",
	.flags = GS_QUERY_NEEDS_SHADER,
	.parts = GS_PART_EMITTED,
	.work = get_emitted,
	.take = take_emitted,
	.clear = clear_emitted,
};

void gs_controller_push_emitted(struct gs_controller *c)
{
	struct emitted *e = gs_controller_new_query(c, &emitted_class);
	e->vertices = g_ptr_array_new_with_free_func(gs_ui_emission_free);
	gs_controller_push_query(c, &e->query);
}
