# SPDX-License-Identifier: MIT
# The fuzzer's seeds, and what once failed.
set -- "$top_srcdir"/tests/fuzz/fuzz-seeds/*
for f in "$top_srcdir"/tests/fuzz/fuzz-regressions/*; do
	[ -f "$f" ] && set -- "$@" "$f"
done
exec timeout 60 "$top_builddir/tests/fuzz/fuzz-files" "$@"
