/* SPDX-License-Identifier: MIT */
/*
 * The state that GL can be asked, dumped before and after everything the debugger asks for in the
 * middle of a program that has set a great deal of it: the dumps must be equal. Then what the dump
 * cannot show: the program's query sums, its transform feedback, the buffers and images that its
 * shaders write, subroutine choices in the variant.
 */
#include "tests/capture/capture-common.h"

enum { WIDTH = 64, HEIGHT = 48 };

static enum flavour flavour;
static struct program program;
static float shaded; /* what the chosen subroutine makes of 1.5 */

/* ---- shaders ---- */

static const char vertex_330[] = "#version 330\nin vec4 position;\nuniform mat4 matrix;\nuniform "
				 "ivec3 numbers[2];\nout vec4 moved;\n"
				 "void main() { gl_Position = position * vec4(0.9, 0.9, 0.5, 1.0); "
				 "moved = matrix * position + float(numbers[1].z); }\n";
static const char fragment_330[] =
	"#version 330\nin vec4 moved;\nuniform sampler2D image;\nuniform uvec2 "
	"mask;\nlayout(std140) uniform Block { vec4 tint; };\n"
	"layout(location = 0) out vec4 result;\nlayout(location = 1) out vec4 second;\n"
	"void main() { result = texture(image, moved.xy) * tint; second = vec4(mask, 0u, 1u); }\n";
static const char variant_330[] =
	"#version 330\nin vec4 moved;\nuniform sampler2D image;\nuniform uvec2 "
	"mask;\nlayout(std140) uniform Block { vec4 tint; };\n"
	"layout(location = 0) out uvec4 a;\nlayout(location = 1) out uvec4 b;\n"
	"void main() { a = floatBitsToUint(texture(image, moved.xy) * tint); b = uvec4(mask, 7u, "
	"1u); }\n";

static const char fragment_450[] =
	"#version 450\nin vec4 moved;\nuniform sampler2D image;\nuniform uvec2 "
	"mask;\nlayout(std140) uniform Block { vec4 tint; };\n"
	"layout(std430, binding = 2) buffer Log { uint count; uint last[]; };\n"
	"layout(binding = 1, offset = 4) uniform atomic_uint counter;\nlayout(r32ui, binding = 3) "
	"uniform uimage2D marks;\n"
	"subroutine vec4 shade(vec4 c);\nsubroutine(shade) vec4 plain(vec4 c) { return c; }\n"
	"subroutine(shade) vec4 doubled(vec4 c) { return c * 2.0; }\nsubroutine uniform shade "
	"chosen;\n"
	"uniform dvec2 exact;\nlayout(location = 0) out vec4 result;\nlayout(location = 1) out "
	"vec4 second;\n"
	"void main() { atomicAdd(count, 1u); last[0] = 77u; atomicCounterIncrement(counter);\n"
	"  imageStore(marks, ivec2(gl_FragCoord.xy) % 8, uvec4(9u)); result = "
	"chosen(texture(image, moved.xy) * tint);\n"
	"  second = vec4(mask, float(exact.x), 1u); }\n";
static const char variant_450[] =
	"#version 450\nin vec4 moved;\nuniform sampler2D image;\nuniform uvec2 "
	"mask;\nlayout(std140) uniform Block { vec4 tint; };\n"
	"layout(std430, binding = 2) buffer Log { uint count; uint last[]; };\n"
	"layout(binding = 1, offset = 4) uniform atomic_uint counter;\nlayout(r32ui, binding = 3) "
	"uniform uimage2D marks;\n"
	"subroutine vec4 shade(vec4 c);\nsubroutine(shade) vec4 plain(vec4 c) { return c; }\n"
	"subroutine(shade) vec4 doubled(vec4 c) { return c * 2.0; }\nsubroutine uniform shade "
	"chosen;\n"
	"uniform dvec2 exact;\nlayout(location = 0) out uvec4 a;\nlayout(location = 1) out uvec4 "
	"b;\n"
	"void main() { atomicAdd(count, 1u); last[0] = 77u; uint n = "
	"atomicCounterIncrement(counter);\n"
	"  imageStore(marks, ivec2(gl_FragCoord.xy) % 8, uvec4(9u)); a = "
	"floatBitsToUint(chosen(vec4(1.5)));\n"
	"  b = uvec4(mask, uint(exact.y), uint(tint.y * 100.0)); }\n";

