/* SPDX-License-Identifier: MIT */
#include "debugger/engine/engine.h"

unsigned gs_site_token(const struct gs_site *site)
{
	/* At the end of a function its outermost variables are still in scope. */
	return site->kind == GS_SITE_END ? site->marked->last : site->marked->first;
}

static bool is_unasked(const struct gs_symbol *symbol)
{
	enum { MOST_SCALARS = 16 };
	size_t scalars = gs_type_scalars(&symbol->type);
	bool changes = symbol->storage <= GS_STORAGE_GLOBAL || symbol->storage == GS_STORAGE_IN ||
		       symbol->storage == GS_STORAGE_OUT;
	return symbol->kind == GS_SYMBOL_VARIABLE && !symbol->is_builtin && changes && scalars &&
	       scalars <= MOST_SCALARS;
}

size_t gs_site_unasked(const struct gs_shader *shader, const struct gs_site *site,
	const struct gs_symbol *symbols[GS_MAX_UNASKED])
{
	size_t n, taken = 0;
	const struct gs_symbol **visible = gs_shader_visible(
		shader, site->unit, gs_site_token(site), &n);
	for (size_t i = 0; i < n && taken < GS_MAX_UNASKED; i++)
		if (is_unasked(visible[i]))
			symbols[taken++] = visible[i];
	g_free(visible);
	return taken;
}

bool gs_site_emits_vertex(const struct gs_site *site)
{
	if (site->kind != GS_SITE_EMIT)
		return false;
	char *text = gs_node_source(site->marked);
	bool vertex = g_str_has_prefix(text, "Emit");
	g_free(text);
	return vertex;
}

bool gs_plan_writes(const struct gs_plan *plan, const struct gs_symbol *symbol)
{
	for (size_t i = 0; i < plan->n_sites; i++) {
		size_t n;
		const struct gs_symbol *const *written = gs_plan_site_writes(
			plan, i, GS_WRITES_ALL, &n);
		for (size_t k = 0; k < n; k++)
			if (written[k] == symbol)
				return true;
	}
	return false;
}

void gs_error_from_messages(
	GError **error, enum gs_error code, const struct gs_messages *messages, const char *prefix)
{
	const struct gs_message *said = NULL;
	for (size_t i = 0; i < messages->n && !said; i++)
		if (messages->list[i].code != GS_MESSAGE_NOTE)
			said = &messages->list[i];
	if (!said)
		g_set_error(error, GS_ERROR, code, "%sno reason is known", prefix);
	else if (said->line)
		g_set_error(error, GS_ERROR, code, "%s%s (line %u, column %u)", prefix, said->text,
			said->line, said->column);
	else
		g_set_error(error, GS_ERROR, code, "%s%s", prefix, said->text);
}
