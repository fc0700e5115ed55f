/* SPDX-License-Identifier: MIT */
/*
 * long-loop [ITERATIONS [EARLY]] - profiles a loop of so many iterations (300,000) in one draw, on
 * softpipe, which ends no loop by itself: pixel 0 runs to the end, pixel 1 leaves after EARLY
 * (100,000) iterations by break, all others after three. Then the curves made of such counts, up to
 * the largest that an element can have, against arithmetic.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>
#include "debugger/engine/show/curves.h"
#include "tests/instrument/instrument-gl.h"

enum { PASS = 0, FAIL = 1, OTHERS = SIZE * SIZE - 2 };

static const char vertex_text[] = "#version 330\nin vec4 p;\nvoid main() { gl_Position = p; }\n";
static unsigned failures;

#define CHECK(good, ...)                                                                           \
	do {                                                                                       \
		if (!(good)) {                                                                     \
			printf("FAILED: " __VA_ARGS__);                                            \
			printf("\n");                                                              \
			failures++;                                                                \
		}                                                                                  \
	} while (0)

/* ---- one draw ---- */

static char *make_text(uint64_t iterations, uint64_t early)
{
	return g_strdup_printf(
		"#version 330\n"
		"out vec4 color;\n"
		"void main()\n"
		"{\n"
		"	float at = floor(gl_FragCoord.x) + 100.0 * floor(gl_FragCoord.y);\n"
		"	uint most = at < 2.0 ? %" PRIu64 "u : 3u, early = at == 1.0 ? %" PRIu64
		"u : 0u, i = 0u;\n"
		"	for (; i < most; )\n"
		"		if (++i == early)\n"
		"			break;\n"
		"	color = vec4(float(i));\n"
		"}\n",
		iterations, early);
}

static void check_pixel(const struct gs_variant *v, const struct target *target, size_t pixel,
	uint64_t iterations, enum gs_loop_end end, struct gs_curves *curves)
{
	struct gs_loop_profile p = gs_variant_profile(v, &target->images, pixel);

	CHECK(p.iterations == iterations && p.all_iterations == iterations && p.entries == 1 &&
			p.end == end,
		"pixel %zu: %" PRIu64 " iterations, %" PRIu64 " in all, %" PRIu64
		" entries, way %d; not %" PRIu64,
		pixel, (uint64_t)p.iterations, (uint64_t)p.all_iterations, (uint64_t)p.entries,
		p.end, iterations);
	gs_curves_add(curves, p.iterations, p.end);
}

static void check_point(const struct gs_curves *curves, uint64_t iteration, uint64_t active,
	uint64_t finished, uint64_t left)
{
	uint64_t v[3];

	CHECK(gs_curves_at(curves, iteration, v) && v[0] == active && v[1] == finished &&
			v[2] == left,
		"iteration %" PRIu64 ": %" PRIu64 " active, %" PRIu64 " finished, %" PRIu64
		" left; not %" PRIu64 " %" PRIu64 " %" PRIu64,
		iteration, v[0], v[1], v[2], active, finished, left);
}

static void check_target(const struct gs_variant *v, const struct target *target,
	uint64_t iterations, uint64_t early)
{
	struct gs_curves curves;
	uint64_t values[3];

	gs_curves_begin(&curves, iterations);
	for (size_t i = 0; i < SIZE * SIZE; i++)
		check_pixel(v, target, i,
			i == 0	 ? iterations
			: i == 1 ? early
				 : 3,
			i == 1 ? GS_LOOP_BREAK : GS_LOOP_FINISHED, &curves);
	gs_curves_end(&curves);
	check_point(&curves, 0, OTHERS + 2, 0, 0);
	check_point(&curves, 3, 2, OTHERS, 0);
	check_point(&curves, early - 1, 2, 0, 1);
	check_point(&curves, early, 1, 0, 0);
	check_point(&curves, iterations - 1, 1, 0, 0);
	check_point(&curves, iterations, 0, 1, 0);
	CHECK(!gs_curves_at(&curves, iterations + 1, values),
		"there is something behind the last iteration");
	gs_curves_finish(&curves);
}

static const struct gs_site *loop_test(const struct gs_plan *plan)
{
	for (size_t i = 0; i < plan->n_sites; i++)
		if (plan->sites[i].kind == GS_SITE_LOOP_TEST)
			return &plan->sites[i];
	return NULL;
}

