/* SPDX-License-Identifier: MIT */
/* `glstep serve [OPTION...] [-- PROGRAM [ARG...] | FILE.trace]`, and `glstep mcp` likewise */
#include "app/serve.h"

#include <getopt.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/launch-options.h"
#include "debugger/open/opened.h"
#include "serve/listen.h"
#include "serve/output-pipe.h"
#include "serve/serve.h"

static const char usage[] =
	"Usage: glstep serve [OPTION...] [--] [PROGRAM [ARG...]]\n"
	"       glstep serve [OPTION...] [--] FILE.trace\n"
	"       glstep mcp [OPTION...] [--] [PROGRAM [ARG...] | FILE.trace]\n"
	"Serves a session for other programs: editors, scripts, `glstep --connect`. It speaks\n"
	"JSON-RPC 2.0, with the console's commands as methods (docs/server.md). `glstep mcp` "
	"offers\n"
	"the commands as tools of the Model Context Protocol, at standard input and output.\n"
	"\n"
	"      --unix PATH      listen at this socket, which is made for you alone (default: one "
	"in\n"
	"                       a folder of yours)\n"
	"      --tcp [HOST:]PORT  listen there (default host: localhost; port 0: any)\n"
	"      --stdio          serve one client, at standard input and output\n"
	"      --token TOKEN    what a client must say first (default: of --tcp, a random one)\n"
	"      --allow-launch   let clients debug other programs and traces than the one "
	"given\n" GS_LAUNCH_USAGE "  -h, --help           show this\n"
	"\n"
	"Prints where it listens as a line of JSON, {\"listening\", \"token\"}, but for --stdio.\n"
	"Exit status: 0 it was ended, 2 it could not be done.\n";

enum { STATUS_FAILED = 2 };

struct options {
	struct gs_address address;
	bool has_address, stdio, may_launch, is_mcp;
	char *token; /* NULL: none */
	struct gs_launch_options program;
};

static bool complain(const char *why)
{
	fprintf(stderr, "glstep serve: %s\nTry 'glstep serve --help'.\n", why);
	return false;
}

static bool fail(GError *error)
{
	complain(error->message);
	g_error_free(error);
	return false;
}

/* ---- options ---- */

enum { OPTION_UNIX = 256, OPTION_TCP, OPTION_STDIO, OPTION_TOKEN, OPTION_LAUNCH };

