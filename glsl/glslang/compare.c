/* SPDX-License-Identifier: MIT */
/* Compares glslang's view of a shader with ours. It is a second opinion and changes nothing. The
 * text has one token per line, so that each line of the answer names a token; glslang-helper.cc
 * explains these lines. */
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

enum { MAX_NOTES = 10 };

struct comparison {
	struct gs_parse_context *context;
	const struct gs_unit *unit;
	struct gs_opinion *opinion;
	struct gs_messages *messages;
	const struct gs_node **at;	     /* by token: the node that glslang would put there */
	const struct gs_node **one_argument; /* by place of the argument: the outermost such call */
	const struct gs_node **begins; /* by first token that is no parenthesis: the outermost */
	unsigned first_line;
};

/* ---- our nodes by glslang's places ---- */

static unsigned place_of(const struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		return node->first;
	case GS_NODE_DECLARATOR:
	case GS_NODE_MEMBER:
		return node->name_token;
	case GS_NODE_INDEX:
	case GS_NODE_BINARY:
	case GS_NODE_LOGICAL:
	case GS_NODE_ASSIGN:
	case GS_NODE_TERNARY:
	case GS_NODE_COMMA:
	case GS_NODE_UNARY:
	case GS_NODE_POSTFIX:
		return node->op_token;
	case GS_NODE_CALL:
		return node->last;
	default:
		return UINT_MAX;
	}
}

static bool has_one_argument(const struct gs_node *node)
{
	return node->kind == GS_NODE_CALL && gs_full(node)->builtin && node->n_children == 1;
}

static const struct gs_node *without_parentheses(const struct gs_node *node)
{
	while (node->kind == GS_NODE_PAREN)
		node = node->child[0];
	return node;
}

/* glslang gives a call with one argument the position of that argument. */
static unsigned place_of_argument(const struct gs_node *node)
{
	while (node->kind == GS_NODE_PAREN || has_one_argument(node))
		node = node->child[0];
	return place_of(node);
}

/* glslang gives a constant the position of its first operand. */
static unsigned place_of_constant(const struct gs_node *node)
{
	while (node->n_children && node->child[0] && node->kind >= GS_NODE_IDENTIFIER)
		node = node->child[0];
	return node->first;
}

static void note_node(const struct gs_node **where, unsigned place, const struct gs_node *node)
{
	if (place != UINT_MAX && !where[place])
		where[place] = node;
}

static void map_nodes(struct comparison *c, const struct gs_node *node)
{
	if (place_of(node) != UINT_MAX)
		c->at[place_of(node)] = node;
	if (has_one_argument(node))
		note_node(c->one_argument, place_of_argument(node), node);
	if (node->kind >= GS_NODE_IDENTIFIER)
		note_node(c->begins, place_of_constant(node), node);
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			map_nodes(c, node->child[i]);
}

/* ---- differences ---- */

static void note_difference(struct comparison *c, const struct gs_node *node, const char *what,
	const char *theirs, const char *ours)
{
	struct gs_span span = gs_node_span(node);

	if (c->opinion->differences++ < MAX_NOTES)
		gs_messages_add(c->messages, GS_MESSAGE_NOTE, c->unit->index, span.line,
			span.column, "%s: glslang has %s here, glstep %s", what, theirs, ours);
}

/* "vec4[3][]". Where only the draw or the buffer knows a size, glslang guesses it from the use. */
static bool is_same_type(const struct gs_type *ours, const char *theirs, bool is_guessed)
{
	struct gs_type element = *ours;
	size_t length = strcspn(theirs, "[");
	unsigned n = 0;

	element.n_dimensions = 0;
	char *base = gs_type_string(&element);
	bool is_same = strlen(base) == length && !strncmp(base, theirs, length);

	if (ours->base == GS_BASE_STRUCT && !ours->structure->name[0])
		is_same = true;
	g_free(base);
	for (theirs += length; *theirs == '[' && is_same; theirs += strcspn(theirs + 1, "[") + 1) {
		int size = atoi(theirs + 1);

		if (n == ours->n_dimensions)
			return false;
		if (size && size != ours->dimensions[n] && !(is_guessed && !ours->dimensions[n]))
			return false;
		n++;
	}
	return is_same && n == ours->n_dimensions;
}

