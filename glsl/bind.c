/* SPDX-License-Identifier: MIT */
/*
 * What glslang knows, laid over our tree. A token a line makes a place a token. Where glslang took
 * the text as it is, its types and call targets stand; after a lift they may be those of the later
 * version (min of two ints is one), so that they only fill in what we do not know. Where both know
 * and differ, a note says so: one of the two is wrong.
 */
#include <stdlib.h>
#include <string.h>

#include "glsl/private.h"

enum { MAX_NOTES = 10 };

struct binder {
	struct gs_context *context;
	struct gs_unit_full *unit;
	struct gs_messages *messages;
	struct gs_node **at; /* by token: the node that glslang would put there */
	unsigned first_line;
	bool is_native;
	unsigned crashes;
};

/* ---- our nodes by glslang's places ---- */

static unsigned place_of(const struct gs_node *node)
{
	switch (node->kind) {
	case GS_NODE_IDENTIFIER:
		return node->first;
	case GS_NODE_DECLARATOR:
	case GS_NODE_MEMBER:
		return node->name_token;
	case GS_NODE_INDEX:
	case GS_NODE_BINARY:
	case GS_NODE_LOGICAL:
	case GS_NODE_ASSIGN:
	case GS_NODE_TERNARY:
	case GS_NODE_COMMA:
	case GS_NODE_UNARY:
	case GS_NODE_POSTFIX:
		return node->op_token;
	case GS_NODE_CALL:
		return node->last;
	default:
		return UINT_MAX;
	}
}

static void map_nodes(struct binder *b, struct gs_node *node)
{
	unsigned place = place_of(node);

	if (place != UINT_MAX)
		b->at[place] = node;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			map_nodes(b, node->child[i]);
}

static struct gs_node *node_at(const struct binder *b, const char *line)
{
	unsigned long number = strtoul(line, NULL, 10);

	if (number < b->first_line || number - b->first_line >= b->unit->unit.n_tokens)
		return NULL;
	return b->at[number - b->first_line];
}

/* ---- types ---- */

static bool parse_base(struct binder *b, const char *text, size_t length,
	const struct gs_type *ours, struct gs_type *type)
{
	struct gs_name *name = gs_names_intern(&b->context->names, text, length);

	if (name->word && name->word->kind == GS_WORD_TYPE) {
		*type = gs_builtin_type(name->word->type);
		return true;
	}
	if (ours->base != GS_BASE_STRUCT)
		return false;
	/* Of structs only the sizes around them are glslang's to tell. */
	*type = *ours;
	type->n_dimensions = 0;
	memset(type->dimensions, 0, sizeof(type->dimensions));
	return true;
}

/* "vec4[3][]" */
static bool parse_type(
	struct binder *b, const char *text, const struct gs_type *ours, struct gs_type *type)
{
	size_t length = strcspn(text, "[");

	if (!parse_base(b, text, length, ours, type))
		return false;
	for (text += length; *text == '['; text = strchr(text, ']') + 1) {
		if (type->n_dimensions == GS_MAX_DIMENSIONS || !strchr(text, ']'))
			return false;
		type->dimensions[type->n_dimensions++] = atoi(text + 1);
	}
	return true;
}

static void note_difference(struct binder *b, const struct gs_node *node,
	const struct gs_type *ours, const struct gs_type *theirs)
{
	struct gs_span span = gs_node_span(node);
	char *a = gs_type_string(ours), *t = gs_type_string(theirs);

	if (b->context->disagreements++ < MAX_NOTES)
		gs_messages_add(b->messages, GS_MESSAGE_NOTE, b->unit->unit.index, span.line,
			span.column, "glslang has type %s here, the own resolver %s", t, a);
	g_free(a);
	g_free(t);
}

/* Ours after glslang's word: unsized arrays get its sizes, unknown types its types. */
static void merge_type(
	struct binder *b, const struct gs_node *node, struct gs_type *ours, const char *text)
{
	struct gs_type theirs;

