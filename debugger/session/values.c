/* SPDX-License-Identifier: MIT */
/* Variables in scope at the present position, and values of the focus element. */
#include <string.h>
#include "debugger/engine/focus-values.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/values.h"
#include "debugger/session/written-parts.h"

/* ---- what has been written ---- */

/* Symbols written along the path, of the globals and of each frame of the present position. */
struct tracker {
	const struct gs_debug *debug;
	GPtrArray *frames; /* GHashTable: struct gs_symbol * to struct gs_written * */
	GHashTable *globals;
	GArray *open; /* see gs_path_close */
	unsigned n_frames;
};

static bool is_of_function(const struct gs_symbol *symbol)
{
	return symbol->storage <= GS_STORAGE_PARAMETER_INOUT;
}

static GHashTable *frame_at(const struct tracker *t, unsigned frame)
{
	return frame < t->frames->len ? g_ptr_array_index(t->frames, frame) : NULL;
}

static GHashTable *new_table(void)
{
	return g_hash_table_new_full(NULL, NULL, NULL, gs_written_free);
}

static void enter_frame(struct tracker *t, unsigned frame)
{
	GHashTable *table = frame_at(t, frame);
	if (table)
		g_hash_table_remove_all(table);
	else
		g_ptr_array_add(t->frames, new_table());
}

static const struct gs_node *loop_body(const struct gs_node *node)
{
	for (; node; node = node->parent) {
		if (node->kind == GS_NODE_FOR || node->kind == GS_NODE_WHILE)
			return node->child[node->n_children - 1];
		if (node->kind == GS_NODE_DO)
			return node->child[0];
	}
	return NULL;
}

static gboolean is_declared_in(gpointer key, gpointer value, gpointer data)
{
	const struct gs_symbol *symbol = key;
	const struct gs_node *body = data, *d = symbol->declaration;
	return d && d->unit == body->unit && d->first >= body->first && d->last <= body->last;
}

/* Variables of a loop's body are new in each iteration. */
static void renew_loop(struct tracker *t, const struct gs_position *position)
{
	unsigned frame = position->n_frames - 1;
	const struct gs_site *site = &t->debug->plan->sites[gs_position_site(position)];
	const struct gs_node *body = site->kind == GS_SITE_LOOP_TEST ? loop_body(site->node) : NULL;
	if (body && frame_at(t, frame))
		g_hash_table_foreach_remove(frame_at(t, frame), is_declared_in, (gpointer)body);
}

static gboolean is_output(gpointer key, gpointer value, gpointer data)
{
	return ((const struct gs_symbol *)key)->storage == GS_STORAGE_OUT;
}

struct gs_captured_value *gs_debug_capture_symbol(struct gs_debug *debug,
	const struct gs_position *position, const struct gs_symbol *symbol, GError **error)
{
	GError *failure = NULL;
	struct gs_captured_value *captured = gs_debug_value_at(debug, position,
		position->n_frames - 1, symbol->name, debug->focus_x, debug->focus_y, &failure);
	if (!captured) {
		if (gs_error_is_fatal(failure))
			g_propagate_error(error, g_steal_pointer(&failure));
		g_clear_error(&failure);
		return NULL;
	}
	if (captured->parsed->root->symbol == symbol &&
		!gs_captured_value_absent(captured, debug->focus_x, debug->focus_y))
		return captured;
	gs_captured_value_free(captured);
	return NULL;
}

struct write {
	struct tracker *tracker;
	const struct gs_node *text;
	unsigned frame;
	size_t index;
};

static void write_one(const struct gs_symbol *symbol, void *data)
{
	const struct write *w = data;
	GHashTable *table = is_of_function(symbol) ? frame_at(w->tracker, w->frame)
						   : w->tracker->globals;
	struct gs_written *written = g_hash_table_lookup(table, symbol);
	if (!written) {
		written = g_new0(struct gs_written, 1);
		g_hash_table_insert(table, (gpointer)symbol, written);
	}
	gs_written_add(written, symbol, w->text);
	written->index = w->index;
}

/* A marked text has written once it has run as a whole, since conditions and calls in it run
 * first. */
static void write_all(const struct gs_path_entry *over, size_t index, void *data)
{
	struct tracker *t = data;
	const struct gs_site *site = &t->debug->plan->sites[over->site];
	struct write w = {t, site->marked, over->n_frames - 1, index};
	if (gs_site_emits_vertex(site))
		g_hash_table_foreach_remove(w.tracker->globals, is_output, NULL);
	gs_path_writes(w.tracker->debug->path, over, index, write_one, &w);
}

