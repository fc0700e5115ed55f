/* SPDX-License-Identifier: MIT */
/* The generated tables: sorted, complete, within the wire's limits, and right where a person can
 * tell. */
#include "data/data.h"
#include "wire/wire.h"
#include <stdio.h>
#include <string.h>

static int failures;

static void check(bool good, const char *what, const char *which)
{
	if (good)
		return;
	failures++;
	printf("FAIL: %s: %s\n", what, which ? which : "(null)");
}

static void check_text(const char *is, const char *should)
{
	if (!is || strcmp(is, should))
		failures++, printf("FAIL: got %s, expected %s\n", is ? is : "(null)", should);
}

static void check_tables(void)
{
	check((int)GS_N_FUNCTIONS <= GS_WIRE_FUNCTIONS, "more functions than the wire has bits",
		"");
	check(GS_N_FUNCTIONS > 3500, "functions are missing", "");
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++) {
		const struct gs_function_info *info = gs_data_function(i);
		check(gs_data_find(info->name) == (int)i, "find", info->name);
		check(!strcmp(info->name, gs_data_name(i)), "name", info->name);
		check(i == 0 || strcmp(gs_data_name(i - 1), info->name) < 0, "order", info->name);
		check(info->n_parameters <= GS_WIRE_ARGS, "arguments", info->name);
		check(info->apis != 0, "api", info->name);
		for (unsigned p = 0; p < info->n_parameters; p++)
			check(info->parameters[p].class != GS_CLASS_VOID &&
					info->parameters[p].bits,
				"class", info->name);
	}
	check(!gs_data_function(GS_N_FUNCTIONS) && gs_data_find("glNoSuch") == -1,
		"unknown function", "");
}

static void check_functions(void)
{
	const struct gs_function_info *f = gs_data_function(GS_FN_glUniformMatrix4fv);
	check_text(f->parameters[3].length, "count*16");
	check_text(f->parameters[3].type, "const GLfloat *");
	check(f->parameters[3].class == GS_CLASS_POINTER &&
			f->parameters[3].pointee == GS_CLASS_FLOAT && f->parameters[3].in,
		"glUniformMatrix4fv", "value");
	f = gs_data_function(GS_FN_glDrawArrays);
	check_text(f->parameters[0].group, "PrimitiveType");
	check_text(f->origin, "GL_VERSION_1_1");
	check(f->apis == (GS_FUNCTION_GL | GS_FUNCTION_GLES), "apis", f->name);
	check(gs_data_flags(GS_FN_glDrawArrays) == (GS_FUNCTION_DRAWS | GS_FUNCTION_LISTED),
		"flags", f->name);
	check(gs_data_flags(GS_FN_glDrawBuffers) == 0, "flags", "glDrawBuffers");
	check(gs_data_flags(GS_FN_glVertexPointer) == 0, "flags", "glVertexPointer");
	check(gs_data_flags(GS_FN_glVertex3fv) == GS_FUNCTION_IN_BLOCK, "flags", "glVertex3fv");
	check(gs_data_flags(GS_FN_glXSwapBuffers) == GS_FUNCTION_SWAPS, "flags", "glXSwapBuffers");
	f = gs_data_function(GS_FN_glUseProgram);
	check(f->parameters[0].class == GS_CLASS_HANDLE, "class", f->name);
	check_text(f->parameters[0].group, "program");
	f = gs_data_function(GS_FN_eglGetError);
	check(f->returns.class == GS_CLASS_ENUM && f->apis == GS_FUNCTION_EGL, "class", f->name);
}

static void check_constants(void)
{
	uint64_t value = 0;
	char text[256];
	check(gs_data_enum_value("GL_TRIANGLES", &value) && value == 4, "GL_TRIANGLES", "");
	check(gs_data_enum_value("EGL_OPENGL_API", &value) && value == 0x30a2, "EGL_OPENGL_API",
		"");
	check(gs_data_enum_value("GLX_RGBA_TYPE", &value) && value == 0x8014, "GLX_RGBA_TYPE", "");
	check(!gs_data_enum_value("GL_NO_SUCH", &value), "GL_NO_SUCH", "");
	check_text(gs_data_enum_name("PrimitiveType", 4, 0), "GL_TRIANGLES");
	check_text(gs_data_enum_name("PrimitiveType", 0, 0), "GL_POINTS");
	check_text(gs_data_enum_name("EnableCap", 0x0B71, 0), "GL_DEPTH_TEST");
	check_text(gs_data_enum_name("ErrorCode", 0x500, 0), "GL_INVALID_ENUM");
	check_text(gs_data_enum_name(NULL, 0x8D40, 0), "GL_FRAMEBUFFER");
	check_text(gs_data_enum_name("BlendingFactor", 1, 0), "GL_ONE");
	check_text(gs_data_enum_name(NULL, 0x30a2, GS_FUNCTION_EGL), "EGL_OPENGL_API");
	check_text(gs_data_enum_name(NULL, 0x3000, GS_FUNCTION_EGL), "EGL_SUCCESS");
	check(!gs_data_enum_name("PrimitiveType", 0xabcdef12, 0), "unknown value", "");
	gs_data_bitfield_text("ClearBufferMask", 0x4100, text, sizeof text);
	check_text(text, "GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT");
	gs_data_bitfield_text("ClearBufferMask", 0x4001, text, sizeof text);
	check_text(text, "GL_COLOR_BUFFER_BIT | 0x1");
	gs_data_bitfield_text("ClearBufferMask", 0, text, sizeof text);
	check_text(text, "0");
	check(gs_data_bitfield_text("ClearBufferMask", 0x4100, text, 8) == 41 && strlen(text) == 7,
		"cut", text);
	check(gs_data_group_member("PrimitiveType", 3) &&
			!gs_data_group_member("PrimitiveType", 1000),
		"member", "");
}

int main(void)
{
	check_tables();
	check_functions();
	check_constants();
	printf("%d failures\n", failures);
	return failures != 0;
}
