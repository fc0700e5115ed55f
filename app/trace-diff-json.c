/* SPDX-License-Identifier: MIT */
/* Differences as lines of JSON. */
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>
#include "app/trace-diff.h"
#include "verbs/verbs.h"

static const char *const kinds[GS_N_DIFFERENCES] = {
	[GS_CALL_CHANGED] = "changed", [GS_CALL_ONLY_A] = "only_a", [GS_CALL_ONLY_B] = "only_b"};

/* Return the call as `dump --json` tells it; NULL: it cannot be told. json_node_unref(). */
static JsonNode *tree_of(const struct gs_trace_call *call)
{
	struct gs_trace_text text = {0};
	JsonNode *tree = NULL;
	if (call)
		gs_trace_call_json(&text, call);
	if (call && !text.failed)
		tree = json_from_string(text.data, NULL);
	free(text.data);
	return tree;
}

/* Return argument i of a call's tree, or, behind the last, its result; NULL: it has none. */
static JsonNode *value_of(JsonNode *tree, guint i)
{
	JsonObject *call = json_node_get_object(tree);
	JsonArray *arguments = json_object_get_array_member(call, "arguments");
	return i < json_array_get_length(arguments)
		       ? json_object_get_member(
				 json_array_get_object_element(arguments, i), "value")
		       : json_object_get_member(call, "result");
}

static void add_node(JsonBuilder *json, const char *key, JsonNode *node)
{
	json_builder_set_member_name(json, key);
	if (node)
		json_builder_add_value(json, json_node_copy(node));
	else
		json_builder_add_null_value(json);
}

static void add_place(JsonBuilder *json, const struct gs_value_difference *d)
{
	if (!d->unit || !d->differing)
		return;
	gs_json_string(json, "unit", d->unit);
	gs_json_integer(json, "first", (gint64)d->first);
	gs_json_integer(json, "differing", (gint64)d->differing);
	if (d->item >= 0)
		gs_json_integer(json, "item", d->item);
	if (d->line)
		gs_json_integer(json, "line", (gint64)d->line);
}

static void add_changed(JsonBuilder *json, struct gs_diff *diff,
	const struct gs_compared_thread *thread, const struct gs_difference *difference)
{
	const struct gs_trace_call *a = gs_diff_find(
		&diff->sides[GS_DIFF_A], thread->a, difference->a);
	const struct gs_trace_call *b = gs_diff_find(
		&diff->sides[GS_DIFF_B], thread->b, difference->b);
	JsonNode *trees[] = {tree_of(a), tree_of(b)};
	guint n = trees[0] && trees[1] ? a->function->n_args : 0;
	for (guint i = 0; trees[0] && trees[1] && i <= n; i++) {
		const struct gs_trace_value *of_a = i < n ? &a->args[i] : &a->result;
		const struct gs_trace_value *of_b = i >= b->function->n_args ? &b->result
									     : &b->args[i];
		struct gs_value_difference d = gs_diff_values(of_a, of_b);
		if (gs_diff_is_same_part(diff, thread, difference, i))
			continue;
		json_builder_begin_object(json);
		gs_json_string(json, "name", i < n ? a->function->args[i] : "result");
		add_node(json, "a", value_of(trees[0], i));
		add_node(json, "b", value_of(trees[1], i));
		add_place(json, &d);
		json_builder_end_object(json);
	}
	for (int i = 0; i < GS_DIFF_SIDES; i++)
		g_clear_pointer(&trees[i], json_node_unref);
}

/* Add the arguments of a call that only one side has. */
static void add_only(JsonBuilder *json, const struct gs_trace_call *call)
{
	JsonNode *tree = tree_of(call);
	JsonArray *arguments = tree ? json_object_get_array_member(
					      json_node_get_object(tree), "arguments")
				    : NULL;
	for (guint i = 0; arguments && i < json_array_get_length(arguments); i++)
		json_builder_add_value(json, json_node_copy(json_array_get_element(arguments, i)));
	g_clear_pointer(&tree, json_node_unref);
}

static void add_number(JsonBuilder *json, const char *key, const struct gs_normal_thread *thread,
	uint32_t i, bool is_there)
{
	json_builder_set_member_name(json, key);
	if (is_there)
		json_builder_add_int_value(json, (gint64)gs_normal_call(thread, i)->number);
	else
		json_builder_add_null_value(json);
}

