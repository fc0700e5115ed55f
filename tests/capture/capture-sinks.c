/* SPDX-License-Identifier: MIT */
/*
 * Captures of vertex, tessellation, geometry and compute shaders with variants written by hand: the
 * records that come back against CPU arithmetic, the program's own transform feedback and its
 * queries unharmed, the state as before.
 */
#include "tests/capture/capture-common.h"

enum { WIDTH = 32, HEIGHT = 32, N = 7, COPIES = 3 };

static struct program p;
static GLenum feedback_mode;

static void add_shader(GLenum type, const char *text)
{
	static uint64_t serial = 5000;
	if (!p.name)
		p.name = glCreateProgram();
	compile_shader(&p, p.link.n_shaders, type, text);
	p.link.shaders = p.shaders;
	p.link.n_shaders++;
	p.link.serial = ++serial;
}

static void use_program(void)
{
	link_program(&p);
	known[0] = &p;
	glUseProgram(p.name);
}

static void drop_program(void)
{
	glUseProgram(0);
	glDeleteProgram(p.name);
	memset(&p, 0, sizeof p);
}

/* ---- draws: every redraw in the mode asked for ---- */

static GLenum primitives(GLenum own)
{
	return draw_mode < 0 ? own : (GLenum)draw_mode;
}

static const GLushort indices[] = {4, 2, 0, 0xFFFF, 6, 2, 5, 3};

static void draw_arrays(void)
{
	glDrawArrays(primitives(GL_TRIANGLE_FAN), 1, N);
}

static void draw_instanced(void)
{
	glDrawArraysInstanced(primitives(GL_TRIANGLES), 0, N, COPIES);
}

static void draw_elements(void)
{
	glDrawElementsInstancedBaseVertex(
		primitives(GL_TRIANGLE_STRIP), 8, GL_UNSIGNED_SHORT, indices, COPIES, 10);
}

static void draw_patches(void)
{
	glDrawArrays(primitives(GL_PATCHES), 0, 6);
}

static void draw_points(void)
{
	glDrawArraysInstanced(primitives(GL_POINTS), 0, N, 2);
}

static void draw_many(void)
{
	glDrawArrays(primitives(GL_POINTS), 0, 100000);
}

static void dispatch(void)
{
	glDispatchCompute(3, 2, 2);
}

/* ---- checking ---- */

struct test {
	const char *name;
	enum gs_stage stage;
	const char *text, *added;
	unsigned n_outputs;
	void (*draw)(void);
	struct gs_redraw_extent extent;
	unsigned width, height;
	/* Are words 0 ... 3 of the attachment right for this cell? */
	bool (*right)(unsigned attachment, unsigned x, unsigned y, const uint32_t *words);
};

static GLuint shader_of(enum gs_stage stage)
{
	static const GLenum types[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER, GL_FRAGMENT_SHADER,
		GL_COMPUTE_SHADER};
	for (unsigned i = 0; i < p.link.n_shaders; i++)
		if (p.shaders[i].type == types[stage])
			return p.shaders[i].shader;
	return 0;
}

static void check_cells(const struct test *t, const struct captured *c)
{
	unsigned wrong = 0;
	CHECK(c->width == t->width && c->height == t->height && c->n == t->n_outputs,
		"%s: %u x %u cells, %u images", t->name, c->width, c->height, c->n);
	if (c->width != t->width || c->height != t->height)
		return;
	for (unsigned a = 0; a < c->n; a++)
		for (unsigned y = 0; y < c->height; y++)
			for (unsigned x = 0; x < c->width; x++)
				wrong += !t->right(
					a, x, y, c->image[a] + 4 * ((size_t)y * c->width + x));
	CHECK(!wrong, "%s: %u of %u cells are wrong", t->name, wrong, c->width * c->height * c->n);
}

