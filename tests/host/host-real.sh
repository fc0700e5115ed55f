#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/host/host-real on a display of its own.
for program in glxgears glxinfo glmark2 es2gears_x11 xvfb-run; do
	command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }
done
GLSTEP_PRELOAD=$top_builddir/preload/libglstep-preload.so
export GLSTEP_PRELOAD
exec "$top_srcdir/tests/with-display" "$top_builddir/tests/host/host-real" 
