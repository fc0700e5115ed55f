/* SPDX-License-Identifier: MIT */
/* What the files of trace/edits/ share: texts -> values -> values as calls have them -> calls. */
#ifndef GS_TRACE_EDITS_PRIVATE_H
#define GS_TRACE_EDITS_PRIVATE_H

#include "data/pointee.h"
#include "trace/edits/edits.h"
#include "trace/private.h"

enum { GS_EDIT_MOST_INDICES = 2, GS_EDIT_SENTENCE = 200 };

/* ---- edit-text.c ---- */

/* A text that is read. */
struct gs_edit_parser {
	const char *p;
	struct gs_trace_arena *arena; /* where values are */
	char why[GS_EDIT_SENTENCE];   /* "": all is well so far */
};

/* A call that is read: its arguments as they are written. */
struct gs_edit_call {
	const char *name;
	uint32_t n_args;
	const char *const *names; /* NULL: one without its name */
	struct gs_trace_value *args;
	bool has_result;
	struct gs_trace_value result;
};

/* Read a value, as its text alone tells its class: numbers are UINT, SINT or DOUBLE, names of
 * constants ENUM with .names, of which each constant is one that is named. Return false and set
 * .why if it is none, or something follows. */
bool gs_edit_parse_value(struct gs_edit_parser *parser, struct gs_trace_value *value);
bool gs_edit_parse_call(struct gs_edit_parser *parser, struct gs_edit_call *call);
/* Note what is wrong, unless something is already. Return false. */
bool gs_edit_fail(struct gs_edit_parser *parser, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));

/* ---- edit-cast.c ---- */

/* What a value is to be like. */
struct gs_edit_like {
	const struct gs_trace_value *was;     /* NULL: unknown */
	const struct gs_parameter *parameter; /* NULL: unknown */
	const struct gs_memory_rule *rule;    /* NULL: none */
	uint8_t class, bits;		      /* of elements, where it points at some */
};

/* Describe argument i of a call: what it is now, and what data/ says of it. */
void gs_edit_like_argument(const struct gs_trace_call *call, uint32_t i, struct gs_edit_like *like);
/* Make of a value that was read one that is like another. Return false and set .why of the parser,
 * whose arena has the result, if that cannot be. */
bool gs_edit_cast(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const struct gs_trace_value *from, struct gs_trace_value *to);
/* Put a value in the place of one element of what `to` points at. Its own items or bytes are left
 * alone. */
bool gs_edit_cast_element(struct gs_edit_parser *parser, const struct gs_edit_like *like,
	const uint64_t *indices, unsigned n_indices, const struct gs_trace_value *from,
	struct gs_trace_value *to);

/* ---- edit-apply.c ---- */

struct gs_edit_change {
	unsigned id;	      /* of the edit */
	uint64_t call;	      /* its name */
	const char *argument; /* without indices */
	uint64_t indices[GS_EDIT_MOST_INDICES];
	unsigned n_indices;
	struct gs_trace_value value; /* as it was read */
};

/* Split an argument's name from its indices. Return false and set .why if it is none. */
bool gs_edit_parse_argument(
	struct gs_edit_parser *parser, const char *text, struct gs_edit_change *change);
/* Change an argument of a call, whose args may be written to, and what says its length. An argument
 * that the trace has not (yet) is left alone. */
bool gs_edit_apply(struct gs_edit_parser *parser, const struct gs_edit_change *change,
	struct gs_trace_call *call);

/* ---- edited.c ---- */

/* A call that stands somewhere else than in the file. */
struct gs_edited_extra {
	uint64_t name, point; /* it stands before the call `point` of the file */
	uint64_t number;
	struct gs_trace_call call;
};

/* The edits of a list that have an effect, sorted for reading. */
struct gs_trace_edited {
	size_t held; /* of the arenas */
	struct gs_trace_arena arena, scratch;
	struct gs_edit_change *changes; /* by call, then as they are in the list */
	size_t n_changes;
	uint64_t *skipped; /* sorted names */
	size_t n_skipped;
	uint64_t *moved; /* sorted names: where they were, they are not */
	size_t n_moved;
	struct gs_edited_extra *extras; /* by point, then as they are in the list */
	size_t n_extras;
	bool keeps_left_out;

	/* While reading. */
	size_t next;			      /* extra */
	bool has_entered;		      /* the enter event of that one was returned */
	struct gs_trace_call *held_back;      /* of the file: extras come before it */
	size_t most_next;		      /* the last extra that was read, and one */
	uint64_t counted;		      /* calls of the file up to there were looked at */
	uint64_t n_left_out, frames_left_out; /* of them */
	uint64_t first;			      /* calls with lower numbers are not returned */
	struct gs_trace_call call;	      /* what is returned */
};

/* Sort a list. Return NULL and set *why without memory, or if an edit cannot be made. The reader is
 * the one that is to return the edited calls; it is moved. */
struct gs_trace_edited *gs_trace_edited_new(
	struct gs_trace_reader *reader, const struct gs_trace_edits *edits, char **why);

/* ---- edit-call.c ---- */

/* Make a call from what was read, with signatures that are the reader's, which has been read to its
 * end. Return false and set .why if there is no such function, or it has other arguments. */
bool gs_edit_make_call(struct gs_trace_reader *reader, struct gs_edit_parser *parser,
	const struct gs_edit_call *from, struct gs_trace_call *call);
/* Copy a value with all in it. Return false without memory. */
bool gs_edit_copy(
	struct gs_trace_arena *arena, const struct gs_trace_value *from, struct gs_trace_value *to);

#endif
