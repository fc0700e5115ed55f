/* SPDX-License-Identifier: MIT */
/* Answers of commands, as JSON and as text: stops, calls, positions, values. */
#include <math.h>
#include <string.h>
#include "debugger/session/program/uniform.h"
#include "verbs/verbs.h"

/* ---- JSON ---- */

void gs_json_string(JsonBuilder *json, const char *key, const char *value)
{
	char *valid = g_utf8_make_valid(value, -1);
	json_builder_set_member_name(json, key);
	json_builder_add_string_value(json, valid);
	g_free(valid);
}

void gs_json_integer(JsonBuilder *json, const char *key, int64_t value)
{
	json_builder_set_member_name(json, key);
	json_builder_add_int_value(json, value);
}

void gs_json_boolean(JsonBuilder *json, const char *key, bool value)
{
	json_builder_set_member_name(json, key);
	json_builder_add_boolean_value(json, value);
}

void gs_json_double(JsonBuilder *json, double value)
{
	if (isnan(value))
		json_builder_add_string_value(json, "nan");
	else if (isinf(value))
		json_builder_add_string_value(json, value < 0 ? "-inf" : "inf");
	else
		json_builder_add_double_value(json, value);
}

static void json_natural(JsonBuilder *json, uint64_t value)
{
	if (value <= INT64_MAX) {
		json_builder_add_int_value(json, (gint64)value);
	} else {
		/* More than json-glib's integers hold. */
		char *text = g_strdup_printf("%" G_GUINT64_FORMAT, value);
		json_builder_add_string_value(json, text);
		g_free(text);
	}
}

/* JSON allows no control characters in strings, and no fraction behind an exponent: json-glib
 * leaves U+001F there, and writes 1e-300.0. */
static GString *mend_json(const char *json)
{
	GString *text = g_string_new(NULL);
	bool string = false;
	for (; *json; json++) {
		if (*json == '\\' && json[1])
			g_string_append_c(text, *json++);
		else if (*json == '"')
			string = !string;
		size_t digits = *json == 'e' && !string ? strspn(json + 1, "+-0123456789") : 0;
		if ((unsigned char)*json < ' ')
			g_string_append_printf(text, "\\u%04x", (unsigned char)*json);
		else
			g_string_append_len(text, json, (gssize)(1 + digits));
		json += digits;
		if (digits && g_str_has_prefix(json + 1, ".0"))
			json += 2;
	}
	return text;
}

char *gs_json_line(JsonNode *root)
{
	g_autofree char *json = json_to_string(root, FALSE);
	GString *line = mend_json(json);
	g_string_append_c(line, '\n');
	return g_string_free(line, FALSE);
}

/* ---- calls ---- */

enum { CONTENTS_MAX = 1024 };

static void reply_contents_list(JsonBuilder *json, const struct gs_argument_contents *c)
{
	size_t n = MIN(gs_contents_n(c), CONTENTS_MAX);
	json_builder_begin_array(json);
	for (size_t i = 0; i < n; i++) {
		double real;
		int64_t integer;
		bool is_real;
		if (gs_contents_number(c, i, &is_real, &real, &integer)) {
			if (is_real)
				gs_json_double(json, real);
			else
				json_builder_add_int_value(json, integer);
			continue;
		}
		char *text = gs_contents_text(c, i);
		char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
		if (valid)
			json_builder_add_string_value(json, valid);
		else
			json_builder_add_null_value(json);
		g_free(valid);
		g_free(text);
	}
	json_builder_end_array(json);
}

/* The memory that an argument points at: an array, a string, or an object that describes pixels or
 * an offset in a buffer. */
