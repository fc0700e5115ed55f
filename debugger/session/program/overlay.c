/* SPDX-License-Identifier: MIT */
#include "debugger/session/program/overlay.h"

#include <string.h>
#include "debugger/base/count-text.h"
#include "debugger/session/program/in-use.h"
#include "debugger/session/program/inspect.h"
#include "wire/inspect.h"

const char *const gs_overlay_names[GS_N_OVERLAYS] = {[GS_OVERLAY_WIREFRAME] = "wireframe",
	[GS_OVERLAY_OVERDRAW] = "overdraw",
	[GS_OVERLAY_DEPTH] = "depth",
	[GS_OVERLAY_STENCIL] = "stencil"};

/* ---- the numbers ---- */

static struct gs_field *redraw(struct gs_session *session, enum gs_drawn what,
	enum gs_pixel_test untested, struct gs_overlay_figures *figures, GError **error)
{
	const struct gs_drawn_location location = {.what = what, .untested = untested};
	uint64_t by = 0;
	struct gs_field *field = gs_inspect_drawn(session, &location, NULL, true, &by, error);
	figures->undrawn = field && by & GS_BY_CONDITION;
	return field;
}

/* Where more fragments come to a test than pass it, those have failed. */
static struct gs_field *ask_test(struct gs_session *session, enum gs_pixel_test first,
	enum gs_pixel_test behind, struct gs_overlay_figures *figures, GError **error)
{
	struct gs_field *come = redraw(session, GS_DRAWN_COVERED, first, figures, error);
	struct gs_field *passed = come ? redraw(session, GS_DRAWN_COVERED, behind, figures, error)
				       : NULL;
	size_t n = come ? (size_t)come->width * come->height : 0;
	bool is_same = passed && passed->width == come->width && passed->height == come->height;
	for (size_t i = 0; is_same && i < n; i++) {
		bool passes = passed->values[i] > 0;
		come->values[i] = passes		? GS_OVERLAY_PASSED
				  : come->values[i] > 0 ? GS_OVERLAY_FAILED
							: GS_OVERLAY_NONE;
		figures->passed += passes;
		figures->failed += come->values[i] == GS_OVERLAY_FAILED;
	}
	gs_field_free(passed);
	if (!is_same)
		g_clear_pointer(&come, gs_field_free);
	return come;
}

static struct gs_field *ask(struct gs_session *session, enum gs_overlay overlay,
	struct gs_overlay_figures *figures, GError **error)
{
	if (overlay == GS_OVERLAY_WIREFRAME)
		return redraw(session, GS_DRAWN_LINES, GS_PIXEL_STENCIL, figures, error);
	if (overlay == GS_OVERLAY_OVERDRAW)
		return redraw(session, GS_DRAWN_COUNTED, GS_PIXEL_COVERED, figures, error);
	bool is_depth = overlay == GS_OVERLAY_DEPTH;
	return ask_test(session, is_depth ? GS_PIXEL_DEPTH : GS_PIXEL_STENCIL,
		is_depth ? GS_PIXEL_COVERED : GS_PIXEL_DEPTH, figures, error);
}

static void finish(enum gs_overlay overlay, struct gs_field *field, struct gs_overlay_figures *f)
{
	size_t n = (size_t)field->width * field->height;
	for (size_t i = 0; i < n; i++) {
		if (overlay == GS_OVERLAY_WIREFRAME)
			field->values[i] = field->values[i] > 0;
		uint64_t number = (uint64_t)field->values[i];
		f->pixels += number > 0;
		f->fragments += overlay == GS_OVERLAY_OVERDRAW ? number : 0;
		f->most = MAX(f->most, number);
		if (field->bits)
			field->bits[i] = number;
	}
	g_free(field->expression);
	field->expression = g_strdup(gs_overlay_names[overlay]);
	gs_field_count(field);
}

struct gs_field *gs_session_overlay(struct gs_session *session, enum gs_overlay overlay,
	struct gs_overlay_figures *figures, GError **error)
{
	memset(figures, 0, sizeof *figures);
	gs_session_begin(session);
	struct gs_field *field = ask(session, overlay, figures, error);
	if (field)
		finish(overlay, field, figures);
	return field;
}

char *gs_overlay_text(enum gs_overlay overlay, const struct gs_overlay_figures *f)
{
	GString *text = g_string_new(f->undrawn ? GS_UNDRAWN ", " : NULL);
	if (overlay == GS_OVERLAY_WIREFRAME) {
		g_string_append(text, "edges at ");
		gs_text_count(text, f->pixels, "pixel", "pixels");
	} else if (overlay == GS_OVERLAY_OVERDRAW) {
		gs_text_count(text, f->fragments, "fragment at ", "fragments at ");
		gs_text_count(text, f->pixels, "pixel", "pixels");
		if (f->most > 1)
			g_string_append_printf(text, ", at most %" G_GUINT64_FORMAT "%s at one",
				(guint64)f->most, f->most == 255 ? " or more" : "");
	} else {
		g_string_append_printf(text, "%s test: ", gs_overlay_names[overlay]);
		gs_text_count(text, f->passed, "pixel passes", "pixels pass");
		g_string_append(text, ", ");
		gs_text_count(text, f->failed, "fails", "fail");
	}
	return g_string_free(text, FALSE);
}

/* ---- the picture ---- */

/* From blue, over green and yellow, to red, as 1 to most. */
static void set_heat(uint8_t pixel[4], double number, double most)
{
	static const double stops[][3] = {
		{40, 80, 220}, {30, 180, 90}, {250, 220, 40}, {220, 30, 30}};
	double at = most > 1 ? (number - 1) / (most - 1) * (G_N_ELEMENTS(stops) - 1) : 0;
	size_t from = MIN((size_t)at, G_N_ELEMENTS(stops) - 2);
	for (unsigned k = 0; k < 3; k++)
		pixel[k] = (uint8_t)(stops[from][k] +
				     (stops[from + 1][k] - stops[from][k]) * (at - (double)from));
}

static void set_colour(enum gs_overlay overlay, uint8_t pixel[4], double number, double most)
{
	static const uint8_t line[3] = {90, 255, 90}, failed[3] = {220, 40, 40},
			     passed[3] = {40, 170, 60};
	if (overlay == GS_OVERLAY_OVERDRAW)
		set_heat(pixel, number, most);
	else
		memcpy(pixel,
			overlay == GS_OVERLAY_WIREFRAME ? line
			: number == GS_OVERLAY_PASSED	? passed
							: failed,
			3);
}

void gs_overlay_paint(
	enum gs_overlay overlay, const struct gs_field *field, struct gs_picture *picture)
{
	enum { GREY_PARTS = 8 };
	size_t width = picture->width, n = width * picture->height, size;
	uint8_t *bytes = g_bytes_unref_to_data(g_steal_pointer(&picture->rgba), &size);
	double most = field->max[0];
	for (size_t i = 0; i < n; i++) {
		uint8_t *pixel = bytes + 4 * i;
		size_t row = picture->height - 1 - i / width;
		double number = field->values[row * width + i % width];
		unsigned grey = (pixel[0] * 2u + pixel[1] * 5u + pixel[2]) / (2 * GREY_PARTS);
		memset(pixel, (int)grey, 3);
		pixel[3] = UINT8_MAX;
		if (number > 0)
			set_colour(overlay, pixel, number, most);
	}
	picture->rgba = g_bytes_new_take(bytes, size);
}
