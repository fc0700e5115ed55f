/* SPDX-License-Identifier: MIT */
#include "debugger/engine/captured/multi-site.h"

#include <string.h>
#include "debugger/engine/engine.h"

/* The more call paths a program serves, the longer the driver compiles it, but not in proportion:
 * most of the text is the shader. */
static const guint most_call_paths[] = {[GS_MULTI_SITE_ALL] = 16, [GS_MULTI_SITE_IMAGES] = 1};
/* At least so many call paths ahead have programs. */
static const guint n_ahead[] = {[GS_MULTI_SITE_ALL] = 8, [GS_MULTI_SITE_IMAGES] = 2};

struct gs_multi_site_program {
	struct gs_variant *variant;
	GPtrArray *call_paths; /* struct gs_call_path */
	GArray *captures;      /* struct gs_capture; the expressions are gone */
	GPtrArray *texts;      /* of each capture */
	GArray *images;	       /* bool of each: it was asked for of all elements */
	unsigned made;	       /* gs_multi_site_programs.outdated then */
	uint32_t drawn;	       /* bit n: with that many attachments; 0: with all of them */
	bool refused;	       /* the driver took it once, but does no longer */
};

struct gs_multi_site_programs {
	struct gs_debug *debug;
	enum gs_multi_site_use use;
	GHashTable *by_call_path; /* struct gs_call_path (of the program) to struct
				     gs_multi_site_program */
	GPtrArray *all;
	struct gs_multi_site_program *sent; /* being compiled ahead, not in all; NULL: none */
	unsigned outdated;		    /* how often */
	bool refused; /* the driver takes none, or nothing of the path ahead is known */
};

/* ---- call paths ---- */

static guint hash_call_path(gconstpointer p)
{
	return gs_call_path_hash(p);
}

static gboolean equal_call_paths(gconstpointer a, gconstpointer b)
{
	return gs_call_path_equal(a, b);
}

static void free_program(gpointer data)
{
	struct gs_multi_site_program *program = data;
	gs_variant_free(program->variant);
	g_ptr_array_free(program->call_paths, TRUE);
	g_array_free(program->captures, TRUE);
	g_ptr_array_free(program->texts, TRUE);
	g_array_free(program->images, TRUE);
	g_free(program);
}

struct gs_multi_site_programs *gs_multi_site_programs_new(
	struct gs_debug *debug, enum gs_multi_site_use use)
{
	struct gs_multi_site_programs *b = g_new0(struct gs_multi_site_programs, 1);
	const char *wanted = g_getenv("GLSTEP_PLACES");
	b->debug = debug;
	b->use = use;
	b->by_call_path = g_hash_table_new(hash_call_path, equal_call_paths);
	b->all = g_ptr_array_new_with_free_func(free_program);
	b->refused = wanted && strcmp(wanted, "single") == 0;
	return b;
}

void gs_multi_site_programs_free(struct gs_multi_site_programs *b)
{
	if (!b)
		return;
	if (b->sent)
		free_program(b->sent);
	g_hash_table_destroy(b->by_call_path);
	g_ptr_array_free(b->all, TRUE);
	g_free(b);
}

void gs_multi_site_programs_outdate(struct gs_multi_site_programs *b)
{
	b->outdated++;
}

static struct gs_multi_site_program *lookup(
	const struct gs_multi_site_programs *b, const struct gs_position *position)
{
	struct gs_call_path *call_path = gs_call_path_of(position);
	struct gs_multi_site_program *program = g_hash_table_lookup(b->by_call_path, call_path);
	g_free(call_path);
	return program && !program->refused ? program : NULL;
}

static bool is_current(
	const struct gs_multi_site_programs *b, const struct gs_multi_site_program *program)
{
	return program && program->made == b->outdated;
}

static bool find_call_path(const struct gs_multi_site_program *program,
	const struct gs_position *position, unsigned *which)
{
	struct gs_call_path *call_path = gs_call_path_of(position);
	bool found = false;
	for (*which = 0; *which < program->call_paths->len; ++*which)
		if ((found = gs_call_path_equal(
			     g_ptr_array_index(program->call_paths, *which), call_path)))
			break;
	g_free(call_path);
	return found;
}

