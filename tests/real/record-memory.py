#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
record-memory.py - what calls read and write in memory, in recordings.

 NAME      a scene that glstep-replay and glretrace draw from the recording as the program has drawn it
 words-*   calls that the recording has as apitrace's recording of the same program has them
"""

import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import apitrace_dump, beside_apitrace, differing, faults, live_frames, need_apitrace, our_pictures, record_by_apitrace  # noqa: E402

FRAMES = 3
SCENES = ["multi-offsets"]
UNSTOPPED = set()  # what they store in mapped buffers is recorded while they run


def record(path, argv):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=patience(60), check=True)
    assert not faults(path), faults(path)


def argv_of(name):
    return [program("test-scenes"), name, "--frames", str(FRAMES)]


def scene(name):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        if name in UNSTOPPED:
            record(path, argv_of(name))
            live = live_frames(folder, argv_of(name))
        else:
            live = live_frames(folder, argv_of(name), path)
            assert not faults(path), faults(path)
        ours = our_pictures(path)
        assert len(ours) == len(live) > FRAMES, (len(ours), len(live))
        for i, (a, b) in enumerate(zip(ours[1:], live[1:], strict=True), 1):
            assert not differing(a, b), f"frame {i}: {differing(a, b)} differ"
        compared = beside_apitrace(live, path, 1)
        assert compared >= FRAMES, f"{compared} frames compared"


def lines_of(path, functions):
    """Of apitrace's dump, without the calls' numbers."""
    text = apitrace_dump(path).decode(errors="replace")
    return [line.split(None, 1)[1] for line in text.splitlines() if re.match(rf"\d+ ({'|'.join(functions)})\(", line)]


def words(argv, *functions):
    """In both recordings they read the same; each of them is there."""
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = (os.path.join(folder, name) for name in ("ours.trace", "theirs.trace"))
        record(ours, argv)
        record_by_apitrace(theirs, argv)
        found = lines_of(ours, functions)
        assert {line.split("(")[0] for line in found} == set(functions), found
        for one, other in itertools.zip_longest(found, lines_of(theirs, functions)):
            assert one == other, (one, other)


def main():
    need_apitrace()
    results = Results()
    for name in SCENES:
        results.check(name, scene, name)
    results.check("words-offsets", words, argv_of("multi-offsets"), "glMultiDrawElements", "glMultiDrawElementsBaseVertex")
    sys.exit(results.failed > 0)


main()
