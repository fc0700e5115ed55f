# SPDX-License-Identifier: MIT
# The window on a small screen, and on one with two pixels to one; panels that are moved, and stay so.
play() {
	"$top_srcdir/tests/with-display" "$top_srcdir/tests/with-session" python3 "$top_srcdir/tests/ui/ui-layout.py"
}
GS_TEST_SCREEN=1280x800x24 play
status=$?
export GS_TEST_DOUBLE=1
GS_TEST_SCREEN=2560x1600x24 play && exit $status
