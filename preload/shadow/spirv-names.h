/* SPDX-License-Identifier: MIT */
/*
 * preload/shadow/spirv-names - what a module of SPIR-V calls the inputs of its vertex shader
 * (OpName), which GL does not tell.
 */
#ifndef GS_PRELOAD_SPIRV_NAMES_H
#define GS_PRELOAD_SPIRV_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct gs_spirv_input {
	uint32_t id; /* in the module */
	uint32_t location;
	const char *name; /* in the module, NUL-terminated */
};

/* Fills in those inputs that have a location and a name, at most room. module: size bytes, of which
 * nothing is trusted. Returns how many there are; 0 where several vertex shaders are in it. */
unsigned gs_spirv_inputs(
	const void *module, size_t size, struct gs_spirv_input *inputs, unsigned room);

#endif
