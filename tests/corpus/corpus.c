/* SPDX-License-Identifier: MIT */
/*
 * Shaders of other people's tests (piglit): at every site every visible variable captured;
 * coverage, path, vertices emitted; and several sites at once, as stepping along a path has them.
 * Each variant must be made, be taken by the driver that takes the original, and link with the rest
 * of its program.
 *
 * corpus [--sites N] [--builtins] FILE...: a line a failure "FILE STAGE: WHAT site N KIND line L:
 * CAUSE", a line "FILE STAGE: ok|failed N sites, N variants" for each source, before and after
 * each program "FILE: begin" and "FILE: end N s" (of processor time), last a line with counts.
 * A program that takes more than SECONDS of processor time ends the process (SIGXCPU).
 * --originals: the programs themselves alone, to see whether the driver survives them.
 * --builtins: every built-in variable at every site; else those that are constant in a draw in
 * turn, one a site.
 * --slow SECONDS: tells the variants for which the driver takes longer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/resource.h>
#include <glib.h>
#include "instrument/faults.h"
#include "tests/corpus/corpus.h"

static const char *const stage_names[GS_N_STAGES] = {
	"vertex", "tess-control", "tess-evaluation", "geometry", "fragment", "compute"};

enum { SECONDS = 1800, MOST_PLACES = 16 };

static struct {
	unsigned files, refused, sources, failed_sources, sites, variants, failed, unlifted;
} counts;

static struct {
	unsigned n_sites;
	bool builtins, originals;
	double slow;
} options;

/* One stage of a program. */
struct subject {
	const struct program *program;
	const struct gs_plan *plan;
	struct gs_variant_request request;
	unsigned failures, sites, variants;
};

static void report(
	struct subject *s, const struct gs_site *site, const char *what, const char *cause)
{
	const char *error = strstr(cause, "error:"); /* warnings come first */
	if (error)
		cause = error;
	char *line = g_strndup(cause, strcspn(cause, "\n"));

	s->failures++;
	counts.failed++;
	printf("%s %s: %s site %d %s line %u: %s\n", s->program->file,
		stage_names[s->program->pipeline.stage], what, site ? (int)site->id : -1,
		site ? gs_site_kind_name(site->kind) : "-",
		site ? gs_node_span(site->marked).line : 0, line);
	g_free(line);
}

static void print_texts(
	const struct subject *s, const struct gs_variant_pass *pass, const char *log)
{
	if (!getenv("GS_TEST_VERBOSE"))
		return;
	for (size_t u = 0; u < s->plan->shader->n_units; u++)
		printf("%s\n", pass->texts[u]);
	if (pass->added)
		printf("%s\n", pass->added);
	printf("refused: %s\n", log);
}

/* True: taken. */
static bool try_variant(struct subject *s, const struct gs_variant *v, char **log)
{
	for (unsigned i = 0; i < v->n_passes; i++) {
		*log = NULL;
		clock_t start = clock();
		unsigned program = gl_link_variant(&s->program->pipeline, v, i, log);
		double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
		if (options.slow > 0.0 && seconds > options.slow)
			printf("%s slow: %.2f s, variant %u of site %d\n", s->program->file,
				seconds, s->request.kind,
				s->request.position ? (int)gs_position_site(s->request.position)
						    : -1);
		s->variants++;
		if (!program) {
			print_texts(s, &v->pass[i], *log);
			return false;
		}
		gl_delete_program(program);
	}
	return true;
}

static void run_request(struct subject *s, const struct gs_site *site, const char *what);

/* As the session does: natively. */
static bool try_unlifted(
	struct subject *s, const struct gs_variant *v, const struct gs_site *site, const char *what)
{
	struct gs_variant_request *q = &s->request;

	if (v->upgrade == GS_UPGRADE_NONE || q->no_upgrade)
		return false;
	counts.unlifted++;
	if (q->kind == GS_VARIANT_PATH)
		return true; /* the path is had decision by decision */
	q->no_upgrade = true;
	run_request(s, site, what);
	q->no_upgrade = false;
	return true;
}

static void run_request(struct subject *s, const struct gs_site *site, const char *what)
{
	struct gs_variant_request *q = &s->request;
	size_t next = 0;

	q->first_scalar = 0;
	do {
		struct gs_messages messages = {0};
		struct gs_variant *v = gs_variant_new(s->plan, q, next, &messages);
		char *log = NULL;
		const char *why = messages.n ? messages.list[0].text : "";
		if (!v && !strstr(why, "cannot be recorded") && !strstr(why, "cannot be told"))
			report(s, site, what, messages.n ? messages.list[0].text : "no variant");
		gs_messages_finish(&messages);
		if (!v)
			return;
		bool taken = try_variant(s, v, &log),
		     again = !taken && try_unlifted(s, v, site, what);
		if (!taken && !again)
			report(s, site, what, log);
		g_free(log);
		next = v->next_capture;
		q->first_scalar = v->next_scalar;
		gs_variant_free(v);
		if (again)
			return;
	} while (next < q->n_captures);
}

