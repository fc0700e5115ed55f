/* SPDX-License-Identifier: MIT */
/*
 * What a capture reads back, against what is known of the draw: gl_FragCoord and uniforms bit for
 * bit, in the window (which is rasterised upside down) and in framebuffer objects, with depth,
 * stencil and alpha tests, discard, scissor and viewports away from the origin; each time as many
 * samples as the real draw.
 */
#include "tests/capture/capture-common.h"

enum { WIDTH = 160, HEIGHT = 120 };

/* ---- shaders in every flavour's words ---- */

struct words {
	const char *vertex, *fragment, *variant;
};

static const struct words words[] = {
	[CORE_33] =
		{
			"#version 330\nin vec4 position;\nuniform mat3 turn;\nout vec4 colour;\n"
			"void main() { gl_Position = vec4(turn * position.xyw, 1.0).xywz * 1.0;\n"
			"  gl_Position = vec4((turn * vec3(position.xy, 1.0)).xy, position.z, "
			"1.0); colour = position * 0.5 + 0.5; }\n",
			"#version 330\nin vec4 colour;\nuniform vec4 tint[3];\nuniform bool "
			"hole;\nout vec4 result;\n"
			"void main() { if (hole && mod(gl_FragCoord.x, 2.0) < 1.0) discard; result "
			"= colour * tint[2]; }\n",
			"#version 330\nin vec4 colour;\nuniform vec4 tint[3];\nuniform bool "
			"hole;\nlayout(location = 0) out uvec4 a;\n"
			"layout(location = 1) out uvec4 b;\n"
			"void main() { if (hole && mod(gl_FragCoord.x, 2.0) < 1.0) discard;\n"
			"  a = floatBitsToUint(gl_FragCoord); b = floatBitsToUint(colour * "
			"tint[2]); }\n",
		},
	[COMPAT_45] =
		{
			"#version 120\nattribute vec4 position;\nuniform mat3 turn;\nvarying vec4 "
			"colour;\n"
			"void main() { gl_Position = vec4((turn * vec3(position.xy, 1.0)).xy, "
			"position.z, 1.0);\n"
			"  colour = position * 0.5 + 0.5; }\n",
			"#version 120\nvarying vec4 colour;\nuniform vec4 tint[3];\nuniform bool "
			"hole;\n"
			"void main() { if (hole && mod(gl_FragCoord.x, 2.0) < 1.0) discard; "
			"gl_FragColor = colour * tint[2]; }\n",
			"#version 400 compatibility\nvarying vec4 colour;\nuniform vec4 "
			"tint[3];\nuniform bool hole;\nout uvec4 a, b;\n"
			"void main() { if (hole && mod(gl_FragCoord.x, 2.0) < 1.0) discard;\n"
			"  a = floatBitsToUint(gl_FragCoord); b = floatBitsToUint(colour * "
			"tint[2]); }\n",
		},
	[ES_3] =
		{
			"#version 300 es\nin vec4 position;\nuniform mat3 turn;\nout highp vec4 "
			"colour;\n"
			"void main() { gl_Position = vec4((turn * vec3(position.xy, 1.0)).xy, "
			"position.z, 1.0);\n"
			"  colour = position * 0.5 + 0.5; }\n",
			"#version 300 es\nprecision highp float;\nin vec4 colour;\nuniform vec4 "
			"tint[3];\nuniform bool hole;\n"
			"out vec4 result;\n"
			"void main() { if (hole && mod(gl_FragCoord.x, 2.0) < 1.0) discard; result "
			"= colour * tint[2]; }\n",
			"#version 300 es\nprecision highp float;\nprecision highp int;\nin vec4 "
			"colour;\nuniform vec4 tint[3];\n"
			"uniform bool hole;\nlayout(location = 0) out uvec4 a;\nlayout(location = "
			"1) out uvec4 b;\n"
			"void main() { if (hole && mod(gl_FragCoord.x, 2.0) < 1.0) discard;\n"
			"  a = floatBitsToUint(gl_FragCoord); b = floatBitsToUint(colour * "
			"tint[2]); }\n",
		},
};

/* A triangle that slants in depth, not symmetric about any axis. */
static const float triangle[] = {
	-0.9f, -0.7f, -0.5f, 1, 0.8f, -0.3f, 0.9f, 1, -0.2f, 0.95f, 0.1f, 1};
static const float tint[12] = {9, 9, 9, 9, 8, 8, 8, 8, 1.25f, 0.5f, 1, 0.75f};
static const float turn[9] = {0.9f, 0.1f, 0, -0.1f, 0.9f, 0, 0.03f, 0.02f, 1};

static struct program program;

