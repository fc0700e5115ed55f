/* SPDX-License-Identifier: MIT */
/* What the files of trace/ share: containers -> window -> cursor -> values, events, calls. */
#ifndef GS_TRACE_PRIVATE_H
#define GS_TRACE_PRIVATE_H

#include "trace/trace.h"

#define GS_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* -- Memory: arena.c ----------------------------------------------------------------------- */

/* Freed all at once. `held` counts the bytes of several arenas; beyond `limit` nothing is had. */
struct gs_trace_arena {
	struct gs_trace_block *blocks; /* the newest first */
	size_t used;		       /* of the newest */
	size_t *held, limit;
};

void *gs_trace_arena_more(struct gs_trace_arena *arena, size_t size);
void gs_trace_arena_reset(struct gs_trace_arena *arena); /* keeps a small first block */
void gs_trace_arena_finish(struct gs_trace_arena *arena);

struct gs_trace_block {
	struct gs_trace_block *next;
	size_t size;
	_Alignas(8) uint8_t data[];
};

/* Aligned to 8 bytes; not cleared. NULL: the limit, or no memory. */
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

/* The part of the stream that is in memory. What is before `start` was read. */
struct gs_trace_window {
	uint8_t *data;
	size_t start, end, capacity;
	uint64_t base; /* of data[0] in the stream */
};

struct gs_trace_source;

struct gs_trace_container_class {
	const char *name;
	unsigned expansion; /* bytes of the stream for a byte of the file, at most; 0: any number */
	bool has_chunks;    /* each can be read without those before it */
	bool (*start)(struct gs_trace_source *source);
	/* As gs_trace_source_fill. */
	bool (*fill)(struct gs_trace_source *source, struct gs_trace_window *window);
	void (*finish)(struct gs_trace_source *source);
};

struct gs_trace_source {
	const struct gs_trace_container_class *class;
	enum gs_trace_container container;
	int fd;
	uint64_t size, at; /* of the file; the next byte to be read */
	uint64_t chunk;	   /* where the chunk begins that was read last; 0 without chunks */
	uint8_t *input;	   /* compressed bytes */
	size_t input_capacity, input_start, input_end;
	void *decoder;
	bool between_frames; /* of zstd */
	enum gs_trace_state state;
	const char *fault; /* of a damaged file; of an intact one: what is odd behind its end */
};

extern const struct gs_trace_container_class gs_trace_container_snappy, gs_trace_container_zlib,
	gs_trace_container_brotli, gs_trace_container_zstd;

/* False: the file cannot be read, errno is set. `fd` becomes the source's. */
bool gs_trace_source_open(struct gs_trace_source *source, int fd);
void gs_trace_source_close(struct gs_trace_source *source);
/* Appends the next bytes to the window. False: nothing was appended, see the state. With state CUT
 * and true: what could be had of a chunk that the file's end cuts. */
bool gs_trace_source_fill(struct gs_trace_source *source, struct gs_trace_window *window);
/* Goes on at a chunk; 0: at the first. False: no memory. */
bool gs_trace_source_seek(struct gs_trace_source *source, uint64_t chunk);
/* At most so many bytes of the stream are still to come. */
uint64_t gs_trace_source_left(const struct gs_trace_source *source);

/* For the containers: container.c. Sets the state and the fault; false, so that a caller can return
 * it. */
bool gs_trace_source_stop(
	struct gs_trace_source *source, enum gs_trace_state state, const char *fault);
/* Reads the next bytes of the file into the input, from its beginning: how many. Less than asked
 * for: the file ends. */
size_t gs_trace_source_read(struct gs_trace_source *source, size_t n);
/* Room for n bytes behind the window's end. False: no memory; the source is stopped. */
bool gs_trace_source_room(struct gs_trace_source *source, struct gs_trace_window *window, size_t n);
/* What an intact prefix of a snappy block says: how many bytes were written to out. */
size_t gs_trace_snappy_prefix(const uint8_t *in, size_t n_in, uint8_t *out, size_t room);

/* -- A block of snappy: snappy-compress.c -------------------------------------------------- */

/* How many bytes may be written for n. */
size_t gs_trace_snappy_room(size_t n);
/* n bytes, fewer than 2^32, become a block: its length. out has room for gs_trace_snappy_room(n)
 * bytes, all of which may be written to. */
size_t gs_trace_snappy_compress(const uint8_t *in, size_t n, uint8_t *out);

/* -- Signatures: signatures.c -------------------------------------------------------------- */

struct gs_trace_table {
	struct gs_trace_entry **entries; /* by number; NULL: not seen */
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
	uint64_t place; /* of its definition in the stream: it is written out only there */
	union {
		struct gs_trace_function function;
		struct gs_trace_names names;
		struct gs_trace_struct members;
		struct gs_trace_frame frame;
	};
};

/* -- The cursor: cursor.h ------------------------------------------------------------------ */

struct gs_trace_cursor {
	const uint8_t *p, *end, *begin; /* begin: of the event */
	enum { GS_CURSOR_OK, GS_CURSOR_SHORT, GS_CURSOR_BAD } status;
	uint64_t need; /* SHORT: bytes from begin on, at least */
	unsigned depth;
	int64_t call; /* whose event it is; -1: none */
	struct gs_trace_reader *reader;
	struct gs_trace_arena *arena; /* where values go */
};

/* -- The reader ------------------------------------------------------------------------------ */

