/* SPDX-License-Identifier: MIT */
/* Ways of test-analysis whose shaders declare their samplers in other words. */
#include <string.h>
#include "tests/programs/analysis.h"

static const char head[] = "#version 440\nin vec2 at;\nout vec4 colour;\n";

void use_fragment(const char *body)
{
	char text[2000] = "";
	strcat(text, head);
	strcat(text, body);
	program = make_program(text);
	glUseProgram(program);
	shift = glGetUniformLocation(program, "shift");
}

static void bind_to(GLuint unit)
{
	glActiveTexture(GL_TEXTURE0);
	glBindTexture(GL_TEXTURE_2D, 0);
	glActiveTexture(GL_TEXTURE0 + unit);
	glBindTexture(GL_TEXTURE_2D, texture);
	glActiveTexture(GL_TEXTURE0);
}

/* The texture is at that unit alone. */
static void draw_with(int frame, const char *body, GLuint unit)
{
	if (!frame) {
		use_fragment(body);
		bind_to(unit);
	}
	draw_frame(frame);
}

/* ---- one fault each: no texture is where one is looked up ---- */

/* The program neither asks for it nor sets it. */
static void sampler_default(int frame)
{
	draw_with(frame,
		"uniform sampler2D picture;\n"
		"void main() { vec4 seen = texture(picture, at); colour = seen; }\n",
		1);
}

static void sampler_binding(int frame)
{
	draw_with(frame,
		"#define UNIT 2\n"
		"uniform layout(binding = UNIT + 1) sampler2D picture;\n"
		"void main() { colour = 0.5 * texture(picture, at) + vec4(0.0); }\n",
		1);
}

static void sampler_location(int frame)
{
	if (!frame) {
		use_fragment("layout(location = 5) uniform sampler2D picture;\n"
			     "void main() { colour = texture(picture, at); }\n");
		glUniform1i(5, 2);
		bind_to(0);
	}
	draw_frame(frame);
}

static void sampler_array(int frame)
{
	static const GLint units[] = {0, 4};
	if (!frame) {
		use_fragment("uniform sampler2D pictures[2];\n"
			     "void main() { colour = texture(pictures[1], at); }\n");
		glUniform1iv(glGetUniformLocation(program, "pictures"), 2, units);
		bind_to(1);
	}
	draw_frame(frame);
}

static void sampler_member(int frame)
{
	draw_with(frame,
		"struct Light { vec4 colour; sampler2D maps[3]; };\n"
		"uniform Light lights[2];\n"
		"void main() { colour = texture(lights[1].maps[2], at); }\n",
		1);
}

static void sampler_argument(int frame)
{
	draw_with(frame,
		"uniform sampler2D picture, other;\n"
		"vec4 look(sampler2D from, vec2 where) { vec2 there = where; return texture(from, "
		"there); }\n"
		"void main() { vec4 unused = look(picture, at); colour.rgb = look(other, at).rgb; "
		"}\n",
		1);
}

/* One face is smaller than the others. */
static void cube_uneven(int frame)
{
	GLuint name;
	if (!frame) {
		use_fragment("uniform samplerCube sky;\n"
			     "void main() { colour = texture(sky, vec3(at, 1.0)); }\n");
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_CUBE_MAP, name);
		for (int i = 0; i < 12; i++) /* the first six are replaced */
			glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)i % 6, 0, GL_RGBA8,
				i == 3 || i == 9 ? 16 : 32, i == 3 || i == 9 ? 16 : 32, 0, GL_RGBA,
				GL_UNSIGNED_BYTE, pixels);
		glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	}
	draw_frame(frame);
}

/* ---- blocks of uniforms ---- */

static void fill_block(GLuint name)
{
	static const GLfloat tint[] = {0.5f, 0.5f, 0.5f, 1};
	glBindBuffer(GL_UNIFORM_BUFFER, name);
	glBufferData(GL_UNIFORM_BUFFER, sizeof tint, tint, GL_STATIC_DRAW);
}

/* `mapped`: which of the buffers of two blocks is mapped at the draw; the second one is not read.
 */
