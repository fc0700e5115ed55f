/* SPDX-License-Identifier: MIT */
/* The generated tables, for data/data.c only. */
#ifndef GS_DATA_TABLES_H
#define GS_DATA_TABLES_H

#include "data/data.h"
#include "data/pointee.h"

/* Names are offsets, not pointers, so that the preload library has nothing to relocate in them. */
struct gs_constant {
	uint64_t value;
	uint32_t name; /* offset in gs_data_text */
};

/* Indices into gs_data_constants, by value and then by how well known the name is. */
struct gs_value_order {
	const uint16_t *index;
	size_t n;
};

struct gs_group_info {
	const char *name;
	const uint16_t *members; /* as gs_value_order */
	size_t n;
};

extern const char *const gs_data_names[GS_N_FUNCTIONS];
extern const uint16_t gs_data_flag_table[GS_N_FUNCTIONS];
extern const struct gs_function_info gs_data_functions[GS_N_FUNCTIONS];
extern const char gs_data_text[];
extern const struct gs_constant gs_data_constants[]; /* by name */
extern const size_t gs_data_n_constants;
extern const struct gs_value_order gs_data_by_value[3]; /* GL, GLX, EGL */
extern const struct gs_group_info gs_data_groups[];	/* by name */
extern const size_t gs_data_n_groups;
/* Of function i: from gs_data_first_pointee[i] up to that of i + 1. */
extern const uint16_t gs_data_first_pointee[GS_N_FUNCTIONS + 1];
extern const struct gs_pointee gs_data_pointees[];
extern const struct gs_pname gs_data_pnames[]; /* by value */
extern const size_t gs_data_n_pnames;
extern const uint16_t gs_data_struct_sizes[];
extern const size_t gs_data_n_structs;
extern const char *const gs_data_category_names[], *const gs_data_origin_names[];
extern const size_t gs_data_n_categories, gs_data_n_origins;
extern const uint8_t gs_data_categories[GS_N_FUNCTIONS];
extern const uint16_t gs_data_origins[GS_N_FUNCTIONS];

#endif
