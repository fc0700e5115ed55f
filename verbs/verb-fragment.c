/* SPDX-License-Identifier: MIT */
/* set test, set buffer: the per-fragment operations of the debug draw. */
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

static void reply_operations(struct gs_reply *reply, const struct gs_fragment_operations *o)
{
	const char *names[GS_N_TESTED];
	for (unsigned i = 0; i < GS_N_TESTED; i++) {
		names[i] = test_names[o->test[i]];
		gs_json_string(reply->json, tested_members[i], names[i]);
	}
	gs_json_string(reply->json, "depth_buffer", o->clear_depth ? "clear" : "copy");
	gs_json_string(reply->json, "stencil_buffer", o->clear_stencil ? "clear" : "copy");
	gs_json_string(reply->json, "alpha_buffer", o->clear_alpha ? "clear" : "copy");
	g_string_append_printf(reply->text,
		"Debug draw: depth test %s, stencil test %s, alpha test %s, scissor test %s; ",
		names[GS_TESTED_DEPTH], names[GS_TESTED_STENCIL], names[GS_TESTED_ALPHA],
		names[GS_TESTED_SCISSOR]);
	if (o->clear_depth)
		g_string_append_printf(reply->text, "depth cleared to %g, ", o->depth);
	else
		g_string_append(reply->text, "depth copied, ");
	if (o->clear_stencil)
		g_string_append_printf(reply->text, "stencil cleared to %d.\n", o->stencil);
	else
		g_string_append(reply->text, "stencil copied.\n");
	/* Values are of integers, which GL does not blend. */
	g_string_append_printf(reply->text,
		"In `attachment colorN after`, not in values: blending %s, colour mask %s, alpha ",
		names[GS_TESTED_BLEND], names[GS_TESTED_MASK]);
	if (o->clear_alpha)
		g_string_append_printf(reply->text, "cleared to %g.\n", o->alpha);
	else
		g_string_append(reply->text, "copied.\n");
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
		json_builder_set_member_name(reply->json, "where");
		json_builder_begin_object(reply->json);
		gs_reply_where(reply, &where, false);
		json_builder_end_object(reply->json);
	}
	gs_where_clear(&where);
	return true;
}

bool gs_verb_set_test(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	struct gs_fragment_operations o;
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
