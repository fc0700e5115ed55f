/* SPDX-License-Identifier: MIT */
/*
 * What display lists do, so far as it decides whether a glCallList can be replayed: how many draws they make, and what
 * they change besides. A replay runs the list itself; what it changes is put back with the attribute and matrix stacks.
 * A list that changes what these do not keep (programs, uniforms), or what a capture sets for itself (masks, scissor,
 * draw buffers), cannot be replayed, and is told so. Only the names of calls are looked at, while the list is compiled.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "preload/gl.h"
#include "preload/core.h"

enum { BUCKETS = 256, DEEPEST = 64, N_MODES = 5 };

/* Pushes less pops, of one stack. */
struct balance {
	int now, least, most;
};

struct gs_list_contents {
	struct gs_list_contents *next;
	struct gs_group *group;
	uint32_t name;
	unsigned draws;
	bool state, matrices; /* changes more than current values and materials; matrices */
	unsigned refused;     /* function that cannot be put back, plus one */
	bool unbalanced;
	unsigned mode; /* matrix mode: 0 that of the caller */
	struct balance attributes, matrix[N_MODES];
	struct nested {
		uint32_t name;
		bool relative; /* to the list base */
	} *nested;
	unsigned n_nested;
	bool failed; /* out of memory */
};

HIDDEN _Atomic uint32_t gs_lists_open;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gs_list_contents *table[BUCKETS];

static void free_contents(struct gs_list_contents *c)
{
	if (c)
		free(c->nested);
	free(c);
}

/* Locked. Where the one of this name hangs, or would. */
static struct gs_list_contents **find(struct gs_group *group, uint32_t name)
{
	struct gs_list_contents **at = &table[name % BUCKETS];
	while (*at && ((*at)->group != group || (*at)->name != name))
		at = &(*at)->next;
	return at;
}

static void drop(struct gs_group *group, uint32_t name)
{
	pthread_mutex_lock(&lock);
	struct gs_list_contents **at = find(group, name), *gone = *at;
	if (gone)
		*at = gone->next;
	pthread_mutex_unlock(&lock);
	free_contents(gone);
}

/* ---- what is in it ---- */

/* Functions whose effect the attribute stack keeps; a star at the end: all that begin so. */
static const char *const kept[] = {"glActiveTexture*", "glAlphaFunc", "glBindTexture", "glBlendColor", "glBlendEquation*",
	"glBlendFunc*", "glClipPlane", "glColorMaterial", "glCullFace", "glDepthFunc", "glDepthRange", "glFog*",
	"glFrontFace", "glHint", "glLight*", "glLine*", "glListBase", "glLogicOp", "glPassThrough", "glPixelTransfer*",
	"glPixelZoom", "glPoint*", "glPolygon*", "glPrimitiveRestartIndex", "glRasterPos*", "glSampleCoverage*",
	"glShadeModel", "glStencilFunc*", "glStencilOp*", "glTexEnv*", "glTexGen*", "glWindowPos*", "glInitNames",
	"glLoadName", "glPushName", "glPopName"};

static const char *const matrix_functions[] = {"glMatrixMode", "glLoadIdentity", "glLoadMatrix*", "glLoadTransposeMatrix*",
	"glMultMatrix*", "glMultTransposeMatrix*", "glRotate*", "glScalef", "glScaled", "glTranslate*",
	"glFrustum", "glOrtho", "glPushMatrix", "glPopMatrix"};

/* Executed at once, also between glNewList and glEndList (GL 2.1 section 5.4, and objects of later versions). */
static const char *const immediate[] = {"glGet*", "glIs*", "glGen*", "glDelete*", "glCreate*", "glFinish", "glFlush",
	"glNewList", "glEndList", "glPixelStore*", "glBindBuffer*", "glBufferData*", "glBufferSubData*", "glMapBuffer*",
	"glUnmapBuffer*", "glVertexPointer*", "glNormalPointer*", "glColorPointer*", "glTexCoordPointer*",
	"glIndexPointer*", "glEdgeFlagPointer*", "glFogCoordPointer*", "glSecondaryColorPointer*", "glInterleavedArrays",
	"glVertexAttrib*Pointer*", "glEnableClientState*", "glDisableClientState*", "glClientActiveTexture*",
	"glPushClientAttrib", "glPopClientAttrib", "glEnableVertexAttribArray*", "glDisableVertexAttribArray*",
	"glBindVertexArray*", "glBindFramebuffer*", "glShaderSource*", "glCompileShader*", "glLinkProgram*",
	"glAttach*", "glRenderMode", "glReadPixels", "glSelectBuffer", "glFeedbackBuffer", "glPrimitiveRestartNV",
	"glVertexAttribPointer*", "glVertexAttribIPointer*"};

static bool matches(const char *name, const char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(patterns[i]);
		if (patterns[i][length - 1] == '*' ? !strncmp(name, patterns[i], length - 1)
						   : !strcmp(name, patterns[i]))
			return true;
	}
	return false;
}
#define ONE_OF(name, patterns) matches(name, patterns, sizeof(patterns) / sizeof *(patterns))

