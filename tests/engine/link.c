/* SPDX-License-Identifier: MIT */
/*
 * The engine without a program: a link that fails in each way that one can, at each request. Every
 * failure comes back as the GError that it is, nothing is asked of a program that is gone or after
 * the user's patience is over, and nothing leaks. What a driver would answer is not played here:
 * where the engine needs more than a failure, it gets the answer of a draw that touches nothing.
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "data/data.h"
#include "debugger/engine/engine.h"
#include "debugger/engine/captured/focus-values.h"
#include "debugger/engine/captured/multi-site.h"

enum failure {
	NONE,
	REFUSED,   /* the driver takes the program's request, but not what is in it */
	GONE,	   /* the program has ended */
	SLOW,	   /* no answer in time */
	SHORT,	   /* the answer ends too early */
	NONSENSE,  /* the answer names what is not there */
	NO_INPUT,  /* no shared memory */
	FULL_INPUT /* too little of it */
};

enum { COMPILED = 7, ADDRESS = 0x1000, DRAWS = 3, SIDE = 4 };

struct fake {
	enum gs_wire_request_kind kind; /* that fails */
	enum failure failure;
	bool expired;
	unsigned nth;	       /* only the nth request of its kind fails, from 1; 0: each does */
	unsigned of_kind;      /* how often, requests of that kind */
	unsigned asked, reads; /* how often, requests of any kind */
	gs_program_served_func served; /* NULL: nothing was sent that is not served */
	void *served_data;
	enum failure sent; /* how that goes */
	struct gs_wire_call call;
	uint8_t input[1 << 20], area[4096];
};

/* ---- a link without a program ---- */

static bool begin_input(void *data, struct gs_stream *input)
{
	struct fake *fake = data;
	if (fake->served)
		g_error("what is being served is overwritten");
	*input = (struct gs_stream){
		.data = fake->input, .size = fake->failure == FULL_INPUT ? 16 : sizeof fake->input};
	return fake->failure != NO_INPUT;
}

/* No macro is defined. */
static void answer_macros(struct gs_stream input, struct gs_stream *out)
{
	gs_stream_get_u32(&input);
	gs_stream_get_u32(&input);
	gs_stream_get_u32(&input);
	gs_stream_get_string(&input);
	gs_stream_get_string(&input);
	uint32_t n = gs_stream_get_u32(&input);
	gs_stream_put_u32(out, n);
	for (uint32_t i = 0; i < n; i++) {
		gs_stream_put_u32(out, 0);
		gs_stream_put_string(out, "");
	}
}

static void answer_begin(bool nonsense, struct gs_stream *out)
{
	struct gs_wire_debug target = {
		.width = nonsense ? 0 : SIDE,
		.height = SIDE,
		.samples = 1,
		.planes = 1,
		.max_draw_buffers = 8,
		.glsl_version = 450,
		.float_renderable = 1,
		.uint_renderable = 1,
		.max_feedback_words = 64,
	};
	gs_stream_put(out, &target, sizeof target);
}

/* A draw that runs the shader for no element. */
static void answer_capture(struct gs_stream input, bool nonsense, struct gs_stream *out)
{
	uint32_t n_passes = gs_stream_get_u32(&input);
	for (uint32_t i = 0; i < n_passes; i++) {
		gs_stream_get_u32(&input);
		uint32_t n_texts = gs_stream_get_u32(&input);
		for (uint32_t k = 0; k < n_texts; k++) {
			gs_stream_get_u32(&input);
			gs_stream_get_u32(&input);
			gs_stream_get_string(&input);
		}
	}
	uint32_t n = gs_stream_get_u32(&input);
	gs_stream_put_u32(out, n);
	gs_stream_put_u32(out, 0);
	gs_stream_put_u32(out, 0);
	gs_stream_put_u32(out, nonsense ? SIDE : 0);
	gs_stream_put_u32(out, 1);
	for (uint32_t i = 0; i < n; i++)
		gs_stream_put_u64(out, nonsense ? sizeof((struct fake *)NULL)->area - 16 : 0);
	gs_stream_put_u64(out, 0);
}

