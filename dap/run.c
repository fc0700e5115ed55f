/* SPDX-License-Identifier: MIT */
#include "dap/run.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/draw.h"
#include "dap/tell.h"

enum { STAGE_TARGET = 1 /* of step-in targets: the number of the first stage */ };

/* ---- running ---- */

/* A breakpoint on calls, or on errors. Return whether it stops. */
static bool take_breakpoint(struct gs_dap *dap)
{
	struct gs_dap_breakpoint *b = gs_dap_breakpoint_numbered(
		dap, gs_dap_result_number(dap->stop, "breakpoint"));
	if (b && !gs_dap_breakpoint_hit(b))
		return false;
	gs_dap_tell_stopped(dap, "function breakpoint", NULL, NULL, b ? b->id : 0);
	return true;
}

static void take_fault(struct gs_dap *dap, const char *kind)
{
	g_autofree char *text = gs_dap_stop_text(dap);
	g_free(dap->fault);
	g_free(dap->fault_kind);
	dap->fault = g_strdup(text ? text : "the program has stopped");
	dap->fault_kind = g_strdup(kind);
	gs_dap_tell_stopped(dap, "exception", kind, dap->fault, 0);
}

/* The program stands somewhere. Return whether the editor was told that it stops there. */
static bool take_stop(struct gs_dap *dap)
{
	const char *kind = gs_dap_result_text(dap->stop, "stop");
	if (!g_strcmp0(kind, "exited")) {
		gs_dap_tell_ended(dap, gs_dap_result_number(dap->stop, "status"));
		return true;
	}
	if (!g_strcmp0(kind, "breakpoint"))
		return take_breakpoint(dap);
	if (!g_strcmp0(kind, "error")) {
		take_fault(dap, gs_dap_result_text(dap->stop, "gl_error"));
		return true;
	}
	if (!g_strcmp0(kind, "signal")) {
		take_fault(dap, gs_dap_result_text(dap->stop, "signal"));
		return true;
	}
	return gs_dap_breakpoints_want_draws(dap) && gs_dap_draw_look(dap, NULL);
}

/* It cannot run on. */
static void take_error(struct gs_dap *dap, const GError *error)
{
	if (g_error_matches(error, GS_ERROR, GS_ERROR_NO_PROGRAM) ||
		g_error_matches(error, GS_ERROR, GS_ERROR_NO_GL)) {
		g_autofree char *text = g_strconcat(error->message, "\n", NULL);
		gs_dap_say(dap, "important", text);
		gs_dap_tell_ended(dap, -1);
		return;
	}
	g_free(dap->fault);
	g_free(dap->fault_kind);
	dap->fault = g_strdup(error->message);
	dap->fault_kind = g_strdup(gs_error_word((enum gs_error)error->code));
	gs_dap_tell_stopped(dap, "exception", dap->fault_kind, dap->fault, 0);
}

static void take_pause(struct gs_dap *dap)
{
	g_autoptr(GError) error = NULL;
	dap->wants_pause = false;
	if (dap->is_ending) {
		gs_dap_do(dap, NULL, "kill");
		gs_dap_tell_ended(dap, -1);
		return;
	}
	if (!gs_dap_ask_pause(dap, &error)) {
		take_error(dap, error);
	} else if (!g_strcmp0(gs_dap_result_text(dap->stop, "stop"), "exited")) {
		gs_dap_tell_ended(dap, gs_dap_result_number(dap->stop, "status"));
	} else {
		g_autofree char *text = gs_dap_stop_text(dap);
		gs_dap_tell_stopped(dap, "pause", NULL, text, 0);
	}
}

/* The shader stands where it was interrupted. */
static void pause_shader(struct gs_dap *dap)
{
	if (dap->is_ending) {
		take_pause(dap);
		return;
	}
	dap->wants_pause = false;
	gs_dap_tell_stopped(dap, "pause", NULL, NULL, 0);
}

/* Return whether it runs on from draw to draw, as each is to be looked at. */
static bool is_by_draws(const struct gs_dap *dap, const char *command)
{
	return gs_dap_breakpoints_want_draws(dap) &&
	       (!command || g_str_has_prefix(command, "next"));
}

/* The program stands behind a command of the user's, or is on its way. Return whether that ends
 * there. */
