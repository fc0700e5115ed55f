/* SPDX-License-Identifier: MIT */
/* `glstep record [OPTION...] [--] PROGRAM [ARG...]` */
#include "app/record.h"
#include "app/keep-key.h"

#include <fcntl.h>
#include <getopt.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "verbs/verbs.h"
#include "verbs/tell.h"
#include "verbs/usage.h"
#include "effects/extract/extract.h"
#include "debugger/host/told.h"
#include "wire/memory.h"

static const char usage[] =
	"Usage: glstep record [OPTION...] [--] PROGRAM [ARG...]\n"
	"Runs PROGRAM and writes a trace of its GL calls, which apitrace's tools play.\n"
	"\n"
	"  -o, --output FILE  the trace (default: PROGRAM.trace, or PROGRAM.1.trace and so on:\n"
	"                     never over a file that is there)\n"
	"      --frames A[-[B]]  keep these frames alone, counted from 0, and what they need\n"
	"      --keep-last N  keep the last N frames alone, written at the end, at a crash, and "
	"at\n"
	"                     SIGUSR1\n"
	"      --keep-key KEY  a key of the keyboard (F11, Ctrl+Print) does what SIGUSR1 does\n"
	"      --classes LIST  write these classes of calls alone: operations, primitives, "
	"arrays,\n"
	"                     textures, pixels, errors (as comments), all\n"
	"      --mesa-trace   the program is told that there is GL_MESA_trace\n"
	"      --mask-extension NAME\n"
	"                     it is not told of that extension (or GL_ARB_*); repeatable\n"
	"      --limit NAME=VALUE\n"
	"                     it is told that limit (GL_MAX_TEXTURE_SIZE=1024) or version\n"
	"                     (GL_VERSION=3.1); repeatable\n"
	"      --times[=gpu]  write how long each call takes, for glstep-trace statistics\n"
	"                     --times=recorded; gpu: and how long GL draws, which it waits for\n"
	"      --no-repeat    write arrays as often as the program gives them, not once each\n"
	"      --backtrace PATTERN\n"
	"                     with their call stacks: calls of functions that match, as in "
	"'glDraw*'\n"
	"      --follow PATTERN  of the processes it starts, record those whose executable "
	"matches\n"
	"      --sync         a call returns when it is in the file (slow)\n"
	"      --json         print a line of JSON about the trace on standard output\n"
	"  -h, --help         show this\n"
	"\n"
	"SIGUSR1 notes the frame that is being drawn: at the end the trace keeps noted frames\n"
	"alone, and what they need. A desktop's hotkey: pkill -USR1 -f '^[^ ]*glstep record'\n"
	"\n"
	"Exit status: the program's, 128 + the signal that killed it; 1 the trace is not "
	"complete,\n"
	"2 wrong usage, 127 the program could not be started.\n";

enum { STATUS_LACKING = 1, STATUS_USAGE = 2, STATUS_NO_PROGRAM = 127 };

struct options {
	const char *output;
	bool json, mesa_trace;
	bool no_repeat, sync;
	uint32_t times;		       /* enum gs_wire_times */
	struct gs_extract_wish frames; /* is_all: the option was not given */
	uint32_t keep_last;	       /* frames; 0: all */
	const char *keep_key;	       /* NULL: none */
	const char *classes, *backtrace;
	struct gs_wire_told told; /* extensions and limits that the program is told */
	char *follow;		  /* NULL: record each process that calls GL */
	char **program;
};

/* The recording of the program's processes. */
struct recorder {
	const struct options *o;
	uint32_t process; /* gs_session_process of the recorded process */
	unsigned n;	  /* number of recordings begun */
	bool is_on;	  /* a process is being recorded */
	bool is_lacking;  /* a trace is incomplete */
	struct gs_session *session;
	GArray *noted; /* uint64_t, ascending: frames of this recording that the user wants */
	/* Trace of the first process if it ended no frame: a process that only queries the driver,
	 * as those of browsers do, is not the one that the name was given for. NULL: another trace
	 * has the name, or this one was reported. */
	char *held;
	struct gs_recording_figures held_figures;
};

static bool parse_frames(const char *text, struct gs_extract_wish *frames)
{
	frames->is_all = false;
	if (gs_trace_range(text, &frames->first, &frames->last))
		return true;
	fprintf(stderr, "glstep record: --frames %s: frames are given as A, A- or A-B\n", text);
	return false;
}

