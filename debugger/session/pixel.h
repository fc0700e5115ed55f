/* SPDX-License-Identifier: MIT */
/*
 * debugger/session/pixel - one pixel of a colour buffer: what the pending call does to it, the next
 * call that changes it, and all calls of a frame that touch it (pixel.c). wire/inspect.h says which
 * calls these are, and how a draw's samples are counted.
 */
#ifndef GS_SESSION_PIXEL_H
#define GS_SESSION_PIXEL_H

#include "debugger/calls/info.h"
#include "debugger/session/session.h"
#include "wire/inspect.h"
#include "wire/wire.h"

/* y = 0: the lowest row. */
struct gs_pixel {
	uint32_t x, y, layer, sample;
	uint64_t buffer; /* as gs_wire_pixel.buffer names it; 0: of the framebuffer that is bound,
			    what its first draw buffer draws into; GS_PIXEL_ANY_WINDOW */
	bool is_texel;	 /* of a texture that was named: wherever it is attached */
	bool anywhere;	 /* ... all of it, no pixel */
};
#define GS_PIXEL_ANY_WINDOW ((uint64_t)GS_PIXEL_WINDOW << 62)

/* struct gs_pixel.buffer of a texture's level and layer; of its stencil, where it has depth, too.
 */
static inline uint64_t gs_pixel_of_texture(
	uint32_t texture, unsigned level, unsigned layer, bool stencil)
{
	return (uint64_t)GS_PIXEL_TEXTURE << 62 | (stencil ? GS_PIXEL_OF_STENCIL : 0) |
	       (uint64_t)level << 48 | (uint64_t)layer << 32 | texture;
}

/* As stored: sRGB encoded, integers as integers. */
struct gs_pixel_colour {
	unsigned n; /* components; 0: not known */
	char letters[4];
	double value[4];
	enum gs_base base; /* of these */
};

/* A call that touches the pixel, or may. */
struct gs_pixel_event {
	struct gs_stop stop; /* before it */
	struct gs_wire_pixel what;
	struct gs_pixel_colour before, output, after; /* output: of the fragment shader */
	struct gs_call_drawn drawn; /* of a history: what the list of calls says of the draw */
	bool has_no_output; /* a draw whose fragment shader, if there is one, gives no colour */
	/* Something that cannot be an event has changed it since the event before. */
	bool changed_between;
};

struct gs_pixel_history {
	GPtrArray *events; /* struct gs_pixel_event, in the order of the calls */
	uint64_t buffer, frame;
	uint32_t width, height; /* of the buffer, in the frame; 0: it was not drawn into */
	uint32_t width_before, height_before; /* when the history was asked for; 0: not known */
	bool is_texel;			      /* of a texture that was named */
	bool anywhere;	      /* of all of it: what was there before and after is not known */
	bool changed_after;   /* something else has changed it behind all of the events */
	uint64_t first_frame; /* in which no call was found; `frame` where it is the only one */
	bool is_part;	      /* of a trace: what came before the present call is not among it */
	bool is_other;	      /* the pixel ends the frame in another colour than the one before */
	bool clocks_stand;    /* of the program, while it is held: gs_launch.freeze_clocks */
	/* The frame's calls that draw, clear or copy into other buffers, the most calls first. */
	struct gs_wire_elsewhere elsewhere[GS_WIRE_ELSEWHERE];
	unsigned n_elsewhere;
	unsigned n_refused; /* calls that may touch it and could not be asked about */
	char *refusal;	    /* why, of the first of these; NULL */
};
void gs_pixel_history_clear(struct gs_pixel_history *history);

/* Which test leaves none of a draw's samples; GS_N_PIXEL_TESTS: some are left. Not where the shader
 * discards all. */
enum gs_pixel_test gs_pixel_rejected(const struct gs_wire_pixel *what);
/* Of how many fragments event->output is the last one's: of those that pass all tests, or else come
 * to the test that rejects them. 0: there is no output. */
uint64_t gs_pixel_output_of(const struct gs_pixel_event *event);
/* How many fragments of the draw there are to be debugged at the pixel, whatever depth and stencil
 * are: gs_fragment_operations.fragment chooses one. */
uint64_t gs_pixel_fragments(const struct gs_wire_pixel *what);
/* "the depth test"; static */
const char *gs_pixel_test_text(enum gs_pixel_test test);
bool gs_pixel_same(const struct gs_pixel_colour *a, const struct gs_pixel_colour *b);
/* The numbers of the draw's primitives that cover the pixel, "4, 7"; "": not known; g_free. */
char *gs_pixel_primitives(const struct gs_wire_pixel *what);
/* Which buffer it is: "texture 5", "the window's GL_BACK_LEFT"; beside it another one may be of
 * another window (0: none); g_free. */
char *gs_pixel_buffer_text(uint64_t buffer, uint64_t beside);
/* The i-th of history->elsewhere; g_free. */
char *gs_pixel_elsewhere_text(const struct gs_pixel_history *history, unsigned i);
/* What the events do not tell: calls into other buffers, calls that could not be asked about,
 * another size; a sentence each, NULL at the end; g_strfreev. */
char **gs_pixel_history_notes(const struct gs_pixel_history *history);
/* What to do where the program's next frame is another one than was seen; NULL; static. */
const char *gs_pixel_history_advice(const struct gs_pixel_history *history);
/* What it does to a texture, all of which was asked about; static. */
const char *gs_pixel_write_text(const struct gs_pixel_event *event);
/* One sentence about what the call does to the pixel; g_free. */
char *gs_pixel_event_text(const struct gs_pixel_event *event);

/* Of the pending call; before is read, after is not. Errors: USAGE (no such pixel), UNSUPPORTED,
 * OUTSIDE_GL. */
bool gs_session_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_pixel_event *event, GError **error);
void gs_pixel_event_clear(struct gs_pixel_event *event);
/* Begins to debug the fragment shader of the pending draw at the pixel; where a fragment shader is
 * debugged, the focus goes there. Errors also: NOT_COVERED, those of gs_session_shader. */
bool gs_session_debug_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_where *where, GError **error);
/* Runs on to the next call that changes the pixel, or may: stands before it. */
bool gs_session_next_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_stop *stop, GError **error);
#define GS_PIXEL_NO_FRAME UINT64_MAX
/* The calls of a frame that touch the pixel; where none touches a texel, those of one more: the
 * next, in a trace the one before. A program runs on to its next frame, and through it,
 * and stands at its end: it has no other one. In a trace it is any frame, of
 * the window that it ends, GS_PIXEL_NO_FRAME that of the pending call's window; the call is pending
 * again afterwards, also after an error. Errors also: USAGE (there is no such frame),
 * UNSUPPORTED (another frame of a trace, and no window's buffer). */
bool gs_session_pixel_history(struct gs_session *session, const struct gs_pixel *pixel,
	uint64_t frame, struct gs_pixel_history *history, struct gs_stop *stop, GError **error);

#endif
