/* SPDX-License-Identifier: MIT */
/* Commands on the program and its GL calls. */
#include <stdlib.h>
#include <string.h>
#include "debugger/calls/calls.h"
#include "debugger/session/program/uniform.h"
#include "verbs/verbs.h"

/* ---- running ---- */

/* What ends at a stop, and takes nothing. */
bool gs_verb_stop(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static bool (*const ways[])(struct gs_session *, struct gs_stop *, GError **) = {
		[GS_VERB_START] = gs_session_start,
		[GS_VERB_PAUSE] = gs_session_stop_now,
		[GS_VERB_RESTART] = gs_session_restart,
		[GS_VERB_AGAIN] = gs_session_again,
		[GS_VERB_LEAVE] = gs_session_leave,
	};
	struct gs_stop stop;
	bool good = ways[gs_argument_how(arguments)](verbs->session, &stop, error);
	return gs_reply_stop(verbs, reply, good, &stop);
}

static bool do_run(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	uint64_t count;
	return gs_argument_count(arguments, "N", 1, &count, error) &&
	       gs_reply_stop(verbs, reply,
		       gs_session_run(verbs->session, (enum gs_run)gs_argument_how(arguments),
			       count, gs_argument_text(arguments, "NAME"), &stop, error),
		       &stop);
}

static bool do_detach(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_session_detach(verbs->session, error);
}

static bool do_kill(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	if (!gs_session_kill(verbs->session, error))
		return false;
	gs_json_flag(reply->json, "player", gs_session_is_trace(verbs->session));
	return true;
}

static bool do_quit(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	verbs->quits = true;
	return true;
}

bool gs_verb_quits(const struct gs_verb *verb)
{
	return verb->function == do_quit;
}

static bool do_log(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const words[] = {
		[GS_LOG_OFF] = "off", [GS_LOG_ON] = "on", [GS_LOG_FULL] = "full"};
	int how = gs_argument_which(arguments, words, G_N_ELEMENTS(words));
	if (!gs_session_set_log(verbs->session, (enum gs_wire_log)how, error))
		return false;
	gs_json_boolean(reply->json, "log", how != GS_LOG_OFF);
	gs_json_boolean(reply->json, "full", how == GS_LOG_FULL);
	return true;
}

static bool do_log_keep(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	uint64_t bytes = GS_CALLS_UNLIMITED;
	const char *asked = gs_argument_text(arguments, "SIZE");
	if (asked && !gs_call_size_parse(asked, &bytes, error))
		return false;
	gs_session_keep_calls(verbs->session, bytes);
	g_autofree char *size = gs_call_size_text(bytes);
	gs_json_flag(reply->json, "unlimited", bytes == GS_CALLS_UNLIMITED);
	gs_json_string(reply->json, "keeps", size);
	return true;
}

/* ---- breakpoints ---- */

static bool do_break_call(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_reply_breakpoints(verbs, reply,
		gs_session_break_call(verbs->session, gs_argument_text(arguments, "PATTERN"),
			gs_argument_text(arguments, "CONDITION"), error));
}

static bool do_break_error(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_reply_breakpoints(verbs, reply, gs_session_break_error(verbs->session, error));
}

static bool do_break_change(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_reply_breakpoints(verbs, reply,
		gs_session_break_change(verbs->session, gs_argument_unsigned(arguments, "N", 0),
			gs_argument_text(arguments, "CONDITION"), gs_argument_has(arguments, "any"),
			error));
}

static bool do_break_ignore(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_reply_breakpoints(verbs, reply,
		gs_session_break_ignore(verbs->session, gs_argument_unsigned(arguments, "N", 0),
			gs_argument_number(arguments, "COUNT", 0), error));
}

static bool do_info_breakpoints(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_reply_breakpoints(verbs, reply, true);
}

/* ---- calls ---- */

static void refuse_outside(const struct gs_stop *stop, GError **error)
{
	char *where = gs_stop_outside_text(stop);
	g_set_error(error, GS_ERROR, GS_ERROR_OUTSIDE_GL,
		"no call is pending because the program is stopped %s: `step` runs to the next "
		"call",
		where);
	g_free(where);
}