static bool track(size_t index, const struct gs_position *position, void *data)
{
	struct tracker *t = data;
	if (index > 0)
		gs_path_close(t->debug->path, t->open, index, write_all, t);
	for (unsigned i = t->n_frames; i < position->n_frames; i++)
		enter_frame(t, i);
	renew_loop(t, position);
	t->n_frames = position->n_frames;
	return true;
}

static void tracker_init(struct tracker *t, const struct gs_debug *debug)
{
	memset(t, 0, sizeof *t);
	t->debug = debug;
	t->frames = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_destroy);
	t->globals = new_table();
	t->open = g_array_new(FALSE, FALSE, sizeof(size_t));
	gs_path_walk(debug->path, track, t);
}

static void tracker_finish(struct tracker *t)
{
	g_hash_table_destroy(t->globals);
	g_array_free(t->open, TRUE);
	g_ptr_array_free(t->frames, TRUE);
}

/* NULL: it was not written on the path. */
static const struct gs_written *find_written(
	const struct tracker *t, unsigned frame, const struct gs_symbol *symbol)
{
	GHashTable *table = is_of_function(symbol) ? frame_at(t, frame) : t->globals;
	return table ? g_hash_table_lookup(table, symbol) : NULL;
}

/* As in struct gs_written; 0: not written on the path. */
static size_t written_at(const struct tracker *t, unsigned frame, const struct gs_symbol *symbol)
{
	const struct gs_written *written = find_written(t, frame, symbol);
	return written ? written->index : 0;
}

static bool has_initial_value(const struct gs_symbol *symbol)
{
	switch (symbol->storage) {
	case GS_STORAGE_LOCAL:
	case GS_STORAGE_PARAMETER_OUT:
	case GS_STORAGE_OUT:
		return false;
	case GS_STORAGE_GLOBAL:
		return symbol->is_builtin ||
		       (symbol->declaration && symbol->declaration->n_children > 0);
	default:
		return true;
	}
}

static bool is_written(const struct tracker *t, unsigned frame, const struct gs_symbol *symbol)
{
	return has_initial_value(symbol) || written_at(t, frame, symbol) != 0;
}

static bool all_written(const struct tracker *t, unsigned frame, const struct gs_node *node)
{
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol &&
		node->symbol->kind == GS_SYMBOL_VARIABLE && !is_written(t, frame, node->symbol))
		return false;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i] && !all_written(t, frame, node->child[i]))
			return false;
	return true;
}

/* Of a name with members and indices, what the path has not written of it. */
static void read_parts(
	const struct tracker *t, unsigned frame, const struct gs_node *root, struct gs_value *value)
{
	struct gs_part part;
	if (!value->written || !gs_part_of(root, &part) || has_initial_value(part.symbol))
		return;
	const struct gs_written *written = find_written(t, frame, part.symbol);
	if (!written || part.first + part.n > written->n)
		return;
	const uint8_t *scalar = written->scalar + part.first;
	value->written = memchr(scalar, 1, part.n);
	if (!value->written || !memchr(scalar, 0, part.n) || part.n != value->n_scalars)
		return;
	value->unwritten = g_new(uint8_t, part.n);
	for (size_t i = 0; i < part.n; i++)
		value->unwritten[i] = !scalar[i];
}

/* The stage before, where it never writes something of the expression. */
static const char *never_written_by(const struct gs_debug *debug, const struct gs_node *node)
{
	return gs_unwritten_inputs_in(debug->unwritten_inputs, node)
		       ? gs_stage_name(debug->stage_before)
		       : NULL;
}

/* ---- scope ---- */

static const char *qualifier_name(const struct gs_symbol *symbol)
{
	static const char *const names[] = {
		[GS_STORAGE_LOCAL] = "local",
		[GS_STORAGE_PARAMETER_IN] = "parameter",
		[GS_STORAGE_PARAMETER_OUT] = "out parameter",
		[GS_STORAGE_PARAMETER_INOUT] = "inout parameter",
		[GS_STORAGE_GLOBAL] = "global",
		[GS_STORAGE_CONST] = "const",
		[GS_STORAGE_IN] = "in",
		[GS_STORAGE_OUT] = "out",
		[GS_STORAGE_UNIFORM] = "uniform",
		[GS_STORAGE_BUFFER] = "buffer",
		[GS_STORAGE_SHARED] = "shared",
	};
	return symbol->storage < G_N_ELEMENTS(names) ? names[symbol->storage] : "global";
}

