/* SPDX-License-Identifier: MIT */
/* glstep-trace repack and join: any traces become one of the newest version. */
#include <stdio.h>
#include <stdlib.h>
#include "app/trace-tool.h"

/* Calls of different versions mean different things. */
static bool fit_together(struct gs_trace_reader **readers, char **files, size_t n)
{
	struct gs_trace_figures first, f;

	gs_trace_reader_figures(readers[0], &first);
	for (size_t i = 1; i < n; i++) {
		char what[128];
		gs_trace_reader_figures(readers[i], &f);
		if (f.semantics == first.semantics)
			continue;
		snprintf(what, sizeof(what),
			"its calls are to be executed as version %u, those of %.60s as %u",
			f.semantics, files[0], first.semantics);
		gs_tool_fail(0, files[i], what);
		return false;
	}
	return true;
}

static int write_file(const char *out, struct gs_trace_reader **readers, char **files, size_t n)
{
	const struct gs_trace_parts parts = {.readers = readers, .n = n};
	const char *why;
	enum gs_trace_written written = gs_trace_write_file(out, &parts, &why);
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		int end = gs_tool_end(files[i], readers[i]);
		status = end ? end : status;
	}
	return written == GS_TRACE_WRITTEN
		       ? status
		       : gs_tool_fail(written == GS_TRACE_NO_FILE ? GS_TOOL_USAGE : GS_TOOL_FAILED,
				 out, why);
}

int gs_tool_join(const char *out, char **files, size_t n)
{
	struct gs_trace_reader **readers = calloc(n, sizeof(*readers));
	int status = readers ? 0 : gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");

	for (size_t i = 0; i < n && !status; i++) {
		readers[i] = gs_tool_open(files[i], NULL, NULL);
		if (!readers[i])
			status = GS_TOOL_USAGE;
	}
	if (!status && !fit_together(readers, files, n))
		status = GS_TOOL_FAILED;
	if (!status)
		status = write_file(out, readers, files, n);
	for (size_t i = 0; i < n && readers; i++)
		gs_trace_close(readers[i]);
	free(readers);
	return status;
}
