#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The profile of a loop, in every stage, against the iterations that the same shader counts and writes out in an undebugged run,
element by element; curves and sums of all entries against those made of that here."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, line_of, program, source_lines  # noqa: E402

NAMES = {"fragment": ["x", "y"], "vertex": ["index", "instance"], "geometry": ["primitive", "invocation"],
         "tess-control": ["patch", "vertex"], "tess-evaluation": ["patch", "vertex"], "compute": ["x", "y", "z"]}
FINISHED = 1


def own_counts(path):
    """{element: (iterations of the first entry, of all, how the first was left)}"""
    with open(path, encoding="ascii") as file:
        lines = [tuple(int(word) for word in line.split()) for line in file]
    found = {line[:-3]: line[-3:] for line in lines}
    assert len(found) == len(lines) > 0, len(lines)
    return found


def read_rows(path, names):
    with open(path, newline="", encoding="ascii") as file:
        head, *rows = csv.reader(file)
    assert head[:len(names)] == names, head
    return {tuple(int(word) for word in row[:len(names)]): [float(word) for word in row[len(names):]] for row in rows}


def curves(own):
    last = [first if way == FINISHED else first - 1 for first, _, way in own.values()]
    return [{"active": sum(first > i for first, _, _ in own.values()),
             "finished": sum(way == FINISHED and first == i for first, _, way in own.values()),
             "left": sum(way != FINISHED and first - 1 == i for first, _, way in own.values())} for i in range(max(last) + 1)]


def check(stage, folder):
    alone, debugged, counted = (os.path.join(folder, f"{stage}-{name}") for name in ("alone", "debugged", "counted.csv"))
    subprocess.run([program("test-loops"), stage, alone], check=True)
    own, names = own_counts(alone), NAMES[stage]
    assert {way for _, _, way in own.values()} == {1, 2, 3}, "the shader should leave its loop in every way"
    with Console([program("test-loops"), stage, debugged]) as console:
        console.run("next draw")
        console.run(f"shader {stage}")
        if stage == "tess-evaluation":  # elements are numbered as they come: told by their coordinates
            console.run(f"values gl_TessCoord {counted}")
            place = {who: (who[0], *(round(8 * c) for c in at[:2])) for who, at in read_rows(counted, names).items()}
        console.run(f"shader until {line_of(source_lines(console, stage), 'for (int i = 0; i < most; i++) {')}")
        answer = console.run(f"count iterations {counted}.csv")
        got = {who: int(values[0]) for who, values in read_rows(counted + ".csv", names).items()}
        if stage == "tess-evaluation":
            got = {place[who]: count for who, count in got.items()}
        want = {who: first for who, (first, _, _) in own.items()}
        assert got == want and answer["active"] == len(own), (stage, got, want)
        profile = console.run("profile")
        assert profile["iterations"] == curves(own), (stage, profile["iterations"], curves(own))
        assert profile["elements"] == len(own) and profile["draws"] <= 3, (stage, profile)
        every = profile["all"]
        assert every["iterations"] == sum(total for _, total, _ in own.values()) and every["entries"] == 3 * len(own), (stage, every)
        assert sum(c["active"] for c in every["curves"]) == every["iterations"], (stage, every)
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
    assert own_counts(debugged) == own, f"{stage}: the debugged program counts something else"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for stage in NAMES:
            check(stage, folder)
    print("every stage's profile is what the shader counts itself")


main()
