/* SPDX-License-Identifier: MIT */
/* The program glstep-replay: plays a trace. See data/glstep-replay.1. */
#include <errno.h>
#include <stddef.h>
#include <glib.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "app/replay-junit.h"
#include "replay/measure/experiments.h"
#include "replay/measure/times.h"
#include "replay/replay.h"
#include "trace/call-set.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, ROUNDS = 5, EXPERIMENTS = 9, MOST_ROUNDS = 1000 };

static const char usage[] =
	"Usage: glstep-replay [--edits FILE.edits] [--frames FRAMES | --call CALLS] [--md5] "
	"[--images DIR|- [--at CALLS [--attachments all|color0,depth,...]]] "
	"[--measure FILE] [--contents FILE] [--bench] "
	"[--strict [--json] [--junit FILE]] "
	"[--snapshot=CALLS [--snapshot-prefix=PREFIX] [--headless]] "
	"[--times[=N] [--every-call] [--json]] "
	"[--experiments[=N] (--draw CALL | --frame F) [--json]] "
	"[--glx | --egl] FILE\n";

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "glstep-replay: %s: %s\n", what, why);
	return STATUS_USAGE;
}

/* Options that are a text. */
static const struct {
	const char *name;
	size_t at; /* where in the options it goes */
} texts[] = {
	{"--measure", offsetof(struct gs_replay_options, measure)},
	{"--contents", offsetof(struct gs_replay_options, contents)},
	{"--checkpoints", offsetof(struct gs_replay_options, checkpoints)},
	{"--given", offsetof(struct gs_replay_options, given)},
	{"--edits", offsetof(struct gs_replay_options, edits)},
	{"--watch", offsetof(struct gs_replay_options, watch)},
	{"--only", offsetof(struct gs_replay_options, only)},
};

enum { N_TEXTS = sizeof(texts) / sizeof(*texts) };

/* Return the index of such an option; N_TEXTS: it is none. */
static size_t text_option(const char *name)
{
	size_t i = 0;
	while (i < N_TEXTS && strcmp(name, texts[i].name) != 0)
		i++;
	return i;
}

static bool takes_value(const char *name)
{
	static const char *const names[] = {"--frames", "--call", "--images", "--at",
		"--attachments", "--snapshot", "--snapshot-prefix"};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return text_option(name) < N_TEXTS;
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

/* How often to play the trace to measure times; rounds 0: not at all; and where to write. */
struct times_wish {
	unsigned rounds;
	bool json, every_call;
	const char *junit; /* file for what --strict finds; NULL: none */
	/* The number of a draw or frame, of which experiments are made. */
	unsigned experiments; /* how often each; 0: none are made */
	const char *draw, *frame;
};

/* Read a number of rounds. Return 0, or the exit status. */
static int take_rounds(unsigned *rounds, const char *text, unsigned usual)
{
	char *end = NULL;
	unsigned long n = text ? strtoul(text, &end, 10) : usual;
	if (text && (*text < '0' || *text > '9' || *end || !n || n > MOST_ROUNDS))
		return fail(text, "it is not how often to play the trace, from 1 to 1000");
	*rounds = (unsigned)n;
	return 0;
}

/* Make experiments with a draw, or a frame, and write what binds it. Return the exit status. */
static int experiment(struct gs_replay_options *options, const struct times_wish *wish)
{
	const char *text = wish->draw ? wish->draw : wish->frame;
	char *end = NULL;
	errno = 0;
	unsigned long long number = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno)
		return fail(text, "--draw takes the number of a call, --frame that of a frame");
	options->experiments = gs_experiments_new(wish->draw, number, wish->experiments);
	int status = gs_replay_run(options);
	if (!status && !gs_experiments_write(options->experiments, wish->json, stdout)) {
		fprintf(stderr, "glstep-replay: standard output: %s\n", strerror(errno));
		status = STATUS_FAILED;
	}
	gs_experiments_free(options->experiments);
	return status;
}

