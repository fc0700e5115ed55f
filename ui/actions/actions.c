/* SPDX-License-Identifier: MIT */
#include "ui/actions/actions.h"

#include <string.h>
#include "debugger/open/opened.h"
#include "ui/actions/asked-actions.h"
#include "ui/actions/break-actions.h"
#include "ui/actions/end-question.h"
#include "ui/widgets/icon.h"
#include "ui/panel.h"
#include "ui/ui.h"
#include "ui/actions/settings.h"
#include "ui/actions/tool-bar.h"

struct gs_actions {
	GtkApplicationWindow *window;
	struct gs_controller *controller;
	struct gs_actions_hooks hooks;
	GHashTable *buttons; /* action name -> GtkButton */
	guint held;	     /* hardware code of the key that is held; 0: none */
	bool repeats;	     /* the press is a repetition of a key that is held */
};

/* ---- each returns why something cannot be done now (static), or NULL if it can ---- */

static const char *why_ended(const struct gs_ui_state *s)
{
	return s->detached ? "the program runs on without glstep: restart it"
			   : "the program has ended: restart it";
}

static const char *why_no_program(const struct gs_ui_state *s)
{
	if (!s->session)
		return "no program is chosen";
	if (s->work.slow)
		return s->work.program_runs ? "the program is running: pause it first"
					    : "wait until the current operation has ended";
	if (s->is_trace && !s->alive && !s->has_stop)
		return NULL; /* the action begins to play it */
	return s->alive	     ? NULL
	       : s->is_trace ? "the player of the trace has ended: double-click a call, or "
			       "restart it"
			     : why_ended(s);
}

static const char *why_not_run(const struct gs_ui_state *s)
{
	return why_no_program(s);
}

static const char *why_not_step(const struct gs_ui_state *s)
{
	const char *why = why_no_program(s);
	if (!why && s->has_stop && s->stop.outside_gl)
		return s->stop.inside ? "the program is paused in a call of GL that has not "
					"returned: go to its next call or draw first"
				      : "the program is paused outside GL: go to its next call or "
					"draw first";
	return why;
}

/* For "stop at the next ...", which also works for a program that runs or is paused outside GL. */
static const char *why_not_next(const struct gs_ui_state *s)
{
	return s->work.slow && s->work.runs_on ? NULL : why_no_program(s);
}

static const char *why_not_skip(const struct gs_ui_state *s)
{
	const char *why = why_not_step(s);
	if (!why && s->has_stop && s->stop.kind == GS_STOP_ERROR)
		return "the call has been executed already";
	return why;
}

static const char *why_not_again(const struct gs_ui_state *s)
{
	const char *why = s->is_trace ? why_no_program(s) : "only a trace plays a call twice";
	if (why)
		return why;
	return s->has_stop && s->stop.has_call ? NULL : "no call of the trace is pending";
}

static const char *why_not_undo(const struct gs_ui_state *s)
{
	if (!s->is_trace)
		return "only edits of a trace can be taken back";
	const char *why = why_no_program(s);
	return why || !s->in_shader ? why : "a shader is being debugged: leave it first";
}

/* If not all calls are recorded, the action asks for a file and restarts the program. */
static const char *why_not_keep(const struct gs_ui_state *s)
{
	if (s->is_trace || s->is_opening)
		return "a trace is open, which keeps its frames: Save part of trace… in the menu "
		       "writes one to a file";
	if (!s->session)
		return "no program is chosen";
	if (s->work.slow && !s->work.program_runs)
		return "wait until the current operation has ended";
	return s->alive || s->work.program_runs ? NULL : why_ended(s);
}

static const char *why_not_keep_last(const struct gs_ui_state *s)
{
	const char *why = s->is_trace || s->is_opening || !s->session ||
					  (s->work.slow && !s->work.program_runs)
				  ? why_not_keep(s)
				  : NULL;
	if (why || s->keep_last || s->recording.runs)
		return why;
	return "the last frames are not held: Last frames on the start page, and --keep-last, "
	       "hold them; or record";
}

static const char *why_not_detach(const struct gs_ui_state *s)
{
	return s->is_trace ? gs_live_why(GS_LIVE_DETACH) : why_not_run(s);
}

static const char *why_not_pause(const struct gs_ui_state *s)
{
	return (s->work.busy && s->work.slow) || s->work.fetching ? NULL : "nothing runs";
}

static const char *why_not_kill(const struct gs_ui_state *s)
{
	return s->session && !s->is_opening && (s->alive || s->work.busy) ? NULL
									  : "no program is running";
}

static const char *why_not_restart(const struct gs_ui_state *s)
{
	return s->was_started ? NULL : "no program was started";
}

