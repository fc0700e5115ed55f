/* SPDX-License-Identifier: MIT */
/* Executes directives. Lines are physical lines of the joined strings, as Mesa counts them and as
 * the user sees them; #line changes __LINE__ and __FILE__ only, never a span. */
#include <string.h>

#include "glsl/private.h"

struct gs_conditional {
	bool was_active; /* the group around it is active */
	bool is_active, was_taken, had_else;
	struct gs_span span;
};

static const struct gs_pp_token *scanned(const struct gs_preprocessor *pp, size_t i)
{
	return &g_array_index(pp->scanned, struct gs_pp_token, i);
}

static bool is_active(const struct gs_preprocessor *pp)
{
	return pp->n_conditionals == 0 || pp->conditionals[pp->n_conditionals - 1].is_active;
}

static size_t line_end(const struct gs_preprocessor *pp, size_t from)
{
	while (scanned(pp, from)->kind < GS_PP_NEWLINE)
		from++;
	return from;
}

static void push_conditional(struct gs_preprocessor *pp, bool holds, const struct gs_span *span)
{
	bool active = is_active(pp);

	if (pp->n_conditionals >= GS_LIMIT_CONDITIONALS)
		gs_pp_fail(pp, GS_GLSL_E_LIMIT, span, "more than %d nested #if",
			GS_LIMIT_CONDITIONALS);
	if (!pp->conditionals)
		pp->conditionals = gs_arena_alloc(
			&pp->context->arena, GS_LIMIT_CONDITIONALS * sizeof(*pp->conditionals));
	pp->conditionals[pp->n_conditionals++] = (struct gs_conditional){
		.was_active = active,
		.is_active = active && holds,
		.was_taken = active && holds,
		.span = *span,
	};
}

static struct gs_conditional *top_conditional(
	struct gs_preprocessor *pp, const struct gs_pp_token *directive)
{
	if (pp->n_conditionals == 0)
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &directive->span, "#%s without #if",
			directive->text);
	return &pp->conditionals[pp->n_conditionals - 1];
}

static bool is_defined(const struct gs_pp_token *line, size_t n,
	const struct gs_pp_token *directive, struct gs_preprocessor *pp)
{
	if (n == 0 || line[0].kind != GS_PP_IDENTIFIER)
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &directive->span, "#%s needs a name",
			directive->text);
	return gs_name_of(line[0].text)->macro != NULL;
}

/* Executes #if and the like; true if `directive` is one of them. */
static bool conditional_directive(struct gs_preprocessor *pp, const struct gs_pp_token *directive,
	const struct gs_pp_token *line, size_t n)
{
	const char *name = directive->text;
	bool active = is_active(pp);

	if (!strcmp(name, "ifdef") || !strcmp(name, "ifndef")) {
		bool wanted = name[2] == 'd';

		push_conditional(pp, active && is_defined(line, n, directive, pp) == wanted,
			&directive->span);
	} else if (!strcmp(name, "if")) {
		push_conditional(pp, active && gs_condition_evaluate(pp, line, n, directive),
			&directive->span);
	} else if (!strcmp(name, "elif")) {
		struct gs_conditional *top = top_conditional(pp, directive);

		top->is_active = false; /* while its condition is evaluated as well */
		if (top->was_active && !top->was_taken && !top->had_else)
			top->is_active = top->was_taken = gs_condition_evaluate(
								  pp, line, n, directive) != 0;
	} else if (!strcmp(name, "else")) {
		struct gs_conditional *top = top_conditional(pp, directive);

		top->is_active = top->was_active && !top->was_taken && !top->had_else;
		top->was_taken = top->had_else = true;
	} else if (!strcmp(name, "endif")) {
		top_conditional(pp, directive);
		pp->n_conditionals--;
	} else {
		return false;
	}
	return true;
}