static const struct option known[] = {{"unix", required_argument, NULL, OPTION_UNIX},
	{"tcp", required_argument, NULL, OPTION_TCP}, {"stdio", no_argument, NULL, OPTION_STDIO},
	{"token", required_argument, NULL, OPTION_TOKEN},
	{"allow-launch", no_argument, NULL, OPTION_LAUNCH}, GS_LAUNCH_OPTIONS,
	{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

static bool parse_address(struct options *o, const char *scheme)
{
	GError *error = NULL;
	g_autofree char *text = g_strconcat(scheme, optarg, NULL);
	if (o->has_address || o->stdio)
		return complain(o->is_mcp ? "`glstep mcp` speaks at standard input and output alone"
					  : "choose one of --unix, --tcp and --stdio");
	if (!gs_address_parse(text, &o->address, &error))
		return fail(error);
	o->has_address = true;
	return true;
}

static bool parse_option(struct options *o, int option)
{
	g_autofree char *wrong = NULL;
	if (gs_launch_options_take(&o->program, option, optarg, &wrong))
		return !wrong || complain(wrong);
	switch (option) {
	case OPTION_UNIX:
		return parse_address(o, "unix:");
	case OPTION_TCP:
		return parse_address(o, "tcp:");
	case OPTION_STDIO:
		o->stdio = true;
		return !o->has_address || complain("choose one of --unix, --tcp and --stdio");
	case OPTION_TOKEN:
		g_free(o->token);
		o->token = g_strdup(optarg);
		return *optarg || complain("--token takes a word");
	case OPTION_LAUNCH:
		o->may_launch = true;
		return true;
	case 'h':
		exit(fputs(usage, stdout) < 0 || fflush(stdout) != 0);
	default:
		fputs("Try 'glstep serve --help'.\n", stderr);
		return false;
	}
}

static bool parse_options(struct options *o, int argc, char **argv)
{
	int option;
	o->is_mcp = o->stdio = strcmp(argv[0], "mcp") == 0;
	argv[0] = (char *)"glstep serve"; /* for getopt's messages */
	while ((option = getopt_long(argc, argv, "+h", known, NULL)) != -1)
		if (!parse_option(o, option))
			return false;
	if (!argv[optind] && !o->may_launch && !o->is_mcp)
		return complain("no program was given: name it, or a trace, after the options, or "
				"give --allow-launch");
	g_autofree char *wrong = gs_launch_options_finish(&o->program, argv + optind);
	return !wrong || complain(wrong);
}

/* Choose what was not given: where to listen, and for TCP a token. */
static bool choose(struct options *o)
{
	GError *error = NULL;
	if (!o->has_address && !o->stdio && !(o->address.path = gs_address_own_path(&error)))
		return fail(error);
	if (o->stdio || o->token || o->address.path)
		return true;
	o->token = gs_listen_token();
	return o->token || complain("no random token could be had: give one with --token");
}

/* ---- serving ---- */

struct serving {
	GMainLoop *loop;
	struct gs_shared *shared;
};

static void shut_down(gpointer data)
{
	const struct serving *serving = data;
	g_main_loop_quit(serving->loop);
}

static gboolean on_signal(gpointer data)
{
	shut_down(data);
	return G_SOURCE_CONTINUE;
}

/* Begin the session. Return NULL, having said why, if the trace cannot be opened. */
static struct gs_session *begin_session(const struct options *o)
{
	GError *error = NULL;
	struct gs_session *session = gs_session_new(&o->program.launch);
	gs_session_set_timeout(session, o->program.timeout_ms);
	gs_session_begin(session);
	if (!gs_opened_is_trace(o->program.launch.argv[0]) ||
		gs_session_open(session, o->program.launch.argv[0], &error))
		return session;
	fail(error);
	gs_session_free(session);
	return NULL;
}

static int serve(const struct options *o, struct serving *serving)
{
	GError *error = NULL;
	const struct gs_offer what = {.shared = serving->shared,
		.token = o->token,
		.may_launch = o->may_launch,
		.may_open = o->may_launch || o->is_mcp,
		.output_fd = o->program.launch.output_fd,
		.timeout_ms = o->program.timeout_ms,
		.shutdown = shut_down,
		.data = serving};
	struct gs_server *server = o->stdio ? gs_server_new_stdio(&what,
						      o->is_mcp ? GS_PROTOCOL_MCP : GS_PROTOCOL_RPC)
					    : gs_server_new(&o->address, &what, &error);
	if (!server) {
		fail(error);
		return STATUS_FAILED;
	}
	if (!o->stdio)
		gs_listen_print(gs_server_address(server), o->token);
	g_unix_signal_add(SIGINT, on_signal, serving);
	g_unix_signal_add(SIGTERM, on_signal, serving);
	g_unix_signal_add(SIGHUP, on_signal, serving);
	g_main_loop_run(serving->loop);
	gs_server_free(server);
	return 0;
}

int gs_serve_main(int argc, char **argv)
{
	struct options o = {0};
	int status = STATUS_FAILED;
	gs_launch_options_init(&o.program);
	if (!parse_options(&o, argc, argv) || !choose(&o))
		return STATUS_FAILED;
	struct gs_output_pipe *output = gs_output_pipe_new(true);
	if (output && !o.program.launch.output)
		o.program.launch.output_fd = gs_output_pipe_fd(output);
	struct gs_session *session = *o.program.launch.argv ? begin_session(&o) : NULL;
	if (session || !*o.program.launch.argv) {
		struct serving serving = {g_main_loop_new(NULL, FALSE), gs_shared_new(session)};
		if (output)
			gs_output_pipe_tell(output, serving.shared);
		status = serve(&o, &serving);
		gs_shared_free(serving.shared);
		g_main_loop_unref(serving.loop);
	}
	gs_output_pipe_free(output);
	gs_address_clear(&o.address);
	g_free(o.token);
	gs_launch_options_clear(&o.program);
	return status;
}
