#!/bin/sh
# SPDX-License-Identifier: MIT
# Variants drawn by the real driver, without a window: tests/instrument/*.test
exec timeout 170 "$top_builddir/tests/instrument-run" "$top_srcdir"/tests/instrument/*.test
