/* SPDX-License-Identifier: MIT */
/* The file of a recording, and the order of the calls in it. */
#include "debugger/record/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "debugger/base/error.h"
#include "debugger/record/private.h"

enum {
	FLUSH_AFTER = 1000000, /* microseconds: at most so much is lost with glstep */
	SEMANTICS = 6,	       /* by whose rules calls are executed */
	MOST_FILES = 10000,    /* of the same name */
	LONGEST_NAME = 200,    /* that a program gives its trace */
};

struct gs_recording {
	char *path;
	int fd;
	struct values values;
	struct gs_recording_lengths lengths;
	GHashTable *threads;		/* tid -> number + 1 */
	uint32_t last_tid, last_number; /* looked up last; 0: none */
	struct gs_recording_order *order;
	struct mesa_trace *trace;
	struct gs_recording_figures figures;
	GPtrArray *missing; /* struct gs_recording_missing */
	GArray *ends; /* uint64_t: the indices of the calls that end frames, in the file's order */
	bool at_once;
	gint64 flushed;
};

/* ---- the file ---- */

size_t gs_recording_stem(const char *path)
{
	size_t length = strlen(path);
	return g_str_has_suffix(path, ".trace") ? length - strlen(".trace") : length;
}

static char *nth_name(const char *program, unsigned n)
{
	char *base = g_path_get_basename(program);
	char *name = n ? g_strdup_printf("%s.%u.trace", base, n)
		       : g_strdup_printf("%s.trace", base);
	g_free(base);
	return name;
}

static void set_error(GError **error, const char *path, int number)
{
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE, "the trace '%s' cannot be written: %s",
		path, g_strerror(number));
}

/* A new file. */
static int open_new(const char *program, char **path)
{
	for (unsigned n = 0;; n++) {
		*path = nth_name(program, n);
		int fd = open(*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST || n == MOST_FILES)
			return fd;
		g_free(*path);
	}
}

/* 0: the file can be written, or made. Opening a FIFO would wait for its reader, and a trace is not
 * written from its beginning to its end. */
static int try_file(const char *path)
{
	GStatBuf status;
	bool is_there = g_stat(path, &status) == 0;
	if (is_there && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)))
		return ESPIPE;
	int fd = open(path, O_WRONLY | O_CLOEXEC | (is_there ? 0 : O_CREAT | O_EXCL), 0666);
	if (fd < 0)
		return errno;
	close(fd);
	if (!is_there)
		unlink(path);
	return 0;
}

bool gs_recording_is_possible(const char *path, const char *program, GError **error)
{
	char *name = path ? g_strdup(path) : nth_name(program, 0);
	int number = path ? try_file(path) : access(".", W_OK | X_OK) == 0 ? 0 : errno;
	if (number)
		set_error(error, name, number);
	g_free(name);
	return !number;
}

/* Its path, without symbolic links. */
static char *executable_of(const char *program)
{
	char *found = g_find_program_in_path(program);
	char *real = found ? realpath(found, NULL) : NULL;
	char *path = g_strdup(real ? real : program);
	free(real);
	g_free(found);
	return path;
}

static struct gs_trace_writer *new_writer(int fd, const char *program)
{
	char *executable = executable_of(program);
	const struct gs_trace_property name = {"process.name", executable};
	struct gs_trace_writer *writer = gs_trace_writer_new(fd, SEMANTICS, &name, 1);
	g_free(executable);
	return writer;
}

/* ---- calls ---- */

/* Numbered from 0. */
static uint32_t thread_number(struct gs_recording *r, uint32_t tid)
{
	if (tid && tid == r->last_tid)
		return r->last_number;
	gpointer key = GUINT_TO_POINTER(tid);
	guint number = GPOINTER_TO_UINT(g_hash_table_lookup(r->threads, key));
	if (!number) {
		number = g_hash_table_size(r->threads) + 1;
		g_hash_table_insert(r->threads, key, GUINT_TO_POINTER(number));
	}
	r->last_tid = tid;
	return r->last_number = number - 1;
}

