/* SPDX-License-Identifier: MIT */
/*
 * test-setters [objects|core|named] - calls what sets state in a compatibility context, with values
 * that are not the initial ones, in several rounds, also between glPushAttrib and glPopAttrib; a
 * glFlush follows each round. With a word it is the state of objects, and what has an index; in a
 * core context, if the word says so; named: by EXT_direct_state_access. Draws nothing. What it
 * leaves is told by who looks at its calls: trace-state.py.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include "setters.h"

enum { SIZE = 64 };
#define N_OF(array) (sizeof(array) / sizeof *(array))

static const GLenum capabilities[] = {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_DITHER,
	GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_LINE, GL_POLYGON_OFFSET_POINT,
	GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK,
	GL_SAMPLE_SHADING, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_COLOR_LOGIC_OP, GL_LINE_SMOOTH,
	GL_POLYGON_SMOOTH, GL_MULTISAMPLE, GL_PROGRAM_POINT_SIZE, GL_FRAMEBUFFER_SRGB,
	GL_DEPTH_CLAMP, GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART,
	GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_CLIP_DISTANCE0,
	GL_CLIP_DISTANCE1, GL_CLIP_DISTANCE2, GL_CLIP_DISTANCE3, GL_CLIP_DISTANCE4,
	GL_CLIP_DISTANCE5, GL_CLIP_DISTANCE6, GL_CLIP_DISTANCE7, GL_DEBUG_OUTPUT_SYNCHRONOUS,
	GL_ALPHA_TEST, GL_AUTO_NORMAL, GL_COLOR_MATERIAL, GL_COLOR_SUM, GL_FOG, GL_LIGHTING,
	GL_LINE_STIPPLE, GL_NORMALIZE, GL_RESCALE_NORMAL, GL_POINT_SMOOTH, GL_POINT_SPRITE,
	GL_POLYGON_STIPPLE, GL_INDEX_LOGIC_OP, GL_VERTEX_PROGRAM_TWO_SIDE, GL_VERTEX_PROGRAM_ARB,
	GL_FRAGMENT_PROGRAM_ARB, GL_MAP1_VERTEX_3, GL_MAP1_VERTEX_4, GL_MAP2_VERTEX_3,
	GL_MAP2_VERTEX_4, GL_MAP1_COLOR_4, GL_MAP1_NORMAL, GL_MAP2_COLOR_4, GL_MAP2_NORMAL,
	GL_LIGHT0, GL_LIGHT1, GL_LIGHT2, GL_LIGHT3, GL_LIGHT4, GL_LIGHT5, GL_LIGHT6, GL_LIGHT7};
static const GLenum of_units[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP,
	GL_TEXTURE_RECTANGLE, GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R,
	GL_TEXTURE_GEN_Q};
static const GLenum arrays[] = {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_INDEX_ARRAY,
	GL_EDGE_FLAG_ARRAY, GL_SECONDARY_COLOR_ARRAY, GL_FOG_COORD_ARRAY, GL_TEXTURE_COORD_ARRAY};
static const GLenum hints[] = {GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT,
	GL_TEXTURE_COMPRESSION_HINT, GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_GENERATE_MIPMAP_HINT,
	GL_FOG_HINT, GL_PERSPECTIVE_CORRECTION_HINT, GL_POINT_SMOOTH_HINT};
static const GLenum stores[] = {GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST, GL_UNPACK_IMAGE_HEIGHT,
	GL_UNPACK_SKIP_IMAGES, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
	GL_UNPACK_ALIGNMENT, GL_UNPACK_COMPRESSED_BLOCK_WIDTH, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT,
	GL_UNPACK_COMPRESSED_BLOCK_DEPTH, GL_UNPACK_COMPRESSED_BLOCK_SIZE, GL_PACK_SWAP_BYTES,
	GL_PACK_LSB_FIRST, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES, GL_PACK_ROW_LENGTH,
	GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_ALIGNMENT, GL_PACK_COMPRESSED_BLOCK_WIDTH,
	GL_PACK_COMPRESSED_BLOCK_HEIGHT, GL_PACK_COMPRESSED_BLOCK_DEPTH,
	GL_PACK_COMPRESSED_BLOCK_SIZE};
static const GLenum transfers[] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE,
	GL_DEPTH_SCALE, GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS, GL_DEPTH_BIAS};

static void set_fragments(int k)
{
	static const GLenum functions[] = {GL_NEVER, GL_LESS, GL_EQUAL, GL_GREATER, GL_GEQUAL};
	GLenum function = functions[k % 5], factor = k & 1 ? GL_SRC_ALPHA : GL_DST_COLOR;
	float part = (float)(k % 7) / 8;
	glBlendFunc(factor, GL_ONE_MINUS_SRC_ALPHA);
	glBlendEquation(k & 1 ? GL_MIN : GL_FUNC_SUBTRACT);
	glBlendFuncSeparate(GL_ONE, GL_ZERO, factor, GL_DST_ALPHA);
	glBlendFunci(2, factor, factor);
	glBlendFuncSeparatei(3, GL_ZERO, GL_ONE, factor, GL_ONE);
	glBlendEquationi(1, GL_MAX);
	glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_REVERSE_SUBTRACT);
	glBlendEquationSeparatei(0, GL_MIN, GL_MAX);
	glBlendColor(part, part - 1, 2 * part, 1);
	glColorMask(k & 1, 1, k & 2, 0);
	glColorMaski(k % 4, 0, 1, 1, k & 1);
	glEnablei(GL_BLEND, k % 4);
	glLogicOp(k & 1 ? GL_XOR : GL_NAND);
	glAlphaFunc(function, 2 * part);
	glDepthFunc(function);
	glDepthMask(k & 1);
	glClearDepth(part);
	glDepthRange(part / 2, 1 - part / 4);
	glDepthRangeIndexed(1, part, 0.5);
	glStencilFunc(function, k, 0xf0 | (unsigned)k);
	glStencilOp(GL_INCR, GL_DECR, GL_INVERT);
	glStencilMask(0x3c);
	glStencilFuncSeparate(k & 1 ? GL_FRONT : GL_BACK, GL_NOTEQUAL, 3, 0x7f);
	glStencilOpSeparate(k & 1 ? GL_BACK : GL_FRONT, GL_ZERO, GL_REPLACE, GL_INCR_WRAP);
	glStencilMaskSeparate(k % 3 ? GL_BACK : GL_FRONT_AND_BACK, 0x55);
	glClearStencil(k);
	glClearColor(part, 0.25F, 2, -1);
	glClearAccum(part, -part, 0.5F, 1);
	glSampleCoverage(part, k & 1);
	glMinSampleShading(part);
	glScissor(k, 2, 30 + k, 20);
	glScissorIndexed(1, 5, k, 7, 8);
	glViewport(k, 1, 40, 30 + k);
	glViewportIndexedf(2, 0.5F, part, 20, 10);
	glClampColor(GL_CLAMP_READ_COLOR, k & 1 ? GL_TRUE : GL_FALSE);
}

static void set_primitives(int k)
{
	const float distance[3] = {1, (float)k / 16, 0.5F}, outer[4] = {2, 3, (float)k + 1, 4};
	glCullFace(k & 1 ? GL_FRONT : GL_FRONT_AND_BACK);
	glFrontFace(k & 1 ? GL_CW : GL_CCW);
	glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
	if (k % 3 == 1)
		glPolygonMode(k & 1 ? GL_FRONT : GL_BACK, GL_POINT);
	glPolygonOffset((float)k, -2.5F);
	if (k & 1)
		glPolygonOffsetClamp(0.5F, (float)k, 0.125F);
	glLineWidth(1 + (float)k / 2);
	glLineStipple(2 + k, (GLushort)(0xabc0 + k));
	glPointSize(2.5F + (float)k);
	glPointParameterf(GL_POINT_SIZE_MIN, 1);
	glPointParameterf(GL_POINT_SIZE_MAX, 60 + (float)k);
	glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 3);
	glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, distance);
	glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, k & 1 ? GL_LOWER_LEFT : GL_UPPER_LEFT);
	glProvokingVertex(k & 1 ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
	glPrimitiveRestartIndex(1000u + (unsigned)k);
	glPatchParameteri(GL_PATCH_VERTICES, 4 + k % 8);
	glPatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
	glPatchParameterfv(GL_PATCH_DEFAULT_INNER_LEVEL, outer);
	glClipControl(k & 1 ? GL_UPPER_LEFT : GL_LOWER_LEFT, GL_ZERO_TO_ONE);
	glShadeModel(k & 1 ? GL_FLAT : GL_SMOOTH);
	for (size_t i = 0; i < N_OF(hints); i++)
		glHint(hints[i], (i + (size_t)k) % 2 ? GL_NICEST : GL_FASTEST);
}

static void set_pixels(int k)
{
	for (size_t i = 0; i < N_OF(stores); i++) {
		int is_flag = stores[i] == GL_UNPACK_SWAP_BYTES ||
			      stores[i] == GL_PACK_SWAP_BYTES || stores[i] == GL_UNPACK_LSB_FIRST ||
			      stores[i] == GL_PACK_LSB_FIRST;
		int is_alignment = stores[i] == GL_UNPACK_ALIGNMENT ||
				   stores[i] == GL_PACK_ALIGNMENT;
		if (i & 1)
			glPixelStorei(stores[i], is_flag ? k & 1 : is_alignment ? 1 << k % 4 : k);
		else
			glPixelStoref(stores[i], (float)(is_flag	? k & 1
							 : is_alignment ? 1 << k % 4
									: k));
	}
	for (size_t i = 0; i < N_OF(transfers); i++)
		glPixelTransferf(transfers[i], (float)(k + (int)i) / 4);
	glPixelTransferi(GL_INDEX_SHIFT, k);
	glPixelTransferi(GL_INDEX_OFFSET, -k);
	glPixelTransferi(GL_MAP_COLOR, k & 1);
	glPixelTransferi(GL_MAP_STENCIL, !(k & 1));
	glPixelZoom(1 + (float)k, -0.5F);
}

static void set_matrices(int k)
{
	const float m[16] = {1, 2, 3, 0, 0, 1, 4, 0, 5, 0, (float)k + 1, 0, 0.5F, 0, 0, 1};
	glMatrixMode(GL_PROJECTION);
	glLoadIdentity();
	if (k & 1)
		glFrustum(-1, 1.5, -1, 1, 2, 60);
	else
		glOrtho(-2, 3, -1, 1, -1, 10);
	glMatrixMode(GL_MODELVIEW);
	glLoadMatrixf(m);
	glPushMatrix();
	glRotatef(30 + (float)k, 1, 2, 3);
	glTranslated(1, k, -2);
	glScalef(2, 0.5F, 1);
	glMultMatrixf(m);
	glPushMatrix();
	glLoadTransposeMatrixf(m);
	glMultTransposeMatrixf(m);
	if (k & 1)
		glPopMatrix();
	glMatrixMode(GL_TEXTURE);
	glLoadIdentity();
	glRotated(10 * k, 0, 0, 1);
	glMatrixMode(k & 1 ? GL_MODELVIEW : GL_PROJECTION);
}

static void end_matrices(int k)
{
	glMatrixMode(GL_MODELVIEW);
	glPopMatrix();
	if (!(k & 1))
		glPopMatrix();
}

static void set_lights(int k)
{
	const float colour[4] = {0.25F, (float)k / 8, 2, 0.5F}, at[4] = {1, 2, (float)k, k & 1};
	const GLint numbers[4] = {1, k, -2, 1};
	GLenum light = GL_LIGHT0 + (GLenum)k % 8;
	glLightfv(light, GL_AMBIENT, colour);
	glLightfv(light, GL_DIFFUSE, colour);
	glLightfv(light, GL_SPECULAR, colour);
	glLightfv(light, GL_POSITION, at);
	glLightiv(light, GL_SPOT_DIRECTION, numbers);
	glLightf(light, GL_SPOT_EXPONENT, (float)k);
	glLighti(light, GL_SPOT_CUTOFF, 45);
	glLightf(light, GL_CONSTANT_ATTENUATION, 0.5F);
	glLightf(light, GL_LINEAR_ATTENUATION, (float)k);
	glLightf(light, GL_QUADRATIC_ATTENUATION, 0.125F);
	glLightModelfv(GL_LIGHT_MODEL_AMBIENT, colour);
	glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, k & 1);
	glLightModelf(GL_LIGHT_MODEL_TWO_SIDE, !(k & 1));
	glLightModeli(
		GL_LIGHT_MODEL_COLOR_CONTROL, k & 1 ? GL_SEPARATE_SPECULAR_COLOR : GL_SINGLE_COLOR);
	glColorMaterial(k & 1 ? GL_FRONT : GL_FRONT_AND_BACK, k & 2 ? GL_DIFFUSE : GL_SPECULAR);
	glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, colour);
	glMaterialfv(k & 1 ? GL_FRONT : GL_BACK, GL_SPECULAR, at);
	glMaterialfv(GL_FRONT, GL_EMISSION, colour);
	glMaterialf(k & 1 ? GL_BACK : GL_FRONT_AND_BACK, GL_SHININESS, (float)k);
	glFogi(GL_FOG_MODE, k & 1 ? GL_LINEAR : GL_EXP2);
	glFogf(GL_FOG_DENSITY, (float)k);
	glFogf(GL_FOG_START, 0.25F);
	glFogf(GL_FOG_END, (float)k + 2);
	glFogf(GL_FOG_INDEX, 1);
	glFogfv(GL_FOG_COLOR, colour);
	glFogi(GL_FOG_COORD_SRC, k & 1 ? GL_FOG_COORD : GL_FRAGMENT_DEPTH);
}

static void set_current(int k)
{
	const GLubyte bytes[4] = {255, (GLubyte)(k * 20), 0, 51};
	const float three[3] = {0.5F, (float)k, -1}, four[4] = {1, 2, (float)k, 4};
	glColor4ubv(bytes);
	glColor3f(0.25F, (float)k / 4, 1);
	glColor4us(65535, 0, 13107, 65535);
	if (k & 1)
		glColor3fv(three);
	glSecondaryColor3f(0.125F, (float)k, 0.5F);
	glNormal3f(0, (float)k, 1);
	if (k & 1)
		glNormal3dv((const double[]){1, 0.5, k});
	glFogCoordf((float)k / 2);
	glIndexi(k);
	glEdgeFlag(k & 1);
	glTexCoord2f(0.5F, (float)k);
	glMultiTexCoord3fv(GL_TEXTURE2, three);
	glMultiTexCoord4fv(GL_TEXTURE3, four);
	glMultiTexCoord1f(GL_TEXTURE1, (float)k);
	glVertexAttrib1f(3, (float)k);
	glVertexAttrib2f(4, (float)k, 2);
	glVertexAttrib4fv(5, four);
	glVertexAttrib3dv(6, (const double[]){1, 2, k});
	glRasterPos2i(k, 1);
}

static void set_units(int k)
{
	const float plane[4] = {1, (float)k, 0.5F, 2};
	const GLenum coordinates[] = {GL_S, GL_T, GL_R, GL_Q};
	glActiveTexture(GL_TEXTURE0 + (GLenum)k % 4);
	glClientActiveTexture(GL_TEXTURE0 + (GLenum)(k + 1) % 4);
	for (size_t i = 0; i < N_OF(of_units); i++)
		if ((i + (size_t)k) % 3)
			glEnable(of_units[i]);
		else
			glDisable(of_units[i]);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, k & 1 ? GL_COMBINE : GL_DECAL);
	glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, k & 1 ? GL_ADD : GL_REPLACE);
	glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_INTERPOLATE);
	glTexEnvi(GL_TEXTURE_ENV, GL_SRC0_RGB, GL_CONSTANT);
	glTexEnvi(GL_TEXTURE_ENV, GL_SRC1_RGB, GL_PRIMARY_COLOR);
	glTexEnvi(GL_TEXTURE_ENV, GL_SRC2_RGB, GL_PREVIOUS);
	glTexEnvi(GL_TEXTURE_ENV, GL_SRC0_ALPHA, GL_PREVIOUS);
	glTexEnvi(GL_TEXTURE_ENV, GL_SRC1_ALPHA, GL_CONSTANT);
	glTexEnvi(GL_TEXTURE_ENV, GL_SRC2_ALPHA, GL_TEXTURE);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_RGB, GL_ONE_MINUS_SRC_COLOR);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_RGB, GL_SRC_ALPHA);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND2_RGB, GL_SRC_COLOR);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND2_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 2);
	glTexEnvf(GL_TEXTURE_ENV, GL_ALPHA_SCALE, 4);
	glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, plane);
	glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, (float)k / 4);
	glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, k >> 2 & 1);
	for (size_t i = 0; i < N_OF(coordinates); i++) {
		glTexGeni(coordinates[i], GL_TEXTURE_GEN_MODE,
			(i + (size_t)k) % 2 ? GL_OBJECT_LINEAR : GL_EYE_LINEAR);
		glTexGenfv(coordinates[i], GL_OBJECT_PLANE, plane);
	}
}

static void set_arrays(int k)
{
	static float data[64];
	for (size_t i = 0; i < N_OF(arrays); i++)
		if ((i + (size_t)k) % 3)
			glEnableClientState(arrays[i]);
		else
			glDisableClientState(arrays[i]);
	glVertexPointer(2 + k % 3, k & 1 ? GL_SHORT : GL_DOUBLE, 16 + k, data);
	glNormalPointer(k & 1 ? GL_BYTE : GL_INT, 8, data);
	glColorPointer(3 + k % 2, GL_UNSIGNED_BYTE, 4 + k, data);
	glSecondaryColorPointer(3, GL_UNSIGNED_SHORT, 12, data);
	glFogCoordPointer(GL_DOUBLE, 8 + k, data);
	glIndexPointer(GL_SHORT, 2, data);
	glEdgeFlagPointer(1 + k, data);
	glVertexAttribPointer(3, 2, GL_SHORT, k & 1, 4, data);
	glVertexAttribIPointer(4, 3, GL_UNSIGNED_BYTE, 3 + k, data);
	glVertexAttribPointer(5, 4, GL_UNSIGNED_BYTE, 1, 0, data);
	glVertexAttribDivisor(3, (GLuint)k);
	glEnableVertexAttribArray(3 + (GLuint)k % 2);
	glDisableVertexAttribArray(3 + (GLuint)(k + 1) % 2);
	glMapGrid1f(3 + k, -1, 2);
	glMapGrid2f(2, 0, 3, 4 + k, 1, 5);
	glListBase(100u + (unsigned)k);
}

static void set_textures(int k, GLuint texture, GLuint sampler)
{
	static const GLint swizzle[4] = {GL_ALPHA, GL_ONE, GL_ZERO, GL_RED};
	glActiveTexture(GL_TEXTURE1);
	glBindTexture(GL_TEXTURE_2D, texture);
	glBindSampler(1, k & 1 ? sampler : 0);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, k & 1 ? GL_NEAREST : GL_LINEAR);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_BORDER);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, k % 3);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 5);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, -1);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, (float)k);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, 0.25F);
	glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 0.5F);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_GREATER);
	glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, k & 1);
	glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_INTENSITY);
	glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_G, k & 1 ? GL_BLUE : GL_GREEN);
	glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
	glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
	glSamplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, (float)k / 8);
	glSamplerParameterf(sampler, GL_TEXTURE_MAX_LOD, 3);
	glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_FUNC, GL_ALWAYS);
}

static void set_all(int k, GLuint texture, GLuint sampler)
{
	for (size_t i = 0; i < N_OF(capabilities); i++)
		if ((i * 7 + (size_t)k) % 3)
			glEnable(capabilities[i]);
		else
			glDisable(capabilities[i]);
	set_fragments(k);
	set_primitives(k);
	set_pixels(k);
	set_matrices(k);
	set_lights(k);
	set_current(k);
	set_units(k);
	set_arrays(k);
	set_textures(k, texture, sampler);
	end_matrices(k);
}

static int open_context(bool is_core)
{
	static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24,
		EGL_STENCIL_SIZE, 8, EGL_NONE};
	static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	static const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
	EGLConfig config;
	EGLint n = 0;
	if (!eglInitialize(display, NULL, NULL) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return 0;
	eglBindAPI(EGL_OPENGL_API);
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(
		display, config, EGL_NO_CONTEXT, is_core ? core : NULL);
	return eglMakeCurrent(display, surface, surface, context);
}

static void set_round(const char *what, int k, GLuint texture, GLuint sampler)
{
	if (what && !strcmp(what, "named"))
		set_named(k);
	else if (what)
		set_objects(k);
	else
		set_all(k, texture, sampler);
	glFlush();
}

int main(int argc, char **argv)
{
	static const GLbitfield groups[] = {GL_ALL_ATTRIB_BITS, GL_ENABLE_BIT,
		GL_LIGHTING_BIT | GL_CURRENT_BIT | GL_FOG_BIT | GL_VIEWPORT_BIT,
		GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT | GL_POLYGON_BIT,
		GL_TEXTURE_BIT | GL_TRANSFORM_BIT | GL_HINT_BIT | GL_MULTISAMPLE_BIT |
			GL_SCISSOR_BIT,
		GL_POINT_BIT | GL_LINE_BIT | GL_EVAL_BIT | GL_LIST_BIT | GL_PIXEL_MODE_BIT};
	GLuint texture, sampler;
	const char *what = argc > 1 ? argv[1] : NULL;
	bool is_core = what && !strcmp(what, "core");
	if (!open_context(is_core)) {
		fprintf(stderr, "test-setters: there is no context\n");
		return 1;
	}
	glGenTextures(1, &texture);
	glGenSamplers(1, &sampler);
	for (int k = 1; k < 9; k++) {
		set_round(what, k, texture, sampler);
		if (is_core)
			continue;
		glPushAttrib(groups[k % N_OF(groups)]);
		glPushClientAttrib(k & 1 ? GL_CLIENT_ALL_ATTRIB_BITS : GL_CLIENT_PIXEL_STORE_BIT);
		set_round(what, k + 1, texture, sampler);
		glPopClientAttrib();
		glPopAttrib();
		glFlush();
	}
	GLenum error = glGetError();
	printf("%x\n", error);
	return error != GL_NO_ERROR;
}
