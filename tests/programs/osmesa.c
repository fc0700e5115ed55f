/* SPDX-License-Identifier: MIT */
/* GL without GLX and EGL: linked with OSMesa, which has GL's functions itself. */
#include <stdio.h>
#include <GL/osmesa.h>

static unsigned char pixels[8 * 8 * 4];

int main(void)
{
	OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, NULL);
	if (!context || !OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, 8, 8))
		return 77;
	glClearColor(0, 1, 0, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glColor3f(0, 0, 1);
	glRectf(0, -1, 1, 1);
	glFinish();
	printf("%d %d\n", pixels[1], pixels[4 * 6 + 2]);
	OSMesaDestroyContext(context);
	return pixels[1] == 255 && pixels[4 * 6 + 2] == 255 ? 0 : 1;
}
