/* SPDX-License-Identifier: MIT */
/*
 * Private to instrument/: one variant being written.
 *
 * variant.c   chooses versions and passes, and puts the texts together
 * outputs.c   the program's outputs become plain globals, ours take their place
 * pack.c      which scalar goes into which word of the output, in GLSL and back
 * probe.c     code at a position: clones along the call path, loop counters, the capture itself
 * record.c    code at every decision: path recording
 * profile.c   code round a loop: how often each element runs through it
 * count.c     code at every site: how many each element executes, and texture lookups
 *
 * Names of ours are given here without prefix; `%s` of rewrite->prefix goes before each. Globals of
 * ours: here true false entered absent c (a condition's value) dead on<N> i<frame>_<loop> v<N> t<N>
 * (values of captures) a (argument).
 */
#ifndef GS_REWRITE_H
#define GS_REWRITE_H

#include <glib.h>
#include "instrument/edit.h"
#include "instrument/flow.h"

enum { GS_MAX_ATTACHMENTS = 8 };

/* Word 0: enum gs_element_flag, above them a bit per capture that is absent, all exact in a float. */
enum { GS_FLAG_BITS = 5, GS_FLAG_MASK = (1 << GS_FLAG_BITS) - 1, GS_MAX_ABSENT = 24 - GS_FLAG_BITS };

struct gs_layout_capture {
	size_t capture; /* index in the request */
	size_t first_scalar, n_scalars;
	enum gs_base *base; /* per scalar, from first_scalar */
	unsigned *word;	    /* first word of each */
};

struct gs_variant_layout {
	enum gs_variant_kind kind;
	bool is_float;			 /* words are floats; else bits */
	bool is_switch;			 /* word 1: case + 1 */
	bool is_end;			 /* of main: word 0 says too which captures are absent */
	unsigned first_attachment;	 /* of the words */
	unsigned n_words;		 /* in use */
	unsigned window, first_bit_word; /* PATH; PROFILE: entries */
	char **counters;		 /* COUNTS: their names */
	size_t n_counters;
	struct gs_layout_capture *captures;
	size_t n_captures;
};

struct gs_rewrite {
	const struct gs_plan *plan;
	const struct gs_flow *flow;
	const struct gs_variant_request *request;
	struct gs_messages *messages;
	struct gs_variant *variant;
	struct gs_variant_layout *layout;

	const char *prefix; /* "gs_" where the shader has no such name */
	const char *highp;  /* "highp " for ES */
	bool is_float, native_fragdata, layout_location;
	unsigned n_draw_buffers; /* attachments to be had */
	GHashTable *outputs;	 /* the program's fragment outputs: name -> struct gs_symbol */

	/* of the pass being written */
	bool dead;		 /* discard raises a flag instead */
	struct gs_edits **edits; /* per unit */
	GString *globals;	 /* ours, for every unit */
	GString *functions;	 /* ours, for the unit of main */
	GString *begin, *end;	 /* of our main, around the program's */
	GHashTable *temporaries; /* names declared already */
	bool failed;
};

/* printf-like; `@` stands for the prefix. Append to a string, or a new string (g_free). */
void gs_rewrite_append(const struct gs_rewrite *rw, GString *out, const char *format, ...);
char *gs_rewrite_text(const struct gs_rewrite *rw, const char *format, ...);
void gs_rewrite_fail(struct gs_rewrite *rw, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* outputs.c */
bool gs_outputs_find(struct gs_rewrite *rw);
/* What edits on any run of tokens need, originals and clones alike: renamed outputs, discard. */
void gs_outputs_rename(struct gs_rewrite *rw, struct gs_edits *edits);
void gs_outputs_demote(struct gs_rewrite *rw);	/* the declarations, in all units */
void gs_outputs_declare(struct gs_rewrite *rw); /* ours, and the code that writes them */
const char *gs_outputs_map(
	const char *name, void *rw); /* new name of an identifier, for gs_tokens_emit; g_intern'd */

/* pack.c */
bool gs_pack_choose(struct gs_rewrite *rw, size_t first_capture);
/* Declares what the captures of these frames need, and appends their code as operands of comma
 * operators: to `before` what is evaluated whether or not the element stands here, to `inside` the
 * rest. */
void gs_pack_capture(struct gs_rewrite *rw, const struct gs_layout_capture *capture,
	struct gs_edits *function_edits, unsigned function_token, GString *before, GString *inside);
void gs_layout_free(struct gs_variant_layout *layout);
char *gs_word_name(const struct gs_rewrite *rw, unsigned word); /* "gs_v1.z"; g_free */

/* probe.c, record.c */
bool gs_probe_insert(struct gs_rewrite *rw);
void gs_record_insert(struct gs_rewrite *rw);
/* `sel == l0 ? 0 : ...`: which case the switch takes, from a variable that holds the selector's
 * value. */
void gs_switch_case(const struct gs_rewrite *rw, unsigned site, const char *variable, GString *out);
bool gs_switch_is_unsigned(const struct gs_site *site);

#endif
