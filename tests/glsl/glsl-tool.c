/* SPDX-License-Identifier: MIT */
/*
 * glsl/ from the terminal, for the tests: glsl-tool [OPTION...] FILE...; the stage is told by the
 * file's ending.
 *
 * - --dump: the tree; --tokens: the tokens, one a line; --text: their texts only
 * - --quiet: a line per file: "ok", the file
 * - --compare: a line per file: "compared", glslang's verdict, "public" where it has only its
 * public interface, how many types, calls and constants were compared, how many differ, the file; 1
 * if any do
 * - --api core|compatibility|es; --macros FILE: lines "NAME VALUE"
 * - --time: microseconds per file
 * - --spans: every token not out of a macro must be the source's text at its span
 * - --unknown: expressions without a type
 * - --watch LINE EXPRESSION: the expression, as before the first token of the line
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "glsl/glsl.h"

struct options {
	bool dump, tokens, text, quiet, compare, time, spans, unknown;
	enum gs_api api;
	unsigned watch_line;
	const char *watch;
	struct gs_glsl_macro *macros;
	size_t n_macros;
};

static int stage_of(const char *file)
{
	static const char *const endings[] = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"};

	for (unsigned i = 0; i < G_N_ELEMENTS(endings); i++)
		if (g_str_has_suffix(file, endings[i]))
			return (int)i;
	return GS_STAGE_FRAGMENT;
}

static void print_tokens(const struct gs_unit *unit, bool as_text)
{
	for (size_t i = 0; i < unit->n_tokens; i++) {
		const struct gs_token *t = &unit->tokens[i];

		if (as_text)
			printf("%s\n", t->text);
		else
			printf("%d %u:%u-%u:%u%s %s\n", t->kind, t->span.line, t->span.column,
				t->span.end_line, t->span.end_column, t->from_macro ? " macro" : "",
				t->text);
	}
}

/* Where each line begins; the end last. */
static GArray *line_starts(const char *source)
{
	GArray *starts = g_array_new(FALSE, FALSE, sizeof(const char *));

	for (;;) {
		g_array_append_val(starts, source);
		source += strcspn(source, "\r\n");
		if (!*source)
			break;
		source += source[0] == '\r' && source[1] == '\n' ? 2 : 1;
	}
	return starts;
}

/* The source's bytes in the span, line continuations taken out. */
static char *text_at(const GArray *starts, const struct gs_span *span)
{
	const char *from = g_array_index(starts, const char *, span->line - 1) + span->column - 1;
	const char *to = g_array_index(starts, const char *, span->end_line - 1) +
			 span->end_column - 1;
	GString *out = g_string_new(NULL);

	for (; from < to; from++)
		if (!strchr("\\\r\n", *from))
			g_string_append_c(out, *from);
	return g_string_free(out, FALSE);
}

static int check_spans(const char *file, const struct gs_unit *unit)
{
	GArray *starts = line_starts(unit->source);
	int bad = 0;

	for (size_t i = 0; i < unit->n_tokens; i++) {
		const struct gs_token *t = &unit->tokens[i];

		if (t->from_macro || t->kind == GS_TOKEN_DIRECTIVE || t->kind == GS_TOKEN_END)
			continue;
		char *text = text_at(starts, &t->span);

		if (strcmp(text, t->text) != 0) {
			printf("%s: token %zu '%s' has the span of '%s'\n", file, i, t->text, text);
			bad = 1;
		}
		g_free(text);
	}
	g_array_unref(starts);
	return bad;
}

/* Expressions and variables whose type nobody knows. */
static int print_unknown(const char *file, const struct gs_node *node)
{
	int bad = 0;

	if (node->kind >= GS_NODE_IDENTIFIER && node->type.base == GS_BASE_UNKNOWN) {
		char *text = gs_node_source(node);

		printf("%s:%u: unknown kind %d: %.60s\n", file, gs_node_span(node).line, node->kind,
			text);
		g_free(text);
		bad = 1;
	}
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			bad |= print_unknown(file, node->child[i]);
	return bad;
}

static void print_messages(const char *file, const struct gs_messages *messages)
{
	for (size_t i = 0; i < messages->n; i++) {
		const struct gs_message *m = &messages->list[i];

		printf("%s:%u:%u: %d: %s\n", file, m->line, m->column, m->code, m->text);
	}
}

static int watch(const struct options *o, const struct gs_shader *shader)
{
	const struct gs_unit *unit = shader->units[0];
	struct gs_messages messages = {0};
	unsigned at = 0;
	size_t n;

	while (at + 1 < unit->n_tokens && (unit->tokens[at].span.line < o->watch_line ||
						  unit->tokens[at].kind == GS_TOKEN_DIRECTIVE))
		at++;
	const struct gs_symbol **visible = gs_shader_visible(shader, unit, at, &n);

	for (size_t i = 0; i < n; i++)
		if (!visible[i]->is_builtin)
			printf("visible %s\n", visible[i]->name);
	g_free(visible);
	struct gs_expression *e = gs_expression_parse(shader, unit, at, o->watch, &messages);

	print_messages("watch", &messages);
	gs_messages_finish(&messages);
	if (!e)
		return 1;
	char *type = gs_type_string(&e->type);

	printf("type %s%s%s\n", type, e->has_side_effects ? " effect: " : "",
		e->has_side_effects ? e->side_effect : "");
	g_free(type);
	gs_expression_free(e);
	return 0;
}

