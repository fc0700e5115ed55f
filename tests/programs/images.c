/* SPDX-License-Identifier: MIT */
/*
 * Textures whose contents no GL call gives: images of EGL, pixmaps of X.
 *
 *	test-images [--es] [--srgb] [--drawn] [--through] [--anew] [--frames N] WAY
 * --srgb: the window encodes colours.
 * --drawn: what the image is of is drawn into in each frame, long after a texture has got it.
 * --through: likewise, by way of what has got it, and what it is of is shown.
 * --anew: the texture gets the same image in each frame.
 * WAY: texture       an EGLImage of another texture
 *	storage       likewise, with glEGLImageTargetTexStorageEXT
 *	renderbuffer  an EGLImage of a renderbuffer
 *	level         of a texture's second level
 *	context       of a texture of another context
 *	target        that of a texture becomes a renderbuffer
 *	face          likewise, of a face of a cube, with EGL 1.5's functions
 *	layer         likewise, of a layer of a texture with three dimensions
 *	external      that of a texture becomes an external one; OpenGL ES alone has these
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

#ifndef GL_TEXTURE_EXTERNAL_OES /* GL_OES_EGL_image_external */
#define GL_TEXTURE_EXTERNAL_OES 0x8D65
#endif

enum {
	SIZE = 96,
	WIDTH = 13,
	HEIGHT = 7,
	SIDE = 16,
	LAYERS = 3
}; /* of the window, of the images */

static bool es, srgb, drawn, through, anew;
static Display *x;
static Window window;
static EGLDisplay display;
static EGLSurface surface;
static EGLConfig config;
static EGLContext context, other_context;
static GLXFBConfig glx_config;
static GLuint texture;
static GLenum texture_target = GL_TEXTURE_2D;
/* What the image is of; what is drawn into; what is shown, if it is no texture. */
static GLuint source, drawn_into, shown;

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
	EGLImageKHR image = create(display, other_context ? other_context : context, kind,
		(EGLClientBuffer)(uintptr_t)name, NULL);
	if (!image)
		lack("such EGLImage");
	source = name;
	return image;
}

static EGLImage part_of(EGLenum kind, GLuint name, EGLAttrib attribute, EGLAttrib value)
{
	const EGLAttrib list[] = {attribute, value, EGL_IMAGE_PRESERVED, EGL_TRUE, EGL_NONE};
	EGLImage image = eglCreateImage(
		display, context, kind, (EGLClientBuffer)(uintptr_t)name, list);
	if (!image)
		lack("such EGLImage");
	source = name;
	return image;
}

/* A framebuffer whose colours are the source's. */
static void draw_into(GLuint renderbuffer, GLenum target, GLuint name, int level)
{
	glGenFramebuffers(1, &drawn_into);
	glBindFramebuffer(GL_FRAMEBUFFER, drawn_into);
	if (renderbuffer)
		glFramebufferRenderbuffer(
			GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
	else if (target == GL_TEXTURE_3D)
		glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, level);
	else
		glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, name, level);
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		lack("such framebuffer");
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static EGLImageKHR image_of_texture(void)
{
	unsigned char texels[WIDTH * HEIGHT * 4];
	paint(texels);
	make_texture();
	GLuint other = make_texture();
	glTexImage2D(
		GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
	draw_into(0, GL_TEXTURE_2D, other, 0);
	return image_of(EGL_GL_TEXTURE_2D_KHR, other);
}

static EGLImage image_of_level(void)
{
	unsigned char texels[SIDE * SIDE * 4] = {0};
	paint(texels);
	GLuint other = make_texture();
	for (int level = 0; SIDE >> level; level++)
		glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA, SIDE >> level, SIDE >> level, 0,
			GL_RGBA, GL_UNSIGNED_BYTE, texels);
	draw_into(0, GL_TEXTURE_2D, other, 1);
	return part_of(EGL_GL_TEXTURE_2D, other, EGL_GL_TEXTURE_LEVEL, 1);
}

