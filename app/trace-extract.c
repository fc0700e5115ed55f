/* SPDX-License-Identifier: MIT */
/* `glstep-trace extract`: writes a small trace that draws the same as frames, or a draw call, of a
 * larger one. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "effects/extract/extract.h"
#include "effects/state/state.h"

struct wish {
	struct gs_extract_wish what;
	const char *in, *out;
	bool checks, as_data, json;
	struct gs_trace_text text; /* JSON about the last file written */
};

static int read_words(struct wish *wish, char **words)
{
	bool has_range = false;

	for (; *words; words++) {
		if (!strcmp(*words, "--frame") || !strcmp(*words, "--draw")) {
			if (has_range)
				return gs_tool_usage(
					"extract takes one of --frame and --draw, once", *words);
			wish->what.is_call = !strcmp(*words, "--draw");
			has_range = *++words &&
				    gs_trace_range(*words, &wish->what.first, &wish->what.last);
			if (!has_range ||
				(wish->what.is_call && wish->what.first != wish->what.last))
				return gs_tool_usage(
					"--frame takes a number or a range like 10-20, "
					"--draw a call's number",
					*words);
		} else if (!strcmp(*words, "--check")) {
			wish->checks = true;
		} else if (!strcmp(*words, "--as-data")) {
			wish->as_data = true;
		} else if (!strcmp(*words, "--json")) {
			wish->json = true;
		} else if (**words == '-' && (*words)[1]) {
			return gs_tool_usage("unknown option", *words);
		} else if (!wish->in) {
			wish->in = *words;
		} else if (!wish->out) {
			wish->out = *words;
		} else {
			return gs_tool_usage("extract takes two files", NULL);
		}
	}
	return has_range && wish->out
		       ? 0
		       : gs_tool_usage("extract takes --frame or --draw and two files", NULL);
}

static void tell_data(const struct wish *wish, const struct gs_extract_figures *figures)
{
	if (figures->given)
		fprintf(stderr,
			"glstep-trace: %s: contents of %llu objects are data: %llu calls and %llu "
			"bytes, in place of %llu and %llu\n",
			wish->out, (unsigned long long)figures->given,
			(unsigned long long)figures->kept, (unsigned long long)figures->bytes,
			(unsigned long long)figures->other_kept,
			(unsigned long long)figures->other_bytes);
	else if (figures->not_given)
		fprintf(stderr,
			"glstep-trace: %s: no contents are data: the smaller file could not be "
			"written: %s\n",
			wish->out, figures->not_given);
	else
		fprintf(stderr,
			"glstep-trace: %s: no contents are data: none can be given, or the file "
			"would be no smaller\n",
			wish->out);
}

static void tell_json(
	struct wish *wish, struct gs_effects *effects, const struct gs_extract_figures *figures)
{
	struct gs_trace_text *text = &wish->text;
	uint64_t calls;
	const char *name;

	text->length = 0;
	gs_tool_add(text, "{\"file\":");
	gs_trace_string_json(text, wish->out, strlen(wish->out));
	gs_tool_add(text, ",\"kept\":%llu,\"asked\":%llu,\"calls\":%llu,\"as_data\":",
		(unsigned long long)figures->kept, (unsigned long long)figures->asked,
		(unsigned long long)figures->calls);
	if (figures->given)
		gs_tool_add(text,
			"{\"objects\":%llu,\"bytes\":%llu,\"instead_of_calls\":%llu,"
			"\"instead_of_bytes\":%llu}",
			(unsigned long long)figures->given, (unsigned long long)figures->bytes,
			(unsigned long long)figures->other_kept,
			(unsigned long long)figures->other_bytes);
	else
		gs_tool_add(text, "null");
	if (figures->keeps_swapped)
		gs_tool_add(text, ",\"keeps_swapped\":true");
	gs_tool_add(text, ",\"without_rule\":{");
	for (unsigned i = 0; (name = gs_effects_unknown(effects, i, &calls)); i++) {
		gs_tool_add(text, i ? "," : "");
		gs_trace_string_json(text, name, strlen(name));
		gs_tool_add(text, ":%llu", (unsigned long long)calls);
	}
	gs_tool_add(text, "}}\n");
}

