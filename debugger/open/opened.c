/* SPDX-License-Identifier: MIT */
/* Reads a trace into a list of calls, and answers for the list what stands in the file alone. */
#include "data/constants.h"
#include "debugger/open/private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "debugger/base/error.h"
#include "debugger/base/patience.h"
#include "debugger/calls/calls.h"
#include "debugger/host/host.h"
#include "trace/edits/edits.h"
#include "trace/raw.h"

enum {
	BATCH = 256,	     /* calls that are appended at once */
	MOST_WAITING = 2048, /* calls that wait for one before them to end */
	ASK_EVERY = 4096,    /* calls, whether the user has enough of it */
	/* Foreign functions, as many as records of calls have numbers left for; and among them one
	 * that stands for those beyond, and where calls are counted for all from there on. */
	MOST_NUMBERED = GS_RECORD_MEMORY - GS_N_FUNCTIONS,
	THE_OTHERS = GS_WIRE_FUNCTIONS - 1 - GS_N_FUNCTIONS
};

struct foreign {
	struct gs_function_info info;
	struct gs_parameter parameters[GS_WIRE_ARGS];
};

struct waiting {
	struct gs_record record;
	GBytes *memory;
};

struct gs_opened {
	gatomicrefcount references;
	char *path;
	GMutex reader_lock;
	struct gs_trace_reader *reader;
	bool is_edited;	   /* the reader has edits */
	uint64_t next;	   /* the call that comes next from the reader; UINT64_MAX: not known */
	int filled;	   /* atomic: the reader is no longer needed for the list */
	int progress;	   /* atomic: thousandths */
	GArray *functions; /* struct gs_opened_function, by the trace's numbers */
	GMutex foreign_lock;
	GPtrArray *foreign;  /* struct foreign */
	GHashTable *by_name; /* name -> its index + 1 */
	struct gs_opened_figures figures;
	const char *message; /* interned; NULL: there is none */
	char *beginning;     /* likewise */
	uint64_t begins_at;  /* the call that beginning speaks of */
	const char *origin;  /* of the figures, interned; NULL: none is told */
	bool is_begun_late;  /* contexts were made before the trace began */
	bool has_snapshot;   /* it begins with what lived in them, */
	GPtrArray *missing;  /* but for this: comments of the recorder's */

	/* While the list is filled. */
	struct gs_call_store *store;
	struct gs_record batch[BATCH];
	GBytes *batch_memory[BATCH];
	unsigned n_batch;
	bool is_crowded;      /* the disk is full */
	uint64_t expected;    /* the number of the next call of the list */
	GHashTable *waiting;  /* number -> struct waiting */
	uint8_t threads[256]; /* enum thread_state, of their numbers' low bits */
};

enum thread_state { IN_BLOCK = 1, COMPILES = 2 };

/* ---- the file ---- */

bool gs_opened_is_trace(const char *path)
{
	static const uint8_t zstd[4] = {0x28, 0xb5, 0x2f, 0xfd};
	uint8_t first[4] = {0};
	struct stat status;
	bool named = g_str_has_suffix(path, ".trace");
	if (gs_trace_is_edits(path))
		return true;
	if (stat(path, &status) != 0)
		return named;
	if (!S_ISREG(status.st_mode))
		return named;
	if (named && access(path, X_OK) != 0)
		return true;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, first, sizeof first) : 0;
	if (fd >= 0)
		close(fd);
	return n == sizeof first &&
	       ((first[0] == 'a' && first[1] == 't') || (first[0] == 0x1f && first[1] == 0x8b) ||
		       memcmp(first, zstd, sizeof zstd) == 0);
}

/* edits NULL: as it is. */
static struct gs_trace_reader *open_reader(const char *path, const char *edits, GError **error)
{
	char *why = NULL;
	struct gs_trace_reader *reader = gs_trace_open_with(path, edits, NULL, NULL, &why);
	if (!reader)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s' cannot be opened as a trace: %s",
			path, why ? why : "there is no memory left");
	else
		gs_trace_reader_keep_left_out(reader);
	free(why);
	return reader;
}

