/* SPDX-License-Identifier: MIT */
/*
 * What a call's pointers point at, for the log and for who asks about the pending call: inputs as
 * they are before the call, outputs as it left them. Memory is read as by a stranger, since a
 * pointer may be anything as long as the call does not use it.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include "data/pointee.h"
#include "preload/detail.h"
#include "preload/gl.h"
#include "preload/serve.h"
#include "wire/describe.h"

enum { STRING_CHUNK = 4096, LONGEST_LIST = 1 << 16 };

/* ---- the buffer ---- */

static bool grow(struct gs_detail *d, size_t size)
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

/* Room for size more bytes, zeroed; NULL: there is none. */
static uint8_t *claim(struct gs_detail *d, size_t size)
{
	if (size > d->most - d->used)
		return NULL;
	if (d->used + size > d->size && (d->fixed || !grow(d, d->used + size)))
		return NULL;
	uint8_t *at = d->data + d->used;
	memset(at, 0, size);
	d->used += size;
	return at;
}

void gs_detail_free(struct gs_detail *d)
{
	if (d->data && !d->fixed)
		munmap(d->data, d->size);
	memset(d, 0, sizeof *d);
}

static bool read_memory(void *to, uint64_t address, size_t size)
{
	struct iovec into = {to, size}, from = {(void *)(uintptr_t)address, size};
	return size == 0 || process_vm_readv(getpid(), &into, 1, &from, 1, 0) == (ssize_t)size;
}

/* ---- entries ---- */

struct reader {
	struct gs_detail *detail;
	struct gs_thread *thread;
	const struct gs_wire_call *call;
	uint64_t limit;
};

static uint64_t argument(const struct reader *r, uint8_t number)
{
	return number == GS_ARGUMENT_RETURN	    ? r->call->ret
	       : number < r->call->n_args ? r->call->args[number]
					    : 0;
}

static size_t padded(uint64_t size)
{
	return (size_t)((size + 7) & ~7ull);
}

/* The header goes before its bytes; what it says is filled in afterwards. */
static bool add(struct reader *r, struct gs_wire_pointee *entry, uint64_t address)
{
	size_t before = r->detail->used;
	uint8_t *at = claim(r->detail, sizeof *entry + padded(entry->size));
	if (!at) {
		r->detail->used = before;
		return false;
	}
	if (entry->size && !read_memory(at + sizeof *entry, address, (size_t)entry->size)) {
		entry->kind = GS_WIRE_UNREADABLE;
		entry->size = 0;
		r->detail->used = before + sizeof *entry;
	}
	memcpy(at, entry, sizeof *entry);
	return true;
}

static struct gs_wire_pointee entry_of(const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = {
		.argument = p->argument, .class = p->class, .bits = p->bits};
	entry.flags = p->out ? GS_WIRE_POINTEE_OUT : 0;
	return entry;
}

static void add_elements(struct reader *r, struct gs_wire_pointee *entry, uint64_t address,
	uint64_t count, uint64_t element_size)
{
	uint64_t fit = element_size ? r->limit / element_size : 0;
	entry->kind = GS_WIRE_ELEMENTS;
	entry->count = count;
	if (count > fit) {
		entry->flags |= GS_WIRE_POINTEE_CUT;
		count = fit;
	}
	entry->size = count * element_size;
	add(r, entry, address);
}

static uint64_t element_size(const struct gs_pointee *p)
{
	return p->class == GS_CLASS_STRUCT ? gs_data_struct_size(p->bits) : p->bits / 8;
}

/* The count argument: of a signed type, whatever the register holds. False: negative. */
static bool count_of(const struct reader *r, uint8_t number, uint64_t *count)
{
	*count = argument(r, number);
	return (int64_t)*count >= 0;
}

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
		if (!read_memory(chunk, at, (size_t)size))
			return false;
		size_t here = strnlen(chunk, (size_t)size);
		*length += here;
		if (here < size)
			return true;
	}
	return true;
}

static void add_text(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t address = argument(r, p->argument), count, length;
	bool counted = p->count_argument != GS_NO_ARGUMENT && count_of(r, p->count_argument, &count);
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
				       ? GS_WIRE_POINTEE_CUT
				       : 0;
	}
	add(r, &entry, address);
}

