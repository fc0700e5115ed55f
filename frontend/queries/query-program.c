/* SPDX-License-Identifier: MIT */
/* Queries for a stop: the program in use, the framebuffer, the program's own call stack. */
#include "frontend/pictures/drawn-picture.h"
#include "frontend/private.h"

#include <string.h>
#include "debugger/session/program/uniform.h"

/* ---- the program in use ---- */

struct program {
	struct gs_query query;
	struct gs_program_info info; /* set if query.ok */
};

static bool get_program(struct gs_query *query)
{
	struct program *p = (struct program *)query;
	if (!gs_session_program(query->session, &p->info, &query->error))
		return false;
	gs_session_note_linked(query->session, &p->info);
	return true;
}

/* Remove the source overrides of a program object that has its own sources again, because the
 * program relinked it or was restarted. */
static void forget_edits(GArray *edits, uint32_t program)
{
	for (guint i = edits->len; i-- > 0;)
		if (g_array_index(edits, struct gs_source_override, i).program == program)
			g_array_remove_index(edits, i);
}

static unsigned take_program(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct program *p = (struct program *)query;
	if (state->has_program)
		gs_program_info_clear(&state->program);
	state->has_program = query->ok;
	state->program_stale = false;
	state->program = p->info;
	for (size_t i = 0; query->ok && i < p->info.n_sources; i++)
		if (!p->info.sources[i].edited)
			forget_edits(state->edits.list, p->info.sources[i].program);
	memset(&p->info, 0, sizeof(p->info));		       /* the state owns it now */
	for (int stage = GS_N_STAGES - 1; stage >= 0; stage--) /* the first that there is */
		if (!gs_ui_state_has_stage(state, state->chosen_stage) &&
			gs_ui_state_has_stage(state, stage))
			state->chosen_stage = stage;
	g_free(state->sources_note);
	state->sources_note = gs_controller_note(query->error);
	return GS_PART_SOURCES | GS_PART_RUN;
}

static void clear_program(struct gs_query *query)
{
	if (query->ok)
		gs_program_info_clear(&((struct program *)query)->info);
}

static const struct gs_query_class program_class = {
	.size = sizeof(struct program),
	.doing = "fetching values",
	.work = get_program,
	.take = take_program,
	.clear = clear_program,
};

void gs_controller_push_program(struct gs_controller *c)
{
	gs_controller_push_simple_query(c, &program_class);
}

/* ---- the framebuffer ---- */

struct framebuffer {
	struct gs_query query;
	enum gs_framebuffer_when when, asked;
	bool marked, is_after, undrawn;
	char *overlay;
	struct gs_picture picture; /* rgba NULL: there is none */
	struct gs_pixel_set changed, covered;
	struct gs_pixel_values values;
};

static bool get_framebuffer(struct gs_query *query)
{
	struct framebuffer *f = (struct framebuffer *)query;
	if (!gs_session_framebuffer(query->session, &f->picture, &query->error))
		return false;
	if (f->when >= GS_FRAMEBUFFER_OVERLAY && f->picture.rgba)
		f->overlay = gs_drawn_overlay(query->session,
			(enum gs_overlay)(f->when - GS_FRAMEBUFFER_OVERLAY), &f->picture,
			&f->values, &query->error);
	else if (f->when != GS_FRAMEBUFFER_BEFORE && f->picture.rgba)
		f->is_after = gs_drawn_picture(query->session, &f->picture, &f->changed, &f->values,
			&f->undrawn, &query->error);
	if (!f->is_after && !f->overlay && f->picture.rgba)
		gs_picture_values(query->session, &f->picture, &f->values);
	/* Costs another draw, so it is left out if the user has gone on meanwhile. */
	if (f->marked && f->picture.rgba && !query->error && !gs_query_is_outdated(query))
		gs_drawn_covered(query->session, &f->picture, &f->covered, &f->undrawn);
	return true;
}

