/* SPDX-License-Identifier: MIT */
#include "replay/measure/experiments.h"

#include <inttypes.h>
#include <string.h>
#include "replay/measure/deciding.h"
#include "replay/measure/experimenting.h"
#include "replay/measure/times.h"

enum {
	MOST_ROUNDS = 100,
	LEAST_MICROSECONDS = 300000,
	MOST_MICROSECONDS = 6000000,
	STEADY = 12, /* the spread is this part of the time at most, or there are more rounds */
	THIRD = 2
};

/* Our objects in a context. */
struct own {
	GHashTable *tiny, *trivial;
};

/* Nanoseconds of one play of the frame. */
struct sample {
	uint64_t draws, uploads, clears, others;
};

struct gs_experiments {
	bool is_draw;
	uint64_t number; /* of the draw, or frame */
	unsigned rounds;
	/* The frame, found while it is played for the first time: calls from .first to .last. */
	bool is_found, is_no_draw, begins;
	uint64_t frame, first, last;
	/* Of a draw: the last one before it, and the glBegin that it ends, or itself. */
	uint64_t last_draw, last_begin, from, begin;
	/* Playing again. */
	bool is_again, wants_picture;
	enum gs_experiment current;
	struct gs_measure gl;
	GHashTable *own; /* struct gs_replay_context * -> struct own */
	struct gs_experiment_state state;
	bool is_changed; /* the experiment changed something at a draw at least */
	const char *why;
	/* The call that is made. */
	bool in_block, is_timed, is_upload, is_clear, is_drawing;
	const struct gs_replay_context *known; /* whose .stamps and .idle are known */
	bool has_stamps;
	uint64_t began, idle;
	GLuint stamps[2];
	struct sample now;
	/* What was found. */
	struct gs_found found;
	GArray *totals[GS_N_EXPERIMENTS]; /* uint64_t, a round each */
	char *picture;			  /* sum of the frame's picture; NULL: it has none */
};

static void free_own(gpointer data)
{
	struct own *own = data;
	g_hash_table_destroy(own->tiny);
	g_hash_table_destroy(own->trivial);
	g_free(own);
}

struct gs_experiments *gs_experiments_new(bool is_draw, uint64_t number, unsigned rounds)
{
	struct gs_experiments *e = g_new0(struct gs_experiments, 1);
	e->is_draw = is_draw;
	e->number = number;
	e->rounds = rounds;
	e->begins = true;
	e->own = g_hash_table_new_full(NULL, NULL, NULL, free_own);
	for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++)
		e->totals[i] = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	return e;
}

void gs_experiments_free(struct gs_experiments *e)
{
	if (!e)
		return;
	for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++)
		g_array_free(e->totals[i], TRUE);
	g_hash_table_destroy(e->own);
	g_free(e->picture);
	g_free(e);
}

/* ---- the frame ---- */

static void find_draw(
	struct gs_experiments *e, const struct gs_player *player, const struct gs_trace_call *call)
{
	bool draws = gs_data_flags(call->function->number) & GS_FUNCTION_DRAWS;
	bool is_end = call->function->number == GS_FN_glEnd;
	if (call->function->number == GS_FN_glBegin)
		e->last_begin = call->number;
	if (call->number == e->number && !e->is_found) {
		e->is_found = draws;
		e->is_no_draw = !draws;
		e->frame = player->frames;
		e->from = e->last_draw;
		e->begin = is_end ? e->last_begin : call->number;
	} else if (draws) {
		e->last_draw = call->number;
	}
}

bool gs_experiments_see(
	struct gs_experiments *e, const struct gs_player *player, const struct gs_trace_call *call)
{
	if (!e)
		return false;
	if (e->begins && !e->is_found) {
		e->first = call->number;
		e->last_draw = call->number;
	}
	e->begins = false;
	if (e->is_draw) {
		find_draw(e, player, call);
	} else if (player->frames == e->number) {
		e->is_found = true;
		e->frame = player->frames;
	}
	if (e->is_found)
		e->last = call->number;
	e->begins = call->ends_frame;
	return call->ends_frame && e->is_found;
}