static bool parse_keep_last(const char *text, uint32_t *frames)
{
	g_autoptr(GError) error = NULL;
	uint64_t number = 0;
	if (!gs_usage_number(text, &number))
		number = 0;
	*frames = (uint32_t)number;
	if (!gs_recording_check_last(number, &error))
		fprintf(stderr, "glstep record: --keep-last %s: %s\n", text, error->message);
	return !error;
}

static bool parse_times(const char *text, uint32_t *times)
{
	*times = text ? GS_TIMES_GL : GS_TIMES_CALLS;
	if (!text || strcmp(text, "gpu") == 0)
		return true;
	fprintf(stderr, "glstep record: --times=%s: it is --times, or --times=gpu\n", text);
	return false;
}

static const struct option known[] = {{"keep-last", required_argument, NULL, 'k'},
	{"keep-key", required_argument, NULL, 'K'}, {"output", required_argument, NULL, 'o'},
	{"json", no_argument, NULL, 'j'}, {"classes", required_argument, NULL, 'c'},
	{"frames", required_argument, NULL, 'f'}, {"mesa-trace", no_argument, NULL, 'm'},
	{"times", optional_argument, NULL, 't'}, {"no-repeat", no_argument, NULL, 'r'},
	{"sync", no_argument, NULL, 's'}, {"follow", required_argument, NULL, 'p'},
	{"mask-extension", required_argument, NULL, 'x'}, {"limit", required_argument, NULL, 'l'},
	{"backtrace", required_argument, NULL, 'b'}, {"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0}};

static bool parse_told(struct gs_wire_told *told, bool is_limit)
{
	GError *error = NULL;
	bool is_good = is_limit ? gs_told_limit(told, optarg, &error)
				: gs_told_mask(told, optarg, &error);
	if (!is_good)
		fprintf(stderr, "glstep record: %s\n", error->message);
	g_clear_error(&error);
	return is_good;
}

static bool parse_options(struct options *o, int argc, char **argv)
{
	int option;
	argv[0] = (char *)"glstep record"; /* for getopt's messages */
	while ((option = getopt_long(argc, argv, "+o:h", known, NULL)) != -1) {
		if (option == 'o') {
			o->output = optarg;
		} else if (option == 'j') {
			o->json = true;
		} else if (option == 'c') {
			o->classes = optarg;
		} else if (option == 'f') {
			if (!parse_frames(optarg, &o->frames))
				return false;
		} else if (option == 'k') {
			if (!parse_keep_last(optarg, &o->keep_last))
				return false;
		} else if (option == 'K') {
			o->keep_key = optarg;
		} else if (option == 'm') {
			o->mesa_trace = true;
		} else if (option == 'r') {
			o->no_repeat = true;
		} else if (option == 's') {
			o->sync = true;
		} else if (option == 't') {
			if (!parse_times(optarg, &o->times))
				return false;
		} else if (option == 'p') {
			o->follow = optarg;
		} else if (option == 'b') {
			o->backtrace = optarg;
		} else if (option == 'x' || option == 'l') {
			if (!parse_told(&o->told, option == 'l'))
				return false;
		} else if (option == 'h') {
			exit(fputs(usage, stdout) < 0 || fflush(stdout) != 0);
		} else {
			fputs("Try 'glstep record --help'.\n", stderr);
			return false;
		}
	}
	o->program = argv + optind;
	if (o->keep_last && !o->frames.is_all) {
		fputs("glstep record: --keep-last and --frames: give one of them\n", stderr);
		return false;
	}
	if (*o->program)
		return true;
	fputs("glstep record: no program was given: name it after the options\n"
	      "Try 'glstep record --help'.\n",
		stderr);
	return false;
}

/* Print an error. Return the exit status. */
static int complain(GError *error)
{
	fprintf(stderr, "glstep record: %s\n", error->message);
	return g_error_matches(error, GS_ERROR, GS_ERROR_CANNOT_START) ? STATUS_NO_PROGRAM
								       : STATUS_USAGE;
}

static struct gs_session *interrupted_session;
static volatile sig_atomic_t ended_by; /* the signal that ends glstep; 0: none */

/* On SIGTERM and SIGHUP: end the recording, so that the file is complete. */
static void on_end(int number)
{
	ended_by = number;
	gs_session_interrupt_all(interrupted_session);
}

static void await_end(struct gs_session *session)
{
	const struct sigaction action = {.sa_handler = on_end, .sa_flags = SA_RESTART};
	interrupted_session = session;
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGINT, SIG_IGN); /* the terminal also sends it to the program, which decides */
}

static void print_tree(JsonNode *root)
{
	g_autofree char *line = gs_json_line(root);
	fputs(line, stdout);
	fflush(stdout);
	json_node_unref(root);
}

static void report(
	const struct options *o, const char *file, const struct gs_recording_figures *figures)
{
	struct gs_reply reply;
	gs_reply_init(&reply);
	gs_reply_recording(&reply, file, figures);
	JsonNode *tree = gs_reply_tree(&reply);
	if (o->json) {
		print_tree(tree);
	} else {
		g_autoptr(GString) text = g_string_new("glstep record: ");
		gs_tell(tree, "{@recording}\n", text);
		fputs(text->str, stderr);
		json_node_unref(tree);
	}
	gs_reply_clear(&reply);
}

/* ---- keeping only some frames ---- */

/* Write frames of the trace to `out`, which may be the trace itself. Return false after an error
 * message if that fails. */
static bool extract(const char *file, const char *out, const struct gs_extract_wish *frames,
	struct gs_recording_figures *figures)
{
	struct gs_extract_figures kept = {0};
	GStatBuf status;
	char *why;
	if (gs_extract(file, out, frames, &kept, NULL, &why) != GS_EXTRACT_DONE) {
		fprintf(stderr, "glstep record: %s: %s: all of it stays\n", file, why);
		g_free(why);
		return false;
	}
	figures->calls = kept.kept;
	figures->first_too_long = figures->first_unfinished = GS_RECORDING_NO_CALL;
	figures->first_frame += frames->first;
	figures->frames = MIN(frames->last, kept.frames - 1) - frames->first + 1;
	if (g_stat(out, &status) == 0)
		figures->bytes = (uint64_t)status.st_size;
	return true;
}

/* Return the next noted frames, from *i on, that are consecutive, and move *i behind them. For a
 * frame that did not end, take the last one that did. */
static struct gs_extract_wish next_noted(const GArray *noted, guint *i, uint64_t frames)
{
	struct gs_extract_wish wish = {.trust = GS_EFFECTS_SWAP_FORGETS};
	uint64_t most = frames ? frames - 1 : 0;
	wish.first = wish.last = MIN(g_array_index(noted, uint64_t, *i), most);
	for (++*i; *i < noted->len; ++*i) {
		uint64_t frame = MIN(g_array_index(noted, uint64_t, *i), most);
		if (frame > wish.last + 1)
			break;
		wish.last = frame;
	}
	return wish;
}

/* Keep only the noted frames. Groups of consecutive frames get a trace each; the first group
 * replaces the whole trace, which is read for the others before. Return false on errors. */
static bool keep_noted(
	const struct recorder *r, const char *file, struct gs_recording_figures *figures)
{
	uint64_t frames = figures->frames;
	guint i = 0;
	const struct gs_extract_wish first = next_noted(r->noted, &i, frames);
	while (i < r->noted->len) {
		const struct gs_extract_wish wish = next_noted(r->noted, &i, frames);
		struct gs_recording_figures other = *figures;
		char *name = gs_recording_name_of_frame(file, wish.first);
		bool good = extract(file, name, &wish, &other);
		if (good)
			report(r->o, name, &other);
		g_free(name);
		if (!good)
			return false;
	}
	return extract(file, file, &first, figures);
}

/* Return the last frames that are to be kept, of that many. */
static struct gs_extract_wish last_frames(uint32_t keep, const struct gs_recording_figures *figures)
{
	return (struct gs_extract_wish){.trust = GS_EFFECTS_SWAP_FORGETS,
		.first = figures->frames > keep ? figures->frames - keep : 0,
		.last = UINT64_MAX,
		.first_frame = figures->first_frame,
		.with_rest = figures->unfinished > 0};
}

/* Remove what the user does not want from the trace. Return false after an error message if it
 * stays. */
static bool keep_frames(
	const struct recorder *r, const char *file, struct gs_recording_figures *figures)
{
	const struct gs_extract_wish last = last_frames(r->o->keep_last, figures);
	if (file && r->o->keep_last)
		return !last.first || extract(file, file, &last, figures);
	if (!file || (r->o->frames.is_all && !r->noted->len))
		return true;
	return r->noted->len ? keep_noted(r, file, figures)
			     : extract(file, file, &r->o->frames, figures);
}

/* Write the last frames to a file of their own. */
static void write_last(struct recorder *r)
{
	struct gs_recording_figures figures = {0};
	g_autoptr(GError) error = NULL;
	g_autofree char *file = gs_session_write_recording(r->session, &figures, &error);
	if (!file) {
		fprintf(stderr, "glstep record: %s\n",
			error ? error->message : "nothing is recorded");
		return;
	}
	if (!figures.frames) {
		fputs("glstep record: no frame has ended so far\n", stderr);
		return;
	}
	const struct gs_extract_wish last = last_frames(r->o->keep_last, &figures);
	g_autofree char *name = gs_recording_name_of_frame(file, figures.first_frame + last.first);
	if (extract(file, name, &last, &figures))
		report(r->o, name, &figures);
}

/* Note the frame being drawn; an errand, which runs while the program does. */
static void note_frame(gpointer data)
{
	struct recorder *r = data;
	struct gs_recording_figures figures = {0};
	if (!r->is_on)
		return;
	if (r->o->keep_last) {
		write_last(r);
		return;
	}
	g_free(gs_session_recording_path(r->session)); /* takes in the calls made so far */
	g_free(gs_session_recording_now(r->session, &figures));
	if (r->noted->len && g_array_index(r->noted, uint64_t, r->noted->len - 1) == figures.frames)
		return;
	g_array_append_val(r->noted, figures.frames);
	fprintf(stderr, "glstep record: frame %" G_GUINT64_FORMAT " is noted\n", figures.frames);
}

/* ---- SIGUSR1: blocked in all threads; the program gets the mask that glstep was started with
 * ---- */

struct listener {
	struct gs_session *session;
	pthread_t thread;
	atomic_bool ends;
};

static void *listen_for_notes(void *data)
{
	struct listener *listener = data;
	sigset_t set;
	int number;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	while (sigwait(&set, &number) == 0 && !listener->ends)
		gs_session_call_errands(listener->session);
	return NULL;
}

/* Begin to wait for SIGUSR1. Call before other threads exist. */
static bool begin_listening(struct listener *listener, struct gs_session *session)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	listener->session = session;
	return pthread_create(&listener->thread, NULL, listen_for_notes, listener) == 0;
}

