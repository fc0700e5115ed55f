/* SPDX-License-Identifier: MIT */
/*
 * trace/edits - changes of a trace, as a list beside its file: an argument has another value, a
 * call is left out, inserted or moved. The file itself stays as it is. A reader that is opened with
 * such a list returns the changed calls, so that all who read a trace need know nothing of edits.
 *
 * Names: an edit names calls by the numbers that they have in the file, so that the names hold
 * whatever other edits do; a call that edit N inserts is GS_TRACE_INSERTED | N, "+N" in texts.
 * Numbers: a reader with edits numbers calls by their new order. One that is left out keeps its
 * number, which no other call gets, so that numbers change only where calls are inserted or moved.
 *
 * As a file, a list is lines of JSON, one object each: first {"edits":1,"trace":FILE}, then one for
 * each edit. gs_trace_open opens such a file as the trace that it names, edited. Files are
 * untrusted.
 *
 * All texts and edits that a list returns are its own, and valid until it is changed or freed.
 * Functions that fail set *why to a sentence without the file's name, to be freed; NULL: there is
 * no memory left.
 */
#ifndef GS_TRACE_EDITS_H
#define GS_TRACE_EDITS_H

#include "trace/trace.h"

#define GS_TRACE_INSERTED (UINT64_C(1) << 63)
#define GS_TRACE_NO_CALL UINT64_MAX

enum gs_trace_edit_kind {
	GS_TRACE_EDIT_ARGUMENT, /* .call has another .argument, which is .text */
	GS_TRACE_EDIT_SKIP,	/* .call is left out */
	GS_TRACE_EDIT_INSERT,	/* the call that is .text comes before .before */
	GS_TRACE_EDIT_MOVE,	/* .call comes before .before, and not where it was */
	GS_TRACE_EDIT_KINDS
};

/* Values and calls are written as gs_trace_call_text has them: 0.5, GL_BLEND, {1, 2}, "text",
 * glEnable(cap = GL_BLEND), also without the arguments' names. Bytes are blob("..."), in base64;
 * in strings, \n, \t, \xHH and a backslash before any other character stand for these. */
struct gs_trace_edit {
	unsigned id; /* from 1 on; those of a list grow */
	enum gs_trace_edit_kind kind;
	uint64_t call, before; /* names of calls; before: may be the number of calls, for the end */
	const char *argument;  /* its name; behind it may be [N], of what it points at */
	const char *text;
	bool is_undone; /* taken back: it has no effect */
};

struct gs_trace_edits;

struct gs_trace_edits *gs_trace_edits_new(void); /* NULL: no memory */
void gs_trace_edits_free(struct gs_trace_edits *edits);
/* Adds an edit as the last, and gives it a number if .id is 0. Returns the number; 0 if it is
 * none: its text cannot be read, or it is not one that can be named so. */
unsigned gs_trace_edits_add(
	struct gs_trace_edits *edits, const struct gs_trace_edit *edit, char **why);
/* Remove the last edit, as if it had never been added. */
void gs_trace_edits_drop_last(struct gs_trace_edits *edits);
size_t gs_trace_edits_count(const struct gs_trace_edits *edits);
/* Returns the i-th. */
const struct gs_trace_edit *gs_trace_edits_get(const struct gs_trace_edits *edits, size_t i);
/* Takes an edit back, or makes it again; id 0: the last one that has an effect, or that was taken
 * back last. Returns it; NULL if there is none. */
const struct gs_trace_edit *gs_trace_edits_undo(struct gs_trace_edits *edits, unsigned id);
const struct gs_trace_edit *gs_trace_edits_redo(struct gs_trace_edits *edits, unsigned id);
/* Returns whether an edit has an effect; and whether one that has inserts or moves calls. */
bool gs_trace_edits_any(const struct gs_trace_edits *edits);
bool gs_trace_edits_reorder(const struct gs_trace_edits *edits);

const char *gs_trace_edit_kind_name(enum gs_trace_edit_kind kind);
/* Adds the name of a call: "12" or "+3". */
void gs_trace_edit_name_text(struct gs_trace_text *text, uint64_t name);
/* Reads one. Returns false if it is none. */
bool gs_trace_edit_read_name(const char *text, uint64_t *name);
/* Adds a string as a value: in quotation marks; and bytes: blob("..."). */
void gs_trace_edit_string_text(struct gs_trace_text *text, const char *string, size_t n);
void gs_trace_edit_blob_text(struct gs_trace_text *text, const void *bytes, size_t n);

/* -- Files: edits-file.c --------------------------------------------------------------------- */

/* Returns whether the file begins as one of edits. */
bool gs_trace_is_edits(const char *path);
/* Reads a file. *trace: the path of the trace that it names, seen from here, to be freed; NULL if
 * it names none. Returns NULL if it cannot be read. */
struct gs_trace_edits *gs_trace_edits_read(const char *path, char **trace, char **why);
/* Adds the list as the text of a file. trace: how to name the trace; NULL: not at all. */
void gs_trace_edits_text(
	const struct gs_trace_edits *edits, const char *trace, struct gs_trace_text *text);
/* Adds an edit as one JSON object, without a line feed. */
void gs_trace_edit_json(struct gs_trace_text *text, const struct gs_trace_edit *edit);

/* -- Reading with edits: edited-open.c ------------------------------------------------------- */

/* As gs_trace_open, of the file with these edits, which may be freed then; of a file of edits, in
 * place of its own. Where calls are inserted or moved, the file is read to its end at once. */
struct gs_trace_reader *gs_trace_open_edited(const char *path, const struct gs_trace_edits *edits,
	gs_trace_report report, void *data, char **why);
/* As gs_trace_open_edited, with the edits of that file; NULL: as gs_trace_open. */
struct gs_trace_reader *gs_trace_open_with(
	const char *path, const char *edits_path, gs_trace_report report, void *data, char **why);
/* Opens the trace of a file of edits, or any other, without edits. */
struct gs_trace_reader *gs_trace_open_unedited(
	const char *path, gs_trace_report report, void *data, char **why);
/* Also return the calls that are left out, with .is_left_out. */
void gs_trace_reader_keep_left_out(struct gs_trace_reader *reader);
/* Return the number that a call of that name has in the reader; GS_TRACE_NO_CALL: none. */
uint64_t gs_trace_number_of(const struct gs_trace_reader *reader, uint64_t name);
/* Return the name of the call of that number; the number itself without edits. */
uint64_t gs_trace_name_of(const struct gs_trace_reader *reader, uint64_t number);
/* Return whether an edit changes that call, by its name: its arguments, or where it stands. */
bool gs_trace_is_edited(const struct gs_trace_reader *reader, uint64_t name);
/* Returns whether all edits that have an effect can be made: their calls are there, and can have
 * such values. Moves the reader, and reads up to the last of these calls. */
bool gs_trace_check_edits(struct gs_trace_reader *reader, char **why);
/* Writes the reader's calls to a file, as gs_trace_write_file does; without edits that have an
 * effect, the bytes of the file `in` that it reads. On failure sets *why to a sentence that is
 * static or the reader's. */
enum gs_trace_written gs_trace_edits_save(
	struct gs_trace_reader *reader, const char *in, const char *out, const char **why);

#endif