static bool fail(enum failure failure, GError **error)
{
	if (failure == REFUSED)
		g_set_error(error, GS_ERROR, GS_ERROR_DRIVER_REFUSED, "the driver says no");
	else if (failure == GONE)
		g_set_error(error, GS_ERROR, GS_ERROR_NO_PROGRAM, "the program has ended");
	else if (failure == SLOW)
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT, "it takes too long");
	return failure != REFUSED && failure != GONE && failure != SLOW;
}

static bool request(void *data, enum gs_wire_request_kind kind, const uint64_t number[6],
	const struct gs_stream *input, struct gs_program_answer *answer, GError **error)
{
	struct fake *fake = data;
	fake->of_kind += kind == fake->kind;
	bool fails = kind == fake->kind && (!fake->nth || fake->of_kind == fake->nth);
	enum failure failure = fails ? fake->failure : NONE;
	struct gs_stream in = {.data = fake->input, .size = input ? input->at : 0},
			 out = {.data = fake->area, .size = sizeof fake->area};
	fake->asked++;
	if (failure != GONE && failure != SLOW)
		answer->number[0] = COMPILED;
	if (!fail(failure, error))
		return false;
	if (kind == GS_REQUEST_MACROS)
		answer_macros(in, &out);
	else if (kind == GS_REQUEST_DEBUG_BEGIN)
		answer_begin(failure == NONSENSE, &out);
	else if (kind == GS_REQUEST_CAPTURE)
		answer_capture(in, failure == NONSENSE, &out);
	answer->bulk = (struct gs_stream){
		.data = fake->area, .size = failure == SHORT ? out.at / 2 : out.at};
	answer->area = sizeof fake->area;
	return true;
}

static bool send(void *data, enum gs_wire_request_kind kind, const struct gs_stream *input,
	gs_program_served_func served, void *served_data, GError **error)
{
	struct fake *fake = data;
	if (fake->served)
		g_error("a request is sent before another one is served");
	fake->of_kind += kind == fake->kind;
	bool fails = kind == fake->kind && (!fake->nth || fake->of_kind == fake->nth);
	fake->asked++;
	fake->sent = fails ? fake->failure : NONE;
	fake->served = served;
	fake->served_data = served_data;
	return true;
}

static bool await(void *data, GError **error)
{
	static const uint64_t none[6], number[6] = {COMPILED};
	struct fake *fake = data;
	GError *failure = NULL;
	if (!fake->served)
		return true;
	fail(fake->sent, &failure);
	bool fatal = failure && gs_error_is_fatal(failure);
	if (fake->sent != SLOW)
		g_steal_pointer (&fake->served)(fatal ? none : number, failure, fake->served_data);
	if (fatal)
		g_propagate_error(error, g_steal_pointer(&failure));
	g_clear_error(&failure);
	return !fatal;
}

static bool is_expired(void *data, GError **error)
{
	struct fake *fake = data;
	if (fake->expired)
		g_set_error(error, GS_ERROR, GS_ERROR_TIMEOUT, "interrupted");
	return fake->expired;
}

static bool read_memory(void *data, uint64_t address, void *to, size_t size)
{
	struct fake *fake = data;
	fake->reads += address == ADDRESS && size == DRAWS * sizeof(int32_t);
	return false;
}

/* ---- what is done with it ---- */

static const char fragment[] = "#version 330\n"
			       "#ifdef GL_EXT_something\n"
			       "#endif\n"
			       "uniform float u;\n"
			       "out vec4 colour;\n"
			       "void main()\n"
			       "{\n"
			       "	float a = u * 2.0;\n"
			       "	if (a > 1.0)\n"
			       "		a = 1.0;\n"
			       "	colour = vec4(a);\n"
			       "}\n";
