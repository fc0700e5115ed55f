/* SPDX-License-Identifier: MIT */
/* Recording a trace: trace start, trace stop, and what goes into it; and going to a call of one:
 * goto. */
#include <string.h>
#include "verbs/verbs.h"
#include "verbs/usage.h"
#include "effects/extract/extract.h"
#include "data/trace-class.h"
#include "wire/memory.h"

/* "missing": what lives and the trace has not. */
static void reply_missing(struct gs_verbs *verbs, struct gs_reply *reply)
{
	g_autoptr(GPtrArray) missing = gs_session_recording_missing(verbs->session);
	gs_json_begin_list(reply->json, "missing");
	for (guint i = 0; i < missing->len; i++) {
		const struct gs_recording_missing *one = missing->pdata[i];
		json_builder_begin_object(reply->json);
		gs_json_string(reply->json, "kind", one->kind);
		gs_json_integer(reply->json, "name", one->name);
		gs_json_string(reply->json, "why", one->why);
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
}

bool gs_verb_trace_start(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	uint64_t last = gs_argument_number(arguments, "N", 0);
	struct gs_recording_figures figures;
	if (gs_argument_has(arguments, "last") && !gs_recording_check_last(last, error))
		return false;
	if (!last && g_str_has_prefix(file, "last ")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s': behind `last` stand how many frames to keep, and a file; of a file "
			"of that name write ./ before it",
			file);
		return false;
	}
	if (!gs_session_record(verbs->session, file, (uint32_t)last, error))
		return false;
	g_autofree char *path = gs_session_recording_now(verbs->session, &figures);
	gs_json_string(reply->json, "file", file);
	gs_json_boolean(reply->json, "whole", !path || figures.is_whole);
	if (last)
		gs_json_integer(reply->json, "last", (int64_t)last);
	reply_missing(verbs, reply);
	return true;
}

/* Where only some frames were kept, a call has another number, or is not there. */
void gs_reply_recording(
	struct gs_reply *reply, const char *file, const struct gs_recording_figures *figures)
{
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "calls", (int64_t)figures->calls);
	gs_json_integer(reply->json, "frames", (int64_t)figures->frames);
	gs_json_integer(reply->json, "first_frame", (int64_t)figures->first_frame);
	gs_json_integer(reply->json, "bytes", (int64_t)figures->bytes);
	gs_json_integer(reply->json, "lost", (int64_t)figures->lost);
	gs_json_integer(reply->json, "too_long", (int64_t)figures->too_long);
	if (figures->too_long && figures->first_too_long != GS_RECORDING_NO_CALL)
		gs_json_integer(reply->json, "first_too_long", (int64_t)figures->first_too_long);
	if (figures->unfinished && figures->first_unfinished != GS_RECORDING_NO_CALL)
		gs_json_integer(reply->json, "ended_in_call", (int64_t)figures->first_unfinished);
	if (figures->unfinished)
		gs_json_string(reply->json, "ended_in", figures->unfinished_function);
}

static bool parse_frame(const char *text, uint64_t *frame, GError **error)
{
	if (gs_usage_number(text, frame) && *frame <= INT64_MAX)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not a valid number of a frame: give a whole number from 0 to "
		"%" G_GINT64_FORMAT,
		text, INT64_MAX);
	return false;
}

/* "frame 3", "frame 3-5", "frame 3-", "draw 4711"; nothing: all. */
static bool read_part(
	const struct gs_arguments *arguments, struct gs_extract_wish *wish, GError **error)
{
	const char *frames = gs_argument_text(arguments, "FRAMES");
	g_auto(GStrv) ends = g_strsplit(frames ? frames : "", "-", 2);
	wish->is_call = gs_argument_has(arguments, "draw");
	wish->is_all = !wish->is_call && !frames;
	wish->first = wish->last = gs_argument_number(arguments, "N", 0);
	if (!frames)
		return true;
	if (!parse_frame(ends[0], &wish->first, error))
		return false;
	wish->last = ends[1] ? INT64_MAX : wish->first;
	return !ends[1] || !*ends[1] || parse_frame(ends[1], &wish->last, error);
}

static void reply_saved(struct gs_reply *reply, const char *file,
	const struct gs_extract_wish *wish, const struct gs_extract_figures *figures)
{
	gs_json_string(reply->json, "file", file);
	if (wish->is_all)
		return;
	gs_json_integer(reply->json, "calls", (int64_t)figures->kept);
	gs_json_integer(reply->json, "of_calls", (int64_t)figures->calls);
}

