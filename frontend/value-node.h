/* SPDX-License-Identifier: MIT */
/*
 * frontend/value-node - a value as a tree of texts, for lists of variables and watches. It is made
 * in the session's thread, because types belong to the session's shader; afterwards it refers to
 * nothing.
 */
#ifndef GS_FRONTEND_VALUE_NODE_H
#define GS_FRONTEND_VALUE_NODE_H

#include "debugger/session/session.h"

/* Text of a value that has not been written. */
#define GS_UNDEFINED_TEXT "undefined"

struct gs_value_node {
	char *name;	       /* "light", "pos", "[2]", "x" */
	char *expression;      /* "light.pos.x" */
	char *text;	       /* "(0.5, 1, 0)"; "" if there is no value */
	char *type;	       /* "vec3" */
	char *error;	       /* why there is no value; NULL */
	const char *qualifier; /* static, "" */
	bool changed, is_builtin;
	bool unwritten;		      /* undefined, because not written yet */
	bool is_partly_unwritten;     /* some of its parts are undefined */
	const char *never_written_by; /* as in struct gs_value, for all or part of this value;
					 static; NULL */
	bool dropped;		      /* as in struct gs_value */
	bool is_wrong;		      /* a component is NaN or infinite */
	bool is_opaque;		      /* an opaque type, such as a sampler */
	bool is_deferred;	      /* not fetched until the user expands it */
	struct gs_value_node **children;
	size_t n_children;
	size_t n_scalars;
	struct gs_scalar scalar; /* value of a leaf; base UNKNOWN: no value */
};

enum gs_format {
	GS_FORMAT_NATURAL,
	GS_FORMAT_HEX,
	GS_FORMAT_BINARY,
	GS_FORMAT_INTEGER,
	GS_FORMAT_FLOAT,
	GS_FORMAT_COLOUR,
	GS_N_FORMATS
};
extern const char *const gs_format_names[GS_N_FORMATS];
/* Return the bits of a 32-bit or 64-bit scalar in the format: HEX and BINARY show them, INTEGER and
 * FLOAT reinterpret them; g_free. */
char *gs_scalar_text_as(const struct gs_scalar *scalar, enum gs_format format);
/* Prefix of a colour's text. Its bytes from START to before END are to be drawn in the colour. */
#define GS_SWATCH "▕██▏"
enum { GS_SWATCH_START = 3, GS_SWATCH_END = 9 };
/* Set *rgb to the colour of a vector of three or four numbers, 0xRRGGBB: reals are clamped to 0 to
 * 1, integers to 0 to 255; GS_IMAGE_NAN or GS_IMAGE_INF if one is not finite. Return false if the
 * node is no such vector. */
bool gs_value_node_colour(const struct gs_value_node *node, uint32_t *rgb);
/* Return the node's text in the format; g_free. COLOUR: "▕██▏#ff8000  (1, 0.5, 0)", or the natural
 * text if the node is no colour. */
char *gs_value_node_text(const struct gs_value_node *node, enum gs_format format);

/* Return a leaf without a value, whose other members the caller sets. */
struct gs_value_node *gs_value_node_new(const char *name);
/* Return the tree of a value. type_name: shown as its type; NULL: the name of value->type. */
struct gs_value_node *gs_value_node_from(
	const char *expression, const struct gs_value *value, const char *type_name);
void gs_value_node_free(struct gs_value_node *node);

/* Return the expressions of the node's scalars in GLSL's order, NULL-terminated; g_strfreev. */
char **gs_value_node_scalars(const struct gs_value_node *node);

/* Return the shortest text that reads back as the same number: "0.1", "1e+20", "nan", "-inf",
 * "true", "7"; g_free. The window shows each number by this function, or by gs_scalar_brief. */
char *gs_scalar_text(const struct gs_scalar *scalar);
/* Return the number's text for narrow places, with at most so many significant digits if it is
 * real; g_free. */
char *gs_scalar_brief(const struct gs_scalar *scalar, int digits);
/* Return printf's "%.DIGITSg" in the C locale; "nan" whatever its sign, "inf" or "-inf"; g_free. */
char *gs_number_text(double number, int digits);
/* Return a value's text with each number that has a fraction or an exponent shortened to at most so
 * many significant digits; g_free. */
char *gs_brief_text(const char *text, int digits);
/* Return how many scalars a type of this name has; 0 if the name does not tell (structs). */
size_t gs_type_name_scalars(const char *type);

#endif