static bool add_one_text(struct reader *r, uint64_t lengths, uint64_t i, uint64_t pointer)
{
	int32_t given = -1;
	uint64_t length = 0;
	if (lengths && !read_memory(&given, lengths + i * sizeof given, sizeof given))
		return false;
	if (given >= 0)
		length = (uint64_t)given;
	else if (pointer && !text_length(pointer, r->limit, &length))
		return false;
	uint32_t stored = (uint32_t)(length < r->limit ? length : r->limit);
	uint8_t *at = claim(r->detail, sizeof stored + (pointer ? stored : 0));
	if (!at)
		return false;
	if (pointer && !read_memory(at + sizeof stored, pointer, stored))
		return false;
	stored = pointer ? stored : UINT32_MAX;
	memcpy(at, &stored, sizeof stored);
	return true;
}

static void add_texts(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t address = argument(r, p->argument), count;
	uint64_t lengths = p->other[0] == GS_NO_ARGUMENT ? 0 : argument(r, p->other[0]);
	size_t start = r->detail->used;
	if (!count_of(r, p->count_argument, &count) || !claim(r->detail, sizeof entry))
		return;
	entry.kind = GS_WIRE_TEXTS;
	entry.count = count;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t pointer;
		if (i == LONGEST_LIST) {
			entry.flags |= GS_WIRE_POINTEE_CUT;
			break;
		}
		if (!read_memory(&pointer, address + i * sizeof pointer, sizeof pointer) ||
			!add_one_text(r, lengths, i, pointer)) {
			entry.kind = GS_WIRE_UNREADABLE;
			r->detail->used = start + sizeof entry;
			break;
		}
	}
	entry.size = r->detail->used - start - sizeof entry;
	claim(r->detail, padded(entry.size) - (size_t)entry.size);
	memcpy(r->detail->data + start, &entry, sizeof entry);
}

/* ---- what depends on GL's state ---- */

/* The current context, if it can be asked things now; its error flag is taken out of the driver
 * until forget. */
static struct gs_context *ask(struct reader *r)
{
	struct gs_context *context = gs_context_current(r->thread);
	if (!context || context->in_block)
		return NULL;
	gs_context_info(context);
	gs_error_take(context);
	return context;
}

