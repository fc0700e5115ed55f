/* SPDX-License-Identifier: MIT */
/* glstep-glsl: glsl/ and instrument/ on a file, without GL. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "instrument/instrument.h"

enum { EXIT_PARSE = 1, EXIT_USAGE = 2, EXIT_UNREACHED = 3 };

struct options {
	const char *command, *file, *decisions;
	int stage; /* -1: by the file's ending */
	int site, frame;
	int api; /* -1: by the version */
	unsigned glsl_version, pass, draw_buffers, feedback_words, binding;
	bool no_upgrade, need_alpha, parts;
	enum gs_variant_kind kind;
	GPtrArray *captures;
	GArray *macros;
};

static const char usage[] =
	"usage: glstep-glsl sites|tree|check FILE\n       glstep-glsl scope FILE --site ID\n       "
	"glstep-glsl instrument FILE --site ID --capture EXPRESSION...\n       glstep-glsl "
	"instrument FILE --kind coverage|path|reach|counts|events|changes|emitted [--capture "
	"EXPRESSION...]\n       glstep-glsl instrument FILE --kind profile|emitted --site ID\n     "
	"  glstep-glsl walk FILE [--decisions 0101...]\n  --stage STAGE     vertex tess-control "
	"tess-evaluation geometry fragment compute (default: by the file's ending)\n  -D "
	"NAME[=VALUE]   a macro as the driver would define it\n  --api core|compatibility|es, "
	"--glsl-version N, --draw-buffers N, --no-lift, --alpha, --pass N\n  --feedback-words N, "
	"--binding N\n                    the driver's capabilities, and which of several passes "
	"is shown\nFor a tess-control shader, the matching evaluation shader follows the "
	"variant.\n";

static int usage_error(const char *format, const char *what)
{
	fprintf(stderr, "glstep-glsl: ");
	fprintf(stderr, format, what);
	fprintf(stderr, "\n%s", usage);
	return EXIT_USAGE;
}

static void print_messages(const char *file, const struct gs_messages *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->list[i].line)
			fprintf(stderr, "%s:%u:%u: %s\n", file, m->list[i].line, m->list[i].column,
				m->list[i].text);
		else
			fprintf(stderr, "%s: %s\n", file, m->list[i].text);
}

static void print_string(const char *text)
{
	putchar('"');
	for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
		if (*s == '"' || *s == '\\')
			printf("\\%c", *s);
		else if (*s == '\n')
			printf("\\n");
		else if (*s == '\t')
			printf("\\t");
		else if (*s < 0x20 || *s == 0x7f)
			printf("\\u%04x", *s);
		else
			putchar(*s);
	}
	putchar('"');
}

/* ---- commands ---- */

static void print_site(const struct gs_site *s)
{
	struct gs_span span = gs_node_span(s->marked);
	char *text = gs_node_source(s->marked);

	printf("{\"id\": %u, \"kind\": \"%s\", \"line\": %u, \"column\": %u, \"end_line\": %u, "
	       "\"end_column\": %u, \"function\": ",
		s->id, gs_site_kind_name(s->kind), span.line, span.column, span.end_line,
		span.end_column);
	print_string(s->function->name);
	printf(", \"text\": ");
	print_string(text);
	printf("}\n");
	g_free(text);
}

static int list_sites(const struct gs_plan *plan, const struct options *o)
{
	for (size_t i = 0; i < plan->n_sites; i++)
		print_site(&plan->sites[i]);
	return 0;
}

static const char *qualifier(const struct gs_symbol *s)
{
	static const char *const names[] = {"local", "parameter", "parameter", "parameter",
		"global", "const", "in", "out", "uniform", "buffer", "shared"};

	return (unsigned)s->storage < G_N_ELEMENTS(names) ? names[s->storage] : "";
}

/* Whether the text alone shows a value: it comes from outside, or a site above in the same function
 * writes it. */