/* Drivers of later GLSL get it as that, and as it is if they refuse. */
static const char old_fragment[] = "#version 120\n"
				   "void main() { gl_FragColor = vec4(1.0); }\n";
static const char vertex[] = "#version 330\n"
			     "in vec4 p;\n"
			     "void main() { gl_Position = p; }\n";

static struct gs_debug *begin(struct fake *fake, enum gs_stage stage, const char *source)
{
	const struct gs_program_link link = {
		begin_input, request, send, await, is_expired, read_memory, fake};
	struct gs_debug *debug = gs_debug_new(&link, &fake->call, stage);
	debug->info = (struct gs_program_info){.program = 1,
		.gl_version = 33,
		.api = GS_API_COMPATIBILITY,
		.sources = g_new0(struct gs_source_info, 1),
		.n_sources = 1};
	debug->info.sources[0] = (struct gs_source_info){
		.stage = stage, .object = 1, .source = g_strdup(source)};
	return debug;
}

static bool draw(struct gs_debug *debug, GError **error)
{
	const uint64_t operations[6] = {0};
	bool begun;
	return gs_debug_parse(debug, error) &&
	       gs_debug_begin_target(debug, operations, &begun, error) &&
	       gs_debug_find_coverage(debug, false, error);
}

static bool draw_fragments(struct fake *fake, GError **error)
{
	struct gs_debug *debug = begin(fake, GS_STAGE_FRAGMENT, fragment);
	bool good = draw(debug, error);
	gs_debug_free(debug);
	return good;
}

static bool draw_old(struct fake *fake, GError **error)
{
	struct gs_debug *debug = begin(fake, GS_STAGE_FRAGMENT, old_fragment);
	bool good = draw(debug, error);
	if (debug->n_programs != COMPILED)
		g_error("what the driver compiled before it refused is not counted");
	gs_debug_free(debug);
	return good;
}

static bool draw_vertices(struct fake *fake, GError **error)
{
	struct gs_debug *debug = begin(fake, GS_STAGE_VERTEX, vertex);
	fake->call = (struct gs_wire_call){
		.function = GS_FN_glMultiDrawArrays, .args = {0, 0, ADDRESS, DRAWS}};
	bool good = draw(debug, error);
	gs_debug_free(debug);
	return good;
}

/* As after a draw that covers all of the target, at the first position; that draw is none of the
 * requests counted. */
static struct gs_debug *stand(struct fake *fake, GError **error)
{
	const uint64_t operations[6] = {0};
	struct gs_debug *debug = begin(fake, GS_STAGE_FRAGMENT, fragment);
	bool begun;
	if (!gs_debug_parse(debug, error) ||
		!gs_debug_begin_target(debug, operations, &begun, error))
		g_error("no shader: %s", (*error)->message);
	debug->n_total = SIDE * SIDE;
	debug->covered = memset(g_malloc(debug->n_total), 1, debug->n_total);
	debug->bounds = (struct gs_rect){0, 0, SIDE, SIDE};
	fake->asked = 0;
	return debug;
}

/* As far as its decisions, of which the beginning needs none. */
static bool follow_path(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand(fake, error);
	bool moved = true, good = gs_debug_begin_path(debug, error);
	if (good && fake->asked)
		g_error("beginning has asked the program");
	while (good && moved)
		good = gs_path_advance(debug->path, &moved, error);
	gs_debug_free(debug);
	return good;
}

static struct gs_debug *stand_on_path(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand(fake, error);
	debug->provider = gs_path_provider_capture_new(debug);
	debug->path = gs_path_new(debug->plan, debug->provider);
	return debug;
}

static bool step_to_decision(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_on_path(fake, error);
	bool moved = true, good = true;
	while (good && moved)
		good = gs_path_advance(debug->path, &moved, error);
	gs_debug_free(debug);
	return good;
}

static const char *const texts[] = {"u", "u * 2.0"};

