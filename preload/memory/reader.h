/* SPDX-License-Identifier: MIT */
/* preload/memory/reader - shared by the files of this folder: one call whose pointers are being
 * followed. */
#ifndef GS_PRELOAD_MEMORY_READER_H
#define GS_PRELOAD_MEMORY_READER_H

#include <string.h>
#include "data/pointee.h"
#include "preload/memory/call-memory.h"
#include "wire/memory.h"

struct gs_memory_reader {
	struct gs_call_memory *memory;
	struct gs_thread *thread;
	const struct gs_wire_call *call;
	uint64_t limit; /* bytes of each at most */
	/* Not 0: addresses are offsets into the buffer that is bound there. */
	uint32_t buffer_target;
};

/* ---- reader.c: the entries ---- */

/* Room for size more bytes, of which none is set; NULL: there is none. */
uint8_t *gs_call_memory_claim(struct gs_call_memory *memory, size_t size);
uint64_t gs_call_memory_argument(const struct gs_memory_reader *r, uint8_t number);
struct gs_wire_memory gs_call_memory_entry(const struct gs_memory_rule *p);
/* The count argument: of a signed type, whatever the register holds. False: negative. */
bool gs_call_memory_count(const struct gs_memory_reader *r, uint8_t number, uint64_t *count);
/* The entry, and entry->size bytes from there; false: no room. */
bool gs_call_memory_put(struct gs_memory_reader *r, struct gs_wire_memory *entry, uint64_t address);
/* Likewise, up to the limit. */
void gs_call_memory_add_elements(struct gs_memory_reader *r, struct gs_wire_memory *entry,
	uint64_t address, uint64_t count, uint64_t element_size);
/* Likewise, bytes that are certainly there, since the driver has mapped them. They are copied
 * without the kernel, which takes five times as long, and reads no memory of devices. */
void gs_call_memory_add_readable(
	struct gs_memory_reader *r, struct gs_wire_memory *entry, const void *bytes, uint64_t size);
/* That there is something whose length is not known. */
void gs_call_memory_add_unknown_size(struct gs_memory_reader *r, const struct gs_memory_rule *p);

/* Bytes that no pointer of the call leads to, as it left them: what is one of the names in place of
 * an argument's number (wire/memory.h). */
void gs_call_memory_add_bytes(
	struct gs_memory_reader *r, uint8_t what, const void *bytes, uint64_t size);

/* Of a function. */
static inline bool gs_name_begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* ---- read.c ---- */

/* False: the program cannot read there either. */
bool gs_call_memory_read(void *to, uint64_t address, size_t size);

/* ---- ask.c ---- */

/* The current context, if it can be asked things now: its error flag is out of the driver, its
 * debug output off, until gs_memory_question_end. NULL: it cannot. */
struct gs_memory_question {
	struct gs_context *context;
	bool debug;
};
bool gs_memory_question_begin(struct gs_memory_reader *r, struct gs_memory_question *asked);
void gs_memory_question_end(struct gs_memory_question *asked);
/* The name of the buffer bound there, 0: none, or the context has no such binding. */
uint32_t gs_call_memory_buffer(const struct gs_context *context, uint32_t binding);
/* If a buffer is bound there, the argument is an offset into it, and is added as one. */
bool gs_call_memory_add_offset(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context, uint32_t target, uint32_t binding);
int32_t gs_call_memory_integer(uint32_t name); /* of glGetIntegerv */

/* ---- sizes-from-state.c: what depends on GL's state ---- */

bool gs_call_memory_by_state(const struct gs_memory_rule *p);
void gs_call_memory_add_by_state(struct gs_memory_reader *r, const struct gs_memory_rule *p);

/* As long as the driver says when asked for name->length. */
void gs_call_memory_add_list(
	struct gs_memory_reader *r, const struct gs_memory_rule *p, const struct gs_pname *name);

/* ---- written-counts.c ---- */

/* How many elements the call has written, where the program gave it no place to tell that. */
uint64_t gs_call_memory_untold_count(struct gs_memory_reader *r);

/* ---- extent.c: what the rule says how much it is of ---- */

/* True: the argument is an offset into the pixel buffer that is bound, and was added as one; or
 * there is nothing to read. */
bool gs_call_memory_is_elsewhere(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context);
/* Add what stands there. context: which can be asked, where the rule is of pixels; else NULL. */
void gs_call_memory_add_extent(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context);
/* Likewise, of what the pixel store and pixel buffers have to do with. The context can be asked. */
void gs_call_memory_add_pixels(struct gs_memory_reader *r, const struct gs_memory_rule *p,
	const struct gs_context *context);

/* ---- recorded.c: for recordings ---- */

bool gs_call_memory_is_recorded(unsigned function); /* it adds something for such a call */
void gs_call_memory_add_recorded(struct gs_memory_reader *r);

/* ---- bound-image.c: likewise, textures that get an image from elsewhere ---- */

bool gs_call_memory_binds_image(unsigned function);
/* The context can be asked. */
void gs_call_memory_add_bound_image(struct gs_memory_reader *r, const struct gs_context *context);

/* ---- font.c: likewise, the bitmaps of glXUseXFont ---- */

void gs_call_memory_add_font(struct gs_memory_reader *r);

/* ---- window-facts.c: likewise, what GLX and EGL know of configurations and drawables ---- */

enum { GS_MOST_CONFIG_FACTS = 16 };
/* What the configuration, or visual, has, by glXGetConfig, glXGetFBConfigAttrib or
 * eglGetConfigAttrib: names and values. Returns how many. Takes EGL's error. */
unsigned gs_config_facts(unsigned function, uint64_t display, uint64_t config,
	int32_t pairs[GS_MOST_CONFIG_FACTS][2]);
/* What the context draws into, and how large that is now; false: nothing, or that is not known. */
bool gs_current_drawable(
	struct gs_thread *thread, const struct gs_context *context, struct gs_wire_drawable *d);
bool gs_call_memory_creates_context(unsigned function);
void gs_call_memory_add_config(struct gs_memory_reader *r);
/* How large what the current context draws into is now; it can be asked in blocks, too. */
void gs_call_memory_add_drawable(struct gs_memory_reader *r, const struct gs_context *context);
/* A call has drawn, or cleared, outside of blocks. */
void gs_call_memory_note_drawn(struct gs_context *context);
/* Of glViewport: likewise, where the first one of a frame differs from it and nothing was drawn
 * there before. The context can be asked. */
void gs_call_memory_add_viewport_drawable(struct gs_memory_reader *r, struct gs_context *context);

/* ---- glx-windows.c ---- */

/* The window of X that a GLXWindow was made of; of anything else, its own name. Any thread. */
uint64_t gs_glx_window(uint64_t drawable);

/* ---- client-memory.c: what no argument points at: client arrays, mapped buffers ---- */

bool gs_call_memory_has_memory(unsigned function); /* calls of it may have such memory */
void gs_call_memory_add_memory(struct gs_memory_reader *r);

#endif
