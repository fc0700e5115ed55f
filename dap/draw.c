/* SPDX-License-Identifier: MIT */
#include "dap/draw.h"

#include <string.h>
#include "dap/ask.h"
#include "dap/tell.h"
#include "verbs/tell.h"

enum { MOST_VISITS = 200 /* of a line, to find the one at which a fault is */ };

/* ---- log points ---- */

/* Append what an expression is at the focus element. */
static void append_value(struct gs_dap *dap, const char *expression, GString *text)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(JsonNode) reply = gs_dap_ask(dap, &error, "print %s", expression);
	if (reply)
		gs_tell(reply, "{written=false?undefined|{value@value}}", text);
	else
		g_string_append_printf(text, "{%s}", error->message);
}

/* Tell a message, in which {EXPRESSION} stands for a value, and {{ for a brace. */
static void tell_log(struct gs_dap *dap, const struct gs_dap_breakpoint *b)
{
	GString *text = g_string_new(NULL);
	for (const char *at = b->log; *at; at++) {
		const char *end = *at == '{' && at[1] != '{' ? strchr(at, '}') : NULL;
		if (end) {
			g_autofree char *expression = g_strndup(at + 1, end - at - 1);
			append_value(dap, g_strdelimit(expression, "\r\n", ' '), text);
			at = end;
			continue;
		}
		at += *at == '{' && at[1] == '{';
		g_string_append_c(text, *at);
	}
	g_string_append_c(text, '\n');
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "category", "stdout");
	gs_json_string(body, "output", text->str);
	if (b->kind == GS_DAP_BREAK_LINE && b->path) {
		gs_dap_put_path(dap, body, "source", b->path);
		gs_json_integer(body, "line", b->line - 1 + dap->first_line);
	}
	gs_dap_event(dap, "output", body);
	g_string_free(text, TRUE);
}

/* ---- breakpoints in a stage ---- */

/* The session's breakpoints on lines are those of this stage, in its numbers. sources: of the
 * program in use. */
static unsigned set_lines(struct gs_dap *dap, const char *stage, const GPtrArray *sources)
{
	unsigned n = 0;
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		if (b->kind != GS_DAP_BREAK_LINE && b->kind != GS_DAP_BREAK_FUNCTION)
			continue;
		if (b->number)
			gs_dap_do(dap, NULL, "delete %u", b->number);
		b->number = 0;
		for (guint k = 0; k < sources->len && !b->number && !b->is_bad && !b->is_dead;
			k++) {
			struct gs_dap_source *source = g_ptr_array_index(sources, k);
			unsigned line = strcmp(source->stage, stage) == 0
						? gs_dap_breakpoint_line(dap, b, source)
						: 0;
			if (!line)
				continue;
			g_autoptr(JsonNode) reply = gs_dap_ask(dap, NULL,
				"shader break %u object %u%s%s", line, source->object,
				b->condition ? " if " : "", b->condition ? b->condition : "");
			b->number = gs_dap_newest(reply);
			n += b->number > 0;
		}
	}
	return n;
}

static void unset_lines(struct gs_dap *dap)
{
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		if (b->kind != GS_DAP_BREAK_LINE && b->kind != GS_DAP_BREAK_FUNCTION)
			continue;
		if (b->number)
			gs_dap_do(dap, NULL, "delete %u", b->number);
		b->number = 0;
	}
}

static bool stops_in(struct gs_dap *dap, const char *stage, const GPtrArray *sources)
{
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		const struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		for (guint k = 0; k < sources->len && !b->is_bad; k++) {
			struct gs_dap_source *source = g_ptr_array_index(sources, k);
			if (!strcmp(source->stage, stage) && gs_dap_breakpoint_line(dap, b, source))
				return true;
		}
	}
	return false;
}

/* Return whether it was interrupted, which it shall be no more. */
static bool is_to_try_again(const struct gs_dap *dap, const GError *error)
{
	return g_error_matches(error, GS_ERROR, GS_ERROR_TIMEOUT) && !dap->wants_pause &&
	       !dap->is_over;
}

