#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
console-written.py - which parts of arrays, structs, matrices and vectors the path has written. What is right follows from the
shader's text, line by line.
"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402

TEXT = """[vertex]
#version 330
void main() { gl_Position = vec4(vec2(gl_VertexID % 2, gl_VertexID / 2) * 4.0 - 1.0, 0.0, 1.0); }
[fragment]
#version 330
struct Lamp { vec3 place; float power[2]; };
out vec4 color;
Lamp kept;
void fill(out float to) { to = 7.0; }
void set() { kept.power[0] = 5.0; }
void main()
{
	Lamp lamp, pair[2];
	vec4 v;
	mat3 m;
	float a[3];
	vec2 list[2];
	int n = int(gl_FragCoord.x) - int(gl_FragCoord.x) + 1;
	lamp.place.yz = vec2(1.0);
	lamp.power[1] = 2.0;
	pair[1].place = vec3(3.0);
	v.xw = vec2(4.0);
	m[2] = vec3(5.0);
	m[0].y++;
	fill(a[2]);
	set();
	a[n] = 6.0;
	pair[n].power[0] = 8.0;
	list[n].y = 9.0;
	lamp = pair[1];
	color = v + vec4(a[2] + m[2].x + lamp.power[1] + kept.power[0]);
}
"""
# After each text: what is written then, and what is not, of what it concerns.
STEPS = [
    ("lamp.place.yz = ", "lamp lamp.place lamp.place.y lamp.place.z lamp.place.yz lamp.place.zy", "lamp.place.x lamp.power lamp.power[1]"),
    ("lamp.power[1] = ", "lamp.power lamp.power[1]", "lamp.power[0] lamp.place.x"),
    ("pair[1].place = ", "pair pair[1] pair[1].place.x pair[n]", "pair[0] pair[0].place pair[1].power pair[1].power[0]"),
    ("v.xw = ", "v v.x v.w", "v.y v.yz"),
    ("m[2] = ", "m m[2] m[2].x", "m[0] m[1]"),
    ("m[0].y++", "m[0] m[0].y", "m[0].x m[0].z m[1]"),
    ("fill(a[2])", "a a[2]", "a[0] a[1]"),
    ("set()", "kept kept.power kept.power[0]", "kept.place kept.power[1]"),
    ("a[n] = ", "a[0] a[1] a[2]", ""),  # an index of which the text does not tell: it may be any
    ("pair[n].power[0] = ", "pair[0].power[0] pair[1].power[0] pair[n].power[0]", "list list[0] pair[0].place.x pair[0].power[1] pair[1].power[1]"),
    ("list[n].y = ", "list[0].y list[1].y list[n].y list[0]", "list[0].x list[1].x"),
    ("lamp = ", "lamp.place.x lamp.power[0]", ""),
]
WHERE = {text: TEXT[TEXT.index("[fragment]"):TEXT.index(f"\t{text}")].count("\n") for text, _, _ in STEPS}


def is_written(console, expression):
    """As `print` says, and `values` likewise."""
    written = console.run(f"print {expression}").get("written", True)
    assert console.run(f"values {expression}").get("written", True) == written, f"values {expression} against print"
    return written


def to_behind(console, text):
    """Over the statement."""
    while True:
        where = console.run("shader over")
        if where["line"] > WHERE[text]:
            return


def steps():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(TEXT)
        file.flush()
        with Console([program("test-shader"), "core", "33", file.name]) as console:
            console.run("next draw")
            console.run("shader fragment")
            for name in ("lamp", "pair", "v", "m", "a", "kept", "v.x", "pair[1].place"):
                assert not is_written(console, name), f"{name} at the beginning"
            for text, written, unwritten in STEPS:
                to_behind(console, text)
                for name in written.split():
                    assert is_written(console, name), f"{name} behind {text}"
                for name in unwritten.split():
                    assert not is_written(console, name), f"{name} behind {text}"


def main():
    results = Results()
    results.check("written-parts", steps)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