static void tell(const struct wish *wish, struct gs_effects *effects,
	const struct gs_extract_figures *figures)
{
	uint64_t calls;
	const char *name;

	fprintf(stderr, "glstep-trace: %s: %llu of %llu calls, %llu of them asked for\n", wish->out,
		(unsigned long long)figures->kept, (unsigned long long)figures->calls,
		(unsigned long long)figures->asked);
	if (wish->as_data)
		tell_data(wish, figures);
	if (figures->keeps_swapped)
		fprintf(stderr,
			"glstep-trace: %s: it begins with what the window held before it was "
			"swapped, as its first clear leaves some of that: calls of earlier frames "
			"are kept for it; GL says that it is undefined, drivers mostly keep it\n",
			wish->out);
	for (unsigned i = 0; (name = gs_effects_unknown(effects, i, &calls)); i++)
		fprintf(stderr,
			"glstep-trace: %s: %llu calls of %s are all kept: no rule says what it "
			"does\n",
			wish->out, (unsigned long long)calls, name);
}

static int extract(struct wish *wish)
{
	struct gs_extract_figures figures = {0};
	struct gs_effects *effects = NULL;
	char *why = NULL;
	enum gs_extract_result result = gs_extract(
		wish->in, wish->out, &wish->what, &figures, &effects, &why);
	int status = 0;

	if (result == GS_EXTRACT_DONE && wish->json)
		tell_json(wish, effects, &figures);
	else if (result == GS_EXTRACT_DONE)
		tell(wish, effects, &figures);
	else
		status = gs_tool_fail(
			result == GS_EXTRACT_NOT_WRITTEN || result == GS_EXTRACT_NOT_PLAYED
				? GS_TOOL_FAILED
				: GS_TOOL_USAGE,
			result >= GS_EXTRACT_NO_FILE ? wish->out : wish->in, why);
	g_free(figures.not_given);
	g_free(why);
	if (effects)
		gs_effects_free(effects);
	return status;
}

/* ---- --check: the player draws both ---- */

/* Return the checksums of the pictures of frames, or of what a call draws into; g_free. There are
 * fewer, after an error message, if not all can be played. */
static char *sums_of(const char *file, const struct gs_tool_span *span)
{
	char *player = gs_tool_player();
	char *numbers = span->is_call
				? g_strdup_printf("%llu", (unsigned long long)span->first)
				: g_strdup_printf("%llu-%llu", (unsigned long long)span->first,
					  (unsigned long long)span->last);
	char *argv[] = {player, (char *)"--md5", (char *)(span->is_call ? "--call" : "--frames"),
		numbers, (char *)file, NULL};
	char *output = NULL;
	GString *sums = g_string_new(NULL);
	GError *error = NULL;
	int status = 0;

	if (!g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status,
		    &error) ||
		!g_spawn_check_wait_status(status, &error)) {
		gs_tool_fail(0, "glstep-replay", error->message);
		g_clear_error(&error);
	}
	for (char *line = output; line && *line; line = strchr(line, '\n') + 1)
		if ((g_str_has_prefix(line, "frame ") || g_str_has_prefix(line, "call ")) &&
			strchr(line, '\n'))
			g_string_append_len(sums, strchr(strchr(line, ' ') + 1, ' '),
				strchr(line, '\n') - strchr(strchr(line, ' ') + 1, ' '));
		else
			break;
	g_free(output);
	g_free(numbers);
	g_free(player);
	return g_string_free(sums, FALSE);
}

/* Return the wanted span in the original trace. */
static struct gs_tool_span span_of(const struct wish *wish)
{
	return (struct gs_tool_span){wish->what.is_call, wish->what.first, wish->what.last};
}

/* Return the same span in the extracted trace: all of its frames, or the call behind the
 * comment. */
static struct gs_tool_span part_of(const struct wish *wish)
{
	struct gs_tool_span span = {.is_call = wish->what.is_call, .last = UINT64_MAX - 1};

	if (span.is_call)
		span.first = gs_tool_begins(wish->out);
	return span;
}