/* Mesa's llvmpipe shows the first face, and the first layer, whichever the image is of. */
static EGLImage image_of_face(void)
{
	unsigned char texels[SIDE * SIDE * 4 + 6 * 4] = {0};
	GLuint other;
	paint(texels);
	glGenTextures(1, &other);
	glBindTexture(GL_TEXTURE_CUBE_MAP, other);
	glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	for (GLenum face = 0; face < 6; face++)
		glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, SIDE, SIDE, 0,
			GL_RGBA, GL_UNSIGNED_BYTE, texels + 4 * face);
	draw_into(0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, other, 0);
	return part_of(EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X, other, EGL_GL_TEXTURE_LEVEL, 0);
}

static EGLImage image_of_layer(void)
{
	unsigned char texels[SIDE * SIDE * LAYERS * 4] = {0};
	GLuint other;
	paint(texels);
	paint(texels + SIDE * SIDE * 4);
	glGenTextures(1, &other);
	glBindTexture(GL_TEXTURE_3D, other);
	glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, SIDE, SIDE, LAYERS, 0, GL_RGBA, GL_UNSIGNED_BYTE,
		texels);
	draw_into(0, GL_TEXTURE_3D, other, 0);
	return part_of(EGL_GL_TEXTURE_3D, other, EGL_GL_TEXTURE_ZOFFSET, 0);
}

static EGLImageKHR image_of_renderbuffer(void)
{
	GLuint name;
	glGenRenderbuffers(1, &name);
	glBindRenderbuffer(GL_RENDERBUFFER, name);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, WIDTH, HEIGHT);
	draw_into(name, 0, 0, 0);
	glBindFramebuffer(GL_FRAMEBUFFER, drawn_into);
	glEnable(GL_SCISSOR_TEST);
	for (int i = 0; i < WIDTH; i++) {
		glScissor(i, 0, 1, HEIGHT - i % 3);
		glClearColor((float)i / WIDTH, 1 - (float)i / WIDTH, 0.5f, 1);
		glClear(GL_COLOR_BUFFER_BIT);
	}
	glDisable(GL_SCISSOR_TEST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	return image_of(EGL_GL_RENDERBUFFER_KHR, name);
}

/* An unusual pixel store, which says nothing of the images. */
static void disturb(void)
{
	glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
	glPixelStorei(GL_PACK_ALIGNMENT, 8);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3);
}

static EGLImageKHR used;

static void use_again(void)
{
	glBindTexture(GL_TEXTURE_2D, texture);
	((PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)need("glEGLImageTargetTexture2DOES"))(
		GL_TEXTURE_2D, used);
}

static void use_image(EGLImageKHR image, bool storage)
{
	texture = make_texture();
	used = image;
	disturb();
	if (storage)
		((PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC)need("glEGLImageTargetTexStorageEXT"))(
			GL_TEXTURE_2D, image, NULL);
	else
		((PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)need("glEGLImageTargetTexture2DOES"))(
			GL_TEXTURE_2D, image);
	if (!through)
		return;
	draw_into(0, GL_TEXTURE_2D, texture, 0);
	texture = source;
}

