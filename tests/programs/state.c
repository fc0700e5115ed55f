/* SPDX-License-Identifier: MIT */
/*
 * test-state FILE [--draw KIND] [--target KIND] [--stages geometry|patches] [--effects]
 * [--pipeline] [--planes FILE] [--getters FILE] [--find-getters FILE] [OPTION...] - sets as much
 * unusual GL state as it can, draws, and prints all that it can query then: every name in FILE
 * (lines "NAME VALUE") with glGetFloatv and glGetInteger64v, and what has an index or an object of
 * its own. Two runs print the same; so does one whose draw was debugged, or the debugger left
 * something changed.
 */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 1024
#define UNTOUCHED -12345.5f

static const char state_frag[] =
	"subroutine vec4 paint_type(vec3 c);\n"
	"subroutine(paint_type) vec4 straight(vec3 c) { return vec4(c, 1.0); }\n"
	"subroutine(paint_type) vec4 turned(vec3 c) { return vec4(c.gbr, 0.5); }\n"
	"subroutine uniform paint_type paint;\n"
	"uniform sampler2D map;\n"
	"uniform block { vec4 tints[4]; };\n"
	"uniform mat3 turn;\n"
	"uniform dvec2 fine;\n"
	"uniform int choice[3];\n"
	"in vec3 shade;\n"
	"layout(location = 0) out OUT color;\n"
	"layout(location = 1) out OUT second;\n"
	"void main()\n"
	"{\n"
	"	vec3 c = turn * shade + texture(map, shade.xy).rgb * tints[choice[1]].rgb;\n"
	"	if (c.r > 0.7)\n"
	"		c.r = float(fine.x);\n"
	"	touch(5u);\n"
	"	color = OUT(paint(c) * SCALE);\n"
	"	second = OUT(vec4(c, float(choice[2])) * SCALE);\n"
	"}\n";

static const char *stages;

/* Of zeros: what is in storage that was given no contents is anything, and another thing in each
 * run. */
static GLuint new_buffer(GLenum target, size_t size)
{
	void *zeros = calloc(1, size);
	GLuint buffer;

	if (!zeros)
		abort();
	glGenBuffers(1, &buffer);
	glBindBuffer(target, buffer);
	glBufferData(target, size, zeros, GL_DYNAMIC_DRAW);
	free(zeros);
	return buffer;
}

static void use_pipeline(GLuint program)
{
	GLuint pipeline;

	glUseProgram(0);
	glGenProgramPipelines(1, &pipeline);
	glUseProgramStages(pipeline,
		GL_VERTEX_SHADER_BIT | GL_FRAGMENT_SHADER_BIT |
			(!stages ? 0
				: strcmp(stages, "geometry") == 0
					? GL_GEOMETRY_SHADER_BIT
					: GL_TESS_CONTROL_SHADER_BIT |
						  GL_TESS_EVALUATION_SHADER_BIT),
		program);
	glBindProgramPipeline(pipeline);
}

static void set_program(struct scene_run *run, const struct state_target *target)
{
	const char *out = target->format == GL_RGBA8UI	 ? "uvec4"
			  : target->format == GL_RGBA16I ? "ivec4"
							 : "vec4";
	GLuint turned;
	float tints[16];
	char text[4000];

	snprintf(text, sizeof(text), "#define OUT %s\n#define SCALE %s\n%s", out,
		state_is_integer(target->format) ? "200.0" : "1.0", state_frag);
	run->program = state_staged(stages, target->finish, text);
	for (int i = 0; i < 16; i++)
		tints[i] = 0.05f * i;
	glUseProgram(run->program);
	glBufferSubData(GL_UNIFORM_BUFFER, 256, sizeof(tints), tints);
	glUniformBlockBinding(run->program, glGetUniformBlockIndex(run->program, "block"), 2);
	glUniform1i(glGetUniformLocation(run->program, "map"), 3);
	glUniformMatrix3fv(glGetUniformLocation(run->program, "turn"), 1, GL_FALSE,
		(const float[]){0.9f, 0.1f, 0, 0, 0.8f, 0.1f, 0.1f, 0, 0.7f});
	glUniform2d(glGetUniformLocation(run->program, "fine"), 0.3, 1e-9);
	glUniform1iv(glGetUniformLocation(run->program, "choice"), 3, (const int[]){7, 1, 2});
	if (state_separable)
		use_pipeline(run->program);
	turned = glGetSubroutineIndex(run->program, GL_FRAGMENT_SHADER, "turned");
	glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &turned);
}