void gs_variables_free(struct gs_variable_info *variables, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		g_free(variables[i].name);
		g_free(variables[i].type);
	}
	g_free(variables);
}

bool gs_session_scope(
	struct gs_session *session, struct gs_variable_info **variables, size_t *n, GError **error)
{
	*variables = NULL;
	*n = 0;
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	struct gs_debug *debug = session->debug;
	const struct gs_position *position = gs_path_position(debug->path);
	unsigned frame = position->n_frames - 1 - debug->frame;
	const struct gs_site *site = &debug->plan->sites[position->frame[frame].site];
	size_t n_symbols;
	const struct gs_symbol **symbols = gs_shader_visible(
		debug->shader, site->unit, gs_site_token(site), &n_symbols);
	struct tracker tracker;
	tracker_init(&tracker, debug);
	*variables = g_new0(struct gs_variable_info, n_symbols + 1);
	for (size_t i = 0; i < n_symbols; i++) {
		const struct gs_symbol *symbol = symbols[i];
		if (symbol->kind != GS_SYMBOL_VARIABLE)
			continue;
		bool is_never = gs_unwritten_inputs_has(debug->unwritten_inputs, symbol);
		(*variables)[(*n)++] = (struct gs_variable_info){
			.name = g_strdup(symbol->name),
			.type = gs_type_string(&symbol->type),
			.qualifier = qualifier_name(symbol),
			.changed = written_at(&tracker, frame, symbol) > debug->moved_from,
			.written = !is_never && is_written(&tracker, frame, symbol),
			.is_builtin = symbol->is_builtin,
			.is_named = !symbol->is_builtin ||
				    gs_shader_mentions(debug->shader, symbol->name),
			.never_written_by = is_never ? gs_stage_name(debug->stage_before) : NULL,
		};
	}
	tracker_finish(&tracker);
	g_free(symbols);
	return true;
}

/* ---- print ---- */

void gs_value_clear(struct gs_value *value)
{
	g_free(value->scalars);
	g_free(value->unwritten);
	memset(value, 0, sizeof *value);
}

bool gs_session_need_values(struct gs_session *session, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	const struct gs_site *site = gs_path_site(session->debug->path);
	if (site->capturable)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
		"nothing can be captured at this position (%s): `shader step` goes to the next",
		site->why ? site->why : "the reason is not known");
	return false;
}

void gs_value_read(const struct gs_debug *debug, const struct gs_captured_value *captured,
	struct gs_value *value)
{
	value->type = captured->parsed->type;
	value->n_scalars = gs_type_scalars(&value->type);
	value->scalars = g_new0(struct gs_scalar, value->n_scalars + 1);
	for (size_t i = 0; i < value->n_scalars; i++)
		value->scalars[i] = gs_captured_value_scalar(
			captured, i, debug->focus_x, debug->focus_y);
}

bool gs_debug_is_written(struct gs_debug *debug, const struct gs_captured_value *captured,
	const char **never_written_by_stage)
{
	struct tracker tracker;
	struct gs_value value = {.type = captured->parsed->type,
		.n_scalars = gs_type_scalars(&captured->parsed->type)};
	*never_written_by_stage = never_written_by(debug, captured->parsed->root);
	tracker_init(&tracker, debug);
	value.written = !*never_written_by_stage &&
			all_written(&tracker, captured->frame, captured->parsed->root);
	read_parts(&tracker, captured->frame, captured->parsed->root, &value);
	tracker_finish(&tracker);
	bool written = value.written;
	gs_value_clear(&value);
	return written;
}

static bool read_value(const struct gs_debug *debug, const struct tracker *tracker,
	const struct gs_captured_value *captured, struct gs_value *value, char **type_name,
	GError **error)
{
	if (captured->error) {
		g_propagate_error(error, g_error_copy(captured->error));
		return false;
	}
	if (!captured->whole) {
		g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL, "'%s' was not captured",
			captured->text);
		return false;
	}
	if (gs_captured_value_absent(captured, debug->focus_x, debug->focus_y)) {
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_READABLE,
			"'%s' does not exist after the focus element has returned from main: "
			"`shader back` returns to where it exists",
			captured->text);
		return false;
	}
	gs_value_read(debug, captured, value);
	value->never_written_by = never_written_by(debug, captured->parsed->root);
	value->written = !value->never_written_by &&
			 all_written(tracker, captured->frame, captured->parsed->root);
	read_parts(tracker, captured->frame, captured->parsed->root, value);
	*type_name = gs_type_string(&value->type);
	return true;
}

