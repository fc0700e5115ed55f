# SPDX-License-Identifier: MIT
# The window on a small screen, and on one with two pixels to one; panels that are moved, and stay so; dialogs without a window manager.
# Environment: GLSTEP_TESTS=all: at first on a screen of middle size, too.
play() {
	"$top_srcdir/tests/with-display" "$@" python3 "$top_srcdir/tests/ui/ui-layout.py"
}
status=0
GS_TEST_SCREEN=1280x800x24 play "$top_srcdir/tests/with-session" || status=$?
(export GS_TEST_BARE=1; GS_TEST_SCREEN=1280x800x24 play dbus-run-session --) || status=$?
for size in 1280x800 800x500 $([ "${GLSTEP_TESTS:-}" = all ] && echo 1600x1000); do
	(export GS_TEST_FIRST=1; GS_TEST_SCREEN=${size}x24 play "$top_srcdir/tests/with-session") || status=$?
done
export GS_TEST_DOUBLE=1
GS_TEST_SCREEN=2560x1600x24 play "$top_srcdir/tests/with-session" && exit $status
