/* SPDX-License-Identifier: MIT */
/*
 * verbs/usage - what may follow a command's name, as its usage line says it: help, completion and
 * the schema of `glstep help --json` come from that line.
 *
 * A usage is, with one space between its parts,
 *   draw           a keyword, in lower case: stands for itself
 *   STAGE          a value, in capitals; its name tells its type (usage.c)
 *   fragment|K     one of several words
 *   [layer L]      may be left out; several of these in a row come in any order
 *   A B | C        one of several sequences
 * Where a keyword and a value may stand, a keyword is taken for the keyword.
 */
#ifndef GS_VERBS_USAGE_H
#define GS_VERBS_USAGE_H

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <stdint.h>

enum gs_usage_kind {
	GS_USAGE_SEQUENCE,
	GS_USAGE_CHOICE,
	GS_USAGE_OPTIONAL,
	GS_USAGE_WORD,
	GS_USAGE_VALUE
};

enum gs_usage_type {
	GS_USAGE_NUMBER, /* a whole number, least to most */
	GS_USAGE_STAGE,	 /* one of gs_stage_name */
	GS_USAGE_FILE, /* a path, in quotes if it has spaces and other words must stand beside it */
	GS_USAGE_NAME, /* a word, in quotes if it has spaces */
	GS_USAGE_TYPES, /* types of what a buffer has, without a space: vec3, float,ubyte4n */
	GS_USAGE_REST,	/* one word or more, with quotes as they stand: a text, an expression */
};

struct gs_usage {
	enum gs_usage_kind kind;
	enum gs_usage_type type; /* of a value */
	uint64_t least, most; /* of a number; of a rest: words, 0 if the command says what lacks */
	char *text;	      /* of a word or a value, as it is written; else NULL */
	bool takes_rest;      /* a value of one word or more */
	GPtrArray *parts;     /* struct gs_usage *; of a word or a value NULL */
};

/* What n words from `first` on were taken for. */
struct gs_usage_taken {
	const struct gs_usage *leaf; /* a word or a value of the usage */
	size_t first, n;
};

/* Where words do not fit. */
struct gs_usage_misfit {
	size_t at; /* the first word that does not; the number of words: one lacks */
	const struct gs_usage *wanted; /* what alone could stand there; NULL: several, or nothing */
	bool is_end;		       /* nothing could */
};

/* Parse `text`. Returns its sequence, to be freed by gs_usage_free; NULL if it is none. */
struct gs_usage *gs_usage_parse(const char *text);
void gs_usage_free(struct gs_usage *usage);

/* Parse a whole number from 0 on. Returns false if it is none. */
bool gs_usage_number(const char *word, uint64_t *number);

/* Find what of the usage each word is. Returns an array of struct gs_usage_taken, in the order of
 * the words; NULL if they do not fit, with the reason. */
GArray *gs_usage_match(const struct gs_usage *usage, const char *const *words, size_t n,
	struct gs_usage_misfit *misfit);

/* Return what may stand behind these words: words and values of the usage, borrowed, each once.
 * Free the array. */
GPtrArray *gs_usage_next(const struct gs_usage *usage, const char *const *words, size_t n);

/* Add the schema as a value: an array of {"word": W}, {"value": NAME, "type": TYPE}, of a number
 * with "least" and "most", {"optional": [...]} and {"choice": [[...], ...]}. */
void gs_usage_write(const struct gs_usage *usage, JsonBuilder *json);

#endif