/* What is in the file when all so far is. */
static void mark(struct gs_recording *r)
{
	const uint64_t so_far[2] = {r->figures.calls, r->figures.frames};
	gs_trace_writer_set_mark(r->values.writer, so_far);
}

/* What the snapshot of a context lacks, in the file, too. */
static void tell_missing(struct gs_recording *r, uint32_t thread, const struct gs_record *record)
{
	guint before = r->missing->len;
	gs_recording_missing_add(r->missing, record);
	for (guint i = before; i < r->missing->len; i++) {
		const struct gs_recording_missing *one = r->missing->pdata[i];
		g_autofree char *text = g_strdup_printf(GS_COMMENT_MISSING "%s %" G_GUINT32_FORMAT
									   ": %s",
			one->kind, one->name, one->why);
		gs_recording_put_comment(&r->values, thread, text);
	}
}

static void add_one(gpointer data, const struct gs_record *record)
{
	struct gs_recording *r = data;
	if (gs_trace_writer_error(r->values.writer)) {
		r->figures.lost++;
		return;
	}
	uint32_t tid = record->call.flags >> GS_CALL_TID_SHIFT;
	mark(r);
	if (record->memory)
		tell_missing(r, thread_number(r, tid), record);
	if (!gs_mesa_trace_put(r->trace, &r->values, thread_number(r, tid), record))
		return;
	r->figures.calls++;
	if (gs_record_is_unfinished(&record->call) && r->figures.unfinished++ == 0) {
		r->figures.first_unfinished = r->lengths.call;
		r->figures.unfinished_function = gs_data_name(record->call.function);
	}
	if (gs_data_ends_frame(&record->call)) {
		r->figures.frames++;
		g_array_append_val(r->ends, record->call.index);
	}
}

/* stem: of a new file, where path is NULL. */
static struct gs_recording *new_recording(
	const char *path, const char *stem, const struct gs_recording_start *start, GError **error)
{
	char *name = path ? g_strdup(path) : NULL;
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
		      : open_new(stem, &name);
	if (fd < 0) {
		set_error(error, name, errno);
		g_free(name);
		return NULL;
	}
	struct gs_recording *r = g_new0(struct gs_recording, 1);
	r->path = name;
	r->fd = fd;
	r->values.writer = new_writer(fd, start->program);
	r->values.signatures = gs_recording_signatures_new();
	r->values.stacks = gs_recording_stacks_new();
	r->threads = g_hash_table_new(NULL, NULL);
	r->ends = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	r->order = gs_recording_order_new(start->leaves + 1, add_one, r);
	r->values.repeats = start->plain_arrays ? NULL : gs_recording_repeats_new();
	r->values.sizes = g_hash_table_new(NULL, NULL);
	r->values.pointers = gs_recording_pointers_new();
	r->values.lengths = &r->lengths;
	r->at_once = start->at_once;
	r->figures.is_whole = start->is_whole;
	r->figures.plays = start->is_whole || start->has_snapshot;
	r->values.wire = start->has_snapshot ? start->wire : NULL;
	r->missing = gs_recording_missing_new();
	r->trace = gs_mesa_trace_new();
	r->flushed = g_get_monotonic_time();
	return r;
}

struct gs_recording *gs_recording_new(
	const char *path, const struct gs_recording_start *start, GError **error)
{
	return new_recording(path, start->program, start, error);
}

struct gs_recording *gs_recording_new_named(
	const char *name, const struct gs_recording_start *start, GError **error)
{
	const char *slash = strrchr(name, '/');
	name = slash ? slash + 1 : name;
	char *stem = g_strndup(name, MIN(gs_recording_stem(name), LONGEST_NAME));
	for (char *c = stem; *c; c++)
		if (!g_ascii_isalnum(*c) && !strchr("-_+", *c) && (*c != '.' || c == stem))
			*c = '_';
	struct gs_recording *r = new_recording(NULL, *stem ? stem : start->program, start, error);
	g_free(stem);
	return r;
}

