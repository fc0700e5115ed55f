/* SPDX-License-Identifier: MIT */
/* Records every decision of every element, in order of execution, as bits in the words of the
 * outputs. */
#include <stdlib.h>
#include <string.h>
#include "instrument/text/choice.h"
#include "instrument/text/loop-guard.h"
#include "instrument/text/names.h"
#include "instrument/kinds/path-recording.h"
#include "instrument/text/rewrite.h"

bool gs_switch_is_unsigned(const struct gs_site *site)
{
	return site->node->child[0]->type.base == GS_BASE_UINT;
}

void gs_switch_case(const struct gs_rewrite *rw, unsigned site, const char *variable, GString *out)
{
	const struct gs_site_info *info = &rw->flow->site_info[site];
	const char *type = gs_switch_is_unsigned(&rw->plan->sites[site]) ? "uint" : "int";
	unsigned otherwise = info->n_cases;

	g_string_append_c(out, '(');
	for (unsigned i = 0; i < info->n_cases; i++) {
		const struct gs_node *c = info->cases[i];
		if (c->n_children == 0 || !c->child[0]) {
			otherwise = i;
			continue;
		}
		g_string_append_printf(out, "%s == %s(", variable, type);
		gs_rewrite_tokens(rw, c->unit, c->child[0]->first, c->child[0]->last, out);
		g_string_append_printf(out, ") ? %u : ", i);
	}
	g_string_append_printf(out, "%u)", otherwise);
}

struct decision {
	const struct gs_node *node;
	const struct gs_site *site;
};

/* Inner nodes before those that contain them. */
static int compare_decisions(const void *a, const void *b)
{
	const struct gs_node *x = ((const struct decision *)a)->node,
			     *y = ((const struct decision *)b)->node;

	if (x->first != y->first)
		return x->first > y->first ? -1 : 1;
	return x->last < y->last ? -1 : x->last > y->last;
}

static GArray *collect_decisions(struct gs_rewrite *rw)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct decision));

	for (size_t i = 0; i < rw->plan->n_sites; i++) {
		const struct gs_site *s = &rw->plan->sites[i];
		struct decision d = {.site = s};
		if (!s->is_decision ||
			!rw->flow->functions[rw->flow->site_info[i].flow_function].reachable)
			continue;
		d.node = s->kind == GS_SITE_CALL
				 ? s->marked->child[0] /* after what its indices contain */
				 : gs_condition_expression(s->marked);
		if (d.node)
			g_array_append_val(list, d);
	}
	if (list->len > 0)
		qsort(list->data, list->len, sizeof(struct decision), compare_decisions);
	return list;
}

static void wrap_switch(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct decision *d)
{
	bool is_unsigned = gs_switch_is_unsigned(d->site);
	char *variable = gs_rewrite_text(rw, "@s%c", is_unsigned ? 'u' : 'i');
	char *prefix = gs_rewrite_text(rw, "(%s = (", variable), *suffix;
	GString *choice = g_string_new("");

	gs_switch_case(rw, d->site->id, variable, choice);
	suffix = gs_rewrite_text(rw, "), @decide_case(%s, %u), %s)", choice->str,
		gs_switch_bits(rw->flow->site_info[d->site->id].n_cases), variable);
	gs_token_edit_wrap(edits, d->node, prefix, suffix);
	g_free(variable);
	g_free(prefix);
	g_free(suffix);
	g_string_free(choice, TRUE);
}

static void record_choice(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_site *site)
{
	char *which = gs_choice_variable(rw, site);
	char *text = gs_rewrite_text(rw, "@decide_case(%s, %u)", which,
		gs_switch_bits(rw->flow->site_info[site->id].n_callees));

	gs_choice_wrap(rw, edits, site, text);
	gs_choice_call_copies(rw, edits, site->function->definition, site, NULL, 0);
	g_free(which);
	g_free(text);
}

/* The condition must stay a constant: what it rules out may not even link. */
static void wrap_constant(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node)
{
	char *prefix = gs_rewrite_text(rw, "(@decide((");
	GString *suffix = g_string_new(")), ");

	gs_rewrite_tokens(rw, node->unit, node->first, node->last, suffix);
	g_string_append_c(suffix, ')');
	gs_token_edit_wrap(edits, node, prefix, suffix->str);
	g_free(prefix);
	g_string_free(suffix, TRUE);
}

