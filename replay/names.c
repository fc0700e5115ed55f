/* SPDX-License-Identifier: MIT */
#include "replay/names.h"

#include <glib.h>

/* Numbers below this are in an array, others in a hash table. */
enum { DENSE = 1 << 16 };

struct map {
	uint64_t *dense; /* real number plus 1; 0: none. NULL: the map is empty so far */
	GHashTable *sparse, *taken;
};

struct gs_name_map {
	struct map maps[GS_N_OBJECT_KINDS];
	GHashTable *in_programs; /* guint64 * of kind, program and number -> real number */
};

struct gs_name_map *gs_name_map_new(void)
{
	struct gs_name_map *names = g_new0(struct gs_name_map, 1);
	names->in_programs = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	return names;
}

void gs_name_map_free(struct gs_name_map *names)
{
	if (!names)
		return;
	for (unsigned i = 0; i < GS_N_OBJECT_KINDS; i++) {
		g_free(names->maps[i].dense);
		g_clear_pointer(&names->maps[i].sparse, g_hash_table_destroy);
		g_clear_pointer(&names->maps[i].taken, g_hash_table_destroy);
	}
	g_hash_table_destroy(names->in_programs);
	g_free(names);
}

static gpointer key(uint64_t number)
{
	return (gpointer)(uintptr_t)number;
}

static void open_map(struct map *map)
{
	if (map->dense)
		return;
	map->dense = g_new0(uint64_t, DENSE);
	map->sparse = g_hash_table_new(NULL, NULL);
	map->taken = g_hash_table_new(NULL, NULL);
}

void gs_name_map_add(
	struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded, uint64_t real)
{
	struct map *map = &names->maps[kind];
	if (!recorded)
		return;
	open_map(map);
	gs_name_map_remove(names, kind, recorded);
	if (recorded < DENSE)
		map->dense[recorded] = real + 1;
	else
		g_hash_table_insert(map->sparse, key(recorded), key(real));
	g_hash_table_insert(map->taken, key(real), key(recorded));
}

void gs_name_map_remove(struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded)
{
	struct map *map = &names->maps[kind];
	uint64_t real;
	if (!gs_name_map_real(names, kind, recorded, &real))
		return;
	if (g_hash_table_lookup(map->taken, key(real)) == key(recorded))
		g_hash_table_remove(map->taken, key(real));
	if (recorded < DENSE)
		map->dense[recorded] = 0;
	else
		g_hash_table_remove(map->sparse, key(recorded));
}

bool gs_name_map_real(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t recorded,
	uint64_t *real)
{
	const struct map *map = &names->maps[kind];
	gpointer value;
	if (!map->dense)
		return false;
	if (recorded < DENSE) {
		*real = map->dense[recorded] - 1;
		return map->dense[recorded];
	}
	if (!g_hash_table_lookup_extended(map->sparse, key(recorded), NULL, &value))
		return false;
	*real = (uintptr_t)value;
	return true;
}

bool gs_name_map_recorded(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t real,
	uint64_t *recorded)
{
	const struct map *map = &names->maps[kind];
	gpointer value;
	if (!map->dense || !g_hash_table_lookup_extended(map->taken, key(real), NULL, &value))
		return false;
	*recorded = (uintptr_t)value;
	return true;
}

bool gs_name_map_is_taken(const struct gs_name_map *names, enum gs_object_kind kind, uint64_t real)
{
	const struct map *map = &names->maps[kind];
	return map->dense && g_hash_table_contains(map->taken, key(real));
}

/* ---- of programs ---- */

static guint64 key_in(enum gs_object_kind kind, uint64_t program, uint32_t number)
{
	return (guint64)kind << 59 ^ program << 32 ^ number;
}

void gs_name_map_add_in(struct gs_name_map *names, enum gs_object_kind kind, uint64_t program,
	uint32_t recorded, uint32_t real)
{
	guint64 number = key_in(kind, program, recorded);
	if (recorded == real)
		g_hash_table_remove(names->in_programs, &number);
	else
		g_hash_table_insert(names->in_programs, g_memdup2(&number, sizeof number),
			GUINT_TO_POINTER(real));
}

uint32_t gs_name_map_find_in(const struct gs_name_map *names, enum gs_object_kind kind,
	uint64_t program, uint32_t recorded)
{
	gpointer real;
	guint64 number = key_in(kind, program, recorded);
	if (!g_hash_table_size(names->in_programs) ||
		!g_hash_table_lookup_extended(names->in_programs, &number, NULL, &real))
		return recorded;
	return GPOINTER_TO_UINT(real);
}

static gboolean is_in(gpointer number, gpointer real, gpointer program)
{
	(void)real;
	return (*(guint64 *)number >> 32 & 0x7ffffff) == GPOINTER_TO_UINT(program);
}

void gs_name_map_forget_in(struct gs_name_map *names, uint64_t program)
{
	if (g_hash_table_size(names->in_programs))
		g_hash_table_foreach_remove(
			names->in_programs, is_in, GUINT_TO_POINTER((guint)program & 0x7ffffff));
}
