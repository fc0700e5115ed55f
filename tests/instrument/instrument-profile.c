/* SPDX-License-Identifier: MIT */
/*
 * Loop profiles and counts, drawn by the real driver, against what the same shader writes out about
 * itself in an undebugged run (with OWN defined), pixel by pixel. The sites executed are compared
 * with the length of the recorded path.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "tests/instrument/instrument-gl.h"

enum { PASS = 0, FAIL = 1, SKIP = 77, BROKEN = 99 };

static const char desktop_120[] = "#version 120\n#define color gl_FragColor\n";
static const char desktop_330[] = "#version 330\nout vec4 color;\n";
static const char es_100[] = "precision highp float;\n#define color gl_FragColor\n";
static const char es_300[] = "#version 300 es\nprecision highp float;\nout vec4 color;\n";

/*
 * C(...) is there only where the shader counts itself: n, way: of the named entry; all, entries.
 * D leaves the shader: a discard, or, where it counts itself, what looks like one.
 */
static const char common[] =
	"#ifdef OWN\n"
	"#define C(x) x\n"
	"#define D(r) { dead = true; return r; }\n"
	"#else\n"
	"#define C(x)\n"
	"#define D(r) discard;\n"
	"#endif\n"
	"C(int n = 0; int way = 0; int all = 0; int entries = 0; int lookups = 0;)\n"
	"C(bool dead = false; bool named = false;)\n"
	"C(void done() { color = vec4(float(n), float(way), float(all), float(entries)); })\n"
	"#define X floor(gl_FragCoord.x)\n#define Y floor(gl_FragCoord.y)\n";

/* A loop in a function that is called four times, three of them in a loop. */
static const char in_function[] =
	"float f(float x, float limit)\n"
	"{\n"
	"	float s = 0.0;\n"
	"	C(entries++; int cur = 0; if (named) { n = 0; way = 4; })\n"
	"	for (int i = 0; i < 20; ++i) {\n"
	"		C(cur++; all++; if (named) n = cur;)\n"
	"		if (float(i) >= limit) { C(if (named) way = 2;) break; }\n"
	"		if (i == 2 && x > 10.0 && x < 14.0) { C(if (named) way = 3;) return s; }\n"
	"		if (i == 3 && x == limit) D(s)\n"
	"		if (mod(float(i), 2.0) == 0.0) continue;\n"
	"		s += x;\n"
	"		if (s > 1000.0) { s = 0.0; }\n"
	"	}\n"
	"	C(if (named && way == 4 && n == 20) way = 1;)\n"
	"	return s;\n"
	"}\n"
	"void main()\n"
	"{\n"
	"	float r = f(X, Y); C(if (dead) { done(); return; })\n"
	"	for (int k = 0; k < 3; ++k) {\n"
	"		if (X > 28.0 && k == 2) continue;\n"
	"		C(named = k == 1;)\n"
	"		r += f(X - float(k), Y); C(named = false; if (dead) { done(); return; })\n"
	"	}\n"
	"	color = vec4(r); C(done();)\n"
	"}\n";

/* Inner loops of all kinds; the body of one is a single statement. */
static const char nested[] = "float g(float x) { if (x > 31.0) D(0.0) return x; }\n"
			     "float h(float x)\n"
			     "{\n"
			     "	int i = 0;\n"
			     "	float s = 0.0;\n"
			     "	C(entries++; int cur = 0; if (named) { n = 0; way = 4; })\n"
			     "	do {\n"
			     "		C(cur++; all++; if (named) n = cur;)\n"
			     "		if (x + float(i) > 30.0) { C(float r = g(x); if (named) "
			     "way = dead ? 4 : 3; if (dead) return 0.0;) "
			     "return g(x) + 1.0; }\n"
			     "		i++;\n"
			     "		if (i == 5) { C(if (named) way = 2;) break; }\n"
			     "		s += g(float(i));\n"
			     "	} while (float(i) < x);\n"
			     "	C(if (named && way == 4) way = 1;)\n"
			     "	return s;\n"
			     "}\n"
			     "void main()\n"
			     "{\n"
			     "	float r = 0.0;\n"
			     "	for (int a = 0; a < 4; a++)\n"
			     "		for (int b = 0; b < 3; b++) {\n"
			     "			if (b > int(X)) break;\n"
			     "			C(named = a == 0 && b == 1;)\n"
			     "			r += h(X + float(b) - Y + float(a)); C(named = "
			     "false; if (dead) { done(); return; })\n"
			     "		}\n"
			     "	color = vec4(r); C(done();)\n"
			     "}\n";

