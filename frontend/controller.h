/* SPDX-License-Identifier: MIT */
/*
 * frontend/controller - between a face (the window) and the session: turns what the user asks for
 * into queries of the session's thread (frontend/query.h), their results into the state, and says
 * which parts of the state changed. Never blocks; needs a running GMainContext, but neither GTK nor
 * a display.
 */
#ifndef GS_FRONTEND_CONTROLLER_H
#define GS_FRONTEND_CONTROLLER_H

#include "frontend/state.h"

struct gs_controller;

enum gs_message_kind { GS_MESSAGE_CLEAR, GS_MESSAGE_INFO, GS_MESSAGE_ERROR };

struct gs_controller_events {
	void (*changed)(gpointer data, unsigned parts);
	/* One sentence. CLEAR: what was said last is no longer so. */
	void (*message)(gpointer data, enum gs_message_kind kind, const char *text);
	/* Show this place of the sources. */
	void (*go_to)(gpointer data, enum gs_stage stage, unsigned object, unsigned line,
		unsigned column);
	/* For measuring: the user has asked for something; "values" or "all" of it is known now. */
	void (*asked)(gpointer data);
	void (*known)(gpointer data, const char *what);
	gpointer data;
};

struct gs_controller *gs_controller_new(const struct gs_controller_events *events);
/* Ends the program. NULL is fine. */
void gs_controller_free(struct gs_controller *controller);
struct gs_ui_state *gs_controller_state(struct gs_controller *controller);

/* ---- the program ---- */
void gs_controller_launch(struct gs_controller *controller, const struct gs_launch *launch,
	bool first_draw, bool no_log);
void gs_controller_run(struct gs_controller *controller, enum gs_run run);
void gs_controller_pause(struct gs_controller *controller); /* also cancels whatever takes long */
void gs_controller_kill(struct gs_controller *controller);
void gs_controller_detach(struct gs_controller *controller); /* it runs on alone */
/* Before the next call of that name (shell pattern). */
void gs_controller_run_to_call(struct gs_controller *controller, const char *pattern);
/* As the console's `set arg`. */
void gs_controller_set_argument(
	struct gs_controller *controller, const char *name, const char *value);
void gs_controller_restart(struct gs_controller *controller);

/* ---- the shader ---- */
void gs_controller_shader(struct gs_controller *controller);
/* Of which draw of the pending glMultiDraw* or display list: one plus its number, 0 as they come. A
 * shader that is being debugged is debugged of that draw. */
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
/* text: a condition, NULL or "" none. any: for any element, not only the one in focus.
 * object: of the stage being debugged; UINT_MAX the one that the focus stands in. */
void gs_controller_break_line(struct gs_controller *controller, unsigned object, unsigned line,
	const char *text, bool any);
/* pattern "error": at GL errors. condition: "" none. */
void gs_controller_break_call(
	struct gs_controller *controller, const char *pattern, const char *condition);
void gs_controller_set_uniform(
	struct gs_controller *controller, const char *name, const char *value);
/* Of the loop at whose test the focus element stands. compare: keep the one before, too. */
void gs_controller_profile(struct gs_controller *controller, bool compare);
/* Another condition, "" none, for the breakpoint of that number. */
void gs_controller_break_change(
	struct gs_controller *controller, unsigned number, const char *condition, bool any);
void gs_controller_unbreak(struct gs_controller *controller, unsigned number);

/* ---- sources and tests of the user's own ---- */
/* text NULL: the program's own again. What the driver says is in the state's edit_log. */
void gs_controller_set_source(
	struct gs_controller *controller, enum gs_stage stage, unsigned object, const char *text);
void gs_controller_set_operations(
	struct gs_controller *controller, const struct gs_fragment_operations *operations);

/* ---- what is shown ---- */
/* Where the name at a place is declared: told through events.go_to, or a message says why not. */
void gs_controller_definition(struct gs_controller *controller, enum gs_stage stage,
	unsigned object, unsigned line, unsigned column);
/* Parts that are only asked for while something shows them. */
void gs_controller_want(struct gs_controller *controller, unsigned parts, bool wanted);
/* With what GL's state is compared: this frame's beginning, else the last stop. */
void gs_controller_state_since(struct gs_controller *controller, bool frame);
/* What the panel of resources shows; copied. */
void gs_controller_inspect(struct gs_controller *controller, const struct gs_ui_inspect *what);
/* The value of an expression at the focus element, told once: func gets NULL if it has none. */
typedef void (*gs_hover_func)(gpointer data, const struct gs_value_node *node);
void gs_controller_hover(struct gs_controller *controller, const char *expression,
	gs_hover_func func, gpointer data);
void gs_controller_unhover(struct gs_controller *controller); /* func is not called any more */
void gs_controller_watch(struct gs_controller *controller, const char *expression);
void gs_controller_unwatch(struct gs_controller *controller, const char *expression);
/* a deferred one */
void gs_controller_fetch(struct gs_controller *controller, const char *variable);
/* The expressions whose pictures can be seen in one of the lists; replaces what that list wanted
 * before. They come one after the other when nothing else is to be done. */
void gs_controller_thumbnails(
	struct gs_controller *controller, const char *list, const char *const *expressions);
void gs_controller_image(struct gs_controller *controller, const char *expression);
void gs_controller_channel(struct gs_controller *controller, unsigned channel,
	const char *expression, unsigned scalar);
/* Of an expression that is watched, from what the channels show; NULL or "": nothing. */
void gs_controller_subtract(struct gs_controller *controller, const char *expression);
void gs_controller_show(struct gs_controller *controller, enum gs_shown shown);

#endif