static const char vertex_es[] = "#version 300 es\nin vec4 position;\nuniform mat4 matrix;\nuniform "
				"ivec3 numbers[2];\nout vec4 moved;\n"
				"void main() { gl_Position = position * vec4(0.9, 0.9, 0.5, 1.0); "
				"moved = matrix * position + float(numbers[1].z); }\n";
static const char fragment_es[] =
	"#version 300 es\nprecision highp float;\nin vec4 moved;\nuniform sampler2D "
	"image;\nuniform highp uvec2 mask;\n"
	"layout(std140) uniform Block { vec4 tint; };\nlayout(location = 0) out vec4 "
	"result;\nlayout(location = 1) out vec4 second;\n"
	"void main() { result = texture(image, moved.xy) * tint; second = vec4(mask, 0u, 1u); }\n";
static const char variant_es[] =
	"#version 300 es\nprecision highp float;\nprecision highp int;\nin vec4 moved;\nuniform "
	"sampler2D image;\nuniform highp uvec2 mask;\n"
	"layout(std140) uniform Block { vec4 tint; };\nlayout(location = 0) out uvec4 "
	"a;\nlayout(location = 1) out uvec4 b;\n"
	"void main() { a = floatBitsToUint(texture(image, moved.xy) * tint); b = uvec4(mask, 7u, "
	"1u); }\n";

/* ---- a great deal of state ---- */

static GLuint log_buffer, counter_buffer, marks, feedback_buffer, feedback, queries[4], storages[8];
static const float positions[] = {-1, -1, 0.1f, 1, 1, -1, 0.2f, 1, 0, 1, 0.3f, 1};

static void make_program(void)
{
	static const GLfloat matrix[16] = {
		0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 1, 0, 0.25f, 0.25f, 0, 1};
	static const GLint numbers[6] = {1, 2, 3, 4, 5, 6};
	static const char *varyings[] = {"moved"};
	bool full = flavour == CORE_45 || flavour == COMPAT_45;
	start_program(&program, is_es(flavour) ? vertex_es : vertex_330,
		is_es(flavour) ? fragment_es
		: full	       ? fragment_450
			       : fragment_330);
	glBindAttribLocation(program.name, 2, "position");
	glTransformFeedbackVaryings(program.name, 1, varyings, GL_INTERLEAVED_ATTRIBS);
	program.link.varyings = (char **)varyings;
	program.link.n_varyings = 1;
	program.link.varyings_mode = GL_INTERLEAVED_ATTRIBS;
	link_program(&program);
	known[0] = &program;
	glUniformBlockBinding(program.name, glGetUniformBlockIndex(program.name, "Block"), 5);
	glUseProgram(program.name);
	glUniformMatrix4fv(glGetUniformLocation(program.name, "matrix"), 1, GL_FALSE, matrix);
	glUniform3iv(glGetUniformLocation(program.name, "numbers"), 2, numbers);
	glUniform1i(glGetUniformLocation(program.name, "image"), 6);
	glUniform2ui(glGetUniformLocation(program.name, "mask"), 0xdeadbeefu, 42);
	if (full)
		glUniform2d(glGetUniformLocation(program.name, "exact"), 0.1, 123);
}

