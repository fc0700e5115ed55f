/* SPDX-License-Identifier: MIT */
#include "dap/breakpoints.h"

#include <string.h>
#include "dap/ask.h"

void gs_dap_breakpoint_free(gpointer data)
{
	struct gs_dap_breakpoint *b = data;
	g_free(b->path);
	g_free(b->name);
	g_free(b->condition);
	g_free(b->log);
	g_free(b->message);
	g_free(b);
}

/* ---- where it stops ---- */

/* Return the text with comments blanked out; g_free. */
static char *without_comments(const char *text)
{
	char *copy = g_strdup(text);
	for (char *at = copy; *at; at++) {
		bool is_block = at[0] == '/' && at[1] == '*',
		     is_line = at[0] == '/' && at[1] == '/';
		if (!is_block && !is_line)
			continue;
		char *end = strstr(at + 2, is_block ? "*/" : "\n");
		end = end ? end + (is_block ? 2 : 0) : at + strlen(at);
		for (; at < end; at++)
			if (*at != '\n')
				*at = ' ';
		at--;
	}
	return copy;
}

/* Return the line on which the body of a function begins; 0: there is none. */
static unsigned definition_of(const char *text, const char *name)
{
	g_autofree char *quoted = g_regex_escape_string(name, -1);
	g_autofree char *pattern = g_strdup_printf(
		"\\b\\w+(?:\\s*\\[\\s*\\w*\\s*\\])*\\s+%s\\s*\\([^;{}()]*\\)\\s*\\{", quoted);
	g_autofree char *plain = without_comments(text);
	g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	int start, end;
	unsigned line = 1;
	if (!regex || !g_regex_match(regex, plain, 0, &match) ||
		!g_match_info_fetch_pos(match, 0, &start, &end))
		return 0;
	for (int i = 0; i < end; i++)
		line += plain[i] == '\n';
	return line;
}

unsigned gs_dap_breakpoint_line(
	struct gs_dap *dap, const struct gs_dap_breakpoint *b, struct gs_dap_source *source)
{
	unsigned line = b->line;
	switch (b->kind) {
	case GS_DAP_BREAK_LINE:
		if (b->path)
			return gs_dap_source_line(dap, source, b->path, &line);
		const struct gs_dap_source *of = gs_dap_source_at(dap, b->reference);
		return of && !strcmp(of->text, source->text) && of->stage == source->stage ? line
											   : 0;
	case GS_DAP_BREAK_FUNCTION:
		return definition_of(source->text, b->name);
	default:
		return 0;
	}
}

/* ---- as the editor has them ---- */

static void put_breakpoint(struct gs_dap *dap, JsonBuilder *json, const struct gs_dap_breakpoint *b)
{
	json_builder_begin_object(json);
	gs_json_integer(json, "id", b->id);
	gs_json_boolean(json, "verified", b->is_verified);
	if (!b->is_verified) {
		gs_json_string(json, "message", b->message);
		gs_json_string(json, "reason", b->is_bad ? "failed" : "pending");
	}
	if (b->kind == GS_DAP_BREAK_LINE) {
		gs_json_integer(json, "line", b->line - 1 + dap->first_line);
		if (b->path)
			gs_dap_put_path(dap, json, "source", b->path);
	}
	json_builder_end_object(json);
}

static void tell_changed(struct gs_dap *dap, const struct gs_dap_breakpoint *b)
{
	JsonBuilder *body = gs_dap_body();
	gs_json_string(body, "reason", "changed");
	json_builder_set_member_name(body, "breakpoint");
	put_breakpoint(dap, body, b);
	gs_dap_event(dap, "breakpoint", body);
}

static void answer_list(struct gs_dap_request *request, const GPtrArray *list)
{
	JsonBuilder *body = gs_dap_body();
	gs_json_begin_list(body, "breakpoints");
	for (guint i = 0; i < list->len; i++)
		put_breakpoint(request->dap, body, g_ptr_array_index(list, i));
	json_builder_end_array(body);
	gs_dap_answer(request, body);
}

static void set_bad(struct gs_dap_breakpoint *b, char *message)
{
	g_free(b->message);
	b->message = message;
	b->is_bad = true;
	b->is_verified = false;
}

