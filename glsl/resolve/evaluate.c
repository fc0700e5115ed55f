/* SPDX-License-Identifier: MIT */
/* Computes constant expressions one scalar at a time; component k of a vector, matrix, array or
 * struct is its k-th scalar. Scalar expressions get their values when they are parsed, larger ones
 * when a component is asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

enum { MAX_STEPS = 1000 }; /* constants made of constants could take unbounded time */

static const struct gs_number nothing;

static struct gs_number component(
	const struct gs_node *node, const struct gs_type *type, size_t k, unsigned *steps);

static bool is_real(enum gs_base base)
{
	return base == GS_BASE_FLOAT || base == GS_BASE_DOUBLE;
}

static double real_of(const struct gs_number *n)
{
	return is_real(n->base) ? n->real : (double)n->integer;
}

static struct gs_number integer(enum gs_base base, int64_t value)
{
	return (struct gs_number){base,
		base == GS_BASE_UINT   ? (int64_t)(uint32_t)value
		: base == GS_BASE_BOOL ? value != 0
				       : (int64_t)(int32_t)(uint32_t)value,
		0.0};
}

static struct gs_number real(enum gs_base base, double value)
{
	if (isnan(value) || isinf(value))
		return nothing;
	return (struct gs_number){base, 0, base == GS_BASE_FLOAT ? (double)(float)value : value};
}

struct gs_number gs_number_convert(struct gs_number n, enum gs_base base)
{
	if (n.base == GS_BASE_UNKNOWN)
		return nothing;
	if (is_real(base))
		return real(base, real_of(&n));
	if (base == GS_BASE_BOOL)
		return integer(base, is_real(n.base) ? n.real != 0.0 : n.integer != 0);
	if (base != GS_BASE_INT && base != GS_BASE_UINT)
		return nothing;
	if (is_real(n.base) && (n.real < (base == GS_BASE_UINT ? 0.0 : INT32_MIN) ||
				       n.real > (base == GS_BASE_UINT ? UINT32_MAX : INT32_MAX)))
		return nothing;
	return integer(base, is_real(n.base) ? (int64_t)n.real : n.integer);
}

static const char *operator_of(const struct gs_node *node)
{
	return node->unit->tokens[node->op_token].text;
}

/* ---- operators ---- */

static struct gs_number compute_integer(enum gs_base base, const char *o, int64_t a, int64_t b)
{
	switch (o[0]) {
	case '+':
		return integer(base, a + b);
	case '-':
		return integer(base, a - b);
	case '*':
		return integer(base, (int64_t)((uint64_t)a * (uint64_t)b));
	case '/':
	case '%':
		return b == 0 ? nothing : integer(base, o[0] == '/' ? a / b : a % b);
	case '&':
		return integer(base, o[1] ? a && b : a & b);
	case '|':
		return integer(base, o[1] ? a || b : a | b);
	case '^':
		return integer(base, o[1] ? !a != !b : a ^ b);
	case '<':
		return integer(base, (int64_t)((uint64_t)a << (b & 31)));
	case '>':
		return integer(base, a >> (b & 31));
	default:
		return nothing;
	}
}

static struct gs_number compute_real(enum gs_base base, char o, double a, double b)
{
	switch (o) {
	case '+':
		return real(base, a + b);
	case '-':
		return real(base, a - b);
	case '*':
		return real(base, a * b);
	case '/':
		return real(base, a / b);
	default:
		return nothing;
	}
}

/* A double holds every 32-bit value exactly. */
static struct gs_number compare(const char *o, double a, double b)
{
	return integer(GS_BASE_BOOL, o[0] == '='   ? a == b
				     : o[0] == '!' ? a != b
				     : o[0] == '<' ? o[1] ? a <= b : a < b
				     : o[1]	   ? a >= b
						   : a > b);
}

static bool is_comparison(const char *o)
{
	return !strcmp(o, "==") || !strcmp(o, "!=") || !strcmp(o, "<") || !strcmp(o, ">") ||
	       !strcmp(o, "<=") || !strcmp(o, ">=");
}

