/* SPDX-License-Identifier: MIT */
/*
 * frontend/value-node - a value as a tree of texts, as the variables and watch lists show it. Made
 * in the session's thread, because types belong to the session's shader; afterwards it depends on
 * nothing.
 */
#ifndef GS_FRONTEND_VALUE_NODE_H
#define GS_FRONTEND_VALUE_NODE_H

#include "debugger/session/session.h"

/* The text of what was not written. */
#define GS_UNDEFINED_TEXT "undefined"

struct gs_value_node {
	char *name;	       /* "light", "pos", "[2]", "x" */
	char *expression;      /* "light.pos.x" */
	char *text;	       /* "(0.5, 1, 0)"; "" if there is no value */
	char *type;	       /* "vec3" */
	char *error;	       /* why there is no value; NULL */
	const char *qualifier; /* static, "" */
	bool changed, is_builtin;
	bool unwritten;		  /* undefined: not written yet */
	bool is_partly_unwritten; /* some of its parts are */
	const char
		*never_written_by; /* static; NULL: see struct gs_value; of all or a part of it */
	bool dropped;		   /* see struct gs_value */
	bool is_wrong;		   /* NaN or Inf in it */
	bool is_opaque;		   /* an opaque type, such as a sampler */
	bool is_deferred;	   /* not queried until expanded */
	struct gs_value_node **children;
	size_t n_children;
	size_t n_scalars;
	struct gs_scalar scalar; /* of a leaf with a value; base UNKNOWN: none */
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
/* The bits of a scalar of 32 bits, or 64, read otherwise: HEX and BINARY as they are, INTEGER and
 * FLOAT as if they were one. g_free. */
char *gs_scalar_text_as(const struct gs_scalar *scalar, enum gs_format format);
/* Before the text of a colour; bytes START to END, excluded, are to be drawn in it. */
#define GS_SWATCH "▕██▏"
enum { GS_SWATCH_START = 3, GS_SWATCH_END = 9 };
/* The colour of a vector of three or four numbers, 0xRRGGBB: reals clamped to 0 to 1, integers to 0
 * to 255; false: it is not a colour. Not finite: as frontend/pictures/image.h marks it. */
bool gs_value_node_colour(const struct gs_value_node *node, uint32_t *rgb);
/* The node's text in the format; g_free. COLOUR: "▕██▏#ff8000  (1, 0.5, 0)", and as declared what
 * is none. */
char *gs_value_node_text(const struct gs_value_node *node, enum gs_format format);

/* A leaf without value; the caller fills in the rest. */
struct gs_value_node *gs_value_node_new(const char *name);
struct gs_value_node *gs_value_node_from(
	const char *expression, const struct gs_value *value, const char *type_name);
void gs_value_node_free(struct gs_value_node *node);

/* Expressions of its scalars in GLSL's order, NULL-terminated; g_strfreev. */
char **gs_value_node_scalars(const struct gs_value_node *node);

/* The shortest text that reads back as the same number: "0.1", "1e+20", "nan", "-inf", "true", "7".
 * All that the window shows of a number is by this, or briefly by gs_scalar_brief. */
char *gs_scalar_text(const struct gs_scalar *scalar);
/* Where there is little room: of a number that may have a fraction, so many digits; g_free. */
char *gs_scalar_brief(const struct gs_scalar *scalar, int digits);
/* printf's "%.DIGITSg" in the C locale; "nan" whatever its sign, "inf", "-inf". g_free. */
char *gs_number_text(double number, int digits);
/* A value's text in which each number with a fraction or an exponent has so many digits at most;
 * g_free. */
char *gs_brief_text(const char *text, int digits);
/* How many scalars a type of this name has, 0 if it cannot be told (structs). */
size_t gs_type_name_scalars(const char *type);

#endif
