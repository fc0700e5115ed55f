#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every way of drawing, into every kind of target: what is captured at the end of main is what the draw writes without glstep, in each
pixel, sample and layer, after conversion to the target's format; and all state, all contents are what they are without glstep.

    draw-targets.py [--all] [TEXT...]   every kind into every target, not a sample of them, of which every third one is taken, others each day; only those with a TEXT in their names
"""

import array
import math
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import DRIVER, Console, Results, of_the_day, read_npy  # noqa: E402
from state_dump import differences, state_argv  # noqa: E402
from patience import patience  # noqa: E402

# Ways of drawing (tests/programs/state-draws*.c), and draws up to there.
KINDS = {
    "arrays": 1, "elements": 1, "elements-base": 1, "range": 1, "range-base": 1, "client-elements": 1, "instanced": 1,
    "elements-instanced": 1, "multi": 1, "multi-elements": 1, "indirect": 1, "multi-indirect": 1, "elements-indirect": 1,
    "multi-elements-indirect": 1, "indirect-count": 1, "elements-indirect-count": 1, "feedback": 2, "feedback-instanced": 2,
    "feedback-stream": 2, "feedback-stream-instanced": 2, "recording": 1, "paused": 1, "conditional": 2, "failed-conditional": 1, "block": 1,
    "array-elements": 1, "list": 1, "lists": 1, "list-arrays": 1, "rect": 1, "pixels": 1, "pixels-buffer": 1, "bitmap": 1,
    "pixels-copied": 1,
}
TARGETS = ["plain", "window", "multisampled", "srgb", "integer", "layered", "cube", "swapped", "signed", "clip", "multisampled-layers",
           "float", "viewports", "sample-mask", "solid", "logic", "alpha-to-coverage", "depth-only", "whole", "sample-coverage", "nothing",
           "discard", "clip-viewports", "integer-logic", "coverages"]
FLOATS_ONLY = {"recording", "paused", "feedback-stream", "feedback-stream-instanced"}  # programs of their own write floats, or nothing
NO_VERTICES = {"pixels", "pixels-buffer", "pixels-copied", "bitmap"}  # made without a vertex shader
# The harness reads single samples with a dispatch for each plane of both attachments.
FETCHES = {"multisampled": 8, "sample-mask": 8, "alpha-to-coverage": 8, "sample-coverage": 8, "coverages": 8, "multisampled-layers": 24}
# The program in a program pipeline.
PIPELINES = [("indirect-count", "plain"), ("elements-indirect-count", "multisampled"), ("list-arrays", "srgb"), ("rect", "clip")]
# In contexts of older versions that have what is used as extensions.
OLDER = [("multi-elements", "layered"), ("conditional", "sample-mask"), ("recording", "multisampled"), ("instanced", "integer")]
INTEGERS = {"integer", "signed", "integer-logic"}
MASKED = 1  # the component that the program does not write


def pairs():
    """Each kind with a target, each target with a kind or more; all of both with --all."""
    if "--all" in sys.argv:
        return [(kind, target) for kind in KINDS for target in TARGETS]
    return [(kind, TARGETS[(3 * i - 1) % len(TARGETS)]) for i, kind in enumerate(KINDS)]


# ---- the program's pixels ----

class Planes:
    """What test-state wrote into the file: floats of all planes, before the draw and after."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.n, self.width, self.height, self.is_srgb, n_depth = struct.unpack_from("<5i", data)
        size, depth = self.n * self.width * self.height * 16, n_depth * self.width * self.height * 4
        self.before = array.array("f", data[20:20 + size])
        self.after = array.array("f", data[40 + size + depth:40 + 2 * size + depth])
        self.depth = array.array("I", data[40 + 2 * size + depth:])
        assert len(self.before) == len(self.after) == size // 4 and len(self.depth) == depth // 4, (len(data), size, depth)


def encoded(value):
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def rounded(x):
    """The bytes that x may become: two, where it lies in the middle; GL allows either neighbour everywhere."""
    return {math.floor(x), math.ceil(x)} if DRIVER else {math.floor(x + 0.49), math.floor(x + 0.51)}


def matches(target, is_srgb, component, value, before, after):
    if target == "integer-logic":
        return after == 255 - min(value, 255)
    if target in ("integer", "signed"):
        return after == min(value, 255 if target == "integer" else 32767)
    if target == "float":
        return abs(after - value) <= abs(value) / 1024 + 1e-7
    if target == "coverages" and component == 3:
        return after == 1
    value = min(max(value, 0), 1)
    if target == "logic":
        return round(after * 255) in {255 - byte for byte in rounded(value * 255)}
    if is_srgb and component < 3:
        return abs(after * 255 - encoded(value) * 255) <= 1
    return round(after * 255) in rounded(value * 255)


