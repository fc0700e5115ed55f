/* SPDX-License-Identifier: MIT */
/*
 * Signatures of functions are numbered as data/ numbers them, behind them made-up ones. Enums are
 * not written with all of their values: each constant that is used has a signature of its own, as
 * the same number means something else in each group of constants.
 */
#include "debugger/record/private.h"

#include <string.h>

struct function {
	struct gs_trace_function trace;
	const char *args[GS_WIRE_ARGS];
};

struct constant {
	struct gs_trace_names names;
	struct gs_trace_constant constant;
};

/* A value of a group of constants whose signature was looked up. */
struct known_value {
	const char *group; /* of data/, so that its address tells it; NULL: of none */
	uint64_t value;
	unsigned api;
	bool is_known;
	const struct gs_trace_names *names; /* NULL: the value has no name */
};

enum { KNOWN_VALUES = 1 << 9 };

struct signatures {
	struct function *functions[GS_N_FUNCTIONS];
	struct known_value known[KNOWN_VALUES];
	GHashTable *constants; /* name -> struct constant */
	GHashTable *flags;     /* group -> struct gs_trace_names */
};

static void free_flags(gpointer data)
{
	struct gs_trace_names *names = data;
	g_free((gpointer)names->constants);
	g_free(names);
}

struct signatures *gs_recording_signatures_new(void)
{
	struct signatures *s = g_new0(struct signatures, 1);
	s->constants = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	s->flags = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_flags);
	return s;
}

void gs_recording_signatures_free(struct signatures *s)
{
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		g_free(s->functions[i]);
	g_hash_table_destroy(s->constants);
	g_hash_table_destroy(s->flags);
	g_free(s);
}

const struct gs_trace_function *gs_recording_signature(struct signatures *s, unsigned function)
{
	struct function *f = s->functions[function];
	if (f)
		return &f->trace;
	const struct gs_function_info *info = gs_data_function(function);
	f = s->functions[function] = g_new0(struct function, 1);
	f->trace = (struct gs_trace_function){
		.id = function, .n_args = info->n_parameters, .name = info->name, .args = f->args};
	for (unsigned i = 0; i < info->n_parameters; i++)
		f->args[i] = info->parameters[i].name;
	return &f->trace;
}

const struct gs_trace_function *gs_recording_memcpy_signature(void)
{
	static const char *const args[] = {"dest", "src", "n"};
	static const struct gs_trace_function trace = {
		.id = GS_N_FUNCTIONS, .n_args = 3, .name = "memcpy", .args = args};
	return &trace;
}

static const struct gs_trace_names *signature_of_name(
	struct signatures *s, const char *name, int64_t value)
{
	struct constant *c = g_hash_table_lookup(s->constants, name);
	if (c)
		return &c->names;
	c = g_new0(struct constant, 1);
	c->constant = (struct gs_trace_constant){name, value};
	c->names = (struct gs_trace_names){
		.id = g_hash_table_size(s->constants), .n = 1, .constants = &c->constant};
	g_hash_table_insert(s->constants, (gpointer)name, c);
	return &c->names;
}

const struct gs_trace_names *gs_recording_constant_signature(
	struct signatures *s, const char *group, unsigned api, uint64_t value)
{
	struct known_value *known =
		&s->known[(value ^ value >> 9 ^ (uintptr_t)group >> 4) % KNOWN_VALUES];
	uint64_t named;
	if (known->is_known && known->group == group && known->value == value && known->api == api)
		return known->names;
	const char *name = gs_data_enum_name(group, value, api);
	bool has_name = name && gs_data_enum_value(name, &named) && named == value;
	*known = (struct known_value){group, value, api, true,
		has_name ? signature_of_name(s, name, (int64_t)value) : NULL};
	return known->names;
}

const struct gs_trace_names *gs_recording_flags_signature(struct signatures *s, const char *group)
{
	struct gs_trace_names *names = g_hash_table_lookup(s->flags, group);
	if (names)
		return names;
	GArray *constants = g_array_new(FALSE, FALSE, sizeof(struct gs_trace_constant));
	const char *name;
	for (size_t i = 0; (name = gs_data_group_member(group, i)); i++) {
		uint64_t value;
		if (!gs_data_enum_value(name, &value) || !value || (value & (value - 1)))
			continue;
		const struct gs_trace_constant constant = {name, (int64_t)value};
		g_array_append_val(constants, constant);
	}
	if (!constants->len) { /* SyncBehaviorFlags: such a signature breaks a rule of the format */
		g_array_free(constants, TRUE);
		return NULL;
	}
	names = g_new0(struct gs_trace_names, 1);
	names->id = g_hash_table_size(s->flags);
	names->n = constants->len;
	names->constants = (gpointer)g_array_free(constants, FALSE);
	g_hash_table_insert(s->flags, (gpointer)group, names);
	return names;
}
