/* SPDX-License-Identifier: MIT */
/* The list of breakpoints; what of it the program looks for by itself. */
#include <string.h>
#include "data/data.h"
#include "debugger/calls/condition.h"
#include "debugger/session/breakpoints.h"
#include "debugger/session/shader/lines.h"
#include "debugger/session/private.h"

const struct gs_breakpoint *gs_session_breakpoints(struct gs_session *session, size_t *n)
{
	*n = session->breakpoints->len;
	return (const struct gs_breakpoint *)session->breakpoints->data;
}

bool gs_session_breaks(struct gs_session *session)
{
	bool breaks = false;
	for (unsigned i = 0; i < session->breakpoints->len; i++)
		breaks |= g_array_index(session->breakpoints, struct gs_breakpoint, i).kind !=
			  GS_BREAK_LINE;
	return breaks;
}

/* Ends in false if one of the breakpoints at the function has no condition, or there is no room. */
static bool emit_conditions(
	struct gs_session *session, unsigned function, struct gs_wire_conditions *c, unsigned *used)
{
	bool more = false;
	for (unsigned i = 0; i < session->breakpoints->len; i++) {
		const struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, i);
		if (b->kind != GS_BREAK_CALL ||
			!g_pattern_match_simple(b->pattern, gs_data_name(function)))
			continue;
		if (!b->test || !gs_call_condition_emit(b->test, function, more, c->code,
					GS_WIRE_INSTRUCTIONS - 1, used))
			return false;
		more = true;
	}
	c->code[(*used)++] = (struct gs_wire_instruction){.op = GS_OP_END};
	return more;
}

/* What the program can test of the conditions by itself. */
static void write_conditions(struct gs_session *session, struct gs_wire_header *header)
{
	struct gs_wire_conditions *c = &header->conditions;
	unsigned used = 1;
	atomic_fetch_add(&c->generation, 1);
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		unsigned first = used;
		c->first[f] = 0;
		if (gs_wire_bit(header->breakpoints, f) && emit_conditions(session, f, c, &used))
			c->first[f] = (uint16_t)first;
		else
			used = first;
	}
	c->n = used;
	atomic_fetch_add(&c->generation, 1);
}

void gs_session_send_breakpoints(struct gs_session *session)
{
	struct gs_wire_header *header = gs_host_wire(session->host);
	uint8_t bits[GS_WIRE_FUNCTIONS / 8] = {0};
	bool on_error = false;
	for (unsigned i = 0; i < session->breakpoints->len; i++) {
		const struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, i);
		on_error = on_error || b->kind == GS_BREAK_ERROR;
		if (b->kind != GS_BREAK_CALL)
			continue;
		GPatternSpec *pattern = g_pattern_spec_new(b->pattern);
		for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
			if (g_pattern_spec_match_string(pattern, gs_data_name(f)))
				bits[f / 8] |= 1 << f % 8;
		g_pattern_spec_free(pattern);
	}
	memcpy(header->breakpoints, bits, sizeof bits);
	write_conditions(session, header);
	header->break_on_error = on_error;
	gs_wire_notify_program(header);
}

bool gs_session_match_functions(const char *text, uint8_t *bits, GError **error)
{
	GPatternSpec *pattern = g_pattern_spec_new(text);
	bool any = false;
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		if (!g_pattern_spec_match_string(pattern, gs_data_name(f)))
			continue;
		any = true;
		if (bits)
			bits[f / 8] |= 1 << f % 8;
	}
	g_pattern_spec_free(pattern);
	if (!any)
		g_set_error(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME,
			"no GL, GLX or EGL function is named '%s': give a full name such as "
			"glDrawArrays, or a pattern such as glDraw*",
			text);
	return any;
}

static void send_if_running(struct gs_session *session)
{
	if (session->host && gs_session_has_program(session))
		gs_session_send_breakpoints(session);
}

static bool add_breakpoint(struct gs_session *session, struct gs_breakpoint *b)
{
	b->number = session->next_breakpoint++;
	g_array_append_val(session->breakpoints, *b);
	send_if_running(session);
	return true;
}

bool gs_session_break_call(
	struct gs_session *session, const char *pattern, const char *condition, GError **error)
{
	struct gs_breakpoint b = {.kind = GS_BREAK_CALL};
	uint8_t functions[GS_WIRE_FUNCTIONS / 8] = {0};
	if (!gs_session_match_functions(pattern, functions, error))
		return false;
	if (condition && !(b.test = gs_call_condition_new_before(condition, functions, error)))
		return false;
	b.pattern = g_strdup(pattern);
	b.condition = g_strdup(condition);
	return add_breakpoint(session, &b);
}

bool gs_session_break_error(struct gs_session *session, GError **error)
{
	struct gs_breakpoint b = {.kind = GS_BREAK_ERROR};
	return add_breakpoint(session, &b);
}