/* The lines between two directives, the first of which begins what is skipped. */
static void note_skipped(struct gs_preprocessor *pp, unsigned directive_line, bool was_active)
{
	struct gs_line_range range = {.first = directive_line + 1};

	if (was_active == is_active(pp))
		return;
	if (was_active) {
		g_array_append_val(pp->skipped, range);
		return;
	}
	struct gs_line_range *last = &g_array_index(
		pp->skipped, struct gs_line_range, pp->skipped->len - 1);

	last->last = directive_line - 1;
	if (last->last < last->first)
		g_array_set_size(pp->skipped, pp->skipped->len - 1);
}

void gs_pp_define_profile(struct gs_preprocessor *pp)
{
	struct gs_unit *unit = &pp->unit->unit;
	char value[16];

	snprintf(value, sizeof(value), "%u", unit->version);
	gs_pp_predefine(pp, "__VERSION__", value);
	if (unit->is_es)
		gs_pp_predefine(pp, "GL_ES", "1");
	if (unit->is_es && unit->version >= 300)
		gs_pp_predefine(pp, "GL_es_profile", "1");
	if (!unit->is_es && unit->version >= 150)
		gs_pp_predefine(pp, "GL_core_profile", "1");
	if (!unit->is_es && unit->version >= 150 && unit->is_compatibility)
		gs_pp_predefine(pp, "GL_compatibility_profile", "1");
}

static void version_directive(struct gs_preprocessor *pp, const struct gs_pp_token *directive,
	const struct gs_pp_token *line, size_t n)
{
	struct gs_unit *unit = &pp->unit->unit;
	unsigned version = n ? (unsigned)strtoul(line[0].text, NULL, 10) : 0;
	const char *profile = n > 1 ? line[1].text : "";

	if ((version < 110 && version != 100) || version > 999)
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &directive->span,
			"#version needs a number such as 330");
	unit->version = version;
	unit->is_es = version == 100 || !strcmp(profile, "es");
	if (unit->is_es)
		unit->is_compatibility = false;
	else if (version <= 130)
		unit->is_compatibility = true;
	else if (version == 140)
		unit->is_compatibility = pp->context->api == GS_API_COMPATIBILITY;
	else
		unit->is_compatibility = !strcmp(profile, "compatibility");
	if (!unit->is_es && gs_names_intern(&pp->context->names, "GL_ES", 5)->macro)
		gs_names_intern(&pp->context->names, "GL_ES", 5)->macro = NULL;
	gs_pp_define_profile(pp);
}

static void extension_directive(
	struct gs_preprocessor *pp, const struct gs_pp_token *line, size_t n)
{
	bool enables = n >= 3 && strcmp(line[2].text, "disable") != 0;

	if (n == 0 || !enables)
		return;
	if (!strcmp(line[0].text, "all"))
		pp->unit->all_extensions = true;
	for (const struct gs_builtin_extension *e = gs_builtin_extensions; e->name; e++)
		if (!strcmp(line[0].text, e->name))
			pp->unit->extensions |= UINT64_C(1) << e->bit;
}

/* #version, #extension and #pragma stay in the token stream, one token per line. */
static void keep_directive(struct gs_preprocessor *pp, size_t hash, size_t end)
{
	GString *text = g_string_new("#");
	struct gs_token token = {.kind = GS_TOKEN_DIRECTIVE, .span = scanned(pp, hash)->span};

	for (size_t i = hash + 1; i < end; i++) {
		const struct gs_pp_token *part = scanned(pp, i);

		if (part->space_before && i > hash + 1)
			g_string_append_c(text, ' ');
		g_string_append(text, part->text);
		token.span.end_line = part->span.end_line;
		token.span.end_column = part->span.end_column;
	}
	token.text = gs_names_intern(&pp->context->names, text->str, text->len)->text;
	g_string_free(text, TRUE);
	g_array_append_val(pp->out, token);
}

