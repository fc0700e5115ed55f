/* SPDX-License-Identifier: MIT */
#include "ui/controller-private.h"

#include "ui/image-render.h"

#include <string.h>

/* The session's messages begin and end as the console wants them. g_free. */
char *gs_controller_sentence(const char *text)
{
	if (!text || !text[0])
		return g_strdup("");
	static const char *const words[] = {"the ", "no ", "this ", "it ", "there ", "a ", "an ",
		"not ", "only ", "interrupted"};
	bool ends = strchr(".!?", text[strlen(text) - 1]) != NULL;
	char *whole = g_strconcat(text, ends ? "" : ".", NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) /* not what may be a name */
		if (g_str_has_prefix(text, words[i]))
			whole[0] = g_ascii_toupper(whole[0]);
	return whole;
}

void gs_controller_say(struct gs_controller *c, enum gs_message_kind kind, const char *text)
{
	g_autofree char *whole = gs_controller_sentence(text);
	c->events.message(c->events.data, kind, whole);
}

/* ---- actions ---- */

static char *exit_text(const struct gs_stop *stop)
{
	if (stop->signal)
		return g_strdup_printf("The program was ended by signal %d (%s).", stop->signal,
			g_strsignal(stop->signal));
	return g_strdup_printf("The program has ended with exit status %d.", stop->status);
}

static void say_stop(struct gs_controller *c)
{
	const struct gs_stop *stop = &c->state.stop;
	g_autofree char *text = NULL;
	enum gs_message_kind kind = GS_MESSAGE_INFO;
	switch (stop->kind) {
	case GS_STOP_EXITED:
		text = exit_text(stop);
		break;
	case GS_STOP_SIGNAL:
		kind = GS_MESSAGE_ERROR;
		text = g_strdup_printf("The program is about to be ended by signal %d (%s)%s%s.",
			stop->signal, g_strsignal(stop->signal),
			stop->has_call ? "; its last GL call is " : "",
			stop->has_call ? stop->call.name : "");
		break;
	case GS_STOP_ERROR:
		kind = GS_MESSAGE_ERROR;
		text = g_strdup_printf("%s raised %s.",
			stop->has_call ? stop->call.name : "The last call",
			gs_gl_error_name(stop->gl_error));
		break;
	default:
		if (stop->outside_gl)
			text = g_strdup(
				"The program is paused outside GL: it can be run on or killed.");
	}
	if (text && stop->note && stop->note[0]) {
		g_autofree char *both = g_strdup_printf("%s %s", text, stop->note);
		gs_controller_say(c, kind, both);
	} else if (text || (stop->note && stop->note[0])) {
		gs_controller_say(c, kind, text ? text : stop->note);
	}
}

unsigned gs_controller_take_stop(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	bool same_call = state->has_stop && state->stop.has_call && job->stop.has_call &&
			 state->stop.call.index == job->stop.call.index;
	gs_ui_state_clear_stop(state);
	g_ptr_array_set_size(c->wanted, 0);
	c->fresh = 0;
	if (!same_call)
		state->chosen_draw = 0;
	state->has_stop = true;
	state->stop = job->stop;
	job->has_stop = false; /* ours now */
	say_stop(c);
	return GS_PART_STOP | GS_PART_WHERE | GS_PART_VALUES | GS_PART_IMAGE;
}

/* What there is to say of the session is said when it begins, what there is to say of the place
 * whenever it changes. */
static void say_note(struct gs_controller *c, bool entered)
{
	const char *note = c->state.where.note ? c->state.where.note : "";
	size_t length = strlen(note), known = entered || !c->first_note ? 0 : strlen(c->first_note);
	if (entered) {
		g_free(c->first_note);
		c->first_note = g_strdup(note);
	} else if (known && g_str_has_suffix(note, c->first_note)) {
		length -= known;
		if (length >= 2) /* "; " */
			length -= 2;
	}
	g_autofree char *text = g_strndup(note, length);
	if (text[0])
		gs_controller_say(c, GS_MESSAGE_INFO, text);
}

