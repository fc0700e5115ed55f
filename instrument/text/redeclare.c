/* SPDX-License-Identifier: MIT */
/*
 * Built-ins that one shader object of the stage declares anew (gl_FragCoord and gl_FragDepth with a
 * layout, gl_PerVertex with fewer members): every object that uses them must declare them alike
 * (GLSL 4.60, 4.4.1.3, 7.1). A capture may be the first use in an object, so it gets the others'
 * declaration. Such a declaration, and `invariant v;`, may stand below functions that do not use
 * the name; captures in these do, so it goes above them. And a control shader, whose variant goes
 * before an evaluation shader of ours, must declare gl_out's block where the program is separable
 * (7.1 again).
 */
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/text/redeclare.h"
#include "instrument/text/rewrite.h"

static bool is_shared(const char *name)
{
	return !strcmp(name, "gl_FragCoord") || !strcmp(name, "gl_FragDepth");
}

static bool any_capture_is_builtin(const struct gs_rewrite *rw)
{
	for (size_t i = 0; i < rw->request->n_captures; i++) {
		const struct gs_unit *unit = rw->request->captures[i].expression->unit;
		for (size_t t = 0; t < unit->n_tokens; t++)
			if (g_str_has_prefix(unit->tokens[t].text, "gl_"))
				return true;
	}
	return false;
}

/* "in gl_PerVertex", "gl_FragCoord" (g_free); NULL: the node does not redeclare a built-in. */
static char *key_of(const struct gs_node *node)
{
	const struct gs_token *tokens = node->unit->tokens;

	if (node->kind == GS_NODE_INTERFACE_BLOCK)
		return strcmp(tokens[node->name_token].text, "gl_PerVertex")
			       ? NULL
			       : g_strconcat(
					 tokens[node->name_token - 1].text, " gl_PerVertex", NULL);
	if (node->kind != GS_NODE_DECLARATION || node->n_children == 0)
		return NULL;
	const char *name = tokens[node->child[0]->first].text;
	bool has_layout = !strcmp(tokens[node->first].text, "layout");
	return has_layout && is_shared(name) ? g_strdup(name) : NULL;
}

static bool declares(const struct gs_unit *unit, const char *key)
{
	bool found = false;

	for (size_t i = 0; i < unit->root->n_children && !found; i++) {
		char *other = unit->root->child[i] ? key_of(unit->root->child[i]) : NULL;
		found = other && !strcmp(other, key);
		g_free(other);
	}
	return found;
}

static void add_extensions(const struct gs_unit *from, GString *out)
{
	for (size_t i = 0; i < from->n_tokens; i++)
		if (from->tokens[i].kind == GS_TOKEN_DIRECTIVE &&
			strstr(from->tokens[i].text, "extension"))
			g_string_append_printf(out, "%s\n", from->tokens[i].text);
}

void gs_redeclare_builtins(const struct gs_rewrite *rw, const struct gs_unit *unit, GString *out)
{
	const struct gs_shader *shader = rw->plan->shader;
	GHashTable *added;

	if (shader->n_units < 2 || !any_capture_is_builtin(rw))
		return;
	added = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (size_t u = 0; u < shader->n_units; u++) {
		const struct gs_unit *from = shader->units[u];
		for (size_t i = 0; from != unit && i < from->root->n_children; i++) {
			const struct gs_node *node = from->root->child[i];
			char *key = node ? key_of(node) : NULL;
			if (!key || g_hash_table_contains(added, key) || declares(unit, key)) {
				g_free(key);
				continue;
			}
			g_hash_table_add(added, key);
			add_extensions(from, out);
			gs_rewrite_tokens(rw, from, node->first, node->last, out);
			g_string_append_c(out, '\n');
		}
	}
	g_hash_table_destroy(added);
}

/* ---- below functions ---- */

static bool is_word(const struct gs_unit *unit, unsigned token, const char *word)
{
	return !strcmp(unit->tokens[token].text, word);
}

/* "invariant a, b;", "precise a;" */
static bool is_qualification(const struct gs_node *node)
{
	return node->kind == GS_NODE_DECLARATION && node->n_children == 0 &&
	       (is_word(node->unit, node->first, "invariant") ||
		       is_word(node->unit, node->first, "precise"));
}

static bool is_redeclaration(const struct gs_node *node)
{
	if (node->kind == GS_NODE_INTERFACE_BLOCK)
		return is_word(node->unit, node->name_token, "gl_PerVertex");
	return node->kind == GS_NODE_DECLARATION && node->n_children > 0 &&
	       is_shared(node->unit->tokens[node->child[0]->first].text);
}

static bool declares_name(const struct gs_node *declaration, const char *name)
{
	for (size_t i = 0; i < declaration->n_children; i++)
		if (declaration->child[i] &&
			is_word(declaration->unit, declaration->child[i]->first, name))
			return true;
	return false;
}

/* The last declaration of a name before `end`; SIZE_MAX: it is built-in. */
static size_t last_declaration(const struct gs_unit *unit, const char *name, size_t end)
{
	for (size_t i = end; i-- > 0;) {
		const struct gs_node *d = unit->root->child[i];
		if (d && d->kind == GS_NODE_DECLARATION && declares_name(d, name))
			return i;
	}
	return SIZE_MAX;
}

