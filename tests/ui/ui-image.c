/* SPDX-License-Identifier: MIT */
/* Values to colours: range, channels, what is not there, NaN and Inf, and that row 0 is at the
 * bottom. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "frontend/pictures/image-thumb.h"
#include "frontend/pictures/image.h"

static int failures;

#define CHECK(what, got, expected) check(__LINE__, what, (long)(got), (long)(expected))

static void check(int line, const char *what, long got, long expected)
{
	if (got == expected)
		return;
	fprintf(stderr, "%s:%d: %s is %#lx, not %#lx\n", __FILE__, line, what, got, expected);
	failures++;
}

/* 2 x 2, two scalars: k = 0 rises from 0 to 3, k = 1 is 10 times that. */
static double values[] = {0, 0, 1, 10, 2, 20, 3, 30};
static uint8_t active[] = {1, 1, 1, 1};
static double least[] = {0, 0}, most[] = {3, 30};
static struct gs_field field = {.width = 2,
	.height = 2,
	.n_scalars = 2,
	.values = values,
	.active = active,
	.n_total = 4,
	.n_active = 4,
	.min = least,
	.max = most,
	.expression = "v"};

static uint32_t at(cairo_surface_t *surface, int x, int row)
{
	uint32_t pixel;
	memcpy(&pixel,
		cairo_image_surface_get_data(surface) +
			row * cairo_image_surface_get_stride(surface) + 4 * x,
		4);
	return pixel;
}

static void test_level(void)
{
	CHECK("least", gs_image_level(0, 0, 1), 0);
	CHECK("most", gs_image_level(1, 0, 1), 255);
	CHECK("half", gs_image_level(0.5, 0, 1), 128);
	CHECK("below", gs_image_level(-5, 0, 1), 0);
	CHECK("above", gs_image_level(7, 0, 1), 255);
	CHECK("shifted", gs_image_level(-1, -2, 0), 128);
	CHECK("empty range, at", gs_image_level(1, 1, 1), 0);
	CHECK("empty range, above", gs_image_level(1.1, 1, 1), 255);
}

static void test_range(void)
{
	struct gs_image_channel channel[3] = {
		{&field, 0, 0, 0}, {&field, 1, 0, 0}, {NULL, 0, 0, 0}};
	gs_image_auto_range(channel);
	CHECK("shared least", channel[0].min, 0);
	CHECK("shared most", channel[0].max, 30);
	CHECK("shared most", channel[1].max, 30);

	struct gs_field other = field;
	channel[1].field = &other; /* another variable has a range of its own */
	gs_image_auto_range(channel);
	CHECK("own most", channel[0].max, 3);
	CHECK("own most", channel[1].max, 30);

	double same[] = {4, 4};
	other.min = other.max = same;
	gs_image_auto_range(channel);
	CHECK("constant from 0", channel[1].min, 0);
	CHECK("constant", channel[1].max, 4);
	double none[] = {NAN, NAN};
	other.min = other.max = none;
	gs_image_auto_range(channel);
	CHECK("no finite value", channel[1].min == 0 && channel[1].max == 1, 1);
}

/* Of a colour that is dark, one that shines a little, and of what is none. */
static void test_colour_range(void)
{
	double low[] = {0, 0.01, -0.05, 0}, high[] = {0.125, 0.25, 0.0625, 3};
	struct gs_field colour = {.n_scalars = 4, .min = low, .max = high};
	struct gs_image_channel channel[3] = {
		{&colour, 0, 0, 0}, {&colour, 1, 0, 0}, {&colour, 2, 0, 0}};
	CHECK("a dark colour", gs_image_choose_range(channel), true);
	CHECK("its least", channel[0].min, 0);
	CHECK("its most", channel[2].max, 1);
	high[1] = 1.25;
	CHECK("a bright colour", gs_image_choose_range(channel), true);
	high[1] = 2;
	CHECK("too bright for one", gs_image_choose_range(channel), false);
	CHECK("its own most", channel[1].max, 2);
	high[1] = 0.25;
	low[0] = -1;
	CHECK("negative", gs_image_is_colour(channel), false);
	low[0] = NAN;
	CHECK("nothing finite in one of three", gs_image_is_colour(channel), true);
	low[0] = 0;
	channel[1].scalar = 0;
	CHECK("one scalar twice", gs_image_is_colour(channel), false);
	channel[1].scalar = 3;
	CHECK("with alpha", gs_image_is_colour(channel), false);
	channel[1].scalar = 1;
	colour.n_scalars = 16;
	CHECK("a matrix", gs_image_is_colour(channel), false);
	colour.n_scalars = 3;
	high[0] = high[1] = high[2] = 1e-4;
	CHECK("as good as nothing", gs_image_is_colour(channel), false);
}