struct gs_opened *gs_opened_new(const char *path, GError **error)
{
	struct gs_trace_reader *reader = open_reader(path, NULL, error);
	if (!reader)
		return NULL;
	struct gs_opened *o = g_new0(struct gs_opened, 1);
	g_atomic_ref_count_init(&o->references);
	o->path = g_canonicalize_filename(path, NULL);
	g_mutex_init(&o->reader_lock);
	g_mutex_init(&o->foreign_lock);
	o->reader = reader;
	o->next = UINT64_MAX;
	o->functions = g_array_new(FALSE, TRUE, sizeof(struct gs_opened_function));
	o->missing = g_ptr_array_new_with_free_func(g_free);
	o->foreign = g_ptr_array_new_with_free_func(g_free);
	o->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	return o;
}

void gs_opened_free(struct gs_opened *o)
{
	if (!o || !g_atomic_ref_count_dec(&o->references))
		return;
	gs_trace_close(o->reader);
	g_array_free(o->functions, TRUE);
	g_hash_table_destroy(o->by_name);
	g_ptr_array_free(o->missing, TRUE);
	g_ptr_array_free(o->foreign, TRUE);
	g_mutex_clear(&o->reader_lock);
	g_mutex_clear(&o->foreign_lock);
	g_free(o->beginning);
	g_free(o->path);
	g_free(o);
}

const char *gs_opened_path(const struct gs_opened *o)
{
	return o->path;
}

double gs_opened_progress(struct gs_opened *o)
{
	return g_atomic_int_get(&o->progress) / 1000.0;
}

void gs_opened_figures(const struct gs_opened *o, struct gs_opened_figures *figures)
{
	*figures = o->figures;
	figures->message = o->message;
	figures->beginning = o->beginning ? o->begins_at : UINT64_MAX;
	figures->origin = o->origin;
}

/* ---- functions ---- */

/* trace NULL: of any. */
static void describe_foreign(struct foreign *f, const struct gs_trace_function *trace)
{
	unsigned n = trace ? MIN(trace->n_args, GS_WIRE_ARGS) : GS_WIRE_ARGS;
	struct gs_parameter any = {.name = "",
		.type = "",
		.class = GS_CLASS_POINTER,
		.bits = 64,
		.pointee = GS_CLASS_VOID};
	for (unsigned i = 0; i < n; i++) {
		f->parameters[i] = any;
		f->parameters[i].name = trace ? g_intern_string(trace->args[i]) : "?";
	}
	f->info = (struct gs_function_info){
		.name = trace ? g_intern_string(trace->name) : "(another function)",
		.origin = "",
		.n_parameters = (uint8_t)n,
		.returns = any,
		.parameters = f->parameters};
}

/* Returns its index + 1. */
static unsigned add_foreign(struct gs_opened *o, const struct gs_trace_function *trace)
{
	struct foreign *new = g_new0(struct foreign, 1);
	describe_foreign(new, trace);
	g_ptr_array_add(o->foreign, new);
	return o->foreign->len;
}

static void map_foreign(struct gs_opened *o, struct gs_opened_function *f)
{
	g_mutex_lock(&o->foreign_lock);
	unsigned known = GPOINTER_TO_UINT(g_hash_table_lookup(o->by_name, f->trace->name));
	if (!known && o->foreign->len == THE_OTHERS)
		add_foreign(o, NULL);
	if (!known && o->foreign->len < MOST_NUMBERED) {
		known = add_foreign(o, f->trace);
		g_hash_table_insert(o->by_name, (gpointer)g_intern_string(f->trace->name),
			GUINT_TO_POINTER(known));
	}
	known = known ? known : THE_OTHERS + 1;
	f->number = GS_N_FUNCTIONS + known - 1;
	f->info = &((struct foreign *)g_ptr_array_index(o->foreign, known - 1))->info;
	f->foreign = true;
	g_mutex_unlock(&o->foreign_lock);
}

