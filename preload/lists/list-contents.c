/* SPDX-License-Identifier: MIT */
/*
 * What display lists do, so far as it decides whether a glCallList can be redrawn: how many draws
 * they make, and what they change besides. A redraw runs the list itself; what it changes is put
 * back with the attribute and matrix stacks. A list that changes what these do not keep (programs,
 * uniforms), or what a capture sets for itself (masks, scissor, draw buffers), cannot be redrawn,
 * and is told so. Only the names of calls are looked at, while the list is compiled.
 */
#include "preload/lists/list.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "preload/caps/caps.h"
#include "data/pointee.h"
#include "dispatch/dispatch.h"
#include "preload/core/gl.h"
#include "preload/core/core.h"

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
	bool programs;	      /* chooses one */
	unsigned refused;     /* function that cannot be put back, plus one */
	bool unbalanced;
	unsigned mode; /* matrix mode: 0 that of the caller */
	struct balance attributes, matrix[N_MODES];
	struct nested {
		uint32_t name;
		enum {
			NAMED,
			RELATIVE, /* to the list base */
			BASE,	  /* no list, but the list base from now on */
		} kind;
	} * nested; /* in order */
	unsigned n_nested;
	bool failed; /* out of memory */
	int opens;   /* blocks opened less those closed */
	struct gs_list_record record;
	struct gs_call_memory scratch;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gs_list_contents *table[BUCKETS];
/* While somebody reads lists, those that go wait here. */
static struct gs_list_contents *waiting;
static unsigned held;

static void free_contents(struct gs_list_contents *c)
{
	if (!c)
		return;
	gs_list_record_free(&c->record);
	gs_call_memory_free(&c->scratch);
	free(c->nested);
	free(c);
}

/* Locked. */
static void free_later(struct gs_list_contents *c)
{
	if (!held) {
		free_contents(c);
	} else if (c) {
		c->next = waiting;
		waiting = c;
	}
}

void gs_list_hold(void)
{
	pthread_mutex_lock(&lock);
	held++;
	pthread_mutex_unlock(&lock);
}

void gs_list_let_go(void)
{
	pthread_mutex_lock(&lock);
	held--;
	while (!held && waiting) {
		struct gs_list_contents *gone = waiting;
		waiting = gone->next;
		free_contents(gone);
	}
	pthread_mutex_unlock(&lock);
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
	free_later(gone);
	pthread_mutex_unlock(&lock);
}

/* ---- what is in it ---- */

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

static void note_nested(struct gs_list_contents *c, uint32_t name, int kind)
{
	struct nested *more = realloc(c->nested, (c->n_nested + 1) * sizeof *more);
	if (!more) {
		c->failed = true;
		return;
	}
	c->nested = more;
	c->nested[c->n_nested++] = (struct nested){name, kind};
}

/* Of GLSL or of assembly language. */
static bool chooses_program(const struct gs_wire_call *call)
{
	if (call->function == GS_FN_glEnable)
		return call->args[0] == GL_FRAGMENT_PROGRAM_ARB;
	return gs_data_flags(call->function) & GS_FUNCTION_SWITCHES_PROGRAM && call->args[0];
}

static void note(struct gs_list_contents *c, const struct gs_wire_call *call)
{
	unsigned function = call->function, flags = gs_data_flags(function);
	unsigned list = gs_data_list(function);
	c->programs |= chooses_program(call);
	if (function == GS_FN_glCallList) {
		note_nested(c, (uint32_t)call->args[0], NAMED);
	} else if (function == GS_FN_glCallLists) {
		const void *names = (const void *)call->args[2];
		for (int32_t i = 0; names && i < (int32_t)call->args[0]; i++)
			note_nested(
				c, gs_data_list_name(names, (GLenum)call->args[1], i), RELATIVE);
	} else if (flags & GS_FUNCTION_DRAWS) {
		c->draws++;
		c->state |= function == GS_FN_glBitmap; /* moves the raster position */
	} else if (flags & GS_FUNCTION_IN_BLOCK || function == GS_FN_glBegin) {
		return;
	} else if (function == GS_FN_glPushAttrib || function == GS_FN_glPopAttrib) {
		push(&c->attributes, function == GS_FN_glPushAttrib ? 1 : -1);
		c->state = true;
	} else if (list & GS_LIST_MATRIX) {
		note_matrix(c, call);
	} else if (function == GS_FN_glEnable || function == GS_FN_glDisable) {
		c->state = true;
		if (ours(call->args[0]))
			c->refused = function + 1;
	} else if (list & GS_LIST_KEPT) {
		c->state = true;
		if (function == GS_FN_glListBase)
			note_nested(c, (uint32_t)call->args[0], BASE);
	} else if (!(list & GS_LIST_IMMEDIATE)) {
		c->refused = function + 1;
	}
}