static void make_buffers(void)
{
	static const float tint[] = {0.5f, 0.25f, 1, 1};
	static const char bytes[1024] = "some bytes";
	GLuint names[6];
	glGenBuffers(6, names);
	glBindBuffer(GL_UNIFORM_BUFFER, names[0]);
	glBufferData(GL_UNIFORM_BUFFER, 1024, bytes, GL_STATIC_DRAW);
	GLint align = 256;
	glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &align);
	align = align < 256 ? 256 : align;
	glBufferSubData(GL_UNIFORM_BUFFER, align, sizeof tint, tint);
	glBindBufferRange(GL_UNIFORM_BUFFER, 5, names[0], align, 16);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, names[1]);
	glBufferData(GL_PIXEL_PACK_BUFFER, 64, bytes, GL_STREAM_READ);
	glBindBuffer(GL_COPY_READ_BUFFER, names[2]);
	glBufferData(GL_COPY_READ_BUFFER, 100, bytes, GL_STATIC_DRAW);
	glBindBuffer(GL_COPY_WRITE_BUFFER, names[3]);
	glBufferData(GL_COPY_WRITE_BUFFER, 100, bytes, GL_STATIC_DRAW);
	if (flavour == COMPAT_45) {
		glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, 0, positions);
	} else {
		GLuint array;
		glGenVertexArrays(1, &array);
		glBindVertexArray(array);
		glBindBuffer(GL_ARRAY_BUFFER, names[4]);
		glBufferData(GL_ARRAY_BUFFER, sizeof positions, positions, GL_STATIC_DRAW);
		glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, 0, NULL);
		glBindBuffer(GL_ARRAY_BUFFER, names[5]);
	}
	glEnableVertexAttribArray(2);
	glVertexAttrib4f(7, 1, 2, 3, 4);
	if (flavour == CORE_45 || flavour == COMPAT_45) {
		GLuint more[3];
		glGenBuffers(3, more);
		log_buffer = more[0];
		counter_buffer = more[1];
		glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, log_buffer);
		glBufferData(GL_SHADER_STORAGE_BUFFER, 64, bytes, GL_DYNAMIC_COPY);
		glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 1, counter_buffer);
		glBufferData(GL_ATOMIC_COUNTER_BUFFER, 64, bytes, GL_DYNAMIC_COPY);
		glBindBuffer(GL_QUERY_BUFFER, more[2]);
		glBufferData(GL_QUERY_BUFFER, 64, bytes, GL_DYNAMIC_COPY);
	}
}

static void make_textures(void)
{
	static GLubyte pixels[16 * 16 * 4];
	GLuint names[3], sampler;
	for (unsigned i = 0; i < sizeof pixels; i++)
		pixels[i] = i * 7;
	glGenTextures(3, names);
	glActiveTexture(GL_TEXTURE6);
	glBindTexture(GL_TEXTURE_2D, names[0]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
	glGenSamplers(1, &sampler);
	glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glBindSampler(6, sampler);
	glActiveTexture(GL_TEXTURE3);
	glBindTexture(GL_TEXTURE_CUBE_MAP, names[1]);
	if (flavour == CORE_45 || flavour == COMPAT_45) {
		marks = names[2];
		glBindTexture(GL_TEXTURE_2D, marks);
		glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 8, 8);
		glBindImageTexture(3, marks, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
		glBindTexture(GL_TEXTURE_2D, 0);
	}
}

static void make_framebuffers(void)
{
	static const GLenum buffers[] = {GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0};
	static const GLenum es_buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
	GLuint names[2];
	glGenFramebuffers(2, names);
	glGenRenderbuffers(4, storages);
	for (unsigned i = 0; i < 4; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, storages[i]);
		glRenderbufferStorage(
			GL_RENDERBUFFER, i == 2 ? GL_DEPTH24_STENCIL8 : GL_RGBA8, WIDTH, HEIGHT);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, storages[0]);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, storages[1]);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, storages[2]);
	glDrawBuffers(2, is_es(flavour) ? es_buffers : buffers);
	glReadBuffer(GL_COLOR_ATTACHMENT1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, names[1]);
	glFramebufferRenderbuffer(
		GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, storages[3]);
	glBindRenderbuffer(GL_RENDERBUFFER, storages[3]);
	if (glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		harness("a test framebuffer is incomplete");
}

