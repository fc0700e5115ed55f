/* SPDX-License-Identifier: MIT */
/* Findings as SARIF 2.1.0, with the shaders' texts, as these are in no file that a viewer has. */
#include <string.h>
#include "app/sanitize-reports.h"
#include "config.h"
#include "verbs/verb-sanitize.h"

#define SPECIFICATION "https://registry.khronos.org/OpenGL/specs/gl/GLSLangSpec.4.60.html"

/* What is wrong, and where GLSL 4.60 says so. */
static const struct rule {
	const char *what, *section;
} rules[GS_N_FAULT_KINDS] = {
	[GS_FAULT_NAN] = {"A NaN comes of operands that are neither NaN nor infinite", "4.7.1"},
	[GS_FAULT_INFINITY] = {"An infinity comes of finite operands", "4.7.1"},
	[GS_FAULT_DOMAIN] = {"A built-in function is called where it is undefined", "8"},
	[GS_FAULT_DIVISION] = {"An integer is divided by 0", "5.9"},
	[GS_FAULT_SHIFT] = {"A shift by a negative number, or by too many bits", "5.9"},
	[GS_FAULT_CONVERSION] = {"A number does not fit into the integer that it is converted to",
		"5.4.1"},
	[GS_FAULT_INDEX] = {"An index is not within its array, vector or matrix", "5.11"},
	[GS_FAULT_FETCH] = {"A texel is fetched outside of the texture", "8.9"},
	[GS_FAULT_STORAGE] = {"An access lies outside of an image or a storage block", "8.12"},
	[GS_FAULT_UNWRITTEN] = {"What is read was never written", "5.8"},
	[GS_FAULT_LOOP] = {"A loop makes more than 10000 iterations", "6.3"},
	[GS_FAULT_BARRIER] = {"A part of a work group comes to a barrier", "8.16"},
	[GS_FAULT_RACE] = {"Invocations touch the same shared variable without a barrier between",
		"4.3.8"},
	[GS_FAULT_PRECISION] = {"A mediump or lowp variable need not hold the number", "4.7.3"},
	[GS_FAULT_UNUSED] = {"Nothing reads it", "4.3"},
	[GS_FAULT_DERIVATIVE] = {"A derivative is taken where neighbours do not take it", "8.14"},
};

static void put_text(JsonBuilder *json, const char *key, const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
	gs_json_begin_object(json, key);
	gs_json_string(json, "text", valid);
	json_builder_end_object(json);
}

static void put_rule(JsonBuilder *json, enum gs_fault_kind kind)
{
	const struct rule *rule = &rules[kind];
	json_builder_begin_object(json);
	gs_json_string(json, "id", gs_fault_kind_name(kind));
	put_text(json, "shortDescription", rule->what);
	g_autofree char *help = g_strdup_printf(
		"%s: the OpenGL Shading Language 4.60, section %s.", rule->what, rule->section);
	put_text(json, "help", help);
	gs_json_string(json, "helpUri", SPECIFICATION);
	json_builder_end_object(json);
}

static void put_tool(JsonBuilder *json)
{
	gs_json_begin_object(json, "tool");
	gs_json_begin_object(json, "driver");
	gs_json_string(json, "name", "glstep");
	gs_json_string(json, "version", PACKAGE_VERSION);
	gs_json_begin_list(json, "rules");
	for (unsigned i = 0; i < GS_N_FAULT_KINDS; i++)
		put_rule(json, (enum gs_fault_kind)i);
	json_builder_end_array(json);
	json_builder_end_object(json);
	json_builder_end_object(json);
}

static void put_uri(JsonBuilder *json, const char *key, const char *name, int index)
{
	g_autofree char *uri = g_uri_escape_string(name, "/", FALSE);
	gs_json_begin_object(json, key);
	gs_json_string(json, "uri", uri);
	if (index >= 0)
		gs_json_integer(json, "index", index);
	json_builder_end_object(json);
}

/* Return the text of that line of the source, where it begins. */
static const char *find_line(const char *text, unsigned line)
{
	for (; line > 1; line--) {
		const char *end = strchr(text, '\n');
		if (!end)
			break;
		text = end + 1;
	}
	return text;
}

/* Return a column in characters, of one in bytes; both from 1. */
static unsigned characters(const char *source, unsigned line, unsigned column)
{
	const char *text = find_line(source, line);
	unsigned n = 1;
	for (unsigned i = 0; i + 1 < column && text[i] && text[i] != '\n'; i++)
		n += ((unsigned char)text[i] & 0xc0) != 0x80;
	return n;
}

/* Of the source, where lines are counted from its beginning, or of the file that #line names. */
static void put_place(JsonBuilder *json, const struct gs_findings *findings,
	const struct gs_finding *f, bool named)
{
	unsigned line = named ? f->file_line : f->line;
	const char *source = f->source->text;
	guint index = 0;
	while (findings->sources->pdata[index] != f->source)
		index++;
	json_builder_begin_object(json);
	gs_json_begin_object(json, "physicalLocation");
	put_uri(json, "artifactLocation", named ? f->file : f->source->name,
		named ? -1 : (int)index);
	gs_json_begin_object(json, "region");
	gs_json_integer(json, "startLine", line);
	gs_json_integer(json, "startColumn", characters(source, f->line, f->column));
	gs_json_integer(json, "endLine", line + f->end_line - f->line);
	gs_json_integer(json, "endColumn", characters(source, f->end_line, f->end_column));
	put_text(json, "snippet", f->text);
	json_builder_end_object(json);
	json_builder_end_object(json);
	gs_json_begin_list(json, "logicalLocations");
	json_builder_begin_object(json);
	gs_json_string(json, "name", f->function);
	gs_json_string(json, "kind", "function");
	json_builder_end_object(json);
	json_builder_end_array(json);
	json_builder_end_object(json);
}

