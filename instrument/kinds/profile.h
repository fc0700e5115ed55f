/* SPDX-License-Identifier: MIT */
/* Private to instrument/: what profile.c and count.c put into a variant. */
#ifndef GS_PROFILE_H
#define GS_PROFILE_H

#include "instrument/text/rewrite.h"

/* Lays out at most `total` words. Returns false if it fails; messages say why. */
bool gs_profile_choose(struct gs_rewrite *rw, unsigned total);
/* Adds globals and functions, once per pass. */
void gs_profile_declare(struct gs_rewrite *rw);
/* Instruments the loop, in its function's own tokens or a copy's. returned: type of that function.
 * named: condition for this entry to be the one of the position, "" always, "false" never. Call it
 * before other code is put around the loop. */
void gs_profile_loop(struct gs_rewrite *rw, struct gs_token_edits *edits,
	const struct gs_node *loop, const struct gs_type *returned, const char *named);
/* Adds the code behind the flags that puts the counts into their words. */
void gs_profile_write(struct gs_rewrite *rw);

/* count.c; the same three steps for GS_VARIANT_COUNTS, GS_VARIANT_REACH and GS_VARIANT_EXECUTIONS.
 */
bool gs_count_choose(struct gs_rewrite *rw, unsigned total);
void gs_count_insert(struct gs_rewrite *rw);
void gs_count_write(struct gs_rewrite *rw);

/* Bits, 32 of them (of floats 24) to each word from word 1 on: adds a function for each word that
 * sets them, reach<word>(bit); and the code behind the flags that puts words named n<word> into
 * theirs. */
void gs_count_declare_bits(struct gs_rewrite *rw);
void gs_count_write_words(struct gs_rewrite *rw);
/* Returns how many bits a word has; the call that sets a bit, by its number in the variant, g_free;
 * and whether the one of an index is set, of a window from layout->first_bit_word on. */
unsigned gs_count_bits(bool is_float);
char *gs_count_set_bit(const struct gs_rewrite *rw, unsigned at);
bool gs_count_bit_at(const struct gs_variant *variant, const struct gs_images *images, size_t index,
	size_t pixel);

/* samplers.c: returns the sampler's name for each parameter (struct gs_symbol) that gets the same
 * one in all calls; and the name of the sampler that an expression is, g_free. */
GHashTable *gs_samplers_find(const struct gs_flow *flow);
char *gs_sampler_name(GHashTable *names, const struct gs_node *node);

/* events.c; the same for GS_VARIANT_EVENTS and GS_VARIANT_CHANGES. */
static inline bool gs_events_is_kind(enum gs_variant_kind kind)
{
	return kind == GS_VARIANT_EVENTS || kind == GS_VARIANT_CHANGES;
}
bool gs_events_choose(struct gs_rewrite *rw, unsigned total);
/* Return operands of comma operators to evaluate when the site is reached, or at the beginning of
 * the function; g_free. NULL: none. */
char *gs_events_at_site(struct gs_rewrite *rw, unsigned site);
char *gs_events_at_function(struct gs_rewrite *rw, unsigned function);
void gs_events_declare(struct gs_rewrite *rw);
void gs_events_write(struct gs_rewrite *rw);

/* Reads a word that holds a natural number, as integer or float. */
uint32_t gs_count_at(const struct gs_variant *variant, const struct gs_images *images,
	unsigned word, size_t pixel);

#endif
