/* SPDX-License-Identifier: MIT */
/* Variables in scope at the present position, and values of the focus element. */
#include <string.h>
#include "debugger/engine/undefined/dropped-uniforms.h"
#include "debugger/engine/captured/focus-values.h"
#include "debugger/engine/undefined/written-parts.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/values.h"
#include "debugger/session/shader/written-path.h"

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

/* ---- what is undefined ---- */

/* Takes the marks of n scalars, NULL: none is marked, for a value's. */
static void take_marks(const struct gs_debug *debug, uint8_t *marks, size_t n,
	const struct gs_type *type, uint8_t **undefined, const char **never_written_by)
{
	size_t n_scalars = gs_type_scalars(type);
	*undefined = NULL;
	*never_written_by = NULL;
	bool any = false;
	for (size_t i = 0; marks && i < n; i++)
		any |= marks[i] != 0;
	if (!any) {
		g_free(marks);
		return;
	}
	*undefined = g_malloc0(n_scalars + 1);
	for (size_t i = 0; i < n_scalars; i++)
		(*undefined)[i] = marks[i < n ? i : n - 1];
	for (size_t i = 0; i < n; i++)
		if (marks[i] & GS_UNDEFINED_NEVER)
			*never_written_by = gs_stage_name(debug->stage_before);
	g_free(marks);
}

uint8_t *gs_debug_undefined(struct gs_debug *debug, const struct gs_captured_value *captured,
	bool on_path, const char **never_written_by)
{
	struct gs_written_path path;
	uint8_t *undefined;
	size_t n;
	gs_written_path_init(&path, debug);
	if (on_path)
		gs_path_walk(debug->path, gs_written_path_step, &path);
	path.frame = captured->frame;
	uint8_t *marks = gs_undefined_parts(captured->parsed->root,
		on_path ? gs_written_path_mark : gs_written_path_mark_never, &path, &n);
	take_marks(debug, marks, n, &captured->parsed->type, &undefined, never_written_by);
	gs_written_path_finish(&path);
	return undefined;
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
		g_strfreev(variables[i].undefined);
	}
	g_free(variables);
}

static void read_variable(const struct gs_debug *debug, struct gs_written_path *path,
	const struct gs_symbol *symbol, struct gs_variable_info *info)
{
	size_t n_scalars = gs_type_scalars(&symbol->type), n = MAX(n_scalars, 1);
	uint8_t *marks = g_malloc0(n), *undefined;
	gs_written_path_mark(symbol, marks, n, path);
	*info = (struct gs_variable_info){
		.name = g_strdup(symbol->name),
		.type = gs_type_string(&symbol->type),
		.qualifier = qualifier_name(symbol),
		.changed = gs_written_path_last(path, symbol) > debug->moved_from,
		.written = memchr(marks, 0, n) != NULL,
		.is_builtin = symbol->is_builtin,
		.is_named = !symbol->is_builtin || gs_shader_mentions(debug->shader, symbol->name),
		.dropped = gs_is_dropped_uniform(&debug->info, symbol),
	};
	take_marks(debug, marks, n, &symbol->type, &undefined, &info->never_written_by);
	if (info->written && undefined && n_scalars)
		info->undefined = gs_undefined_names(symbol->name, &symbol->type, undefined);
	g_free(undefined);
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
	struct gs_written_path path;
	gs_written_path_init(&path, debug);
	gs_path_walk(debug->path, gs_written_path_step, &path);
	path.frame = frame;
	*variables = g_new0(struct gs_variable_info, n_symbols + 1);
	for (size_t i = 0; i < n_symbols; i++)
		if (symbols[i]->kind == GS_SYMBOL_VARIABLE)
			read_variable(debug, &path, symbols[i], &(*variables)[(*n)++]);
	gs_written_path_finish(&path);
	g_free(symbols);
	return true;
}

/* ---- print ---- */

void gs_value_clear(struct gs_value *value)
{
	g_free(value->scalars);
	g_free(value->undefined);
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

void gs_value_mark(const struct gs_debug *debug, struct gs_written_path *path,
	const struct gs_node *expression, struct gs_value *value)
{
	size_t n;
	uint8_t *marks = gs_undefined_parts(expression, gs_written_path_mark, path, &n);
	take_marks(debug, marks, n, &value->type, &value->undefined, &value->never_written_by);
	value->written = !value->undefined || memchr(value->undefined, 0, value->n_scalars);
}

void gs_value_mark_variable(const struct gs_debug *debug, struct gs_written_path *path,
	const struct gs_symbol *symbol, struct gs_value *value)
{
	size_t n = MAX(value->n_scalars, 1);
	uint8_t *marks = g_malloc0(n);
	gs_written_path_mark(symbol, marks, n, path);
	value->written = memchr(marks, 0, n) != NULL;
	take_marks(debug, marks, n, &value->type, &value->undefined, &value->never_written_by);
}

static bool read_value(const struct gs_debug *debug, struct gs_written_path *path,
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
	path->frame = captured->frame;
	gs_value_mark(debug, path, captured->parsed->root, value);
	value->dropped = gs_reads_dropped_uniform(&debug->info, captured->parsed->root);
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
	struct gs_written_path path;
	gs_written_path_init(&path, debug);
	gs_path_walk(debug->path, gs_written_path_step, &path);
	bool good = read_value(debug, &path, captured, value, type_name, failure);
	gs_written_path_finish(&path);
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
		struct gs_written_path path;
		gs_written_path_init(&path, debug);
		gs_path_walk(debug->path, gs_written_path_step, &path);
		for (size_t i = n; i-- > 0;) {
			if (read_value(debug, &path, captured[i], &values[i], &type_names[i],
				    &errors[i]) &&
				(images || changes[i]))
				gs_debug_note_expression(debug, expressions[i], images);
		}
		gs_written_path_finish(&path);
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
