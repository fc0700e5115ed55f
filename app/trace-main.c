/* SPDX-License-Identifier: MIT */
/* The program glstep-trace: examines traces and rewrites them. See data/glstep-trace.1. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/trace-tool.h"
#include "trace/raw.h"

static int compare_properties(const void *a, const void *b)
{
	const struct gs_trace_property *const *p = a, *const *q = b;
	int order = strcmp((*p)->name, (*q)->name);

	return order ? order : *p < *q ? -1 : 1;
}

/* Append the properties, sorted by name; of several with one name, the last. */
static void add_properties(struct gs_trace_text *text, const struct gs_trace_reader *reader)
{
	struct gs_trace_figures f;
	const struct gs_trace_property **sorted;

	gs_trace_reader_figures(reader, &f);
	sorted = calloc(f.n_properties + 1, sizeof(*sorted));
	text->failed |= !sorted;
	for (size_t i = 0; sorted && i < f.n_properties; i++)
		sorted[i] = &f.properties[i];
	if (sorted)
		qsort(sorted, f.n_properties, sizeof(*sorted), compare_properties);
	for (size_t i = 0; sorted && i < f.n_properties; i++)
		if (i + 1 == f.n_properties || strcmp(sorted[i]->name, sorted[i + 1]->name))
			gs_trace_property_text(text, sorted[i]);
	free(sorted);
}

struct selection {
	struct gs_call_set *calls; /* NULL: all */
	bool json, verbose;
};

static bool dump_calls(
	struct gs_trace_reader *reader, const struct selection *s, struct gs_trace_text *text)
{
	uint64_t first = s->calls ? gs_call_set_first(s->calls) : 0;
	uint64_t last = s->calls ? gs_call_set_last(s->calls) : UINT64_MAX;
	uint64_t left = last == UINT64_MAX ? UINT64_MAX : last - first + 1;
	struct gs_trace_call *call;

	if (first > 0 && !gs_trace_seek(reader, first))
		return true;
	while (left > 0 && (call = gs_trace_next_call(reader))) {
		if (call->number > last)
			continue;
		left--;
		if ((call->is_verbose && !s->verbose) ||
			(s->calls && !gs_call_set_has_call(s->calls, call)))
			continue;
		if (s->json)
			gs_trace_call_json(text, call);
		else
			gs_trace_call_text(text, call);
		if (s->json)
			gs_trace_text_add(text, "\n", 1);
		if (!gs_tool_print(text, false))
			return false;
	}
	return true;
}

static int dump(const char *file, const struct selection *s)
{
	struct gs_trace_text text = {0};
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	int status;

	if (!reader)
		return GS_TOOL_USAGE;
	if (!s->json)
		add_properties(&text, reader);
	dump_calls(reader, s, &text);
	status = gs_tool_end(file, reader);
	gs_trace_close(reader);
	return gs_tool_finish(&text, status);
}

/* Calls that the recorder wrote without the memory that they read or write, as it was too long. */
struct missing {
	unsigned long long too_long;
	uint64_t first; /* number of the first of them */
	/* What lived when the recording began and is not in it: objects with commas between them;
	 * lines. */
	struct gs_trace_text json, text;
};

static void add_missing(struct missing *missing, const struct gs_trace_missing *one)
{
	char line[64];

	gs_trace_text_add(&missing->json, ",", missing->json.length > 0);
	gs_trace_text_add(&missing->json, "{\"kind\":", strlen("{\"kind\":"));
	gs_trace_string_json(&missing->json, one->kind, one->kind_length);
	snprintf(line, sizeof(line), ",\"name\":%u,\"why\":", one->name);
	gs_trace_text_add(&missing->json, line, strlen(line));
	gs_trace_string_json(&missing->json, one->why, strlen(one->why));
	gs_trace_text_add(&missing->json, "}", 1);
	gs_trace_text_add(&missing->text, "missing:    ", strlen("missing:    "));
	gs_trace_text_add(&missing->text, one->kind, one->kind_length);
	snprintf(line, sizeof(line), " %u: ", one->name);
	gs_trace_text_add(&missing->text, line, strlen(line));
	gs_trace_text_add(&missing->text, one->why, strlen(one->why));
	gs_trace_text_add(&missing->text, "\n", 1);
}

