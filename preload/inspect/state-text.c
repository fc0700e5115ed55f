/* SPDX-License-Identifier: MIT */
#include "preload/inspect/gl-state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "preload/core/names.h"

static bool reserve(struct gs_text *t, size_t more)
{
	if (t->failed || t->room - t->size > more)
		return !t->failed;
	size_t room = (t->room ? t->room * 2 : 65536) + more;
	char *data = realloc(t->data, room);
	if (!data) {
		t->failed = true;
		return false;
	}
	t->data = data;
	t->room = room;
	return true;
}

void gs_text_add(struct gs_text *t, const char *format, ...)
{
	va_list arguments;
	char line[4096];
	va_start(arguments, format);
	int n = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	if (n < 0 || !reserve(t, n + 1))
		return;
	if (n >= (int)sizeof line)
		n = sizeof line - 1;
	memcpy(t->data + t->size, line, n);
	t->size += n;
	t->data[t->size] = '\0';
}

/* The program's locale may write numbers with a comma. */
static void add_float(struct gs_text *t, double value)
{
	char number[64];
	snprintf(number, sizeof number, "%.9g", value);
	for (char *p = number; *p; p++)
		if (*p == ',')
			*p = '.';
	gs_text_add(t, "%s", number);
}

/* Of what the value with that name is the name; NONE: it is a number. */
static enum gs_object_kind kind_of(const char *name)
{
	static const struct {
		const char *end;
		enum gs_object_kind kind;
	} ends[] = {
		{"GL_CURRENT_PROGRAM", GS_OBJECT_PROGRAM},
		{"GL_PROGRAM_PIPELINE_BINDING", GS_OBJECT_PIPELINE},
		{"GL_SAMPLER_BINDING", GS_OBJECT_SAMPLER},
		{"GL_IMAGE_BINDING_NAME", GS_OBJECT_TEXTURE},
		{"GL_TRANSFORM_FEEDBACK_BINDING", GS_OBJECT_FEEDBACK},
		{"GL_VERTEX_ARRAY_BINDING", GS_OBJECT_VERTEX_ARRAY},
		{"GL_RENDERBUFFER_BINDING", GS_OBJECT_RENDERBUFFER},
		{"FRAMEBUFFER_BINDING", GS_OBJECT_FRAMEBUFFER},
		{"BUFFER_BINDING", GS_OBJECT_BUFFER},
	};
	size_t length = strlen(name);
	if (!strncmp(name, "GL_TEXTURE_BINDING_", 19))
		return GS_OBJECT_TEXTURE;
	for (size_t i = 0; i < N_OF(ends); i++) {
		size_t n = strlen(ends[i].end);
		if (length >= n && !strcmp(name + length - n, ends[i].end))
			return ends[i].kind;
	}
	return GS_OBJECT_NONE;
}

void gs_state_add_integers(
	struct gs_text *t, const char *prefix, const char *name, const GLint *values, unsigned n)
{
	enum gs_object_kind kind = kind_of(name);
	gs_text_add(t, "%s%s =", prefix, name);
	for (unsigned i = 0; i < n; i++)
		gs_text_add(t, " %d",
			kind ? (GLint)gs_name_shown(kind, (uint32_t)values[i]) : values[i]);
	gs_text_add(t, "\n");
}

void gs_state_add_floats(
	struct gs_text *t, const char *prefix, const char *name, const GLfloat *values, unsigned n)
{
	gs_text_add(t, "%s%s =", prefix, name);
	for (unsigned i = 0; i < n; i++) {
		gs_text_add(t, " ");
		add_float(t, values[i]);
	}
	gs_text_add(t, "\n");
}

void gs_state_add_enums(
	struct gs_text *t, const char *prefix, const char *name, const GLint *values, unsigned n)
{
	gs_text_add(t, "%s%s =", prefix, name);
	for (unsigned i = 0; i < n; i++) {
		const char *text = values[i] > 1
					   ? gs_data_enum_name(NULL, values[i], GS_FUNCTION_GL)
					   : NULL;
		if (text)
			gs_text_add(t, " %s", text);
		else
			gs_text_add(t, " %d", values[i]);
	}
	gs_text_add(t, "\n");
}

void gs_state_add_value(struct gs_text *t, const char *prefix, const struct gs_asked *v,
	const GLint *integers, const GLfloat *floats)
{
	if (gs_state_is_float(v->kind))
		gs_state_add_floats(t, prefix, gs_asked_text(v), floats, v->count);
	else if (v->kind == GS_STATE_ENUM)
		gs_state_add_enums(t, prefix, gs_asked_text(v), integers, v->count);
	else
		gs_state_add_integers(t, prefix, gs_asked_text(v), integers, v->count);
}

/* Core contexts have one mode for both faces: Mesa tells it twice, NVIDIA's driver once. */
static void complete(const struct gs_asked *v, GLint *integers)
{
	if (v->name == GL_POLYGON_MODE && !integers[1])
		integers[1] = integers[0];
}

void gs_state_add_list(struct gs_text *t, const char *prefix, const struct gs_asked *list)
{
	for (const struct gs_asked *v = list; v->count; v++) {
		GLint integers[16] = {0};
		GLfloat floats[16] = {0};
		GLboolean booleans[16] = {0};
		if (v->kind == GS_STATE_CAPABILITY) {
			integers[0] = GL(glIsEnabled)(v->name);
		} else if (gs_state_is_float(v->kind)) {
			GL(glGetFloatv)(v->name, floats);
		} else if (v->kind == GS_STATE_BOOLEAN) {
			GL(glGetBooleanv)(v->name, booleans);
			for (unsigned k = 0; k < v->count; k++)
				integers[k] = booleans[k];
		} else {
			GL(glGetIntegerv)(v->name, integers);
			complete(v, integers);
		}
		if (gs_caps_drain() == GL_NO_ERROR)
			gs_state_add_value(t, prefix, v, integers, floats);
	}
}