static const char *why_not_debug(const struct gs_ui_state *s)
{
	const char *why = why_not_step(s);
	if (why)
		return why;
	if (s->in_shader)
		return "the shader is already being debugged";
	if (!s->has_stop || !s->stop.is_draw)
		return "the pending call does not draw: go to the next draw";
	return !gs_ui_state_draws_fixed(s) ? NULL
	       : gs_program_info_has_fixed(&s->program)
		       ? "this draw uses fixed function, without a shader"
		       : "this draw has no program, and draws nothing";
}

const char *gs_actions_why_not_shader(const struct gs_ui_state *s)
{
	if (!s->in_shader)
		return "no shader is being debugged";
	return s->work.slow && !s->work.steps ? "wait until the current operation has ended" : NULL;
}

static const char *why_not_forward(const struct gs_ui_state *s)
{
	const char *why = gs_actions_why_not_shader(s);
	return why || !s->where.finished ? why : "the shader is at its end: step back, or reset";
}

static const char *why_not_decide(const struct gs_ui_state *s)
{
	const char *why = gs_actions_why_not_shader(s);
	return why || s->where.is_decision ? why : "there is no condition at this position";
}

/* ---- actions without parameter ---- */

static void do_keep(struct gs_actions *a)
{
	const struct gs_ui_recording *recording = &gs_controller_state(a->controller)->recording;
	if (gs_controller_state(a->controller)->keep_last ||
		(recording->runs && recording->figures.plays))
		gs_controller_keep_frame(a->controller);
	else
		gs_panel_activate(a->window, "record-anew", NULL);
}

static void do_keep_last(struct gs_actions *a)
{
	gs_controller_keep_last(a->controller);
}

static void do_pause(struct gs_actions *a)
{
	gs_controller_pause(a->controller);
}

static void do_kill(struct gs_actions *a)
{
	gs_controller_kill(a->controller);
}

static void restart(gpointer controller)
{
	gs_controller_restart(controller);
}

static void do_restart(struct gs_actions *a)
{
	static const struct gs_ending ending = {"Starting anew", "start anew", false};
	gs_end_question(GTK_WINDOW(a->window), a->controller, &ending, restart, a->controller);
}

static void do_debug(struct gs_actions *a)
{
	gs_controller_shader(a->controller);
}

static void do_to_cursor(struct gs_actions *a)
{
	const struct gs_ui_state *state = gs_controller_state(a->controller);
	enum gs_stage stage;
	unsigned object, line;
	if (!a->hooks.cursor(a->hooks.data, &stage, &object, &line))
		return;
	if (stage != state->where.stage)
		a->hooks.message(a->hooks.data, GS_MESSAGE_ERROR,
			"The cursor is in another stage's source than the one being debugged.");
	else
		gs_controller_dof(a->controller, "shader until %u object %u", line, object);
}

static void do_toggle_line(struct gs_actions *a)
{
	enum gs_stage stage;
	unsigned object, line;
	if (a->hooks.cursor(a->hooks.data, &stage, &object, &line))
		gs_controller_toggle_break(a->controller, stage, object, line);
}

/* For F5: continue the shader if one is debugged, else the program. */
static void do_go(struct gs_actions *a)
{
	bool in_shader = gs_controller_state(a->controller)->in_shader;
	gs_controller_do(a->controller, in_shader ? "shader continue" : "continue");
}

