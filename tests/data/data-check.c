/* SPDX-License-Identifier: MIT */
/* The generated tables: sorted, complete, within the wire's limits, and right where a person can
 * tell. */
#include "data/draw.h"
#include "data/effect.h"
#include "data/object.h"
#include "data/pointee.h"
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
	check(gs_data_flags(GS_FN_glDrawBuffers) == GS_FUNCTION_POINTERS, "flags", "glDrawBuffers");
	check(gs_data_flags(GS_FN_glVertexPointer) == GS_FUNCTION_POINTERS, "flags",
		"glVertexPointer");
	check(gs_data_flags(GS_FN_glVertex3fv) == (GS_FUNCTION_IN_BLOCK | GS_FUNCTION_POINTERS),
		"flags", "glVertex3fv");
	check(gs_data_flags(GS_FN_glXSwapBuffers) == (GS_FUNCTION_SWAPS | GS_FUNCTION_POINTERS),
		"flags", "glXSwapBuffers");
	f = gs_data_function(GS_FN_glUseProgram);
	check(f->parameters[0].class == GS_CLASS_HANDLE, "class", f->name);
	check_text(f->parameters[0].group, "program");
	f = gs_data_function(GS_FN_eglGetError);
	check(f->returns.class == GS_CLASS_ENUM && f->apis == GS_FUNCTION_EGL, "class", f->name);
}

static void check_argument(unsigned function, uint8_t argument, const char *name)
{
	const struct gs_function_info *info = gs_data_function(function);
	check(argument < info->n_parameters, "a draw's argument", info->name);
	if (argument < info->n_parameters)
		check_text(info->parameters[argument].name, name);
}

/* Functions that the three files say the same of, and that are not forgotten in all of them. */
static void check_draw(unsigned f)
{
	const char *name = gs_data_name(f);
	unsigned flags = gs_data_flags(f);
	bool draws = flags & GS_FUNCTION_DRAWS;
	bool draws_later = f == GS_FN_glEnd || f == GS_FN_glCallList || f == GS_FN_glCallLists;
	bool draws_itself = draws && !(flags & GS_FUNCTION_DISPATCHES) && !draws_later;
	bool is_called_so = (!strncmp(name, "glDraw", 6) &&
				    strncmp(name, "glDrawBuffer", 12) != 0) ||
			    !strncmp(name, "glMultiDraw", 11);
	check(!gs_data_draw(f) == !draws, "data/draws.in and flags.in (DRAWS) differ", name);
	check(!(gs_data_kinds(f) & GS_KIND_DRAW) == !draws_itself,
		"data/kinds.in (DRAW) and flags.in (DRAWS) differ", name);
	check(draws || !is_called_so, "data/flags.in and draws.in do not say that it draws", name);
}

static void check_draws(void)
{
	const struct gs_draw_rule *rule;
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++)
		check_draw(f);
	check(!gs_data_draw(GS_N_FUNCTIONS) && !gs_data_draw(GS_FN_glDrawBuffers), "draws", "");
	rule = gs_data_draw(GS_FN_glDrawRangeElementsBaseVertex);
	check(rule->source == GS_DRAW_ELEMENTS && gs_draw_is_direct(rule), "source", "range");
	check_argument(GS_FN_glDrawRangeElementsBaseVertex, rule->count, "count");
	check_argument(GS_FN_glDrawRangeElementsBaseVertex, rule->indices, "indices");
	check_argument(GS_FN_glDrawRangeElementsBaseVertex, rule->base_vertex, "basevertex");
	check(!gs_draw_has(rule->instances), "instances", "range");
	rule = gs_data_draw(GS_FN_glDrawArraysInstancedEXT);
	check(rule->source == GS_DRAW_ARRAYS, "source", "instanced");
	check_argument(GS_FN_glDrawArraysInstancedEXT, rule->first, "start");
	check_argument(GS_FN_glDrawArraysInstancedEXT, rule->instances, "primcount");
	rule = gs_data_draw(GS_FN_glMultiDrawElementsBaseVertex);
	check(rule->has_arrays && !rule->has_modes && !gs_draw_is_direct(rule), "arrays", "multi");
	check_argument(GS_FN_glMultiDrawElementsBaseVertex, rule->draws, "drawcount");
	check_argument(GS_FN_glMultiDrawElementsBaseVertex, rule->base_vertex, "basevertex");
	rule = gs_data_draw(GS_FN_glMultiDrawElementsIndirectCountARB);
	check(!rule->has_arrays && !rule->is_bindless, "arrays", "indirect");
	check_argument(GS_FN_glMultiDrawElementsIndirectCountARB, rule->indirect, "indirect");
	check_argument(GS_FN_glMultiDrawElementsIndirectCountARB, rule->counted, "drawcount");
	check_argument(GS_FN_glMultiDrawElementsIndirectCountARB, rule->draws, "maxdrawcount");
	check_argument(GS_FN_glMultiDrawElementsIndirectCountARB, rule->stride, "stride");
	check(gs_data_draws_from(GS_FN_glRectxOES, GS_DRAW_RECTANGLE) &&
			gs_data_draws_from(GS_FN_glEnd, GS_DRAW_BLOCK) &&
			!gs_data_draws_from(GS_FN_glBegin, GS_DRAW_BLOCK),
		"source", "block");
}

