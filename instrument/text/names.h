/* SPDX-License-Identifier: MIT */
/* instrument/text/names - names of the program and their names in the variant. */
#ifndef GS_NAMES_H
#define GS_NAMES_H

#include "instrument/text/rewrite.h"

enum { GS_N_BUILTIN_OUTPUTS = 4 };
/* Built-in fragment outputs, which globals of ours replace. */
extern const struct gs_builtin_output {
	const char *name, *type;
	bool is_array;
} gs_builtin_outputs[GS_N_BUILTIN_OUTPUTS];
/* Returns a built-in output's name in the variant, g_intern'd; NULL if it keeps its own. */
const char *gs_names_builtin(const struct gs_rewrite *rw, const char *name);

/* Finds the shader's names that are reserved in the version to upgrade to. Returns false if GL
 * looks one of them up by name. */
bool gs_names_find(struct gs_rewrite *rw, unsigned version);
/* Returns a name's name in the variant, g_intern'd; NULL if it keeps its own. */
const char *gs_names_map(const struct gs_rewrite *rw, const char *name);
/* Returns gs_type_string with the variant's names; g_free. */
char *gs_names_type(const struct gs_rewrite *rw, const struct gs_type *type);
/* Appends tokens of the program on one line, with the variant's names. */
void gs_rewrite_tokens(const struct gs_rewrite *rw, const struct gs_unit *unit, unsigned first,
	unsigned last, GString *out);
/* Return the variant's name; gs_rewrite_map_token NULL if the token stays. */
const char *gs_rewrite_map_token(const struct gs_unit *unit, unsigned token, const void *rw);
const char *gs_rewrite_name(const struct gs_rewrite *rw, const char *name);

#endif
