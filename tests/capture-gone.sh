#!/bin/sh
# SPDX-License-Identifier: MIT
# To look at a framebuffer whose window is gone is refused, and the program does not notice.
command -v xvfb-run >/dev/null || exit 99
GLSTEP_PRELOAD=$top_builddir/preload/libglstep-preload.so
export GLSTEP_PRELOAD
said=$("$top_srcdir/tests/with-display" "$top_builddir/glstep" --keep-going -e 'next call glFinish' \
	-e 'framebuffer gone.png' -e 'continue' "$top_builddir/tests/capture-gone" 2>&1)
rm -f gone.png
echo "$said"
for line in 'NULL string: 0x502' 'glFinish()' 'cannot be found out' 'fine' 'ended with status 0'; do
	case $said in
	*"$line"*) ;;
	*) echo "missing: $line"; exit 1 ;;
	esac
done
