/* SPDX-License-Identifier: MIT */
/*
 * wire/memory - what a call's pointers point at, as bytes: the memory of a call record
 * (wire/call-record.h). An entry for each argument that points at known memory, for a returned
 * pointer (argument GS_WIRE_RETURNED), and for memory that the call reads without an argument that
 * points there (GS_WIRE_VERTICES, ...), one after the other: u8 argument, kind, class, bits; u32
 * flags; u64 size u64 count, u32 info[6], u64 skip   GS_WIRE_MEMORY_LONG: they do not follow from
 * the above size bytes, padded to a multiple of 8
 */
#ifndef GS_WIRE_MEMORY_H
#define GS_WIRE_MEMORY_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum gs_wire_memory_kind {
	GS_WIRE_ELEMENTS = 0, /* of .class and .bits */
	GS_WIRE_TEXT = 1,     /* .count bytes without a NUL */
	GS_WIRE_TEXTS = 2,    /* .count times: u32 length, bytes; UINT32_MAX for NULL */
	GS_WIRE_PIXELS = 3, /* info: width, height, depth, bytes a row, format, type; from the first
			       pixel on */
	GS_WIRE_OFFSET =
		4, /* the argument is an offset into the buffer info[0], bound to target info[1] */
	GS_WIRE_UNREADABLE = 5,	  /* no bytes: the program cannot read there either */
	GS_WIRE_UNKNOWN_SIZE = 6, /* no bytes: only the driver knows the size */
	/* In the list of an opened trace: the bytes are text for people, as it is shown; the trace
	 * says what has no other form here. */
	GS_WIRE_SAID = 7,
};

enum gs_wire_memory_flag {
	GS_WIRE_MEMORY_OUT = 1 << 0,  /* as the call left it */
	GS_WIRE_MEMORY_CUT = 1 << 1,  /* longer than the limit: fewer bytes than .count */
	GS_WIRE_MEMORY_LONG = 1 << 2, /* of the bytes alone: count, info and skip are there */
	/* PIXELS, in display lists: tightly packed rows, whatever the pixel store is now; and what
	 * it said of the order of bytes and bits. */
	GS_WIRE_MEMORY_PACKED = 1 << 3,
	GS_WIRE_MEMORY_SWAPPED = 1 << 4,
	GS_WIRE_MEMORY_LSB_FIRST = 1 << 5,
	/* In the list of an opened trace: where it stood in the program is not known. */
	GS_WIRE_MEMORY_NO_ADDRESS = 1 << 6,
};

/* In place of an argument's number. */
enum {
	GS_WIRE_RETURNED = 254,
	/* Client vertex arrays of a draw. info: which (attribute's index, or GL_VERTEX_ARRAY, ...,
	 * GL_TEXTURE0 + unit), components (or GL_BGRA), GL type, stride, first vertex (instance,
	 * with a divisor), divisor. They begin with that vertex's. */
	GS_WIRE_VERTICES = 253,
	/* A range of a mapped buffer that the call gives back to GL. info: buffer, or 0 and its
	   target; offset, low and high. */
	GS_WIRE_MAPPED = 252,
	/* The memory that an element of an argument's list points at. info: the argument, the
	   element's number. */
	GS_WIRE_PART = 251,
	/* For recordings: viewport and scissor box of the context that became current, 8 times i32;
	 * and of an attribute of a linked program: i32 location, u32 length of its name, the name.
	 */
	GS_WIRE_VIEWPORT = 250,
	GS_WIRE_LOCATION = 249,
	/* Likewise: the time when a frame ended, u64 nanoseconds since 1970 (UTC). */
	GS_WIRE_TIME = 248,
	/* Likewise, of the texture that got an image from elsewhere: struct gs_wire_bound_image,
	 * and its texels. */
	GS_WIRE_BOUND_IMAGE = 247,
	/* Likewise: what the configuration or visual of a context that is made has, pairs of i32:
	 * the attribute's name, its value; and how large a drawable is that is current now: struct
	 * gs_wire_drawable, of calls that make one current, end a frame or set a viewport. */
	GS_WIRE_CONFIG = 246,
	GS_WIRE_DRAWABLE = 245,
	/* Likewise, of a link that has failed; its bytes say nothing. */
	GS_WIRE_NOT_LINKED = 244,
	/* Likewise, of an output of a linked program's fragment shader, which has several: i32
	 * location, i32 index, the name. */
	GS_WIRE_OUTPUT = 243,
	/* Likewise, of a glBegin, its glEnd, and of a glArrayElement outside of blocks, where some
	 * arrays are in the program's memory and others in buffers: u32 of the client's active
	 * texture unit, then of each array in memory, named as in VERTICES. Players are given its
	 * elements by calls of their own, so it is off between the two, or for that call. */
	GS_WIRE_ASIDE = 242,
	/* Likewise: the bytes of an argument have been read from the buffer info[0], which is bound
	 * to target info[1], as players take no offset there. */
	GS_WIRE_FROM_BUFFER = 241,
	/* For recordings, of calls of GL_MESA_trace and of those that make a context current:
	 * struct gs_wire_trace. */
	GS_WIRE_TRACE = 240,
	/* For recordings: calls that the program did not make, as records (wire/call-record.h),
	 * each told from nothing, to be put after the call; those that make its context, where the
	 * trace begins with it. */
	GS_WIRE_CALLS = 239,
	GS_WIRE_CONTEXT_CALLS = 238,
	/* Likewise the glNewList of the display list that is being compiled. */
	GS_WIRE_LIST_CALLS = 237,
	/* Likewise, of each display list that glXUseXFont has made: struct gs_wire_glyph, and the
	 * bitmap, rows of whole bytes from the bottom. */
	GS_WIRE_GLYPH = 236,
	/* Likewise, with CONTEXT_CALLS: calls that make what lived in the context when the
	 * recording began; and records whose only memory is a struct gs_wire_missing each. */
	GS_WIRE_SNAPSHOT = 235,
	/* A snapshot that stands elsewhere: struct gs_wire_piece. */
	GS_WIRE_SNAPSHOT_PIECE = 233,
	GS_WIRE_MISSING = 234,
	/* For recordings that begin with what lives, of a thread's first call that belongs to one,
	 * and of each call with CONTEXT_CALLS: struct gs_wire_recording. */
	GS_WIRE_RECORDING = 232,
};

