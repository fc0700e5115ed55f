/* SPDX-License-Identifier: MIT */
/* What a program is described as, which macros the driver defines, changing uniforms, pictures, and
 * refusals. */
#include "tests/capture/capture-common.h"

enum { WIDTH = 40, HEIGHT = 30 };

static struct program program;

static void draw(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- macros ---- */

struct macro {
	const char *name;
	bool defined;
	const char *value; /* NULL: any */
};

static void check_macros(uint32_t stage, uint32_t version, bool es, const char *line,
	const char *extensions, const struct macro *macros, unsigned n)
{
	uint8_t input[8192], output[8192];
	struct gs_stream in = {.data = input, .size = sizeof input},
			 out = {.data = output, .size = sizeof output};
	struct gs_refusal refusal = {0};
	struct gs_caps caps;
	gs_caps_get(&caps);
	gs_stream_put_u32(&in, stage);
	gs_stream_put_u32(&in, version);
	gs_stream_put_u32(&in, es);
	gs_stream_put_string(&in, line);
	gs_stream_put_string(&in, extensions);
	gs_stream_put_u32(&in, n);
	for (unsigned i = 0; i < n; i++)
		gs_stream_put_string(&in, macros[i].name);
	in.size = in.at;
	in.at = 0;
	CHECK(gs_program_macros(&caps, &in, &out, &refusal), "macros: %s", refusal.text);
	out.size = out.at;
	out.at = 0;
	CHECK(gs_stream_get_u32(&out) == n, "macros: another number of answers");
	for (unsigned i = 0; i < n; i++) {
		bool defined = gs_stream_get_u32(&out);
		const char *value = gs_stream_get_string(&out);
		CHECK(defined == macros[i].defined, "%u %s is %s", version, macros[i].name,
			defined ? "defined" : "not defined");
		CHECK(!macros[i].value || !strcmp(value, macros[i].value), "%u %s is %s", version,
			macros[i].name, value);
	}
	CHECK(!out.failed && out.at == out.size, "macros: the answer is malformed");
	CHECK(glGetError() == GL_NO_ERROR, "macros: an error is left");
}

static void check_desktop_macros(void)
{
	static const struct macro of_330[] = {
		{"GL_ES", false, NULL},
		{"GL_core_profile", true, "1"},
		{"GL_compatibility_profile", false, NULL},
		{"GL_ARB_gpu_shader5", true, "1"},
		{"GL_NV_no_such_thing", false, ""},
		{"__VERSION__", true, "330"},
		{"GL_ARB_shading_language_420pack", true, "1"},
	};
	static const struct macro of_110[] = {
		{"GL_ES", false, NULL},
		{"__VERSION__", true, "110"},
		{"GL_ARB_texture_rectangle", true, "1"},
	};
	for (uint32_t stage = 0; stage < GS_N_STAGES; stage++)
		if (stage == GS_STAGE_VERTEX || stage == GS_STAGE_FRAGMENT ||
			stage == GS_STAGE_GEOMETRY)
			check_macros(stage, 330, false, "#version 330",
				"#extension GL_ARB_gpu_shader5 : enable", of_330, 7);
	check_macros(GS_STAGE_FRAGMENT, 110, false, "", "", of_110, 3);
	static const struct macro of_450[] = {
		{"GL_core_profile", true, "1"}, {"__VERSION__", true, "450"}};
	check_macros(GS_STAGE_TESS_CONTROL, 450, false, "#version 450 core", "", of_450, 2);
	check_macros(GS_STAGE_COMPUTE, 450, false, "#version 450 core", "", of_450, 2);
	static const struct macro hostile[] = {{"A\n#error x", false, NULL}};
	uint8_t input[256];
	struct gs_stream in = {.data = input, .size = sizeof input}, out = in;
	struct gs_refusal refusal = {0};
	struct gs_caps caps;
	gs_caps_get(&caps);
	for (unsigned i = 0; i < 3; i++)
		gs_stream_put_u32(&in, i == 1 ? 330 : 0);
	gs_stream_put_string(&in, "");
	gs_stream_put_string(&in, "");
	gs_stream_put_u32(&in, 1);
	gs_stream_put_string(&in, hostile[0].name);
	in.size = in.at;
	in.at = 0;
	CHECK(!gs_program_macros(&caps, &in, &out, &refusal) && refusal.status == GS_STATUS_USAGE,
		"a hostile name was taken");
}

static void check_es_macros(void)
{
	static const struct macro of_100[] = {
		{"GL_ES", true, "1"},
		{"GL_FRAGMENT_PRECISION_HIGH", true, "1"},
		{"GL_core_profile", false, NULL},
		{"__VERSION__", true, "100"},
		{"GL_OES_standard_derivatives", true, "1"},
	};
	static const struct macro of_300[] = {{"GL_ES", true, "1"}, {"__VERSION__", true, "300"}};
	check_macros(GS_STAGE_FRAGMENT, 100, true, "#version 100", "", of_100, 5);
	check_macros(GS_STAGE_FRAGMENT, 300, true, "#version 300 es", "", of_300, 2);
}

/* ---- descriptions ---- */

static void describe(struct gs_stream *s, uint8_t *data, size_t size)
{
	struct gs_caps caps;
	struct gs_redraw redraw = a_redraw(draw);
	*s = (struct gs_stream){.data = data, .size = size};
	gs_caps_get(&caps);
	CHECK(gs_program_describe(&caps, &redraw, s), "the description does not fit");
	s->size = s->at;
	s->at = 0;
}

static void check_fixed(uint32_t flags)
{
	static uint8_t data[65536];
	struct gs_stream s;
	GLint major, minor; /* the highest that the driver has: 4.5 at least */
	glGetIntegerv(GL_MAJOR_VERSION, &major);
	glGetIntegerv(GL_MINOR_VERSION, &minor);
	describe(&s, data, sizeof data);
	CHECK(gs_stream_get_u32(&s) == 0, "a program without one");
	CHECK(gs_stream_get_u32(&s) == GS_API_COMPATIBILITY, "another api");
	CHECK(gs_stream_get_u32(&s) == (uint32_t)(10 * major + minor), "another version");
	gs_stream_get_u32(&s);
	uint32_t said = gs_stream_get_u32(&s);
	CHECK(said == flags, "flags %u for %u", said, flags);
}

static const char vertex[] = "#version 120\nattribute vec2 corner;\nuniform mat2x3 m;\nvoid main() "
			     "{ gl_Position = vec4((m * corner), 1.0) * gl_Vertex.w; }\n";
static const char fragment[] =
	"#version 130\nuniform float f[3];\nuniform bool on;\nuniform struct { ivec2 a; vec3 b; } "
	"s[2];\nout vec4 colour;\n"
	"void main() { colour = vec4(f[2], on ? 1.0 : 0.5, float(s[1].a.y), s[1].b.x); }\n";

static void check_elements(struct gs_stream *s, const char *name, uint32_t size)
{
	uint32_t n = gs_stream_get_u32(s);
	CHECK(n == (size > 1 ? size : 0), "%s: locations of %u elements", name, n);
	for (uint32_t i = 0; i < n && !s->failed; i++) {
		char element[64];
		GLint location = (GLint)gs_stream_get_u32(s);
		snprintf(element, sizeof element, "%.*s[%u]", (int)strlen(name) - 3, name, i);
		CHECK(location == glGetUniformLocation(program.name, element), "%s is at %d",
			element, location);
	}
}

static bool next_uniform(
	struct gs_stream *s, const char **name, uint32_t *size, const char **value, uint64_t *bytes)
{
	*name = gs_stream_get_string(s);
	gs_stream_get_u32(s);
	*size = gs_stream_get_u32(s);
	gs_stream_get_u32(s);
	check_elements(s, *name, *size);
	*value = gs_stream_get_bytes(s, bytes);
	return !s->failed;
}

/* Vendor, renderer and version, as GL has them. */
static void check_driver(const char *said)
{
	char wanted[1024];
	int n = snprintf(wanted, sizeof wanted, "%s, %s, %s", glGetString(GL_VENDOR),
		glGetString(GL_RENDERER), glGetString(GL_VERSION));
	CHECK(n > 10 && !strcmp(said, wanted), "the driver is called %s, not %s", said, wanted);
}

static void check_description(float f2, float matrix)
{
	static uint8_t data[65536];
	struct gs_stream s;
	unsigned seen = 0;
	glObjectLabel(GL_SHADER, program.fragment, -1, "sky.frag");
	glObjectLabel(GL_PROGRAM, program.name, -1, "sky");
	describe(&s, data, sizeof data);
	CHECK(gs_stream_get_u32(&s) == program.name, "another program");
	for (unsigned i = 0; i < 4; i++)
		gs_stream_get_u32(&s);
	check_driver(gs_stream_get_string(&s));
	CHECK(gs_stream_get_u32(&s) == 2, "another number of objects");
	for (unsigned i = 0; i < 2; i++) {
		CHECK(gs_stream_get_u32(&s) == (i ? program.fragment : program.vertex),
			"another shader");
		CHECK(gs_stream_get_u32(&s) == (i ? GS_STAGE_FRAGMENT : GS_STAGE_VERTEX),
			"another stage");
		CHECK(gs_stream_get_u32(&s) == program.name, "a shader of another program");
		CHECK(gs_stream_get_u32(&s) == 0, "edited");
		CHECK(!strcmp(gs_stream_get_string(&s), i ? "sky.frag" : ""), "another label");
		CHECK(!strcmp(gs_stream_get_string(&s), "sky"), "another label of the program");
		CHECK(gs_stream_get_u32(&s) == 1, "another number of strings");
		CHECK(!strcmp(gs_stream_get_string(&s), i ? fragment : vertex), "another text");
	}
	uint32_t n = gs_stream_get_u32(&s);
	for (uint32_t i = 0; i < n; i++) {
		const char *name, *value;
		uint32_t size;
		uint64_t bytes;
		CHECK(next_uniform(&s, &name, &size, &value, &bytes), "uniforms end early");
		float floats[6] = {0};
		memcpy(floats, value, bytes < sizeof floats ? bytes : sizeof floats);
		if (!strcmp(name, "f[0]")) {
			seen |= 1;
			CHECK(size == 3 && bytes == 12 && floats[2] == f2, "f: %u elements, %g",
				size, floats[2]);
		} else if (!strcmp(name, "m")) {
			seen |= 2;
			CHECK(size == 1 && bytes == 24 && floats[4] == matrix, "m: %g", floats[4]);
		} else if (!strcmp(name, "s[1].b")) {
			seen |= 4;
			CHECK(bytes == 12, "s[1].b has %llu bytes", (unsigned long long)bytes);
		}
	}
	CHECK(seen == 7, "uniforms seen: %u", seen);
	n = gs_stream_get_u32(&s);
	seen = 0;
	for (uint32_t i = 0; i < n; i++) {
		const char *name = gs_stream_get_string(&s);
		gs_stream_get_u32(&s);
		gs_stream_get_u32(&s);
		uint32_t location = gs_stream_get_u32(&s);
		seen += !strcmp(name, "corner") && location == 4;
	}
	CHECK(seen == 1, "the attribute is not there");
	CHECK(gs_stream_get_u32(&s) == 1 && !strcmp(gs_stream_get_string(&s), "colour"),
		"the output is not there");
	gs_stream_get_u32(&s);
	gs_stream_get_u32(&s);
	CHECK(gs_stream_get_u32(&s) == 0, "subroutines in a program without");
	CHECK(!s.failed && s.at == s.size, "the description is malformed");
}

static bool set_uniform(
	const char *name, const uint32_t *bits, uint32_t n, struct gs_refusal *refusal)
{
	uint8_t input[1024];
	struct gs_stream in = {.data = input, .size = sizeof input};
	struct gs_caps caps;
	struct gs_redraw redraw = a_redraw(draw);
	gs_stream_put_string(&in, name);
	gs_stream_put_u32(&in, n);
	for (uint32_t i = 0; i < n; i++)
		gs_stream_put_u64(&in, bits[i]);
	in.size = in.at;
	in.at = 0;
	memset(refusal, 0, sizeof *refusal);
	gs_caps_get(&caps);
	return gs_program_set_uniform(&caps, &redraw, &in, refusal);
}

static void check_set_uniform(void)
{
	struct gs_refusal refusal;
	float values[6] = {1, 2, 3, 4, 5.5f, 6};
	uint32_t bits[6];
	memcpy(bits, values, sizeof bits);
	CHECK(set_uniform("f[2]", &bits[4], 1, &refusal), "f[2]: %s", refusal.text);
	CHECK(set_uniform("m", bits, 6, &refusal), "m: %s", refusal.text);
	CHECK(!set_uniform("f[2]", bits, 2, &refusal) && refusal.status == GS_STATUS_USAGE,
		"two components for a float");
	CHECK(!set_uniform("nothing", bits, 1, &refusal) && refusal.status == GS_STATUS_USAGE,
		"a uniform that is not there");
	check_description(5.5f, 5.5f);
}

/* ---- refusals ---- */

static void check_refusal(const char *what, enum gs_wire_status status, enum gs_stage stage,
	const struct gs_redraw *redraw)
{
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	char *before = dump_state();
	CHECK(!gs_debugging_begin(&d, redraw, stage, &refusal) && refusal.status == status &&
			*refusal.text,
		"%s: %d %s", what, refusal.status, refusal.text);
	char *after = dump_state();
	compare_dumps(what, before, after);
	free(before);
	free(after);
}

static bool cannot(void *data, int mode, const char **why)
{
	*why = "it cannot";
	return false;
}

static void draw_nothing_valid(void)
{
	glDrawArrays(GL_TRIANGLES, 0, -1);
}

static void check_refusals(void)
{
	struct gs_redraw redraw = a_redraw(draw);
	check_refusal("no such stage", GS_STATUS_NO_SHADER, GS_STAGE_GEOMETRY, &redraw);
	struct gs_redraw no = {.draw = cannot, .link = link_of, .copied = -1};
	check_refusal("no redraw", GS_STATUS_UNSUPPORTED, GS_STAGE_FRAGMENT, &no);
	draw_now = draw_nothing_valid;
	check_refusal("an error", GS_STATUS_UNSUPPORTED, GS_STAGE_FRAGMENT, &redraw);
	draw_now = draw;
	program.link.binary = true;
	check_refusal("a binary", GS_STATUS_NO_SOURCE, GS_STAGE_FRAGMENT, &redraw);
	program.link.binary = false;
	known[0] = NULL;
	check_refusal("not seen", GS_STATUS_NO_SOURCE, GS_STAGE_FRAGMENT, &redraw);
	known[0] = &program;
	glShaderSource(program.fragment, 1, (const char *[]){"#version 130\nnonsense\n"}, NULL);
	glCompileShader(program.fragment);
	glLinkProgram(program.name);
	check_refusal("a failed link", GS_STATUS_UNSUPPORTED, GS_STAGE_FRAGMENT, &redraw);
	glShaderSource(program.fragment, 1, (const char *[]){fragment}, NULL);
	glCompileShader(program.fragment);
	glLinkProgram(program.name);
	GLuint name;
	glGenFramebuffers(1, &name);
	glBindFramebuffer(GL_FRAMEBUFFER, name);
	check_refusal("incomplete", GS_STATUS_UNSUPPORTED, GS_STAGE_FRAGMENT, &redraw);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glUseProgram(0);
	check_refusal("fixed function", GS_STATUS_NO_SHADER, GS_STAGE_FRAGMENT, &redraw);
	check_fixed(GS_PROGRAM_FIXED | GS_PROGRAM_FIXED_VERTEX);
	glEnable(GL_VERTEX_PROGRAM_ARB);
	check_refusal("assembly of vertices", GS_STATUS_NOT_GLSL, GS_STAGE_VERTEX, &redraw);
	check_fixed(GS_PROGRAM_FIXED);
	glDisable(GL_VERTEX_PROGRAM_ARB);
	glEnable(GL_FRAGMENT_PROGRAM_ARB);
	check_refusal("assembly", GS_STATUS_NOT_GLSL, GS_STAGE_FRAGMENT, &redraw);
	check_fixed(GS_PROGRAM_ARB | GS_PROGRAM_FIXED_VERTEX);
	glDisable(GL_FRAGMENT_PROGRAM_ARB);
	glUseProgram(program.name);
	glDeleteProgram(program.name);
	check_refusal("a deleted program", GS_STATUS_UNSUPPORTED, GS_STAGE_FRAGMENT, &redraw);
	CHECK(glIsProgram(program.name), "a deleted program is lost");
}

/* ---- requests that make no sense ---- */

static void check_hostile_requests(void)
{
	static uint8_t request[4096], answer[1 << 20];
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	struct gs_redraw redraw = a_redraw(draw);
	uint32_t random = 1;
	struct gs_stream nothing = {.data = request, .size = 0},
			 out = {.data = answer, .size = sizeof answer};
	CHECK(!gs_debugging_capture(&d, &redraw, &nothing, &out, &refusal),
		"captured without a session");
	memset(&refusal, 0, sizeof refusal);
	if (!gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal))
		harness(refusal.text);
	char *before = dump_state();
	for (unsigned round = 0; round < 3000; round++) {
		uint32_t words[64], n = 1 + round % 64;
		for (unsigned i = 0; i < n; i++) {
			random = random * 1664525 + 1013904223;
			words[i] = random >> 8 & 1    ? random >> 16 & 3
				   : random >> 12 & 1 ? 0
						      : random;
		}
		memcpy(request, words, n * 4);
		struct gs_stream in = {.data = request, .size = n * 4};
		out.at = 0;
		memset(&refusal, 0, sizeof refusal);
		bool ok = gs_debugging_capture(&d, &redraw, &in, &out, &refusal);
		CHECK(ok || (refusal.status && *refusal.text), "round %u: refused without a reason",
			round);
	}
	char *after = dump_state();
	compare_dumps("hostile requests", before, after);
	free(before);
	free(after);
	gs_debugging_end(&d, false);
}