static bool is_written(
	const struct gs_plan *plan, const struct gs_symbol *s, const struct gs_site *at)
{
	if (s->storage != GS_STORAGE_LOCAL && s->storage != GS_STORAGE_PARAMETER_OUT &&
		s->storage != GS_STORAGE_GLOBAL && s->storage != GS_STORAGE_OUT)
		return true;
	for (unsigned i = 0; i < at->id; i++) {
		size_t n;
		const struct gs_symbol *const *w = gs_plan_site_writes(plan, i, GS_WRITES_ALL, &n);
		for (size_t k = 0; k < n; k++)
			if (w[k] == s)
				return true;
	}
	return false;
}

static int list_scope(const struct gs_plan *plan, const struct options *o)
{
	const struct gs_site *site = &plan->sites[o->site];
	size_t n;
	const struct gs_symbol **symbols = gs_shader_visible(
		plan->shader, site->unit, site->marked->first, &n);

	for (size_t i = 0; i < n; i++) {
		if (symbols[i]->kind != GS_SYMBOL_VARIABLE)
			continue;
		char *type = gs_type_string(&symbols[i]->type);
		printf("{\"name\": ");
		print_string(symbols[i]->name);
		printf(", \"type\": ");
		print_string(type);
		printf(", \"qualifier\": \"%s\", \"changed\": false, \"written\": %s}\n",
			qualifier(symbols[i]),
			is_written(plan, symbols[i], site) ? "true" : "false");
		g_free(type);
	}
	g_free(symbols);
	return 0;
}

static void fill_request(
	const struct gs_plan *plan, const struct options *o, struct gs_variant_request *q)
{
	const struct gs_unit *unit = plan->shader->main->unit;

	q->kind = o->kind;
	q->glsl_version = o->glsl_version;
	q->max_draw_buffers = o->draw_buffers;
	q->max_feedback_words = o->feedback_words;
	q->storage_binding = o->binding;
	q->no_upgrade = o->no_upgrade;
	q->need_alpha = o->need_alpha;
	q->in_parts = o->parts;
	q->uint_renderable = true;
	if (o->api >= 0)
		q->api = (enum gs_api)o->api;
	else
		q->api = unit->is_es					   ? GS_API_ES
			 : unit->version >= 140 && !unit->is_compatibility ? GS_API_CORE
									   : GS_API_COMPATIBILITY;
}

static int end_of_main(const struct gs_plan *plan)
{
	for (size_t i = 0; i < plan->n_sites; i++)
		if (plan->sites[i].kind == GS_SITE_END)
			return (int)i;
	return 0;
}

static bool parse_captures(const struct gs_plan *plan, const struct options *o,
	struct gs_capture *captures, struct gs_messages *messages)
{
	const struct gs_site *site = &plan->sites[o->site >= 0 ? o->site : end_of_main(plan)];

	for (unsigned i = 0; i < o->captures->len; i++) {
		captures[i].expression = gs_expression_parse(plan->shader, site->unit,
			site->marked->first, o->captures->pdata[i], messages);
		captures[i].frame = UINT_MAX; /* the innermost */
		if (!captures[i].expression)
			return false;
	}
	return true;
}

static int write_variant(const struct gs_plan *plan, const struct options *o,
	struct gs_variant_request *q, struct gs_messages *messages)
{
	struct gs_variant *v = gs_variant_new(plan, q, 0, messages);

	if (!v)
		return EXIT_PARSE;
	unsigned pass = o->pass < v->n_passes ? o->pass : v->n_passes - 1;
	for (size_t u = 0; u < plan->shader->n_units; u++)
		fputs(v->pass[pass].texts[u], stdout);
	if (v->pass[pass].added)
		fputs(v->pass[pass].added, stdout);
	gs_variant_free(v);
	return 0;
}

