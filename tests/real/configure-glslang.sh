#!/bin/sh
# SPDX-License-Identifier: MIT
# configure with each kind of glslang: what it finds, what it refuses, what is built.
name_of_tests=configure-glslang
. "${top_srcdir:?}/tests/configure-checks.sh"

ask() {
	printf '4 13\nvoid main(){}4 13\nvoid mxin){}{' | ./glstep-glslang >answers
	[ "$(grep -c '^ok$' answers)" = 1 ] && [ "$(grep -c '^fail ' answers)" = 1 ]
}

# What is installed here, in the form of a source.
installed=$(printf '#include <glslang/build_info.h>\n' | $CXX -E -x c++ - 2>/dev/null | sed -n 's/^# 1 "\(.*\)\/build_info.h".*/\1/p' | head -n 1)
version() {
	sed -n "s/^#define GLSLANG_VERSION_$1 //p" "$installed/build_info.h"
}

check unknown '! configured unknown --with-glslang=some && grep -q "it is tree, public or no" said'
check no 'configured no --with-glslang=no && cmp config.h "$build/config.h" && built glstep-glsl && ! grep -q "^am__append_[0-9]* = glstep-glslang" Makefile &&
	printf "void main() {}\n" >a.frag && ./glstep-glsl sites a.frag && ! ./glstep-glsl check a.frag 2>why && grep -q "is missing" why'
check no-compiler 'configured no-compiler CXX=/nonexistent && grep -q "WARNING.*without a second opinion" said &&
	! grep -q "^am__append_[0-9]* = glstep-glslang" Makefile'
check no-compiler-wanted '! configured wanted CXX=/nonexistent --with-glslang=public && grep -q "is missing" said'
if [ -n "$installed" ]; then
	check public 'configured public --with-glslang=public && make -s glstep-glslang && ask && grep -q "^public$" answers'
	check no-source '! configured no-source --with-glslang-source=/usr && grep -q "is no source of glslang" said'
	if [ -f "$installed/Include/intermediate.h" ]; then
		mkdir "$folder/source" && cp -r "$installed" "$folder/source/glslang" && rm "$folder/source/glslang/build_info.h"
		echo "## $(version MAJOR).$(version MINOR).$(version PATCH) 2023-01-18" >"$folder/source/CHANGES.md"
		check source 'configured from-source --with-glslang-source="$folder/source" && grep -q "isystem $folder/source" Makefile &&
			make -s glstep-glslang && ask && ! grep -q "^public$" answers'
		echo "## 99.0.0 2099-01-01" >"$folder/source/CHANGES.md"
		check other-version '! configured other --with-glslang-source="$folder/source" && grep -q "is version 99.0.0" said'
	else
		check no-tree '! configured no-tree --with-glslang=tree && grep -q "no headers of glslang" said'
	fi
else
	echo 'SKIP configure-glslang-public: glslang is not installed'
fi
exit $status