	if (!parse_type(b, text, ours, &theirs) || gs_type_equal(ours, &theirs))
		return;
	if (ours->base == GS_BASE_UNKNOWN) {
		*ours = theirs;
		return;
	}
	if (ours->base == GS_BASE_OPAQUE && theirs.base == GS_BASE_OPAQUE &&
		ours->n_dimensions == theirs.n_dimensions)
		return; /* names of opaque types differ in writing only */
	if (ours->base == theirs.base && gs_type_shape_equal(ours, &theirs)) {
		/* A member keeps [] : for the last one of a buffer glslang has the largest index
		 * used. */
		for (unsigned i = 0; i < ours->n_dimensions && node->kind != GS_NODE_MEMBER; i++)
			if (ours->dimensions[i] == 0)
				ours->dimensions[i] = theirs.dimensions[i];
		return;
	}
	if (!b->is_native)
		return;
	note_difference(b, node, ours, &theirs);
	*ours = theirs;
}

/* ---- answers ---- */

static void take_variable(struct binder *b, struct gs_node *node, char **words)
{
	const char *name = node->unit->tokens[place_of(node)].text;

	if ((node->kind != GS_NODE_IDENTIFIER && node->kind != GS_NODE_DECLARATOR) ||
		strcmp(name, words[3]) != 0)
		return; /* a block without instance name stands where its member does */
	merge_type(b, node, &node->type, words[3]);
	if (node->symbol && node->symbol->type.base == node->type.base)
		node->symbol->type = node->type;
}

static void append_mangled(GString *out, const struct gs_type *type)
{
	static const char *const codes[] = {[GS_BASE_BOOL] = "b",
		[GS_BASE_INT] = "i",
		[GS_BASE_UINT] = "u",
		[GS_BASE_FLOAT] = "f",
		[GS_BASE_DOUBLE] = "d",
		[GS_BASE_INT64] = "i64",
		[GS_BASE_UINT64] = "u64",
		[GS_BASE_STRUCT] = NULL};
	const char *code = type->base < G_N_ELEMENTS(codes) ? codes[type->base] : NULL;

	g_string_append(out, type->columns > 1 ? "m" : type->rows > 1 ? "v" : "");
	g_string_append(out, code ? code : "*");
	if (type->columns > 1)
		g_string_append_printf(out, "%u", type->columns);
	g_string_append_printf(out, "%u", type->rows);
	for (unsigned i = 0; i < type->n_dimensions; i++)
		g_string_append_printf(out, "[%d]", type->dimensions[i]);
	g_string_append_c(out, ';');
}

static char *mangled(const struct gs_function *f)
{
	GString *out = g_string_new(f->name);

	g_string_append_c(out, '(');
	for (size_t i = 0; i < f->n_parameters; i++)
		append_mangled(out, &f->parameters[i]->type);
	return g_string_free(out, FALSE);
}

/* The overload that glslang calls; NULL: none of ours has that mangled name (structs have longer
 * ones). */
static struct gs_function *find_overload(struct binder *b, const char *theirs)
{
	for (guint i = 0; i < b->context->all_functions->len; i++) {
		struct gs_function *f = b->context->all_functions->pdata[i];
		size_t length = strlen(f->name);

		if (strncmp(f->name, theirs, length) != 0 || theirs[length] != '(')
			continue;
		char *ours = mangled(f);
		bool same = !strcmp(ours, theirs);

		g_free(ours);
		if (same)
			return f;
	}
	return NULL;
}

static void take_call(struct binder *b, struct gs_node *node, char **words)
{
	struct gs_function *target;

	if (node->kind != GS_NODE_CALL || node->symbol)
		return;
	merge_type(b, node, &node->type, words[2]);
	target = find_overload(b, words[3]);
	if (!target || target == node->function)
		return;
	if (node->function || gs_full(node)->builtin) {
		if (!b->is_native)
			return;
		b->context->disagreements++;
		gs_messages_add(b->messages, GS_MESSAGE_NOTE, b->unit->unit.index,
			gs_node_span(node).line, gs_node_span(node).column,
			"glslang calls %s here, the own resolver another", words[3]);
	}
	node->function = target;
	gs_full(node)->builtin = NULL;
}

