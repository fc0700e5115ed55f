/* SPDX-License-Identifier: MIT */
/* What several verbs reply with: stops, calls, positions, values. */
#include <math.h>
#include <string.h>
#include "data/constants.h"
#include "debugger/session/program/uniform.h"
#include "verbs/verbs.h"

void gs_reply_clear(struct gs_reply *reply)
{
	if (reply->has_stop)
		gs_stop_clear(&reply->stop);
	if (reply->has_where)
		gs_where_clear(&reply->where);
	if (reply->history)
		gs_pixel_history_clear(reply->history);
	g_free(reply->history);
	gs_reply_drop(reply);
}

/* ---- calls ---- */

enum { CONTENTS_MAX = 1024 };

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
	gs_json_flag(json, "output", c->out);
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

static void call_members(JsonBuilder *json, struct gs_reply *reply, const struct gs_call_info *call)
{
	gs_json_integer(json, "index", (int64_t)call->index);
	gs_json_string(json, "name", call->name);
	gs_json_begin_list(json, "arguments");
	for (size_t i = 0; i < call->n_arguments; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "name", call->arguments[i].name);
		gs_json_string(json, "type", call->arguments[i].type);
		reply_argument_value(reply, &call->arguments[i]);
		gs_json_optional(json, "called", call->arguments[i].called);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	gs_json_integer(json, "thread", call->thread);
	if (call->has_return) {
		gs_json_begin_object(json, "return");
		gs_json_string(json, "type", call->returned.type);
		reply_argument_value(reply, &call->returned);
		json_builder_end_object(json);
	}
	if (call->n_memory) {
		gs_json_begin_list(json, "memory");
		for (size_t i = 0; i < call->n_memory; i++) {
			json_builder_begin_object(json);
			gs_json_string(json, "name", call->memory[i].name);
			gs_json_string(json, "text", call->memory[i].text);
			reply_contents(json, call->memory[i].contents, 0);
			json_builder_end_object(json);
		}
		json_builder_end_array(json);
	}
	gs_json_flag(json, "skipped", call->skipped);
	gs_json_flag(json, "edited", call->edited);
	gs_json_flag(json, "fake", call->fake);
	if (call->gl_error)
		gs_json_string(json, "gl_error", gs_gl_error_name(call->gl_error));
}

void gs_reply_call(struct gs_reply *reply, const struct gs_call_info *call)
{
	if (reply->is_bare)
		return;
	call_members(reply->json, reply, call);
}

