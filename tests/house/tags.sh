#!/bin/sh
# SPDX-License-Identifier: MIT
if ! git -C "$top_srcdir" rev-parse --verify -q HEAD >/dev/null; then
	echo "not a git checkout"
	exit 77
fi
exec "${PYTHON:-python3}" "$top_srcdir/build-aux/check-tags.py" "$top_srcdir"
