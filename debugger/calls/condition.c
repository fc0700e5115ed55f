/* SPDX-License-Identifier: MIT */
#include "debugger/calls/condition-node.h"

#include <string.h>
#include "data/pointee.h"
#include "debugger/base/error.h"
#include "debugger/calls/info.h"

/* A text is no number; a pointer is one, and has a text where it points at one. */
struct value {
	struct gs_condition_value number;
	char *text; /* owned, or NULL */
};

/* ---- parsing ---- */

enum { DEEPEST = 60 };

struct parser {
	const char *at, *whole;
	unsigned depth;
	GError **error;
};

static void node_free(struct node *node)
{
	if (!node)
		return;
	node_free(node->a);
	node_free(node->b);
	g_free(node->text);
	g_free(node);
}

static struct node *node_new(enum node_kind kind, struct node *a, struct node *b)
{
	struct node *node = g_new0(struct node, 1);
	node->kind = kind;
	node->a = a;
	node->b = b;
	return node;
}

static struct node *complain(struct parser *p, const char *what)
{
	if (!*p->error)
		g_set_error(p->error, GS_ERROR, GS_ERROR_USAGE,
			"the condition '%s' cannot be read at '%s': %s", p->whole,
			*p->at ? p->at : "its end", what);
	return NULL;
}

static void skip_space(struct parser *p)
{
	while (g_ascii_isspace(*p->at))
		p->at++;
}

static bool take(struct parser *p, const char *word)
{
	skip_space(p);
	size_t length = strlen(word);
	if (strncmp(p->at, word, length) != 0)
		return false;
	/* '&' is not '&&', '<' not '<=', '!' not '!=' */
	if (length == 1 && strchr("&|", *word) && p->at[1] == *word)
		return false;
	if (length == 1 && strchr("!<>", *word) && p->at[1] == '=')
		return false;
	p->at += length;
	return true;
}

static struct node *parse_or(struct parser *p);

static struct node *parse_number(struct parser *p)
{
	char *end;
	size_t length = strspn(p->at, "0123456789abcdefABCDEFxX.");
	bool is_real = strncmp(p->at, "0x", 2) != 0 && memchr(p->at, '.', length);
	is_real = is_real || (strncmp(p->at, "0x", 2) != 0 && memchr(p->at, 'e', length));
	struct node *node = node_new(NODE_NUMBER, NULL, NULL);
	node->is_real = is_real;
	if (is_real)
		node->real = g_ascii_strtod(p->at, &end);
	else
		node->integer = (int64_t)g_ascii_strtoull(p->at, &end, 0);
	if (g_ascii_isalnum(*end) && !(is_real && (*end == 'f' || *end == 'F'))) {
		node_free(node);
		return complain(p, "this is not a number");
	}
	p->at = end + (is_real && (*end == 'f' || *end == 'F'));
	return node;
}

static struct node *parse_text(struct parser *p)
{
	GString *text = g_string_new(NULL);
	const char *c = p->at + 1;
	for (; *c && *c != '"'; c++) {
		if (*c == '\\' && c[1])
			c++;
		g_string_append_c(text, *c);
	}
	if (*c != '"') {
		g_string_free(text, TRUE);
		return complain(p, "the string has no closing '\"'");
	}
	p->at = c + 1;
	struct node *node = node_new(NODE_TEXT, NULL, NULL);
	node->text = g_string_free(text, FALSE);
	return node;
}

/* NULL, true, false, or a constant. */
static bool known_constant(const char *name, int64_t *value)
{
	uint64_t number;
	if (strcmp(name, "NULL") == 0 || strcmp(name, "false") == 0) {
		*value = 0;
		return true;
	}
	*value = 1;
	if (strcmp(name, "true") == 0)
		return true;
	bool found = gs_data_enum_value(name, &number);
	*value = (int64_t)number;
	return found;
}

static struct node *parse_name(struct parser *p)
{
	const char *start = p->at;
	while (g_ascii_isalnum(*p->at) || *p->at == '_')
		p->at++;
	char *name = g_strndup(start, (gsize)(p->at - start));
	int64_t constant;
	bool is_constant = known_constant(name, &constant);
	if (!is_constant && (g_str_has_prefix(name, "GL_") || g_str_has_prefix(name, "EGL_") ||
				    g_str_has_prefix(name, "GLX_"))) {
		p->at = start;
		g_free(name);
		return complain(p, "GL has no constant of that name");
	}
	struct node *node = node_new(is_constant ? NODE_NUMBER : NODE_NAME, NULL, NULL);
	node->text = name;
	node->integer = is_constant ? constant : 0;
	if (is_constant || !take(p, "["))
		return node;
	node->a = parse_or(p);
	if (node->a && take(p, "]"))
		return node;
	node_free(node);
	return complain(p, "an index ends with ']'");
}

