# SPDX-License-Identifier: MIT
# The user's hold on the program in the window: arguments, skipping, going to calls and errors, detaching.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-control.py"