/* The outer of two loops in main, left by its test, break and return; one without a test. */
static const char outer[] = "void main()\n"
			    "{\n"
			    "	float r = 0.0;\n"
			    "	C(entries = 1; way = 4;)\n"
			    "	for (int a = 0; ; a++) {\n"
			    "		C(n++; all++;)\n"
			    "		for (int b = 0; b < 3; b++) { if (b == 1) continue; r += "
			    "float(b); if (r > 40.0) break; }\n"
			    "		if (float(a) > X) { C(way = 2;) break; }\n"
			    "		if (r > 20.0 && Y > 16.0) { C(way = 3;) color = vec4(r); "
			    "C(done();) return; }\n"
			    "		if (a == 12 && X == Y) { C(done(); return;) discard; }\n"
			    "	}\n"
			    "	color = vec4(r); C(done();)\n"
			    "}\n";

static const char plain_while[] = "void main()\n"
				  "{\n"
				  "	float r = 0.0;\n"
				  "	int i = 0;\n"
				  "	if (X < 3.0) { color = vec4(0.0); C(done();) return; }\n"
				  "	C(entries = 1; way = 1;)\n"
				  "	while (i * i < int(X) * 5) { C(n++; all++;) i++; if (i == "
				  "7) { C(way = 2;) break; } }\n"
				  "	color = vec4(r + float(i)); C(done();)\n"
				  "}\n";

/* Not at all, and some hundreds of times: more than fit the window. */
static const char many[] =
	"float f(float x) { C(entries++; bool m = named;) float s = 0.0; C(if (m) way = 1;)\n"
	"	for (int i = 0; i < 40; i++) { if (float(i) >= x) { C(all++; if (m) { n++; way = "
	"2; }) break; } "
	"C(all++; if (m) n++;) s++; }\n"
	"	return s; }\n"
	"void main()\n"
	"{\n"
	"	float r = 0.0;\n"
	"	for (int k = 0; k < 100; k++) { if (X == 7.0) break; C(named = k == 3;) r += f(X); "
	"C(named = false;) }\n"
	"	color = vec4(r); C(done();)\n"
	"}\n";

/* Lookups: counted by the shader itself in the same four places: sites are not. */
static const char lookups[] =
	"uniform sampler2D a;\nuniform sampler2D b;\n"
	"C(int la = 0; int lb = 0;)\n"
	"vec4 look(sampler2D s, float x) { C(la++;) return x > 10.0 ? TEX(s, vec2(x)) : TEX(s, "
	"vec2(0.0)); }\n"
	"void main()\n"
	"{\n"
	"	vec4 c = vec4(0.0), d = look(a, X), e = look(a, 3.0);\n"
	"	for (int i = 0; i < 6; ++i) {\n"
	"		if (float(i) > Y) break;\n"
	"		c += TEX(a, vec2(0.5)) + TEX(b, TEX(a, c.xy).xy); C(la += 2; lb++;)\n"
	"		if (c.x == 0.0 || look(a, Y).y == 0.0) c.y += 1.0; C(if (c.x != 0.0) la += "
	"0;)\n"
	"	}\n"
	"	if (X == Y) { C(color = vec4(float(la), float(lb), 0.0, 0.0); return;) discard; }\n"
	"	color = c + d + e; C(color = vec4(float(la), float(lb), 0.0, 0.0);)\n"
	"}\n";

struct test {
	const char *name, *body;
	const char *call_path; /* functions called, of the first call with the iterations */
	unsigned nth;	       /* the loop is the nth test site of its function; from 0 */
	unsigned iterations[1][3];
};

static const struct test tests[] = {
	{"a function's loop", in_function, "f", 0, {{1}}},
	{"nested calls", nested, "h", 0, {{0, 1}}},
	{"the outer loop", outer, NULL, 0, {{0}}},
	{"while", plain_while, NULL, 0, {{0}}},
	{"entered often", many, "f", 0, {{3}}},
};

