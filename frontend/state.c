/* SPDX-License-Identifier: MIT */
#include "frontend/state.h"

#include <string.h>
#include <cairo.h>
#include "data/data.h"
#include "data/draw.h"
#include "debugger/calls/calls.h"
#include "debugger/open/survey.h"
#include "debugger/open/uses.h"
#include "debugger/session/shader/executions.h"
#include "debugger/session/shader/mesh.h"
#include "frontend/pictures/picture-jobs.h"
#include "frontend/pictures/resource-thumb.h"
#include "verbs/table.h"

const char *const gs_counts[GS_N_COUNTS] = {"executed steps", "texture lookups", "loop iterations"};

int gs_count_index(const char *name)
{
	int i = 0;
	while (i < GS_N_COUNTS && strcmp(gs_counts[i], name))
		i++;
	return i;
}

static void watch_free(gpointer data)
{
	struct gs_watch *watch = data;
	g_free(watch->expression);
	gs_value_node_free(watch->node);
	g_strfreev(watch->scalars);
	g_free(watch);
}

void gs_path_summary_free(struct gs_path_summary *path_summary)
{
	if (!path_summary)
		return;
	for (guint i = 0; i < path_summary->steps->len; i++)
		g_free(g_array_index(path_summary->steps, struct gs_history_step, i).text);
	g_array_unref(path_summary->steps);
	g_hash_table_unref(path_summary->lines);
	g_free(path_summary);
}

static void step_changes_free(gpointer data)
{
	struct gs_step_changes *changes = data;
	g_free(changes->text);
	g_free(changes);
}

void gs_ui_emission_free(gpointer data)
{
	struct gs_ui_emission *emission = data;
	g_ptr_array_unref(emission->values);
	g_free(emission);
}

bool gs_ui_state_is_past(const struct gs_ui_state *state)
{
	return !state->alive || !state->has_stop || state->stop.outside_gl;
}

const char *gs_ui_state_note(const struct gs_ui_state *state, const char *said)
{
	if (!gs_ui_state_is_past(state))
		return said;
	if (state->alive && !state->has_stop)
		return state->is_trace
			       ? "The trace is being played: this is shown when it stops at a "
				 "call."
			       : "The program is running: this is shown when it stops at a "
				 "call.";
	if (state->alive)
		return state->stop.inside
			       ? "The program is paused in a call of GL that has not returned: "
				 "Draw, Frame or Step go to its next call."
			       : "The program is paused outside GL: Draw, Frame or Step go to its "
				 "next call.";
	return NULL;
}

bool gs_ui_state_draws_fixed(const struct gs_ui_state *state)
{
	const struct gs_program_info *program = &state->program;
	bool known = state->has_program && !state->program_stale && !gs_ui_state_is_past(state);
	return known && state->stop.is_draw && !program->n_sources &&
	       !(program->flags & (GS_PROGRAM_ARB | GS_PROGRAM_NO_SOURCE | GS_PROGRAM_IN_LIST)) &&
	       !gs_data_draws_from((unsigned)gs_data_find(state->stop.call.name), GS_DRAW_GROUPS);
}

bool gs_ui_state_has_stage(const struct gs_ui_state *state, enum gs_stage stage)
{
	for (size_t i = 0; state->has_program && i < state->program.n_sources; i++)
		if (state->program.sources[i].stage == stage)
			return true;
	return false;
}

char *gs_element_text(enum gs_stage stage, const struct gs_element *element)
{
	GString *text = g_string_new(NULL);
	bool pixel = stage == GS_STAGE_FRAGMENT || stage == GS_STAGE_COMPUTE;
	const char *unit = stage == GS_STAGE_FRAGMENT ? "pixel" : "invocation";
	for (unsigned i = 0; i < element->n; i++) {
		if (pixel && i < (stage == GS_STAGE_FRAGMENT ? 2 : 3))
			g_string_append_printf(
				text, "%s%s%u", i ? ", " : unit, i ? "" : " ", element->at[i]);
		else
			g_string_append_printf(text, "%s%s %u", i ? ", " : "",
				i == 0 && !strcmp(element->name[i], "index") ? "vertex"
									     : element->name[i],
				element->at[i]);
	}
	return g_string_free(text, FALSE);
}

