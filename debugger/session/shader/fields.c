/* SPDX-License-Identifier: MIT */
/* Values of all elements at the present position as images, and masks of the elements that stand
 * there. */
#include <math.h>
#include <string.h>
#include "debugger/engine/undefined/dropped-uniforms.h"
#include "debugger/base/halves.h"
#include "debugger/base/image-memory.h"
#include "debugger/session/private.h"
#include "debugger/session/shader/values.h"

struct namer {
	GPtrArray *names;
	const char *letters; /* of the components of vectors */
};

static void name_scalars(struct namer *n, const char *prefix, const struct gs_type *type)
{
	struct gs_type element;
	unsigned count;
	if (type->n_dimensions == 0 && type->base == GS_BASE_STRUCT) {
		for (size_t i = 0; i < type->structure->n_members; i++) {
			char *name = g_strdup_printf(
				"%s.%s", prefix, type->structure->members[i].name);
			name_scalars(n, name, &type->structure->members[i].type);
			g_free(name);
		}
		return;
	}
	if (!gs_type_element(type, &element, &count)) {
		g_ptr_array_add(n->names, g_strdup(prefix));
		return;
	}
	bool is_vector = type->n_dimensions == 0 && type->columns == 1;
	bool is_column = is_vector && n->letters == NULL;
	for (unsigned i = 0; i < count; i++) {
		char *name = is_vector && !is_column
				     ? g_strdup_printf("%s.%c", prefix, n->letters[i])
				     : g_strdup_printf("%s[%u]", prefix, i);
		const char *letters = n->letters;
		if (type->n_dimensions == 0 && type->columns > 1)
			n->letters = NULL;
		name_scalars(n, name, &element);
		n->letters = letters;
		g_free(name);
	}
}

static bool sounds_like_colour(const char *text)
{
	static const char *const words[] = {
		"color", "colour", "albedo", "diffuse", "specular", "ambient", "rgb", "texel"};
	char *lower = g_ascii_strdown(text, -1);
	bool found = false;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		found = found || strstr(lower, words[i]);
	g_free(lower);
	return found;
}

/* "pos.xz" has the scalars "pos.x" and "pos.z". */
static bool name_swizzle(GPtrArray *names, const struct gs_expression *e)
{
	if (e->root->kind != GS_NODE_MEMBER || e->type.n_dimensions || e->type.columns != 1 ||
		e->type.rows < 2 || e->root->child[0]->type.base == GS_BASE_STRUCT ||
		e->root->child[0]->type.rows < 2)
		return false;
	char *base = gs_node_source(e->root->child[0]);
	const char *field = e->unit->tokens[e->root->name_token].text;
	bool good = strlen(field) == e->type.rows;
	for (unsigned i = 0; good && i < e->type.rows; i++)
		g_ptr_array_add(names, g_strdup_printf("%s.%c", base, field[i]));
	g_free(base);
	return good;
}

char **gs_debug_scalar_names(const char *text, const struct gs_expression *e)
{
	enum gs_node_kind kind = e->root->kind;
	bool is_plain = kind == GS_NODE_IDENTIFIER || kind == GS_NODE_MEMBER ||
			kind == GS_NODE_INDEX || kind == GS_NODE_CALL ||
			kind == GS_NODE_CONSTRUCTOR || kind == GS_NODE_PAREN ||
			kind == GS_NODE_LITERAL;
	struct namer n = {g_ptr_array_new(), sounds_like_colour(text) ? "rgba" : "xyzw"};
	char *prefix = is_plain || gs_type_scalars(&e->type) == 1 ? g_strdup(text)
								  : g_strdup_printf("(%s)", text);
	if (!name_swizzle(n.names, e))
		name_scalars(&n, prefix, &e->type);
	g_free(prefix);
	g_ptr_array_add(n.names, NULL);
	return (char **)g_ptr_array_free(n.names, FALSE);
}

/* ---- from the results into a field ---- */

/* Where one scalar of a value lies. */
struct column {
	const struct gs_capture_result *result;
	struct gs_scalar_location location;
};

/* g_free. NULL: one of them was not captured. *floats: all are. */
static struct column *find_columns(const struct gs_captured_value *value, size_t n, bool *floats)
{
	struct column *columns = g_new0(struct column, n + 1);
	*floats = true;
	for (size_t k = 0; k < MAX(n, 1); k++) {
		struct column *c = &columns[k];
		for (unsigned i = 0; i < value->results->len && !c->result; i++) {
			const struct gs_capture_result *result = g_ptr_array_index(
				value->results, i);
			if (gs_variant_find(result->variant, value->capture, k, &c->location))
				c->result = result;
		}
		if (!c->result) {
			g_free(columns);
			return NULL;
		}
		*floats = *floats && c->location.base == GS_BASE_FLOAT;
	}
	return columns;
}