static const struct version {
	const char *name, *header;
	enum gs_api api;
	unsigned context;
	bool no_upgrade;
	unsigned n_tests; /* the first of them */
} versions[] = {
	{"1.20 upgraded", desktop_120, GS_API_COMPATIBILITY, 45, false, 1},
	{"1.20", desktop_120, GS_API_COMPATIBILITY, 45, true, 2},
	{"3.30", desktop_330, GS_API_CORE, 45, false, G_N_ELEMENTS(tests)},
	{"ES 1.00", es_100, GS_API_ES, 32, false, 3},
	{"ES 3.00", es_300, GS_API_ES, 32, false, 1},
};

static unsigned failures;

static void complain(const char *what, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void complain(const char *what, const char *format, ...)
{
	va_list list;

	if (failures++ > 20)
		return;
	va_start(list, format);
	printf("%s: ", what);
	vprintf(format, list);
	printf("\n");
	va_end(list);
}

struct run {
	char *name, *vertex, *text;
	const struct version *version;
	struct gs_shader *shader;
	struct gs_plan *plan;
	struct gs_variant_request request;
	struct target own;
};

static bool run_start(struct run *r, const char *name, const char *body, const struct version *v)
{
	bool old = !strstr(v->header, "#version 3");
	const char *line_end = g_str_has_prefix(v->header, "#version") ? strchr(v->header, '\n') + 1
								       : v->header;
	char *version = g_strndup(v->header, (gsize)(line_end - v->header));
	const char *tex = old ? "#define TEX texture2D\n" : "#define TEX texture\n";
	char *own = g_strconcat(version, "#define OWN\n", line_end, tex, common, body, NULL),
	     *log = NULL;
	struct gs_messages messages = {0};

	memset(r, 0, sizeof(*r));
	r->name = g_strdup_printf("%s, %s", name, v->name);
	r->version = v;
	r->text = g_strconcat(v->header, tex, common, body, NULL);
	r->vertex = g_strconcat(version, old ? "attribute" : "in",
		" vec4 p;\nvoid main() { gl_Position = p; }\n", NULL);
	struct gs_glsl_object object = {1, (const char *const *)&r->text, NULL, 1};
	struct gs_glsl_input input = {
		.stage = GS_STAGE_FRAGMENT, .api = v->api, .objects = &object, .n_objects = 1};
	r->shader = gs_shader_parse(&input, &messages);
	if (r->shader)
		r->plan = gs_plan_new(r->shader, &messages);
	if (!r->plan)
		complain(r->name, "%s", messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	bool good = r->plan && gl_draw_original(r->vertex, &own, 1, &r->own, &log);
	if (log)
		complain(r->name, "the driver refuses the shader itself: %s", log);
	g_free(log);
	g_free(own);
	g_free(version);
	r->request = (struct gs_variant_request){.api = v->api,
		.glsl_version = gl_glsl_version(),
		.max_draw_buffers = gl_draw_buffers(),
		.uint_renderable = true,
		.no_upgrade = v->no_upgrade};
	return good;
}

static void run_finish(struct run *r)
{
	target_finish(&r->own);
	gs_plan_free(r->plan);
	gs_shader_free(r->shader);
	g_free(r->name);
	g_free(r->vertex);
	g_free(r->text);
}

static struct gs_variant *draw(struct run *r, struct target *target)
{
	struct gs_messages messages = {0};
	struct gs_variant *v = gs_variant_new(r->plan, &r->request, 0, &messages);
	char *log = NULL;

	if (!v)
		complain(r->name, "no variant: %s", messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	if (v && !gl_draw_variant(r->vertex, v, 1, target, &log)) {
		complain(r->name, "the driver refuses a variant: %s", log);
		if (getenv("GS_TEST_VERBOSE"))
			printf("%s\n", v->pass[0].texts[0]);
		g_free(log);
		gs_variant_free(v);
		return NULL;
	}
	return v;
}

/* The nth site of a kind in a function. */
static const struct gs_site *find(struct run *r, const char *function, enum gs_site_kind kind,
	unsigned nth, const char *callee)
{
	for (size_t i = 0; i < r->plan->n_sites; i++) {
		const struct gs_site *s = &r->plan->sites[i];
		if (strcmp(s->function->name, function) || s->kind != kind)
			continue;
		if (callee && strcmp(s->marked->function->name, callee))
			continue;
		if (callee && s->n_loops == 0)
			continue; /* the call in the loop is meant */
		if (nth-- == 0)
			return s;
	}
	return NULL;
}

static void add_frame(struct gs_position *p, const struct gs_site *s, const unsigned *iterations)
{
	struct gs_frame *f = &p->frame[p->n_frames++];

	f->site = s->id;
	f->n_iterations = s->n_loops;
	for (unsigned i = 0; iterations && i < s->n_loops; i++)
		f->iterations[i] = iterations[i];
}

/* g_free; NULL: it is not there. */
static struct gs_position *make_position(struct run *r, const struct test *t)
{
	const char *function = t->call_path ? t->call_path : "main";
	const struct gs_site *s;

	struct gs_position *p = g_malloc0(sizeof(*p) + 2 * sizeof(p->frame[0]));

	if (t->call_path && (s = find(r, "main", GS_SITE_CALL, 0, t->call_path)))
		add_frame(p, s, t->iterations[0]);
	s = find(r, function, GS_SITE_LOOP_TEST, t->nth, NULL);
	if (s && t->body == outer) { /* has no test: any site in it will do */
		for (s = r->plan->sites; s->kind != GS_SITE_LOOP_INIT || s->n_loops != 1; s++)
			;
	}
	if (s && p->n_frames == (t->call_path != NULL)) {
		add_frame(p, s, NULL);
		return p;
	}
	g_free(p);
	return NULL;
}

static float own_at(const struct run *r, size_t pixel, unsigned component)
{
	float f;

	memcpy(&f, &r->own.pixels[0][pixel * 4 + component], sizeof(f));
	return f;
}

/* The entries of the windows, added up, are the whole. */
static void check_entries(struct run *r, const struct gs_variant *v, const struct target *target)
{
	struct gs_loop_entry entries[64];

	for (size_t i = 0; i < SIZE * SIZE; i++) {
		struct gs_loop_profile p = gs_variant_profile(v, &target->images, i);
		size_t n = gs_variant_entries(v, &target->images, i, entries, 64);
		uint64_t sum = 0;
		for (size_t k = 0; k < n; k++)
			sum += entries[k].iterations;
		if (n != MIN(p.entries, gs_variant_window(v)) ||
			(n == p.entries && sum != p.all_iterations)) {
			complain(r->name,
				"pixel %zu,%zu: %zu of %u entries with %u of %u iterations",
				i % SIZE, i / SIZE, n, (unsigned)p.entries, (unsigned)sum,
				(unsigned)p.all_iterations);
			return;
		}
	}
}

/* The histogram's bins, added up, are the whole too, and agree with the entries where these are. */
static void check_bins(struct run *r, const struct gs_variant *list, const struct target *listed)
{
	struct target target;
	uint32_t finished[64], left[64], want[2][64];
	struct gs_loop_entry entries[64];
	unsigned compared = 0;

	r->request.histogram = true;
	struct gs_variant *v = draw(r, &target);
	r->request.histogram = false;
	for (size_t i = 0; v && i < SIZE * SIZE; i++) {
		struct gs_loop_profile p = gs_variant_profile(list, &listed->images, i);
		size_t n = gs_variant_entries(list, &listed->images, i, entries, 64);
		bool whole = gs_variant_bins(v, &target.images, i, finished, left);
		bool fits = true;
		memset(want, 0, sizeof(want));
		for (size_t k = 0; k < n; k++) {
			bool f = entries[k].end == GS_LOOP_FINISHED;
			size_t at = entries[k].iterations - !f;
			if (at >= gs_variant_window(v) - 1)
				fits = false;
			else
				want[!f][at]++;
		}
		if (n < p.entries)
			continue;
		compared += whole;
		if (whole != fits ||
			(whole && (memcmp(finished, want[0], 4 * gs_variant_window(v)) ||
					  memcmp(left, want[1], 4 * gs_variant_window(v))))) {
			complain(r->name, "pixel %zu,%zu: the histogram is not that of the entries",
				i % SIZE, i / SIZE);
			break;
		}
	}
	if (!compared)
		complain(r->name, "no pixel's histogram was compared");
	if (v)
		target_finish(&target);
	gs_variant_free(v);
}

static void check_profile(struct run *r, const struct test *t)
{
	struct gs_position *position = make_position(r, t);
	struct target target;
	unsigned ways = 0, wrong = 0;

	if (!position) {
		complain(r->name, "the position is not there");
		return;
	}
	r->request.kind = GS_VARIANT_PROFILE;
	r->request.position = position;
	struct gs_variant *v = draw(r, &target);
	for (size_t i = 0; v && i < SIZE * SIZE; i++) {
		struct gs_loop_profile p = gs_variant_profile(v, &target.images, i);
		ways |= 1u << p.end;
		if (p.iterations == own_at(r, i, 0) && p.end == own_at(r, i, 1) &&
			p.all_iterations == own_at(r, i, 2) && p.entries == own_at(r, i, 3))
			continue;
		if (wrong++ < 3)
			complain(r->name,
				"pixel %zu,%zu: %u iterations, end %d, all %u, entries %u; the "
				"shader "
				"itself says %g, %g, %g, %g",
				i % SIZE, i / SIZE, (unsigned)p.iterations, p.end,
				(unsigned)p.all_iterations, (unsigned)p.entries, own_at(r, i, 0),
				own_at(r, i, 1), own_at(r, i, 2), own_at(r, i, 3));
	}
	if (v) {
		check_entries(r, v, &target);
		check_bins(r, v, &target);
		printf("%s: ways of leaving 0x%x, window %zu, %u passes\n", r->name, ways,
			gs_variant_window(v), v->n_passes);
		target_finish(&target);
	}
	gs_variant_free(v);
	r->request.position = NULL;
	g_free(position);
}

static size_t path_length(struct run *r, const uint8_t *decisions, size_t n)
{
	struct gs_walker *w = gs_walker_new(r->plan);
	size_t used = 0, steps = 1;

	while (!gs_walker_finished(w) && gs_walker_step_recorded(w, decisions, n, &used))
		steps++;
	/* where something discards, nothing stands at the end of main */
	steps -= gs_walker_discarded(w);
	bool whole = gs_walker_finished(w);
	gs_walker_free(w);
	return whole ? steps : 0;
}

/* The path's sites, and no others, are reached. */
static void check_reached(struct run *r, const struct gs_variant *v, const struct target *target,
	size_t pixel, const uint8_t *decisions, size_t n)
{
	struct gs_walker *w = gs_walker_new(r->plan);
	uint8_t *on_path = g_new0(uint8_t, r->plan->n_sites + 1);
	size_t used = 0;

	do {
		if (!gs_walker_discarded(w))
			on_path[gs_position_site(gs_walker_position(w))] = 1;
	} while (gs_walker_step_recorded(w, decisions, n, &used));
	for (unsigned i = 0; i < r->plan->n_sites; i++)
		if (gs_variant_reached(v, &target->images, i, pixel) != on_path[i])
			complain(r->name, "pixel %zu,%zu: site %u (%s, line %u) is reached: %d",
				pixel % SIZE, pixel / SIZE, i,
				gs_site_kind_name(r->plan->sites[i].kind),
				gs_node_span(r->plan->sites[i].marked).line, !on_path[i]);
	g_free(on_path);
	gs_walker_free(w);
}

/* How often the pixel's path comes to each site, by the site's counter. */
static uint64_t *count_path(struct run *r, const uint8_t *decisions, size_t n)
{
	struct gs_walker *w = gs_walker_new(r->plan);
	uint64_t *times = g_new0(uint64_t, r->plan->n_sites + 1);
	size_t used = 0;

	do {
		if (!gs_walker_discarded(w))
			times[gs_position_site(gs_walker_position(w))]++;
	} while (gs_walker_step_recorded(w, decisions, n, &used));
	gs_walker_free(w);
	return times;
}

/* Each counter is what the path says of all the sites that it stands for. */
static void check_executions(struct run *r, const struct gs_variant *path,
	const struct target *recorded, uint64_t first, const struct gs_variant *v,
	const struct target *target)
{
	const struct gs_plan_counters *c = gs_plan_counters(r->plan);
	uint8_t decisions[4096];
	unsigned wrong = 0;

	for (size_t i = 0; i < SIZE * SIZE; i++) {
		size_t n = gs_variant_decisions(path, &recorded->images, i, decisions, 4096);
		if (n >= gs_variant_window(path) || !path_length(r, decisions, n))
			continue;
		uint64_t *times = count_path(r, decisions, n);
		for (unsigned s = 0; s < r->plan->n_sites; s++) {
			unsigned k = c->of_site[s];
			if (k < first || k - first >= gs_variant_window(v))
				continue;
			uint64_t got = gs_variant_executions(v, &target->images, k, i);
			if ((got == times[s] || (c->counts_more[s] && got > times[s])) ||
				wrong++ > 3)
				continue;
			complain(r->name, "pixel %zu,%zu: site %u (%s, line %u): %u times, not %u",
				i % SIZE, i / SIZE, s, gs_site_kind_name(r->plan->sites[s].kind),
				gs_node_span(r->plan->sites[s].marked).line, (unsigned)got,
				(unsigned)times[s]);
		}
		g_free(times);
	}
}

static void check_all_executions(
	struct run *r, const struct gs_variant *path, const struct target *recorded)
{
	size_t n = gs_plan_counters(r->plan)->n_counters;
	unsigned draws = 0;

	r->request.kind = GS_VARIANT_EXECUTIONS;
	for (uint64_t first = 0; first < n;) {
		struct target target;
		r->request.first_decision = first;
		struct gs_variant *v = draw(r, &target);
		if (!v)
			break;
		check_executions(r, path, recorded, first, v, &target);
		first += gs_variant_window(v);
		draws++;
		target_finish(&target);
		gs_variant_free(v);
	}
	r->request.first_decision = 0;
	printf("%s: %zu sites, %zu counters, %u draws\n", r->name, r->plan->n_sites, n, draws);
}

/* Positions counted along the path, and their mark, are those of the walker; no value here is NaN.
 */
static void check_events(struct run *r, const struct gs_variant *v, const struct target *target,
	size_t pixel, const uint8_t *decisions, size_t n)
{
	struct gs_walker *w = gs_walker_new(r->plan);
	size_t used = 0;
	uint32_t mark = 0, length = 0;
	struct gs_events events;

	do {
		if (gs_walker_discarded(w))
			break;
		mark = gs_plan_mark(r->plan, mark, gs_position_site(gs_walker_position(w)));
		length++;
	} while (gs_walker_step_recorded(w, decisions, n, &used));
	gs_variant_events(v, &target->images, pixel, &events);
	if (events.n_positions != length || events.mark != mark || events.position != 0)
		complain(r->name,
			"pixel %zu,%zu: %u positions, mark %x, event at %u; the path has %u, %x",
			pixel % SIZE, pixel / SIZE, events.n_positions, events.mark,
			events.position, length, mark);
	gs_walker_free(w);
}

static void check_sites(struct run *r)
{
	struct target counted, recorded;
	uint8_t decisions[4096];
	struct gs_variant *v, *path;
	unsigned wrong = 0, compared = 0;

	r->request.kind = GS_VARIANT_COUNTS;
	r->request.position = NULL;
	v = draw(r, &counted);
	bool upgraded =
		r->request.no_upgrade; /* paths need integers: recorded with another variant */
	if (!v)
		return;
	r->request.no_upgrade = false;
	r->request.kind = GS_VARIANT_PATH;
	bool can = r->version->header != es_100;
	path = can ? draw(r, &recorded) : NULL;
	r->request.kind = GS_VARIANT_REACH;
	struct target reached, marked;
	struct gs_variant *reach = draw(r, &reached), *events = NULL;
	r->request.kind = GS_VARIANT_EVENTS;
	if (can)
		events = draw(r, &marked);
	r->request.no_upgrade = upgraded;
	for (size_t i = 0; path && i < SIZE * SIZE; i++) {
		size_t n = gs_variant_decisions(path, &recorded.images, i, decisions, 4096);
		size_t want = n < gs_variant_window(path) ? path_length(r, decisions, n) : 0;
		uint64_t got = gs_variant_count(v, &counted.images, 0, i);
		compared += want != 0;
		if (want && reach)
			check_reached(r, reach, &reached, i, decisions, n);
		if (want && events)
			check_events(r, events, &marked, i, decisions, n);
		if (want && got != want && wrong++ < 3)
			complain(r->name, "pixel %zu,%zu: %u sites counted, the path has %zu",
				i % SIZE, i / SIZE, (unsigned)got, want);
	}
	if (can && !compared)
		complain(r->name, "no pixel's sites were compared");
	if (path)
		check_all_executions(r, path, &recorded);
	r->request.no_upgrade = upgraded;
	if (path)
		target_finish(&recorded);
	gs_variant_free(path);
	if (reach)
		target_finish(&reached);
	gs_variant_free(reach);
	if (events)
		target_finish(&marked);
	gs_variant_free(events);
	target_finish(&counted);
	gs_variant_free(v);
}

static void check_lookups(struct run *r)
{
	struct target target;
	const char *const *names;
	unsigned wrong = 0;

	r->request.kind = GS_VARIANT_COUNTS;
	r->request.position = NULL;
	struct gs_variant *v = draw(r, &target);
	if (!v)
		return;
	size_t n = gs_variant_counters(v, &names);
	if (n != 3 || strcmp(names[1], "a") || strcmp(names[2], "b"))
		complain(r->name, "%zu counters, %s, %s", n, n > 1 ? names[1] : "-",
			n > 2 ? names[2] : "-");
	for (size_t i = 0; n == 3 && i < SIZE * SIZE; i++) {
		uint64_t a = gs_variant_count(v, &target.images, 1, i),
			 b = gs_variant_count(v, &target.images, 2, i);
		if ((a != own_at(r, i, 0) || b != own_at(r, i, 1)) && wrong++ < 3)
			complain(r->name,
				"pixel %zu,%zu: %u and %u lookups, the shader itself %g and %g",
				i % SIZE, i / SIZE, (unsigned)a, (unsigned)b, own_at(r, i, 0),
				own_at(r, i, 1));
	}
	target_finish(&target);
	gs_variant_free(v);
}

static void check_lookups_alone(struct run *r)
{
	struct target target;
	const char *const *names;
	unsigned wrong = 0;

	r->request.kind = GS_VARIANT_COUNTS;
	r->request.position = NULL;
	r->request.lookups_alone = true;
	struct gs_variant *v = draw(r, &target);
	r->request.lookups_alone = false;
	if (!v)
		return;
	if (gs_variant_counters(v, &names) != 1 || strcmp(names[0], "lookups"))
		complain(r->name, "counters of others than of all lookups: %s", names[0]);
	for (size_t i = 0; i < SIZE * SIZE; i++) {
		uint64_t got = gs_variant_count(v, &target.images, 0, i);
		if (got != own_at(r, i, 0) + own_at(r, i, 1) && wrong++ < 3)
			complain(r->name, "pixel %zu,%zu: %u lookups, the shader itself %g and %g",
				i % SIZE, i / SIZE, (unsigned)got, own_at(r, i, 0),
				own_at(r, i, 1));
	}
	target_finish(&target);
	gs_variant_free(v);
}

static void run_version(const struct version *v)
{
	struct run r;

	for (unsigned i = 0; i < v->n_tests; i++) {
		if (run_start(&r, tests[i].name, tests[i].body, v)) {
			check_profile(&r, &tests[i]);
			check_sites(&r);
		}
		run_finish(&r);
	}
	if (run_start(&r, "lookups", lookups, v)) {
		check_lookups(&r);
		check_lookups_alone(&r);
		check_sites(&r);
	}
	run_finish(&r);
}

int main(void)
{
	unsigned n_skipped = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (unsigned i = 0; i < G_N_ELEMENTS(versions); i++) {
		if (!gl_start(versions[i].api, versions[i].context)) {
			printf("%s: skipped\n", versions[i].name);
			n_skipped++;
			continue;
		}
		run_version(&versions[i]);
		gl_stop();
	}
	if (failures)
		return FAIL;
	return n_skipped ? SKIP : PASS;
}
