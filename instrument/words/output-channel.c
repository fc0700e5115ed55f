/* SPDX-License-Identifier: MIT */
/*
 * How our words leave the stages that draw nothing: transform feedback, or a storage buffer; and in
 * COVERAGE, who each element is.
 *
 * A control shader's words go to an evaluation shader of ours, which makes one point of each output
 * vertex: the patch becomes a line with as many points.
 */
#include <string.h>
#include "instrument/words/output-channel.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/profile.h"
#include "instrument/text/rewrite.h"
#include "instrument/text/stages.h"

/* ---- identity ---- */

struct builtin {
	const char *text;
	enum gs_base base;
	unsigned since, since_es;
};

static const struct builtin identities[GS_N_STAGES][4] = {
	[GS_STAGE_VERTEX] = {{"gl_VertexID", GS_BASE_INT, 130, 300},
		{"gl_InstanceID", GS_BASE_INT, 140, 300}},
	[GS_STAGE_TESS_CONTROL] = {{"gl_PrimitiveID", GS_BASE_INT, 0, 0},
		{"gl_InvocationID", GS_BASE_INT, 0, 0}},
	[GS_STAGE_TESS_EVALUATION] = {{"gl_PrimitiveID", GS_BASE_INT, 0, 0},
		{"gl_TessCoord.x", GS_BASE_FLOAT, 0, 0}, {"gl_TessCoord.y", GS_BASE_FLOAT, 0, 0},
		{"gl_TessCoord.z", GS_BASE_FLOAT, 0, 0}},
	[GS_STAGE_GEOMETRY] = {{"gl_PrimitiveIDIn", GS_BASE_INT, 0, 0},
		{"gl_InvocationID", GS_BASE_INT, 400, 0}},
	[GS_STAGE_COMPUTE] = {{"gl_GlobalInvocationID.x", GS_BASE_UINT, 0, 0},
		{"gl_GlobalInvocationID.y", GS_BASE_UINT, 0, 0},
		{"gl_GlobalInvocationID.z", GS_BASE_UINT, 0, 0}},
};

static bool is_available(const struct gs_rewrite *rw, const struct builtin *b)
{
	return rw->version >= (*rw->highp ? b->since_es : b->since);
}

void gs_output_channel_choose_identity(struct gs_rewrite *rw)
{
	struct gs_variant_layout *layout = rw->layout;

	for (unsigned i = 0; i < 4 && identities[rw->stage][i].text; i++) {
		const struct builtin *b = &identities[rw->stage][i];
		if (!is_available(rw, b) && rw->stage != GS_STAGE_GEOMETRY)
			break;
		layout->identity_base[i] = b->base;
		layout->identity_word[i] = layout->n_words;
		layout->n_words += gs_pack_words(rw, b->base);
		layout->n_identity++;
	}
}

void gs_output_channel_identify(struct gs_rewrite *rw)
{
	for (unsigned i = 0; i < rw->layout->n_identity; i++) {
		const struct builtin *b = &identities[rw->stage][i];
		GString *text = g_string_new("");
		/* an old geometry shader has only one invocation */
		gs_pack_scalar(rw, rw->plan->shader->main->unit, b->base,
			rw->layout->identity_word[i], is_available(rw, b) ? b->text : "0", text);
		g_string_append_printf(rw->finish, "\t%s;\n", text->str);
		g_string_free(text, TRUE);
	}
}

unsigned gs_variant_identity(const struct gs_variant *variant, const struct gs_images *images,
	size_t pixel, uint32_t id[4])
{
	const struct gs_variant_layout *layout = variant->layout;

	for (unsigned i = 0; i < layout->n_identity; i++)
		id[i] = (uint32_t)gs_unpack_scalar(
			variant, images, layout->identity_base[i], layout->identity_word[i], pixel)
				.bits;
	return layout->n_identity;
}

unsigned gs_variant_samples(
	const struct gs_variant *variant, const struct gs_images *images, size_t pixel)
{
	return variant->layout->tells_samples ? gs_count_at(variant, images, 1, pixel) : 0;
}

