#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The panel of a draw's vertices: its table is the console's, its plot has the vertices where they must be, a row and a point lead to that
vertex, and it stays while the fragment shader is debugged.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import run_parts, test_window, verdict, wait_until  # noqa: E402

SKINNED = [os.path.join(os.environ["top_builddir"], "glstep-stages"), "--scene", "skinned", "--time-step", "0.04"]
POINT = (0x7f, 0xb2, 0xff)


def number(text):
    return float(text.replace("−", "-"))


def rows_of(w):
    return [[number(cell) for cell in row] for row in w.rows("Mesh")]


def told():
    with Console(SKINNED) as console:
        console.run("next draw")
        return console.run("mesh")["rows"]


def table(w):
    expected = told()
    found = wait_until("the vertices", lambda: w.n_rows("Mesh") == len(expected) and rows_of(w))
    verdict("mesh-table", all(abs(a - b) < 1e-6 for f, e in zip(found, expected, strict=True) for a, b in zip(f, e, strict=True)), f"{found[:2]} {expected[:2]}")
    verdict("mesh-summary", w.text("Mesh summary").startswith("72 vertices, 72 lines"), w.text("Mesh summary"))


def blobs(w):
    """Where points are drawn: the middle of each square, from the middle of the plot."""
    left, top, width, height = w.extents("Mesh plot")
    shot = w.shot()
    found = {(x, y) for x in range(left, left + width) for y in range(top, top + height) if shot.pixel(x, y) == POINT}
    return [(x - left - width / 2, y - top - height / 2) for x, y in found
            if all((x + i, y + k) in found for i in (-1, 0, 1) for k in (-1, 0, 1))], (left + width / 2, top + height / 2)


def near(points, x, y, size):
    return any(abs(px - x * size) < 4 and abs(py + y * size) < 4 for px, py in points)


def plot(w):
    """After: three arms of ten vertices each, at x / w and y / w, the larger extent over 0.86 of the smaller side."""
    rows = told()
    points, _ = wait_until("points", lambda: blobs(w)[0] and blobs(w))
    places = sorted({(row[10], row[11]) for row in rows})
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    _, _, width, height = w.extents("Mesh plot")
    size = 0.86 * min(width, height) / max(max(xs) - min(xs), max(ys) - min(ys))
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    missing = [p for p in places if not near(points, p[0] - middle[0], p[1] - middle[1], size)]
    verdict("mesh-plot", not missing, f"{missing} of {places} not among {points[:20]}")


def before(w):
    """The attribute: the straight arm, ten places."""
    w.choose("Mesh place", "before: position")
    rows = told()
    places = sorted({(row[2], row[3]) for row in rows})
    _, _, width, height = w.extents("Mesh plot")
    size = 0.86 * min(width, height) / 2
    wait_until("the arm", lambda: all(near(blobs(w)[0], x - 1, y, size) for x, y in places))
    verdict("mesh-before", len(places) == 10)
    shot, extents = w.shot(), w.extents("Mesh plot")
    with_lines = shot.colours(extents)
    w.press("Mesh lines", wait=False)
    wait_until("no lines", lambda: w.shot().colours(w.extents("Mesh plot")) < with_lines)
    verdict("mesh-lines", True)
    w.press("Mesh lines", wait=False)


def fragment(w):
    """The table stays while the fragment shader is debugged; a vertex cannot be debugged meanwhile, and that is said."""
    w.press("Debug fragment shader")
    verdict("mesh-kept", w.n_rows("Mesh") == 72)
    w.activate("Mesh", "5", wait=False)
    wait_until("a word of it", lambda: "stop debugging it" in w.text("Message").lower())
    verdict("mesh-refused", True)
    w.press("Leave")


def pick(w):
    wait_until("the vertices again", lambda: w.n_rows("Mesh") == 72)
    w.activate("Mesh", "14")
    wait_until("the vertex", lambda: "vertex 14" in w.text("Pixel in focus"))
    verdict("mesh-row-picked", "instance 0" in w.text("Pixel in focus"), w.text("Pixel in focus"))
    # the arm's first corner is vertex 0
    _, _, width, height = w.extents("Mesh plot")
    size = 0.86 * min(width, height) / 2
    _, (x, y) = blobs(w)
    w.click(int(x - size), int(y + 0.25 * size))
    wait_until("vertex 0", lambda: "vertex 0," in w.text("Pixel in focus"))
    verdict("mesh-point-picked", True)


def main():
    with test_window("mesh", [os.environ["GLSTEP"], "--", *SKINNED]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Mesh")
        run_parts("mesh", (table, plot, before, fragment, pick), w)
        w.shot(os.environ.get("GS_TEST_SHOT"))
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
