# SPDX-License-Identifier: MIT
# The fuzzers' seeds, and what once failed.
set -e
run() {
	program=$1
	shift
	for f; do
		shift
		[ ! -f "$f" ] || set -- "$@" "$f"
	done
	timeout 60 "$top_builddir/tests/fuzz/$program" "$@"
}
run fuzz-files "$top_srcdir"/tests/fuzz/fuzz-seeds/* "$top_srcdir"/tests/fuzz/fuzz-regressions/*
run fuzz-trace-files "$top_srcdir"/tests/fuzz/trace-seeds/* "$top_srcdir"/tests/fuzz/trace-regressions/*
run fuzz-open-files "$top_srcdir"/tests/fuzz/trace-seeds/* "$top_srcdir"/tests/fuzz/trace-regressions/*
