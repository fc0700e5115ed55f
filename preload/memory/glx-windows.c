/* SPDX-License-Identifier: MIT */
/* Which windows of X the program's GLXWindows are of: X knows sizes of the former alone. */
#include <pthread.h>
#include "preload/core/core.h"
#include "preload/memory/call-memory.h"
#include "preload/memory/reader.h"

enum { MOST = 64 }; /* the oldest is forgotten: it keeps the size that it was seen with */

static struct {
	pthread_mutex_t lock;
	unsigned n; /* of all so far */
	struct {
		uint64_t made, window;
	} at[MOST];
} windows = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void keep(uint64_t made, uint64_t window)
{
	pthread_mutex_lock(&windows.lock);
	unsigned i = 0;
	while (i < MOST && windows.at[i].made != made) /* the server may give a name once more */
		i++;
	if (i == MOST)
		i = windows.n++ % MOST;
	windows.at[i].made = made;
	windows.at[i].window = window;
	pthread_mutex_unlock(&windows.lock);
}

static void created(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (call->ret)
		keep(call->ret, call->args[2]);
}

/* What has the name next may be something else. */
static void destroyed(struct gs_thread *thread, struct gs_wire_call *call)
{
	if (call->args[1])
		keep(call->args[1], 0);
}

uint64_t gs_glx_window(uint64_t drawable)
{
	uint64_t window = 0;
	pthread_mutex_lock(&windows.lock);
	for (unsigned i = 0; i < MOST; i++)
		if (windows.at[i].made == drawable)
			window = windows.at[i].window;
	pthread_mutex_unlock(&windows.lock);
	return window ? window : drawable;
}

void gs_glx_windows_init(void)
{
	static const struct gs_hook hooks[] = {
		{GS_FN_glXCreateWindow, NULL, created},
		{GS_FN_glXDestroyWindow, destroyed, NULL},
	};
	gs_hooks_add(hooks, sizeof hooks / sizeof *hooks);
}
