#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/console/steps-ahead on a display of its own.
GLSTEP_PRELOAD=$top_builddir/preload/libglstep-preload.so
# Compiled anew each time.
MESA_SHADER_CACHE_DISABLE=true
MESA_GLSL_CACHE_DISABLE=true
export GLSTEP_PRELOAD MESA_SHADER_CACHE_DISABLE MESA_GLSL_CACHE_DISABLE
exec "$top_srcdir/tests/with-display" "$top_builddir/tests/console/steps-ahead" "$top_builddir/glstep-example"
