/* SPDX-License-Identifier: MIT */
/*
 * Code at positions.
 *
 * Frame 0 is main, edited in place. Each further function on a call path is copied under a new
 * name, and the call on the path goes to the copy: so the right invocation alone is touched. The
 * caller says in the flag `on<N>` whether this is the call meant (loops). A call that may go to
 * several functions goes to a copy of one or more of them (choice.c). Loops that enclose the
 * place count their iterations: -1 before the loop, ++ first in the body.
 *
 * One position: its iterations stand in the text. Several: which one is meant, and its iterations,
 * are uniforms, so that one program serves all of them, and all iterations of each; the call paths
 * form a tree of frames. Uniform `want`: [0] index of the position; then of each frame, outermost
 * first, one number a loop.
 */
#include <string.h>
#include "instrument/text/choice.h"
#include "instrument/text/insert.h"
#include "instrument/text/loop-guard.h"
#include "instrument/text/names.h"
#include "instrument/words/outputs.h"
#include "instrument/words/pack.h"
#include "instrument/kinds/positions.h"
#include "instrument/kinds/profile.h"
#include "instrument/text/rewrite.h"
#include "instrument/kinds/site-instrumentation.h"
#include "instrument/text/version-upgrade.h"

enum { NONE = -1 };

/* A site of a frame that gets code. */
struct stop {
	const struct gs_site *site;
	const struct gs_site_info *info;
	int position; /* that stands here; NONE */
	bool leads;   /* to a frame, by its call */
};

struct frame {
	unsigned index, depth;
	struct frame *parent; /* NULL: main */
	GPtrArray *children;  /* struct frame */
	unsigned call;	      /* site in the parent */
	const struct gs_flow_function *function;
	struct gs_token_edits *edits; /* the unit's own for main, a copy's for the others */
	char *name;		      /* of the copy */
	GArray *stops;		      /* struct stop */
	GPtrArray *loops;	      /* that enclose any of them */
};

struct instrumentation {
	struct gs_rewrite *rw;
	bool shared;
	GPtrArray *frames;	     /* struct frame */
	GString *hoisted, *captures; /* operands of comma operators */
	unsigned n_stops;
};

static struct frame *frame_at(const struct instrumentation *p, unsigned index)
{
	return g_ptr_array_index(p->frames, index);
}

/* ---- conditions ---- */

static unsigned number_of_loop(const struct frame *f, const struct gs_node *loop)
{
	guint index = 0;

	if (!g_ptr_array_find(f->loops, loop, &index)) {
		g_ptr_array_add(f->loops, (gpointer)loop);
		index = f->loops->len - 1;
	}
	return index;
}

static void append_iteration(struct instrumentation *p, GString *g, const struct frame *f,
	const struct stop *stop, unsigned k)
{
	gs_rewrite_append(p->rw, g, "%s@i%u_%u == ", g->len ? " && " : "", f->index,
		number_of_loop(f, stop->info->loops[k]));
	if (p->shared) {
		gs_rewrite_append(p->rw, g, "@want[%u]", p->rw->layout->first_want[f->depth] + k);
		return;
	}
	const struct gs_frame *where = &p->rw->request->position->frame[f->depth];
	g_string_append_printf(g, "%d", (int)where->iterations[k] - (stop->info->in_test >> k & 1));
}

/* The condition that the element stands at the stop, in the right invocation and iterations.
 * `except`: a loop that is left out, or NONE. */
static char *make_guard(
	struct instrumentation *p, const struct frame *f, const struct stop *stop, int except)
{
	GString *g = g_string_new("");

	if (p->rw->dead)
		gs_rewrite_append(p->rw, g, "!@dead");
	if (p->shared && stop->position != NONE)
		gs_rewrite_append(
			p->rw, g, "%s@want[0] == %d", g->len ? " && " : "", stop->position);
	if (f->depth > 0)
		gs_rewrite_append(p->rw, g, "%s@on%u", g->len ? " && " : "", f->index);
	for (unsigned k = 0; k < stop->site->n_loops; k++)
		if ((int)k != except)
			append_iteration(p, g, f, stop, k);
	return g_string_free(g, FALSE);
}

/* hoisted, guard && (captures, last) - as one expression. */
static char *make_capture(const struct instrumentation *p, const char *guard, const char *last)
{
	const char *captures = p->captures->str, *hoisted = p->hoisted->str;
	GString *out = g_string_new("");

	if (*hoisted)
		g_string_append_printf(out, "%s, ", hoisted);
	if (!*captures)
		g_string_append_printf(out, *guard ? "(%2$s) && (%1$s)" : "%1$s", last, guard);
	else if (*guard)
		g_string_append_printf(out, "(%s) && (%s, %s)", guard, captures, last);
	else
		g_string_append_printf(out, "%s, %s", captures, last);
	return g_string_free(out, FALSE);
}