/* What a capture switches for itself. */
static bool ours(uint64_t capability)
{
	switch (capability) {
	case GL_BLEND:
	case GL_DITHER:
	case GL_COLOR_LOGIC_OP:
	case GL_FRAMEBUFFER_SRGB:
	case GL_ALPHA_TEST:
	case GL_SCISSOR_TEST:
	case GL_RASTERIZER_DISCARD:
	case GL_SAMPLE_ALPHA_TO_COVERAGE:
	case GL_SAMPLE_ALPHA_TO_ONE:
	case GL_DEBUG_OUTPUT:
		return true;
	}
	return false;
}

static void push(struct balance *b, int by)
{
	b->now += by;
	b->least = b->now < b->least ? b->now : b->least;
	b->most = b->now > b->most ? b->now : b->most;
}

static void note_matrix(struct gs_list_contents *c, const struct gs_wire_call *call)
{
	c->matrices = c->state = true;
	if (call->function == GS_FN_glMatrixMode)
		c->mode = call->args[0] == GL_MODELVIEW	   ? 1
			  : call->args[0] == GL_PROJECTION ? 2
			  : call->args[0] == GL_TEXTURE	   ? 3
							   : 4;
	else if (call->function == GS_FN_glPushMatrix || call->function == GS_FN_glPopMatrix)
		push(&c->matrix[c->mode], call->function == GS_FN_glPushMatrix ? 1 : -1);
	if (c->mode == 4) /* those of assembly programs, and of colours */
		c->refused = call->function + 1;
}

static void note_nested(struct gs_list_contents *c, uint32_t name, bool relative)
{
	struct nested *more = realloc(c->nested, (c->n_nested + 1) * sizeof *more);
	if (!more) {
		c->failed = true;
		return;
	}
	c->nested = more;
	c->nested[c->n_nested++] = (struct nested){name, relative};
}

static void note(struct gs_list_contents *c, const struct gs_wire_call *call)
{
	unsigned function = call->function, flags = gs_data_flags(function);
	const char *name = gs_data_name(function);
	if (function == GS_FN_glCallList) {
		note_nested(c, (uint32_t)call->args[0], false);
	} else if (function == GS_FN_glCallLists) {
		const void *names = (const void *)call->args[2];
		for (int32_t i = 0; names && i < (int32_t)call->args[0]; i++)
			note_nested(c, gs_list_element(names, (GLenum)call->args[1], i), true);
	} else if (flags & GS_FUNCTION_DRAWS) {
		c->draws++;
		c->state |= function == GS_FN_glBitmap; /* moves the raster position */
	} else if (flags & GS_FUNCTION_IN_BLOCK || function == GS_FN_glBegin) {
		return;
	} else if (function == GS_FN_glPushAttrib || function == GS_FN_glPopAttrib) {
		push(&c->attributes, function == GS_FN_glPushAttrib ? 1 : -1);
		c->state = true;
	} else if (ONE_OF(name, matrix_functions)) {
		note_matrix(c, call);
	} else if (function == GS_FN_glEnable || function == GS_FN_glDisable) {
		c->state = true;
		if (ours(call->args[0]))
			c->refused = function + 1;
	} else if (ONE_OF(name, kept)) {
		c->state = true;
	} else if (name[0] == 'g' && name[1] == 'l' && name[2] != 'X' && !ONE_OF(name, immediate)) {
		c->refused = function + 1;
	}
}

void gs_list_note(struct gs_thread *thread, const struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (context && context->list_mode && context->list_contents)
		note(context->list_contents, call);
}

/* ---- its beginning and end ---- */

void gs_list_open(struct gs_context *context)
{
	free_contents(context->list_contents);
	if (!context->list_contents)
		atomic_fetch_add(&gs_lists_open, 1);
	context->list_contents = calloc(1, sizeof *context->list_contents);
	if (!context->list_contents)
		atomic_fetch_sub(&gs_lists_open, 1);
	gs_arm_all();
}

/* Keeps it under its name, or forgets it with a context that goes. */
static struct gs_list_contents *take(struct gs_context *context)
{
	struct gs_list_contents *c = context->list_contents;
	context->list_contents = NULL;
	if (c) {
		atomic_fetch_sub(&gs_lists_open, 1);
		gs_arm_block_closed();
	}
	return c;
}

void gs_list_drop_open(struct gs_context *context)
{
	free_contents(take(context));
}

void gs_list_close(struct gs_context *context)
{
	struct gs_list_contents *c = take(context);
	drop(context->group, context->list_name);
	if (!c)
		return;
	c->group = context->group;
	c->name = context->list_name;
	c->unbalanced = c->attributes.now || c->attributes.least;
	for (unsigned i = 0; i < N_MODES; i++)
		c->unbalanced |= c->matrix[i].now || c->matrix[i].least;
	pthread_mutex_lock(&lock);
	c->next = table[c->name % BUCKETS];
	table[c->name % BUCKETS] = c;
	pthread_mutex_unlock(&lock);
}

void gs_list_contents_delete(struct gs_group *group, uint32_t first, uint32_t n)
{
	if (n > 65536)
		n = 65536; /* more than a program has */
	for (uint32_t i = 0; i < n; i++)
		drop(group, first + i);
}

