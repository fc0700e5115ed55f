/* SPDX-License-Identifier: MIT */
/* Where the shader of the pending draw stands. */
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/request.h"
#include "debugger/session/start.h"
#include "debugger/session/shader/where.h"

void gs_where_clear(struct gs_where *where)
{
	g_free(where->text);
	g_free(where->function);
	g_free(where->frames);
	g_free(where->note);
	memset(where, 0, sizeof *where);
}

static const struct gs_site *frame_site(const struct gs_debug *debug, unsigned frame)
{
	const struct gs_position *position = gs_path_position(debug->path);
	return &debug->plan->sites[position->frame[frame].site];
}

/* What is marked at the end of a function is its closing brace. */
static void fill_span(const struct gs_site *site, struct gs_where *where)
{
	const struct gs_node *marked = site->marked;
	where->span = gs_node_span(marked);
	where->text = gs_node_source(marked);
	if (site->kind != GS_SITE_END || marked->first == marked->last)
		return;
	where->span = marked->unit->tokens[marked->last].span;
	g_free(where->text);
	where->text = g_strdup(marked->unit->tokens[marked->last].text);
}

void gs_debug_set_note(struct gs_debug *debug, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = g_strdup_vprintf(format, list);
	va_end(list);
	g_free(debug->move_note);
	debug->move_note = text;
}

static char *join_notes(const struct gs_debug *debug)
{
	const char *parts[5] = {NULL};
	unsigned n = 0;
	const struct gs_site *site = gs_path_site(debug->path);
	char *here = NULL;
	if (debug->move_note)
		parts[n++] = debug->move_note;
	if (debug->focus_here && gs_path_discarded(debug->path))
		parts[n++] = "the focus element has been discarded";
	if (!site->capturable)
		parts[n++] = here = g_strdup_printf(
			"nothing can be captured here (%s)", site->why ? site->why : "unknown");
	if (debug->moves == 0 && debug->note && *debug->note)
		parts[n++] = debug->note;
	char *text = g_strjoinv("; ", (char **)parts);
	g_free(here);
	return text;
}

void gs_debug_fill_where(struct gs_debug *debug, struct gs_where *where)
{
	const struct gs_position *position = gs_path_position(debug->path);
	unsigned selected = position->n_frames - 1 - debug->frame;
	const struct gs_site *site = frame_site(debug, selected);
	const struct gs_captured_position *captured = gs_position_cache_peek(
		debug->position_cache, position);
	memset(where, 0, sizeof *where);
	where->stage = debug->stage;
	where->finished = gs_path_finished(debug->path);
	where->reached = debug->reached;
	where->object = site->unit->index;
	where->n_objects = debug->shader->n_units;
	fill_span(site, where);
	where->kind = where->finished ? GS_SITE_END : site->kind;
	where->function = g_strdup(site->function->name);
	where->n_frames = position->n_frames;
	where->frame = debug->frame;
	where->frames = g_new(struct gs_where_frame, position->n_frames);
	for (unsigned i = 0; i < position->n_frames; i++) {
		const struct gs_site *s = frame_site(debug, i);
		where->frames[i].function = s->function->name;
		where->frames[i].line = s->kind == GS_SITE_END
						? s->unit->tokens[s->marked->last].span.line
						: gs_node_span(s->marked).line;
	}
	where->n_iterations = position->frame[selected].n_iterations;
	memcpy(where->iterations, position->frame[selected].iterations, sizeof where->iterations);
	where->total = debug->n_total;
	where->active = captured ? captured->n_active : 0;
	where->counted = captured || !gs_path_site(debug->path)->capturable;
	where->focus_x = debug->focus_x;
	where->focus_y = debug->focus_y;
	where->samples = debug->target.planes > 1 ? MAX(debug->target.samples, 1) : 1;
	where->layers = MAX(debug->target.planes, 1) / where->samples;
	where->fragment = gs_debug_session(debug)->operations.fragment;
	where->call_draws = debug->draws.draws;
	if (!debug->draws.all) {
		where->draw = debug->draws.draw;
		where->draws = debug->draws.draws;
	}
	where->focus = gs_debug_element(debug, debug->focus_x, debug->focus_y);
	where->focus_here = debug->focus_here;
	where->chooses = gs_site_chooses(gs_path_site(debug->path));
	where->is_decision = gs_path_site(debug->path)->is_decision && !where->chooses;
	where->is_loop = gs_path_site(debug->path)->kind == GS_SITE_LOOP_TEST;
	where->breakpoint = debug->breakpoint;
	where->holds_elsewhere = debug->breakpoint >= 0 && debug->holds_elsewhere;
	where->holds_x = debug->holds_x;
	where->holds_y = debug->holds_y;
	if (where->holds_elsewhere)
		where->holds_at = gs_debug_element(debug, debug->holds_x, debug->holds_y);
	where->note = join_notes(debug);
}

bool gs_session_where(struct gs_session *session, struct gs_where *where, GError **error)
{
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error) || !gs_debug_arrive(session->debug, error))
		return false;
	gs_debug_fill_where(session->debug, where);
	return true;
}

bool gs_session_select_frame(
	struct gs_session *session, unsigned frame, struct gs_where *where, GError **error)
{
	memset(where, 0, sizeof *where);
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return false;
	unsigned n = gs_path_position(session->debug->path)->n_frames;
	if (frame >= n) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no frame %u: frames are 0 (innermost) to %u (main)", frame,
			n - 1);
		return false;
	}
	session->debug->frame = frame;
	return gs_session_where(session, where, error);
}