static void test_fields(void)
{
	struct gs_image_channel grey[3] = {{&field, 0, 0, 3}, {&field, 0, 0, 3}, {&field, 0, 0, 3}};
	cairo_surface_t *surface = gs_image_from_fields(grey, NULL);
	CHECK("y = 0 is the lowest row", at(surface, 0, 1), 0xff000000);
	CHECK("one third", at(surface, 1, 1), 0xff555555);
	CHECK("upper row", at(surface, 0, 0), 0xffaaaaaa);
	CHECK("most", at(surface, 1, 0), 0xffffffff);
	cairo_surface_destroy(surface);

	struct gs_image_channel mixed[3] = {{&field, 1, 0, 30}, {NULL, 0, 0, 1}, {&field, 0, 3, 6}};
	surface = gs_image_from_fields(mixed, NULL);
	CHECK("red alone", at(surface, 1, 0), 0xffff0000);
	cairo_surface_destroy(surface);

	active[3] = 0;
	values[0] = NAN;
	values[2] = INFINITY;
	values[4] = -INFINITY;
	surface = gs_image_from_fields(grey, NULL);
	CHECK("not here", at(surface, 1, 0), 0);
	CHECK("NaN", at(surface, 0, 1), 0xff000000 | GS_IMAGE_NAN);
	CHECK("Inf", at(surface, 1, 1), 0xff000000 | GS_IMAGE_INF);
	CHECK("-Inf", at(surface, 0, 0), 0xff000000 | GS_IMAGE_INF);
	cairo_surface_destroy(surface);

	struct gs_image_channel none[3] = {{NULL, 0, 0, 1}};
	CHECK("no channel", gs_image_from_fields(none, NULL) == NULL, 1);
	struct gs_image_channel beyond[3] = {{&field, 2, 0, 1}};
	CHECK("no such scalar", gs_image_from_fields(beyond, NULL) == NULL, 1);
}

/* Red of alpha 0, 0.5, NaN, and NaN of alpha 0. */
static void test_alpha(void)
{
	double v[] = {1, 0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0, NAN, NAN, 0, 0, 0};
	uint8_t a[] = {1, 1, 1, 1};
	struct gs_field f = {.width = 4, .height = 1, .n_scalars = 4, .values = v, .active = a};
	struct gs_image_channel channel[3] = {{&f, 0, 0, 1}, {&f, 1, 0, 1}, {&f, 2, 0, 1}};
	struct gs_image_look look = {.alpha = true};
	cairo_surface_t *surface = gs_image_from_fields(channel, &look);
	CHECK("transparent", at(surface, 0, 0), 0);
	CHECK("half of it", at(surface, 1, 0), 0x80800000);
	CHECK("no alpha is known", at(surface, 2, 0), 0xffff0000);
	CHECK("a mark is seen", at(surface, 3, 0), 0xff000000 | GS_IMAGE_NAN);
	cairo_surface_destroy(surface);

	look.map = GS_MAP_GREY;
	surface = gs_image_from_fields(channel, &look);
	CHECK("of a map", at(surface, 1, 0), 0x80808080);
	cairo_surface_destroy(surface);

	surface = gs_image_from_fields(channel, NULL);
	CHECK("not asked for", at(surface, 0, 0), 0xffff0000);
	cairo_surface_destroy(surface);

	char *names[] = {(char *)"l", (char *)"a", NULL};
	f = (struct gs_field){.width = 2,
		.height = 1,
		.n_scalars = 2,
		.values = (double[]){1, 0, 1, 1},
		.active = a,
		.scalar_names = names};
	channel[1].field = channel[2].field = NULL;
	look.map = GS_MAP_CHANNELS;
	surface = gs_image_from_fields(channel, &look);
	CHECK("beside a luminance", at(surface, 0, 0), 0);
	CHECK("opaque", at(surface, 1, 0), 0xffff0000);
	cairo_surface_destroy(surface);
	names[1] = (char *)"y";
	surface = gs_image_from_fields(channel, &look);
	CHECK("another second scalar", at(surface, 0, 0), 0xffff0000);
	cairo_surface_destroy(surface);
}

