/* SPDX-License-Identifier: MIT */
/* GL where a preloaded library does not reach: test-namespace [dlmopen | OSMesa]. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_dlmopen(void)
{
	void *library = dlmopen(LM_ID_NEWLM, "libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	const char *(*query)(void *, int) = library ? (const char *(*)(void *, int))dlsym(
							      library, "eglQueryString")
						    : NULL;
	if (!query) {
		fprintf(stderr, "%s\n", dlerror());
		return 99;
	}
	const char *extensions = query(NULL, 0x3055 /* EGL_EXTENSIONS */);
	return extensions && strstr(extensions, "EGL_") ? 0 : 1;
}

static unsigned char pixels[8 * 8 * 4];

static int by_osmesa(void)
{
	/* linked with it (test-osmesa), or not */
	void *library = dlopen("libOSMesa.so.8", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return 77;
	void *(*create)(unsigned, void *) = (void *(*)(unsigned, void *))dlsym(
		library, "OSMesaCreateContext");
	unsigned char (*make_current)(void *, void *, unsigned, int, int) = (unsigned char (*)(
		void *, void *, unsigned, int, int))dlsym(library, "OSMesaMakeCurrent");
	void (*clear_color)(float, float, float,
		float) = (void (*)(float, float, float, float))dlsym(library, "glClearColor");
	void (*clear)(unsigned) = (void (*)(unsigned))dlsym(library, "glClear");
	void (*finish)(void) = (void (*)(void))dlsym(library, "glFinish");
	void *context = create(0x1908 /* GL_RGBA */, NULL);
	if (!context || !make_current(context, pixels, 0x1401 /* GL_UNSIGNED_BYTE */, 8, 8))
		return 1;
	clear_color(0, 1, 0, 1);
	clear(0x4000 /* GL_COLOR_BUFFER_BIT */);
	finish();
	return pixels[1] == 255 && pixels[0] == 0 ? 0 : 2;
}

int main(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "OSMesa") ? by_osmesa() : by_dlmopen();
}
