/* SPDX-License-Identifier: MIT */
/*
 * preload/core/gl - how this library itself calls GL: GL(glDrawArrays)(mode, first, count) is the
 * driver's function, typed by the system's headers, never one of our wrappers. Not to be included
 * where wrappers are defined.
 *
 * GL_HAS(glFoo): the function was found. glvnd answers for any name, whatever the driver has: test
 * the version or the extension too (gs_context_info, gs_context_has). Calling GL(glFoo) when it was
 * not found is a call to address 0.
 *
 * In the tests that link files of this library without its wrappers (GS_STANDALONE) GL(name) is
 * libepoxy's, and there are no contexts and threads of preload/core.
 */
#ifndef GS_PRELOAD_GL_H
#define GS_PRELOAD_GL_H

#ifdef GS_STANDALONE
#include <stdbool.h>
#include <epoxy/gl.h>
#define GL(name) name
#define GL_HAS(name) true
#define GL_LIKE(core, name) name
#else
#define GL_GLEXT_PROTOTYPES 1
#define GLX_GLXEXT_PROTOTYPES 1
#define EGL_EGLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include "preload/core/preload.h"

#define GL(name) ((__typeof__(&name))gs_real(GS_FN_##name))
#define GL_HAS(name) (gs_real(GS_FN_##name) != NULL)
/* A function of OpenGL ES alone, which GL's headers do not declare: as its sister is. */
#define GL_LIKE(core, name) ((__typeof__(&core))gs_real(GS_FN_##name))
#endif

#include "data/constants.h" /* what the system's headers lack */

#endif
