/* SPDX-License-Identifier: MIT */
/* Opens traces: files of calls, and files of edits, which name one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trace/edits/private.h"

struct gs_trace_reader *gs_trace_open_edited(const char *path, const struct gs_trace_edits *edits,
	gs_trace_report report, void *data, char **why)
{
	struct gs_trace_reader *reader = gs_trace_open_unedited(path, report, data, why);

	if (!reader || !gs_trace_edits_any(edits))
		return reader;
	reader->edited = gs_trace_edited_new(reader, edits, why);
	if (!reader->edited || !gs_trace_seek(reader, 0)) {
		gs_trace_close(reader);
		return NULL;
	}
	return reader;
}

struct gs_trace_reader *gs_trace_open_with(
	const char *path, const char *edits_path, gs_trace_report report, void *data, char **why)
{
	struct gs_trace_edits *edits;
	struct gs_trace_reader *reader;
	char *trace, *text;

	if (!edits_path)
		return gs_trace_open(path, report, data, why);
	edits = gs_trace_edits_read(edits_path, &trace, why);
	free(trace);
	text = *why;
	if (!edits) {
		if (asprintf(why, "%s: %s", edits_path, text ? text : "it is none") < 0)
			*why = NULL;
		free(text);
		return NULL;
	}
	reader = gs_trace_open_edited(path, edits, report, data, why);
	gs_trace_edits_free(edits);
	return reader;
}

/* Return the path of the trace that a file of edits names, to be freed; NULL, and *why, if there is
 * none. */
static char *trace_of(const char *path, struct gs_trace_edits **edits, char **why)
{
	char *trace;

	*edits = gs_trace_edits_read(path, &trace, why);
	if (*edits && trace && !gs_trace_is_edits(trace))
		return trace;
	if (*edits)
		*why = strdup(trace ? "it names another file of edits as the trace"
				    : "it is a file of edits that names no trace: give it with "
				      "--edits");
	free(trace);
	gs_trace_edits_free(*edits);
	return NULL;
}

/* Say which of the two files cannot be opened. */
static void name_trace(const char *trace, char **why)
{
	char *text = *why;

	if (asprintf(why, "%s: %s", trace, text ? text : "there is no memory left") < 0)
		*why = NULL;
	free(text);
}

static struct gs_trace_reader *open_edits(
	const char *path, bool is_edited, gs_trace_report report, void *data, char **why)
{
	struct gs_trace_edits *edits;
	char *trace = trace_of(path, &edits, why);
	struct gs_trace_reader *reader = NULL;

	if (!trace)
		return NULL;
	reader = is_edited ? gs_trace_open_edited(trace, edits, report, data, why)
			   : gs_trace_open_file(trace, report, data, why);
	if (!reader)
		name_trace(trace, why);
	gs_trace_edits_free(edits);
	free(trace);
	return reader;
}

struct gs_trace_reader *gs_trace_open_unedited(
	const char *path, gs_trace_report report, void *data, char **why)
{
	return gs_trace_is_edits(path) ? open_edits(path, false, report, data, why)
				       : gs_trace_open_file(path, report, data, why);
}

struct gs_trace_reader *gs_trace_open(
	const char *path, gs_trace_report report, void *data, char **why)
{
	return gs_trace_is_edits(path) ? open_edits(path, true, report, data, why)
				       : gs_trace_open_file(path, report, data, why);
}
