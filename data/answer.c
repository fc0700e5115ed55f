/* SPDX-License-Identifier: MIT */
#include "data/answer.h"

#include "data/tables.h"

enum gs_answer_class gs_data_answer(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_answer_classes[function] : GS_ANSWER_VALUE;
}

enum gs_answer_class gs_data_answer_named(unsigned function, uint32_t name)
{
	size_t low = 0, high = gs_data_n_answer_names;
	if (gs_data_answer(function) != GS_ANSWER_VALUE)
		return gs_data_answer(function);
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_data_answer_names[middle].name == name)
			return gs_data_answer_names[middle].class;
		if (gs_data_answer_names[middle].name < name)
			low = middle + 1;
		else
			high = middle;
	}
	return GS_ANSWER_VALUE;
}

bool gs_answer_is_compared(enum gs_answer_class class)
{
	return class != GS_ANSWER_ERROR && class != GS_ANSWER_DRIVER && class != GS_ANSWER_MOMENT &&
	       class != GS_ANSWER_RECORDER;
}

int gs_data_question(unsigned function)
{
	const struct gs_function_info *info = gs_data_function(function);
	int found = -1;
	for (unsigned i = 0; info && i < info->n_parameters; i++) {
		const struct gs_parameter *p = &info->parameters[i];
		bool is_list = p->class == GS_CLASS_POINTER && p->in;
		if (p->class == GS_CLASS_ENUM || (is_list && p->pointee == GS_CLASS_ENUM))
			found = (int)i;
	}
	return found;
}

const struct gs_provider *gs_data_provider(uint16_t provider)
{
	return &gs_data_providers[provider];
}

/* Return the first of *n neighbours that are about that, by its number. */
static const struct gs_provision *find(
	const struct gs_provision *all, size_t n_all, uint32_t what, size_t *n)
{
	size_t low = 0, high = n_all;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (all[middle].what < what)
			low = middle + 1;
		else
			high = middle;
	}
	for (*n = 0; low + *n < n_all && all[low + *n].what == what;)
		++*n;
	return &all[low];
}

const struct gs_provision *gs_data_function_provisions_of(unsigned function, size_t *n)
{
	return find(gs_data_function_provisions, gs_data_n_function_provisions, function, n);
}

const struct gs_provision *gs_data_constant_provisions_of(uint64_t constant, size_t *n)
{
	uint32_t what = constant < UINT32_MAX ? (uint32_t)constant : 0;
	return find(gs_data_constant_provisions, gs_data_n_constant_provisions, what, n);
}