void gs_gl_value_free(gpointer data)
{
	struct gs_gl_value *value = data;
	g_free(value->name);
	g_free(value->text);
	g_free(value->before);
	g_free(value);
}

void gs_ui_state_init(struct gs_ui_state *state)
{
	memset(state, 0, sizeof(*state));
	state->variables = g_ptr_array_new_with_free_func((GDestroyNotify)gs_value_node_free);
	state->thumbnails = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)cairo_surface_destroy);
	state->resource_thumbs = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, gs_resource_thumb_free);
	state->changes = g_hash_table_new_full(NULL, NULL, NULL, step_changes_free);
	state->watches = g_ptr_array_new_with_free_func(watch_free);
	state->chosen_stage = GS_STAGE_FRAGMENT;
	state->framebuffer.when = GS_FRAMEBUFFER_AFTER;
	state->table = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	state->emitted.vertices = g_ptr_array_new_with_free_func(gs_ui_emission_free);
	state->gl.values = g_ptr_array_new_with_free_func(gs_gl_value_free);
	state->image.fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	state->edits.list = g_array_new(FALSE, FALSE, sizeof(struct gs_source_override));
	state->work.doing = "";
	while (gs_table_verb(state->n_tabs))
		state->n_tabs++;
	state->tabs = g_new0(struct gs_ui_tab, state->n_tabs);
	for (unsigned i = 0; i < state->n_tabs; i++)
		state->tabs[i] = (struct gs_ui_tab){.verb = gs_table_verb(i), .is_old = true};
}

uint32_t gs_ui_state_program_of(
	const struct gs_ui_state *state, enum gs_stage stage, unsigned object)
{
	const struct gs_program_info *info = &state->program;
	for (size_t i = 0; i < info->n_sources; i++)
		if (info->sources[i].stage == stage && object-- == 0)
			return info->sources[i].program;
	return info->program;
}

const struct gs_source_override *gs_ui_state_source_override(
	const struct gs_ui_state *state, enum gs_stage stage, unsigned object)
{
	const uint32_t program = state->has_program ? gs_ui_state_program_of(state, stage, object)
						    : 0;
	for (guint i = 0; state->has_program && i < state->edits.list->len; i++) {
		const struct gs_source_override *edit = &g_array_index(
			state->edits.list, struct gs_source_override, i);
		if (edit->program == program && edit->stage == stage && edit->object == object)
			return edit;
	}
	return NULL;
}

bool gs_line_break_is_at(const struct gs_ui_state *state, const struct gs_breakpoint *b,
	enum gs_stage stage, unsigned object, const char *source)
{
	return b->object == object &&
	       gs_breakpoint_counts(
		       b, stage, state->has_program ? state->program.program : G_MAXUINT, source);
}

/* Drop references to the image's fields. The thread of pictures may still use them. */
static void drop_fields(struct gs_ui_state *state)
{
	gs_picture_jobs_drop(g_steal_pointer(&state->image.glance));
	gs_picture_jobs_drop(state->image.fields);
	state->image.fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
}

void gs_ui_state_set_mask(struct gs_ui_state *state, struct gs_mask *mask)
{
	gs_picture_jobs_drop(state->image.mask_held);
	state->image.mask = mask;
	state->image.mask_held = NULL;
	if (!mask)
		return;
	state->image.mask_held = g_ptr_array_new_with_free_func((GDestroyNotify)gs_mask_free);
	g_ptr_array_add(state->image.mask_held, mask);
}

void gs_ui_state_drop_check(struct gs_ui_state *state)
{
	if (state->check.is_known)
		gs_check_clear(&state->check.result);
	state->check.is_known = false;
	g_clear_pointer(&state->check.note, g_free);
}

