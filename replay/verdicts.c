/* SPDX-License-Identifier: MIT */
/*
 * Whether shaders compile, and programs link. It is asked for here, as programs need not ask: one
 * that does not link here is a difference if the trace's program was told that it does, or draws
 * with it, which it cannot mean otherwise.
 */
#include <string.h>
#include "data/answer.h"
#include "data/constants.h"
#include "replay/private.h"
#include "trace/raw.h"

enum { LOG = 4096, MOST_SHADERS = 16 };

/* Of one shader or program, by its recorded name. */
struct verdict {
	enum gs_answer_class class; /* COMPILE or LINK */
	uint64_t call;		    /* that compiled or linked it */
	const char *name;	    /* its function */
	bool is_good;		    /* here */
	bool is_known, was_good;    /* in the recording */
	bool is_told;
	bool is_piped;	 /* a pipeline takes stages of it */
	char *log;	 /* its first line; NULL: it is good */
	GArray *shaders; /* uint64_t, recorded names of those of a bad program; NULL */
};

static void free_verdict(gpointer data)
{
	struct verdict *v = data;
	if (v->shaders)
		g_array_free(v->shaders, TRUE);
	g_free(v->log);
	g_free(v);
}

static struct verdict *verdict_of(const struct gs_replay_group *group, uint64_t object)
{
	return group->verdicts ? g_hash_table_lookup(group->verdicts, GSIZE_TO_POINTER(object))
			       : NULL;
}

/* ---- what it is here ---- */

/* Return the first line of the log that says something. */
static char *first_line(struct gs_player *player, unsigned object, bool is_program)
{
	void (*get)(unsigned, int, int *, char *) = gs_replay_find(
		player, is_program ? "glGetProgramInfoLog" : "glGetShaderInfoLog");
	char text[LOG] = "";
	if (get)
		get(object, sizeof text, NULL, text);
	char *line = g_utf8_make_valid(g_strstrip(text), -1);
	line[strcspn(line, "\r\n")] = 0;
	return line;
}

/* Note which shaders of a program that does not link do not compile either. */
static void note_shaders(struct gs_player *player, struct verdict *v, unsigned program)
{
	void (*get)(unsigned, int, int *, unsigned *) = gs_replay_find(
		player, "glGetAttachedShaders");
	unsigned shaders[MOST_SHADERS];
	int n = 0;
	if (get)
		get(program, MOST_SHADERS, &n, shaders);
	v->shaders = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	for (int i = 0; i < n; i++) {
		uint64_t recorded = gs_replay_recorded_name(
			gs_replay_context(player), GS_OBJECT_PROGRAM, shaders[i]);
		g_array_append_val(v->shaders, recorded);
	}
}

static void judge(struct gs_player *player, struct verdict *v, unsigned object)
{
	bool is_program = v->class == GS_ANSWER_LINK;
	void (*get)(unsigned, unsigned, int *) = gs_replay_find(
		player, is_program ? "glGetProgramiv" : "glGetShaderiv");
	int status = -1;
	if (get)
		get(object, is_program ? GL_LINK_STATUS : GL_COMPILE_STATUS, &status);
	v->is_good = status != 0; /* it stays -1 of what is none */
	if (v->is_good)
		return;
	v->log = first_line(player, object, is_program);
	if (is_program)
		note_shaders(player, v, object);
}

void gs_replay_judge(struct gs_player *player, const struct gs_play *play,
	const struct gs_trace_call *call, const uint64_t *args, uint64_t result)
{
	enum gs_answer_class class = gs_data_answer(play->number);
	bool is_made = play->info->returns.class != GS_CLASS_VOID;
	uint64_t object = is_made ? result : args[0];
	if (!player->options->strict || !object ||
		(class != GS_ANSWER_COMPILE && class != GS_ANSWER_LINK))
		return;
	struct gs_replay_group *group = gs_replay_context(player)->group;
	struct verdict *v = g_new0(struct verdict, 1);
	v->class = class;
	v->call = call->number;
	v->name = play->info->name;
	judge(player, v, (unsigned)object);
	group->n_bad += !v->is_good;
	if (!group->verdicts)
		group->verdicts = g_hash_table_new_full(NULL, NULL, NULL, free_verdict);
	g_hash_table_replace(group->verdicts,
		GSIZE_TO_POINTER(
			is_made ? gs_trace_number(&call->result) : gs_trace_argument(call, 0)),
		v);
}

