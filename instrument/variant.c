/* SPDX-License-Identifier: MIT */
/* Makes a variant: chooses its version and outputs and its passes, and puts the texts together. */
#include <string.h>
#include "instrument/text/check.h"
#include "instrument/text/choice.h"
#include "instrument/kinds/cut.h"
#include "instrument/kinds/emitted-vertices.h"
#include "instrument/kinds/faults.h"
#include "instrument/text/loop-guard.h"
#include "instrument/text/mirror.h"
#include "instrument/text/names.h"
#include "instrument/words/output-channel.h"
#include "instrument/words/outputs.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/path-recording.h"
#include "instrument/kinds/positions.h"
#include "instrument/kinds/profile.h"
#include "instrument/text/redeclare.h"
#include "instrument/text/rewrite.h"
#include "instrument/kinds/site-instrumentation.h"
#include "instrument/text/stages.h"
#include "instrument/text/version-upgrade.h"

/* ---- what can be had ---- */

static bool any_token_starts(const struct gs_unit *unit, const char *prefix)
{
	for (size_t i = 0; i < unit->n_tokens; i++)
		if (g_str_has_prefix(unit->tokens[i].text, prefix))
			return true;
	return false;
}

static bool any_text_has(const char *const *texts, const char *prefix)
{
	for (; texts && *texts; texts++)
		if (strstr(*texts, prefix))
			return true;
	return false;
}

static const char *choose_prefix(const struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (unsigned i = 0; i < 1000; i++) {
		char prefix[16];
		if (i == 0)
			g_strlcpy(prefix, "gs_", sizeof(prefix));
		else
			g_snprintf(prefix, sizeof(prefix), "gs%u_", i);
		bool taken = any_text_has(rw->request->others, prefix);
		for (size_t u = 0; u < shader->n_units && !taken; u++)
			taken = any_token_starts(shader->units[u], prefix);
		if (!taken)
			return g_intern_string(prefix);
	}
	return "gs_";
}

static unsigned room_for_vectors(const struct gs_rewrite *rw)
{
	unsigned most = gs_stages_vectors(rw);

	if (rw->request->kind == GS_VARIANT_EMITTED)
		most = MIN(most, gs_emitted_vertices_vectors(rw));
	return MAX(most, 1u);
}

static void choose_form(struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;
	bool is_es = shader->units[0]->is_es;
	unsigned lowest = shader->units[0]->version;

	for (size_t u = 1; u < shader->n_units; u++)
		lowest = MIN(lowest, shader->units[u]->version);
	rw->stage = shader->stage;
	rw->prefix = choose_prefix(rw);
	rw->highp = is_es ? "highp " : "";
	rw->variant->upgrade = gs_version_upgrade_choose(rw, lowest);
	if (rw->variant->upgrade != GS_UPGRADE_NONE && !gs_names_find(rw, 400))
		rw->variant->upgrade = GS_UPGRADE_NONE;
	if (rw->variant->upgrade != GS_UPGRADE_NONE)
		lowest = MAX(lowest, 400u);
	rw->layout_location = is_es ? lowest >= 300 : lowest >= 330;
	rw->is_old = is_es ? lowest < 300 : lowest < 130;
	rw->version = lowest;
	rw->is_float = rw->request->adds_up ? rw->is_old : !rw->layout_location;
	if (rw->stage != GS_STAGE_FRAGMENT) {
		rw->n_draw_buffers = room_for_vectors(rw);
		rw->layout->is_float = rw->is_float;
		return;
	}
	rw->is_float |= !rw->request->uint_renderable;
	rw->is_bytes = rw->request->byte_outputs && rw->is_old;
	rw->n_draw_buffers = CLAMP(rw->request->max_draw_buffers, 1u, (unsigned)GS_MAX_ATTACHMENTS);
	if (is_es && lowest < 300 && rw->request->no_upgrade)
		rw->n_draw_buffers =
			1; /* gl_FragData[1] needs an extension that the driver lacks */
	rw->layout->is_float = rw->is_float;
	rw->layout->first_attachment = rw->request->need_alpha;
}

