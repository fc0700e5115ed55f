/* SPDX-License-Identifier: MIT */
#include "data/state.h"

#include "data/tables.h"

const struct gs_state_rule *gs_data_state_rules(unsigned function, size_t *n)
{
	*n = 0;
	if (function >= GS_N_FUNCTIONS)
		return NULL;
	*n = (size_t)gs_data_first_state_rule[function + 1] - gs_data_first_state_rule[function];
	return &gs_data_state_rule_table[gs_data_first_state_rule[function]];
}

const struct gs_state_variable *gs_data_state_variable(unsigned number)
{
	return number < gs_data_n_state_variables ? &gs_data_state_variables[number] : NULL;
}

const struct gs_state_scope *gs_data_state_scope(unsigned number)
{
	return number < gs_data_n_state_scopes ? &gs_data_state_scopes[number] : NULL;
}

int gs_data_find_state(unsigned scope, uint32_t value)
{
	for (size_t i = 0; i < gs_data_n_state_variables; i++)
		if (gs_data_state_variables[i].scope == scope &&
			gs_data_state_variables[i].value == value)
			return (int)i;
	return -1;
}

const char *gs_data_state_group(unsigned number)
{
	return number < gs_data_n_state_groups ? gs_data_state_group_names[number] : NULL;
}