def check_pixels(target, planes, path):
    height, width, components, values = read_npy(path)
    assert (height, width, components) == (planes.height * planes.n, planes.width, 4), (height, width, components)
    before, after, active, wrong = planes.before, planes.after, 0, []
    for at in range(0, len(values), 4):
        if values[at] != values[at]:  # not covered: nothing may have been written
            if before[at:at + 4] != after[at:at + 4]:
                wrong.append((at // 4, None, after[at:at + 4].tolist()))
            continue
        active += 1
        for i in range(4):
            ok = (before[at + i] == after[at + i] if i == MASKED
                  else matches(target, planes.is_srgb, i, values[at + i], before[at + i], after[at + i]))
            if not ok:
                wrong.append((at // 4, i, values[at + i], before[at + i], after[at + i]))
    assert not wrong, f"{len(wrong)} of {active} active differ: {wrong[:4]}"
    return active


# ---- one of them ----

def fragments(console, target, folder, samples):
    """How many elements there are, and the file with what `color` is at the end of main; where there are none, that is said."""
    answer = console.command("shader fragment")
    if target == "discard":
        assert not answer["ok"] and "GL_RASTERIZER_DISCARD" in answer["error"]["message"], answer
        return 0, None
    if samples == 0:
        assert not answer["ok"] and answer["error"]["code"] == "not-covered", answer
        return 0, None
    assert answer["ok"], answer
    total = answer["result"]["total"]
    for command in "scope", "shader step", "print c", "values c", "shader over", "mask", "shader continue":
        console.run(command)
    path = os.path.join(folder, "color.npy")
    console.run(f"values color {path}")
    console.run("shader leave")
    return total, path


def check_after(console, target, planes, folder):
    """What is said to be there after the draw is what the program finds there when it runs without glstep."""
    path, samples, n = os.path.join(folder, "after.npy"), 4 if target in FETCHES else 1, planes.width * planes.height
    for plane in sorted({planes.n // 2, planes.n - 1} if planes.n else ()):
        console.run(f"attachment color0 after layer {plane // samples} sample {plane % samples} {path}")
        values, there = read_npy(path)[3], planes.after[plane * n * 4:(plane + 1) * n * 4]
        wrong = [(i, a, b) for i, (a, b) in enumerate(zip(values, there, strict=True)) if abs(a - b) > 1e-6]
        assert len(values) == len(there) and not wrong, (plane, len(values), len(wrong), wrong[:4])
    for layer in sorted({0, len(planes.depth) // n - 1} if planes.depth else ()):
        words = planes.depth[layer * n:(layer + 1) * n]
        console.run(f"attachment depth after layer {layer} {path}")
        wrong = [(i, a, b >> 8) for i, (a, b) in enumerate(zip(read_npy(path)[3], words, strict=True)) if round(a * 0xffffff) != b >> 8]
        assert not wrong, (layer, len(wrong), wrong[:4])
        console.run(f"attachment stencil after layer {layer} {path}")
        assert list(read_npy(path)[3]) == [word & 255 for word in words], layer


def covered_samples(console, target, planes, folder):
    """How many samples are said to be covered: among them all that change, of each pixel as many at least."""
    path, samples, n = os.path.join(folder, "covered.npy"), 4 if target in FETCHES else 1, planes.width * planes.height
    said = 0
    for layer in range(planes.n // samples):
        console.run(f"attachment color0 covered layer {layer} {path}")
        counts = [int(count) for count in read_npy(path)[3]]
        changed = [0] * n
        for plane in range(layer * samples, (layer + 1) * samples):
            for i in range(n):
                at = (plane * n + i) * 4
                changed[i] += planes.before[at:at + 4] != planes.after[at:at + 4]
        assert len(counts) == n and all(a <= b <= samples for a, b in zip(changed, counts, strict=True)), (layer, sum(changed), sum(counts))
        said += sum(counts)
    return said


def vertices(console):
    for command in ("shader vertex", "shader step", "print gl_Position", "values gl_VertexID", "shader continue", "values gl_Position",
                    "shader leave"):
        console.run(command)


def one(state, kind, target, effects, options=()):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "planes")
        argv = [*state, "--draw", kind, "--target", target, "--planes", file, *(["--effects"] if effects else []), *options]
        expected = subprocess.run(argv, check=True, timeout=patience(6), stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()
        assert "an error before the draw" not in expected and "last error 0\n" in expected, "the harness is broken"
        planes = Planes(file)
        with Console(argv) as console:
            console.run(f"next draw {KINDS[kind] + FETCHES.get(target, 0)}")
            check_after(console, target, planes, folder)
            covered = covered_samples(console, target, planes, folder)
            samples = int(expected.split("query 0: ")[1].split()[0])
            if DRIVER and planes.before != planes.after:
                samples = samples or planes.width * planes.height * planes.n  # NVIDIA's counts nothing in this program, alone
            total, path = fragments(console, target, folder, samples)
            if kind not in NO_VERTICES:
                vertices(console)
            end = console.run("continue")
            assert end["stop"] == "exited" and end["status"] == 0, end
            found = differences(expected, console.program_output())
        assert not found, f"{len(found)} lines differ, without glstep / under it: {'; '.join(found[:8])}"
        if path and planes.n:
            active = check_pixels(target, planes, path)
            assert active == total == covered > 0, (active, total, covered)
        elif path:
            assert 0 < total <= samples, (total, samples)


results = Results()
words = [word for word in sys.argv[1:] if word != "--all"] or [""]
whole = len(sys.argv) > 1
with tempfile.TemporaryDirectory() as state_folder:
    state = state_argv(state_folder)
    for number, (kind, target) in of_the_day(list(enumerate(pairs())), 3, whole):
        if kind in FLOATS_ONLY and target in INTEGERS or not any(word in f"{kind}-{target}" for word in words):
            continue
        results.check(f"draw-{kind}-{target}", one, state, kind, target, number % 2)
    for kind, target in of_the_day(PIPELINES, 3, whole) if words == [""] else ():
        results.check(f"draw-{kind}-{target}-pipeline", one, state, kind, target, 1, ["--pipeline"])
    os.environ.update(MESA_GL_VERSION_OVERRIDE="3.3COMPAT", MESA_GLSL_VERSION_OVERRIDE="460")
    for kind, target in of_the_day(OLDER, 3, whole) if words == [""] else ():
        results.check(f"draw-{kind}-{target}-3.3", one, state, kind, target, 1)
sys.exit(1 if results.failed else 0)