/* ---- sites ---- */

static bool is_readable(const struct gs_symbol *s)
{
	return s->kind == GS_SYMBOL_VARIABLE && gs_type_scalars(&s->type) > 0 && !s->is_writeonly;
}

/* Built-ins that are the same for a whole draw: in turn. */
static bool is_wanted(const struct gs_symbol *s, unsigned turn, unsigned *n_fixed)
{
	if (!s->is_builtin || options.builtins ||
		(s->storage != GS_STORAGE_UNIFORM && s->storage != GS_STORAGE_CONST))
		return true;
	return ++*n_fixed % 37 == turn % 37;
}

static struct gs_capture *collect_captures(
	struct subject *s, const struct gs_site *site, unsigned frame, size_t *n_captures)
{
	size_t n, k = 0;
	unsigned n_fixed = 0;
	const struct gs_symbol **symbols = gs_shader_visible(
		s->plan->shader, site->unit, site->marked->first, &n);
	struct gs_capture *captures = g_new0(struct gs_capture, n + 1);

	for (size_t i = 0; i < n; i++) {
		struct gs_messages messages = {0};
		if (!is_readable(symbols[i]) || !is_wanted(symbols[i], site->id, &n_fixed))
			continue;
		captures[k].expression = gs_expression_parse(s->plan->shader, site->unit,
			site->marked->first, symbols[i]->name, &messages);
		captures[k].frame = frame;
		if (captures[k].expression)
			k++;
		else
			report(s, site, symbols[i]->name,
				messages.n ? messages.list[0].text : "no expression");
		gs_messages_finish(&messages);
	}
	g_free(symbols);
	*n_captures = k;
	return captures;
}

/* Where a variant of several values is refused: which value is it? */
static void run_one_by_one(
	struct subject *s, const struct gs_site *site, const struct gs_capture *captures, size_t n)
{
	unsigned before = s->failures;

	s->request.captures = captures;
	s->request.n_captures = n;
	run_request(s, site, "position");
	if (s->failures == before || n < 2 || !getenv("GS_TEST_EACH"))
		return;
	s->request.n_captures = 1;
	for (size_t i = 0; i < n; i++) {
		char *name = gs_node_source(captures[i].expression->root);
		s->request.captures = &captures[i];
		run_request(s, site, name);
		g_free(name);
	}
}

static void run_site(struct subject *s, unsigned index)
{
	const struct gs_site *site = &s->plan->sites[index];
	struct gs_position *position = gs_plan_reach(s->plan, index);
	size_t n;

	if (!position)
		return;
	struct gs_capture *captures = collect_captures(s, site, position->n_frames - 1, &n);
	s->sites++;
	s->request.kind = GS_VARIANT_POSITION;
	s->request.position = position;
	run_one_by_one(s, site, captures, n);
	s->request.n_captures = 0;
	if (site->kind == GS_SITE_EMIT) {
		s->request.kind = GS_VARIANT_EMITTED;
		run_request(s, site, "emitted");
	}
	for (size_t i = 0; i < n; i++)
		gs_expression_free((struct gs_expression *)captures[i].expression);
	g_free(captures);
	g_free(position);
}

/* ---- several sites at once ---- */

struct together {
	struct gs_position *places[MOST_PLACES];
	const struct gs_site *first;
	GArray *captures; /* by place */
};

static void add_place(struct subject *s, struct together *t, unsigned *n_places, unsigned index)
{
	const struct gs_site *site = &s->plan->sites[index];
	struct gs_position *position = gs_plan_reach(s->plan, index);
	size_t n;

	if (!position || !gs_variant_may_share(s->plan, position)) {
		g_free(position);
		return;
	}
	struct gs_capture *captures = collect_captures(s, site, position->n_frames - 1, &n);
	for (size_t i = 0; i < n; i++)
		captures[i].position = *n_places;
	g_array_append_vals(t->captures, captures, (guint)n);
	g_free(captures);
	t->first = *n_places ? t->first : site;
	t->places[(*n_places)++] = position;
}

/* What is never captured together is captured one site at a time. */
static bool is_for_one_alone(const struct gs_messages *messages)
{
	const char *text = messages->n ? messages->list[0].text : "";

	return strstr(text, "one position at a time") || strstr(text, "for one program");
}

