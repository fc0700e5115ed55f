/* SPDX-License-Identifier: MIT */
/*
 * data/ - tables of all GL, GLX, EGL and GLES functions and constants. Tables generated at build
 * time from the Khronos XML and from the *.in of data/. GLib-free, no state,
 * thread-safe, all results static.
 *
 * Functions are numbered by data/functions.h (generated): enum gs_gl_function { GS_FN_eglBindAPI,
 * ..., GS_N_FUNCTIONS }, sorted by name. A number outside is answered with NULL, "" or 0.
 */
#ifndef GS_DATA_H
#define GS_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "data/functions.h"

/* How the raw 64-bit argument of struct gs_wire_call is to be read. */
enum gs_class {
	GS_CLASS_VOID,	   /* return type only */
	GS_CLASS_INT,	   /* signed, sign-extended, .bits wide */
	GS_CLASS_UINT,	   /* unsigned, zero-extended, .bits wide */
	GS_CLASS_FLOAT,	   /* bits of a float in the low 32 */
	GS_CLASS_DOUBLE,   /* bits of a double */
	GS_CLASS_BOOLEAN,  /* GL_FALSE, GL_TRUE; EGLBoolean, Bool */
	GS_CLASS_ENUM,	   /* .group may be NULL */
	GS_CLASS_BITFIELD, /* .group may be NULL */
	GS_CLASS_HANDLE,  /* object names (.group: "program", "texture", ... or NULL), XIDs, GLsync,
			     GLXContext, ... */
	GS_CLASS_POINTER, /* to memory of the program; .pointee says to what */
};

/* Which of these functions ... ; data/flags.in. */
enum gs_function_flag {
	GS_FUNCTION_DRAWS =
		1 << 0, /* draws or dispatches when executed (glEnd and glCallList among them) */
	GS_FUNCTION_DISPATCHES = 1 << 1, /* compute: also DRAWS */
	GS_FUNCTION_SWAPS = 1 << 2,	 /* ends a frame */
	GS_FUNCTION_SWITCHES_PROGRAM = 1 << 3,
	GS_FUNCTION_IN_BLOCK = 1 << 4,	     /* allowed between glBegin and glEnd */
	GS_FUNCTION_INDIRECT = 1 << 5,	     /* draw parameters come from a buffer */
	GS_FUNCTION_NO_ERROR_CHECK = 1 << 6, /* glGetError must not or need not be called after it:
						glBegin, glGetError, ... */
	GS_FUNCTION_LISTED = 1 << 7,	     /* compiled into a display list between glNewList and
						glEndList: draws only */
	GS_FUNCTION_MARKS = 1 << 8,	     /* begins or ends a debug group, or sets a marker */
	GS_FUNCTION_OURS = 1 << 9,	     /* no driver has it: the preload library answers */
	GS_FUNCTION_NAMES = 1 << 10,	     /* says what things are called */
	GS_FUNCTION_FOLLOWED = 1 << 11,	     /* the list of calls (debugger/calls) looks at it as it
						comes */
	GS_FUNCTION_ARRAYS = 1 << 12,	     /* takes or gives arrays of names of objects */
	GS_FUNCTION_SHOWS = 1 << 13,	     /* ends a frame in a program, and none in a trace */
	GS_FUNCTION_POINTERS = 1 << 14, /* has an argument that is a pointer (by the registry) */
	GS_FUNCTION_TIMED = 1 << 15,	/* what it answers depends on how quick GL is */

	/* what their pointers point at is in the list of calls, whatever is logged */
	GS_FUNCTION_LOGS_MEMORY = GS_FUNCTION_MARKS | GS_FUNCTION_NAMES | GS_FUNCTION_ARRAYS,
};

