/* SPDX-License-Identifier: MIT */
/* Calls of GLX and EGL, as calls of the program's main.c; as replay/window-calls.c, which plays
 * them. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glx.h>
#include <string.h>
#include "export/private.h"

enum { MOST_AREA = 1 << 26, MOST_PIXELS = 16384 };

/* ---- configurations ---- */

static void act_config(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	gs_told_configs_add(&ex->configs, plan->number, call);
}

/* ---- contexts ---- */

static void free_context(struct context *context)
{
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		g_hash_table_destroy(context->names[i]);
	g_hash_table_destroy(context->active_programs);
	g_hash_table_destroy(context->bindings);
	g_hash_table_destroy(context->element_buffers);
	g_free(context);
}

void export_free_contexts(struct exporter *ex)
{
	for (guint i = 0; i < ex->all_contexts->len; i++)
		free_context(ex->all_contexts->pdata[i]);
	g_ptr_array_free(ex->all_contexts, TRUE);
	g_hash_table_destroy(ex->contexts);
}

static struct context *new_context(struct exporter *ex, const struct context *share)
{
	struct context *context = g_new0(struct context, 1);
	char *name = g_strdup_printf("context_%u", ++ex->n_contexts);
	context->number = ex->n_contexts;
	context->variable = export_variable(ex, "struct context", name);
	context->variable->text = g_strdup("");
	context->group = share ? share->group : export_group_new(ex);
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		context->names[i] = export_table(NULL);
	context->active_programs = export_table(NULL);
	context->bindings = export_table(NULL);
	context->element_buffers = export_table(NULL);
	g_ptr_array_add(ex->all_contexts, context);
	g_free(name);
	return context;
}

static void add_numbers(GString *to, const int *numbers)
{
	g_string_append_c(to, '{');
	for (unsigned i = 0; i < GS_N_CONFIG_ATTRIBUTES; i++)
		g_string_append_printf(to, "%s%d", i ? ", " : "", numbers[i]);
	g_string_append_c(to, '}');
}

static void create_context(struct exporter *ex, const struct gs_trace_call *call,
	const struct gs_context_wish *wish, uint64_t share)
{
	uint64_t id = gs_trace_number(&call->result), size;
	const struct context *other = share ? export_find(ex->contexts, share) : NULL;
	struct context *context;
	GString *line;
	if (!id)
		return;
	context = new_context(ex, other);
	size = export_number(ex->survey->sizes, context->variable->number);
	line = g_string_new(NULL);
	g_string_printf(line, "create_context(&%s, &(struct context_wish){.config = {",
		export_use(ex, context->variable));
	add_numbers(line, wish->config->least);
	g_string_append(line, ", ");
	add_numbers(line, wish->config->exact);
	g_string_append_printf(line,
		"}, .es = %s, .major = %d, .minor = %d, .profile = %u, .flags = %u, .width = %u, "
		".height = %u, ",
		wish->es ? "true" : "false", wish->major, wish->minor, wish->profile, wish->flags,
		MAX((unsigned)(size >> 32), 1), MAX((uint32_t)size, 1));
	g_string_append_printf(line, ".share = %s%s});", other ? "&" : "NULL",
		other ? export_use(ex, other->variable) : "");
	export_line(ex, "%s", line->str);
	g_string_free(line, TRUE);
	export_set(ex->contexts, id, context);
}

static void act_create_glx(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	bool has_list = plan->number == GS_FN_glXCreateContextAttribsARB;
	unsigned share = plan->number == GS_FN_glXCreateContext || has_list ? 2 : 3;
	struct gs_context_wish wish = {.config = gs_told_config(&ex->configs, call, 1)};
	if (has_list)
		gs_wish_context(call, 4, &wish);
	create_context(ex, call, &wish, gs_trace_argument(call, share));
}

static void act_create_egl(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	struct gs_context_wish wish = {
		.config = gs_told_config(&ex->configs, call, 1), .es = !ex->thread->is_gl};
	(void)plan;
	wish.major = wish.es;
	gs_wish_context(call, 3, &wish);
	create_context(ex, call, &wish, gs_trace_argument(call, 2));
}

static void act_bind_api(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	(void)plan;
	ex->thread->is_gl = gs_trace_argument(call, 0) == EGL_OPENGL_API;
}

static bool is_current(const struct exporter *ex, const struct context *context)
{
	GHashTableIter iter;
	gpointer thread;
	g_hash_table_iter_init(&iter, ex->threads);
	while (g_hash_table_iter_next(&iter, NULL, &thread))
		if (((struct thread *)thread)->context == context)
			return true;
	return false;
}

