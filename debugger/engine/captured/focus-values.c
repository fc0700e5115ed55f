/* SPDX-License-Identifier: MIT */
#include "debugger/engine/captured/focus-values.h"

#include <string.h>
#include "debugger/engine/captured/multi-site.h"
#include "debugger/engine/engine.h"

enum { MOST_KEPT = 1024 };

struct kept {
	struct gs_position *position; /* g_rc_box, shared with those added at the same one */
	unsigned x, y;		      /* of the element */
	bool changes;
	struct gs_captured_value *value;
};

struct gs_focus_values {
	struct gs_debug *debug;
	GQueue kept; /* struct kept, latest first */
};

static void free_kept(gpointer data)
{
	struct kept *k = data;
	gs_captured_value_free(k->value);
	g_rc_box_release(k->position);
	g_free(k);
}

struct gs_focus_values *gs_focus_values_new(struct gs_debug *debug)
{
	struct gs_focus_values *values = g_new0(struct gs_focus_values, 1);
	values->debug = debug;
	return values;
}

void gs_focus_values_free(struct gs_focus_values *values)
{
	if (!values)
		return;
	g_queue_clear_full(&values->kept, free_kept);
	g_free(values);
}

/* ---- what is there ---- */

static bool is_mentioned(const struct gs_shader *shader, const char *name)
{
	for (size_t u = 0; u < shader->n_units; u++)
		for (size_t i = 0; i < shader->units[u]->n_tokens; i++)
			if (strcmp(shader->units[u]->tokens[i].text, name) == 0)
				return true;
	return false;
}

/* Can the shader give it another value? Only of a name alone it is looked into. */
static bool may_change(const struct gs_debug *debug, const struct gs_captured_value *value)
{
	const struct gs_node *root = value->parsed ? value->parsed->root : NULL;
	const struct gs_symbol *symbol = root && root->kind == GS_NODE_IDENTIFIER ? root->symbol
										  : NULL;
	if (!symbol)
		return true;
	if (symbol->storage == GS_STORAGE_UNIFORM || symbol->storage == GS_STORAGE_IN)
		return false;
	return !symbol->is_builtin || is_mentioned(debug->shader, symbol->name);
}

static struct gs_captured_value *find(struct gs_focus_values *values,
	const struct gs_position *position, unsigned frame, const char *text, bool *changes)
{
	const struct gs_debug *debug = values->debug;
	struct gs_captured_value *fresh = NULL;
	for (GList *l = values->kept.head; l; l = l->next) {
		struct kept *k = l->data;
		if (k->x != debug->focus_x || k->y != debug->focus_y ||
			strcmp(k->value->text, text) != 0)
			continue;
		if (k->value->frame == frame && gs_position_equal(k->position, position)) {
			*changes = k->changes;
			return k->value;
		}
		if (k->changes || !k->value->whole)
			continue;
		if (!fresh) /* may be another thing of that name here */
			fresh = gs_captured_value_new(values->debug, position, frame, text);
		const struct gs_node *root = fresh->parsed ? fresh->parsed->root : NULL;
		const struct gs_symbol *other = k->value->parsed->root->symbol;
		if (root && root->kind == GS_NODE_IDENTIFIER && root->symbol &&
			(root->symbol == other ||
				(root->symbol->is_builtin && other->is_builtin))) {
			gs_captured_value_free(fresh);
			*changes = false;
			return k->value;
		}
	}
	gs_captured_value_free(fresh);
	return NULL;
}

static struct gs_captured_value *add(struct gs_focus_values *values,
	const struct gs_position *position, unsigned frame, const char *text, bool *changes)
{
	struct kept *k = g_new0(struct kept, 1), *latest = g_queue_peek_head(&values->kept);
	if (latest && gs_position_equal(latest->position, position))
		k->position = g_rc_box_acquire(latest->position);
	else
		k->position = (struct gs_position *)g_rc_box_dup(
			gs_position_size(position), position);
	k->x = values->debug->focus_x;
	k->y = values->debug->focus_y;
	k->value = gs_captured_value_new(values->debug, position, frame, text);
	k->changes = *changes = may_change(values->debug, k->value);
	g_queue_push_head(&values->kept, k);
	return k->value;
}

/* What was not captured after all. */
static void forget(struct gs_focus_values *values)
{
	for (GList *l = values->kept.head, *next; l; l = next) {
		struct kept *k = l->data;
		next = l->next;
		if (k->value->whole || k->value->error)
			continue;
		g_queue_delete_link(&values->kept, l);
		free_kept(k);
	}
}

bool gs_focus_knows(const struct gs_focus_values *values, const struct gs_position *position)
{
	for (GList *l = values->kept.head; l; l = l->next) {
		const struct kept *k = l->data;
		if (k->x == values->debug->focus_x && k->y == values->debug->focus_y &&
			k->changes && gs_position_equal(k->position, position))
			return true;
	}
	return false;
}

/* ---- captures ---- */

