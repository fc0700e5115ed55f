/* SPDX-License-Identifier: MIT */
#include "ui/job.h"

#include <limits.h>
#include <string.h>
#include "debugger/mesh.h"

/* ---- actions ---- */

char **gs_job_path_texts(const struct gs_where *where)
{
	GPtrArray *texts = g_ptr_array_new();
	for (unsigned i = 0; i < where->n_frames; i++)
		g_ptr_array_add(
			texts, g_strdup_printf("%s, line %u",
				       where->frames[i].function ? where->frames[i].function : "?",
				       where->frames[i].line));
	g_ptr_array_add(texts, NULL);
	return (char **)g_ptr_array_free(texts, FALSE);
}

static void copy_breaks(struct gs_job *job)
{
	size_t n = 0;
	const struct gs_breakpoint *list = gs_session_breakpoints(job->session, &n);
	job->breaks = g_new0(struct gs_line_break, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct gs_line_break *b = &job->breaks[job->n_breaks++];
		b->kind = list[i].kind;
		b->pattern = g_strdup(list[i].pattern);
		b->hits = list[i].hits;
		b->number = list[i].number;
		b->line = list[i].line;
		b->object = list[i].object;
		b->stage = list[i].stage;
		b->any = list[i].any;
		b->condition = g_strdup(list[i].condition);
	}
}

static bool start_program(struct gs_job *job)
{
	if (!gs_session_start(job->session, &job->stop, &job->error))
		return false;
	job->has_stop = true;
	gs_session_note_state(job->session, false);
	if (job->no_log && !gs_session_set_log(job->session, false, &job->error))
		return false;
	if (!job->first_draw || job->stop.is_draw || job->stop.kind != GS_STOP_CALL)
		return true;
	gs_stop_clear(&job->stop);
	return job->has_stop = gs_session_run(
		       job->session, GS_RUN_DRAW, 1, NULL, &job->stop, &job->error);
}

static bool run_program(struct gs_job *job)
{
	if (gs_session_in_shader(job->session)) {
		struct gs_stop stop = {0};
		if (!gs_session_leave(job->session, &stop, &job->error))
			return false;
		gs_stop_clear(&stop);
	}
	return job->has_stop = gs_session_run(
		       job->session, job->run, 1, job->text, &job->stop, &job->error);
}

/* At the line of the object that is meant. */
static bool break_line(struct gs_job *job, const char *condition)
{
	if (job->object == GS_OBJECT_HERE)
		return gs_session_break_line(
			job->session, job->argument, condition, job->any, &job->error);
	return gs_session_break_line_in(
		job->session, job->object, job->argument, condition, job->any, &job->error);
}

static bool toggle_break(struct gs_job *job)
{
	size_t n = 0;
	const struct gs_breakpoint *list = gs_session_breakpoints(job->session, &n);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == GS_BREAK_LINE && list[i].line == job->argument &&
			list[i].object == job->object &&
			(list[i].stage < 0 || list[i].stage == (int)job->stage))
			return gs_session_delete(job->session, list[i].number, &job->error);
	return break_line(job, NULL);
}

static bool set_break(struct gs_job *job)
{
	const char *condition = job->text && job->text[0] ? job->text : NULL;
	if (job->kind == GS_JOB_BREAK_CHANGE)
		return gs_session_break_change(
			job->session, job->argument, condition, job->any, &job->error);
	if (job->argument)
		return break_line(job, condition);
	if (!strcmp(job->name, "error"))
		return gs_session_break_error(job->session, &job->error);
	return gs_session_break_call(job->session, job->name, condition, &job->error);
}

static bool set_operations(struct gs_job *job)
{
	bool in_shader = gs_session_in_shader(job->session);
	bool good = gs_session_set_fragment_operations(
		job->session, &job->operations, &job->where, &job->error);
	job->has_where = good && in_shader && job->where.text;
	if (good && !job->has_where)
		gs_where_clear(&job->where);
	return good;
}

/* Where no vertex shader is debugged, one is begun. */
static bool focus_vertex(struct gs_job *job)
{
	struct gs_session *s = job->session;
	if (!gs_session_in_shader(s)) {
		if (!gs_session_shader(s, GS_STAGE_VERTEX, &job->where, &job->error))
			return false;
		gs_where_clear(&job->where);
	}
	return gs_session_focus_element(s, job->element.at, job->element.n, &job->where, &job->error);
}

