/* SPDX-License-Identifier: MIT */
#include "debugger/engine/undefined/written-parts.h"

#include <string.h>

enum { MOST_SCALARS = 4096 };

static const char *token_text(const struct gs_node *node, unsigned token)
{
	return node->unit->tokens[token].text;
}

/* ---- parts ---- */

/* What a name with members and indices stands for: scalars of its root, `copies` times n of them.
 * There is more than one copy where an index is no constant: it is one of them. */
struct part {
	const struct gs_node *root; /* the expression that it is a part of; not owned */
	size_t copies, n;
	GArray *at; /* size_t: [copy * n + k], of the root's scalars */
};

static bool is_vector(const struct gs_type *type)
{
	return !type->n_dimensions && type->base != GS_BASE_STRUCT && type->columns == 1;
}

/* The scalars of one element of an array of unknown size stand for those of all. */
static size_t count_scalars(struct gs_type type)
{
	while (type.n_dimensions && type.dimensions[0] <= 0) {
		type.n_dimensions--;
		memmove(type.dimensions, type.dimensions + 1,
			(GS_MAX_DIMENSIONS - 1) * sizeof type.dimensions[0]);
	}
	size_t n = gs_type_scalars(&type);
	return n <= MOST_SCALARS ? n : 0;
}

/* Keeps of each copy n scalars from each of the offsets on. */
static void narrow(struct part *part, const size_t *offsets, size_t n_offsets, size_t n)
{
	GArray *at = g_array_new(FALSE, FALSE, sizeof(size_t));
	for (size_t c = 0; c < part->copies; c++)
		for (size_t i = 0; i < n_offsets; i++)
			for (size_t k = 0; k < n; k++) {
				size_t from = c * part->n + offsets[i] + k;
				g_array_append_val(at, g_array_index(part->at, size_t, from));
			}
	g_array_free(part->at, TRUE);
	part->at = at;
}

static bool narrow_to_components(struct part *part, const char *field)
{
	size_t offsets[4], n = strlen(field);
	for (size_t i = 0; i < n && i < 4; i++) {
		int component = gs_swizzle_component(field[i]);
		if (component < 0 || (size_t)component >= part->n)
			return false;
		offsets[i] = (size_t)component;
	}
	if (n > 4)
		return false;
	narrow(part, offsets, n, 1);
	part->n = n;
	return true;
}

static bool narrow_to_member(struct part *part, const struct gs_node *node)
{
	const struct gs_type *type = &node->child[0]->type;
	const char *field = token_text(node, node->name_token);
	size_t first = 0;
	if (is_vector(type))
		return narrow_to_components(part, field);
	if (type->base != GS_BASE_STRUCT || type->n_dimensions || !type->structure)
		return false;
	for (size_t i = 0; i < type->structure->n_members; i++) {
		size_t n = gs_type_scalars(&type->structure->members[i].type);
		if (strcmp(type->structure->members[i].name, field) == 0) {
			if (!n || first + n > part->n)
				return false;
			narrow(part, &first, 1, n);
			part->n = n;
			return true;
		}
		first += n;
	}
	return false;
}

static bool narrow_to_element(struct part *part, const struct gs_node *node)
{
	const struct gs_type *type = &node->child[0]->type;
	struct gs_type element;
	unsigned count;
	int64_t i;
	if (type->n_dimensions && type->dimensions[0] <= 0)
		return true;
	if (!node->child[1] || !gs_type_element(type, &element, &count))
		return false;
	size_t n = gs_type_scalars(&element);
	if (!n || n * count != part->n)
		return false;
	if (!gs_node_value(node->child[1], &i)) { /* they lie one after the other already */
		part->copies *= count;
	} else if (i >= 0 && i < count) {
		size_t first = (size_t)i * n;
		narrow(part, &first, 1, n);
	} else {
		return false;
	}
	part->n = n;
	return true;
}

/* False: its scalars cannot be counted. part_finish in any case. */
static bool part_of(const struct gs_node *node, struct part *part)
{
	switch (node->kind) {
	case GS_NODE_PAREN:
		return part_of(node->child[0], part);
	case GS_NODE_MEMBER:
		return part_of(node->child[0], part) && narrow_to_member(part, node);
	case GS_NODE_INDEX:
		return part_of(node->child[0], part) && narrow_to_element(part, node);
	default:
		*part = (struct part){node, 1, count_scalars(node->type),
			g_array_new(FALSE, FALSE, sizeof(size_t))};
		for (size_t i = 0; i < part->n; i++)
			g_array_append_val(part->at, i);
		return part->n > 0;
	}
}

static void part_finish(struct part *part)
{
	g_array_free(part->at, TRUE);
}

/* ---- writes ---- */

void gs_written_free(gpointer data)
{
	struct gs_written *written = data;
	g_free(written->scalar);
	g_free(written);
}

struct search {
	struct gs_written *written;
	const struct gs_symbol *symbol;
	bool found, is_all;
};

