/* SPDX-License-Identifier: MIT */
/* Why a draw differs: the first of its inputs that does, in the order of enum gs_cause. */
#include <string.h>
#include "compare/private.h"

/* ---- arguments, and draws that only one side has ---- */

static bool find_call(struct gs_why *why)
{
	struct gs_compared *found = why->found;
	int side = found->calls[GS_COMPARE_A] == UINT64_MAX;
	char *what = NULL, *details[GS_COMPARE_SIDES] = {NULL, NULL};
	found->function = gs_pairs_function(why->pairs, side, found->calls[side]);
	if (found->calls[!side] == UINT64_MAX) {
		gs_why_note(why, side ? GS_CAUSE_EXTRA : GS_CAUSE_MISSING,
			g_strdup(found->function), NULL, NULL);
		found->details[side] = gs_pairs_text(why->pairs, side, found->calls[side]);
		return true;
	}
	if (!gs_pairs_is_changed(why->pairs, found->calls[GS_COMPARE_A]) ||
		!gs_pairs_argument(why->pairs, found->calls[GS_COMPARE_A],
			found->calls[GS_COMPARE_B], &what, details))
		return false;
	return gs_why_note(
		why, GS_CAUSE_ARGUMENT, what, details[GS_COMPARE_A], details[GS_COMPARE_B]);
}

/* ---- state ---- */

/* What says nothing of what a draw does: who the driver is, what it allows, how pixels are packed,
 * what other calls would use, counts; and what is compared as uniforms and programs. */
static bool is_passed_over(const char *name)
{
	static const char *const prefixes[] = {"GL_MAX_", "QUERY.", "PROGRAM", "READ_FRAMEBUFFER",
		"GL_PACK_", "GL_UNPACK_", "GL_DEBUG_"};
	static const char *const names[] = {"GL_VENDOR", "GL_RENDERER", "GL_VERSION",
		"GL_SHADING_LANGUAGE_VERSION", "GL_ACTIVE_TEXTURE", "GL_CLIENT_ACTIVE_TEXTURE",
		"GL_ARRAY_BUFFER_BINDING", "GL_COPY_READ_BUFFER_BINDING",
		"GL_COPY_WRITE_BUFFER_BINDING", "GL_PIXEL_PACK_BUFFER_BINDING",
		"GL_PIXEL_UNPACK_BUFFER_BINDING", "GL_RENDERBUFFER_BINDING",
		"GL_READ_FRAMEBUFFER_BINDING", "GL_QUERY_BUFFER_BINDING"};
	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (g_str_has_prefix(name, prefixes[i]))
			return true;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* Return of which kind of object the variable's value is the name; NONE: it is another value, or
 * what the object holds decides. *is_name: it is a name. */
static enum gs_object_kind kind_of(const char *name, bool *is_name)
{
	static const struct {
		const char *text;
		enum gs_object_kind kind;
	} kinds[] = {{"_BUFFER_BINDING", GS_OBJECT_NONE}, {"_OBJECT_NAME", GS_OBJECT_NONE},
		{"GL_TEXTURE_BINDING", GS_OBJECT_TEXTURE},
		{"GL_SAMPLER_BINDING", GS_OBJECT_SAMPLER},
		{"GL_CURRENT_PROGRAM", GS_OBJECT_PROGRAM},
		{"GL_PROGRAM_PIPELINE_BINDING", GS_OBJECT_PIPELINE},
		{"GL_VERTEX_ARRAY_BINDING", GS_OBJECT_VERTEX_ARRAY},
		{"GL_DRAW_FRAMEBUFFER_BINDING", GS_OBJECT_FRAMEBUFFER},
		{"_BINDING", GS_OBJECT_NONE}};
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if ((*is_name = strstr(name, kinds[i].text)))
			return kinds[i].kind;
	*is_name = strcmp(name, "DRAW_FRAMEBUFFER") == 0 || strcmp(name, "VERTEX_ARRAY") == 0;
	return GS_OBJECT_NONE;
}

static bool is_text(JsonNode *node)
{
	return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
}

/* Return whether two values of a variable are the same. */
static bool is_same(struct gs_why *why, const char *name, JsonNode *a, JsonNode *b)
{
	bool is_name;
	enum gs_object_kind kind = kind_of(name, &is_name);
	if (!is_name || !is_text(a) || !is_text(b))
		return json_node_equal(a, b);
	const uint64_t names[GS_COMPARE_SIDES] = {
		g_ascii_strtoull(json_node_get_string(a), NULL, 10),
		g_ascii_strtoull(json_node_get_string(b), NULL, 10)};
	if (kind == GS_OBJECT_NONE)
		return !gs_pairs_is_same_file(why->pairs) || names[0] == names[1];
	return gs_pairs_is_same_object(why->pairs, why->found->calls, kind, names);
}

static bool find_state(struct gs_why *why)
{
	JsonObject *states[GS_COMPARE_SIDES];
	bool is_found = false;
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		states[i] = gs_console_ask(why->consoles[i], "state");
	GList *names = states[0] && states[1] ? json_object_get_members(states[GS_COMPARE_A])
					      : NULL;
	for (GList *at = names; at && !is_found; at = at->next) {
		const char *name = at->data;
		JsonNode *a = json_object_get_member(states[GS_COMPARE_A], name);
		JsonNode *b = json_object_get_member(states[GS_COMPARE_B], name);
		if (!b || is_passed_over(name) || !gs_why_is_read(why, name) ||
			is_same(why, name, a, b))
			continue;
		is_found = gs_why_note(
			why, GS_CAUSE_STATE, g_strdup(name), gs_why_text(a), gs_why_text(b));
	}
	g_list_free(names);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (states[i])
			json_object_unref(states[i]);
	return is_found;
}

/* ---- uniforms, and the programs' texts ---- */

/* Return the object of the list whose member of that name has that text; NULL: there is none. */
static JsonObject *find_in(JsonArray *list, const char *member, const char *text)
{
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		JsonObject *item = json_array_get_object_element(list, i);
		if (strcmp(gs_why_word(item, member), text) == 0)
			return item;
	}
	return NULL;
}

