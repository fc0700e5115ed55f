/* SPDX-License-Identifier: MIT */
/* app/main - the program glstep: reads its command line, and runs the window or the console. */
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "app/compare.h"
#include "app/dap.h"
#include "app/launch-options.h"
#include "app/record.h"
#include "app/sanitize.h"
#include "app/serve.h"
#include "console/console.h"
#include "debugger/open/opened.h"
#include "serve/remote.h"
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
	struct gs_launch_options program;
	const char *trace;	     /* trace to open in place of a program; NULL */
	const char *connect, *token; /* server that has the session; NULL: it is ours */
};

static const char usage[] =
	"Usage: glstep [OPTION...] [--] [PROGRAM [ARG...]]\n"
	"       glstep [OPTION...] [--] FILE.trace\n"
	"       glstep record [OPTION...] [--] PROGRAM [ARG...]\n"
	"       glstep compare [OPTION...] A B\n"
	"       glstep sanitize [OPTION...] [--] PROGRAM [ARG...] | FILE.trace\n"
	"       glstep serve [OPTION...] [--] [PROGRAM [ARG...] | FILE.trace]\n"
	"       glstep mcp [OPTION...] [--] [PROGRAM [ARG...] | FILE.trace]\n"
	"       glstep dap [OPTION...]\n"
	"       glstep --connect ADDRESS [OPTION...]\n"
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
	"      --first-draw           the window pauses the program before its first draw "
	"call\n" GS_LAUNCH_USAGE
	"      --connect ADDRESS      a console on the session of `glstep serve`, which printed "
	"the address\n"
	"      --token TOKEN          what that server wants to hear first (default: "
	"GLSTEP_TOKEN)\n"
	"  -h, --help             show this\n"
	"  -V, --version          show the version\n"
	"\n"
	"Exit status: 0 all commands succeeded, 1 a command failed, 2 wrong usage, a script that "
	"cannot be read, or the program could not be started.\n"
	"`glstep record --help` says how to record a trace, `glstep compare --help` how to compare "
	"two, `glstep sanitize --help` how to find what shaders do wrong.\n"
	"The manual page glstep(1) and the command `help` list the console's commands.\n";

enum { OPTION_JSON = 256, OPTION_KEEP_GOING, OPTION_FIRST_DRAW, OPTION_CONNECT, OPTION_TOKEN };

static const struct option long_options[] = {
	{"console", no_argument, NULL, 'c'},
	{"script", required_argument, NULL, 'x'},
	{"execute", required_argument, NULL, 'e'},
	{"json", no_argument, NULL, OPTION_JSON},
	{"keep-going", no_argument, NULL, OPTION_KEEP_GOING},
	GS_LAUNCH_OPTIONS,
	{"first-draw", no_argument, NULL, OPTION_FIRST_DRAW},
	{"connect", required_argument, NULL, OPTION_CONNECT},
	{"token", required_argument, NULL, OPTION_TOKEN},
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

/* Print a text in place of running a program. Return the exit status. */
static int tell(const char *text)
{
	struct gs_console console = {0};
	gs_console_say(&console, text);
	return console.failed;
}

static void parse_option(struct options *o, int option)
{
	struct input input = {option == 'x', optarg};
	char *wrong = NULL;
	if (gs_launch_options_take(&o->program, option, optarg, &wrong)) {
		if (wrong)
			wrong_usage("%s", wrong);
		return;
	}
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
	case OPTION_CONNECT:
		o->connect = optarg;
		break;
	case OPTION_TOKEN:
		o->token = optarg;
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
	bool console = o->console || o->inputs->len || o->json;
	if (o->connect && argv[optind])
		wrong_usage("'%s' is not run here: the server that --connect names has a program",
			argv[optind]);
	if (console && !argv[optind] && !o->connect)
		wrong_usage("no program was given%s: name it after the options", "");
	if (argv[optind] && gs_opened_is_trace(argv[optind]))
		o->trace = argv[optind];
	char *wrong = gs_launch_options_finish(&o->program, argv + optind);
	if (wrong)
		wrong_usage("%s", wrong);
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

/* Begin the session, or go to the one of a server. Return false if that cannot be done. */
static bool begin(const struct options *o, struct gs_console *console)
{
	g_autoptr(GError) error = NULL;
	if (!o->connect) {
		console->verbs.session = gs_session_new(&o->program.launch);
		gs_session_set_timeout(console->verbs.session, o->program.timeout_ms);
		return open_trace(o, console);
	}
	const char *token = o->token ? o->token : g_getenv("GLSTEP_TOKEN");
	console->remote = gs_remote_new(o->connect, token, &error);
	if (!console->remote)
		fprintf(stderr, "glstep: %s\n", error->message);
	return console->remote;
}

static int run_console(const struct options *o)
{
	struct gs_console console = {
		.json = o->json,
		.keep_going = o->keep_going,
		.timeout_ms = o->program.timeout_ms,
	};
	bool begun = begin(o, &console);
	if (begun)
		run_inputs(o, &console);
	if (begun && o->inputs->len == 0)
		gs_console_interact(&console);
	gs_remote_free(console.remote);
	gs_session_free(console.verbs.session);
	if (!begun)
		return 2;
	return console.unreadable || console.cannot_start ? 2 : console.failed ? 1 : 0;
}

#ifdef GS_HAS_UI
static int run_window(struct options *o)
{
	char *trace[] = {o->trace ? g_canonicalize_filename(o->trace, NULL) : NULL, NULL};
	struct gs_ui_options options = {
		.launch = o->program.launch,
		.has_program = o->program.launch.argv[0] != NULL,
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
	if (argc > 1 && (!strcmp(argv[1], "serve") || !strcmp(argv[1], "mcp")))
		return gs_serve_main(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "dap") == 0)
		return gs_dap_main(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "help") == 0)
		return gs_console_help_main(argc - 1, argv + 1);
	struct options o = {
		.inputs = g_array_new(FALSE, FALSE, sizeof(struct input)),
	};
	gs_launch_options_init(&o.program);
	parse_options(&o, argc, argv);
	bool in_console = o.console || o.inputs->len || o.json || o.connect;
	int status = in_console ? run_console(&o) : run_window(&o);
	g_array_free(o.inputs, TRUE);
	gs_launch_options_clear(&o.program);
	return status;
}
