/* SPDX-License-Identifier: MIT */
/*
 * A thread's next pass begins at its `start`, but is there only once something is drawn, cleared or
 * copied. Where one ends within a group that has begun in it, it is cut into pieces, so that groups
 * and passes lie within each other.
 */
#include "data/constants.h"
#include "debugger/calls/passes.h"

#include "data/data.h"
#include "debugger/calls/sliding.h"

enum {
	NO_PASS = UINT32_MAX,
};

/* What is known of a pass at a moment. */
struct amount {
	uint64_t draws, others, draw;
};

/* A group that is open. */
struct level {
	uint64_t first;	      /* place of the call that opened it */
	struct amount before; /* of the pass that goes on in it */
};

struct thread {
	GArray *levels;			/* struct level */
	uint64_t start;			/* place where the next pass begins */
	guint start_level;		/* groups round that */
	uint32_t pass;			/* that goes on, or NO_PASS */
	guint pass_level;		/* groups round it */
	struct gs_call_binding binding; /* before the next call */
	bool is_known;			/* the thread has made a call */
};

struct gs_call_passes {
	struct gs_sliding passes; /* struct gs_call_pass */
	GHashTable *threads;
	uint64_t frame; /* where the last one began */
};

static void free_thread(gpointer data)
{
	struct thread *thread = data;
	g_array_free(thread->levels, TRUE);
	g_free(thread);
}

struct gs_call_passes *gs_call_passes_new(void)
{
	struct gs_call_passes *passes = g_new0(struct gs_call_passes, 1);
	gs_sliding_init(&passes->passes, sizeof(struct gs_call_pass));
	passes->threads = g_hash_table_new_full(NULL, NULL, NULL, free_thread);
	return passes;
}

void gs_call_passes_free(struct gs_call_passes *passes)
{
	if (!passes)
		return;
	gs_sliding_finish(&passes->passes);
	g_hash_table_destroy(passes->threads);
	g_free(passes);
}

void gs_call_passes_clear(struct gs_call_passes *passes)
{
	gs_sliding_clear(&passes->passes);
	g_hash_table_remove_all(passes->threads);
	passes->frame = 0;
}

static struct thread *thread_of(struct gs_call_passes *passes, uint32_t number)
{
	struct thread *thread = g_hash_table_lookup(passes->threads, GUINT_TO_POINTER(number));
	if (!thread) {
		thread = g_new0(struct thread, 1);
		thread->levels = g_array_new(FALSE, FALSE, sizeof(struct level));
		thread->start = passes->frame;
		thread->pass = NO_PASS;
		g_hash_table_insert(passes->threads, GUINT_TO_POINTER(number), thread);
	}
	return thread;
}

static struct gs_call_pass *pass_at(const struct gs_call_passes *passes, size_t i)
{
	return gs_sliding_get(&passes->passes, struct gs_call_pass, i);
}

static struct level *level_at(const struct thread *thread, guint i)
{
	return &g_array_index(thread->levels, struct level, i);
}

/* ---- the end of a pass ---- */

/* What lies between two moments, if anything does, becomes a pass, in place of *whole once. */
static void add_piece(struct gs_call_passes *passes, struct gs_call_pass *whole, uint32_t *slot,
	uint64_t first, uint64_t end, const struct amount *from, const struct amount *to)
{
	struct gs_call_pass piece = *whole;
	piece.first.n = first;
	piece.end.n = end;
	piece.draws = to->draws - from->draws;
	piece.others = to->others - from->others;
	piece.draw = from->draws || from->others ? from->draw : whole->draw;
	if (!piece.draws && !piece.others)
		return;
	if (*slot == NO_PASS)
		gs_sliding_add(&passes->passes, &piece);
	else
		*pass_at(passes, *slot) = piece;
	*slot = NO_PASS;
}

/* In front of the call at this place; groups that have begun in it are not part of it if they have
 * not ended. */