/* What the arguments and the commands of a draw say. */
static void check_drawn(void)
{
	const uint64_t range[] = {4, 0, 9, 6, 0x1403, 64, (uint64_t)-2};
	const uint64_t indirect[] = {4, 0x1405, 32, 5, 7, 0};
	const uint32_t words[] = {3, 2, 10, 8, 1};
	const struct gs_draw_rule *rule = gs_data_draw(GS_FN_glDrawRangeElementsBaseVertex);
	struct gs_draw_vertices draw = gs_data_draw_direct(rule, range);
	check(draw.count == 6 && draw.instances == 1 && draw.indices == 64 &&
			draw.base_vertex == -2 && !draw.first && !draw.base_instance,
		"vertices", "direct");
	rule = gs_data_draw(GS_FN_glMultiDrawElementsIndirectCount);
	struct gs_draw_commands commands = gs_data_draw_commands(rule, indirect);
	check(commands.at == 32 && commands.n == 7 && commands.stride == 20, "commands", "");
	draw = gs_data_draw_command(rule, words, 0x1405);
	check(draw.count == 3 && draw.instances == 2 && draw.indices == 40 &&
			draw.base_vertex == 8 && draw.base_instance == 1,
		"vertices", "elements' command");
	const int32_t counts[] = {3, 6}, bases[] = {0, -1};
	const void *lists[] = {NULL, (void *)(uintptr_t)12};
	const uint64_t several[] = {
		4, (uintptr_t)counts, 0x1403, (uintptr_t)lists, 2, (uintptr_t)bases};
	rule = gs_data_draw(GS_FN_glMultiDrawElementsBaseVertex);
	draw = gs_data_draw_of_several(rule, several, 1);
	check(draw.count == 6 && draw.instances == 1 && draw.indices == 12 &&
			draw.base_vertex == -1 && !draw.first,
		"vertices", "several");
	rule = gs_data_draw(GS_FN_glDrawArraysIndirect);
	check(gs_data_draw_commands(rule, indirect).n == 1, "commands", "one");
	draw = gs_data_draw_command(rule, words, 0);
	check(draw.first == 10 && draw.base_instance == 8 && !draw.base_vertex, "vertices",
		"arrays' command");
}

