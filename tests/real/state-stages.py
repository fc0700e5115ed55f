#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""State and contents stay what they are when geometry, tessellation and compute shaders are debugged, all of them with shaders that
write buffers, images and counters: those of every kind of draw, each with geometry or with tessellation shaders, in turn; with
GLSTEP_STATE_STAGES=all with both."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, of_the_day, run_alone  # noqa: E402
from state_dump import compare, compare_kind, differences, state_argv  # noqa: E402

# As in draw-targets.py; what draws other primitives than triangles cannot have these stages: glRect draws nothing then, glDrawPixels and
# glBitmap draw without them.
DRAWS = {"arrays": 1, "elements": 1, "elements-base": 1, "range": 1, "range-base": 1, "client-elements": 1, "instanced": 1,
         "elements-instanced": 1, "multi": 1, "multi-elements": 1, "indirect": 1, "multi-indirect": 1, "elements-indirect": 1,
         "multi-elements-indirect": 1, "indirect-count": 1, "elements-indirect-count": 1, "feedback": 2, "feedback-instanced": 2,
         "feedback-stream": 2, "feedback-stream-instanced": 2, "conditional": 2, "failed-conditional": 1, "block": 1,
         "array-elements": 1, "list": 1, "lists": 1, "list-program": 1, "list-arrays": 1}
PIXELS = ["pixels", "pixels-buffer", "pixels-copied", "bitmap"]
NOTHING = ["rect"]
ALL = os.environ.get("GLSTEP_STATE_STAGES") == "all"  # make check-targets
TARGETS = ["multisampled", "layered", "srgb", "integer", "cube", "viewports", "clip", "window"]
FRAGMENT = ["shader fragment", "shader step", "print c", "values shade", "shader continue", "values color", "shader leave"]
VERTEX = ["shader vertex", "shader continue", "values gl_Position", "shader leave"]
GEOMETRY = ["shader geometry", "scope", "shader step", "values gl_PrimitiveIDIn", "shader continue", "emitted", "mask", "shader leave"]
CONTROL = ["shader tess-control", "shader step", "values gl_InvocationID", "shader continue", "mask", "shader leave"]
EVALUATION = ["shader tess-evaluation", "shader step", "values gl_TessCoord", "shader continue", "values shade", "shader leave"]
COMPUTE = ["shader compute", "scope", "shader step", "shader over", "values gl_GlobalInvocationID", "print value", "shader continue",
           "values value", "shader leave"]


def mine(names, turn):
    """Those that this turn takes."""
    return list(names) if ALL else list(names)[turn::2]


def effective(argv):
    """The shaders do write: without that the test would show nothing."""
    with_effects, without = run_alone([*argv, "--effects"]), run_alone(argv)
    for what in "buffer", "texture":
        of = [{line for line in text.splitlines() if line.startswith(what + " ")} for text in (with_effects, without)]
        assert any(not line.endswith(" 0000000000000000") for line in of[0] - of[1]), of


def refused(argv):
    """The draw raises an error; each stage says so, and the error is the program's alone."""
    expected = run_alone(argv)
    with Console(argv) as console:
        console.run("next draw")
        for stage in "fragment", "vertex":
            answer = console.command(f"shader {stage}")
            assert not answer["ok"] and "GL_INVALID_OPERATION" in answer["error"]["message"], answer
        console.run("continue")
        found = differences(expected, console.program_output())
        assert not found, found[:8]


results = Results()
with tempfile.TemporaryDirectory() as folder:
    argv = state_argv(folder)
    for turn, (stages, commands) in enumerate((("geometry", GEOMETRY), ("patches", CONTROL + EVALUATION))):
        staged = [*argv, "--stages", stages]
        results.check(f"state-stages-{stages}-harness", effective, staged)
        for kind, draws in of_the_day(mine(DRAWS.items(), turn), 3, ALL):
            results.check(f"state-stages-{stages}-{kind}", compare_kind, [*staged, "--effects", "--draw", kind], commands, draws)
        for kind in of_the_day(mine(PIXELS, turn), 3, ALL):
            results.check(f"state-stages-{stages}-{kind}", compare_kind, [*staged, "--effects", "--draw", kind], FRAGMENT, 1)
        for kind in NOTHING:
            results.check(f"state-stages-{stages}-{kind}", refused, [*staged, "--effects", "--draw", kind])
        for target in of_the_day(mine(TARGETS, turn), 3, ALL):
            results.check(f"state-stages-{stages}-{target}", compare_kind, [*staged, "--effects", "--target", target], commands, 1)
        results.check(f"state-stages-{stages}-others", compare_kind, [*staged, "--effects"], FRAGMENT + VERTEX, 1)
    for kind in "dispatch", "dispatch-indirect":
        results.check(f"state-stages-{kind}", compare, run_alone([*argv, "--effects", "--draw", kind]), [*argv, "--effects", "--draw", kind],
                      COMPUTE)
sys.exit(1 if results.failed else 0)
