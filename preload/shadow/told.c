/* SPDX-License-Identifier: MIT */
/*
 * What the program is told that its driver has: the driver's extensions without those that the user
 * has masked, and with GL_MESA_trace where it is to be told of; limits, and the texts of
 * glGetString, as the user has said. All ways of asking agree. What there is stays what it is:
 * functions are found, shaders compile, and larger textures can be made.
 */
#include "preload/core/gl.h"
#include "preload/shadow/told.h"

#include <fnmatch.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <GL/glx.h>
#include "data/pointee.h"
#include "preload/core/core.h"
#include "preload/core/hooks.h"

enum { LONG_NAME = 128 };

static const char added[] = "GL_MESA_trace";

static const struct gs_wire_told *told(void)
{
	return gs_wire ? &gs_wire->told : NULL;
}

static bool adds(const struct gs_context *context)
{
	return !context->es && gs_wire &&
	       atomic_load_explicit(&gs_wire->mesa_trace, memory_order_relaxed);
}

static bool masks(void)
{
	return told() && *told()->masked;
}

bool gs_told_otherwise(void)
{
	const struct gs_wire_told *t = told();
	bool has_text = false;
	for (unsigned i = 0; t && i < GS_TOLD_TEXTS; i++)
		has_text = has_text || *t->texts[i];
	return t && (has_text || *t->masked || t->n_limits || atomic_load(&gs_wire->mesa_trace));
}

/* The context of which the driver can be asked now; NULL: there is none. */
static struct gs_context *askable(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || context->in_block || gs_block_recorded(thread))
		return NULL;
	gs_context_info(context);
	return context;
}

/* ---- names of extensions ---- */

static bool is_masked(const char *name, size_t n)
{
	char text[LONG_NAME], pattern[LONG_NAME];
	if (n >= sizeof text)
		return false;
	memcpy(text, name, n);
	text[n] = 0;
	for (const char *at = told()->masked; *at;) {
		size_t length = strcspn(at, " ");
		if (length < sizeof pattern) {
			memcpy(pattern, at, length);
			pattern[length] = 0;
			if (fnmatch(pattern, text, 0) == 0)
				return true;
		}
		at += length + (at[length] != 0);
	}
	return false;
}

/* ---- texts ---- */

/* A text of the driver's, and what the program is given for it, which lives as long as the program:
 * nobody says how long it may be used. */
struct text {
	struct text *next;
	const char *from, *to;
	bool has_added;
	int kind; /* enum gs_wire_told_text; GS_TOLD_TEXTS: extensions */
};

static struct text *texts;
static pthread_mutex_t texts_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *known(int kind, const char *from, bool has_added)
{
	struct text *text;
	pthread_mutex_lock(&texts_lock);
	for (text = texts; text; text = text->next)
		if (text->kind == kind && text->has_added == has_added &&
			strcmp(text->from, from) == 0)
			break;
	pthread_mutex_unlock(&texts_lock);
	return text ? text->to : NULL;
}

/* Remembers the text. Returns it, or the driver's where there is no memory. */
static const char *remember(int kind, const char *from, bool has_added, char *to)
{
	struct text *text = malloc(sizeof *text);
	char *copy = strdup(from);
	if (!text || !copy || !to) {
		free(text);
		free(copy);
		free(to);
		return from;
	}
	*text = (struct text){.from = copy, .to = to, .has_added = has_added, .kind = kind};
	pthread_mutex_lock(&texts_lock);
	text->next = texts;
	texts = text;
	pthread_mutex_unlock(&texts_lock);
	return to;
}

/* The names that are not masked, with spaces between, and the one that is added. */
static const char *told_extensions(const char *from, bool has_added)
{
	const char *before = known(GS_TOLD_TEXTS, from, has_added);
	char *to, *end;
	if (before)
		return before;
	to = end = malloc(strlen(from) + sizeof added + 2);
	for (const char *at = from; to && *at;) {
		size_t n = strcspn(at, " "), with_space = n + (at[n] != 0);
		if (!masks() || !n || !is_masked(at, n)) {
			memcpy(end, at, with_space);
			end += with_space;
		}
		at += with_space;
	}
	if (to && has_added && end > to && end[-1] != ' ')
		*end++ = ' ';
	if (to)
		memcpy(end, has_added ? added : "", has_added ? sizeof added : 1);
	return remember(GS_TOLD_TEXTS, from, has_added, to);
}

static size_t number_length(const char *text)
{
	return strspn(text, "0123456789.");
}

/* Where a version's number begins in the driver's text: "OpenGL ES 3.2 Mesa". */
static const char *find_number(const char *text)
{
	const char *at = text;
	while (*at && (*at < '0' || *at > '9'))
		at++;
	return *at ? at : text;
}

