/* SPDX-License-Identifier: MIT */
/* Tells where types and declarations begin, and parses names of types. */
#include <string.h>

#include "glsl/private.h"

static const struct gs_word *word_of(const struct gs_token *token)
{
	return gs_token_is_word(token) ? gs_name_of(token->text)->word : NULL;
}

/* A word that this version does not reserve names a type only where no variable can stand. */
static bool weak_type(struct gs_parser *p, unsigned ahead)
{
	const struct gs_token *token = gs_peek(p, ahead), *next = gs_peek(p, ahead + 1);

	return !gs_name_of(token->text)->symbol &&
	       (next->kind == GS_TOKEN_IDENTIFIER || gs_token_is(next, "(") ||
		       gs_token_is(next, "[") || gs_token_is(next, ",") || gs_token_is(next, ")"));
}

static bool is_type_at(struct gs_parser *p, unsigned ahead)
{
	const struct gs_token *token = gs_peek(p, ahead);
	const struct gs_word *word = word_of(token);
	const struct gs_symbol_full *symbol;

	if (!gs_token_is_word(token))
		return false;
	if (token->kind == GS_TOKEN_KEYWORD)
		return word->kind == GS_WORD_TYPE;
	symbol = gs_name_of(token->text)->symbol;
	if (symbol) {
		if (symbol->symbol.kind == GS_SYMBOL_STRUCT)
			return true;
		return symbol->symbol.kind == GS_SYMBOL_FUNCTION &&
		       symbol->symbol.function->is_subroutine &&
		       gs_peek(p, ahead + 1)->kind == GS_TOKEN_IDENTIFIER;
	}
	if (gs_token_is(token, "unsigned"))
		return gs_token_is(gs_peek(p, ahead + 1), "int");
	if (gs_resolve_builtin_struct(p->context, token->text))
		return true;
	return word && word->kind == GS_WORD_TYPE && weak_type(p, ahead);
}

bool gs_parse_at_type(struct gs_parser *p)
{
	return is_type_at(p, 0);
}

bool gs_parse_at_qualifier(struct gs_parser *p)
{
	const struct gs_token *token = gs_here(p), *next;
	const struct gs_word *word = word_of(token);

	if (!word || !word->is_qualifier)
		return false;
	if (token->kind == GS_TOKEN_KEYWORD)
		return true;
	if (gs_name_of(token->text)->symbol)
		return false;
	next = gs_peek(p, 1);
	return gs_token_is_word(next) ||
	       (gs_token_is(next, "(") &&
		       (!strcmp(token->text, "layout") ||
			       (!strcmp(token->text, "subroutine") && p->level == 0)));
}

/* Steps over [..] from `ahead` on. */
static unsigned skip_brackets(struct gs_parser *p, unsigned ahead)
{
	unsigned depth = 0;

	do {
		const struct gs_token *token = gs_peek(p, ahead);

		if (token->kind == GS_TOKEN_END)
			return ahead;
		if (gs_token_is(token, "["))
			depth++;
		else if (gs_token_is(token, "]"))
			depth--;
		ahead++;
	} while (depth);
	return ahead;
}

bool gs_parse_at_precision(struct gs_parser *p)
{
	return gs_at(p, "precision") && !gs_name_of(gs_here(p)->text)->symbol &&
	       gs_token_is_word(gs_peek(p, 1));
}

bool gs_parse_at_declaration(struct gs_parser *p)
{
	const struct gs_token *token = gs_here(p);
	unsigned ahead = 1;

	if (!gs_token_is_word(token))
		return false;
	if (gs_parse_at_qualifier(p) ||
		(token->kind == GS_TOKEN_KEYWORD && gs_token_is(token, "struct")))
		return true;
	if (gs_parse_at_precision(p))
		return true;
	if (!gs_parse_at_type(p))
		return false;
	if (gs_token_is(token, "unsigned"))
		ahead++;
	while (gs_token_is(gs_peek(p, ahead), "["))
		ahead = skip_brackets(p, ahead);
	return !gs_token_is(gs_peek(p, ahead), "(");
}

struct gs_type gs_parse_type_name(struct gs_parser *p)
{
	const struct gs_token *token = gs_here(p);
	const struct gs_symbol_full *symbol;
	struct gs_type type;

	if (!gs_parse_at_type(p)) {
		if (token->kind == GS_TOKEN_IDENTIFIER)
			gs_parse_fail(
				p, GS_GLSL_E_PARSE, p->at, "'%s' is not a known type", token->text);
		gs_parse_fail(
			p, GS_GLSL_E_PARSE, p->at, "a type expected before '%s'", token->text);
	}
	symbol = gs_name_of(token->text)->symbol;
	if (gs_token_is(token, "unsigned")) {
		gs_advance(p);
		type = gs_type_scalar(GS_BASE_UINT);
	} else if (token->kind == GS_TOKEN_IDENTIFIER && symbol &&
		   symbol->symbol.kind == GS_SYMBOL_STRUCT) {
		type = symbol->symbol.type;
	} else if (token->kind == GS_TOKEN_IDENTIFIER && symbol) {
		type = gs_type_scalar(GS_BASE_OPAQUE); /* a subroutine */
		type.name = token->text;
	} else if (gs_resolve_builtin_struct(p->context, token->text)) {
		type = gs_type_scalar(GS_BASE_STRUCT);
		type.structure = gs_resolve_builtin_struct(p->context, token->text);
	} else {
		type = gs_builtin_type(word_of(token)->type);
	}
	gs_advance(p);
	return type;
}
