/* SPDX-License-Identifier: MIT */
/*
 * export/files - the folder that is written. Everything goes into a folder beside it, which takes
 * its place when it is whole. The first error ends the writing: what comes then does nothing, and
 * export_files_error says what it was.
 */
#ifndef GS_EXPORT_FILES_H
#define GS_EXPORT_FILES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct files;

/* NULL: it cannot be made; *why is a sentence, static. */
struct files *export_files_new(const char *folder, const char *title, const char **why);
/* Puts the folder in its place, or nothing at all: false, and *why is a sentence, static. */
bool export_files_finish(struct files *files, const char **why);
/* Leaves nothing, if it was not finished. */
void export_files_free(struct files *files);
bool export_files_failed(const struct files *files);

/* A function of the frames' sources, "static void NAME(void)". */
void export_files_begin(struct files *files, const char *name, const char *comment);
void export_files_end(struct files *files);
/* Lines of it; how many it has so far. */
unsigned export_files_add(struct files *files, const char *line, unsigned indent);
/* Lines that stay as they are but for the first one's indent. */
unsigned export_files_add_comment(struct files *files, const char *text, unsigned indent);
/* What it uses: a declaration before the first function of the file. */
void export_files_declare(struct files *files, const char *declaration);

/* The name of so many bytes in data.bin, which is `name` if they are not there so far; `is_text`: a
 * NUL follows. */
const char *export_files_data(
	struct files *files, const char *name, const void *bytes, size_t n, bool is_text);
/* The name of a file with that text, which is `name` if there is none so far; NULL: there are
 * too many. */
const char *export_files_text(struct files *files, const char *name, const char *text, size_t n);
/* gl.h has these. */
void export_files_function(struct files *files, unsigned function);
void export_files_constant(struct files *files, const char *name, uint64_t value);

/* A file of bounded size with a line for each, and `head` above: objects-*.c. */
void export_files_list(struct files *files, const char *stem, const char *head, GPtrArray *lines);
/* All that is the same for all traces, and the lists of functions and constants. */
void export_files_rest(struct files *files, const char *program);

unsigned export_files_sources(const struct files *files);
uint64_t export_files_data_bytes(const struct files *files);

#endif