/* Under the reader's lock. */
static const struct gs_opened_function *map_function(
	struct gs_opened *o, const struct gs_trace_function *trace)
{
	if (trace->id >= o->functions->len)
		g_array_set_size(o->functions, trace->id + 1);
	struct gs_opened_function *f = &g_array_index(
		o->functions, struct gs_opened_function, trace->id);
	if (f->trace == trace)
		return f;
	int number = gs_data_find(trace->name);
	*f = (struct gs_opened_function){.trace = trace};
	if (number < 0) {
		map_foreign(o, f);
		return f;
	}
	f->number = (unsigned)number;
	f->info = gs_data_function(f->number);
	f->flags = gs_data_flags(f->number);
	return f;
}

static const struct gs_function_info *foreign_function(gpointer data, unsigned function)
{
	struct gs_opened *o = data;
	unsigned i = function - GS_N_FUNCTIONS;
	g_mutex_lock(&o->foreign_lock);
	const struct foreign *f = i < o->foreign->len ? g_ptr_array_index(o->foreign, i) : NULL;
	g_mutex_unlock(&o->foreign_lock);
	return f ? &f->info : NULL;
}

/* ---- what stands in the file alone ---- */

/* Calls are asked for one after the other when all of them are searched or saved. */
static struct gs_trace_call *read_call(struct gs_opened *o, uint64_t index)
{
	enum { NEAR = 256 };
	if (index >= o->next && index - o->next < NEAR) {
		for (unsigned i = 0; i < NEAR; i++) {
			struct gs_trace_call *call = gs_trace_next_call(o->reader);
			if (!call || call->number > index)
				break;
			if (call->number == index)
				return call;
		}
	}
	return gs_trace_find(o->reader, index);
}

static GBytes *memory_of(gpointer data, uint64_t index)
{
	struct gs_opened *o = data;
	GBytes *memory = NULL;
	if (!g_atomic_int_get(&o->filled))
		return g_bytes_new(NULL, 0);
	g_mutex_lock(&o->reader_lock);
	const struct gs_trace_call *call = read_call(o, index);
	o->next = call ? index + 1 : UINT64_MAX;
	if (call)
		memory = gs_opened_memory(map_function(o, call->function), call);
	g_mutex_unlock(&o->reader_lock);
	return memory ? memory : g_bytes_new(NULL, 0);
}

static struct gs_stack_frame copy_frame(const struct gs_trace_frame *from)
{
	return (struct gs_stack_frame){
		.function = g_strdup(from->function),
		.file = g_strdup(from->file),
		.line = from->line > 0 && from->line <= G_MAXUINT ? (unsigned)from->line : 0,
		.module = g_strdup(from->module ? from->module : ""),
		.offset = from->offset > 0 ? (uint64_t)from->offset : 0,
	};
}

bool gs_opened_stack(struct gs_opened *o, uint64_t number, struct gs_stack *stack)
{
	g_mutex_lock(&o->reader_lock);
	const struct gs_trace_call *call = read_call(o, number);
	o->next = call ? number + 1 : UINT64_MAX;
	*stack = (struct gs_stack){.n_frames = call ? call->n_frames : 0};
	if (stack->n_frames) {
		stack->thread = (pid_t)call->thread;
		stack->note = g_strdup("");
		stack->frames = g_new(struct gs_stack_frame, stack->n_frames);
	}
	for (size_t i = 0; i < stack->n_frames; i++)
		stack->frames[i] = copy_frame(call->frames[i]);
	g_mutex_unlock(&o->reader_lock);
	return stack->n_frames;
}

/* ---- filling the list ---- */

static void append_batch(struct gs_opened *o)
{
	enum gs_call_room room = gs_call_store_append(o->store, o->batch, o->n_batch);
	o->is_crowded |= room == GS_CALLS_CROWDED;
	for (unsigned i = 0; i < o->n_batch; i++)
		if (o->batch_memory[i])
			g_bytes_unref(g_steal_pointer(&o->batch_memory[i]));
	o->n_batch = 0;
}