/* The line after "#line N" is N from 3.30 and ES 3.00 on, N + 1 before. */
static void line_directive(struct gs_preprocessor *pp, const struct gs_pp_token *directive,
	const struct gs_pp_token *line, size_t n)
{
	const struct gs_unit *unit = &pp->unit->unit;
	GArray *expanded = gs_macro_expand_list(pp, line, n);
	const struct gs_pp_token *tokens = (const void *)expanded->data;

	if (expanded->len >= 1 && tokens[0].kind == GS_PP_NUMBER) {
		int number = (int)CLAMP(strtol(tokens[0].text, NULL, 0), 0, 1 << 30);
		int next = unit->version >= (unit->is_es ? 300 : 330) ? number : number + 1;

		pp->line_offset = next - (int)(directive->span.line + 1);
	}
	if (expanded->len >= 2 && tokens[1].kind == GS_PP_NUMBER)
		pp->file = (int)CLAMP(strtol(tokens[1].text, NULL, 0), 0, 1 << 30);
}

static void error_directive(struct gs_preprocessor *pp, const struct gs_pp_token *directive,
	const struct gs_pp_token *line, size_t n)
{
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < n; i++)
		g_string_append_printf(
			text, "%s%s", i && line[i].space_before ? " " : "", line[i].text);
	char *message = gs_arena_copy(&pp->context->arena, text->str, text->len + 1);

	g_string_free(text, TRUE);
	gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &directive->span, "#error %s", message);
}

static void execute(struct gs_preprocessor *pp, size_t hash, size_t end)
{
	const struct gs_pp_token *directive = scanned(pp, hash + 1), *line = directive + 1;

	if (hash + 1 == end)
		return; /* the null directive */

	size_t n = end - hash - 2;
	bool was_active = is_active(pp);

	if (conditional_directive(pp, directive, line, n)) {
		note_skipped(pp, directive->span.line, was_active);
		return;
	}
	if (!was_active)
		return;
	if (!strcmp(directive->text, "define")) {
		gs_pp_define(pp, line, n);
	} else if (!strcmp(directive->text, "undef")) {
		if (n)
			gs_name_of(line[0].text)->macro = NULL;
	} else if (!strcmp(directive->text, "version")) {
		version_directive(pp, directive, line, n);
		keep_directive(pp, hash, end);
	} else if (!strcmp(directive->text, "extension")) {
		extension_directive(pp, line, n);
		keep_directive(pp, hash, end);
	} else if (!strcmp(directive->text, "pragma")) {
		keep_directive(pp, hash, end);
	} else if (!strcmp(directive->text, "line")) {
		line_directive(pp, directive, line, n);
	} else if (!strcmp(directive->text, "error")) {
		error_directive(pp, directive, line, n);
	} else if (!strcmp(directive->text, "include")) {
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &directive->span,
			"this #include cannot be resolved: there was no named string of that name "
			"when the shader was compiled, or it includes itself");
	} else {
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &directive->span, "unknown directive #%s",
			directive->text);
	}
}

bool gs_pp_next(struct gs_preprocessor *pp, struct gs_pp_token *token)
{
	for (;;) {
		const struct gs_pp_token *next = scanned(pp, pp->at);

		if (next->kind == GS_PP_END)
			return false;
		if (next->kind == GS_PP_NEWLINE) {
			pp->at_line_start = true;
			pp->at++;
		} else if (pp->at_line_start && !strcmp(next->text, "#")) {
			size_t hash = pp->at, end = line_end(pp, hash);

			pp->at = end;
			execute(pp, hash, end);
		} else if (!is_active(pp)) {
			pp->at = line_end(pp, pp->at);
		} else {
			pp->at_line_start = false;
			pp->at++;
			*token = *next;
			return true;
		}
	}
}

void gs_pp_expect_closed(struct gs_preprocessor *pp)
{
	if (pp->n_conditionals)
		gs_pp_fail(pp, GS_GLSL_E_PREPROCESS, &pp->conditionals[pp->n_conditionals - 1].span,
			"this #if has no #endif");
}
