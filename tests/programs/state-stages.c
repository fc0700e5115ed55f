/* SPDX-License-Identifier: MIT */
/* Programs of more stages for test-state, what their shaders do besides drawing, and the contents
 * of buffers and textures. */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MARKS_UNIT 2

bool state_effects, state_more_stages, state_separable;

static const char effects_text[] =
	"layout(std430, binding = 0) buffer effects { uint counts[16]; };\n"
	"layout(binding = 0, offset = 4) uniform atomic_uint counter;\n"
	"layout(binding = 2, r32ui) uniform uimage2D marks;\n"
	"void touch(uint n)\n"
	"{\n"
	"	atomicAdd(counts[n], n + 1u);\n"
	"	atomicCounterIncrement(counter);\n"
	"	imageAtomicAdd(marks, ivec2(n, n), 1u);\n"
	"}\n";

static const char vertex_text[] = "layout(location = 0) in vec3 position;\n"
				  "layout(location = 1) in vec3 tint;\n"
				  "out vec3 GIVEN;\n"
				  "void main()\n"
				  "{\n"
				  "	touch(0u);\n"
				  "	GIVEN = tint;\n"
				  "	gl_Position = vec4(position, 1.0 + 0.25 * position.x);\n"
				  "	FINISH\n"
				  "}\n";
static const char geometry_text[] = "layout(triangles) in;\n"
				    "layout(triangle_strip, max_vertices = 3) out;\n"
				    "in vec3 given[];\n"
				    "out vec3 shade;\n"
				    "void main()\n"
				    "{\n"
				    "	touch(1u);\n"
				    "	for (int i = 0; i < 3; i++) {\n"
				    "		shade = given[i].gbr;\n"
				    "		gl_Position = gl_in[i].gl_Position;\n"
				    "		FINISH\n"
				    "		EmitVertex();\n"
				    "	}\n"
				    "	EndPrimitive();\n"
				    "}\n";
static const char control_text[] =
	"layout(vertices = 3) out;\n"
	"in vec3 given[];\n"
	"out vec3 kept[];\n"
	"void main()\n"
	"{\n"
	"	touch(2u);\n"
	"	kept[gl_InvocationID] = given[gl_InvocationID].brg;\n"
	"	gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
	"	gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 2.0;\n"
	"	gl_TessLevelInner[0] = 2.0;\n"
	"}\n";
static const char evaluation_text[] = "layout(triangles, equal_spacing) in;\n"
				      "in vec3 kept[];\n"
				      "out vec3 shade;\n"
				      "void main()\n"
				      "{\n"
				      "	touch(3u);\n"
				      "	vec3 at = gl_TessCoord;\n"
				      "	shade = at.x * kept[0] + at.y * kept[1] + at.z * kept[2];\n"
				      "	gl_Position = at.x * gl_in[0].gl_Position + at.y * "
				      "gl_in[1].gl_Position + at.z * gl_in[2].gl_Position;\n"
				      "	FINISH\n"
				      "}\n";

bool state_has(int version, const char *extension)
{
	return epoxy_gl_version() >= version || epoxy_has_gl_extension(extension);
}

void state_lack(const char *what)
{
	fflush(stdout);
	fprintf(stderr, "no %s\n", what);
	exit(77);
}

void state_need(int version, const char *extension)
{
	if (!state_has(version, extension))
		state_lack(extension);
}

/* FINISH is for the stage `last`. */
static GLenum last = GL_VERTEX_SHADER;
static const char *finish = "";

/* What separable programs have to say. */
static const char per_vertex[] =
	"out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };\n";

/* What the shaders need is in 4.30; a driver below it may have all of it as extensions. */
static const char *version_text(void)
{
	GLint major, minor;

	glGetIntegerv(GL_MAJOR_VERSION, &major);
	glGetIntegerv(GL_MINOR_VERSION, &minor);
	if (10 * major + minor >= 43)
		return "#version 430 compatibility\n#extension GL_ARB_shader_viewport_layer_array "
		       ": enable\n";
	return "#version 330 compatibility\n"
	       "#extension GL_ARB_shader_subroutine : require\n"
	       "#extension GL_ARB_gpu_shader_fp64 : require\n"
	       "#extension GL_ARB_gpu_shader5 : require\n"
	       "#extension GL_ARB_shading_language_420pack : require\n"
	       "#extension GL_ARB_shader_storage_buffer_object : require\n"
	       "#extension GL_ARB_shader_image_load_store : require\n"
	       "#extension GL_ARB_shader_atomic_counters : require\n"
	       "#extension GL_ARB_compute_shader : require\n"
	       "#extension GL_ARB_tessellation_shader : enable\n"
	       "#extension GL_ARB_viewport_array : enable\n"
	       "#extension GL_ARB_shader_viewport_layer_array : enable\n";
}