/* ---- captures ---- */

/* Whether every name in the expression means the same at another token. */
static bool same_names(
	struct instrumentation *p, const struct gs_node *e, const struct gs_unit *unit, unsigned at)
{
	/* functions and structs would have to be declared there too, which is not checked */
	bool ok = !(e->kind == GS_NODE_CALL && (e->function || e->symbol)) &&
		  !(e->kind == GS_NODE_CONSTRUCTOR && e->type.base == GS_BASE_STRUCT);

	if (e->kind == GS_NODE_IDENTIFIER) {
		size_t n;
		const struct gs_symbol **visible = gs_shader_visible(
			p->rw->plan->shader, unit, at, &n);
		ok = false;
		for (size_t i = 0; i < n && !ok; i++)
			ok = visible[i] == e->symbol ||
			     (e->symbol && e->symbol->is_builtin && visible[i]->is_builtin &&
				     !strcmp(visible[i]->name, e->symbol->name));
		g_free(visible);
	}
	for (size_t i = 0; ok && i < e->n_children; i++)
		ok = !e->child[i] || same_names(p, e->child[i], unit, at);
	return ok;
}

/* Writes the captures of a position that belong to the frame at a depth; they are evaluated before
 * token `at` of its unit. With check_names it leaves out those that cannot be evaluated there, and
 * returns a bit for each, by its index among the position's captures. */
static unsigned write_captures(struct instrumentation *p, const struct frame *f,
	const struct gs_site *site, unsigned position, unsigned at, bool check_names)
{
	unsigned absent = 0;
	struct gs_rewrite *rw = p->rw;
	const struct gs_node *definition = f->function->function->definition;
	const struct gs_position *where = gs_rewrite_position(rw, position);
	const struct gs_site *last = &rw->plan->sites[gs_position_site(where)];

	g_string_truncate(p->hoisted, 0);
	g_string_truncate(p->captures, 0);
	if (rw->layout->kind == GS_VARIANT_EMITTED || position >= rw->layout->n_positions)
		return 0;
	const struct gs_layout_position *own = &rw->layout->positions[position];
	for (size_t i = 0; i < own->n_captures; i++) {
		const struct gs_layout_capture *l = &rw->layout->captures[own->first_capture + i];
		const struct gs_capture *c = &rw->request->captures[l->capture];
		unsigned depth = MIN(c->frame, where->n_frames - 1);
		/* a global has one value, whichever frame it belongs to */
		if (depth < where->n_frames - 1 &&
			same_names(p, c->expression->root, last->unit, last->marked->first))
			depth = where->n_frames - 1;
		if (depth != f->depth)
			continue;
		if (check_names && !same_names(p, c->expression->root, site->unit, at)) {
			absent |= 1u << i;
			continue;
		}
		gs_pack_capture(rw, l, rw->edits[definition->unit->index], definition->first,
			p->hoisted, p->captures);
	}
	return absent;
}

/* Marks the captures that an element does not have which ends main here. */
static char *say_here(struct instrumentation *p, unsigned absent)
{
	if (!absent)
		return gs_rewrite_text(p->rw, "@here = true");
	return gs_rewrite_text(p->rw,
		p->rw->is_float ? "@absent = %u.0, @here = true" : "@absent = %uu, @here = true",
		absent << GS_FLAG_BITS);
}

/* main ends at its brace and at each return; what is visible at the brace may not exist at a
 * return */
static void insert_at_end(struct instrumentation *p, struct frame *f, const struct stop *stop,
	const char *guard, const struct gs_node *node)
{
	bool is_return = node->kind == GS_NODE_RETURN;

	for (size_t i = 0; i < node->n_children; i++)
		if (node->child[i])
			insert_at_end(p, f, stop, guard, node->child[i]);
	if (!is_return && node->kind != GS_NODE_FUNCTION)
		return;
	unsigned absent = write_captures(p, f, stop->site, (unsigned)stop->position,
		is_return ? node->first : node->last, is_return);
	char *here = say_here(p, absent), *text = make_capture(p, guard, here);
	char *statement = g_strconcat("(", text, ");", NULL);
	if (is_return)
		gs_token_edit_statement(f->edits, node, statement);
	else
		gs_token_edit_before(f->edits, node->last, statement);
	g_free(here);
	g_free(text);
	g_free(statement);
}

