/* SPDX-License-Identifier: MIT */
/* The table of verbs: finds the one of a line, checks what it needs, runs it. */
#include "verbs/verbs.h"

#include <string.h>
#include "verbs/reading.h"
#include "verbs/shapes.h"
#include "verbs/usage.h"

static gs_verb_func do_help;

static const struct gs_verb help_verbs[] = {
	{"help", "[COMMAND]", "list the commands", do_help, GS_NEEDS_NOTHING,
		"commands:[any] shapes:{*:any}", "{commands*{command:-44} {help}\n}"},
	{NULL},
};
static const struct gs_verb *const tables[] = {gs_host_verbs, gs_edit_verbs, help_verbs,
	gs_call_verbs, gs_trace_verbs, gs_inspect_verbs, gs_shader_verbs};

const struct gs_verb *gs_verb_at(size_t i)
{
	for (size_t table = 0; table < G_N_ELEMENTS(tables); table++)
		for (const struct gs_verb *c = tables[table]; c->name; c++)
			if (i-- == 0)
				return c;
	return NULL;
}

static void reply_needs(JsonBuilder *json, unsigned needs)
{
	const char *word;
	gs_json_begin_list(json, "needs");
	for (unsigned i = 0; (word = gs_needs_word(needs, i)); i++)
		json_builder_add_string_value(json, word);
	json_builder_end_array(json);
}

static void reply_verb(struct gs_reply *reply, const struct gs_verb *c)
{
	g_autofree char *usage = g_strdup_printf(
		"%s%s%s", c->name, *c->arguments ? " " : "", c->arguments);
	struct gs_usage *parsed = gs_usage_parse(c->arguments);
	json_builder_begin_object(reply->json);
	gs_json_string(reply->json, "command", usage);
	gs_json_string(reply->json, "help", c->help);
	gs_json_boolean(reply->json, "implemented", true);
	gs_json_string(reply->json, "name", c->name);
	json_builder_set_member_name(reply->json, "arguments");
	gs_usage_write(parsed, reply->json);
	reply_needs(reply->json, c->needs);
	json_builder_set_member_name(reply->json, "result");
	gs_shapes_write_result(reply->json, c->result);
	json_builder_end_object(reply->json);
	gs_usage_free(parsed);
}

bool gs_verbs_list(struct gs_reply *reply, const char *begins, GError **error)
{
	bool any = false;
	gs_json_begin_list(reply->json, "commands");
	for (size_t i = 0; gs_verb_at(i); i++) {
		if (!g_str_has_prefix(gs_verb_at(i)->name, begins))
			continue;
		reply_verb(reply, gs_verb_at(i));
		any = true;
	}
	json_builder_end_array(reply->json);
	json_builder_set_member_name(reply->json, "shapes");
	gs_shapes_write(reply->json);
	if (!any)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"no command begins with '%s': `help` lists all", begins);
	return any;
}

static bool do_help(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	const char *begins = gs_argument_text(arguments, "COMMAND");
	return gs_verbs_list(reply, begins ? begins : "", error);
}

/* ---- finding ---- */

/* Length of the line's beginning that is the verb's name, any white space between words; 0: it
 * is not. */
static size_t match_name(const char *line, const char *name)
{
	const char *at = line;
	for (;;) {
		size_t word = strcspn(name, " ");
		if (strncmp(at, name, word) != 0 || (at[word] && !g_ascii_isspace(at[word])))
			return 0;
		at += word;
		name += word;
		if (*name == '\0')
			return at - line;
		at += strspn(at, " \t");
		name++;
	}
}

const struct gs_verb *gs_verb_find(const char *line, const char **arguments)
{
	const struct gs_verb *best = NULL;
	size_t longest = 0;
	for (size_t i = 0; gs_verb_at(i); i++) {
		const struct gs_verb *c = gs_verb_at(i);
		size_t length = match_name(line, c->name);
		if (length && (!best || strlen(c->name) > strlen(best->name))) {
			best = c;
			longest = length;
		}
	}
	*arguments = line + longest;
	return best;
}

enum gs_verb_moves gs_verb_moves(const struct gs_verb *verb)
{
	if (!strcmp(verb->result, "stop"))
		return GS_VERB_MOVES_PROGRAM;
	return strcmp(verb->result, "where") ? GS_VERB_MOVES_NOTHING : GS_VERB_MOVES_SHADER;
}

/* "shader" of "shader step". */
static bool begins_others(const char *name)
{
	const struct gs_verb *c;
	for (size_t i = 0; (c = gs_verb_at(i)); i++)
		if (g_str_has_prefix(c->name, name) && c->name[strlen(name)] == ' ')
			return true;
	return false;
}

/* A command under a prefix whose last word is what was typed first: "shader leave" for "leave". */
static const char *guess_prefix(const char *line)
{
	size_t length = strcspn(line, " \t");
	for (size_t i = 0; gs_verb_at(i); i++) {
		const char *name = gs_verb_at(i)->name, *last = strrchr(name, ' ');
		if (last && strlen(last + 1) == length && strncmp(last + 1, line, length) == 0)
			return name;
	}
	return NULL;
}

/* The known command that is nearest to what was typed: it shares the most first letters. */
static const char *guess(const char *line)
{
	const char *best = guess_prefix(line);
	size_t most = 1;
	if (best)
		return best;
	for (size_t i = 0; gs_verb_at(i); i++) {
		const char *name = gs_verb_at(i)->name;
		size_t n = 0;
		while (name[n] && name[n] == line[n])
			n++;
		if (n > most) {
			most = n;
			best = name;
		}
	}
	return best;
}

/* ---- running ---- */

static const struct gs_verb *find_or_guess(const char *line, const char **rest, GError **error)
{
	const struct gs_verb *verb = gs_verb_find(line, rest);
	const char *near = verb ? NULL : guess(line);
	if (!verb)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no command '%s'%s%s%s: `help` lists them", line,
			near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
	return verb;
}

/* The trace that is open is the file that is read. */
static bool run_on_file(struct gs_verbs *verbs, const struct gs_arguments *arguments,
	struct gs_reply *reply, GError **error)
{
	g_autofree char *player = gs_session_player();
	struct gs_reading_of of = {.path = gs_session_trace_path(verbs->session),
		.name = gs_session_trace_name(verbs->session),
		.player = player,
		.patience = gs_session_patience(verbs->session)};
	verbs->of = &of;
	bool good = reply->verb->function(verbs, arguments, reply, error);
	verbs->of = NULL;
	return good;
}

bool gs_verb_run(struct gs_verbs *verbs, const char *line, struct gs_reply *reply, GError **error)
{
	const char *rest;
	const struct gs_verb *verb = find_or_guess(line, &rest, error);
	if (!verb)
		return false;
	reply->verb = verb;
	verbs->run = gs_verb_run;
	struct gs_arguments *arguments = gs_arguments_new(
		verb, begins_others(verb->name), rest, error);
	bool good = arguments && gs_session_need(verbs->session, verb->needs, error);
	if (good && verb->needs & GS_NEEDS_FILE)
		good = run_on_file(verbs, arguments, reply, error);
	else if (good)
		good = verb->function(verbs, arguments, reply, error);
	gs_arguments_free(arguments);
	return good;
}
