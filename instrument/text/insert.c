/* SPDX-License-Identifier: MIT */
/* Inserts text at a site, in a form that fits there. */
#include <string.h>
#include "instrument/text/choice.h"
#include "instrument/text/insert.h"
#include "instrument/text/names.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/path-recording.h"
#include "instrument/text/rewrite.h"

static bool is_pure(const struct gs_node *node)
{
	const char *op, *name;

	if (!node)
		return true;
	switch (node->kind) {
	case GS_NODE_ASSIGN:
	case GS_NODE_POSTFIX:
		return false;
	case GS_NODE_UNARY:
		op = node->unit->tokens[node->op_token].text;
		if (!strcmp(op, "++") || !strcmp(op, "--"))
			return false;
		break;
	case GS_NODE_CALL:
		name = node->unit->tokens[node->name_token].text;
		if (node->function || node->symbol || g_str_has_prefix(name, "atomic") ||
			g_str_has_prefix(name, "image"))
			return false;
		break;
	default:
		break;
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (!is_pure(node->child[i]))
			return false;
	return true;
}

static bool is_value_argument(const struct gs_node *call, size_t i)
{
	const struct gs_function *f = call->function;

	if (call->child[i]->type.base == GS_BASE_OPAQUE ||
		call->child[i]->type.base == GS_BASE_UNKNOWN)
		return false;
	i -= gs_call_first_argument(call);
	return i < f->n_parameters &&
	       (!f->parameters[i] || f->parameters[i]->storage == GS_STORAGE_PARAMETER_IN ||
		       f->parameters[i]->storage == GS_STORAGE_CONST);
}

static bool is_local_struct(const struct gs_type *type, const struct gs_node *at)
{
	/* its name is not known where the temporary would be declared */
	if (type->base != GS_BASE_STRUCT || !type->structure)
		return false;
	const struct gs_node *root = at->unit->root;
	for (size_t i = 0; i < root->n_children; i++)
		for (unsigned t = root->child[i] ? root->child[i]->first : 1;
			root->child[i] && t < root->child[i]->last; t++) {
			if (root->child[i]->kind == GS_NODE_FUNCTION)
				break;
			if (!strcmp(at->unit->tokens[t].text, "struct") &&
				!strcmp(at->unit->tokens[t + 1].text, type->structure->name))
				return false;
		}
	return true;
}

/* Inserts text before a call, in a form that fits there. */
static void insert_before_call(
	const struct gs_insertion *in, const struct gs_node *call, const char *text)
{
	const struct gs_node *parent = call->parent;

	if (parent && parent->kind == GS_NODE_RETURN && call->type.base == GS_BASE_VOID) {
		char *statement = g_strdup_printf("(%s);", text);
		gs_token_edit_statement(in->edits, parent, statement);
		g_free(statement);
		return;
	}
	char *prefix = g_strdup_printf("(%s, ", text);
	gs_token_edit_wrap(in->edits, call, prefix, ")");
	g_free(prefix);
}

/* Inserts text before a call but after its arguments: into the last argument that is a value, which
 * is kept in a variable where evaluating it has an effect. */
void gs_insert_at_call(const struct gs_insertion *in, const struct gs_node *call, const char *text)
{
	size_t k = call->n_children;
	bool all_pure = true;

	if (call->choice) {
		gs_choice_wrap(in->rw, in->edits, in->site, text);
		return;
	}
	for (size_t i = 0; i < call->n_children; i++) {
		all_pure = all_pure && is_pure(call->child[i]);
		if (is_value_argument(call, i))
			k = i;
	}
	if (all_pure || k == call->n_children || is_local_struct(&call->child[k]->type, call)) {
		insert_before_call(in, call, text);
		return;
	}
	const struct gs_node *argument = call->child[k];
	char *prefix, *suffix, *type = gs_names_type(in->rw, &argument->type);
	if (is_pure(argument)) {
		prefix = g_strdup_printf("(%s, ", text);
		suffix = g_strdup(")");
	} else {
		bool plain = argument->type.base != GS_BASE_STRUCT &&
			     argument->type.base != GS_BASE_BOOL;
		char *declaration = gs_rewrite_text(
			in->rw, "%s%s @a%u; ", plain ? in->rw->highp : "", type, in->number);
		const struct gs_node *definition = in->definition;
		gs_token_edit_before(
			in->rw->edits[definition->unit->index], definition->first, declaration);
		prefix = gs_rewrite_text(in->rw, "(@a%u = (", in->number);
		suffix = gs_rewrite_text(in->rw, "), %s, @a%u)", text, in->number);
		g_free(declaration);
	}
	gs_token_edit_wrap(in->edits, argument, prefix, suffix);
	g_free(prefix);
	g_free(suffix);
	g_free(type);
}

/* Keeps the condition's value in a variable of its own, because a driver may read c last in `(c =
 * a, c) || (c = b, c)`. */
static void insert_at_condition(
	const struct gs_insertion *in, const struct gs_node *condition, const char *text)
{
	const struct gs_node *e = gs_condition_expression(condition);
	char *prefix, *suffix;
	GString *value;

	if (!e)
		return;
	char *kept = gs_rewrite_text(in->rw, "@c%u", in->number);
	value = g_string_new("");
	if (e->is_constant) /* must stay a constant: what it rules out may not even link */
		gs_rewrite_tokens(in->rw, e->unit, e->first, e->last, value);
	else
		g_string_append(value, kept);
	prefix = gs_rewrite_text(in->rw, "(%s, %s = (", text, kept);
	suffix = gs_rewrite_text(in->rw, "), (%s) && (@true = %s, @false = !%s, true), %s)",
		*in->guard ? in->guard : "true", kept, kept, value->str);
	gs_token_edit_wrap(in->edits, e, prefix, suffix);
	gs_rewrite_append(in->rw, in->rw->globals, "bool %s;\n", kept);
	g_string_free(value, TRUE);
	g_free(kept);
	g_free(prefix);
	g_free(suffix);
}

static void insert_at_switch(const struct gs_insertion *in, const char *text)
{
	struct gs_rewrite *rw = in->rw;
	bool is_unsigned = gs_switch_is_unsigned(in->site);
	char *variable = gs_rewrite_text(rw, "@s%c", is_unsigned ? 'u' : 'i');
	char *word = gs_word_name(rw, 1),
	     *prefix = gs_rewrite_text(rw, "(%s, %s = (", text, variable);
	GString *choice = g_string_new("");
	char *suffix;

	gs_switch_case(rw, in->site->id, variable, choice);
	suffix = g_strdup_printf("), (%s) && (%s = %s(%s + 1), true), %s)",
		*in->guard ? in->guard : "true", word, rw->is_float ? "float" : "uint", choice->str,
		variable);
	gs_token_edit_wrap(in->edits, in->site->node->child[0], prefix, suffix);
	if (g_hash_table_add(rw->temporaries, g_strdup(variable)))
		gs_rewrite_append(rw, rw->globals, "%s%s %s;\n", rw->highp,
			is_unsigned ? "uint" : "int", variable);
	g_free(variable);
	g_free(word);
	g_free(prefix);
	g_free(suffix);
	g_string_free(choice, TRUE);
}

/* Repeats qualifiers and type of a declaration. For a struct that the declaration defines it gives
 * the name, and names the struct if it has none. */
static void repeat_specifiers(const struct gs_insertion *in, GString *out)
{
	const struct gs_node *declaration = in->site->node;
	const struct gs_unit *unit = declaration->unit;
	unsigned first = declaration->first, last = declaration->child[0]->first - 1, at = first;

	while (at <= last && strcmp(unit->tokens[at].text, "struct"))
		at++;
	if (at > last) {
		gs_rewrite_tokens(in->rw, unit, first, last, out);
		return;
	}
	if (at > first)
		gs_rewrite_tokens(in->rw, unit, first, at - 1, out);
	if (strcmp(unit->tokens[at + 1].text, "{")) {
		g_string_append_c(out, ' ');
		gs_rewrite_tokens(in->rw, unit, at + 1, at + 1, out);
		return;
	}
	char *name = gs_rewrite_text(in->rw, " @struct%u", at);
	gs_token_edit_after(in->edits, at, name);
	g_string_append(out, name);
	g_free(name);
}

/* `float a = f(), b = g();` at b: `float a = f(); <text> float b = g();` */
static void split_declaration(const struct gs_insertion *in, const char *text)
{
	const struct gs_node *declaration = in->site->node, *declarator = in->site->marked;
	const struct gs_unit *unit = declaration->unit;
	unsigned comma = declarator->first - 1;
	GString *out = g_string_new("; ");

	if (strcmp(unit->tokens[comma].text, ",")) {
		gs_rewrite_fail(in->rw, "no code can be inserted before this declarator: give it a "
					"declaration of its own");
		g_string_free(out, TRUE);
		return;
	}
	g_string_append_printf(out, "%s ", text);
	repeat_specifiers(in, out);
	gs_token_edit_replace(in->edits, comma, out->str);
	g_string_free(out, TRUE);
	if (declaration->parent->kind != GS_NODE_BLOCK)
		gs_token_edit_statement(in->edits, declaration, "");
}

static void insert_statement(
	const struct gs_insertion *in, const struct gs_node *statement, const char *text)
{
	char *s = g_strconcat("(", text, ");", NULL);

	gs_token_edit_statement(in->edits, statement, s);
	g_free(s);
}

const struct gs_node *gs_insertion_node(const struct gs_site *site)
{
	switch (site->kind) {
	case GS_SITE_IF:
	case GS_SITE_TERNARY:
	case GS_SITE_LOGICAL:
	case GS_SITE_LOOP_TEST:
		return gs_condition_expression(site->marked) ? gs_condition_expression(site->marked)
							     : site->marked;
	case GS_SITE_SWITCH:
		return site->node->child[0];
	case GS_SITE_LOOP_INIT:
		return gs_node_is_loop(site->node) ? site->node : site->node->parent;
	case GS_SITE_DECLARATION:
	case GS_SITE_LOOP_NEXT:
		return site->marked;
	case GS_SITE_CALL:
		return site->marked->choice ? site->marked->child[0] : site->marked;
	default:
		return site->node;
	}
}

void gs_insert_at_site(const struct gs_insertion *in, const char *text)
{
	const struct gs_site *site = in->site;
	char *whole;

	switch (site->kind) {
	case GS_SITE_EXPRESSION:
	case GS_SITE_EMIT:
	case GS_SITE_RETURN:
	case GS_SITE_DISCARD:
		insert_statement(in, site->node, text);
		break;
	case GS_SITE_DECLARATION:
		if (site->marked == site->node || site->marked == site->node->child[0]) {
			insert_statement(in, site->node, text);
			break;
		}
		whole = g_strconcat("(", text, ");", NULL);
		split_declaration(in, whole);
		g_free(whole);
		break;
	case GS_SITE_IF:
	case GS_SITE_TERNARY:
	case GS_SITE_LOGICAL:
	case GS_SITE_LOOP_TEST:
		insert_at_condition(in, site->marked, text);
		break;
	case GS_SITE_SWITCH:
		insert_at_switch(in, text);
		break;
	case GS_SITE_LOOP_INIT:
		insert_statement(
			in, gs_node_is_loop(site->node) ? site->node : site->node->parent, text);
		break;
	case GS_SITE_LOOP_NEXT:
		whole = g_strconcat("(", text, ", ", NULL);
		gs_token_edit_wrap(in->edits, site->marked, whole, ")");
		g_free(whole);
		break;
	case GS_SITE_CALL:
		gs_insert_at_call(in, site->marked, text);
		break;
	case GS_SITE_END:
		break;
	}
}
