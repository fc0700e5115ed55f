/* SPDX-License-Identifier: MIT */
#include "replay/snapshot/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "replay/snapshot/snapshot-private.h"

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

struct question {
	uint64_t number;
	uint32_t thread;
	guint first, end; /* of its lines */
	GArray *bound;	  /* struct bound */
};

struct gs_snapshot {
	struct gs_player *player;
	const char *file;
	char **lines;
	GArray *questions;		 /* struct question */
	GArray *kept;			 /* struct kept; of the present answer */
	guint next;			 /* of them */
	uint64_t limit, bytes;		 /* of all answers: allowed, written */
	const struct question *question; /* the one that is being answered ... */
	const struct gs_trace_call *call;
	struct gs_snapshot_calls *calls;
	struct gs_snapshot_pixels pixels;
	bool is_changed; /* ... and has left an object with other contents */
	bool has_failed;
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

static void read_line(struct gs_snapshot *snapshot, guint i)
{
	uint64_t numbers[2] = {0};
	struct bound bound;
	if (numbers_of(snapshot->lines[i], "bytes", numbers)) {
		snapshot->limit = numbers[0];
	} else if (numbers_of(snapshot->lines[i], "call", numbers)) {
		struct question begun = {.number = numbers[0],
			.first = i,
			.bound = g_array_new(FALSE, FALSE, sizeof(struct bound))};
		g_array_append_val(snapshot->questions, begun);
	}
	if (!snapshot->questions->len)
		return;
	struct question *question = &g_array_index(
		snapshot->questions, struct question, snapshot->questions->len - 1);
	question->end = i + 1;
	if (numbers_of(snapshot->lines[i], "thread", numbers)) {
		question->thread = (uint32_t)numbers[0];
	} else if (numbers_of(snapshot->lines[i], "bound", numbers) == 2) {
		bound = (struct bound){numbers[0], numbers[1]};
		g_array_append_val(question->bound, bound);
	}
}

static void free_question(gpointer data)
{
	g_array_free(((struct question *)data)->bound, TRUE);
}

static bool gives_checkpoints(const struct gs_snapshot *snapshot)
{
	return snapshot->player->options->checkpoints;
}

struct gs_snapshot *gs_snapshot_new(struct gs_player *player)
{
	const char *contents = player->options->contents;
	const char *file = contents ? contents : player->options->checkpoints;
	struct gs_snapshot *snapshot;
	GError *error = NULL;
	char *text;
	if (!g_file_get_contents(file, &text, NULL, &error)) {
		fprintf(stderr, "glstep-replay: %s: %s\n", file, error->message);
		g_error_free(error);
		return NULL;
	}
	snapshot = g_new0(struct gs_snapshot, 1);
	snapshot->player = player;
	snapshot->file = file;
	snapshot->limit = UINT64_MAX;
	snapshot->lines = g_strsplit(text, "\n", -1);
	snapshot->kept = g_array_new(FALSE, FALSE, sizeof(struct kept));
	snapshot->questions = g_array_new(FALSE, FALSE, sizeof(struct question));
	g_array_set_clear_func(snapshot->questions, free_question);
	g_free(text);
	for (guint i = 0; snapshot->lines[i]; i++)
		read_line(snapshot, i);
	return snapshot;
}

bool gs_snapshot_free(struct gs_snapshot *snapshot)
{
	bool is_good;
	if (!snapshot)
		return true;
	bool has_come = snapshot->questions->len && snapshot->next == snapshot->questions->len;
	if (!has_come && !snapshot->has_failed)
		fprintf(stderr,
			"glstep-replay: %s: the playing has not come to each call before which "
			"contents are asked for\n",
			snapshot->player->options->file);
	is_good = has_come && !snapshot->has_failed;
	g_strfreev(snapshot->lines);
	g_array_free(snapshot->kept, TRUE);
	g_array_free(snapshot->questions, TRUE);
	g_free(snapshot);
	return is_good;
}

static uint64_t bound_to(const struct gs_snapshot *snapshot, uint64_t target)
{
	const GArray *all = snapshot->question->bound;
	for (guint i = 0; i < all->len; i++)
		if (g_array_index(all, struct bound, i).target == target)
			return g_array_index(all, struct bound, i).name;
	return 0;
}

/* ---- the answer ---- */

static const char other_bound[] = "other objects are bound here than in the trace";

static struct kept *kept_for(struct gs_snapshot *snapshot, const char *why)
{
	struct kept kept = {.why = why};
	for (guint i = 0; i < snapshot->kept->len; i++)
		if (strcmp(g_array_index(snapshot->kept, struct kept, i).why, why) == 0)
			return &g_array_index(snapshot->kept, struct kept, i);
	kept.names = g_string_new(NULL);
	g_array_append_val(snapshot->kept, kept);
	return &g_array_index(snapshot->kept, struct kept, snapshot->kept->len - 1);
}

static void keeps_calls(
	struct gs_snapshot *snapshot, const char *kind, uint64_t name, const char *why)
{
	struct kept *kept = kept_for(snapshot, why);
	if (kept->n++ < MOST_NAMES)
		g_string_append_printf(kept->names, "%s%s %" G_GUINT64_FORMAT,
			kept->n > 1 ? ", " : "", kind, name);
}

/* Once a reason. */
static void tell_kept(struct gs_snapshot *snapshot)
{
	for (guint i = 0; i < snapshot->kept->len; i++) {
		struct kept *kept = &g_array_index(snapshot->kept, struct kept, i);
		if (kept->n > MOST_NAMES)
			g_string_append_printf(kept->names, " and %u more", kept->n - MOST_NAMES);
		gs_replay_tell(snapshot->player, kept->why, snapshot->call, "%s %s: %s",
			kept->names->str, kept->n > 1 ? "keep their calls" : "keeps its calls",
			kept->why);
		g_string_free(kept->names, TRUE);
	}
	g_array_set_size(snapshot->kept, 0);
}

static void write_bind(
	struct gs_snapshot *snapshot, unsigned function, uint64_t target, uint64_t name)
{
	uint64_t args[] = {target, name};
	gs_snapshot_write(snapshot->calls, function, args, 0);
}

static void write_uploads(struct gs_snapshot *snapshot, GPtrArray *uploads)
{
	for (guint i = 0; i < uploads->len; i++) {
		struct gs_snapshot_upload *upload = uploads->pdata[i];
		if (upload->bytes)
			upload->args[upload->pointer] = (uint64_t)(uintptr_t)upload->bytes;
		gs_snapshot_write(snapshot->calls, upload->function, upload->args, upload->size);
	}
}

/* What GL is asked for what is bound to the target; 0: it is not known. */
static GLenum binding_of(uint64_t target)
{
	static const struct {
		GLenum target, binding;
	} bindings[] = {{GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D},
		{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D}, {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D},
		{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP},
		{GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE},
		{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY},
		{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
		{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY},
		{GL_RENDERBUFFER, GL_RENDERBUFFER_BINDING},
		{GL_DRAW_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER_BINDING},
		{GL_READ_FRAMEBUFFER, GL_READ_FRAMEBUFFER_BINDING},
		{GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
		{GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING}};
	for (size_t i = 0; i < G_N_ELEMENTS(bindings); i++)
		if (bindings[i].target == target)
			return bindings[i].binding;
	return 0;
}

/* The question says of the target what this driver has bound there: .own. */
static bool is_bound_so(const struct gs_snapshot *snapshot, enum gs_object_kind kind,
	uint64_t target, uint64_t *own)
{
	GLenum binding = binding_of(target);
	*own = gs_replay_name(snapshot->player, kind, bound_to(snapshot, target));
	return binding && (uint64_t)gs_replay_get(snapshot->player, binding) == *own;
}

static void give_texture(struct gs_snapshot *snapshot, uint64_t name, uint64_t target)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(snapshot->player, "glBindTexture");
	struct gs_snapshot_refusal refusal = {"this driver does not know the texture", false};
	uint64_t own = gs_replay_name(snapshot->player, GS_OBJECT_TEXTURE, name), bound;
	GPtrArray *uploads = NULL;
	bool is_known = binding_of(target); /* of the others none is given */
	if (!is_bound_so(snapshot, GS_OBJECT_TEXTURE, target, &bound) && is_known) {
		keeps_calls(snapshot, "texture", name, other_bound);
		return;
	}
	gs_replay_errors(snapshot->player);
	if (is_known)
		bind((GLenum)target, (GLuint)own);
	if (!gs_replay_errors(snapshot->player))
		uploads = gs_snapshot_texture(
			snapshot->player, (uint32_t)target, (uint32_t)own, &refusal);
	if (is_known)
		bind((GLenum)target, (GLuint)bound);
	snapshot->is_changed |= refusal.is_changed;
	if (!uploads) {
		keeps_calls(snapshot, "texture", name, refusal.why);
		return;
	}
	write_bind(snapshot, GS_FN_glBindTexture, target, name);
	write_uploads(snapshot, uploads);
	write_bind(snapshot, GS_FN_glBindTexture, target, bound_to(snapshot, target));
	g_ptr_array_unref(uploads);
}

static void give_buffer(struct gs_snapshot *snapshot, uint64_t name)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(snapshot->player, "glBindBuffer");
	struct gs_snapshot_refusal refusal = {"this driver does not know the buffer", false};
	uint64_t own = gs_replay_name(snapshot->player, GS_OBJECT_BUFFER, name), bound;
	GPtrArray *uploads = NULL;
	if (!is_bound_so(snapshot, GS_OBJECT_BUFFER, GL_ARRAY_BUFFER, &bound)) {
		keeps_calls(snapshot, "buffer", name, other_bound);
		return;
	}
	gs_replay_errors(snapshot->player);
	bind(GL_ARRAY_BUFFER, (GLuint)own);
	if (!gs_replay_errors(snapshot->player))
		uploads = gs_snapshot_buffer(snapshot->player, &refusal);
	bind(GL_ARRAY_BUFFER, (GLuint)bound);
	snapshot->is_changed |= refusal.is_changed;
	if (!uploads) {
		keeps_calls(snapshot, "buffer", name, refusal.why);
		return;
	}
	write_bind(snapshot, GS_FN_glBindBuffer, GL_ARRAY_BUFFER, name);
	write_uploads(snapshot, uploads);
	write_bind(
		snapshot, GS_FN_glBindBuffer, GL_ARRAY_BUFFER, bound_to(snapshot, GL_ARRAY_BUFFER));
	g_ptr_array_unref(uploads);
}

static void give_renderbuffer(struct gs_snapshot *snapshot, uint64_t name)
{
	void (*bind)(GLenum, GLuint) = gs_replay_find(snapshot->player, "glBindRenderbuffer");
	void (*bind_texture)(GLenum, GLuint) = gs_replay_find(snapshot->player, "glBindTexture");
	const char *why = "this driver does not know the renderbuffer";
	uint64_t own = gs_replay_name(snapshot->player, GS_OBJECT_RENDERBUFFER, name), bound,
		 texture;
	GPtrArray *uploads = NULL;
	if (!is_bound_so(snapshot, GS_OBJECT_RENDERBUFFER, GL_RENDERBUFFER, &bound) ||
		!is_bound_so(snapshot, GS_OBJECT_TEXTURE, GL_TEXTURE_2D, &texture)) {
		keeps_calls(snapshot, "renderbuffer", name, other_bound);
		return;
	}
	gs_replay_errors(snapshot->player);
	if (bind)
		bind(GL_RENDERBUFFER, (GLuint)own);
	if (bind && !gs_replay_errors(snapshot->player))
		uploads = gs_snapshot_renderbuffer(snapshot->player, (uint32_t)own, (uint32_t)name,
			(uint32_t)bound_to(snapshot, GL_TEXTURE_2D), &why);
	if (bind)
		bind(GL_RENDERBUFFER, (GLuint)bound);
	bind_texture(GL_TEXTURE_2D, (GLuint)texture);
	if (!uploads) {
		keeps_calls(snapshot, "renderbuffer", name, why);
		return;
	}
	write_bind(snapshot, GS_FN_glBindRenderbuffer, GL_RENDERBUFFER, name);
	write_uploads(snapshot, uploads);
	write_bind(snapshot, GS_FN_glBindRenderbuffer, GL_RENDERBUFFER,
		bound_to(snapshot, GL_RENDERBUFFER));
	g_ptr_array_unref(uploads);
}

static bool is_all_bound_so(const struct gs_snapshot *snapshot, struct gs_snapshot_bound *own)
{
	uint64_t texture, draw, read;
	bool is_so = is_bound_so(snapshot, GS_OBJECT_TEXTURE, GL_TEXTURE_2D, &texture) &&
		     is_bound_so(snapshot, GS_OBJECT_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER, &draw) &&
		     is_bound_so(snapshot, GS_OBJECT_FRAMEBUFFER, GL_READ_FRAMEBUFFER, &read);
	if (is_so)
		*own = (struct gs_snapshot_bound){
			(uint32_t)texture, (uint32_t)draw, (uint32_t)read};
	return is_so;
}

static void give_window(struct gs_snapshot *snapshot, uint64_t mask)
{
	struct gs_snapshot_refusal refusal = {other_bound, false};
	struct gs_snapshot_bound own;
	const struct gs_snapshot_bound recorded = {(uint32_t)bound_to(snapshot, GL_TEXTURE_2D),
		(uint32_t)bound_to(snapshot, GL_DRAW_FRAMEBUFFER),
		(uint32_t)bound_to(snapshot, GL_READ_FRAMEBUFFER)};
	bool with_depth = mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	GPtrArray *uploads = NULL;
	gs_replay_errors(snapshot->player);
	if (gs_replay_find(snapshot->player, "glBlitFramebuffer") &&
		is_all_bound_so(snapshot, &own))
		uploads = gs_snapshot_window(
			snapshot->player, with_depth, &own, &recorded, &refusal);
	snapshot->is_changed |= refusal.is_changed;
	if (!uploads) {
		keeps_calls(snapshot, "framebuffer", 0, refusal.why);
		return;
	}
	write_bind(snapshot, GS_FN_glBindFramebuffer, GL_DRAW_FRAMEBUFFER, 0);
	write_uploads(snapshot, uploads);
	write_bind(
		snapshot, GS_FN_glBindFramebuffer, GL_DRAW_FRAMEBUFFER, recorded.draw_framebuffer);
	g_ptr_array_unref(uploads);
}

/* NULL, or why no object can be filled here. */
static const char *obstacle(const struct gs_snapshot *snapshot)
{
	struct gs_player *player = snapshot->player;
	uint64_t own;
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
	if (!gs_replay_context(player)->is_es &&
		!is_bound_so(snapshot, GS_OBJECT_BUFFER, GL_PIXEL_UNPACK_BUFFER, &own) && own)
		return other_bound;
	return NULL;
}

/* All lines of one kind of objects; none after one that was left otherwise. */
static void give_kind(struct gs_snapshot *snapshot, const char *kind)
{
	const struct question *question = snapshot->question;
	for (guint i = question->first; i < question->end && !snapshot->is_changed; i++) {
		uint64_t numbers[2] = {0};
		unsigned n = numbers_of(snapshot->lines[i], kind, numbers);
		if (n == 2 && g_str_equal(kind, "texture"))
			give_texture(snapshot, numbers[0], numbers[1]);
		else if (n == 1 && g_str_equal(kind, "buffer"))
			give_buffer(snapshot, numbers[0]);
		else if (n && g_str_equal(kind, "renderbuffer"))
			give_renderbuffer(snapshot, numbers[0]);
		else if (n && g_str_equal(kind, "window"))
			give_window(snapshot, numbers[0]);
		else if (n && g_str_equal(kind, "view"))
			keeps_calls(snapshot, "object", numbers[0],
				"it has its images together with another object");
		else if (n && g_str_equal(kind, "foreign"))
			keeps_calls(snapshot, "object", numbers[0],
				"it is of another context than the one that is current");
	}
}

static void give(struct gs_snapshot *snapshot)
{
	struct gs_player *player = snapshot->player;
	uint32_t unpack = (uint32_t)bound_to(snapshot, GL_PIXEL_UNPACK_BUFFER);
	gs_snapshot_plain_pixels(player, &snapshot->pixels);
	gs_snapshot_write_pixels(snapshot->calls, &snapshot->pixels, unpack, true);
	give_kind(snapshot, "texture");
	give_kind(snapshot, "renderbuffer");
	give_kind(snapshot, "window");
	gs_snapshot_write_pixels(snapshot->calls, &snapshot->pixels, unpack, false);
	gs_snapshot_restore_pixels(player, &snapshot->pixels);
	give_kind(snapshot, "buffer");
	give_kind(snapshot, "view");
	give_kind(snapshot, "foreign");
	tell_kept(snapshot);
}

static void tell_obstacle(const struct gs_snapshot *snapshot, const char *why)
{
	gs_replay_tell(
		snapshot->player, why, snapshot->call, "all objects keep their calls: %s", why);
}

/* False: it cannot be written, and the user knows why. */
static bool write_answer(struct gs_snapshot *snapshot, const char *file)
{
	snapshot->calls = gs_snapshot_calls_new(file, snapshot->question->thread);
	if (!snapshot->calls)
		return false;
	gs_replay_enter_thread(snapshot->player, snapshot->question->thread);
	const char *why = obstacle(snapshot);
	if (why)
		tell_obstacle(snapshot, why);
	else
		give(snapshot);
	return gs_snapshot_calls_free(snapshot->calls);
}

/* So much of the bytes is for what the trace has up to here. */
static bool has_room(const struct gs_snapshot *snapshot)
{
	double share = (double)(snapshot->next + 1) / snapshot->questions->len;
	return (double)snapshot->bytes <= share * (double)snapshot->limit;
}

/* False: the playing is over. */
static bool answer_checkpoint(struct gs_snapshot *snapshot)
{
	struct stat status;
	gs_replay_enter_thread(snapshot->player, snapshot->question->thread);
	const char *why = obstacle(snapshot);
	if (why)
		tell_obstacle(snapshot, why);
	if (why || !has_room(snapshot))
		return true;
	char *file = g_strdup_printf(
		"%s.%llu", snapshot->file, (unsigned long long)snapshot->question->number);
	bool is_good = write_answer(snapshot, file);
	if (is_good && stat(file, &status) == 0)
		snapshot->bytes += (uint64_t)status.st_size;
	g_free(file);
	snapshot->has_failed |= !is_good || snapshot->is_changed;
	return !snapshot->has_failed;
}

bool gs_snapshot_before(struct gs_snapshot *snapshot, const struct gs_trace_call *call)
{
	if (!snapshot || snapshot->next >= snapshot->questions->len)
		return false;
	snapshot->question = &g_array_index(snapshot->questions, struct question, snapshot->next);
	if (call->number != snapshot->question->number)
		return false;
	snapshot->call = call;
	bool goes_on = gives_checkpoints(snapshot) && answer_checkpoint(snapshot);
	if (!gives_checkpoints(snapshot))
		snapshot->has_failed = !write_answer(snapshot, snapshot->file);
	snapshot->next++;
	return !goes_on || snapshot->next == snapshot->questions->len;
}