/* ---- what to capture ---- */

/* Sixteen calls of a function of the shader take the driver too long to compile. */
static bool calls_function(const struct gs_node *node)
{
	bool found = node->kind == GS_NODE_CALL && (node->function || node->symbol);
	for (size_t i = 0; i < node->n_children && !found; i++)
		found = node->child[i] && calls_function(node->child[i]);
	return found;
}

static void add_text(struct gs_multi_site_programs *b, struct gs_multi_site_program *program,
	const char *text, bool image)
{
	unsigned index = program->call_paths->len - 1;
	const struct gs_call_path *call_path = g_ptr_array_index(program->call_paths, index);
	const struct gs_site *site =
		&b->debug->plan->sites[call_path->site[call_path->n_frames - 1]];
	struct gs_messages messages = {0};
	struct gs_capture capture = {.frame = call_path->n_frames - 1, .position = index};
	for (guint i = program->captures->len; i-- > 0;) {
		const struct gs_capture *other = &g_array_index(
			program->captures, struct gs_capture, i);
		if (other->position != index)
			break;
		if (strcmp(g_ptr_array_index(program->texts, i), text) == 0)
			return;
	}
	struct gs_expression *e = gs_expression_parse(
		b->debug->shader, site->unit, gs_site_token(site), text, &messages);
	gs_messages_finish(&messages);
	if (e && (e->has_side_effects || gs_type_scalars(&e->type) == 0 ||
			 calls_function(e->root) || gs_debug_spoils(b->debug, e->root))) {
		gs_expression_free(e);
		e = NULL;
	}
	if (!e)
		return;
	capture.expression = e;
	g_array_append_val(program->captures, capture);
	g_ptr_array_add(program->texts, g_strdup(text));
	g_array_append_val(program->images, image);
}

/* First what was asked for lately, of all elements before the focus element's, so that its images
 * need few attachments; then the visible variables that may change. */
static void add_captures(struct gs_multi_site_programs *b, struct gs_multi_site_program *program)
{
	const struct gs_debug *debug = b->debug;
	const struct gs_call_path *call_path = g_ptr_array_index(
		program->call_paths, program->call_paths->len - 1);
	const struct gs_site *site = &debug->plan->sites[call_path->site[call_path->n_frames - 1]];
	const char *asked[GS_MAX_RECENT_EXPRESSIONS];
	size_t n_asked = gs_debug_recent_expressions(debug, true, asked), n;
	for (size_t i = 0; i < n_asked; i++)
		add_text(b, program, asked[i], true);
	if (b->use == GS_MULTI_SITE_IMAGES)
		return;
	n_asked = gs_debug_recent_expressions(debug, false, asked);
	for (size_t i = 0; i < n_asked; i++)
		add_text(b, program, asked[i], false);
	const struct gs_symbol *symbols[GS_MAX_UNASKED];
	n = gs_site_unasked(debug->shader, site, symbols);
	for (size_t i = 0; i < n; i++)
		add_text(b, program, symbols[i]->name, false);
}

/* ---- making one ---- */

/* Whether a multi-site program can capture something there. */
static bool can_serve(const struct gs_plan *plan, const struct gs_position *position)
{
	return gs_variant_may_share(plan, position) &&
	       plan->sites[gs_position_site(position)].capturable;
}

struct ahead {
	struct gs_multi_site_programs *programs;
	struct gs_multi_site_program *program;
	GHashTable *taken; /* call paths of the program */
};

static bool take_call_path(const struct gs_position *position, void *data)
{
	struct ahead *a = data;
	struct gs_multi_site_programs *b = a->programs;
	if (a->program->call_paths->len >= most_call_paths[b->use])
		return false;
	struct gs_call_path *call_path = gs_call_path_of(position);
	if (g_hash_table_contains(a->taken, call_path) || !can_serve(b->debug->plan, position) ||
		is_current(b, g_hash_table_lookup(b->by_call_path, call_path))) {
		g_free(call_path);
		return true;
	}
	g_hash_table_add(a->taken, call_path);
	g_ptr_array_add(a->program->call_paths, call_path);
	add_captures(b, a->program);
	return true;
}