/* Play the trace and write the times of its calls. Return the exit status. */
static int time_calls(struct gs_replay_options *options, const struct times_wish *wish)
{
	int status = 0;
	options->times = gs_times_new(wish->every_call);
	for (unsigned i = 0; i < wish->rounds && !status; i++)
		status = gs_replay_run(options);
	if (!status && !gs_times_write(options->times, wish->json, stdout)) {
		fprintf(stderr, "glstep-replay: standard output: %s\n", strerror(errno));
		status = STATUS_FAILED;
	}
	gs_times_free(options->times);
	return status;
}

/* Read one name of an attachment, of that length. Return its bits; 0: there is none of that
 * name. */
static uint64_t attachment_of(const char *name, size_t length)
{
	static const char *const others[] = {"depth", "stencil"};
	char *end;
	if (length == 3 && memcmp(name, "all", length) == 0)
		return GS_REPLAY_ALL_ATTACHMENTS;
	for (unsigned i = 0; i < 2; i++)
		if (length == strlen(others[i]) && memcmp(name, others[i], length) == 0)
			return UINT64_C(1) << (GS_REPLAY_DEPTH + i);
	if (length < 6 || memcmp(name, "color", 5) != 0 || name[5] < '0' || name[5] > '9')
		return 0;
	unsigned long n = strtoul(name + 5, &end, 10);
	return end == name + length && n < GS_REPLAY_COLORS ? UINT64_C(1) << n : 0;
}

/* Read names of attachments, with commas between. Return 0, or the exit status. */
static int read_attachments(struct gs_replay_options *options, const char *text)
{
	for (const char *at = text, *end; at; at = *end ? end + 1 : NULL) {
		end = strchr(at, ',');
		end = end ? end : at + strlen(at);
		uint64_t bits = attachment_of(at, (size_t)(end - at));
		if (!bits)
			return fail(text, "attachments are all, color0 to color31, depth and "
					  "stencil, with commas between");
		options->attachments |= bits;
	}
	return 0;
}

static int take_frames(struct gs_replay_options *options, const char *name, const char *value)
{
	options->frames = read_set(name, value);
	if (!options->frames)
		return STATUS_USAGE;
	if (!gs_call_set_is_numbers(options->frames))
		return fail(value, "frames are given by numbers: 5, 5-9, 5-, 0-100/10");
	options->first_frame = gs_call_set_first(options->frames);
	options->last_frame = gs_call_set_last(options->frames);
	return 0;
}

/* Take an option with a value. Return 0, or the exit status. */
static int take_value(struct gs_replay_options *options, const char *name, const char *value)
{
	size_t text = text_option(name);
	if (!value)
		return fail(name, "a value is missing; try --help");
	if (text < N_TEXTS) {
		memcpy((char *)options + texts[text].at, &value, sizeof(value));
	} else if (strcmp(name, "--frames") == 0) {
		return take_frames(options, name, value);
	} else if (strcmp(name, "--attachments") == 0) {
		return read_attachments(options, value);
	} else if (strcmp(name, "--images") == 0) {
		if (strcmp(value, "-") != 0 && mkdir(value, 0777) && errno != EEXIST)
			return fail(value, strerror(errno));
		options->images = value;
	} else if (strcmp(name, "--at") == 0 || strcmp(name, "--snapshot") == 0) {
		if (name[2] == 's' && !options->snapshot_prefix)
			options->snapshot_prefix = "";
		options->at = read_set(name, value);
		return options->at ? 0 : STATUS_USAGE;
	} else if (strcmp(name, "--snapshot-prefix") == 0) {
		options->snapshot_prefix = value;
	} else {
		options->calls = read_set(name, value);
		options->md5 = true;
		return options->calls ? 0 : STATUS_USAGE;
	}
	return 0;
}

