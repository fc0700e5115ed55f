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

/* Zeros: all are shown. */
struct gs_call_filter {
	uint8_t hidden[GS_WIRE_FUNCTIONS / 8];
};

bool gs_call_filter_is_all(const struct gs_call_filter *filter);
bool gs_call_filter_shows(const struct gs_call_filter *filter, unsigned function);
void gs_call_filter_set(struct gs_call_filter *filter, unsigned function, bool shown);

/* Shows or hides: a shell pattern of names, "category:NAME" or "extension:NAME" (also a version:
 * "extension:GL_VERSION_1_1"). The names' beginnings will do, in any case. False: UNKNOWN_NAME. */
bool gs_call_filter_change(
	struct gs_call_filter *filter, const char *what, bool shown, GError **error);

enum gs_call_filter_state { GS_FILTER_NONE, GS_FILTER_SOME, GS_FILTER_ALL };
/* How much of a category or origin (gs_data_category, gs_data_origin) is shown. */
enum gs_call_filter_state gs_call_filter_category(
	const struct gs_call_filter *filter, unsigned category);
enum gs_call_filter_state gs_call_filter_origin(
	const struct gs_call_filter *filter, unsigned origin);

/* What is hidden, as few words that gs_call_filter_change takes, NULL-terminated; g_strfreev. */
char **gs_call_filter_to_words(const struct gs_call_filter *filter);
/* Words that mean nothing any more are left out. */
void gs_call_filter_from_words(struct gs_call_filter *filter, const char *const *words);

#endif
