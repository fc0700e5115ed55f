/* SPDX-License-Identifier: MIT */
#include "replay/giving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "replay/giving-private.h"

struct bound {
	uint64_t target, name;
};

/* Objects that keep their calls for one reason. */
struct kept {
	const char *why;
	GString *names;
	unsigned n;
};

enum { MOST_NAMES = 8 };

struct gs_giving {
	struct gs_player *player;
	char **lines; /* of the question */
	uint64_t number;
	uint32_t thread;
	GArray *bound; /* struct bound */
	GArray *kept;  /* struct kept */
	const struct gs_trace_call *call;
	struct gs_giving_calls *calls;
	struct gs_giving_pixels pixels;
	bool has_answered, is_written;
};

/* ---- the question ---- */

/* Numbers behind the word: how many there are, of two. 0: it is another line. */
static unsigned numbers_of(const char *line, const char *word, uint64_t numbers[2])
{
	size_t length = strlen(word);
	char *end;
	unsigned n = 0;
	if (strncmp(line, word, length) != 0 || line[length] != ' ')
		return 0;
	for (line += length; n < 2 && *line == ' '; line = end, n++)
		numbers[n] = g_ascii_strtoull(line + 1, &end, 10);
	return n;
}

static void read_question(struct gs_giving *giving)
{
	for (char **line = giving->lines; *line; line++) {
		uint64_t numbers[2] = {0};
		struct bound bound;
		if (numbers_of(*line, "call", numbers))
			giving->number = numbers[0];
		else if (numbers_of(*line, "thread", numbers))
			giving->thread = (uint32_t)numbers[0];
		else if (numbers_of(*line, "bound", numbers) == 2) {
			bound = (struct bound){numbers[0], numbers[1]};
			g_array_append_val(giving->bound, bound);
		}
	}
}

struct gs_giving *gs_giving_new(struct gs_player *player)
{
	const char *file = player->options->contents;
	struct gs_giving *giving;
	GError *error = NULL;
	char *text;
	if (!g_file_get_contents(file, &text, NULL, &error)) {
		fprintf(stderr, "glstep-replay: %s: %s\n", file, error->message);
		g_error_free(error);
		return NULL;
	}
	giving = g_new0(struct gs_giving, 1);
	giving->player = player;
	giving->number = UINT64_MAX;
	giving->lines = g_strsplit(text, "\n", -1);
	giving->bound = g_array_new(FALSE, FALSE, sizeof(struct bound));
	giving->kept = g_array_new(FALSE, FALSE, sizeof(struct kept));
	g_free(text);
	read_question(giving);
	return giving;
}

bool gs_giving_free(struct gs_giving *giving)
{
	bool is_good;
	if (!giving)
		return true;
	if (!giving->has_answered)
		fprintf(stderr, "glstep-replay: %s: the playing has not come to call %llu\n",
			giving->player->options->file, (unsigned long long)giving->number);
	is_good = giving->has_answered && giving->is_written;
	g_strfreev(giving->lines);
	g_array_free(giving->bound, TRUE);
	g_array_free(giving->kept, TRUE);
	g_free(giving);
	return is_good;
}

static uint64_t bound_to(const struct gs_giving *giving, uint64_t target)
{
	for (guint i = 0; i < giving->bound->len; i++)
		if (g_array_index(giving->bound, struct bound, i).target == target)
			return g_array_index(giving->bound, struct bound, i).name;
	return 0;
}

/* ---- the answer ---- */

static struct kept *kept_for(struct gs_giving *giving, const char *why)
{
	struct kept kept = {.why = why};
	for (guint i = 0; i < giving->kept->len; i++)
		if (strcmp(g_array_index(giving->kept, struct kept, i).why, why) == 0)
			return &g_array_index(giving->kept, struct kept, i);
	kept.names = g_string_new(NULL);
	g_array_append_val(giving->kept, kept);
	return &g_array_index(giving->kept, struct kept, giving->kept->len - 1);
}

static void keeps_calls(struct gs_giving *giving, const char *kind, uint64_t name, const char *why)
{
	struct kept *kept = kept_for(giving, why);
	if (kept->n++ < MOST_NAMES)
		g_string_append_printf(kept->names, "%s%s %" G_GUINT64_FORMAT,
			kept->n > 1 ? ", " : "", kind, name);
}

/* Once a reason. */
static void tell_kept(struct gs_giving *giving)
{
	for (guint i = 0; i < giving->kept->len; i++) {
		struct kept *kept = &g_array_index(giving->kept, struct kept, i);
		if (kept->n > MOST_NAMES)
			g_string_append_printf(kept->names, " and %u more", kept->n - MOST_NAMES);
		gs_replay_tell(giving->player, kept->why, giving->call, "%s %s: %s",
			kept->names->str, kept->n > 1 ? "keep their calls" : "keeps its calls",
			kept->why);
		g_string_free(kept->names, TRUE);
	}
}

static void write_bind(struct gs_giving *giving, unsigned function, uint64_t target, uint64_t name)
{
	uint64_t args[] = {target, name};
	gs_giving_write(giving->calls, function, args, 0);
}

static void write_uploads(struct gs_giving *giving, GPtrArray *uploads)
{
	for (guint i = 0; i < uploads->len; i++) {
		struct gs_giving_upload *upload = uploads->pdata[i];
		if (upload->bytes)
			upload->args[upload->pointer] = (uint64_t)(uintptr_t)upload->bytes;
		gs_giving_write(giving->calls, upload->function, upload->args, upload->size);
	}
}