/* ---- frames ---- */

/* The token of a function's or prototype's own name. */
static unsigned name_token(const struct gs_node *node, const char *name)
{
	for (unsigned i = node->first; i < node->last; i++)
		if (!strcmp(node->unit->tokens[i].text, name) &&
			!strcmp(node->unit->tokens[i + 1].text, "("))
			return i;
	return node->first;
}

static unsigned header_end(const struct gs_node *function)
{
	return function->child[function->n_children - 1]->first - 1;
}

/* Drops what makes a function a subroutine, which its copy must not be; returns the token after it,
 * or at. */
static unsigned skip_subroutine(const struct gs_unit *unit, unsigned at)
{
	unsigned depth = 0, i = at + 1;

	if (strcmp(unit->tokens[at].text, "subroutine") && strcmp(unit->tokens[at].text, "layout"))
		return at;
	do {
		depth += !strcmp(unit->tokens[i].text, "(");
		depth -= !strcmp(unit->tokens[i].text, ")");
		i++;
	} while (depth > 0 && unit->tokens[i].kind != GS_TOKEN_END);
	return i;
}

static void emit_type(
	const struct gs_rewrite *rw, const struct gs_node *function, unsigned name, GString *text)
{
	unsigned at = function->first, next;

	while (at < name && (next = skip_subroutine(function->unit, at)) > at)
		at = next;
	if (at < name)
		gs_rewrite_tokens(rw, function->unit, at, name - 1, text);
}

static void drop_subroutine(
	const struct gs_node *function, unsigned name, struct gs_token_edits *edits)
{
	unsigned at = function->first, next;

	while (at < name && (next = skip_subroutine(function->unit, at)) > at)
		for (; at < next; at++)
			gs_token_edit_replace(edits, at, "");
}

/* Makes a function's copy known to the caller, where the copy stands after it or in another shader
 * object. */
static void declare_copy(
	struct instrumentation *p, const struct frame *caller, const struct frame *f)
{
	const struct gs_function *function = f->function->function;
	const struct gs_node *from = caller->function->function->definition,
			     *node = function->definition;
	unsigned last = header_end(node);

	if (node->unit == from->unit && node->first < from->first)
		return;
	for (size_t i = 0; i < function->n_prototypes; i++)
		if (function->prototypes[i]->unit == from->unit) {
			node = function->prototypes[i];
			last = node->last;
			break;
		}
	while (last > node->first && strcmp(node->unit->tokens[last].text, ")"))
		last--;
	unsigned name = name_token(node, function->name);
	GString *text = g_string_new("");
	emit_type(p->rw, node, name, text);
	g_string_append_printf(text, " %s", f->name);
	gs_rewrite_tokens(p->rw, node->unit, name + 1, last, text);
	g_string_append(text, ";\n");
	gs_token_edit_before(p->rw->edits[from->unit->index], from->first, text->str);
	g_string_free(text, TRUE);
}

static void free_frame(gpointer data)
{
	struct frame *f = data;

	if (f->depth > 0)
		gs_token_edits_free(f->edits);
	g_free(f->name);
	g_array_free(f->stops, TRUE);
	g_ptr_array_free(f->children, TRUE);
	g_ptr_array_free(f->loops, TRUE);
	g_free(f);
}

static struct frame *new_frame(
	struct instrumentation *p, struct frame *parent, unsigned call, unsigned function)
{
	struct gs_rewrite *rw = p->rw;
	struct frame *f = g_new0(struct frame, 1);

	f->parent = parent;
	f->call = call;
	f->index = p->frames->len;
	f->depth = parent ? parent->depth + 1 : 0;
	f->children = g_ptr_array_new();
	f->function = &rw->flow->functions[function];
	f->stops = g_array_new(FALSE, TRUE, sizeof(struct stop));
	f->loops = g_ptr_array_new();
	g_ptr_array_add(p->frames, f);
	const struct gs_node *definition = f->function->function->definition;
	if (!parent) {
		f->edits = rw->edits[definition->unit->index];
		return f;
	}
	g_ptr_array_add(parent->children, f);
	f->edits = gs_token_edits_new(definition->unit, definition->first, definition->last);
	gs_outputs_rename(rw, f->edits);
	gs_version_upgrade_structs(rw, f->edits);
	gs_loop_guard_insert(rw, f->edits);
	f->name = gs_rewrite_text(rw, "@f%u", f->index);
	unsigned name = name_token(definition, f->function->function->name);
	drop_subroutine(definition, name, f->edits);
	gs_token_edit_replace(f->edits, name, f->name);
	return f;
}

