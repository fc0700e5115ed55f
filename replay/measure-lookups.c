/* SPDX-License-Identifier: MIT */
/* Programs that count their texture lookups: twins whose fragment shaders are those of lookups.h.
 */
#include <string.h>
#include "replay/lookups.h"
#include "replay/measuring.h"

struct texts {
	char *text[GS_MEASURING_SHADERS + 1];
	size_t n;
	bool is_known;
};

static struct texts texts_of(struct gs_measure *measure, GLuint program)
{
	GLuint shaders[GS_MEASURING_SHADERS];
	struct texts texts = {0};
	GLsizei n = 0;
	measure->gl.GetAttachedShaders(program, GS_MEASURING_SHADERS, &n, shaders);
	texts.is_known = n < GS_MEASURING_SHADERS;
	for (GLsizei i = 0; i < n; i++) {
		int type = 0;
		measure->gl.GetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
		if (type != GL_FRAGMENT_SHADER)
			continue;
		texts.text[texts.n] = gs_measuring_source(measure, shaders[i]);
		texts.is_known &= *texts.text[texts.n++] != '\0';
	}
	return texts;
}

static bool mention(const struct texts *texts, const char *word)
{
	bool found = false;
	for (size_t i = 0; i < texts->n; i++)
		found |= strstr(texts->text[i], word) != NULL;
	return found;
}

/* ---- making one ---- */

static bool holds(void *data, const char *head, const char *condition)
{
	struct gs_measure *measure = data;
	int is_good = 0;
	char *text = g_strdup_printf(
		"%s#if %s\nvoid main() { }\n#else\n#error no\n#endif\n", head, condition);
	GLuint shader = measure->gl.CreateShader(GL_FRAGMENT_SHADER);
	measure->gl.ShaderSource(shader, 1, (const char *const *)&text, NULL);
	measure->gl.CompileShader(shader);
	measure->gl.GetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
	measure->gl.DeleteShader(shader);
	g_free(text);
	return is_good;
}

static GLuint make_counting(struct gs_measure *measure, GLuint program, const struct texts *texts)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	const struct gs_lookups_wish wish = {.api = context->is_es     ? GS_API_ES
						    : context->is_core ? GS_API_CORE
								       : GS_API_COMPATIBILITY,
		.texts = (const char *const *)texts->text,
		.n = texts->n,
		.holds = holds,
		.data = measure};
	char *output = NULL;
	char **counting = gs_lookups_count(&wish, &output);
	GLuint twin = 0;
	if (counting)
		twin = gs_measuring_make_twin(
			measure, program, (const char *const *)counting, output);
	g_strfreev(counting);
	g_free(output);
	return twin;
}

/* Nor any macro that makes the word of parts, as some preprocessors can. */
static bool have_no_samplers(const struct texts *texts)
{
	return !mention(texts, "sampler") && !mention(texts, "include") && !mention(texts, "##") &&
	       !mention(texts, "\\");
}

void gs_measuring_find_lookups(
	struct gs_measure *measure, GLuint program, struct gs_measured_program *facts)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	struct texts texts = texts_of(measure, program);
	facts->tests_early = mention(&texts, "early_fragment_tests") ||
			     mention(&texts, "post_depth_coverage");
	if (texts.is_known && !texts.n && !context->is_es && !context->is_core)
		facts->fetches = GS_FETCHES_FIXED;
	else if (texts.is_known && have_no_samplers(&texts))
		facts->fetches = GS_FETCHES_NONE;
	/* What it reads of the framebuffer would be what it counts. */
	else if (texts.is_known && !facts->has_effects && !mention(&texts, "framebuffer_fetch"))
		facts->counting = make_counting(measure, program, &texts);
	if (facts->counting)
		facts->fetches = GS_FETCHES_COUNTED;
	for (size_t i = 0; i < texts.n; i++)
		g_free(texts.text[i]);
}
