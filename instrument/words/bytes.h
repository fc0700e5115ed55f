/* SPDX-License-Identifier: MIT */
/* Words as bytes (GS_ATTACHMENT_BYTES), for OpenGL ES 2.0, which has no float buffers. */
#ifndef GS_INSTRUMENT_BYTES_H
#define GS_INSTRUMENT_BYTES_H

#include "instrument/text/rewrite.h"

/* Declares bytes(), which splits a float into the four bytes of its IEEE format, each divided by
 * 255. */
void gs_bytes_declare(struct gs_rewrite *rw);
/* Writes a vec4 to the outputs of an attachment, except words that nobody reads. */
void gs_bytes_write(struct gs_rewrite *rw, unsigned attachment, const char *vector);

#endif
