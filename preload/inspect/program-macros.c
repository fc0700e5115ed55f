/* SPDX-License-Identifier: MIT */
/*
 * Which macros the driver's GLSL compiler defines. A test shader raises an #error for each
 * that is: the texts come back in the log. Where the log does not have them, one shader a macro is
 * asked whether it compiles.
 */
#include "preload/inspect/program.h"
#include "preload/capture/requests/inspection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "glstep_macro_"

struct macro_query {
	GLenum stage;
	const char *head; /* version and extension lines */
	const char *tail; /* a main that compiles */
	uint32_t n;
	const char **names;
	bool *defined;
};

static bool is_identifier(const char *name)
{
	if (!*name || (*name >= '0' && *name <= '9'))
		return false;
	return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
	       strlen(name);
}

/* The compiler's verdict on a text, its log (malloc'ed, may be NULL) in *log. */
static bool compiles(GLenum stage, const char *text, char **log)
{
	GLint ok = 0, length = 0;
	GLuint shader = GL(glCreateShader)(stage);
	GL(glShaderSource)(shader, 1, &text, NULL);
	GL(glCompileShader)(shader);
	GL(glGetShaderiv)(shader, GL_COMPILE_STATUS, &ok);
	if (log) {
		GL(glGetShaderiv)(shader, GL_INFO_LOG_LENGTH, &length);
		*log = calloc(1, (length > 0 ? length : 0) + 1);
		if (*log && length > 0)
			GL(glGetShaderInfoLog)(shader, length + 1, NULL, *log);
	}
	GL(glDeleteShader)(shader);
	gs_caps_drain();
	return ok;
}

static size_t append(char *text, size_t at, const char *more)
{
	size_t n = strlen(more);
	memcpy(text + at, more, n + 1);
	return at + n;
}

/* All in one text. False: this compiler's log does not repeat #error messages, or stops at the
 * first. */
static bool ask_all(struct macro_query *p)
{
	size_t room = strlen(p->head) + strlen(p->tail) + 256, at = 0;
	for (uint32_t i = 0; i < p->n; i++)
		room += strlen(p->names[i]) + 96;
	char *text = malloc(room), *log = NULL, line[96];
	if (!text)
		return false;
	at = append(text, at, p->head);
	for (uint32_t i = 0; i < p->n; i++) {
		at = append(text, at, "#ifdef ");
		at = append(text, at, p->names[i]);
		snprintf(line, sizeof line, "\n#error " MARK "%u_\n#endif\n", i);
		at = append(text, at, line);
	}
	snprintf(line, sizeof line, "#error " MARK "end_a\n#error " MARK "end_b\n");
	at = append(text, at, line);
	append(text, at, p->tail);
	compiles(p->stage, text, &log);
	bool complete = log && strstr(log, MARK "end_a") && strstr(log, MARK "end_b");
	for (uint32_t i = 0; complete && i < p->n; i++) {
		snprintf(line, sizeof line, MARK "%u_", i);
		p->defined[i] = strstr(log, line) != NULL;
	}
	free(log);
	free(text);
	return complete;
}

static bool holds(const struct macro_query *p, const char *condition)
{
	size_t room = strlen(p->head) + strlen(p->tail) + strlen(condition) + 64;
	char *text = malloc(room);
	if (!text)
		return false;
	snprintf(text, room, "%s#if %s\n%s\n#else\n#error no\n#endif\n", p->head, condition,
		p->tail);
	bool ok = compiles(p->stage, text, NULL);
	free(text);
	return ok;
}

static void ask_each(struct macro_query *p)
{
	for (uint32_t i = 0; i < p->n; i++) {
		char condition[1100];
		snprintf(condition, sizeof condition, "defined(%.1000s)", p->names[i]);
		p->defined[i] = holds(p, condition);
	}
}

static bool equals(const struct macro_query *p, const char *name, long value)
{
	char condition[1100];
	snprintf(condition, sizeof condition, "(%.1000s + 0) == %ld", name, value);
	return holds(p, condition);
}

/* Nearly all are 1; else a number found by halving; else "". */
static void value_of(
	const struct macro_query *p, const char *name, bool all_one, char *value, size_t room)
{
	char condition[1100];
	long low = 0, high = 1 << 20;
	value[0] = '\0';
	if (all_one || equals(p, name, 1)) {
		snprintf(value, room, "1");
		return;
	}
	while (low < high) {
		long middle = low + (high - low) / 2;
		snprintf(condition, sizeof condition, "(%.1000s + 0) <= %ld", name, middle);
		if (holds(p, condition))
			high = middle;
		else
			low = middle + 1;
	}
	if (equals(p, name, low))
		snprintf(value, room, "%ld", low);
}

