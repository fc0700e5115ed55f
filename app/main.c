/* SPDX-License-Identifier: MIT */
/* app/main - the program glstep: reads its command line, and runs the window or the console. */
#include <getopt.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "app/compare.h"
#include "app/record.h"
#include "app/sanitize.h"
#include "console/console.h"
#include "debugger/calls/calls.h"
#include "debugger/host/told.h"
#include "debugger/open/opened.h"
#include "verbs/usage.h"
#ifdef GS_HAS_UI
#include "ui/ui.h"
#endif

/* The arguments of -x and -e, in order. */
struct input {
	bool is_file;
	const char *text;
};

struct options {
	bool console, json, keep_going, first_draw;
	GArray *inputs; /* struct input */
	GPtrArray *environment;
	int timeout_ms;
	struct gs_launch launch;
	const char *trace; /* trace to open in place of a program; NULL */
};

static const char usage[] =
	"Usage: glstep [OPTION...] [--] [PROGRAM [ARG...]]\n"
	"       glstep [OPTION...] [--] FILE.trace\n"
	"       glstep record [OPTION...] [--] PROGRAM [ARG...]\n"
	"       glstep compare [OPTION...] A B\n"
	"       glstep sanitize [OPTION...] [--] PROGRAM [ARG...] | FILE.trace\n"
	"       glstep help [--json] [COMMAND]\n"
	"Debugs the GLSL shaders of an unmodified OpenGL program, or of a trace of its GL calls.\n"
	"\n"
	"  (no option)            open the window; with PROGRAM, launch it paused before its first "
	"GL call\n"
	"  -c, --console          console instead of the window\n"
	"  -x, --script FILE      run the commands in FILE ('-': standard input), then quit\n"
	"  -e, --execute COMMAND  the same for one command; repeatable, in order, also mixed with "
	"-x\n"
	"      --json             answer each command with one line of JSON on standard output\n"
	"      --keep-going       go on after a command that failed\n"
	"      --first-draw           the window pauses the program before its first draw call\n"
	"      --program-output FILE  the program's own stdout and stderr go there (default: "
	"glstep's stderr)\n"
	"      --directory DIR    start the program there\n"
	"      --env NAME=VALUE   set a variable of its environment; repeatable\n"
	"      --timeout SECONDS  for one command (default 60)\n"
	"      --follow PATTERN   of the processes it starts, debug the one whose executable "
	"matches\n"
	"      --refuse-binaries  program binaries fail to load, so that the program compiles its "
	"sources\n"
	"      --freeze-clocks    the clocks that the program reads stand still while it is "
	"stopped\n"
	"      --list-size SIZE|unlimited  how much of the disk the list of calls takes (200M; "
	"default: a quarter of what is free, 4G at most); the oldest calls are dropped then\n"
	"      --keep-last N      hold the last N frames, for `trace save FILE last` and Keep "
	"frame, "
	"and write them to a file if the program crashes\n"
	"      --mesa-trace       the program is told that there is GL_MESA_trace\n"
	"      --mask-extension NAME  it is not told of that extension (or GL_ARB_*); repeatable\n"
	"      --limit NAME=VALUE     it is told that limit (GL_MAX_TEXTURE_SIZE=1024) or version "
	"(GL_VERSION=3.1); repeatable\n"
	"  -h, --help             show this\n"
	"  -V, --version          show the version\n"
	"\n"
	"Exit status: 0 all commands succeeded, 1 a command failed, 2 wrong usage, a script that "
	"cannot be read, or the program could not be started.\n"
	"`glstep record --help` says how to record a trace, `glstep compare --help` how to compare "
	"two, `glstep sanitize --help` how to find what shaders do wrong.\n"
	"The manual page glstep(1) and the command `help` list the console's commands.\n";

enum {
	OPTION_JSON = 256,
	OPTION_KEEP_GOING,
	OPTION_OUTPUT,
	OPTION_DIRECTORY,
	OPTION_ENV,
	OPTION_TIMEOUT,
	OPTION_FOLLOW,
	OPTION_REFUSE_BINARIES,
	OPTION_MESA_TRACE,
	OPTION_FREEZE_CLOCKS,
	OPTION_LIST_SIZE,
	OPTION_KEEP_LAST,
	OPTION_MASK_EXTENSION,
	OPTION_LIMIT,
	OPTION_FIRST_DRAW
};