static void give_texture(struct gs_giving *giving, uint64_t name, uint64_t target)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(giving->player, "glBindTexture");
	const char *why = "this driver does not know the texture";
	uint64_t own = gs_replay_name(giving->player, GS_OBJECT_TEXTURE, name);
	GPtrArray *uploads = NULL;
	gs_replay_errors(giving->player);
	bind((GLenum)target, (GLuint)own);
	if (!gs_replay_errors(giving->player))
		uploads = gs_giving_texture(giving->player, (uint32_t)target, (uint32_t)own, &why);
	if (!uploads) {
		keeps_calls(giving, "texture", name, why);
		return;
	}
	write_bind(giving, GS_FN_glBindTexture, target, name);
	write_uploads(giving, uploads);
	write_bind(giving, GS_FN_glBindTexture, target, bound_to(giving, target));
	g_ptr_array_unref(uploads);
}

static void give_buffer(struct gs_giving *giving, uint64_t name)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(giving->player, "glBindBuffer");
	const char *why = "this driver does not know the buffer";
	uint64_t own = gs_replay_name(giving->player, GS_OBJECT_BUFFER, name);
	GPtrArray *uploads = NULL;
	gs_replay_errors(giving->player);
	bind(GL_ARRAY_BUFFER, (GLuint)own);
	if (!gs_replay_errors(giving->player))
		uploads = gs_giving_buffer(giving->player, &why);
	if (!uploads) {
		keeps_calls(giving, "buffer", name, why);
		return;
	}
	write_bind(giving, GS_FN_glBindBuffer, GL_ARRAY_BUFFER, name);
	write_uploads(giving, uploads);
	write_bind(giving, GS_FN_glBindBuffer, GL_ARRAY_BUFFER, bound_to(giving, GL_ARRAY_BUFFER));
	g_ptr_array_unref(uploads);
}

static void give_renderbuffer(struct gs_giving *giving, uint64_t name)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(giving->player, "glBindRenderbuffer");
	const char *why = "this driver does not know the renderbuffer";
	uint64_t own = gs_replay_name(giving->player, GS_OBJECT_RENDERBUFFER, name);
	GPtrArray *uploads = NULL;
	gs_replay_errors(giving->player);
	if (bind)
		bind(GL_RENDERBUFFER, (GLuint)own);
	if (bind && !gs_replay_errors(giving->player))
		uploads = gs_giving_renderbuffer(giving->player, (uint32_t)own, (uint32_t)name,
			(uint32_t)bound_to(giving, GL_TEXTURE_2D), &why);
	if (!uploads) {
		keeps_calls(giving, "renderbuffer", name, why);
		return;
	}
	write_bind(giving, GS_FN_glBindRenderbuffer, GL_RENDERBUFFER, name);
	write_uploads(giving, uploads);
	write_bind(giving, GS_FN_glBindRenderbuffer, GL_RENDERBUFFER,
		bound_to(giving, GL_RENDERBUFFER));
	g_ptr_array_unref(uploads);
}

/* NULL, or why no object can be filled here. */
static const char *obstacle(struct gs_player *player)
{
	if (!gs_replay_context(player))
		return "no context is current there";
	if (!gs_replay_find(player, "glBindBuffer"))
		return "the context has no buffers";
	if (gs_replay_is_in_block(player))
		return "it stands between glBegin and glEnd";
	gs_replay_know_context(player);
	if (!gs_replay_context(player)->is_es && !gs_replay_context(player)->is_core &&
		gs_replay_get(player, GL_LIST_INDEX))
		return "it stands in a display list";
	if (gs_replay_get(player, GL_TRANSFORM_FEEDBACK_ACTIVE))
		return "it stands within transform feedback";
	return NULL;
}

/* All lines of one kind of objects. */
static void give_kind(struct gs_giving *giving, const char *kind)
{
	for (char **line = giving->lines; *line; line++) {
		uint64_t numbers[2] = {0};
		unsigned n = numbers_of(*line, kind, numbers);
		if (n == 2 && g_str_equal(kind, "texture"))
			give_texture(giving, numbers[0], numbers[1]);
		else if (n == 1 && g_str_equal(kind, "buffer"))
			give_buffer(giving, numbers[0]);
		else if (n && g_str_equal(kind, "renderbuffer"))
			give_renderbuffer(giving, numbers[0]);
		else if (n && g_str_equal(kind, "view"))
			keeps_calls(giving, "object", numbers[0],
				"it has its images together with another object");
		else if (n && g_str_equal(kind, "foreign"))
			keeps_calls(giving, "object", numbers[0],
				"it is of another context than the one that is current");
	}
}

static void give(struct gs_giving *giving)
{
	struct gs_player *player = giving->player;
	uint32_t unpack = (uint32_t)bound_to(giving, GL_PIXEL_UNPACK_BUFFER);
	gs_giving_plain_pixels(player, &giving->pixels);
	gs_giving_write_pixels(giving->calls, &giving->pixels, unpack, true);
	give_kind(giving, "texture");
	give_kind(giving, "renderbuffer");
	gs_giving_write_pixels(giving->calls, &giving->pixels, unpack, false);
	give_kind(giving, "buffer");
	give_kind(giving, "view");
	give_kind(giving, "foreign");
	tell_kept(giving);
}

bool gs_giving_before(struct gs_giving *giving, const struct gs_trace_call *call)
{
	const char *why;
	if (!giving || call->number != giving->number)
		return false;
	giving->has_answered = true;
	giving->call = call;
	giving->calls = gs_giving_calls_new(giving->player->options->contents, giving->thread);
	if (!giving->calls)
		return true;
	gs_replay_enter_thread(giving->player, giving->thread);
	why = obstacle(giving->player);
	if (why)
		gs_replay_tell(giving->player, why, call, "all objects keep their calls: %s", why);
	else
		give(giving);
	giving->is_written = gs_giving_calls_free(giving->calls);
	return true;
}
