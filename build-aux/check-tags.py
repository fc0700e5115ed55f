#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no tag of a struct, union or enum of ours (gs_...) is defined twice: one word, one thing.

check-tags.py SOURCE_FOLDER

Looked at are all C files but those of tests, and of programs that stand alone (export/program/). Exit status 1 if there is one.
"""
import os
import re
import sys

from tracked import tracked

ELSEWHERE = ("tests/", "bench/", "examples/", "export/program/")
DEFINED = re.compile(r"\b(?:struct|union|enum) (gs_\w+)\s*(?:/\*.*?\*/\s*)?\{", re.DOTALL)


def main():
    source = sys.argv[1]
    places = {}
    for name in tracked(source, "*.c", "*.h", "*.cc"):
        if name.startswith(ELSEWHERE):
            continue
        with open(os.path.join(source, name), encoding="utf-8") as file:
            text = file.read()
        for match in DEFINED.finditer(text):
            places.setdefault(match[1], []).append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}")
    twice = {tag: found for tag, found in sorted(places.items()) if len(found) > 1}
    for tag, found in twice.items():
        print(f"{tag} is defined more than once: {', '.join(found)}")
    return 1 if twice else 0


sys.exit(main())