void gs_ui_state_clear_shader(struct gs_ui_state *state)
{
	if (state->in_shader)
		gs_where_clear(&state->where);
	memset(&state->where, 0, sizeof(state->where));
	state->in_shader = false;
	g_clear_pointer(&state->call_path, g_strfreev);
	g_ptr_array_set_size(state->variables, 0);
	drop_fields(state);
	g_hash_table_remove_all(state->thumbnails);
	g_ptr_array_set_size(state->table, 0);
	g_ptr_array_set_size(state->emitted.vertices, 0);
	g_clear_pointer(&state->emitted.all, gs_emissions_free);
	g_clear_pointer(&state->image.error, g_free);
	g_clear_pointer(&state->path_summary, gs_path_summary_free);
	g_hash_table_remove_all(state->changes);
	gs_ui_state_drop_check(state);
	g_clear_pointer(&state->reach, g_free);
	state->n_reach = 0;
	g_clear_pointer(&state->executions, gs_executions_free);
	gs_ui_state_set_mask(state, NULL);
	for (guint i = 0; i < state->watches->len; i++) {
		struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		g_clear_pointer(&watch->node, gs_value_node_free);
	}
}

void gs_ui_state_clear_stop(struct gs_ui_state *state)
{
	gs_ui_state_clear_shader(state);
	if (state->has_stop)
		gs_stop_clear(&state->stop);
	memset(&state->stop, 0, sizeof(state->stop));
	state->has_stop = false;
	g_clear_pointer(&state->mesh.vertices, gs_mesh_free);
	g_clear_pointer(&state->mesh.note, g_free);
	g_clear_pointer(&state->blocks.list, g_ptr_array_unref);
	g_clear_pointer(&state->blocks.note, g_free);
	gs_stack_clear(&state->host_stack.stack);
	g_clear_pointer(&state->host_stack.note, g_free);
	g_clear_pointer(&state->framebuffer.note, g_free);
	g_clear_pointer(&state->framebuffer.overlay, g_free);
	g_clear_pointer(&state->gl.note, g_free);
	g_clear_pointer(&state->resources.note, g_free);
}

void gs_ui_state_finish(struct gs_ui_state *state)
{
	gs_ui_state_clear_stop(state);
	if (state->has_program)
		gs_program_info_clear(&state->program);
	gs_picture_clear(&state->framebuffer.picture);
	gs_pixel_set_clear(&state->framebuffer.changed);
	gs_pixel_values_clear(&state->framebuffer.values);
	gs_pixel_set_clear(&state->framebuffer.covered);
	g_free(state->work.fetching);
	g_free(state->sources_note);
	g_free(state->framebuffer.note);
	g_free(state->framebuffer.overlay);
	g_free(state->program_name);
	gs_breakpoints_free(state->breaks, state->n_breaks);
	for (int i = 0; i < 3; i++)
		g_free(state->image.channel[i].expression);
	g_ptr_array_unref(state->variables);
	g_ptr_array_unref(state->watches);
	g_hash_table_unref(state->thumbnails);
	g_hash_table_unref(state->resource_thumbs);
	g_hash_table_unref(state->changes);
	g_clear_pointer(&state->image.glance, g_ptr_array_unref);
	g_ptr_array_unref(state->image.fields);
	g_free(state->image.subtract);
	g_ptr_array_unref(state->gl.values);
	g_ptr_array_unref(state->table);
	g_ptr_array_unref(state->emitted.vertices);
	g_free(state->emitted.note);
	gs_emissions_free(state->emitted.all);
	g_strfreev(state->emitted.undefined);
	gs_picture_jobs_drop(state->resources.contents);
	g_free(state->resources.list);
	g_free(state->resources.note);
	g_clear_pointer(&state->blocks.list, g_ptr_array_unref);
	g_free(state->blocks.note);
	g_free(state->resources.chosen.layout);
	g_free(state->gl.note);
	g_free(state->gl.since);
	for (unsigned i = 0; i < state->n_tabs; i++) {
		g_clear_pointer(&state->tabs[i].tree, json_node_unref);
		g_free(state->tabs[i].note);
	}
	g_free(state->tabs);
	gs_survey_free(state->survey.whole);
	gs_survey_free(state->survey.reading);
	gs_uses_free(state->uses.calls);
	gs_uses_free(state->uses.reading);
	g_free(state->uses.note);
	g_free(state->survey.note);
	g_array_unref(state->edits.list);
	g_free(state->edits.log);
	g_free(state->recording.path);
	g_free(state->recording.kept);
	g_clear_pointer(&state->recording.missing, g_ptr_array_unref);
	gs_pixel_history_clear(&state->pixel.history);
	gs_profile_free(state->profile.curves);
	gs_profile_free(state->profile.laid_over);
	gs_picture_jobs_drop(state->profile.counts);
	memset(state, 0, sizeof(*state));
}

