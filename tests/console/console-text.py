#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the console says can be had from its JSON alone: a script's lines without --json, and what tests/console/tell makes of its
answers with --json, in another run of a program that draws the same."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, program  # noqa: E402
from patience import patience  # noqa: E402

SHADER = """[target] 0x8814
[vertex]
#version 400
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }
[fragment]
#version 400
struct Lamp { vec3 place; float power[2]; };
struct Pair { Lamp lamps[2]; double weight; mat2 turn; bool on; };
out vec4 color;
uniform dvec2 two;
uniform sampler2D picture;
void main()
{
	Pair both;
	dmat2 m = dmat2(0.1lf);
	vec3 tiny = vec3(1e-30, 1e30, 0.1) * gl_FragCoord.xyx;
	uvec2 large = uvec2(4000000000u, 1u);
	float bad = sqrt(gl_FragCoord.x - 3.0);
	both.lamps[1].place = vec3(0.1, 0.2, bad);
	both.weight = 0.1lf;
	both.on = gl_FragCoord.x > 3.0;
	int n = 0;
	for (int i = 0; i < 4; i++) {
		if (gl_FragCoord.x > float(i))
			n += i;
	}
	color = vec4(tiny, n) + vec4(m[0], large) + texture(picture, both.lamps[1].place.xy) + vec4(two, 0.0, 0.0);
}
"""
VALUES = """next draw
program
mesh
shader fragment
scope
shader over
shader over
shader over
shader over
shader over
shader over
shader over
shader over
scope all
print both
print m
print tiny
print large
print bad
print both.lamps
print two
print picture
values both
values m
values bad
values large
history values
reach
count sites
shader until 19
condition
profile
shader continue
check
set buffer depth clear 0.25
shader leave
textures
attachments
attachment color0 after pixel 1 1
state GL_DEPTH
state changed
print nothing
kill"""
CALLS = """break call glClear
info breakpoints
delete 1
next draw
calls 30
calls from 3 2
calls in draw
calls find gl*
calls filter hide category:drawing
calls passes
calls groups
statistics
statistics category
call 1
buffers
buffer 1
buffer 1 double
buffer 1 ubyte4n,double
mesh
shader vertex
shader continue
values gl_Position
history values
frame 0
shader leave
history pixel 20 20
history pixel 5 5 window
continue
step"""
STRIPS = """next draw
shader geometry
emitted
shader over
shader over
shader over
shader over
emitted
shader continue
emitted
focus 1
where
kill"""


ADDRESS = re.compile("0x[0-9a-f]{7,}")  # another one in each run


def said(argv, script, *options):
    done = subprocess.run([GLSTEP, "--keep-going", "--program-output", os.devnull, *options, "-x", script, "--", *argv],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=patience(60))
    return done.stdout


def check(argv, commands):
    with tempfile.NamedTemporaryFile("w", suffix=".script") as script:
        script.write(commands + "\n")
        script.flush()
        text = said(argv, script.name).decode().splitlines()
        answers = said(argv, script.name, "--json")
    told = subprocess.run([program("tests/console/tell"), "-"], input=answers, stdout=subprocess.PIPE, check=True, timeout=patience(6))
    told = told.stdout.decode().splitlines()
    for line, other in zip(text, told):
        line, other = ADDRESS.sub("0x", line), ADDRESS.sub("0x", other)
        assert line == other, f"the console says\n{line}\nand from its JSON it is\n{other}"
    assert len(text) == len(told) > len(commands.splitlines()), (len(text), len(told))


def check_parts():
    """The parts that templates name are those that there are."""
    folder = os.path.join(os.environ["top_srcdir"], "verbs")
    named, there = set(), set()
    for name in os.listdir(folder):
        if name.endswith(".c"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            named |= set(re.findall(r"@([a-z-]+)\}", text))
            there |= set(re.findall(r'^\t\{"([a-z-]+)",', text, re.M)) if name == "tell-parts.c" else set()
    assert named == there and len(there) > 30, f"no templates name {sorted(there - named)}, and there are no parts {sorted(named - there)}"


def main():
    check_parts()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as shader:
        shader.write(SHADER)
        shader.flush()
        check([program("test-shader"), "core", "40", shader.name], VALUES)
    check([program("test-scenes"), "instanced", "--frames", "4", "--headless"], CALLS)
    check([program("glstep-stages"), "--scene", "strips", "--headless", "--frames", "1", "--size", "16x16"], STRIPS)


if not os.environ.get("DISPLAY"):
    display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
    sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__)]))
main()