static struct gs_multi_site_program *collect(struct gs_multi_site_programs *b)
{
	struct gs_multi_site_program *program = g_new0(struct gs_multi_site_program, 1);
	struct ahead ahead = {b, program, g_hash_table_new(hash_call_path, equal_call_paths)};
	program->call_paths = g_ptr_array_new_with_free_func(g_free);
	program->captures = g_array_new(FALSE, TRUE, sizeof(struct gs_capture));
	program->texts = g_ptr_array_new_with_free_func(g_free);
	program->images = g_array_new(FALSE, TRUE, sizeof(bool));
	program->made = b->outdated;
	gs_path_ahead(b->debug->path, take_call_path, &ahead);
	g_hash_table_destroy(ahead.taken);
	return program;
}

static bool write_program(struct gs_multi_site_programs *b, struct gs_multi_site_program *program)
{
	GPtrArray *positions = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < program->call_paths->len; i++)
		g_ptr_array_add(positions, gs_call_path_position(b->debug->plan,
						   g_ptr_array_index(program->call_paths, i)));
	struct gs_variant_request request = {
		.kind = GS_VARIANT_POSITION,
		.positions = (const struct gs_position *const *)positions->pdata,
		.n_positions = program->call_paths->len,
		.captures = (const struct gs_capture *)program->captures->data,
		.n_captures = program->captures->len,
	};
	program->variant = gs_debug_make_variant(b->debug, &request, NULL);
	g_ptr_array_free(positions, TRUE);
	for (guint i = 0; i < program->captures->len; i++) {
		struct gs_capture *c = &g_array_index(program->captures, struct gs_capture, i);
		gs_expression_free((struct gs_expression *)c->expression);
		c->expression = NULL;
	}
	return program->variant != NULL;
}

/* The driver has compiled it. */
static void add_program(struct gs_multi_site_programs *b, struct gs_multi_site_program *program)
{
	program->drawn = 1;
	g_ptr_array_add(b->all, program);
	for (guint i = 0; i < program->call_paths->len; i++)
		g_hash_table_replace(
			b->by_call_path, g_ptr_array_index(program->call_paths, i), program);
}

/* From now on each position has a program of its own, unless the program was not even asked. */
static void give_up(struct gs_multi_site_programs *b, struct gs_multi_site_program *program,
	const GError *refusal)
{
	b->refused |= !refusal || !gs_error_is_fatal(refusal);
	free_program(program);
}

static struct gs_multi_site_program *make(struct gs_multi_site_programs *b, GError **error)
{
	unsigned one[4] = {b->debug->focus_x, b->debug->focus_y, 1, 1};
	GError *refusal = NULL;
	struct gs_multi_site_program *program = collect(b);
	struct gs_capture_result *result = NULL;
	if (program->call_paths->len > 0 && write_program(b, program))
		result = gs_debug_draw_variant(
			b->debug, program->variant, program->variant->want, one, 0, &refusal);
	if (!result) {
		give_up(b, program, refusal);
		if (refusal && gs_error_is_fatal(refusal))
			g_propagate_error(error, g_steal_pointer(&refusal));
		g_clear_error(&refusal);
		return NULL;
	}
	gs_capture_result_unref(result);
	add_program(b, program);
	return program;
}

struct gs_multi_site_program *gs_multi_site_programs_find(
	struct gs_multi_site_programs *b, const struct gs_position *position, GError **error)
{
	const struct gs_path *path = b->debug->path;
	if (b->sent && !gs_debug_await(b->debug, error)) /* it may be the one */
		return NULL;
	struct gs_multi_site_program *program = lookup(b, position);
	bool is_ahead = path && gs_position_equal(position, gs_path_position(path));
	if (is_current(b, program) || b->refused || !is_ahead ||
		!gs_variant_may_share(b->debug->plan, position) || !b->debug->focus_here)
		return program;
	struct gs_multi_site_program *made = make(b, error);
	return made && lookup(b, position) == made ? made : program;
}

