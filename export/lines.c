/* SPDX-License-Identifier: MIT */
/* Writes lines of the functions of frames. */
#include <stdarg.h>
#include <string.h>
#include "export/private.h"

enum { MOST_LINES = 1000 }; /* of a function */

static void begin_function(struct exporter *ex)
{
	GString *name;
	char *comment;
	if (ex->is_open)
		return;
	name = g_string_new(NULL);
	g_string_printf(name, "frame_%llu", (unsigned long long)ex->frame);
	if (ex->part > 1)
		g_string_append_printf(name, "_part_%u", ex->part);
	comment = ex->wish->has_frames
			  ? NULL /* call numbers of the part differ from the trace's */
			  : g_strdup_printf("from call %llu on", (unsigned long long)ex->number);
	export_files_begin(ex->files, name->str, comment);
	ex->is_open = true;
	g_string_free(name, TRUE);
	g_free(comment);
}

void export_end_function(struct exporter *ex)
{
	if (ex->is_open)
		export_files_end(ex->files);
	ex->is_open = false;
}

static void add_line(struct exporter *ex, const char *text, unsigned indent)
{
	begin_function(ex);
	ex->n_lines = export_files_add(ex->files, text, indent + (ex->in_block ? 1 : 0));
}

void export_part_function(struct exporter *ex)
{
	if (ex->n_lines < MOST_LINES)
		return;
	export_end_function(ex);
	ex->part++;
	ex->n_lines = 0;
}

void export_line(struct exporter *ex, const char *format, ...)
{
	va_list args;
	char *text;
	if (ex->is_survey)
		return;
	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	add_line(ex, text, 1);
	g_free(text);
}

void export_comment(struct exporter *ex, const char *text, size_t n)
{
	GString *all;
	if (ex->is_survey)
		return;
	all = g_string_new("/* ");
	export_add_comment(all, text, n, "\t * ");
	g_string_append(all, " */");
	begin_function(ex);
	ex->n_lines = export_files_add_comment(ex->files, all->str, 1);
	g_string_free(all, TRUE);
}

static char *text_of(const struct gs_trace_call *call, const char *why)
{
	return g_strdup_printf("call %llu, %s, is left out: %s", (unsigned long long)call->number,
		call->function->name, why);
}

void export_comment_call(struct exporter *ex, const struct gs_trace_call *call, const char *why)
{
	char *text = text_of(call, why);
	export_comment(ex, text, strlen(text));
	g_free(text);
}

void export_leave_out(struct exporter *ex, const struct gs_trace_call *call, const char *why)
{
	export_comment_call(ex, call, why);
	if (ex->is_survey || ex->figures->left_out++)
		return;
	char *text = text_of(call, why);
	g_strlcpy(ex->figures->first_left_out, text, sizeof ex->figures->first_left_out);
	for (char *at = ex->figures->first_left_out; *at; at++)
		if (!g_ascii_isprint(*at))
			*at = '?';
	g_free(text);
}

void export_end_frame(struct exporter *ex)
{
	if (!ex->is_survey)
		export_end_function(ex);
	ex->n_lines = 0;
	ex->frame++;
	ex->part = 1;
}

void export_line_with_names(struct exporter *ex, const char *statement)
{
	char **lines = g_strsplit(ex->after->str, "\n", -1);
	add_line(ex, "{", 1);
	add_line(ex, lines[0], 2);
	add_line(ex, statement, 2);
	for (unsigned i = 1; lines[i]; i++)
		if (*lines[i])
			add_line(ex, lines[i], 2);
	add_line(ex, "}", 1);
	g_strfreev(lines);
}
