/* SPDX-License-Identifier: MIT */
/*
 * Preloaded under a player: a driver that gives out other names, and whose linker chooses other
 * locations and indices; and it has textures by handles, for one texture. Of uniforms it knows the
 * calls that test-linked and test-contexts make.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>

enum { FURTHER = 1000, MOST = 64, LONGEST = 64 };

typedef void (*function)(void);
typedef void (*get_integer)(GLenum, GLint *);
typedef void (*bind_texture)(GLenum, GLuint);

static function (*find)(const unsigned char *name);

#define NEXT(type, name) ((type)find((const unsigned char *)(name)))

/* ---- names: now and then another number of them is passed over ---- */

enum { MOST_UNUSED = 7 };

static GLsizei unused(void)
{
	static unsigned n;
	return (GLsizei)(n++ % MOST_UNUSED + 1);
}

#define GEN(what, name)                                                                            \
	static void gen_##what(GLsizei n, GLuint *names)                                           \
	{                                                                                          \
		GLuint passed_over[MOST_UNUSED];                                                   \
		NEXT(PFNGLGENBUFFERSPROC, name)(unused(), passed_over);                            \
		NEXT(PFNGLGENBUFFERSPROC, name)(n, names);                                         \
	}

GEN(buffers, "glGenBuffers")
GEN(textures, "glGenTextures")
GEN(samplers, "glGenSamplers")
GEN(arrays, "glGenVertexArrays")
GEN(framebuffers, "glGenFramebuffers")
GEN(renderbuffers, "glGenRenderbuffers")
GEN(queries, "glGenQueries")

static GLuint create_shader(GLenum type)
{
	for (GLsizei n = unused(); n > 0; n--)
		NEXT(PFNGLCREATESHADERPROC, "glCreateShader")(type);
	return NEXT(PFNGLCREATESHADERPROC, "glCreateShader")(type);
}

static GLuint create_program(void)
{
	for (GLsizei n = unused(); n > 0; n--)
		NEXT(PFNGLCREATEPROGRAMPROC, "glCreateProgram")();
	return NEXT(PFNGLCREATEPROGRAMPROC, "glCreateProgram")();
}

/* ---- the linker: attributes and outputs from the other end on, but for those that are bound ----
 */

static struct {
	GLuint program;
	char name[LONGEST];
} bound[MOST];
static unsigned n_bound;

static bool is_bound(GLuint program, const char *name)
{
	for (unsigned i = 0; i < n_bound; i++)
		if (bound[i].program == program && strcmp(bound[i].name, name) == 0)
			return true;
	return false;
}

static void note_bound(GLuint program, const char *name)
{
	if (is_bound(program, name))
		return;
	if (n_bound == MOST)
		abort();
	bound[n_bound].program = program;
	strncpy(bound[n_bound++].name, name, LONGEST - 1);
}

static void bind_attribute(GLuint program, GLuint location, const GLchar *name)
{
	note_bound(program, name);
	NEXT(PFNGLBINDATTRIBLOCATIONPROC, "glBindAttribLocation")(program, location, name);
}

static void bind_output(GLuint program, GLuint location, const GLchar *name)
{
	note_bound(program, name);
	NEXT(PFNGLBINDFRAGDATALOCATIONPROC, "glBindFragDataLocation")(program, location, name);
}

static void bind_indexed(GLuint program, GLuint location, GLuint index, const GLchar *name)
{
	note_bound(program, name);
	NEXT(PFNGLBINDFRAGDATALOCATIONINDEXEDPROC, "glBindFragDataLocationIndexed")
	(program, location, index, name);
}

static GLint get(GLuint program, GLenum what)
{
	GLint value = 0;
	NEXT(PFNGLGETPROGRAMIVPROC, "glGetProgramiv")(program, what, &value);
	return value;
}

static void move_attributes(GLuint program)
{
	enum { LAST = 15 };
	for (GLint i = 0; i < get(program, GL_ACTIVE_ATTRIBUTES); i++) {
		char name[LONGEST] = "";
		GLint size, at;
		GLenum type;
		NEXT(PFNGLGETACTIVEATTRIBPROC, "glGetActiveAttrib")
		(program, (GLuint)i, LONGEST, NULL, &size, &type, name);
		at = NEXT(PFNGLGETATTRIBLOCATIONPROC, "glGetAttribLocation")(program, name);
		if (at >= 0 && !is_bound(program, name))
			NEXT(PFNGLBINDATTRIBLOCATIONPROC, "glBindAttribLocation")
		(program, (GLuint)(LAST - at), name);
	}
}

static GLint count_resources(GLuint program, GLenum interface)
{
	PFNGLGETPROGRAMINTERFACEIVPROC count = NEXT(
		PFNGLGETPROGRAMINTERFACEIVPROC, "glGetProgramInterfaceiv");
	GLint n = 0;
	if (count)
		count(program, interface, GL_ACTIVE_RESOURCES, &n);
	return n;
}