/* Component k of an operand; a scalar operand gives its value for every k. */
static struct gs_number operand(const struct gs_node *node, size_t k, unsigned *steps)
{
	return component(node, &node->type, gs_type_is_scalar(&node->type) ? 0 : k, steps);
}

static struct gs_number binary(const struct gs_node *node, size_t k, unsigned *steps)
{
	const struct gs_node *left = node->child[0], *right = node->child[1];
	const char *o = operator_of(node);
	struct gs_number a = operand(left, k, steps), b = operand(right, k, steps);
	bool is_shift = !strcmp(o, "<<") || !strcmp(o, ">>");
	bool is_product = (left->type.columns > 1 || right->type.columns > 1) &&
			  !gs_type_is_scalar(&left->type) && !gs_type_is_scalar(&right->type);

	if (a.base == GS_BASE_UNKNOWN || b.base == GS_BASE_UNKNOWN || (o[0] == '*' && is_product))
		return nothing;
	if (is_comparison(o)) {
		if (a.base == GS_BASE_UINT || b.base == GS_BASE_UINT) {
			a = is_real(b.base) ? a : gs_number_convert(a, GS_BASE_UINT);
			b = is_real(a.base) ? b : gs_number_convert(b, GS_BASE_UINT);
		}
		return gs_type_is_scalar(&left->type) && gs_type_is_scalar(&right->type)
			       ? compare(o, real_of(&a), real_of(&b))
			       : nothing;
	}
	a = gs_number_convert(a, node->type.base);
	b = is_shift ? b : gs_number_convert(b, node->type.base);
	if (a.base == GS_BASE_UNKNOWN || b.base == GS_BASE_UNKNOWN)
		return nothing;
	return is_real(a.base) ? compute_real(a.base, o[0], a.real, b.real)
			       : compute_integer(a.base, o, a.integer, b.integer);
}

static struct gs_number unary(const struct gs_node *node, size_t k, unsigned *steps)
{
	struct gs_number a = component(node->child[0], &node->child[0]->type, k, steps);
	char o = operator_of(node)[0];

	if (a.base == GS_BASE_UNKNOWN || operator_of(node)[1])
		return nothing;
	if (is_real(a.base))
		return o == '-' ? real(a.base, -a.real) : o == '+' ? a : nothing;
	return integer(a.base, o == '-'	  ? -a.integer
			       : o == '~' ? ~a.integer
			       : o == '!' ? !a.integer
					  : a.integer);
}

/* ---- functions ---- */

static double fractional(double a)
{
	return a - floor(a);
}

static double sign_of(double a)
{
	return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : 0.0;
}

static double to_radians(double a)
{
	return a * (G_PI / 180.0);
}

static double to_degrees(double a)
{
	return a * (180.0 / G_PI);
}

static double inverse_root(double a)
{
	return 1.0 / sqrt(a);
}

static double modulo(double a, double b)
{
	return a - b * floor(a / b);
}

static double step_of(double edge, double a)
{
	return a < edge ? 0.0 : 1.0;
}

static double clamp(double a, double low, double high)
{
	return fmin(fmax(a, low), high);
}

static double mixed(double a, double b, double part)
{
	return a * (1.0 - part) + b * part;
}

