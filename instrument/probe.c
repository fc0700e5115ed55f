/* SPDX-License-Identifier: MIT */
/*
 * Code at a position.
 *
 * Frame 0 is main, edited in place. Each further function on the call path is copied under a new
 * name, and the call on the path goes to the copy: so the right invocation alone is touched. The
 * caller says in the flag `on<N>` whether this is the call meant (loops). Loops that enclose the
 * place count their iterations: -1 before the loop, ++ first in the body.
 */
#include <string.h>
#include "instrument/profile.h"
#include "instrument/rewrite.h"

struct frame {
	const struct gs_frame *where;
	const struct gs_site *site;
	const struct gs_site_place *place;
	const struct gs_flow_function *function;
	struct gs_edits *edits; /* the unit's own for main, a copy's for the others */
	char *guard;		/* condition for "the element stands here", "" always */
	char *name;		/* of the copy */
};

struct probe {
	struct gs_rewrite *rw;
	unsigned n;
	struct frame frame[GS_MAX_FRAMES];
	GString *hoisted[GS_MAX_FRAMES], *captures[GS_MAX_FRAMES]; /* operands of comma operators */
};

/* ---- conditions ---- */

/* `except`: a loop left out, -1 none. */
static char *make_guard(struct probe *p, unsigned index, int except)
{
	const struct frame *f = &p->frame[index];
	GString *g = g_string_new("");

	if (p->rw->dead)
		gs_rewrite_append(p->rw, g, "!@dead");
	if (index > 0)
		gs_rewrite_append(p->rw, g, "%s@on%u", g->len ? " && " : "", index);
	for (unsigned k = 0; k < f->where->n_iterations; k++) {
		if ((int)k == except)
			continue;
		int iteration = (int)f->where->iterations[k] - (f->place->in_test >> k & 1);
		gs_rewrite_append(
			p->rw, g, "%s@i%u_%u == %d", g->len ? " && " : "", index, k, iteration);
	}
	return g_string_free(g, FALSE);
}

/* hoisted, guard && (captures, last) - as one expression. */
static char *make_capture(struct probe *p, unsigned index, const char *last)
{
	const struct frame *f = &p->frame[index];
	const char *captures = p->captures[index]->str, *hoisted = p->hoisted[index]->str;
	GString *out = g_string_new("");

	if (*hoisted)
		g_string_append_printf(out, "%s, ", hoisted);
	if (!*captures)
		g_string_append_printf(
			out, *f->guard ? "(%2$s) && (%1$s)" : "%1$s", last, f->guard);
	else if (*f->guard)
		g_string_append_printf(out, "(%s) && (%s, %s)", f->guard, captures, last);
	else
		g_string_append_printf(out, "%s, %s", captures, last);
	return g_string_free(out, FALSE);
}

