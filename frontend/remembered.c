/* SPDX-License-Identifier: MIT */
#include "frontend/remembered.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <glib/gstdio.h>
#include "debugger/base/output-file.h"

enum { MAX_PROGRAMS = 60, MAX_ENTRIES = 500, MAX_TEXT = 8192, MAX_FILE = 4 << 20 };
/* Fields of a breakpoint's entry, in order. */
enum { KIND, PATTERN, LINE, OBJECT, STAGE, PROGRAM, TEXT, CONDITION, ANY, IGNORED, N_FIELDS };

static const char *const kinds[] = {
	[GS_BREAK_CALL] = "call", [GS_BREAK_ERROR] = "error", [GS_BREAK_LINE] = "line"};

static GKeyFile *kept; /* the file's contents when last read; NULL: not read yet */

/* ---- the file ---- */

static char *file_path(void)
{
	return g_build_filename(g_get_user_config_dir(), "glstep", "programs.ini", NULL);
}

/* Rename a file that cannot be read, so that it is not overwritten. Return a sentence about it;
 * g_free. */
static char *put_aside(const char *path, const char *why)
{
	g_autofree char *aside = g_strconcat(path, ".damaged", NULL);
	if (g_rename(path, aside))
		return g_strdup_printf("The watches and breakpoints of last time cannot be read "
				       "from %s: %s",
			path, why);
	return g_strdup_printf("The watches and breakpoints of last time could not be read (%s): "
			       "their file is %s now",
		why, aside);
}

/* Read the file again, as another window may have written it. Return what is wrong with it
 * (g_free), or NULL. */
static char *load(void)
{
	g_autofree char *path = file_path();
	g_autoptr(GKeyFile) now = g_key_file_new();
	g_autoptr(GError) error = NULL;
	GStatBuf about;
	if (!kept)
		kept = g_key_file_new();
	if (g_stat(path, &about))
		return NULL; /* nothing was saved yet */
	if (!S_ISREG(about.st_mode) || about.st_size > MAX_FILE)
		return put_aside(path, "it is too large, or no file");
	if (!g_key_file_load_from_file(now, path, G_KEY_FILE_NONE, &error))
		return put_aside(path, error->message);
	g_key_file_unref(kept);
	kept = g_steal_pointer(&now);
	return NULL;
}

static void save(void)
{
	g_autofree char *path = file_path();
	g_autofree char *folder = g_path_get_dirname(path);
	g_autoptr(GError) error = NULL;
	gsize size;
	g_autofree char *text = g_key_file_to_data(kept, &size, NULL);
	if (g_mkdir_with_parents(folder, 0700)) {
		g_printerr("glstep: %s could not be made, so watches and breakpoints are not "
			   "remembered: %s\n",
			folder, g_strerror(errno));
		return;
	}
	struct gs_output *output = gs_output_open(path, NULL, &error);
	if (output)
		fwrite(text, 1, size, gs_output_stream(output));
	if (!output || !gs_output_close(output, &error))
		g_printerr(
			"glstep: watches and breakpoints are not remembered: %s\n", error->message);
}

/* ---- one program ---- */

char *gs_remembered_name(const struct gs_launch *launch)
{
	g_autofree char *found = strchr(launch->argv[0], '/')
					 ? NULL
					 : g_find_program_in_path(launch->argv[0]);
	g_autofree char *path = g_canonicalize_filename(
		found ? found : launch->argv[0], found ? NULL : launch->directory);
	return g_uri_escape_string(path, "/", FALSE); /* fit for a key file */
}

static bool fits(const char *text)
{
	return !text || (strlen(text) <= MAX_TEXT && g_utf8_validate(text, -1, NULL));
}

static void write_break(const char *group, unsigned n, const struct gs_breakpoint *b)
{
	g_autofree char *key = g_strdup_printf("break-%u", n);
	g_autofree char *line = g_strdup_printf("%u", b->line);
	g_autofree char *object = g_strdup_printf("%u", b->object);
	g_autofree char *stage = g_strdup_printf("%d", b->stage);
	g_autofree char *program = g_strdup_printf("%u", b->program);
	g_autofree char *ignored = g_strdup_printf("%" G_GUINT64_FORMAT, (guint64)b->ignored);
	const char *const fields[N_FIELDS] = {[KIND] = kinds[b->kind],
		[PATTERN] = b->pattern ? b->pattern : "",
		[LINE] = line,
		[OBJECT] = object,
		[STAGE] = stage,
		[PROGRAM] = program,
		[TEXT] = b->text ? b->text : "",
		[CONDITION] = b->condition ? b->condition : "",
		[ANY] = b->any ? "any" : "focus",
		[IGNORED] = ignored};
	if (fits(b->pattern) && fits(b->text) && fits(b->condition))
		g_key_file_set_string_list(kept, group, key, fields, N_FIELDS);
}

