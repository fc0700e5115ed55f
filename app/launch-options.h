/* SPDX-License-Identifier: MIT */
/* app/launch-options - the options that say how a program is started and debugged, for all that
 * start one: the console, the window, a server. */
#ifndef GS_APP_LAUNCH_OPTIONS_H
#define GS_APP_LAUNCH_OPTIONS_H

#include "debugger/host/host.h"

struct gs_launch_options {
	struct gs_launch launch;
	GPtrArray *environment; /* which it names */
	int timeout_ms;		/* for one command */
};

enum {
	GS_OPTION_OUTPUT = 1024,
	GS_OPTION_DIRECTORY,
	GS_OPTION_ENV,
	GS_OPTION_TIMEOUT,
	GS_OPTION_FOLLOW,
	GS_OPTION_REFUSE_BINARIES,
	GS_OPTION_MESA_TRACE,
	GS_OPTION_FREEZE_CLOCKS,
	GS_OPTION_LIST_SIZE,
	GS_OPTION_KEEP_LAST,
	GS_OPTION_MASK_EXTENSION,
	GS_OPTION_LIMIT
};

/* Elements of an array of struct option. */
#define GS_LAUNCH_OPTIONS                                                                          \
	{"program-output", required_argument, NULL, GS_OPTION_OUTPUT},                             \
		{"directory", required_argument, NULL, GS_OPTION_DIRECTORY},                       \
		{"env", required_argument, NULL, GS_OPTION_ENV},                                   \
		{"timeout", required_argument, NULL, GS_OPTION_TIMEOUT},                           \
		{"follow", required_argument, NULL, GS_OPTION_FOLLOW},                             \
		{"refuse-binaries", no_argument, NULL, GS_OPTION_REFUSE_BINARIES},                 \
		{"mesa-trace", no_argument, NULL, GS_OPTION_MESA_TRACE},                           \
		{"freeze-clocks", no_argument, NULL, GS_OPTION_FREEZE_CLOCKS},                     \
		{"list-size", required_argument, NULL, GS_OPTION_LIST_SIZE},                       \
		{"keep-last", required_argument, NULL, GS_OPTION_KEEP_LAST},                       \
		{"mask-extension", required_argument, NULL, GS_OPTION_MASK_EXTENSION},             \
	{                                                                                          \
		"limit", required_argument, NULL, GS_OPTION_LIMIT                                  \
	}

/* What `--help` says of them. */
#define GS_LAUNCH_USAGE                                                                            \
	"      --program-output FILE  the program's own stdout and stderr go there (default: "     \
	"glstep's stderr)\n"                                                                       \
	"      --directory DIR    start the program there\n"                                       \
	"      --env NAME=VALUE   set a variable of its environment; repeatable\n"                 \
	"      --timeout SECONDS  for one command (default 60)\n"                                  \
	"      --follow PATTERN   of the processes it starts, debug the one whose executable "     \
	"matches\n"                                                                                \
	"      --refuse-binaries  program binaries fail to load, so that the program compiles "    \
	"its sources\n"                                                                            \
	"      --freeze-clocks    the clocks that the program reads stand still while it is "      \
	"stopped\n"                                                                                \
	"      --list-size SIZE|unlimited  how much of the disk the list of calls takes (200M; "   \
	"default: a quarter of what is free, 4G at most); the oldest calls are dropped then\n"     \
	"      --keep-last N      hold the last N frames, for `trace save FILE last` and Keep "    \
	"frame, and write them to a file if the program crashes\n"                                 \
	"      --mesa-trace       the program is told that there is GL_MESA_trace\n"               \
	"      --mask-extension NAME  it is not told of that extension (or GL_ARB_*); "            \
	"repeatable\n"                                                                             \
	"      --limit NAME=VALUE     it is told that limit (GL_MAX_TEXTURE_SIZE=1024) or "        \
	"version (GL_VERSION=3.1); repeatable\n"

void gs_launch_options_init(struct gs_launch_options *options);
void gs_launch_options_clear(struct gs_launch_options *options);
/* Take an option, whose value is borrowed. Return false if it is none of these. *wrong: a sentence
 * about a value that is refused, g_free; else unchanged. */
bool gs_launch_options_take(
	struct gs_launch_options *options, int option, char *value, char **wrong);
/* All were taken: set the program and its arguments. Return what is wrong with it, g_free; NULL:
 * nothing. argv may be empty. */
char *gs_launch_options_finish(struct gs_launch_options *options, char **argv);

#endif
