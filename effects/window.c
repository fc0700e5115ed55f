/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL: contexts, drawables, threads. */
#include <string.h>
#include "effects/private.h"
#include "data/constants.h"
#include "data/state.h"
#include "follow/wishes.h"
#include "trace/raw.h"

enum { CORE_PROFILE = 1 /* GLX_ARB_create_context, EGL 1.5 */ };

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

void gs_effects_enter_thread(struct gs_effects *effects, uint32_t number)
{
	struct gs_follow_thread *thread = gs_follow_enter(effects->follow, number);
	effects->thread = thread->data;
	if (effects->thread)
		return;
	effects->thread = thread->data = g_new0(struct gs_effects_thread, 1);
	effects->thread->node = gs_nodes_add(effects->nodes, false);
}

static struct gs_effects_group *new_group(struct gs_effects *effects)
{
	struct gs_effects_group *group = g_new0(struct gs_effects_group, 1);
	group->with_handles = g_ptr_array_new();
	group->contexts = g_ptr_array_new();
	g_ptr_array_add(effects->groups, group);
	return group;
}

static struct gs_effects_context *make_context(
	struct gs_effects *effects, struct gs_follow_context *told)
{
	struct gs_effects_context *context = g_new0(struct gs_effects_context, 1);
	context->object.node = gs_nodes_add(effects->nodes, false);
	context->object.name = told->handle;
	context->block = gs_nodes_add(effects->nodes, false);
	context->raster = gs_nodes_add(effects->nodes, false);
	if (!told->group->data)
		told->group->data = new_group(effects);
	context->group = told->group->data;
	g_ptr_array_add(context->group->contexts, context);
	context->matrices = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
	context->pack_alignment = 4;
	struct gs_effects_reached none = {.listed_at = UINT64_MAX};
	context->draws = context->dispatches = none;
	context->draws.written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	context->dispatches.written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_ptr_array_add(effects->all_contexts, context);
	told->data = context;
	gs_log_part(effects, GS_ACCESS_SET, &context->object, GS_SLOT_OBJECT);
	return context;
}

static struct gs_object *drawable_of(struct gs_effects *effects, struct gs_follow_drawable *told)
{
	struct gs_object *drawable = told ? told->data : NULL;
	if (drawable || !told)
		return drawable;
	drawable = gs_object_make(effects, GS_OBJECT_NONE, told->handle);
	drawable->drawable.told = told;
	told->data = drawable;
	return drawable;
}

static struct gs_object *drawable_named(struct gs_effects *effects, uint64_t handle)
{
	return drawable_of(effects, gs_follow_drawable(effects->follow, handle));
}

/* Return the API of the context that the call makes, an enum gs_state_api bit; 0: a compatibility
 * profile. Without a profile it is a core one from 3.2 on (GLX_ARB_create_context,
 * EGL_KHR_create_context). */
static uint8_t apis_of(const struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_context_wish wish = {0};
	gs_wish_new_context(c->call, effects->step->thread->is_opengl, &wish);
	if (wish.es)
		return wish.major > 1 ? GS_STATE_IN_ES2 : GS_STATE_IN_ES1;
	return wish.major * 10 + wish.minor >= 32 && (!wish.profile || wish.profile & CORE_PROFILE)
		       ? GS_STATE_IN_CORE
		       : 0;
}

/* Mark the last call with enum gs_effects_mark bits. */
static void mark_call(struct gs_effects *effects, uint32_t mark)
{
	g_array_index(effects->threads_of, uint32_t, effects->threads_of->len - 1) |= mark;
}

static void make_current(struct gs_effects *effects)
{
	const struct gs_follow_thread *told = effects->step->thread;
	struct gs_effects_thread *thread = effects->thread;
	struct gs_effects_context *context = told->context ? told->context->data : NULL;
	if (told->context && !context)
		context = make_context(effects, told->context);
	thread->context = context;
	thread->draw = drawable_of(effects, told->draw);
	thread->read = drawable_of(effects, told->read);
	gs_effects_log(effects, GS_ACCESS_SET, thread->node);
	mark_call(effects, GS_EFFECTS_SWITCHES);
	if (!context)
		return;
	gs_read_being(effects, &context->object);
	if (!context->was_current && thread->draw) {
		gs_log_part(effects, GS_ACCESS_SET, &context->object, GS_SLOT_VIEWPORT);
		gs_log_part(effects, GS_ACCESS_SET, &context->object, GS_SLOT_SCISSOR);
		context->was_current = true;
	}
}

static void swap(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *drawable = drawable_of(effects, effects->step->drawable);
	if (!drawable)
		return;
	uint32_t contents = gs_object_part(effects, drawable, GS_SLOT_CONTENTS);
	gs_log_part(effects, GS_ACCESS_READ, drawable, GS_SLOT_WINDOW_SIZE);
	gs_effects_log(effects, GS_ACCESS_READ, contents);
	drawable->drawable.forgotten = 0;
	if (!(effects->trust & GS_EFFECTS_SWAP_FORGETS) || drawable->drawable.is_preserved)
		return;
	gs_effects_log(effects, GS_ACCESS_FORGET, contents);
	drawable->drawable.forgotten = effects->words->len;
	drawable->drawable.swapped = c->place;
}

