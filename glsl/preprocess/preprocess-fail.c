/* SPDX-License-Identifier: MIT */
/* Gives up preprocessing: a mistake, or more work than is allowed. */
#include "glsl/private.h"

void gs_pp_fail(struct gs_preprocessor *pp, enum gs_message_code code, const struct gs_span *at,
	const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *text = g_strdup_vprintf(format, args);

	va_end(args);
	gs_messages_add(pp->messages, code, pp->unit->unit.index, at ? at->line : 0,
		at ? at->column : 0, "%s", text);
	g_free(text);
	longjmp(pp->give_up, 1);
}

void gs_pp_work(struct gs_preprocessor *pp, size_t n, const struct gs_pp_token *at)
{
	pp->work += n + 1;
	if (pp->work > GS_LIMIT_WORK)
		gs_pp_fail(pp, GS_GLSL_E_LIMIT, at ? &at->span : NULL,
			"more than %d tokens, including those of expanded macros", GS_LIMIT_WORK);
}
