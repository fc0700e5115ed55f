/* SPDX-License-Identifier: MIT */
/* Editing calls of a trace: edit, edits, undo, redo. */
#include <stdlib.h>
#include "verbs/verbs.h"
#include "debugger/base/input-file.h"
#include "debugger/session/trace/edits.h"

/* ---- what is said of an edit ---- */

static void reply_name(JsonBuilder *json, const char *key, uint64_t name)
{
	struct gs_trace_text text = {0};
	if (!(name & GS_TRACE_INSERTED)) {
		gs_json_integer(json, key, (int64_t)name);
		return;
	}
	gs_trace_edit_name_text(&text, name);
	gs_json_string(json, key, text.data);
	free(text.data);
}

/* Bytes and sources may be long: the file of edits has all of them. */
static void reply_text(JsonBuilder *json, const char *key, const char *text)
{
	enum { MOST = 200 };
	bool is_cut = text && g_utf8_strlen(text, -1) > MOST;
	g_autofree char *begin = is_cut ? g_utf8_substring(text, 0, MOST) : NULL;
	gs_json_optional(json, key, is_cut ? begin : text);
	gs_json_flag(json, "cut", is_cut);
}

/* The members of an edit. "index": the number that its call has now, if that is another one. */
static void reply_edit(
	struct gs_verbs *verbs, struct gs_reply *reply, const struct gs_trace_edit *edit)
{
	JsonBuilder *json = reply->json;
	bool is_insert = edit->kind == GS_TRACE_EDIT_INSERT;
	uint64_t name = is_insert ? edit->id | GS_TRACE_INSERTED : edit->call;
	uint64_t index = gs_session_call_number(verbs->session, name);
	gs_json_integer(json, "edit", edit->id);
	gs_json_string(json, "kind", gs_trace_edit_kind_name(edit->kind));
	reply_name(json, "call", name);
	if (index != GS_TRACE_NO_CALL && index != name)
		gs_json_integer(json, "index", (int64_t)index);
	if (is_insert || edit->kind == GS_TRACE_EDIT_MOVE)
		reply_name(json, "before", edit->before);
	gs_json_optional(json, "argument", edit->argument);
	reply_text(json, is_insert ? "text" : "value", edit->text);
	gs_json_flag(json, "undone", edit->is_undone);
}

/* Where the player stands, if there is one. */
static void keep_stop(struct gs_verbs *verbs, struct gs_reply *reply, struct gs_stop *stop)
{
	if (gs_session_has_program(verbs->session))
		gs_reply_keep_stop(reply, stop);
	else
		gs_stop_clear(stop);
}

/* The edit, and where the player stands, if it runs. */
static bool reply_done(
	struct gs_verbs *verbs, struct gs_reply *reply, unsigned id, struct gs_stop *stop)
{
	const struct gs_trace_edits *edits = gs_session_edits(verbs->session);
	for (size_t i = 0; edits && i < gs_trace_edits_count(edits); i++)
		if (gs_trace_edits_get(edits, i)->id == id)
			reply_edit(verbs, reply, gs_trace_edits_get(edits, i));
	keep_stop(verbs, reply, stop);
	return true;
}

/* ---- edit ---- */

/* Read the name of a call: its number in the list, =N of call N in the file, +N of what edit N has
 * inserted. */
static bool read_call(struct gs_verbs *verbs, const char *text, uint64_t *name, GError **error)
{
	bool is_of_file = *text == '=';
	if (!gs_trace_edit_read_name(text + is_of_file, name)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not a call: give its number in the list, =N for call N of the "
			"file, or +N for the one that edit N has inserted",
			text);
		return false;
	}
	if (!is_of_file && !(*name & GS_TRACE_INSERTED))
		*name = gs_session_call_name(verbs->session, *name);
	return true;
}

static bool make_edit(struct gs_verbs *verbs, const struct gs_trace_edit *edit,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	unsigned id = gs_session_edit(verbs->session, edit, &stop, error);
	return id && reply_done(verbs, reply, id, &stop);
}

static bool do_edit(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_trace_edit edit = {.kind = (unsigned)gs_argument_how(arguments),
		.call = GS_TRACE_NO_CALL,
		.before = GS_TRACE_NO_CALL};
	const char *call = gs_argument_text(arguments, "CALL");
	const char *before = gs_argument_text(arguments, "BEFORE");
	if ((call && !read_call(verbs, call, &edit.call, error)) ||
		(before && !read_call(verbs, before, &edit.before, error)))
		return false;
	if (edit.kind == GS_TRACE_EDIT_ARGUMENT) {
		edit.argument = gs_argument_text(arguments, "NAME");
		edit.text = gs_argument_text(arguments, "VALUE");
	} else if (edit.kind == GS_TRACE_EDIT_INSERT) {
		edit.text = gs_argument_text(arguments, "TEXT");
	}
	return make_edit(verbs, &edit, reply, error);
}

