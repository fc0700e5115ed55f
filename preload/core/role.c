/* SPDX-License-Identifier: MIT */
/* What this process is, and what it tells the debugger of itself. */
#include "preload/core/core.h"

HIDDEN enum gs_role gs_role;
HIDDEN struct gs_wire_header *gs_wire;

static const char *first_note; /* until this process is the debuggee */

void gs_note(const char *text)
{
	if (gs_role == GS_ROLE_OWNER && !gs_wire->note[0])
		gs_text_join(gs_wire->note, sizeof gs_wire->note, text, NULL);
	else if (gs_role == GS_ROLE_CANDIDATE && !first_note)
		first_note = text;
}

void gs_note_first(void)
{
	if (first_note)
		gs_note(first_note);
}