static void set_common_state(void)
{
	glViewport(2, 3, 50, 40);
	glEnable(GL_SCISSOR_TEST);
	glScissor(1, 2, 47, 39);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_GREATER);
	glDepthFunc(GL_LEQUAL);
	glDepthRangef(0.1f, 0.8f);
	glEnable(GL_STENCIL_TEST);
	glStencilFuncSeparate(GL_FRONT, GL_GEQUAL, 3, 0x7f);
	glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 4, 0x3f);
	glStencilMaskSeparate(GL_FRONT, 0x0f);
	glStencilMaskSeparate(GL_BACK, 0x3c);
	glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_INCR, GL_REPLACE);
	glEnable(GL_BLEND);
	glBlendFuncSeparate(GL_ONE, GL_SRC_ALPHA, GL_DST_COLOR, GL_ZERO);
	glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
	glPolygonOffset(0.5f, 2);
	glEnable(GL_POLYGON_OFFSET_FILL);
	glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
	glClearStencil(5);
	glPixelStorei(GL_PACK_ALIGNMENT, 2);
	glPixelStorei(GL_PACK_ROW_LENGTH, 70);
	glPixelStorei(GL_PACK_SKIP_ROWS, 3);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 4);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 9);
}

static void set_desktop_state(void)
{
	glPixelStorei(GL_PACK_SWAP_BYTES, 1);
	glPixelStorei(GL_PACK_IMAGE_HEIGHT, 11);
	glEnablei(GL_BLEND, 2);
	glDisablei(GL_BLEND, 1);
	glColorMaski(3, GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
	glEnable(GL_FRAMEBUFFER_SRGB);
	glClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
	glScissorIndexed(2, 5, 6, 7, 8);
	glDisablei(GL_SCISSOR_TEST, 1);
	glEnable(GL_DEBUG_OUTPUT);
	glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
}

static void set_legacy_state(void)
{
	static const float texture_matrix[16] = {
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
	static const float light[4] = {0.3f, 0.2f, 0.1f, 1};
	glMatrixMode(GL_TEXTURE);
	glLoadMatrixf(texture_matrix);
	glMatrixMode(GL_PROJECTION);
	glPushMatrix();
	glOrtho(-2, 2, -1, 1, 0, 5);
	glEnable(GL_LIGHTING);
	glEnable(GL_LIGHT2);
	glLightfv(GL_LIGHT2, GL_DIFFUSE, light);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, 0.01f);
	glEnable(GL_FOG);
	glFogf(GL_FOG_DENSITY, 0.3f);
	glEnable(GL_COLOR_LOGIC_OP);
	glLogicOp(GL_XOR);
	glPixelTransferf(GL_RED_SCALE, 0.5f);
	glPixelTransferf(GL_ALPHA_BIAS, 0.25f);
	glPixelTransferi(GL_MAP_COLOR, 1);
	glColor4f(0.1f, 0.2f, 0.3f, 0.4f);
	glNormal3f(0, 1, 0);
	glMultiTexCoord2f(GL_TEXTURE1, 0.3f, 0.4f);
	glEnableClientState(GL_COLOR_ARRAY);
	glColorPointer(4, GL_FLOAT, 0, positions);
	glClientActiveTexture(GL_TEXTURE2);
	glTexCoordPointer(2, GL_FLOAT, 8, positions);
	glClampColor(GL_CLAMP_VERTEX_COLOR, GL_FALSE);
	glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_TRUE);
	glPushAttrib(GL_ENABLE_BIT);
	glRasterPos2f(0, 0);
}

static void draw(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void begin_feedback(void)
{
	glGenBuffers(1, &feedback_buffer);
	glGenTransformFeedbacks(1, &feedback);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, feedback_buffer);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 3 * 2 * 16, NULL, GL_STATIC_READ);
	glBeginTransformFeedback(GL_TRIANGLES);
}

static void begin_queries(void)
{
	glGenQueries(4, queries);
	for (unsigned i = 0; i < 4; i++)
		gs_queries_begun(queries[i]);
	glBeginQuery(is_es(flavour) ? GL_ANY_SAMPLES_PASSED : GL_SAMPLES_PASSED, queries[0]);
	glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[1]);
	if (!is_es(flavour)) {
		glBeginQuery(GL_PRIMITIVES_GENERATED, queries[2]);
		glBeginQuery(GL_TIME_ELAPSED, queries[3]);
	}
}

/* ---- what is asked ---- */