static void read_hit_condition(struct gs_dap_breakpoint *b, const char *text)
{
	static const struct {
		const char *text;
		char hit;
	} kinds[] = {{">=", 'g'}, {"<=", 'l'}, {"==", '='}, {">", '>'}, {"<", '<'}, {"=", '='},
		{"%", '%'}, {"", '='}};
	g_autofree char *stripped = g_strstrip(g_strdup(text));
	char *rest = stripped;
	guint64 count;
	if (!*stripped)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(kinds) && !b->hit; i++) {
		if (!g_str_has_prefix(stripped, kinds[i].text))
			continue;
		b->hit = kinds[i].hit;
		rest += strlen(kinds[i].text);
	}
	if (!g_ascii_string_to_unsigned(g_strstrip(rest), 10, 1, G_MAXINT64, &count, NULL))
		set_bad(b, g_strdup_printf("'%s' is no hit condition: it takes N, > N, >= N, < N, "
					   "<= N or %% N, with N from 1 on",
				   text));
	b->hit_count = count;
}

/* Return a breakpoint with what all kinds have; it is in the list of all. */
static struct gs_dap_breakpoint *add_breakpoint(
	struct gs_dap *dap, JsonObject *wanted, enum gs_dap_breakpoint_kind kind)
{
	struct gs_dap_breakpoint *b = g_new0(struct gs_dap_breakpoint, 1);
	const char *condition = gs_dap_text(wanted, "condition");
	const char *log = gs_dap_text(wanted, "logMessage");
	const char *hit = gs_dap_text(wanted, "hitCondition");
	b->id = ++dap->last_breakpoint;
	b->kind = kind;
	b->condition = condition && *condition ? g_strdup(condition) : NULL;
	b->log = log && *log ? g_strdup(log) : NULL;
	if (b->condition)
		g_strdelimit(b->condition, "\r\n", ' ');
	read_hit_condition(b, hit ? hit : "");
	g_ptr_array_add(dap->breakpoints, b);
	return b;
}

/* Remove those that `is_one` picks; the session forgets them later. */
static void remove_some(struct gs_dap *dap,
	bool (*is_one)(const struct gs_dap_breakpoint *b, const void *data), const void *data)
{
	for (guint i = dap->breakpoints->len; i-- > 0;) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		if (!is_one(b, data))
			continue;
		if (b->number)
			g_array_append_val(dap->obsolete, b->number);
		b->is_dead = true;
		g_ptr_array_add(dap->dead, g_ptr_array_steal_index(dap->breakpoints, i));
	}
	dap->is_changed = true;
}

/* ---- lines ---- */

struct place {
	const char *path;
	gint64 reference;
};

static bool is_of_place(const struct gs_dap_breakpoint *b, const void *data)
{
	const struct place *place = data;
	return b->kind == GS_DAP_BREAK_LINE &&
	       (place->path ? !g_strcmp0(b->path, place->path) : b->reference == place->reference);
}

static bool verify_in(struct gs_dap *dap, struct gs_dap_breakpoint *b, const GPtrArray *sources)
{
	for (guint i = 0; i < sources->len && !b->is_verified && !b->is_bad; i++) {
		struct gs_dap_source *source = g_ptr_array_index(sources, i);
		if (!gs_dap_breakpoint_line(dap, b, source))
			continue;
		b->is_verified = true;
		if (b->path)
			gs_dap_source_line(dap, source, b->path, &b->line);
		return true;
	}
	return false;
}

static void add_line(
	struct gs_dap *dap, JsonObject *wanted, const struct place *place, GPtrArray *list)
{
	struct gs_dap_breakpoint *b = add_breakpoint(dap, wanted, GS_DAP_BREAK_LINE);
	gint64 line = gs_dap_number(wanted, "line", 0) + 1 - dap->first_line;
	b->path = g_strdup(place->path);
	b->reference = place->reference;
	b->line = (unsigned)CLAMP(line, 1, 1 << 24);
	if (!b->message)
		b->message = g_strdup("no program that was seen in use so far has this line in a "
				      "shader: it is looked for as programs come into use");
	verify_in(dap, b, dap->sources);
	g_ptr_array_add(list, b);
}

