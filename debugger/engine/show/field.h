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

/* The identity of an element, by stage: fragment x, y [, layer] [, sample]; vertex index, instance
 * [, draw]; tess-control and tess-evaluation patch, vertex; geometry primitive, invocation; compute
 * x, y, z. */
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
	enum gs_base *bases; /* of each scalar, if the type does not say; else NULL */
	size_t n_scalars;
	char **scalar_names; /* in GLSL: "color.x", "m[2][0]" */
	double *values;	 /* [(y * width + x) * n_scalars + k], NaN where not active (bools 0/1) */
	uint64_t *bits;	 /* the same, exact; NULL if every scalar is a float */
	uint8_t *active; /* [y * width + x]: 1 if the element is here */
	uint64_t n_total, n_active, n_nan, n_inf;
	uint32_t format; /* GL's internal format of an image; 0: another field, or not known */
	bool unit_range; /* colours of a fixed-point format: show 0 to 1, whatever the values are */
	unsigned samples; /* per pixel of an image; 0 and 1: one */
	/* Of an expression: whether the focus element's path has written none of it; and the stage
	 * that never writes an input in it, static or NULL. */
	bool unwritten;
	const char *never_written_by;
	uint8_t *undefined;	    /* not 0 for scalars that no element has written; may be NULL */
	uint8_t *undefined_on_path; /* likewise for the focus element */
	size_t focus;		    /* its cell, if undefined_on_path is not NULL */
	bool dropped;		    /* it reads a uniform that the driver has optimised away */
	double *min,
		*max; /* of each scalar over the finite values of active elements; NaN if none */
};

/* Makes a field of one type, without values. Takes the names of the scalars and the title. */
struct gs_field *gs_field_new(
	unsigned width, unsigned height, const struct gs_type *type, char **names, char *title);
/* Allocates values, bits unless all scalars are floats, both uninitialised, and active, all 0. Size
 * and n_scalars must be set. */
void gs_field_reserve(struct gs_field *field, bool floats);
/* Returns the base types of its scalars, for use without ->type; g_free. */
enum gs_base *gs_field_bases(const struct gs_field *field);
/* Returns one of its numbers in its own type, exactly; NaN if there is none. */
struct gs_scalar gs_field_scalar(const struct gs_field *field, size_t cell, size_t k);
/* Gets the least and the greatest finite number of active elements, likewise. */
void gs_field_range(const struct gs_field *field, size_t k, struct gs_scalar *least,
	struct gs_scalar *greatest);
/* Returns the number as a scalar of that type, or of another type that can hold it. */
struct gs_scalar gs_number_scalar(enum gs_base base, double number);
double gs_scalar_number(const struct gs_scalar *scalar);
bool gs_base_is_real(enum gs_base base); /* whether its numbers may have fractions */
/* Writes a real number with as many digits as it takes to read back the same float, or double; nan,
 * inf, -inf. Returns text. */
const char *gs_real_text(double number, bool is_float, char text[static G_ASCII_DTOSTR_BUF_SIZE]);
/* Writes a fetched number as text, for consoles and files: an integer with all digits, a double
 * with as many as it takes to read back the same, a float with at most nine; nan, inf, -inf.
 * Returns text. */
const char *gs_fetched_text(
	const struct gs_scalar *scalar, char text[static G_ASCII_DTOSTR_BUF_SIZE]);
void gs_field_count(struct gs_field *field); /* sets min, max, n_nan, n_inf */
void gs_field_free(struct gs_field *field);  /* NULL is fine */
/* Whether a scalar of a cell is undefined, because it was not written. */
bool gs_field_is_undefined(const struct gs_field *field, size_t cell, size_t scalar);
/* Subtracts a field of the same elements and number of scalars, saved as .npy. A cell is active if
 * it is in both, NaN if it is in either. */
bool gs_field_subtract(struct gs_field *field, const char *path, const struct gs_patience *patience,
	GError **error);
/* Saves it in the format of the ending: .csv .npy .pfm .png */
bool gs_field_save(const struct gs_field *field, const char *path,
	const struct gs_patience *patience, GError **error);

/* Which elements are here, and at a decision which way each goes: enum gs_element_flag bits of each
 * cell. */
struct gs_mask {
	unsigned width, height;
	uint8_t *flags;
	uint64_t n_total, n_active, n_true, n_false, n_absent, n_left;
	bool is_decision, is_loop;
};
void gs_mask_free(struct gs_mask *mask);
/* Saves it as PNG. */ bool gs_mask_save(const struct gs_mask *mask, bool condition,
	const char *path, const struct gs_patience *patience, GError **error);

struct gs_picture { /* top row first, RGBA8, not premultiplied */
	unsigned width, height;
	GBytes *rgba;
	uint32_t colour, depth; /* GL's internal formats; 0: none, or not known */
	uint32_t point; /* attachment of the colour, as in struct gs_texel_location; 0: not known */
	uint32_t framebuffer;	   /* 0: the window's */
	char label[GS_LABEL_SIZE]; /* the framebuffer's; "": none */
};
void gs_picture_clear(struct gs_picture *picture);
/* Saves it as PNG. */ bool gs_picture_save(const struct gs_picture *picture, const char *path,
	const struct gs_patience *patience, GError **error);

#endif
