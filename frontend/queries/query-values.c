/* SPDX-License-Identifier: MIT */
/* Queries for values of the focus element: variables in scope, watches, the expression under the
 * pointer. */
#include "frontend/private.h"

#include <string.h>
#include "debugger/session/program/bound.h"

struct values {
	struct gs_query query;
	char **expressions;   /* watches */
	char **wanted;	      /* names of large variables to fetch, too */
	GPtrArray *variables; /* struct gs_value_node */
	GPtrArray *values;    /* struct gs_value_node, one for each of .expressions */
};

/* ---- in the session's thread ---- */

/* Variables with more scalars are fetched only if the user has expanded them. */
enum { MAX_SCALARS = 64 };

/* Return whether the type is opaque (a sampler, an image, ...), so that it has no value to
 * fetch. */
static bool is_opaque(const char *type)
{
	return strstr(type, "sampler") || strstr(type, "image") ||
	       g_str_has_prefix(type, "atomic_uint");
}

static bool is_deferred(const struct values *v, const struct gs_variable_info *variable)
{
	if (v->wanted && g_strv_contains((const char *const *)v->wanted, variable->name))
		return false;
	if (variable->is_builtin &&
		(!strcmp(variable->qualifier, "uniform") || !strcmp(variable->qualifier, "const")))
		return true;
	/* A member of an unnamed output block has no value, and would need another program at each
	 * step. */
	if (!variable->is_named && !strcmp(variable->qualifier, "out"))
		return true;
	size_t n = gs_type_name_scalars(variable->type);
	return n ? n > MAX_SCALARS : strchr(variable->type, '[') != NULL;
}

static struct gs_value_node *value_node(
	const char *expression, const struct gs_value *value, const char *type, const GError *error)
{
	if (!error)
		return gs_value_node_from(expression, value, type);
	struct gs_value_node *node = gs_value_node_new(expression);
	node->error = g_strdup(error->message);
	return node;
}

/* ---- samplers and images: what is bound to them ---- */

static struct gs_value_node *bound_node(const char *name, const struct gs_bound *bound)
{
	struct gs_value_node *node = gs_value_node_new(name);
	node->is_opaque = true;
	if (!bound)
		return node;
	g_free(node->text);
	node->text = gs_bound_text(bound);
	g_free(node->type);
	node->type = g_strdup(bound->type);
	return node;
}

static void add_elements(struct gs_value_node *node, const GArray *all)
{
	node->children = g_new0(struct gs_value_node *, all->len);
	node->n_children = all->len;
	for (guint i = 0; i < all->len; i++) {
		g_autofree char *expression = g_strdup_printf("%s[%u]", node->expression, i);
		struct gs_value_node *child = bound_node(
			expression, &g_array_index(all, struct gs_bound, i));
		g_free(child->name);
		child->name = g_strdup_printf("[%u]", i);
		node->children[i] = child;
	}
}

/* Return a node that tells what is bound to a sampler or image, or to each element of an array of
 * them. Return NULL if the expression is none of the program's, or bindings is NULL. */
static struct gs_value_node *opaque_node(const struct gs_bindings *bindings, const char *expression)
{
	bool is_array = false;
	g_autoptr(GArray) all = bindings ? gs_bindings_find(bindings, expression, &is_array) : NULL;
	if (!all)
		return NULL;
	if (!is_array)
		return bound_node(expression, &g_array_index(all, struct gs_bound, 0));
	struct gs_value_node *node = bound_node(expression, NULL);
	add_elements(node, all);
	return node;
}

static void add_variable(
	struct values *v, const struct gs_variable_info *info, struct gs_value_node *node)
{
	if (!node->type[0]) {
		g_free(node->type);
		node->type = g_strdup(info->type);
	}
	node->qualifier = info->qualifier ? info->qualifier : "";
	node->changed = info->changed;
	node->is_builtin = info->is_builtin;
	node->unwritten |= !info->written && !node->is_opaque;
	node->never_written_by = info->never_written_by;
	node->dropped |= info->dropped;
	g_ptr_array_add(v->variables, node);
}

