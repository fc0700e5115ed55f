#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
replay.py - glstep-replay draws what the program drew, beside apitrace's player.

 glstep-*    each frame of a recording of ours equals glretrace's picture of it, and the program's own, read in a session of glstep just
             before its swap; but for the first, swapped before anything is drawn
 apitrace-*  likewise of apitrace's own recordings, where glretrace plays them right
 image-*     textures that come from EGLImages and pixmaps, beside the program's own pictures
 hostile     damaged traces: nothing of ours dies or hangs
 thread      a trace whose thread has the highest number
 other-*     a GLX trace on EGL, and the other way round: the same sums
 frames      --frames, --md5 and --images agree; --bench counts what glstep-trace counts
 usage       what cannot be played is told in one sentence
 crash       a trace whose calls kill the driver ends the player with a sentence that names the call
"""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_bytes import Trace  # noqa: E402
from trace_tools import differing, live_frames, need_apitrace, played_pictures, record_by_apitrace, run  # noqa: E402

PLAYER = program("glstep-replay")
FRAMES = 3
SCENES = ["plain", "passes", "discard", "blended", "dual", "stencil", "feedback", "instanced", "indirect", "multisampled", "legacy",
          "alpha", "immediate", "list", "fixed", "assembly", "vertex-only", "error", "coherent", "barrier", "flushed", "unpacked",
          "renewed", "elements", "fixed-elements", "spirv", "query"]
# What apitrace 11.1 does not write: what is stored in a mapped buffer before glMemoryBarrier, and the arrays of glArrayElement.
NOT_BY_APITRACE = {"barrier", "elements", "fixed-elements"}


def play(path, *options, status=0):
    done = subprocess.run([PLAYER, *options, path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=patience(60), check=False)
    assert done.returncode == status, (done.returncode, done.stderr.decode(errors="replace"))
    return done.stdout.decode(), done.stderr.decode(errors="replace")


def our_pictures(path, *options):
    with tempfile.TemporaryDirectory() as folder:
        said = play(path, "--images", folder, *options)[1]
        assert "0 differences" in said, said
        return [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]


def record_glstep(path, argv):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=patience(60), check=True)


def compare(what, ours, theirs):
    assert len(ours) == len(theirs) > FRAMES, (what, len(ours), len(theirs))
    for i, (a, b) in enumerate(zip(ours[1:], theirs[1:], strict=True), 1):
        assert not differing(a, b), f"{what}, frame {i}: {differing(a, b)} differ"


def scene(name, recorder):
    argv = [program("test-scenes"), name, "--frames", str(FRAMES)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        recorder(path, argv)
        ours = our_pictures(path)
        compare("the program", ours, live_frames(folder, argv))
        compare("glretrace", ours, played_pictures(path))


def sums(path, *options):
    return play(path, "--md5", *options)[0].splitlines()


def other_system():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        for argv in ([program("test-scenes"), "plain", "--frames", "3"], ["glmark2-es2", "-b", "build:duration=0.3"]):
            record_glstep(path, argv)
            glx, egl = sums(path, "--glx"), sums(path, "--egl")
            assert len(glx) > 2 and glx[1:] == egl[1:], (argv, glx[:4], egl[:4])
            os.remove(path)


def frames():
    with tempfile.TemporaryDirectory() as folder:
        path, images = os.path.join(folder, "a.trace"), os.path.join(folder, "images")
        record_glstep(path, [program("glstep-example"), "--frames", "5", "--time-step", "0.3"])
        lines = sums(path)
        assert len(set(lines[1:])) == 5, lines
        assert [line.split()[:2] for line in lines] == [["frame", str(i)] for i in range(len(lines))], lines
        assert sums(path, "--frames", "2-3", "--images", images) == lines[2:4]
        assert sorted(os.listdir(images)) == ["frame-000002.png", "frame-000003.png"]
        assert sums(path, "--frames", "4") == lines[4:5] and sums(path, "--frames", "3-") == lines[3:]
        counted = json.loads(run("info", "--json", path)[0])
        bench = play(path, "--bench")[0].split()
        assert [int(bench[0]), int(bench[2])] == [counted["calls"], counted["frames"]] and len(lines) == counted["frames"], (bench, counted)


def usage():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        with open(path, "wb") as file:
            file.write(b"no trace")
        for words in ([path], [path + ".not"], ["--frames", "b", path], ["--nothing", path], [], [path, path]):
            done = subprocess.run([PLAYER, *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE, timeout=patience(30), check=False)
            lines = done.stderr.decode().splitlines()
            assert done.returncode == 2 and len(lines) == 1, (words, done.returncode, lines)
        record_glstep(path, [program("test-scenes"), "plain", "--frames", "1"])
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        done = subprocess.run([PLAYER, "--glx", path], stderr=subprocess.PIPE, env=environment, timeout=patience(30), check=False)
        assert done.returncode == 2 and b"DISPLAY" in done.stderr, done
        done = subprocess.run([PLAYER, "--egl", "--md5", path], stdout=subprocess.PIPE, env=environment, timeout=patience(60), check=True)
        assert len(done.stdout.splitlines()) == 2, done


def crash():
    """apitrace's recording of glArrayElement has no arrays for it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        record_by_apitrace(path, [program("test-scenes"), "elements", "--frames", "1"])
        said = play(path, status=-signal.SIGSEGV)[1].splitlines()
        assert len(said) == 1 and "glArrayElement: the driver crashed" in said[0], said


