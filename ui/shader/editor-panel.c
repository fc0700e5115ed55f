/* SPDX-License-Identifier: MIT */
#include "ui/shader/editor-panel.h"

#include <string.h>
#include <gtksourceview/gtksource.h>
#include "ui/driver-message.h"
#include "ui/widgets/find-bar.h"
#include "ui/shader/mark-gutter.h"
#include "ui/widgets/theme.h"

enum { COLUMN_LINE, COLUMN_MESSAGE, COLUMN_NUMBER, N_COLUMNS };

/* The edited source of a shader object, kept while another one is shown. */
struct draft {
	uint32_t program;
	enum gs_stage stage;
	unsigned object;
	char *base; /* the session's source when last seen */
	char *own;  /* the program's own source when last in use; NULL */
	char *text;
	char *tried;   /* the source that the driver was given last; NULL: none */
	char *dropped; /* the source that was discarded by Put back, which Undo restores; NULL: none
			  was */
	bool is_rejected; /* the driver rejected .tried */
	bool edited;	  /* .base is the user's */
	bool is_put_back; /* the user pressed Put back */
	unsigned line;	  /* line of the cursor, as the user left it or where the shader stands; 0:
			     none */
};

struct _GsEditorPanel {
	GtkBox parent;
	GtkComboBoxText *chooser;
	GtkLabel *note;
	GtkButton *compile, *put_back;
	GtkSourceView *view;
	GtkSourceBuffer *buffer;
	GtkTextTag *wrong;
	GtkWidget *messages_box;
	GtkTreeView *messages;
	GtkListStore *store;
	struct gs_find_bar *find;
	GPtrArray *drafts; /* struct draft */
	GArray *rows;	   /* struct draft *, for each row of .chooser */
	struct draft *shown;
	struct draft *compiled; /* draft that the driver was given last; NULL: none */
	unsigned n_logs;	/* state.edits.n_logs when last shown */
	bool busy;
	const struct gs_ui_state *state; /* the window's */
};

GS_DEFINE_PANEL(GsEditorPanel, gs_editor_panel)

/* ---- the driver's messages ---- */

static char *buffer_text(GsEditorPanel *panel)
{
	GtkTextIter start, end;
	gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(panel->buffer), &start, &end);
	return gtk_text_buffer_get_text(GTK_TEXT_BUFFER(panel->buffer), &start, &end, TRUE);
}

static void line_bounds(GsEditorPanel *panel, unsigned line, GtkTextIter *start, GtkTextIter *end)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(panel->buffer);
	int n = gtk_text_buffer_get_line_count(buffer);
	gtk_text_buffer_get_iter_at_line(buffer, start, CLAMP((int)line - 1, 0, n - 1));
	*end = *start;
	if (!gtk_text_iter_ends_line(end))
		gtk_text_iter_forward_to_line_end(end);
}

static void clear_messages(GsEditorPanel *panel)
{
	GtkTextIter start, end;
	gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(panel->buffer), &start, &end);
	gtk_source_buffer_remove_source_marks(panel->buffer, &start, &end, "error");
	gtk_text_buffer_remove_tag(GTK_TEXT_BUFFER(panel->buffer), panel->wrong, &start, &end);
	gtk_list_store_clear(panel->store);
	gtk_widget_hide(panel->messages_box);
}

static void mark_line(GsEditorPanel *panel, unsigned line)
{
	GtkTextIter start, end;
	line_bounds(panel, line, &start, &end);
	gtk_source_buffer_create_source_mark(panel->buffer, NULL, "error", &start);
	gtk_text_buffer_apply_tag(GTK_TEXT_BUFFER(panel->buffer), panel->wrong, &start, &end);
}

static unsigned cursor_line(GsEditorPanel *panel)
{
	GtkTextBuffer *buffer = GTK_TEXT_BUFFER(panel->buffer);
	GtkTextIter at;
	gtk_text_buffer_get_iter_at_mark(buffer, &at, gtk_text_buffer_get_insert(buffer));
	return (unsigned)gtk_text_iter_get_line(&at) + 1;
}

static void put_cursor(GsEditorPanel *panel, unsigned line)
{
	GtkTextIter start, end;
	line_bounds(panel, line, &start, &end);
	gtk_text_buffer_place_cursor(GTK_TEXT_BUFFER(panel->buffer), &start);
}

