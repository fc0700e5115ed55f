/* SPDX-License-Identifier: MIT */
#include "ui/actions/asked-actions.h"

static void ask_focus(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint x, y;
	g_variant_get(parameter, "(uu)", &x, &y);
	gs_controller_focus(controller, x, y);
}

static void ask_show_framebuffer(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint when = g_variant_get_uint32(parameter);
	if (when < GS_N_FRAMEBUFFER_WHEN)
		gs_controller_show_framebuffer(controller, when);
}

static void ask_mark_framebuffer(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_mark_framebuffer(controller, g_variant_get_boolean(parameter));
}

static struct gs_pixel pixel_of(GVariant *parameter)
{
	struct gs_pixel pixel = {0};
	g_variant_get(parameter, "(uuuu)", &pixel.x, &pixel.y, &pixel.layer, &pixel.sample);
	return pixel;
}

static void do_at_pixel(gpointer controller, const char *verb, GVariant *parameter)
{
	const struct gs_pixel p = pixel_of(parameter);
	gs_controller_dof(
		controller, "%s %u %u layer %u sample %u", verb, p.x, p.y, p.layer, p.sample);
}

static void ask_debug_pixel(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	do_at_pixel(controller, "pixel", parameter);
}

static void ask_next_pixel(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	do_at_pixel(controller, "next pixel", parameter);
}

static void ask_pixel_history(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_pixel_history(controller, pixel_of(parameter));
}

static void ask_texel_history(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	struct gs_pixel pixel = {.is_texel = true};
	guint texture, level;
	g_variant_get(parameter, "(uuuuuu)", &texture, &pixel.x, &pixel.y, &level, &pixel.layer,
		&pixel.sample);
	pixel.buffer = gs_pixel_of_texture(texture, level, pixel.layer, false);
	gs_controller_pixel_history(controller, pixel);
}

static void ask_debug_pixel_event(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_debug_pixel_event(controller, g_variant_get_uint32(parameter));
}

static void ask_debug_vertex(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint at[3];
	g_variant_get(parameter, "(uuu)", &at[0], &at[1], &at[2]);
	gs_controller_vertex(controller, at);
}

static void ask_watch(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_watch(controller, g_variant_get_string(parameter, NULL));
}

static void ask_unwatch(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_unwatch(controller, g_variant_get_string(parameter, NULL));
}

static void ask_fetch(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_fetch(controller, g_variant_get_string(parameter, NULL));
}

static void ask_image(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_image(controller, g_variant_get_string(parameter, NULL));
}

static void ask_channel(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint channel, scalar;
	const char *expression;
	g_variant_get(parameter, "(u&su)", &channel, &expression, &scalar);
	gs_controller_channel(controller, channel, expression, scalar);
}

static void ask_thumbnails(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *list;
	g_autofree const char **expressions = NULL;
	g_variant_get(parameter, "(&s^a&s)", &list, &expressions);
	gs_controller_thumbnails(controller, list, expressions);
}

static void ask_subtract(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_subtract(controller, g_variant_get_string(parameter, NULL));
}

static void ask_show(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_show(controller, g_variant_get_uint32(parameter));
}

static void ask_executions(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_show_executions(controller, g_variant_get_boolean(parameter));
}

static void ask_glance(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_glance(controller, g_variant_get_uint32(parameter));
}

static void ask_frame(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_dof(controller, "frame %u", g_variant_get_uint32(parameter));
}

static void ask_iteration(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_dof(controller, "shader iteration %u", g_variant_get_uint32(parameter));
}

static void ask_to_step(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_dof(controller, "shader to %u", g_variant_get_uint32(parameter));
}

static void ask_definition(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint stage, object, line, column;
	g_variant_get(parameter, "(uuuu)", &stage, &object, &line, &column);
	gs_controller_definition(controller, stage, object, line, column);
}

static void ask_set_uniform(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *name, *value;
	g_variant_get(parameter, "(&s&s)", &name, &value);
	g_autofree char *quoted = g_shell_quote(name);
	gs_controller_dof(controller, "set uniform %s %s", quoted, value);
}

static void ask_state_since(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_state_since(controller, g_variant_get_boolean(parameter));
}

static void ask_set_argument(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	const char *name, *value;
	g_variant_get(parameter, "(&s&s)", &name, &value);
	g_autofree char *quoted = g_shell_quote(name);
	gs_controller_dof(controller, "set arg %s %s", quoted, value);
}

static void ask_next_call(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	g_autofree char *quoted = g_shell_quote(g_variant_get_string(parameter, NULL));
	gs_controller_dof(controller, "next call %s", quoted);
}