static void clear_element(struct gs_field *field, size_t at)
{
	for (size_t k = 0; k < field->n_scalars; k++) {
		field->values[at * field->n_scalars + k] = NAN;
		if (field->bits)
			field->bits[at * field->n_scalars + k] = 0;
	}
}

/* Some rows of a field, and what lies in them. */
struct part {
	struct gs_field *field;
	const struct gs_captured_position *captured;
	const struct gs_captured_value *value;
	const struct column *columns;
	unsigned target_width, step; /* the field has those whose x and y are multiples of it */
	double *min, *max;	     /* NAN: nothing finite */
	uint64_t n_active, n_nan, n_inf;
};

/* The numbers of n elements of a row of the results, from element x, y of the field on, whoever is
 * there. */
static void read_elements(const struct part *part, unsigned x, unsigned y, size_t n)
{
	struct gs_field *field = part->field;
	size_t to = ((size_t)y * field->width + x) * field->n_scalars;
	for (size_t k = 0; k < field->n_scalars; k++, to++) {
		const struct column *column = &part->columns[k];
		const struct gs_capture_result *result = column->result;
		size_t from = (size_t)(y * part->step - result->y) * result->images.width +
			      (x * part->step - result->x);
		if (!field->bits) {
			gs_variant_floats(result->variant, &result->images, &column->location, from,
				n, &field->values[to], field->n_scalars);
			continue;
		}
		for (size_t i = 0; i < n; i++) {
			struct gs_scalar v = gs_variant_at(
				result->variant, &result->images, &column->location, from + i);
			field->values[to + i * field->n_scalars] = gs_scalar_number(&v);
			field->bits[to + i * field->n_scalars] = v.bits;
		}
	}
}

static void count_element(struct part *part, size_t at)
{
	const struct gs_field *field = part->field;
	bool nan = false, inf = false;
	for (size_t k = 0; k < field->n_scalars; k++) {
		double number = field->values[at * field->n_scalars + k];
		if (isfinite(number)) {
			if (!(number >= part->min[k]))
				part->min[k] = number;
			if (!(number <= part->max[k]))
				part->max[k] = number;
		} else {
			nan = nan || isnan(number);
			inf = inf || isinf(number);
		}
	}
	field->active[at] = 1;
	part->n_active++;
	part->n_nan += nan;
	part->n_inf += inf;
}

/* One scalar of n elements side by side. False: not all are finite, and nothing is counted. */
static bool count_scalar(struct part *part, size_t at, size_t n, size_t k)
{
	size_t stride = part->field->n_scalars;
	const double *number = part->field->values + at * stride + k;
	enum { LANES = 4 }; /* which do not wait for each other */
	double min[LANES], max[LANES], zero[LANES];
	for (unsigned l = 0; l < LANES; l++) {
		min[l] = max[l] = number[0];
		zero[l] = 0;
	}
	for (size_t i = 0; i < n; i += LANES)
		for (unsigned l = 0; l < LANES; l++) {
			double v = number[MIN(i + l, n - 1) * stride];
			min[l] = v < min[l] ? v : min[l];
			max[l] = v > max[l] ? v : max[l];
			zero[l] += v * 0; /* of what is not finite: NaN */
		}
	for (unsigned l = 0; l < LANES; l++) {
		if (isnan(zero[l]))
			return false;
		part->min[k] = fmin(part->min[k], min[l]); /* fmin ignores a NaN */
		part->max[k] = fmax(part->max[k], max[l]);
	}
	return true;
}

/* n elements side by side that stand here. Most often all their numbers are finite, which is
 * counted several times as fast. */
static void count_elements(struct part *part, size_t at, size_t n)
{
	size_t k = 0;
	while (k < part->field->n_scalars && count_scalar(part, at, n, k))
		k++;
	if (k == part->field->n_scalars) {
		memset(part->field->active + at, 1, n);
		part->n_active += n;
		return;
	}
	for (size_t i = 0; i < n; i++)
		count_element(part, at + i);
}

