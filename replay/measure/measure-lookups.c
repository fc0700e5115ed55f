/* SPDX-License-Identifier: MIT */
/* Makes programs that count their texture lookups: twins whose shaders are those of lookups.h. */
#include <string.h>
#include "replay/measure/lookups.h"
#include "replay/measure/measuring.h"

/* Sources of all shaders of a stage. */
struct texts {
	char *text[GS_MEASURING_SHADERS + 1];
	size_t n;
	bool is_known;
};

static void read_texts(struct gs_measure *measure, GLuint program, struct texts texts[GS_N_STAGES])
{
	GLuint shaders[GS_MEASURING_SHADERS];
	GLsizei n = 0;
	measure->gl.GetAttachedShaders(program, GS_MEASURING_SHADERS, &n, shaders);
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		texts[i].is_known = n < GS_MEASURING_SHADERS;
	for (GLsizei i = 0; i < n; i++) {
		int type = 0;
		measure->gl.GetShaderiv(shaders[i], GL_SHADER_TYPE, &type);
		unsigned stage = gs_measuring_stage((GLenum)type);
		if (stage == GS_N_STAGES)
			continue;
		char *text = gs_measuring_source(measure, shaders[i]);
		texts[stage].text[texts[stage].n++] = text;
		texts[stage].is_known &= *text != '\0';
	}
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

/* Return texts of the stage that count, as gs_lookups_count does; NULL: they cannot count. */
static char **count(
	struct gs_measure *measure, unsigned stage, const struct texts *texts, char **output)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	const struct gs_lookups_wish wish = {.stage = (enum gs_stage)stage,
		.storage_binding = gs_measuring_sums_binding(measure),
		.api = context->is_es	  ? GS_API_ES
		       : context->is_core ? GS_API_CORE
					  : GS_API_COMPATIBILITY,
		.texts = (const char *const *)texts->text,
		.n = texts->n,
		.holds = holds,
		.data = measure};
	return gs_lookups_count(&wish, output);
}

static GLuint make_counting(struct gs_measure *measure, GLuint program, const struct texts *texts)
{
	struct gs_measuring_twin wish = {0};
	char *output = NULL;
	char **counting = count(measure, GS_STAGE_FRAGMENT, texts, &output);
	GLuint twin = 0;
	wish.texts[GS_STAGE_FRAGMENT] = counting;
	wish.output = output && *output ? output : NULL;
	if (counting)
		twin = gs_measuring_make_twin(measure, program, &wish);
	g_strfreev(counting);
	g_free(output);
	return twin;
}

/* Return whether the texts have no samplers, nor macros that could make the word "sampler" of
 * parts, as some preprocessors can. */
static bool have_no_samplers(const struct texts *texts)
{
	return !mention(texts, "sampler") && !mention(texts, "include") && !mention(texts, "##") &&
	       !mention(texts, "\\");
}

static void find_of_fragments(struct gs_measure *measure, GLuint program, const struct texts *texts,
	struct gs_measured_program *facts)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	facts->tests_early = mention(texts, "early_fragment_tests") ||
			     mention(texts, "post_depth_coverage");
	if (texts->is_known && !texts->n && !context->is_es && !context->is_core)
		facts->fetches = GS_FETCHES_FIXED;
	else if (texts->is_known && have_no_samplers(texts))
		facts->fetches = GS_FETCHES_NONE;
	/* A twin writes counts to the framebuffer, so that framebuffer fetch would read them. */
	else if (texts->is_known && !facts->has_effects && !mention(texts, "framebuffer_fetch"))
		facts->counting = make_counting(measure, program, texts);
	if (facts->counting)
		facts->fetches = GS_FETCHES_COUNTED;
}

/* Find out about the other stages. Unless all stages with samplers can count, nothing is known. */
static void find_of_others(struct gs_measure *measure, GLuint program,
	const struct texts texts[GS_N_STAGES], struct gs_measured_program *facts)
{
	struct gs_measuring_twin wish = {0};
	bool has_any = false, is_good = true;
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		char *output = NULL;
		if (i == GS_STAGE_FRAGMENT || !texts[i].n ||
			(texts[i].is_known && have_no_samplers(&texts[i])))
			continue;
		has_any = true;
		if (is_good && texts[i].is_known && gs_measuring_sums_binding(measure))
			wish.texts[i] = count(measure, i, &texts[i], &output);
		is_good &= wish.texts[i] != NULL;
		g_free(output);
	}
	/* Draws with side effects are not executed again; a dispatch is executed once, by the twin.
	 */
	if (has_any && is_good && (!facts->has_effects || texts[GS_STAGE_COMPUTE].n))
		facts->counting_others = gs_measuring_make_twin(measure, program, &wish);
	facts->others = !has_any		 ? GS_FETCHES_NONE
			: facts->counting_others ? GS_FETCHES_COUNTED
						 : GS_FETCHES_UNKNOWN;
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		g_strfreev(wish.texts[i]);
}

void gs_measuring_find_lookups(
	struct gs_measure *measure, GLuint program, struct gs_measured_program *facts)
{
	struct texts texts[GS_N_STAGES] = {0};
	read_texts(measure, program, texts);
	find_of_fragments(measure, program, &texts[GS_STAGE_FRAGMENT], facts);
	find_of_others(measure, program, texts, facts);
	for (unsigned i = 0; i < GS_N_STAGES; i++)
		for (size_t k = 0; k < texts[i].n; k++)
			g_free(texts[i].text[k]);
}