/* ---- ahead of time ---- */

struct soon {
	const struct gs_multi_site_programs *programs;
	GHashTable *seen;
	bool lacks;
	struct gs_multi_site_program
		*undrawn; /* one that will have to be compiled for n attachments; NULL: none */
	unsigned n;
};

/* A driver compiles once more for another number of attachments: this is the one that images will
 * be drawn with. */
static unsigned image_attachments(
	const struct gs_multi_site_program *program, const struct gs_position *position)
{
	unsigned n = gs_multi_site_program_flag_attachments(program), which;
	for (size_t i = 0; find_call_path(program, position, &which) && i < program->captures->len;
		i++)
		if (g_array_index(program->captures, struct gs_capture, i).position == which &&
			g_array_index(program->images, bool, i))
			n = MAX(n, gs_variant_attachments(program->variant, i));
	return n;
}

/* Large ones, with fewer attachments than a single element's values need. */
static bool draws_images_too(const struct gs_multi_site_programs *b)
{
	return b->use == GS_MULTI_SITE_ALL && !gs_debug_is_small(b->debug) &&
	       !gs_debug_is_huge(b->debug);
}

static bool look_soon(const struct gs_position *position, void *data)
{
	struct soon *s = data;
	const struct gs_debug *debug = s->programs->debug;
	struct gs_call_path *call_path = gs_call_path_of(position);
	struct gs_multi_site_program *program = g_hash_table_lookup(
		s->programs->by_call_path, call_path);
	bool matters = can_serve(debug->plan, position);
	g_hash_table_add(s->seen, call_path);
	if (matters && !is_current(s->programs, program)) {
		s->lacks = true;
	} else if (matters && draws_images_too(s->programs)) {
		s->n = image_attachments(program, position);
		if (!(program->drawn >> s->n & 1))
			s->undrawn = program;
	}
	return !s->lacks && !s->undrawn && g_hash_table_size(s->seen) < n_ahead[s->programs->use];
}

static void look_ahead(struct gs_multi_site_programs *b, struct soon *soon)
{
	const struct gs_debug *debug = b->debug;
	*soon = (struct soon){.programs = b};
	if (b->refused || !debug->path || !debug->focus_here)
		return;
	soon->seen = g_hash_table_new_full(hash_call_path, equal_call_paths, g_free, NULL);
	gs_path_ahead(debug->path, look_soon, soon);
	g_hash_table_destroy(soon->seen);
}

bool gs_multi_site_programs_lack(struct gs_multi_site_programs *b)
{
	struct soon soon;
	look_ahead(b, &soon);
	return soon.lacks || soon.undrawn;
}

size_t gs_multi_site_programs_texts(const struct gs_multi_site_programs *b,
	const struct gs_position *position, const char *texts[GS_MAX_TEXTS])
{
	const struct gs_multi_site_program *program = lookup(b, position);
	unsigned which;
	size_t n = 0;
	if (!is_current(b, program) || !find_call_path(program, position, &which))
		return 0;
	for (guint i = 0; i < program->captures->len && n < GS_MAX_TEXTS; i++)
		if (g_array_index(program->captures, struct gs_capture, i).position == which &&
			gs_variant_has(program->variant, i))
			texts[n++] = g_ptr_array_index(program->texts, i);
	return n;
}

static void made(const GError *failure, void *data)
{
	struct gs_multi_site_programs *b = data;
	struct gs_multi_site_program *program = g_steal_pointer(&b->sent);
	if (failure)
		give_up(b, program, failure);
	else
		add_program(b, program);
}

static bool make_ahead(struct gs_multi_site_programs *b, GError **error)
{
	unsigned one[4] = {b->debug->focus_x, b->debug->focus_y, 1, 1};
	struct gs_multi_site_program *program = collect(b);
	GError *failure = NULL;
	if (program->call_paths->len > 0 && write_program(b, program) &&
		gs_debug_send_variant(b->debug, program->variant, one, 0, made, b, &failure)) {
		b->sent = program;
		return true;
	}
	give_up(b, program, failure);
	if (failure && gs_error_is_fatal(failure))
		g_propagate_error(error, g_steal_pointer(&failure));
	g_clear_error(&failure);
	return false;
}

