/* SPDX-License-Identifier: MIT */
/* A session that several members use: orders go to its thread, outcomes and moves are told. */
#include "serve/shared.h"

#include <string.h>
#include "debugger/base/worker.h"

struct gs_shared {
	struct gs_worker *worker;
	GList *members; /* struct gs_sharer */
	GList *orders;	/* struct gs_shared_order, which are not over */
	unsigned n_members;
	JsonNode *stop, *where; /* what was told last; NULL: nothing */
	GMutex lock;		/* of what follows, which the session's thread writes */
	struct gs_session *session;
	struct gs_shared_order *running;
};

struct gs_sharer {
	struct gs_shared *shared;
	unsigned number, references; /* itself, and its orders */
	bool has_left;
	char *name;
	gs_shared_told_func *told;
	gpointer told_data;
	gs_shared_file_func *file;
	gpointer file_data;
	struct gs_verbs verbs; /* the session's thread */
};

/* What a session begins with. */
struct beginning {
	struct gs_launch launch;
	int timeout_ms;
	bool is_trace;
};

struct gs_shared_order {
	struct gs_task task;
	struct gs_sharer *member;
	char *line;
	struct beginning *beginning; /* NULL: it is a command */
	gs_shared_done_func *done;
	gpointer data;
	gint cancelled; /* atomic */
	gint64 begun;	/* lock */
	/* What it has come to. */
	const struct gs_verb *verb;
	JsonNode *result;
	GError *error;
	bool quits;
};

/* ---- members ---- */

static void unref(struct gs_sharer *member)
{
	if (--member->references)
		return;
	g_free(member->name);
	g_free(member);
}

struct gs_sharer *gs_shared_join(
	struct gs_shared *shared, const char *name, gs_shared_told_func *told, gpointer data)
{
	struct gs_sharer *member = g_new0(struct gs_sharer, 1);
	member->shared = shared;
	member->references = 1;
	member->number = ++shared->n_members;
	member->told = told;
	member->told_data = data;
	gs_sharer_set_name(member, name);
	shared->members = g_list_append(shared->members, member);
	return member;
}

void gs_sharer_leave(struct gs_sharer *member)
{
	member->has_left = true;
	for (GList *at = member->shared->orders; at; at = at->next) {
		struct gs_shared_order *order = at->data;
		if (order->member == member)
			g_atomic_int_set(&order->cancelled, 1);
	}
	member->shared->members = g_list_remove(member->shared->members, member);
	unref(member);
}

unsigned gs_sharer_number(const struct gs_sharer *member)
{
	return member->number;
}

void gs_sharer_set_name(struct gs_sharer *member, const char *name)
{
	char *copy = name && *name ? g_strdup(name) : g_strdup_printf("client %u", member->number);
	g_free(member->name);
	member->name = copy;
}

void gs_sharer_set_files(struct gs_sharer *member, gs_shared_file_func *file, gpointer data)
{
	member->file = file;
	member->file_data = data;
}

static void add_member(JsonBuilder *json, const struct gs_sharer *member)
{
	gs_json_integer(json, "client", member->number);
	gs_json_string(json, "name", member->name);
}

