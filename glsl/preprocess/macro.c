/* SPDX-License-Identifier: MIT */
/* Expands macros as C does: a macro is not expanded inside its own expansion, and its name found
 * there is marked and never expanded again. Every resulting token has the span of the whole macro
 * use in the source. */
#include <string.h>

#include "glsl/private.h"

/* A list of tokens that is read again, above the level in which it was found. */
struct level {
	struct level *below;
	const struct gs_pp_token *tokens;
	size_t n, at;
	struct gs_macro *macro; /* busy while the level lasts */
};

struct gs_macro_reader {
	struct gs_preprocessor *pp;
	struct level *top;
	const struct gs_pp_token *list; /* bottom; NULL: the source */
	size_t n_list, at_list;
	struct gs_span use; /* of the outermost macro */
};

/* An array that lives until the macro use in the source ends, or the preprocessor gives up. */
static GArray *temporary(struct gs_preprocessor *pp, guint element_size)
{
	GArray *array = g_array_new(FALSE, FALSE, element_size);

	g_ptr_array_add(pp->temporaries, array);
	return array;
}

static GArray *temporary_list(struct gs_preprocessor *pp)
{
	return temporary(pp, sizeof(struct gs_pp_token));
}

/* ---- definitions ---- */

static struct gs_macro *macro_new(struct gs_preprocessor *pp, struct gs_name *name)
{
	struct gs_macro *macro = gs_arena_alloc(&pp->context->arena, sizeof(*macro));

	macro->name = name;
	name->macro = macro;
	g_ptr_array_add(pp->macros, name);
	return macro;
}

static size_t define_parameters(struct gs_preprocessor *pp, struct gs_macro *macro,
	const struct gs_pp_token *line, size_t n)
{
	size_t i = 2;

	macro->is_function = true;
	macro->parameters = gs_arena_alloc(&pp->context->arena, n * sizeof(*macro->parameters));
	while (i < n && strcmp(line[i].text, ")") != 0) {
		if (line[i].kind == GS_PP_IDENTIFIER)
			macro->parameters[macro->n_parameters++] = gs_name_of(line[i].text);
		else if (strcmp(line[i].text, ",") != 0)
			gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &line[i].span,
				"a macro's parameter must be a name");
		i++;
	}
	if (i == n)
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &line[0].span,
			"the macro's parameter list has no ')'");
	return i + 1;
}

void gs_pp_define(struct gs_preprocessor *pp, const struct gs_pp_token *line, size_t n)
{
	if (n == 0 || line[0].kind != GS_PP_IDENTIFIER)
		gs_pp_fail(
			pp, GS_GLSL_E_PREPROCESS, n ? &line[0].span : NULL, "#define needs a name");

	struct gs_macro *macro = macro_new(pp, gs_name_of(line[0].text));
	size_t body = 1;

	if (n > 1 && !strcmp(line[1].text, "(") && !line[1].space_before)
		body = define_parameters(pp, macro, line, n);
	macro->n_body = n - body;
	macro->body = gs_arena_copy(
		&pp->context->arena, line + body, macro->n_body * sizeof(*line));
}

void gs_pp_predefine(struct gs_preprocessor *pp, const char *name, const char *value)
{
	struct gs_macro *macro = macro_new(
		pp, gs_names_intern(&pp->context->names, name, strlen(name)));
	GArray *body = gs_scan(&pp->context->names, value ? value : "", value ? strlen(value) : 0);

	macro->n_body = 0;
	while (g_array_index(body, struct gs_pp_token, macro->n_body).kind < GS_PP_NEWLINE)
		macro->n_body++;
	macro->body = gs_arena_copy(
		&pp->context->arena, body->data, macro->n_body * sizeof(struct gs_pp_token));
	g_array_unref(body);
}

/* ---- reading ---- */

static void pop_level(struct gs_macro_reader *r)
{
	struct level *level = r->top;

	r->top = level->below;
	level->macro->is_busy = false;
}

static void push_level(struct gs_macro_reader *r, struct gs_macro *macro, GArray *tokens)
{
	struct level *level = gs_arena_alloc(&r->pp->context->arena, sizeof(*level));

	level->below = r->top;
	level->tokens = (const void *)tokens->data;
	level->n = tokens->len;
	level->macro = macro;
	macro->is_busy = true;
	r->top = level;
}

static bool read_token(struct gs_macro_reader *r, struct gs_pp_token *token)
{
	while (r->top && r->top->at == r->top->n)
		pop_level(r);
	if (r->top) {
		*token = r->top->tokens[r->top->at++];
		return true;
	}
	if (!r->list)
		return r->pp->next(r->pp, token);
	if (r->at_list == r->n_list)
		return false;
	*token = r->list[r->at_list++];
	return true;
}

/* Whether the next token is a parenthesis. Consumes nothing; at the end of a level it looks at the
 * level below. */
