#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shaders whose partners are fixed function, or programs of their own in a pipeline; dispatches, direct and indirect, with
barriers; what counts of fragments that hide others: what test-partners computes in each stage, against the same computed here."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program, source_lines  # noqa: E402

SIZE = 16
NAMES = ("index", "instance", "primitive", "invocation", "patch", "vertex", "x", "y", "z")


def table(console, expression):
    """{element: scalars}"""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run(f"values {expression} {file.name}")
        with open(file.name, newline="", encoding="ascii") as text:
            head, *rows = csv.reader(text)
    n = sum(name in NAMES for name in head)
    return {tuple(int(v) for v in row[:n]): [float(v) for v in row[n:]] for row in rows}


def same(console, expression, expected):
    found = table(console, expression)
    assert set(found) == set(expected), (expression, sorted(set(found) ^ set(expected))[:4])
    for who, numbers in expected.items():
        assert all(abs(a - b) < 1e-5 for a, b in zip(found[who], numbers, strict=True)), (expression, who, found[who], numbers)


def refused(console, stage):
    answer = console.command(f"shader {stage}")
    assert not answer["ok"] and answer["error"]["code"] == "no-shader", answer


def finish(console, stage):
    where = console.run(f"shader {stage}")
    console.run("shader continue")
    return where


# ---- fixed function ----

CORNERS = [(-2, -2), (6, -2), (-2, 6)]


def corner(vertex):
    x, y = CORNERS[vertex]
    return [x / 2, y / 2, 0, 1]


def check_vertex_only(console):
    refused(console, "fragment")
    finish(console, "vertex")
    same(console, "gl_Position", {(i, 0): corner(i) for i in range(3)})
    same(console, "place", {(i, 0): corner(i) for i in range(3)})
    same(console, "twice", {(i, 0): [2 * c for c in CORNERS[i]] for i in range(3)})
    same(console, "gl_FrontColor", {(i, 0): [0.25, 0.125, 0.0625 * i, 0.5] for i in range(3)})


def pixels(function):
    """Of where a pixel's centre lies in the target, from 0 to 1."""
    return {(x, y): function((x + 0.5) / SIZE, (y + 0.5) / SIZE) for y in range(SIZE) for x in range(SIZE)}


def check_fragment_only(console):
    refused(console, "vertex")
    finish(console, "fragment")
    # red is an eighth at the second corner, a quarter at the third; both axes run over four times the target
    same(console, "given", pixels(lambda x, y: [(x + 2 * y) / 16, 0.5, 0.25, 1]))
    same(console, "at", pixels(lambda x, y: [x / 2, y / 2]))
    same(console, "gl_FragColor", pixels(lambda x, y: [x / 2, y / 2, 0.25, 1]))


def check_no_fragment(console):
    finish(console, "geometry")
    vertices = console.run("emitted")["vertices"]
    assert [v["values"]["gl_FrontColor"] for v in vertices] == [[0.25, 0.125 * i, 0.5, 1] for i in range(3)], vertices
    assert [v["values"]["gl_Position"][:2] for v in vertices] == [list(c) for c in CORNERS], vertices
    console.run("shader leave")
    finish(console, "vertex")
    same(console, "gl_Position", {(i, 0): [*CORNERS[i], 0, 1] for i in range(3)})


# ---- pipelines ----

MOVED = [(1, 1), (5, 1), (1, 5)]  # the corners, and the level


def blend(t):
    return [sum(c * m[k] for c, m in zip(t, MOVED, strict=True)) for k in range(2)]


def check_pipeline(console):
    finish(console, "vertex")
    same(console, "corner", {(i, 0): [m - 2 for m in MOVED[i]] for i in range(3)})
    same(console, "gl_Position.xy", {(i, 0): [m - 2 for m in MOVED[i]] for i in range(3)})
    console.run("shader leave")
    finish(console, "tess-control")
    same(console, "moved[gl_InvocationID]", {(0, i): MOVED[i] for i in range(3)})
    console.run("shader leave")
    finish(console, "tess-evaluation")
    at = table(console, "gl_TessCoord")
    corners = {tuple(round(2 * c) for c in t) for t in at.values()}
    # the edges and the middle, which is no half
    assert {c for c in corners if sum(c) == 2} >= {(2, 0, 0), (1, 1, 0), (0, 0, 2)} and len(at) == 7, at
    same(console, "blended", {who: blend(t) for who, t in at.items()})
    console.run("shader leave")
    where = finish(console, "geometry")
    assert where["total"] == 6, where
    emitted = []
    for primitive in range(6):
        console.run(f"focus {primitive}")
        emitted += [tuple(round(c, 4) for c in v["values"]["passed"]) for v in console.run("emitted")["vertices"]]
    assert set(emitted) == {tuple(round(c + 1, 4) for c in blend(t)) for t in at.values()} and len(emitted) == 18, emitted
    console.run("shader leave")
    finish(console, "fragment")
    same(console, "seen", pixels(lambda x, y: [2 * x + 2, 2 * y + 2]))
    same(console, "color", pixels(lambda x, y: [x / 4 + 0.25, y / 4 + 0.25, 0.5, 1]))


# ---- primitives that a tessellator makes ----

