/* SPDX-License-Identifier: MIT */
/* `glstep compare [OPTION...] A B` */
#include "app/compare.h"

#include <getopt.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/junit.h"
#include "compare/compare.h"
#include "debugger/base/environment.h"
#include "debugger/base/output-file.h"
#include "debugger/open/opened.h"
#include "trace/trace.h"
#include "verbs/verbs.h"

enum { STATUS_EQUAL, STATUS_DIFFER, STATUS_COULD_NOT };

static const char usage[] =
	"Usage: glstep compare [OPTION...] A B\n"
	"       glstep compare [OPTION...] --b-env NAME=VALUE A\n"
	"       glstep compare [OPTION...] -- 'PROGRAM [ARG...]' 'PROGRAM [ARG...]'\n"
	"Plays two traces, or one twice, and says which draw differs first, and why. Programs are\n"
	"recorded first.\n"
	"\n"
	"      --a-env NAME=VALUE\n"
	"      --b-env NAME=VALUE  set a variable of the environment of A's, B's player;\n"
	"                          repeatable: GALLIUM_DRIVER=softpipe is another driver\n"
	"      --tolerance exact|ulp:N|levels:N|perceptual[:N]\n"
	"                          how far components may be apart: steps of their format, or of\n"
	"                          255; or colours: Delta E*ab (2.3) (default: exact)\n"
	"      --frames A[-[B]]    of which frames pictures are compared, counted from 0\n"
	"      --every-draw        look behind each draw, not at the ends of passes alone\n"
	"      --bisect            look at the ends of frames alone, then into the first that\n"
	"                          differs: quicker where traces are long\n"
	"      --json              print a line of JSON\n"
	"      --junit FILE        write it as JUnit's XML, too, with one test\n"
	"  -h, --help              show this\n"
	"\n"
	"Exit status: 0 equal, 1 not, 2 it could not be said.\n";

struct options {
	struct gs_compare_wish wish;
	const char *names[GS_COMPARE_SIDES]; /* as the user names them */
	GPtrArray *environment[GS_COMPARE_SIDES];
	char *recorded[GS_COMPARE_SIDES]; /* files of our own */
	char *folder;
	const char *junit; /* file; NULL: none */
	bool json;
};

enum {
	OPTION_A_ENV = 256,
	OPTION_B_ENV,
	OPTION_TOLERANCE,
	OPTION_FRAMES,
	OPTION_EVERY_DRAW,
	OPTION_BISECT,
	OPTION_JSON,
	OPTION_JUNIT
};

