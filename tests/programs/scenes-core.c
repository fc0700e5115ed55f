/* SPDX-License-Identifier: MIT */
/* Scenes of core profile GL. */
#include "config.h"
#include "tests/programs/scenes.h"

static void draw_triangles(struct scene_run *run)
{
	if (scene_draws(run))
		glDrawArrays(GL_TRIANGLES, 0, scene_vertices);
}

static void init_plain(struct scene_run *run)
{
	run->program = scene_program(scene_vert_330, scene_frag_330);
	scene_bind_triangles(run, true);
	glUseProgram(run->program);
	glEnable(GL_DEPTH_TEST);
}

/* ---- passes: depth first, then the same geometry once more where it is nearest ---- */

static const char dark_frag[] = "#version 330 core\n"
				"in vec3 shade;\n"
				"out vec4 color;\n"
				"void main()\n"
				"{\n"
				"	float grey = dot(shade, vec3(0.1, 0.2, 0.1));\n"
				"	color = vec4(vec3(grey), 1.0);\n"
				"}\n";

static void init_passes(struct scene_run *run)
{
	init_plain(run);
	run->other = scene_program(scene_vert_330, dark_frag);
}

static void draw_passes(struct scene_run *run)
{
	glDepthFunc(GL_LESS);
	glDepthMask(GL_TRUE);
	glUseProgram(run->other);
	draw_triangles(run);
	glDepthFunc(GL_EQUAL);
	glDepthMask(GL_FALSE);
	glUseProgram(run->program);
	draw_triangles(run);
	glDepthMask(GL_TRUE);
}

/* ---- discard ---- */

static const char discard_frag[] = "#version 330 core\n"
				   "in vec3 shade;\n"
				   "out vec4 color;\n"
				   "void main()\n"
				   "{\n"
				   "	vec2 cell = fract(gl_FragCoord.xy / 16.0) - 0.5;\n"
				   "	float around = length(cell);\n"
				   "	if (around > 0.4)\n"
				   "		discard;\n"
				   "	color = vec4(shade * (1.0 - around), 1.0);\n"
				   "}\n";

static void init_discard(struct scene_run *run)
{
	init_plain(run);
	run->program = scene_program(scene_vert_330, discard_frag);
	glUseProgram(run->program);
}

/* ---- several fragments a pixel, the last one stays ---- */

static void init_overdrawn(struct scene_run *run)
{
	init_plain(run);
	glDisable(GL_DEPTH_TEST);
}

static void init_blended(struct scene_run *run)
{
	init_overdrawn(run);
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/* ---- a second colour for blending ---- */

static const char dual_frag[] = "#version 330\n"
				"in vec3 shade;\n"
				"layout(location = 0, index = 0) out vec4 color;\n"
				"layout(location = 0, index = 1) out vec4 second;\n"
				"void main()\n"
				"{\n"
				"	color = vec4(shade * 0.5 + 0.25, 1.0);\n"
				"	second = vec4(color.rgb + 0.125, 0.5);\n"
				"}\n";

static void init_dual_off(struct scene_run *run)
{
	init_overdrawn(run);
	run->program = scene_program(scene_vert_330, dual_frag);
	glUseProgram(run->program);
}

static void init_dual(struct scene_run *run)
{
	init_dual_off(run);
	glEnable(GL_BLEND);
	glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_ALPHA, GL_ZERO);
}

/* ---- an equation that only fragment shaders which name it may be blended with ---- */

static const char advanced_frag[] = "#version 330\n"
				    "#extension GL_KHR_blend_equation_advanced : enable\n"
				    "#ifdef GL_KHR_blend_equation_advanced\n"
				    "layout(blend_support_multiply) out;\n"
				    "#endif\n"
				    "in vec3 shade;\n"
				    "layout(location = 0) out vec4 color;\n"
				    "void main()\n"
				    "{\n"
				    "	color = vec4(shade, 0.5);\n"
				    "}\n";

static void init_advanced(struct scene_run *run)
{
	init_blended(run);
	run->program = scene_program(scene_vert_330, advanced_frag);
	glUseProgram(run->program);
	if (epoxy_has_gl_extension("GL_KHR_blend_equation_advanced"))
		glBlendEquation(GL_MULTIPLY_KHR);
}

/* ---- stencil: the first draw marks, the second is cut by it ---- */

