/* SPDX-License-Identifier: MIT */
/*
 * Variants that serve several positions, compared with those of a single position: flags, decisions
 * and the bits of every variable that can be seen.
 */
#ifndef GS_TESTS_INSTRUMENT_SHARED_H
#define GS_TESTS_INSTRUMENT_SHARED_H

#include <glib.h>
#include "tests/instrument/instrument-gl.h"

struct shared_test {
	const struct gs_plan *plan;
	const struct gl_pipeline *pipeline;
	struct gs_variant_request request; /* what the driver offers */
	unsigned n_elements;
	char unwritten[32];   /* variables of this name are not compared; "" all are */
	GPtrArray *positions; /* struct gs_position */
	void (*complain)(void *data, const char *text);
	void *data;
	unsigned n_programs, n_captures, n_compared; /* out; compared: values that elements had */
	char difference[80];			     /* private: the last one found */
};

/* Not twice, and of one place at most three iterations. */
void shared_add(struct shared_test *test, const struct gs_position *position);
void shared_compare(struct shared_test *test);

#endif