static int instrument(
	const struct gs_plan *plan, const struct options *o, struct gs_messages *messages)
{
	struct gs_variant_request q = {0};
	struct gs_position *position = o->site >= 0 ? gs_plan_reach(plan, (unsigned)o->site) : NULL;
	struct gs_capture *captures = g_new0(struct gs_capture, o->captures->len + 1);
	int status = EXIT_PARSE;

	fill_request(plan, o, &q);
	q.position = position;
	q.captures = captures;
	q.n_captures = o->captures->len;
	bool captured = q.kind == GS_VARIANT_POSITION || q.kind == GS_VARIANT_EMITTED;
	if (o->site >= 0 && !position) {
		fprintf(stderr, "glstep-glsl: No path leads from main to site %d.\n", o->site);
		status = EXIT_UNREACHED;
	} else if (!captured || parse_captures(plan, o, captures, messages)) {
		status = write_variant(plan, o, &q, messages);
	}
	for (unsigned i = 0; i < o->captures->len; i++)
		gs_expression_free((struct gs_expression *)captures[i].expression);
	g_free(captures);
	g_free(position);
	return status;
}

static void print_position(const struct gs_plan *plan, const struct gs_position *p)
{
	const struct gs_site *s = &plan->sites[gs_position_site(p)];
	char *text = gs_node_source(s->marked);

	for (unsigned i = 0; i < p->n_frames; i++) {
		const struct gs_frame *f = &p->frame[i];
		printf("%s%s:%u", i ? "/" : "", plan->sites[f->site].function->name,
			gs_node_span(plan->sites[f->site].marked).line);
		for (unsigned k = 0; k < f->n_iterations; k++)
			printf("%c%u", k ? ',' : '@', f->iterations[k]);
	}
	printf(" %s %s\n", gs_site_kind_name(s->kind), g_strdelimit(text, "\n\t", ' '));
	g_free(text);
}

/* Walks along the given decisions, one digit each; false: there are too few. */
static int walk(const struct gs_plan *plan, const struct options *o)
{
	struct gs_walker *w = gs_walker_new(plan);
	const char *next = o->decisions;
	unsigned decision;

	for (unsigned i = 0; i < 10000; i++) {
		const struct gs_position *p = gs_walker_position(w);
		print_position(plan, p);
		decision = 0;
		if (plan->sites[gs_position_site(p)].is_decision && *next)
			decision = (unsigned)(*next++ - '0');
		if (!gs_walker_step(w, decision))
			break;
	}
	if (gs_walker_discarded(w))
		printf("discarded\n");
	if (*next)
		printf("decisions left: %s\n", next);
	gs_walker_free(w);
	return 0;
}

/* glslang's opinion of the text, and of our types. */
static int check(const struct gs_shader *shader, struct gs_messages *messages)
{
	static const char *const verdicts[] = {"cannot be asked", "rejects the text",
		"accepts the text only at a later version with all extensions", "accepts the text"};
	struct gs_opinion o;

	gs_shader_compare(shader, &o, messages);
	printf("glslang %s", verdicts[o.verdict]);
	if (o.verdict >= GS_VERDICT_ACCEPTS_LATER && o.without_types)
		printf("; this build of glstep has only its public interface, so types are not "
		       "compared");
	else if (o.verdict >= GS_VERDICT_ACCEPTS_LATER)
		printf("; compared with glstep: %u types, %u calls, %u constants, of which %u "
		       "differ",
			o.types, o.calls, o.constants, o.differences);
	printf("\n");
	return o.verdict == GS_VERDICT_ACCEPTS && !o.differences ? 0 : EXIT_PARSE;
}

static int run(
	const struct gs_shader *shader, const struct options *o, struct gs_messages *messages)
{
	struct gs_plan *plan = gs_plan_new(shader, messages);
	int status;

	if (!plan)
		return EXIT_PARSE;
	if (o->site >= (int)plan->n_sites) {
		fprintf(stderr, "glstep-glsl: There is no site %d: the last is %zu.\n", o->site,
			plan->n_sites - 1);
		status = EXIT_USAGE;
	} else if (!strcmp(o->command, "sites")) {
		status = list_sites(plan, o);
	} else if (!strcmp(o->command, "scope")) {
		status = list_scope(plan, o);
	} else if (!strcmp(o->command, "walk")) {
		status = walk(plan, o);
	} else {
		status = instrument(plan, o, messages);
	}
	gs_plan_free(plan);
	return status;
}

