#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Values of the examples' variables at several sites and pixels, against the same computed on the CPU; the NaN bug is found."""

import json
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, line_of, program, source_lines  # noqa: E402

SIZE, WIDTH, HEIGHT, STEP = "400x300", 400, 300, 0.7
# A sphere, its mirror image of the floor, the floor, the sky, the small spheres.
PIXELS = [(200, 150), (190, 90), (60, 40), (200, 280), (110, 130), (300, 125)]


def reference(x, y, frame, nan=False):
    command = [program("example-reference"), "--pixel", str(x), str(y), "--time", str(frame * STEP), "--size", SIZE]
    return json.loads(subprocess.check_output(command + (["--nan"] if nan else [])))


def flat(value):
    return [part for item in value for part in flat(item)] if isinstance(value, list) else [value]


def close(shown, expected):
    shown, expected = flat(shown), flat(expected)
    if len(shown) != len(expected):
        return False
    for a, b in zip(shown, expected, strict=True):
        if isinstance(b, str) or isinstance(a, str):
            if a != b:
                return False
        elif not math.isclose(a, b, rel_tol=2e-3, abs_tol=2e-3):
            return False
    return True


def compare_entry(console, lines, entry, glsl):
    line, expression = entry["line"], entry["expression"]
    console.run("shader reset")
    if line == "end":
        console.run("shader continue")
    else:
        where = console.run(f"shader until {line_of(lines, line)}")
        assert where.get("reached", True) and where["line"] == line_of(lines, line), f"not at {line!r}: {where}"
    shown = console.run(f"print {expression}")
    assert close(shown["value"], entry["value"]), \
        f"{expression} before {line!r}: shows {shown['value']}, is {entry['value']} (GLSL {glsl})"


def compare_pixel(console, lines, glsl, frame, x, y):
    expected = reference(x, y, frame)
    assert expected["stable"], f"pixel {x}, {y} of frame {frame} is no good for a comparison"
    console.run("shader reset")
    console.run(f"focus {x} {y}")
    for entry in expected["values"]:
        compare_entry(console, lines, entry, glsl)


def check_values(results, glsl):
    argv = [program("glstep-example"), "--glsl", glsl, "--size", SIZE, "--time-step", str(STEP), "--frames", "3"]
    with Console(argv) as console:
        try:
            console.run("next draw 3")  # the scene of the second frame
            lines = source_lines(console)
            console.run("shader fragment")
        except Exception as why:
            results.fail(f"values-{glsl}", why)
            return
        for x, y in PIXELS:
            if reference(x, y, 0)["stable"]:
                results.check(f"values-{glsl}-{x}-{y}", compare_pixel, console, lines, glsl, 1, x, y)


def find_nan(glsl):
    argv = [program("glstep-example"), "--glsl", glsl, "--size", SIZE, "--time-step", str(STEP), "--frames", "2", "--nan"]
    x, y = 200, 110
    assert flat(reference(x, y, 0, True)["values"][-1]["value"])[0] == "nan", "the pixel should be in a hole"
    with Console(argv) as console:
        console.run("next draw")
        lines = source_lines(console)
        console.run("shader fragment")
        console.run(f"focus {x} {y}")
        console.run("shader continue")
        field = console.run("values result")
        assert field["nan"] > 0, f"no NaN in {field}"
        console.run("shader reset")
        console.run(f"shader until {line_of(lines, 'return base * (0.2 + 0.6 * diffuse + 0.2 * rim);')}")
        assert console.run("print rim")["value"] == "nan", "rim should be NaN there"
        facing = console.run("print 1.0 - rim_scale * facing")["value"]
        assert facing < 0, f"the root's argument should be negative: {facing}"
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end


results = Results()
for version in "330", "120":
    check_values(results, version)
    results.check(f"find-nan-{version}", find_nan, version)
sys.exit(1 if results.failed else 0)
