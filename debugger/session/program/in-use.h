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

bool gs_session_program(struct gs_session *session, struct gs_program_info *info, GError **error);
/* name: as `program` lists it, an array's without [0] (all its elements) or with [k] (one). value:
 * numbers, true or false, matrices column by column; brackets, commas and "vec3(...)" may stand
 * around them. It stays until the program changes it. A member of a block
 * (debugger/session/program/block.h) is written into the program's buffer: note, g_free, says so;
 * else NULL. */
bool gs_session_set_uniform(struct gs_session *session, const char *name, const char *value,
	char **note, GError **error);

/* Runs on with another source for a stage of the program in use: text, or NULL, the program's own
 * again. object: among the stage's shader objects, from 0. The driver's messages are in the error.
 * Not while a shader is being debugged. */
bool gs_session_set_source(struct gs_session *session, enum gs_stage stage, unsigned object,
	const char *text, GError **error);

/* False with UNSUPPORTED and a size: the framebuffer has no colour; its size and formats are told.
 */
bool gs_session_framebuffer(struct gs_session *session, struct gs_picture *picture, GError **error);
/* lines "NAME = VALUE" */
bool gs_session_state(struct gs_session *session, char **text, GError **error);
/* From now on the state is noted whenever a stop is left, and with frames also when a frame begins,
 * which takes some milliseconds each. The first look at the state (gs_session_state), or at what
 * has changed, has it noted from then on, too. */
void gs_session_note_state(struct gs_session *session, bool frames);
/* What of the state is different from what it was when the last stop was left, or when this frame
 * began (after the swap of buffers before it), in the same context. In GL's order. since: the call
 * that was pending then, may be NULL. NULL: it was not noted. */
struct gs_state_change {
	char *name, *before, *now;
};
GPtrArray *gs_session_state_changes(
	struct gs_session *session, bool frame, uint64_t *since, GError **error);

/* ---- what is bound, and what it holds ---- */

struct gs_field;
/* Each binding of a texture, a buffer, or an attachment of the draw framebuffer; g_free.
 * wire/inspect.h */
struct gs_wire_resource;
bool gs_session_resources(
	struct gs_session *session, struct gs_wire_resource **resources, size_t *n, GError **error);
/* "unit 3", "GL_UNIFORM_BUFFER 2"; g_free */
char *gs_resource_binding(const struct gs_wire_resource *resource);
const char *gs_resource_enum(uint32_t value);	 /* "GL_RGBA8"; static, "unknown" */
const char *gs_resource_format(uint32_t format); /* "RGBA8"; static; NULL: not known */
/* What the program calls the samplers or images of a texture's unit, or the attribute that is read
 * from a buffer: "tiles, noise[2]"; g_free. NULL: it reads none from there. */
char *gs_resource_users(
	const struct gs_wire_resource *resource, const struct gs_program_info *program);
/* False: a draw with the program (0: fixed function) does not read this texture, as its target is
 * not enabled, or not the one that the unit's samplers read. */
bool gs_resource_is_read(
	const struct gs_wire_resource *resource, const struct gs_program_info *program);

struct gs_texel_location {
	uint32_t texture;	       /* 0: an attachment */
	uint32_t attachment;	       /* GL_COLOR_ATTACHMENT0, GL_BACK_LEFT, GL_DEPTH, ... */
	unsigned level, layer, sample; /* layer: slice; face of a cube map; 6 * cube + face */
	bool stencil;		       /* of a packed depth and stencil format */
	unsigned step; /* greater than 1: of each square of so many texels only one is wanted; then:
			*/
	bool quickly;  /* else not at all */
};
/* As stored (sRGB encoded, integers as integers), row 0 at y = 0; components r g b a, l, i, d(epth)
 * or s(tencil). Of a buffer texture: as gs_session_buffer, by the texture's format. */
struct gs_field *gs_session_texels(
	struct gs_session *session, const struct gs_texel_location *location, GError **error);
struct gs_field *gs_session_buffer(
	struct gs_session *session, const struct gs_buffer_view *view, GError **error);

/* What the pending draw, with the program's own shaders, makes of a draw buffer: GS_DRAWN_OUTPUT
 * what the fragment shader gives, GS_DRAWN_AFTER what the framebuffer will hold, or would hold with
 * the session's per-fragment operations: is it so? gs_session_drawn_otherwise; GS_DRAWN_COVERED how
 * many samples of each pixel the draw covers. Redrawn onto a copy. undrawn: whether GL will not
 * execute the draw, because the condition of glBeginConditionalRender is not met: AFTER is then
 * what is there already, and nothing is covered; may be NULL. */
#define GS_UNDRAWN "the draw is not made: the condition of glBeginConditionalRender is not met"
struct gs_drawn_location {
	unsigned what;	 /* enum gs_drawn */
	unsigned aspect; /* enum gs_drawn_aspect: a draw buffer's colours, or depth or stencil,
			    after only */
	unsigned buffer, layer, sample;
	unsigned untested; /* output: enum gs_pixel_test, from this one on none is made; 0: all are
			    */
};
bool gs_session_drawn_otherwise(const struct gs_session *session);
struct gs_field *gs_session_drawn(struct gs_session *session,
	const struct gs_drawn_location *location, bool *undrawn, GError **error);

/* The focus element of a fragment shader: what was captured beside what the draw writes without us.
 */
struct gs_check {
	unsigned x, y, layer, sample; /* pixel */
	unsigned n;		      /* components */
	char *element;		      /* "(3, 4)", "(3, 4, layer 1)"; g_free */
	bool finished;		      /* at the end of main */
	bool has_debugged;	      /* only there, and where one was written */
	bool discarded;		      /* the debugged fragment; has_debugged is false then */
	unsigned held;		      /* which components the framebuffer has, a bit each */
	double debugged[4], output[4], after[4];
	enum gs_base base;  /* of these */
	unsigned undefined; /* which components of debugged were not written, a bit each */
	bool same_output; /* the undebugged shader gives what was captured; true also where that is
			     not known */
	bool same_after;  /* the framebuffer will hold what the undebugged shader gives, of the
			     components that it has */
	char *expression; /* the output, NULL unknown */
	char *why;	  /* sentences, "" where all are the same; g_free */
};
void gs_check_clear(struct gs_check *check);
bool gs_session_check(struct gs_session *session, struct gs_check *check, GError **error);

#endif
