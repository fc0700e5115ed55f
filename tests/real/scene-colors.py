#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The colour at the end of main, over the whole target, is bit for bit what the draw really writes: in the window and in a
framebuffer object, single pass and with GL_EQUAL on the same geometry, alpha-tested, discarding, stencilled, overdrawn, blended.

What the draw writes is known from undebugged runs: one that makes draws 1 to N, one that makes draws 1 to N - 1."""

import array
import math
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import DRIVER, EVERYTHING, Console, Lacking, Results, of_the_day, program, read_npy, run_alone  # noqa: E402

WIDTH, HEIGHT = 200, 150
# scene, draw (from 1), output, scene whose unblended colours are expected
CASES = [
    ("plain", 1, "color", "plain"), ("passes", 1, "color", "passes"), ("passes", 2, "color", "passes"),
    ("discard", 1, "color", "discard"), ("overdrawn", 1, "color", "overdrawn"), ("blended", 1, "color", "overdrawn"),
    ("dual", 1, "color", "dual-off"), ("stencil", 1, "color", "stencil"), ("stencil", 2, "color", "stencil"),
    ("instanced", 1, "color", "instanced"),
    ("instanced", 2, "color", "instanced"), ("legacy", 1, "gl_FragColor", "legacy"), ("alpha", 1, "gl_FragColor", "alpha"),
    ("immediate", 1, "gl_FragColor", "immediate"), ("query", 1, "color", "query"), ("feedback", 1, "color", "feedback"),
]


def command(scene, draws, fbo):
    return [program("test-scenes"), scene, "--frames", "1", "--draws", str(draws)] + (["--fbo"] if fbo else [])


def drawn(scene, draws, fbo):
    with tempfile.NamedTemporaryFile() as dump:
        run_alone(command(scene, draws, fbo) + ["--dump", dump.name])
        return dump.read()


def is_byte(value, byte):
    """GL's conversion to an unsigned normalized 8-bit integer: in floats as llvmpipe does it, halves to even; GL allows either neighbour."""
    if math.isnan(value):
        return byte == 0
    exact = array.array("f", [min(max(value, 0.0), 1.0) * 255])[0]
    return byte in ((math.floor(exact), math.ceil(exact)) if DRIVER else (round(exact),))


def captured(scene, draw, output, fbo):
    with tempfile.TemporaryDirectory() as folder, Console(command(scene, draw, fbo)) as console:
        path = os.path.join(folder, "color.npy")
        stop = console.run(f"next draw {draw}")
        assert stop["stop"] == "call", stop
        note = console.run("shader fragment").get("note", "")
        where = console.run("shader continue")
        assert where["finished"] and where["kind"] == "end", where
        field = console.run(f"values {output} {path}")
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        height, width, components, values = read_npy(path)
        assert (height, width, components) == (HEIGHT, WIDTH, 4), (height, width, components)
        return field, values, note


def compare(scene, draw, output, expected_scene, fbo):
    field, values, note = captured(scene, draw, output, fbo)
    after, before = drawn(expected_scene, draw, fbo), drawn(expected_scene, draw - 1, fbo)
    wrong = missing = active = 0
    example = ""
    for at in range(0, WIDTH * HEIGHT * 4, 4):
        color = values[at:at + 4]
        here = not all(math.isnan(value) for value in color)
        active += here
        if here and not all(map(is_byte, color, after[at:at + 4])):
            wrong += 1
            example = example or f"{at // 4 % WIDTH}, {at // 4 // WIDTH}: {list(color)} drawn as {list(after[at:at + 4])}"
        if not here and after[at:at + 4] != before[at:at + 4]:
            missing += 1
            example = example or f"{at // 4 % WIDTH}, {at // 4 // WIDTH}: drawn, but not captured"
    if DRIVER and missing and not fbo and "samples, the draw itself" in note:
        raise Lacking("the driver does not rasterise windows and framebuffer objects alike, which glstep says: " + note)
    assert wrong == 0 and missing == 0, f"{wrong} pixels wrong, {missing} missing of {active}; {example}"
    assert active > 1000 and field["active"] == active, f"{active} active, {field} said"


def second_color():
    """The second colour of a draw blended with it: the shader makes it the first plus 0.125."""
    with Console(command("dual", 1, False)) as console, tempfile.TemporaryDirectory() as folder:
        console.run("next draw")
        console.run("shader fragment")
        console.run("shader continue")
        paths = [os.path.join(folder, name) for name in ("color.npy", "second.npy")]
        for path, name in zip(paths, ("color", "second"), strict=True):
            console.run(f"values {name} {path}")
        first, second = (read_npy(path)[3] for path in paths)
        covered = 0
        for i in range(0, len(first), 4):
            if math.isnan(first[i]):
                continue
            covered += 1
            expected = array.array("f", [first[i + k] + 0.125 for k in range(3)] + [0.5])
            assert list(second[i:i + 4]) == list(expected), (i, first[i:i + 4], second[i:i + 4])
        assert covered > 1000, covered


results = Results()
results.check("colors-second", second_color)
for number, (scene, draw, output, expected) in of_the_day(list(enumerate(CASES)), 3):
    for fbo in (False, True) if EVERYTHING else (number % 2 == 1,):
        results.check(f"colors-{scene}-{draw}-{'fbo' if fbo else 'window'}", compare, scene, draw, output, expected, fbo)
# What a driver without OpenGL 4.3 and GLSL 4.00 does: values leave as floats, and the window is flipped though nothing offers that.
os.environ.update(MESA_GL_VERSION_OVERRIDE="3.3COMPAT", MESA_GLSL_VERSION_OVERRIDE="330")
for scene, draw, output, fbo in ("passes", 2, "color", False), ("alpha", 1, "gl_FragColor", False), ("alpha", 1, "gl_FragColor", True):
    results.check(f"colors-{scene}-{draw}-{'fbo' if fbo else 'window'}-3.3", compare, scene, draw, output, scene, fbo)
sys.exit(1 if results.failed else 0)
