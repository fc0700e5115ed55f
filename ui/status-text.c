/* SPDX-License-Identifier: MIT */
#include "ui/status-text.h"

#include <string.h>
#include "debugger/session/session.h"

enum {
	QUIET = 2,  /* seconds without a GL call, which a program that draws does not reach */
	UNDRAWN = 4 /* seconds without a draw call; the program may be loading */
};

static bool is_quiet(const struct gs_ui_state *s)
{
	return s->work.busy && s->work.slow && s->work.program_runs && s->work.quiet_for >= QUIET &&
	       s->work.keeping != GS_KEEPING_WRITES;
}

/* Return whether the program is in one call for a long time. */
static bool is_inside(const struct gs_ui_state *s)
{
	return is_quiet(s) && s->work.inside && s->work.inside_for >= QUIET;
}

/* Return whether the program calls GL, but has not drawn for a while. Return false for a trace,
 * whose player goes on by itself. */
static bool is_undrawn(const struct gs_ui_state *s)
{
	return s->work.busy && s->work.slow && s->work.program_runs && !s->is_trace &&
	       s->work.undrawn_for >= UNDRAWN && s->work.keeping != GS_KEEPING_WRITES;
}

static char *keeping_text(const struct gs_ui_state *s)
{
	if (s->work.keeping == GS_KEEPING_WRITES)
		return g_strdup_printf("Keeping frame %" G_GUINT64_FORMAT
				       ": writing what it needs…",
			(guint64)s->work.keeping_frame);
	if (is_inside(s))
		return g_strdup_printf("Running to frame %" G_GUINT64_FORMAT ": in %s for %u s",
			(guint64)s->work.keeping_frame, s->work.inside, s->work.inside_for);
	if (is_quiet(s))
		return g_strdup_printf("Running to frame %" G_GUINT64_FORMAT
				       ": no GL call for %u s, make the program draw",
			(guint64)s->work.keeping_frame, s->work.quiet_for);
	if (is_undrawn(s))
		return g_strdup_printf("Running to frame %" G_GUINT64_FORMAT
				       ": nothing drawn for %u s, make the program draw",
			(guint64)s->work.keeping_frame, s->work.undrawn_for);
	return g_strdup_printf(
		"Running to frame %" G_GUINT64_FORMAT "…", (guint64)s->work.keeping_frame);
}

/* Return advice to append if the user waits for something that the program does (not for its
 * start), else "". */
static const char *advice(const struct gs_ui_state *s)
{
	bool waits = g_str_has_prefix(s->work.doing, "Running to ") ||
		     !strcmp(s->work.doing, GS_DOING_PIXEL_HISTORY);
	return waits && !s->is_trace ? "; it may wait to be used: do something in its window" : "";
}

static char *paused_text(const struct gs_stop *stop)
{
	g_autofree char *where = gs_stop_outside_text(stop);
	return g_strdup_printf("Paused %s", where);
}

char *gs_status_text(const struct gs_ui_state *s)
{
	if (!s->session)
		return g_strdup("No program");
	if (s->work.busy && s->work.slow && s->work.keeping)
		return keeping_text(s);
	if (is_inside(s))
		return g_strdup_printf(
			"%s: in %s for %u s", s->work.doing, s->work.inside, s->work.inside_for);
	if (is_quiet(s))
		return g_strdup_printf(
			"%s: no GL call for %u s%s", s->work.doing, s->work.quiet_for, advice(s));
	if (is_undrawn(s))
		return g_strdup_printf("%s: no draw and no frame for %u s%s", s->work.doing,
			s->work.undrawn_for, advice(s));
	if (s->work.busy && s->work.slow)
		return g_strdup_printf("%s…", s->work.doing);
	if (s->is_opening)
		return g_strdup("Opening the trace…");
	if (s->is_trace && !s->alive && !s->has_stop)
		return g_strdup_printf("A trace of %" G_GUINT64_FORMAT
				       " calls: double-click one to play up to it",
			(guint64)gs_calls_count(s->session));
	if (!s->alive)
		return g_strdup(gs_ui_state_end(s));
	if (s->in_shader && s->where.frame > 0)
		return g_strdup("Looking from a calling function");
	if (s->in_shader && s->where.breakpoint >= 0)
		return g_strdup_printf("At breakpoint %d", s->where.breakpoint);
	if (s->in_shader)
		return g_strdup(s->where.finished ? "At the end of the shader"
						  : "Before the marked expression");
	if (s->has_stop && s->stop.outside_gl)
		return paused_text(&s->stop);
	if (s->has_stop && s->stop.has_call && s->stop.kind == GS_STOP_ERROR)
		return g_strdup_printf("After call %" G_GUINT64_FORMAT ", %s, which raised %s",
			(guint64)s->stop.call.index, s->stop.call.name,
			gs_gl_error_name(s->stop.gl_error));
	if (s->has_stop && s->stop.has_call) {
		g_autofree char *before = s->stop.kind == GS_STOP_BREAKPOINT
						  ? g_strdup_printf("At breakpoint %d, before",
							    s->stop.breakpoint)
						  : g_strdup("Before");
		return g_strdup_printf("%s call %" G_GUINT64_FORMAT ", %s%s", before,
			(guint64)s->stop.call.index, s->stop.call.name,
			gs_stop_list_text(&s->stop));
	}
	return g_strdup(s->has_stop ? "Stopped" : "Starting");
}

const char *gs_status_tip(const struct gs_ui_state *s)
{
	return is_inside(s)  ? "The call has not returned yet: it draws, compiles, or waits for "
			       "something. "
			       "Pause stops the program in it."
	       : is_quiet(s) ? "The program waits. Many programs draw only when they are used: do "
			       "something in its window, or press Pause."
	       : is_undrawn(s)
		       ? "The program calls GL, and draws nothing. Many programs draw only when "
			 "they are used: do something in its window, or press Pause."
		       : NULL;
}
