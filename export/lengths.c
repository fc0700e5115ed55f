/* SPDX-License-Identifier: MIT */
/* How much a call reads behind its pointers, as far as the rules say so without GL's state. */
#include "data/null.h"
#include "export/private.h"

static uint64_t times(uint64_t a, uint64_t b)
{
	uint64_t product;
	return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* Negative counts are GL's to refuse. */
static uint64_t count_of(
	const struct plan *plan, const struct gs_trace_call *call, uint8_t argument)
{
	const struct gs_parameter *p = &plan->info->parameters[argument];
	uint64_t value;
	if (argument >= plan->info->n_parameters ||
		!gs_trace_raw(&call->args[argument], (enum gs_class)p->class, p->bits, &value))
		return 0;
	return (int64_t)value < 0 ? 0 : value;
}

static uint64_t formula(const struct plan *plan, const struct gs_trace_call *call,
	const struct gs_memory_rule *rule)
{
	uint64_t args[G_N_ELEMENTS(plan->parameters)] = {0}, count;
	for (unsigned i = 0; i < plan->info->n_parameters; i++)
		args[i] = gs_trace_argument(call, i);
	return gs_data_formula(rule->formula, args, plan->info->n_parameters, &count) ? count : 0;
}

uint64_t export_needed(const struct plan *plan, const struct gs_trace_call *call,
	const struct gs_memory_rule *rule)
{
	uint64_t each = rule->class == GS_CLASS_STRUCT ? gs_data_struct_size(rule->bits)
						       : rule->bits / 8u;
	uint64_t count = 1;
	const struct gs_pname *name;
	uint8_t class, bits;
	switch ((enum gs_memory_rule_kind)rule->kind) {
	case GS_MEMORY_RULE_PNAME:
		name = gs_data_pname((uint32_t)gs_trace_argument(call, rule->other[0]));
		return name ? times(name->count, each) : each;
	case GS_MEMORY_RULE_FORMULA:
		return times(formula(plan, call, rule), each);
	case GS_MEMORY_RULE_WRITTEN:
		return times(count_of(plan, call, rule->count_argument), each);
	case GS_MEMORY_RULE_ARRAY:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
	case GS_MEMORY_RULE_BLOCKS:
	case GS_MEMORY_RULE_STRINGS:
	case GS_MEMORY_RULE_POINTERS:
		if (rule->count_argument != GS_NO_ARGUMENT)
			count = count_of(plan, call, rule->count_argument);
		if (rule->kind == GS_MEMORY_RULE_STRINGS || rule->kind == GS_MEMORY_RULE_POINTERS)
			return times(count, 8);
		count = times(count, rule->factor);
		return times(rule->divisor ? count / rule->divisor : count, each);
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_TYPED:
		if (!gs_data_gl_type(
			    (uint32_t)gs_trace_argument(call, rule->other[0]), &class, &bits))
			return 0;
		return times(count_of(plan, call, rule->count_argument), bits / 8u);
	case GS_MEMORY_RULE_STRING:
		return rule->count_argument == GS_NO_ARGUMENT
			       ? 0
			       : count_of(plan, call, rule->count_argument);
	default:
		return 0;
	}
}

/* UINT64_MAX: it is an address, or nothing. */
static uint64_t there(const struct parameter *p, const struct gs_trace_value *value)
{
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_STRING:
		return value->n + 1ull;
	case GS_TRACE_BLOB:
		return value->n;
	case GS_TRACE_ARRAY:
		return times(value->n, p->element_bits >= 8 ? p->element_bits / 8u : 4u);
	default:
		return UINT64_MAX;
	}
}

/* Where the program's memory is read: nothing is there. */
static bool is_nowhere(
	struct exporter *ex, const struct parameter *p, const struct gs_trace_value *value)
{
	bool is_null = value->class == GS_TRACE_NULL ||
		       (value->class == GS_TRACE_UINT && !value->uint);
	switch ((enum gs_memory_rule_kind)p->rule) {
	case GS_MEMORY_RULE_ATTACHED:
		return false;
	case GS_MEMORY_RULE_PIXELS:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
	case GS_MEMORY_RULE_BLOCKS:
	case GS_MEMORY_RULE_IMAGE:
	case GS_MEMORY_RULE_NAMED_IMAGE:
	case GS_MEMORY_RULE_COMPRESSED:
	case GS_MEMORY_RULE_NAMED_COMPRESSED:
	case GS_MEMORY_RULE_BITMAP:
	case GS_MEMORY_RULE_PIXELMAP:
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_INDIRECT:
		return is_null && !export_is_offset(ex, p);
	default:
		return is_null;
	}
}

/* It reads or writes at least something there, as far as that is known. */
static bool touches(const struct plan *plan, const struct gs_trace_call *call,
	const struct gs_memory_rule *rule)
{
	switch ((enum gs_memory_rule_kind)rule->kind) {
	case GS_MEMORY_RULE_PNAME:
	case GS_MEMORY_RULE_FORMULA:
	case GS_MEMORY_RULE_ARRAY:
	case GS_MEMORY_RULE_STRINGS:
	case GS_MEMORY_RULE_POINTERS:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
	case GS_MEMORY_RULE_BLOCKS:
	case GS_MEMORY_RULE_INDICES:
	case GS_MEMORY_RULE_TYPED:
		return export_needed(plan, call, rule);
	case GS_MEMORY_RULE_ATTRIBUTES:
		return false;
	default:
		return true;
	}
}

bool export_fits(struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	for (unsigned i = 0; i < plan->info->n_parameters; i++) {
		const struct parameter *p = &plan->parameters[i];
		const struct gs_object_rule *rule = export_rule(plan, i);
		bool gives = p->is_out && rule && rule->is_new; /* an array of its own size */
		if (!p->memory)
			continue;
		if ((!p->is_out || gives) &&
			there(p, &call->args[i]) < export_needed(plan, call, p->memory))
			return false;
		if (!p->is_out && is_nowhere(ex, p, &call->args[i]) &&
			!gs_data_takes_null(plan->info->name) && touches(plan, call, p->memory))
			return false;
	}
	return true;
}
