/* SPDX-License-Identifier: MIT */
/* Queries for bound textures, buffers and attachments, and for the blocks of the programs in use.
 */
#include "data/constants.h"
#include "frontend/private.h"

#include "debugger/session/block.h"
#include "frontend/picture-jobs.h"
#include "wire/inspect.h"

struct resources {
	struct gs_query query;
	struct gs_ui_inspect inspect; /* what is looked at; layout is the query's own */
	struct gs_wire_resource *list;
	size_t n_list;
	GPtrArray *fields; /* struct gs_field: the one that is looked at, if there is one */
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

static bool get(struct gs_query *query)
{
	struct resources *r = (struct resources *)query;
	bool ok = gs_session_resources(query->session, &r->list, &r->n_list, &query->error);
	struct gs_field *field = ok && r->inspect.chosen ? get_inspected(r) : NULL;
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
	g_clear_pointer(&state->blocks, g_ptr_array_unref);
	state->blocks = g_steal_pointer(&r->blocks);
	g_free(state->blocks_note);
	state->blocks_note = gs_controller_note(r->blocks_error);
	return GS_PART_BLOCKS;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct gs_ui_state *state = &c->state;
	struct resources *r = (struct resources *)query;
	g_free(state->resources_note);
	state->resources_note = gs_controller_note(query->error);
	g_free(state->resources);
	state->resources = g_steal_pointer(&r->list);
	state->n_resources = r->n_list;
	gs_picture_jobs_drop(state->inspected); /* others may still be looking at it */
	state->inspected = g_steal_pointer(&r->fields);
	state->inspected_kind = r->inspect.kind;
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
	r->inspect = c->state.inspect;
	r->inspect.layout = g_strdup(c->state.inspect.layout);
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
	g_free(c->state.inspect.layout);
	c->state.inspect = *what;
	c->state.inspect.layout = layout;
	c->state.inspect.chosen = true;
	if (c->state.session && !c->n_waiting && gs_controller_is_stopped(c))
		gs_controller_push_resources(c);
}