struct gs_watch *gs_ui_state_watch(const struct gs_ui_state *state, const char *expression)
{
	for (guint i = 0; expression && i < state->watches->len; i++) {
		struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		if (!strcmp(watch->expression, expression))
			return watch;
	}
	return NULL;
}

void gs_ui_state_add_watch(struct gs_ui_state *state, const char *expression)
{
	if (gs_ui_state_watch(state, expression))
		return;
	struct gs_watch *watch = g_new0(struct gs_watch, 1);
	watch->expression = g_strdup(expression);
	g_ptr_array_add(state->watches, watch);
}

struct gs_field *gs_ui_state_field(const struct gs_ui_state *state, const char *expression)
{
	for (guint i = 0; expression && i < state->image.fields->len; i++) {
		struct gs_field *field = g_ptr_array_index(state->image.fields, i);
		if (!strcmp(field->expression, expression))
			return field;
	}
	return NULL;
}

void gs_channel_set(struct gs_channel *channel, const char *expression, unsigned scalar)
{
	char *copy = g_strdup(expression);
	g_free(channel->expression);
	channel->expression = copy;
	channel->scalar = scalar;
}

void gs_ui_state_show(struct gs_ui_state *state, const struct gs_watch *watch)
{
	size_t n = watch->scalars ? g_strv_length(watch->scalars) : 1;
	for (unsigned i = 0; i < 3; i++) {
		if (n <= 1)
			gs_channel_set(&state->image.channel[i], watch->expression, 0);
		else
			gs_channel_set(
				&state->image.channel[i], i < n ? watch->expression : NULL, i);
	}
	state->image.shown = GS_SHOW_VALUE;
}

char *gs_ui_state_frame(const struct gs_ui_state *state, uint64_t frame)
{
	char *name = state->is_trace ? gs_session_trace_frame(state->session, frame) : NULL;
	return name ? name : g_strdup_printf("frame %" G_GUINT64_FORMAT, (guint64)frame);
}

static struct gs_call_place place_of_stop(const struct gs_ui_state *state)
{
	struct gs_call_store *store = gs_session_call_store(state->session);
	return store ? gs_call_store_find(store, state->stop.call.index) : GS_NO_CALL_PLACE;
}

static bool is_at_call(const struct gs_ui_state *state)
{
	return state->has_stop && state->stop.has_call && !state->stop.outside_gl;
}

char *gs_ui_state_whose(const struct gs_ui_state *state)
{
	return is_at_call(state) ? gs_call_whose_text(gs_session_call_store(state->session),
					   place_of_stop(state), &state->stop.call)
				 : NULL;
}

char *gs_ui_state_window(const struct gs_ui_state *state)
{
	return is_at_call(state) ? gs_call_window_at(gs_session_call_store(state->session),
					   place_of_stop(state), &state->stop.call)
				 : g_strdup("window");
}

const char *gs_ui_state_end(const struct gs_ui_state *state)
{
	return state->detached	 ? "The program runs on without glstep"
	       : state->is_trace ? "The player of the trace has ended"
				 : "The program has ended";
}

enum gs_shown gs_ui_state_shown(const struct gs_ui_state *state)
{
	if (state->image.shown == GS_SHOW_AUTOMATIC)
		return state->where.is_decision ? GS_SHOW_CONDITION : GS_SHOW_MASK;
	if (state->image.shown == GS_SHOW_CONDITION && !state->where.is_decision)
		return GS_SHOW_MASK;
	return state->image.shown;
}

void gs_ui_tab_take(struct gs_ui_tab *tab, JsonNode **tree, char *note)
{
	if (*tree || !tab->tree) {
		g_free(tab->note);
		tab->note = g_steal_pointer(&note);
	}
	g_free(note);
	if (!*tree)
		return;
	g_clear_pointer(&tab->tree, json_node_unref);
	tab->tree = g_steal_pointer(tree);
	tab->n++;
}

bool gs_ui_state_shows_fields(const struct gs_ui_state *state)
{
	enum gs_shown shown = gs_ui_state_shown(state);
	return shown == GS_SHOW_VALUE || shown == GS_SHOW_COST;
}
