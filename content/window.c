/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL: contexts, what they draw into, and threads. */
#include <string.h>
#include "content/private.h"
#include "data/constants.h"
#include "data/state.h"
#include "follow/wishes.h"
#include "trace/raw.h"

enum { CORE_PROFILE = 1 /* GLX_ARB_create_context, EGL 1.5 */ };

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

void gs_content_enter_thread(struct gs_content *content, uint32_t number)
{
	struct gs_follow_thread *thread = gs_follow_enter(content->follow, number);
	content->thread = thread->data;
	if (content->thread)
		return;
	content->thread = thread->data = g_new0(struct gs_content_thread, 1);
	content->thread->node = gs_nodes_add(content->nodes, false);
}

static struct gs_content_group *new_group(struct gs_content *content)
{
	struct gs_content_group *group = g_new0(struct gs_content_group, 1);
	group->with_handles = g_ptr_array_new();
	group->contexts = g_ptr_array_new();
	g_ptr_array_add(content->groups, group);
	return group;
}

static struct gs_content_context *make_context(
	struct gs_content *content, struct gs_follow_context *told)
{
	struct gs_content_context *context = g_new0(struct gs_content_context, 1);
	context->object.node = gs_nodes_add(content->nodes, false);
	context->object.name = told->handle;
	context->block = gs_nodes_add(content->nodes, false);
	context->raster = gs_nodes_add(content->nodes, false);
	if (!told->group->data)
		told->group->data = new_group(content);
	context->group = told->group->data;
	g_ptr_array_add(context->group->contexts, context);
	context->matrices = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
	context->pack_alignment = 4;
	struct gs_content_reached none = {.listed_at = UINT64_MAX};
	context->draws = context->dispatches = none;
	context->draws.written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	context->dispatches.written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_ptr_array_add(content->all_contexts, context);
	told->data = context;
	gs_log_part(content, GS_ACCESS_SET, &context->object, GS_SLOT_OBJECT);
	return context;
}

static struct gs_object *drawable_of(struct gs_content *content, struct gs_follow_drawable *told)
{
	struct gs_object *drawable = told ? told->data : NULL;
	if (drawable || !told)
		return drawable;
	drawable = gs_object_make(content, GS_OBJECT_NONE, told->handle);
	drawable->drawable.told = told;
	told->data = drawable;
	return drawable;
}

static struct gs_object *drawable_named(struct gs_content *content, uint64_t handle)
{
	return drawable_of(content, gs_follow_drawable(content->follow, handle));
}

/* GLX_ARB_create_context and EGL_KHR_create_context: without a profile it is a core one from 3.2
 * on.
 */
static uint8_t apis_of(const struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_context_wish wish = {0};
	gs_wish_new_context(c->call, content->step->thread->is_opengl, &wish);
	if (wish.es)
		return wish.major > 1 ? GS_STATE_IN_ES2 : GS_STATE_IN_ES1;
	return wish.major * 10 + wish.minor >= 32 && (!wish.profile || wish.profile & CORE_PROFILE)
		       ? GS_STATE_IN_CORE
		       : 0;
}

/* enum gs_content_mark */
static void mark_call(struct gs_content *content, uint32_t mark)
{
	g_array_index(content->threads_of, uint32_t, content->threads_of->len - 1) |= mark;
}

static void make_current(struct gs_content *content)
{
	const struct gs_follow_thread *told = content->step->thread;
	struct gs_content_thread *thread = content->thread;
	struct gs_content_context *context = told->context ? told->context->data : NULL;
	if (told->context && !context)
		context = make_context(content, told->context);
	thread->context = context;
	thread->draw = drawable_of(content, told->draw);
	thread->read = drawable_of(content, told->read);
	gs_content_log(content, GS_ACCESS_SET, thread->node);
	mark_call(content, GS_CONTENT_SWITCHES);
	if (!context)
		return;
	gs_read_being(content, &context->object);
	if (!context->was_current && thread->draw) {
		gs_log_part(content, GS_ACCESS_SET, &context->object, GS_SLOT_VIEWPORT);
		gs_log_part(content, GS_ACCESS_SET, &context->object, GS_SLOT_SCISSOR);
		context->was_current = true;
	}
}

static void swap(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *drawable = drawable_of(content, content->step->drawable);
	if (!drawable)
		return;
	uint32_t contents = gs_object_part(content, drawable, GS_SLOT_CONTENTS);
	gs_log_part(content, GS_ACCESS_READ, drawable, GS_SLOT_WINDOW_SIZE);
	gs_content_log(content, GS_ACCESS_READ, contents);
	drawable->drawable.forgotten = 0;
	if (!(content->trust & GS_CONTENT_SWAP_FORGETS) || drawable->drawable.is_preserved)
		return;
	gs_content_log(content, GS_ACCESS_FORGET, contents);
	drawable->drawable.forgotten = content->words->len;
	drawable->drawable.swapped = c->place;
}

