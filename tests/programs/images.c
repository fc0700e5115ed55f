/* SPDX-License-Identifier: MIT */
/*
 * Textures whose contents no GL call gives: images of EGL, pixmaps of X.
 *
 *	test-images [--es] [--srgb] [--frames N] WAY
 * --srgb: the window encodes colours.
 * WAY: texture       an EGLImage of another texture
 *	storage       likewise, with glEGLImageTargetTexStorageEXT
 *	renderbuffer  an EGLImage of a renderbuffer
 *	pixmap        a pixmap, with GLX_EXT_texture_from_pixmap, painted anew in each frame
 * The status is 77 where the driver has no such thing.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <X11/Xlib.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#define GLX_GLXEXT_PROTOTYPES 1
#include <GL/glx.h>
#include <GL/glxext.h>

enum { SIZE = 96, WIDTH = 13, HEIGHT = 7 }; /* of the window, of the images */

static bool es, srgb;
static Display *x;
static Window window;
static EGLDisplay display;
static EGLSurface surface;
static EGLConfig config;
static EGLContext context;
static GLXFBConfig glx_config;
static GLuint texture;

static _Noreturn void lack(const char *what)
{
	fprintf(stderr, "there is no %s\n", what);
	exit(77);
}

static void *need(const char *name)
{
	void *function = (void *)eglGetProcAddress(name);
	if (!function)
		lack(name);
	return function;
}

/* ---- windows ---- */

static void make_window(XVisualInfo *visual)
{
	XSetWindowAttributes a = {
		.colormap = XCreateColormap(x, DefaultRootWindow(x), visual->visual, AllocNone)};
	window = XCreateWindow(x, DefaultRootWindow(x), 0, 0, SIZE, SIZE, 0, visual->depth,
		InputOutput, visual->visual, CWColormap | CWBorderPixel, &a);
	XMapWindow(x, window);
	XSync(x, False);
}

static void open_egl(void)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE,
		es ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
		EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_NONE};
	const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
	const EGLint encoded[] = {EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR, EGL_NONE};
	EGLint n = 0, id = 0;
	display = eglGetDisplay(x);
	if (!eglInitialize(display, NULL, NULL) ||
		!eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		lack("EGL config");
	eglGetConfigAttrib(display, config, EGL_NATIVE_VISUAL_ID, &id);
	XVisualInfo asked = {.visualid = (VisualID)id};
	XVisualInfo *visual = XGetVisualInfo(x, VisualIDMask, &asked, &n);
	if (!visual)
		lack("visual");
	make_window(visual);
	eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
	context = eglCreateContext(display, config, EGL_NO_CONTEXT, es ? version : NULL);
	surface = eglCreateWindowSurface(display, config, window, srgb ? encoded : NULL);
	if (!context || !surface || !eglMakeCurrent(display, surface, surface, context))
		lack("EGL context");
	XFree(visual);
}

static void open_glx(void)
{
	static const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT,
		GLX_RENDER_TYPE, GLX_RGBA_BIT, GLX_DOUBLEBUFFER, True, GLX_RED_SIZE, 8,
		GLX_BIND_TO_TEXTURE_RGB_EXT, True, GLX_DEPTH_SIZE, 24, None};
	int n = 0;
	GLXFBConfig *configs = glXChooseFBConfig(x, DefaultScreen(x), wanted, &n);
	if (!configs || !n)
		lack("GLX_EXT_texture_from_pixmap");
	glx_config = configs[0];
	XVisualInfo *visual = glXGetVisualFromFBConfig(x, glx_config);
	make_window(visual);
	glXMakeCurrent(x, window, glXCreateContext(x, visual, NULL, True));
	XFree(visual);
	XFree(configs);
}

/* ---- images ---- */

/* Every texel another colour. */
static void paint(unsigned char *texels)
{
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		texels[4 * i] = (unsigned char)(i * 37);
		texels[4 * i + 1] = (unsigned char)(i * 11 + 40);
		texels[4 * i + 2] = (unsigned char)(255 - i);
		texels[4 * i + 3] = 255;
	}
}

static GLuint make_texture(void)
{
	GLuint name;
	glGenTextures(1, &name);
	glBindTexture(GL_TEXTURE_2D, name);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
	return name;
}

static EGLImageKHR image_of(EGLenum kind, GLuint name)
{
	PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)need("eglCreateImageKHR");
	EGLImageKHR image = create(display, context, kind, (EGLClientBuffer)(uintptr_t)name, NULL);
	if (!image)
		lack("such EGLImage");
	return image;
}

