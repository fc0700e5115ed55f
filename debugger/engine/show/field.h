/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/show/field - numbers, flags or colours of all elements side by side, and such as
 * files. A field owns all that it points at: gs_field_free. Saving and loading fail with
 * CANNOT_WRITE, USAGE (the file's ending, or what it holds) or what patience says.
 */
#ifndef GS_FIELD_H
#define GS_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>
#include "glsl/glsl.h"
#include "instrument/instrument.h"
#include "wire/wire.h"

struct gs_patience;

/* Who an element is, as its stage counts: fragment x, y [, layer] [, sample]; vertex index,
 * instance [, draw]; tess-control and tess-evaluation patch, vertex; geometry primitive,
 * invocation; compute x, y, z. */
struct gs_element {
	unsigned n;
	uint32_t at[4];
	const char *name[4]; /* static; column names of CSV files */
};

struct gs_rect { /* cells of the grid of elements */
	unsigned x, y, width, height;
};

/* The value of an expression over the whole target. */
struct gs_field {
	unsigned width, height; /* the grid of elements; fragments: row 0 at y = 0 */
	unsigned planes; /* fragments: samples * layers, one below the other, each height / planes
			    rows */
	struct gs_element
		*elements; /* stages other than fragment: the element of each cell; else NULL */
	struct gs_type type;
	char *type_name, *expression;
	enum gs_base *bases; /* of each scalar, where the type does not tell; else NULL */
	size_t n_scalars;
	char **scalar_names; /* as GLSL would: "color.r" is "color.x" where x was asked; m[2][0] */
	double *values;	 /* [(y * width + x) * n_scalars + k], NaN where not active (bools 0/1) */
	uint64_t *bits;	 /* the same, exact; NULL if every scalar is a float */
	uint8_t *active; /* [y * width + x]: 1 the element stands here */
	uint64_t n_total, n_active, n_nan, n_inf;
	uint32_t format;  /* of an image, as GL numbers them (GL_RGBA8); 0: another field, or not
			     known */
	bool unit_range;  /* colours of a fixed-point format: from 0 to 1, whatever there is of them
			   */
	unsigned samples; /* of each pixel of an image; at most 1: it has one */
	/* Of an expression: the focus element's path has written nothing of it; which stage never
	 * writes an input in it, static, NULL. */
	bool unwritten;
	const char *never_written_by;
	uint8_t *undefined;	    /* not 0 for scalars that no element has written; NULL: none */
	uint8_t *undefined_on_path; /* not 0 for those that the focus element has not; NULL: none */
	size_t focus;		    /* its cell, where undefined_on_path is not NULL */
	bool dropped;		    /* it reads a uniform that the driver's program has not got */
	double *min,
		*max; /* of each scalar over the finite values of active elements; NaN if none */
};

/* A field of one type whose scalars have these names. It takes the names and the title; its values
 * are still to be filled in. */
struct gs_field *gs_field_new(
	unsigned width, unsigned height, const struct gs_type *type, char **names, char *title);
/* Memory for the values, and unless all scalars are floats the bits, of any contents, and for who
 * is active: nobody. Size and n_scalars are set. */
void gs_field_reserve(struct gs_field *field, bool floats);
/* The types of its scalars, which stay known where ->type is forgotten; g_free. */
enum gs_base *gs_field_bases(const struct gs_field *field);
/* One of its numbers, of its own type and exact; a NaN where there is none. */
struct gs_scalar gs_field_scalar(const struct gs_field *field, size_t cell, size_t k);
/* The least and the greatest finite one of active elements, likewise. */
void gs_field_range(const struct gs_field *field, size_t k, struct gs_scalar *least,
	struct gs_scalar *greatest);
/* A number that stands for one of that type; of another one, where that has no such number. */
struct gs_scalar gs_number_scalar(enum gs_base base, double number);
double gs_scalar_number(const struct gs_scalar *scalar);
bool gs_base_is_real(enum gs_base base); /* its numbers may have fractions */
/* The text of a number that was fetched, as consoles and files have it: an integer has all its
 * digits, a double those with which it reads back the same, a float nine at most; nan, inf, -inf.
 * Returns text. */
const char *gs_fetched_text(
	const struct gs_scalar *scalar, char text[static G_ASCII_DTOSTR_BUF_SIZE]);
void gs_field_count(struct gs_field *field); /* min, max, NaN, Inf of its values */
void gs_field_free(struct gs_field *field);  /* NULL is fine */
/* Whether a cell holds nothing but what the driver has for what was not written. */
bool gs_field_is_undefined(const struct gs_field *field, size_t cell, size_t scalar);
/* Subtracts what was saved as .npy before, of the same elements and as many scalars; active where
 * both are. NaN where either is. */
bool gs_field_subtract(struct gs_field *field, const char *path, const struct gs_patience *patience,
	GError **error);
/* By ending .csv .npy .pfm .png */
bool gs_field_save(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error);

/* Who stands here, and at a decision which way each goes: one enum gs_element_flag byte a pixel. */
struct gs_mask {
	unsigned width, height;
	uint8_t *flags;
	uint64_t n_total, n_active, n_true, n_false, n_absent, n_left;
	bool is_decision, is_loop;
};
void gs_mask_free(struct gs_mask *mask);
/* PNG */
bool gs_mask_save(const struct gs_mask *mask, bool condition, const char *path,
	const struct gs_patience *patience, GError **error);

struct gs_picture { /* top row first, RGBA8, not premultiplied */
	unsigned width, height;
	GBytes *rgba;
	uint32_t colour, depth; /* GL's formats of a framebuffer; 0: it has none, or not known */
	uint32_t point;	      /* of the colour, as struct gs_texel_location has it; 0: not known */
	uint32_t framebuffer; /* 0: the window's */
	char label[GS_LABEL_SIZE]; /* the framebuffer's; "": none */
};
void gs_picture_clear(struct gs_picture *picture);
/* PNG */
bool gs_picture_save(const struct gs_picture *picture, const char *path,
	const struct gs_patience *patience, GError **error);

#endif
