/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/emission - what all elements of a geometry shader emit: emitted.c
 * captures it once in a session. */
#ifndef GS_DEBUGGER_EMISSION_H
#define GS_DEBUGGER_EMISSION_H

#include "debugger/engine/emission.h"
#include "debugger/session/session.h"

/* False: the session debugs no geometry shader, or the focus element is not here; why is said. */
bool gs_emission_need_geometry(struct gs_session *session, GError **error);
/* Value of an output in a record; value->scalars is to be freed. */
void gs_emission_read(
	const struct gs_emission *e, unsigned output, size_t record, struct gs_value *value);

#endif
