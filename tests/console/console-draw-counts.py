#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many draws a profile and the counts take: counted by the driver itself, which writes down what it is asked to draw (Mesa's
GALLIUM_TRACE), in runs of a program with and without each of them. The volume's rays make hundreds of iterations and lookups."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

MOST = {"profile": 3, "count iterations": 3, "count sites": 1, "count lookups": 1}


def draws(argv, stage, to_loop, commands, folder):
    """What the driver draws or dispatches in a run with these commands."""
    trace = os.path.join(folder, "trace")
    os.environ["GALLIUM_TRACE"] = trace
    with Console(argv) as console:
        console.run("next draw")
        console.run(f"shader {stage}")
        for _ in range(to_loop):
            console.run("shader step")
        for command in commands:
            console.run(command)
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
    if not os.path.exists(trace):
        return 0
    with open(trace, encoding="utf-8", errors="replace") as file:
        return len(re.findall(r"method='(?:draw_vbo|draw_vertex_state|launch_grid)'", file.read()))


def main():
    scenes = (("volume", "fragment", 1, MOST), ("skinned", "vertex", 3, {"profile": 3, "count sites": 1}),
              ("particles", "compute", 6, {"profile": 3, "count sites": 1}))
    with tempfile.TemporaryDirectory() as folder:
        for scene, stage, to_loop, limits in scenes:
            argv = [program("glstep-stages"), "--headless", "--scene", scene, "--size", "32x32", "--frames", "1", "--time-step", "0.1"]
            without = draws(argv, stage, to_loop, [], folder)
            if not without:
                print("this driver writes no trace of what it draws")
                return 77
            for command, most in limits.items():
                n = draws(argv, stage, to_loop, [command], folder) - without
                assert 1 <= n <= most, f"{scene}: {command} takes {n} draws, not {most} at most"
                print(f"{scene}: {command}: {n}")
    return 0


sys.exit(main())