unsigned gs_controller_take_where(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	bool entered = !state->in_shader;
	if (state->in_shader)
		gs_where_clear(&state->where);
	g_strfreev(state->call_path);
	state->in_shader = true;
	gs_controller_drop_check(c);
	g_hash_table_remove_all(state->thumbnails);
	c->fresh &= ~(unsigned)(GS_PART_TABLE | GS_PART_EMITTED);
	state->where = job->where;
	job->has_where = false; /* ours now */
	state->call_path = g_steal_pointer(&job->call_path);
	if (!state->where.is_decision)
		gs_ui_state_set_mask(state, NULL);
	if (job->ok)
		say_note(c, entered);
	if (job->ok && job->kind == GS_JOB_MOVE && job->move == GS_MOVE_UNTIL &&
		!state->where.reached)
		gs_controller_say(c, GS_MESSAGE_INFO,
			"The element in focus does not come to that line any more: this is the "
			"shader's end.");
	return GS_PART_WHERE | GS_PART_IMAGE | (entered ? GS_PART_VALUES : 0);
}

unsigned gs_controller_take_no_program(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	bool keep_stop = state->has_stop && state->stop.kind == GS_STOP_EXITED;
	if (!keep_stop)
		gs_ui_state_clear_stop(state);
	if (state->has_program)
		gs_program_info_clear(&state->program);
	memset(&state->program, 0, sizeof(state->program));
	state->has_program = false;
	return GS_PART_ALL & ~(unsigned)GS_PART_FRAMEBUFFER;
}

/* ---- refreshes ---- */

/* The first thing watched is what one wants to see. */
static unsigned show_first_watch(struct gs_controller *c)
{
	struct gs_ui_state *state = &c->state;
	if (state->shown != GS_SHOW_AUTOMATIC)
		return 0;
	for (guint i = 0; i < state->watches->len; i++) {
		const struct gs_watch *watch = g_ptr_array_index(state->watches, i);
		if (!watch->scalars || !watch->scalars[0])
			continue;
		gs_ui_state_show(state, watch);
		gs_controller_refresh_image(c);
		return GS_PART_IMAGE;
	}
	return 0;
}

static unsigned take_values(struct gs_controller *c, struct gs_job *job)
{
	g_ptr_array_unref(c->state.variables);
	c->state.variables = g_steal_pointer(&job->variables);
	const GPtrArray *watches = c->state.watches;
	for (guint i = 0; i < watches->len; i++) {
		struct gs_watch *watch = g_ptr_array_index(watches, i);
		for (guint k = 0; k < job->values->len && job->expressions[k]; k++) {
			if (strcmp(job->expressions[k], watch->expression) ||
				!g_ptr_array_index(job->values, k))
				continue;
			gs_value_node_free(watch->node);
			watch->node = g_steal_pointer(&g_ptr_array_index(job->values, k));
			if (!watch->node->error) {
				g_strfreev(watch->scalars);
				watch->scalars = gs_value_node_scalars(watch->node);
			}
			break;
		}
	}
	if (job->error)
		gs_controller_say(c, GS_MESSAGE_ERROR, job->error->message);
	if (!c->was_shown && c->state.watches->len) {
		unsigned parts = show_first_watch(c);
		c->was_shown = parts != 0;
		return GS_PART_VALUES | parts;
	}
	return GS_PART_VALUES;
}

static unsigned take_image(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	state->n_images++;
	gs_render_drop(state->fields); /* others may still be looking at them */
	state->fields = g_steal_pointer(&job->fields);
	gs_ui_state_set_mask(state, g_steal_pointer(&job->mask));
	if (job->has_where) {
		state->where.active = job->where.active;
		state->where.counted = job->where.counted;
	}
	g_free(state->image_error);
	state->image_error = job->error ? gs_controller_sentence(job->error->message) : NULL;
	return GS_PART_IMAGE;
}

