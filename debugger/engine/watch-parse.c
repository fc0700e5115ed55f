/* SPDX-License-Identifier: MIT */
/* The text of a watch as an expression that can be captured, or why it cannot; and its value at one
 * element. */
#include "debugger/engine/engine.h"

enum { MAX_RUNTIME_ELEMENTS = 1024 };

static bool is_unsized(const struct gs_type *type)
{
	struct gs_type sized = *type;
	if (type->n_dimensions == 0 || type->dimensions[0] != 0)
		return false;
	sized.dimensions[0] = 1;
	return gs_type_scalars(&sized) > 0;
}

/* Whether it is the last member of a storage block, the number of whose elements can be asked. */
static bool is_in_buffer(const struct gs_captured_value *value)
{
	const struct gs_node *root = value->parsed->root, *base = root;
	if (root->kind != GS_NODE_IDENTIFIER && root->kind != GS_NODE_MEMBER)
		return false;
	while (base->kind == GS_NODE_MEMBER || base->kind == GS_NODE_INDEX)
		base = base->child[0];
	return base->kind == GS_NODE_IDENTIFIER && base->symbol &&
	       base->symbol->storage == GS_STORAGE_BUFFER;
}

static uint64_t ask_length(struct gs_debug *debug, const struct gs_position *position,
	const struct gs_captured_value *value)
{
	char *text = g_strdup_printf("%s.length()", value->text);
	struct gs_captured_value *length = gs_debug_value_at(
		debug, position, value->frame, text, debug->focus_x, debug->focus_y, NULL);
	g_free(text);
	if (!length)
		return 0;
	struct gs_scalar n = gs_captured_value_scalar(length, 0, debug->focus_x, debug->focus_y);
	gs_captured_value_free(length);
	return n.base == GS_BASE_INT && n.integer > 0 ? (uint64_t)n.integer : 0;
}

static void refuse_unsized(struct gs_captured_value *value, uint64_t length)
{
	if (length)
		g_set_error(&value->error, GS_ERROR, GS_ERROR_NOT_READABLE,
			"'%s' has %" G_GUINT64_FORMAT " elements, more than can be shown at once: "
			"ask for one element, as in %s[0]",
			value->text, length, value->text);
	else if (is_in_buffer(value))
		g_set_error(&value->error, GS_ERROR, GS_ERROR_NOT_READABLE,
			"'%s' has no elements (its length() is 0): there is no value to read",
			value->text);
	else
		g_set_error(&value->error, GS_ERROR, GS_ERROR_NOT_READABLE,
			"'%s' is an array without a size, and the shader uses none of its "
			"elements: there is no value to read",
			value->text);
}

static void refuse_valueless(struct gs_captured_value *value)
{
	char *type = gs_type_string(&value->parsed->type);
	g_set_error(&value->error, GS_ERROR, GS_ERROR_NOT_READABLE,
		"'%s' is a %s, which has no value to read: ask for a texture lookup with it, or "
		"for a part of it",
		value->text, type);
	g_free(type);
}

static bool is_writeonly_member(const struct gs_node *node)
{
	const struct gs_struct *block = node->kind == GS_NODE_MEMBER
						? node->child[0]->type.structure
						: NULL;
	const char *name = node->unit->tokens[node->name_token].text;
	if (node->kind != GS_NODE_MEMBER || node->child[0]->type.base != GS_BASE_STRUCT || !block)
		return false;
	for (size_t i = 0; i < block->n_named; i++)
		if (strcmp(block->members[i].name, name) == 0)
			return block->members[i].is_writeonly;
	return false;
}

/* The name of something that no shader may read. */
static const char *find_writeonly(const struct gs_node *node)
{
	const char *found = NULL;
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol && node->symbol->is_writeonly &&
		node->type.base != GS_BASE_OPAQUE)
		return node->symbol->name;
	if (is_writeonly_member(node))
		return node->unit->tokens[node->name_token].text;
	for (size_t i = 0; i < node->n_children && !found; i++)
		found = node->child[i] ? find_writeonly(node->child[i]) : NULL;
	return found;
}

