/* SPDX-License-Identifier: MIT */
/*
 * Captures where state has an index, or a place of its own, only by an extension:
 * OES_viewport_array, the draw buffers of OpenGL ES 3.1, EXT_stencil_two_side,
 * ARB_query_buffer_object. tests/capture/capture.sh runs it with the highest versions and with
 * lower ones (MESA_GL_VERSION_OVERRIDE, MESA_GLES_VERSION_OVERRIDE).
 */
#include "tests/capture/capture-common.h"

enum { WIDTH = 48, HEIGHT = 32 };

static struct program plain;

static void draw(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void make_program(bool es)
{
	static const float triangle[] = {-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1};
	GLuint buffer, array;
	start_program(&plain,
		es ? "#version 300 es\nin vec4 position;\nvoid main() { gl_Position = position; }\n"
		   : "#version 140\nin vec4 position;\nvoid main() { gl_Position = position; }\n",
		es ? "#version 300 es\nout mediump vec4 colour;\nvoid main() { colour = vec4(1.0); "
		     "}\n"
		   : "#version 140\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n");
	link_program(&plain);
	known[0] = &plain;
	glUseProgram(plain.name);
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle, GL_STATIC_DRAW);
	GLint position = glGetAttribLocation(plain.name, "position");
	glEnableVertexAttribArray(position);
	glVertexAttribPointer(position, 4, GL_FLOAT, GL_FALSE, 0, NULL);
}

static void debug_it(const char *what, bool es, struct gs_debugging *d)
{
	static const enum gs_attachment types[] = {GS_ATTACHMENT_UINT};
	struct gs_redraw redraw = a_redraw(draw);
	struct gs_refusal refusal = {0};
	struct pass pass = {0, plain.fragment,
		es ? "#version 300 es\nout highp uvec4 words;\nvoid main() { words = uvec4(1u); }\n"
		   : "#version 140\nout uvec4 words;\nvoid main() { words = uvec4(1u); }\n"};
	struct captured c;
	const struct gs_rectangle part = {3, 4, 5, 6};
	bool ok = gs_debugging_begin(d, &redraw, GS_STAGE_FRAGMENT, &refusal) &&
		  capture(d, &redraw, &pass, 1, types, NULL, 1, &part, GS_UPGRADE_NONE, &c,
			  &refusal);
	CHECK(ok, "%s: %s", what, refusal.text);
	gs_debugging_end(d, false);
}

/* ---- OpenGL ES ---- */

static void check_viewports(void)
{
	struct gs_debugging d = {0};
	GLint n = 0;
	if (!epoxy_has_gl_extension("GL_OES_viewport_array"))
		harness("no OES_viewport_array");
	glGetIntegerv(GL_MAX_VIEWPORTS, &n);
	for (GLint i = 0; i < n; i++) {
		glScissorIndexedOES(i, i, 2 * i, 100 + i, 200 - i);
		if (i % 3 == 2)
			glEnableiOES(GL_SCISSOR_TEST, i);
	}
	debug_it("viewports", true, &d);
	for (GLint i = 0; i < n; i++) {
		GLint box[4] = {0};
		glGetIntegeri_v(GL_SCISSOR_BOX, i, box);
		CHECK(box[0] == i && box[1] == 2 * i && box[2] == 100 + i && box[3] == 200 - i,
			"scissor %d is %d %d %d %d", i, box[0], box[1], box[2], box[3]);
		CHECK(glIsEnablediOES(GL_SCISSOR_TEST, i) == (i % 3 == 2), "scissor test %d", i);
		glDisableiOES(GL_SCISSOR_TEST, i);
	}
	CHECK(n > 1 && glGetError() == GL_NO_ERROR, "viewports: an error is left");
}

static void check_masks(void)
{
	struct gs_debugging d = {0};
	for (GLuint i = 0; i < 4; i++) {
		glColorMaskiOES(i, i & 1, i & 2, !(i & 1), 1);
		if (i & 1)
			glEnableiOES(GL_BLEND, i);
	}
	debug_it("masks", true, &d);
	for (GLuint i = 0; i < 4; i++) {
		GLboolean mask[4] = {0};
		glGetBooleani_v(GL_COLOR_WRITEMASK, i, mask);
		CHECK(mask[0] == (i & 1) && mask[1] == (i & 2) / 2 && mask[2] == !(i & 1) &&
				mask[3],
			"mask %u is %d %d %d %d", i, mask[0], mask[1], mask[2], mask[3]);
		CHECK(glIsEnablediOES(GL_BLEND, i) == (i & 1), "blend %u", i);
	}
	CHECK(glGetError() == GL_NO_ERROR, "masks: an error is left");
}

