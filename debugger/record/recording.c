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
#include "debugger/base/temporary-file.h"
#include "debugger/record/private.h"

enum {
	FLUSH_AFTER = 1000000, /* microseconds: at most so much is lost with glstep */
	MOST_FILES = 10000,    /* of the same name */
	LONGEST_NAME = 200,    /* that a program gives its trace */
};

struct gs_recording {
	char *path;
	char *program;
	struct gs_recording_start start;
	/* Which calls go to, and the one before it, of a recording that keeps the last frames;
	 * NULL: none. */
	struct gs_recording_segment *now, *before;
	uint64_t first_frame;		/* the program's number of the first one */
	uint64_t dropped_frames;	/* of segments that are not kept any more */
	int failure;			/* errno of a segment that is not there any more */
	GHashTable *threads;		/* tid -> number + 1 */
	uint32_t last_tid, last_number; /* looked up last; 0: none */
	struct gs_recording_order *order;
	struct gs_recording_classes classes;
	gint64 flushed;
};

/* ---- the file ---- */

size_t gs_recording_stem(const char *path)
{
	size_t length = strlen(path);
	return g_str_has_suffix(path, ".trace") ? length - strlen(".trace") : length;
}

char *gs_recording_free_name(const char *stem)
{
	char *name = g_strdup_printf("%s.trace", stem);
	for (unsigned n = 1; n < MOST_FILES && g_file_test(name, G_FILE_TEST_EXISTS); n++) {
		g_free(name);
		name = g_strdup_printf("%s.%u.trace", stem, n);
	}
	return name;
}

