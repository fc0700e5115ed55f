/* SPDX-License-Identifier: MIT */
/* debugger/session/program/inspect - what a draw has drawn (inspect.c). */
#ifndef GS_SESSION_INSPECT_H
#define GS_SESSION_INSPECT_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"
#include "wire/inspect.h"

/* Return what GS_REQUEST_DRAWN answers, as a field to be freed by gs_field_free; NULL: error. area:
 * of the draw buffer; NULL: all of it. own: with the program's per-fragment operations, not the
 * session's. *by: GS_BY_... bits of what the values depend on; may be NULL. */
struct gs_field *gs_inspect_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, const struct gs_rect *area, bool own,
	uint64_t *by, GError **error);

/* Return whether a sampler or image that reads that unit reads the texture that is bound there. */
bool gs_resource_is_seen_by(const struct gs_wire_resource *resource,
	const struct gs_uniform_info *reader, uint32_t unit);

/* Make a label of an answer a NUL-terminated text in UTF-8: a long one may have been cut within a
 * character. */
void gs_inspect_clean_label(char label[GS_LABEL_SIZE]);

/* Return the texels in the answer to GS_REQUEST_TEXELS or the like as a field, to be freed by
 * gs_field_free; NULL: error. Takes ownership of title, which becomes the field's expression. */
struct gs_field *gs_inspect_texels(struct gs_stream *answer, char *title, GError **error);

#endif