/* A number takes the place of the driver's, any other text that of all of it. */
static const char *told_text(int kind, const char *from)
{
	const char *as = told()->texts[kind], *before = known(kind, from, false), *number;
	bool is_number = kind >= GS_TOLD_VERSION && !as[number_length(as)];
	size_t size;
	char *to;
	if (before)
		return before;
	number = is_number ? find_number(from) : from;
	size = strlen(from) + strlen(as) + 1;
	to = malloc(size);
	if (to && is_number) {
		memcpy(to, from, (size_t)(number - from));
		gs_text_join(to + (number - from), size - (size_t)(number - from), as,
			number + number_length(number), NULL);
	} else if (to) {
		gs_text_join(to, size, as, NULL);
	}
	return remember(kind, from, false, to);
}

static void after_string(struct gs_thread *thread, struct gs_wire_call *call)
{
	static const struct {
		uint32_t name;
		enum gs_wire_told_text kind;
	} kinds[] = {{GL_VENDOR, GS_TOLD_VENDOR}, {GL_RENDERER, GS_TOLD_RENDERER},
		{GL_VERSION, GS_TOLD_VERSION},
		{GL_SHADING_LANGUAGE_VERSION, GS_TOLD_LANGUAGE_VERSION}};
	const char *driver = (const char *)(uintptr_t)call->ret, *given = driver;
	struct gs_context *context = driver && told() ? gs_context_current(thread) : NULL;
	if (!context)
		return;
	if (call->args[0] == GL_EXTENSIONS) {
		struct gs_context *known_context = askable(thread);
		bool has_added = known_context && adds(known_context);
		if (masks() || has_added)
			given = told_extensions(driver, has_added);
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (call->args[0] == kinds[i].name && *told()->texts[kinds[i].kind])
			given = told_text(kinds[i].kind, driver);
	call->ret = (uint64_t)(uintptr_t)given;
}

/* Of GLX and EGL: `which` is the argument that says what is asked for; -1: extensions always. */
static void after_window_string(struct gs_wire_call *call, int which, uint64_t name)
{
	const char *driver = (const char *)(uintptr_t)call->ret;
	if (driver && masks() && (which < 0 || (uint32_t)call->args[which] == name))
		call->ret = (uint64_t)(uintptr_t)told_extensions(driver, false);
}

static void after_glx_extensions(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	after_window_string(call, -1, 0);
}

static void after_glx_client(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	after_window_string(call, 1, GLX_EXTENSIONS);
}

static void after_glx_server(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	after_window_string(call, 2, GLX_EXTENSIONS);
}

static void after_egl_string(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	after_window_string(call, 1, EGL_EXTENSIONS);
}

/* ---- one extension after the other ---- */

/* Of the extensions that the program is told of, the driver's number of the one with that index.
 * *n: how many are the driver's, if it has no such one. */
static uint32_t find_kept(uint32_t index, uint32_t *n)
{
	GLint all = 0;
	*n = 0;
	GL(glGetIntegerv)(GL_NUM_EXTENSIONS, &all);
	for (GLint i = 0; i < all; i++) {
		const char *name = (const char *)GL(glGetStringi)(GL_EXTENSIONS, (GLuint)i);
		if (masks() && name && is_masked(name, strlen(name)))
			continue;
		if ((*n)++ == index)
			return (uint32_t)i;
	}
	return (uint32_t)all;
}

static __thread struct {
	bool is_on, is_added;
	uint64_t index; /* as the program gave it */
} listed __attribute__((tls_model("initial-exec")));

static void before_string_i(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = call->args[0] == GL_EXTENSIONS ? askable(thread) : NULL;
	uint32_t n, found;
	listed.is_on = context && context->version >= 30 && (masks() || adds(context));
	listed.is_added = false;
	if (!listed.is_on)
		return;
	listed.index = call->args[1];
	found = find_kept((uint32_t)listed.index, &n);
	listed.is_added = adds(context) && (uint32_t)listed.index == n;
	call->args[1] = listed.is_added ? 0 : found;
}

static void after_string_i(struct gs_thread *thread, struct gs_wire_call *call)
{
	(void)thread;
	if (!listed.is_on)
		return;
	call->args[1] = listed.index;
	if (listed.is_added)
		call->ret = (uint64_t)(uintptr_t)added;
}

/* ---- numbers ---- */

enum { UNTOUCHED = 0xa5, MOST_NUMBERS = 16 };

/* The driver answers into memory of ours: only where it has written anything, the program is given
 * an answer. */
static __thread struct {
	uint64_t to; /* as the program gave it; 0: nothing is asked */
	double value;
	uint8_t answer[MOST_NUMBERS * 8];
} question __attribute__((tls_model("initial-exec")));

static unsigned place_of(unsigned function)
{
	return function == GS_FN_glGetIntegeri_v || function == GS_FN_glGetInteger64i_v ||
			       function == GS_FN_glGetBooleani_v ||
			       function == GS_FN_glGetFloati_v || function == GS_FN_glGetDoublei_v
		       ? 2
		       : 1;
}

/* Whether the program is told another number than the driver's. */
static bool find_number_told(struct gs_thread *thread, uint32_t name, double *value)
{
	const struct gs_wire_told *t = told();
	for (uint32_t i = 0; t && i < t->n_limits && i < GS_TOLD_LIMITS; i++)
		if (t->limits[i].name == name) {
			*value = t->limits[i].value;
			return true;
		}
	if (name == GL_NUM_EXTENSIONS && t) {
		struct gs_context *context = askable(thread);
		uint32_t n;
		if (!context || context->version < 30 || (!masks() && !adds(context)))
			return false;
		find_kept(UINT32_MAX, &n);
		*value = n + adds(context);
		return true;
	}
	return false;
}

static void before_number(struct gs_thread *thread, struct gs_wire_call *call)
{
	unsigned at = place_of(call->function);
	const struct gs_pname *about = gs_data_pname((uint32_t)call->args[0]);
	question.to = 0;
	if (!call->args[at] || (about && about->count > MOST_NUMBERS) ||
		!find_number_told(thread, (uint32_t)call->args[0], &question.value))
		return;
	question.to = call->args[at];
	memset(question.answer, UNTOUCHED, sizeof question.answer);
	call->args[at] = (uint64_t)(uintptr_t)question.answer;
}

static void put(unsigned function, void *to, unsigned i, double value)
{
	switch (function) {
	case GS_FN_glGetBooleanv:
	case GS_FN_glGetBooleani_v:
		((GLboolean *)to)[i] = value != 0;
		break;
	case GS_FN_glGetFloatv:
	case GS_FN_glGetFloati_v:
		((GLfloat *)to)[i] = (GLfloat)value;
		break;
	case GS_FN_glGetDoublev:
	case GS_FN_glGetDoublei_v:
		((GLdouble *)to)[i] = value;
		break;
	case GS_FN_glGetInteger64v:
	case GS_FN_glGetInteger64i_v:
		((GLint64 *)to)[i] = (GLint64)value;
		break;
	case GS_FN_glGetFixedv:
		((GLint *)to)[i] = (GLint)(value * 65536);
		break;
	default:
		((GLint *)to)[i] = (GLint)value;
	}
}

static void after_number(struct gs_thread *thread, struct gs_wire_call *call)
{
	const struct gs_pname *about = gs_data_pname((uint32_t)call->args[0]);
	unsigned at = place_of(call->function);
	bool answered = false;
	(void)thread;
	if (!question.to)
		return;
	for (size_t i = 0; i < sizeof question.answer; i++)
		answered = answered || question.answer[i] != UNTOUCHED;
	call->args[at] = question.to;
	for (unsigned i = 0; answered && i < (about ? about->count : 1u); i++)
		put(call->function, (void *)(uintptr_t)question.to, i, question.value);
	question.to = 0;
}

/* ---- when ---- */

static const struct gs_hook hooks[] = {
	{GS_FN_glGetString, NULL, after_string},
	{GS_FN_glGetStringi, before_string_i, after_string_i},
	{GS_FN_glGetIntegerv, before_number, after_number},
	{GS_FN_glGetBooleanv, before_number, after_number},
	{GS_FN_glGetFloatv, before_number, after_number},
	{GS_FN_glGetDoublev, before_number, after_number},
	{GS_FN_glGetInteger64v, before_number, after_number},
	{GS_FN_glGetFixedv, before_number, after_number},
	{GS_FN_glGetIntegeri_v, before_number, after_number},
	{GS_FN_glGetInteger64i_v, before_number, after_number},
	{GS_FN_glGetBooleani_v, before_number, after_number},
	{GS_FN_glGetFloati_v, before_number, after_number},
	{GS_FN_glGetDoublei_v, before_number, after_number},
	{GS_FN_glXQueryExtensionsString, NULL, after_glx_extensions},
	{GS_FN_glXGetClientString, NULL, after_glx_client},
	{GS_FN_glXQueryServerString, NULL, after_glx_server},
	{GS_FN_eglQueryString, NULL, after_egl_string},
};

void gs_told_init(void)
{
	gs_hooks_add(hooks, sizeof hooks / sizeof *hooks);
	for (size_t i = 0; i < sizeof hooks / sizeof *hooks && !gs_told_otherwise(); i++)
		gs_hooks_enable(hooks[i].function, false);
}