/* ---- transform feedback ---- */

static const char *vector_type(const struct gs_rewrite *rw)
{
	return rw->is_float ? "vec4" : "uvec4";
}

static void declare_varying(struct gs_rewrite *rw, unsigned i)
{
	const char *type = vector_type(rw);

	if (rw->stage == GS_STAGE_TESS_CONTROL) {
		gs_rewrite_append(rw, rw->functions, "out %s%s @o%u[];\n", rw->highp, type, i);
		gs_rewrite_append(rw, rw->end, "\t@o%u[gl_InvocationID] = @v%u;\n", i, i);
		rw->variant->output[i] = gs_rewrite_text(rw, "@w%u", i);
		return;
	}
	if (rw->is_old)
		gs_rewrite_append(rw, rw->functions, "varying %s%s%s @o%u;\n",
			rw->stage == GS_STAGE_GEOMETRY ? "out " : "", rw->highp, type, i);
	else /* EMITTED writes them in any unit */
		gs_rewrite_append(rw,
			rw->request->kind == GS_VARIANT_EMITTED ? rw->globals : rw->functions,
			"%sout %s%s @o%u;\n", rw->is_float ? "" : "flat ", rw->highp, type, i);
	gs_rewrite_append(rw, rw->end, "\t@o%u = @v%u;\n", i, i);
	rw->variant->output[i] = gs_rewrite_text(rw, "@o%u", i);
}

/* ---- storage ---- */

/* Only the unit that declares the local size knows it. */
static void declare_size(struct gs_rewrite *rw)
{
	static const char *const names[] = {"local_size_x", "local_size_y", "local_size_z"};
	size_t unit = rw->plan->shader->main->unit->index;
	bool is_variable = gs_shader_uses(rw, "local_size_variable");

	for (unsigned i = 0; i < 3; i++)
		g_free(gs_stages_layout_value(rw, names[i], &unit));
	gs_rewrite_append(rw, rw->globals, "uvec3 @size();\n");
	gs_rewrite_append(rw, rw->tails[unit], "uvec3 @size() { return gl_NumWorkGroups * %s; }\n",
		is_variable ? "gl_LocalGroupSizeARB" : "gl_WorkGroupSize");
}

static void declare_storage(struct gs_rewrite *rw, unsigned n)
{
	const char *type = vector_type(rw);

	gs_rewrite_append(rw, rw->functions,
		"layout(std430, binding = %u) writeonly buffer @Words { %s%s @words[]; };\n",
		rw->request->storage_binding, rw->highp, type);
	declare_size(rw);
	gs_rewrite_append(rw, rw->end,
		"\t%suvec3 size = @size();\n"
		"\t%suint cell = gl_GlobalInvocationID.x + size.x * (gl_GlobalInvocationID.y + "
		"size.y * gl_GlobalInvocationID.z);\n"
		"\t%suint cells = size.x * size.y * size.z;\n",
		rw->highp, rw->highp, rw->highp);
	for (unsigned i = 0; i < n; i++) {
		gs_rewrite_append(rw, rw->end, "\t@words[cell + %uu * cells] = @v%u;\n", i, i);
		rw->variant->output[i] = g_strdup("");
	}
}

static void write_point(struct gs_rewrite *rw)
{
	gs_rewrite_append(rw, rw->globals, "void @point();\n");
	gs_rewrite_append(rw, rw->functions, "void @point() { EmitVertex(); EndPrimitive(); }\n");
	gs_rewrite_append(rw, rw->end, "\t@point();\n");
}

