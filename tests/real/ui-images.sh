# SPDX-License-Identifier: MIT
# The image panel and the pictures beside the values, driven through accessibility.
# shellcheck disable=SC2016 # for the inner shell
exec dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec python3 "$@"' sh "$top_srcdir/tests/ui-images.py"
