/* SPDX-License-Identifier: MIT */
/* Names and flags: all that the preload library needs of data/. */
#include "data/tables.h"
#include <string.h>

const char *gs_data_name(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_names[function] : "";
}

unsigned gs_data_flags(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_flag_table[function] : 0;
}

bool gs_data_begins(const char *name, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (strncmp(name, *prefixes, strlen(*prefixes)) == 0)
			return true;
	return false;
}

int gs_data_find(const char *name)
{
	unsigned low = 0, high = GS_N_FUNCTIONS;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = strcmp(name, gs_data_names[middle]);
		if (order == 0)
			return (int)middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return -1;
}
