/* SPDX-License-Identifier: MIT */
#include "analysis/statistics.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/measured.h"
#include "analysis/private.h"
#include "trace/raw.h"

enum { MODES = GL_PATCHES + 1 };

/* In place of a program's object: of the calls behind all draws. */
#define NO_OBJECT UINT32_MAX

struct part {
	struct gs_counts counts;
	bool is_open; /* it has calls */
};

/* Counts of what is drawn with a program. */
struct program {
	uint32_t key; /* its object, or that of a pipeline; 0: none */
	struct gs_counts counts;
};

struct named {
	const char *name;
	uint64_t n;
};

struct gs_statistics {
	enum gs_per per;
	gs_statistics_row row;
	void *data;
	struct gs_effects *effects;
	struct gs_repeats *repeats;
	struct gs_draws *draws;
	struct gs_known_functions known;
	struct gs_counts whole;
	struct part part;
	struct gs_counts ended; /* a frame that has ended, and whose time may follow */
	struct gs_counts held;	/* a draw whose call may make more draws */
	bool is_held;
	const struct gs_measured *measured; /* NULL: nothing was measured */
	const struct gs_timed *timed;	    /* NULL: no times are known */
	GArray *programs;		    /* struct program, in the order of their first draws */
	/* State of the current call. */
	uint64_t call_draws, call_dispatches;
	bool is_split;	    /* its draws belong to several parts */
	bool is_time_split; /* ... of which each has its time */
	bool has_ended, is_counted;
	const struct gs_trace_call *call;
	uint64_t frame;
	double last_time; /* time of the last frame's end in seconds; < 0: not known */
	GArray *frames;	  /* double: times of frames */
	uint64_t modes[MODES];
	GArray *functions, *categories, *mode_names; /* struct named */
};

/* ---- parts ---- */

static void add_counts(struct gs_counts *to, const struct gs_counts *row)
{
	for (unsigned i = 0; i < GS_N_FIGURES; i++) {
		to->values[i] += row->values[i];
		to->unknown[i] += row->unknown[i];
	}
	gs_time_sum_add(&to->time, &row->time);
}

/* Add a part to what its program does. */
static void add_to_program(struct gs_statistics *s, const struct gs_counts *row)
{
	struct program *program = NULL;
	uint32_t key = row->function ? row->object : NO_OBJECT;
	for (guint i = 0; i < s->programs->len && !program; i++)
		if (g_array_index(s->programs, struct program, i).key == key)
			program = &g_array_index(s->programs, struct program, i);
	if (!program) {
		const struct program other = {key, *row};
		g_array_append_val(s->programs, other);
		return;
	}
	add_counts(&program->counts, row);
	program->counts.last = MAX(program->counts.last, row->last);
}

static void take_row(struct gs_statistics *s, const struct gs_counts *row)
{
	add_counts(&s->whole, row);
	if (s->row && s->per == GS_PER_PROGRAM)
		add_to_program(s, row);
	else if (s->row && s->per != GS_PER_TRACE)
		s->row(s->data, row);
}

static void emit_programs(struct gs_statistics *s)
{
	for (guint i = 0; s->row && i < s->programs->len; i++) {
		struct gs_counts *counts = &g_array_index(s->programs, struct program, i).counts;
		counts->number = i;
		s->row(s->data, counts);
	}
}

static void emit_ended_frame(struct gs_statistics *s)
{
	if (!s->has_ended)
		return;
	s->has_ended = false;
	if (s->per == GS_PER_FRAME)
		take_row(s, &s->ended);
	g_array_append_val(s->frames, s->ended.seconds);
}

static void open_part(struct gs_statistics *s, uint64_t number)
{
	struct gs_counts *counts = &s->part.counts;
	uint64_t next = s->whole.number;
	memset(counts, 0, sizeof(*counts));
	counts->number = next;
	counts->first = counts->last = number;
	counts->frame = s->frame;
	counts->seconds = -1;
	counts->mode = UINT32_MAX;
	s->part.is_open = true;
}