static const struct simple_action {
	const char *name, *accel, *label, *tip;
	const char *verb; /* line of the console that it runs; NULL: it calls .act */
	void (*act)(struct gs_actions *a);
	const char *(*why_not)(const struct gs_ui_state *state);
	enum gs_bar bar;
	const char *symbol, *text; /* the button's */
	bool begins_group;
} simple_actions[] = {
	{"run", "<Control>F5", "Run", "Run until a breakpoint, an error or the end (Ctrl+F5)",
		"continue", NULL, why_not_run, GS_BAR_HOST, "run", "Run", false},
	{"pause", "F6", "Pause", "Pause the program, or cancel a long operation (F6)", NULL,
		do_pause, why_not_pause, GS_BAR_HOST, "pause", "Pause", false},
	{"step", "F7", "Step",
		"Execute the pending call; while the program runs, stop it at its next one (F7)",
		"step", NULL, why_not_next, GS_BAR_HOST, "step", "Step", true},
	{"next-draw", "F8", "Next draw", "Run to the next draw call (F8)", "next draw", NULL,
		why_not_next, GS_BAR_HOST, "draw", "Draw", false},
	{"next-frame", "<Shift>F8", "Next frame", "Run to the next buffer swap (Shift+F8)",
		"next frame", NULL, why_not_next, GS_BAR_HOST, "frame", "Frame", false},
	{"next-program", "<Control>F8", "Next program",
		"Run to the next call that takes another GLSL program into use, as glUseProgram "
		"(Ctrl+F8)",
		"next program", NULL, why_not_next, GS_BAR_HOST, "program", "GLSL program", false},
	{"keep-frame", "<Control>k", "Keep this frame",
		"Keep this frame in a file, to be debugged as often as wanted; while the program "
		"runs, the last one (Ctrl+K)",
		NULL, do_keep, why_not_keep, GS_BAR_HOST, "keep", "Keep frame", false},
	{"keep-last", "<Control><Shift>k", "Keep the last frame",
		"Keep the frame that has ended last in a file: the one that was just seen "
		"(Ctrl+Shift+K)",
		NULL, do_keep_last, why_not_keep_last, GS_BAR_CALL, NULL, "Keep last frame", false},
	{"skip", "<Control>F7", "Skip", "Skip the pending call: do not execute it (Ctrl+F7)",
		"skip", NULL, why_not_skip, GS_BAR_CALL, NULL, "Skip", false},
	{"next-error", "<Control><Shift>F8", "Next error",
		"Run to the next call that raises a GL error (Ctrl+Shift+F8)", "next error", NULL,
		why_not_next, GS_BAR_CALL, NULL, "Next error", false},
	{"again", "<Shift>F7", "Come back",
		"Come back to this call of the trace: play it from its beginning, with its edits "
		"(Shift+F7)",
		"again", NULL, why_not_again, GS_BAR_CALL, NULL, "Come back", false},
	{"undo-edit", "<Control><Shift>F7", "Undo edit",
		"Take the last edit of the trace back: an argument, a source, or a call that was "
		"skipped (Ctrl+Shift+F7)",
		"undo", NULL, why_not_undo, GS_BAR_CALL, NULL, "Undo edit", false},
	{"detach", "<Control><Shift>F6", "Detach",
		"Detach: let the program run on without glstep (Ctrl+Shift+F6)", "detach", NULL,
		why_not_detach, GS_BAR_CALL, NULL, "Detach", false},
	{"restart", "<Control><Shift>F5", "Restart",
		"End the program and start it again (Ctrl+Shift+F5)", NULL, do_restart,
		why_not_restart, GS_BAR_HOST, "restart", "Restart", true},
	{"kill", "<Shift>F5", "Kill", "End the program (Shift+F5)", NULL, do_kill, why_not_kill,
		GS_BAR_HOST, "kill", "Kill", false},
	{"debug", "F2", "Debug fragment shader",
		"Debug the shader whose source is shown, at the pending draw call (F2)", NULL,
		do_debug, why_not_debug, GS_BAR_SHADER, "bug", "Debug fragment shader", false},
	{"into", "F11", "Step into", "Step, into functions (F11)", "shader step", NULL,
		why_not_forward, GS_BAR_SHADER, "into", "Into", true},
	{"over", "F10", "Step over", "Step, over functions (F10)", "shader over", NULL,
		why_not_forward, GS_BAR_SHADER, "over", "Over", false},
	{"out", "<Shift>F11", "Step out", "Run to the end of this function (Shift+F11)",
		"shader out", NULL, why_not_forward, GS_BAR_SHADER, "out", "Out", false},
	{"back", "<Shift>F10", "Step back", "Step backwards (Shift+F10)", "shader back", NULL,
		gs_actions_why_not_shader, GS_BAR_SHADER, "back", "Back", false},
	{"reset", "<Control>Home", "Reset", "Back to the shader's beginning (Ctrl+Home)",
		"shader reset", NULL, gs_actions_why_not_shader, GS_BAR_SHADER, "reset", "Reset",
		true},
	{"continue", "F4", "Continue", "Run to a breakpoint or the shader's end (F5)",
		"shader continue", NULL, why_not_forward, GS_BAR_SHADER, "continue", "Continue",
		false},
	{"to-cursor", "<Control>F10", "To cursor", "Run to the cursor's line (Ctrl+F10)", NULL,
		do_to_cursor, why_not_forward, GS_BAR_SHADER, "over", "To cursor", false},
	{"to-nan", "<Control>F11", "To NaN",
		"Run to the first value that is NaN or infinite (Ctrl+F11)", "shader continue nan",
		NULL, why_not_forward, GS_BAR_SHADER, "nan", "To NaN", false},
	{"leave", "<Shift>F2", "Leave",
		"End debugging the shader; the draw call is pending again (Shift+F2)",
		"shader leave", NULL, gs_actions_why_not_shader, GS_BAR_SHADER, "leave", "Leave",
		true},
	{"follow-true", "<Control>t", NULL, "At a condition: follow the true side (Ctrl+T)",
		"shader branch true", NULL, why_not_decide, GS_BAR_NONE, NULL, NULL, false},
	{"follow-false", "<Control><Shift>t", NULL,
		"At a condition: follow the false side (Ctrl+Shift+T)", "shader branch false", NULL,
		why_not_decide, GS_BAR_NONE, NULL, NULL, false},
	{"toggle-line", "F9", NULL, "Set or remove a breakpoint at the cursor's line (F9)", NULL,
		do_toggle_line, gs_actions_why_not_shader, GS_BAR_NONE, NULL, NULL, false},
	{"go", "F5", NULL, "Run the shader on, or the program if none is debugged (F5)", NULL,
		do_go, NULL, GS_BAR_NONE, NULL, NULL, false},
};

