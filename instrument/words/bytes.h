/* SPDX-License-Identifier: MIT */
/* Words as bytes: GS_ATTACHMENT_BYTES, where no buffer holds a float (OpenGL ES 2.0). */
#ifndef GS_INSTRUMENT_BYTES_H
#define GS_INSTRUMENT_BYTES_H

#include "instrument/text/rewrite.h"

/* bytes(): a float as the four bytes of its IEEE format, each divided by 255. */
void gs_bytes_declare(struct gs_rewrite *rw);
/* The outputs of an attachment, of a vec4; not those of words that nobody reads. */
void gs_bytes_write(struct gs_rewrite *rw, unsigned attachment, const char *vector);

#endif