static void set_objects(struct scene_run *run)
{
	static const unsigned char texels[16] = {
		255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 99, 199, 50};
	GLuint sampler, feedback, ranged;

	glActiveTexture(GL_TEXTURE3);
	glGenTextures(1, &run->texture);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glGenSamplers(1, &sampler);
	glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
	glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glBindSampler(3, sampler);
	glBindImageTexture(1, run->texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
	glActiveTexture(GL_TEXTURE5);
	glBindTexture(GL_TEXTURE_3D, 0);

	glGenTransformFeedbacks(1, &feedback);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glBindBufferBase(
		GL_TRANSFORM_FEEDBACK_BUFFER, 1, new_buffer(GL_TRANSFORM_FEEDBACK_BUFFER, 512));
	ranged = new_buffer(GL_UNIFORM_BUFFER, 1024);
	glBindBufferRange(GL_UNIFORM_BUFFER, 2, ranged, 256, 512);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, new_buffer(GL_SHADER_STORAGE_BUFFER, 64));
	glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, new_buffer(GL_ATOMIC_COUNTER_BUFFER, 16));
	new_buffer(GL_PIXEL_UNPACK_BUFFER, 4096);
	new_buffer(GL_COPY_READ_BUFFER, 8);
	new_buffer(GL_DRAW_INDIRECT_BUFFER, 32);
	new_buffer(GL_PIXEL_PACK_BUFFER, 1 << 20);
}

static void set_switches(void)
{
	glPixelStorei(GL_PACK_ALIGNMENT, 2);
	glPixelStorei(GL_PACK_ROW_LENGTH, 300);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 5);
	glPixelStorei(GL_PACK_SKIP_ROWS, 2);
	glPixelStorei(GL_PACK_SWAP_BYTES, GL_TRUE);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 17);
	glEnable(GL_SCISSOR_TEST);
	glScissor(10, 12, 150, 110);
	glViewport(4, 3, 180, 140);
	glDepthRange(0.1, 0.9);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
	glEnable(GL_STENCIL_TEST);
	glStencilFuncSeparate(GL_FRONT, GL_LEQUAL, 2, 0x7f);
	glStencilFuncSeparate(GL_BACK, GL_NOTEQUAL, 9, 0x3f);
	glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_INCR_WRAP, GL_INVERT);
	glStencilMaskSeparate(GL_FRONT, 0x1f);
	glEnablei(GL_BLEND, 1);
	glBlendFuncSeparatei(1, GL_ONE, GL_DST_COLOR, GL_SRC_ALPHA, GL_ZERO);
	glBlendEquationi(1, GL_FUNC_REVERSE_SUBTRACT);
	glBlendColor(0.1f, 0.3f, 0.5f, 0.7f);
	glColorMaski(0, GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
	glColorMaski(1, GL_FALSE, GL_TRUE, GL_TRUE, GL_FALSE);
	glEnable(GL_CULL_FACE);
	glCullFace(GL_BACK);
	glFrontFace(GL_CW);
	glPolygonOffset(0.5f, 2);
	glEnable(GL_POLYGON_OFFSET_FILL);
	glEnable(GL_DITHER);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GEQUAL, 0.01f);
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(77);
	glEnable(GL_FRAMEBUFFER_SRGB);
	glPointSize(3);
	glLineWidth(1);
	glSampleCoverage(0.25f, GL_TRUE);
	glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
	glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
	glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_NICEST);
	glLogicOp(GL_XOR);
	glClearDepth(0.75);
}

static void set_legacy(void)
{
	glMatrixMode(GL_PROJECTION);
	glPushMatrix();
	glRotatef(30, 1, 2, 3);
	glMatrixMode(GL_TEXTURE);
	glTranslatef(1, 2, 3);
	glColor4f(0.1f, 0.2f, 0.3f, 0.4f);
	glNormal3f(0, 1, 0);
	glMultiTexCoord4f(GL_TEXTURE2, 1, 2, 3, 4);
	glRasterPos2f(0.25f, 0.25f);
	glClipPlane(GL_CLIP_PLANE1, (const double[]){1, 2, 3, 4});
	glFogf(GL_FOG_DENSITY, 0.3f);
	glShadeModel(GL_FLAT);
	glPixelTransferf(GL_RED_SCALE, 0.5f);
	glPixelTransferf(GL_ALPHA_BIAS, 0.25f);
	glPixelZoom(2, 3);
	glListBase(5);
	glSelectBuffer(4, (GLuint[4]){0});
	glClientActiveTexture(GL_TEXTURE1);
	glTexCoordPointer(2, GL_FLOAT, 0, scene_triangles);
	glEnableClientState(GL_TEXTURE_COORD_ARRAY);
	glPushAttrib(GL_ENABLE_BIT);
	glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
}

/* ---- printing ---- */

static void print_floats(const char *name, const float *values, int most)
{
	while (most > 0 && values[most - 1] == UNTOUCHED)
		most--;
	printf("%s =", name);
	for (int i = 0; i < most; i++)
		printf(" %.9g", values[i]);
	printf("\n");
}

