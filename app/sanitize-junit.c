/* SPDX-License-Identifier: MIT */
/* Findings as JUnit's XML: a stage of a program is a test case, which each of its findings fails.
 */
#include "app/junit.h"
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

static void add_failure(struct gs_junit *junit, const struct gs_finding *f)
{
	g_autofree char *where = gs_sanitize_where(f);
	g_autofree char *worst = gs_sanitize_worst(f);
	g_autofree char *second = gs_sanitize_second_look(f);
	g_autofree char *message = g_strdup_printf(
		"%s:%u: %s: %s", f->file, f->file_line, f->expression, f->message);
	g_autoptr(GString) text = g_string_new("");
	g_string_printf(text, "%s:%u:%u: %s\n%s (GLSL 4.60, %s): %s\n%s\n", f->file, f->file_line,
		f->column, f->text, f->message, f->section, f->advice, where);
	if (worst)
		g_string_append_printf(text, "%s\n", worst);
	if (second)
		g_string_append_printf(text, "%s\n", second);
	if (f->command)
		g_string_append_printf(text, "%s\n", f->command);
	gs_junit_fail(junit, gs_fault_kind_name(f->kind), message, text->str);
}

static void add_stage(struct gs_junit *junit, const struct gs_findings *findings,
	const struct gs_sanitized_stage *stage)
{
	g_autofree char *program = gs_sanitize_program(stage->program, stage->label);
	g_autofree char *why = g_strdup_printf("not looked at in %" G_GUINT64_FORMAT " draws: %s",
		stage->not_looked_at, stage->why);
	gs_junit_begin(junit, program, gs_stage_name(stage->stage));
	for (guint i = 0; i < findings->list->len; i++)
		if (is_of(findings->list->pdata[i], stage) &&
			!gs_finding_is_note(findings->list->pdata[i]))
			add_failure(junit, findings->list->pdata[i]);
	if (!stage->draws && stage->why)
		gs_junit_skip(junit, stage->why);
	else if (stage->why)
		gs_junit_note(junit, why);
}

static void add_reason(struct gs_junit *junit, const struct gs_not_looked_at *reason)
{
	g_autofree char *name = g_strdup_printf(
		"%" G_GUINT64_FORMAT " that could not be looked at", reason->draws);
	gs_junit_begin(junit, "draws", name);
	gs_junit_skip(junit, reason->why);
}

bool gs_sanitize_write_junit(
	const struct gs_sanitize_report *report, const char *path, GError **error)
{
	const struct gs_findings *findings = report->findings;
	g_autofree char *name = g_strdup_printf("glstep sanitize %s", report->subject);
	struct gs_junit *junit = gs_junit_new();
	for (guint i = 0; i < findings->stages->len; i++)
		add_stage(junit, findings, findings->stages->pdata[i]);
	for (guint i = 0; i < findings->not_looked_at->len; i++) {
		const struct gs_not_looked_at *reason = &g_array_index(
			findings->not_looked_at, struct gs_not_looked_at, i);
		if (gs_sanitize_is_of_draws(findings, reason))
			add_reason(junit, reason);
	}
	if (!report->is_whole) {
		gs_junit_begin(junit, "glstep sanitize", "looked at to the end");
		gs_junit_break(junit, "it was not: standard error says why");
	}
	g_autofree char *xml = gs_junit_end(junit, name);
	return gs_sanitize_write(path, xml, report->patience, error);
}
