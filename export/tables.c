/* SPDX-License-Identifier: MIT */
/* Tables with 64-bit numbers as keys. */
#include "export/private.h"

GHashTable *export_table(GDestroyNotify free_value)
{
	return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_value);
}

void *export_find(GHashTable *table, uint64_t key)
{
	return g_hash_table_lookup(table, &key);
}

void export_set(GHashTable *table, uint64_t key, void *value)
{
	g_hash_table_replace(table, g_memdup2(&key, sizeof key), value);
}

uint64_t export_number(GHashTable *table, uint64_t key)
{
	return (uintptr_t)g_hash_table_lookup(table, &key);
}

void export_set_number(GHashTable *table, uint64_t key, uint64_t number)
{
	export_set(table, key, (void *)(uintptr_t)number);
}