/* ---- pictures ---- */

static void check_picture(
	const char *what, GLenum format, unsigned samples, const uint8_t expected[4])
{
	GLuint framebuffer, storage;
	struct gs_refusal refusal = {0};
	struct gs_caps caps;
	static uint8_t pixels[sizeof(struct gs_wire_image) + WIDTH * HEIGHT * 4];
	uint64_t used = 0;
	gs_caps_get(&caps);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &storage);
	glBindRenderbuffer(GL_RENDERBUFFER, storage);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, WIDTH, HEIGHT);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, storage);
	static const GLfloat floats[] = {0.5f, 7, -1, 1};
	static const GLint ints[] = {100, 200, -3, 4};
	static const GLuint uints[] = {1000, 2000, 0, 0};
	if (format == GL_RGBA32I)
		glClearBufferiv(GL_COLOR, 0, ints);
	else if (format == GL_RGBA16UI)
		glClearBufferuiv(GL_COLOR, 0, uints);
	else
		glClearBufferfv(GL_COLOR, 0, floats);
	char *before = dump_state();
	bool ok = gs_picture_get(&caps, 0, 0, pixels, sizeof pixels, &used, &refusal);
	CHECK(ok && used == sizeof pixels, "%s: %s", what, refusal.text);
	const uint8_t *p = pixels + sizeof(struct gs_wire_image) + 4 * (WIDTH * 7 + 5);
	CHECK(abs(p[0] - expected[0]) <= 1 && p[1] == expected[1] && p[2] == expected[2] &&
			p[3] == expected[3],
		"%s: %u %u %u %u", what, p[0], p[1], p[2], p[3]);
	char *after = dump_state();
	compare_dumps(what, before, after);
	free(before);
	free(after);
	glDeleteFramebuffers(1, &framebuffer);
	glDeleteRenderbuffers(1, &storage);
}