static const struct option known[] = {{"a-env", required_argument, NULL, OPTION_A_ENV},
	{"b-env", required_argument, NULL, OPTION_B_ENV},
	{"tolerance", required_argument, NULL, OPTION_TOLERANCE},
	{"frames", required_argument, NULL, OPTION_FRAMES},
	{"every-draw", no_argument, NULL, OPTION_EVERY_DRAW},
	{"bisect", no_argument, NULL, OPTION_BISECT}, {"json", no_argument, NULL, OPTION_JSON},
	{"junit", required_argument, NULL, OPTION_JUNIT}, {"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0}};

static bool complain(const char *format, const char *what)
{
	fputs("glstep compare: ", stderr);
	fprintf(stderr, format, what);
	fputc('\n', stderr);
	return false;
}

static bool take_option(struct options *o, int option)
{
	uint64_t first, last;
	switch (option) {
	case OPTION_A_ENV:
	case OPTION_B_ENV:
		if (!strchr(optarg, '=') || *optarg == '=')
			return complain("'%s' does not set a variable: NAME=VALUE does", optarg);
		g_ptr_array_add(o->environment[option == OPTION_B_ENV], optarg);
		return true;
	case OPTION_TOLERANCE:
		return gs_tolerance_parse(optarg, &o->wish.tolerance) ||
		       complain("--tolerance %s: it is exact, ulp:N, levels:N, perceptual or "
				"perceptual:N",
			       optarg);
	case OPTION_FRAMES:
		o->wish.frames[GS_COMPARE_A] = o->wish.frames[GS_COMPARE_B] = optarg;
		return gs_trace_range(optarg, &first, &last) ||
		       complain("--frames %s: frames are given as A, A- or A-B", optarg);
	case OPTION_EVERY_DRAW:
		o->wish.every_draw = true;
		return true;
	case OPTION_BISECT:
		o->wish.bisect = true;
		return true;
	case OPTION_JSON:
		o->json = true;
		return true;
	case OPTION_JUNIT:
		o->junit = optarg;
		return true;
	case 'h':
		exit(fputs(usage, stdout) < 0 || fflush(stdout) != 0);
	default:
		fputs("Try 'glstep compare --help'.\n", stderr);
		return false;
	}
}

/* ---- programs ---- */

/* Record a program, given as one word. Return false after a message if there is no trace. */
static bool record(struct options *o, int side)
{
	g_auto(GStrv) program = NULL;
	g_autoptr(GError) error = NULL;
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	char *const first[] = {self, (char *)"record", (char *)"-o", NULL, (char *)"--"};
	if (!g_shell_parse_argv(o->wish.files[side], NULL, &program, &error))
		return complain("%s", error->message);
	if (!o->folder && !(o->folder = g_dir_make_tmp("glstep-XXXXXX", &error)))
		return complain("%s", error->message);
	o->recorded[side] = g_build_filename(o->folder, side ? "b.trace" : "a.trace", NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(first); i++)
		g_ptr_array_add(argv, first[i] ? first[i] : o->recorded[side]);
	for (char **at = program; *at; at++)
		g_ptr_array_add(argv, *at);
	g_ptr_array_add(argv, NULL);
	g_auto(GStrv) environment = gs_environment_with(o->wish.environment[side]);
	if (!g_spawn_sync(NULL, (char **)argv->pdata, environment, G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
		    NULL, NULL, NULL, NULL, &error))
		return complain("%s", error->message);
	if (!gs_opened_is_trace(o->recorded[side]))
		return complain("'%s' could not be recorded", o->wish.files[side]);
	o->wish.files[side] = o->recorded[side];
	return true;
}

static bool take_runs(struct options *o, char **words)
{
	int n = (int)g_strv_length(words);
	bool is_twice = n == 1 && (o->environment[0]->len || o->environment[1]->len);
	if (n != GS_COMPARE_SIDES && !is_twice) {
		complain("two traces or programs are compared, or one with --a-env or --b-env%s",
			"");
		fputs("Try 'glstep compare --help'.\n", stderr);
		return false;
	}
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		o->wish.files[i] = o->names[i] = words[is_twice ? 0 : i];
		g_ptr_array_add(o->environment[i], NULL);
		o->wish.environment[i] = (char **)o->environment[i]->pdata;
	}
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (!gs_opened_is_trace(o->wish.files[i]) && !record(o, i))
			return false;
	return true;
}

/* ---- what is told ---- */

static void add_number(JsonBuilder *json, const char *key, uint64_t value, bool is_there)
{
	json_builder_set_member_name(json, key);
	if (is_there)
		json_builder_add_int_value(json, (gint64)value);
	else
		json_builder_add_null_value(json);
}

static void add_numbers(JsonBuilder *json, const char *key, const double *values, unsigned n)
{
	gs_json_begin_list(json, key);
	for (unsigned i = 0; i < n; i++)
		gs_json_double(json, values[i]);
	json_builder_end_array(json);
}

static void add_picture(JsonBuilder *json, const struct gs_compared *found)
{
	json_builder_set_member_name(json, "pixel");
	if (found->has_pixel) {
		json_builder_begin_array(json);
		json_builder_add_int_value(json, found->x);
		json_builder_add_int_value(json, found->y);
		json_builder_end_array(json);
	} else {
		json_builder_add_null_value(json);
	}
	gs_json_string(json, "attachment", found->attachment);
	gs_json_integer(json, "pixels", (gint64)found->pixels);
	add_numbers(json, "pixel_a", found->values[GS_COMPARE_A], found->n);
	add_numbers(json, "pixel_b", found->values[GS_COMPARE_B], found->n);
}

static void tell_json(const struct gs_compared *found)
{
	static const char *const calls[] = {"call_a", "call_b"}, *const details[] = {"a", "b"},
				 *const setters[] = {"set_a", "set_b"};
	bool differs = !found->is_equal;
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_boolean(json, "equal", found->is_equal);
	add_number(json, "frame", found->frame, differs);
	add_number(json, "draw", found->draw, differs);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		add_number(
			json, calls[i], found->calls[i], differs && found->calls[i] != UINT64_MAX);
	add_picture(json, found);
	gs_json_string(json, "cause", differs ? gs_cause_names[found->cause] : NULL);
	gs_json_string(json, "what", found->what);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		gs_json_string(json, details[i], found->details[i]);
	add_number(json, "line", found->line, found->line);
	gs_json_string(json, "stage", found->stage);
	gs_json_string(json, "element", found->element);
	gs_json_string(json, "function", found->function);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		add_number(json, setters[i], found->setters[i], found->setters[i] != UINT64_MAX);
	gs_json_integer(json, "frames", (gint64)found->frames);
	gs_json_integer(json, "passes", (gint64)found->points);
	gs_json_integer(json, "calls_differing", (gint64)found->calls_differing);
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	char *line = gs_json_line(root);
	fputs(line, stdout);
	g_free(line);
	json_node_unref(root);
	g_object_unref(json);
}

static void tell_calls(GString *to, const char *before, const uint64_t calls[GS_COMPARE_SIDES])
{
	static const char *const names[] = {"A's", "B's"};
	bool is_second = false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (calls[i] == UINT64_MAX)
			continue;
		g_string_append_printf(to, "%s%s call %llu", is_second ? ", " : before, names[i],
			(unsigned long long)calls[i]);
		is_second = true;
	}
}

