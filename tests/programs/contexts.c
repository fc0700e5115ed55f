/* SPDX-License-Identifier: MIT */
/*
 * Contexts of every kind, in one thread and in several. Each draws a colour over everything and
 * looks at a pixel; the status is 0 if all were right, 77 if there is no such context here.
 *
 *	test-contexts [OPTION...] WAY
 *	  --through glx|egl|surfaceless|pbuffer|device   (glx; egl: a window)
 *	  --api core|compatibility|es|es1  --version 45  --no-error  --debug  --robust  --frames N
 *	  --single       (glx) a window with one colour buffer: glFlush or glFinish ends a frame
 *	WAY: one        one context
 *	     threads    four threads, each with a context of its own, all at once
 *	     shared     a program and a buffer made in one context, drawn with in another thread's,
 *			which shares them
 *	     moved      one context, current in one thread after the other
 *	     switched   two contexts that share nothing, current in turn in one thread
 *	     relinked   a program in use, linked anew with another colour through a context that
 *			shares it
 *	     deleted    buffers, textures and the like in use, deleted through a context that shares
 *			them
 *	     aside      one context, which draws into a window and reads from another; every second
 *			frame is swapped so
 */
#include <pthread.h>
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

#ifndef EGL_CONTEXT_OPENGL_NO_ERROR_KHR
#define EGL_CONTEXT_OPENGL_NO_ERROR_KHR 0x31B3
#endif

enum { SIZE = 64, THREADS = 4 };
enum through { GLX, EGL, SURFACELESS, PBUFFER, DEVICE };
enum api { CORE, COMPATIBILITY, ES, ES1 };

static enum through through;
static enum api api = COMPATIBILITY;
static int version, frames = 2;
static bool no_error, debug, robust, single;

/* A context with something to draw into. */
struct place {
	Display *x;
	Window window;
	GLXContext glx;
	EGLDisplay egl;
	EGLSurface surface;
	EGLContext context;
};

static void skip(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(77);
}

/* ---- GLX ---- */

static int quiet(Display *display, XErrorEvent *event)
{
	return 0;
}

static void open_glx(struct place *p, const struct place *share)
{
	const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT,
		GLX_X_RENDERABLE, True, GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8,
		GLX_DEPTH_SIZE, 24, GLX_DOUBLEBUFFER, !single, None};
	int attributes[24], n = 0, found = 0;
	if (version) {
		attributes[n++] = GLX_CONTEXT_MAJOR_VERSION_ARB, attributes[n++] = version / 10;
		attributes[n++] = GLX_CONTEXT_MINOR_VERSION_ARB, attributes[n++] = version % 10;
	}
	attributes[n++] = GLX_CONTEXT_PROFILE_MASK_ARB;
	attributes[n++] = api == CORE ? GLX_CONTEXT_CORE_PROFILE_BIT_ARB
			  : api >= ES ? GLX_CONTEXT_ES2_PROFILE_BIT_EXT
				      : GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB;
	if (debug || robust) {
		attributes[n++] = GLX_CONTEXT_FLAGS_ARB;
		attributes[n++] = (debug ? GLX_CONTEXT_DEBUG_BIT_ARB : 0) |
				  (robust ? GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB : 0);
	}
	if (no_error)
		attributes[n++] = GLX_CONTEXT_OPENGL_NO_ERROR_ARB, attributes[n++] = True;
	attributes[n] = None;
	p->x = share ? share->x : XOpenDisplay(NULL);
	if (!p->x)
		skip("no display");
	XSetErrorHandler(quiet);
	GLXFBConfig *configs = glXChooseFBConfig(p->x, DefaultScreen(p->x), wanted, &found);
	if (!configs || !found)
		skip("no such framebuffer");
	XVisualInfo *visual = glXGetVisualFromFBConfig(p->x, configs[0]);
	XSetWindowAttributes a = {.colormap = XCreateColormap(p->x, DefaultRootWindow(p->x),
					  visual->visual, AllocNone)};
	p->window = XCreateWindow(p->x, DefaultRootWindow(p->x), 0, 0, SIZE, SIZE, 0, visual->depth,
		InputOutput, visual->visual, CWColormap | CWBorderPixel, &a);
	XMapWindow(p->x, p->window);
	PFNGLXCREATECONTEXTATTRIBSARBPROC create = (PFNGLXCREATECONTEXTATTRIBSARBPROC)
		glXGetProcAddress((const GLubyte *)"glXCreateContextAttribsARB");
	p->glx = create(p->x, configs[0], share ? share->glx : NULL, True, attributes);
	XSync(p->x, False);
	if (!p->glx)
		skip("no such GLX context");
	XFree(configs);
	XFree(visual);
}

