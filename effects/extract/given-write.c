/* SPDX-License-Identifier: MIT */
/* Write an extracted trace with contents as data: calls before them, those that give them, and the
 * rest. */
#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>
#include "effects/extract/given-private.h"

enum { BEFORE, GIVEN, BEHIND, N_PARTS };

struct selection {
	const struct gs_given *given;
	uint8_t *parts; /* by call number: 0 left out, 1 BEFORE, 2 BEHIND */
	uint64_t n, calls;
};

static bool is_part(const struct selection *selection, size_t part, uint64_t number)
{
	const struct gs_given *given = selection->given;
	int32_t of;
	if (part != GIVEN)
		return number < selection->n &&
		       selection->parts[number] == (part == BEFORE ? 1 : 2);
	of = number < given->of_calls->len ? g_array_index(given->of_calls, int32_t, number) : -1;
	return of < 0 ? gs_given_gives_pixels(given) : gs_given_held(given, (size_t)of)->is_given;
}

static bool wants(void *data, size_t part, const struct gs_trace_call *call)
{
	struct selection *selection = data;
	bool is_wanted = is_part(selection, part, call->number);
	selection->calls += is_wanted && call->has_left;
	return is_wanted;
}

static void select_places(
	struct selection *selection, const struct gs_effects *effects, const uint8_t *kept)
{
	uint64_t places = gs_effects_calls(effects);
	for (uint64_t place = 0; place < places; place++)
		selection->n = MAX(selection->n, gs_effects_number_of(effects, place) + 1);
	selection->parts = g_new0(uint8_t, selection->n + 1);
	for (uint64_t place = 0; place < places; place++)
		if (kept[place])
			selection->parts[gs_effects_number_of(effects, place)] =
				place < selection->given->at ? 1 : 2;
}

static uint64_t bytes_of(const char *file)
{
	GStatBuf status;
	return g_stat(file, &status) == 0 ? (uint64_t)status.st_size : 0;
}

/* Create an empty file beside `out`. Return its name, to be freed with g_free(); NULL, with a
 * sentence in *why, if that fails. */
static char *name_beside(const char *out, char **why)
{
	char *name = g_strconcat(out, ".XXXXXX", NULL);
	int fd = g_mkstemp(name);
	if (fd >= 0) {
		close(fd);
		return name;
	}
	*why = g_strdup(g_strerror(errno));
	g_free(name);
	return NULL;
}

/* Replace `out` by the file if that is smaller. Return whether it was done. */
static bool takes_place(
	const char *file, const char *out, const struct gs_given_written *written, char **why)
{
	if (written->bytes >= written->bytes_before)
		return false;
	if (g_rename(file, out) == 0)
		return true;
	*why = g_strdup(g_strerror(errno));
	return false;
}

bool gs_given_put(const struct gs_given *given, const struct gs_effects *effects,
	struct gs_trace_reader *const readers[2], const char *out, const uint8_t *kept,
	const char *comment, struct gs_given_written *written, char **why)
{
	struct gs_trace_reader *all[N_PARTS] = {readers[0], given->reader, readers[1]};
	struct selection selection = {.given = given};
	struct gs_trace_parts parts = {.readers = all,
		.n = N_PARTS,
		.wants = wants,
		.data = &selection,
		.comment = comment,
		.comment_part = BEHIND,
		.comment_call = given->number};
	const char *obstacle;
	bool is_smaller = false;
	*why = NULL;
	char *file = name_beside(out, why);
	if (!file)
		return false;
	select_places(&selection, effects, kept);
	if (gs_trace_write_file(file, &parts, &obstacle) == GS_TRACE_WRITTEN) {
		*written = (struct gs_given_written){
			selection.calls + (comment != NULL), bytes_of(file), bytes_of(out)};
		is_smaller = takes_place(file, out, written, why);
	} else {
		*why = g_strdup(obstacle);
	}
	if (!is_smaller)
		g_unlink(file);
	g_free(selection.parts);
	g_free(file);
	return is_smaller;
}