static void take_global(struct binder *b, char **words)
{
	for (guint i = 0; i < b->unit->symbols->len; i++) {
		struct gs_symbol_full *symbol = b->unit->symbols->pdata[i];

		if (symbol->level == 0 && symbol->symbol.kind == GS_SYMBOL_VARIABLE &&
			symbol->symbol.declaration && !strcmp(symbol->symbol.name, words[3]))
			merge_type(b, symbol->symbol.declaration, &symbol->symbol.type, words[2]);
	}
}

static void take_line(struct binder *b, char *line)
{
	char *words[4] = {NULL};
	struct gs_node *node;

	for (unsigned i = 0; i < 4 && line; i++)
		words[i] = i < 3 ? strsep(&line, " ") : line;
	if (!words[2])
		return;
	if (words[0][0] == 'g') {
		if (words[3])
			take_global(b, words);
		return;
	}
	node = node_at(b, words[1]);
	if (!node)
		return;
	if (words[0][0] == 'v' && words[3]) {
		take_variable(b, node, words);
	} else if (words[0][0] == 'c' && words[3]) {
		take_call(b, node, words);
	} else if (words[0][0] == 't' && node->kind != GS_NODE_IDENTIFIER &&
		   node->kind != GS_NODE_DECLARATOR && node->kind != GS_NODE_CALL) {
		merge_type(b, node, &node->type, words[2]);
		b->at[strtoul(words[1], NULL, 10) - b->first_line] =
			NULL; /* outermost first; once is enough */
	}
}

static void take_answer(struct binder *b, char *answer)
{
	char *line;

	b->at = g_new0(struct gs_node *, b->unit->unit.n_tokens);
	map_nodes(b, (struct gs_node *)(uintptr_t)b->unit->unit.root);
	while ((line = strsep(&answer, "\n")))
		take_line(b, line);
	g_free(b->at);
}

/* An array's size may have come to light after an early use. */
static void spread_sizes(struct gs_node *node)
{
	if (node->kind == GS_NODE_IDENTIFIER && node->symbol && node->type.n_dimensions &&
		node->type.n_dimensions == node->symbol->type.n_dimensions)
		node->type = node->symbol->type;
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			spread_sizes(node->child[i]);
}

/* ---- sizes that follow from use ---- */

/* Its size is that of the largest constant index plus one; per-vertex arrays and the runtime-sized
 * ones of storage blocks have theirs from elsewhere. */
static bool is_sized_by_use(const struct gs_context *context, const struct gs_symbol *symbol)
{
	enum gs_stage stage = context->shader.stage;
	bool is_control = stage == GS_STAGE_TESS_CONTROL;
	bool takes_vertices =
		is_control || stage == GS_STAGE_TESS_EVALUATION || stage == GS_STAGE_GEOMETRY;
	bool per_vertex = (takes_vertices && symbol->storage == GS_STORAGE_IN) ||
			  (is_control && symbol->storage == GS_STORAGE_OUT);

	return symbol->kind == GS_SYMBOL_VARIABLE && symbol->type.n_dimensions == 1 &&
	       symbol->storage != GS_STORAGE_BUFFER && !per_vertex;
}

/* Negative: so far from use alone. */
static void note_index(const struct gs_context *context, const struct gs_node *node)
{
	struct gs_symbol *symbol =
		node->child[0]->kind == GS_NODE_IDENTIFIER ? node->child[0]->symbol : NULL;
	int64_t index;

	if (!symbol || !is_sized_by_use(context, symbol) || symbol->type.dimensions[0] > 0 ||
		!gs_node_value(node->child[1], &index) || index < 0 || index >= 1 << 16)
		return;
	if (symbol->type.dimensions[0] > -1 - (int)index)
		symbol->type.dimensions[0] = -1 - (int)index;
}

static void note_indices(const struct gs_context *context, const struct gs_node *node)
{
	if (node->kind == GS_NODE_INDEX && node->n_children == 2 && node->child[0] && node->child[1])
		note_index(context, node);
	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			note_indices(context, node->child[i]);
}

static void settle_sizes(const GPtrArray *symbols)
{
	for (guint i = 0; i < symbols->len; i++) {
		struct gs_symbol *symbol = symbols->pdata[i];

		if (symbol->type.n_dimensions && symbol->type.dimensions[0] < 0)
			symbol->type.dimensions[0] = -symbol->type.dimensions[0];
	}
}

