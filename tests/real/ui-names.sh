# SPDX-License-Identifier: MIT
# Names, roles and reasons of everything in the window.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-names.py"
