/* SPDX-License-Identifier: MIT */
/* Actions that run a verb, so that the window and the console do the same. */
#include "frontend/private.h"

#include <string.h>
#include "verbs/verbs.h"

struct verb_action {
	struct gs_action action;
	char *line, *then;		 /* what is done behind it; NULL: nothing */
	struct gs_pixel pixel;		 /* whose history it is: */
	struct gs_pixel_history history; /* events NULL: none */
	struct gs_ui_tab *tab;		 /* that shows what the verb replies with, `tree` */
	JsonNode *tree;
};

static void clear(struct gs_action *action)
{
	struct verb_action *v = (struct verb_action *)action;
	gs_pixel_history_clear(&v->history);
	g_clear_pointer(&v->tree, json_node_unref);
	g_free(v->line);
	g_free(v->then);
}

/* ---- in the session's thread ---- */

/* Where the program or the shader stands now is the action's. */
static void take_reply(struct gs_action *action, struct gs_reply *reply)
{
	if (reply->has_stop) {
		gs_stop_clear(&action->stop);
		action->stop = reply->stop;
		action->has_stop = true;
		reply->has_stop = false;
	}
	if (reply->has_where) {
		if (action->has_where)
			gs_where_clear(&action->where);
		action->where = reply->where;
		action->has_where = true;
		reply->has_where = false;
	}
	if (reply->note) {
		g_free(action->note);
		action->note = g_steal_pointer(&reply->note);
	}
}

/* history: where one that is replied with goes; NULL: nowhere. */
static bool run_line(struct gs_action *action, const char *line, const char *text,
	struct gs_pixel_history *history)
{
	struct gs_verbs verbs = {.session = action->session, .text = text};
	struct gs_reply reply;
	gs_reply_init(&reply);
	reply.is_bare = true;
	bool good = gs_verb_run(&verbs, line, &reply, &action->error);
	if (good)
		take_reply(action, &reply);
	if (good && reply.history && history) {
		*history = *reply.history;
		g_clear_pointer(&reply.history, g_free);
	}
	gs_reply_clear(&reply);
	return good;
}

bool gs_action_run_verb(struct gs_action *action, const char *line, const char *text)
{
	return run_line(action, line, text, NULL);
}

static bool run_verb(struct gs_action *action)
{
	struct verb_action *v = (struct verb_action *)action;
	return run_line(action, v->line, NULL, &v->history) &&
	       (!v->then || run_line(action, v->then, NULL, NULL));
}

/* Keep what the verb replies with. */
static bool run_for_tab(struct gs_action *action)
{
	struct verb_action *v = (struct verb_action *)action;
	struct gs_verbs verbs = {.session = action->session};
	struct gs_reply reply;
	gs_reply_init(&reply);
	bool good = gs_verb_run(&verbs, v->line, &reply, &action->error);
	if (good) {
		take_reply(action, &reply);
		v->tree = gs_reply_tree(&reply);
	}
	gs_reply_clear(&reply);
	return good;
}

/* Leave the shader if one is debugged, which makes the draw call pending again; then run the
 * verb. */
static bool leave_and_run_verb(struct gs_action *action)
{
	if (!gs_session_in_shader(action->session))
		return run_verb(action);
	action->has_stop = gs_session_leave(action->session, &action->stop, &action->error);
	return action->has_stop && run_verb(action);
}

/* Begin the vertex shader where none is debugged. */
static bool begin_and_run_verb(struct gs_action *action)
{
	return (gs_session_in_shader(action->session) ||
		       run_line(action, "shader vertex", NULL, NULL)) &&
	       run_verb(action);
}

/* Change where the program that another action runs will stop. */
static bool stop_elsewhere(struct gs_action *action)
{
	const char *rest;
	const struct gs_verb *verb = gs_verb_find(((struct verb_action *)action)->line, &rest);
	struct gs_arguments *arguments = gs_arguments_new(verb, false, rest, &action->error);
	bool good = arguments && gs_session_run_to(action->session, (enum gs_run)verb->how,
					 gs_argument_number(arguments, "N", 1),
					 gs_argument_text(arguments, "NAME"), &action->error);
	gs_arguments_free(arguments);
	return good;
}

/* ---- in the main loop ---- */

