/* SPDX-License-Identifier: MIT */
/*
 * Faults: each operation that may go wrong is done by a function of ours, which tests its operands
 * and its result (FAULTS), or keeps the operands of the first time that the fault happens
 * (FAULT_VALUES). What it gives is what the operation gives.
 *
 * Derivatives are counted where they are taken. At the end of main, where all invocations of a
 * quad come, the counts' own derivatives tell whether the neighbours have taken as many.
 *
 * Words: 0 flags. FAULTS: a bit a site. FAULT_VALUES: 1 how often; then the operands' scalars.
 * SIFT: 1 one bit for all sites.
 */
#include "instrument/kinds/fault-writing.h"
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"

enum { MOST_SCALARS = 14 };

/* ---- words ---- */

static const struct gs_fault_operation *operation_of(const struct gs_plan *plan, uint64_t site)
{
	const struct gs_fault_plan *faults = gs_fault_plan(plan);

	return site < faults->sites.n_sites
		       ? faults->operations->pdata[faults->sites.sites[site].operation]
		       : NULL;
}

static bool choose_values(struct gs_rewrite *rw, unsigned total)
{
	struct gs_variant_layout *layout = rw->layout;
	const struct gs_fault_operation *o = operation_of(rw->plan, rw->request->first_decision);
	unsigned room = MIN(total - 2, MOST_SCALARS);

	layout->scalar_bases = g_new0(enum gs_base, MOST_SCALARS);
	for (unsigned i = 0; o && i < o->n_operands; i++) {
		const struct gs_type *type = &o->operands[i].type;
		size_t n = gs_type_scalars(type);
		if (layout->window + n > room)
			break;
		for (size_t k = 0; k < n; k++) /* a double as a float */
			layout->scalar_bases[layout->window++] = type->base == GS_BASE_DOUBLE
									 ? GS_BASE_FLOAT
									 : type->base;
	}
	layout->first_bit_word = 2;
	layout->n_words = 2 + layout->window;
	return o != NULL;
}

bool gs_faults_choose(struct gs_rewrite *rw, unsigned total)
{
	struct gs_variant_layout *layout = rw->layout;
	uint64_t first = rw->request->first_decision, all = gs_plan_faults(rw->plan)->n_sites;

	unsigned bits = gs_count_bits(rw->is_float);

	if (total < (gs_fault_tells_values(rw) ? 4u : 2u) ||
		(rw->is_float && gs_fault_tells_values(rw))) {
		gs_rewrite_fail(rw, "the faults of a shader of its version cannot be told");
		return false;
	}
	if (gs_fault_tells_values(rw))
		return choose_values(rw, total);
	if (gs_fault_sifts(rw)) {
		layout->window = (unsigned)all;
		layout->n_words = gs_fault_has_barriers(rw) ? 3 : 2;
		return true;
	}
	layout->first_bit_word = (unsigned)first;
	layout->window = (unsigned)MIN((total - 1) * bits, all - MIN(first, all));
	layout->n_words = 1 + (layout->window + bits - 1) / bits;
	return true;
}

/* ---- functions ---- */

static size_t most_scalars(const struct gs_fault_operation *o)
{
	size_t n = 1;

	for (unsigned i = 0; i < o->n_operands; i++)
		n = MAX(n, gs_type_scalars(&o->operands[i].type));
	return o->n_parts ? MIN(n, o->n_parts) : n;
}

/* The operation's condition for one component. */
static void append_condition(struct gs_fault_writing *w, size_t k)
{
	const struct gs_fault_operation *o = w->o;

	g_string_append_c(w->text, '(');
	for (const char *c = o->condition; *c; c++) {
		if (*c != '$') {
			g_string_append_c(w->text, *c);
			continue;
		}
		c++;
		unsigned i = *c == 'n' ? 0 : (unsigned)(*c - 'a');
		if (*c == 'n')
			gs_rewrite_append(w->rw, w->text, "@nan(");
		gs_fault_append_scalar(w->text, w->parameter[i], &o->operands[i].type, k);
		if (*c == 'n')
			g_string_append_c(w->text, ')');
	}
	g_string_append_c(w->text, ')');
}

