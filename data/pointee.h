/* SPDX-License-Identifier: MIT */
/*
 * data/pointee - the memory rules of functions' arguments, and the number of values behind GL
 * names. From data/pointees.in, data/pnames.in and the XML. Like data.h: static, no state, no GLib;
 * nothing to relocate, so that the preload library may have it.
 */
#ifndef GS_DATA_MEMORY_RULE_H
#define GS_DATA_MEMORY_RULE_H

#include "data/data.h"

enum gs_memory_rule_kind {
	GS_MEMORY_RULE_ARRAY, /* count_argument * factor / divisor elements; factor, if it has none
			       */
	GS_MEMORY_RULE_WRITTEN, /* at most count_argument elements; *other[0] of them are written */
	GS_MEMORY_RULE_STRING,	/* in: up to the NUL, or count_argument bytes unless negative. out:
			       at   most count_argument */
	GS_MEMORY_RULE_STRINGS, /* count_argument pointers; other[0]: their lengths */
	GS_MEMORY_RULE_PNAME,	/* by the name in argument other[0] */
	GS_MEMORY_RULE_PIXELS,	/* other: format, type, width (times factor), height, depth */
	GS_MEMORY_RULE_IMAGE,	/* other: format, type, target, level */
	GS_MEMORY_RULE_INDICES, /* count_argument of type other[0], or an offset */
	GS_MEMORY_RULE_TYPED,	/* likewise, never an offset */
	GS_MEMORY_RULE_INDIRECT, /* count_argument commands of factor integers, and divisor more for
				each of argument other[1]; other[0]: stride */
	GS_MEMORY_RULE_ATTRIBUTES,	 /* pairs, up to a 0 */
	GS_MEMORY_RULE_CLEAR,		 /* other[0]: the buffer */
	GS_MEMORY_RULE_ATTACHED,	 /* an address or an offset into the array buffer */
	GS_MEMORY_RULE_UNIFORM,		 /* other: program, location */
	GS_MEMORY_RULE_PIXEL,		 /* one; other: format, type */
	GS_MEMORY_RULE_BITMAP,		 /* other: width, height; none: 32 x 32 */
	GS_MEMORY_RULE_MAP1,		 /* points of an evaluator; other: target, stride, order */
	GS_MEMORY_RULE_MAP2,		 /* other: target, ustride, uorder, vstride, vorder */
	GS_MEMORY_RULE_GETMAP,		 /* other: target, query */
	GS_MEMORY_RULE_PIXELMAP,	 /* other[0]: the map */
	GS_MEMORY_RULE_NAMED_IMAGE,	 /* other: format, type, texture, level */
	GS_MEMORY_RULE_COMPRESSED,	 /* other: target, level */
	GS_MEMORY_RULE_NAMED_COMPRESSED, /* other: texture, level */
	GS_MEMORY_RULE_POINTERS,     /* count_argument pointers to indices; other: array of their
					counts, type */
	GS_MEMORY_RULE_MESSAGES,     /* as many as the call returns; other[0]: their lengths */
	GS_MEMORY_RULE_PROGRAM_TEXT, /* of the assembly program bound to target other[0] */
	GS_MEMORY_RULE_FORMULA,	     /* as many elements as gs_data_formula says */
	GS_MEMORY_RULE_PIXEL_ARRAY,  /* as ARRAY, or an offset into the bound pixel buffer */
	GS_MEMORY_RULE_BLOCKS, /* likewise, as the pixel store lays compressed images out; other:
				  width, height, depth */
	GS_MEMORY_RULE_UNIT_IMAGE,	   /* other: format, type, texture unit, target, level */
	GS_MEMORY_RULE_UNIT_COMPRESSED,	   /* other: texture unit, target, level */
	GS_MEMORY_RULE_NAMED_PROGRAM_TEXT, /* of the assembly program other[0]; other[1]: its target
					    */
	GS_MEMORY_RULE_DRIVER,		   /* only the driver knows the size */
};

enum { GS_NO_ARGUMENT = 255, GS_ARGUMENT_RETURN = 254, GS_CLASS_STRUCT = 100 };

struct gs_memory_rule {
	uint8_t argument; /* or GS_ARGUMENT_RETURN */
	uint8_t kind;
	uint8_t class; /* of an element: enum gs_class; VOID: bytes; GS_CLASS_STRUCT: a struct */
	uint8_t bits;  /* of an element; of a struct: its number */
	uint8_t count_argument, factor, divisor;
	uint8_t other[5]; /* arguments, GS_NO_ARGUMENT none */
	bool out;	  /* written by the call */
	uint16_t formula; /* for gs_data_formula */
};

/* Of a function's arguments and return value; *n of them. */
const struct gs_memory_rule *gs_data_memory_rules_of(unsigned function, size_t *n);

/* The first of one argument; NULL: none. */
const struct gs_memory_rule *gs_data_memory_rule(unsigned function, unsigned argument);

enum gs_pname_kind {
	GS_PNAME_NUMBER,
	GS_PNAME_BOOLEAN,
	GS_PNAME_ENUM,
	GS_PNAME_MASK,
	GS_PNAME_LIST, /* with the length that the driver returns for .length */
	GS_PNAME_ENUM_LIST,
};

struct gs_pname {
	uint32_t value;
	uint8_t count; /* values */
	uint8_t kind;
	uint16_t group;	 /* for gs_data_group_name */
	uint32_t length; /* of a list: the name of how many there are; 0: none */
};

/* NULL: one number. */
const struct gs_pname *gs_data_pname(uint32_t value);
/* NULL: none. */
const char *gs_data_group_name(uint16_t group);
/* Bytes of such a struct; 0: unknown. */
size_t gs_data_struct_size(unsigned number);

/* The value of a formula of data/pointees.in with these arguments (as in struct gs_wire_call; those
 * beyond n are 0). False: an argument is a name that it does not know, or the result is negative or
 * beyond 2^62. */
bool gs_data_formula(uint16_t formula, const uint64_t *args, unsigned n, uint64_t *result);
/* Numbers in a pixel of that format; 0: unknown. */
unsigned gs_data_components(uint32_t format);

/* A GL type (GL_UNSIGNED_SHORT, ...) of indices and lists; false: not such a type. */
bool gs_data_gl_type(uint32_t type, uint8_t *class, uint8_t *bits);
/* Bytes of one vertex in an array of such a type with so many components (or GL_BGRA); 0: not known
 * as a type of vertices. */
unsigned gs_data_vertex_bytes(uint32_t type, uint32_t components);
/* Bytes of one pixel, and the alignment unit of its rows; 0: unknown. bits_per_pixel of GL_BITMAP
 * is 1, else 8 * bytes. */
unsigned gs_data_pixel_bits(uint32_t format, uint32_t type, unsigned *unit);

/* Of the names that glCallLists takes: bytes of one, and the i-th, to which the list base is added
 * (OpenGL 4.6 compatibility, section 21.4.2). Of another type: as GL_INT. */
unsigned gs_data_list_name_bytes(uint32_t type);
uint32_t gs_data_list_name(const void *names, uint32_t type, uint32_t i);

#endif
