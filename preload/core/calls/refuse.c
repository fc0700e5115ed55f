/* SPDX-License-Identifier: MIT */
/* How any request is refused. */
#include "preload/core/request.h"

#include <stdarg.h>

bool gs_refuse(struct gs_wire_answer *answer, enum gs_wire_status status, ...)
{
	va_list args;
	size_t at = 0;
	va_start(args, status);
	for (const char *text = va_arg(args, const char *); text; text = va_arg(args, const char *))
		at += gs_text_join(answer->error + at, sizeof answer->error - at, text, NULL);
	va_end(args);
	answer->status = status;
	return false;
}