static void keep(
	struct gs_list_contents *c, struct gs_thread *thread, const struct gs_wire_call *call)
{
	if (!gs_list_arrays_take(call->function))
		gs_list_record_add(&c->record, thread, call, &c->scratch);
	else if (!c->record.unknown && !gs_list_arrays_record(&c->record, thread, call))
		gs_list_record_give_up(&c->record, call->function);
}

void gs_list_note(struct gs_thread *thread, const struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || !context->list_mode || !context->list_contents)
		return;
	note(context->list_contents, call);
	if (!(gs_data_list(call->function) & GS_LIST_IMMEDIATE))
		keep(context->list_contents, thread, call);
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
	gs_fast_path_disable_all();
}

/* Keeps it under its name, or forgets it with a context that goes. */
static struct gs_list_contents *take(struct gs_context *context)
{
	struct gs_list_contents *c = context->list_contents;
	context->list_contents = NULL;
	if (c) {
		atomic_fetch_sub(&gs_lists_open, 1);
		gs_fast_path_immediate_closed();
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
	c->opens = context->list_opens;
	gs_call_memory_free(&c->scratch);
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
			free_later(c);
		}
	pthread_mutex_unlock(&lock);
}

/* ---- asking about it ---- */

/* Lists change it too. */
static uint32_t list_base(void)
{
	GLint base = 0;
	GL(glGetIntegerv)(GL_LIST_BASE, &base);
	return (uint32_t)base;
}

static bool is_base(const struct nested *nested, uint32_t *base)
{
	if (nested->kind == BASE)
		*base = nested->name;
	return nested->kind == BASE;
}

static uint32_t name_of(const struct nested *nested, uint32_t base)
{
	return nested->name + (nested->kind == RELATIVE ? base : 0);
}

/* Locked. Adds what a list does to all. False: *why says why it cannot be redrawn. */
static bool add(struct gs_context *context, uint32_t name, unsigned depth, uint32_t *base,
	struct gs_list_contents *all, const char **why)
{
	static __thread char text[256] __attribute__((tls_model("initial-exec")));
	struct gs_list_contents *c = *find(context->group, name);
	if (depth >= DEEPEST || !c)
		return true; /* draws nothing */
	*why = c->failed ? "what the display list does is not known: memory ran out when it was "
			   "compiled"
	       : c->unbalanced ? "the display list does not balance its pushes and pops of "
				 "attributes or matrices: it cannot be executed again"
			       : NULL;
	if (c->refused) {
		gs_text_join(text, sizeof text, "the display list calls ",
			gs_data_name(c->refused - 1),
			", whose effect could not be undone after a redraw: it cannot be debugged",
			NULL);
		*why = text;
	}
	if (*why)
		return false;
	all->draws += c->draws;
	all->state |= c->state;
	all->matrices |= c->matrices;
	for (unsigned i = 0; i < c->n_nested; i++)
		if (!is_base(&c->nested[i], base) &&
			!add(context, name_of(&c->nested[i], *base), depth + 1, base, all, why))
			return false;
	return true;
}

