/* SPDX-License-Identifier: MIT */
/*
 * Captures of draws through separable programs and pipelines, tessellation and geometry shaders,
 * several fragment shader objects, inside conditional rendering, and with images in contexts
 * without direct state access.
 */
#include "tests/capture/capture-common.h"

enum { WIDTH = 64, HEIGHT = 64 };

static GLenum mode = GL_TRIANGLES;

static void draw(void)
{
	glDrawArrays(mode, 0, 3);
}

static void make_triangle(GLuint location)
{
	static const float positions[] = {-1, -1, 0, 1, 1, -1, 0, 1, 0, 1, 0, 1};
	GLuint array, buffer;
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof positions, positions, GL_STATIC_DRAW);
	glVertexAttribPointer(location, 4, GL_FLOAT, GL_FALSE, 0, NULL);
	glEnableVertexAttribArray(location);
}

/* Captures one attachment with the text for this shader; every pixel drawn must hold expected in x,
 * and state be as before. */
static void check(const char *what, const struct gs_redraw *redraw, GLuint shader, const char *text,
	float expected, const enum gs_wire_status refused)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT};
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	struct pass pass = {0, shader, text};
	struct captured c;
	unsigned seen = 0, wrong = 0;
	char *before = dump_state();
	bool ok = gs_debugging_begin(&d, redraw, GS_STAGE_FRAGMENT, &refusal);
	if (refused) {
		CHECK(!ok && refusal.status == refused, "%s: %d %s", what, refusal.status,
			refusal.text);
	} else {
		CHECK(ok && d.info.samples_real == d.info.samples_redraw && d.info.samples_real,
			"%s: begin: %s, %llu and %llu", what, refusal.text,
			(unsigned long long)d.info.samples_real,
			(unsigned long long)d.info.samples_redraw);
		for (unsigned round = 0; ok && round < 2; round++) { /* built, and from the cache */
			ok = capture(&d, redraw, &pass, 1, types, NULL, 1, NULL, GS_UPGRADE_NONE,
				&c, &refusal);
			CHECK(ok, "%s: capture: %s", what, refusal.text);
			seen = wrong = 0;
			for (unsigned i = 0; ok && i < WIDTH * HEIGHT; i++) {
				const uint32_t *p = c.image[0] + 4 * i;
				seen += p[3] != 0;
				wrong += p[3] && as_float(p[0]) != expected;
			}
			CHECK(seen && !wrong, "%s: %u pixels, %u wrong", what, seen, wrong);
		}
	}
	gs_debugging_end(&d, false);
	char *after = dump_state();
	compare_dumps(what, before, after);
	CHECK(glGetError() == GL_NO_ERROR, "%s: an error is left", what);
	free(before);
	free(after);
}

/* ---- pipelines ---- */

static const char pipe_vertex[] =
	"#version 450\nlayout(location = 1) in vec4 position;\nlayout(location = 0) out float "
	"given;\n"
	"out gl_PerVertex { vec4 gl_Position; };\nuniform float factor;\nsubroutine float "
	"pick(float a);\n"
	"subroutine(pick) float same(float a) { return a; }\nsubroutine(pick) float more(float a) "
	"{ return a + 1.0; }\n"
	"subroutine uniform pick picked;\n"
	"void main() { gl_Position = position; given = picked(factor); }\n";
static const char pipe_fragment[] = "#version 450\nlayout(location = 0) in float got;\nuniform "
				    "float factor;\nlayout(location = 0) out vec4 colour;\n"
				    "void main() { colour = vec4(got * factor); }\n";
static const char pipe_variant[] =
	"#version 450\nlayout(location = 0) in float got;\nuniform float factor;\nlayout(location "
	"= 0) out uvec4 a;\n"
	"void main() { a = uvec4(floatBitsToUint(got * factor), 0u, 0u, 1u); }\n";

static struct program separate[2];

static void check_pipeline(void)
{
	struct gs_redraw redraw = a_redraw(draw);
	GLuint pipeline;
	for (unsigned i = 0; i < 2; i++) {
		struct program *p = &separate[i];
		const char *text = i ? pipe_fragment : pipe_vertex;
		memset(p, 0, sizeof *p);
		p->strings[0] = (char *)text;
		p->lengths[0] = strlen(text);
		p->sources[0] = (struct gs_source){1, 1, &p->strings[0], &p->lengths[0]};
		p->shaders[0] = (struct gs_linked_shader){
			0, i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER, &p->sources[0]};
		p->name = glCreateShaderProgramv(p->shaders[0].type, 1, &text);
		p->link = (struct gs_link){
			.shaders = p->shaders, .n_shaders = 1, .serial = 1000 + i};
		glProgramUniform1f(p->name, glGetUniformLocation(p->name, "factor"), i ? 4 : 2);
		known[i] = p;
	}
	glGenProgramPipelines(1, &pipeline);
	glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, separate[0].name);
	glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, separate[1].name);
	glUseProgram(0);
	glBindProgramPipeline(pipeline);
	GLuint choice = glGetSubroutineIndex(separate[0].name, GL_VERTEX_SHADER, "more");
	glUniformSubroutinesuiv(GL_VERTEX_SHADER, 1, &choice);
	make_triangle(1);
	if (glGetError())
		harness("the pipeline does not take");
	check("pipeline", &redraw, 0, pipe_variant, 12, GS_STATUS_OK);
	glBindProgramPipeline(0);
}

