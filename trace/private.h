/* SPDX-License-Identifier: MIT */
/* What the files of trace/ share: containers -> window -> cursor -> values, events, calls. */
#ifndef GS_TRACE_PRIVATE_H
#define GS_TRACE_PRIVATE_H

#include "trace/trace.h"

#define GS_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* -- Memory: arena.c ----------------------------------------------------------------------- */

/* Memory that is freed all at once. `held` counts the bytes of several arenas, which may not exceed
 * `limit`. */
struct gs_trace_arena {
	struct gs_trace_block *blocks; /* the newest first */
	size_t used;		       /* bytes used of the newest block */
	size_t *held, limit;
};

/* Allocate from a new block. Return NULL at the limit, or without memory. */
void *gs_trace_arena_more(struct gs_trace_arena *arena, size_t size);
/* Free all memory but a small first block. */
void gs_trace_arena_reset(struct gs_trace_arena *arena);
void gs_trace_arena_finish(struct gs_trace_arena *arena);

struct gs_trace_block {
	struct gs_trace_block *next;
	size_t size;
	_Alignas(8) uint8_t data[];
};

/* Allocate memory, aligned to 8 bytes and not cleared. Return NULL at the limit, or without
 * memory. */
static inline void *gs_trace_arena_get(struct gs_trace_arena *arena, size_t size)
{
	size_t rounded = (size + 7) & ~(size_t)7;
	struct gs_trace_block *block = arena->blocks;

	if (block && rounded <= block->size - arena->used) {
		void *at = block->data + arena->used;
		arena->used += rounded;
		return at;
	}
	return gs_trace_arena_more(arena, rounded);
}

/* -- Containers: source.c, container-*.c --------------------------------------------------- */

/* The part of the stream that is in memory. What is before `start` has been read. */
struct gs_trace_window {
	uint8_t *data;
	size_t start, end, capacity;
	uint64_t base; /* position of data[0] in the stream */
};

struct gs_trace_source;

struct gs_trace_container_class {
	const char *name;
	unsigned expansion; /* most bytes of the stream for a byte of the file; 0: any number */
	bool has_chunks;    /* each chunk can be read without those before it */
	bool (*start)(struct gs_trace_source *source);
	/* As gs_trace_source_fill. */
	bool (*fill)(struct gs_trace_source *source, struct gs_trace_window *window);
	void (*finish)(struct gs_trace_source *source);
};

struct gs_trace_source {
	const struct gs_trace_container_class *class;
	enum gs_trace_container container;
	int fd;
	uint64_t size, at; /* size of the file; position of the next byte to be read */
	uint64_t chunk;	   /* position of the chunk that was read last; 0 without chunks */
	uint8_t *input;	   /* compressed bytes */
	size_t input_capacity, input_start, input_end;
	void *decoder;
	bool between_frames; /* zstd: between two frames */
	enum gs_trace_state state;
	/* Why the file is damaged; of an intact one: what is odd after its end. */
	const char *fault;
};

extern const struct gs_trace_container_class gs_trace_container_snappy, gs_trace_container_zlib,
	gs_trace_container_brotli, gs_trace_container_zstd;

/* Open a source on a file descriptor, which becomes the source's, and recognise the container.
 * Return false, with errno, if it cannot be read. */
bool gs_trace_source_open(struct gs_trace_source *source, int fd);
void gs_trace_source_close(struct gs_trace_source *source);
/* Append the next bytes of the stream to the window. Return false if nothing was appended; see
 * .state. With state CUT and true: what could be had of a chunk that the file's end cuts. */
bool gs_trace_source_fill(struct gs_trace_source *source, struct gs_trace_window *window);
/* Continue at a chunk; 0: at the first. Return false without memory. */
bool gs_trace_source_seek(struct gs_trace_source *source, uint64_t chunk);
/* Return the most bytes of the stream that may still come; UINT64_MAX: any number. */
uint64_t gs_trace_source_left(const struct gs_trace_source *source);

/* For containers (container.c): set the state and the fault. Return false, so that a caller can
 * return it. */
bool gs_trace_source_stop(
	struct gs_trace_source *source, enum gs_trace_state state, const char *fault);
/* Read the next n bytes of the file to the beginning of the input. Return how many; fewer if the
 * file ends. */
size_t gs_trace_source_read(struct gs_trace_source *source, size_t n);
/* Make room for n bytes after the window's end. Return false without memory; the source is stopped
 * then. */
bool gs_trace_source_room(struct gs_trace_source *source, struct gs_trace_window *window, size_t n);
/* Decompress the intact prefix of a snappy block. Return how many bytes were written to out. */
size_t gs_trace_snappy_prefix(const uint8_t *in, size_t n_in, uint8_t *out, size_t room);

/* -- A block of snappy: snappy-compress.c -------------------------------------------------- */

/* Return how many bytes a compressed block of n bytes may take. */
size_t gs_trace_snappy_room(size_t n);
/* Compress n bytes, fewer than 2^32. Return the length of the block in out, which must have room
 * for gs_trace_snappy_room(n) bytes, all of which may be written to. */
