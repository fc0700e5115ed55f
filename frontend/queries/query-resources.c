/* SPDX-License-Identifier: MIT */
/* Queries for bound textures, buffers and attachments, and for the blocks of the programs in
 * use. */
#include "data/constants.h"
#include "frontend/private.h"

#include "debugger/base/error.h"
#include "debugger/session/program/block.h"
#include "frontend/pictures/picture-jobs.h"
#include "wire/inspect.h"

struct resources {
	struct gs_query query;
	struct gs_ui_inspect inspect; /* the resource to read; the query owns .layout */
	struct gs_wire_resource *list;
	size_t n_list;
	GPtrArray *fields; /* struct gs_field: the contents, if they could be read */
	GPtrArray *blocks; /* struct gs_block */
	GError *blocks_error;
};

/* ---- in the session's thread ---- */

static struct gs_field *get_drawn(struct resources *r)
{
	const struct gs_ui_inspect *i = &r->inspect;
	struct gs_drawn_location location = {
		.what = i->when == 1 ? GS_DRAWN_AFTER : GS_DRAWN_OUTPUT,
		.layer = i->layer,
		.sample = i->sample,
		.buffer = i->where >= GL_COLOR_ATTACHMENT0 && i->where <= GL_COLOR_ATTACHMENT31
				  ? i->where - GL_COLOR_ATTACHMENT0
				  : 0,
		.aspect = i->where == GL_DEPTH || i->where == GL_DEPTH_ATTACHMENT ? GS_DRAWN_DEPTH
			  : i->where == GL_STENCIL || i->where == GL_STENCIL_ATTACHMENT
				  ? GS_DRAWN_STENCIL
				  : GS_DRAWN_COLOUR,
	};
	return gs_session_drawn(r->query.session, &location, NULL, &r->query.error);
}

static struct gs_field *get_inspected(struct resources *r)
{
	const struct gs_ui_inspect *i = &r->inspect;
	if (i->kind == GS_RESOURCE_BUFFER) {
		struct gs_buffer_view view = {
			.buffer = i->name,
			.layout = i->layout && *i->layout ? i->layout : NULL,
		};
		return gs_session_buffer(r->query.session, &view, &r->query.error);
	}
	if (i->kind == GS_RESOURCE_ATTACHMENT && i->when)
		return get_drawn(r);
	struct gs_texel_location location = {
		.level = i->level, .layer = i->layer, .sample = i->sample};
	if (i->kind == GS_RESOURCE_ATTACHMENT)
		location.attachment = i->where;
	else
		location.texture = i->name;
	return gs_session_texels(r->query.session, &location, &r->query.error);
}

/* Find the object that is bound at the selected binding at this stop, and limit level, layer and
 * sample to those it has. Return false with an error if none is bound. */
static bool find_inspected(struct resources *r)
{
	struct gs_ui_inspect *i = &r->inspect;
	for (size_t k = 0; k < r->n_list; k++) {
		const struct gs_wire_resource *at = &r->list[k];
		if (at->kind != i->kind || at->where != i->where || at->index != i->index)
			continue;
		i->name = at->name;
		if (at->kind == GS_RESOURCE_TEXTURE)
			i->level = MIN(i->level, MAX(at->levels, 1) - 1);
		if (at->kind != GS_RESOURCE_BUFFER) {
			i->layer = MIN(i->layer, MAX(at->depth, 1) - 1);
			i->sample = MIN(i->sample, MAX(at->samples, 1) - 1);
		}
		return true;
	}
	g_set_error(&r->query.error, GS_ERROR, GS_ERROR_USAGE,
		"no object is bound at this call where the selected row was: select another row");
	return false;
}

static bool get(struct gs_query *query)
{
	struct resources *r = (struct resources *)query;
	bool ok = gs_session_resources(query->session, &r->list, &r->n_list, &query->error);
	bool found = ok && r->inspect.chosen && find_inspected(r);
	struct gs_field *field = found ? get_inspected(r) : NULL;
	if (field)
		g_ptr_array_add(r->fields, field);
	if (!gs_query_is_cancelled(query))
		r->blocks = gs_session_blocks(query->session, true, &r->blocks_error);
	return ok;
}

static bool get_blocks(struct gs_query *query)
{
	struct resources *r = (struct resources *)query;
	r->blocks = gs_session_blocks(query->session, true, &r->blocks_error);
	return r->blocks != NULL;
}

/* ---- in the main loop ---- */

static unsigned take_blocks(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct resources *r = (struct resources *)query;
	g_clear_pointer(&state->blocks.list, g_ptr_array_unref);
	state->blocks.list = g_steal_pointer(&r->blocks);
	g_free(state->blocks.note);
	state->blocks.note = gs_controller_note(r->blocks_error);
	return GS_PART_BLOCKS;
}

/* Note what is shown and, if it is of the selected binding, select its level, layer and sample:
 * this object may have fewer than the last. */
static void take_inspected(struct gs_ui_state *state, const struct gs_ui_inspect *shown)
{
	struct gs_ui_inspect *chosen = &state->resources.chosen;
	state->resources.shown = *shown;
	state->resources.shown.layout = NULL;
	if (chosen->kind != shown->kind || chosen->where != shown->where ||
		chosen->index != shown->index)
		return;
	chosen->level = shown->level;
	chosen->layer = shown->layer;
	chosen->sample = shown->sample;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct resources *r = (struct resources *)query;
	g_free(state->resources.note);
	state->resources.note = gs_controller_note(query->error);
	g_free(state->resources.list);
	state->resources.list = g_steal_pointer(&r->list);
	state->resources.n = r->n_list;
	gs_picture_jobs_drop(state->resources.contents); /* pictures may still use it */
	state->resources.contents = g_steal_pointer(&r->fields);
	take_inspected(state, &r->inspect);
	return GS_PART_RESOURCES | take_blocks(c, query);
}

static void clear(struct gs_query *query)
{
	struct resources *r = (struct resources *)query;
	g_free(r->inspect.layout);
	g_free(r->list);
	g_clear_pointer(&r->fields, g_ptr_array_unref);
	g_clear_pointer(&r->blocks, g_ptr_array_unref);
	g_clear_error(&r->blocks_error);
}

static const struct gs_query_class class = {
	.size = sizeof(struct resources),
	.doing = "fetching a resource",
	.parts = GS_PART_RESOURCES | GS_PART_BLOCKS,
	.work = get,
	.take = take,
	.clear = clear,
};

static const struct gs_query_class blocks_class = {
	.size = sizeof(struct resources),
	.doing = "fetching a resource",
	.parts = GS_PART_BLOCKS,
	.work = get_blocks,
	.take = take_blocks,
	.clear = clear,
};

void gs_controller_push_resources(struct gs_controller *c)
{
	struct resources *r = gs_controller_new_query(c, &class);
	r->inspect = c->state.resources.chosen;
	r->inspect.layout = g_strdup(c->state.resources.chosen.layout);
	r->fields = g_ptr_array_new_with_free_func((GDestroyNotify)gs_field_free);
	gs_controller_push_query(c, &r->query);
}

void gs_controller_push_blocks(struct gs_controller *c)
{
	gs_controller_push_simple_query(c, &blocks_class);
}

void gs_controller_inspect(struct gs_controller *c, const struct gs_ui_inspect *what)
{
	char *layout = g_strdup(what->layout);
	g_free(c->state.resources.chosen.layout);
	c->state.resources.chosen = *what;
	c->state.resources.chosen.layout = layout;
	c->state.resources.chosen.chosen = true;
	if (c->state.session && !c->n_waiting && gs_controller_is_stopped(c))
		gs_controller_push_resources(c);
}