/* Whether element x, y of the field, which the result has, stands here with a value. */
static bool has_value(const struct part *part, bool any_absent, unsigned x, unsigned y)
{
	x *= part->step;
	y *= part->step;
	return part->captured->flags[(size_t)y * part->target_width + x] & GS_ELEMENT_HERE &&
	       !(any_absent && gs_captured_value_absent(part->value, x, y));
}

static void fill_row(struct part *part, bool any_absent, unsigned y)
{
	struct gs_field *field = part->field;
	const struct gs_capture_result *result =
		part->columns[0].result; /* all are of the same elements */
	unsigned step = part->step, x = 0;
	unsigned first = MIN((result->x + step - 1) / step, field->width), last = first;
	size_t row = (size_t)y * field->width;
	if (y * step >= result->y && y * step - result->y < result->images.height)
		last = CLAMP(
			(result->x + result->images.width + step - 1) / step, first, field->width);
	if (first < last && step == 1)
		read_elements(part, first, y, last - first);
	for (unsigned i = first; i < last && step > 1; i++)
		read_elements(part, i, y, 1);
	while (x < field->width) {
		unsigned from = x;
		while (x >= first && x < last && has_value(part, any_absent, x, y))
			x++;
		if (x > from)
			count_elements(part, row + from, x - from);
		else
			clear_element(field, row + x++);
	}
}

static void fill_rows(void *data, unsigned first, unsigned last)
{
	struct part *part = data;
	const struct gs_capture_result *result = part->columns[0].result;
	bool any_absent = gs_variant_may_be_absent(result->variant, &result->images);
	for (unsigned y = first; y < last; y++)
		fill_row(part, any_absent, y);
}

static void part_begin(struct part *part)
{
	size_t n = part->field->n_scalars;
	part->min = g_new(double, n);
	part->max = g_new(double, n);
	for (size_t k = 0; k < n; k++)
		part->min[k] = part->max[k] = NAN;
}

/* The part's counts are the field's, too, from now on. */
static void part_end(struct part *part)
{
	struct gs_field *field = part->field;
	for (size_t k = 0; k < field->n_scalars; k++) {
		field->min[k] = fmin(field->min[k], part->min[k]); /* fmin ignores a NaN */
		field->max[k] = fmax(field->max[k], part->max[k]);
	}
	field->n_active += part->n_active;
	field->n_nan += part->n_nan;
	field->n_inf += part->n_inf;
	g_free(part->min);
	g_free(part->max);
}

static void fill(struct part *part)
{
	struct part high = *part;
	part_begin(part);
	part_begin(&high);
	gs_in_halves(part->field->width, part->field->height, fill_rows, part, &high);
	part_end(part);
	part_end(&high);
}

struct gs_element *gs_debug_list_elements(const struct gs_debug *debug)
{
	size_t width = debug->target.width, n = width * debug->target.height;
	struct gs_element *elements = g_new0(struct gs_element, n + 1);
	for (size_t i = 0; i < n; i++)
		elements[i] = gs_debug_element(debug, i % width, i / width);
	return elements;
}

/* Of the first of each step x step elements; its values are still to be filled in. */
static struct gs_field *new_field(const struct gs_debug *debug,
	const struct gs_captured_value *value, unsigned step, bool floats, GError **error)
{
	size_t n = gs_type_scalars(&value->parsed->type);
	size_t pixels = (size_t)debug->target.width * debug->target.height;
	if (n > 4096 || pixels * n > (1u << 28)) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"'%s' has too many scalars for a whole image: ask for a part of it",
			value->text);
		return NULL;
	}
	struct gs_field *field = g_new0(struct gs_field, 1);
	field->width = (debug->target.width + step - 1) / step;
	field->height = (debug->target.height + step - 1) / step;
	field->planes = MAX(debug->target.planes, 1);
	if (debug->stage != GS_STAGE_FRAGMENT && step == 1)
		field->elements = gs_debug_list_elements(debug);
	field->type = value->parsed->type;
	field->type_name = gs_type_string(&field->type);
	field->expression = g_strdup(value->text);
	field->n_scalars = n;
	field->scalar_names = gs_debug_scalar_names(value->text, value->parsed);
	gs_field_reserve(field, floats);
	field->min = g_new(double, n);
	field->max = g_new(double, n);
	field->n_total = debug->n_total;
	for (size_t k = 0; k < n; k++)
		field->min[k] = field->max[k] = NAN;
	return field;
}

