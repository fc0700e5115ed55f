#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example draws what examples/reference.c computes, in both GLSL versions, with and without the NaN bug."""

import json
import os
import subprocess
import sys
import tempfile

from patience import patience

BUILD = os.environ["top_builddir"]
SOURCE = os.environ["top_srcdir"]
WIDTH, HEIGHT, STEP = 160, 120, 0.4
FRAMES = 2


def draw(glsl, nan):
    with tempfile.NamedTemporaryFile() as dump:
        command = [f"{SOURCE}/tests/with-display", f"{BUILD}/glstep-example", "--glsl", glsl, "--frames", str(FRAMES),
                   "--time-step", str(STEP), "--size", f"{WIDTH}x{HEIGHT}", "--dump", dump.name]
        subprocess.run(command + (["--nan"] if nan else []), check=True, timeout=patience(6))
        return dump.read()


def expected(x, y, frame, nan):
    command = [f"{BUILD}/example-reference", "--pixel", str(x), str(y), "--time", str(frame * STEP),
               "--size", f"{WIDTH}x{HEIGHT}"]
    answer = json.loads(subprocess.check_output(command + (["--nan"] if nan else [])))
    end = [entry["value"] for entry in answer["values"] if entry["line"] == "end"]
    return answer["stable"], end[0]


def compare(glsl, nan):
    pixels = draw(glsl, nan)
    assert len(pixels) == FRAMES * WIDTH * HEIGHT * 4, "the dump has a wrong size"
    compared = black = 0
    for frame in range(FRAMES):
        for y in range(9, HEIGHT, 17):  # above the bar
            for x in range(4, WIDTH, 19):
                stable, values = expected(x, y, frame, nan)
                if not stable:
                    continue
                compared += 1
                at = ((frame * HEIGHT + y) * WIDTH + x) * 4
                for value, byte in zip(values, pixels[at:at + 3], strict=True):
                    if value == "nan":
                        black += 1
                        assert byte == 0, f"NaN drawn as {byte} at {x}, {y}"
                    else:
                        difference = abs(min(max(value, 0), 1) * 255 - byte)
                        assert difference < 1.5, f"{values} drawn as {pixels[at:at + 3]} at {x}, {y}"
    print(f"GLSL {glsl}{' --nan' if nan else ''}: {compared} pixels alike, {black} NaN")
    assert compared > 80, "too few stable pixels"
    assert bool(black) == nan, "NaN pixels where there should be none, or none where there should be some"


for version in "120", "330":
    compare(version, False)
    compare(version, True)
sys.exit(0)