static void draw_and_check(const struct gs_plan *plan, uint64_t iterations, uint64_t early)
{
	struct gs_messages messages = {0};
	struct gs_position *position = g_malloc0(sizeof(*position) + sizeof(position->frame[0]));
	const struct gs_site *site = loop_test(plan);
	struct target target;
	char *log = NULL;
	gint64 start = g_get_monotonic_time();

	position->n_frames = 1;
	position->frame[0].site = site->id;
	position->frame[0].n_iterations = 1;
	struct gs_variant_request request = {.kind = GS_VARIANT_PROFILE,
		.position = position,
		.api = GS_API_CORE,
		.glsl_version = gl_glsl_version(),
		.max_draw_buffers = gl_draw_buffers(),
		.uint_renderable = true};
	struct gs_variant *v = gs_variant_new(plan, &request, 0, &messages);
	if (v && v->n_passes == 1 && gl_draw_variant(vertex_text, v, 1, &target, &log)) {
		check_target(v, &target, iterations, early);
		target_finish(&target);
		printf("%" PRIu64 " iterations in one draw: %.1f s\n", iterations,
			(double)(g_get_monotonic_time() - start) / 1e6);
	} else {
		CHECK(false, "no draw: %s", log ? log : messages.n ? messages.list[0].text : "?");
	}
	g_free(log);
	gs_messages_finish(&messages);
	gs_variant_free(v);
	g_free(position);
}

static void check_draw(uint64_t iterations, uint64_t early)
{
	struct gs_messages messages = {0};
	char *text = make_text(iterations, early);
	const char *string = text;
	struct gs_glsl_object object = {1, &string, NULL, 1};
	struct gs_glsl_input input = {
		.stage = GS_STAGE_FRAGMENT, .api = GS_API_CORE, .objects = &object, .n_objects = 1};
	struct gs_shader *shader = gs_shader_parse(&input, &messages);
	struct gs_plan *plan = shader ? gs_plan_new(shader, &messages) : NULL;

	if (plan)
		draw_and_check(plan, iterations, early);
	else
		CHECK(false, "%s", messages.n ? messages.list[0].text : "?");
	gs_messages_finish(&messages);
	gs_plan_free(plan);
	gs_shader_free(shader);
	g_free(text);
}

/* ---- counts alone ---- */

/* Three elements: one finishes after n iterations, one leaves in the last of them, one in the
 * first. */
static void check_curves(uint64_t n)
{
	struct gs_curves curves;

	gs_curves_begin(&curves, gs_curves_index(n, GS_LOOP_FINISHED));
	gs_curves_add(&curves, n, GS_LOOP_FINISHED);
	gs_curves_add(&curves, n, GS_LOOP_RETURN);
	gs_curves_add(&curves, 1, GS_LOOP_DISCARD);
	gs_curves_add(&curves, 77, GS_LOOP_NOT_REACHED);
	gs_curves_end(&curves);
	check_point(&curves, 0, 3, 0, 1);
	check_point(&curves, 1, 2, 0, 0);
	check_point(&curves, n / 2, 2, 0, 0);
	check_point(&curves, n - 1, 2, 0, 1);
	check_point(&curves, n, 0, 1, 0);
	CHECK(curves.n <= GS_CURVES_DENSE + 1, "%zu points", curves.n);
	gs_curves_finish(&curves);
}

int main(int argc, char **argv)
{
	static const uint64_t lengths[] = {10, GS_CURVES_DENSE - 1, GS_CURVES_DENSE,
		GS_CURVES_DENSE + 1, UINT64_C(1) << 24, (UINT64_C(1) << 31) - 1, UINT64_C(1) << 31,
		UINT32_MAX};
	uint64_t iterations = argc > 1 ? strtoull(argv[1], NULL, 10) : 300000;
	uint64_t early = argc > 2 ? strtoull(argv[2], NULL, 10) : 100000;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++)
		check_curves(lengths[i]);
	g_setenv("GALLIUM_DRIVER", "softpipe", TRUE);
	g_setenv("LIBGL_ALWAYS_SOFTWARE", "1", TRUE);
	CHECK(gl_start(GS_API_CORE, 33), "no context with softpipe, which every Mesa has");
	if (!failures) {
		check_draw(iterations, early);
		gl_stop();
	}
	return failures ? FAIL : PASS;
}