/* One compile tells whether every defined macro is 1. */
static bool all_are_one(const struct macro_query *p)
{
	size_t room = 16, at = 0;
	for (uint32_t i = 0; i < p->n; i++)
		room += strlen(p->names[i]) + 16;
	char *condition = malloc(room);
	if (!condition)
		return false;
	at = append(condition, at, "1");
	for (uint32_t i = 0; i < p->n; i++) {
		if (!p->defined[i])
			continue;
		at = append(condition, at, " && ");
		at = append(condition, at, p->names[i]);
		at = append(condition, at, " == 1");
	}
	bool ok = holds(p, condition);
	free(condition);
	return ok;
}

static void answer_query(struct macro_query *p, struct gs_stream *answer)
{
	if (!ask_all(p))
		ask_each(p);
	bool all_one = all_are_one(p);
	gs_stream_put_u32(answer, p->n);
	for (uint32_t i = 0; i < p->n; i++) {
		char value[32] = "";
		if (p->defined[i])
			value_of(p, p->names[i], all_one, value, sizeof value);
		gs_stream_put_u32(answer, p->defined[i]);
		gs_stream_put_string(answer, value);
	}
}

static char *make_head(
	const char *version_line, uint32_t version, bool is_es, const char *extensions)
{
	size_t room = strlen(version_line) + strlen(extensions) + 64;
	char *head = malloc(room);
	if (!head)
		return NULL;
	if (*version_line)
		snprintf(head, room, "%s\n%s\n", version_line, extensions);
	else if (is_es && version == 100)
		snprintf(head, room, "#version 100\n%s\n", extensions);
	else
		snprintf(
			head, room, "#version %u%s\n%s\n", version, is_es ? " es" : "", extensions);
	return head;
}

bool gs_program_macros(const struct gs_caps *c, struct gs_stream *request, struct gs_stream *answer,
	struct gs_refusal *refusal)
{
	static const char *const mains[GS_N_STAGES] = {
		"void main() { gl_Position = vec4(0.0); }\n",
		"layout(vertices = 3) out;\nvoid main() { }\n",
		"layout(triangles) in;\nvoid main() { }\n",
		"layout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() { }\n",
		"void main() { }\n",
		"layout(local_size_x = 1) in;\nvoid main() { }\n",
	};
	uint32_t stage = gs_stream_get_u32(request), version = gs_stream_get_u32(request);
	uint32_t is_es = gs_stream_get_u32(request);
	const char *version_line = gs_stream_get_string(request),
		   *extensions = gs_stream_get_string(request);
	uint32_t n = gs_stream_get_u32(request);
	bool ok = !request->failed && stage < GS_N_STAGES && n <= 100000;
	struct macro_query p = {.n = ok ? n : 0};
	p.names = calloc(p.n + 1, sizeof *p.names);
	p.defined = calloc(p.n + 1, sizeof *p.defined);
	char *head = make_head(version_line, version, is_es, extensions);
	ok = ok && p.names && p.defined && head;
	for (uint32_t i = 0; ok && i < n; i++) {
		p.names[i] = gs_stream_get_string(request);
		ok = !request->failed && is_identifier(p.names[i]) && strlen(p.names[i]) < 1000;
	}
	if (ok) {
		p.stage = gs_stage_types[stage];
		p.tail = mains[stage];
		p.head = head;
		GLboolean debug = c->debug && GL(glIsEnabled)(GL_DEBUG_OUTPUT);
		if (debug)
			GL(glDisable)(GL_DEBUG_OUTPUT);
		answer_query(&p, answer);
		if (debug)
			GL(glEnable)(GL_DEBUG_OUTPUT);
		ok = !answer->failed;
	}
	free(head);
	free(p.names);
	free(p.defined);
	return ok ||
	       gs_refusal_set(refusal, GS_STATUS_USAGE, "the request for macros is malformed");
}

bool gs_serve_macros(struct gs_serving *s)
{
	struct gs_inspection *q = s->query;
	return gs_program_macros(&q->caps, &q->in, &q->out, &q->refusal);
}
