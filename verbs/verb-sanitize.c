/* SPDX-License-Identifier: MIT */
/* sanitize: what the shaders do wrong. */
#include <string.h>
#include "verbs/verb-sanitize.h"
#include "verbs/verbs.h"

bool gs_sanitize_kinds(const char *text, unsigned *kinds, GError **error)
{
	g_auto(GStrv) words = g_strsplit(text, ",", -1);
	*kinds = 0;
	for (char **word = words; *word; word++) {
		enum gs_fault_kind kind;
		if (!gs_fault_kind_find(*word, &kind)) {
			gs_refuse_kind(*word, error);
			return false;
		}
		*kinds |= GS_FAULT_BIT(kind);
	}
	return true;
}

bool gs_sanitize_stages(const char *text, unsigned *stages, GError **error)
{
	g_auto(GStrv) words = g_strsplit(text, ",", -1);
	*stages = 0;
	for (char **word = words; *word; word++) {
		int stage = gs_stage_find(*word);
		if (stage < 0) {
			gs_refuse_stage(*word, error);
			return false;
		}
		*stages |= 1u << stage;
	}
	return true;
}

static void put_element(
	JsonBuilder *json, const struct gs_finding *f, const struct gs_fault_element *element)
{
	gs_json_begin_object(json, "element");
	for (unsigned i = 0; i < element->element.n; i++)
		gs_json_integer(json, element->element.name[i], element->element.at[i]);
	json_builder_end_object(json);
	const char *name = element == &f->first ? f->first_name : f->worst_name;
	gs_json_string(json, "name", name ? name : "");
	if (element->times)
		gs_json_integer(json, "times", (int64_t)element->times);
	gs_json_begin_list(json, "operands");
	for (size_t i = 0; i < element->n_operands; i++) {
		const struct gs_fault_value *value = &element->operands[i];
		json_builder_begin_object(json);
		gs_json_string(json, "text", value->text);
		g_autofree char *type = gs_type_string(&value->type);
		gs_json_string(json, "type", type);
		json_builder_set_member_name(json, "value");
		gs_json_value(json, &value->type, value->scalars);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

static void put_second_look(JsonBuilder *json, const struct gs_finding *f)
{
	if (f->looked_again) {
		json_builder_set_member_name(json, "confirmed");
		if (f->confirmed == GS_NOT_CONFIRMABLE)
			json_builder_add_null_value(json);
		else
			json_builder_add_boolean_value(json, f->confirmed == GS_CONFIRMED);
	}
	gs_json_optional(json, "why", f->why);
	gs_json_optional(json, "trace", f->kept);
	gs_json_optional(json, "command", f->command);
}

void gs_json_finding(JsonBuilder *json, const struct gs_finding *f)
{
	json_builder_begin_object(json);
	gs_json_string(json, "kind", gs_fault_kind_name(f->kind));
	gs_json_string(json, "stage", gs_stage_name(f->stage));
	gs_json_integer(json, "program", f->program);
	gs_json_optional(json, "label", f->label);
	gs_json_integer(json, "shader", f->shader);
	gs_json_string(json, "file", f->file);
	gs_json_integer(json, "file_line", f->file_line);
	gs_json_integer(json, "object", f->object);
	gs_json_integer(json, "line", f->line);
	gs_json_integer(json, "column", f->column);
	gs_json_integer(json, "end_line", f->end_line);
	gs_json_integer(json, "end_column", f->end_column);
	gs_json_string(json, "function", f->function);
	gs_json_string(json, "expression", f->expression);
	gs_json_string(json, "text", f->text);
	gs_json_string(json, "message", f->message);
	gs_json_string(json, "section", f->section);
	gs_json_string(json, "advice", f->advice);
	gs_json_integer(json, "elements", (int64_t)f->elements);
	gs_json_integer(json, "of", (int64_t)f->of);
	gs_json_integer(json, "draws", (int64_t)f->draws);
	gs_json_begin_object(json, "first");
	gs_json_integer(json, "frame", (int64_t)f->frame);
	gs_json_integer(json, "draw", (int64_t)f->draw);
	gs_json_integer(json, "call", (int64_t)f->call);
	put_element(json, f, &f->first);
	json_builder_end_object(json);
	if (f->worst_name) {
		gs_json_begin_object(json, "worst");
		put_element(json, f, &f->worst);
		json_builder_end_object(json);
	}
	gs_json_strings(json, "commands", f->commands);
	put_second_look(json, f);
	json_builder_end_object(json);
}

void gs_json_looked_at(JsonBuilder *json, const struct gs_findings *findings)
{
	gs_json_integer(json, "suppressed", (int64_t)findings->suppressed);
	gs_json_integer(json, "draws", (int64_t)findings->draws);
	gs_json_integer(json, "looked_at", (int64_t)findings->looked_at);
	gs_json_begin_list(json, "not_looked_at");
	for (guint i = 0; i < findings->not_looked_at->len; i++) {
		const struct gs_not_looked_at *reason = &g_array_index(
			findings->not_looked_at, struct gs_not_looked_at, i);
		json_builder_begin_object(json);
		gs_json_string(json, "why", reason->why);
		gs_json_integer(json, "draws", (int64_t)reason->draws);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	gs_json_begin_list(json, "notes");
	for (guint i = 0; i < findings->notes->len; i++)
		json_builder_add_string_value(json, findings->notes->pdata[i]);
	json_builder_end_array(json);
}

void gs_json_findings(JsonBuilder *json, const struct gs_findings *findings)
{
	gs_json_begin_list(json, "findings");
	for (guint i = 0; i < findings->list->len; i++) {
		const struct gs_finding *f = findings->list->pdata[i];
		if (!f->suppressed)
			gs_json_finding(json, f);
	}
	json_builder_end_array(json);
	gs_json_looked_at(json, findings);
}

/* Look on for so many frames. */
static bool sanitize_frames(struct gs_session *session, struct gs_sanitize_wish *wish, uint64_t n,
	struct gs_findings *findings, struct gs_reply *reply, GError **error)
{
	struct gs_stop stop = {0};
	if (!gs_session_stop_now(session, &stop, error))
		return false;
	wish->first = stop.frame;
	wish->last = stop.frame + n - 1;
	gs_stop_clear(&stop);
	if (!gs_session_sanitize(session, wish, findings, &stop, error))
		return false;
	gs_reply_keep_stop(reply, &stop);
	return true;
}

bool gs_verb_sanitize(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *kinds = gs_argument_text(arguments, "faults KINDS");
	const char *stages = gs_argument_text(arguments, "stages STAGES");
	uint64_t n = gs_argument_number(arguments, "N", 0);
	struct gs_sanitize_wish wish = {
		.kinds = GS_ALL_FAULTS, .stages = (1u << GS_N_STAGES) - 1, .every = 1};
	if ((kinds && !gs_sanitize_kinds(kinds, &wish.kinds, error)) ||
		(stages && !gs_sanitize_stages(stages, &wish.stages, error)))
		return false;
	struct gs_findings *findings = gs_findings_new();
	bool good = n ? sanitize_frames(verbs->session, &wish, n, findings, reply, error)
		      : gs_session_look_at_draw(verbs->session, &wish, findings, error);
	if (good)
		gs_json_findings(reply->json, findings);
	gs_findings_free(findings);
	return good;
}
