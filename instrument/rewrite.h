/* SPDX-License-Identifier: MIT */
/*
 * Private to instrument/: one variant being written.
 *
 * variant.c   chooses versions and passes, and puts the texts together
 * outputs.c   fragment: the program's outputs become plain globals, ours take their place
 * stages.c    the other stages: what of the program is in the way of our words
 * emitted-vertices.c      geometry: a record for each vertex emitted
 * redeclare.c built-ins that another shader object, or a later line, declares anew
 * output-channel.c      how our words leave those stages, and who each element is
 * pack.c      which scalar goes into which word of the output, in GLSL; unpack.c: and back
 * version-upgrade.c      its version, and what is of an earlier one
 * names.c     names of the shader's own that this version takes for itself
 * loop-guard.c   loops that nothing leads out of
 * site-instrumentation.c     code at positions: clones along the call paths, loop counters, the
 * capture itself insert.c    text put where a site stands path-recording.c    code at every
 * decision: path recording profile.c   code round a loop: how often each element runs through it
 * choice.c    calls of an element of an array of subroutine uniforms
 * count.c     code at every site: how many each element executes, and texture lookups
 * events.c    code at every site: where a NaN has been written
 *
 * Names of ours are given here without prefix; `%s` of rewrite->prefix goes before each. Globals of
 * ours: here true false entered absent c (a condition's value) dead on<N> i<frame>_<loop> v<N> t<N>
 * (values of captures) a (argument) k<site>_<N> w<site> which<site> call<N> p<N>
 * (indices of a call, what it calls; parameters) rounds<N> stuck own_<name> (the shader's own).
 *
 * Any name without the prefix may be the shader's own where its text stands: a function, variable
 * or struct may be called floatBitsToUint or max. So built-in functions are called only from
 * functions of ours that stand above the shader's text (heads, functions), where no name of the
 * shader is known yet.
 */
#ifndef GS_REWRITE_H
#define GS_REWRITE_H

#include <glib.h>
#include "instrument/token-edit.h"
#include "instrument/flow.h"

enum { GS_MAX_ATTACHMENTS = 8, GS_MAX_WORD_VECTORS = 16 /* of enum gs_attachment[16] */ };

/* Word 0: enum gs_element_flag, above them a bit per capture that is absent, all exact in a float.
 */
enum {
	GS_FLAG_BITS = 5,
	GS_FLAG_MASK = (1 << GS_FLAG_BITS) - 1,
	GS_MAX_ABSENT = 24 - GS_FLAG_BITS
};

/* Words of bits are written with these turned over. Drivers take a choice between constants for one
 * between floats: Mesa makes -b2f(c) of `c ? -1.0 : 0.0`, which is -0.0 where c is false; so none
 * of these constants may look like a float that is special. Words of floats have no such way out:
 * they serve one position. */
#define GS_TURNED_BITS 0x5bd1e995u

struct gs_layout_capture {
	size_t capture; /* index in the request */
	size_t first_scalar, n_scalars;
	enum gs_base *base; /* per scalar, from first_scalar */
	unsigned *word;	    /* first word of each */
};

struct gs_layout_position {
	bool is_switch;			  /* word 1: case + 1 */
	bool is_end;			  /* of main: word 0 says too which captures are absent */
	size_t first_capture, n_captures; /* in gs_variant_layout.captures */
};

struct gs_variant_layout {
	enum gs_variant_kind kind;
	bool is_float;			      /* words are floats; else bits */
	struct gs_layout_position *positions; /* POSITION: each of the request's */
	size_t n_positions;
	unsigned *
		first_want; /* of several positions: index in the uniform of a frame's iterations */
	unsigned first_attachment;	 /* of the words */
	unsigned n_words;		 /* in use */
	unsigned window, first_bit_word; /* PATH; PROFILE: entries; REACH: sites */
	bool is_histogram;		 /* PROFILE: bins instead of entries */
	char **counters;		 /* COUNTS: their names */
	size_t n_counters;
	unsigned n_identity, identity_word[4]; /* COVERAGE */
	enum gs_base identity_base[4];
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
	enum gs_stage stage;
	bool is_float, layout_location;
	unsigned version;	 /* lowest of the units, as lifted */
	bool is_old;		 /* before 1.30 and 3.00 ES: no out, no uint, but gl_FragData */
	unsigned n_draw_buffers; /* attachments to be had */
	GHashTable *outputs;	 /* the program's fragment outputs: name -> struct gs_symbol */
	GHashTable *words; /* see names.c: name -> name in the variant; of functions alone, where
			      `(` follows */
	GHashTable *functions_renamed;