static void ask_everything(void)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT, GS_ATTACHMENT_UINT};
	static const enum gs_attachment alpha_types[] = {GS_ATTACHMENT_ALPHA, GS_ATTACHMENT_UINT};
	bool full = flavour == CORE_45 || flavour == COMPAT_45;
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	struct gs_redraw redraw = a_redraw(draw);
	struct captured c;
	struct gs_caps caps;
	uint64_t used = 0;
	struct pass passes[2] = {
		{0, program.fragment,
			is_es(flavour) ? variant_es
			: full	       ? variant_450
				       : variant_330},
		{GS_PASS_NO_DEPTH_STENCIL_WRITE, program.fragment,
			is_es(flavour) ? variant_es
			: full	       ? variant_450
				       : variant_330},
	};
	bool ok = gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal);
	CHECK(ok, "%s: begin refused: %s", flavour_names[flavour], refusal.text);
	CHECK(d.info.samples_real > 0 && d.info.samples_real == d.info.samples_redraw,
		"%s: %llu samples, the redraw %llu", flavour_names[flavour],
		(unsigned long long)d.info.samples_real, (unsigned long long)d.info.samples_redraw);
	for (unsigned i = 0; ok && i < 2; i++) {
		struct gs_rectangle area = {3, 4, 20, 20};
		ok = capture(&d, &redraw, passes, 1 + i, d.info.need_alpha ? alpha_types : types,
			NULL, 2, i ? &area : NULL, GS_UPGRADE_NONE, &c, &refusal);
		CHECK(ok, "%s: capture refused: %s", flavour_names[flavour], refusal.text);
	}
	const uint32_t *at = ok ? c.image[1] + 4 * (10 * 20 + 12) : NULL; /* 15, 14 */
	CHECK(!ok || (at[0] == 0xdeadbeefu && at[1] == 42), "%s: uvec2 uniform reads %x %u",
		flavour_names[flavour], at[0], at[1]);
	if (ok && full) {
		CHECK(at[2] == 123 && at[3] == 25, "%s: double or block reads %u %u",
			flavour_names[flavour], at[2], at[3]);
		at = c.image[0] + 4 * (10 * 20 + 12);
		CHECK(d.info.need_alpha || as_float(at[0]) == shaded,
			"%s: the subroutine chosen gives %g", flavour_names[flavour],
			as_float(at[0]));
	}
	struct pass bad = {0, program.fragment, "#version 330\nvoid main() { nonsense }\n"};
	CHECK(!capture(&d, &redraw, &bad, 1, types, NULL, 1, NULL, GS_UPGRADE_NONE, &c, &refusal) &&
			refusal.status == GS_STATUS_DRIVER_REFUSED && strstr(refusal.text, "\n0:"),
		"%s: a text that does not compile: %d %s", flavour_names[flavour], refusal.status,
		refusal.text);
	gs_caps_get(&caps);
	memset(&refusal, 0, sizeof refusal);
	CHECK(gs_picture_get(&caps, 0, 0, bulk, BULK_SIZE, &used, &refusal), "%s: no picture: %s",
		flavour_names[flavour], refusal.text);
	CHECK(used == sizeof(struct gs_wire_image) + WIDTH * HEIGHT * 4, "picture of %llu bytes",
		(unsigned long long)used);
	struct gs_stream out = {.data = bulk, .size = BULK_SIZE};
	CHECK(gs_program_describe(&caps, &redraw, &out), "no description");
	gs_debugging_end(&d, false);
	CHECK(glGetError() == GL_NO_ERROR, "%s: an error is left", flavour_names[flavour]);
}

/* ---- after the draw ---- */

static uint64_t query_result(GLuint id)
{
	GLuint value = 0;
	glGetQueryObjectuiv(id, GL_QUERY_RESULT, &value);
	uint64_t sum = value;
	gs_queries_add(id, GL_QUERY_RESULT, &sum);
	return sum;
}

