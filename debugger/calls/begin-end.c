/* SPDX-License-Identifier: MIT */
#include "debugger/calls/begin-end.h"

#include <string.h>
#include "data/data.h"
#include "debugger/calls/calls.h"

enum { MOST = 1 << 15 }; /* calls that are looked at: some milliseconds */

enum what { BEGINS, VERTEX, ATTRIBUTE, NO_VERTEX, NOT_KNOWN };

/* glVertexAttrib4f, glVertexAttribI1i, ...; not glVertexAttribPointer and the like */
static bool sets_attribute(const char *name)
{
	static const char prefix[] = "glVertexAttrib";
	if (!g_str_has_prefix(name, prefix))
		return false;
	name += strlen(prefix);
	return g_ascii_isdigit(name[*name && strchr("ILP", *name)]);
}

static enum what what_of(const char *name)
{
	static const char *const vertices[] = {"glVertex2", "glVertex3", "glVertex4", "glVertexP2",
		"glVertexP3", "glVertexP4", "glArrayElement", NULL};
	/* how many these make depends on what stands elsewhere */
	static const char *const others[] = {"glEnd", "glCallList", "glEval", "glVertexAttribs",
		"glVertexStream", "glPrimitiveRestart", "glReplacementCode", NULL};
	if (!strcmp(name, "glBegin"))
		return BEGINS;
	if (gs_data_begins(name, vertices))
		return VERTEX;
	if (gs_data_begins(name, others) || strstr(name, "Vertex2") || strstr(name, "Vertex3") ||
		strstr(name, "Vertex4"))
		return NOT_KNOWN;
	return sets_attribute(name) ? ATTRIBUTE : NO_VERTEX;
}

bool gs_call_begin_end(struct gs_call_store *store, struct gs_call_place place,
	const struct gs_call_info *call, uint64_t *mode, uint64_t *vertices)
{
	struct gs_wire_call before;
	uint64_t seen = 0;
	*vertices = 0;
	while (place.n && seen++ < MOST) {
		place.n--;
		if (!gs_call_store_get(store, place, &before) ||
			before.index + seen != call->index) /* some are missing between them */
			return false;
		if (before.flags >> GS_CALL_TID_SHIFT != (uint32_t)call->thread)
			continue;
		const struct gs_function_info *function = gs_call_store_function(
			store, before.function);
		switch (function ? what_of(function->name) : NOT_KNOWN) {
		case BEGINS:
			*mode = before.args[0];
			return true;
		case VERTEX:
			++*vertices;
			break;
		case ATTRIBUTE: /* the first one makes a vertex */
			*vertices += before.args[0] == 0;
			break;
		case NO_VERTEX:
			break;
		case NOT_KNOWN:
			return false;
		}
	}
	return false;
}
