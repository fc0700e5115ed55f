/* SPDX-License-Identifier: MIT */
/* verbs/verb-sanitize - what shaders do wrong (debugger/session/sanitize.h), as words and JSON. */
#ifndef GS_VERB_SANITIZE_H
#define GS_VERB_SANITIZE_H

#include "debugger/session/sanitize.h"
#include "verbs/verbs.h"

/* What is told of a finding: templates of tell.h, of its JSON. */
#define GS_TOLD_WHERE                                                                              \
	"{of?{elements} of {of#element|elements} in {draws#draw|draws}, first {first.name} in "    \
	"frame {first.frame}, call {first.call}"                                                   \
	"{first.operands?, where {first.operands+, *{text} = {value@value}}}"                      \
	"|a note, at the draw of frame {first.frame}, call {first.call}}"
#define GS_TOLD_WORST                                                                              \
	"most often, {worst.times} times, {worst.name}"                                            \
	"{worst.operands?, first where {worst.operands+, *{text} = {value@value}}}"
/* The same, without anything of the JSON. */
#define GS_TOLD_CONFIRMED "confirmed step by step"
#define GS_TOLD_REFUTED "not confirmed: step by step, the operands never have these values there"
#define GS_TOLD_NOT_LOOKED "not looked at step by step: "

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