/* ---- all stages ---- */

static const char all_vertex[] =
	"#version 410\nin vec4 position;\nout vec4 where;\nvoid main() { where = position; }\n";
static const char all_control[] = "#version 410\nlayout(vertices = 3) out;\nin vec4 where[];\nout "
				  "vec4 there[];\nuniform float level;\n"
				  "void main() { there[gl_InvocationID] = where[gl_InvocationID]; "
				  "gl_TessLevelOuter[0] = level;\n"
				  "  gl_TessLevelOuter[1] = level; gl_TessLevelOuter[2] = level; "
				  "gl_TessLevelInner[0] = level; }\n";
static const char all_evaluation[] =
	"#version 410\nlayout(triangles, equal_spacing, ccw) in;\nin vec4 there[];\n"
	"void main() { gl_Position = gl_TessCoord.x * there[0] + gl_TessCoord.y * there[1] + "
	"gl_TessCoord.z * there[2]; }\n";
static const char all_geometry[] =
	"#version 410\nlayout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\nflat "
	"out float value;\nuniform float shrink;\n"
	"void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position * "
	"vec4(vec3(shrink), 1); value = 3.5;\n"
	"  EmitVertex(); } EndPrimitive(); }\n";
static const char all_fragment[] =
	"#version 410\nfloat doubled(float x);\nflat in float value;\nout vec4 colour;\nvoid "
	"main() { colour = vec4(doubled(value)); }\n";
static const char all_variant[] =
	"#version 410\nfloat doubled(float x);\nflat in float value;\nlayout(location = 0) out "
	"uvec4 a;\n"
	"void main() { a = uvec4(floatBitsToUint(doubled(value)), 0u, 0u, 1u); }\n";
static const char all_other[] =
	"#version 410\nuniform float two;\nfloat doubled(float x) { return x * two; }\n";

static void check_all_stages(void)
{
	static const struct {
		GLenum type;
		const char *text;
	} objects[6] = {
		{GL_VERTEX_SHADER, all_vertex},
		{GL_TESS_CONTROL_SHADER, all_control},
		{GL_TESS_EVALUATION_SHADER, all_evaluation},
		{GL_GEOMETRY_SHADER, all_geometry},
		{GL_FRAGMENT_SHADER, all_other},
		{GL_FRAGMENT_SHADER, all_fragment},
	};
	static struct gs_linked_shader shaders[6];
	static struct gs_source sources[6];
	static char *strings[6];
	static size_t lengths[6];
	static struct program p;
	struct gs_redraw redraw = a_redraw(draw);
	p.name = glCreateProgram();
	for (unsigned i = 0; i < 6; i++) {
		strings[i] = (char *)objects[i].text;
		lengths[i] = strlen(strings[i]);
		sources[i] = (struct gs_source){1, 1, &strings[i], &lengths[i]};
		shaders[i] = (struct gs_linked_shader){
			glCreateShader(objects[i].type), objects[i].type, &sources[i]};
		glShaderSource(shaders[i].shader, 1, &objects[i].text, NULL);
		glCompileShader(shaders[i].shader);
		glAttachShader(p.name, shaders[i].shader);
	}
	p.link = (struct gs_link){.shaders = shaders, .n_shaders = 6, .serial = 2000};
	link_program(&p);
	known[0] = &p;
	known[1] = NULL;
	glUseProgram(p.name);
	glUniform1f(glGetUniformLocation(p.name, "level"), 3);
	glUniform1f(glGetUniformLocation(p.name, "shrink"), 0.75f);
	glUniform1f(glGetUniformLocation(p.name, "two"), 2);
	make_triangle(glGetAttribLocation(p.name, "position"));
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	mode = GL_PATCHES;
	check("all stages", &redraw, shaders[5].shader, all_variant, 7, GS_STATUS_OK);
	mode = GL_TRIANGLES;
}

/* ---- conditional rendering ---- */

static const char plain_vertex[] =
	"#version 330\nin vec4 position;\nvoid main() { gl_Position = position; }\n";
static const char plain_fragment[] =
	"#version 330\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n";
static const char plain_variant[] = "#version 330\nlayout(location = 0) out uvec4 a;\nvoid main() "
				    "{ a = uvec4(floatBitsToUint(1.25), 0u, 0u, 1u); }\n";

static struct program plain;

