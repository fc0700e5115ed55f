/* SPDX-License-Identifier: MIT */
/*
 * glArrayElement(i) does what a call for each enabled array does with the array's element i, that
 * of the vertex array (or of attribute 0) last: OpenGL 4.6 compatibility profile, 10.3.9. A player
 * cannot be given the arrays, since no pointer can be set in a block.
 */
#include <string.h>
#include "data/constants.h"
#include "debugger/record/private.h"

/* "ub" for GL_UNSIGNED_BYTE; NULL: no function takes such numbers. */
static const char *suffix_of(uint32_t type)
{
	static const char *const suffixes[] = {
		"b", "ub", "s", "us", "i", "ui", "f", NULL, NULL, NULL, "d"};
	return type >= GL_BYTE && type - GL_BYTE < G_N_ELEMENTS(suffixes) ? suffixes[type - GL_BYTE]
									  : NULL;
}

static bool provokes(uint32_t which)
{
	return which == GL_VERTEX_ARRAY || which == 0;
}

/* The function, and the argument before its array, if it has one. */
static int named_function(uint32_t which, uint32_t size, const char *suffix)
{
	char name[64] = "";
	if (which == GL_VERTEX_ARRAY)
		g_snprintf(name, sizeof name, "glVertex%u%sv", size, suffix);
	else if (which == GL_NORMAL_ARRAY)
		g_snprintf(name, sizeof name, "glNormal3%sv", suffix);
	else if (which == GL_COLOR_ARRAY)
		g_snprintf(name, sizeof name, "glColor%u%sv", size, suffix);
	else if (which == GL_SECONDARY_COLOR_ARRAY)
		g_snprintf(name, sizeof name, "glSecondaryColor3%sv", suffix);
	else if (which == GL_INDEX_ARRAY)
		g_snprintf(name, sizeof name, "glIndex%sv", suffix);
	else if (which == GL_EDGE_FLAG_ARRAY)
		return GS_FN_glEdgeFlagv;
	else if (which == GL_FOG_COORD_ARRAY)
		g_snprintf(name, sizeof name, "glFogCoord%sv", suffix);
	else if (which == GL_TEXTURE0)
		g_snprintf(name, sizeof name, "glTexCoord%u%sv", size, suffix);
	else if (which > GL_TEXTURE0)
		g_snprintf(name, sizeof name, "glMultiTexCoord%u%sv", size, suffix);
	return gs_data_find(name);
}

static int attribute_function(const struct gs_wire_memory *entry, const char *suffix)
{
	char name[64];
	uint32_t size = entry->info[1];
	bool normalized = entry->skip & GS_WIRE_VERTICES_NORMALIZED;
	const char *kind = entry->skip & GS_WIRE_VERTICES_INTEGER ? "I"
			   : entry->skip & GS_WIRE_VERTICES_LONG  ? "L"
								  : "";
	bool is_real = strcmp(suffix, "f") == 0 || strcmp(suffix, "d") == 0;
	g_snprintf(name, sizeof name, "glVertexAttrib%s%u%s%sv", kind, size,
		normalized && !is_real ? "N" : "", suffix);
	return gs_data_find(name);
}

/* No function takes the numbers as they are: as floats. */
static void put_converted(const struct values *v, uint32_t thread,
	const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	char name[64];
	float values[4];
	uint32_t which = entry->info[0];
	bool normalized = which == GL_COLOR_ARRAY || which == GL_SECONDARY_COLOR_ARRAY ||
			  (entry->skip & GS_WIRE_VERTICES_NORMALIZED);
	unsigned size = gs_recording_vertex_floats(entry, bytes, normalized, values);
	if (!size)
		return;
	g_snprintf(name, sizeof name, "glVertexAttrib%ufv", size);
	int function = which < MOST_ATTRIBUTES ? gs_data_find(name)
					       : named_function(which, size, "f");
	const uint64_t args[1] = {which};
	const struct gs_wire_memory floats = {
		.class = GS_CLASS_FLOAT, .bits = 32, .size = size * sizeof(float), .count = size};
	if (function >= 0)
		gs_recording_make_up_array(
			v, thread, (unsigned)function, args, &floats, (const uint8_t *)values);
}

static void put_array(const struct values *v, uint32_t thread, const struct gs_wire_memory *entry,
	const uint8_t *bytes)
{
	uint32_t which = entry->info[0], size = entry->info[1];
	const uint64_t args[1] = {which};
	struct gs_wire_memory numbers = *entry;
	const char *suffix = suffix_of(entry->info[2]);
	int function = !suffix			 ? -1
		       : which < MOST_ATTRIBUTES ? attribute_function(entry, suffix)
						 : named_function(which, size, suffix);
	if (function < 0 || !gs_data_gl_type(entry->info[2], &numbers.class, &numbers.bits)) {
		put_converted(v, thread, entry, bytes);
		return;
	}
	numbers.count = entry->size / (numbers.bits / 8);
	numbers.skip = 0;
	if (which == GL_EDGE_FLAG_ARRAY)
		numbers.class = GS_CLASS_BOOLEAN;
	gs_recording_make_up_array(v, thread, (unsigned)function, args, &numbers, bytes);
}

bool gs_recording_is_element(unsigned function)
{
	return function == GS_FN_glArrayElement || function == GS_FN_glArrayElementEXT;
}

static bool is_array(const struct gs_wire_memory *entry)
{
	return entry->argument == GS_WIRE_VERTICES && gs_recording_is_whole(entry);
}

enum gs_recording_element gs_recording_element(const struct gs_record *record)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size;
	struct gs_wire_memory entry;
	if (!at || !gs_recording_is_element(record->call.function))
		return GS_NO_ELEMENT;
	while (gs_memory_read(at, (uint64_t)(end - at), &entry, &at))
		if (is_array(&entry))
			return entry.skip & GS_WIRE_VERTICES_ASIDE ? GS_ELEMENT_STAYS
								   : GS_ELEMENT_REPLACED;
	return GS_NO_ELEMENT;
}

void gs_recording_put_element(
	const struct values *v, uint32_t thread, const struct gs_record *record, bool last)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size, *bytes;
	struct gs_wire_memory entry;
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at)))
		if (is_array(&entry) && provokes(entry.info[0]) == last)
			put_array(v, thread, &entry, bytes);
}
