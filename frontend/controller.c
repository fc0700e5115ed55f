/* SPDX-License-Identifier: MIT */
/* Decides what is queried when: for a new position or stop, for visible parts, in the
 * background. */
#include "frontend/private.h"

#include "debugger/open/survey.h"
#include "debugger/open/uses.h"
#include "frontend/pictures/picture-jobs.h"
#include "frontend/remembered.h"

enum { MOST_GLANCE = 1 << 14 }; /* elements; no framebuffer is larger in a direction */

static void refresh_wanted(struct gs_controller *c)
{
	unsigned missing = c->wants & ~c->fresh;
	const struct gs_ui_state *state = &c->state;
	if (!c->n_waiting && missing & GS_PART_HOST_STACK)
		gs_controller_push_host_stack(c);
	if (c->n_waiting || !gs_controller_is_stopped(c) || c->background_stopped)
		return;
	if (missing & GS_PART_GL)
		gs_controller_push_gl_state(c);
	if (missing & GS_PART_RESOURCES)
		gs_controller_push_resources(c);
	else if (missing & GS_PART_BLOCKS)
		gs_controller_push_blocks(c);
	if (missing & GS_PART_MESH)
		gs_controller_push_mesh(c);
	if (!state->in_shader || !state->variables->len) /* queried once the values are known */
		missing &= ~(unsigned)(GS_PART_TABLE | GS_PART_EMITTED);
	if (missing & GS_PART_TABLE && state->where.stage != GS_STAGE_FRAGMENT)
		gs_controller_push_table(c);
	if (missing & GS_PART_EMITTED && state->where.stage == GS_STAGE_GEOMETRY)
		gs_controller_push_emitted(c);
	c->fresh |= missing;
}

/* ---- the position or stop is known ---- */

/* Query what belongs to a new position, except the values of the focus element. */
static void push_rest(struct gs_controller *c)
{
	if (!c->rest_due)
		return;
	c->rest_due = false;
	gs_controller_push_image(c); /* first, because it takes longest */
	refresh_wanted(c);
	gs_controller_push_path(c);
	gs_controller_push_check(c);
	/* Entering the shader dropped the query of the framebuffer. */
	bool is_old = c->state.framebuffer.stale ||
		      c->state.framebuffer.asked != c->state.framebuffer.when;
	if (is_old && !c->state.work.slow)
		gs_controller_push_framebuffer(c);
	if (!c->state.reach && !c->asked_reach)
		gs_controller_push_reach(c);
	c->asked_reach = true;
	gs_controller_push_executions(c);
}

static void refresh(struct gs_controller *c)
{
	gs_controller_follow_edits(c);
	const struct gs_ui_state *state = &c->state;
	c->rest_due = false;
	if (c->is_lost) {
		gs_controller_push_where(c);
		return;
	}
	if (state->in_shader) {
		if (state->program_stale) /* the shader was entered before the program in use was
					     known */
			gs_controller_push_program(c);
		gs_controller_push_values(c);
		c->rest_due = true;
		gs_controller_settle(c);
		return;
	}
	refresh_wanted(c);
	if (gs_controller_is_stopped(c)) {
		gs_controller_push_program(c);
		gs_controller_push_framebuffer(c);
	}
}

/* ---- the program ---- */

void gs_controller_pause(struct gs_controller *c)
{
	if (!c->state.session)
		return;
	gs_controller_cancel_fetches(c);
	g_atomic_int_set(&c->dropped, c->action_serial);
	if (c->state.work.busy || c->n_refreshes || c->changes.pending || c->thumbs.pending)
		gs_session_interrupt(c->state.session);
}

/* ---- what is shown ---- */

void gs_controller_want(struct gs_controller *c, unsigned parts, bool wanted)
{
	c->wants = wanted ? c->wants | parts : c->wants & ~parts;
	if (!wanted || !c->state.session)
		return;
	c->background_stopped = false;
	refresh_wanted(c);
	gs_controller_changes_next(c);
}

void gs_controller_watch(struct gs_controller *c, const char *expression)
{
	if (gs_ui_state_watch(&c->state, expression))
		return;
	gs_ui_state_add_watch(&c->state, expression);
	gs_controller_changed(c, GS_PART_VALUES);
	gs_controller_push_values(c);
	c->fresh &= ~(unsigned)GS_PART_TABLE; /* the table gets another column */
	refresh_wanted(c);
}

void gs_controller_unwatch(struct gs_controller *c, const char *expression)
{
	struct gs_watch *watch = gs_ui_state_watch(&c->state, expression);
	if (!watch)
		return;
	for (int i = 0; i < 3; i++)
		if (!g_strcmp0(c->state.image.channel[i].expression, expression))
			gs_channel_set(&c->state.image.channel[i], NULL, 0);
	if (!g_strcmp0(c->state.image.subtract, expression))
		g_clear_pointer(&c->state.image.subtract, g_free);
	g_ptr_array_remove(c->state.watches, watch);
	gs_controller_changed(c, GS_PART_VALUES | GS_PART_IMAGE);
}