/* The frame that the call of a function at a site leads to; makes it if there is none. */
static struct frame *find_child(
	struct instrumentation *p, struct frame *f, unsigned call, unsigned function)
{
	for (guint i = 0; i < f->children->len; i++) {
		struct frame *child = g_ptr_array_index(f->children, i);
		if (child->call == call && child->function == &p->rw->flow->functions[function])
			return child;
	}
	return new_frame(p, f, call, function);
}

static struct stop *find_stop(struct instrumentation *p, struct frame *f, unsigned site)
{
	for (guint i = 0; i < f->stops->len; i++) {
		struct stop *stop = &g_array_index(f->stops, struct stop, i);
		if (stop->site->id == site)
			return stop;
	}
	struct stop stop = {&p->rw->plan->sites[site], &p->rw->flow->site_info[site], NONE, false};
	g_array_append_val(f->stops, stop);
	return &g_array_index(f->stops, struct stop, f->stops->len - 1);
}

/* False: another position has the same call path. */
static bool add_position(struct instrumentation *p, unsigned index)
{
	const struct gs_position *at = gs_rewrite_position(p->rw, index);
	struct frame *f = p->frames->len ? frame_at(p, 0)
					 : new_frame(p, NULL, 0, p->rw->flow->main);

	for (unsigned i = 0; i + 1 < at->n_frames; i++) {
		unsigned call = at->frame[i].site, next = at->frame[i + 1].site;
		find_stop(p, f, call)->leads = true;
		f = find_child(p, f, call, p->rw->flow->site_info[next].flow_function);
	}
	struct stop *stop = find_stop(p, f, gs_position_site(at));
	if (stop->position != NONE)
		return false;
	stop->position = (int)index;
	return true;
}

/* Inner nodes before those that contain them; what stands before a statement last. */
static int compare_stops(const void *a, const void *b)
{
	const struct gs_site *s = ((const struct stop *)a)->site,
			     *t = ((const struct stop *)b)->site;
	const struct gs_node *x = gs_insertion_node(s), *y = gs_insertion_node(t);

	if ((s->kind == GS_SITE_END) != (t->kind == GS_SITE_END))
		return s->kind == GS_SITE_END ? 1 : -1;
	if (x->first != y->first)
		return x->first > y->first ? -1 : 1;
	if (x->last != y->last)
		return x->last < y->last ? -1 : 1;
	return s->id > t->id
		       ? -1
		       : s->id < t->id; /* execution reaches what a condition contains after it */
}

/* Whether the stop's innermost loop is the one to profile, in any iteration. */
static bool is_profiled(const struct instrumentation *p, const struct stop *stop)
{
	return p->rw->layout->kind == GS_VARIANT_PROFILE && stop->position != NONE;
}

/* ---- loops ---- */

static int compare_loops(const void *a, const void *b)
{
	const struct gs_node *x = *(const struct gs_node *const *)a,
			     *y = *(const struct gs_node *const *)b;

	return x->first > y->first ? -1 : x->first < y->first;
}

/* Notes which elements have entered the loop whose test is the position, even if they do not reach
 * its iteration. */
static void note_entered(struct instrumentation *p, const struct frame *f,
	const struct gs_node *loop, GString *reset)
{
	for (guint i = 0; i < f->stops->len; i++) {
		const struct stop *stop = &g_array_index(f->stops, struct stop, i);
		unsigned innermost = stop->site->n_loops - 1;
		if (stop->site->kind != GS_SITE_LOOP_TEST || stop->position == NONE ||
			is_profiled(p, stop) || stop->info->loops[innermost] != loop)
			continue;
		char *guard = make_guard(p, f, stop, (int)innermost);
		gs_rewrite_append(p->rw, reset,
			*guard ? " @entered = @entered || (%s);" : " @entered = true;", guard);
		g_free(guard);
	}
}

