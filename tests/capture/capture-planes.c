/* SPDX-License-Identifier: MIT */
/*
 * Captures from multisampled and layered framebuffers: every sample and layer holds what was
 * computed for it, as many are covered as the draw itself covers (told by its own resolved colour),
 * depth is respected, and state is as before.
 */
#include "tests/capture/capture-common.h"

enum { WIDTH = 64, HEIGHT = 48, SAMPLES = 4, LAYERS = 6 };

static struct program plain, layered;
static GLuint array_object, vertices;

static const char vertex[] =
	"#version 400\nin vec4 position;\nvoid main() { gl_Position = position; }\n";
/* alpha 0.5; red is white where it runs once a pixel, else a quarter of the sample's number */
static const char fragment[] =
	"#version 400\nout vec4 colour;\nvoid main() { colour = vec4(float(gl_SampleID) * 0.25, "
	"1.0, 0.0, 0.5); }\n";
static const char variant[] =
	"#version 400\nlayout(location = 0) out uvec4 words;\nvoid main() { words = "
	"uvec4(uint(gl_SampleID), uvec2(gl_FragCoord.xy), 1u); }\n";
static const char alpha_variant[] =
	"#version 400\nlayout(location = 0) out vec4 colour;\nlayout(location = 1) out uvec4 "
	"words;\n"
	"void main() { colour = vec4(float(gl_SampleID) * 0.25, 1.0, 0.0, 0.5); words = "
	"uvec4(uint(gl_SampleID), uvec2(gl_FragCoord.xy), 1u); }\n";

static const char geometry[] =
	"#version 400\nlayout(triangles, invocations = 6) in;\nlayout(triangle_strip, max_vertices "
	"= "
	"3) out;\nvoid main()\n{\n\tfor (int i = 0; i < 3; i++) {\n\t\tgl_Layer = "
	"gl_InvocationID;\n"
	"\t\tgl_Position = gl_in[i].gl_Position;\n\t\tgl_Position.x = gl_Position.x * (1.0 - 0.1 * "
	"gl_InvocationID);\n\t\tgl_Position.z = gl_InvocationID * "
	"0.1;\n\t\tEmitVertex();\n\t}\n}\n";
static const char layer_fragment[] =
	"#version 430\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n";
static const char layer_variant[] =
	"#version 430\nlayout(location = 0) out uvec4 words;\nvoid main() { words = "
	"uvec4(uint(gl_Layer), uvec2(gl_FragCoord.xy), 1u); }\n";

static void draw(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void make_vertices(void)
{
	static const float triangle[] = {-0.9f, -0.85f, 0, 1, 0.8f, -0.6f, 0, 1, -0.2f, 0.9f, 0, 1};
	glGenVertexArrays(1, &array_object);
	glBindVertexArray(array_object);
	glGenBuffers(1, &vertices);
	glBindBuffer(GL_ARRAY_BUFFER, vertices);
	glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle, GL_STATIC_DRAW);
	glEnableVertexAttribArray(0);
	glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
}

/* ---- captures ---- */

struct counts {
	unsigned pixel[HEIGHT][WIDTH]; /* samples covered */
	unsigned wrong, total;
};

/* words: identity as the variant says it is, a word for each plane. */
static void count(const struct captured *c, const uint32_t *image, struct counts *counts)
{
	memset(counts, 0, sizeof *counts);
	for (unsigned i = 0; i < c->width * c->height; i++) {
		const uint32_t *w = image + 4 * i;
		unsigned x = c->x + i % c->width, row = c->y + i / c->width;
		if (!w[3])
			continue;
		counts->wrong += w[0] != row / HEIGHT || w[1] != x || w[2] != row % HEIGHT;
		counts->pixel[row % HEIGHT][x]++;
		counts->total++;
	}
}

