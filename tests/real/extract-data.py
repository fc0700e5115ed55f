#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
extract-data.py - what objects hold, in place of the calls that filled them: `glstep-trace extract --as-data`.

 SCENE    what many frames have left in a buffer or texture is one call for each image, which draws the same, in both players, and takes less
 bytes    a buffer's bytes are those that the whole trace tells of it
 formats  textures of each kind of format and target hold the same texels
 HELD     so do compressed textures, renderbuffers, and those of OpenGL ES; the calls that filled them are gone
 draw     a draw within a frame
 kept     where calls are smaller, or no call can give what an object holds, the calls are those without --as-data
 usage    without a display that is told, and nothing is written
 crash    a player that crashes while it reads leaves nothing behind
 longer   where the smaller file cannot be written, that is said, and the other one stays

Environment: GLSTEP_TESTS=all: each scene in JSON, too, and by apitrace's player; else every other one, in turn, and of all
scenes half, the others the next day.
"""

import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import EVERYTHING, GLSTEP, Results, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402
from trace_tools import TOOL, differing, need_apitrace, played_pictures, run  # noqa: E402

FRAMES, FRAME = 64, 60  # so many that their calls take more bytes than what they leave
PARTS = 6  # as in tests/programs/scenes-filled.c
# What fills the objects, and how many such calls a frame makes.
SCENES = {"pieces": ("glBufferSubData", PARTS), "echoes": ("glDrawArrays", 2), "patches": ("glTexSubImage2D", PARTS), "drift": ("glDrawArrays", 1),
          "sums": ("glDispatchCompute", 1), "pile": ("glDrawArrays", 1)}
# What changes the objects of scenes-held.c, how many such calls a frame makes, how many objects are given, and why others are not.
HELD = {"blocks": ("glCompressedTexSubImage?D", 9, 9, []),
        "heaps": ("glClearBuffer*", 16, 16, []),
        "es-heaps": ("glClearBuffer*", 14, 14, []),
        "es-formats": ("gl*SubImage?D", 40, 19, ["reads only textures that can be drawn into", "no type of pixels"])}


def record(path, name):
    argv = [program("test-scenes"), name, "--frames", str(FRAMES)]
    subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)


def replayed(path, *words):
    return subprocess.run([program("glstep-replay"), *words, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)


def sums(path):
    return [line.split()[2] for line in replayed(path, "--md5").stdout.decode().splitlines()]


def kept_for(told):
    """For how many reasons objects keep their calls."""
    return told.count("keeps its calls: ") + told.count("keep their calls: ")


def extract(path, part, *words):
    """How many calls are kept, and all that is told."""
    told = run("extract", *words, path, part, idle=120)[1]
    return int(told[told.index(f"{part}: ") + len(part) + 2:].split()[0]), told


def calls_of(path):
    return [json.loads(line) for line in run("dump", "--json", "--verbose", path)[0].splitlines()]


def count(path, pattern):
    """Of the program's own."""
    return len(fnmatch.filter([call["function"] for call in calls_of(path) if not call.get("fake")], pattern))


def scene(name, nth):
    with tempfile.TemporaryDirectory() as folder:
        path, plain, part = (os.path.join(folder, file + ".trace") for file in ("whole", "plain", "part"))
        record(path, name)
        whole = sums(path)
        assert len(set(whole[FRAME - 2:FRAME + 2])) == 4, "the frames are to differ"
        more = extract(path, plain, "--frame", str(FRAME), "--check")[0]
        kept, told = extract(path, part, "--frame", str(FRAME), "--check", "--as-data")
        assert kept < more and os.path.getsize(part) < os.path.getsize(plain), (kept, more, told)
        figures = f"{kept} calls and {os.path.getsize(part)} bytes, in place of {more} and {os.path.getsize(plain)}"
        assert figures in told, (figures, told)
        if EVERYTHING or nth % 2:
            told = json.loads(run("extract", "--json", "--frame", str(FRAME), "--check", "--as-data", path, part, idle=120)[0])
            assert told["kept"] == kept and told["as_data"] == {"objects": told["as_data"]["objects"], "bytes": os.path.getsize(part),
                                                                "instead_of_calls": more, "instead_of_bytes": os.path.getsize(plain)}, told
        assert sums(part) == whole[FRAME:FRAME + 1]
        function, of_frame = SCENES[name]
        before, after = count(plain, function), count(part, function)
        assert before > of_frame + 20 and after <= of_frame + 1, f"{function}: {before} calls, then {after}"
        run("check", part)
        if nth % 2 and not EVERYTHING:
            return
        # Its first picture in a window is not always whole.
        extract(path, part, "--frame", f"{FRAME - 1}-{FRAME}", "--as-data")
        there = differing(played_pictures(part)[-1], played_pictures(path)[FRAME])
        assert not there, f"glretrace: {there} differ"


