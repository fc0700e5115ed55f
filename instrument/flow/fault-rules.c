/* SPDX-License-Identifier: MIT */
#include "instrument/flow/fault-search.h"
#include <string.h>
#include "instrument/flow/flow.h"
#include "instrument/lookup.h"

static const char *const kind_names[GS_N_FAULT_KINDS] = {
	[GS_FAULT_NAN] = "nan",
	[GS_FAULT_INFINITY] = "infinity",
	[GS_FAULT_DOMAIN] = "domain",
	[GS_FAULT_DIVISION] = "division",
	[GS_FAULT_SHIFT] = "shift",
	[GS_FAULT_CONVERSION] = "conversion",
	[GS_FAULT_INDEX] = "index",
	[GS_FAULT_FETCH] = "fetch",
	[GS_FAULT_STORAGE] = "storage",
	[GS_FAULT_UNWRITTEN] = "unwritten",
	[GS_FAULT_DERIVATIVE] = "derivative",
	[GS_FAULT_LOOP] = "loop",
	[GS_FAULT_BARRIER] = "barrier",
	[GS_FAULT_RACE] = "race",
	[GS_FAULT_PRECISION] = "precision",
	[GS_FAULT_UNUSED] = "unused",
};

const char *gs_fault_kind_name(enum gs_fault_kind kind)
{
	return kind_names[kind];
}

bool gs_fault_kind_find(const char *name, enum gs_fault_kind *kind)
{
	for (unsigned i = 0; i < GS_N_FAULT_KINDS; i++)
		if (!strcmp(name, kind_names[i])) {
			*kind = i;
			return true;
		}
	return false;
}

/* ---- built-in functions ---- */

struct function_rule {
	const char *name;
	unsigned n_arguments;
	const char *condition; /* where it is undefined; NULL: nowhere */
	const char *message, *section, *advice;
	bool in_all; /* components */
	bool is_whole, overflows;
};

#define FINITE .overflows = true
#define WHOLE .overflows = true, .is_whole = true

static const struct function_rule function_rules[] = {
	{"radians", 1, FINITE},
	{"degrees", 1, FINITE},
	{"sin", 1, FINITE},
	{"cos", 1, FINITE},
	{"tan", 1, FINITE},
	{"sinh", 1, FINITE},
	{"cosh", 1, FINITE},
	{"tanh", 1, FINITE},
	{"exp", 1, FINITE},
	{"exp2", 1, FINITE},
	{"mix", 3, FINITE},
	{"fma", 3, FINITE},
	{"length", 1, WHOLE},
	{"distance", 2, WHOLE},
	{"dot", 2, WHOLE},
	{"cross", 2, WHOLE},
	{"reflect", 2, WHOLE},
	{"refract", 3, WHOLE},
	{"determinant", 1, WHOLE},
	{"inverse", 1, WHOLE},
	{"outerProduct", 2, WHOLE},
	{"matrixCompMult", 2, WHOLE},
	{"asin", 1, "$a < -1.0 || $a > 1.0",
		"asin is undefined where its argument is beyond -1 or 1", "8.1",
		"clamp the argument"},
	{"acos", 1, "$a < -1.0 || $a > 1.0",
		"acos is undefined where its argument is beyond -1 or 1", "8.1",
		"clamp the argument"},
	{"atan", 2, "$a == 0.0 && $b == 0.0", "atan is undefined where both arguments are 0", "8.1",
		"test for a length of 0 before"},
	{"acosh", 1, "$a < 1.0", "acosh is undefined where its argument is below 1", "8.1",
		"clamp the argument"},
	{"atanh", 1, "$a <= -1.0 || $a >= 1.0",
		"atanh is undefined where its argument is -1 or 1, or beyond", "8.1",
		"clamp the argument"},
	{"pow", 2, "$a < 0.0 || ($a == 0.0 && $b <= 0.0)",
		"pow is undefined where its first argument is negative, or 0 with an exponent that "
		"is "
		"not positive",
		"8.2", "clamp the first argument, or multiply instead", FINITE},
	{"log", 1, "$a <= 0.0", "log is undefined where its argument is not positive", "8.2",
		"clamp the argument"},
	{"log2", 1, "$a <= 0.0", "log2 is undefined where its argument is not positive", "8.2",
		"clamp the argument"},
	{"sqrt", 1, "$a < 0.0", "sqrt is undefined where its argument is negative", "8.2",
		"clamp the argument, as in sqrt(max(x, 0.0))"},
	{"inversesqrt", 1, "$a <= 0.0",
		"inversesqrt is undefined where its argument is not positive", "8.2",
		"clamp the argument"},
	{"mod", 2, "$b == 0.0", "mod divides by 0", "8.3", "test the second argument before",
		FINITE},
	{"clamp", 3, "$b > $c", "clamp is undefined where its minimum is above its maximum", "8.3",
		"exchange the bounds"},
	{"smoothstep", 3, "$a >= $b",
		"smoothstep is undefined where its first edge is not below its "
		"second",
		"8.3", "exchange the edges, and take 1.0 less the result"},
	{"ldexp", 2, "$b > 128", "ldexp is undefined where the exponent is above 128", "8.3",
		"clamp the exponent", FINITE},
	{"normalize", 1, "$a == 0.0", "a vector of length 0 has no direction", "8.5",
		"test its length before", .in_all = true, WHOLE},
	{"bitfieldExtract", 3, "$b < 0 || $c < 0 || $b + $c > 32",
		"the bits asked for are not within the value's 32", "8.8", "check offset and bits"},
	{"bitfieldInsert", 4, "$c < 0 || $d < 0 || $c + $d > 32",
		"the bits to be replaced are not within the value's 32", "8.8",
		"check offset and bits"},
};

