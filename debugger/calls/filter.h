/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/filter - which functions of the list of calls are shown: all, less those hidden by
 * name, by what they are for (category) or by the version or extension that brought them.
 */
#ifndef GS_CALL_FILTER_H
#define GS_CALL_FILTER_H

#include <stdbool.h>
#include <glib.h>
#include "wire/wire.h"

/* A bit for each function that is hidden. Zeros: all are shown. */
struct gs_call_filter {
	uint8_t hidden[GS_WIRE_FUNCTIONS / 8];
};

bool gs_call_filter_is_all(const struct gs_call_filter *filter);
bool gs_call_filter_shows(const struct gs_call_filter *filter, unsigned function);
void gs_call_filter_set(struct gs_call_filter *filter, unsigned function, bool shown);

/* Show or hide several functions. what: a shell pattern of their names, "category:NAME" or
 * "extension:NAME" (also of a version: "extension:GL_VERSION_1_1"). Of a category or extension the
 * beginning of its name is enough, in upper or lower case. Return false and set error UNKNOWN_NAME
 * if there is none. */
bool gs_call_filter_change(
	struct gs_call_filter *filter, const char *what, bool shown, GError **error);

enum gs_call_filter_state { GS_FILTER_NONE, GS_FILTER_SOME, GS_FILTER_ALL };
/* Return how much is shown of a category (gs_data_category) or of a version or extension
 * (gs_data_origin). */
enum gs_call_filter_state gs_call_filter_category(
	const struct gs_call_filter *filter, unsigned category);
enum gs_call_filter_state gs_call_filter_origin(
	const struct gs_call_filter *filter, unsigned origin);

/* Return what is hidden as words that gs_call_filter_change takes, as few as possible, for the
 * settings; NULL-terminated; g_strfreev. */
char **gs_call_filter_to_words(const struct gs_call_filter *filter);
/* Hide what such words say, and show all else. Words that name nothing, as they are from another
 * version of glstep, are ignored. */
void gs_call_filter_from_words(struct gs_call_filter *filter, const char *const *words);

#endif
