/* SPDX-License-Identifier: MIT */
/* The texts that glslang is tried with: a unit's tokens, one a line. */
#include <string.h>

#include "glsl/private.h"

static bool is_version(const struct gs_token *token)
{
	return g_str_has_prefix(token->text, "#version");
}

static bool is_extension(const struct gs_token *token)
{
	return g_str_has_prefix(token->text, "#extension");
}

static void put_extensions(GString *text, unsigned *lines)
{
	for (unsigned i = 0; gs_glslang_extensions[i]; i++, ++*lines)
		g_string_append_printf(text, "#extension %s : enable\n", gs_glslang_extensions[i]);
}

static const char *lifted_version(const struct gs_unit *unit, enum gs_rung rung)
{
	if (unit->is_es && rung == GS_RUNG_LIFTED)
		return "#version 320 es\n";
	return unit->version >= 460 ? "#version 460 compatibility\n"
				    : "#version 450 compatibility\n";
}

/* ---- tweaks: what drivers take and glslang does not, taken out ---- */

/* layout(location = 1, std140): which identifiers of a layout are dropped. */
static bool drops_layout(const char *name)
{
	return !strcmp(name, "location") || !strcmp(name, "component") || !strcmp(name, "index") ||
	       !strcmp(name, "binding") || !strcmp(name, "offset") ||
	       g_str_has_prefix(name, "xfb_");
}

/* Blanks every layout(...) that names only droppable things; keeps others whole. */
static void drop_layouts(const struct gs_unit *unit, bool *dropped)
{
	for (size_t i = 0; i + 1 < unit->n_tokens; i++) {
		size_t end = i + 2;
		bool all = true;

		if (strcmp(unit->tokens[i].text, "layout") != 0 ||
			strcmp(unit->tokens[i + 1].text, "(") != 0)
			continue;
		for (; end < unit->n_tokens && strcmp(unit->tokens[end].text, ")") != 0; end++) {
			const struct gs_token *t = &unit->tokens[end];
			const char *before = unit->tokens[end - 1].text;

			if (t->kind == GS_TOKEN_IDENTIFIER &&
				(before[0] == '(' || before[0] == ','))
				all &= drops_layout(t->text);
		}
		for (size_t j = i; all && j <= end && j < unit->n_tokens; j++)
			dropped[j] = true;
	}
}

static void drop_words(const struct gs_unit *unit, bool *dropped)
{
	static const char *const words[] = {
		"invariant", "precise", "subroutine", "centroid", "sample"};

	for (size_t i = 0; i < unit->n_tokens; i++)
		for (unsigned j = 0; j < G_N_ELEMENTS(words); j++)
			if (unit->tokens[i].kind == GS_TOKEN_KEYWORD &&
				!strcmp(unit->tokens[i].text, words[j]))
				dropped[i] = strcmp(words[j], "subroutine") != 0;
}

/* "invariant gl_Position;" has to go whole. */
static void drop_requalifications(const struct gs_node *root, bool *dropped)
{
	for (size_t i = 0; i < root->n_children; i++) {
		const struct gs_node *node = root->child[i];
		const char *first = node->unit->tokens[node->first].text;

		if (node->kind == GS_NODE_DECLARATION && !node->n_children &&
			node->type.base == GS_BASE_UNKNOWN &&
			(!strcmp(first, "invariant") || !strcmp(first, "precise")))
			for (unsigned j = node->first; j <= node->last; j++)
				dropped[j] = true;
	}
}

/* "unsigned int" of EXT_gpu_shader4 is uint. */
static const char *tweaked_text(const struct gs_unit *unit, size_t i)
{
	const char *text = unit->tokens[i].text;

	if (!strcmp(text, "unsigned") && !strcmp(unit->tokens[i + 1].text, "int"))
		return "";
	if (!strcmp(text, "int") && i > 0 && !strcmp(unit->tokens[i - 1].text, "unsigned"))
		return "uint";
	return text;
}

static void put_prototype(GString *text, const struct gs_builtin_function *f)
{
	g_string_append_printf(text, "%s %s(", gs_builtin_types[f->result].name, f->name);
	for (unsigned i = 0; i < f->n_parameters; i++)
		g_string_append_printf(text, "%s%s%s", i ? ", " : "",
			f->outs >> i & 1 ? "out " : "", gs_builtin_types[f->parameters[i]].name);
	g_string_append(text, ");\n");
}

/* Built-in functions that glslang may lack, or lack for these arguments, become functions of the
 * text. */
static void put_prototypes(
	GString *text, const struct gs_node *node, GHashTable *seen, unsigned *lines)
{
	const struct gs_builtin_function *f = gs_full(node)->builtin;

	if (f && f->effect == GS_EFFECT_NONE && !g_str_has_prefix(f->name, "image") &&
		g_hash_table_add(seen, (void *)(uintptr_t)f)) {
		put_prototype(text, f);
		++*lines;
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			put_prototypes(text, node->child[i], seen, lines);
}

static void put_tokens(GString *text, const struct gs_unit *unit, enum gs_rung rung)
{
	bool *dropped = g_new0(bool, unit->n_tokens);

	if (rung == GS_RUNG_TWEAKED) {
		drop_layouts(unit, dropped);
		drop_words(unit, dropped);
		drop_requalifications(unit->root, dropped);
	}
	for (size_t i = 0; i + 1 < unit->n_tokens; i++) {
		const struct gs_token *t = &unit->tokens[i];
		bool directive = t->kind == GS_TOKEN_DIRECTIVE;

		if (!dropped[i] && !(directive && rung != GS_RUNG_NATIVE &&
					   (is_version(t) || is_extension(t))))
			g_string_append(
				text, rung == GS_RUNG_TWEAKED ? tweaked_text(unit, i) : t->text);
		g_string_append_c(text, '\n');
	}
	g_free(dropped);
}

char *gs_analysis_text(const struct gs_unit_full *unit, enum gs_rung rung, unsigned *first_line)
{
	GString *text;

	if (rung == GS_RUNG_DESKTOP && !unit->unit.is_es)
		return NULL;
	text = g_string_sized_new(unit->unit.n_tokens * 6 + 8192);
	*first_line = 1;
	if (rung != GS_RUNG_NATIVE) {
		g_string_append(text, lifted_version(&unit->unit, rung));
		++*first_line;
		put_extensions(text, first_line);
	}
	if (rung == GS_RUNG_TWEAKED) {
		GHashTable *seen = g_hash_table_new(NULL, NULL);

		put_prototypes(text, unit->unit.root, seen, first_line);
		g_hash_table_unref(seen);
	}
	put_tokens(text, &unit->unit, rung);
	return g_string_free(text, FALSE);
}