static void draw_stencil(struct scene_run *run)
{
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_ALWAYS, 1, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
	glDisable(GL_DEPTH_TEST);
	glUseProgram(run->program);
	draw_triangles(run);
	glUseProgram(run->other);
	glStencilFunc(GL_EQUAL, 2, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
	draw_triangles(run);
	glDisable(GL_STENCIL_TEST);
}

/* ---- a query over the draw, printed ---- */

static void init_query(struct scene_run *run)
{
	init_plain(run);
	glGenQueries(1, &run->other);
}

static void draw_query(struct scene_run *run)
{
	GLuint samples;

	glBeginQuery(GL_SAMPLES_PASSED, run->other);
	draw_triangles(run);
	draw_triangles(run);
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(run->other, GL_QUERY_RESULT, &samples);
	printf("%u samples passed\n", samples);
}

/* ---- transform feedback over the draw, its sum printed ---- */

static void init_feedback(struct scene_run *run)
{
	static const char *const captured[] = {"gl_Position", "shade"};

	init_plain(run);
	glTransformFeedbackVaryings(run->program, 2, captured, GL_INTERLEAVED_ATTRIBS);
	glLinkProgram(run->program);
	glUseProgram(run->program);
	glGenBuffers(1, &run->other);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, run->other);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 65536, NULL, GL_STREAM_READ);
}

static void draw_feedback(struct scene_run *run)
{
	float values[12 * 7] = {0};
	double sum = 0;

	glBeginTransformFeedback(GL_TRIANGLES);
	draw_triangles(run);
	glEndTransformFeedback();
	glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof(values), values);
	for (int i = 0; i < 12 * 7; i++)
		sum += values[i] * (i + 1);
	printf("feedback sum %.6f\n", sum);
}

/* ---- indexed and instanced, several programs ---- */

static const char instanced_vert[] =
	"#version 330 core\n"
	"layout(location = 0) in vec3 position;\n"
	"layout(location = 1) in vec3 tint;\n"
	"out vec3 shade;\n"
	"void main()\n"
	"{\n"
	"	shade = tint.gbr;\n"
	"	vec2 at = vec2(gl_InstanceID % 3 - 1, gl_InstanceID / 3 - 1);\n"
	"	gl_Position = vec4(position.xy * 0.4 + at * 0.6, position.z, 1.0);\n"
	"}\n";

static void init_instanced(struct scene_run *run)
{
	static const unsigned short indices[] = {0, 1, 2, 3, 4, 5, 2, 1, 0, 9, 10, 11};
	GLuint elements;

	init_plain(run);
	run->other = scene_program(instanced_vert, scene_frag_330);
	glGenBuffers(1, &elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
}

static void draw_instanced(struct scene_run *run)
{
	glUseProgram(run->program);
	if (scene_draws(run))
		glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
	glUseProgram(run->other);
	if (scene_draws(run))
		glDrawElementsInstanced(GL_TRIANGLES, 12, GL_UNSIGNED_SHORT, NULL, 9);
}

/* ---- what is not debugged yet ---- */

static void init_indirect(struct scene_run *run)
{
	static const GLuint command[] = {12, 1, 0, 0};

	init_plain(run);
	glGenBuffers(1, &run->other);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, run->other);
	glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(command), command, GL_STATIC_DRAW);
}

static void draw_indirect(struct scene_run *run)
{
	if (scene_draws(run))
		glDrawArraysIndirect(GL_TRIANGLES, NULL);
}

static void init_multisampled(struct scene_run *run)
{
	GLuint color, depth;
	int width = run->window.options.width, height = run->window.options.height;

	init_plain(run);
	glGenFramebuffers(1, &run->other);
	glBindFramebuffer(GL_FRAMEBUFFER, run->other);
	glGenRenderbuffers(1, &color);
	glBindRenderbuffer(GL_RENDERBUFFER, color);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, width, height);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
	glGenRenderbuffers(1, &depth);
	glBindRenderbuffer(GL_RENDERBUFFER, depth);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_DEPTH24_STENCIL8, width, height);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
}

