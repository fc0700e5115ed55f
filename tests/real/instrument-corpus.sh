#!/bin/sh
# SPDX-License-Identifier: MIT
# Fragment shaders of piglit: at sampled sites every visible variable captured, coverage and path; the driver takes each variant.
# GS_CORPUS_STEP=1 takes every file (ten minutes), the default every sixth.
program="$top_builddir/tests/instrument-corpus"
step=${GS_CORPUS_STEP:-6}
for folder in /usr/lib/*/piglit/tests /usr/share/piglit/tests; do
	[ -d "$folder/spec" ] && found=$folder
done
if [ -z "$found" ]; then
	echo "SKIP instrument-corpus: piglit is not installed"
	exit 0
fi
out=$(mktemp -d) || exit 99
trap 'rm -rf "$out"' EXIT
# inline-explosion takes the driver itself too long
find "$found/spec" -name '*.shader_test' | grep -v inline-explosion | sort |
	xargs grep -l '^\[fragment shader\]' | awk "NR % $step == 0" >"$out/list"
# few files a process: a crash costs little
xargs -n 20 timeout 120 "$program" --sites 4 <"$out/list" >"$out/log" 2>&1
grep -v 'refused by the driver' "$out/log" >"$out/failures"
summary=$(awk '/refused by the driver/ { s += $8; v += $12; f += $(NF - 1) }
	END { print s " shaders, " v " variants, " f " failures" }' "$out/log")
groups=$(awk 'END { print int((NR + 19) / 20) }' "$out/list")
ended=$(grep -c 'refused by the driver' "$out/log")
if [ "$groups" != "$ended" ]; then
	echo "FAIL instrument-corpus: $ended of $groups groups of files came to their end"
	cat "$out/failures"
	exit 1
fi
if [ -s "$out/failures" ]; then
	echo "FAIL instrument-corpus: $summary"
	cat "$out/failures"
	exit 1
fi
echo "PASS instrument-corpus: $summary"
