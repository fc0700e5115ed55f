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
 * The reader's live as long as the reader. The writer takes what its caller has, knows a signature
 * by its number, and copies nothing: the caller's signatures stay until the writer is freed. Each
 * kind counts its own numbers, from 0 or 1, without large gaps. */

struct gs_trace_function {
	uint32_t id, n_args;
	const char *name;
	const char *const *args; /* their names */
	/* By its name; set by the reader, and not looked at by the writer: */
	unsigned number; /* enum gs_gl_function; GS_N_FUNCTIONS: the registry lacks it */
	uint64_t kinds;	 /* gs_data_kinds_named */
	bool ends_frame;
	bool draws;
	bool is_verbose; /* asks what is seldom wanted */
};

struct gs_trace_constant {
	const char *name;
	int64_t value; /* of a bitmask's flag: its 64 bits */
};

/* Names of an enum's values, or a bitmask's flags. Where several fit, the first counts. */
struct gs_trace_names {
	uint32_t id, n;
	const struct gs_trace_constant *constants;
	const uint32_t *by_value; /* the reader's order for gs_trace_names_find; NULL: none */
};

/* A member without a name is a struct whose members stand as if they were the outer one's. */
struct gs_trace_struct {
	uint32_t id, n_members;
	const char *name;
	const char *const *members;
};

/* A stack frame. NULL, or -1: not known. */
struct gs_trace_frame {
	uint32_t id;
	const char *module, *function, *file;
	int64_t line;	/* of the file */
	int64_t offset; /* bytes from the module's start */
};

/* The name of an enum's value; NULL: it has none. */
const char *gs_trace_names_find(const struct gs_trace_names *names, int64_t value);

/* -- Values ---------------------------------------------------------------------------------- */

/* The format's byte for a class is one less. */
enum gs_trace_class {
	GS_TRACE_NONE, /* the trace does not say: not a value */
	GS_TRACE_NULL,
	GS_TRACE_FALSE,
	GS_TRACE_TRUE,
	GS_TRACE_SINT, /* negative */
	GS_TRACE_UINT,
	GS_TRACE_FLOAT,
	GS_TRACE_DOUBLE,
	GS_TRACE_STRING,
	GS_TRACE_BLOB, /* any bytes */
	GS_TRACE_ENUM,
	GS_TRACE_BITMASK,
	GS_TRACE_ARRAY,
	GS_TRACE_STRUCT,
	GS_TRACE_POINTER, /* an address that means nothing by itself; never 0 */
	GS_TRACE_REPR,	  /* the same for people (items[0]) and for programs (items[1]) */
	GS_TRACE_WIDE	  /* a string of 32-bit characters */
};

struct gs_trace_value {
	uint8_t class; /* enum gs_trace_class */
	bool by_leave; /* an argument: it stands in the leave event */
	uint32_t n;    /* bytes of a string or blob, characters, items */
	union {
		int64_t sint;  /* SINT, ENUM */
		uint64_t uint; /* UINT, BITMASK, POINTER */
		float number;
		double real;
		const char *text; /* a 0 follows it; it may hold others */
		const uint8_t *bytes;
		const uint32_t *wide; /* a 0 follows it */
		const struct gs_trace_value *items;
	};
	union { /* of ENUM and BITMASK, of STRUCT */
		const struct gs_trace_names *names;
		const struct gs_trace_struct *members;
	};
};

struct gs_trace_call {
	uint64_t number;
	uint32_t thread;
	bool is_fake;	 /* the recorder's, not the program's */
	bool has_left;	 /* false: the trace ends, or is given up, before its leave event */
	bool ends_frame; /* a buffer swap or what stands for one */
	bool is_verbose; /* only asks, and says nothing that is wanted as a rule */
	/* They stand in the leave event, which no recorder does. */
	bool stack_by_leave, fake_by_leave;
	const struct gs_trace_function *function;
	struct gs_trace_value *args; /* function->n_args of them; class NONE: not recorded */
	struct gs_trace_value result;
	const struct gs_trace_frame *const *frames; /* the program's stack, innermost first */
	uint32_t n_frames;
};

/* -- Reading --------------------------------------------------------------------------------- */

enum gs_trace_container { GS_TRACE_SNAPPY, GS_TRACE_ZLIB, GS_TRACE_BROTLI, GS_TRACE_ZSTD };

enum gs_trace_state {
	GS_TRACE_READING,
	GS_TRACE_END, /* all of the trace was read */
	GS_TRACE_CUT, /* the file ends within a chunk or an event: what stands before was read */
	GS_TRACE_DAMAGED, /* bytes that mean nothing: what stands before was read */
	GS_TRACE_STOPPED  /* gs_trace_reader_ask: what stands before was read */
};

struct gs_trace_property {
	const char *name, *value;
};

