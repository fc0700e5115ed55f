/* SPDX-License-Identifier: MIT */
#include "debugger/session/sanitize.h"
#include <string.h>
#include "debugger/calls/names.h"
#include "debugger/engine/engine.h"
#include "debugger/session/private.h"
#include "debugger/session/program/in-use.h"
#include "debugger/session/request.h"
#include "debugger/session/run.h"
#include "debugger/session/shader/shader.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"

/* ---- findings ---- */

static void free_finding(gpointer data)
{
	struct gs_finding *f = data;
	g_free(f->label);
	g_free(f->file);
	g_free(f->expression);
	g_free(f->function);
	g_free(f->text);
	g_free(f->first_name);
	g_free(f->worst_name);
	gs_fault_element_clear(&f->first);
	gs_fault_element_clear(&f->worst);
	g_free(f);
}

static void clear_reason(gpointer data)
{
	struct gs_not_looked_at *reason = data;
	g_free(reason->why);
}

struct gs_findings *gs_findings_new(void)
{
	struct gs_findings *findings = g_new0(struct gs_findings, 1);
	findings->list = g_ptr_array_new_with_free_func(free_finding);
	findings->not_looked_at = g_array_new(FALSE, FALSE, sizeof(struct gs_not_looked_at));
	g_array_set_clear_func(findings->not_looked_at, clear_reason);
	return findings;
}

void gs_findings_free(struct gs_findings *findings)
{
	if (!findings)
		return;
	g_ptr_array_unref(findings->list);
	g_array_unref(findings->not_looked_at);
	g_free(findings);
}

static void note_reason(struct gs_findings *findings, const char *why)
{
	for (guint i = 0; i < findings->not_looked_at->len; i++) {
		struct gs_not_looked_at *reason = &g_array_index(
			findings->not_looked_at, struct gs_not_looked_at, i);
		if (strcmp(reason->why, why) == 0) {
			reason->draws++;
			return;
		}
	}
	const struct gs_not_looked_at reason = {g_strdup(why), 1};
	g_array_append_val(findings->not_looked_at, reason);
}

/* ---- one stage of a draw ---- */

/* Return the text of the line, without white space at its ends; g_free. */
static char *line_of(const struct gs_debug *debug, const struct gs_fault *fault)
{
	return g_strstrip(gs_unit_line(debug->shader->units[fault->object], fault->line));
}

static bool is_of(const struct gs_finding *f, enum gs_stage stage, const struct gs_fault *fault,
	const char *text)
{
	return f->kind == fault->kind && f->stage == stage && f->object == fault->object &&
	       f->line == fault->line && f->column == fault->column &&
	       strcmp(f->expression, fault->expression) == 0 && strcmp(f->text, text) == 0;
}

static struct gs_finding *find(const struct gs_findings *findings, enum gs_stage stage,
	const struct gs_fault *fault, const char *text)
{
	for (guint i = 0; i < findings->list->len; i++) {
		struct gs_finding *f = findings->list->pdata[i];
		if (is_of(f, stage, fault, text))
			return f;
	}
	return NULL;
}

static char *element_name(const struct gs_debug *debug, const struct gs_fault_element *element)
{
	return gs_debug_element_text(debug, element->x, element->y);
}

/* Takes the elements of the fault. */
static struct gs_finding *new_finding(
	struct gs_session *session, const struct gs_stop *stop, struct gs_fault *fault, char *text)
{
	const struct gs_debug *debug = session->debug;
	struct gs_finding *f = g_new0(struct gs_finding, 1);
	f->kind = fault->kind;
	f->stage = debug->stage;
	f->program = debug->info.program;
	f->shader = debug->shader->units[fault->object]->object;
	f->file = g_strdup("");
	f->object = fault->object;
	f->line = fault->line;
	f->column = fault->column;
	f->expression = g_strdup(fault->expression);
	f->function = g_strdup(fault->function);
	f->text = text;
	f->message = fault->message;
	f->section = fault->section;
	f->advice = fault->advice;
	f->frame = stop->frame;
	f->draw = stop->draw;
	f->call = stop->call.index;
	f->first_name = element_name(debug, &fault->first);
	if (fault->worst.times)
		f->worst_name = element_name(debug, &fault->worst);
	f->first = fault->first;
	f->worst = fault->worst;
	memset(&fault->first, 0, sizeof fault->first);
	memset(&fault->worst, 0, sizeof fault->worst);
	return f;
}

