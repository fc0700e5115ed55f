#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No call is lost when several threads call at once: neither from the count while the log is off, nor from the list."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

for log in "off", "on":
    with Console([program("tests/calls-threads")]) as console:
        console.run("start")
        console.run(f"log {log}")
        stop = console.run("next call glHint")
        console.output.seek(0)
        counted = int(console.output.read().split()[1])
        assert stop["call"]["index"] == counted > 3000000, (log, stop["call"]["index"], counted)
        if log == "on":
            last = console.run("calls 1")["calls"][0]
            assert last["index"] == counted - 1, last
        assert console.run("continue")["status"] == 0
