#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The panel of a draw's vertices: its table is the console's, its plot has the vertices where they must be, a row and a point lead to that
vertex, and it stays while the fragment shader is debugged.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import math
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console, program  # noqa: E402
from ui_driver import Atspi, ShownTexts, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

SKINNED = [os.path.join(os.environ["top_builddir"], "glstep-stages"), "--scene", "skinned", "--time-step", "0.04", "--size", "240x240"]
BEHIND = """[vertex]
#version 330
void main()
{
	gl_Position = vec4(gl_VertexID == 0, gl_VertexID == 1, 0, gl_VertexID == 2 ? -2 : 1);
}
[fragment]
#version 330
out vec4 colour;
void main()
{
	colour = vec4(1);
}
"""
# Leans away from below: z falls by 1 while y grows by 1.6.
LEANING = BEHIND.replace("vec4(gl_VertexID == 0, gl_VertexID == 1, 0, gl_VertexID == 2 ? -2 : 1)",
                         "vec4(gl_VertexID == 2 ? 0.0 : gl_VertexID * 1.6 - 0.8, gl_VertexID == 2 ? 0.8 : -0.8, gl_VertexID == 2 ? -0.5 : 0.5, 1.0)")
FACE = (0x9c, 0xaa, 0xc0)  # ui/mesh/scatter-faces.c
VERTEX_IDS = 3 * [2 * segment + corner for segment in range(4) for corner in (0, 1, 2, 2, 1, 3)]
POINT = (0x7f, 0xb2, 0xff)


def number(text):
    return float(text.replace("−", "-"))


def rows_of(w):
    return [[number(cell) for cell in row] for row in w.rows("Mesh")]


def told():
    with Console(SKINNED) as console:
        console.run("next draw")
        return console.run("mesh")["rows"]


def headings(w):
    table = w.find("Mesh").get_table_iface()
    return [Atspi.Table.get_column_description(table, i) for i in range(Atspi.Table.get_n_columns(table))]


def table(w):
    """The element array (examples/stages.c) names each vertex that two triangles share twice."""
    expected = [row[:1] + [VERTEX_IDS[i]] + row[1:] for i, row in enumerate(told())]
    verdict("mesh-headings", headings(w)[:3] == ["vertex", "index", "instance"], headings(w))
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
    """After: three arms of ten vertices each, at x / w and y / w, the clip volume over 0.86 of the smaller side."""
    rows = told()
    points, _ = wait_until("points", lambda: blobs(w)[0] and blobs(w))
    places = sorted({(row[10], row[11]) for row in rows})
    _, _, width, height = w.extents("Mesh plot")
    size = 0.86 * min(width, height) / 2
    missing = [p for p in places if not near(points, *p, size)]
    green = sum(1 for _, _, (r, g, b) in w.shot().pixels(w.extents("Mesh plot")) if g > max(r, b) + 30)
    verdict("mesh-clip-volume", green > 2 * size, f"{green} pixels of the dashed square of {2 * size} by {2 * size}")
    verdict("mesh-plot", not missing, f"{missing} of {places} not among {points[:20]}")


def wide():
    """Of a viewport twice as wide as high the plot has the same shape, as large as there is room."""
    argv = [*SKINNED[:-1], "240x120"]
    with Console(argv) as console:
        console.run("next draw")
        places = sorted({(row[10], row[11]) for row in console.run("mesh")["rows"]})
    with test_window("mesh-wide", [os.environ["GLSTEP"], "--first-draw", "--", *argv]) as w:
        w.wait()
        w.tab("Mesh")
        points, _ = wait_until("points", lambda: blobs(w)[0] and blobs(w))
        if "KEEP" in os.environ:
            w.shot(os.path.join(os.environ["KEEP"], "wide.png"))
        _, _, width, height = w.extents("Mesh plot")
        size = 0.86 * min(width, 2 * height) / 4
        missing = [(x, y) for x, y in places if not near(points, 2 * x, y, size)]
        verdict("mesh-wide", len(places) > 20 and not missing, f"{missing} of {places} not among {points[:20]}")


def axes(w, texts):
    """Their names and ends, in the order in which they are drawn: here those of the clip volume, as the arms lie in it."""
    wanted = ["clip volume", "-1", "gl_Position.x / w", "1", "-1", "gl_Position.y / w", "1"]

    def drawn():
        return [text for _, _, kind, text in texts.ask(w) if kind == "drawn"]
    eventually("mesh-axes", f"{wanted}", lambda: drawn()[-len(wanted):] == wanted, drawn)


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