static bool do_call(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (gs_argument_has(arguments, "N"))
		return gs_verb_call_at(verbs, arguments, reply, error);
	if (!gs_session_stop_now(verbs->session, &stop, error))
		return false;
	bool good = stop.has_call && stop.kind != GS_STOP_EXITED && stop.kind != GS_STOP_SIGNAL;
	if (good)
		gs_reply_call(reply, &stop.call);
	else if (stop.kind == GS_STOP_EXITED)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM,
			gs_session_is_trace(verbs->session)
				? "the player of the trace has ended: `goto N` or `restart` starts "
				  "it again"
				: "the program has ended: `restart` starts it again");
	else
		refuse_outside(&stop, error);
	gs_stop_clear(&stop);
	return good;
}

static bool do_set_arg(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	bool good = gs_session_set_argument(verbs->session, gs_argument_text(arguments, "NAME"),
		gs_argument_text(arguments, "VALUE"), &stop, error);
	if (good) {
		gs_reply_call(reply, &stop.call);
		gs_reply_keep_stop(reply, &stop);
	}
	gs_stop_clear(&stop);
	return good;
}

/* ---- the program in use ---- */

static void reply_stages(struct gs_reply *reply, const struct gs_program_info *info)
{
	JsonBuilder *json = reply->json;
	gs_json_begin_list(json, "stages");
	for (size_t i = 0; i < info->n_sources; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "stage", gs_stage_name(info->sources[i].stage));
		gs_json_integer(json, "object", info->sources[i].object);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

/* Programs of a pipeline may have uniforms of the same name each. */
static bool is_repeated(const struct gs_uniform_info *list, size_t n, size_t i)
{
	for (size_t k = 0; k < n; k++)
		if (k != i && !strcmp(list[k].name, list[i].name))
			return true;
	return false;
}

/* Says whether a uniform has the value that linking gave it, where that is known. */
static void reply_linked(struct gs_reply *reply, const struct gs_uniform_info *uniform)
{
	size_t n = MAX(uniform->array_size, 1), same = 0;
	if (!uniform->as_linked)
		return;
	for (size_t i = 0; i < n; i++)
		same += uniform->as_linked[i];
	gs_json_boolean(reply->json, "as_linked", same == n);
	if (same && same < n) {
		gs_json_begin_list(reply->json, "as_linked_elements");
		for (size_t i = 0; i < n; i++)
			if (uniform->as_linked[i])
				json_builder_add_int_value(reply->json, (gint64)i);
		json_builder_end_array(reply->json);
	}
}

static void reply_variables(
	struct gs_reply *reply, const char *key, const struct gs_uniform_info *list, size_t n)
{
	JsonBuilder *json = reply->json;
	gs_json_begin_list(json, key);
	for (size_t i = 0; i < n; i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "name", list[i].name);
		gs_json_string(json, "type", list[i].type);
		if (list[i].value) {
			json_builder_set_member_name(json, "value");
			gs_reply_uniform(reply, &list[i]);
			reply_linked(reply, &list[i]);
		}
		if (list[i].location >= 0)
			gs_json_integer(json, "location", list[i].location);
		gs_json_flag(json, "repeated", is_repeated(list, n, i));
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

static bool do_program(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const apis[] = {"core", "compatibility", "es"};
	struct gs_program_info info;
	if (!gs_session_program(verbs->session, &info, error))
		return false;
	gs_session_note_linked(verbs->session, &info);
	char *version = g_strdup_printf("%u.%u", info.gl_version / 10, info.gl_version % 10);
	gs_json_integer(reply->json, "program", info.program);
	gs_json_string(reply->json, "api", info.api <= GS_API_ES ? apis[info.api] : "unknown");
	gs_json_string(reply->json, "version", version);
	gs_json_string(reply->json, "renderer", info.renderer);
	gs_json_flag(
		reply->json, "fixed_function", !info.program && gs_program_info_has_fixed(&info));
	reply_stages(reply, &info);
	reply_variables(reply, "uniforms", info.uniforms, info.n_uniforms);
	reply_variables(reply, "attributes", info.attributes, info.n_attributes);
	g_free(version);
	gs_program_info_clear(&info);
	return true;
}

static void source_error(struct gs_session *session, const struct gs_program_info *info,
	enum gs_stage stage, GError **error)
{
	if (info->flags & GS_PROGRAM_ARB)
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_GLSL,
			"an ARB assembly program is in use, which has no GLSL source");
	else if (info->program == 0)
		gs_session_refuse_no_program(session, error);
	else if (info->flags & GS_PROGRAM_NO_SOURCE)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SOURCE,
			"program %u was made from a binary or SPIR-V and has no source",
			info->program);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_NO_SHADER,
			"program %u has no %s shader: `program` lists its stages", info->program,
			gs_stage_name(stage));
}

