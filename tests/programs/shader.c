/* SPDX-License-Identifier: MIT */
/*
 * Draws one triangle over the whole of a 16 x 8 target, without a window: test-shader API VERSION
 * FILE. API: core compatibility es; VERSION: of the context, 33 for 3.3. The file has sections,
 * each a shader object, that begin with a line "[vertex]", "[tess-control]", "[tess-evaluation]",
 * "[geometry]", "[fragment]" or "[compute]", of which one group is dispatched; a line "//--" begins
 * the next string of an object. "[subroutine] NAME..." chooses functions for the subroutine
 * uniforms in their order, the last for the rest;
 * "[include] PATH" is a named string, "[search] PATH" a place where #include looks for them;
 * "[label] STAGE NAME" and "[label] program NAME" call a shader or the program so;
 * "[storage] BINDING N" binds a storage buffer of the floats 10 to 10 + N - 1; "[target] 0xNUMBER"
 * is the target's format; "[texture] UNIT WIDTH HEIGHT" binds a texture, and as an image, of texels
 * 1; "[draws] N" draws N times, with the uniform float turn from 0 on. Prints the target: a line a
 * pixel, "x y r g b a", as floats. FILE "-": nothing is drawn; of each file that a line of standard
 * input names, says "linked", or why not.
 */
#include "config.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

enum { WIDTH = 16, HEIGHT = 8, MAX_STRINGS = 32, MAX_PATHS = 8 };

static const char *search[MAX_PATHS];
static int n_search;
static jmp_buf refused;
static bool only_links, computes, has_patches;
static int n_draws = 1;
static const char *fragment_label, *vertex_label, *program_label;

static void fail(const char *what, const char *detail)
{
	if (only_links) {
		printf("%s: %.*s\n", what, (int)strcspn(detail, "\n"), detail);
		longjmp(refused, 1);
	}
	fprintf(stderr, "test-shader: %s: %s\n", what, detail);
	exit(1);
}

static void open_context(const char *api, int version)
{
	bool is_es = !strcmp(api, "es");
	EGLDisplay display = eglGetPlatformDisplayEXT(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	const EGLint profile = !strcmp(api, "core") ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
						    : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
	const EGLint gl[] = {EGL_CONTEXT_MAJOR_VERSION, version / 10, EGL_CONTEXT_MINOR_VERSION,
		version % 10, EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE};
	const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, version / 10, EGL_CONTEXT_MINOR_VERSION,
		version % 10, EGL_NONE};
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		is_es ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
		EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE};
	const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
	EGLConfig config;
	EGLint n = 0;

	if (!eglInitialize(display, NULL, NULL) ||
		!eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || n < 1)
		fail("EGL", "no such configuration");
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, is_es ? es : gl);
	if (!context || !eglMakeCurrent(display, surface, surface, context)) {
		fprintf(stderr, "no %s %d.%d context\n", is_es ? "OpenGL ES" : "OpenGL",
			version / 10, version % 10);
		exit(77);
	}
}

/* ES 2 has no float targets: there the pbuffer is drawn to. */
static void make_target(void)
{
	GLuint framebuffer, renderbuffer;

	if (!epoxy_is_desktop_gl())
		return;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, WIDTH, HEIGHT);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		fail("framebuffer", "not complete");
}

/* Cleared: what a shader discards shows what was there, and that may be anything in new memory. */
static void bind_target(void)
{
	make_target();
	glViewport(0, 0, WIDTH, HEIGHT);
	glClear(GL_COLOR_BUFFER_BIT);
}