/* ---- the tree ---- */

static const char *token(const struct gs_node *node, unsigned index)
{
	return node->unit->tokens[index].text;
}

static const struct gs_node *without_parens(const struct gs_node *node)
{
	while (node->kind == GS_NODE_PAREN)
		node = node->child[0];
	return node;
}

static bool is_float(const struct gs_type *type)
{
	return type->base == GS_BASE_FLOAT || type->base == GS_BASE_DOUBLE;
}

static bool is_integer(const struct gs_type *type)
{
	return type->base == GS_BASE_INT || type->base == GS_BASE_UINT;
}

/* ---- operations ---- */

static void add_overflow(struct gs_fault_search *s, struct gs_fault_operation *o)
{
	o->nan_site = gs_fault_add_site(s, o, GS_FAULT_NAN,
		"a NaN comes of operands that are finite", "4.7.1", "look at the operands' values");
	o->infinity_site = gs_fault_add_site(s, o, GS_FAULT_INFINITY,
		"an infinity comes of operands that are finite", "4.7.1",
		"look for a division by 0, or for numbers that are too large");
}

static void set_integer_rules(
	struct gs_fault_search *s, struct gs_fault_operation *o, const char *op)
{
	const struct gs_type *a = &o->operands[0].type, *b = &o->operands[1].type;
	bool is_signed = a->base == GS_BASE_INT && b->base == GS_BASE_INT;

	switch (*op) {
	case '/':
		o->condition = is_signed ? "$b == 0 || ($a == -2147483647 - 1 && $b == -1)"
			       : b->base == GS_BASE_INT ? "$b == 0"
							: "$b == 0u";
		o->condition_site = gs_fault_add_site(s, o, GS_FAULT_DIVISION,
			"an integer is divided by 0, or the least one by -1", "5.9",
			"test the divisor before");
		break;
	case '%':
		o->condition = is_signed		? "$b == 0 || $a < 0 || $b < 0"
			       : b->base == GS_BASE_INT ? "$b == 0"
							: "$b == 0u";
		o->condition_site = gs_fault_add_site(s, o, GS_FAULT_DIVISION,
			"% is undefined where the divisor is 0 or an operand is negative", "5.9",
			"test the operands before");
		break;
	case '<':
	case '>':
		o->condition = b->base == GS_BASE_INT ? "$b < 0 || $b > 31" : "$b > 31u";
		o->condition_site = gs_fault_add_site(s, o, GS_FAULT_SHIFT,
			"a shift is undefined by a negative number or by 32 or more", "5.9",
			"mask the number of bits, as in n & 31");
		break;
	default:
		break;
	}
}

static void set_arithmetic(struct gs_fault_search *s, struct gs_fault_operation *o, const char *op)
{
	const struct gs_type *a = &o->operands[0].type, *b = &o->operands[1].type;

	if (is_integer(a) && is_integer(b)) {
		set_integer_rules(s, o, op);
	} else if (strchr("+-*/", *op) && op[1] != '=' && gs_fault_is_number(a) &&
		   gs_fault_is_number(b)) {
		o->is_whole = *op == '*' && (a->columns > 1 || b->columns > 1);
		add_overflow(s, o);
	}
}