static void reply_contents(JsonBuilder *json, const struct gs_argument_contents *c, uint64_t raw)
{
	if (!c || c->kind == GS_WIRE_UNREADABLE || c->kind == GS_WIRE_UNKNOWN_SIZE ||
		c->kind == GS_WIRE_SAID)
		return;
	if (c->kind == GS_WIRE_TEXT) {
		char *text = gs_contents_text(c, 0);
		gs_json_string(json, "contents", text);
		g_free(text);
	} else {
		json_builder_set_member_name(json, "contents");
	}
	if (c->kind == GS_WIRE_ELEMENTS || c->kind == GS_WIRE_TEXTS) {
		reply_contents_list(json, c);
	} else if (c->kind == GS_WIRE_PIXELS) {
		json_builder_begin_object(json);
		gs_json_integer(json, "width", c->info[0]);
		gs_json_integer(json, "height", c->info[1]);
		gs_json_integer(json, "depth", c->info[2]);
		gs_json_integer(json, "row", c->info[3]);
		gs_json_integer(json, "size", (int64_t)c->count);
		json_builder_end_object(json);
	} else if (c->kind == GS_WIRE_OFFSET) {
		json_builder_begin_object(json);
		gs_json_integer(json, "buffer", c->info[0]);
		gs_json_integer(json, "offset", (int64_t)raw);
		json_builder_end_object(json);
	}
	if (c->kind != GS_WIRE_PIXELS && (c->cut || gs_contents_n(c) > CONTENTS_MAX))
		gs_json_integer(json, "count", (int64_t)c->count);
	if (c->out)
		gs_json_boolean(json, "output", true);
}

static void reply_argument_value(struct gs_reply *reply, const struct gs_argument *a)
{
	JsonBuilder *json = reply->json;
	json_builder_set_member_name(json, "value");
	if (a->contents && a->contents->no_address) {
		json_builder_add_null_value(json);
		gs_json_string(json, "text", a->text);
		reply_contents(json, a->contents, 0);
		return;
	}
	switch (a->kind) {
	case GS_VALUE_INTEGER:
		json_builder_add_int_value(json, (gint64)a->raw);
		break;
	case GS_VALUE_REAL:
		gs_json_double(json, a->real);
		break;
	case GS_VALUE_BOOLEAN:
		json_builder_add_boolean_value(json, a->raw != 0);
		break;
	default:
		json_natural(json, a->raw);
		break;
	}
	gs_json_string(json, "text", a->text);
	reply_contents(json, a->contents, a->raw);
}

/* JSON only. */
static void call_members(JsonBuilder *json, struct gs_reply *reply, const struct gs_call_info *call)
{
	gs_json_integer(json, "index", (int64_t)call->index);
	gs_json_string(json, "name", call->name);
	json_builder_set_member_name(json, "arguments");
	json_builder_begin_array(json);
	for (size_t i = 0; i < call->n_arguments; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "name", call->arguments[i].name);
		gs_json_string(json, "type", call->arguments[i].type);
		reply_argument_value(reply, &call->arguments[i]);
		if (call->arguments[i].called)
			gs_json_string(json, "called", call->arguments[i].called);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	gs_json_integer(json, "thread", call->thread);
	if (call->has_return) {
		json_builder_set_member_name(json, "return");
		json_builder_begin_object(json);
		gs_json_string(json, "type", call->returned.type);
		reply_argument_value(reply, &call->returned);
		json_builder_end_object(json);
	}
	if (call->n_memory) {
		json_builder_set_member_name(json, "memory");
		json_builder_begin_array(json);
		for (size_t i = 0; i < call->n_memory; i++) {
			json_builder_begin_object(json);
			gs_json_string(json, "name", call->memory[i].name);
			gs_json_string(json, "text", call->memory[i].text);
			reply_contents(json, call->memory[i].contents, 0);
			json_builder_end_object(json);
		}
		json_builder_end_array(json);
	}
	if (call->skipped)
		gs_json_boolean(json, "skipped", true);
	if (call->edited)
		gs_json_boolean(json, "edited", true);
	if (call->fake)
		gs_json_boolean(json, "fake", true);
	if (call->gl_error)
		gs_json_string(json, "gl_error", gs_gl_error_name(call->gl_error));
}

