#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws that a program makes while it ends (test-endings) are debugged, or refused where a driver has let go of its compiler; it ends as it does alone."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program, run_alone  # noqa: E402

PROGRAM = program("test-endings")
DRAWS = 6
# Whether it has drawn before, and whether its draws at the end come before what a driver has registered for it.
WAYS = {"before-context": (True, False), "before-draw": (True, False), "before-draw-on-exit": (True, False), "instead": (False, True),
        "after-draw": (True, True), "quickly": (True, True), "of-thread": (True, True), "of-first-thread": (True, True)}


def refuse(console):
    for command in "shader fragment", "mesh", "pixel 4 4", "attachment color0 after":
        answer = console.command(command)
        assert not answer["ok"] and "is ending" in answer["error"]["message"], answer


def debug(console):
    console.run("shader fragment")
    assert console.run("print gl_Color.g * 255.0")["value"] == 100
    console.run("shader leave")
    assert console.run("mesh")
    console.run("pixel 4 4")
    console.run("shader leave")


def check(way, options=()):
    drawn, debugged = WAYS[way]
    run_alone([PROGRAM, way])
    with Console([PROGRAM, way], options) as console:
        at_end = DRAWS if drawn else 0
        assert console.run(f"next draw {at_end + 1}")["draw"] == at_end
        (debug if debugged else refuse)(console)
        assert console.run("framebuffer /dev/null")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0 and end["draw"] == at_end + DRAWS, (end, console.program_output())


results = Results()
for way in WAYS:
    results.check(f"endings-{way}", check, way)
for way in "before-draw", "after-draw":
    results.check(f"endings-softpipe-{way}", check, way, ["--env", "GALLIUM_DRIVER=softpipe"])
sys.exit(1 if results.failed else 0)