/* As preload/core/calls/pending.c does while the program runs. */
static bool draws(struct gs_opened *o, const struct gs_wire_call *call, unsigned flags)
{
	uint8_t *state = &o->threads[call->flags >> GS_CALL_TID_SHIFT & 255];
	bool in_block = *state & IN_BLOCK, compiles = *state & COMPILES;
	switch (call->function) {
	case GS_FN_glNewList:
		if (call->n_args > 1 && call->args[1] == GL_COMPILE)
			*state |= COMPILES;
		break;
	case GS_FN_glEndList:
		*state &= (uint8_t)~COMPILES;
		break;
	case GS_FN_glBegin:
		*state |= IN_BLOCK;
		break;
	case GS_FN_glEnd:
		*state &= (uint8_t)~IN_BLOCK;
		in_block = false;
		break;
	}
	return flags & GS_FUNCTION_DRAWS && !in_block && !(compiles && flags & GS_FUNCTION_LISTED);
}

static void copy_record(struct gs_record *to, const struct gs_record *from)
{
	memcpy(&to->call, &from->call,
		offsetof(struct gs_wire_call, args) + from->call.n_args * sizeof *from->call.args);
	to->memory = from->memory;
	to->memory_size = from->memory_size;
	to->memory_at = 0;
}

/* The batch's next record is the call's: counts it. */
static void take_record(struct gs_opened *o, GBytes *memory)
{
	struct gs_wire_call *call = &o->batch[o->n_batch].call;
	unsigned flags = gs_data_flags(call->function);
	call->frame = o->figures.frames;
	call->draw = o->figures.draws;
	bool is_made = !(call->flags & GS_CALL_SKIPPED);
	o->figures.frames += is_made && flags & GS_FUNCTION_SWAPS;
	o->figures.draws += is_made && draws(o, call, flags);
	o->figures.fakes += (call->flags & GS_CALL_FAKE) != 0;
	o->figures.calls++;
	o->batch_memory[o->n_batch++] = memory;
	if (o->n_batch == BATCH)
		append_batch(o);
}

static void put_off(struct gs_opened *o, GBytes *memory)
{
	const struct gs_record *record = &o->batch[o->n_batch];
	struct waiting *w = g_new(struct waiting, 1);
	copy_record(&w->record, record);
	w->memory = memory;
	uint64_t *key = g_new(uint64_t, 1);
	*key = record->call.index;
	g_hash_table_insert(o->waiting, key, w);
}

static void take_waiting(struct gs_opened *o)
{
	struct waiting *w;
	while (g_hash_table_size(o->waiting) &&
		(w = g_hash_table_lookup(o->waiting, &o->expected))) {
		copy_record(&o->batch[o->n_batch], &w->record);
		take_record(o, w->memory);
		g_hash_table_remove(o->waiting, &o->expected);
		o->expected++;
	}
}

/* A call before these does not end, or much later. */
static void give_up_waiting(struct gs_opened *o)
{
	GHashTableIter iter;
	gpointer key;
	uint64_t lowest = UINT64_MAX;
	g_hash_table_iter_init(&iter, o->waiting);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		lowest = MIN(lowest, *(uint64_t *)key);
	o->expected = lowest;
	take_waiting(o);
}

/* Names, of groups and of other things, are asked for while the list is made. */
static GBytes *memory_of_marker(
	const struct gs_opened_function *f, const struct gs_trace_call *call, struct gs_record *r)
{
	if (!(f->flags & (GS_FUNCTION_MARKS | GS_FUNCTION_NAMES)) || !r->memory_size)
		return NULL;
	GBytes *memory = gs_opened_memory(f, call);
	gsize size;
	r->memory = g_bytes_get_data(memory, &size);
	r->memory_size = size;
	return memory;
}

/* "frame 4 of game.trace", "frames 3-5 of game.trace" */
static void note_origin(struct gs_opened *o, const char *what)
{
	bool is_one = g_str_has_prefix(what, "frame "),
	     are_some = g_str_has_prefix(what, "frames ");
	const char *of = strstr(what, " of ");
	o->origin = NULL;
	if (!is_one && !are_some)
		return;
	o->figures.frame = o->figures.frames;
	o->figures.first_frame = g_ascii_strtoull(strchr(what, ' ') + 1, NULL, 10);
	o->origin = g_intern_string(of ? of + strlen(" of ") : "");
}