/* ---- one call ---- */

static bool is_upload(const struct gs_play *play)
{
	return gs_data_kinds(play->number) &
	       (GS_KIND_BUFFER_DATA | GS_KIND_BUFFER_PART | GS_KIND_TEXTURE);
}

/* Return whether the draw that the call makes, or begins, is changed and timed. */
static bool is_looked_at(const struct gs_experiments *e, const struct gs_trace_call *call)
{
	return !e->is_draw || call->number == e->begin || call->number == e->number;
}

static void know_context(struct gs_experiments *e)
{
	const struct gs_replay_context *context = gs_replay_context(e->gl.player);
	struct own *own = g_hash_table_lookup(e->own, context);
	if (!own) {
		own = g_new0(struct own, 1);
		own->tiny = g_hash_table_new(NULL, NULL);
		own->trivial = g_hash_table_new(NULL, NULL);
		g_hash_table_insert(e->own, (gpointer)(uintptr_t)context, own);
	}
	e->gl.tiny = own->tiny;
	e->gl.trivial = own->trivial;
	if (e->known == context)
		return;
	e->known = context;
	e->has_stamps = gs_times_has_stamps(e->gl.player);
	e->found.has_waited |= !e->has_stamps;
	e->idle = gs_times_idle(e->gl.player);
}

static void stamp(struct gs_experiments *e, unsigned which)
{
	PFNGLQUERYCOUNTERPROC count = gs_replay_find(e->gl.player, "glQueryCounter");
	e->gl.gl.GenQueries(1, &e->stamps[which]);
	count(e->stamps[which], GL_TIMESTAMP);
}

/* Return the time between both stamps. */
static uint64_t stamped(struct gs_experiments *e)
{
	PFNGLDELETEQUERIESPROC end = gs_replay_find(e->gl.player, "glDeleteQueries");
	uint64_t from = gs_measuring_result(&e->gl, e->stamps[0]);
	uint64_t to = gs_measuring_result(&e->gl, e->stamps[1]);
	end(2, e->stamps);
	return to > from ? to - from : 0;
}

static void begin_timing(struct gs_experiments *e)
{
	void (*finish)(void) = gs_replay_find(e->gl.player, "glFinish");
	finish();
	if (e->has_stamps)
		stamp(e, 0);
	e->began = gs_times_now();
}

static uint64_t end_timing(struct gs_experiments *e)
{
	void (*finish)(void) = gs_replay_find(e->gl.player, "glFinish");
	uint64_t called = gs_times_now() - e->began;
	if (e->has_stamps) {
		stamp(e, 1);
		return MAX(called, stamped(e));
	}
	finish();
	uint64_t waited = gs_times_now() - e->began - called;
	return called + (waited > e->idle ? waited - e->idle : 0);
}

static void change(struct gs_experiments *e, const struct gs_play *play, struct gs_wire_call *done)
{
	const char *why = NULL;
	bool is_other = e->current == GS_EXPERIMENT_AS_IS ||
			e->current == GS_EXPERIMENT_NO_UPLOADS ||
			e->current == GS_EXPERIMENT_NOT_DRAWN;
	e->state.changed = GS_EXPERIMENT_AS_IS;
	if (is_other)
		return;
	if (gs_experiment_change(&e->gl, e->current, play, done, &e->state, &why))
		e->is_changed = true;
	else if (e->current == GS_EXPERIMENT_CALL_ALONE || !e->why)
		e->why = why;
}

/* Begin a call that draws. Return false if it is left out. */
static bool begin_draw(
	struct gs_experiments *e, const struct gs_play *play, struct gs_wire_call *done)
{
	e->in_block = play->number == GS_FN_glBegin;
	if (e->current == GS_EXPERIMENT_NOT_DRAWN) {
		e->is_changed = true;
		return false;
	}
	change(e, play, done);
	e->is_drawing = e->is_timed = true;
	begin_timing(e);
	return true;
}

