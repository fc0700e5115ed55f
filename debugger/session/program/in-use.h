/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/program/in-use - what the pending call would use: the program, GL's state,
 * textures, buffers and attachments, what the draw would leave in them. As all of a session
 * (session.h).
 */
#ifndef GS_SESSION_IN_USE_H
#define GS_SESSION_IN_USE_H

#include "debugger/session/session.h"

/* ---- what the pending call would use ---- */

/* Get the GL program in use, or the programs of a pipeline's stages; gs_program_info_clear. */
bool gs_session_program(struct gs_session *session, struct gs_program_info *info, GError **error);
/* Change a uniform until the program changes it. name: as `program` lists it; an array's without
 * [0] for all its elements, with [k] for one. value: numbers, true or false, matrices column by
 * column; brackets, commas and "vec3(...)" may stand around them. A member of a block
 * (debugger/session/program/block.h) is written into the program's buffer: *note (g_free) says so;
 * else it is NULL. */
bool gs_session_set_uniform(struct gs_session *session, const char *name, const char *value,
	char **note, GError **error);

/* Let the program draw with another source of a stage of the program in use. text: the source;
 * NULL: the program's own again. object: which of the stage's shader objects, from 0. If the driver
 * refuses the source, its messages are in the error. Not while a shader is being debugged. */
bool gs_session_set_source(struct gs_session *session, enum gs_stage stage, unsigned object,
	const char *text, GError **error);

/* Get what the draw framebuffer holds; gs_picture_clear. Of one without colour, return false with
 * error UNSUPPORTED, but fill in size and formats. */
bool gs_session_framebuffer(struct gs_session *session, struct gs_picture *picture, GError **error);
/* Get GL's state as lines "NAME = VALUE"; g_free. */
bool gs_session_state(struct gs_session *session, char **text, GError **error);
/* Record the state from now on whenever a stop is left and, if frames, when a frame begins, for
 * gs_session_state_changes; it takes some milliseconds each time. The first gs_session_state or
 * gs_session_state_changes begins it, too. */
void gs_session_note_state(struct gs_session *session, bool frames);
/* Return what of the state has changed since the last stop was left or, if frame, since this frame
 * began (after the swap of buffers before it), in the same context: struct gs_state_change, in GL's
 * order; g_ptr_array_unref. *since: the number of the call that was pending then; may be NULL. NULL
 * and error: the state was not recorded then. */
struct gs_state_change {
	char *name, *before, *now;
};
GPtrArray *gs_session_state_changes(
	struct gs_session *session, bool frame, uint64_t *since, GError **error);

/* ---- what is bound, and what it holds ---- */

struct gs_field;
/* Get all bindings of textures and buffers, and the attachments of the draw framebuffer, as
 * wire/inspect.h has them; g_free. */
struct gs_wire_resource;
bool gs_session_resources(
	struct gs_session *session, struct gs_wire_resource **resources, size_t *n, GError **error);
/* Return where it is bound: "unit 3", "GL_UNIFORM_BUFFER 2"; g_free. */
char *gs_resource_binding(const struct gs_wire_resource *resource);
/* Return the name of an enum, such as "GL_RGBA8", or "unknown"; static. */
const char *gs_resource_enum(uint32_t value);
/* Return the short name of a format, such as "RGBA8"; static; NULL: it is not known. */
const char *gs_resource_format(uint32_t format);
/* Return the names of the samplers or images that read a texture's unit, or of the attribute that
 * is read from a buffer: "tiles, noise[2]"; g_free. NULL: the GL program reads nothing there. */
char *gs_resource_users(
	const struct gs_wire_resource *resource, const struct gs_program_info *program);
/* Return whether a draw with the GL program (0: fixed function) reads this texture; false: its
 * target is not enabled, or not the one that the unit's samplers read. */
bool gs_resource_is_read(
	const struct gs_wire_resource *resource, const struct gs_program_info *program);

struct gs_texel_location {
	uint32_t texture;	       /* 0: an attachment */
	uint32_t attachment;	       /* GL_COLOR_ATTACHMENT0, GL_BACK_LEFT, GL_DEPTH, ... */
	unsigned level, layer, sample; /* layer: slice; face of a cube map; 6 * cube + face */
	bool stencil;		       /* the stencil of a packed depth and stencil format */
	unsigned step; /* above 1: read only one texel of each square of step x step of them */
	bool quickly;  /* with a step: fail if that needs a large image to be read as a whole */
};
/* Return texels as they are stored (sRGB encoded, integers as integers), row 0 at y = 0, with
 * components r g b a, l, i, d (depth) or s (stencil); gs_field_free. Those of a buffer texture are
 * as gs_session_buffer returns them, by the texture's format. NULL: error. */
struct gs_field *gs_session_texels(
	struct gs_session *session, const struct gs_texel_location *location, GError **error);
/* Return elements of a buffer; gs_field_free. NULL: error. */
struct gs_field *gs_session_buffer(
	struct gs_session *session, const struct gs_buffer_view *view, GError **error);

/* What is said of a draw that GL will not execute. */
#define GS_UNDRAWN "the draw is not made: the condition of glBeginConditionalRender is not met"
/* What of the pending draw gs_session_drawn shows. */
struct gs_drawn_location {
	unsigned what;	 /* enum gs_drawn */
	unsigned aspect; /* enum gs_drawn_aspect: a draw buffer's colours; of AFTER, also depth or
			    stencil */
	unsigned buffer, layer, sample;
	unsigned untested; /* of all but AFTER: enum gs_pixel_test, the first that is not made, nor
			      those after it; 0: all are made */
};
/* Return whether the session's per-fragment operations differ from the program's. */
bool gs_session_drawn_otherwise(const struct gs_session *session);
/* Redraw the pending draw, with the program's own shaders, onto a copy of a draw buffer. Return, as
 * a field to be freed by gs_field_free: of GS_DRAWN_OUTPUT what the fragment shader gives; of
 * GS_DRAWN_AFTER what the framebuffer will hold, or would hold with the session's per-fragment
 * operations (gs_session_drawn_otherwise); of GS_DRAWN_COVERED how many samples of each pixel the
 * draw covers. *undrawn (may be NULL): GL will not execute the draw, since the condition of
 * glBeginConditionalRender is not met (GS_UNDRAWN); AFTER is what is there already then, and
 * nothing is covered. NULL: error. */
struct gs_field *gs_session_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, bool *undrawn, GError **error);

/* Of the focus element of a fragment shader: what was captured, beside what the draw writes when it
 * is not debugged. */
struct gs_check {
	unsigned x, y, layer, sample; /* pixel */
	unsigned n;		      /* components */
	char *element;		      /* "(3, 4)", "(3, 4, layer 1)"; g_free */
	bool finished;		      /* at the end of main */
	bool has_debugged; /* .debugged is known: at the end of main, if an output was written */
	bool discarded;	   /* the debugged fragment was; has_debugged is false then */
	unsigned held;	   /* which components the framebuffer has, a bit each */
	double debugged[4], output[4], after[4];
	enum gs_base base;  /* of these */
	unsigned undefined; /* which components of debugged were not written, a bit each */
	bool same_output;   /* the undebugged shader gives what was captured; true also if that is
			       not known */
	bool same_after;    /* the framebuffer will hold what the undebugged shader gives, in the
			       components that it has */
	char *expression;   /* the output; NULL: not known */
	char *why;	    /* sentences about differences; "" if there are none */
};
void gs_check_clear(struct gs_check *check);
bool gs_session_check(struct gs_session *session, struct gs_check *check, GError **error);

#endif
