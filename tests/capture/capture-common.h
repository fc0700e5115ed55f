/* SPDX-License-Identifier: MIT */
/* What the capture tests share: contexts, programs whose sources are known, requests and answers.
 */
#ifndef GS_TESTS_CAPTURE_COMMON_H
#define GS_TESTS_CAPTURE_COMMON_H

#include <epoxy/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preload/capture/capture.h"
#include "preload/inspect/program.h"
#include "preload/inspect/gl-state.h"
#include "preload/capture/target/target-picture.h"

enum flavour { CORE_33, CORE_45, COMPAT_45, ES_2, ES_3, N_FLAVOURS };
static const char *const flavour_names[] = {
	"core-3.3", "core-4.5", "compat-4.5", "es-2.0", "es-3.0"};

static GLFWwindow *window;
static unsigned failures;

#define CHECK(condition, ...)                                                                      \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			failures++;                                                                \
			fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                            \
			fprintf(stderr, __VA_ARGS__);                                              \
			fputc('\n', stderr);                                                       \
		}                                                                                  \
	} while (0)

static void harness(const char *what)
{
	fprintf(stderr, "harness: %s\n", what);
	exit(99);
}

void *gs_queries_context(void)
{
	return window;
}

bool gs_reserve(void *at, size_t size)
{
	return true;
}

bool gs_drawable_window_size(unsigned *width, unsigned *height)
{
	int w = 0, h = 0;
	glfwGetFramebufferSize(window, &w, &h);
	*width = w;
	*height = h;
	return w > 0 && h > 0;
}

/* ---- contexts ---- */

static inline bool is_es(enum flavour flavour)
{
	return flavour == ES_2 || flavour == ES_3;
}

/* Of the next window; with samples, it is EGL's: Mesa 25 offers GLX none in an X server without a
 * GPU. */
static int open_samples;

static inline void open_window(enum flavour flavour, int width, int height, int depth, int stencil)
{
	glfwDefaultWindowHints();
	glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
	glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
	glfwWindowHint(GLFW_SAMPLES, open_samples);
	glfwWindowHint(GLFW_DEPTH_BITS, depth);
	glfwWindowHint(GLFW_STENCIL_BITS, stencil);
	glfwWindowHint(GLFW_CONTEXT_CREATION_API,
		is_es(flavour) || open_samples ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
	glfwWindowHint(GLFW_CLIENT_API, is_es(flavour) ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
	int version = flavour == CORE_33 ? 33 : flavour == ES_2 ? 20 : flavour == ES_3 ? 30 : 45;
	glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version / 10);
	glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version % 10);
	if (!is_es(flavour))
		glfwWindowHint(GLFW_OPENGL_PROFILE, flavour == COMPAT_45
							    ? GLFW_OPENGL_COMPAT_PROFILE
							    : GLFW_OPENGL_CORE_PROFILE);
	window = glfwCreateWindow(width, height, "capture", NULL, NULL);
	if (!window)
		harness("no window");
	glfwMakeContextCurrent(window);
	glViewport(0, 0, width, height);
	glClear(GL_COLOR_BUFFER_BIT);
}

static inline void close_window(void)
{
	glfwDestroyWindow(window);
	window = NULL;
}

/* ---- programs ---- */

struct program {
	GLuint name, vertex, fragment;
	struct gs_link link;
	struct gs_linked_shader shaders[6];
	struct gs_source sources[6];
	char *strings[6];
	size_t lengths[6];
};

static inline GLuint compile_shader(struct program *p, unsigned i, GLenum type, const char *text)
{
	GLint ok = 0;
	GLuint shader = glCreateShader(type);
	p->strings[i] = (char *)text;
	p->lengths[i] = strlen(text);
	p->sources[i] = (struct gs_source){1, 1, &p->strings[i], &p->lengths[i]};
	p->shaders[i] = (struct gs_linked_shader){shader, type, &p->sources[i]};
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	if (!ok) {
		char log[4096];
		glGetShaderInfoLog(shader, sizeof log, NULL, log);
		fprintf(stderr, "%s\n%s\n", text, log);
		harness("a test shader does not compile");
	}
	glAttachShader(p->name, shader);
	return shader;
}

/* Between the two, bind locations and varyings with GL and in p->link. */
static inline void start_program(struct program *p, const char *vertex, const char *fragment)
{
	static uint64_t serial;
	memset(p, 0, sizeof *p);
	p->name = glCreateProgram();
	p->vertex = compile_shader(p, 0, GL_VERTEX_SHADER, vertex);
	p->fragment = compile_shader(p, 1, GL_FRAGMENT_SHADER, fragment);
	p->link = (struct gs_link){.shaders = p->shaders, .n_shaders = 2, .serial = ++serial};
}

static inline void link_program(struct program *p)
{
	GLint ok = 0;
	glLinkProgram(p->name);
	glGetProgramiv(p->name, GL_LINK_STATUS, &ok);
	if (!ok) {
		char log[4096];
		glGetProgramInfoLog(p->name, sizeof log, NULL, log);
		fprintf(stderr, "%s\n", log);
		harness("a test program does not link");
	}
}