/* What is paler keeps its alpha: red over the grey of ghosts, half of each. */
static void test_ghost(void)
{
	static const uint8_t rgba[] = {255, 0, 0, 128, 255, 0, 0, 255}, vivid[] = {0, 0};
	struct gs_picture picture = {2, 1, g_bytes_new_static(rgba, sizeof(rgba))};
	cairo_surface_t *surface = gs_image_from_picture(&picture, false);
	gs_image_ghost(surface, vivid, 2);
	CHECK("half transparent", at(surface, 0, 0), 0x80682828);
	CHECK("opaque", at(surface, 1, 0), 0xffcf5050);
	cairo_surface_destroy(surface);
	g_bytes_unref(picture.rgba);
}

static void test_mask(void)
{
	uint8_t flags[] = {GS_ELEMENT_COVERED,
		GS_ELEMENT_COVERED | GS_ELEMENT_HERE | GS_ELEMENT_TRUE,
		GS_ELEMENT_COVERED | GS_ELEMENT_HERE | GS_ELEMENT_FALSE,
		GS_ELEMENT_COVERED | GS_ELEMENT_LEFT};
	struct gs_mask mask = {
		.width = 2, .height = 2, .flags = flags, .is_decision = true, .is_loop = true};
	cairo_surface_t *surface = gs_image_from_mask(&mask, true);
	CHECK("not here", at(surface, 0, 1), 0);
	CHECK("true", at(surface, 1, 1), 0xff000000 | GS_IMAGE_TRUE);
	CHECK("false", at(surface, 0, 0), 0xff000000 | GS_IMAGE_FALSE);
	CHECK("left", at(surface, 1, 0), 0xff000000 | GS_IMAGE_LEFT);
	cairo_surface_destroy(surface);
	surface = gs_image_from_mask(&mask, false);
	CHECK("not here", at(surface, 1, 0), 0);
	CHECK("here", at(surface, 0, 0), 0xff000000 | GS_IMAGE_HERE);
	cairo_surface_destroy(surface);
}

static void test_picture(void)
{
	static const uint8_t rgba[] = {255, 0, 0, 128, 0, 255, 0, 255};
	struct gs_picture picture = {2, 1, g_bytes_new_static(rgba, sizeof(rgba))};
	cairo_surface_t *surface = gs_image_from_picture(&picture, true);
	CHECK("opaque", at(surface, 0, 0), 0xffff0000);
	cairo_surface_destroy(surface);
	surface = gs_image_from_picture(&picture, false);
	CHECK("premultiplied", at(surface, 0, 0), 0x80800000);
	CHECK("green", at(surface, 1, 0), 0xff00ff00);
	cairo_surface_destroy(surface);
	picture.height = 2; /* more than the bytes hold */
	CHECK("too short", gs_image_from_picture(&picture, true) == NULL, 1);
	g_bytes_unref(picture.rgba);
}

static void test_scales(void)
{
	CHECK("linear", gs_scale_position(GS_SCALE_LINEAR, 3, 2, 6) == 0.25, 1);
	CHECK("clamped", gs_scale_position(GS_SCALE_LINEAR, 9, 2, 6) == 1, 1);
	CHECK("decades",
		fabs(gs_scale_position(GS_SCALE_LOGARITHMIC, 10, 1, 1000) - 1.0 / 3) < 1e-12, 1);
	CHECK("not positive", gs_scale_position(GS_SCALE_LOGARITHMIC, -1, 1, 1000) == 0, 1);
	CHECK("zero in the middle", gs_scale_position(GS_SCALE_SIGNED, 0, -1, 4) == 0.5, 1);
	CHECK("signed", gs_scale_position(GS_SCALE_SIGNED, -2, -1, 4) == 0.25, 1);
	for (int scale = 0; scale < GS_N_SCALES; scale++)
		for (double place = 0; place <= 1; place += 0.125) {
			double value = gs_scale_value(scale, place, 2, 50);
			CHECK("there and back",
				fabs(gs_scale_position(scale, value, 2, 50) - place) < 1e-9, 1);
		}
	CHECK("viridis begins", gs_colour_map_at(GS_MAP_VIRIDIS, 0), 0x440154);
	CHECK("viridis ends", gs_colour_map_at(GS_MAP_VIRIDIS, 1), 0xfde725);
	CHECK("middle", gs_colour_map_at(GS_MAP_DIVERGING, 0.5), 0xf7f7f7);
	CHECK("grey", gs_colour_map_at(GS_MAP_GREY, 0.5), 0x808080);
}