/* Follow a query of a drawable's parameter. Return whether the call must always be kept. A size
 * that the recorder tells is superseded by the next one that it tells. */
static bool query_drawable(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *drawable = drawable_named(effects, gs_effects_argument(c, 1));
	const struct gs_trace_value *answer = gs_effects_array(c, "value");
	uint64_t name = gs_effects_named(c, "attribute");
	bool is_width = name == GLX_WIDTH || name == EGL_WIDTH;
	bool is_height = name == GLX_HEIGHT || name == EGL_HEIGHT;
	bool is_age = name == GLX_BACK_BUFFER_AGE_EXT || name == EGL_BUFFER_AGE_EXT;
	if (drawable && is_age && answer && answer->n == 1 && gs_effects_number(&answer->items[0]))
		gs_log_remember(effects, drawable); /* the age tells contents */
	if (!drawable || !answer || answer->n != 1 || !(is_width || is_height))
		return true;
	if (c->call->is_fake)
		gs_effects_log(effects, GS_ACCESS_SET,
			gs_object_index(effects, drawable, GS_SLOT_WINDOW_SIZE, is_height));
	return !c->call->is_fake && !drawable->drawable.told->is_told;
}

/* Note whether swaps preserve the surface's contents: EGL_SWAP_BEHAVIOR. */
static void note_swap_behavior(struct gs_effects *effects, const struct gs_effects_call *c)
{
	struct gs_object *drawable = drawable_named(effects, gs_effects_named(c, "surface"));
	if (drawable && gs_effects_named(c, "attribute") == EGL_SWAP_BEHAVIOR)
		drawable->drawable.is_preserved = gs_effects_named(c, "value") ==
						  EGL_BUFFER_PRESERVED;
}

static void keep_always(struct gs_effects *effects)
{
	mark_call(effects, GS_EFFECTS_ALWAYS);
}

/* Return the argument that names a configuration or visual; NULL: none. */
static const struct gs_trace_value *config_of(const struct gs_effects_call *c)
{
	static const char *const names[] = {"config", "visual", "vis"};
	const struct gs_function_info *info = c->recipe->info;
	unsigned n = info ? MIN(info->n_parameters, c->call->function->n_args) : 0;
	for (unsigned i = 0; i < n; i++)
		for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
			if (strcmp(info->parameters[i].name, names[k]) == 0)
				return &c->call->args[i];
	return NULL;
}

static uint32_t node_of_config(struct gs_effects *effects, uint64_t config)
{
	gpointer node = g_hash_table_lookup(effects->configs, key(config));
	if (!node) {
		node = GUINT_TO_POINTER(gs_nodes_add(effects->nodes, false));
		g_hash_table_insert(effects->configs, key(config), node);
	}
	return GPOINTER_TO_UINT(node);
}

/* Apply what the follower says the call has done. */
static void take_step(struct gs_effects *effects, const struct gs_effects_call *c)
{
	const struct gs_follow_step *step = effects->step;
	if (step->ended)
		gs_effects_end_context(effects, step->ended);
	if (step->event == GS_FOLLOW_CREATES)
		make_context(effects, step->context)->apis = apis_of(effects, c);
	else if (step->event == GS_FOLLOW_MAKES_CURRENT)
		make_current(effects);
	else if (step->event == GS_FOLLOW_SHOWS &&
		 gs_data_flags(c->recipe->number) & GS_FUNCTION_SWAPS)
		swap(effects, c);
}

void gs_effects_window_call(struct gs_effects *effects, const struct gs_effects_call *c)
{
	enum {
		BY_STEP = GS_KIND_MAKES_CURRENT | GS_KIND_DESTROYS_CONTEXT,
	};
	uint64_t kinds = gs_data_kinds(c->recipe->number);
	unsigned function = c->recipe->number;
	const struct gs_trace_value *config = config_of(c);
	if (function == GS_FN_eglSurfaceAttrib)
		note_swap_behavior(effects, c);
	if (config)
		gs_effects_log(effects,
			kinds & GS_KIND_ASKS_CONFIG ? GS_ACCESS_ADD : GS_ACCESS_READ,
			node_of_config(effects, gs_trace_handle(config)));
	take_step(effects, c);
	if (kinds & BY_STEP || gs_data_flags(function) & GS_FUNCTION_SWAPS)
		return;
	if (function == GS_FN_glXQueryDrawable || function == GS_FN_eglQuerySurface) {
		if (query_drawable(effects, c))
			keep_always(effects);
	} else if (kinds & GS_KIND_CREATES_CONTEXT ||
		   (!gs_effects_image_call(effects, c) &&
			   !(kinds & (GS_KIND_ASKS_CONFIG | GS_KIND_NEEDLESS)))) {
		keep_always(effects);
	}
}
