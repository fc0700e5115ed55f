/* SPDX-License-Identifier: MIT */
#include "debugger/calls/repeats.h"

#include <glib.h>
#include <string.h>
#include "data/data.h"
#include "data/object.h"

enum { SLOTS = 1 << 13 };

enum named { NOT_LOOKED, HAS_NAMES, HAS_NONE };

struct gs_call_repeats {
	struct gs_call_repeat slots[SLOTS];
	bool is_used[SLOTS];
	uint8_t named[GS_N_FUNCTIONS]; /* enum named */
};

struct gs_call_repeats *gs_call_repeats_new(void)
{
	return g_new0(struct gs_call_repeats, 1);
}

void gs_call_repeats_free(struct gs_call_repeats *repeats)
{
	for (unsigned i = 0; repeats && i < SLOTS; i++)
		g_free(repeats->slots[i].text);
	g_free(repeats);
}

/* An argument of it may be called something: debugger/calls/text.c. */
static bool has_names(struct gs_call_repeats *r, unsigned function)
{
	static const char *const words[] = {"program", "location", "index", "attribindex"};
	const struct gs_function_info *info = gs_data_function(function);
	size_t n = 0;
	if (r->named[function])
		return r->named[function] == HAS_NAMES;
	gs_data_object_rules(function, &n);
	for (unsigned i = 0; i < info->n_parameters; i++)
		for (size_t k = 0; k < G_N_ELEMENTS(words); k++)
			n += strcmp(info->parameters[i].name, words[k]) == 0;
	r->named[function] = n ? HAS_NAMES : HAS_NONE;
	return n;
}

struct gs_call_repeat *gs_call_repeats_find(
	struct gs_call_repeats *r, const struct gs_wire_call *call, bool tells_names)
{
	uint32_t has_return = call->flags & GS_CALL_RETURNED;
	if (call->function >= GS_N_FUNCTIONS || call->n_args > GS_REPEATED_ARGS ||
		(tells_names && has_names(r, call->function)))
		return NULL;
	uint64_t hash = call->function ^ (has_return ? call->ret : 0);
	for (uint32_t i = 0; i < call->n_args; i++)
		hash = (hash ^ call->args[i]) * 0x9e3779b97f4a7c15u;
	unsigned at = (unsigned)((hash ^ hash >> 29) % SLOTS);
	struct gs_call_repeat *slot = &r->slots[at];
	size_t size = call->n_args * sizeof *call->args;
	if (r->is_used[at] && slot->function == call->function && slot->n_args == call->n_args &&
		slot->has_return == has_return && (!has_return || slot->ret == call->ret) &&
		memcmp(slot->args, call->args, size) == 0)
		return slot;
	g_free(slot->text);
	*slot = (struct gs_call_repeat){.function = call->function,
		.n_args = call->n_args,
		.has_return = has_return,
		.ret = call->ret};
	memcpy(slot->args, call->args, size);
	r->is_used[at] = true;
	return slot;
}
