/* SPDX-License-Identifier: MIT */
/*
 * trace/trace - traces: files that hold a program's GL calls with all that they read and wrote, in
 * the format of apitrace. Reads versions 0 to 6 in every container, writes version 6 in snappy.
 * Knows neither GL nor GLib.
 *
 * Sources: the grammar of versions 0 to 5 is apitrace's "Trace binary format specification". What
 * it leaves out, version 6 and the containers, was found out by experiment:
 * docs/decisions/025-trace-format.md.
 *
 * A trace is a stream of events, compressed. A call is an enter and a leave event; between them
 * stand events of other threads. Calls are numbered from 0 in the order of their enter events.
 * Names of functions and of their arguments stand in signatures, which are written out at their
 * first use and then named by a number.
 *
 * Rules for all of this header: not one function prints, exits or aborts. Files are untrusted: each
 * length is compared with what is left, and memory has bounds (GS_TRACE_MAX_...). One reader or
 * writer is used by one thread at a time; different ones are independent.
 */
#ifndef GS_TRACE_H
#define GS_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	GS_TRACE_VERSION = 6,		     /* what is written, and the newest that is read */
	GS_TRACE_CHUNK = 1 << 20,	     /* bytes of events in a chunk, at most */
	GS_TRACE_MAX_EVENT = 1 << 30,	     /* bytes of an event, in the stream and in memory */
	GS_TRACE_MAX_PENDING = 1024,	     /* calls that have entered and not left */
	GS_TRACE_MAX_DEPTH = 64,	     /* values within values */
	GS_TRACE_MAX_ARGUMENTS = 256,	     /* of a function */
	GS_TRACE_MAX_FLAGS = 4096,	     /* of a bitmask */
	GS_TRACE_MAX_NAME = 1 << 16,	     /* bytes of a name in a signature */
	GS_TRACE_MAX_ID = (1 << 20) - 1,     /* of a signature or stack frame */
	GS_TRACE_MAX_SIGNATURES = 256 << 20, /* bytes of all signatures in memory */
	GS_TRACE_MAX_PROPERTIES = 1 << 10
};

/* -- Signatures ---------------------------------------------------------------------------------
 * Those of a reader live as long as it does. A writer borrows its caller's, which must stay until
 * the writer is freed, and tells them apart by their numbers. Each kind has its own numbers, from 0
 * or 1 on, without large gaps. */

struct gs_trace_function {
	uint32_t id, n_args;
	const char *name;
	const char *const *args; /* their names */
	/* Set by the reader from the name; the writer ignores them: */
	unsigned number; /* enum gs_gl_function; GS_N_FUNCTIONS: the registry lacks it */
	uint64_t kinds;	 /* gs_data_kinds_named */
	bool ends_frame;
	bool draws;
	bool is_verbose; /* only queries state: left out of dumps unless asked for */
};

struct gs_trace_constant {
	const char *name;
	int64_t value; /* of a bitmask's flag: its 64 bits */
};

/* The names of an enum's values, or of a bitmask's flags. If several names fit, use the first. */
struct gs_trace_names {
	uint32_t id, n;
	const struct gs_trace_constant *constants;
	const uint32_t
		*by_value; /* indices sorted by value, for gs_trace_names_find; NULL: not sorted */
};

/* A member without a name is a struct; its members count as the outer struct's. */
struct gs_trace_struct {
	uint32_t id, n_members;
	const char *name;
	const char *const *members;
};

/* A stack frame. Unknown fields are NULL or -1. */
struct gs_trace_frame {
	uint32_t id;
	const char *module, *function, *file;
	int64_t line;	/* in the file */
	int64_t offset; /* bytes from the module's start */
};

/* Returns the name of an enum's value; NULL if it has none. */
const char *gs_trace_names_find(const struct gs_trace_names *names, int64_t value);

/* -- Values ---------------------------------------------------------------------------------- */

/* The file stores each class as its number minus one. */
enum gs_trace_class {
	GS_TRACE_NONE, /* no value: the trace does not record it */
	GS_TRACE_NULL,
	GS_TRACE_FALSE,
	GS_TRACE_TRUE,
	GS_TRACE_SINT, /* negative */
	GS_TRACE_UINT,
	GS_TRACE_FLOAT,
	GS_TRACE_DOUBLE,
	GS_TRACE_STRING,
	GS_TRACE_BLOB, /* bytes */
	GS_TRACE_ENUM,
	GS_TRACE_BITMASK,
	GS_TRACE_ARRAY,
	GS_TRACE_STRUCT,
	GS_TRACE_POINTER, /* an address in the traced program; never 0 */
	GS_TRACE_REPR,	  /* one value twice: readable (items[0]) and exact (items[1]) */
	GS_TRACE_WIDE	  /* a string of 32-bit characters */
};

