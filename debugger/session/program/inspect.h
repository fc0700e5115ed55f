/* SPDX-License-Identifier: MIT */
/* debugger/session/program/inspect - what a draw has drawn (inspect.c). */
#ifndef GS_SESSION_INSPECT_H
#define GS_SESSION_INSPECT_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"
#include "wire/inspect.h"

/* As GS_REQUEST_DRAWN; area NULL: all. own: with the program's per-fragment operations, whatever
 * the session's are. */
struct gs_field *gs_inspect_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, const struct gs_rect *area, bool own,
	uint64_t *by, GError **error);

/* Whether a sampler or image that reads that unit reads the texture bound there. */
bool gs_resource_is_seen_by(const struct gs_wire_resource *resource,
	const struct gs_uniform_info *reader, uint32_t unit);

/* It ends then, and is UTF-8: a longer one may have been cut within a letter. */
void gs_inspect_clean_label(char label[GS_LABEL_SIZE]);

/* The answer of GS_REQUEST_TEXELS and its like; title becomes the field's. */
struct gs_field *gs_inspect_texels(struct gs_stream *answer, char *title, GError **error);

#endif