static bool capture_once(const char *what, struct gs_debugging *d, const struct gs_redraw *redraw,
	const struct program *program, const char *text, unsigned n,
	const struct gs_rectangle *area, struct counts *counts)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_ALPHA, GS_ATTACHMENT_UINT};
	struct pass pass = {0, program->fragment, text};
	struct gs_refusal refusal = {0};
	struct captured c;
	bool ok = capture(
		d, redraw, &pass, 1, types + 2 - n, NULL, n, area, GS_UPGRADE_NONE, &c, &refusal);
	CHECK(ok, "%s: %s", what, refusal.text);
	if (ok)
		count(&c, c.image[n - 1], counts);
	if (ok)
		CHECK(!counts->wrong, "%s: %u of %u elements are not who they should be", what,
			counts->wrong, counts->total);
	return ok;
}

static void check_part(const char *what, struct gs_debugging *d, const struct gs_redraw *redraw,
	const struct program *program, const char *text, unsigned n, const struct counts *all)
{
	/* within one plane, and from one into the next */
	static const struct gs_rectangle areas[] = {
		{20, HEIGHT + 10, 9, 20}, {11, HEIGHT - 20, 30, 45}};
	for (unsigned i = 0; i < 2; i++) {
		struct counts part;
		unsigned wrong = 0, from = areas[i].y, to = from + areas[i].height;
		if (!capture_once(what, d, redraw, program, text, n, &areas[i], &part))
			continue;
		for (unsigned y = 0; y < HEIGHT; y++)
			for (unsigned x = 0; x < WIDTH; x++) {
				bool in = (GLint)x >= areas[i].x &&
					  (GLint)x < areas[i].x + areas[i].width;
				unsigned planes = 0;
				for (unsigned p = 0; p < 8; p++)
					planes += in && p * HEIGHT + y >= from &&
						  p * HEIGHT + y < to;
				wrong += part.pixel[y][x] > planes ||
					 (!all->pixel[y][x] && part.pixel[y][x]);
			}
		CHECK(!wrong && part.total, "%s, a part: %u wrong, %u there", what, wrong,
			part.total);
	}
}

static bool begin(
	const char *what, struct gs_debugging *d, const struct gs_redraw *redraw, unsigned planes)
{
	struct gs_refusal refusal = {0};
	bool ok = gs_debugging_begin(d, redraw, GS_STAGE_FRAGMENT, &refusal);
	CHECK(ok, "%s: begin: %s", what, refusal.text);
	if (ok)
		CHECK(d->info.planes == planes && d->info.samples_real &&
				d->info.samples_real == d->info.samples_redraw,
			"%s: %u planes, %llu and %llu samples", what, d->info.planes,
			(unsigned long long)d->info.samples_real,
			(unsigned long long)d->info.samples_redraw);
	return ok;
}

static void check(const char *what, const struct program *program, const char *text, unsigned n,
	unsigned planes, struct counts *counts)
{
	struct gs_redraw redraw = a_redraw(draw);
	struct gs_debugging d = {0};
	memset(counts, 0, sizeof *counts);
	char *before = dump_state();
	if (begin(what, &d, &redraw, planes) &&
		capture_once(what, &d, &redraw, program, text, n, NULL, counts)) {
		struct counts again;
		CHECK(counts->total == d.info.samples_real, "%s: %u elements, %llu samples", what,
			counts->total, (unsigned long long)d.info.samples_real);
		CHECK(d.info.need_alpha == (n == 2), "%s: need_alpha %u", what, d.info.need_alpha);
		check_part(what, &d, &redraw, program, text, n, counts);
		capture_once(what, &d, &redraw, program, text, n, NULL, &again);
		CHECK(!memcmp(&again, counts, sizeof again), "%s: not the same again", what);
	}
	gs_debugging_end(&d, false);
	char *after = dump_state();
	compare_dumps(what, before, after);
	CHECK(glGetError() == GL_NO_ERROR, "%s: an error is left", what);
	free(before);
	free(after);
}

/* ---- multisampled ---- */