static void end_listening(struct listener *listener)
{
	listener->ends = true;
	pthread_kill(listener->thread, SIGUSR1);
	pthread_join(listener->thread, NULL);
}

static void on_key(void *data)
{
	struct listener *listener = data;
	pthread_kill(listener->thread, SIGUSR1);
}

static void report_held(struct recorder *r)
{
	if (r->held)
		report(r->o, r->held, &r->held_figures);
	g_clear_pointer(&r->held, g_free);
}

/* Report a complete trace. The name that the user gave goes to the first trace with a frame. */
static void settle(struct recorder *r, const char *file, const struct gs_recording_figures *figures)
{
	if (r->o->output && file && r->n == 1 && figures->frames == 0) {
		r->held = g_strdup(file);
		r->held_figures = *figures;
	} else if (r->held && file && figures->frames &&
		   renameat2(AT_FDCWD, file, AT_FDCWD, r->held, RENAME_EXCHANGE) == 0) {
		report(r->o, file, &r->held_figures);
		report(r->o, r->held, figures);
		g_clear_pointer(&r->held, g_free);
	} else {
		report(r->o, file, figures);
	}
}

/* End the recording of the process, if there is one. */
static void finish(struct gs_session *session, struct recorder *r)
{
	GError *error = NULL;
	struct gs_recording_figures figures = {0};
	if (!r->is_on)
		return;
	char *file = gs_session_recording_path(session);
	r->is_on = false;
	if (!gs_session_end_recording(session, &figures, &error)) {
		complain(error);
		g_clear_error(&error);
		r->is_lacking = true;
	} else if (!keep_frames(r, file, &figures)) {
		r->is_lacking = true;
	}
	g_array_set_size(r->noted, 0);
	settle(r, file, &figures);
	g_free(file);
}

