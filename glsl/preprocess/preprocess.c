/* SPDX-License-Identifier: MIT */
/* Preprocesses a shader object's text, or a watch's: directives, then macros, then tokens. */

#include "glsl/private.h"

static void predefine_all(struct gs_preprocessor *pp)
{
	for (size_t i = 0; i < pp->input->n_macros; i++)
		gs_pp_predefine(pp, pp->input->macros[i].name, pp->input->macros[i].value);
	gs_pp_predefine(pp, "__LINE__", "0");
	gs_pp_predefine(pp, "__FILE__", "0");
	gs_names_intern(&pp->context->names, "__LINE__", 8)->macro->special = GS_MACRO_LINE;
	gs_names_intern(&pp->context->names, "__FILE__", 8)->macro->special = GS_MACRO_FILE;
	gs_pp_define_profile(pp);
}

static void run(struct gs_preprocessor *pp)
{
	struct gs_pp_token token;

	predefine_all(pp);
	while (gs_macro_next(pp, &token))
		gs_lex_emit(pp->unit, pp->out, &token);
	gs_pp_expect_closed(pp);
}

static void preprocessor_init(struct gs_preprocessor *pp, struct gs_parse_context *context,
	struct gs_unit_full *unit, struct gs_messages *messages)
{
	*pp = (struct gs_preprocessor){
		.context = context,
		.unit = unit,
		.messages = messages,
		.next = gs_pp_next,
		.scanned = gs_scan(&context->names, unit->unit.source, unit->source_length),
		.skipped = g_array_new(FALSE, FALSE, sizeof(struct gs_line_range)),
		.macros = g_ptr_array_new(),
		.temporaries = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref),
		.out = g_array_new(FALSE, TRUE, sizeof(struct gs_token)),
	};
}

/* Undefines all macros; returns those that were still defined. */
static struct gs_macro **take_macros(struct gs_preprocessor *pp, size_t *n)
{
	GPtrArray *left = g_ptr_array_new();

	for (guint i = 0; i < pp->macros->len; i++) {
		struct gs_name *name = pp->macros->pdata[i];

		if (name->macro)
			g_ptr_array_add(left, name->macro);
		name->macro = NULL;
	}
	struct gs_macro **macros = gs_arena_copy(
		&pp->context->arena, left->pdata, left->len * sizeof(*macros));

	*n = left->len;
	g_ptr_array_unref(left);
	return macros;
}

/* Gives the unit its tokens. */
static void preprocessor_finish(struct gs_preprocessor *pp, struct gs_arena *arena)
{
	const struct gs_pp_token *last = &g_array_index(
		pp->scanned, struct gs_pp_token, pp->scanned->len - 1);
	struct gs_token end = {
		.kind = GS_TOKEN_END,
		.text = gs_names_intern(&pp->context->names, "", 0)->text,
		.span = last->span,
	};

	g_array_append_val(pp->out, end);
	pp->unit->unit.n_tokens = pp->out->len;
	pp->unit->unit.tokens = gs_arena_copy(
		arena, pp->out->data, pp->out->len * sizeof(struct gs_token));
	pp->unit->unit.n_skipped = pp->skipped->len;
	pp->unit->unit.skipped = gs_arena_copy(
		arena, pp->skipped->data, pp->skipped->len * sizeof(struct gs_line_range));
	g_array_unref(pp->skipped);
	g_ptr_array_unref(pp->macros);
	g_ptr_array_unref(pp->temporaries);
	g_array_unref(pp->out);
	g_array_unref(pp->scanned);
}

bool gs_preprocess(struct gs_parse_context *context, struct gs_unit_full *unit,
	const struct gs_glsl_input *input, struct gs_messages *messages)
{
	struct gs_preprocessor pp;
	volatile bool ok = false;

	preprocessor_init(&pp, context, unit, messages);
	pp.input = input;
	pp.at_line_start = true;
	if (setjmp(pp.give_up) == 0) {
		run(&pp);
		ok = true;
	}
	unit->macros = take_macros(&pp, &unit->n_macros);
	preprocessor_finish(&pp, &context->arena);
	return ok;
}

bool gs_preprocess_expression(struct gs_parse_context *context, struct gs_unit_full *unit,
	const struct gs_unit_full *around, struct gs_arena *arena, struct gs_messages *messages)
{
	struct gs_preprocessor pp;
	struct gs_pp_token token;
	volatile bool ok = false;

	preprocessor_init(&pp, context, unit, messages);
	for (size_t i = 0; i < around->n_macros; i++) {
		struct gs_macro *macro = around->macros[i];

		macro->is_busy = false; /* where an earlier text gave up in its middle */
		macro->name->macro = macro;
		g_ptr_array_add(pp.macros, macro->name);
	}
	if (setjmp(pp.give_up) == 0) {
		while (gs_macro_next(&pp, &token))
			gs_lex_emit(unit, pp.out, &token);
		ok = true;
	}
	for (guint i = 0; i < pp.macros->len; i++)
		((struct gs_name *)pp.macros->pdata[i])->macro = NULL;
	preprocessor_finish(&pp, arena);
	return ok;
}
