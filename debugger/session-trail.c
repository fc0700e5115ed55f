/* SPDX-License-Identifier: MIT */
/* The focus element's path in small, and going to a step of it. */
#include "debugger/session-private.h"

bool gs_session_trail(struct gs_session *session, gs_trail_func func, gpointer data, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	const struct gs_debug *debug = session->debug;
	for (size_t i = 0; i < gs_path_length(debug->path); i++) {
		const struct gs_path_entry *entry = gs_path_entry(debug->path, i);
		const struct gs_site *site = &debug->plan->sites[entry->site];
		struct gs_trail_entry step = {
			.site = entry->site,
			.line = gs_node_span(site->marked).line,
			.object = site->unit->index,
			.depth = entry->n_frames - 1u,
			.kind = site->kind,
			.decision = site->is_decision ? entry->decision : 0,
			.is_decision = site->is_decision && i + 1 < gs_path_length(debug->path),
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
