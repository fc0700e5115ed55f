/* SPDX-License-Identifier: MIT */
/* GS_REQUEST_SET_ARG: the pending call's argument, or what it points at. */
#include "preload/core/request.h"

#include <string.h>
#include <sys/mman.h>
#include "wire/memory.h"

/* What arguments were made to point at, until the call is done. */
struct edit {
	struct edit *next;
	size_t size; /* of the whole mapping */
	uint64_t data[];
};
static __thread struct edit *edits __attribute__((tls_model("initial-exec")));

void gs_argument_copies_free(void)
{
	while (edits) {
		struct edit *edit = edits;
		edits = edit->next;
		munmap(edit, edit->size);
	}
}

/* Zeroed; NULL: no memory. */
static uint64_t *new_edit(size_t size)
{
	size_t whole = sizeof(struct edit) + size;
	struct edit *edit = mmap(
		NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (edit == MAP_FAILED)
		return NULL;
	edit->size = whole;
	edit->next = edits;
	edits = edit;
	return edit->data;
}

/* The program's own memory stays as it is. 0: no memory. */
static uint64_t keep_bytes(const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	uint64_t *copy = new_edit((size_t)entry->size);
	if (copy)
		memcpy(copy, bytes, (size_t)entry->size);
	return copy ? (uint64_t)(uintptr_t)copy - entry->skip : 0;
}

/* n pointers, then the texts with a NUL each. */
static uint64_t keep_texts(const uint8_t *from, size_t size, uint64_t n)
{
	if (n > size / sizeof(uint32_t))
		return 0;
	uint64_t *pointers = new_edit(size + (size_t)n * (sizeof *pointers + 1));
	char *to = (char *)(pointers + n);
	for (uint64_t i = 0; pointers && i < n; i++) {
		uint32_t length = UINT32_MAX;
		if (size >= sizeof length)
			memcpy(&length, from, sizeof length);
		size -= size >= sizeof length ? sizeof length : size;
		from += sizeof length;
		if (length == UINT32_MAX)
			continue;
		if (length > size)
			return 0;
		pointers[i] = (uint64_t)(uintptr_t)to;
		memcpy(to, from, length);
		to += length + 1;
		from += length;
		size -= length;
	}
	return (uint64_t)(uintptr_t)pointers;
}

static uint64_t keep_edit(const uint8_t *bulk, uint64_t size)
{
	struct gs_wire_memory entry;
	const uint8_t *next, *bytes = gs_memory_read(bulk, size, &entry, &next);
	if (!bytes)
		return 0;
	return entry.kind == GS_WIRE_TEXTS ? keep_texts(bytes, (size_t)entry.size, entry.count)
					   : keep_bytes(&entry, bytes);
}

bool gs_serve_set_argument(struct gs_serving *s)
{
	struct gs_thread *thread = s->thread;
	const struct gs_wire_request *request = s->request;
	struct gs_wire_answer *answer = s->answer;
	struct gs_wire_call *call = thread->call;
	uint64_t value = request->number[1];
	if (!thread->before)
		return gs_refuse(answer, GS_STATUS_USAGE,
			"the call has been executed already: its arguments cannot be changed",
			NULL);
	if (thread->list_run)
		return gs_refuse(answer, GS_STATUS_USAGE,
			"part of the display list has been executed; its arguments cannot be "
			"changed now",
			NULL);
	if (thread->multi_draws)
		return gs_refuse(answer, GS_STATUS_USAGE,
			"part of the call's draws have been executed; its arguments cannot be "
			"changed now",
			NULL);
	if (request->number[0] >= call->n_args)
		return gs_refuse(answer, GS_STATUS_USAGE, gs_data_name(call->function),
			" has no such argument", NULL);
	if (request->bulk_size && !(value = keep_edit(s->bulk, request->bulk_size)))
		return gs_refuse(
			answer, GS_STATUS_INTERNAL, "there is no memory for the new value", NULL);
	call->args[request->number[0]] = value;
	call->flags |= GS_CALL_EDITED;
	return true;
}