void gs_list_contents_forget(struct gs_group *group)
{
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < BUCKETS; i++)
		for (struct gs_list_contents **at = &table[i]; *at;) {
			struct gs_list_contents *c = *at;
			if (c->group != group) {
				at = &c->next;
				continue;
			}
			*at = c->next;
			free_contents(c);
		}
	pthread_mutex_unlock(&lock);
}

/* ---- asking about it ---- */

/* Locked. Adds what a list does to all. False: *why says why it cannot be replayed. */
static bool add(struct gs_context *context, uint32_t name, unsigned depth,
	struct gs_list_contents *all, const char **why)
{
	static __thread char text[256] __attribute__((tls_model("initial-exec")));
	struct gs_list_contents *c = *find(context->group, name);
	if (depth >= DEEPEST || !c)
		return true; /* draws nothing */
	*why = c->failed ? "what the display list does is not known: memory ran out when it was compiled"
	       : c->unbalanced ? "the display list pushes or pops more attributes or matrices than it takes back: it "
				 "cannot be replayed"
			       : NULL;
	if (c->refused) {
		gs_text_join(text, sizeof text, "the display list calls ", gs_data_name(c->refused - 1),
			", whose effect on a replay could not be taken back: it cannot be debugged", NULL);
		*why = text;
	}
	if (*why)
		return false;
	all->draws += c->draws;
	all->state |= c->state;
	all->matrices |= c->matrices;
	for (unsigned i = 0; i < c->n_nested; i++)
		if (!add(context, c->nested[i].name + (c->nested[i].relative ? context->list_base : 0),
			    depth + 1, all, why))
			return false;
	return true;
}

static bool add_call(struct gs_context *context, const struct gs_wire_call *call,
	struct gs_list_contents *all, const char **why)
{
	const void *names = (const void *)call->args[2];
	bool ok = true;
	memset(all, 0, sizeof *all);
	pthread_mutex_lock(&lock);
	if (call->function == GS_FN_glCallList)
		ok = add(context, (uint32_t)call->args[0], 0, all, why);
	for (int32_t i = 0; ok && call->function == GS_FN_glCallLists && names &&
			    i < (int32_t)call->args[0];
		i++)
		ok = add(context,
			context->list_base + gs_list_element(names, (GLenum)call->args[1], i), 0,
			all, why);
	pthread_mutex_unlock(&lock);
	return ok;
}

int gs_list_draws(struct gs_thread *thread, const struct gs_wire_call *call, const char **why)
{
	struct gs_list_contents all;
	struct gs_context *context = gs_context_current(thread);
	if (!context || !add_call(context, call, &all, why))
		return -1;
	return (int)all.draws;
}

/* ---- replay ---- */

static GLint get(GLenum name)
{
	GLint value = 0;
	GL(glGetIntegerv)(name, &value);
	return value;
}

static bool has_room(GLenum depth, GLenum limit)
{
	return get(depth) < get(limit);
}

/* Each matrix once more, or away again. */
static void each_matrix(void (*change)(void))
{
	GLint mode = get(GL_MATRIX_MODE), unit = get(GL_ACTIVE_TEXTURE), n = get(GL_MAX_TEXTURE_COORDS);
	GL(glMatrixMode)(GL_MODELVIEW);
	change();
	GL(glMatrixMode)(GL_PROJECTION);
	change();
	GL(glMatrixMode)(GL_TEXTURE);
	for (GLint i = 0; i < n; i++) {
		GL(glActiveTexture)(GL_TEXTURE0 + i);
		change();
	}
	GL(glActiveTexture)(unit);
	GL(glMatrixMode)(mode);
}

static void push_matrix(void)
{
	GL(glPushMatrix)();
}

static void pop_matrix(void)
{
	GL(glPopMatrix)();
}

bool gs_list_replay(struct gs_thread *thread, struct gs_wire_call *call, const char **why)
{
	struct gs_list_contents all;
	struct gs_context *context = gs_context_current(thread);
	if (!context || !add_call(context, call, &all, why))
		return false;
	bool room = gs_block_has_room(why) &&
		    (!all.matrices ||
			    (has_room(GL_MODELVIEW_STACK_DEPTH, GL_MAX_MODELVIEW_STACK_DEPTH) &&
				    has_room(GL_PROJECTION_STACK_DEPTH, GL_MAX_PROJECTION_STACK_DEPTH) &&
				    has_room(GL_TEXTURE_STACK_DEPTH, GL_MAX_TEXTURE_STACK_DEPTH)));
	if (!room) {
		*why = "the attribute stack or a matrix stack is full: the draw cannot be replayed";
		return false;
	}
	GL(glPushAttrib)(all.state ? GL_ALL_ATTRIB_BITS : GL_CURRENT_BIT | GL_LIGHTING_BIT);
	if (all.matrices)
		each_matrix(push_matrix);
	gs_execute_table[call->function](gs_real(call->function), call);
	if (all.matrices)
		each_matrix(pop_matrix);
	GL(glPopAttrib)();
	return true;
}
