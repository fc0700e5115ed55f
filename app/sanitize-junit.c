/* SPDX-License-Identifier: MIT */
/* Findings as JUnit's XML: a stage of a program is a test case, which each of its findings fails.
 */
#include "app/sanitize-reports.h"

static bool is_of(const struct gs_finding *f, const struct gs_sanitized_stage *stage)
{
	if (f->suppressed || f->stage != stage->stage)
		return false;
	for (guint i = 0; i < f->programs->len; i++)
		if (g_array_index(f->programs, uint32_t, i) == stage->program)
			return true;
	return false;
}

static void add_failure(GString *xml, const struct gs_finding *f)
{
	g_autofree char *where = gs_sanitize_where(f);
	g_autofree char *worst = gs_sanitize_worst(f);
	g_autofree char *second = gs_sanitize_second_look(f);
	g_string_append(xml, "      <failure type=\"");
	gs_sanitize_add_text(xml, gs_fault_kind_name(f->kind));
	g_string_append(xml, "\" message=\"");
	gs_sanitize_add(xml, "%s:%u: %s: %s", f->file, f->file_line, f->expression, f->message);
	g_string_append(xml, "\">");
	gs_sanitize_add(xml, "%s:%u:%u: %s\n%s (GLSL 4.60, %s): %s\n%s\n", f->file, f->file_line,
		f->column, f->text, f->message, f->section, f->advice, where);
	if (worst)
		gs_sanitize_add(xml, "%s\n", worst);
	if (second)
		gs_sanitize_add(xml, "%s\n", second);
	if (f->command)
		gs_sanitize_add(xml, "%s\n", f->command);
	g_string_append(xml, "</failure>\n");
}

/* Return whether it has failures. */
static bool add_stage(
	GString *xml, const struct gs_findings *findings, const struct gs_sanitized_stage *stage)
{
	bool fails = false;
	g_autofree char *program = gs_sanitize_program(stage->program, stage->label);
	g_string_append(xml, "    <testcase classname=\"");
	gs_sanitize_add_text(xml, program);
	g_string_append(xml, "\" name=\"");
	gs_sanitize_add_text(xml, gs_stage_name(stage->stage));
	g_string_append(xml, "\">\n");
	for (guint i = 0; i < findings->list->len; i++) {
		const struct gs_finding *f = findings->list->pdata[i];
		if (!is_of(f, stage) || gs_finding_is_note(f))
			continue;
		fails = true;
		add_failure(xml, f);
	}
	if (!stage->draws && stage->why) {
		g_string_append(xml, "      <skipped message=\"");
		gs_sanitize_add_text(xml, stage->why);
		g_string_append(xml, "\"/>\n");
	} else if (stage->why) {
		g_string_append(xml, "      <system-out>");
		gs_sanitize_add(xml, "not looked at in %" G_GUINT64_FORMAT " draws: %s",
			stage->not_looked_at, stage->why);
		g_string_append(xml, "</system-out>\n");
	}
	g_string_append(xml, "    </testcase>\n");
	return fails;
}

static void add_reason(GString *xml, const struct gs_not_looked_at *reason)
{
	g_string_append(xml, "    <testcase classname=\"draws\" name=\"");
	gs_sanitize_add(xml, "%" G_GUINT64_FORMAT " that could not be looked at", reason->draws);
	g_string_append(xml, "\">\n      <skipped message=\"");
	gs_sanitize_add_text(xml, reason->why);
	g_string_append(xml, "\"/>\n    </testcase>\n");
}

bool gs_sanitize_write_junit(
	const struct gs_sanitize_report *report, const char *path, GError **error)
{
	const struct gs_findings *findings = report->findings;
	g_autoptr(GString) cases = g_string_new("");
	g_autoptr(GString) xml = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	unsigned failures = 0, skipped = 0, n = findings->stages->len;
	for (guint i = 0; i < findings->stages->len; i++) {
		const struct gs_sanitized_stage *stage = findings->stages->pdata[i];
		failures += add_stage(cases, findings, stage);
		skipped += !stage->draws && stage->why;
	}
	for (guint i = 0; i < findings->not_looked_at->len; i++) {
		const struct gs_not_looked_at *reason = &g_array_index(
			findings->not_looked_at, struct gs_not_looked_at, i);
		if (!gs_sanitize_is_of_draws(findings, reason))
			continue;
		add_reason(cases, reason);
		skipped++;
		n++;
	}
	g_string_append(xml, "<testsuites>\n  <testsuite name=\"");
	gs_sanitize_add(xml, "glstep sanitize %s", report->subject);
	g_string_append_printf(xml,
		"\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\">\n%s  </testsuite>\n"
		"</testsuites>\n",
		n, failures, skipped, cases->str);
	return gs_sanitize_write(path, xml->str, report->patience, error);
}