/* Of an extracted trace: where what was asked for begins. */
static void note_beginning(struct gs_opened *o, const struct gs_trace_call *call)
{
	enum { TEXT = 1 }; /* the argument's number */
	char *what = g_utf8_make_valid(call->args[TEXT].text + strlen(GS_COMMENT_BEGINS), -1);
	g_free(o->beginning);
	o->begins_at = call->number + 1;
	o->beginning = g_strdup_printf("%s begins at call %" G_GUINT64_FORMAT
				       "; the calls before it are those that it needs",
		what, o->begins_at);
	note_origin(o, what);
	g_free(what);
}

/* A recorder that begins in the middle makes up the calls that made the contexts it finds. */
static bool makes_up_context(const struct gs_trace_call *call, unsigned function)
{
	return call->is_fake &&
	       (function == GS_FN_glXCreateContext || function == GS_FN_glXCreateNewContext ||
		       function == GS_FN_glXCreateContextAttribsARB ||
		       function == GS_FN_eglCreateContext);
}

static void note_recorder(struct gs_opened *o, const struct gs_trace_call *call)
{
	enum { TEXT = 1 }; /* the argument's number */
	struct gs_trace_missing missing;
	if (gs_trace_is_comment(call, GS_COMMENT_BEGINS))
		note_beginning(o, call);
	o->has_snapshot |= gs_trace_is_comment(call, GS_COMMENT_LIVES);
	if (gs_trace_read_missing(call, &missing))
		g_ptr_array_add(o->missing, g_utf8_make_valid(call->args[TEXT].text, -1));
}

bool gs_opened_missing(const struct gs_opened *o, unsigned i, struct gs_trace_missing *missing)
{
	return i < o->missing->len && gs_trace_parse_missing(o->missing->pdata[i], missing);
}

/* What lived when the recording began and is not in it; g_free. NULL: nothing. */
static char *missing_text(const struct gs_opened *o)
{
	enum { MOST_TOLD = 3 };
	unsigned n = o->missing->len;
	struct gs_trace_missing one;
	if (!n)
		return NULL;
	GString *text = g_string_new("the recording began in the middle of a run, and some of what "
				     "lived then is not in it, so draws with that may differ: ");
	for (unsigned i = 0; i < MOST_TOLD && gs_opened_missing(o, i, &one); i++)
		g_string_append_printf(text, "%s%.*s %" G_GUINT32_FORMAT " (%s)", i ? ", " : "",
			(int)one.kind_length, one.kind, one.name, one.why);
	if (n > MOST_TOLD)
		g_string_append_printf(
			text, ", and %u more, which `glstep-trace info` lists", n - MOST_TOLD);
	return g_string_free(text, FALSE);
}

/* All that is to be said of the file; g_free. NULL: nothing. */
static char *message_of(struct gs_opened *o)
{
	const char *damage = gs_trace_reader_message(o->reader);
	g_autofree char *missing = missing_text(o);
	const char *parts[4] = {damage, damage ? NULL : o->beginning, missing,
		o->is_begun_late && !o->has_snapshot
			? "the recording began after the program's first calls, so it "
			  "lacks objects made before: draws with them cannot be played; to "
			  "have them, record the program from its first call (`glstep record`, or "
			  "Record… on the start page)"
			: NULL};
	GString *all = g_string_new(NULL);
	for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++)
		if (parts[i])
			g_string_append_printf(all, "%s%s", all->len ? "; " : "", parts[i]);
	return g_string_free(all, !all->len);
}

static void mark_edited(struct gs_opened *o, struct gs_wire_call *call, bool is_left_out)
{
	if (gs_trace_is_edited(o->reader, gs_trace_name_of(o->reader, call->index)))
		call->flags |= GS_CALL_EDITED;
	if (is_left_out)
		call->flags = (call->flags & ~(uint32_t)GS_CALL_EXECUTED) | GS_CALL_SKIPPED;
}

static void add_call(struct gs_opened *o, const struct gs_trace_call *call)
{
	const struct gs_opened_function *f = map_function(o, call->function);
	o->is_begun_late |= makes_up_context(call, f->number);
	note_recorder(o, call);
	struct gs_record *record = &o->batch[o->n_batch];
	gs_opened_record(f, call, record);
	if (o->is_edited)
		mark_edited(o, &record->call, call->is_left_out);
	GBytes *memory = memory_of_marker(f, call, record);
	if (call->number > o->expected) {
		put_off(o, memory);
		if (g_hash_table_size(o->waiting) > MOST_WAITING)
			give_up_waiting(o);
		return;
	}
	o->expected += call->number == o->expected;
	take_record(o, memory);
	if (g_hash_table_size(o->waiting))
		take_waiting(o);
}