static bool is_worth_a_row(const struct gs_counts *counts)
{
	return counts->values[GS_FIGURE_CALLS] || counts->values[GS_FIGURE_LISTED_CALLS];
}

/* End the part. One with only calls of the recorder becomes part of the next. */
static void close_part(struct gs_statistics *s, bool is_last)
{
	if (!s->part.is_open || (!is_last && !is_worth_a_row(&s->part.counts)))
		return;
	s->part.is_open = false;
	if (!is_worth_a_row(&s->part.counts)) {
		gs_statistics_row row = s->row;
		s->row = NULL;
		take_row(s, &s->part.counts);
		s->row = row;
		return;
	}
	s->whole.number++;
	take_row(s, &s->part.counts);
}

/* ---- what a replay has measured ---- */

/* Return how many draws or dispatches a figure counts. */
static uint64_t of_calls(enum gs_figure figure, uint64_t draws, uint64_t dispatches)
{
	return figure == GS_FIGURE_COMPUTE_RUNS	   ? dispatches
	       : figure == GS_FIGURE_OTHER_FETCHES ? draws + dispatches
						   : draws;
}

/* Count draws or dispatches of which nothing was measured. */
static void forget_measured(
	struct gs_statistics *s, struct gs_counts *counts, uint64_t draws, uint64_t dispatches)
{
	for (unsigned i = GS_FIGURE_MEASURED; s->measured && i < GS_N_FIGURES; i++)
		counts->unknown[i] += of_calls(i, draws, dispatches);
}

static uint64_t measured_value(
	const struct gs_statistics *s, const struct gs_measured_row *row, enum gs_figure figure)
{
	bool is_first = s->per == GS_PER_PASS || s->per == GS_PER_FRAME || s->per == GS_PER_TRACE;
	if (figure != GS_FIGURE_TOUCHED || !is_first)
		return row->values[figure];
	return s->per == GS_PER_PASS ? row->first_in_pass : row->first_in_frame;
}

static void add_measured(struct gs_statistics *s, struct gs_counts *counts)
{
	const struct gs_measured_row *row = gs_measured_find(s->measured, s->call->number);
	for (unsigned i = GS_FIGURE_MEASURED; i < GS_N_FIGURES; i++) {
		uint64_t n = of_calls(i, s->call_draws, s->call_dispatches);
		if (row && row->known >> i & 1)
			counts->values[i] += n ? measured_value(s, row, i) : 0;
		else
			counts->unknown[i] += n;
	}
}

static void take_held(struct gs_statistics *s)
{
	if (!s->is_held)
		return;
	s->is_held = false;
	take_row(s, &s->held);
}

/* ---- times ---- */

/* Return whether GL works for the call, so that its time is missed if it is not known. */
static bool is_work(const struct gs_statistics *s)
{
	uint64_t kinds = s->call->function->kinds;
	return s->call_draws || s->call_dispatches ||
	       (!s->call->is_fake && kinds & (GS_KIND_CLEARS | GS_KIND_BLITS));
}

/* Return the times of the current call. */
static struct gs_time_sum time_of_call(const struct gs_statistics *s)
{
	const struct gs_timed_row *row = gs_timed_find(s->timed, s->call->number);
	struct gs_time_sum time = {0};
	/* The recorder's calls stand in the next one's row. */
	if (!row && (is_work(s) || (s->per == GS_PER_CALL && !s->call->is_fake)))
		gs_time_sum_forget(&time,
			is_work(s) ? "the player has not made it, or its frame is not among those "
				     "that are timed"
				   : "it is no call that the player passes on to GL");
	if (!row)
		return time;
	time = (struct gs_time_sum){row->cpu, row->gpu, row->gpu_spread, NULL, NULL};
	/* What is only compiled, or draws nothing, is not missed in a sum. */
	if (row->why && (s->per == GS_PER_CALL || s->call_draws || s->call_dispatches))
		time.why_no_gpu = row->why;
	return time;
}

static const char several_parts[] = "one call makes draws that are told apart here";

