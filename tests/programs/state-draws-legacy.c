/* SPDX-License-Identifier: MIT */
/* Ways of drawing that only the compatibility profile has, for test-state. */
#include "config.h"
#include "tests/programs/state-draws.h"

#include <string.h>

static GLuint lists;

/* ---- blocks ---- */

static void block(void)
{
	glBegin(state_mode);
	for (int i = 0; i < scene_vertices; i++) {
		glVertexAttrib3fv(1, scene_triangles + 6 * i + 3);
		glColor4f(0.25f * (i % 3), 0.5f, 0.75f, 1);
		glNormal3f(0, i, 1);
		glMaterialf(GL_FRONT, GL_SHININESS, 3 + i);
		glVertexAttrib3fv(0, scene_triangles + 6 * i);
	}
	glEnd();
}

static void draw_block(struct scene_run *run)
{
	(void)run;
	block();
}

/* The vertices come from the arrays. */
static void draw_array_elements(struct scene_run *run)
{
	(void)run;
	glBegin(state_mode);
	for (int i = scene_vertices - 1; i >= 0; i--)
		glArrayElement(i);
	glEnd();
}

/* ---- lists ---- */

/* A rectangle is an error where triangles or patches are wanted. */
static void block_or_rect(void)
{
	if (!state_more_stages) {
		glRectf(-0.5f, -0.5f, 0.25f, 0.25f);
		return;
	}
	glBegin(state_mode);
	glVertex2f(-0.5f, -0.5f);
	glVertex2f(0.25f, 0.25f);
	glVertex2f(0.25f, -0.5f);
	glEnd();
}

static void set_lists(struct scene_run *run)
{
	lists = glGenLists(3);
	glNewList(lists, GL_COMPILE);
	block();
	glEndList();
	glNewList(lists + 1, GL_COMPILE);
	glPushAttrib(GL_ENABLE_BIT | GL_TRANSFORM_BIT);
	glDisable(GL_CULL_FACE);
	glMatrixMode(GL_PROJECTION);
	glPushMatrix();
	glLoadIdentity();
	glRotatef(20, 1, 2, 3);
	glCallList(lists);
	glPopMatrix();
	glPopAttrib();
	glMatrixMode(GL_TEXTURE);
	glScalef(2, 3, 4);
	glActiveTexture(GL_TEXTURE2);
	glBindTexture(GL_TEXTURE_2D, run->texture);
	glLineWidth(2);
	glDepthFunc(GL_ALWAYS);
	block_or_rect();
	glEndList();
	glNewList(lists + 2, GL_COMPILE);
	glUseProgram(0);
	glDisable(GL_SCISSOR_TEST);
	glColorMask(GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE);
	glUseProgram(run->program);
	glUniform1i(glGetUniformLocation(run->program, "choice[2]"), 5);
	glCallList(lists);
	if (state_has(40, "GL_ARB_tessellation_shader"))
		glPatchParameteri(GL_PATCH_VERTICES, 5);
	glDepthMask(GL_FALSE);
	glStencilMask(0x33);
	glFrontFace(GL_CCW);
	glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
	block_or_rect();
	glEndList();
}

static void draw_list(struct scene_run *run)
{
	(void)run;
	glCallList(lists);
}

static void draw_lists(struct scene_run *run)
{
	static const GLbyte offsets[] = {1, 0};

	(void)run;
	glListBase(lists);
	glCallLists(2, GL_BYTE, offsets);
}

static void draw_list_program(struct scene_run *run)
{
	(void)run;
	glCallList(lists + 2);
}

/* What it draws comes from the arrays that were there when it was compiled. */
static void set_list_arrays(struct scene_run *run)
{
	static const GLubyte indices[] = {0, 1, 2, 77, 3, 4, 5, 6, 7, 8};

	(void)run;
	lists = glGenLists(1);
	glNewList(lists, GL_COMPILE);
	glDrawElements(state_mode, 10, GL_UNSIGNED_BYTE, indices);
	glDrawArrays(state_mode, 9, 3);
	glEndList();
	glDisableVertexAttribArray(0);
	glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 4, scene_triangles);
}

/* ---- rectangles of pixels and others ---- */

static void draw_rect(struct scene_run *run)
{
	(void)run;
	glRectf(0.5f, -0.5f, -0.75f, 0.25f);
}

/* The unpack state is unusual: enough rows of enough bytes. */
static unsigned char pixels[40 * 40 * 4];

static void set_pixels(struct scene_run *run)
{
	(void)run;
	for (size_t i = 0; i < sizeof(pixels); i++)
		pixels[i] = 7 * i;
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glMatrixMode(GL_PROJECTION);
	glLoadIdentity();
	glMatrixMode(GL_TEXTURE);
	glRasterPos2f(-0.5f, -0.5f);
	glColor4f(0.9f, 0.6f, 0.5f, 0.4f);
}

/* The same, from a buffer. */
static void set_pixels_buffer(struct scene_run *run)
{
	GLuint buffer;

	set_pixels(run);
	glGenBuffers(1, &buffer);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof(pixels), pixels, GL_STATIC_DRAW);
}

/* From a framebuffer of its own. */
static void set_copied(struct scene_run *run)
{
	GLuint texture, framebuffer;

	set_pixels(run);
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 24, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glBindTexture(GL_TEXTURE_2D, 0);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(
		GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	glReadBuffer(GL_COLOR_ATTACHMENT0);
}

static void draw_copied(struct scene_run *run)
{
	(void)run;
	glCopyPixels(5, 3, 16, 12, GL_COLOR);
}

static void draw_pixels(struct scene_run *run)
{
	(void)run;
	glDrawPixels(16, 12, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static void draw_pixels_buffer(struct scene_run *run)
{
	(void)run;
	glDrawPixels(16, 12, GL_RGBA, GL_UNSIGNED_BYTE, (void *)16);
}

static void draw_bitmap(struct scene_run *run)
{
	(void)run;
	glBitmap(32, 20, 1, 2, 35, 3, pixels);
}

const struct state_draw state_draws_legacy[] = {
	{"block", NULL, draw_block},
	{"array-elements", NULL, draw_array_elements},
	{"list", set_lists, draw_list},
	{"lists", set_lists, draw_lists},
	{"list-program", set_lists, draw_list_program},
	{"list-arrays", set_list_arrays, draw_list},
	{"rect", NULL, draw_rect},
	{"pixels", set_pixels, draw_pixels},
	{"pixels-buffer", set_pixels_buffer, draw_pixels_buffer},
	{"pixels-copied", set_copied, draw_copied},
	{"bitmap", set_pixels, draw_bitmap},
	{NULL, NULL, NULL},
};