def check_tessellated(console):
    """They are counted over both instances of the two patches, and each has the vertices that it emits itself."""
    assert console.run("shader geometry")["total"] == 48
    given = [table(console, f"blended[{k}]") for k in range(3)]
    assert set(given[0]) == {(primitive, invocation) for primitive in range(24) for invocation in range(2)}, sorted(given[0])
    # the level that the control shader adds; corners apart by 1, patches by 10, instances by 100
    for primitive in range(24):
        patch, instance = primitive // 6 % 2, primitive // 12
        low, high = (2 + 10 * patch + 100 * instance + extra for extra in (0, 1))
        for corner in given:
            assert corner[primitive, 0] == corner[primitive, 1] and all(low <= c <= high for c in corner[primitive, 0]), (primitive, corner)
    console.run("shader continue")
    expected = {who: [] if who[1] == 0 and given[0][who][0] % 2 == 0
                else [[round(c, 4) for c in (*corner[who], who[1])] for corner in given] for who in given[0]}
    assert 0 < sum(not vertices for vertices in expected.values()) < 24
    for primitive, invocation in expected:
        console.run(f"focus {primitive} {invocation}")
        console.run("shader continue")
        vertices = [[round(c, 4) for c in v["values"]["passed"]] for v in console.run("emitted")["vertices"]]
        assert vertices == expected[primitive, invocation], (primitive, invocation, vertices, expected[primitive, invocation])
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run(f"emitted {file.name}")
        with open(file.name, newline="", encoding="ascii") as text:
            rows = list(csv.DictReader(text))
    found = {who: [] for who in expected}
    for row in rows:
        found[int(row["primitive"]), int(row["invocation"])].append(
            [round(float(v), 4) for name, v in row.items() if name.startswith("passed")])
    # all of them stand at the end, those that emit nothing at their return
    assert found == {who: vertices for who, vertices in expected.items()}, found


# ---- dispatches ----

WIDTH, HEIGHT = 3, 2  # work groups, of 4 by 2


def who(group, here):
    return (4 * (group % WIDTH) + here % 4, 2 * (group // WIDTH) + here // 4, 0)


def sums(group, rounds):
    """What is in the group's shared array after so many rounds."""
    found = [3 * i + group for i in range(8)]
    for k in range(rounds):
        found = [v + (found[i - 2 ** k] if i >= 2 ** k else 0) for i, v in enumerate(found)]
    return found


def each(function):
    return {who(g, i): [function(g, i)] for g in range(WIDTH * HEIGHT) for i in range(8)}


def to_barrier(console, lines, nth):
    """Stands before the nth barrier, which is a site of its own."""
    line = [n for n, text in enumerate(lines, 1) if text.strip() == "barrier();"][nth]
    where = console.run(f"shader until {line}")
    assert where["line"] == line and where["text"].startswith("barrier()") and where["active"] == where["total"] == 48, where
    return where


def check_dispatch(console):
    call = console.run("call")["name"]
    assert call.startswith("glDispatchCompute"), call
    where = console.run("shader compute")
    assert where["total"] == 48 and where["focus"] == {"x": 0, "y": 0, "z": 0}, where
    lines = source_lines(console, "compute")
    console.run("focus 6 3 0")
    console.run("shader reset")
    assert console.run("print gl_WorkGroupID")["value"] == [1, 1, 0]
    assert console.run("print gl_LocalInvocationID")["value"] == [2, 1, 0]
    to_barrier(console, lines, 0)
    same(console, "sums[here]", each(lambda g, i: 3 * i + g))
    console.run("shader step")
    same(console, "sums[7u - here]", each(lambda g, i: 3 * (7 - i) + g))  # the others' are there behind the barrier
    for k in range(3):
        where = to_barrier(console, lines, 1)
        assert where["iterations"] == [k], where
        same(console, "more", each(lambda g, i: sums(g, k)[i - 2 ** k] if i >= 2 ** k else 0))
        console.run("shader step")
        to_barrier(console, lines, 2)
        same(console, "sums[here]", each(lambda g, i: sums(g, k + 1)[i]))
        console.run("shader step")
    console.run("shader continue")
    same(console, "top", each(lambda g, i: sums(g, 3)[7]))
    same(console, "result[group * 8u + here]", each(lambda g, i: sums(g, 3)[i] * 100 + sums(g, 3)[7]))


# ---- fragments behind others ----

def check_hidden(console):
    """Only what stays visible counts, as is said: 9 rounds in the left half, 5 in the right one."""
    console.run("shader fragment")
    console.run("shader until 7")
    profile = console.run("profile")
    half = SIZE * SIZE // 2
    assert profile["occluded"] is False and profile["elements"] == 2 * half, profile
    assert profile["iterations"] == [{"active": 2 * half if i < 5 else half if i < 9 else 0, "finished": half if i in (5, 9) else 0, "left": 0}
                                     for i in range(10)], profile["iterations"]
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        console.run(f"count iterations {file.name}")
        with open(file.name, newline="", encoding="ascii") as text:
            counts = {(int(r["x"]), int(r["y"])): int(r["iterations"]) for r in csv.DictReader(text)}
    assert counts == {(x, y): 9 if x < SIZE // 2 else 5 for y in range(SIZE) for x in range(SIZE)}, counts


CHECKS = {"hidden": check_hidden, "vertex-only": check_vertex_only, "fragment-only": check_fragment_only, "no-fragment": check_no_fragment,
          "pipeline": check_pipeline, "pipeline-two": check_pipeline, "tessellated": check_tessellated, "dispatch": check_dispatch,
          "dispatch-indirect": check_dispatch, "pipeline-compute": check_dispatch}


def check(kind):
    alone = subprocess.run([program("test-partners"), kind], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout.decode()
    with Console([program("test-partners"), kind]) as console:
        console.run("next draw")
        CHECKS[kind](console)
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        assert console.program_output() == alone, (console.program_output(), alone)


def main():
    failed = []
    for kind in sys.argv[1:] or CHECKS:
        try:
            check(kind)
        except Exception as why:  # the others are looked at, too
            failed.append(kind)
            print(f"{kind}: {type(why).__name__}: {why}")
    assert not failed, failed
    print("each stage computes what it should, whatever its partners are")


main()