void gs_reply_call(struct gs_reply *reply, const struct gs_call_info *call)
{
	if (reply->is_bare)
		return;
	call_members(reply->json, reply, call);
	char *text = gs_call_info_text(call);
	g_string_append_printf(reply->text, "%" G_GUINT64_FORMAT "  %s%s%s%s%s%s\n", call->index,
		text, call->gl_error ? "  -> " : "",
		call->gl_error ? gs_gl_error_name(call->gl_error) : "",
		call->skipped ? "  (skipped)" : "", call->edited ? "  (edited)" : "",
		call->fake ? "  (fake)" : "");
	for (size_t i = 0; i < call->n_memory; i++)
		g_string_append_printf(
			reply->text, "    %s: %s\n", call->memory[i].name, call->memory[i].text);
	g_free(text);
}

void gs_reply_drawn(struct gs_reply *reply, const struct gs_call_drawn *drawn)
{
	if (!drawn->is_draw)
		return;
	json_builder_set_member_name(reply->json, "drawn");
	json_builder_begin_object(reply->json);
	if (drawn->number)
		gs_json_integer(reply->json, "number", (int64_t)drawn->number);
	if (drawn->is_needed)
		gs_json_boolean(reply->json, "needed", true);
	if (drawn->program)
		gs_json_string(reply->json, "program", drawn->program);
	if (drawn->primitives)
		gs_json_string(reply->json, "primitives", drawn->primitives);
	json_builder_end_object(reply->json);
}

static const char *signal_name(int number)
{
	static const char *const names[] = {
		[1] = "SIGHUP",
		[2] = "SIGINT",
		[3] = "SIGQUIT",
		[4] = "SIGILL",
		[5] = "SIGTRAP",
		[6] = "SIGABRT",
		[7] = "SIGBUS",
		[8] = "SIGFPE",
		[9] = "SIGKILL",
		[10] = "SIGUSR1",
		[11] = "SIGSEGV",
		[12] = "SIGUSR2",
		[13] = "SIGPIPE",
		[14] = "SIGALRM",
		[15] = "SIGTERM",
		[16] = "SIGSTKFLT",
		[24] = "SIGXCPU",
		[25] = "SIGXFSZ",
		[26] = "SIGVTALRM",
		[27] = "SIGPROF",
		[29] = "SIGIO",
		[30] = "SIGPWR",
		[31] = "SIGSYS",
	};
	return number > 0 && number < (int)G_N_ELEMENTS(names) && names[number] ? names[number]
										: NULL;
}

/* Where the call stands in what a trace was extracted from: "frame 3 of a.trace, draw 1"; g_free.
 * NULL: that is not told. */
static char *original_text(struct gs_verbs *verbs, const struct gs_stop *stop)
{
	if (!stop->has_call || stop->outside_gl)
		return NULL;
	g_autofree char *frame = gs_session_trace_frame(verbs->session, stop->frame);
	g_autofree char *draw = gs_call_draw_text(
		gs_session_call_store(verbs->session), &stop->call);
	return frame && draw ? g_strdup_printf("%s, %s", frame, draw) : g_steal_pointer(&frame);
}

static void outside_text(GString *text, const struct gs_stop *stop)
{
	char *where = gs_stop_outside_text(stop);
	g_string_append_printf(text, "Paused %s.\n", where);
	g_free(where);
}

