/* SPDX-License-Identifier: MIT */
/* Findings as an HTML page, by program and stage, that refers to nothing outside itself but the
 * specification. */
#include <string.h>
#include "app/page-style.h"
#include "app/sanitize-reports.h"

enum { AROUND = 3 }; /* lines of the source before and behind */

static const char more_style[] =
	"pre{overflow-x:auto;padding:.6em 0;background:var(--head)}"
	"pre span{display:inline-block;width:4em;padding-right:1em;text-align:right;"
	"color:var(--soft)}"
	"mark{background:var(--error);color:var(--back)}";

/* Return a part of the line that is cut at those columns, from 1, in bytes; g_free. */
static char *part(const char *line, size_t length, unsigned from, unsigned to)
{
	size_t begin = MIN(length, (size_t)from - 1), end = MIN(length, (size_t)to - 1);
	return g_strndup(line + begin, end > begin ? end - begin : 0);
}

static void add_line(
	GString *html, const struct gs_finding *f, const char *line, size_t length, unsigned number)
{
	bool within = number >= f->line && number <= f->end_line;
	unsigned end = (unsigned)MIN(length, UINT_MAX - 1) + 1;
	unsigned from = !within ? end : number == f->line ? f->column : 1;
	unsigned to = !within ? end : number == f->end_line ? f->end_column : end;
	g_autofree char *before = part(line, length, 1, from);
	g_autofree char *marked = part(line, length, from, to);
	g_autofree char *behind = part(line, length, to, end);
	g_string_append_printf(html, "<span>%u</span>", number);
	gs_sanitize_add_text(html, before);
	if (*marked) {
		g_string_append(html, "<mark>");
		gs_sanitize_add_text(html, marked);
		g_string_append(html, "</mark>");
	}
	gs_sanitize_add_text(html, behind);
	g_string_append_c(html, '\n');
}

static void add_source(GString *html, const struct gs_finding *f)
{
	const char *line = f->source->text;
	g_string_append(html, "<pre><code>");
	for (unsigned number = 1; line && number <= f->end_line + AROUND; number++) {
		const char *end = strchr(line, '\n');
		size_t length = end ? (size_t)(end - line) : strlen(line);
		if (number + AROUND >= f->line)
			add_line(html, f, line, length, number);
		line = end ? end + 1 : NULL;
	}
	g_string_append(html, "</code></pre>\n");
}

static void add_row(GString *html, const char *title, const char *text, bool is_code)
{
	if (!text)
		return;
	g_string_append_printf(html, "<tr><th>%s</th><td>%s", title, is_code ? "<code>" : "");
	gs_sanitize_add_text(html, text);
	g_string_append_printf(html, "%s</td></tr>\n", is_code ? "</code>" : "");
}

static void add_finding(GString *html, const struct gs_finding *f)
{
	g_autofree char *where = gs_sanitize_where(f);
	g_autofree char *worst = gs_sanitize_worst(f);
	g_autofree char *second = gs_sanitize_second_look(f);
	g_autofree char *commands = g_strjoinv("; ", f->commands);
	g_autofree char *said = g_strdup_printf(
		"GLSL 4.60, section %s: %s", f->section, f->message);
	g_string_append(html, "<h3><span class=\"error\">");
	gs_sanitize_add_text(html, gs_fault_kind_name(f->kind));
	g_string_append(html, "</span> <code>");
	gs_sanitize_add_text(html, f->expression);
	g_string_append(html, "</code></h3>\n<p>");
	gs_sanitize_add(html, "%s, line %u, in %s", f->file, f->file_line, f->function);
	g_string_append(html, "</p>\n");
	add_source(html, f);
	g_string_append(html, "<table>\n");
	add_row(html, "What", said, false);
	add_row(html, "Where", where, false);
	add_row(html, "Worst", worst, false);
	add_row(html, "Do", f->advice, false);
	add_row(html, "Looked at again", second, false);
	if (!gs_finding_is_note(f))
		add_row(html, "At the draw", commands, true);
	add_row(html, "Go there", f->command, true);
	g_string_append(html, "</table>\n");
}

static void add_stage(
	GString *html, const struct gs_findings *findings, const struct gs_sanitized_stage *stage)
{
	g_autofree char *program = gs_sanitize_program(stage->program, stage->label);
	bool any = false;
	g_string_append(html, "<h2>");
	gs_sanitize_add(html, "%s, %s shader", program, gs_stage_name(stage->stage));
	g_string_append(html, "</h2>\n<p>");
	gs_sanitize_add(html, "Looked at in %" G_GUINT64_FORMAT " draw%s.", stage->draws,
		stage->draws == 1 ? "" : "s");
	if (stage->why)
		gs_sanitize_add(html, " Not looked at in %" G_GUINT64_FORMAT ": %s.",
			stage->not_looked_at, stage->why);
	for (guint i = 0; i < findings->list->len; i++) {
		const struct gs_finding *f = findings->list->pdata[i];
		if (f->suppressed || f->stage != stage->stage || f->program != stage->program ||
			g_strcmp0(f->label, stage->label))
			continue;
		g_string_append(html, any ? "" : "</p>\n");
		any = true;
		add_finding(html, f);
	}
	g_string_append(html, any ? "" : " Nothing wrong was found.</p>\n");
}

static void add_head(GString *html, const struct gs_sanitize_report *report)
{
	const struct gs_findings *findings = report->findings;
	guint n = gs_sanitize_n(findings);
	g_autofree char *name = g_path_get_basename(report->subject);
	g_string_append(html, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
			      "<meta name=\"viewport\" content=\"width=device-width\"><title>");
	gs_sanitize_add(html, "Faults of %s", name);
	g_string_append_printf(
		html, "</title><style>%s%s</style></head><body>\n<h1>", gs_page_style, more_style);
	gs_sanitize_add(html, "Faults of %s", name);
	g_string_append(html, "</h1>\n<p>");
	gs_sanitize_add(html,
		"%u finding%s; %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
		" draws looked at; %" G_GUINT64_FORMAT " suppressed.",
		n, n == 1 ? "" : "s", findings->looked_at, findings->draws, findings->suppressed);
	if (!report->is_whole)
		g_string_append(html, " It was not looked at to its end.");
	g_string_append(html, "</p>\n");
}

static void add_reasons(GString *html, const struct gs_findings *findings)
{
	bool any = false;
	for (guint i = 0; i < findings->not_looked_at->len; i++) {
		const struct gs_not_looked_at *reason = &g_array_index(
			findings->not_looked_at, struct gs_not_looked_at, i);
		g_string_append(html, any ? "" : "<h2>Not looked at</h2>\n<table>\n");
		any = true;
		g_string_append_printf(
			html, "<tr><td class=\"n\">%" G_GUINT64_FORMAT "</td><td>", reason->draws);
		gs_sanitize_add_text(html, reason->why);
		g_string_append(html, "</td></tr>\n");
	}
	g_string_append(html, any ? "</table>\n" : "");
}

bool gs_sanitize_write_html(
	const struct gs_sanitize_report *report, const char *folder, GError **error)
{
	g_autoptr(GString) html = g_string_new("");
	g_autofree char *path = g_build_filename(folder, "index.html", NULL);
	if (!gs_sanitize_make_folder(folder, error))
		return false;
	add_head(html, report);
	for (guint i = 0; i < report->findings->stages->len; i++)
		add_stage(html, report->findings, report->findings->stages->pdata[i]);
	add_reasons(html, report->findings);
	g_string_append(html, "</body></html>\n");
	return gs_sanitize_write(path, html->str, report->patience, error);
}
