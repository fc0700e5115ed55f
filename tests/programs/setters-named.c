/* SPDX-License-Identifier: MIT */
/* Of test-setters: GL_EXT_direct_state_access, which names units, matrices and objects instead of
 * what is chosen or bound. */
#include "setters.h"

#include <stdbool.h>
#include <stddef.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>

static struct {
	bool are_made;
	GLuint textures[3], framebuffers[2], renderbuffer, buffers[2], arrays[2];
} named;

static void make_objects(void)
{
	if (named.are_made)
		return;
	named.are_made = true;
	glGenTextures(3, named.textures);
	glTextureImage2DEXT(named.textures[0], GL_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA,
		GL_UNSIGNED_BYTE, NULL);
	glGenFramebuffers(2, named.framebuffers);
	glGenRenderbuffers(1, &named.renderbuffer);
	glNamedRenderbufferStorageEXT(named.renderbuffer, GL_DEPTH24_STENCIL8, 32, 32);
	glGenBuffers(2, named.buffers);
	glGenVertexArrays(2, named.arrays);
	for (unsigned i = 0; i < 2; i++) {
		glBindFramebuffer(GL_FRAMEBUFFER, named.framebuffers[i]);
		glBindVertexArray(named.arrays[i]);
		glBindBuffer(GL_ARRAY_BUFFER, named.buffers[i]);
	}
}

static void set_matrices(int k)
{
	static const GLenum modes[] = {
		GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE, GL_TEXTURE2, GL_TEXTURE0};
	const GLfloat values[16] = {
		(float)k, 1, 0, 0, 0, 2, 0, 0.5F, 0, 0, 1, 0, 3, 0, (float)k / 4, 1};
	const GLdouble doubles[16] = {1, 0.25, 0, k, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
	glMatrixMode(k & 1 ? GL_PROJECTION : GL_MODELVIEW);
	glActiveTexture(GL_TEXTURE0 + (GLenum)k % 3);
	for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
		switch ((k + (int)i) % 4) {
		case 0:
			glMatrixLoadfEXT(modes[i], values);
			glMatrixMultTransposedEXT(modes[i], doubles);
			break;
		case 1:
			glMatrixLoadIdentityEXT(modes[i]);
			glMatrixRotatefEXT(modes[i], 30 + (float)k, 1, 0.5F, 0);
			glMatrixTranslatedEXT(modes[i], 1, k, -0.5);
			break;
		case 2:
			glMatrixLoadTransposefEXT(modes[i], values);
			glMatrixScalefEXT(modes[i], 1, 2, (float)k);
			break;
		default:
			glMatrixLoaddEXT(modes[i], doubles);
			glMatrixMultfEXT(modes[i], values);
			glMatrixOrthoEXT(modes[i], -1, k, -2, 2, 1, 5);
		}
	}
	glMatrixPushEXT(GL_PROJECTION);
	glMatrixFrustumEXT(GL_PROJECTION, -1, 1, -1, k, 1, 4);
	if (k & 2)
		glMatrixPopEXT(GL_PROJECTION);
}

static void end_matrices(int k)
{
	if (!(k & 2))
		glMatrixPopEXT(GL_PROJECTION);
}

