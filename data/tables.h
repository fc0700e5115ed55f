/* SPDX-License-Identifier: MIT */
/* The generated tables, for the files of data/ only. */
#ifndef GS_DATA_TABLES_H
#define GS_DATA_TABLES_H

#include "data/answer.h"
#include "data/asked.h"
#include "data/data.h"
#include "data/draw.h"
#include "data/effect.h"
#include "data/object.h"
#include "data/pointee.h"
#include "data/state.h"
#include "data/texels.h"

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

/* One step of a formula: pushes a value, or combines the topmost two or three. */
enum gs_step_kind {
	GS_STEP_END,
	GS_STEP_NUMBER,	    /* value */
	GS_STEP_ARGUMENT,   /* argument value */
	GS_STEP_NAME,	    /* replaces the topmost, a GL name, by its number of values; 0 for 0 */
	GS_STEP_COMPONENTS, /* replaces the topmost, a pixel format, by its number of components; 0
			       for 0 */
	GS_STEP_BITS,	    /* of the topmost: how many are set */
	GS_STEP_ADD,
	GS_STEP_SUB,
	GS_STEP_MUL,
	GS_STEP_DIV,
	GS_STEP_EQUAL,
	GS_STEP_CHOOSE, /* condition, then, else */
};

struct gs_formula_step {
	uint8_t kind; /* enum gs_step_kind */
	uint32_t value;
};

/* Of a constant that says what is asked for. */
struct gs_answer_name {
	uint32_t name;
	uint8_t class; /* enum gs_answer_class */
};

extern const uint8_t gs_data_answer_classes[GS_N_FUNCTIONS];
extern const struct gs_answer_name gs_data_answer_names[]; /* by name */
extern const size_t gs_data_n_answer_names;
extern const struct gs_provider gs_data_providers[];
extern const struct gs_provision gs_data_constant_provisions[]; /* by what */
extern const struct gs_provision gs_data_function_provisions[]; /* likewise */
extern const size_t gs_data_n_constant_provisions, gs_data_n_function_provisions;
extern const char *const gs_data_names[GS_N_FUNCTIONS];
extern const uint16_t gs_data_flag_table[GS_N_FUNCTIONS];
extern const uint64_t gs_data_kind_table[GS_N_FUNCTIONS];
extern const uint16_t gs_data_list_table[GS_N_FUNCTIONS];
extern const uint16_t gs_data_matrix_table[GS_N_FUNCTIONS];
extern const uint16_t gs_data_plain_table[GS_N_FUNCTIONS];
extern const struct gs_function_info gs_data_functions[GS_N_FUNCTIONS];
extern const char gs_data_text[];
extern const struct gs_constant gs_data_constants[]; /* by name */
extern const size_t gs_data_n_constants;
extern const struct gs_value_order gs_data_by_value[3]; /* GL, GLX, EGL */
extern const struct gs_group_info gs_data_groups[];	/* by name */
extern const size_t gs_data_n_groups;
/* Of function i: from gs_data_first_memory_rule[i] up to that of i + 1. */
extern const uint16_t gs_data_first_memory_rule[GS_N_FUNCTIONS + 1];
extern const struct gs_memory_rule gs_data_memory_rules[];
/* Likewise. */
extern const uint16_t gs_data_first_object_rule[GS_N_FUNCTIONS + 1];
extern const struct gs_object_rule gs_data_object_rule_table[];
/* Likewise. */
extern const uint16_t gs_data_first_effect[GS_N_FUNCTIONS + 1];
extern const struct gs_effect gs_data_effect_table[];
extern const uint8_t gs_data_has_effects[GS_N_FUNCTIONS];
extern const char *const gs_data_slot_names[]; /* GS_N_SLOTS of them */
/* Likewise. */
extern const uint16_t gs_data_first_state_rule[GS_N_FUNCTIONS + 1];
extern const struct gs_state_rule gs_data_state_rule_table[];
extern const struct gs_state_variable gs_data_state_variables[];
extern const struct gs_state_scope gs_data_state_scopes[];
extern const char *const gs_data_state_group_names[];
extern const size_t gs_data_n_state_variables, gs_data_n_state_scopes, gs_data_n_state_groups;
extern const struct gs_texels_rule gs_data_texels_rules[];
extern const uint8_t gs_data_texels_numbers[GS_N_FUNCTIONS]; /* 0: none, else 1 more */
extern const struct gs_draw_rule gs_data_draw_rules[];
extern const uint8_t gs_data_draw_numbers[GS_N_FUNCTIONS]; /* of a rule, from 1 on; 0: none */
/* Formulas, each in postfix order up to GS_STEP_END. */
extern const struct gs_formula_step gs_data_steps[];
extern const size_t gs_data_n_steps;
extern const struct gs_pname gs_data_pnames[]; /* by value */
extern const size_t gs_data_n_pnames;
extern const uint16_t gs_data_struct_sizes[];
extern const size_t gs_data_n_structs;
extern const char *const gs_data_category_names[], *const gs_data_origin_names[];
extern const size_t gs_data_n_categories, gs_data_n_origins;
extern const uint8_t gs_data_categories[GS_N_FUNCTIONS];
extern const uint16_t gs_data_origins[GS_N_FUNCTIONS];

#endif
