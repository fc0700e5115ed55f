/* SPDX-License-Identifier: MIT */
/*
 * tests/programs/pbuffer - a context of EGL without a window: GL 4.5, compatibility or core, or ES
 * 3.2, current with a pbuffer. What cannot be had ends the program with status 99.
 */
#ifndef PBUFFER_H
#define PBUFFER_H

#include <EGL/egl.h>

enum pbuffer_api { PBUFFER_COMPATIBILITY, PBUFFER_CORE, PBUFFER_ES };

/* With alpha, depth of 24 bits and stencil. */
EGLSurface pbuffer_make(EGLDisplay display, enum pbuffer_api api, int size);

#endif