/* For the focus element alone. */
static bool print_large(struct gs_debug *debug, const char *expression, struct gs_value *value,
	char **type_name, GError **failure)
{
	const struct gs_position *position = gs_path_position(debug->path);
	struct gs_captured_value *captured = gs_debug_value_at(debug, position,
		position->n_frames - 1 - debug->frame, expression, debug->focus_x, debug->focus_y,
		failure);
	if (!captured)
		return false;
	struct tracker tracker;
	tracker_init(&tracker, debug);
	bool good = read_value(debug, &tracker, captured, value, type_name, failure);
	tracker_finish(&tracker);
	gs_captured_value_free(captured);
	return good;
}

/* The expressions that are not too large, in as few draws as possible. */
static bool print_small(struct gs_debug *debug, const char *const *expressions, size_t n,
	struct gs_value *values, char **type_names, GError **errors, GError **error)
{
	const struct gs_position *position = gs_path_position(debug->path);
	struct gs_captured_value **captured = g_new0(struct gs_captured_value *, n + 1);
	bool *changes = g_new0(bool, n + 1), images = gs_debug_is_small(debug);
	unsigned frame = position->n_frames - 1 - debug->frame;
	bool good = images ? gs_position_cache_fetch(debug->position_cache,
				     gs_position_cache_get(debug->position_cache, position), frame,
				     expressions, n, false, captured, error)
			   : gs_focus_fetch(debug->focus_values, position, frame, expressions, n,
				     captured, changes, error);
	if (good) {
		struct tracker tracker;
		tracker_init(&tracker, debug);
		for (size_t i = n; i-- > 0;) {
			if (read_value(debug, &tracker, captured[i], &values[i], &type_names[i],
				    &errors[i]) &&
				(images || changes[i]))
				gs_debug_note_expression(debug, expressions[i], images);
		}
		tracker_finish(&tracker);
	}
	g_free(changes);
	g_free(captured);
	return good;
}

/* Runs of small ones between the large ones. */
static bool print_all(struct gs_debug *debug, const char *const *expressions, size_t n,
	struct gs_value *values, char **type_names, GError **errors, GError **error)
{
	const struct gs_position *position = gs_path_position(debug->path);
	unsigned frame = position->n_frames - 1 - debug->frame;
	size_t first = 0;
	for (size_t i = 0; i <= n; i++) {
		struct gs_captured_position *captured = gs_position_cache_get(
			debug->position_cache, position);
		bool large = i < n && gs_debug_is_small(debug) &&
			     gs_position_cache_is_large(
				     debug->position_cache, captured, frame, expressions[i]);
		if (i < n && !large)
			continue;
		if (i > first && !print_small(debug, expressions + first, i - first, values + first,
					 type_names + first, errors + first, error))
			return false;
		if (i < n)
			print_large(debug, expressions[i], &values[i], &type_names[i], &errors[i]);
		first = i + 1;
	}
	return true;
}

static bool need_focus_values(const struct gs_debug *debug, GError **error)
{
	if (debug->focus_here && !gs_path_discarded(debug->path))
		return true;
	char *name = gs_debug_focus_text(debug);
	g_set_error(error, GS_ERROR, GS_ERROR_NO_ELEMENT,
		debug->focus_here
			? "the focus element %s has been discarded: `shader back` returns to its "
			  "last values, `values` shows the other elements"
			: "the focus element %s does not reach this position: `shader reset` goes "
			  "to the start of its path, `values` shows the other elements",
		name);
	g_free(name);
	return false;
}

bool gs_session_print_many(struct gs_session *session, const char *const *expressions, size_t n,
	struct gs_value *values, char **type_names, GError **errors, GError **error)
{
	memset(values, 0, n * sizeof *values);
	memset(type_names, 0, n * sizeof *type_names);
	memset(errors, 0, n * sizeof *errors);
	if (!gs_session_need_values(session, error))
		return false;
	struct gs_debug *debug = session->debug;
	if (!need_focus_values(debug, error))
		return false;
	return print_all(debug, expressions, n, values, type_names, errors, error);
}

bool gs_session_print(struct gs_session *session, const char *expression, struct gs_value *value,
	char **type_name, GError **error)
{
	GError *failure = NULL;
	if (!gs_session_print_many(session, &expression, 1, value, type_name, &failure, error))
		return false;
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}