static bool find_uniform(struct gs_why *why, JsonObject *const programs[GS_COMPARE_SIDES])
{
	JsonArray *of_a = gs_why_list(programs[GS_COMPARE_A], "uniforms");
	JsonArray *of_b = gs_why_list(programs[GS_COMPARE_B], "uniforms");
	for (guint i = 0; of_a && i < json_array_get_length(of_a); i++) {
		JsonObject *a = json_array_get_object_element(of_a, i);
		const char *name = gs_why_word(a, "name");
		JsonObject *b = find_in(of_b, "name", name);
		JsonNode *value_a = json_object_get_member(a, "value");
		JsonNode *value_b = b ? json_object_get_member(b, "value") : NULL;
		if (value_a && value_b && !json_node_equal(value_a, value_b))
			return gs_why_note(why, GS_CAUSE_UNIFORM, g_strdup(name),
				gs_why_text(value_a), gs_why_text(value_b));
	}
	return false;
}

/* Return the line, from 1, in which two texts differ first, and what each has there. */
static uint64_t line_of(const char *a, const char *b, char *details[GS_COMPARE_SIDES])
{
	uint64_t line = 1;
	const char *at_a = a, *at_b = b;
	for (; *a && *a == *b; a++, b++)
		if (*a == '\n') {
			line++;
			at_a = a + 1;
			at_b = b + 1;
		}
	details[GS_COMPARE_A] = g_strndup(at_a, strcspn(at_a, "\n"));
	details[GS_COMPARE_B] = g_strndup(at_b, strcspn(at_b, "\n"));
	return line;
}

/* Compare the texts of a stage's objects of that number, from 0. */
static bool find_text(struct gs_why *why, const char *stage, guint object)
{
	JsonObject *answers[GS_COMPARE_SIDES];
	const char *texts[GS_COMPARE_SIDES] = {NULL, NULL};
	char *details[GS_COMPARE_SIDES];
	bool differ;
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		answers[i] = gs_console_ask(why->consoles[i], "source %s %u", stage, object);
		if (answers[i])
			texts[i] = json_object_get_string_member_with_default(
				answers[i], "source", NULL);
	}
	differ = texts[0] && texts[1] && strcmp(texts[0], texts[1]) != 0;
	if (differ) {
		why->found->line = line_of(texts[0], texts[1], details);
		why->found->stage = g_strdup(stage);
		gs_why_note(why, GS_CAUSE_SOURCE, g_strdup_printf("%s shader", stage), details[0],
			details[1]);
	}
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (answers[i])
			json_object_unref(answers[i]);
	return differ;
}

static bool find_source(struct gs_why *why, JsonObject *const programs[GS_COMPARE_SIDES])
{
	JsonArray *stages = gs_why_list(programs[GS_COMPARE_A], "stages");
	const char *last = NULL;
	guint object = 0;
	for (guint i = 0; stages && i < json_array_get_length(stages); i++) {
		JsonObject *of = json_array_get_object_element(stages, i);
		const char *stage = gs_why_word(of, "stage");
		object = last && strcmp(last, stage) == 0 ? object + 1 : 0;
		last = stage;
		if (find_text(why, stage, object))
			return true;
	}
	return false;
}

/* ---- which textures are read ---- */

static void add_units(GHashTable *units, JsonNode *value, guint kind)
{
	if (JSON_NODE_HOLDS_VALUE(value))
		g_hash_table_add(units, GUINT_TO_POINTER(kind + (guint)json_node_get_int(value)));
	if (!JSON_NODE_HOLDS_ARRAY(value))
		return;
	JsonArray *all = json_node_get_array(value);
	for (guint i = 0; i < json_array_get_length(all); i++)
		add_units(units, json_array_get_element(all, i), kind);
}

