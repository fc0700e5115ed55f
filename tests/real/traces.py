#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Traces that apitrace records of real programs: both dumps agree; apitrace reads from a repacked trace what it reads from the
original; calls, frames and sizes are what it counts; any call is found by its number; joined traces say what the parts say."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import Results, program  # noqa: E402
from patience import patience, wait_until  # noqa: E402
from trace_tools import apitrace_dump, draw_frames, dump, judge, need_apitrace, run, same, traced  # noqa: E402

ENOUGH = 200000  # bytes of trace of a program that does not end by itself
SMALL = ["-s", "160x120"]

# (name, api, command, does it end by itself)
PROGRAMS = [
    ("glxgears", "gl", ["glxgears"], False),
    ("es2gears", "egl", ["es2gears_x11"], False),
    ("example", "gl", [program("glstep-example"), "--frames", "5"], True),
    *((f"scene-{scene}", "gl", [program("test-scenes"), scene], True)
      for scene in ("plain", "feedback", "indirect", "multisampled", "legacy", "immediate", "list", "assembly", "spirv",
                    "broken", "error", "threads", "crash", "exit")),
    *((f"glmark2 {scene}", "gl", ["glmark2", *SMALL, "-b", f"{scene}:duration=0.1"], True)
      for scene in ("build:use-vbo=false", "shading:shading=phong", "buffer:update-method=map", "desktop")),
    ("glmark2-es2", "egl", ["glmark2-es2", *SMALL, "-b", "texture:duration=0.1"], True),
]
REPLAYED = ("scene-legacy", "scene-indirect", "glmark2 shading:shading=phong")


def record(path, api, command, ends):
    """apitrace runs the program; one that does not end is ended when enough is in the file."""
    tracer = subprocess.Popen(traced(path, command, api), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        if not ends:
            wait_until("a trace", lambda: os.path.exists(path) and os.path.getsize(path) > ENOUGH, idle=30)
            os.killpg(tracer.pid, signal.SIGTERM)
        output, _ = tracer.communicate(timeout=patience(60))
    finally:
        if tracer.poll() is None:
            os.killpg(tracer.pid, signal.SIGKILL)
            tracer.wait()
    assert os.path.exists(path), output.decode(errors="replace")[-500:]


def check_figures(path):
    figures = json.loads(run("info", "--json", path)[0])
    theirs = json.loads(subprocess.check_output(["apitrace", "info", path], timeout=patience(60)))
    assert figures["version"] == theirs["ContainerVersion"], (figures, theirs)
    assert figures["frames"] == theirs["FramesCount"], (figures, theirs)
    assert figures["stream_bytes"] == theirs["ActualDataSize"], (figures, theirs)
    assert figures["file_bytes"] == theirs["ContainerSize"] == os.path.getsize(path), (figures, theirs)
    return figures


def by_number(text):
    """Number -> the lines of a call."""
    calls, number = {}, None
    for line in text.splitlines(keepends=True):
        word = line.split(b" ", 1)[0]
        if word.isdigit() and b"(" in line and (number is None or int(word) not in calls):
            number = int(word)
            calls[number] = line
        elif number is not None:
            calls[number] += line
    return calls


def check_range(path, calls):
    """Of a range come the calls that have these numbers, and no others."""
    rows = [json.loads(line)["call"] for line in dump(path, "--json", "--verbose").splitlines()]
    assert sorted(rows) == list(range(calls)), "a number is missing"
    for _ in range(5):
        first = random.randrange(calls)
        last = min(first + random.randrange(50), calls - 1)
        found = [json.loads(line)["call"]
                 for line in dump(path, "--json", "--verbose", "--calls", f"{first}-{last}").splitlines()]
        assert found == [n for n in rows if first <= n <= last], (first, last, found)


def check_join(path, other, folder):
    joined = os.path.join(folder, "joined.trace")
    run("join", joined, path, other)
    parts = [json.loads(run("info", "--json", name)[0]) for name in (path, other)]
    whole = json.loads(run("info", "--json", joined)[0])
    for what in ("calls", "frames", "fake", "incomplete"):
        assert whole[what] == parts[0][what] + parts[1][what], (what, whole, parts)
    same("joined", dump(joined, "--verbose"), apitrace_dump(joined, "--verbose"))
    second = by_number(dump(other, "--verbose"))
    found = by_number(dump(joined, "--verbose", "--calls", f"{parts[0]['calls']}-"))
    texts = [call.split(b" ", 1)[1] for call in found.values()]
    assert sorted(texts) == sorted(call.split(b" ", 1)[1] for call in second.values()), "the second part differs"


def images(path, perturb="0"):
    """Of each frame."""
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for name in draw_frames(path, folder, perturb):
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
        return found


def check_replay(path, folder):
    """A repacked trace draws the same, in all frames that do not show memory that nobody has written."""
    packed = os.path.join(folder, "packed.trace")
    run("repack", path, packed)
    first, second, third = images(path), images(path, "165"), images(packed)
    assert first.keys() == third.keys(), (first.keys(), third.keys())
    stable = [name for name in first if first[name] == second[name]]
    different = [name for name in stable if first[name] != third[name]]
    assert stable and not different, (stable, different)


def look(name, api, command, ends, folder, kept):
    assert shutil.which(command[0]), f"{command[0]} is not installed"
    path = os.path.join(folder, f"{name.replace(' ', '-').replace(':', '-')}.trace")
    record(path, api, command, ends)
    judge(path, folder)
    figures = check_figures(path)
    check_range(path, figures["calls"])
    kept.append(path)
    print(f"{name}: {figures['calls']} calls, {figures['frames']} frames, {figures['file_bytes']} bytes")


def main():
    need_apitrace()
    random.seed(1)
    results = Results()
    kept = []
    with tempfile.TemporaryDirectory() as folder:
        for name, api, command, ends in PROGRAMS:
            results.check(f"trace {name}", look, name, api, command, ends, folder, kept)
            if name in REPLAYED:
                results.check(f"trace replay {name}", check_replay, kept[-1], folder)
        results.check("trace join", lambda: check_join(kept[0], kept[1], folder))


main()