/* What a call begins. */
struct gs_wire_recording {
	uint32_t number;     /* header.recordings of the recording that the thread is now in */
	uint32_t has_shared; /* the snapshot is without what others of the group have told */
	uint64_t context;    /* whose snapshot comes with the call; 0: none */
	uint64_t group;	     /* of the contexts that share objects with it */
};

/* Where in the snapshot area (wire/wire.h) the bytes are that GS_WIRE_SNAPSHOT would have. */
struct gs_wire_piece {
	uint64_t offset, size;
};

/* What a snapshot does not have. */
struct gs_wire_missing {
	uint32_t name, reserved; /* 0: it has none */
	char kind[24];		 /* "texture" */
	char why[160];		 /* NUL-terminated, as kind is */
};

/* Arguments of glBitmap; width and height 0: there is no bitmap. */
struct gs_wire_glyph {
	uint32_t list, width, height;
	float x, y, move;
};

struct gs_wire_drawable {
	uint64_t display, drawable; /* as arguments of glXQueryDrawable or eglQuerySurface */
	uint32_t width, height;
	uint32_t is_egl, reserved;
};

/* Level 0 of the texture that is bound to the target, as tightly packed rows; and what the pixel
 * store says of unpacking: SWAP_BYTES, LSB_FIRST, ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS, ALIGNMENT. */
struct gs_wire_bound_image {
	uint32_t target, internal_format, width, height, format, type;
	int32_t unpack[6];
	uint32_t unpack_buffer, reserved;
};

/* The state of a context's trace after the call. */
struct gs_wire_trace {
	uint64_t context, group; /* group: of contexts that share objects; 0: no context */
	uint32_t classes;	 /* enum gs_wire_trace_class, as the program has set them */
	uint32_t accepted;	 /* the call has raised no error, the name is one */
	uint64_t leaves;	 /* header.leaves then */
};

/* Classes of calls, as GL_TRACE_OPERATIONS_BIT_MESA and so on. */
enum gs_wire_trace_class {
	GS_WIRE_TRACE_OPERATIONS = 1 << 0,
	GS_WIRE_TRACE_PRIMITIVES = 1 << 1,
	GS_WIRE_TRACE_ARRAYS = 1 << 2,
	GS_WIRE_TRACE_TEXTURES = 1 << 3,
	GS_WIRE_TRACE_PIXELS = 1 << 4,
	GS_WIRE_TRACE_ERRORS = 1 << 5,
	GS_WIRE_TRACE_CLASSES = (1 << 6) - 1, /* all of them */
	/* What a trace has if nobody says: all that a player needs. */
	GS_WIRE_TRACE_USUAL = GS_WIRE_TRACE_ERRORS - 1,
};