static void count_iterations(struct instrumentation *p, struct frame *f)
{
	struct gs_rewrite *rw = p->rw;
	GPtrArray *inner_first = g_ptr_array_copy(f->loops, NULL, NULL);

	g_ptr_array_sort(inner_first, compare_loops);
	for (guint i = 0; i < inner_first->len; i++) {
		const struct gs_node *loop = g_ptr_array_index(inner_first, i);
		unsigned k = number_of_loop(f, loop);
		GString *reset = g_string_new("");
		char *count = gs_rewrite_text(rw, "++@i%u_%u;", f->index, k);
		gs_rewrite_append(rw, rw->globals, "%sint @i%u_%u;\n", rw->highp, f->index, k);
		gs_rewrite_append(rw, reset, "@i%u_%u = -1;", f->index, k);
		note_entered(p, f, loop, reset);
		gs_token_edit_body(f->edits, gs_loop_body(loop), count);
		gs_token_edit_statement(f->edits, loop, reset->str);
		g_free(count);
		g_string_free(reset, TRUE);
	}
	g_ptr_array_free(inner_first, TRUE);
}

/* ---- stops ---- */

/* Makes the call a call of the copy. */
static void call_copy(struct frame *f, const struct gs_node *call, const char *copy)
{
	gs_token_edit_replace(f->edits, call->name_token, copy);
	if (!gs_call_first_argument(call))
		return;
	const struct gs_node *element = call->child[0]; /* of a subroutine uniform: kinds[0] */
	for (unsigned i = element->first + 1; i <= element->last; i++)
		gs_token_edit_replace(f->edits, i, "");
}

static unsigned number_of_choice(
	const struct stop *stop, const struct instrumentation *p, const struct frame *child)
{
	unsigned k = 0;

	while (&p->rw->flow->functions[stop->info->callees[k]] != child->function)
		k++;
	return k;
}

/* Redirects the calls that lead to frames. */
static void call_children(struct instrumentation *p, struct frame *f, const struct stop *stop)
{
	const struct gs_node *call = stop->site->marked;
	GArray *copies = g_array_new(FALSE, FALSE, sizeof(struct gs_choice_copy));

	for (guint i = 0; i < f->children->len; i++) {
		const struct frame *child = g_ptr_array_index(f->children, i);
		if (child->call != stop->site->id)
			continue;
		struct gs_choice_copy copy = {.name = child->name};
		if (call->choice)
			copy.which = number_of_choice(stop, p, child);
		else
			call_copy(f, call, child->name);
		g_array_append_val(copies, copy);
	}
	if (call->choice)
		gs_choice_call_copies(p->rw, f->edits, f->function->function->definition,
			stop->site, (const struct gs_choice_copy *)copies->data, copies->len);
	g_array_free(copies, TRUE);
}

/* Captures values of the caller, for the single position, and marks the right call. */
static char *lead_on(struct instrumentation *p, struct frame *f, const struct stop *stop)
{
	struct stop call = *stop;
	GString *text = g_string_new("");

	call.position = NONE;
	char *guard = make_guard(p, f, &call, NONE);
	g_string_truncate(p->hoisted, 0);
	g_string_truncate(p->captures, 0);
	if (!p->shared)
		write_captures(p, f, stop->site, 0, 0, false);
	char *captures = *p->captures->str ? make_capture(p, guard, "true")
					   : g_strdup(p->hoisted->str);
	g_string_append(text, captures);
	for (guint i = 0; i < f->children->len; i++) {
		const struct frame *child = g_ptr_array_index(f->children, i);
		if (child->call != stop->site->id)
			continue;
		gs_rewrite_append(p->rw, text, "%s@on%u = %s", text->len ? ", " : "", child->index,
			*guard ? guard : "true");
		gs_rewrite_append(p->rw, p->rw->globals, "bool @on%u;\n", child->index);
		gs_rewrite_append(p->rw, p->rw->begin, "\t@on%u = false;\n", child->index);
	}
	g_free(guard);
	g_free(captures);
	return g_string_free(text, FALSE);
}

/* After the captures at a call, notes which function it will call. */
static char *decide_choice(
	struct instrumentation *p, const struct stop *stop, const char *guard, const char *text)
{
	struct gs_rewrite *rw = p->rw;
	char *word = gs_word_name(rw, 1), *which = gs_choice_variable(rw, stop->site);
	char *whole = g_strdup_printf("%s, (%s) && (%s = %s(%s + 1), true)", text,
		*guard ? guard : "true", word, rw->is_float ? "float" : "uint", which);

	g_free(word);
	g_free(which);
	return whole;
}

/* Profiles the loop as the position reaches it, and where other calls reach it. */
static void profile_loop(struct instrumentation *p, struct frame *f, const struct stop *stop)
{
	const struct gs_node *loop = stop->info->loops[stop->site->n_loops - 1];
	const struct gs_type *returned = &f->function->function->type;
	struct gs_token_edits *original = p->rw->edits[loop->unit->index];
	char *guard = make_guard(p, f, stop, (int)stop->site->n_loops - 1);

	gs_profile_declare(p->rw);
	gs_profile_loop(p->rw, f->edits, loop, returned, guard);
	if (f->edits != original)
		gs_profile_loop(p->rw, original, loop, returned, "false");
	g_free(guard);
}