void gs_dap_breakpoints_set_lines(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	JsonObject *source = gs_dap_object(request->arguments, "source");
	JsonArray *wanted = gs_dap_list(request->arguments, "breakpoints");
	gint64 reference = source ? gs_dap_number(source, "sourceReference", 0) : 0;
	g_autofree char *path = reference > 0 ? NULL : gs_dap_path_of(dap, source);
	g_autofree char *canonical = path ? g_canonicalize_filename(path, NULL) : NULL;
	const struct place place = {canonical, reference};
	if (!canonical && !gs_dap_source_at(dap, reference)) {
		gs_dap_refuse(request, "the source is neither a file nor one that was shown");
		return;
	}
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	remove_some(dap, is_of_place, &place);
	for (guint i = 0; wanted && i < json_array_get_length(wanted); i++) {
		g_autoptr(JsonObject) one = gs_dap_element(wanted, i);
		add_line(dap, one, &place, list);
	}
	answer_list(request, list);
	gs_dap_interrupt(dap);
}

void gs_dap_breakpoints_verify(struct gs_dap *dap, const GPtrArray *sources)
{
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		if (!b->is_verified && verify_in(dap, b, sources))
			tell_changed(dap, b);
	}
}

/* ---- functions ---- */

static bool is_of_function(const struct gs_dap_breakpoint *b, const void *data)
{
	return b->kind != GS_DAP_BREAK_LINE;
}

/* A name is GL's if the session knows it; else it is a shader's. */
static void send_name(struct gs_dap *dap, struct gs_dap_breakpoint *b)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(JsonNode) reply = gs_dap_ask(dap, &error, "break call %s%s%s", b->name,
		b->condition ? " if " : "", b->condition ? b->condition : "");
	if (reply) {
		b->kind = GS_DAP_BREAK_CALL;
		b->number = gs_dap_newest(reply);
		b->is_verified = true;
		if (b->is_dead)
			g_array_append_val(dap->obsolete, b->number);
	} else if (g_error_matches(error, GS_ERROR, GS_ERROR_UNKNOWN_NAME) &&
		   !strpbrk(b->name, "*? \t")) {
		b->kind = GS_DAP_BREAK_FUNCTION;
		verify_in(dap, b, dap->sources);
	} else {
		set_bad(b, g_strdup(error->message));
	}
}

void gs_dap_breakpoints_set_functions(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	JsonArray *wanted = gs_dap_list(request->arguments, "breakpoints");
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	remove_some(dap, is_of_function, NULL);
	for (guint i = 0; wanted && i < json_array_get_length(wanted); i++) {
		g_autoptr(JsonObject) one = gs_dap_element(wanted, i);
		struct gs_dap_breakpoint *b = add_breakpoint(dap, one, GS_DAP_BREAK_NAME);
		const char *name = gs_dap_text(one, "name");
		b->name = g_strstrip(g_strdup(name ? name : ""));
		g_strdelimit(b->name, "\r\n", ' ');
		if (!*b->name)
			set_bad(b, g_strdup("the breakpoint has no name of a function"));
		if (!b->message)
			b->message = g_strdup("no shader that was seen in use so far has this "
					      "function, and it is not known whether GL has it");
		g_ptr_array_add(list, b);
	}
	if (dap->link && dap->state == GS_DAP_STOPPED && !dap->is_asking)
		gs_dap_breakpoints_send(dap);
	answer_list(request, list);
	gs_dap_interrupt(dap);
}

/* ---- exceptions ---- */

static const struct {
	const char *filter, *label, *description;
} filters[] = {
	{"gl-error", "GL errors", "Stop after a call that has set GL's error flag"},
	{"nan", "NaN", "Stop where a shader makes a NaN of operands that are none"},
	{"infinity", "Infinity", "Likewise, an infinity"},
	{"domain", "Undefined built-in",
		"A built-in function outside of where GLSL defines it, as sqrt(-1.0)"},
	{"division", "Integer division", "A division of integers by zero"},
	{"shift", "Shift", "A shift by more bits than there are"},
	{"conversion", "Conversion", "A conversion to an integer that does not hold it"},
	{"index", "Index", "An index outside of an array, vector or matrix"},
	{"fetch", "Texel fetch", "texelFetch outside of the texture"},
	{"storage", "Image or storage access", "An access outside of an image or a storage block"},
	{"unwritten", "Unwritten value", "A variable is read that nothing has written"},
	{"derivative", "Derivative", "A derivative where neighbours do not come"},
	{"loop", "Long loop", "A loop of more than 10000 iterations"},
};