static void put_message(JsonBuilder *json, const struct gs_finding *f)
{
	g_autofree char *program = gs_sanitize_program(f->program, f->label);
	g_autofree char *where = gs_sanitize_where(f);
	g_autofree char *worst = gs_sanitize_worst(f);
	g_autofree char *second = gs_sanitize_second_look(f);
	g_autoptr(GString) text = g_string_new("");
	g_string_append_printf(text, "%s: %s (GLSL 4.60, %s): %s. The %s shader of %s: %s%s%s%s%s.",
		f->expression, f->message, f->section, f->advice, gs_stage_name(f->stage), program,
		where, worst ? "; " : "", worst ? worst : "", second ? "; " : "",
		second ? second : "");
	if (f->command)
		g_string_append_printf(text, " To look at it: %s", f->command);
	put_text(json, "message", text->str);
}

static void put_result(
	JsonBuilder *json, const struct gs_findings *findings, const struct gs_finding *f)
{
	bool named = strcmp(f->file, f->source->name) != 0;
	bool is_undefined = f->kind != GS_FAULT_NAN && f->kind != GS_FAULT_INFINITY;
	json_builder_begin_object(json);
	gs_json_string(json, "ruleId", gs_fault_kind_name(f->kind));
	gs_json_integer(json, "ruleIndex", f->kind);
	gs_json_string(json, "level",
		gs_finding_is_note(f) ? "note"
		: is_undefined	      ? "error"
				      : "warning");
	put_message(json, f);
	gs_json_begin_list(json, "locations");
	put_place(json, findings, f, named);
	json_builder_end_array(json);
	if (named) {
		gs_json_begin_list(json, "relatedLocations");
		put_place(json, findings, f, false);
		json_builder_end_array(json);
	}
	gs_json_begin_object(json, "properties");
	json_builder_set_member_name(json, "finding");
	gs_json_finding(json, f);
	json_builder_end_object(json);
	json_builder_end_object(json);
}

static void put_artifact(JsonBuilder *json, const struct gs_sanitized_source *source)
{
	json_builder_begin_object(json);
	put_uri(json, "location", source->name, -1);
	gs_json_string(json, "sourceLanguage", "glsl");
	put_text(json, "contents", source->text);
	json_builder_end_object(json);
}

/* What could not be looked at. */
static void put_invocation(JsonBuilder *json, const struct gs_sanitize_report *report)
{
	const GArray *reasons = report->findings->not_looked_at;
	gs_json_begin_list(json, "invocations");
	json_builder_begin_object(json);
	gs_json_boolean(json, "executionSuccessful", report->is_whole);
	gs_json_begin_list(json, "toolExecutionNotifications");
	for (guint i = 0; i < reasons->len; i++) {
		const struct gs_not_looked_at *reason = &g_array_index(
			reasons, struct gs_not_looked_at, i);
		g_autofree char *text = g_strdup_printf("not looked at, in %" G_GUINT64_FORMAT
							" draws: %s",
			reason->draws, reason->why);
		json_builder_begin_object(json);
		gs_json_string(json, "level", "warning");
		put_text(json, "message", text);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	json_builder_end_object(json);
	json_builder_end_array(json);
}

static void put_run(JsonBuilder *json, const struct gs_sanitize_report *report)
{
	const struct gs_findings *findings = report->findings;
	json_builder_begin_object(json);
	put_tool(json);
	put_invocation(json, report);
	gs_json_string(json, "columnKind", "unicodeCodePoints");
	gs_json_begin_list(json, "artifacts");
	for (guint i = 0; i < findings->sources->len; i++)
		put_artifact(json, findings->sources->pdata[i]);
	json_builder_end_array(json);
	gs_json_begin_list(json, "results");
	for (guint i = 0; i < findings->list->len; i++) {
		const struct gs_finding *f = findings->list->pdata[i];
		if (!f->suppressed)
			put_result(json, findings, f);
	}
	json_builder_end_array(json);
	gs_json_begin_object(json, "properties");
	gs_json_looked_at(json, findings);
	json_builder_end_object(json);
	json_builder_end_object(json);
}

bool gs_sanitize_write_sarif(
	const struct gs_sanitize_report *report, const char *path, GError **error)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "$schema",
		"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
		"sarif-schema-2.1.0.json");
	gs_json_string(json, "version", "2.1.0");
	gs_json_begin_list(json, "runs");
	put_run(json, report);
	json_builder_end_array(json);
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	g_autofree char *text = gs_json_line(root);
	json_node_unref(root);
	g_object_unref(json);
	return gs_sanitize_write(path, text, report->patience, error);
}