/* ---- EGL ---- */

static EGLDisplay open_display(struct place *p)
{
	EGLDeviceEXT device;
	EGLint n = 0;
	switch (through) {
	case SURFACELESS:
		return eglGetPlatformDisplay(
			EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	case DEVICE: {
		PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress(
			"eglQueryDevicesEXT");
		if (!query || !query(1, &device, &n) || !n)
			skip("no EGL device");
		return eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);
	}
	default:
		p->x = XOpenDisplay(NULL);
		if (!p->x)
			skip("no display");
		return eglGetDisplay(p->x);
	}
}

static EGLConfig choose(struct place *p)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE,
		through == EGL ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
		api == ES1  ? EGL_OPENGL_ES_BIT
		: api == ES ? EGL_OPENGL_ES2_BIT
			    : EGL_OPENGL_BIT,
		EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_NONE};
	EGLConfig config = NULL;
	EGLint n = 0;
	if (through == SURFACELESS)
		return EGL_NO_CONFIG_KHR;
	if (!eglChooseConfig(p->egl, wanted, &config, 1, &n) || !n)
		skip("no such EGL framebuffer");
	return config;
}

static EGLSurface make_surface(struct place *p, EGLConfig config)
{
	static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
	EGLint visual = 0;
	if (through == SURFACELESS)
		return EGL_NO_SURFACE;
	if (through != EGL)
		return eglCreatePbufferSurface(p->egl, config, size);
	eglGetConfigAttrib(p->egl, config, EGL_NATIVE_VISUAL_ID, &visual);
	XVisualInfo pattern = {.visualid = (VisualID)visual}, *info;
	int n = 0;
	info = XGetVisualInfo(p->x, VisualIDMask, &pattern, &n);
	if (!n)
		skip("no such visual");
	XSetWindowAttributes a = {.colormap = XCreateColormap(
					  p->x, DefaultRootWindow(p->x), info->visual, AllocNone)};
	p->window = XCreateWindow(p->x, DefaultRootWindow(p->x), 0, 0, SIZE, SIZE, 0, info->depth,
		InputOutput, info->visual, CWColormap | CWBorderPixel, &a);
	XMapWindow(p->x, p->window);
	XSync(p->x, False);
	return eglCreateWindowSurface(p->egl, config, p->window, NULL);
}