void gs_controller_image(struct gs_controller *c, const char *expression)
{
	struct gs_watch *watch = gs_ui_state_watch(&c->state, expression);
	if (!watch)
		return;
	gs_ui_state_show(&c->state, watch);
	gs_controller_changed(c, GS_PART_IMAGE);
	gs_controller_push_image(c);
}

void gs_controller_channel(
	struct gs_controller *c, unsigned channel, const char *expression, unsigned scalar)
{
	if (channel >= 3)
		return;
	gs_channel_set(&c->state.image.channel[channel],
		expression && expression[0] ? expression : NULL, scalar);
	c->state.image.shown = GS_SHOW_VALUE;
	gs_controller_changed(c, GS_PART_IMAGE);
	gs_controller_push_image(c);
}

void gs_controller_subtract(struct gs_controller *c, const char *expression)
{
	char *copy = expression && expression[0] ? g_strdup(expression) : NULL;
	g_free(c->state.image.subtract);
	c->state.image.subtract = copy;
	gs_controller_changed(c, GS_PART_IMAGE);
	gs_controller_push_image(c);
}

void gs_controller_show(struct gs_controller *c, enum gs_shown shown)
{
	c->state.image.shown = shown;
	gs_controller_changed(c, GS_PART_IMAGE);
	gs_controller_push_image(c);
}

void gs_controller_glance(struct gs_controller *c, unsigned step)
{
	c->state.image.glance_step = MIN(step, MOST_GLANCE);
}

/* ---- the controller itself ---- */

static void pictures_made(gpointer data)
{
	struct gs_controller *c = data;
	bool was = c->state.work.settled;
	gs_controller_image_next(c);
	gs_controller_settle(c);
	if (c->state.work.settled && !was)
		c->events.known(c->events.data, "all");
	if (c->state.work.settled != was)
		gs_controller_changed(c, GS_PART_RUN);
}

/* Query the image that is due: now, or when all queries and pictures are done. */
static void due_image(struct gs_controller *c, bool at_once)
{
	if (at_once)
		gs_controller_push_due_image(c);
	else
		gs_controller_image_next(c);
}

/* If everything visible is known, go on with background queries: programs for the next steps,
 * thumbnails, values written by the steps. */
static void ask_in_background(struct gs_controller *c)
{
	gs_controller_ahead_next(c);
	gs_controller_thumbs_next(c);
	gs_controller_changes_next(c);
}

static const struct gs_order order = {
	.refresh = refresh,
	.refresh_wanted = refresh_wanted,
	.rest = push_rest,
	.due_image = due_image,
	.drop_image = gs_controller_drop_image,
	.in_background = ask_in_background,
	.before = gs_controller_changes_check,
};

struct gs_controller *gs_controller_new(const struct gs_controller_events *events)
{
	struct gs_controller *c = g_new0(struct gs_controller, 1);
	c->events = *events;
	c->order = &order;
	c->wanted = g_ptr_array_new_with_free_func(g_free);
	c->worker = gs_worker_new("session");
	gs_ui_state_init(&c->state);
	gs_controller_thumbs_init(c);
	c->changes_known = g_byte_array_new();
	gs_picture_jobs_watch(pictures_made, c);
	return c;
}

void gs_controller_free(struct gs_controller *c)
{
	if (!c)
		return;
	g_clear_handle_id(&c->slow_timer, g_source_remove);
	g_clear_handle_id(&c->tick_timer, g_source_remove);
	g_clear_handle_id(&c->end_timer, g_source_remove);
	g_clear_handle_id(&c->ahead_timer, g_source_remove);
	gs_controller_drop_image(c);
	g_queue_clear(&c->actions);
	g_atomic_int_inc(&c->generation);
	gs_picture_jobs_watch(NULL, NULL);
	if (c->state.session) { /* events are not reported any more */
		gs_remember(c->launched, &c->state);
		gs_session_interrupt_all(c->state.session);
	}
	if (c->state.survey.reading)
		gs_survey_cancel(c->state.survey.reading);
	if (c->state.uses.reading)
		gs_uses_cancel(c->state.uses.reading);
	for (unsigned i = 0; i < c->state.n_tabs; i++)
		gs_controller_stop_tab(c, i);
	gs_uses_free(c->uses_next);
	gs_worker_free(c->reader);
	gs_uses_file_free(c->uses_file);
	gs_worker_free(c->worker);
	gs_session_free(c->state.session);
	gs_controller_tabs_finish(c);
	gs_ui_state_finish(&c->state);
	gs_controller_thumbs_finish(c);
	gs_controller_changes_finish(c);
	gs_controller_fetch_finish(c);
	g_ptr_array_unref(c->wanted);
	g_free(c->first_note);
	g_free(c->launched);
	g_free(c);
}

struct gs_ui_state *gs_controller_state(struct gs_controller *c)
{
	return &c->state;
}
