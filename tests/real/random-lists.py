#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
random-lists.py - display lists made by chance (tests/programs/random-lists.c): nested, made anew, deleted, called by name and by glCallLists.

 clears      lists that clear and choose buffers, extracted
 debugged-N  with draws of it debugged, and questions asked, the program draws and GL holds what they do without glstep
 traced-N    recorded, a player draws what the program did; so do frames that were extracted, and one that was recorded alone
 goto-N      ... and the player of an opened trace that goes to a frame's end with the calls that it needs alone
 exported-N  ... and a program in C

GLSTEP_RANDOM_LISTS says how many seeds, and from which on ("200,1000"); `make check-lists` takes 200.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, program, run_alone  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from trace_tools import run  # noqa: E402

PROGRAM = program("test-random-lists")
COUNT, FIRST = (int(n) for n in (os.environ.get("GLSTEP_RANDOM_LISTS", "3") + ",0").split(",")[:2])
FOUND = [33]  # in which there were faults that no other test had
QUESTIONS = ["state", "textures", "buffers", "attachments", "framebuffer /dev/null"]
STAGES = ["fragment", "fragment", "vertex", "geometry"]


def differing(ours, theirs):
    """The first frame and words that differ."""
    for frame, (a, b) in enumerate(zip(ours.splitlines(), theirs.splitlines(), strict=False)):
        for x, y in zip(a.split(), b.split(), strict=False):
            if x != y:
                return f"frame {frame}: {x}, not {y}: {a} --- {b}"
    return None if len(ours) == len(theirs) else "another length"


def debugged(seed, way):
    argv = [PROGRAM, str(seed), way]
    chance, done = random.Random(seed), []
    expected = run_alone(argv)
    with Console(argv) as console:
        console.refused = False
        for _ in range(8):
            for word in ["next draw"] * chance.randint(1, 4):
                done.append(word)
                console.command(word)
            words = [chance.choice(QUESTIONS) if chance.random() < 0.5 else f"shader {chance.choice(STAGES)}"]
            if words[0].startswith("shader") and way == "flat" and chance.random() < 0.5:
                words[0] += f" draw {chance.randint(0, 3)}"
            for word in [*words, "shader step", "shader leave"] if words[0].startswith("shader") else words:
                done.append(word)
                console.command(word)
        console.command("continue")
        found = differing(console.program_output(), expected)
    assert not found, f"{found} after {', '.join(done)}"


def sums(path):
    done = subprocess.run([program("glstep-replay"), "--md5", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
    return [line.split()[2] for line in done.stdout.decode().splitlines()]


def sum_of(picture):
    """As the program adds up its pixels, from the lowest row."""
    total = 14695981039346656037
    for row in reversed(picture[2]):
        for i, byte in enumerate(row):
            if i % 4 != 3:
                total = (total ^ byte) * 1099511628211 % (1 << 64)
    return f"{total:016x}"


def record(seed, way, path, *frames, options=()):
    done = subprocess.run([GLSTEP, "record", *options, "-o", path, "--", PROGRAM, str(seed), way, *frames], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=patience(60), check=True)
    return done.stdout.decode()


def traced(seed, way):
    with tempfile.TemporaryDirectory() as folder:
        path, part, pictures = (os.path.join(folder, name) for name in ("a.trace", "b.trace", "pictures"))
        os.mkdir(pictures)
        expected = run_alone([PROGRAM, str(seed), way])
        found = differing(record(seed, way, path), expected)
        assert not found, f"recorded: {found}"
        subprocess.run([program("glstep-replay"), "--images", pictures, path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        drawn = [sum_of(read_png(os.path.join(pictures, name))) for name in sorted(os.listdir(pictures))]
        wanted = [line.split()[1] for line in expected.splitlines()]
        assert drawn[:len(wanted)] == wanted, ("replayed", drawn, wanted)
        whole = sums(path)
        for frame in 2, len(wanted) - 1:
            run("extract", "--frame", str(frame), path, part)
            assert sums(part) == whole[frame:frame + 1], f"frame {frame}, extracted, is another one"
        record(seed, way, part, options=["--frames", "3"])
        assert sums(part) == whole[3:4], "frame 3, recorded alone, is another one"


def exported(seed, way):
    with tempfile.TemporaryDirectory() as folder:
        path, sources = os.path.join(folder, "a.trace"), os.path.join(folder, "c")
        record(seed, way, path)
        told = run("export-c", path, sources)[1]
        assert " 0 calls left out" in told, told
        subprocess.run(["make", "-s", "-C", sources, "WINDOW=egl", "CFLAGS=-O0"], check=True, timeout=patience(60), env={**os.environ, "MAKEFLAGS": ""})
        built = os.path.join(sources, re.search(r"program is (\w+)", told)[1])
        drawn = subprocess.run([built, "--md5"], capture_output=True, timeout=patience(60), check=True).stdout.decode()
        assert [line.split()[2] for line in drawn.splitlines()] == sums(path), "another picture"


def go_to(seed, way):
    """The end of a frame is reached with the calls that are needed for it, and the picture is the program's."""
    with tempfile.TemporaryDirectory() as folder:
        path, picture = os.path.join(folder, "a.trace"), os.path.join(folder, "a.png")
        wanted = [line.split()[1] for line in record(seed, way, path, "60").splitlines()]
        with Console([path]) as console:
            swaps = [call["index"] for call in console.run("calls 100000")["calls"] if call["name"] == "eglSwapBuffers"]
            assert len(swaps) == len(wanted) == 60 and swaps[45] > 2000, swaps
            for frame in 59, 52, 45:
                console.run(f"goto {swaps[frame]}")
                console.run(f"framebuffer {picture}")
                assert sum_of(read_png(picture)) == wanted[frame], f"frame {frame}: another picture"
            needed = [tuple(map(int, found)) for found in re.findall(r"call (\d+) needs (\d+) calls before it", console.stderr())]
        assert [number for number, _ in needed] == [swaps[59], swaps[52], swaps[45]], needed
        assert all(some < number / 2 for number, some in needed), f"hardly anything was left out: {needed}"


def clears():
    """Lists that clear and choose buffers: what they hold is executed when they are called, in an extracted frame, too."""
    with tempfile.TemporaryDirectory() as folder:
        path, part, pictures = (os.path.join(folder, name) for name in ("a.trace", "b.trace", "pictures"))
        done = subprocess.run([GLSTEP, "record", "-o", path, "--", program("test-list-clears")], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=patience(60), check=True)
        assert done.stdout.decode().splitlines() == ["0 255 0 255"] * 3, done.stdout
        os.mkdir(pictures)
        run("extract", "--frame", "2", path, part)
        subprocess.run([program("glstep-replay"), "--images", pictures, part], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        _, _, rows = read_png(os.path.join(pictures, min(os.listdir(pictures))))
        assert bytes(rows[16][64:67]) == bytes([0, 255, 0]), rows[16][64:67]


def main():
    os.environ["GLSTEP_DEBUG"] = "session"
    results = Results()
    results.check("clears", clears)
    for seed in [*range(FIRST, FIRST + COUNT), *([] if "GLSTEP_RANDOM_LISTS" in os.environ else FOUND)]:
        way = "wide" if seed % 2 and seed not in FOUND else "steady"
        results.check(f"debugged-{seed}", debugged, seed, "flat")
        results.check(f"traced-{seed}", traced, seed, way)
        if seed % 3 == 0:
            results.check(f"goto-{seed}", go_to, seed, way)
        if seed % 3 == 1 and shutil.which("make"):
            results.check(f"exported-{seed}", exported, seed, way)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