static void capture_together(struct subject *s, struct together *t, unsigned n_places)
{
	struct gs_variant_request *q = &s->request;
	struct gs_messages messages = {0};
	char *log = NULL;

	q->kind = GS_VARIANT_POSITION;
	q->position = NULL;
	q->positions = (const struct gs_position *const *)t->places;
	q->n_positions = n_places;
	q->captures = (const struct gs_capture *)t->captures->data;
	q->n_captures = t->captures->len;
	struct gs_variant *v = gs_variant_new(s->plan, q, 0, &messages);
	if (v && !try_variant(s, v, &log) && v->upgrade != GS_UPGRADE_NONE) { /* natively */
		g_free(log);
		gs_variant_free(v);
		log = NULL;
		q->no_upgrade = true;
		v = gs_variant_new(s->plan, q, 0, &messages);
		if (v)
			try_variant(s, v, &log);
	}
	if (log || (!v && !is_for_one_alone(&messages)))
		report(s, t->first, "together",
			log	     ? log
			: messages.n ? messages.list[0].text
				     : "no variant");
	g_free(log);
	gs_messages_finish(&messages);
	gs_variant_free(v);
	q->no_upgrade = false;
	q->positions = NULL;
	q->n_positions = 0;
	q->n_captures = 0;
}

static void run_together(struct subject *s, size_t step)
{
	for (size_t i = 0; i < s->plan->n_sites;) {
		struct together t = {
			.captures = g_array_new(FALSE, TRUE, sizeof(struct gs_capture))};
		unsigned n = 0;
		for (; i < s->plan->n_sites && n < MOST_PLACES; i += step)
			add_place(s, &t, &n, (unsigned)i);
		if (n > 0)
			capture_together(s, &t, n);
		for (guint k = 0; k < t.captures->len; k++)
			gs_expression_free((struct gs_expression *)g_array_index(
				t.captures, struct gs_capture, k)
						   .expression);
		g_array_free(t.captures, TRUE);
		for (unsigned k = 0; k < n; k++)
			g_free(t.places[k]);
	}
}

/* What is counted and timed of the whole draw. */
static void run_costs(struct subject *s)
{
	struct gs_messages messages = {0};

	s->request.kind = GS_VARIANT_EXECUTIONS;
	run_request(s, NULL, "executions");
	if (s->plan->shader->stage != GS_STAGE_FRAGMENT)
		return;
	struct gs_cuts *cuts = gs_cuts_new(s->plan, s->plan->shader->main->unit, 0, &messages);
	s->request.kind = GS_VARIANT_CUT;
	s->request.cuts = cuts;
	for (size_t i = 0; cuts && i <= cuts->n_statements + 1; i++) {
		s->request.cut = i;
		if (i < 2 || i + 2 > cuts->n_statements)
			run_request(s, NULL, "cut");
	}
	s->request.cuts = NULL;
	gs_cuts_free(cuts);
	gs_messages_finish(&messages);
}

static void run_faults(struct subject *s)
{
	size_t n = gs_plan_faults(s->plan)->n_sites;

	s->request.kind = GS_VARIANT_FAULTS;
	run_request(s, NULL, "faults");
	s->request.kind = GS_VARIANT_SIFT;
	s->request.fault_kinds = UINT32_MAX;
	run_request(s, NULL, "sift");
	s->request.kind = GS_VARIANT_FAULT_VALUES;
	for (size_t i = 0; i < n; i += 1 + n / 3) {
		s->request.first_decision = i;
		run_request(s, NULL, "fault-values");
	}
	s->request.first_decision = 0;
}

static void run_plan(struct subject *s)
{
	unsigned unlifted = counts.unlifted;
	size_t n = s->plan->n_sites, wanted = options.n_sites;

	s->request.kind = GS_VARIANT_COVERAGE;
	run_request(s, NULL, "coverage");
	s->request.kind = GS_VARIANT_PATH;
	if (counts.unlifted == unlifted) /* natively no path is recorded */
		run_request(s, NULL, "path");
	run_costs(s);
	run_faults(s);
	size_t step = wanted && n > wanted ? n / wanted : 1;
	run_together(s, step);
	for (size_t i = 0; i < n; i += step)
		run_site(s, (unsigned)i);
}

/* ---- sources ---- */

static struct gs_shader *parse(const struct program *p, struct gs_messages *messages)
{
	const struct gl_pipeline *l = &p->pipeline;
	const char *strings[4];
	struct gs_glsl_object objects[4];