static void look_at_binary(struct gs_fault_search *s, const struct gs_node *node)
{
	const char *op = token(node, node->op_token);

	if (!strcmp(op, "<") || !strcmp(op, ">") || !strcmp(op, "<=") || !strcmp(op, ">=") ||
		!gs_fault_is_number(&node->type))
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_BINARY, node);
	gs_fault_add_operand(o, node->child[0]);
	gs_fault_add_operand(o, node->child[1]);
	set_arithmetic(s, o, op);
	gs_fault_finish(s, o, true);
}

/* a op= b; the text of the target is evaluated once more. */
static void look_at_assign(struct gs_fault_search *s, const struct gs_node *node)
{
	char op[4] = "";

	g_strlcpy(op, token(node, node->op_token), sizeof(op));
	size_t length = strlen(op);
	if (length < 2 || !gs_fault_is_number(&node->child[0]->type))
		return;
	op[length - 1] = '\0';
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_ASSIGN, node);
	o->child = 1;
	o->result = node->child[0]->type;
	gs_fault_add_operand(o, node->child[0]);
	gs_fault_add_operand(o, node->child[1]);
	set_arithmetic(s, o, op);
	gs_fault_finish(s, o, gs_fault_is_pure(node->child[0]));
}

static void look_at_index(struct gs_fault_search *s, const struct gs_node *node)
{
	const struct gs_node *base = node->child[0], *index = node->child[1], *root = base;
	const struct gs_type *type = &base->type;
	bool is_unsized = type->n_dimensions > 0 && type->dimensions[0] == 0;

	while (root->kind == GS_NODE_MEMBER || root->kind == GS_NODE_INDEX ||
		root->kind == GS_NODE_PAREN)
		root = root->child[0];
	const struct gs_symbol *symbol = root->kind == GS_NODE_IDENTIFIER ? root->symbol : NULL;
	const struct gs_node *plain = without_parens(index);
	if (index->is_constant || !is_integer(&index->type) || type->base == GS_BASE_UNKNOWN ||
		!gs_child_is_open(node, 1))
		return;
	/* Which of them a shader writes must be seen when it is compiled. */
	if (symbol && symbol->storage == GS_STORAGE_OUT)
		return;
	if (plain->kind == GS_NODE_IDENTIFIER && plain->symbol && plain->symbol->is_builtin)
		return;
	if (is_unsized && (!symbol || symbol->storage != GS_STORAGE_BUFFER))
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(
		is_unsized ? GS_FAULT_FORM_LENGTH : GS_FAULT_FORM_VALUE, node);
	o->child = 1;
	o->result = index->type;
	gs_fault_add_operand(o, index);
	o->operands[o->n_operands++] = (struct gs_fault_operand){
		.name = "length", .type = {.base = GS_BASE_INT, .columns = 1, .rows = 1}};
	bool is_signed = index->type.base == GS_BASE_INT;
	o->condition = is_signed ? "$a < 0 || $a >= $b" : "$a >= uint($b)";
	o->condition_site = gs_fault_add_site(s, o, is_unsized ? GS_FAULT_STORAGE : GS_FAULT_INDEX,
		"an index is not within the array", "5.11", "clamp the index, or test it before");
	gs_fault_finish(s, o, !is_unsized || gs_fault_is_pure(base));
}

static void look_at_conversion(struct gs_fault_search *s, const struct gs_node *node)
{
	const struct gs_type *to = &node->type;

	if (to->n_dimensions > 0 || !is_integer(to))
		return;
	for (size_t i = 0; i < node->n_children; i++) {
		const struct gs_node *value = node->child[i];
		if (!gs_fault_is_number(&value->type) || !is_float(&value->type) ||
			value->is_constant)
			continue;
		struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_VALUE, node);
		o->child = (unsigned)i;
		o->result = value->type;
		o->n_parts = node->n_children == 1 ? to->rows : 0;
		gs_fault_add_operand(o, value);
		o->condition = to->base == GS_BASE_INT
				       ? "$a >= 2147483648.0 || $a < -2147483648.0 || $n"
				       : "$a >= 4294967296.0 || $a < 0.0 || $n";
		o->condition_site = gs_fault_add_site(s, o, GS_FAULT_CONVERSION,
			to->base == GS_BASE_INT
				? "the number does not fit into an int"
				: "the number is negative, or does not fit into a uint",
			"5.4.1", "clamp it before it is converted");
		gs_fault_finish(s, o, true);
	}
}

