#!/bin/sh
# SPDX-License-Identifier: MIT
exec "${PYTHON:-python3}" -B "$top_srcdir/build-aux/check-names.py" "$top_srcdir" "$top_builddir"