static bool add_call(struct gs_context *context, const struct gs_wire_call *call,
	struct gs_list_contents *all, const char **why)
{
	const void *names = (const void *)call->args[2];
	uint32_t start = list_base(), base = start;
	bool ok = true;
	memset(all, 0, sizeof *all);
	pthread_mutex_lock(&lock);
	if (call->function == GS_FN_glCallList)
		ok = add(context, (uint32_t)call->args[0], 0, &base, all, why);
	for (int32_t i = 0;
		ok && call->function == GS_FN_glCallLists && names && i < (int32_t)call->args[0];
		i++)
		ok = add(context, start + gs_data_list_name(names, (GLenum)call->args[1], i), 0,
			&base, all, why);
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

/* ---- redraw ---- */

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
	GLint mode = get(GL_MATRIX_MODE), unit = gs_caps_active_texture(),
	      n = get(GL_MAX_TEXTURE_COORDS);
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

static struct gs_list_contents *look(struct gs_context *context, uint32_t name)
{
	pthread_mutex_lock(&lock);
	struct gs_list_contents *c = *find(context->group, name);
	pthread_mutex_unlock(&lock);
	return c;
}

const struct gs_list_record *gs_list_record_of(struct gs_context *context, uint32_t name)
{
	struct gs_list_contents *c = look(context, name);
	return c ? &c->record : NULL;
}

/* Held. Adds the draws of a list that can be executed call by call; false: it cannot, and *why says
 * why. */
static bool know(struct gs_context *context, uint32_t name, unsigned depth, uint32_t *base,
	unsigned *draws, const char **why)
{
	static __thread char text[256] __attribute__((tls_model("initial-exec")));
	struct gs_list_contents *c = look(context, name);
	if (depth >= DEEPEST || (!c && !GL(glIsList)(name)))
		return true; /* executes nothing */
	*why = !c ? "the display list was made before glstep could see it, or by other calls than "
		    "glNewList: its draws cannot be debugged one by one"
	       : c->failed ? "what the display list does is not known: memory ran out when it was "
			     "compiled"
	       : c->opens  ? "the display list holds part of a glBegin ... glEnd block: its draws "
			     "cannot be debugged one by one"
			   : NULL;
	if (c && c->record.unknown) {
		gs_text_join(text, sizeof text, "the display list calls ",
			gs_data_name(c->record.unknown - 1),
			" in a way that could not be preserved: its draws cannot be debugged one "
			"by one",
			NULL);
		*why = text;
	}
	if (*why)
		return false;
	*draws += c->record.draws;
	for (unsigned i = 0; i < c->n_nested; i++)
		if (!is_base(&c->nested[i], base) &&
			!know(context, name_of(&c->nested[i], *base), depth + 1, base, draws, why))
			return false;
	return true;
}

bool gs_list_is_known(struct gs_thread *thread, const struct gs_wire_call *call, unsigned *draws,
	const char **why)
{
	struct gs_context *context = gs_context_current(thread);
	const void *names = (const void *)call->args[2];
	uint32_t start = list_base(), base = start;
	bool ok = context != NULL;
	*draws = 0;
	*why = NULL;
	gs_list_hold();
	if (ok && call->function == GS_FN_glCallList)
		ok = know(context, (uint32_t)call->args[0], 0, &base, draws, why);
	for (int32_t i = 0;
		ok && call->function == GS_FN_glCallLists && names && i < (int32_t)call->args[0];
		i++)
		ok = know(context, start + gs_data_list_name(names, (GLenum)call->args[1], i), 0,
			&base, draws, why);
	gs_list_let_go();
	return ok;
}

/* Held. */
static bool may_use_program(
	struct gs_context *context, uint32_t name, unsigned depth, uint32_t *base)
{
	struct gs_list_contents *c = look(context, name);
	bool may = c ? c->failed || c->programs : GL(glIsList)(name);
	for (unsigned i = 0; c && depth < DEEPEST && !may && i < c->n_nested; i++)
		may = !is_base(&c->nested[i], base) &&
		      may_use_program(context, name_of(&c->nested[i], *base), depth + 1, base);
	return may;
}

bool gs_list_may_use_program(struct gs_thread *thread)
{
	struct gs_context *context = gs_context_current(thread);
	const struct gs_wire_call *call = thread->call;
	bool is_list = call->function == GS_FN_glCallList || call->function == GS_FN_glCallLists;
	if (!is_list || !context)
		return false;
	const void *names = (const void *)call->args[2];
	uint32_t start = list_base(), base = start;
	bool may = false;
	gs_list_hold();
	if (call->function == GS_FN_glCallList)
		may = may_use_program(context, (uint32_t)call->args[0], 0, &base);
	for (int32_t i = 0;
		call->function == GS_FN_glCallLists && !may && names && i < (int32_t)call->args[0];
		i++)
		may = may_use_program(context,
			start + gs_data_list_name(names, (GLenum)call->args[1], i), 0, &base);
	gs_list_let_go();
	return may;
}

bool gs_list_redraw(struct gs_thread *thread, struct gs_wire_call *call, const char **why)
{
	struct gs_list_contents all;
	struct gs_context *context = gs_context_current(thread);
	if (!context || !add_call(context, call, &all, why))
		return false;
	bool room = gs_attribute_stack_has_room(why) &&
		    (!all.matrices ||
			    (has_room(GL_MODELVIEW_STACK_DEPTH, GL_MAX_MODELVIEW_STACK_DEPTH) &&
				    has_room(GL_PROJECTION_STACK_DEPTH,
					    GL_MAX_PROJECTION_STACK_DEPTH) &&
				    has_room(GL_TEXTURE_STACK_DEPTH, GL_MAX_TEXTURE_STACK_DEPTH)));
	if (!room) {
		*why = "the attribute stack or a matrix stack is full: the draw cannot be executed "
		       "again";
		return false;
	}
	GL(glPushAttrib)(all.state ? GL_ALL_ATTRIB_BITS : GL_CURRENT_BIT | GL_LIGHTING_BIT);
	if (all.matrices)
		each_matrix(push_matrix);
	gs_dispatch(gs_real(call->function), call);
	if (all.matrices)
		each_matrix(pop_matrix);
	GL(glPopAttrib)();
	return true;
}
