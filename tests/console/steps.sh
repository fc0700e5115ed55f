#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/console/steps on a display of its own.
GLSTEP_PRELOAD=$top_builddir/preload/libglstep-preload.so
export GLSTEP_PRELOAD
exec "$top_srcdir/tests/with-display" "$top_builddir/tests/console/steps" "$top_builddir/glstep-example"