/* Return the name of the next trace: FILE for the first process, FILE.1.trace and so on for others,
 * which never exists; g_free. */
static char *next_output(const struct recorder *r)
{
	const char *output = r->o->output;
	char *name = NULL;
	if (r->n == 0)
		return g_strdup(output);
	for (unsigned n = 1; !name || g_file_test(name, G_FILE_TEST_EXISTS); n++) {
		g_free(name);
		name = g_strdup_printf("%.*s.%u.trace", (int)gs_recording_stem(output), output, n);
	}
	return name;
}

/* Begin to record the process that is about to make its first call. Return false with an error on
 * failure. */
static bool begin(struct gs_session *session, struct recorder *r, GError **error)
{
	char *path = r->o->output ? next_output(r) : NULL;
	r->process = gs_session_process(session);
	r->is_on = gs_session_record(session, path, r->o->keep_last, error);
	r->n++;
	g_free(path);
	return r->is_on;
}

/* Record the process that calls GL now. If its trace cannot be written, it runs without one. */
static void go_on(struct gs_session *session, struct recorder *r)
{
	GError *error = NULL;
	finish(session, r);
	if (!begin(session, r, &error)) {
		complain(error);
		r->is_lacking = true;
	}
	g_clear_error(&error);
}

/* Run the program to its end, or until glstep is ended. *status: the program's exit status. Return
 * false with an error on failure. */
