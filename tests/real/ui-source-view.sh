# SPDX-License-Identifier: MIT
# What the source view shows.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-source-view.py"
