/* SPDX-License-Identifier: MIT */
#include "analysis/report.h"

#include <EGL/egl.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>
#include "analysis/issues.h"
#include "analysis/measured.h"
#include "trace/raw.h"

struct gs_report {
	struct gs_effects *effects;
	struct gs_known_functions known;
	struct gs_issues *issues;
	struct gs_draw_issues *draws;
	uint64_t frame, call;
	/* context -> number of its last glGetError, plus 1: each context has its own errors. */
	GHashTable *since;
	uint64_t failed; /* shader or program that failed and whose log may follow, plus 1 */
	bool failed_is_program;
	const struct gs_measured *measured; /* NULL: nothing was measured */
	char *part;			    /* NULL: the trace is not an extracted part */
	/* The thread, plus 1, whose last window-system call asked about no context. */
	uint64_t asked_of_none;
};

const char *gs_issue_kind_name(enum gs_issue_kind kind)
{
	static const char *const names[] = {"error", "undefined", "message"};
	return names[kind];
}

static void watch(void *data, const struct gs_trace_call *call, unsigned depth)
{
	struct gs_report *report = data;
	const struct gs_analysed_call analysed = {
		gs_known_function_of(&report->known, call->function), call};
	(void)depth;
	gs_draw_issues_add(report->draws, &analysed);
}

struct gs_report *gs_report_new(void)
{
	struct gs_report *report = g_new0(struct gs_report, 1);
	report->effects = gs_effects_new(0);
	gs_effects_keep_last(report->effects);
	report->issues = gs_issues_new();
	report->draws = gs_draw_issues_new(report->effects, report->issues);
	report->since = g_hash_table_new(NULL, NULL);
	gs_effects_set_watch(report->effects, watch, report);
	gs_known_functions_init(&report->known);
	return report;
}

void gs_report_free(struct gs_report *report)
{
	gs_draw_issues_free(report->draws);
	gs_issues_free(report->issues);
	gs_effects_free(report->effects);
	gs_known_functions_clear(&report->known);
	g_hash_table_destroy(report->since);
	g_free(report->part);
	g_free(report);
}

/* ---- what GL has answered ---- */

static const char *name_of(const char *group, uint64_t value, char *text, size_t size)
{
	const char *name = gs_data_enum_name(group, value, GS_FUNCTION_GL);
	if (name)
		return name;
	g_snprintf(text, size, "0x%llx", (unsigned long long)value);
	return text;
}

static uint64_t answer_of(const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *value = gs_analysed_value(analysed, "params");
	if (value && value->class == GS_TRACE_ARRAY)
		value = value->n ? &value->items[0] : NULL;
	return value && value->class != GS_TRACE_NONE && value->class != GS_TRACE_NULL
		       ? gs_trace_number(value)
		       : 1;
}

static void look_at_error(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	uint64_t error = gs_trace_number(&analysed->call->result);
	gpointer context = GUINT_TO_POINTER(gs_effects_context(report->effects));
	uint64_t since = (uint64_t)(uintptr_t)g_hash_table_lookup(report->since, context);
	char number[32];
	if (error && since)
		gs_issues_found(report->issues, GS_ISSUE_ERROR, "gl-error", true,
			"%s: raised by a call between %llu and %llu",
			name_of("ErrorCode", error, number, sizeof(number)),
			(unsigned long long)since - 1, (unsigned long long)report->call);
	else if (error)
		gs_issues_found(report->issues, GS_ISSUE_ERROR, "gl-error", true,
			"%s: raised by a call before %llu%s",
			name_of("ErrorCode", error, number, sizeof(number)),
			(unsigned long long)report->call,
			report->part ? ", or by one that is not in this part" : "");
	g_hash_table_insert(report->since, context, (gpointer)(uintptr_t)(report->call + 1));
}

static void look_at_status(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	uint64_t pname = gs_analysed_number(analysed, "pname");
	uint64_t name = gs_analysed_number(analysed, "shader|program|obj");
	if (answer_of(analysed))
		return;
	if (pname == GL_COMPILE_STATUS)
		gs_issues_found(report->issues, GS_ISSUE_ERROR, "shader-not-compiled", true,
			"Shader %llu does not compile", (unsigned long long)name);
	else if (pname == GL_LINK_STATUS)
		gs_issues_found(report->issues, GS_ISSUE_ERROR, "program-not-linked", true,
			"Program %llu does not link", (unsigned long long)name);
	else
		return;
	report->failed = name + 1;
	report->failed_is_program = pname == GL_LINK_STATUS;
}

