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

/* A pixel of a buffer; y = 0 is the lowest row. */
struct gs_pixel {
	uint32_t x, y, layer, sample;
	uint64_t buffer; /* as gs_wire_pixel.buffer names it; 0: of the framebuffer that is bound,
			    what its first draw buffer draws into; GS_PIXEL_ANY_WINDOW */
	bool is_texel;	 /* of a texture that was named: wherever it is attached */
	bool anywhere;	 /* ... all of it, no pixel */
};
#define GS_PIXEL_ANY_WINDOW ((uint64_t)GS_PIXEL_WINDOW << 62)

/* Return struct gs_pixel.buffer of a texture's level and layer; of its stencil, where it has depth,
 * too.
 */
static inline uint64_t gs_pixel_of_texture(
	uint32_t texture, unsigned level, unsigned layer, bool stencil)
{
	return gs_pixel_texture_buffer(texture, level, layer) | (stencil ? GS_PIXEL_OF_STENCIL : 0);
}

/* The pixel's colour as it is stored: sRGB encoded, integers as integers. */
struct gs_pixel_colour {
	unsigned n; /* components; 0: not known */
	char letters[4];
	double value[4];
	enum gs_base base; /* type of the components */
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
	uint32_t width, height; /* of the buffer in the frame; 0: it was not drawn into */
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

/* Return the test after which none of a draw's samples is left; GS_N_PIXEL_TESTS: some are left, or
 * the shader has discarded all. */
enum gs_pixel_test gs_pixel_rejected(const struct gs_wire_pixel *what);
/* Return how many fragments the output of the event is the last of: those that pass all tests or,
 * if none does, those that come to the test that rejects them. 0: there is no output. */
uint64_t gs_pixel_output_of(const struct gs_pixel_event *event);
/* Return how many fragments of the draw can be debugged at the pixel, whatever depth and stencil
 * are: gs_fragment_operations.fragment chooses one. */
uint64_t gs_pixel_fragments(const struct gs_wire_pixel *what);
/* Return the test as "the depth test"; static. */
const char *gs_pixel_test_text(enum gs_pixel_test test);
/* Return whether two colours have the same components. */
bool gs_pixel_same(const struct gs_pixel_colour *a, const struct gs_pixel_colour *b);
/* Return the numbers of the draw's primitives that cover the pixel, such as "4, 7", or "" if they
 * are not known; g_free. */
char *gs_pixel_primitives(const struct gs_wire_pixel *what);
/* Return the buffer as "texture 5" or "the window's GL_BACK_LEFT"; g_free. beside: another buffer
 * that is named in the same text (0: none); if the two are of different windows, say which. */
char *gs_pixel_buffer_text(uint64_t buffer, uint64_t beside);
/* Return history->elsewhere[i] as text; g_free. */
char *gs_pixel_elsewhere_text(const struct gs_pixel_history *history, unsigned i);
/* Return a sentence each for what the events do not tell: calls into other buffers, calls that
 * could not be asked about, another size of the buffer; NULL-terminated; g_strfreev. */
char **gs_pixel_history_notes(const struct gs_pixel_history *history);
/* Return what to do if the program's next frame differs from the one that was seen; static; NULL:
 * there is nothing to say. */
const char *gs_pixel_history_advice(const struct gs_pixel_history *history);
/* Return what the event does to a texture, all of which was asked about; static. */
const char *gs_pixel_write_text(const struct gs_pixel_event *event);
/* Return a sentence about what the call does to the pixel; g_free. */
char *gs_pixel_event_text(const struct gs_pixel_event *event);

/* Say what the pending call does to the pixel, in *event, to be cleared; .before is read, .after is
 * not. Errors: USAGE (no such pixel), UNSUPPORTED, OUTSIDE_GL. */
bool gs_session_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_pixel_event *event, GError **error);
void gs_pixel_event_clear(struct gs_pixel_event *event);
/* Begin to debug the fragment shader of the pending draw at the pixel; if it is being debugged,
 * move the focus there. Errors also: NOT_COVERED, those of gs_session_shader. */
bool gs_session_debug_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_where *where, GError **error);
/* Run on, and stop before the next call that changes the pixel, or may. */
bool gs_session_next_pixel(struct gs_session *session, const struct gs_pixel *pixel,
	struct gs_stop *stop, GError **error);
#define GS_PIXEL_NO_FRAME UINT64_MAX
/* Get the calls of a frame that touch the pixel, and the stop where that ends; gs_stop_clear; where
 * none touches a texel, those of one more frame: the next, in a trace the one before. A program
 * that runs has only its next frame: it runs on to it and through it, and stops at its end; frame
 * is its number, or GS_PIXEL_NO_FRAME. Of a trace it is any number; GS_PIXEL_NO_FRAME: the one of
 * the pending call's window. The call is pending again afterwards, also after an error. Errors
 * also: USAGE (there is no such frame), UNSUPPORTED (another frame of a trace, and no window's
 * buffer). */
bool gs_session_pixel_history(struct gs_session *session, const struct gs_pixel *pixel,
	uint64_t frame, struct gs_pixel_history *history, struct gs_stop *stop, GError **error);

#endif