static unsigned red_in_the_middle(void)
{
	uint8_t pixel[4] = {0};
	glReadPixels(WIDTH / 2, HEIGHT / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	return pixel[0];
}

static void check_conditional(void)
{
	GLuint query;
	struct gs_redraw redraw = a_redraw(draw);
	start_program(&plain, plain_vertex, plain_fragment);
	link_program(&plain);
	known[0] = &plain;
	glUseProgram(plain.name);
	make_triangle(glGetAttribLocation(plain.name, "position"));
	glClear(GL_COLOR_BUFFER_BIT);
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glEndQuery(GL_SAMPLES_PASSED);
	glBeginConditionalRender(query, GL_QUERY_WAIT);
	redraw.conditional_query = query;
	redraw.conditional_mode = GL_QUERY_WAIT;
	check("conditional", &redraw, plain.fragment, plain_variant, 1.25f, GS_STATUS_OK);
	draw();
	CHECK(red_in_the_middle() == 0, "conditional: drawn after a capture");
	glEndConditionalRender();
	draw();
	CHECK(red_in_the_middle() == 255, "conditional: not drawn at last");
	glEnable(GL_RASTERIZER_DISCARD);
	redraw.conditional_query = 0;
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	CHECK(!gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			refusal.status == GS_STATUS_NOT_COVERED &&
			strstr(refusal.text, "GL_RASTERIZER_DISCARD"),
		"rasterizer discard: %s", refusal.text);
	glDisable(GL_RASTERIZER_DISCARD);
}

/* ---- framebuffers without colour, and those that are refused ---- */

static void check_framebuffers(void)
{
	struct gs_redraw redraw = a_redraw(draw);
	GLuint names[3], textures[2];
	static const GLenum none = GL_NONE;
	glGenFramebuffers(3, names);
	glGenTextures(2, textures);
	glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, WIDTH);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, HEIGHT);
	check("no attachments", &redraw, plain.fragment, plain_variant, 1.25f, GS_STATUS_OK);
	glBindFramebuffer(GL_FRAMEBUFFER, names[1]);
	glBindTexture(GL_TEXTURE_CUBE_MAP, textures[0]);
	glTexStorage2D(GL_TEXTURE_CUBE_MAP, 2, GL_DEPTH24_STENCIL8, WIDTH * 2, WIDTH * 2);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,
		textures[0], 1);
	glDrawBuffers(1, &none);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_NEVER, 0, 0xff); /* there is no stencil attached: passes */
	glClear(GL_DEPTH_BUFFER_BIT);
	check("depth of a cube's face", &redraw, plain.fragment, plain_variant, 1.25f,
		GS_STATUS_OK);
	glDisable(GL_STENCIL_TEST);
	glDisable(GL_DEPTH_TEST);
	glBindFramebuffer(GL_FRAMEBUFFER, names[2]);
	glBindTexture(GL_TEXTURE_2D_ARRAY, textures[1]);
	glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, WIDTH, HEIGHT, 4);
	glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[1], 0, 2);
	check("one layer", &redraw, plain.fragment, plain_variant, 1.25f, GS_STATUS_OK);
	glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[1], 0);
	check("layered", &redraw, plain.fragment, plain_variant, 1.25f, GS_STATUS_OK);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- images in OpenGL ES ---- */

static const char es_vertex[] =
	"#version 310 es\nin vec4 position;\nvoid main() { gl_Position = position; }\n";
static const char es_fragment[] = "#version 310 es\nprecision highp float;\nlayout(r32ui, binding "
				  "= 1) uniform highp writeonly uimage2D marks;\n"
				  "out vec4 colour;\nvoid main() { imageStore(marks, ivec2(1), "
				  "uvec4(5u)); colour = vec4(1.0); }\n";
static const char es_variant[] =
	"#version 310 es\nprecision highp float;\nprecision highp int;\nlayout(r32ui, binding = 1) "
	"uniform highp writeonly uimage2D marks;\n"
	"layout(location = 0) out uvec4 a;\n"
	"void main() { imageStore(marks, ivec2(1), uvec4(5u)); a = uvec4(floatBitsToUint(1.25), "
	"0u, 0u, 1u); }\n";

static void check_es_image(void)
{
	struct gs_redraw redraw = a_redraw(draw);
	GLuint texture, framebuffer, found = 0, zero[64] = {0}, values[4] = {0};
	start_program(&plain, es_vertex, es_fragment);
	link_program(&plain);
	known[0] = &plain;
	glUseProgram(plain.name);
	make_triangle(glGetAttribLocation(plain.name, "position"));
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 8, 8);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, zero);
	glBindTexture(GL_TEXTURE_2D, 0);
	glBindImageTexture(1, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
	check("image in ES", &redraw, plain.fragment, es_variant, 1.25f, GS_STATUS_OK);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(
		GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, values);
	found = values[0];
	CHECK(found == 0, "image in ES: %u is left in it", found);
	draw();
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, values);
	CHECK(values[0] == 5, "image in ES: the draw writes %u", values[0]);
}

int main(void)
{
	if (!glfwInit())
		harness("no display");
	open_window(CORE_45, WIDTH, HEIGHT, 24, 8);
	check_pipeline();
	check_all_stages();
	check_conditional();
	check_framebuffers();
	close_window();
	open_window(ES_3, WIDTH, HEIGHT, 24, 8);
	check_es_image();
	close_window();
	glfwTerminate();
	return failures ? 1 : 0;
}