static void tell_pixel(GString *to, const struct gs_compared *found)
{
	g_string_append_printf(to, "  %s, pixel %d %d", found->attachment, found->x, found->y);
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		g_string_append(to, i ? "; " : ": ");
		for (unsigned k = 0; k < found->n; k++)
			g_string_append_printf(to, "%s%.9g", k ? " " : "", found->values[i][k]);
	}
	g_string_append_printf(to, " (%llu pixels differ)\n", (unsigned long long)found->pixels);
}

static void tell_equal(GString *to, const struct gs_compared *found)
{
	g_string_append_printf(to, "Equal: %llu passes of %llu frames",
		(unsigned long long)found->points, (unsigned long long)found->frames);
	if (found->calls_differing)
		g_string_append_printf(to, "; %llu calls differ, which glstep-trace diff tells",
			(unsigned long long)found->calls_differing);
	g_string_append_c(to, '\n');
}

/* Return what was found as lines of text; g_free. */
static char *text_of(const struct gs_compared *found)
{
	GString *to = g_string_new("");
	if (found->is_equal) {
		tell_equal(to, found);
		return g_string_free(to, FALSE);
	}
	g_string_append_printf(to, "The first difference is in frame %llu, draw %llu",
		(unsigned long long)found->frame, (unsigned long long)found->draw);
	tell_calls(to, ": ", found->calls);
	g_string_append_printf(to, ", %s\n", found->function ? found->function : "?");
	if (found->has_pixel)
		tell_pixel(to, found);
	g_string_append_printf(to, "  %s: %s", gs_cause_names[found->cause],
		found->what ? found->what : "not known");
	if (found->stage && found->line)
		g_string_append_printf(to, " (%s shader, line %llu)", found->stage,
			(unsigned long long)found->line);
	if (found->element)
		g_string_append_printf(to, ", element %s", found->element);
	tell_calls(to, "; set by ", found->setters);
	g_string_append_c(to, '\n');
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (found->details[i])
			g_string_append_printf(
				to, "    %s: %s\n", i ? "B" : "A", found->details[i]);
	return g_string_free(to, FALSE);
}

/* Write one test, which passes where the runs are equal. failure: they cannot be compared; NULL:
 * they were. Return false after a message. */
static bool write_junit(const struct options *o, struct gs_output *output,
	const struct gs_compared *found, const char *failure)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *text = text_of(found);
	g_autofree char *first = g_strndup(text, strcspn(text, "\n"));
	g_autofree char *name = g_strdup_printf("%s %s", o->names[0], o->names[1]);
	struct gs_junit *junit = gs_junit_new();
	gs_junit_begin(junit, "glstep compare", name);
	if (failure)
		gs_junit_break(junit, failure);
	else if (found->is_equal)
		gs_junit_note(junit, text);
	else
		gs_junit_fail(junit, gs_cause_names[found->cause], first, text);
	g_autofree char *xml = gs_junit_end(junit, "glstep compare");
	fputs(xml, gs_output_stream(output));
	return gs_output_close(output, &error) || complain("%s", error->message);
}

static bool tell(const struct options *o, const struct gs_compared *found)
{
	g_autofree char *text = text_of(found);
	if (o->json)
		tell_json(found);
	else
		fputs(text, stdout);
	return (fflush(stdout) == 0 && !ferror(stdout)) ||
	       complain("%s", "standard output cannot be written");
}

static int compare(const struct options *o)
{
	struct gs_compared found;
	g_autoptr(GError) error = NULL;
	struct gs_output *output = o->junit ? gs_output_open(o->junit, NULL, &error) : NULL;
	if (o->junit && !output) {
		complain("%s", error->message);
		return STATUS_COULD_NOT;
	}
	bool is_done = gs_compare(&o->wish, &found, &error);
	const char *failure = is_done ? NULL : error ? error->message : "it cannot be compared";
	int status = found.is_equal ? STATUS_EQUAL : STATUS_DIFFER;
	bool good = is_done ? tell(o, &found) : complain("%s", failure);
	if (output && !write_junit(o, output, &found, failure))
		good = false;
	gs_compared_clear(&found);
	return good ? status : STATUS_COULD_NOT;
}

static void end(struct options *o)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		if (o->recorded[i])
			g_unlink(o->recorded[i]);
		g_free(o->recorded[i]);
		g_ptr_array_free(o->environment[i], TRUE);
	}
	if (o->folder)
		g_rmdir(o->folder);
	g_free(o->folder);
}

int gs_compare_main(int argc, char **argv)
{
	struct options o = {.json = false};
	int option;
	bool good = true;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		o.environment[i] = g_ptr_array_new();
	argv[0] = (char *)"glstep compare"; /* for getopt's messages */
	while (good && (option = getopt_long(argc, argv, "h", known, NULL)) != -1)
		good = take_option(&o, option);
	if (good && o.wish.bisect && o.wish.every_draw)
		good = complain("%s", "--bisect looks at frames first, --every-draw at draws: give "
				      "one of them");
	int status = good && take_runs(&o, argv + optind) ? compare(&o) : STATUS_COULD_NOT;
	end(&o);
	return status;
}