/* Compiles a section; its strings are cut apart at the lines "//--". */
static void attach(GLuint program, GLenum stage, char *text)
{
	const char *strings[MAX_STRINGS] = {text};
	char log[2000] = "", *cut;
	GLsizei n = 1;
	GLint good;

	while ((cut = strstr(text, "//--\n")) && n < MAX_STRINGS) {
		*cut = '\0';
		text = cut + strlen("//--\n");
		strings[n++] = text;
	}
	GLuint shader = glCreateShader(stage);
	glShaderSource(shader, n, strings, NULL);
	if (n_search)
		glCompileShaderIncludeARB(shader, n_search, search, NULL);
	else
		glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	if (!good)
		fail("compile", log);
	const char *label = stage == GL_FRAGMENT_SHADER ? fragment_label
			    : stage == GL_VERTEX_SHADER ? vertex_label
							: NULL;
	if (label)
		glObjectLabel(GL_SHADER, shader, -1, label);
	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void choose_subroutine(GLuint program, char *name)
{
	GLuint indices[16];
	GLint n = 0, k = 0;

	glGetProgramStageiv(
		program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &n);
	for (char *word = strtok(name, " "), *next; word && n <= 16; word = next) {
		GLuint index = glGetSubroutineIndex(program, GL_FRAGMENT_SHADER, word);
		if (index == GL_INVALID_INDEX)
			fail("subroutine", word);
		next = strtok(NULL, " ");
		for (int i = k; i < n; i++)
			indices[i] = index;
		k++;
	}
	glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, n, indices);
}

/* A line's text behind `head`; NULL: it begins otherwise. Cuts the line off what follows. */
static char *line_behind(char *section, const char *head)
{
	size_t n = strlen(head);

	if (strncmp(section, head, n))
		return NULL;
	section[strcspn(section, "\n")] = '\0';
	return section + n;
}

static void make_storage(const char *numbers)
{
	float values[64];
	GLuint buffer, binding = 0, n = 0;

	if (sscanf(numbers, "%u %u", &binding, &n) != 2 || n > 64)
		fail("storage", numbers);
	for (GLuint i = 0; i < n; i++)
		values[i] = 10.0f + (float)i;
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, n * sizeof(float), values, GL_STATIC_DRAW);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

static void make_texture(const char *numbers)
{
	static float texels[64 * 4];
	GLuint texture, unit = 0;
	GLsizei width = 0, height = 0;

	if (sscanf(numbers, "%u %d %d", &unit, &width, &height) != 3 || width * height > 64)
		fail("texture", numbers);
	for (int i = 0; i < width * height * 4; i++)
		texels[i] = 1.0f;
	glGenTextures(1, &texture);
	glActiveTexture(GL_TEXTURE0 + unit);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32F, width, height);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_FLOAT, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	if (epoxy_gl_version() >= (epoxy_is_desktop_gl() ? 42 : 31))
		glBindImageTexture(unit, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA32F);
}

static void take_label(char *words)
{
	char *name = strchr(words, ' ');
	const char **label = words[0] == 'f'   ? &fragment_label
			     : words[0] == 'v' ? &vertex_label
					       : &program_label;
	if (!name)
		fail("label", words);
	*label = name + 1;
}

static void change_target(const char *format)
{
	glRenderbufferStorage(GL_RENDERBUFFER, (GLenum)strtoul(format, NULL, 16), WIDTH, HEIGHT);
	glClear(GL_COLOR_BUFFER_BIT);
}

/* 0: it is no shader. */
static GLenum stage_of(const char *section)
{
	static const struct {
		const char *head;
		GLenum stage;
	} stages[] = {{"[vertex]", GL_VERTEX_SHADER}, {"[fragment]", GL_FRAGMENT_SHADER},
		{"[compute]", GL_COMPUTE_SHADER}, {"[geometry]", GL_GEOMETRY_SHADER},
		{"[tess-control]", GL_TESS_CONTROL_SHADER},
		{"[tess-evaluation]", GL_TESS_EVALUATION_SHADER}};

	for (unsigned i = 0; i < sizeof(stages) / sizeof(*stages); i++)
		if (!strncmp(section, stages[i].head, strlen(stages[i].head)))
			return stages[i].stage;
	return 0;
}

static void take_section(GLuint program, char *section, char *text, char **subroutine)
{
	char *name;

	GLenum stage = stage_of(section);

	if (stage)
		attach(program, stage, text);
	else if ((name = line_behind(section, "[subroutine] ")))
		*subroutine = name;
	else if ((name = line_behind(section, "[include] ")))
		glNamedStringARB(GL_SHADER_INCLUDE_ARB, -1, name, -1, text);
	else if ((name = line_behind(section, "[label] ")))
		take_label(name);
	else if ((name = line_behind(section, "[storage] ")))
		make_storage(name);
	else if ((name = line_behind(section, "[target] ")))
		change_target(name);
	else if ((name = line_behind(section, "[texture] ")))
		make_texture(name);
	else if ((name = line_behind(section, "[draws] ")))
		n_draws = atoi(name);
	else if ((name = line_behind(section, "[search] ")) && n_search < MAX_PATHS)
		search[n_search++] = name;
}

