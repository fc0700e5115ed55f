/* SPDX-License-Identifier: MIT */
/*
 * debugger/engine/path/path - the focus element's path through the shader: the positions from the
 * first of main to the present one.
 *
 * The path asks a path provider for the focus element's decisions. There are two, with the same
 * results: one captures each decision when the path reaches it, the other records a window of
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
	/* Gets the focus element's decision at the position. */
	bool (*decide)(struct gs_path_provider *provider, const struct gs_position *position,
		unsigned *decision, GError **error);
	/* Appends the focus element's decisions from number bits->len on, in order of execution.
	 * Appends nothing if they cannot be recorded (at number 0), or its path has no more. May be
	 * NULL. */
	bool (*record)(struct gs_path_provider *provider, GByteArray *bits, GError **error);
	void (*free)(struct gs_path_provider *provider);
};

/* Makes a provider that captures at the position. */
struct gs_path_provider *gs_path_provider_capture_new(struct gs_debug *debug);
/* Makes a provider that records, and captures if recording is refused. */
struct gs_path_provider *gs_path_provider_record_new(struct gs_debug *debug);

/* ---- path ---- */

struct gs_path;

enum { GS_NOT_TAKEN = UINT16_MAX };

/* What is kept of each position; the rest is computed again by walking. */
struct gs_path_entry {
	uint32_t site;
	uint32_t iterations; /* hash of the innermost frame's */
	uint32_t n_frames;
	uint16_t decision; /* the decision here, once the path has gone on, for walking it again */
	uint16_t taken; /* result of the condition here; GS_NOT_TAKEN: not yet, or no condition */
	bool finished;
};

/* Makes the focus element's path, at its first position. It asks the provider, which must outlive
 * it, at each decision. */
struct gs_path *gs_path_new(const struct gs_plan *plan, struct gs_path_provider *provider);
void gs_path_free(struct gs_path *path);
size_t gs_path_length(const struct gs_path *path); /* entries; the last is the present position */
const struct gs_path_entry *gs_path_entry(const struct gs_path *path, size_t index);
const struct gs_position *gs_path_position(const struct gs_path *path);
bool gs_path_is_recorded(const struct gs_path *path); /* whether its provider records if it can */
bool gs_path_finished(const struct gs_path *path);
bool gs_path_discarded(const struct gs_path *path);
const struct gs_site *gs_path_site(const struct gs_path *path);

/* Advances by one position. Sets *moved to false at the end. */
bool gs_path_advance(struct gs_path *path, bool *moved, GError **error);
/* For idle times: records decisions if the next steps reach the first one. Sets *more if it did. */
bool gs_path_prepare(struct gs_path *path, bool *more, GError **error);
/* Goes back to an earlier entry. */
void gs_path_back_to(struct gs_path *path, size_t index);
/* Calls func for each entry from 0 to the present one, until it returns false. */
void gs_path_walk(const struct gs_path *path,
	bool (*func)(size_t index, const struct gs_position *position, void *data), void *data);

/* Calls func for the present position and those after it for which decisions are recorded, until it
 * returns false. */
void gs_path_ahead(const struct gs_path *path,
	bool (*func)(const struct gs_position *position, void *data), void *data);

/* Whether `to` is outside of the text marked at `from`, and of calls made from there. */
bool gs_path_is_over(const struct gs_path *path, const struct gs_path_entry *from,
	const struct gs_path_entry *to);
/* Tells which marked texts have been executed completely. Call it for each index from 1 on: it
 * calls func for each entry that is complete at index. open: indices (size_t) of the entries begun
 * and not complete, empty at first. */
void gs_path_close(const struct gs_path *path, GArray *open, size_t index,
	void (*func)(const struct gs_path_entry *over, size_t index, void *data), void *data);
/* Calls func for each symbol written by an entry whose marked text was complete at index, including
 * the operands that its conditions evaluated. */
void gs_path_writes(const struct gs_path *path, const struct gs_path_entry *over, size_t index,
	void (*func)(const struct gs_symbol *symbol, void *data), void *data);

#endif