static void check_pictures(void)
{
	check_picture("rgba8", GL_RGBA8, 0, (const uint8_t[]){128, 255, 0, 255});
	check_picture("rgba32f", GL_RGBA32F, 0, (const uint8_t[]){128, 255, 0, 255});
	check_picture("rgba32i", GL_RGBA32I, 0, (const uint8_t[]){100, 200, 0, 255});
	check_picture("rgba16ui", GL_RGBA16UI, 0, (const uint8_t[]){127, 255, 0, 255});
	check_picture("rgba8 4x", GL_RGBA8, 4, (const uint8_t[]){128, 255, 0, 255});
	check_picture("rgba16f 4x", GL_RGBA16F, 4, (const uint8_t[]){128, 255, 0, 255});
	check_picture("r11f_g11f_b10f", GL_R11F_G11F_B10F, 0, (const uint8_t[]){128, 255, 0, 255});
}

int main(void)
{
	if (!glfwInit())
		harness("no display");
	open_window(COMPAT_45, WIDTH, HEIGHT, 24, 8);
	start_program(&program, vertex, fragment);
	glBindAttribLocation(program.name, 4, "corner");
	link_program(&program);
	known[0] = &program;
	glUseProgram(program.name);
	check_set_uniform();
	check_desktop_macros();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	check_hostile_requests();
	check_pictures();
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	check_refusals();
	close_window();
	open_window(ES_3, WIDTH, HEIGHT, 24, 8);
	check_es_macros();
	close_window();
	glfwTerminate();
	return failures ? 1 : 0;
}