static void end_pass(struct gs_call_passes *passes, struct thread *thread, uint64_t place)
{
	if (thread->pass == NO_PASS)
		return;
	struct gs_call_pass whole = *pass_at(passes, thread->pass);
	struct amount from = {0}, all = {whole.draws, whole.others, 0};
	uint64_t first = whole.first.n;
	uint32_t slot = thread->pass;
	for (guint i = thread->pass_level; i < thread->levels->len; i++) {
		const struct level *level = level_at(thread, i);
		add_piece(passes, &whole, &slot, first, level->first, &from, &level->before);
		first = level->first + 1;
		from = level->before;
	}
	add_piece(passes, &whole, &slot, first, place, &from, &all);
	thread->pass = NO_PASS;
}

static void begin_at(struct thread *thread, uint64_t place, guint level)
{
	thread->start = place;
	thread->start_level = level;
}

static void cut(struct gs_call_passes *passes, struct thread *thread, uint64_t place)
{
	end_pass(passes, thread, place);
	begin_at(thread, place, thread->levels->len);
}

void gs_call_passes_frame(struct gs_call_passes *passes, struct gs_call_place place)
{
	GHashTableIter iter;
	gpointer thread;
	passes->frame = place.n;
	g_hash_table_iter_init(&iter, passes->threads);
	while (g_hash_table_iter_next(&iter, NULL, &thread))
		cut(passes, thread, place.n);
}

void gs_call_passes_push(
	struct gs_call_passes *passes, const struct gs_wire_call *call, struct gs_call_place place)
{
	struct thread *thread = thread_of(passes, call->flags >> GS_CALL_TID_SHIFT);
	struct level level = {place.n, {0}};
	if (thread->pass != NO_PASS) {
		const struct gs_call_pass *pass = pass_at(passes, thread->pass);
		level.before = (struct amount){pass->draws, pass->others, call->draw};
	}
	g_array_append_val(thread->levels, level);
}

void gs_call_passes_pop(
	struct gs_call_passes *passes, const struct gs_wire_call *call, struct gs_call_place place)
{
	struct thread *thread = thread_of(passes, call->flags >> GS_CALL_TID_SHIFT);
	guint depth = thread->levels->len;
	if (!depth)
		return;
	bool within = thread->pass != NO_PASS ? thread->pass_level == depth
					      : thread->start_level == depth;
	if (within) {
		end_pass(passes, thread, place.n);
		begin_at(thread, place.n + 1, depth - 1);
	}
	g_array_set_size(thread->levels, depth - 1);
}

/* ---- its calls ---- */

static void begin_pass(struct gs_call_passes *passes, struct thread *thread,
	const struct gs_wire_call *call, bool clears)
{
	guint depth = thread->levels->len;
	/* a clear belongs to the group in which it is, and so do the draws after it */
	if (clears && thread->start_level < depth)
		begin_at(thread, level_at(thread, depth - 1)->first + 1, depth);
	struct gs_call_pass pass = {.first.n = thread->start,
		.end = GS_NO_CALL_PLACE,
		.draw = call->draw,
		.thread = call->flags >> GS_CALL_TID_SHIFT,
		.binding = thread->binding};
	thread->pass = (uint32_t)gs_sliding_end(&passes->passes);
	thread->pass_level = thread->start_level;
	for (guint i = thread->pass_level; i < depth; i++)
		level_at(thread, i)->before = (struct amount){0};
	gs_sliding_add(&passes->passes, &pass);
}

static void add(struct gs_call_passes *passes, struct thread *thread,
	const struct gs_wire_call *call, uint64_t place, bool draws, bool clears)
{
	if (thread->binding.compiles)
		return;
	if (clears && thread->pass != NO_PASS && pass_at(passes, thread->pass)->draws)
		cut(passes, thread, place);
	if (thread->pass == NO_PASS)
		begin_pass(passes, thread, call, clears);
	struct gs_call_pass *pass = pass_at(passes, thread->pass);
	pass->draws += draws;
	pass->others += !draws;
}

