/* SPDX-License-Identifier: MIT */
#include "ui/images/image-text.h"

#include <math.h>
#include <string.h>
#include "frontend/value-node.h"

enum { MAX_SCALARS = 16 };

const struct gs_field *gs_image_first_field(const struct gs_image_channel channel[3])
{
	for (int i = 0; i < 3; i++)
		if (channel[i].field)
			return channel[i].field;
	return NULL;
}

static bool has(const struct gs_field *field, unsigned x, unsigned y)
{
	return field && x < field->width && y < field->height;
}

/* Return channel i's field if no channel before it has the same, else NULL. */
static const struct gs_field *new_field(const struct gs_image_channel channel[3], int i)
{
	for (int k = 0; k < i; k++)
		if (channel[k].field == channel[i].field)
			return NULL;
	return channel[i].field;
}

static size_t cell(const struct gs_field *field, unsigned x, unsigned y)
{
	return (size_t)y * field->width + x;
}

static double value(const struct gs_field *field, size_t at, size_t k)
{
	return field->values[at * field->n_scalars + k];
}

static char *exact(const struct gs_field *field, size_t at, size_t k)
{
	const struct gs_scalar scalar = gs_field_scalar(field, at, k);
	return gs_field_is_undefined(field, at, k) ? g_strdup(GS_UNDEFINED_TEXT)
						   : gs_scalar_text(&scalar);
}

/* Return the difference of a scalar of two cells: of floats as a float; of 64-bit integers with all
 * digits, which a double lacks; g_free. */
static char *difference(const struct gs_field *field, const size_t at[2], size_t k)
{
	struct gs_scalar a = gs_field_scalar(field, at[0], k), b = gs_field_scalar(field, at[1], k);
	bool is_natural = a.base == GS_BASE_UINT64 && b.base == GS_BASE_UINT64;
	if (!is_natural && !(a.base == GS_BASE_INT64 && b.base == GS_BASE_INT64)) {
		double d = value(field, at[0], k) - value(field, at[1], k);
		const struct gs_scalar scalar = gs_number_scalar(
			a.base, a.base == GS_BASE_FLOAT ? (float)d : d);
		return gs_scalar_text(&scalar);
	}
	bool is_less = is_natural ? a.natural < b.natural : a.integer < b.integer;
	guint64 distance = is_less ? b.natural - a.natural : a.natural - b.natural;
	return g_strdup_printf("%s%" G_GUINT64_FORMAT, is_less ? "-" : "", distance);
}

static const char *who(unsigned flags)
{
	return flags & GS_ELEMENT_LEFT	    ? "left before"
	       : !(flags & GS_ELEMENT_HERE) ? "not here"
	       : flags & GS_ELEMENT_TRUE    ? "true"
	       : flags & GS_ELEMENT_FALSE   ? "false"
					    : "here";
}

char *gs_image_position_text(const struct gs_image_planes *planes, unsigned x, unsigned y)
{
	unsigned rows = planes->rows, plane = rows ? y / rows : 0;
	GString *text = g_string_new(NULL);
	g_string_append_printf(text, "%u, %u", x, rows ? y % rows : y);
	if (rows && planes->layers > 1)
		g_string_append_printf(text, ", layer %u", plane / planes->samples);
	if (rows && planes->samples > 1)
		g_string_append_printf(text, ", sample %u", plane % planes->samples);
	return g_string_free(text, FALSE);
}

char *gs_image_pixel_text(const struct gs_image_channel channel[3], const struct gs_mask *mask,
	const struct gs_image_planes *planes, unsigned x, unsigned y)
{
	g_autofree char *position = gs_image_position_text(planes, x, y);
	GString *text = g_string_new(position);
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = new_field(channel, i);
		if (!has(field, x, y))
			continue;
		g_string_append_printf(text, "   %s = ", field->expression);
		if (!field->active[cell(field, x, y)])
			g_string_append(text, "not here");
		else
			for (size_t k = 0; k < field->n_scalars && k < MAX_SCALARS; k++) {
				g_autofree char *number = exact(field, cell(field, x, y), k);
				g_string_append_printf(text, "%s%s", k ? ", " : "", number);
			}
	}
	if (!gs_image_first_field(channel) && mask && x < mask->width && y < mask->height)
		g_string_append_printf(
			text, "   %s", who(mask->flags[(size_t)y * mask->width + x]));
	return g_string_free(text, FALSE);
}

static char *compared(const struct gs_field *field, int what, const size_t at[2], size_t k)
{
	bool first = gs_field_is_undefined(field, at[0], k),
	     second = gs_field_is_undefined(field, at[1], k);
	if (what == 0 ? first : what == 1 ? second : first || second)
		return g_strdup(GS_UNDEFINED_TEXT);
	return what < 2 ? exact(field, at[what], k) : difference(field, at, k);
}