/* Where something stands in the file: the chunk's first byte, and the byte of the uncompressed
 * stream. In other containers than snappy the chunk is 0. */
struct gs_trace_place {
	uint64_t chunk, stream;
};

/* A rule that the file breaks. The text is a sentence and lives as long as the call to report. */
struct gs_trace_violation {
	struct gs_trace_place place;
	int64_t call; /* -1: no call */
	const char *text;
};

struct gs_trace_reader;
typedef void (*gs_trace_report)(void *data, const struct gs_trace_violation *violation);

/* NULL: the file cannot be read or is no trace; `why` is then a sentence without the file's name,
 * to be freed. `report` (may be NULL) hears of each rule that the file breaks, as it is read. */
struct gs_trace_reader *gs_trace_open(
	const char *path, gs_trace_report report, void *data, char **why);
void gs_trace_close(struct gs_trace_reader *reader);
/* stops is asked every few thousand events, for as long as the reader lives. Once it is true,
 * gs_trace_next_event gives no more, until gs_trace_seek. NULL: nobody is asked. */
void gs_trace_reader_ask(struct gs_trace_reader *reader, bool (*stops)(void *data), void *data);

/* The next event. NULL: there is none, see gs_trace_reader_state. The call holds what is known
 * after the event: arguments of the leave event have by_leave. It lives until the next function
 * that is called for the reader; a call that has not left comes again with its leave event. */
struct gs_trace_call *gs_trace_next_event(struct gs_trace_reader *reader);
/* The next whole call, in the order of leave events; then those that have not left, in the order of
 * their numbers. NULL: there is none. It lives until the next function called for the reader. */
struct gs_trace_call *gs_trace_next_call(struct gs_trace_reader *reader);
/* Goes on with this call: those with lower numbers do not come any more. What stands before it in
 * the file is read only if it never was. In other containers than snappy, all that stands before is
 * read again. False: there is no such call. */
bool gs_trace_seek(struct gs_trace_reader *reader, uint64_t call);
/* The call, whole, or as it is at the trace's end; NULL: there is none. Reading goes on behind it:
 * seek before next_... */
struct gs_trace_call *gs_trace_find(struct gs_trace_reader *reader, uint64_t call);
/* Reads all, to know the figures; seek before next_... */
void gs_trace_scan(struct gs_trace_reader *reader);

enum gs_trace_state gs_trace_reader_state(const struct gs_trace_reader *reader);
/* A sentence about a trace that is cut or damaged; NULL: it is not. */
const char *gs_trace_reader_message(const struct gs_trace_reader *reader);

struct gs_trace_figures {
	enum gs_trace_container container;
	unsigned version;
	unsigned semantics; /* the version by whose rules calls are executed */
	const struct gs_trace_property *properties;
	size_t n_properties;
	uint64_t file_bytes;
	uint64_t file_read; /* the byte of the file up to which it is read now */
	/* What was read so far, counted once however often it is read. */
	uint64_t stream_bytes, chunks, calls, frames, fakes, unfinished;
	uint32_t threads;
	uint32_t functions; /* signatures of functions */
};

void gs_trace_reader_figures(
	const struct gs_trace_reader *reader, struct gs_trace_figures *figures);
const char *gs_trace_container_name(enum gs_trace_container container);

/* -- Writing ----------------------------------------------------------------------------------
 * The file is a whole trace, up to the last flush, at any moment: chunks are written one after the
 * other, by threads of the writer's, and end between events, as far as events fit into chunks. Who
 * reads it between two flushes may find a last chunk of which a part is written (GS_TRACE_CUT).
 * The first error (a full disk) ends the writing: the file is cut back to its last whole chunk, all
 * further calls do nothing, and gs_trace_writer_error says why. So what is written need not be
 * checked call by call. */

struct gs_trace_writer;

/* `fd` is open for writing, empty and seekable; it stays the caller's. NULL: out of memory. */
struct gs_trace_writer *gs_trace_writer_new(int fd, unsigned semantics,
	const struct gs_trace_property *properties, size_t n_properties);
/* Flushes. False as gs_trace_flush. Frees it in any case. */
bool gs_trace_writer_free(struct gs_trace_writer *writer);
/* All events that have ended are in the file when it returns true; false: see the error. */
bool gs_trace_flush(struct gs_trace_writer *writer);
/* errno of the first error; 0: there was none. */
int gs_trace_writer_error(const struct gs_trace_writer *writer);
/* A mark is whatever the caller wants to know of what is in the file: the one that was set last
 * before the last event that is there as a whole. To be asked for behind a flush or an error. */