/* ---- inserting at a site ---- */

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
		if (node->function || g_str_has_prefix(name, "atomic") ||
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

/* Before the call, in a form that fits where it stands. */
static void insert_before_call(struct frame *f, const struct gs_node *call, const char *text)
{
	const struct gs_node *parent = call->parent;

	if (parent && parent->kind == GS_NODE_RETURN && call->type.base == GS_BASE_VOID) {
		char *statement = g_strdup_printf("(%s);", text);
		gs_edit_statement(f->edits, parent, statement);
		g_free(statement);
		return;
	}
	char *prefix = g_strdup_printf("(%s, ", text);
	gs_edit_wrap(f->edits, call, prefix, ")");
	g_free(prefix);
}

/* Before a call but after its arguments: with the last argument that is a value, kept in a variable
 * where evaluating it does something. */
static void insert_at_call(
	struct probe *p, struct frame *f, const struct gs_node *call, const char *text)
{
	size_t k = call->n_children;
	bool all_pure = true;

	for (size_t i = 0; i < call->n_children; i++) {
		all_pure = all_pure && is_pure(call->child[i]);
		if (is_value_argument(call, i))
			k = i;
	}
	if (all_pure || k == call->n_children || is_local_struct(&call->child[k]->type, call)) {
		insert_before_call(f, call, text);
		return;
	}
	const struct gs_node *argument = call->child[k];
	char *prefix, *suffix, *type = gs_type_string(&argument->type);
	if (is_pure(argument)) {
		prefix = g_strdup_printf("(%s, ", text);
		suffix = g_strdup(")");
	} else {
		bool plain = argument->type.base != GS_BASE_STRUCT &&
			     argument->type.base != GS_BASE_BOOL;
		unsigned index = (unsigned)(f - p->frame);
		char *declaration = gs_rewrite_text(
			p->rw, "%s%s @a%u; ", plain ? p->rw->highp : "", type, index);
		const struct gs_node *definition = f->function->function->definition;
		gs_edit_before(
			p->rw->edits[definition->unit->index], definition->first, declaration);
		prefix = gs_rewrite_text(p->rw, "(@a%u = (", index);
		suffix = gs_rewrite_text(p->rw, "), %s, @a%u)", text, index);
		g_free(declaration);
	}
	gs_edit_wrap(f->edits, argument, prefix, suffix);
	g_free(prefix);
	g_free(suffix);
	g_free(type);
}

static void insert_at_condition(
	struct probe *p, struct frame *f, const struct gs_node *condition, const char *text)
{
	const struct gs_node *e = gs_condition_expression(condition);
	char *prefix, *suffix;
	GString *value;

	if (!e)
		return;
	value = g_string_new("");
	if (e->is_constant) /* stays one: what it rules out may not even link */
		gs_tokens_emit(e->unit, e->first, e->last, gs_outputs_map, p->rw, value);
	else
		gs_rewrite_append(p->rw, value, "@c");
	prefix = gs_rewrite_text(p->rw, "(%s, @c = (", text);
	if (*f->guard)
		suffix = gs_rewrite_text(
			p->rw, "), (%s) && (@true = @c, @false = !@c), %s)", f->guard, value->str);
	else
		suffix = gs_rewrite_text(p->rw, "), @true = @c, @false = !@c, %s)", value->str);
	gs_edit_wrap(f->edits, e, prefix, suffix);
	g_string_free(value, TRUE);
	g_free(prefix);
	g_free(suffix);
}

static void insert_at_switch(struct probe *p, struct frame *f, const char *text)
{
	struct gs_rewrite *rw = p->rw;
	bool is_unsigned = gs_switch_is_unsigned(f->site);
	char *variable = gs_rewrite_text(rw, "@s%c", is_unsigned ? 'u' : 'i');
	char *word = gs_word_name(rw, 1),
	     *prefix = gs_rewrite_text(rw, "(%s, %s = (", text, variable);
	GString *choice = g_string_new("");
	char *suffix;

	gs_switch_case(rw, f->site->id, variable, choice);
	suffix = g_strdup_printf("), (%s) && (%s = %s(%s + 1), true), %s)",
		*f->guard ? f->guard : "true", word, rw->is_float ? "float" : "uint", choice->str,
		variable);
	gs_edit_wrap(f->edits, f->site->node->child[0], prefix, suffix);
	gs_rewrite_append(
		rw, rw->globals, "%s%s %s;\n", rw->highp, is_unsigned ? "uint" : "int", variable);
	g_free(variable);
	g_free(word);
	g_free(prefix);
	g_free(suffix);
	g_string_free(choice, TRUE);
}

/* Qualifiers and type of a declaration once more; of a struct that it defines the name, which it is
 * given if it has none.
 */
static void repeat_specifiers(struct probe *p, struct frame *f, GString *out)
{
	const struct gs_node *declaration = f->site->node;
	const struct gs_unit *unit = declaration->unit;
	unsigned first = declaration->first, last = declaration->child[0]->first - 1, at = first;

	while (at <= last && strcmp(unit->tokens[at].text, "struct"))
		at++;
	if (at > last) {
		gs_tokens_emit(unit, first, last, gs_outputs_map, p->rw, out);
		return;
	}
	if (at > first)
		gs_tokens_emit(unit, first, at - 1, gs_outputs_map, p->rw, out);
	if (strcmp(unit->tokens[at + 1].text, "{")) {
		g_string_append_printf(out, " %s", unit->tokens[at + 1].text);
		return;
	}
	char *name = gs_rewrite_text(p->rw, " @struct%u", at);
	gs_edit_after(f->edits, at, name);
	g_string_append(out, name);
	g_free(name);
}

/* `float a = f(), b = g();` at b: `float a = f(); <text> float b = g();` */
static void split_declaration(struct probe *p, struct frame *f, const char *text)
{
	const struct gs_node *declaration = f->site->node, *declarator = f->site->marked;
	const struct gs_unit *unit = declaration->unit;
	unsigned comma = declarator->first - 1;
	GString *out = g_string_new("; ");

	if (strcmp(unit->tokens[comma].text, ",")) {
		gs_rewrite_fail(p->rw, "nothing can be inserted before this declarator: put it in "
				       "a declaration of its own");
		g_string_free(out, TRUE);
		return;
	}
	g_string_append_printf(out, "%s ", text);
	repeat_specifiers(p, f, out);
	gs_edit_replace(f->edits, comma, out->str);
	g_string_free(out, TRUE);
	if (declaration->parent->kind != GS_NODE_BLOCK)
		gs_edit_statement(f->edits, declaration, "");
}

/* Is every name in the expression the same thing at another place? */
static bool same_names(
	struct probe *p, const struct gs_node *e, const struct gs_unit *unit, unsigned at)
{
	/* functions and structs would have to be declared there too: not looked into */
	bool ok = !e->function &&
		  !(e->kind == GS_NODE_CONSTRUCTOR && e->type.base == GS_BASE_STRUCT);

	if (e->kind == GS_NODE_IDENTIFIER) {
		size_t n;
		const struct gs_symbol **visible = gs_shader_visible(
			p->rw->plan->shader, unit, at, &n);
		ok = false;
		for (size_t i = 0; i < n && !ok; i++)
			ok = visible[i] == e->symbol ||
			     (e->symbol && e->symbol->is_builtin && visible[i]->is_builtin &&
				     !strcmp(visible[i]->name, e->symbol->name));
		g_free(visible);
	}
	for (size_t i = 0; ok && i < e->n_children; i++)
		ok = !e->child[i] || same_names(p, e->child[i], unit, at);
	return ok;
}

/* The captures of frame `index`, to be evaluated before token `at` of its unit. With check_names
 * those that cannot be, there, are left out: returns a bit for each, by its place in the layout. */
static unsigned write_captures(struct probe *p, unsigned index, unsigned at, bool check_names)
{
	unsigned absent = 0;
	struct gs_rewrite *rw = p->rw;
	struct frame *f = &p->frame[index];
	const struct gs_node *definition = f->function->function->definition;

	g_string_truncate(p->hoisted[index], 0);
	g_string_truncate(p->captures[index], 0);
	size_t n = rw->layout->kind == GS_VARIANT_EMITTED ? 0 : rw->layout->n_captures;
	for (size_t i = 0; i < n; i++) {
		const struct gs_layout_capture *l = &rw->layout->captures[i];
		const struct gs_capture *c = &rw->request->captures[l->capture];
		unsigned frame = MIN(c->frame, p->n - 1);
		const struct frame *last = &p->frame[p->n - 1];
		/* a global's value is the present one, whichever frame it is looked at from */
		if (frame < p->n - 1 && same_names(p, c->expression->root, last->site->unit,
						last->site->marked->first))
			frame = p->n - 1;
		if (frame != index)
			continue;
		if (check_names && !same_names(p, c->expression->root, f->site->unit, at)) {
			absent |= 1u << i;
			continue;
		}
		gs_pack_capture(rw, l, rw->edits[definition->unit->index], definition->first,
			p->hoisted[index], p->captures[index]);
	}
	return absent;
}

/* What an element that comes to the end of main here does not have. */
static char *say_here(struct probe *p, unsigned absent)
{
	if (!absent)
		return gs_rewrite_text(p->rw, "@here = true");
	return gs_rewrite_text(p->rw,
		p->rw->is_float ? "@absent = %u.0, @here = true" : "@absent = %uu, @here = true",
		absent << GS_FLAG_BITS);
}

/* main's end is its brace and each return of it; there, what is visible at the brace may not exist.
 */
static void insert_at_end(struct probe *p, struct frame *f, const struct gs_node *node)
{
	bool is_return = node->kind == GS_NODE_RETURN;

	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			insert_at_end(p, f, node->child[i]);
	if (!is_return && node->kind != GS_NODE_FUNCTION)
		return;
	unsigned absent = write_captures(
		p, 0, is_return ? node->first : node->last, is_return);
	char *here = say_here(p, absent), *text = make_capture(p, 0, here);
	char *statement = g_strconcat("(", text, ");", NULL);
	if (is_return)
		gs_edit_statement(f->edits, node, statement);
	else
		gs_edit_before(f->edits, node->last, statement);
	g_free(here);
	g_free(text);
	g_free(statement);
}

static void insert_statement(struct frame *f, const struct gs_node *statement, const char *text)
{
	char *s = g_strconcat("(", text, ");", NULL);

	gs_edit_statement(f->edits, statement, s);
	g_free(s);
}

static void insert_at_site(struct probe *p, struct frame *f, const char *text)
{
	const struct gs_site *site = f->site;
	char *whole;

	switch (site->kind) {
	case GS_SITE_EXPRESSION:
	case GS_SITE_EMIT:
	case GS_SITE_RETURN:
	case GS_SITE_DISCARD:
		insert_statement(f, site->node, text);
		break;
	case GS_SITE_DECLARATION:
		if (site->marked == site->node || site->marked == site->node->child[0]) {
			insert_statement(f, site->node, text);
			break;
		}
		whole = g_strconcat("(", text, ");", NULL);
		split_declaration(p, f, whole);
		g_free(whole);
		break;
	case GS_SITE_IF:
	case GS_SITE_TERNARY:
	case GS_SITE_LOGICAL:
	case GS_SITE_LOOP_TEST:
		insert_at_condition(p, f, site->marked, text);
		break;
	case GS_SITE_SWITCH:
		insert_at_switch(p, f, text);
		break;
	case GS_SITE_LOOP_INIT:
		insert_statement(
			f, gs_node_is_loop(site->node) ? site->node : site->node->parent, text);
		break;
	case GS_SITE_LOOP_NEXT:
		whole = g_strconcat("(", text, ", ", NULL);
		gs_edit_wrap(f->edits, site->marked, whole, ")");
		g_free(whole);
		break;
	case GS_SITE_CALL:
		insert_at_call(p, f, site->marked, text);
		break;
	case GS_SITE_END:
		break;
	}
}

/* ---- frames ---- */

/* The token of a function's or prototype's own name. */
static unsigned name_token(const struct gs_node *node, const char *name)
{
	for (unsigned i = node->first; i < node->last; i++)
		if (!strcmp(node->unit->tokens[i].text, name) &&
			!strcmp(node->unit->tokens[i + 1].text, "("))
			return i;
	return node->first;
}

static unsigned header_end(const struct gs_node *function)
{
	return function->child[function->n_children - 1]->first - 1;
}

/* What makes a function a subroutine, which its copy must not be; returns the token behind it, or at. */
static unsigned skip_subroutine(const struct gs_unit *unit, unsigned at)
{
	unsigned depth = 0, i = at + 1;

	if (strcmp(unit->tokens[at].text, "subroutine") && strcmp(unit->tokens[at].text, "layout"))
		return at;
	do {
		depth += !strcmp(unit->tokens[i].text, "(");
		depth -= !strcmp(unit->tokens[i].text, ")");
		i++;
	} while (depth > 0 && unit->tokens[i].kind != GS_TOKEN_END);
	return i;
}

static void emit_type(const struct gs_node *function, unsigned name, GString *text)
{
	unsigned at = function->first, next;

	while (at < name && (next = skip_subroutine(function->unit, at)) > at)
		at = next;
	if (at < name)
		gs_tokens_emit(function->unit, at, name - 1, NULL, NULL, text);
}

static void drop_subroutine(const struct gs_node *function, unsigned name, struct gs_edits *edits)
{
	unsigned at = function->first, next;

	while (at < name && (next = skip_subroutine(function->unit, at)) > at)
		for (; at < next; at++)
			gs_edit_replace(edits, at, "");
}

/* Makes a function's copy known to the caller, where the copy stands after it or in another shader
 * object. */
static void declare_copy(struct probe *p, const struct frame *caller, const struct frame *f)
{
	const struct gs_function *function = f->function->function;
	const struct gs_node *from = caller->function->function->definition,
			     *node = function->definition;
	unsigned last = header_end(node);

	if (node->unit == from->unit && node->first < from->first)
		return;
	for (size_t i = 0; i < function->n_prototypes; i++)
		if (function->prototypes[i]->unit == from->unit) {
			node = function->prototypes[i];
			last = node->last;
			break;
		}
	while (last > node->first && strcmp(node->unit->tokens[last].text, ")"))
		last--;
	unsigned name = name_token(node, function->name);
	GString *text = g_string_new("");
	emit_type(node, name, text);
	g_string_append_printf(text, " %s", f->name);
	gs_tokens_emit(node->unit, name + 1, last, NULL, NULL, text);
	g_string_append(text, ";\n");
	gs_edit_before(p->rw->edits[from->unit->index], from->first, text->str);
	g_string_free(text, TRUE);
}

static void start_frame(struct probe *p, unsigned index)
{
	struct gs_rewrite *rw = p->rw;
	struct frame *f = &p->frame[index];

	f->where = &rw->request->position->frame[index];
	f->site = &rw->plan->sites[f->where->site];
	f->place = &rw->flow->places[f->where->site];
	f->function = &rw->flow->functions[f->place->flow_function];
	p->hoisted[index] = g_string_new("");
	p->captures[index] = g_string_new("");
	const struct gs_node *definition = f->function->function->definition;
	if (index == 0) {
		f->edits = rw->edits[definition->unit->index];
		return;
	}
	f->edits = gs_edits_new(definition->unit, definition->first, definition->last);
	gs_outputs_rename(rw, f->edits);
	gs_endless_bound(rw, f->edits);
	f->name = gs_rewrite_text(rw, "@f%u", index);
	unsigned name = name_token(definition, f->function->function->name);
	drop_subroutine(definition, name, f->edits);
	gs_edit_replace(f->edits, name, f->name);
}

/* Its innermost loop is the one to profile, whichever its iteration. */
static bool is_profiled(const struct probe *p, unsigned index)
{
	return p->rw->layout->kind == GS_VARIANT_PROFILE && index == p->n - 1;
}

static void count_iterations(struct probe *p, unsigned index)
{
	struct gs_rewrite *rw = p->rw;
	struct frame *f = &p->frame[index];
	bool own_test = index == p->n - 1 && f->site->kind == GS_SITE_LOOP_TEST &&
			!is_profiled(p, index);

	for (unsigned k = f->where->n_iterations - is_profiled(p, index); k-- > 0;) {
		const struct gs_node *loop = f->place->loops[k], *body = gs_loop_body(loop);
		GString *reset = g_string_new("");
		char *count = gs_rewrite_text(rw,
			body->kind == GS_NODE_BLOCK ? " ++@i%u_%u;" : "{ ++@i%u_%u; ", index, k);
		gs_rewrite_append(rw, rw->globals, "%sint @i%u_%u;\n", rw->highp, index, k);
		gs_rewrite_append(rw, reset, "@i%u_%u = -1;", index, k);
		if (own_test && k == f->where->n_iterations - 1) {
			char *guard = make_guard(p, index, (int)k);
			gs_rewrite_append(rw, reset,
				*guard ? " @entered = @entered || (%s);" : " @entered = true;",
				guard);
			g_free(guard);
		}
		if (body->kind == GS_NODE_BLOCK)
			gs_edit_after(f->edits, body->first, count);
		else
			gs_edit_wrap(f->edits, body, count, " }");
		gs_edit_statement(f->edits, loop, reset->str);
		g_free(count);
		g_string_free(reset, TRUE);
	}
}

/* The call that leads to the next frame. */
static void insert_call(struct probe *p, unsigned index)
{
	struct gs_rewrite *rw = p->rw;
	struct frame *f = &p->frame[index], *callee = &p->frame[index + 1];
	char *captures = *p->captures[index]->str ? make_capture(p, index, "true")
						  : g_strdup(p->hoisted[index]->str);
	char *on = gs_rewrite_text(rw, "@on%u = %s", index + 1, *f->guard ? f->guard : "true");
	char *text = *captures ? g_strconcat(captures, ", ", on, NULL) : g_strdup(on);
	const struct gs_node *call = f->site->marked;

	gs_edit_replace(f->edits, call->name_token, callee->name);
	if (gs_call_first_argument(call)) /* an element of a subroutine uniform */
		for (unsigned i = call->child[0]->op_token; i <= call->child[0]->last; i++)
			gs_edit_replace(f->edits, i, "");
	insert_at_call(p, f, call, text);
	gs_rewrite_append(rw, rw->globals, "bool @on%u;\n", index + 1);
	gs_rewrite_append(rw, rw->begin, "\t@on%u = false;\n", index + 1);
	declare_copy(p, f, callee);
	g_free(captures);
	g_free(on);
	g_free(text);
}

/* The loop as the position reaches it, and where other calls do. */
static void profile_loop(struct probe *p, unsigned index)
{
	struct frame *f = &p->frame[index];
	const struct gs_node *loop = f->place->loops[f->where->n_iterations - 1];
	const struct gs_type *returned = &f->function->function->type;
	struct gs_edits *original = p->rw->edits[loop->unit->index];

	gs_profile_declare(p->rw);
	gs_profile_loop(p->rw, f->edits, loop, returned, f->guard);
	if (f->edits != original)
		gs_profile_loop(p->rw, original, loop, returned, "false");
}

static void write_frame(struct probe *p, unsigned index)
{
	struct frame *f = &p->frame[index];

	f->guard = make_guard(p, index,
		is_profiled(p, index) ? (int)f->where->n_iterations - 1 : -1);
	if (is_profiled(p, index)) {
		profile_loop(p, index);
	} else if (index < p->n - 1) {
		write_captures(p, index, 0, false);
		insert_call(p, index);
	} else if (f->site->kind == GS_SITE_END) {
		insert_at_end(p, f, f->function->function->definition);
	} else {
		write_captures(p, index, 0, false);
		char *here = gs_rewrite_text(p->rw, "@here = true");
		char *text = make_capture(p, index, here);
		insert_at_site(p, f, text);
		g_free(here);
		g_free(text);
	}
	count_iterations(p, index);
}

/* The copies go behind their originals. */
static void place_copy(struct probe *p, unsigned index)
{
	struct frame *f = &p->frame[index];
	GString *text = g_string_new("\n");

	gs_edits_emit(f->edits, text);
	gs_edit_after(p->rw->edits[f->edits->unit->index], f->edits->last, text->str);
	g_string_free(text, TRUE);
}

static bool check_position(struct gs_rewrite *rw)
{
	const struct gs_position *at = rw->request->position;

	if (!at || at->n_frames == 0 || at->n_frames > GS_MAX_FRAMES)
		return false;
	unsigned function = rw->flow->main;
	for (unsigned i = 0; i < at->n_frames; i++) {
		const struct gs_frame *f = &at->frame[i];
		if (f->site >= rw->plan->n_sites ||
			rw->flow->places[f->site].flow_function != function ||
			f->n_iterations != rw->plan->sites[f->site].n_loops)
			return false;
		int callee = rw->flow->places[f->site].callee;
		if (i + 1 < at->n_frames && callee < 0)
			return false;
		if (i + 1 == at->n_frames && rw->layout->kind == GS_VARIANT_PROFILE &&
			f->n_iterations == 0)
			return false;
		function = callee < 0 ? 0 : (unsigned)callee;
	}
	return true;
}

bool gs_probe_insert(struct gs_rewrite *rw)
{
	if (!check_position(rw)) {
		gs_rewrite_fail(rw, "this is no position of the shader");
		return false;
	}
	struct probe *p = g_new0(struct probe, 1);
	p->rw = rw;
	p->n = rw->request->position->n_frames;
	gs_rewrite_append(rw, rw->globals, "bool @here, @true, @false, @entered, @c;\n");
	gs_rewrite_append(rw, rw->begin,
		"\t@here = false;\n\t@true = false;\n\t@false = false;\n\t@entered = false;\n");
	if (rw->layout->is_end) {
		gs_rewrite_append(rw, rw->globals, "%s%s @absent;\n", rw->highp,
			rw->is_float ? "float" : "uint");
		gs_rewrite_append(rw, rw->begin, "\t@absent = %s;\n", rw->is_float ? "0.0" : "0u");
	}
	for (unsigned i = 0; i < p->n; i++)
		start_frame(p, i);
	for (unsigned i = 0; i < p->n; i++)
		write_frame(p, i);
	for (unsigned i = 1; i < p->n; i++)
		place_copy(p, i);
	for (unsigned i = 0; i < p->n; i++) {
		struct frame *f = &p->frame[i];
		if (i > 0)
			gs_edits_free(f->edits);
		g_free(f->guard);
		g_free(f->name);
		g_string_free(p->hoisted[i], TRUE);
		g_string_free(p->captures[i], TRUE);
	}
	g_free(p);
	return !rw->failed;
}
