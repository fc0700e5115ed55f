#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
random-lists.py - display lists made by chance (tests/programs/random-lists.c): nested, made anew, deleted, called by name and by glCallLists.

 clears      lists that clear and choose buffers, extracted
 debugged-N  with draws of it debugged, and questions asked, the program draws and GL holds what they do without glstep
 traced-N    recorded, a player draws what the program did; so do frames that were extracted
 goto-N      ... and the player of an opened trace that goes to a frame's end
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


def record(seed, way, path):
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", PROGRAM, str(seed), way], stdin=subprocess.DEVNULL, capture_output=True,
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
        return path


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
    """The last swap is reached with the calls that are needed for it; the picture is that of the player that made all."""
    with tempfile.TemporaryDirectory() as folder:
        path, pictures = os.path.join(folder, "a.trace"), [os.path.join(folder, name) for name in ("a.png", "b.png")]
        record(seed, way, path)
        with Console([path]) as console:
            swap = console.run("calls find eglSwapBuffers from 0")["calls"][-1]["index"]
            console.run(f"goto {swap}")
            console.run(f"framebuffer {pictures[0]}")
        with Console([path]) as console:
            swaps = len(console.run("calls find eglSwapBuffers from 0")["calls"])
            console.run("next call eglSwapBuffers")
            for _ in range(swaps - 1):
                console.run("next call eglSwapBuffers")
            console.run(f"framebuffer {pictures[1]}")
        assert read_png(pictures[0]) == read_png(pictures[1]), "another picture"


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
    results = Results()
    results.check("clears", clears)
    for seed in [*range(FIRST, FIRST + COUNT), *([] if "GLSTEP_RANDOM_LISTS" in os.environ else FOUND)]:
        results.check(f"debugged-{seed}", debugged, seed, "flat")
        results.check(f"traced-{seed}", traced, seed, "steady")
        if seed % 3 == 0:
            results.check(f"goto-{seed}", go_to, seed, "steady")
        if seed % 3 == 1 and shutil.which("make"):
            results.check(f"exported-{seed}", exported, seed, "steady")
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
