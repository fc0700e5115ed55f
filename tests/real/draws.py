#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The vertex shader in every kind of draw: which vertices it runs for, by index, instance and draw, and what each of them gets;
against what the kind's own numbers say."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import DRIVER, Console, Results, of_the_day, program  # noqa: E402

INDICES = [5, 3, 9, 3, 0, 7, 8, 2, 11]
CUT = [5, 3, 9, 77, 0, 7, 8, 0xffff, 1, 2, 4]
RECORDED = 6


def draw(numbers, instances=1, base=0, number=0):
    """{(index, instance, draw): (number of the vertex, what its instance has)}"""
    return {(n, i, number): (k, 10 + base + i) for i in range(instances) for n, k in enumerate(numbers)}


def several(*draws):
    return {(n, i, d): seen for d, each in enumerate(draws) for (n, i, _), seen in each.items()}


def run(first, n):
    return list(range(first, first + n))


def shifted(indices, by):
    return [k + by for k in indices]


def loose(first, n):
    """Vertices given one by one, each with a number of its own."""
    return {(n, 0, 0): (k, 10 + k / 2) for n, k in enumerate(run(first, n))}


KINDS = {
    "arrays": draw(run(2, 6)),
    "arrays-instanced": draw(run(1, 3), 4),
    "arrays-base-instance": draw(run(1, 3), 2, 5),
    "elements": draw(INDICES[1:7]),
    "elements-bytes": draw([7, 1, 1, 6, 2, 9]),
    "elements-ints": draw([7, 1, 1, 6, 2, 9]),
    "range": draw(INDICES[:6]),
    "base-vertex": draw(shifted(INDICES[:6], 20)),
    "range-base-vertex": draw(shifted(INDICES[:6], 20)),
    "elements-instanced": draw(INDICES[:6], 3),
    "instanced-base-vertex": draw(shifted(INDICES[:6], 20), 3),
    "elements-base-instance": draw(INDICES[:6], 2, 4),
    "base-vertex-base-instance": draw(shifted(INDICES[:6], 20), 2, 4),
    "multi-arrays": several(draw(run(4, 3)), draw(run(30, 6))),
    "multi-elements": several(draw(INDICES[:3]), draw(INDICES[3:])),
    "multi-base-vertex": several(draw(shifted(INDICES[:3], 20)), draw(INDICES[3:])),
    "arrays-indirect": draw(run(4, 3), 2, 1),
    "elements-indirect": draw(shifted(INDICES[1:4], 20), 2, 1),
    "multi-arrays-indirect": several(draw(run(4, 3), 2, 1), draw(run(30, 6))),
    "multi-elements-indirect": several(draw(shifted(INDICES[1:4], 20), 2, 1), draw(INDICES[3:])),
    "arrays-indirect-count": draw(run(4, 3), 2, 1),
    "elements-indirect-count": several(draw(shifted(INDICES[1:4], 20), 2, 1), draw(INDICES[3:])),
    "feedback": draw(run(0, RECORDED)),
    "feedback-instanced": draw(run(0, RECORDED), 2),
    "feedback-stream": draw(run(0, RECORDED)),
    "feedback-stream-instanced": draw(run(0, RECORDED), 2),
    "restart": draw([k for k in CUT[:7] if k != 77]),
    "restart-fixed": draw([k for k in CUT[4:] if k != 0xffff], 2),
    "patches": draw(run(3, 6)),
    "client-arrays": draw(run(2, 6)),
    "client-elements": draw(INDICES[:6], 2),
    "client-multi": several(draw(INDICES[:3]), draw(INDICES[3:])),
    "interleaved": draw(run(3, 6)),
    "block": loose(3, 6),
    "array-element": draw(INDICES[:6]),
    "list": loose(3, 6),
    "lists": loose(6, 6),
    "list-arrays": draw(INDICES[:6]),
    "rect": None,
    "rect-values": None,
}
NO_NUMBER = ["block", "array-element", "list", "lists", "list-arrays", "rect", "rect-values"]  # gl_VertexID says nothing there
if DRIVER:
    NO_NUMBER += ["client-arrays", "client-elements", "client-multi", "interleaved"]  # GL defines it with arrays in buffers only
RECT = [(2, 103), (9, 103), (9, 111), (2, 111)]


def expected_of(kind):
    """{element: [point.x, point.y, each]}"""
    if kind.startswith("rect"):
        return {(n, 0, 0): [x, y, 10] for n, (x, y) in enumerate(RECT)}
    return {who: [k, 100 + k, each] for who, (k, each) in KINDS[kind].items()}


def table(console, expression, folder):
    path = os.path.join(folder, "values.csv")
    console.run(f"values {expression} {path}")
    with open(path, newline="", encoding="ascii") as file:
        head, *rows = csv.reader(file)
    n = sum(name in ("index", "instance", "draw") for name in head)
    return {(*(int(v) for v in row[:n]), 0)[:3]: [float(v) for v in row[n:]] for row in rows}


def to_the_draw(console, kind):
    """The last draw of the program's is the one; feedback is recorded by one before."""
    for _ in range(2 if kind.startswith("feedback") else 1):
        console.run("next draw")


def check_second(console, folder):
    """The other draw of the two lists."""
    where = console.run("shader vertex draw 1")
    assert (where["draw"], where["draws"], where["total"]) == (1, 2, 3), where
    console.run("shader continue")
    assert table(console, "seen", folder) == {who: [k, 100 + k, each, 0] for who, (k, each) in loose(0, 3).items()}
    console.run("shader leave")


def check_values(console, kind, folder):
    expected = expected_of(kind)
    where = console.run("shader vertex")
    assert where["total"] == len(expected), (kind, where)
    console.run("shader continue")
    seen = table(console, "seen", folder)
    assert seen == {who: [*values, who[1]] for who, values in expected.items()}, (kind, seen, expected)
    if kind not in NO_NUMBER:
        ids = table(console, "id", folder)
        assert ids == {who: [values[0]] for who, values in expected.items()}, (kind, ids)
    last = max(expected, key=lambda who: who[::-1])
    several_draws = any(who[2] for who in expected)
    focus = console.run("focus " + " ".join(str(n) for n in last[:3 if several_draws else 2]))["focus"]
    assert (focus["index"], focus["instance"], focus.get("draw", 0)) == last, (kind, focus)
    assert console.run("print point")["value"] == expected[last][:2], kind
    console.run("shader leave")


def check(kind, folder):
    alone = subprocess.run([program("test-draws"), kind], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout.decode()
    with Console([program("test-draws"), kind]) as console:
        to_the_draw(console, kind)
        check_values(console, kind, folder)
        if kind == "lists":
            check_second(console, folder)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, (kind, end)
        assert console.program_output() == alone, (kind, console.program_output(), alone)


def advanced():
    """Where vertices are drawn that no fragment shader gets, nothing is blended."""
    argv = [program("test-scenes"), "advanced", "--frames", "2"]
    with Console(argv) as console:
        console.run("next draw")
        assert console.run("shader vertex")["total"] > 2
        console.run("shader leave")
        console.run("mesh")
        assert console.run("continue")["status"] == 0


def main():
    results = Results()
    if not sys.argv[1:]:
        results.check("draws-advanced", advanced)
    listed = subprocess.run([program("test-draws"), "--list"], stdout=subprocess.PIPE, check=True).stdout.decode().split()
    assert listed == list(KINDS), set(listed) ^ set(KINDS)
    with tempfile.TemporaryDirectory() as folder:
        for kind in sys.argv[1:] or of_the_day(list(KINDS), 3):
            results.check(f"draws {kind}", check, kind, folder)
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main())
