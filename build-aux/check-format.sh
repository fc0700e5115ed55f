#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that C files are laid out as .clang-format says: check-format.sh [--all]
# Without --all only the files that differ from the last commit, or that it changed. Versions of
# clang-format differ in details, so only the one that the files were laid out with is asked.
set -u
cd "${top_srcdir:-$(dirname "$0")/..}" || exit 99
version=14
for program in clang-format-$version clang-format; do
	command -v "$program" >/dev/null && "$program" --version | grep -q "version $version\." && break
	program=
done
if [ -z "$program" ]; then
	echo "SKIP: clang-format $version is not installed"
	exit 77
fi
if ! git rev-parse --verify -q HEAD >/dev/null; then
	echo "SKIP: not a git checkout"
	exit 77
fi
if [ "${1:-}" = --all ]; then
	files=$(git ls-files '*.c' '*.h' '*.cc')
else
	base=$(git rev-parse --verify -q HEAD~1 || git hash-object -t tree /dev/null)
	files=$(git diff --name-only --diff-filter=d "$base" -- '*.c' '*.h' '*.cc')
fi
[ -n "$files" ] || exit 0
# shellcheck disable=SC2086 # a list of words
"$program" --dry-run --Werror $files
