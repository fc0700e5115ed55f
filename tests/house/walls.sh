#!/bin/sh
# SPDX-License-Identifier: MIT
exec "${PYTHON:-python3}" "$top_srcdir/build-aux/check-walls.py" "$top_srcdir" "$top_builddir"