static void print_named(const char *file)
{
	static float values[VALUES];
	static GLint64 integers[VALUES];
	FILE *names = fopen(file, "r");
	char name[128];
	unsigned value;

	if (!names) {
		perror(file);
		exit(99);
	}
	while (fscanf(names, "%127s %x", name, &value) == 2) {
		for (int i = 0; i < VALUES; i++) {
			values[i] = UNTOUCHED;
			integers[i] = INT64_MIN + 5;
		}
		glGetFloatv(value, values);
		glGetInteger64v(value, integers);
		if (glGetError() != GL_NO_ERROR)
			continue;
		print_floats(name, values, VALUES);
		printf("%s is %" PRId64 " %" PRId64 "\n", name, integers[0], integers[1]);
	}
	fclose(names);
}

static void print_indexed(void)
{
	static const struct {
		GLenum name;
		int count;
	} indexed[] = {
		{GL_UNIFORM_BUFFER_BINDING, 8},
		{GL_UNIFORM_BUFFER_START, 8},
		{GL_UNIFORM_BUFFER_SIZE, 8},
		{GL_SHADER_STORAGE_BUFFER_BINDING, 8},
		{GL_ATOMIC_COUNTER_BUFFER_BINDING, 4},
		{GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 4},
		{GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 4},
		{GL_COLOR_WRITEMASK, 8},
		{GL_BLEND, 8},
		{GL_BLEND_SRC_RGB, 8},
		{GL_BLEND_DST_RGB, 8},
		{GL_BLEND_SRC_ALPHA, 8},
		{GL_BLEND_DST_ALPHA, 8},
		{GL_BLEND_EQUATION_RGB, 8},
		{GL_SCISSOR_TEST, 8},
		{GL_SCISSOR_BOX, 8},
		{GL_VIEWPORT, 8},
		{GL_DEPTH_RANGE, 8},
		{GL_IMAGE_BINDING_NAME, 8},
		{GL_IMAGE_BINDING_FORMAT, 8},
		{GL_IMAGE_BINDING_ACCESS, 8},
		{GL_SAMPLE_MASK_VALUE, 1},
		{GL_VERTEX_BINDING_BUFFER, 16},
		{GL_VERTEX_BINDING_OFFSET, 16},
		{GL_VERTEX_BINDING_STRIDE, 16},
	};

	for (size_t k = 0; k < sizeof(indexed) / sizeof(indexed[0]); k++) {
		for (int i = 0; i < indexed[k].count; i++) {
			GLint values[4] = {-1, -1, -1, -1};

			glGetIntegeri_v(indexed[k].name, i, values);
			/* a client array's "offset" is its address, another one in each run */
			if (indexed[k].name == GL_VERTEX_BINDING_OFFSET &&
				(values[0] < 0 || values[0] > 4096))
				values[0] -= (GLint)(intptr_t)scene_triangles;
			printf("%#x[%d] = %d %d %d %d\n", indexed[k].name, i, values[0], values[1],
				values[2], values[3]);
		}
	}
}

static void print_attributes(void)
{
	static const GLenum names[] = {
		GL_VERTEX_ATTRIB_ARRAY_ENABLED,
		GL_VERTEX_ATTRIB_ARRAY_SIZE,
		GL_VERTEX_ATTRIB_ARRAY_STRIDE,
		GL_VERTEX_ATTRIB_ARRAY_TYPE,
		GL_VERTEX_ATTRIB_ARRAY_NORMALIZED,
		GL_VERTEX_ATTRIB_ARRAY_INTEGER,
		GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
		GL_VERTEX_ATTRIB_ARRAY_DIVISOR,
	};

	for (GLuint i = 0; i < 16; i++) {
		float current[4] = {0};
		void *pointer = NULL;

		printf("attribute %u:", i);
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
			GLint value = -1;

			glGetVertexAttribiv(i, names[k], &value);
			printf(" %d", value);
		}
		glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
		if (i > 0)
			glGetVertexAttribfv(i, GL_CURRENT_VERTEX_ATTRIB, current);
		printf(" %s %.9g %.9g %.9g %.9g\n", pointer ? "pointer" : "none", current[0],
			current[1], current[2], current[3]);
	}
}

static void print_units(void)
{
	GLint active;

	glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
	for (int i = 0; i < 8; i++) {
		GLint flat = -1, solid = -1, rectangle = -1, sampler = -1;

		glActiveTexture(GL_TEXTURE0 + i);
		glGetIntegerv(GL_TEXTURE_BINDING_2D, &flat);
		glGetIntegerv(GL_TEXTURE_BINDING_3D, &solid);
		glGetIntegerv(GL_TEXTURE_BINDING_RECTANGLE, &rectangle);
		glGetIntegerv(GL_SAMPLER_BINDING, &sampler);
		printf("unit %d: %d %d %d %d\n", i, flat, solid, rectangle, sampler);
	}
	glActiveTexture(active);
}

