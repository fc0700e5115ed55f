/* SPDX-License-Identifier: MIT */
/* `glstep sanitize [OPTION...] [--] PROGRAM [ARG...] | FILE.trace` */
#include "app/sanitize.h"

#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "debugger/open/opened.h"
#include "debugger/session/sanitize.h"
#include "debugger/session/trace/recordings.h"
#include "trace/trace.h"
#include "verbs/tell.h"
#include "verbs/usage.h"
#include "verbs/verb-sanitize.h"

static const char usage[] =
	"Usage: glstep sanitize [OPTION...] [--] PROGRAM [ARG...]\n"
	"       glstep sanitize [OPTION...] FILE.trace\n"
	"Runs PROGRAM, or plays a trace, and tells what its shaders do wrong: at which line, in "
	"how\n"
	"many elements, and with which values.\n"
	"\n"
	"      --frames A[-[B]]  look at these frames alone, counted from 0\n"
	"      --every N      of N draws look at one\n"
	"      --faults KIND,...  look for these alone: nan, infinity, domain, division, shift,\n"
	"                     conversion, index, fetch, storage, derivative\n"
	"      --stages STAGE,...  look at these stages alone: vertex, tess-control,\n"
	"                     tess-evaluation, geometry, fragment, compute\n"
	"      --exit-code N  the exit status where something is found (default: 1)\n"
	"      --json         print a line of JSON for each finding, and one at last\n"
	"  -h, --help         show this\n"
	"\n"
	"Exit status: 0 nothing was found, 1 something, 2 it could not be done.\n";

enum { STATUS_FOUND = 1, STATUS_FAILED = 2 };

struct options {
	struct gs_sanitize_wish wish;
	bool json;
	int found; /* the exit status */
	char **program;
};

/* Print an error. Return the exit status. */
static int complain(GError *error)
{
	fprintf(stderr, "glstep sanitize: %s\n", error->message);
	g_error_free(error);
	return STATUS_FAILED;
}

/* ---- options ---- */

enum { OPTION_FRAMES = 256, OPTION_EVERY, OPTION_FAULTS, OPTION_STAGES, OPTION_EXIT, OPTION_JSON };

