/* SPDX-License-Identifier: MIT */
/* Recording a trace: trace start, trace stop, and what goes into it; and going to a call of one:
 * goto. */
#include <string.h>
#include "verbs/verbs.h"
#include "verbs/usage.h"
#include "effects/extract/extract.h"
#include "data/trace-class.h"
#include "wire/memory.h"

bool gs_verb_trace_start(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_recording_figures figures;
	if (!gs_session_record(verbs->session, file, error))
		return false;
	g_autofree char *path = gs_session_recording_now(verbs->session, &figures);
	bool is_whole = !path || figures.is_whole;
	gs_json_string(reply->json, "file", file);
	g_string_append_printf(reply->text, "Calls are recorded in %s from %s on%s.\n", file,
		is_whole ? "the first" : "now", is_whole ? "" : ": " GS_RECORDING_LACKS);
	return true;
}

/* Where only some frames were kept, the first one has another number, or is not there. */
static void reply_too_long(struct gs_reply *reply, const struct gs_recording_figures *figures)
{
	g_string_append_printf(reply->text,
		"; %" G_GUINT64_FORMAT
		" %s without what %s, which is more than a trace holds in one "
		"piece (1 GiB)",
		(guint64)figures->too_long, figures->too_long == 1 ? "call is" : "calls are",
		figures->too_long == 1 ? "it reads or writes" : "they read or write");
	if (figures->first_too_long == GS_RECORDING_NO_CALL)
		return;
	gs_json_integer(reply->json, "first_too_long", (int64_t)figures->first_too_long);
	g_string_append_printf(reply->text, "%s call %" G_GUINT64_FORMAT,
		figures->too_long == 1 ? ":" : ", the first is", (guint64)figures->first_too_long);
}

/* Where only some frames were kept, it is not there. */
static void reply_unfinished(struct gs_reply *reply, const struct gs_recording_figures *figures)
{
	bool is_there = figures->first_unfinished != GS_RECORDING_NO_CALL;
	g_string_append(reply->text, "; the program ended in ");
	if (is_there) {
		gs_json_integer(reply->json, "ended_in_call", (int64_t)figures->first_unfinished);
		g_string_append_printf(reply->text, "call %" G_GUINT64_FORMAT ", ",
			(guint64)figures->first_unfinished);
	}
	gs_json_string(reply->json, "ended_in", figures->unfinished_function);
	g_string_append_printf(
		reply->text, "%s, which has not returned", figures->unfinished_function);
}

void gs_reply_recording(
	struct gs_reply *reply, const char *file, const struct gs_recording_figures *figures)
{
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "calls", (int64_t)figures->calls);
	gs_json_integer(reply->json, "frames", (int64_t)figures->frames);
	gs_json_integer(reply->json, "bytes", (int64_t)figures->bytes);
	gs_json_integer(reply->json, "lost", (int64_t)figures->lost);
	g_string_append_printf(reply->text, "%s: ", file);
	gs_text_count(reply->text, figures->calls, "call, ", "calls, ");
	gs_text_count(reply->text, figures->frames, "frame, ", "frames, ");
	gs_text_count(reply->text, figures->bytes, "byte", "bytes");
	gs_json_integer(reply->json, "too_long", (int64_t)figures->too_long);
	if (figures->too_long)
		reply_too_long(reply, figures);
	if (figures->unfinished)
		reply_unfinished(reply, figures);
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
	if (wish->is_all) {
		g_string_append_printf(reply->text, "%s: all calls so far.\n", file);
		return;
	}
	gs_json_integer(reply->json, "calls", (int64_t)figures->kept);
	g_string_append_printf(
		reply->text, "%s: %" G_GUINT64_FORMAT " of ", file, (guint64)figures->kept);
	gs_text_count(reply->text, figures->calls, "call.\n", "calls.\n");
}

/* "trace save FILE frame": the frame of the pending call. */
static bool keep_frame(
	struct gs_verbs *verbs, const char *path, struct gs_reply *reply, GError **error)
{
	struct gs_kept_frame kept;
	struct gs_stop stop;
	bool good = gs_session_keep_frame(verbs->session, path, &kept, &stop, error);
	if (good) {
		gs_json_string(reply->json, "file", kept.path);
		gs_json_integer(reply->json, "calls", (int64_t)kept.calls);
		gs_json_integer(reply->json, "kept_frame", (int64_t)kept.frame);
		g_string_append_printf(reply->text,
			"%s: frame %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " of ", kept.path,
			(guint64)kept.frame, (guint64)kept.calls);
		gs_text_count(reply->text, kept.of_calls, "call.\n", "calls.\n");
		gs_reply_stop(verbs, reply, &stop);
	}
	gs_kept_frame_clear(&kept);
	gs_stop_clear(&stop);
	return good;
}

bool gs_verb_trace_restart(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_stop stop;
	if (!gs_session_record_anew(verbs->session, file, &stop, error))
		return false;
	gs_json_string(reply->json, "file", file);
	gs_reply_stop(verbs, reply, &stop);
	return true;
}

bool gs_verb_trace_save(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_extract_wish wish = {.trust = GS_EFFECTS_SWAP_FORGETS};
	struct gs_extract_figures figures = {0};
	const char *file = gs_argument_text(arguments, "FILE");
	if (gs_argument_has(arguments, "frame") && !gs_argument_has(arguments, "FRAMES"))
		return keep_frame(verbs, file, reply, error);
	if (!read_part(arguments, &wish, error) ||
		!gs_session_save_trace(verbs->session, file, &wish, &figures, error))
		return false;
	reply_saved(reply, file, &wish, &figures);
	return true;
}

bool gs_verb_goto(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (!gs_session_goto(verbs->session, gs_argument_number(arguments, "N", 0), &stop, error))
		return false;
	gs_reply_stop(verbs, reply, &stop);
	return true;
}

bool gs_verb_again(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (!gs_session_again(verbs->session, &stop, error))
		return false;
	gs_reply_stop(verbs, reply, &stop);
	return true;
}

bool gs_verb_trace_stop(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_recording_figures figures = {0};
	char *file = gs_session_recording_path(verbs->session);
	bool good = gs_session_end_recording(verbs->session, &figures, error);
	if (good) {
		gs_reply_recording(reply, file, &figures);
		g_string_append(reply->text, ".\n");
	}
	g_free(file);
	return good;
}

static void reply_classes(
	struct gs_reply *reply, const char *key, const char *text, uint32_t classes)
{
	const char *name;
	bool any = false;
	json_builder_set_member_name(reply->json, key);
	json_builder_begin_array(reply->json);
	for (unsigned i = 0; (name = gs_data_trace_class_name(i)); i++) {
		if (!(classes >> i & 1))
			continue;
		json_builder_add_string_value(reply->json, name);
		g_string_append_printf(reply->text, "%s%s", any ? ", " : text, name);
		any = true;
	}
	json_builder_end_array(reply->json);
	if (any)
		g_string_append_c(reply->text, '\n');
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
	reply_classes(reply, "enabled", "Traces have, whatever the program says: ", said->on);
	reply_classes(reply, "disabled", "They do not have: ", said->off);
	return true;
}

bool gs_verb_trace_comment(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *text = gs_argument_text(arguments, "TEXT");
	if (!gs_session_trace_comment(verbs->session, text, error))
		return false;
	gs_json_string(reply->json, "comment", text);
	g_string_append_printf(reply->text, "In the trace: %s\n", text);
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
	g_string_append_printf(reply->text,
		"In the trace: %u questions about the state of %s, "
		"with their answers.\n",
		n, names);
	return true;
}
