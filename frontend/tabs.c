/* SPDX-License-Identifier: MIT */
/* Tabs that show what verbs reply with: those that need a trace's file alone run in the reader's
 * thread, the others in the session's. */
#include "debugger/base/error.h"
#include "debugger/base/patience.h"
#include "frontend/private.h"
#include "frontend/verb-names.h"
#include "verbs/reading.h"

/* ---- from the file of a trace ---- */

struct gs_tab_reading {
	struct gs_task task;
	struct gs_ui_tab *tab;
	char *path, *name, *player, *arguments;
	char *next;	/* what was asked for meanwhile, in its place; NULL */
	gint cancelled; /* atomic */
	struct gs_reading_of of;
	JsonNode *tree;
	GError *error;
};

static void reading_free(struct gs_tab_reading *r)
{
	if (!r)
		return;
	g_clear_pointer(&r->tree, json_node_unref);
	g_clear_error(&r->error);
	g_free(r->path);
	g_free(r->name);
	g_free(r->player);
	g_free(r->arguments);
	g_free(r->next);
	g_free(r);
}

static bool is_cancelled(gpointer reading, GError **error)
{
	if (!g_atomic_int_get(&((struct gs_tab_reading *)reading)->cancelled))
		return false;
	g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT, "interrupted");
	return true;
}

/* In the reader's thread. */
static void read_file(struct gs_task *task)
{
	struct gs_tab_reading *r = (struct gs_tab_reading *)task;
	const struct gs_patience patience = {is_cancelled, r};
	r->of = (struct gs_reading_of){
		.path = r->path, .name = r->name, .player = r->player, .patience = &patience};
	r->tree = gs_verb_read(r->tab->verb, r->arguments, &r->of, &r->error);
}

static void push_reading(struct gs_controller *c, struct gs_ui_tab *tab, const char *arguments);

/* Return why there is no tree, or not all of it; g_free. NULL: nothing is to be said. */
static char *note_of(struct gs_tab_reading *r)
{
	const char *lacks = r->tree ? json_object_get_string_member_with_default(
					      json_node_get_object(r->tree), "incomplete", NULL)
				    : NULL;
	if (lacks)
		return gs_controller_sentence(lacks);
	return g_atomic_int_get(&r->cancelled) && !r->tree
		       ? g_strdup("Cancelled: the file was not read to its end.")
		       : gs_controller_note(r->error);
}

static void file_read(struct gs_task *task)
{
	struct gs_tab_reading *r = (struct gs_tab_reading *)task;
	struct gs_controller *c = task->owner;
	struct gs_ui_tab *tab = r->tab;
	tab->reading = NULL;
	if (r->next)
		push_reading(c, tab, r->next);
	else
		gs_ui_tab_take(tab, &r->tree, note_of(r));
	reading_free(r);
	gs_controller_changed(c, GS_PART_TABS);
}

static void push_reading(struct gs_controller *c, struct gs_ui_tab *tab, const char *arguments)
{
	struct gs_tab_reading *r = g_new0(struct gs_tab_reading, 1);
	if (!c->reader)
		c->reader = gs_worker_new("reader");
	r->task = (struct gs_task){.work = read_file, .done = file_read, .owner = c};
	r->tab = tab;
	r->path = g_strdup(gs_session_trace_path(c->state.session));
	r->name = g_strdup(gs_session_trace_name(c->state.session));
	r->player = gs_session_player();
	r->arguments = g_strdup(arguments);
	tab->reading = r;
	gs_worker_push(c->reader, &r->task);
}

static void read_tab(struct gs_controller *c, struct gs_ui_tab *tab, const char *arguments)
{
	if (!c->state.is_trace || c->state.is_opening)
		return;
	if (tab->reading) {
		g_free(tab->reading->next);
		tab->reading->next = g_strdup(arguments);
		g_atomic_int_set(&tab->reading->cancelled, 1);
	} else {
		push_reading(c, tab, arguments);
	}
	gs_controller_changed(c, GS_PART_TABS);
}

struct gs_ui_progress gs_ui_tab_progress(const struct gs_ui_tab *tab)
{
	return (struct gs_ui_progress){.is_there = tab->tree,
		.is_read = tab->reading,
		.done = tab->reading ? g_atomic_int_get(&tab->reading->of.progress) / 1000.0 : 0,
		.note = tab->note};
}

/* ---- from the session ---- */

struct asked {
	struct gs_query query;
	struct gs_ui_tab *tab;
	char *line;
	JsonNode *tree;
	bool is_taken;
};

static bool ask(struct gs_query *query)
{
	struct asked *asked = (struct asked *)query;
	struct gs_verbs verbs = {.session = query->session};
	struct gs_reply reply;
	gs_reply_init(&reply);
	bool good = gs_verb_run(&verbs, asked->line, &reply, &query->error);
	if (good)
		asked->tree = gs_reply_tree(&reply);
	gs_reply_clear(&reply);
	return good;
}

static unsigned take(struct gs_controller *c, struct gs_query *query)
{
	struct asked *asked = (struct asked *)query;
	g_autofree char *note = gs_controller_note(query->error);
	asked->is_taken = true;
	asked->tab->is_asked = false;
	asked->tab->is_old |= asked->tab->is_asked_again;
	if (!asked->tree)
		g_clear_pointer(&asked->tab->tree, json_node_unref);
	gs_ui_tab_take(asked->tab, &asked->tree, note ? gs_window_words(note) : NULL);
	return GS_PART_TABS;
}

static void clear(struct gs_query *query)
{
	struct asked *asked = (struct asked *)query;
	asked->tab->is_asked = false;
	asked->tab->is_old |= !asked->is_taken;
	g_clear_pointer(&asked->tree, json_node_unref);
	g_free(asked->line);
}

static const struct gs_query_class class = {
	.size = sizeof(struct asked),
	.doing = "fetching the table",
	.work = ask,
	.take = take,
	.clear = clear,
};

static void ask_tab(struct gs_controller *c, struct gs_ui_tab *tab, const char *arguments)
{
	tab->is_asked_again = tab->is_asked;
	if (!gs_controller_is_stopped(c) || tab->is_asked)
		return;
	struct asked *asked = gs_controller_new_query(c, &class);
	asked->tab = tab;
	asked->line = g_strdup_printf("%s %s", tab->verb->name, arguments);
	tab->is_asked = true;
	tab->is_old = false;
	gs_controller_push_query(c, &asked->query);
}

/* ---- both ---- */

void gs_controller_read_tab(struct gs_controller *c, unsigned i, const char *arguments)
{
	struct gs_ui_tab *tab = &c->state.tabs[i];
	if (!c->state.session)
		return;
	if (tab->verb->needs & GS_NEEDS_FILE)
		read_tab(c, tab, arguments);
	else if (tab->verb->tab->asks)
		gs_controller_run_tab(c, tab, arguments);
	else
		ask_tab(c, tab, arguments);
}

void gs_controller_stop_tab(struct gs_controller *c, unsigned i)
{
	struct gs_tab_reading *reading = c->state.tabs[i].reading;
	if (!reading)
		return;
	g_clear_pointer(&reading->next, g_free);
	g_atomic_int_set(&reading->cancelled, 1);
}

void gs_controller_tabs_finish(struct gs_controller *c)
{
	for (unsigned i = 0; i < c->state.n_tabs; i++)
		reading_free(c->state.tabs[i].reading);
}