/* The program's own draw, resolved: green says how many samples of a pixel it covered. */
static void compare_with_draw(const char *what, GLuint framebuffer, const struct counts *counts)
{
	static uint8_t pixels[HEIGHT][WIDTH][4];
	GLuint resolved, storage;
	unsigned wrong = 0, partly = 0;
	glGenFramebuffers(1, &resolved);
	glGenRenderbuffers(1, &storage);
	glBindRenderbuffer(GL_RENDERBUFFER, storage);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, WIDTH, HEIGHT);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
	glClear(GL_COLOR_BUFFER_BIT);
	draw();
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
	glFramebufferRenderbuffer(
		GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, storage);
	glBlitFramebuffer(
		0, 0, WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved);
	glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (unsigned y = 0; y < HEIGHT; y++)
		for (unsigned x = 0; x < WIDTH; x++) {
			unsigned samples = (pixels[y][x][1] * SAMPLES + 127) / 255;
			wrong += samples != counts->pixel[y][x];
			partly += samples > 0 && samples < SAMPLES;
		}
	CHECK(!wrong && partly > 20,
		"%s: %u pixels have other samples than the draw, %u are partly covered", what,
		wrong, partly);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glDeleteFramebuffers(1, &resolved);
	glDeleteRenderbuffers(1, &storage);
}

/* One fragment a pixel, which is written to every sample. */
static void check_unsampled(const char *what)
{
	struct gs_redraw redraw = a_redraw(draw);
	struct gs_debugging d = {0};
	struct pass pass = {0, plain.fragment, variant};
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT};
	struct gs_refusal refusal = {0};
	struct captured c;
	unsigned wrong = 0, there = 0;
	if (begin(what, &d, &redraw, SAMPLES) &&
		capture(&d, &redraw, &pass, 1, types, NULL, 1, NULL, GS_UPGRADE_NONE, &c, &refusal))
		for (unsigned i = 0; i < WIDTH * HEIGHT * SAMPLES; i++) {
			const uint32_t *w = c.image[0] + 4 * i;
			there += w[3];
			wrong += w[3] && (w[0] || w[1] != i % WIDTH || w[2] != i / WIDTH % HEIGHT);
			wrong += w[3] != c.image[0][4 * (i % (WIDTH * HEIGHT)) + 3];
		}
	CHECK(there && !wrong, "%s: %u elements, %u wrong, %s", what, there, wrong, refusal.text);
	gs_debugging_end(&d, false);
}

static void check_samples(const char *where, GLuint framebuffer)
{
	char what[128];
	struct counts counts, covered;
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	snprintf(what, sizeof what, "%s, plain", where);
	check(what, &plain, variant, 1, SAMPLES, &covered);
	compare_with_draw(what, framebuffer, &covered);

	snprintf(what, sizeof what, "%s, at its own depth", where);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LESS);
	draw();
	glDepthFunc(GL_EQUAL);
	check(what, &plain, variant, 1, SAMPLES, &counts);
	CHECK(!memcmp(&counts, &covered, sizeof counts), "%s: %u of %u samples", what, counts.total,
		covered.total);
	glDisable(GL_DEPTH_TEST);

	snprintf(what, sizeof what, "%s, mask", where);
	glEnable(GL_SAMPLE_MASK);
	glSampleMaski(0, 0x6);
	check(what, &plain, variant, 1, SAMPLES, &counts);
	compare_with_draw(what, framebuffer, &counts);
	glDisable(GL_SAMPLE_MASK);

	snprintf(what, sizeof what, "%s, alpha to coverage", where);
	glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
	glEnable(GL_SAMPLE_ALPHA_TO_ONE);
	check(what, &plain, alpha_variant, 2, SAMPLES, &counts);
	compare_with_draw(what, framebuffer, &counts);
	glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
	glDisable(GL_SAMPLE_ALPHA_TO_ONE);

	snprintf(what, sizeof what, "%s, not multisampling", where);
	glDisable(GL_MULTISAMPLE);
	check_unsampled(what);
	glEnable(GL_MULTISAMPLE);
}

