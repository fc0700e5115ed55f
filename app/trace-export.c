/* SPDX-License-Identifier: MIT */
/* `glstep-trace export-c`: writes a trace as a C program. */
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include "app/trace-tool.h"
#include "data/trace-class.h"
#include "export/export.h"
#include "wire/memory.h"

struct wish {
	struct gs_export_wish what;
	struct gs_call_set *calls;
	const char *file, *folder;
	bool json;
};

/* Read classes of calls, such as "operations,pixels". Return false if a word names none, or there
 * is none. */
static bool read_classes(const char *text, uint32_t *classes)
{
	char **words = g_strsplit_set(text, ", ", -1);
	bool is_good = true;

	*classes = 0;
	for (char **word = words; *word && is_good; word++) {
		const char *name;
		unsigned i = 0;

		while ((name = gs_data_trace_class_name(i)) && g_ascii_strcasecmp(*word, name))
			i++;
		if (name)
			*classes |= 1u << i;
		else if (!g_ascii_strcasecmp(*word, "all"))
			*classes = GS_WIRE_TRACE_CLASSES;
		else
			is_good = !**word;
	}
	g_strfreev(words);
	return is_good && *classes;
}

/* Read groups of state, such as "depth-buffer,enable" or "all". Return false if a word names none,
 * or there is none. */
static bool read_groups(const char *text, uint32_t *groups)
{
	char **words = g_strsplit_set(text, ", ", -1);
	bool is_good = true;

	*groups = 0;
	for (char **word = words; *word && is_good; word++) {
		uint32_t group = 0;

		is_good = !**word || !strcmp(*word, "all") || gs_tool_group(*word, &group);
		*groups |= !strcmp(*word, "all") ? UINT32_MAX : group;
	}
	g_strfreev(words);
	return is_good && *groups;
}

static int read_words(struct wish *wish, char **words)
{
	for (; *words; words++) {
		if (!strcmp(*words, "--frames")) {
			wish->what.has_frames = *++words &&
						gs_trace_range(*words, &wish->what.first,
							&wish->what.last);
			if (!wish->what.has_frames)
				return gs_tool_usage(
					"--frames takes a number or a range like 10-20", *words);
		} else if (!strcmp(*words, "--classes")) {
			if (!*++words || !read_classes(*words, &wish->what.classes))
				return gs_tool_usage("--classes takes a list of operations, "
						     "primitives, arrays, textures, pixels, "
						     "errors, all",
					*words);
		} else if (!wish->calls && !strcmp(*words, "--calls")) {
			wish->what.calls = wish->calls = gs_tool_calls("--calls", *++words);
			if (!wish->calls)
				return GS_TOOL_USAGE;
		} else if (!strcmp(*words, "--assert")) {
			if (!*++words || !read_groups(*words, &wish->what.asserts))
				return gs_tool_no_group(*words ? *words : "");
		} else if (!strcmp(*words, "--json")) {
			wish->json = true;
		} else if (**words == '-' && (*words)[1]) {
			return gs_tool_usage("unknown option", *words);
		} else if (!wish->file) {
			wish->file = *words;
		} else if (!wish->folder) {
			wish->folder = *words;
		} else {
			return gs_tool_usage("export-c takes a file and a folder", NULL);
		}
	}
	if (wish->calls && wish->what.has_frames)
		return gs_tool_usage(
			"--calls goes without --frames: the numbers are those of the whole trace",
			NULL);
	return wish->folder && *wish->folder
		       ? 0
		       : gs_tool_usage("export-c takes a file and a folder", NULL);
}

static void tell_json(const struct wish *wish, const struct gs_export_figures *figures,
	struct gs_trace_text *text)
{
	gs_tool_add(text, "{\"folder\":");
	gs_trace_string_json(text, wish->folder, strlen(wish->folder));
	gs_tool_add(text,
		",\"calls\":%llu,\"frames\":%llu,\"left_out\":%llu,\"not_chosen\":%llu,"
		"\"program\":",
		(unsigned long long)figures->calls, (unsigned long long)figures->frames,
		(unsigned long long)figures->left_out, (unsigned long long)figures->not_chosen);
	gs_trace_string_json(text, figures->name, strlen(figures->name));
	if (*figures->first_left_out) {
		gs_tool_add(text, ",\"first_left_out\":");
		gs_trace_string_json(
			text, figures->first_left_out, strlen(figures->first_left_out));
	}
	gs_tool_add(text, "}\n");
}

static void tell_text(const struct wish *wish, const struct gs_export_figures *figures)
{
	if (*figures->first_left_out)
		fprintf(stderr,
			"glstep-trace: %s: the program may draw something else than the trace: "
			"%s%s\n",
			wish->folder, figures->first_left_out,
			figures->left_out > 1 ? "; the comments in its sources tell of each" : "");
	fprintf(stderr, "glstep-trace: %s: %llu calls, %llu frames, %llu calls left out",
		wish->folder, (unsigned long long)figures->calls,
		(unsigned long long)figures->frames, (unsigned long long)figures->left_out);
	if (figures->not_chosen)
		fprintf(stderr, ", %llu not chosen", (unsigned long long)figures->not_chosen);
	fprintf(stderr, "; the program is %s\n", figures->name);
}

static int tell(const struct wish *wish, struct gs_export_figures *figures)
{
	struct gs_trace_text text = {0};

	if (figures->rest)
		gs_tool_fail(0, wish->file, figures->rest);
	if (wish->json)
		tell_json(wish, figures, &text);
	else
		tell_text(wish, figures);
	g_free(figures->rest);
	return gs_tool_finish(&text, figures->is_damaged ? GS_TOOL_FAILED : 0);
}

static int export(const struct wish *wish)
{
	struct gs_export_figures figures;
	char *why = NULL;
	enum gs_export_result result = gs_export(
		wish->file, wish->folder, &wish->what, &figures, &why);
	int status;

	if (result == GS_EXPORT_DONE)
		return tell(wish, &figures);
	status = gs_tool_fail(result == GS_EXPORT_NOT_WRITTEN ? GS_TOOL_FAILED : GS_TOOL_USAGE,
		result >= GS_EXPORT_NO_FOLDER ? wish->folder : wish->file, why);
	g_free(why);
	return status;
}

int gs_tool_export(char **words)
{
	struct wish wish = {.what.classes = GS_WIRE_TRACE_CLASSES};
	int status = read_words(&wish, words);

	if (!status)
		status = export(&wish);
	gs_call_set_free(wish.calls);
	return status;
}
