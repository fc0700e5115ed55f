#!/bin/sh
# SPDX-License-Identifier: MIT
# The capture tests, each in windows of its own.
command -v xvfb-run >/dev/null || exit 99
status=0
for test in capture-values capture-state capture-program capture-stages capture-planes capture-sinks; do
	"$top_srcdir/tests/with-display" "$top_builddir/tests/capture/$test" || { echo "$test failed" >&2; status=1; }
done
run_odd() { env "$@" "$top_srcdir/tests/with-display" "$top_builddir/tests/capture/capture-odd" || { echo "capture-odd failed: $*" >&2; status=1; }; }
run_odd A=A
run_odd MESA_GL_VERSION_OVERRIDE=4.3 MESA_GLES_VERSION_OVERRIDE=3.1
exit $status