static void look_at_function(
	struct gs_fault_search *s, const struct gs_node *node, const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(function_rules); i++) {
		const struct function_rule *rule = &function_rules[i];
		if (strcmp(name, rule->name) || node->n_children != rule->n_arguments)
			continue;
		if (node->n_children > GS_MOST_OPERANDS || !gs_fault_is_number(&node->type))
			return;
		struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_CALL, node);
		for (size_t k = 0; k < node->n_children; k++)
			gs_fault_add_operand(o, node->child[k]);
		o->condition = rule->condition;
		o->in_all = rule->in_all;
		o->is_whole = rule->is_whole;
		if (rule->condition)
			o->condition_site = gs_fault_add_site(s, o,
				g_str_has_prefix(name, "bitfield") ? GS_FAULT_SHIFT
								   : GS_FAULT_DOMAIN,
				rule->message, rule->section, rule->advice);
		if (rule->overflows && is_float(&node->type))
			add_overflow(s, o);
		gs_fault_finish(s, o, true);
		return;
	}
}

/* texelFetch and the functions of images, whose coordinates are whole numbers. */
static void look_at_texel(struct gs_fault_search *s, const struct gs_node *node, const char *name)
{
	bool is_fetch = !strcmp(name, "texelFetch");
	bool is_image = !strcmp(name, "imageLoad") || !strcmp(name, "imageStore") ||
			g_str_has_prefix(name, "imageAtomic");
	const struct gs_node *what = node->n_children ? node->child[0] : NULL;

	if ((!is_fetch && !is_image) || node->n_children < 2 || what->type.base != GS_BASE_OPAQUE ||
		what->type.n_dimensions > 0 || !what->type.name ||
		strstr(what->type.name, "Cube") || !is_integer(&node->child[1]->type))
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_SIZE, node);
	o->child = 1;
	o->result = node->child[1]->type;
	gs_fault_add_operand(o, node->child[1]);
	o->operands[o->n_operands++] = (struct gs_fault_operand){
		.name = "size", .type = node->child[1]->type};
	o->condition = "$a < 0 || $a >= $b";
	o->condition_site = gs_fault_add_site(s, o, is_fetch ? GS_FAULT_FETCH : GS_FAULT_STORAGE,
		is_fetch ? "the texel is not within the texture"
			 : "the texel is not within the image",
		is_fetch ? "8.9" : "8.12", "clamp the coordinates, or test them before");
	bool has_lod = is_fetch && node->n_children > 2;
	gs_fault_finish(
		s, o, gs_fault_is_pure(what) && (!has_lod || gs_fault_is_pure(node->child[2])));
}

/* Whether the level of the lookup, or the result, comes from the neighbours' values. */
static bool takes_derivative(const struct gs_node *node, const char *name)
{
	static const char *const without[] = {"Lod", "Grad", "Gather", "Size", "Samples", "Levels"};

	if (g_str_has_prefix(name, "dFd") || g_str_has_prefix(name, "fwidth"))
		return true;
	if (!gs_node_is_lookup(node) || g_str_has_prefix(name, "texel"))
		return false;
	if (!strcmp(name, "textureQueryLod") || !strcmp(name, "textureQueryLOD"))
		return true;
	for (unsigned i = 0; i < G_N_ELEMENTS(without); i++)
		if (strstr(name, without[i]))
			return false;
	const char *type = node->child[0]->type.name;
	return type && !strstr(type, "Rect") && !strstr(type, "Buffer") && !strstr(type, "MS");
}

static void look_at_derivative(
	struct gs_fault_search *s, const struct gs_node *node, const char *name)
{
	if (s->stage != GS_STAGE_FRAGMENT || node->n_children < 1 || !takes_derivative(node, name))
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_COUNT, node);
	o->condition_site = gs_fault_add_site(s, o, GS_FAULT_DERIVATIVE,
		gs_node_is_lookup(node)
			? "the texture's level is computed from neighbours that do not come here"
			: "a derivative is computed from neighbours that do not come here",
		gs_node_is_lookup(node) ? "8.9" : "8.14",
		"compute it before the condition, or give the level or the gradients");
	gs_fault_finish(s, o, true);
}

static void look_at_call(struct gs_fault_search *s, const struct gs_node *node)
{
	if (node->function || node->symbol)
		return;
	const char *name = token(node, node->name_token);
	look_at_function(s, node, name);
	look_at_texel(s, node, name);
	look_at_derivative(s, node, name);
	gs_fault_look_at_barrier(s, node, name);
}

static void look_at_loop(struct gs_fault_search *s, const struct gs_node *loop)
{
	const struct gs_node *test = gs_loop_test(loop);
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_LOOP, loop);

	o->condition_site = gs_fault_add_site(s, o, GS_FAULT_LOOP,
		"a loop makes more than 10000 iterations, and drivers end such loops at will",
		"6.3", "bound its number of iterations");
	if (test)
		g_array_index(s->sites, struct gs_fault_site, o->condition_site).node = test;
	g_ptr_array_add(s->faults->operations, o);
}