static bool fetch_images(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_on_path(fake, error);
	struct gs_captured_value *values[2];
	bool good = gs_position_cache_fetch(debug->position_cache,
		gs_position_cache_get(debug->position_cache, gs_path_position(debug->path)), 0,
		texts, 2, false, values, error);
	gs_debug_free(debug);
	return good;
}

/* An expression that the driver refuses takes no other with it: the error is its own. */
static bool fetch_focus(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_on_path(fake, error);
	struct gs_captured_value *values[2];
	bool changes[2], good = gs_focus_fetch(debug->focus_values, gs_path_position(debug->path),
				 0, texts, 2, values, changes, error);
	if (good && values[0]->error && values[1]->error) {
		g_propagate_error(error, g_error_copy(values[1]->error));
		good = false;
	}
	gs_debug_free(debug);
	return good;
}

/* As when the user steps on and expressions were asked for before: a multi-site program serves the
 * position. */
static struct gs_debug *stand_with_program(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_on_path(fake, error);
	debug->focus_here = true;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		gs_debug_note_expression(debug, texts[i], false);
	return debug;
}

static bool have_values(struct gs_captured_value *const *values, size_t n, GError **error)
{
	for (size_t i = 0; i < n; i++)
		if (values[i]->error) {
			g_propagate_error(error, g_error_copy(values[i]->error));
			return false;
		}
	return true;
}

static bool fetch_images_again(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_with_program(fake, error);
	struct gs_captured_value *values[2];
	bool good = gs_position_cache_fetch(debug->position_cache,
			    gs_position_cache_get(
				    debug->position_cache, gs_path_position(debug->path)),
			    0, texts, 2, false, values, error) &&
		    have_values(values, 2, error);
	gs_debug_free(debug);
	return good;
}

static bool fetch_focus_again(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_with_program(fake, error);
	struct gs_captured_value *values[2];
	bool changes[2], good = gs_focus_fetch(debug->focus_values, gs_path_position(debug->path),
					0, texts, 2, values, changes, error) &&
				have_values(values, 2, error);
	gs_debug_free(debug);
	return good;
}

/* The multi-site program is sent before a value is asked for. */
static bool fetch_prepared(struct fake *fake, GError **error)
{
	struct gs_debug *debug = stand_with_program(fake, error);
	struct gs_captured_value *values[2];
	bool changes[2], more = false;
	bool good = gs_multi_site_programs_prepare(
		gs_position_cache_programs(debug->position_cache), &more, error);
	if (!good || !more || !fake->served || fake->asked != 1)
		g_error("nothing is prepared");
	good = gs_focus_fetch(debug->focus_values, gs_path_position(debug->path), 0, texts, 2,
		       values, changes, error) &&
	       have_values(values, 2, error);
	gs_debug_free(debug);
	return good;
}

static bool ask(struct fake *fake, const char *text, GError **error)
{
	struct gs_debug *debug = stand_on_path(fake, error);
	struct gs_captured_value *value = gs_debug_value_at(
		debug, gs_path_position(debug->path), 0, text, 0, 0, error);
	bool good = value != NULL;
	gs_captured_value_free(value);
	gs_debug_free(debug);
	return good;
}

static bool ask_known(struct fake *fake, GError **error)
{
	return ask(fake, "u * 2.0", error);
}

static bool ask_unknown(struct fake *fake, GError **error)
{
	return ask(fake, "u + nothing", error);
}

/* ---- what must come of it ---- */

enum { ANY = 1000 }; /* requests */