bool gs_session_break_line(
	struct gs_session *session, unsigned line, const char *condition, bool any, GError **error)
{
	unsigned object = session->debug ? gs_debug_object(session->debug) : 0;
	return gs_session_break_line_in(session, object, line, condition, any, error);
}

bool gs_session_break_line_in(struct gs_session *session, unsigned object, unsigned line,
	const char *condition, bool any, GError **error)
{
	struct gs_breakpoint b = {
		.kind = GS_BREAK_LINE, .line = line, .object = object, .any = any, .stage = -1};
	if (session->debug && !gs_debug_check_line(session->debug, object, line, error))
		return false;
	if (session->debug) {
		b.stage = (int)session->debug->stage;
		b.program = session->debug->info.program;
		b.text = gs_source_line(session->debug->shader->units[object]->source, line);
	}
	b.condition = g_strdup(condition);
	return add_breakpoint(session, &b);
}

bool gs_session_break_again(
	struct gs_session *session, const struct gs_breakpoint *b, GError **error)
{
	struct gs_breakpoint again = *b;
	again.test = NULL;
	again.hits = 0;
	if (b->kind == GS_BREAK_CALL) {
		if (!gs_session_break_call(session, b->pattern, b->condition, error))
			return false;
		g_array_index(
			session->breakpoints, struct gs_breakpoint, session->breakpoints->len - 1)
			.ignored = b->ignored;
		return true;
	}
	again.pattern = NULL;
	again.condition = g_strdup(b->condition);
	again.text = g_strdup(b->text);
	return add_breakpoint(session, &again);
}

void gs_breakpoint_clear(struct gs_breakpoint *b)
{
	g_free(b->pattern);
	g_free(b->condition);
	g_free(b->text);
	gs_call_condition_free(b->test);
}

struct gs_breakpoint *gs_breakpoints_copy(const struct gs_breakpoint *list, size_t n)
{
	struct gs_breakpoint *copy = g_new0(struct gs_breakpoint, n + 1);
	for (size_t i = 0; i < n; i++) {
		copy[i] = list[i];
		copy[i].pattern = g_strdup(list[i].pattern);
		copy[i].text = g_strdup(list[i].text);
		copy[i].condition = g_strdup(list[i].condition);
		copy[i].test = NULL;
	}
	return copy;
}

void gs_breakpoints_free(struct gs_breakpoint *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gs_breakpoint_clear(&list[i]);
	g_free(list);
}

static struct gs_breakpoint *find_breakpoint(
	struct gs_session *session, unsigned number, unsigned *index, GError **error)
{
	for (*index = 0; *index < session->breakpoints->len; ++*index) {
		struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, *index);
		if (b->number == number)
			return b;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"there is no breakpoint %u: `info breakpoints` lists them", number);
	return NULL;
}

static bool change_call(struct gs_breakpoint *b, const char *condition, bool any, GError **error)
{
	uint8_t functions[GS_WIRE_FUNCTIONS / 8] = {0};
	struct gs_call_condition *test = NULL;
	if (any) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"breakpoint %u is on calls: `any` applies only to breakpoints on lines of "
			"a shader",
			b->number);
		return false;
	}
	if (!gs_session_match_functions(b->pattern, functions, error))
		return false;
	if (condition && !(test = gs_call_condition_new_before(condition, functions, error)))
		return false;
	gs_call_condition_free(b->test);
	b->test = test;
	return true;
}

bool gs_session_break_change(struct gs_session *session, unsigned number, const char *condition,
	bool any, GError **error)
{
	unsigned index;
	struct gs_breakpoint *b = find_breakpoint(session, number, &index, error);
	if (!b)
		return false;
	if (b->kind == GS_BREAK_ERROR) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"breakpoint %u is on GL errors, which have no condition", number);
		return false;
	}
	if (b->kind == GS_BREAK_CALL && !change_call(b, condition, any, error))
		return false;
	g_free(b->condition);
	b->condition = g_strdup(condition);
	b->any = any;
	send_if_running(session);
	return true;
}

bool gs_session_break_ignore(
	struct gs_session *session, unsigned number, uint64_t count, GError **error)
{
	unsigned index;
	struct gs_breakpoint *b = find_breakpoint(session, number, &index, error);
	if (!b)
		return false;
	b->ignored = count;
	return true;
}

bool gs_breakpoint_hit(struct gs_breakpoint *b)
{
	b->hits++;
	if (b->ignored == 0)
		return true;
	b->ignored--;
	return false;
}

bool gs_session_delete(struct gs_session *session, unsigned number, GError **error)
{
	unsigned index;
	struct gs_breakpoint *b = find_breakpoint(session, number, &index, error);
	if (!b)
		return false;
	gs_breakpoint_clear(b);
	g_array_remove_index(session->breakpoints, index);
	send_if_running(session);
	return true;
}