static gboolean key_pressed(GtkWidget *window, GdkEventKey *event, struct gs_actions *a)
{
	a->repeats = event->hardware_keycode == a->held;
	a->held = event->hardware_keycode;
	return FALSE;
}

static gboolean key_let_go(GtkWidget *window, GdkEvent *event, struct gs_actions *a)
{
	a->held = 0;
	a->repeats = false;
	return FALSE;
}

static void simple_activated(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	const char *name = g_action_get_name(G_ACTION(action));
	struct gs_actions *a = data;
	if (a->repeats && gs_controller_state(a->controller)->work.waits)
		return;
	const struct simple_action *s = simple_actions;
	while (strcmp(s->name, name) != 0)
		s++;
	if (s->verb)
		gs_controller_do(a->controller, s->verb);
	else
		s->act(a);
}

/* Set the button's text, which names the stage that it debugs. */
static void name_debug(GtkWidget *button, enum gs_stage stage)
{
	g_autofree char *text = g_strdup_printf("Debug %s shader", gs_stage_name(stage));
	GtkWidget *content = gtk_bin_get_child(GTK_BIN(button));
	g_autoptr(GList) children = gtk_container_get_children(GTK_CONTAINER(content));
	gs_panel_label(GTK_LABEL(g_list_last(children)->data), "%s", text);
	if (g_strcmp0(atk_object_get_name(gtk_widget_get_accessible(button)), text))
		gs_panel_name(button, text);
}

void gs_actions_update(struct gs_actions *a, const struct gs_ui_state *state)
{
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		const struct simple_action *s = &simple_actions[i];
		const char *why = s->why_not ? s->why_not(state) : NULL;
		GAction *action = g_action_map_lookup_action(G_ACTION_MAP(a->window), s->name);
		g_simple_action_set_enabled(G_SIMPLE_ACTION(action), why == NULL);
		GtkWidget *button = g_hash_table_lookup(a->buttons, s->name);
		if (!button)
			continue;
		if (!strcmp(s->name, "debug"))
			name_debug(button, state->chosen_stage);
		gs_panel_allow(button, s->tip, why);
	}
}

/* ---- actions with a parameter that need the window's hooks ---- */

static void ask_complain(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	struct gs_actions *a = data;
	a->hooks.message(a->hooks.data, GS_MESSAGE_ERROR, g_variant_get_string(parameter, NULL));
}

static void ask_launch(GSimpleAction *action, GVariant *parameter, gpointer data)
{
	struct gs_actions *a = data;
	g_auto(GStrv) argv = NULL, environment = NULL;
	g_autofree char *directory = NULL;
	gboolean refuse_binaries, freeze_clocks;
	const char *trace;
	g_variant_get(parameter, "(^ass^asbb&s)", &argv, &directory, &environment, &refuse_binaries,
		&freeze_clocks, &trace);
	struct gs_launch launch = {.argv = argv,
		.directory = directory[0] ? directory : NULL,
		.environment = environment,
		.refuse_binaries = refuse_binaries,
		.freeze_clocks = freeze_clocks,
		.output_fd = -1};
	/* of the command line: it holds for all programs */
	const uint64_t *list_size = g_object_get_data(
		G_OBJECT(g_application_get_default()), GS_UI_LIST_SIZE);
	launch.list_size = list_size ? *list_size : 0;
	launch.keep_last = gs_opened_is_trace(argv[0]) ? 0 : gs_settings_keep_last();
	a->hooks.message(a->hooks.data, GS_MESSAGE_CLEAR, "");
	gs_recent_launch(&launch);
	launch.refuse_binaries |= *trace != '\0'; /* a player cannot use program binaries */
	gs_controller_launch(a->controller, &launch, false, a->hooks.no_log, *trace ? trace : NULL);
}

