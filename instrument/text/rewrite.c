/* SPDX-License-Identifier: MIT */
/* What every file that writes a part of a variant needs. */
#include <stdarg.h>
#include <string.h>
#include "instrument/text/rewrite.h"

/* ---- text with our prefix ---- */

static char *format_text(const struct gs_rewrite *rw, const char *format, va_list list)
{
	char **parts = g_strsplit(format, "@", -1);
	char *prefixed = g_strjoinv(rw->prefix, parts);
	char *text = g_strdup_vprintf(prefixed, list);

	g_strfreev(parts);
	g_free(prefixed);
	return text;
}

char *gs_rewrite_text(const struct gs_rewrite *rw, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	char *text = format_text(rw, format, list);
	va_end(list);
	return text;
}

void gs_rewrite_append(const struct gs_rewrite *rw, GString *out, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	char *text = format_text(rw, format, list);
	va_end(list);
	g_string_append(out, text);
	g_free(text);
}

void gs_rewrite_fail(struct gs_rewrite *rw, const char *format, ...)
{
	va_list list;

	if (rw->failed)
		return;
	rw->failed = true;
	va_start(list, format);
	char *text = g_strdup_vprintf(format, list);
	va_end(list);
	gs_messages_add(rw->messages, GS_INSTRUMENT_E, 0, 0, 0, "%s", text);
	g_free(text);
}

/* ---- the shader ---- */

bool gs_unit_token_is(const struct gs_unit *unit, unsigned token, const char *text)
{
	return token < unit->n_tokens && !strcmp(unit->tokens[token].text, text);
}

bool gs_unit_uses(const struct gs_unit *unit, const char *token)
{
	for (unsigned i = 0; i < unit->n_tokens; i++)
		if (gs_unit_token_is(unit, i, token))
			return true;
	return false;
}

bool gs_shader_uses(const struct gs_rewrite *rw, const char *token)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++)
		if (gs_unit_uses(shader->units[u], token))
			return true;
	return false;
}

bool gs_captures_use(const struct gs_rewrite *rw, const char *token)
{
	for (size_t i = 0; i < rw->request->n_captures; i++)
		if (gs_unit_uses(rw->request->captures[i].expression->unit, token))
			return true;
	return false;
}
