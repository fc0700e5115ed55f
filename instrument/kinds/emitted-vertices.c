/* SPDX-License-Identifier: MIT */
/*
 * GS_VARIANT_EMITTED: a point for each vertex that a geometry shader emits before it comes to the
 * position, with the values at the emission.
 *
 * Words: 0 the primitive; 1 vertex, strip, stream and invocation in their bits, or as floats one
 * word each; then the captures. As many words as max_vertices leaves room for: OpenGL has 1,024
 * components for all vertices of an invocation.
 */
#include <stdlib.h>
#include <string.h>
#include "instrument/kinds/emitted-vertices.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"
#include "instrument/text/rewrite.h"
#include "instrument/kinds/site-instrumentation.h"
#include "instrument/text/stages.h"

enum {
	COMPONENTS = 1024, /* GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, at least */
	MOST_VERTICES = 256,
	STRIP_SHIFT = 11,
	STREAM_SHIFT = 22,
	INVOCATION_SHIFT = 24,
};

static unsigned max_vertices(const struct gs_rewrite *rw)
{
	size_t unit;
	char *text = gs_stages_layout_value(rw, "max_vertices", &unit), *end;
	unsigned long n = text ? strtoul(text, &end, 0) : 0;

	if (!text || *end || n == 0 || n > COMPONENTS)
		n = MOST_VERTICES; /* an expression */
	if (!text)
		n = GS_PROBABLE_VERTICES; /* GL_GEOMETRY_VERTICES_OUT of the program says how many
					   */
	g_free(text);
	return (unsigned)n;
}

unsigned gs_emitted_vertices_vectors(const struct gs_rewrite *rw)
{
	return MAX(COMPONENTS / 4 / max_vertices(rw), 1u);
}

bool gs_emitted_vertices_choose(struct gs_rewrite *rw, size_t first_capture)
{
	if (rw->stage != GS_STAGE_GEOMETRY) {
		gs_rewrite_fail(rw, "only geometry shaders emit vertices");
		return false;
	}
	rw->layout->n_words = rw->is_float ? 5 : 2;
	if (4 * rw->n_draw_buffers < rw->layout->n_words) {
		gs_rewrite_fail(rw, "this geometry shader emits too many vertices (max_vertices) "
				    "to capture them in this version");
		return false;
	}
	return gs_pack_choose(rw, first_capture);
}

/* ---- GLSL ---- */

/* The shader object that declares what is captured; the code goes there. False: there is no single
 * one. */
static bool find_unit(
	struct gs_rewrite *rw, const struct gs_node *node, const struct gs_unit **unit)
{
	const struct gs_symbol *s = node->kind == GS_NODE_IDENTIFIER ? node->symbol : NULL;

	if (s && s->unit && !s->is_builtin) {
		bool is_local = s->storage == GS_STORAGE_LOCAL ||
				(s->storage >= GS_STORAGE_PARAMETER_IN &&
					s->storage <= GS_STORAGE_PARAMETER_INOUT) ||
				s->visible_to + 1 < s->unit->n_tokens;
		if (is_local)
			gs_rewrite_fail(rw,
				"%s is a local variable: for emitted vertices, only outputs and "
				"other global variables can be read",
				s->name);
		else if (*unit && *unit != s->unit)
			gs_rewrite_fail(rw,
				"%s is in another shader object than the other values: ask for "
				"them one by one",
				s->name);
		*unit = s->unit;
	}
	for (size_t i = 0; i < node->n_children && !rw->failed; i++)
		if (node->child[i])
			find_unit(rw, node->child[i], unit);
	return !rw->failed;
}

static char *write_identity(const struct gs_rewrite *rw)
{
	const char *invocation = rw->version >= 400 || *rw->highp ? "gl_InvocationID" : "0";

	if (rw->is_float)
		return gs_rewrite_text(rw,
			"\t\t@v0 = vec4(gl_PrimitiveIDIn, @vertex, @strip[@stream], @stream);\n"
			"\t\t@v1.x = float(%s);\n",
			invocation);
	return gs_rewrite_text(rw,
		"\t\t@v0.x = uint(gl_PrimitiveIDIn);\n"
		"\t\t@v0.y = uint(@vertex | @strip[@stream] << %d | @stream << %d | %s << %d);\n",
		STRIP_SHIFT, STREAM_SHIFT, invocation, INVOCATION_SHIFT);
}

