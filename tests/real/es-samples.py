#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
es-samples.py - OpenGL ES with four samples a pixel, whose framebuffers GL lets nobody blit into (tests/programs/es-samples.c). The
samples that the debugged draw covers after its depth test are those in which the program's own draw leaves its colour.

 renderbuffer-*, texture-*  framebuffer objects with each format of depth; `check`, attachments and the pixel's history answer
 pbuffer-off                a window's framebuffer where nothing tests
 pbuffer-on                 where something does: what it refuses, says what helps, and that helps
"""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, Results, last_line, program, read_npy  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-es-samples")
SIDE, SAMPLES = 24, 4
FORMATS = {"none": 0, "16": 0x81A5, "24": 0x81A6, "float": 0x8CAC, "packed": 0x88F0}


def alone(*arguments):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=patience(6))


def numbers(console, command, folder):
    """What the command writes: height, width, components, and the numbers."""
    path = os.path.join(folder, "values.npy")
    console.run(f"{command} {path}")
    return read_npy(path)


def covered(console, folder):
    """(sample, x, y) where the debugged draw has elements."""
    height, width, _, data = numbers(console, "values gl_FragCoord.w", folder)
    assert (height, width) == (SIDE * SAMPLES, SIDE), (height, width)
    return {(i // SIDE // SIDE, i % SIDE, i // SIDE % SIDE) for i in range(height * width) if data[i] == 1.0}


def left_red(console, folder):
    """(sample, x, y) where the framebuffer is red now: 1 in the first of four components."""
    found = set()
    for sample in range(SAMPLES):
        _, _, components, data = numbers(console, f"attachment color0 sample {sample}", folder)
        found |= {(sample, i % SIDE, i // SIDE) for i in range(SIDE * SIDE) if data[i * components] == 1.0}
    return found


def to_red(console):
    console.run("next draw")
    console.run("next draw")


def framebuffer(target, depth, folder):
    arguments = [target, hex(FORMATS[depth])]
    expected = alone(*arguments)
    assert expected.returncode == 0, expected
    with Console([PROGRAM, *arguments]) as console:
        to_red(console)
        where = console.run("shader fragment")
        elements = covered(console, folder)
        assert where["total"] == len(elements) > 100, (where, len(elements))
        console.run("shader continue")
        said = console.run("check")
        assert said["debugged"] == said["undebugged"] == said["framebuffer"] == [1, 0, 0, 1], said
        console.run("shader leave")
        point = console.run("attachment depth sample 1") if FORMATS[depth] else None
        assert not point or 0 < point["min"][0] < point["max"][0] == 1, point
        console.run("step")
        assert left_red(console, folder) == elements, "other samples"
        x, y = next((x, y) for sample, x, y in sorted(elements) if sample == 0 and (3, x, y) in elements)
        events = console.run(f"history pixel {x} {y}")["events"]
        assert [event["kind"] for event in events][-1] == "draw" and events[-1]["after"] == [1, 0, 0, 1], events
        console.run("continue")


def window_off(folder):
    with Console([PROGRAM, "pbuffer", "0", "off"]) as console:
        to_red(console)
        where = console.run("shader fragment")
        assert where["total"] == len(covered(console, folder)) > 100, where
        console.run("shader continue")
        said = console.run("check")
        assert said["debugged"] == said["undebugged"] == [1, 0, 0, 1] and said["same_output"], said
        assert "framebuffer is not compared" in said["why"], said
        console.kill()


def window_on(folder):
    with Console([PROGRAM, "pbuffer", "0"]) as console:
        to_red(console)
        try:
            console.run("shader fragment")
        except Refused as why:
            assert why.code == "unsupported" and "`set test depth off`" in str(why) and "multisampled window" in str(why), why
        else:
            raise AssertionError("the window's samples have been copied, which GL forbids")
        console.run("set test depth off")
        everything = console.run("shader fragment")["total"]
        console.run("shader leave")
        console.run("set test depth program")
        console.run("set buffer depth clear 0.5")
        behind = console.run("shader fragment")["total"]
        assert 0 < behind < everything, (behind, everything)
        console.kill()


def unharmed(target, folder):
    arguments = [target, hex(FORMATS["24"])]
    path = os.path.join(folder, "output")
    with Console([PROGRAM, *arguments], ["--program-output", path]) as console:
        for _ in range(6):
            console.run("next draw")
            console.run("set test depth off")
            console.run("shader fragment")
            console.run("shader leave")
            console.run("set test depth program")
        console.run("continue")
    with open(path, "rb") as file:
        assert file.read() == alone(*arguments).stdout, "it draws otherwise"


def main():
    results = Results()
    if alone("renderbuffer").returncode == 77 or alone("pbuffer").returncode == 77:
        results.skip("es-samples", "the driver has no OpenGL ES 3.2 with four samples")
        sys.exit(0)
    with tempfile.TemporaryDirectory() as folder:
        for target in "renderbuffer", "texture":
            for depth in FORMATS:
                results.check(f"{target}-{depth}", framebuffer, target, depth, folder)
        results.check("pbuffer-off", window_off, folder)
        results.check("pbuffer-on", window_on, folder)
        for target in "renderbuffer", "pbuffer":
            results.check(f"unharmed-{target}", unharmed, target, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