static void add(struct gs_session *session, const struct gs_stop *stop, struct gs_faults *faults,
	struct gs_findings *findings)
{
	for (size_t i = 0; i < faults->n_faults; i++) {
		struct gs_fault *fault = &faults->faults[i];
		char *text = line_of(session->debug, fault);
		struct gs_finding *f = find(findings, session->debug->stage, fault, text);
		if (f)
			g_free(text);
		else
			g_ptr_array_add(
				findings->list, f = new_finding(session, stop, fault, text));
		f->elements += fault->elements;
		f->of += faults->elements;
		f->draws++;
	}
}

/* Values are asked for of faults that are not known yet. */
static bool has_new(struct gs_session *session, const struct gs_findings *findings,
	const struct gs_faults *faults)
{
	bool is_new = false;
	for (size_t i = 0; i < faults->n_faults && !is_new; i++) {
		g_autofree char *text = line_of(session->debug, &faults->faults[i]);
		is_new = !find(findings, session->debug->stage, &faults->faults[i], text);
	}
	return is_new;
}

/* Return false if nothing more can be asked. What runs no shader has nothing to look at. */
static bool fail(GError *failure, struct gs_findings *findings, GError **error)
{
	if (gs_error_is_fatal(failure)) {
		g_propagate_error(error, failure);
		return false;
	}
	if (failure->code != GS_ERROR_NOT_COVERED && failure->code != GS_ERROR_NO_PROGRAM)
		note_reason(findings, failure->message);
	g_error_free(failure);
	return true;
}

static bool look_at_stage(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, enum gs_stage stage, bool *looked, struct gs_findings *findings,
	GError **error)
{
	GError *failure = NULL;
	if (!gs_session_begin_elements(session, stage, &failure))
		return fail(failure, findings, error);
	struct gs_faults *faults = gs_session_faults(session, wish->kinds, false, &failure);
	if (faults && has_new(session, findings, faults)) {
		findings->redrawn += faults->n_draws;
		gs_faults_free(faults);
		faults = gs_session_faults(session, wish->kinds, true, &failure);
	}
	if (!faults)
		return fail(failure, findings, error);
	*looked = true;
	findings->redrawn += faults->n_draws;
	add(session, stop, faults, findings);
	gs_faults_free(faults);
	return true;
}

/* ---- draws ---- */

/* Get a bit for each stage of the program in use. */
static bool find_stages(struct gs_session *session, unsigned *stages, GError **error)
{
	struct gs_program_info info;
	*stages = 0;
	if (!gs_session_program(session, &info, error))
		return false;
	for (size_t i = 0; i < info.n_sources; i++)
		*stages |= 1u << info.sources[i].stage;
	gs_program_info_clear(&info);
	return true;
}

static bool look(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, struct gs_findings *findings, GError **error)
{
	GError *failure = NULL;
	unsigned stages;
	bool looked = false, good = true;
	if (!find_stages(session, &stages, &failure))
		return fail(failure, findings, error);
	for (unsigned i = 0; i < GS_N_STAGES && good; i++)
		if (stages & wish->stages & 1u << i)
			good = look_at_stage(
				session, wish, stop, (enum gs_stage)i, &looked, findings, error);
	findings->looked_at += looked;
	return good && gs_session_leave_any_shader(session, error);
}

bool gs_session_look_at_draw(struct gs_session *session, const struct gs_sanitize_wish *wish,
	struct gs_findings *findings, GError **error)
{
	struct gs_stop stop;
	gs_session_begin(session);
	if (!gs_session_leave_any_shader(session, error) || !gs_session_need_draw(session, error))
		return false;
	memset(&stop, 0, sizeof stop);
	gs_session_fill_stop(session, &stop);
	findings->draws++;
	bool good = look(session, wish, &stop, findings, error);
	gs_stop_clear(&stop);
	return good;
}

bool gs_session_sanitize(struct gs_session *session, const struct gs_sanitize_wish *wish,
	struct gs_findings *findings, struct gs_stop *stop, GError **error)
{
	bool good = gs_session_stop_now(session, stop, error);
	session->keeps_variants = true;
	while (good && stop->kind != GS_STOP_EXITED && stop->frame <= wish->last) {
		bool wanted = stop->is_draw && stop->frame >= wish->first &&
			      findings->draws++ % wish->every == 0;
		good = !wanted || look(session, wish, stop, findings, error);
		gs_stop_clear(stop);
		good = good && gs_session_run(session, GS_RUN_DRAW, 1, NULL, stop, error);
	}
	findings->frames = stop->frame;
	session->keeps_variants = false;
	if (session->life == GS_LIFE_STOPPED) /* they go */
		gs_session_request(session, GS_REQUEST_DEBUG_END, NULL, NULL, NULL, NULL);
	return good;
}