/* What functions do; data/kinds.in. */
enum gs_function_kind {
	/* GLX and EGL */
	GS_KIND_WINDOW = 1 << 0,
	GS_KIND_CREATES_CONTEXT = 1 << 1,
	GS_KIND_DESTROYS_CONTEXT = 1 << 2,
	GS_KIND_MAKES_CURRENT = 1 << 3,
	GS_KIND_ASKS_CONFIG = 1 << 4, /* for an attribute of a configuration or visual */
	GS_KIND_NEEDLESS = 1 << 5,    /* no later call depends on it */
	/* data given to GL */
	GS_KIND_BUFFER_DATA = 1 << 6,  /* makes a buffer's storage */
	GS_KIND_BUFFER_PART = 1 << 7,  /* replaces some of it */
	GS_KIND_BUFFER_WRITE = 1 << 8, /* GL writes into the buffer that is bound or named */
	GS_KIND_MAPS = 1 << 9,	       /* buffers */
	GS_KIND_TEXTURE = 1 << 10,     /* gives pixels to a texture */
	GS_KIND_PIXELS = 1 << 11,      /* draws pixels */
	GS_KIND_UNPACKS = 1 << 12,     /* reads pixels or texels of the program */
	GS_KIND_UNIFORM = 1 << 13,     /* sets uniforms */
	GS_KIND_ARRAY = 1 << 14,       /* sets where an array of vertices is */
	GS_KIND_VERTEX = 1 << 15,      /* gives GL a vertex, or an attribute of one */
	GS_KIND_MATRIX = 1 << 16,
	/* shaders */
	GS_KIND_SHADER = 1 << 17, /* gives sources */
	GS_KIND_COMPILES = 1 << 18,
	/* what the program asks for */
	GS_KIND_ASKS = 1 << 19, /* for state */
	GS_KIND_READS_BUFFER = 1 << 20,
	GS_KIND_READS_PIXELS = 1 << 21,
	GS_KIND_RESULT = 1 << 22,  /* of a query object */
	GS_KIND_VERBOSE = 1 << 23, /* seldom wanted in a listing */
	/* draws and what they depend on */
	GS_KIND_DRAW = 1 << 24, /* by a call alone: no glEnd, glCallList, dispatch */
	GS_KIND_CLEARS = 1 << 25,
	GS_KIND_BINDS_PROGRAM = 1 << 26,
	GS_KIND_BINDS_TEXTURE = 1 << 27,
	GS_KIND_BINDS_FRAMEBUFFER = 1 << 28,
	GS_KIND_SYNCHRONIZES = 1 << 29, /* what the program and GL write into mapped memory */
	GS_KIND_ASKS_WINDOW = 1 << 30,	/* GLX or EGL for something */
	/* windows */
	GS_KIND_MAKES_DRAWABLE = 1ull << 31, /* a window, a pixmap or a pbuffer of GLX or EGL */
	GS_KIND_EGL = 1ull << 32,
	/* buffers */
	GS_KIND_UNMAPS = 1ull << 33,
	GS_KIND_FLUSHES_MAPPED = 1ull << 34, /* says what was written into a mapping */
	GS_KIND_COPIES_BUFFER = 1ull << 35,
	GS_KIND_CLEARS_BUFFER = 1ull << 36,
	/* textures */
	GS_KIND_TEXTURE_LEVEL = 1ull << 37,   /* makes a level of the bound one */
	GS_KIND_TEXTURE_STORAGE = 1ull << 38, /* makes all levels */
	GS_KIND_MULTISAMPLED = 1ull << 39,    /* ... of a texture with samples */
	GS_KIND_GENERATES_LEVELS = 1ull << 40,
	GS_KIND_TEXTURE_ELSEWHERE = 1ull << 41, /* has a texture's texels come otherwise */
	GS_KIND_TEXTURE_PARAMETER = 1ull << 42,
	GS_KIND_SAMPLER_PARAMETER = 1ull << 43,
	GS_KIND_TEXTURE_HANDLE = 1ull << 44, /* of bindless textures */
	/* vertices */
	GS_KIND_ENABLES_ARRAY = 1ull << 45,
	GS_KIND_DISABLES_ARRAY = 1ull << 46,
	GS_KIND_BINDS_ARRAY = 1ull << 47,    /* to a buffer */
	GS_KIND_ARRAY_FORMAT = 1ull << 48,   /* says how an array is laid out, or steps */
	GS_KIND_CHANGES_ARRAYS = 1ull << 49, /* what arrays read, or whether they do */
	GS_KIND_ATTRIBUTE = 1ull << 50,	     /* its index is an attribute's */
	GS_KIND_MAY_BE_VERTEX = 1ull << 51,  /* where such an array or map is enabled */
	/* questions */
	GS_KIND_ASKS_QUERY = 1ull << 52, /* a query object, or about one */
	GS_KIND_ASKS_LOCATION = 1ull << 53,
	GS_KIND_ASKS_MOMENT = 1ull << 54, /* the answer depends on when it is asked */
	/* framebuffers */
	GS_KIND_BLITS = 1ull << 55,
	GS_KIND_CHOOSES_BUFFER = 1ull << 56, /* to draw into or to read from */
	GS_KIND_ATTACHES = 1ull << 57,
	GS_KIND_ATTACHES_SIMPLY = 1ull << 58, /* ... one image, or all layers of a level */
	GS_KIND_RENDERBUFFER_STORAGE = 1ull << 59,
	/* state */
	GS_KIND_ENABLES = 1ull << 60,
	GS_KIND_DISABLES = 1ull << 61,
	GS_KIND_COLOURS = 1ull << 62, /* sets the current colour or a material */
	GS_KIND_LABELS = 1ull << 63,  /* gives an object a name for people, or asks for it */
};