/* That component k of the operands is finite; `all`: that all are. */
static void append_finite(struct gs_fault_writing *w, size_t k, bool all)
{
	for (unsigned i = 0; i < w->o->n_operands; i++) {
		const struct gs_type *type = &w->o->operands[i].type;
		if (!gs_fault_has_floats(type))
			continue;
		size_t n = all ? gs_type_scalars(type) : 1;
		for (size_t c = 0; c < n; c++) {
			gs_rewrite_append(w->rw, w->text, " && !@bad(");
			gs_fault_append_scalar(w->text, w->parameter[i], type, all ? c : k);
			g_string_append_c(w->text, ')');
		}
	}
}

/* That a component of the result has become NaN, or infinite. */
static void append_overflow(struct gs_fault_writing *w, bool is_nan)
{
	const struct gs_type *type = &w->o->result;
	bool whole = w->o->is_whole;

	for (size_t k = 0; k < gs_type_scalars(type); k++) {
		g_string_append(w->text, k ? " || (" : "(");
		gs_rewrite_append(w->rw, w->text, is_nan ? "@nan(" : "@inf(");
		gs_fault_append_scalar(w->text, "r", type, k);
		g_string_append_c(w->text, ')');
		append_finite(w, k, whole);
		g_string_append_c(w->text, ')');
	}
}

static void append_tests(struct gs_fault_writing *w)
{
	const struct gs_fault_operation *o = w->o;
	bool is_first = true;

	if (o->condition && o->condition_site >= 0) {
		g_string_append(w->text, "\tif (");
		for (size_t k = 0; k < most_scalars(o); k++) {
			if (k)
				g_string_append(w->text, o->in_all ? " && " : " || ");
			append_condition(w, k);
		}
		g_string_append(w->text, ") {\n");
		if (gs_fault_is_asked(w->rw, o->condition_site))
			gs_fault_append_hit(w, o->condition_site);
		g_string_append(w->text, "\t}");
		is_first = false;
	}
	for (unsigned i = 0; i < 2; i++) {
		int site = i ? o->infinity_site : o->nan_site;
		if (site < 0)
			continue;
		g_string_append(w->text, is_first ? "\tif (" : " else if (");
		append_overflow(w, i == 0);
		g_string_append(w->text, ") {\n");
		if (gs_fault_is_asked(w->rw, site))
			gs_fault_append_hit(w, site);
		g_string_append(w->text, "\t}");
		is_first = false;
	}
	g_string_append_c(w->text, '\n');
}

/* What the operation gives, from the parameters. */
static void append_result(struct gs_fault_writing *w)
{
	const struct gs_fault_operation *o = w->o;
	const struct gs_node *node = o->node;
	bool is_call = o->form == GS_FAULT_FORM_CALL;
	char *type = gs_fault_type_of(w->rw, &o->result);
	const char *op = is_call ? "" : node->unit->tokens[node->op_token].text;

	g_string_append_printf(w->text, "\t%s r = ", type);
	if (is_call)
		g_string_append_printf(w->text, "%s(", node->unit->tokens[node->name_token].text);
	for (unsigned i = 0; i < o->n_operands; i++) {
		if (i && is_call)
			g_string_append(w->text, ", ");
		else if (i) /* of an assignment without its = */
			g_string_append_printf(w->text, " %.*s ",
				(int)strlen(op) - (o->form == GS_FAULT_FORM_ASSIGN), op);
		g_string_append(w->text, w->parameter[i]);
	}
	g_string_append(w->text, is_call ? ");\n" : ";\n");
	g_free(type);
}

static const char *opaque_of(const struct gs_fault_operation *o)
{
	return o->node->child[0]->type.name;
}

/* Whether a type of samplers is of textures with levels. */
static bool has_levels(const char *type)
{
	static const char *const without[] = {"image", "Rect", "Buffer", "MS"};

	for (unsigned i = 0; i < G_N_ELEMENTS(without); i++)
		if (strstr(type, without[i]))
			return false;
	return true;
}

/* The size of what has texels, in as many dimensions as its coordinates. */
static void append_size(struct gs_fault_writing *w, const char *type)
{
	const char *opaque = opaque_of(w->o);

	g_string_append_printf(w->text, "\t%s b = %s(s%s);\n", type,
		strstr(opaque, "image") ? "imageSize" : "textureSize",
		has_levels(opaque) ? ", l" : "");
}

static bool fetches_level(const struct gs_fault_operation *o)
{
	return o->node->n_children > 2 && has_levels(opaque_of(o));
}

