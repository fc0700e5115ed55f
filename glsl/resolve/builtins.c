/* SPDX-License-Identifier: MIT */
/* Looks names up in the tables that builtins.py has generated. */
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

/* A hash table of words and variables by name, with open addressing; it is filled once. */
enum { N_SLOTS = 2048 };
static const struct gs_word *word_slots[N_SLOTS];
static uint16_t
	variable_slots[N_SLOTS]; /* index + 1; one name may have several entries, in order */

static uint32_t hash_text(const char *text, size_t length)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash ^ hash >> 15;
}

static void fill_slots(void)
{
	for (size_t i = 0; i < gs_builtin_n_words; i++) {
		const char *text = gs_builtin_words[i].text;
		uint32_t slot = hash_text(text, strlen(text));

		while (word_slots[slot % N_SLOTS])
			slot++;
		word_slots[slot % N_SLOTS] = &gs_builtin_words[i];
	}
	for (size_t i = 0; i < gs_builtin_n_variables; i++) {
		const char *text = gs_builtin_variables[i].name;
		uint32_t slot = hash_text(text, strlen(text));

		while (variable_slots[slot % N_SLOTS])
			slot++;
		variable_slots[slot % N_SLOTS] = (uint16_t)(i + 1);
	}
}

static void ensure_slots(void)
{
	static gsize once;

	if (g_once_init_enter(&once)) {
		fill_slots();
		g_once_init_leave(&once, 1);
	}
}

const struct gs_word *gs_word_find(const char *text, size_t length)
{
	ensure_slots();
	for (uint32_t slot = hash_text(text, length); word_slots[slot % N_SLOTS]; slot++) {
		const struct gs_word *word = word_slots[slot % N_SLOTS];

		if (!strcmp(word->text, text))
			return word;
	}
	return NULL;
}

const struct gs_builtin_variable *gs_builtin_variable_named(const char *name, enum gs_stage stage)
{
	ensure_slots();
	for (uint32_t slot = hash_text(name, strlen(name)); variable_slots[slot % N_SLOTS];
		slot++) {
		const struct gs_builtin_variable *v =
			&gs_builtin_variables[variable_slots[slot % N_SLOTS] - 1];

		if (!strcmp(v->name, name) && (v->stages & 1 << stage))
			return v;
	}
	return NULL;
}

struct gs_type gs_builtin_type(unsigned index)
{
	const struct gs_builtin_type *t = &gs_builtin_types[index];
	struct gs_type type = {.base = t->base, .columns = t->columns, .rows = t->rows};

	if (t->base == GS_BASE_OPAQUE)
		type.name = t->name;
	if (strchr(t->name, '[')) {
		type.n_dimensions = 1;
		type.dimensions[0] = 4; /* ivec2[4] of textureGatherOffsets is the only one */
	}
	return type;
}

const struct gs_builtin_function *gs_builtin_functions_named(const char *name, size_t *n)
{
	size_t low = 0, high = gs_builtin_n_functions;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(gs_builtin_functions[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*n = 0;
	while (low + *n < gs_builtin_n_functions &&
		!strcmp(gs_builtin_functions[low + *n].name, name))
		++*n;
	return *n ? &gs_builtin_functions[low] : NULL;
}

static int compare_reserved(const void *text, const void *reserved)
{
	return strcmp(text, ((const struct gs_reserved *)reserved)->text);
}

unsigned gs_glsl_taken_since(const char *word)
{
	const struct gs_word *w = gs_word_find(word, strlen(word));
	const struct gs_reserved *r = bsearch(
		word, gs_builtin_reserved, gs_builtin_n_reserved, sizeof(*r), compare_reserved);
	unsigned since = w ? w->core : 0;

	return r && (!since || r->core < since) ? r->core : since;
}

unsigned gs_glsl_function_since(const char *name)
{
	size_t n;
	const struct gs_builtin_function *f = gs_builtin_functions_named(name, &n);
	unsigned since = 0;

	for (size_t i = 0; i < n; i++)
		if (f[i].core && (!since || f[i].core < since))
			since = f[i].core;
	return since;
}
