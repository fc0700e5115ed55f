/* SPDX-License-Identifier: MIT */
/* debugger/engine/emission - what all elements of a geometry shader emit, drawn once a gs_debug. */
#ifndef GS_EMISSION_H
#define GS_EMISSION_H

#include "debugger/engine/engine.h"

struct gs_emission {
	GPtrArray *names;	/* of the outputs */
	GPtrArray *expressions; /* struct gs_expression */
	struct gs_capture *captures;
	GPtrArray *results; /* struct gs_capture_result; of every one the records are the same
			     vertices */
	uint8_t *emitters;  /* which elements emit anything; NULL until it must be known */
};

void gs_emission_free(struct gs_emission *emission); /* NULL is fine */
/* Whether there is any EmitVertex: a driver finds no output to record where there is none. */
bool gs_emission_can(const struct gs_plan *plan);
/* The debug's; drawn when first asked for. NULL: refused. */
struct gs_emission *gs_emission_of(struct gs_debug *debug, GError **error);
size_t gs_emission_records(const struct gs_capture_result *result);
/* Fills in e->emitters. */
bool gs_emission_find_emitters(struct gs_debug *debug, struct gs_emission *e, GError **error);

#endif
