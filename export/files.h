/* SPDX-License-Identifier: MIT */
/*
 * export/files - writes the folder of an exported program. Everything goes into a new folder beside
 * it, which takes its place when it is complete. After the first error nothing more is written;
 * export_files_failed tells of it.
 */
#ifndef GS_EXPORT_FILES_H
#define GS_EXPORT_FILES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct files;

/* Begin to write a folder. title: the name of the trace, for comments. Return NULL if it cannot be
 * created; *why is a static sentence. */
struct files *export_files_new(const char *folder, const char *title, const char **why);
/* Put the finished folder in its place. Return false, with a static sentence in *why, if anything
 * failed; there is no folder then. */
bool export_files_finish(struct files *files, const char **why);
/* Free it, and remove what was written, if it was not finished. NULL is fine. */
void export_files_free(struct files *files);
bool export_files_failed(const struct files *files);

/* Begin, and end, a function "static void NAME(void)" in the sources of frames; comment: NULL
 * none. */
void export_files_begin(struct files *files, const char *name, const char *comment);
void export_files_end(struct files *files);
/* Add a line to the function, broken where it is too long. Return the number of lines so far. */
unsigned export_files_add(struct files *files, const char *line, unsigned indent);
/* Add lines that stay as they are; only the first one is indented. Return the number of lines so
 * far. */
unsigned export_files_add_comment(struct files *files, const char *text, unsigned indent);
/* Add a declaration that the function needs, before the first function of its file. */
void export_files_declare(struct files *files, const char *declaration);

/* Store bytes in data.bin, unless the same are there already. Return their name in the program:
 * `name`, or that of the earlier ones. is_text: a NUL follows. */
const char *export_files_data(
	struct files *files, const char *name, const void *bytes, size_t n, bool is_text);
/* Store a text in a file of its own, unless the same is there already. Return the file's name, made
 * of `name` or the earlier one's; NULL: there are too many. */
const char *export_files_text(struct files *files, const char *name, const char *text, size_t n);
/* Let gl.h declare a function, or a constant. */
void export_files_function(struct files *files, unsigned function);
void export_files_constant(struct files *files, const char *name, uint64_t value);

/* Write `lines` into files STEM-*.c of bounded size, each with `head` above. */
void export_files_list(struct files *files, const char *stem, const char *head, GPtrArray *lines);
/* Write the last frames, the files that are the same for all traces, and the declarations of
 * functions and constants. */
void export_files_rest(struct files *files, const char *program);

unsigned export_files_sources(const struct files *files);
uint64_t export_files_data_bytes(const struct files *files);

#endif