/* Two by two: 1 2 / -3 nan, the last not active. */
static void test_looks(void)
{
	double v[] = {1, 2, -3, NAN}, least[] = {-3}, most[] = {2};
	uint8_t a[] = {1, 1, 1, 0};
	char *names[] = {(char *)"v", NULL};
	struct gs_field f = {.width = 2,
		.height = 2,
		.n_scalars = 1,
		.values = v,
		.active = a,
		.min = least,
		.max = most,
		.scalar_names = names,
		.n_total = 4,
		.n_active = 3};
	struct gs_image_channel channel[3] = {{&f, 0, -3, 2}, {NULL, 0, 0, 1}, {NULL, 0, 0, 1}};
	struct gs_image_look look = {GS_MAP_VIRIDIS, GS_SCALE_LINEAR, true};
	cairo_surface_t *surface = gs_image_from_fields(channel, &look);
	CHECK("mapped most", at(surface, 1, 1), 0xfffde725);
	CHECK("negative", at(surface, 0, 0), 0xff000000 | GS_IMAGE_NEGATIVE);
	CHECK("not active", at(surface, 1, 0), 0);
	cairo_surface_destroy(surface);

	unsigned bins[5];
	uint64_t n;
	gs_image_histogram(&channel[0], GS_SCALE_LINEAR, bins, 5, &n);
	CHECK("in the histogram", n, 3);
	CHECK("least", bins[0], 1);
	CHECK("one and two", bins[4], 2);
	double min, max;
	CHECK("within", gs_image_range_within(&channel[0], 0, 0, 1, 0, &min, &max), 1);
	CHECK("least within", min == 1 && max == 2, 1);
	CHECK("nothing within", gs_image_range_within(&channel[0], 1, 1, 1, 1, &min, &max), 0);

	struct gs_field *other = gs_field_copy(&f);
	other->values[0] = 5;
	other->active[1] = 0;
	struct gs_field *difference = gs_field_difference(&f, other);
	CHECK("difference", difference->values[0] == -4 && difference->values[2] == 0, 1);
	CHECK("where both are", difference->n_active, 2);
	CHECK("its range", difference->min[0] == -4 && difference->max[0] == 0, 1);
	other->n_scalars = 2;
	CHECK("other shapes", gs_field_difference(&f, other) == NULL, 1);
	other->n_scalars = 1;
	gs_field_free(other);
	gs_field_free(difference);
}

/* Of what was not written nothing is shown, of the rest what there is. */
static void test_thumb(void)
{
	static const struct gs_rect all = {0, 0, 2, 2};
	uint8_t undefined[] = {0, 1};
	struct gs_field some = field;
	some.undefined = undefined;
	cairo_surface_t *surface = gs_image_thumb(&some, &all);
	int width = surface ? cairo_image_surface_get_width(surface) : 0;
	CHECK("thumbnail, first is written", width > 0, 1);
	CHECK("thumbnail, second is not", width ? at(surface, width - 1, 0) : 0, 0xffff0000);
	cairo_surface_destroy(surface);
	undefined[0] = 1;
	CHECK("thumbnail of nothing", gs_image_thumb(&some, &all) == NULL, 1);
	some.undefined = NULL;
	some.unwritten = true;
	surface = gs_image_thumb(&some, &all);
	CHECK("thumbnail, others have written it", surface != NULL, 1);
	cairo_surface_destroy(surface);
	some.max = least;
	CHECK("thumbnail, nobody has written it", gs_image_thumb(&some, &all) == NULL, 1);
}

int main(void)
{
	test_scales();
	test_looks();
	test_level();
	test_range();
	test_colour_range();
	test_thumb();
	test_fields();
	test_alpha();
	test_ghost();
	test_mask();
	test_picture();
	return failures != 0;
}
