/* SPDX-License-Identifier: MIT */
#include "data/tables.h"
#include <stdio.h>
#include <string.h>

static const char *name_of(size_t constant)
{
	return gs_data_text + gs_data_constants[constant].name;
}

const char *gs_asked_text(const struct gs_asked *asked)
{
	return gs_data_text + asked->text;
}

bool gs_data_enum_value(const char *name, uint64_t *value)
{
	size_t low = 0, high = gs_data_n_constants;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(name, name_of(middle));
		if (order == 0) {
			*value = gs_data_constants[middle].value;
			return true;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

static const struct gs_group_info *find_group(const char *name)
{
	size_t low = 0, high = name ? gs_data_n_groups : 0;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(name, gs_data_groups[middle].name);
		if (order == 0)
			return &gs_data_groups[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* The first, that is best known, constant of that value. */
static const char *find_value(const uint16_t *index, size_t n, uint64_t value)
{
	size_t low = 0, high = n;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (gs_data_constants[index[middle]].value < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && gs_data_constants[index[low]].value == value ? name_of(index[low]) : NULL;
}

/* GL's small numbers are primitives, booleans, blend factors, errors of other APIs ...: a name
 * from elsewhere than their group would be a guess. */
enum { FIRST_UNIQUE = 0x100 };

const char *gs_data_enum_name(const char *group, uint64_t value, unsigned api)
{
	const struct gs_group_info *info = find_group(group);
	const char *name = info ? find_value(info->members, info->n, value) : NULL;
	static const unsigned apis[3] = {
		GS_FUNCTION_GL | GS_FUNCTION_GLES, GS_FUNCTION_GLX, GS_FUNCTION_EGL};
	for (int i = 0; i < 3 && !name; i++)
		if ((!api || (api & apis[i])) && (i != 0 || value >= FIRST_UNIQUE))
			name = find_value(gs_data_by_value[i].index, gs_data_by_value[i].n, value);
	return name;
}

const char *gs_data_group_member(const char *group, size_t i)
{
	const struct gs_group_info *info = find_group(group);
	return info && i < info->n ? name_of(info->members[i]) : NULL;
}

struct text {
	char *buffer;
	size_t size, length;
};

static void text_add(struct text *text, const char *word)
{
	size_t left = text->length < text->size ? text->size - text->length : 0;
	text->length += (size_t)snprintf(left ? text->buffer + text->length : NULL, left, "%s%s",
		text->length ? " | " : "", word);
}

size_t gs_data_bitfield_text(const char *group, uint64_t value, char *buffer, size_t size)
{
	struct text text = {buffer, size, 0};
	const struct gs_group_info *info = find_group(group);
	const char *whole = info && value ? find_value(info->members, info->n, value) : NULL;
	if (whole) {
		text_add(&text, whole);
		return text.length;
	}
	for (unsigned i = 0; info && i < 64; i++) {
		uint64_t bit = 1ull << i;
		const char *name = value & bit ? find_value(info->members, info->n, bit) : NULL;
		if (name) {
			text_add(&text, name);
			value &= ~bit;
		}
	}
	if (value || !text.length) {
		char number[24];
		snprintf(number, sizeof number, value ? "0x%llx" : "0", (unsigned long long)value);
		text_add(&text, number);
	}
	return text.length;
}
