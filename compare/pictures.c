/* SPDX-License-Identifier: MIT */
/* Pictures of both sides, compared with a tolerance. */
#include <math.h>
#include <string.h>
#include <GL/gl.h>
#include "compare/private.h"

enum { COMPONENTS = GS_COMPARE_COMPONENTS, HALF = 16, SINGLE = 32 };

/* The distance of colours that half of observers notice (Mahy, Van Eycken and Oosterlinck, Color
 * Research and Application 19, 1994). */
static const double JUST_NOTICEABLE = 2.3;

bool gs_tolerance_parse(const char *text, struct gs_tolerance *tolerance)
{
	static const struct {
		const char *name;
		enum gs_tolerance_kind kind;
	} kinds[] = {{"ulp:", GS_TOLERANCE_ULP}, {"levels:", GS_TOLERANCE_LEVELS},
		{"perceptual:", GS_TOLERANCE_PERCEPTUAL}};
	*tolerance = (struct gs_tolerance){GS_TOLERANCE_EXACT, 0};
	if (strcmp(text, "exact") == 0)
		return true;
	if (strcmp(text, "perceptual") == 0) {
		*tolerance = (struct gs_tolerance){GS_TOLERANCE_PERCEPTUAL, JUST_NOTICEABLE};
		return true;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		char *end;
		if (!g_str_has_prefix(text, kinds[i].name))
			continue;
		const char *number = text + strlen(kinds[i].name);
		tolerance->kind = kinds[i].kind;
		tolerance->n = g_ascii_strtod(number, &end);
		return g_ascii_isdigit(*number) && !*end && isfinite(tolerance->n);
	}
	return false;
}

/* ---- components ---- */

static double component(const struct gs_seen_image *image, const uint8_t *pixels, size_t i)
{
	union {
		float f;
		int32_t i;
		uint32_t u;
	} word;
	if (image->as == GL_UNSIGNED_BYTE)
		return pixels[i];
	memcpy(&word, pixels + i * sizeof word, sizeof word);
	return image->as == GL_FLOAT ? (double)word.f
	       : image->as == GL_INT ? (double)word.i
				     : (double)word.u;
}

/* Return a number for the float that rises by one from each to the next. */
static int64_t order_of(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits >> 31 ? -(int64_t)(bits & INT32_MAX) : (int64_t)bits;
}

static bool is_whole(const struct gs_seen_image *image)
{
	return image->as != GL_FLOAT;
}

/* Return by how many steps of the format the values differ. */
static double steps(const struct gs_seen_image *image, double a, double b)
{
	const int bits_of_half = 10, bits_of_single = 23;
	if (is_whole(image))
		return fabs(a - b);
	if (image->type == GL_FLOAT && image->bits > 0 && image->bits <= SINGLE) {
		int lost = image->bits <= HALF ? bits_of_single - bits_of_half : 0;
		return fabs((double)(order_of((float)a) - order_of((float)b))) /
		       (double)(1 << lost);
	}
	return image->bits > 0 && image->bits < SINGLE
		       ? fabs(a - b) * (pow(2, image->bits) - 1)
		       : fabs((double)(order_of((float)a) - order_of((float)b)));
}

static bool is_apart(
	const struct gs_seen_image *image, const struct gs_tolerance *tolerance, double a, double b)
{
	const double levels = 255;
	if (a == b || (isnan(a) && isnan(b)))
		return false;
	if (tolerance->kind == GS_TOLERANCE_EXACT || isnan(a) || isnan(b))
		return true;
	if (tolerance->kind == GS_TOLERANCE_ULP)
		return steps(image, a, b) > tolerance->n;
	return fabs(a - b) * (is_whole(image) ? 1 : levels) > tolerance->n;
}

/* Return whether two pixels are further apart than the tolerance allows. */
static bool are_apart(const struct gs_seen_image *image, const struct gs_tolerance *tolerance,
	const uint8_t *a, const uint8_t *b)
{
	const double white = image->as == GL_UNSIGNED_BYTE ? 255 : 1;
	double rgb[GS_COMPARE_SIDES][3] = {{0}};
	if (tolerance->kind == GS_TOLERANCE_PERCEPTUAL) {
		for (unsigned k = 0; k < 3 && k < image->n; k++) {
			rgb[GS_COMPARE_A][k] = component(image, a, k) / white;
			rgb[GS_COMPARE_B][k] = component(image, b, k) / white;
		}
		return gs_perceptual_distance(rgb[0], rgb[1]) > tolerance->n;
	}
	for (unsigned k = 0; k < image->n; k++)
		if ((image->kept >> k & 1) &&
			is_apart(image, tolerance, component(image, a, k), component(image, b, k)))
			return true;
	return false;
}

