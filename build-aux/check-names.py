#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that nothing tells functions of GL, GLX and EGL by the letters of their names: data/ says what they are.

check-names.py SOURCE_FOLDER BUILD_FOLDER

Looked at are comparisons of texts with a literal in C files outside data/, tests and examples. One counts if what it is
compared with is the name of a function, begins like one (gl, glX, egl), or is a part of one and is looked for in something
that is called a function or a name. Patterns of names count wherever they stand. Exit status 1 if there is one.
"""
import os
import re
import sys

from tracked import code_outside_data

COMPARES = re.compile(
    r"\b(strn?cmp|strn?casecmp|strstr|fnmatch|g_str_equal|g_strcmp0|g_strstr_len|g_str_has_prefix|g_str_has_suffix|g_pattern_match_simple)"
    r'\(([^;"{}]*)"([^"\\\n]+)"([^;"{}]*)', re.DOTALL)
IS_FUNCTION = re.compile(r"function|(?<![\w])(own_)?name\b|->name\b|gs_data_name")
PATTERN = re.compile(r'"((?:gl|glX|egl)[A-Z*?\[][A-Za-z0-9*?\[\]]*)"')
# Names of other things, and where there is no number yet of what is told, by file.
OTHERS = {"preload/core/libraries/real-functions.c": {"egl", "glX"}, "instrument/flow/expression.c": {"Offset"}}


def functions(build):
    with open(os.path.join(build, "data/functions.h")) as header:
        return re.findall(r"^\tGS_FN_(\w+),$", header.read(), re.MULTILINE)


def tells_function(names, text, where):
    text = text.strip("*")
    if re.match(r"(gl|glX|egl|wgl)([A-Z]|$)", text):
        return True
    return bool(re.match(r"[A-Z][a-z]{2}", text) and IS_FUNCTION.search(where) and any(text in name for name in names))


def main():
    source, build = sys.argv[1:3]
    names = functions(build)
    found = 0
    for name, text in code_outside_data(source):
        for each in COMPARES.finditer(text):
            if each[3] not in OTHERS.get(name, set()) and tells_function(names, each[3], each[2] + each[4]):
                line = text.count("\n", 0, each.start()) + 1
                print(f'{name}:{line}: {each[1]} with "{each[3]}" tells a function by its letters: ask data/ (kinds.in, gs_data_plain)')
                found += 1
        for each in PATTERN.finditer(text):
            if re.search(r"[*?\[]", each[1]):
                line = text.count("\n", 0, each.start()) + 1
                print(f'{name}:{line}: the pattern "{each[1]}" tells functions by their letters: it belongs into data/kinds.in')
                found += 1
    sys.exit(1 if found else 0)


main()
