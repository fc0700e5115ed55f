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

struct gs_call_recipe {
	unsigned number; /* GS_N_FUNCTIONS: no function of the registry */
	const struct gs_function_info *info;
	const char *name;
	unsigned plain; /* gs_data_plain */
	uint64_t kinds; /* enum gs_function_kind bits */
	uint64_t calls;
};

struct gs_recipes {
	GPtrArray *by_signature;
};

void gs_recipes_init(struct gs_recipes *recipes);
void gs_recipes_clear(struct gs_recipes *recipes);
struct gs_call_recipe *gs_recipe_of(
	struct gs_recipes *recipes, const struct gs_trace_function *function);

/* A call that is looked at. */
struct gs_analysed_call {
	const struct gs_call_recipe *recipe;
	const struct gs_trace_call *call;
};

/* By the parameter's name, or one of several "a|b"; NULL: there is none. */
const struct gs_trace_value *gs_analysed_value(
	const struct gs_analysed_call *analysed, const char *name);
uint64_t gs_analysed_number(
	const struct gs_analysed_call *analysed, const char *name); /* 0: there is none */
bool gs_analysed_has(const struct gs_analysed_call *analysed, const char *name);
/* Bytes that the call hands over, or with `by_leave` gets: of its blobs, strings and arrays. */
uint64_t gs_analysed_bytes(const struct gs_analysed_call *analysed, bool by_leave);
/* The buffer that the call names, or that is bound to its target. */
uint32_t gs_analysed_buffer(struct gs_effects *effects, const struct gs_analysed_call *analysed);
/* It waits until GL has drawn all, and asks for nothing. */
bool gs_analysed_finishes(const struct gs_analysed_call *analysed);
/* It returns only when GL has drawn. */
bool gs_analysed_waits(struct gs_effects *effects, const struct gs_analysed_call *analysed);

/* ---- contents.c: the bytes of buffers and of memory of the program ---- */

struct gs_known_bytes;

struct gs_known_bytes *gs_known_bytes_new(void);
void gs_known_bytes_free(struct gs_known_bytes *contents);
void gs_known_bytes_add(struct gs_known_bytes *contents, struct gs_effects *effects,
	const struct gs_analysed_call *analysed);
/* NULL: the trace does not tell all of them. `*version` changes whenever they may have. */
const uint8_t *gs_known_bytes_of_buffer(struct gs_known_bytes *contents, uint32_t buffer,
	uint64_t offset, uint64_t size, uint64_t *version);
const uint8_t *gs_known_bytes_at_address(
	struct gs_known_bytes *contents, uint64_t address, uint64_t size);

/* What is kept of an object or a context: zeroed at first; the table frees it with g_free. */
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

/* What is not known is 0, and `is_known` or `knows_sharing` false. */
struct gs_submission {
	uint32_t mode;
	bool is_known, is_indexed, knows_sharing;
	bool is_pixels; /* neither vertices nor primitives */
	uint64_t draws, instances, vertices, primitives, triangles;
	uint64_t distinct, shaded; /* see enum gs_figure */
};

struct gs_draws;

struct gs_draws *gs_draws_new(struct gs_effects *effects);
void gs_draws_free(struct gs_draws *draws);
/* Each call that is executed. True: it draws (glEnd does for its block). */
bool gs_draws_add(struct gs_draws *draws, const struct gs_analysed_call *analysed,
	struct gs_submission *submission);
struct gs_known_bytes *gs_draws_contents(struct gs_draws *draws);

#endif