/* Return whether the image counts: what is no colour is not seen. */
static bool counts(const struct gs_seen_image *image, const struct gs_tolerance *tolerance)
{
	return tolerance->kind != GS_TOLERANCE_PERCEPTUAL ||
	       (g_str_has_prefix(image->name, "color") &&
		       (image->as == GL_UNSIGNED_BYTE || image->as == GL_FLOAT));
}

/* ---- pictures ---- */

static const struct gs_seen_image *find(const struct gs_seen *seen, const char *name, unsigned *at)
{
	for (unsigned i = 0; i < seen->images->len; i++) {
		*at = i;
		if (strcmp(gs_seen_image(seen, i)->name, name) == 0)
			return gs_seen_image(seen, i);
	}
	return NULL;
}

/* What was there before, on both sides; NULL: nothing is known of it. */
struct base {
	const uint8_t *pixels[GS_COMPARE_SIDES];
};

static struct base base_of(
	const struct gs_seen base[GS_COMPARE_SIDES], const struct gs_seen_image *image)
{
	struct base found = {{NULL, NULL}};
	for (int i = 0; base && i < GS_COMPARE_SIDES; i++) {
		unsigned at;
		const struct gs_seen_image *old = find(&base[i], image->name, &at);
		if (old && old->width == image->width && old->height == image->height &&
			old->as == image->as && old->n == image->n)
			found.pixels[i] = old->pixels;
	}
	return found;
}

static void compare_pixels(const struct gs_seen_image *a, const struct gs_seen_image *b,
	const struct gs_tolerance *tolerance, const struct base *base,
	struct gs_picture_difference *d)
{
	size_t size = gs_seen_pixel_size(a);
	for (size_t i = 0; i < (size_t)a->width * (size_t)a->height; i++) {
		const uint8_t *of_a = a->pixels + i * size, *of_b = b->pixels + i * size;
		if (memcmp(of_a, of_b, size) == 0)
			continue;
		if (base->pixels[0] && base->pixels[1] &&
			memcmp(of_a, base->pixels[0] + i * size, size) == 0 &&
			memcmp(of_b, base->pixels[1] + i * size, size) == 0)
			continue;
		if (!are_apart(a, tolerance, of_a, of_b) || d->pixels++)
			continue;
		d->x = (int)(i % (size_t)a->width);
		d->y = (int)(i / (size_t)a->width);
		d->n = MIN(a->n, COMPONENTS);
		for (unsigned k = 0; k < d->n; k++) {
			d->values[GS_COMPARE_A][k] = component(a, of_a, k);
			d->values[GS_COMPARE_B][k] = component(b, of_b, k);
		}
	}
}

bool gs_pictures_compare(struct gs_watched_player *const sides[GS_COMPARE_SIDES],
	const struct gs_tolerance *tolerance, const struct gs_seen base[GS_COMPARE_SIDES],
	bool *differs, struct gs_picture_difference *difference, GError **error)
{
	const struct gs_seen *a = &sides[GS_COMPARE_A]->seen, *b = &sides[GS_COMPARE_B]->seen;
	*differs = false;
	for (unsigned i = 0, k; i < a->images->len && !*differs; i++) {
		const struct gs_seen_image *of_a = gs_seen_image(a, i);
		const struct gs_seen_image *of_b = find(b, of_a->name, &k);
		/* A driver may have no such attachment of windows, or another kind of it. */
		if (!of_b || of_a->as != of_b->as || of_a->n != of_b->n || !counts(of_a, tolerance))
			continue;
		*difference = (struct gs_picture_difference){
			.attachment = of_a->name, .x = -1, .y = -1};
		*differs = of_a->width != of_b->width || of_a->height != of_b->height;
		if (*differs || of_a->sum == of_b->sum)
			continue;
		if (!gs_watched_pixels(sides[GS_COMPARE_A], i, error) ||
			!gs_watched_pixels(sides[GS_COMPARE_B], k, error))
			return false;
		const struct base old = base_of(base, of_a);
		compare_pixels(of_a, of_b, tolerance, &old, difference);
		*differs = difference->pixels;
	}
	return true;
}
