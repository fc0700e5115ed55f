/* SPDX-License-Identifier: MIT */
#include "debugger/session/sanitize.h"
#include <string.h>
#include "data/draw.h"
#include "debugger/engine/engine.h"
#include "debugger/session/confirm.h"
#include "debugger/session/private.h"
#include "debugger/session/program/in-use.h"
#include "debugger/session/request.h"
#include "debugger/session/run.h"
#include "debugger/session/shader/shader.h"
#include "debugger/session/start.h"
#include "debugger/session/stop.h"
#include "debugger/session/wait.h"

/* ---- findings ---- */

static void free_finding(gpointer data)
{
	struct gs_finding *f = data;
	g_free(f->label);
	g_array_unref(f->programs);
	g_free(f->file);
	g_free(f->expression);
	g_free(f->function);
	g_free(f->text);
	g_free(f->first_name);
	g_free(f->worst_name);
	g_strfreev(f->commands);
	g_free(f->why);
	g_free(f->kept);
	g_free(f->command);
	gs_fault_element_clear(&f->first);
	gs_fault_element_clear(&f->worst);
	g_free(f);
}

static void free_source(gpointer data)
{
	struct gs_sanitized_source *source = data;
	g_free(source->name);
	g_free(source->text);
	g_free(source);
}

static void free_stage(gpointer data)
{
	struct gs_sanitized_stage *stage = data;
	g_free(stage->label);
	g_free(stage->why);
	g_free(stage);
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
	findings->sources = g_ptr_array_new_with_free_func(free_source);
	findings->stages = g_ptr_array_new_with_free_func(free_stage);
	findings->notes = g_ptr_array_new_with_free_func(g_free);
	findings->not_looked_at = g_array_new(FALSE, FALSE, sizeof(struct gs_not_looked_at));
	g_array_set_clear_func(findings->not_looked_at, clear_reason);
	return findings;
}

void gs_findings_free(struct gs_findings *findings)
{
	if (!findings)
		return;
	g_ptr_array_unref(findings->list);
	g_ptr_array_unref(findings->sources);
	g_ptr_array_unref(findings->stages);
	g_ptr_array_unref(findings->notes);
	g_array_unref(findings->not_looked_at);
	g_free(findings);
}

static void note_reason(struct gs_findings *findings, const char *why)
{
	for (guint i = 0; i < findings->not_looked_at->len; i++) {
		struct gs_not_looked_at *reason = &g_array_index(
			findings->not_looked_at, struct gs_not_looked_at, i);
		if (strcmp(reason->why, why) == 0) {
			reason->draws += reason->last != findings->draws;
			reason->last = findings->draws;
			return;
		}
	}
	const struct gs_not_looked_at reason = {g_strdup(why), 1, findings->draws};
	g_array_append_val(findings->not_looked_at, reason);
}

/* A sentence is told once. */
static void note(struct gs_findings *findings, char *text)
{
	for (guint i = 0; i < findings->notes->len; i++)
		if (strcmp(findings->notes->pdata[i], text) == 0) {
			g_free(text);
			return;
		}
	g_ptr_array_add(findings->notes, text);
}

/* ---- programs and their sources ---- */

/* Of a stage of the pending draw's program: its shader object of that number there. */
static const struct gs_source_info *source_of(
	const struct gs_program_info *info, enum gs_stage stage, unsigned object)
{
	for (size_t i = 0; i < info->n_sources; i++)
		if (info->sources[i].stage == stage && object-- == 0)
			return &info->sources[i];
	return NULL;
}

static const char *label_of(const char *label)
{
	return label && *label ? label : NULL;
}

/* A new one, if no draw has come by with it. */
static struct gs_sanitized_stage *stage_of(
	struct gs_findings *findings, const struct gs_source_info *source)
{
	uint32_t number = source->program;
	const char *label = label_of(source->program_label);
	for (guint i = 0; i < findings->stages->len; i++) {
		struct gs_sanitized_stage *known = findings->stages->pdata[i];
		if (known->program == number && known->stage == source->stage &&
			g_strcmp0(known->label, label) == 0)
			return known;
	}
	struct gs_sanitized_stage *new = g_new0(struct gs_sanitized_stage, 1);
	*new = (struct gs_sanitized_stage){
		.program = number, .label = g_strdup(label), .stage = source->stage};
	g_ptr_array_add(findings->stages, new);
	return new;
}

/* "blur.frag", "blur-fragment-0.glsl", "program-3-fragment-0.glsl"; g_free. */
static char *name_of(const struct gs_source_info *source, enum gs_stage stage, unsigned object,
	bool takes_labels)
{
	if (takes_labels && label_of(source->label))
		return g_strdup(source->label);
	if (takes_labels && label_of(source->program_label))
		return g_strdup_printf(
			"%s-%s-%u.glsl", source->program_label, gs_stage_name(stage), object);
	return g_strdup_printf(
		"program-%u-%s-%u.glsl", source->program, gs_stage_name(stage), object);
}

