#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No call is lost when several threads call at once: neither from the count while the log is off, nor from the list, where each
stands once and in its place."""

import os
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

PROGRAM = program("tests/calls/calls-threads")


def run_to_the_end(console):
    """Stops at the call after all others; how many there were, as the program counted."""
    stop = console.run("next call glHint")
    console.output.seek(0)
    counted = int(console.output.read().split()[1])
    assert stop["call"]["index"] == counted, (stop["call"]["index"], counted)
    return counted


for log in "off", "on":
    with Console([PROGRAM]) as console:
        console.run("start")
        console.run(f"log {log}")
        counted = run_to_the_end(console)
        assert counted > 3000000
        if log == "on":
            statistics = console.run("statistics")["functions"]
            assert statistics["glDisable"] == statistics["glLineWidth"] == (counted - 29) / 2, statistics
            assert sum(statistics.values()) == counted, statistics
        assert console.run("continue")["status"] == 0

with Console([PROGRAM, "5000"]) as console:
    counted = run_to_the_end(console)
    listed = [call["index"] for call in console.run(f"calls {counted}")["calls"]]
    assert sorted(listed) == list(range(counted))
    for index in [*(b for a, b in zip(listed, listed[1:]) if b < a), 0, 1, counted // 2, counted - 1]:
        assert console.run(f"calls from {index} 1")["calls"][0]["index"] == index, index

# a call that takes long stands where it began, though others have ended since; on a busy machine many take too long and come late
with Console([PROGRAM, "slow"]) as console:
    console.run("continue")
    slow, start = [], 0
    while start is not None:
        found = console.run(f"calls find glBufferData from {start}")
        slow += [call["index"] for call in found["calls"]]
        start = found.get("next")
    assert len(slow) == 30, slow
    assert all(console.run(f"calls from {index} 1")["calls"][0]["index"] == index for index in slow), slow
    assert any([call["index"] for call in console.run(f"calls from {index} 2")["calls"]] == [index, index + 1] for index in slow), slow