/* Find the units of both programs. */
static void find_units(struct gs_why *why, JsonObject *const programs[GS_COMPARE_SIDES])
{
	g_clear_pointer(&why->units, g_hash_table_destroy);
	if (!gs_why_list(programs[0], "uniforms") || !gs_why_list(programs[1], "uniforms") ||
		!gs_why_number(programs[0], "program"))
		return;
	why->units = g_hash_table_new(NULL, NULL);
	for (int side = 0; side < GS_COMPARE_SIDES; side++) {
		JsonArray *uniforms = gs_why_list(programs[side], "uniforms");
		for (guint i = 0; i < json_array_get_length(uniforms); i++) {
			JsonObject *of = json_array_get_object_element(uniforms, i);
			JsonNode *value = json_object_get_member(of, "value");
			if (value && strstr(gs_why_word(of, "type"), "sampler"))
				add_units(why->units, value, 0);
			else if (value && strstr(gs_why_word(of, "type"), "image"))
				add_units(why->units, value, GS_IMAGE_UNITS);
		}
	}
}

/* ---- all of it ---- */

static bool open_consoles(struct gs_why *why)
{
	for (int i = 0; i < GS_COMPARE_SIDES; i++) {
		g_autoptr(JsonObject) stop = NULL;
		why->consoles[i] = gs_console_side_new(why->wish, i, NULL);
		if (why->consoles[i])
			stop = gs_console_goto(why->consoles[i], why->found->calls[i]);
		if (!stop)
			return false;
	}
	return true;
}

static bool find_input(struct gs_why *why)
{
	JsonObject *programs[GS_COMPARE_SIDES];
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		programs[i] = gs_console_ask(why->consoles[i], "program");
	find_units(why, programs);
	why->is_dispatch = find_in(
		gs_why_list(programs[GS_COMPARE_A], "stages"), "stage", "compute");
	bool is_found = find_state(why) || find_uniform(why, programs) || gs_why_buffers(why) ||
			gs_why_textures(why) || find_source(why, programs);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		if (programs[i])
			json_object_unref(programs[i]);
	return is_found;
}

/* Where all that can be asked is equal, what differs in the calls before is the best that is known:
 * arrays in the program's memory, values of vertices. */
static bool find_by_calls(struct gs_why *why)
{
	static const enum gs_cause causes[] = {GS_CAUSE_ARGUMENT, GS_CAUSE_BUFFER, GS_CAUSE_TEXTURE,
		GS_CAUSE_UNIFORM, GS_CAUSE_STATE, GS_CAUSE_SOURCE};
	struct gs_compared *found = why->found;
	for (size_t i = 0; i < G_N_ELEMENTS(causes); i++) {
		char *what = NULL, *details[GS_COMPARE_SIDES] = {NULL, NULL};
		uint64_t *setters = found->setters;
		if (!gs_pairs_setter(why->pairs, causes[i], found->calls, setters))
			continue;
		int side = setters[GS_COMPARE_A] == UINT64_MAX;
		if (setters[!side] != UINT64_MAX)
			gs_pairs_argument(why->pairs, setters[0], setters[1], &what, details);
		else
			details[side] = gs_pairs_text(why->pairs, side, setters[side]);
		char *function = gs_pairs_function(why->pairs, side, setters[side]);
		char *name = what && *what ? g_strdup_printf("%s: %s", function, what)
					   : g_strdup(function);
		g_free(what);
		g_free(function);
		return gs_why_note(why, causes[i], name, details[0], details[1]);
	}
	return false;
}

/* Find the cause of the call that differs first, so far. Return whether another one is it. */
static bool find_cause(struct gs_why *why)
{
	struct gs_compared *found = why->found;
	found->setters[0] = found->setters[1] = UINT64_MAX;
	why->is_unwritten = false;
	gs_why_note(why, GS_CAUSE_UNKNOWN, NULL, NULL, NULL);
	if (find_call(why))
		return false;
	bool is_there = why->consoles[GS_COMPARE_B] || open_consoles(why);
	if (is_there && find_input(why)) {
		gs_pairs_setter(why->pairs, found->cause, found->calls, found->setters);
		if (gs_why_upstream(why))
			return true;
		if (why->is_unwritten)
			gs_why_steps(why);
		return false;
	}
	if (!find_by_calls(why) && !(is_there && gs_why_steps(why)))
		gs_why_inputs(why);
	return false;
}

void gs_find_why(
	const struct gs_compare_wish *wish, struct gs_pairs *pairs, struct gs_compared *found)
{
	struct gs_why why = {.wish = wish, .pairs = pairs, .found = found};
	while (find_cause(&why))
		;
	g_free(why.content.binding);
	g_clear_pointer(&why.units, g_hash_table_destroy);
	for (int i = 0; i < GS_COMPARE_SIDES; i++)
		gs_console_side_free(why.consoles[i]);
}