/* Read all calls, so that the reader knows its figures. Return what is missing; its texts are to be
 * freed. */
static struct missing find_missing(struct gs_trace_reader *reader)
{
	struct missing missing = {0};
	struct gs_trace_missing one;
	const struct gs_trace_call *call;
	uint64_t before = 0;

	while ((call = gs_trace_next_call(reader))) {
		if (gs_trace_is_comment(call, GS_COMMENT_TOO_LONG) && missing.too_long++ == 0)
			missing.first = before;
		if (gs_trace_read_missing(call, &one))
			add_missing(&missing, &one);
		before = call->number;
	}
	return missing;
}

static void missing_json(struct gs_trace_text *text, const struct missing *missing)
{
	char line[96];

	snprintf(line, sizeof(line), ",\"too_long\":%llu", missing->too_long);
	gs_trace_text_add(text, line, strlen(line));
	snprintf(
		line, sizeof(line), ",\"first_too_long\":%llu", (unsigned long long)missing->first);
	gs_trace_text_add(text, line, missing->too_long ? strlen(line) : 0);
	gs_trace_text_add(text, ",\"missing\":[", strlen(",\"missing\":["));
	gs_trace_text_add(text, missing->json.data, missing->json.length);
	gs_trace_text_add(text, "]", 1);
	text->failed |= missing->json.failed;
}

static void missing_text(struct gs_trace_text *text, const struct missing *missing)
{
	char line[160];

	gs_trace_text_add(text, missing->text.data, missing->text.length);
	text->failed |= missing->text.failed;
	if (!missing->too_long)
		return;
	snprintf(line, sizeof(line),
		"missing:    %llu %s without what %s, which is more than 1 GiB; the first is call "
		"%llu\n",
		missing->too_long, missing->too_long == 1 ? "call is" : "calls are",
		missing->too_long == 1 ? "it reads or writes" : "they read or write",
		(unsigned long long)missing->first);
	gs_trace_text_add(text, line, strlen(line));
}

static void info_json(struct gs_trace_text *text, const char *file,
	const struct gs_trace_figures *f, const struct missing *missing, bool is_whole)
{
	char line[512];

	gs_trace_text_add(text, "{\"file\":", 8);
	gs_trace_string_json(text, file, strlen(file));
	snprintf(line, sizeof(line),
		",\"container\":\"%s\",\"version\":%u,\"semantics\":%u,\"file_bytes\":%llu,"
		"\"stream_bytes\":%llu,\"chunks\":%llu,\"calls\":%llu,\"frames\":%llu,"
		"\"threads\":%u,\"functions\":%u,\"fake\":%llu,\"incomplete\":%llu,\"whole\":%s",
		gs_trace_container_name(f->container), f->version, f->semantics,
		(unsigned long long)f->file_bytes, (unsigned long long)f->stream_bytes,
		(unsigned long long)f->chunks, (unsigned long long)f->calls,
		(unsigned long long)f->frames, f->threads, f->functions,
		(unsigned long long)f->fakes, (unsigned long long)f->unfinished,
		is_whole ? "true" : "false");
	gs_trace_text_add(text, line, strlen(line));
	missing_json(text, missing);
	gs_trace_text_add(text, ",\"properties\":{", strlen(",\"properties\":{"));
	for (size_t i = 0; i < f->n_properties; i++) {
		const struct gs_trace_property *p = &f->properties[i];
		gs_trace_text_add(text, ",", i > 0);
		gs_trace_string_json(text, p->name, strlen(p->name));
		gs_trace_text_add(text, ":", 1);
		gs_trace_string_json(text, p->value, strlen(p->value));
	}
	gs_trace_text_add(text, "}}\n", 3);
}

