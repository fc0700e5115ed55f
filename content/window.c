/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL: contexts, what they draw into, and threads. */
#include <EGL/egl.h>
#include <string.h>
#include "content/private.h"
#include "data/constants.h"
#include "data/state.h"
#include "trace/raw.h"

/* Attributes of contexts: GLX_ARB_create_context, EGL 1.5. */
enum {
	GLX_ES_PROFILE = 4,
	CORE_PROFILE = 1,
};

static gpointer key(uint64_t handle)
{
	return (gpointer)(uintptr_t)handle;
}

void gs_content_enter_thread(struct gs_content *content, uint32_t number)
{
	struct gs_content_thread *thread = g_hash_table_lookup(content->threads, key(number));
	if (!thread) {
		thread = g_new0(struct gs_content_thread, 1);
		thread->node = gs_nodes_add(content->nodes, false);
		g_hash_table_insert(content->threads, key(number), thread);
	}
	content->thread = thread;
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
	struct gs_content *content, uint64_t handle, struct gs_content_context *other)
{
	struct gs_content_context *context = g_new0(struct gs_content_context, 1);
	context->object.node = gs_nodes_add(content->nodes, false);
	context->object.name = handle;
	context->block = gs_nodes_add(content->nodes, false);
	context->group = other ? other->group : new_group(content);
	g_ptr_array_add(context->group->contexts, context);
	context->group->living++;
	context->matrices = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
	context->pack_alignment = 4;
	struct gs_content_reached none = {.listed_at = UINT64_MAX};
	context->draws = context->dispatches = none;
	context->draws.written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	context->dispatches.written = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_ptr_array_add(content->all_contexts, context);
	g_hash_table_insert(content->contexts, key(handle), context);
	gs_log_part(content, GS_ACCESS_SET, &context->object, GS_SLOT_OBJECT);
	return context;
}

static struct gs_object *drawable_of(struct gs_content *content, uint64_t handle)
{
	struct gs_object *drawable = handle ? g_hash_table_lookup(content->drawables, key(handle))
					    : NULL;
	if (!drawable && handle) {
		drawable = gs_object_make(content, GS_OBJECT_NONE, handle);
		g_hash_table_insert(content->drawables, key(handle), drawable);
	}
	return drawable;
}

/* The first of these arguments that the function has. */
static uint64_t one_of(const struct gs_content_call *c, const char *a, const char *b)
{
	return gs_content_has(c, a) ? gs_content_named(c, a) : gs_content_named(c, b);
}

/* An attribute of a context that is created; `absent` where it is not named. */
static uint64_t attribute_of(const struct gs_content_call *c, uint64_t name, uint64_t absent)
{
	const struct gs_trace_value *list = gs_content_array(c, "attrib_list");
	for (uint32_t i = 0; list && i + 1 < list->n; i += 2)
		if (gs_content_number(&list->items[i]) == name)
			return gs_content_number(&list->items[i + 1]);
	return absent;
}

/* GLX_ARB_create_context and EGL_KHR_create_context: without a profile it is a core one from 3.2
 * on.
 */
static uint8_t apis_of(const struct gs_content *content, const struct gs_content_call *c)
{
	bool is_egl = c->plan->number == GS_FN_eglCreateContext;
	uint64_t major = attribute_of(
		c, is_egl ? EGL_CONTEXT_MAJOR_VERSION : GLX_CONTEXT_MAJOR_VERSION_ARB, 1);
	uint64_t minor = attribute_of(
		c, is_egl ? EGL_CONTEXT_MINOR_VERSION : GLX_CONTEXT_MINOR_VERSION_ARB, 0);
	uint64_t profile = attribute_of(c,
		is_egl ? EGL_CONTEXT_OPENGL_PROFILE_MASK : GLX_CONTEXT_PROFILE_MASK_ARB,
		CORE_PROFILE);
	if (is_egl ? !content->thread->is_opengl : (profile & GLX_ES_PROFILE) != 0)
		return major > 1 ? GS_STATE_IN_ES2 : GS_STATE_IN_ES1;
	return major * 10 + minor >= 32 && (profile & CORE_PROFILE) ? GS_STATE_IN_CORE : 0;
}

static void create_context(struct gs_content *content, const struct gs_content_call *c)
{
	uint64_t handle = gs_content_number(&c->call->result);
	uint64_t share = gs_content_has(c, "share_context") ? gs_content_named(c, "share_context")
							    : one_of(c, "shareList", "share_list");
	if (!handle)
		return;
	/* One that had this handle is no more, as those of a display that was closed. */
	gs_content_destroy_context(content, handle);
	make_context(content, handle, g_hash_table_lookup(content->contexts, key(share)))->apis =
		apis_of(content, c);
}

