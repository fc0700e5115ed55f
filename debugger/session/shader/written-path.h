/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/written-path - what the focus element's path has written up to a
 * position. */
#ifndef GS_SESSION_WRITTEN_PATH_H
#define GS_SESSION_WRITTEN_PATH_H

#include "debugger/engine/engine.h"

struct gs_written_path {
	const struct gs_debug *debug;
	unsigned frame;	   /* whose variables are asked for, 0 that of main: the caller sets it */
	GPtrArray *frames; /* GHashTable: struct gs_symbol * to struct gs_written * */
	GHashTable *globals;
	GArray *open; /* see gs_path_close */
	unsigned n_frames;
};

/* Begins before the first position. gs_written_path_finish. */
void gs_written_path_init(struct gs_written_path *path, const struct gs_debug *debug);
void gs_written_path_finish(struct gs_written_path *path);
/* Goes to the next position of the path; for gs_path_walk, with the path as data. Returns true. */
bool gs_written_path_step(size_t index, const struct gs_position *position, void *path);
/* The position after the last write to the variable, + 1; 0: it was not written. */
size_t gs_written_path_last(const struct gs_written_path *path, const struct gs_symbol *symbol);
/* As gs_undefined_func, with the path as data: what the path has not written, and what the stage
 * before never writes. */
void gs_written_path_mark(const struct gs_symbol *symbol, uint8_t *marks, size_t n, void *path);
/* The same where no text of the shader writes it: undefined whatever the path. */
void gs_written_path_mark_never(
	const struct gs_symbol *symbol, uint8_t *marks, size_t n, void *path);

#endif
