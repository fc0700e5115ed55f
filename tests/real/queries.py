#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program's queries count its own draws only, however their results are got, when draws in them are debugged."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Lacking, Results, program  # noqa: E402
from patience import patience  # noqa: E402


def debugged(argv, draws):
    with Console(argv) as console:
        for draw in range(7 + 9):
            console.run("next draw")
            if draw in draws and draw >= 7:  # of those under a condition one draws nothing
                console.run("attachment color0 after")
            elif draw in draws:
                console.run("shader fragment")
                console.run("shader continue")
                console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        return [line for line in console.program_output().splitlines() if " in buffers " in line]


def compare(expected, argv, draws):
    found = debugged(argv, draws)
    assert found == expected, f"{expected} without glstep, {found} under it"


def looked_at(expected, argv):
    """Pictures of several samples are copied before they are read."""
    if not expected:
        raise Lacking("no queries of the pipeline's statistics")
    with Console(argv) as console:
        console.run(f"next draw {7 + 9 + 1}")
        for command_after in "next draw", "continue":
            for command in "framebuffer /dev/null", "attachment color0", "attachment color0 covered":
                console.run(command)
            console.run(command_after)
        found = [line for line in console.program_output().splitlines() if line.startswith("statistics ")]
    assert found == expected, f"{expected} without glstep, {found} under it"


results = Results()
argv = [program("tests/capture/capture-queries")]
expected = subprocess.run(argv, check=True, timeout=patience(6), stdout=subprocess.PIPE).stdout.decode().splitlines()
statistics = [line for line in expected if line.startswith("statistics ")]
expected = [line for line in expected if line not in statistics]
assert len(expected) == 7 and expected[0].split()[0] != "0", expected
results.check("queries-second-draws", compare, expected, argv, (1, 3, 5))
results.check("queries-all-draws", compare, expected, argv, range(16))
results.check("queries-conditions", compare, expected, argv, (8, 11, 14))
results.check("queries-statistics", looked_at, statistics, argv)
sys.exit(1 if results.failed else 0)
