# SPDX-License-Identifier: MIT
# GL state and what changed in it, in the window.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-state.py"