static bool parenthesis_follows(struct gs_macro_reader *r)
{
	const struct gs_preprocessor *pp = r->pp;

	for (const struct level *level = r->top; level; level = level->below)
		if (level->at < level->n)
			return !strcmp(level->tokens[level->at].text, "(");
	if (r->list)
		return r->at_list < r->n_list && !strcmp(r->list[r->at_list].text, "(");
	for (size_t i = pp->at;; i++) {
		const struct gs_pp_token *next = &g_array_index(pp->scanned, struct gs_pp_token, i);

		if (next->kind != GS_PP_NEWLINE)
			return next->kind != GS_PP_END && !strcmp(next->text, "(");
	}
}

/* ---- arguments ---- */

struct argument {
	GArray *raw, *expanded;
};

/* The arguments of one use: a GArray of struct argument. */
static struct argument *argument_at(GArray *arguments, size_t i)
{
	return &g_array_index(arguments, struct argument, i);
}

static GArray *add_argument(struct gs_macro_reader *r, GArray *arguments)
{
	struct argument argument = {.raw = temporary_list(r->pp)};

	g_array_append_val(arguments, argument);
	return argument.raw;
}

static void widen(struct gs_span *span, const struct gs_span *end)
{
	span->end_line = end->end_line;
	span->end_column = end->end_column;
}

static GArray *collect_arguments(struct gs_macro_reader *r, const struct gs_macro *macro)
{
	GArray *arguments = temporary(r->pp, sizeof(struct argument));
	GArray *raw = add_argument(r, arguments);
	struct gs_pp_token token = {0};
	unsigned depth = 1;

	read_token(r, &token); /* ( */
	for (;;) {
		if (!read_token(r, &token))
			gs_pp_fail(r->pp, GS_GLSL_E_PREPROCESS, &r->use,
				"the use of macro %s has no ')'", macro->name->text);
		gs_pp_work(r->pp, 1, &token);
		if (!r->list && !token.from_macro)
			widen(&r->use, &token.span);
		if (!strcmp(token.text, "(")) {
			depth++;
		} else if (!strcmp(token.text, ")") && --depth == 0) {
			return arguments;
		} else if (!strcmp(token.text, ",") && depth == 1) {
			raw = add_argument(r, arguments);
			continue;
		}
		if (token.kind == GS_PP_IDENTIFIER) {
			const struct gs_macro *other = gs_name_of(token.text)->macro;

			token.is_painted |= other && other->is_busy;
		}
		g_array_append_val(raw, token);
	}
}

static const GArray *expanded_argument(struct gs_macro_reader *r, GArray *arguments, size_t i)
{
	struct argument *argument = argument_at(arguments, i);

	if (!argument->expanded)
		argument->expanded = gs_macro_expand_list(
			r->pp, (const void *)argument->raw->data, argument->raw->len);
	return argument->expanded;
}

/* ---- replacement ---- */

static size_t parameter_index(const struct gs_macro *macro, const struct gs_pp_token *token)
{
	for (size_t i = 0; i < macro->n_parameters; i++)
		if (macro->parameters[i]->text == token->text)
			return i;
	return SIZE_MAX;
}

static void paste(struct gs_macro_reader *r, GArray *out, const struct gs_pp_token *right)
{
	struct gs_pp_token *left = &g_array_index(out, struct gs_pp_token, out->len - 1);
	char *text = g_strconcat(left->text, right->text, NULL);
	GArray *scanned = gs_scan(&r->pp->context->names, text, strlen(text));
	const struct gs_pp_token *first = (const void *)scanned->data;

	left->text = gs_names_intern(&r->pp->context->names, text, strlen(text))->text;
	left->kind = first[1].kind == GS_PP_NEWLINE ? first[0].kind : GS_PP_OTHER;
	left->is_painted = false;
	g_array_unref(scanned);
	g_free(text);
}

static bool is_paste(const struct gs_macro *macro, size_t i)
{
	return i < macro->n_body && !strcmp(macro->body[i].text, "##");
}

/* Appends body[i], pasted to the token before it if `paste_left`; an operand of ## is not expanded.
 * False: it was empty. */
static bool replace_token(struct gs_macro_reader *r, const struct gs_macro *macro, size_t i,
	GArray *arguments, GArray *out, bool paste_left, bool is_operand)
{
	const struct gs_pp_token *token = &macro->body[i];
	size_t parameter = macro->is_function ? parameter_index(macro, token) : SIZE_MAX;
	const struct gs_pp_token *list = token;
	size_t n = 1;

	if (parameter != SIZE_MAX && parameter < arguments->len) {
		const GArray *argument = is_operand ? argument_at(arguments, parameter)->raw
						    : expanded_argument(r, arguments, parameter);

		list = (const void *)argument->data;
		n = argument->len;
	} else if (parameter != SIZE_MAX) {
		n = 0;
	}
	if (n == 0)
		return false;
	gs_pp_work(r->pp, n, NULL);
	if (paste_left) {
		paste(r, out, list);
		list++;
		n--;
	}
	guint first = out->len;

	g_array_append_vals(out, list, (guint)n);
	if (n && !paste_left)
		g_array_index(out, struct gs_pp_token, first).space_before = token->space_before;
	return true;
}