	/* of the pass being written */
	bool dead;		       /* discard raises a flag instead */
	struct gs_token_edits **edits; /* per unit */
	GString *globals;	       /* ours, for every unit */
	GString **heads;	       /* per unit: functions of ours, above its text */
	GString *functions;	       /* likewise, for the unit of main */
	GString *begin, *finish,
		*end;		 /* of our main: before the program's, flags after it, outputs */
	GString **tails;	 /* per unit: goes to its end */
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
/* What edits on any run of tokens need, originals and clones alike: names that are others in the
 * variant, discard. */
void gs_outputs_rename(struct gs_rewrite *rw, struct gs_token_edits *edits);
void gs_outputs_demote(struct gs_rewrite *rw);	/* the declarations, in all units */
void gs_outputs_declare(struct gs_rewrite *rw); /* ours, and the code that writes them */
/* of a built-in output; NULL keeps; g_intern'd */
const char *gs_outputs_map(const struct gs_rewrite *rw, const char *name);

/* names.c: the shader's own names that the version to lift to takes. False: a name that GL finds is
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

/* version-upgrade.c */
enum gs_version_upgrade gs_version_upgrade_choose(
	const struct gs_rewrite *rw, unsigned lowest); /* lowest: version of the units */
/* where it is lifted */
void gs_rewrite_set_version(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* Structs defined in structs, which GLSL 1.10 alone has; on any run of tokens, originals and clones
 * alike. */
void gs_version_upgrade_structs(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* A geometry shader from before its layouts were: it says nowhere which primitives go in and out.
 */
bool gs_version_upgrade_lacks_primitives(const struct gs_rewrite *rw);

/* check.c: aborts where what has been written breaks the tree law; in tests alone (GS_VALIDATE) */
void gs_rewrite_check(struct gs_rewrite *rw);

/* loop-guard.c: on any run of tokens, originals and clones alike */
enum { GS_MAX_ROUNDS = 20000 };
void gs_loop_guard_insert(struct gs_rewrite *rw, struct gs_token_edits *edits);
/* there is one: the global stuck says whether it has been left */
bool gs_loop_guard_is_present(const struct gs_rewrite *rw);

/* stages.c */
void gs_stages_rename_emits(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node);
const char *gs_stages_map(const char *name, const struct gs_rewrite *rw);
void gs_stages_prepare(struct gs_rewrite *rw);		 /* layouts, in all units */
unsigned gs_stages_vectors(const struct gs_rewrite *rw); /* of words that the stage has room for */
/* Of a layout qualifier, as text (g_free), and the unit it stands in. NULL: there is none. */
char *gs_stages_layout_value(const struct gs_rewrite *rw, const char *name, size_t *unit);
bool gs_shader_uses(const struct gs_rewrite *rw, const char *token);

/* redeclare.c: what the unit lacks of those, for its header */
void gs_redeclare_builtins(const struct gs_rewrite *rw, const struct gs_unit *unit, GString *out);
/* After all other edits: what is declared anew, or qualified, below functions goes above them. */
void gs_redeclare_above(struct gs_token_edits *edits);
void gs_redeclare_control_outputs(const struct gs_rewrite *rw); /* gl_out's block */

/* output-channel.c */
/* COVERAGE: words of who the element is */
void gs_output_channel_choose_identity(struct gs_rewrite *rw);
void gs_output_channel_identify(struct gs_rewrite *rw);
/* our words, and the code that hands them out */
void gs_output_channel_declare(struct gs_rewrite *rw);
/* The program's main gets another name and is called by ours; or, where it must stay main, calls
 * us. Before other edits. */
void gs_output_channel_wrap_main(struct gs_rewrite *rw);
void gs_output_channel_write_main(struct gs_rewrite *rw); /* after all else */
char *gs_output_channel_added(struct gs_rewrite *rw);	  /* pass.added; g_free */

/* emitted-vertices.c: EMITTED */
enum { GS_PROBABLE_VERTICES = 64 }; /* where the program says it, not the text */
/* of words that a vertex has room for */
unsigned gs_emitted_vertices_vectors(const struct gs_rewrite *rw);
bool gs_emitted_vertices_choose(struct gs_rewrite *rw, size_t first_capture);
void gs_emitted_vertices_insert(struct gs_rewrite *rw);

/* pack.c */
bool gs_pack_choose(struct gs_rewrite *rw, size_t first_capture);
void gs_pack_choose_shared(struct gs_rewrite *rw); /* for each of several positions what fits */
bool gs_layout_has_end(const struct gs_variant_layout *layout); /* one of the positions is */
/* Declares what the captures of these frames need, and appends their code as operands of comma
 * operators: to `before` what is evaluated whether or not the element stands here, to `inside` the
 * rest. */
void gs_pack_capture(struct gs_rewrite *rw, const struct gs_layout_capture *capture,
	struct gs_token_edits *function_edits, unsigned function_token, GString *before,
	GString *inside);
void gs_layout_free(struct gs_variant_layout *layout);
/* that one scalar takes; 0: cannot */
unsigned gs_pack_words(const struct gs_rewrite *rw, enum gs_base base);
unsigned gs_base_words(bool is_float, enum gs_base base); /* likewise */
/* Statements (operands of commas) that put a scalar into its words, for the unit's text. */
void gs_pack_scalar(struct gs_rewrite *rw, const struct gs_unit *unit, enum gs_base base,
	unsigned word, const char *value, GString *out);
struct gs_scalar gs_unpack_scalar(const struct gs_variant *variant, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel);
char *gs_word_name(const struct gs_rewrite *rw, unsigned word); /* "gs_v1.z"; g_free */

/* insert.c */
struct gs_insertion {
	struct gs_rewrite *rw;
	const struct gs_site *site;
	struct gs_token_edits *edits;
	const struct gs_node *definition; /* of the function: temporaries are declared before it */
	const char *guard;		  /* condition for "the element stands here"; "" always */
	unsigned number;		  /* no other insertion's */
};
/* text: operands of comma operators */
void gs_insert_at_site(const struct gs_insertion *in, const char *text);
void gs_insert_at_call(const struct gs_insertion *in, const struct gs_node *call, const char *text);
/* what it is put before or round */
const struct gs_node *gs_insertion_node(const struct gs_site *site);

/* choice.c: calls that go to one of several functions, whichever the index says */
/* Text, operands of comma operators, behind the arguments and indices of the call; there the
 * variable says which function it will be, as the walker counts them. */
void gs_choice_wrap(struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_site *site,
	const char *text);
char *gs_choice_variable(const struct gs_rewrite *rw, const struct gs_site *site); /* g_free */
struct gs_choice_copy {
	unsigned which; /* of the functions */
	const char *name;
};
/* Then the call, in that function of the program's or a copy of it, goes to these copies instead of
 * their originals. Of a recorded path: the global `off` is not 0 while a call runs whose index is
 * out of range. */
void gs_choice_call_copies(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *caller, const struct gs_site *site,
	const struct gs_choice_copy *copies, size_t n);

/* site-instrumentation.c, path-recording.c */
bool gs_site_instrumentation_choose(struct gs_rewrite *rw); /* of several positions: the uniform */
bool gs_site_instrumentation_insert(struct gs_rewrite *rw);
void gs_path_recording_insert(struct gs_rewrite *rw);
/* `sel == l0 ? 0 : ...`: which case the switch takes, from a variable that holds the selector's
 * value. */
void gs_switch_case(const struct gs_rewrite *rw, unsigned site, const char *variable, GString *out);
bool gs_switch_is_unsigned(const struct gs_site *site);

#endif