/* Mark the program as outdated if the draw call is in a display list, whose calls before it may
 * have selected another program. */
static void finish_begin(struct gs_controller *c, struct gs_action *action)
{
	c->state.program_stale |= c->state.in_shader && c->state.where.call_draws;
}

static void finish_until(struct gs_controller *c, struct gs_action *action)
{
	if (action->ok && !c->state.where.reached)
		gs_controller_say(c, GS_MESSAGE_INFO,
			"The focus element does not reach that line any more: this is the end of "
			"the shader.");
}

static unsigned take_uniform(struct gs_controller *c, struct gs_action *action)
{
	c->fresh = 0;
	gs_controller_drop_counts(c);
	return 0;
}

static void finish_uniform(struct gs_controller *c, struct gs_action *action)
{
	if (!c->n_waiting && c->state.in_shader)
		gs_controller_push_program(c);
}

static unsigned take_operations(struct gs_controller *c, struct gs_action *action)
{
	c->fresh &= ~(unsigned)GS_PART_RESOURCES; /* the result of the draw */
	return GS_PART_OPERATIONS;
}

static unsigned take_history(struct gs_controller *c, struct gs_action *action)
{
	struct verb_action *v = (struct verb_action *)action;
	if (!action->ok)
		return 0;
	gs_pixel_history_clear(&c->state.pixel.history);
	c->state.pixel.history = v->history;
	c->state.pixel.pixel = v->pixel;
	memset(&v->history, 0, sizeof v->history);
	return GS_PART_PIXEL;
}

static unsigned take_tab(struct gs_controller *c, struct gs_action *action)
{
	struct verb_action *v = (struct verb_action *)action;
	gs_ui_tab_take(v->tab, &v->tree, NULL);
	return GS_PART_TABS;
}

static unsigned take_detach(struct gs_controller *c, struct gs_action *action)
{
	c->state.detached |= action->ok && !action->alive;
	return 0;
}

/* ---- the verbs that the window runs ---- */

enum {
	MOVES = GS_ACTION_KEEPS_PATH | GS_ACTION_STEPS,
	RUNS = GS_ACTION_RUNS_PROGRAM,
	RUNS_ON = RUNS | GS_ACTION_RUNS_ON,
	AT_ONCE = GS_ACTION_KEEPS_PATH | GS_ACTION_MEANWHILE,
};
#define VERB(function, text, how)                                                                  \
	.size = sizeof(struct verb_action), .work = function, .clear = clear, .doing = text,       \
	.flags = how