struct gs_trace_value {
	uint8_t class; /* enum gs_trace_class */
	bool by_leave; /* an argument that the leave event holds */
	uint32_t n;    /* bytes of a string or blob, characters, items */
	union {
		int64_t sint;  /* SINT, ENUM */
		uint64_t uint; /* UINT, BITMASK, POINTER */
		float number;
		double real;
		const char *text; /* NUL-terminated; may contain further NULs */
		const uint8_t *bytes;
		const uint32_t *wide; /* 0-terminated */
		const struct gs_trace_value *items;
	};
	union { /* ENUM, BITMASK: names; STRUCT: members */
		const struct gs_trace_names *names;
		const struct gs_trace_struct *members;
	};
};

struct gs_trace_call {
	uint64_t number;
	uint32_t thread;
	bool is_fake;	  /* added by the recorder, not made by the program */
	bool has_left;	  /* false: no leave event was read (yet) */
	bool ends_frame;  /* a buffer swap or its equivalent */
	bool is_verbose;  /* a query whose answer is of no interest */
	bool is_left_out; /* by an edit; only after gs_trace_reader_keep_left_out */
	/* True if the leave event holds them; no recorder writes that. */
	bool stack_by_leave, fake_by_leave;
	const struct gs_trace_function *function;
	struct gs_trace_value *args; /* function->n_args of them; GS_TRACE_NONE if not recorded */
	struct gs_trace_value result;
	const struct gs_trace_frame *const *frames; /* the program's stack, innermost first */
	uint32_t n_frames;
};

/* -- Reading --------------------------------------------------------------------------------- */

enum gs_trace_container { GS_TRACE_SNAPPY, GS_TRACE_ZLIB, GS_TRACE_BROTLI, GS_TRACE_ZSTD };

enum gs_trace_state {
	GS_TRACE_READING,
	GS_TRACE_END,	  /* the whole trace was read */
	GS_TRACE_CUT,	  /* the file ends within a chunk or event; all before it was read */
	GS_TRACE_DAMAGED, /* the file is malformed there; all before it was read */
	GS_TRACE_STOPPED  /* by gs_trace_reader_ask; all before it was read */
};

struct gs_trace_property {
	const char *name, *value;
};

/* Where something is in the file: offset of its chunk, and offset in the uncompressed stream. The
 * chunk is 0 in containers other than snappy. */
struct gs_trace_offset {
	uint64_t chunk, stream;
};

/* A violation of the format. The text is a sentence, valid during the call of report. */
struct gs_trace_violation {
	struct gs_trace_offset offset;
	int64_t call; /* -1 if none */
	const char *text;
};

struct gs_trace_reader;
typedef void (*gs_trace_report)(void *data, const struct gs_trace_violation *violation);

/* Opens a trace, or one as a file of edits has it (trace/edits/edits.h). Returns NULL if the file
 * cannot be read or is no trace, and sets *why to a sentence without the file's name; free it.
 * report (may be NULL) is called for each violation of the format while the file is read. */
struct gs_trace_reader *gs_trace_open(
	const char *path, gs_trace_report report, void *data, char **why);
void gs_trace_close(struct gs_trace_reader *reader);
/* Sets a function that is called every few thousand events. When it returns true, reading stops
 * (GS_TRACE_STOPPED) until the next gs_trace_seek. NULL: none. */
void gs_trace_reader_ask(struct gs_trace_reader *reader, bool (*stops)(void *data), void *data);

/* Returns the call of the next event, with all that is known of it so far; NULL at the end, see
 * gs_trace_reader_state. A call is returned for its enter event and again for its leave event. It
 * is valid until the next function called for the reader. */
struct gs_trace_call *gs_trace_next_event(struct gs_trace_reader *reader);
/* Returns the next complete call, in the order of leave events, and at the end the incomplete ones
 * by number; NULL when there are no more. It is valid until the next function called for the
 * reader. */
struct gs_trace_call *gs_trace_next_call(struct gs_trace_reader *reader);
/* Continues with this call; calls with lower numbers are not returned. Uses the index, so only what
 * was never read before is read up to there; containers other than snappy are read from their
 * beginning. Returns false if there is no such call. */
bool gs_trace_seek(struct gs_trace_reader *reader, uint64_t call);
/* Returns the call, incomplete if the trace ends before its leave event; NULL if there is none.
 * Moves the reader: seek before gs_trace_next_event or gs_trace_next_call. */
struct gs_trace_call *gs_trace_find(struct gs_trace_reader *reader, uint64_t call);
/* Reads the whole trace, so that gs_trace_reader_figures counts all. Moves the reader likewise. */
void gs_trace_scan(struct gs_trace_reader *reader);