static void choose_positions(struct gs_rewrite *rw)
{
	const struct gs_variant_request *q = rw->request;
	struct gs_variant_layout *layout = rw->layout;

	layout->n_positions = q->n_positions ? q->n_positions : 1;
	layout->positions = g_new0(struct gs_layout_position, layout->n_positions);
	for (size_t i = 0; i < layout->n_positions; i++) {
		const struct gs_position *at = q->n_positions ? q->positions[i] : q->position;
		if (!at || !at->n_frames || gs_position_site(at) >= rw->plan->n_sites)
			continue;
		enum gs_site_kind kind = rw->plan->sites[gs_position_site(at)].kind;
		layout->positions[i].is_end = kind == GS_SITE_END;
		layout->positions[i].is_switch = gs_site_chooses(
			&rw->plan->sites[gs_position_site(at)]);
		if (layout->positions[i].is_switch)
			layout->n_words = 2;
	}
}

/* In ES no extension has storage buffers for an older version. */
static bool can_add_up(const struct gs_rewrite *rw)
{
	return rw->stage != GS_STAGE_FRAGMENT && (*rw->highp ? rw->version >= 310 : !rw->is_old);
}

static bool choose_words(struct gs_rewrite *rw, size_t first_capture)
{
	const struct gs_variant_request *q = rw->request;
	struct gs_variant_layout *layout = rw->layout;
	unsigned total = 4 *
			 (rw->n_draw_buffers - MIN(rw->n_draw_buffers, layout->first_attachment));

	layout->kind = q->kind;
	layout->n_words = 1;
	if (total == 0) {
		gs_rewrite_fail(rw, "the context has only one draw buffer (GL_MAX_DRAW_BUFFERS), "
				    "which the program's alpha needs");
		return false;
	}
	if (q->adds_up && !can_add_up(rw)) {
		gs_rewrite_fail(rw, "a shader of its version cannot add up");
		return false;
	}
	if (q->kind == GS_VARIANT_PATH) {
		if (rw->is_float || total < 3 || rw->flow->unrecordable) {
			gs_rewrite_fail(
				rw, "the path of this shader cannot be recorded in one draw");
			return false;
		}
		layout->first_bit_word = 2;
		layout->n_words = total;
		layout->window = (total - 2) * 32;
		return true;
	}
	if (q->kind == GS_VARIANT_CUT)
		return gs_cut_choose(rw);
	if (q->kind == GS_VARIANT_PROFILE)
		return gs_profile_choose(rw, total);
	if (gs_events_is_kind(q->kind))
		return gs_events_choose(rw, total);
	if (gs_faults_is_kind(q->kind))
		return gs_faults_choose(rw, total);
	if (q->kind == GS_VARIANT_COUNTS || q->kind == GS_VARIANT_REACH ||
		q->kind == GS_VARIANT_EXECUTIONS)
		return gs_count_choose(rw, total);
	if (q->kind == GS_VARIANT_EMITTED)
		return gs_emitted_vertices_choose(rw, first_capture);
	if (q->kind == GS_VARIANT_COVERAGE)
		gs_output_channel_choose_identity(rw);
	layout->tells_samples = q->kind == GS_VARIANT_COVERAGE && q->tells_samples &&
				rw->stage == GS_STAGE_FRAGMENT && !rw->is_float &&
				rw->version >= (*rw->highp ? 320 : 400);
	layout->n_words += layout->tells_samples;
	if (q->kind != GS_VARIANT_POSITION)
		return true;
	choose_positions(rw);
	if (!q->n_positions)
		return gs_pack_choose(rw, first_capture);
	if (!gs_positions_choose(rw))
		return false;
	gs_pack_choose_shared(rw);
	return true;
}

/* ---- one pass ---- */

/* Our declarations go after the directives at the top; after leading precision statements only if
 * an #extension follows. */
static unsigned header_token(const struct gs_unit *unit)
{
	unsigned at = 0;

	for (unsigned i = 0; unit->tokens[i].kind != GS_TOKEN_END; i++) {
		if (unit->tokens[i].kind == GS_TOKEN_DIRECTIVE) {
			at = i + 1;
			continue;
		}
		if (strcmp(unit->tokens[i].text, "precision"))
			break;
		while (unit->tokens[i].kind != GS_TOKEN_END && strcmp(unit->tokens[i].text, ";"))
			i++;
		if (unit->tokens[i].kind == GS_TOKEN_END)
			break;
	}
	return at;
}

