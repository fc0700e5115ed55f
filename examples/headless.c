/* SPDX-License-Identifier: MIT */
/* A replacement for a window without a display: an EGL pbuffer on the first device, else on Mesa's
 * surfaceless platform. */
#include "config.h"
#include "examples/headless.h"

#include <stdio.h>
#include <stdlib.h>
#include <epoxy/egl.h>

static EGLDisplay first_device(void)
{
	EGLDeviceEXT device;
	EGLint n = 0;

	if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") ||
		!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") ||
		!eglQueryDevicesEXT(1, &device, &n) || n < 1)
		return EGL_NO_DISPLAY;
	return eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, NULL);
}

static EGLDisplay open_display(void)
{
	EGLDisplay display = first_device();

	if (display && eglInitialize(display, NULL, NULL))
		return display;
	if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
		return EGL_NO_DISPLAY;
	display = eglGetPlatformDisplayEXT(
		EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	return display && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

static EGLContext make_context(EGLDisplay display, EGLConfig config, int version, bool core)
{
	const EGLint attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION,
		version / 10,
		EGL_CONTEXT_MINOR_VERSION,
		version % 10,
		version >= 32 ? EGL_CONTEXT_OPENGL_PROFILE_MASK : EGL_NONE,
		core ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
		     : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
		EGL_NONE,
	};

	return eglBindAPI(EGL_OPENGL_API)
		       ? eglCreateContext(display, config, EGL_NO_CONTEXT, attributes)
		       : EGL_NO_CONTEXT;
}

void headless_open(struct headless *headless, int width, int height, int version, bool core)
{
	static const EGLint wanted[] = {
		EGL_SURFACE_TYPE,
		EGL_PBUFFER_BIT,
		EGL_RENDERABLE_TYPE,
		EGL_OPENGL_BIT,
		EGL_RED_SIZE,
		8,
		EGL_GREEN_SIZE,
		8,
		EGL_BLUE_SIZE,
		8,
		EGL_ALPHA_SIZE,
		8,
		EGL_DEPTH_SIZE,
		24,
		EGL_STENCIL_SIZE,
		8,
		EGL_NONE,
	};
	const EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
	EGLDisplay display = open_display();
	EGLConfig config;
	EGLint n = 0;

	if (!display || !eglChooseConfig(display, wanted, &config, 1, &n) || n < 1) {
		fprintf(stderr, "no EGL device with an OpenGL pbuffer\n");
		exit(1);
	}
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = make_context(display, config, version, core);

	if (!surface || !context || !eglMakeCurrent(display, surface, surface, context)) {
		fprintf(stderr, "no pbuffer with an OpenGL %d.%d context\n", version / 10,
			version % 10);
		exit(NO_CONTEXT);
	}
	*headless = (struct headless){.display = display, .surface = surface, .context = context};
}

void headless_swap(struct headless *headless)
{
	eglSwapBuffers(headless->display, headless->surface);
}

void headless_close(struct headless *headless)
{
	eglMakeCurrent(headless->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglDestroyContext(headless->display, headless->context);
	eglDestroySurface(headless->display, headless->surface);
	eglTerminate(headless->display);
}
