#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
overlays.py - `overlay`: what a draw does at each pixel, of test-overlaid's rectangles, beside what is computed here: how many of them are at a pixel,
which come through the tests there, one after the other, and where their edges are. The program's pictures and state are those of a run without glstep.

Environment: GLSTEP_TESTS=all: in core contexts and OpenGL ES, too.
"""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import EVERYTHING, Console, Results, program  # noqa: E402
from overlaid import CULLED, PIXELS, RECTANGLES, SIZE, discards, expected  # noqa: E402
from patience import patience  # noqa: E402


def table(path):
    """The numbers of a file, by pixel; one that is not in it is 0."""
    with open(path, encoding="ascii") as file:
        names, *lines = file.read().splitlines()
    assert names.startswith("x,y,"), names
    cells = [line.split(",") for line in lines]
    return {(int(x), int(y)): int(float(number)) for x, y, number in cells}


def distance(x, y, ends):
    """From the middle of a pixel to an edge, in its shorter direction, by which lines are rasterized."""
    (ax, ay), (bx, by) = ends
    if abs(bx - ax) >= abs(by - ay):
        return None if not min(ax, bx) <= x <= max(ax, bx) else abs(ay + (x - ax) * (by - ay) / (bx - ax) - y)
    return None if not min(ay, by) <= y <= max(ay, by) else abs(ax + (y - ay) * (bx - ax) / (by - ay) - x)


def edges():
    all_edges = []
    for i, (x, y, width, height, _) in enumerate(RECTANGLES):
        a, b, c, d = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
        all_edges += [] if i == CULLED else [(a, b), (b, c), (c, d), (d, a), (a, c)]
    return all_edges


def check_wireframe(found, draw):
    """A pixel is drawn where a line is at its middle or at the most half a pixel beside it: by GL's rule for lines, a whole one."""
    lines = edges()
    for x, y in PIXELS:
        distances = [d for d in (distance(x + .5, y + .5, ends) for ends in lines) if d is not None]
        near = min(distances, default=SIZE)
        if discards(x, draw):
            assert not found[x, y], (x, y)
        elif found[x, y]:
            assert near <= 1, (x, y, near)
        else:
            assert near >= .5 - 1e-6, (x, y, near)
    assert any(found.values())


def of_context(way):
    argv = [program("test-overlaid"), *way]
    plain = subprocess.run(argv, capture_output=True, text=True, timeout=patience(60), check=True).stdout
    with tempfile.TemporaryDirectory() as folder, Console(argv) as console:
        for draw in range(4):
            console.run("next draw")
            for overlay in "wireframe", "overdraw", "depth", "stencil":
                if overlay == "wireframe" and way == ["es"]:
                    answer = console.command("overlay wireframe")
                    assert not answer["ok"] and answer["error"]["code"] == "unsupported", answer
                    continue
                path = os.path.join(folder, "a.csv")
                said = console.run(f"overlay {overlay} {path}")
                found = table(path)
                wanted = expected(overlay, draw)
                if overlay == "wireframe":
                    check_wireframe(found, draw)
                    continue
                wrong = [(at, found.get(at), wanted[at]) for at in PIXELS if found.get(at, 0) != wanted[at]]
                assert not wrong, (draw, overlay, len(wrong), wrong[:5])
                assert said["pixels"] == sum(n > 0 for n in wanted.values()), said
                if overlay == "overdraw":
                    assert (said["fragments"], said["most"]) == (sum(wanted.values()), max(wanted.values())), said
                else:
                    assert (said["passed"], said["failed"]) == tuple(sum(n == k for n in wanted.values()) for k in (2, 1)), said
        picture = os.path.join(folder, "a.png")
        console.run(f"overlay overdraw {picture}")
        check_colours(picture, expected("overdraw", 3))
        console.run("continue")
        console.output.seek(0)
        assert console.output.read().decode() == plain, plain
        for words in "", "colours", "depth x.png y":
            assert not console.command(f"overlay {words}")["ok"], words


def check_colours(path, wanted):
    """Where nothing is counted it is grey; elsewhere the same number has the same colour, others others."""
    done = subprocess.run(["convert", path, "-depth", "8", "rgb:-"], capture_output=True, timeout=patience(30), check=True).stdout
    colours = {}
    for i in range(SIZE * SIZE):
        x, y = i % SIZE, SIZE - 1 - i // SIZE
        r, g, b = done[3 * i:3 * i + 3]
        if wanted[x, y]:
            colours.setdefault(wanted[x, y], set()).add((r, g, b))
        else:
            assert r == g == b, (x, y, r, g, b)
    assert len(colours) > 1 and all(len(seen) == 1 for seen in colours.values()) and len(set().union(*colours.values())) == len(colours), colours


def main():
    results = Results()
    ways = {"compatibility": [], "core": ["core"], "es": ["es"]}
    for name in sys.argv[1:] or (ways if EVERYTHING else ["compatibility", "es"]):
        results.check(name, of_context, ways[name])
    sys.exit(results.failed > 0)


main()
