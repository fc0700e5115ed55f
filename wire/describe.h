/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * Streams (wire/stream.h) that describe GL objects to the debugger.
 *
 * GS_REQUEST_PROGRAM, answer - the program that the pending call would use (that of glUseProgram,
 * else the stages of the bound pipeline):
 *   u32 program      GL name; 0: none (fixed function)
 *   u32 api          enum gs_api
 *   u32 gl_version   10 * major + minor of the context
 *   u32 link_serial  counts the successful links that the preload library saw
 *   u32 flags        enum gs_program_flag
 *   string vendor_renderer_version
 *   u32 n_objects, then each shader object that was attached at the last successful link:
 *     u32 shader (GL name), u32 stage (enum gs_stage), u32 n_strings, n_strings x bytes
 *   u32 n_uniforms, then each active uniform of the default block:
 *     string name, u32 gl_type, u32 array_size, i32 location (as u32), bytes value
 *     (array_size elements, each component 4 bytes, doubles 8, matrices column by column)
 *   u32 n_attributes, each: string name, u32 gl_type, u32 array_size, u32 location
 *   u32 n_outputs (fragment), each: string name, u32 location, u32 index
 *   u32 n_subroutines, each element of a subroutine uniform:
 *     u32 stage (enum gs_stage), string uniform ("kind", "kinds[2]"), string selected function
 *
 * GS_REQUEST_MACROS, input: u32 stage, u32 glsl_version, u32 is_es, string version_line (may be
 * ""), string extension_lines, u32 n, n x string name.
 * Answer: u32 n, n x (u32 defined, string value).
 *
 * GS_REQUEST_CALL_MEMORY, answer, and the joined parts of a logged call: a struct gs_wire_memory
 * and its bytes, padded to a multiple of 8, for each argument that points at known memory, for a
 * returned pointer (argument GS_WIRE_RETURNED), and for memory that the call reads without an
 * argument that points there (GS_WIRE_VERTICES, ...).
 *
 * GS_REQUEST_SET_ARG, number: the argument, then without bulk input: its raw value. With bulk input
 * the argument is made to point at a copy of the input, or (number[1] 0) number[2] bytes before it,
 * or (number[1] 1) at pointers to number[2] strings, encoded in the input as GS_WIRE_TEXTS.
 *
 * GS_REQUEST_SET_UNIFORM, input: string name, u32 n_components, n x u64 raw bits.
 *
 * GS_REQUEST_SET_SOURCE, input: u32 stage, u32 object (among the stage's, from 0), u32 original (1:
 * restore the program's own text), string text. From now on, draws with the program in use are
 * drawn with that text in place of the original.
 */
/* clang-format on */
#ifndef GS_WIRE_DESCRIBE_H
#define GS_WIRE_DESCRIBE_H

#include <assert.h>
#include <stdint.h>

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
};

enum gs_wire_memory_flag {
	GS_WIRE_MEMORY_OUT = 1 << 0, /* as the call left it */
	GS_WIRE_MEMORY_CUT = 1 << 1, /* longer than the limit: fewer bytes than .count */
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
};

struct gs_wire_memory {
	uint8_t argument;
	uint8_t kind;
	uint8_t class, bits; /* of an element, as in struct gs_memory_rule */
	uint32_t flags;
	uint64_t count; /* of elements that are there */
	uint64_t size;	/* of the bytes that follow, without padding */
	uint32_t info[6];
	uint64_t skip; /* PIXELS: bytes from where the argument points to the first pixel */
};
static_assert(sizeof(struct gs_wire_memory) == 56, "wire layout");

enum gs_api { GS_API_CORE = 0, GS_API_COMPATIBILITY = 1, GS_API_ES = 2 };

/* The stages, everywhere in glstep. */
enum gs_stage {
	GS_STAGE_VERTEX = 0,
	GS_STAGE_TESS_CONTROL = 1,
	GS_STAGE_TESS_EVALUATION = 2,
	GS_STAGE_GEOMETRY = 3,
	GS_STAGE_FRAGMENT = 4,
	GS_STAGE_COMPUTE = 5,
	GS_N_STAGES = 6,
};

enum gs_program_flag {
	GS_PROGRAM_NO_SOURCE = 1 << 0, /* linked from a binary or SPIR-V */
	GS_PROGRAM_ARB = 1 << 1,       /* ARB assembly fragment program enabled */
	GS_PROGRAM_PIPELINE = 1 << 2,
	GS_PROGRAM_FIXED = 1 << 3, /* fixed-function fragment stage */
};

#endif
