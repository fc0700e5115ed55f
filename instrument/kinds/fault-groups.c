/* SPDX-License-Identifier: MIT */
/*
 * Faults of work groups. Barriers are counted before they are come to. Each scalar of a shared
 * variable has four marks: the highest and the lowest invocation that has written it, and that has
 * read it, with the number of barriers that it had come to: between two barriers, both are the same
 * where one invocation alone touches it. A mark is put before the others are looked at: of two
 * accesses the second finds the first.
 */
#include "instrument/kinds/fault-writing.h"

static bool has_races(const struct gs_rewrite *rw)
{
	const struct gs_fault_plan *faults = gs_fault_plan(rw->plan);

	for (unsigned i = 0; i < faults->operations->len; i++) {
		const struct gs_fault_operation *o = faults->operations->pdata[i];
		if (o->use.is_shared && gs_fault_is_asked(rw, o->condition_site))
			return true;
	}
	return false;
}

bool gs_fault_has_barriers(const struct gs_rewrite *rw)
{
	const struct gs_fault_plan *faults = gs_fault_plan(rw->plan);

	for (unsigned i = 0; i < faults->operations->len; i++) {
		const struct gs_fault_operation *o = faults->operations->pdata[i];
		if (o->form == GS_FAULT_FORM_BARRIER && gs_fault_is_asked(rw, o->condition_site))
			return true;
	}
	return false;
}

/* ---- barriers ---- */

/* Numbers whose multiples no other site's are likely to add up to. */
static unsigned weight_of(unsigned number)
{
	return number * 2654435761u | 1u;
}

void gs_fault_barrier_insert(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	struct gs_token_edits *edits = rw->edits[o->node->unit->index];
	GString *text = g_string_new("");

	if (gs_fault_is_asked(rw, o->condition_site) && gs_fault_sifts(rw))
		gs_rewrite_append(rw, text, "@n1 += %uu; ", weight_of(number));
	else if (gs_fault_is_asked(rw, o->condition_site) && gs_fault_tells_values(rw))
		gs_rewrite_append(rw, text, "++@n0; ");
	if (has_races(rw))
		gs_rewrite_append(rw, text, "++@epoch; ");
	if (text->len)
		gs_token_edit_statement(edits, o->node->parent, text->str);
	g_string_free(text, TRUE);
}

/* ---- races ---- */

static void declare_marks(struct gs_rewrite *rw)
{
	const GArray *shared = gs_fault_plan(rw->plan)->shared;
	const struct gs_fault_variable *last = &g_array_index(
		shared, struct gs_fault_variable, shared->len - 1);
	unsigned n = 4 * (last->first_scalar + last->n_scalars);
	const char *hp = rw->highp;

	gs_rewrite_append(rw, rw->globals,
		"shared %suint @marks[%u];\n%suint @epoch;\n"
		"bool @race(%suint at, bool reads, bool writes);\nvoid @clear(%suint n);\n",
		hp, n, hp, hp, hp);
	gs_rewrite_append(rw, rw->functions,
		"bool @race(%suint at, bool reads, bool writes)\n{\n"
		"\t%suint me = gl_LocalInvocationIndex + 1u;\n"
		"\t%suint high = @epoch << 16u | me, low = @epoch << 16u | (65535u - me);\n"
		"\tat *= 4u;\n"
		"\tif (writes) {\n\t\tatomicMax(@marks[at], high);\n"
		"\t\tatomicMax(@marks[at + 1u], low);\n\t}\n"
		"\tif (reads) {\n\t\tatomicMax(@marks[at + 2u], high);\n"
		"\t\tatomicMax(@marks[at + 3u], low);\n\t}\n"
		"\t%suvec4 m = uvec4(atomicOr(@marks[at], 0u), atomicOr(@marks[at + 1u], 0u), "
		"atomicOr(@marks[at + 2u], 0u), atomicOr(@marks[at + 3u], 0u));\n"
		"\tbool w = (m.x >> 16u == @epoch && m.x != high) || "
		"(m.y >> 16u == @epoch && m.y != low);\n"
		"\tbool r = (m.z >> 16u == @epoch && m.z != high) || "
		"(m.w >> 16u == @epoch && m.w != low);\n"
		"\treturn w || (writes && r);\n}\n",
		hp, hp, hp, hp);
	gs_rewrite_append(rw, rw->functions,
		"void @clear(%suint n)\n{\n"
		"\tfor (%suint k = gl_LocalInvocationIndex; k < %uu; k += n)\n"
		"\t\t@marks[k] = 0u;\n\tmemoryBarrierShared();\n\tbarrier();\n}\n",
		hp, hp, n);
	gs_rewrite_append(rw, rw->begin,
		"\t@epoch = 1u;\n"
		"\t@clear(gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z);\n");
}

void gs_fault_append_race(struct gs_fault_writing *w)
{
	const struct gs_fault_use *use = &w->o->use;
	const struct gs_fault_part *part = &use->part;
	const struct gs_fault_variable *v = &g_array_index(
		gs_fault_plan(w->rw->plan)->shared, struct gs_fault_variable, use->variable);
	const char *reads = use->reads ? "true" : "false", *writes = use->writes ? "true" : "false";

	gs_rewrite_append(
		w->rw, w->text, "\t%suint at = %uu", w->rw->highp, v->first_scalar + part->shift);
	if (part->index)
		g_string_append_printf(w->text, " + uint(i) * %uu", part->stride);
	g_string_append(w->text, ";\n\tbool hit = false;\n");
	if (part->index)
		g_string_append_printf(w->text, "\tif (i >= 0 && i < %u) {\n", part->limit);
	for (unsigned k = 0; k < 32; k++)
		if (part->mask >> k & 1)
			gs_rewrite_append(w->rw, w->text,
				"\thit = @race(at + %uu, %s, %s) || hit;\n", k, reads, writes);
	g_string_append(w->text, part->index ? "\t}\n\tif (hit) {\n" : "\tif (hit) {\n");
	gs_fault_append_hit(w, w->o->condition_site);
	g_string_append(w->text, "\t}\n");
}

/* ---- all of it ---- */

void gs_fault_groups_declare(struct gs_rewrite *rw)
{
	if (has_races(rw))
		declare_marks(rw);
}