static void open_egl(struct place *p, const struct place *share)
{
	EGLint attributes[24], n = 0;
	int wanted = version ? version : api == ES1 ? 10 : 0;
	if (share)
		p->egl = share->egl, p->x = share->x;
	else
		p->egl = open_display(p);
	if (!p->egl || (!share && !eglInitialize(p->egl, NULL, NULL)) ||
		!eglBindAPI(api >= ES ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
		skip("no such EGL display");
	if (wanted) {
		attributes[n++] = EGL_CONTEXT_MAJOR_VERSION, attributes[n++] = wanted / 10;
		attributes[n++] = EGL_CONTEXT_MINOR_VERSION, attributes[n++] = wanted % 10;
	}
	if (api < ES) {
		attributes[n++] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
		attributes[n++] = api == CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT
					      : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
	}
	if (debug)
		attributes[n++] = EGL_CONTEXT_OPENGL_DEBUG, attributes[n++] = EGL_TRUE;
	if (robust)
		attributes[n++] = EGL_CONTEXT_OPENGL_ROBUST_ACCESS, attributes[n++] = EGL_TRUE;
	if (no_error)
		attributes[n++] = EGL_CONTEXT_OPENGL_NO_ERROR_KHR, attributes[n++] = EGL_TRUE;
	attributes[n] = EGL_NONE;
	EGLConfig config = choose(p);
	p->surface = make_surface(p, config);
	p->context = eglCreateContext(
		p->egl, config, share ? share->context : EGL_NO_CONTEXT, attributes);
	if (!p->context)
		skip("no such EGL context");
}

/* ---- both ---- */

static void open_place(struct place *p, const struct place *share)
{
	memset(p, 0, sizeof *p);
	if (through == GLX)
		open_glx(p, share);
	else
		open_egl(p, share);
}

static void bind(struct place *p, bool on)
{
	bool good = through == GLX
			    ? glXMakeCurrent(p->x, on ? p->window : None, on ? p->glx : NULL)
			    : eglBindAPI(api >= ES ? EGL_OPENGL_ES_API : EGL_OPENGL_API) &&
				      eglMakeCurrent(p->egl, on ? p->surface : NULL,
					      on ? p->surface : NULL, on ? p->context : NULL);
	if (!good) {
		fprintf(stderr, "the context cannot be made current\n");
		exit(1);
	}
}

/* Draws into one, and reads from the other. */
static void bind_aside(struct place *draw, struct place *read)
{
	bool good;
	if (through == GLX)
		good = glXMakeContextCurrent(draw->x, draw->window, read->window, draw->glx);
	else
		good = eglMakeCurrent(draw->egl, draw->surface, read->surface, draw->context);
	if (!good) {
		fprintf(stderr, "the context cannot be made current\n");
		exit(1);
	}
}

static void swap(struct place *p)
{
	static int swaps;
	if (single)
		swaps++ % 2 ? glFlush() : glFinish();
	else if (through == GLX)
		glXSwapBuffers(p->x, p->window);
	else if (through != SURFACELESS)
		eglSwapBuffers(p->egl, p->surface);
	else
		glFlush();
}

/* Nothing is drawn into without a surface: a framebuffer object is. */
static void make_target(void)
{
	GLuint framebuffer, renderbuffer;
	if (through != SURFACELESS || api == ES1)
		return;
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(1, &renderbuffer);
	glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
	glRenderbufferStorage(GL_RENDERBUFFER, api == ES ? GL_RGBA4 : GL_RGBA8, SIZE, SIZE);
	glFramebufferRenderbuffer(
		GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
}

/* ---- drawing ---- */

struct things {
	GLuint program, buffer;
};

static GLuint shader(GLenum type, const char *text)
{
	GLuint name = glCreateShader(type);
	glShaderSource(name, 1, &text, NULL);
	glCompileShader(name);
	return name;
}

static void attach_fragment(GLuint program, double red)
{
	char text[400];
	const char *head = api == ES	 ? "#version 100\nprecision mediump float;\n"
			   : api == CORE ? "#version 140\nout vec4 colour;\n"
					 : "#version 120\n";
	snprintf(text, sizeof text,
		"%suniform float blue;\nvoid main()\n{\n	float red = %g;\n	%s = "
		"vec4(red, 0.5, blue, 1.0);\n}\n",
		head, red, api == CORE ? "colour" : "gl_FragColor");
	glAttachShader(program, shader(GL_FRAGMENT_SHADER, text));
}

static void make_things(struct things *things, double red)
{
	static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
	GLint linked = 0;
	if (api == ES1)
		return;
	things->program = glCreateProgram();
	glAttachShader(things->program,
		shader(GL_VERTEX_SHADER, api == CORE
						 ? "#version 140\nin vec2 corner;\nvoid main() { "
						   "gl_Position = vec4(corner, 0.0, 1.0); }\n"
						 : "attribute vec2 corner;\nvoid main() { "
						   "gl_Position = vec4(corner, 0.0, 1.0); }\n"));
	attach_fragment(things->program, red);
	glBindAttribLocation(things->program, 0, "corner");
	glLinkProgram(things->program);
	glGetProgramiv(things->program, GL_LINK_STATUS, &linked);
	if (!linked) {
		char log[1000] = "";
		glGetProgramInfoLog(things->program, sizeof log, NULL, log);
		fprintf(stderr, "no program: %s\n", log);
		exit(1);
	}
	glGenBuffers(1, &things->buffer);
	glBindBuffer(GL_ARRAY_BUFFER, things->buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
}

static void use_things(const struct things *things)
{
	GLuint array;
	if (api == ES1)
		return;
	if (api == CORE) {
		glGenVertexArrays(1, &array);
		glBindVertexArray(array);
	}
	glBindBuffer(GL_ARRAY_BUFFER, things->buffer);
	glEnableVertexAttribArray(0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
	glUseProgram(things->program);
	glUniform1f(glGetUniformLocation(things->program, "blue"), 0.75f);
}

static void draw_once(void)
{
	static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
	glViewport(0, 0, SIZE, SIZE);
	glClearColor(0, 0, 0, 0);
	glClear(GL_COLOR_BUFFER_BIT);
	if (api == ES1) {
		glEnableClientState(GL_VERTEX_ARRAY);
		glVertexPointer(2, GL_FLOAT, 0, corners);
		glColor4f(0.25f, 0.5f, 0.75f, 1);
	}
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static bool is_right(double red)
{
	GLubyte pixel[4] = {0};
	int close = through == SURFACELESS && api == ES ? 10 : 2;
	if (through == SURFACELESS && api == ES1)
		return true;
	glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	GLenum error = glGetError();
	if (abs(pixel[0] - (int)(red * 255)) <= close && abs(pixel[1] - 128) <= close &&
		abs(pixel[2] - 191) <= close && !error)
		return true;
	fprintf(stderr, "wrong: %d %d %d, error 0x%x\n", pixel[0], pixel[1], pixel[2], error);
	return false;
}

static bool draw_frames(struct place *p, double red)
{
	bool good = true;
	for (int i = 0; i < frames; i++) {
		draw_once();
		good = is_right(red) && good;
		swap(p);
	}
	return good;
}

/* ---- ways ---- */

static bool one(void)
{
	struct place p;
	struct things things = {0};
	open_place(&p, NULL);
	bind(&p, true);
	printf("%s\n", (const char *)glGetString(GL_VERSION));
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	bool good = draw_frames(&p, 0.25);
	bind(&p, false);
	return good;
}

static void *thread_one(void *unused)
{
	struct place p;
	struct things things = {0};
	open_place(&p, NULL);
	bind(&p, true);
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	bool good = draw_frames(&p, 0.25);
	bind(&p, false);
	return good ? &frames : NULL;
}

static bool threads(void)
{
	pthread_t ids[THREADS];
	bool good = true;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&ids[i], NULL, thread_one, NULL);
	for (int i = 0; i < THREADS; i++) {
		void *result;
		pthread_join(ids[i], &result);
		good = good && result;
	}
	return good;
}

struct job {
	struct place *place;
	struct things *things;
	double red;
	void (*before)(const struct things *things);
};

static void *use_in_thread(void *data)
{
	struct job *job = data;
	bind(job->place, true);
	if (job->before) {
		job->before(job->things);
	} else {
		make_target();
		use_things(job->things);
	}
	bool good = job->before || draw_frames(job->place, job->red);
	glFinish();
	bind(job->place, false);
	return good ? &frames : NULL;
}

static bool in_thread(struct job job)
{
	pthread_t id;
	void *result;
	pthread_create(&id, NULL, use_in_thread, &job);
	pthread_join(id, &result);
	return result;
}

static bool shared(void)
{
	struct place first, second;
	struct things things = {0};
	open_place(&first, NULL);
	open_place(&second, &first);
	bind(&first, true);
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	glFinish();
	bool good = draw_frames(&first, 0.25);
	good = in_thread((struct job){&second, &things, 0.25, NULL}) && good;
	good = draw_frames(&first, 0.25) && good;
	bind(&first, false);
	return good;
}

static bool moved(void)
{
	struct place p;
	struct things things = {0};
	open_place(&p, NULL);
	bind(&p, true);
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	bool good = draw_frames(&p, 0.25);
	bind(&p, false);
	good = in_thread((struct job){&p, &things, 0.25, NULL}) && good;
	good = in_thread((struct job){&p, &things, 0.25, NULL}) && good;
	bind(&p, true);
	good = draw_frames(&p, 0.25) && good;
	bind(&p, false);
	return good;
}

/* Names are the same in both. */
static bool switched(void)
{
	static const double red[2] = {0.25, 0.75};
	struct place places[2];
	struct things things[2] = {{0}, {0}};
	bool good = true;
	for (int i = 0; i < 2; i++) {
		open_place(&places[i], NULL);
		bind(&places[i], true);
		make_target();
		make_things(&things[i], red[i]);
		use_things(&things[i]);
	}
	for (int i = 0; i < 4; i++) {
		bind(&places[i % 2], true);
		use_things(&things[i % 2]);
		good = draw_frames(&places[i % 2], red[i % 2]) && good;
	}
	bind(&places[1], false);
	return good;
}

static void relink(const struct things *things)
{
	GLuint attached[2];
	GLsizei n = 0;
	glGetAttachedShaders(things->program, 2, &n, attached);
	glDetachShader(things->program, attached[1]);
	attach_fragment(things->program, 0.5);
	glLinkProgram(things->program);
}

/* What a context draws with a program that another has linked anew meanwhile is the driver's to
 * say: the colour of either. */
static bool relinked(void)
{
	struct place first, second;
	struct things things = {0};
	open_place(&first, NULL);
	open_place(&second, &first);
	bind(&first, true);
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	bool good = draw_frames(&first, 0.25);
	in_thread((struct job){&second, &things, 0, relink});
	draw_once(); /* the one that must be refused or told */
	GLubyte pixel[4];
	glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	printf("red %s\n", pixel[0] < 100 ? "old" : "new");
	swap(&first);
	glUseProgram(things.program); /* now it is the new one, and its uniforms are 0 */
	glUniform1f(glGetUniformLocation(things.program, "blue"), 0.75f);
	good = draw_frames(&first, 0.5) && good;
	bind(&first, false);
	return good;
}

/* Objects of the kinds that contexts share, bound here. */
static struct {
	const char *name;
	GLenum binding;
	GLboolean (*is)(GLuint name);
	void (*delete)(GLsizei n, const GLuint *names);
	GLuint object;
} bound[] = {
	{"array buffer", GL_ARRAY_BUFFER_BINDING, glIsBuffer, glDeleteBuffers, 0},
	{"texture", GL_TEXTURE_BINDING_2D, glIsTexture, glDeleteTextures, 0},
	{"renderbuffer", GL_RENDERBUFFER_BINDING, glIsRenderbuffer, glDeleteRenderbuffers, 0},
	{"uniform buffer", GL_UNIFORM_BUFFER_BINDING, glIsBuffer, glDeleteBuffers, 0},
	{"pack buffer", GL_PIXEL_PACK_BUFFER_BINDING, glIsBuffer, glDeleteBuffers, 0},
	{"copy buffer", GL_COPY_WRITE_BUFFER_BINDING, glIsBuffer, glDeleteBuffers, 0},
	{"sampler", GL_SAMPLER_BINDING, glIsSampler, glDeleteSamplers, 0},
};
enum { N_BOUND = sizeof bound / sizeof *bound };

static bool all_kinds; /* also those whose binding could not be put back */

static void bind_all(GLuint array_buffer)
{
	GLuint names[4];
	bound[0].object = array_buffer;
	glGenTextures(1, &bound[1].object);
	glBindTexture(GL_TEXTURE_2D, bound[1].object);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	glGenRenderbuffers(1, &bound[2].object);
	glBindRenderbuffer(GL_RENDERBUFFER, all_kinds ? bound[2].object : 0);
	glGenBuffers(4, names);
	glBindBufferBase(GL_UNIFORM_BUFFER, 1, bound[3].object = names[0]);
	glBufferData(GL_UNIFORM_BUFFER, 64, NULL, GL_STATIC_DRAW);
	bound[4].object = names[1];
	bound[5].object = names[2];
	glBindBuffer(GL_PIXEL_PACK_BUFFER, all_kinds ? names[1] : 0);
	glBindBuffer(GL_COPY_WRITE_BUFFER, all_kinds ? names[2] : 0);
	glGenSamplers(1, &bound[6].object);
	glBindSampler(0, bound[6].object);
}

static void delete (const struct things *things)
{
	for (int i = 0; i < N_BOUND; i++)
		bound[i].delete(1, &bound[i].object);
}

static void print_bound(GLuint program)
{
	GLint current = 0;
	glGetIntegerv(GL_CURRENT_PROGRAM, &current);
	printf("program %d, is %d\n", current == (GLint)program, glIsProgram(program));
	for (int i = 0; i < N_BOUND; i++) {
		glGetIntegerv(bound[i].binding, &current);
		printf("%s bound %d, is %d\n", bound[i].name, current == (GLint)bound[i].object,
			bound[i].is(bound[i].object));
	}
	glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 1, &current);
	printf("at 1 %d\n", current == (GLint)bound[3].object);
	GLenum error = glGetError();
	printf("error 0x%x\n", error);
}

static bool deleted(void)
{
	struct place first, second;
	struct things things = {0};
	open_place(&first, NULL);
	open_place(&second, &first);
	bind(&first, true);
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	bool good = draw_frames(&first, 0.25);
	bind_all(things.buffer);
	in_thread((struct job){&second, &things, 0, delete});
	for (int i = 0; i < frames; i++) {
		draw_once();
		swap(&first);
	}
	print_bound(things.program);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	good = is_right(0.25) && good;
	bind(&first, false);
	return good;
}

/* What is read is the other window's, in the middle and in a corner of what is drawn. */
static bool aside(void)
{
	struct place first, second;
	GLubyte pixel[4];
	bool good = true;
	open_place(&first, NULL);
	open_place(&second, &first);
	second.glx = first.glx;
	second.context = first.context;
	for (int i = 0; i < frames; i++) {
		bind_aside(&second, &second);
		glClearColor(0.2f, 0.4f, 0.6f, 1);
		glClear(GL_COLOR_BUFFER_BIT);
		bind_aside(&first, &second);
		glClearColor(0, 1, 0, 1);
		glClear(GL_COLOR_BUFFER_BIT);
		glBlitFramebuffer(0, 0, SIZE, SIZE, SIZE / 4, SIZE / 4, SIZE * 3 / 4, SIZE * 3 / 4,
			GL_COLOR_BUFFER_BIT, GL_NEAREST);
		glRasterPos2f(-1, -1);
		glCopyPixels(0, 0, SIZE / 8, SIZE / 8, GL_COLOR);
		glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
		good = good && pixel[0] == 51 && pixel[1] == 102 && pixel[2] == 153;
		if (i % 2 == 0)
			bind_aside(&first, &first);
		swap(&first);
	}
	good = good && !glGetError();
	bind(&first, false);
	return good;
}

static bool deleted_all(void)
{
	all_kinds = true;
	return deleted();
}

/* The driver dies in this draw: there are no vertices where they are said to be. */
static bool crash(void)
{
	struct place p;
	struct things things = {0};
	open_place(&p, NULL);
	bind(&p, true);
	make_target();
	make_things(&things, 0.25);
	use_things(&things);
	draw_once();
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (void *)16);
	draw_once();
	glFinish();
	return false;
}

/* ---- */

static int find(const char *what, const char *const *names, const char *name)
{
	for (int i = 0; names[i]; i++)
		if (name && !strcmp(names[i], name))
			return i;
	fprintf(stderr, "test-contexts: no %s '%s'\n", what, name ? name : "");
	exit(2);
}

int main(int argc, char **argv)
{
	static const char *const throughs[] = {
		"glx", "egl", "surfaceless", "pbuffer", "device", NULL};
	static const char *const apis[] = {"core", "compatibility", "es", "es1", NULL};
	static const char *const names[] = {"one", "threads", "shared", "moved", "switched",
		"relinked", "deleted", "deleted-all", "aside", "crash", NULL};
	static bool (*const ways[])(void) = {one, threads, shared, moved, switched, relinked,
		deleted, deleted_all, aside, crash};
	int way = 0;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--through"))
			through = (enum through)find("way in", throughs, argv[++i]);
		else if (!strcmp(argv[i], "--api"))
			api = (enum api)find("API", apis, argv[++i]);
		else if (!strcmp(argv[i], "--version") && argv[i + 1])
			version = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--frames") && argv[i + 1])
			frames = atoi(argv[++i]);
		else if (!strcmp(argv[i], "--no-error"))
			no_error = true;
		else if (!strcmp(argv[i], "--debug"))
			debug = true;
		else if (!strcmp(argv[i], "--robust"))
			robust = true;
		else if (!strcmp(argv[i], "--single"))
			single = true;
		else
			way = find("way", names, argv[i]);
	}
	if (!version && (api == CORE || api == ES))
		version = api == CORE ? 32 : 20;
	XInitThreads();
	return ways[way]() ? 0 : 1;
}