static void scroll_to_cursor(GsEditorPanel *panel)
{
	gtk_text_view_scroll_to_mark(GTK_TEXT_VIEW(panel->view),
		gtk_text_buffer_get_insert(GTK_TEXT_BUFFER(panel->buffer)), 0.2, FALSE, 0, 0);
}

static void go_to_line(GsEditorPanel *panel, unsigned line)
{
	put_cursor(panel, line);
	scroll_to_cursor(panel);
}

static gboolean scroll_later(gpointer data)
{
	if (gtk_widget_get_mapped(data)) /* it may be gone meanwhile */
		scroll_to_cursor(data);
	return G_SOURCE_REMOVE;
}

/* Scroll to the cursor when the layout is done and lines have their heights: a view that becomes
 * lower while it slides to a line never shows its last lines again (GTK 3.24). */
static void scroll_when_idle(GsEditorPanel *panel)
{
	g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, scroll_later, g_object_ref(panel), g_object_unref);
}

static void show_messages(GsEditorPanel *panel, const char *log)
{
	unsigned first = 0;
	clear_messages(panel);
	g_autofree char *source = buffer_text(panel);
	g_auto(GStrv) lines = g_strsplit(log ? log : "", "\n", -1);
	for (char **text = lines; *text; text++) {
		unsigned line = gs_driver_message_line(*text, source);
		g_autofree char *number = line ? g_strdup_printf("%u", line) : g_strdup("");
		if (!g_strstrip(*text)[0])
			continue;
		gtk_list_store_insert_with_values(panel->store, NULL, -1, COLUMN_LINE, number,
			COLUMN_MESSAGE, *text, COLUMN_NUMBER, line, -1);
		if (line)
			mark_line(panel, line);
		if (line && !first)
			first = line;
	}
	gtk_widget_set_visible(panel->messages_box, log != NULL);
	if (!first)
		return;
	if (cursor_line(panel) != first) /* not if the user may be writing there */
		put_cursor(panel, first);
	scroll_when_idle(panel);
}

static char *mark_tip(GtkSourceMark *mark, gpointer data)
{
	GsEditorPanel *panel = data;
	GtkTextIter at;
	GtkTreeIter row;
	GtkTreeModel *model = GTK_TREE_MODEL(panel->store);
	GString *tip = g_string_new(NULL);
	gtk_text_buffer_get_iter_at_mark(GTK_TEXT_BUFFER(panel->buffer), &at, GTK_TEXT_MARK(mark));
	for (gboolean more = gtk_tree_model_get_iter_first(model, &row); more;
		more = gtk_tree_model_iter_next(model, &row)) {
		guint number;
		g_autofree char *text = NULL;
		gtk_tree_model_get(model, &row, COLUMN_NUMBER, &number, COLUMN_MESSAGE, &text, -1);
		if ((int)number - 1 == gtk_text_iter_get_line(&at))
			g_string_append_printf(tip, "%s%s", tip->len ? "\n" : "", text);
	}
	return g_string_free(tip, FALSE);
}

static void message_activated(
	GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column, GsEditorPanel *panel)
{
	GtkTreeIter row;
	guint line;
	if (!gtk_tree_model_get_iter(GTK_TREE_MODEL(panel->store), &row, path))
		return;
	gtk_tree_model_get(GTK_TREE_MODEL(panel->store), &row, COLUMN_NUMBER, &line, -1);
	if (!line)
		return;
	go_to_line(panel, line);
	gtk_widget_grab_focus(GTK_WIDGET(panel->view));
}

/* ---- drafts ---- */

static void draft_free(gpointer data)
{
	struct draft *draft = data;
	g_free(draft->base);
	g_free(draft->own);
	g_free(draft->text);
	g_free(draft->tried);
	g_free(draft->dropped);
	g_free(draft);
}

static struct draft *find_draft(
	GsEditorPanel *panel, uint32_t program, enum gs_stage stage, unsigned object)
{
	for (guint i = 0; i < panel->drafts->len; i++) {
		struct draft *draft = g_ptr_array_index(panel->drafts, i);
		if (draft->program == program && draft->stage == stage && draft->object == object)
			return draft;
	}
	struct draft *draft = g_new0(struct draft, 1);
	draft->program = program;
	draft->stage = stage;
	draft->object = object;
	g_ptr_array_add(panel->drafts, draft);
	return draft;
}

static void keep_draft(GsEditorPanel *panel)
{
	if (!panel->shown)
		return;
	g_free(panel->shown->text);
	panel->shown->text = buffer_text(panel);
	panel->shown->line = cursor_line(panel);
}

