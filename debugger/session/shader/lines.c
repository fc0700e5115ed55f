/* SPDX-License-Identifier: MIT */
/* Which statements stand on a line of the shader. */
#include <string.h>
#include "debugger/engine/engine.h"
#include "debugger/session/shader/lines.h"
#include "debugger/session/session.h"

static bool starts_at(const struct gs_debug *debug, const struct gs_site *site, unsigned line)
{
	struct gs_span span = gs_node_span(site->marked);
	return site->kind == GS_SITE_END ? site->unit->tokens[site->marked->last].span.line == line
					 : span.line == line;
}

static bool covers(const struct gs_site *site, unsigned line)
{
	struct gs_span span = gs_node_span(site->marked);
	return site->kind != GS_SITE_END && span.line <= line && line <= span.end_line;
}

bool gs_debug_on_line(const struct gs_debug *debug, const struct gs_site *site,
	const struct gs_unit *unit, unsigned line)
{
	if (site->unit != unit)
		return false;
	if (starts_at(debug, site, line))
		return true;
	if (!covers(site, line))
		return false;
	for (size_t i = 0; i < debug->plan->n_sites; i++)
		if (debug->plan->sites[i].unit == unit &&
			starts_at(debug, &debug->plan->sites[i], line))
			return false;
	return true;
}

unsigned gs_debug_line_with_statement(
	const struct gs_debug *debug, const struct gs_unit *unit, unsigned line)
{
	unsigned next = UINT_MAX;
	for (size_t i = 0; i < debug->plan->n_sites; i++) {
		const struct gs_site *site = &debug->plan->sites[i];
		unsigned start = gs_node_span(site->marked).line;
		if (site->unit != unit)
			continue;
		if (start == line || covers(site, line))
			return line;
		if (start > line)
			next = MIN(next, start);
	}
	return next;
}

char *gs_source_line(const char *source, unsigned line)
{
	while (source && line > 1) {
		source = strchr(source, '\n');
		source = source ? source + 1 : NULL;
		line--;
	}
	return g_strstrip(g_strndup(source ? source : "", source ? strcspn(source, "\n") : 0));
}

static unsigned count_lines(const char *text)
{
	unsigned n = *text && text[strlen(text) - 1] != '\n';
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

bool gs_debug_check_line(
	const struct gs_debug *debug, unsigned object, unsigned line, GError **error)
{
	if (object >= debug->shader->n_units) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the stage being debugged has %zu shader objects: name one from 0",
			(size_t)debug->shader->n_units);
		return false;
	}
	const struct gs_unit *unit = debug->shader->units[object];
	unsigned n_lines = count_lines(unit->source);
	if (gs_debug_line_with_statement(debug, unit, line) != UINT_MAX)
		return true;
	if (line > n_lines)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"line %u is beyond the source, which has %u lines: `source` shows it", line,
			n_lines);
	else
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"there is no statement on line %u or after it: choose an earlier line",
			line);
	return false;
}

unsigned gs_debug_object(const struct gs_debug *debug)
{
	return gs_path_site(debug->path)->unit->index;
}
