/* SPDX-License-Identifier: MIT */
/* dap/files - the user's files in which sources of shaders may stand: those of some folders, and
 * those that the editor names. */
#ifndef GS_DAP_FILES_H
#define GS_DAP_FILES_H

#include "dap/lines.h"

struct gs_dap_file {
	char *path;
	struct gs_dap_lines *lines; /* NULL: it cannot be read */
	gint64 time, size;	    /* as it was read */
	unsigned number;	    /* that changes when it is read anew */
};

struct gs_dap_files;
struct gs_dap_files *gs_dap_files_new(void);
void gs_dap_files_free(struct gs_dap_files *files);
/* Add a folder, which is searched when files are asked for. */
void gs_dap_files_add(struct gs_dap_files *files, const char *folder);
/* Return a file by its path, borrowed; it is read, or read anew if it has changed. */
struct gs_dap_file *gs_dap_files_get(struct gs_dap_files *files, const char *path);
/* Return all files, struct gs_dap_file, borrowed. */
const GPtrArray *gs_dap_files_all(struct gs_dap_files *files);

#endif