/* ---- what it was ---- */

static void tell(struct gs_player *player, struct verdict *v)
{
	bool is_link = v->class == GS_ANSWER_LINK;
	const char *does = is_link ? "link" : "compile";
	const struct gs_replay_difference d = {
		.kind = is_link ? GS_DIFFERENCE_LINK : GS_DIFFERENCE_COMPILE,
		.call = v->call,
		.name = v->name,
		.once = does,
		.recorded = !v->is_known  ? "\"unknown\""
			    : v->was_good ? "1"
					  : "0",
		.here = v->is_good ? "1" : "0"};
	if (v->is_told)
		return;
	v->is_told = true;
	if (v->is_good)
		gs_replay_differ(player, &d, "%ss here, and did not when it was recorded", does);
	else
		gs_replay_differ(player, &d, "does not %s here: %s", does,
			v->log && *v->log ? v->log : "the driver does not say why");
}

bool gs_replay_take_status(struct gs_player *player, const struct gs_trace_call *call,
	enum gs_answer_class class, bool was_good, bool is_good)
{
	struct verdict *v = class == GS_ANSWER_COMPILE || class == GS_ANSWER_LINK
				    ? verdict_of(gs_replay_context(player)->group,
					      gs_trace_argument(call, 0))
				    : NULL;
	if (!v || v->class != class)
		return false;
	v->is_known = true;
	v->was_good = was_good;
	v->is_good = is_good;
	if (was_good != is_good)
		tell(player, v);
	return true;
}

/* ---- what is drawn with it ---- */

/* Tell of a program that does not link here, unless it did not in the recording either, and of its
 * shaders. */
static void tell_used(struct gs_player *player, struct verdict *v)
{
	const struct gs_replay_group *group = gs_replay_context(player)->group;
	if (!v || v->is_good || (v->is_known && !v->was_good))
		return;
	for (guint i = 0; v->shaders && i < v->shaders->len; i++) {
		struct verdict *shader = verdict_of(group, g_array_index(v->shaders, uint64_t, i));
		if (shader && !shader->is_good && (!shader->is_known || shader->was_good))
			tell(player, shader);
	}
	tell(player, v);
}

static void note_piped(const struct gs_replay_group *group, const struct gs_play *play,
	const struct gs_trace_call *call)
{
	const struct gs_object_rule *program = NULL, *pipeline = NULL;
	for (size_t i = 0; i < play->n_rules; i++) {
		const struct gs_object_rule *rule = &play->rules[i];
		program = rule->kind == GS_OBJECT_PROGRAM ? rule : program;
		pipeline = rule->kind == GS_OBJECT_PIPELINE ? rule : pipeline;
	}
	struct verdict *v = program && pipeline && program->argument < call->function->n_args
				    ? verdict_of(group, gs_trace_argument(call, program->argument))
				    : NULL;
	if (v)
		v->is_piped = true;
}

void gs_replay_judge_used(
	struct gs_player *player, const struct gs_play *play, const struct gs_trace_call *call)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	GHashTableIter iter;
	gpointer data;
	if (!context->group->n_bad)
		return;
	note_piped(context->group, play, call);
	if (!(gs_data_flags(play->number) & GS_FUNCTION_DRAWS) || gs_replay_is_compiling(player))
		return;
	tell_used(player, verdict_of(context->group, gs_replay_program(player)));
	g_hash_table_iter_init(&iter, context->group->verdicts);
	while (context->told->pipeline.name && g_hash_table_iter_next(&iter, NULL, &data))
		if (((struct verdict *)data)->is_piped)
			tell_used(player, data);
}