static void check_indices(void)
{
	const uint16_t indices[] = {7, 0xffff, 3, 5};
	struct gs_index_range range = gs_no_indices;
	check(range.most < range.least, "indices", "none");
	gs_data_add_indices(&range, indices, 2, 4, 0xffff);
	check(range.least == 3 && range.most == 7, "indices", "with a restart");
	gs_data_add_indices(&range, indices, 2, 2, UINT64_MAX);
	check(range.least == 3 && range.most == 0xffff, "indices", "more");
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
	check(!gs_data_enum_name("InternalFormat", 4, GS_FUNCTION_GL), "small number", "4");
	check(!gs_data_enum_name(NULL, 1, GS_FUNCTION_GL), "small number", "1");
	check_text(gs_data_enum_name("GLXAttribute", 5, GS_FUNCTION_GLX), "GLX_DOUBLEBUFFER");
	check_text(gs_data_enum_name("DrawBufferMode", 0, 0), "GL_NONE");
	check_text(gs_data_enum_name("StencilOp", 0, 0), "GL_ZERO");
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

static void check_category(unsigned function, const char *category, const char *origin)
{
	check_text(gs_data_category_name(gs_data_category(function)), category);
	check_text(gs_data_origin_name(gs_data_origin(function)), origin);
}

static void check_kinds(void)
{
	check(gs_data_kinds(GS_FN_glBindFramebufferEXT) == GS_KIND_BINDS_FRAMEBUFFER, "kinds",
		"glBindFramebufferEXT");
	check(!(gs_data_kinds(GS_FN_glGetError) & GS_KIND_ASKS), "kinds", "glGetError");
	check(gs_data_kinds_named("glXNoSuchFunction") == GS_KIND_WINDOW, "kinds", "of GLX");
	check(gs_data_kinds_named("glNoSuchFunction") == 0, "kinds", "of GL");
	check(gs_data_kinds(GS_FN_glFramebufferTexture2D) ==
			(GS_KIND_ATTACHES | GS_KIND_ATTACHES_SIMPLY),
		"kinds", "glFramebufferTexture2D");
	check(gs_data_kinds(GS_FN_glFramebufferTextureFaceARB) == GS_KIND_ATTACHES, "kinds",
		"glFramebufferTextureFaceARB");
	check(gs_data_matrix(GS_FN_glMatrixLoadTransposefEXT) ==
			(GS_MATRIX_LOAD | GS_MATRIX_TRANSPOSED),
		"matrix", "glMatrixLoadTransposefEXT");
	check(gs_data_matrix(GS_FN_glRotatexOES) == (GS_MATRIX_ROTATE | GS_MATRIX_FIXED), "matrix",
		"glRotatexOES");
	check(gs_data_largest_of("glColor3ubv") == 255 && gs_data_largest_of("glColor3b") == -1 &&
			gs_data_largest_of("glColor3f") == 0,
		"largest", "of colours");
	check(gs_data_is_fixed_point("glFogxvOES") && !gs_data_is_fixed_point("glFogfv"),
		"fixed point", "glFog");
	check(gs_data_names_buffer(GS_FN_glMapNamedBufferRange) &&
			gs_data_names_buffer(GS_FN_glUnmapNamedBufferEXT) &&
			gs_data_names_buffer(GS_FN_glFlushMappedNamedBufferRange) &&
			gs_data_names_buffer(GS_FN_glNamedBufferStorageEXT) &&
			!gs_data_names_buffer(GS_FN_glMapBufferRange) &&
			!gs_data_names_buffer(GS_FN_glBindBuffer),
		"names a buffer", "");
	check(gs_data_list(GS_FN_glBegin) == GS_LIST_COMPILED, "list", "glBegin");
	check(gs_data_list(GS_FN_glGenBuffers) == GS_LIST_IMMEDIATE, "list", "glGenBuffers");
	check(gs_data_list(GS_FN_glUniform1f) == (GS_LIST_COMPILED | GS_LIST_OF_PROGRAM), "list",
		"glUniform1f");
	check(gs_data_plain(GS_FN_glBindBufferARB) == GS_FN_glBindBuffer, "plain", "ARB");
	check(gs_data_plain(GS_FN_glUseProgramObjectARB) == GS_FN_glUseProgram, "plain", "alias");
	/* these take a target, too, the second in place of a size */
	check(gs_data_plain(GS_FN_glGetTextureImageEXT) == GS_FN_glGetTextureImageEXT, "plain",
		"glGetTextureImageEXT");
	/* its attributes are of another size */
	check(gs_data_plain(GS_FN_eglCreateSyncKHR) == GS_FN_eglCreateSyncKHR, "plain",
		"eglCreateSyncKHR");
	check(gs_data_plain(GS_FN_glTextureParameteriEXT) == GS_FN_glTextureParameteriEXT, "plain",
		"EXT");
}

static void check_categories(void)
{
	unsigned other = 0;
	while (gs_data_category_name(other + 1))
		other++;
	check_text(gs_data_category_name(other), "Other");
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		const char *origin = gs_data_function(f)->origin;
		check_text(gs_data_origin_name(gs_data_origin(f)), origin);
		bool core = !strncmp(origin, "GL_VERSION", 10) || !strncmp(origin, "GL_ARB", 6);
		check(!core || gs_data_category(f) != other, "data/categories.in has no line for",
			gs_data_name(f));
	}
	check_category(GS_FN_glBindFramebuffer, "Framebuffers", "GL_VERSION_3_0");
	check_category(GS_FN_glDrawElements, "Drawing", "GL_VERSION_1_1");
	check_category(GS_FN_glUniform1f, "Uniforms", "GL_VERSION_2_0");
	check_category(GS_FN_glPushDebugGroup, "Debugging and markers", "GL_VERSION_4_3");
	check_category(GS_FN_eglSwapBuffers, "Frames and windows", "EGL_VERSION_1_0");
	check_category(GS_FN_glBindBuffer, "Buffers", "GL_VERSION_1_5");
}