static GLuint sampled_framebuffer(GLenum colour, GLenum depth, bool texture)
{
	GLuint framebuffer, names[2];
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, names);
	for (unsigned i = 0; i < 2; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, names[i]);
		glRenderbufferStorageMultisample(
			GL_RENDERBUFFER, SAMPLES, i ? depth : colour, WIDTH, HEIGHT);
	}
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, names[1]);
	if (texture) {
		GLuint name;
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, name);
		glTexImage2DMultisample(
			GL_TEXTURE_2D_MULTISAMPLE, SAMPLES, depth, WIDTH, HEIGHT, GL_TRUE);
		glFramebufferTexture2D(
			GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D_MULTISAMPLE, name, 0);
	}
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		harness("a multisampled framebuffer is incomplete");
	return framebuffer;
}

/* ---- layered ---- */

/* The triangle gets narrower and further away with each layer. */
static void check_layers(const char *what, GLenum target, GLenum depth_format, bool depth_only)
{
	GLuint framebuffer, names[2];
	struct counts counts;
	static const GLenum none = GL_NONE;
	bool cube = target == GL_TEXTURE_CUBE_MAP;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenTextures(2, names);
	for (unsigned i = 0; i < 2; i++) {
		GLenum format = i ? depth_format : GL_RGBA8;
		glBindTexture(target, names[i]);
		if (cube)
			glTexStorage2D(target, 2, format, WIDTH * 2, WIDTH * 2);
		else
			glTexStorage3D(target, 1, format, WIDTH, HEIGHT, LAYERS);
		if (i == 0 && depth_only)
			continue;
		glFramebufferTexture(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0,
			names[i], cube);
	}
	if (depth_only)
		glDrawBuffers(1, &none);
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		harness("a layered framebuffer is incomplete");
	/* a cube's faces are higher than this test's planes: only their lower part is drawn to */
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	if (!cube) {
		check(what, &layered, layer_variant, 1, LAYERS, &counts);
		CHECK(counts.total > 1000, "%s: %u", what, counts.total);
	}
	/* the first three layers are nearer than what is in the depth buffer */
	glEnable(GL_DEPTH_TEST);
	glClearDepth(0.5 + 0.5 * 0.25);
	glClear(GL_DEPTH_BUFFER_BIT);
	struct gs_redraw redraw = a_redraw(draw);
	struct gs_debugging d = {0};
	struct pass pass = {0, layered.fragment, layer_variant};
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT};
	struct gs_refusal refusal = {0};
	struct captured c;
	unsigned height = cube ? WIDTH : HEIGHT, in[LAYERS] = {0}, wrong = 0;
	char *before = dump_state();
	if (begin(what, &d, &redraw, LAYERS) &&
		capture(&d, &redraw, &pass, 1, types, NULL, 1, NULL, GS_UPGRADE_NONE, &c, &refusal))
		for (unsigned i = 0; i < c.width * c.height; i++) {
			const uint32_t *w = c.image[0] + 4 * i;
			unsigned row = i / WIDTH;
			if (w[3] && row / height < LAYERS)
				in[row / height]++;
			wrong += w[3] && (w[0] != row / height || w[2] != row % height);
		}
	CHECK(!*refusal.text && in[0] > in[1] && in[1] > in[2] && in[2] && !in[3] && !in[4] &&
			!in[5] && !wrong,
		"%s: behind some: %u %u %u %u %u %u, %u wrong, %s", what, in[0], in[1], in[2],
		in[3], in[4], in[5], wrong, refusal.text);
	gs_debugging_end(&d, false);
	char *after = dump_state();
	compare_dumps(what, before, after);
	free(before);
	free(after);
	glDisable(GL_DEPTH_TEST);
	glClearDepth(1);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glDeleteTextures(2, names);
	glDeleteFramebuffers(1, &framebuffer);
}