static const struct {
	const char *name;
	double (*one)(double);
	double (*two)(double, double);
	double (*three)(double, double, double);
} functions[] = {{"abs", fabs, NULL, NULL}, {"sign", sign_of, NULL, NULL},
	{"floor", floor, NULL, NULL}, {"ceil", ceil, NULL, NULL}, {"trunc", trunc, NULL, NULL},
	{"roundEven", rint, NULL, NULL}, {"fract", fractional, NULL, NULL},
	{"sqrt", sqrt, NULL, NULL}, {"inversesqrt", inverse_root, NULL, NULL},
	{"exp", exp, NULL, NULL}, {"exp2", exp2, NULL, NULL}, {"log", log, NULL, NULL},
	{"log2", log2, NULL, NULL}, {"sin", sin, NULL, NULL}, {"cos", cos, NULL, NULL},
	{"tan", tan, NULL, NULL}, {"asin", asin, NULL, NULL}, {"acos", acos, NULL, NULL},
	{"atan", atan, atan2, NULL}, {"radians", to_radians, NULL, NULL},
	{"degrees", to_degrees, NULL, NULL}, {"mod", NULL, modulo, NULL}, {"min", NULL, fmin, NULL},
	{"max", NULL, fmax, NULL}, {"pow", NULL, pow, NULL}, {"step", NULL, step_of, NULL},
	{"clamp", NULL, NULL, clamp}, {"mix", NULL, NULL, mixed}};

static struct gs_number any_or_all(const struct gs_node *vector, bool is_all, unsigned *steps)
{
	size_t n = gs_type_scalars(&vector->type);

	for (size_t i = 0; i < n; i++) {
		struct gs_number a = operand(vector, i, steps);

		if (a.base == GS_BASE_UNKNOWN)
			return nothing;
		if ((a.integer != 0) != is_all)
			return integer(GS_BASE_BOOL, !is_all);
	}
	return integer(GS_BASE_BOOL, is_all);
}

/* not(b), lessThan(a, b) */
static struct gs_number relation(
	const struct gs_node *node, const char *name, size_t k, unsigned *steps)
{
	static const struct {
		const char *name, *operator;
	} relations[] = {{"lessThan", "<"}, {"lessThanEqual", "<="}, {"greaterThan", ">"},
		{"greaterThanEqual", ">="}, {"equal", "=="}, {"notEqual", "!="}};
	struct gs_number a = operand(node->child[0], k, steps);
	struct gs_number b = operand(node->child[node->n_children - 1], k, steps);

	if (a.base == GS_BASE_UNKNOWN || b.base == GS_BASE_UNKNOWN)
		return nothing;
	if (!strcmp(name, "not"))
		return integer(GS_BASE_BOOL, !a.integer);
	for (unsigned i = 0; i < G_N_ELEMENTS(relations); i++)
		if (!strcmp(name, relations[i].name))
			return compare(relations[i].operator, real_of(&a), real_of(&b));
	return nothing;
}

static struct gs_number call(const struct gs_node *node, size_t k, unsigned *steps)
{
	const char *name = node->unit->tokens[node->name_token].text;
	const struct gs_builtin_function *f = gs_full(node)->builtin;
	double a[3] = {0.0};

	if (!f || node->n_children > 3)
		return nothing;
	if (!strcmp(name, "any") || !strcmp(name, "all"))
		return any_or_all(node->child[0], name[1] == 'l', steps);
	if (node->type.base == GS_BASE_BOOL)
		return relation(node, name, k, steps);
	for (size_t i = 0; i < node->n_children; i++) {
		struct gs_number n = gs_number_convert(
			operand(node->child[i], k, steps), gs_builtin_type(f->parameters[i]).base);

		if (n.base == GS_BASE_UNKNOWN || n.base == GS_BASE_BOOL)
			return nothing;
		a[i] = real_of(&n);
	}
	for (unsigned i = 0; i < G_N_ELEMENTS(functions); i++) {
		struct gs_number result = {.base = GS_BASE_DOUBLE};

		if (strcmp(functions[i].name, name) != 0)
			continue;
		if (node->n_children == 1 && functions[i].one)
			result.real = functions[i].one(a[0]);
		else if (node->n_children == 2 && functions[i].two)
			result.real = functions[i].two(a[0], a[1]);
		else if (node->n_children == 3 && functions[i].three)
			result.real = functions[i].three(a[0], a[1], a[2]);
		else
			return nothing;
		return gs_number_convert(result, node->type.base);
	}
	return nothing;
}

/* ---- parts ---- */

/* The member of S(a, b) or {a, b} that holds component k; *k becomes the component of that
 * member. */
