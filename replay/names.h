/* SPDX-License-Identifier: MIT */
/*
 * replay/names - a map from numbers that the recorded program's driver gave out to those that this
 * driver gives. A number that was never given out stands for itself.
 */
#ifndef GS_REPLAY_NAMES_H
#define GS_REPLAY_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include "data/object.h"

struct gs_name_map;

struct gs_name_map *gs_name_map_new(void);
void gs_name_map_free(struct gs_name_map *names);
/* Let `real` stand for `recorded` from now on; recorded 0 is ignored. */
void gs_name_map_add(
	struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded, uint64_t real);
void gs_name_map_remove(struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded);
/* Look up the number here of a recorded one. Return false if it was never added. */
bool gs_name_map_real(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded,
	uint64_t *real);
/* Look up the recorded number of one here. Return false if there is none. */
bool gs_name_map_recorded(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t real,
	uint64_t *recorded);
/* Return whether some recorded number stands for this number here. */
bool gs_name_map_is_taken(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t real);

/* Numbers of a program's parts, such as locations; `program` is its recorded name. Only numbers
 * that differ are stored. gs_name_map_find_in returns the number here, `recorded` itself if none
 * was added. */
void gs_name_map_add_in(struct gs_name_map *names, enum gs_object_kind kind, uint64_t program,
	uint32_t recorded, uint32_t real);
uint32_t gs_name_map_find_in(const struct gs_name_map *names, enum gs_object_kind kind,
	uint64_t program, uint32_t recorded);
/* Forget the numbers of a program that is linked again. */
void gs_name_map_forget_in(struct gs_name_map *names, uint64_t program);

#endif