static unsigned take_program(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	if (state->has_program)
		gs_program_info_clear(&state->program);
	state->has_program = job->has_program;
	state->program = job->program;
	job->has_program = false; /* ours now */
	for (int stage = GS_N_STAGES - 1; stage >= 0; stage--) /* compute, or what is there */
		if (!gs_ui_state_has_stage(state, state->chosen_stage) &&
			gs_ui_state_has_stage(state, stage))
			state->chosen_stage = stage;
	g_free(state->sources_note);
	state->sources_note = job->error ? gs_controller_sentence(job->error->message) : NULL;
	return GS_PART_SOURCES | GS_PART_RUN;
}

static unsigned take_framebuffer(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	if (state->framebuffer.rgba)
		gs_picture_clear(&state->framebuffer);
	state->framebuffer = job->picture;
	memset(&job->picture, 0, sizeof(job->picture)); /* ours now */
	g_free(state->framebuffer_note);
	state->framebuffer_note = job->error ? gs_controller_sentence(job->error->message) : NULL;
	return GS_PART_FRAMEBUFFER;
}

static unsigned take_trail(struct gs_controller *c, struct gs_job *job)
{
	gs_trail_free(c->state.trail);
	c->state.trail = g_steal_pointer(&job->trail);
	return GS_PART_TRAIL;
}

static unsigned take_gl(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_free(state->gl_note);
	state->gl_note = job->error ? gs_controller_sentence(job->error->message) : NULL;
	g_free(state->gl_since);
	state->gl_since = job->note ? gs_controller_sentence(job->note) : NULL;
	if (job->ok) {
		g_ptr_array_unref(state->gl);
		state->gl = g_steal_pointer(&job->gl);
	}
	return GS_PART_GL;
}

static unsigned take_blocks(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_clear_pointer(&state->blocks, g_ptr_array_unref);
	state->blocks = g_steal_pointer(&job->blocks);
	g_free(state->blocks_note);
	state->blocks_note = job->blocks_error ? gs_controller_sentence(job->blocks_error->message) : NULL;
	return GS_PART_BLOCKS;
}

static unsigned take_resources(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_free(state->resources_note);
	state->resources_note = job->error ? gs_controller_sentence(job->error->message) : NULL;
	g_free(state->resources);
	state->resources = g_steal_pointer(&job->resources);
	state->n_resources = job->n_resources;
	gs_render_drop(state->inspected); /* others may still be looking at it */
	state->inspected = g_steal_pointer(&job->fields);
	state->inspected_kind = job->inspect.kind;
	return GS_PART_RESOURCES | take_blocks(c, job);
}

static unsigned take_hover(struct gs_controller *c, struct gs_job *job)
{
	if (c->hover)
		c->hover(c->hover_data,
			job->ok && job->values->len ? g_ptr_array_index(job->values, 0) : NULL);
	return 0;
}

static unsigned take_reach(struct gs_controller *c, struct gs_job *job)
{
	g_free(c->state.reach);
	c->state.reach = g_steal_pointer(&job->reach);
	c->state.n_reach = job->n_reach; /* where there is none, lines are not greyed */
	return GS_PART_TRAIL;
}

static unsigned take_profile(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	if (!job->ok) {
		gs_controller_say(c, GS_MESSAGE_ERROR, job->error->message);
		return 0;
	}
	if (job->any) { /* compare */
		gs_profile_free(state->laid_over);
		state->laid_over = g_steal_pointer(&state->profile);
	} else {
		g_clear_pointer(&state->laid_over, gs_profile_free);
	}
	gs_profile_free(state->profile);
	state->profile = g_steal_pointer(&job->profile);
	gs_render_drop(state->profile_counts);
	state->profile_counts = g_steal_pointer(&job->fields);
	return GS_PART_PROFILE;
}

