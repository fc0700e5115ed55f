/* SPDX-License-Identifier: MIT */
/* Renames the shader's own names that mean something else in the upgraded version: words of its
 * language, and its built-in functions. The user never sees the new names. What GL finds by name
 * (inputs and outputs, uniforms, blocks, subroutines) must keep its name; where that is a word of
 * the later version, the shader is not upgraded. */
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/text/rewrite.h"

struct search {
	struct gs_rewrite *rw;
	unsigned version; /* to upgrade to */
	GHashTable *seen; /* struct gs_struct * that keep their names, and that need not */
	GHashTable *unseen;
	bool stays; /* a name that GL finds is in the way */
};

static const char *own_name(const struct gs_rewrite *rw, const char *name)
{
	char *text = gs_rewrite_text(rw, "@own_%s", name);
	const char *interned = g_intern_string(text);

	g_free(text);
	return interned;
}

/* ---- finding them ---- */

static void find_word(struct search *s, const char *name, bool keeps)
{
	unsigned since = gs_glsl_taken_since(name);

	if (!since || since > s->version)
		return;
	s->stays |= keeps;
	g_hash_table_insert(s->rw->words, (gpointer)name, (gpointer)own_name(s->rw, name));
}

static void find_in_struct(struct search *s, const struct gs_struct *structure, bool keeps)
{
	if (!structure || !g_hash_table_add(keeps ? s->seen : s->unseen, (gpointer)structure))
		return;
	find_word(s, structure->name, keeps && structure->is_block);
	for (size_t i = 0; i < structure->n_named; i++) {
		find_word(s, structure->members[i].name, keeps);
		find_in_struct(s, structure->members[i].type.structure, keeps);
	}
}

static void find_in_symbol(struct search *s, const struct gs_symbol *symbol)
{
	bool keeps = symbol->storage == GS_STORAGE_IN || symbol->storage == GS_STORAGE_OUT ||
		     symbol->storage == GS_STORAGE_UNIFORM || symbol->storage == GS_STORAGE_BUFFER;

	if (symbol->is_builtin)
		return;
	if (symbol->kind == GS_SYMBOL_FUNCTION)
		keeps = symbol->function && symbol->function->is_subroutine;
	find_word(s, symbol->name, keeps);
	find_in_struct(s, symbol->type.structure, keeps);
	find_in_struct(s, symbol->block, true);
}

/* A function may have the name of a later version's function, which it hides; but drivers differ
 * where the arguments fit both. */
static void find_function(struct search *s, const struct gs_function *f)
{
	unsigned since = gs_glsl_function_since(f->name);

	if (!f->is_subroutine && since > f->unit->version && since <= s->version)
		g_hash_table_insert(s->rw->functions_renamed, (gpointer)f->name,
			(gpointer)own_name(s->rw, f->name));
}

/* Leaves out functions that an extension gives the shader, since both may be called. */
static void keep_called_builtins(struct search *s, const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			keep_called_builtins(s, node->child[i]);
	if (node->kind == GS_NODE_CALL && !node->function && !node->symbol)
		g_hash_table_remove(
			s->rw->functions_renamed, node->unit->tokens[node->name_token].text);
}

bool gs_names_find(struct gs_rewrite *rw, unsigned version)
{
	const struct gs_shader *shader = rw->plan->shader;
	struct search s = {
		rw, version, g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL), false};

	for (size_t u = 0; u < shader->n_units; u++) {
		size_t n;
		const struct gs_symbol *const *symbols = gs_unit_symbols(shader->units[u], &n);
		for (size_t i = 0; i < n; i++)
			find_in_symbol(&s, symbols[i]);
	}
	for (size_t i = 0; i < shader->n_functions; i++)
		find_function(&s, shader->functions[i]);
	for (size_t u = 0; u < shader->n_units; u++)
		keep_called_builtins(&s, shader->units[u]->root);
	g_hash_table_destroy(s.seen);
	g_hash_table_destroy(s.unseen);
	if (s.stays) {
		g_hash_table_remove_all(rw->words);
		g_hash_table_remove_all(rw->functions_renamed);
	}
	return !s.stays;
}

/* ---- built-in outputs ---- */

const struct gs_builtin_output gs_builtin_outputs[GS_N_BUILTIN_OUTPUTS] = {
	{"gl_FragColor", "vec4", false},
	{"gl_FragData", "vec4", true},
	{"gl_SecondaryFragColorEXT", "vec4", false},
	{"gl_SecondaryFragDataEXT", "vec4", true},
};

static bool is_replaced(const struct gs_rewrite *rw, const char *name)
{
	if (rw->stage == GS_STAGE_TESS_CONTROL)
		return !rw->request->adds_up && g_str_has_prefix(name, "gl_TessLevel");
	if (rw->stage != GS_STAGE_FRAGMENT)
		return false;
	for (unsigned i = 0; i < GS_N_BUILTIN_OUTPUTS; i++)
		if (!strcmp(name, gs_builtin_outputs[i].name))
			return true;
	return false;
}

const char *gs_names_builtin(const struct gs_rewrite *rw, const char *name)
{
	if (!is_replaced(rw, name))
		return NULL;
	char *text = g_strconcat(rw->prefix, name + strlen("gl_"), NULL);
	const char *interned = g_intern_string(text);

	g_free(text);
	return interned;
}

/* ---- using them ---- */

const char *gs_names_map(const struct gs_rewrite *rw, const char *name)
{
	return g_hash_table_lookup(rw->words, name);
}

const char *gs_rewrite_name(const struct gs_rewrite *rw, const char *name)
{
	const char *other = gs_names_map(rw, name);

	other = other ? other : gs_names_builtin(rw, name);
	return other ? other : name;
}

/* Whether the token is a word of the `layout(` that is open round it. */
static bool is_layout_word(const struct gs_unit *unit, unsigned token)
{
	unsigned i = token;

	if (strcmp(unit->tokens[i - 1].text, "(") && strcmp(unit->tokens[i - 1].text, ","))
		return false;
	while (i > 1 && !strchr(";{})", unit->tokens[i - 1].text[0]) &&
		strcmp(unit->tokens[i - 1].text, "("))
		i--;
	return i > 1 && !strcmp(unit->tokens[i - 1].text, "(") &&
	       !strcmp(unit->tokens[i - 2].text, "layout");
}

const char *gs_rewrite_map_token(const struct gs_unit *unit, unsigned token, const void *data)
{
	const struct gs_rewrite *rw = data;
	const struct gs_token *t = &unit->tokens[token];
	const char *name;

	if (t[1].kind == GS_TOKEN_PUNCTUATOR && !strcmp(t[1].text, "(") &&
		(name = g_hash_table_lookup(rw->functions_renamed, t->text)))
		return name;
	name = gs_names_map(rw, t->text);
	if (name && token > 1 && is_layout_word(unit, token))
		return NULL;
	return name ? name : gs_names_builtin(rw, t->text);
}

void gs_rewrite_tokens(const struct gs_rewrite *rw, const struct gs_unit *unit, unsigned first,
	unsigned last, GString *out)
{
	gs_tokens_emit(unit, first, last, gs_rewrite_map_token, rw, out);
}

char *gs_names_type(const struct gs_rewrite *rw, const struct gs_type *type)
{
	const char *name = type->base == GS_BASE_STRUCT && type->structure
				   ? gs_names_map(rw, type->structure->name)
				   : NULL;
	if (!name)
		return gs_type_string(type);
	struct gs_struct structure = *type->structure;
	struct gs_type renamed = *type;
	structure.name = name;
	renamed.structure = &structure;
	return gs_type_string(&renamed);
}
