#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the list tells of draws between glBegin and glEnd: how many primitives they have, live and of a trace, and nothing where the calls do
not tell that."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, program  # noqa: E402

PROGRAM = program("tests/calls/immediate-program")
# In the order in which they end; None: it calls a list; it is too long; it has no glBegin.
DRAWS = ["5 points", "3 lines", "4 lines", "3 lines", "2 triangles", "3 triangles", "3 triangles", "2 quads", "2 quads", "1 polygon",
         None, "0 lines", "0 quads", None, None, "1 triangle", "300 points", "2 triangles"]


def check(console):
    ends = console.run("calls find glEnd")["calls"]
    while True:
        more = console.run(f"calls find glEnd from {ends[-1]['index'] + 1}")["calls"]
        if not more:
            break
        ends += more
    told = [call["drawn"].get("primitives") for call in ends if "drawn" in call]
    assert told == DRAWS, told


with Console([PROGRAM]) as console:
    console.run("next call glFinish")
    check(console)
with tempfile.TemporaryDirectory() as folder:
    trace = os.path.join(folder, "a.trace")
    subprocess.run([GLSTEP, "record", "-o", trace, "--", PROGRAM], check=True, stderr=subprocess.DEVNULL)
    with Console([trace]) as console:
        check(console)
