/* SPDX-License-Identifier: MIT */
/*
 * Calls of an element of an array of subroutine uniforms, where an index is no constant: `a[i](x)`.
 * What the elements have chosen is known, which element it is not. The call stays as it stands,
 * what is ours goes behind the evaluation of its last index:
 *
 *     a[(k = (i), w = which(k), ..., k)](x)
 *
 * Where it leads to copies of its functions, on a call path, a function of ours is called, with the
 * index behind the arguments (Mesa evaluates it after them; GLSL does not say):
 *
 *     call(x, (k = (i), w = which(k), ..., k))
 *     float call(float p, int k) { if (w == 1) return copy(p); return a[k](p); }
 */
#include <string.h>
#include "instrument/text/choice.h"
#include "instrument/text/names.h"
#include "instrument/text/rewrite.h"

/* The index that is evaluated last. */
static const struct gs_node *last_index(const struct gs_node *call)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS];
	unsigned n = gs_call_indices(call, index);
	int64_t value;

	while (n > 1 && gs_node_value(index[n - 1], &value))
		n--;
	return index[n - 1];
}

char *gs_choice_variable(const struct gs_rewrite *rw, const struct gs_site *site)
{
	return gs_rewrite_text(rw, "@w%u", site->id);
}

/* `i0 == 0 && i1 == 2 || ... ? 7 : `, where function 7 stands in the array. */
static void append_function(
	GString *body, const struct gs_choice *choice, unsigned elements, unsigned function)
{
	bool any = false;

	for (unsigned at = 0; at < elements; at++) {
		if (choice->which[at] != function)
			continue;
		unsigned inner = elements, left = at;
		for (unsigned i = 0; i < choice->n_indices; i++) {
			inner /= choice->size[i];
			g_string_append_printf(body, "%si%u == %u",
				i ? " && " : (any ? " || " : ""), i, left / inner);
			left %= inner;
		}
		any = true;
	}
	if (any)
		g_string_append_printf(body, " ? %u : ", function);
}

/* Declares the function that tells which function an element calls. It is one expression, as it is
 * called in an index: there, NVIDIA's compiler fails to expand conditions and arrays. */
static void declare_which(struct gs_rewrite *rw, const struct gs_site *site)
{
	const struct gs_choice *choice = site->marked->choice;
	unsigned elements = 1;
	GString *head = g_string_new(""), *body = g_string_new("");

	gs_rewrite_append(rw, head, "int @which%u(", site->id);
	for (unsigned i = 0; i < choice->n_indices; i++) {
		g_string_append_printf(head, "%sint i%u", i ? ", " : "", i);
		elements *= choice->size[i];
	}
	for (unsigned i = 0; i < choice->n_functions; i++)
		append_function(body, choice, elements, i);
	g_string_append_printf(rw->globals, "%s);\n", head->str);
	g_string_append_printf(rw->functions, "%s)\n{\n\treturn %s%zu;\n}\n", head->str, body->str,
		choice->n_functions);
	gs_rewrite_append(rw, rw->globals, "int @w%u;\n", site->id);
	g_string_free(head, TRUE);
	g_string_free(body, TRUE);
}

/* `k7_0`, which holds the value of an index, or the value itself. */
static char *name_index(
	struct gs_rewrite *rw, const struct gs_site *site, const struct gs_node *index, unsigned i)
{
	int64_t value;

	return gs_node_value(index, &value) ? g_strdup_printf("%d", (int)value)
					    : gs_rewrite_text(rw, "@k%u_%u", site->id, i);
}

/* w = which(k, ...) */
static char *find_which(struct gs_rewrite *rw, const struct gs_site *site)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS];
	unsigned n = gs_call_indices(site->marked, index);
	char *which = gs_choice_variable(rw, site);
	GString *text = g_string_new("");

	gs_rewrite_append(rw, text, "%s = @which%u(", which, site->id);
	for (unsigned i = 0; i < n; i++) {
		char *name = name_index(rw, site, index[i], i);
		g_string_append_printf(text, "%sint(%s)", i ? ", " : "", name);
		g_free(name);
	}
	g_string_append_c(text, ')');
	g_free(which);
	return g_string_free(text, FALSE);
}

static void declare_choice(struct gs_rewrite *rw, const struct gs_site *site)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS];
	unsigned n = gs_call_indices(site->marked, index);
	char *which = gs_choice_variable(rw, site);
	int64_t value;

	if (g_hash_table_add(rw->temporaries, g_strdup(which))) {
		declare_which(rw, site);
		for (unsigned i = 0; i < n; i++)
			if (!gs_node_value(index[i], &value))
				gs_rewrite_append(rw, rw->globals, "%s @k%u_%u;\n",
					index[i]->type.base == GS_BASE_UINT ? "uint" : "int",
					site->id, i);
	}
	g_free(which);
}

