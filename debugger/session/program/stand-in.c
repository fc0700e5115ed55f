/* SPDX-License-Identifier: MIT */
#include "debugger/session/program/stand-in.h"

#include <string.h>

#define UNNAMED "glstep_location_" /* then its number */

/* The version line of GLSL that places attributes; g_free. NULL: there is none. */
static char *version_line(const struct gs_program_info *info)
{
	bool is_es = info->api == GS_API_ES;
	if (info->gl_version < (is_es ? 30 : 33))
		return NULL;
	return g_strdup_printf("#version %u%s\n", info->gl_version * 10, is_es ? " es" : "");
}

/* GL's own have no location, and types of 64-bit integers need an extension. */
static bool can_be_declared(const struct gs_uniform_info *attribute)
{
	return attribute->location >= 0 && !strstr(attribute->type, "64") &&
	       !g_str_has_prefix(attribute->type, "GL type");
}

/* Names of SPIR-V are any text. */
static bool is_usable(const char *name)
{
	for (const char *c = name; *c; c++)
		if (!g_ascii_isalpha(*c) && *c != '_' && (c == name || !g_ascii_isdigit(*c)))
			return false;
	return *name && !g_str_has_prefix(name, "gl_") && !strstr(name, "__") &&
	       !gs_glsl_taken_since(name) && !gs_glsl_function_since(name);
}

static char *name_of(const struct gs_uniform_info *attribute)
{
	g_autofree char *name = g_strndup(attribute->name, strcspn(attribute->name, "["));
	return is_usable(name) ? g_steal_pointer(&name)
			       : g_strdup_printf(UNNAMED "%d", attribute->location);
}

char *gs_stand_in_source(struct gs_program_info *info)
{
	g_autofree char *version = version_line(info);
	if (!version)
		return NULL;
	GString *text = g_string_new(version);
	unsigned n = 0;
	for (size_t i = 0; i < info->n_attributes; i++) {
		struct gs_uniform_info *attribute = &info->attributes[i];
		if (!can_be_declared(attribute))
			continue;
		char *name = name_of(attribute);
		g_free(attribute->name);
		attribute->name = name;
		g_string_append_printf(text, "layout(location = %d) in %s %s;\n",
			attribute->location, attribute->type, name);
		n++;
	}
	g_string_append(text, "void main()\n{\n}\n");
	return g_string_free(text, n == 0);
}

static void name_it(char **name)
{
	if (!g_str_has_prefix(*name, UNNAMED))
		return;
	char *shown = g_strconcat("location ", *name + strlen(UNNAMED), NULL);
	g_free(*name);
	*name = shown;
}

void gs_stand_in_name_field(struct gs_field *field)
{
	name_it(&field->expression);
	for (size_t k = 0; k < field->n_scalars; k++)
		name_it(&field->scalar_names[k]);
}
