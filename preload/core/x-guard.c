/* SPDX-License-Identifier: MIT */
#include "preload/core/x-guard.h"
#include "preload/core/core.h"
#include "preload/core/gl.h"
#include "preload/core/symbols.h"

#include <X11/Xlib.h>

typedef int error_handler(Display *, XErrorEvent *);

/* Not linked: a program that has no Xlib needs none of this. */
static error_handler *(*set_handler)(error_handler *);
static unsigned long (*next_request)(Display *);

static error_handler *theirs;
static _Atomic unsigned n_guards; /* two, if one thread's driver does not come back */
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
	if (atomic_fetch_add(&n_guards, 1) == 0)
		theirs = set_handler(on_error);
}

void gs_x_unguard(void)
{
	if (!guarded)
		return;
	guarded = NULL;
	if (atomic_fetch_sub(&n_guards, 1) != 1)
		return;
	error_handler *now = set_handler(theirs);
	if (now != on_error) /* another thread has changed it meanwhile */
		set_handler(now);
}