static void reply_kept(
	struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_kept_frame *kept)
{
	gs_json_string(reply->json, "file", kept->path);
	gs_json_integer(reply->json, "calls", (int64_t)kept->calls);
	gs_json_integer(reply->json, "of_calls", (int64_t)kept->of_calls);
	gs_json_integer(reply->json, "kept_frame", (int64_t)kept->frame);
	reply_missing(verbs, reply);
}

/* "trace save FILE last 3" */
static bool keep_last(struct gs_verbs *verbs, const char *path, uint64_t n, struct gs_reply *reply,
	GError **error)
{
	struct gs_kept_frame kept = {0};
	bool good = gs_recording_check_last(n, error) &&
		    gs_session_keep_last(verbs->session, path, n, &kept, error);
	if (good) {
		reply_kept(verbs, reply, &kept);
		gs_json_integer(reply->json, "frames", (int64_t)kept.frames);
	}
	gs_kept_frame_clear(&kept);
	return good;
}

/* "trace save FILE frame": the frame of the pending call. */
static bool keep_frame(
	struct gs_verbs *verbs, const char *path, struct gs_reply *reply, GError **error)
{
	struct gs_kept_frame kept;
	struct gs_stop stop;
	bool good = gs_session_keep_frame(verbs->session, path, &kept, &stop, error);
	if (good)
		reply_kept(verbs, reply, &kept);
	gs_kept_frame_clear(&kept);
	return gs_reply_stop(verbs, reply, good, &stop);
}

bool gs_verb_trace_restart(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_stop stop;
	bool good = gs_session_record_anew(verbs->session, file, &stop, error);
	gs_json_string(reply->json, "file", file);
	return gs_reply_stop(verbs, reply, good, &stop);
}

bool gs_verb_trace_save(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_extract_wish wish = {.trust = GS_EFFECTS_SWAP_FORGETS};
	struct gs_extract_figures figures = {0};
	const char *file = gs_argument_text(arguments, "FILE");
	if (gs_argument_has(arguments, "frame") && !gs_argument_has(arguments, "FRAMES"))
		return keep_frame(verbs, file, reply, error);
	if (gs_argument_has(arguments, "last"))
		return keep_last(verbs, file, gs_argument_number(arguments, "N", 1), reply, error);
	if (!read_part(arguments, &wish, error) ||
		!gs_session_save_trace(verbs->session, file, &wish, &figures, error))
		return false;
	reply_saved(reply, file, &wish, &figures);
	reply_missing(verbs, reply);
	return true;
}

bool gs_verb_goto(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	uint64_t number = gs_argument_number(arguments, "N", 0);
	return gs_reply_stop(
		verbs, reply, gs_session_goto(verbs->session, number, &stop, error), &stop);
}

bool gs_verb_trace_stop(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_recording_figures figures = {0};
	char *file = gs_session_recording_path(verbs->session);
	bool good = gs_session_end_recording(verbs->session, &figures, error);
	if (good)
		gs_reply_recording(reply, file, &figures);
	g_free(file);
	return good;
}

static void reply_classes(struct gs_reply *reply, const char *key, uint32_t classes)
{
	const char *name;
	gs_json_begin_list(reply->json, key);
	for (unsigned i = 0; (name = gs_data_trace_class_name(i)); i++)
		if (classes >> i & 1)
			json_builder_add_string_value(reply->json, name);
	json_builder_end_array(reply->json);
}

bool gs_verb_trace_classes(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	bool on = gs_argument_how(arguments);
	uint32_t mask;
	if (!gs_recording_parse_classes(gs_argument_text(arguments, "CLASSES"), &mask, error) ||
		!gs_session_set_trace_classes(verbs->session, on ? mask : 0, on ? 0 : mask, error))
		return false;
	const struct gs_recording_classes *said = gs_session_trace_classes(verbs->session);
	reply_classes(reply, "enabled", said->on);
	reply_classes(reply, "disabled", said->off);
	return true;
}

bool gs_verb_trace_comment(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *text = gs_argument_text(arguments, "TEXT");
	if (!gs_session_trace_comment(verbs->session, text, error))
		return false;
	gs_json_string(reply->json, "comment", text);
	return true;
}

bool gs_verb_trace_assert(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *names = gs_argument_text(arguments, "GROUPS");
	uint32_t groups;
	unsigned n = 0;
	if (!gs_recording_parse_groups(names, &groups, error) ||
		!gs_session_trace_assert(verbs->session, groups, names, &n, error))
		return false;
	gs_json_string(reply->json, "groups", names);
	gs_json_integer(reply->json, "assertions", n);
	return true;
}