/* A call that has entered. */
struct gs_trace_slot {
	struct gs_trace_call call;
	struct gs_trace_arena arena;
	struct gs_trace_slot *before,
		*after; /* in the list of pending calls; after: of free ones */
	/* As before the leave event: arguments where it changes some, and what else it may change.
	 */
	struct gs_trace_value *saved, result;
	const struct gs_trace_frame *const *frames;
	uint32_t n_frames;
	bool is_fake;
	struct gs_trace_value *room; /* for few arguments */
};

struct gs_trace_mark {	       /* events can be read from here on */
	uint64_t chunk;	       /* in the file */
	uint64_t chunk_stream; /* its first byte in the stream */
	uint64_t event;	       /* the first event that begins in it */
	uint64_t call;	       /* the number of the next call to enter */
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

	uint64_t next_call; /* the number that the next enter event has */
	uint64_t first;	    /* calls with lower numbers are not given out */
	struct gs_trace_slot *oldest, *newest, *free_slots;
	size_t n_pending, held;
	struct gs_trace_slot *given;	/* was given out and has left: free it */
	struct gs_trace_slot *given_up; /* pending for too long */
	struct gs_trace_slot *skipped;	/* takes what a leave event of a dropped call says */

	/* index.c, window.c */
	struct gs_trace_mark *marks;
	size_t n_marks, marks_room;
	uint64_t next_mark;	       /* the next event from here on in the stream gets one */
	struct gs_trace_chunk *chunks; /* those in the window */
	size_t n_chunks, chunks_room;
	uint64_t counted; /* in the stream: figures and notes are taken to here */
	uint64_t n_calls, n_frames, n_fakes, n_left, chunks_read, stream_bytes;
	uint32_t *threads; /* a set: number + 1, 0: free */
	uint32_t n_threads, threads_room, last_thread;

	enum gs_trace_state state;
	bool has_stopped; /* once before: what is odd there was told */
	char message[256];
	gs_trace_report report;
	void *report_data;
	bool (*stops)(void *data); /* gs_trace_reader_ask */
	void *stops_data;
	uint32_t n_asked; /* events since stops was asked */
	struct gs_trace_note notes[GS_TRACE_MAX_NOTES];
	size_t n_notes;
};

/* -- What is wrong, and where: faults.c ------------------------------------------------------ */

/* Ends reading: the event at the window's start cannot be read. */
void gs_trace_reader_stop(
	struct gs_trace_reader *reader, enum gs_trace_state state, const char *text);
/* Notes a breach of a rule that leaves the rest readable. */
void gs_trace_note(struct gs_trace_cursor *cursor, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));
/* Notes a breach that does not, and ends reading. */
void gs_trace_bad(struct gs_trace_cursor *cursor, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));
/* Reports the event's notes if they are new, and forgets them. */
void gs_trace_flush_notes(struct gs_trace_reader *reader, bool are_new);
/* The chunk of a byte that is in the window. */
struct gs_trace_chunk gs_trace_chunk_of(const struct gs_trace_reader *reader, uint64_t stream);
struct gs_trace_place gs_trace_reader_place(const struct gs_trace_reader *reader, uint64_t stream);

/* -- The window: window.c -------------------------------------------------------------------- */

/* Notes a chunk that was appended to the window; its first byte is `stream`. False: no memory. */
bool gs_trace_note_chunk(struct gs_trace_reader *reader, uint64_t stream);
/* Gets more bytes for an event that ended SHORT. True: it is to be read again. */
bool gs_trace_reader_retry(struct gs_trace_reader *reader, const struct gs_trace_cursor *cursor);
/* Makes room for one more of n items. False: there is no memory, and reading has stopped. */
bool gs_trace_reader_room(
	struct gs_trace_reader *reader, void **items, size_t n, size_t *room, size_t size);

/* -- The index: index.c ---------------------------------------------------------------------- */

/* Marks the event at the window's start. False: no memory. */
bool gs_trace_mark_event(struct gs_trace_reader *reader);
/* The last mark at or before the call. */
const struct gs_trace_mark *gs_trace_mark_before(
	const struct gs_trace_reader *reader, uint64_t call);
void gs_trace_count_thread(struct gs_trace_reader *reader, uint32_t thread);

/* -- Header, signatures, values, events, calls ------------------------------------------------ */

bool gs_trace_read_header(struct gs_trace_reader *reader);

/* signatures.c. NULL: the cursor's status says why. */
const struct gs_trace_function *gs_trace_read_function(struct gs_trace_cursor *cursor);
const struct gs_trace_names *gs_trace_read_names(
	struct gs_trace_cursor *cursor, enum gs_trace_kind kind);
const struct gs_trace_struct *gs_trace_read_struct(struct gs_trace_cursor *cursor);
const struct gs_trace_frame *gs_trace_read_frame(struct gs_trace_cursor *cursor);

/* values.c */
void gs_trace_read_value(struct gs_trace_cursor *cursor, struct gs_trace_value *value);

/* events.c */
enum gs_trace_event { GS_EVENT_NONE, GS_EVENT_ENTER, GS_EVENT_LEAVE };
/* Reads one event. NULL: it cannot be read, see the state; or it is the end of a call that is not
 * pending. */
struct gs_trace_slot *gs_trace_reader_step(struct gs_trace_reader *reader);
void gs_trace_slot_unlink(struct gs_trace_reader *reader, struct gs_trace_slot *slot);
void gs_trace_slot_free(struct gs_trace_reader *reader, struct gs_trace_slot *slot);

/* reader.c */
void gs_trace_reader_drop_pending(struct gs_trace_reader *reader);

/* call-kinds.c: sets ends_frame and is_verbose. */
void gs_trace_function_kind(struct gs_trace_function *function);

#endif