/* What functions do to a matrix; data/matrices.in. */
enum gs_function_matrix {
	GS_MATRIX_LOAD = 1 << 0,
	GS_MATRIX_IDENTITY = 1 << 1,
	GS_MATRIX_MULTIPLY = 1 << 2,
	GS_MATRIX_ROTATE = 1 << 3,
	GS_MATRIX_SCALE = 1 << 4,
	GS_MATRIX_TRANSLATE = 1 << 5,
	GS_MATRIX_ORTHO = 1 << 6,
	GS_MATRIX_FRUSTUM = 1 << 7,
	GS_MATRIX_PUSH = 1 << 8,
	GS_MATRIX_POP = 1 << 9,
	GS_MATRIX_TRANSPOSED = 1 << 10, /* LOAD, MULTIPLY: row by row */
	GS_MATRIX_FIXED = 1 << 11,	/* its numbers have 16 bits behind the point */
};

/* What becomes of a call between glNewList and glEndList; data/lists.in. Of the first six a
 * function has one; none: UNKNOWN. */
enum gs_function_list {
	GS_LIST_IMMEDIATE = 1 << 0, /* executed at once */
	GS_LIST_OBJECTS = 1 << 1, /* the same by the specification, while some drivers compile it */
	GS_LIST_MATRIX = 1 << 2,  /* goes into the list, and changes matrices */
	GS_LIST_KEPT = 1 << 3,	  /* ... and changes what glPushAttrib keeps */
	GS_LIST_COMPILED = 1 << 4, /* ... and does anything else */
	GS_LIST_UNKNOWN = 1 << 5,
	/* executed twice it is as executed once: */
	GS_LIST_ABSOLUTE = 1 << 6,   /* always */
	GS_LIST_OF_PROGRAM = 1 << 7, /* where the same program is in use */
	GS_LIST_OF_UNIT = 1 << 8,    /* where the same texture unit is active */
};

struct gs_parameter {
	const char *name;   /* "" for the return value */
	const char *type;   /* as in C: "const GLfloat *" */
	const char *group;  /* of enums, bitfields and handles; NULL unknown */
	const char *length; /* of what a pointer points at, in elements: "4", "count*16",
			       "COMPSIZE(...)"; NULL unknown */
	uint8_t class;	    /* enum gs_class */
	uint8_t bits;	    /* 8, 16, 32, 64 */
	uint8_t pointee;    /* enum gs_class; VOID for void * and structs */
	uint8_t pointee_bits;
	bool in; /* pointer to const */
};

enum gs_function_api {
	GS_FUNCTION_GL = 1,
	GS_FUNCTION_GLES = 2,
	GS_FUNCTION_GLX = 4,
	GS_FUNCTION_EGL = 8
};

