/* SPDX-License-Identifier: MIT */
/* What a function's name says of its calls, as apitrace 11.1 has it: which end a frame, and which
 * its dump leaves out. */
#include <stdlib.h>
#include <string.h>
#include "trace/private.h"

/* Sorted. */
static const char *const ending[] = {"CGLFlushDrawable", "IDirect3DDevice8::Present",
	"IDirect3DDevice9::GetRenderTargetData", "IDirect3DDevice9::Present",
	"IDirect3DDevice9Ex::GetRenderTargetData", "IDirect3DDevice9Ex::Present",
	"IDirect3DDevice9Ex::PresentEx", "IDirect3DSwapChain9::Present",
	"IDirect3DSwapChain9Ex::Present", "eglSwapBuffers", "eglSwapBuffersWithDamageEXT",
	"eglSwapBuffersWithDamageKHR", "glFrameTerminatorGREMEDY", "glXSwapBuffers",
	"glXSwapBuffersMscOML", "wglSwapBuffers", "wglSwapLayerBuffers", "wglSwapMultipleBuffers"};

static const char *const verbose[] = {"CGLGetCurrentContext", "eglGetConfigAttrib",
	"eglGetProcAddress", "eglQueryString", "glGetString", "glGetStringi", "glIsAsyncMarkerSGIX",
	"glIsBuffer", "glIsBufferARB", "glIsBufferResidentNV", "glIsEnabled",
	"glIsEnabledIndexedEXT", "glIsEnabledi", "glIsFenceAPPLE", "glIsFenceNV", "glIsFramebuffer",
	"glIsFramebufferEXT", "glIsList", "glIsNameAMD", "glIsNamedBufferResidentNV",
	"glIsNamedStringARB", "glIsObjectBufferATI", "glIsOcclusionQueryNV", "glIsProgram",
	"glIsProgramARB", "glIsProgramNV", "glIsProgramPipeline", "glIsQuery", "glIsQueryARB",
	"glIsRenderbuffer", "glIsRenderbufferEXT", "glIsSampler", "glIsShader", "glIsSync",
	"glIsTexture", "glIsTextureEXT", "glIsTransformFeedback", "glIsTransformFeedbackNV",
	"glIsVariantEnabledEXT", "glIsVertexArray", "glIsVertexArrayAPPLE",
	"glIsVertexAttribEnabledAPPLE", "glXGetClientString", "glXGetConfig",
	"glXGetCurrentContext", "glXGetCurrentDisplay", "glXGetCurrentDisplayEXT",
	"glXGetCurrentDrawable", "glXGetCurrentReadDrawable", "glXGetCurrentReadDrawableSGI",
	"glXGetFBConfigAttrib", "glXGetFBConfigAttribSGIX", "glXGetProcAddress",
	"glXGetProcAddressARB", "glXIsDirect", "glXQueryExtension", "glXQueryExtensionsString",
	"glXQueryVersion", "wglDescribePixelFormat", "wglGetCurrentContext", "wglGetCurrentDC",
	"wglGetDefaultProcAddress", "wglGetExtensionsStringARB", "wglGetExtensionsStringEXT",
	"wglGetPixelFormat", "wglGetPixelFormatAttribivARB", "wglGetPixelFormatAttribivEXT",
	"wglGetProcAddress"};

static int compare_name(const void *name, const void *entry)
{
	return strcmp(name, *(const char *const *)entry);
}

#define IS_ONE_OF(name, table)                                                                     \
	(bsearch(name, table, sizeof(table) / sizeof(*(table)), sizeof(*(table)), compare_name) != \
		NULL)

void gs_trace_function_kind(struct gs_trace_function *function)
{
	function->ends_frame = IS_ONE_OF(function->name, ending);
	function->is_verbose = IS_ONE_OF(function->name, verbose);
}
