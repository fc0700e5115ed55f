#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
record-sizes.py - windows that change their size while they are recorded: a player gives them the size that their buffers had in each frame.

 NAME       the pictures of the played trace have the sizes that the program has found by reading
 NAME-part  so has that of a frame that was extracted, with what is told last of its window's size alone
 errors     that the size is asked for, the program does not notice: EGL's errors are as without glstep

Prints a line PASS or FAIL for each.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import PLAYER, run  # noqa: E402

FIRST = (96, 64)


def record(path, way):
    """The sizes of the buffers, by frame."""
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-resized"), *way], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=patience(60), check=True)
    # A first frame, of which nothing is printed.
    return [FIRST, *(tuple(map(int, line)) for line in re.findall(r"^(\d+) (\d+)$", (done.stdout + done.stderr).decode(), re.M))]


def pictures(path):
    """The sizes of what is played, by frame; each is of one colour: what was drawn before a change of the size is there."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PLAYER, "--images", folder, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        found = []
        for name in sorted(os.listdir(folder)):
            width, height, rows = read_png(os.path.join(folder, name))
            found.append((width, height))
            assert all(row == rows[0][:4] * width for row in rows), f"{name} has several colours"
        return found


def whole(way):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        expected = record(path, way)
        assert len(set(expected)) == 2 and pictures(path) == expected, (expected, pictures(path))


def sizes_told(path):
    calls = [json.loads(line) for line in run("dump", "--json", path)[0].splitlines()]
    return [call for call in calls if call.get("fake") and call["function"] in ("glXQueryDrawable", "eglQuerySurface")]


def part(way):
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        expected = record(path, way)
        for frame, size in enumerate(expected):
            told = run("extract", "--frame", str(frame), path, out)[1]
            assert pictures(out) == [size], (frame, size, pictures(out), told)
        before = next(i for i, call in enumerate(map(json.loads, run("dump", "--json", "--verbose", out)[0].splitlines()))
                      if call["function"] == "glUniform4f")
        told = [call["call"] for call in sizes_told(out) if call["call"] < before]
        assert len(told) == 2, told


def errors():
    with tempfile.TemporaryDirectory() as folder:
        command = [program("test-egl-errors")]
        alone, recorded = (subprocess.run(words, env={**os.environ, "EGL_PLATFORM": "surfaceless"}, stdin=subprocess.DEVNULL, capture_output=True,
                                          timeout=patience(60), check=True).stdout
                           for words in (command, [GLSTEP, "record", "-o", os.path.join(folder, "a.trace"), "--", *command]))
        assert b"swap 0x300d" in alone and recorded == alone, (alone, recorded)


results = Results()
results.check("errors", errors)
for words in [], ["egl"], ["glx-window"], ["asking"], ["egl", "asking"], ["late"], ["egl", "late"]:
    results.check("-".join(["resized", *words]), whole, words)
    results.check("-".join(["resized", *words, "part"]), part, words)
sys.exit(results.failed > 0)
