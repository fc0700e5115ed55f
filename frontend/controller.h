/* SPDX-License-Identifier: MIT */
/*
 * frontend/controller - between a user interface (the window) and the session: turns the user's
 * requests into queries for the session's thread (frontend/queries/query.h) and their results into
 * the state, and reports which parts of the state changed. Never blocks; needs a running
 * GMainContext, but neither GTK nor a display.
 */
#ifndef GS_FRONTEND_CONTROLLER_H
#define GS_FRONTEND_CONTROLLER_H

#include "frontend/state.h"

struct gs_controller;

enum gs_message_kind {
	GS_MESSAGE_CLEAR,
	GS_MESSAGE_INFO,
	GS_MESSAGE_ELEMENT, /* it names an element to go to: gs_where.holds_at */
	GS_MESSAGE_ERROR
};

struct gs_controller_events {
	void (*changed)(gpointer data, unsigned parts);
	/* One sentence. CLEAR: the last message no longer applies. */
	void (*message)(gpointer data, enum gs_message_kind kind, const char *text);
	/* Show this place of the sources. */
	void (*go_to)(gpointer data, enum gs_stage stage, unsigned object, unsigned line,
		unsigned column);
	/* For measuring: reports a request of the user, and then when its "values" and "all" of its
	 * results are known. */
	void (*asked)(gpointer data);
	void (*known)(gpointer data, const char *what);
	gpointer data;
};

struct gs_controller *gs_controller_new(const struct gs_controller_events *events);
/* Ends the program. NULL is fine. */
void gs_controller_free(struct gs_controller *controller);
struct gs_ui_state *gs_controller_state(struct gs_controller *controller);

/* ---- the program ---- */
/* The program may be a trace (gs_opened_is_trace), which is opened. trace: the calls are recorded
 * there, from the first one on; NULL: nowhere. Where it cannot be, a message says why. */
void gs_controller_launch(struct gs_controller *controller, const struct gs_launch *launch,
	bool first_draw, bool no_log, const char *trace);
/* Records the calls from now on, also while the program runs, until this is ended, or the program
 * is. */
void gs_controller_record(struct gs_controller *controller, const char *path);
void gs_controller_end_recording(struct gs_controller *controller);
/* One that has ended is not shown any more. */
void gs_controller_forget_recording(struct gs_controller *controller);
/* Keeps this frame, or while the program runs the last one, in a file beside the recording, which
 * must have all calls so far. */
void gs_controller_keep_frame(struct gs_controller *controller);
/* Starts the program anew, recorded from its first call on, runs to this frame, and keeps it. */
void gs_controller_record_anew(struct gs_controller *controller, const char *path);
/* Writes a part of the opened trace, or of the recording, to another file. */
void gs_controller_save_part(
	struct gs_controller *controller, const char *path, const struct gs_extract_wish *wish);
/* Writes it, or frames of it, as a program in C. */
struct gs_export_wish;
void gs_controller_export(
	struct gs_controller *controller, const char *folder, const struct gs_export_wish *wish);
/* Reads the opened trace's file once more, for the state's survey, while all else goes on. Nothing
 * happens where there is no trace, or the survey is there or on its way. */
void gs_controller_survey(struct gs_controller *controller);
/* Likewise, with a replay that measures its draws; a survey without stays until that is done. */
void gs_controller_measure(struct gs_controller *controller);
void gs_controller_stop_survey(struct gs_controller *controller);
/* Likewise for the state's uses: the calls that have to do with what is bound there before the
 * pending call. */
struct gs_effects_place;
void gs_controller_uses(struct gs_controller *controller, const struct gs_effects_place *place);
void gs_controller_stop_uses(struct gs_controller *controller);
/* Fill the i-th of the state's tabs with what its verb replies with for these arguments: of an
 * opened trace while all else goes on, else of the program, where it is stopped. */
void gs_controller_read_tab(struct gs_controller *controller, unsigned i, const char *arguments);
void gs_controller_stop_tab(struct gs_controller *controller, unsigned i);
/* Do what the console does for that line, which names a verb of those that actions-verb.c lists.
 * What runs the program while it runs already stops it elsewhere. */