void gs_dap_put_filters(JsonBuilder *json)
{
	gs_json_begin_list(json, "exceptionBreakpointFilters");
	for (size_t i = 0; i < G_N_ELEMENTS(filters); i++) {
		json_builder_begin_object(json);
		gs_json_string(json, "filter", filters[i].filter);
		gs_json_string(json, "label", filters[i].label);
		gs_json_string(json, "description", filters[i].description);
		gs_json_boolean(json, "default", false);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

static bool is_filter(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(filters); i++)
		if (!g_strcmp0(filters[i].filter, name))
			return true;
	return false;
}

void gs_dap_breakpoints_set_exceptions(struct gs_dap_request *request)
{
	struct gs_dap *dap = request->dap;
	JsonArray *wanted = gs_dap_list(request->arguments, "filters");
	GString *kinds = g_string_new(NULL);
	JsonBuilder *body = gs_dap_body();
	dap->stops_at_errors = false;
	gs_json_begin_list(body, "breakpoints");
	for (guint i = 0; wanted && i < json_array_get_length(wanted); i++) {
		JsonNode *node = json_array_get_element(wanted, i);
		const char *name = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_string(node) : NULL;
		bool is_known = is_filter(name);
		json_builder_begin_object(body);
		gs_json_boolean(body, "verified", is_known);
		if (!is_known)
			gs_json_string(body, "message", "there is no such filter");
		json_builder_end_object(body);
		if (is_known && !strcmp(name, filters[0].filter))
			dap->stops_at_errors = true;
		else if (is_known)
			g_string_append_printf(kinds, "%s%s", kinds->len ? "," : "", name);
	}
	json_builder_end_array(body);
	g_free(dap->fault_kinds);
	dap->fault_kinds = kinds->len ? g_strdup(kinds->str) : NULL;
	g_string_free(kinds, TRUE);
	dap->is_changed = true;
	gs_dap_answer(request, body);
	gs_dap_interrupt(dap);
}

/* ---- the session ---- */

unsigned gs_dap_newest(JsonNode *reply)
{
	JsonArray *list = gs_dap_result_list(reply, "breakpoints");
	gint64 newest = 0;
	for (guint i = 0; list && i < json_array_get_length(list); i++) {
		g_autoptr(JsonObject) one = gs_dap_element(list, i);
		newest = MAX(newest, gs_dap_number(one, "number", 0));
	}
	return (unsigned)newest;
}

void gs_dap_breakpoints_send(struct gs_dap *dap)
{
	dap->is_changed = false;
	if (dap->has_no_debugging)
		return;
	if (dap->error_number && !dap->stops_at_errors) {
		g_array_append_val(dap->obsolete, dap->error_number);
		dap->error_number = 0;
	}
	while (dap->obsolete->len) {
		unsigned number = g_array_index(dap->obsolete, unsigned, 0);
		g_array_remove_index(dap->obsolete, 0);
		gs_dap_do(dap, NULL, "delete %u", number);
	}
	if (dap->stops_at_errors && !dap->error_number) {
		g_autoptr(JsonNode) reply = gs_dap_ask(dap, NULL, "break error");
		dap->error_number = gs_dap_newest(reply);
	}
	for (guint i = 0; i < dap->breakpoints->len; i++) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		if (b->kind != GS_DAP_BREAK_NAME || b->is_bad)
			continue;
		send_name(dap, b);
		if (!b->is_dead)
			tell_changed(dap, b);
	}
}

bool gs_dap_breakpoints_want_draws(const struct gs_dap *dap)
{
	bool wants = dap->fault_kinds && !dap->has_no_debugging;
	for (guint i = 0; i < dap->breakpoints->len && !wants && !dap->has_no_debugging; i++) {
		const struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		wants = !b->is_bad &&
			(b->kind == GS_DAP_BREAK_LINE || b->kind == GS_DAP_BREAK_FUNCTION);
	}
	return wants;
}

struct gs_dap_breakpoint *gs_dap_breakpoint_numbered(const struct gs_dap *dap, gint64 number)
{
	for (guint i = 0; number > 0 && i < dap->breakpoints->len; i++) {
		struct gs_dap_breakpoint *b = g_ptr_array_index(dap->breakpoints, i);
		if (b->number == number)
			return b;
	}
	return NULL;
}

bool gs_dap_breakpoint_hit(struct gs_dap_breakpoint *b)
{
	guint64 hits = ++b->hits;
	switch (b->hit) {
	case '>':
		return hits > b->hit_count;
	case 'g':
		return hits >= b->hit_count;
	case '<':
		return hits < b->hit_count;
	case 'l':
		return hits <= b->hit_count;
	case '=':
		return hits == b->hit_count;
	case '%':
		return hits % b->hit_count == 0;
	default:
		return true;
	}
}
