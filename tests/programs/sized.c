/* SPDX-License-Identifier: MIT */
/*
 * Preloaded into apitrace's players: Mesa takes over what size a window has when its buffers are
 * swapped (with a driver that draws with the processor), so that all that is drawn before the first
 * swap is lost. Here buffers are swapped when the player has given the window its size.
 */
#include <dlfcn.h>
#include <string.h>
#include <X11/Xlib.h>

static void *find(const char *library, const char *name)
{
	void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
	return handle ? dlsym(handle, name) : NULL;
}

static void take(const char *library, const char *name, void *to)
{
	void *found = find(library, name);
	memcpy(to, &found, sizeof found);
}

static void swap_glx(void)
{
	static const char library[] = "libGL.so.1";
	void *(*display)(void), (*swap)(void *, unsigned long);
	unsigned long (*drawable)(void);
	take(library, "glXGetCurrentDisplay", &display);
	take(library, "glXGetCurrentDrawable", &drawable);
	take(library, "glXSwapBuffers", &swap);
	if (display && drawable && swap && display() && drawable())
		swap(display(), drawable());
}

static void swap_egl(void)
{
	enum { DRAW = 0x3059 };
	static const char library[] = "libEGL.so.1";
	void *(*display)(void), *(*surface)(int);
	unsigned (*swap)(void *, void *);
	take(library, "eglGetCurrentDisplay", &display);
	take(library, "eglGetCurrentSurface", &surface);
	take(library, "eglSwapBuffers", &swap);
	if (display && surface && swap && display() && surface(DRAW))
		swap(display(), surface(DRAW));
}

__attribute__((visibility("default"))) int XResizeWindow(
	Display *display, Window window, unsigned width, unsigned height)
{
	int (*next)(Display *, Window, unsigned, unsigned);
	void *found = dlsym(RTLD_NEXT, "XResizeWindow");
	memcpy(&next, &found, sizeof found);
	int result = next(display, window, width, height);
	XSync(display, False);
	swap_glx();
	swap_egl();
	return result;
}