static void ask_next_frames(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_dof(controller, "next frame %u", g_variant_get_uint32(parameter));
}

static void ask_inspect(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	struct gs_ui_inspect what = {0};
	const char *layout;
	g_variant_get(parameter, "(uuuuuuu&s)", &what.kind, &what.where, &what.index, &what.level,
		&what.layer, &what.sample, &what.when, &layout);
	what.layout = (char *)layout; /* gs_controller_inspect copies it */
	gs_controller_inspect(controller, &what);
}

static void ask_profile(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_profile(controller, g_variant_get_boolean(parameter));
}

static void ask_until(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint object, line;
	g_variant_get(parameter, "(uu)", &object, &line);
	gs_controller_dof(controller, "shader until %u object %u", line, object);
}

static void ask_set_source(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	guint stage, object;
	gboolean own;
	const char *text;
	g_variant_get(parameter, "(uub&s)", &stage, &object, &own, &text);
	gs_controller_set_source(controller, stage, object, own ? NULL : text);
}

static void ask_operations(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_do(controller, g_variant_get_string(parameter, NULL));
}

static void ask_choose_draw(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_choose_draw(controller, g_variant_get_uint32(parameter));
}

static void ask_goto(GSimpleAction *action, GVariant *parameter, gpointer controller)
{
	gs_controller_dof(
		controller, "goto %" G_GUINT64_FORMAT, (guint64)g_variant_get_uint64(parameter));
}

static const GActionEntry actions[] = {
	{"goto", ask_goto, "t", NULL, NULL, {0}},
	{"focus", ask_focus, "(uu)", NULL, NULL, {0}},
	{"show-framebuffer", ask_show_framebuffer, "u", NULL, NULL, {0}},
	{"mark-framebuffer", ask_mark_framebuffer, "b", NULL, NULL, {0}},
	{"debug-pixel", ask_debug_pixel, "(uuuu)", NULL, NULL, {0}},
	{"next-pixel", ask_next_pixel, "(uuuu)", NULL, NULL, {0}},
	{"pixel-history", ask_pixel_history, "(uuuu)", NULL, NULL, {0}},
	{"texel-history", ask_texel_history, "(uuuuuu)", NULL, NULL, {0}},
	{"debug-pixel-event", ask_debug_pixel_event, "u", NULL, NULL, {0}},
	{"debug-vertex", ask_debug_vertex, "(uuu)", NULL, NULL, {0}},
	{"watch", ask_watch, "s", NULL, NULL, {0}},
	{"unwatch", ask_unwatch, "s", NULL, NULL, {0}},
	{"fetch", ask_fetch, "s", NULL, NULL, {0}},
	{"image", ask_image, "s", NULL, NULL, {0}},
	{"channel", ask_channel, "(usu)", NULL, NULL, {0}},
	{"thumbnails", ask_thumbnails, "(sas)", NULL, NULL, {0}},
	{"subtract", ask_subtract, "s", NULL, NULL, {0}},
	{"show", ask_show, "u", NULL, NULL, {0}},
	{"show-executions", ask_executions, "b", NULL, NULL, {0}},
	{"glance", ask_glance, "u", NULL, NULL, {0}},
	{"frame", ask_frame, "u", NULL, NULL, {0}},
	{"iteration", ask_iteration, "u", NULL, NULL, {0}},
	{"definition", ask_definition, "(uuuu)", NULL, NULL, {0}},
	{"set-uniform", ask_set_uniform, "(ss)", NULL, NULL, {0}},
	{"state-since", ask_state_since, "b", NULL, NULL, {0}},
	{"set-argument", ask_set_argument, "(ss)", NULL, NULL, {0}},
	{"next-call", ask_next_call, "s", NULL, NULL, {0}},
	{"next-frames", ask_next_frames, "u", NULL, NULL, {0}},
	{"inspect", ask_inspect, "(uuuuuuus)", NULL, NULL, {0}},
	{"profile", ask_profile, "b", NULL, NULL, {0}},
	{"to-step", ask_to_step, "u", NULL, NULL, {0}},
	{"until", ask_until, "(uu)", NULL, NULL, {0}},
	{"set-source", ask_set_source, "(uubs)", NULL, NULL, {0}},
	{"operations", ask_operations, "s", NULL, NULL, {0}},
	{"choose-draw", ask_choose_draw, "u", NULL, NULL, {0}},
};

void gs_asked_actions_setup(GtkApplicationWindow *window, struct gs_controller *controller)
{
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), controller);
}