static void stop_text(struct gs_reply *reply, const struct gs_stop *stop, const char *original)
{
	GString *text = reply->text;
	char *call = stop->has_call ? gs_call_info_text(&stop->call) : NULL;
	const char *name = signal_name(stop->signal);
	const char *who = stop->is_player ? "The player of the trace" : "The program";
	switch (stop->kind) {
	case GS_STOP_EXITED:
		if (stop->signal)
			g_string_append_printf(text, "%s was killed by %s.\n", who,
				name ? name : g_strsignal(stop->signal));
		else
			g_string_append_printf(
				text, "%s ended with status %d.\n", who, stop->status);
		break;
	case GS_STOP_SIGNAL:
		g_string_append_printf(text, "%s is about to be killed by %s", who,
			name ? name : g_strsignal(stop->signal));
		if (call)
			g_string_append_printf(text,
				"; its last call was\n%" G_GUINT64_FORMAT "  %s\n",
				stop->call.index, call);
		else
			g_string_append(text, ".\n");
		break;
	case GS_STOP_ERROR:
		g_string_append_printf(text, "%s after\n%" G_GUINT64_FORMAT "  %s\n",
			gs_gl_error_name(stop->gl_error), stop->call.index, call);
		break;
	default:
		if (stop->outside_gl)
			outside_text(text, stop);
		else
			g_string_append_printf(text,
				"%s%" G_GUINT64_FORMAT "  %s  (frame %" G_GUINT64_FORMAT
				", draw %" G_GUINT64_FORMAT "%s%s%s)\n",
				stop->kind == GS_STOP_BREAKPOINT ? "Breakpoint: " : "",
				stop->call.index, call, stop->frame, stop->draw,
				original ? ": " : "", original ? original : "",
				gs_stop_list_text(stop));
	}
	if (stop->note && *stop->note)
		g_string_append_printf(text, "Note: %s\n", stop->note);
	g_free(call);
}

static void write_stop(struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_stop *stop)
{
	static const char *const kinds[] = {"call", "breakpoint", "error", "signal", "exited"};
	JsonBuilder *json = reply->json;
	gs_json_string(json, "stop", kinds[stop->kind]);
	if (stop->kind == GS_STOP_BREAKPOINT)
		gs_json_integer(json, "breakpoint", stop->breakpoint);
	if (stop->has_call) {
		json_builder_set_member_name(json, "call");
		json_builder_begin_object(json);
		call_members(json, reply, &stop->call);
		json_builder_end_object(json);
	}
	gs_json_integer(json, "frame", (int64_t)stop->frame);
	gs_json_integer(json, "draw", (int64_t)stop->draw);
	if (stop->kind == GS_STOP_EXITED)
		gs_json_integer(json, "status", stop->status);
	if (stop->signal) {
		const char *name = signal_name(stop->signal);
		char *number = g_strdup_printf("signal %d", stop->signal);
		gs_json_string(json, "signal", name ? name : number);
		g_free(number);
	}
	if (stop->kind == GS_STOP_ERROR)
		gs_json_string(json, "gl_error", gs_gl_error_name(stop->gl_error));
	if (stop->outside_gl)
		gs_json_boolean(json, "outside_gl", true);
	if (stop->inside) {
		gs_json_string(json, "inside", stop->inside);
		gs_json_integer(json, "inside_index", (int64_t)stop->inside_index);
	}
	if (stop->list_mode)
		gs_json_boolean(json, "compiled", true);
	if (stop->note && *stop->note)
		gs_json_string(json, "note", stop->note);
	g_autofree char *original = original_text(verbs, stop);
	if (original)
		gs_json_string(json, "original", original);
	stop_text(reply, stop, original);
}

void gs_reply_keep_stop(struct gs_reply *reply, struct gs_stop *stop)
{
	if (reply->has_stop)
		gs_stop_clear(&reply->stop);
	reply->has_stop = true;
	reply->stop = *stop;
	memset(stop, 0, sizeof *stop);
}

void gs_reply_stop(struct gs_verbs *verbs, struct gs_reply *reply, struct gs_stop *stop)
{
	if (!reply->is_bare)
		write_stop(verbs, reply, stop);
	gs_reply_keep_stop(reply, stop);
}

/* ---- positions ---- */

enum { FIRST_FRAMES = 3, LAST_FRAMES = 8 }; /* frames of a deep call path that the text shows */