static const struct gs_member *find_member(const struct gs_struct *s, size_t *index, size_t *k)
{
	for (*index = 0; *index < s->n_named; ++*index) {
		size_t n = gs_type_scalars(&s->members[*index].type);

		if (*k < n)
			return &s->members[*index];
		*k -= n;
	}
	return NULL;
}

/* An initialiser list, or a constructor of an array or a struct, has one child for each part. */
static struct gs_number part(
	const struct gs_node *node, const struct gs_type *type, size_t k, unsigned *steps)
{
	struct gs_type element;
	size_t index = 0;
	unsigned count;

	if (type->base == GS_BASE_STRUCT && !type->n_dimensions) {
		const struct gs_member *member = find_member(type->structure, &index, &k);

		if (!member)
			return nothing;
		element = member->type;
	} else if (gs_type_element(type, &element, &count) && gs_type_scalars(&element)) {
		index = k / gs_type_scalars(&element);
		k %= gs_type_scalars(&element);
	} else {
		element = *type;
	}
	return index < node->n_children ? component(node->child[index], &element, k, steps)
					: nothing;
}

/* vec3(v.xy, 1.0), mat2(1.0), int(2.5) */
static struct gs_number constructor(const struct gs_node *node, size_t k, unsigned *steps)
{
	const struct gs_type *type = &node->type,
			     *first = node->n_children ? &node->child[0]->type : NULL;

	if (type->n_dimensions || type->base == GS_BASE_STRUCT)
		return part(node, type, k, steps);
	if (node->n_children == 1 && gs_type_is_scalar(first)) {
		if (type->columns > 1 && k % (type->rows + 1u))
			return gs_number_convert(
				(struct gs_number){.base = GS_BASE_INT}, type->base);
		k = 0;
	} else if (node->n_children == 1 && first->columns > 1 && type->columns > 1) {
		return nothing; /* a matrix of a matrix */
	}
	for (size_t i = 0; i < node->n_children; i++) {
		size_t n = gs_type_scalars(&node->child[i]->type);

		if (!n)
			return nothing;
		if (k < n)
			return gs_number_convert(
				component(node->child[i], &node->child[i]->type, k, steps),
				type->base);
		k -= n;
	}
	return nothing;
}

static struct gs_number indexed(const struct gs_node *node, size_t k, unsigned *steps)
{
	struct gs_type element;
	unsigned count;
	int64_t index;

	if (!gs_type_element(&node->child[0]->type, &element, &count) ||
		!gs_node_value(node->child[1], &index) || index < 0 || index >= count)
		return nothing;
	return component(node->child[0], &node->child[0]->type,
		(size_t)index * gs_type_scalars(&element) + k, steps);
}

static struct gs_number member(const struct gs_node *node, size_t k, unsigned *steps)
{
	const struct gs_type *type = &node->child[0]->type;
	const char *field = node->unit->tokens[node->name_token].text;
	size_t at = 0;

	if (type->base != GS_BASE_STRUCT)
		return k < strlen(field) && gs_swizzle_component(field[k]) >= 0
			       ? component(node->child[0], type,
					 (size_t)gs_swizzle_component(field[k]), steps)
			       : nothing;
	for (size_t i = 0; i < type->structure->n_named && !type->n_dimensions; i++) {
		if (!strcmp(type->structure->members[i].name, field))
			return component(node->child[0], type, at + k, steps);
		at += gs_type_scalars(&type->structure->members[i].type);
	}
	return nothing;
}

static struct gs_number identifier(const struct gs_node *node, size_t k, unsigned *steps)
{
	const struct gs_symbol_full *symbol = (const void *)node->symbol;
	const struct gs_unit_full *unit = (const void *)node->unit;

	if (!symbol)
		return nothing;
	if (symbol->symbol.storage != GS_STORAGE_CONST) /* gl_WorkGroupSize */
		return k < 3 && unit->local_size[k] <= INT32_MAX
			       ? integer(GS_BASE_UINT, unit->local_size[k])
			       : nothing;
	if (symbol->symbol.is_builtin)
		return symbol->value;
	return symbol->initialiser ? component(symbol->initialiser, &symbol->symbol.type, k, steps)
				   : nothing;
}