static void draw_triangle(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void make_scene(enum flavour flavour)
{
	const struct words *w = &words[flavour == CORE_45 ? CORE_33
				       : flavour == ES_2  ? ES_3
							  : flavour];
	GLuint array = 0, buffer = 0;
	start_program(&program, w->vertex, w->fragment);
	glBindAttribLocation(program.name, 3, "position");
	link_program(&program);
	known[0] = &program;
	glUseProgram(program.name);
	glUniformMatrix3fv(glGetUniformLocation(program.name, "turn"), 1, GL_FALSE, turn);
	glUniform4fv(glGetUniformLocation(program.name, "tint"), 3, tint);
	glUniform1i(glGetUniformLocation(program.name, "hole"), 0);
	if (flavour != COMPAT_45) {
		glGenVertexArrays(1, &array);
		glBindVertexArray(array);
		glGenBuffers(1, &buffer);
		glBindBuffer(GL_ARRAY_BUFFER, buffer);
		glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle, GL_STATIC_DRAW);
	}
	glVertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, 0, flavour == COMPAT_45 ? triangle : NULL);
	glEnableVertexAttribArray(3);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LEQUAL);
	glDisable(GL_DITHER);
}

static GLuint make_framebuffer(GLenum colour, GLenum depth, bool texture)
{
	GLuint framebuffer, storage[2];
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, storage);
	glBindRenderbuffer(GL_RENDERBUFFER, storage[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, colour, WIDTH, HEIGHT);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, storage[0]);
	if (depth && texture) {
		glGenTextures(1, storage + 1);
		glBindTexture(GL_TEXTURE_2D, storage[1]);
		glTexStorage2D(GL_TEXTURE_2D, 1, depth, WIDTH, HEIGHT);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, storage[1], 0);
	} else if (depth) {
		bool packed = depth == GL_DEPTH24_STENCIL8 || depth == GL_DEPTH32F_STENCIL8;
		glBindRenderbuffer(GL_RENDERBUFFER, storage[1]);
		glRenderbufferStorage(GL_RENDERBUFFER, depth, WIDTH, HEIGHT);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER,
			packed ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
			storage[1]);
	}
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		harness("a test framebuffer is incomplete");
	return framebuffer;
}

/* ---- the checks ---- */

static enum flavour flavour;
static const char *what;

static unsigned count_pixels(const struct captured *c)
{
	unsigned n = 0;
	for (unsigned i = 0; i < c->width * c->height; i++)
		n += c->image[0][4 * i + 3] != 0; /* gl_FragCoord.w is 1 */
	return n;
}

/* gl_FragCoord says where it is; the colour is what the real draw would leave. */
static void check_images(const struct captured *c, const uint8_t *real)
{
	unsigned wrong = 0, off = 0;
	for (unsigned y = 0; y < c->height; y++) {
		for (unsigned x = 0; x < c->width; x++) {
			const uint32_t *a = c->image[0] + 4 * (y * c->width + x),
				       *b = c->image[1] + 4 * (y * c->width + x);
			if (!a[3])
				continue;
			wrong += as_float(a[0]) != c->x + x + 0.5f ||
				 as_float(a[1]) != c->y + y + 0.5f;
			const uint8_t *r = real + 4 * ((c->y + y) * WIDTH + c->x + x);
			for (unsigned k = 0; real && k < 4; k++) {
				float v = as_float(b[k]);
				v = v < 0 ? 0 : v > 1 ? 1 : v;
				off += (uint8_t)(v * 255 + 0.5f) != r[k];
			}
		}
	}
	CHECK(!wrong, "%s %s: gl_FragCoord is wrong at %u pixels", flavour_names[flavour], what,
		wrong);
	CHECK(!off, "%s %s: %u channels differ from the real draw", flavour_names[flavour], what,
		off);
}

/* The draw as set up now: captured, then done for real and compared. Returns the samples of the
 * real draw. */
