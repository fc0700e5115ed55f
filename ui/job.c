/* SPDX-License-Identifier: MIT */
#include "ui/job.h"

#include <string.h>

/* More scalars than this are fetched only for what the user opened. */
enum { MAX_SCALARS = 64 };

/* ---- actions ---- */

static char **path_texts(const struct gs_where *where)
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
		b->any = list[i].any;
		b->condition = g_strdup(list[i].condition);
	}
}

static bool start_program(struct gs_job *job)
{
	if (!gs_session_start(job->session, &job->stop, &job->error))
		return false;
	job->has_stop = true;
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
		       job->session, job->run, 1, NULL, &job->stop, &job->error);
}

static bool toggle_break(struct gs_job *job)
{
	size_t n = 0;
	const struct gs_breakpoint *list = gs_session_breakpoints(job->session, &n);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == GS_BREAK_LINE && list[i].line == job->argument)
			return gs_session_delete(job->session, list[i].number, &job->error);
	return gs_session_break_line(job->session, job->argument, NULL, false, &job->error);
}

static bool set_break(struct gs_job *job)
{
	const char *text = job->text ? job->text : "";
	if (job->argument)
		return gs_session_break_line(job->session, job->argument, text[0] ? text : NULL,
			job->any, &job->error);
	if (!strcmp(text, "error"))
		return gs_session_break_error(job->session, &job->error);
	return gs_session_break_call(job->session, text, &job->error);
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
		return job->has_where = gs_session_shader(
			       s, GS_STAGE_FRAGMENT, &job->where, &job->error);
	case GS_JOB_FOCUS:
		return job->has_where = gs_session_focus(
			       s, job->x, job->y, &job->where, &job->error);
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
		return set_break(job);
	case GS_JOB_UNBREAK:
		return gs_session_delete(s, job->argument, &job->error);
	default:
		return false;
	}
}

/* An action that failed may yet have moved the program: say where it is now. */
static void catch_up(struct gs_job *job)
{
	if (!job->alive)
		return;
	if (job->in_shader && !job->has_where)
		job->has_where = gs_session_where(job->session, &job->where, NULL);
	else if (!job->in_shader && !job->has_stop && job->kind != GS_JOB_KILL)
		job->has_stop = gs_session_stop_now(job->session, &job->stop, NULL);
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
		job->call_path = path_texts(&job->where);
	copy_breaks(job);
}

/* ---- refreshes ---- */

/* Samplers, images and the like: nothing to fetch, and nothing wrong with that. */
static bool is_opaque(const char *type)
{
	return strstr(type, "sampler") || strstr(type, "image") ||
	       g_str_has_prefix(type, "atomic_uint");
}

static bool is_deferred(const struct gs_job *job, const struct gs_variable_info *variable)
{
	if (job->wanted && g_strv_contains((const char *const *)job->wanted, variable->name))
		return false;
	if (variable->is_builtin &&
		(!strcmp(variable->qualifier, "uniform") || !strcmp(variable->qualifier, "const")))
		return true;
	size_t n = gs_type_name_scalars(variable->type);
	return n ? n > MAX_SCALARS : strchr(variable->type, '[') != NULL;
}

static struct gs_value_node *value_node(
	const char *expression, const struct gs_value *value, const char *type, const GError *error)
{
	if (!error)
		return gs_value_node_from(expression, value, type);
	struct gs_value_node *node = gs_value_node_new(expression);
	node->error = g_strdup(error->message);
	return node;
}

static void add_variable(
	struct gs_job *job, const struct gs_variable_info *info, struct gs_value_node *node)
{
	if (!node->type[0]) {
		g_free(node->type);
		node->type = g_strdup(info->type);
	}
	node->qualifier = info->qualifier ? info->qualifier : "";
	node->changed = info->changed;
	node->is_builtin = info->is_builtin;
	node->unwritten |= !info->written && !node->is_opaque;
	g_ptr_array_add(job->variables, node);
}

