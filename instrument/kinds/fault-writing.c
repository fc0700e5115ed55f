/* SPDX-License-Identifier: MIT */
#include "instrument/kinds/fault-writing.h"
#include <string.h>
#include "instrument/text/names.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"

bool gs_fault_tells_values(const struct gs_rewrite *rw)
{
	return rw->layout->kind == GS_VARIANT_FAULT_VALUES;
}

bool gs_fault_sifts(const struct gs_rewrite *rw)
{
	return rw->layout->kind == GS_VARIANT_SIFT;
}

bool gs_fault_is_asked(const struct gs_rewrite *rw, int site)
{
	if (site < 0)
		return false;
	uint64_t first = rw->request->first_decision, at = (uint64_t)site;
	if (gs_fault_sifts(rw))
		return rw->request->fault_kinds >> gs_plan_faults(rw->plan)->sites[site].kind & 1;
	return gs_fault_tells_values(rw) ? at == first
					 : at >= first && at - first < rw->layout->window;
}

char *gs_fault_type_of(const struct gs_rewrite *rw, const struct gs_type *type)
{
	char *name = gs_type_string(type), *text = g_strconcat(rw->highp, name, NULL);

	g_free(name);
	return text;
}

bool gs_fault_has_floats(const struct gs_type *type)
{
	return type->base == GS_BASE_FLOAT || type->base == GS_BASE_DOUBLE;
}

void gs_fault_append_scalar(GString *out, const char *value, const struct gs_type *type, size_t k)
{
	size_t n = gs_type_scalars(type);

	g_string_append(out, value);
	if (n == 1)
		return;
	k = MIN(k, n - 1);
	if (type->columns > 1)
		g_string_append_printf(out, "[%zu]", k / type->rows);
	g_string_append_printf(out, ".%c", "xyzw"[k % type->rows]);
}

/* Stores the operands, as the first time's. */
static void append_values(struct gs_fault_writing *w)
{
	unsigned at = 0;

	for (unsigned i = 0; i < w->o->n_operands && at < w->rw->layout->window; i++) {
		const struct gs_type *type = &w->o->operands[i].type;
		for (size_t k = 0; k < gs_type_scalars(type); k++, at++) {
			gs_rewrite_append(w->rw, w->text, "\t\t\t@n%u = %s", 1 + at,
				type->base == GS_BASE_DOUBLE ? "floatBitsToUint(float("
				: gs_fault_has_floats(type)  ? "floatBitsToUint(("
							     : "(uint(");
			gs_fault_append_scalar(w->text, w->parameter[i], type, k);
			g_string_append_printf(w->text, ")) ^ %uu;\n", GS_TURNED_BITS);
		}
	}
}

void gs_fault_append_reach(const struct gs_rewrite *rw, uint64_t site, GString *out)
{
	char *set = gs_count_set_bit(
		rw, gs_fault_sifts(rw) ? 0 : (unsigned)(site - rw->request->first_decision));

	g_string_append_printf(out, "\t\t%s;\n", set);
	g_free(set);
}

void gs_fault_append_hit(struct gs_fault_writing *w, int site)
{
	struct gs_rewrite *rw = w->rw;

	if (!gs_fault_tells_values(rw)) {
		gs_fault_append_reach(rw, (uint64_t)site, w->text);
		return;
	}
	gs_rewrite_append(rw, w->text,
		rw->dead ? "\t\tif (!@dead && @n0 == 0u) {\n" : "\t\tif (@n0 == 0u) {\n");
	append_values(w);
	g_string_append(w->text, "\t\t}\n");
	gs_rewrite_append(rw, w->text,
		rw->dead ? "\t\tif (!@dead && @n0 < 4294967295u)\n\t\t\t++@n0;\n"
			 : "\t\tif (@n0 < 4294967295u)\n\t\t\t++@n0;\n");
}
