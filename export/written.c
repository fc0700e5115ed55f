/* SPDX-License-Identifier: MIT */
/*
 * An exported program declares only what it uses of GL. So one program can have calls of OpenGL and
 * of all versions of OpenGL ES, whose headers cannot be used together, and needs none of them.
 */
#include "export/written.h"

#include <string.h>

void export_written_init(struct written *written)
{
	memset(written, 0, sizeof *written);
	/* Functions that the sources in export/program/ call. */
	written->functions[GS_FN_glGetError] = true;
	written->functions[GS_FN_glIsEnabled] = true;
	written->functions[GS_FN_glGetIntegerv] = true;
	written->functions[GS_FN_glGetFloatv] = true;
	written->constants = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
}

void export_written_clear(struct written *written)
{
	g_hash_table_destroy(written->constants);
}

void export_written_constant(struct written *written, const char *name, uint64_t value)
{
	if (!g_hash_table_contains(written->constants, name))
		g_hash_table_insert(written->constants, (gpointer)name,
			g_strdup_printf(value > UINT32_MAX ? "0x%llXu" : "0x%04llX",
				(unsigned long long)value));
}

static const char types[] =
	"typedef unsigned GLenum, GLbitfield, GLuint, GLhandleARB;\n"
	"typedef int GLint, GLsizei, GLfixed, GLclampx;\n"
	"typedef unsigned char GLboolean, GLubyte;\n"
	"typedef signed char GLbyte;\n"
	"typedef short GLshort;\n"
	"typedef unsigned short GLushort, GLhalf, GLhalfARB, GLhalfNV;\n"
	"typedef float GLfloat, GLclampf;\n"
	"typedef double GLdouble, GLclampd;\n"
	"typedef char GLchar, GLcharARB;\n"
	"typedef void GLvoid;\n"
	"typedef intptr_t GLintptr, GLintptrARB, GLsizeiptr, GLsizeiptrARB, GLvdpauSurfaceNV;\n"
	"typedef int64_t GLint64, GLint64EXT;\n"
	"typedef uint64_t GLuint64, GLuint64EXT;\n"
	"typedef void *GLeglImageOES, *GLeglClientBufferEXT;\n"
	"typedef struct gl_sync *GLsync;\n"
	"typedef void (*GLDEBUGPROC)(void), (*GLDEBUGPROCARB)(void), (*GLDEBUGPROCKHR)(void);\n"
	"typedef void (*GLDEBUGPROCAMD)(void), (*GLVULKANPROCNV)(void);\n"
	"\n"
	"#define GL_FALSE 0\n"
	"#define GL_TRUE 1\n";

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_constants(GString *to, GHashTable *constants)
{
	guint n;
	gpointer *names = g_hash_table_get_keys_as_array(constants, &n);
	qsort(names, n, sizeof *names, compare_texts);
	for (guint i = 0; i < n; i++)
		if (strcmp(names[i], "GL_FALSE") && strcmp(names[i], "GL_TRUE"))
			g_string_append_printf(to, "#define %s %s\n", (char *)names[i],
				(char *)g_hash_table_lookup(constants, names[i]));
	g_free(names);
}

static void add_typed(GString *to, const char *type, const char *name)
{
	bool is_pointer = type[strlen(type) - 1] == '*';
	g_string_append_printf(to, "%s%s%s", type, is_pointer ? "" : " ", name);
}

static void add_member(GString *to, const struct gs_function_info *info)
{
	g_string_append_c(to, '\t');
	add_typed(to, info->returns.type, "(*");
	g_string_append_printf(to, "%s)(", info->name + strlen("gl"));
	for (unsigned i = 0; i < info->n_parameters; i++) {
		g_string_append(to, i ? ", " : "");
		add_typed(to, info->parameters[i].type, info->parameters[i].name);
	}
	g_string_append_printf(to, "%s);\n", info->n_parameters ? "" : "void");
}

char *export_written_header(const struct written *written)
{
	GString *text = g_string_new("/* What this program uses of GL. */\n#ifndef GL_H\n#define "
				     "GL_H\n\n#include <stdint.h>\n\n");
	g_string_append(text, types);
	add_constants(text, written->constants);
	g_string_append(text, "\n/* The driver's functions. */\nextern struct gl_functions {\n");
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		if (written->functions[i])
			add_member(text, gs_data_function(i));
	g_string_append(text, "} gl;\n\n");
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		if (written->functions[i])
			g_string_append_printf(text, "#define %s gl.%s\n", gs_data_name(i),
				gs_data_name(i) + strlen("gl"));
	g_string_append(text, "\n/* Finds them by their names. */\n"
			      "void load_gl(void (*(*find)(const char *name))(void));\n\n#endif\n");
	return g_string_free(text, FALSE);
}

char *export_written_source(const struct written *written)
{
	GString *text = g_string_new(
		"#include \"gl.h\"\n\n#include <stdio.h>\n#include <stdlib.h>\n#include "
		"<string.h>\n\nstruct gl_functions gl;\n\n"
		"static void stop(void)\n{\n"
		"\tfprintf(stderr, \"the driver lacks a function that this program calls\\n\");\n"
		"\texit(1);\n}\n\n"
		"static void load(void *to, void (*function)(void), const char *name)\n{\n"
		"\tif (!function) {\n"
		"\t\tfprintf(stderr, \"the driver has no %s\\n\", name);\n"
		"\t\tfunction = stop;\n\t}\n"
		"\tmemcpy(to, &function, sizeof function);\n}\n\n"
		"void load_gl(void (*(*find)(const char *name))(void))\n{\n");
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++)
		if (written->functions[i])
			g_string_append_printf(text, "\tload(&gl.%s, find(\"%s\"), \"%s\");\n",
				gs_data_name(i) + strlen("gl"), gs_data_name(i), gs_data_name(i));
	g_string_append(text, "}\n");
	return g_string_free(text, FALSE);
}

char *export_written_makefile(const char *program)
{
	return g_strdup_printf(
		"# make [WINDOW=glfw|egl]: glfw shows windows; egl draws into memory, without X.\n"
		"WINDOW := $(shell pkg-config --exists glfw3 && echo glfw || echo egl)\n"
		"CFLAGS = -O1 -g\n"
		"ALL_CFLAGS = -std=c11 $(CFLAGS)\n"
		"ifeq ($(WINDOW),glfw)\n"
		"ALL_CFLAGS += $(shell pkg-config --cflags glfw3)\n"
		"LIBS = $(shell pkg-config --libs glfw3) -lm\n"
		"else\n"
		"LIBS = -lEGL -lm\n"
		"endif\n"
		"SOURCES = main.c expect.c picture.c md5.c times.c gl.c window-$(WINDOW).c "
		"$(wildcard "
		"frames*.c "
		"objects-*.c)\n"
		"OBJECTS = $(SOURCES:.c=.o)\n"
		"\n"
		"%s: $(OBJECTS)\n"
		"\t$(CC) $(LDFLAGS) -o $@ $(OBJECTS) $(LIBS)\n"
		"%%.o: %%.c program.h window.h gl.h\n"
		"\t$(CC) $(ALL_CFLAGS) -c -o $@ $<\n"
		"clean:\n"
		"\trm -f %s *.o\n"
		".PHONY: clean\n",
		program, program);
}

static const struct {
	const char *name, *text;
} files[] = {
#include "export/program.inc"
};

const char *export_written_file(unsigned i, const char **text)
{
	if (i >= G_N_ELEMENTS(files))
		return NULL;
	*text = files[i].text;
	return files[i].name;
}
