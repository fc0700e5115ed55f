/* SPDX-License-Identifier: MIT */
/*
 * replay/names - numbers that the program's driver gave out, and those that stand for them here.
 * A number that was never given out stands for itself.
 */
#ifndef GS_REPLAY_NAMES_H
#define GS_REPLAY_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include "data/object.h"

struct gs_name_map;

struct gs_name_map *gs_name_map_new(void);
void gs_name_map_free(struct gs_name_map *names);
void gs_name_map_add(
	struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded, uint64_t real);
void gs_name_map_remove(struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded);
/* False: it was never added. */
bool gs_name_map_real(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded,
	uint64_t *real);
/* The other way round. */
bool gs_name_map_recorded(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t real,
	uint64_t *recorded);
/* Another object has this number here. */
bool gs_name_map_is_taken(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t real);

/* Numbers of a program (its recorded name): kept only where the two differ. */
void gs_name_map_add_in(struct gs_name_map *names, enum gs_object_kind kind, uint64_t program,
	uint32_t recorded, uint32_t real);
uint32_t gs_name_map_find_in(const struct gs_name_map *names, enum gs_object_kind kind,
	uint64_t program, uint32_t recorded);
/* It is linked anew. */
void gs_name_map_forget_in(struct gs_name_map *names, uint64_t program);

#endif