/* For that many attachments; where the driver refuses, it does so again when it is drawn. */
static void drawn(const GError *failure, void *data)
{
}

bool gs_multi_site_programs_prepare(struct gs_multi_site_programs *b, bool *more, GError **error)
{
	struct gs_debug *debug = b->debug;
	unsigned one[4] = {debug->focus_x, debug->focus_y, 1, 1};
	struct soon soon;
	GError *failure = NULL;
	*more = false;
	if (!gs_debug_await(debug, error))
		return false;
	look_ahead(b, &soon);
	if (soon.lacks) {
		*more = make_ahead(b, &failure);
	} else if (soon.undrawn) {
		soon.undrawn->drawn |= 1u << soon.n;
		*more = gs_debug_send_variant(
			debug, soon.undrawn->variant, one, soon.n, drawn, NULL, &failure);
	}
	bool fatal = failure && gs_error_is_fatal(failure);
	if (fatal)
		g_propagate_error(error, g_steal_pointer(&failure));
	g_clear_error(&failure);
	return !fatal;
}

/* ---- drawing one ---- */

struct gs_capture_location gs_multi_site_program_holds(const struct gs_multi_site_program *program,
	const struct gs_position *position, const char *text)
{
	struct gs_capture_location holding = {.held = GS_CAPTURE_NOT_REQUESTED};
	unsigned which;
	if (!find_call_path(program, position, &which))
		return holding;
	for (size_t i = 0; i < program->captures->len && holding.held == GS_CAPTURE_NOT_REQUESTED;
		i++) {
		if (g_array_index(program->captures, struct gs_capture, i).position != which ||
			strcmp(g_ptr_array_index(program->texts, i), text) != 0)
			continue;
		holding.held = gs_variant_has(program->variant, i) ? GS_CAPTURE_AVAILABLE
								   : GS_CAPTURE_NO_ROOM;
		holding.capture = i;
		holding.n_attachments = gs_variant_attachments(program->variant, i);
		holding.is_image = g_array_index(program->images, bool, i);
	}
	return holding;
}

unsigned gs_multi_site_program_flag_attachments(const struct gs_multi_site_program *program)
{
	return gs_variant_attachments(program->variant, SIZE_MAX);
}

struct gs_capture_result *gs_multi_site_program_capture(struct gs_multi_site_programs *b,
	struct gs_multi_site_program *program, const struct gs_position *position,
	const unsigned rect[4], unsigned n_attachments, GError **error)
{
	int32_t want[GS_MAX_WANTED];
	unsigned which;
	if (!find_call_path(program, position, &which) ||
		!gs_variant_want(b->debug->plan, program->variant, which, position, want))
		return NULL;
	GError *refusal = NULL;
	struct gs_capture_result *result = gs_debug_draw_variant(
		b->debug, program->variant, want, rect, n_attachments, &refusal);
	if (result) {
		result->images.which = which;
		program->drawn |= 1u << n_attachments;
		return result;
	}
	/* Drivers compile again for another number of attachments, and may give up then: each
	 * position has a program of its own from now on. Where the user has given up, nothing is
	 * known. */
	if (gs_error_is_fatal(refusal)) {
		g_propagate_error(error, refusal);
		return NULL;
	}
	program->refused = b->refused = true;
	g_error_free(refusal);
	return NULL;
}

void gs_multi_site_program_take(const struct gs_multi_site_program *program,
	const struct gs_position *position, struct gs_capture_result *result, GPtrArray *wanted,
	size_t *n_needed)
{
	for (unsigned i = 0; i < wanted->len;) {
		struct gs_captured_value *value = g_ptr_array_index(wanted, i);
		struct gs_capture_location holding = gs_multi_site_program_holds(
			program, position, value->text);
		if (holding.held != GS_CAPTURE_AVAILABLE) {
			i++;
			continue;
		}
		gs_captured_value_take(value, result, holding.capture);
		*n_needed -= i < *n_needed;
		g_ptr_array_remove_index(wanted, i);
	}
}