	for (unsigned i = 0; i < l->n[l->stage]; i++) {
		strings[i] = l->text[l->stage][i];
		objects[i] = (struct gs_glsl_object){
			.object = i + 1, .strings = &strings[i], .n_strings = 1};
	}
	struct gs_glsl_input input = {
		.stage = l->stage, .api = p->api, .objects = objects, .n_objects = l->n[l->stage]};
	for (unsigned stage = 0; stage < GS_N_STAGES; stage++)
		for (unsigned i = 0; stage != (unsigned)l->stage && i < l->n[stage]; i++)
			input.others_redeclare |= strstr(l->text[stage][i], "gl_PerVertex") != NULL;
	GArray *macros = gl_macros(&input);
	input.macros = (const struct gs_glsl_macro *)macros->data;
	input.n_macros = macros->len;
	struct gs_shader *shader = gs_shader_parse(&input, messages);
	g_array_free(macros, TRUE);
	if (shader)
		gs_shader_size_patch(shader, 1); /* nothing is drawn: any number will do */
	return shader;
}

static void run_stage(const struct program *p)
{
	struct gs_messages messages = {0};
	struct subject s = {.program = p,
		.request = {.api = p->api,
			.glsl_version = gl_glsl_version(),
			.max_draw_buffers = gl_draw_buffers(),
			.uint_renderable = true,
			.in_parts = true,
			.storage_binding = GL_STORAGE_BINDING}};
	struct gs_shader *shader = parse(p, &messages);
	struct gs_plan *plan = shader ? gs_plan_new(shader, &messages) : NULL;

	s.plan = plan;
	if (plan)
		run_plan(&s);
	else
		report(&s, NULL, shader ? "plan" : "parse",
			messages.n ? messages.list[0].text : "?");
	counts.sources++;
	counts.failed_sources += s.failures > 0;
	counts.sites += s.sites;
	counts.variants += s.variants;
	printf("%s %s: %s %u sites, %u variants\n", p->file, stage_names[p->pipeline.stage],
		s.failures ? "failed" : "ok", s.sites, s.variants);
	gs_messages_finish(&messages);
	gs_plan_free(plan);
	gs_shader_free(shader);
}

static void run_program(struct program *p)
{
	char *log = NULL;
	unsigned program = gl_link_pipeline(&p->pipeline, &log);

	counts.files++;
	if (!program) {
		counts.refused++;
		if (getenv("GS_TEST_VERBOSE"))
			printf("%s refused: %s\n", p->file, log);
		g_free(log);
		return;
	}
	gl_delete_program(program);
	for (unsigned i = 0; i < GS_N_STAGES && !options.originals; i++) {
		p->pipeline.stage = (enum gs_stage)i;
		if (p->pipeline.n[i] > 0 && !p->is_filler[i])
			run_stage(p);
	}
}

/* The soft limit counts from the process's beginning. */
static void limit_time(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_CPU, &limit);
	limit.rlim_cur = (rlim_t)(clock() / CLOCKS_PER_SEC) + SECONDS;
	setrlimit(RLIMIT_CPU, &limit);
}

static void run_in_time(struct program *p)
{
	clock_t start = clock();

	limit_time();
	printf("%s: begin\n", p->file);
	run_program(p);
	printf("%s: end %.1f s\n", p->file, (double)(clock() - start) / CLOCKS_PER_SEC);
}

/* ES programs in the second round, core programs in the third. */
static bool belongs(const struct program *p, enum gs_api api)
{
	return p->api == api;
}

int main(int argc, char **argv)
{
	static const enum gs_api apis[] = {GS_API_COMPATIBILITY, GS_API_ES, GS_API_CORE};
	int first = 1;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (; first < argc && g_str_has_prefix(argv[first], "--"); first++) {
		if (!strcmp(argv[first], "--builtins"))
			options.builtins = true;
		else if (!strcmp(argv[first], "--originals"))
			options.originals = true;
		else if (!strcmp(argv[first], "--sites") && first + 1 < argc)
			options.n_sites = (unsigned)atoi(argv[++first]);
		else if (!strcmp(argv[first], "--slow") && first + 1 < argc)
			options.slow = atof(argv[++first]);
	}
	for (unsigned round = 0; round < G_N_ELEMENTS(apis); round++) {
		if (!gl_start(apis[round], apis[round] == GS_API_ES ? 32 : 45))
			return 77;
		for (int i = first; i < argc; i++) {
			struct program p;
			if (!program_read(&p, argv[i]))
				continue;
			if (belongs(&p, apis[round]))
				run_in_time(&p);
			program_finish(&p);
		}
		gl_stop();
	}
	printf("%u programs, %u refused by the driver, %u sources, %u failed, %u sites, %u "
	       "variants, "
	       "%u not lifted, %u failures\n",
		counts.files, counts.refused, counts.sources, counts.failed_sources, counts.sites,
		counts.variants, counts.unlifted, counts.failed);
	return counts.failed > 0;
}