/* ---- command line ---- */

static const char *const stage_names[] = {
	"vertex", "tess-control", "tess-evaluation", "geometry", "fragment", "compute"};
static const char *const stage_endings[] = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"};

static int find_stage(const char *text, const char *const *names, bool ending)
{
	for (int i = 0; i < GS_N_STAGES; i++)
		if (ending ? g_str_has_suffix(text, names[i]) : !strcmp(text, names[i]))
			return i;
	return -1;
}

static void add_macro(struct options *o, const char *text)
{
	char **parts = g_strsplit(text, "=", 2); /* lives as long as the program */
	struct gs_glsl_macro macro = {.name = parts[0], .value = parts[1] ? parts[1] : "1"};

	g_array_append_val(o->macros, macro);
}

static bool parse_number(const char *text, unsigned *value)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	*value = (unsigned)n;
	return *text >= '0' && *text <= '9' && !*end && n < INT32_MAX;
}

enum {
	O_STAGE = 256,
	O_SITE,
	O_CAPTURE,
	O_KIND,
	O_API,
	O_VERSION,
	O_BUFFERS,
	O_NO_LIFT,
	O_ALPHA,
	O_PASS,
	O_DECISIONS,
	O_PARTS,
	O_WORDS,
	O_BINDING
};

static const struct option long_options[] = {{"stage", required_argument, NULL, O_STAGE},
	{"site", required_argument, NULL, O_SITE}, {"capture", required_argument, NULL, O_CAPTURE},
	{"kind", required_argument, NULL, O_KIND}, {"api", required_argument, NULL, O_API},
	{"glsl-version", required_argument, NULL, O_VERSION},
	{"draw-buffers", required_argument, NULL, O_BUFFERS},
	{"no-lift", no_argument, NULL, O_NO_LIFT}, {"alpha", no_argument, NULL, O_ALPHA},
	{"pass", required_argument, NULL, O_PASS},
	{"decisions", required_argument, NULL, O_DECISIONS}, {"parts", no_argument, NULL, O_PARTS},
	{"feedback-words", required_argument, NULL, O_WORDS},
	{"binding", required_argument, NULL, O_BINDING}, {"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0}};

static bool take_word(const char *word, const char *const *words, int *value)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(word, words[i])) {
			*value = i;
			return true;
		}
	return false;
}

static bool take_option(struct options *o, int c, const char *value)
{
	static const char *const kinds[] = {"coverage", "position", "path", "emitted", "profile",
		"reach", "counts", "events", "changes", NULL};
	static const char *const apis[] = {"core", "compatibility", "es", NULL};
	unsigned n;
	int k;

	switch (c) {
	case 'D':
		add_macro(o, value);
		return true;
	case O_STAGE:
		return (o->stage = find_stage(value, stage_names, false)) >= 0;
	case O_SITE:
		return parse_number(value, &n) && ((o->site = (int)n), true);
	case O_CAPTURE:
		g_ptr_array_add(o->captures, (void *)value);
		return true;
	case O_KIND:
		return take_word(value, kinds, &k) && ((o->kind = (enum gs_variant_kind)k), true);
	case O_API:
		return take_word(value, apis, &o->api);
	case O_VERSION:
		return parse_number(value, &o->glsl_version);
	case O_BUFFERS:
		return parse_number(value, &o->draw_buffers);
	case O_WORDS:
		return parse_number(value, &o->feedback_words);
	case O_BINDING:
		return parse_number(value, &o->binding);
	case O_PASS:
		return parse_number(value, &o->pass);
	case O_NO_LIFT:
		return (o->no_upgrade = true);
	case O_ALPHA:
		return (o->need_alpha = true);
	case O_PARTS:
		return (o->parts = true);
	case O_DECISIONS:
		o->decisions = value;
		return true;
	default:
		return false;
	}
}

