/* SPDX-License-Identifier: MIT */
/* debugger/engine/emission - what all elements of a geometry shader emit, drawn once a gs_debug. */
#ifndef GS_EMISSION_H
#define GS_EMISSION_H

#include "debugger/engine/engine.h"

struct gs_emission {
	GPtrArray *names;	/* of the outputs */
	GPtrArray *expressions; /* struct gs_expression */
	struct gs_capture *captures;
	GPtrArray *results; /* struct gs_capture_result; all have records of the same vertices */
	uint8_t *emitters;  /* which elements emit anything; NULL: not determined yet */
};

void gs_emission_free(struct gs_emission *emission); /* NULL is fine */
/* Whether there is any EmitVertex: without one a driver has no output to record. */
bool gs_emission_can(const struct gs_plan *plan);
/* Returns the debug's emission, drawing it the first time. Returns NULL if refused. */
struct gs_emission *gs_emission_of(struct gs_debug *debug, GError **error);
size_t gs_emission_records(const struct gs_capture_result *result);
/* Determines e->emitters. */
bool gs_emission_find_emitters(struct gs_debug *debug, struct gs_emission *e, GError **error);

#endif