static void append_parameters(struct gs_fault_writing *w)
{
	static const char *const names[GS_MOST_OPERANDS] = {"a", "b", "c", "d"};
	const struct gs_fault_operation *o = w->o;
	struct gs_rewrite *rw = w->rw;
	unsigned n = o->form == GS_FAULT_FORM_VALUE || o->form == GS_FAULT_FORM_SIZE
			     ? 1
			     : o->n_operands;

	for (unsigned i = 0; i < n; i++) {
		char *type = gs_fault_type_of(rw, &o->operands[i].type);
		g_string_append_printf(w->text, "%s%s %s", i ? ", " : "", type, names[i]);
		g_free(type);
	}
	if (o->form == GS_FAULT_FORM_SIZE) {
		const char *opaque = opaque_of(o);
		g_string_append_printf(w->text, ", %s%s%s s",
			strstr(opaque, "image") ? "coherent volatile readonly writeonly " : "",
			rw->highp, opaque);
		if (fetches_level(o))
			g_string_append_printf(w->text, ", %sint l", rw->highp);
	}
	for (unsigned i = 0; i < o->n_operands; i++)
		w->parameter[i] = g_strdup(names[i]);
}

static unsigned length_of(const struct gs_type *type)
{
	return type->n_dimensions > 0 ? (unsigned)type->dimensions[0]
	       : type->columns > 1    ? type->columns
				      : type->rows;
}

static void write_function(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	struct gs_fault_writing w = {.rw = rw, .o = o, .text = rw->heads[o->node->unit->index]};
	bool gives_result = o->form == GS_FAULT_FORM_BINARY || o->form == GS_FAULT_FORM_CALL;
	unsigned given = o->form == GS_FAULT_FORM_ASSIGN ? 1 : 0;
	char *type = gs_fault_type_of(rw, gives_result ? &o->result : &o->operands[given].type);

	gs_rewrite_append(rw, w.text, "%s @f%u(", type, number);
	append_parameters(&w);
	g_string_append(w.text, ")\n{\n");
	if (gives_result || o->form == GS_FAULT_FORM_ASSIGN)
		append_result(&w);
	if (o->form == GS_FAULT_FORM_SIZE)
		append_size(&w, type);
	if (o->form == GS_FAULT_FORM_VALUE && o->n_operands > 1) {
		g_free(w.parameter[1]);
		w.parameter[1] = g_strdup_printf("%u", length_of(&o->node->child[0]->type));
	}
	append_tests(&w);
	g_string_append_printf(w.text, "\treturn %s;\n}\n", gives_result ? "r" : given ? "b" : "a");
	for (unsigned i = 0; i < o->n_operands; i++)
		g_free(w.parameter[i]);
	g_free(type);
}

/* ---- calls of them ---- */

static void append_copy(struct gs_rewrite *rw, const struct gs_node *node, GString *out)
{
	g_string_append(out, ", ");
	gs_rewrite_tokens(rw, node->unit, node->first, node->last, out);
}

/* The child goes through the function, with more arguments behind it. */
static void wrap_child(struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	struct gs_token_edits *edits = rw->edits[o->node->unit->index];
	const struct gs_node *node = o->node;
	GString *before = g_string_new(""), *after = g_string_new("");

	gs_rewrite_append(rw, before, "@f%u(", number);
	if (o->form == GS_FAULT_FORM_ASSIGN) {
		gs_rewrite_tokens(
			rw, node->unit, node->child[0]->first, node->child[0]->last, before);
		g_string_append(before, ", ");
	} else if (o->form == GS_FAULT_FORM_LENGTH) {
		append_copy(rw, node->child[0], after);
		g_string_append(after, ".length()");
	} else if (o->form == GS_FAULT_FORM_SIZE) {
		append_copy(rw, node->child[0], after);
		if (fetches_level(o))
			append_copy(rw, node->child[2], after);
	}
	g_string_append_c(after, ')');
	gs_token_edit_wrap(edits, node->child[o->child], before->str, after->str);
	g_string_free(before, TRUE);
	g_string_free(after, TRUE);
}

static void call_function(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	struct gs_token_edits *edits = rw->edits[o->node->unit->index];
	char *name = gs_rewrite_text(rw, "@f%u", number);

	switch (o->form) {
	case GS_FAULT_FORM_BINARY: {
		char *begin = g_strconcat(name, "(", NULL);
		gs_token_edit_replace(edits, o->node->op_token, ",");
		gs_token_edit_wrap(edits, o->node, begin, ")");
		g_free(begin);
		break;
	}
	case GS_FAULT_FORM_CALL:
		gs_token_edit_replace(edits, o->node->name_token, name);
		break;
	default:
		wrap_child(rw, number, o);
		break;
	}
	g_free(name);
}