static const struct verb_class {
	const char *name;
	struct gs_action_class class;
} verb_classes[] = {
	{"step", {VERB(leave_and_run_verb, "Running to the next call", RUNS_ON)}},
	{"skip", {VERB(leave_and_run_verb, "Running to the next call", RUNS_ON)}},
	{"next draw", {VERB(leave_and_run_verb, "Running to the next draw", RUNS_ON)}},
	{"next frame", {VERB(leave_and_run_verb, "Running to the next buffer swap", RUNS_ON)}},
	{"next program", {VERB(leave_and_run_verb,
				 "Running to the next change of the program object", RUNS_ON)}},
	{"next error", {VERB(leave_and_run_verb, "Running to the next GL error", RUNS_ON)}},
	{"next call", {VERB(leave_and_run_verb, "Running to the next call of that name", RUNS_ON)}},
	{"continue", {VERB(leave_and_run_verb, "Running", RUNS_ON)}},
	{"goto", {VERB(run_verb, "Going to the call", RUNS)}},
	{"again", {VERB(run_verb, "Coming back to the call", RUNS)}},
	{"undo", {VERB(run_verb, "Taking the edit back", RUNS)}},
	{"next pixel", {VERB(run_verb, "Running to what changes the pixel", RUNS)}},
	{"detach", {VERB(run_verb, "Detaching from the program", 0), .take = take_detach}},
	{"focus", {VERB(run_verb, "Stepping", 0)}},
	{"set test", {VERB(run_verb, "Stepping", 0), .take = take_operations}},
	{"set buffer", {VERB(run_verb, "Stepping", 0), .take = take_operations}},
	{"set fragment", {VERB(run_verb, "Stepping", 0), .take = take_operations}},
	{"set arg", {VERB(run_verb, "Stepping", 0)}},
	{"set uniform",
		{VERB(run_verb, "Stepping", 0), .take = take_uniform, .finish = finish_uniform}},
	{"pixel", {VERB(run_verb, "Preparing the shader", 0), .take = gs_controller_take_entered}},
	{"shader", {VERB(leave_and_run_verb, "Preparing the shader", 0),
			   .take = gs_controller_take_entered, .finish = finish_begin}},
	{"shader leave", {VERB(run_verb, "Leaving the shader", 0)}},
	{"shader step", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader over", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader out", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader back", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader reset", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader to", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader branch", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader iteration", {VERB(run_verb, "Stepping", MOVES)}},
	{"shader continue", {VERB(run_verb, "Running the shader", GS_ACTION_KEEPS_PATH)}},
	{"shader until", {VERB(run_verb, "Running the shader", GS_ACTION_KEEPS_PATH),
				 .finish = finish_until}},
	{"frame", {VERB(run_verb, "Stepping", GS_ACTION_KEEPS_PATH)}},
	{"break call", {VERB(run_verb, "Stepping", AT_ONCE)}},
	{"break error", {VERB(run_verb, "Stepping", AT_ONCE)}},
	{"break change", {VERB(run_verb, "Stepping", AT_ONCE)}},
	{"break ignore", {VERB(run_verb, "Stepping", AT_ONCE)}},
	{"delete", {VERB(run_verb, "Stepping", AT_ONCE)}},
	{"shader break", {VERB(run_verb, "Stepping", AT_ONCE)}},
};
static const struct gs_action_class elsewhere_class = {
	VERB(stop_elsewhere, "Running", GS_ACTION_MEANWHILE)};
static const struct gs_action_class vertex_class = {
	VERB(begin_and_run_verb, "Preparing the shader", 0),
	.take = gs_controller_take_entered,
};
static const struct gs_action_class history_class = {
	VERB(run_verb, GS_DOING_PIXEL_HISTORY, RUNS),
	.take = take_history,
};
static const struct gs_action_class tab_class = {
	VERB(run_for_tab, "Looking at the frame", RUNS),
	.take = take_tab,
};
static const struct gs_action_class pixel_at_class = {
	VERB(run_verb, "Going to the call", RUNS),
	.take = gs_controller_take_entered,
};

static const struct gs_action_class *class_of(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(verb_classes); i++)
		if (!strcmp(verb_classes[i].name, name))
			return &verb_classes[i].class;
	g_error("the window does not know how to do `%s`", name); /* a bug in ui/ */
}

void gs_controller_do(struct gs_controller *c, const char *line)
{
	const char *rest;
	const struct gs_verb *verb = gs_verb_find(line, &rest);
	const struct gs_action_class *class = class_of(verb->name);
	bool runs_on = class->flags & GS_ACTION_RUNS_ON;
	bool is_elsewhere = runs_on && c->state.work.slow && c->state.work.runs_on;
	struct verb_action *v = gs_controller_new_action(
		c, is_elsewhere ? &elsewhere_class : class);
	if (!c->state.session && class->flags & GS_ACTION_MEANWHILE)
		gs_controller_say(
			c, GS_MESSAGE_ERROR, "Start a program first: breakpoints belong to it.");
	if (!v)
		return;
	v->line = g_strdup(line);
	gs_controller_push_action(c, &v->action);
	if (runs_on && (is_elsewhere || !c->state.work.slow))
		c->state.work.run = (enum gs_run)verb->how;
	if (is_elsewhere)
		c->state.work.doing = class->doing;
}

void gs_controller_dof(struct gs_controller *c, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *line = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	gs_controller_do(c, line);
}

/* then: what is done behind the line; NULL: nothing. Takes both. pixel: that they are about; NULL:
 * none. */
static void do_as(struct gs_controller *c, const struct gs_action_class *class, char *line,
	char *then, const struct gs_pixel *pixel)
{
	struct verb_action *v = gs_controller_new_action(c, class);
	if (!v) {
		g_free(line);
		g_free(then);
		return;
	}
	v->line = line;
	v->then = then;
	if (pixel)
		v->pixel = *pixel;
	gs_controller_push_action(c, &v->action);
}