/* Inputs of a geometry shader and outputs of a control shader have a size once a layout gives
 * it. */
static unsigned vertices_of(const struct gs_node *array)
{
	const struct gs_unit_full *unit = (const void *)array->unit;
	enum gs_stage stage = unit->context->shader.stage;
	const struct gs_symbol *symbol = array->kind == GS_NODE_IDENTIFIER ? array->symbol : NULL;

	return symbol && ((stage == GS_STAGE_GEOMETRY && symbol->storage == GS_STORAGE_IN) ||
				 (stage == GS_STAGE_TESS_CONTROL &&
					 symbol->storage == GS_STORAGE_OUT))
		       ? unit->n_vertices
		       : 0;
}

static struct gs_number length(const struct gs_node *array)
{
	struct gs_type element;
	unsigned count = 0;

	gs_type_element(&array->type, &element, &count);
	if (!count)
		count = vertices_of(array);
	return count ? integer(GS_BASE_INT, count) : nothing;
}

static struct gs_number chosen(const struct gs_node *node, size_t k, unsigned *steps)
{
	int64_t condition;

	if (!gs_node_value(node->child[0], &condition))
		return nothing;
	return gs_number_convert(
		operand(node->child[condition ? 1 : 2], k, steps), node->type.base);
}

static struct gs_number evaluate(
	const struct gs_node *node, const struct gs_type *type, size_t k, unsigned *steps)
{
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		return identifier(node, k, steps);
	case GS_NODE_PAREN:
		return component(node->child[0], type, k, steps);
	case GS_NODE_INIT_LIST:
		return part(node, type, k, steps);
	case GS_NODE_CONSTRUCTOR:
		return constructor(node, k, steps);
	case GS_NODE_CALL:
		return call(node, k, steps);
	case GS_NODE_METHOD:
		return length(node->child[0]);
	case GS_NODE_INDEX:
		return indexed(node, k, steps);
	case GS_NODE_MEMBER:
		return member(node, k, steps);
	case GS_NODE_UNARY:
		return unary(node, k, steps);
	case GS_NODE_BINARY:
	case GS_NODE_LOGICAL:
		return binary(node, k, steps);
	case GS_NODE_TERNARY:
		return chosen(node, k, steps);
	default:
		return nothing;
	}
}

/* The node's value as that type. It differs from the node's own type for lists in braces and
 * implicit conversions. */
static struct gs_number component(
	const struct gs_node *node, const struct gs_type *type, size_t k, unsigned *steps)
{
	struct gs_number n = gs_full(node)->value;

	if (++*steps > MAX_STEPS || !node->is_constant)
		return nothing;
	if (!gs_type_is_scalar(&node->type))
		n = evaluate(node, type, k, steps);
	return type->base == GS_BASE_STRUCT ? n : gs_number_convert(n, type->base);
}

bool gs_symbol_initial(const struct gs_symbol *symbol, size_t k, double *value)
{
	const struct gs_symbol_full *full = (const void *)symbol;
	struct gs_number n = {.base = GS_BASE_INT};
	unsigned steps = 0;

	if (full->initialiser)
		n = component(full->initialiser, &symbol->type, k, &steps);
	*value = real_of(&n);
	return n.base != GS_BASE_UNKNOWN;
}

struct gs_number gs_constant_evaluate(const struct gs_node *node)
{
	unsigned steps = 0;

	return gs_number_convert(evaluate(node, &node->type, 0, &steps), node->type.base);
}

bool gs_node_value(const struct gs_node *node, int64_t *value)
{
	const struct gs_number *n = &gs_full(node)->value;

	*value = n->integer;
	return n->base == GS_BASE_INT || n->base == GS_BASE_UINT || n->base == GS_BASE_BOOL;
}
