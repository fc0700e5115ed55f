/* SPDX-License-Identifier: MIT */
#include "preload/core/x-guard.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/core/libraries/symbols.h"

#include <X11/Xlib.h>
#include <pthread.h>

typedef int error_handler(Display *, XErrorEvent *);

/* Not linked: a program that has no Xlib needs none of this. */
static error_handler *(*set_handler)(error_handler *);
static unsigned long (*next_request)(Display *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the handler and these two */
static error_handler *theirs;
static unsigned n_guards;
static __thread Display *guarded __attribute__((tls_model("initial-exec")));
static __thread unsigned long first
	__attribute__((tls_model("initial-exec"))); /* request of ours */

static int on_error(Display *display, XErrorEvent *event)
{
	if (display == guarded && (long)(event->serial - first) >= 0)
		return 0;
	return theirs ? theirs(display, event) : 0;
}

static bool find_xlib(void)
{
	static const char xlib[] = "libX11.so.6";
	if (set_handler)
		return true;
	next_request = (unsigned long (*)(Display *))gs_symbols_find_in(xlib, "XNextRequest");
	if (next_request)
		set_handler = (error_handler * (*)(error_handler *))
			gs_symbols_find_in(xlib, "XSetErrorHandler");
	return set_handler != NULL;
}

void gs_x_guard(const struct gs_context *context)
{
	Display *display = context->egl ? NULL : GL(glXGetCurrentDisplay)();
	if (!display || !find_xlib())
		return;
	first = next_request(display);
	guarded = display;
	pthread_mutex_lock(&lock);
	if (n_guards++ == 0) {
		error_handler *old = set_handler(on_error);
		if (old != on_error) /* someone has saved ours and put it back */
			theirs = old;
	}
	pthread_mutex_unlock(&lock);
}

void gs_x_unguard(void)
{
	if (!guarded)
		return;
	guarded = NULL;
	pthread_mutex_lock(&lock);
	if (--n_guards == 0) {
		error_handler *now = set_handler(theirs);
		if (now != on_error) /* another thread has changed it meanwhile */
			set_handler(now);
	}
	pthread_mutex_unlock(&lock);
}
