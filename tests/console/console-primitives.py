#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Geometry shaders on every kind of input primitive, adjacency too, with every kind of output primitive and with streams: what each
input primitive is made of by the specification's tables, and what it emits by what transform feedback records undebugged."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

# Vertices of each primitive in some order; None: of a strip with adjacency, compared with what is recorded alone.
MODES = {
    "points": (4, [[i] for i in range(4)]),
    "lines": (7, [[0, 1], [2, 3], [4, 5]]),
    "line_strip": (4, [[0, 1], [1, 2], [2, 3]]),
    "line_loop": (4, [[0, 1], [1, 2], [2, 3], [3, 0]]),
    "lines_adjacency": (8, [[0, 1, 2, 3], [4, 5, 6, 7]]),
    "line_strip_adjacency": (6, [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]]),
    "triangles": (8, [[0, 1, 2], [3, 4, 5]]),
    "triangle_strip": (5, [[0, 1, 2], [1, 2, 3], [2, 3, 4]]),
    "triangle_fan": (5, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]),
    "triangles_adjacency": (12, [list(range(6)), list(range(6, 12))]),
    "triangle_strip_adjacency": (10, None),
}
OUTPUTS = ("points", "line_strip", "triangle_strip")


def decompose(strip, output):
    """The vertices of an output primitive, as transform feedback records them."""
    size = 1 + OUTPUTS.index(output)
    return [v for i in range(len(strip) - size + 1) for v in strip[i:i + size]]


def recorded(path):
    with open(path, encoding="ascii") as file:
        return [tuple(int(word) for word in line.split()) for line in file]


def corners(seen, n):
    return [seen >> 4 * (n - 1 - i) & 15 for i in range(n)]


def check(mode, output, folder):
    count, expected = MODES[mode]
    alone, debugged, table = (os.path.join(folder, name) for name in ("alone", "debugged", "table.csv"))
    subprocess.run([program("test-primitives"), mode, str(count), output, alone], check=True)
    record, what = recorded(alone), (mode, output)
    with Console([program("test-primitives"), mode, str(count), output, debugged]) as console:
        console.run("next draw")
        where = console.run("shader geometry")
        vertices = console.run("emitted")["vertices"]
        assert len(vertices) == 6 and not any(v["emitted"] for v in vertices), (what, vertices)
        console.run("shader continue")
        console.run(f"values seen {table}")
        with open(table, newline="", encoding="ascii") as file:
            seen = [int(row["seen"]) for row in csv.DictReader(file)]
        assert seen == list(dict.fromkeys(value for value, _ in record)) and where["total"] == len(seen), (what, seen, record)
        if expected:
            assert [sorted(corners(s, len(e))) for s, e in zip(seen, expected, strict=True)] == [sorted(e) for e in expected], (what, seen)
        emitted = []
        for p in range(len(seen)):
            console.run(f"focus {p}")
            vertices = console.run("emitted")["vertices"]
            streams = output == "streams"
            assert [(v["stream"], v["emitted"]) for v in vertices] == [(int(streams and k > 2), True) for k in range(6)], (what, vertices)
            if streams:
                assert [v["values"]["other"] for v in vertices[3:]] == [[k, 7] for k in (3, 4, 5)], (what, vertices)
                emitted += [tuple(v["values"]["value"]) for v in vertices[:3]]
                continue
            strips = [[tuple(v["values"]["value"]) for v in vertices if v["primitive"] == s] for s in range(6)]
            if output != "points":
                assert [len(s) for s in strips[:2]] == [3, 3], (what, vertices)
            emitted += [v for s in strips for v in decompose(s, output)]
        assert emitted == record, (what, emitted, record)
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
    assert recorded(debugged) == record, (what, "the debugged program records something else")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for i, mode in enumerate(MODES):
            check(mode, OUTPUTS[i % 3], folder)
        check("triangles", "points", folder)
        check("points", "triangle_strip", folder)
        check("lines", "streams", folder)
    print("every kind of primitive goes in and comes out")


main()
