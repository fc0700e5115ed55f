#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
bound.py - what `glstep-replay --experiments` says of draws and frames that take their time for what is planted (tests/programs/bound.c).

 planted-*   it is named, of the draw and of the frame; while others have the machine it may be "unclear", or another once, but the right one is named oftener
 unharmed    the frames have the sums that they have without; the frame that was played again has its picture, whatever was changed in between
 sums        a frame that needs what the one before has left is told to have another picture
 kinds       draws of other kinds: in blocks, lists and with viewports; what has no such experiment says why
 usage       what cannot be looked at is told in one sentence
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
from trace_tools import PLAYER, play, record, run  # noqa: E402

FRAME = 2  # of three; all are alike, but the first makes what it uses
PLANTED = {"vertex": ("draw", "frame"), "fragment": ("draw", "frame"), "texture": ("draw",), "blending": ("draw",),
           "upload": ("draw", "frame"), "cpu": ("frame",)}
TRIES = 12
EXPERIMENTS = ("as_is", "no_rasterizer", "call_alone", "one_pixel", "trivial_fragment", "tiny_textures", "no_blending", "no_tests", "half_size",
               "no_uploads", "not_drawn")


def last_draw(path):
    return [json.loads(line)["call"] for line in run("dump", "--json", "--calls", "draw", path)[0].splitlines()][-1]


def experiments(path, *options):
    """What is found, and the lines before it."""
    *lines, last = play(path, "--experiments", "--json", *options)[0].splitlines()
    found = json.loads(last)
    assert tuple(each["name"] for each in found["experiments"]) == EXPERIMENTS, found
    for each in found["experiments"]:
        assert (each["gpu_ns"] is None) == (each["spread_ns"] is None) == ("why" in each), each
    return found, lines


def looked_at(path, scope):
    return experiments(path, *(["--draw", str(last_draw(path))] if scope == "draw" else ["--frame", str(FRAME)]))[0]


def planted(path, name, scope):
    right = wrong = 0
    for _ in range(TRIES):
        found = looked_at(path, scope)
        assert found["same_picture"] and found["frame"] == FRAME and (found["draw"] is None) == (scope == "frame"), found
        right += found["bound_by"] == name
        wrong += found["bound_by"] not in (name, "unclear")
        if right > wrong:
            return
    raise AssertionError((right, wrong, found))


def unharmed(path):
    expected = play(path, "--md5")[0].splitlines()
    found, lines = experiments(path, "--md5", "--frame", str(FRAME))
    assert len(expected) > FRAME and lines == expected[:FRAME + 1] and found["same_picture"], (expected, lines, found)


def sums(folder):
    path = os.path.join(folder, "sums.trace")
    record(path, program("test-scenes"), "sums", "--frames", "3")
    found, _ = experiments(path, "--frame", "2")
    assert found["same_picture"] is False, found
    told = play(path, "--experiments", "--frame", "2")[0].splitlines()
    assert told[-1].startswith("The frame has another picture"), told


def kinds(folder):
    for name, without in (("immediate", {"call_alone": "its number of vertices is not an argument of the call"}),
                          ("list", {"call_alone": "its number of vertices is not an argument of the call"}),
                          ("passes", {"no_blending": "nothing is blended"}), ("viewports", {"no_tests": "nothing is tested"}),
                          ("fixed", {"trivial_fragment": "no program object is in use"})):
        path = os.path.join(folder, f"{name}.trace")
        record(path, program("test-scenes"), name, "--frames", "3")
        for scope in "draw", "frame":
            found = looked_at(path, scope)
            why = {each["name"]: each.get("why") for each in found["experiments"]}
            assert found["same_picture"] and {key: why[key] for key in without} == without, (name, scope, found)
            assert why["no_rasterizer"] is why["one_pixel"] is why["half_size"] is why["not_drawn"] is None, (name, scope, found)


def usage(path, folder):
    listed = os.path.join(folder, "list.trace")
    calls = [json.loads(line) for line in run("dump", "--json", listed)[0].splitlines()]
    names = [call["function"] for call in calls]
    compiled = next(call["call"] for call in calls[names.index("glNewList"):] if call["function"] == "glEnd")
    for file, options, status, words in ((path, ["--experiments"], 2, "--draw or --frame"), (path, ["--draw", "3"], 2, "--draw or --frame"),
                                         (path, ["--experiments", "--draw", "3", "--frame", "1"], 2, "--draw or --frame"),
                                         (path, ["--experiments", "--draw", "x"], 2, "--draw takes"),
                                         (path, ["--experiments=0", "--draw", "3"], 2, "from 1 to 1000"),
                                         (path, ["--experiments", "--draw", "3", "--times"], 2, "go with it"),
                                         (path, ["--experiments", "--draw", "1"], 1, "does not draw"),
                                         (path, ["--experiments", "--draw", "99999"], 1, "has not got it"),
                                         (path, ["--experiments", "--frame", "99"], 1, "has not got it"),
                                         (listed, ["--experiments", "--draw", str(compiled)], 1, "compiled into a display list")):
        done = subprocess.run([PLAYER, *options, file], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False, text=True)
        assert done.returncode == status and words in done.stderr and len(done.stderr.splitlines()) == 1 and not done.stdout, (options, done)


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        traces = {name: os.path.join(folder, f"{name}.trace") for name in PLANTED}
        for name, path in traces.items():
            record(path, program("test-bound"), name)
        for name, scopes in PLANTED.items():
            for scope in scopes:
                results.check(f"planted-{name}-{scope}", planted, traces[name], name, scope)
        results.check("unharmed", unharmed, traces["blending"])
        results.check("sums", sums, folder)
        results.check("kinds", kinds, folder)
        results.check("usage", usage, traces["blending"], folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