static void say_error(struct gs_dap *dap, const GError *error)
{
	g_autofree char *text = g_strconcat(error->message, "\n", NULL);
	gs_dap_say(dap, "important", text);
}

/* Run to the next breakpoint that stops. Return whether one did. */
static bool run_to_break(struct gs_dap *dap)
{
	for (;;) {
		g_autoptr(GError) error = NULL;
		gs_dap_do(dap, &error, "shader continue");
		if (error && is_to_try_again(dap, error))
			continue;
		if (error && !dap->wants_pause && !dap->is_over)
			say_error(dap, error);
		struct gs_dap_breakpoint *b = error ? NULL
						    : gs_dap_breakpoint_numbered(
							      dap, gs_dap_result_number(dap->where,
									   "breakpoint"));
		if (!b)
			return false;
		b->reached = gs_dap_result_number(dap->where, "line");
		if (!gs_dap_breakpoint_hit(b))
			continue;
		if (b->log) {
			tell_log(dap, b);
			continue;
		}
		gs_dap_tell_stopped(dap,
			b->kind == GS_DAP_BREAK_LINE ? "breakpoint" : "function breakpoint",
			gs_dap_result_text(dap->where, "note"), NULL, b->id);
		return true;
	}
}

/* Take the first element into focus that comes to a breakpoint, at the start of its path. Return
 * false if none does. */
static bool focus_on_line(struct gs_dap *dap, const char *stage, const GPtrArray *sources)
{
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		const struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		for (guint k = 0; b->number && k < sources->len; k++) {
			struct gs_dap_source *source = g_ptr_array_index(sources, k);
			unsigned line = strcmp(source->stage, stage) == 0
						? gs_dap_breakpoint_line(dap, b, source)
						: 0;
			g_autoptr(GError) error = NULL;
			if (!line)
				continue;
			if (gs_dap_do(dap, &error, "focus line %u object %u%s%s", line,
				    source->object, b->condition ? " if " : "",
				    b->condition ? b->condition : ""))
				return true;
			if (!g_error_matches(error, GS_ERROR, GS_ERROR_NO_ELEMENT) &&
				!g_error_matches(error, GS_ERROR, GS_ERROR_TIMEOUT))
				say_error(dap, error);
		}
	}
	return false;
}

/* Return whether a breakpoint stops in that stage; else the draw is pending. */
static bool look_in_stage(struct gs_dap *dap, const char *stage, const GPtrArray *sources)
{
	g_autoptr(GError) error = NULL;
	if (!gs_dap_do(dap, &error, "shader %s", stage)) {
		if (!g_error_matches(error, GS_ERROR, GS_ERROR_NO_DRAW) &&
			!g_error_matches(error, GS_ERROR, GS_ERROR_NOT_COVERED) &&
			!g_error_matches(error, GS_ERROR, GS_ERROR_TIMEOUT))
			say_error(dap, error);
		return false;
	}
	if (set_lines(dap, stage, sources) && focus_on_line(dap, stage, sources) &&
		run_to_break(dap))
		return true;
	unset_lines(dap);
	gs_dap_do(dap, NULL, "shader leave");
	return false;
}

/* ---- faults ---- */

/* Return whether the operands have the values here that the fault was found with. */
static bool has_operands(struct gs_dap *dap, JsonArray *operands)
{
	bool is_same = true;
	for (guint i = 0; operands && i < json_array_get_length(operands) && is_same; i++) {
		g_autoptr(JsonObject) operand = gs_dap_element(operands, i);
		const char *text = gs_dap_text(operand, "text");
		JsonNode *found = json_object_get_member(operand, "value");
		g_autoptr(JsonNode) reply = gs_dap_query(dap, NULL, "print %s", text ? text : "");
		JsonObject *object = gs_dap_result(reply);
		JsonNode *value = object ? json_object_get_member(object, "value") : NULL;
		is_same = !value || !found || json_node_equal(value, found);
	}
	return is_same;
}

