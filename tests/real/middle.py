#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
middle.py - a recording that begins in the middle of a run plays by itself: what lives comes first.

 SCENE    the frames that glstep-replay, and glretrace, draw are the program's own, which were read in that run just before each swap; and GL's state at the first
          call of the program is what the driver said of it live, variable by variable. The last frame, kept in a file of its own, is drawn so, too.
          What could not be had is told when the recording begins, when the frame is kept, and by `glstep-trace info` of both files

Environment: GLSTEP_TESTS=all: all scenes, else each third in turn.
"""

import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import Console, Results, of_the_day, program  # noqa: E402
from trace_tools import EVERYTHING, differing, faults, our_pictures, played_pictures, run, take_picture  # noqa: E402

BEFORE, AFTER = 2, 3  # frames
SCENES = ["advanced", "viewports", "bound", "packed-elements", "seen", "drift", "pile", "formats", "blocks", "heaps", "facets", "es-heaps", "es-formats",
          "captured", "paused", "dispatched", "swapped", "multi-instances", "stored-elements", "both-kinds", "slices", "bitmaps", "interleaved",
          "es-elements", "es-points", "spirv-named",
          "plain", "passes", "discard", "blended", "dual", "stencil", "feedback", "instanced", "indirect", "multisampled", "legacy",
          "alpha", "immediate", "list", "fixed", "stippled", "answered", "assembly", "vertex-only", "error", "coherent", "barrier", "flushed",
          "unpacked", "renewed", "elements", "multi", "restarted-elements", "fixed-elements", "spirv", "query", "fenced", "indices", "packed", "cached"]
# What no call of GL can make again, or nobody but the driver can read.
MISSING = {"multisampled": {"renderbuffer"}, "facets": {"texture", "renderbuffer"}, "spirv": {"program"}, "spirv-named": {"program"},
           "cached": {"program"}, "es-formats": {"texture"}, "es-points": {"state"}}
UNPLAYED = {"spirv", "spirv-named", "cached", "es-points", "facets", "es-formats"}  # draws need what is missing
UNSEEN = {"packed-elements"}  # glArrayElement of half floats, which Mesa does not know: traces draw what glDrawArrays does (record.py)
# What the player has of its own: the driver's texts, addresses of client memory, sizes of memory that it chose.
OWN = re.compile(r"GL_(VENDOR|RENDERER|VERSION|SHADING_LANGUAGE_VERSION|DEBUG_.*|CONTEXT_.*)$|.*POINTER")


def shown(name, value):
    """Where in the program's memory an array lies is the program's own."""
    words = str(value).split()
    return words[:3] if name.startswith("VERTEX_BINDING") and words[0] == "0" else value


def state_of(console):
    return {name: shown(name, value) for name, value in console.run("state").items() if not OWN.match(name)}


def record(folder, argv):
    """The pictures of the frames that were recorded, GL's state when that began, what was missing then, and what is told of the last frame, which
    is kept in b.trace."""
    path, pictures = os.path.join(folder, "a.trace"), []
    with Console(argv) as console:
        for _ in range(BEFORE):
            console.run("next frame")
        console.run("step")  # into the frame
        state = state_of(console)
        started = console.run(f"trace start {path}")
        for _ in range(AFTER):
            if console.run("next frame")["stop"] == "exited":
                break
            take_picture(console, folder, pictures)
        kept = console.run(f"trace save {os.path.join(folder, 'b.trace')} frame")
        console.run("trace stop")
    return path, pictures, state, started["missing"], kept


def first_call(path):
    """The program's first call."""
    for line in run("dump", "--json", path)[0].splitlines():
        call = json.loads(line)
        if not call.get("fake"):
            return call["call"]
    raise AssertionError(f"{path} has no call of the program")


def by_glretrace(name, path, live):
    """Of OpenGL ES it draws the first frame before its window has its size."""
    played = played_pictures(path) if shutil.which("glretrace") and name not in UNSEEN else live
    assert len(played) == len(live), (len(played), len(live))
    for i, (a, b) in enumerate(zip(live, played, strict=True)):
        assert i == 0 and name.startswith("es-") or not differing(a, b), f"glretrace, frame {i}: {differing(a, b)} differ"


def scene(name):
    with tempfile.TemporaryDirectory() as folder:
        path, live, state, missing, kept = record(folder, [program("test-scenes"), name, "--frames", str(BEFORE + AFTER + 1)])
        assert {one["kind"] for one in missing} == MISSING.get(name, set()), missing
        assert all(one["why"] for one in missing), missing
        for file in path, kept["file"]:
            assert not faults(file), faults(file)
            told = json.loads(run("info", "--json", file)[0])["missing"]
            assert told == missing, (file, told)
        assert kept["missing"] == missing, kept
        if name in UNPLAYED:
            return
        played = our_pictures(path)
        assert len(played) == len(live) == AFTER, (len(played), len(live))
        for i, (a, b) in enumerate(zip(live, played, strict=True)):
            assert name in UNSEEN or not differing(a, b), f"frame {i}: {differing(a, b)} differ"
        by_glretrace(name, path, live)
        again = our_pictures(kept["file"])
        assert len(again) == 1, len(again)
        assert name in UNSEEN or not differing(live[-1], again[0]), f"kept: {differing(live[-1], again[0])} differ"
        with Console([path]) as console:
            console.run(f"goto {first_call(path)}")
            again = state_of(console)
        wrong = [f"{k}: {state.get(k)}, played {again.get(k)}" for k in sorted({*state, *again}) if state.get(k) != again.get(k)]
        assert not wrong, f"{len(wrong)} variables differ: {'; '.join(wrong[:8])}"


def main():
    results = Results()
    words = sys.argv[1:] or of_the_day(SCENES, 3)
    for name in words:
        results.check(name, scene, name)
    sys.exit(results.failed > 0)


main()