static uint64_t check_draw(const char *name, const struct gs_rectangle *area, bool alpha)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT, GS_ATTACHMENT_UINT};
	static const char *const outputs[] = {"a", "b"}, *const none[] = {"", ""};
	const struct words *w = &words[flavour == CORE_45 ? CORE_33
				       : flavour == ES_2  ? ES_3
							  : flavour];
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	struct gs_redraw redraw = a_redraw(draw_triangle);
	struct captured c;
	static uint8_t real[WIDTH * HEIGHT * 4];
	what = name;
	if (!gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal)) {
		CHECK(false, "%s %s: begin refused: %s", flavour_names[flavour], what,
			refusal.text);
		return 0;
	}
	CHECK(d.info.width == WIDTH && d.info.height == HEIGHT, "%s %s: %u x %u",
		flavour_names[flavour], what, d.info.width, d.info.height);
	CHECK(d.info.samples_real == d.info.samples_redraw, "%s %s: %llu samples, the redraw %llu",
		flavour_names[flavour], what, (unsigned long long)d.info.samples_real,
		(unsigned long long)d.info.samples_redraw);
	CHECK(d.info.need_alpha == alpha, "%s %s: need_alpha %u", flavour_names[flavour], what,
		d.info.need_alpha);
	uint64_t samples = d.info.samples_real;
	struct pass pass = {0, program.fragment, w->variant};
	enum gs_version_upgrade lift = flavour == COMPAT_45 ? GS_UPGRADE_400_COMPATIBILITY
							    : GS_UPGRADE_NONE;
	bool ok = capture(&d, &redraw, &pass, 1, types, flavour == COMPAT_45 ? outputs : none, 2,
		area, lift, &c, &refusal);
	CHECK(ok, "%s %s: capture refused: %s", flavour_names[flavour], what, refusal.text);
	draw_triangle();
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, real);
	if (ok && !alpha) {
		check_images(&c, real);
		if (!area && !is_es(flavour))
			CHECK(c.samples == samples && count_pixels(&c) <= samples,
				"%s %s: %llu samples captured, %u pixels", flavour_names[flavour],
				what, (unsigned long long)c.samples, count_pixels(&c));
	}
	gs_debugging_end(&d, false);
	CHECK(glGetError() == GL_NO_ERROR, "%s %s: an error is left", flavour_names[flavour], what);
	return samples;
}

static void check_tests(const char *where, bool stencil)
{
	char name[64];
	uint64_t first, again;
	glClearColor(0.25f, 0.5f, 0.75f, 0);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	snprintf(name, sizeof name, "%s first", where);
	first = check_draw(name, NULL, false);
	CHECK(first > 0, "%s: nothing drawn", name);
	glDepthFunc(GL_EQUAL);
	snprintf(name, sizeof name, "%s equal", where);
	again = check_draw(name, NULL, false);
	CHECK(first == again, "%s %s: %llu of %llu", flavour_names[flavour], name,
		(unsigned long long)again, (unsigned long long)first);
	glDepthFunc(GL_LESS);
	snprintf(name, sizeof name, "%s less", where);
	again = check_draw(name, NULL, false);
	CHECK(again == 0, "%s: %llu samples pass", name, (unsigned long long)again);
	glDepthFunc(GL_LEQUAL);
	glUniform1i(glGetUniformLocation(program.name, "hole"), 1);
	snprintf(name, sizeof name, "%s discard", where);
	check_draw(name, NULL, false);
	glUniform1i(glGetUniformLocation(program.name, "hole"), 0);
	glEnable(GL_SCISSOR_TEST);
	glScissor(30, 20, 70, 37);
	glViewport(11, -7, 90, 140);
	glClear(GL_DEPTH_BUFFER_BIT);
	snprintf(name, sizeof name, "%s scissor", where);
	check_draw(name, NULL, false);
	struct gs_rectangle area = {40, 5, 25, 33};
	snprintf(name, sizeof name, "%s area", where);
	check_draw(name, &area, false);
	glDisable(GL_SCISSOR_TEST);
	glViewport(0, 0, WIDTH, HEIGHT);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	if (stencil) {
		glEnable(GL_STENCIL_TEST);
		glEnable(GL_SCISSOR_TEST);
		glScissor(0, 0, 80, 120);
		glClearStencil(3);
		glClear(GL_STENCIL_BUFFER_BIT);
		glDisable(GL_SCISSOR_TEST);
		glStencilFunc(GL_EQUAL, 3, 0xff);
		glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
		snprintf(name, sizeof name, "%s stencil", where);
		uint64_t half = check_draw(name, NULL, false);
		CHECK(is_es(flavour) || (half > 0 && half < first), "%s: %llu of %llu", name,
			(unsigned long long)half, (unsigned long long)first);
		snprintf(name, sizeof name, "%s stencil again", where);
		CHECK(check_draw(name, NULL, false) == 0, "%s: samples pass", name);
		glDisable(GL_STENCIL_TEST);
		glClearStencil(0);
	}
}

/* Alpha is position.w * 0.5 + 0.5 times 0.75: constant; depth decides. Here: the test's result by
 * reference value. */
static void check_alpha_test(void)
{
	static const float references[] = {0.5f, 0.74f, 0.75f, 0.76f};
	uint64_t all = 0;
	glEnable(GL_ALPHA_TEST);
	for (unsigned i = 0; i < 4; i++) {
		glAlphaFunc(GL_GEQUAL, references[i]);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		uint64_t n = check_draw("alpha test", NULL, true);
		all = i ? all : n;
		CHECK(n == (i < 3 ? all : 0) && all, "alpha test at %g: %llu of %llu",
			references[i], (unsigned long long)n, (unsigned long long)all);
	}
	glDisable(GL_ALPHA_TEST);
}

/* An attachment that carries the alpha passes just what the program's would, beside an integer one
 * that is not clamped. */