/* One question for all: the session packs them into as few draws as it can. */
static void fetch_values(struct gs_job *job, struct gs_variable_info *scope, size_t n_scope)
{
	size_t n_watches = job->expressions ? g_strv_length(job->expressions) : 0, n = 0;
	const char **names = g_new0(const char *, n_scope + n_watches + 1);
	for (size_t i = 0; i < n_scope; i++)
		if (!is_opaque(scope[i].type) && !is_deferred(job, &scope[i]))
			names[n++] = scope[i].name;
	for (size_t i = 0; i < n_watches; i++)
		names[n++] = job->expressions[i];
	struct gs_value *values = g_new0(struct gs_value, n + 1);
	char **types = g_new0(char *, n + 1);
	GError **errors = g_new0(GError *, n + 1);
	job->ok = !n ||
		  gs_session_print_many(job->session, names, n, values, types, errors, &job->error);
	size_t at = 0;
	for (size_t i = 0; i < n_scope; i++) {
		struct gs_value_node *node;
		if (is_opaque(scope[i].type)) {
			node = gs_value_node_new(scope[i].name);
			node->is_opaque = true;
		} else if (is_deferred(job, &scope[i])) {
			node = gs_value_node_new(scope[i].name);
			node->is_deferred = true;
		} else {
			node = job->ok ? value_node(names[at], &values[at], types[at], errors[at])
				       : gs_value_node_new(scope[i].name);
			at++;
		}
		add_variable(job, &scope[i], node);
	}
	for (; job->ok && at < n; at++)
		g_ptr_array_add(
			job->values, value_node(names[at], &values[at], types[at], errors[at]));
	for (size_t i = 0; i < n; i++) {
		if (job->ok && !errors[i])
			gs_value_clear(&values[i]);
		g_free(types[i]);
		g_clear_error(&errors[i]);
	}
	g_free(names);
	g_free(values);
	g_free(types);
	g_free(errors);
}

static void refresh_values(struct gs_job *job)
{
	struct gs_variable_info *scope = NULL;
	size_t n = 0;
	job->variables = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	job->values = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	if (!gs_session_scope(job->session, &scope, &n, &job->error))
		return;
	fetch_values(job, scope, n);
	gs_variables_free(scope, n);
}

static void refresh_image(struct gs_job *job)
{
	job->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	job->ok = true;
	for (size_t i = 0; job->expressions && job->expressions[i]; i++) {
		GError *error = NULL;
		struct gs_field *field = gs_session_values(
			job->session, job->expressions[i], &error);
		if (field)
			g_ptr_array_add(job->fields, field);
		else if (job->ok)
			job->error = g_steal_pointer(&error);
		job->ok &= field != NULL;
		g_clear_error(&error);
	}
	if (job->want_mask &&
		!(job->mask = gs_session_mask(job->session, job->error ? NULL : &job->error)))
		job->ok = false;
}

enum { MAX_STEPS = 3000 };

static bool add_step(size_t index, const struct gs_trail_entry *entry, gpointer data)
{
	struct gs_trail *trail = data;
	gpointer line = GS_TRAIL_LINE(entry->object, entry->line);
	guint times = GPOINTER_TO_UINT(g_hash_table_lookup(trail->lines, line));
	g_hash_table_insert(trail->lines, line, GUINT_TO_POINTER(times + 1));
	struct gs_step step = {*entry, index, NULL};
	if (trail->steps->len == 2 * MAX_STEPS)
		g_array_remove_range(trail->steps, 0, MAX_STEPS);
	g_array_append_val(trail->steps, step);
	trail->length = index + 1;
	return true;
}

