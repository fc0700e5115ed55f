#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every move, and every command that shows values, at the bottom of 80 functions that call each other and on the way there. Beside
them a tree of calls that is never executed: 64 ways to its leaves, in which a sampler is handed on."""

import csv
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, read_npy  # noqa: E402
from language_run import HEIGHT, WIDTH, Case, write_file  # noqa: E402

DEPTH, TREE = 80, 7
X, Y = 5, 3
SHOWN = 8  # on the way down values are printed at every eighth call


def make_text():
    lines = ["#version 330", "uniform sampler2D image;", "float trail = 0.0;", "out vec4 color;"]
    for i in range(TREE, 0, -1):
        body = "texture(s, vec2(trail))" if i == TREE else f"t{i + 1}(s) + t{i + 1}(s)"
        lines.append(f"vec4 t{i}(sampler2D s) {{ return {body}; }}")
    lines += [f"float f{DEPTH}(float v)", "{", "\tfloat a = v * 0.5;", f"\tfor (float i = 0.0; i < v - {DEPTH - 6}.0; i++)", "\t\ta += i;",
              "\ttrail += a;", "\treturn a;", "}"]
    for i in range(DEPTH - 1, 0, -1):
        lines += [f"float f{i}(float v)", "{", "\tfloat a = v + 1.0;", f"\ta = f{i + 1}(a) - 1.0;", "\treturn a;", "}"]
    lines += ["void main()", "{", "\tfloat x = gl_FragCoord.x - 0.5;", "\tvec4 t = vec4(0.0);", "\tif (x < 0.0)", "\t\tt = t1(image);",
              "\tfloat s = f1(x);", "\tcolor = vec4(s, trail, t.x, 1.0);", "}"]
    return "\n".join(lines) + "\n"


TEXT = make_text()
LINES = TEXT.split("\n")
LAST = "color = vec4(s, trail, t.x, 1.0);"


def line(text):
    return next(n for n, found in enumerate(LINES, 1) if found.strip() == text)


def bottom(x):
    """What the last function is given, how often its loop runs, what it gives."""
    v = x + DEPTH - 1
    n = int(max(v - (DEPTH - 6), 0))
    return v, n, v / 2 + n * (n - 1) / 2


def start(console):
    console.run("next draw")
    console.run("shader fragment")
    return console.run(f"focus {X} {Y}")


def check_moves(console):
    """Down, the stack there, back, out, over."""
    where = start(console)
    while where["function"] != f"f{DEPTH}":
        where = console.run("shader step")
        assert not where["finished"], "the last function is not reached"
        level = len(where["call_path"]) - 1
        if where["kind"] == "call" and level % SHOWN == 1:
            assert console.run("print a")["value"] == X + level, where
    assert [f["function"] for f in where["call_path"]] == ["main"] + [f"f{i}" for i in range(1, DEPTH + 1)]
    v, _, result = bottom(X)
    for frame, value in (0, v), (1, v - 1), (60, v - 60), (DEPTH - 1, X):
        console.run(f"frame {frame}")
        assert console.run("print v")["value"] == value, frame
    console.run("up")
    assert console.run("print x")["value"] == X
    try:
        console.run(f"frame {DEPTH + 1}")
        raise AssertionError("there is a frame too many")
    except Refused as refused:
        assert refused.code == "usage", refused
    console.run("frame 0")
    where = console.run("shader back")
    assert len(where["call_path"]) == DEPTH and where["kind"] == "call", where
    assert console.run("shader step")["function"] == f"f{DEPTH}"
    where = console.run("shader out")
    assert where["function"] == f"f{DEPTH - 1}" and where["kind"] == "return", where
    assert console.run("print a")["value"] == result - 1
    where = console.run("shader back-over")
    assert where["function"] == f"f{DEPTH - 1}" and where["kind"] == "expression", where
    assert console.run("print a")["value"] == v
    console.run("shader to 0")
    where = console.run(f"shader until {line('float s = f1(x);')}")
    while where["line"] != line(LAST):
        where = console.run("shader over")
        assert len(where["call_path"]) == 1 and not where["finished"], where
    assert console.run("print s")["value"] == result - (DEPTH - 1)


def check_values(console):
    """At the bottom: of all elements, of callers, of the loop; along the path; the tree counts as it is."""
    start(console)
    at = line("a += i;")
    where = console.run(f"shader until {at}")
    assert where["reached"] and len(where["call_path"]) == DEPTH + 1, where
    _, n, result = bottom(X)
    with tempfile.TemporaryDirectory() as folder:
        saved, counted = os.path.join(folder, "values.npy"), os.path.join(folder, "counted.csv")
        console.run(f"values v {saved}")
        for k, value in enumerate(read_npy(saved)[3]):
            assert value == bottom(k % WIDTH)[0] if bottom(k % WIDTH)[1] else value != value, (k, value)
        console.run(f"frame {DEPTH}")
        console.run(f"values x {saved}")
        for k, value in enumerate(read_npy(saved)[3]):
            assert value == k % WIDTH if bottom(k % WIDTH)[1] else value != value, (k, value)
        console.run("frame 0")
        console.run(f"count iterations {counted}")
        with open(counted, newline="", encoding="ascii") as file:
            rows = [[float(word) for word in row] for row in list(csv.reader(file))[1:]]
        assert len(rows) == WIDTH * HEIGHT and all(row[2] == bottom(row[0])[1] for row in rows), rows[:3]
        console.run(f"count lookups {counted}")
        with open(counted, newline="", encoding="ascii") as file:
            head, *rows = csv.reader(file)
        assert head[2:] == ["image"] and all(float(row[2]) == 0 for row in rows), head
    profile = console.run("profile")["iterations"]
    most = max(bottom(x)[1] for x in range(WIDTH))
    assert [i["active"] for i in profile][:most] == [HEIGHT * sum(bottom(x)[1] > i for x in range(WIDTH)) for i in range(most)], profile
    console.run(f"shader iteration {n - 1}")
    console.run(f"shader until {at}")
    assert console.run("print i")["value"] == n - 1
    reach = {r["line"]: r["elements"] for r in console.run("reach")["lines"]}
    assert reach[line("float s = f1(x);")] == WIDTH * HEIGHT and not reach.get(line("t = t1(image);")), reach
    assert reach[at] == HEIGHT * sum(bottom(x)[1] > 0 for x in range(WIDTH)), reach
    assert console.run("shader continue")["finished"]
    changes = [c for p in console.run("history values")["positions"] for c in p["changes"]]
    found = [c["value"] for c in changes if c["name"] == "a"]
    callers = [value for i in range(1, DEPTH) for value in (X + i, result - (DEPTH - i))]
    assert found == callers + [bottom(X)[0] / 2] + [bottom(X)[0] / 2 + i * (i + 1) / 2 for i in range(n)], found
    assert console.run("print color")["value"] == [result - (DEPTH - 1), result, 0, 1]
    assert console.run("check")["same_output"]
    console.run("shader reset")
    assert console.run("shader continue nan")["finished"]
    console.run("shader reset")
    console.run(f"shader break {at} if i == 2.0")
    where = console.run("shader continue")
    assert where["line"] == at and console.run("print i")["value"] == 2 and len(where["call_path"]) == DEPTH + 1, where


def with_console(function, provider):
    os.environ["GLSTEP_PATH"] = provider
    with tempfile.TemporaryDirectory() as folder:
        command = write_file(Case("deep", "core", 33, TEXT, None), folder)
        with Console(command, seconds=600) as console:
            function(console)
            end = console.run("continue")
            assert end["status"] == 0, end


def check_long():
    """A path of 1,500 steps: what each has written, by one variant for all."""
    text = "\n".join(["#version 330", "out vec4 color;", "void main()", "{", "float x = gl_FragCoord.x;", *(f"float v{i} = x + {i}.0;" for i in range(LONG)),
                      f"color = vec4(v{LONG - 1});", "}", ""])
    os.environ["GLSTEP_PATH"] = "record"
    with tempfile.TemporaryDirectory() as folder:
        with Console(write_file(Case("long", "core", 33, text, None), folder), seconds=600) as console:
            console.run("next draw")
            console.run("shader fragment")
            console.run("shader continue")
            changes = [c for p in console.run("history values")["positions"] for c in p["changes"]]
            x = next(c["value"] for c in changes if c["name"] == "x")
            found = {c["name"]: c["value"] for c in changes if c["name"].startswith("v")}
            assert found == {f"v{i}": x + i for i in range(LONG)}, len(found)
            console.run("shader reset")
            where = console.run("shader continue nan")
            assert where["finished"], where  # nothing is NaN there
            assert console.run("continue")["status"] == 0


LONG = 1500
results = Results()
results.check("deep-calls-long", check_long)
for provider in "record", "capture":
    for name, function in (("moves", check_moves), ("values", check_values)):
        results.check(f"deep-calls-{name}-{provider}", with_console, function, provider)
sys.exit(1 if results.failed else 0)