static bool run(struct gs_session *session, struct recorder *r, int *status, GError **error)
{
	struct gs_stop stop = {0};
	bool good = gs_session_start(session, &stop, error) && begin(session, r, error);
	while (good && stop.kind != GS_STOP_EXITED && !ended_by) {
		if (gs_session_process(session) != r->process)
			go_on(session, r);
		good = stop.kind != GS_STOP_BREAKPOINT ||
		       gs_session_record_stack(session, stop.call.index, error);
		gs_stop_clear(&stop);
		good = good && gs_session_run(session, GS_RUN_CONTINUE, 1, NULL, &stop, error);
	}
	*status = stop.status;
	gs_stop_clear(&stop);
	return good;
}

/* Tell which processes called GL and were not recorded. */
static void tell_others(struct gs_session *session)
{
	char *names = gs_session_not_recorded(session);
	if (*names)
		fprintf(stderr,
			"glstep record: not recorded, as another process called GL at that time: "
			"%s: --follow PATTERN records one of them\n",
			names);
	g_free(names);
}

/* Return whether the program has ended without a GL call; *status: its exit status. */
static bool has_ended(struct gs_session *session, int *status)
{
	struct gs_stop stop;
	if (!gs_session_stop_now(session, &stop, NULL))
		return false;
	bool ended = stop.kind == GS_STOP_EXITED;
	*status = stop.status;
	gs_stop_clear(&stop);
	return ended;
}

/* Record the program. Return the exit status. */
static int record(struct gs_session *session, const struct options *o)
{
	GError *error = NULL;
	struct recorder r = {.o = o, .session = session};
	struct listener listener = {0};
	struct gs_keep_key *key = NULL;
	int status = 0;
	r.noted = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	gs_session_set_errands(session, note_frame, &r);
	bool listens = begin_listening(&listener, session);
	if (o->keep_key && listens)
		key = gs_keep_key_new(o->keep_key, on_key, &listener, &error);
	bool good = !error && run(session, &r, &status, &error);
	bool no_gl = g_error_matches(error, GS_ERROR, GS_ERROR_NO_GL);
	if (ended_by) {
		gs_session_kill(session, NULL);
		status = 128 + ended_by;
	} else if (!good) {
		int failure = complain(error);
		status = no_gl && has_ended(session, &status) ? status : failure;
	}
	g_clear_error(&error);
	finish(session, &r);
	report_held(&r);
	tell_others(session);
	gs_keep_key_free(key);
	if (listens)
		end_listening(&listener);
	g_array_unref(r.noted);
	return status || !r.is_lacking ? status : STATUS_LACKING;
}

static bool set_classes(struct gs_session *session, const char *classes, GError **error)
{
	uint32_t on;
	if (!classes)
		return true;
	if (!gs_recording_parse_classes(classes, &on, error))
		return false;
	return gs_session_set_trace_classes(session, on, GS_WIRE_TRACE_CLASSES & ~on, error);
}

int gs_record_main(int argc, char **argv)
{
	struct options o = {.frames = {.is_all = true, .trust = GS_EFFECTS_SWAP_FORGETS}};
	GError *error = NULL;
	int status = STATUS_USAGE;
	if (!parse_options(&o, argc, argv))
		return status;
	struct gs_launch launch = {.argv = o.program,
		.keeps_streams = true,
		.mesa_trace = o.mesa_trace,
		.told = o.told,
		.follow = o.follow,
		.each_process = true};
	struct gs_session *session = gs_session_new(&launch);
	await_end(session);
	gs_session_set_timeout(session, INT_MAX);
	gs_session_set_log(session, GS_LOG_OFF, NULL);
	const struct gs_recording_start how = {
		.plain_arrays = o.no_repeat, .at_once = o.sync, .times = o.times};
	gs_session_set_recording(session, &how);
	if (!set_classes(session, o.classes, &error) ||
		(o.backtrace && !gs_session_break_call(session, o.backtrace, NULL, &error)) ||
		!gs_recording_is_possible(o.output, o.program[0], &error))
		status = complain(error);
	else
		status = record(session, &o);
	g_clear_error(&error);
	gs_session_free(session);
	return status;
}
