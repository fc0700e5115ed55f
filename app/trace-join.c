/* SPDX-License-Identifier: MIT */
/* `glstep-trace repack` and `join`: convert one or several traces, or some calls of one, to a trace
 * of the newest version. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "app/trace-tool.h"

/* Return whether the traces can be joined: calls of versions with other semantics mean something
 * else. Prints an error if not. */
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

/* What to write of the files. */
struct wish {
	char **files;
	size_t n;
	const char *out;
	struct gs_call_set *calls; /* NULL: all */
	bool json;
	unsigned long long n_calls, n_frames; /* calls and frames of .calls that were written */
};

/* Return whether the call is wanted, and count it. */
static bool is_wanted(void *data, size_t part, const struct gs_trace_call *call)
{
	struct wish *wish = data;
	bool is_wanted = gs_call_set_has_call(wish->calls, call);

	(void)part;
	wish->n_calls += is_wanted && !call->has_left;
	wish->n_frames += is_wanted && !call->has_left && call->ends_frame;
	return is_wanted;
}

/* Append JSON about the file that was written. */
static void tell(
	const struct wish *wish, struct gs_trace_text *text, struct gs_trace_reader **readers)
{
	unsigned long long calls = wish->n_calls, frames = wish->n_frames;
	bool is_whole = true;
	struct stat status;

	for (size_t i = 0; i < wish->n; i++) {
		struct gs_trace_figures f;
		gs_trace_reader_figures(readers[i], &f);
		calls += wish->calls ? 0 : f.calls;
		frames += wish->calls ? 0 : f.frames;
		is_whole = is_whole && gs_trace_reader_state(readers[i]) == GS_TRACE_END;
	}
	gs_tool_add(text, "{\"file\":");
	gs_trace_string_json(text, wish->out, strlen(wish->out));
	gs_tool_add(text, ",\"calls\":%llu,\"frames\":%llu,", calls, frames);
	if (stat(wish->out, &status) == 0)
		gs_tool_add(text, "\"bytes\":%llu,", (unsigned long long)status.st_size);
	gs_tool_add(text, "\"whole\":%s}\n", is_whole ? "true" : "false");
}

static int write_file(
	struct wish *wish, struct gs_trace_reader **readers, struct gs_trace_text *text)
{
	const struct gs_trace_parts parts = {.readers = readers,
		.n = wish->n,
		.wants = wish->calls ? is_wanted : NULL,
		.data = wish};
	const char *why;
	enum gs_trace_written written = gs_trace_write_file(wish->out, &parts, &why);
	int status = 0;

	for (size_t i = 0; i < wish->n; i++) {
		int end = gs_tool_end(wish->files[i], readers[i]);
		status = end ? end : status;
	}
	if (written != GS_TRACE_WRITTEN)
		return gs_tool_fail(written == GS_TRACE_NO_FILE ? GS_TOOL_USAGE : GS_TOOL_FAILED,
			wish->out, why);
	if (wish->json)
		tell(wish, text, readers);
	return status;
}

/* Write the new file, which replaces an old one only when complete. Return the exit status. */
static int join(struct wish *wish, struct gs_trace_text *text)
{
	struct gs_trace_reader **readers = calloc(wish->n, sizeof(*readers));
	int status = readers ? 0 : gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");

	for (size_t i = 0; i < wish->n && !status; i++) {
		readers[i] = gs_tool_open(wish->files[i], NULL, NULL);
		if (!readers[i])
			status = GS_TOOL_USAGE;
	}
	if (!status && !fit_together(readers, wish->files, wish->n))
		status = GS_TOOL_FAILED;
	if (!status)
		status = write_file(wish, readers, text);
	for (size_t i = 0; i < wish->n && readers; i++)
		gs_trace_close(readers[i]);
	free(readers);
	return status;
}

/* Read options and files. Return false after an error message. */
static bool take_options(struct wish *wish, char **words, bool is_repack)
{
	for (; *words && **words == '-' && (*words)[1]; words++) {
		if (!strcmp(*words, "--json")) {
			wish->json = true;
		} else if (is_repack && !wish->calls && !strcmp(*words, "--calls")) {
			wish->calls = gs_tool_calls("--calls", *++words);
			if (!wish->calls)
				return false;
		} else {
			gs_tool_usage("unknown option", *words);
			return false;
		}
	}
	wish->files = words;
	return true;
}

static int run(struct wish *wish)
{
	struct gs_trace_text text = {0};

	return gs_tool_finish(&text, join(wish, &text));
}

int gs_tool_repack(char **words)
{
	struct wish wish = {.n = 1};
	int status = GS_TOOL_USAGE;

	if (take_options(&wish, words, true)) {
		wish.out = wish.files[0] ? wish.files[1] : NULL;
		status = !wish.out || wish.files[2] ? gs_tool_usage("repack takes two files", NULL)
						    : run(&wish);
	}
	gs_call_set_free(wish.calls);
	return status;
}

int gs_tool_join(char **words)
{
	struct wish wish = {0};

	if (!take_options(&wish, words, false))
		return GS_TOOL_USAGE;
	while (wish.files[wish.n])
		wish.n++;
	if (wish.n < 2)
		return gs_tool_usage("join takes the new file and those to be joined", NULL);
	wish.out = *wish.files++;
	wish.n--;
	return run(&wish);
}