/* Different sources may have the same label, and one number's program may be another's later. */
static const struct gs_sanitized_source *keep_source(struct gs_findings *findings,
	const struct gs_source_info *info, enum gs_stage stage, unsigned object, const char *text)
{
	g_autofree char *name = name_of(info, stage, object, true);
	g_autofree char *plain = name_of(info, stage, object, false);
	for (unsigned again = 1;; again++) {
		guint i = 0;
		for (; i < findings->sources->len; i++) {
			const struct gs_sanitized_source *known = findings->sources->pdata[i];
			if (strcmp(known->name, name))
				continue;
			if (strcmp(known->text, text) == 0)
				return known;
			break;
		}
		if (i == findings->sources->len)
			break;
		g_free(name);
		name = again == 1 ? g_strdup(plain) : g_strdup_printf("%s.%u", plain, again);
	}
	struct gs_sanitized_source *source = g_new0(struct gs_sanitized_source, 1);
	source->name = g_steal_pointer(&name);
	source->text = g_strdup(text);
	g_ptr_array_add(findings->sources, source);
	return source;
}

/* Read `#line NUMBER "NAME"`. Return the name, g_free, and the number of the next line; NULL: it is
 * another line, or names none. */
static char *line_name(const char *line, unsigned *next)
{
	char *end;
	line += strspn(line, " \t");
	if (*line != '#')
		return NULL;
	line++;
	line += strspn(line, " \t");
	if (!g_str_has_prefix(line, "line"))
		return NULL;
	guint64 number = g_ascii_strtoull(line + strlen("line"), &end, 10);
	end += strspn(end, " \t");
	const char *close = *end == '"' ? strpbrk(end + 1, "\"\n") : NULL;
	if (!close || *close != '"' || close == end + 1)
		return NULL;
	*next = (unsigned)MIN(number, UINT32_MAX / 2);
	return g_strndup(end + 1, (gsize)(close - end - 1));
}

/* Return the name of the file that the line is from by the last #line before it, g_free, and its
 * number there; NULL: there is no such #line. */