/* The program, or the recorder, was told something of it. What the recorder tells of its size is
 * superseded by what it tells later. True: the call is kept whatever happens. */
static bool query_drawable(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *drawable = drawable_named(content, gs_content_argument(c, 1));
	const struct gs_trace_value *answer = gs_content_array(c, "value");
	uint64_t name = gs_content_named(c, "attribute");
	bool is_width = name == GLX_WIDTH || name == EGL_WIDTH;
	bool is_height = name == GLX_HEIGHT || name == EGL_HEIGHT;
	bool is_age = name == GLX_BACK_BUFFER_AGE_EXT || name == EGL_BUFFER_AGE_EXT;
	if (drawable && is_age && answer && answer->n == 1 && gs_content_number(&answer->items[0]))
		gs_log_remember(content, drawable); /* it knows what it will find */
	if (!drawable || !answer || answer->n != 1 || !(is_width || is_height))
		return true;
	if (c->call->is_fake)
		gs_content_log(content, GS_ACCESS_SET,
			gs_object_index(content, drawable, GS_SLOT_WINDOW_SIZE, is_height));
	return !c->call->is_fake && !drawable->drawable.told->is_told;
}

/* EGL_SWAP_BEHAVIOR */
static void note_swap_behavior(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *drawable = drawable_named(content, gs_content_named(c, "surface"));
	if (drawable && gs_content_named(c, "attribute") == EGL_SWAP_BEHAVIOR)
		drawable->drawable.is_preserved = gs_content_named(c, "value") ==
						  EGL_BUFFER_PRESERVED;
}

static void keep_always(struct gs_content *content)
{
	mark_call(content, GS_CONTENT_ALWAYS);
}

/* The argument that names a configuration or a visual; NULL: none does. */
static const struct gs_trace_value *config_of(const struct gs_content_call *c)
{
	static const char *const names[] = {"config", "visual", "vis"};
	const struct gs_function_info *info = c->plan->info;
	unsigned n = info ? MIN(info->n_parameters, c->call->function->n_args) : 0;
	for (unsigned i = 0; i < n; i++)
		for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
			if (strcmp(info->parameters[i].name, names[k]) == 0)
				return &c->call->args[i];
	return NULL;
}

static uint32_t node_of_config(struct gs_content *content, uint64_t config)
{
	gpointer node = g_hash_table_lookup(content->configs, key(config));
	if (!node) {
		node = GUINT_TO_POINTER(gs_nodes_add(content->nodes, false));
		g_hash_table_insert(content->configs, key(config), node);
	}
	return GPOINTER_TO_UINT(node);
}

/* What the follower says that the call has done. */
static void take_step(struct gs_content *content, const struct gs_content_call *c)
{
	const struct gs_follow_step *step = content->step;
	if (step->ended)
		gs_content_end_context(content, step->ended);
	if (step->event == GS_FOLLOW_CREATES)
		make_context(content, step->context)->apis = apis_of(content, c);
	else if (step->event == GS_FOLLOW_MAKES_CURRENT)
		make_current(content);
	else if (step->event == GS_FOLLOW_SHOWS &&
		 gs_data_flags(c->plan->number) & GS_FUNCTION_SWAPS)
		swap(content, c);
}

void gs_content_window_call(struct gs_content *content, const struct gs_content_call *c)
{
	enum {
		BY_STEP = GS_KIND_MAKES_CURRENT | GS_KIND_DESTROYS_CONTEXT,
	};
	uint64_t kinds = gs_data_kinds(c->plan->number);
	unsigned function = c->plan->number;
	const struct gs_trace_value *config = config_of(c);
	if (function == GS_FN_eglSurfaceAttrib)
		note_swap_behavior(content, c);
	if (config)
		gs_content_log(content,
			kinds & GS_KIND_ASKS_CONFIG ? GS_ACCESS_ADD : GS_ACCESS_READ,
			node_of_config(content, gs_trace_handle(config)));
	take_step(content, c);
	if (kinds & BY_STEP || gs_data_flags(function) & GS_FUNCTION_SWAPS)
		return;
	if (function == GS_FN_glXQueryDrawable || function == GS_FN_eglQuerySurface) {
		if (query_drawable(content, c))
			keep_always(content);
	} else if (kinds & GS_KIND_CREATES_CONTEXT ||
		   (!gs_content_image_call(content, c) &&
			   !(kinds & (GS_KIND_ASKS_CONFIG | GS_KIND_NEEDLESS)))) {
		keep_always(content);
	}
}
