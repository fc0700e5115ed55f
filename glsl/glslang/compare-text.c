/* SPDX-License-Identifier: MIT */
/* Writes the texts that glslang is asked about: a unit's tokens, one per line, at the unit's own
 * version or at a later one with all extensions. */
#include <string.h>

#include "glsl/private.h"

static bool is_switch(const struct gs_token *token)
{
	return token->kind == GS_TOKEN_DIRECTIVE &&
	       (g_str_has_prefix(token->text, "#version") ||
		       g_str_has_prefix(token->text, "#extension"));
}

static const char *later_version(const struct gs_unit *unit)
{
	if (unit->is_es)
		return "#version 320 es\n";
	return unit->version >= 460 ? "#version 460 compatibility\n"
				    : "#version 450 compatibility\n";
}

char *gs_compare_text(const struct gs_unit *unit, bool is_later, unsigned *first_line)
{
	GString *text = g_string_sized_new(unit->n_tokens * 6 + 8192);

	*first_line = 1;
	if (is_later) {
		g_string_append(text, later_version(unit));
		++*first_line;
		for (unsigned i = 0; gs_glslang_extensions[i]; i++, ++*first_line)
			g_string_append_printf(
				text, "#extension %s : enable\n", gs_glslang_extensions[i]);
	}
	for (size_t i = 0; i + 1 < unit->n_tokens; i++) {
		if (!is_later || !is_switch(&unit->tokens[i]))
			g_string_append(text, unit->tokens[i].text);
		g_string_append_c(text, '\n');
	}
	return g_string_free(text, FALSE);
}