/* What was written is known of the path's present position alone. */
static void mark_undefined(struct gs_debug *debug, const struct gs_position *position,
	const struct gs_captured_value *value, struct gs_field *field)
{
	field->undefined = gs_debug_undefined(debug, value, false, &field->never_written_by);
	if (position != gs_path_position(debug->path))
		return;
	field->undefined_on_path = gs_debug_undefined(debug, value, true, &field->never_written_by);
	if (field->width == debug->target.width && field->height == debug->target.height)
		field->focus = (size_t)debug->focus_y * field->width + debug->focus_x;
	field->unwritten = field->undefined_on_path &&
			   !memchr(field->undefined_on_path, 0, field->n_scalars);
}

struct gs_field *gs_debug_values(struct gs_debug *debug, const struct gs_position *position,
	unsigned frame, const char *expression, unsigned step, GError **error)
{
	struct gs_captured_position *captured = gs_position_cache_get(
		debug->position_cache, position);
	struct gs_captured_value *value;
	if (!gs_position_cache_fetch(debug->position_cache, captured,
		    position->n_frames - 1 - frame, &expression, 1, false, &value, error))
		return NULL;
	if (value->error) {
		g_propagate_error(error, g_error_copy(value->error));
		return NULL;
	}
	bool floats;
	struct column *columns = find_columns(
		value, gs_type_scalars(&value->parsed->type), &floats);
	struct gs_field *field = columns ? new_field(debug, value, step, floats, error) : NULL;
	if (field) {
		fill(&(struct part){field, captured, value, columns, debug->target.width, step});
		mark_undefined(debug, position, value, field);
		field->dropped = gs_reads_dropped_uniform(&debug->info, value->parsed->root);
	}
	if (!columns)
		g_set_error(
			error, GS_ERROR, GS_ERROR_INTERNAL, "'%s' was not captured", expression);
	g_free(columns);
	return field;
}

/* passing: it does not come along at the next positions where images are large. */
static struct gs_field *ask_values(struct gs_session *session, const char *expression,
	unsigned step, bool passing, GError **error)
{
	if (!gs_session_need_values(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	struct gs_field *field = gs_debug_values(
		debug, gs_path_position(debug->path), debug->frame, expression, step, error);
	if (field)
		gs_debug_note_expression(debug, expression, !passing || gs_debug_is_small(debug));
	return field;
}

struct gs_field *gs_session_values(
	struct gs_session *session, const char *expression, GError **error)
{
	return ask_values(session, expression, 1, false, error);
}

struct gs_field *gs_session_glance(
	struct gs_session *session, const char *expression, unsigned step, GError **error)
{
	return ask_values(session, expression, step, false, error);
}

struct gs_field *gs_session_picture(
	struct gs_session *session, const char *expression, struct gs_rect *covered, GError **error)
{
	struct gs_field *field = ask_values(session, expression, 1, true, error);
	if (field)
		*covered = session->debug->plane_bounds;
	return field;
}

/* ---- masks ---- */

struct gs_mask *gs_session_mask(struct gs_session *session, GError **error)
{
	if (!gs_session_need_values(session, error))
		return NULL;
	struct gs_debug *debug = session->debug;
	const struct gs_site *site = gs_path_site(debug->path);
	if (!gs_debug_arrive(debug, error))
		return NULL;
	const struct gs_captured_position *captured = gs_position_cache_peek(
		debug->position_cache, gs_path_position(debug->path));
	size_t pixels = (size_t)debug->target.width * debug->target.height;
	struct gs_mask *mask = g_new0(struct gs_mask, 1);
	mask->width = debug->target.width;
	mask->height = debug->target.height;
	mask->flags = gs_image_memory_copy(captured->flags, pixels);
	for (size_t i = 0; i < pixels; i++)
		mask->flags[i] = (mask->flags[i] & ~GS_ELEMENT_COVERED) |
				 (debug->covered[i] ? GS_ELEMENT_COVERED : 0);
	mask->is_decision = site->is_decision && !gs_site_chooses(site);
	mask->is_loop = site->kind == GS_SITE_LOOP_TEST;
	mask->n_total = debug->n_total;
	mask->n_active = captured->n_active;
	mask->n_true = captured->n_true;
	mask->n_false = captured->n_false;
	mask->n_left = mask->is_loop ? captured->n_left : 0;
	uint64_t known = mask->n_true + mask->n_false + mask->n_left;
	mask->n_absent = mask->n_total > known ? mask->n_total - known : 0;
	return mask;
}