const GPtrArray *gs_recording_missing(const struct gs_recording *r)
{
	return r->missing;
}

const char *gs_recording_path(const struct gs_recording *r)
{
	return r->path;
}

void gs_recording_add(struct gs_recording *r, const struct gs_record *records, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gs_recording_order_add(r->order, &records[i]);
	gint64 now = g_get_monotonic_time();
	if (r->at_once || now - r->flushed > FLUSH_AFTER)
		gs_recording_flush(r);
}

void gs_recording_add_stack(
	struct gs_recording *r, uint64_t call, const struct gs_recording_frame *frames, size_t n)
{
	gs_recording_stacks_add(r->values.stacks, call, frames, n);
}

void gs_recording_set_classes(struct gs_recording *r, const struct gs_recording_classes *classes)
{
	gs_mesa_trace_set_classes(r->trace, classes);
}

void gs_recording_comment(struct gs_recording *r, uint32_t tid, const char *text)
{
	gs_recording_put_comment(&r->values, tid ? thread_number(r, tid) : 0, text);
}

unsigned gs_recording_assert(
	struct gs_recording *r, uint32_t tid, const char *groups, const uint8_t *bytes, size_t size)
{
	char *text = g_strconcat("assert ", groups, NULL);
	gs_recording_comment(r, tid, text);
	g_free(text);
	return gs_recording_put_made_up(&r->values, thread_number(r, tid), bytes, size);
}

void gs_recording_flush(struct gs_recording *r)
{
	mark(r);
	gs_trace_flush(r->values.writer);
	r->flushed = g_get_monotonic_time();
}

void gs_recording_figures(const struct gs_recording *r, struct gs_recording_figures *figures)
{
	*figures = r->figures;
	figures->missing = r->missing->len;
	figures->too_long = r->lengths.too_long;
	figures->first_too_long = r->lengths.first_too_long;
	if (gs_trace_writer_error(r->values.writer)) {
		uint64_t whole[2];
		gs_trace_writer_whole_mark(r->values.writer, whole);
		figures->calls = whole[0];
		figures->frames = whole[1];
		figures->lost += r->figures.calls - whole[0];
	} else {
		figures->made_up = gs_trace_writer_calls(r->values.writer) - r->figures.calls;
	}
	figures->bytes = gs_trace_writer_file_bytes(r->values.writer);
	figures->waiting = gs_trace_writer_waiting_bytes(r->values.writer);
}

bool gs_recording_frame_of(const struct gs_recording *r, uint64_t index, uint64_t *frame)
{
	guint i = r->ends->len;
	while (i && g_array_index(r->ends, uint64_t, i - 1) != index)
		i--;
	*frame = i ? i - 1 : 0;
	return i;
}

bool gs_recording_end(struct gs_recording *r, struct gs_recording_figures *figures, GError **error)
{
	gs_recording_order_end(r->order);
	gs_recording_flush(r);
	int number = gs_trace_writer_error(r->values.writer);
	if (figures)
		gs_recording_figures(r, figures);
	gs_trace_writer_free(r->values.writer);
	if (close(r->fd) < 0 && !number)
		number = errno;
	if (number)
		set_error(error, r->path, number);
	gs_recording_signatures_free(r->values.signatures);
	gs_recording_repeats_free(r->values.repeats);
	g_hash_table_destroy(r->values.sizes);
	g_array_free(r->values.pointers, TRUE);
	gs_recording_stacks_free(r->values.stacks);
	g_hash_table_destroy(r->threads);
	g_array_unref(r->ends);
	gs_mesa_trace_free(r->trace);
	g_ptr_array_unref(r->missing);
	g_free(r->path);
	g_free(r);
	return !number;
}
