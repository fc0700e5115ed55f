/* SPDX-License-Identifier: MIT */
/* `glstep sanitize [OPTION...] [--] PROGRAM [ARG...] | FILE.trace` */
#include "app/sanitize.h"
#include "app/sanitize-reports.h"

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
	"                     conversion, index, fetch, storage, unwritten, derivative,\n"
	"                     loop, barrier, race, precision, unused (a note)\n"
	"      --stages STAGE,...  look at these stages alone: vertex, tess-control,\n"
	"                     tess-evaluation, geometry, fragment, compute\n"
	"      --suppress FILE  do not tell what its rules match: a line each, KIND STAGE PATTERN\n"
	"                     (* for any; the pattern for the expression or the line); a comment\n"
	"                     in the shader does so, too: // glstep: ignore [KIND, ...]\n"
	"      --exit-code N  the exit status where something is found (default: 1)\n"
	"      --confirm      look step by step whether each finding is so\n"
	"      --keep DIR     write a trace with the draw of each finding, and the command that\n"
	"                     leads to the place there; looks step by step, too\n"
	"      --sarif FILE   write the findings as SARIF 2.1.0\n"
	"      --html DIR     write them as a page, DIR/index.html\n"
	"      --junit FILE   write them as JUnit's XML, with a test for each program's stage\n"
	"      --json         print a line of JSON for each finding, and one at last\n"
	"  -h, --help         show this\n"
	"\n"
	"Exit status: 0 nothing was found, 1 something, 2 it could not be done.\n";

enum { STATUS_FOUND = 1, STATUS_FAILED = 2 };