static void draw_with_blocks(int frame, int mapped)
{
	static GLuint buffers[2];
	if (!frame) {
		use_fragment("layout(std140) uniform Colours { vec4 tint; };\n"
			     "layout(std140, binding = 1) uniform Others { vec4 other; };\n"
			     "void main() { colour = vec4(0.5) + tint; }\n");
		glGenBuffers(2, buffers);
		for (int i = 0; i < 2; i++)
			fill_block(buffers[i]);
		glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Colours"), 2);
		glBindBufferBase(GL_UNIFORM_BUFFER, 2, buffers[0]);
		glBindBufferBase(GL_UNIFORM_BUFFER, 1, buffers[1]);
		glBindBuffer(GL_UNIFORM_BUFFER, buffers[mapped]);
	}
	glMapBufferRange(GL_UNIFORM_BUFFER, 0, 16, GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
	draw_frame(frame);
	glUnmapBuffer(GL_UNIFORM_BUFFER);
}

static void mapped_block(int frame)
{
	draw_with_blocks(frame, 0);
}

static void clean_block(int frame)
{
	draw_with_blocks(frame, 1);
}

/* The block that is read has no buffer, the one that is not read neither. */
static void block_without_buffer(int frame)
{
	if (!frame) {
		use_fragment("layout(std140) uniform Colours { vec4 tint; };\n"
			     "layout(std140, binding = 1) uniform Others { vec4 other; };\n"
			     "void main() { colour = vec4(0.5) + tint; }\n");
		glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Colours"), 2);
	}
	draw_frame(frame);
}

/* ---- depths that are compared ---- */

static void look_up_depths(int frame, GLenum of_texture, GLenum of_sampler)
{
	static const GLfloat depths[16] = {0.5f, 0.5f, 0.5f, 0.5f};
	GLuint name, sampler;
	if (!frame) {
		use_fragment("uniform sampler2DShadow shadows;\n"
			     "void main() { colour = vec4(0.5 + texture(shadows, vec3(at, 0.2))); "
			     "}\n");
		glGenTextures(1, &name);
		glBindTexture(GL_TEXTURE_2D, name);
		glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_DEPTH_COMPONENT,
			GL_FLOAT, depths);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
		glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, (GLint)of_texture);
		glGetUniformLocation(program, "shadows");
		if (of_sampler) {
			glGenSamplers(1, &sampler);
			glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
			glSamplerParameteri(
				sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
			glBindSampler(0, sampler);
		}
	}
	draw_frame(frame);
}

static void comparison_without_mode(int frame)
{
	look_up_depths(frame, GL_NONE, 0);
}

static void clean_comparison(int frame)
{
	look_up_depths(frame, GL_COMPARE_REF_TO_TEXTURE, 0);
}

static void clean_comparison_by_sampler(int frame)
{
	look_up_depths(frame, GL_NONE, GL_COMPARE_REF_TO_TEXTURE);
}

/* ---- the same, if the shader gets there, or if no compiler leaves it out ---- */

static void sampler_branch(int frame)
{
	if (!frame) {
		use_fragment("uniform sampler2D picture;\n"
			     "void main() { colour = vec4(1.0);\n"
			     "	if (at.x > 9.0) colour = texture(picture, at); }\n");
		glGetUniformLocation(program, "picture");
		bind_to(1);
	}
	draw_frame(frame);
}

static void sampler_element(int frame)
{
	static const GLint units[] = {1, 2};
	if (!frame) {
		use_fragment("uniform sampler2D pictures[2];\n"
			     "uniform int which;\n"
			     "void main() { colour = texture(pictures[which], at); }\n");
		glUniform1iv(glGetUniformLocation(program, "pictures"), 2, units);
		bind_to(1);
	}
	draw_frame(frame);
}

static void sampler_left_out(int frame)
{
	draw_with(frame,
		"uniform sampler2D picture;\n"
		"void main() { vec4 seen = texture(picture, at); float none = 0.0;\n"
		"	colour = vec4(1.0) + none * seen; }\n",
		1);
}

/* ---- what looks like a fault and is none ---- */

static void clean_binding(int frame)
{
	if (!frame) {
		use_fragment("layout(binding = 3) uniform sampler2D picture;\n"
			     "void main() { colour = texture(picture, at); }\n");
		glGetUniformLocation(program, "picture");
		bind_to(3);
	}
	draw_frame(frame);
}

/* What is declared and not looked up, and a text that is compiled no more. */
static void clean_samplers(int frame)
{
	static const char *const later = "#version 130\nuniform sampler3D volume;\n"
					 "out vec4 colour;\n"
					 "void main() { colour = texture(volume, vec3(0.5)); }\n";
	if (!frame) {
		use_fragment("uniform samplerCube sky, unseen;\n"
			     "uniform sampler2D pictures[4];\n"
			     "vec4 never() { return texture(sky, vec3(at, 1.0)); }\n"
			     "#if 0\n"
			     "uniform sampler3D volume;\n"
			     "#endif\n"
			     "void main() { colour = texture(pictures[3], at);\n"
			     "	vec4 seen = texture(unseen, vec3(at, 1.0)); }\n");
		GLuint shaders[2];
		GLint units[] = {7, 7, 7, 3};
		glGetAttachedShaders(program, 2, NULL, shaders);
		glShaderSource(shaders[1], 1, &later, NULL);
		glUniform1iv(glGetUniformLocation(program, "pictures"), 4, units);
		glGetUniformLocation(program, "unseen");
		bind_to(3);
	}
	draw_frame(frame);
}

const struct way sampler_ways[] = {
	{"sampler-default", sampler_default},
	{"sampler-binding", sampler_binding},
	{"sampler-location", sampler_location},
	{"sampler-array", sampler_array},
	{"sampler-member", sampler_member},
	{"sampler-argument", sampler_argument},
	{"mapped-block", mapped_block},
	{"clean-block", clean_block},
	{"block-without-buffer", block_without_buffer},
	{"comparison-without-mode", comparison_without_mode},
	{"clean-comparison", clean_comparison},
	{"clean-comparison-by-sampler", clean_comparison_by_sampler},
	{"cube-uneven", cube_uneven},
	{"sampler-branch", sampler_branch},
	{"sampler-element", sampler_element},
	{"sampler-left-out", sampler_left_out},
	{"clean-binding", clean_binding},
	{"clean-samplers", clean_samplers},
	{NULL, NULL},
};
