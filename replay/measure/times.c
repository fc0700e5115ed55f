/* SPDX-License-Identifier: MIT */
#include "replay/measure/times.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include "replay/private.h"

enum { MOST_OPEN = 256, IDLE_TRIES = 16 };

/* Times of all rounds, in nanoseconds. */
struct span {
	uint64_t least, most;
	unsigned n; /* number of rounds */
};

struct row {
	uint64_t call, frame, draw, program; /* draw: number from 1; 0: it is none */
	const char *name;		     /* the registry's name of the function */
	struct span cpu, gpu;
	const char *why; /* why GL's time is not known; NULL: it is */
};

struct frame {
	struct span cpu, gpu;
	uint64_t cpu_now, gpu_now; /* of this round */
	bool is_timed;		   /* a call of the frame is timed */
};

/* A call with timestamps that were not read so far. */
struct open {
	guint row;
	GLuint queries[2];
};

struct gs_times {
	struct gs_player *player; /* of the current round */
	bool every;
	GArray *rows;	/* struct row, by call */
	GArray *frames; /* struct frame, by number */
	GArray *open;	/* struct open, of the current context */
	guint n_rounds;
	guint n_rows;		     /* rows met in this round */
	bool has_stamps, has_waited; /* of at least one context, in all rounds */

	const struct gs_trace_call *call; /* the call that gs_times_see saw last */
	uint64_t n_draws;
	/* The call that is being timed, with all others up to glEnd. */
	bool is_timed, is_block;
	uint64_t began, cpu;
	GLuint stamp; /* timestamp before the call; 0: it is waited for */

	/* State of the current context. */
	bool is_known, waits;
	uint64_t idle; /* how long waiting for nothing takes, in nanoseconds */
	PFNGLGENQUERIESPROC gen;
	PFNGLDELETEQUERIESPROC delete;
	PFNGLQUERYCOUNTERPROC stamp_now;
	PFNGLGETQUERYOBJECTUI64VPROC get;
	void (*finish)(void);
};

uint64_t gs_times_now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void add(struct span *span, uint64_t value)
{
	span->least = span->n ? MIN(span->least, value) : value;
	span->most = MAX(span->most, value);
	span->n++;
}

struct gs_times *gs_times_new(bool every)
{
	struct gs_times *times = g_new0(struct gs_times, 1);
	times->every = every;
	times->rows = g_array_new(FALSE, TRUE, sizeof(struct row));
	times->frames = g_array_new(FALSE, TRUE, sizeof(struct frame));
	times->open = g_array_new(FALSE, FALSE, sizeof(struct open));
	return times;
}

void gs_times_free(struct gs_times *times)
{
	if (!times)
		return;
	g_array_free(times->rows, TRUE);
	g_array_free(times->frames, TRUE);
	g_array_free(times->open, TRUE);
	g_free(times);
}

/* ---- rounds ---- */

void gs_times_begin_round(struct gs_times *times, struct gs_player *player)
{
	times->player = player;
	times->n_rows = 0;
	times->n_draws = 0;
	for (guint i = 0; i < times->frames->len; i++) {
		struct frame *frame = &g_array_index(times->frames, struct frame, i);
		frame->cpu_now = frame->gpu_now = 0;
	}
}

void gs_times_end_round(struct gs_times *times)
{
	gs_times_leave(times);
	for (guint i = 0; i < times->frames->len; i++) {
		struct frame *frame = &g_array_index(times->frames, struct frame, i);
		add(&frame->cpu, frame->cpu_now);
		add(&frame->gpu, frame->gpu_now);
	}
	times->n_rounds++;
	times->player = NULL;
}

static struct frame *frame_at(struct gs_times *times, uint64_t number)
{
	if (number >= times->frames->len)
		g_array_set_size(times->frames, (guint)number + 1);
	return &g_array_index(times->frames, struct frame, number);
}

/* Return the index of the call's row, which is added if there is none: a round may make a call that
 * another one left out. */
static guint row_at(struct gs_times *times, uint64_t call)
{
	guint i = times->n_rows;
	while (i < times->rows->len && g_array_index(times->rows, struct row, i).call < call)
		i++;
	if (i == times->rows->len || g_array_index(times->rows, struct row, i).call != call) {
		const struct row row = {.call = call};
		g_array_insert_val(times->rows, i, row); /* open ones come first */
	}
	times->n_rows = i + 1;
	return i;
}

/* ---- the context ---- */

static bool draws_in_software(struct gs_player *player)
{
	const GLubyte *(*get)(GLenum) = gs_replay_find(player, "glGetString");
	return gs_data_draws_in_software(get ? (const char *)get(GL_RENDERER) : NULL);
}