void gs_reply_drawn(struct gs_reply *reply, const struct gs_call_drawn *drawn)
{
	if (!drawn->is_draw)
		return;
	gs_json_begin_object(reply->json, "drawn");
	if (drawn->number)
		gs_json_integer(reply->json, "number", (int64_t)drawn->number);
	gs_json_flag(reply->json, "needed", drawn->is_needed);
	gs_json_optional(reply->json, "program", drawn->program);
	gs_json_optional(reply->json, "primitives", drawn->primitives);
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

static void write_stop(struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_stop *stop)
{
	static const char *const kinds[] = {"call", "breakpoint", "error", "signal", "exited"};
	JsonBuilder *json = reply->json;
	gs_json_string(json, "stop", kinds[stop->kind]);
	if (stop->kind == GS_STOP_BREAKPOINT)
		gs_json_integer(json, "breakpoint", stop->breakpoint);
	if (stop->has_call) {
		gs_json_begin_object(json, "call");
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
	gs_json_flag(json, "outside_gl", stop->outside_gl);
	if (stop->inside) {
		gs_json_string(json, "inside", stop->inside);
		gs_json_integer(json, "inside_index", (int64_t)stop->inside_index);
	}
	gs_json_flag(json, "compiled", stop->list_mode);
	gs_json_flag(json, "executed", stop->list_mode == GL_COMPILE_AND_EXECUTE);
	gs_json_flag(json, "player", stop->is_player);
	if (stop->note && *stop->note)
		gs_json_string(json, "note", stop->note);
	g_autofree char *original = original_text(verbs, stop);
	gs_json_optional(json, "original", original);
}

void gs_reply_keep_stop(struct gs_reply *reply, struct gs_stop *stop)
{
	if (reply->has_stop)
		gs_stop_clear(&reply->stop);
	reply->has_stop = true;
	reply->stop = *stop;
	memset(stop, 0, sizeof *stop);
}

bool gs_reply_stop(struct gs_verbs *verbs, struct gs_reply *reply, bool good, struct gs_stop *stop)
{
	if (good && !reply->is_bare)
		write_stop(verbs, reply, stop);
	if (good)
		gs_reply_keep_stop(reply, stop);
	else
		gs_stop_clear(stop);
	return good;
}

/* ---- positions ---- */

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
	gs_json_begin_list(json, "call_path");
	for (unsigned i = 0; i < where->n_frames; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "function", where->frames[i].function);
		gs_json_integer(json, "line", where->frames[i].line);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	gs_json_integers(json, "iterations", where->iterations, where->n_iterations);
	gs_json_integer(json, "active", (int64_t)where->active);
	gs_json_integer(json, "total", (int64_t)where->total);
	gs_json_begin_object(json, "focus");
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
	if (with_reached || !where->reached)
		gs_json_boolean(json, "reached", where->reached);
	if (where->breakpoint >= 0)
		gs_json_integer(json, "breakpoint", where->breakpoint);
	if (where->note && *where->note)
		gs_json_string(json, "note", where->note);
}

bool gs_reply_where(struct gs_reply *reply, bool good, struct gs_where *where, bool with_reached)
{
	if (!good) {
		gs_where_clear(where);
		return false;
	}
	if (!reply->is_bare)
		write_where(reply, where, with_reached);
	if (reply->has_where)
		gs_where_clear(&reply->where);
	reply->has_where = true;
	reply->where = *where;
	memset(where, 0, sizeof *where);
	return true;
}

/* ---- breakpoints ---- */

static void breakpoint_members(JsonBuilder *json, const struct gs_breakpoint *b)
{
	static const char *const kinds[] = {"call", "error", "line"};
	gs_json_integer(json, "number", b->number);
	gs_json_string(json, "kind", kinds[b->kind]);
	gs_json_optional(json, "pattern", b->pattern);
	if (b->kind == GS_BREAK_LINE) {
		gs_json_integer(json, "line", b->line);
		gs_json_integer(json, "object", b->object);
		if (b->stage >= 0)
			gs_json_string(json, "stage", gs_stage_name((enum gs_stage)b->stage));
		gs_json_boolean(json, "any", b->any);
	}
	gs_json_optional(json, "condition", b->condition);
	gs_json_integer(json, "hits", (int64_t)b->hits);
	if (b->ignored)
		gs_json_integer(json, "ignored", (int64_t)b->ignored);
}

bool gs_reply_breakpoints(struct gs_verbs *verbs, struct gs_reply *reply, bool good)
{
	size_t n;
	const struct gs_breakpoint *list = gs_session_breakpoints(verbs->session, &n);
	if (!good || reply->is_bare)
		return good;
	gs_json_begin_list(reply->json, "breakpoints");
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(reply->json);
		breakpoint_members(reply->json, &list[i]);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	return true;
}

/* ---- values ---- */

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

void gs_json_cell(JsonBuilder *json, const struct gs_field *field, size_t cell)
{
	for (size_t k = 0; k < field->n_scalars; k++) {
		const struct gs_scalar scalar = gs_field_scalar(field, cell, k);
		gs_json_scalar(json, &scalar);
	}
}

static void json_shape(
	JsonBuilder *json, const struct gs_type *type, const struct gs_scalar **scalars)
{
	struct gs_type element;
	unsigned count;
	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		json_builder_begin_object(json);
		for (size_t i = 0; i < type->structure->n_members; i++) {
			json_builder_set_member_name(json, type->structure->members[i].name);
			json_shape(json, &type->structure->members[i].type, scalars);
		}
		json_builder_end_object(json);
	} else if (gs_type_element(type, &element, &count)) {
		json_builder_begin_array(json);
		for (unsigned i = 0; i < count; i++)
			json_shape(json, &element, scalars);
		json_builder_end_array(json);
	} else {
		gs_json_scalar(json, (*scalars)++);
	}
}

void gs_json_value(JsonBuilder *json, const struct gs_type *type, const struct gs_scalar *scalars)
{
	if (scalars)
		json_shape(json, type, &scalars);
	else
		json_builder_add_null_value(json);
}

void gs_json_base(JsonBuilder *json, enum gs_base base)
{
	g_autofree char *name = gs_type_string(
		&(struct gs_type){.base = base, .columns = 1, .rows = 1});
	json_builder_add_string_value(json, name);
}

void gs_json_type(JsonBuilder *json, const struct gs_type *type)
{
	g_autofree char *name = gs_type_string(type);
	gs_json_string(json, "type", name);
	if (type->base != GS_BASE_STRUCT)
		return;
	gs_json_begin_list(json, "members");
	for (size_t i = 0; i < type->structure->n_members; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "name", type->structure->members[i].name);
		gs_json_type(json, &type->structure->members[i].type);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

void gs_json_undefined(JsonBuilder *json, const char *key, const uint8_t *undefined, size_t n)
{
	bool any = false;
	for (size_t i = 0; undefined && i < n; i++) {
		if (!undefined[i])
			continue;
		if (!any)
			gs_json_begin_list(json, key);
		any = true;
		json_builder_add_int_value(json, (gint64)i);
	}
	if (any)
		json_builder_end_array(json);
}

/* ---- uniforms ---- */

void gs_reply_uniform(struct gs_reply *reply, const struct gs_uniform_info *uniform)
{
	struct gs_type type = gs_uniform_type(uniform);
	size_t n;
	struct gs_scalar *scalars = gs_uniform_scalars(uniform, &n);
	gs_json_value(reply->json, &type, scalars);
	g_free(scalars);
}