static void put_text(GsEditorPanel *panel, const char *text)
{
	gtk_source_buffer_begin_not_undoable_action(panel->buffer);
	gtk_text_buffer_set_text(GTK_TEXT_BUFFER(panel->buffer), text, -1);
	gtk_source_buffer_end_not_undoable_action(panel->buffer);
	GtkTextIter start;
	gtk_text_buffer_get_start_iter(GTK_TEXT_BUFFER(panel->buffer), &start);
	gtk_text_buffer_place_cursor(GTK_TEXT_BUFFER(panel->buffer), &start);
}

/* Replace the text; the cursor stays in its line. can_undo: make it an action that Undo reverts. */
static void replace_text(GsEditorPanel *panel, const char *text, bool can_undo)
{
	unsigned line = cursor_line(panel);
	if (can_undo) {
		gtk_text_buffer_begin_user_action(GTK_TEXT_BUFFER(panel->buffer));
		gtk_text_buffer_set_text(GTK_TEXT_BUFFER(panel->buffer), text, -1);
		gtk_text_buffer_end_user_action(GTK_TEXT_BUFFER(panel->buffer));
	} else {
		put_text(panel, text);
	}
	put_cursor(panel, line);
	scroll_when_idle(panel);
}

/* Show a draft. If its source was put back, Undo still restores what was discarded. */
static void put_draft(GsEditorPanel *panel, const struct draft *draft)
{
	put_text(panel, draft->dropped ? draft->dropped : draft->text);
	if (draft->dropped)
		replace_text(panel, draft->text, true);
	if (draft->line)
		go_to_line(panel, draft->line);
}

static void show_draft(GsEditorPanel *panel, struct draft *draft)
{
	if (panel->shown == draft)
		return;
	keep_draft(panel);
	panel->shown = draft;
	clear_messages(panel);
	if (draft)
		put_draft(panel, draft);
	else
		put_text(panel, "");
	gtk_text_view_set_editable(GTK_TEXT_VIEW(panel->view), draft != NULL);
}

/* Return whether the program uses its own source again because it was restarted. */
static bool has_lost_edit(const struct draft *draft, const char *source, bool edited)
{
	return draft->edited && !edited && !draft->is_put_back && draft->own &&
	       !strcmp(draft->own, source);
}

/* Load the program's current source into a draft; keep edits if that is the source which was
 * edited. */
static void update_draft(GsEditorPanel *panel, struct draft *draft, const char *source, bool edited)
{
	g_autofree char *valid = g_utf8_make_valid(source, -1);
	bool keeps = has_lost_edit(draft, valid, edited), undoes = draft->is_put_back;
	draft->edited = edited;
	draft->is_put_back &= edited; /* set until the program's own source is in use again */
	if (!edited) {
		g_free(draft->own);
		draft->own = g_strdup(valid);
	}
	if (draft->base && !strcmp(draft->base, valid))
		return;
	g_free(draft->base);
	if (keeps) {
		draft->base = g_strdup(valid);
		return;
	}
	g_free(draft->text);
	draft->base = g_strdup(valid);
	draft->text = g_strdup(valid);
	if (panel->shown != draft)
		return;
	g_autofree char *shown = buffer_text(panel);
	if (strcmp(shown, valid))
		replace_text(panel, valid, undoes);
}

static bool is_rejected(GsEditorPanel *panel)
{
	const struct draft *d = panel->shown;
	g_autofree char *text = buffer_text(panel);
	return d && d->is_rejected && !g_strcmp0(text, d->tried);
}

static bool is_changed(GsEditorPanel *panel)
{
	g_autofree char *text = buffer_text(panel);
	return panel->shown && strcmp(text, panel->shown->base);
}

/* ---- what can be done ---- */

static const char *why_not(const struct gs_ui_state *s)
{
	if (!s->session || !s->alive)
		return "no program is running";
	if (s->work.slow)
		return s->work.program_runs ? "the program is running: pause it first"
					    : "wait until the current operation has ended";
	if (!s->has_stop || s->stop.outside_gl)
		return "the program must be stopped at a GL call";
	return s->has_program ? NULL : "no GLSL program is in use";
}