bool gs_experiments_before(struct gs_experiments *e, const struct gs_play *play,
	const struct gs_trace_call *call, struct gs_wire_call *done)
{
	if (!e || !e->is_again || e->is_drawing)
		return true;
	if (e->in_block) { /* of a block that is left out */
		e->in_block = play->number != GS_FN_glEnd;
		return false;
	}
	bool is_compiled = gs_replay_is_compiling(e->gl.player);
	bool draws = gs_data_flags(play->number) & GS_FUNCTION_DRAWS ||
		     play->number == GS_FN_glBegin;
	bool works = gs_data_kinds(play->number) & (GS_KIND_CLEARS | GS_KIND_BLITS);
	e->is_timed = e->is_upload = e->is_clear = false;
	know_context(e);
	if (play->number == GS_FN_glLinkProgram)
		g_hash_table_remove(e->gl.trivial, GUINT_TO_POINTER((GLuint)done->args[0]));
	if (draws && !is_compiled && is_looked_at(e, call))
		return begin_draw(e, play, done);
	e->is_upload = is_upload(play) &&
		       (!e->is_draw || (call->number > e->from && call->number < e->begin));
	if (e->is_upload && e->current == GS_EXPERIMENT_NO_UPLOADS && e->frame) {
		e->is_changed = true;
		return false;
	}
	e->is_clear = !e->is_draw && works && !is_compiled;
	e->is_timed = e->is_upload || e->is_clear;
	if (e->is_timed)
		begin_timing(e);
	else
		e->began = gs_times_now();
	return true;
}

void gs_experiments_after(struct gs_experiments *e, const struct gs_play *play)
{
	if (!e || !e->is_again)
		return;
	if (e->is_drawing && e->in_block && play->number != GS_FN_glEnd)
		return;
	uint64_t time = e->is_timed ? end_timing(e) : gs_times_now() - e->began;
	if (e->is_drawing)
		e->now.draws += time;
	else if (e->is_upload)
		e->now.uploads += time;
	else if (e->is_clear)
		e->now.clears += time;
	else if (!e->is_draw)
		e->now.others += time;
	if (e->is_drawing)
		gs_experiment_restore(&e->gl, &e->state);
	e->is_drawing = e->in_block = false;
}

/* ---- the frame again ---- */

bool gs_experiments_is_again(const struct gs_experiments *e)
{
	return e && e->is_again;
}

bool gs_experiments_wants_picture(const struct gs_experiments *e)
{
	return e && e->is_found && (!e->is_again || e->wants_picture);
}

void gs_experiments_take_picture(struct gs_experiments *e, const uint8_t *pixels, uint64_t size)
{
	char *sum = g_compute_checksum_for_data(G_CHECKSUM_MD5, pixels, size);
	if (e->picture)
		e->found.picture = strcmp(sum, e->picture) == 0 ? GS_PICTURE_SAME
								: GS_PICTURE_OTHER;
	else
		e->picture = g_strdup(sum);
	g_free(sum);
}

/* Return whether a call of the frame is made again: none that makes windows or contexts. */
static bool is_made_again(const struct gs_trace_call *call)
{
	uint64_t kinds = call->function->kinds;
	return !(kinds & GS_KIND_WINDOW) || kinds & GS_KIND_MAKES_CURRENT || call->ends_frame;
}

static void play_again(struct gs_experiments *e, enum gs_experiment experiment,
	void (*play)(struct gs_player *player, const struct gs_trace_call *call))
{
	struct gs_player *player = e->gl.player;
	const struct gs_trace_call *call;
	bool is_last = false;
	e->current = experiment;
	e->now = (struct sample){0};
	e->is_changed = experiment == GS_EXPERIMENT_AS_IS;
	e->why = NULL;
	player->frames = e->frame;
	player->is_over = false;
	gs_trace_seek(player->reader, e->first);
	while (!is_last && (call = gs_trace_next_call(player->reader))) {
		is_last = call->number == e->last;
		if (is_made_again(call))
			play(player, call);
	}
}