static const struct gs_memory_rule *pointee(unsigned function, unsigned argument)
{
	static const struct gs_memory_rule none;
	size_t n;
	const struct gs_memory_rule *p = gs_data_memory_rules_of(function, &n);
	for (size_t i = 0; i < n; i++)
		if (p[i].argument == argument)
			return &p[i];
	return &none;
}

static bool says(const struct gs_memory_rule *p, enum gs_memory_rule_kind kind, enum gs_class class,
	unsigned count)
{
	return p->kind == kind && p->class == class && p->count_argument == count;
}

static void check_pointees(void)
{
	for (unsigned f = 0; f < GS_N_FUNCTIONS; f++) {
		size_t n;
		const struct gs_memory_rule *p = gs_data_memory_rules_of(f, &n);
		unsigned arguments = gs_data_function(f)->n_parameters;
		for (size_t i = 0; i < n; i++) {
			bool known = p[i].argument < arguments ||
				     p[i].argument == GS_ARGUMENT_RETURN;
			for (unsigned k = 0; k < 5; k++)
				known = known && (p[i].other[k] < arguments ||
							 p[i].other[k] == GS_NO_ARGUMENT);
			known = known && (p[i].count_argument < arguments ||
						 p[i].count_argument == GS_NO_ARGUMENT ||
						 p[i].count_argument == GS_ARGUMENT_RETURN);
			check(known && p[i].divisor, "pointee", gs_data_name(f));
		}
	}
	check(says(pointee(GS_FN_glGenTextures, 1), GS_MEMORY_RULE_ARRAY, GS_CLASS_UINT, 0) &&
			pointee(GS_FN_glGenTextures, 1)->out,
		"pointee", "glGenTextures");
	const struct gs_memory_rule *m = pointee(GS_FN_glUniformMatrix4x3fv, 3);
	check(says(m, GS_MEMORY_RULE_ARRAY, GS_CLASS_FLOAT, 1) && m->factor == 12 && !m->out,
		"pointee", "glUniformMatrix4x3fv");
	m = pointee(GS_FN_glGetnMapdvARB, 3);
	check(m->kind == GS_MEMORY_RULE_GETMAP && m->out && m->bits == 64, "pointee",
		"glGetnMapdvARB");
	m = pointee(GS_FN_glGetMinmax, 4);
	check(m->kind == GS_MEMORY_RULE_PIXELS && m->factor == 2, "pointee", "glGetMinmax");
	m = pointee(GS_FN_glShaderSource, 2);
	check(says(m, GS_MEMORY_RULE_STRINGS, GS_CLASS_POINTER, 1) && m->other[0] == 3, "pointee",
		"glShaderSource");
	const struct gs_pname *name = gs_data_pname(0x0BA2); /* GL_VIEWPORT */
	check(name && name->count == 4 && name->kind == GS_PNAME_NUMBER, "pname", "GL_VIEWPORT");
	name = gs_data_pname(0x2801);
	check(name && name->kind == GS_PNAME_ENUM, "pname", "GL_TEXTURE_MIN_FILTER");
	check_text(name ? gs_data_group_name(name->group) : NULL, "TextureMinFilter");
	check(!gs_data_pname(0x0D33), "pname", "GL_MAX_TEXTURE_SIZE");
}

/* From the specification's tables of pixel formats and types. */
static void check_pixels(void)
{
	static const struct {
		unsigned format, type, bits, unit;
	} known[] = {{0x1908, 0x1401, 32, 1}, {0x1907, 0x1406, 96, 4}, {0x1902, 0x1403, 16, 2},
		{0x84f9, 0x84fa, 32, 4}, {0x84f9, 0x8dad, 64, 8}, {0x1907, 0x8363, 16, 2},
		{0x1908, 0x8033, 16, 2}, {0x1907, 0x8032, 8, 1}, {0x1900, 0x1a00, 1, 1},
		{0x8227, 0x140b, 32, 2}, {0x8d99, 0x1405, 128, 4}, {0x1234, 0x1401, 0, 1}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned unit, bits = gs_data_pixel_bits(known[i].format, known[i].type, &unit);
		check(bits == known[i].bits && unit == known[i].unit, "pixel", "");
	}
}

