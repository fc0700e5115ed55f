#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""
record-start.py - a recording that begins in the middle: the call at which the program has stopped is in it, whole.

Prints a line PASS or FAIL for each.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import BUILD, Console, Results, program  # noqa: E402

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


results = Results()
for level in "on", "off", "full":
    results.check(f"pending-log-{level}", lambda level=level: pending(level))
sys.exit(results.failed > 0)
