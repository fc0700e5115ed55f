/* SPDX-License-Identifier: MIT */
#include "debugger/engine/path/path.h"
#include "debugger/base/error.h"

/* A walker is kept every so many entries, so that going back is cheap; in deep calls, where it is
 * larger, as many times fewer. */
enum { CHECKPOINT = 64 };

struct checkpoint {
	struct gs_walker *walker;
	size_t index, used;
};

struct gs_path {
	const struct gs_plan *plan;
	struct gs_path_provider *provider;
	struct gs_walker *walker;
	GArray *entries;     /* struct gs_path_entry */
	GArray *checkpoints; /* struct checkpoint, in order of index; the first is entry 0's */
	/* Of a recorded path: the decisions, and how many the walker has used. */
	GByteArray *bits; /* NULL: it is captured, decision by decision */
	size_t used;
};

static const struct checkpoint *last_checkpoint(const struct gs_path *path)
{
	guint n = path->checkpoints->len;
	return n ? &g_array_index(path->checkpoints, struct checkpoint, n - 1) : NULL;
}

/* The last one that is not behind an entry: its index in the list. */
static guint checkpoint_before(const struct gs_path *path, size_t index)
{
	guint low = 0, high = path->checkpoints->len - 1;
	while (low < high) {
		guint middle = (low + high + 1) / 2;
		if (g_array_index(path->checkpoints, struct checkpoint, middle).index <= index)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

static void push_entry(struct gs_path *path)
{
	const struct gs_position *p = gs_walker_position(path->walker);
	const struct gs_frame *frame = &p->frame[p->n_frames - 1];
	struct gs_path_entry entry = {
		.site = frame->site,
		.n_frames = p->n_frames,
		.finished = gs_walker_finished(path->walker),
		.iterations = 5381,
		.taken = GS_NOT_TAKEN,
	};
	for (unsigned i = 0; i < frame->n_iterations; i++)
		entry.iterations = entry.iterations * 33 + frame->iterations[i] + 1;
	const struct checkpoint *latest = last_checkpoint(path);
	if (!latest ||
		path->entries->len - latest->index >= MAX((unsigned)CHECKPOINT, p->n_frames)) {
		struct checkpoint checkpoint = {
			gs_walker_copy(path->walker), path->entries->len, path->used};
		g_array_append_val(path->checkpoints, checkpoint);
	}
	g_array_append_val(path->entries, entry);
}

static void clear_checkpoint(gpointer data)
{
	gs_walker_free(((struct checkpoint *)data)->walker);
}

struct gs_path *gs_path_new(const struct gs_plan *plan, struct gs_path_provider *provider)
{
	struct gs_path *path = g_new0(struct gs_path, 1);
	path->plan = plan;
	path->provider = provider;
	path->walker = gs_walker_new(plan);
	path->entries = g_array_new(FALSE, TRUE, sizeof(struct gs_path_entry));
	path->checkpoints = g_array_new(FALSE, TRUE, sizeof(struct checkpoint));
	g_array_set_clear_func(path->checkpoints, clear_checkpoint);
	push_entry(path);
	if (provider->record)
		path->bits = g_byte_array_new(); /* recorded when the first is needed */
	return path;
}

void gs_path_free(struct gs_path *path)
{
	if (!path)
		return;
	gs_walker_free(path->walker);
	g_array_free(path->entries, TRUE);
	g_array_free(path->checkpoints, TRUE);
	if (path->bits)
		g_byte_array_free(path->bits, TRUE);
	g_free(path);
}

size_t gs_path_length(const struct gs_path *path)
{
	return path->entries->len;
}

const struct gs_path_entry *gs_path_entry(const struct gs_path *path, size_t index)
{
	return &g_array_index(path->entries, struct gs_path_entry, index);
}

const struct gs_position *gs_path_position(const struct gs_path *path)
{
	return gs_walker_position(path->walker);
}

bool gs_path_is_recorded(const struct gs_path *path)
{
	return path->provider->record != NULL;
}

bool gs_path_finished(const struct gs_path *path)
{
	return gs_walker_finished(path->walker);
}

bool gs_path_discarded(const struct gs_path *path)
{
	return gs_walker_discarded(path->walker);
}

const struct gs_site *gs_path_site(const struct gs_path *path)
{
	return &path->plan->sites[gs_position_site(gs_path_position(path))];
}

/* Each decision of the last step belongs to the latest entry at its site. */
static void note_decisions(struct gs_path *path)
{
	size_t n;
	const struct gs_decided *made = gs_walker_decided(path->walker, &n);
	for (size_t i = 0; i < n; i++) {
		size_t at = path->entries->len;
		while (at > 0 && gs_path_entry(path, at - 1)->site != made[i].site)
			at--;
		if (at > 0)
			g_array_index(path->entries, struct gs_path_entry, at - 1).taken = MIN(
				made[i].decision, GS_NOT_TAKEN - 1);
	}
}

/* False: it failed. Where no decisions can be recorded, the path goes on without: bits becomes
 * NULL. */
static bool record(struct gs_path *path, GError **error)
{
	if (!path->provider->record(path->provider, path->bits, error))
		return false;
	if (path->bits->len == 0)
		g_byte_array_free(g_steal_pointer(&path->bits), TRUE);
	return true;
}

bool gs_path_prepare(struct gs_path *path, bool *more, GError **error)
{
	enum { STEPS = 32 };
	*more = false;
	if (!path->bits || path->bits->len)
		return true;
	struct gs_walker *walker = gs_walker_copy(path->walker);
	size_t used = 0;
	for (unsigned i = 0; i < STEPS && !*more && !gs_walker_finished(walker); i++)
		*more = !gs_walker_step_recorded(walker, NULL, 0, &used);
	gs_walker_free(walker);
	return !*more || record(path, error);
}

/* With the decisions recorded so far; asks for more when they have run out. No step is made where
 * none can be recorded. */
static bool step_recorded(struct gs_path *path, GError **error)
{
	size_t first = path->used;
	while (!gs_walker_step_recorded(
		path->walker, path->bits->data, path->bits->len, &path->used)) {
		guint before = path->bits->len;
		if (!record(path, error))
			return false;
		if (!path->bits)
			return true;
		if (path->bits->len == before) {
			g_set_error(error, GS_ERROR, GS_ERROR_INTERNAL,
				"the recorded path ends before the shader does: set "
				"GLSTEP_PATH=capture in the environment to step without recording");
			return false;
		}
	}
	struct gs_path_entry *last = &g_array_index(
		path->entries, struct gs_path_entry, path->entries->len - 1);
	last->decision = 0; /* for readers of the path; walking it again reads the bits */
	for (size_t i = first; i < path->used && i < first + 16; i++)
		last->decision |= (uint16_t)((path->bits->data[i] & 1u) << (i - first));
	return true;
}

static bool step_captured(struct gs_path *path, GError **error)
{
	struct gs_path_entry *last = &g_array_index(
		path->entries, struct gs_path_entry, path->entries->len - 1);
	unsigned decision = 0;
	if (path->plan->sites[last->site].is_decision &&
		!path->provider->decide(
			path->provider, gs_walker_position(path->walker), &decision, error))
		return false;
	last->decision = decision;
	gs_walker_step(path->walker, decision);
	return true;
}

bool gs_path_advance(struct gs_path *path, bool *moved, GError **error)
{
	*moved = false;
	if (gs_walker_finished(path->walker))
		return true;
	if (path->bits && !step_recorded(path, error))
		return false;
	if (!path->bits && !step_captured(path, error))
		return false;
	note_decisions(path);
	push_entry(path);
	*moved = true;
	return true;
}

/* Once more the step that has been made from an entry. */
static void step_again(
	const struct gs_path *path, struct gs_walker *walker, size_t index, size_t *used)
{
	if (path->bits)
		gs_walker_step_recorded(walker, path->bits->data, path->bits->len, used);
	else
		gs_walker_step(walker, gs_path_entry(path, index)->decision);
}

/* The walker that stands at an entry. */
static struct gs_walker *walker_at(const struct gs_path *path, size_t index, size_t *used)
{
	const struct checkpoint *from = &g_array_index(
		path->checkpoints, struct checkpoint, checkpoint_before(path, index));
	struct gs_walker *walker = gs_walker_copy(from->walker);
	*used = from->used;
	for (size_t i = from->index; i < index; i++)
		step_again(path, walker, i, used);
	return walker;
}

/* Of conditions that are not over where the path ends now. */
static void forget_decisions(struct gs_path *path)
{
	const struct gs_path_entry *stands = NULL; /* where the frame of i stands now */
	for (guint i = path->entries->len; i-- > 0;) {
		struct gs_path_entry *entry = &g_array_index(
			path->entries, struct gs_path_entry, i);
		if (stands && entry->n_frames > stands->n_frames)
			continue; /* of a function that has returned */
		bool is_present = !stands || entry->n_frames < stands->n_frames;
		if (is_present)
			stands = entry;
		if (is_present || !gs_path_is_over(path, entry, stands))
			entry->taken = GS_NOT_TAKEN;
	}
}

void gs_path_back_to(struct gs_path *path, size_t index)
{
	if (index + 1 >= path->entries->len)
		return;
	size_t used;
	struct gs_walker *walker = walker_at(path, index, &used);
	gs_walker_free(path->walker);
	path->walker = walker;
	path->used = used;
	g_array_set_size(path->entries, index + 1);
	forget_decisions(path);
	g_array_set_size(path->checkpoints, checkpoint_before(path, index) + 1);
}

void gs_path_walk(const struct gs_path *path,
	bool (*func)(size_t index, const struct gs_position *position, void *data), void *data)
{
	size_t used;
	struct gs_walker *walker = walker_at(path, 0, &used);
	for (size_t i = 0; i < path->entries->len; i++) {
		if (!func(i, gs_walker_position(walker), data))
			break;
		if (i + 1 < path->entries->len)
			step_again(path, walker, i, &used);
	}
	gs_walker_free(walker);
}

void gs_path_ahead(const struct gs_path *path,
	bool (*func)(const struct gs_position *position, void *data), void *data)
{
	struct gs_walker *walker = gs_walker_copy(path->walker);
	size_t used = path->used;
	while (func(gs_walker_position(walker), data) && path->bits && !gs_walker_finished(walker))
		if (!gs_walker_step_recorded(walker, path->bits->data, path->bits->len, &used))
			break;
	gs_walker_free(walker);
}

static bool is_inside(const struct gs_node *inner, const struct gs_node *outer)
{
	return inner->unit == outer->unit && inner->first >= outer->first &&
	       inner->last <= outer->last;
}

bool gs_path_is_over(const struct gs_path *path, const struct gs_path_entry *from,
	const struct gs_path_entry *to)
{
	if (to->finished || to->n_frames < from->n_frames)
		return true;
	if (to->n_frames > from->n_frames)
		return false;
	/* The path has reached the same condition again, in the next iteration. */
	if (to->iterations != from->iterations)
		return true;
	return !is_inside(path->plan->sites[to->site].marked, path->plan->sites[from->site].marked);
}

void gs_path_close(const struct gs_path *path, GArray *open, size_t index,
	void (*func)(const struct gs_path_entry *over, size_t index, void *data), void *data)
{
	size_t before = index - 1;
	g_array_append_val(open, before);
	while (open->len > 0) {
		const struct gs_path_entry *from = gs_path_entry(
			path, g_array_index(open, size_t, open->len - 1));
		if (!gs_path_is_over(path, from, gs_path_entry(path, index)))
			return;
		g_array_set_size(open, open->len - 1);
		if (func)
			func(from, index, data);
	}
}

static void call_for_all(const struct gs_path *path, uint32_t site, enum gs_writes which,
	void (*func)(const struct gs_symbol *symbol, void *data), void *data)
{
	size_t n;
	const struct gs_symbol *const *written = gs_plan_site_writes(path->plan, site, which, &n);
	for (size_t i = 0; i < n; i++)
		func(written[i], data);
}

void gs_path_writes(const struct gs_path *path, const struct gs_path_entry *over, size_t index,
	void (*func)(const struct gs_symbol *symbol, void *data), void *data)
{
	size_t first = (size_t)(over - gs_path_entry(path, 0)), n_all, n_sure;
	gs_plan_site_writes(path->plan, over->site, GS_WRITES_ALL, &n_all);
	gs_plan_site_writes(path->plan, over->site, GS_WRITES_SURE, &n_sure);
	call_for_all(path, over->site, GS_WRITES_SURE, func, data);
	for (size_t i = first + 1; n_all != n_sure && i < index; i++) {
		const struct gs_path_entry *entry = gs_path_entry(path, i);
		if (entry->n_frames == over->n_frames && entry->taken != GS_NOT_TAKEN &&
			is_inside(path->plan->sites[entry->site].node,
				path->plan->sites[over->site].marked))
			call_for_all(path, entry->site,
				entry->taken ? GS_WRITES_TRUE : GS_WRITES_FALSE, func, data);
	}
}