static void write_stop(struct instrumentation *p, struct frame *f, const struct stop *stop)
{
	char *guard = make_guard(p, f, stop, NONE), *text = NULL, *lead = NULL;
	struct gs_insertion in = {p->rw, stop->site, f->edits, f->function->function->definition,
		guard, p->n_stops++};

	if (stop->position != NONE && stop->site->kind == GS_SITE_END) {
		insert_at_end(p, f, stop, guard, in.definition);
	} else if (stop->position != NONE) {
		write_captures(p, f, stop->site, (unsigned)stop->position, 0, false);
		char *here = gs_rewrite_text(p->rw, "@here = true");
		text = make_capture(p, guard, here);
		g_free(here);
	}
	if (text && gs_site_chooses(stop->site) && stop->site->kind == GS_SITE_CALL &&
		p->rw->layout->kind == GS_VARIANT_POSITION) {
		char *decided = decide_choice(p, stop, guard, text);
		g_free(text);
		text = decided;
	}
	if (stop->leads)
		lead = lead_on(p, f, stop);
	char *both = text && lead ? g_strconcat(text, ", ", lead, NULL) : NULL;
	if (lead)
		gs_insert_at_call(&in, stop->site->marked, both ? both : lead);
	else if (text)
		gs_insert_at_site(&in, text);
	if (stop->leads)
		call_children(p, f, stop);
	g_free(both);
	g_free(lead);
	g_free(text);
	g_free(guard);
}

static void write_frame(struct instrumentation *p, struct frame *f)
{
	g_array_sort(f->stops, compare_stops);
	for (guint i = 0; i < f->stops->len; i++) {
		const struct stop *stop = &g_array_index(f->stops, struct stop, i);
		if (is_profiled(p, stop))
			profile_loop(p, f, stop);
		else
			write_stop(p, f, stop);
	}
	count_iterations(p, f);
	if (f->parent)
		declare_copy(p, f->parent, f);
}

/* Puts the copies after their originals. */
static void place_copy(struct instrumentation *p, struct frame *f)
{
	GString *text = g_string_new("\n");

	gs_token_edits_emit(f->edits, text);
	gs_token_edit_after(p->rw->edits[f->edits->unit->index], f->edits->last, text->str);
	g_string_free(text, TRUE);
}

static void declare_flags(struct gs_rewrite *rw)
{
	gs_rewrite_append(rw, rw->globals, "bool @here, @true, @false, @entered;\n");
	gs_rewrite_append(rw, rw->begin,
		"\t@here = false;\n\t@true = false;\n\t@false = false;\n\t@entered = false;\n");
	if (gs_layout_has_end(rw->layout)) {
		gs_rewrite_append(rw, rw->globals, "%s%s @absent;\n", rw->highp,
			rw->is_float ? "float" : "uint");
		gs_rewrite_append(rw, rw->begin, "\t@absent = %s;\n", rw->is_float ? "0.0" : "0u");
	}
	if (rw->request->n_positions)
		gs_rewrite_append(rw, rw->globals, "uniform %sint @want[%u];\n", rw->highp,
			rw->variant->n_uniform);
}

bool gs_site_instrumentation_insert(struct gs_rewrite *rw)
{
	if (!gs_positions_check(rw))
		return false;
	struct instrumentation *p = g_new0(struct instrumentation, 1);
	p->rw = rw;
	p->shared = rw->request->n_positions > 0;
	p->frames = g_ptr_array_new_with_free_func(free_frame);
	p->hoisted = g_string_new("");
	p->captures = g_string_new("");
	declare_flags(rw);
	for (unsigned i = 0; i < gs_rewrite_n_positions(rw); i++)
		if (!add_position(p, i))
			gs_rewrite_fail(rw, "two of the positions are the same but for iterations");
	for (guint i = 0; i < p->frames->len; i++)
		write_frame(p, frame_at(p, i));
	for (guint i = 1; i < p->frames->len; i++)
		place_copy(p, frame_at(p, i));
	g_ptr_array_free(p->frames, TRUE);
	g_string_free(p->hoisted, TRUE);
	g_string_free(p->captures, TRUE);
	g_free(p);
	return !rw->failed;
}
