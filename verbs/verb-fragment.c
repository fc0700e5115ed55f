/* SPDX-License-Identifier: MIT */
/* set test, set buffer, set fragment: the per-fragment operations of the debug draw. */
#include <math.h>
#include <string.h>
#include "verbs/verbs.h"

static const char *const test_names[] = {
	[GS_TEST_PROGRAM] = "program", [GS_TEST_ON] = "on", [GS_TEST_OFF] = "off"};

static const char *const tested_words[GS_N_TESTED] = {
	[GS_TESTED_DEPTH] = "depth",
	[GS_TESTED_STENCIL] = "stencil",
	[GS_TESTED_ALPHA] = "alpha",
	[GS_TESTED_BLEND] = "blend",
	[GS_TESTED_SCISSOR] = "scissor",
	[GS_TESTED_MASK] = "mask",
};

static const char *const tested_members[GS_N_TESTED] = {
	[GS_TESTED_DEPTH] = "depth_test",
	[GS_TESTED_STENCIL] = "stencil_test",
	[GS_TESTED_ALPHA] = "alpha_test",
	[GS_TESTED_BLEND] = "blend",
	[GS_TESTED_SCISSOR] = "scissor_test",
	[GS_TESTED_MASK] = "color_mask",
};

static void reply_buffer(struct gs_reply *reply, const char *buffer, bool clear, double value)
{
	g_autofree char *key = g_strconcat(buffer, "_buffer", NULL);
	g_autofree char *key_of_value = g_strconcat(buffer, "_value", NULL);
	gs_json_string(reply->json, key, clear ? "clear" : "copy");
	if (!clear)
		return;
	json_builder_set_member_name(reply->json, key_of_value);
	gs_json_double(reply->json, value);
}

static void reply_operations(struct gs_reply *reply, const struct gs_fragment_operations *o)
{
	for (unsigned i = 0; i < GS_N_TESTED; i++)
		gs_json_string(reply->json, tested_members[i], test_names[o->test[i]]);
	reply_buffer(reply, "depth", o->clear_depth, o->depth);
	reply_buffer(reply, "stencil", o->clear_stencil, o->stencil);
	reply_buffer(reply, "alpha", o->clear_alpha, o->alpha);
}

/* Also replies with the position if a shader is being debugged. */
static bool apply(struct gs_verbs *verbs, const struct gs_fragment_operations *o,
	struct gs_reply *reply, GError **error)
{
	struct gs_where where;
	if (!gs_session_set_fragment_operations(verbs->session, o, &where, error)) {
		gs_where_clear(&where);
		return false;
	}
	reply_operations(reply, o);
	if (where.text) {
		gs_json_begin_object(reply->json, "where");
		gs_reply_where(reply, true, &where, false);
		json_builder_end_object(reply->json);
	}
	gs_where_clear(&where);
	return true;
}

bool gs_verb_set_test(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_fragment_operations o = {0};
	if (gs_argument_has(arguments, "all"))
		return apply(verbs, &o, reply, error);
	gs_session_fragment_operations(verbs->session, &o);
	o.test[gs_argument_which(arguments, tested_words, GS_N_TESTED)] = gs_argument_which(
		arguments, test_names, G_N_ELEMENTS(test_names));
	return apply(verbs, &o, reply, error);
}

/* False: not a value of that buffer. */
static bool read_value(
	struct gs_fragment_operations *o, const char *buffer, const char *word, GError **error)
{
	char *end;
	double value = g_ascii_strtod(word, &end);
	if (*end || end == word || !isfinite(value)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' is not a number", word);
		return false;
	}
	bool fits = strcmp(buffer, "stencil") == 0
			    ? value >= 0 && value <= 255 && value == floor(value)
			    : value >= 0 && value <= 1;
	if (!fits) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the %s buffer cannot hold %s: choose %s", buffer, word,
			strcmp(buffer, "stencil") == 0 ? "a whole number from 0 to 255"
						       : "a number from 0 to 1");
		return false;
	}
	if (strcmp(buffer, "stencil") == 0)
		o->stencil = (int)value;
	else if (strcmp(buffer, "depth") == 0)
		o->depth = value;
	else
		o->alpha = value;
	return true;
}

bool gs_verb_set_buffer(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	static const char *const buffers[] = {"depth", "stencil", "alpha"};
	struct gs_fragment_operations o;
	gs_session_fragment_operations(verbs->session, &o);
	bool *const clear[] = {&o.clear_depth, &o.clear_stencil, &o.clear_alpha};
	int buffer = gs_argument_which(arguments, buffers, G_N_ELEMENTS(buffers));
	const char *value = gs_argument_text(arguments, "VALUE");
	*clear[buffer] = value;
	return (!value || read_value(&o, buffers[buffer], value, error)) &&
	       apply(verbs, &o, reply, error);
}

bool gs_verb_set_fragment(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_fragment_operations o;
	gs_session_fragment_operations(verbs->session, &o);
	o.fragment = gs_argument_has(arguments, "K") ? gs_argument_unsigned(arguments, "K", 0) + 1
						     : 0;
	return apply(verbs, &o, reply, error);
}