static void take_sample(struct gs_experiments *e)
{
	const uint64_t total = e->now.draws + e->now.uploads + e->now.clears + e->now.others;
	g_array_append_val(e->totals[e->current], total);
	if (e->current != GS_EXPERIMENT_AS_IS)
		return;
	e->found.uploads = MIN(e->found.uploads, e->now.uploads);
	e->found.clears = MIN(e->found.clears, e->now.clears);
}

/* Play each once, so that the driver has translated what it needs, and find which change
 * anything. */
static void try_all(struct gs_experiments *e,
	void (*play)(struct gs_player *player, const struct gs_trace_call *call))
{
	static const char no_uploads[] = "nothing is uploaded before it",
			  first_frame[] = "the first frame makes what it uploads into";
	for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++) {
		play_again(e, i, play);
		if (e->is_changed && !(i == GS_EXPERIMENT_CALL_ALONE && e->why))
			continue;
		e->found.why[i] = i == GS_EXPERIMENT_NO_UPLOADS
					  ? e->frame ? no_uploads : first_frame
				  : e->why ? e->why
					   : "nothing is drawn";
	}
}

static int compare(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
	return one < other ? -1 : one > other;
}

static void find_times(struct gs_experiments *e)
{
	for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++) {
		const GArray *totals = e->totals[i];
		if (!totals->len)
			continue;
		uint64_t *values = (uint64_t *)(void *)totals->data;
		qsort(values, totals->len, sizeof(*values), compare);
		e->found.times[i] = values[0];
		e->found.spreads[i] = values[MIN(THIRD, totals->len - 1)] - values[0];
	}
}

/* Return whether there have been rounds enough: of those that were wished, for some time, and until
 * the times are steady, or for long. */
static bool is_enough(struct gs_experiments *e, unsigned rounds, gint64 time)
{
	if (rounds < e->rounds)
		return false;
	find_times(e);
	bool is_steady = e->found.spreads[GS_EXPERIMENT_AS_IS] <
			 e->found.times[GS_EXPERIMENT_AS_IS] / STEADY;
	return rounds >= MOST_ROUNDS || time >= MOST_MICROSECONDS ||
	       (is_steady && time >= LEAST_MICROSECONDS);
}

/* Report why there are no experiments. Return false. */
static bool fail(const struct gs_experiments *e, const char *why)
{
	fprintf(stderr, "glstep-replay: %s %" PRIu64 " %s\n", e->is_draw ? "call" : "frame",
		e->number, why);
	return false;
}

bool gs_experiments_make(struct gs_experiments *e, struct gs_player *player,
	void (*play)(struct gs_player *player, const struct gs_trace_call *call))
{
	if (!e->is_found)
		return fail(e, e->is_no_draw ? "does not draw: `glstep-trace dump --calls draw` "
					       "lists those that do"
					     : "was not played: the trace has not got it");
	e->gl.player = player;
	gs_measuring_load(&e->gl);
	e->is_again = player->is_quiet = true;
	e->found.uploads = e->found.clears = UINT64_MAX;
	try_all(e, play);
	if (e->found.why[GS_EXPERIMENT_NOT_DRAWN])
		return fail(e, e->is_draw ? "is not executed there: it is compiled into a display "
					    "list, or left out"
					  : "draws nothing");
	gint64 started = g_get_monotonic_time();
	unsigned round = 0;
	for (; !is_enough(e, round, g_get_monotonic_time() - started); round++)
		for (unsigned i = 0; i < GS_N_EXPERIMENTS; i++) {
			if (e->found.why[i])
				continue;
			play_again(e, i, play);
			take_sample(e);
		}
	e->found.rounds = round;
	e->wants_picture = true;
	play_again(e, GS_EXPERIMENT_AS_IS, play);
	find_times(e);
	player->is_quiet = false;
	return true;
}

bool gs_experiments_write(const struct gs_experiments *e, bool is_json, FILE *file)
{
	const struct gs_found *found = &e->found;
	if (is_json)
		gs_deciding_write_json(found, e->is_draw, e->number, e->frame, file);
	else
		gs_deciding_write_text(found, e->is_draw, e->number, e->frame, file);
	return !fflush(file) && !ferror(file);
}