static void set_units(int k)
{
	const GLfloat color[4] = {0.25F, (float)(k % 5) / 4, 0.5F, 1};
	const GLfloat plane[4] = {1, (float)k, 0, 2};
	GLenum unit = GL_TEXTURE0 + (GLenum)(k + 1) % 4;
	glActiveTexture(GL_TEXTURE0 + (GLenum)k % 4);
	glMultiTexEnviEXT(unit, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, k & 1 ? GL_ADD : GL_BLEND);
	glMultiTexEnvfvEXT(unit, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color);
	glMultiTexEnvfEXT(unit, GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, (float)k / 8);
	glMultiTexGeniEXT(unit, GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
	glMultiTexGenfvEXT(unit, GL_T, GL_OBJECT_PLANE, plane);
	glBindMultiTextureEXT(unit, GL_TEXTURE_2D, named.textures[k % 2]);
	glBindMultiTextureEXT(GL_TEXTURE3, GL_TEXTURE_CUBE_MAP, k & 1 ? named.textures[2] : 0);
	glMultiTexParameteriEXT(
		unit, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, k & 1 ? GL_REPEAT : GL_CLAMP_TO_EDGE);
	glMultiTexParameterfEXT(unit, GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, (float)k);
	glTextureParameteriEXT(named.textures[k % 2], GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
		k & 1 ? GL_NEAREST : GL_LINEAR);
	glEnableIndexedEXT(GL_TEXTURE_2D, (GLuint)k % 4);
	glDisableIndexedEXT(GL_TEXTURE_2D, (GLuint)(k + 1) % 4);
	glEnableIndexedEXT(GL_TEXTURE_GEN_S, (GLuint)k % 3);
}

static void set_arrays(int k)
{
	GLuint array = named.arrays[k % 2], buffer = named.buffers[k % 2];
	GLuint index = 1 + (GLuint)k % 4;
	glBindVertexArray(array);
	glNamedBufferDataEXT(buffer, 100 + k, NULL, k & 1 ? GL_STATIC_DRAW : GL_STREAM_READ);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glEnableClientStateIndexedEXT(GL_TEXTURE_COORD_ARRAY, (GLuint)k % 3);
	glDisableClientStateiEXT(GL_TEXTURE_COORD_ARRAY, (GLuint)(k + 1) % 3);
	glEnableVertexArrayEXT(array, GL_NORMAL_ARRAY);
	glDisableVertexArrayEXT(array, k & 1 ? GL_COLOR_ARRAY : GL_INDEX_ARRAY);
	glEnableVertexArrayAttribEXT(array, index);
	glDisableVertexArrayAttribEXT(array, 5);
	glVertexArrayVertexOffsetEXT(array, buffer, 3, k & 1 ? GL_FLOAT : GL_SHORT, 16, 4);
	glVertexArrayColorOffsetEXT(array, buffer, 4, GL_UNSIGNED_BYTE, 8, 0);
	glVertexArrayNormalOffsetEXT(array, buffer, GL_FLOAT, 12 + 4 * k, 0);
	glVertexArrayVertexAttribOffsetEXT(array, buffer, index, 2, GL_FLOAT, GL_FALSE, 8 * k, 16);
	glVertexArrayVertexAttribIOffsetEXT(array, buffer, 6, 2, GL_INT, 8, 4 * k);
	glVertexArrayVertexAttribFormatEXT(array, 7, 3, GL_SHORT, GL_TRUE, (GLuint)k);
	glVertexArrayVertexAttribIFormatEXT(array, 8, 2, GL_BYTE, 4);
	glVertexArrayVertexAttribBindingEXT(array, 7, 9);
	glVertexArrayBindVertexBufferEXT(array, 9, buffer, 4 * k, 24);
	glVertexArrayVertexBindingDivisorEXT(array, 9, (GLuint)k);
	glVertexArrayVertexAttribDivisorEXT(array, index, (GLuint)k % 3);
}

static void set_framebuffers(int k)
{
	GLuint framebuffer = named.framebuffers[k % 2];
	const GLenum both[2] = {GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0};
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glNamedFramebufferTexture2DEXT(
		framebuffer, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, k % 3 ? named.textures[0] : 0, 0);
	/* Not glNamedFramebufferTextureEXT: Mesa 22.3 attaches nothing, and says nothing. */
	glNamedFramebufferTexture2DEXT(
		framebuffer, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, named.textures[0], 0);
	glNamedFramebufferRenderbufferEXT(
		framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, named.renderbuffer);
	if (k & 1)
		glFramebufferDrawBuffersEXT(framebuffer, 2, both);
	else
		glFramebufferDrawBufferEXT(framebuffer, GL_COLOR_ATTACHMENT1);
	glFramebufferReadBufferEXT(framebuffer, k & 2 ? GL_COLOR_ATTACHMENT1 : GL_NONE);
	glNamedFramebufferParameteriEXT(framebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, 10 + k);
}

static void set_client(int k)
{
	glPixelStorei(GL_UNPACK_ROW_LENGTH, k);
	glPixelStorei(GL_PACK_ALIGNMENT, 2);
	if (k % 3 == 0)
		glClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT);
	if (k % 3 == 1) {
		glPushClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT);
		glPixelStorei(GL_UNPACK_SKIP_ROWS, k);
		glFlush();
		glPopClientAttrib();
	}
}

void set_named(int k)
{
	make_objects();
	set_matrices(k);
	set_units(k);
	set_arrays(k);
	set_framebuffers(k);
	set_client(k);
	glFlush();
	end_matrices(k);
}
