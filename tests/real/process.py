#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Processes that are not as others are (test-process): each ends as it does without glstep, and glstep with it."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from leftovers import left_behind, leftovers  # noqa: E402

PROGRAM = os.path.abspath(program("test-process"))
DRAWS = 6
PATIENCE = 120  # seconds for what must come


def clean(function, *arguments):
    before = leftovers()
    function(*arguments)
    left = left_behind(before)
    assert not left, f"left behind: {left}"


# ---- its descriptors ----

def status_of(closed, argv, found):
    """Where the shell has closed these."""
    redirections = " ".join(f"{fd}{'<' if fd == 0 else '>'}&-" for fd in closed)
    done = subprocess.run(["sh", "-c", f'exec "$@" {redirections}', "sh", *argv, PROGRAM, "descriptors", found], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    return done.returncode


def run_with(closed, argv, folder):
    """What the program has found."""
    found = os.path.join(folder, "found")
    status = status_of(closed, argv, found)
    assert status == 0, (closed, status)
    with open(found) as file:
        text = file.read()
    os.unlink(found)
    return text


def descriptors(closed):
    with tempfile.TemporaryDirectory() as folder:
        calls = os.path.join(folder, "calls.txt")
        expected = run_with(closed, [], folder)
        commands = ["next draw", "shader fragment", "print gl_FragColor", "shader leave", "step 2", "continue", f"calls save {calls}"]
        glstep = [GLSTEP, "--json", *(word for command in commands for word in ("-e", command)), "--"]
        if 1 in closed:  # the first answer cannot be printed; nothing of it may be in another file
            assert status_of(closed, glstep, os.path.join(folder, "found")) == 1, closed
            assert not os.path.exists(calls), closed
            return
        assert run_with(closed, glstep, folder) == expected, (closed, expected)
        with open(calls) as file:
            lines = file.read().splitlines()
    names = [re.search(r"\b(\w+)\(", line).group(1) for line in lines if "(" in line]
    assert names[0] == "eglGetPlatformDisplay" and names[-1] == "glGetError", (closed, lines[:3], lines[-3:])
    assert names.count("glRectf") == DRAWS and names.count("glDisable") == 100000, closed


results = Results()
for closed in [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]:
    results.check(f"process-descriptors-{''.join(map(str, closed))}", clean, descriptors, closed)
sys.exit(1 if results.failed else 0)