/* From a multi-site program, if one can be had. False: error. */
static bool capture_from_program(struct gs_focus_values *values, const struct gs_position *position,
	GPtrArray *wanted, const unsigned rect[4], GError **error)
{
	struct gs_multi_site_programs *programs = gs_position_cache_programs(
		values->debug->position_cache);
	GError *failure = NULL;
	struct gs_multi_site_program *program = gs_multi_site_programs_find(
		programs, position, &failure);
	bool any = false;
	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	for (unsigned i = 0; program && i < wanted->len; i++) {
		struct gs_captured_value *value = g_ptr_array_index(wanted, i);
		struct gs_capture_location holding = gs_multi_site_program_holds(
			program, position, value->text);
		any |= holding.held == GS_CAPTURE_AVAILABLE;
		if (holding.held == GS_CAPTURE_NOT_REQUESTED && may_change(values->debug, value))
			gs_multi_site_programs_outdate(programs);
	}
	if (!any)
		return true;
	size_t n_needed = wanted->len;
	struct gs_capture_result *result = gs_multi_site_program_capture(
		programs, program, position, rect, 0, &failure);
	if (result)
		gs_multi_site_program_take(program, position, result, wanted, &n_needed);
	gs_capture_result_unref(result);
	if (failure)
		g_propagate_error(error, failure);
	return !failure;
}

/* One draw for as many as fit; goes on at *next. */
static bool capture_some(struct gs_focus_values *values, const struct gs_position *position,
	const GPtrArray *wanted, const unsigned rect[4], size_t *next, GError **error)
{
	struct gs_capture *captures = g_new0(struct gs_capture, wanted->len);
	for (unsigned i = 0; i < wanted->len; i++) {
		const struct gs_captured_value *value = g_ptr_array_index(wanted, i);
		captures[i] = (struct gs_capture){value->parsed, value->frame};
	}
	struct gs_variant_request request = {
		.kind = GS_VARIANT_POSITION,
		.position = position,
		.captures = captures,
		.n_captures = wanted->len,
	};
	struct gs_capture_result *result = gs_debug_capture(
		values->debug, &request, *next, rect, error);
	g_free(captures);
	if (!result)
		return false;
	size_t end = result->variant->next_capture;
	for (size_t i = *next; i < end; i++)
		gs_captured_value_take(g_ptr_array_index(wanted, i), result, i);
	bool moved = end > *next;
	*next = end;
	gs_capture_result_unref(result);
	if (!moved)
		g_set_error(
			error, GS_ERROR, GS_ERROR_UNSUPPORTED, "the value does not fit one draw");
	return moved;
}

/* In parts, if it is large. */
static bool capture_alone(struct gs_focus_values *values, const struct gs_position *position,
	struct gs_captured_value *value, GError **error)
{
	struct gs_debug *debug = values->debug;
	GError *failure = NULL;
	struct gs_captured_value *alone = gs_debug_value_at(debug, position, value->frame,
		value->text, debug->focus_x, debug->focus_y, &failure);
	if (!alone && gs_error_is_fatal(failure)) {
		g_propagate_error(error, failure);
		return false;
	}
	if (!alone) {
		value->error = failure;
		return true;
	}
	for (unsigned i = 0; i < alone->results->len; i++)
		g_ptr_array_add(value->results,
			gs_capture_result_ref(g_ptr_array_index(alone->results, i)));
	value->capture = alone->capture;
	value->whole = true;
	gs_captured_value_free(alone);
	return true;
}

static bool capture(struct gs_focus_values *values, const struct gs_position *position,
	unsigned frame, GPtrArray *wanted, GError **error)
{
	unsigned rect[4] = {values->debug->focus_x, values->debug->focus_y, 1, 1};
	size_t next = 0;
	if (wanted->len && frame == position->n_frames - 1 &&
		!capture_from_program(values, position, wanted, rect, error))
		return false;
	while (next < wanted->len) {
		GError *failure = NULL;
		if (gs_debug_is_expired(values->debug, error))
			return false;
		if (capture_some(values, position, wanted, rect, &next, &failure))
			continue;
		if (gs_error_is_fatal(failure)) {
			g_propagate_error(error, failure);
			return false;
		}
		g_clear_error(&failure);
		if (!capture_alone(values, position, g_ptr_array_index(wanted, next++), error))
			return false;
	}
	return true;
}

bool gs_focus_fetch(struct gs_focus_values *values, const struct gs_position *position,
	unsigned frame, const char *const *texts, size_t n, struct gs_captured_value **fetched,
	bool *changes, GError **error)
{
	GPtrArray *wanted = g_ptr_array_new();
	while (values->kept.length > MOST_KEPT)
		free_kept(g_queue_pop_tail(&values->kept));
	for (size_t i = 0; i < n; i++) {
		fetched[i] = find(values, position, frame, texts[i], &changes[i]);
		if (!fetched[i])
			fetched[i] = add(values, position, frame, texts[i], &changes[i]);
		if (!fetched[i]->whole && !fetched[i]->error &&
			!g_ptr_array_find(wanted, fetched[i], NULL))
			g_ptr_array_add(wanted, fetched[i]);
	}
	bool good = capture(values, position, frame, wanted, error);
	if (!good)
		forget(values);
	g_ptr_array_free(wanted, TRUE);
	return good;
}
