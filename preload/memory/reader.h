/* SPDX-License-Identifier: MIT */
/* preload/detail - between its files: one call's pointers being followed. */
#ifndef GS_PRELOAD_DETAIL_READER_H
#define GS_PRELOAD_DETAIL_READER_H

#include "data/pointee.h"
#include "preload/memory/call-memory.h"
#include "wire/describe.h"

struct gs_detail_reader {
	struct gs_detail *detail;
	struct gs_thread *thread;
	const struct gs_wire_call *call;
	uint64_t limit; /* bytes of each at most */
};

/* False: the program cannot read there either. */
bool gs_detail_read(void *to, uint64_t address, size_t size);
uint64_t gs_detail_argument(const struct gs_detail_reader *r, uint8_t number);
struct gs_wire_pointee gs_detail_entry(const struct gs_pointee *p);
/* The count argument: of a signed type, whatever the register holds. False: negative. */
bool gs_detail_count(const struct gs_detail_reader *r, uint8_t number, uint64_t *count);
/* The entry, and entry->size bytes from there; false: no room. */
bool gs_detail_put(struct gs_detail_reader *r, struct gs_wire_pointee *entry, uint64_t address);
/* Likewise, up to the limit. */
void gs_detail_add_elements(struct gs_detail_reader *r, struct gs_wire_pointee *entry,
	uint64_t address, uint64_t count, uint64_t element_size);
/* A plain array, by its rule. */
void gs_detail_add_array(struct gs_detail_reader *r, const struct gs_pointee *p);
/* That there is something whose length is not known. */
void gs_detail_add_untold(struct gs_detail_reader *r, const struct gs_pointee *p);
/* Texts one after the other in memory, each with its NUL; lengths: of each, its NUL included, 0:
 * not told. */
void gs_detail_add_messages(
	struct gs_detail_reader *r, const struct gs_pointee *p, uint64_t count, uint64_t lengths);

/* ---- sizes-from-state.c: what depends on GL's state ---- */

bool gs_detail_by_state(const struct gs_pointee *p);
void gs_detail_add_by_state(struct gs_detail_reader *r, const struct gs_pointee *p);

/* As long as the driver says when asked for name->length. */
void gs_detail_add_list(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_pname *name);
void gs_detail_add_typed(struct gs_detail_reader *r, const struct gs_pointee *p);

/* The current context, if it can be asked things now: its error flag is out of the driver, its
 * debug output off, until gs_detail_asked. NULL: it cannot. */
struct gs_asked {
	struct gs_context *context;
	bool debug;
};
bool gs_detail_ask(struct gs_detail_reader *r, struct gs_asked *asked);
void gs_detail_asked(struct gs_asked *asked);
/* The name of the buffer bound there, 0: none, or the context has no such binding. */
uint32_t gs_detail_buffer(const struct gs_context *context, uint32_t binding);
/* If a buffer is bound there, the argument is an offset into it, and is added as one. */
bool gs_detail_add_offset(struct gs_detail_reader *r, const struct gs_pointee *p,
	const struct gs_context *context, uint32_t target, uint32_t binding);
int32_t gs_detail_integer(uint32_t name); /* of glGetIntegerv */

/* ---- pixels.c: images ---- */

/* True: the argument is an offset into the pixel buffer that is bound, and was added as one; or
 * there is nothing to read. */
bool gs_detail_is_elsewhere(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context);
/* By its rule. The context can be asked. */
void gs_detail_add_pixels(
	struct gs_detail_reader *r, const struct gs_pointee *p, const struct gs_context *context);
/* One pixel; neither the pixel store nor a buffer has anything to do with it. */
void gs_detail_add_pixel(struct gs_detail_reader *r, const struct gs_pointee *p);

/* ---- client-memory.c: what no argument points at: client arrays, mapped buffers ---- */

void gs_detail_add_memory(struct gs_detail_reader *r);

#endif