static void check(const struct test *t)
{
	static const enum gs_attachment types[16];
	static const char *const outputs[] = {"gs_v0", "gs_v1", "gs_v2"};
	static const char *const none[] = {"", "", ""};
	struct gs_redraw redraw = a_redraw(t->draw);
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	struct pass pass = {0, shader_of(t->stage), t->text};
	struct captured c;
	redraw.extent = t->extent;
	redraw.feedback_mode = feedback_mode;
	capture_stage = t->stage;
	capture_added = t->added;
	char *before = dump_state();
	bool ok = gs_debugging_begin(&d, &redraw, t->stage, &refusal);
	CHECK(ok, "%s: begin: %s", t->name, refusal.text);
	for (unsigned round = 0; ok && round < 2; round++) { /* built, and from the cache */
		ok = capture(&d, &redraw, &pass, 1, types,
			t->stage == GS_STAGE_COMPUTE ? none : outputs, t->n_outputs, NULL,
			GS_UPGRADE_NONE, &c, &refusal);
		CHECK(ok, "%s: capture: %s", t->name, refusal.text);
		if (ok)
			check_cells(t, &c);
	}
	gs_debugging_end(&d, false);
	char *after = dump_state();
	compare_dumps(t->name, before, after);
	CHECK(glGetError() == GL_NO_ERROR, "%s: an error is left", t->name);
	free(before);
	free(after);
	capture_added = NULL;
}

static void check_refused(
	const char *what, enum gs_stage stage, enum gs_wire_status status, const char *word)
{
	struct gs_redraw redraw = a_redraw(draw_arrays);
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	bool ok = gs_debugging_begin(&d, &redraw, stage, &refusal);
	CHECK(!ok && refusal.status == status && strstr(refusal.text, word), "%s: %d %s", what,
		refusal.status, refusal.text);
	gs_debugging_end(&d, false);
}

/* ---- vertex ---- */

static const char vertex[] =
	"#version 420\nlayout(location = 0) in float given;\nout float moved;\n"
	"layout(binding = 0, offset = 0) uniform atomic_uint runs;\n"
	"void main() { atomicCounterIncrement(runs); gl_Position = vec4(given); moved = given; }\n";
static const char vertex_variant[] =
	"#version 420\nlayout(location = 0) in float given;\nout float moved;\n"
	"layout(binding = 0, offset = 0) uniform atomic_uint runs;\n"
	"flat out uvec4 gs_v0;\nflat out uvec4 gs_v1;\n"
	"void main() { atomicCounterIncrement(runs); gl_Position = vec4(given); moved = given;\n"
	"  gs_v0 = uvec4(gl_VertexID, gl_InstanceID, floatBitsToUint(given), 1u);\n"
	"  gs_v1 = uvec4(0x7FC00001u, 0u, 0x80000000u, 0xFFFFFFFFu); }\n";
static const char fragment[] =
	"#version 420\nin float moved;\nout vec4 colour;\nvoid main() { colour = vec4(moved); }\n";

/* Attribute i is i * 0.5 + 1, of 32. */
static bool is_vertex(uint32_t id, uint32_t instance, unsigned a, const uint32_t *w)
{
	if (a == 1)
		return w[0] == 0x7FC00001u && w[1] == 0 && w[2] == 0x80000000u &&
		       w[3] == 0xFFFFFFFFu;
	return w[0] == id && w[1] == instance && as_float(w[2]) == id * 0.5f + 1 && w[3] == 1;
}

static bool right_arrays(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	return is_vertex(1 + x, 0, a, w);
}

static bool right_instanced(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	return is_vertex(x, y, a, w);
}

static bool right_elements(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	return is_vertex(indices[x < 3 ? x : x + 1] + 10u, y, a, w);
}

static bool right_many(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	return a == 1 || (w[0] == x && w[3] == 1);
}

