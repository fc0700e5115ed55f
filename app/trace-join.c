/* SPDX-License-Identifier: MIT */
/* glstep-trace repack and join: any traces become one of the newest version. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* Which was written of these. */
static void tell(
	struct gs_trace_text *text, const char *out, struct gs_trace_reader **readers, size_t n)
{
	unsigned long long calls = 0, frames = 0;
	bool is_whole = true;
	struct stat status;

	for (size_t i = 0; i < n; i++) {
		struct gs_trace_figures f;
		gs_trace_reader_figures(readers[i], &f);
		calls += f.calls;
		frames += f.frames;
		is_whole = is_whole && gs_trace_reader_state(readers[i]) == GS_TRACE_END;
	}
	gs_tool_add(text, "{\"file\":");
	gs_trace_string_json(text, out, strlen(out));
	gs_tool_add(text, ",\"calls\":%llu,\"frames\":%llu,", calls, frames);
	if (stat(out, &status) == 0)
		gs_tool_add(text, "\"bytes\":%llu,", (unsigned long long)status.st_size);
	gs_tool_add(text, "\"whole\":%s}\n", is_whole ? "true" : "false");
}

static int write_file(const char *out, struct gs_trace_reader **readers, char **files, size_t n,
	struct gs_trace_text *text)
{
	const struct gs_trace_parts parts = {.readers = readers, .n = n};
	const char *why;
	enum gs_trace_written written = gs_trace_write_file(out, &parts, &why);
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		int end = gs_tool_end(files[i], readers[i]);
		status = end ? end : status;
	}
	if (written != GS_TRACE_WRITTEN)
		return gs_tool_fail(
			written == GS_TRACE_NO_FILE ? GS_TOOL_USAGE : GS_TOOL_FAILED, out, why);
	if (text)
		tell(text, out, readers, n);
	return status;
}

/* The new file takes its place when it is whole. text: NULL, or what is told of it. */
static int join(const char *out, char **files, size_t n, struct gs_trace_text *text)
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
		status = write_file(out, readers, files, n, text);
	for (size_t i = 0; i < n && readers; i++)
		gs_trace_close(readers[i]);
	free(readers);
	return status;
}

/* Behind the options: the files. False: there is an unknown one, and the user knows. */
static bool skip_options(char ***words, bool *json)
{
	for (; **words && ***words == '-' && (**words)[1]; ++*words) {
		if (strcmp(**words, "--json")) {
			gs_tool_usage("unknown option", **words);
			return false;
		}
		*json = true;
	}
	return true;
}

static int run(char **files, size_t n, const char *out, bool json)
{
	struct gs_trace_text text = {0};
	int status = join(out, files, n, json ? &text : NULL);

	return gs_tool_finish(&text, status);
}

int gs_tool_repack(char **words)
{
	bool json = false;

	if (!skip_options(&words, &json))
		return GS_TOOL_USAGE;
	if (!words[0] || !words[1] || words[2])
		return gs_tool_usage("repack takes two files", NULL);
	return run(words, 1, words[1], json);
}

int gs_tool_join(char **words)
{
	bool json = false;
	size_t n = 0;

	if (!skip_options(&words, &json))
		return GS_TOOL_USAGE;
	while (words[n])
		n++;
	if (n < 2)
		return gs_tool_usage("join takes the new file and those to be joined", NULL);
	return run(words + 1, n - 1, words[0], json);
}