static void check_alpha_capture(void)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_ALPHA, GS_ATTACHMENT_UINT};
	static const char *const outputs[] = {"colour_out", "b"};
	static const char original[] =
		"#version 120\nvarying vec4 colour;\nvoid main() { gl_FragColor = vec4(colour.xyz, "
		"floor(gl_FragCoord.x) * 0.021 - 0.5); }\n";
	static const char text[] = "#version 400 compatibility\nvarying vec4 colour;\nout vec4 "
				   "colour_out;\nout uvec4 b;\n"
				   "void main() { colour_out = vec4(4.0, 0.0, 0.0, "
				   "floor(gl_FragCoord.x) * 0.021 - 0.5);\n"
				   "  b = floatBitsToUint(colour + 5.0); }\n";
	struct program alpha;
	start_program(&alpha, words[COMPAT_45].vertex, original);
	glBindAttribLocation(alpha.name, 3, "position");
	link_program(&alpha);
	known[1] = &alpha;
	glUseProgram(alpha.name);
	glUniformMatrix3fv(glGetUniformLocation(alpha.name, "turn"), 1, GL_FALSE, turn);
	glEnable(GL_ALPHA_TEST);
	for (unsigned i = 0; i < 24; i++) {
		static const float references[] = {0, 0.5f, 1};
		GLenum function = GL_NEVER + i / 3;
		struct gs_debugging d = {0};
		struct gs_refusal refusal = {0};
		struct gs_redraw redraw = a_redraw(draw_triangle);
		struct pass pass = {0, alpha.fragment, text};
		struct captured c;
		unsigned seen = 0, clamped = 0;
		glAlphaFunc(function, references[i % 3]);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
		bool ok = gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			  capture(&d, &redraw, &pass, 1, types, outputs, 2, NULL,
				  GS_UPGRADE_400_COMPATIBILITY, &c, &refusal);
		CHECK(ok, "alpha capture: %s", refusal.text);
		CHECK(d.info.samples_real == d.info.samples_redraw,
			"alpha capture: the redraw differs");
		for (unsigned k = 0; ok && k < WIDTH * HEIGHT; k++) {
			seen += c.image[1][4 * k + 3] != 0;
			clamped += c.image[1][4 * k + 3] && as_float(c.image[1][4 * k + 3]) <= 5;
		}
		CHECK(seen == d.info.samples_real && !clamped,
			"alpha capture, function 0x%x %g: %u pixels, %u clamped, %llu drawn",
			function, references[i % 3], seen, clamped,
			(unsigned long long)d.info.samples_real);
		gs_debugging_end(&d, false);
	}
	glDisable(GL_ALPHA_TEST);
	glUseProgram(program.name);
}

static void check_flavour(int depth, int stencil)
{
	open_window(flavour, WIDTH, HEIGHT, depth, stencil);
	make_scene(flavour);
	check_tests("window", stencil > 0);
	if (flavour == COMPAT_45) {
		check_alpha_test();
		check_alpha_capture();
	}
	static const struct {
		const char *name;
		GLenum colour, depth;
		bool texture, stencil;
	} framebuffers[] = {
		{"fbo d16", GL_RGBA8, GL_DEPTH_COMPONENT16, false, false},
		{"fbo d24", GL_RGBA8, GL_DEPTH_COMPONENT24, true, false},
		{"fbo d24s8", GL_RGBA8, GL_DEPTH24_STENCIL8, false, true},
		{"fbo d24 of d24s8", GL_RGBA8, GL_DEPTH24_STENCIL8, true, false},
		{"fbo d32f", GL_RGBA8, GL_DEPTH_COMPONENT32F, true, false},
		{"fbo d32fs8", GL_RGBA8, GL_DEPTH32F_STENCIL8, false, true},
	};
	for (unsigned i = 0; i < sizeof framebuffers / sizeof *framebuffers; i++) {
		GLuint name = make_framebuffer(
			framebuffers[i].colour, framebuffers[i].depth, framebuffers[i].texture);
		check_tests(framebuffers[i].name, framebuffers[i].stencil);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		glDeleteFramebuffers(1, &name);
	}
	GLuint plain = make_framebuffer(GL_RGBA8, 0, false);
	glClear(GL_COLOR_BUFFER_BIT);
	check_draw("fbo no depth", NULL, false);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDeleteFramebuffers(1, &plain);
	close_window();
}

int main(void)
{
	if (!glfwInit())
		harness("no display");
	for (flavour = 0; flavour < N_FLAVOURS; flavour++)
		check_flavour(24, 8);
	flavour = COMPAT_45;
	check_flavour(24, 0);
	flavour = CORE_45;
	check_flavour(16, 0);
	flavour = ES_3;
	check_flavour(32, 0);
	glfwTerminate();
	return failures ? 1 : 0;
}