static void compare_type_at(struct comparison *c, const struct gs_node *node,
	const struct gs_type *type, const char *theirs, bool is_guessed)
{
	c->opinion->types++;
	if (is_same_type(type, theirs, is_guessed))
		return;
	char *ours = gs_type_string(type);

	note_difference(c, node, "type", theirs, ours);
	g_free(ours);
}

static void compare_type(struct comparison *c, const struct gs_node *node, const char *theirs)
{
	compare_type_at(c, node, &node->type, theirs, node->kind == GS_NODE_MEMBER);
}

static void compare_symbol(struct comparison *c, const struct gs_node *node,
	const struct gs_symbol *symbol, const char *theirs)
{
	compare_type_at(c, node, &symbol->type, theirs, !gs_is_sized_by_use(c->context, symbol));
}

/* ---- answers ---- */

/* glslang gives a block without instance name the position of its member. */
static void compare_variable(
	struct comparison *c, const struct gs_node *node, const char *type, const char *name)
{
	if ((node->kind != GS_NODE_IDENTIFIER && node->kind != GS_NODE_DECLARATOR) ||
		strcmp(c->unit->tokens[place_of(node)].text, name))
		return;
	if (node->symbol)
		compare_symbol(c, node, node->symbol, type);
	else
		compare_type(c, node, type);
}

static void compare_operation(struct comparison *c, const struct gs_node *node, const char *type)
{
	if (node->kind == GS_NODE_IDENTIFIER || node->kind == GS_NODE_DECLARATOR ||
		node->kind == GS_NODE_CALL)
		return;
	compare_type(c, node, type);
	c->at[place_of(node)] = NULL; /* outermost first; once is enough */
}

static void append_mangled(GString *out, const struct gs_type *type)
{
	static const char *const codes[] = {[GS_BASE_BOOL] = "b",
		[GS_BASE_INT] = "i",
		[GS_BASE_UINT] = "u",
		[GS_BASE_FLOAT] = "f",
		[GS_BASE_DOUBLE] = "d",
		[GS_BASE_INT64] = "i64",
		[GS_BASE_UINT64] = "u64",
		[GS_BASE_STRUCT] = NULL};
	const char *code = type->base < G_N_ELEMENTS(codes) ? codes[type->base] : NULL;

	g_string_append(out, type->columns > 1 ? "m" : type->rows > 1 ? "v" : "");
	g_string_append(out, code ? code : "*");
	if (type->columns > 1)
		g_string_append_printf(out, "%u", type->columns);
	g_string_append_printf(out, "%u", type->rows);
	for (unsigned i = 0; i < type->n_dimensions; i++)
		g_string_append_printf(out, "[%d]", type->dimensions[i]);
	g_string_append_c(out, ';');
}

static char *mangled(const struct gs_function *f)
{
	GString *out = g_string_new(f->name);

	g_string_append_c(out, '(');
	for (size_t i = 0; i < f->n_parameters; i++)
		append_mangled(out, &f->parameters[i]->type);
	return g_string_free(out, FALSE);
}

/* Whether one of our functions has that mangled name; names with struct parameters are longer. */
static bool is_known(const struct gs_parse_context *context, const char *theirs)
{
	bool found = false;

	for (guint i = 0; i < context->all_functions->len && !found; i++) {
		char *ours = mangled(context->all_functions->pdata[i]);

		found = !strcmp(ours, theirs);
		g_free(ours);
	}
	return found;
}