void gs_controller_do(struct gs_controller *controller, const char *line);
void gs_controller_dof(struct gs_controller *controller, const char *format, ...)
	G_GNUC_PRINTF(2, 3);
/* Which picture of the framebuffer is fetched from now on. */
void gs_controller_show_framebuffer(
	struct gs_controller *controller, enum gs_framebuffer_when when);
/* And whether with what the pending draw covers of it. */
void gs_controller_mark_framebuffer(struct gs_controller *controller, bool marked);
/* Fill state.pixel with a frame's calls that touch a pixel of the framebuffer that is bound. */
void gs_controller_pixel_history(struct gs_controller *controller, struct gs_pixel pixel);
/* Stands before the call of state.pixel.history.events[i], of a live program before the same one of
 * its next frame, and debugs the pixel there. */
void gs_controller_debug_pixel_event(struct gs_controller *controller, unsigned i);
void gs_controller_pause(struct gs_controller *controller); /* also cancels long operations */
void gs_controller_kill(struct gs_controller *controller);
void gs_controller_restart(struct gs_controller *controller);

/* ---- the shader ---- */
void gs_controller_shader(struct gs_controller *controller);
/* Selects a draw of the pending glMultiDraw* or display list: one plus its number; 0: no selection.
 * A shader being debugged restarts at that draw. */
void gs_controller_choose_draw(struct gs_controller *controller, unsigned choice);
void gs_controller_focus(struct gs_controller *controller, unsigned x, unsigned y);
void gs_controller_focus_element(struct gs_controller *controller, const uint32_t *at, unsigned n);
/* Debugs a vertex, index, instance and draw, of the pending draw. */
void gs_controller_vertex(struct gs_controller *controller, const uint32_t at[3]);
void gs_controller_choose_stage(struct gs_controller *controller, enum gs_stage stage);
void gs_controller_toggle_break(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, unsigned line);
/* Profiles the loop at whose test the focus element is. compare: keep the previous profile, too. */
void gs_controller_profile(struct gs_controller *controller, bool compare);

/* ---- sources and tests of the user's own ---- */
/* text NULL: restores the program's own source. The driver's messages are in the state's edit_log.
 */
void gs_controller_set_source(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, const char *text);

/* ---- what is shown ---- */
/* Finds the declaration of the name at a position: calls events.go_to, or a message says why not.
 */
void gs_controller_definition(struct gs_controller *controller, enum gs_stage stage,
	unsigned object, unsigned line, unsigned column);
/* Sets which of the parts that are fetched only on demand are visible. */
void gs_controller_want(struct gs_controller *controller, unsigned parts, bool wanted);
/* Selects what GL's state is compared with: the start of this frame, or the last stop. */
void gs_controller_state_since(struct gs_controller *controller, bool frame);
/* Selects the resource that the panel shows; copied. */
void gs_controller_inspect(struct gs_controller *controller, const struct gs_ui_inspect *what);
/* Evaluates an expression at the focus element and calls func once, with NULL if it has no value.
 */
typedef void (*gs_hover_func)(gpointer data, const struct gs_value_node *node);
void gs_controller_hover(struct gs_controller *controller, const char *expression,
	gs_hover_func func, gpointer data);
void gs_controller_unhover(struct gs_controller *controller); /* func is not called any more */
void gs_controller_watch(struct gs_controller *controller, const char *expression);
void gs_controller_unwatch(struct gs_controller *controller, const char *expression);
/* a deferred one */
void gs_controller_fetch(struct gs_controller *controller, const char *variable);
/* Sets the expressions whose thumbnails are visible in one of the lists. They are fetched one by
 * one when no other work waits. */
void gs_controller_thumbnails(
	struct gs_controller *controller, const char *list, const char *const *expressions);
void gs_controller_image(struct gs_controller *controller, const char *expression);
void gs_controller_channel(struct gs_controller *controller, unsigned channel,
	const char *expression, unsigned scalar);
/* Subtracts a watched expression from the channels; NULL or "": nothing. */
void gs_controller_subtract(struct gs_controller *controller, const char *expression);
void gs_controller_show(struct gs_controller *controller, enum gs_shown shown);
/* How many elements of the image share a pixel of the screen in either direction: of a large image
 * those that are seen are fetched first. */
void gs_controller_glance(struct gs_controller *controller, unsigned step);

#endif