static void look_at_log(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	bool is_program = analysed->function->plain == GS_FN_glGetProgramInfoLog;
	const struct gs_trace_value *log = gs_analysed_value(analysed, "infoLog");
	if (!report->failed || is_program != report->failed_is_program ||
		gs_analysed_number(analysed, "shader|program|obj") + 1 != report->failed || !log ||
		log->class != GS_TRACE_STRING)
		return;
	gs_issues_found(report->issues, GS_ISSUE_MESSAGE, "compiler-log", true, "%s %llu: %s",
		is_program ? "Program" : "Shader", (unsigned long long)report->failed - 1,
		log->text);
	report->failed = 0;
}

static const char *debug_name(const char *group, uint64_t value)
{
	const char *name = gs_data_enum_name(group, value, GS_FUNCTION_GL);
	return name ? name : "?";
}

static void add_message(struct gs_report *report, const struct gs_analysed_call *analysed,
	uint32_t i, const char *text, size_t n)
{
	static const char *const arrays[] = {"sources", "types", "severities"};
	static const char *const groups[] = {"DebugSource", "DebugType", "DebugSeverity"};
	const char *names[3] = {"", "", ""};
	for (unsigned k = 0; k < 3; k++) {
		const struct gs_trace_value *array = gs_analysed_value(analysed, arrays[k]);
		names[k] = array && array->class == GS_TRACE_ARRAY && i < array->n
				   ? debug_name(groups[k], gs_trace_number(&array->items[i]))
				   : "?";
	}
	gs_issues_found(report->issues, GS_ISSUE_MESSAGE, "debug-message", true,
		"%.*s (%s, %s, %s)", (int)MIN(n, 2000), text, names[0], names[1], names[2]);
}

/* Report messages of a debug log: a sequence of texts, or an array. */
static void look_at_messages(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *log = gs_analysed_value(analysed, "messageLog");
	const char *at, *end;
	for (uint32_t i = 0; log && log->class == GS_TRACE_ARRAY && i < log->n; i++)
		if (log->items[i].class == GS_TRACE_STRING)
			add_message(report, analysed, i, log->items[i].text, log->items[i].n);
	if (!log || (log->class != GS_TRACE_STRING && log->class != GS_TRACE_BLOB))
		return;
	at = log->text;
	end = at + log->n;
	for (uint32_t i = 0; at < end && i < gs_trace_number(&analysed->call->result); i++) {
		size_t n = strnlen(at, (size_t)(end - at));
		add_message(report, analysed, i, at, n);
		at += n + 1;
	}
}

/* Return whether the call asks about no context. libepoxy does so to find out which context is
 * current; if it is none of EGL's, EGL has an error then that is not the program's. */
static bool asks_of_none(const struct gs_analysed_call *analysed)
{
	return analysed->function->number == GS_FN_eglQueryContext &&
	       !gs_analysed_number(analysed, "dpy") && !gs_analysed_number(analysed, "ctx");
}

static void look_at_window_call(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	const uint64_t kinds = GS_KIND_MAKES_CURRENT | GS_KIND_CREATES_CONTEXT;
	uint64_t result = gs_trace_number(&analysed->call->result);
	char number[32];
	uint64_t thread = (uint64_t)analysed->call->thread + 1;
	bool asked_of_none = report->asked_of_none == thread;
	if (asked_of_none)
		report->asked_of_none = 0;
	if (asks_of_none(analysed))
		report->asked_of_none = thread;
	if (analysed->function->number == GS_FN_eglGetError && result && result != EGL_SUCCESS &&
		!asked_of_none)
		gs_issues_found(report->issues, GS_ISSUE_ERROR, "egl-error", true,
			"eglGetError answers %s",
			gs_data_enum_name(NULL, result, GS_FUNCTION_EGL)
				? gs_data_enum_name(NULL, result, GS_FUNCTION_EGL)
				: name_of(NULL, result, number, sizeof(number)));
	else if ((analysed->function->kinds & kinds ||
			 gs_data_flags(analysed->function->number) & GS_FUNCTION_SWAPS) &&
		 analysed->function->info &&
		 analysed->function->info->returns.class != GS_CLASS_VOID &&
		 analysed->call->has_left && analysed->call->result.class != GS_TRACE_NONE &&
		 !result && analysed->call->result.class != GS_TRACE_TRUE)
		gs_issues_found(report->issues, GS_ISSUE_ERROR, "window-error", true, "%s fails",
			analysed->function->name);
}