/* Moves tokens to the end of a text. */
static void take(struct gs_token_edits *edits, unsigned first, unsigned last, GString *to)
{
	char *text = gs_token_edits_take(edits, first, last);

	g_string_append(to, text);
	g_free(text);
}

/* Writes a statement for each name after its declaration. */
static void raise_qualification(
	struct gs_token_edits *edits, size_t child, size_t first_function, GString *raised)
{
	const struct gs_unit *unit = edits->unit;
	const struct gs_node *node = unit->root->child[child];
	GString *qualifier = g_string_new(""), *rest = g_string_new("");
	unsigned t = node->first;

	while (t < node->last && unit->tokens[t].kind != GS_TOKEN_IDENTIFIER)
		t++;
	take(edits, node->first, t - 1, qualifier);
	for (; t < node->last; t++) {
		g_string_truncate(rest, 0);
		take(edits, t, t, rest);
		if (unit->tokens[t].kind != GS_TOKEN_IDENTIFIER || rest->len == 0)
			continue;
		size_t at = last_declaration(unit, unit->tokens[t].text, child);
		char *text = g_strdup_printf(" %s %s;", qualifier->str, rest->str);
		if (at == SIZE_MAX || at < first_function)
			g_string_append(raised, text);
		else
			gs_token_edit_after(edits, unit->root->child[at]->last, text);
		g_free(text);
	}
	take(edits, node->last, node->last, rest);
	g_string_free(qualifier, TRUE);
	g_string_free(rest, TRUE);
}

/* Puts the constants that name the sizes of its arrays above it. */
static void raise_declaration(
	struct gs_token_edits *edits, size_t child, size_t first_function, GString *raised)
{
	const struct gs_unit *unit = edits->unit;
	const struct gs_node *node = unit->root->child[child];

	for (unsigned t = node->first; t <= node->last; t++) {
		size_t at = unit->tokens[t].kind == GS_TOKEN_IDENTIFIER
				    ? last_declaration(unit, unit->tokens[t].text, child)
				    : SIZE_MAX;
		if (at != SIZE_MAX && at > first_function)
			raise_declaration(edits, at, first_function, raised);
	}
	take(edits, node->first, node->last, raised);
}

void gs_redeclare_above(struct gs_token_edits *edits)
{
	const struct gs_node *root = edits->unit->root;
	GString *raised = g_string_new("");
	size_t first = 0;

	while (first < root->n_children &&
		(!root->child[first] || root->child[first]->kind != GS_NODE_FUNCTION))
		first++;
	for (size_t i = first + 1; i < root->n_children; i++)
		if (root->child[i] && is_qualification(root->child[i]))
			raise_qualification(edits, i, first, raised);
		else if (root->child[i] && is_redeclaration(root->child[i]))
			raise_declaration(edits, i, first, raised);
	if (raised->len > 0) {
		g_string_append_c(raised, ' ');
		gs_token_edit_before(edits, root->child[first]->first, raised->str);
	}
	g_string_free(raised, TRUE);
}

/* ---- gl_out ---- */

static const struct {
	const char *name, *declaration;
	bool is_always;
} per_vertex[] = {
	{"gl_Position", "vec4 gl_Position", true},
	{"gl_PointSize", "float gl_PointSize", true},
	{"gl_ClipDistance", "float gl_ClipDistance[]", false},
	{"gl_CullDistance", "float gl_CullDistance[]", false},
	{"gl_ClipVertex", "vec4 gl_ClipVertex", false},
	{"gl_FrontColor", "vec4 gl_FrontColor", false},
	{"gl_BackColor", "vec4 gl_BackColor", false},
	{"gl_FrontSecondaryColor", "vec4 gl_FrontSecondaryColor", false},
	{"gl_BackSecondaryColor", "vec4 gl_BackSecondaryColor", false},
	{"gl_TexCoord", "vec4 gl_TexCoord[gl_MaxTextureCoords]", false},
	{"gl_FogFragCoord", "float gl_FogFragCoord", false},
};

static bool captures_use(const struct gs_rewrite *rw, const char *name)
{
	for (size_t i = 0; i < rw->request->n_captures; i++) {
		const struct gs_unit *unit = rw->request->captures[i].expression->unit;
		for (size_t t = 0; t < unit->n_tokens; t++)
			if (!strcmp(unit->tokens[t].text, name))
				return true;
	}
	return false;
}

void gs_redeclare_control_outputs(const struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++)
		if (shader->units[u]->is_es || declares(shader->units[u], "out gl_PerVertex"))
			return;
	if (!gs_shader_uses(rw, "gl_out") && !captures_use(rw, "gl_out"))
		return;
	g_string_append(rw->globals, "out gl_PerVertex {");
	for (size_t i = 0; i < G_N_ELEMENTS(per_vertex); i++)
		if (per_vertex[i].is_always || gs_shader_uses(rw, per_vertex[i].name) ||
			captures_use(rw, per_vertex[i].name))
			g_string_append_printf(rw->globals, " %s;", per_vertex[i].declaration);
	g_string_append(rw->globals, " } gl_out[];\n");
}