static void move_outputs(GLuint program)
{
	GLint n = count_resources(program, GL_PROGRAM_OUTPUT);
	for (GLint i = 0; i < n; i++) {
		char name[LONGEST] = "";
		NEXT(PFNGLGETPROGRAMRESOURCENAMEPROC, "glGetProgramResourceName")
		(program, GL_PROGRAM_OUTPUT, (GLuint)i, LONGEST, NULL, name);
		GLint at = NEXT(PFNGLGETFRAGDATALOCATIONPROC, "glGetFragDataLocation")(
			program, name);
		if (at >= 0 && !is_bound(program, name))
			NEXT(PFNGLBINDFRAGDATALOCATIONPROC, "glBindFragDataLocation")
		(program, (GLuint)(n - 1 - at), name);
	}
}

static void link_program(GLuint program)
{
	PFNGLLINKPROGRAMPROC link = NEXT(PFNGLLINKPROGRAMPROC, "glLinkProgram");
	link(program);
	if (!get(program, GL_LINK_STATUS))
		return;
	move_attributes(program);
	move_outputs(program);
	link(program);
}

/* ---- uniforms, further on ---- */

static GLint here(GLint location)
{
	return location < FURTHER ? -1 : location - FURTHER;
}

static GLint get_uniform(GLuint program, const GLchar *name)
{
	GLint at = NEXT(PFNGLGETUNIFORMLOCATIONPROC, "glGetUniformLocation")(program, name);
	return at < 0 ? at : at + FURTHER;
}

static void uniform1i(GLint location, GLint x)
{
	NEXT(PFNGLUNIFORM1IPROC, "glUniform1i")(here(location), x);
}

static void uniform1f(GLint location, GLfloat x)
{
	NEXT(PFNGLUNIFORM1FPROC, "glUniform1f")(here(location), x);
}

static void uniform1fv(GLint location, GLsizei n, const GLfloat *values)
{
	NEXT(PFNGLUNIFORM1FVPROC, "glUniform1fv")(here(location), n, values);
}

static void uniform3f(GLint location, GLfloat x, GLfloat y, GLfloat z)
{
	NEXT(PFNGLUNIFORM3FPROC, "glUniform3f")(here(location), x, y, z);
}

/* ---- blocks and subroutines: counted from the end ---- */

static GLuint from_end(GLint n, GLuint index)
{
	return index == GL_INVALID_INDEX ? index : (GLuint)n - 1 - index;
}

static GLuint get_block(GLuint program, const GLchar *name)
{
	return from_end(get(program, GL_ACTIVE_UNIFORM_BLOCKS),
		NEXT(PFNGLGETUNIFORMBLOCKINDEXPROC, "glGetUniformBlockIndex")(program, name));
}

static void bind_block(GLuint program, GLuint index, GLuint binding)
{
	NEXT(PFNGLUNIFORMBLOCKBINDINGPROC, "glUniformBlockBinding")
	(program, from_end(get(program, GL_ACTIVE_UNIFORM_BLOCKS), index), binding);
}

static GLuint get_resource(GLuint program, GLenum interface, const GLchar *name)
{
	return from_end(count_resources(program, interface),
		NEXT(PFNGLGETPROGRAMRESOURCEINDEXPROC, "glGetProgramResourceIndex")(
			program, interface, name));
}

static void bind_storage(GLuint program, GLuint index, GLuint binding)
{
	NEXT(PFNGLSHADERSTORAGEBLOCKBINDINGPROC, "glShaderStorageBlockBinding")
	(program, from_end(count_resources(program, GL_SHADER_STORAGE_BLOCK), index), binding);
}

static void name_block(GLuint program, GLuint index, GLsizei size, GLsizei *length, GLchar *name)
{
	NEXT(PFNGLGETACTIVEUNIFORMBLOCKNAMEPROC, "glGetActiveUniformBlockName")
	(program, from_end(get(program, GL_ACTIVE_UNIFORM_BLOCKS), index), size, length, name);
}

static void name_resource(
	GLuint program, GLenum interface, GLuint index, GLsizei size, GLsizei *length, GLchar *name)
{
	NEXT(PFNGLGETPROGRAMRESOURCENAMEPROC, "glGetProgramResourceName")
	(program, interface, from_end(count_resources(program, interface), index), size, length,
		name);
}

static GLint get_stage(GLuint program, GLenum stage, GLenum what)
{
	GLint value = 0;
	NEXT(PFNGLGETPROGRAMSTAGEIVPROC, "glGetProgramStageiv")(program, stage, what, &value);
	return value;
}

static GLuint get_subroutine(GLuint program, GLenum stage, const GLchar *name)
{
	return from_end(get_stage(program, stage, GL_ACTIVE_SUBROUTINES),
		NEXT(PFNGLGETSUBROUTINEINDEXPROC, "glGetSubroutineIndex")(program, stage, name));
}

