/* SPDX-License-Identifier: MIT */
/*
 * verbs/reading - how a verb reads the file of a trace from its first call to its last: whoever has
 * it read says which file that is, sees how far it is, and may have enough of it. Such verbs need
 * GS_NEEDS_FILE, and no session: glstep-trace has none, and the window runs them in a thread beside
 * its session's.
 */
#ifndef GS_VERBS_READING_H
#define GS_VERBS_READING_H

#include "analysis/measured.h"
#include "trace/trace.h"
#include "verbs/verbs.h"

/* What is read. */
struct gs_reading_of {
	const char *path;
	const char *name;   /* what to call it; NULL: by its path */
	const char *player; /* glstep-replay; NULL: there is none */
	const struct gs_patience *patience;
	gint progress;	 /* atomic: thousandths of the file; < 0: the player plays */
	bool is_damaged; /* afterwards: it is malformed, or could not be played */
};

struct gs_reading {
	struct gs_reading_of *of;
	struct gs_trace_reader *reader;
	struct gs_measured *measured; /* by a replay, if `replay` was asked for; else NULL */
	char *unmeasured;	      /* why not */
	unsigned n;		      /* calls since the user was asked */
	GError *error;		      /* he has had enough */
};

/* What a verb's usage says of a replay, and `frames` of it. */
#define GS_READING_REPLAY "[replay [frames FRAMES]]"
/* The member of its result that says where the file ends too early; and how that is told. */
#define GS_READING_RESULT "incomplete?:string"
#define GS_READING_TOLD "{incomplete?Note: {incomplete}\n}"

/* Open the file, and have it played where the arguments say so. Returns false if error is set: then
 * nothing is to be ended. */
bool gs_reading_begin(struct gs_reading *reading, const struct gs_verbs *verbs,
	const struct gs_arguments *arguments, GError **error);
/* Return the next call; NULL: there is none. */
const struct gs_trace_call *gs_reading_next(struct gs_reading *reading);
/* Close it; reply with what could not be read. Returns false if error is set: it was left off. */
bool gs_reading_end(struct gs_reading *reading, struct gs_reply *reply, GError **error);

/* run.c: run a verb that needs a file alone on one. Returns its tree, to be freed by
 * json_node_unref; NULL: error is set. */
JsonNode *gs_verb_read(const struct gs_verb *verb, const char *arguments, struct gs_reading_of *of,
	GError **error);

#endif