/* NVIDIA's compiler removes all that leads to a discard of which nothing is told, and crashes if
 * the last uniform goes with it: so something is told. */
static void write_dead(struct gs_rewrite *rw, const char *word)
{
	enum gs_variant_kind kind = rw->layout->kind;

	if (rw->dead && !rw->is_float && kind != GS_VARIANT_EMITTED && !gs_events_is_kind(kind))
		gs_rewrite_append(rw, rw->finish, "\t%s |= @dead ? %uu : 0u;\n", word, GS_DEAD_BIT);
}

static void write_flags(struct gs_rewrite *rw)
{
	char *word = gs_word_name(rw, 0);
	bool f = rw->is_float;

	char *absent = gs_rewrite_text(rw, !gs_layout_has_end(rw->layout) ? ""
					   : f				  ? " + @absent"
									  : " | @absent");

	if (rw->layout->kind == GS_VARIANT_POSITION && f)
		gs_rewrite_append(rw, rw->finish,
			"\t%s = 1.0 + (@here ? 2.0 : 0.0) + (@true ? 4.0 : 0.0) + "
			"(@false ? 8.0 : 0.0) + (@entered && !@here ? 16.0 : 0.0)%s;\n",
			word, absent);
	else if (rw->layout->kind == GS_VARIANT_POSITION)
		gs_rewrite_append(rw, rw->finish,
			"\t%s = 1u | (@here ? 2u : 0u) | (@true ? 4u : 0u) | "
			"(@false ? 8u : 0u) | (@entered && !@here ? 16u : 0u)%s;\n",
			word, absent);
	else if (rw->layout->kind != GS_VARIANT_EMITTED)
		gs_rewrite_append(rw, rw->finish, "\t%s = %s;\n", word, f ? "1.0" : "1u");
	write_dead(rw, word);
	g_free(absent);
	g_free(word);
}

static void write_recorded(struct gs_rewrite *rw)
{
	const struct gs_variant_layout *layout = rw->layout;
	unsigned first = (unsigned)rw->request->first_decision;

	gs_rewrite_append(rw, rw->finish, "\t@v0.y = @n > %uu ? @n - %uu : 0u;\n", first, first);
	for (unsigned i = layout->first_bit_word; i < layout->n_words; i++) {
		char *word = gs_word_name(rw, i);
		unsigned k = i - layout->first_bit_word;
		gs_rewrite_append(rw, rw->finish, "\t%s = @bits[%u];\n", word, k);
		if (rw->request->constant_stores) /* the last one is not full */
			gs_rewrite_append(rw, rw->finish,
				"\tif (@v0.y >> 5u == %uu)\n\t\t%s = @word;\n", k, word);
		g_free(word);
	}
}

static void finish_unit(struct gs_rewrite *rw, size_t u)
{
	struct gs_token_edits *edits = rw->edits[u];
	const struct gs_unit *unit = edits->unit;
	bool is_main = unit == rw->plan->shader->main->unit;
	GString *header = g_string_new("");

	if (rw->is_old && *rw->highp && (rw->variant->n_attachments > 1 || rw->is_bytes) &&
		rw->stage == GS_STAGE_FRAGMENT)
		g_string_append(header, "#extension GL_EXT_draw_buffers : require\n");
	if (rw->request->adds_up && !*rw->highp && rw->version < 140)
		g_string_append(header, "#extension GL_ARB_uniform_buffer_object : enable\n");
	if ((rw->stage == GS_STAGE_COMPUTE || rw->request->adds_up) && !*rw->highp &&
		rw->version < 430)
		g_string_append(header, "#extension GL_ARB_shader_storage_buffer_object : require\n"
					"#extension GL_ARB_shading_language_420pack : enable\n");
	if (gs_faults_is_kind(rw->layout->kind) && !*rw->highp && rw->version < 430)
		g_string_append(header, "#extension GL_ARB_shader_image_size : enable\n");
	gs_redeclare_above(edits);
	gs_redeclare_builtins(rw, unit, header);
	g_string_append(header, rw->globals->str);
	g_string_append(header, rw->heads[u]->str);
	if (is_main)
		g_string_append(header, rw->functions->str);
	gs_token_edit_before(edits, edits->last, rw->tails[u]->str); /* before the end token */
	gs_token_edit_before(edits, header_token(unit), header->str);
	gs_rewrite_set_version(rw, edits);
	g_string_free(header, TRUE);
}