static int compare(const char *file, const struct gs_shader *shader, struct gs_messages *messages)
{
	static const char *const verdicts[] = {"none", "refuses", "later", "accepts"};
	struct gs_opinion o;

	gs_shader_compare(shader, &o, messages);
	printf("compared %s%s %u %u %u %u %s\n", verdicts[o.verdict],
		o.without_types ? " public" : "", o.types, o.calls, o.constants, o.differences,
		file);
	return o.differences > 0;
}

static int report(const struct options *o, const char *file, const struct gs_shader *shader,
	const struct gs_messages *messages, gint64 elapsed)
{
	int status = shader ? 0 : 1;

	if (o->time)
		printf("%" G_GINT64_FORMAT " %s\n", elapsed, file);
	if (o->quiet && shader)
		printf("ok %s\n", file);
	print_messages(file, messages);
	for (size_t i = 0; shader && i < shader->n_units; i++) {
		if (o->tokens || o->text)
			print_tokens(shader->units[i], o->text);
		if (o->unknown)
			status |= print_unknown(file, shader->units[i]->root);
		if (o->spans)
			status |= check_spans(file, shader->units[i]);
	}
	if (shader && o->dump) {
		char *dump = gs_shader_dump(shader);

		fputs(dump, stdout);
		g_free(dump);
	}
	if (shader && o->watch)
		status |= watch(o, shader);
	return status;
}

static int run(const struct options *o, const char *file)
{
	struct gs_messages messages = {0};
	char *text;
	size_t length;

	if (!g_file_get_contents(file, &text, &length, NULL)) {
		printf("%s: cannot be read\n", file);
		return 99;
	}
	const char *strings[] = {text};
	struct gs_glsl_object object = {
		.object = 1, .strings = strings, .lengths = &length, .n_strings = 1};
	struct gs_glsl_input input = {
		.stage = (enum gs_stage)stage_of(file),
		.api = o->api,
		.objects = &object,
		.n_objects = 1,
		.macros = o->macros,
		.n_macros = o->n_macros,
	};
	gint64 start = g_get_monotonic_time();
	struct gs_shader *shader = gs_shader_parse(&input, &messages);
	gint64 elapsed = g_get_monotonic_time() - start;
	int status = shader && o->compare ? compare(file, shader, &messages) : 0;

	status |= report(o, file, shader, &messages, elapsed);

	gs_shader_free(shader);
	gs_messages_finish(&messages);
	g_free(text);
	return status;
}

static void read_macros(struct options *o, const char *file)
{
	char *text;

	if (!g_file_get_contents(file, &text, NULL, NULL))
		exit(99);
	char **lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line; line++) {
		char *space = strchr(*line, ' ');

		if (!space)
			continue;
		o->macros = g_renew(struct gs_glsl_macro, o->macros, o->n_macros + 1);
		o->macros[o->n_macros++] = (struct gs_glsl_macro){
			g_strndup(*line, (size_t)(space - *line)), g_strdup(space + 1)};
	}
	g_strfreev(lines);
	g_free(text);
}

static int flag(struct options *o, const char *name)
{
	struct {
		const char *name;
		bool *flag;
	} flags[] = {{"--dump", &o->dump}, {"--tokens", &o->tokens}, {"--text", &o->text},
		{"--quiet", &o->quiet}, {"--compare", &o->compare}, {"--time", &o->time},
		{"--spans", &o->spans}, {"--unknown", &o->unknown}};

	for (unsigned i = 0; i < G_N_ELEMENTS(flags); i++) {
		if (!strcmp(name, flags[i].name)) {
			*flags[i].flag = true;
			return 1;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct options o = {.api = GS_API_COMPATIBILITY};
	int status = 0;

	for (int i = 1; i < argc; i++) {
		if (flag(&o, argv[i]))
			continue;
		if (!strcmp(argv[i], "--api") && i + 1 < argc) {
			i++;
			o.api = argv[i][0] == 'e'   ? GS_API_ES
				: argv[i][2] == 'r' ? GS_API_CORE
						    : GS_API_COMPATIBILITY;
		} else if (!strcmp(argv[i], "--macros") && i + 1 < argc) {
			read_macros(&o, argv[++i]);
		} else if (!strcmp(argv[i], "--watch") && i + 2 < argc) {
			o.watch_line = (unsigned)atoi(argv[++i]);
			o.watch = argv[++i];
		} else {
			status |= run(&o, argv[i]);
		}
	}
	for (size_t i = 0; i < o.n_macros; i++) {
		g_free((char *)(uintptr_t)o.macros[i].name);
		g_free((char *)(uintptr_t)o.macros[i].value);
	}
	g_free(o.macros);
	return status;
}
