/* SPDX-License-Identifier: MIT */
/* glstep-trace extract: a small trace that draws the same. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-tool.h"
#include "content/extract.h"

struct wish {
	struct gs_extract_wish what;
	const char *in, *out;
	bool checks, as_data, json;
	struct gs_trace_text text; /* JSON of what was written last */
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
	struct wish *wish, struct gs_content *content, const struct gs_extract_figures *figures)
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
	gs_tool_add(text, ",\"without_rule\":{");
	for (unsigned i = 0; (name = gs_content_unknown(content, i, &calls)); i++) {
		gs_tool_add(text, i ? "," : "");
		gs_trace_string_json(text, name, strlen(name));
		gs_tool_add(text, ":%llu", (unsigned long long)calls);
	}
	gs_tool_add(text, "}}\n");
}

static void tell(const struct wish *wish, struct gs_content *content,
	const struct gs_extract_figures *figures)
{
	uint64_t calls;
	const char *name;

	fprintf(stderr, "glstep-trace: %s: %llu of %llu calls, %llu of them asked for\n", wish->out,
		(unsigned long long)figures->kept, (unsigned long long)figures->calls,
		(unsigned long long)figures->asked);
	if (wish->as_data)
		tell_data(wish, figures);
	for (unsigned i = 0; (name = gs_content_unknown(content, i, &calls)); i++)
		fprintf(stderr,
			"glstep-trace: %s: %llu calls of %s are all kept: no rule says what it "
			"does\n",
			wish->out, (unsigned long long)calls, name);
}

static int extract(struct wish *wish)
{
	struct gs_extract_figures figures = {0};
	struct gs_content *content = NULL;
	char *why = NULL;
	enum gs_extract_result result = gs_extract(
		wish->in, wish->out, &wish->what, &figures, &content, &why);
	int status = 0;

	if (result == GS_EXTRACT_DONE && wish->json)
		tell_json(wish, content, &figures);
	else if (result == GS_EXTRACT_DONE)
		tell(wish, content, &figures);
	else
		status = gs_tool_fail(
			result == GS_EXTRACT_NOT_WRITTEN || result == GS_EXTRACT_NOT_PLAYED
				? GS_TOOL_FAILED
				: GS_TOOL_USAGE,
			result >= GS_EXTRACT_NO_FILE ? wish->out : wish->in, why);
	g_free(figures.not_given);
	g_free(why);
	if (content)
		gs_content_free(content);
	return status;
}

/* ---- --check: the player draws both ---- */

/* The sums of the pictures of frames; fewer, where they could not be played, and the user knows
 * why. */
static char *sums_of(const char *file, uint64_t first, uint64_t last)
{
	char *player = gs_tool_player();
	char *frames = g_strdup_printf(
		"%llu-%llu", (unsigned long long)first, (unsigned long long)last);
	char *argv[] = {player, (char *)"--md5", (char *)"--frames", frames, (char *)file, NULL};
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
		if (!strncmp(line, "frame ", 6) && strchr(line, '\n'))
			g_string_append_len(sums, strchr(line + 6, ' '),
				strchr(line, '\n') - strchr(line + 6, ' '));
		else
			break;
	g_free(output);
	g_free(frames);
	g_free(player);
	return g_string_free(sums, FALSE);
}

static bool draws_the_same(const struct wish *wish, const char *whole)
{
	char *part = sums_of(wish->out, 0, UINT64_MAX - 1);
	bool same = *part && !strcmp(part, whole);

	g_free(part);
	return same;
}

/* It draws the same, and GL holds the same at the end of each frame. */
static bool is_the_same(const struct wish *wish, const char *whole)
{
	char *name;
	bool same = draws_the_same(wish, whole);

	if (!same)
		return false;
	same = gs_tool_same_state(wish->in, wish->what.first, wish->what.last, wish->out, &name);
	if (!same)
		fprintf(stderr, "glstep-trace: %s: at the end of a frame %s is not what it was\n",
			wish->out, name ? name : "something");
	g_free(name);
	return same;
}

/* Otherwise there is nothing to compare with. */
static bool is_steady(const struct wish *wish, const char *whole)
{
	char *again = sums_of(wish->in, wish->what.first, wish->what.last);
	bool steady = !strcmp(again, whole);

	g_free(again);
	return steady;
}

/* With less and less trust, until it draws the same. */
static int extract_checked(struct wish *wish)
{
	static const unsigned trusts[] = {
		GS_CONTENT_SWAP_FORGETS | GS_CONTENT_QUADS_COVER, GS_CONTENT_SWAP_FORGETS, 0};
	char *whole = sums_of(wish->in, wish->what.first, wish->what.last);
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
				"these frames are drawn differently each time they are played, so "
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
	struct wish wish = {.what.trust = GS_CONTENT_SWAP_FORGETS};
	int status = read_words(&wish, words);

	if (status)
		return status;
	if (wish.checks && wish.what.is_call)
		return gs_tool_usage("--check compares frames: it goes with --frame", NULL);
	if (wish.as_data) {
		wish.what.play = read_back;
		wish.what.play_data = (char *)wish.in;
	}
	status = wish.checks ? extract_checked(&wish) : extract(&wish);
	if (status)
		wish.text.length = 0;
	return gs_tool_finish(&wish.text, status);
}