static struct node *parse_unary(struct parser *p)
{
	static const struct {
		const char *word;
		enum node_kind kind;
	} operators[] = {{"!", NODE_NOT}, {"-", NODE_MINUS}, {"~", NODE_INVERT}};
	if (p->depth >= DEEPEST)
		return complain(p, "it is nested too deeply");
	for (size_t i = 0; i < G_N_ELEMENTS(operators); i++) {
		if (!take(p, operators[i].word))
			continue;
		p->depth++;
		struct node *a = parse_unary(p);
		p->depth--;
		return a ? node_new(operators[i].kind, a, NULL) : NULL;
	}
	skip_space(p);
	if (g_ascii_isdigit(*p->at) || *p->at == '.')
		return parse_number(p);
	if (*p->at == '"')
		return parse_text(p);
	if (g_ascii_isalpha(*p->at) || *p->at == '_')
		return parse_name(p);
	if (!take(p, "("))
		return complain(p, "expected the name of an argument, a number, a constant or '('");
	p->depth++;
	struct node *inner = parse_or(p);
	p->depth--;
	if (!inner || take(p, ")"))
		return inner;
	node_free(inner);
	return complain(p, "a ')' is missing");
}

static struct node *parse_bits(struct parser *p)
{
	struct node *left = parse_unary(p);
	while (left) {
		enum node_kind kind;
		if (take(p, "&"))
			kind = NODE_BIT_AND;
		else if (take(p, "|"))
			kind = NODE_BIT_OR;
		else
			break;
		struct node *right = parse_unary(p);
		if (!right) {
			node_free(left);
			return NULL;
		}
		left = node_new(kind, left, right);
	}
	return left;
}

static struct node *parse_comparison(struct parser *p)
{
	static const struct {
		const char *word;
		enum node_kind kind;
	} operators[] = {{"==", NODE_EQUAL}, {"!=", NODE_UNEQUAL}, {"<=", NODE_LESS_EQUAL},
		{">=", NODE_GREATER_EQUAL}, {"<", NODE_LESS}, {">", NODE_GREATER}};
	struct node *left = parse_bits(p);
	for (size_t i = 0; left && i < G_N_ELEMENTS(operators); i++) {
		if (!take(p, operators[i].word))
			continue;
		struct node *right = parse_bits(p);
		if (!right) {
			node_free(left);
			return NULL;
		}
		return node_new(operators[i].kind, left, right);
	}
	return left;
}

static struct node *parse_and(struct parser *p)
{
	struct node *left = parse_comparison(p);
	while (left && take(p, "&&")) {
		struct node *right = parse_comparison(p);
		if (!right) {
			node_free(left);
			return NULL;
		}
		left = node_new(NODE_AND, left, right);
	}
	return left;
}

static struct node *parse_or(struct parser *p)
{
	struct node *left = parse_and(p);
	while (left && take(p, "||")) {
		struct node *right = parse_and(p);
		if (!right) {
			node_free(left);
			return NULL;
		}
		left = node_new(NODE_OR, left, right);
	}
	return left;
}

/* ---- names ---- */

static bool is_special(const char *name)
{
	static const char *const names[] = {"return", "error", "thread", "frame", "draw", "index"};
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void set_unknown(const char *name, const struct gs_function_info *first, GError **error)
{
	GString *names = g_string_new(NULL);
	for (unsigned i = 0; first && i < first->n_parameters; i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "", first->parameters[i].name);
	g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
		"no matching function has an argument '%s'; %s has: %s", name,
		first ? first->name : "the first", names->len ? names->str : "none");
	g_string_free(names, TRUE);
}

/* Each name is an argument of one of the functions, or special. */
static bool check_names(const struct node *node, const uint8_t *functions, bool compared,
	bool *needs_memory, GError **error)
{
	if (!node)
		return true;
	if (node->kind == NODE_TEXT || (node->kind == NODE_NAME && node->a))
		*needs_memory = true;
	if (node->kind == NODE_TEXT && !compared) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a string can only be compared: name == \"%s\"", node->text);
		return false;
	}
	if (node->kind == NODE_NAME) {
		const struct gs_function_info *first = NULL;
		bool found = is_special(node->text) && !node->a;
		for (unsigned f = 0; f < GS_N_FUNCTIONS && !found; f++) {
			if (!gs_wire_bit(functions, f))
				continue;
			first = first ? first : gs_data_function(f);
			found = gs_call_condition_argument(gs_data_function(f), node->text) >= 0;
		}
		if (!found) {
			set_unknown(node->text, first, error);
			return false;
		}
	}
	bool equality = node->kind == NODE_EQUAL || node->kind == NODE_UNEQUAL;
	return check_names(node->a, functions, equality, needs_memory, error) &&
	       check_names(node->b, functions, equality, needs_memory, error);
}