void gs_trace_writer_set_mark(struct gs_trace_writer *writer, const uint64_t mark[2]);
void gs_trace_writer_whole_mark(const struct gs_trace_writer *writer, uint64_t mark[2]);
/* Bytes of the file, and of the stream that is in it. */
uint64_t gs_trace_writer_file_bytes(const struct gs_trace_writer *writer);
uint64_t gs_trace_writer_calls(const struct gs_trace_writer *writer); /* that have been entered */
uint64_t gs_trace_writer_stream_bytes(const struct gs_trace_writer *writer);
/* Bytes of the stream that are not in the file yet. */
uint64_t gs_trace_writer_waiting_bytes(const struct gs_trace_writer *writer);

enum { GS_TRACE_FAKE = 1 }; /* flags of an enter event */

/* An enter event: enter, then stack and arguments, then end. Returns the call's number. Events do
 * not nest: one ends before the next begins, whatever their threads are. */
uint64_t gs_trace_enter(struct gs_trace_writer *writer, uint32_t thread,
	const struct gs_trace_function *function, unsigned flags);
/* A leave event: leave, then arguments that the call has written and the result, then end. */
void gs_trace_leave(struct gs_trace_writer *writer, uint64_t call);
void gs_trace_end(struct gs_trace_writer *writer);

/* Inside of an event; arg and result are followed by one value each. */
void gs_trace_flags(struct gs_trace_writer *writer, unsigned flags);
void gs_trace_stack(
	struct gs_trace_writer *writer, const struct gs_trace_frame *const *frames, uint32_t n);
void gs_trace_arg(struct gs_trace_writer *writer, uint32_t number);
void gs_trace_result(struct gs_trace_writer *writer);

/* A value. An array is followed by n values, a struct by one for each member, repr by two. */
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
/* Any value with all that it holds. */
void gs_trace_put(struct gs_trace_writer *writer, const struct gs_trace_value *value);

/* Copies events from readers, as gs_trace_next_event gives them, into a writer. Numbers of calls
 * and of signatures become the writer's: equal signatures of several readers become one. */
struct gs_trace_copy;
struct gs_trace_copy *gs_trace_copy_new(struct gs_trace_writer *writer); /* NULL: no memory */
void gs_trace_copy_free(struct gs_trace_copy *copy);			 /* after the writer */
/* Before the first event of each reader, which stays open until the writer is freed. */
void gs_trace_copy_from(struct gs_trace_copy *copy, struct gs_trace_reader *reader);
/* False: out of memory. */
bool gs_trace_copy_event(struct gs_trace_copy *copy, const struct gs_trace_call *call);
/* Of no reader: a made-up glStringMarkerGREMEDY, which players skip. False: out of memory. */
bool gs_trace_copy_comment(struct gs_trace_copy *copy, uint32_t thread, const char *text);

/* What becomes a new trace: the calls of readers that were not read so far, one after the other. */
struct gs_trace_parts {
	struct gs_trace_reader **readers;
	size_t n;
	/* NULL: all calls. Asked for each event of the reader with that index, and says the same
	 * for all of a call's. */
	bool (*wants)(void *data, size_t part, const struct gs_trace_call *call);
	void *data;
	/* It stands before that call of the reader with that index. NULL: there is none. */
	const char *comment;
	size_t comment_part;
	uint64_t comment_call;
};

enum gs_trace_written {
	GS_TRACE_WRITTEN,
	GS_TRACE_NO_FILE,    /* none can be made there */
	GS_TRACE_NOT_WRITTEN /* the disk is full, or memory, or a reader was stopped (see its
				state); nothing was left */
};

/* The file takes its place when it is whole. *why: what went wrong, a sentence; static. */
enum gs_trace_written gs_trace_write_file(
	const char *path, const struct gs_trace_parts *parts, const char **why);

/* Calls or frames, as users name them: "10", "10-20", "10-", whose last is UINT64_MAX. False: it is
 * none of these. */
bool gs_trace_range(const char *text, uint64_t *first, uint64_t *last);

/* -- Text ------------------------------------------------------------------------------------ */

/* Text that grows. Where memory is short the rest is left out, and `failed` is set. */
struct gs_trace_text {
	char *data; /* a 0 follows it once something was added; to be freed */
	size_t length, capacity;
	bool failed;
};

void gs_trace_text_add(struct gs_trace_text *text, const char *bytes, size_t n);
/* As `apitrace dump` 11.1 writes it, without colour: the call with its number, a line feed, its
 * stack; behind a frame an empty line. */
void gs_trace_call_text(struct gs_trace_text *text, const struct gs_trace_call *call);
void gs_trace_value_text(struct gs_trace_text *text, const struct gs_trace_value *value);
void gs_trace_property_text(struct gs_trace_text *text, const struct gs_trace_property *property);
/* One JSON object without a line feed. */
void gs_trace_call_json(struct gs_trace_text *text, const struct gs_trace_call *call);
void gs_trace_string_json(struct gs_trace_text *text, const char *string, size_t n);

#endif