static void count_derivative(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	char *text = gs_rewrite_text(rw, "(@c%u(), ", number);

	gs_rewrite_append(
		rw, rw->globals, "%sfloat @d%u;\nvoid @c%u();\n", rw->highp, number, number);
	gs_rewrite_append(rw, rw->functions, "void @c%u()\n{\n%s\t@d%u += 1.0;\n}\n", number,
		rw->dead ? "\tif (!@dead)\n\t" : "", number);
	gs_rewrite_append(rw, rw->begin, "\t@d%u = 0.0;\n", number);
	gs_token_edit_wrap(rw->edits[o->node->unit->index], o->node, text, ")");
	g_free(text);
}

/* Whether the derivative is counted. Old versions of ES have none to compare counts with. */
static bool is_counted(const struct gs_rewrite *rw, const struct gs_fault_operation *o)
{
	return !gs_fault_tells_values(rw) && gs_fault_is_asked(rw, o->condition_site) &&
	       !(*rw->highp && rw->is_old);
}

static void count_iterations(
	struct gs_rewrite *rw, unsigned number, const struct gs_fault_operation *o)
{
	struct gs_token_edits *edits = rw->edits[o->node->unit->index];
	struct gs_fault_writing w = {.rw = rw, .o = o, .text = rw->functions};
	char *count = gs_rewrite_text(rw, "@c%u();", number);
	char *begin = gs_rewrite_text(rw, "@k%u = 0; ", number);

	gs_rewrite_append(
		rw, rw->globals, "%sint @k%u;\nvoid @c%u();\n", rw->highp, number, number);
	gs_rewrite_append(rw, w.text, "void @c%u()\n{\n\tif (++@k%u == %d) {\n", number, number,
		GS_FAULT_ITERATIONS + 1);
	gs_fault_append_hit(&w, o->condition_site);
	g_string_append(w.text, "\t}\n}\n");
	gs_token_edit_body(edits, gs_loop_body(o->node), count);
	gs_token_edit_statement(edits, o->node, begin);
	g_free(begin);
	g_free(count);
}

/* A function that tests bits of floats: GLSL does not define comparisons with NaN. */
static void declare_test(struct gs_rewrite *rw, const char *name, const char *type,
	const char *bits, const char *test)
{
	gs_rewrite_append(rw, rw->globals, "bool @%s(%s v);\n", name, type);
	gs_rewrite_append(rw, rw->functions,
		"bool @%s(%s v)\n{\n\t%suint b = %s & 0x7fffffffu;\n"
		"\treturn b %s;\n}\n",
		name, type, rw->highp, bits, test);
}

/* Likewise, for versions that do not give the bits away: drivers compare as IEEE 754 does. */
static void declare_comparison(struct gs_rewrite *rw, const char *name, const char *test)
{
	gs_rewrite_append(rw, rw->globals, "bool @%s(%sfloat v);\n", name, rw->highp);
	gs_rewrite_append(rw, rw->functions, "bool @%s(%sfloat v)\n{\n\treturn %s;\n}\n", name,
		rw->highp, test);
}

static bool has_doubles(const struct gs_fault_plan *faults)
{
	for (unsigned i = 0; i < faults->operations->len; i++) {
		const struct gs_fault_operation *o = faults->operations->pdata[i];
		for (unsigned k = 0; k < o->n_operands; k++)
			if (o->operands[k].type.base == GS_BASE_DOUBLE)
				return true;
		if (o->result.base == GS_BASE_DOUBLE)
			return true;
	}
	return false;
}

static void declare_tests(struct gs_rewrite *rw)
{
	char *type = g_strconcat(rw->highp, "float", NULL);

	if (rw->is_float) {
		declare_comparison(rw, "bad", "!(abs(v) <= 3.402823e38)");
		declare_comparison(rw, "inf", "abs(v) > 3.402823e38");
		declare_comparison(rw, "nan", "!(v == v)");
	} else {
		declare_test(rw, "bad", type, "floatBitsToUint(v)", ">= 0x7f800000u");
		declare_test(rw, "inf", type, "floatBitsToUint(v)", "== 0x7f800000u");
		declare_test(rw, "nan", type, "floatBitsToUint(v)", "> 0x7f800000u");
	}
	g_free(type);
	if (!has_doubles(gs_fault_plan(rw->plan)))
		return;
	declare_test(rw, "bad", "double", "unpackDouble2x32(v).y", ">= 0x7ff00000u");
	declare_test(rw, "inf", "double", "unpackDouble2x32(v).y",
		"== 0x7ff00000u && unpackDouble2x32(v).x == 0u");
	declare_test(rw, "nan", "double", "unpackDouble2x32(v).y",
		">= 0x7ff00000u && (b > 0x7ff00000u || unpackDouble2x32(v).x != 0u)");
}

