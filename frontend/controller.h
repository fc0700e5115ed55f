/* SPDX-License-Identifier: MIT */
/*
 * frontend/controller - connects a user interface (the window) with the session: turns the user's
 * requests into queries and actions for the session's thread (frontend/queries/query.h), stores
 * their results in the state, and reports which parts of the state changed. Its functions never
 * block. It needs a running GMainContext, but neither GTK nor a display.
 */
#ifndef GS_FRONTEND_CONTROLLER_H
#define GS_FRONTEND_CONTROLLER_H

#include "frontend/state.h"

struct gs_controller;

enum gs_message_kind {
	GS_MESSAGE_CLEAR,
	GS_MESSAGE_INFO,
	GS_MESSAGE_ELEMENT, /* offers to go to the element gs_where.holds_at */
	GS_MESSAGE_ERROR
};

struct gs_controller_events {
	void (*changed)(gpointer data, unsigned parts);
	/* Show one sentence. CLEAR: remove the last message, which no longer applies. */
	void (*message)(gpointer data, enum gs_message_kind kind, const char *text);
	/* Show this position in the sources. Lines and columns count from 1. */
	void (*go_to)(gpointer data, enum gs_stage stage, unsigned object, unsigned line,
		unsigned column);
	/* For measuring latency: called when the user asks for something, then when the focus
	 * element's values ("values") and everything else ("all") of the result are known. */
	void (*asked)(gpointer data);
	void (*known)(gpointer data, const char *what);
	gpointer data;
};

/* Return a new controller without a program. The events are copied; they are called in the main
 * loop. */
struct gs_controller *gs_controller_new(const struct gs_controller_events *events);
/* Save the breakpoints and watches, end the program and free everything. `controller` may be
 * NULL. */
void gs_controller_free(struct gs_controller *controller);
/* Return the state, which the controller owns. Main loop only. */
struct gs_ui_state *gs_controller_state(struct gs_controller *controller);

/* ---- the program ---- */
/* Start the program, or open it if it is a trace (gs_opened_is_trace). Does nothing if there is a
 * session already. first_draw: run on to the first draw call; no_log: only count calls; trace: file
 * into which all calls are recorded, or NULL. A message says why if it cannot be done. */
void gs_controller_launch(struct gs_controller *controller, const struct gs_launch *launch,
	bool first_draw, bool no_log, const char *trace);
/* Record the calls from now on into the file at `path`, until gs_controller_end_recording or the
 * program's end; last: that many of the last frames alone, 0: all. Works while the program runs,
 * too. A message reports success or failure. */
void gs_controller_record(struct gs_controller *controller, const char *path, uint32_t last);
void gs_controller_end_recording(struct gs_controller *controller);
/* Remove a recording that has ended from the state. */
void gs_controller_forget_recording(struct gs_controller *controller);
/* Write the current frame (while the program runs: the last one that ended) into a file beside the
 * recording, which must contain all calls so far. */
void gs_controller_keep_frame(struct gs_controller *controller);
/* Likewise the last one that ended, also at a stop; nothing runs. */
void gs_controller_keep_last(struct gs_controller *controller);
/* Restart the program while recording it from its first call into `path`, run to the present frame
 * number and keep that frame. */
void gs_controller_record_anew(struct gs_controller *controller, const char *path);
/* Write the wanted part of the opened trace, or of the recording, to another file. */
void gs_controller_save_part(
	struct gs_controller *controller, const char *path, const struct gs_extract_wish *wish);
/* Write the opened trace or recording, or frames of it, as a C program into a folder. */
struct gs_export_wish;
void gs_controller_export(
	struct gs_controller *controller, const char *folder, const struct gs_export_wish *wish);
/* Read the opened trace's file in the background to fill state.survey. Does nothing without a
 * trace, or if the survey exists or is being read. */
void gs_controller_survey(struct gs_controller *controller);
/* Make a new survey with a replay that measures the draw calls. A survey without measurements stays
 * until it is done. */
void gs_controller_measure(struct gs_controller *controller);
/* Cancel the survey that is being read. */
void gs_controller_stop_survey(struct gs_controller *controller);
/* Fill state.uses, in the background, with the calls that make, write, read or bind the object that
 * `binding` holds before the pending call. Replaces an earlier request. Does nothing
 * without a trace that is stopped at a call. */
struct gs_effects_binding;
void gs_controller_uses(struct gs_controller *controller, const struct gs_effects_binding *binding);
/* Cancel the request for uses. */
void gs_controller_stop_uses(struct gs_controller *controller);
/* Fill the i-th of the state's tabs with what its verb replies with for these arguments: of an
 * opened trace while all else goes on, else of the program, where it is stopped. */
void gs_controller_read_tab(struct gs_controller *controller, unsigned i, const char *arguments);
void gs_controller_stop_tab(struct gs_controller *controller, unsigned i);
/* Run a line of the console as an action. Its verb must be one of those that actions-verb.c lists.
 * A line that runs the program while another one runs it changes where that one stops. */
void gs_controller_do(struct gs_controller *controller, const char *line);
/* Do the same for a formatted line. */
void gs_controller_dof(struct gs_controller *controller, const char *format, ...)
	G_GNUC_PRINTF(2, 3);
/* Select which picture of the framebuffer is fetched from now on. */
void gs_controller_show_framebuffer(
	struct gs_controller *controller, enum gs_framebuffer_when when);