static void update(GsEditorPanel *panel)
{
	const struct gs_ui_state *s = panel->state;
	if (!s)
		return;
	const char *why = why_not(s);
	const struct draft *d = panel->shown;
	bool edited = d && gs_ui_state_source_override(s, d->stage, d->object);
	bool changed = is_changed(panel);
	bool sourceless = s->has_program && s->program.flags & GS_PROGRAM_NO_SOURCE;
	if (!why && !d)
		why = "no source is shown";
	gs_panel_allow(panel->compile,
		s->in_shader ? "Compile this text, and debug this shader with it, from the line "
			       "where it stands (Ctrl+Enter)"
			     : "Compile this text; draws with this program then use it "
			       "(Ctrl+Enter)",
		why	  ? why
		: changed ? NULL
			  : "the source has not been changed");
	gs_panel_allow(panel->put_back,
		"The program's own source again: Ctrl+Z in the text brings the edits back",
		why	  ? why
		: edited  ? NULL
		: changed ? NULL
			  : "the program's own source is in use");
	g_autofree char *ended = g_strdup_printf(
		"%s: this text is still yours", gs_ui_state_end(s));
	gs_panel_label(panel->note, "%s",
		d && !s->alive	     ? ended
		: !d && sourceless   ? "The program in use has no GLSL source"
		: !d		     ? "No GLSL program is in use"
		: is_rejected(panel) ? "The driver rejects it"
		: changed	     ? "Changed, not compiled yet"
		: edited	     ? "In use in place of the program's own"
				     : "The program's own");
}

static void compile(GtkWidget *widget, GsEditorPanel *panel)
{
	if (!panel->shown || !gtk_widget_get_sensitive(GTK_WIDGET(panel->compile)))
		return;
	keep_draft(panel);
	panel->shown->is_put_back = panel->shown->is_rejected = false;
	g_clear_pointer(&panel->shown->dropped, g_free);
	g_free(panel->shown->tried);
	panel->shown->tried = g_strdup(panel->shown->text);
	panel->compiled = panel->shown;
	gs_panel_activate(panel, "set-source",
		g_variant_new("(uubs)", (guint32)panel->shown->stage, panel->shown->object, FALSE,
			panel->shown->text));
}

/* Put the program's own source back. If the text was never compiled, nothing changes in the
 * program. */
static void put_back(GtkWidget *widget, GsEditorPanel *panel)
{
	struct draft *d = panel->shown;
	if (!d)
		return;
	clear_messages(panel);
	keep_draft(panel);
	g_free(d->dropped);
	d->dropped = g_strdup(d->text);
	d->is_put_back = true;
	d->is_rejected = false;
	panel->compiled = NULL;
	if (gs_ui_state_source_override(panel->state, d->stage, d->object))
		gs_panel_activate(panel, "set-source",
			g_variant_new("(uubs)", (guint32)d->stage, d->object, TRUE, ""));
	else
		replace_text(panel, d->base, true);
	update(panel);
}

static void buffer_changed(GtkTextBuffer *buffer, GsEditorPanel *panel)
{
	update(panel);
}

static gboolean key_pressed(GtkWidget *widget, GdkEventKey *event, GsEditorPanel *panel)
{
	bool enter = event->keyval == GDK_KEY_Return || event->keyval == GDK_KEY_KP_Enter;
	if (!enter || !(event->state & GDK_CONTROL_MASK))
		return FALSE;
	compile(widget, panel);
	return TRUE;
}

/* ---- setting ---- */

static void chosen(GtkComboBox *combo, GsEditorPanel *panel)
{
	int row = gtk_combo_box_get_active(combo);
	if (panel->busy || row < 0 || row >= (int)panel->rows->len)
		return;
	show_draft(panel, g_array_index(panel->rows, struct draft *, row));
	update(panel);
}

static char *object_title(const struct gs_program_info *program, enum gs_stage stage, unsigned nth)
{
	unsigned n = 0;
	for (size_t i = 0; i < program->n_sources; i++)
		n += program->sources[i].stage == stage;
	return n > 1 ? g_strdup_printf("%s %u", gs_stage_name(stage), nth + 1)
		     : g_strdup(gs_stage_name(stage));
}

static bool is_edited(const struct draft *draft)
{
	return draft->base && (draft->edited || strcmp(draft->base, draft->text));
}

/* Return whether there is text that the user would lose. */
static bool has_edit(GsEditorPanel *panel)
{
	if (is_changed(panel))
		return true;
	for (guint i = 0; i < panel->rows->len; i++) {
		if (is_edited(g_array_index(panel->rows, struct draft *, i)))
			return true;
	}
	return false;
}