static void write_emit(struct gs_rewrite *rw, const struct gs_unit *unit)
{
	GString *before = g_string_new(""), *inside = g_string_new(""),
		*tail = rw->tails[unit->index];
	unsigned at = rw->plan->shader->main->definition->first;
	char *identity = write_identity(rw);

	if (unit != rw->plan->shader->main->unit)
		at = (unsigned)unit->n_tokens - 1;
	for (size_t i = 0; i < rw->layout->n_captures; i++)
		gs_pack_capture(
			rw, &rw->layout->captures[i], rw->edits[unit->index], at, before, inside);
	/* An input that is never negative: a driver that finds out that nothing is emitted leaves
	 * out what is asked back (NVIDIA's). */
	gs_rewrite_append(rw, tail,
		"\nvoid @emit(int @stream)\n{\n\tif (!@here || gl_PrimitiveIDIn < 0) {\n");
	g_string_append(tail, identity);
	if (before->len > 0)
		g_string_append_printf(tail, "\t\t%s;\n", before->str);
	if (inside->len > 0)
		g_string_append_printf(tail, "\t\t%s;\n", inside->str);
	g_string_append(tail, rw->end->str);
	gs_rewrite_append(rw, tail, "\t}\n\t++@vertex;\n}\n");
	g_string_truncate(rw->end, 0);
	gs_rewrite_append(rw, rw->end, "\tif (gl_PrimitiveIDIn < 0)\n\t\t@emit(0);\n");
	g_string_free(before, TRUE);
	g_string_free(inside, TRUE);
	g_free(identity);
}

void gs_emitted_vertices_insert(struct gs_rewrite *rw)
{
	const struct gs_unit *unit = NULL;

	for (size_t i = 0; i < rw->layout->n_captures; i++)
		if (!find_unit(rw,
			    rw->request->captures[rw->layout->captures[i].capture].expression->root,
			    &unit))
			return;
	if (rw->request->position)
		gs_site_instrumentation_insert(rw);
	else
		gs_rewrite_append(rw, rw->globals, "const bool @here = false;\n");
	gs_rewrite_append(
		rw, rw->globals, "%sint @vertex, @strip[4];\nvoid @emit(int stream);\n", rw->highp);
	gs_rewrite_append(rw, rw->begin,
		"\t@vertex = 0;\n\tfor (int i = 0; i < 4; ++i)\n\t\t@strip[i] = 0;\n");
	gs_rewrite_append(rw, rw->functions,
		"void @EmitVertex() { @emit(0); }\nvoid @EndPrimitive() { ++@strip[0]; }\n"
		"void @EmitStreamVertex(int stream) { @emit(stream); }\n"
		"void @EndStreamPrimitive(int stream) { ++@strip[stream]; }\n");
	write_emit(rw, unit ? unit : rw->plan->shader->main->unit);
}

/* ---- back ---- */

struct gs_emit gs_variant_emit(
	const struct gs_variant *variant, const struct gs_images *images, size_t record)
{
	struct gs_emit e = {.primitive = gs_count_at(variant, images, 0, record)};
	unsigned packed = gs_count_at(variant, images, 1, record);

	if (variant->layout->kind != GS_VARIANT_EMITTED)
		return (struct gs_emit){0};
	if (variant->layout->is_float) {
		e.vertex = packed;
		e.strip = gs_count_at(variant, images, 2, record);
		e.stream = gs_count_at(variant, images, 3, record);
		e.invocation = gs_count_at(variant, images, 4, record);
		return e;
	}
	e.vertex = packed & ((1u << STRIP_SHIFT) - 1);
	e.strip = packed >> STRIP_SHIFT & ((1u << (STREAM_SHIFT - STRIP_SHIFT)) - 1);
	e.stream = packed >> STREAM_SHIFT & 3;
	e.invocation = packed >> INVOCATION_SHIFT;
	return e;
}
