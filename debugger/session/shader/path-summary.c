/* SPDX-License-Identifier: MIT */
/* The focus element's path in small, and going to a step of it. */
#include "debugger/session/private.h"
#include "debugger/session/start.h"

bool gs_session_path_summary(
	struct gs_session *session, gs_path_summary_func func, gpointer data, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	const struct gs_debug *debug = session->debug;
	for (size_t i = 0; i < gs_path_length(debug->path); i++) {
		const struct gs_path_entry *entry = gs_path_entry(debug->path, i);
		const struct gs_site *site = &debug->plan->sites[entry->site];
		struct gs_path_summary_entry step = {
			.site = entry->site,
			.line = gs_node_span(site->marked).line,
			.object = site->unit->index,
			.depth = entry->n_frames - 1u,
			.kind = site->kind,
			.decision = entry->taken != GS_NOT_TAKEN ? entry->taken : 0,
			.is_decision = entry->taken != GS_NOT_TAKEN,
		};
		if (!func(i, &step, data))
			break;
	}
	return true;
}

char *gs_session_site_text(struct gs_session *session, unsigned site)
{
	const struct gs_debug *debug = session->debug;
	if (!debug || site >= debug->plan->n_sites)
		return g_strdup("");
	return gs_node_source(debug->plan->sites[site].marked);
}

/* ---- definitions ---- */

static bool token_holds(const struct gs_token *token, const struct gs_source_location *location)
{
	const struct gs_span *span = &token->span;
	return span->line == location->line && span->end_line == location->line &&
	       span->column <= location->column && location->column <= span->end_column;
}

/* The innermost node that means something and has the token as its name. */
static const struct gs_node *node_named(const struct gs_node *node, unsigned token)
{
	if (!node || token < node->first || token > node->last)
		return NULL;
	for (size_t i = 0; i < node->n_children; i++) {
		const struct gs_node *found = node_named(node->child[i], token);
		if (found)
			return found;
	}
	bool named = node->name_token == token || node->first == token;
	return named && (node->symbol || node->function) ? node : NULL;
}

static const struct gs_node *declaration_of(const struct gs_node *node)
{
	if (node->function && node->function->definition)
		return node->function->definition;
	return node->symbol ? node->symbol->declaration : NULL;
}

bool gs_session_definition(
	struct gs_session *session, struct gs_source_location *location, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	const struct gs_shader *shader = session->debug->shader;
	const struct gs_unit *unit = location->object < shader->n_units
					     ? shader->units[location->object]
					     : NULL;
	const struct gs_node *found = NULL;
	for (unsigned i = 0; unit && i < unit->n_tokens && !found; i++)
		if (token_holds(&unit->tokens[i], location))
			found = node_named(unit->root, i);
	const struct gs_node *declaration = found ? declaration_of(found) : NULL;
	if (!declaration || !declaration->unit) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			found ? "it is built into GLSL: there is no definition to go to"
			      : "there is no name at the cursor");
		return false;
	}
	unsigned token = declaration->name_token ? declaration->name_token : declaration->first;
	struct gs_span span = declaration->unit->tokens[token].span;
	*location = (struct gs_source_location){declaration->unit->index, span.line, span.column};
	return true;
}