static void set_sources(GsEditorPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_program_info *program = &state->program;
	int active = -1, fragment = -1;
	if (!state->alive && has_edit(panel))
		return;
	panel->busy = true;
	gtk_combo_box_text_remove_all(panel->chooser);
	g_array_set_size(panel->rows, 0);
	for (size_t i = 0; state->has_program && i < program->n_sources; i++) {
		const struct gs_source_info *info = &program->sources[i];
		unsigned nth = 0;
		for (size_t k = 0; k < i; k++)
			nth += program->sources[k].stage == info->stage;
		struct draft *draft = find_draft(panel, info->program, info->stage, nth);
		update_draft(panel, draft, info->source,
			gs_ui_state_source_override(state, info->stage, nth) != NULL);
		g_autofree char *title = object_title(program, info->stage, nth);
		gtk_combo_box_text_append_text(panel->chooser, title);
		g_array_append_val(panel->rows, draft);
		if (draft == panel->shown)
			active = (int)i;
		if (info->stage == GS_STAGE_FRAGMENT && fragment < 0)
			fragment = (int)i;
	}
	if (active < 0 && panel->rows->len)
		active = MAX(fragment, 0);
	gtk_combo_box_set_active(GTK_COMBO_BOX(panel->chooser), active);
	panel->busy = false;
	show_draft(panel, active < 0 ? NULL : g_array_index(panel->rows, struct draft *, active));
}

char *gs_editor_panel_edits(GsEditorPanel *panel)
{
	GString *text = g_string_new(NULL);
	keep_draft(panel);
	for (guint i = 0; i < panel->drafts->len; i++) {
		const struct draft *draft = g_ptr_array_index(panel->drafts, i);
		if (!is_edited(draft))
			continue;
		g_string_append_printf(text, "%sthe %s shader of program %u", text->len ? ", " : "",
			gs_stage_name(draft->stage), draft->program);
		if (draft->object)
			g_string_append_printf(text, ", object %u", draft->object + 1);
	}
	return g_string_free(text, text->len == 0);
}

/* Go to the line where the shader stands, unless the user is writing. */
static void follow_shader(GsEditorPanel *panel, const struct gs_ui_state *state)
{
	const struct gs_where *where = &state->where;
	if (!state->in_shader || !state->has_program || state->program_stale ||
		gtk_widget_has_focus(GTK_WIDGET(panel->view)))
		return;
	struct draft *draft = find_draft(panel,
		gs_ui_state_program_of(state, where->stage, where->object), where->stage,
		where->object);
	draft->line = where->span.line;
	if (draft == panel->shown)
		go_to_line(panel, draft->line);
}

/* Show the driver's messages, if the shown draft is the one that it was given. */
static void take_log(GsEditorPanel *panel, const struct gs_ui_state *state)
{
	panel->n_logs = state->edits.n_logs;
	if (panel->compiled)
		panel->compiled->is_rejected = state->edits.log != NULL;
	if (panel->compiled == panel->shown || !state->edits.log)
		show_messages(panel, state->edits.log);
}

static void set(GsPanel *widget, const struct gs_ui_state *state, unsigned parts)
{
	GsEditorPanel *panel = GS_EDITOR_PANEL(widget);
	if (!(parts & (GS_PART_SOURCES | GS_PART_EDIT | GS_PART_RUN | GS_PART_WHERE)))
		return;
	panel->state = state;
	if (parts & GS_PART_SOURCES)
		set_sources(panel, state);
	if (parts & GS_PART_EDIT && state->edits.n_logs != panel->n_logs)
		take_log(panel, state);
	if (parts & (GS_PART_SOURCES | GS_PART_WHERE))
		follow_shader(panel, state);
	update(panel);
}

void gs_editor_panel_go_to(
	GsEditorPanel *panel, enum gs_stage stage, unsigned object, unsigned line)
{
	for (guint i = 0; i < panel->rows->len; i++) {
		const struct draft *draft = g_array_index(panel->rows, struct draft *, i);
		if (draft->stage == stage && draft->object == object)
			gtk_combo_box_set_active(GTK_COMBO_BOX(panel->chooser), (int)i);
	}
	go_to_line(panel, line);
	gtk_widget_grab_focus(GTK_WIDGET(panel->view));
}

/* ---- the object ---- */

static void apply_theme(gpointer view)
{
	GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme(
		gtk_source_style_scheme_manager_get_default(), gs_theme_source_scheme());
	if (scheme)
		gtk_source_buffer_set_style_scheme(
			GTK_SOURCE_BUFFER(gtk_text_view_get_buffer(view)), scheme);
}

