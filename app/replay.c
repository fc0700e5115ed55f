/* SPDX-License-Identifier: MIT */
/* The program glstep-replay: plays a trace. See data/glstep-replay.1. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "replay/measure/times.h"
#include "replay/replay.h"
#include "trace/call-set.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, ROUNDS = 5, MOST_ROUNDS = 1000 };

static const char usage[] =
	"Usage: glstep-replay [--frames FRAMES | --call CALLS] [--md5] "
	"[--images DIR] [--measure FILE] [--contents FILE] [--bench] [--times[=N] [--json]] "
	"[--glx | --egl] FILE\n";

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "glstep-replay: %s: %s\n", what, why);
	return STATUS_USAGE;
}

static bool takes_value(const char *name)
{
	static const char *const names[] = {"--frames", "--call", "--images", "--measure", "--only",
		"--contents", "--given", "--checkpoints"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* Return a set of calls, which is never freed, or NULL after an error message if the text is
 * none. */
static const struct gs_call_set *read_set(const char *option, const char *text)
{
	char *why;
	const struct gs_call_set *set = gs_call_set_new(text, &why);
	if (!set)
		fail(option, why ? why : "there is no memory left");
	free(why);
	return set;
}

/* How often to play the trace to measure times; rounds 0: not at all. */
struct times_wish {
	unsigned rounds;
	bool json;
};

/* Read the number of rounds. Return 0, or the exit status. */
static int take_rounds(struct times_wish *wish, const char *text)
{
	char *end = NULL;
	unsigned long n = text ? strtoul(text, &end, 10) : ROUNDS;
	if (text && (*text < '0' || *text > '9' || *end || !n || n > MOST_ROUNDS))
		return fail(text, "it is not how often to play the trace, from 1 to 1000");
	wish->rounds = (unsigned)n;
	return 0;
}

/* Play the trace and write the times of its calls. Return the exit status. */
static int time_calls(struct gs_replay_options *options, const struct times_wish *wish)
{
	int status = 0;
	options->times = gs_times_new();
	for (unsigned i = 0; i < wish->rounds && !status; i++)
		status = gs_replay_run(options);
	if (!status && !gs_times_write(options->times, wish->json, stdout)) {
		fprintf(stderr, "glstep-replay: standard output: %s\n", strerror(errno));
		status = STATUS_FAILED;
	}
	gs_times_free(options->times);
	return status;
}

/* Take an option. Return 0, or the exit status. */
static int take_option(
	struct gs_replay_options *options, struct times_wish *wish, char **argv, int *i)
{
	const char *name = argv[*i];
	bool has_value = takes_value(name);
	const char *value = has_value ? argv[++*i] : NULL;
	if (has_value && !value)
		return fail(name, "a value is missing; try --help");
	if (strcmp(name, "--frames") == 0) {
		options->frames = read_set(name, value);
		if (!options->frames)
			return STATUS_USAGE;
		if (!gs_call_set_is_numbers(options->frames))
			return fail(value, "frames are given by numbers: 5, 5-9, 5-, 0-100/10");
		options->first_frame = gs_call_set_first(options->frames);
		options->last_frame = gs_call_set_last(options->frames);
	} else if (strcmp(name, "--call") == 0) {
		options->calls = read_set(name, value);
		if (!options->calls)
			return STATUS_USAGE;
		options->md5 = true;
	} else if (strcmp(name, "--images") == 0) {
		if (mkdir(value, 0777) && errno != EEXIST)
			return fail(value, strerror(errno));
		options->images = value;
	} else if (strcmp(name, "--measure") == 0) {
		options->measure = value;
	} else if (strcmp(name, "--contents") == 0) {
		options->contents = value;
	} else if (strcmp(name, "--checkpoints") == 0) {
		options->checkpoints = value;
	} else if (strcmp(name, "--given") == 0) {
		options->given = value;
	} else if (strcmp(name, "--only") == 0) {
		options->only = value;
	} else if (strcmp(name, "--md5") == 0) {
		options->md5 = true;
	} else if (strcmp(name, "--json") == 0) {
		wish->json = true;
	} else if (strcmp(name, "--times") == 0 || strncmp(name, "--times=", 8) == 0) {
		return take_rounds(wish, name[7] ? name + 8 : NULL);
	} else if (strcmp(name, "--bench") == 0) {
		options->bench = true;
	} else if (strcmp(name, "--glx") == 0) {
		options->system = GS_REPLAY_GLX;
	} else if (strcmp(name, "--egl") == 0) {
		options->system = GS_REPLAY_EGL;
	} else {
		return fail(name, "there is no such option; try --help");
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct gs_replay_options options = {.last_frame = UINT64_MAX};
	struct times_wish wish = {0};
	bool is_file = false;
	for (int i = 1; i < argc; i++) {
		if (!is_file && strcmp(argv[i], "--help") == 0) {
			fputs(usage, stdout);
			return 0;
		}
		if (strcmp(argv[i], "--") == 0 && !is_file) {
			is_file = true;
			continue;
		}
		bool is_option = !is_file && argv[i][0] == '-' && argv[i][1];
		int status = 0;
		if (is_option)
			status = take_option(&options, &wish, argv, &i);
		else if (options.file)
			status = fail(argv[i], "one trace is played at a time");
		else
			options.file = argv[i];
		if (status)
			return status;
	}
	if (!options.file) {
		fputs(usage, stderr);
		return STATUS_USAGE;
	}
	if (wish.json && !wish.rounds)
		return fail("--json", "it is how --times tells what it finds");
	if (wish.rounds && (options.md5 || options.images || options.measure || options.contents ||
				   options.checkpoints || options.bench))
		return fail("--times", "nothing else can be asked for while calls are timed");
	return wish.rounds ? time_calls(&options, &wish) : gs_replay_run(&options);
}