static GLint integer(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static uint32_t buffer_bound(const struct gs_context *context, GLenum binding)
{
	static const struct {
		GLenum binding;
		unsigned desktop, es; /* versions that have it; 0 none */
	} known[] = {{GL_ARRAY_BUFFER_BINDING, 15, 11}, {GL_ELEMENT_ARRAY_BUFFER_BINDING, 15, 11},
		{GL_PIXEL_UNPACK_BUFFER_BINDING, 21, 30}, {GL_PIXEL_PACK_BUFFER_BINDING, 21, 30},
		{GL_DRAW_INDIRECT_BUFFER_BINDING, 40, 31}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned since = context->es ? known[i].es : known[i].desktop;
		if (known[i].binding == binding)
			return context->version >= since ? (uint32_t)integer(binding) : 0;
	}
	return 0;
}

/* The argument is an offset, because a buffer is bound there. */
static bool add_offset(struct reader *r, const struct gs_pointee *p,
	const struct gs_context *context, GLenum target, GLenum binding)
{
	uint32_t buffer = buffer_bound(context, binding);
	if (!buffer)
		return false;
	struct gs_wire_pointee entry = entry_of(p);
	entry.kind = GS_WIRE_OFFSET;
	entry.info[0] = buffer;
	entry.info[1] = target;
	add(r, &entry, 0);
	return true;
}

struct rows {
	uint64_t width, height, depth;
	uint64_t bits; /* a pixel */
	uint64_t row, image; /* bytes from one to the next */
	uint64_t skip; /* bytes before the first pixel */
};

static void lay_out(
	struct rows *rows, const struct gs_context *context, bool pack, unsigned unit)
{
	uint64_t alignment = (uint64_t)integer(pack ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT);
	bool all = !context->es || context->version >= 30;
	uint64_t length = all ? (uint64_t)integer(pack ? GL_PACK_ROW_LENGTH : GL_UNPACK_ROW_LENGTH)
			      : 0;
	bool volumes = !context->es ? context->version >= 12 : context->version >= 30 && !pack;
	uint64_t images = volumes && !context->es
				  ? (uint64_t)integer(
					    pack ? GL_PACK_IMAGE_HEIGHT : GL_UNPACK_IMAGE_HEIGHT)
			  : volumes ? (uint64_t)integer(GL_UNPACK_IMAGE_HEIGHT)
				    : 0;
	uint64_t row = ((length ? length : rows->width) * rows->bits + 7) / 8;
	rows->row = alignment > 1 && (unit < alignment || rows->bits == 1)
			    ? (row + alignment - 1) / alignment * alignment
			    : row;
	rows->image = rows->row * (images ? images : rows->height);
	rows->skip = 0;
	if (!all)
		return;
	rows->skip = (uint64_t)integer(pack ? GL_PACK_SKIP_ROWS : GL_UNPACK_SKIP_ROWS) * rows->row;
	rows->skip += (uint64_t)integer(pack ? GL_PACK_SKIP_PIXELS : GL_UNPACK_SKIP_PIXELS) *
		      rows->bits / 8;
	if (volumes && rows->depth > 1)
		rows->skip += (uint64_t)integer(pack ? GL_PACK_SKIP_IMAGES
						     : GL_UNPACK_SKIP_IMAGES) *
			      rows->image;
}

static uint64_t dimension(const struct reader *r, uint8_t number)
{
	if (number == GS_NO_ARGUMENT)
		return 1;
	uint64_t value = argument(r, number);
	return value > INT32_MAX ? 0 : value;
}

static void add_rows(struct reader *r, const struct gs_pointee *p,
	const struct gs_context *context, struct rows *rows)
{
	struct gs_wire_pointee entry = entry_of(p);
	unsigned unit;
	entry.info[4] = (uint32_t)argument(r, p->other[0]);
	entry.info[5] = (uint32_t)argument(r, p->other[1]);
	rows->bits = gs_data_pixel_bits(entry.info[4], entry.info[5], &unit);
	if (!rows->bits)
		return;
	lay_out(rows, context, p->out, unit);
	bool none = !rows->width || !rows->height || !rows->depth;
	entry.kind = GS_WIRE_PIXELS;
	entry.info[0] = (uint32_t)rows->width;
	entry.info[1] = (uint32_t)rows->height;
	entry.info[2] = (uint32_t)rows->depth;
	entry.info[3] = (uint32_t)rows->row;
	entry.count = none ? 0
			   : (rows->depth - 1) * rows->image + (rows->height - 1) * rows->row +
				     (rows->width * rows->bits + 7) / 8;
	entry.size = entry.count < r->limit ? entry.count : r->limit;
	entry.flags |= entry.size < entry.count ? GS_WIRE_POINTEE_CUT : 0;
	add(r, &entry, argument(r, p->argument) + rows->skip);
}

static void add_pixels(
	struct reader *r, const struct gs_pointee *p, const struct gs_context *context)
{
	GLenum target = p->out ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
	GLenum binding = p->out ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
	if (add_offset(r, p, context, target, binding) || !argument(r, p->argument))
		return;
	struct rows rows = {.width = 1, .height = 1, .depth = 1};
	if (p->kind == GS_POINTEE_PIXELS) {
		rows.width = dimension(r, p->other[2]);
		rows.height = dimension(r, p->other[3]);
		rows.depth = dimension(r, p->other[4]);
	} else {
		GLenum image = (GLenum)argument(r, p->other[2]);
		GLint level = (GLint)argument(r, p->other[3]), size[3] = {0, 0, 0};
		GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_WIDTH, &size[0]);
		GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_HEIGHT, &size[1]);
		size[2] = 1;
		if (context->version >= 12)
			GL(glGetTexLevelParameteriv)(image, level, GL_TEXTURE_DEPTH, &size[2]);
		rows.width = (uint64_t)size[0];
		rows.height = (uint64_t)size[1];
		rows.depth = (uint64_t)size[2];
	}
	add_rows(r, p, context, &rows);
}

static void add_typed(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t count, address = argument(r, p->argument);
	if (!count_of(r, p->count_argument, &count) || !address ||
		!gs_data_gl_type((uint32_t)argument(r, p->other[0]), &entry.class, &entry.bits))
		return;
	add_elements(r, &entry, address, count, entry.bits / 8);
}

static void add_indirect(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t count = 1, address = argument(r, p->argument);
	uint64_t stride = p->other[0] == GS_NO_ARGUMENT ? 0 : argument(r, p->other[0]);
	if (p->count_argument != GS_NO_ARGUMENT && !count_of(r, p->count_argument, &count))
		return;
	/* commands with gaps between are not told apart here */
	if (address && (!stride || stride == p->factor * 4u))
		add_elements(r, &entry, address, count * p->factor, 4);
}

static void add_by_state(struct reader *r, const struct gs_pointee *p)
{
	struct gs_context *context = ask(r);
	if (!context)
		return;
	switch (p->kind) {
	case GS_POINTEE_INDICES:
		if (!add_offset(r, p, context, GL_ELEMENT_ARRAY_BUFFER,
			    GL_ELEMENT_ARRAY_BUFFER_BINDING))
			add_typed(r, p);
		break;
	case GS_POINTEE_INDIRECT:
		if (!add_offset(r, p, context, GL_DRAW_INDIRECT_BUFFER,
			    GL_DRAW_INDIRECT_BUFFER_BINDING))
			add_indirect(r, p);
		break;
	case GS_POINTEE_ATTACHED:
		add_offset(r, p, context, GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING);
		break;
	default:
		add_pixels(r, p, context);
	}
	gs_error_drop();
}

