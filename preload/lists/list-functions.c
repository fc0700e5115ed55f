/* SPDX-License-Identifier: MIT */
/* What becomes of a call between glNewList and glEndList (compatibility profile, section 21.4). */
#include "preload/lists/list.h"

#include <string.h>

/* Functions whose effect the attribute stack keeps; a star at the end: all that begin so. */
static const char *const kept[] = {"glActiveTexture*", "glAlphaFunc", "glBindTexture",
	"glBlendColor", "glBlendEquation*", "glBlendFunc*", "glClipPlane", "glColorMaterial",
	"glCullFace", "glDepthFunc", "glDepthRange", "glFog*", "glFrontFace", "glHint", "glLight*",
	"glLine*", "glListBase", "glLogicOp", "glPassThrough", "glPixelTransfer*", "glPixelZoom",
	"glPointSize*", "glPointParameter*", "glPolygon*", "glRasterPos*", "glSampleCoverage*",
	"glShadeModel", "glStencilFunc*", "glStencilOp*", "glTexEnv*", "glTexGen*", "glWindowPos*",
	"glInitNames", "glLoadName", "glPushName", "glPopName"};

static const char *const matrix_functions[] = {"glMatrixMode", "glLoadIdentity", "glLoadMatrix*",
	"glLoadTransposeMatrix*", "glMultMatrix*", "glMultTransposeMatrix*", "glRotate*",
	"glScalef", "glScaled", "glTranslate*", "glFrustum", "glOrtho", "glPushMatrix",
	"glPopMatrix"};

/* What else goes into lists. */
static const char *const compiled[] = {"glUseProgram", "glUseProgramObjectARB", "glUniform[1234]*",
	"glUniformMatrix*", "glProgramUniform[1234]*", "glProgramUniformMatrix*",
	"glUniformSubroutines*", "glColorMask*", "glDepthMask", "glStencilMask*", "glIndexMask",
	"glClear", "glClearColor*", "glClearDepth*", "glClearStencil", "glClearAccum",
	"glClearIndex", "glClearBuffer[fiu]*", "glScissor", "glScissorArrayv", "glScissorIndexed*",
	"glViewport*", "glDepthBounds*", "glDrawBuffer*", "glReadBuffer", "glAccum", "glCopyPixels",
	"glCopyTexImage*", "glCopyTexSubImage*", "glTexImage[123]D*", "glTexSubImage[123]D*",
	"glCompressedTex*", "glTexParameter*", "glMap[12]*", "glMapGrid*", "glPixelMap*",
	"glPrioritizeTextures", "glBindProgramARB", "glProgramEnvParameter*",
	"glProgramLocalParameter*", "glSampleMaski", "glMinSampleShading*", "glProvokingVertex*",
	"glClampColor*", "glPatchParameter*", "glActiveStencilFaceEXT", "glEvalMesh*", "glBegin",
	"glMemoryBarrier*", "glTextureBarrier*", "glTextureParameter*EXT",
	"glMultiTexParameter*EXT", "glMultiTexEnv*EXT", "glMultiTexGen*EXT",
	"glBindMultiTextureEXT", "glTextureImage*EXT", "glTextureSubImage*EXT",
	"glMultiTexImage*EXT", "glMultiTexSubImage*EXT", "glNamedProgramLocalParameter*EXT",
	"glEnable", "glDisable", "glEnablei", "glDisablei", "glEnableIndexedEXT",
	"glDisableIndexedEXT", "glPushAttrib", "glPopAttrib", "glCallList*", "glEnd"};

/* Draws that drivers refuse to compile. */
static const char *const never[] = {"glDrawArraysInstanced*", "glDrawElementsInstanced*",
	"glDrawArraysIndirect", "glDrawElementsIndirect", "glDrawTransformFeedback*",
	"glMultiDrawArraysIndirect*", "glMultiDrawElementsIndirect*"};

/* Executed at once, also between glNewList and glEndList (GL 2.1 section 5.4, and objects of later
 * versions). */
static const char *const immediate[] = {"glGet*", "glIs*", "glGen*", "glDelete*", "glCreate*",
	"glFinish", "glFlush", "glNewList", "glEndList", "glPixelStore*", "glBindBuffer*",
	"glBufferData*", "glBufferSubData*", "glMapBuffer*", "glUnmapBuffer*", "glVertexPointer*",
	"glNormalPointer*", "glColorPointer*", "glTexCoordPointer*", "glIndexPointer*",
	"glEdgeFlagPointer*", "glFogCoordPointer*", "glSecondaryColorPointer*",
	"glInterleavedArrays", "glVertexAttribLPointer*", "glEnableClientState*",
	"glDisableClientState*", "glClientActiveTexture*", "glPushClientAttrib",
	"glPopClientAttrib", "glEnableVertexAttribArray*", "glDisableVertexAttribArray*",
	"glBindVertexArray*", "glBindFramebuffer*", "glShaderSource*", "glCompileShader*",
	"glLinkProgram*", "glAttach*", "glRenderMode", "glReadPixels", "glSelectBuffer",
	"glFeedbackBuffer", "glPrimitiveRestartIndex*", "glPushDebugGroup*", "glPopDebugGroup*",
	"glDebugMessage*", "glObjectLabel*", "glObjectPtrLabel*", "glInsertEventMarkerEXT",
	"glPushGroupMarkerEXT", "glPopGroupMarkerEXT", "glStringMarkerGREMEDY",
	"glVertexAttribPointer*", "glVertexAttribIPointer*", "glTexBuffer*", "glCopyBufferSubData",
	"glDispatchCompute*", "gl*TraceMESA", "glTrace*MESA"};

