#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
record-start.py - how recordings begin.

 pending-log-*  one that begins in the middle: the call at which the program has stopped is in it, whole
 no-program     of a program that cannot be started no trace is written, nor one that is there lost; one sentence says why

Prints a line PASS or FAIL for each.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import BUILD, GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

TOOL = os.path.join(BUILD, "glstep-trace")
BYTES = 100000


def pending(log):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        with Console([program("test-uploads"), "3"]) as console:
            console.run(f"log {log}")
            console.run("next call glBufferData")
            console.run(f"trace start {path}")
            console.run("next call glBufferSubData")
            assert console.run("trace stop")["calls"] == 1
        text = subprocess.check_output([TOOL, "dump", path]).decode()
        assert re.findall(r"^\d+ glBufferData\(.*", text, re.M) == \
            [f"0 glBufferData(target = GL_ARRAY_BUFFER, size = {BYTES}, data = blob({BYTES}), usage = GL_STREAM_DRAW)"], text


def no_program():
    with tempfile.TemporaryDirectory() as folder:
        old, locked = os.path.join(folder, "old.trace"), os.path.join(folder, "locked")
        for path in old, locked:
            with open(path, "w", encoding="utf-8") as file:
                file.write("kept")
        for words in (["no-such-program"], ["/no/such/program"], ["--json", "-o", "a.trace", "./locked"], ["-o", old, "no-such-program"]):
            done = subprocess.run([GLSTEP, "record", *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(30),
                                  check=False)
            lines = done.stderr.decode().splitlines()
            assert done.returncode == 127 and len(lines) == 1 and os.path.basename(words[-1]) in lines[0] and not done.stdout, (words, done)
            assert sorted(os.listdir(folder)) == ["locked", "old.trace"], (words, os.listdir(folder))
        with open(old, encoding="utf-8") as file:
            assert file.read() == "kept"


results = Results()
for level in "on", "off", "full":
    results.check(f"pending-log-{level}", lambda level=level: pending(level))
results.check("no-program", no_program)
sys.exit(results.failed > 0)
