/* SPDX-License-Identifier: MIT */
/* Names and flags: all that the preload library needs of data/. */
#include "data/tables.h"
#include <string.h>
#include "wire/wire.h"

const char *gs_data_name(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_names[function] : "";
}

bool gs_data_ends_frame(const struct gs_wire_call *call)
{
	return gs_data_flags(call->function) & GS_FUNCTION_SWAPS ||
	       call->flags & GS_CALL_ENDS_FRAME;
}

bool gs_data_gives_gl_work(unsigned function)
{
	return (gs_data_flags(function) & GS_FUNCTION_DRAWS) ||
	       (gs_data_kinds(function) & (GS_KIND_CLEARS | GS_KIND_BLITS));
}

bool gs_data_draws_pixels(unsigned function)
{
	size_t n_names;
	unsigned flags = gs_data_flags(function);
	uint64_t kinds = gs_data_kinds(function);
	gs_data_object_rules(function, &n_names); /* some clear a framebuffer by its name */
	return (flags & GS_FUNCTION_DRAWS && !(flags & GS_FUNCTION_DISPATCHES)) ||
	       (kinds & GS_KIND_CLEARS && !n_names) || kinds & GS_KIND_BLITS;
}

bool gs_data_draws_in_software(const char *renderer)
{
	static const char *const names[] = {"llvmpipe", "softpipe", "swrast", "Software"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (renderer && strstr(renderer, names[i]))
			return true;
	return false;
}

unsigned gs_data_flags(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_flag_table[function] : 0;
}

uint64_t gs_data_kinds(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_kind_table[function] : 0;
}

uint64_t gs_data_kinds_named(const char *name)
{
	int function = gs_data_find(name);
	bool is_gl = !strncmp(name, "gl", 2) && name[2] != 'X';
	return function >= 0 ? gs_data_kinds((unsigned)function) : is_gl ? 0 : GS_KIND_WINDOW;
}

unsigned gs_data_matrix(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_matrix_table[function] : 0;
}

unsigned gs_data_list(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_list_table[function] : 0;
}

unsigned gs_data_plain(unsigned function)
{
	return function < GS_N_FUNCTIONS ? gs_data_plain_table[function] : function;
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