static unsigned take_table(struct gs_controller *c, struct gs_job *job)
{
	g_ptr_array_unref(c->state.table);
	c->state.table = g_steal_pointer(&job->fields);
	return GS_PART_TABLE;
}

static unsigned take_emitted(struct gs_controller *c, struct gs_job *job)
{
	struct gs_ui_state *state = &c->state;
	g_ptr_array_unref(state->emitted);
	state->emitted = g_steal_pointer(&job->emitted);
	g_strfreev(state->emitted_undefined);
	state->emitted_undefined = g_steal_pointer(&job->emitted_undefined);
	gs_emissions_free(state->emissions);
	state->emissions = g_steal_pointer(&job->emissions);
	g_free(state->emitted_note);
	state->emitted_note = job->error ? gs_controller_sentence(job->error->message) : NULL;
	return GS_PART_EMITTED;
}

static unsigned take_definition(struct gs_controller *c, struct gs_job *job)
{
	if (job->ok)
		c->events.go_to(c->events.data, c->state.where.stage, job->place.object,
			job->place.line, job->place.column);
	else if (job->error)
		gs_controller_say(c, GS_MESSAGE_INFO, job->error->message);
	return 0;
}

/* The driver has come back. */
static unsigned take_found(struct gs_controller *c, struct gs_job *job)
{
	if (!job->ok || !c->is_lost)
		return 0;
	c->is_lost = false;
	unsigned parts = gs_controller_take_where(c, job);
	gs_controller_refresh(c);
	return parts;
}

/* What was cancelled is asked for again with the next action, or when it is shown anew. */
static unsigned part_of(enum gs_job_kind kind)
{
	switch (kind) {
	case GS_JOB_GL:
		return GS_PART_GL;
	case GS_JOB_RESOURCES:
		return GS_PART_RESOURCES | GS_PART_BLOCKS;
	case GS_JOB_BLOCKS:
		return GS_PART_BLOCKS;
	case GS_JOB_MESH:
		return GS_PART_MESH;
	case GS_JOB_TABLE:
		return GS_PART_TABLE;
	case GS_JOB_EMITTED:
		return GS_PART_EMITTED;
	case GS_JOB_HOST_STACK:
		return GS_PART_HOST_STACK;
	default:
		return 0;
	}
}

unsigned gs_controller_take_refresh(struct gs_controller *c, struct gs_job *job)
{
	if (job->is_stale || job->expected != c->generation)
		return 0;
	if (!job->ok && job->serial <= c->cancelled)
		c->fresh &= ~part_of(job->kind);
	switch (job->kind) {
	case GS_JOB_WHERE:
		return take_found(c, job);
	case GS_JOB_PROGRAM:
		return take_program(c, job);
	case GS_JOB_FRAMEBUFFER:
		return take_framebuffer(c, job);
	case GS_JOB_VALUES: {
		unsigned parts = take_values(c, job);
		if (!c->rest_due) /* it comes with that */
			gs_controller_refresh_wanted(c); /* what the table lists is known now */
		return parts;
	}
	case GS_JOB_TRAIL:
		return take_trail(c, job);
	case GS_JOB_MESH:
		return gs_controller_take_mesh(c, job);
	case GS_JOB_CHECK:
		return gs_controller_take_check(c, job);
	case GS_JOB_GL:
		return take_gl(c, job);
	case GS_JOB_RESOURCES:
		return take_resources(c, job);
	case GS_JOB_BLOCKS:
		return take_blocks(c, job);
	case GS_JOB_HOVER:
		return take_hover(c, job);
	case GS_JOB_TABLE:
		return take_table(c, job);
	case GS_JOB_EMITTED:
		return take_emitted(c, job);
	case GS_JOB_HOST_STACK:
		return gs_controller_take_host_stack(c, job);
	case GS_JOB_REACH:
		return take_reach(c, job);
	case GS_JOB_PROFILE:
		return take_profile(c, job);
	case GS_JOB_DEFINITION:
		return take_definition(c, job);
	default:
		return take_image(c, job);
	}
}

