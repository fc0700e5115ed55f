/* SPDX-License-Identifier: MIT */
/* Line editing, history and completion; Ctrl-C pauses the program. */
#include <editline/readline.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>
#include "console/console.h"
#include "debugger/base/input-file.h"
#include "debugger/base/output-file.h"
#include "serve/remote.h"
#include "verbs/usage.h"

static struct gs_session *interrupted_session;
static struct gs_remote *interrupted_remote;
static volatile sig_atomic_t interrupts;
static int wakeup[2] = {-1, -1}; /* a pipe that is readable after Ctrl-C, whichever thread got the
				    signal and however early */

static void on_interrupt(int number)
{
	interrupts = 1;
	if (interrupted_remote)
		gs_remote_interrupt(interrupted_remote);
	if (wakeup[1] >= 0 && write(wakeup[1], "", 1) < 0)
		return; /* the pipe is full, so it is readable */
	if (interrupted_session)
		gs_session_interrupt(interrupted_session);
}

/* Completions at the word being typed: words of commands that begin with the line, or of what the
 * command takes. */
static GPtrArray *candidates;

static void add_candidate(const char *text, size_t length)
{
	char *candidate = g_strndup(text, length);
	if (g_ptr_array_find_with_equal_func(candidates, candidate, g_str_equal, NULL))
		g_free(candidate);
	else
		g_ptr_array_add(candidates, candidate);
}

static void add_names(const char *line, size_t before)
{
	const struct gs_verb *c;
	for (size_t i = 0; (c = gs_verb_at(i)); i++)
		if (strlen(c->name) >= before && strncmp(c->name, line, strlen(line)) == 0)
			add_candidate(c->name + before, strcspn(c->name + before, " "));
}

/* Add the words that the usage of the line's command allows next. Return whether a file may be
 * next. */
static bool add_arguments(const char *line, size_t before)
{
	g_autofree char *done = g_strndup(line, before);
	const char *arguments;
	const struct gs_verb *verb = gs_verb_find(g_strchug(done), &arguments);
	struct gs_usage *usage = verb ? gs_usage_parse(verb->arguments) : NULL;
	if (!usage)
		return false;
	g_autofree char *rest = g_strstrip(g_strdup(arguments));
	g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);
	bool file = false;
	GPtrArray *next = gs_usage_next(
		usage, (const char *const *)words, *rest ? g_strv_length(words) : 0);
	for (guint i = 0; i < next->len; i++) {
		const struct gs_usage *leaf = next->pdata[i];
		if (leaf->kind == GS_USAGE_WORD)
			add_candidate(leaf->text, strlen(leaf->text));
		else if (leaf->type == GS_USAGE_STAGE)
			for (unsigned k = 0; k < GS_N_STAGES; k++)
				add_candidate(gs_stage_name(k), strlen(gs_stage_name(k)));
		file |= leaf->kind == GS_USAGE_VALUE && leaf->type == GS_USAGE_FILE;
	}
	g_ptr_array_free(next, TRUE);
	gs_usage_free(usage);
	return file;
}

static char *complete(const char *word, int state)
{
	static guint next;
	next = state ? next : 0;
	while (next < candidates->len) {
		const char *candidate = candidates->pdata[next++];
		if (g_str_has_prefix(candidate, word))
			return strdup(candidate);
	}
	return NULL;
}

static char **complete_line(const char *word, int start, int end)
{
	g_autofree char *line = g_strndup(rl_line_buffer, (size_t)end);
	candidates = g_ptr_array_new_with_free_func(g_free);
	add_names(line, (size_t)start);
	rl_attempted_completion_over = !add_arguments(line, (size_t)start);
	char **found = rl_completion_matches(word, complete);
	g_ptr_array_unref(candidates);
	return found;
}

static char *history_file(void)
{
	const char *state = g_getenv("XDG_STATE_HOME");
	char *folder = state && *state ? g_build_filename(state, "glstep", NULL)
				       : g_build_filename(g_get_home_dir(), ".local", "state",
						 "glstep", NULL);
	char *file = g_mkdir_with_parents(folder, 0700) == 0
			     ? g_build_filename(folder, "history", NULL)
			     : NULL;
	g_free(folder);
	return file;
}

/* Return the next character typed; EOF at the end of the input or on Ctrl-C. */
static int next_character(FILE *in)
{
	struct pollfd polled[] = {
		{.fd = wakeup[0], .events = POLLIN}, {.fd = fileno(in), .events = POLLIN}};
	mbstate_t state = {0};
	while (true) {
		wchar_t character;
		char byte;
		if (poll(polled, 2, -1) < 0)
			continue;
		if (polled[0].revents || read(fileno(in), &byte, 1) != 1)
			return EOF;
		size_t n = mbrtowc(&character, &byte, 1, &state);
		if (n == (size_t)-1)
			return (unsigned char)byte;
		if (n != (size_t)-2)
			return (int)character;
	}
}

/* Save the history. libedit does not report write errors, so it writes to memory, and we write the
 * file. Return false with an error on failure. */
static bool save_history(const char *file, GError **error)
{
	int memory = memfd_create("glstep-history", MFD_CLOEXEC);
	char *name = g_strdup_printf("/proc/self/fd/%d", memory), *text = NULL;
	size_t size;
	bool good = memory >= 0 && write_history(name) == 0 &&
		    gs_input_read_all(name, NULL, &text, &size, error);
	struct gs_output *output = good ? gs_output_open(file, NULL, error) : NULL;
	if (output) {
		fwrite(text, 1, size, gs_output_stream(output));
		good = gs_output_close(output, error);
	}
	g_free(text);
	g_free(name);
	if (memory >= 0)
		close(memory);
	return output && good;
}

static void forget_interrupts(void)
{
	char bytes[64];
	interrupts = 0;
	while (read(wakeup[0], bytes, sizeof bytes) > 0)
		;
}

static void read_edited(struct gs_console *console)
{
	char *file = history_file(), *line;
	rl_readline_name = (char *)"glstep";
	rl_getc_function = next_character;
	using_history();
	stifle_history(1000);
	rl_attempted_completion_function = complete_line;
	if (file)
		read_history(file);
	gs_console_say(console, "glstep: `help` lists the commands, `start` begins.\n");
	while (!console->over) {
		forget_interrupts();
		line = readline("(glstep) ");
		if (!line && interrupts) { /* Ctrl-C at the prompt begins another line */
			putchar('\n');
			continue;
		}
		if (!line)
			break;
		if (*line)
			add_history(line);
		gs_console_execute(console, line);
		free(line);
	}
	if (!console->over)
		putchar('\n');
	GError *error = NULL;
	if (file && !save_history(file, &error))
		fprintf(stderr, "glstep: the history of commands was not saved: %s\n",
			error ? error->message : "out of memory");
	g_clear_error(&error);
	g_free(file);
}

bool gs_console_is_interactive(const struct gs_console *console)
{
	return !console->json && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

void gs_console_interact(struct gs_console *console)
{
	struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART}, before;
	interrupted_session = console->verbs.session;
	interrupted_remote = console->remote;
	sigaction(SIGINT, &action, &before);
	console->interactive = true;
	if (!gs_console_is_interactive(console))
		gs_console_run_file(console, "-");
	else if (pipe2(wakeup, O_CLOEXEC | O_NONBLOCK) == 0)
		read_edited(console);
	else
		gs_console_run_file(console, "-");
	sigaction(SIGINT, &before, NULL);
	interrupted_session = NULL;
	interrupted_remote = NULL;
}
