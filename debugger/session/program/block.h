/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/program/block - the uniform and storage blocks of the programs in use: their
 * members as the driver has laid them out (OpenGL 4.6, 7.6.2.2), and what the buffers bound for
 * them hold.
 */
#ifndef GS_BLOCK_H
#define GS_BLOCK_H

#include "debugger/session/session.h"

/* A member, or what of an array of structs makes one: "lights[2].place". */
struct gs_block_member {
	char *name;	      /* as gs_session_set_uniform takes it, an array's without [0] */
	char *type;	      /* "mat3x2[4]" */
	struct gs_type shape; /* of one element, no array */
	bool is_array, row_major;
	uint64_t n; /* elements: of a run-time array as many as the bound part of the buffer has
		       room for */
	uint64_t offset;		      /* bytes from the block's beginning */
	uint32_t array_stride, matrix_stride; /* 0 none */
	struct gs_scalar *scalars; /* element by element, matrices column by column; NULL: they lie
				      outside of what is bound */
	size_t n_scalars;	   /* fewer where there are more than GS_BLOCK_MOST */
};
enum { GS_BLOCK_MOST = 65536 }; /* scalars, and elements of an array of structs */

struct gs_block {
	char *name; /* as GL has it: "Lights", of an array "Lights[1]" */
	uint32_t program;
	bool storage;
	uint32_t binding;
	uint64_t size;		 /* bytes that the driver wants there */
	uint32_t buffer;	 /* 0: none is bound */
	uint64_t offset, length; /* the part bound, in bytes of the buffer; length as far as the
				    buffer goes */
	GPtrArray *members;	 /* struct gs_block_member, by their offsets */
	char *note;		 /* a sentence: why there are no values, or not all; NULL */
};

/* struct gs_block, those of uniforms first in each program; empty: there are none. With the values,
 * if wanted. */
GPtrArray *gs_session_blocks(struct gs_session *session, bool values, GError **error);
/* NULL: none is called so. */
const struct gs_block *gs_blocks_find(const GPtrArray *blocks, const char *name, GError **error);
/* "uniform block Lights, binding 2, buffer 5"; g_free */
char *gs_block_title(const struct gs_block *block);

#endif
