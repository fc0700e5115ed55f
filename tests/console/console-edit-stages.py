#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Another source for each stage of the scenes of glstep-stages: the driver's messages name its lines, the draws after it are computed
with it, as computed here too, and are as they were once it is put back."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, line_of, program  # noqa: E402

FOLDER = tempfile.mkdtemp(prefix="glstep-edit-")


def write(text):
    path = os.path.join(FOLDER, "source")
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    return path


def edit(console, stage, line, new):
    """First something that the driver refuses, saying where."""
    source = console.run(f"source {stage}")["source"]
    assert line in source, (stage, line)
    number = line_of(source.split("\n"), line)
    answer = console.command(f"set source {stage} {write(source.replace(line, 'no_such_function(1);'))}")
    assert not answer["ok"] and answer["error"]["code"] == "driver-refused", answer
    assert f"0:{number}(" in answer["error"]["message"] and "no_such_function" in answer["error"]["message"], (number, answer)
    assert console.run(f"source {stage}")["source"] == source, "what was refused is in use"
    console.run(f"set source {stage} {write(source.replace(line, new))}")
    assert console.run(f"source {stage}")["source"] == source.replace(line, new)


def end_of(console, stage, focus=""):
    console.run(f"shader {stage}")
    if focus:
        console.run(f"focus {focus}")
    return console.run("shader continue")


def close(a, b):
    return len(a) == len(b) and all(abs(x - y) < 1e-5 for x, y in zip(a, b, strict=True))


def geometry(console):
    def check(middle, times):
        """Of the second vertex of primitive 1 in its second invocation: a tint, and how far it is from the first."""
        end_of(console, "geometry", "1 1")
        second = console.run("emitted")["vertices"][1]["values"]
        assert close(second["tint"], [0, middle, 0.09375]), second
        assert close(second["gl_Position"], [-0.5, -0.25 - times * 0.09375, 0, 1]), second
        console.run("shader leave")

    console.run("next draw")
    edit(console, "geometry", "tint = vec3(float(i) * 0.25, 1.0, size[0]);", "tint = vec3(float(i) * 0.25, 0.75, size[0]); up *= 2.0;")
    check(0.75, 2)
    console.run("next draw")
    check(0.75, 2)
    console.run("set source geometry original")
    check(1, 1)


def tessellation(console):
    console.run("next draw")
    assert end_of(console, "tess-evaluation")["total"] == 25 + 9
    z = console.run("print gl_Position")["value"][2]
    console.run("shader leave")
    source = console.run("source tess-control")["source"]
    inner = next(text.strip() for text in source.split("\n") if "gl_TessLevelInner[0] =" in text)
    edit(console, "tess-control", inner, f"{inner} level = 1.0;")
    edit(console, "tess-evaluation", "gl_Position = vec4(place.x, place.y * 0.75 + place.z * 0.5, place.z * 0.5, 1.0);",
         "gl_Position = vec4(place.x, 0.125, place.z * 0.25, 1.0);")
    console.run("next draw")
    end_of(console, "tess-control", "1 0")
    assert console.run("print level")["value"] == 1
    console.run("shader leave")
    end_of(console, "tess-evaluation")
    value = console.run("print gl_Position")["value"]
    assert abs(value[1] - 0.125) < 1e-6 and abs(value[2] - z / 2) < 1e-6, (value, z)
    console.run("shader leave")
    console.run("set source tess-control original")
    console.run("set source tess-evaluation original")
    assert end_of(console, "tess-evaluation")["total"] == 25 + 9
    assert abs(console.run("print gl_Position")["value"][2] - z) < 1e-6


def compute(console):
    """Particle 9, which moves to the right, to the left in one step."""
    place = [-0.96875 + 0.03125 * 9, 0.125 * (9 % 7 - 3)]

    def check(expected):
        console.run("next draw")
        console.run("shader vertex")
        console.run("focus 9")
        value = console.run("print particle")["value"]
        assert abs(value[0] - expected) < 1e-6, (value, expected)
        console.run("shader leave")
        console.run("next draw")

    console.run("next draw")
    check(place[0] + 0.25 * place[1])
    edit(console, "compute", "p.xy += p.zw * step;", "p.xy -= 2.0 * p.zw * step;")
    check(place[0] - 0.25 * place[1])
    console.run("set source compute original")
    check(place[0])


def main():
    for scene, check in (("strips", geometry), ("patch", tessellation), ("particles", compute)):
        with Console([program("glstep-stages"), "--headless", "--scene", scene, "--size", "32x32", "--frames", "4", "--time-step", "0.1"]) as console:
            check(console)
    print("each stage can be edited and put back")


main()
