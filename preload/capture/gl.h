/* SPDX-License-Identifier: MIT */
/*
 * How the capture half of preload/ reaches GL: GL(glFoo)(...) is the real function. In the tests
 * that link these files directly (GS_STANDALONE) it is libepoxy's.
 */
#ifndef GS_PRELOAD_CAPTURE_GL_H
#define GS_PRELOAD_CAPTURE_GL_H

#ifdef GS_STANDALONE
#include <epoxy/gl.h>
#define GL(function) function
#define GL_LIKE(core, function) function
#else
#include "preload/core/gl.h"
/* A function of OpenGL ES alone, which GL's headers do not declare: as its sister is. */
#define GL_LIKE(core, function) ((__typeof__(&core))gs_real(GS_FN_##function))
#endif

#ifndef GL_FRAMEBUFFER_FLIP_Y_MESA
#define GL_FRAMEBUFFER_FLIP_Y_MESA 0x8BBB
#endif

#endif