static EGLImageKHR image_of_texture(void)
{
	unsigned char texels[WIDTH * HEIGHT * 4];
	paint(texels);
	make_texture();
	GLuint other = make_texture();
	glTexImage2D(
		GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	return image_of(EGL_GL_TEXTURE_2D_KHR, other);
}

static EGLImageKHR image_of_renderbuffer(void)
{
	GLuint names[2];
	glGenRenderbuffers(1, &names[0]);
	glGenFramebuffers(1, &names[1]);
	glBindRenderbuffer(GL_RENDERBUFFER, names[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, WIDTH, HEIGHT);
	glBindFramebuffer(GL_FRAMEBUFFER, names[1]);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
	glEnable(GL_SCISSOR_TEST);
	for (int i = 0; i < WIDTH; i++) {
		glScissor(i, 0, 1, HEIGHT - i % 3);
		glClearColor((float)i / WIDTH, 1 - (float)i / WIDTH, 0.5f, 1);
		glClear(GL_COLOR_BUFFER_BIT);
	}
	glDisable(GL_SCISSOR_TEST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	return image_of(EGL_GL_RENDERBUFFER_KHR, names[0]);
}

/* An unusual pixel store, which says nothing of the images. */
static void disturb(void)
{
	glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
	glPixelStorei(GL_PACK_ALIGNMENT, 8);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3);
}

static void use_image(EGLImageKHR image, bool storage)
{
	texture = make_texture();
	disturb();
	if (storage)
		((PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC)need("glEGLImageTargetTexStorageEXT"))(
			GL_TEXTURE_2D, image, NULL);
	else
		((PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)need("glEGLImageTargetTexture2DOES"))(
			GL_TEXTURE_2D, image);
}

/* ---- pixmaps ---- */

static Pixmap pixmap;
static GLXPixmap glx_pixmap;

static void make_pixmap(void)
{
	static const int attributes[] = {GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT,
		GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, None};
	XWindowAttributes a;
	XGetWindowAttributes(x, window, &a);
	pixmap = XCreatePixmap(x, window, WIDTH, HEIGHT, (unsigned)a.depth);
	glx_pixmap = glXCreatePixmap(x, glx_config, pixmap, attributes);
	texture = make_texture();
	disturb();
}

static void paint_pixmap(int frame)
{
	PFNGLXBINDTEXIMAGEEXTPROC bind = (PFNGLXBINDTEXIMAGEEXTPROC)glXGetProcAddress(
		(const GLubyte *)"glXBindTexImageEXT");
	PFNGLXRELEASETEXIMAGEEXTPROC release = (PFNGLXRELEASETEXIMAGEEXTPROC)glXGetProcAddress(
		(const GLubyte *)"glXReleaseTexImageEXT");
	GC gc = XCreateGC(x, pixmap, 0, NULL);
	for (int i = 0; i < WIDTH; i++) {
		XSetForeground(x, gc,
			(unsigned long)(i * 19 << 16 | (255 - i * 7) << 8 | (frame * 40 & 255)));
		XFillRectangle(x, pixmap, gc, i, 0, 1, HEIGHT);
	}
	XFreeGC(x, gc);
	XSync(x, False);
	if (frame)
		release(x, glx_pixmap, GLX_FRONT_LEFT_EXT);
	bind(x, glx_pixmap, GLX_FRONT_LEFT_EXT, NULL);
}

/* ---- drawing ---- */

static GLuint compile(GLenum type, const char *text)
{
	const char *parts[] = {
		es ? "#version 100\nprecision mediump float;\n" : "#version 120\n", text};
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 2, parts, NULL);
	glCompileShader(shader);
	return shader;
}

static void use_program(void)
{
	GLuint program = glCreateProgram();
	glAttachShader(program, compile(GL_VERTEX_SHADER, "attribute vec2 at;\n"
							  "varying vec2 where;\n"
							  "void main()\n"
							  "{\n"
							  "	where = at * 0.5 + 0.5;\n"
							  "	gl_Position = vec4(at, 0.0, 1.0);\n"
							  "}\n"));
	glAttachShader(
		program, compile(GL_FRAGMENT_SHADER, "varying vec2 where;\n"
						     "uniform sampler2D picture;\n"
						     "void main()\n"
						     "{\n"
						     "	gl_FragColor = texture2D(picture, where);\n"
						     "}\n"));
	glBindAttribLocation(program, 0, "at");
	glLinkProgram(program);
	glUseProgram(program);
	glEnableVertexAttribArray(0);
}

static void draw(void)
{
	static const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
	glBindTexture(GL_TEXTURE_2D, texture);
	glViewport(0, 0, SIZE, SIZE);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void prepare(const char *way)
{
	bool pixmaps = strcmp(way, "pixmap") == 0;
	if (pixmaps)
		open_glx();
	else
		open_egl();
	use_program();
	if (pixmaps)
		make_pixmap();
	else if (strcmp(way, "renderbuffer") == 0)
		use_image(image_of_renderbuffer(), false);
	else
		use_image(image_of_texture(), strcmp(way, "storage") == 0);
}

int main(int argc, char **argv)
{
	int frames = 3, error;
	const char *way = "texture";
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--es") == 0)
			es = true;
		else if (strcmp(argv[i], "--srgb") == 0)
			srgb = true;
		else if (strcmp(argv[i], "--frames") == 0 && i + 1 < argc)
			frames = atoi(argv[++i]);
		else
			way = argv[i];
	}
	x = XOpenDisplay(NULL);
	if (!x)
		lack("display");
	prepare(way);
	for (int frame = 0; frame < frames; frame++) {
		if (pixmap)
			paint_pixmap(frame);
		draw();
		if (pixmap)
			glXSwapBuffers(x, window);
		else
			eglSwapBuffers(display, surface);
	}
	error = (int)glGetError();
	if (error)
		fprintf(stderr, "GL error %#x\n", (unsigned)error);
	return error ? 1 : 0;
}
