/* SPDX-License-Identifier: MIT */
/* Which functions end a frame, and which a listing leaves out, as apitrace 11.1 has it; and which
 * draw, as we have it. The tables here are of interfaces that are not GL's. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "data/data.h"
#include "trace/private.h"

enum { LONG_NAME = 128 };

/* Sorted. */
static const char *const ending[] = {"CGLFlushDrawable", "IDirect3DDevice8::Present",
	"IDirect3DDevice9::GetRenderTargetData", "IDirect3DDevice9::Present",
	"IDirect3DDevice9Ex::GetRenderTargetData", "IDirect3DDevice9Ex::Present",
	"IDirect3DDevice9Ex::PresentEx", "IDirect3DSwapChain9::Present",
	"IDirect3DSwapChain9Ex::Present", "wglSwapBuffers", "wglSwapLayerBuffers",
	"wglSwapMultipleBuffers"};

static const char *const verbose[] = {"CGLGetCurrentContext", "IDirect3D8::CheckDeviceFormat",
	"IDirect3D8::EnumAdapterModes", "IDirect3D8::GetAdapterModeCount",
	"IDirect3D8::GetDeviceCaps", "IDirect3D9::CheckDeviceFormat",
	"IDirect3D9::EnumAdapterModes", "IDirect3D9::GetAdapterModeCount",
	"IDirect3D9::GetDeviceCaps", "IDirect3D9Ex::CheckDeviceFormat",
	"IDirect3D9Ex::EnumAdapterModes", "IDirect3D9Ex::GetAdapterModeCount",
	"IDirect3D9Ex::GetDeviceCaps", "IDirect3DDevice8::GetDeviceCaps",
	"IDirect3DDevice9::GetDeviceCaps", "IDirect3DDevice9Ex::GetDeviceCaps",
	"wglDescribePixelFormat", "wglGetCurrentContext", "wglGetCurrentDC",
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

static bool is_like(const char *name, const char *const *patterns)
{
	while (*patterns && fnmatch(*patterns, name, 0) != 0)
		patterns++;
	return *patterns;
}

void gs_trace_function_kind(struct gs_trace_function *function)
{
	static const char *const presenting[] = {
		"IDXGISwapChain*::Present*", "IDXGIDecodeSwapChain*::Present*", NULL};
	static const char *const asking[] = {"ID3D10Device*::CheckMultisampleQualityLevels",
		"ID3D11Device*::CheckMultisampleQualityLevels", NULL};
	const char *name = function->name;
	/* Patterns take long on long names. */
	bool is_interface = *name == 'I' && strnlen(name, LONG_NAME) < LONG_NAME;
	int number = gs_data_find(name);
	unsigned flags = number < 0 ? 0 : gs_data_flags((unsigned)number);

	function->number = number < 0 ? GS_N_FUNCTIONS : (unsigned)number;
	function->kinds = gs_data_kinds_named(name);
	function->ends_frame = flags & GS_FUNCTION_SWAPS || IS_ONE_OF(name, ending) ||
			       (is_interface && is_like(name, presenting));
	function->draws = flags & GS_FUNCTION_DRAWS && !(flags & GS_FUNCTION_DISPATCHES);
	function->is_verbose = function->kinds & GS_KIND_VERBOSE || IS_ONE_OF(name, verbose) ||
			       (is_interface && is_like(name, asking));
}