static GArray *replace(struct gs_macro_reader *r, const struct gs_macro *macro, GArray *arguments)
{
	GArray *out = temporary_list(r->pp);
	bool pasting = false, has_left = false;

	gs_pp_work(r->pp, macro->n_body, NULL);
	for (size_t i = 0; i < macro->n_body; i++) {
		if (is_paste(macro, i)) {
			pasting = i > 0;
			continue;
		}
		bool any = replace_token(r, macro, i, arguments, out, pasting && has_left,
			pasting || is_paste(macro, i + 1));

		has_left = any || (pasting && has_left);
		pasting = false;
	}
	for (guint i = 0; i < out->len; i++) {
		struct gs_pp_token *token = &g_array_index(out, struct gs_pp_token, i);

		token->span = r->use;
		token->from_macro = true;
	}
	return out;
}

static void check_arguments(
	struct gs_macro_reader *r, const struct gs_macro *macro, GArray *arguments)
{
	if (macro->n_parameters == 0 && arguments->len == 1 &&
		argument_at(arguments, 0)->raw->len == 0)
		return;
	if (arguments->len != macro->n_parameters)
		gs_pp_fail(r->pp, GS_GLSL_E_PREPROCESS, &r->use,
			"macro %s takes %zu arguments, here are %u", macro->name->text,
			macro->n_parameters, arguments->len);
}

static GArray *special_value(struct gs_macro_reader *r, const struct gs_macro *macro)
{
	GArray *out = temporary_list(r->pp);
	int value = macro->special == GS_MACRO_FILE ? r->pp->file
						    : (int)r->use.line + r->pp->line_offset;
	char text[16];
	int length = snprintf(text, sizeof(text), "%d", value);
	struct gs_pp_token token = {
		.kind = GS_PP_NUMBER,
		.text = gs_names_intern(&r->pp->context->names, text, (size_t)length)->text,
		.span = r->use,
		.from_macro = true,
	};

	g_array_append_val(out, token);
	return out;
}

/* If the token is the name of a macro that may be expanded, pushes the expansion. */
static void expand(
	struct gs_macro_reader *r, const struct gs_pp_token *token, struct gs_macro *macro)
{
	GArray *arguments = NULL, *out;

	if (macro->special) {
		out = special_value(r, macro);
	} else {
		if (macro->is_function) {
			arguments = collect_arguments(r, macro);
			check_arguments(r, macro, arguments);
		}
		out = replace(r, macro, arguments);
	}
	if (out->len)
		g_array_index(out, struct gs_pp_token, 0).space_before = token->space_before;
	push_level(r, macro, out);
}

static bool next_expanded(struct gs_macro_reader *r, struct gs_pp_token *token)
{
	while (read_token(r, token)) {
		struct gs_macro *macro = token->kind == GS_PP_IDENTIFIER
						 ? gs_name_of(token->text)->macro
						 : NULL;

		gs_pp_work(r->pp, 0, token);
		if (!macro || token->is_painted)
			return true;
		if (macro->is_busy) {
			token->is_painted = true;
			return true;
		}
		if (!token->from_macro)
			r->use = token->span;
		if (macro->is_function && !parenthesis_follows(r))
			return true;
		expand(r, token, macro);
	}
	return false;
}

bool gs_macro_next(struct gs_preprocessor *pp, struct gs_pp_token *token)
{
	if (!pp->reader) {
		pp->reader = gs_arena_alloc(&pp->context->arena, sizeof(*pp->reader));
		pp->reader->pp = pp;
	}
	if (!pp->reader->top && pp->temporaries->len)
		g_ptr_array_set_size(pp->temporaries, 0);
	return next_expanded(pp->reader, token);
}

GArray *gs_macro_expand_list(struct gs_preprocessor *pp, const struct gs_pp_token *list, size_t n)
{
	GArray *out = temporary_list(pp);
	struct gs_pp_token token;
	struct gs_macro_reader r = {.pp = pp, .list = list, .n_list = n};

	if (n == 0)
		return out;
	if (++pp->argument_depth > GS_LIMIT_MACRO_NESTING)
		gs_pp_fail(pp, GS_GLSL_E_LIMIT, &list[0].span, "macro uses are nested too deeply");
	r.use = list[0].span;
	while (next_expanded(&r, &token))
		g_array_append_val(out, token);
	while (r.top)
		pop_level(&r);
	pp->argument_depth--;
	return out;
}
