#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program that sets unusual state, draws, and prints all state it can query, prints the same when its draw was debugged, or what is
bound was looked at. (Every way of drawing, into every target: draw-targets.py; more stages: state-stages.py.)"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, of_the_day, run_alone  # noqa: E402
from state_dump import compare, differences, state_argv  # noqa: E402

# Ways of drawing that need a draw or more before, which are stepped over; the rest has one draw.
DRAWS = {"elements": 1, "range-base": 1, "instanced": 1, "multi": 1, "indirect": 1, "multi-indirect": 1, "elements-indirect": 1,
         "indirect-count": 1, "feedback": 2, "recording": 1, "conditional": 2, "failed-conditional": 1, "block": 1, "list": 1, "lists": 1, "list-program": 1, "rect": 1, "pixels": 1, "bitmap": 1}
TARGETS = ["multisampled", "layered", "srgb", "integer"]
VERTEX = ["shader vertex", "scope", "shader step", "print gl_Position", "values gl_VertexID", "shader continue",
          "values gl_Position", "mask", "focus 2", "shader leave"]


def other_operations(argv):
    """Another fragment of each pixel, other tests and buffers: nothing of it stays."""
    expected = run_alone(argv)
    with Console(argv) as console:
        console.run("next draw")
        at = console.run("shader fragment")["focus"]
        console.run(f"focus {at['x']} {at['y']} fragment 0")
        console.run("shader step")
        console.run("values gl_FragCoord")
        for words in ("set test depth off", "set test stencil off", "set buffer stencil clear 2", "set buffer depth clear 1",
                      f"focus {at['x']} {at['y']}", "shader leave"):
            console.run(words)
        console.run("continue")
        found = differences(expected, console.program_output())
        assert not found, found[:8]


def inspected(argv, draws=1):
    """All that is bound is read, and what the draw will write is told: nothing of it stays."""
    expected = run_alone(argv)
    read = 0
    with Console(argv) as console:
        console.run(f"next draw {draws}")
        points = ["color0", *(entry["binding"] for entry in console.run("attachments")["attachments"])]
        words = [f"texture {entry['name']}" for entry in console.run("textures")["textures"]]
        words += [f"buffer {entry['name']}" for entry in console.run("buffers")["buffers"]]
        words += [f"attachment {point}" for point in points] + ["attachment color0 after", "attachment color0 output"]
        for word in words:
            answer = console.command(word)
            assert answer["ok"] or answer["error"]["code"] in ("unsupported", "usage", "not-covered"), answer
            read += answer["ok"]
        assert read >= 3, f"only {read} of {words} could be read"
        console.run("continue")
        found = differences(expected, console.program_output())
        assert not found, found[:8]


results = Results()
with tempfile.TemporaryDirectory() as folder:
    argv = state_argv(folder)
    expected = run_alone(argv)
    again = run_alone(argv)
    if differences(expected, again) or expected.count("\n") < 2000:
        results.fail("state-harness", f"two plain runs differ: {differences(expected, again)[:5]}")
    results.check("state-passing-by", compare, expected, argv, [])
    results.check("state-queried", compare, expected, argv, ["program", "call", "calls 10", "source fragment"])
    results.check("state-debugged", compare, expected, argv, [
        "shader fragment", "scope", "shader step", "print c", "values c", "shader over", "print shade", "mask", "shader continue",
        "values color", "values second", "shader leave"])
    results.check("state-operations", other_operations, argv)
    results.check("state-inspected", inspected, argv)
    for kind, draws in of_the_day(DRAWS, 3).items():
        results.check(f"state-inspected-{kind}", inspected, [*argv, "--draw", kind], draws)
    for target in of_the_day(TARGETS, 3):
        results.check(f"state-inspected-{target}", inspected, [*argv, "--target", target])
    results.check("state-second-of-list", compare, run_alone([*argv, "--draw", "list-program"]), [*argv, "--draw", "list-program"],
                  ["shader fragment draw 1", "shader step", "values c", "shader leave", "shader vertex", "shader leave"])
    results.check("state-vertex", compare, expected, argv, VERTEX)
    # Mesa's command thread, which newer versions have by themselves, answers some questions on its own.
    os.environ.update(mesa_glthread="true", MESA_DEBUG="silent")
    for kind in "list", "lists":
        results.check(f"state-inspected-{kind}-command-thread", inspected, [*argv, "--draw", kind], DRAWS[kind])
    print(f"{expected.count(chr(10))} lines of state")
sys.exit(1 if results.failed else 0)