static void info_text(struct gs_trace_text *text, const struct gs_trace_figures *f)
{
	char line[512];

	snprintf(line, sizeof(line), "version:    %u, executed as %u\ncontainer:  %s", f->version,
		f->semantics, gs_trace_container_name(f->container));
	gs_trace_text_add(text, line, strlen(line));
	if (f->chunks)
		snprintf(line, sizeof(line), ", %llu chunks", (unsigned long long)f->chunks);
	gs_trace_text_add(text, line, f->chunks ? strlen(line) : 0);
	snprintf(line, sizeof(line),
		"\nbytes:      %llu, uncompressed %llu\n"
		"calls:      %llu; %llu fake, %llu incomplete\n"
		"frames:     %llu\nthreads:    %u\nfunctions:  %u\n",
		(unsigned long long)f->file_bytes, (unsigned long long)f->stream_bytes,
		(unsigned long long)f->calls, (unsigned long long)f->fakes,
		(unsigned long long)f->unfinished, (unsigned long long)f->frames, f->threads,
		f->functions);
	gs_trace_text_add(text, line, strlen(line));
}

static int info(const char *file, bool json)
{
	struct gs_trace_text text = {0};
	struct gs_trace_reader *reader = gs_tool_open(file, NULL, NULL);
	struct gs_trace_figures f;
	struct missing missing;
	int status;

	if (!reader)
		return GS_TOOL_USAGE;
	missing = find_missing(reader);
	gs_trace_reader_figures(reader, &f);
	if (json) {
		info_json(&text, file, &f, &missing, gs_trace_reader_state(reader) == GS_TRACE_END);
	} else {
		info_text(&text, &f);
		missing_text(&text, &missing);
		add_properties(&text, reader);
	}
	free(missing.json.data);
	free(missing.text.data);
	status = gs_tool_end(file, reader);
	gs_trace_close(reader);
	return gs_tool_finish(&text, status);
}

/* Run the command dump or info. Return the exit status. */
static int look(const char *command, char **words)
{
	static const char calls[] = "--calls", calls_are[] = "--calls=";
	const size_t n = sizeof calls_are - 1;
	struct selection s = {0};
	const char *file = NULL;
	bool is_dump = !strcmp(command, "dump");
	int status = 0;

	for (; *words && !status; words++) {
		if (!strcmp(*words, "--json")) {
			s.json = true;
		} else if (is_dump && (!strcmp(*words, "--verbose") || !strcmp(*words, "-v"))) {
			s.verbose = true;
		} else if (is_dump &&
			   (!strcmp(*words, calls) || strncmp(*words, calls_are, n) == 0)) {
			gs_call_set_free(s.calls);
			s.calls = gs_tool_calls(calls, (*words)[n - 1] ? *words + n : *++words);
			status = s.calls ? 0 : GS_TOOL_USAGE;
		} else {
			status = gs_tool_take_file(*words, &file);
		}
	}
	if (!status && !file)
		status = gs_tool_usage("no file is named", NULL);
	if (!status)
		status = is_dump ? dump(file, &s) : info(file, s.json);
	gs_call_set_free(s.calls);
	return status;
}

/* Open closed standard descriptors, so that no other file gets their numbers. Writing to them
 * fails. */
static void keep_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
			return;
}

/* The commands that have a source file of their own. */
static const struct {
	const char *name;
	int (*run)(char **words);
} commands[] = {
	{"check", gs_tool_check},
	{"repack", gs_tool_repack},
	{"join", gs_tool_join},
	{"edit", gs_tool_edit},
	{"extract", gs_tool_extract},
	{"state", gs_tool_state},
	{"memory", gs_tool_memory},
	{"uses", gs_tool_uses},
	{"diff", gs_tool_diff},
	{"statistics", gs_tool_statistics},
	{"export-c", gs_tool_export},
};

static bool has(char *const *words, const char *word)
{
	for (; *words; words++)
		if (!strcmp(*words, word))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	const char *command = argc > 1 ? argv[1] : "--help";
	const struct gs_verb *verb = gs_tool_verb(command);

	keep_standard_descriptors();
	if (argc < 2 || has(argv + 1, "--help") || has(argv + 1, "-h")) {
		gs_tool_print_words(argc > 1 ? stdout : stderr);
		return argc > 1 ? 0 : GS_TOOL_USAGE;
	}
	if (!strcmp(command, "dump") || !strcmp(command, "info"))
		return look(command, argv + 2);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (!strcmp(command, commands[i].name))
			return commands[i].run(argv + 2);
	if (!strcmp(command, "report") && has(argv + 2, "--html"))
		return gs_tool_report(argv + 2);
	return verb ? gs_tool_run_verb(verb, argv + 2) : gs_tool_usage("unknown command", command);
}
