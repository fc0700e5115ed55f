/* SPDX-License-Identifier: MIT */
/* Writes what the driver says about the trace's calls by its debug output (OpenGL 4.6, chapter 20)
 * as rows of the table that begin with "message". */
#include "replay/measure/measuring.h"

enum { MOST_MESSAGES = 100000, LONGEST = 2000 };

static void hear(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
	const char *text, const void *data)
{
	struct gs_measure *measure = (struct gs_measure *)data;
	char line[LONGEST + 1];
	size_t n = 0;
	if (!measure->is_listening || source == GL_DEBUG_SOURCE_APPLICATION ||
		source == GL_DEBUG_SOURCE_THIRD_PARTY ||
		severity == GL_DEBUG_SEVERITY_NOTIFICATION || !text ||
		measure->messages++ >= MOST_MESSAGES)
		return;
	for (; text[n] && n < LONGEST && (length < 0 || n < (size_t)length); n++)
		line[n] = g_ascii_iscntrl(text[n]) ? ' ' : text[n];
	line[n] = 0;
	fprintf(measure->file, "message,%llu,%u,%u,%u,%s\n",
		(unsigned long long)measure->heard_call, source, type, severity, g_strchomp(line));
}

/* Turn on debug output, if the context has it; once for each context. */
static void turn_on(struct gs_measure *measure, struct gs_replay_context *context)
{
	void (*set)(void *, const void *) = NULL;
	void *function = gs_replay_find(measure->player,
		context->is_es ? "glDebugMessageCallbackKHR" : "glDebugMessageCallback");
	context->is_heard = true;
	*(void **)&set = function;
	if (!set || measure->player->in_block)
		return;
	set((void *)hear, measure);
	if (gs_measuring_forget_errors(measure)) {
		gs_measuring_switch(measure, GL_DEBUG_OUTPUT, true);
		gs_measuring_switch(measure, GL_DEBUG_OUTPUT_SYNCHRONOUS, true);
	}
	gs_measuring_forget_errors(measure);
}

void gs_measure_listen(struct gs_measure *measure, uint64_t call)
{
	struct gs_replay_context *context = measure ? gs_replay_context(measure->player) : NULL;
	if (!context)
		return;
	if (!context->is_heard)
		turn_on(measure, context);
	measure->heard_call = call;
	measure->is_listening = measure->player->frames >= measure->player->options->first_frame;
}

void gs_measure_heard(struct gs_measure *measure)
{
	if (measure)
		measure->is_listening = false;
}