static const struct option long_options[] = {
	{"console", no_argument, NULL, 'c'},
	{"script", required_argument, NULL, 'x'},
	{"execute", required_argument, NULL, 'e'},
	{"json", no_argument, NULL, OPTION_JSON},
	{"keep-going", no_argument, NULL, OPTION_KEEP_GOING},
	{"program-output", required_argument, NULL, OPTION_OUTPUT},
	{"directory", required_argument, NULL, OPTION_DIRECTORY},
	{"env", required_argument, NULL, OPTION_ENV},
	{"timeout", required_argument, NULL, OPTION_TIMEOUT},
	{"follow", required_argument, NULL, OPTION_FOLLOW},
	{"refuse-binaries", no_argument, NULL, OPTION_REFUSE_BINARIES},
	{"mesa-trace", no_argument, NULL, OPTION_MESA_TRACE},
	{"mask-extension", required_argument, NULL, OPTION_MASK_EXTENSION},
	{"limit", required_argument, NULL, OPTION_LIMIT},
	{"freeze-clocks", no_argument, NULL, OPTION_FREEZE_CLOCKS},
	{"list-size", required_argument, NULL, OPTION_LIST_SIZE},
	{"keep-last", required_argument, NULL, OPTION_KEEP_LAST},
	{"first-draw", no_argument, NULL, OPTION_FIRST_DRAW},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

static void wrong_usage(const char *format, const char *what)
{
	fputs("glstep: ", stderr);
	fprintf(stderr, format, what);
	fputs("\nTry 'glstep --help'.\n", stderr);
	exit(2);
}

static int parse_seconds(const char *text)
{
	char *end;
	double seconds = g_ascii_strtod(text, &end);
	if (end == text || *end || !isfinite(seconds) || seconds <= 0 || seconds > 1e6)
		wrong_usage("'%s' is not a time: --timeout takes seconds, such as 60 or 0.5", text);
	return seconds * 1000 < 1 ? 1 : (int)(seconds * 1000);
}

/* Print a text in place of running a program. Return the exit status. */
static int tell(const char *text)
{
	struct gs_console console = {0};
	gs_console_say(&console, text);
	return console.failed;
}

/* Parse an option whose value may be refused. */
static void parse_checked(struct gs_launch *launch, int option)
{
	GError *error = NULL;
	bool is_good = option == OPTION_LIMIT ? gs_told_limit(&launch->told, optarg, &error)
		       : option == OPTION_LIST_SIZE
			       ? gs_call_size_parse(optarg, &launch->list_size, &error)
			       : gs_told_mask(&launch->told, optarg, &error);
	if (!is_good)
		wrong_usage("%s", error->message);
}

static uint32_t parse_keep_last(const char *text)
{
	GError *error = NULL;
	uint64_t frames = 0;
	if (!gs_usage_number(text, &frames))
		frames = 0;
	if (!gs_recording_check_last(frames, &error))
		wrong_usage("--keep-last: %s", error->message);
	return (uint32_t)frames;
}

static void parse_option(struct options *o, int option)
{
	struct input input = {option == 'x', optarg};
	switch (option) {
	case 'c':
		o->console = true;
		break;
	case 'x':
	case 'e':
		g_array_append_val(o->inputs, input);
		break;
	case OPTION_JSON:
		o->json = true;
		break;
	case OPTION_KEEP_GOING:
		o->keep_going = true;
		break;
	case OPTION_FIRST_DRAW:
		o->first_draw = true;
		break;
	case OPTION_OUTPUT:
		o->launch.output = optarg;
		break;
	case OPTION_DIRECTORY:
		o->launch.directory = optarg;
		break;
	case OPTION_ENV:
		if (!strchr(optarg, '=') || *optarg == '=')
			wrong_usage("'%s' does not set a variable: --env takes NAME=VALUE", optarg);
		g_ptr_array_add(o->environment, optarg);
		break;
	case OPTION_TIMEOUT:
		o->timeout_ms = parse_seconds(optarg);
		break;
	case OPTION_FOLLOW:
		o->launch.follow = optarg;
		break;
	case OPTION_REFUSE_BINARIES:
		o->launch.refuse_binaries = true;
		break;
	case OPTION_FREEZE_CLOCKS:
		o->launch.freeze_clocks = true;
		break;
	case OPTION_MESA_TRACE:
		o->launch.mesa_trace = true;
		break;
	case OPTION_KEEP_LAST:
		o->launch.keep_last = parse_keep_last(optarg);
		break;
	case OPTION_MASK_EXTENSION:
	case OPTION_LIMIT:
	case OPTION_LIST_SIZE:
		parse_checked(&o->launch, option);
		break;
	case 'h':
		exit(tell(usage));
	case 'V':
		exit(tell("glstep " PACKAGE_VERSION "\n"));
	default:
		fputs("Try 'glstep --help'.\n", stderr);
		exit(2);
	}
}

static void parse_options(struct options *o, int argc, char **argv)
{
	int option;
	while ((option = getopt_long(argc, argv, "+cx:e:hV", long_options, NULL)) != -1)
		parse_option(o, option);
	g_ptr_array_add(o->environment, NULL);
	o->launch.argv = argv + optind;
	o->launch.environment = (char **)o->environment->pdata;
	o->launch.output_fd = STDERR_FILENO;
	bool console = o->console || o->inputs->len || o->json;
	if (console && !argv[optind])
		wrong_usage("no program was given%s: name it after the options", "");
	if (argv[optind] && gs_opened_is_trace(argv[optind]))
		o->trace = argv[optind];
	GError *error = NULL;
	if (!gs_launch_check(&o->launch, &error))
		wrong_usage("%s", error->message);
}

/* Open the trace, if one is given. Return false if it cannot be opened or reading timed out. If a
 * user at a terminal has cancelled, return true: they can go on with what was read. */
static bool open_trace(const struct options *o, struct gs_console *console)
{
	GError *error = NULL;
	bool cancelled;
	if (!o->trace)
		return true;
	bool good = gs_console_open(console, o->trace, &cancelled, &error);
	const char *message = gs_session_trace_message(console->verbs.session);
	if (!good)
		fprintf(stderr, "glstep: %s\n", error->message);
	else if (message)
		fprintf(stderr, "glstep: '%s': %s\n", o->trace, message);
	g_clear_error(&error);
	return good || (cancelled && !o->inputs->len && gs_console_is_interactive(console));
}

static void run_inputs(const struct options *o, struct gs_console *console)
{
	unsigned i = 0;
	for (; i < o->inputs->len && !console->over; i++) {
		const struct input *input = &g_array_index(o->inputs, struct input, i);
		if (input->is_file)
			gs_console_run_file(console, input->text);
		else
			gs_console_execute(console, input->text);
	}
	for (; i < o->inputs->len && console->stopped; i++) {
		const struct input *input = &g_array_index(o->inputs, struct input, i);
		char *text = g_strconcat(input->is_file ? "-x " : "", input->text, NULL);
		gs_console_skip(console, text);
		g_free(text);
	}
	gs_console_tell_skipped(console);
}

static int run_console(const struct options *o)
{
	struct gs_console console = {
		.verbs.session = gs_session_new(&o->launch),
		.json = o->json,
		.keep_going = o->keep_going,
		.timeout_ms = o->timeout_ms,
	};
	gs_session_set_timeout(console.verbs.session, o->timeout_ms);
	if (!open_trace(o, &console)) {
		gs_session_free(console.verbs.session);
		return 2;
	}
	run_inputs(o, &console);
	if (o->inputs->len == 0)
		gs_console_interact(&console);
	gs_session_free(console.verbs.session);
	return console.unreadable || console.cannot_start ? 2 : console.failed ? 1 : 0;
}

#ifdef GS_HAS_UI
static int run_window(struct options *o)
{
	char *trace[] = {o->trace ? g_canonicalize_filename(o->trace, NULL) : NULL, NULL};
	struct gs_ui_options options = {
		.launch = o->launch,
		.has_program = o->launch.argv[0] != NULL,
		.first_draw = o->first_draw,
	};
	if (o->trace)
		options.launch.argv = trace; /* an absolute path, as a recent file may be opened
						from another folder */
	int status = gs_ui_run(&options, NULL, NULL);
	g_free(trace[0]);
	return status;
}
#else
static int run_window(struct options *o)
{
	wrong_usage("this glstep was built without its window (--disable-ui)%s: use --console", "");
	return 2;
}
#endif

/* Ignore the signals of write errors, which are reported instead. The program gets the signal
 * dispositions that glstep was started with (debugger/host/launch.c). */
static void ignore_write_signals(void)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
	ignore_write_signals();
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C"); /* numbers have GLSL's syntax */
	if (argc > 1 && strcmp(argv[1], "record") == 0)
		return gs_record_main(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "sanitize") == 0)
		return gs_sanitize_main(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "compare") == 0)
		return gs_compare_main(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "help") == 0)
		return gs_console_help_main(argc - 1, argv + 1);
	struct options o = {
		.inputs = g_array_new(FALSE, FALSE, sizeof(struct input)),
		.environment = g_ptr_array_new(),
		.timeout_ms = 60000,
	};
	parse_options(&o, argc, argv);
	int status = o.console || o.inputs->len || o.json ? run_console(&o) : run_window(&o);
	g_array_free(o.inputs, TRUE);
	g_ptr_array_free(o.environment, TRUE);
	return status;
}
