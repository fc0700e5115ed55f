/* SPDX-License-Identifier: MIT */
/*
 * What a call's pointers point at, for the log and for who asks about the pending call: inputs as
 * they are before the call, outputs as it left them. Memory is read as by a stranger, since a
 * pointer may be anything as long as the call does not use it.
 */
#include <errno.h>
#include <string.h>
#include "data/extent.h"
#include "preload/memory/reader.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"

enum { STRING_CHUNK = 4096, LONGEST_LIST = 1 << 16 };

/* ---- text ---- */

/* Length up to the NUL or most; false: unreadable. */
static bool text_length(uint64_t address, uint64_t most, uint64_t *length)
{
	char chunk[STRING_CHUNK];
	*length = 0;
	while (*length < most) {
		uint64_t at = address + *length;
		/* never over a page's end: the next one may not be there */
		uint64_t size = sizeof chunk - at % sizeof chunk;
		size = size < most - *length ? size : most - *length;
		if (!gs_call_memory_read(chunk, at, (size_t)size))
			return false;
		size_t here = strnlen(chunk, (size_t)size);
		*length += here;
		if (here < size)
			return true;
	}
	return true;
}

static void add_text(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t address = gs_call_memory_argument(r, p->argument), count, length;
	bool counted = p->count_argument != GS_NO_ARGUMENT &&
		       gs_call_memory_count(r, p->count_argument, &count);
	bool exact = counted && !p->out;
	entry.kind = GS_WIRE_TEXT;
	if (exact)
		length = count;
	else if (!text_length(address, counted && count < r->limit ? count : r->limit, &length))
		entry.kind = GS_WIRE_UNREADABLE;
	if (entry.kind == GS_WIRE_TEXT) {
		entry.count = length;
		entry.size = length < r->limit ? length : r->limit;
		entry.flags |= length > r->limit || (!exact && !counted && length == r->limit)
				       ? GS_WIRE_MEMORY_CUT
				       : 0;
	}
	gs_call_memory_put(r, &entry, address);
}

static bool add_one_text(struct gs_memory_reader *r, uint64_t lengths, uint64_t i, uint64_t pointer)
{
	int32_t given = -1;
	uint64_t length = 0;
	if (lengths && !gs_call_memory_read(&given, lengths + i * sizeof given, sizeof given))
		return false;
	if (given >= 0)
		length = (uint64_t)given;
	else if (pointer && !text_length(pointer, r->limit, &length))
		return false;
	uint32_t stored = (uint32_t)(length < r->limit ? length : r->limit);
	uint8_t *at = gs_call_memory_claim(r->memory, sizeof stored + (pointer ? stored : 0));
	if (!at)
		return false;
	if (pointer && !gs_call_memory_read(at + sizeof stored, pointer, stored))
		return false;
	stored = pointer ? stored : UINT32_MAX;
	memcpy(at, &stored, sizeof stored);
	return true;
}

/* The head of an entry whose bytes follow it already. */
static void end_texts(struct gs_memory_reader *r, size_t start, struct gs_wire_memory *entry)
{
	entry->size = r->memory->used - start - GS_WIRE_MEMORY_LONG_HEAD;
	size_t padding = (size_t)(gs_memory_padded(entry->size) - entry->size);
	uint8_t *at = gs_call_memory_claim(r->memory, padding);
	if (at)
		memset(at, 0, padding);
	gs_memory_write(r->memory->data + start, entry, GS_WIRE_MEMORY_LONG_HEAD);
}

/* Texts one after the other in memory, each with its NUL; lengths: of each, its NUL included, 0:
 * not told. */
static void add_messages(struct gs_memory_reader *r, const struct gs_memory_rule *p, uint64_t count,
	uint64_t lengths)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t at = gs_call_memory_argument(r, p->argument);
	size_t start = r->memory->used;
	if (!at || !gs_call_memory_claim(r->memory, GS_WIRE_MEMORY_LONG_HEAD))
		return;
	entry.kind = GS_WIRE_TEXTS;
	entry.count = count;
	for (uint64_t i = 0; i < count; i++) {
		int32_t told = 0;
		uint64_t length;
		if (!add_one_text(r, 0, i, at) || !text_length(at, UINT32_MAX, &length) ||
			(lengths && !gs_call_memory_read(
					    &told, lengths + i * sizeof told, sizeof told)))
			break;
		at += told > 0 ? (uint64_t)told : length + 1;
	}
	end_texts(r, start, &entry);
}