static void check_vertex(void)
{
	static const struct test tests[] = {
		{"arrays", GS_STAGE_VERTEX, vertex_variant, NULL, 2, draw_arrays, {.instances = 1},
			N, 1, right_arrays},
		{"instanced", GS_STAGE_VERTEX, vertex_variant, NULL, 2, draw_instanced,
			{.instances = COPIES}, N, COPIES, right_instanced},
		{"elements", GS_STAGE_VERTEX, vertex_variant, NULL, 2, draw_elements,
			{.instances = COPIES}, 7, COPIES, right_elements},
		{"many", GS_STAGE_VERTEX, vertex_variant, NULL, 2, draw_many, {.instances = 1},
			100000, 1, right_many},
	};
	float given[32];
	GLuint array, buffer, counter, zero = 0, runs = 1;
	for (unsigned i = 0; i < 32; i++)
		given[i] = i * 0.5f + 1;
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof given, given, GL_STATIC_DRAW);
	glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(0);
	glGenBuffers(1, &counter);
	glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, counter);
	glBufferData(GL_ATOMIC_COUNTER_BUFFER, 4, &zero, GL_STATIC_DRAW);
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(0xFFFF);
	add_shader(GL_VERTEX_SHADER, vertex);
	add_shader(GL_FRAGMENT_SHADER, fragment);
	use_program();
	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
		check(&tests[i]);
	glEnable(GL_RASTERIZER_DISCARD);
	check(&tests[0]);
	glDisable(GL_RASTERIZER_DISCARD);
	glGetBufferSubData(GL_ATOMIC_COUNTER_BUFFER, 0, 4, &runs);
	CHECK(runs == 0, "the shader's counter says %u: what redraws write is not put back", runs);
	check_refused("no geometry shader", GS_STAGE_GEOMETRY, GS_STATUS_NO_SHADER, "geometry");
	check_refused("no tessellation", GS_STAGE_TESS_CONTROL, GS_STATUS_NO_SHADER,
		"tessellation control");
	check_refused("no compute shader", GS_STAGE_COMPUTE, GS_STATUS_NO_SHADER, "compute");
	drop_program();
	check_refused("no program", GS_STAGE_VERTEX, GS_STATUS_NO_SHADER, "fixed-function");
}

/* ---- the program's own transform feedback and queries ---- */

static const char feeding[] =
	"#version 330\nout float value;\n"
	"void main() { gl_Position = vec4(0); value = float(gl_VertexID); }\n";
static const char feeding_variant[] =
	"#version 330\nout float value;\nflat out uvec4 gs_v0;\n"
	"void main() { gl_Position = vec4(0); value = 9.0; gs_v0 = uvec4(gl_VertexID); }\n";

static bool right_feeding(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	return w[0] == x + 1 && w[3] == x + 1;
}

static void draw_three(void)
{
	glDrawArrays(primitives(GL_TRIANGLES), 1, 3);
}

/* Begins, draws, is debugged in the midst, draws again: as if it had not been. */
static void check_feedback(void)
{
	static const struct test test = {"program's feedback", GS_STAGE_VERTEX, feeding_variant,
		NULL, 1, draw_three, {.instances = 1}, 3, 1, right_feeding};
	static const char *varyings[] = {"value"};
	GLuint buffer, query, written = 0;
	float values[8] = {0};
	add_shader(GL_VERTEX_SHADER, feeding);
	add_shader(GL_FRAGMENT_SHADER, "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n");
	p.link.varyings = (char **)varyings;
	p.link.n_varyings = 1;
	p.link.varyings_mode = GL_INTERLEAVED_ATTRIBS;
	glTransformFeedbackVaryings(p.name, 1, varyings, GL_INTERLEAVED_ATTRIBS);
	use_program();
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof values, values, GL_STATIC_DRAW);
	glGenQueries(1, &query);
	draw_mode = -1;
	glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
	glBeginTransformFeedback(GL_TRIANGLES);
	draw_three();
	feedback_mode = GL_TRIANGLES;
	check(&test);
	feedback_mode = 0;
	draw_mode = -1;
	draw_three();
	glEndTransformFeedback();
	glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
	uint64_t sum = written;
	gs_queries_add(query, GL_QUERY_RESULT, &sum);
	CHECK(sum == 2, "the program's query counts %u primitives, not 2", (unsigned)sum);
	glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof values, values);
	for (unsigned i = 0; i < 6; i++)
		CHECK(values[i] == i % 3 + 1, "the program's feedback has %g at %u", values[i], i);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
	drop_program();
}

/* ---- tessellation: isolines, so that all is whole numbers ---- */

static const char plain_vertex[] =
	"#version 420\nout float which;\nvoid main() { gl_Position = vec4(0); which = "
	"float(gl_VertexID); }\n";