static void check_queries_and_feedback(void)
{
	bool es = is_es(flavour);
	glEndTransformFeedback();
	glEndQuery(es ? GL_ANY_SAMPLES_PASSED : GL_SAMPLES_PASSED);
	glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	if (!es) {
		glEndQuery(GL_PRIMITIVES_GENERATED);
		glEndQuery(GL_TIME_ELAPSED);
		if (flavour != CORE_33)
			glBindBuffer(GL_QUERY_BUFFER, 0);
		CHECK(query_result(queries[2]) == 2, "%s: %llu primitives", flavour_names[flavour],
			(unsigned long long)query_result(queries[2]));
		CHECK(query_result(queries[0]) > 100, "%s: %llu samples", flavour_names[flavour],
			(unsigned long long)query_result(queries[0]));
	}
	CHECK(query_result(queries[1]) == 2, "%s: %llu fed back", flavour_names[flavour],
		(unsigned long long)query_result(queries[1]));
	const float *back = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 96, GL_MAP_READ_BIT);
	CHECK(back && !memcmp(back, back + 12, 48) && back[3] == 7, "%s: feedback was disturbed",
		flavour_names[flavour]);
	glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
}

static uint32_t sum_of_marks(void)
{
	GLuint values[64] = {0}, sum = 0;
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	glPixelStorei(GL_PACK_ROW_LENGTH, 0);
	glPixelStorei(GL_PACK_SKIP_ROWS, 0);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
	glPixelStorei(GL_PACK_SWAP_BYTES, 0);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glGetTextureImage(marks, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, sizeof values, values);
	for (unsigned i = 0; i < 64; i++)
		sum += values[i];
	return sum;
}

static void check_flavour(void)
{
	bool full = flavour == CORE_45 || flavour == COMPAT_45;
	open_window(flavour, WIDTH, HEIGHT, 24, 8);
	make_program();
	make_buffers();
	make_textures();
	make_framebuffers();
	set_common_state();
	if (!is_es(flavour))
		set_desktop_state();
	if (flavour == COMPAT_45)
		set_legacy_state();
	if (full) {
		GLuint choice = glGetSubroutineIndex(program.name, GL_FRAGMENT_SHADER, "doubled");
		glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &choice);
		shaded = 3;
	}
	begin_feedback();
	begin_queries();
	if (glGetError())
		harness("the state does not take");
	draw();
	char *before = dump_state();
	ask_everything();
	char *after = dump_state();
	compare_dumps(flavour_names[flavour], before, after);
	CHECK(strlen(before) > 20000, "%s: the dump has %zu bytes only", flavour_names[flavour],
		strlen(before));
	free(before);
	free(after);
	draw();
	check_queries_and_feedback();
	if (full)
		CHECK(sum_of_marks() == 9 * 64, "%s: marks %u", flavour_names[flavour],
			sum_of_marks());
	close_window();
}

/* Images that the first draw writes to must not be written by a capture before it. */
static void check_images_put_back(void)
{
	flavour = CORE_45;
	open_window(flavour, WIDTH, HEIGHT, 24, 8);
	make_program();
	make_buffers();
	make_textures();
	make_framebuffers();
	shaded = 1.5f;
	ask_everything();
	CHECK(sum_of_marks() == 0, "an image keeps %u of a capture", sum_of_marks());
	draw();
	CHECK(sum_of_marks() == 9 * 64, "the draw itself writes %u", sum_of_marks());
	close_window();
}

/* Without arguments all flavours, else those named. */
int main(int argc, char **argv)
{
	bool chosen[N_FLAVOURS] = {0};
	for (int i = 1; i < argc; i++) {
		for (flavour = 0; flavour < N_FLAVOURS; flavour++)
			if (!strcmp(argv[i], flavour_names[flavour]))
				break;
		if (flavour == N_FLAVOURS)
			harness("no such flavour: core-3.3, core-4.5, compat-4.5, es-2.0, es-3.0");
		chosen[flavour] = true;
	}
	if (!glfwInit())
		harness("no display");
	for (flavour = 0; flavour < N_FLAVOURS; flavour++)
		if (argc < 2 || chosen[flavour])
			check_flavour();
	check_images_put_back();
	glfwTerminate();
	return failures ? 1 : 0;
}
