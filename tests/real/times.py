#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
times.py - what `glstep-replay --times` says of calls whose costs are planted.

 planted   draws whose shaders do 1, 8, 2 and 4 times the same work take as long, beside each other, on a machine that does other things, too
 rows      each draw and clear has a row, with its number, frame, draw and program; a frame is at least the sum of its rows
 blocks    what stands between glBegin and glEnd is one row; what is compiled into a list is none
 frames    --frames times these alone
 usage     what cannot be timed is told in one sentence
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import Results, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import TOOL, record  # noqa: E402

COSTS = (1, 8, 2, 4)
TOLERANCE = 1.0  # of a ratio: others use the machine, too, and the more so the longer a draw takes; bench/run.py looks closer
MEMBERS = {"call", "name", "frame", "draw", "program", "cpu_ns", "gpu_ns", "spread_ns"}


def play(*argv):
    return subprocess.run([program("glstep-replay"), *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(120), check=False,
                          text=True)


def times(path, *options):
    """The rows of calls, and the last line."""
    done = play("--json", *options, path)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(set(row) >= MEMBERS for row in lines[:-1]), lines[0]
    return lines[:-1], lines[-1]


def scene(folder, name, frames=3):
    path = os.path.join(folder, f"{name}.trace")
    record(path, program("test-scenes"), name, "--frames", str(frames))
    return path


def of(rows, name):
    return [row for row in rows if row["name"] == name]


def planted(folder):
    rows, _ = times(scene(folder, "costs"), "--times=12")
    draws = of(rows, "glDrawArrays")[-len(COSTS):]
    each = [row["gpu_ns"] / cost for row, cost in zip(draws, COSTS)]
    assert len(draws) == len(COSTS) and max(each) <= (1 + TOLERANCE) * min(each), draws
    assert sorted(range(len(COSTS)), key=COSTS.__getitem__) == sorted(range(len(COSTS)), key=lambda i: draws[i]["gpu_ns"]), draws
    assert all(row["cpu_ns"] <= row["gpu_ns"] for row in draws), draws


def every_row(folder):
    path = scene(folder, "passes")
    rows, last = times(path, "--times=2")
    dumped = subprocess.run([TOOL, "dump", "--json", path], capture_output=True, check=True, text=True).stdout.splitlines()
    calls = {call["call"]: call["function"] for call in map(json.loads, dumped) if "function" in call}
    expected = [number for number, name in calls.items() if name in ("glDrawArrays", "glClear")]
    assert expected and [row["call"] for row in rows] == expected, (rows, expected)
    assert all(calls[row["call"]] == row["name"] for row in rows), rows
    draws = of(rows, "glDrawArrays")
    assert [row["draw"] for row in draws] == list(range(1, 1 + len(draws))) and not any(row["draw"] for row in of(rows, "glClear")), rows
    assert len({row["program"] for row in draws}) == 2, draws
    assert last["rounds"] == 2 and last["method"], last
    assert [frame["frame"] for frame in last["frames"]] == sorted({row["frame"] for row in rows}), last
    for frame in last["frames"]:
        assert frame["gpu_ns"] >= sum(row["gpu_ns"] for row in rows if row["frame"] == frame["frame"]), frame


def blocks(folder):
    names = {row["name"] for row in times(scene(folder, "immediate"), "--times=1")[0]}
    assert names == {"glClear", "glEnd"}, names
    names = {row["name"] for row in times(scene(folder, "list"), "--times=1")[0]}
    assert names == {"glClear", "glCallList"}, names


def frames(folder):
    rows, last = times(scene(folder, "plain", 4), "--times=1", "--frames", "1-2")
    assert {row["frame"] for row in rows} == {1, 2} and [frame["frame"] for frame in last["frames"]] == [1, 2], last


def usage(folder):
    path = scene(folder, "plain")
    for argv, words in ((["--times=0"], "from 1 to 1000"), (["--times=x"], "from 1 to 1000"), (["--times=2000"], "from 1 to 1000"),
                        (["--json"], "--times"), (["--times", "--md5"], "nothing else")):
        done = play(*argv, path)
        assert done.returncode == 2 and words in done.stderr and len(done.stderr.splitlines()) == 1, (argv, done)
    told = play("--times=1", path)
    assert told.returncode == 0 and told.stdout.splitlines()[-1].startswith("1 round,"), told.stdout


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for name, part in (("planted", planted), ("rows", every_row), ("blocks", blocks), ("frames", frames), ("usage", usage)):
            results.check(name, part, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
