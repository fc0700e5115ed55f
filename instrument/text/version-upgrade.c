/* SPDX-License-Identifier: MIT */
/* Chooses the version of a variant, and rewrites what of the program's text has no meaning in a
 * later version. */
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/text/rewrite.h"
#include "instrument/text/version-upgrade.h"

static bool token_is(const struct gs_unit *unit, unsigned token, const char *text)
{
	return !strcmp(unit->tokens[token].text, text);
}

/* Whether the shader uses GL_ARB_geometry_shader4 or GL_EXT_geometry_shader4, whose built-ins no
 * version has. A driver without them may accept the text and then emit nothing. */
static bool has_geometry_shader4(const struct gs_shader *shader)
{
	for (size_t u = 0; u < shader->n_units; u++)
		if (gs_unit_has_macro(shader->units[u], "GL_ARB_geometry_shader4") ||
			gs_unit_has_macro(shader->units[u], "GL_EXT_geometry_shader4"))
			return true;
	return false;
}

enum gs_version_upgrade gs_version_upgrade_choose(const struct gs_rewrite *rw, unsigned lowest)
{
	const struct gs_variant_request *q = rw->request;
	const struct gs_shader *shader = rw->plan->shader;

	if (rw->stage == GS_STAGE_GEOMETRY && lowest < 150 && has_geometry_shader4(shader))
		return GS_UPGRADE_NONE;
	if (q->no_upgrade || lowest >= 330 || q->glsl_version < 400 || shader->units[0]->is_es)
		return GS_UPGRADE_NONE;
	return q->api == GS_API_COMPATIBILITY ? GS_UPGRADE_400_COMPATIBILITY : GS_UPGRADE_400;
}

bool gs_version_upgrade_lacks_primitives(const struct gs_rewrite *rw)
{
	const struct gs_shader *shader = rw->plan->shader;

	for (size_t u = 0; u < shader->n_units; u++)
		if (shader->units[u]->version >= 150)
			return false;
	return rw->stage == GS_STAGE_GEOMETRY && rw->variant->upgrade != GS_UPGRADE_NONE;
}

/* ---- the version line ---- */

static bool is_version(const struct gs_token *t)
{
	const char *s = t->text;

	if (t->kind != GS_TOKEN_DIRECTIVE || *s++ != '#')
		return false;
	while (*s == ' ' || *s == '\t')
		s++;
	return g_str_has_prefix(s, "version");
}

void gs_rewrite_set_version(struct gs_rewrite *rw, struct gs_token_edits *edits)
{
	const struct gs_unit *unit = edits->unit;
	const char *line = rw->variant->upgrade == GS_UPGRADE_400_COMPATIBILITY
				   ? "#version 400 compatibility"
				   : "#version 400";

	if (rw->variant->upgrade == GS_UPGRADE_NONE || unit->version >= 400)
		return;
	for (unsigned i = edits->first; i <= edits->last; i++)
		if (is_version(&unit->tokens[i])) {
			gs_token_edit_replace(edits, i, line);
			return;
		}
	char *text = g_strconcat(line, "\n", NULL);
	gs_token_edit_before(edits, edits->first, text);
	g_free(text);
}

/* ---- structs within structs ---- */

struct embedded {
	struct gs_rewrite *rw;
	const struct gs_unit *unit;
	const char *outer; /* name of the outermost */
	unsigned last, n;
	GString *text; /* definitions of the inner ones */
};

/* The opening brace of the struct that begins at token i; 0: it is only named there. */
static unsigned opening_brace(const struct embedded *e, unsigned i)
{
	unsigned at = i + 1 < e->last && !token_is(e->unit, i + 1, "{") ? i + 2 : i + 1;

	return at < e->last && token_is(e->unit, at, "{") ? at : 0;
}

static char *name_of(struct embedded *e, unsigned i, unsigned brace)
{
	if (brace > i + 1)
		return g_strdup(gs_rewrite_name(e->rw, e->unit->tokens[i + 1].text));
	return gs_rewrite_text(e->rw, "@%s%u", e->outer, e->n++);
}

/* Writes the members between the braces, and structs that they define by name only; returns the
 * closing brace. */
static unsigned write_members(struct embedded *e, unsigned brace, GString *out)
{
	unsigned i = brace + 1;

	while (i < e->last && !token_is(e->unit, i, "}")) {
		unsigned inner = token_is(e->unit, i, "struct") ? opening_brace(e, i) : 0;
		if (!inner) {
			g_string_append_c(out, ' ');
			gs_rewrite_tokens(e->rw, e->unit, i, i, out);
			i++;
			continue;
		}
		char *name = name_of(e, i, inner);
		GString *members = g_string_new("");
		i = write_members(e, inner, members) + 1;
		g_string_append_printf(e->text, "struct %s {%s }; ", name, members->str);
		g_string_append_printf(out, " %s", name);
		g_string_free(members, TRUE);
		g_free(name);
	}
	return i;
}

static unsigned start_of_statement(const struct gs_token_edits *edits, unsigned i)
{
	while (i > edits->first && edits->unit->tokens[i - 1].kind != GS_TOKEN_DIRECTIVE &&
		!strchr(";{}", edits->unit->tokens[i - 1].text[0]))
		i--;
	return i;
}

/* GLSL 1.10, 4.1.8: the name of an embedded struct has the scope of the struct that contains it. */
void gs_version_upgrade_structs(struct gs_rewrite *rw, struct gs_token_edits *edits)
{
	const struct gs_unit *unit = edits->unit;
	struct embedded e = {.rw = rw, .unit = unit, .last = edits->last};

	if (rw->variant->upgrade == GS_UPGRADE_NONE || unit->version > 110)
		return;
	for (unsigned i = edits->first; i < edits->last; i++) {
		unsigned brace = token_is(unit, i, "struct") ? opening_brace(&e, i) : 0;
		if (!brace)
			continue;
		GString *members = g_string_new("");
		e.outer = brace > i + 1 ? unit->tokens[i + 1].text : "struct";
		e.text = g_string_new("");
		unsigned end = write_members(&e, brace, members);
		if (e.text->len > 0) {
			gs_token_edit_before(edits, start_of_statement(edits, i), e.text->str);
			for (unsigned k = brace + 1; k < end; k++)
				gs_token_edit_replace(edits, k, "");
			gs_token_edit_after(edits, brace, members->str);
		}
		g_string_free(members, TRUE);
		g_string_free(e.text, TRUE);
		i = end;
	}
}
