#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""embed.py FILE... - the texts of files as initialisers of C: {"main.c", "..."},"""
import os
import sys


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="ascii") as text:
            lines = [line.replace("\\", "\\\\").replace('"', '\\"').rstrip("\n") for line in text]
        print(f'{{"{os.path.basename(path)}",')
        for line in lines:
            print(f'"{line}\\n"')
        print("},")


if __name__ == "__main__":
    main()