static const char control[] =
	"#version 420\nlayout(vertices = 3) out;\nin float which[];\nout float there[];\n"
	"void main() { there[gl_InvocationID] = which[gl_InvocationID]; gl_TessLevelOuter[0] = "
	"2.0;\n"
	"  gl_TessLevelOuter[1] = 4.0; }\n";
static const char evaluation[] =
	"#version 420\nlayout(isolines) in;\nin float there[];\nout float here;\n"
	"void main() { gl_Position = vec4(0); here = there[0]; }\n";
static const char evaluation_variant[] =
	"#version 420\nlayout(isolines, point_mode) in;\nin float there[];\nflat out uvec4 gs_v0;\n"
	"void main() { gs_v0 = uvec4(gl_PrimitiveID, gl_TessCoord.y * 2.0, gl_TessCoord.x * 4.0, "
	"there[0]); }\n";
static const char control_variant[] =
	"#version 420\nlayout(vertices = 3) out;\nin float which[];\nout gs_Words { uvec4 w; } "
	"gs_w[];\n"
	"void main() { gs_w[gl_InvocationID].w = uvec4(gl_PrimitiveID, gl_InvocationID, "
	"which[gl_InvocationID], 1u);\n"
	"  gl_TessLevelOuter[0] = 3.0; gl_TessLevelOuter[1] = 1.0; }\n";
static const char control_added[] =
	"#version 420\nlayout(isolines, point_mode) in;\nin gs_Words { uvec4 w; } gs_w[];\nflat "
	"out "
	"uvec4 gs_v0;\n"
	"void main() { gs_v0 = gs_w[int(gl_TessCoord.y * 3.0 + 0.5)].w; gs_v0.w += "
	"uint(gl_TessCoord.x); }\n";

/* Two patches; each two lines of five vertices. The order within a patch is the driver's. */
static bool right_evaluation(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	static unsigned seen[2];
	if (x % 10 == 0)
		seen[x / 10] = 0;
	seen[x / 10] |= 1u << (w[1] * 5 + w[2]);
	return w[0] == x / 10 && w[1] < 2 && w[2] < 5 && w[3] == 3 * w[0] &&
	       (x % 10 < 9 || seen[x / 10] == 0x3FF);
}

/* Three lines of two vertices a patch: each output vertex twice, told apart by w. */
static bool right_control(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	static unsigned seen[2];
	if (x % 6 == 0)
		seen[x / 6] = 0;
	seen[x / 6] |= 1u << (w[1] * 2 + w[3] - 1);
	return w[0] == x / 6 && w[1] < 3 && w[2] == 3 * w[0] + w[1] &&
	       (x % 6 < 5 || seen[x / 6] == 0x3F);
}

static void check_tessellation(void)
{
	static const struct test tests[] = {
		{"evaluation", GS_STAGE_TESS_EVALUATION, evaluation_variant, NULL, 1, draw_patches,
			{.instances = 1}, 20, 1, right_evaluation},
		{"control", GS_STAGE_TESS_CONTROL, control_variant, control_added, 1, draw_patches,
			{.instances = 1}, 12, 1, right_control},
	};
	add_shader(GL_VERTEX_SHADER, plain_vertex);
	add_shader(GL_TESS_CONTROL_SHADER, control);
	add_shader(GL_TESS_EVALUATION_SHADER, evaluation);
	add_shader(GL_FRAGMENT_SHADER,
		"#version 420\nin float here;\nout vec4 c;\nvoid main() { c = vec4(here); }\n");
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	use_program();
	for (unsigned i = 0; i < 2; i++)
		check(&tests[i]);
	drop_program();
}

/* ---- geometry ---- */

static const char geometry[] = "#version 420\nlayout(points, invocations = 2) "
			       "in;\nlayout(triangle_strip, max_vertices = 6) "
			       "out;\nin float which[];\n"
			       "void main() { for (int i = 0; i < 6; i++) { gl_Position = "
			       "vec4(which[0]); EmitVertex(); } }\n";