static void call_path_text(GString *text, const struct gs_where *where)
{
	for (unsigned i = 0; i < where->n_frames; i++) {
		if (i == FIRST_FRAMES && where->n_frames > FIRST_FRAMES + LAST_FRAMES + 1) {
			unsigned last = where->n_frames - LAST_FRAMES;
			g_string_append_printf(text, " > ... %u more ...", last - i);
			i = last;
		}
		g_string_append_printf(text, "%s%s:%u", i ? " > " : "", where->frames[i].function,
			where->frames[i].line);
	}
}

static void where_text(struct gs_reply *reply, const struct gs_where *where)
{
	GString *text = reply->text;
	g_string_append_printf(text, "%s shader, ", gs_stage_name(where->stage));
	call_path_text(text, where);
	if (where->frame)
		g_string_append_printf(text, "  (looking from frame %u)", where->frame);
	if (where->n_iterations) {
		g_string_append(text, "  iteration ");
		for (unsigned i = 0; i < where->n_iterations; i++)
			g_string_append_printf(text, "%s%u", i ? "," : "", where->iterations[i]);
	}
	g_string_append_printf(text, "  %s%s\n", gs_site_kind_name(where->kind),
		where->finished ? " (finished)" : "");
	g_string_append_printf(text, "%5u  %s\n", where->span.line, where->text);
	g_string_append_printf(text, "       %" G_GUINT64_FORMAT " of ", where->active);
	gs_text_count(text, where->total, "element", "elements");
	g_string_append(text, " here, focus ");
	bool bare = where->stage == GS_STAGE_FRAGMENT && where->focus.n == 2;
	for (unsigned i = 0; i < where->focus.n; i++)
		g_string_append_printf(text, "%s%s%s%u",
			i      ? ", "
			: bare ? "("
			       : "",
			bare ? "" : where->focus.name[i], bare ? "" : " ", where->focus.at[i]);
	g_string_append_printf(text, "%s%s\n", bare ? ")" : "",
		where->focus_here ? "" : ", which does not reach this position");
	if (where->breakpoint >= 0)
		g_string_append_printf(text, "Breakpoint %d.\n", where->breakpoint);
	if (!where->reached)
		g_string_append(text, "The line was not reached.\n");
	if (where->note && *where->note)
		g_string_append_printf(text, "Note: %s\n", where->note);
}

static void write_where(struct gs_reply *reply, const struct gs_where *where, bool with_reached)
{
	JsonBuilder *json = reply->json;
	gs_json_string(json, "stage", gs_stage_name(where->stage));
	gs_json_boolean(json, "finished", where->finished);
	gs_json_integer(json, "line", where->span.line);
	gs_json_integer(json, "column", where->span.column);
	gs_json_integer(json, "end_line", where->span.end_line);
	gs_json_integer(json, "end_column", where->span.end_column);
	gs_json_string(json, "text", where->text);
	gs_json_string(json, "kind", gs_site_kind_name(where->kind));
	gs_json_string(json, "function", where->function);
	json_builder_set_member_name(json, "call_path");
	json_builder_begin_array(json);
	for (unsigned i = 0; i < where->n_frames; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "function", where->frames[i].function);
		gs_json_integer(json, "line", where->frames[i].line);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	json_builder_set_member_name(json, "iterations");
	json_builder_begin_array(json);
	for (unsigned i = 0; i < where->n_iterations; i++)
		json_builder_add_int_value(json, where->iterations[i]);
	json_builder_end_array(json);
	gs_json_integer(json, "active", (int64_t)where->active);
	gs_json_integer(json, "total", (int64_t)where->total);
	json_builder_set_member_name(json, "focus");
	json_builder_begin_object(json);
	for (unsigned i = 0; i < where->focus.n; i++)
		gs_json_integer(json, where->focus.name[i], where->focus.at[i]);
	if (where->fragment)
		gs_json_integer(json, "fragment", where->fragment - 1);
	json_builder_end_object(json);
	if (where->draws) {
		gs_json_integer(json, "draw", where->draw);
		gs_json_integer(json, "draws", where->draws);
	}
	if (!where->focus_here)
		gs_json_boolean(json, "focus_here", false);
	if (where->n_objects > 1)
		gs_json_integer(json, "object", where->object);
	if (where->frame)
		gs_json_integer(json, "frame", where->frame);
	if (with_reached)
		gs_json_boolean(json, "reached", where->reached);
	if (where->breakpoint >= 0)
		gs_json_integer(json, "breakpoint", where->breakpoint);
	if (where->note && *where->note)
		gs_json_string(json, "note", where->note);
	where_text(reply, where);
}

