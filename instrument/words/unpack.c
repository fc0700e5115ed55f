/* SPDX-License-Identifier: MIT */
/* Reads the scalars of captures from the images, as pack.c has put them into words of the
 * outputs. */
#include <string.h>
#include "instrument/words/layout.h"
#include "instrument/text/rewrite.h"

static uint32_t word_at(
	const struct gs_variant *v, const struct gs_images *images, unsigned word, size_t pixel)
{
	const uint32_t *image = images->attachment[v->layout->first_attachment + word / 4];

	return image ? image[pixel * 4 + word % 4] : 0;
}

static double float_at(
	const struct gs_variant *v, const struct gs_images *images, unsigned word, size_t pixel)
{
	uint32_t bits = word_at(v, images, word, pixel);
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static unsigned natural_at(
	const struct gs_variant *v, const struct gs_images *images, unsigned word, size_t pixel)
{
	double d;

	if (!v->layout->is_float)
		return word_at(v, images, word, pixel);
	d = float_at(v, images, word, pixel);
	return d > 0 && d < 16777216.0 ? (unsigned)d : 0;
}

unsigned gs_variant_flags(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	return natural_at(variant, images, 0, pixel) & GS_FLAG_MASK;
}

void gs_variant_flags_of(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, size_t n, uint8_t *flags)
{
	const uint32_t *image = images->attachment[variant->layout->first_attachment];
	bool is_plain = image && !variant->layout->is_float;

	for (size_t i = 0; is_plain && i < n; i++)
		flags[i] = image[(pixel + i) * 4] & GS_FLAG_MASK;
	for (size_t i = 0; !is_plain && i < n; i++)
		flags[i] = (uint8_t)gs_variant_flags(variant, images, pixel + i);
}

static const struct gs_layout_position *position_of(
	const struct gs_variant *variant, const struct gs_images *images)
{
	return images->which < variant->layout->n_positions
		       ? &variant->layout->positions[images->which]
		       : NULL;
}

static bool is_switch(const struct gs_variant *variant, const struct gs_images *images)
{
	const struct gs_layout_position *p = position_of(variant, images);

	return p && p->is_switch;
}

bool gs_variant_has(const struct gs_variant *variant, size_t capture)
{
	for (size_t i = 0; i < variant->layout->n_captures; i++)
		if (variant->layout->captures[i].capture == capture)
			return true;
	return false;
}

unsigned gs_variant_attachments(const struct gs_variant *variant, size_t capture)
{
	const struct gs_variant_layout *layout = variant->layout;
	unsigned n = MIN(layout->first_attachment + 1, variant->n_attachments);

	for (size_t i = 0; i < layout->n_captures; i++) {
		const struct gs_layout_capture *c = &layout->captures[i];
		for (size_t k = 0; c->capture == capture && k < c->n_scalars; k++) {
			unsigned last = c->word[k] +
					(gs_base_words(layout->is_float, c->base[k]) - 1);
			n = MAX(n, layout->first_attachment + last / 4 + 1);
		}
	}
	return n;
}

bool gs_variant_may_be_absent(const struct gs_variant *variant, const struct gs_images *images)
{
	const struct gs_layout_position *p = position_of(variant, images);

	return p && p->is_end;
}

bool gs_variant_absent(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t pixel)
{
	const struct gs_layout_position *p = position_of(variant, images);
	unsigned word = p && p->is_end ? natural_at(variant, images, 0, pixel) : 0;

	for (size_t i = 0; p && p->is_end && i < p->n_captures; i++)
		if (variant->layout->captures[p->first_capture + i].capture == capture &&
			word >> (GS_FLAG_BITS + i) & 1)
			return true;
	return false;
}

unsigned gs_variant_decision(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	if (!is_switch(variant, images))
		return (gs_variant_flags(variant, images, pixel) & GS_ELEMENT_TRUE) != 0;
	unsigned n = natural_at(variant, images, 1, pixel);
	return n > 0 ? n - 1 : 0;
}

bool gs_variant_decided(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	if (is_switch(variant, images))
		return natural_at(variant, images, 1, pixel) > 0;
	return (gs_variant_flags(variant, images, pixel) & (GS_ELEMENT_TRUE | GS_ELEMENT_FALSE)) !=
	       0;
}

static struct gs_scalar from_floats(const struct gs_variant *v, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel)
{
	struct gs_scalar s = {.base = base};
	double high = float_at(v, images, word, pixel);

	if (base == GS_BASE_FLOAT) {
		s.number = high;
		s.bits = word_at(v, images, word, pixel);
		return s;
	}
	if (base == GS_BASE_BOOL) {
		s.integer = high != 0;
		s.bits = (uint64_t)s.integer;
		return s;
	}
	double value = high * 4194304.0 + float_at(v, images, word + 1, pixel) * 2048.0 +
		       float_at(v, images, word + 2, pixel);
	if (!(value >= -2147483648.0 && value <= 4294967295.0))
		value = 0; /* not a value of ours: the pixel was not covered */
	if (base == GS_BASE_UINT)
		s.natural = value > 0 ? (uint64_t)value : 0;
	else
		s.integer = (int64_t)value;
	s.bits = (uint32_t)s.integer;
	return s;
}

static struct gs_scalar from_bits(const struct gs_variant *v, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel)
{
	struct gs_scalar s = {.base = base};
	uint32_t low = word_at(v, images, word, pixel) ^ GS_TURNED_BITS;
	float f;

	s.bits = low;
	switch (base) {
	case GS_BASE_FLOAT:
		memcpy(&f, &low, sizeof(f));
		s.number = f;
		break;
	case GS_BASE_DOUBLE:
	case GS_BASE_INT64:
	case GS_BASE_UINT64:
		s.bits |= (uint64_t)(word_at(v, images, word + 1, pixel) ^ GS_TURNED_BITS) << 32;
		memcpy(&s.natural, &s.bits, sizeof(s.bits));
		break;
	case GS_BASE_INT:
		s.integer = (int32_t)low;
		break;
	case GS_BASE_BOOL:
		s.integer = low != 0;
		break;
	default:
		s.natural = low;
		break;
	}
	return s;
}

struct gs_scalar gs_unpack_scalar(const struct gs_variant *variant, const struct gs_images *images,
	enum gs_base base, unsigned word, size_t pixel)
{
	return variant->layout->is_float ? from_floats(variant, images, base, word, pixel)
					 : from_bits(variant, images, base, word, pixel);
}

bool gs_variant_find(const struct gs_variant *variant, size_t capture, size_t scalar,
	struct gs_scalar_location *location)
{
	const struct gs_variant_layout *layout = variant->layout;

	for (size_t i = 0; i < layout->n_captures; i++) {
		const struct gs_layout_capture *c = &layout->captures[i];
		if (c->capture != capture || scalar < c->first_scalar ||
			scalar - c->first_scalar >= c->n_scalars)
			continue;
		location->base = c->base[scalar - c->first_scalar];
		location->word = c->word[scalar - c->first_scalar];
		return true;
	}
	return false;
}

struct gs_scalar gs_variant_at(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_scalar_location *location, size_t pixel)
{
	return gs_unpack_scalar(variant, images, location->base, location->word, pixel);
}

struct gs_scalar gs_variant_value(const struct gs_variant *variant, const struct gs_images *images,
	size_t capture, size_t scalar, size_t pixel)
{
	struct gs_scalar_location location;

	return gs_variant_find(variant, capture, scalar, &location)
		       ? gs_variant_at(variant, images, &location, pixel)
		       : (struct gs_scalar){.base = GS_BASE_UNKNOWN};
}

void gs_variant_floats(const struct gs_variant *variant, const struct gs_images *images,
	const struct gs_scalar_location *location, size_t pixel, size_t n, double *numbers,
	size_t stride)
{
	const uint32_t *image =
		images->attachment[variant->layout->first_attachment + location->word / 4];
	uint32_t turned = variant->layout->is_float ? 0 : GS_TURNED_BITS;

	for (size_t i = 0; i < n; i++) {
		uint32_t bits = image ? image[(pixel + i) * 4 + location->word % 4] : 0;
		float f;
		bits ^= turned;
		memcpy(&f, &bits, sizeof(f));
		numbers[i * stride] = f;
	}
}

size_t gs_variant_window(const struct gs_variant *variant)
{
	return variant->layout->window;
}

size_t gs_variant_decisions(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint8_t *decisions, size_t size)
{
	const struct gs_variant_layout *layout = variant->layout;
	size_t n = word_at(variant, images, 1, pixel);

	if (layout->kind != GS_VARIANT_PATH ||
		!(gs_variant_flags(variant, images, pixel) & GS_ELEMENT_COVERED))
		return 0;
	n = MIN(n, MIN(size, layout->window));
	for (size_t i = 0; i < n; i++)
		decisions[i] = word_at(variant, images, layout->first_bit_word + (unsigned)(i / 32),
				       pixel) >>
				       (i % 32) &
			       1;
	return n;
}