void gs_choice_wrap(struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_site *site,
	const char *text)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS], *last = last_index(site->marked);
	unsigned n = gs_call_indices(site->marked, index);
	char *which = find_which(rw, site);
	int64_t value;

	declare_choice(rw, site);
	for (unsigned i = 0; i < n; i++) {
		if (gs_node_value(index[i], &value))
			continue;
		char *name = name_index(rw, site, index[i], i);
		char *prefix = g_strdup_printf("(%s = (", name), *suffix = NULL;
		if (index[i] == last)
			suffix = g_strdup_printf("), %s, %s, %s)", which, text, name);
		gs_token_edit_wrap(edits, index[i], prefix, suffix ? suffix : "))");
		g_free(name);
		g_free(prefix);
		g_free(suffix);
	}
	g_free(which);
}

/* ---- copies ---- */

/* The parameter under a name of ours. */
static void write_parameter(
	struct gs_rewrite *rw, const struct gs_node *parameter, size_t i, GString *out)
{
	const char *name = parameter->symbol ? parameter->symbol->name : "";
	unsigned last = parameter->last, at = last;

	while (at > parameter->first && strcmp(parameter->unit->tokens[at].text, name))
		at--;
	if (at == parameter->first)
		at = last + 1; /* it has no name */
	gs_rewrite_tokens(rw, parameter->unit, parameter->first, at - 1, out);
	gs_rewrite_append(rw, out, " @p%zu", i);
	if (at < last)
		gs_rewrite_tokens(rw, parameter->unit, at + 1, last, out);
}

/* "float gs_call3(float gs_p0, inout int gs_p1, int gs_k0)" */
static void write_head(
	struct gs_rewrite *rw, const struct gs_node *call, unsigned number, GString *out)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS];
	const struct gs_function *f = call->choice->functions[0];
	unsigned n = gs_call_indices(call, index);
	char *type = gs_names_type(rw, &f->type);

	gs_rewrite_append(rw, out, "%s @call%u(", type, number);
	for (size_t i = 0; i + 1 < f->definition->n_children; i++) {
		write_parameter(rw, f->definition->child[i], i, out);
		g_string_append(out, ", ");
	}
	for (unsigned i = 0; i < n; i++)
		gs_rewrite_append(rw, out, "%s%s @k%u", i ? ", " : "",
			index[i]->type.base == GS_BASE_UINT ? "uint" : "int", i);
	g_string_append_c(out, ')');
	g_free(type);
}

static void write_arguments(struct gs_rewrite *rw, const struct gs_function *f, GString *out)
{
	for (size_t i = 0; i + 1 < f->definition->n_children; i++)
		gs_rewrite_append(rw, out, "%s@p%zu", i ? ", " : "", i);
}

/* "return f(gs_p0, gs_p1);" */
static void write_call(
	struct gs_rewrite *rw, const struct gs_function *f, const char *callee, GString *out)
{
	bool is_void = f->type.base == GS_BASE_VOID;

	g_string_append_printf(out, "%s%s(", is_void ? "{ " : "return ", callee);
	write_arguments(rw, f, out);
	g_string_append(out, is_void ? "); return; }\n" : ");\n");
}

/* Where a driver calls a function that the index does not name, that function is not part of the
 * path. */
static void write_suspended(struct gs_rewrite *rw, const struct gs_function *f,
	const struct gs_choice *choice, const char *which, const char *element, GString *out)
{
	char *type = gs_names_type(rw, &f->type);
	bool is_void = f->type.base == GS_BASE_VOID;

	gs_rewrite_append(rw, out, "\tint @was = @off;\n\tif (%s == %zu)\n\t\t@off = @was + 1;\n\t",
		which, choice->n_functions);
	if (!is_void)
		gs_rewrite_append(rw, out, "%s @r = ", type);
	g_string_append_printf(out, "%s(", element);
	write_arguments(rw, f, out);
	gs_rewrite_append(
		rw, out, is_void ? ");\n\t@off = @was;\n" : ");\n\t@off = @was;\n\treturn @r;\n");
	g_free(type);
	if (!g_hash_table_add(rw->temporaries, g_strdup("off")))
		return;
	gs_rewrite_append(rw, rw->globals, "int @off;\n");
	gs_rewrite_append(rw, rw->begin, "\t@off = 0;\n");
}