/* ---- plain arrays ---- */

static void add_array(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t count = 1;
	if (p->count_argument != GS_NO_ARGUMENT && !count_of(r, p->count_argument, &count))
		return;
	add_elements(r, &entry, argument(r, p->argument), count * p->factor / p->divisor,
		element_size(p));
}

static void add_written(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t most = UINT32_MAX, written_at = argument(r, p->other[0]);
	int32_t written = 0;
	if (p->count_argument != GS_NO_ARGUMENT && !count_of(r, p->count_argument, &most))
		return;
	if (!written_at || !read_memory(&written, written_at, sizeof written) || written < 0)
		return; /* nobody said how many */
	add_elements(r, &entry, argument(r, p->argument),
		(uint64_t)written < most ? (uint64_t)written : most, element_size(p));
}

static void add_named(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	const struct gs_pname *name = gs_data_pname((uint32_t)argument(r, p->other[0]));
	if (!name || name->kind != GS_PNAME_LIST)
		add_elements(r, &entry, argument(r, p->argument), name ? name->count : 1,
			element_size(p));
}

static void add_attributes(struct reader *r, const struct gs_pointee *p)
{
	struct gs_wire_pointee entry = entry_of(p);
	uint64_t address = argument(r, p->argument), size = element_size(p), count = 0, value = 1;
	/* glXChooseVisual's have names without values; a value may be 0 in all others */
	bool pairs = r->call->function != GS_FN_glXChooseVisual;
	bool egl = gs_data_name(r->call->function)[0] == 'e';
	if (size != 4 && size != 8)
		return;
	while (count < LONGEST_LIST) {
		value = 0;
		if (!read_memory(&value, address + count * size, (size_t)size))
			return;
		if (value == (egl ? EGL_NONE : 0))
			break;
		count += pairs ? 2 : 1;
	}
	add_elements(r, &entry, address, count + 1, size);
}

static void add_one(struct reader *r, const struct gs_pointee *p)
{
	bool by_state = p->kind == GS_POINTEE_PIXELS || p->kind == GS_POINTEE_IMAGE ||
			p->kind == GS_POINTEE_INDICES || p->kind == GS_POINTEE_INDIRECT ||
			p->kind == GS_POINTEE_ATTACHED;
	struct gs_wire_pointee entry = entry_of(p);
	if (by_state) {
		add_by_state(r, p);
		return;
	}
	if (!argument(r, p->argument))
		return;
	switch (p->kind) {
	case GS_POINTEE_ARRAY:
		add_array(r, p);
		break;
	case GS_POINTEE_WRITTEN:
		add_written(r, p);
		break;
	case GS_POINTEE_STRING:
		add_text(r, p);
		break;
	case GS_POINTEE_STRINGS:
		add_texts(r, p);
		break;
	case GS_POINTEE_PNAME:
		add_named(r, p);
		break;
	case GS_POINTEE_TYPED:
		add_typed(r, p);
		break;
	case GS_POINTEE_ATTRIBUTES:
		add_attributes(r, p);
		break;
	case GS_POINTEE_CLEAR:
		add_elements(r, &entry, argument(r, p->argument),
			argument(r, p->other[0]) == GL_COLOR ? 4 : 1, element_size(p));
		break;
	}
}

void gs_detail_add(struct gs_detail *detail, struct gs_thread *thread,
	const struct gs_wire_call *call, uint64_t limit, bool out)
{
	size_t n;
	const struct gs_pointee *pointees = gs_data_pointees_of(call->function, &n);
	struct reader reader = {detail, thread, call, limit};
	int error_number = errno;
	for (size_t i = 0; i < n; i++)
		if (pointees[i].out == out)
			add_one(&reader, &pointees[i]);
	errno = error_number;
}

void gs_serve_pointees(struct gs_thread *thread, const struct gs_wire_request *request,
	struct gs_wire_answer *answer, void *bulk, uint64_t bulk_size)
{
	struct gs_detail detail = {
		.data = bulk, .size = bulk_size, .most = bulk_size, .fixed = true};
	gs_detail_add(&detail, thread, thread->call, request->number[0], false);
	if (!thread->before && !thread->call->gl_error)
		gs_detail_add(&detail, thread, thread->call, request->number[0], true);
	answer->bulk_size = detail.used;
}