enum gs_trace_state gs_trace_reader_state(const struct gs_trace_reader *reader);
/* Returns a sentence about a trace that is cut or damaged; else NULL. */
const char *gs_trace_reader_message(const struct gs_trace_reader *reader);

struct gs_trace_figures {
	enum gs_trace_container container;
	unsigned version;
	unsigned semantics; /* version whose rules apply when calls are executed */
	const struct gs_trace_property *properties;
	size_t n_properties;
	uint64_t file_bytes;
	uint64_t file_read; /* bytes of the file that are read now */
	/* Of what was read so far; each call counts once, however often it was read. */
	uint64_t stream_bytes, chunks, calls, frames, fakes, unfinished;
	uint32_t threads;
	uint32_t functions; /* signatures of functions */
};

void gs_trace_reader_figures(
	const struct gs_trace_reader *reader, struct gs_trace_figures *figures);
const char *gs_trace_container_name(enum gs_trace_container container);

/* -- Writing ----------------------------------------------------------------------------------
 * The file is a valid trace up to the last flush at any time: threads of the writer write chunk by
 * chunk, and chunks end between events if events fit. Between two flushes a reader may find a
 * partly written last chunk (GS_TRACE_CUT). After the first error (a full disk) the file is
 * truncated to its last whole chunk, further calls do nothing, and gs_trace_writer_error says why;
 * so callers need not check each call. */

struct gs_trace_writer;

/* fd must be open for writing, empty and seekable; the caller keeps it. Returns NULL if out of
 * memory. */
struct gs_trace_writer *gs_trace_writer_new(int fd, unsigned semantics,
	const struct gs_trace_property *properties, size_t n_properties);
/* Flushes, then frees the writer in any case. Returns as gs_trace_flush does. */
bool gs_trace_writer_free(struct gs_trace_writer *writer);
/* Writes all ended events to the file. Returns false after an error: see gs_trace_writer_error. */
bool gs_trace_flush(struct gs_trace_writer *writer);
/* Returns errno of the first error, or 0. */
int gs_trace_writer_error(const struct gs_trace_writer *writer);
/* A mark is data of the caller's. whole_mark gives the mark that was set before the last event that
 * is completely in the file; call it after a flush or an error. */
void gs_trace_writer_set_mark(struct gs_trace_writer *writer, const uint64_t mark[2]);
void gs_trace_writer_whole_mark(const struct gs_trace_writer *writer, uint64_t mark[2]);
/* Return the bytes of the file, the calls entered so far, and the bytes of the stream in the file.
 */
uint64_t gs_trace_writer_file_bytes(const struct gs_trace_writer *writer);
uint64_t gs_trace_writer_calls(const struct gs_trace_writer *writer);
uint64_t gs_trace_writer_stream_bytes(const struct gs_trace_writer *writer);
/* Returns the bytes of the stream that are not in the file yet. */
uint64_t gs_trace_writer_waiting_bytes(const struct gs_trace_writer *writer);

enum { GS_TRACE_FAKE = 1 }; /* flags of an enter event */

/* Begins an enter event; follow it with stack, arguments and gs_trace_end. Returns the call's
 * number. Events do not nest, not even those of different threads. */
uint64_t gs_trace_enter(struct gs_trace_writer *writer, uint32_t thread,
	const struct gs_trace_function *function, unsigned flags);
/* Begins a leave event; follow it with the arguments that the call has written, the result and
 * gs_trace_end. */
void gs_trace_leave(struct gs_trace_writer *writer, uint64_t call);
void gs_trace_end(struct gs_trace_writer *writer);

/* Within an event. Follow gs_trace_arg and gs_trace_result with one value each. */
void gs_trace_flags(struct gs_trace_writer *writer, unsigned flags);
void gs_trace_stack(
	struct gs_trace_writer *writer, const struct gs_trace_frame *const *frames, uint32_t n);
void gs_trace_arg(struct gs_trace_writer *writer, uint32_t number);
void gs_trace_result(struct gs_trace_writer *writer);

/* Write a value. Follow an array with n values, a struct with one for each member, repr with two.
 */
void gs_trace_put_null(struct gs_trace_writer *writer);
void gs_trace_put_bool(struct gs_trace_writer *writer, bool value);
void gs_trace_put_sint(struct gs_trace_writer *writer, int64_t value);
void gs_trace_put_uint(struct gs_trace_writer *writer, uint64_t value);
void gs_trace_put_float(struct gs_trace_writer *writer, float value);
void gs_trace_put_double(struct gs_trace_writer *writer, double value);
void gs_trace_put_string(struct gs_trace_writer *writer, const char *text, size_t n);
void gs_trace_put_wide(struct gs_trace_writer *writer, const uint32_t *text, size_t n);
void gs_trace_put_blob(struct gs_trace_writer *writer, const void *bytes, size_t n);
void gs_trace_put_enum(
	struct gs_trace_writer *writer, const struct gs_trace_names *names, int64_t value);