/* Return whether the extracted trace draws the same, and GL's state is the same at the end of each
 * frame or after the call. */
static bool is_the_same(const struct wish *wish, const char *whole)
{
	struct gs_tool_span span = span_of(wish), part = part_of(wish);
	char *name, *sums = sums_of(wish->out, &part);
	bool same = *sums && !strcmp(sums, whole);

	g_free(sums);
	if (!same)
		return false;
	same = gs_tool_same_state(wish->in, &span, wish->out, &part, &name);
	if (!same)
		fprintf(stderr, "glstep-trace: %s: %s %s is not what it was\n", wish->out,
			span.is_call ? "behind the call" : "at the end of a frame",
			name ? name : "something");
	g_free(name);
	return same;
}

/* Return whether the original draws the same each time it is played; otherwise nothing can be
 * compared. */
static bool is_steady(const struct wish *wish, const char *whole)
{
	const struct gs_tool_span span = span_of(wish);
	char *again = sums_of(wish->in, &span);
	bool steady = !strcmp(again, whole);

	g_free(again);
	return steady;
}

/* Return 0 if the wanted call draws, or does not exist, which the extraction reports; else a status
 * after an error message. */
static int is_draw(const struct wish *wish)
{
	struct gs_trace_reader *reader = gs_tool_open(wish->in, NULL, NULL);
	struct gs_effects *effects = gs_effects_new(0);
	const struct gs_trace_call *call = NULL;
	int status = reader ? 0 : GS_TOOL_USAGE;

	gs_effects_keep_last(effects);
	if (reader)
		call = gs_effects_go_on(effects, reader, NULL, wish->what.first);
	if (call && (!call->function->draws || gs_effects_in_list(effects))) {
		fprintf(stderr,
			"glstep-trace: call %llu, %s, is no draw, or stands in a display list: "
			"there is no picture to compare\n",
			(unsigned long long)call->number, call->function->name);
		status = GS_TOOL_USAGE;
	}
	if (reader)
		gs_trace_close(reader);
	gs_effects_free(effects);
	return status;
}

/* Extract with fewer and fewer assumptions until the result draws the same. Return the exit
 * status. */
static int extract_checked(struct wish *wish)
{
	static const unsigned trusts[] = {
		GS_EFFECTS_SWAP_FORGETS | GS_EFFECTS_QUADS_COVER, GS_EFFECTS_SWAP_FORGETS, 0};
	const struct gs_tool_span span = span_of(wish);
	char *whole = sums_of(wish->in, &span);
	int status = GS_TOOL_FAILED;

	for (size_t i = 0; i < sizeof(trusts) / sizeof(*trusts); i++) {
		wish->what.trust = trusts[i];
		status = extract(wish);
		if (status || is_the_same(wish, whole))
			break;
		if (!*whole) {
			status = gs_tool_fail(GS_TOOL_FAILED, wish->in,
				"it cannot be played, so nothing was compared");
			break;
		}
		if (!i && !is_steady(wish, whole)) {
			status = gs_tool_fail(GS_TOOL_FAILED, wish->in,
				"this is drawn differently each time it is played, so "
				"nothing can be compared; their shaders may read a clock, or what "
				"nobody has written");
			break;
		}
		status = gs_tool_fail(GS_TOOL_FAILED, wish->out,
			trusts[i] ? "it is not the same: more is kept"
				  : "it is not the same, whatever is kept");
	}
	g_free(whole);
	return status;
}

static bool read_back(void *data, const char *file)
{
	return gs_tool_play(data, "--contents", file, NULL) == 0;
}

int gs_tool_extract(char **words)
{
	struct wish wish = {.what.trust = GS_EFFECTS_SWAP_FORGETS};
	int status = read_words(&wish, words);

	if (status)
		return status;
	if (wish.checks && wish.what.is_call && (status = is_draw(&wish)))
		return status;
	if (wish.as_data) {
		wish.what.play = read_back;
		wish.what.play_data = (char *)wish.in;
	}
	status = wish.checks ? extract_checked(&wish) : extract(&wish);
	if (status)
		wish.text.length = 0;
	return gs_tool_finish(&wish.text, status);
}