static void write_texts(struct gs_rewrite *rw, struct gs_variant_pass *pass)
{
	const struct gs_shader *shader = rw->plan->shader;

	pass->texts = g_new0(char *, shader->n_units + 1);
	for (size_t u = 0; u < shader->n_units; u++) {
		finish_unit(rw, u);
		GString *text = g_string_new("");
		gs_token_edits_emit(rw->edits[u], text);
		pass->texts[u] = g_string_free(text, FALSE);
	}
}

static void start_pass(struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;

	rw->edits = g_new0(struct gs_token_edits *, shader->n_units);
	rw->globals = g_string_new("");
	rw->functions = g_string_new("");
	rw->begin = g_string_new("");
	rw->finish = g_string_new("");
	rw->end = g_string_new("");
	rw->heads = g_new0(GString *, shader->n_units);
	rw->tails = g_new0(GString *, shader->n_units);
	rw->temporaries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (size_t u = 0; u < shader->n_units; u++) {
		rw->edits[u] = gs_token_edits_new(
			shader->units[u], 0, (unsigned)shader->units[u]->n_tokens - 1);
		rw->heads[u] = g_string_new("");
		rw->tails[u] = g_string_new("");
	}
	if (*rw->highp || rw->is_float) /* see pack.c */
		gs_rewrite_append(rw, rw->globals, "%sint @hi, @hj;\n", rw->highp);
	if ((*rw->highp || rw->is_float) && !rw->is_old)
		gs_rewrite_append(rw, rw->globals, "%suint @hu, @hv;\n", rw->highp);
	if (rw->dead) {
		gs_rewrite_append(rw, rw->globals, "bool @dead;\n");
		gs_rewrite_append(rw, rw->begin, "\t@dead = false;\n");
	}
}

static void end_pass(struct gs_rewrite *rw)
{
	for (size_t u = 0; u < rw->plan->shader->n_units; u++) {
		gs_token_edits_free(rw->edits[u]);
		g_string_free(rw->heads[u], TRUE);
		g_string_free(rw->tails[u], TRUE);
	}
	g_free(rw->edits);
	g_free(rw->heads);
	g_free(rw->tails);
	g_string_free(rw->globals, TRUE);
	g_string_free(rw->functions, TRUE);
	g_string_free(rw->begin, TRUE);
	g_string_free(rw->finish, TRUE);
	g_string_free(rw->end, TRUE);
	g_hash_table_destroy(rw->temporaries);
}

static void insert_code(struct gs_rewrite *rw)
{
	switch (rw->layout->kind) {
	case GS_VARIANT_PROFILE:
	case GS_VARIANT_POSITION:
		gs_site_instrumentation_insert(rw);
		break;
	case GS_VARIANT_PATH:
		gs_path_recording_insert(rw);
		break;
	case GS_VARIANT_COUNTS:
	case GS_VARIANT_EVENTS:
	case GS_VARIANT_CHANGES:
	case GS_VARIANT_REACH:
	case GS_VARIANT_EXECUTIONS:
		gs_count_insert(rw);
		break;
	case GS_VARIANT_FAULTS:
	case GS_VARIANT_FAULT_VALUES:
	case GS_VARIANT_SIFT:
		gs_faults_insert(rw);
		break;
	case GS_VARIANT_CUT:
		gs_cut_insert(rw);
		break;
	case GS_VARIANT_EMITTED:
		gs_emitted_vertices_insert(rw);
		break;
	default:
		break;
	}
}

static void write_counts(struct gs_rewrite *rw)
{
	if (rw->layout->kind == GS_VARIANT_PATH)
		write_recorded(rw);
	else if (rw->layout->kind == GS_VARIANT_PROFILE)
		gs_profile_write(rw);
	else if (rw->layout->kind == GS_VARIANT_CUT)
		gs_cut_write(rw);
	else if (rw->layout->kind == GS_VARIANT_COUNTS || rw->layout->kind == GS_VARIANT_REACH ||
		 rw->layout->kind == GS_VARIANT_EXECUTIONS)
		gs_count_write(rw);
	else if (gs_events_is_kind(rw->layout->kind))
		gs_events_write(rw);
	else if (gs_faults_is_kind(rw->layout->kind))
		gs_faults_write(rw);
	else if (rw->layout->kind == GS_VARIANT_COVERAGE)
		gs_output_channel_identify(rw);
	if (rw->layout->tells_samples)
		gs_outputs_tell_samples(rw);
}