struct gs_call_condition *gs_call_condition_new(
	const char *text, const uint8_t *functions, GError **error)
{
	GError *failure = NULL;
	struct parser p = {text, text, 0, &failure};
	struct node *root = parse_or(&p);
	bool needs_memory = false;
	skip_space(&p);
	if (root && *p.at)
		complain(&p, "expected an operator");
	if (!failure)
		check_names(root, functions, false, &needs_memory, &failure);
	if (failure) {
		node_free(root);
		g_propagate_error(error, failure);
		return NULL;
	}
	struct gs_call_condition *condition = g_new0(struct gs_call_condition, 1);
	condition->root = root;
	condition->needs_memory = needs_memory;
	return condition;
}

static bool is_argument(const char *name, const uint8_t *functions)
{
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
		if (gs_wire_bit(functions, f) &&
			gs_call_condition_argument(gs_data_function(f), name) >= 0)
			return true;
	return false;
}

/* "return" or "error", if the condition asks for it; else NULL. */
static const char *asks_after(const struct node *node, const uint8_t *functions)
{
	if (!node)
		return NULL;
	bool late = node->kind == NODE_NAME && !node->a &&
		    (!strcmp(node->text, "return") || !strcmp(node->text, "error"));
	if (late && !is_argument(node->text, functions))
		return node->text;
	const char *found = asks_after(node->a, functions);
	return found ? found : asks_after(node->b, functions);
}

struct gs_call_condition *gs_call_condition_new_before(
	const char *text, const uint8_t *functions, GError **error)
{
	struct gs_call_condition *condition = gs_call_condition_new(text, functions, error);
	const char *late = condition ? asks_after(condition->root, functions) : NULL;
	if (!late)
		return condition;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"a breakpoint stops before the call, where its '%s' is not known yet: %s", late,
		strcmp(late, "error") == 0
			? "`break error` stops after a GL error"
			: "`calls find` looks for it among the calls that were executed");
	gs_call_condition_free(condition);
	return NULL;
}

void gs_call_condition_free(struct gs_call_condition *condition)
{
	if (!condition)
		return;
	node_free(condition->root);
	g_free(condition);
}

bool gs_call_condition_needs_memory(const struct gs_call_condition *condition)
{
	return condition->needs_memory;
}

/* ---- values ---- */

struct subject {
	const struct gs_wire_call *call;
	const struct gs_function_info *function;
	GBytes *memory;
	struct gs_call_info info; /* made when asked for */
	bool has_info;
};

static struct value integer_value(int64_t integer)
{
	return (struct value){.number = gs_condition_integer(integer)};
}

static struct value raw_value(const struct gs_parameter *p, uint64_t raw)
{
	if (p->class == GS_CLASS_FLOAT)
		return (struct value){.number = gs_condition_float_bits((uint32_t)raw)};
	if (p->class == GS_CLASS_DOUBLE)
		return (struct value){.number = gs_condition_double_bits(raw)};
	return integer_value((int64_t)raw);
}

static const struct gs_argument_contents *contents_of(struct subject *s, int argument)
{
	if (!s->has_info) {
		gs_call_from_wire(s->call, 0, s->memory, &s->info);
		s->has_info = true;
	}
	return argument < (int)s->info.n_arguments ? s->info.arguments[argument].contents : NULL;
}

static struct value special_value(const struct subject *s, const char *name)
{
	const struct gs_wire_call *call = s->call;
	if (strcmp(name, "return") == 0)
		return call->flags & GS_CALL_RETURNED ? raw_value(&s->function->returns, call->ret)
						      : (struct value){.text = NULL};
	if (strcmp(name, "error") == 0)
		return integer_value(call->gl_error);
	if (strcmp(name, "thread") == 0)
		return integer_value(call->flags >> GS_CALL_TID_SHIFT);
	if (strcmp(name, "frame") == 0)
		return integer_value((int64_t)call->frame);
	if (strcmp(name, "draw") == 0)
		return integer_value((int64_t)call->draw);
	if (strcmp(name, "index") == 0)
		return integer_value((int64_t)call->index);
	return (struct value){.text = NULL};
}

static struct value evaluate(const struct node *node, struct subject *s);