void gs_shared_list(struct gs_shared *shared, JsonBuilder *json, const char *key)
{
	gs_json_begin_list(json, key);
	for (GList *at = shared->members; at; at = at->next) {
		json_builder_begin_object(json);
		add_member(json, at->data);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

/* ---- telling ---- */

static void tell(struct gs_shared *shared, const char *method, JsonBuilder *json)
{
	json_builder_end_object(json);
	g_autoptr(JsonNode) params = json_builder_get_root(json);
	g_autoptr(GList) members = g_list_copy(shared->members); /* one may leave meanwhile */
	for (GList *at = members; at; at = at->next) {
		struct gs_sharer *member = at->data;
		if (g_list_find(shared->members, member))
			member->told(member->told_data, method, params);
	}
	g_object_unref(json);
}

static JsonBuilder *begin_telling(const struct gs_shared_order *order)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	if (order) {
		add_member(json, order->member);
		gs_json_string(json, "command", order->line);
	}
	return json;
}

void gs_shared_tell_output(struct gs_shared *shared, const char *text)
{
	JsonBuilder *json = begin_telling(NULL);
	gs_json_string(json, "text", text);
	tell(shared, "output", json);
}

/* Tell where the program, or the shader, stands now, unless that was told last. */
static void tell_move(const struct gs_shared_order *order)
{
	struct gs_shared *shared = order->member->shared;
	bool is_stop = gs_verb_moves(order->verb) == GS_VERB_MOVES_PROGRAM;
	JsonNode **last = is_stop ? &shared->stop : &shared->where;
	if (*last && json_node_equal(*last, order->result))
		return;
	g_clear_pointer(&shared->stop, json_node_unref);
	g_clear_pointer(&shared->where, json_node_unref);
	*last = json_node_copy(order->result);
	JsonBuilder *json = begin_telling(order);
	json_builder_set_member_name(json, is_stop ? "stop" : "where");
	json_builder_add_value(json, json_node_copy(order->result));
	tell(shared, is_stop ? "stopped" : "moved", json);
}

struct begun {
	struct gs_shared *shared;
	struct gs_shared_order *order;
};

static gboolean tell_begun(gpointer data)
{
	const struct begun *begun = data;
	if (g_list_find(begun->shared->orders, begun->order))
		tell(begun->shared, "running", begin_telling(begun->order));
	return G_SOURCE_REMOVE;
}

/* ---- the session's thread ---- */

static void set_running(struct gs_shared *shared, struct gs_shared_order *order)
{
	g_mutex_lock(&shared->lock);
	shared->running = order;
	if (order)
		order->begun = g_get_monotonic_time();
	g_mutex_unlock(&shared->lock);
}

static void set_session(struct gs_shared *shared, struct gs_session *session)
{
	g_mutex_lock(&shared->lock);
	struct gs_session *before = shared->session;
	shared->session = session;
	g_mutex_unlock(&shared->lock);
	gs_session_free(before);
}

static JsonNode *run_command(struct gs_shared_order *order)
{
	struct gs_verbs *verbs = &order->member->verbs;
	struct gs_reply reply;
	JsonNode *result = NULL;
	if (!order->member->shared->session) {
		g_set_error(&order->error, GS_ERROR, GS_ERROR_NO_PROGRAM,
			"no program was given: `launch` begins one");
		return NULL;
	}
	verbs->session = order->member->shared->session;
	gs_reply_init(&reply);
	gs_session_begin(verbs->session);
	if (gs_verb_run(verbs, order->line, &reply, &order->error))
		result = gs_reply_tree(&reply);
	else if (!order->error)
		g_set_error(&order->error, GS_ERROR, GS_ERROR_INTERNAL,
			"the command failed; no reason was reported");
	order->quits = verbs->quits;
	verbs->quits = false;
	gs_reply_clear(&reply);
	return result;
}

static JsonNode *begin_session(struct gs_shared_order *order)
{
	const struct beginning *beginning = order->beginning;
	set_session(order->member->shared, NULL);
	struct gs_session *session = gs_session_new(&beginning->launch);
	gs_session_set_timeout(session, beginning->timeout_ms);
	gs_session_begin(session);
	if (beginning->is_trace &&
		!gs_session_open(session, beginning->launch.argv[0], &order->error)) {
		gs_session_free(session);
		return NULL;
	}
	set_session(order->member->shared, session);
	JsonNode *result = json_node_new(JSON_NODE_OBJECT);
	json_node_take_object(result, json_object_new());
	return result;
}

static void work(struct gs_task *task)
{
	struct gs_shared_order *order = (struct gs_shared_order *)task;
	struct gs_shared *shared = order->member->shared;
	if (order->error || g_atomic_int_get(&order->cancelled))
		return;
	set_running(shared, order);
	if (order->verb && gs_verb_moves(order->verb)) {
		struct begun *begun = g_new(struct begun, 1);
		*begun = (struct begun){shared, order};
		g_idle_add_full(G_PRIORITY_DEFAULT, tell_begun, begun, g_free);
	}
	order->result = order->beginning ? begin_session(order) : run_command(order);
	set_running(shared, NULL);
}

/* ---- orders ---- */

static void beginning_free(struct beginning *beginning)
{
	if (!beginning)
		return;
	g_strfreev(beginning->launch.argv);
	g_strfreev(beginning->launch.environment);
	g_free(beginning->launch.directory);
	g_free(beginning);
}

static void order_free(struct gs_shared_order *order)
{
	unref(order->member);
	g_free(order->line);
	beginning_free(order->beginning);
	if (order->result)
		json_node_unref(order->result);
	g_clear_error(&order->error);
	g_free(order);
}

static void finish(struct gs_task *task)
{
	struct gs_shared_order *order = (struct gs_shared_order *)task;
	struct gs_shared *shared = order->member->shared;
	const struct gs_outcome outcome = {order->verb, order->result, order->error,
		g_atomic_int_get(&order->cancelled) && !order->result, order->quits};
	shared->orders = g_list_remove(shared->orders, order);
	if (!order->member->has_left)
		order->done(order->data, &outcome);
	if (order->result && order->verb && gs_verb_moves(order->verb))
		tell_move(order);
	order_free(order);
}

static struct gs_shared_order *push(
	struct gs_sharer *member, char *line, gs_shared_done_func *done, gpointer data)
{
	struct gs_shared_order *order = g_new0(struct gs_shared_order, 1);
	order->task.work = work;
	order->task.done = finish;
	order->member = member;
	order->line = line;
	order->done = done;
	order->data = data;
	member->references++;
	member->shared->orders = g_list_append(member->shared->orders, order);
	return order;
}

struct gs_shared_order *gs_sharer_order(
	struct gs_sharer *member, const char *line, gs_shared_done_func *done, gpointer data)
{
	const char *rest;
	char *stripped = g_strstrip(g_strdup(line));
	struct gs_shared_order *order = push(member, stripped, done, data);
	order->verb = gs_verb_find(stripped, &rest);
	if (strpbrk(stripped, "\r\n")) {
		g_set_error(&order->error, GS_ERROR, GS_ERROR_USAGE,
			"a command is one line: send the next one by itself");
	} else if (order->verb && member->file) {
		order->line = gs_verb_with_files(
			stripped, member->file, member->file_data, &order->error);
		g_free(stripped);
	}
	gs_worker_push(member->shared->worker, &order->task);
	return order;
}

struct gs_shared_order *gs_sharer_launch(struct gs_sharer *member, const struct gs_launch *launch,
	bool is_trace, int timeout_ms, gs_shared_done_func *done, gpointer data)
{
	struct gs_shared_order *order = push(member, NULL, done, data);
	order->beginning = g_new0(struct beginning, 1);
	order->beginning->launch = *launch;
	order->beginning->launch.argv = g_strdupv(launch->argv);
	order->beginning->launch.environment = g_strdupv(launch->environment);
	order->beginning->launch.directory = g_strdup(launch->directory);
	order->beginning->timeout_ms = timeout_ms;
	order->beginning->is_trace = is_trace;
	gs_worker_push(member->shared->worker, &order->task);
	return order;
}

void gs_shared_order_cancel(struct gs_shared_order *order)
{
	struct gs_shared *shared = order->member->shared;
	g_atomic_int_set(&order->cancelled, 1);
	g_mutex_lock(&shared->lock);
	if (shared->running == order && shared->session)
		gs_session_interrupt(shared->session);
	g_mutex_unlock(&shared->lock);
}

gint64 gs_shared_order_time(struct gs_shared_order *order)
{
	struct gs_shared *shared = order->member->shared;
	g_mutex_lock(&shared->lock);
	gint64 begun = order->begun;
	g_mutex_unlock(&shared->lock);
	return begun ? g_get_monotonic_time() - begun : 0;
}

void gs_shared_pause(struct gs_shared *shared)
{
	g_mutex_lock(&shared->lock);
	const struct gs_verb *verb = shared->running ? shared->running->verb : NULL;
	if (verb && shared->session && gs_verb_moves(verb) == GS_VERB_MOVES_PROGRAM)
		gs_session_interrupt(shared->session);
	g_mutex_unlock(&shared->lock);
}

uint64_t gs_shared_calls(struct gs_shared *shared)
{
	g_mutex_lock(&shared->lock);
	uint64_t calls = shared->session ? gs_calls_count(shared->session) : 0;
	g_mutex_unlock(&shared->lock);
	return calls;
}

/* ---- the session ---- */

struct gs_shared *gs_shared_new(struct gs_session *session)
{
	struct gs_shared *shared = g_new0(struct gs_shared, 1);
	g_mutex_init(&shared->lock);
	shared->session = session;
	shared->worker = gs_worker_new("session");
	return shared;
}

void gs_shared_free(struct gs_shared *shared)
{
	g_mutex_lock(&shared->lock);
	if (shared->session)
		gs_session_interrupt_all(shared->session);
	g_mutex_unlock(&shared->lock);
	gs_worker_free(shared->worker);
	g_list_free_full(shared->orders, (GDestroyNotify)order_free);
	g_clear_pointer(&shared->stop, json_node_unref);
	g_clear_pointer(&shared->where, json_node_unref);
	gs_session_free(shared->session);
	g_mutex_clear(&shared->lock);
	g_free(shared);
}
