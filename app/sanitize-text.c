/* SPDX-License-Identifier: MIT */
#include "app/sanitize-reports.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include "app/junit.h"
#include "debugger/base/output-file.h"
#include "verbs/tell.h"
#include "verbs/verb-sanitize.h"

bool gs_sanitize_make_folder(const char *folder, GError **error)
{
	if (g_mkdir_with_parents(folder, 0777) == 0)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE, "the folder '%s' cannot be made: %s",
		folder, g_strerror(errno));
	return false;
}

bool gs_sanitize_write(
	const char *path, const char *text, const struct gs_patience *patience, GError **error)
{
	struct gs_output *output = gs_output_open(path, patience, error);
	if (!output)
		return false;
	fputs(text, gs_output_stream(output));
	return gs_output_close(output, error);
}

void gs_sanitize_add_text(GString *to, const char *text)
{
	gs_xml_add_text(to, text);
}

void gs_sanitize_add(GString *to, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	gs_sanitize_add_text(to, text);
}

char *gs_sanitize_program(uint32_t program, const char *label)
{
	return label ? g_strdup_printf("program %u (%s)", program, label)
		     : g_strdup_printf("program %u", program);
}

/* Return what the template says of the finding; g_free. */
static char *tell(const struct gs_finding *finding, const char *template)
{
	JsonBuilder *json = json_builder_new();
	gs_json_finding(json, finding);
	JsonNode *root = json_builder_get_root(json);
	GString *text = g_string_new("");
	gs_tell(root, template, text);
	json_node_unref(root);
	g_object_unref(json);
	return g_string_free(text, FALSE);
}

char *gs_sanitize_where(const struct gs_finding *finding)
{
	return tell(finding, GS_TOLD_WHERE);
}

char *gs_sanitize_worst(const struct gs_finding *finding)
{
	return finding->worst_name ? tell(finding, GS_TOLD_WORST) : NULL;
}

char *gs_sanitize_second_look(const struct gs_finding *finding)
{
	if (!finding->looked_again)
		return NULL;
	if (finding->confirmed == GS_CONFIRMED)
		return g_strdup(GS_TOLD_CONFIRMED);
	if (finding->confirmed == GS_REFUTED)
		return g_strdup(GS_TOLD_REFUTED);
	return g_strconcat(GS_TOLD_NOT_LOOKED, finding->why, NULL);
}

bool gs_sanitize_is_of_draws(
	const struct gs_findings *findings, const struct gs_not_looked_at *reason)
{
	for (guint i = 0; i < findings->stages->len; i++) {
		const struct gs_sanitized_stage *stage = findings->stages->pdata[i];
		if (g_strcmp0(stage->why, reason->why) == 0)
			return false;
	}
	return true;
}

unsigned gs_sanitize_n_faults(const struct gs_findings *findings)
{
	unsigned n = 0;
	for (guint i = 0; i < findings->list->len; i++) {
		const struct gs_finding *f = findings->list->pdata[i];
		n += !f->suppressed && !gs_finding_is_note(f);
	}
	return n;
}
