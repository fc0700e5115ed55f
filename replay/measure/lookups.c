/* SPDX-License-Identifier: MIT */
#include "replay/measure/lookups.h"

#include <glib.h>
#include "instrument/instrument.h"

_Static_assert((int)GS_LOOKUPS_WORDS == (int)GS_SUM_WORDS, "the variants add to these");

static bool holds(
	const struct gs_lookups_wish *wish, const char *head, const char *format, const char *name)
{
	char *condition = g_strdup_printf(format, name);
	bool is_true = wish->holds(wish->data, head, condition);
	g_free(condition);
	return is_true;
}

/* Find the values of the macros that conditions test. Return false if a macro is not 1 and its
 * value is unknown. */
static bool ask_macros(const struct gs_lookups_wish *wish, char **names, GArray *macros)
{
	unsigned version;
	bool is_es, is_good = true;
	char *line = gs_glsl_version_line(wish->texts[0], &version, &is_es);
	char *extensions = gs_glsl_extension_lines(wish->texts[0]);
	char *head = g_strconcat(line, extensions, NULL);
	for (; *names; names++) {
		struct gs_glsl_macro macro = {*names, "1"};
		if (!holds(wish, head, "defined(%s)", *names))
			continue;
		is_good &= holds(wish, head, "%s == 1", *names);
		g_array_append_val(macros, macro);
	}
	g_free(head);
	g_free(extensions);
	g_free(line);
	return is_good;
}

static struct gs_shader *parse(const struct gs_lookups_wish *wish, struct gs_messages *messages)
{
	struct gs_glsl_object *objects = g_new0(struct gs_glsl_object, wish->n);
	GArray *macros = g_array_new(FALSE, FALSE, sizeof(struct gs_glsl_macro));
	struct gs_shader *shader = NULL;
	struct gs_glsl_input input = {
		.stage = wish->stage, .api = wish->api, .objects = objects, .n_objects = wish->n};
	for (size_t i = 0; i < wish->n; i++) {
		objects[i].strings = &wish->texts[i];
		objects[i].n_strings = 1;
	}
	char **names = gs_glsl_tested_macros(&input);
	if (ask_macros(wish, names, macros)) {
		input.macros = (const struct gs_glsl_macro *)(const void *)macros->data;
		input.n_macros = macros->len;
		shader = gs_shader_parse(&input, messages);
	}
	g_strfreev(names);
	g_array_free(macros, TRUE);
	g_free(objects);
	return shader;
}

/* Return whether the shader's version must be raised: without interface blocks in the language, no
 * extension adds storage buffers. */
static bool needs_upgrade(const struct gs_lookups_wish *wish)
{
	unsigned version;
	bool is_es;
	g_free(gs_glsl_version_line(wish->texts[0], &version, &is_es));
	return wish->stage != GS_STAGE_FRAGMENT && !is_es && version < 140;
}

static struct gs_variant *make_variant(const struct gs_lookups_wish *wish)
{
	/* Only floats can be summed by blending. */
	const struct gs_variant_request request = {.kind = GS_VARIANT_COUNTS,
		.lookups_alone = true,
		.adds_up = wish->stage != GS_STAGE_FRAGMENT,
		.storage_binding = wish->storage_binding,
		.api = wish->api,
		.glsl_version = 400,
		.max_draw_buffers = 1,
		.uint_renderable = false,
		.no_upgrade = !needs_upgrade(wish)};
	struct gs_messages messages = {0};
	struct gs_variant *variant = NULL;
	struct gs_shader *shader = parse(wish, &messages);
	struct gs_plan *plan = shader ? gs_plan_new(shader, &messages) : NULL;
	if (plan)
		variant = gs_variant_new(plan, &request, 0, &messages);
	gs_plan_free(plan);
	gs_shader_free(shader);
	gs_messages_finish(&messages);
	return variant;
}

char **gs_lookups_count(const struct gs_lookups_wish *wish, char **output)
{
	struct gs_variant *variant = make_variant(wish);
	char **texts = NULL;
	bool has_one = variant &&
		       (variant->channel == GS_OUTPUT_CHANNEL_SUMS || variant->n_attachments == 1);
	/* If there are two passes, the first one does not discard. */
	if (has_one) {
		texts = g_strdupv(variant->pass[0].texts);
		*output = g_strdup(variant->output[0] ? variant->output[0] : "");
	}
	gs_variant_free(variant);
	return texts;
}
