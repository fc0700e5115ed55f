/* SPDX-License-Identifier: MIT */
/* instrument/words/layout - which words of an element's answer hold what: written by a variant,
 * read back by unpack.c. */
#ifndef GS_LAYOUT_H
#define GS_LAYOUT_H

#include <glib.h>
#include "instrument/instrument.h"

enum { GS_MAX_ATTACHMENTS = 8, GS_MAX_WORD_VECTORS = 16 /* of enum gs_attachment[16] */ };

/* Word 0: enum gs_element_flag, above them a bit per capture that is absent, all exact in a float.
 */
enum {
	GS_FLAG_BITS = 5,
	GS_FLAG_MASK = (1 << GS_FLAG_BITS) - 1,
	GS_MAX_ABSENT = 24 - GS_FLAG_BITS,
	GS_DEAD_BIT = 1 << 24 /* of words of bits: the element was discarded; nobody reads it */
};

/* Words of bits are XORed with this when they are written. Drivers compile a choice between integer
 * constants as one between floats: Mesa makes -b2f(c) of `c ? -1.0 : 0.0`, which is -0.0 if c is
 * false; so no such constant may look like a special float. Words of floats cannot be protected so:
 * they serve one position. */
#define GS_TURNED_BITS 0x5bd1e995u

struct gs_layout_capture {
	size_t capture; /* index in the request */
	size_t first_scalar, n_scalars;
	enum gs_base *base; /* per scalar, from first_scalar */
	unsigned *word;	    /* first word of each */
};

struct gs_layout_position {
	bool is_switch; /* word 1: case + 1 */
	bool is_end;	/* main's END: word 0 also says which captures are absent */
	size_t first_capture, n_captures; /* in gs_variant_layout.captures */
};

struct gs_variant_layout {
	enum gs_variant_kind kind;
	bool is_float;			      /* words are floats; else bits */
	struct gs_layout_position *positions; /* POSITION: each of the request's */
	size_t n_positions;
	unsigned *first_want; /* of several positions: where each frame's iterations begin in the
				 uniform */
	unsigned first_attachment;	 /* of the words */
	unsigned n_words;		 /* in use */
	bool tells_samples;		 /* COVERAGE: in word 1 */
	unsigned window, first_bit_word; /* PATH; PROFILE: entries; REACH: sites;
					    EXECUTIONS: counters; FAULTS: sites; FAULT_VALUES:
					    scalars */
	enum gs_base *scalar_bases;	 /* FAULT_VALUES: of each */
	bool is_histogram;		 /* PROFILE: bins instead of entries */
	char **counters;		 /* COUNTS: their names */
	size_t n_counters;
	unsigned n_identity, identity_word[4]; /* COVERAGE */
	enum gs_base identity_base[4];
	struct gs_layout_capture *captures;
	size_t n_captures;
};

bool gs_layout_has_end(const struct gs_variant_layout *layout); /* whether a position is_end */
void gs_layout_free(struct gs_variant_layout *layout);
unsigned gs_base_words(bool is_float, enum gs_base base); /* words of a scalar; 0: impossible */
struct gs_scalar gs_unpack_scalar(const struct gs_variant *variant, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel);

#endif