char *gs_recording_name_of_frame(const char *recording, uint64_t frame)
{
	g_autofree char *stem = g_strdup_printf("%.*s-frame-%" G_GUINT64_FORMAT,
		(int)gs_recording_stem(recording), recording, frame);
	return gs_recording_free_name(stem);
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

/* A file without a name, in the directory of the other. Return -1 with errno set if there is none.
 */
static int open_unnamed(const char *path)
{
	g_autofree char *directory = g_path_get_dirname(path);
	return gs_temporary_file_open(directory);
}

bool gs_recording_check_last(uint64_t frames, GError **error)
{
	enum { MOST = 1000000 };
	if (frames && frames <= MOST)
		return true;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"a recording keeps the last frames from 1 to %d: give a whole number", MOST);
	return false;
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

/* ---- segments ---- */

static void drop_before(struct gs_recording *r)
{
	if (!r->before)
		return;
	r->dropped_frames += r->before->frames + r->before->left_out;
	int number = gs_recording_segment_free(r->before);
	r->failure = r->failure ? r->failure : number;
	r->before = NULL;
	gs_recording_segment_lead(r->now);
}

/* With the call that is to come, the program is in another recording, which has what lives. Where
 * there is no file for it, all goes on in the last one. */
static void begin_segment(struct gs_recording *r, uint32_t number)
{
	int fd = r->start.is_held ? gs_temporary_file_open_any(NULL) : open_unnamed(r->path);
	r->now->is_last = fd < 0;
	if (fd < 0)
		return;
	drop_before(r);
	gs_recording_segment_flush(r->now);
	r->before = r->now;
	r->now = gs_recording_segment_new(fd, number, &r->start);
	gs_mesa_trace_set_classes(r->now->trace, &r->classes);
}

/* A context comes anew. Where the segment before lacks it, it is taken from this one, with all that
 * it shares if it is the first of its group to come. If the segment before has others of the group,
 * there are two of what these share then, and the two do not fit together. */
static void note_context(struct gs_recording *r, const struct gs_wire_recording *begun,
	const struct gs_record *record)
{
	if (!r->before)
		return;
	bool is_known = gs_mesa_trace_has_context(r->before->trace, begun->context);
	if (!is_known)
		gs_recording_missing_add(r->before->missing, record);
	if (!is_known && !begun->has_shared)
		g_hash_table_add(r->now->alone, g_memdup2(&begun->group, sizeof begun->group));
	else if (is_known && g_hash_table_contains(r->now->alone, &begun->group))
		drop_before(r);
}

/* Of a recording that keeps the last frames: whether it is in the next segment from this call on,
 * and whether its thread is. */
static void follow_segments(struct gs_recording *r, uint32_t thread, const struct gs_record *record)
{
	struct gs_wire_recording begun;
	if (!record->memory || !gs_recording_begun(record, &begun))
		return;
	if (begun.number > r->now->number)
		begin_segment(r, begun.number);
	if (begun.number == r->now->number)
		g_hash_table_add(r->now->entered, GUINT_TO_POINTER(thread + 1));
	if (begun.context)
		note_context(r, &begun, record);
}

/* Of a recording that takes over: whether the call's thread knows of it. */
static bool has_entered(struct gs_recording *r, uint32_t thread, const struct gs_record *record)
{
	const gpointer key = GUINT_TO_POINTER(thread + 1);
	struct gs_wire_recording begun;
	if (record->memory && gs_recording_begun(record, &begun) && begun.number >= r->start.number)
		g_hash_table_add(r->now->entered, key);
	return g_hash_table_contains(r->now->entered, key);
}

static void add_one(gpointer data, const struct gs_record *record)
{
	struct gs_recording *r = data;
	uint32_t thread = thread_number(r, record->call.flags >> GS_CALL_TID_SHIFT);
	if (r->start.takes_over && !r->start.keep_frames && !has_entered(r, thread, record))
		return;
	r->first_frame = MIN(r->first_frame, record->call.frame);
	if (r->start.keep_frames)
		follow_segments(r, thread, record);
	gs_recording_segment_put(r->now, thread, record);
}

/* The file that a recording begins with. *name: to be freed; given, or, if that is NULL, after
 * stem. */
static int open_first(char **name, const char *stem, const struct gs_recording_start *start)
{
	if (start->is_held) {
		*name = nth_name(stem, 0);
		return gs_temporary_file_open_any(NULL);
	}
	int fd = *name ? open(*name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
		       : open_new(stem, name);
	if (fd < 0 || !start->keep_frames)
		return fd;
	close(fd);
	return open_unnamed(*name);
}

/* stem: of a new file, where path is NULL. */
static struct gs_recording *new_recording(
	const char *path, const char *stem, const struct gs_recording_start *start, GError **error)
{
	char *name = g_strdup(path);
	int fd = open_first(&name, stem, start);
	if (fd < 0) {
		set_error(error, name, errno);
		g_free(name);
		return NULL;
	}
	struct gs_recording *r = g_new0(struct gs_recording, 1);
	r->path = name;
	r->start = *start;
	r->start.program = r->program = g_strdup(start->program);
	r->now = gs_recording_segment_new(fd, start->keep_frames ? start->number : 0, start);
	gs_recording_segment_lead(r->now);
	r->first_frame = UINT64_MAX;
	r->threads = g_hash_table_new(NULL, NULL);
	r->order = gs_recording_order_new(start->leaves + 1, add_one, r);
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
	return (r->before ? r->before : r->now)->missing;
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
	if (r->start.at_once || now - r->flushed > FLUSH_AFTER)
		gs_recording_flush(r);
}

void gs_recording_add_stack(
	struct gs_recording *r, uint64_t call, const struct gs_recording_frame *frames, size_t n)
{
	gs_recording_stacks_add(r->now->values.stacks, call, frames, n);
}

void gs_recording_set_classes(struct gs_recording *r, const struct gs_recording_classes *classes)
{
	r->classes = *classes;
	gs_mesa_trace_set_classes(r->now->trace, classes);
}

void gs_recording_comment(struct gs_recording *r, uint32_t tid, const char *text)
{
	gs_recording_put_comment(&r->now->values, tid ? thread_number(r, tid) : 0, text);
}

unsigned gs_recording_assert(
	struct gs_recording *r, uint32_t tid, const char *groups, const uint8_t *bytes, size_t size)
{
	char *text = g_strconcat("assert ", groups, NULL);
	gs_recording_comment(r, tid, text);
	g_free(text);
	return gs_recording_put_made_up(&r->now->values, thread_number(r, tid), bytes, size);
}

void gs_recording_flush(struct gs_recording *r)
{
	gs_recording_segment_flush(r->now);
	r->flushed = g_get_monotonic_time();
}

/* What the first segment has, the file has. */
void gs_recording_figures(const struct gs_recording *r, struct gs_recording_figures *figures)
{
	const struct gs_recording_segment *first = r->before ? r->before : r->now;
	*figures = (struct gs_recording_figures){.is_whole = r->start.is_whole && !first->number,
		.plays = r->start.is_whole || r->start.number || first->number,
		.first_frame = r->first_frame == UINT64_MAX
				       ? 0
				       : r->first_frame + r->dropped_frames + first->left_out,
		.last = r->start.keep_frames,
		.missing = first->missing->len};
	if (r->before)
		gs_recording_segment_count(r->before, figures);
	gs_recording_segment_count(r->now, figures);
	if (r->start.keep_frames) /* calls have other numbers in the file */
		figures->first_too_long = figures->first_unfinished = GS_RECORDING_NO_CALL;
}

static bool find_end(const struct gs_recording_segment *segment, uint64_t index, uint64_t before,
	uint64_t *frame)
{
	guint i = segment ? segment->ends->len : 0;
	while (i && g_array_index(segment->ends, struct gs_recording_end, i - 1).index != index)
		i--;
	*frame = i ? before + i - 1 : 0;
	return i;
}

bool gs_recording_frame_of(const struct gs_recording *r, uint64_t index, uint64_t *frame)
{
	uint64_t before = r->before ? r->before->frames : 0;
	return find_end(r->now, index, before, frame) || find_end(r->before, index, 0, frame);
}

struct gs_recording_join *gs_recording_join_now(struct gs_recording *r)
{
	gs_recording_flush(r);
	return r->start.keep_frames ? gs_recording_join_new(r->before, r->now) : NULL;
}

/* Write the file of a recording that keeps the last frames. */
static bool write_kept(struct gs_recording *r, GError **error)
{
	struct gs_recording_join *join = gs_recording_join_now(r);
	if (join)
		return gs_recording_join_write(join, r->path, error);
	set_error(error, r->path, EIO);
	return false;
}

bool gs_recording_end(struct gs_recording *r, struct gs_recording_figures *figures, GError **error)
{
	gs_recording_order_end(r->order);
	gs_recording_flush(r);
	if (figures)
		gs_recording_figures(r, figures);
	GStatBuf status;
	bool has_file = r->start.keep_frames && !r->start.is_held;
	bool is_kept = !has_file || write_kept(r, error);
	if (figures && has_file && is_kept && g_stat(r->path, &status) == 0)
		figures->bytes = (uint64_t)status.st_size;
	drop_before(r);
	int number = gs_recording_segment_free(r->now);
	number = r->failure ? r->failure : number;
	if (number && is_kept)
		set_error(error, r->path, number);
	g_hash_table_destroy(r->threads);
	g_free(r->program);
	g_free(r->path);
	g_free(r);
	return !number && is_kept;
}