static int parse_options(struct options *o, int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, "D:h", long_options, NULL)) != -1) {
		if (c == 'h') {
			fputs(usage, stdout);
			exit(0);
		}
		if (c == '?')
			return usage_error("%s", "unknown option");
		if (!take_option(o, c, optarg))
			return usage_error("wrong value %s", optarg);
	}
	if (argc - optind < 2)
		return usage_error("%s", "a command and a file are needed");
	o->command = argv[optind++];
	o->file = argv[optind++];
	if (optind < argc && o->captures->len == 0)
		return usage_error("what is %s?", argv[optind]);
	while (optind < argc) /* --capture takes several */
		g_ptr_array_add(o->captures, argv[optind++]);
	int which;
	static const char *const commands[] = {
		"sites", "scope", "instrument", "tree", "walk", "check", NULL};
	if (!take_word(o->command, commands, &which))
		return usage_error("unknown command %s", o->command);
	bool needs_site = which == 1 || (which == 2 && (o->kind == GS_VARIANT_POSITION ||
							       o->kind == GS_VARIANT_PROFILE));
	if (needs_site && o->site < 0)
		return usage_error("%s needs --site", o->command);
	if (o->stage < 0)
		o->stage = find_stage(o->file, stage_endings, true);
	if (o->stage < 0)
		return usage_error("%s does not end in a stage's name: give --stage", o->file);
	return 0;
}

static int parse_and_run(struct options *o, char *text, gsize length)
{
	struct gs_glsl_object object = {.object = 1,
		.strings = (const char *const *)&text,
		.lengths = &length,
		.n_strings = 1};
	struct gs_glsl_input input = {.stage = (enum gs_stage)o->stage,
		.objects = &object,
		.n_objects = 1,
		.macros = (struct gs_glsl_macro *)o->macros->data,
		.n_macros = o->macros->len};
	struct gs_messages messages = {0};
	int status = EXIT_PARSE;

	input.api = o->api >= 0		    ? (enum gs_api)o->api
		    : strstr(text, " es\n") ? GS_API_ES
					    : GS_API_COMPATIBILITY;
	struct gs_shader *shader = gs_shader_parse(&input, &messages);
	if (shader && !strcmp(o->command, "tree")) {
		char *tree = gs_shader_dump(shader);
		fputs(tree, stdout);
		g_free(tree);
		status = 0;
	} else if (shader && !strcmp(o->command, "check")) {
		status = check(shader, &messages);
	} else if (shader) {
		status = run(shader, o, &messages);
	}
	if (status == EXIT_PARSE)
		print_messages(o->file, &messages);
	gs_messages_finish(&messages);
	gs_shader_free(shader);
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.stage = -1,
		.site = -1,
		.api = -1,
		.glsl_version = 460,
		.draw_buffers = 8,
		.decisions = "",
		.kind = GS_VARIANT_POSITION,
		.captures = g_ptr_array_new(),
		.macros = g_array_new(FALSE, FALSE, sizeof(struct gs_glsl_macro))};
	GError *error = NULL;
	char *text;
	gsize length;
	int status = parse_options(&o, argc, argv);

	if (status == 0 && !g_file_get_contents(o.file, &text, &length, &error)) {
		fprintf(stderr, "glstep-glsl: %s\n", error->message);
		g_error_free(error);
		status = EXIT_USAGE;
	} else if (status == 0) {
		status = parse_and_run(&o, text, length);
		g_free(text);
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "glstep-glsl: standard output cannot be written: %s\n",
			g_strerror(errno));
		status = EXIT_USAGE;
	}
	g_ptr_array_free(o.captures, TRUE);
	g_array_free(o.macros, TRUE);
	return status;
}