static const char geometry_variant[] =
	"#version 420\nlayout(points, invocations = 2) in;\nlayout(points, max_vertices = 1) "
	"out;\nin float which[];\nflat out uvec4 gs_v0;\nflat out uvec4 gs_v1;\nflat out uvec4 "
	"gs_v2;\n"
	"void main() { gs_v0 = uvec4(gl_PrimitiveIDIn, gl_InvocationID, which[0], 1u); gs_v1 = "
	"uvec4(2u);\n  gs_v2 = uvec4(3u); EmitVertex(); }\n";

static bool right_geometry(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	if (a)
		return w[0] == a + 1 && w[3] == a + 1;
	unsigned primitive = x / 2 % N;
	return w[0] == primitive && w[1] == x % 2 && w[2] == primitive && w[3] == 1;
}

static void check_geometry(void)
{
	static const struct test test = {"geometry", GS_STAGE_GEOMETRY, geometry_variant, NULL, 3,
		draw_points, {.instances = 2}, N * 2 * 2, 1, right_geometry};
	add_shader(GL_VERTEX_SHADER, plain_vertex);
	add_shader(GL_GEOMETRY_SHADER, geometry);
	add_shader(GL_FRAGMENT_SHADER, "#version 420\nout vec4 c;\nvoid main() { c = vec4(1); }\n");
	use_program();
	check(&test);
	drop_program();
}

/* ---- compute ---- */

static const char compute[] =
	"#version 430\nlayout(local_size_x = 4, local_size_y = 2) in;\nlayout(std430, binding = 7) "
	"buffer Sum { uint sum; };\n"
	"shared uint part;\nvoid main() { if (gl_LocalInvocationIndex == 0u) part = 0u; barrier(); "
	"atomicAdd(part, 1u);\n  barrier(); if (gl_LocalInvocationIndex == 0u) atomicAdd(sum, "
	"part); }\n";
static const char compute_variant[] =
	"#version 430\nlayout(local_size_x = 4, local_size_y = 2) in;\nlayout(std430, binding = 7) "
	"buffer Sum { uint sum; };\n"
	"layout(std430, binding = %u) buffer gs_Words { uvec4 gs_w[]; };\n"
	"shared uint part;\nvoid main() { if (gl_LocalInvocationIndex == 0u) part = 0u; barrier(); "
	"atomicAdd(part, 1u);\n  barrier(); if (gl_LocalInvocationIndex == 0u) atomicAdd(sum, "
	"part);\n"
	"  uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize, g = gl_GlobalInvocationID;\n"
	"  uint cell = g.x + size.x * (g.y + size.y * g.z);\n"
	"  gs_w[cell] = uvec4(g, 1u); gs_w[cell + size.x * size.y * size.z] = uvec4(part); }\n";

static bool right_compute(unsigned a, unsigned x, unsigned y, const uint32_t *w)
{
	if (a)
		return w[0] == 8 && w[3] == 8;
	return w[0] == x && w[1] == y % 4 && w[2] == y / 4 && w[3] == 1;
}

static void check_compute(void)
{
	struct gs_redraw redraw = a_redraw(dispatch);
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	char text[2048];
	GLuint buffer, zero = 0, sum = 1;
	add_shader(GL_COMPUTE_SHADER, compute);
	use_program();
	glGenBuffers(1, &buffer);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, buffer);
	glBufferData(GL_SHADER_STORAGE_BUFFER, 4, &zero, GL_STATIC_DRAW);
	redraw.extent.groups[0] = 3;
	redraw.extent.groups[1] = redraw.extent.groups[2] = 2;
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_COMPUTE, &refusal), "compute: begin: %s",
		refusal.text);
	CHECK(d.info.width == 12 && d.info.height == 8 && d.info.local[1] == 2 &&
			d.info.groups[2] == 2 && d.info.storage_binding != 7,
		"compute: %u x %u, binding %u", d.info.width, d.info.height,
		d.info.storage_binding);
	snprintf(text, sizeof text, compute_variant, d.info.storage_binding);
	gs_debugging_end(&d, false);
	struct test test = {"compute", GS_STAGE_COMPUTE, text, NULL, 2, dispatch, redraw.extent, 12,
		8, right_compute};
	check(&test);
	glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, 4, &sum);
	CHECK(sum == 0, "compute: the program's buffer has %u: it is not put back", sum);
	dispatch();
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, 4, &sum);
	CHECK(sum == 96, "compute: the dispatch itself gives %u, not 96", sum);
	drop_program();
}