/* An entry that was read, or is to be written. */
struct gs_wire_memory {
	uint8_t argument;
	uint8_t kind;
	uint8_t class, bits; /* of an element, as in struct gs_memory_rule */
	uint32_t flags;
	uint64_t size;	/* of the bytes that follow, without padding */
	uint64_t count; /* of elements that are there */
	uint32_t info[6];
	/* PIXELS: bytes from where the argument points to the first pixel. For recordings, of
	 * VERTICES: enum gs_wire_vertices, GL_CLIENT_ACTIVE_TEXTURE less GL_TEXTURE0 in the second
	 * byte, and the buffer that is bound as array buffer in the upper half; of MAPPED: the
	 * bytes' address in the program. */
	uint64_t skip;
};
enum gs_wire_vertices {
	GS_WIRE_VERTICES_NORMALIZED = 1 << 0,
	GS_WIRE_VERTICES_INTEGER = 1 << 1,
	GS_WIRE_VERTICES_LONG = 1 << 2,
	/* of glArrayElement: other arrays are in buffers, GS_WIRE_ASIDE */
	GS_WIRE_VERTICES_ASIDE = 1 << 3,
};
static_assert(sizeof(struct gs_wire_memory) == 56, "wire layout");
enum {
	GS_WIRE_MEMORY_HEAD = 16,
	GS_WIRE_MEMORY_LONG_HEAD = sizeof(struct gs_wire_memory),
};

static inline uint64_t gs_memory_padded(uint64_t size)
{
	return (size + 7) & ~7ull;
}

/* The count of an entry that says none. */
static inline uint64_t gs_memory_usual_count(const struct gs_wire_memory *entry)
{
	uint64_t each = entry->bits / 8;
	return entry->kind == GS_WIRE_TEXT ? entry->size
	       : entry->kind == GS_WIRE_ELEMENTS && each && entry->size % each == 0
		       ? entry->size / each
		       : 0;
}

/* Bytes of the entry before its own. */
static inline unsigned gs_memory_head_size(const struct gs_wire_memory *entry)
{
	bool usual = entry->count == gs_memory_usual_count(entry) && !entry->skip;
	for (unsigned i = 0; i < 6; i++)
		usual = usual && !entry->info[i];
	return usual ? GS_WIRE_MEMORY_HEAD : GS_WIRE_MEMORY_LONG_HEAD;
}

/* to: room for the head's size, which is gs_memory_head_size or GS_WIRE_MEMORY_LONG_HEAD. Returns
 * where the bytes go. */
static inline uint8_t *gs_memory_write(
	uint8_t *to, const struct gs_wire_memory *entry, unsigned head_size)
{
	struct gs_wire_memory head = *entry;
	head.flags |= head_size == GS_WIRE_MEMORY_LONG_HEAD ? GS_WIRE_MEMORY_LONG : 0;
	memcpy(to, &head, head_size);
	return to + head_size;
}

/* Returns where the entry's bytes are; NULL: no whole entry is in the left bytes. *next: where the
 * next one is, or the end. */
static inline const uint8_t *gs_memory_read(
	const uint8_t *from, uint64_t left, struct gs_wire_memory *entry, const uint8_t **next)
{
	memset(entry, 0, sizeof *entry);
	if (left < GS_WIRE_MEMORY_HEAD)
		return NULL;
	memcpy(entry, from, GS_WIRE_MEMORY_HEAD);
	bool is_long = entry->flags & GS_WIRE_MEMORY_LONG;
	unsigned head_size = is_long ? GS_WIRE_MEMORY_LONG_HEAD : GS_WIRE_MEMORY_HEAD;
	if (left < head_size || entry->size > left - head_size)
		return NULL;
	entry->flags &= ~(uint32_t)GS_WIRE_MEMORY_LONG;
	if (is_long)
		memcpy((uint8_t *)entry + GS_WIRE_MEMORY_HEAD, from + GS_WIRE_MEMORY_HEAD,
			GS_WIRE_MEMORY_LONG_HEAD - GS_WIRE_MEMORY_HEAD);
	else
		entry->count = gs_memory_usual_count(entry);
	uint64_t padded = gs_memory_padded(entry->size);
	*next = from + (padded < left - head_size ? head_size + padded : left);
	return from + head_size;
}

#endif