static bool take_step(struct gs_dap *dap, const char *command, gint64 frame)
{
	bool is_call = !g_strcmp0(gs_dap_result_text(dap->stop, "stop"), "call");
	bool is_there = command && (!is_by_draws(dap, command) ||
					   gs_dap_result_number(dap->stop, "frame") > frame);
	if (is_call && is_there)
		gs_dap_tell_stopped(dap, "step", NULL, NULL, 0);
	return (is_call && is_there) || take_stop(dap);
}

/* Run on by that command, or by what the breakpoints need, until something stops. */
static void run(struct gs_dap *dap, const char *command)
{
	gint64 frame = gs_dap_result_number(dap->stop, "frame");
	dap->state = GS_DAP_RUNNING;
	while (!dap->is_over) {
		g_autoptr(GError) error = NULL;
		if (dap->is_changed)
			gs_dap_breakpoints_send(dap);
		if (dap->wants_pause) {
			take_pause(dap);
			return;
		}
		const char *line = is_by_draws(dap, command) ? "next draw"
				   : command		     ? command
							     : "continue";
		if (!gs_dap_do(dap, &error, "%s", line)) {
			if (g_error_matches(error, GS_ERROR, GS_ERROR_TIMEOUT))
				continue;
			take_error(dap, error);
			return;
		}
		if (take_step(dap, command, frame))
			return;
	}
}

static void forget_fault(struct gs_dap *dap)
{
	g_clear_pointer(&dap->fault, g_free);
	g_clear_pointer(&dap->fault_kind, g_free);
}

/* Leave the shader that is debugged. Return whether something behind it in the draw stops. */
static bool leave_shader(struct gs_dap *dap)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *stage = g_strdup(gs_dap_result_text(dap->where, "stage"));
	bool was_fault = dap->fault_call >= 0 && dap->fault;
	forget_fault(dap);
	if (!gs_dap_do(dap, &error, "shader leave"))
		return false;
	return gs_dap_draw_look(dap, was_fault ? NULL : stage);
}

/* Return whether the pending call is one whose shaders were not looked at. */
static bool is_unseen(struct gs_dap *dap)
{
	JsonObject *stop = gs_dap_result(dap->stop);
	JsonObject *call = stop ? gs_dap_object(stop, "call") : NULL;
	return call && gs_dap_number(call, "index", -1) != dap->seen_call;
}

void gs_dap_go_on(struct gs_dap *dap)
{
	dap->state = GS_DAP_RUNNING;
	if (dap->is_changed)
		gs_dap_breakpoints_send(dap);
	if (dap->where) {
		bool stopped = gs_dap_draw_go_on(dap);
		if (!stopped && dap->wants_pause) {
			pause_shader(dap);
			stopped = true;
		}
		if (stopped || leave_shader(dap))
			return;
	} else if (is_unseen(dap) && gs_dap_draw_look(dap, NULL)) {
		return;
	}
	forget_fault(dap);
	run(dap, NULL);
}

void gs_dap_begin_running(struct gs_dap *dap)
{
	dap->is_begun = true;
	gs_dap_note_thread(dap);
	if (dap->stops_on_entry)
		gs_dap_tell_stopped(dap, "entry", NULL, NULL, 0);
	else
		gs_dap_go_on(dap);
}

/* ---- requests ---- */

void gs_dap_continue(struct gs_dap_request *request)
{
	JsonBuilder *body = gs_dap_body();
	gs_json_boolean(body, "allThreadsContinued", true);
	gs_dap_answer(request, body);
	gs_dap_go_on(request->dap);
}

/* This is served while something runs. */
void gs_dap_pause(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gs_dap_answer(request, NULL);
	if (dap->state != GS_DAP_RUNNING)
		return;
	if (dap->is_asking) {
		dap->wants_pause = true;
		gs_dap_interrupt(dap);
	} else {
		take_pause(dap); /* somebody else has it run */
	}
}

/* A step in the shader. */
static void step_shader(struct gs_dap *dap, const char *command)
{
	g_autoptr(GError) error = NULL;
	dap->state = GS_DAP_RUNNING;
	gs_dap_do(dap, &error, "%s", command);
	dap->state = GS_DAP_STOPPED;
	if (error && dap->wants_pause) {
		pause_shader(dap);
	} else if (error) {
		take_error(dap, error);
	} else {
		gs_dap_tell_stopped(dap, "step", NULL, NULL, 0);
	}
}

