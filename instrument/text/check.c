/* SPDX-License-Identifier: MIT */
/* Checks what is rewritten (tests set GS_VALIDATE=1): the texts parse again, their tree keeps the
 * tree law (gs_shader_validate), and each name in them is declared, if each was before. */
#include <stdio.h>
#include <stdlib.h>
#include "instrument/text/check.h"
#include "instrument/text/rewrite.h"
#include "instrument/text/version-upgrade.h"

/* An undeclared name; NULL: there is none. */
static const struct gs_node *find_unknown(const struct gs_node *node)
{
	const struct gs_node *found = NULL;

	if (node->kind == GS_NODE_IDENTIFIER && !node->symbol)
		return node;
	for (size_t i = 0; i < node->n_children && !found; i++)
		found = node->child[i] ? find_unknown(node->child[i]) : NULL;
	return found;
}

static const struct gs_node *find_unknown_in(const struct gs_shader *shader)
{
	const struct gs_node *found = NULL;

	for (size_t u = 0; u < shader->n_units && !found; u++)
		found = find_unknown(shader->units[u]->root);
	return found;
}

static void broken(char *const *texts, const char *what)
{
	fprintf(stderr, "internal: invalid variant: %s\n", what);
	for (; *texts; texts++)
		fprintf(stderr, "----\n%s\n", *texts);
	abort();
}

static void check_tree(
	const struct gs_rewrite *rw, const struct gs_shader *shader, char *const *texts)
{
	const struct gs_node *unknown = find_unknown_in(shader);

	if (!shader->main)
		broken(texts, "it has no main");
	if (unknown && !find_unknown_in(rw->plan->shader)) {
		char *what = g_strdup_printf(
			"'%s' means nothing", unknown->unit->tokens[unknown->first].text);
		broken(texts, what);
	}
}

static struct gs_shader *parse(
	const struct gs_rewrite *rw, char *const *texts, struct gs_messages *messages)
{
	const struct gs_shader *original = rw->plan->shader;
	struct gs_glsl_object *objects = g_new0(struct gs_glsl_object, original->n_units);

	for (size_t u = 0; u < original->n_units; u++)
		objects[u] = (struct gs_glsl_object){.object = original->units[u]->object,
			.strings = (const char *const *)&texts[u],
			.n_strings = 1};
	struct gs_glsl_input input = {.stage = original->stage,
		.api = rw->request->api,
		.objects = objects,
		.n_objects = original->n_units};
	struct gs_shader *shader = gs_shader_parse(&input, messages);
	g_free(objects);
	return shader;
}

/* A word of the later version may be a name in the program. After the upgrade only a lenient driver
 * accepts it; our parser does not. */
static bool parses_upgraded(struct gs_rewrite *rw)
{
	const struct gs_shader *original = rw->plan->shader;
	struct gs_messages messages = {0};
	char **texts = g_new0(char *, original->n_units + 1);

	for (size_t u = 0; u < original->n_units; u++) {
		const struct gs_unit *unit = original->units[u];
		struct gs_token_edits *edits = gs_token_edits_new(
			unit, 0, (unsigned)unit->n_tokens - 1);
		GString *text = g_string_new("");
		gs_rewrite_set_version(rw, edits);
		gs_token_edits_emit(edits, text);
		gs_token_edits_free(edits);
		texts[u] = g_string_free(text, FALSE);
	}
	struct gs_shader *shader = parse(rw, texts, &messages);
	bool parses = shader != NULL;
	gs_shader_free(shader);
	gs_messages_finish(&messages);
	g_strfreev(texts);
	return parses;
}

static void check_pass(struct gs_rewrite *rw, const struct gs_variant_pass *pass)
{
	struct gs_messages messages = {0};
	struct gs_shader *shader = parse(rw, pass->texts, &messages);

	if (!shader && parses_upgraded(rw))
		broken(pass->texts, messages.n ? messages.list[0].text : "it does not parse");
	if (shader) {
		gs_shader_validate(shader, &messages);
		check_tree(rw, shader, pass->texts);
	}
	gs_shader_free(shader);
	gs_messages_finish(&messages);
}

void gs_rewrite_check(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i < rw->variant->n_passes && g_getenv("GS_VALIDATE"); i++)
		check_pass(rw, &rw->variant->pass[i]);
}