/* enum gs_content_mark */
static void mark_call(struct gs_content *content, uint32_t mark)
{
	g_array_index(content->threads_of, uint32_t, content->threads_of->len - 1) |= mark;
}

static void make_current(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_content_thread *thread = content->thread;
	uint64_t handle = one_of(c, "ctx", "context");
	uint64_t draw = one_of(c, "draw", "drawable");
	struct gs_content_context *context = handle ? g_hash_table_lookup(
							      content->contexts, key(handle))
						    : NULL;
	if (handle && !context)
		context = make_context(content, handle, NULL);
	struct gs_content_context *before = thread->context;
	thread->context = context;
	gs_content_context_left(content, before);
	thread->draw = drawable_of(content, draw);
	thread->read = gs_content_has(c, "read") ? drawable_of(content, gs_content_named(c, "read"))
						 : thread->draw;
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
	struct gs_object *drawable = drawable_of(
		content, gs_content_has(c, "surface") ? gs_content_named(c, "surface")
						      : gs_content_named(c, "drawable"));
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

/* The program, or the recorder, was told the size. Where the recorder tells it, nothing else
 * counts, and what it tells is superseded by what it tells later. True: the call is kept whatever
 * happens. */
static bool query_drawable(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *drawable = drawable_of(content, gs_content_argument(c, 1));
	const struct gs_trace_value *answer = gs_content_array(c, "value");
	uint64_t name = gs_content_named(c, "attribute");
	bool is_width = name == GLX_WIDTH || name == EGL_WIDTH;
	bool is_height = name == GLX_HEIGHT || name == EGL_HEIGHT;
	bool is_age = name == GLX_BACK_BUFFER_AGE_EXT || name == EGL_BUFFER_AGE_EXT;
	if (drawable && is_age && answer && answer->n == 1 && gs_content_number(&answer->items[0]))
		gs_log_remember(content, drawable); /* it knows what it will find */
	if (!drawable || !answer || answer->n != 1 || !(is_width || is_height))
		return true;
	drawable->drawable.is_told |= c->call->is_fake;
	if (drawable->drawable.is_told && !c->call->is_fake)
		return false;
	*(is_width ? &drawable->drawable.width
		   : &drawable->drawable.height) = (int32_t)gs_content_number(&answer->items[0]);
	if (c->call->is_fake)
		gs_content_log(content, GS_ACCESS_SET,
			gs_object_index(content, drawable, GS_SLOT_WINDOW_SIZE, is_height));
	return !c->call->is_fake;
}

/* EGL_SWAP_BEHAVIOR */
static void note_swap_behavior(struct gs_content *content, const struct gs_content_call *c)
{
	struct gs_object *drawable = drawable_of(content, gs_content_named(c, "surface"));
	if (drawable && gs_content_named(c, "attribute") == EGL_SWAP_BEHAVIOR)
		drawable->drawable.is_preserved = gs_content_named(c, "value") ==
						  EGL_BUFFER_PRESERVED;
}

/* False also where the trace does not say. */
static bool has_failed(const struct gs_content_call *c)
{
	const struct gs_trace_value *result = &c->call->result;
	return result->class != GS_TRACE_NONE && !gs_content_number(result);
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

void gs_content_window_call(struct gs_content *content, const struct gs_content_call *c)
{
	uint64_t kinds = gs_data_kinds(c->plan->number);
	unsigned function = c->plan->number;
	const struct gs_trace_value *config = config_of(c);
	if (function == GS_FN_eglSurfaceAttrib)
		note_swap_behavior(content, c);
	if (config)
		gs_content_log(content,
			kinds & GS_KIND_ASKS_CONFIG ? GS_ACCESS_ADD : GS_ACCESS_READ,
			node_of_config(content, gs_trace_handle(config)));
	if (kinds & GS_KIND_CREATES_CONTEXT) {
		create_context(content, c);
		keep_always(content);
	} else if (function == GS_FN_eglBindAPI) {
		content->thread->is_opengl = gs_content_argument(c, 0) == EGL_OPENGL_API;
		keep_always(content);
	} else if (kinds & GS_KIND_MAKES_CURRENT) {
		if (!has_failed(c))
			make_current(content, c);
	} else if (gs_data_flags(function) & GS_FUNCTION_SWAPS) {
		swap(content, c);
	} else if (kinds & GS_KIND_DESTROYS_CONTEXT) {
		if (!has_failed(c))
			gs_content_destroy_context(content, one_of(c, "ctx", "context"));
	} else if (function == GS_FN_glXQueryDrawable || function == GS_FN_eglQuerySurface) {
		if (query_drawable(content, c))
			keep_always(content);
	} else if (!gs_content_image_call(content, c) &&
		   !(kinds & (GS_KIND_ASKS_CONFIG | GS_KIND_NEEDLESS))) {
		keep_always(content);
	}
}
