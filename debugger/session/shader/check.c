/* SPDX-License-Identifier: MIT */
/* Trust: what was captured of the focus pixel, beside what the draw writes without any of our text
 * in its shaders. */
#include <math.h>
#include <string.h>
#include "debugger/session/program/inspect.h"
#include "debugger/session/shader/operations.h"
#include "debugger/session/private.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/values.h"
#include "wire/inspect.h"

void gs_check_clear(struct gs_check *check)
{
	g_free(check->expression);
	g_free(check->why);
	g_free(check->element);
	memset(check, 0, sizeof *check);
}

static bool differs(double a, double b)
{
	return a != b && !(isnan(a) && isnan(b));
}

/* components: a bit each. */
static bool same(const double *a, const double *b, unsigned components)
{
	for (unsigned i = 0; i < 4; i++)
		if (components >> i & 1 && differs(a[i], b[i]))
			return false;
	return true;
}

/* The first cell of a field; what it lacks is 0, alpha 1. Returns what it has, a bit each. */
static unsigned take(const struct gs_field *field, double out[4])
{
	unsigned components = 0;
	for (unsigned i = 0; i < 4; i++)
		out[i] = i == 3 ? 1 : 0;
	for (size_t k = 0; k < field->n_scalars && k < 4; k++) {
		static const char names[] = "rgba";
		const char *at = strchr(names, field->scalar_names[k][0]);
		if (!at || !*at)
			continue;
		out[at - names] = field->values[k];
		components |= 1u << (at - names);
	}
	return components;
}

static const char *const reasons[] = {
	"it is blended with the framebuffer's colour",
	"a logic operation combines it with the framebuffer's colour",
	"the colour mask discards part of it",
	"it may be dithered",
	"it is encoded as sRGB",
	"alpha is set to one",
	"its alpha decides which samples it covers",
	"it is clamped and rounded to the bits that the buffer has",
	"the alpha test may reject it",
};

static void add_sentence(GString *why, const char *text)
{
	g_string_append_printf(why, "%s%s", why->len ? " " : "", text);
}

static void add_reasons(GString *why, uint64_t by)
{
	GString *list = g_string_new(NULL);
	for (unsigned i = 0; i < G_N_ELEMENTS(reasons); i++)
		if (by >> i & 1)
			g_string_append_printf(list, "%s%s", list->len ? "; " : "", reasons[i]);
	if (!list->len)
		g_string_append(list, "glstep does not know why");
	char *text = g_strdup_printf(
		"The framebuffer will not hold the colour that the shader gives: %s.", list->str);
	add_sentence(why, text);
	g_free(text);
	g_string_free(list, TRUE);
}

/* Takes what was captured of a colour; value may have more or other scalars than a colour. */
static void take_debugged(struct gs_check *check, const char *name, const struct gs_value *value)
{
	g_free(check->expression);
	check->expression = g_strdup(name);
	check->has_debugged = value->written;
	check->n = (unsigned)value->n_scalars;
	check->undefined = 0;
	for (size_t k = 0; k < value->n_scalars; k++) {
		check->debugged[k] = gs_scalar_number(&value->scalars[k]);
		if (value->undefined && value->undefined[k])
			check->undefined |= 1u << k;
	}
}

/* What has been captured for the colour: of the names that it may have, the first that was written.
 * False: there is none yet, or it has no name. */
static bool debugged_colour(struct gs_session *session, struct gs_check *check)
{
	const char *names[] = {
		gs_debug_colour_output(session->debug), "gl_FragColor", "gl_FragData[0]"};
	struct gs_where where;
	check->finished = gs_session_where(session, &where, NULL) && where.finished;
	gs_where_clear(&where);
	for (unsigned i = 0; check->finished && i < G_N_ELEMENTS(names) && !check->has_debugged;
		i++) {
		struct gs_value value = {0};
		char *type = NULL;
		if (names[i] && gs_session_print(session, names[i], &value, &type, NULL) &&
			value.n_scalars <= 4)
			take_debugged(check, names[i], &value);
		gs_value_clear(&value);
		g_free(type);
	}
	return check->has_debugged;
}

static bool read_pixel(struct gs_session *session, unsigned what, struct gs_check *check,
	unsigned *components, uint64_t *by, double out[4], GError **error)
{
	struct gs_drawn_location location = {
		.what = what, .layer = check->layer, .sample = check->sample};
	struct gs_rect area = {check->x, check->y, 1, 1};
	struct gs_field *field = gs_inspect_drawn(session, &location, &area, true, by, error);
	if (field) {
		*components = take(field, out);
		check->base = field->type.base;
	}
	gs_field_free(field);
	return field != NULL;
}

/* To eight bits or more, and not clamped. */
static bool is_rounded(const struct gs_check *check)
{
	const double most = 0.5 / 255 + 1e-6;
	for (unsigned i = 0; i < 4; i++)
		if (check->held >> i & 1 && !(fabs(check->output[i] - check->after[i]) <= most))
			return false;
	return true;
}

static void add_lacking(GString *why, const struct gs_check *check)
{
	static const char *const names[] = {"red", "green", "blue", "alpha"};
	GString *list = g_string_new(NULL);
	for (unsigned i = 0; i < 4; i++)
		if (!(check->held >> i & 1) && differs(check->output[i], check->after[i]))
			g_string_append_printf(list, "%sno %s", list->len ? ", " : "", names[i]);
	if (list->len)
		g_string_append_printf(
			why, "%sThe framebuffer has %s.", why->len ? " " : "", list->str);
	g_string_free(list, TRUE);
}

