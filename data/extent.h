/* SPDX-License-Identifier: MIT */
/*
 * data/extent - how much memory a call reads or writes behind one of its arguments: the evaluator
 * of the memory rules (data/pointee.h), for programs that run and for traces that are played. What
 * only GL or the memory itself tells is asked of the caller. Static, no state, no GLib.
 *
 * Sources: OpenGL 4.6, sections 8.4.4 (rows of pixels), 8.7 (compressed images), 10.4 (indirect
 * draws); OpenGL 4.6 compatibility, sections 21.1 (evaluators) and 21.4 (names of lists).
 */
#ifndef GS_DATA_EXTENT_H
#define GS_DATA_EXTENT_H

#include "data/pointee.h"

/* What not every version of GL has. */
enum gs_extent_feature {
	GS_EXTENT_ROWS,	  /* GL_(UN)PACK_ROW_LENGTH, _SKIP_ROWS, _SKIP_PIXELS */
	GS_EXTENT_IMAGES, /* GL_(UN)PACK_IMAGE_HEIGHT, _SKIP_IMAGES */
	GS_EXTENT_BLOCKS, /* GL_(UN)PACK_COMPRESSED_BLOCK_SIZE and so on */
	GS_EXTENT_DEPTH,  /* of levels of textures */
};

/* Who can be asked. Each function is called only where the extent depends on it. */
struct gs_extent_asker {
	const void *data;
	/* Return a number of the state, as glGetIntegerv tells it; 0 for one below 0. */
	uint64_t (*number)(const void *data, uint32_t name);
	/* Return a number of the level of the texture that the arguments `which` of the rule name;
	 * 0 for one below 0. */
	uint64_t (*level)(const void *data, const uint8_t *which, uint32_t name);
	/* Return the target of that texture; 0: not known. */
	uint32_t (*target)(const void *data, const uint8_t *which);
	/* Copy what stands at an address. Returns false if it cannot be read. */
	bool (*read)(const void *data, void *to, uint64_t address, size_t size);
	uint64_t result; /* what the call has returned */
	/* Return whether the context has it, for packing or unpacking as the rule needs it. */
	bool (*has)(const void *data, enum gs_extent_feature feature);
};

/* Images of rows, in bytes. */
struct gs_extent_rows {
	uint32_t format, type;
	uint64_t width, height, depth; /* pixels; one of them 0: there is no image */
	uint64_t skip;		       /* before the byte in which the first row begins */
	uint64_t used;		       /* of each row, from that byte on */
	uint64_t row, image;	       /* from one to the next */
};

/* What is too large to be counted is UINT64_MAX. */
struct gs_extent {
	uint64_t count, each;	    /* elements, and bytes of one */
	uint8_t class, bits;	    /* of an element, as in the rule */
	bool is_image;		    /* laid out in rows; count is the bytes behind rows.skip */
	struct gs_extent_rows rows; /* if is_image */
};

/* Tell how much the call with these arguments (as in struct gs_wire_call; those beyond n are 0)
 * reads or writes behind the rule's argument: of rules that only limit it (WRITTEN, STRING) at
 * most so much, of STRINGS and POINTERS the array of pointers. Returns false where nothing is read
 * or written, as a count is negative, or where the rule does not tell: ATTRIBUTES, ATTACHED,
 * UNIFORM, GETMAP, MESSAGES, PROGRAM_TEXT, NAMED_PROGRAM_TEXT, DRIVER, lists of PNAME, and a STRING
 * without a count. */
bool gs_data_extent(const struct gs_memory_rule *rule, const uint64_t *args, unsigned n,
	const struct gs_extent_asker *asker, struct gs_extent *extent);
/* Return the bytes of it, from the pointer on. */
uint64_t gs_data_extent_bytes(const struct gs_extent *extent);
/* Return the numbers of a control point of such an evaluator; 0: there is none of that name. */
unsigned gs_data_evaluator_components(uint32_t target);
/* Return the bytes of an element of the rule. */
uint64_t gs_data_element_bytes(const struct gs_memory_rule *rule);

#endif