static struct value element_value(const struct node *node, struct subject *s, int argument)
{
	struct value index = evaluate(node->a, s), value = {.text = NULL};
	const struct gs_argument_contents *c = contents_of(s, argument);
	bool is_real;
	double real = 0;
	int64_t integer;
	g_free(index.text);
	size_t at = (size_t)index.number.integer;
	if (index.number.kind != GS_CONDITION_INTEGER || index.number.integer < 0 || !c)
		return value;
	if (c->kind == GS_WIRE_TEXTS && at < gs_contents_n(c))
		value.text = gs_contents_text(c, at);
	else if (gs_contents_number(c, at, &is_real, &real, &integer))
		value.number = is_real ? gs_condition_real(c->bits == 32 ? GS_CONDITION_SINGLE
									 : GS_CONDITION_REAL,
						 real)
				       : gs_condition_integer(integer);
	return value;
}

/* What a pointer points at, as one text: several strings are one, as GL takes those of a shader.
 * NULL: no text, or not all of it is known. */
static char *whole_text(const struct gs_argument_contents *c)
{
	if (c->kind == GS_WIRE_TEXT)
		return gs_contents_text(c, 0);
	if (c->kind != GS_WIRE_TEXTS || c->cut)
		return NULL;
	GString *all = g_string_new(NULL);
	for (size_t i = 0; i < gs_contents_n(c); i++) {
		g_autofree char *one = gs_contents_text(c, i);
		g_string_append(all, one ? one : "");
	}
	return g_string_free(all, FALSE);
}

static struct value name_value(const struct node *node, struct subject *s)
{
	int argument = gs_call_condition_argument(s->function, node->text);
	if (argument < 0 || (unsigned)argument >= s->call->n_args)
		return special_value(s, node->text);
	if (node->a)
		return element_value(node, s, argument);
	struct value value = raw_value(&s->function->parameters[argument], s->call->args[argument]);
	const struct gs_argument_contents *c = s->memory && value.number.integer
						       ? contents_of(s, argument)
						       : NULL;
	if (c)
		value.text = whole_text(c);
	return value;
}

static bool is_text(const struct value *v)
{
	return v->number.kind == GS_CONDITION_UNKNOWN && v->text;
}

static bool is_known(const struct value *v)
{
	return v->number.kind != GS_CONDITION_UNKNOWN || v->text;
}

/* What the user has written may be a pattern: a * stands for any characters. */
static int compare_texts(const struct node *node, const char *a, const char *b)
{
	if (node->b->kind == NODE_TEXT && strchr(b, '*') && g_pattern_match_simple(b, a))
		return 0;
	if (node->a->kind == NODE_TEXT && strchr(a, '*') && g_pattern_match_simple(a, b))
		return 0;
	return CLAMP(strcmp(a, b), -1, 1);
}

static struct value combined(const struct node *node, const struct value *a, const struct value *b)
{
	enum gs_wire_operator op = gs_call_condition_operators[node->kind];
	int order = GS_CONDITION_NO_ORDER;
	if (!is_text(a) && !is_text(b))
		return (struct value){.number = gs_condition_binary(op, &a->number, &b->number)};
	if (op < GS_OP_EQUAL)
		return (struct value){.text = NULL};
	if (a->text && b->text)
		order = compare_texts(node, a->text, b->text);
	return integer_value(gs_condition_says(op, order, is_known(a) && is_known(b)));
}

static struct value evaluate(const struct node *node, struct subject *s)
{
	struct value value = {.text = NULL}, a, b;
	switch (node->kind) {
	case NODE_NUMBER:
		value.number = node->is_real ? gs_condition_real(GS_CONDITION_REAL, node->real)
					     : gs_condition_integer(node->integer);
		return value;
	case NODE_TEXT:
		value.text = g_strdup(node->text);
		return value;
	case NODE_NAME:
		return name_value(node, s);
	case NODE_AND:
	case NODE_OR:
		a = evaluate(node->a, s);
		g_free(a.text);
		if (gs_condition_is_true(&a.number) == (node->kind == NODE_OR))
			return integer_value(node->kind == NODE_OR);
		b = evaluate(node->b, s);
		g_free(b.text);
		return integer_value(gs_condition_is_true(&b.number));
	case NODE_NOT:
	case NODE_MINUS:
	case NODE_INVERT:
		a = evaluate(node->a, s);
		g_free(a.text);
		return (struct value){.number = gs_condition_unary(
					      gs_call_condition_operators[node->kind], a.number)};
	default:
		a = evaluate(node->a, s);
		b = evaluate(node->b, s);
		value = combined(node, &a, &b);
		g_free(a.text);
		g_free(b.text);
		return value;
	}
}

bool gs_call_condition_holds(
	const struct gs_call_condition *condition, const struct gs_wire_call *call, GBytes *memory)
{
	struct subject s = {
		.call = call, .function = gs_data_function(call->function), .memory = memory};
	if (!s.function)
		return false;
	struct value value = evaluate(condition->root, &s);
	bool holds = gs_condition_is_true(&value.number);
	g_free(value.text);
	if (s.has_info)
		gs_call_info_clear(&s.info);
	return holds;
}