size_t gs_trace_snappy_compress(const uint8_t *in, size_t n, uint8_t *out);

/* -- Signatures: signatures.c -------------------------------------------------------------- */

struct gs_trace_table {
	struct gs_trace_entry **entries; /* by number; NULL: not seen so far */
	uint32_t capacity, n;
};

enum gs_trace_kind {
	GS_TRACE_FUNCTIONS,
	GS_TRACE_ENUMS,
	GS_TRACE_BITMASKS,
	GS_TRACE_STRUCTS,
	GS_TRACE_FRAMES,
	GS_TRACE_KINDS
};

struct gs_trace_entry {
	uint64_t offset; /* of its only definition, in the stream */
	union {
		struct gs_trace_function function;
		struct gs_trace_names names;
		struct gs_trace_struct members;
		struct gs_trace_frame frame;
	};
};

/* -- The cursor: cursor.h ------------------------------------------------------------------ */

struct gs_trace_cursor {
	const uint8_t *p, *end, *begin; /* begin: beginning of the event */
	enum { GS_CURSOR_OK, GS_CURSOR_SHORT, GS_CURSOR_BAD } status;
	uint64_t need; /* SHORT: fewest bytes that are needed from begin on */
	unsigned depth;
	int64_t call; /* number of the event's call; -1: none */
	struct gs_trace_reader *reader;
	struct gs_trace_arena *arena; /* where values are allocated */
};

/* -- The reader ------------------------------------------------------------------------------ */

/* A call that has entered. */
struct gs_trace_slot {
	struct gs_trace_call call;
	struct gs_trace_arena arena;
	struct gs_trace_slot *before,
		*after; /* in the list of pending calls; after: also of free slots */
	/* State before the leave event: the arguments, if that changes some, and all else that it
	 * may change. */
	struct gs_trace_value *saved, result;
	const struct gs_trace_frame *const *frames;
	uint32_t n_frames;
	bool is_fake;
	struct gs_trace_value *room; /* values of few arguments */
};

struct gs_trace_mark {	       /* a position from which events can be read */
	uint64_t chunk;	       /* in the file */
	uint64_t chunk_stream; /* its first byte in the stream */
	uint64_t event;	       /* position in the stream of the first event that begins in it */
	uint64_t call;	       /* number of the next call to enter */
};

struct gs_trace_chunk {
	uint64_t stream, file; /* its first byte */
};

struct gs_trace_note {
	uint64_t stream;
	int64_t call;
	char text[160];
};

enum { GS_TRACE_MAX_NOTES = 32 };

struct gs_trace_edited;

struct gs_trace_reader {
	struct gs_trace_source source;
	struct gs_trace_window window;
	unsigned version, semantics;
	struct gs_trace_property *properties;
	size_t n_properties, n_properties_room;

	struct gs_trace_arena signatures;
	size_t signatures_held;
	struct gs_trace_table tables[GS_TRACE_KINDS];
	const struct gs_trace_function *get_error;

	uint64_t next_call; /* number of the next call to enter */
	uint64_t first;	    /* calls with lower numbers are not returned */
	struct gs_trace_slot *oldest, *newest, *free_slots;
	size_t n_pending, held;
	struct gs_trace_slot *given;	/* was returned and has left: to be freed */
	struct gs_trace_slot *given_up; /* pending for too long */
	struct gs_trace_slot *skipped;	/* takes the leave event of a dropped call */

	/* index.c, window.c */
	struct gs_trace_mark *marks;
	size_t n_marks, marks_room;
	uint64_t next_mark; /* the next event from this position of the stream on gets a mark */
	struct gs_trace_chunk *chunks; /* chunks in the window */
	size_t n_chunks, chunks_room;
	uint64_t counted; /* figures and notes are reported up to this position */
	uint64_t n_calls, n_frames, n_fakes, n_left, chunks_read, stream_bytes;
	uint32_t *threads; /* a set: number + 1, 0: free */
	uint32_t n_threads, threads_room, last_thread;

	enum gs_trace_state state;
	bool has_stopped; /* it has stopped before, and its notes were reported */
	char message[256];
	gs_trace_report report;
	void *report_data;
	bool (*stops)(void *data); /* gs_trace_reader_ask */
	void *stops_data;
	struct gs_trace_edited *edited; /* trace/edits/; NULL: it is read as it is */
	uint32_t n_asked;		/* events since stops was asked */
	struct gs_trace_note notes[GS_TRACE_MAX_NOTES];
	size_t n_notes;
};

/* -- What is wrong, and where: faults.c ------------------------------------------------------ */

/* Stop reading, since the event at the window's start cannot be read. text: why, for DAMAGED. */
void gs_trace_reader_stop(
	struct gs_trace_reader *reader, enum gs_trace_state state, const char *text);