/* From the specification's table of vertex array sizes, and of the extensions that add types. */
static void check_vertices(void)
{
	static const struct {
		unsigned type, components, bytes;
	} known[] = {{0x1400, 3, 3}, {0x1401, 4, 4}, {0x1401, 0x80e1, 4}, {0x1402, 2, 4},
		{0x1403, 1, 2}, {0x1404, 3, 12}, {0x1405, 4, 16}, {0x1406, 3, 12}, {0x140a, 3, 24},
		{0x140b, 4, 8}, {0x8d61, 2, 4}, {0x140c, 4, 16}, {0x140f, 1, 8}, {0x8d9f, 4, 4},
		{0x8368, 0x80e1, 4}, {0x8c3b, 3, 4}, /* no types of vertices: */ {0x1407, 4, 0},
		{0x140d, 4, 0}, {0x1410, 4, 0}, {0x1a00, 4, 0}, {0, 4, 0}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned bytes = gs_data_vertex_bytes(known[i].type, known[i].components);
		char what[16];
		snprintf(what, sizeof what, "0x%04x", known[i].type);
		check(bytes == known[i].bytes, "vertex", what);
	}
}

/* What a function does with pixels: pointees.in and effects.in say it, and kinds.in names it so. */
static void check_pixel_kinds(unsigned f, const struct gs_effect *effects, size_t n)
{
	const char *name = gs_data_name(f);
	uint64_t kinds = gs_data_kinds(f);
	size_t n_rules;
	const struct gs_memory_rule *rules = gs_data_memory_rules_of(f, &n_rules);
	unsigned act = n ? effects[n - 1].act : GS_ACT_NONE;
	bool packs = act == GS_ACT_READ_PIXELS ||
		     (act == GS_ACT_PACK && effects[0].kind == GS_EFFECT_READ);
	bool unpacks = false;
	for (size_t i = 0; i < n_rules; i++)
		unpacks |= !rules[i].out && (rules[i].kind == GS_MEMORY_RULE_PIXELS ||
						    rules[i].kind == GS_MEMORY_RULE_BITMAP);
	check(!packs || kinds & GS_KIND_READS_PIXELS,
		"data/effects.in (pack) and kinds.in (READS_PIXELS) differ", name);
	check(!unpacks || kinds & GS_KIND_UNPACKS,
		"data/pointees.in (pixels) and kinds.in (UNPACKS) differ", name);
	check(act != GS_ACT_RASTER_DRAW || kinds & GS_KIND_PIXELS,
		"data/effects.in (raster-draw) and kinds.in (PIXELS) differ", name);
}

/* Each function of OpenGL and OpenGL ES: one that has no rule may change anything, so that all of
 * its calls are kept, and where it writes nobody knows. */
static void check_effects(void)
{
	unsigned n = 0;
	for (unsigned i = 0; i < GS_N_FUNCTIONS; i++) {
		const struct gs_function_info *info = gs_data_function(i);
		size_t n_effects;
		bool is_known;
		if (strncmp(info->name, "gl", 2) || !strncmp(info->name, "glX", 3) ||
			(strncmp(info->origin, "GL_VERSION_", 11) &&
				strncmp(info->origin, "GL_ES_VERSION_", 14)))
			continue;
		n++;
		const struct gs_effect *effects = gs_data_effects(i, &n_effects, &is_known);
		check(is_known, "data/effects.in has no line for", info->name);
		check_pixel_kinds(i, effects, n_effects);
		check(gs_data_list(i) != 0, "data/lists.in has no line for", info->name);
	}
	check(n > 1000, "functions of the core", "");
}

int main(void)
{
	check_effects();
	check_categories();
	check_kinds();
	check_pointees();
	check_pixels();
	check_vertices();
	check_tables();
	check_functions();
	check_draws();
	check_drawn();
	check_indices();
	check_constants();
	printf("%d failures\n", failures);
	return failures != 0;
}