static void compare_call(
	struct comparison *c, const struct gs_node *node, const char *type, const char *theirs)
{
	if (node->kind != GS_NODE_CALL || node->symbol)
		return; /* a constructor, or a subroutine uniform */
	compare_type(c, node, type);
	if (gs_full(node)->builtin)
		return; /* glslang has some operators as functions */
	char *ours = node->function ? mangled(node->function) : g_strdup("no function");

	c->opinion->calls++;
	if (strcmp(ours, theirs) != 0 &&
		(is_known(c->context, theirs) || !node->function ||
			strncmp(theirs, node->function->name, strcspn(theirs, "(")) != 0))
		note_difference(c, node, "call", theirs, ours);
	g_free(ours);
}

static void compare_builtin_call(struct comparison *c, const struct gs_node *node, const char *type)
{
	if (node->kind == GS_NODE_CALL && !node->symbol && !node->function)
		compare_type(c, node, type);
}

/* abs(-x), sin(cos(x)): several may have one position. */
static void compare_one_argument(
	struct comparison *c, const struct gs_node *outermost, const char *type)
{
	for (const struct gs_node *node = outermost; has_one_argument(node);
		node = without_parentheses(node->child[0]))
		if (is_same_type(&node->type, type, false)) {
			c->opinion->types++;
			return;
		}
	compare_type(c, outermost, type);
}

/* gl_MaxLights and the like are values of the driver; glslang has what its caller chooses. */
static bool has_driver_constant(const struct gs_node *node)
{
	bool found = node->kind == GS_NODE_IDENTIFIER && node->symbol && node->symbol->is_builtin;

	for (size_t i = 0; i < node->n_children && !found; i++)
		found = node->child[i] && has_driver_constant(node->child[i]);
	return found;
}

/* 2 * 3 + 1 has the position of 2. Expressions whose value we do not know are not compared. */
static void compare_constant(
	struct comparison *c, const struct gs_node *outermost, const char *type, const char *value)
{
	const struct gs_node *claims = NULL;
	int64_t theirs = g_ascii_strtoll(value, NULL, 10), ours;

	for (const struct gs_node *node = outermost; node;
		node = node->n_children ? node->child[0] : NULL) {
		if (has_driver_constant(node))
			return;
		if (strcmp(gs_base_name(node->type.base), type) != 0)
			continue; /* glslang may have it after a conversion */
		if (!gs_node_value(node, &ours)) {
			if (node->is_constant)
				return;
			continue;
		}
		if (ours == theirs) {
			c->opinion->constants++;
			return;
		}
		claims = claims ? claims : node;
	}
	if (!claims)
		return;
	c->opinion->constants++;
	gs_node_value(claims, &ours);
	char *text = g_strdup_printf("%" G_GINT64_FORMAT, ours);

	note_difference(c, claims, "constant", value, text);
	g_free(text);
}

static void compare_global(struct comparison *c, const char *type, const char *name)
{
	const struct gs_unit_full *unit = (const void *)c->unit;

	for (guint i = 0; i < unit->symbols->len; i++) {
		const struct gs_symbol_full *symbol = unit->symbols->pdata[i];

		if (symbol->level == 0 && symbol->symbol.kind == GS_SYMBOL_VARIABLE &&
			symbol->symbol.declaration && !strcmp(symbol->symbol.name, name))
			compare_symbol(c, symbol->symbol.declaration, &symbol->symbol, type);
	}
}

static const struct gs_node *node_at(
	const struct comparison *c, const struct gs_node *const *where, const char *line)
{
	unsigned long number = strtoul(line, NULL, 10);

	if (number < c->first_line || number - c->first_line >= c->unit->n_tokens)
		return NULL;
	return where[number - c->first_line];
}