static const struct expected {
	const char *what;
	bool (*act)(struct fake *fake, GError **error);
	enum gs_wire_request_kind kind;
	enum failure failure;
	bool expired;
	enum gs_error code;
	const char *says; /* NULL: it works */
	unsigned asked;	  /* at most */
	unsigned nth;
} expected[] = {
	{"macros", draw_fragments, GS_REQUEST_MACROS, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", 1},
	{"macros", draw_fragments, GS_REQUEST_MACROS, GONE, false, GS_ERROR_NO_PROGRAM, "ended", 1},
	{"macros", draw_fragments, GS_REQUEST_MACROS, SLOW, false, GS_ERROR_TIMEOUT, "too long", 1},
	{"macros", draw_fragments, GS_REQUEST_MACROS, SHORT, false, GS_ERROR_INTERNAL, "macros", 1},
	{"input", draw_fragments, GS_REQUEST_NONE, NO_INPUT, false, GS_ERROR_UNSUPPORTED, "memory",
		0},
	{"input", draw_fragments, GS_REQUEST_NONE, FULL_INPUT, false, GS_ERROR_UNSUPPORTED,
		"memory", 0},
	{"input", draw_old, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", 3},
	{"target", draw_fragments, GS_REQUEST_DEBUG_BEGIN, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", 2},
	{"target", draw_fragments, GS_REQUEST_DEBUG_BEGIN, SHORT, false, GS_ERROR_INTERNAL,
		"target", 2},
	{"target", draw_fragments, GS_REQUEST_DEBUG_BEGIN, NONSENSE, false, GS_ERROR_INTERNAL,
		"target", 2},
	{"coverage", draw_fragments, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", 3},
	{"coverage", draw_fragments, GS_REQUEST_CAPTURE, GONE, false, GS_ERROR_NO_PROGRAM, "ended",
		3},
	{"coverage", draw_fragments, GS_REQUEST_CAPTURE, SHORT, false, GS_ERROR_INTERNAL,
		"malformed", 3},
	{"coverage", draw_fragments, GS_REQUEST_CAPTURE, NONSENSE, false, GS_ERROR_INTERNAL,
		"malformed", 3},
	{"nothing drawn", draw_fragments, GS_REQUEST_NONE, NONE, false, GS_ERROR_NOT_COVERED,
		"no pixel", 3},
	{"counts of draws", draw_vertices, GS_REQUEST_NONE, NONE, false, GS_ERROR_NOT_COVERED,
		"no element", 3},
	{"path", follow_path, GS_REQUEST_NONE, NONE, true, GS_ERROR_TIMEOUT, "interrupted", 0},
	{"path", follow_path, GS_REQUEST_CAPTURE, GONE, false, GS_ERROR_NO_PROGRAM, "ended", 1},
	{"path", follow_path, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", ANY},
	{"decision", step_to_decision, GS_REQUEST_NONE, NONE, true, GS_ERROR_TIMEOUT, "interrupted",
		0},
	{"decision", step_to_decision, GS_REQUEST_CAPTURE, SLOW, false, GS_ERROR_TIMEOUT,
		"too long", 1},
	{"decision", step_to_decision, GS_REQUEST_NONE, NONE, false, GS_ERROR_INTERNAL,
		"reports no decision", 1},
	{"images", fetch_images, GS_REQUEST_CAPTURE, GONE, false, GS_ERROR_NO_PROGRAM, "ended", 1},
	{"images", fetch_images, GS_REQUEST_CAPTURE, SLOW, false, GS_ERROR_TIMEOUT, "too long", 1},
	{"images", fetch_images, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", ANY},
	{"focus", fetch_focus, GS_REQUEST_CAPTURE, GONE, false, GS_ERROR_NO_PROGRAM, "ended", 1},
	{"focus", fetch_focus, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", ANY},
	/* The driver takes a multi-site program (1), and refuses it later (2): each position gets a
	 * program of its own (3). */
	{"images again", fetch_images_again, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_INTERNAL,
		NULL, 3, 2},
	{"focus again", fetch_focus_again, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_INTERNAL,
		NULL, 3, 2},
	{"images again", fetch_images_again, GS_REQUEST_CAPTURE, GONE, false, GS_ERROR_NO_PROGRAM,
		"ended", 2, 2},
	{"focus again", fetch_focus_again, GS_REQUEST_CAPTURE, SLOW, false, GS_ERROR_TIMEOUT,
		"too long", 2, 2},
	/* What was sent ahead is drawn with; where the driver refuses it, the position gets a
	 * program of its own; and no other is asked for where it does not answer. */
	{"prepared", fetch_prepared, GS_REQUEST_NONE, NONE, false, GS_ERROR_INTERNAL, NULL, 2},
	{"prepared", fetch_prepared, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_INTERNAL, NULL, 2,
		1},
	{"prepared", fetch_prepared, GS_REQUEST_CAPTURE, GONE, false, GS_ERROR_NO_PROGRAM, "ended",
		1, 1},
	{"prepared", fetch_prepared, GS_REQUEST_CAPTURE, SLOW, false, GS_ERROR_TIMEOUT, "too long",
		1, 1},
	{"one value", ask_known, GS_REQUEST_CAPTURE, REFUSED, false, GS_ERROR_DRIVER_REFUSED,
		"the driver says no", 1},
	{"one value", ask_known, GS_REQUEST_CAPTURE, SHORT, false, GS_ERROR_INTERNAL, "malformed",
		1},
	{"unknown name", ask_unknown, GS_REQUEST_NONE, NONE, false, GS_ERROR_UNKNOWN_NAME,
		"nothing", 0},
};

static bool check(const struct expected *e, struct fake *fake, bool aloud)
{
	GError *error = NULL;
	*fake = (struct fake){
		.kind = e->kind, .failure = e->failure, .expired = e->expired, .nth = e->nth};
	bool works = e->act(fake, &error);
	bool good = e->says ? !works && g_error_matches(error, GS_ERROR, e->code) &&
				      strstr(error->message, e->says)
			    : works && !error;
	good = good && fake->asked <= e->asked && fake->of_kind >= e->nth;
	if (e->act == draw_vertices)
		good = good && fake->reads == 1;
	if (!good && aloud)
		printf("%s, request %d, failure %d: %s \"%s\", %u requests; expected %s \"%s\", at "
		       "most %u\n",
			e->what, e->kind, e->failure,
			error ? gs_error_word(error->code) : "no error",
			error ? error->message : "", fake->asked,
			e->says ? gs_error_word(e->code) : "no error", e->says ? e->says : "",
			e->asked);
	g_clear_error(&error);
	return good;
}

enum { ROUNDS = 20 };

/* Bytes that so many more of them keep. */
static size_t leak(const struct expected *e, struct fake *fake)
{
	for (unsigned i = 0; i < 3; i++)
		check(e, fake, false);
	size_t before = mallinfo2().uordblks;
	for (unsigned i = 0; i < ROUNDS; i++)
		check(e, fake, false);
	size_t after = mallinfo2().uordblks;
	return after > before ? after - before : 0;
}

/* What is free counts as such at once: neither the C library nor GLib keeps it for later. */
static void count_exactly(char **argv)
{
	static const char tunables[] = "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0";
	const char *now = g_getenv("GLIBC_TUNABLES");
	if (now && strcmp(now, tunables) == 0)
		return;
	g_setenv("GLIBC_TUNABLES", tunables, TRUE);
	g_setenv("G_SLICE", "always-malloc", TRUE);
	execv("/proc/self/exe", argv);
	g_error("cannot start again: %s", g_strerror(errno));
}

int main(int argc, char **argv)
{
	count_exactly(argv);
	struct fake *fake = g_new0(struct fake, 1);
	unsigned failures = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
		failures += !check(&expected[i], fake, true);
		size_t kept = leak(&expected[i], fake);
		if (kept >= ROUNDS * sizeof(void *)) {
			printf("%s, request %d, failure %d: each keeps %zu bytes\n",
				expected[i].what, expected[i].kind, expected[i].failure,
				kept / ROUNDS);
			failures++;
		}
	}
	g_free(fake);
	return failures ? 1 : 0;
}
