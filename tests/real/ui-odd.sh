# SPDX-License-Identifier: MIT
# The window without a program, with a wrong one, with one that hangs; breakpoints, channels, branches, loops.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-odd.py"
