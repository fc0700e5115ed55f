/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * Private to instrument/: one variant being written.
 *
 * variant.c chooses versions and passes, and puts the texts together. Each other file that writes a
 * part of the variant has a header of its own, which says what it adds; rewrite.c holds what all of
 * them need.
 *
 * Names of ours are given here without prefix; `%s` of rewrite->prefix goes before each. Globals of
 * ours: here true false entered absent c (a condition's value) dead on<N> i<frame>_<loop> v<N> t<N>
 * (values of captures) a (argument) k<site>_<N> w<site> which<site> call<N> cut sink bits p<N>
 * (indices of a call, what it calls; parameters) rounds<N> stuck own_<name> (the shader's own).
 *
 * Any name without the prefix may be the shader's own where its text stands: a function, variable
 * or struct may be called floatBitsToUint or max. So built-in functions are called only from
 * functions of ours that stand above the shader's text (heads, functions), where no name of the
 * shader is known yet.
 */
/* clang-format on */
#ifndef GS_REWRITE_H
#define GS_REWRITE_H

#include <glib.h>
#include "instrument/flow/flow.h"
#include "instrument/words/layout.h"
#include "instrument/text/token-edit.h"

struct gs_rewrite {
	const struct gs_plan *plan;
	const struct gs_flow *flow;
	const struct gs_variant_request *request;
	struct gs_messages *messages;
	struct gs_variant *variant;
	struct gs_variant_layout *layout;

	const char *prefix; /* "gs_" where the shader has no such name */
	const char *highp;  /* "highp " for ES */
	enum gs_stage stage;
	bool is_float, layout_location;
	bool is_bytes;	  /* floats, as GS_ATTACHMENT_BYTES */
	unsigned version; /* lowest of the units, as upgraded */
	bool is_old;	  /* before 1.30 and 3.00 ES: has gl_FragData, but neither out nor uint */
	unsigned n_draw_buffers; /* available attachments */
	GHashTable *outputs;	 /* the program's fragment outputs: name -> struct gs_symbol */
	GHashTable *words; /* see names.c: name -> name in the variant; only of functions if `(`
			      follows */
	GHashTable *functions_renamed;

	/* of the current pass */
	bool dead;		       /* discard raises a flag instead */
	struct gs_token_edits **edits; /* per unit */
	GString *globals;	       /* ours, for every unit */
	GString **heads;	       /* per unit: our functions above its text */
	GString *functions;	       /* likewise, for the unit of main */
	GString *begin, *finish,
		*end;		 /* of our main: before the program's, flags after it, outputs */
	GString **tails;	 /* per unit: text for its end */
	GHashTable *temporaries; /* names declared already */
	bool failed;
};

/* Format text as printf does, with `@` for the prefix: append it to a string, or return it
 * (g_free). */
void gs_rewrite_append(const struct gs_rewrite *rw, GString *out, const char *format, ...);
char *gs_rewrite_text(const struct gs_rewrite *rw, const char *format, ...);
void gs_rewrite_fail(struct gs_rewrite *rw, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Whether the unit has a token of that number with that text. */
bool gs_unit_token_is(const struct gs_unit *unit, unsigned token, const char *text);
/* Whether the unit, or any unit of the shader, contains the token. */
bool gs_unit_uses(const struct gs_unit *unit, const char *token);
bool gs_shader_uses(const struct gs_rewrite *rw, const char *token);
/* Whether the text of a capture contains it. */
bool gs_captures_use(const struct gs_rewrite *rw, const char *token);

#endif