struct options {
	struct gs_sanitize_wish wish;
	bool json;
	const char *suppress; /* a file; these may be NULL: not given */
	const char *sarif, *html, *junit, *keep;
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

enum {
	OPTION_FRAMES = 256,
	OPTION_EVERY,
	OPTION_FAULTS,
	OPTION_STAGES,
	OPTION_EXIT,
	OPTION_JSON,
	OPTION_SUPPRESS,
	OPTION_CONFIRM,
	OPTION_KEEP,
	OPTION_SARIF,
	OPTION_HTML,
	OPTION_JUNIT
};

static const struct option known[] = {{"frames", required_argument, NULL, OPTION_FRAMES},
	{"every", required_argument, NULL, OPTION_EVERY},
	{"faults", required_argument, NULL, OPTION_FAULTS},
	{"stages", required_argument, NULL, OPTION_STAGES},
	{"exit-code", required_argument, NULL, OPTION_EXIT},
	{"suppress", required_argument, NULL, OPTION_SUPPRESS},
	{"confirm", no_argument, NULL, OPTION_CONFIRM},
	{"keep", required_argument, NULL, OPTION_KEEP},
	{"sarif", required_argument, NULL, OPTION_SARIF},
	{"html", required_argument, NULL, OPTION_HTML},
	{"junit", required_argument, NULL, OPTION_JUNIT}, {"json", no_argument, NULL, OPTION_JSON},
	{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

static bool parse_number(const char *option, uint64_t least, uint64_t most, uint64_t *number)
{
	if (gs_usage_number(optarg, number) && *number >= least && *number <= most)
		return true;
	fprintf(stderr, "glstep sanitize: %s %s: it takes a whole number from %u to %u\n", option,
		optarg, (unsigned)least, (unsigned)most);
	return false;
}

/* Take an option whose argument is the name of a file or folder. Return false if it is another. */
static bool parse_name(struct options *o, int option)
{
	const char **name = option == OPTION_SUPPRESS ? &o->suppress
			    : option == OPTION_KEEP   ? &o->keep
			    : option == OPTION_SARIF  ? &o->sarif
			    : option == OPTION_HTML   ? &o->html
			    : option == OPTION_JUNIT  ? &o->junit
						      : NULL;
	if (name)
		*name = optarg;
	o->wish.confirms |= option == OPTION_KEEP;
	return name != NULL;
}

static bool parse_option(struct options *o, int option)
{
	GError *error = NULL;
	uint64_t number;
	if (parse_name(o, option))
		return true;
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
	case OPTION_CONFIRM:
		o->wish.confirms = true;
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

static void print_tree(JsonNode *root)
{
	g_autofree char *line = gs_json_line(root);
	fputs(line, stdout);
	json_node_unref(root);
}

static void print_json(const struct gs_findings *findings)
{
	for (guint i = 0; i < findings->list->len; i++) {
		const struct gs_finding *f = findings->list->pdata[i];
		if (f->suppressed)
			continue;
		g_autoptr(JsonBuilder) json = json_builder_new();
		gs_json_finding(json, f);
		print_tree(json_builder_get_root(json));
	}
	struct gs_reply reply;
	gs_reply_init(&reply);
	gs_json_integer(reply.json, "findings", gs_sanitize_n(findings));
	gs_json_looked_at(reply.json, findings);
	print_tree(gs_reply_tree(&reply));
	gs_reply_clear(&reply);
}

static void print_text(const struct gs_findings *findings)
{
	const char *arguments;
	struct gs_reply reply;
	gs_reply_init(&reply);
	gs_json_findings(reply.json, findings);
	JsonNode *root = gs_reply_tree(&reply);
	g_autofree char *text = gs_verb_text(gs_verb_find("sanitize", &arguments), root);
	fputs(text, stdout);
	json_node_unref(root);
	gs_reply_clear(&reply);
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

/* recording: gets the path of what is recorded for --keep, g_free; NULL: nothing is. */
static bool begin(
	struct gs_session *session, const struct options *o, char **recording, GError **error)
{
	struct gs_stop stop;
	bool is_trace = gs_opened_is_trace(*o->program);
	if (is_trace && !gs_session_open(session, *o->program, error))
		return false;
	if (o->keep && !is_trace && !(*recording = gs_sanitize_record(session, o->keep, error)))
		return false;
	if (!gs_session_start(session, &stop, error))
		return false;
	gs_stop_clear(&stop);
	return true;
}

static bool write_reports(struct gs_session *session, const struct options *o,
	const struct gs_findings *findings, bool is_whole, GError **error)
{
	const struct gs_sanitize_report report = {
		findings, *o->program, is_whole, gs_session_patience(session)};
	gs_session_begin(session);
	return (!o->sarif || gs_sanitize_write_sarif(&report, o->sarif, error)) &&
	       (!o->html || gs_sanitize_write_html(&report, o->html, error)) &&
	       (!o->junit || gs_sanitize_write_junit(&report, o->junit, error));
}

/* Return the exit status. */
static int sanitize(struct gs_session *session, const struct options *o)
{
	GError *error = NULL;
	struct gs_stop stop = {0};
	struct gs_findings *findings = gs_findings_new();
	g_autofree char *recording = NULL;
	int status = 0;
	bool begun = begin(session, o, &recording, &error);
	if (!begun || !gs_session_sanitize(session, &o->wish, findings, &stop, &error))
		status = complain(g_steal_pointer(&error));
	gs_stop_clear(&stop);
	if (o->keep && (begun || recording) &&
		!gs_sanitize_keep(session, findings, o->keep, recording, &error))
		status = complain(g_steal_pointer(&error));
	if (o->json)
		print_json(findings);
	else
		print_text(findings);
	if (!write_reports(session, o, findings, !status, &error))
		status = complain(error);
	status = status ? status : gs_sanitize_n_faults(findings) ? o->found : 0;
	gs_findings_free(findings);
	return fflush(stdout) ? STATUS_FAILED : status;
}

static bool read_suppressions(struct gs_session *session, struct options *o)
{
	GError *error = NULL;
	gs_session_begin(session);
	if (o->suppress)
		o->wish.suppressions = gs_suppressions_read(
			o->suppress, gs_session_patience(session), &error);
	return !error || !complain(error);
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
	int status = read_suppressions(session, &o) ? sanitize(session, &o) : STATUS_FAILED;
	gs_suppressions_free((struct gs_suppressions *)o.wish.suppressions);
	gs_session_free(session);
	return status;
}
