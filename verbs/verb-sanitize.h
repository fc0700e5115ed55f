/* SPDX-License-Identifier: MIT */
/* verbs/verb-sanitize - what shaders do wrong (debugger/session/sanitize.h), as words and JSON. */
#ifndef GS_VERB_SANITIZE_H
#define GS_VERB_SANITIZE_H

#include "debugger/session/sanitize.h"
#include "verbs/verbs.h"

/* Read names with commas between: kinds of faults, or stages, as bits. Return false with error
 * USAGE if one is none. */
bool gs_sanitize_kinds(const char *text, unsigned *kinds, GError **error);
bool gs_sanitize_stages(const char *text, unsigned *stages, GError **error);
/* Write what the verb's result has, as members; and of that a finding, as an object, and what was
 * looked at, as members. */
void gs_json_findings(JsonBuilder *json, const struct gs_findings *findings);
void gs_json_finding(JsonBuilder *json, const struct gs_finding *finding);
void gs_json_looked_at(JsonBuilder *json, const struct gs_findings *findings);

#endif