static void mark(struct search *s, const struct gs_node *target)
{
	struct part part;
	bool known = part_of(target, &part);
	if (part.root->kind == GS_NODE_IDENTIFIER && part.root->symbol == s->symbol) {
		s->found = true;
		s->is_all |= !known;
		for (guint i = 0; known && i < part.at->len; i++) {
			size_t at = g_array_index(part.at, size_t, i);
			if (at < s->written->n)
				s->written->scalar[at] = 1;
		}
	}
	part_finish(&part);
}

static bool is_step(const struct gs_node *node)
{
	return node->kind == GS_NODE_POSTFIX ||
	       (node->kind == GS_NODE_UNARY &&
		       (strcmp(token_text(node, node->op_token), "++") == 0 ||
			       strcmp(token_text(node, node->op_token), "--") == 0));
}

static void look(struct search *s, const struct gs_node *node)
{
	if (node->kind == GS_NODE_ASSIGN || is_step(node))
		mark(s, node->child[0]);
	for (size_t i = 0; i < node->n_children; i++) {
		if (!node->child[i])
			continue;
		if (node->kind == GS_NODE_CALL && gs_call_writes_argument(node, i))
			mark(s, node->child[i]);
		look(s, node->child[i]);
	}
}

static void begin(struct gs_written *written, const struct gs_symbol *symbol)
{
	written->n = count_scalars(symbol->type);
	written->scalar = g_malloc0(written->n + 1);
}

void gs_written_add(
	struct gs_written *written, const struct gs_symbol *symbol, const struct gs_node *text)
{
	struct search s = {.written = written, .symbol = symbol};
	if (!written->scalar)
		begin(written, symbol);
	if (!written->n)
		return;
	look(&s, text);
	if (!s.found || s.is_all)
		written->n = 0;
}

void gs_written_add_shader(
	struct gs_written *written, const struct gs_symbol *symbol, const struct gs_shader *shader)
{
	struct search s = {.written = written, .symbol = symbol};
	if (!written->scalar)
		begin(written, symbol);
	for (size_t i = 0; i < shader->n_units; i++)
		look(&s, shader->units[i]->root);
	if (s.is_all || (s.found && !written->n))
		written->n = 0;
}

bool gs_written_has(const struct gs_written *written, size_t k)
{
	return !written->n || k >= written->n || written->scalar[k];
}

/* ---- what is undefined ---- */

/* Scalars that cannot be counted are one. */
struct marks {
	size_t n;
	uint8_t *at;
};

struct evaluation {
	gs_undefined_func func;
	void *data;
};

static struct marks evaluate(const struct evaluation *e, const struct gs_node *node);

static struct marks new_marks(const struct gs_type *type)
{
	size_t n = MAX(count_scalars(*type), 1);
	return (struct marks){n, g_malloc0(n)};
}

static uint8_t any_of(const struct marks *marks)
{
	uint8_t any = 0;
	for (size_t i = 0; i < marks->n; i++)
		any |= marks->at[i];
	return any;
}

static void mark_all(struct marks *marks, uint8_t mark)
{
	for (size_t i = 0; i < marks->n; i++)
		marks->at[i] |= mark;
}

/* Each scalar of the result is computed from the operand's at the same place, if there is one, or
 * from its only one; else from any. */
static void add_operand(
	const struct evaluation *e, struct marks *result, const struct gs_node *operand, bool any)
{
	struct marks marks = evaluate(e, operand);
	if (marks.n == result->n && !any)
		for (size_t i = 0; i < marks.n; i++)
			result->at[i] |= marks.at[i];
	else
		mark_all(result, any_of(&marks));
	g_free(marks.at);
}

static bool is_matrix(const struct gs_node *node)
{
	return node->type.columns > 1;
}

/* Conversions of matrices leave scalars out. */
static bool joins(const struct gs_node *node)
{
	size_t n = 0;
	for (size_t i = 0; i < node->n_children; i++) {
		size_t scalars = count_scalars(node->child[i]->type);
		if (!scalars || (is_matrix(node->child[i]) && !node->type.n_dimensions &&
					node->type.base != GS_BASE_STRUCT))
			return false;
		n += scalars;
	}
	return n >= count_scalars(node->type);
}

static void join(const struct evaluation *e, struct marks *result, const struct gs_node *node)
{
	size_t at = 0;
	for (size_t i = 0; i < node->n_children; i++) {
		struct marks marks = evaluate(e, node->child[i]);
		for (size_t k = 0; k < marks.n && at < result->n; k++)
			result->at[at++] |= marks.at[k];
		g_free(marks.at);
	}
}

/* One that may be any of several is undefined where all of these are. */
static void select_part(struct marks *result, const struct part *part, const struct marks *root)
{
	for (size_t k = 0; k < result->n && k < part->n; k++) {
		uint8_t all = 0xff;
		for (size_t c = 0; c < part->copies; c++)
			all &= root->at[g_array_index(part->at, size_t, c * part->n + k)];
		result->at[k] |= all;
	}
}

