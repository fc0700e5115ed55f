/* SPDX-License-Identifier: MIT */
/*
 * console/usage - what may follow a command's name, as its usage line says it: help, completion and
 * the schema of `glstep help --json` come from that line.
 *
 * A usage is, with one space between its parts,
 *   draw           a keyword, in lower case: stands for itself
 *   STAGE          a value, in capitals; its name tells its type (usage.c)
 *   fragment|K     one of several words
 *   [layer L]      may be left out; what is there comes in the order of the usage
 *   A B | C        one of several sequences
 */
#ifndef GS_CONSOLE_USAGE_H
#define GS_CONSOLE_USAGE_H

#include <glib.h>
#include <json-glib/json-glib.h>
#include <stdbool.h>

enum gs_usage_kind {
	GS_USAGE_SEQUENCE,
	GS_USAGE_CHOICE,
	GS_USAGE_OPTIONAL,
	GS_USAGE_WORD,
	GS_USAGE_VALUE
};

enum gs_usage_type {
	GS_USAGE_NUMBER, /* a whole number from 0 */
	GS_USAGE_STAGE,	 /* one of gs_stage_name */
	GS_USAGE_FILE,	 /* a path */
	GS_USAGE_NAME,	 /* a word, in quotes if it has spaces */
	GS_USAGE_REST,	 /* one word or more, with quotes as they stand: a text, an expression */
};

struct gs_usage {
	enum gs_usage_kind kind;
	enum gs_usage_type type; /* of a value */
	char *text;		 /* of a word or a value, as it is written; else NULL */
	GPtrArray *parts;	 /* struct gs_usage *; of a word or a value NULL */
};

/* Parse `text`. Returns its sequence, to be freed by gs_usage_free; NULL if it is none. */
struct gs_usage *gs_usage_parse(const char *text);
void gs_usage_free(struct gs_usage *usage);

/* Return what may stand behind these words: words and values of the usage, borrowed, each once.
 * Free the array. */
GPtrArray *gs_usage_next(const struct gs_usage *usage, const char *const *words, size_t n);

/* Add the schema as a value: an array of {"word": W}, {"value": NAME, "type": TYPE},
 * {"optional": [...]} and {"choice": [[...], ...]}. */
void gs_usage_write(const struct gs_usage *usage, JsonBuilder *json);

#endif