static const char *const undrawn = "GL will not execute this draw: the condition of "
				   "glBeginConditionalRender is not met.";

static void add_undefined(GString *why, const struct gs_check *check)
{
	GString *letters = g_string_new(NULL);
	for (unsigned k = 0; k < check->n; k++)
		if (check->undefined >> k & 1)
			g_string_append_c(letters, "xyzw"[k & 3]);
	if (check->has_debugged && letters->len)
		g_string_append_printf(why,
			"%sThe debugged fragment has not written %s.%s: what the draw gives there "
			"is undefined.",
			why->len ? " " : "", check->expression, letters->str);
	g_string_free(letters, TRUE);
}

/* The shader gives another colour than was captured, with the program's tests and of the fragment
 * that stays. */
static void add_difference(const struct gs_debug *debug, GString *why)
{
	char *unwritten = gs_unwritten_inputs_read(debug->unwritten_inputs);
	if (unwritten)
		g_string_append_printf(why,
			"The undebugged shader gives another colour than was captured: the shader "
			"reads %s, which the %s shader never writes, so that what is computed from "
			"it is undefined, and may differ from draw to draw.",
			unwritten, gs_stage_name(debug->stage_before));
	else
		add_sentence(why,
			"The undebugged shader gives another colour than was captured: several "
			"fragments of this draw may fall on the pixel, its result may differ from "
			"draw to draw, or glstep is wrong. Do not rely on the values shown.");
	g_free(unwritten);
}

/* What the framebuffer will hold cannot be told: that it is nothing is not said either. */
static void add_unknown(GString *why, struct gs_check *check, const GError *unknown)
{
	for (unsigned i = 0; i < 4; i++)
		check->after[i] = NAN;
	g_string_append_printf(why, "%sThe framebuffer is not compared: %s.", why->len ? " " : "",
		unknown->message);
}

/* unknown: why it is not known what the framebuffer will hold; NULL: it is. */
static void compare(
	struct gs_session *session, struct gs_check *check, uint64_t by, const GError *unknown)
{
	GString *why = g_string_new(NULL);
	unsigned debugged = check->has_debugged ? ((1u << check->n) - 1) & ~check->undefined : 0;
	check->same_output = same(check->debugged, check->output, debugged);
	check->same_after = same(check->output, check->after, check->held);
	if (!check->same_output && session->operations.fragment)
		add_sentence(why, "The captured fragment is the one you chose at this pixel, not "
				  "the one that stays visible.");
	else if (!check->same_output && gs_session_other_operations(session))
		add_sentence(why, "The captured colour was drawn with tests that differ from the "
				  "program's (`set test`, `set buffer`).");
	else if (!check->same_output)
		add_difference(session->debug, why);
	add_undefined(why, check);
	if (check->discarded)
		add_sentence(why, "The debugged fragment is discarded, and changes nothing: a "
				  "colour that the draw gives here comes from another one.");
	else if (check->finished && !check->has_debugged)
		add_sentence(why, "The debugged fragment has written no colour: what the draw "
				  "gives here is undefined.");
	if (unknown)
		add_unknown(why, check, unknown);
	else if (by & GS_BY_CONDITION)
		add_sentence(why, undrawn);
	else if (check->discarded)
		; /* what differs may be no colour of the shader */
	else if (!check->same_after && !(by & ~(uint64_t)(GS_BY_FIXED_POINT | GS_BY_DITHER)) &&
		 is_rounded(check))
		add_sentence(why, "The framebuffer will hold the same, rounded to the bits that "
				  "the buffer has.");
	else if (!check->same_after)
		add_reasons(why, by);
	if (!unknown)
		add_lacking(why, check);
	check->why = g_string_free(why, FALSE);
}

/* The grid of elements has the planes one above the other. */
static void find_pixel(const struct gs_debug *debug, struct gs_check *check)
{
	const struct gs_wire_debug *target = &debug->target;
	unsigned planes = MAX(target->planes, 1), samples = MAX(target->samples, 1),
		 rows = target->height / planes;
	unsigned plane = debug->focus_y / rows;
	check->x = debug->focus_x;
	check->y = debug->focus_y % rows;
	check->layer = plane / samples;
	check->sample = plane % samples;
	check->element = gs_debug_focus_text(debug);
}

bool gs_session_check(struct gs_session *session, struct gs_check *check, GError **error)
{
	uint64_t by = 0;
	unsigned given;
	memset(check, 0, sizeof *check);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	if (session->debug->stage != GS_STAGE_FRAGMENT) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"only fragment shaders write to the framebuffer: `shader fragment` first");
		return false;
	}
	check->n = 4;
	check->discarded = session->debug->focus_here && gs_path_discarded(session->debug->path);
	debugged_colour(session, check);
	gs_session_begin(session);
	find_pixel(session->debug, check);
	GError *unknown = NULL;
	bool good = read_pixel(session, GS_DRAWN_OUTPUT, check, &given, NULL, check->output, error);
	if (good && !read_pixel(session, GS_DRAWN_AFTER, check, &check->held, &by, check->after,
			    &unknown)) {
		good = g_error_matches(unknown, GS_ERROR, GS_ERROR_UNSUPPORTED);
		if (!good)
			g_propagate_error(error, g_steal_pointer(&unknown));
	}
	if (good)
		compare(session, check, by, unknown);
	else
		gs_check_clear(check);
	g_clear_error(&unknown);
	return good;
}