/* Add the times of the current call to the part that it ends. */
static void add_time(struct gs_statistics *s, struct gs_counts *counts)
{
	bool is_own = s->per == GS_PER_DRAW || s->per == GS_PER_PROGRAM;
	if (!s->timed || (is_own && !s->is_held))
		return;
	if (s->is_time_split) {
		gs_time_sum_forget(&counts->time, several_parts);
		return;
	}
	const struct gs_time_sum time = time_of_call(s);
	gs_time_sum_add(&counts->time, &time);
}

/* Note that the current call belongs to this part, and to others. */
static void split_time(struct gs_statistics *s, struct gs_counts *counts)
{
	s->is_time_split = true;
	if (s->timed)
		gs_time_sum_forget(&counts->time, several_parts);
}

void gs_statistics_set_timed(struct gs_statistics *s, const struct gs_timed *timed)
{
	s->timed = timed;
}

/* ---- draws ---- */

/* Note what the part is drawn with. */
static void name_program(struct gs_statistics *s, struct gs_counts *counts)
{
	uint32_t program = gs_effects_bound(s->effects, GS_OBJECT_PROGRAM, 0);
	uint32_t pipeline = program ? 0 : gs_effects_bound(s->effects, GS_OBJECT_PIPELINE, 0);
	counts->object = program ? program : pipeline;
	counts->program = program ? gs_effects_name(s->effects, program) : 0;
	counts->pipeline = pipeline ? gs_effects_name(s->effects, pipeline) : 0;
}

/* End the part of a draw, or dispatch; its row is reported when the call has ended. */
static void hold_part(struct gs_statistics *s)
{
	bool is_same = s->per == GS_PER_PROGRAM && s->held.object == s->part.counts.object;
	if (s->is_held)
		forget_measured(s, &s->held, 1, 0);
	if (s->is_held && !is_same)
		split_time(s, &s->held);
	s->is_split |= s->is_held;
	take_held(s);
	s->held = s->part.counts;
	s->held.frame = s->frame; /* the part may have begun in the frame before */
	s->is_held = true;
	s->part.is_open = false;
	s->whole.number++;
}

static void end_call(struct gs_statistics *s)
{
	struct gs_counts *counts = s->is_held ? &s->held : &s->part.counts;
	add_time(s, counts);
	if (s->measured && (s->call_draws || s->call_dispatches)) {
		if (s->is_split)
			forget_measured(s, counts, 1, 0);
		else
			add_measured(s, counts);
	}
	take_held(s);
}

void gs_statistics_set_measured(struct gs_statistics *s, const struct gs_measured *measured)
{
	s->measured = measured;
}

bool gs_counts_have_work(const struct gs_counts *counts)
{
	return counts->values[GS_FIGURE_DRAWS] || counts->values[GS_FIGURE_CLEARS];
}

/* Return whether the call begins another pass. */
static bool begins_pass(struct gs_statistics *s, const struct gs_analysed_call *analysed)
{
	const struct gs_counts *counts = &s->part.counts;
	uint64_t target = gs_analysed_number(analysed, "target");
	if (!gs_counts_have_work(counts))
		return false;
	if (analysed->function->kinds & GS_KIND_CLEARS)
		return counts->values[GS_FIGURE_DRAWS] > 0;
	if (analysed->function->kinds & GS_KIND_BINDS_FRAMEBUFFER)
		return target != GL_READ_FRAMEBUFFER &&
		       gs_effects_object_named(s->effects, GS_OBJECT_FRAMEBUFFER,
			       gs_analysed_number(analysed, "framebuffer")) !=
			       gs_effects_bound(
				       s->effects, GS_OBJECT_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER);
	return analysed->function->kinds & GS_KIND_MAKES_CURRENT;
}

/* ---- figures ---- */

static void add(struct gs_statistics *s, enum gs_figure figure, uint64_t n)
{
	s->part.counts.values[figure] += n;
}