static bool do_source(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	enum gs_stage stage = gs_argument_stage(arguments);
	struct gs_program_info info;
	uint64_t wanted = gs_argument_number(arguments, "OBJECT", 0), seen = 0;
	if (!gs_session_program(verbs->session, &info, error))
		return false;
	const struct gs_source_info *found = NULL;
	for (size_t i = 0; i < info.n_sources; i++)
		if (info.sources[i].stage == stage && seen++ == wanted)
			found = &info.sources[i];
	if (found && !*found->source && info.flags & GS_PROGRAM_NO_SOURCE)
		found = NULL;
	if (found) {
		gs_json_string(reply->json, "source", found->source);
		if (seen > 1)
			gs_json_integer(reply->json, "objects", (int64_t)seen);
	} else {
		source_error(verbs->session, &info, stage, error);
	}
	gs_program_info_clear(&info);
	return found != NULL;
}

static bool do_framebuffer(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_picture picture;
	bool good = gs_session_framebuffer(verbs->session, &picture, error) &&
		    gs_picture_save(&picture, file, gs_session_patience(verbs->session), error);
	if (good) {
		gs_json_string(reply->json, "file", file);
		gs_json_integer(reply->json, "width", picture.width);
		gs_json_integer(reply->json, "height", picture.height);
	}
	gs_picture_clear(&picture);
	return good;
}

static bool do_state(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *prefix = gs_argument_text(arguments, "PREFIX");
	char *text;
	if (!gs_session_state(verbs->session, &text, error))
		return false;
	char **lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++) {
		char *value = strstr(*line, " = ");
		if (!value || !g_str_has_prefix(*line, prefix ? prefix : ""))
			continue;
		*value = '\0';
		gs_json_string(reply->json, *line, value + 3);
	}
	g_strfreev(lines);
	g_free(text);
	return true;
}

static bool do_state_changed(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	bool frame = gs_argument_has(arguments, "frame");
	char *text = NULL;
	uint64_t since;
	gs_session_note_state(verbs->session, frame);
	if (!gs_session_state(verbs->session, &text, error))
		return false;
	g_free(text);
	GPtrArray *changes = gs_session_state_changes(verbs->session, frame, &since, error);
	if (!changes)
		return false;
	gs_json_integer(reply->json, "since", (int64_t)since);
	gs_json_flag(reply->json, "frame", frame);
	gs_json_begin_list(reply->json, "changes");
	for (guint i = 0; i < changes->len; i++) {
		const struct gs_state_change *change = g_ptr_array_index(changes, i);
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "name", change->name);
		gs_json_string(reply->json, "before", change->before);
		gs_json_string(reply->json, "now", change->now);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	g_ptr_array_unref(changes);
	return true;
}