/* The element may come to the line of a fault several times: go to the one where it is. */
static void go_to_fault(struct gs_dap *dap, JsonObject *finding)
{
	JsonArray *commands = gs_dap_list(finding, "commands");
	JsonObject *first = gs_dap_object(finding, "first");
	JsonArray *operands = first ? gs_dap_list(first, "operands") : NULL;
	const char *last = "";
	for (guint i = 0; commands && i < json_array_get_length(commands); i++) {
		g_autoptr(GError) error = NULL;
		JsonNode *node = json_array_get_element(commands, i);
		last = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_string(node) : "";
		if (!gs_dap_do(dap, &error, "%s", last))
			say_error(dap, error);
	}
	for (guint i = 0; i < MOST_VISITS && !dap->wants_pause; i++) {
		if (has_operands(dap, operands))
			return;
		if (!gs_dap_do(dap, NULL, "%s", last) ||
			!gs_dap_flag(gs_dap_result(dap->where), "reached", true))
			break;
	}
	gs_dap_do(dap, NULL, "shader reset");
	gs_dap_do(dap, NULL, "%s", last);
}

/* Return whether the draw has one; then the shader stands there. */
static bool look_for_faults(struct gs_dap *dap, gint64 call)
{
	if (!dap->fault_kinds || dap->fault_call == call)
		return false;
	g_autoptr(JsonNode) reply = gs_dap_ask(dap, NULL, "sanitize faults %s", dap->fault_kinds);
	JsonArray *list = gs_dap_result_list(reply, "findings");
	if (!list || !json_array_get_length(list))
		return false;
	dap->fault_call = call;
	g_autoptr(JsonObject) finding = gs_dap_element(list, 0);
	go_to_fault(dap, finding);
	GString *text = g_string_new(NULL);
	g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
	json_node_set_object(node, finding);
	gs_tell(node,
		"{expression}: {message}, in {elements} of {of#element|elements}, first "
		"{first.name}{first.operands?, where {first.operands+, *{text} = {value@value}}}"
		"{advice?; {advice}}",
		text);
	g_free(dap->fault);
	g_free(dap->fault_kind);
	dap->fault = g_string_free(text, FALSE);
	dap->fault_kind = g_strdup(gs_dap_text(finding, "kind"));
	gs_dap_tell_stopped(dap, "exception", dap->fault_kind, dap->fault, 0);
	return true;
}

/* ---- the draw ---- */

bool gs_dap_draw_look(struct gs_dap *dap, const char *after)
{
	JsonObject *stop = gs_dap_result(dap->stop);
	JsonObject *pending = stop ? gs_dap_object(stop, "call") : NULL;
	gint64 call = pending ? gs_dap_number(pending, "index", -1) : -1;
	bool is_behind = !after;
	if (!gs_dap_breakpoints_want_draws(dap))
		return false;
	g_autoptr(GPtrArray) sources = gs_dap_sources_in_use(dap);
	gs_dap_breakpoints_verify(dap, sources);
	dap->seen_call = call;
	if (!after && look_for_faults(dap, call))
		return true;
	for (unsigned i = 0; i < GS_DAP_STAGES; i++) {
		const char *stage = gs_dap_stages[i];
		if (dap->wants_pause || dap->is_over)
			return false;
		if (is_behind && stops_in(dap, stage, sources) &&
			look_in_stage(dap, stage, sources))
			return true;
		is_behind = is_behind || !strcmp(stage, after);
	}
	return false;
}

bool gs_dap_draw_go_on(struct gs_dap *dap)
{
	g_autofree char *stage = g_strdup(gs_dap_result_text(dap->where, "stage"));
	JsonObject *where = gs_dap_result(dap->where);
	bool is_over = !stage || gs_dap_flag(where, "finished", false);
	if (!is_over && gs_dap_breakpoints_want_draws(dap)) {
		g_autoptr(GPtrArray) sources = gs_dap_sources_in_use(dap);
		gs_dap_breakpoints_verify(dap, sources);
		if (set_lines(dap, stage, sources) && run_to_break(dap))
			return true;
	}
	unset_lines(dap);
	return false;
}