void gs_reply_where(struct gs_reply *reply, struct gs_where *where, bool with_reached)
{
	if (!reply->is_bare)
		write_where(reply, where, with_reached);
	if (reply->has_where)
		gs_where_clear(&reply->where);
	reply->has_where = true;
	reply->where = *where;
	memset(where, 0, sizeof *where);
}

/* ---- breakpoints ---- */

static void breakpoint_members(JsonBuilder *json, const struct gs_breakpoint *b)
{
	static const char *const kinds[] = {"call", "error", "line"};
	gs_json_integer(json, "number", b->number);
	gs_json_string(json, "kind", kinds[b->kind]);
	if (b->pattern)
		gs_json_string(json, "pattern", b->pattern);
	if (b->kind == GS_BREAK_LINE) {
		gs_json_integer(json, "line", b->line);
		gs_json_integer(json, "object", b->object);
		if (b->stage >= 0)
			gs_json_string(json, "stage", gs_stage_name((enum gs_stage)b->stage));
		gs_json_boolean(json, "any", b->any);
	}
	if (b->condition)
		gs_json_string(json, "condition", b->condition);
	gs_json_integer(json, "hits", (int64_t)b->hits);
	if (b->ignored)
		gs_json_integer(json, "ignored", (int64_t)b->ignored);
}

void gs_reply_breakpoints(struct gs_reply *reply, struct gs_session *session)
{
	size_t n;
	const struct gs_breakpoint *list = gs_session_breakpoints(session, &n);
	if (reply->is_bare)
		return;
	json_builder_set_member_name(reply->json, "breakpoints");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < n; i++) {
		const struct gs_breakpoint *b = &list[i];
		json_builder_begin_object(reply->json);
		breakpoint_members(reply->json, b);
		json_builder_end_object(reply->json);
		g_string_append_printf(reply->text, "%u  ", b->number);
		if (b->kind == GS_BREAK_CALL)
			g_string_append_printf(reply->text, "call %s%s%s", b->pattern,
				b->condition ? " if " : "", b->condition ? b->condition : "");
		else if (b->kind == GS_BREAK_ERROR)
			g_string_append(reply->text, "GL error");
		else
			g_string_append_printf(reply->text, "shader line %u%s%s%s", b->line,
				b->any ? ", any element" : "", b->condition ? ", if " : "",
				b->condition ? b->condition : "");
		g_string_append_printf(reply->text, "  (hit %" G_GUINT64_FORMAT " times", b->hits);
		if (b->ignored)
			g_string_append_printf(reply->text,
				"; the next %" G_GUINT64_FORMAT " are ignored", b->ignored);
		g_string_append(reply->text, ")\n");
	}
	json_builder_end_array(reply->json);
	if (n == 0)
		g_string_append(reply->text, "No breakpoints.\n");
}

/* ---- values ---- */

static void text_of_real(GString *text, double value, bool is_single)
{
	char buffer[G_ASCII_DTOSTR_BUF_SIZE];
	if (isnan(value)) {
		g_string_append(text, "nan");
	} else if (isinf(value)) {
		g_string_append(text, value < 0 ? "-inf" : "inf");
	} else {
		/* The shortest that reads back the same. */
		for (int digits = 6; digits <= 17; digits++) {
			char format[8];
			g_snprintf(format, sizeof format, "%%.%dg", digits);
			g_ascii_formatd(buffer, sizeof buffer, format, value);
			double back = g_ascii_strtod(buffer, NULL);
			if (is_single ? (float)back == (float)value : back == value)
				break;
		}
		g_string_append(text, buffer);
	}
}