bool gs_driver_needs_constant_stores(const char *renderer)
{
	return renderer && strstr(renderer, "softpipe");
}

/* constant_stores: a word takes 32 decisions and is kept when it is full. */
static void keep_words(struct gs_rewrite *rw, unsigned words)
{
	gs_rewrite_append(rw, rw->functions,
		"\tif (k < %uu && (k & 31u) == 31u) {\n\t\t%suint w = k >> 5u;\n", 32 * words,
		rw->highp);
	for (unsigned i = 0; i < words; i++)
		gs_rewrite_append(
			rw, rw->functions, "\t\tif (w == %uu)\n\t\t\t@bits[%u] = @word;\n", i, i);
	gs_rewrite_append(rw, rw->functions, "\t\t@word = 0u;\n\t}\n");
}

static void declare_recorder(struct gs_rewrite *rw)
{
	unsigned words = rw->layout->window / 32;
	unsigned first = (unsigned)rw->request->first_decision;
	const char *hp = rw->highp;
	char *prefix = gs_rewrite_text(rw, "@decide");
	char *word = gs_rewrite_text(rw, rw->request->constant_stores ? "@word" : "@bits[k >> 5u]");

	gs_rewrite_append(rw, rw->globals,
		"%suint @n, @word, @bits[%u];\n%sint @si;\n%suint @su;\n", hp, words, hp, hp);
	gs_rewrite_append(rw, rw->globals, "bool %s(bool c);\nvoid %s_case(int which, int bits);\n",
		prefix, prefix);
	gs_rewrite_append(rw, rw->functions, "bool %s(bool c)\n{\n", prefix);
	if (rw->dead)
		gs_rewrite_append(rw, rw->functions, "\tif (@dead)\n\t\treturn c;\n");
	if (gs_loop_guard_is_present(rw)) /* what comes after the loop is not part of the path */
		gs_rewrite_append(rw, rw->functions, "\tif (@stuck)\n\t\treturn c;\n");
	if (g_hash_table_contains(rw->temporaries, "off"))
		gs_rewrite_append(rw, rw->functions, "\tif (@off > 0)\n\t\treturn c;\n");
	gs_rewrite_append(rw, rw->functions,
		"\t%suint k = @n++ - %uu;\n"
		"\tif (c && k < %uu)\n\t\t%s |= 1u << (k & 31u);\n",
		hp, first, rw->layout->window, word);
	if (rw->request->constant_stores)
		keep_words(rw, words);
	gs_rewrite_append(rw, rw->functions, "\treturn c;\n}\n");
	gs_rewrite_append(rw, rw->functions,
		"void %s_case(int which, int bits)\n{\n\tfor (int i = 0; i < bits; "
		"++i)\n\t\t%s(((which >> i) & 1) != 0);\n}\n",
		prefix, prefix);
	gs_rewrite_append(rw, rw->begin,
		"\t@n = @word = 0u;\n\tfor (int i = 0; i < %u; ++i)\n\t\t@bits[i] = 0u;\n", words);
	g_free(prefix);
	g_free(word);
}

void gs_path_recording_insert(struct gs_rewrite *rw)
{
	GArray *list = collect_decisions(rw);
	char *prefix = gs_rewrite_text(rw, "@decide((");

	for (unsigned i = 0; i < list->len; i++) {
		const struct decision *d = &g_array_index(list, struct decision, i);
		struct gs_token_edits *edits = rw->edits[d->node->unit->index];
		if (d->site->kind == GS_SITE_SWITCH)
			wrap_switch(rw, edits, d);
		else if (d->site->kind == GS_SITE_CALL)
			record_choice(rw, edits, d->site);
		else if (d->node->is_constant)
			wrap_constant(rw, edits, d->node);
		else
			gs_token_edit_wrap(edits, d->node, prefix, "))");
	}
	declare_recorder(rw);
	g_free(prefix);
	g_array_free(list, TRUE);
}