static void look_at_answers(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	uint64_t result = gs_trace_number(&analysed->call->result);
	char number[32];
	switch (analysed->function->plain) {
	case GS_FN_glGetError:
		look_at_error(report, analysed);
		break;
	case GS_FN_glGetShaderiv:
	case GS_FN_glGetProgramiv:
	case GS_FN_glGetObjectParameterivARB:
		look_at_status(report, analysed);
		break;
	case GS_FN_glGetShaderInfoLog:
	case GS_FN_glGetProgramInfoLog:
	case GS_FN_glGetProgramPipelineInfoLog:
	case GS_FN_glGetInfoLogARB:
		look_at_log(report, analysed);
		break;
	case GS_FN_glGetDebugMessageLog:
	case GS_FN_glGetDebugMessageLogAMD:
		look_at_messages(report, analysed);
		break;
	case GS_FN_glCheckFramebufferStatus:
	case GS_FN_glCheckNamedFramebufferStatus:
		if (result && result != GL_FRAMEBUFFER_COMPLETE)
			gs_issues_found(report->issues, GS_ISSUE_ERROR, "framebuffer-incomplete",
				true, "A framebuffer is not complete: %s",
				name_of("FramebufferStatus", result, number, sizeof(number)));
		break;
	case GS_FN_glUnmapBuffer:
	case GS_FN_glUnmapNamedBuffer:
		if (analysed->call->result.class == GS_TRACE_FALSE)
			gs_issues_found(report->issues, GS_ISSUE_ERROR, "unmap-failed", true,
				"%s answers false: what was written into the buffer is lost, or "
				"the buffer was not mapped",
				analysed->function->name);
		break;
	default:
		if (analysed->function->kinds & GS_KIND_WINDOW)
			look_at_window_call(report, analysed);
		break;
	}
}

/* Report contexts that are older than the recording: the recorder makes up their creation. */
static void look_at_beginning(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	if (analysed->function->kinds & GS_KIND_CREATES_CONTEXT)
		gs_issues_found(report->issues, GS_ISSUE_UNDEFINED, "begins-late", true,
			"A context is older than the trace: what the program had set up before is "
			"not in it, so a player draws other pictures. Record from the program's "
			"first call on");
}

/* Begin an extracted part: the next error may be of a call that was left out. */
static void begin_part(struct gs_report *report, const struct gs_trace_call *call)
{
	const char *text = call->args[1].text + strlen(GS_COMMENT_BEGINS);
	g_free(report->part);
	report->part = g_utf8_make_valid(text, -1);
	g_hash_table_remove_all(report->since);
}

const char *gs_report_part(const struct gs_report *report)
{
	return report->part;
}

void gs_report_set_measured(struct gs_report *report, const struct gs_measured *measured)
{
	report->measured = measured;
}

static void look_at_replay(struct gs_report *report, const struct gs_trace_call *call)
{
	const struct gs_measured_message *message;
	for (size_t i = 0; (message = gs_measured_said(report->measured, call->number, i)); i++)
		gs_issues_found(report->issues, GS_ISSUE_MESSAGE, "driver-message", true,
			"%s (%s, %s, %s, in the replay)", message->text,
			debug_name("DebugSource", message->source),
			debug_name("DebugType", message->type),
			debug_name("DebugSeverity", message->severity));
}

/* Report a call in which the program has ended: the trace does not tell whether it crashed. */
static void look_at_unfinished(struct gs_report *report, const struct gs_analysed_call *analysed)
{
	if (!analysed->call->is_fake && analysed->function->number < GS_N_FUNCTIONS)
		gs_issues_found(report->issues, GS_ISSUE_MESSAGE, "unfinished-call", true,
			"%s has not returned: the program crashed in it, or was ended there",
			analysed->function->name);
}

const char *gs_report_checked(size_t i)
{
	static const char *const checked[] = {"errors and failures that the program has heard of",
		"messages that it has read", "calls that have not returned",
		"textures that are missing, incomplete or drawn into", "lookups that compare",
		"framebuffers that are incomplete", "mapped buffers",
		"uniform blocks without a buffer",
		"arrays without a buffer, or of another type than the shader's",
		"vertices and indices outside of their buffers"};
	return i < G_N_ELEMENTS(checked) ? checked[i] : NULL;
}

void gs_report_add(struct gs_report *report, const struct gs_trace_call *call)
{
	const struct gs_analysed_call analysed = {
		gs_known_function_of(&report->known, call->function), call};
	report->call = call->number;
	gs_issues_stand_at(report->issues, call->number, report->frame);
	gs_effects_add(report->effects, call);
	if (gs_trace_is_comment(call, GS_COMMENT_BEGINS))
		begin_part(report, call);
	else if (!call->has_left)
		look_at_unfinished(report, &analysed);
	else if (call->is_fake)
		look_at_beginning(report, &analysed);
	else
		look_at_answers(report, &analysed);
	if (report->measured)
		look_at_replay(report, call);
	report->frame += call->ends_frame;
}

const struct gs_issue *gs_report_issue(const struct gs_report *report, size_t i)
{
	return gs_issues_at(report->issues, i);
}

uint64_t gs_report_left_out(const struct gs_report *report)
{
	return gs_issues_left_out(report->issues);
}