const struct gs_verb gs_host_verbs[] = {
	{"start", "", "launch the program, stop before its first GL call", gs_verb_stop,
		GS_NEEDS_NOTHING, "stop", "{@stop}", GS_VERB_START},
	{"step", "[N]", "execute the pending call (N calls), stop before the next", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_STEP},
	{"skip", "", "do not execute the pending call, stop before the next", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_SKIP},
	{"next draw", "[N]", "run on, stop before the (Nth) next draw call", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_DRAW},
	{"next frame", "[N]",
		"run on, stop before the (Nth) next end of a frame: a buffer swap or the like",
		do_run, GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_FRAME},
	{"next program", "[N]", "run on, stop before the (Nth) next program switch", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_PROGRAM},
	{"next error", "[N]", "run on, stop after the (Nth) next GL error", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_ERROR},
	{"next call", "NAME [N]", "run on, stop before that function (shell pattern)", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_NAMED},
	{"continue", "", "run until a breakpoint, a halting error or the end", do_run,
		GS_NEEDS_PROGRAM, "stop", "{@stop}", GS_RUN_CONTINUE},
	{"goto", "N", "in a trace: stand before the call of that number", gs_verb_goto,
		GS_NEEDS_TRACE, "stop", "{@stop}"},
	{"again", "", "in a trace: begin anew, and stand before the same call", gs_verb_stop,
		GS_NEEDS_TRACE, "stop", "{@stop}", GS_VERB_AGAIN},
	{"break call", "PATTERN [if CONDITION]", "breakpoint on the functions that match",
		do_break_call, GS_NEEDS_NOTHING, "breakpoints", "{@breakpoints}"},
	{"break error", "", "breakpoint on GL errors", do_break_error, GS_NEEDS_NOTHING,
		"breakpoints", "{@breakpoints}"},
	{"break change", "N [any] [if CONDITION]", "change or remove the condition of breakpoint N",
		do_break_change, GS_NEEDS_NOTHING, "breakpoints", "{@breakpoints}"},
	{"break ignore", "N COUNT", "do not stop at the next COUNT hits of breakpoint N",
		do_break_ignore, GS_NEEDS_NOTHING, "breakpoints", "{@breakpoints}"},
	{"info breakpoints", "", "list the breakpoints", do_info_breakpoints, GS_NEEDS_NOTHING,
		"breakpoints", "{@breakpoints}"},
	{"delete", "N", "delete breakpoint N", gs_verb_delete, GS_NEEDS_NOTHING, "breakpoints",
		"{@breakpoints}"},
	{"call", "[N]", "the pending call, or the one of that number in the list of calls", do_call,
		GS_NEEDS_CALLS, "call", "{@call}"},
	{"set arg", "NAME VALUE", "change an argument of the pending call", do_set_arg,
		GS_NEEDS_STOP, "call", "{@call}"},
	{"set uniform", "NAME VALUE", "change a uniform of the current program",
		gs_verb_set_uniform, GS_NEEDS_STOP, "note?:string", "{note?{note}\n}"},
	{"get", "[PATH [from N] [count N]]",
		"what a path names, as \"/program/uniforms/light/value\" does; without one: the "
		"kinds of paths",
		gs_verb_get, GS_NEEDS_NOTHING,
		"path:string elements?:integer value:any text:string | "
		"paths:[{path:string command:string help:string}]",
		"{text?{text}\n}{paths*{path:-32} {help}\n}"},
	{"set", "PATH VALUE",
		"change what a path names: an argument, a uniform, or a source to what is in a "
		"file",
		gs_verb_set, GS_NEEDS_NOTHING, "path:string command:string", ""},
	{"follow", "PATH",
		"paths that lead on: from a call to the objects that it names, from an object to "
		"the first calls that name it",
		gs_verb_follow, GS_NEEDS_CALLS, "to:[{path:string why:string}]",
		"{to*{path:-24} {why}\n|nothing leads on from there\n}"},
	{"program", "", "the program in use: stages, uniforms, attributes", do_program,
		GS_NEEDS_STOP,
		"program:integer api:string version:string renderer:string stages:[{stage:string "
		"object:integer}] uniforms:[uniform] attributes:[uniform] fixed_function?:boolean",
		"{program?Program {program}|No program is in use"
		"{fixed_function?: fixed function}}, OpenGL {version} {api=unknown?|{api}}, "
		"{renderer}\n{stages*  {stage} shader {object}\n}"
		"{uniforms?Uniforms\n{uniforms*{@uniform}{repeated?{@location}}\n}}"
		"{attributes?Attributes\n{attributes*{@uniform}{@location}\n}}"},
	{"source", "STAGE [OBJECT]", "the source of a stage", do_source, GS_NEEDS_STOP,
		"source:string objects?:integer", "{source@lines}"},
	{"state changed", "[frame]",
		"GL state that has changed since the last stop, or since the start of this frame",
		do_state_changed, GS_NEEDS_STOP,
		"since:integer frame?:boolean changes:[{name:string before:string now:string}]",
		"{changes*{name} = {now}, was {before}\n|nothing has changed since call {since}, "
		"{frame?the first of this frame|the last stop}\n}"},
	{"state", "[PREFIX]", "GL state, by GL's own names", do_state, GS_NEEDS_STOP, "*:string",
		"{.*{$} = {.}\n}"},
	{"framebuffer", "FILE", "what is in the draw framebuffer now, as PNG", do_framebuffer,
		GS_NEEDS_STOP, "file:string width:integer height:integer",
		"{file}: {width} x {height}\n"},
	{"set source", "STAGE FILE|original [OBJECT]",
		"run on with another source for a stage; original: restore the program's own",
		gs_verb_set_source, GS_NEEDS_STOP, "stage:string original:boolean",
		"{stage} shader: {original?the program's own source again|"
		"draws with this program use the new source from now on}\n"},
	{"log", "on|off|full",
		"list every call while running, or only count; full: list with memory and errors",
		do_log, GS_NEEDS_LIVE_LOG, "log:boolean full:boolean",
		"{log?Every call is listed{full? with the memory that its pointers point at, its "
		"outputs and its error}.|Calls are counted, but not listed.}\n"},
	{"log keep", "SIZE|unlimited",
		"how much of the disk the list of calls takes; the oldest calls are dropped then",
		do_log_keep, GS_NEEDS_LIVE_LOG, "unlimited?:boolean keeps:string",
		"The list of calls keeps {keeps}{unlimited?|: the oldest calls are dropped where "
		"there are more}.\n"},
	{"trace start", "[last N] FILE",
		"record a trace from now on, which apitrace's tools play, or the last N frames of "
		"it alone",
		gs_verb_trace_start, GS_NEEDS_LIVE_RECORD,
		"file:string whole:boolean last?:integer missing:[missing]",
		"{last?At least the last {last} frames are kept; {file} has them when the "
		"recording ends|Calls are recorded in {file} from {whole?the first on|now on, "
		"behind what lives now}}.\n{missing*not in it: {kind} {name}: {why}\n}"},
	{"trace stop", "", "end the recording", gs_verb_trace_stop, GS_NEEDS_RECORDING, "recording",
		"{@recording}.\n"},
	{"trace restart", "FILE",
		"start the program anew, recorded from its first call on, and run to the frame "
		"where it is now",
		gs_verb_trace_restart, GS_NEEDS_LIVE_RECORD, "file:string stop", "{@stop}"},
	{"trace save", "FILE [frame [FRAMES] | last [N] | draw N]",
		"write what was recorded, or frames (5, 5-9, 5-) or a draw of it, to a trace; "
		"frame "
		"alone: this one, once it has ended; last: the frame, or the N frames, that ended "
		"last",
		gs_verb_trace_save, GS_NEEDS_NOTHING,
		"file:string calls?:integer of_calls?:integer missing:[missing] | "
		"file:string calls:integer of_calls:integer kept_frame:integer missing:[missing] "
		"stop | "
		"file:string calls:integer of_calls:integer kept_frame:integer frames:integer "
		"missing:[missing]",
		"{file}: {calls!{kept_frame!{frames!{frames#frame|frames} from {kept_frame} on, "
		"|frame {kept_frame}, }}{calls} of "
		"{of_calls#call|calls}.\n|all calls so far.\n}"
		"{missing*not in it: {kind} {name}: {why}\n}{stop?{@stop}}"},
	{"trace enable", "CLASSES",
		"traces have these classes of calls: operations, primitives, arrays, textures, "
		"pixels, errors, all",
		gs_verb_trace_classes, GS_NEEDS_LIVE_RECORD, "enabled:[string] disabled:[string]",
		"{@classes}", true},
	{"trace disable", "CLASSES", "traces do not have these any more", gs_verb_trace_classes,
		GS_NEEDS_LIVE_RECORD, "enabled:[string] disabled:[string]", "{@classes}", false},
	{"trace comment", "TEXT", "write a comment into the trace", gs_verb_trace_comment,
		GS_NEEDS_RECORDING, "comment:string", "In the trace: {comment}\n"},
	{"trace assert", "GROUPS",
		"write the state of attribute groups into the trace, for players to compare",
		gs_verb_trace_assert, GS_NEEDS_RECORDING | GS_NEEDS_STOP,
		"groups:string assertions:integer",
		"In the trace: {assertions} questions about the state of {groups}, with their "
		"answers.\n"},
	{"backtrace", "[player]",
		"host call stack of the pending call, in a trace the recorded one; player: its "
		"player's",
		gs_verb_backtrace, GS_NEEDS_PROGRAM,
		"thread:integer frames:[stack-frame] note?:string",
		"{frames*#{level:-3} {function!{function@function}|{address!{address}|?}}"
		"{file! at {file}:{line}|{module? in {module}+{offset}}}{inlined? (inlined)}\n}"
		"{note?Note: {note}\n}"},
	{"pause", "", "stop at the next GL call, or outside GL", gs_verb_stop, GS_NEEDS_NOTHING,
		"stop", "{@stop}", GS_VERB_PAUSE},
	{"restart", "", "kill the program and start it again", gs_verb_stop, GS_NEEDS_NOTHING,
		"stop", "{@stop}", GS_VERB_RESTART},
	{"detach", "", "detach from the program and let it run on", do_detach,
		GS_NEEDS_LIVE_DETACH | GS_NEEDS_PROGRAM, "",
		"Detached: the program runs on without glstep.\n"},
	{"kill", "", "end the program", do_kill, GS_NEEDS_PROGRAM, "player?:boolean",
		"{@who} was killed.\n"},
	{"quit", "", "leave", do_quit, GS_NEEDS_NOTHING, "", ""},
	{NULL},
};