void gs_json_scalar(JsonBuilder *json, const struct gs_scalar *v)
{
	switch (v->base) {
	case GS_BASE_BOOL:
		json_builder_add_boolean_value(json, v->integer != 0);
		return;
	case GS_BASE_FLOAT:
	case GS_BASE_FLOAT16:
	case GS_BASE_DOUBLE:
		gs_json_double(json, v->number);
		return;
	case GS_BASE_UINT:
	case GS_BASE_UINT64:
	case GS_BASE_UINT16:
	case GS_BASE_UINT8:
		json_natural(json, v->natural);
		return;
	default:
		json_builder_add_int_value(json, v->integer);
	}
}

static void reply_scalar(struct gs_reply *reply, const struct gs_scalar *v)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	gs_json_scalar(reply->json, v);
	if (v->base == GS_BASE_BOOL)
		g_string_append(reply->text, v->integer ? "true" : "false");
	else if (gs_base_is_real(v->base))
		text_of_real(reply->text, v->number, v->base != GS_BASE_DOUBLE);
	else
		g_string_append(reply->text, gs_fetched_text(v, text));
}

/* A value's scalars; at: the next one. */
struct scalars {
	const struct gs_scalar *scalars;
	const uint8_t *undefined;
	size_t at;
};

/* The text says of what is undefined that it is; JSON has what the driver holds. */
static void reply_defined_scalar(struct gs_reply *reply, struct scalars *s)
{
	bool undefined = s->undefined && s->undefined[s->at];
	gsize length = reply->text->len;
	reply_scalar(reply, &s->scalars[s->at++]);
	if (undefined) {
		g_string_truncate(reply->text, length);
		g_string_append(reply->text, "undefined");
	}
}

static void reply_shape(struct gs_reply *reply, const struct gs_type *type, struct scalars *s)
{
	struct gs_type element;
	unsigned count;
	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		json_builder_begin_object(reply->json);
		g_string_append_c(reply->text, '{');
		for (size_t i = 0; i < type->structure->n_members; i++) {
			const struct gs_member *m = &type->structure->members[i];
			json_builder_set_member_name(reply->json, m->name);
			g_string_append_printf(reply->text, "%s%s = ", i ? ", " : "", m->name);
			reply_shape(reply, &m->type, s);
		}
		g_string_append_c(reply->text, '}');
		json_builder_end_object(reply->json);
	} else if (gs_type_element(type, &element, &count)) {
		json_builder_begin_array(reply->json);
		g_string_append_c(reply->text, type->n_dimensions ? '[' : '(');
		for (unsigned i = 0; i < count; i++) {
			if (i)
				g_string_append(reply->text, ", ");
			reply_shape(reply, &element, s);
		}
		g_string_append_c(reply->text, type->n_dimensions ? ']' : ')');
		json_builder_end_array(reply->json);
	} else {
		reply_defined_scalar(reply, s);
	}
}

void gs_reply_value(struct gs_reply *reply, const struct gs_type *type,
	const struct gs_scalar *scalars, const uint8_t *undefined)
{
	struct scalars s = {.scalars = scalars, .undefined = undefined};
	reply_shape(reply, type, &s);
}

/* ---- uniforms ---- */

void gs_reply_uniform(struct gs_reply *reply, const struct gs_uniform_info *uniform)
{
	struct gs_type type = gs_uniform_type(uniform);
	size_t n;
	struct gs_scalar *scalars = gs_uniform_scalars(uniform, &n);
	if (scalars) {
		gs_reply_value(reply, &type, scalars, NULL);
	} else {
		json_builder_add_null_value(reply->json);
		g_string_append(reply->text, "unknown");
	}
	g_free(scalars);
}
