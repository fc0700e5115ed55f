# SPDX-License-Identifier: MIT
# Sourced by tests of configure, which set name_of_tests: folders to configure in, and their verdicts. Sets status.
# What is not under test is taken from the build tree: what its configure has found, and libraries.
# shellcheck shell=sh disable=SC2034,SC2154
: "${top_srcdir:?}" "${top_builddir:?}"
source=$(cd "$top_srcdir" && pwd) folder=$(mktemp -d) status=0
build=$(cd "$top_builddir" && pwd)
trap 'rm -rf "$folder"' EXIT
CC=$(sed -n 's/^CC = //p' "$top_builddir/Makefile") CXX=$(sed -n 's/^CXX = //p' "$top_builddir/Makefile")

# configured NAME OPTION...: in a folder of that name. What the tests change is looked for: C++, glslang and GTK.
sed -n '/^## Cache variables/,/^## Output variables/s/^\([a-z]*_cv_[A-Za-z0-9_]*\)=\(.*\)$/\1=${\1=\2}/p' "$top_builddir/config.log" |
	grep -v '_env_\|cxx\|CXX\|GTK\|PKG_CONFIG' >"$folder/cache"
configured() {
	mkdir -p "$folder/$1" && cd "$folder/$1" && shift && cp "$folder/cache" config.cache &&
		"$source/configure" -q -C --disable-dependency-tracking CC="$CC" CXX="$CXX" CFLAGS=-O0 CXXFLAGS=-O0 "$@" >said 2>&1
}

# built TARGET...: with the libraries of the build tree, where these would be compiled alike
built() {
	options=
	for library in $(cd "$build" && echo lib*.a */lib*.a); do
		mkdir -p "$(dirname "$library")" && cp -p "$build/$library" "$library" && options="$options -o $library"
	done
	# shellcheck disable=SC2086 # words
	make -s $options "$@"
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
