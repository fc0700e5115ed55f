/* SPDX-License-Identifier: MIT */
/* dap/values - what the editor can open: scopes, and values with parts. They end when the session
 * moves. */
#ifndef GS_DAP_VALUES_H
#define GS_DAP_VALUES_H

#include "dap/protocol.h"

enum gs_dap_value_kind {
	GS_DAP_PARTS,  /* of a value */
	GS_DAP_LOCALS, /* scopes: variables of the shader, by qualifiers */
	GS_DAP_GLOBALS,
	GS_DAP_INPUTS,
	GS_DAP_OUTPUTS,
	GS_DAP_SHADER_UNIFORMS,
	GS_DAP_BUILTINS,
	GS_DAP_UNIFORMS,  /* of the program in use */
	GS_DAP_ARGUMENTS, /* of the pending call */
	GS_DAP_STATE,	  /* GL's */
};
/* What can be set of it, and how. */
enum gs_dap_setting { GS_DAP_FIXED, GS_DAP_UNIFORM, GS_DAP_ARGUMENT };

struct gs_dap_value {
	enum gs_dap_value_kind kind;
	unsigned frame; /* of the shader */
	char *name;	/* expression that is this value; NULL: there is none */
	char *type;
	JsonNode *value;
	JsonArray *members;   /* of a struct's type; NULL */
	JsonArray *undefined; /* numbers of its scalars that are; NULL */
	enum gs_dap_setting setting;
};

/* Add one. Return its reference, from 1. */
gint64 gs_dap_value_add(struct gs_dap *dap, const struct gs_dap_value *value);
/* Return it, borrowed; NULL: there is none any more. */
struct gs_dap_value *gs_dap_value_at(struct gs_dap *dap, gint64 reference);
void gs_dap_values_clear(struct gs_dap *dap);
void gs_dap_value_free(gpointer data);

/* Add the members that tell of a value: its text as that member, type, variablesReference and how
 * much is in it. What the value has is copied. prefix: before its text; NULL. */
void gs_dap_put_value(struct gs_dap *dap, JsonBuilder *json, const char *key,
	const struct gs_dap_value *value, const char *prefix);
/* Add the value's parts, from `start` on and `count` at most (0: all), as a list. */
void gs_dap_put_parts(
	struct gs_dap *dap, JsonBuilder *json, struct gs_dap_value *of, gint64 start, gint64 count);
/* Add a variable with a value, as an element of a list. */
void gs_dap_put_variable(struct gs_dap *dap, JsonBuilder *json, const char *name,
	const struct gs_dap_value *value, const char *prefix);
/* Return a value as `print` has replied with it; what it has is the reply's. */
struct gs_dap_value gs_dap_value_of_reply(JsonNode *reply, const char *name, unsigned frame);
/* Return the part of that name; false: there is none. What it has is the whole's but for name and
 * type; g_free these. */
bool gs_dap_value_part(
	const struct gs_dap_value *of, const char *name, struct gs_dap_value *part, guint *index);

#endif
