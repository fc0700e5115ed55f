/* SPDX-License-Identifier: MIT */
/* Reports what differs from the recording. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "replay/link.h"
#include "replay/private.h"

G_STATIC_ASSERT((int)GS_REPLAY_KINDS == (int)GS_N_DIFFERENCES);

const char *const gs_replay_kind_names[GS_REPLAY_KINDS] = {
	[GS_DIFFERENCE_COMPILE] = "compile",
	[GS_DIFFERENCE_LINK] = "link",
	[GS_DIFFERENCE_ERROR] = "error",
	[GS_DIFFERENCE_VALUE] = "value",
	[GS_DIFFERENCE_STATUS] = "status",
	[GS_DIFFERENCE_FORMAT] = "format",
	[GS_DIFFERENCE_MISSING] = "missing",
};

/* ---- as JSON ---- */

char *gs_replay_json_text(const char *text)
{
	struct gs_trace_text json = {0};
	gs_trace_string_json(&json, text, strlen(text));
	char *copy = g_strdup(json.data ? json.data : "null");
	free(json.data);
	return copy;
}

static void write_json(
	struct gs_player *player, const struct gs_replay_difference *d, const char *text)
{
	g_autofree char *name = gs_replay_json_text(d->name);
	g_autofree char *said = gs_replay_json_text(text);
	if (printf("{\"call\":%llu,\"name\":%s,\"kind\":\"%s\",\"recorded\":%s,\"here\":%s,"
		   "\"note\":%s,\"text\":%s}\n",
		    (unsigned long long)d->call, name, gs_replay_kind_names[d->kind],
		    d->recorded ? d->recorded : "null", d->here ? d->here : "null",
		    d->is_note ? "true" : "false", said) < 0)
		player->has_failed = player->is_over = true;
}

static void add_kinds(const struct gs_player *player, const char *format, GString *to)
{
	const char *comma = "";
	for (unsigned i = 0; i < GS_N_DIFFERENCES; i++) {
		if (!player->n_of_kind[i])
			continue;
		g_string_append(to, comma);
		g_string_append_printf(to, format, gs_replay_kind_names[i],
			(unsigned long long)player->n_of_kind[i]);
		comma = ", ";
	}
}

void gs_replay_sum_differences(struct gs_player *player)
{
	const struct gs_replay_options *options = player->options;
	GString *each = g_string_new(NULL);
	add_kinds(player, options->json ? "\"%s\": %llu" : "%s %llu", each);
	if (options->json)
		printf("{\"differences\":%llu,\"notes\":%llu,\"kinds\":{%s},\"calls\":%llu,"
		       "\"frames\":%llu}\n",
			(unsigned long long)player->differences, (unsigned long long)player->notes,
			each->str, (unsigned long long)player->calls,
			(unsigned long long)player->frames);
	else if (each->len || player->notes)
		fprintf(stderr, "glstep-replay: of a kind: %s%s%llu notes\n", each->str,
			each->len ? "; " : "", (unsigned long long)player->notes);
	g_string_free(each, TRUE);
}

/* ---- one ---- */

/* Return whether nobody was told of it so far. */
static bool is_new(struct gs_player *player, const char *once)
{
	return g_hash_table_add(player->told, g_strdup(once));
}

static void tell(struct gs_player *player, const struct gs_replay_difference *d, const char *text)
{
	const struct gs_replay_options *options = player->options;
	if (d->is_note && !options->strict)
		return;
	if (d->is_note) {
		player->notes++;
	} else {
		player->differences++;
		player->n_of_kind[d->kind]++;
	}
	if (player->is_quiet || gs_link_is_hidden()) /* the visible player reports it */
		return;
	if (options->json && options->strict)
		write_json(player, d, text);
	if (!is_new(player, d->once))
		return;
	if (options->note)
		options->note(options->note_data, d->kind, d->is_note, d->call, d->name, text);
	if (!d->is_note && !d->is_linked && options->strict)
		gs_link_differs(d->call, d->name, text);
	fprintf(stderr, "glstep-replay: call %llu, %s: %s%s\n", (unsigned long long)d->call,
		d->name, d->is_note ? "note: " : "", text);
}

void gs_replay_differ(
	struct gs_player *player, const struct gs_replay_difference *d, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = g_strdup_vprintf(format, list);
	va_end(list);
	tell(player, d, text);
	g_free(text);
}

static void tell_missing(struct gs_player *player, const char *once,
	const struct gs_trace_call *call, const char *text)
{
	char *here = gs_replay_json_text(text);
	const struct gs_replay_difference d = {.kind = GS_DIFFERENCE_MISSING,
		.call = call->number,
		.name = call->function->name,
		.once = once,
		.here = here};
	tell(player, &d, text);
	g_free(here);
}

void gs_replay_tell(struct gs_player *player, const char *kind, const struct gs_trace_call *call,
	const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *text = g_strdup_vprintf(format, list);
	va_end(list);
	tell_missing(player, kind, call, text);
	g_free(text);
}

static bool draws(const struct gs_trace_call *call)
{
	return gs_data_flags(call->function->number) & GS_FUNCTION_DRAWS;
}

void gs_replay_leave_out(struct gs_player *player, const char *kind,
	const struct gs_trace_call *call, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *why = g_strdup_vprintf(format, list);
	va_end(list);
	char *text = g_strconcat(why, ": left out", NULL);
	char *named = g_strdup_printf("%s: %s", call->function->name, why);
	gs_link_leave_out(named, draws(call));
	tell_missing(player, kind, call, text);
	g_free(named);
	g_free(text);
	g_free(why);
}
