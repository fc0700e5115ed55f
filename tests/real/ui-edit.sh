# SPDX-License-Identifier: MIT
# What the user changes in the window: sources, tests, uniforms, breakpoints, how values are shown.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-edit.py"