static bool ends(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);
	return n >= m && !strcmp(name + n - m, end);
}

/* One star: anything at all; [abc]: one of these. */
static bool fits(const char *name, const char *pattern)
{
	for (; *pattern && *pattern != '*'; pattern++, name++) {
		if (*pattern != '[') {
			if (*name != *pattern)
				return false;
			continue;
		}
		const char *end = strchr(pattern, ']');
		if (!*name || !memchr(pattern, *name, (size_t)(end - pattern)))
			return false;
		pattern = end;
	}
	return *pattern ? ends(name, pattern + 1) : !*name;
}

static bool one_of(const char *name, const char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (fits(name, patterns[i]))
			return true;
	return false;
}
#define ONE_OF(name, patterns) one_of(name, patterns, sizeof(patterns) / sizeof *(patterns))

static enum gs_list_kind find(unsigned function)
{
	const char *name = gs_data_name(function);
	if (gs_data_flags(function) & GS_FUNCTION_IN_BLOCK)
		return GS_LIST_COMPILED;
	if (name[0] != 'g' || name[1] != 'l' || name[2] == 'X' || ONE_OF(name, immediate))
		return GS_LIST_IMMEDIATE;
	if (ONE_OF(name, matrix_functions))
		return GS_LIST_MATRIX;
	if (ONE_OF(name, kept))
		return GS_LIST_KEPT;
	bool listed = (gs_data_flags(function) & GS_FUNCTION_LISTED) && !ONE_OF(name, never);
	bool known = ONE_OF(name, compiled) || listed;
	return known ? GS_LIST_COMPILED : GS_LIST_UNKNOWN;
}

enum gs_list_kind gs_list_kind(unsigned function)
{
	static uint8_t found[GS_N_FUNCTIONS]; /* kind + 1; two threads write the same */
	uint8_t kind = __atomic_load_n(&found[function], __ATOMIC_RELAXED);
	if (!kind) {
		kind = (uint8_t)(find(function) + 1);
		__atomic_store_n(&found[function], kind, __ATOMIC_RELAXED);
	}
	return kind - 1;
}

/* ---- calls before the first draw, executed twice ---- */

/* They set what they set whatever else is set, and read nothing that others set. */
static const char *const absolute[] = {"glAlphaFunc", "glBlendColor", "glBlendEquation*",
	"glBlendFunc*", "glColorMaterial", "glCullFace", "glDepthFunc", "glDepthRange",
	"glFog[fi]*", "glFrontFace", "glHint", "glLightModel*", "glLine*", "glLogicOp",
	"glPixelTransfer[fi]", "glPixelZoom", "glPointSize*", "glPointParameter*", "glPolygonMode",
	"glPolygonOffset*", "glSampleCoverage*", "glShadeModel", "glStencilFunc*", "glStencilOp*",
	"glColorMask*", "glDepthMask", "glStencilMask*", "glClearColor*", "glClearDepth*",
	"glClearStencil", "glScissor*", "glViewport*", "glProgramUniform*", "glPatchParameter*",
	"glProvokingVertex*", "glSampleMaski", "glMinSampleShading*", "glColor[34]*",
	"glSecondaryColor3*", "glNormal3*", "glTexCoord[1234]*", "glMultiTexCoord[1234]*",
	"glFogCoord[df]*", "glMaterial*", "glEdgeFlag*", "glIndex[dfisu]*"};
/* Where they set it another one decides. */
static const char *const of_program[] = {"glUniform[1234]*", "glUniformMatrix*"};
static const char *const of_unit[] = {
	"glEnable", "glDisable", "glTexParameter*", "glTexEnv*", "glBindTexture"};
enum { HAS_SET_PROGRAM = 1, HAS_SET_UNIT = 2 };

static bool must_be_first(unsigned state, unsigned bit)
{
	return !(state & bit);
}

bool gs_list_repeats(const struct gs_wire_call *call, unsigned *state)
{
	const char *name = gs_data_name(call->function);
	if (call->function == GS_FN_glUseProgram || call->function == GS_FN_glUseProgramObjectARB)
		return must_be_first(*state, HAS_SET_PROGRAM);
	if (call->function == GS_FN_glActiveTexture || call->function == GS_FN_glActiveTextureARB)
		return must_be_first(*state, HAS_SET_UNIT);
	if (call->function == GS_FN_glBindTexture && *state & HAS_SET_UNIT)
		return false;
	if (ONE_OF(name, of_program))
		*state |= HAS_SET_PROGRAM;
	else if (ONE_OF(name, of_unit))
		*state |= call->function == GS_FN_glBindTexture ? 0 : HAS_SET_UNIT;
	else
		return ONE_OF(name, absolute);
	return true;
}
