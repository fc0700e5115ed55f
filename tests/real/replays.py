#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A draw is drawn again without the program noticing: not in a render mode that counts draws, and not while a thread of the processor
writes into, and looks at, the memory that the draw's shaders write. Its values are what the shader computes all the same."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-replays")
SIZE = 64
# What `seen` is at an element, besides 3 times its number: a length or size that the shader asks for.
LENGTH = {"storage": 62 + SIZE * SIZE, "whole": 4222, "counters": 4158, "images": 64 + SIZE * SIZE, "levels": 4158, "es-storage": 62 + SIZE * SIZE,
          "es-images": 64 + SIZE * SIZE, "transform": 4158,
          "compute": 62 + SIZE * SIZE}
REPLAYS = ["attachment color0 after {}", "attachment color0 output {}", "mesh", "shader fragment", "shader vertex"]


def plain(way):
    return subprocess.run([PROGRAM, way], check=True, timeout=patience(6), stdout=subprocess.PIPE).stdout.decode()


def end(console, way):
    stop = console.run("continue")
    assert console.program_output() == plain(way), (console.program_output(), plain(way))
    assert stop["stop"] == "exited" and stop["status"] == 0, stop


def refused(way, word):
    """Everything that would draw again is refused, and says why."""
    with tempfile.TemporaryDirectory() as folder, Console([PROGRAM, way]) as console:
        for _ in range(2):
            console.run("next draw")
            for command in REPLAYS:
                answer = console.command(command.format(os.path.join(folder, "image.npy")))
                assert not answer["ok"] and answer["error"]["code"] == "unsupported", (command, answer)
                assert word in answer["error"]["message"], (command, answer)
        end(console, way)


def check_seen(console, way, path):
    console.run(f"values seen {path}")
    height, width, components, values = read_npy(path)
    assert height * width == SIZE * SIZE and components == 1, (height, width, components)
    for i, value in enumerate(values):
        twice = way == "levels" and i < 3  # the vertex shader has added there, too
        assert value == (3 * i + LENGTH[way]) * (1 + twice), (way, i, value)


def look_at_fragments(console, way, path):
    console.run("shader fragment")
    for command in "shader step", "shader step", "scope", "shader continue":
        console.run(command)
    check_seen(console, way, path)
    console.run("shader leave")
    for what in "after", "output":
        console.run(f"attachment color0 {what} {path}")
        height, width, components, values = read_npy(path)
        seen = list(values[::components])
        assert seen[3:] == [3 * i + LENGTH[way] for i in range(3, SIZE * SIZE)], (way, what, seen[:8])
    console.run("mesh")
    console.run("shader vertex")
    console.run("shader continue")
    console.run(f"values seen {path}")
    assert list(read_npy(path)[3]) == [3 * i + LENGTH[way] for i in range(3)], read_npy(path)
    console.run("shader leave")


def look_at_invocations(console, way, path):
    console.run("shader compute")
    for command in "shader step", "shader step", "shader continue":
        console.run(command)
    check_seen(console, way, path)
    console.run("shader leave")


def together(way):
    with tempfile.TemporaryDirectory() as folder, Console([PROGRAM, way]) as console:
        console.run("next draw")
        look = look_at_invocations if way == "compute" else look_at_fragments
        look(console, way, os.path.join(folder, "values.npy"))
        end(console, way)


def edited():
    """The source that glstep was given writes, where the program's own does not."""
    with tempfile.TemporaryDirectory() as folder, Console([PROGRAM, "edited"]) as console:
        source, path = os.path.join(folder, "edited.frag"), os.path.join(folder, "values.npy")
        with open(source, "w") as file:
            file.write(plain("--source"))
        console.run("next draw")
        console.run(f"set source fragment {source}")
        for command in f"attachment color0 after {path}", "mesh", f"attachment color0 after {path}":
            console.run(command)
        assert list(read_npy(path)[3][::4]) == [3 * i + LENGTH["storage"] for i in range(SIZE * SIZE)], read_npy(path)[3][:8]
        stop = console.run("continue")
        output = console.program_output()
        assert stop["status"] == 0 and f"drawn {SIZE * SIZE}," in output and "error 0x0" in output, output


results = Results()
results.check("replays-feedback", refused, "feedback", "GL_FEEDBACK")
results.check("replays-select", refused, "select", "GL_SELECT")
results.check("replays-orphan", refused, "orphan", "deleted through another context")
results.check("replays-edited", edited)
for way in LENGTH:
    results.check(f"replays-{way}", together, way)
sys.exit(1 if results.failed else 0)
