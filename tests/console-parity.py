#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the window can do, the console can: each action of the window stands in docs/console.md beside console words that exist; and the
words that stand for what only the window could do at first do what they say."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, program, read_npy  # noqa: E402

SOURCE = os.environ["top_srcdir"]
OUTSIDE = ("Ctrl-C", "--timeout", "glstep")  # not commands

VERTEX = """#version 330 compatibility
void main()
{
	gl_Position = gl_Vertex;
}
"""
# Two shader objects of a stage.
SEVERAL = ["""#version 330 compatibility
vec4 far_colour(float x);
void main()
{
	float near = gl_FragCoord.x / 100.0;
	vec4 c = far_colour(near);
	gl_FragColor = c;
}
""", """#version 330 compatibility
vec4 far_colour(float x)
{
	float twice = 2.0 * x;
	return vec4(twice, x, 0.0, 1.0);
}
"""]


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def check_table():
    actions = set(re.findall(r'^\t\{"([a-z-]+)", (?:NULL|"<|"F\d|ask_)', read("ui", "actions.c"), re.M))
    assert len(actions) > 40 and {"run", "focus", "toggle-line", "go"} <= actions, actions
    rows = [line.split("|")[1:4] for line in read("docs", "console.md").splitlines() if line.startswith("| ") and "`" in line]
    told = {name for row in rows for name in re.findall(r"`([^`]+)`", row[1])}
    assert actions <= told, f"docs/console.md does not say how the console does {sorted(actions - told)}"
    with Console([program("glstep-example"), "--headless"]) as console:
        known = [c["command"] for c in console.run("help")["commands"]]
    for row in rows:
        for word in re.findall(r"`([^`]+)`", row[2]):
            if word.startswith(OUTSIDE):
                continue
            plain = re.match(r"[a-z]+(-[a-z]+)*( [a-z]+(-[a-z]+)*)*", word).group(0)
            first = [" ".join(plain.split()[:k]) for k in range(len(plain.split()), 0, -1)]
            assert any(n == f or n.startswith(f + " ") for f in first for n in known), f"no console command begins like `{word}`"


def refused(console, line, code):
    try:
        console.run(line)
    except Refused as refusal:
        assert refusal.code == code, refusal
    else:
        raise AssertionError(f"{line} was not refused")


def line_of(text, what):
    return next(i for i, line in enumerate(text.splitlines(), 1) if what in line)


def check_objects():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "several.frag")
        with open(path, "w", encoding="ascii") as file:
            file.write("[vertex]\n" + VERTEX + "".join("[fragment]\n" + text for text in SEVERAL))
        with Console([program("test-shader"), "compatibility", "33", path]) as console:
            console.run("next draw")
            console.run("shader fragment")
            last = line_of(SEVERAL[1], "return")
            where = console.run(f"shader until {last} object 1")
            assert (where["object"], where["line"], where["reached"]) == (1, last, True), where
            console.run("shader reset")
            first = line_of(SEVERAL[1], "float twice")
            assert console.run(f"shader break {first} object 1 if x >= 0.0"), "no breakpoint"
            where = console.run("shader continue")
            assert (where["object"], where["line"]) == (1, first), where
            refused(console, "shader until 4 subject 1", "usage")
            refused(console, "shader break 4 object", "usage")
            refused(console, "shader break 4 object 1 when x", "usage")
            # the history's steps
            steps = console.run("history")
            console.run("shader to 0")
            assert console.run("where")["line"] == line_of(SEVERAL[0], "float near")
            assert steps
            # where `twice` of the return is declared; where the function of the call is
            column = SEVERAL[1].splitlines()[last - 1].index("twice") + 1
            found = console.run(f"definition {last} {column} object 1")
            assert (found["object"], found["line"]) == (1, first), found
            call = line_of(SEVERAL[0], "vec4 c =")
            column = SEVERAL[0].splitlines()[call - 1].index("far_colour") + 1
            found = console.run(f"definition {call} {column}")
            assert (found["object"], found["line"]) == (1, line_of(SEVERAL[1], "vec4 far_colour")), found


def check_state():
    """Between two calls, and two frames, what these calls set; nothing else."""
    with Console([program("test-scenes"), "stencil", "--frames", "3", "--headless"]) as console:
        console.run("next draw")
        refused(console, "state changed", "usage")
        console.run("restart")
        console.run("next call glEnable")
        console.run("state")
        refused(console, "state changed", "usage")
        name = console.run("call")["arguments"][0]["text"]
        console.run("step")
        changes = console.run("state changed")["changes"]
        assert changes == [{"name": name, "before": "0", "now": "1"}], (name, changes)
        refused(console, "state changed frame", "usage")
        first = {c: v for c, v in console.run("state").items()}
        console.run("next frame")
        console.run("step")
        second = console.run("state")
        told = {c["name"]: (c["before"], c["now"]) for c in console.run("state changed frame")["changes"]}
        # the last look in the frame before was the first
        assert told == {n: (first[n], v) for n, v in second.items() if n in first and first[n] != v}, told


def check_difference():
    """Of a variable at two positions."""
    with tempfile.TemporaryDirectory() as folder, Console([program("glstep-example"), "--headless", "--size", "60x45"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        old, new, both = (os.path.join(folder, name) for name in ("old.npy", "new.npy", "both.npy"))
        console.run(f"values gl_FragCoord.xy {old}")
        console.run("shader step")
        console.run(f"values gl_FragCoord.yx {new}")
        said = console.run(f"values gl_FragCoord.yx minus {old} {both}")
        a, b, c = (read_npy(path)[3] for path in (old, new, both))
        assert all(z == y - x or (z != z and (x != x or y != y)) for x, y, z in zip(a, b, c)), "no difference"
        finite = [v for v in c if v == v]
        assert finite and min(said["min"]) == min(finite) and max(said["max"]) == max(finite), said
        refused(console, f"values gl_FragCoord.x minus {old}", "usage")
        refused(console, f"values gl_FragCoord.x minus {folder}/none.npy", "usage")


if __name__ == "__main__":
    check_table()
    check_objects()
    check_state()
    check_difference()
