# SPDX-License-Identifier: MIT
# Every panel of the window against what the console says.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-panels.py"