/* The framebuffer that a call names is the one that is bound. */
static bool names_bound(const struct thread *thread, const struct gs_wire_call *call, unsigned i)
{
	return call->n_args > i && thread->binding.framebuffer_known &&
	       (uint32_t)call->args[i] == thread->binding.framebuffer;
}

static bool attaches(const struct thread *thread, const struct gs_wire_call *call)
{
	if (!(gs_data_kinds(call->function) & GS_KIND_ATTACHES) || !call->n_args)
		return false;
	return call->args[0] == GL_FRAMEBUFFER || call->args[0] == GL_DRAW_FRAMEBUFFER ||
	       names_bound(thread, call, 0);
}

static void note_other(struct gs_call_passes *passes, struct thread *thread,
	const struct gs_wire_call *call, uint64_t place)
{
	switch (call->function) {
	case GS_FN_glClear:
	case GS_FN_glClearBufferfv:
	case GS_FN_glClearBufferfi:
	case GS_FN_glClearBufferiv:
	case GS_FN_glClearBufferuiv:
		add(passes, thread, call, place, false, true);
		break;
	case GS_FN_glClearNamedFramebufferfv:
	case GS_FN_glClearNamedFramebufferfi:
	case GS_FN_glClearNamedFramebufferiv:
	case GS_FN_glClearNamedFramebufferuiv:
		if (names_bound(thread, call, 0))
			add(passes, thread, call, place, false, true);
		break;
	case GS_FN_glBlitFramebuffer:
	case GS_FN_glBlitFramebufferANGLE:
	case GS_FN_glBlitFramebufferEXT:
	case GS_FN_glBlitFramebufferNV:
		add(passes, thread, call, place, false, false);
		break;
	case GS_FN_glBlitNamedFramebuffer:
		if (names_bound(thread, call, 1))
			add(passes, thread, call, place, false, false);
		break;
	default:
		/* the next draws are of other images */
		if (thread->pass != NO_PASS && attaches(thread, call))
			cut(passes, thread, place);
	}
}

static bool draws_elsewhere(const struct gs_call_binding *a, const struct gs_call_binding *b)
{
	return a->context != b->context || a->drawable != b->drawable ||
	       a->framebuffer != b->framebuffer || a->framebuffer_known != b->framebuffer_known;
}

void gs_call_passes_note(struct gs_call_passes *passes, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding)
{
	struct thread *thread = thread_of(passes, call->flags >> GS_CALL_TID_SHIFT);
	unsigned flags = gs_data_flags(call->function);
	if (thread->is_known && draws_elsewhere(&thread->binding, binding))
		cut(passes, thread, place.n);
	thread->is_known = true;
	thread->binding = *binding;
	if (gs_data_ends_frame(call))
		cut(passes, thread, place.n);
	else if (flags & GS_FUNCTION_DRAWS && !(flags & GS_FUNCTION_DISPATCHES))
		add(passes, thread, call, place.n, true, false);
	else if (flags & GS_FUNCTION_FOLLOWED)
		note_other(passes, thread, call, place.n);
}

static bool ends_before(const void *pass, uint64_t place)
{
	return ((const struct gs_call_pass *)pass)->end.n <= place;
}

void gs_call_passes_drop(struct gs_call_passes *passes, size_t number, struct gs_call_place place)
{
	gs_sliding_drop(&passes->passes, number);
	gs_sliding_drop_while(&passes->passes, ends_before, place.n);
}

size_t gs_call_passes_begin(const struct gs_call_passes *passes)
{
	return passes->passes.start;
}

size_t gs_call_passes_count(const struct gs_call_passes *passes)
{
	return gs_sliding_end(&passes->passes);
}

const struct gs_call_pass *gs_call_passes_get(const struct gs_call_passes *passes, size_t i)
{
	return pass_at(passes, i);
}
