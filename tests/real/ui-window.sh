# SPDX-License-Identifier: MIT
# The window driven on the example: launch, next draw, debug, step, watch, pick; the screenshots and values checked.
output=$(mktemp -d) || exit 1
"$top_srcdir/tests/with-session" python3 "$top_srcdir/tests/ui/ui-walk.py" --check \
	--glstep "$GLSTEP" --output "$output" -- "$top_builddir/glstep-example" --nan --time-step 0.04 2>"$output/errors"
status=$?
grep -v dbus "$output/errors"
if [ "${KEEP:-}" ]; then
	echo "kept: $output"
else
	rm -rf "$output"
fi
exit $status