static uint64_t uniform_bytes(const struct gs_analysed_call *analysed)
{
	uint64_t bytes = gs_analysed_bytes(analysed, false);
	const struct gs_function_info *info = analysed->function->info;
	unsigned n = analysed->call->function->n_args;
	unsigned others = gs_analysed_has(analysed, "program") ? 2 : 1;
	if (bytes || n < others)
		return bytes;
	return (uint64_t)(n - others) *
	       (info && info->n_parameters > others && info->parameters[others].bits == 64 ? 8 : 4);
}

static void count_bytes(struct gs_statistics *s, const struct gs_analysed_call *analysed)
{
	static const struct {
		uint64_t kinds;
		enum gs_figure figure;
	} figures[] = {
		{GS_KIND_BUFFER_DATA | GS_KIND_BUFFER_PART, GS_FIGURE_BUFFER_BYTES},
		{GS_KIND_TEXTURE, GS_FIGURE_TEXTURE_BYTES},
		{GS_KIND_PIXELS, GS_FIGURE_PIXEL_BYTES},
		{GS_KIND_SHADER, GS_FIGURE_SHADER_BYTES},
		{GS_KIND_ARRAY | GS_KIND_DRAW, GS_FIGURE_ARRAY_BYTES},
	};
	uint64_t kinds = analysed->function->kinds;
	uint64_t bytes;
	for (size_t i = 0; i < G_N_ELEMENTS(figures); i++) {
		if (!(kinds & figures[i].kinds))
			continue;
		bytes = gs_analysed_bytes(analysed, false);
		add(s, figures[i].figure, bytes);
		if (i < 2 && bytes)
			add(s, GS_FIGURE_UPLOADS, 1);
		return;
	}
	if (kinds & GS_KIND_UNIFORM)
		add(s, GS_FIGURE_UNIFORM_BYTES, uniform_bytes(analysed));
	if (kinds & (GS_KIND_READS_PIXELS | GS_KIND_READS_BUFFER))
		add(s, GS_FIGURE_READ_BYTES, gs_analysed_bytes(analysed, true));
}

static bool dispatches(const struct gs_known_function *function)
{
	return gs_data_flags(function->number) & GS_FUNCTION_DISPATCHES;
}

static void count_kinds(struct gs_statistics *s, const struct gs_analysed_call *analysed)
{
	static const struct {
		uint64_t kind;
		enum gs_figure figure;
	} figures[] = {
		{GS_KIND_MATRIX, GS_FIGURE_MATRIX_CALLS},
		{GS_KIND_ASKS, GS_FIGURE_QUERIES},
		{GS_KIND_CLEARS, GS_FIGURE_CLEARS},
		{GS_KIND_BINDS_PROGRAM, GS_FIGURE_PROGRAM_BINDS},
		{GS_KIND_BINDS_TEXTURE, GS_FIGURE_TEXTURE_BINDS},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(figures); i++)
		if (analysed->function->kinds & figures[i].kind)
			add(s, figures[i].figure, 1);
	add(s, GS_FIGURE_DISPATCHES, dispatches(analysed->function));
	add(s, GS_FIGURE_BLOCKS, analysed->function->number == GS_FN_glBegin);
	if (analysed->function->kinds & GS_KIND_BINDS_FRAMEBUFFER &&
		gs_analysed_number(analysed, "target") != GL_READ_FRAMEBUFFER)
		add(s, GS_FIGURE_TARGET_BINDS, 1);
}

/* Count a memcpy of the recorder: arrays that are used again, or what is written to mapped
 * buffers. */
static void count_memory(struct gs_statistics *s, const struct gs_analysed_call *analysed)
{
	uint64_t offset, bytes = gs_analysed_bytes(analysed, false);
	if (strcmp(analysed->function->name, "memcpy"))
		return;
	if (!gs_effects_mapped(s->effects, gs_trace_number(&analysed->call->args[0]), &offset)) {
		add(s, GS_FIGURE_ARRAY_BYTES, bytes);
		return;
	}
	add(s, GS_FIGURE_BUFFER_BYTES, bytes);
	add(s, GS_FIGURE_UPLOADS, 1);
}

