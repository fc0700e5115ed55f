# SPDX-License-Identifier: MIT
# One draw of a call that makes several, in the window.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-draws.py"