static void write_pass(struct gs_rewrite *rw, struct gs_variant_pass *pass)
{
	start_pass(rw);
	for (size_t u = 0; u < rw->plan->shader->n_units; u++) {
		gs_outputs_rename(rw, rw->edits[u]);
		gs_version_upgrade_structs(rw, rw->edits[u]);
		gs_choice_drop_locations(rw->edits[u]);
		if (!rw->request->adds_up)
			gs_loop_guard_insert(rw, rw->edits[u]);
	}
	if (rw->stage == GS_STAGE_FRAGMENT) {
		gs_outputs_demote(rw);
		gs_outputs_declare(rw);
		gs_mirror_declare(rw);
	} else if (rw->request->adds_up) {
		gs_output_channel_declare_sums(rw);
	} else {
		gs_stages_prepare(rw);
		gs_output_channel_declare(rw);
	}
	gs_output_channel_wrap_main(rw);
	insert_code(rw);
	write_flags(rw);
	write_counts(rw);
	gs_output_channel_write_main(rw);
	if (!rw->failed) {
		write_texts(rw, pass);
		pass->added = gs_output_channel_added(rw);
	}
	end_pass(rw);
}

/* Where something may discard, there are two passes. The first only notes a discard, so that what
 * came before it is captured. The second discards, and overwrites the first where the program draws
 * something. What is only timed discards at once; what sifts notes alone. */
static void write_passes(struct gs_rewrite *rw)
{
	struct gs_variant *v = rw->variant;
	unsigned rate = rw->layout->tells_samples ? GS_PASS_OWN_RATE : 0;

	if (rw->flow->functions[rw->flow->main].may_discard && rw->layout->kind != GS_VARIANT_CUT) {
		rw->dead = true;
		v->pass[v->n_passes].flags = GS_PASS_NO_DEPTH_STENCIL_WRITE | rate;
		write_pass(rw, &v->pass[v->n_passes++]);
		rw->dead = false;
	}
	v->pass[v->n_passes].flags = rate;
	if (!rw->failed && !(v->n_passes && rw->layout->kind == GS_VARIANT_SIFT))
		write_pass(rw, &v->pass[v->n_passes++]);
}

struct gs_variant *gs_variant_new(const struct gs_plan *plan,
	const struct gs_variant_request *request, size_t first_capture,
	struct gs_messages *messages)
{
	struct gs_rewrite rw = {
		.plan = plan, .flow = plan->flow, .request = request, .messages = messages};

	rw.variant = g_new0(struct gs_variant, 1);
	rw.variant->layout = rw.layout = g_new0(struct gs_variant_layout, 1);
	rw.outputs = g_hash_table_new(g_str_hash, g_str_equal);
	rw.words = g_hash_table_new(g_str_hash, g_str_equal);
	rw.functions_renamed = g_hash_table_new(g_str_hash, g_str_equal);
	choose_form(&rw);
	gs_mirror_rename(&rw);
	if ((rw.stage != GS_STAGE_FRAGMENT || gs_outputs_find(&rw)) &&
		choose_words(&rw, first_capture))
		write_passes(&rw);
	if (!rw.failed)
		gs_rewrite_check(&rw);
	g_hash_table_destroy(rw.outputs);
	g_hash_table_destroy(rw.words);
	g_hash_table_destroy(rw.functions_renamed);
	if (rw.failed) {
		gs_variant_free(rw.variant);
		return NULL;
	}
	return rw.variant;
}

struct gs_variant *gs_variant_ref(struct gs_variant *variant)
{
	variant->n_users++;
	return variant;
}

void gs_variant_free(struct gs_variant *variant)
{
	if (!variant || variant->n_users-- > 0)
		return;
	for (unsigned i = 0; i < variant->n_passes; i++) {
		g_strfreev(variant->pass[i].texts);
		g_free(variant->pass[i].added);
	}
	for (unsigned i = 0; i < G_N_ELEMENTS(variant->output); i++)
		g_free(variant->output[i]);
	g_free(variant->uniform);
	gs_layout_free(variant->layout);
	g_free(variant);
}