/* Count a call before it takes effect. */
static void count_call(struct gs_statistics *s, struct gs_known_function *function)
{
	const struct gs_analysed_call analysed = {function, s->call};
	s->is_counted = true;
	if (!s->part.is_open)
		open_part(s, s->call->number);
	s->part.counts.last = s->call->number;
	if (!function->info && s->call->function->n_args > 0)
		count_memory(s, &analysed);
	if (s->call->is_fake) {
		add(s, GS_FIGURE_FAKE_CALLS, 1);
		if (function->kinds & GS_KIND_ARRAY)
			count_bytes(s, &analysed);
		return;
	}
	function->calls++;
	add(s, GS_FIGURE_CALLS, 1);
	count_bytes(s, &analysed);
}

static bool is_lit(const struct gs_statistics *s)
{
	return gs_effects_is_enabled(s->effects, GL_LIGHTING) &&
	       !gs_effects_is_enabled(s->effects, GL_VERTEX_PROGRAM_ARB) &&
	       !gs_effects_bound(s->effects, GS_OBJECT_PROGRAM, 0) &&
	       !gs_effects_bound(s->effects, GS_OBJECT_PIPELINE, 0);
}

static void add_submission(struct gs_statistics *s, const struct gs_submission *submission)
{
	bool lit = is_lit(s);
	const struct {
		enum gs_figure figure;
		uint64_t n;
		bool is_known;
	} figures[] = {
		{GS_FIGURE_INSTANCES, submission->instances, submission->is_known},
		{GS_FIGURE_VERTICES, submission->vertices, submission->is_known},
		{GS_FIGURE_PRIMITIVES, submission->primitives, submission->is_known},
		{GS_FIGURE_TRIANGLES, submission->triangles, submission->is_known},
		{GS_FIGURE_DISTINCT_VERTICES, submission->distinct, submission->knows_sharing},
		{GS_FIGURE_LIT_VERTICES, lit ? submission->vertices : 0,
			submission->is_known || !lit},
		{GS_FIGURE_SHADED_VERTICES, submission->shaded, submission->knows_sharing},
	};
	add(s, GS_FIGURE_DRAWS, submission->draws);
	add(s, GS_FIGURE_INDEXED_DRAWS, submission->is_indexed ? submission->draws : 0);
	if (submission->is_pixels)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(figures); i++) {
		add(s, figures[i].figure, figures[i].n);
		s->part.counts.unknown[figures[i].figure] += !figures[i].is_known;
	}
	if (submission->is_known && !submission->vertices)
		add(s, GS_FIGURE_EMPTY_DRAWS, 1);
	if (!submission->is_known)
		s->part.counts.unknown[GS_FIGURE_EMPTY_DRAWS]++;
	if (submission->mode < MODES)
		s->modes[submission->mode] += submission->primitives;
}

static void add_draw(struct gs_statistics *s, const struct gs_submission *submission)
{
	struct gs_counts *counts = &s->part.counts;
	if (!gs_counts_have_work(counts) || s->per == GS_PER_DRAW)
		counts->target = gs_effects_target_name(s->effects);
	add_submission(s, submission);
	s->call_draws += submission->draws;
	counts->mode = submission->is_pixels ? UINT32_MAX : submission->mode;
}

static void watch(void *data, const struct gs_trace_call *call, unsigned depth)
{
	struct gs_statistics *s = data;
	struct gs_known_function *function = gs_known_function_of(&s->known, call->function);
	const struct gs_analysed_call analysed = {function, call};
	struct gs_submission submission;
	if (s->per == GS_PER_PASS && begins_pass(s, &analysed) && !call->is_fake) {
		if (s->call_draws)
			forget_measured(s, &s->part.counts, 1, 0);
		s->is_split |= s->call_draws > 0;
		if (s->call_draws)
			split_time(s, &s->part.counts);
		close_part(s, false);
	}
	if (!s->is_counted)
		count_call(s, gs_known_function_of(&s->known, s->call->function));
	if (!s->part.is_open)
		open_part(s, s->call->number);
	if (!gs_counts_have_work(&s->part.counts) || function->kinds & GS_KIND_CLEARS)
		s->part.counts.target = gs_effects_target_name(s->effects);
	if (depth)
		add(s, GS_FIGURE_LISTED_CALLS, 1);
	if (!call->is_fake)
		count_kinds(s, &analysed);
	s->call_dispatches += dispatches(function);
	bool draws = gs_draws_add(s->draws, &analysed, &submission);
	if (call->is_fake)
		return;
	if (draws)
		add_draw(s, &submission);
	if ((draws && s->per == GS_PER_DRAW) ||
		((draws || dispatches(function)) && s->per == GS_PER_PROGRAM)) {
		s->part.counts.function = function->name;
		name_program(s, &s->part.counts);
		hold_part(s);
	}
}

