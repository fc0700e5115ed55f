/* SPDX-License-Identifier: MIT */
/*
 * Built-ins that one shader object of the stage declares anew (gl_FragCoord and gl_FragDepth with a
 * layout, gl_PerVertex with fewer members): every object that uses them must declare them alike
 * (GLSL 4.60, 4.4.1.3, 7.1). A capture may be the first use in an object, so it gets the others'
 * declaration. And a control shader, whose variant goes before an evaluation shader of ours, must
 * declare gl_out's block where the program is separable (7.1 again).
 */
#include <string.h>
#include "instrument/rewrite.h"

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

/* "in gl_PerVertex", "gl_FragCoord"; NULL: the node declares no such thing. g_free it. */
static char *key_of(const struct gs_node *node)
{
	const struct gs_token *tokens = node->unit->tokens;

	if (node->kind == GS_NODE_INTERFACE_BLOCK)
		return strcmp(tokens[node->name_token].text, "gl_PerVertex")
			       ? NULL
			       : g_strconcat(tokens[node->name_token - 1].text, " gl_PerVertex",
					 NULL);
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
			gs_tokens_emit(from, node->first, node->last, NULL, NULL, out);
			g_string_append_c(out, '\n');
		}
	}
	g_hash_table_destroy(added);
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
