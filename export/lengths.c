/* SPDX-License-Identifier: MIT */
/* How much a call reads behind its pointers, as far as that needs no state of GL. */
#include "data/extent.h"
#include "data/null.h"
#include "export/private.h"

/* ---- questions about state, which are only noted and have no answer ---- */

static uint64_t ask_number(const void *data, uint32_t name)
{
	(void)name;
	*(bool *)(uintptr_t)data = true;
	return 0;
}

static uint64_t ask_level(const void *data, const uint8_t *which, uint32_t name)
{
	(void)which;
	return ask_number(data, name);
}

static uint32_t ask_target(const void *data, const uint8_t *which)
{
	(void)which;
	return (uint32_t)ask_number(data, 0);
}

static bool read_nothing(const void *data, void *to, uint64_t address, size_t size)
{
	(void)data;
	(void)to;
	(void)address;
	(void)size;
	return false;
}

/* No context has features that few programs use. */
static bool has_not(const void *data, enum gs_extent_feature feature)
{
	(void)data;
	(void)feature;
	return false;
}

uint64_t export_needed(const struct recipe *recipe, const struct gs_trace_call *call,
	const struct gs_memory_rule *rule)
{
	uint64_t args[G_N_ELEMENTS(recipe->parameters)] = {0};
	bool is_asked = false;
	struct gs_extent extent;
	const struct gs_extent_asker asker = {&is_asked, ask_number, ask_level, ask_target,
		read_nothing, gs_trace_number(&call->result), has_not};
	for (unsigned i = 0; i < recipe->info->n_parameters; i++) {
		const struct gs_parameter *p = &recipe->info->parameters[i];
		if (!gs_trace_raw(&call->args[i], (enum gs_class)p->class, p->bits, &args[i]))
			args[i] = 0;
	}
	return gs_data_extent(rule, args, recipe->info->n_parameters, &asker, &extent) && !is_asked
		       ? gs_data_extent_bytes(&extent)
		       : 0;
}

/* Return the bytes that the trace has; UINT64_MAX: it has an address, or nothing. */
static uint64_t there(const struct parameter *p, const struct gs_trace_value *value)
{
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_STRING:
		return value->n + 1ull;
	case GS_TRACE_BLOB:
		return value->n;
	case GS_TRACE_ARRAY:
		return (uint64_t)value->n * (p->element_bits >= 8 ? p->element_bits / 8u : 4u);
	default:
		return UINT64_MAX;
	}
}

/* Return whether the call would read from NULL in the program's memory. */
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

/* Return whether the call reads or writes anything by the rule; true if that is not known. */
static bool touches(const struct recipe *recipe, const struct gs_trace_call *call,
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
		return export_needed(recipe, call, rule);
	case GS_MEMORY_RULE_ATTRIBUTES:
		return false;
	default:
		return true;
	}
}

bool export_fits(struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	for (unsigned i = 0; i < recipe->info->n_parameters; i++) {
		const struct parameter *p = &recipe->parameters[i];
		const struct gs_object_rule *rule = export_rule(recipe, i);
		bool gives = p->is_out && rule && rule->is_new; /* an array of its own size */
		if (!p->memory)
			continue;
		if ((!p->is_out || gives) &&
			there(p, &call->args[i]) < export_needed(recipe, call, p->memory))
			return false;
		if (!p->is_out && is_nowhere(ex, p, &call->args[i]) &&
			!gs_data_takes_null(recipe->info->name) && touches(recipe, call, p->memory))
			return false;
	}
	return true;
}