static bool is_at_end(struct gs_dap *dap)
{
	JsonObject *where = gs_dap_result(dap->where);
	return where && gs_dap_flag(where, "finished", false);
}

/* Return whether the position is in main, which was not called. */
static bool is_in_main(struct gs_dap *dap)
{
	JsonArray *path = gs_dap_result_list(dap->where, "call_path");
	return path && json_array_get_length(path) <= 1;
}

/* Step by one of the console's words, in the shader or in the program. */
static void step(struct gs_dap_request *request, const char *in_shader, const char *in_program)
{
	struct gs_dap *dap = request->dap;
	gs_dap_answer(request, NULL);
	forget_fault(dap);
	if (dap->is_changed)
		gs_dap_breakpoints_send(dap);
	if (dap->where && !is_at_end(dap)) {
		step_shader(dap, in_shader);
		return;
	}
	if (dap->where)
		gs_dap_do(dap, NULL, "shader leave");
	else if (is_unseen(dap) && gs_dap_draw_look(dap, NULL))
		return;
	run(dap, in_program);
}

void gs_dap_next(struct gs_dap_request *request)
{
	step(request, "shader over", "step");
}

void gs_dap_step_out(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	if (dap->where && is_in_main(dap))
		step(request, "shader continue", "step");
	else
		step(request, "shader out", "next frame");
}

/* Debug that stage of the pending draw; NULL: the one that shades, if there is one, else the first.
 * Return false if the call is no draw with such a shader. */
static bool enter_stage(struct gs_dap *dap, const char *stage, GError **error)
{
	static const char *const order[] = {"fragment", "compute", "vertex"};
	if (stage)
		return gs_dap_do(dap, error, "shader %s", stage);
	for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
		if (gs_dap_do(dap, NULL, "shader %s", order[i]))
			return true;
	return false;
}

void gs_dap_step_in(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	gint64 target = gs_dap_number(request->arguments, "targetId", 0) - STAGE_TARGET;
	const char *stage = target >= 0 && target < GS_DAP_STAGES ? gs_dap_stages[target] : NULL;
	g_autoptr(GError) error = NULL;
	if (dap->where && !stage) {
		step(request, "shader step", "step");
		return;
	}
	if (dap->where)
		gs_dap_do(dap, NULL, "shader leave");
	bool is_in = enter_stage(dap, stage, &error);
	if (!is_in && stage) {
		gs_dap_refuse(request, error->message);
	} else if (is_in) {
		gs_dap_answer(request, NULL);
		gs_dap_tell_stopped(dap, "step", NULL, NULL, 0);
	} else {
		step(request, "shader step", "step");
	}
}

void gs_dap_step_in_targets(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	JsonBuilder *body = gs_dap_body();
	g_autoptr(GPtrArray) sources = dap->where ? g_ptr_array_new() : gs_dap_sources_in_use(dap);
	gs_json_begin_list(body, "targets");
	for (gint64 i = 0; i < GS_DAP_STAGES; i++) {
		bool has = false;
		for (guint k = 0; k < sources->len; k++)
			has |= ((struct gs_dap_source *)g_ptr_array_index(sources, k))->stage ==
			       gs_dap_stages[i];
		if (!has)
			continue;
		g_autofree char *label = g_strdup_printf("%s shader", gs_dap_stages[i]);
		json_builder_begin_object(body);
		gs_json_integer(body, "id", STAGE_TARGET + i);
		gs_json_string(body, "label", label);
		json_builder_end_object(body);
	}
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}

/* ---- back ---- */

static gint64 pending_call(struct gs_dap *dap)
{
	JsonObject *stop = gs_dap_result(dap->stop);
	JsonObject *call = stop ? gs_dap_object(stop, "call") : NULL;
	return call ? gs_dap_number(call, "index", 0) : 0;
}

static gint64 landed_at(struct gs_dap *dap, gint64 call, GError **error)
{
	bool good = gs_dap_do(dap, error, "goto %" G_GINT64_FORMAT, MAX(call, 0));
	return good ? pending_call(dap) : -1;
}