/* Select whether the pixels that the pending draw call covers are fetched with it. */
void gs_controller_mark_framebuffer(struct gs_controller *controller, bool marked);
/* Fill state.pixel with the calls of a frame that touch a pixel of the bound framebuffer. */
void gs_controller_pixel_history(struct gs_controller *controller, struct gs_pixel pixel);
/* Go to the call of state.pixel.history.events[i] and debug the fragment at the pixel. In a live
 * program, which cannot go back, go to the corresponding call of the next frame. */
void gs_controller_debug_pixel_event(struct gs_controller *controller, unsigned i);
/* Interrupt what the session is doing, drop the steps that wait and cancel queries. */
void gs_controller_pause(struct gs_controller *controller);
/* Interrupt the program and end it. */
void gs_controller_kill(struct gs_controller *controller);
/* Interrupt the program and start it again. Ends a recording. */
void gs_controller_restart(struct gs_controller *controller);

/* ---- the shader ---- */
/* Debug the chosen stage of the pending draw call, or of the chosen draw. */
void gs_controller_shader(struct gs_controller *controller);
/* Select a draw of the pending glMultiDraw* or display list. choice: its number plus one, or 0 for
 * no selection. If a shader is being debugged, it restarts at that draw. */
void gs_controller_choose_draw(struct gs_controller *controller, unsigned choice);
/* Move the focus to a cell of the grid, or to the element with these n numbers. Does nothing if no
 * shader is debugged. */
void gs_controller_focus(struct gs_controller *controller, unsigned x, unsigned y);
void gs_controller_focus_element(struct gs_controller *controller, const uint32_t *at, unsigned n);
/* Debug a vertex of the pending draw call. at: its index, instance and draw. If another stage is
 * being debugged, only a message is shown. */
void gs_controller_vertex(struct gs_controller *controller, const uint32_t at[3]);
/* Select the stage that gs_controller_shader debugs. */
void gs_controller_choose_stage(struct gs_controller *controller, enum gs_stage stage);
/* Set or delete a breakpoint at a line of the stage being debugged; for another stage only a
 * message is shown. */
void gs_controller_toggle_break(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, unsigned line);
/* Profile the loop at whose test the focus element is. compare: keep the previous profile beside
 * it. */
void gs_controller_profile(struct gs_controller *controller, bool compare);

/* ---- sources and tests of the user's own ---- */
/* Replace the source of a shader object of the program in use; text NULL: restore the program's
 * own. If the driver rejects it, its messages are in state.edits.log. */
void gs_controller_set_source(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, const char *text);

/* ---- what is shown ---- */
/* Find the declaration of the name at a position of the stage being debugged. Calls events.go_to,
 * or a message says why there is none. */
void gs_controller_definition(struct gs_controller *controller, enum gs_stage stage,
	unsigned object, unsigned line, unsigned column);
/* Tell whether the parts (bits of enum gs_part) are visible. Parts that are fetched on demand are
 * fetched while they are. */
void gs_controller_want(struct gs_controller *controller, unsigned parts, bool wanted);
/* Select what GL's state is compared with: the start of this frame if `frame`, else the last
 * stop. */
void gs_controller_state_since(struct gs_controller *controller, bool frame);
/* Select the resource to show; copied. */
void gs_controller_inspect(struct gs_controller *controller, const struct gs_ui_inspect *what);
/* Evaluate an expression at the focus element. func gets its value, or NULL if it has none; it is
 * not called if no shader is debugged, if the user goes on meanwhile, or after
 * gs_controller_unhover. Only the last request's func is called. */
typedef void (*gs_hover_func)(gpointer data, const struct gs_value_node *node);
void gs_controller_hover(struct gs_controller *controller, const char *expression,
	gs_hover_func func, gpointer data);
void gs_controller_unhover(struct gs_controller *controller); /* Drop the request's func. */
/* Add an expression to the watches, or remove it. */
void gs_controller_watch(struct gs_controller *controller, const char *expression);
void gs_controller_unwatch(struct gs_controller *controller, const char *expression);
/* Fetch the value of a variable that is only fetched on demand because of its size. */
void gs_controller_fetch(struct gs_controller *controller, const char *variable);
/* Set which expressions (or resources, of the list GS_RESOURCE_THUMBS) have a visible thumbnail in
 * the list; NULL-terminated, copied. Thumbnails are fetched one by one when no other work waits. */
void gs_controller_thumbnails(
	struct gs_controller *controller, const char *list, const char *const *expressions);
/* Show a watch as the image. Does nothing if the expression is not watched. */
void gs_controller_image(struct gs_controller *controller, const char *expression);
/* Show a scalar of an expression on a channel (0 to 2); expression NULL or "": nothing. */
void gs_controller_channel(struct gs_controller *controller, unsigned channel,
	const char *expression, unsigned scalar);
/* Subtract a watched expression from the channels; NULL or "": subtract nothing. */
void gs_controller_subtract(struct gs_controller *controller, const char *expression);
/* Select the kind of image. */
void gs_controller_show(struct gs_controller *controller, enum gs_shown shown);
/* Show beside the source's lines how often they are executed, or how many elements reach them. */
void gs_controller_show_executions(struct gs_controller *controller, bool are_wanted);
/* Tell how many elements of the image share a screen pixel in either direction. Of a large image
 * the elements that are visible at this zoom are fetched first. */
void gs_controller_glance(struct gs_controller *controller, unsigned step);

#endif
