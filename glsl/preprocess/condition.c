/* SPDX-License-Identifier: MIT */
/* The expression of #if and #elif. */
#include <string.h>

#include "glsl/private.h"

struct condition {
	struct gs_preprocessor *pp;
	const struct gs_pp_token *tokens, *directive;
	size_t n, at;
	unsigned depth;
};

static void fail(struct condition *c, const char *what)
{
	const struct gs_pp_token *at = c->at < c->n ? &c->tokens[c->at] : c->directive;

	gs_pp_fail(c->pp, c->depth > 200 ? GS_GLSL_E_LIMIT : GS_GLSL_E_PREPROCESS, &at->span,
		"the condition of #%s %s", c->directive->text, what);
}

static bool accept(struct condition *c, const char *text)
{
	if (c->at >= c->n || strcmp(c->tokens[c->at].text, text) != 0)
		return false;
	c->at++;
	return true;
}

static int64_t binary(struct condition *c, unsigned level);

static int64_t primary(struct condition *c)
{
	if (c->at >= c->n)
		fail(c, "ends too early");
	if (accept(c, "(")) {
		int64_t value = binary(c, 0);

		if (!accept(c, ")"))
			fail(c, "lacks a ')'");
		return value;
	}
	const struct gs_pp_token *token = &c->tokens[c->at++];

	if (token->kind == GS_PP_NUMBER)
		return (int64_t)g_ascii_strtoull(token->text, NULL, 0);
	if (token->kind == GS_PP_IDENTIFIER)
		return 0; /* a name that is not a macro */
	c->at--;
	fail(c, "is not an expression");
	return 0;
}

static int64_t unary(struct condition *c)
{
	int64_t value;

	if (++c->depth > 200)
		fail(c, "is nested too deeply");
	if (accept(c, "-"))
		value = (int64_t)(0 - (uint64_t)unary(c));
	else if (accept(c, "+"))
		value = unary(c);
	else if (accept(c, "!"))
		value = !unary(c);
	else if (accept(c, "~"))
		value = ~unary(c);
	else
		value = primary(c);
	c->depth--;
	return value;
}

enum { LEVELS = 10 };
static const char *const operators[LEVELS][5] = {{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="},
	{"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};

static int64_t divide(int64_t a, int64_t b, bool modulo)
{
	if (b == 0)
		return 0; /* the driver has accepted it: it does not evaluate it, or tolerates it */
	if (b == -1)
		return modulo ? 0 : (int64_t)(0 - (uint64_t)a);
	return modulo ? a % b : a / b;
}

static int64_t apply(const char *o, int64_t a, int64_t b)
{
	switch (o[0]) {
	case '|':
		return o[1] ? a || b : a | b;
	case '&':
		return o[1] ? a && b : a & b;
	case '^':
		return a ^ b;
	case '=':
		return a == b;
	case '!':
		return a != b;
	case '<':
		if (o[1] == '<')
			return (int64_t)((uint64_t)a << (b & 63));
		return o[1] ? a <= b : a < b;
	case '>':
		if (o[1] == '>')
			return a >> (b & 63);
		return o[1] ? a >= b : a > b;
	case '+':
		return (int64_t)((uint64_t)a + (uint64_t)b);
	case '-':
		return (int64_t)((uint64_t)a - (uint64_t)b);
	case '*':
		return (int64_t)((uint64_t)a * (uint64_t)b);
	default:
		return divide(a, b, o[0] == '%');
	}
}

static const char *accept_operator(struct condition *c, unsigned level)
{
	for (unsigned i = 0; i < 5 && operators[level][i]; i++)
		if (accept(c, operators[level][i]))
			return operators[level][i];
	return NULL;
}

static int64_t binary(struct condition *c, unsigned level)
{
	if (level == LEVELS)
		return unary(c);
	if (level == 0 && ++c->depth > 200)
		fail(c, "is nested too deeply");

	int64_t value = binary(c, level + 1);
	const char *operator;

	while ((operator= accept_operator(c, level)))
		value = apply(operator, value, binary(c, level + 1));
	if (level == 0)
		c->depth--;
	return value;
}

/* Replaces defined X and defined(X) by 1 or 0, before macros are expanded. */
static GArray *replace_defined(struct gs_preprocessor *pp, const struct gs_pp_token *line, size_t n)
{
	GArray *out = g_array_new(FALSE, FALSE, sizeof(*line));

	for (size_t i = 0; i < n; i++) {
		struct gs_pp_token token = line[i];
		size_t name = i + 1;

		if (token.kind == GS_PP_IDENTIFIER && !strcmp(token.text, "defined")) {
			bool parenthesis = name < n && !strcmp(line[name].text, "(");

			name += parenthesis;
			if (name < n && line[name].kind == GS_PP_IDENTIFIER) {
				token.kind = GS_PP_NUMBER;
				token.text = gs_names_intern(&pp->context->names,
					gs_name_of(line[name].text)->macro ? "1" : "0", 1)
						     ->text;
				i = name + (parenthesis && name + 1 < n);
			}
		}
		g_array_append_val(out, token);
	}
	g_ptr_array_add(pp->temporaries, out);
	return out;
}

int64_t gs_condition_evaluate(struct gs_preprocessor *pp, const struct gs_pp_token *line, size_t n,
	const struct gs_pp_token *directive)
{
	GArray *replaced = replace_defined(pp, line, n);
	GArray *expanded = gs_macro_expand_list(pp, (const void *)replaced->data, replaced->len);
	/* A macro's expansion may contain "defined". */
	GArray *final = replace_defined(pp, (const void *)expanded->data, expanded->len);
	struct condition c = {
		.pp = pp,
		.tokens = (const void *) final->data,
		.n = final->len,
		.directive = directive,
	};

	return binary(&c, 0);
}
