#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What counts as written, when: conditions and calls in a statement come before its writes, and an element that has been
discarded has no values. A shader of ours through piglit's shader_runner, on the recorded and on the captured path."""

import glob
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, line_of, source_lines  # noqa: E402

RUNNER = glob.glob("/usr/lib/*/piglit/bin/shader_runner") + glob.glob("/usr/lib64/piglit/bin/shader_runner")
TEST = """[require]
GLSL >= 3.30
SIZE 32 8
[vertex shader passthrough]
[fragment shader]
#version 330
out vec4 color;
int counter = 0;
float zero = 0.0;
float twice(float x) { counter++; return x + x; }
bool bump(int n, out int r) { counter += n; r = counter; return counter > 2; }
void keep(float color) { zero = color; }
void main()
{
	vec2 c = gl_FragCoord.xy;
	float u, v, w;
	int a = 0, b = 7;
	u = c.x > 0.0 ? 1.0 : 2.0;
	v = twice(c.x);
	if (bump(1, a) || bump(2, b) && bump(0, a))
		a += 100;
	if (c.x < 10.0) discard;
	keep(c.y);
	w = twice(sqrt(-c.x));
	color = vec4(u, v, w, float(a));
}
[test]
draw rect -1 -1 2 2
"""

# Two elements of a row go the same way until one is discarded: the test of the loop has conditions of its own.
DISCARD = """[require]
GLSL >= 3.30
SIZE 8 8
[vertex shader passthrough]
[fragment shader]
#version 330
out vec4 color;
bool odd(inout int n) { n--; return (n & 1) == 1; }
bool last(int x) { if (x == 3) discard; return x < 100; }
void main()
{
	ivec2 c = ivec2(gl_FragCoord.xy);
	int n = c.y, count = 0;
	for (; odd(n) || odd(n) && n > 0; count++) { if (count > 5) break; if (n == 3) continue; n += 1; }
	while (true) { if (last(c.x)) break; }
	color = vec4(float(n), float(count), 0.0, 1.0);
}
[test]
draw rect -1 -1 2 2
"""


class Walk:
    def __init__(self, console):
        self.console = console
        self.lines = source_lines(console)

    def to(self, text):
        where = self.console.run(f"shader until {line_of(self.lines, text)}")
        assert where["reached"], where
        return where

    def variable(self, name):
        return next(v for v in self.console.run("scope")["variables"] if v["name"] == name)

    def expect(self, name, written, changed):
        found = self.variable(name)
        assert (found["written"], found["changed"]) == (written, changed), found
        assert self.console.run(f"print {name}").get("written", True) == written, name


def check_statements(walk):
    walk.console.run("focus 20 3")
    walk.to("u = c.x > 0.0 ? 1.0 : 2.0;")
    walk.expect("u", False, False)
    assert walk.console.run("shader step")["kind"] == "ternary"
    walk.expect("u", False, False)
    walk.console.run("shader step")
    walk.expect("u", True, True)
    assert walk.console.run("shader step")["kind"] == "call"
    walk.expect("u", True, False)
    walk.expect("v", False, False)
    assert walk.console.run("shader over")["kind"] == "if"
    walk.expect("v", True, True)
    assert walk.console.run("print v")["value"] == 41


def check_out_arguments(walk):
    walk.console.run("shader step")
    assert walk.console.run("shader step")["text"] == "bump(1, a)"
    walk.console.run("shader over")
    walk.expect("a", True, True)
    walk.expect("b", True, False)
    assert walk.console.run("print ivec3(a, b, counter)")["value"] == [2, 7, 2]
    walk.to("a += 100;")
    assert walk.console.run("print ivec3(a, b, counter)")["value"] == [4, 4, 4]


def check_nan(walk):
    """In a statement that calls; keep's parameter is not the output of that name."""
    where = walk.console.run("shader continue nan")
    assert where["line"] == line_of(walk.lines, "color = vec4(u, v, w, float(a));"), where
    assert walk.console.run("print w")["value"] == "nan"
    where = walk.console.run("shader continue nan")
    assert where["finished"] and "color" in where["note"], where


def check_discarded(walk):
    walk.console.run("shader reset")
    walk.console.run("focus 2 3")
    where = walk.console.run("shader continue")
    assert where["finished"] and "discarded" in where["note"], where
    assert walk.console.run("values c")["min"] == [10.5, 0.5]
    try:
        answer = walk.console.run("print c")
    except Refused as why:
        assert why.code == "no-element", why
    else:
        raise AssertionError(f"a discarded element has a value: {answer}")
    assert walk.console.run("shader back")["kind"] == "discard"
    assert walk.console.run("print c")["value"] == [2.5, 3.5]


def check(path, provider):
    if provider:
        os.environ["GLSTEP_PATH"] = provider
    with Console([RUNNER[0], path, "-auto", "-fbo"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        walk = Walk(console)
        for part in check_statements, check_out_arguments, check_nan, check_discarded:
            part(walk)


def count_loop(y):
    """What the loop of DISCARD makes of n and count."""
    n, count = y, 0
    while True:
        n -= 1
        if not n & 1:
            n -= 1
            if not (n & 1 and n > 0):
                return n, count
        if count > 5:
            return n, count
        n += n != 3
        count += 1


def walk_to_last(console, x, y):
    console.run("shader reset")
    console.run(f"focus {x} {y}")
    path, where = [], console.run("where")
    while where["function"] != "last":
        path.append((where["line"], where["column"], where["kind"], where["iterations"]))
        where = console.run("shader step")
    assert tuple(console.run("up") and console.run("print ivec2(n, count)")["value"]) == count_loop(y), (x, y)
    return path


def check_discard(path, provider):
    if provider:
        os.environ["GLSTEP_PATH"] = provider
    with Console([RUNNER[0], path, "-auto", "-fbo"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        for y in range(8):
            stays, goes = walk_to_last(console, 2, y), walk_to_last(console, 3, y)
            assert stays == goes, (y, stays, goes)


results = Results()
if not RUNNER:
    results.skip("written", "piglit is not installed")
else:
    with tempfile.NamedTemporaryFile("w", suffix=".shader_test") as file, tempfile.NamedTemporaryFile("w", suffix=".shader_test") as other:
        file.write(TEST)
        file.flush()
        other.write(DISCARD)
        other.flush()
        for provider in None, "capture":
            results.check(f"written-{provider or 'record'}", check, file.name, provider)
            results.check(f"written-discard-{provider or 'record'}", check_discard, other.name, provider)
sys.exit(1 if results.failed else 0)