static struct program *known[8];

static inline const struct gs_link *link_of(void *data, uint32_t name)
{
	for (unsigned i = 0; i < 8; i++)
		if (known[i] && known[i]->name == name)
			return &known[i]->link;
	return NULL;
}

/* ---- draws ---- */

static void (*draw_now)(void);
static int draw_mode = -1; /* of the redraw that runs draw_now: -1 its own */

static bool redraw_draw(void *data, int mode, const char **why)
{
	draw_mode = mode;
	draw_now();
	return true;
}

static inline struct gs_redraw a_redraw(void (*draw)(void))
{
	draw_now = draw;
	return (struct gs_redraw){
		.draw = redraw_draw, .link = link_of, .copied = -1, .extent.instances = 1};
}

/* ---- captures ---- */

struct captured {
	uint32_t n, x, y, width, height;
	const uint32_t *image[GS_MAX_ATTACHMENTS]; /* in bulk */
	uint64_t samples;
};

static uint8_t *bulk;
enum { BULK_SIZE = 64 << 20 };

static enum gs_stage capture_stage = GS_STAGE_FRAGMENT; /* of the texts */
static const char *capture_added;			/* an evaluation shader, after the text */

struct pass {
	uint32_t flags;
	GLuint shader;
	const char *text;
};

static inline bool capture(struct gs_debugging *d, const struct gs_redraw *redraw,
	const struct pass *passes, unsigned n_passes, const enum gs_attachment *types,
	const char *const *outputs, unsigned n, const struct gs_rectangle *area,
	enum gs_version_upgrade lift, struct captured *result, struct gs_refusal *refusal)
{
	static uint8_t input[1 << 20];
	struct gs_stream in = {.data = input, .size = sizeof input};
	if (!bulk && !(bulk = malloc(BULK_SIZE)))
		harness("out of memory");
	gs_stream_put_u32(&in, n_passes);
	for (unsigned i = 0; i < n_passes; i++) {
		gs_stream_put_u32(&in, passes[i].flags);
		gs_stream_put_u32(&in, 1 + (capture_added != NULL));
		gs_stream_put_u32(&in, passes[i].shader);
		gs_stream_put_u32(&in, capture_stage);
		gs_stream_put_string(&in, passes[i].text);
		if (capture_added) {
			gs_stream_put_u32(&in, 0);
			gs_stream_put_u32(&in, GS_STAGE_TESS_EVALUATION);
			gs_stream_put_string(&in, capture_added);
		}
	}
	gs_stream_put_u32(&in, n);
	for (unsigned i = 0; i < n; i++) {
		gs_stream_put_u32(&in, types[i]);
		gs_stream_put_string(&in, outputs ? outputs[i] : "");
	}
	static const struct gs_rectangle all;
	area = area ? area : &all;
	gs_stream_put_u32(&in, 0);
	gs_stream_put_u32(&in, area->x);
	gs_stream_put_u32(&in, area->y);
	gs_stream_put_u32(&in, area->width);
	gs_stream_put_u32(&in, area->height);
	gs_stream_put_u32(&in, lift);
	gs_stream_put_string(&in, "");
	gs_stream_put_u32(&in, 0);
	struct gs_stream request = {.data = input, .size = in.at},
			 answer = {.data = bulk, .size = BULK_SIZE};
	memset(refusal, 0, sizeof *refusal);
	memset(result, 0, sizeof *result);
	if (!gs_debugging_capture(d, redraw, &request, &answer, refusal))
		return false;
	answer.size = answer.at;
	answer.at = 0;
	result->n = gs_stream_get_u32(&answer);
	result->x = gs_stream_get_u32(&answer);
	result->y = gs_stream_get_u32(&answer);
	result->width = gs_stream_get_u32(&answer);
	result->height = gs_stream_get_u32(&answer);
	for (unsigned i = 0; i < result->n; i++)
		result->image[i] = (const uint32_t *)(bulk + gs_stream_get_u64(&answer));
	result->samples = gs_stream_get_u64(&answer);
	return true;
}

static inline float as_float(uint32_t bits)
{
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* ---- comparing dumps ---- */

static inline char *dump_state(void)
{
	struct gs_caps caps;
	struct gs_text text = {0};
	gs_caps_drain();
	gs_caps_get(&caps);
	gs_state_dump(&text, &caps, true);
	if (text.failed || !text.data)
		harness("no dump");
	return text.data;
}

static inline void compare_dumps(const char *where, const char *before, const char *after)
{
	unsigned shown = 0;
	while (*before || *after) {
		size_t a = strcspn(before, "\n"), b = strcspn(after, "\n");
		if (a != b || memcmp(before, after, a)) {
			failures++;
			if (shown++ < 20)
				fprintf(stderr, "%s: before %.*s\n%s:  after %.*s\n", where, (int)a,
					before, where, (int)b, after);
		}
		before += a + (before[a] == '\n');
		after += b + (after[b] == '\n');
	}
}

#endif
