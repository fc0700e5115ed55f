/* SPDX-License-Identifier: MIT */
#include "app/trace-tool.h"

#include "data/state.h"
#include "verbs/verbs.h"

#include <errno.h>
#include <glib.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_STEP = 1 << 16 };

static const char usage[] =
	"Usage: glstep-trace dump [--calls CALLS] [--json] [--verbose] FILE\n"
	"       glstep-trace info [--json] FILE\n"
	"       glstep-trace check [--json] FILE\n"
	"       glstep-trace repack [--calls CALLS] [--json] IN OUT\n"
	"       glstep-trace join [--json] OUT IN...\n"
	"       glstep-trace edit [--edits FILE.edits] [--argument N NAME VALUE] [--skip N] "
	"[--insert N CALL] [--move N BEFORE]... [--save-edits FILE.edits] [-o OUT] [--json] IN\n"
	"       glstep-trace extract (--frame A[-[B]] | --draw N) [--check] [--as-data] [--json] "
	"IN OUT\n"
	"       glstep-trace state (--call CALLS)... [--group G] [--json] FILE\n"
	"       glstep-trace memory (--call N (--buffer B [--range A-B])...)... [--json] FILE\n"
	"       glstep-trace uses [--call N] (--buffer|--texture|--program|--framebuffer|...) NAME "
	"[--json] FILE\n"
	"       glstep-trace diff [--calls A[-[B]]] [--json] A B\n"
	"       glstep-trace statistics [--per call|draw|pass|frame|program] [--replay] "
	"[--times[=N|=recorded] [--trace-events FILE]] [--frames A[-[B]]] "
	"[--json | --csv] FILE\n"
	"       glstep-trace export-c [--frames A[-[B]] | --calls CALLS] [--classes LIST] "
	"[--assert GROUPS] "
	"[--json] FILE DIR\n"
	"       glstep-trace report --html DIR [--replay [--frames A[-[B]]]] [--json] FILE\n";
static const char about_words[] =
	"FRAMES: 12  10-20  10-\n"
	"CALLS: 12  10-20  draw  frame  fbo  thread=1  10-20/draw  10-20/2  @FILE, several with "
	"commas "
	"between\n";

char *gs_tool_verb_options(const struct gs_verb *verb)
{
	GString *text = g_string_new(NULL);

	for (const char *at = verb->arguments; *at;) {
		size_t n = strcspn(at, " []");
		if (n && g_ascii_islower(*at) && !memchr(at, '|', n))
			g_string_append(text, "--");
		n = n ? n : 1;
		g_string_append_len(text, at, (gssize)n);
		at += n;
	}
	g_string_append(text, text->len ? " " : "");
	return g_string_free(text, FALSE);
}

static void print_verbs(FILE *file)
{
	for (const struct gs_verb *verb = gs_trace_verbs; verb->name; verb++) {
		char *options = gs_tool_verb_options(verb);
		fprintf(file, "       glstep-trace %s %s[--json] FILE\n", verb->name, options);
		g_free(options);
	}
}

void gs_tool_print_words(FILE *file)
{
	fputs(usage, file);
	print_verbs(file);
	fputs(about_words, file);
}

int gs_tool_fail(int status, const char *file, const char *what)
{
	fprintf(stderr, "glstep-trace: %s%s%s\n", file ? file : "", file ? ": " : "", what);
	return status;
}

struct gs_trace_reader *gs_tool_open(const char *file, gs_trace_report report, void *data)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open(file, report, data, &why);

	if (!reader)
		gs_tool_fail(GS_TOOL_USAGE, file, why ? why : "there is no memory left");
	free(why);
	return reader;
}

int gs_tool_end(const char *file, const struct gs_trace_reader *reader)
{
	const char *message = gs_trace_reader_message(reader);

	if (message)
		gs_tool_fail(0, file, message);
	return gs_trace_reader_state(reader) == GS_TRACE_DAMAGED ? GS_TOOL_FAILED : 0;
}

int gs_tool_usage(const char *what, const char *word)
{
	fprintf(stderr, "glstep-trace: %s%s%s\n", what, word ? ": " : "", word ? word : "");
	gs_tool_print_words(stderr);
	return GS_TOOL_USAGE;
}

int gs_tool_take_file(const char *word, const char **file)
{
	if (*word == '-' && word[1])
		return gs_tool_usage("unknown option", word);
	if (*file)
		return gs_tool_usage("one file at a time", word);
	*file = word;
	return 0;
}

bool gs_tool_group(const char *name, uint32_t *groups)
{
	const char *group;
	for (unsigned i = 0; (group = gs_data_state_group(i)); i++)
		if (strcmp(group, name) == 0) {
			*groups = 1u << i;
			return true;
		}
	return false;
}

int gs_tool_no_group(const char *name)
{
	const char *group;
	fprintf(stderr, "glstep-trace: there is no group %s; there are", name);
	for (unsigned i = 0; (group = gs_data_state_group(i)); i++)
		fprintf(stderr, "%s %s", i ? "," : "", group);
	fputc('\n', stderr);
	return GS_TOOL_USAGE;
}

struct gs_call_set *gs_tool_calls(const char *option, const char *word)
{
	char *why = NULL;
	struct gs_call_set *set = word ? gs_call_set_new(word, &why) : NULL;
	char text[640];

	if (set)
		return set;
	snprintf(text, sizeof(text), "%s takes calls: %s", option,
		why    ? why
		: word ? "there is no memory left"
		       : "a number, a range like 10-20, draw, frame, 10-20/draw, @FILE");
	gs_tool_usage(text, NULL);
	free(why);
	return NULL;
}

bool gs_tool_number(const char *word, uint64_t *number)
{
	uint64_t last;

	return word && gs_trace_range(word, number, &last) && last == *number;
}

bool gs_tool_print(struct gs_trace_text *text, bool is_last)
{
	bool is_good = !text->failed;

	if (!is_last && text->length <= OUTPUT_STEP)
		return is_good;
	is_good = is_good &&
		  fwrite(text->data ? text->data : "", 1, text->length, stdout) == text->length;
	text->length = 0;
	return is_good;
}

int gs_tool_finish(struct gs_trace_text *text, int status)
{
	bool is_good;

	errno = 0;
	is_good = gs_tool_print(text, true);
	is_good = fflush(stdout) == 0 && !ferror(stdout) && is_good;
	if (!is_good)
		status = gs_tool_fail(GS_TOOL_FAILED, "standard output",
			text->failed ? "there is no memory left" : strerror(errno ? errno : EIO));
	free(text->data);
	return status;
}

void gs_tool_add(struct gs_trace_text *text, const char *format, ...)
{
	char line[1024];
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	gs_trace_text_add(text, line,
		n < 0			   ? 0
		: (size_t)n < sizeof(line) ? (size_t)n
					   : sizeof(line) - 1);
}

void gs_tool_add_numbers(struct gs_trace_text *text, const uint64_t *numbers, uint64_t n,
	uint64_t most, const char *comma)
{
	for (uint64_t i = 0; i < n && i < most; i++)
		gs_tool_add(text, "%s%llu", i ? comma : "", (unsigned long long)numbers[i]);
}