static void add_frame(
	JsonBuilder *json, const struct gs_diff *diff, const struct gs_diff_frame *frame)
{
	static const char *const keys[] = {"frame_a", "frame_b"};
	const struct gs_normal_thread *thread = frame->thread->a ? frame->thread->a
								 : frame->thread->b;
	for (int i = 0; i < GS_DIFF_SIDES; i++) {
		int64_t number = gs_diff_frame_of(diff, frame, i);
		json_builder_set_member_name(json, keys[i]);
		if (number >= 0)
			json_builder_add_int_value(json, number);
		else
			json_builder_add_null_value(json);
	}
	gs_json_integer(json, "thread", thread->number);
}

static void end_line(struct gs_diff *diff, JsonBuilder *json)
{
	json_builder_end_object(json);
	JsonNode *root = json_builder_get_root(json);
	char *line = gs_json_line(root);
	gs_trace_text_add(&diff->text, line, strlen(line));
	g_free(line);
	json_node_unref(root);
	g_object_unref(json);
}

static JsonBuilder *begin_line(void)
{
	JsonBuilder *json = json_builder_new();
	json_builder_begin_object(json);
	return json;
}

static void tell(struct gs_diff *diff, const struct gs_diff_frame *frame,
	const struct gs_difference *difference)
{
	JsonBuilder *json = begin_line();
	const struct gs_compared_thread *thread = frame->thread;
	bool is_b = difference->kind == GS_CALL_ONLY_B;
	const struct gs_trace_call *call = gs_diff_find(&diff->sides[is_b],
		is_b ? thread->b : thread->a, is_b ? difference->b : difference->a);
	add_number(json, "call_a", thread->a, difference->a, !is_b);
	add_number(json, "call_b", thread->b, difference->b, difference->kind != GS_CALL_ONLY_A);
	gs_json_string(json, "kind", kinds[difference->kind]);
	gs_json_string(json, "name", call ? call->function->name : NULL);
	add_frame(json, diff, frame);
	gs_json_begin_list(json, "arguments");
	if (difference->kind == GS_CALL_CHANGED)
		add_changed(json, diff, thread, difference);
	else
		add_only(json, call);
	json_builder_end_array(json);
	end_line(diff, json);
}

static void add_counts(JsonBuilder *json, uint64_t changed, uint64_t only_a, uint64_t only_b)
{
	gs_json_integer(json, kinds[GS_CALL_CHANGED], (gint64)changed);
	gs_json_integer(json, kinds[GS_CALL_ONLY_A], (gint64)only_a);
	gs_json_integer(json, kinds[GS_CALL_ONLY_B], (gint64)only_b);
}

static void tell_summary(struct gs_diff *diff)
{
	JsonBuilder *json = begin_line();
	gs_json_boolean(json, "equal", !diff->frames->len);
	add_counts(json, diff->counts[GS_CALL_CHANGED], diff->counts[GS_CALL_ONLY_A],
		diff->counts[GS_CALL_ONLY_B]);
	gs_json_integer(json, "calls_a", (gint64)diff->sides[GS_DIFF_A].trace->calls);
	gs_json_integer(json, "calls_b", (gint64)diff->sides[GS_DIFF_B].trace->calls);
	gs_json_begin_list(json, "frames");
	for (guint i = 0; i < diff->frames->len; i++) {
		const struct gs_diff_frame *frame = &g_array_index(
			diff->frames, struct gs_diff_frame, i);
		json_builder_begin_object(json);
		add_frame(json, diff, frame);
		add_counts(json, frame->counts[GS_CALL_CHANGED], frame->counts[GS_CALL_ONLY_A],
			frame->counts[GS_CALL_ONLY_B]);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	end_line(diff, json);
}

bool gs_diff_tell_json(struct gs_diff *diff)
{
	for (guint i = 0; i < diff->frames->len; i++) {
		const struct gs_diff_frame *frame = &g_array_index(
			diff->frames, struct gs_diff_frame, i);
		for (uint32_t k = frame->first; k < frame->end; k++) {
			tell(diff, frame,
				&g_array_index(
					frame->thread->differences, struct gs_difference, k));
			if (!gs_tool_print(&diff->text, false))
				return false;
		}
	}
	tell_summary(diff);
	return true;
}
