/* SPDX-License-Identifier: MIT */
/* Exports calls of GLX and EGL as calls of the program's main.c; replay/window/window-calls.c plays
 * the same calls. */
#include <string.h>
#include "export/private.h"

/* ---- configurations ---- */

static void act_config(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	gs_told_configs_add(&ex->configs, recipe->number, call);
}

/* ---- contexts ---- */

static void free_context(void *data)
{
	struct context *context = data;
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		g_hash_table_destroy(context->names[i]);
	g_free(context);
}

struct gs_follow *export_new_follow(void)
{
	const struct gs_follow_owner owner = {free_context, NULL, g_free, NULL};
	return gs_follow_new(&owner);
}

static struct context *new_context(struct exporter *ex, struct gs_follow_context *told)
{
	struct context *context = g_new0(struct context, 1);
	char *name = g_strdup_printf("context_%u", ++ex->n_contexts);
	context->told = told;
	context->number = ex->n_contexts;
	context->variable = export_variable(ex, "struct context", name);
	context->variable->text = g_strdup("");
	if (!told->group->data)
		told->group->data = export_group_new(ex);
	context->group = told->group->data;
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++)
		context->names[i] = export_table(NULL);
	told->data = context;
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

static void create_context(struct exporter *ex, const struct gs_trace_call *call)
{
	struct gs_context_wish asked = {.config = gs_told_config(&ex->configs, call, 1)},
			       *wish = &asked;
	const struct context *other = ex->step->share ? ex->step->share->data : NULL;
	struct context *context = new_context(ex, ex->step->context);
	uint64_t size;
	GString *line;
	gs_wish_new_context(call, ex->thread->is_opengl, wish);
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
}

/* ---- windows ---- */

static struct window *window_of(struct exporter *ex, struct gs_follow_drawable *told)
{
	struct window *window = told ? told->data : NULL;
	char *name;
	uint64_t size;
	if (window || !told)
		return window;
	window = g_new0(struct window, 1);
	name = g_strdup_printf("window_%u", ++ex->n_windows);
	window->variable = export_variable(ex, "struct window", name);
	size = export_number(ex->survey->sizes, window->variable->number);
	if (!told->width)
		told->width = MAX((int)(size >> 32), 1);
	if (!told->height)
		told->height = MAX((int)(uint32_t)size, 1);
	window->width = told->width;
	window->height = told->height;
	window->srgb = told->is_srgb;
	told->data = window;
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
	const struct context *context = export_context(ex);
	GString *line = g_string_new("make_current(");
	if (context)
		g_string_append_printf(line, "&%s", export_use(ex, context->variable));
	else
		g_string_append(line, "NULL");
	add_window(ex, export_draw(ex), line);
	add_window(ex, export_read(ex), line);
	export_line(ex, "%s);", line->str);
	g_string_free(line, TRUE);
}

static void note_use(struct window *window)
{
	if (window && !window->first_width) {
		window->first_width = window->width;
		window->first_height = window->height;
	}
	if (window)
		define(window);
}

static void make_current(struct exporter *ex, const struct gs_trace_call *call)
{
	if (ex->thread->context && !export_context(ex))
		export_leave_out(ex, call, "the trace does not say how the context was made");
	if (export_context(ex)) {
		note_use(window_of(ex, ex->thread->draw));
		note_use(window_of(ex, ex->thread->read));
	}
	enter(ex);
}

void export_enter_thread(struct exporter *ex, uint32_t number)
{
	bool other = ex->thread && ex->thread->number != number;
	ex->thread = gs_follow_enter(ex->follow, number);
	if (other && export_context(ex)) {
		export_comment(ex, "another thread", strlen("another thread"));
		enter(ex);
	}
}

void export_set_size(struct exporter *ex, const struct gs_follow_drawable *told)
{
	struct window *window = told->data;
	if (!window || (window->width == told->width && window->height == told->height))
		return;
	window->width = told->width;
	window->height = told->height;
	if (window->first_width)
		export_line(ex, "resize_window(&%s, %d, %d);", export_use(ex, window->variable),
			told->width, told->height);
	else
		define(window);
}

void export_note_sizes(struct exporter *ex)
{
	const struct context *context = export_context(ex);
	const struct window *windows[] = {export_draw(ex), export_read(ex)};
	if (!ex->is_survey || !context)
		return;
	for (unsigned i = 0; i < G_N_ELEMENTS(windows); i++) {
		const struct window *window = windows[i];
		uint64_t size = window ? (uint64_t)window->width << 32 | (uint32_t)window->height
				       : 0;
		unsigned numbers[] = {
			window ? window->variable->number : 0, context->variable->number};
		for (unsigned k = 0; window && k < G_N_ELEMENTS(numbers); k++)
			if (!export_number(ex->survey->sizes, numbers[k]))
				export_set_number(ex->survey->sizes, numbers[k], size);
	}
}

static void swap(struct exporter *ex)
{
	const struct gs_follow_drawable *told = ex->step->drawable;
	const struct window *window = told ? told->data : NULL;
	if (window)
		export_line(ex, "swap_buffers(&%s);", export_use(ex, window->variable));
	else
		export_line(ex, "end_frame();");
	export_end_frame(ex);
}

static void act_followed(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	const struct context *ended = ex->step->ended ? ex->step->ended->data : NULL;
	switch (ex->step->event) {
	case GS_FOLLOW_CREATES:
		create_context(ex, call);
		break;
	case GS_FOLLOW_MAKES_CURRENT:
		make_current(ex, call);
		break;
	case GS_FOLLOW_SIZES:
		export_set_size(ex, ex->step->drawable);
		break;
	case GS_FOLLOW_SHOWS:
		if (gs_data_flags(recipe->number) & GS_FUNCTION_SWAPS)
			swap(ex);
		break;
	default:
		break;
	}
	if (ended)
		export_line(ex, "destroy_context(&%s);", export_use(ex, ended->variable));
}

export_act export_window_act(unsigned function)
{
	if (gs_told_configs_tells(function))
		return act_config;
	return gs_follow_wants(function) ? act_followed : NULL;
}