static void write_body(struct gs_rewrite *rw, const struct gs_site *site,
	const struct gs_choice_copy *copies, size_t n_copies, GString *out)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS], *call = site->marked;
	const struct gs_function *f = call->choice->functions[0];
	unsigned n = gs_call_indices(call, index);
	char *which = gs_choice_variable(rw, site);
	GString *element = g_string_new(call->unit->tokens[call->name_token].text);

	for (size_t i = 0; i < n_copies; i++) {
		g_string_append_printf(out, "\tif (%s == %u)\n\t\t", which, copies[i].which);
		write_call(rw, f, copies[i].name, out);
	}
	for (unsigned i = 0; i < n; i++)
		gs_rewrite_append(rw, element, "[@k%u]", i);
	if (rw->layout->kind == GS_VARIANT_PATH) {
		write_suspended(rw, f, call->choice, which, element->str, out);
	} else {
		g_string_append_c(out, '\t');
		write_call(rw, f, element->str, out);
	}
	g_free(which);
	g_string_free(element, TRUE);
}

/* Turns the call into a call of ours: its arguments, then its indices. */
static void rename_call(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *call, unsigned number)
{
	const struct gs_node *index[GS_MAX_DIMENSIONS];
	unsigned n = gs_call_indices(call, index);
	char *name = gs_rewrite_text(rw, "@call%u", number);
	GString *indices = g_string_new("");

	for (unsigned i = 0; i < n; i++) {
		char *text = gs_token_edits_take(edits, index[i]->first, index[i]->last);
		g_string_append_printf(
			indices, "%s%s", i || call->n_children > 1 ? ", " : "", text);
		g_free(text);
	}
	gs_token_edit_replace(edits, call->name_token, name);
	for (unsigned i = call->name_token + 1; i <= call->child[0]->last; i++)
		gs_token_edit_replace(edits, i, "");
	for (unsigned i = call->child[0]->last + 2; call->n_children == 1 && i < call->last; i++)
		gs_token_edit_replace(edits, i, ""); /* (void) */
	gs_token_edit_before(edits, call->last, indices->str);
	g_free(name);
	g_string_free(indices, TRUE);
}

void gs_choice_call_copies(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *caller, const struct gs_site *site,
	const struct gs_choice_copy *copies, size_t n)
{
	unsigned number = site->id;
	char *key = NULL;
	GString *head = g_string_new(""), *body = g_string_new("");

	do { /* several copies of the caller may hold this call */
		g_free(key);
		key = g_strdup_printf("call%u", number);
		number += (unsigned)rw->plan->n_sites;
	} while (g_hash_table_contains(rw->temporaries, key));
	number -= (unsigned)rw->plan->n_sites;
	g_hash_table_add(rw->temporaries, key);
	rename_call(rw, edits, site->marked, number);
	write_head(rw, site->marked, number, head);
	write_body(rw, site, copies, n, body);
	g_string_append_printf(
		rw->tails[caller->unit->index], "\n%s\n{\n%s}\n", head->str, body->str);
	g_string_append(head, ";\n");
	gs_token_edit_before(rw->edits[caller->unit->index], caller->first, head->str);
	g_string_free(head, TRUE);
	g_string_free(body, TRUE);
}

/* ---- locations ---- */

static bool is_subroutine_uniform(const struct gs_node *declaration)
{
	const struct gs_token *tokens = declaration->unit->tokens;
	bool subroutine = false, uniform = false;

	if (declaration->kind != GS_NODE_DECLARATION || declaration->n_children == 0)
		return false;
	for (unsigned i = declaration->first; i < declaration->child[0]->first; i++) {
		subroutine |= !strcmp(tokens[i].text, "subroutine");
		uniform |= !strcmp(tokens[i].text, "uniform");
	}
	return subroutine && uniform;
}

/* layout(...) goes, as nothing else can stand in it there (GLSL 4.60, 4.4.3). */
static void drop_layouts(struct gs_token_edits *edits, unsigned first, unsigned end)
{
	const struct gs_token *tokens = edits->unit->tokens;
	bool inside = false;
	unsigned depth = 0;

	for (unsigned i = first; i < end; i++) {
		inside |= !strcmp(tokens[i].text, "layout");
		if (inside)
			gs_token_edit_replace(edits, i, "");
		depth += inside && !strcmp(tokens[i].text, "(");
		if (inside && !strcmp(tokens[i].text, ")"))
			inside = --depth > 0;
	}
}

/* A variant may leave out all calls of such a uniform, and where one with a location is not used,
 * Mesa 22.3 crashes in glUseProgram. Nobody needs the locations: the preload library finds the
 * uniforms of a variant by their names (preload/capture/program/variant-uniforms.c). */
void gs_choice_drop_locations(struct gs_token_edits *edits)
{
	const struct gs_node *root = edits->unit->root;

	for (size_t i = 0; i < root->n_children; i++) {
		const struct gs_node *node = root->child[i];

		if (node && is_subroutine_uniform(node))
			drop_layouts(edits, node->first, node->child[0]->first);
	}
}
