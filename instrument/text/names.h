/* SPDX-License-Identifier: MIT */
/* instrument/text/names - what names of the program are called in the variant. */
#ifndef GS_NAMES_H
#define GS_NAMES_H

#include "instrument/text/rewrite.h"

enum { GS_N_BUILTIN_OUTPUTS = 4 };
/* Of the fragment stage: our globals take their place. */
extern const struct gs_builtin_output {
	const char *name, *type;
	bool is_array;
} gs_builtin_outputs[GS_N_BUILTIN_OUTPUTS];
/* What a built-in output is called in the variant; NULL keeps; g_intern'd */
const char *gs_names_builtin(const struct gs_rewrite *rw, const char *name);

/* The shader's own names that the version to upgrade to takes. False: a name that GL finds is
 * among them. */
bool gs_names_find(struct gs_rewrite *rw, unsigned version);
/* NULL keeps; g_intern'd */
const char *gs_names_map(const struct gs_rewrite *rw, const char *name);
/* as gs_type_string, in the variant; g_free */
char *gs_names_type(const struct gs_rewrite *rw, const struct gs_type *type);
/* The program's tokens as the variant has them, on one line; what a name of it is there. */
void gs_rewrite_tokens(const struct gs_rewrite *rw, const struct gs_unit *unit, unsigned first,
	unsigned last, GString *out);
/* NULL keeps */
const char *gs_rewrite_map_token(const struct gs_unit *unit, unsigned token, const void *rw);
const char *gs_rewrite_name(const struct gs_rewrite *rw, const char *name);

#endif