static void declare_values(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i + 1 < rw->layout->n_words; i++) {
		gs_rewrite_append(rw, rw->globals, "%suint @n%u;\n", rw->highp, i);
		gs_rewrite_append(rw, rw->begin, "\t@n%u = 0u;\n", i);
	}
}

void gs_faults_insert(struct gs_rewrite *rw)
{
	const struct gs_fault_plan *faults = gs_fault_plan(rw->plan);

	declare_tests(rw);
	if (gs_fault_tells_values(rw))
		declare_values(rw);
	else
		gs_count_declare_bits(rw);
	gs_fault_groups_declare(rw);
	bool follows = gs_fault_uses_followed(rw);
	for (unsigned i = 0; i < faults->operations->len; i++) {
		const struct gs_fault_operation *o = faults->operations->pdata[i];
		if (gs_fault_is_use(o)) {
			if (o->use.is_shared ? gs_fault_is_asked(rw, o->condition_site) : follows)
				gs_fault_use_insert(rw, i, o);
			continue;
		}
		bool asked = gs_fault_is_asked(rw, o->condition_site) ||
			     gs_fault_is_asked(rw, o->nan_site) ||
			     gs_fault_is_asked(rw, o->infinity_site);
		if (o->form == GS_FAULT_FORM_BARRIER) {
			gs_fault_barrier_insert(rw, i, o);
		} else if (o->form == GS_FAULT_FORM_LOOP && asked) {
			count_iterations(rw, i, o);
		} else if (o->form != GS_FAULT_FORM_COUNT && asked) {
			write_function(rw, i, o);
			call_function(rw, i, o);
		} else if (o->form == GS_FAULT_FORM_COUNT && is_counted(rw, o)) {
			count_derivative(rw, i, o);
		}
	}
	if (follows)
		gs_fault_uses_declare(rw);
}

/* Where the count of a derivative differs from a neighbour's, some were taken without it. */
static void compare_neighbours(struct gs_rewrite *rw)
{
	const struct gs_fault_plan *faults = gs_fault_plan(rw->plan);

	for (unsigned i = 0; i < faults->operations->len; i++) {
		const struct gs_fault_operation *o = faults->operations->pdata[i];
		if (o->form != GS_FAULT_FORM_COUNT || !is_counted(rw, o))
			continue;
		gs_rewrite_append(rw, rw->finish,
			"\t%sfloat @d%u_x = dFdx(@d%u), @d%u_y = dFdy(@d%u);\n"
			"\tif (@d%u > 0.0 && (@d%u_x != 0.0 || @d%u_y != 0.0)) {\n",
			rw->highp, i, i, i, i, i, i, i);
		gs_fault_append_reach(rw, (uint64_t)o->condition_site, rw->finish);
		g_string_append(rw->finish, "\t}\n");
	}
}

void gs_faults_write(struct gs_rewrite *rw)
{
	compare_neighbours(rw);
	gs_count_write_words(rw);
	if (gs_fault_sifts(rw) && rw->stage == GS_STAGE_FRAGMENT)
		gs_rewrite_append(rw, rw->finish, "\tif (@n0 == %s)\n\t\tdiscard;\n",
			rw->is_float ? "0.0" : "0u");
}

/* ---- back ---- */

bool gs_variant_faulted(
	const struct gs_variant *variant, const struct gs_images *images, size_t site, size_t pixel)
{
	return variant->layout->kind == GS_VARIANT_FAULTS &&
	       gs_count_bit_at(variant, images, site, pixel);
}

uint64_t gs_variant_fault(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, struct gs_scalar *scalars, size_t most, size_t *n)
{
	const struct gs_variant_layout *layout = variant->layout;

	*n = 0;
	if (layout->kind != GS_VARIANT_FAULT_VALUES)
		return 0;
	for (; *n < layout->window && *n < most; ++*n)
		scalars[*n] = gs_unpack_scalar(variant, images, layout->scalar_bases[*n],
			layout->first_bit_word + (unsigned)*n, pixel);
	return gs_count_at(variant, images, 1, pixel);
}