static bool act(struct gs_job *job)
{
	struct gs_session *s = job->session;
	switch (job->kind) {
	case GS_JOB_START:
		return start_program(job);
	case GS_JOB_RESTART:
		return job->has_stop = gs_session_restart(s, &job->stop, &job->error);
	case GS_JOB_RUN:
		return run_program(job);
	case GS_JOB_KILL:
		return gs_session_kill(s, &job->error);
	case GS_JOB_SHADER:
		return job->has_where = job->argument ? gs_session_shader_of_draw(s, job->stage, job->argument - 1,
								&job->where, &job->error)
						      : gs_session_shader(s, job->stage, &job->where, &job->error);
	case GS_JOB_FOCUS:
		return job->has_where = job->element.n
						? gs_session_focus_element(s, job->element.at,
							  job->element.n, &job->where, &job->error)
						: gs_session_focus(s, job->x, job->y, &job->where,
							  &job->error);
	case GS_JOB_VERTEX:
		return job->has_where = focus_vertex(job);
	case GS_JOB_MOVE:
		return job->has_where = gs_session_move(
			       s, job->move, job->argument, &job->where, &job->error);
	case GS_JOB_FRAME:
		return job->has_where = gs_session_select_frame(
			       s, job->argument, &job->where, &job->error);
	case GS_JOB_LEAVE:
		return job->has_stop = gs_session_leave(s, &job->stop, &job->error);
	case GS_JOB_TOGGLE_BREAK:
		return toggle_break(job);
	case GS_JOB_BREAK:
	case GS_JOB_BREAK_CHANGE:
		return set_break(job);
	case GS_JOB_UNIFORM:
		return gs_session_set_uniform(s, job->name, job->text, &job->note, &job->error);
	case GS_JOB_ARGUMENT:
		return job->has_stop = gs_session_set_argument(
			       s, job->name, job->text, &job->stop, &job->error);
	case GS_JOB_DETACH:
		return gs_session_detach(s, &job->error);
	case GS_JOB_SOURCE:
		return gs_session_set_source(s, job->stage, job->object, job->text, &job->error);
	case GS_JOB_OPERATIONS:
		return set_operations(job);
	case GS_JOB_UNBREAK:
		return gs_session_delete(s, job->argument, &job->error);
	default:
		return false;
	}
}

enum { PATIENCE = 300 }; /* ms */

/* An action that failed may yet have moved the program: say where it is now, if the driver is not busy. */
static void catch_up(struct gs_job *job)
{
	if (!job->alive)
		return;
	gs_session_set_timeout(job->session, PATIENCE);
	if (job->in_shader && !job->has_where)
		job->has_where = gs_session_where(job->session, &job->where, NULL);
	else if (!job->in_shader && !job->has_stop && job->kind != GS_JOB_KILL)
		job->has_stop = gs_session_stop_now(job->session, &job->stop, NULL);
	gs_session_set_timeout(job->session, INT_MAX);
}

static void work_action(struct gs_task *task)
{
	struct gs_job *job = (struct gs_job *)task;
	if (job->kind == GS_JOB_FREE) {
		g_clear_pointer(&job->session, gs_session_free);
		job->ok = true;
		return;
	}
	job->ok = act(job);
	job->alive = gs_session_has_program(job->session);
	job->in_shader = job->alive && gs_session_in_shader(job->session);
	if (!job->ok)
		catch_up(job);
	if (job->has_where)
		job->call_path = gs_job_path_texts(&job->where);
	copy_breaks(job);
	gs_session_fragment_operations(job->session, &job->operations);
}

/* ---- both ---- */

struct gs_job *gs_job_new(enum gs_job_kind kind, struct gs_session *session)
{
	struct gs_job *job = g_new0(struct gs_job, 1);
	job->kind = kind;
	job->session = session;
	job->task.is_refresh = kind >= GS_JOB_PROGRAM;
	job->task.work = job->task.is_refresh ? gs_job_work_refresh : work_action;
	return job;
}

void gs_job_free(struct gs_job *job)
{
	g_strfreev(job->expressions);
	g_strfreev(job->wanted);
	g_clear_error(&job->error);
	if (job->has_stop)
		gs_stop_clear(&job->stop);
	if (job->has_where)
		gs_where_clear(&job->where);
	g_strfreev(job->call_path);
	gs_line_breaks_free(job->breaks, job->n_breaks);
	if (job->has_program)
		gs_program_info_clear(&job->program);
	if (job->picture.rgba)
		gs_picture_clear(&job->picture);
	g_clear_pointer(&job->variables, g_ptr_array_unref);
	g_clear_pointer(&job->values, g_ptr_array_unref);
	g_clear_pointer(&job->fields, g_ptr_array_unref);
	gs_mask_free(job->mask);
	g_clear_pointer(&job->thumbnail, cairo_surface_destroy);
	gs_trail_free(job->trail);
	g_clear_pointer(&job->gl, g_ptr_array_unref);
	g_free(job->text);
	g_free(job->inspect.layout);
	g_free(job->resources);
	g_clear_pointer(&job->blocks, g_ptr_array_unref);
	g_clear_error(&job->blocks_error);
	g_free(job->name);
	g_free(job->note);
	g_free(job->reach);
	gs_profile_free(job->profile);
	g_clear_pointer(&job->emitted, g_ptr_array_unref);
	gs_stack_clear(&job->host_stack);
	g_strfreev(job->emitted_undefined);
	gs_mesh_free(job->mesh);
	if (job->has_check)
		gs_check_clear(&job->check);
	gs_emissions_free(job->emissions);
	gs_changes_free(job->changes, job->n_changes);
	g_free(job);
}

bool gs_job_runs_program(const struct gs_job *job)
{
	return job->kind == GS_JOB_START || job->kind == GS_JOB_RUN || job->kind == GS_JOB_RESTART;
}