static const struct option known[] = {{"frames", required_argument, NULL, OPTION_FRAMES},
	{"every", required_argument, NULL, OPTION_EVERY},
	{"faults", required_argument, NULL, OPTION_FAULTS},
	{"stages", required_argument, NULL, OPTION_STAGES},
	{"exit-code", required_argument, NULL, OPTION_EXIT},
	{"json", no_argument, NULL, OPTION_JSON}, {"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0}};

static bool parse_number(const char *option, uint64_t least, uint64_t most, uint64_t *number)
{
	if (gs_usage_number(optarg, number) && *number >= least && *number <= most)
		return true;
	fprintf(stderr, "glstep sanitize: %s %s: it takes a whole number from %u to %u\n", option,
		optarg, (unsigned)least, (unsigned)most);
	return false;
}

static bool parse_option(struct options *o, int option)
{
	GError *error = NULL;
	uint64_t number;
	switch (option) {
	case OPTION_FRAMES:
		if (gs_trace_range(optarg, &o->wish.first, &o->wish.last))
			return true;
		fprintf(stderr, "glstep sanitize: --frames %s: frames are given as A, A- or A-B\n",
			optarg);
		return false;
	case OPTION_EVERY:
		return parse_number("--every", 1, UINT32_MAX, &o->wish.every);
	case OPTION_FAULTS:
		return gs_sanitize_kinds(optarg, &o->wish.kinds, &error) || !complain(error);
	case OPTION_STAGES:
		return gs_sanitize_stages(optarg, &o->wish.stages, &error) || !complain(error);
	case OPTION_EXIT:
		if (!parse_number("--exit-code", 0, 255, &number))
			return false;
		o->found = (int)number;
		return true;
	case OPTION_JSON:
		o->json = true;
		return true;
	case 'h':
		exit(fputs(usage, stdout) < 0 || fflush(stdout) != 0);
	default:
		fputs("Try 'glstep sanitize --help'.\n", stderr);
		return false;
	}
}

static bool parse_options(struct options *o, int argc, char **argv)
{
	int option;
	argv[0] = (char *)"glstep sanitize"; /* for getopt's messages */
	while ((option = getopt_long(argc, argv, "+h", known, NULL)) != -1)
		if (!parse_option(o, option))
			return false;
	o->program = argv + optind;
	if (*o->program)
		return true;
	fputs("glstep sanitize: no program was given: name it, or a trace, after the options\n"
	      "Try 'glstep sanitize --help'.\n",
		stderr);
	return false;
}

/* ---- telling ---- */

static void print_tree(JsonBuilder *json)
{
	JsonNode *root = json_builder_get_root(json);
	g_autofree char *line = gs_json_line(root);
	fputs(line, stdout);
	json_node_unref(root);
	g_object_unref(json);
}

static void print_json(const struct gs_findings *findings)
{
	for (guint i = 0; i < findings->list->len; i++) {
		JsonBuilder *json = json_builder_new();
		gs_json_finding(json, findings->list->pdata[i]);
		print_tree(json);
	}
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_integer(json, "findings", findings->list->len);
	gs_json_looked_at(json, findings);
	json_builder_end_object(json);
	print_tree(json);
}

static void print_text(const struct gs_findings *findings)
{
	const char *arguments;
	const struct gs_verb *verb = gs_verb_find("sanitize", &arguments);
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_findings(json, findings);
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	g_autofree char *text = gs_verb_text(verb, root);
	fputs(text, stdout);
	json_node_unref(root);
	g_object_unref(json);
}

/* ---- looking ---- */

static struct gs_session *interrupted;

/* On SIGINT, SIGTERM and SIGHUP: end, and tell what was found so far. */
static void on_end(int number)
{
	gs_session_interrupt_all(interrupted);
}

static void await_end(struct gs_session *session)
{
	const struct sigaction action = {.sa_handler = on_end, .sa_flags = SA_RESTART};
	interrupted = session;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static bool begin(struct gs_session *session, const struct options *o, GError **error)
{
	struct gs_stop stop;
	if (gs_opened_is_trace(*o->program) && !gs_session_open(session, *o->program, error))
		return false;
	if (!gs_session_start(session, &stop, error))
		return false;
	gs_stop_clear(&stop);
	return true;
}

/* Return the exit status. */
static int sanitize(struct gs_session *session, const struct options *o)
{
	GError *error = NULL;
	struct gs_stop stop = {0};
	struct gs_findings *findings = gs_findings_new();
	int status = 0;
	if (!begin(session, o, &error) ||
		!gs_session_sanitize(session, &o->wish, findings, &stop, &error))
		status = complain(error);
	gs_stop_clear(&stop);
	if (o->json)
		print_json(findings);
	else
		print_text(findings);
	status = status ? status : findings->list->len ? o->found : 0;
	gs_findings_free(findings);
	return fflush(stdout) ? STATUS_FAILED : status;
}

int gs_sanitize_main(int argc, char **argv)
{
	struct options o = {.wish = {.kinds = GS_ALL_FAULTS,
				    .stages = (1u << GS_N_STAGES) - 1,
				    .every = 1,
				    .last = UINT64_MAX},
		.found = STATUS_FOUND};
	if (!parse_options(&o, argc, argv))
		return STATUS_FAILED;
	struct gs_launch launch = {.argv = o.program, .output_fd = STDERR_FILENO};
	struct gs_session *session = gs_session_new(&launch);
	await_end(session);
	gs_session_set_timeout(session, INT_MAX);
	int status = sanitize(session, &o);
	gs_session_free(session);
	return status;
}