/* One that is current stays; and what is known of its names stays with the others'. */
static void act_destroy_context(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	const struct context *context = export_find(ex->contexts, gs_trace_argument(call, 1));
	(void)plan;
	if (context && !is_current(ex, context))
		export_line(ex, "destroy_context(&%s);", export_use(ex, context->variable));
}

/* ---- windows ---- */

static struct window *window_of(struct exporter *ex, uint64_t id)
{
	struct window *window = id ? export_find(ex->windows, id) : NULL;
	char *name;
	uint64_t size;
	if (window || !id)
		return window;
	window = g_new0(struct window, 1);
	name = g_strdup_printf("window_%u", g_hash_table_size(ex->windows) + 1);
	window->variable = export_variable(ex, "struct window", name);
	size = export_number(ex->survey->sizes, window->variable->number);
	window->width = MAX((int)(size >> 32), 1);
	window->height = MAX((int)(uint32_t)size, 1);
	export_set(ex->windows, id, window);
	g_free(name);
	return window;
}

static void define(struct window *window)
{
	g_free(window->variable->text);
	window->variable->text = g_strdup_printf("{.width = %d, .height = %d, .srgb = %s}",
		window->first_width ? window->first_width : window->width,
		window->first_height ? window->first_height : window->height,
		window->srgb ? "true" : "false");
}

static void add_window(struct exporter *ex, const struct window *window, GString *to)
{
	if (window)
		g_string_append_printf(to, ", &%s", export_use(ex, window->variable));
	else
		g_string_append(to, ", NULL");
}

static void enter(struct exporter *ex)
{
	const struct thread *t = ex->thread;
	GString *line = g_string_new("make_current(");
	if (t->context)
		g_string_append_printf(line, "&%s", export_use(ex, t->context->variable));
	else
		g_string_append(line, "NULL");
	add_window(ex, t->draw, line);
	add_window(ex, t->read, line);
	export_line(ex, "%s);", line->str);
	g_string_free(line, TRUE);
}

static void note_use(struct window *window, struct context *context)
{
	if (!window)
		return;
	if (!window->first_width) {
		window->first_width = window->width;
		window->first_height = window->height;
	}
	define(window);
	if (!context->window)
		context->window = window;
}

static void act_current(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	bool both = call->function->n_args == 4;
	bool worked = call->result.class == GS_TRACE_NONE || gs_trace_number(&call->result);
	uint64_t id = gs_trace_argument(call, both ? 3 : 2);
	struct thread *t = ex->thread;
	(void)plan;
	if (!worked)
		return;
	ex->in_block = false;
	t->context = id ? export_find(ex->contexts, id) : NULL;
	t->draw = t->context ? window_of(ex, gs_trace_argument(call, 1)) : NULL;
	t->read = t->context ? window_of(ex, gs_trace_argument(call, both ? 2 : 1)) : NULL;
	if (id && !t->context)
		export_leave_out(ex, call, "the trace does not say how the context was made");
	if (t->context) {
		note_use(t->draw, t->context);
		note_use(t->read, t->context);
	}
	enter(ex);
}

void export_enter_thread(struct exporter *ex, uint32_t number)
{
	struct thread *thread = export_find(ex->threads, number);
	bool other = ex->thread && ex->thread_number != number;
	if (!thread) {
		thread = g_new0(struct thread, 1);
		export_set(ex->threads, number, thread);
	}
	ex->thread_number = number;
	ex->thread = thread;
	if (other && thread->context) {
		export_comment(ex, "another thread", strlen("another thread"));
		enter(ex);
	}
}

static void set_size(struct exporter *ex, struct window *window, int width, int height)
{
	width = CLAMP(width, 1, MOST_PIXELS);
	height = CLAMP(height, 1, MIN(MOST_PIXELS, MOST_AREA / width));
	if (!window || (window->width == width && window->height == height))
		return;
	window->width = width;
	window->height = height;
	if (window->first_width)
		export_line(ex, "resize_window(&%s, %d, %d);", export_use(ex, window->variable),
			width, height);
	else
		define(window);
}

void export_set_size(struct exporter *ex, int width, int height)
{
	set_size(ex, ex->thread->draw, width, height);
}

void export_note_sizes(struct exporter *ex)
{
	struct thread *t = ex->thread;
	struct window *windows[] = {t ? t->draw : NULL, t ? t->read : NULL};
	if (!ex->is_survey || !t || !t->context)
		return;
	for (unsigned i = 0; i < G_N_ELEMENTS(windows); i++) {
		struct window *window = windows[i];
		uint64_t size = window ? (uint64_t)window->width << 32 | (uint32_t)window->height
				       : 0;
		unsigned numbers[] = {
			window ? window->variable->number : 0, t->context->variable->number};
		for (unsigned k = 0; window && k < G_N_ELEMENTS(numbers); k++)
			if (!export_number(ex->survey->sizes, numbers[k]))
				export_set_number(ex->survey->sizes, numbers[k], size);
	}
}

