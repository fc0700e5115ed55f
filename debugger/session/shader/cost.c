/* SPDX-License-Identifier: MIT */
#include "debugger/session/shader/cost.h"
#include <math.h>
#include <string.h>
#include "debugger/session/private.h"
#include "debugger/session/start.h"

enum {
	MOST_STATEMENTS = 64,
	SWEEPS = 3, /* over all cuts: what else the machine does at a time is not one cut's alone */
	ROUNDS = 9, /* draws of a cut in a sweep */
};

/* The least time of each sweep. */
struct measured {
	double least[SWEEPS];
};

static double least_of(const struct measured *m)
{
	double least = m->least[0];
	for (unsigned i = 1; i < SWEEPS; i++)
		least = fmin(least, m->least[i]);
	return least;
}

/* By how much the second fastest sweep was slower than the fastest. */
static double spread_of(const struct measured *m)
{
	double least = least_of(m), second = INFINITY;
	bool passed = false;
	for (unsigned i = 0; i < SWEEPS; i++) {
		bool is_least = m->least[i] == least && !passed;
		passed |= is_least;
		if (!is_least)
			second = fmin(second, m->least[i]);
	}
	return second - least;
}

/* Cuts 0 to n - 1, then the whole shader. False: error. */
static bool measure(struct gs_debug *debug, const struct gs_cuts *cuts, size_t n,
	struct measured *measured, unsigned *n_draws, GError **error)
{
	for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
		for (size_t i = 0; i <= n; i++) {
			struct gs_variant_times times;
			struct gs_variant_request request = {.kind = GS_VARIANT_CUT,
				.cuts = cuts,
				.cut = i < n ? i : cuts->n_statements + 1};
			if (gs_debug_is_expired(debug, error) ||
				!gs_debug_time(debug, &request, ROUNDS, &times, error))
				return false;
			measured[i].least[sweep] = (double)times.least -
						   (double)MIN(times.idle, times.least);
			*n_draws += times.rounds;
		}
	}
	return true;
}

/* Whether the shader can end behind it. */
static bool goes_on(const struct gs_node *statement)
{
	return statement->kind != GS_NODE_RETURN && statement->kind != GS_NODE_DISCARD;
}

/* Of a text, which it takes; g_free. */
static char *first_line(char *text)
{
	text[strcspn(text, "\r\n")] = '\0';
	return g_strchomp(text);
}

static void tell_statements(
	const struct gs_cuts *cuts, const struct measured *measured, struct gs_cost *cost)
{
	for (size_t i = 0; i < cuts->n_statements; i++) {
		const struct gs_node *node = cuts->statements[i];
		struct gs_span span = gs_node_span(node);
		struct gs_statement_cost *s = &cost->statements[i];
		*s = (struct gs_statement_cost){.object = node->unit->index,
			.line = span.line,
			.column = span.column,
			.text = first_line(gs_node_source(node)),
			.up_to = least_of(&measured[i]),
			.is_measured = goes_on(node)};
		if (!s->is_measured)
			continue;
		s->own = least_of(&measured[i + 1]) - s->up_to;
		s->own_spread = spread_of(&measured[i]) + spread_of(&measured[i + 1]);
	}
}

static struct gs_cost *make_cost(struct gs_debug *debug, const struct gs_cuts *cuts, GError **error)
{
	bool has_end = goes_on(cuts->statements[cuts->n_statements - 1]);
	size_t n = cuts->n_statements + has_end;
	struct measured *measured = g_new0(struct measured, n + 1);
	struct gs_cost *cost = g_new0(struct gs_cost, 1);
	const struct gs_node *node = cuts->block;
	cost->object = node->unit->index;
	cost->line = gs_node_span(node).line;
	while (node->kind != GS_NODE_FUNCTION)
		node = node->parent;
	cost->function = node->function->name;
	cost->n_statements = cuts->n_statements;
	cost->statements = g_new0(struct gs_statement_cost, cuts->n_statements);
	cost->has_end = has_end;
	if (measure(debug, cuts, n, measured, &cost->n_draws, error)) {
		tell_statements(cuts, measured, cost);
		cost->kept = has_end ? least_of(&measured[n - 1]) : 0;
		cost->whole = least_of(&measured[n]);
		cost->whole_spread = spread_of(&measured[n]);
	} else {
		g_clear_pointer(&cost, gs_cost_free);
	}
	g_free(measured);
	return cost;
}

static struct gs_cuts *find_cuts(
	const struct gs_debug *debug, unsigned object, unsigned line, GError **error)
{
	struct gs_messages messages = {0};
	if (debug->stage != GS_STAGE_FRAGMENT) {
		g_set_error(error, GS_ERROR, GS_ERROR_UNSUPPORTED,
			"only fragment shaders are measured: of others, what a draw takes depends "
			"on too much else");
		return NULL;
	}
	if (object >= debug->shader->n_units) {
		g_set_error(
			error, GS_ERROR, GS_ERROR_USAGE, "there is no shader object %u", object);
		return NULL;
	}
	struct gs_cuts *cuts = gs_cuts_new(
		debug->plan, debug->shader->units[object], line, &messages);
	if (!cuts)
		gs_error_from_messages(error, GS_ERROR_USAGE, &messages, "");
	else if (cuts->n_statements == 0 || cuts->n_statements > MOST_STATEMENTS) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the block has %zu statements that execute something: at least 1 and at "
			"most %d are measured",
			cuts->n_statements, MOST_STATEMENTS);
		g_clear_pointer(&cuts, gs_cuts_free);
	}
	gs_messages_finish(&messages);
	return cuts;
}

struct gs_cost *gs_session_cost(
	struct gs_session *session, unsigned object, unsigned line, GError **error)
{
	gs_session_begin(session);
	if (!gs_session_need_shader(session, error))
		return NULL;
	struct gs_cuts *cuts = find_cuts(session->debug, object, line, error);
	struct gs_cost *cost = cuts ? make_cost(session->debug, cuts, error) : NULL;
	gs_cuts_free(cuts);
	return cost;
}

void gs_cost_free(struct gs_cost *cost)
{
	if (!cost)
		return;
	for (size_t i = 0; i < cost->n_statements; i++)
		g_free(cost->statements[i].text);
	g_free(cost->statements);
	g_free(cost);
}