def draw_of_frame(path, frame):
    """The number of its last draw."""
    calls = calls_of(path)
    end = [call["call"] for call in calls if "Swap" in call["function"]][frame]
    return [call["call"] for call in calls if call["function"] == "glDrawArrays" and call["call"] < end][-1]


def held(path, frame, buffer):
    """The bytes of a buffer before that draw."""
    told = run("memory", "--call", str(draw_of_frame(path, frame)), "--buffer", str(buffer), path)[0].decode()
    return [byte for line in told.splitlines() if line.startswith(" ") for byte in line.split()[1:]]


def buffer_bytes():
    with tempfile.TemporaryDirectory() as folder:
        path, part = (os.path.join(folder, file + ".trace") for file in ("whole", "part"))
        record(path, "pieces")
        extract(path, part, "--frame", str(FRAME), "--as-data")
        buffer = next(call["arguments"][1]["value"] for call in calls_of(path) if call["function"] == "glBindBuffer")
        there = held(path, FRAME, buffer)
        assert len(there) == 64 * 3 * 24 and held(part, 0, buffer) == there


def formats():
    with tempfile.TemporaryDirectory() as folder:
        path, part = (os.path.join(folder, file + ".trace") for file in ("whole", "part"))
        record(path, "formats")
        made = next(call["arguments"][0]["value"] for call in calls_of(path) if call["function"] == "glGenTextures")
        for frame in (12, FRAME):  # some texels are those of the first images, or none
            told = extract(path, part, "--frame", str(frame), "--as-data", "--check")[1]
            assert not kept_for(told) and f"contents of {made} objects are data" in told, told
            calls = calls_of(part)
            reads = [call for call in calls if call["function"] == "glGetTexImage"]
            assert len(reads) > made and all(call["arguments"][4]["value"]["blob"] for call in reads)
            same_reads(part)
            scales = [call for call in calls if call.get("fake") and call["function"] == "glPixelTransferf"]
            assert len(scales) == 2, scales


def same_reads(path):
    """What the program has read is in the trace, and the player compares it."""
    done = replayed(path)
    assert b", 0 differences" in done.stderr, done.stderr.decode()


def held_scene(name):
    pattern, of_frame, objects, others = HELD[name]
    with tempfile.TemporaryDirectory() as folder:
        path, plain, part = (os.path.join(folder, file + ".trace") for file in ("whole", "plain", "part"))
        record(path, name)
        same_reads(path)
        extract(path, plain, "--frame", str(FRAME))
        told = extract(path, part, "--frame", str(FRAME), "--as-data", "--check")[1]
        assert f"contents of {objects} objects are data" in told, told
        assert kept_for(told) == len(others) and all(why in told for why in others), told
        kept = len(others) * FRAME * 2
        before, after = count(plain, pattern), count(part, pattern)
        assert before > of_frame * 20 and after <= of_frame + kept, f"{pattern}: {before} calls, then {after}"
        reads = [call for call in calls_of(part) if call["function"] in ("glReadPixels", "glGetCompressedTexImage")]
        assert len(reads) >= objects - 2 and all(call["arguments"][-1]["value"]["blob"] for call in reads), len(reads)
        same_reads(part)