static bool is_there(const struct gs_field *field, int what, const size_t at[2])
{
	return what < 2 ? field->active[at[what]] : field->active[at[0]] && field->active[at[1]];
}

/* Return a column's width in characters. */
static int width_of(const struct gs_field *field, const size_t at[2], size_t k)
{
	int width = 12;
	for (int what = 0; what < 3; what++) {
		g_autofree char *text = is_there(field, what, at) ? compared(field, what, at, k)
								  : NULL;
		width = MAX(width, text ? (int)strlen(text) : 0);
	}
	return width;
}

/* Append a row of the table of two pixels; what: 0 the first, 1 the second, 2 the difference. */
static void append_row(
	GString *text, const struct gs_image_channel channel[3], int what, size_t at[2])
{
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = new_field(channel, i);
		if (!field)
			continue;
		g_string_append_printf(text, "   %s", what < 2 ? field->expression : "");
		if (what == 2)
			g_string_append_printf(
				text, "%*s", (int)g_utf8_strlen(field->expression, -1), "");
		bool there = is_there(field, what, at);
		if (!there)
			g_string_append(text, what < 2 ? "  not here" : "");
		for (size_t k = 0; there && k < field->n_scalars && k < MAX_SCALARS; k++) {
			g_autofree char *shown = compared(field, what, at, k);
			g_string_append_printf(text, "  %*s", width_of(field, at, k), shown);
		}
	}
}

char *gs_image_compared_text(const struct gs_image_channel channel[3],
	const struct gs_image_planes *planes, unsigned x, unsigned y, unsigned pinned_x,
	unsigned pinned_y)
{
	static const char *const heads[] = {"pointer", "pinned", "difference"};
	const unsigned positions[2][2] = {{x, y}, {pinned_x, pinned_y}};
	const struct gs_field *field = gs_image_first_field(channel);
	if (!has(field, x, y) || !has(field, pinned_x, pinned_y))
		return gs_image_pixel_text(channel, NULL, planes, x, y);
	size_t at[2] = {cell(field, x, y), cell(field, pinned_x, pinned_y)};
	GString *text = g_string_new(NULL);
	for (int what = 0; what < 3; what++) {
		g_autofree char *position = what < 2 ? gs_image_position_text(planes,
							       positions[what][0],
							       positions[what][1])
						     : g_strdup("");
		g_string_append_printf(
			text, "%s%-10s %12s", what ? "\n" : "", heads[what], position);
		append_row(text, channel, what, at);
	}
	return g_string_free(text, FALSE);
}

char *gs_image_cell_text(const struct gs_image_channel channel[3], unsigned x, unsigned y)
{
	GString *text = NULL;
	for (int i = 0; i < 3; i++) {
		const struct gs_field *field = channel[i].field;
		bool again = i > 0 && field == channel[i - 1].field &&
			     channel[i].scalar == channel[i - 1].scalar;
		if (again || !has(field, x, y) || !field->active[cell(field, x, y)])
			continue;
		size_t at = cell(field, x, y), k = channel[i].scalar;
		const struct gs_scalar scalar = gs_field_scalar(field, at, k);
		g_autofree char *number = gs_field_is_undefined(field, at, k)
						  ? g_strdup("undef.")
						  : gs_scalar_brief(&scalar, 4);
		text = text ? text : g_string_new(NULL);
		g_string_append_printf(text, "%s%s", text->len ? "\n" : "", number);
	}
	return text ? g_string_free(text, FALSE) : NULL;
}

char *gs_image_range_text(const struct gs_image_channel *channel, double number)
{
	struct gs_scalar ends[2];
	gs_field_range(channel->field, channel->scalar, &ends[0], &ends[1]);
	struct gs_scalar shown = gs_number_scalar(ends[0].base, number);
	for (int i = 0; i < 2; i++)
		if (gs_scalar_number(&ends[i]) == number)
			shown = ends[i];
	return gs_scalar_text(&shown);
}

char *gs_image_field_statistics(const struct gs_field *field)
{
	GString *text = g_string_new(NULL);
	g_string_append_printf(text, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " here",
		(guint64)field->n_active, (guint64)field->n_total);
	if (field->n_nan)
		g_string_append_printf(
			text, "\nNaN: %" G_GUINT64_FORMAT " (magenta)", (guint64)field->n_nan);
	if (field->n_inf)
		g_string_append_printf(
			text, "\nInf: %" G_GUINT64_FORMAT " (cyan)", (guint64)field->n_inf);
	return g_string_free(text, FALSE);
}

char *gs_image_mask_statistics(const struct gs_mask *mask, bool condition)
{
	if (condition)
		return g_strdup(mask->is_loop ? "green: stays in the loop\nred: ends the loop "
						"now\norange: left it before\ncheckered: not here"
					      : "green: true\nred: false\ncheckered: not here");
	return g_strdup_printf("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			       " here\nlight: here\ncheckered: not here",
		(guint64)mask->n_active, (guint64)mask->n_total);
}
