#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that constants of GL, GLX and EGL are written by their names, which data/constants.h has.

check-constants.py SOURCE_FOLDER BUILD_FOLDER

Looked at are the numbers of three or four hexadecimal digits in C files outside data/, tests and examples; a number
counts as a constant if the registry has one of that value. Masks (one bit, or all lower bits) do not count, nor does
what is written into programs that stand alone (export/program/). Exit status 1 if there is one.
"""
import os
import re
import sys

from tracked import code_outside_data

NUMBER = re.compile(r"\b0[xX]([0-9A-Fa-f]{3,4})\b")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
FIRST = 0x500  # smaller ones are bits, primitives, factors: their names depend on where they stand
# Numbers of other things that are constants of GL, too, by file.
OTHERS = {"effects/clears.c": {0x3C00}}  # 1.0 in 16 bits


def constants(build):
    with open(os.path.join(build, "data/constants.h")) as header:
        values = {int(value, 16) for value in re.findall(r"^#define \w+ 0x([0-9A-F]+)$", header.read(), re.MULTILINE)}
    return {v for v in values if v >= FIRST and v & (v - 1) and v & (v + 1)}


def main():
    source, build = sys.argv[1:3]
    known = constants(build)
    found = 0
    for name, text in code_outside_data(source):
        for number, line in enumerate(text.splitlines(), 1):
            for digits in NUMBER.findall(STRING.sub("", line)):
                if int(digits, 16) in known - OTHERS.get(name, set()):
                    print(f"{name}:{number}: 0x{digits} is a constant of GL: write its name (data/constants.h)")
                    found += 1
    sys.exit(1 if found else 0)


main()