/* Take an option. Return 0, or the exit status. */
static int take_option(
	struct gs_replay_options *options, struct times_wish *wish, char **argv, int *i)
{
	const char *name = argv[*i];
	if (takes_value(name))
		return take_value(options, name, argv[++*i]);
	const char *value = strchr(name, '=');
	g_autofree char *word = g_strndup(name, value ? (size_t)(value - name) : 0);
	if (value && takes_value(word))
		return take_value(options, word, value + 1);
	if (strcmp(name, "--draw") == 0 || strcmp(name, "--frame") == 0) {
		*(name[2] == 'd' ? &wish->draw : &wish->frame) = argv[++*i];
		return argv[*i] ? 0 : fail(name, "a value is missing; try --help");
	}
	if (strcmp(name, "--junit") == 0) {
		wish->junit = argv[++*i];
		return argv[*i] ? 0 : fail(name, "a value is missing; try --help");
	}
	if (strcmp(name, "--md5") == 0)
		options->md5 = true;
	else if (strcmp(name, "--json") == 0)
		wish->json = true;
	else if (strcmp(name, "--times") == 0 || strncmp(name, "--times=", 8) == 0)
		return take_rounds(&wish->rounds, name[7] ? name + 8 : NULL, ROUNDS);
	else if (strcmp(name, "--experiments") == 0 || strncmp(name, "--experiments=", 14) == 0)
		return take_rounds(&wish->experiments, name[13] ? name + 14 : NULL, EXPERIMENTS);
	else if (strcmp(name, "--every-call") == 0)
		wish->every_call = true;
	else if (strcmp(name, "--headless") == 0)
		; /* as it is, where pictures are asked for: apitrace's players are told so */
	else if (strcmp(name, "--bench") == 0)
		options->bench = true;
	else if (strcmp(name, "--strict") == 0)
		options->strict = true;
	else if (strcmp(name, "--glx") == 0)
		options->system = GS_REPLAY_GLX;
	else if (strcmp(name, "--egl") == 0)
		options->system = GS_REPLAY_EGL;
	else
		return fail(name, "there is no such option; try --help");
	return 0;
}

/* Return 0 if the options go together, or the exit status. */
static int check_options(struct gs_replay_options *options, const struct times_wish *wish)
{
	if (wish->json && !wish->rounds && !wish->experiments && !options->strict)
		return fail("--json",
			"it is how --strict, --times and --experiments tell what they find");
	if (wish->junit && !options->strict)
		return fail("--junit", "it says where --strict writes what it finds");
	if (options->strict && (wish->rounds || wish->experiments))
		return fail("--strict", "a trace is played once, and as it is, to compare it");
	options->json = wish->json;
	if (options->images && strcmp(options->images, "-") == 0 &&
		(options->md5 || options->calls || options->bench || options->strict))
		return fail("--images -", "nothing else can be written to standard output then");
	if (wish->experiments ? !wish->draw == !wish->frame : wish->draw || wish->frame)
		return fail("--experiments", "it goes with --draw or --frame");
	if (wish->experiments && (wish->rounds || options->images || options->measure ||
					 options->contents || options->checkpoints ||
					 options->bench || options->calls || options->frames))
		return fail("--experiments", "only --md5 and --json go with it");
	if (wish->every_call && !wish->rounds)
		return fail("--every-call", "it says which calls --times tells of");
	if (options->attachments && !options->at)
		return fail("--attachments", "it says what --at makes pictures of");
	if (options->snapshot_prefix && (!options->at || options->images || options->attachments))
		return fail("--snapshot-prefix", "it goes with --snapshot alone");
	if (options->at && !options->images && !options->snapshot_prefix)
		return fail("--at", "--images says where its pictures go");
	if (options->at && (options->md5 || options->calls))
		return fail("--at", "sums are printed without pictures at calls");
	if (options->at && !options->attachments)
		options->attachments = UINT64_C(1) << GS_REPLAY_COLOR;
	if (wish->rounds && (options->md5 || options->images || options->measure ||
				    options->contents || options->checkpoints || options->bench))
		return fail("--times", "nothing else can be asked for while calls are timed");
	return 0;
}

/* Drivers that draw in software take and give back the memory of pictures again and again: the heap
 * keeps it, as asking the kernel for it anew takes longer than to draw. */
static void keep_heap(void)
{
	enum { MOST_KEPT = 256 << 20, AT_ONCE = 4 << 20 };
	mallopt(M_TRIM_THRESHOLD, MOST_KEPT);
	mallopt(M_TOP_PAD, AT_ONCE);
}

int main(int argc, char **argv)
{
	keep_heap();
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
	int status = check_options(&options, &wish);
	if (status)
		return status;
	if (wish.experiments)
		return experiment(&options, &wish);
	if (wish.junit)
		return gs_replay_run_for_junit(&options, wish.junit);
	return wish.rounds ? time_calls(&options, &wish) : gs_replay_run(&options);
}