static unsigned take_framebuffer(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct framebuffer *f = (struct framebuffer *)query;
	if (state->framebuffer.picture.rgba)
		gs_picture_clear(&state->framebuffer.picture);
	state->framebuffer.picture = f->picture;
	state->framebuffer.asked = f->asked;
	state->framebuffer.stale = false;
	state->framebuffer.is_after = f->is_after;
	state->framebuffer.undrawn = f->undrawn;
	g_free(state->framebuffer.overlay);
	state->framebuffer.overlay = g_steal_pointer(&f->overlay);
	memset(&f->picture, 0, sizeof(f->picture)); /* the state owns it now */
	gs_pixel_set_clear(&state->framebuffer.changed);
	gs_pixel_set_clear(&state->framebuffer.covered);
	state->framebuffer.changed = f->changed;
	state->framebuffer.covered = f->covered;
	gs_pixel_values_clear(&state->framebuffer.values);
	state->framebuffer.values = f->values;
	memset(&f->values, 0, sizeof f->values);
	memset(&f->changed, 0, sizeof f->changed);
	memset(&f->covered, 0, sizeof f->covered);
	g_free(state->framebuffer.note);
	state->framebuffer.note = gs_controller_note(query->error);
	return GS_PART_FRAMEBUFFER;
}

static void clear_framebuffer(struct gs_query *query)
{
	struct framebuffer *f = (struct framebuffer *)query;
	if (f->picture.rgba)
		gs_picture_clear(&f->picture);
	gs_pixel_set_clear(&f->changed);
	gs_pixel_set_clear(&f->covered);
	gs_pixel_values_clear(&f->values);
	g_free(f->overlay);
}

static const struct gs_query_class framebuffer_class = {
	.size = sizeof(struct framebuffer),
	.doing = "fetching values",
	.work = get_framebuffer,
	.take = take_framebuffer,
	.clear = clear_framebuffer,
};

void gs_controller_push_framebuffer(struct gs_controller *c)
{
	struct framebuffer *f = gs_controller_new_query(c, &framebuffer_class);
	bool draws = c->state.has_stop && c->state.stop.is_draw;
	f->asked = c->state.framebuffer.when;
	f->when = draws ? c->state.framebuffer.when : GS_FRAMEBUFFER_BEFORE;
	f->marked = draws && c->state.framebuffer.marked;
	gs_controller_push_query(c, &f->query);
}

void gs_controller_show_framebuffer(struct gs_controller *c, enum gs_framebuffer_when when)
{
	if (c->state.framebuffer.when == when)
		return;
	c->state.framebuffer.when = when;
	if (gs_controller_is_stopped(c) && !c->state.work.slow)
		gs_controller_push_framebuffer(c);
}

void gs_controller_mark_framebuffer(struct gs_controller *c, bool marked)
{
	bool asks = marked && !c->state.framebuffer.marked;
	c->state.framebuffer.marked = marked;
	if (asks && gs_controller_is_stopped(c) && !c->state.work.slow && c->state.stop.is_draw)
		gs_controller_push_framebuffer(c);
}

/* ---- the program's own call stack ---- */

struct host_stack {
	struct gs_query query;
	struct gs_stack stack;
};

static bool get_host_stack(struct gs_query *query)
{
	struct host_stack *s = (struct host_stack *)query;
	return gs_session_backtrace(query->session, &s->stack, &query->error);
}

static unsigned take_host_stack(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct host_stack *s = (struct host_stack *)query;
	gs_stack_clear(&state->host_stack.stack);
	state->host_stack.stack = s->stack;
	memset(&s->stack, 0, sizeof(s->stack)); /* the state owns it now */
	g_free(state->host_stack.note);
	state->host_stack.note = query->error ? g_strdup(query->error->message) : NULL;
	return GS_PART_HOST_STACK;
}

static void clear_host_stack(struct gs_query *query)
{
	gs_stack_clear(&((struct host_stack *)query)->stack);
}

static const struct gs_query_class host_stack_class = {
	.size = sizeof(struct host_stack),
	.doing = "fetching values",
	.parts = GS_PART_HOST_STACK,
	.work = get_host_stack,
	.take = take_host_stack,
	.clear = clear_host_stack,
};

/* Also works for a program paused outside GL. */
void gs_controller_push_host_stack(struct gs_controller *c)
{
	const struct gs_ui_state *s = &c->state;
	if (!s->alive || !s->has_stop || s->stop.kind == GS_STOP_EXITED)
		return;
	gs_controller_push_simple_query(c, &host_stack_class);
	c->fresh |= GS_PART_HOST_STACK;
}