struct gs_function_info {
	const char *name;
	const char *origin;   /* where it first appeared: "GL_VERSION_1_1", "GL_ARB_sync",
				 "EGL_VERSION_1_0" */
	uint8_t apis;	      /* enum gs_function_api bits */
	uint8_t n_parameters; /* <= GS_WIRE_ARGS */
	struct gs_parameter returns;
	const struct gs_parameter *parameters;
};

struct gs_wire_call;

const char *gs_data_name(unsigned function);
unsigned gs_data_flags(unsigned function); /* enum gs_function_flag bits */
/* Return whether the call ends a frame: one that always does, or as the recorder says of it. */
bool gs_data_ends_frame(const struct gs_wire_call *call);
/* Return whether the function gives GL work that takes a time of its own: draws, dispatches,
 * clears and copies of pixels; glEnd, for all from glBegin on. */
bool gs_data_gives_gl_work(unsigned function);
/* Return whether it changes what is attached to the framebuffer that is bound: draws, clears and
 * blits. */
bool gs_data_draws_pixels(unsigned function);
/* Return whether a driver whose GL_RENDERER that is (NULL: not known) draws with the processor, and
 * defers draws, so that its timestamps say nothing of them. */
bool gs_data_draws_in_software(const char *renderer);
uint64_t gs_data_kinds(unsigned function); /* enum gs_function_kind bits */
/* The same by name. Of a function that the registry lacks: WINDOW where its name is none of GL's.
 */
uint64_t gs_data_kinds_named(const char *name);
unsigned gs_data_list(unsigned function);   /* enum gs_function_list bits */
unsigned gs_data_matrix(unsigned function); /* enum gs_function_matrix bits */
/* By the letters at the end of its name (OpenGL 4.6, section 2.2): what an integer that it takes is
 * a fraction of, 255 of glColor3ub; -1 of a signed one, 0 of one that takes none. */
double gs_data_largest_of(const char *name);
/* ... whether its numbers have 16 bits behind the point: glFogx, glFogxvOES. */
bool gs_data_is_fixed_point(const char *name);
/* The function that does the same by the same arguments and has no vendor's suffix: of
 * glBindBufferARB glBindBuffer. The function itself where there is none, and for a number outside.
 */
unsigned gs_data_plain(unsigned function);
int gs_data_find(const char *name);				    /* -1 */
const struct gs_function_info *gs_data_function(unsigned function); /* NULL */

/* How comments begin that the recorder writes and others look for; each is a made-up
 * glStringMarkerGREMEDY. The time when the frame ended; that the call just before is without memory
 * that a trace has no room for; in an extracted trace, that what was asked for begins. */
#define GS_COMMENT_TIME "time "
#define GS_COMMENT_TIMES "times " /* trace/times.h */
#define GS_COMMENT_BEGINS "begins: "
/* What lived in a context when the recording began comes next, as calls that make it; and what of
 * it cannot be had: KIND NAME: WHY. */
#define GS_COMMENT_LIVES "what lives: "
#define GS_COMMENT_MISSING "missing: "
#define GS_COMMENT_TOO_LONG "too long: "

/* The category of a function (data/categories.in), and the version or extension that introduced it.
 * Names: NULL past the end. */
unsigned gs_data_category(unsigned function);
const char *gs_data_category_name(unsigned category); /* "Drawing" */
unsigned gs_data_origin(unsigned function);
const char *gs_data_origin_name(unsigned origin); /* "GL_VERSION_2_0" */

/* "GL_TRIANGLES" -> 4; also GLX_ and EGL_ names. False: unknown. */
bool gs_data_enum_value(const char *name, uint64_t *value);
/* 4 in "PrimitiveType" -> "GL_TRIANGLES". Group NULL or without that value: the best-known name of
 * all those of an API (enum gs_function_api bits, e.g. .apis of the function; 0 any), bits of masks
 * excepted, and GL's below 0x100, which mean something else in each group. NULL: none. */
const char *gs_data_enum_name(const char *group, uint64_t value, unsigned api);
/* "GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | 0x3", as snprintf. "0" for none. */
size_t gs_data_bitfield_text(const char *group, uint64_t value, char *buffer, size_t size);
/* Members of a group, for completion: the i-th name, or NULL past the end. */
const char *gs_data_group_member(const char *group, size_t i);

#endif
