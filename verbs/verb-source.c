/* SPDX-License-Identifier: MIT */
/* Another source for a stage of the program in use. */
#include "verbs/verbs.h"
#include "debugger/base/input-file.h"

/* A player that was started with the edit that is taken back has it in its program's own source. */
static bool begin_anew(struct gs_verbs *verbs, struct gs_reply *reply, GError **error)
{
	struct gs_stop stop;
	if (!gs_session_is_trace(verbs->session))
		return true;
	bool good = gs_session_again(verbs->session, &stop, error);
	if (good)
		gs_reply_keep_stop(reply, &stop);
	return good;
}

bool gs_verb_set_source(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	enum gs_stage stage = gs_argument_stage(arguments);
	const char *file = gs_argument_text(arguments, "FILE");
	bool is_given = verbs->text && !g_strcmp0(file, "-");
	char *text = is_given ? g_strdup(verbs->text) : NULL;
	size_t size;
	bool good = (!file || is_given ||
			    gs_input_read_all(file, gs_session_patience(verbs->session), &text,
				    &size, error)) &&
		    gs_session_set_source(verbs->session, stage,
			    gs_argument_unsigned(arguments, "OBJECT", 0), text, error) &&
		    (file || begin_anew(verbs, reply, error));
	gs_json_string(reply->json, "stage", gs_stage_name(stage));
	gs_json_boolean(reply->json, "original", !file);
	g_free(text);
	return good;
}