static void use_as_external(EGLImageKHR image)
{
	if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_OES_EGL_image_external"))
		lack("GL_OES_EGL_image_external");
	texture_target = GL_TEXTURE_EXTERNAL_OES;
	glGenTextures(1, &texture);
	glBindTexture(texture_target, texture);
	glTexParameteri(texture_target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(texture_target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	disturb();
	((PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)need("glEGLImageTargetTexture2DOES"))(
		texture_target, image);
}

static void use_as_renderbuffer(EGLImageKHR image)
{
	GLuint renderbuffer, of_source = drawn_into;
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	((PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC)need(
		"glEGLImageTargetRenderbufferStorageOES"))(GL_RENDERBUFFER, image);
	draw_into(renderbuffer, 0, 0, 0);
	shown = through ? of_source : drawn_into;
	if (!through)
		drawn_into = of_source;
}

static void enter(EGLContext which)
{
	if (!eglMakeCurrent(display, surface, surface, which))
		lack("second context");
}

/* The source belongs to a context that shares nothing with the one that shows it. */
static EGLImageKHR image_of_other_context(void)
{
	const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
	other_context = eglCreateContext(display, config, EGL_NO_CONTEXT, es ? version : NULL);
	enter(other_context);
	EGLImageKHR image = image_of_texture();
	glFinish();
	enter(context);
	return image;
}

/* Half of it: what it held in the frame before is seen, too. */
static void draw_source(int frame)
{
	if (other_context)
		enter(other_context);
	glBindFramebuffer(GL_FRAMEBUFFER, drawn_into);
	glEnable(GL_SCISSOR_TEST);
	glScissor(frame % 3, frame % 2, 3, 2);
	glClearColor(0.2f + 0.25f * (float)(frame % 4), 0.9f - 0.2f * (float)(frame % 3), 0.5f, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glDisable(GL_SCISSOR_TEST);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	if (!other_context)
		return;
	glFinish();
	enter(context);
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

static GLuint compile(GLenum type, bool external, const char *text)
{
	const char *parts[] = {es ? "#version 100\n" : "#version 120\n",
		external ? "#extension GL_OES_EGL_image_external : require\n"
			   "#define sampler2D samplerExternalOES\n"
			 : "",
		es ? "precision mediump float;\n" : "", text};
	GLuint shader = glCreateShader(type);
	glShaderSource(shader, 4, parts, NULL);
	glCompileShader(shader);
	return shader;
}

static void use_program(bool external)
{
	GLuint program = glCreateProgram();
	glAttachShader(program, compile(GL_VERTEX_SHADER, false,
					"attribute vec2 at;\n"
					"varying vec2 where;\n"
					"void main()\n"
					"{\n"
					"	where = at * 0.5 + 0.5;\n"
					"	gl_Position = vec4(at, 0.0, 1.0);\n"
					"}\n"));
	glAttachShader(program, compile(GL_FRAGMENT_SHADER, external,
					"varying vec2 where;\n"
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
	if (shown) {
		glBindFramebuffer(GL_READ_FRAMEBUFFER, shown);
		glBlitFramebuffer(
			0, 0, WIDTH, HEIGHT, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
		glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
		return;
	}
	glBindTexture(texture_target, texture);
	glViewport(0, 0, SIZE, SIZE);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static EGLImage make_image(const char *way)
{
	if (strcmp(way, "renderbuffer") == 0)
		return image_of_renderbuffer();
	if (strcmp(way, "level") == 0)
		return image_of_level();
	if (strcmp(way, "face") == 0)
		return image_of_face();
	if (strcmp(way, "layer") == 0)
		return image_of_layer();
	if (strcmp(way, "context") == 0)
		return image_of_other_context();
	return image_of_texture();
}

static void prepare(const char *way)
{
	bool pixmaps = strcmp(way, "pixmap") == 0;
	bool external = strcmp(way, "external") == 0;
	bool is_renderbuffer = strcmp(way, "target") == 0 || strcmp(way, "face") == 0 ||
			       strcmp(way, "layer") == 0;
	if (pixmaps)
		open_glx();
	else
		open_egl();
	if (!is_renderbuffer)
		use_program(external);
	if (pixmaps) {
		make_pixmap();
		return;
	}
	EGLImage image = make_image(way);
	if (is_renderbuffer)
		use_as_renderbuffer(image);
	else if (external)
		use_as_external(image);
	else
		use_image(image, strcmp(way, "storage") == 0);
	if (drawn && !anew) /* its objects keep what it is */
		eglDestroyImage(display, image);
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
		else if (strcmp(argv[i], "--drawn") == 0)
			drawn = true;
		else if (strcmp(argv[i], "--through") == 0)
			drawn = through = true;
		else if (strcmp(argv[i], "--anew") == 0)
			anew = true;
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
		if (drawn)
			draw_source(frame);
		if (anew)
			use_again();
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