static void compare_line(struct comparison *c, char *line)
{
	char *words[4] = {NULL};

	for (unsigned i = 0; i < 4 && line; i++)
		words[i] = i < 3 ? strsep(&line, " ") : line;
	char kind = words[0] && words[0][0] && !words[0][1] ? words[0][0] : 0;

	if (!words[2] || (!words[3] && strchr("vcgk", kind)))
		return;
	if (kind == 'g') {
		compare_global(c, words[2], words[3]);
		return;
	}
	const struct gs_node *node = node_at(c,
		kind == 'a'   ? c->one_argument
		: kind == 'k' ? c->begins
			      : c->at,
		words[1]);

	if (!node)
		return;
	if (kind == 'v')
		compare_variable(c, node, words[2], words[3]);
	else if (kind == 'c')
		compare_call(c, node, words[2], words[3]);
	else if (kind == 't')
		compare_operation(c, node, words[2]);
	else if (kind == 'b')
		compare_builtin_call(c, node, words[2]);
	else if (kind == 'a')
		compare_one_argument(c, node, words[2]);
	else if (kind == 'k')
		compare_constant(c, node, words[2], words[3]);
}

static void compare_answer(struct comparison *c, char *answer)
{
	size_t n = c->unit->n_tokens;
	char *line;

	c->at = g_new0(const struct gs_node *, 3 * n);
	c->one_argument = c->at + n;
	c->begins = c->one_argument + n;
	map_nodes(c, c->unit->root);
	while ((line = strsep(&answer, "\n"))) {
		if (!strcmp(line, "public"))
			c->opinion->without_types = true;
		compare_line(c, line);
	}
	g_free(c->at);
}

/* ---- asking ---- */

/* Reports glslang's "ERROR: 0:LINE: what" at the right place of the source. */
static void tell_refusal(const struct comparison *c, const char *message)
{
	int length = (int)strcspn(message, "\n");
	struct gs_span span = {0};
	unsigned line;
	int what = 0;

	if (sscanf(message, "ERROR: %*u:%u: %n", &line, &what) >= 1 && what &&
		line >= c->first_line && line - c->first_line < c->unit->n_tokens)
		span = c->unit->tokens[line - c->first_line].span;
	else
		what = 0;
	char *reason = g_strstrip(g_strndup(message + what, (size_t)(length - what)));

	gs_messages_add(c->messages, GS_MESSAGE_NOTE, c->unit->index, span.line, span.column,
		"glslang rejects this: %s", reason);
	g_free(reason);
}

static enum gs_verdict ask(struct comparison *c, bool is_later)
{
	char *text = gs_compare_text(c->unit, is_later, &c->first_line);
	const char *why = "its answer is malformed";
	char *answer = gs_helper_ask(c->context->shader.stage, text, &why);
	enum gs_verdict verdict = GS_VERDICT_NONE;

	if (answer && g_str_has_prefix(answer, "ok\n")) {
		verdict = is_later ? GS_VERDICT_ACCEPTS_LATER : GS_VERDICT_ACCEPTS;
		compare_answer(c, answer);
	} else if (answer && g_str_has_prefix(answer, "fail ")) {
		verdict = GS_VERDICT_REFUSES;
		if (!is_later)
			tell_refusal(c, answer + 5);
	} else if (!is_later) {
		gs_messages_add(c->messages, GS_MESSAGE_NOTE, c->unit->index, 0, 0,
			"glslang cannot be asked: %s", why);
	}
	g_free(text);
	g_free(answer);
	return verdict;
}

void gs_shader_compare(
	const struct gs_shader *shader, struct gs_opinion *opinion, struct gs_messages *messages)
{
	*opinion = (struct gs_opinion){.verdict = GS_VERDICT_ACCEPTS};
	for (size_t i = 0; i < shader->n_units; i++) {
		struct comparison c = {.context = (struct gs_parse_context *)(uintptr_t)shader,
			.unit = shader->units[i],
			.opinion = opinion,
			.messages = messages};
		enum gs_verdict verdict = ask(&c, false);

		if (verdict == GS_VERDICT_REFUSES && ask(&c, true) == GS_VERDICT_ACCEPTS_LATER)
			verdict = GS_VERDICT_ACCEPTS_LATER;
		opinion->verdict = MIN(opinion->verdict, verdict); /* the worst of all units */
	}
}
