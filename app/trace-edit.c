/* SPDX-License-Identifier: MIT */
/* `glstep-trace edit`: changes calls of a trace, and writes the changed one, or the list of changes
 * as a file. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "app/trace-tool.h"
#include "trace/edits/edits.h"

struct wish {
	const char *in, *out, *list; /* list: the file of edits to write */
	struct gs_trace_edits *edits;
	char *trace; /* of the edits that were read; NULL: none is named */
	bool json;
};

/* Print a sentence and free it. Return the status. */
static int fail(const char *file, char *why)
{
	int status = gs_tool_fail(GS_TOOL_USAGE, file, why ? why : "there is no memory left");

	free(why);
	return status;
}

/* Take the edits of a file in place of those so far. Return a status. */
static int read_edits(struct wish *wish, const char *file)
{
	struct gs_trace_edits *edits;
	char *why;

	if (gs_trace_edits_count(wish->edits))
		return gs_tool_usage("--edits comes before other edits", file);
	free(wish->trace);
	edits = gs_trace_edits_read(file, &wish->trace, &why);
	if (!edits)
		return fail(file, why);
	gs_trace_edits_free(wish->edits);
	wish->edits = edits;
	return 0;
}

static const struct {
	const char *name;
	enum gs_trace_edit_kind kind;
	unsigned words;
} options[] = {
	{"--argument", GS_TRACE_EDIT_ARGUMENT, 3},
	{"--skip", GS_TRACE_EDIT_SKIP, 1},
	{"--insert", GS_TRACE_EDIT_INSERT, 2},
	{"--move", GS_TRACE_EDIT_MOVE, 2},
};

/* Take the words behind an option as an edit. Return a status. */
static int take_edit(struct wish *wish, enum gs_trace_edit_kind kind, char **words)
{
	struct gs_trace_edit edit = {
		.kind = kind, .call = GS_TRACE_NO_CALL, .before = GS_TRACE_NO_CALL};
	bool is_insert = kind == GS_TRACE_EDIT_INSERT, is_move = kind == GS_TRACE_EDIT_MOVE;
	char *why;

	if (!gs_trace_edit_read_name(words[0], is_insert ? &edit.before : &edit.call))
		return gs_tool_usage("it is not the number of a call", words[0]);
	if (is_move && !gs_trace_edit_read_name(words[1], &edit.before))
		return gs_tool_usage("it is not the number of a call", words[1]);
	if (kind == GS_TRACE_EDIT_ARGUMENT)
		edit.argument = words[1];
	edit.text = is_insert ? words[1] : kind == GS_TRACE_EDIT_ARGUMENT ? words[2] : NULL;
	return gs_trace_edits_add(wish->edits, &edit, &why) ? 0 : fail(words[0], why);
}

/* Take an option and the words behind it; *words is moved to the last of them. Return a status. */
static int take_option(struct wish *wish, char ***words)
{
	char **at = *words;
	bool has_value = at[1];
	const char **to = !strcmp(*at, "-o")		 ? &wish->out
			  : !strcmp(*at, "--save-edits") ? &wish->list
							 : NULL;

	if (!strcmp(*at, "--json")) {
		wish->json = true;
		return 0;
	}
	if (has_value && (to || !strcmp(*at, "--edits"))) {
		*words = at + 1;
		if (!to)
			return read_edits(wish, at[1]);
		*to = at[1];
		return 0;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
		unsigned n = 0;
		while (n < options[i].words && at[n] && at[n + 1])
			n++;
		if (strcmp(*at, options[i].name) != 0 || n < options[i].words)
			continue;
		*words = at + n;
		return take_edit(wish, options[i].kind, at + 1);
	}
	return gs_tool_take_file(*at, &wish->in);
}

/* Write the list as a file. Return a status. */
static int write_list(const struct wish *wish)
{
	struct gs_trace_text text = {0};
	g_autofree char *trace = g_canonicalize_filename(wish->in, NULL);
	g_autofree char *list = g_canonicalize_filename(wish->list, NULL);
	g_autofree char *folder = g_path_get_dirname(list);
	g_autofree char *beside = g_path_get_dirname(trace);
	g_autofree char *name = g_path_get_basename(trace);
	g_autoptr(GError) error = NULL;
	int status = 0;

	gs_trace_edits_text(wish->edits, strcmp(folder, beside) == 0 ? name : trace, &text);
	if (text.failed)
		status = gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");
	else if (!g_file_set_contents(wish->list, text.data, (gssize)text.length, &error))
		status = gs_tool_fail(GS_TOOL_FAILED, NULL, error->message);
	free(text.data);
	return status;
}

static void tell(
	const struct wish *wish, const struct gs_trace_reader *reader, struct gs_trace_text *text)
{
	struct gs_trace_figures f;
	unsigned n = 0;
	struct stat status;

	for (size_t i = 0; i < gs_trace_edits_count(wish->edits); i++)
		n += !gs_trace_edits_get(wish->edits, i)->is_undone;
	gs_trace_reader_figures(reader, &f);
	gs_tool_add(text, "{\"file\":");
	gs_trace_string_json(text, wish->out, strlen(wish->out));
	gs_tool_add(text, ",\"edits\":%u", n);
	if (n) /* else its bytes were copied, and not read */
		gs_tool_add(text, ",\"calls\":%llu,\"frames\":%llu", (unsigned long long)f.calls,
			(unsigned long long)f.frames);
	if (stat(wish->out, &status) == 0)
		gs_tool_add(text, ",\"bytes\":%llu", (unsigned long long)status.st_size);
	gs_tool_add(text, "}\n");
}

/* Write the edited trace. Return a status. */
static int write_trace(const struct wish *wish, struct gs_trace_reader *reader)
{
	struct gs_trace_text text = {0};
	const char *why;
	enum gs_trace_written written = gs_trace_edits_save(reader, wish->in, wish->out, &why);

	if (written != GS_TRACE_WRITTEN)
		return gs_tool_fail(written == GS_TRACE_NO_FILE ? GS_TOOL_USAGE : GS_TOOL_FAILED,
			wish->out, why);
	if (wish->json)
		tell(wish, reader, &text);
	return gs_tool_finish(&text, gs_tool_end(wish->in, reader));
}

static int edit(struct wish *wish)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open_edited(
		wish->in, wish->edits, NULL, NULL, &why);
	int status = 0;

	if (!reader)
		return fail(wish->in, why);
	if (!gs_trace_check_edits(reader, &why))
		status = fail(wish->in, why);
	if (!status && wish->list)
		status = write_list(wish);
	if (!status && wish->out)
		status = write_trace(wish, reader);
	gs_trace_close(reader);
	return status;
}

int gs_tool_edit(char **words)
{
	struct wish wish = {.edits = gs_trace_edits_new()};
	int status = wish.edits ? 0 : gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");

	for (; *words && !status; words++)
		status = take_option(&wish, &words);
	if (!status && wish.in && gs_trace_is_edits(wish.in)) {
		status = read_edits(&wish, wish.in);
		wish.in = wish.trace;
	}
	if (!status && !wish.in)
		wish.in = wish.trace;
	if (!status && !wish.in)
		status = gs_tool_usage("no trace is named", NULL);
	if (!status && !wish.out && !wish.list)
		status = gs_tool_usage("-o names the file to write", NULL);
	if (!status)
		status = edit(&wish);
	gs_trace_edits_free(wish.edits);
	free(wish.trace);
	return status;
}
