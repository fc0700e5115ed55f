/* SPDX-License-Identifier: MIT */
/* Replies, and verbs that need a trace's file alone: without a session, for whoever has none. */
#include <string.h>
#include "verbs/reading.h"
#include "verbs/tell.h"

void gs_reply_init(struct gs_reply *reply)
{
	memset(reply, 0, sizeof *reply);
	reply->json = json_builder_new();
	json_builder_begin_object(reply->json);
}

void gs_reply_drop(struct gs_reply *reply)
{
	g_clear_object(&reply->json);
	g_free(reply->note);
	memset(reply, 0, sizeof *reply);
}

JsonNode *gs_reply_tree(struct gs_reply *reply)
{
	json_builder_end_object(reply->json);
	return json_builder_get_root(reply->json);
}

char *gs_verb_text(const struct gs_verb *verb, JsonNode *tree)
{
	GString *text = g_string_new(NULL);
	gs_tell(tree, verb->told, text);
	return g_string_free(text, FALSE);
}

JsonNode *gs_verb_read(
	const struct gs_verb *verb, const char *arguments, struct gs_reading_of *of, GError **error)
{
	struct gs_verbs verbs = {.of = of};
	struct gs_reply reply;
	gs_reply_init(&reply);
	reply.verb = verb;
	struct gs_arguments *a = gs_arguments_new(verb, false, arguments, error);
	bool good = a && verb->function(&verbs, a, &reply, error);
	JsonNode *tree = good ? gs_reply_tree(&reply) : NULL;
	gs_arguments_free(a);
	gs_reply_drop(&reply);
	return tree;
}