static void draw_multisampled(struct scene_run *run)
{
	int width = run->window.options.width, height = run->window.options.height;

	glBindFramebuffer(GL_FRAMEBUFFER, run->other);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	draw_triangles(run);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
	glBlitFramebuffer(
		0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* ---- queries whose results go into the command of an indirect draw: how many instances, and the
 * first vertex, 0 or 1 ---- */

static void init_answered(struct scene_run *run)
{
	init_plain(run);
	glGenQueries(1, &run->other);
	glGenBuffers(1, &run->buffer);
	glDisable(GL_DEPTH_TEST);
}

static void draw_answered(struct scene_run *run)
{
	static const GLuint command[] = {3, 0, 7, 0};

	glBeginQuery(GL_ANY_SAMPLES_PASSED, run->other);
	draw_triangles(run);
	glEndQuery(GL_ANY_SAMPLES_PASSED);
	glClear(GL_COLOR_BUFFER_BIT);
	glBindBuffer(GL_QUERY_BUFFER, run->buffer);
	glBufferData(GL_QUERY_BUFFER, sizeof(command), command, GL_DYNAMIC_COPY);
	glGetQueryObjectuiv(run->other, GL_QUERY_RESULT, (GLuint *)4);
	glGetQueryObjectiv(run->other, GL_QUERY_RESULT_AVAILABLE, (GLint *)8);
	glBindBuffer(GL_QUERY_BUFFER, 0);
	glBindBuffer(GL_DRAW_INDIRECT_BUFFER, run->buffer);
	if (scene_draws(run))
		glDrawArraysIndirect(GL_TRIANGLES, NULL);
}

/* ---- two viewports, which stay as they are while no context is current ---- */

static const char viewports_vert[] = "#version 410 core\n"
				     "in vec3 position;\n"
				     "void main()\n"
				     "{\n"
				     "	gl_Position = vec4(position, 1.0);\n"
				     "}\n";
static const char viewports_geom[] = "#version 410 core\n"
				     "layout(triangles) in;\n"
				     "layout(triangle_strip, max_vertices = 6) out;\n"
				     "flat out int which;\n"
				     "void main()\n"
				     "{\n"
				     "	for (int i = 0; i < 6; i++) {\n"
				     "		which = gl_ViewportIndex = i / 3;\n"
				     "		gl_Position = gl_in[i % 3].gl_Position;\n"
				     "		EmitVertex();\n"
				     "		if (i == 2)\n"
				     "			EndPrimitive();\n"
				     "	}\n"
				     "}\n";
static const char viewports_frag[] = "#version 410 core\n"
				     "flat in int which;\n"
				     "out vec4 color;\n"
				     "void main()\n"
				     "{\n"
				     "	color = vec4(which, 0.5, 1 - which, 1.0);\n"
				     "}\n";

static void init_viewports(struct scene_run *run)
{
	static const char *const text = viewports_geom;
	GLuint shader = glCreateShader(GL_GEOMETRY_SHADER);

	run->program = scene_program(viewports_vert, viewports_frag);
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glAttachShader(run->program, shader);
	glLinkProgram(run->program);
	glUseProgram(run->program);
	scene_bind_triangles(run, true);
	glViewportIndexedf(0, 0, 0, 70.5f, 60.25f);
	glViewportIndexedf(1, 80, 40, 100, 90);
	glEnablei(GL_SCISSOR_TEST, 1);
	glScissorIndexed(1, 90, 50, 70, 70);
}

static void draw_viewports(struct scene_run *run)
{
	if (run->window.glfw) {
		glfwMakeContextCurrent(NULL);
		glfwMakeContextCurrent(run->window.glfw);
	}
	draw_triangles(run);
}

/* ---- draws that cost 1, 8, 2 and 4 times the same ---- */

static const char costs_vert[] =
	"#version 330\n"
	"void main()\n"
	"{\n"
	"	gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0, 1);\n"
	"}\n";
static const char costs_frag[] = "#version 330\n"
				 "uniform int rounds;\n"
				 "out vec4 color;\n"
				 "void main()\n"
				 "{\n"
				 "	float x = gl_FragCoord.x;\n"
				 "	for (int i = 0; i < rounds; i++)\n"
				 "		x = fract(sin(x) * 43758.5);\n"
				 "	color = vec4(x);\n"
				 "}\n";

static void init_costs(struct scene_run *run)
{
	GLuint array;
	glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	run->program = scene_program(costs_vert, costs_frag);
	glUseProgram(run->program);
}

static void draw_costs(struct scene_run *run)
{
	static const GLint rounds[] = {16, 128, 32, 64};
	for (size_t i = 0; i < sizeof rounds / sizeof *rounds && scene_draws(run); i++) {
		glUniform1i(glGetUniformLocation(run->program, "rounds"), rounds[i]);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
}

const struct scene core_scenes[] = {
	{"costs", "draws that cost 1, 8, 2 and 4 times the same", 33, true, init_costs, draw_costs},
	{"plain", "triangles with a depth test", 33, true, init_plain, draw_triangles},
	{"passes", "the same geometry twice, the second time with GL_EQUAL", 33, true, init_passes,
		draw_passes},
	{"discard", "fragments discarded", 33, true, init_discard, draw_triangles},
	{"overdrawn", "several fragments a pixel, the last stays", 33, true, init_overdrawn,
		draw_triangles},
	{"blended", "the same, blended", 33, true, init_blended, draw_triangles},
	{"dual", "blended with a second colour", 33, true, init_dual, draw_triangles},
	{"dual-off", "the same, not blended", 33, true, init_dual_off, draw_triangles},
	{"advanced", "blended by an advanced equation", 33, true, init_advanced, draw_triangles},
	{"stencil", "the second draw cut by the stencil of the first", 33, true, init_passes,
		draw_stencil},
	{"query", "samples counted and printed", 33, true, init_query, draw_query},
	{"feedback", "transform feedback, its sum printed", 33, true, init_feedback, draw_feedback},
	{"instanced", "indexed, then instanced draws", 33, true, init_instanced, draw_instanced},
	{"answered", "an indirect draw with results of queries", 45, true, init_answered,
		draw_answered},
	{"indirect", "an indirect draw", 43, true, init_indirect, draw_indirect},
	{"multisampled", "a draw into a multisampled framebuffer object", 33, true,
		init_multisampled, draw_multisampled},
	{"viewports", "two viewports, while the context is made current again and again", 41, true,
		init_viewports, draw_viewports},
	{NULL},
};
