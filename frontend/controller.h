/* SPDX-License-Identifier: MIT */
/*
 * frontend/controller - between a user interface (the window) and the session: turns the user's
 * requests into queries for the session's thread (frontend/query.h) and their results into the
 * state, and reports which parts of the state changed. Never blocks; needs a running GMainContext,
 * but neither GTK nor a display.
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
/* Reads the opened trace's file once more, for the state's study, while all else goes on. Nothing
 * happens where there is no trace, or the study is there or on its way. */
void gs_controller_study(struct gs_controller *controller);
/* Likewise, with a replay that measures its draws; a study without stays until that is done. */
void gs_controller_measure(struct gs_controller *controller);
void gs_controller_stop_study(struct gs_controller *controller);
/* Likewise for the state's uses: the calls that have to do with what is bound there before the
 * pending call. */
struct gs_content_place;
void gs_controller_uses(struct gs_controller *controller, const struct gs_content_place *place);
void gs_controller_stop_uses(struct gs_controller *controller);
void gs_controller_run(struct gs_controller *controller, enum gs_run run);
/* Before the buffer swap that ends the Nth frame from here on. */
void gs_controller_run_frames(struct gs_controller *controller, uint64_t n);
/* In a trace: before the call of that number. */
void gs_controller_goto(struct gs_controller *controller, uint64_t number);
/* Before the pending call of a trace once more, from the beginning on. */
void gs_controller_again(struct gs_controller *controller);
/* Which picture of the framebuffer is fetched from now on. */
void gs_controller_show_framebuffer(
	struct gs_controller *controller, enum gs_framebuffer_when when);
/* And whether with what the pending draw covers of it. */
void gs_controller_mark_framebuffer(struct gs_controller *controller, bool marked);
/* A pixel of the framebuffer that is bound; y = 0: the lowest row. Debugs the fragment there of the
 * pending draw; runs to the next call that changes it; fills state.pixel with a frame's calls that
 * touch it. */
void gs_controller_debug_pixel(struct gs_controller *controller, struct gs_pixel pixel);
void gs_controller_next_pixel(struct gs_controller *controller, struct gs_pixel pixel);
void gs_controller_pixel_history(struct gs_controller *controller, struct gs_pixel pixel);
/* Stands before the call of state.pixel.history.events[i], of a live program before the same one of
 * its next frame, and debugs the pixel there. */
void gs_controller_debug_pixel_event(struct gs_controller *controller, unsigned i);
void gs_controller_pause(struct gs_controller *controller); /* also cancels long operations */
void gs_controller_kill(struct gs_controller *controller);
void gs_controller_detach(struct gs_controller *controller); /* it runs on without glstep */
/* Before the next call of that name (shell pattern). */
void gs_controller_run_to_call(struct gs_controller *controller, const char *pattern);
/* As the console's `set arg`. */
void gs_controller_set_argument(
	struct gs_controller *controller, const char *name, const char *value);
void gs_controller_restart(struct gs_controller *controller);

/* ---- the shader ---- */
void gs_controller_shader(struct gs_controller *controller);
/* Selects a draw of the pending glMultiDraw* or display list: one plus its number; 0: no selection.
 * A shader being debugged restarts at that draw. */
void gs_controller_choose_draw(struct gs_controller *controller, unsigned choice);
void gs_controller_leave(struct gs_controller *controller);
void gs_controller_move(
	struct gs_controller *controller, enum gs_shader_move move, unsigned argument);
void gs_controller_focus(struct gs_controller *controller, unsigned x, unsigned y);
void gs_controller_focus_element(struct gs_controller *controller, const uint32_t *at, unsigned n);
/* Debugs a vertex, index, instance and draw, of the pending draw. */
void gs_controller_vertex(struct gs_controller *controller, const uint32_t at[3]);
void gs_controller_choose_stage(struct gs_controller *controller, enum gs_stage stage);
void gs_controller_frame(struct gs_controller *controller, unsigned frame);
void gs_controller_toggle_break(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, unsigned line);
/* text: a condition, NULL or "" none. any: for any element, not only the one in focus. object: of
 * the stage being debugged; UINT_MAX: the object of the focus element's position. */
void gs_controller_break_line(struct gs_controller *controller, unsigned object, unsigned line,
	const char *text, bool any);
/* pattern "error": at GL errors. condition: "" none. */
void gs_controller_break_call(
	struct gs_controller *controller, const char *pattern, const char *condition);
void gs_controller_set_uniform(
	struct gs_controller *controller, const char *name, const char *value);
/* Profiles the loop at whose test the focus element is. compare: keep the previous profile, too. */
void gs_controller_profile(struct gs_controller *controller, bool compare);
/* Changes the condition of that breakpoint; "" removes it. */
void gs_controller_break_change(
	struct gs_controller *controller, unsigned number, const char *condition, bool any);
/* So many of its next hits do not stop. */
void gs_controller_break_ignore(struct gs_controller *controller, unsigned number, uint64_t count);
void gs_controller_unbreak(struct gs_controller *controller, unsigned number);

/* ---- sources and tests of the user's own ---- */
/* text NULL: restores the program's own source. The driver's messages are in the state's edit_log.
 */
void gs_controller_set_source(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, const char *text);
void gs_controller_set_operations(
	struct gs_controller *controller, const struct gs_fragment_operations *operations);

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
