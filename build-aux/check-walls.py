#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that folders use each other only in the directions that build-aux/walls.list allows.

check-walls.py [--table] [--circles] SOURCE_FOLDER BUILD_FOLDER

Both what a file includes and what its object file calls (nm) are compared with the list. An arrow
that is not allowed is printed with both files; exit status 1 then, 2 for wrong usage. Within a
folder no files may call each other in a circle; those that do are printed.
build-aux/walls.todo lists what is still wrong: how many arrows between two folders point the wrong
way, and how many files each circle of a folder has. More are an error; so are fewer, so that the
list shrinks with them.
--table prints how many includes and symbols go from folder to folder; --circles prints all circles.
"""
import collections
import ctypes
import os
import re
import subprocess
import sys

LIST = "build-aux/walls.list"
TODO = "build-aux/walls.todo"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)

# Functions that a driver has: preload/ defines them only to stand before it.
DRIVERS = re.compile(r"(gl|glX|egl)[A-Z]")
# A library that is loaded into programs stands in for some of its functions; our own calls do not mean those.
C_LIBRARY = ctypes.CDLL(None)


def read_list(path):
    """Folder -> all folders that it may use, itself included."""
    allowed = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            folder, uses = words[0].rstrip(":"), words[1:]
            unknown = [name for name in uses if name not in allowed]
            if folder in allowed or unknown:
                sys.exit(f"{path}:{number}: {folder}: named twice, or uses a folder that stands "
                         f"below it: {' '.join(unknown)}")
            allowed[folder] = {folder}.union(*(allowed[name] for name in uses))
    return allowed


def folder_of(path, folders):
    """The innermost listed folder that holds the file; None: none does."""
    folder = os.path.dirname(path)
    while folder and folder not in folders:
        folder = os.path.dirname(folder)
    return folder or None


def source_files(source, folders):
    for top in sorted({folder.split("/")[0] for folder in folders}):
        for base, _, names in os.walk(os.path.join(source, top)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".cc")):
                    yield os.path.relpath(os.path.join(base, name), source)


def include_arrows(source, folders):
    """(file, included file) for each include of a file of ours, generated ones as well."""
    for path in source_files(source, folders):
        with open(os.path.join(source, path), encoding="utf-8") as text:
            for name in INCLUDE.findall(text.read()):
                yield path, name


def object_symbols(paths):
    """Of each object file, the symbols that it defines, and those that it needs."""
    # nm names a file only if it is given more than one.
    lines = subprocess.run(["nm", *paths, paths[0]], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in lines.splitlines():
        words = line.split()
        if line.endswith(":"):
            defined, needed = found.setdefault(line[:-1], (set(), set()))
        elif words and words[-2] in "TDBRVWC":
            defined.add(words[-1])
        elif words and words[-2] in "Uw":
            needed.add(words[-1])
    return found


def objects(build, source, folders):
    """Object file -> its source file, for objects made of files in the folders."""
    found = {}
    for top in sorted({folder.split("/")[0] for folder in folders}):
        for base, _, names in os.walk(os.path.join(build, top)):
            for name in sorted(names):
                if not name.endswith(".o"):
                    continue
                folder = os.path.relpath(base, build)
                stem = name[:-2].rsplit("-", name.count("-"))
                for start in range(len(stem)):
                    path = f"{folder}/{'-'.join(stem[start:])}.c"
                    if os.path.exists(os.path.join(source, path)):
                        found[os.path.join(base, name)] = path
                        break
    return found


def symbol_arrows(build, source, folders):
    """(file, file that defines it, symbol) for each symbol needed from another file."""
    files = objects(build, source, folders)
    symbols = {path: (files[path], *found) for path, found in object_symbols(list(files)).items()} if files else {}
    home = {}
    for name, defined, _ in symbols.values():
        for symbol in defined:
            home.setdefault(symbol, set()).add(name)
    for name, _, needed in symbols.values():
        for symbol in needed & home.keys():
            if DRIVERS.match(symbol) or hasattr(C_LIBRARY, symbol):
                continue
            if name not in home[symbol] and len(home[symbol]) == 1:
                yield name, next(iter(home[symbol])), symbol


def circles(arrows):
    """Sets of files that reach each other (Tarjan, without recursion), the largest first."""
    uses = collections.defaultdict(set)
    for name, target in arrows:
        uses[name].add(target)
        uses[target]
    order, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in list(uses):
        work = [(root, iter(sorted(uses[root])))] if root not in order else []
        while work:
            name, rest = work[-1]
            if name not in order:
                order[name] = low[name] = len(order)
                stack.append(name)
                on_stack.add(name)
            for target in rest:
                if target not in order:
                    work.append((target, iter(sorted(uses[target]))))
                    break
                if target in on_stack:
                    low[name] = min(low[name], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    circle = set()
                    while name not in circle:
                        circle.add(stack.pop())
                    on_stack -= circle
                    found.append(circle)
    return sorted((circle for circle in found if len(circle) > 1), key=len, reverse=True)


def print_table(includes, symbols, allowed):
    table = collections.Counter()
    for kind, arrows in (("includes", includes), ("symbols", symbols)):
        for arrow in arrows:
            ends = tuple(folder_of(path, allowed) for path in arrow[:2])
            if ends[0] != ends[1] and None not in ends:
                table[ends, kind] += 1
    for ends in sorted({ends for ends, _ in table}):
        print(f"{ends[0]} -> {ends[1]}: {table[ends, 'includes']} includes, "
              f"{table[ends, 'symbols']} symbols")


def folder_circles(symbols, allowed):
    """Folder -> its circles of files, the largest first."""
    inside = collections.defaultdict(set)
    for name, target, _ in symbols:
        folder = folder_of(name, allowed)
        if folder and folder == folder_of(target, allowed):
            inside[folder].add((name, target))
    return {folder: circles(inside[folder]) for folder in sorted(inside)}


def print_circles(folder, found):
    for circle in found:
        print(f"{folder}: {len(circle)} files call each other in a circle: "
              f"{' '.join(sorted(circle))}")


def read_todo(path):
    """What is known to be wrong: (folder, folder) -> arrows; folder -> sizes of its circles."""
    arrows, sizes = {}, {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if words and words[0] == "circles":
                sizes[words[1].rstrip(":")] = sorted(map(int, words[2:]), reverse=True)
            elif words:
                arrows[words[0], words[2].rstrip(":")] = int(words[3])
    return arrows, sizes


def check_circles(found, known):
    """Prints what is wrong; returns how much."""
    faults = 0
    for folder in sorted({*found, *known}):
        sizes = [len(circle) for circle in found.get(folder, [])]
        expected = known.get(folder, [])
        if sizes == expected:
            continue
        faults += 1
        written = " ".join(map(str, sizes))
        if len(sizes) > len(expected) or any(map(int.__gt__, sizes, expected)):
            print_circles(folder, found[folder])
            print(f"{folder}: its circles have {written} files, known are "
                  f"{' '.join(map(str, expected)) or 'none'} ({TODO}): let one of these files "
                  f"do without the others")
        else:
            print(f"{TODO}: circles {folder}: {written or 'none'} left; write that")
    return faults


def check(includes, symbols, allowed, known):
    """Prints what is wrong; returns how much."""
    wrong = collections.defaultdict(list)
    for name, target, *symbol in includes + symbols:
        folder, used = folder_of(name, allowed), folder_of(target, allowed)
        if folder and used and used not in allowed[folder]:
            what = f"calls {symbol[0]} of" if symbol else "includes"
            wrong[folder, used].append(f"{name} {what} {target}")
    faults = 0
    for ends in sorted({*wrong, *known}):
        found, expected = len(wrong[ends]), known.get(ends, 0)
        if found > expected:
            print("\n".join(sorted(wrong[ends])))
            print(f"{ends[0]} may not use {ends[1]} ({LIST}): {found} arrows, {expected} known")
        elif found < expected:
            print(f"{TODO}: {ends[0]} -> {ends[1]}: {found} are left; write that number")
        faults += found != expected
    return faults


def main(arguments):
    paths = [argument for argument in arguments if not argument.startswith("--")]
    if len(paths) != 2 or not set(arguments) - set(paths) <= {"--table", "--circles"}:
        print(__doc__, file=sys.stderr)
        return 2
    source, build = paths
    allowed = read_list(os.path.join(source, LIST))
    includes = list(include_arrows(source, allowed))
    symbols = list(symbol_arrows(build, source, allowed))
    if not includes or not symbols:
        print(f"nothing to check: no includes in {source} or no object files in {build}")
        return 1
    if "--table" in arguments:
        print_table(includes, symbols, allowed)
    found = folder_circles(symbols, allowed)
    if "--circles" in arguments:
        for folder in found:
            print_circles(folder, found[folder])
    known_arrows, known_circles = read_todo(os.path.join(source, TODO))
    faults = check(includes, symbols, allowed, known_arrows) + check_circles(found, known_circles)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