def draw():
    with tempfile.TemporaryDirectory() as folder:
        path, plain, part = (os.path.join(folder, file + ".trace") for file in ("whole", "plain", "part"))
        record(path, "patches")
        there = draw_of_frame(path, FRAME)
        extract(path, plain, "--draw", str(there))
        told = extract(path, part, "--draw", str(there), "--as-data")[1]
        assert "are data" in told and os.path.getsize(part) < os.path.getsize(plain), told
        assert sums(part) == sums(plain) == sums(path)[FRAME:FRAME + 1]


def kept():
    with tempfile.TemporaryDirectory() as folder:
        path, plain, part = (os.path.join(folder, file + ".trace") for file in ("whole", "plain", "part"))
        # So early a picture takes more than the draws from which it is; a window's is not given.
        nothing, told = "no contents are data", ""
        for name, frame, words in (("echoes", 1, nothing), ("plain", FRAME, nothing), ("facets", FRAME, "texture 1, renderbuffer 1 keep their calls: no call gives pixels of several samples"), ("seen", FRAME, "together with another object")):
            record(path, name)
            more = extract(path, plain, "--frame", str(frame))[0]
            less, told = extract(path, part, "--frame", str(frame), "--as-data", "--check")
            assert less == more and words in told and kept_for(told) == (words != nothing), (name, less, more, told)
            with open(plain, "rb") as one, open(part, "rb") as other:
                assert one.read() == other.read(), name


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path, part = (os.path.join(folder, file + ".trace") for file in ("whole", "part"))
        record(path, "pieces")
        alone = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        alone["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/nonexistent"
        done = subprocess.run([TOOL, "extract", "--frame", str(FRAME), "--as-data", path, part], env=alone, capture_output=True, timeout=patience(60),
                              check=False)
        assert done.returncode == 1 and b"glstep-replay: " in done.stderr and not os.path.exists(part), done
        extract(path, path, "--frame", str(FRAME), "--as-data")
        assert len(sums(path)) == 1 and len(os.listdir(folder)) == 1, os.listdir(folder)


def crash():
    """The player beside the tool is one that leaves a file beside the question, and dies."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
        path, part, player = (os.path.join(folder, file) for file in ("whole.trace", "part.trace", "glstep-replay"))
        record(path, "pieces")
        tool = shutil.copy(TOOL, folder)
        with open(player, "w", encoding="ascii") as script:
            script.write('#!/bin/sh\n[ "$1" = --contents ] && grep -q "^call " "$2" && cp "$2" "$2.left" && kill -SEGV $$\n')
        os.chmod(player, 0o755)
        done = subprocess.run([tool, "extract", "--frame", str(FRAME), "--as-data", path, part], env={**os.environ, "TMPDIR": temporary},
                              capture_output=True, timeout=patience(60), check=False)
        assert done.returncode == 1 and b"could not be read back" in done.stderr and not os.path.exists(part), done
        assert os.listdir(temporary) == [], os.listdir(temporary)


def longer():
    """A name to which what tells the second file's apart cannot be added any more."""
    with tempfile.TemporaryDirectory() as folder:
        path, plain, part = (os.path.join(folder, file) for file in ("whole.trace", "plain.trace", "p" * 247))
        record(path, "pieces")
        extract(path, plain, "--frame", str(FRAME))
        told = extract(path, part, "--frame", str(FRAME), "--as-data")[1]
        assert "the smaller file could not be written: " in told, told
        with open(plain, "rb") as one, open(part, "rb") as other:
            assert one.read() == other.read()
        assert sorted(os.listdir(folder)) == sorted(map(os.path.basename, (path, plain, part))), os.listdir(folder)


def main():
    need_apitrace()
    results = Results()
    for nth, name in of_the_day(list(enumerate(SCENES))):
        results.check(name, scene, name, nth)
    results.check("bytes", buffer_bytes)
    results.check("formats", formats)
    for name in HELD:
        results.check(name, held_scene, name)
    results.check("draw", draw)
    results.check("kept", kept)
    results.check("usage", usage)
    results.check("crash", crash)
    results.check("longer", longer)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
