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
 *     u32 shader (GL name), u32 stage (enum gs_stage), u32 program (GL name), u32 edited (1: that
 *     program draws with the user's source), string label, string label of the program, u32
 *     n_strings, n_strings x bytes
 *   u32 n_uniforms, then each active uniform of the default block:
 *     string name, u32 gl_type, u32 array_size, i32 location (as u32), u32 n_elements, then of each
 *     element of an array that has more than one its i32 location (as u32; -1: none), bytes value
 *     (array_size elements, each component 4 bytes, doubles 8, matrices column by column)
 *   u32 n_attributes, each: string name, u32 gl_type, u32 array_size, u32 location; of a
 *     fixed-function vertex stage those that it reads
 *   u32 n_outputs (fragment), each: string name, u32 location, u32 index
 *   u32 n_subroutines, each element of a subroutine uniform:
 *     u32 stage (enum gs_stage), string uniform ("kind", "kinds[2]"), string selected function
 *
 * GS_REQUEST_MACROS, input: u32 stage, u32 glsl_version, u32 is_es, string version_line (may be
 * ""), string extension_lines, u32 n, n x string name.
 * Answer: u32 n, n x (u32 defined, string value).
 *
 * GS_REQUEST_CALL_MEMORY, answer: the call's memory (wire/memory.h).
 *
 * GS_REQUEST_SET_ARG, number: the argument, then without bulk input: its raw value. Bulk input is
 * one entry of wire/memory.h: the argument is made to point at a copy of its bytes, or .skip bytes
 * before it; of GS_WIRE_TEXTS at pointers to .count strings.
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
	/* The pending call executes display lists that choose a program, or that are not known. */
	GS_PROGRAM_IN_LIST = 1 << 4,
	GS_PROGRAM_FED_BACK = 1 << 6, /* outputs are chosen for transform feedback */
	GS_PROGRAM_FIXED_VERTEX =
		1 << 5, /* fixed-function vertex stage, where GLSL can stand for it */
};

#endif
