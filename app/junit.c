/* SPDX-License-Identifier: MIT */
#include "app/junit.h"

#include <stdbool.h>

enum outcome { PASSED, FAILED, BROKEN, SKIPPED, N_OUTCOMES };

struct gs_junit {
	GString *cases;
	bool is_open; /* a case has begun */
	enum outcome outcome;
	unsigned n[N_OUTCOMES]; /* cases */
};

/* ---- text ---- */

/* XML 1.0 has no way to write the others. */
static bool is_character(gunichar c)
{
	return c == '\t' || c == '\n' || (c >= 0x20 && c != 0x7f && c != 0xfffe && c != 0xffff);
}

void gs_xml_add_text(GString *to, const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		const char *entity = c == '&'	 ? "&amp;"
				     : c == '<'	 ? "&lt;"
				     : c == '>'	 ? "&gt;"
				     : c == '"'	 ? "&quot;"
				     : c == '\'' ? "&#39;"
						 : NULL;
		if (entity)
			g_string_append(to, entity);
		else if (c != '\r')
			g_string_append_unichar(to, is_character(c) ? c : 0xfffd);
	}
}

static void add_attribute(GString *to, const char *name, const char *value)
{
	g_string_append_printf(to, " %s=\"", name);
	gs_xml_add_text(to, value);
	g_string_append_c(to, '"');
}

/* ---- cases ---- */

struct gs_junit *gs_junit_new(void)
{
	struct gs_junit *junit = g_new0(struct gs_junit, 1);
	junit->cases = g_string_new("");
	return junit;
}

static void end_case(struct gs_junit *junit)
{
	if (!junit->is_open)
		return;
	g_string_append(junit->cases, "    </testcase>\n");
	junit->n[junit->outcome]++;
	junit->is_open = false;
}

void gs_junit_begin(struct gs_junit *junit, const char *class_name, const char *name)
{
	end_case(junit);
	g_string_append(junit->cases, "    <testcase");
	add_attribute(junit->cases, "classname", class_name);
	add_attribute(junit->cases, "name", name);
	g_string_append(junit->cases, ">\n");
	junit->outcome = PASSED;
	junit->is_open = true;
}

void gs_junit_fail(struct gs_junit *junit, const char *type, const char *message, const char *text)
{
	g_string_append(junit->cases, "      <failure");
	add_attribute(junit->cases, "type", type);
	add_attribute(junit->cases, "message", message);
	g_string_append_c(junit->cases, '>');
	gs_xml_add_text(junit->cases, text);
	g_string_append(junit->cases, "</failure>\n");
	junit->outcome = FAILED;
}

static void add_empty(
	struct gs_junit *junit, const char *name, const char *message, enum outcome outcome)
{
	g_string_append_printf(junit->cases, "      <%s", name);
	add_attribute(junit->cases, "message", message);
	g_string_append(junit->cases, "/>\n");
	junit->outcome = outcome;
}

void gs_junit_break(struct gs_junit *junit, const char *message)
{
	add_empty(junit, "error", message, BROKEN);
}

void gs_junit_skip(struct gs_junit *junit, const char *message)
{
	add_empty(junit, "skipped", message, SKIPPED);
}

void gs_junit_note(struct gs_junit *junit, const char *text)
{
	g_string_append(junit->cases, "      <system-out>");
	gs_xml_add_text(junit->cases, text);
	g_string_append(junit->cases, "</system-out>\n");
}

char *gs_junit_end(struct gs_junit *junit, const char *suite)
{
	GString *xml = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
				    "  <testsuite");
	unsigned all = 0;
	end_case(junit);
	for (int i = 0; i < N_OUTCOMES; i++)
		all += junit->n[i];
	add_attribute(xml, "name", suite);
	g_string_append_printf(xml,
		" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n%s  </testsuite>\n"
		"</testsuites>\n",
		all, junit->n[FAILED], junit->n[BROKEN], junit->n[SKIPPED], junit->cases->str);
	g_string_free(junit->cases, TRUE);
	g_free(junit);
	return g_string_free(xml, FALSE);
}