/* ---- when frames end ---- */

/* Return the time of a comment "time 2026-11-23T01:31:29.070061Z" in seconds; < 0: it has none. */
static double time_of(const struct gs_analysed_call *analysed)
{
	const struct gs_trace_value *text = gs_analysed_value(analysed, "string");
	GDateTime *time;
	double seconds = -1;
	if (!text || text->class != GS_TRACE_STRING ||
		!g_str_has_prefix(text->text, GS_COMMENT_TIME))
		return -1;
	time = g_date_time_new_from_iso8601(text->text + strlen(GS_COMMENT_TIME), NULL);
	if (!time)
		return -1;
	seconds = (double)g_date_time_to_unix(time) + g_date_time_get_seconds(time) -
		  g_date_time_get_second(time);
	g_date_time_unref(time);
	return seconds;
}

static void take_time(struct gs_statistics *s, const struct gs_analysed_call *analysed)
{
	double now = time_of(analysed);
	if (now < 0)
		return;
	if (s->last_time >= 0 && now >= s->last_time)
		s->ended.seconds = now - s->last_time;
	s->last_time = now;
	emit_ended_frame(s);
}

static void end_frame(struct gs_statistics *s)
{
	emit_ended_frame(s);
	s->part.counts.ends = true;
	if (s->per == GS_PER_FRAME) {
		s->ended = s->part.counts;
		s->part.is_open = false;
		s->whole.number++;
	} else {
		s->ended.seconds = -1;
		if (s->per == GS_PER_PASS)
			close_part(s, false);
	}
	s->has_ended = true;
	s->frame++;
}

void gs_statistics_add(struct gs_statistics *s, const struct gs_trace_call *call)
{
	struct gs_known_function *function = gs_known_function_of(&s->known, call->function);
	const struct gs_analysed_call analysed = {function, call};
	if (call->is_fake && s->has_ended && function->number == GS_FN_glStringMarkerGREMEDY)
		take_time(s, &analysed);
	else if (s->has_ended && !call->is_fake) {
		s->last_time = -1;
		emit_ended_frame(s);
	}
	s->call = call;
	s->is_counted = s->is_split = s->is_time_split = false;
	s->call_draws = s->call_dispatches = 0;
	gs_effects_add(s->effects, call);
	if (!s->is_counted)
		count_call(s, function);
	end_call(s);
	if (!call->is_fake && gs_analysed_waits(s->effects, &analysed))
		add(s, GS_FIGURE_WAITS, 1);
	switch (gs_repeats_add(s->repeats, call)) {
	case GS_REPEAT_IS:
		add(s, GS_FIGURE_REPEATED_STATE, 1);
		add(s, GS_FIGURE_STATE_CALLS, 1);
		break;
	case GS_REPEAT_CHANGES:
		add(s, GS_FIGURE_STATE_CALLS, 1);
		break;
	default:
		break;
	}
	if (s->per == GS_PER_CALL && s->part.is_open) {
		s->part.counts.function = function->name;
		s->part.counts.frame = s->frame;
		s->part.counts.target = gs_effects_target_name(s->effects);
		close_part(s, false);
	}
	if (call->ends_frame)
		end_frame(s);
}

/* ---- the whole ---- */

