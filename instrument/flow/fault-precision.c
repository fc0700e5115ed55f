/* SPDX-License-Identifier: MIT */
/*
 * What a mediump or lowp variable cannot hold where the hardware has no more than GLSL ES asks for:
 * floats of 16 bits, which end at 65504; lowp from -2 to 2; integers of 16 and 9 bits. Rounding
 * loses at most 2^-11 of a float, or, of numbers below 2^-14, 2^-25: what fades to nothing would be
 * accused everywhere, and where such a number is a divisor, the quotient is beyond the end.
 */
#include <string.h>
#include "instrument/flow/fault-search.h"

enum precision { HIGH, MEDIUM, LOW, NOT_SAID };

static enum precision precision_of_word(const char *word)
{
	return !strcmp(word, "mediump") ? MEDIUM
	       : !strcmp(word, "lowp")	? LOW
	       : !strcmp(word, "highp") ? HIGH
					: NOT_SAID;
}

/* What `precision mediump float;` before the token says of the type. */
static enum precision default_precision(
	const struct gs_unit *unit, unsigned before, enum gs_base base, enum gs_stage stage)
{
	bool is_float = base == GS_BASE_FLOAT;
	enum precision found = stage == GS_STAGE_FRAGMENT && !is_float ? MEDIUM : HIGH;

	for (unsigned i = 0; unit->is_es && i + 2 < before; i++)
		if (!strcmp(unit->tokens[i].text, "precision") &&
			!strcmp(unit->tokens[i + 2].text, is_float ? "float" : "int"))
			found = precision_of_word(unit->tokens[i + 1].text);
	return unit->is_es ? found : HIGH;
}

static enum precision precision_of(const struct gs_symbol *symbol, enum gs_stage stage)
{
	const struct gs_node *declarator = symbol->declaration;
	const struct gs_node *whole = declarator && declarator->kind == GS_NODE_DECLARATOR
					      ? declarator->parent
					      : declarator;

	if (!whole || symbol->is_builtin)
		return HIGH;
	for (unsigned i = whole->first; i < declarator->first || i == whole->first; i++) {
		enum precision said = precision_of_word(whole->unit->tokens[i].text);
		if (said != NOT_SAID)
			return said;
	}
	return default_precision(whole->unit, whole->first, symbol->type.base, stage);
}

static const char *condition_of(enum gs_base base, enum precision precision)
{
	bool is_low = precision == LOW;

	switch (base) {
	case GS_BASE_FLOAT:
		return is_low ? "abs($a) > 2.0 && abs($a) < 3.4e38"
			      : "abs($a) > 65504.0 && abs($a) < 3.4e38";
	case GS_BASE_INT:
		return is_low ? "$a > 255 || $a < -256" : "$a > 32767 || $a < -32768";
	case GS_BASE_UINT:
		return is_low ? "$a > 511u" : "$a > 65535u";
	default:
		return NULL;
	}
}

static const struct gs_symbol *given(const struct gs_node *node)
{
	const struct gs_node *root = node->kind == GS_NODE_ASSIGN ? node->child[0] : node;

	while (root->kind == GS_NODE_MEMBER || root->kind == GS_NODE_INDEX ||
		root->kind == GS_NODE_PAREN)
		root = root->child[0];
	return root->symbol && root->symbol->kind == GS_SYMBOL_VARIABLE ? root->symbol : NULL;
}

void gs_fault_look_at_precision(struct gs_fault_search *s, const struct gs_node *node)
{
	unsigned child = node->kind == GS_NODE_ASSIGN ? 1 : 0;
	const struct gs_symbol *symbol = given(node);

	if (!symbol || node->n_children <= child || symbol->type.base == GS_BASE_STRUCT ||
		(child && strcmp(node->unit->tokens[node->op_token].text, "=") != 0))
		return;
	const struct gs_node *value = node->child[child];
	if (value->is_constant || value->type.base != symbol->type.base)
		return;
	enum precision precision = precision_of(symbol, s->stage);
	const char *condition = condition_of(value->type.base, precision);
	if (precision == HIGH || !condition || !gs_fault_is_number(&value->type))
		return;
	struct gs_fault_operation *o = gs_fault_operation_new(GS_FAULT_FORM_VALUE, node);
	o->child = child;
	o->result = value->type;
	gs_fault_add_operand(o, value);
	o->condition = condition;
	o->condition_site = gs_fault_add_site(s, o, GS_FAULT_PRECISION,
		precision == LOW ? "a lowp variable need not hold this number"
				 : "a mediump variable need not hold this number",
		"4.7.3", "declare it as highp, or scale the numbers");
	gs_fault_finish(s, o, true);
}