def damaged_traces(folder, n, seed):
    """Of a scene's calls, with some bytes changed."""
    path, packed = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
    record_by_apitrace(path, [program("test-scenes"), "legacy", "--frames", "2"])
    subprocess.run(["apitrace", "repack", "--zlib", path, packed], check=True, timeout=patience(30), stdout=subprocess.DEVNULL)
    with gzip.open(packed) as file:
        stream = file.read()
    chance = random.Random(seed)
    for _ in range(n):
        damaged = bytearray(stream)
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(40, len(stream))] = chance.choice((0, 1, 0x55, 0x7f, 0xff, chance.randrange(256)))
        with gzip.open(packed, "wb", 1) as file:
            file.write(damaged)
        yield packed


def hostile(n=20, seed=5):
    """Whatever the bytes are, the player ends by itself, or the driver dies in a call that is named; and glstep over it ends in any case."""
    with tempfile.TemporaryDirectory() as folder:
        played = 0
        for i, path in enumerate(damaged_traces(folder, n, seed)):
            done = subprocess.run([PLAYER, "--md5", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=False)
            said = done.stderr.decode(errors="replace")
            assert done.returncode in (0, 1, 2) or "the driver crashed" in said, (done.returncode, said[-300:])
            played += done.stdout.count(b"frame")
            if i % 4 == 0:
                done = subprocess.run([GLSTEP, "--keep-going", "-e", "next draw", "-e", "continue", path], stdin=subprocess.DEVNULL,
                                      capture_output=True, timeout=patience(60), check=False)
                assert done.returncode in (0, 1, 2), (done.returncode, done.stderr[-300:])
        assert played >= n / 2, f"{played} frames of {n} traces"


def thread():
    """Any number may be a thread's."""
    with tempfile.TemporaryDirectory() as folder:
        path, trace = os.path.join(folder, "a.trace"), Trace(5)
        trace.call("glFlush", thread=(1 << 32) - 1)
        trace.save(path)
        assert "1 calls" in play(path)[1]


def images(way):
    with tempfile.TemporaryDirectory() as folder:
        path, argv = os.path.join(folder, "a.trace"), [program("test-images"), *way.split(), "--frames", str(FRAMES + 1)]
        record_glstep(path, argv)
        compare("the program", our_pictures(path), live_frames(folder, argv))


def main():
    need_apitrace()
    results = Results()
    for name in SCENES:
        results.check(f"glstep-{name}", scene, name, record_glstep)
    for name in SCENES:
        if name not in NOT_BY_APITRACE:
            results.check(f"apitrace-{name}", scene, name, record_by_apitrace)
    results.check("other-systems", other_system)
    results.check("frames", frames)
    results.check("usage", usage)
    results.check("crash", crash)
    results.check("hostile", hostile)
    results.check("thread", thread)
    for way in ("texture", "storage", "renderbuffer", "pixmap", "--es texture", "--es storage", "--es renderbuffer"):
        results.check(f"image-{way.strip('-').replace(' ', '-')}", images, way)
    sys.exit(results.failed > 0)


main()