static char *named_line(const char *source, unsigned line, unsigned *number)
{
	char *name = NULL;
	unsigned at = 1, since = 0, next = 0;
	for (; source && at < line; at++) {
		char *found = line_name(source, &next);
		if (found) {
			g_free(name);
			name = found;
			since = at + 1;
			*number = next;
		}
		source = strchr(source, '\n');
		source = source ? source + 1 : NULL;
	}
	*number += line - since;
	return name;
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

/* What it is of, by the program and its sources. */
static void set_source(struct gs_finding *f, const struct gs_debug *debug,
	const struct gs_fault *fault, struct gs_findings *findings)
{
	const struct gs_unit *unit = debug->shader->units[fault->object];
	const struct gs_source_info *source = source_of(&debug->info, debug->stage, fault->object);
	f->programs = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	f->program = source ? source->program : debug->info.program;
	f->label = source ? g_strdup(label_of(source->program_label)) : NULL;
	f->shader = unit->object;
	const struct gs_source_info unnamed = {.program = f->program};
	f->source = keep_source(
		findings, source ? source : &unnamed, f->stage, fault->object, unit->source);
	f->file = named_line(unit->source, fault->line, &f->file_line);
	if (f->file)
		return;
	f->file = g_strdup(f->source->name);
	f->file_line = fault->line;
}

/* Takes the elements of the fault, and the text. */
static struct gs_finding *new_finding(struct gs_session *session, const struct gs_stop *stop,
	struct gs_fault *fault, char *text, struct gs_findings *findings)
{
	const struct gs_debug *debug = session->debug;
	struct gs_finding *f = g_new0(struct gs_finding, 1);
	f->kind = fault->kind;
	f->stage = debug->stage;
	set_source(f, debug, fault, findings);
	f->object = fault->object;
	f->line = fault->line;
	f->column = fault->column;
	f->end_line = fault->end_line;
	f->end_column = fault->end_column;
	f->expression = g_strdup(fault->expression);
	f->function = g_strdup(fault->function);
	f->text = text;
	f->message = fault->message;
	f->section = fault->section;
	f->advice = fault->advice;
	f->frame = stop->frame;
	f->draw = stop->draw;
	f->draw_of_frame = findings->draws_of_frame;
	f->call = stop->call.index;
	bool is_note = gs_finding_is_note(f);
	f->first_name = is_note ? NULL
				: gs_debug_element_text(debug, fault->first.x, fault->first.y);
	if (fault->worst.times)
		f->worst_name = gs_debug_element_text(debug, fault->worst.x, fault->worst.y);
	f->first = fault->first;
	f->worst = fault->worst;
	memset(&fault->first, 0, sizeof fault->first);
	memset(&fault->worst, 0, sizeof fault->worst);
	f->commands = gs_finding_commands(f);
	return f;
}

/* Return whether a rule or a comment says that the fault is not to be told. */
static bool is_suppressed(const struct gs_sanitize_wish *wish, enum gs_stage stage,
	const struct gs_fault *fault, const char *text, struct gs_findings *findings)
{
	char *unknown;
	bool ignored = gs_line_ignores(text, fault->kind, &unknown);
	if (unknown)
		note(findings,
			g_strdup_printf("'%s' is no kind of fault, in the comment of the line '%s'",
				unknown, text));
	g_free(unknown);
	return ignored || gs_suppressions_match(
				  wish->suppressions, fault->kind, stage, fault->expression, text);
}

static void note_program(struct gs_finding *f, const struct gs_debug *debug, unsigned object)
{
	const struct gs_source_info *source = source_of(&debug->info, debug->stage, object);
	uint32_t program = source ? source->program : debug->info.program;
	for (guint i = 0; i < f->programs->len; i++)
		if (g_array_index(f->programs, uint32_t, i) == program)
			return;
	g_array_append_val(f->programs, program);
}

/* Its values are asked for if it is to be told. Takes the text. Return NULL if nothing more can be
 * asked. */
static struct gs_finding *add_new(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, struct gs_fault *fault, char *text,
	struct gs_findings *findings, GError **error)
{
	bool suppressed = is_suppressed(wish, session->debug->stage, fault, text, findings);
	if (!suppressed && !gs_session_fault_values(session, fault, error)) {
		g_free(text);
		return NULL;
	}
	struct gs_finding *f = new_finding(session, stop, fault, text, findings);
	f->suppressed = suppressed;
	findings->suppressed += suppressed;
	g_ptr_array_add(findings->list, f);
	return f;
}

static bool add(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, struct gs_faults *faults, struct gs_findings *findings,
	GError **error)
{
	const struct gs_debug *debug = session->debug;
	for (size_t i = 0; i < faults->n_faults; i++) {
		struct gs_fault *fault = &faults->faults[i];
		char *text = line_of(debug, fault);
		struct gs_finding *f = find(findings, debug->stage, fault, text);
		if (f)
			g_free(text);
		else if (!(f = add_new(session, wish, stop, fault, text, findings, error)))
			return false;
		note_program(f, debug, fault->object);
		if (!gs_finding_is_note(f)) {
			f->elements += fault->elements;
			f->of += faults->elements;
		}
		f->draws++;
	}
	return true;
}

/* Note why something was not looked at; stage NULL: it is the draw as a whole. Return false if
 * nothing more can be asked. What runs no shader has nothing to look at. */
static bool fail(GError *failure, struct gs_sanitized_stage *stage, struct gs_findings *findings,
	GError **error)
{
	if (gs_error_is_fatal(failure)) {
		g_propagate_error(error, failure);
		return false;
	}
	bool matters = failure->code != GS_ERROR_NOT_COVERED &&
		       failure->code != GS_ERROR_NO_PROGRAM;
	if (matters)
		note_reason(findings, failure->message);
	if (matters && stage && stage->not_looked_at++ == 0)
		stage->why = g_strdup(failure->message);
	g_error_free(failure);
	return true;
}

/* Look at what is new from the finding of that number on. */
static bool confirm(
	struct gs_session *session, guint from, struct gs_findings *findings, GError **error)
{
	g_autoptr(GPtrArray) wanted = g_ptr_array_new();
	for (guint i = from; i < findings->list->len; i++) {
		struct gs_finding *f = findings->list->pdata[i];
		if (!f->suppressed && !gs_finding_is_note(f))
			g_ptr_array_add(wanted, f);
	}
	return gs_session_confirm(session, (struct gs_finding **)wanted->pdata, wanted->len, error);
}

/* A part of it was not looked at. */
static void note_closed(struct gs_findings *findings, const struct gs_sanitized_stage *stage)
{
	if (stage->is_closed)
		note_reason(findings, "no code can be put into some operations, as indices of "
				      "samplers and blocks, "
				      "and what must be constant");
}

static bool look_at_stage(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, struct gs_sanitized_stage *stage, bool *looked,
	struct gs_findings *findings, GError **error)
{
	GError *failure = NULL;
	guint before = findings->list->len;
	if (!gs_session_begin_elements(session, stage->stage, &failure))
		return fail(failure, stage, findings, error);
	struct gs_faults *faults = gs_session_faults(session, wish->kinds, &failure);
	if (!faults)
		return fail(failure, stage, findings, error);
	*looked = true;
	stage->draws++;
	stage->is_closed = faults->closed > 0;
	note_closed(findings, stage);
	bool good = add(session, wish, stop, faults, findings, error);
	gs_faults_free(faults);
	if (good && session->keeps_variants && gs_session_keep_sift(session, wish->kinds, NULL))
		findings->new_sifts |= 1u << stage->stage;
	return good && (!wish->confirms || confirm(session, before, findings, error));
}

/* ---- draws ---- */

/* What has come by last with that number. */
static struct gs_sanitized_stage *last_stage(
	const struct gs_findings *findings, uint32_t program, enum gs_stage stage)
{
	for (guint i = findings->stages->len; i-- > 0;) {
		struct gs_sanitized_stage *known = findings->stages->pdata[i];
		if (known->program == program && known->stage == stage)
			return known;
	}
	return NULL;
}

/* Have the sifts tell in which stages of the draw nothing happens: these are looked at thereby.
 * Return the others. */
static unsigned sift(
	struct gs_session *session, unsigned stages, bool *looked, struct gs_findings *findings)
{
	struct gs_wire_sifted sifted;
	unsigned left = stages, absent = 0;
	if (!session->keeps_variants || session->is_edited ||
		gs_data_draws_several(gs_session_slot(session)->call.function) ||
		!gs_session_sift(session, stages, &sifted, NULL))
		return stages;
	for (unsigned i = 0; i < GS_N_STAGES; i++) {
		struct gs_sanitized_stage *stage = last_stage(
			findings, sifted.program[i], (enum gs_stage)i);
		absent |= sifted.sift[i] == GS_SIFT_NONE ? 1u << i : 0;
		if (sifted.sift[i] != GS_SIFT_CLEAR || !stage)
			continue;
		stage->draws++;
		note_closed(findings, stage);
		left &= ~(1u << i);
		*looked = true;
	}
	return *looked ? left & ~absent : left;
}

static bool look_at_stages(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, const struct gs_program_info *info, unsigned stages,
	bool *looked, struct gs_findings *findings, GError **error)
{
	bool good = true;
	for (unsigned i = 0; i < GS_N_STAGES && good; i++) {
		const struct gs_source_info *source = source_of(info, (enum gs_stage)i, 0);
		if (!source || !(stages & 1u << i))
			continue;
		struct gs_sanitized_stage *stage = stage_of(findings, source);
		good = look_at_stage(session, wish, stop, stage, looked, findings, error);
	}
	return good;
}

/* Now, and not when the next draw is looked at. */
static void compile_sifts(struct gs_session *session, struct gs_findings *findings)
{
	struct gs_wire_sifted sifted;
	if (findings->new_sifts)
		gs_session_sift(session, findings->new_sifts, &sifted, NULL);
	findings->new_sifts = 0;
}

static bool look(struct gs_session *session, const struct gs_sanitize_wish *wish,
	const struct gs_stop *stop, struct gs_findings *findings, GError **error)
{
	GError *failure = NULL;
	struct gs_program_info info;
	bool looked = false;
	unsigned stages = sift(session, wish->stages, &looked, findings);
	if (looked && !stages) {
		findings->looked_at++;
		return true;
	}
	if (!gs_session_program(session, &info, &failure))
		return fail(failure, NULL, findings, error);
	bool has_text = info.n_sources || !(info.flags & (GS_PROGRAM_NO_SOURCE | GS_PROGRAM_ARB));
	bool good = true;
	if (has_text)
		good = look_at_stages(session, wish, stop, &info, stages, &looked, findings, error);
	else if (!gs_session_begin_elements(session, GS_STAGE_FRAGMENT, &failure)) /* says why */
		good = fail(failure, NULL, findings, error);
	gs_program_info_clear(&info);
	findings->looked_at += looked;
	if (!good || !gs_session_leave_any_shader(session, error))
		return false;
	compile_sifts(session, findings);
	return true;
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
		uint64_t frame = stop->frame;
		findings->draws_of_frame += stop->is_draw;
		gs_stop_clear(stop);
		good = good && gs_session_run(session, GS_RUN_DRAW, 1, NULL, stop, error);
		if (good && stop->frame != frame)
			findings->draws_of_frame = 0;
	}
	session->keeps_variants = false;
	if (session->life == GS_LIFE_STOPPED) /* they go */
		gs_session_request(session, GS_REQUEST_DEBUG_END, NULL, NULL, NULL, NULL);
	return good;
}
