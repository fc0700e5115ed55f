/* SPDX-License-Identifier: MIT */
/* The program's own call stack; changing a uniform; what several tables of commands name. */
#include <string.h>
#include "verbs/verbs.h"

/* ---- the call stack ---- */

static void frame_json(JsonBuilder *json, unsigned level, const struct gs_stack_frame *frame)
{
	char *address = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", frame->address);
	char *offset = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", frame->offset);
	json_builder_begin_object(json);
	gs_json_integer(json, "level", level);
	if (frame->function)
		gs_json_string(json, "function", frame->function);
	if (frame->file) {
		gs_json_string(json, "file", frame->file);
		gs_json_integer(json, "line", frame->line);
	}
	gs_json_string(json, "module", frame->module);
	gs_json_string(json, "offset", offset);
	if (frame->address)
		gs_json_string(json, "address", address);
	if (frame->is_inlined)
		gs_json_boolean(json, "inlined", true);
	json_builder_end_object(json);
	g_free(offset);
	g_free(address);
}

static void frame_text(GString *text, unsigned level, const struct gs_stack_frame *frame)
{
	g_string_append_printf(text, "#%-3u ", level);
	if (frame->function)
		g_string_append_printf(
			text, "%s%s", frame->function, strchr(frame->function, '(') ? "" : "()");
	else if (frame->address)
		g_string_append_printf(text, "0x%" G_GINT64_MODIFIER "x", frame->address);
	else
		g_string_append(text, "?");
	if (frame->file)
		g_string_append_printf(text, " at %s:%u", frame->file, frame->line);
	else if (*frame->module)
		g_string_append_printf(
			text, " in %s+0x%" G_GINT64_MODIFIER "x", frame->module, frame->offset);
	g_string_append(text, frame->is_inlined ? " (inlined)\n" : "\n");
}

bool gs_verb_backtrace(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_stack stack;
	bool player = gs_argument_has(arguments, "player");
	if (!(player ? gs_session_player_backtrace : gs_session_backtrace)(
		    verbs->session, &stack, error))
		return false;
	gs_json_integer(reply->json, "thread", stack.thread);
	json_builder_set_member_name(reply->json, "frames");
	json_builder_begin_array(reply->json);
	for (size_t i = 0; i < stack.n_frames; i++) {
		frame_json(reply->json, (unsigned)i, &stack.frames[i]);
		frame_text(reply->text, (unsigned)i, &stack.frames[i]);
	}
	json_builder_end_array(reply->json);
	if (*stack.note) {
		gs_json_string(reply->json, "note", stack.note);
		g_string_append_printf(reply->text, "Note: %s\n", stack.note);
	}
	gs_stack_clear(&stack);
	return true;
}

/* ---- uniforms ---- */

bool gs_verb_set_uniform(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	bool good = gs_session_set_uniform(verbs->session, gs_argument_text(arguments, "NAME"),
		gs_argument_text(arguments, "VALUE"), &reply->note, error);
	if (reply->note) {
		gs_json_string(reply->json, "note", reply->note);
		g_string_append_printf(reply->text, "%s\n", reply->note);
	}
	return good;
}

/* ---- breakpoints ---- */

bool gs_verb_delete(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	if (!gs_session_delete(verbs->session, gs_argument_unsigned(arguments, "N", 0), error))
		return false;
	gs_reply_breakpoints(reply, verbs->session);
	return true;
}