void gs_trace_put_bitmask(
	struct gs_trace_writer *writer, const struct gs_trace_names *names, uint64_t value);
void gs_trace_put_array(struct gs_trace_writer *writer, size_t n);
void gs_trace_put_struct(struct gs_trace_writer *writer, const struct gs_trace_struct *members);
void gs_trace_put_pointer(struct gs_trace_writer *writer, uint64_t address); /* 0: null */
void gs_trace_put_repr(struct gs_trace_writer *writer);
/* Writes a value with everything in it. */
void gs_trace_put(struct gs_trace_writer *writer, const struct gs_trace_value *value);

/* Copies events from gs_trace_next_event of one or more readers into a writer. Calls and signatures
 * are renumbered; equal signatures of several readers become one. */
struct gs_trace_copy;
struct gs_trace_copy *gs_trace_copy_new(struct gs_trace_writer *writer); /* NULL if out of memory */
void gs_trace_copy_free(struct gs_trace_copy *copy);			 /* after the writer */
/* Call it before the first event of each reader. The reader must stay open until the writer is
 * freed. */
void gs_trace_copy_from(struct gs_trace_copy *copy, struct gs_trace_reader *reader);
/* Returns false if out of memory. */ bool gs_trace_copy_event(
	struct gs_trace_copy *copy, const struct gs_trace_call *call);
/* Writes a comment, as a fake call of glStringMarkerGREMEDY, which players skip. Returns false if
 * out of memory. */
bool gs_trace_copy_comment(struct gs_trace_copy *copy, uint32_t thread, const char *text);
/* Writes what a comment on the times of calls (trace/times.h) says of those calls before it that
 * were copied. The call has entered. Returns false if out of memory. */
bool gs_trace_copy_times(struct gs_trace_copy *copy, const struct gs_trace_call *call);

/* What a new trace is made of: the calls that each reader has not returned yet, one reader after
 * the other. */
struct gs_trace_parts {
	struct gs_trace_reader **readers;
	size_t n;
	/* Whether to take the call of the reader with that index; called for each event, and must
	 * answer the same for both events of a call. NULL: take all. */
	bool (*wants)(void *data, size_t part, const struct gs_trace_call *call);
	void *data;
	/* Text to put before comment_call of reader comment_part. NULL: none. */
	const char *comment;
	size_t comment_part;
	uint64_t comment_call;
};

enum gs_trace_written {
	GS_TRACE_WRITTEN,
	GS_TRACE_NO_FILE,    /* the file cannot be created */
	GS_TRACE_NOT_WRITTEN /* no disk space or memory left, or a reader was stopped (see its
				state); no file is left behind */
};

/* Writes the file beside path and renames it when it is complete. On failure sets *why to a static
 * sentence. */
enum gs_trace_written gs_trace_write_file(
	const char *path, const struct gs_trace_parts *parts, const char **why);

/* Likewise to a file that is open. Returns NULL, or a static sentence that says what went wrong. */
const char *gs_trace_write_fd(int fd, const struct gs_trace_parts *parts);

/* Parses a range of calls or frames: "10", "10-20", or "10-", whose *last is UINT64_MAX. Returns
 * false if it is none. */
bool gs_trace_range(const char *text, uint64_t *first, uint64_t *last);

/* -- Text ------------------------------------------------------------------------------------ */

/* A growing text. If memory runs out, `failed` is set and the rest is left out. */
struct gs_trace_text {
	char *data; /* NUL-terminated once something was added; free it */
	size_t length, capacity;
	bool failed;
};

void gs_trace_text_add(struct gs_trace_text *text, const char *bytes, size_t n);
/* Add a call, value or property as `apitrace dump` 11.1 prints it, without colour. A call has its
 * number, a line feed and its stack; an empty line follows the end of a frame. */
void gs_trace_call_text(struct gs_trace_text *text, const struct gs_trace_call *call);
void gs_trace_value_text(struct gs_trace_text *text, const struct gs_trace_value *value);
void gs_trace_property_text(struct gs_trace_text *text, const struct gs_trace_property *property);
/* Adds a call as one JSON object, without a line feed. */
void gs_trace_call_json(struct gs_trace_text *text, const struct gs_trace_call *call);
void gs_trace_string_json(struct gs_trace_text *text, const char *string, size_t n);

#endif