void gs_output_channel_declare(struct gs_rewrite *rw)
{
	struct gs_variant *v = rw->variant;
	const char *type = vector_type(rw);
	unsigned n = (rw->layout->n_words + 3) / 4;

	v->n_attachments = n;
	v->channel = rw->stage == GS_STAGE_COMPUTE ? GS_OUTPUT_CHANNEL_STORAGE
						   : GS_OUTPUT_CHANNEL_FEEDBACK;
	for (unsigned i = 0; i < n; i++) {
		g_free(v->output[i]);
		v->output[i] = NULL;
		v->attachment[i] = rw->is_float ? GS_ATTACHMENT_FLOAT : GS_ATTACHMENT_UINT;
		gs_rewrite_append(rw, rw->globals, "%s%s @v%u;\n", rw->highp, type, i);
		gs_rewrite_append(
			rw, rw->begin, "\t@v%u = %s(%s);\n", i, type, rw->is_float ? "0.0" : "0u");
		if (v->channel == GS_OUTPUT_CHANNEL_FEEDBACK)
			declare_varying(rw, i);
	}
	if (v->channel == GS_OUTPUT_CHANNEL_STORAGE)
		declare_storage(rw, n);
	else if (rw->stage == GS_STAGE_GEOMETRY)
		write_point(rw);
}

/* ---- sums ---- */

void gs_output_channel_declare_sums(struct gs_rewrite *rw)
{
	unsigned at = GS_SUM_WORDS * rw->stage;

	rw->variant->channel = GS_OUTPUT_CHANNEL_SUMS;
	gs_rewrite_append(rw, rw->globals, "%suvec4 @v0;\n", rw->highp);
	gs_rewrite_append(rw, rw->begin, "\t@v0 = uvec4(0u);\n");
	gs_rewrite_append(rw, rw->functions,
		"layout(std430, binding = %u) buffer @Sums { %suint @sums[]; };\n"
		"void @add(%sint at, %suint n)\n{\n"
		"\t%suint was = atomicAdd(@sums[at], n);\n"
		"\tif (was + n < was)\n\t\tatomicAdd(@sums[at + 1], 1u);\n}\n",
		rw->request->storage_binding, rw->highp, rw->highp, rw->highp, rw->highp);
	gs_rewrite_append(rw, rw->end, "\t@add(%u, @v0.x);\n\t@add(%u, @v0.y);\n", at, at + 2);
}

/* ---- main ---- */

static void rename_main(struct gs_rewrite *rw)
{
	const struct gs_function *main = rw->plan->shader->main;
	char *name = gs_rewrite_text(rw, "@main");

	for (size_t k = 0; k <= main->n_prototypes; k++) {
		const struct gs_node *node = k == 0 ? main->definition : main->prototypes[k - 1];
		for (unsigned i = node->first; i < node->last; i++)
			if (!strcmp(node->unit->tokens[i].text, "main")) {
				gs_token_edit_replace(rw->edits[node->unit->index], i, name);
				break;
			}
	}
	g_free(name);
}

static void finish_returns(
	struct gs_rewrite *rw, struct gs_token_edits *edits, const struct gs_node *node)
{
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			finish_returns(rw, edits, node->child[i]);
	char *text = gs_rewrite_text(rw, "@finish();");
	if (node->kind == GS_NODE_RETURN)
		gs_token_edit_statement(edits, node, text);
	else if (node->kind == GS_NODE_FUNCTION)
		gs_token_edit_before(edits, node->last, text);
	g_free(text);
}

void gs_output_channel_wrap_main(struct gs_rewrite *rw)
{
	if (rw->stage != GS_STAGE_TESS_CONTROL) {
		rename_main(rw);
		return;
	}
	/* barrier() may stand in main only, so the program's main must stay main */
	const struct gs_node *main = rw->plan->shader->main->definition;
	struct gs_token_edits *edits = rw->edits[main->unit->index];
	char *start = gs_rewrite_text(rw, " @start();");

	finish_returns(rw, edits, main);
	gs_token_edit_after(edits, main->child[main->n_children - 1]->first, start);
	gs_rewrite_append(rw, rw->functions, "void @start();\nvoid @finish();\n");
	g_free(start);
}