/* ---- compatibility ---- */

static void check_two_sides(void)
{
	struct gs_debugging d = {0};
	GLint front = 0, back = 0, face = 0;
	if (!epoxy_has_gl_extension("GL_EXT_stencil_two_side"))
		harness("no EXT_stencil_two_side");
	glEnable(GL_STENCIL_TEST);
	glEnable(GL_STENCIL_TEST_TWO_SIDE_EXT);
	glActiveStencilFaceEXT(GL_BACK);
	glStencilMask(0x5a);
	glActiveStencilFaceEXT(GL_FRONT);
	glStencilMask(0x3c);
	glStencilOp(GL_INCR, GL_INCR, GL_INCR);
	glClear(GL_STENCIL_BUFFER_BIT);
	debug_it("two sides", false, &d);
	glGetIntegerv(GL_ACTIVE_STENCIL_FACE_EXT, &face);
	glGetIntegerv(GL_STENCIL_WRITEMASK, &front);
	glActiveStencilFaceEXT(GL_BACK);
	glGetIntegerv(GL_STENCIL_WRITEMASK, &back);
	CHECK(face == GL_FRONT && front == 0x3c && back == 0x5a,
		"two sides: face %#x, masks %#x %#x", face, front, back);
	glDisable(GL_STENCIL_TEST);
	glDisable(GL_STENCIL_TEST_TWO_SIDE_EXT);
	uint8_t value = 99;
	glReadPixels(2, 2, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &value);
	CHECK(value == 0, "two sides: the program's stencil became %u", value);
}

/* With a buffer bound, a query's result goes there. */
static void check_query_buffer(void)
{
	struct gs_debugging d = {0};
	GLuint query, buffer;
	unsigned words[2] = {77, 88}, result = 0;
	GLint bound = 0;
	if (!epoxy_has_gl_extension("GL_ARB_query_buffer_object"))
		harness("no ARB_query_buffer_object");
	glGenQueries(1, &query);
	glBeginQuery(GL_PRIMITIVES_GENERATED, query);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_QUERY_BUFFER, buffer);
	glBufferData(GL_QUERY_BUFFER, sizeof words, words, GL_DYNAMIC_COPY);
	draw();
	debug_it("query buffer", false, &d);
	glGetIntegerv(GL_QUERY_BUFFER_BINDING, &bound);
	glGetBufferSubData(GL_QUERY_BUFFER, 0, sizeof words, words);
	CHECK(bound == (GLint)buffer && words[0] == 77 && words[1] == 88,
		"query buffer: %d bound, it has %u %u", bound, words[0], words[1]);
	glBindBuffer(GL_QUERY_BUFFER, 0);
	glEndQuery(GL_PRIMITIVES_GENERATED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &result);
	uint64_t value = result;
	gs_queries_add(query, GL_QUERY_RESULT, &value);
	CHECK(value == 1, "query buffer: %u primitives", (unsigned)value);
}

static bool is_lowered(void)
{
	return getenv("MESA_GL_VERSION_OVERRIDE") != NULL;
}

int main(void)
{
	if (!glfwInit())
		harness("no display");
	/* OpenGL before OpenGL ES: epoxy finds GLX only in libGL, which GLFW 3.4 does not load. */
	open_window(is_lowered() ? CORE_33 : COMPAT_45, WIDTH, HEIGHT, 24, 8);
	make_program(false);
	printf("%s, ", (const char *)glGetString(GL_VERSION));
	if (!is_lowered())
		check_two_sides();
	check_query_buffer();
	close_window();
	open_window(ES_3, WIDTH, HEIGHT, 24, 8);
	make_program(true);
	printf("%s\n", (const char *)glGetString(GL_VERSION));
	check_viewports();
	check_masks();
	close_window();
	printf("%u failures\n", failures);
	return failures ? 1 : 0;
}