/* Go to the call before: the last at which a player stands, as it does not stand at each. `goto`
 * leads to the first one from a number on. Return false with error. */
static bool go_before(struct gs_dap *dap, GError **error)
{
	gint64 from = pending_call(dap), near = 0, far = 1, at;
	while ((at = landed_at(dap, from - far, error)) >= from && far < from) {
		near = far;
		far *= 2;
	}
	while (at >= 0 && far - near > 1) {
		gint64 middle = (near + far) / 2;
		at = landed_at(dap, from - middle, error);
		if (at >= from)
			near = middle;
		else
			far = middle;
	}
	return at >= 0 && landed_at(dap, from - far, error) >= 0;
}

/* Back in a trace, by one call or to the first. */
static void go_back(struct gs_dap_request *request, bool by_one)
{
	struct gs_dap *dap = request->dap;
	g_autoptr(GError) error = NULL;
	dap->fault_call = dap->seen_call = -1;
	if (by_one ? go_before(dap, &error) : landed_at(dap, 0, &error) >= 0) {
		gs_dap_answer(request, NULL);
		gs_dap_tell_stopped(dap, "step", NULL, NULL, 0);
	} else if (g_error_matches(error, GS_ERROR, GS_ERROR_USAGE)) {
		gs_dap_refuse(request, "a running program cannot go back to an earlier call: "
				       "shaders can, and traces (`glstep record`)");
	} else {
		gs_dap_refuse(request, error->message);
	}
}

void gs_dap_step_back(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	if (!dap->where) {
		go_back(request, true);
		return;
	}
	gs_dap_answer(request, NULL);
	step_shader(dap, "shader back-over");
}

/* Return the breakpoint that lies on a position of the path; NULL: none does. */
static struct gs_dap_breakpoint *break_on(
	struct gs_dap *dap, JsonObject *position, const GPtrArray *sources)
{
	const char *stage = gs_dap_result_text(dap->where, "stage");
	gint64 line = gs_dap_number(position, "line", 0);
	gint64 object = gs_dap_number(position, "object", 0);
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		for (guint k = 0; k < sources->len && !b->log && !b->is_bad; k++) {
			struct gs_dap_source *source = g_ptr_array_index(sources, k);
			if (source->object == object && !g_strcmp0(source->stage, stage) &&
				gs_dap_breakpoint_line(dap, b, source) &&
				(line == b->reached ||
					gs_dap_breakpoint_line(dap, b, source) == line))
				return b;
		}
	}
	return NULL;
}

/* Return whether the breakpoint's condition holds at a position, to which the shader goes. */
static bool holds_at(struct gs_dap *dap, const struct gs_dap_breakpoint *b, guint position)
{
	if (!gs_dap_do(dap, NULL, "shader to %u", position))
		return false;
	if (!b->condition)
		return true;
	g_autoptr(JsonNode) reply = gs_dap_ask(dap, NULL, "print bool(%s)", b->condition);
	JsonObject *value = gs_dap_result(reply);
	return value && gs_dap_flag(value, "value", false);
}

void gs_dap_reverse(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	if (!dap->where) {
		go_back(request, false);
		return;
	}
	gs_dap_answer(request, NULL);
	dap->state = GS_DAP_RUNNING;
	g_autoptr(GPtrArray) sources = gs_dap_sources_in_use(dap);
	g_autoptr(JsonNode) history = gs_dap_ask(dap, NULL, "history");
	JsonArray *path = gs_dap_result_list(history, "positions");
	gint64 before = 0; /* the line behind: a line is reached where the one before is another */
	for (guint i = path ? json_array_get_length(path) : 0; i-- > 0;) {
		g_autoptr(JsonObject) position = gs_dap_element(path, i);
		g_autoptr(JsonObject) earlier = i ? gs_dap_element(path, i - 1) : NULL;
		before = earlier ? gs_dap_number(earlier, "line", 0) : 0;
		struct gs_dap_breakpoint *b = i + 1 < json_array_get_length(path) &&
							      before != gs_dap_number(
										position, "line", 0)
						      ? break_on(dap, position, sources)
						      : NULL;
		if (!b || !holds_at(dap, b, i))
			continue;
		gs_dap_tell_stopped(dap, "breakpoint", NULL, NULL, b->id);
		return;
	}
	step_shader(dap, "shader reset");
}