/* A name with members and indices, or parts of another expression. */
static void evaluate_part(
	const struct evaluation *e, struct marks *result, const struct gs_node *node)
{
	struct part part;
	bool known = part_of(node, &part);
	struct marks root = evaluate(e, part.root);
	if (known && root.n == count_scalars(part.root->type) && part.n == result->n)
		select_part(result, &part, &root);
	else
		mark_all(result, any_of(&root));
	for (; node != part.root; node = node->child[0])
		if (node->kind == GS_NODE_INDEX && node->child[1])
			add_operand(e, result, node->child[1], true);
	g_free(root.at);
	part_finish(&part);
}

/* Each scalar is computed from that of this operand at the same place. */
static bool is_by_scalar(const struct gs_node *node, size_t operand)
{
	const char *op = node->kind == GS_NODE_BINARY ? token_text(node, node->op_token) : "";
	bool compares = !strcmp(op, "==") || !strcmp(op, "!=");
	bool multiplies = !strcmp(op, "*") &&
			  (is_matrix(node->child[0]) || is_matrix(node->child[1]));
	return (node->kind == GS_NODE_BINARY && !compares && !multiplies) ||
	       (node->kind == GS_NODE_TERNARY && operand > 0) || node->kind == GS_NODE_UNARY ||
	       node->kind == GS_NODE_POSTFIX || node->kind == GS_NODE_PAREN;
}

static struct marks evaluate(const struct evaluation *e, const struct gs_node *node)
{
	struct marks result = new_marks(&node->type);
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		if (node->symbol && node->symbol->kind == GS_SYMBOL_VARIABLE)
			e->func(node->symbol, result.at, result.n, e->data);
		break;
	case GS_NODE_MEMBER:
	case GS_NODE_INDEX:
		evaluate_part(e, &result, node);
		break;
	case GS_NODE_CONSTRUCTOR:
		if (joins(node)) {
			join(e, &result, node);
			break;
		} /* fall through */
	default:
		for (size_t i = 0; i < node->n_children; i++)
			if (node->child[i] && node->kind != GS_NODE_METHOD)
				add_operand(e, &result, node->child[i], !is_by_scalar(node, i));
		break;
	}
	return result;
}

uint8_t *gs_undefined_parts(
	const struct gs_node *expression, gs_undefined_func func, void *data, size_t *n)
{
	struct evaluation e = {func, data};
	struct marks marks = evaluate(&e, expression);
	*n = marks.n;
	if (!any_of(&marks))
		g_clear_pointer(&marks.at, g_free);
	return marks.at;
}

/* ---- their names ---- */

static void name_parts(
	GPtrArray *names, const char *name, const struct gs_type *type, const uint8_t **marks);

static void name_members(
	GPtrArray *names, const char *name, const struct gs_type *type, const uint8_t **marks)
{
	for (size_t i = 0; i < type->structure->n_members; i++) {
		const struct gs_member *member = &type->structure->members[i];
		char *part = g_strdup_printf("%s.%s", name, member->name);
		name_parts(names, part, &member->type, marks);
		g_free(part);
	}
}

static void name_components(GPtrArray *names, const char *name, unsigned n, const uint8_t **marks)
{
	GString *letters = g_string_new(NULL);
	for (unsigned i = 0; i < n; i++)
		if (*(*marks)++)
			g_string_append_c(letters, "xyzw"[i & 3]);
	if (letters->len)
		g_ptr_array_add(names, g_strdup_printf("%s.%s", name, letters->str));
	g_string_free(letters, TRUE);
}

static void name_parts(
	GPtrArray *names, const char *name, const struct gs_type *type, const uint8_t **marks)
{
	size_t n = gs_type_scalars(type);
	struct gs_type element;
	unsigned count;
	if (!n)
		return;
	if (!memchr(*marks, 0, n)) {
		g_ptr_array_add(names, g_strdup(name));
		*marks += n;
	} else if (!type->n_dimensions && type->base == GS_BASE_STRUCT) {
		name_members(names, name, type, marks);
	} else if (!gs_type_element(type, &element, &count)) {
		*marks += n;
	} else if (is_vector(type)) {
		name_components(names, name, count, marks);
	} else {
		for (unsigned i = 0; i < count; i++) {
			char *part = g_strdup_printf("%s[%u]", name, i);
			name_parts(names, part, &element, marks);
			g_free(part);
		}
	}
}

char **gs_undefined_names(const char *expression, const struct gs_type *type, const uint8_t *marks)
{
	GPtrArray *names = g_ptr_array_new();
	size_t length = strspn(
		expression, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]");
	char *name = expression[length] ? g_strdup_printf("(%s)", expression)
					: g_strdup(expression);
	if (marks && gs_type_scalars(type))
		name_parts(names, name, type, &marks);
	g_ptr_array_add(names, NULL);
	g_free(name);
	return (char **)g_ptr_array_free(names, FALSE);
}