/* "edit data": an argument becomes what is in a file. */
static bool do_edit_data(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_trace_edit edit = {.kind = GS_TRACE_EDIT_ARGUMENT,
		.before = GS_TRACE_NO_CALL,
		.argument = gs_argument_text(arguments, "NAME")};
	struct gs_trace_text text = {0};
	g_autofree char *bytes = NULL;
	size_t n;
	if (!read_call(verbs, gs_argument_text(arguments, "CALL"), &edit.call, error) ||
		!gs_input_read_all(gs_argument_text(arguments, "FILE"),
			gs_session_patience(verbs->session), &bytes, &n, error))
		return false;
	if (gs_argument_how(arguments))
		gs_trace_edit_string_text(&text, bytes, n);
	else
		gs_trace_edit_blob_text(&text, bytes, n);
	edit.text = text.failed ? NULL : text.data;
	bool is_good = make_edit(verbs, &edit, reply, error);
	free(text.data);
	return is_good;
}

static bool do_undo(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	unsigned id = gs_argument_unsigned(arguments, "N", 0);
	const struct gs_trace_edit *edit = gs_session_undo(
		verbs->session, id, gs_argument_how(arguments), &stop, error);
	return edit && reply_done(verbs, reply, edit->id, &stop);
}

/* ---- the list ---- */

static bool do_edits(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const struct gs_trace_edits *edits = gs_session_edits(verbs->session);
	(void)arguments;
	(void)error;
	gs_json_begin_list(reply->json, "edits");
	for (size_t i = 0; edits && i < gs_trace_edits_count(edits); i++) {
		json_builder_begin_object(reply->json);
		reply_edit(verbs, reply, gs_trace_edits_get(edits, i));
		json_builder_end_object(reply->json);
	}
	json_builder_end_array(reply->json);
	return true;
}

static bool do_edits_save(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	if (!gs_session_save_edits(verbs->session, file, error))
		return false;
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "count",
		(int64_t)gs_trace_edits_count(gs_session_edits(verbs->session)));
	return true;
}

static bool do_edits_load(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *file = gs_argument_text(arguments, "FILE");
	struct gs_stop stop;
	if (!gs_session_load_edits(verbs->session, file, &stop, error))
		return false;
	gs_json_string(reply->json, "file", file);
	gs_json_integer(reply->json, "count",
		(int64_t)gs_trace_edits_count(gs_session_edits(verbs->session)));
	keep_stop(verbs, reply, &stop);
	return true;
}

#define EDIT "edit", "{@edit}\n"

const struct gs_verb gs_edit_verbs[] = {
	{"edit arg", "CALL NAME VALUE",
		"in a trace: give a call another argument, or name[N] of what it points at",
		do_edit, GS_NEEDS_TRACE, EDIT, GS_TRACE_EDIT_ARGUMENT},
	{"edit data", "CALL NAME FILE",
		"in a trace: give a call a file's bytes as what an argument points at",
		do_edit_data, GS_NEEDS_TRACE, EDIT, false},
	{"edit text", "CALL NAME FILE",
		"in a trace: give a call a file's text as a string, as the source of a shader",
		do_edit_data, GS_NEEDS_TRACE, EDIT, true},
	{"edit skip", "CALL", "in a trace: leave a call out", do_edit, GS_NEEDS_TRACE, EDIT,
		GS_TRACE_EDIT_SKIP},
	{"edit insert", "BEFORE TEXT",
		"in a trace: make a call before another one: glClear(GL_COLOR_BUFFER_BIT)", do_edit,
		GS_NEEDS_TRACE, EDIT, GS_TRACE_EDIT_INSERT},
	{"edit move", "CALL BEFORE",
		"in a trace: make a call before another one, and not where it was", do_edit,
		GS_NEEDS_TRACE, EDIT, GS_TRACE_EDIT_MOVE},
	{"edits", "", "list the edits of a trace", do_edits, GS_NEEDS_TRACE, "edits:[edit]",
		"{edits*{@edit}\n|No edits.\n}"},
	{"edits save", "FILE", "write the edits to a file, which players take with --edits",
		do_edits_save, GS_NEEDS_TRACE, "file:string count:integer",
		"{file}: {count} edit{count=1?|s}\n"},
	{"edits load", "FILE", "take the edits of a file in place of those that there are",
		do_edits_load, GS_NEEDS_TRACE, "file:string count:integer",
		"{file}: {count} edit{count=1?|s}\n"},
	{"undo", "[N]", "in a trace: take the last edit back, or edit N", do_undo, GS_NEEDS_TRACE,
		EDIT, false},
	{"redo", "[N]", "in a trace: make the edit again that was taken back last, or edit N",
		do_undo, GS_NEEDS_TRACE, EDIT, true},
	{NULL},
};