static void print_program(GLuint program)
{
	GLuint subroutine = 99;
	float matrix[9];
	double precise[2];
	GLint choice[3], unit;

	glGetUniformSubroutineuiv(GL_FRAGMENT_SHADER,
		glGetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "paint"), &subroutine);
	glGetUniformfv(program, glGetUniformLocation(program, "turn"), matrix);
	glGetUniformdv(program, glGetUniformLocation(program, "fine"), precise);
	glGetUniformiv(program, glGetUniformLocation(program, "map"), &unit);
	for (int i = 0; i < 3; i++) {
		char name[16];

		snprintf(name, sizeof(name), "choice[%d]", i);
		glGetUniformiv(program, glGetUniformLocation(program, name), &choice[i]);
	}
	printf("subroutine %u, precise %.17g %.17g, unit %d, choice %d %d %d\n", subroutine,
		precise[0], precise[1], unit, choice[0], choice[1], choice[2]);
	print_floats("turn", matrix, 9);
}

static const struct state_target other = {"other", GL_TEXTURE_2D, GL_RGBA16F, 1, 1};

/* A function that this driver does not offer. */
static epoxy_resolver_stub_t lacks(const char *function)
{
	state_lack(function);
	return NULL;
}

int main(int argc, char **argv)
{
	struct run_options options = {.width = 200, .height = 150, .frames = 1};
	struct scene_run run = {.draws = 100};
	GLuint queries[3], result;
	const struct state_draw *kind = state_draw_find("arrays");
	const struct state_target *target = state_target_find("plain");
	FILE *planes = NULL, *finds = NULL;
	const char *getters = NULL;

	if (argc < 2)
		return 2;
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], "--draw") == 0 && i + 1 < argc &&
			(kind = state_draw_find(argv[i + 1])))
			i++;
		else if (strcmp(argv[i], "--target") == 0 && i + 1 < argc &&
			 (target = state_target_find(argv[i + 1])))
			i++;
		else if (strcmp(argv[i], "--stages") == 0 && i + 1 < argc)
			stages = argv[++i];
		else if (strcmp(argv[i], "--planes") == 0 && i + 1 < argc &&
			 (planes = fopen(argv[i + 1], "wb")))
			i++;
		else if (strcmp(argv[i], "--getters") == 0 && i + 1 < argc)
			getters = argv[++i];
		else if (strcmp(argv[i], "--find-getters") == 0 && i + 1 < argc &&
			 (finds = fopen(argv[i + 1], "w")))
			i++;
		else if (strcmp(argv[i], "--pipeline") == 0)
			state_separable = true;
		else if (strcmp(argv[i], "--effects") == 0)
			state_effects = true;
		else if (!run_options_take(&options, argc, argv, &i))
			return 2;
	epoxy_set_resolver_failure_handler(lacks);
	window_open(&run.window, &options, "state", 21, false);

	struct state_surface draw = state_surface_make(target, options.width, options.height),
			     read = state_surface_make(&other, 32, 16);

	if (planes) /* as it was: one colour all over */
		state_surface_print(&draw, planes);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw.framebuffer);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, read.framebuffer);
	glReadBuffer(GL_COLOR_ATTACHMENT1);
	set_objects(&run);
	set_program(&run, target);
	if (state_effects)
		state_bind_effects();
	scene_bind_triangles(&run, false);
	glVertexAttrib4f(5, 1, 2, 3, 4);
	set_switches();
	set_legacy();
	if (target->set)
		target->set();
	if (kind->set)
		kind->set(&run);
	glGenQueries(3, queries);
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
	glBeginQuery(GL_PRIMITIVES_GENERATED, queries[1]);
	if (glGetError() != GL_NO_ERROR)
		printf("an error before the draw\n");
	glEnable(GL_TEXTURE0); /* an error that stands while it draws */

	kind->draw(&run);

	printf("error %#x\n", glGetError());
	printf("then error %#x\n", glGetError());
	print_named(argv[1]);
	if (finds)
		state_find_getters(argv[1], finds);
	if (getters)
		state_print_getters(getters);
	print_indexed();
	print_attributes();
	print_units();
	print_program(run.program);
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]); /* fails, and the query goes on */
	printf("error of a query %#x\n", glGetError());
	glEndQuery(GL_SAMPLES_PASSED);
	glEndQuery(GL_PRIMITIVES_GENERATED);
	for (int i = 0; i < 2; i++) {
		glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &result);
		printf("query %d: %u\n", i, result);
	}
	state_surface_print(&draw, planes);
	state_print_contents();
	printf("last error %#x\n", glGetError());
	if (planes)
		fclose(planes);
	if (finds)
		fclose(finds);
	window_close(&run.window);
	return 0;
}