/* ---- separable programs ---- */

static const char pipe_vertex[] =
	"#version 450\nout gl_PerVertex { vec4 gl_Position; };\nlayout(location = 0) out float "
	"value;\nuniform int factor;\n"
	"void main() { gl_Position = vec4(0); value = float(factor); }\n";
static const char pipe_variant[] =
	"#version 450\nout gl_PerVertex { vec4 gl_Position; };\nlayout(location = 0) out float "
	"value;\nuniform int factor;\nlayout(location = 9) flat out uvec4 gs_v0;\n"
	"void main() { gl_Position = vec4(0); value = float(factor); gs_v0 = uvec4(gl_VertexID * "
	"factor / 5); }\n";
static const char pipe_fragment[] =
	"#version 450\nlayout(location = 0) in float value;\nout vec4 c;\nvoid main() { c = "
	"vec4(value); }\n";

/* Programs made of one text have no shader objects. */
static void make_separate(struct program *one, GLenum type, const char *text)
{
	static uint64_t serial = 9000;
	memset(one, 0, sizeof *one);
	one->strings[0] = (char *)text;
	one->lengths[0] = strlen(text);
	one->sources[0] = (struct gs_source){1, 1, &one->strings[0], &one->lengths[0]};
	one->shaders[0] = (struct gs_linked_shader){0, type, &one->sources[0]};
	one->name = glCreateShaderProgramv(type, 1, &text);
	one->link = (struct gs_link){.shaders = one->shaders, .n_shaders = 1, .serial = ++serial};
}

static void check_pipeline(void)
{
	static const struct test test = {"pipeline", GS_STAGE_VERTEX, pipe_variant, NULL, 1,
		draw_three, {.instances = 1}, 3, 1, right_feeding};
	static struct program vertices, fragments;
	GLuint pipeline;
	make_separate(&vertices, GL_VERTEX_SHADER, pipe_vertex);
	make_separate(&fragments, GL_FRAGMENT_SHADER, pipe_fragment);
	glProgramUniform1i(vertices.name, glGetUniformLocation(vertices.name, "factor"), 5);
	glGenProgramPipelines(1, &pipeline);
	glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertices.name);
	glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragments.name);
	glBindProgramPipeline(pipeline);
	known[0] = &vertices;
	known[1] = &fragments;
	if (glGetError())
		harness("the pipeline does not take");
	check(&test);
	check_refused("pipeline without it", GS_STAGE_GEOMETRY, GS_STATUS_NO_SHADER, "geometry");
	glBindProgramPipeline(0);
	known[1] = NULL;
}

/* ---- OpenGL ES ---- */

static const char es_vertex[] = "#version 300 es\nout float value;\nvoid main() { gl_Position = "
				"vec4(0.0); value = 1.0; }\n";
static const char es_variant[] = "#version 300 es\nout float value;\nflat out highp uvec4 "
				 "gs_v0;\nvoid main() { gl_Position = "
				 "vec4(0.0); value = 1.0; gs_v0 = uvec4(gl_VertexID); }\n";

static void check_es(void)
{
	static const struct test test = {"ES", GS_STAGE_VERTEX, es_variant, NULL, 1, draw_three,
		{.instances = 1}, 3, 1, right_feeding};
	add_shader(GL_VERTEX_SHADER, es_vertex);
	add_shader(GL_FRAGMENT_SHADER,
		"#version 300 es\nprecision mediump float;\nin float value;\nout vec4 c;\n"
		"void main() { c = vec4(value); }\n");
	use_program();
	check(&test);
	drop_program();
}

int main(void)
{
	if (!glfwInit())
		harness("no display");
	open_window(CORE_45, WIDTH, HEIGHT, 24, 8);
	check_vertex();
	check_feedback();
	check_tessellation();
	check_geometry();
	check_compute();
	check_pipeline();
	close_window();
	open_window(ES_3, WIDTH, HEIGHT, 24, 8);
	check_es();
	close_window();
	glfwTerminate();
	return failures ? 1 : 0;
}