/* Note a violation of the format that leaves the rest readable. */
void gs_trace_note(struct gs_trace_cursor *cursor, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));
/* Note a violation that does not, and stop reading. */
void gs_trace_bad(struct gs_trace_cursor *cursor, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));
/* Report the event's notes if they are new, and forget them. */
void gs_trace_flush_notes(struct gs_trace_reader *reader, bool are_new);
/* Return the chunk that a byte of the window is in. */
struct gs_trace_chunk gs_trace_chunk_of(const struct gs_trace_reader *reader, uint64_t stream);
/* Return the position of a byte of the window in the file and the stream. */
struct gs_trace_offset gs_trace_reader_offset(
	const struct gs_trace_reader *reader, uint64_t stream);

/* -- The window: window.c -------------------------------------------------------------------- */

/* Note a chunk that was appended to the window; its first byte is at `stream`. Return false without
 * memory. */
bool gs_trace_note_chunk(struct gs_trace_reader *reader, uint64_t stream);
/* Read more bytes for an event that ended SHORT. Return whether it can be read again; else reading
 * has stopped. */
bool gs_trace_reader_retry(struct gs_trace_reader *reader, const struct gs_trace_cursor *cursor);
/* Make room for one more item than n. Return false without memory; reading has stopped then. */
bool gs_trace_reader_room(
	struct gs_trace_reader *reader, void **items, size_t n, size_t *room, size_t size);

/* -- The index: index.c ---------------------------------------------------------------------- */

/* Mark the event at the window's start. Return false without memory. */
bool gs_trace_mark_event(struct gs_trace_reader *reader);
/* Return the last mark at or before the call. */
const struct gs_trace_mark *gs_trace_mark_before(
	const struct gs_trace_reader *reader, uint64_t call);
/* Add the thread to the set of threads that have called. */
void gs_trace_count_thread(struct gs_trace_reader *reader, uint32_t thread);

/* -- Header, signatures, values, events, calls ------------------------------------------------ */

/* Read the header. Return false if it cannot be read; the reader's state says why. */
bool gs_trace_read_header(struct gs_trace_reader *reader);

/* signatures.c: read the number of a signature or stack frame, and its definition where that
 * follows. Return it, owned by the reader; NULL: the cursor's status says why. */
const struct gs_trace_function *gs_trace_read_function(struct gs_trace_cursor *cursor);
const struct gs_trace_names *gs_trace_read_names(
	struct gs_trace_cursor *cursor, enum gs_trace_kind kind);
const struct gs_trace_struct *gs_trace_read_struct(struct gs_trace_cursor *cursor);
const struct gs_trace_frame *gs_trace_read_frame(struct gs_trace_cursor *cursor);

/* values.c: read a value; the cursor's status says whether it could be read. */
void gs_trace_read_value(struct gs_trace_cursor *cursor, struct gs_trace_value *value);

/* events.c */
enum gs_trace_event { GS_EVENT_NONE, GS_EVENT_ENTER, GS_EVENT_LEAVE };
/* Read one event. Return its call; NULL: it cannot be read (see the state), or it ends a call that
 * is not pending. */
struct gs_trace_slot *gs_trace_reader_step(struct gs_trace_reader *reader);
/* Take a call off the list of pending calls; and free a slot. */
void gs_trace_slot_unlink(struct gs_trace_reader *reader, struct gs_trace_slot *slot);
void gs_trace_slot_free(struct gs_trace_reader *reader, struct gs_trace_slot *slot);

/* Add a signature that no event defines, to a reader that has read all, with
 * the next number of its kind. Return it, owned by the reader; NULL without memory. */
const struct gs_trace_entry *gs_trace_add_signature(struct gs_trace_reader *reader,
	enum gs_trace_kind kind, const struct gs_trace_entry *entry);

/* open.c: gs_trace_open of a file of calls. */
struct gs_trace_reader *gs_trace_open_file(
	const char *path, gs_trace_report report, void *data, char **why);

/* reader.c: what trace.h says of the functions without "file", of the file as it is. */
struct gs_trace_call *gs_trace_file_event(struct gs_trace_reader *reader);
struct gs_trace_call *gs_trace_file_call(struct gs_trace_reader *reader);
bool gs_trace_file_seek(struct gs_trace_reader *reader, uint64_t call);
struct gs_trace_call *gs_trace_file_find(struct gs_trace_reader *reader, uint64_t call);
void gs_trace_file_scan(struct gs_trace_reader *reader);
/* Return the next call that has not left, or was given up; NULL: there is none. */
struct gs_trace_call *gs_trace_file_unfinished(struct gs_trace_reader *reader);

/* file.c: make a file beside the one that it will replace. Return it, and its name, to be freed; -1
 * and errno. */
int gs_trace_make_temporary(const char *out, char **name);

/* edits/edited.c */
void gs_trace_edited_free(struct gs_trace_edited *edited); /* NULL is fine */
/* Correct figures of the file by what the edits have done so far. */
void gs_trace_edited_figures(
	const struct gs_trace_edited *edited, struct gs_trace_figures *figures);

/* Forget all pending calls. */
void gs_trace_reader_drop_pending(struct gs_trace_reader *reader);

/* call-kinds.c: set number, kinds, ends_frame, draws and is_verbose of a function by its name. */
void gs_trace_function_kind(struct gs_trace_function *function);

#endif