static void write_levels(struct gs_rewrite *rw)
{
	size_t unit = 0;
	char *vertices = gs_stages_layout_value(rw, "vertices", &unit);

	gs_rewrite_append(rw, rw->functions, "int @vertices();\n");
	gs_rewrite_append(rw, rw->tails[unit], "int @vertices() { return int(%s); }\n",
		vertices ? vertices : "1");
	gs_rewrite_append(rw, rw->end,
		"\tgl_TessLevelOuter[0] = 1.0;\n"
		"\tgl_TessLevelOuter[1] = @vertices() > 1 ? float(@vertices() - 1) : 1.0;\n"
		"\tgl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 1.0;\n"
		"\tgl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;\n");
	g_free(vertices);
}

void gs_output_channel_write_main(struct gs_rewrite *rw)
{
	GString *tail = rw->tails[rw->plan->shader->main->unit->index];

	if (rw->stage != GS_STAGE_TESS_CONTROL) {
		gs_rewrite_append(rw, tail, "\nvoid main()\n{\n");
		g_string_append(tail, rw->begin->str);
		gs_rewrite_append(rw, tail, "\t@main();\n");
		g_string_append_printf(tail, "%s%s}\n", rw->finish->str, rw->end->str);
		return;
	}
	if (!rw->request->adds_up)
		write_levels(rw);
	gs_rewrite_append(rw, tail, "\nvoid @start()\n{\n");
	g_string_append_printf(tail, "%s}\n", rw->begin->str);
	gs_rewrite_append(rw, tail, "\nvoid @finish()\n{\n");
	g_string_append_printf(tail, "%s%s}\n", rw->finish->str, rw->end->str);
}

/* ---- the evaluation shader that hands a control shader's words on ---- */

static void put_version(struct gs_rewrite *rw, GString *out)
{
	const struct gs_unit *unit = rw->plan->shader->main->unit;

	if (rw->variant->upgrade == GS_UPGRADE_400_COMPATIBILITY && unit->version < 400)
		g_string_append(out, "#version 400 compatibility\n");
	else if (rw->variant->upgrade != GS_UPGRADE_NONE && unit->version < 400)
		g_string_append(out, "#version 400\n");
	else
		g_string_append_printf(out, "#version %u%s\n", unit->version,
			unit->is_es		 ? " es"
			: unit->is_compatibility ? " compatibility"
						 : "");
	for (size_t i = 0; i < unit->n_tokens; i++)
		if (unit->tokens[i].kind == GS_TOKEN_DIRECTIVE &&
			strstr(unit->tokens[i].text, "extension"))
			g_string_append_printf(out, "%s\n", unit->tokens[i].text);
}

char *gs_output_channel_added(struct gs_rewrite *rw)
{
	GString *out = g_string_new("");
	const char *type = vector_type(rw), *hp = rw->highp;
	unsigned n = rw->variant->n_attachments;

	if (rw->stage != GS_STAGE_TESS_CONTROL || rw->request->adds_up)
		return g_string_free(out, TRUE);
	put_version(rw, out);
	g_string_append(out, "layout(isolines, equal_spacing, point_mode) in;\n");
	if (!rw->plan->shader->units[0]->is_es) /* a separable program must have it */
		g_string_append(out, "out gl_PerVertex { vec4 gl_Position; };\n");
	for (unsigned i = 0; i < n; i++)
		gs_rewrite_append(rw, out, "in %s%s @o%u[];\n%sout %s%s @w%u;\n", hp, type, i,
			rw->is_float ? "" : "flat ", hp, type, i);
	g_string_append_printf(out, "void main()\n{\n\tint last = gl_PatchVerticesIn - 1;\n"
				    "\tint k = int(gl_TessCoord.x * float(last) + 0.5);\n"
				    "\tbool extra = last == 0 && gl_TessCoord.x > 0.5;\n");
	for (unsigned i = 0; i < n; i++)
		gs_rewrite_append(rw, out, "\t@w%u = extra ? %s(%s) : @o%u[k];\n", i, type,
			rw->is_float ? "0.0" : "0u", i);
	g_string_append(out, "}\n");
	return g_string_free(out, FALSE);
}
