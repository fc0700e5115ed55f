/* SPDX-License-Identifier: MIT */
/* What the files of analysis/ share. */
#ifndef GS_ANALYSIS_PRIVATE_H
#define GS_ANALYSIS_PRIVATE_H

#include <glib.h>
#include "effects/context.h"
#include "data/data.h"
#include "data/draw.h"
#include "trace/trace.h"

/* ---- calls.c: what is known of functions ---- */

/* A function of the trace, found out at its first call. */
struct gs_known_function {
	unsigned number; /* GS_N_FUNCTIONS: not in the registry */
	const struct gs_function_info *info;
	const char *name;
	unsigned plain; /* gs_data_plain */
	uint64_t kinds; /* enum gs_function_kind bits */
	uint64_t calls; /* for statistics: how many of it */
};

struct gs_known_functions {
	GPtrArray *by_signature; /* struct gs_known_function; NULL: not called so far */
};

void gs_known_functions_init(struct gs_known_functions *known);
void gs_known_functions_clear(struct gs_known_functions *known);
/* Return what is known of a function; it is added at its first call. */
struct gs_known_function *gs_known_function_of(
	struct gs_known_functions *known, const struct gs_trace_function *function);

/* A call that is analysed. */
struct gs_analysed_call {
	const struct gs_known_function *function;
	const struct gs_trace_call *call;
};

/* Return the argument of a parameter by its name, or by one of several "a|b"; NULL: there is
 * none. */
const struct gs_trace_value *gs_analysed_value(
	const struct gs_analysed_call *analysed, const char *name);
/* Return that argument as a number; 0: there is none. */
uint64_t gs_analysed_number(const struct gs_analysed_call *analysed, const char *name);
/* Return whether the call has such an argument. */
bool gs_analysed_has(const struct gs_analysed_call *analysed, const char *name);
/* Return the number of bytes in the blobs, strings and arrays that the call passes to GL, or with
 * `by_leave` gets from it. */
uint64_t gs_analysed_bytes(const struct gs_analysed_call *analysed, bool by_leave);
/* Return the buffer that the call names, or that is bound to its target; 0: none. */
uint32_t gs_analysed_buffer(struct gs_effects *effects, const struct gs_analysed_call *analysed);
/* Return whether the call only waits until GL has finished: glFinish and the like. */
bool gs_analysed_finishes(const struct gs_analysed_call *analysed);
/* Return whether the call returns only when GL has finished: it waits, or gets results of
 * drawing. */
bool gs_analysed_waits(struct gs_effects *effects, const struct gs_analysed_call *analysed);

/* ---- contents.c: the known bytes of buffers and of memory of the program ---- */

struct gs_known_bytes;

struct gs_known_bytes *gs_known_bytes_new(void);
void gs_known_bytes_free(struct gs_known_bytes *contents);
/* Follow a call that is executed. */
void gs_known_bytes_add(struct gs_known_bytes *contents, struct gs_effects *effects,
	const struct gs_analysed_call *analysed);
/* Return `size` bytes of a buffer, or at an address; NULL: the trace does not have all of them.
 * *version changes whenever the bytes may have changed. */
const uint8_t *gs_known_bytes_of_buffer(struct gs_known_bytes *contents, uint32_t buffer,
	uint64_t offset, uint64_t size, uint64_t *version);
const uint8_t *gs_known_bytes_at_address(
	struct gs_known_bytes *contents, uint64_t address, uint64_t size);

/* Return what a table holds for an object or context; at first it is allocated, filled with 0. The
 * table must free values with g_free. */
static inline gpointer gs_kept_of(GHashTable *table, uint32_t object, gsize size)
{
	gpointer kept = g_hash_table_lookup(table, GUINT_TO_POINTER(object));
	if (kept)
		return kept;
	kept = g_malloc0(size);
	g_hash_table_insert(table, GUINT_TO_POINTER(object), kept);
	return kept;
}

/* ---- draw.c: what draws submit ---- */

/* What a draw submits. Numbers that are not known are 0, and `is_known` or `knows_sharing`
 * false. */
struct gs_submission {
	uint32_t mode;
	bool is_known, is_indexed, knows_sharing;
	bool is_pixels; /* it draws pixels: no vertices or primitives */
	uint64_t draws, instances, vertices, primitives, triangles;
	uint64_t distinct, shaded; /* see enum gs_figure */
	bool knows_highest;
	uint64_t highest; /* vertex that one draw of vertices reads */
	/* Of one draw with indices in a buffer: where they end; 0: there is none. */
	uint32_t indices;
	uint64_t indices_end;
};

struct gs_draws;

struct gs_draws *gs_draws_new(struct gs_effects *effects);
void gs_draws_free(struct gs_draws *draws);
/* Add each call that is executed. Return whether it draws (glEnd does for its block), and what it
 * submits. */
bool gs_draws_add(struct gs_draws *draws, const struct gs_analysed_call *analysed,
	struct gs_submission *submission);
/* Return the known bytes that `draws` follows. */
struct gs_known_bytes *gs_draws_contents(struct gs_draws *draws);

#endif
