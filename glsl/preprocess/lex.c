/* SPDX-License-Identifier: MIT */
/* Turns preprocessor tokens into tokens of the language. */
#include <string.h>

#include "glsl/private.h"

bool gs_word_is_keyword(const struct gs_unit *unit, const struct gs_word *word)
{
	unsigned first = unit->is_es ? word->es : word->core;

	return first && unit->version >= first;
}

static enum gs_token_kind number_kind(const char *text)
{
	if (text[0] == '0' && (text[1] | 0x20) == 'x')
		return GS_TOKEN_INT;
	return strpbrk(text, ".eEfFhH") ? GS_TOKEN_FLOAT : GS_TOKEN_INT;
}

void gs_lex_emit(struct gs_unit_full *unit, GArray *out, const struct gs_pp_token *token)
{
	struct gs_token result = {
		.text = token->text,
		.span = token->span,
		.from_macro = token->from_macro,
		.space_before = token->space_before,
		.kind = GS_TOKEN_PUNCTUATOR,
	};

	if (token->kind == GS_PP_IDENTIFIER) {
		const struct gs_word *word = gs_name_of(token->text)->word;

		result.kind = word && gs_word_is_keyword(&unit->unit, word) ? GS_TOKEN_KEYWORD
									    : GS_TOKEN_IDENTIFIER;
	} else if (token->kind == GS_PP_NUMBER) {
		result.kind = number_kind(token->text);
	}
	g_array_append_val(out, result);
}
