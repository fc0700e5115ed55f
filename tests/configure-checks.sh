# SPDX-License-Identifier: MIT
# Sourced by tests of configure, which set name_of_tests: folders to configure in, and their verdicts. Sets status.
# shellcheck shell=sh disable=SC2034,SC2154
: "${top_srcdir:?}" "${top_builddir:?}"
source=$(cd "$top_srcdir" && pwd) folder=$(mktemp -d) status=0
trap 'rm -rf "$folder"' EXIT
CC=$(sed -n 's/^CC = //p' "$top_builddir/Makefile") CXX=$(sed -n 's/^CXX = //p' "$top_builddir/Makefile")

# configured NAME OPTION...: in a folder of that name
configured() {
	mkdir -p "$folder/$1" && cd "$folder/$1" && shift &&
		"$source/configure" -q CC="$CC" CXX="$CXX" "$@" >said 2>&1
}

# check NAME COMMAND...
check() {
	name=$1 && shift
	if (eval "$@") >"$folder/log" 2>&1; then
		echo "PASS $name_of_tests-$name"
	else
		echo "FAIL $name_of_tests-$name: $(tail -n 3 "$folder/log" "$folder"/*/said 2>/dev/null | tr '\n' ' ')"
		status=1
	fi
}
