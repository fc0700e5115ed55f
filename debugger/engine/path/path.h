/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/path/path - the focus element's path through the shader: the positions from the
 * first of main to the present one.
 *
 * The path asks a path provider for the focus element's decisions. There are two, and both give the
 * same positions: one captures each decision where it is met, one has recorded a window of
 * decisions of all elements in one draw.
 */
#ifndef GS_PATH_H
#define GS_PATH_H

#include <glib.h>
#include "instrument/instrument.h"

struct gs_debug;

/* ---- provider ---- */

struct gs_path_provider {
	const char *name;
	/* What the focus element decides at the position. */
	bool (*decide)(struct gs_path_provider *provider, const struct gs_position *position,
		unsigned *decision, GError **error);
	/* NULL, or: appends the focus element's decisions from number bits->len on, in order of
	 * execution. Nothing appended: they cannot be recorded (at number 0), or its path has no
	 * more. */
	bool (*record)(struct gs_path_provider *provider, GByteArray *bits, GError **error);
	void (*free)(struct gs_path_provider *provider);
};

/* By capturing at the position. */
struct gs_path_provider *gs_path_provider_capture_new(struct gs_debug *debug);
/* By recording; where that is refused it captures. */
struct gs_path_provider *gs_path_provider_record_new(struct gs_debug *debug);

/* ---- path ---- */

struct gs_path;

enum { GS_NOT_TAKEN = UINT16_MAX };

/* What is kept of each position; the rest is walked again when asked for. */
struct gs_path_entry {
	uint32_t site;
	uint32_t iterations; /* hash of the innermost frame's */
	uint32_t n_frames;
	uint16_t decision; /* captured here, when the path has gone on: for going it again */
	uint16_t
		taken; /* what the condition here has given; GS_NOT_TAKEN: not yet, or it is none */
	bool finished;
};

/* Of the focus element, at its first position; the provider, which must outlive it, is asked when
 * the path comes to a decision. */
struct gs_path *gs_path_new(const struct gs_plan *plan, struct gs_path_provider *provider);
void gs_path_free(struct gs_path *path);
size_t gs_path_length(const struct gs_path *path); /* entries; the last is the present position */
const struct gs_path_entry *gs_path_entry(const struct gs_path *path, size_t index);
const struct gs_position *gs_path_position(const struct gs_path *path);
bool gs_path_is_recorded(const struct gs_path *path); /* its provider records, where it can */
bool gs_path_finished(const struct gs_path *path);
bool gs_path_discarded(const struct gs_path *path);
const struct gs_site *gs_path_site(const struct gs_path *path);

/* One position on. *moved false: at the end. */
bool gs_path_advance(struct gs_path *path, bool *moved, GError **error);
/* For idle times: records decisions if the next steps come to the first one. *more: it did. */
bool gs_path_prepare(struct gs_path *path, bool *more, GError **error);
/* The path up to an earlier entry becomes the present one. */
void gs_path_back_to(struct gs_path *path, size_t index);
/* Calls func for each entry from 0 to the present one, in order; stops when it returns false. */
void gs_path_walk(const struct gs_path *path,
	bool (*func)(size_t index, const struct gs_position *position, void *data), void *data);

/* Calls func for the present position and those after it, as far as decisions have been recorded;
 * until it returns false. */
void gs_path_ahead(const struct gs_path *path,
	bool (*func)(const struct gs_position *position, void *data), void *data);

/* What stands at `to` is no longer part of what was marked at `from`, nor in a call made from
 * there. */
bool gs_path_is_over(const struct gs_path *path, const struct gs_path_entry *from,
	const struct gs_path_entry *to);
/* Which marked texts have run as a whole: open holds the indices (size_t) of the entries that have
 * begun to run and are not over, empty at first. To be called for each index from 1 on; calls func
 * for each entry that is over at index. */
void gs_path_close(const struct gs_path *path, GArray *open, size_t index,
	void (*func)(const struct gs_path_entry *over, size_t index, void *data), void *data);
/* Calls func for each symbol that an entry has written whose marked text was over at index, the
 * sides that its conditions took included. */
void gs_path_writes(const struct gs_path *path, const struct gs_path_entry *over, size_t index,
	void (*func)(const struct gs_symbol *symbol, void *data), void *data);

#endif