/* Set the breakpoint of an entry in the session; ignore an entry that makes no sense. */
static void read_break(struct gs_session *session, char **fields)
{
	guint64 line, object, program, ignored;
	gint64 stage;
	if (g_strv_length(fields) != N_FIELDS ||
		!g_ascii_string_to_unsigned(fields[LINE], 10, 0, 0xffffff, &line, NULL) ||
		!g_ascii_string_to_unsigned(fields[OBJECT], 10, 0, UINT8_MAX, &object, NULL) ||
		!g_ascii_string_to_signed(fields[STAGE], 10, -1, GS_N_STAGES - 1, &stage, NULL) ||
		!g_ascii_string_to_unsigned(fields[PROGRAM], 10, 0, G_MAXUINT32, &program, NULL) ||
		!g_ascii_string_to_unsigned(fields[IGNORED], 10, 0, G_MAXINT64, &ignored, NULL))
		return;
	struct gs_breakpoint b = {.pattern = fields[PATTERN],
		.line = (unsigned)line,
		.object = (unsigned)object,
		.stage = (int)stage,
		.program = (unsigned)program,
		.text = fields[TEXT],
		.condition = fields[CONDITION][0] ? fields[CONDITION] : NULL,
		.any = !strcmp(fields[ANY], "any"),
		.ignored = ignored};
	for (unsigned kind = 0; kind < G_N_ELEMENTS(kinds); kind++) {
		b.kind = kind;
		if (!strcmp(fields[KIND], kinds[kind]) && (kind != GS_BREAK_LINE || line))
			gs_session_break_again(session, &b, NULL); /* errors are ignored */
	}
}

/* Put the program first in the list of the latest ones, and drop those beyond MAX_PROGRAMS. */
static void note_latest(const char *program, bool has_any)
{
	g_auto(GStrv) groups = g_key_file_get_string_list(kept, "glstep", "latest", NULL, NULL);
	g_autoptr(GPtrArray) latest = g_ptr_array_new();
	if (has_any)
		g_ptr_array_add(latest, (gpointer)program);
	for (char **group = groups; group && *group; group++) {
		if (!strcmp(*group, program))
			continue;
		if (latest->len < MAX_PROGRAMS)
			g_ptr_array_add(latest, *group);
		else
			g_key_file_remove_group(kept, *group, NULL);
	}
	g_key_file_set_string_list(
		kept, "glstep", "latest", (const char *const *)latest->pdata, latest->len);
}

void gs_remember(const char *program, const struct gs_ui_state *state)
{
	g_autoptr(GPtrArray) watches = g_ptr_array_new();
	g_free(load());
	bool had = g_key_file_has_group(kept, program);
	g_key_file_remove_group(kept, program, NULL);
	for (size_t i = 0; i < MIN(state->n_breaks, MAX_ENTRIES); i++)
		write_break(program, (unsigned)i, &state->breaks[i]);
	for (guint i = 0; i < MIN(state->watches->len, MAX_ENTRIES); i++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		if (fits(watch->expression))
			g_ptr_array_add(watches, watch->expression);
	}
	if (watches->len)
		g_key_file_set_string_list(kept, program, "watches",
			(const char *const *)watches->pdata, watches->len);
	bool has = g_key_file_has_group(kept, program);
	if (!has && !had)
		return;
	note_latest(program, has);
	save();
}

char *gs_recall(const char *program, struct gs_ui_state *state)
{
	char *wrong = load();
	for (unsigned i = 0; i < MAX_ENTRIES; i++) {
		g_autofree char *key = g_strdup_printf("break-%u", i);
		g_auto(GStrv) fields = g_key_file_get_string_list(kept, program, key, NULL, NULL);
		if (fields)
			read_break(state->session, fields);
	}
	g_auto(GStrv) watches = g_key_file_get_string_list(kept, program, "watches", NULL, NULL);
	for (unsigned i = 0; watches && watches[i] && i < MAX_ENTRIES; i++)
		if (watches[i][0] && strlen(watches[i]) <= MAX_TEXT)
			gs_ui_state_add_watch(state, watches[i]);
	return wrong;
}