static GLint get_subroutine_uniform(GLuint program, GLenum stage, const GLchar *name)
{
	return (GLint)from_end(get_stage(program, stage, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS),
		(GLuint)NEXT(PFNGLGETSUBROUTINEUNIFORMLOCATIONPROC,
			"glGetSubroutineUniformLocation")(program, stage, name));
}

static void uniform_subroutines(GLenum stage, GLsizei n, const GLuint *indices)
{
	GLuint turned[MOST], program;
	NEXT(get_integer, "glGetIntegerv")(GL_CURRENT_PROGRAM, (GLint *)&program);
	for (GLsizei i = 0; i < n && n <= MOST; i++)
		turned[n - 1 - i] = from_end(
			get_stage(program, stage, GL_ACTIVE_SUBROUTINES), indices[i]);
	NEXT(PFNGLUNIFORMSUBROUTINESUIVPROC, "glUniformSubroutinesuiv")(stage, n, turned);
}

/* ---- textures by handles, which stand in for those of a driver that has them ---- */

enum { HANDLES = 0x5500000, UNIT = 3 };

static GLuint resident; /* a texture */

static GLuint64 get_handle(GLuint texture)
{
	return HANDLES + texture;
}

static void make_resident(GLuint64 handle)
{
	resident = (GLuint)(handle - HANDLES);
}

static void uniform_handle(GLint location, GLuint64 handle)
{
	if (!resident || handle != HANDLES + resident)
		abort();
	NEXT(PFNGLACTIVETEXTUREPROC, "glActiveTexture")(GL_TEXTURE0 + UNIT);
	NEXT(bind_texture, "glBindTexture")(GL_TEXTURE_2D, resident);
	uniform1i(location, UNIT);
}

/* ---- fences: all are to be waited for, in their order ---- */

static GLsync fences[MOST];
static unsigned n_fences, n_waits;

static GLsync fence(GLenum condition, GLbitfield flags)
{
	if (n_fences == MOST)
		abort();
	return fences[n_fences++] = NEXT(PFNGLFENCESYNCPROC, "glFenceSync")(condition, flags);
}

static GLenum wait_for_fence(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
	if (n_waits == n_fences || sync != fences[n_waits++])
		abort();
	return NEXT(PFNGLCLIENTWAITSYNCPROC, "glClientWaitSync")(sync, flags, timeout);
}

__attribute__((destructor)) static void look_at_fences(void)
{
	if (n_waits != n_fences)
		fprintf(stderr, "%u of %u fences were waited for\n", n_waits, n_fences);
}

/* ---- which ---- */

static const struct {
	const char *name;
	function own;
} others[] = {
	{"glGenBuffers", (function)gen_buffers},
	{"glGenTextures", (function)gen_textures},
	{"glGenSamplers", (function)gen_samplers},
	{"glGenVertexArrays", (function)gen_arrays},
	{"glGenFramebuffers", (function)gen_framebuffers},
	{"glGenRenderbuffers", (function)gen_renderbuffers},
	{"glGenQueries", (function)gen_queries},
	{"glCreateShader", (function)create_shader},
	{"glCreateProgram", (function)create_program},
	{"glBindAttribLocation", (function)bind_attribute},
	{"glBindFragDataLocation", (function)bind_output},
	{"glBindFragDataLocationIndexed", (function)bind_indexed},
	{"glLinkProgram", (function)link_program},
	{"glGetUniformLocation", (function)get_uniform},
	{"glUniform1i", (function)uniform1i},
	{"glUniform1f", (function)uniform1f},
	{"glUniform1fv", (function)uniform1fv},
	{"glUniform3f", (function)uniform3f},
	{"glGetUniformBlockIndex", (function)get_block},
	{"glUniformBlockBinding", (function)bind_block},
	{"glGetProgramResourceIndex", (function)get_resource},
	{"glShaderStorageBlockBinding", (function)bind_storage},
	{"glGetActiveUniformBlockName", (function)name_block},
	{"glGetProgramResourceName", (function)name_resource},
	{"glGetSubroutineIndex", (function)get_subroutine},
	{"glGetSubroutineUniformLocation", (function)get_subroutine_uniform},
	{"glUniformSubroutinesuiv", (function)uniform_subroutines},
	{"glFenceSync", (function)fence},
	{"glClientWaitSync", (function)wait_for_fence},
	{"glGetTextureHandleARB", (function)get_handle},
	{"glMakeTextureHandleResidentARB", (function)make_resident},
	{"glUniformHandleui64ARB", (function)uniform_handle},
};

static function get_other(const char *from, const char *name)
{
	find = (function(*)(const unsigned char *))dlsym(RTLD_NEXT, from);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(name, others[i].name) == 0)
			return others[i].own;
	return find((const unsigned char *)name);
}

__attribute__((visibility("default"))) function glXGetProcAddress(const unsigned char *name)
{
	return get_other("glXGetProcAddress", (const char *)name);
}

__attribute__((visibility("default"))) function eglGetProcAddress(const char *name)
{
	return get_other("eglGetProcAddress", name);
}