def elsewhere():
    """Shown for the first time while the fragment shader is debugged: there is nothing to show, and that is said."""
    with test_window("mesh-elsewhere", [os.environ["GLSTEP"], "--first-draw", "--", *SKINNED]) as w:
        w.wait()
        w.press("Debug fragment shader")
        w.tab("Mesh")
        eventually("mesh-elsewhere-said", "why there is none", lambda: "leave this one" in w.text("Mesh summary"), lambda: w.text("Mesh summary"))
        w.press("Leave")
        eventually("mesh-elsewhere-left", "the vertices", lambda: w.text("Mesh summary").startswith("72 vertices"), lambda: w.text("Mesh summary"))


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


def behind(w):
    """Of three vertices one is behind the eye."""
    wait_until("the vertices", lambda: w.n_rows("Mesh") == 3)
    eventually("mesh-behind", "one vertex", lambda: "1 behind the eye" in (w.find("Mesh plot").get_description() or ""), lambda: (w.find("Mesh plot").get_description() or ""))
    orange = sum(1 for _, _, (r, g, b) in w.shot().pixels(w.extents("Mesh plot")) if r > b + 90)
    verdict("mesh-behind-seen", orange > 20, f"{orange} pixels of its cross and the words")


def faces(w):
    """A triangle that leans is darker than one that is seen straight, as its normal says; beside it and without faces nothing changes."""
    wait_until("the vertices", lambda: w.n_rows("Mesh") == 3)
    w.press("Mesh lines", wait=False)
    left, top, width, height = w.extents("Mesh plot")
    middle, beside = (left + width // 2, top + height // 2), (left + 3, top + height // 2)

    def seen():
        w.painted()
        shot = w.shot()
        return shot.pixel(*middle), shot.pixel(*beside)
    before = seen()
    w.press("Mesh faces", wait=False)
    light = 0.25 + 0.75 / math.hypot(1, 1 / 1.6)
    wanted = [c * light for c in FACE]
    eventually("mesh-face", f"{wanted}", lambda: all(abs(a - b) < 3 for a, b in zip(seen()[0], wanted, strict=True)) and seen()[1] == before[1], seen)
    w.shot(os.environ.get("GS_TEST_SHOT"))
    w.press("Mesh lines", wait=False)
    w.press("Mesh faces", wait=False)
    w.press("Mesh lines", wait=False)
    eventually("mesh-no-face", f"{before}", lambda: seen() == before, seen)


def sourceless(w):
    """A program made from SPIR-V: what its vertex shader reads, and why no more."""
    eventually("mesh-spirv", "the attribute", lambda: any(h.startswith("location 0") for h in headings(w)) and w.n_rows("Mesh") > 2, lambda: headings(w))
    verdict("mesh-spirv-why", "from SPIR-V" in w.text("Mesh summary"), w.text("Mesh summary"))
    verdict("mesh-spirv-place", w.chosen("Mesh place") == "before: location 0", w.chosen("Mesh place"))


def main():
    with ShownTexts() as texts, test_window("mesh", [os.environ["GLSTEP"], "--", *SKINNED]) as w:
        w.wait()
        w.press("Next draw")
        w.tab("Mesh")
        run_parts("mesh", (table, plot), w)
        run_parts("mesh", (axes,), w, texts)
        run_parts("mesh", (before, fragment, pick), w)
        w.shot(os.environ.get("GS_TEST_SHOT"))
    run_parts("mesh", (elsewhere, wide))
    with test_window("mesh-spirv", [os.environ["GLSTEP"], "--first-draw", "--", program("test-scenes"), "spirv"]) as w:
        w.wait()
        w.tab("Mesh")
        run_parts("mesh", (sourceless,), w)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shaders")
        with open(path, "w", encoding="utf-8") as file:
            file.write(BEHIND)
        with test_window("mesh-behind", [os.environ["GLSTEP"], "--first-draw", "--", program("test-shader"), "core", "33", path]) as w:
            w.wait()
            w.tab("Mesh")
            run_parts("mesh", (behind,), w)
        with open(path, "w", encoding="utf-8") as file:
            file.write(LEANING)
        with test_window("mesh-faces", [os.environ["GLSTEP"], "--first-draw", "--", program("test-shader"), "core", "33", path]) as w:
            w.wait()
            w.tab("Mesh")
            run_parts("mesh", (faces,), w)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
