/* SPDX-License-Identifier: MIT */
#include "debugger/host/told.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <string.h>
#include "data/data.h"
#include "data/pointee.h"
#include "debugger/base/error.h"

enum { LONGEST_MASK = 120 };

bool gs_told_mask(struct gs_wire_told *told, const char *pattern, GError **error)
{
	size_t used = strlen(told->masked), n = strlen(pattern);
	if (!n || n > LONGEST_MASK || strpbrk(pattern, " \t\n,")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is no extension's name: give one like GL_ARB_direct_state_access, "
			"or a pattern like GL_ARB_*",
			pattern);
		return false;
	}
	if (!g_str_has_prefix(pattern, "GL_") && !g_str_has_prefix(pattern, "GLX_") &&
		!g_str_has_prefix(pattern, "EGL_") && !strpbrk(pattern, "*?[")) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is no extension's name: those begin with GL_, GLX_ or EGL_", pattern);
		return false;
	}
	if (used + n + 2 > sizeof told->masked) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"too many extensions are masked: take patterns like GL_ARB_*");
		return false;
	}
	memcpy(told->masked + used, pattern, n);
	told->masked[used + n] = ' ';
	return true;
}

static bool set_text(
	struct gs_wire_told *told, enum gs_wire_told_text kind, const char *text, GError **error)
{
	if (*text && strlen(text) < GS_TOLD_TEXT) {
		g_strlcpy(told->texts[kind], text, GS_TOLD_TEXT);
		return true;
	}
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s': a text has 1 to %d characters", text,
		GS_TOLD_TEXT - 1);
	return false;
}

static bool set_number(struct gs_wire_told *told, uint32_t name, double value, GError **error)
{
	uint32_t i = 0;
	while (i < told->n_limits && told->limits[i].name != name)
		i++;
	if (i == GS_TOLD_LIMITS) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "no more than %d limits can be given",
			GS_TOLD_LIMITS);
		return false;
	}
	told->limits[i] = (struct gs_wire_limit){.name = name, .value = value};
	told->n_limits = MAX(told->n_limits, i + 1);
	return true;
}

/* Those of which something else of ours tells, or that follow from another. NULL: it may be set. */
static const char *why_not(uint32_t name)
{
	const struct gs_pname *about = gs_data_pname(name);
	if (name == GL_MAJOR_VERSION || name == GL_MINOR_VERSION)
		return "give GL_VERSION instead, as in GL_VERSION=3.1";
	if (name == GL_NUM_EXTENSIONS || name == GL_EXTENSIONS)
		return "extensions are left out with --mask-extension";
	if (name == GL_NUM_PROGRAM_BINARY_FORMATS || name == GL_NUM_SHADER_BINARY_FORMATS)
		return "recorded programs are told of no formats for binaries anyway";
	if (about && (about->kind == GS_PNAME_LIST || about->kind == GS_PNAME_ENUM_LIST))
		return "it is a list";
	return NULL;
}

/* A version has a number that the program can ask for, too. */
static bool set_version(struct gs_wire_told *told, const char *text, GError **error)
{
	char *end;
	guint64 major = g_ascii_strtoull(text, &end, 10), minor;
	if (!g_ascii_isdigit(*text) || *end != '.' || !g_ascii_isdigit(end[1])) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is no version: GL_VERSION takes a number like 3.1, or a text that "
			"begins with one",
			text);
		return false;
	}
	minor = g_ascii_strtoull(end + 1, NULL, 10);
	return set_text(told, GS_TOLD_VERSION, text, error) &&
	       set_number(told, GL_MAJOR_VERSION, (double)major, error) &&
	       set_number(told, GL_MINOR_VERSION, (double)minor, error);
}

static bool set_limit(struct gs_wire_told *told, const char *name, const char *text, GError **error)
{
	uint64_t number = 0;
	const char *why;
	char *end;
	double value = g_ascii_strtod(text, &end);
	if (!g_str_has_prefix(name, "GL_") || !gs_data_enum_value(name, &number)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is no name of GL's: limits have names like GL_MAX_TEXTURE_SIZE",
			name);
		return false;
	}
	if (number == GL_VENDOR || number == GL_RENDERER)
		return set_text(
			told, number == GL_VENDOR ? GS_TOLD_VENDOR : GS_TOLD_RENDERER, text, error);
	if (number == GL_VERSION)
		return set_version(told, text, error);
	if (number == GL_SHADING_LANGUAGE_VERSION)
		return set_text(told, GS_TOLD_LANGUAGE_VERSION, text, error);
	why = why_not((uint32_t)number);
	if (why || end == text || *end || !isfinite(value)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "'%s=%s': %s", name, text,
			why ? why : "a limit is a number");
		return false;
	}
	return set_number(told, (uint32_t)number, value, error);
}

bool gs_told_limit(struct gs_wire_told *told, const char *text, GError **error)
{
	const char *equals = strchr(text, '=');
	char *name = equals ? g_strndup(text, (gsize)(equals - text)) : NULL;
	bool is_good = name && set_limit(told, name, equals + 1, error);
	if (!name)
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' sets no limit: give NAME=VALUE, like GL_MAX_TEXTURE_SIZE=1024", text);
	g_free(name);
	return is_good;
}

bool gs_told_is_empty(const struct gs_wire_told *told)
{
	static const struct gs_wire_told none;
	return memcmp(told, &none, sizeof none) == 0;
}