bool gs_times_has_stamps(struct gs_player *player)
{
	GLint bits = 0;
	PFNGLGETQUERYIVPROC get = gs_replay_find(player, "glGetQueryiv");
	const struct gs_replay_context *context = gs_replay_context(player);
	gs_replay_know_context(player);
	bool is_there = context->is_es ? gs_replay_has(player, "GL_EXT_disjoint_timer_query")
				       : context->version >= 33 ||
						 gs_replay_has(player, "GL_ARB_timer_query");
	if (!is_there || !get || draws_in_software(player))
		return false;
	get(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
	gs_replay_errors(player);
	return bits && gs_replay_find(player, "glGenQueries") &&
	       gs_replay_find(player, "glDeleteQueries") &&
	       gs_replay_find(player, "glQueryCounter") &&
	       gs_replay_find(player, "glGetQueryObjectui64v");
}

uint64_t gs_times_idle(struct gs_player *player)
{
	void (*finish)(void) = gs_replay_find(player, "glFinish");
	uint64_t idle = UINT64_MAX;
	for (unsigned i = 0; i < IDLE_TRIES; i++) {
		finish();
		uint64_t began = gs_times_now();
		finish();
		idle = MIN(idle, gs_times_now() - began);
	}
	return idle;
}

static void know_context(struct gs_times *times)
{
	times->is_known = true;
	times->finish = gs_replay_find(times->player, "glFinish");
	times->gen = gs_replay_find(times->player, "glGenQueries");
	times->delete = gs_replay_find(times->player, "glDeleteQueries");
	times->stamp_now = gs_replay_find(times->player, "glQueryCounter");
	times->get = gs_replay_find(times->player, "glGetQueryObjectui64v");
	times->waits = !gs_times_has_stamps(times->player);
	times->has_waited |= times->waits;
	times->has_stamps |= !times->waits;
	if (times->waits)
		times->idle = gs_times_idle(times->player);
}

/* ---- one call ---- */

void gs_times_see(struct gs_times *times, const struct gs_trace_call *call)
{
	if (!times)
		return;
	times->call = call;
	times->n_draws += call->function->draws;
}

/* Return whether the frame is before those that are asked for. */
static bool is_early(const struct gs_times *times)
{
	return times->player->frames < times->player->options->first_frame;
}

static void begin(struct gs_times *times)
{
	if (!times->is_known)
		know_context(times);
	times->is_timed = true;
	times->cpu = 0;
	times->stamp = 0;
	if (times->waits) {
		times->finish();
	} else {
		times->gen(1, &times->stamp);
		times->stamp_now(times->stamp, GL_TIMESTAMP);
	}
}

void gs_times_before(struct gs_times *times, const struct gs_play *play)
{
	if (!times || is_early(times))
		return;
	bool begins_block = play->number == GS_FN_glBegin;
	if (!times->is_timed && !gs_replay_is_compiling(times->player) &&
		(gs_data_gives_gl_work(play->number) || begins_block)) {
		begin(times);
		times->is_block = begins_block;
	}
	times->began = gs_times_now();
}

static void add_gpu(struct gs_times *times, guint at, uint64_t time)
{
	struct row *row = &g_array_index(times->rows, struct row, at);
	add(&row->gpu, time);
	frame_at(times, row->frame)->gpu_now += time;
	frame_at(times, row->frame)->is_timed = true;
}

static void resolve(struct gs_times *times)
{
	for (guint i = 0; i < times->open->len; i++) {
		const struct open *open = &g_array_index(times->open, struct open, i);
		GLuint64 stamps[2] = {0};
		for (unsigned k = 0; k < 2; k++)
			times->get(open->queries[k], GL_QUERY_RESULT, &stamps[k]);
		times->delete (2, open->queries);
		add_gpu(times, open->row, stamps[1] > stamps[0] ? stamps[1] - stamps[0] : 0);
	}
	g_array_set_size(times->open, 0);
}

/* Return the index of the row of the call that has been made, with its time of the processor. */
static guint take_row(struct gs_times *times, const struct gs_play *play, uint64_t cpu)
{
	struct gs_player *player = times->player;
	guint at = row_at(times, times->call->number);
	struct row *row = &g_array_index(times->rows, struct row, at);
	row->name = play->info->name;
	row->frame = player->frames;
	row->draw = times->call->function->draws ? times->n_draws : 0;
	row->program = gs_follow_program(gs_follow_state(player->follow, player->thread));
	add(&row->cpu, cpu);
	return at;
}

static void end(struct gs_times *times, const struct gs_play *play, uint64_t waited_from)
{
	guint at = take_row(times, play, times->cpu);
	if (times->waits) {
		times->finish();
		uint64_t waited = gs_times_now() - waited_from;
		add_gpu(times, at, times->cpu + (waited > times->idle ? waited - times->idle : 0));
	} else {
		struct open open = {at, {times->stamp, 0}};
		times->gen(1, &open.queries[1]);
		times->stamp_now(open.queries[1], GL_TIMESTAMP);
		g_array_append_val(times->open, open);
		if (times->open->len >= MOST_OPEN)
			resolve(times);
	}
	times->is_timed = false;
}

void gs_times_after(struct gs_times *times, const struct gs_play *play)
{
	if (!times)
		return;
	uint64_t ended = gs_times_now();
	if (is_early(times))
		return;
	times->cpu += ended - times->began;
	frame_at(times, times->player->frames)->cpu_now += ended - times->began;
	if (times->is_timed && (!times->is_block || play->number == GS_FN_glEnd)) {
		end(times, play, ended);
	} else if (times->every && !times->is_timed) {
		guint at = take_row(times, play, ended - times->began);
		g_array_index(times->rows, struct row, at).why =
			gs_replay_is_compiling(times->player) && play->number != GS_FN_glNewList
				? "it is compiled into a display list"
				: "it draws nothing";
	}
}

void gs_times_leave(struct gs_times *times)
{
	if (!times)
		return;
	if (times->open->len)
		resolve(times);
	times->is_timed = false; /* a block that is still open cannot end later */
	times->is_known = false;
}

/* ---- what is told ---- */

static const char *method_of(const struct gs_times *times)
{
	if (!times->has_waited)
		return "timestamps of GL before and behind each call";
	return times->has_stamps
		       ? "timestamps of GL, and in contexts without them each call was waited for"
		       : "each call was waited for, as this driver draws in software or has no "
			 "timestamps: what it does in the call itself is in gpu, too";
}

static void write_row(const struct row *row, bool is_json, FILE *file)
{
	uint64_t spread = row->gpu.most - row->gpu.least;
	if (is_json) {
		fprintf(file, "{\"call\":%" PRIu64 ",\"name\":\"%s\",\"frame\":%" PRIu64, row->call,
			row->name, row->frame);
		if (row->draw)
			fprintf(file, ",\"draw\":%" PRIu64, row->draw);
		else
			fputs(",\"draw\":null", file);
		fprintf(file, ",\"program\":%" PRIu64 ",\"cpu_ns\":%" PRIu64, row->program,
			row->cpu.least);
		if (row->why)
			fprintf(file, ",\"gpu_ns\":null,\"spread_ns\":null,\"why\":\"%s\"}\n",
				row->why);
		else
			fprintf(file, ",\"gpu_ns\":%" PRIu64 ",\"spread_ns\":%" PRIu64 "}\n",
				row->gpu.least, spread);
		return;
	}
	fprintf(file, "%8" PRIu64 " %-28s frame %-5" PRIu64 " program %-4" PRIu64, row->call,
		row->name, row->frame, row->program);
	if (row->why) {
		fprintf(file, " cpu %10.1f us  gpu          ?: %s\n", (double)row->cpu.least / 1e3,
			row->why);
		return;
	}
	fprintf(file, " cpu %10.1f us  gpu %10.1f us, up to %.1f us more\n",
		(double)row->cpu.least / 1e3, (double)row->gpu.least / 1e3, (double)spread / 1e3);
}

static void write_frames(const struct gs_times *times, bool is_json, FILE *file)
{
	fputs(is_json ? "{\"frames\":[" : "", file);
	const char *separator = "";
	for (guint i = 0; i < times->frames->len; i++) {
		const struct frame *frame = &g_array_index(times->frames, struct frame, i);
		if (!frame->is_timed)
			continue;
		if (is_json)
			fprintf(file,
				"%s{\"frame\":%u,\"cpu_ns\":%" PRIu64 ",\"gpu_ns\":%" PRIu64 "}",
				separator, i, frame->cpu.least, frame->gpu.least);
		else
			fprintf(file, "frame %u: cpu %.1f us, gpu %.1f us\n", i,
				(double)frame->cpu.least / 1e3, (double)frame->gpu.least / 1e3);
		separator = ",";
	}
	if (is_json)
		fprintf(file, "],\"rounds\":%u,\"method\":\"%s\"}\n", times->n_rounds,
			method_of(times));
	else
		fprintf(file, "%u round%s, the least of each; %s\n", times->n_rounds,
			times->n_rounds == 1 ? "" : "s", method_of(times));
}

bool gs_times_write(const struct gs_times *times, bool is_json, FILE *file)
{
	for (guint i = 0; i < times->rows->len; i++)
		write_row(&g_array_index(times->rows, struct row, i), is_json, file);
	write_frames(times, is_json, file);
	return !fflush(file) && !ferror(file);
}
