/* SPDX-License-Identifier: MIT */
/* Reads the files of tests/instrument/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "tests/instrument/instrument-file.h"

void test_complain(struct test *t, unsigned line, const char *format, ...)
{
	va_list list;

	if (t->failures++ > 10)
		return;
	va_start(list, format);
	printf("%s:%u: ", t->file, line);
	vprintf(format, list);
	printf("\n");
	va_end(list);
}

static int find_stage(const char *name)
{
	static const char *const names[] = {
		"vertex", "tess-control", "tess-evaluation", "geometry", "fragment", "compute"};

	for (int i = 0; i < GS_N_STAGES; i++)
		if (!strcmp(name, names[i]))
			return i;
	return -1;
}

static bool find_mode(const char *name, unsigned *mode)
{
	static const struct {
		const char *name;
		unsigned mode;
	} modes[] = {{"points", 0}, {"lines", 1}, {"line-strip", 3}, {"triangles", 4},
		{"triangle-strip", 5}, {"triangles-adjacency", 12}, {"patches", 14}};

	for (unsigned i = 0; i < G_N_ELEMENTS(modes); i++)
		if (!strcmp(name, modes[i].name)) {
			*mode = modes[i].mode;
			return true;
		}
	return false;
}

static bool read_section(struct test *t, const char *line, GString **to)
{
	struct gl_pipeline *p = &t->pipeline;
	char api[32];

	*to = NULL;

	if (sscanf(line, "[api %31s %u]", api, &t->version) == 2) {
		t->api = !strcmp(api, "es")	? GS_API_ES
			 : !strcmp(api, "core") ? GS_API_CORE
						: GS_API_COMPATIBILITY;
		return true;
	}
	if (sscanf(line, "[debug %31[^]]]", api) == 1) {
		int stage = find_stage(api);
		t->pipeline.stage = (enum gs_stage)stage;
		return stage >= 0;
	}
	if (sscanf(line, "[draw %31s %d %d %d]", api, &p->count, &p->instances,
		    &p->patch_vertices) >= 3)
		return find_mode(api, &p->mode);
	if (sscanf(line, "[dispatch %u %u %u]", &p->groups[0], &p->groups[1], &p->groups[2]) == 3)
		return true;
	if (sscanf(line, "[%31[^]]]", api) == 1 && find_stage(api) >= 0) {
		unsigned stage = (unsigned)find_stage(api);
		*to = t->source[stage][p->n[stage]++] = g_string_new("");
		return p->n[stage] <= MAX_UNITS;
	}
	return g_str_has_prefix(line, "[tests]");
}

static bool read_check(struct test *t, char *line, unsigned number, char **at)
{
	static const char *const words[] = {
		"here ", "true ", "left ", "capture ", "covered ", "emitted ", "calls "};
	char element[64], function[64];
	struct check c = {.line = number, .at = g_strdup(*at)};

	g_strstrip(line);
	if (!*line || *line == '#')
		return true;
	if (!strcmp(line, "native"))
		return (t->native = true);
	if (!strcmp(line, "alpha"))
		return (t->alpha = true);
	if (!strcmp(line, "no-path"))
		return (t->no_path = true);
	if (!strcmp(line, "brief"))
		return (t->brief = true);
	if (sscanf(line, "elements %u", &t->wanted_elements) == 1 ||
		sscanf(line, "unwritten %31s", t->shared.unwritten) == 1)
		return true;
	if (sscanf(line, "choose %63s %63s", element, function) == 2) {
		struct gs_subroutine_choice choice = {g_strdup(element), g_strdup(function)};
		g_array_append_val(t->choices, choice);
		return true;
	}
	if (g_str_has_prefix(line, "at ")) {
		g_free(*at);
		*at = g_strdup(line + 3);
		return true;
	}
	for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
		if (!g_str_has_prefix(line, words[i]))
			continue;
		c.kind = i;
		c.formula = g_strdup(line + strlen(words[i]));
		if (i == CALLS)
			c.choice = (unsigned)strtoul(c.formula, &c.formula, 10);
		if (i == EMITTED) { /* N: EXPRESSION = ... */
			c.n_records = (unsigned)atoi(c.formula);
			memmove(c.formula, strchr(c.formula, ':') + 1,
				strlen(strchr(c.formula, ':')));
		}
		if (i == CAPTURE || i == EMITTED) {
			char *equals = strstr(c.formula, " = ");
			if (!equals)
				return false;
			c.expression = g_strndup(c.formula, (gsize)(equals - c.formula));
			c.formula = g_strdup(equals + 3);
			char *absent = strstr(c.formula, " absent ");
			if (absent) {
				*absent = '\0';
				c.absent = absent + strlen(" absent ");
			}
		}
		g_array_append_val(t->checks, c);
		return c.kind == COVERED || *at;
	}
	return false;
}

bool test_read(struct test *t)
{
	char *text, *at = NULL;
	GString *to = NULL;
	bool ok = true, in_tests = false;

	if (!g_file_get_contents(t->file, &text, NULL, NULL)) {
		printf("%s: cannot be read\n", t->file);
		return false;
	}
	char **lines = g_strsplit(text, "\n", -1);
	for (unsigned i = 0; ok && lines[i]; i++) {
		if (lines[i][0] == '[') {
			ok = read_section(t, lines[i], &to);
			in_tests = ok && !strcmp(lines[i], "[tests]");
		} else if (to) {
			g_string_append_printf(to, "%s\n", lines[i]);
		} else if (in_tests) {
			ok = read_check(t, lines[i], i + 1, &at);
		}
		if (!ok)
			printf("%s:%u: not understood: %s\n", t->file, i + 1, lines[i]);
	}
	g_strfreev(lines);
	g_free(text);
	if (ok && !t->checks->len)
		printf("%s: nothing is checked\n", t->file);
	return ok && t->checks->len && t->pipeline.n[t->pipeline.stage] > 0;
}
