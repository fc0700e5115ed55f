/* SPDX-License-Identifier: MIT */
/* Changing the per-fragment operations of the debug draw. */
#include <string.h>
#include "debugger/session/shader/operations.h"
#include "debugger/session/private.h"

/* Goes on to that position of the focus element's path, if it is at that site; else it stays at the
 * shader's beginning, and where says so. */
static void come_back(
	struct gs_session *session, unsigned index, uint32_t site, struct gs_where *where)
{
	struct gs_where at;
	bool moved = gs_session_move(session, GS_MOVE_TO, index, &at, NULL);
	bool there = moved && at.reached &&
		     gs_path_entry(session->debug->path, index)->site == site;
	if (moved && !there)
		gs_where_clear(&at);
	if (!there && (!session->debug || !gs_session_move(session, GS_MOVE_RESET, 0, &at, NULL)))
		return;
	gs_where_clear(where);
	*where = at;
	if (there)
		return;
	g_free(where->note);
	where->note = g_strdup(
		"the fragment in focus is another one now, and does not come to where "
		"the shader stood: this is its beginning");
}

/* The session begins anew, with the same focus if the draw still covers it, where it stood. */
static bool begin_anew(struct gs_session *session, struct gs_where *where, GError **error)
{
	struct gs_debug *debug = session->debug;
	unsigned x = debug->focus_x, y = debug->focus_y;
	unsigned index = (unsigned)gs_path_length(debug->path) - 1;
	uint32_t site = gs_path_entry(debug->path, index)->site;
	if (!gs_session_shader(session, debug->stage, where, error))
		return false;
	debug = session->debug;
	if (!gs_debug_is_covered(debug, x, y))
		return true;
	if (x != debug->focus_x || y != debug->focus_y) {
		gs_where_clear(where);
		if (!gs_session_focus(session, x, y, where, error))
			return false;
	}
	if (index)
		come_back(session, index, site, where);
	return true;
}

bool gs_session_set_fragment_operations(struct gs_session *session,
	const struct gs_fragment_operations *operations, struct gs_where *where, GError **error)
{
	struct gs_fragment_operations old = session->operations;
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	session->operations = *operations;
	if (!session->debug || session->debug->stage != GS_STAGE_FRAGMENT)
		return true;
	if (gs_operations_capture_same(&old, operations) ? gs_session_where(session, where, error)
							 : begin_anew(session, where, error))
		return true;
	/* With them the draw cannot be debugged: back to what was. */
	struct gs_where was;
	session->operations = old;
	if (session->life == GS_LIFE_STOPPED && !session->debug &&
		gs_session_shader(session, GS_STAGE_FRAGMENT, &was, NULL))
		gs_where_clear(&was);
	return false;
}
