/* SPDX-License-Identifier: MIT */
/* Faults: reads of what nothing has written, with a word of bits for each variable's scalars. */
#include "instrument/kinds/fault-writing.h"
#include "instrument/text/names.h"

static const struct gs_fault_variable *variable_of(
	const struct gs_rewrite *rw, const struct gs_fault_operation *o)
{
	return &g_array_index(
		gs_fault_plan(rw->plan)->variables, struct gs_fault_variable, o->use.variable);
}

bool gs_fault_is_use(const struct gs_fault_operation *o)
{
	return o->form == GS_FAULT_FORM_USE || o->form == GS_FAULT_FORM_STORE;
}

/* Globals are seen where all that may write them is. */
static bool follows_variable(const struct gs_rewrite *rw, const struct gs_fault_variable *v)
{
	bool is_local = v->symbol->storage == GS_STORAGE_LOCAL;

	return !v->is_lost &&
	       (is_local || (rw->plan->shader->n_units == 1 && !rw->flow->calls_unknown));
}

/* Whether any of the reads is asked for: then all writes are needed. */
bool gs_fault_uses_followed(const struct gs_rewrite *rw)
{
	const struct gs_fault_plan *faults = gs_fault_plan(rw->plan);

	for (unsigned i = 0; i < faults->operations->len && !rw->is_float; i++) {
		const struct gs_fault_operation *o = faults->operations->pdata[i];
		if (gs_fault_is_use(o) && !o->use.is_shared &&
			gs_fault_is_asked(rw, o->condition_site))
			return true;
	}
	return false;
}

static void write_use(struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	const struct gs_fault_use *use = &o->use;
	const struct gs_fault_part *part = &use->part;
	struct gs_fault_writing w = {.rw = rw, .o = o, .text = rw->heads[o->node->unit->index]};
	bool stores = o->form == GS_FAULT_FORM_STORE;
	char *type = stores ? gs_fault_type_of(rw, &o->result) : g_strdup("void");

	gs_rewrite_append(rw, w.text, "%s @f%u(", type, number);
	if (stores)
		g_string_append_printf(w.text, "%s v%s", type, part->index ? ", " : "");
	if (part->index)
		g_string_append_printf(w.text, "%sint i", rw->highp);
	if (use->is_shared) {
		g_string_append(w.text, ")\n{\n");
		w.parameter[0] = (char *)"i";
		gs_fault_append_race(&w);
		g_string_append(w.text, stores ? "\treturn v;\n}\n" : "}\n");
		g_free(type);
		return;
	}
	g_string_append_printf(
		w.text, ")\n{\n\t%suint m = %uu << %uu;\n", rw->highp, part->mask, part->shift);
	if (part->index)
		g_string_append_printf(w.text,
			"\tm = i >= 0 && i < %u ? m << (uint(i) * %uu) : 0u;\n", part->limit,
			part->stride);
	if (use->reads && gs_fault_is_asked(rw, o->condition_site)) {
		gs_rewrite_append(rw, w.text, "\tif ((@w%u & m) != m) {\n", use->variable);
		gs_fault_append_hit(&w, o->condition_site);
		g_string_append(w.text, "\t}\n");
	}
	if (use->writes)
		gs_rewrite_append(rw, w.text, "\t@w%u |= m;\n", use->variable);
	g_string_append(w.text, stores ? "\treturn v;\n}\n" : "}\n");
	g_free(type);
}

static void call_use(struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	const struct gs_node *index = o->use.part.index;
	bool stores = o->form == GS_FAULT_FORM_STORE;
	GString *before = g_string_new(""), *at = g_string_new("");

	if (index) {
		g_string_append(at, "int(");
		gs_rewrite_tokens(rw, index->unit, index->first, index->last, at);
		g_string_append_c(at, ')');
	}
	if (stores) {
		gs_rewrite_append(rw, before, "@f%u(", number);
		g_string_prepend(at, index ? ", " : "");
		g_string_append_c(at, ')');
		gs_token_edit_wrap(
			rw->edits[o->node->unit->index], o->node->child[1], before->str, at->str);
	} else {
		gs_rewrite_append(rw, before, "(@f%u(%s), ", number, at->str);
		gs_token_edit_wrap(rw->edits[o->node->unit->index], o->node, before->str, ")");
	}
	g_string_free(before, TRUE);
	g_string_free(at, TRUE);
}

/* A variable holds nothing when its declaration is come to. */
static void declare_variable(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_variable *v)
{
	const struct gs_node *at = v->declaration;

	gs_rewrite_append(rw, rw->globals, "%suint @w%u;\n", rw->highp, number);
	gs_rewrite_append(rw, rw->begin, "\t@w%u = 0u;\n", number);
	if (v->symbol->storage != GS_STORAGE_LOCAL)
		return;
	char *text = gs_rewrite_text(rw, "@w%u = 0u; ", number);
	if (at->parent && gs_node_is_loop(at->parent))
		at = at->parent;
	gs_token_edit_statement(rw->edits[at->unit->index], at, text);
	g_free(text);
}

void gs_fault_uses_declare(struct gs_rewrite *rw)
{
	const GArray *variables = gs_fault_plan(rw->plan)->variables;

	for (unsigned i = 0; i < variables->len; i++) {
		const struct gs_fault_variable *v = &g_array_index(
			variables, struct gs_fault_variable, i);
		if (follows_variable(rw, v))
			declare_variable(rw, i, v);
	}
}

void gs_fault_use_insert(struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	if (!o->use.is_shared && !follows_variable(rw, variable_of(rw, o)))
		return;
	write_use(rw, number, o);
	call_use(rw, number, o);
}