static void check_no_attachments(void)
{
	struct counts counts;
	GLuint framebuffer;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, WIDTH);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, HEIGHT);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, SAMPLES);
	draw(); /* GL_SAMPLES tells of it only then */
	check("no attachments, samples", &plain, variant, 1, SAMPLES, &counts);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, 0);
	glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_LAYERS, LAYERS);
	glUseProgram(layered.name);
	draw();
	check("no attachments, layers", &layered, layer_variant, 1, LAYERS, &counts);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- options ---- */

static void check_options(void)
{
	struct gs_redraw redraw = a_redraw(draw);
	struct gs_debugging d = {0};
	struct gs_refusal refusal = {0};
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LESS);
	glClearDepth(0);
	glClear(GL_DEPTH_BUFFER_BIT);
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			!d.info.samples_redraw,
		"hidden: %llu samples", (unsigned long long)d.info.samples_redraw);
	redraw.options.test[GS_TESTED_DEPTH] = GS_TEST_OFF;
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) && d.info.samples_redraw,
		"without depth test: %s", refusal.text);
	uint64_t all = d.info.samples_redraw;
	redraw.options = (struct gs_fragment_options){.clear_depth = true, .depth = 1};
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			d.info.samples_redraw == all,
		"depth cleared: %s", refusal.text);
	glDisable(GL_DEPTH_TEST);
	redraw.options = (struct gs_fragment_options){.test[GS_TESTED_DEPTH] = GS_TEST_ON};
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			!d.info.samples_redraw,
		"depth test on: %llu samples", (unsigned long long)d.info.samples_redraw);
	glStencilFunc(GL_EQUAL, 5, 0xff);
	redraw.options = (struct gs_fragment_options){
		.test[GS_TESTED_STENCIL] = GS_TEST_ON, .clear_stencil = true, .stencil = 5};
	glClearStencil(0);
	glClear(GL_STENCIL_BUFFER_BIT);
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			d.info.samples_redraw == all,
		"stencil cleared: %llu samples", (unsigned long long)d.info.samples_redraw);
	redraw.options.clear_stencil = false;
	CHECK(gs_debugging_begin(&d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
			!d.info.samples_redraw,
		"stencil copied: %llu samples", (unsigned long long)d.info.samples_redraw);
	gs_debugging_end(&d, false);
	glClearDepth(1);
}

int main(void)
{
	if (!glfwInit())
		harness("no display");
	open_samples = SAMPLES;
	open_window(CORE_45, WIDTH, HEIGHT, 24, 8);
	make_vertices();
	start_program(&plain, vertex, fragment);
	link_program(&plain);
	start_program(&layered, vertex, layer_fragment);
	compile_shader(&layered, 2, GL_GEOMETRY_SHADER, geometry);
	layered.link.n_shaders = 3;
	link_program(&layered);
	known[0] = &plain;
	known[1] = &layered;
	glUseProgram(plain.name);
	GLint samples = 0;
	glGetIntegerv(GL_SAMPLES, &samples);
	if (samples != SAMPLES)
		harness("the window has no four samples");
	check_samples("window", 0);
	check_samples("renderbuffers", sampled_framebuffer(GL_RGBA8, GL_DEPTH24_STENCIL8, false));
	check_samples("depth texture, 16 bits",
		sampled_framebuffer(GL_RGBA16F, GL_DEPTH_COMPONENT16, true));
	check_samples(
		"depth texture, packed", sampled_framebuffer(GL_RGBA8, GL_DEPTH32F_STENCIL8, true));
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	check_options();
	glUseProgram(layered.name);
	check_layers("array", GL_TEXTURE_2D_ARRAY, GL_DEPTH_COMPONENT24, false);
	check_layers("array, packed", GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, false);
	check_layers("array, depth only", GL_TEXTURE_2D_ARRAY, GL_DEPTH_COMPONENT32F, true);
	check_layers("cube", GL_TEXTURE_CUBE_MAP, GL_DEPTH_COMPONENT16, false);
	glUseProgram(plain.name);
	check_no_attachments();
	close_window();
	printf("%u failures\n", failures);
	return failures ? 1 : 0;
}