void gs_controller_run_tab(struct gs_controller *c, struct gs_ui_tab *tab, const char *arguments)
{
	struct verb_action *v = gs_controller_new_action(c, &tab_class);
	if (!v)
		return;
	v->line = g_strdup_printf("%s %s", tab->verb->name, arguments);
	v->tab = tab;
	gs_controller_push_action(c, &v->action);
}

/* ---- pixels and elements ---- */

static char *pixel_words(const struct gs_pixel *p)
{
	return g_strdup_printf("pixel %u %u layer %u sample %u", p->x, p->y, p->layer, p->sample);
}

static char *texel_words(const struct gs_pixel *p)
{
	return g_strdup_printf("texture %u %u %u level %u layer %u sample %u%s",
		(unsigned)(uint32_t)p->buffer, p->x, p->y, gs_pixel_level(p->buffer), p->layer,
		p->sample, p->buffer & GS_PIXEL_OF_STENCIL ? " stencil" : "");
}

void gs_controller_pixel_history(struct gs_controller *c, struct gs_pixel pixel)
{
	g_autofree char *words = pixel.is_texel ? texel_words(&pixel) : pixel_words(&pixel);
	do_as(c, &history_class, g_strconcat("history ", words, NULL), NULL, &pixel);
}

void gs_controller_debug_pixel_at(
	struct gs_controller *c, uint64_t call, const struct gs_pixel *pixel)
{
	do_as(c, &pixel_at_class, g_strdup_printf("goto %" G_GUINT64_FORMAT, (guint64)call),
		pixel_words(pixel), NULL);
}

void gs_controller_focus(struct gs_controller *c, unsigned x, unsigned y)
{
	if (c->state.in_shader)
		gs_controller_dof(c, "focus cell %u %u", x, y);
}

/* The fragment that the user has chosen stays chosen. */
void gs_controller_focus_element(struct gs_controller *c, const uint32_t *at, unsigned n)
{
	static const char *const of_pixels[] = {"", "", "layer ", "sample "};
	const struct gs_ui_state *state = &c->state;
	bool is_pixel = state->where.stage == GS_STAGE_FRAGMENT;
	g_autoptr(GString) line = g_string_new("focus");
	if (!state->in_shader)
		return;
	for (unsigned i = 0; i < MIN(n, G_N_ELEMENTS(of_pixels)); i++)
		g_string_append_printf(line, " %s%u", is_pixel ? of_pixels[i] : "", at[i]);
	if (is_pixel && state->operations.fragment)
		g_string_append_printf(line, " fragment %u", state->operations.fragment - 1);
	gs_controller_do(c, line->str);
}

void gs_controller_vertex(struct gs_controller *c, const uint32_t at[3])
{
	const struct gs_ui_state *state = &c->state;
	if (state->in_shader && state->where.stage != GS_STAGE_VERTEX) {
		gs_controller_say(c, GS_MESSAGE_INFO,
			"Another shader of this draw is being debugged: stop debugging it "
			"(Shift+F2) to debug a vertex.");
		return;
	}
	c->state.chosen_stage = GS_STAGE_VERTEX;
	do_as(c, &vertex_class, g_strdup_printf("focus %u %u %u", at[0], at[1], at[2]), NULL, NULL);
}

/* ---- the chosen stage and draw ---- */

/* Debug a stage of the chosen draw, or of the pending call as a whole. */
static void begin(struct gs_controller *c, enum gs_stage stage)
{
	const char *name = gs_stage_name(stage);
	if (c->state.chosen_draw)
		gs_controller_dof(c, "shader %s draw %u", name, c->state.chosen_draw - 1);
	else
		gs_controller_dof(c, "shader %s", name);
}

void gs_controller_shader(struct gs_controller *c)
{
	begin(c, c->state.chosen_stage);
}

void gs_controller_choose_draw(struct gs_controller *c, unsigned choice)
{
	c->state.chosen_draw = choice;
	if (c->state.in_shader)
		begin(c, c->state.where.stage);
}

void gs_controller_choose_stage(struct gs_controller *c, enum gs_stage stage)
{
	c->state.chosen_stage = stage;
	gs_controller_changed(c, GS_PART_RUN);
}
