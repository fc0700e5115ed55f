/* SPDX-License-Identifier: MIT */
/* `glstep dap [--tcp [HOST:]PORT] [--token TOKEN]` */
#include "app/dap.h"

#include <errno.h>
#include <getopt.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "dap/dap.h"
#include "serve/listen.h"

static const char usage[] =
	"Usage: glstep dap [OPTION...]\n"
	"Serves an editor by the Debug Adapter Protocol, at standard input and output: breakpoints "
	"in\nfiles of shaders, stepping, values. docs/editors.md says how editors are set up.\n"
	"\n"
	"      --tcp [HOST:]PORT  serve editors that connect there (default host: localhost; port "
	"0:\n"
	"                         any); prints {\"listening\", \"token\"}\n"
	"      --token TOKEN      what `launch` and `attach` must have as \"adapterToken\" then\n"
	"                         (default: a random one)\n"
	"  -h, --help             show this\n"
	"\n"
	"Exit status: 0 the editor has left, 2 it could not be done.\n";

enum { STATUS_FAILED = 2, MOST_EDITORS = 64 };
enum { OPTION_TCP = 256, OPTION_TOKEN };

static const struct option known[] = {{"tcp", required_argument, NULL, OPTION_TCP},
	{"token", required_argument, NULL, OPTION_TOKEN}, {"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0}};

static int complain(const char *why)
{
	fprintf(stderr, "glstep dap: %s\nTry 'glstep dap --help'.\n", why);
	return STATUS_FAILED;
}

/* Serve each editor in a process of its own, as each has a session. */
static int serve_all(GSocket *socket, const char *token)
{
	unsigned n = 0;
	for (;;) {
		g_socket_condition_wait(socket, G_IO_IN, NULL, NULL);
		int client = accept4(g_socket_get_fd(socket), NULL, NULL, SOCK_CLOEXEC);
		while (n && waitpid(-1, NULL, WNOHANG) > 0)
			n--;
		if (client < 0 && errno != EINTR && errno != EAGAIN && errno != ECONNABORTED)
			return complain(g_strerror(errno));
		pid_t child = client >= 0 && n < MOST_EDITORS ? fork() : -1;
		if (child == 0) {
			g_object_unref(socket);
			gs_dap_serve(client, client, token);
			exit(0);
		}
		n += child > 0;
		if (client >= 0)
			close(client);
	}
}

static int serve_tcp(const char *text, char *token)
{
	struct gs_address where = {0};
	g_autoptr(GError) error = NULL;
	g_autofree char *address = g_strconcat("tcp:", text, NULL);
	g_autofree char *made = token ? g_strdup(token) : gs_listen_token();
	if (!made)
		return complain("no random token could be had: give one with --token");
	if (!gs_address_parse(address, &where, &error))
		return complain(error->message);
	g_autoptr(GSocket) socket = gs_listen(&where, &error);
	if (!socket)
		return complain(error->message);
	g_autofree char *listening = gs_listen_text(&where, socket);
	gs_listen_print(listening, made);
	gs_address_clear(&where);
	return serve_all(socket, made);
}

int gs_dap_main(int argc, char **argv)
{
	const char *tcp = NULL;
	char *token = NULL;
	int option;
	argv[0] = (char *)"glstep dap"; /* for getopt's messages */
	while ((option = getopt_long(argc, argv, "+h", known, NULL)) != -1) {
		if (option == 'h')
			return fputs(usage, stdout) < 0 || fflush(stdout) != 0;
		if (option == OPTION_TCP)
			tcp = optarg;
		else if (option == OPTION_TOKEN)
			token = optarg;
		else
			return STATUS_FAILED;
	}
	if (argv[optind])
		return complain("a program is named by the editor, in `launch`");
	if (token && (!tcp || !*token))
		return complain(tcp ? "--token takes a word" : "--token belongs to --tcp");
	if (tcp)
		return serve_tcp(tcp, token);
	gs_dap_serve(STDIN_FILENO, STDOUT_FILENO, NULL);
	return 0;
}