static char *one_line(char *text)
{
	char *to = text;
	for (const char *c = text; *c; c++) {
		if (!g_ascii_isspace(*c))
			*to++ = *c;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = 0;
	return text;
}

static void refresh_trail(struct gs_job *job)
{
	struct gs_trail *trail = g_new0(struct gs_trail, 1);
	trail->steps = g_array_new(FALSE, FALSE, sizeof(struct gs_step));
	trail->lines = g_hash_table_new(NULL, NULL);
	job->trail = trail;
	job->ok = gs_session_trail(job->session, add_step, trail, &job->error);
	if (trail->steps->len > MAX_STEPS)
		g_array_remove_range(trail->steps, 0, trail->steps->len - MAX_STEPS);
	for (guint i = 0; i < trail->steps->len; i++) {
		struct gs_step *step = &g_array_index(trail->steps, struct gs_step, i);
		step->text = one_line(gs_session_site_text(job->session, step->entry.site));
	}
}

static void refresh_gl(struct gs_job *job)
{
	g_autofree char *text = NULL;
	job->gl = g_ptr_array_new_with_free_func(gs_gl_value_free);
	if (!(job->ok = gs_session_state(job->session, &text, &job->error)))
		return;
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++) {
		char *sign = strstr(*line, " = ");
		if (!sign)
			continue;
		struct gs_gl_value *value = g_new0(struct gs_gl_value, 1);
		value->name = g_strndup(*line, (gsize)(sign - *line));
		value->text = g_strdup(sign + 3);
		g_ptr_array_add(job->gl, value);
	}
}

/* What the pointer is over: one value, of what may be no expression at all. */
static void refresh_hover(struct gs_job *job)
{
	struct gs_value value = {0};
	g_autofree char *type = NULL;
	job->values = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	job->ok = gs_session_print(job->session, job->text, &value, &type, &job->error);
	if (!job->ok)
		return;
	g_ptr_array_add(job->values, gs_value_node_from(job->text, &value, type));
	gs_value_clear(&value);
}

static void refresh_shader(struct gs_job *job)
{
	if (job->kind == GS_JOB_VALUES)
		refresh_values(job);
	else if (job->kind == GS_JOB_IMAGE)
		refresh_image(job);
	else if (job->kind == GS_JOB_TRAIL)
		refresh_trail(job);
	else if (job->kind == GS_JOB_DEFINITION)
		job->ok = gs_session_definition(job->session, &job->place, &job->error);
	else
		refresh_hover(job);
}

static void work_refresh(struct gs_task *task)
{
	struct gs_job *job = (struct gs_job *)task;
	if (g_atomic_int_get(job->generation) != job->expected ||
		!gs_session_has_program(job->session)) {
		job->is_stale = true;
		return;
	}
	bool in_shader = gs_session_in_shader(job->session);
	switch (job->kind) {
	case GS_JOB_PROGRAM:
		job->ok = job->has_program = gs_session_program(
			job->session, &job->program, &job->error);
		break;
	case GS_JOB_FRAMEBUFFER:
		job->ok = gs_session_framebuffer(job->session, &job->picture, &job->error);
		break;
	case GS_JOB_GL:
		refresh_gl(job);
		break;
	case GS_JOB_VALUES:
	case GS_JOB_IMAGE:
	case GS_JOB_TRAIL:
	case GS_JOB_HOVER:
	case GS_JOB_DEFINITION:
		job->is_stale = !in_shader;
		if (in_shader)
			refresh_shader(job);
		break;
	default:
		break;
	}
	if (g_atomic_int_get(job->generation) != job->expected)
		job->is_stale = true;
}

/* ---- both ---- */

struct gs_job *gs_job_new(enum gs_job_kind kind, struct gs_session *session)
{
	struct gs_job *job = g_new0(struct gs_job, 1);
	job->kind = kind;
	job->session = session;
	job->task.is_refresh = kind >= GS_JOB_PROGRAM;
	job->task.work = job->task.is_refresh ? work_refresh : work_action;
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
	gs_trail_free(job->trail);
	g_clear_pointer(&job->gl, g_ptr_array_unref);
	g_free(job->text);
	g_free(job);
}

bool gs_job_runs_program(const struct gs_job *job)
{
	return job->kind == GS_JOB_START || job->kind == GS_JOB_RUN || job->kind == GS_JOB_RESTART;
}