static void add_texts(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t address = gs_call_memory_argument(r, p->argument), count;
	uint64_t lengths = p->other[0] == GS_NO_ARGUMENT ? 0
							 : gs_call_memory_argument(r, p->other[0]);
	size_t start = r->memory->used;
	if (!gs_call_memory_count(r, p->count_argument, &count) ||
		!gs_call_memory_claim(r->memory, GS_WIRE_MEMORY_LONG_HEAD))
		return;
	entry.kind = GS_WIRE_TEXTS;
	entry.count = count;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t pointer;
		if (i == LONGEST_LIST) {
			entry.flags |= GS_WIRE_MEMORY_CUT;
			break;
		}
		if (!gs_call_memory_read(&pointer, address + i * sizeof pointer, sizeof pointer) ||
			!add_one_text(r, lengths, i, pointer)) {
			entry.kind = GS_WIRE_UNREADABLE;
			r->memory->used = start + GS_WIRE_MEMORY_LONG_HEAD;
			break;
		}
	}
	end_texts(r, start, &entry);
}

/* ---- plain arrays ---- */

static void add_written(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t most = UINT32_MAX, count, written_at = gs_call_memory_argument(r, p->other[0]);
	int32_t written = 0;
	if (p->count_argument != GS_NO_ARGUMENT &&
		!gs_call_memory_count(r, p->count_argument, &most))
		return;
	if (!written_at)
		count = gs_call_memory_untold_count(r);
	else if (gs_call_memory_read(&written, written_at, sizeof written) && written >= 0)
		count = (uint64_t)written;
	else
		return;
	gs_call_memory_add_elements(r, &entry, gs_call_memory_argument(r, p->argument),
		count < most ? count : most, gs_data_element_bytes(p));
}

/* A list is as long as the driver says. */
static void add_named(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	const struct gs_pname *name = gs_data_pname(
		(uint32_t)gs_call_memory_argument(r, p->other[0]));
	if (name && (name->kind == GS_PNAME_LIST || name->kind == GS_PNAME_ENUM_LIST))
		gs_call_memory_add_list(r, p, name);
	else
		gs_call_memory_add_extent(r, p, NULL);
}

static void add_attributes(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	uint64_t address = gs_call_memory_argument(r, p->argument), size = gs_data_element_bytes(p),
		 count = 0, value = 1;
	/* glXChooseVisual's have names without values; a value may be 0 in all others */
	bool pairs = r->call->function != GS_FN_glXChooseVisual;
	bool egl = gs_data_name(r->call->function)[0] == 'e';
	if (size != 4 && size != 8)
		return;
	while (count < LONGEST_LIST) {
		value = 0;
		if (!gs_call_memory_read(&value, address + count * size, (size_t)size))
			return;
		if (value == (egl ? EGL_NONE : 0))
			break;
		count += pairs ? 2 : 1;
	}
	gs_call_memory_add_elements(r, &entry, address, count + 1, size);
}

static void add_one(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	if (gs_call_memory_by_state(p)) {
		gs_call_memory_add_by_state(r, p);
		return;
	}
	if (!gs_call_memory_argument(r, p->argument))
		return;
	switch (p->kind) {
	case GS_MEMORY_RULE_WRITTEN:
		add_written(r, p);
		break;
	case GS_MEMORY_RULE_STRING:
		add_text(r, p);
		break;
	case GS_MEMORY_RULE_STRINGS:
		add_texts(r, p);
		break;
	case GS_MEMORY_RULE_PNAME:
		add_named(r, p);
		break;
	case GS_MEMORY_RULE_DRIVER:
		gs_call_memory_add_unknown_size(r, p);
		break;
	case GS_MEMORY_RULE_ATTRIBUTES:
		add_attributes(r, p);
		break;
	case GS_MEMORY_RULE_MESSAGES:
		add_messages(r, p, r->call->ret, gs_call_memory_argument(r, p->other[0]));
		break;
	default:
		gs_call_memory_add_extent(r, p, NULL);
	}
}

void gs_call_memory_add(struct gs_call_memory *memory, struct gs_thread *thread,
	const struct gs_wire_call *call, uint64_t limit, bool out)
{
	size_t n;
	const struct gs_memory_rule *rules = gs_data_memory_rules_of(call->function, &n);
	struct gs_memory_reader reader = {memory, thread, call, limit};
	int error_number = errno;
	for (size_t i = 0; i < n; i++)
		if (rules[i].out == out)
			add_one(&reader, &rules[i]);
	if (!out)
		gs_call_memory_add_memory(&reader);
	else if (gs_call_policy.record)
		gs_call_memory_add_recorded(&reader);
	errno = error_number;
}

bool gs_call_has_memory(unsigned function)
{
	size_t n;
	gs_data_memory_rules_of(function, &n);
	return n || gs_call_memory_has_memory(function) || gs_call_memory_is_recorded(function);
}

bool gs_serve_call_memory(struct gs_serving *s)
{
	struct gs_thread *thread = s->thread;
	uint64_t limit = s->request->number[0];
	struct gs_call_memory memory = {
		.data = s->bulk, .size = s->bulk_size, .most = s->bulk_size, .fixed = true};
	gs_call_memory_add(&memory, thread, thread->call, limit, false);
	if (!thread->before && !thread->call->gl_error)
		gs_call_memory_add(&memory, thread, thread->call, limit, true);
	s->size = memory.used;
	return true;
}