static void note_progress(struct gs_opened *o)
{
	struct gs_trace_figures f;
	gs_trace_reader_figures(o->reader, &f);
	g_atomic_int_set(&o->progress,
		f.file_bytes ? (int)((double)f.file_read / (double)f.file_bytes * 1000) : 1000);
}

static bool read_calls(struct gs_opened *o, const struct gs_patience *patience, GError **error)
{
	const struct gs_trace_call *call;
	unsigned n = 0;
	while ((call = gs_trace_next_call(o->reader))) {
		add_call(o, call);
		if (++n % ASK_EVERY)
			continue;
		note_progress(o);
		if (o->is_crowded) {
			g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
				"the list of calls does not fit into the folder for temporary "
				"files: free space there, or let TMPDIR name another");
			return false;
		}
		if (patience && patience->gives_up(patience->data, error))
			return false;
	}
	return true;
}

static void free_origin(gpointer opened)
{
	gs_opened_free(opened);
}

/* With the reader's lock. */
static bool fill(struct gs_opened *o, struct gs_call_store *store,
	const struct gs_patience *patience, GError **error)
{
	o->store = store;
	o->waiting = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	bool good = read_calls(o, patience, error);
	while (g_hash_table_size(o->waiting))
		give_up_waiting(o);
	append_batch(o);
	g_clear_pointer(&o->waiting, g_hash_table_destroy);
	g_autofree char *message = message_of(o);
	o->message = g_intern_string(message); /* others may hold the last one */
	o->store = NULL;
	g_atomic_int_set(&o->progress, 1000);
	g_atomic_int_set(&o->filled, 1);
	return good;
}

bool gs_opened_fill(struct gs_opened *o, struct gs_call_store *store,
	const struct gs_patience *patience, GError **error)
{
	const struct gs_call_origin origin = {memory_of, foreign_function, free_origin, o};
	g_atomic_ref_count_inc(&o->references);
	gs_call_store_set_origin(store, &origin);
	g_mutex_lock(&o->reader_lock);
	bool good = fill(o, store, patience, error);
	g_mutex_unlock(&o->reader_lock);
	return good;
}

/* Forget what was learned from the calls. */
static void forget_calls(struct gs_opened *o)
{
	o->figures = (struct gs_opened_figures){0};
	o->next = UINT64_MAX;
	o->expected = 0;
	o->is_begun_late = o->has_snapshot = false;
	g_clear_pointer(&o->beginning, g_free);
	o->origin = NULL;
	g_ptr_array_set_size(o->missing, 0);
	g_array_set_size(o->functions, 0);
	memset(o->threads, 0, sizeof o->threads);
}

bool gs_opened_refill(struct gs_opened *o, struct gs_call_store *store, const char *edits,
	const struct gs_patience *patience, GError **error)
{
	struct gs_trace_reader *reader = open_reader(o->path, edits, error);
	if (!reader)
		return false;
	g_mutex_lock(&o->reader_lock);
	gs_trace_close(o->reader);
	o->reader = reader;
	o->is_edited = edits;
	forget_calls(o);
	gs_call_store_clear(store);
	bool good = fill(o, store, patience, error);
	g_mutex_unlock(&o->reader_lock);
	return good;
}

uint64_t gs_opened_name_of(struct gs_opened *o, uint64_t number)
{
	g_mutex_lock(&o->reader_lock);
	uint64_t name = gs_trace_name_of(o->reader, number);
	g_mutex_unlock(&o->reader_lock);
	return name;
}

uint64_t gs_opened_number_of(struct gs_opened *o, uint64_t name)
{
	g_mutex_lock(&o->reader_lock);
	uint64_t number = gs_trace_number_of(o->reader, name);
	g_mutex_unlock(&o->reader_lock);
	return number;
}