static void note_colorspace(
	const struct gs_trace_call *call, unsigned argument, struct window *window)
{
	window->srgb = gs_wish_in_list(call, argument, EGL_GL_COLORSPACE_KHR) ==
		       EGL_GL_COLORSPACE_SRGB_KHR;
	define(window);
}

static void act_egl_window(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	struct window *window = window_of(ex, gs_trace_number(&call->result));
	(void)plan;
	if (window)
		note_colorspace(call, 3, window);
}

static void act_pbuffer(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	bool is_egl = plan->number == GS_FN_eglCreatePbufferSurface;
	struct window *window = window_of(ex, gs_trace_number(&call->result));
	if (!window)
		return;
	if (is_egl)
		note_colorspace(call, 2, window);
	set_size(ex, window, (int)gs_wish_in_list(call, 2, is_egl ? EGL_WIDTH : GLX_PBUFFER_WIDTH),
		(int)gs_wish_in_list(call, 2, is_egl ? EGL_HEIGHT : GLX_PBUFFER_HEIGHT));
}

static void act_query_drawable(
	struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	uint64_t name = gs_trace_argument(call, 2), value;
	struct window *window = export_find(ex->windows, gs_trace_argument(call, 1));
	(void)plan;
	if (!gs_wish_answer(call, &value) || !window || value > MOST_PIXELS)
		return;
	bool is_width = name == GLX_WIDTH || name == EGL_WIDTH;
	bool is_height = name == GLX_HEIGHT || name == EGL_HEIGHT;
	window->is_told |= call->is_fake && (is_width || is_height);
	if (window->is_told && !call->is_fake)
		return;
	if (is_width)
		set_size(ex, window, (int)value, window->height);
	if (is_height)
		set_size(ex, window, window->width, (int)value);
}

static void act_swap(struct exporter *ex, const struct plan *plan, const struct gs_trace_call *call)
{
	const struct window *window = export_find(ex->windows, gs_trace_argument(call, 1));
	(void)plan;
	ex->in_block = false;
	if (window)
		export_line(ex, "swap_buffers(&%s);", export_use(ex, window->variable));
	else
		export_line(ex, "end_frame();");
	export_end_frame(ex);
}

export_act export_window_act(unsigned function)
{
	static const struct {
		unsigned function;
		export_act act;
	} acts[] = {
		{GS_FN_glXCreateContext, act_create_glx},
		{GS_FN_glXCreateNewContext, act_create_glx},
		{GS_FN_glXCreateContextWithConfigSGIX, act_create_glx},
		{GS_FN_glXCreateContextAttribsARB, act_create_glx},
		{GS_FN_eglCreateContext, act_create_egl},
		{GS_FN_eglBindAPI, act_bind_api},
		{GS_FN_glXDestroyContext, act_destroy_context},
		{GS_FN_eglDestroyContext, act_destroy_context},
		{GS_FN_glXMakeCurrent, act_current},
		{GS_FN_glXMakeContextCurrent, act_current},
		{GS_FN_glXMakeCurrentReadSGI, act_current},
		{GS_FN_eglMakeCurrent, act_current},
		{GS_FN_glXCreatePbuffer, act_pbuffer},
		{GS_FN_eglCreatePbufferSurface, act_pbuffer},
		{GS_FN_eglCreateWindowSurface, act_egl_window},
		{GS_FN_eglCreatePlatformWindowSurface, act_egl_window},
		{GS_FN_eglCreatePlatformWindowSurfaceEXT, act_egl_window},
		{GS_FN_glXQueryDrawable, act_query_drawable},
		{GS_FN_eglQuerySurface, act_query_drawable},
		{GS_FN_glXSwapBuffers, act_swap},
		{GS_FN_glXSwapBuffersMscOML, act_swap},
		{GS_FN_eglSwapBuffers, act_swap},
		{GS_FN_eglSwapBuffersWithDamageEXT, act_swap},
		{GS_FN_eglSwapBuffersWithDamageKHR, act_swap},
	};
	if (gs_told_configs_tells(function))
		return act_config;
	for (size_t i = 0; i < G_N_ELEMENTS(acts); i++)
		if (acts[i].function == function)
			return acts[i].act;
	return NULL;
}
