/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/program/block - the uniform and storage blocks of the programs in use: their
 * members as the driver has laid them out (OpenGL 4.6, 7.6.2.2), and what the buffers bound for
 * them hold.
 */
#ifndef GS_BLOCK_H
#define GS_BLOCK_H

#include "debugger/session/session.h"

/* A member that is no struct; of an array of structs each is one: "lights[2].place". */
struct gs_block_member {
	char *name;	      /* as gs_session_set_uniform takes it; an array's has no [0] */
	char *type;	      /* "mat3x2[4]" */
	struct gs_type shape; /* of one element, no array */
	bool is_array, row_major;
	uint64_t n;	 /* elements; of a run-time array as many as fit into the bound part */
	uint64_t offset; /* bytes from the block's beginning */
	uint32_t array_stride, matrix_stride; /* bytes; 0: none */
	struct gs_scalar *scalars; /* element by element, matrices column by column; NULL: they lie
				      outside of the bound part, or were not wanted */
	size_t n_scalars;	   /* GS_BLOCK_MOST at most */
};
enum { GS_BLOCK_MOST = 65536 }; /* scalars, and elements of an array of structs */

struct gs_block {
	char *name;	  /* as GL has it: "Lights", of an array "Lights[1]" */
	uint32_t program; /* GL program that it is of */
	bool storage;	  /* else a uniform block */
	uint32_t binding;
	uint64_t size;		 /* bytes that the driver wants to be bound */
	uint32_t buffer;	 /* 0: none is bound */
	uint64_t offset, length; /* the bound part, in bytes of the buffer; no further than its end
				  */
	GPtrArray *members;	 /* struct gs_block_member, by their offsets */
	char *note;		 /* a sentence: why there are no values, or not all; NULL */
};

/* Return the blocks of the GL program in use, or of all of a pipeline's, as struct gs_block,
 * uniform blocks first in each program; g_ptr_array_unref. values: with scalars. NULL: error. */
GPtrArray *gs_session_blocks(struct gs_session *session, bool values, GError **error);
/* Return the block of that name, borrowed; NULL and error UNKNOWN_NAME if there is none. */
const struct gs_block *gs_blocks_find(const GPtrArray *blocks, const char *name, GError **error);
/* Return "uniform block Lights, binding 2, buffer 5"; g_free. */
char *gs_block_title(const struct gs_block *block);

#endif