static void check_value(
	struct gs_debug *debug, const struct gs_position *position, struct gs_captured_value *value)
{
	struct gs_expression *e = value->parsed;
	const char *writeonly = find_writeonly(e->root), *spoils = gs_debug_spoils(debug, e->root);
	if (writeonly)
		g_set_error(&value->error, GS_ERROR, GS_ERROR_NOT_READABLE,
			"'%s' is declared writeonly: no shader may read it", writeonly);
	else if (spoils)
		g_set_error_literal(&value->error, GS_ERROR, GS_ERROR_NOT_READABLE, spoils);
	if (value->error || gs_type_scalars(&e->type) > 0)
		return;
	if (!is_unsized(&e->type)) {
		refuse_valueless(value);
		return;
	}
	uint64_t length = is_in_buffer(value) ? ask_length(debug, position, value) : 0;
	if (length == 0 || length > MAX_RUNTIME_ELEMENTS)
		refuse_unsized(value, length);
	else
		e->type.dimensions[0] = (int)length;
}

static void refuse_text(struct gs_captured_value *value, struct gs_messages *messages)
{
	/* What is wrong with its text, or with what it names; where, can be seen in one line. */
	bool typing = messages->n && messages->list[0].code < GS_GLSL_E_BIND;
	for (size_t i = 0; i < messages->n; i++)
		messages->list[i].line = 0;
	gs_error_from_messages(
		&value->error, typing ? GS_ERROR_USAGE : GS_ERROR_UNKNOWN_NAME, messages, "");
}

static void parse(
	struct gs_debug *debug, const struct gs_position *position, struct gs_captured_value *value)
{
	const struct gs_site *site = &debug->plan->sites[position->frame[value->frame].site];
	struct gs_messages messages = {0};
	struct gs_expression *e = value->parsed = gs_expression_parse(
		debug->shader, site->unit, gs_site_token(site), value->text, &messages);
	if (!e)
		refuse_text(value, &messages);
	else if (e->has_side_effects)
		g_set_error(&value->error, GS_ERROR, GS_ERROR_SIDE_EFFECTS,
			"'%s' has side effects (%s): ask for an expression without side effects",
			value->text, e->side_effect ? e->side_effect : "it writes");
	else if (e->type.base == GS_BASE_UNKNOWN)
		g_set_error(&value->error, GS_ERROR, GS_ERROR_UNKNOWN_TYPE,
			"the type of '%s' could not be determined: ask for a part of it, or "
			"convert it, as in float(...)",
			value->text);
	else
		check_value(debug, position, value);
	if (value->error && e) {
		gs_expression_free(value->parsed);
		value->parsed = NULL;
	}
	gs_messages_finish(&messages);
}

static void unref_result(gpointer data)
{
	gs_capture_result_unref(data);
}

struct gs_captured_value *gs_captured_value_new(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text)
{
	struct gs_captured_value *value = g_new0(struct gs_captured_value, 1);
	value->text = g_strdup(text);
	value->frame = frame;
	value->results = g_ptr_array_new_with_free_func(unref_result);
	parse(debug, position, value);
	return value;
}

/* ---- its value at one element ---- */

struct gs_captured_value *gs_debug_value_at(struct gs_debug *debug,
	const struct gs_position *position, unsigned frame, const char *text, unsigned x,
	unsigned y, GError **error)
{
	struct gs_captured_value *value = gs_captured_value_new(debug, position, frame, text);
	if (value->error) {
		g_propagate_error(error, g_steal_pointer(&value->error));
		gs_captured_value_free(value);
		return NULL;
	}
	unsigned rect[4] = {x, y, 1, 1};
	struct gs_capture capture = {value->parsed, frame};
	struct gs_variant_request request = {
		.kind = GS_VARIANT_POSITION,
		.position = position,
		.captures = &capture,
		.n_captures = 1,
		.in_parts = true,
	};
	size_t next = 0;
	while (next == 0) {
		struct gs_capture_result *result = gs_debug_capture(
			debug, &request, 0, rect, error);
		if (!result) {
			gs_captured_value_free(value);
			return NULL;
		}
		g_ptr_array_add(value->results, result);
		next = result->variant->next_capture;
		/* Always goes on, whatever the variant says. */
		request.first_scalar = MAX(result->variant->next_scalar, request.first_scalar + 1);
	}
	value->whole = true;
	return value;
}