/* Fetch all values in one request, which the session packs into as few draws as it can. */
static bool fetch_values(struct values *v, struct gs_variable_info *scope, size_t n_scope)
{
	size_t n_watches = v->expressions ? g_strv_length(v->expressions) : 0, n = 0;
	const char **names = g_new0(const char *, n_scope + n_watches + 1);
	for (size_t i = 0; i < n_scope; i++)
		if (!is_opaque(scope[i].type) && !is_deferred(v, &scope[i]))
			names[n++] = scope[i].name;
	for (size_t i = 0; i < n_watches; i++)
		names[n++] = v->expressions[i];
	struct gs_value *values = g_new0(struct gs_value, n + 1);
	char **types = g_new0(char *, n + 1);
	GError **errors = g_new0(GError *, n + 1);
	bool ok = !n || gs_session_print_many(
				v->query.session, names, n, values, types, errors, &v->query.error);
	size_t at = 0;
	bool any_opaque = false;
	for (size_t i = 0; i < n_scope; i++)
		any_opaque |= is_opaque(scope[i].type);
	struct gs_bindings *bindings = any_opaque ? gs_bindings_get(v->query.session, NULL) : NULL;
	for (size_t i = 0; i < n_scope; i++) {
		struct gs_value_node *node;
		if (is_opaque(scope[i].type)) {
			node = gs_bound_is_uniform(scope, n_scope, scope[i].name)
				       ? opaque_node(bindings, scope[i].name)
				       : NULL;
			node = node ? node : bound_node(scope[i].name, NULL);
		} else if (is_deferred(v, &scope[i])) {
			node = gs_value_node_new(scope[i].name);
			node->is_deferred = true;
		} else {
			node = ok ? value_node(names[at], &values[at], types[at], errors[at])
				  : gs_value_node_new(scope[i].name);
			at++;
		}
		add_variable(v, &scope[i], node);
	}
	for (; ok && at < n; at++) {
		bool may_be = errors[at] && gs_bound_is_uniform(scope, n_scope, names[at]);
		struct gs_value_node *node = may_be ? opaque_node(bindings, names[at]) : NULL;
		g_ptr_array_add(v->values,
			node ? node : value_node(names[at], &values[at], types[at], errors[at]));
	}
	for (size_t i = 0; i < n; i++) {
		if (ok && !errors[i])
			gs_value_clear(&values[i]);
		g_free(types[i]);
		g_clear_error(&errors[i]);
	}
	gs_bindings_free(bindings);
	g_free(names);
	g_free(values);
	g_free(types);
	g_free(errors);
	return ok;
}

static bool get_values(struct gs_query *query)
{
	struct values *v = (struct values *)query;
	struct gs_variable_info *scope = NULL;
	size_t n = 0;
	if (!gs_session_scope(query->session, &scope, &n, &query->error))
		return false;
	bool ok = fetch_values(v, scope, n);
	gs_variables_free(scope, n);
	return ok;
}

/* ---- in the main loop ---- */

/* Show the first watch as the image. Return the parts of the state that changed. */
static unsigned show_first_watch(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	if (state->image.shown != GS_SHOW_AUTOMATIC)
		return 0;
	for (guint i = 0; i < state->watches->len; i++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		if (!watch->scalars || !watch->scalars[0])
			continue;
		gs_ui_state_show(state, watch);
		gs_controller_push_image(c);
		return GS_PART_IMAGE;
	}
	return 0;
}

static unsigned move_values(struct gs_controller *c, struct values *v)
{
	g_ptr_array_unref(c->state.variables);
	c->state.variables = g_steal_pointer(&v->variables);
	const GPtrArray *watches = c->state.watches;
	for (guint i = 0; i < watches->len; i++) {
		struct gs_watch *watch = g_ptr_array_index(watches, i);
		for (guint k = 0; k < v->values->len && v->expressions[k]; k++) {
			if (strcmp(v->expressions[k], watch->expression) ||
				!g_ptr_array_index(v->values, k))
				continue;
			gs_value_node_free(watch->node);
			watch->node = g_steal_pointer(&g_ptr_array_index(v->values, k));
			if (!watch->node->error) {
				g_strfreev(watch->scalars);
				watch->scalars = gs_value_node_scalars(watch->node);
			}
			break;
		}
	}
	if (v->query.error)
		gs_controller_say_of_query(c, v->query.error->message);
	if (!c->was_shown && c->state.watches->len) {
		unsigned parts = show_first_watch(c);
		c->was_shown = parts != 0;
		return GS_PART_VALUES | parts;
	}
	return GS_PART_VALUES;
}

