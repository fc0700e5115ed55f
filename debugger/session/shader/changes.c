/* SPDX-License-Identifier: MIT */
/*
 * What each step of the focus element's path has written, with values.
 *
 * A draw brings the values of a window of positions (GS_VARIANT_CHANGES), the same program for
 * every window. Each record carries the mark of the path up to it, so that one of another path is
 * not taken. What no record brings is captured at its position.
 */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/values.h"
#include "debugger/session/shader/written-path.h"

struct reading {
	struct gs_debug *debug;
	size_t first, last;
	GArray *changes;  /* struct gs_change */
	GArray *open;	  /* see gs_path_close */
	GPtrArray *steps; /* struct step: over at the present position */
	uint32_t mark, mark_before;
	struct gs_written_path written;
	struct gs_variant *variant; /* of all draws; NULL before the first */
	bool refused;		    /* nothing can be looked up */
	GError *error;
};

struct step {
	size_t index;
	const struct gs_symbol *symbol;
};

void gs_changes_free(struct gs_change *changes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		g_free(changes[i].name);
		g_free(changes[i].type_name);
		gs_value_clear(&changes[i].value);
	}
	g_free(changes);
}

/* ---- windows ---- */

/* From which position on is a uniform's value, so that the first draw's variant serves all. */
static struct gs_capture_result *draw(struct reading *r, size_t index, GError **error)
{
	struct gs_debug *debug = r->debug;
	const unsigned rect[4] = {debug->focus_x, debug->focus_y, 1, 1};
	struct gs_variant_request request = {.kind = GS_VARIANT_CHANGES, .first_decision = index};
	const int32_t want[] = {(int32_t)index};
	if (r->variant)
		return gs_debug_draw_variant(debug, r->variant, want, rect, 0, error);
	struct gs_capture_result *result = gs_debug_capture(debug, &request, 0, rect, error);
	r->variant = result ? gs_variant_ref(result->variant) : NULL;
	return result;
}

/* The draw for a position; NULL: it cannot be had, or is not of this path. */
static struct gs_capture_result *look_up(struct reading *r, size_t index, size_t *pixel)
{
	struct gs_debug *debug = r->debug;
	GError *refusal = NULL;
	uint32_t mark;
	if (r->refused)
		return NULL;
	struct gs_capture_result *result = draw(r, index, &refusal);
	if (!result) {
		r->refused = true;
		if (gs_error_is_fatal(refusal))
			r->error = g_steal_pointer(&refusal);
		g_clear_error(&refusal);
		return NULL;
	}
	if (gs_capture_result_pixel(result, debug->focus_x, debug->focus_y, pixel) &&
		gs_variant_flags(result->variant, &result->images, *pixel) & GS_ELEMENT_COVERED &&
		gs_variant_changed(result->variant, &result->images, *pixel, &mark) &&
		(mark == r->mark || mark == r->mark_before))
		return result;
	gs_capture_result_unref(result);
	return NULL;
}

/* ---- values ---- */

static bool read_result(struct reading *r, const struct gs_capture_result *result, size_t pixel,
	unsigned site, const struct gs_symbol *symbol, struct gs_value *value)
{
	value->type = symbol->type;
	value->n_scalars = gs_type_scalars(&symbol->type);
	value->scalars = g_new0(struct gs_scalar, value->n_scalars + 1);
	if (result && gs_variant_change(result->variant, &result->images, pixel, r->debug->plan,
			      site, symbol, value->scalars))
		return true;
	gs_value_clear(value);
	return false;
}

static bool capture(struct reading *r, const struct gs_position *position,
	const struct gs_symbol *symbol, struct gs_value *value)
{
	const struct gs_debug *debug = r->debug;
	struct gs_captured_value *captured = gs_debug_capture_symbol(
		r->debug, position, symbol, &r->error);
	if (!captured)
		return false;
	gs_value_read(debug, captured, value);
	gs_captured_value_free(captured);
	return true;
}

/* Local variables of a function that has returned are not visible where it has. */
static bool may_be_visible(
	const struct gs_plan *plan, unsigned site, const struct gs_symbol *symbol)
{
	size_t n;
	const struct gs_symbol *const *symbols = gs_plan_reaching_writes(plan, site, &n);
	for (size_t i = 0; i < n; i++)
		if (symbols[i] == symbol)
			return true;
	return false;
}

static void add_change(struct reading *r, size_t index, const struct gs_position *position,
	const struct step *step, const struct gs_capture_result *result, size_t pixel)
{
	unsigned site = gs_position_site(position);
	struct gs_change change = {.step = step->index, .at = index};
	if (!read_result(r, result, pixel, site, step->symbol, &change.value) &&
		!capture(r, position, step->symbol, &change.value))
		return;
	r->written.frame = position->n_frames - 1;
	gs_value_mark_variable(r->debug, &r->written, step->symbol, &change.value);
	change.name = g_strdup(step->symbol->name);
	change.type_name = gs_type_string(&change.value.type);
	g_array_append_val(r->changes, change);
}

static bool read_return(struct reading *r, const struct gs_capture_result *result, size_t pixel,
	unsigned site, struct gs_value *value)
{
	struct gs_scalar *scalars = g_new0(struct gs_scalar, GS_MAX_RETURNED);
	const struct gs_type *type = gs_variant_returned(
		result->variant, &result->images, pixel, r->debug->plan, site, scalars);
	if (!type) {
		g_free(scalars);
		return false;
	}
	value->type = *type;
	value->n_scalars = gs_type_scalars(type);
	value->scalars = scalars;
	return true;
}