void gs_imply_sizes(struct gs_context *context)
{
	for (guint i = 0; i < context->units->len; i++) {
		const struct gs_unit_full *unit = context->units->pdata[i];
		note_indices(context, unit->unit.root);
	}
	settle_sizes(context->builtin_symbols);
	for (guint i = 0; i < context->units->len; i++) {
		const struct gs_unit_full *unit = context->units->pdata[i];
		settle_sizes(unit->symbols);
		spread_sizes((struct gs_node *)(uintptr_t)unit->unit.root);
	}
}

/* ---- the ladder ---- */

static enum gs_binding binding_of(enum gs_rung rung)
{
	return rung == GS_RUNG_NATIVE	 ? GS_BINDING_NATIVE
	       : rung == GS_RUNG_TWEAKED ? GS_BINDING_TWEAKED
					 : GS_BINDING_LIFTED;
}

/* glslang's "ERROR: 0:LINE: what" with the line of the source. */
static char *explain(const struct binder *b, const char *message)
{
	int length = (int)strcspn(message, "\n");
	unsigned line, what = 0;

	if (sscanf(message, "ERROR: %*u:%u: %n", &line, (int *)&what) < 1 || what == 0 ||
		line < b->first_line || line - b->first_line >= b->unit->unit.n_tokens)
		return g_strdup_printf("%.*s", length, message);
	return g_strdup_printf("line %u: %.*s",
		b->unit->unit.tokens[line - b->first_line].span.line, length - (int)what,
		message + what);
}

/* One rung: true if glslang took it, else *reason says why not. *again: other texts may be taken.
 */
static bool try_rung(struct binder *b, enum gs_rung rung, char **reason, bool *again)
{
	char *text = gs_analysis_text(b->unit, rung, &b->first_line);
	const char *why = "";
	char *answer = text ? gs_helper_ask(b->context->shader.stage, text, &why) : NULL;
	bool taken = answer && g_str_has_prefix(answer, "ok\n");

	if (taken) {
		b->is_native = rung == GS_RUNG_NATIVE;
		take_answer(b, answer);
	} else if (answer && g_str_has_prefix(answer, "fail ")) {
		*reason = explain(b, answer + 5);
	} else if (text) {
		*reason = g_strdup(answer ? "it answered nonsense" : why);
	}
	*again = answer || !text || (why != gs_helper_hung && b->crashes++ < 2);
	g_free(text);
	g_free(answer);
	return taken;
}

static enum gs_binding bind_unit(struct binder *b, char **note)
{
	char *first = NULL;
	bool again = true;

	for (enum gs_rung rung = GS_RUNG_NATIVE; rung < GS_N_RUNGS && again; rung++) {
		char *reason = NULL;

		if (try_rung(b, rung, &reason, &again)) {
			if (rung != GS_RUNG_NATIVE)
				*note = g_strdup_printf("glslang took the text only %s (%s)",
					rung == GS_RUNG_TWEAKED ? "changed" : "at a later version",
					first);
			g_free(first);
			return binding_of(rung);
		}
		if (first)
			g_free(reason);
		else
			first = reason; /* about the text as it is, so the one that tells most */
	}
	*note = g_strdup_printf(
		"types are those of the declarations, glslang was of no help (%s)", first);
	g_free(first);
	return GS_BINDING_DECLARED;
}

void gs_bind(struct gs_context *context, struct gs_messages *messages)
{
	context->shader.binding = GS_BINDING_NATIVE;
	context->shader.binding_note = "";
	for (guint i = 0; i < context->units->len; i++) {
		struct binder b = {
			.context = context, .unit = context->units->pdata[i], .messages = messages};
		char *note = NULL;
		enum gs_binding binding = bind_unit(&b, &note);

		spread_sizes((struct gs_node *)(uintptr_t)b.unit->unit.root);
		if (binding > context->shader.binding) { /* the worst of all units is told */
			context->shader.binding = binding;
			g_free(context->note);
			context->note = g_steal_pointer(&note);
			context->shader.binding_note = context->note;
		}
		g_free(note);
	}
}