static unsigned take_values(struct gs_controller *c, struct gs_query *query)
{
	unsigned parts = move_values(c, (struct values *)query);
	if (!c->rest_due)		     /* else gs_order.rest does it */
		c->order->refresh_wanted(c); /* the table's expressions are known now */
	return parts;
}

static void clear_values(struct gs_query *query)
{
	struct values *v = (struct values *)query;
	g_strfreev(v->expressions);
	g_strfreev(v->wanted);
	g_clear_pointer(&v->variables, g_ptr_array_unref);
	g_clear_pointer(&v->values, g_ptr_array_unref);
}

static const struct gs_query_class values_class = {
	.size = sizeof(struct values),
	.doing = "fetching values",
	.parts = GS_PART_VALUES,
	.flags = GS_QUERY_NEEDS_SHADER | GS_QUERY_FOR_FOCUS_VALUES | GS_QUERY_MAY_NEED_PROGRAM,
	.work = get_values,
	.take = take_values,
	.clear = clear_values,
};

static GPtrArray *new_nodes(void)
{
	return g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
}

void gs_controller_push_values(struct gs_controller *c)
{
	if (!c->state.in_shader)
		return;
	struct values *v = gs_controller_new_query(c, &values_class);
	const GPtrArray *watches = c->state.watches;
	v->variables = new_nodes();
	v->values = new_nodes();
	v->expressions = g_new0(char *, watches->len + 1);
	for (guint i = 0; i < watches->len; i++)
		v->expressions[i] = g_strdup(
			((struct gs_watch *)g_ptr_array_index(watches, i))->expression);
	v->wanted = g_new0(char *, c->wanted->len + 1);
	for (guint i = 0; i < c->wanted->len; i++)
		v->wanted[i] = g_strdup(g_ptr_array_index(c->wanted, i));
	gs_controller_push_query(c, &v->query);
}

void gs_controller_fetch(struct gs_controller *c, const char *variable)
{
	g_ptr_array_add(c->wanted, g_strdup(variable));
	gs_controller_push_values(c);
}

/* ---- the text under the pointer, which may be no expression ---- */

struct hover {
	struct gs_query query;
	char *expression;
	struct gs_value_node *node;
};

static bool get_hover(struct gs_query *query)
{
	struct hover *h = (struct hover *)query;
	struct gs_value value = {0};
	g_autofree char *type = NULL;
	if (!gs_session_print(query->session, h->expression, &value, &type, &query->error))
		return false;
	h->node = gs_value_node_from(h->expression, &value, type);
	gs_value_clear(&value);
	return true;
}

static unsigned take_hover(struct gs_controller *c, struct gs_query *query)
{
	if (c->hover)
		c->hover(c->hover_data, query->ok ? ((struct hover *)query)->node : NULL);
	return 0;
}

static void clear_hover(struct gs_query *query)
{
	struct hover *h = (struct hover *)query;
	g_free(h->expression);
	gs_value_node_free(h->node);
}

static const struct gs_query_class hover_class = {
	.size = sizeof(struct hover),
	.doing = "fetching values",
	.flags = GS_QUERY_NEEDS_SHADER,
	.work = get_hover,
	.take = take_hover,
	.clear = clear_hover,
};

void gs_controller_hover(
	struct gs_controller *c, const char *expression, gs_hover_func func, gpointer data)
{
	c->hover = func;
	c->hover_data = data;
	if (!c->state.in_shader || c->n_waiting)
		return;
	struct hover *h = gs_controller_new_query(c, &hover_class);
	h->expression = g_strdup(expression);
	gs_controller_push_query(c, &h->query);
}

void gs_controller_unhover(struct gs_controller *c)
{
	c->hover = NULL;
}