/* As if its expression were watched there. */
static bool capture_return(
	struct reading *r, const struct gs_position *position, struct gs_value *value)
{
	struct gs_debug *debug = r->debug;
	const struct gs_site *site = &debug->plan->sites[gs_position_site(position)];
	GError *failure = NULL;
	char *text = gs_node_source(site->node->child[0]);
	struct gs_captured_value *captured = gs_debug_value_at(debug, position,
		position->n_frames - 1, text, debug->focus_x, debug->focus_y, &failure);
	g_free(text);
	if (captured)
		gs_value_read(debug, captured, value);
	gs_captured_value_free(captured);
	if (failure && gs_error_is_fatal(failure))
		g_propagate_error(&r->error, g_steal_pointer(&failure));
	g_clear_error(&failure);
	return captured != NULL;
}

/* What the step at this position returns, which stands in no variable. It is over at the next one.
 */
static void add_return(struct reading *r, size_t index, const struct gs_position *position)
{
	size_t pixel = 0;
	struct gs_capture_result *result = look_up(r, index, &pixel);
	struct gs_change change = {.step = index, .at = index + 1};
	bool known = result ? read_return(
				      r, result, pixel, gs_position_site(position), &change.value)
			    : !r->error && capture_return(r, position, &change.value);
	gs_capture_result_unref(result);
	if (!known)
		return;
	change.value.written = true;
	change.name = g_strdup("return");
	change.type_name = gs_type_string(&change.value.type);
	g_array_append_val(r->changes, change);
}

/* ---- along the path ---- */

struct writing {
	struct reading *reading;
	size_t step;
};

static void add_symbol(const struct gs_symbol *symbol, void *data)
{
	const struct writing *w = data;
	struct step step = {w->step, symbol};
	g_ptr_array_add(w->reading->steps, g_memdup2(&step, sizeof step));
}

static void add_written(const struct gs_path_entry *over, size_t index, void *data)
{
	struct reading *r = data;
	struct writing writing = {r, (size_t)(over - gs_path_entry(r->debug->path, 0))};
	gs_path_writes(r->debug->path, over, index, add_symbol, &writing);
}

static void read_steps(struct reading *r, size_t index, const struct gs_position *position)
{
	size_t pixel = 0;
	struct gs_capture_result *result = look_up(r, index, &pixel);
	for (guint i = 0; i < r->steps->len && !r->error; i++)
		add_change(r, index, position, g_ptr_array_index(r->steps, i), result, pixel);
	gs_capture_result_unref(result);
}

static bool read_position(size_t index, const struct gs_position *position, void *data)
{
	struct reading *r = data;
	const struct gs_path *path = r->debug->path;
	unsigned site = gs_position_site(position);
	g_ptr_array_set_size(r->steps, 0);
	gs_written_path_step(index, position, &r->written);
	if (index > 0)
		gs_path_close(path, r->open, index, add_written, r);
	r->mark_before = r->mark;
	r->mark = gs_plan_mark(r->debug->plan, r->mark, site);
	bool is_last = index + 1 == gs_path_length(path),
	     discarded = is_last && gs_path_discarded(path);
	if (!is_last && index + 1 >= r->first && index < r->last &&
		gs_plan_returns(r->debug->plan, site) && !gs_debug_is_expired(r->debug, &r->error))
		add_return(r, index, position);
	if (index < r->first || discarded)
		return index < r->last;
	for (guint i = r->steps->len; i-- > 0;) {
		const struct step *step = g_ptr_array_index(r->steps, i);
		if (!may_be_visible(r->debug->plan, site, step->symbol))
			g_ptr_array_remove_index(r->steps, i);
	}
	bool stop = gs_debug_is_expired(r->debug, &r->error);
	if (r->steps->len > 0 && !stop && r->debug->plan->sites[site].capturable)
		read_steps(r, index, position);
	return !stop && !r->error && index < r->last;
}

static int compare_changes(gconstpointer a, gconstpointer b)
{
	const struct gs_change *x = a, *y = b;
	return x->at != y->at ? (x->at < y->at ? -1 : 1)
			      : (x->step > y->step) - (x->step < y->step);
}

bool gs_session_changes(struct gs_session *session, size_t first, size_t last,
	struct gs_change **changes, size_t *n, GError **error)
{
	*changes = NULL;
	*n = 0;
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	struct gs_debug *debug = session->debug;
	struct reading r = {.debug = debug,
		.first = MAX(first, 1),
		.last = last,
		.changes = g_array_new(FALSE, FALSE, sizeof(struct gs_change)),
		.open = g_array_new(FALSE, FALSE, sizeof(size_t)),
		.steps = g_ptr_array_new_with_free_func(g_free),
		.refused = !gs_path_is_recorded(debug->path)};
	gs_written_path_init(&r.written, debug);
	if (debug->focus_here)
		gs_path_walk(debug->path, read_position, &r);
	gs_written_path_finish(&r.written);
	gs_variant_free(r.variant);
	g_array_free(r.open, TRUE);
	g_ptr_array_free(r.steps, TRUE);
	*n = r.changes->len;
	g_array_sort(r.changes, compare_changes);
	*changes = (struct gs_change *)g_array_free(r.changes, FALSE);
	if (!r.error)
		return true;
	gs_changes_free(*changes, *n);
	*changes = NULL;
	*n = 0;
	g_propagate_error(error, r.error);
	return false;
}