static const GActionEntry asked_actions[] = {
	{"complain", ask_complain, "s", NULL, NULL, {0}},
	{"launch", ask_launch, "(assasbbs)", NULL, NULL, {0}},
};

/* ---- buttons, keys, making and freeing ---- */

static GtkWidget *new_button(struct gs_actions *a, GtkBox *box, const struct simple_action *s)
{
	GtkWidget *button = gtk_button_new(), *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 5);
	g_autofree char *name = g_strconcat("win.", s->name, NULL);
	if (s->symbol)
		gtk_box_pack_start(GTK_BOX(content),
			g_object_new(GS_TYPE_ICON, "symbol", s->symbol, NULL), FALSE, FALSE, 0);
	GtkWidget *text = gtk_label_new(s->text);
	gtk_box_pack_start(GTK_BOX(content), text, FALSE, FALSE, 0);
	gtk_container_add(GTK_CONTAINER(button), content);
	gtk_actionable_set_action_name(GTK_ACTIONABLE(button), name);
	gs_panel_name(button, s->label);
	if (!strcmp(s->name, "debug"))
		gtk_style_context_add_class(gtk_widget_get_style_context(button), "debug-button");
	else if (GS_IS_TOOL_BAR(box) && s->symbol)
		gs_tool_bar_add_text(GS_TOOL_BAR(box), text);
	g_hash_table_insert(a->buttons, (gpointer)s->name, button);
	return button;
}

void gs_actions_fill_bar(struct gs_actions *a, GtkBox *box, enum gs_bar bar)
{
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		const struct simple_action *s = &simple_actions[i];
		if (s->bar != bar)
			continue;
		if (s->begins_group)
			gtk_box_pack_start(
				box, gtk_separator_new(GTK_ORIENTATION_VERTICAL), FALSE, FALSE, 0);
		gtk_box_pack_start(box, new_button(a, box, s), FALSE, FALSE, 0);
	}
	gtk_widget_show_all(GTK_WIDGET(box));
}

GtkWidget *gs_actions_button(struct gs_actions *a, const char *name)
{
	return g_hash_table_lookup(a->buttons, name);
}

char *gs_actions_keys(void)
{
	GString *text = g_string_new(NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		const struct simple_action *s = &simple_actions[i];
		guint key;
		GdkModifierType modifiers;
		gtk_accelerator_parse(s->accel, &key, &modifiers);
		g_autofree char *label = gtk_accelerator_get_label(key, modifiers);
		const char *end = strrchr(s->tip, '(');
		g_string_append_printf(text, "%s\t%.*s\n", label,
			end ? (int)(end - s->tip - 1) : (int)strlen(s->tip), s->tip);
	}
	return g_string_free(text, FALSE);
}

struct gs_actions *gs_actions_new(GtkApplicationWindow *window, struct gs_controller *controller,
	const struct gs_actions_hooks *hooks)
{
	struct gs_actions *a = g_new0(struct gs_actions, 1);
	a->window = window;
	a->controller = controller;
	a->hooks = *hooks;
	a->buttons = g_hash_table_new(g_str_hash, g_str_equal);
	g_signal_connect(window, "key-press-event", G_CALLBACK(key_pressed), a);
	g_signal_connect(window, "key-release-event", G_CALLBACK(key_let_go), a);
	g_signal_connect(window, "focus-out-event", G_CALLBACK(key_let_go), a);
	GtkApplication *application = gtk_window_get_application(GTK_WINDOW(window));
	for (size_t i = 0; i < G_N_ELEMENTS(simple_actions); i++) {
		g_autoptr(GSimpleAction) action = g_simple_action_new(simple_actions[i].name, NULL);
		g_signal_connect(action, "activate", G_CALLBACK(simple_activated), a);
		g_action_map_add_action(G_ACTION_MAP(window), G_ACTION(action));
		g_autofree char *name = g_strdup_printf("win.%s", simple_actions[i].name);
		const char *accels[] = {simple_actions[i].accel, NULL};
		gtk_application_set_accels_for_action(application, name, accels);
	}
	g_action_map_add_action_entries(
		G_ACTION_MAP(window), asked_actions, G_N_ELEMENTS(asked_actions), a);
	gs_asked_actions_setup(window, controller);
	gs_break_actions_setup(window, controller);
	return a;
}

void gs_actions_free(struct gs_actions *a)
{
	if (!a)
		return;
	g_hash_table_unref(a->buttons);
	g_free(a);
}