static void build_view(GsEditorPanel *panel)
{
	static const struct gs_mark_kind kinds[] = {{"error", "nan", {0.75, 0.11, 0.16}}, {0}};
	GtkSourceLanguage *language = gtk_source_language_manager_get_language(
		gtk_source_language_manager_get_default(), "glsl");
	panel->buffer = GTK_SOURCE_BUFFER(gtk_text_view_get_buffer(GTK_TEXT_VIEW(panel->view)));
	if (language)
		gtk_source_buffer_set_language(panel->buffer, language);
	panel->wrong = gtk_text_buffer_create_tag(
		GTK_TEXT_BUFFER(panel->buffer), NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
	gs_mark_gutter_add(panel->view, kinds, mark_tip, panel);
	gs_panel_name(panel->view, "Source editor");
	apply_theme(panel->view);
	gs_theme_watch(G_OBJECT(panel->view), apply_theme);
	g_signal_connect(panel->buffer, "changed", G_CALLBACK(buffer_changed), panel);
	g_signal_connect(panel->view, "key-press-event", G_CALLBACK(key_pressed), panel);
}

static void build_messages(GsEditorPanel *panel)
{
	panel->store = gtk_list_store_new(N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT);
	gtk_tree_view_set_model(panel->messages, GTK_TREE_MODEL(panel->store));
	g_object_unref(panel->store); /* the view owns it now */
	gs_panel_column(panel->messages, "Line", COLUMN_LINE, 48, NULL);
	gs_panel_column(panel->messages, "The driver says", COLUMN_MESSAGE, 0, NULL);
	gtk_tree_view_set_tooltip_column(panel->messages, COLUMN_MESSAGE);
	g_signal_connect(panel->messages, "row-activated", G_CALLBACK(message_activated), panel);
}

static void finalize(GObject *object)
{
	g_ptr_array_unref(GS_EDITOR_PANEL(object)->drafts);
	g_array_unref(GS_EDITOR_PANEL(object)->rows);
	G_OBJECT_CLASS(gs_editor_panel_parent_class)->finalize(object);
}

static void gs_editor_panel_class_init(GsEditorPanelClass *class)
{
	GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
	G_OBJECT_CLASS(class)->finalize = finalize;
	g_type_ensure(GTK_SOURCE_TYPE_VIEW);
	gtk_widget_class_set_template_from_resource(widget, GS_UI_RESOURCES "editor-panel.ui");
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, chooser);
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, note);
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, compile);
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, put_back);
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, view);
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, messages_box);
	gtk_widget_class_bind_template_child(widget, GsEditorPanel, messages);
}

/* ---- searching ---- */

static GtkSourceView *searched(gpointer data)
{
	return GS_EDITOR_PANEL(data)->view;
}

static void scroll(GtkSourceView *view, gpointer data)
{
	GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
	gtk_text_view_scroll_to_mark(
		GTK_TEXT_VIEW(view), gtk_text_buffer_get_insert(buffer), 0.1, FALSE, 0, 0);
}

static bool has_focus(GsEditorPanel *panel)
{
	return gtk_widget_has_focus(GTK_WIDGET(panel->view)) || gs_find_bar_has_focus(panel->find);
}

bool gs_editor_panel_find(GsEditorPanel *panel)
{
	if (!has_focus(panel))
		return false;
	gs_find_bar_open(panel->find);
	return true;
}

bool gs_editor_panel_find_next(GsEditorPanel *panel)
{
	if (!has_focus(panel))
		return false;
	gs_find_bar_next(panel->find);
	return true;
}

static void gs_editor_panel_init(GsEditorPanel *panel)
{
	gtk_widget_init_template(GTK_WIDGET(panel));
	panel->drafts = g_ptr_array_new_with_free_func(draft_free);
	panel->rows = g_array_new(FALSE, FALSE, sizeof(struct draft *));
	gs_panel_name(panel->chooser, "Source to edit");
	build_view(panel);
	build_messages(panel);
	panel->find = gs_find_bar_new(GTK_BOX(panel), "the editor", "Find in what is edited",
		&(struct gs_find_hooks){searched, scroll}, panel);
	g_signal_connect(panel->chooser, "changed", G_CALLBACK(chosen), panel);
	g_signal_connect(panel->compile, "clicked", G_CALLBACK(compile), panel);
	g_signal_connect(panel->put_back, "clicked", G_CALLBACK(put_back), panel);
}
