/* SPDX-License-Identifier: MIT */
/* The numbers are those of the SPIR-V specification, version 1.6, sections 3.3 to 3.52. */
#include "preload/shadow/spirv-names.h"

#include <stdbool.h>
#include <string.h>

enum { MAGIC = 0x07230203, FIRST = 5 /* the first instruction's place */ };
enum { OP_NAME = 5, OP_ENTRY_POINT = 15, OP_VARIABLE = 59, OP_DECORATE = 71 };
enum { VERTEX = 0, INPUT = 1, LOCATION = 30, NOWHERE = UINT32_MAX };

struct module {
	const uint8_t *bytes;
	size_t n; /* words */
};

struct instruction {
	const struct module *module;
	size_t at;
	unsigned op, n; /* words, its first one among them */
};

static uint32_t word(const struct instruction *i, unsigned k)
{
	uint32_t w = 0;
	if (k < i->n)
		memcpy(&w, i->module->bytes + 4 * (i->at + k), 4);
	return w;
}

/* Goes on to the next instruction. Returns false at the end, also of what is none. */
static bool next(const struct module *module, struct instruction *i)
{
	size_t at = i->module ? i->at + i->n : FIRST;
	if (at >= module->n)
		return false;
	*i = (struct instruction){.module = module, .at = at, .n = 1};
	uint32_t head = word(i, 0);
	i->op = head & 0xffff;
	i->n = head >> 16;
	return i->n > 0 && i->n <= module->n - at;
}

/* The text that begins at word k; NULL: it does not end in the instruction. */
static const char *text(const struct instruction *i, unsigned k)
{
	const char *from = (const char *)i->module->bytes + 4 * (i->at + k);
	return k < i->n && memchr(from, '\0', 4 * (size_t)(i->n - k)) ? from : NULL;
}

/* Finds the one vertex shader. */
static bool find_entry(const struct module *module, struct instruction *entry)
{
	struct instruction i = {0};
	unsigned found = 0;
	while (next(module, &i))
		if (i.op == OP_ENTRY_POINT && word(&i, 1) == VERTEX && text(&i, 3)) {
			*entry = i;
			found++;
		}
	return found == 1;
}

static bool is_of(const struct instruction *entry, uint32_t id)
{
	unsigned first = 3 + (unsigned)(strlen(text(entry, 3)) / 4 + 1);
	for (unsigned k = first; k < entry->n; k++)
		if (word(entry, k) == id)
			return true;
	return false;
}

static void describe(struct gs_spirv_input *input, const struct instruction *i)
{
	if (word(i, 1) != input->id)
		return;
	if (i->op == OP_NAME)
		input->name = text(i, 2);
	else if (i->op == OP_DECORATE && word(i, 2) == LOCATION && i->n > 3)
		input->location = word(i, 3);
}

unsigned gs_spirv_inputs(
	const void *bytes, size_t size, struct gs_spirv_input *inputs, unsigned room)
{
	const struct module module = {bytes, size / 4};
	struct instruction entry = {0}, i = {0};
	uint32_t magic = 0;
	unsigned n = 0, kept = 0;
	if (size >= 4)
		memcpy(&magic, bytes, 4);
	if (magic != MAGIC || !find_entry(&module, &entry))
		return 0;
	while (next(&module, &i) && n < room)
		if (i.op == OP_VARIABLE && word(&i, 3) == INPUT && is_of(&entry, word(&i, 2)))
			inputs[n++] = (struct gs_spirv_input){word(&i, 2), NOWHERE, NULL};
	for (i = (struct instruction){0}; next(&module, &i);)
		for (unsigned k = 0; k < n; k++)
			describe(&inputs[k], &i);
	for (unsigned k = 0; k < n; k++)
		if (inputs[k].location != NOWHERE && inputs[k].name && *inputs[k].name)
			inputs[kept++] = inputs[k];
	return kept;
}