/* ---- variables ---- */

static void note_use(struct gs_fault_search *s, const struct gs_node *identifier)
{
	struct gs_fault_use use;

	if (gs_fault_variable_used(identifier, s->faults->variables, &use) ||
		(s->stage == GS_STAGE_COMPUTE &&
			gs_fault_shared_used(identifier, s->faults->shared, &use)))
		g_array_append_val(s->uses, use);
}

/* A write alone is no fault, but must be seen. */
static void take_use(struct gs_fault_search *s, const struct gs_fault_use *use)
{
	struct gs_fault_variable *v = &g_array_index(
		s->faults->variables, struct gs_fault_variable, use->variable);

	if (use->is_shared) {
		gs_fault_take_shared(s, use);
		return;
	}
	if (!gs_fault_can_see(use)) {
		v->is_lost |= use->writes;
		return;
	}
	struct gs_fault_operation *o = gs_fault_operation_new(
		use->is_assignment ? GS_FAULT_FORM_STORE : GS_FAULT_FORM_USE, use->node);
	o->use = *use;
	o->child = 1;
	if (use->is_assignment)
		o->result = use->node->child[1]->type;
	if (use->reads)
		o->condition_site = gs_fault_add_site(s, o, GS_FAULT_UNWRITTEN,
			"it is read, and nothing has written it, or not all of it", "5.8",
			"give it a value where it is declared");
	if (use->reads)
		g_array_index(s->sites, struct gs_fault_site, o->condition_site).node = use->top;
	g_ptr_array_add(s->faults->operations, o);
}

/* Code round the node stands round that of all that is in it. */
static void take_uses(struct gs_fault_search *s, const struct gs_node *node)
{
	for (guint i = s->uses->len; i-- > 0;) {
		const struct gs_fault_use use = g_array_index(s->uses, struct gs_fault_use, i);
		if (use.node != node)
			continue;
		g_array_remove_index(s->uses, i);
		take_use(s, &use);
	}
}

/* ---- all of it ---- */

static void look_at_operation(struct gs_fault_search *s, const struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_BINARY:
		look_at_binary(s, node);
		break;
	case GS_NODE_ASSIGN:
		look_at_assign(s, node);
		gs_fault_look_at_precision(s, node);
		break;
	case GS_NODE_INDEX:
		look_at_index(s, node);
		break;
	case GS_NODE_CONSTRUCTOR:
		look_at_conversion(s, node);
		break;
	case GS_NODE_CALL:
		look_at_call(s, node);
		break;
	case GS_NODE_DECLARATOR:
		gs_fault_look_at_precision(s, node);
		break;
	case GS_NODE_IDENTIFIER:
		note_use(s, node);
		break;
	case GS_NODE_FOR:
	case GS_NODE_WHILE:
	case GS_NODE_DO:
		look_at_loop(s, node);
		break;
	default:
		break;
	}
}

static void look_at(struct gs_fault_search *s, const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			look_at(s, node->child[i]);
	if (!node->is_constant)
		look_at_operation(s, node);
	take_uses(s, node);
}

/* ---- the plan's ---- */

const struct gs_fault_plan *gs_fault_plan(const struct gs_plan *plan)
{
	struct gs_flow *flow = plan->flow;

	if (flow->faults)
		return flow->faults;
	struct gs_fault_plan *faults = flow->faults = g_new0(struct gs_fault_plan, 1);
	struct gs_fault_search s = {.faults = faults,
		.sites = g_array_new(FALSE, FALSE, sizeof(struct gs_fault_site)),
		.shader = plan->shader,
		.flow = flow,
		.stage = plan->shader->stage};
	faults->operations = g_ptr_array_new_with_free_func(g_free);
	faults->variables = g_array_new(FALSE, FALSE, sizeof(struct gs_fault_variable));
	faults->shared = g_array_new(FALSE, FALSE, sizeof(struct gs_fault_variable));
	s.uses = g_array_new(FALSE, FALSE, sizeof(struct gs_fault_use));
	for (size_t i = 0; i < flow->n_functions; i++)
		if (flow->functions[i].reachable)
			look_at(&s, flow->functions[i].function->definition);
	g_array_unref(s.uses);
	faults->sites.n_sites = s.sites->len;
	faults->sites.sites = (struct gs_fault_site *)(void *)g_array_free(s.sites, FALSE);
	return faults;
}

const struct gs_fault_sites *gs_plan_faults(const struct gs_plan *plan)
{
	return &gs_fault_plan(plan)->sites;
}
