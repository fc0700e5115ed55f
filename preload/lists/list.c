/* SPDX-License-Identifier: MIT */
/*
 * Display lists that open a glBegin block without closing it, or the reverse: after such a
 * glCallList the driver stands in a block, where nothing may be asked of it. The few lists of that
 * kind are remembered; all others cost nothing.
 */
#include <pthread.h>
#include <stdlib.h>
#include "data/pointee.h"
#include "preload/core/gl.h"
#include "preload/core/core.h"
#include "preload/lists/list.h"

struct unbalanced {
	struct gs_group *group;
	uint32_t name;
	int opens; /* blocks opened less those closed */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct unbalanced *table;
static unsigned n_table;

static struct unbalanced *find(struct gs_group *group, uint32_t name)
{
	for (unsigned i = 0; i < n_table; i++)
		if (table[i].group == group && table[i].name == name)
			return &table[i];
	return NULL;
}

static int opens_of(struct gs_group *group, uint32_t name)
{
	if (!__atomic_load_n(&n_table, __ATOMIC_RELAXED))
		return 0;
	pthread_mutex_lock(&lock);
	struct unbalanced *list = find(group, name);
	int opens = list ? list->opens : 0;
	pthread_mutex_unlock(&lock);
	return opens;
}

static void set_opens(struct gs_group *group, uint32_t name, int opens)
{
	if (!opens && !__atomic_load_n(&n_table, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&lock);
	struct unbalanced *list = find(group, name), *more;
	if (list && opens)
		list->opens = opens;
	else if (list)
		*list = table[--n_table];
	else if (opens && (more = realloc(table, (n_table + 1) * sizeof *table))) {
		table = more;
		table[n_table++] = (struct unbalanced){group, name, opens};
	}
	pthread_mutex_unlock(&lock);
}

void gs_lists_forget(struct gs_group *group)
{
	gs_list_contents_forget(group);
	pthread_mutex_lock(&lock);
	for (unsigned i = n_table; i-- > 0;)
		if (table[i].group == group)
			table[i] = table[--n_table];
	pthread_mutex_unlock(&lock);
}

int gs_list_opens(struct gs_context *context, const struct gs_wire_call *call)
{
	int opens = 0;
	if (!__atomic_load_n(&n_table, __ATOMIC_RELAXED))
		return 0;
	if (call->function == GS_FN_glCallList)
		return opens_of(context->group, (uint32_t)call->args[0]);
	const void *names = (const void *)call->args[2];
	for (int32_t i = 0; names && i < (int32_t)call->args[0]; i++)
		opens += opens_of(context->group,
			context->list_base +
				gs_data_list_name(names, (GLenum)call->args[1], (uint32_t)i));
	return opens;
}

static void after_call_list(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	int opens = context ? gs_list_opens(context, call) : 0;
	if (!opens)
		return;
	if (context->list_mode)
		context->list_opens += opens;
	if (context->list_mode != GL_COMPILE)
		context->in_block = opens > 0;
}

static void after_new_list(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	bool valid = call->args[0] &&
		     (call->args[1] == GL_COMPILE || call->args[1] == GL_COMPILE_AND_EXECUTE);
	if (!context || context->list_mode || context->in_block || !valid)
		return;
	context->list_mode = (uint32_t)call->args[1];
	context->list_name = (uint32_t)call->args[0];
	context->list_opens = 0;
	gs_list_open(context);
}

static void after_end_list(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (!context || !context->list_mode || context->in_block)
		return;
	set_opens(context->group, context->list_name, context->list_opens);
	gs_list_close(context);
	context->list_mode = 0;
}

static void after_list_base(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	if (context && !context->in_block && context->list_mode != GL_COMPILE)
		context->list_base = (uint32_t)call->args[0];
}

static void after_delete_lists(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	uint32_t first = (uint32_t)call->args[0], n = (uint32_t)call->args[1];
	if (!context || context->in_block || (int32_t)n < 0)
		return;
	gs_list_contents_delete(context->group, first, n);
	pthread_mutex_lock(&lock);
	for (unsigned i = n_table; i-- > 0;)
		if (table[i].group == context->group && table[i].name - first < n)
			table[i] = table[--n_table];
	pthread_mutex_unlock(&lock);
}

void gs_list_init(void)
{
	static const struct gs_hook hooks[] = {
		{GS_FN_glNewList, NULL, after_new_list},
		{GS_FN_glEndList, NULL, after_end_list},
		{GS_FN_glCallList, NULL, after_call_list},
		{GS_FN_glCallLists, NULL, after_call_list},
		{GS_FN_glListBase, NULL, after_list_base},
		{GS_FN_glDeleteLists, NULL, after_delete_lists},
	};
	gs_hooks_add(hooks, sizeof hooks / sizeof *hooks);
}
