/* SPDX-License-Identifier: MIT */
/* What is asked of the session only to be shown. */
#include "ui/job.h"

#include <math.h>
#include <string.h>
#include "debugger/block.h"
#include "debugger/mesh.h"
#include "ui/image-thumb.h"
#include "wire/inspect.h"

/* More scalars than this are fetched only for what the user opened. */
enum { MAX_SCALARS = 64 };

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

static bool is_cancelled(const struct gs_job *job)
{
	return job->cancelled && job->serial <= g_atomic_int_get(job->cancelled);
}

/* A name of gs_counts, or an expression. */
static struct gs_field *fetch_field(
	struct gs_session *session, const char *expression, GError **error)
{
	for (int i = 0; i < GS_N_COUNTS; i++) {
		if (strcmp(gs_counts[i], expression))
			continue;
		struct gs_field *field = gs_session_count(session, i, error);
		if (field) {
			g_free(field->expression);
			field->expression = g_strdup(expression);
		}
		return field;
	}
	return gs_session_values(session, expression, error);
}

static void refresh_image(struct gs_job *job)
{
	job->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	job->ok = true;
	if (job->want_counts) /* first: with them come all images of the last position, in one draw */
		job->has_where = gs_session_where(job->session, &job->where, NULL);
	for (size_t i = 0; job->expressions && job->expressions[i] && !is_cancelled(job); i++) {
		GError *error = NULL;
		struct gs_field *field = fetch_field(
			job->session, job->expressions[i], &error);
		if (field)
			g_ptr_array_add(job->fields, field);
		else if (job->ok)
			job->error = g_steal_pointer(&error);
		job->ok &= field != NULL;
		g_clear_error(&error);
	}
	if (job->want_mask && !is_cancelled(job) &&
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

/* Both lists are in GL's order. */
static void mark_changed(struct gs_job *job)
{
	uint64_t since = 0;
	g_autoptr(GError) why = NULL;
	g_autoptr(GPtrArray) changes = gs_session_state_changes(job->session, job->any, &since, &why);
	guint next = 0;
	for (guint i = 0; changes && i < job->gl->len && next < changes->len; i++) {
		struct gs_gl_value *value = g_ptr_array_index(job->gl, i);
		struct gs_state_change *change = g_ptr_array_index(changes, next);
		if (strcmp(value->name, change->name) != 0)
			continue;
		value->before = g_steal_pointer(&change->before);
		next++;
	}
	job->note = !changes ? g_strdup(why->message)
		    : g_strdup_printf("%u changed since call %" G_GUINT64_FORMAT ", %s", changes->len, since,
			    job->any ? "the first of this frame" : "the last stop");
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
	mark_changed(job);
}

/* What has a value everywhere here; the rest means nothing at this place. */
static void refresh_table(struct gs_job *job)
{
	job->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	job->ok = true;
	for (size_t i = 0; job->expressions && job->expressions[i] && !is_cancelled(job); i++) {
		struct gs_field *field = gs_session_values(
			job->session, job->expressions[i], NULL);
		if (field)
			g_ptr_array_add(job->fields, field);
	}
}

static void refresh_emitted(struct gs_job *job)
{
	struct gs_emitted *emitted = gs_session_emitted(job->session, &job->error);
	job->emitted = g_ptr_array_new_with_free_func(gs_ui_emission_free);
	job->ok = emitted != NULL;
	for (size_t i = 0; emitted && i < emitted->n_vertices; i++) {
		const struct gs_emitted_vertex *from = &emitted->vertices[i];
		struct gs_ui_emission *to = g_new0(struct gs_ui_emission, 1);
		to->vertex = from->vertex;
		to->strip = from->strip;
		to->stream = from->stream;
		to->emitted = from->emitted;
		to->values = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
		for (size_t k = 0; from->emitted && k < emitted->n_names; k++)
			g_ptr_array_add(to->values,
				gs_value_node_from(emitted->names[k], &from->values[k], NULL));
		g_ptr_array_add(job->emitted, to);
	}
	job->emitted_undefined = emitted ? g_steal_pointer(&emitted->undefined) : NULL;
	gs_emitted_free(emitted);
	if (job->ok) /* where the others cannot be told, those of the focus are shown */
		job->emissions = gs_session_emissions(job->session, NULL);
}

static struct gs_field *inspect(struct gs_job *job)
{
	const struct gs_ui_inspect *i = &job->inspect;
	if (i->kind == GS_RESOURCE_BUFFER) {
		struct gs_buffer_view view = {.buffer = i->name, .layout = i->layout && *i->layout ? i->layout : NULL};
		return gs_session_buffer(job->session, &view, &job->error);
	}
	if (i->kind == GS_RESOURCE_ATTACHMENT && i->when) {
		struct gs_drawn_place place = {.what = i->when == 1 ? GS_DRAWN_AFTER : GS_DRAWN_OUTPUT, .layer = i->layer,
			.sample = i->sample, .buffer = i->where >= 0x8CE0 && i->where < 0x8D00 ? i->where - 0x8CE0 : 0,
			.aspect = i->where == 0x1801 || i->where == 0x8D00   ? GS_DRAWN_DEPTH
				  : i->where == 0x1802 || i->where == 0x8D20 ? GS_DRAWN_STENCIL
									     : GS_DRAWN_COLOUR};
		return gs_session_drawn(job->session, &place, &job->error);
	}
	struct gs_texel_place place = {.level = i->level, .layer = i->layer, .sample = i->sample};
	if (i->kind == GS_RESOURCE_ATTACHMENT)
		place.attachment = i->where;
	else
		place.texture = i->name;
	return gs_session_texels(job->session, &place, &job->error);
}

static void refresh_resources(struct gs_job *job)
{
	job->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	job->ok = gs_session_resources(job->session, &job->resources, &job->n_resources, &job->error);
	struct gs_field *field = job->ok && job->inspect.chosen ? inspect(job) : NULL;
	if (field)
		g_ptr_array_add(job->fields, field);
	if (!is_cancelled(job))
		job->blocks = gs_session_blocks(job->session, true, &job->blocks_error);
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

static void refresh_thumbnail(struct gs_job *job)
{
	struct gs_field *field = gs_session_picture(job->session, job->text, NULL);
	job->ok = field != NULL;
	if (field)
		job->thumbnail = gs_image_thumb(field);
	gs_field_free(field);
}

/* Each element's iterations, NaN where it does not come to the loop. */
static struct gs_field *iterations_of(const struct gs_profile *profile)
{
	struct gs_field *field = g_new0(struct gs_field, 1);
	size_t n = (size_t)profile->width * profile->height;
	field->width = profile->width;
	field->height = profile->height;
	field->planes = 1;
	field->n_scalars = 1;
	field->values = g_new0(double, n + 1);
	field->active = g_new0(uint8_t, n + 1);
	for (size_t i = 0; i < n; i++) {
		const struct gs_loop_profile *p = &profile->elements[i];
		field->active[i] = p->end != GS_LOOP_NOT_REACHED;
		field->values[i] = field->active[i] ? (double)p->iterations : NAN;
	}
	return field;
}

static void refresh_profile(struct gs_job *job)
{
	job->profile = gs_session_profile(job->session, &job->error);
	job->ok = job->profile != NULL;
	job->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	if (job->ok && job->profile->elements)
		g_ptr_array_add(job->fields, iterations_of(job->profile));
}

static void refresh_where(struct gs_job *job)
{
	job->ok = job->has_where = gs_session_where(job->session, &job->where, &job->error);
	if (job->ok)
		job->call_path = gs_job_path_texts(&job->where);
}

static void refresh_shader(struct gs_job *job)
{
	if (job->kind == GS_JOB_WHERE)
		refresh_where(job);
	else if (job->kind == GS_JOB_VALUES)
		refresh_values(job);
	else if (job->kind == GS_JOB_IMAGE)
		refresh_image(job);
	else if (job->kind == GS_JOB_TRAIL)
		refresh_trail(job);
	else if (job->kind == GS_JOB_TABLE)
		refresh_table(job);
	else if (job->kind == GS_JOB_EMITTED)
		refresh_emitted(job);
	else if (job->kind == GS_JOB_THUMBNAIL)
		refresh_thumbnail(job);
	else if (job->kind == GS_JOB_AHEAD)
		job->ok = gs_session_prepare(job->session, &job->more, NULL);
	else if (job->kind == GS_JOB_CHANGES)
		job->ok = gs_session_changes(job->session, job->first_position, job->last_position,
			&job->changes, &job->n_changes, &job->error);
	else if (job->kind == GS_JOB_REACH)
		job->ok = (job->reach = gs_session_reach(job->session, &job->n_reach, &job->error));
	else if (job->kind == GS_JOB_PROFILE)
		refresh_profile(job);
	else if (job->kind == GS_JOB_DEFINITION)
		job->ok = gs_session_definition(job->session, &job->place, &job->error);
	else
		refresh_hover(job);
}

/* It fails, with as little in it as others that fail. */
static void give_up(struct gs_job *job)
{
	job->variables = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	job->values = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	job->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	job->emitted = g_ptr_array_new_with_free_func(gs_ui_emission_free);
	g_set_error(&job->error, GS_ERROR, GS_ERROR_TIMEOUT, "%s", GS_CANCELLED);
}

void gs_job_work_refresh(struct gs_task *task)
{
	struct gs_job *job = (struct gs_job *)task;
	if (g_atomic_int_get(job->generation) != job->expected ||
		!gs_session_has_program(job->session)) {
		job->is_stale = true;
		return;
	}
	if (is_cancelled(job)) {
		give_up(job);
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
	case GS_JOB_RESOURCES:
		refresh_resources(job);
		break;
	case GS_JOB_BLOCKS:
		job->ok = (job->blocks = gs_session_blocks(job->session, true, &job->blocks_error));
		break;
	case GS_JOB_MESH:
		job->ok = (job->mesh = gs_session_mesh(job->session, &job->error));
		break;
	case GS_JOB_CHECK:
		job->is_stale = !in_shader;
		job->ok = job->has_check = in_shader && gs_session_check(job->session, &job->check, &job->error);
		break;
	case GS_JOB_GL:
		refresh_gl(job);
		break;
	case GS_JOB_HOST_STACK:
		job->ok = gs_session_backtrace(job->session, &job->host_stack, &job->error);
		break;
	case GS_JOB_WHERE:
	case GS_JOB_VALUES:
	case GS_JOB_IMAGE:
	case GS_JOB_TRAIL:
	case GS_JOB_HOVER:
	case GS_JOB_DEFINITION:
	case GS_JOB_REACH:
	case GS_JOB_PROFILE:
	case GS_JOB_TABLE:
	case GS_JOB_EMITTED:
	case GS_JOB_THUMBNAIL:
	case GS_JOB_AHEAD:
	case GS_JOB_CHANGES:
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