static void attach(GLuint program, GLenum type, const char *text)
{
	const char *strings[] = {version_text(),
		last == GL_VERTEX_SHADER ? "#define GIVEN shade\n#define FINISH "
					 : "#define GIVEN given\n#define FINISH ",
		type == last ? finish : "", "\n",
		type == GL_VERTEX_SHADER && state_separable ? per_vertex : "",
		state_effects ? effects_text : "void touch(uint n) {}\n", text};
	GLuint shader = glCreateShader(type);
	GLint ok = 0;

	glShaderSource(shader, sizeof(strings) / sizeof(strings[0]), strings, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	if (!ok) {
		char log[2000];

		glGetShaderInfoLog(shader, sizeof(log), NULL, log);
		fprintf(stderr, "%s", log);
		exit(99);
	}
	glAttachShader(program, shader);
}

static void link(GLuint program)
{
	GLint ok = 0;

	if (state_separable)
		glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &ok);
	if (!ok) {
		char log[2000];

		glGetProgramInfoLog(program, sizeof(log), NULL, log);
		fprintf(stderr, "%s", log);
		exit(99);
	}
}

GLuint state_program(GLenum type, const char *text, ...)
{
	GLuint program = glCreateProgram();
	va_list more;

	attach(program, type, text);
	va_start(more, text);
	while ((type = va_arg(more, GLenum)))
		attach(program, type, va_arg(more, const char *));
	va_end(more);
	link(program);
	return program;
}

GLuint state_staged(const char *stages, const char *at_last, const char *fragment_text)
{
	finish = at_last ? at_last : "";
	state_more_stages = stages != NULL;
	last = !stages				 ? GL_VERTEX_SHADER
	       : strcmp(stages, "geometry") == 0 ? GL_GEOMETRY_SHADER
						 : GL_TESS_EVALUATION_SHADER;
	if (strstr(finish, "gl_ViewportIndex"))
		state_need(41, "GL_ARB_viewport_array");
	if (last == GL_VERTEX_SHADER &&
		(strstr(finish, "gl_Layer") || strstr(finish, "gl_ViewportIndex")) &&
		!epoxy_has_gl_extension("GL_ARB_shader_viewport_layer_array"))
		state_lack("GL_ARB_shader_viewport_layer_array (gl_Layer and gl_ViewportIndex in "
			   "vertex shaders)");
	if (!stages)
		return state_program(
			GL_VERTEX_SHADER, vertex_text, GL_FRAGMENT_SHADER, fragment_text, 0);
	if (strcmp(stages, "geometry") == 0)
		return state_program(GL_VERTEX_SHADER, vertex_text, GL_GEOMETRY_SHADER,
			geometry_text, GL_FRAGMENT_SHADER, fragment_text, 0);
	if (strcmp(stages, "patches") != 0)
		exit(2);
	state_need(40, "GL_ARB_tessellation_shader");
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	state_mode = GL_PATCHES;
	return state_program(GL_VERTEX_SHADER, vertex_text, GL_TESS_CONTROL_SHADER, control_text,
		GL_TESS_EVALUATION_SHADER, evaluation_text, GL_FRAGMENT_SHADER, fragment_text, 0);
}

void state_bind_effects(void)
{
	static const GLuint zeros[64];
	GLuint texture, buffers[2];
	GLint bound;

	glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 8, 8);
	glClearTexImage(texture, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, zeros);
	glBindTexture(GL_TEXTURE_2D, bound);
	glBindImageTexture(MARKS_UNIT, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
	glGenBuffers(2, buffers);
	for (int i = 0; i < 2; i++) {
		GLenum target = i ? GL_ATOMIC_COUNTER_BUFFER : GL_SHADER_STORAGE_BUFFER;

		glBindBufferBase(target, 0, buffers[i]);
		glBufferData(target, i ? 16 : 64, zeros, GL_DYNAMIC_COPY);
	}
}

/* Every buffer and every texture that has a name. */
void state_print_contents(void)
{
	static unsigned char bytes[1 << 20];

	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	glPixelStorei(GL_PACK_ROW_LENGTH, 0);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
	glPixelStorei(GL_PACK_SKIP_ROWS, 0);
	for (GLuint name = 1; name < 60; name++) {
		GLint size = 0;
		uint64_t sum = 0;

		if (!glIsBuffer(name))
			continue;
		glGetNamedBufferParameteriv(name, GL_BUFFER_SIZE, &size);
		if (size > (GLint)sizeof(bytes))
			size = sizeof(bytes);
		glGetNamedBufferSubData(name, 0, size, bytes);
		for (GLint i = 0; i < size; i++)
			sum = sum * 31 + bytes[i];
		printf("buffer %u: %d bytes, %016" PRIx64 "\n", name, size, sum);
	}
	for (GLuint name = 1; name < 40; name++) {
		GLint width = 0, format = 0;
		uint64_t sum = 0;

		if (!glIsTexture(name))
			continue;
		glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH, &width);
		glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
		if (width > 8)
			continue; /* a target's: print_pixels */
		memset(bytes, 0, 4096);
		if (format == GL_R32UI || format == GL_RGBA8UI)
			glGetTextureImage(name, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, 4096, bytes);
		else
			glGetTextureImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, 4096, bytes);
		for (int i = 0; i < 4096; i++)
			sum = sum * 31 + bytes[i];
		printf("texture %u: %d wide, %016" PRIx64 "\n", name, width, sum);
	}
	glPopClientAttrib();
}
