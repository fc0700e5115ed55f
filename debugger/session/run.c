/* SPDX-License-Identifier: MIT */
/* Running on, and the breakpoints that end it. */
#include <string.h>
#include "data/data.h"
#include "debugger/calls/condition.h"
#include "debugger/calls/calls.h"
#include "debugger/session/private.h"

/* ---- breakpoints ---- */

const struct gs_breakpoint *gs_session_breakpoints(struct gs_session *session, size_t *n)
{
	*n = session->breakpoints->len;
	return (const struct gs_breakpoint *)session->breakpoints->data;
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

/* Bits of the functions that match; false: none. */
static bool match_functions(const char *text, uint8_t *bits, GError **error)
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

static bool add_breakpoint(struct gs_session *session, struct gs_breakpoint *b)
{
	b->number = session->next_breakpoint++;
	g_array_append_val(session->breakpoints, *b);
	if (session->host && gs_session_has_program(session))
		gs_session_send_breakpoints(session);
	return true;
}

bool gs_session_break_call(
	struct gs_session *session, const char *pattern, const char *condition, GError **error)
{
	struct gs_breakpoint b = {.kind = GS_BREAK_CALL};
	uint8_t functions[GS_WIRE_FUNCTIONS / 8] = {0};
	if (!match_functions(pattern, functions, error))
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
	if (session->debug)
		b.stage = (int)session->debug->stage;
	b.condition = g_strdup(condition);
	return add_breakpoint(session, &b);
}

void gs_breakpoint_clear(struct gs_breakpoint *b)
{
	g_free(b->pattern);
	g_free(b->condition);
	gs_call_condition_free(b->test);
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

static void arm(struct gs_session *session)
{
	if (session->host && gs_session_has_program(session))
		gs_session_send_breakpoints(session);
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
	if (!match_functions(b->pattern, functions, error))
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
	arm(session);
	return true;
}

bool gs_session_delete(struct gs_session *session, unsigned number, GError **error)
{
	unsigned index;
	struct gs_breakpoint *b = find_breakpoint(session, number, &index, error);
	if (!b)
		return false;
	gs_breakpoint_clear(b);
	g_array_remove_index(session->breakpoints, index);
	arm(session);
	return true;
}

/* ---- running ---- */

static bool set_conditions(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, GError **error)
{
	static const uint32_t stop_at[] = {
		[GS_RUN_STEP] = GS_STOP_AT_EVERY,
		[GS_RUN_SKIP] = GS_STOP_AT_EVERY,
		[GS_RUN_DRAW] = GS_STOP_AT_DRAW,
		[GS_RUN_FRAME] = GS_STOP_AT_FRAME,
		[GS_RUN_PROGRAM] = GS_STOP_AT_PROGRAM,
		[GS_RUN_ERROR] = GS_STOP_AT_ERROR,
		[GS_RUN_NAMED] = GS_STOP_AT_NAMED,
		[GS_RUN_CONTINUE] = 0,
	};
	uint8_t named[GS_WIRE_FUNCTIONS / 8] = {0};
	if (run == GS_RUN_NAMED && !match_functions(pattern, named, error))
		return false;
	struct gs_wire_header *header = gs_host_wire(session->host);
	memcpy(header->run.named, named, sizeof named);
	gs_wire_set_run(header, stop_at[run], MAX(count, 1));
	header->log = session->log;
	gs_wire_notify_program(header);
	return true;
}

/* Once stopped, the other threads must not stop for the same reason. */
static void clear_conditions(struct gs_session *session)
{
	if (!gs_session_has_program(session))
		return;
	struct gs_wire_header *header = gs_host_wire(session->host);
	gs_wire_set_run(header, 0, 0);
	gs_wire_notify_program(header);
}

static bool breaks(const struct gs_breakpoint *b, const struct gs_wire_call *call,
	struct gs_session *session, GBytes **detail)
{
	if (b->kind != GS_BREAK_CALL ||
		!g_pattern_match_simple(b->pattern, gs_data_name(call->function)))
		return false;
	if (b->test && gs_call_condition_needs_memory(b->test) && !*detail)
		*detail = gs_session_pending_memory(session, GS_SHOWN_LIMIT);
	return !b->test || gs_call_condition_holds(b->test, call, *detail);
}

/* Counts the hits. False: the breakpoint's condition does not hold, and nothing else stops here. */
static bool count_hits(struct gs_session *session)
{
	bool is_break = session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_BREAKPOINT;
	bool is_error = session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_ERROR;
	struct gs_wire_call call = {0};
	GBytes *detail = NULL;
	bool hit = false;
	if (is_break)
		call = gs_session_slot(session)->call;
	for (unsigned i = 0; i < session->breakpoints->len; i++) {
		struct gs_breakpoint *b = &g_array_index(
			session->breakpoints, struct gs_breakpoint, i);
		bool hits = (is_error && b->kind == GS_BREAK_ERROR) ||
			    (is_break && breaks(b, &call, session, &detail));
		b->hits += hits;
		hit = hit || hits;
	}
	g_bytes_unref(detail);
	if (!is_break || hit || session->life != GS_LIFE_STOPPED)
		return true;
	const struct gs_wire_run *run = &gs_host_wire(session->host)->run;
	if (!run->stop_at || (atomic_load(&run->count) & GS_WIRE_RUN_LEFT) > 0)
		return false;
	session->reason = GS_REASON_CALL; /* where the run was to end anyway */
	return true;
}

/* False: what is logged from now on would have no room. */
static bool has_room(struct gs_session *session, GError **error)
{
	if (session->log != GS_LOG_OFF && !gs_call_store_retry(session->calls, error))
		return false;
	g_atomic_int_set(&session->crowded, 0);
	gs_host_continue_log(session->host);
	return true;
}

static bool wait_for_stop(struct gs_session *session, GError **error)
{
	g_atomic_int_set(&session->waiting, 1);
	bool good = gs_session_wait(session, error);
	g_atomic_int_set(&session->waiting, 0);
	return good;
}

static bool resume_and_wait(struct gs_session *session, enum gs_wire_resume how, GError **error)
{
	for (;; how = GS_RESUME_EXECUTE) {
		if (!has_room(session, error))
			return false;
		gs_host_resume(session->host, session->slot, how);
		session->life = GS_LIFE_RUNNING;
		session->serving = false;
		if (!wait_for_stop(session, error))
			return false;
		if (session->life == GS_LIFE_STOPPED && session->reason == GS_REASON_PAUSE &&
			g_atomic_int_get(&session->crowded) &&
			!g_atomic_int_get(&session->interrupted))
			continue;
		if (count_hits(session))
			return true;
		session->reason = GS_REASON_PAUSE; /* should it end here */
		if (g_atomic_int_get(&session->interrupted))
			return true;
		if (gs_session_expired(session, error))
			return false;
	}
}

static bool may_run(struct gs_session *session, enum gs_run run, GError **error)
{
	if (!gs_session_need_program(session, error))
		return false;
	if (session->life == GS_LIFE_RUNNING && !gs_session_need_stop(session, error))
		if (session->life == GS_LIFE_RUNNING || !gs_session_has_program(session))
			return false;
	g_clear_error(error);
	if (run != GS_RUN_SKIP)
		return true;
	if (session->life == GS_LIFE_STOPPED && session->reason != GS_REASON_ERROR)
		return true;
	g_set_error(error, GS_ERROR,
		session->life == GS_LIFE_STOPPED ? GS_ERROR_USAGE : GS_ERROR_OUTSIDE_GL,
		"there is no pending call to skip: `step` first");
	return false;
}

bool gs_session_run(struct gs_session *session, enum gs_run run, uint64_t count,
	const char *pattern, struct gs_stop *stop, GError **error)
{
	memset(stop, 0, sizeof *stop);
	gs_session_begin(session);
	if (!may_run(session, run, error))
		return false;
	if (!has_room(session, error))
		return false;
	if (session->debug) {
		if (!gs_session_leave(session, stop, error))
			return false;
		gs_stop_clear(stop);
	}
	/* A beginning of shader debugging that ran out of time may have left the door shut for
	 * other threads. */
	if (session->life == GS_LIFE_STOPPED && gs_host_wire(session->host)->stall_lock_tid)
		gs_session_request(session, GS_REQUEST_DEBUG_END, NULL, NULL, NULL, NULL);
	if (!gs_session_leave_state(session, error) ||
		!set_conditions(session, run, count, pattern, error))
		return false;
	uint64_t frames = gs_host_wire(session->host)->frames;
	bool good = resume_and_wait(
		session, run == GS_RUN_SKIP ? GS_RESUME_SKIP : GS_RESUME_EXECUTE, error);
	clear_conditions(session);
	if (!good) {
		if (run == GS_RUN_FRAME &&
			g_error_matches(error ? *error : NULL, GS_ERROR, GS_ERROR_TIMEOUT) &&
			gs_host_wire(session->host)->frames == 0 && frames == 0)
			g_prefix_error(error, "the program has not ended a frame so far (no buffer "
					      "swap, no frame terminator): ");
		return false;
	}
	gs_session_fill_stop(session, stop);
	return true;
}
