#!/bin/sh
# SPDX-License-Identifier: MIT
# What a program must not notice of its framebuffer being looked at: X errors about a window that is gone, and that EGL's
# error was asked for.
command -v xvfb-run >/dev/null || exit 99
GLSTEP_PRELOAD=$top_builddir/preload/libglstep-preload.so
export GLSTEP_PRELOAD

# PROGRAM CALLS LINE...: stops before each of the calls and looks at the framebuffer; all lines must be said.
run() {
	program=$1 calls=$2
	shift 2
	set -f
	commands=$(for call in $calls; do printf 'next call %s\nframebuffer gone.png\n' "$call"; done; echo continue)
	said=$(echo "$commands" | "$top_srcdir/tests/with-display" "$top_builddir/glstep" --keep-going -x - \
		"$top_builddir/tests/capture/$program" 2>&1)
	rm -f gone.png
	echo "$said"
	for line; do
		case $said in
		*"$line"*) ;;
		*) echo "missing: $line"; exit 1 ;;
		esac
	done
}

run capture-gone glFinish 'NULL string: 0x502' 'glFinish()' 'cannot be determined' 'fine' 'ended with status 0'
run capture-eglerror 'glFinish glFlush' 'kept 0x300d' 'ended 0x3000' '16 x 16' 'ended with status 0'
