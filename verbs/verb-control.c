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
	gs_json_optional(json, "function", frame->function);
	if (frame->file) {
		gs_json_string(json, "file", frame->file);
		gs_json_integer(json, "line", frame->line);
	}
	gs_json_string(json, "module", frame->module);
	gs_json_string(json, "offset", offset);
	if (frame->address)
		gs_json_string(json, "address", address);
	gs_json_flag(json, "inlined", frame->is_inlined);
	json_builder_end_object(json);
	g_free(offset);
	g_free(address);
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
	gs_json_begin_list(reply->json, "frames");
	for (size_t i = 0; i < stack.n_frames; i++)
		frame_json(reply->json, (unsigned)i, &stack.frames[i]);
	json_builder_end_array(reply->json);
	if (*stack.note)
		gs_json_string(reply->json, "note", stack.note);
	gs_stack_clear(&stack);
	return true;
}

/* ---- uniforms ---- */

bool gs_verb_set_uniform(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	bool good = gs_session_set_uniform(verbs->session, gs_argument_text(arguments, "NAME"),
		gs_argument_text(arguments, "VALUE"), &reply->note, error);
	gs_json_optional(reply->json, "note", reply->note);
	return good;
}

/* ---- breakpoints ---- */

bool gs_verb_delete(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	return gs_reply_breakpoints(verbs, reply,
		gs_session_delete(verbs->session, gs_argument_unsigned(arguments, "N", 0), error));
}
