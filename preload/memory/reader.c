/* SPDX-License-Identifier: MIT */
#include "preload/memory/reader.h"
#include "preload/core/gl.h"

#include <string.h>
#include <sys/mman.h>

/* ---- the buffer ---- */

static bool grow(struct gs_call_memory *d, size_t size)
{
	size_t wanted = d->size ? d->size : 1 << 16;
	while (wanted < size)
		wanted *= 2;
	void *data = d->data ? mremap(d->data, d->size, wanted, MREMAP_MAYMOVE)
			     : mmap(NULL, wanted, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (data == MAP_FAILED)
		return false;
	d->data = data;
	d->size = wanted;
	return true;
}

/* From the log's ring into its own buffer. */
static bool leave_log(struct gs_call_memory *d, size_t size)
{
	struct gs_call_memory own = {
		.data = d->own, .size = d->own_size, .used = d->used, .most = d->most};
	if (size > own.size && !grow(&own, size))
		return false;
	memcpy(own.data, d->data, d->used);
	*d = own;
	return true;
}

uint8_t *gs_call_memory_claim(struct gs_call_memory *d, size_t size)
{
	if (size > d->most - d->used)
		return NULL;
	if (d->used + size > d->size &&
		(d->fixed || !(d->is_lent ? leave_log : grow)(d, d->used + size)))
		return NULL;
	uint8_t *at = d->data + d->used;
	if (d->fixed && !gs_reserve(at, size)) /* the shared memory */
		return NULL;
	d->used += size;
	return at;
}

void gs_call_memory_free(struct gs_call_memory *d)
{
	if (d->data && !d->fixed)
		munmap(d->data, d->size);
	memset(d, 0, sizeof *d);
}

/* ---- entries ---- */

uint64_t gs_call_memory_argument(const struct gs_memory_reader *r, uint8_t number)
{
	return number == GS_ARGUMENT_RETURN ? r->call->ret
	       : number < r->call->n_args   ? r->call->args[number]
					    : 0;
}

/* Room for the entry and its bytes, of which only the padding is set; NULL: there is none. */
static uint8_t *claim_entry(
	struct gs_memory_reader *r, const struct gs_wire_memory *entry, unsigned head_size)
{
	size_t size = (size_t)entry->size, padded = (size_t)gs_memory_padded(entry->size);
	uint8_t *at = gs_call_memory_claim(r->memory, head_size + padded);
	if (at)
		memset(at + head_size + size, 0, padded - size);
	return at;
}

/* In a question. */
static bool read_buffer(uint32_t target, uint64_t offset, size_t size, void *to)
{
	GL(glGetError)();
	GL(glGetBufferSubData)(target, (GLintptr)offset, (GLsizeiptr)size, to);
	return GL(glGetError)() == GL_NO_ERROR;
}

static bool read_bytes(const struct gs_memory_reader *r, void *to, uint64_t address, size_t size)
{
	return r->buffer_target ? read_buffer(r->buffer_target, address, size, to)
				: gs_call_memory_read(to, address, size);
}

/* The header goes before its bytes; what it says is filled in afterwards. */
bool gs_call_memory_put(struct gs_memory_reader *r, struct gs_wire_memory *entry, uint64_t address)
{
	size_t before = r->memory->used;
	unsigned head_size = gs_memory_head_size(entry);
	uint8_t *at = claim_entry(r, entry, head_size);
	if (!at)
		return false;
	if (entry->size && !read_bytes(r, at + head_size, address, (size_t)entry->size)) {
		entry->kind = GS_WIRE_UNREADABLE;
		entry->size = 0;
		r->memory->used = before;
		head_size = gs_memory_head_size(entry);
		at = gs_call_memory_claim(r->memory, head_size);
		if (!at)
			return false;
	}
	gs_memory_write(at, entry, head_size);
	return true;
}

static void put_readable(
	struct gs_memory_reader *r, const struct gs_wire_memory *entry, const void *bytes)
{
	unsigned head_size = gs_memory_head_size(entry);
	uint8_t *at = claim_entry(r, entry, head_size);
	if (at)
		memcpy(gs_memory_write(at, entry, head_size), bytes, (size_t)entry->size);
}

struct gs_wire_memory gs_call_memory_entry(const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = {.argument = p->argument, .class = p->class, .bits = p->bits};
	entry.flags = p->out ? GS_WIRE_MEMORY_OUT : 0;
	return entry;
}

/* The entry is of so many elements, up to the limit. */
static void set_elements(const struct gs_memory_reader *r, struct gs_wire_memory *entry,
	uint64_t count, uint64_t element_size)
{
	uint64_t fit = element_size ? r->limit / element_size : 0;
	entry->kind = GS_WIRE_ELEMENTS;
	entry->count = count;
	if (count > fit) {
		entry->flags |= GS_WIRE_MEMORY_CUT;
		count = fit;
	}
	entry->size = count * element_size;
}

void gs_call_memory_add_elements(struct gs_memory_reader *r, struct gs_wire_memory *entry,
	uint64_t address, uint64_t count, uint64_t element_size)
{
	set_elements(r, entry, count, element_size);
	gs_call_memory_put(r, entry, address);
}

void gs_call_memory_add_readable(
	struct gs_memory_reader *r, struct gs_wire_memory *entry, const void *bytes, uint64_t size)
{
	set_elements(r, entry, size, 1);
	put_readable(r, entry, bytes);
}

bool gs_call_memory_count(const struct gs_memory_reader *r, uint8_t number, uint64_t *count)
{
	*count = gs_call_memory_argument(r, number);
	return (int64_t)*count >= 0;
}

void gs_call_memory_add_unknown_size(struct gs_memory_reader *r, const struct gs_memory_rule *p)
{
	struct gs_wire_memory entry = gs_call_memory_entry(p);
	entry.kind = GS_WIRE_UNKNOWN_SIZE;
	gs_call_memory_put(r, &entry, 0);
}

void gs_call_memory_add_bytes(
	struct gs_memory_reader *r, uint8_t what, const void *bytes, uint64_t size)
{
	struct gs_wire_memory entry = {.argument = what,
		.class = GS_CLASS_VOID,
		.bits = 8,
		.flags = GS_WIRE_MEMORY_OUT,
		.size = size,
		.count = size};
	put_readable(r, &entry, bytes);
}