/* The file's named strings and what looks for them come before its shaders, wherever they stand. */
static GLuint make_program(char *file, char **subroutine)
{
	GLuint program = glCreateProgram();
	char log[2000] = "", *sections[MAX_STRINGS], *texts[MAX_STRINGS];
	int n = 0;
	GLint good;

	for (char *section = file; section && *section && n < MAX_STRINGS; n++) {
		sections[n] = section;
		texts[n] = strchr(section, '\n') + 1;
		section = strstr(texts[n] - 1, "\n[");
		if (section)
			*section++ = '\0';
	}
	for (int shaders = 0; shaders < 2; shaders++)
		for (int i = 0; i < n; i++)
			if ((stage_of(sections[i]) != 0) == shaders)
				take_section(program, sections[i], texts[i], subroutine);
	for (int i = 0; i < n; i++) {
		computes |= stage_of(sections[i]) == GL_COMPUTE_SHADER;
		has_patches |= stage_of(sections[i]) == GL_TESS_EVALUATION_SHADER;
	}
	if (program_label)
		glObjectLabel(GL_PROGRAM, program, -1, program_label);
	glBindAttribLocation(program, 0, "corner");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &good);
	glGetProgramInfoLog(program, sizeof(log), NULL, log);
	if (!good)
		fail("link", log);
	return program;
}

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0)
		fail("cannot be read", path);
	fclose(file);
	return text;
}

static void set_up(void)
{
	static const float corners[] = {-1, -1, 3, -1, -1, 3};
	GLuint array, buffer;

	if (epoxy_is_desktop_gl()) {
		glGenVertexArrays(1, &array);
		glBindVertexArray(array);
	}
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	if (has_patches)
		glPatchParameteri(GL_PATCH_VERTICES, 3);
}

static void draw(GLuint program, int turn)
{
	GLint location = glGetUniformLocation(program, "turn");

	if (location >= 0)
		glUniform1f(location, (float)turn);
	if (computes)
		glDispatchCompute(1, 1, 1);
	else
		glDrawArrays(has_patches ? GL_PATCHES : GL_TRIANGLES, 0, 3);
}

static void print_target(void)
{
	static float floats[WIDTH * HEIGHT * 4];
	static unsigned char bytes[WIDTH * HEIGHT * 4];
	bool is_float = epoxy_is_desktop_gl();

	if (is_float)
		glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_FLOAT, floats);
	else
		glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		printf("%d %d", i % WIDTH, i / WIDTH);
		for (int k = 0; k < 4; k++)
			printf(" %.9g", is_float ? floats[i * 4 + k] : bytes[i * 4 + k] / 255.0);
		printf("\n");
	}
}

static void link_each(void)
{
	static char path[4096], *text, *subroutine;

	only_links = true;
	while (fgets(path, sizeof(path), stdin)) {
		path[strcspn(path, "\n")] = '\0';
		if (!setjmp(refused)) {
			text = read_file(path);
			glDeleteProgram(make_program(text, &subroutine));
			puts("linked");
		}
		free(text);
		text = NULL;
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	char *subroutine = NULL;

	if (argc != 4)
		fail("usage", "test-shader core|compatibility|es VERSION FILE");
	open_context(argv[1], atoi(argv[2]));
	if (!strcmp(argv[3], "-")) {
		link_each();
		return 0;
	}
	bind_target();
	GLuint program = make_program(read_file(argv[3]), &subroutine);
	glUseProgram(program);
	if (subroutine)
		choose_subroutine(program, subroutine);
	if (!computes)
		set_up();
	for (int i = 0; i < n_draws; i++)
		draw(program, i);
	print_target();
	if (glGetError() != GL_NO_ERROR)
		fail("GL", "an error");
	return 0;
}