struct gs_statistics *gs_statistics_new(enum gs_per per, gs_statistics_row row, void *data)
{
	struct gs_statistics *s = g_new0(struct gs_statistics, 1);
	s->per = per;
	s->row = row;
	s->data = data;
	s->effects = gs_effects_new(0);
	gs_effects_keep_last(s->effects);
	s->repeats = gs_repeats_new(s->effects);
	s->draws = gs_draws_new(s->effects);
	gs_effects_set_watch(s->effects, watch, s);
	gs_known_functions_init(&s->known);
	s->last_time = -1;
	s->frames = g_array_new(FALSE, FALSE, sizeof(double));
	s->programs = g_array_new(FALSE, FALSE, sizeof(struct program));
	s->functions = g_array_new(FALSE, FALSE, sizeof(struct named));
	s->categories = g_array_new(FALSE, FALSE, sizeof(struct named));
	s->mode_names = g_array_new(FALSE, FALSE, sizeof(struct named));
	return s;
}

void gs_statistics_free(struct gs_statistics *s)
{
	gs_repeats_free(s->repeats);
	gs_draws_free(s->draws);
	gs_effects_free(s->effects);
	gs_known_functions_clear(&s->known);
	g_array_free(s->frames, TRUE);
	g_array_free(s->programs, TRUE);
	g_array_free(s->functions, TRUE);
	g_array_free(s->categories, TRUE);
	g_array_free(s->mode_names, TRUE);
	g_free(s);
}

static int compare(const void *a, const void *b)
{
	const struct named *one = a, *other = b;
	if (one->n != other->n)
		return one->n < other->n ? 1 : -1;
	return strcmp(one->name, other->name);
}

static void add_named(GArray *array, const char *name, uint64_t n)
{
	struct named named = {name, n};
	for (guint i = 0; i < array->len; i++) {
		if (strcmp(g_array_index(array, struct named, i).name, name))
			continue;
		g_array_index(array, struct named, i).n += n;
		return;
	}
	g_array_append_val(array, named);
}

static void sort_names(struct gs_statistics *s)
{
	for (guint i = 0; i < s->known.by_signature->len; i++) {
		const struct gs_known_function *function = s->known.by_signature->pdata[i];
		if (!function || !function->calls)
			continue;
		add_named(s->functions, function->name, function->calls);
		add_named(s->categories,
			function->info ? gs_data_category_name(gs_data_category(function->number))
				       : "Not of OpenGL",
			function->calls);
	}
	for (unsigned mode = 0; mode < MODES; mode++)
		if (s->modes[mode])
			add_named(s->mode_names,
				gs_data_enum_name("PrimitiveType", mode, GS_FUNCTION_GL),
				s->modes[mode]);
	g_array_sort(s->functions, compare);
	g_array_sort(s->categories, compare);
	g_array_sort(s->mode_names, compare);
}

const struct gs_counts *gs_statistics_end(struct gs_statistics *s)
{
	uint64_t parts;
	emit_ended_frame(s);
	close_part(s, true);
	emit_programs(s);
	sort_names(s);
	parts = gs_effects_calls(s->effects);
	s->whole.number = 0;
	s->whole.seconds = -1;
	s->whole.first = parts ? gs_effects_number_of(s->effects, 0) : 0;
	s->whole.last = parts ? gs_effects_number_of(s->effects, parts - 1) : 0;
	return &s->whole;
}

static const char *named_at(const GArray *array, size_t i, uint64_t *n)
{
	if (i >= array->len)
		return NULL;
	*n = g_array_index(array, struct named, i).n;
	return g_array_index(array, struct named, i).name;
}

const char *gs_statistics_function(const struct gs_statistics *s, size_t i, uint64_t *calls)
{
	return named_at(s->functions, i, calls);
}

const char *gs_statistics_category(const struct gs_statistics *s, size_t i, uint64_t *calls)
{
	return named_at(s->categories, i, calls);
}

const char *gs_statistics_mode(const struct gs_statistics *s, size_t i, uint64_t *primitives)
{
	return named_at(s->mode_names, i, primitives);
}

const double *gs_statistics_frames(const struct gs_statistics *s, size_t *n)
{
	*n = s->frames->len;
	return (const double *)(const void *)s->frames->data;
}
