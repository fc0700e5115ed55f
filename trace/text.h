/* SPDX-License-Identifier: MIT */
#ifndef GS_TRACE_TEXT_H
#define GS_TRACE_TEXT_H

#include "trace/trace.h"

void gs_text_string(struct gs_trace_text *text, const char *string);
void gs_text_byte(struct gs_trace_text *text, char byte);
/* Adds formatted text of at most 100 bytes. */
void gs_text_add(struct gs_trace_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
