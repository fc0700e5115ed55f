/* SPDX-License-Identifier: MIT */
/* What the files of analysis/ share. */
#ifndef GS_ANALYSIS_PRIVATE_H
#define GS_ANALYSIS_PRIVATE_H

#include <glib.h>
#include "content/context.h"
#include "data/data.h"
#include "trace/trace.h"

/* ---- calls.c: what is known of functions ---- */

enum gs_what {
	GS_WHAT_BUFFER_DATA = 1 << 0, /* makes a buffer's storage */
	GS_WHAT_BUFFER_PART = 1 << 1,
	GS_WHAT_BUFFER_WRITE = 1 << 2, /* GL writes into the buffer bound or named */
	GS_WHAT_MAP = 1 << 3,
	GS_WHAT_TEXTURE = 1 << 4, /* pixels into textures */
	GS_WHAT_PIXELS = 1 << 5,  /* pixels that are drawn */
	GS_WHAT_UNIFORM = 1 << 6,
	GS_WHAT_SHADER = 1 << 7, /* sources */
	GS_WHAT_READ_PIXELS = 1 << 8,
	GS_WHAT_READ_BUFFER = 1 << 9,
	GS_WHAT_MATRIX = 1 << 10,
	GS_WHAT_QUERY = 1 << 11, /* asks for state */
	GS_WHAT_CLEAR = 1 << 12,
	GS_WHAT_ARRAY = 1 << 13, /* a pointer to an array of vertices */
	GS_WHAT_VERTEX = 1 << 14,
	GS_WHAT_COMPILE = 1 << 15,
	GS_WHAT_DRAW = 1 << 16,
	GS_WHAT_WINDOW = 1 << 17, /* GLX, EGL */
	GS_WHAT_RESULT = 1 << 18, /* of a query object */
	GS_WHAT_BIND_PROGRAM = 1 << 19,
	GS_WHAT_BIND_TEXTURE = 1 << 20,
	GS_WHAT_BIND_TARGET = 1 << 21,
	GS_WHAT_DISPATCH = 1 << 22,
	GS_WHAT_BEGIN = 1 << 23,
};

struct gs_call_plan {
	unsigned number; /* GS_N_FUNCTIONS: no function of the registry */
	const struct gs_function_info *info;
	const char *name;
	uint32_t what; /* enum gs_what bits */
	uint64_t calls;
};

struct gs_plans {
	GPtrArray *by_signature;
};

void gs_plans_init(struct gs_plans *plans);
void gs_plans_clear(struct gs_plans *plans);
struct gs_call_plan *gs_plan_of(struct gs_plans *plans, const struct gs_trace_function *function);

/* A call that is looked at. */
struct gs_look {
	const struct gs_call_plan *plan;
	const struct gs_trace_call *call;
};

/* By the parameter's name, or one of several "a|b"; NULL: there is none. */
const struct gs_trace_value *gs_look_value(const struct gs_look *look, const char *name);
uint64_t gs_look_number(const struct gs_look *look, const char *name); /* 0: there is none */
bool gs_look_has(const struct gs_look *look, const char *name);
/* Bytes that the call hands over, or with `by_leave` gets: of its blobs, strings and arrays. */
uint64_t gs_look_bytes(const struct gs_look *look, bool by_leave);
/* The buffer that the call names, or that is bound to its target. */
uint32_t gs_look_buffer(struct gs_content *content, const struct gs_look *look);
/* It returns only when GL has drawn. */
bool gs_look_waits(struct gs_content *content, const struct gs_look *look);

/* ---- contents.c: the bytes of buffers and of memory of the program ---- */

struct gs_known_bytes;

struct gs_known_bytes *gs_known_bytes_new(void);
void gs_known_bytes_free(struct gs_known_bytes *contents);
void gs_known_bytes_add(
	struct gs_known_bytes *contents, struct gs_content *content, const struct gs_look *look);
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

struct gs_draws *gs_draws_new(struct gs_content *content);
void gs_draws_free(struct gs_draws *draws);
/* Each call that is executed. True: it draws (glEnd does for its block). */
bool gs_draws_add(
	struct gs_draws *draws, const struct gs_look *look, struct gs_submission *submission);
struct gs_known_bytes *gs_draws_contents(struct gs_draws *draws);

#endif
