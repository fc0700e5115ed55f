/* SPDX-License-Identifier: MIT */
/*
 * data/draw - what calls that draw submit: data/draws.in. Like data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_DRAW_H
#define GS_DATA_DRAW_H

#include <stdbool.h>
#include <stdint.h>

/* Where primitives come from. data/draws.py has them in this order. */
enum gs_draw_source {
	/* vertices of the enabled arrays */
	GS_DRAW_ARRAYS,	       /* one after the other */
	GS_DRAW_ELEMENTS,      /* those that indices name */
	GS_DRAW_ELEMENT_ARRAY, /* likewise, indices from glElementPointer */
	GS_DRAW_MESH,	       /* rows of a mesh, SUN_mesh_array */
	GS_DRAW_FEEDBACK,      /* as many as a transform feedback has captured */
	/* others */
	GS_DRAW_BLOCK,	   /* glEnd: what glBegin began */
	GS_DRAW_LISTS,	   /* what display lists hold */
	GS_DRAW_RECTANGLE, /* glRect */
	GS_DRAW_EVALUATOR, /* a mesh of an evaluator's points */
	GS_DRAW_PIXELS,	   /* an image, of colors, depths or stencils */
	GS_DRAW_BITMAP,
	GS_DRAW_TEXTURE,  /* a rectangle of the window from a texture's image */
	GS_DRAW_PATH,	  /* NV_path_rendering */
	GS_DRAW_TASKS,	  /* of mesh shaders */
	GS_DRAW_COMMANDS, /* NV_command_list */
	GS_DRAW_GROUPS,	  /* of a compute shader: nothing is drawn */
};

enum { GS_DRAW_NO_ARGUMENT = 255 };

/* Numbers of arguments, or GS_DRAW_NO_ARGUMENT. */
struct gs_draw_rule {
	uint8_t source; /* enum gs_draw_source */
	uint8_t mode;	/* of an evaluator: GL_POINT, GL_LINE, GL_FILL */
	uint8_t first, count, type, indices, instances, base_vertex, base_instance;
	uint8_t draws;	  /* how many draws the call makes; with `counted`, at most */
	uint8_t counted;  /* offset of that number in the parameter buffer */
	uint8_t indirect; /* the commands: their offset in the bound buffer, or their address */
	uint8_t stride;	  /* from one command to the next; 0: they are packed */
	bool has_arrays;  /* first, count, indices and base_vertex have an element for each draw */
	bool has_modes;	  /* mode as well */
	bool is_bindless; /* commands have addresses of vertices and indices */
};

/* Returns NULL if the function does not draw. */
const struct gs_draw_rule *gs_data_draw(unsigned function);

/* Returns whether the function draws from this source. */
bool gs_data_draws_from(unsigned function, enum gs_draw_source source);

/* Returns whether one call makes several draws, as glMultiDraw* do; display lists do not count. */
bool gs_data_draws_several(unsigned function);

/* Returns whether it draws vertices of the enabled arrays. */
static inline bool gs_draw_reads_arrays(const struct gs_draw_rule *rule)
{
	return rule && rule->source <= GS_DRAW_FEEDBACK;
}

/* Returns whether it draws vertices of arrays, in order or by indices that the call names. */
static inline bool gs_draw_is_of_vertices(const struct gs_draw_rule *rule)
{
	return rule && rule->source <= GS_DRAW_ELEMENTS;
}

static inline bool gs_draw_has(uint8_t argument)
{
	return argument != GS_DRAW_NO_ARGUMENT;
}

/* Returns whether the call's own arguments say all of one draw of vertices. */
static inline bool gs_draw_is_direct(const struct gs_draw_rule *rule)
{
	return gs_draw_is_of_vertices(rule) && !gs_draw_has(rule->draws) &&
	       !gs_draw_has(rule->indirect);
}

/* One draw of vertices. */
struct gs_draw_vertices {
	int64_t first, count, instances; /* first: of elements it is 0 */
	uint64_t indices;		 /* address, or offset in the element buffer */
	int32_t base_vertex;
	uint32_t base_instance;
};

/* Get the draw of a call that gs_draw_is_direct. */
struct gs_draw_vertices gs_data_draw_direct(const struct gs_draw_rule *rule, const uint64_t *args);

/* Get draw i of a call with has_arrays, from memory of this process. */
struct gs_draw_vertices gs_data_draw_of_several(
	const struct gs_draw_rule *rule, const uint64_t *args, uint32_t i);

/* Get the draw of one command, GS_DRAW_COMMAND_WORDS words. type: of the indices. */
enum { GS_DRAW_COMMAND_WORDS = 5 };
struct gs_draw_vertices gs_data_draw_command(
	const struct gs_draw_rule *rule, const uint32_t *words, uint32_t type);

/* Indices from least to most; none if most < least. */
struct gs_index_range {
	uint64_t least, most;
};
static const struct gs_index_range gs_no_indices = {UINT64_MAX, 0};

/* Add n indices of so many bytes to the range. restart: the index that names no vertex; UINT64_MAX:
 * each names one. */
void gs_data_add_indices(struct gs_index_range *range, const void *indices, unsigned bytes,
	uint64_t n, uint64_t restart);

/* Commands of an indirect draw of vertices. Each begins with the numbers of vertices and instances.
 */
struct gs_draw_commands {
	uint64_t at, size; /* size: bytes of one */
	int64_t stride;	   /* never 0; negative: an error */
	int32_t n;	   /* with `counted`: at most; negative: an error */
};
struct gs_draw_commands gs_data_draw_commands(
	const struct gs_draw_rule *rule, const uint64_t *args);

#endif
