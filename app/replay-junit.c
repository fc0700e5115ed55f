/* SPDX-License-Identifier: MIT */
#include "app/replay-junit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "app/junit.h"
#include "replay/replay.h"

enum { STATUS_FAILED = 1 };

/* Of one kind. */
struct found {
	GString *differences, *notes; /* a line each */
	unsigned n;
};

static void note(
	void *data, unsigned kind, bool is_note, uint64_t call, const char *name, const char *text)
{
	struct found *found = &((struct found *)data)[kind];
	g_string_append_printf(is_note ? found->notes : found->differences, "call %llu, %s: %s\n",
		(unsigned long long)call, name, text);
	found->n += !is_note;
}

static void add_case(
	struct gs_junit *junit, const char *file, const char *kind, struct found *found)
{
	g_autofree char *first = g_strndup(
		found->differences->str, strcspn(found->differences->str, "\n"));
	gs_junit_begin(junit, file, kind);
	if (found->n)
		gs_junit_fail(junit, kind, first, found->differences->str);
	if (found->notes->len)
		gs_junit_note(junit, found->notes->str);
	g_string_free(found->differences, TRUE);
	g_string_free(found->notes, TRUE);
}

static bool write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");
	bool good = file && fputs(text, file) >= 0;
	if (file && fclose(file))
		good = false;
	if (!good)
		fprintf(stderr, "glstep-replay: %s: %s\n", path, strerror(errno));
	return good;
}

int gs_replay_run_for_junit(struct gs_replay_options *options, const char *path)
{
	struct found found[GS_REPLAY_KINDS];
	struct gs_junit *junit = gs_junit_new();
	g_autofree char *name = g_strdup_printf("glstep-replay --strict %s", options->file);
	unsigned differences = 0;
	for (unsigned i = 0; i < GS_REPLAY_KINDS; i++)
		found[i] = (struct found){g_string_new(""), g_string_new(""), 0};
	options->note = note;
	options->note_data = found;
	int status = gs_replay_run(options);
	for (unsigned i = 0; i < GS_REPLAY_KINDS; i++)
		differences += found[i].n;
	gs_junit_begin(junit, options->file, "played");
	if (status > STATUS_FAILED || (status && !differences))
		gs_junit_break(junit, "the trace could not be played: standard error says why");
	for (unsigned i = 0; i < GS_REPLAY_KINDS; i++)
		add_case(junit, options->file, gs_replay_kind_names[i], &found[i]);
	g_autofree char *xml = gs_junit_end(junit, name);
	return write_text(path, xml) || status ? status : STATUS_FAILED;
}
